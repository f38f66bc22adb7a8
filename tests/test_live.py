"""Examples of the pages that a reader can change and run in place."""

from __future__ import annotations

import doctest
import re
import runpy
import subprocess
import sys
import textwrap
from pathlib import Path

import pytest

DOCS = Path(__file__).parents[1] / "docs"
BLOCK = re.compile(r"^( *)```\{doctest\}\n(.*?)^\1```", re.MULTILINE | re.DOTALL)
PAGES = {
    page.relative_to(DOCS).with_suffix("").as_posix(): blocks
    for page in sorted(DOCS.rglob("*.md"))
    if (
        blocks := [
            textwrap.dedent(block) for _, block in BLOCK.findall(page.read_text(encoding="utf-8"))
        ]
    )
}
(SETUP,) = re.findall(
    r'^doctest_global_setup = """\n(.*?)"""',
    (DOCS / "conf.py").read_text(encoding="utf-8"),
    re.MULTILINE | re.DOTALL,
)


def code_and_printed(block):
    """Split an example into what is typed and what is printed, errors as doctest wants them."""
    examples = doctest.DocTestParser().get_examples(block)
    printed = [
        example.want
        if example.exc_msg is None
        else f"Traceback (most recent call last):\n...\n{example.exc_msg}"
        for example in examples
    ]
    return "".join(example.source for example in examples), "".join(printed)


def matches(printed, expected):
    """Compare as the doctests of the pages are compared."""
    return doctest.OutputChecker().check_output(expected, printed, doctest.ELLIPSIS)


# What runs in the browser, without one


class Session:
    """A session of the pages' runner that keeps what it says."""

    def __init__(self):
        runner = runpy.run_path(str(DOCS / "_static" / "live_runner.py"))
        self.session = runner["Session"](SETUP)
        self.number = 0

    def run(self, code):
        """Run an example; give whether it came to its end, and what it said."""
        said = []
        self.number += 1
        ended = self.session.run(self.number, code, lambda *words: said.append(words))
        return ended, said

    def print(self, code):
        """Run an example; give what is shown."""
        return "".join(text for kind, text in self.run(code)[1] if kind != "statement")


@pytest.mark.parametrize("page", PAGES)
def test_the_examples_of_a_page_print_in_their_order_what_the_page_shows(page):
    """Run from top to bottom, no example needs anything but the page."""
    session = Session()
    for block in PAGES[page]:
        code, printed = code_and_printed(block)
        assert matches(session.print(code), printed), code


def test_each_statement_is_told_before_what_it_prints():
    """So the page can show which statement printed what."""
    said = Session().run("x = 2\n\nfor k in range(x):\n    k + 1\nx * 21\n")
    printed = [(kind, text) for kind, text in said[1] if text != "\n"]
    assert said[0] is True
    assert printed == [
        ("statement", "x = 2"),
        ("statement", "for k in range(x): …"),
        ("printed", "1"),
        ("printed", "2"),
        ("statement", "x * 21"),
        ("printed", "42"),
    ]


def test_an_error_ends_an_example_and_is_told_by_its_lines_in_the_examples():
    """What happened inside the library is left out; the session goes on."""
    session = Session()
    assert session.print("def half(n):\n    return problem(n)[0]\n") == ""
    assert session.print(
        "problem = lambda n: solve_queens('8')\nhalf(1)\nprint('not reached')"
    ) == (
        "Traceback (most recent call last):\n"
        "  example 2, line 2\n    half(1)\n"
        "  example 1, line 2, in half\n    return problem(n)[0]\n"
        "  example 2, line 1, in <lambda>\n    problem = lambda n: solve_queens('8')\n"
        "  ...\n"
        "TypeError: n is '8'; the size of the board must be a whole number\n"
    )
    assert session.print("half") != ""


def test_code_that_is_not_python_is_told_as_python_does():
    """With the line and the place; nothing of it is run."""
    ended, said = Session().run("print(1)\nx = (")
    ((kind, text),) = said  # nothing was run
    assert (ended, kind) == (False, "error")
    assert text.startswith('  File "example 1", line 2\n')
    assert text.endswith("SyntaxError: '(' was never closed\n")


def test_an_example_can_neither_end_the_session_nor_flood_the_page():
    """Not even where an endless loop passes over exceptions."""
    session = Session()
    assert session.print("raise SystemExit(3)").endswith("\nSystemExit: 3\n")
    flood = session.print(
        "while True:\n    try:\n        print('queens')\n    except Exception:\n        pass"
    )
    assert len(flood) < 101_000
    assert flood.endswith("\n… cut off: it printed more than 100000 characters\n")
    assert session.print("1 + 1") == "2\n"


@pytest.mark.parametrize("piece", ["'queens'", "'q', end=''", "'q', flush=True", "end=''"])
def test_the_page_is_told_little_by_an_example_that_prints_without_end(piece):
    """Not even where it passes over every exception: a page that is told too much hangs."""
    ended, said = Session().run(
        f"for k in range(300_000):\n    try:\n        print({piece})\n    except:\n        pass\nk"
    )
    assert len(said) < 1_500
    assert "" not in [text for _, text in said]
    shown = "".join(text for _, text in said)
    if piece == "end=''":
        assert ended
        assert shown.endswith("299999\n")
    else:
        assert not ended
        assert shown.count("… cut off: it printed more than 100000 characters") == 1


def test_what_is_printed_is_there_before_the_next_statement_runs():
    """All of it, also where so much is printed that pieces are gathered."""
    _, said = Session().run("told = 3000\nfor k in range(told):\n    print(k)\ntold")
    *before, last = [k for k, (kind, _) in enumerate(said) if kind == "statement"]
    printed = "".join(text for kind, text in said[before[-1] : last] if kind == "printed")
    assert printed == "".join(f"{k}\n" for k in range(3000))
    assert [text for _, text in said[2:6]] == ["0", "\n", "1", "\n"]  # at once, as it comes


def test_a_long_error_is_cut_off():
    """Its text can be as long as a program makes it."""
    shown = Session().print("raise ValueError('no' * 10**6)")
    assert len(shown) < 101_000
    assert shown.endswith(" … cut off: it has 2000013 characters\n")


def test_a_session_does_not_warn_that_nothing_is_compiled():
    """The page says it beside each example."""
    assert (
        Session().print(
            "import warnings\n"
            "warnings.warn('dlx runs without its compiled engines, so searches', RuntimeWarning)\n"
            "warnings.warn('nqueens runs without its compiled part, so counting', RuntimeWarning)\n"
        )
        == ""
    )


def test_live_parts_are_added_to_a_built_site_only(tmp_path):
    """Another folder gets a message, and nothing else."""
    done = subprocess.run(
        [sys.executable, DOCS / "live.py", tmp_path], capture_output=True, text=True, check=False
    )
    assert done.returncode == 1
    assert f"no site is built in {tmp_path}" in done.stderr


# In the browser


class Example:
    """An example on a page."""

    def __init__(self, page, number):
        self.page = page
        self.block = page.locator(".live").nth(number - 1)
        self.shown = self.block.locator("pre").text_content()
        self.status = self.block.get_by_role("status")
        self.editor = self.block.get_by_role("textbox")

    def press(self, button):
        """Press a button."""
        self.block.get_by_role("button", name=button).click()

    def wait_for(self, told):
        """Wait until the status line says it."""
        self.status.filter(has_text=re.compile(told)).wait_for(timeout=120_000)

    def printed(self):
        """Wait for the end; give what has been printed."""
        self.wait_for("^(Done|Ended)")
        return "".join(self.block.locator(".live-printed, .live-error").all_text_contents())

    def run(self):
        """Run it; give what it prints."""
        self.press("Run")
        return self.printed()


@pytest.fixture
def page(browser):
    """Give an empty page; at the end, it must have had no error and asked no other machine."""
    context = browser.new_context()
    page = context.new_page()
    faults = []
    asked = []
    page.on("pageerror", lambda error: faults.append(str(error)))
    context.on("request", lambda request: asked.append(request.url))
    yield page
    assert faults == []
    assert [
        url for url in asked if not url.startswith(("http://127.0.0.1:", "file:", "data:"))
    ] == []
    context.close()


@pytest.mark.browser
@pytest.mark.parametrize("name", ["tutorial/limits", "tutorial/stopping_and_going_on"])
def test_in_the_browser_examples_print_what_the_page_shows(page, served, name):
    """From top to bottom; the editor has the example without prompts."""
    page.goto(f"{served}/{name}.html")
    assert page.locator(".live").count() == len(PAGES[name])
    for number in range(1, len(PAGES[name]) + 1):
        example = Example(page, number)
        code, printed = code_and_printed(example.shown)
        assert matches(example.run(), printed)
        assert example.editor.input_value() == code.rstrip("\n")


@pytest.mark.browser
def test_an_example_runs_those_above_it_first_and_can_be_changed_and_reset(page, served):
    """A change holds for the examples below, until it is reset."""
    page.goto(f"{served}/tutorial/given_and_without.html")
    sudoku, puzzle, square = (Example(page, number) for number in (1, 2, 3))
    assert matches(square.run(), code_and_printed(square.shown)[1])
    assert sudoku.editor.count() == 0  # it ran, but its place is as it was

    puzzle.press("Run")
    puzzle.editor.fill('clues = [(0, 0, "4"), (1, 2, "3")]\nasked = sudoku.restricted(given=clues)')
    puzzle.editor.press("Control+Enter")
    assert puzzle.printed() == ""
    square.press("Run")
    assert square.printed().startswith("4 ")

    puzzle.press("Reset")
    assert puzzle.editor.count() == 0
    assert puzzle.block.locator("pre").text_content() == puzzle.shown
    square.press("Run")
    assert square.printed().startswith("1 3 2 4\n")


@pytest.mark.browser
def test_the_first_example_changed_prints_the_changed_result(page, served):
    """If the solo piece is for the cello, one of the two programs falls away."""
    page.goto(f"{served}/index.html")
    songs = Example(page, 1)
    assert songs.run() == "duo strings\ntrio solo\n" == code_and_printed(songs.shown)[1]
    songs.editor.fill(songs.editor.input_value().replace('"solo": ["voice"]', '"solo": ["cello"]'))
    songs.press("Run")
    assert songs.printed() == "duo strings\n"


@pytest.mark.browser
def test_an_endless_example_is_stopped_and_python_begins_anew(page, served):
    """What it printed is shown while it runs; later runs are as good as ever."""
    page.goto(f"{served}/start.html")
    example = Example(page, 2)
    example.run()
    example.editor.fill("print('begun')\nwhile True: pass")
    example.press("Run")
    example.block.get_by_text("begun", exact=True).wait_for()
    example.wait_for("^Running …")
    example.press("Stop")
    example.wait_for("^Stopped")
    example.editor.fill("count_queens(6)")  # imported by the example above
    example.press("Run")
    assert example.printed() == "4\n"


@pytest.mark.browser
@pytest.mark.parametrize("piece", ["'hello'", "end=''"])
def test_an_example_that_prints_without_end_leaves_the_page_alive(page, served, piece):
    """Even where it passes over every exception; Stop ends it."""
    page.goto(f"{served}/start.html")
    example = Example(page, 1)
    example.run()
    example.editor.fill(f"while True:\n    try:\n        print({piece})\n    except:\n        pass")
    example.press("Run")
    example.wait_for("^Running …")
    page.wait_for_timeout(2000)
    example.press("Stop")
    example.wait_for("^Stopped")
    assert len(example.block.locator(".live-output").text_content()) < 101_000


@pytest.mark.browser
def test_the_editor_can_be_used_and_left_with_keys_alone(page, served):
    """Tab and Escape lead out; Enter indents, Backspace goes back; Control+Enter runs."""
    page.goto(f"{served}/start.html")
    example = Example(page, 1)
    run = example.block.get_by_role("button", name="Run")
    run.focus()
    run.press("Enter")
    example.printed()
    focused = "element => element === document.activeElement"
    assert run.evaluate(focused)
    run.press("Shift+Tab")
    assert example.editor.evaluate(focused)
    example.editor.press("Escape")
    assert run.evaluate(focused)
    example.editor.focus()
    example.editor.press("Tab")
    assert run.evaluate(focused)
    example.editor.fill("")
    example.editor.press_sequentially("for k in range(2):\nif k:\nprint(k)")
    example.editor.press("Enter")
    example.editor.press("Backspace")
    example.editor.press_sequentially("print(k)")
    assert example.editor.input_value() == (
        "for k in range(2):\n    if k:\n        print(k)\n    print(k)"
    )
    example.editor.press("Control+Enter")
    assert example.printed() == "0\n1\n1\n"


@pytest.mark.browser
def test_what_is_pasted_loses_its_prompts_and_what_was_printed(page, served):
    """So an example can be copied from anywhere."""
    page.goto(f"{served}/index.html")
    example = Example(page, 1)
    example.press("Run")
    example.editor.fill("")
    example.editor.evaluate(
        """(editor, text) => {
            const clipboardData = new DataTransfer();
            clipboardData.setData("text/plain", text);
            editor.focus();
            editor.dispatchEvent(new ClipboardEvent("paste", { clipboardData, cancelable: true }));
        }""",
        ">>> for k in range(2):\n...     print(k)\n...\n0\n1\n... \n>>> 3\n3\n",
    )
    assert example.editor.input_value() == "for k in range(2):\n    print(k)\n\n3"


@pytest.mark.browser
def test_from_disk_the_button_says_how_to_serve_the_folder(page, site):
    """With the folder's own name and the page's address, ready to be copied."""
    page.goto((site / "tutorial" / "colors.html").as_uri())
    example = Example(page, 1)
    example.press("Run")
    notice = example.block.get_by_role("alert")
    notice.wait_for()
    told = notice.inner_text()
    assert f"python -m http.server --bind 127.0.0.1 --directory {site}\n" in told
    assert "http://127.0.0.1:8000/tutorial/colors.html" in told
    assert "make docs-live" not in told
    assert example.block.locator("pre").text_content() == example.shown


@pytest.mark.browser
def test_a_site_built_without_live_parts_says_so(page, served):
    """And how to build one with them."""
    page.route("**/live/parts.js", lambda route: route.fulfill(status=404))
    page.goto(f"{served}/index.html")
    example = Example(page, 1)
    example.press("Run")
    notice = example.block.get_by_role("alert")
    notice.wait_for()
    assert "make docs-live" in notice.inner_text()


@pytest.mark.browser
def test_python_is_not_loaded_before_an_example_runs(page, served):
    """Who only reads loads none of its megabytes."""
    asked = []
    page.on("request", lambda request: asked.append(request.url))
    page.goto(f"{served}/index.html", wait_until="networkidle")
    assert not [url for url in asked if "/live/" in url]


@pytest.mark.browser
@pytest.mark.parametrize("dark", [False, True], ids=["light", "dark"])
def test_axe_finds_nothing_serious_in_an_example(browser, served, dark):
    """Before it runs, with what it printed, with an error; and nothing is wider than a phone."""
    from tests.browser import accessibility_faults

    context = browser.new_context(
        viewport={"width": 360, "height": 800},
        color_scheme="dark" if dark else "light",
        has_touch=True,
        is_mobile=True,
    )
    page = context.new_page()
    page.goto(f"{served}/start.html")
    assert accessibility_faults(page) == []
    first, second = Example(page, 1), Example(page, 2)
    first.run()
    second.press("Run")
    second.editor.fill("1 // 0")
    second.printed()
    second.press("Run")
    assert "ZeroDivisionError" in second.printed()
    assert accessibility_faults(page) == []
    assert page.evaluate("document.documentElement.scrollWidth") <= 360
    context.close()
