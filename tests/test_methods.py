"""All methods behind the same functions: the same boards, and refusals that say who can."""

from __future__ import annotations

from functools import cache
from itertools import count, permutations
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import dlx
from nqueens import (
    backtracking,
    compare_methods,
    compiled,
    count_queens,
    first_queens,
    queens_problem,
    solve_queens,
)
from nqueens.bitmasks import Bitmasks
from nqueens.exact_cover import ExactCover
from nqueens.methods import _METHODS, begin_counting
from nqueens.symmetric import FASTEST_BY_QUADRANTS

ALL_BOARDS = [name for name, kind in _METHODS.items() if kind.finds == "all"]
ONE_BOARD = [name for name, kind in _METHODS.items() if kind.finds == "one"]
COUNTING = [name for name, kind in _METHODS.items() if kind.finds != "one"]
WITH_SQUARES = [name for name, kind in _METHODS.items() if "given" in kind.takes]


def is_right(board, n):
    """Tell in linear time whether a board has n queens that don't attack each other."""
    return (
        len(board) == n
        and set(board) == set(range(n))
        and len({row + column for row, column in enumerate(board)}) == n
        and len({row - column for row, column in enumerate(board)}) == n
    )


@cache
def boards_of(n):
    """Find all boards by looking at every permutation."""
    return [board for board in permutations(range(n)) if is_right(board, n)]


# The same boards.


@pytest.mark.parametrize("n", range(9))
@pytest.mark.parametrize("method", ALL_BOARDS)
def test_every_method_finds_all_boards(method, n):
    """Whatever the method, all boards come, each once."""
    assert sorted(solve_queens(n, method=method)) == (
        boards_of(n) if n < 8 else sorted(solve_queens(n))
    )


@pytest.mark.parametrize("n", [9, 10])
def test_methods_agree_on_larger_boards(n):
    """For 9 and 10 queens all methods find the same set of boards."""
    expected = set(solve_queens(n))
    for method in ALL_BOARDS:
        boards = list(solve_queens(n, method=method))
        assert len(boards) == len(expected)
        assert set(boards) == expected


@pytest.mark.parametrize(
    ("n", "options", "method"),
    [
        (8, {}, "bitmasks"),
        (FASTEST_BY_QUADRANTS - 1, {}, "bitmasks"),
        (FASTEST_BY_QUADRANTS, {}, "quadrants"),
        (20, {}, "quadrants"),
        (12, {"seconds": 9}, "quadrants"),
        (21, {"seconds": 9}, "bitmasks"),
        (22, {"max_nodes": 9}, "bitmasks"),
        (1000, {"seconds": 9}, "bitmasks"),
        (22, {"seconds": 9, "given": [(0, 0)]}, "dlx"),
        (8, {"given": [(0, 0)]}, "bitmasks"),
        (13, {"blocked": [(0, 0)]}, "dlx"),
        (13, {"blocked": []}, "quadrants"),
        (12, {"threads": 2}, "quadrants"),
        (8, {"threads": 2}, "bitmasks"),
        (8, {"regions": ["ABCDEFGH"] * 8}, "dlx"),
        (14, {"knights": True}, "dlx"),
        (8, {"engine": "python"}, "bitmasks"),
        (8, {"engine": "links"}, "dlx"),
    ],
)
def test_auto_takes_the_fastest_that_can(n, options, method):
    """'auto' counts by the method that was measured to be the fastest of those that can."""
    if "seconds" in options and "given" not in options and compiled.kernel is None:
        method = "bitmasks"
    if method == "dlx" and not {"regions", "knights"} & {*options} and "lanes" not in dlx.engines():
        pytest.skip("nothing is compiled here, and masks are faster")
    assert type(begin_counting("auto", n, **options)) is _METHODS[method].start


def test_auto_says_why_a_board_is_too_large():
    """A plain board that would take days is refused with the reason, unless a limit is set."""
    with pytest.raises(ValueError, match=r"n is 21.*20"):
        count_queens(21)
    with pytest.raises(dlx.LimitReached):
        count_queens(21, seconds=0)


@pytest.mark.parametrize("method", ["auto", "quadrants"])
@pytest.mark.parametrize(
    ("threads", "error"), [(0, ValueError), (-1, ValueError), ("2", TypeError)]
)
@pytest.mark.parametrize("n", [8, 12])
def test_number_of_threads_that_is_none_is_refused(method, threads, error, n):
    """There is at least one thread, also where more than one would not be used."""
    with pytest.raises(error, match="threads"):
        count_queens(n, method=method, threads=threads)


def test_threads_change_no_count():
    """Any number of threads counts the same."""
    assert [count_queens(12, threads=threads) for threads in (1, 2, 3)] == [14200] * 3
    assert count_queens(8, threads=2) == 92


@pytest.mark.parametrize("n", range(10))
@pytest.mark.parametrize("method", ["auto", *COUNTING])
def test_every_method_counts_right(method, n):
    """Whatever the method, the count is the number of boards."""
    assert count_queens(n, method=method) == [1, 1, 0, 0, 2, 10, 4, 40, 92, 352][n]


@st.composite
def marked_boards(draw):
    """Draw a size up to 10, squares with queens, often fitting together, and blocked ones."""
    n = draw(st.integers(1, 10))
    squares = st.tuples(st.integers(0, n - 1), st.integers(0, n - 1))
    board = first_queens(n)
    if board and draw(st.booleans()):
        occupied = draw(st.lists(st.sampled_from(list(enumerate(board))), max_size=3, unique=True))
    else:
        occupied = draw(st.lists(squares, max_size=2, unique=True))
    empty = draw(st.lists(squares, max_size=2 * n))
    return n, occupied, [square for square in empty if square not in occupied]


@settings(max_examples=40)
@given(marked_boards())
def test_methods_agree_with_squares_given_and_blocked(marked):
    """With given and blocked squares all methods that take them find the same boards."""
    n, occupied, empty = marked
    squares = {"given": occupied, "blocked": empty}
    expected = sorted(solve_queens(n, **squares))
    if n <= 7:
        assert expected == [
            board
            for board in boards_of(n)
            if set(occupied) <= set(enumerate(board)) and not set(empty) & set(enumerate(board))
        ]
    for method in WITH_SQUARES:
        assert sorted(solve_queens(n, method=method, **squares)) == expected
        assert count_queens(n, method=method, **squares) == len(expected)
    assert count_queens(n, **squares) == len(expected)
    first = first_queens(n, **squares)
    assert (first in expected) if expected else (first is None)


@pytest.mark.parametrize("method", ALL_BOARDS)
def test_given_queens_in_one_line_leave_nothing(method):
    """Two queens given in a row, a column or on a diagonal leave no boards, by any method."""
    for pair in ([(0, 0), (0, 5)], [(2, 3), (5, 3)], [(1, 1), (4, 4)], [(0, 7), (7, 0)]):
        assert list(solve_queens(8, given=pair, method=method)) == []


@pytest.mark.parametrize("method", ALL_BOARDS)
@pytest.mark.parametrize("limit", [0, 1, 5, 100])
def test_limit_cuts_the_list_short(method, limit):
    """By any method, a limit gives the first of its boards."""
    everything = list(solve_queens(8, method=method))
    assert list(solve_queens(8, method=method, limit=limit)) == everything[:limit]


SQUARES = {"given": [(1, 2)], "blocked": [(0, 0), (5, 5)]}


@pytest.mark.parametrize(
    ("method", "squares"),
    [("dlx", {}), ("dlx", SQUARES), ("bitmasks", {}), ("bitmasks", SQUARES), ("quadrants", {})],
)
def test_methods_with_limits_tell_how_far_they_are(method, squares):
    """A count that is cut into slices adds up, and its progress rises from 0 to 1."""
    search: Any = begin_counting(method, 9, **squares)
    progress = [search.progress()]
    limit = {"seconds": 0} if method == "quadrants" else {"max_nodes": 20}
    for _ in range(5):
        search.allow(**limit)
        with pytest.raises(dlx.LimitReached):
            search.count()
        progress.append(search.progress())
    search.allow()
    search.count()
    assert search.stats.solutions == count_queens(9, **squares)
    assert (progress[0], search.progress()) == (0, 1)
    assert progress == sorted(progress)
    assert method == "quadrants" or 0 < progress[1] < progress[-1] < 1


def test_progress_of_a_list_is_that_of_its_search():
    """While boards are listed by bit masks, both engines are as far."""
    searches = [Bitmasks(7, engine=engine) for engine in ("python", "auto")]
    for boards in zip(*searches, strict=True):
        assert boards[0] == boards[1]
    assert [search.progress() for search in searches] == [1, 1]
    blocked = [(0, column) for column in range(4)]
    assert Bitmasks(4, blocked=blocked).progress() == 1


# One board.


@pytest.mark.parametrize("method", ONE_BOARD)
@pytest.mark.parametrize("n", [0, 1, *range(4, 60), 101])
def test_methods_for_one_board_find_a_right_one(method, n):
    """Methods that find one board find it for every n that has one, and then end."""
    (board,) = solve_queens(n, method=method)
    assert is_right(board, n)


@pytest.mark.parametrize("method", [*ONE_BOARD, *ALL_BOARDS])
@pytest.mark.parametrize("n", [2, 3])
def test_two_and_three_queens_have_no_board(method, n):
    """For 2 and 3 queens every method ends without a board; none searches for ever."""
    assert list(solve_queens(n, method=method)) == []


def test_first_board_of_the_plain_board_comes_at_once():
    """A million queens are no search: the board is written down."""
    assert is_right(first_queens(10**6), 10**6)
    assert first_queens(2) is None
    assert first_queens(0) == ()


def test_first_board_obeys_what_is_asked():
    """With squares, regions or other rules the first board is searched for."""
    board: Any = first_queens(8, given=[(0, 1)])
    assert board[0] == 1
    board = first_queens(8, blocked=[(0, 3)])
    assert board[0] != 3
    assert first_queens(4, blocked=[(0, 1), (0, 2)]) is None
    regions = ["AABB", "ABBB", "CCDD", "CDDD"]
    assert first_queens(4, regions=regions) in set(solve_queens(4, regions=regions))
    assert first_queens(6, diagonals="torus") is None
    assert first_queens(8, seed=1) == next(solve_queens(8, seed=1))
    assert first_queens(3, queens=2) is not None


def test_first_board_takes_empty_lists_for_nothing():
    """No given squares are nothing to search for, in whatever form they come."""
    assert first_queens(5000, given=[], blocked=iter(()), excluded=set()) == first_queens(5000)


# Other boards.


@pytest.mark.parametrize(
    "board",
    [
        {"columns": 5},
        {"queens": 3},
        {"excluded": ["a3"]},
        {"regions": ["AABB", "ABBB", "CCDD", "CDDD"]},
        {"diagonals": "adjacent"},
        {"diagonals": "torus"},
        {"knights": True},
    ],
    ids=lambda board: next(iter(board)),
)
def test_other_boards_are_those_of_the_problem(board):
    """Whatever `queens_problem` takes, solving and counting take too; 'auto' counts it right."""
    covers = list(queens_problem(4, **board).solve())
    expected = [tuple(label[1] for label in cover) for cover in covers]
    assert list(solve_queens(4, **board)) == expected
    assert count_queens(4, **board) == len(expected)
    assert first_queens(4, **board) == (expected[0] if expected else None)


@pytest.mark.parametrize("method", [name for name in _METHODS if name != "dlx"])
@pytest.mark.parametrize(
    "option",
    [
        {"columns": 5},
        {"queens": 3},
        {"excluded": ["a3"]},
        {"regions": ["AABB", "ABBB", "CCDD", "CDDD"]},
        {"diagonals": "adjacent"},
        {"knights": True},
    ],
    ids=lambda option: next(iter(option)),
)
def test_method_for_the_plain_board_refuses_others_by_name(method, option):
    """A method that knows the plain board only refuses others: both names, and who can."""
    (name,) = option
    function = solve_queens if method in ALL_BOARDS + ONE_BOARD else count_queens
    with pytest.raises(ValueError, match=rf"'{method}' can't take {name}.*'dlx'"):
        function(4, method=method, **option)


@pytest.mark.parametrize(
    ("method", "option"),
    [
        ("construction", {"given": [(0, 0)]}),
        ("permutation", {"blocked": [(0, 0)]}),
        ("construction", {"seed": 1}),
        ("backtracking", {"max_nodes": 10}),
        ("attack_counts", {"seconds": 1.0}),
        ("min_conflicts", {"engine": "links"}),
        ("bitmasks", {"seed": 3}),
    ],
)
def test_option_of_another_method_is_refused_by_name(method, option):
    """An option that a method can't take is never ignored; the message names both, and who can."""
    (name,) = option
    with pytest.raises(ValueError, match=rf"'{method}' can't take {name}.*'dlx'"):
        solve_queens(8, method=method, **option)


def test_option_that_says_nothing_new_is_no_option():
    """What every board has anyway can be said to any method."""
    for method in ONE_BOARD + ALL_BOARDS:
        boards = solve_queens(
            6, method=method, given=[], regions=None, diagonals="long", knights=False, engine="auto"
        )
        assert is_right(next(boards), 6)


@pytest.mark.parametrize("method", ONE_BOARD)
def test_method_for_one_board_does_not_count(method):
    """One board is not the number of boards: the message says which methods count."""
    with pytest.raises(ValueError, match=rf"'{method}' finds one board.*'auto'.*'dlx'"):
        count_queens(8, method=method)


@pytest.mark.parametrize(
    "function", [solve_queens, count_queens, lambda n, method: compare_methods(n, [method])]
)
@pytest.mark.parametrize("method", ["magic", None, ["dlx"]])
def test_unknown_method_is_refused_with_a_list_of_them(function, method):
    """The message for an unknown method names it and all that there are."""
    with pytest.raises(ValueError, match="(?s)method is .*" + ".*".join(map(repr, _METHODS))):
        function(8, method=method)


@pytest.mark.parametrize("method", list(_METHODS))
@pytest.mark.parametrize(("n", "error"), [(-1, ValueError), (2.5, TypeError), ("8", TypeError)])
def test_size_that_is_none_is_refused_by_every_method(method, n, error):
    """A size below 0, or none at all, is refused at the call."""
    function: Any = solve_queens if method in ALL_BOARDS + ONE_BOARD else count_queens
    with pytest.raises(error, match=r"\bn\b"):
        function(n, method=method)


@pytest.mark.parametrize("method", WITH_SQUARES)
def test_squares_off_the_board_are_refused_by_every_method(method):
    """A square off the board, or both given and blocked, is named, whatever the method."""
    with pytest.raises(ValueError, match=r"given.*\(8, 0\).*off the board"):
        solve_queens(8, given=[(8, 0)], method=method)
    with pytest.raises(ValueError, match=r"\(1, 1\).*both given and blocked"):
        count_queens(8, given=[(1, 1)], blocked=[(1, 1)], method=method)


def test_limit_beyond_all_numbers_is_a_limit_all_the_same():
    """However large the limit, it is a number of boards; islice's own message came through."""
    assert len(list(solve_queens(6, limit=10**30))) == 4
    assert len(list(backtracking.trace(4, limit=10**30))) == len(
        list(backtracking.trace(4, limit=None))
    )


@pytest.mark.parametrize(
    ("board", "error", "message"),
    [
        (
            {"excluded": [["a"]]},
            ValueError,
            r"excluded has \['a'\]; the diagonals .* are a0 to a14",
        ),
        ({"excluded": [3]}, ValueError, "excluded has 3; the diagonals"),
        ({"knights": "no"}, TypeError, "knights is 'no'; it must be True or False"),
        ({"knights": None}, TypeError, "knights is None; it must be True or False"),
        ({"diagonals": ["long"]}, ValueError, r"diagonals is \['long'\]; it must be"),
    ],
)
def test_rules_that_make_no_sense_are_refused_by_name(board, error, message):
    """What is no rule is named, and what would be right is said, unhashable or not."""
    for function in (solve_queens, count_queens, first_queens, queens_problem):
        with pytest.raises(error, match=message):
            function(8, **board)


@pytest.mark.parametrize("method", ["quadrants", "auto"])
def test_number_of_threads_is_not_said_to_be_optional(method):
    """None is refused as a number of threads, and not recommended."""
    nothing: Any = None
    with pytest.raises(TypeError, match=r"threads is None; it must be a whole number$"):
        count_queens(12, threads=nothing, method=method)


@pytest.mark.parametrize("test", ["magic", ["flags"], None])
def test_unknown_test_of_a_square_is_refused(test):
    """`test` is a word, and those that there are are named."""
    with pytest.raises(ValueError, match=r"test is .*'pairs', 'sets' or 'flags'"):
        backtracking.Backtracking(8, test=test)


@pytest.mark.parametrize(("limit", "error"), [(-1, ValueError), (1.5, TypeError)])
def test_limit_of_a_trace_that_is_none_is_refused(limit, error):
    """A limit below 0 or that is no whole number is refused at the call."""
    with pytest.raises(error, match="limit"):
        backtracking.trace(4, limit=limit)


def test_time_to_build_a_problem_counts():
    """Where the time is over before the problem is built, that is the limit; then it goes on.

    The limit held for the search alone: half a second took twenty on a board of 1000 rows.
    """
    search = ExactCover(300, given=iter([(0, 0)]), seconds=0.02)
    assert (search.stats.nodes, search.stats.solutions, search.progress()) == (0, 0, 0)
    for function in (lambda: next(search), search.count):
        search.allow(seconds=0.02)
        with pytest.raises(dlx.LimitReached) as caught:
            function()
        assert (caught.value.reason, caught.value.stats.nodes) == ("seconds", 0)
        assert caught.value.search is search
    with pytest.raises(dlx.LimitReached):
        first_queens(300, given=[(0, 0)], seconds=0.02)
    boards = solve_queens(8, given=iter([(0, 0)]), seconds=0)
    with pytest.raises(dlx.LimitReached):
        next(boards)
    assert list(boards) == list(solve_queens(8, given=[(0, 0)]))


def test_time_of_a_search_is_what_building_has_left():
    """The limit holds for both together, and a search with none, or enough, finds all."""
    for seconds in (None, 1000, float("inf")):
        search = ExactCover(8, seconds=seconds)
        board = next(search)
        assert 1 + search.count() == 92
        assert board == next(solve_queens(8))


def test_building_looks_at_the_clock_all_the_time(monkeypatch):
    """No part of building a problem goes on for long without a look at the clock."""
    clock = count()  # each look takes a second
    monkeypatch.setattr("nqueens.exact_cover.perf_counter", lambda: float(next(clock)))
    for rules in ({}, {"regions": ["ABCDEFGH" * 8] * 64}, {"knights": True}, {"queens": 60}):
        began = next(clock)
        ExactCover(64, seconds=10**6, **rules)
        assert next(clock) - began > 64 * 4
        with pytest.raises(dlx.LimitReached):
            ExactCover(64, seconds=100, **rules).count()


def test_board_too_large_for_exact_cover_has_other_methods():
    """The refusal says which methods can do it."""
    with pytest.raises(ValueError, match=r"too large.*first_queens.*'construction'.*'permutation'"):
        solve_queens(10**6)
    for method in ("backtracking", "attack_counts"):
        with pytest.raises(ValueError, match=r"at most 200.*'bitmasks' and 'construction'"):
            solve_queens(1000, method=method)


@pytest.mark.parametrize(("limit", "error"), [(-1, ValueError), (1.5, TypeError)])
@pytest.mark.parametrize("method", ["dlx", "backtracking"])
def test_limit_that_is_none_is_refused(method, limit, error):
    """A limit below 0 or that is no whole number is refused at the call."""
    with pytest.raises(error, match="limit"):
        solve_queens(8, method=method, limit=limit)


# Compared.


def test_comparison_has_a_record_for_each_method():
    """Each method that finds all boards counts them, the others find one; all tell their steps."""
    table = compare_methods(6)
    assert [row.method for row in table] == list(_METHODS)
    for row in table:
        assert row.solutions == (1 if row.method in ONE_BOARD else 4)
        assert row.seconds >= 0
        assert row.steps
        assert all(type(number) is int for number in row.steps.values())


def test_comparison_is_printed_as_a_table():
    """As text it is a table: a line of names, then a line for each method, columns aligned."""
    table = compare_methods(8, ["dlx", "attack_counts"])
    head, *lines = str(table).splitlines()
    assert head.split() == ["method", "solutions", "seconds", "steps"]
    assert [line.split()[:2] for line in lines] == [["dlx", "92"], ["attack_counts", "92"]]
    assert lines[1].endswith("calls 1,165, placements 1,724, dead 560")
    assert len({line.index("92") for line in lines}) == 1


def test_comparison_leaves_out_what_would_take_minutes():
    """On a large board only the methods that don't search it all are compared, unless named."""
    assert [row.method for row in compare_methods(2000)] == ["permutation", "construction"]
    assert [row.method for row in compare_methods(4, ["construction"])] == ["construction"]
    assert compare_methods(4, []) == []


def test_comparison_knows_what_is_compiled(monkeypatch):
    """Where nothing is compiled the methods in Python are left out earlier: 14 took minutes."""
    compared = {}
    for kernel, engines in ((object(), ("lanes", "links")), (None, ("links", "python"))):
        monkeypatch.setattr("nqueens.methods.kernel", kernel)
        monkeypatch.setattr(dlx, "engines", lambda engines=engines: engines)
        compared[kernel is None] = [
            [name for name, kind in _METHODS.items() if n <= kind.compared_up_to()]
            for n in (10, 12, 14, 15, 18)
        ]
    large = ["min_conflicts", "permutation", "construction"]
    assert compared[False] == [
        list(_METHODS),
        ["dlx", "bitmasks", "quadrants", *large],
        ["dlx", "bitmasks", "quadrants", *large],
        ["bitmasks", "quadrants", *large],
        ["quadrants", *large],
    ]
    assert compared[True] == [
        list(_METHODS),
        ["bitmasks", "quadrants", *large],
        ["quadrants", *large],
        large,
        large,
    ]
