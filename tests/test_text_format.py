"""Knuth's text format: read in full, written back, and every fault named with its line."""

from __future__ import annotations

from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from dlx import Colored, Problem, ProblemError
from tests.strategies import text_samples

TOY = """| toy colors
A B C | X Y
A B X:0 Y:0
A C X:1 Y:1
X:0 Y:1
B X:1
C Y:1
"""


def toy():
    """Build the same problem without the format."""
    return Problem(
        [
            ["A", "B", Colored("X", "0"), Colored("Y", "0")],
            ["A", "C", Colored("X", "1"), Colored("Y", "1")],
            [Colored("X", "0"), Colored("Y", "1")],
            ["B", Colored("X", "1")],
            ["C", Colored("Y", "1")],
        ],
        primary=["A", "B", "C"],
        secondary=["X", "Y"],
    )


def test_a_text_says_the_same_as_the_lists():
    """Items, options and colors are read as they stand; all are strings."""
    assert Problem.from_text(TOY) == toy()
    assert list(Problem.from_text(TOY).solve()) == [(1, 3)]


@given(text_samples(), st.data())
def test_what_is_written_is_read_back(sample, data):
    """`from_text` reads back what `to_text` writes, with costs and multiplicities, names of any
    script and any length.
    """
    exact = st.integers() | st.floats(allow_nan=False, allow_infinity=False)
    costs = data.draw(
        st.none() | st.lists(exact, min_size=len(sample.options), max_size=len(sample.options))
    )
    bounds = st.tuples(st.integers(0, 5), st.integers(1, 5)).map(sorted).map(tuple)
    multiplicities = data.draw(st.dictionaries(st.sampled_from(sample.primary), bounds))
    problem = Problem(
        sample.options,
        primary=sample.primary,
        secondary=sample.secondary,
        costs=costs,
        multiplicities=multiplicities,
    )
    text = problem.to_text()
    assert text.endswith("\n")
    again = Problem.from_text(text)
    if not sample.options:
        # Without options there is no line for a cost to stand in: no costs and none are the same.
        assert again.costs is None
        assert list(again) == []
        assert (again.primary, again.secondary) == (problem.primary, problem.secondary)
    else:
        assert again == problem
    assert again.to_text() == text


def test_costs_that_are_all_zero_are_written():
    """A problem whose options cost nothing still has costs when it is read back."""
    problem = Problem([["a"], ["a"]], costs=[0, 0])
    assert Problem.from_text(problem.to_text()) == problem


@pytest.mark.parametrize(
    "text",
    [
        TOY,
        TOY.replace("\n", "\r\n"),
        TOY.rstrip("\n"),
        TOY.replace("\n", "\r\n").rstrip("\r\n"),
        TOY.replace("\n", "\n\n \t\n| between\n  | and indented\n|without a blank\n"),
        "\n\n" + TOY,
        TOY.replace(" ", "\t  ").replace("\n", "  \n"),
    ],
    ids=["plain", "CR LF", "no last newline", "both", "comments", "blank first", "tabs and blanks"],
)
def test_the_layout_does_not_matter(text):
    """Line ends, blank lines, comments, tabs, spaces, a missing last newline: all read alike."""
    assert Problem.from_text(text) == toy()


def test_names_may_be_longer_than_knuths():
    """Items and colors may be of any length, in any script."""
    name = "long" * 100
    problem = Problem.from_text(f"{name} größe | 数独\n{name} 数独:{name}\ngröße 数独:{name}\n")
    assert problem.primary == (name, "größe")
    assert problem[0] == (name, Colored("数独", name))
    assert problem.count() == 1


def test_costs_are_read():
    """A bar and a decimal number is a cost; several are summed; without one an option costs 0."""
    problem = Problem.from_text("a b\na |25\nb\na b |-3 |0.75\nb |2 a\n")
    assert problem.costs == (25, 0, Fraction(-9, 4), 2)
    assert problem[3] == ("b", "a")
    assert Problem.from_text("a b\na b\n").costs is None


def test_multiplicities_are_read():
    """Bounds stand before an item: high|name, or low:high|name."""
    problem = Problem.from_text("2|a 1:3|b 0:1|c 1|d 1:1|e f | x\na b c d e f x\n")
    assert problem.primary == ("a", "b", "c", "d", "e", "f")
    assert problem.multiplicities == {"a": (2, 2), "b": (1, 3), "c": (0, 1)}


def test_costs_and_multiplicities_are_written():
    """Costs follow the options, at their exact value; bounds stand before items."""
    problem = Problem(
        [["a"], ["a", "b"], ["b"], ["c"]],
        multiplicities={"a": 2, "b": (0, 3)},
        costs=[5, 0, -0.375, Fraction(7, 5)],
    )
    assert problem.to_text() == "2|a 0:3|b c\na |5\na b |0\nb |-0.375\nc |1.4\n"


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("", "1: there are no items; the first line that is no comment must name them"),
        (
            "| only\n\n| comments\n",
            "1: there are no items; the first line that is no comment must name them",
        ),
        (
            "a | x | y\n",
            "1: '|' is among the items twice; one separates primary from secondary items",
        ),
        ("a b a\n", "1: item 'a' is named twice; name each item once"),
        ("| c\n\na | a\n", "3: item 'a' is named twice; name each item once"),
        (
            "a b:c\n",
            "1: 'b:c' is no item; write name, high|name or low:high|name, the name without : or |",
        ),
        (
            "a b|c\n",
            "1: 'b|c' is no item; write name, high|name or low:high|name, the name without : or |",
        ),
        (
            "a |x\n",
            "1: '|x' is no item; write name, high|name or low:high|name, the name without : or |",
        ),
        (
            "a 2|\n",
            "1: '2|' is no item; write name, high|name or low:high|name, the name without : or |",
        ),
        (
            "a 3:2|b\n",
            "1: '3:2|b' has bounds that can't be met; low:high|name needs low <= high, 1 <= high",
        ),
        (
            "0|a\n",
            "1: '0|a' has bounds that can't be met; low:high|name needs low <= high, 1 <= high",
        ),
        (
            "a | 2|x\n",
            "1: '2|x' bounds a secondary item; only primary items may have bounds",
        ),
        (
            "a b\na c\n",
            "2: item 'c' is unknown; the first line that is no comment names all items",
        ),
        ("a b\n\na b a\n", "3: item 'a' is twice in this option; an item goes into an option once"),
        (
            "a | x\r\na x:1 x:2\r\n",
            "2: item 'x' is twice in this option; an item goes into an option once",
        ),
        (
            "a | x\na:1 x\n",
            "2: 'a:1' gives a color to a primary item; only secondary items have colors",
        ),
        ("a | x\na x:\n", "2: 'x:' names no color; write x:color, or x alone for no color"),
        ("a | x\na :1\n", "2: ':1' names no item; an item in a color is written item:color"),
        ("a\na |x\n", "2: '|x' is no cost; a cost is a decimal number after a bar, as in |25"),
        ("a\na | 5\n", "2: '|' is no cost; a cost is a decimal number after a bar, as in |25"),
        ("a\na |1e5\n", "2: '|1e5' is no cost; a cost is a decimal number after a bar, as in |25"),
        ("a\na |.5\n", "2: '|.5' is no cost; a cost is a decimal number after a bar, as in |25"),
        (
            "a\na |" + "9" * 5000,
            "2: 9999999999... is a number of 5000 digits, more than can be read",
        ),
        ("9" * 5000 + "|a", "1: 9999999999... is a number of 5000 digits, more than can be read"),
        (
            "1:" + "9" * 5000 + "|a",
            "1: 9999999999... is a number of 5000 digits, more than can be read",
        ),
    ],
)
def test_faults_are_named_with_their_line(text, message, tmp_path):
    """Each fault in a text is said with the source, the line, and what would be right."""
    with pytest.raises(ProblemError) as error:
        Problem.from_text(text)
    assert str(error.value) == f"text:{message}"
    with pytest.raises(ProblemError) as error:
        Problem.from_text(text, source="here")
    assert str(error.value) == f"here:{message}"
    path = tmp_path / "faulty.dlx"
    path.write_bytes(text.encode())
    with pytest.raises(ProblemError) as error:
        Problem.read(path)
    assert str(error.value) == f"{path}:{message}"


def test_a_file_that_is_not_utf_8_is_refused_with_its_line(tmp_path):
    """Bytes that are no UTF-8 are named with their line, and a mark at the beginning is skipped."""
    path = tmp_path / "latin.dlx"
    path.write_bytes("a b\na\n# größe\n".encode("latin-1"))
    with pytest.raises(ProblemError) as error:
        Problem.read(str(path))
    assert str(error.value) == f"{path}:3: this is no text in UTF-8; save the file in that encoding"
    path.write_bytes(b"\xef\xbb\xbfa b\na\nb\n")
    assert Problem.read(path).primary == ("a", "b")


def test_a_file_that_is_not_there_is_an_os_error(tmp_path):
    """Whether a file can be read is the system's to say."""
    with pytest.raises(FileNotFoundError):
        Problem.read(tmp_path / "missing.dlx")


@pytest.mark.parametrize(
    ("problem", "message"),
    [
        (
            Problem([]),
            "a problem without primary items can't be written: the first line would be a comment",
        ),
        (
            Problem([[1]]),
            "item 1 can't be written; a name in the text format is a string without blanks",
        ),
        (
            Problem([["a b"]]),
            "item 'a b' can't be written; a name in the text format is a string without blanks",
        ),
        (
            Problem([["a"]], secondary=[""]),
            "item '' can't be written; a name in the text format is a string without blanks",
        ),
        (
            Problem([["a\n"]]),
            "item 'a\\n' can't be written; a name in the text format is a string without blanks",
        ),
        (
            Problem([["a:b"]]),
            "item 'a:b' can't be written; ':' and '|' have a meaning of their own in the format",
        ),
        (
            Problem([["a|b"]]),
            "item 'a|b' can't be written; ':' and '|' have a meaning of their own in the format",
        ),
        (
            Problem([["a", Colored("x", 1)]], secondary=["x"]),
            (
                "color 1 of item 'x' can't be written; "
                "a color in the text format is a string without blanks"
            ),
        ),
        (
            Problem([["a", Colored("x", "dark red")]], secondary=["x"]),
            (
                "color 'dark red' of item 'x' can't be written; "
                "a color in the text format is a string without blanks"
            ),
        ),
        (
            Problem({"k": ["a"], "l": []}),
            "option 'l' has no items, and an empty line says nothing; leave it out",
        ),
        (
            Problem({"k": ["a"]}, costs=[Fraction(1, 3)]),
            "the cost 1/3 of option 'k' can't be written: its decimals have no end",
        ),
        (
            Problem([["a"]]).restricted(given=[0]),
            "options of this problem are forced in or out, and the text format can't say so",
        ),
    ],
)
def test_what_the_format_cannot_say_is_refused(problem, message):
    """`to_text` never writes what would be read back as something else: it names the item."""
    with pytest.raises(ProblemError) as error:
        problem.to_text()
    assert str(error.value) == message
