"""The web player of searches for queens: board, calls and counters are what Python knows."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any

import pytest

import dlx.trace
import nqueens.traces
from nqueens import queens_problem, trace
from nqueens.board import attacks
from nqueens.player import Player, page, script, style

if TYPE_CHECKING:
    from pathlib import Path

    from playwright.sync_api import Page

in_browser = pytest.mark.browser

METHODS = ["backtracking", "attack_counts", "min_conflicts", "dlx"]


def written(folder: Path, method: str, n: int = 6) -> Path:
    """The page that plays a search, as a file."""
    file = folder / f"{method}{n}.html"
    file.write_text(page(trace(n, method=method)), encoding="utf-8")
    return file


def do(tab: Page, action: str) -> Any:
    """Let the player of a page do something, and give what comes of it."""
    return tab.evaluate(f"() => {{ const player = dlxPlayer.players[0]; return {action}; }}")


def squares(tab: Page, selector: str) -> set[tuple[int, int]]:
    """The squares of the board that a selector finds."""
    found = tab.evaluate(
        """(selector) => [...document.querySelectorAll(".queens-row")].flatMap((line, row) =>
            [...line.children].flatMap((cell, column) =>
                cell.matches(selector) ? [[row, column]] : []))""",
        selector,
    )
    return {(row, column) for row, column in found}


def attacked_by(queens: list[tuple[int, int]], n: int) -> set[tuple[int, int]]:
    """The empty squares of a board that queens attack, by the library's own word for it."""
    return {
        (row, column)
        for row in range(n)
        for column in range(n)
        if (row, column) not in queens
        and any(attacks([(row, column), queen], n) for queen in queens)
    }


# Without a browser


def test_a_page_holds_all_it_needs() -> None:
    """It names no other file and no other machine, and no script ends another."""
    html = page(trace(5, method="backtracking"))
    for wanted in ("src=", "href=", "url(http", "@import", "fetch("):
        assert wanted not in html
    assert "</script" not in script()
    assert "</style" not in style()
    assert "<h1>5 queens by backtracking</h1>" in html


def test_a_notebook_shows_the_page_in_a_frame() -> None:
    """The board's script is in it."""
    html = Player(trace(4))._repr_html_()
    assert html.startswith("<iframe ")
    assert "queensBoard" in html


# In a browser


@in_browser
@pytest.mark.parametrize("method", METHODS)
@pytest.mark.parametrize("n", [6, 8])
def test_counters_after_a_whole_run_are_those_of_python(browser, tmp_path, method, n):
    """As they stand on the page when the search has been played to its end."""
    from tests.browser import visit

    if method == "dlx":
        cover = dlx.trace.Replay(queens_problem(n).instance)
        for event in trace(n):
            cover.forward(event)
        expected = {
            "nodes": cover.nodes,
            "updates": cover.links.updates,
            "solutions": cover.solutions,
        }
    else:
        replay, calls = nqueens.traces.Replay(), 0
        for event in trace(n, method=method):
            replay.forward(event)
            calls += event[0] == "call"
        expected = {
            "on the board": len(replay.queens),
            "calls": calls,
            "placed": replay.placed,
            "skipped": replay.skipped,
            "taken back": replay.taken_back,
            "moves": replay.moves,
            "restarts": replay.restarts,
            "solutions": replay.solutions,
        }
    with visit(browser, written(tmp_path, method, n)) as tab:
        tab.get_by_role("button", name="To the end").click()
        names = tab.locator(".dlx-counters dt").all_inner_texts()
        values = tab.locator(".dlx-counters dd").all_inner_texts()
        shown = {
            name: int(value.replace(",", "")) for name, value in zip(names, values, strict=True)
        }
        shown.pop("level", None)
        assert shown.items() <= expected.items()
        assert all(expected[name] == 0 for name in expected.keys() - shown.keys())


SNAPSHOT = "[JSON.stringify(player.state), player.place, player.host.innerHTML]"


@in_browser
@pytest.mark.parametrize(
    ("method", "numbers"), [*((method, False) for method in METHODS), ("attack_counts", True)]
)
def test_fifty_steps_and_back_leave_the_same_page(browser, tmp_path, method, numbers):
    """Every mark on the board, every call, and the state behind them."""
    from tests.browser import visit

    with visit(browser, written(tmp_path, method)) as tab:
        if numbers:
            tab.get_by_role("button", name="Count attacks").click()
        for start in (0, 13, 60):
            do(tab, f"player.jump({start})")
            before, begun = do(tab, SNAPSHOT), do(tab, "player.place")
            do(tab, "Array.from({length: 50}, () => player.step(1)).length")
            reached = do(tab, "player.place")
            assert reached == min(begun + 50, do(tab, "player.length"))
            do(tab, f"Array.from({{length: {reached - begun}}}, () => player.step(-1)).length")
            assert do(tab, SNAPSHOT) == before


@in_browser
@pytest.mark.parametrize("method", METHODS[:3])
def test_the_board_shows_queens_attacks_and_calls(browser, tmp_path, method):
    """At any place: the queens of a replay, the squares they attack, the calls in progress."""
    from tests.browser import visit

    events = list(trace(6, method=method))
    replay = nqueens.traces.Replay()
    with visit(browser, written(tmp_path, method)) as tab:
        for place, event in enumerate(events[:150], start=1):
            replay.forward(event)
            if place % 7:
                continue
            do(tab, f"player.jump({place})")
            queens = list(replay.queens)
            assert squares(tab, ".queens-queen") == set(queens)
            if method == "min_conflicts":
                in_conflict = {
                    q for first, second, _ in attacks(queens, 6) for q in (first, second)
                }
                assert squares(tab, ".queens-conflict") == in_conflict
            else:
                assert squares(tab, ".queens-attacked") == attacked_by(queens, 6)
                calls = tab.locator(".queens-call:not(.queens-leaves) code").all_inner_texts()
                assert calls == [f"place({line})" for line in replay.calls]


@in_browser
def test_a_refused_square_is_crossed_and_the_attacker_marked(browser, tmp_path):
    """With a line between them; the label says which queen it was."""
    from tests.browser import visit

    events = list(trace(6, method="backtracking"))
    with visit(browser, written(tmp_path, "backtracking")) as tab:
        for place in [k + 1 for k, event in enumerate(events) if event[0] == "reject"][:30:5]:
            _, row, column, row2, column2 = events[place - 1]
            do(tab, f"player.jump({place})")
            assert squares(tab, ".queens-just") == {(row, column), (row2, column2)}
            assert (row, column) in squares(tab, ".queens-refused:has(.queens-glyph-cross)")
            assert tab.locator(".queens-over .queens-sight").count() == 1
            label = tab.locator(".queens-row").nth(row).locator("> *").nth(column)
            assert f"refused: the queen on row {row2}, column {column2} attacks it" in (
                label.get_attribute("aria-label") or ""
            )


@in_browser
def test_a_dead_line_is_marked(browser, tmp_path):
    """It is framed, and the square that would leave it without a free square says so."""
    from tests.browser import visit

    events = list(trace(6, method="attack_counts"))
    place = next(k for k, event in enumerate(events) if event[0] == "dead") + 1
    _, row, column, line = events[place - 1]
    with visit(browser, written(tmp_path, "attack_counts")) as tab:
        do(tab, f"player.jump({place})")
        band = tab.locator(".queens-dead-band")
        assert float(band.get_attribute("y") or "") == pytest.approx(line + 0.03)
        do(tab, f"player.jump({place + 1})")
        assert squares(tab, ".queens-deadly") == {(row, column)}


@in_browser
def test_min_conflicts_shows_how_many_attack_in_the_row(browser, tmp_path):
    """Each square of the moved queen's row tells how many queens of other rows attack it."""
    from tests.browser import visit

    events = list(trace(6, method="min_conflicts"))
    replay = nqueens.traces.Replay()
    moves = 0
    with visit(browser, written(tmp_path, "min_conflicts")) as tab:
        for place, event in enumerate(events, start=1):
            replay.forward(event)
            if event[0] != "move" or moves == 8:
                continue
            moves += 1
            do(tab, f"player.jump({place})")
            row = event[1]
            others = [queen for queen in replay.queens if queen[0] != row]
            numbers = [
                str(sum(bool(attacks([(row, column), queen], 6)) for queen in others))
                for column in range(6)
            ]
            shown = tab.locator(".queens-row").nth(row).locator(".queens-number")
            assert shown.all_inner_texts() == numbers


@in_browser
def test_exact_cover_shows_chosen_and_hidden_squares(browser, tmp_path):
    """On the board of a search by dancing links, as a replay of the lists knows them."""
    from tests.browser import visit

    problem = queens_problem(6)
    labels = list(problem)
    replay, hidden = dlx.trace.Replay(problem.instance), set()
    with visit(browser, written(tmp_path, "dlx")) as tab:
        for place, event in enumerate(list(trace(6))[:400], start=1):
            replay.forward(event)
            if event[0] == "hide":
                hidden.add(event[1])
            elif event[0] == "unhide":
                hidden.remove(event[1])
            if place % 19:
                continue
            do(tab, f"player.jump({place})")
            assert squares(tab, ".queens-queen") == {labels[k] for k in replay.options}
            out = {labels[k] for k in hidden}
            seen = squares(tab, ".queens-hidden")
            candidates = squares(tab, ".queens-candidate")
            assert seen <= out <= seen | candidates | squares(tab, ".queens-queen")
            if len(replay.items) == len(replay.options):
                assert candidates == set()


@in_browser
def test_arrows_walk_on_the_board_and_do_not_step(browser, tmp_path):
    """The board is a grid with one stop for Tab; other keys are still the player's."""
    from tests.browser import visit

    with visit(browser, written(tmp_path, "backtracking")) as tab:
        grid = tab.get_by_role("grid")
        assert grid.get_by_role("gridcell").count() == 36
        assert tab.locator("[role=grid] [tabindex='0']").count() == 1
        do(tab, "player.jump(9)")
        tab.locator("[role=grid] [tabindex='0']").focus()
        for key in ("ArrowDown", "ArrowDown", "ArrowRight", "ArrowRight", "ArrowUp", "ArrowLeft"):
            tab.keyboard.press(key)
        focused = tab.evaluate("document.activeElement.getAttribute('aria-label')")
        assert focused.startswith("row 1, column 1")
        assert "attacked by 2 queens" in focused
        assert tab.locator(".queens-caption").inner_text() == focused
        assert do(tab, "player.place") == 9
        assert tab.locator("[role=grid] [tabindex='0']").count() == 1
        tab.keyboard.press("End")
        assert do(tab, "player.place === player.length")
        tab.keyboard.press("Home")
        tab.keyboard.press("Space")
        assert do(tab, "player.playing")


@in_browser
@pytest.mark.parametrize("dark", [False, True], ids=["light", "dark"])
@pytest.mark.parametrize("method", METHODS)
def test_axe_finds_nothing_serious(browser, tmp_path, method, dark):
    """In the middle of a search, with and without numbers; on a page as narrow as a phone."""
    from tests.browser import accessibility_faults, visit

    with visit(browser, written(tmp_path, method), dark=dark, width=360) as tab:
        do(tab, "player.jump(41)")
        tab.wait_for_timeout(300)
        assert accessibility_faults(tab) == []
        tab.get_by_role("button", name="Count attacks").click()
        tab.wait_for_timeout(300)
        assert accessibility_faults(tab) == []
        assert tab.evaluate("document.documentElement.scrollWidth") <= 360


@in_browser
@pytest.mark.parametrize("n", [0, 1, 2, 3])
@pytest.mark.parametrize("method", METHODS)
def test_the_smallest_boards_can_be_played(browser, tmp_path, method, n):
    """Also those without a square or without a solution."""
    from tests.browser import visit

    with visit(browser, written(tmp_path, method, n)) as tab:
        do(tab, "player.jump(player.length)")
        found = len({*trace(n, method=method)} & {("solution", 1)})
        assert json.loads(do(tab, "JSON.stringify(player.state)"))["solutions"] == found


@in_browser
def test_names_of_columns_stand_over_their_columns(browser, tmp_path):
    """On a crowded board too, where not all of them are shown."""
    from tests.browser import visit

    for n in (6, 30):
        with visit(browser, written(tmp_path, "min_conflicts", n)) as tab:
            apart = tab.evaluate(
                """() => {
                    const middle = (element, start, size) => {
                        const box = element.getBoundingClientRect();
                        return box[start] + box[size] / 2;
                    };
                    const apart = (names, squares, ...sides) =>
                        [...document.querySelectorAll(names)].map((name, k) =>
                            Math.abs(middle(name, ...sides) - middle(squares[k], ...sides)));
                    const rows = [...document.querySelectorAll(".queens-row")];
                    const first = rows.map((row) => row.firstChild);
                    return [
                        ...apart(".queens-names-c span", rows[0].children, "left", "width"),
                        ...apart(".queens-names-r span", first, "top", "height"),
                    ];
                }"""
            )
            assert len(apart) == 2 * n
            assert max(apart) < 2
