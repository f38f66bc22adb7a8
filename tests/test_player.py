"""The web player: it shows what Python knows, at every place, and everybody can use it."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import dlx.trace
import nqueens.traces
from dlx import Problem
from dlx.player import Player, embed, pack, page, script, style
from nqueens import queens_problem, trace
from tests.strategies import Sample, samples
from tests.test_trace import problems

if TYPE_CHECKING:
    from pathlib import Path

    from playwright.sync_api import Locator, Page

in_browser = pytest.mark.browser

SEVEN = "A B C D E F G\nC E F\nA D G\nB C F\nA D\nB G\nD E G\n"
COLORS = "A B C | X Y\nA B X:a Y:a\nA C X:b Y:b\nX:a Y:b\nB X:b\nC Y:b\n"
LAST = len(Problem.from_text(SEVEN).trace().as_json()["events"])
LISTS = ("llink", "rlink", "length", "top", "ulink", "dlink", "color")


def told(name: str) -> dict[str, Any]:
    """What is played in these tests."""
    if name == "queens":
        return queens_problem(8).trace().as_json(title="8 queens by dancing links")
    if name in {"backtracking", "attack_counts", "min_conflicts"}:
        return trace(6, method=name).as_json()
    text = {"seven": SEVEN, "colors": COLORS}[name]
    return Problem.from_text(text).trace().as_json(title=f"A problem: {name}")


def queens_script() -> str:
    """The state of the queens' own methods, without their board."""
    from importlib.resources import files

    return (files("nqueens") / "player" / "queens_state.js").read_text(encoding="utf-8")


def written(folder: Path, name: str) -> Path:
    """The page that plays it, as a file."""
    file = folder / f"{name}.html"
    file.write_text(page(told(name), scripts=[queens_script()]), encoding="utf-8")
    return file


def two_players(folder: Path) -> Path:
    """A page with two players, a link and a field to type into."""
    file = folder / "two.html"
    piece = embed(told("seven"))
    file.write_text(
        f"<!doctype html><title>Two</title><style>{style()}</style>"
        f"<a id='link' href='#text'>link</a><input id='text' aria-label='text'>"
        f"{piece}{piece}<script>{script()}</script>",
        encoding="utf-8",
    )
    return file


def center(part: Locator) -> tuple[float, float]:
    """The middle of what is seen."""
    box = part.bounding_box()
    assert box is not None
    return box["x"] + box["width"] / 2, box["y"] + box["height"] / 2


def do(tab: Page, action: str) -> Any:
    """Let the first player of a page do something, and give what comes of it."""
    return tab.evaluate(f"() => {{ const player = dlxPlayer.players[0]; return {action}; }}")


FOCUS = "(element) => element.focus({preventScroll: true})"
SNAPSHOT = (
    "[JSON.stringify(player.state), player.place, player.slider.value, player.host.innerHTML]"
)

ALL = ["seven", "colors", "queens", "backtracking", "attack_counts", "min_conflicts"]


# Without a browser


def test_the_trace_of_eight_queens_is_small() -> None:
    """All solutions of 8 queens, step by step, take at most 100 kB as compressed JSON."""
    assert len(pack(told("queens"))) <= 100_000


def test_a_page_holds_all_it_needs() -> None:
    """It names no other file and no other machine; the only addresses in it are names in SVG."""
    html = page(told("seven"))
    for wanted in ("src=", "href=", "url(http", "@import", "fetch(", "onclick"):
        assert wanted not in html
    assert html.count("http") - html.count("http://www.w3.org/2000/svg") == html.count("http-equiv")
    assert "</script" not in script()
    assert "</style" not in style()


def test_names_can_be_anything() -> None:
    """Items and titles that look like HTML stay text."""
    evil = "</script><script>alert(1)</script>"
    html = page(Problem([[evil]]).trace(), title=evil)
    assert evil not in html
    assert "&lt;/script&gt;" in html


def test_a_notebook_shows_a_frame_with_the_page() -> None:
    """The page is in the frame itself, so that it works where no other file can be read."""
    player = Player(Problem([["a"]]).trace(), title='"Quoted"')
    html = player._repr_html_()
    assert html.startswith("<iframe ")
    assert 'title="&quot;Quoted&quot;"' in html
    assert html.count('"') == 2 * html.count('="')


def test_a_trace_and_what_it_tells_give_the_same_player() -> None:
    """Whoever has a trace need not know of its data."""
    problem = Problem([["a"], ["b"], ["a", "b"]])
    assert embed(problem.trace()) == embed(problem.trace().as_json())


@given(samples())
def test_every_event_has_its_line_in_the_listing(sample: Sample) -> None:
    """Each word that is told is done by one of the lines that are shown."""
    data = sample.problem().trace(max_events=500).as_json()
    listing = data["listing"]
    for code, *_ in data["events"]:
        assert 0 <= listing["at"][data["words"][code]] < len(listing["lines"])


# In a browser


@in_browser
@pytest.mark.parametrize("name", ALL)
def test_a_page_loads_without_a_fault_and_walks_back_to_where_it_was(browser, tmp_path, name):
    """Fifty steps forward and fifty back leave the same state and the same page."""
    from tests.browser import visit

    with visit(browser, written(tmp_path, name)) as tab:
        if name in {"seven", "colors"}:
            tab.locator("details").evaluate("each => each.open = true")
            tab.wait_for_selector(".dlx-tables td")
        for start in (0, 7, 20):
            do(tab, f"player.jump({start})")
            before = do(tab, SNAPSHOT)
            do(tab, "Array.from({length: 50}, () => player.step(1)).length")
            reached = do(tab, "player.place")
            assert reached == min(start + 50, do(tab, "player.length"))
            do(tab, f"Array.from({{length: {reached - start}}}, () => player.step(-1)).length")
            assert do(tab, SNAPSHOT) == before


@in_browser
def test_the_counters_after_eight_queens_are_knuths(browser, tmp_path):
    """92 solutions, 1049 nodes and 16680 updates, as they stand on the page."""
    from tests.browser import visit

    with visit(browser, written(tmp_path, "queens")) as tab:
        tab.get_by_role("button", name="To the end").click()
        shown = tab.locator(".dlx-counters dl > div").all_inner_texts()
        counters = dict(map(str.split, shown))
        assert counters == {
            "level": "0",
            "nodes": "1,049",
            "updates": "16,680",
            "solutions": "92",
        }
        assert tab.locator(".dlx-say").inner_text() == (
            "The whole tree has been searched: 92 solutions in 1049 nodes."
        )
        assert tab.locator(".dlx-scroll .dlx-there").count() == 1049
        assert tab.locator(".dlx-scroll .dlx-solution").count() == 92


@pytest.fixture(scope="module")
def empty_page(browser, tmp_path_factory):
    """A page with all scripts, where any number of players can be made."""
    from tests.browser import visit

    with visit(browser, written(tmp_path_factory.mktemp("player"), "seven")) as tab:
        yield tab


STATES = """([told, places]) => {
    const host = document.createElement("div");
    document.body.append(host);
    const player = dlxPlayer.mount(host, told);
    const states = places.map((place) => {
        player.jump(place);
        return JSON.stringify(player.state);
    });
    dlxPlayer.players.pop();
    host.remove();
    return states;
}"""


@in_browser
@settings(max_examples=40)
@given(problem=problems(), data=st.data())
def test_states_are_those_of_python_at_any_place(empty_page, problem, data):
    """Jumping about, all arrays and counters are those of a replay that walked there."""
    events = list(problem.trace(max_events=400))
    places = data.draw(st.lists(st.integers(0, len(events)), min_size=1, max_size=5))
    places.append(len(events))
    states = empty_page.evaluate(STATES, [problem.trace(max_events=400).as_json(), places])
    for place, text in zip(places, states, strict=True):
        replay, state = dlx.trace.Replay(problem.instance), json.loads(text)
        for event in events[:place]:
            replay.forward(event)
        for name in LISTS:
            assert state[name] == list(getattr(replay.links, name)), name
        assert state["updates"] == replay.links.updates
        for name in ("items", "options", "nodes", "solutions"):
            assert state[name] == getattr(replay, name), name


@in_browser
@pytest.mark.parametrize("method", ["backtracking", "attack_counts", "min_conflicts"])
@pytest.mark.parametrize("n", [1, 3, 4, 6])
def test_boards_are_those_of_python_at_any_place(empty_page, method, n):
    """For the queens' own methods too: queens, calls and counters."""
    events = list(trace(n, method=method, max_events=3000))
    places = [*range(0, len(events), max(1, len(events) // 40)), len(events)]
    order = [*places[::2], *places[1::2][::-1]]
    told = trace(n, method=method, max_events=3000).as_json()
    states = dict(zip(order, empty_page.evaluate(STATES, [told, order]), strict=True))
    replay = nqueens.traces.Replay()
    for place in range(len(events) + 1):
        if place in states:
            state = json.loads(states[place])
            assert state["queens"] == [list(queen) for queen in replay.queens]
            assert [call["line"] for call in state["calls"]] == replay.calls
            for name in ("placed", "skipped", "moves", "restarts", "solutions"):
                assert state[name] == getattr(replay, name), name
            assert state["takenBack"] == replay.taken_back
        if place < len(events):
            replay.forward(events[place])


@in_browser
def test_options_with_colors_can_be_given(browser, tmp_path):
    """They are settled before the first step, and their colors are named all the same."""
    from tests.browser import visit

    problem = Problem.from_text(COLORS).restricted(given=[1])
    file = tmp_path / "given.html"
    file.write_text(page(problem.trace()), encoding="utf-8")
    with visit(browser, file) as tab:
        colors = tab.locator("[aria-label*='of option 1']").evaluate_all(
            "(all) => all.map((each) => /color (\\w)/.exec(each.ariaLabel)?.[1]).filter(Boolean)"
        )
        assert colors == ["b", "b"]


@in_browser
def test_keys(browser, tmp_path):
    """Space, arrows, Home and End, + and −, and ? do what the list of keys says."""
    from tests.browser import visit

    with visit(browser, written(tmp_path, "seven")) as tab:
        length = do(tab, "player.length")
        solution = do(tab, "player.solutions[0]")
        for key, place in [
            ("ArrowRight", 1),
            ("ArrowRight", 2),
            ("ArrowLeft", 1),
            ("Shift+ArrowRight", solution),
            ("End", length),
            ("Shift+ArrowLeft", solution),
            ("Home", 0),
        ]:
            tab.keyboard.press(key)
            assert do(tab, "player.place") == place, key
        speed = do(tab, "player.speed")
        tab.keyboard.press("+")
        assert do(tab, "player.speed") == speed + 1
        tab.keyboard.press("-")
        assert do(tab, "player.speed") == speed
        tab.keyboard.press("Space")
        assert do(tab, "player.playing")
        tab.keyboard.press("Space")
        assert not do(tab, "player.playing")
        tab.keyboard.press("?")
        assert tab.get_by_role("dialog").is_visible()
        place = do(tab, "player.place")
        tab.keyboard.press("ArrowRight")  # the list is being read
        tab.keyboard.press("Escape")
        assert not tab.get_by_role("dialog").is_visible()
        assert do(tab, "player.place") == place


@in_browser
def test_keys_stay_quiet_while_somebody_types(browser, tmp_path):
    """In an input a key is a letter; and a page's other player does not listen."""
    from tests.browser import visit

    with visit(browser, two_players(tmp_path)) as tab:

        def places() -> Any:
            return tab.evaluate("dlxPlayer.players.map((player) => player.place)")

        tab.keyboard.press("ArrowRight")
        assert places() == [0, 0]  # the pointer is in neither
        tab.locator(".dlx-player").nth(1).locator(".dlx-say").hover()
        tab.keyboard.press("ArrowRight")
        assert places() == [0, 1]
        tab.locator("#link").evaluate(FOCUS)
        for key, expected in [("ArrowRight", [0, 2]), ("End", [0, LAST]), ("Home", [0, 0])]:
            tab.keyboard.press(key)  # a link has no use for them
            assert places() == expected
        tab.keyboard.press("ArrowRight")
        tab.locator("#text").focus()
        for key in ("End", "Space", "ArrowRight", "Shift+?"):
            tab.keyboard.press(key)
        assert places() == [0, 1]
        assert not tab.evaluate("dlxPlayer.players.some((player) => player.playing)")
        tab.locator(".dlx-player").nth(0).get_by_role("button", name="Step", exact=True).focus()
        tab.keyboard.press("ArrowRight")
        assert places() == [1, 1]
        tab.keyboard.press("Space")  # presses the button that has the focus, and does not play
        assert places() == [2, 1]


@in_browser
def test_keys_go_to_the_player_under_the_pointer_not_to_one_used_before(browser, tmp_path):
    """A button, a slider or a grid that was used before has no share in them; Tab goes back."""
    from tests.browser import visit

    with visit(browser, two_players(tmp_path)) as tab:
        places = "dlxPlayer.players.map((player) => player.place)"
        playing = "dlxPlayer.players.map((player) => player.playing)"
        first, second = (tab.locator(".dlx-player").nth(k) for k in range(2))
        first.get_by_role("button", name="Step", exact=True).click()
        second.locator(".dlx-say").hover()
        tab.keyboard.press("Space")
        assert tab.evaluate(playing) == [False, True]
        tab.keyboard.press("Space")
        assert tab.evaluate(playing) == [False, False]
        tab.evaluate("dlxPlayer.players[1].halt(0)")
        for used in (
            first.get_by_role("slider", name="Place in the search"),
            first.get_by_role("columnheader").nth(1),
        ):
            used.evaluate(FOCUS)
            tab.keyboard.press("Home" if used.get_attribute("type") else "Shift")
            before = tab.evaluate(places)
            second.locator(".dlx-say").hover()
            tab.mouse.move(*center(second.locator(".dlx-counters")))
            tab.keyboard.press("ArrowRight")
            assert tab.evaluate(places) == [before[0], before[1] + 1]
        first.get_by_role("button", name="Step", exact=True).evaluate(FOCUS)
        before = tab.evaluate(places)
        tab.keyboard.press("ArrowRight")  # the focus has come since
        assert tab.evaluate(places) == [before[0] + 1, before[1]]
        tab.evaluate("scrollTo(0, document.documentElement.scrollHeight)")
        tab.mouse.move(*center(second.locator(".dlx-panels")))
        tab.keyboard.press("ArrowRight")
        assert tab.evaluate(places) == [before[0] + 1, before[1] + 1]


@in_browser
def test_keys_work_after_a_slider_was_used(browser, tmp_path):
    """It keeps only those that move it."""
    from tests.browser import visit

    with visit(browser, written(tmp_path, "seven")) as tab:
        for name in ("Place in the search", "Speed"):
            do(tab, "player.halt(0)")
            slider = tab.get_by_role("slider", name=name)
            slider.focus()
            tab.keyboard.press("Shift+ArrowRight")
            assert do(tab, "player.place === player.solutions[0]")
            tab.keyboard.press("Space")
            assert do(tab, "player.playing")
            tab.keyboard.press("Space")
            assert not do(tab, "player.playing")
            tab.keyboard.press("?")
            assert tab.get_by_role("dialog").is_visible()
            tab.keyboard.press("Escape")
        place, speed = do(tab, "[player.place, player.speed]")
        tab.keyboard.press("ArrowRight")  # the speed's
        assert do(tab, "[player.place, player.speed]") == [place, speed + 1]


@in_browser
@pytest.mark.parametrize("stop", ["pause()", "walk(0)", "halt(0)", "toSolution(-1)"])
def test_playing_again_and_again_is_no_faster(browser, tmp_path, stop):
    """However it was stopped, one frame at a time is asked for."""
    from tests.browser import visit

    with visit(browser, written(tmp_path, "seven")) as tab:
        frames = tab.evaluate(
            """async (stop) => {
                const player = dlxPlayer.players[0];
                const frame = () => new Promise(requestAnimationFrame);
                const again = new Function("player", `player.play(); player.${stop}`);
                for (let k = 0; k < 20; k++) again(player);
                player.setSpeed(0);
                player.play();
                await frame();
                let asked = 0;
                const ask = window.requestAnimationFrame;
                window.requestAnimationFrame = (act) => ((asked += 1), ask(act));
                await new Promise(ask);
                await new Promise(ask);
                window.requestAnimationFrame = ask;
                player.pause();
                return asked;
            }""",
            stop,
        )
        assert 1 <= frames <= 3


@in_browser
def test_a_browser_that_cannot_unpack_says_so(browser, tmp_path):
    """In the place of each player, instead of an empty box."""
    from tests.browser import visit

    file = two_players(tmp_path)
    text = file.read_text(encoding="utf-8")
    file.write_text(
        text.replace("<title>", "<script>delete window.DecompressionStream</script><title>"),
        encoding="utf-8",
    )
    with visit(browser, file) as tab:
        told = tab.get_by_role("alert").all_inner_texts()
        assert len(told) == 2
        assert all("this browser can't unpack it" in text for text in told)


NAMED = {
    "strings": ["a duo for strings", "hall"],
    "a brass band and more": ["a trio", "hall"],
    "woodwinds": ["a trio"],
    "the solo voice": ["a duo for strings"],
    "percussion": ["hall"],
}
GREEN = "one two | X Y\none X:green Y:red\ntwo X:green Y:blue\none X:red\ntwo X:red Y:red\n"
BOXES = """(names) => Object.fromEntries(names.map((name) => [
    name,
    [...document.querySelectorAll(name)].filter((each) => each.checkVisibility()).map((each) => {
        const { left, top, right, bottom } = each.getBoundingClientRect();
        return [left, top, right, bottom];
    }),
]))"""


def overlap(one: list[float], other: list[float]) -> bool:
    """Whether two boxes have more in common than an edge."""
    return all(
        min(one[k + 2], other[k + 2]) - max(one[k], other[k]) > 1  # the pixel of the edge
        for k in range(2)
    )


def inside(inner: list[float], outer: list[float]) -> bool:
    """Whether a box lies in another."""
    return all(inner[k] >= outer[k] - 1 and inner[k + 2] <= outer[k + 2] + 1 for k in range(2))


@in_browser
def test_long_names_stay_in_their_boxes(browser, tmp_path):
    """Of items, options and the tree's nodes; what is too long has its whole text as a title."""
    from tests.browser import visit

    file = tmp_path / "named.html"
    file.write_text(page(Problem(NAMED).trace()), encoding="utf-8")
    with visit(browser, file) as tab:
        for place in ("player.solutions[0]", "player.length"):
            do(tab, f"player.jump({place})")
            for outer, inner in [
                (".dlx-item .dlx-header", ".dlx-item .dlx-item-name"),
                (".dlx-label-paper", ".dlx-label"),
                (".dlx-scroll .dlx-there .dlx-spot", ".dlx-there g > text:not([class*=branch])"),
            ]:
                boxes = tab.evaluate(BOXES, [outer, inner])
                assert len(boxes[inner]) == len(boxes[outer]) > 0
                for text, box in zip(boxes[inner], boxes[outer], strict=True):
                    assert inside(text, box), inner
            boxes = tab.evaluate(BOXES, [".dlx-branch-text", ".dlx-scroll .dlx-there .dlx-spot"])
            texts = boxes.pop(".dlx-branch-text")
            for k, text in enumerate(texts):
                others = [*texts[:k], *boxes[".dlx-scroll .dlx-there .dlx-spot"]]
                assert not any(overlap(text, other) for other in others)
        titles = tab.locator(".dlx-tree-box title").all_text_contents()
        assert {"a brass band and more", "a duo for strings 2"} <= set(titles)


@in_browser
def test_arcs_to_the_root_end_at_the_root(browser, tmp_path):
    """However high the other headers are."""
    from tests.browser import visit

    file = tmp_path / "named.html"
    file.write_text(page(Problem(NAMED).trace()), encoding="utf-8")
    with visit(browser, file) as tab:
        ends = tab.evaluate(
            """() => {
                const player = dlxPlayer.players[0];
                const root = document.querySelector(".dlx-corner rect").getBBox();
                const ends = [];
                for (let place = 0; place <= player.length; place++) {
                    player.jump(place);
                    for (const arc of document.querySelectorAll(".dlx-arrow[d*=C]")) {
                        for (const at of [0, arc.getTotalLength()]) {
                            const { x, y } = arc.getPointAtLength(at);
                            if (x < root.x + root.width) ends.push(root.y - y);
                        }
                    }
                }
                return ends;
            }"""
        )
        assert ends
        assert all(0 <= end < 3 for end in ends)


@in_browser
def test_names_of_colors_cover_no_node(browser, tmp_path):
    """And are whole where there is room; a list of one is called so."""
    from tests.browser import visit

    file = tmp_path / "green.html"
    file.write_text(page(Problem.from_text(GREEN).trace()), encoding="utf-8")
    with visit(browser, file) as tab:
        boxes = tab.evaluate(BOXES, [".dlx-color", ".dlx-node rect"])
        assert len(boxes[".dlx-color"]) == 7
        for text in boxes[".dlx-color"]:
            assert not any(overlap(text, box) for box in boxes[".dlx-node rect"])
        assert "green" in tab.locator(".dlx-color").all_text_contents()
        do(tab, "player.jump(player.solutions[0])")
        names = tab.locator(".dlx-item").evaluate_all("(all) => all.map((each) => each.ariaLabel)")
        assert any(name.endswith(", 1 option in its list") for name in names)
        assert not any(", 1 options" in name for name in names)


@in_browser
def test_it_plays_to_the_end_and_says_so(browser, tmp_path):
    """Played at full speed, a search ends by itself; what it says is there to be read out."""
    from tests.browser import visit

    with visit(browser, written(tmp_path, "seven")) as tab:
        for _ in range(12):
            tab.keyboard.press("+")
        tab.get_by_role("button", name="Play").click()
        tab.wait_for_selector(".dlx-say:has-text('The whole tree has been searched')")
        assert do(tab, "player.place === player.length && !player.playing")
        assert "The whole tree has been searched" in tab.locator("[aria-live=polite]").inner_text()
        tab.get_by_label("Choices only").check()
        tab.keyboard.press("Home")
        said = []
        for _ in range(4):
            do(tab, "player.step(1)")
            said.append(do(tab, "player.event[0]"))
        assert said == ["enter", "try", "enter", "try"]


@in_browser
def test_arrows_walk_in_the_matrix(browser, tmp_path):
    """The matrix is a grid with one stop for Tab; its arrows do not step the search."""
    from tests.browser import visit

    with visit(browser, written(tmp_path, "seven")) as tab:
        assert tab.locator("[role=grid] [tabindex='0']").count() == 1
        tab.locator("[role=grid] [tabindex='0']").focus()
        names = []
        for key in ("ArrowRight", "ArrowDown", "ArrowDown", "ArrowRight", "Home", "ArrowUp"):
            tab.keyboard.press(key)
            names.append(tab.evaluate("document.activeElement.getAttribute('aria-label')"))
        assert [name.partition(":")[0] for name in names] == [
            "Item B, to cover, 2 options in its list",
            "B of option 2, node 17",
            "B of option 4, node 24",
            "G of option 4, node 25",
            "option 4 (B G)",
            "option 3 (A D)",
        ]
        assert tab.locator("[role=grid] [tabindex='0']").count() == 1
        assert do(tab, "player.place") == 0


@in_browser
@pytest.mark.parametrize("dark", [False, True], ids=["light", "dark"])
@pytest.mark.parametrize("name", ALL)
def test_axe_finds_nothing_serious(browser, tmp_path, name, dark):
    """In the middle of a search with all numbers shown; at the start, and with the list of keys."""
    from tests.browser import accessibility_faults, visit

    with visit(browser, written(tmp_path, name), dark=dark, width=360) as tab:
        do(tab, "player.jump(30)")
        if name in {"seven", "colors"}:
            tab.locator("details").evaluate("each => each.open = true")
        tab.wait_for_timeout(300)  # until colors have changed
        assert accessibility_faults(tab) == []
        if name == "seven":
            tab.keyboard.press("Home")
            assert accessibility_faults(tab) == []
            tab.keyboard.press("?")
            assert accessibility_faults(tab) == []


@in_browser
@pytest.mark.parametrize("name", ALL)
def test_a_narrow_page_is_not_wider_than_its_window(browser, tmp_path, name):
    """At 360 pixels only the boxes inside scroll sideways."""
    from tests.browser import visit

    with visit(browser, written(tmp_path, name), width=360) as tab:
        do(tab, "player.jump(player.length)")
        assert tab.evaluate("document.documentElement.scrollWidth") <= 360


@in_browser
def test_the_site_plays_what_was_told_when_it_was_built(browser, site):
    """Each player of the page reaches the end of its search, and counts as the library does."""
    from tests.browser import visit

    with visit(browser, site / "watch.html") as tab:
        ends = tab.evaluate(
            "dlxPlayer.players.map((player) => (player.jump(player.length), "
            "[player.state.nodes, player.state.updates, player.state.solutions]))"
        )
        assert ends == [[6, 30, 1], [1049, 16680, 92]]
