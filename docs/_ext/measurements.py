"""Directives that show what was measured: the files of the folder ``data``, as tables and charts.

``measured FILE VIEW`` shows a table, or a line of text; ``chart FILE VIEW`` draws. The tables are
those that the benchmarks print. What a run has left out is shown as left out.
"""

from __future__ import annotations

import json
from pathlib import Path
from typing import TYPE_CHECKING, Any

import charts
import tables
from docutils import nodes
from figures import Figure
from sphinx.util.docutils import SphinxDirective

if TYPE_CHECKING:
    from collections.abc import Callable

    from sphinx.application import Sphinx

    from dlx.drawing import Picture

Results = dict[str, Any]

LEFT_OUT = "This was not measured in the run that is shown here."

TABLES: dict[str, Callable[[Results], tables.Table]] = {
    "summary": tables.summary,
    "ratios-others": lambda results: tables.ratios(results, tables.others(results)),
    "ratios-ours": lambda results: tables.ratios(results, tables.ours(results)),
    "seconds-others": lambda results: tables.seconds(results, tables.others(results)),
    "seconds-ours": lambda results: tables.seconds(results, tables.ours(results)),
    "peaks-others": lambda results: tables.peaks(results, tables.others(results)),
    "peaks-ours": lambda results: tables.peaks(results, tables.ours(results)),
    "imports": tables.imports,
    "nodes": lambda results: tables.nodes(results["nodes"]),
    "memory": lambda results: tables.memory(results["memory"]),
    "large": lambda results: tables.large(results["large"]),
    "interrupts": lambda results: tables.interrupts(results["interrupt"]),
    "import": lambda results: tables.import_time(results["import"]),
    "knuth": tables.knuth,
    "counting": tables.counting_summary,
    "thresholds": tables.thresholds,
}
CHARTS: dict[str, Callable[[Results], Picture]] = {
    "comparison": charts.comparison,
    "nodes": lambda results: charts.nodes(results["nodes"]),
}


def read(directive: SphinxDirective) -> Results:
    """Read the file that a directive names first."""
    path = Path(directive.env.srcdir) / "data" / directive.arguments[0]
    directive.env.note_dependency(str(path))
    results: Results = json.loads(path.read_text(encoding="utf-8"))
    return results


def left_out() -> list[nodes.Node]:
    """Say that there is nothing to show."""
    return [nodes.paragraph("", LEFT_OUT)]


class Measured(SphinxDirective):
    """A table of what was measured; as the view ``machine``, where and when."""

    required_arguments, optional_arguments = 2, 0

    def run(self) -> list[nodes.Node]:
        """Make the table."""
        results, view = read(self), self.arguments[1]
        if view == "machine":
            text = tables.machine(results["machine"])
            if results.get("comparisons"):
                text += f"; {tables.rounds(results)}"
            return [nodes.paragraph("", text)]
        try:
            table = TABLES[view](results)
        except LookupError:
            if view not in TABLES:
                raise self.error(f"no table {view!r}; the tables are {', '.join(TABLES)}") from None
            return left_out()
        if not table.rows:
            return left_out()
        return [shown(table), *(nodes.paragraph("", note) for note in table.notes)]


def shown(table: tables.Table) -> nodes.table:
    """Turn a table into one of the page."""
    columns = len(table.head)
    group = nodes.tgroup("", *(nodes.colspec(colwidth=1) for _ in range(columns)), cols=columns)
    group += nodes.thead("", row(table.head))
    group += nodes.tbody("", *map(row, table.rows))
    return nodes.table("", nodes.title("", table.title), group, classes=["measured"])


def row(cells: Any) -> nodes.row:
    """Make a row of a table."""
    return nodes.row("", *(nodes.entry("", nodes.paragraph("", cell)) for cell in cells))


class Chart(Figure):
    """A chart of what was measured; the content is its caption."""

    required_arguments, optional_arguments = 2, 0
    final_argument_whitespace = False

    def run(self) -> list[nodes.Node]:
        """Draw the chart, if there is something to draw."""
        try:
            return super().run()
        except LookupError:
            if self.arguments[1] not in CHARTS:
                names = ", ".join(CHARTS)
                raise self.error(f"no chart {self.arguments[1]!r}; there are {names}") from None
            return left_out()

    def draw(self) -> tuple[Picture, list[nodes.Node]]:
        """Draw the chart."""
        return CHARTS[self.arguments[1]](read(self)), []


def setup(app: Sphinx) -> dict[str, bool]:
    """Add the directives and their style sheet."""
    app.add_directive("measured", Measured)
    app.add_directive("chart", Chart)
    app.add_css_file("measurements.css")
    return {"parallel_read_safe": True, "parallel_write_safe": True}
