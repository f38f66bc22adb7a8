"""Pictures: well-formed SVG that shows, in shapes and in words, what the library computed."""

from __future__ import annotations

from typing import TYPE_CHECKING
from xml.etree import ElementTree as ET

import pytest
from hypothesis import given
from hypothesis import strategies as st

from dlx import Colored, Problem, ProblemError
from dlx.drawing import Dance, Picture, draw_grid, draw_matrix, draw_tree, style
from nqueens import attacked_pairs, queens_problem, solve_queens
from nqueens.backtracking import Backtracking
from nqueens.drawing import draw_board, draw_calls
from tests.browser import chromium, visit
from tests.strategies import samples

if TYPE_CHECKING:
    from pathlib import Path

ROSTER = Problem(
    {
        "Ann works the short shift": ["Ann Miller", "morning shift"],
        "Ann works the long shift": ["Ann Miller", "morning shift", "noon shift"],
        "Bo works": ["Bo", "noon shift"],
        "Bo is off": ["Bo"],
        "Mo": ["MO, WHO WATCHES OVER ALL OUR NIGHTS", "night"],
        "the substitute, if anybody can reach her": [
            "MO, WHO WATCHES OVER ALL OUR NIGHTS",
            "night",
        ],
    }
)
SONGS = Problem(
    {
        "duo": ["voice", "piano"],
        "trio": ["piano", "violin", "cello"],
        "solo": ["voice"],
        "strings": ["violin", "cello"],
        "air": ["voice", "violin"],
    }
)
PAINT = Problem(
    {
        "a": ["x", "y", Colored("shade", "blue")],
        "b": ["x", Colored("shade", "crimson"), Colored("tone", "red")],
        "c": ["y", Colored("shade", "a color that nobody can name")],
    },
    secondary=["shade", "tone"],
)

FAULTS = """() => [...document.querySelectorAll("svg")].flatMap(svg => {
  const box = element => element.getBoundingClientRect();
  const within = (a, b) => a.left >= b.left - 0.5 && a.right <= b.right + 0.5
    && a.top >= b.top - 0.5 && a.bottom <= b.bottom + 0.5;
  const texts = [...svg.querySelectorAll("text")];
  const shapes = [...svg.querySelectorAll(".header, .node, .place, .badge, .cell")]
    .filter(each => each.tagName === "rect").map(box);
  const faults = texts.filter(text => !within(box(text), box(svg)))
    .map(text => `out of the picture: ${text.textContent}`);
  for (const text of svg.querySelectorAll(".item, .number, text.badge, .written"))
    if (!shapes.some(shape => box(text).left >= shape.left && box(text).right <= shape.right
        && box(text).top < shape.bottom && shape.top < box(text).bottom))
      faults.push(`out of its box: ${text.textContent}`);
  texts.forEach((one, k) => texts.slice(k + 1).forEach(other => {
    const a = box(one), b = box(other);
    const across = Math.min(a.right, b.right) - Math.max(a.left, b.left);
    const down = Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top);
    if (across > 0.5 && down > 3) faults.push(`${one.textContent} over ${other.textContent}`);
  }));
  return faults;
})"""
"""Texts that stick out, or stand on each other: boxes of lines are higher than their letters."""


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


@pytest.mark.browser
@pytest.mark.parametrize("problem", [ROSTER, SONGS, PAINT, queens_problem(4)])
def test_names_have_room(tmp_path: Path, problem: Problem):
    """However long they are: in their boxes, in the picture, and not on each other."""
    dance = Dance(problem)
    pictures = [
        draw_matrix(problem, list(problem.solve(limit=2))),
        draw_tree(problem),
        dance.draw(),
    ]
    dance.do(f"cover {problem.primary[0]}")
    pictures += [dance.draw(), draw_grid({(0, 0): 1, (0, 1): 1}, texts={(0, 0): "two words"})]
    # A picture is as wide as it wants to be, whatever the page is.
    page = "".join(picture.svg().replace("<svg ", "<svg data-drawn ") for picture in pictures)
    file = tmp_path / "pictures.html"
    head = '<meta charset="utf-8"><style>.picture { max-width: none !important }</style>'
    file.write_text(f"<!doctype html>{head}<body>{page}", encoding="utf-8")
    with chromium() as browser, visit(browser, file, ready="svg[data-drawn]") as tab:
        assert tab.evaluate(FAULTS) == []


def test_an_item_may_be_called_solution() -> None:
    """A node is a solution if it is one, not by its name."""
    tree = draw_tree(Problem([["solution", "a"], ["b", "a"]]))
    assert elements(tree, "place", "solution") == []
    assert tree.title.endswith(" 0 of them solutions")


def test_a_name_that_is_cut_is_told_when_pointed_at() -> None:
    """The beginning is shown, and the whole is its title."""
    for picture in (draw_matrix(ROSTER), draw_tree(ROSTER), Dance(ROSTER).draw()):
        root = ET.fromstring(picture.svg())
        cut = {
            text.text: title.text
            for text in root.iter("{http://www.w3.org/2000/svg}text")
            for title in text
        }
        assert cut
        for shown, whole in cut.items():
            beginning = (shown or "").split("…")[0]
            assert shown != beginning
            assert (whole or "").startswith(beginning)
            assert len(whole or "") > len(beginning) > 8


def test_a_step_may_have_names_with_blanks() -> None:
    """All that follows the verb, or the option, is the item."""
    dance = Dance(ROSTER)
    dance.do("cover Ann Miller")
    dance.do("choose 2 Bo")
    assert "Ann Miller, covered" in dance.description()
    assert "noon shift, covered" in dance.description()
    with pytest.raises(ProblemError, match="option 2 doesn't have the item; it has 'Bo', 'noon sh"):
        dance.do("hide 2 Ann Miller")


@pytest.mark.parametrize(
    ("step", "said"),
    [
        (
            "",
            r"'' is no step; a step is cover or uncover with an item, as 'cover voice', or one of",
        ),
        ("dance voice", r"'dance voice' is no step; .*'hide 0 voice'"),
        ("cover", r"there is no item ''; the items are 'voice', 'piano', 'violin', 'cello'"),
        ("cover viola", r"there is no item 'viola'; the items are 'voice'"),
        ("hide voice", r"there is no item ''"),
        ("hide 7 voice", r"no option '7' is in the lists; .* 0, 1, 2, 3, 4"),
        ("hide one voice", r"no option 'one' is in the lists"),
        ("hide 0 cello", r"option 0 doesn't have the item; it has 'voice', 'piano'"),
        ("uncover voice", r"the item isn't covered"),
        ("unchoose 0 voice", r"the option isn't chosen"),
    ],
)
def test_what_is_no_step_is_said_and_changes_nothing(step, said):
    """The message says what a step is, or what of it there isn't."""
    dance = Dance(SONGS)
    before = dance.draw().svg()
    with pytest.raises(ProblemError, match=said):
        dance.do(step)
    assert dance.draw().svg() == before
