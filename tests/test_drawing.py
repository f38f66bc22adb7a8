"""Pictures: well-formed SVG that shows, in shapes and in words, what the library computed."""

from xml.etree import ElementTree as ET

import pytest
from hypothesis import given
from hypothesis import strategies as st

from dlx import Problem
from dlx.drawing import Dance, Picture, draw_grid, draw_matrix, draw_tree, style
from nqueens import attacked_pairs, queens_problem, solve_queens
from nqueens.backtracking import Backtracking
from nqueens.drawing import draw_board, draw_calls
from tests.strategies import samples


def elements(picture: Picture, *classes: str) -> list[ET.Element]:
    """The elements of a picture that have all these classes."""
    root = ET.fromstring(picture.svg())
    return [e for e in root.iter() if set(classes) <= set(e.get("class", "").split())]


def test_a_board_shows_its_queens_and_says_where_they_stand() -> None:
    """A queen a row, all squares, and a description for whoever can't see them."""
    picture = draw_board([1, 3, 0, 2])
    assert len(elements(picture, "square")) == 16
    assert len([e for e in elements(picture, "queen") if e.tag.endswith("polygon")]) == 4
    assert "row 3 column 2" in picture.description


@given(st.lists(st.none() | st.integers(0, 5), min_size=6, max_size=6))
def test_attacked_squares_are_those_where_another_queen_would_be_attacked(queens):
    """The marks agree with `attacked_pairs`, square by square."""
    marks = {
        (float(e.get("cy", "")), float(e.get("cx", "")))
        for e in elements(draw_board(queens, attacked=True), "attacked")
    }
    expected = set()
    for row in range(6):
        for column in range(6):
            taken = [(r, c) for r, c in enumerate(queens) if c is not None]
            pairs = (((r, c), (row, column)) for r, c in taken)
            if (row, column) not in taken and any(map(attacks, pairs)):
                expected.add((22 + 32 * (row + 0.5), 22 + 32 * (column + 0.5)))
    assert marks == expected


def test_counts_on_squares_are_how_many_queens_attack_them():
    """Each number is that of the queens that attack the square, and 0 is not shown."""
    queens = [0, 4, None, 1, None, None]
    placed = [(row, column) for row, column in enumerate(queens) if column is not None]
    shown = {
        (float(e.get("y", "")), float(e.get("x", ""))): int(e.text or "")
        for e in elements(draw_board(queens, counts=True), "count")
    }
    expected = {}
    for square in [(row, column) for row in range(6) for column in range(6)]:
        number = sum(attacks((queen, square)) for queen in placed)
        if square not in placed and number:
            expected[tuple(22 + 32 * (line + 0.5) for line in square)] = number
    assert shown == expected


@pytest.mark.parametrize("n", [0, 1, 3, 4, 5])
def test_the_calls_of_a_search_are_drawn_one_board_each(n):
    """As many boards as the search makes calls, as many with a strong frame as it finds boards."""
    search = Backtracking(n)
    found = search.count()
    picture = draw_calls(n)
    assert len(elements(picture, "frame")) == search.steps["calls"]
    assert len(elements(picture, "frame", "solution")) == found
    assert len(elements(picture, "branch")) == search.steps["calls"] - 1


def attacks(pair: tuple[tuple[int, int], tuple[int, int]]) -> bool:
    """Whether queens on two squares attack each other; `attacked_pairs` has one queen a row."""
    (r, c), (row, column) = pair
    if r == row:
        return True
    board = [0] * 6
    board[r], board[row] = c, column
    return (min(r, row), max(r, row)) in attacked_pairs(board)


@given(samples())
def test_any_problem_can_be_drawn(sample):
    """Table, lists and tree are well-formed whatever the items are called; a mark an entry."""
    problem = sample.problem()
    solutions = list(problem.solve(limit=2))
    uncolored = sum(
        item in problem[k] for k in problem for item in (*problem.primary, *problem.secondary)
    )
    assert len(elements(draw_matrix(problem, solutions), "one")) == uncolored
    assert ET.fromstring(Dance(problem).draw().svg()).tag.endswith("svg")
    tree = draw_tree(problem)
    stats = problem.search(engine="python")
    assert len(elements(tree, "place", "solution")) == stats.count()
    assert len(elements(tree, "place")) == stats.stats.nodes


def test_a_dance_that_is_undone_draws_what_it_drew_at_the_start() -> None:
    """Choosing and taking back, in opposite order, leave the lists as they were."""
    dance = Dance(Problem([["a", "b"], ["b"], ["a"]]))
    words = dance.description()
    for step in ("choose 0 a", "unchoose 0 a", "hide 0 b", "unhide 0 b"):
        dance.do(step)
    assert dance.description() == words


@given(
    st.dictionaries(st.tuples(st.integers(0, 4), st.integers(0, 4)), st.integers(0, 3), min_size=1)
)
def test_groups_that_meet_have_different_tones_and_a_line_between_them(groups):
    """Up to six groups never share a tone with a neighbor; a border is drawn where groups meet."""
    picture = draw_grid(groups)
    cells = elements(picture, "cell")
    tone_at = {
        (row, column): cell.get("class") for (row, column), cell in zip(groups, cells, strict=True)
    }
    borders = 0
    for row, column in groups:
        for near in ((row - 1, column), (row, column - 1), (row + 1, column), (row, column + 1)):
            if near not in groups:
                borders += 1
            elif groups[near] != groups[row, column] and near < (row, column):
                borders += 1
                assert tone_at[near] != tone_at[row, column]
    assert len(elements(picture, "border")) == borders


def test_a_picture_stands_alone_in_a_file_and_without_its_style_in_a_page(tmp_path):
    """The style goes into the file, and once into a page."""
    picture = draw_board(next(solve_queens(5)))
    picture.save(tmp_path / "board.svg")
    saved = (tmp_path / "board.svg").read_text(encoding="utf-8")
    assert ET.fromstring(saved).tag == "{http://www.w3.org/2000/svg}svg"
    assert ".queen" in saved
    assert ".queen" in style()
    assert ".queen" not in picture.svg(styled=False)


@pytest.mark.parametrize("n", [1, 2, 4])
def test_pictures_show_themselves_in_notebooks(n):
    """IPython asks for `_repr_svg_`."""
    for drawn in (draw_tree(queens_problem(n)), Dance(queens_problem(n))):
        assert drawn._repr_svg_().startswith("<svg")
