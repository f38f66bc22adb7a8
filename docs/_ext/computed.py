"""What pages say in numbers, computed when the site is built.

The role ``computed`` becomes the value of a Python expression, ``computed-table`` a table of the
rows that a piece of Python yields. So no figure on a page is written by hand.
"""

from __future__ import annotations

import math
import textwrap
from pathlib import Path
from typing import TYPE_CHECKING, Any, ClassVar

from docutils import nodes
from docutils.parsers.rst import directives
from sphinx.util.docutils import SphinxDirective, SphinxRole

import dlx
import nqueens
from nqueens.backtracking import Backtracking

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator

    from sphinx.application import Sphinx

NAMES: dict[str, Any] = {
    **{name: getattr(math, name) for name in ("comb", "factorial", "perm")},
    **{name: getattr(dlx, name) for name in dlx.__all__},
    **{name: getattr(nqueens, name) for name in nqueens.__all__},
    "Backtracking": Backtracking,
}
"""What an expression can name: what the packages offer, a search that counts its steps, and what
counts choices."""


def known_counts(first: int, last: int) -> Iterator[tuple[int, int]]:
    """Give known numbers of boards that nobody wants to wait for; where from, the file says."""
    path = Path(__file__).parents[2] / "tests" / "data" / "queens_counting.tsv"
    for line in path.read_text(encoding="utf-8").splitlines():
        cells = line.split("\t")
        if cells[0].isdigit() and first <= int(cells[0]) <= last:
            yield int(cells[0]), int(cells[1])


NAMES["known_counts"] = known_counts


def evaluate(expression: str) -> Any:
    """Give the value of an expression of a page."""
    return eval(expression, dict(NAMES))


def rows_of(code: str) -> Iterator[Iterable[Any]]:
    """Give what a piece of Python yields."""
    names = dict(NAMES)
    exec(f"def rows():\n{textwrap.indent(code, '    ')}", names)
    rows: Iterator[Iterable[Any]] = names["rows"]()
    return rows


def shown(value: object, *, commas_from: int = 10_000) -> str:
    """Write a value for readers: large numbers with commas, others that are not whole in short.

    >>> shown(16777216), shown(2056), shown(0.5), shown("none")
    ('16,777,216', '2056', '0.5', 'none')
    """
    if isinstance(value, bool):
        return "yes" if value else "no"
    if isinstance(value, int):
        return f"{value:,}" if abs(value) >= commas_from else str(value)
    if isinstance(value, float):
        return f"{value:,.0f}" if abs(value) >= 1000 else f"{value:.3g}"
    return str(value)


class Computed(SphinxRole):
    """The value of an expression."""

    def run(self) -> tuple[list[nodes.Node], list[nodes.system_message]]:
        """Evaluate it."""
        return [nodes.Text(shown(evaluate(self.text)))], []


class ComputedTable(SphinxDirective):
    """A table: the argument has its headings, with bars between them, the content yields its rows.

    Numbers stand on the right, with all figures or, if they are not whole, with three; texts stand
    on the left.
    """

    required_arguments, optional_arguments = 1, 0
    final_argument_whitespace = True
    has_content = True
    option_spec: ClassVar[dict[str, Callable[[str], Any]]] = {
        "caption": directives.unchanged_required
    }

    def run(self) -> list[nodes.Node]:
        """Make the table."""
        headings = [heading.strip() for heading in self.arguments[0].split("|")]
        rows = [list(row) for row in rows_of("\n".join(self.content))]
        for row in rows:
            if len(row) != len(headings):
                raise self.error(f"a row has {len(row)} cells, but there are {len(headings)}")
        on_right = [all(not isinstance(row[k], str) for row in rows) for k in range(len(headings))]
        table = nodes.table(classes=["computed"])
        self.set_source_info(table)
        if "caption" in self.options:
            text, messages = self.parse_inline(self.options["caption"])
            table += [nodes.title("", "", *text), *messages]
        group = nodes.tgroup(cols=len(headings))
        group += [nodes.colspec(colwidth=1) for _ in headings]
        group += nodes.thead("", self._row(headings, on_right))
        texts = ([shown(value, commas_from=1000) for value in row] for row in rows)
        group += nodes.tbody("", *(self._row(row, on_right) for row in texts))
        table += group
        return [table]

    def _row(self, cells: Iterable[str], on_right: Iterable[bool]) -> nodes.row:
        row = nodes.row()
        for cell, right in zip(cells, on_right, strict=True):
            text, messages = self.parse_inline(cell)
            entry = nodes.entry("", nodes.paragraph("", "", *text), *messages)
            if right:
                entry["classes"].append("text-right")
            row += entry
        return row


def setup(app: Sphinx) -> dict[str, bool]:
    """Add the role and the directive."""
    app.add_role("computed", Computed())
    app.add_directive("computed-table", ComputedTable)
    return {"parallel_read_safe": True, "parallel_write_safe": True}
