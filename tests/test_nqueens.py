"""n queens as exact cover: the right boards, whatever is asked of them, and the right search."""

from __future__ import annotations

import csv
from functools import cache
from itertools import combinations, islice, pairwise, permutations
from pathlib import Path
from typing import Any

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from dlx import LimitReached, Problem
from nqueens import count_queens, queens_problem, solve_queens

DATA = Path(__file__).parent / "data"


def figures(file):
    """Read a table of figures; its first lines say where they are from."""
    lines = (DATA / file).read_text(encoding="utf-8").splitlines()
    rows = csv.DictReader((line for line in lines if line[0] != "#"), delimiter="\t")
    return [{name: int(number) for name, number in row.items()} for row in rows]


COUNTS = figures("queens_counts.tsv")
KNUTHS_TABLE = [row for row in figures("queens_figures.tsv") if row["n"] <= 10]


# An independent judge and two independent searches. They share nothing with the package.


def attack(first, second, diagonals="long"):
    """Tell whether queens on two squares attack each other."""
    down, across = abs(first[0] - second[0]), abs(first[1] - second[1])
    if diagonals == "adjacent":
        return 0 in (down, across) or (down <= 1 and across <= 1)
    return 0 in (down, across) or down == across


def is_right(board, n, diagonals="long"):
    """Tell whether a board has n queens on it, none of which attacks another."""
    squares = list(enumerate(board))
    return (
        len(squares) == n
        and all(type(column) is int and 0 <= column < n for _, column in squares)
        and not any(attack(*pair, diagonals) for pair in combinations(squares, 2))
    )


@cache
def by_permutations(n, diagonals="long"):
    """Find all boards by looking at every way to give each row a column of its own."""
    return [board for board in permutations(range(n)) if is_right(board, n, diagonals)]


def by_backtracking(n, diagonals="long", board=()):
    """Find all boards row by row, by a plain recursive search."""
    if len(board) == n:
        return [board]
    found = []
    for column in range(n):
        here = (len(board), column)
        if not any(attack(square, here, diagonals) for square in enumerate(board)):
            found += by_backtracking(n, diagonals, (*board, column))
    return found


# The boards.


@pytest.mark.parametrize("figure", COUNTS, ids=lambda figure: f"n={figure['n']}")
def test_count_is_the_known_one(figure):
    """The numbers of solutions for n = 0 to 10 are those of OEIS A000170."""
    assert count_queens(figure["n"]) == figure["all"]


@pytest.mark.parametrize("n", range(8))
def test_boards_are_those_among_all_permutations(n):
    """Up to n = 7 the boards are the permutations without an attack: each once, and no others."""
    boards = list(solve_queens(n))
    assert sorted(boards) == by_permutations(n)


def test_boards_are_those_of_plain_backtracking():
    """For 8 queens exact cover finds what a plain recursive search finds, each board once."""
    assert sorted(solve_queens(8)) == by_backtracking(8)


def test_eight_queens_have_92_boards():
    """The classic: 92 different boards of eight queens, each right by an independent check."""
    boards = set(solve_queens(8))
    assert len(boards) == 92
    assert all(is_right(board, 8) for board in boards)


@pytest.mark.parametrize("diagonals", ["long", "adjacent"])
@pytest.mark.parametrize(("n", "boards"), [(0, [()]), (1, [(0,)]), (2, []), (3, [])])
def test_smallest_boards(n, boards, diagonals):
    """No queens can be placed in one way, one queen in one way, 2 and 3 in none."""
    assert list(solve_queens(n, diagonals=diagonals)) == boards
    assert count_queens(n, diagonals=diagonals) == len(boards)


def test_board_is_a_tuple_of_columns():
    """A board is a tuple of plain ints, the column of each row, and prints as one."""
    board = next(solve_queens(6, given=[(0, 1), (4, 2)]))
    assert isinstance(board, tuple)
    assert repr(board) == repr(tuple(board))
    assert {type(column) for column in board} == {int}
    assert (board[0], board[4]) == (1, 2)


def test_boards_come_one_by_one():
    """The first board of a size that nobody could list comes at once: boards are found lazily."""
    boards = list(islice(solve_queens(17), 3))
    assert len(set(boards)) == 3
    assert all(is_right(board, 17) for board in boards)


def test_size_may_be_any_whole_number():
    """A size from NumPy or the like, which only acts as an int, is as good as an int."""

    class Five:
        def __index__(self):
            return 5

    five: Any = Five()
    assert list(solve_queens(five)) == list(solve_queens(5))


# Given and blocked squares.


@st.composite
def marked_boards(draw):
    """Draw a size up to 6, given squares (often ones that fit together) and blocked squares."""
    n = draw(st.integers(1, 6))
    squares = [(row, column) for row in range(n) for column in range(n)]
    wanted = st.lists(st.sampled_from(squares), max_size=3, unique=True)
    boards = by_permutations(n)
    if boards:
        fitting = st.sampled_from(boards).flatmap(
            lambda board: st.lists(st.sampled_from(list(enumerate(board))), max_size=n, unique=True)
        )
        wanted = fitting | wanted
    given_squares = draw(wanted)
    free = [square for square in squares if square not in given_squares]
    blocked = draw(st.lists(st.sampled_from(free), max_size=2 * n)) if free else []
    return n, given_squares, blocked


@settings(max_examples=60)
@given(marked_boards())
@example((6, [(0, 1), (1, 3)], [(5, 5), (5, 5)]))
@example((4, [], [(0, column) for column in range(4)]))
def test_given_and_blocked_squares_choose_among_the_boards(marked):
    """With given and blocked squares come exactly the boards that have the ones, not the others."""
    n, given_squares, blocked = marked
    expected = [
        board
        for board in by_permutations(n)
        if set(given_squares) <= set(enumerate(board)) and not set(blocked) & set(enumerate(board))
    ]
    assert sorted(solve_queens(n, given=given_squares, blocked=blocked)) == expected
    assert count_queens(n, given=given_squares, blocked=blocked) == len(expected)


@pytest.mark.parametrize(
    "given_squares",
    [[(0, 0), (5, 5)], [(2, 1), (2, 6)], [(1, 3), (6, 3)], [(7, 0), (0, 7)]],
    ids=["diagonal", "row", "column", "other diagonal"],
)
def test_given_queens_that_attack_each_other_leave_no_solutions(given_squares):
    """Given queens that attack each other are no error and no queen is dropped: nothing is left."""
    assert list(solve_queens(8, given=given_squares)) == []
    assert count_queens(8, given=given_squares) == 0


def test_given_queens_that_only_meet_on_a_long_diagonal_are_fine_where_it_is_free():
    """Under the rule that queens may not touch, given queens far apart on a diagonal can stay."""
    boards = list(solve_queens(6, given=[(0, 0), (3, 3)], diagonals="adjacent"))
    everything = by_permutations(6, "adjacent")
    assert sorted(boards) == [board for board in everything if board[0] == 0 and board[3] == 3]
    assert boards


@pytest.mark.parametrize("function", [solve_queens, count_queens, queens_problem])
def test_two_queens_on_one_square_are_refused(function):
    """A square that is given twice is a slip: the message names it."""
    with pytest.raises(ValueError, match=r"given.*\(2, 0\) twice.*one square"):
        function(8, given=[(2, 0), (1, 1), (2, 0)])


def test_square_blocked_twice_is_one_square_without_a_queen():
    """To block a square twice says nothing new."""
    assert count_queens(8, blocked=[(0, 0)] * 2) == 92 - count_queens(8, given=[(0, 0)])


def test_squares_may_come_from_any_iterable():
    """Given and blocked squares may be sets, generators, lists of lists: whatever yields pairs."""
    board = next(solve_queens(8))
    assert list(solve_queens(8, given=enumerate(board))) == [board]
    lists: Any = [list(square) for square in enumerate(board)]
    assert list(solve_queens(8, given=lists)) == [board]
    assert count_queens(4, blocked={(0, 1), (0, 2)}) == 0


# The newspaper's rule.


@pytest.mark.parametrize(
    "figure", [row for row in COUNTS if row["n"] <= 8], ids=lambda figure: f"n={figure['n']}"
)
def test_count_of_boards_without_touching_queens(figure):
    """With diagonals='adjacent' the numbers are those of OEIS A002464: queens may not touch."""
    assert count_queens(figure["n"], diagonals="adjacent") == figure["none_touching"]


@pytest.mark.parametrize("n", range(7))
def test_boards_without_touching_queens_are_those_among_all_permutations(n):
    """With diagonals='adjacent' come the permutations without touching queens, each once."""
    assert sorted(solve_queens(n, diagonals="adjacent")) == by_permutations(n, "adjacent")


# Arguments that make no sense.


@pytest.mark.parametrize("function", [solve_queens, count_queens, queens_problem])
@pytest.mark.parametrize(
    ("n", "error", "value"),
    [
        (-1, ValueError, "-1"),
        (2.5, TypeError, r"2\.5"),
        (8.0, TypeError, r"8\.0"),
        ("8", TypeError, "'8'"),
        (None, TypeError, "None"),
    ],
)
def test_size_that_is_none_is_refused_at_the_call(function, n, error, value):
    """A size below 0, or none at all, is refused at the call, not at the first next(), by value."""
    with pytest.raises(error, match=rf"\bn\b.*{value}"):
        function(n)


@pytest.mark.parametrize("name", ["given", "blocked"])
@pytest.mark.parametrize("square", [(8, 0), (0, 8), (-1, 0), (0, -1), (100, 100)])
def test_square_off_the_board_is_refused_by_name(name, square):
    """A square off the board is an error that names it; -1 does not mean the last row."""
    row, column = square
    squares: Any = {name: [(0, 0), square]}
    with pytest.raises(ValueError, match=rf"{name}.*\({row}, {column}\).*off the board"):
        solve_queens(8, **squares)


def test_empty_board_has_no_squares():
    """No square can be given on the board of size 0, and the message does not offer any."""
    with pytest.raises(ValueError, match=r"\(0, 0\).*off the board.*no squares"):
        solve_queens(0, given=[(0, 0)])


@pytest.mark.parametrize("name", ["given", "blocked"])
@pytest.mark.parametrize(
    ("square", "shown"),
    [
        (3, "3"),
        ((1, 2, 3), r"\(1, 2, 3\)"),
        ((1,), r"\(1,\)"),
        ((1, 2.0), r"\(1, 2\.0\)"),
        ((0, None), r"\(0, None\)"),
        ("00", "'00'"),
    ],
)
def test_square_that_is_no_pair_is_refused_by_name(name, square, shown):
    """What is no pair of whole numbers is no square; the message shows it and says what is."""
    squares: Any = {name: [square]}
    with pytest.raises((TypeError, ValueError), match=rf"{name}.*{shown}.*\(row, column\)"):
        solve_queens(8, **squares)


def test_square_both_given_and_blocked_is_refused_by_name():
    """A square can't be both given and blocked; the message names it."""
    with pytest.raises(ValueError, match=r"\(2, 3\).*both given and blocked"):
        solve_queens(8, given=[(0, 0), (2, 3)], blocked=[(2, 3), (4, 4)])


@pytest.mark.parametrize("function", [solve_queens, count_queens, queens_problem])
def test_unknown_rule_for_diagonals_is_refused(function):
    """There are two rules for diagonals; the message for any other names it and both of them."""
    with pytest.raises(ValueError, match=r"'short'.*'long'.*'adjacent'"):
        function(8, diagonals="short")


@pytest.mark.parametrize("function", [solve_queens, count_queens])
def test_unknown_method_is_refused(function):
    """The message for an unknown method names it and those that there are."""
    with pytest.raises(ValueError, match=r"'magic'.*'dlx'"):
        function(8, method="magic")


@pytest.mark.parametrize("function", [solve_queens, count_queens])
@pytest.mark.parametrize(
    ("search", "error"),
    [
        ({"max_nodes": -1}, ValueError),
        ({"max_nodes": 1.5}, TypeError),
        ({"seconds": -1}, ValueError),
        ({"engine": "steam"}, ValueError),
        ({"max_node": 1}, TypeError),
    ],
)
def test_limits_that_make_no_sense_are_refused_at_the_call(function, search, error):
    """A limit below 0, an unknown engine and a misspelt argument are refused at the call."""
    (name,) = search
    with pytest.raises(error, match=name):
        function(8, **search)


# Limits and seeds.


@pytest.mark.parametrize("limit", [0, 1, 5, 92, 1000])
def test_limit_gives_the_first_boards(limit):
    """The limit cuts the list short and changes nothing else; asking for more than all is fine."""
    assert list(solve_queens(8, limit=limit)) == list(solve_queens(8))[:limit]


def test_seed_changes_the_order_and_nothing_else():
    """A seed gives the same boards in an order of its own, the same each time."""
    plain = list(solve_queens(7))
    orders = [list(solve_queens(7, seed=seed)) for seed in (1, 2)]
    assert orders == [list(solve_queens(7, seed=seed)) for seed in (1, 2)]
    assert all(sorted(order) == sorted(plain) for order in orders)
    assert len({tuple(order) for order in [plain, *orders]}) == 3


def until_limit(boards):
    """Give the boards that come before a limit, and the limit; None if there is none."""
    found = []
    try:
        for board in boards:
            found.append(board)  # noqa: PERF402 - a list would lose them when the limit comes
    except LimitReached as limit:
        return found, limit
    return found, None


@pytest.mark.parametrize("max_nodes", [1, 40, 500])
def test_budget_of_nodes_raises_and_loses_nothing(max_nodes):
    """A spent budget raises LimitReached after the boards found so far; the search has the rest."""
    boards, limit = until_limit(solve_queens(8, max_nodes=max_nodes))
    assert (limit.reason, limit.stats.nodes, limit.solutions) == ("nodes", max_nodes, len(boards))
    while limit is not None:
        covers, limit = until_limit(limit.search)
        boards += [tuple(column for _, column in cover) for cover in covers]
    assert boards == list(solve_queens(8))


def test_count_with_a_budget_never_gives_a_wrong_number():
    """A count that runs out of its budget raises; it does not return what it has got so far."""
    with pytest.raises(LimitReached) as caught:
        count_queens(8, max_nodes=100)
    assert (caught.value.reason, caught.value.stats.nodes) == ("nodes", 100)
    with pytest.raises(LimitReached, match="seconds") as caught:
        count_queens(8, seconds=0)
    assert caught.value.reason == "seconds"
    assert count_queens(8, max_nodes=10**6, seconds=10**6) == 92


# The problem itself.


def test_items_of_eight_queens_in_full():
    """For n = 8 rows and columns are primary, from the middle outwards, diagonals secondary."""
    problem = queens_problem(8)
    assert " ".join(problem.primary) == "r4 c4 r3 c3 r5 c5 r2 c2 r6 c6 r1 c1 r7 c7 r0 c0"
    assert problem.secondary == tuple(f"{name}{line}" for name in "ab" for line in range(1, 14))


def test_options_are_the_squares():
    """An option is labeled with its square and takes its row, its column and its two diagonals."""
    problem = queens_problem(8)
    assert list(problem) == [(row, column) for row in range(8) for column in range(8)]
    assert problem[2, 5] == ("r2", "c5", "a7", "b10")
    assert problem[0, 0] == ("r0", "c0", "b7")
    assert problem[7, 0] == ("r7", "c0", "a7")


def test_text_is_that_of_knuths_program():
    """Written as text, the problem of 8 queens is the file that his programs were given."""
    text = (DATA / "problems" / "queens8o.dlx").read_text(encoding="utf-8")
    comment, problem = text.split("\n", 1)
    assert comment.startswith("|")
    assert queens_problem(8).to_text() == problem


@pytest.mark.parametrize("n", [1, 2, 5, 8, 9])
def test_order_of_items_is_an_organ_pipe(n):
    """Each row is followed by its column; no line is nearer to the middle than those before."""
    primary = queens_problem(n).primary
    rows = [int(item[1:]) for item in primary[::2]]
    assert primary == tuple(f"{kind}{line}" for line in rows for kind in "rc")
    assert sorted(rows) == list(range(n))
    assert rows[0] == n // 2
    distances = [abs(line - n // 2) for line in rows]
    assert all(near <= far for near, far in pairwise(distances))


@pytest.mark.parametrize("figure", KNUTHS_TABLE, ids=lambda figure: f"n={figure['n']}")
def test_search_is_knuths_to_the_digit(figure):
    """Solutions, nodes and updates are those of the table in Knuth's paper."""
    search = queens_problem(figure["n"]).search(engine="python")
    assert search.count() == figure["solutions"]
    assert (search.stats.nodes, search.stats.updates) == (figure["nodes"], figure["updates"])


@settings(max_examples=40)
@given(marked_boards(), st.sampled_from(["long", "adjacent"]))
def test_solutions_of_the_problem_are_covers(marked, diagonals):
    """Each board is a cover that the problem's own verifier accepts, restricted or not."""
    n, given_squares, blocked = marked
    squares = {"given": given_squares, "blocked": blocked}
    problem = queens_problem(n, diagonals=diagonals, **squares)
    assert isinstance(problem, Problem)
    covers = list(problem.solve())
    for cover in covers:
        problem.verify(cover)
    boards = [tuple(column for _, column in cover) for cover in covers]
    assert boards == list(solve_queens(n, diagonals=diagonals, **squares))
    assert all(is_right(board, n, diagonals) for board in boards)


@pytest.mark.parametrize("n", [0, 1, 4])
def test_problem_can_be_given_twice(n):
    """The same question gives equal problems, so that they can be compared and cached."""
    assert queens_problem(n) == queens_problem(n)
    assert queens_problem(n) != queens_problem(n + 1)
