"""The directive ``player``: a search that can be watched, told when the site is built.

Its argument is an expression over the names below, for a trace, or for a piece of HTML such as
`nqueens.player.place.embed` gives. The scripts of both packages are put together in one file, which
only pages with a player load.
"""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Any, ClassVar

from docutils import nodes
from docutils.parsers.rst import directives
from sphinx.util.docutils import SphinxDirective

import dlx
import nqueens
from nqueens import player
from nqueens.player import place

if TYPE_CHECKING:
    from collections.abc import Callable

    from sphinx.application import Sphinx

SCRIPT, STYLE = "players.js", "players.css"


class here(nodes.General, nodes.Element):  # noqa: N801 - docutils names nodes like this
    """Where a player stands."""


class PlayerDirective(SphinxDirective):
    """A player of what the argument tells; ``read(file)`` gives a problem of the folder."""

    required_arguments, optional_arguments = 1, 0
    final_argument_whitespace = True
    option_spec: ClassVar[dict[str, Callable[[str], Any]]] = {
        "title": directives.unchanged_required,
        "views": directives.unchanged_required,
    }

    def run(self) -> list[nodes.Node]:
        """Tell the search and leave the player's place in the page."""
        names = {"nqueens": nqueens, "place": place, "Problem": dlx.Problem, "read": self._read}
        piece = eval(self.arguments[0], names)
        if not isinstance(piece, str):
            told = piece.as_json()
            if "title" in self.options:
                told["title"] = self.options["title"]
            piece = player.embed(told, views=self.options.get("views", "").split())
        return [here("", nodes.raw("", piece, format="html"))]

    def _read(self, name: str) -> dlx.Problem:
        path = Path(self.env.srcdir) / "problems" / name
        self.env.note_dependency(str(path))
        return dlx.Problem.read(path)


def _write_assets(app: Sphinx) -> None:
    if app.builder.format != "html":
        return
    folder = Path(app.outdir) / "_static"
    folder.mkdir(parents=True, exist_ok=True)
    (folder / SCRIPT).write_text(player.script(), encoding="utf-8")
    (folder / STYLE).write_text(player.style(), encoding="utf-8")


def _load_assets(
    app: Sphinx, _page: str, _template: str, _context: object, doctree: nodes.document | None
) -> None:
    if doctree is not None and any(doctree.findall(here)):
        app.add_js_file(SCRIPT, loading_method="defer")
        app.add_css_file(STYLE)


def setup(app: Sphinx) -> dict[str, bool]:
    """Add the directive, and the files that its pages load."""
    app.add_node(here, html=(lambda _translator, _node: None, lambda _translator, _node: None))
    app.add_directive("player", PlayerDirective)
    app.connect("builder-inited", _write_assets)
    app.connect("html-page-context", _load_assets)
    return {"parallel_read_safe": True, "parallel_write_safe": True}
