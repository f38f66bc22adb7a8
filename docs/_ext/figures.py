"""Directives that draw, when the site is built, what the library really does.

``command`` runs a command line and shows what it prints, ``comparison`` runs methods of n queens,
and the others draw pictures. Problems are files of the folder ``problems``.
"""

from __future__ import annotations

import os
import subprocess
import sys
from abc import abstractmethod
from pathlib import Path
from time import perf_counter
from typing import TYPE_CHECKING, Any, ClassVar

from computed import evaluate
from docutils import nodes
from docutils.parsers.rst import directives
from sphinx.util.docutils import SphinxDirective

import dlx
from dlx import Problem
from dlx.drawing import Dance, Picture, draw_matrix, draw_tree, style
from nqueens import compare_methods, queens_problem
from nqueens.drawing import add_queen, draw_board, draw_calls
from nqueens.exact_cover import ExactCover
from nqueens.methods import Compared

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable

    from sphinx.application import Sphinx


class Framed(SphinxDirective):
    """A figure whose content is its caption."""

    has_content = True
    final_argument_whitespace = True

    def framed(self, html: str, lead: Iterable[nodes.Node] = ()) -> nodes.figure:
        """Set what is drawn, and the caption below it, which begins with `lead`."""
        figure = nodes.figure("", nodes.raw("", html, format="html"))
        self.set_source_info(figure)
        caption = nodes.caption("", "", *lead)
        if self.content:
            text, messages = self.parse_inline(" ".join(self.content))
            caption += [*text, *messages]
        if caption.children:
            figure += caption
        return figure


class Figure(Framed):
    """A picture."""

    def run(self) -> list[nodes.Node]:
        """Draw the picture and set the caption below it."""
        drawn, lead = self.draw()
        return [self.framed(drawn.svg(styled=False), lead)]

    @abstractmethod
    def draw(self) -> tuple[Picture, list[nodes.Node]]:
        """Give the picture, and what its caption begins with; each directive has its own."""

    def problem(self) -> Problem:
        """Give the problem that the argument names: a file, or a number of queens."""
        name = self.arguments[0]
        if name.isdigit():
            return queens_problem(int(name))
        path = Path(self.env.srcdir) / "problems" / name
        self.env.note_dependency(str(path))
        return Problem.read(path)


class Board(Figure):
    """A chessboard: the column of each row's queen, a dot for a row without one."""

    required_arguments, optional_arguments = 1, 0
    option_spec: ClassVar[dict[str, Callable[[str], Any]]] = {
        "attacked": directives.flag,
        "counts": directives.flag,
        "square": directives.unchanged_required,
    }

    def draw(self) -> tuple[Picture, list[nodes.Node]]:
        """Draw the board."""
        queens = [None if word == "." else int(word) for word in self.arguments[0].split()]
        square = None
        if "square" in self.options:
            row, column = map(int, self.options["square"].split())
            square = row, column
        attacked, counts = "attacked" in self.options, "counts" in self.options
        return draw_board(queens, square=square, attacked=attacked, counts=counts), []


class Boards(Framed):
    """Many small boards side by side: the argument is an expression that gives them."""

    required_arguments, optional_arguments = 1, 0

    def run(self) -> list[nodes.Node]:
        """Draw the boards and set the caption below them."""
        boards = [draw_board(board).svg(styled=False) for board in evaluate(self.arguments[0])]
        figure = self.framed(f"<div>{''.join(boards)}</div>")
        figure["classes"].append("boards")
        return [figure]


class Calls(Figure):
    """The calls of the recursive search for so many queens, and up to so many boards."""

    required_arguments, optional_arguments = 1, 0
    option_spec: ClassVar[dict[str, Callable[[str], Any]]] = {"limit": directives.positive_int}

    def draw(self) -> tuple[Picture, list[nodes.Node]]:
        """Draw the calls."""
        return draw_calls(int(self.arguments[0]), limit=self.options.get("limit")), []


class Matrix(Figure):
    """A problem as a table, with its first two solutions marked."""

    required_arguments, optional_arguments = 1, 0

    def draw(self) -> tuple[Picture, list[nodes.Node]]:
        """Draw the table."""
        problem = self.problem()
        return draw_matrix(problem, list(problem.solve(limit=2))), []


class Links(Figure):
    """The lists after some steps, separated by semicolons; the last step's changes are marked."""

    required_arguments, optional_arguments = 1, 0
    option_spec: ClassVar[dict[str, Callable[[str], Any]]] = {
        "steps": directives.unchanged_required
    }

    def draw(self) -> tuple[Picture, list[nodes.Node]]:
        """Draw the lists; the caption begins with the steps and the updates."""
        steps = [step.strip() for step in self.options.get("steps", "").split(";") if step.strip()]
        dance = Dance(self.problem())
        for step in steps:
            dance.do(step)
        if not steps:
            return dance.draw(), []
        updates = dance.links.updates
        lead: list[nodes.Node] = []
        for step in steps:
            lead += [nodes.literal("", step), nodes.Text(", ")]
        lead[-1] = nodes.Text(f" ({updates} update{'s' * (updates != 1)}). ")
        return dance.draw(), lead


class Tree(Figure):
    """The whole tree of a search."""

    required_arguments, optional_arguments = 1, 0

    def draw(self) -> tuple[Picture, list[nodes.Node]]:
        """Draw the tree."""
        return draw_tree(self.problem()), []


class Comparison(SphinxDirective):
    """A table of the methods of n queens, run on a board of the size that is the argument.

    Engines of exact cover may be named as well; they have a line each, below that of the fastest.
    With ``fastest-first`` the lines are in the order of their times, and each tells how many times
    that of the fastest it took.
    """

    required_arguments = 1
    option_spec: ClassVar[dict[str, Callable[[str], Any]]] = {
        "methods": directives.unchanged_required,
        "engines": directives.unchanged_required,
        "fastest-first": directives.flag,
    }

    def run(self) -> list[nodes.Node]:
        """Run the methods, all of them or those of the option, and set the table."""
        names = self.options["methods"].split() if "methods" in self.options else None
        size = int(self.arguments[0])
        engines = self.options.get("engines", "").split()
        if not {*engines} <= {*dlx.engines()}:
            left_out = "Nothing was compiled where this page was made, so this was not measured."
            return [nodes.paragraph("", left_out)]
        table = compare_methods(size, names)
        for engine in engines:
            before = perf_counter()
            search = ExactCover(size, engine=engine)
            counted = search.count()
            seconds = perf_counter() - before
            table.insert(1, Compared(f"dlx, {engine}", counted, search.steps, seconds))
        times = ""
        if "fastest-first" in self.options:
            table.sort(key=lambda row: row.seconds)
            times = ", times the fastest"
        rows = [("method", "solutions", f"seconds{times}", "steps")]
        for method, solutions, steps, seconds in table:
            told = ", ".join(
                f"{number:,} {name.replace('_', ' ')}" for name, number in steps.items() if number
            )
            took = f"{seconds:.6f}"
            if times:
                took += f", {seconds / table[0].seconds:,.1f}"
            rows.append((method, f"{solutions:,}", took, told))
        group = nodes.tgroup("", cols=4)
        group += [nodes.colspec(colwidth=width) for width in (3, 2, 2, 9)]
        head, *body = [
            nodes.row("", *(nodes.entry("", nodes.paragraph("", cell)) for cell in row))
            for row in rows
        ]
        group += [nodes.thead("", head), nodes.tbody("", *body)]
        return [nodes.table("", group)]


class Command(SphinxDirective):
    """A command line of this project, run in the folder of the problems, and what it prints."""

    required_arguments, optional_arguments = 1, 0
    final_argument_whitespace = True
    option_spec: ClassVar[dict[str, Callable[[str], Any]]] = {
        "status": directives.nonnegative_int,
        "lines": directives.positive_int,
    }

    def run(self) -> list[nodes.Node]:
        """Run the command; another exit status than the option says is a warning."""
        line = self.arguments[0]
        program, *words = line.split()
        package = {"dlx": "dlx", "nqueens": "nqueens"}[program]
        folder = Path(self.env.srcdir) / "problems"
        for word in words:
            if (folder / word).is_file():
                self.env.note_dependency(str(folder / word))
        start = f"import sys; from {package}.cli import main; sys.exit(main())"
        done = subprocess.run(
            [sys.executable, "-c", start, *words],
            cwd=folder,
            env={
                **os.environ,
                "PYTHONPATH": str(Path(dlx.__file__).parents[1]),  # where this build found it
                "PYTHONIOENCODING": "utf-8",
                "COLUMNS": "76",
                "NO_COLOR": "1",
            },
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            encoding="utf-8",
            check=False,
        )
        expected = self.options.get("status", 0)
        result: list[nodes.Node] = []
        if done.returncode != expected:
            message = f"{line!r} ended with status {done.returncode}, not {expected}: {done.stdout}"
            result.append(self.state.document.reporter.warning(message, line=self.lineno))
        printed = done.stdout.rstrip("\n").split("\n")
        if len(printed) > self.options.get("lines", len(printed)):
            printed = [*printed[: self.options["lines"]], "…"]
        text = "\n".join([f"$ {line}", *printed])
        block = nodes.literal_block(text, text, language="console")
        self.set_source_info(block)
        return [block, *result]


def _write_style(app: Sphinx) -> None:
    """Put the style sheet of the library's pictures where the pages look for it, and their icon."""
    folder = Path(app.outdir) / "_static"
    folder.mkdir(parents=True, exist_ok=True)
    (folder / "pictures.css").write_text(style(), encoding="utf-8")
    icon = Picture("icon", "A queen", "")
    add_queen(icon, 16, 15, 15)
    icon.width = icon.height = 32
    icon.save(folder / "icon.svg")


def _show_icon(
    _app: Sphinx, _page: str, _template: str, context: dict[str, Any], _doctree: object
) -> None:
    context["favicon_url"] = context["pathto"]("_static/icon.svg", resource=True)


def _add_static(_app: Sphinx, config: Any) -> None:
    config.html_static_path.append("_static")


def setup(app: Sphinx) -> dict[str, bool]:
    """Add the directives and the style sheet of the pictures."""
    for directive in (Board, Boards, Calls, Matrix, Links, Tree, Comparison, Command):
        app.add_directive(directive.__name__.lower(), directive)
    app.connect("config-inited", _add_static)
    app.connect("builder-inited", _write_style)
    app.connect("html-page-context", _show_icon)
    app.add_css_file("pictures.css")
    app.add_css_file("figures.css")
    return {"parallel_read_safe": True, "parallel_write_safe": True}
