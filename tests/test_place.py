"""Place them yourself: attacks, hints and counts on the page are those of the library."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from nqueens import count_queens, make_puzzle, solve_queens
from nqueens.board import attacks
from nqueens.player import place

if TYPE_CHECKING:
    from pathlib import Path

    from playwright.sync_api import Page

in_browser = pytest.mark.browser

PUZZLE = make_puzzle(6, seed=2)
READY = "html[data-queens-ready]"


def told() -> dict[str, Any]:
    """The boards of these tests."""
    return place.data([8, 4, 5, 6, 3], {"Regions": PUZZLE.regions})


def written(folder: Path) -> Path:
    """The page, as a file."""
    file = folder / "place.html"
    file.write_text(place.page(told()), encoding="utf-8")
    return file


def do(tab: Page, action: str) -> Any:
    """Let the board of a page do something, and give what comes of it."""
    return tab.evaluate(
        "(action) => { const board = document.querySelector('.queens-place').queensPlace;"
        " return new Function('board', `return ${action}`)(board); }",
        action,
    )


def put(tab: Page, *queens: tuple[int, int]) -> None:
    """Put queens on squares."""
    for row, column in queens:
        do(tab, f"board.toggle('queen', {row}, {column})")


def assert_pressed_in_vain(tab: Page, name: str) -> None:
    """A button that was just used has the focus still, and nothing more to do."""
    button = tab.get_by_role("button", name=name)
    assert button.get_attribute("aria-disabled") == "true"
    assert button.evaluate("(element) => element === document.activeElement")


def square(tab: Page, row: int, column: int) -> Any:
    """A square of the board."""
    return tab.locator(".queens-row").nth(row).locator("> *").nth(column)


# Without a browser


def test_the_data_have_all_solutions() -> None:
    """Of plain boards and of puzzles, which have one; regions are numbered as they turn up."""
    boards = told()["boards"]
    assert [board["name"] for board in boards][:2] == ["8 queens", "4 queens"]
    assert [len(board["solutions"]) for board in boards] == [92, 2, 10, 4, 0, 1]
    for board in boards[:4]:
        decoded = [tuple(int(letter, 36) for letter in word) for word in board["solutions"]]
        assert decoded == list(solve_queens(board["n"]))
    assert boards[-1]["solutions"] == ["".join(map(str, PUZZLE.answer))]
    assert boards[-1]["regions"][0] == [0, 0, 1, 1, 1, 1]
    assert boards[-1]["diagonals"] == "adjacent"


def test_a_page_holds_all_it_needs() -> None:
    """It names no other file and no other machine."""
    html = place.page(told(), title="Eight & more")
    for wanted in ("src=", "href=", "url(http", "@import", "fetch("):
        assert wanted not in html
    assert "<h1>Eight &amp; more</h1>" in html


def test_sizes_that_make_no_sense_are_refused() -> None:
    """The message says what would do."""
    with pytest.raises(ValueError, match="n is 40; the page takes boards with at most 36 rows"):
        place.data([40])
    with pytest.raises(ValueError, match="n is -1"):
        place.data([-1])


# In a browser


@pytest.fixture(scope="module")
def one_page(browser, tmp_path_factory):
    """A page for many placements."""
    from tests.browser import visit

    with visit(browser, written(tmp_path_factory.mktemp("place")), ready=READY) as tab:
        yield tab


PLACED = """([number, queens]) => {
    const board = document.querySelector(".queens-place").queensPlace;
    board.choose(number);
    for (const [row, column] of queens) board.toggle("queen", row, column);
    return [board.attacks(), board.attackList.innerText.split("\\n").filter(Boolean)];
}"""

placements = st.lists(st.tuples(st.integers(0, 5), st.integers(0, 5)), max_size=9, unique=True)


@in_browser
@settings(max_examples=60, deadline=None)
@given(queens=placements, number=st.sampled_from([0, 3, 5]))
def test_attacks_are_those_that_the_library_reports(one_page, queens, number):
    """Any number of queens in a row, on plain boards and in regions: the same pairs and lines."""
    n = [8, 4, 5, 6, 3, 6][number]
    rules: dict[str, Any] = {}
    if number == 5:
        rules = {"regions": PUZZLE.regions, "diagonals": "adjacent"}
    expected = attacks(queens, n, **rules)
    reported, texts = one_page.evaluate(PLACED, [number, queens])
    assert [
        (tuple(first), tuple(second), tuple(lines)) for first, second, lines in reported
    ] == expected
    assert len(texts) == len(expected)
    for text, (first, second, lines) in zip(texts, expected, strict=True):
        assert "queens on r{} c{} and r{} c{} ".format(*first, *second) in text
        for line in lines:
            wanted = {"t": "touch at a corner", "r": f"the row {line}", "c": f"the column {line}"}
            if line.startswith("region"):
                assert f"the region {chr(ord('A') + int(line[6:]))}" in text
            else:
                assert wanted.get(line[0], f"the diagonal {line}") in text


@in_browser
@settings(max_examples=20, deadline=None)
@given(queens=placements)
def test_counts_are_the_solutions_that_go_through_squares(one_page, queens):
    """With the queens that are on the board; 92 at the start, and the whole board is told."""
    one_page.evaluate(PLACED, [0, queens])
    one_page.get_by_label("Show how many solutions go through each square").check()
    left = [
        board for board in solve_queens(8) if all(board[row] == column for row, column in queens)
    ]
    numbers = one_page.evaluate(
        """() => [...document.querySelectorAll(".queens-row")].map((row) =>
            [...row.querySelectorAll(".queens-number")].map((each) => Number(each.innerText)))"""
    )
    assert numbers == [
        [sum(board[row] == column for board in left) for column in range(8)] for row in range(8)
    ]
    assert f"{len(left)} of 92 solutions left" in one_page.locator(".queens-total").inner_text()


@in_browser
def test_hints_lead_to_a_solution(browser, tmp_path):
    """Following hints alone solves every board; the end says which solution it is."""
    from tests.browser import visit

    with visit(browser, written(tmp_path), ready=READY) as tab:
        for number, n in [(0, 8), (1, 4), (5, 6)]:
            do(tab, f"board.choose({number})")
            for _ in range(n):
                tab.get_by_role("button", name="Hint").click()
                row, column = do(tab, "board.hinted")
                assert "queens-just" in (square(tab, row, column).get_attribute("class") or "")
                put(tab, (row, column))
            assert do(tab, "board.isSolved()")
            said = tab.locator(".queens-total").inner_text()
            assert "Solved: it is " in said
        assert "it is the only solution" in said


@in_browser
def test_a_hint_says_where_no_solution_goes_on(browser, tmp_path):
    """After attacks, after queens that none completes, and where there is no solution at all."""
    from tests.browser import visit

    with visit(browser, written(tmp_path), ready=READY) as tab:
        said = tab.locator(".dlx-say")
        put(tab, (0, 0), (1, 1))
        tab.get_by_role("button", name="Hint").click()
        assert "Two queens attack each other" in said.inner_text()
        do(tab, "board.choose(3)")  # 6 queens: none of the 4 solutions has one in a corner
        put(tab, (1, 3), (0, 0))
        tab.get_by_role("button", name="Hint").click()
        assert said.inner_text() == (
            "None attacks another, but no solution has queens on all these squares. Without the "
            "last queen, 1 of the 4 solutions goes on from here."
        )
        do(tab, "board.choose(4)")
        tab.get_by_role("button", name="Hint").click()
        assert said.inner_text() == "This board has no solution at all."


@in_browser
def test_undo_and_redo_walk_through_all_that_was_done(browser, tmp_path):
    """Each leads to the page as it was, but for what was said."""
    from tests.browser import visit

    board = "document.querySelector('.queens-place-body').innerHTML"
    with visit(browser, written(tmp_path), ready=READY) as tab:
        views = [tab.evaluate(board)]
        for action in (
            "board.toggle('queen', 0, 1)",
            "board.toggle('queen', 3, 4)",
            "board.toggle('cross', 5, 5)",
            "board.toggle('queen', 0, 1)",
            "board.toggle('queen', 5, 5)",
            "board.clear()",
        ):
            do(tab, action)
            views.append(tab.evaluate(board))
        for view in reversed(views[:-1]):
            tab.get_by_role("button", name="Undo").click()
            assert tab.evaluate(board) == view
        assert_pressed_in_vain(tab, "Undo")
        for view in views[1:]:
            tab.get_by_role("button", name="Redo").click()
            assert tab.evaluate(board) == view
        assert_pressed_in_vain(tab, "Redo")


@in_browser
def test_all_can_be_done_with_keys(browser, tmp_path):
    """Walking, placing, crossing, taking back, undoing; and what happens is said."""
    from tests.browser import visit

    with visit(browser, written(tmp_path), ready=READY) as tab:
        said = tab.locator("[aria-live=polite]")
        tab.locator("[role=grid] [tabindex='0']").focus()
        press = tab.keyboard.press
        for key in ("ArrowDown", "ArrowRight", "Space"):
            press(key)
        assert said.inner_text() == "A queen on row 1, column 1. 1 queen of 8."
        for key in ("ArrowDown", "ArrowRight", "Enter"):
            press(key)
        assert said.inner_text() == (
            "A queen on row 2, column 2. The queens on r1 c1 and r2 c2 share the diagonal b7. "
            "2 queens of 8, two of them attack each other."
        )
        label = tab.evaluate("document.activeElement.getAttribute('aria-label')")
        assert label == "row 2, column 2, queen, attacked by 1 queen"
        press("u")
        assert said.inner_text() == "Undone. 1 queen of 8."
        press("r")
        assert do(tab, "board.queens.length") == 2
        press("End")
        press("x")
        assert said.inner_text() == "A cross on row 2, column 7."
        assert do(tab, "board.crosses") == [[2, 7]]
        press("Delete")
        assert do(tab, "board.crosses") == []
        press("Home")
        press("h")
        assert "attack each other" in said.inner_text()
        press("?")
        assert tab.get_by_role("dialog").is_visible()
        press("Escape")
        assert not tab.get_by_role("dialog").is_visible()
        assert tab.locator("[role=grid] [tabindex='0']").count() == 1


@in_browser
def test_the_pointer_places_queens_or_crosses(browser, tmp_path):
    """A click does what the chosen tool does, and again takes it off."""
    from tests.browser import visit

    with visit(browser, written(tmp_path), ready=READY, width=360) as tab:
        square(tab, 3, 5).click()
        assert do(tab, "board.queens") == [[3, 5]]
        tab.get_by_role("button", name="Cross").click()
        square(tab, 0, 0).click()
        square(tab, 3, 5).click()
        assert do(tab, "[board.queens, board.crosses]") == [[], [[0, 0], [3, 5]]]
        square(tab, 0, 0).click()
        assert do(tab, "board.crosses") == [[3, 5]]


@in_browser
def test_marks_can_be_switched_off(browser, tmp_path):
    """Attacked squares are marked, and labeled so, unless nobody wants it."""
    from tests.browser import visit

    with visit(browser, written(tmp_path), ready=READY) as tab:
        put(tab, (0, 0))
        marked = tab.locator(".queens-square.queens-attacked")
        assert marked.count() == 21
        assert square(tab, 7, 7).get_attribute("aria-label") == (
            "row 7, column 7, attacked by 1 queen"
        )
        tab.get_by_label("Mark attacked squares").uncheck()
        assert marked.count() == 0
        assert square(tab, 7, 7).get_attribute("aria-label") == "row 7, column 7, empty"


@in_browser
def test_another_board_can_be_chosen(browser, tmp_path):
    """From the list of those that are built in; regions have walls and letters."""
    from tests.browser import visit

    with visit(browser, written(tmp_path), ready=READY) as tab:
        tab.get_by_label("Board", exact=True).select_option("Regions")
        assert tab.get_by_role("gridcell").count() == 36
        assert tab.locator(".queens-under text").all_text_contents() == list("ABCDEF")
        assert tab.locator(".queens-under path").count() == 1
        assert "no two touch" in tab.locator(".dlx-say").inner_text()
        assert "region D" in (square(tab, 5, 0).get_attribute("aria-label") or "")


@in_browser
@pytest.mark.parametrize("dark", [False, True], ids=["light", "dark"])
def test_axe_finds_nothing_serious(browser, tmp_path, dark):
    """Empty, with attacks, numbers and a hint, on regions, solved; as narrow as a phone."""
    from tests.browser import accessibility_faults, visit

    with visit(browser, written(tmp_path), ready=READY, dark=dark, width=360) as tab:

        def looks_good() -> None:
            assert accessibility_faults(tab) == []
            assert tab.evaluate("document.documentElement.scrollWidth") <= 360

        looks_good()
        put(tab, (0, 0), (3, 3), (4, 6))
        looks_good()
        tab.get_by_label("Show how many solutions go through each square").check()
        looks_good()
        do(tab, "board.clear()")
        tab.get_by_role("button", name="Hint").click()
        looks_good()
        do(tab, "board.choose(5)")
        put(tab, (0, 0), (2, 1), (3, 2))
        do(tab, "board.toggle('cross', 5, 5)")
        looks_good()
        do(tab, "board.choose(1)")
        put(tab, (0, 1), (1, 3), (2, 0), (3, 2))
        looks_good()


@in_browser
def test_the_site_has_the_board_with_its_sizes_and_puzzles(browser, site):
    """All plain boards have as many solutions as the library counts, and each puzzle has one."""
    from tests.browser import visit

    with visit(browser, site / "place_yourself.html", ready=READY) as tab:
        boards = do(tab, "board.told.boards.map((each) => [each.n, each.regions, each.solutions])")
        plain = {n: len(solutions) for n, regions, solutions in boards if not regions}
        assert plain == {n: count_queens(n) for n in range(4, 11)}
        puzzles = [len(solutions) for _, regions, solutions in boards if regions]
        assert puzzles == [1] * len(puzzles) != []
        put(tab, (0, 0), (1, 1))
        assert do(tab, "board.attacks()") == [[[0, 0], [1, 1], ["b7"]]]
