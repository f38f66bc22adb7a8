"""What makes the documentation: a quiz can't have a wrong answer, and no link leads nowhere."""

import re
import subprocess
import sys
from pathlib import Path

import pytest

pytestmark = pytest.mark.extras

EXTENSIONS = Path(__file__).parents[1] / "docs" / "_ext"
CONF = f"""
import sys
sys.path.insert(0, {str(EXTENSIONS)!r})
extensions = ["myst_parser", "computed", "quiz", "whole"]
html_static_path = [{str(EXTENSIONS.with_name("_static"))!r}]
"""


def build(folder: Path, page: str) -> tuple[str, str]:
    """Build a site of one page; give the page as HTML, and the warnings."""
    (folder / "conf.py").write_text(CONF, encoding="utf-8")
    (folder / "index.md").write_text(page, encoding="utf-8")
    command = [sys.executable, "-m", "sphinx", "-q", "-b", "html", str(folder), str(folder / "out")]
    done = subprocess.run(
        command, cwd=EXTENSIONS.parents[1], capture_output=True, text=True, check=True
    )
    return (folder / "out" / "index.html").read_text(encoding="utf-8"), done.stderr


def quiz(answer: str, choices: str) -> str:
    """A quiz as a page writes it down."""
    return f"```{{quiz}} How many?\n:answer: {answer}\n{choices}\n\nNot 96.\n```\n\n"


def test_what_a_page_says_is_what_the_library_computes(tmp_path):
    """A quiz marks the right choice, a field takes the answer with commas or without, a role has
    the value of its expression, and a table what its code yields.
    """
    page, warnings = build(
        tmp_path,
        "# Page\n\n"
        + quiz("count_queens(8)", ":choices: 64 | 92 | 96")
        + quiz("8**8", "")
        + "There are {computed}`comb(64, 8)`. <a href='https://example.org/'>x</a> [y](#page)\n\n"
        + "```{computed-table} n | boards\nfor n in (6,):\n    yield n, count_queens(n)\n```\n",
    )
    assert not warnings
    assert "class=right> 92</label>" in page
    assert page.count("class=right") == 1
    assert page.count("Not 96.") == 2
    assert r'pattern="\s*16,?777,?216\s*"' in page
    assert "There are 4,426,165,368." in page
    assert page.index("<p>6</p>") < page.index("<p>4</p>")


@pytest.mark.browser
def test_a_field_takes_the_answer_with_blanks_around_it(browser, tmp_path):
    """And tells what is not the answer, also nothing at all, without a bubble over the question."""
    from tests.browser import visit

    page, _ = build(tmp_path, "# Page\n\n" + quiz("8**8", "") + quiz("str('r-1 (c*2)')", ""))
    file = tmp_path / "quiz.html"
    style = (EXTENSIONS.parent / "_static" / "quiz.css").read_text(encoding="utf-8")
    forms = "".join(re.findall("<form.*?</form>", page, re.DOTALL))
    file.write_text(
        f"<!doctype html><style>{style}</style><div class=quiz>{forms}</div>", encoding="utf-8"
    )
    with visit(browser, file, ready="form") as tab:
        verdicts = {"✓": "Right.", "✗": "Not so."}
        for place, text, sign in [
            (0, "16,777,216 ", "✓"),
            (0, " 16777216", "✓"),
            (0, "16,777", "✗"),
            (0, "", "✗"),
            (1, "r-1 (c*2)", "✓"),
            (1, "r-1 (cc2)", "✗"),
        ]:
            form = tab.locator("form").nth(place)
            form.get_by_role("textbox").fill(text)
            form.get_by_role("button").click()
            assert form.get_by_role("status").inner_text() == verdicts[sign], text
            assert form.get_by_role("button").evaluate("(it) => it === document.activeElement")


def test_a_quiz_without_one_right_choice_is_a_fault_of_the_page(tmp_path):
    """Whoever builds the site is told the answer and the choices."""
    _, warnings = build(
        tmp_path,
        "# Page\n\n"
        + quiz("count_queens(8)", ":choices: 64 | 96")
        + quiz("count_queens(6)", ":choices: 4 | 5 | 4"),
    )
    assert "the answer is 92; the choices are 64, 96" in warnings
    assert "the answer is 4; the choices are 4, 5, 4" in warnings


def test_what_is_wrong_with_a_finished_site_is_a_warning(tmp_path):
    """So that a site is not built with it: warnings are errors there."""
    _, warnings = build(
        tmp_path,
        """# Page

<a href="other.html">x</a>
<a href="#nowhere">x</a>
<i id="twice"></i><i id="twice"></i>
<img src="https://example.org/x.png">
<link rel="stylesheet" href="//example.org/y">
""",
    )
    assert "other.html leads to no file" in warnings
    assert "#nowhere leads to no place" in warnings
    assert "'twice' is there more than once" in warnings
    assert "https://example.org/x.png would be fetched from another machine" in warnings
    assert "//example.org/y would be fetched from another machine" in warnings


@pytest.mark.browser
def test_a_quiz_tells_right_from_wrong_without_a_script(browser, site):
    """A choice gets its verdict at once, a number that is written down when it is checked, and
    the answer folds out.
    """
    context = browser.new_context(java_script_enabled=False)
    page = context.new_page()
    page.goto((site / "eight_queens.html").as_uri())

    choices = page.locator(".quiz", has_text="How many ways are there to choose 8")
    right, wrong = choices.locator(".verdict .right"), choices.locator(".verdict .wrong")
    assert not right.is_visible()
    assert not wrong.is_visible()
    choices.get_by_label("16,777,216").check()
    assert wrong.is_visible()
    choices.get_by_label("4,426,165,368").check()
    assert right.is_visible()
    assert not wrong.is_visible()

    field = page.locator(".quiz", has_text="How many answers are there for 6 queens")
    right, wrong = field.locator(".verdict .right"), field.locator(".verdict .wrong")
    for number, good in (("5", False), ("4", True)):
        field.get_by_role("textbox").fill(number)
        field.get_by_role("button", name="Check").click()
        assert right.is_visible() == good
        assert wrong.is_visible() != good
    assert page.url.endswith("eight_queens.html")  # nothing was sent

    told = field.get_by_text("Fewer than for 5")
    assert not told.is_visible()
    field.get_by_text("The answer").click()
    assert told.is_visible()
    context.close()


@pytest.mark.browser
@pytest.mark.parametrize(
    ("width", "scheme"), [(360, "light"), (1280, "dark")], ids=["narrow and light", "wide and dark"]
)
def test_every_page_can_be_used_by_everybody(browser, site, served, width, scheme):
    """It loads without an error and asks for nothing elsewhere; axe finds nothing serious; and
    nobody has to scroll to the side.
    """
    from tests.browser import accessibility_faults

    context = browser.new_context(viewport={"width": width, "height": 900}, color_scheme=scheme)
    faults: list[str] = []
    for file in sorted(site.rglob("*.html")):
        name = file.relative_to(site).as_posix()
        page = context.new_page()
        said: list[str] = []
        page.on("pageerror", lambda error, said=said: said.append(f"error: {error}"))
        page.on("console", lambda message, said=said: said.append(message.text))
        page.on("request", lambda request, said=said: said.append(request.url))
        page.goto(f"{served}/{name}")
        said += accessibility_faults(page)
        if page.evaluate("document.documentElement.scrollWidth") > width:
            said.append("wider than the window")
        faults += [f"{name}: {what}" for what in said if not what.startswith((served, "data:"))]
        page.close()
    context.close()
    assert faults == []
