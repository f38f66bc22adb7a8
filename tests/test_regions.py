"""Boards with colored regions: one queen in each row, column and region, none touching."""

from __future__ import annotations

import json
from itertools import permutations
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from nqueens import count_queens, queens_problem, solve_queens

DATA = Path(__file__).parent / "data"
BOARDS = json.loads((DATA / "queens_regions.json").read_text(encoding="utf-8"))["boards"]


def fits(board, regions, diagonals):
    """Tell whether a board, one queen a row and column, obeys the rule and has each region once."""
    n = len(board)
    colors = [regions[row][column] for row, column in enumerate(board)]
    reach = 2 if diagonals == "adjacent" else n
    clear = all(
        abs(board[upper] - board[lower]) != lower - upper
        for upper in range(n)
        for lower in range(upper + 1, min(n, upper + reach))
    )
    every_color = {color for row in regions for color in row}
    return clear and sorted(map(repr, colors)) == sorted(map(repr, every_color))


def by_backtracking(regions, columns=()):
    """Find all placements row by row: column and color unused, not touching the queen above."""
    row = len(columns)
    if row == len(regions):
        return [columns]
    colors = {regions[above][column] for above, column in enumerate(columns)}
    found = []
    for column in range(len(regions)):
        touches = bool(columns) and abs(columns[-1] - column) <= 1
        if column not in columns and not touches and regions[row][column] not in colors:
            found += by_backtracking(regions, (*columns, column))
    return found


@pytest.mark.parametrize("level", BOARDS, ids=lambda level: level["name"])
def test_published_boards_have_the_known_answers(level):
    """Boards that people play come out right: every answer, also where there are several."""
    regions = level["regions"]
    boards = list(solve_queens(len(regions), regions=regions, diagonals="adjacent"))
    assert len(boards) == level["solutions"]
    assert all(fits(board, regions, "adjacent") for board in boards)
    assert sorted(boards) == by_backtracking(regions)


def test_puzzle_maker_can_ask_for_uniqueness():
    """A problem tells whether its board is a fair puzzle, one with exactly one answer."""
    fair = {
        level["name"]: queens_problem(
            len(level["regions"]), regions=level["regions"], diagonals="adjacent"
        ).has_unique_solution()
        for level in BOARDS
    }
    assert fair == {level["name"]: level["solutions"] == 1 for level in BOARDS}


@st.composite
def colored_boards(draw):
    """Draw a board up to size 5 in at most n + 1 colors; regions may be in several pieces."""
    n = draw(st.integers(0, 5))
    # Around a placement, so that many of them have an answer.
    queens = dict(enumerate(draw(st.permutations(range(n)))))
    color = st.integers(0, max(0, n - draw(st.integers(0, 1))))
    return [
        [
            row if queens[row] == column and draw(st.booleans()) else draw(color)
            for column in range(n)
        ]
        for row in range(n)
    ]


@settings(max_examples=50)
@given(colored_boards(), st.sampled_from(["long", "adjacent"]))
def test_any_regions_choose_among_the_permutations(regions, diagonals):
    """Whatever the regions, the boards are the permutations that obey the rules, each once."""
    n = len(regions)
    expected = [board for board in permutations(range(n)) if fits(board, regions, diagonals)]
    assert sorted(solve_queens(n, regions=regions, diagonals=diagonals)) == expected
    assert count_queens(n, regions=regions, diagonals=diagonals) == len(expected)


def test_regions_keep_to_long_diagonals_unless_told_otherwise():
    """The rule for diagonals stays that of chess with regions, and regions only take away."""
    regions = ["AAAA", "BBBB", "CCCC", "DDDD"]
    assert list(solve_queens(4, regions=regions)) == list(solve_queens(4))
    assert list(solve_queens(4, regions=["AAAA", "ABBB", "CCCC", "DDDD"])) == [
        board for board in solve_queens(4) if board[1] != 0
    ]


def test_given_and_blocked_squares_work_with_regions():
    """Given and blocked squares choose among the answers of a board with regions."""
    level = next(level for level in BOARDS if level["name"] == "two answers")
    regions = level["regions"]
    first, second = solve_queens(6, regions=regions, diagonals="adjacent")
    row = next(row for row in range(6) if first[row] != second[row])
    square = (row, first[row])
    rules = {"regions": regions, "diagonals": "adjacent"}
    assert list(solve_queens(6, given=[square], **rules)) == [first]
    assert list(solve_queens(6, blocked=[square], **rules)) == [second]


@pytest.mark.parametrize(
    "regions",
    [
        ["AABB"] * 4,
        ["ABCD", "EFGH", "IJKL", "MNOP"],
        ["AAAA"] * 4,
        ["ABCD", "ABCD", "ABCD", "ABCE"],
    ],
    ids=["2", "16", "1", "5"],
)
def test_number_of_regions_other_than_n_leaves_no_solutions(regions):
    """Four queens can't stand one in each of fewer or more regions: no solutions, and no error."""
    assert list(solve_queens(4, regions=regions)) == []
    assert count_queens(4, regions=regions, diagonals="adjacent") == 0


def test_wrong_number_of_regions_is_told_without_a_search():
    """That there are too few regions shows at once, also on a board too large to search."""
    search = queens_problem(14, regions=["A" * 14] * 14, diagonals="adjacent").search()
    assert search.count() == 0
    assert search.stats.nodes == 1


def test_regions_may_be_any_sequences_of_anything_hashable():
    """Strings, lists and tuples of numbers say the same: a color is whatever can be compared."""
    text = ["AAB", "ACB", "CCB"]
    numbers: Any = [[0, 0, (1, 2)], [0, None, (1, 2)], [None, None, (1, 2)]]
    expected = list(solve_queens(3, regions=text, diagonals="adjacent"))
    assert list(solve_queens(3, regions=numbers, diagonals="adjacent")) == expected
    assert queens_problem(3, regions=tuple(map(tuple, numbers))) == queens_problem(3, regions=text)


def test_items_of_regions():
    """Regions are primary items after the rows and columns, numbered as their colors turn up."""
    problem = queens_problem(3, regions=["zza", "zba", "bba"])
    assert problem.primary[6:] == ("region0", "region1", "region2")
    assert problem[0, 2][:3] == ("r0", "c2", "region1")
    assert problem[1, 1][:3] == ("r1", "c1", "region2")


def test_problem_of_touching_queens():
    """Queens that touch share a block of four squares; no other diagonals are items."""
    problem = queens_problem(3, diagonals="adjacent")
    assert problem.secondary == ("t0,0", "t0,1", "t1,0", "t1,1")
    assert problem[0, 0] == ("r0", "c0", "t0,0")
    assert set(problem[1, 1]) == {"r1", "c1", *problem.secondary}


@pytest.mark.parametrize(
    ("regions", "fault"),
    [
        ([], "0.*4"),
        (["AAAA"] * 3, "3 rows.*4"),
        (["AAAA"] * 5, "5 rows.*4"),
        (["AAAA", "BBBB", "CCC", "DDDD"], "row 2.*'CCC'.*3.*4"),
        (["AAAA", "BBBBB", "CCCC", "DDDD"], "row 1.*'BBBBB'.*5.*4"),
        (["AAAA", "BBBB", "CCCC", ""], "row 3.*''.*0.*4"),
    ],
    ids=["none", "a row short", "a row too many", "a row too short", "a row too long", "empty row"],
)
@pytest.mark.parametrize("function", [solve_queens, count_queens, queens_problem])
def test_regions_of_another_shape_are_refused_at_the_call(function, regions, fault):
    """Regions of another shape than the board's are refused; the message says which row it is."""
    with pytest.raises(ValueError, match=fault):
        function(4, regions=regions)
