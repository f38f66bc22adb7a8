"""Boards: attacked pairs, the eight views, classes, drawing."""

from __future__ import annotations

import csv
import json
import pickle
from collections import Counter
from itertools import permutations
from pathlib import Path

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from nqueens import (
    attacked_pairs,
    classes,
    draw,
    first_queens,
    is_fundamental,
    orbit,
    queens_problem,
    solve_queens,
    symmetries,
)
from nqueens.board import Board, attacks

DATA = Path(__file__).parent / "data"

with (DATA / "queens_counts.tsv").open(encoding="utf-8") as _file:
    _rows = csv.DictReader((line for line in _file if line[0] != "#"), delimiter="\t")
    CLASSES = {int(row["n"]): int(row["up_to_symmetry"]) for row in _rows if int(row["n"]) <= 8}

placements = st.integers(1, 9).flatmap(
    lambda n: st.lists(st.integers(0, n - 1), min_size=n, max_size=n)
)
boards = st.integers(0, 9).flatmap(lambda n: st.permutations(range(n)).map(tuple))


# The plane's own view of a board, with which the package shares nothing: squares as complex numbers
# around the center of the board, rows going down. A turn is a multiplication.


def points(board):
    """Give the queens as points of the plane, the board's center at 0, in half squares."""
    middle = len(board) - 1
    return {complex(2 * column - middle, middle - 2 * row) for row, column in enumerate(board)}


# Attacks.


@given(placements)
def test_attacked_pairs_are_those_that_see_each_other(board):
    """Two queens are listed if walking from one in a queen's direction leads to the other."""
    n = len(board)
    expected = set()
    for row, column in enumerate(board):
        for down, across in [(1, 0), (1, 1), (1, -1)]:
            for steps in range(1, n):
                below, beside = row + steps * down, column + steps * across
                if below < n and board[below] == beside:
                    expected.add((row, below))
    assert attacked_pairs(board) == sorted(expected)


squares_of_six = st.sets(st.tuples(st.integers(0, 5), st.integers(0, 5)), max_size=10)


@given(squares_of_six)
def test_attacks_are_those_that_walking_queens_find(queens):
    """Any number in a row: walking on from a queen in eight directions finds those she attacks."""
    expected = set()
    for row, column in queens:
        for down, across in [(0, 1), (1, 0), (1, 1), (1, -1)]:
            for steps in range(1, 6):
                other = row + steps * down, column + steps * across
                if other in queens:
                    expected.add(((row, column), other))
    assert [(first, second) for first, second, _ in attacks(queens, 6)] == sorted(expected)


@given(squares_of_six)
def test_attacks_are_named_by_the_lines_that_both_queens_are_on(queens):
    """The names are those of the items that both squares' options have in `queens_problem`."""
    items = queens_problem(6)
    for first, second, lines in attacks(queens, 6):
        assert set(lines) == {*items[first]} & {*items[second]}


@given(squares_of_six)
def test_attacks_on_boards_with_regions_are_those_of_the_puzzle(queens):
    """Two queens attack each other if, and only if, the puzzle's options exclude each other."""
    regions = ["AAAAAA", "ACCCCA", "ABBBCE", "ABBCCE", "ADBBCE", "ADDFFF"]
    items = queens_problem(6, regions=regions, diagonals="adjacent")
    found = {
        (first, second)
        for first, second, _ in attacks(queens, 6, regions=regions, diagonals="adjacent")
    }
    in_order = sorted(queens)
    assert found == {
        (first, second)
        for k, first in enumerate(in_order)
        for second in in_order[k + 1 :]
        if {*items[first]} & {*items[second]}
    }


@given(placements)
def test_attacks_of_one_queen_a_row_are_the_attacked_pairs(board):
    """Both functions tell the same of the same board."""
    pairs = [(first[0], second[0]) for first, second, _ in attacks(enumerate(board), len(board))]
    assert pairs == attacked_pairs(board)


def test_attacks_refuse_what_is_no_square() -> None:
    """The message names the square, or the rule."""
    with pytest.raises(
        ValueError, match=r"squares has the square \(4, 0\), which is off the board"
    ):
        attacks([(4, 0)], 4)
    with pytest.raises(ValueError, match="diagonals is 'torus'; it must be"):
        attacks([], 4, diagonals="torus")


# Boards that draw themselves.


def test_a_board_is_its_tuple_and_draws_itself() -> None:
    """Equal, with the same hash, order, text, JSON, and whole after pickling; a queen a row."""
    board = next(solve_queens(6))
    plain = (1, 3, 5, 0, 2, 4)
    assert isinstance(board, Board)
    assert (board, hash(board), repr(board), str(board)) == (plain, hash(plain), *2 * [str(plain)])
    assert json.dumps(board) == json.dumps(plain)
    assert pickle.loads(pickle.dumps(board)) == board < (2,)
    assert str(board._repr_svg_()).count("<polygon") == 6
    assert isinstance(first_queens(5), Board)


def test_a_wide_board_is_drawn_with_its_columns() -> None:
    """Rows without a queen, and columns beyond the last queen, are drawn too."""
    board = next(solve_queens(3, columns=5, queens=2))
    assert isinstance(board, Board)
    assert str(board._repr_svg_()).count('class="square') == 15
    assert pickle.loads(pickle.dumps(board)).width == 5


def test_a_board_too_large_to_look_at_is_shown_as_a_tuple() -> None:
    """A notebook then falls back to the text."""
    board = first_queens(1000)
    assert isinstance(board, Board)
    assert board._repr_svg_() is None


def test_queens_do_not_block_the_view():
    """Three queens on a line are three pairs, not two."""
    assert attacked_pairs([0, 1, 2]) == [(0, 1), (0, 2), (1, 2)]


def test_solutions_have_no_attacked_pairs():
    """Of all permutations of 6 columns exactly the solutions have no attacked pairs."""
    free = [board for board in permutations(range(6)) if not attacked_pairs(board)]
    assert free == sorted(solve_queens(6))


def test_empty_board_is_a_board():
    """A board without squares has no attacks, eight empty views, one class and no drawing."""
    assert attacked_pairs(()) == []
    assert symmetries(()) == [()] * 8
    assert classes([()]) == {(): [()]}
    assert draw(()) == ""


# The eight views.


@given(boards)
@example((1, 3, 0, 2))
def test_views_are_turns_and_mirror_images(board):
    """The views are the board turned clockwise by 0, 90, 180, 270 degrees, then its mirror's."""
    seen = points(board)
    mirrored = {complex(-point.real, point.imag) for point in seen}
    clockwise = [1, -1j, -1, 1j]
    expected = [{point * turn for point in side} for side in (seen, mirrored) for turn in clockwise]
    assert [points(view) for view in symmetries(board)] == expected
    assert symmetries(board)[0] == board


def test_a_quarter_turn_is_clockwise():
    """Turned by 90 degrees, the queen of the upper left corner stands in the upper right one."""
    turned = symmetries([0, 2, 1])[1]
    assert turned == (2, 0, 1)


@given(boards)
def test_views_of_a_view_are_the_same_views(board):
    """The eight views are closed: each view of a view is among them, as often as before."""
    views = symmetries(board)
    assert len(views) == 8
    for view in views:
        assert Counter(symmetries(view)) == Counter(views)


@given(boards)
def test_views_come_equally_often(board):
    """A board has 1, 2, 4 or 8 different views, each equally often: the symmetries form a group."""
    times = Counter(symmetries(board))
    assert len(times) in {1, 2, 4, 8}
    assert set(times.values()) == {8 // len(times)}


@given(boards)
def test_operations_compose_as_turns_and_mirrors_do(board):
    """Four turns are none, two mirrorings are none, and a mirror turns a turn around."""

    def turn(view):
        return symmetries(view)[1]

    def mirror(view):
        return symmetries(view)[4]

    assert turn(turn(turn(turn(board)))) == board
    assert mirror(mirror(board)) == board
    assert turn(turn(board)) == symmetries(board)[2]
    assert turn(mirror(turn(board))) == mirror(board)


@given(boards)
def test_views_keep_attacks(board):
    """All views of a board have as many attacked pairs, so views of solutions are solutions."""
    assert len({len(attacked_pairs(view)) for view in symmetries(board)}) == 1


def test_all_views_of_solutions_are_solutions():
    """The 92 boards of 8 queens, turned and mirrored, are these 92 boards."""
    solutions = set(solve_queens(8))
    assert {view for board in solutions for view in symmetries(board)} == solutions


def test_views_are_plain_tuples():
    """Views are tuples whatever the board was, so that they can be put into sets."""
    assert symmetries([1, 3, 0, 2])[0] == (1, 3, 0, 2)
    assert {type(view) for view in symmetries([1, 3, 0, 2])} == {tuple}


# Classes.


@pytest.mark.parametrize(("n", "number"), CLASSES.items())
def test_number_of_classes_is_the_known_one(n, number):
    """The numbers of boards that look different from all sides are those of OEIS A002562."""
    assert len(classes(solve_queens(n))) == number


def test_eight_queens_have_eleven_classes_of_eight_and_one_of_four():
    """The 92 boards of 8 queens are 11 classes of 8 and one of 4, the same upside down."""
    sizes = Counter(len(members) for members in classes(solve_queens(8)).values())
    assert sizes == {8: 11, 4: 1}


def test_classes_hold_the_boards_as_they_came():
    """No board is lost or doubled; members keep their order, and classes that of their first."""
    solutions = list(solve_queens(7))
    sorted_boards = classes(solutions)
    assert sorted(board for members in sorted_boards.values() for board in members) == sorted(
        solutions
    )
    place = {board: number for number, board in enumerate(solutions)}
    for least, members in sorted_boards.items():
        assert members == sorted(members, key=place.__getitem__)
        assert all(min(symmetries(member)) == least for member in members)
    firsts = [place[members[0]] for members in sorted_boards.values()]
    assert firsts == sorted(firsts)


def test_classes_of_an_iterator_and_of_nothing():
    """Boards may come from an iterator, as lists, more than once; of none there are no classes."""
    assert classes(iter([])) == {}
    assert classes(iter([[2, 0, 3, 1], [1, 3, 0, 2], [1, 3, 0, 2]])) == {
        (1, 3, 0, 2): [(2, 0, 3, 1), (1, 3, 0, 2), (1, 3, 0, 2)]
    }


# Orbits and fundamental boards.


@given(boards)
@example((1, 3, 0, 2))
def test_orbit_is_the_different_views(board):
    """An orbit has each of the eight views once, the board itself first."""
    views = orbit(board)
    assert views[0] == board
    assert len(set(views)) == len(views)
    assert set(views) == set(symmetries(board))


@given(boards)
def test_one_board_of_an_orbit_is_fundamental(board):
    """Of all views of a board exactly one is fundamental, the least."""
    assert [view for view in orbit(board) if is_fundamental(view)] == [min(symmetries(board))]


@pytest.mark.parametrize(("n", "number"), CLASSES.items())
def test_fundamental_boards_stand_for_all(n, number):
    """There are as many fundamental boards as OEIS A002562 says; their orbits are all solutions."""
    solutions = list(solve_queens(n))
    fundamental = [board for board in solutions if is_fundamental(board)]
    assert len(fundamental) == number
    views = [view for board in fundamental for view in orbit(board)]
    assert sorted(views) == sorted(solutions)


def test_orbits_of_eight_queens():
    """92 = 11 · 8 + 1 · 4: one of the twelve fundamental boards looks the same upside down."""
    sizes = [len(orbit(board)) for board in solve_queens(8) if is_fundamental(board)]
    assert Counter(sizes) == {8: 11, 4: 1}


# Boards with empty rows, and as wide as they like.


def test_empty_rows_and_wide_boards_are_drawn():
    """None is a row without a queen, and the number of columns may be another than of rows."""
    assert draw([0, None], columns=3) == "Q . .\n. . ."
    assert draw([None, None]) == ". .\n. ."
    assert draw([None], columns=0) == ""


def test_queens_attack_each_other_across_empty_rows():
    """Rows without a queen attack nobody, and the others keep their numbers."""
    assert attacked_pairs([0, None, 2]) == [(0, 2)]
    assert attacked_pairs([6, None, 3, 6], columns=7) == [(0, 3)]


@pytest.mark.parametrize("function", [attacked_pairs, draw])
def test_queens_off_a_wide_board_are_refused(function):
    """The last column is that of the board, and a wrong number of columns is refused by name."""
    with pytest.raises(ValueError, match=r"row 2.*column 7.*0 to 6"):
        function([0, None, 7], columns=7)
    with pytest.raises(ValueError, match=r"row 0.*column 0.*no columns"):
        function([0], columns=0)
    with pytest.raises(ValueError, match="columns is -1"):
        function([None], columns=-1)


@pytest.mark.parametrize("function", [symmetries, orbit, is_fundamental])
def test_boards_with_empty_rows_have_no_views(function):
    """Turned, an empty row would be an empty column, which no board can tell."""
    with pytest.raises(TypeError, match=r"row 1.*None"):
        function([1, None])


# Drawing.


def test_drawing():
    """A drawing has a line a row, a Q for each queen, dots elsewhere, and no blanks at the end."""
    assert draw([1, 3, 0, 2]) == ". Q . .\n. . . Q\nQ . . .\n. . Q ."
    assert draw([0]) == "Q"


@given(placements)
def test_drawing_can_be_read_back(board):
    """A drawing shows any placement as it is: queens that attack each other too."""
    lines = [line.split(" ") for line in draw(board).split("\n")]
    assert {len(line) for line in lines} == {len(board)}
    assert [line.index("Q") for line in lines] == board
    assert sum(line.count("Q") for line in lines) == len(board)


# What is no board.


@pytest.mark.parametrize(
    "function", [attacked_pairs, symmetries, draw, lambda board: classes([board])]
)
@pytest.mark.parametrize(
    ("board", "error", "message"),
    [
        ([0, 2.0], TypeError, r"row 1.*2\.0"),
        ([0, "1"], TypeError, "row 1.*'1'"),
        (3, TypeError, "3.*sequence of columns"),
        ([0, 2], ValueError, "row 1.*2.*off the board.*0 to 1"),
        ([-1, 0], ValueError, "row 0.*-1.*off the board.*0 to 1"),
    ],
)
def test_what_is_no_board_is_refused(function, board, error, message):
    """A column that is no whole number or off the board is refused with its row and its value."""
    with pytest.raises(error, match=message):
        function(board)


@pytest.mark.parametrize("function", [symmetries, lambda board: classes([board])])
def test_board_with_two_queens_in_a_column_has_no_views(function):
    """Turned, two queens of one column would share a row; the message names the column."""
    with pytest.raises(ValueError, match=r"column 2.*two queens"):
        function([0, 2, 1, 2])
