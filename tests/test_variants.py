"""Other boards, other queens: torus, superqueens, rectangles, fewer queens, excluded diagonals."""

from __future__ import annotations

import csv
import random
from itertools import combinations
from math import gcd
from pathlib import Path
from typing import Any

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from dlx import engines
from nqueens import attacked_pairs, count_queens, draw, first_queens, queens_problem, solve_queens
from nqueens.bitmasks import Bitmasks
from nqueens.exact_cover import board_of

DATA = Path(__file__).parent / "data"

with (DATA / "queens_variants.tsv").open(encoding="utf-8") as _file:
    _rows = csv.DictReader((line for line in _file if line[0] != "#"), delimiter="\t")
    KNOWN = [{name: int(number) for name, number in row.items()} for row in _rows]


def boards_of(n, **board):
    """Give the boards that exact cover finds, sorted so that a row without a queen comes first."""
    found = map(board_of, queens_problem(n, **board).solve())
    return sorted(found, key=lambda board: [-1 if column is None else column for column in board])


# An independent judge and an independent search. They share nothing with the package.


def attack(first, second, rows, columns, diagonals="long", *, knights=False):
    """Tell whether queens on two squares attack each other, by walking from one to the other."""
    down, across = second[0] - first[0], second[1] - first[1]
    if diagonals == "torus":
        walk = range(rows * columns)
        meets = any(
            (step - down) % rows == 0 and (sign * step - across) % columns == 0
            for step in walk
            for sign in (1, -1)
        )
        leaps = {
            (a * sign % rows, b * other % columns)
            for a, b in ((1, 2), (2, 1))
            for sign in (1, -1)
            for other in (1, -1)
        }
        leap = (down % rows, across % columns) in leaps
    else:
        meets = abs(down) == abs(across) and (diagonals == "long" or abs(down) <= 1)
        leap = {abs(down), abs(across)} == {1, 2}
    return 0 in (down, across) or meets or (knights and leap)


def by_backtracking(rows, columns, queens, attacks, allowed=None):
    """Give all boards, a row without a queen first: each row has a queen or none."""

    def below(board):
        row = len(board)
        placed = [(above, column) for above, column in enumerate(board) if column is not None]
        if not len(placed) <= queens <= len(placed) + rows - row:
            return []
        if row == rows:
            return [board]
        found = below((*board, None))
        for column in range(columns):
            here = row, column
            free = allowed is None or here in allowed
            if free and not any(attacks(square, here) for square in placed):
                found += below((*board, column))
        return found

    return below(())


# Known numbers.


@pytest.mark.parametrize("known", KNOWN, ids=lambda known: f"n={known['n']}")
def test_queens_on_a_torus(known):
    """The numbers of queens on a torus are those of OEIS A007705, 0 if n has a factor 2 or 3."""
    n = known["n"]
    assert queens_problem(n, diagonals="torus").count() == known["torus"]
    assert (gcd(n, 6) == 1) == (known["torus"] > 0)


@pytest.mark.parametrize("known", KNOWN, ids=lambda known: f"n={known['n']}")
def test_superqueens(known):
    """The numbers of queens that attack as knights too are those of OEIS A051223."""
    assert queens_problem(known["n"], knights=True).count() == known["superqueens"]


@pytest.mark.parametrize("n", range(11))
def test_two_queens(n):
    """Two queens can be placed in n(n - 1)(n - 2)(3n - 1)/6 ways, OEIS A036464."""
    assert queens_problem(n, queens=2).count() == n * (n - 1) * (n - 2) * (3 * n - 1) // 6


@pytest.mark.parametrize(("rows", "columns"), [(1, 4), (3, 5), (5, 3), (4, 4), (6, 5), (5, 7)])
def test_number_of_queens_on_a_rectangle(rows, columns):
    """For each number of queens, from none to too many, boards are those of plain backtracking."""
    for queens in range(min(rows, columns) + 2):
        expected = by_backtracking(rows, columns, queens, lambda a, b: attack(a, b, rows, columns))
        assert boards_of(rows, columns=columns, queens=queens) == expected
        assert all(not attacked_pairs(board, columns=columns) for board in expected)


def test_chessboard_with_fewer_queens():
    """On a chessboard each number of queens is counted as by backtracking, no board twice."""
    for queens in (3, 7):
        expected = by_backtracking(8, 8, queens, lambda a, b: attack(a, b, 8, 8))
        assert boards_of(8, queens=queens) == expected


@pytest.mark.parametrize("engine", engines())
def test_variants_need_nothing_of_an_engine(engine):
    """All engines give the same boards in the same order, whatever the variant."""
    for board in (
        {"queens": 4},
        {"columns": 7, "queens": 5},
        {"diagonals": "torus", "queens": 4},
        {"knights": True, "queens": 4},
        {"diagonals": "adjacent", "knights": True},
    ):
        problem = queens_problem(6, **board)
        assert list(problem.solve(engine=engine)) == list(problem.solve(engine="python"))


# Any board of any kind.


@st.composite
def any_boards(draw):
    """Draw a small board with a rule, and given, blocked and excluded squares."""
    rows, columns = draw(st.integers(0, 5)), draw(st.integers(0, 5))
    queens = draw(st.integers(0, min(rows, columns) + 1))
    diagonals = draw(st.sampled_from(["long", "adjacent", "torus"]))
    squares = [(row, column) for row in range(rows) for column in range(columns)]
    some = st.lists(st.sampled_from(squares), max_size=2, unique=True) if squares else st.just([])
    given_squares = draw(some)
    blocked = [square for square in draw(some) if square not in given_squares]
    modulus = gcd(rows, columns) if diagonals == "torus" else rows + columns
    lines = {
        square: {
            f"a{(square[0] + square[1]) % modulus}",
            f"b{(rows - 1 - square[0] + square[1]) % modulus}",
        }
        for square in squares
    }
    free = sorted(set().union(*lines.values()).difference(*(lines[s] for s in given_squares)))
    excluded = draw(st.lists(st.sampled_from(free), max_size=2)) if free else []
    allowed = {
        square
        for square in squares
        if square not in blocked and not lines[square].intersection(excluded)
    }
    board = {
        "columns": columns,
        "queens": queens,
        "diagonals": diagonals,
        "knights": draw(st.booleans()),
        "given": given_squares,
        "blocked": blocked,
        "excluded": excluded,
    }
    return rows, board, allowed


@settings(max_examples=150)
@given(any_boards())
def test_boards_of_any_kind_are_those_of_backtracking(case):
    """Rectangles, numbers of queens, rules and squares in any combination: each board, once."""
    rows, board, allowed = case
    expected = by_backtracking(
        rows,
        board["columns"],
        board["queens"],
        lambda a, b: attack(
            a, b, rows, board["columns"], board["diagonals"], knights=board["knights"]
        ),
        allowed,
    )
    given_squares = set(board["given"])
    assert boards_of(rows, **board) == [
        placed for placed in expected if given_squares <= set(enumerate(placed))
    ]


@settings(max_examples=50)
@given(st.integers(0, 5), st.integers(0, 5), st.data())
def test_regions_on_rectangles(rows, columns, data):
    """With regions each color has a queen; as many queens as colors, or there are no solutions."""
    color = st.sampled_from("ABC")
    regions = [[data.draw(color) for _ in range(columns)] for _ in range(rows)]
    colors = {color for row in regions for color in row}
    for queens in {len(colors), min(rows, columns)}:
        placed = by_backtracking(rows, columns, queens, lambda a, b: attack(a, b, rows, columns))
        expected = [
            board
            for board in placed
            if len(colors) == queens
            and {regions[row][c] for row, c in enumerate(board) if c is not None} == colors
        ]
        assert boards_of(rows, columns=columns, queens=queens, regions=regions) == expected


@settings(max_examples=30)
@given(st.integers(1, 6), st.integers(1, 6), st.integers(0, 4), st.booleans())
@example(rows=2, columns=6, queens=2, knights=True)
def test_rows_and_columns_may_be_exchanged(rows, columns, queens, knights):
    """A board put on its side has as many solutions, though rows are told apart from columns."""
    upright = queens_problem(rows, columns=columns, queens=queens, knights=knights)
    aside = queens_problem(columns, columns=rows, queens=queens, knights=knights)
    assert upright.count() == aside.count()


def test_no_queens_can_be_placed_in_one_way():
    """A board without queens is one board, and all its rows are empty."""
    assert boards_of(3, queens=0) == [(None, None, None)]
    assert boards_of(2, columns=0) == [(None, None)]
    assert boards_of(0, columns=5) == [()]


def test_rows_without_queens_are_seen():
    """A board has a column or None for each row, from the first one to the last."""
    boards = boards_of(3, columns=4, queens=2)
    assert (None, 0, 2) in boards
    assert {board.count(None) for board in boards} == {1}
    assert draw((None, 0, 2), columns=4) == ". . . .\nQ . . .\n. . Q ."


def test_variants_are_options_of_the_usual_functions():
    """Solving, counting and the first board take the same options, and give the same boards."""
    for board in (
        {"columns": 6, "queens": 3},
        {"diagonals": "torus"},
        {"queens": 2, "knights": True, "excluded": ["a4"]},
    ):
        options: Any = board
        boards = list(map(board_of, queens_problem(5, **options).solve()))
        assert list(solve_queens(5, **options)) == boards
        assert count_queens(5, **options) == len(boards)
        assert first_queens(5, **options) == boards[0]


# Many random boards.


def completions(n, number):
    """Give random boards of size n: squares given, squares blocked, in all of them some."""
    chance = random.Random(f"completion {n}")
    squares = [(row, column) for row in range(n) for column in range(n)]
    for _ in range(number):
        placed: list[tuple[int, int]] = []
        for square in chance.sample(squares, n * n):
            if len(placed) == n // 4:
                break
            if not any(attack(square, other, n, n) for other in placed):
                placed.append(square)
        free = [square for square in squares if square not in placed]
        yield placed, chance.sample(free, chance.randrange(n))


def exclusions(n, number):
    """Give random sets of diagonals of a board of size n."""
    chance = random.Random(f"exclusion {n}")
    names = [f"{name}{line}" for name in "ab" for line in range(2 * n - 1)]
    for _ in range(number):
        yield chance.sample(names, chance.randrange(n // 2, n))


SIZES = [
    *(pytest.param(n, 10, id=f"n={n}") for n in range(8, 13)),
    *(pytest.param(n, 200, id=f"n={n}, many", marks=pytest.mark.slow) for n in range(8, 13)),
]


@pytest.mark.parametrize(("n", "number"), SIZES)
def test_completion_agrees_with_masks(n, number):
    """Given queens and blocked squares, exact cover counts as a search by bit masks does."""
    counts = set()
    for given_squares, blocked in completions(n, number):
        count = queens_problem(n, given=given_squares, blocked=blocked).count()
        assert count == Bitmasks(n, given=given_squares, blocked=blocked).count()
        counts.add(count)
    assert len(counts) > 1  # they are no trivial boards


@pytest.mark.parametrize(("n", "number"), SIZES)
def test_excluded_diagonals_agree_with_masks(n, number):
    """With excluded diagonals, exact cover counts as bit masks do with their squares blocked."""
    counts = set()
    for excluded in exclusions(n, number):
        blocked = [
            (row, column)
            for row in range(n)
            for column in range(n)
            if {f"a{row + column}", f"b{n - 1 - row + column}"}.intersection(excluded)
        ]
        count = queens_problem(n, excluded=excluded).count()
        assert count == Bitmasks(n, blocked=blocked).count()
        counts.add(count)
    assert len(counts) > 1


# The problems themselves.


def test_items_of_a_torus():
    """All four families are primary, from the middle outwards, and diagonals count modulo n."""
    problem = queens_problem(5, diagonals="torus")
    assert problem.secondary == ()
    assert problem.primary[:8] == ("r2", "c2", "a2", "b2", "r1", "c1", "a1", "b1")
    assert problem[3, 4] == ("r3", "c4", "a2", "b0")
    assert all(len(problem[square]) == 4 for square in problem)


def test_items_of_superqueens():
    """Squares of a block of nine attack each other, so that it is one item."""
    problem = queens_problem(4, knights=True)
    blocks = tuple(item for item in problem.secondary if item[0] == "k")
    assert blocks == ("k0,0", "k0,1", "k1,0", "k1,1")
    assert problem[0, 0] == ("r0", "c0", "b3", "k0,0")
    assert problem[1, 2][-4:] == blocks


def test_items_of_a_wide_board():
    """With more columns than queens columns are secondary; rows stay primary, middle first."""
    problem = queens_problem(3, columns=5)
    assert problem.primary == ("r1", "r0", "r2")
    assert problem.secondary[:5] == ("c0", "c1", "c2", "c3", "c4")
    assert problem[1, 3] == ("r1", "c3", "a4", "b4")


def test_items_of_empty_rows():
    """An empty row is a piece like a queen; such pieces keep their order."""
    problem = queens_problem(4, queens=2)
    assert problem.primary == ("r2", "r1", "r3", "r0", "empty0", "empty1")
    assert [label for label in problem if label[1] is None] == [
        (0, None, 0), (1, None, 0), (1, None, 1), (2, None, 0), (2, None, 1), (3, None, 1)
    ]  # fmt: skip
    assert problem[1, None, 0] == ("r1", "empty0", "order0,1")
    assert problem[1, None, 1] == ("r1", "empty1", "order0,1", "order0,2")


def test_excluded_diagonals_leave_the_problem_as_it_is():
    """Options on an excluded diagonal are left out of the search; items and labels stay."""
    problem = queens_problem(6, excluded=["a5", "b0"])
    assert problem.primary == queens_problem(6).primary
    assert list(problem) == list(queens_problem(6))
    assert problem == queens_problem(6, blocked=[(5, 0), *((row, 5 - row) for row in range(6))])


@pytest.mark.parametrize(
    "board",
    [{"queens": 15}, {"columns": 13, "queens": 14}, {"columns": 21, "diagonals": "torus"}],
    ids=["rows", "columns", "diagonals"],
)
def test_too_many_queens_are_told_without_a_search(board):
    """More queens than rows, columns or, on a torus, diagonals: no solutions, found at once."""
    search = queens_problem(14, **board).search()
    assert search.count() == 0
    assert search.stats.nodes == 1


def test_queens_that_attack_each_other_may_not_both_be_given():
    """Each kind of attack is one: given queens that attack each other leave no solutions."""
    cases: list[tuple[dict[str, Any], tuple[int, int]]] = [
        ({"diagonals": "torus"}, (3, 8)),
        ({"knights": True}, (1, 2)),
        ({"diagonals": "torus", "knights": True}, (10, 9)),
    ]
    for board, square in cases:
        assert queens_problem(11, given=[(0, 0), square], **board).count() == 0
        assert attack((0, 0), square, 11, 11, **board)
        assert not attack((0, 0), square, 11, 11)


def test_blocks_say_what_pairs_would():
    """Two squares share a block exactly if they attack each other in a block's way."""
    for board in (
        {"knights": True},
        {"diagonals": "adjacent"},
        {"diagonals": "adjacent", "knights": True},
        {"diagonals": "torus", "knights": True},
    ):
        problem = queens_problem(6, **board)
        for first, second in combinations(problem, 2):
            shared = set(problem[first]) & set(problem[second])
            assert bool(shared) == attack(first, second, 6, 6, **board), (board, first, second)


# Arguments that make no sense.


def keyword(name: str, value: Any) -> dict[str, Any]:
    """Give one keyword argument, whatever its type should be."""
    return {name: value}


@pytest.mark.parametrize("name", ["columns", "queens"])
def test_numbers_that_are_none_are_refused_by_name(name):
    """A number below 0, or none at all, is refused with its name and value."""
    with pytest.raises(ValueError, match=rf"{name} is -1.*0 or more"):
        queens_problem(8, **keyword(name, -1))
    with pytest.raises(TypeError, match=rf"{name} is 2\.5.*whole number"):
        queens_problem(8, **keyword(name, 2.5))


@pytest.mark.parametrize("name", ["given", "blocked"])
def test_square_off_a_wide_board_is_refused(name):
    """The message tells how far rows and how far columns go."""
    with pytest.raises(ValueError, match=rf"{name}.*\(5, 2\).*rows.*0 to 4.*columns.*0 to 6"):
        queens_problem(5, columns=7, **keyword(name, [(5, 2)]))
    assert queens_problem(5, columns=7, **keyword(name, [(2, 5)])).has_solution()


def test_regions_of_a_wide_board_have_its_shape():
    """Regions have a row for each row and a color for each column."""
    with pytest.raises(ValueError, match=r"row 1.*'AB'.*2.*3"):
        queens_problem(2, columns=3, regions=["AAB", "AB"])
    with pytest.raises(ValueError, match=r"3 rows.*2"):
        queens_problem(2, columns=3, regions=["AB"] * 3)


@pytest.mark.parametrize("name", ["a15", "b-1", "c3", "", 3, ("a", 3)])
def test_unknown_diagonal_is_refused(name):
    """What is no diagonal of the board is refused; the message says which there are."""
    with pytest.raises(ValueError, match=r"excluded has .*a0 to a14 and b0 to b14"):
        queens_problem(8, excluded=["a3", name])


def test_diagonals_of_other_boards():
    """On rectangles there are as many diagonals as squares on two sides; on a torus, as on one."""
    with pytest.raises(ValueError, match=r"'a7'.*a0 to a6 and b0 to b6"):
        queens_problem(3, columns=5, excluded=["a7"])
    with pytest.raises(ValueError, match=r"'b5'.*a0 to a4 and b0 to b4"):
        queens_problem(5, diagonals="torus", excluded=["b5"])
    with pytest.raises(ValueError, match=r"'a0'.*none"):
        queens_problem(0, excluded=["a0"])


def test_a_word_is_no_list_of_diagonals():
    """A single name is no list: its letters would be taken for diagonals."""
    with pytest.raises(TypeError, match=r"excluded is 'a3'.*list"):
        queens_problem(8, excluded="a3")


def test_given_square_on_an_excluded_diagonal_is_refused():
    """A square can't have a queen and be on a diagonal that stays free; the message names both."""
    with pytest.raises(ValueError, match=r"\(1, 2\).*a3"):
        queens_problem(8, given=[(1, 2)], excluded=["a3"])


@pytest.mark.parametrize(
    ("n", "board"),
    [(4001, {}), (1, {"columns": 10**9}), (2000, {"queens": 1000})],
    ids=["square", "wide", "empty rows"],
)
def test_boards_too_large_for_memory_are_refused(n, board):
    """A board whose problem would fill the memory is refused at once, and the reason is told."""
    with pytest.raises(ValueError, match="too large"):
        queens_problem(n, **board)
