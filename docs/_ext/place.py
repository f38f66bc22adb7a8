"""The directive ``place``: a board to place queens on, its solutions found when the site is built.

Its options name the sizes of plain boards, and puzzles to choose from, each by its size and its
seed for `nqueens.make_puzzle`. Scripts and styles are those of the directive ``player``.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, ClassVar

from docutils import nodes
from docutils.parsers.rst import directives
from players import here
from sphinx.util.docutils import SphinxDirective

from nqueens import make_puzzle
from nqueens.player import place

if TYPE_CHECKING:
    from collections.abc import Callable

    from sphinx.application import Sphinx


class Place(SphinxDirective):
    """A board: ``:sizes: 8 5`` and ``:puzzles: 6 2; 8 4``, sizes and seeds; the first is shown."""

    option_spec: ClassVar[dict[str, Callable[[str], Any]]] = {
        "sizes": directives.unchanged_required,
        "puzzles": directives.unchanged_required,
    }

    def run(self) -> list[nodes.Node]:
        """Find the solutions and leave the board's place in the page."""
        sizes = [int(size) for size in self.options.get("sizes", "").split()]
        puzzles = {}
        for pair in filter(str.strip, self.options.get("puzzles", "").split(";")):
            n, seed = map(int, pair.split())
            puzzles[f"Regions: {n} queens, no. {seed}"] = make_puzzle(n, seed=seed).regions
        piece = place.embed(place.data(sizes, puzzles))
        return [here("", nodes.raw("", piece, format="html"))]


def setup(app: Sphinx) -> dict[str, bool]:
    """Add the directive."""
    app.setup_extension("players")
    app.add_directive("place", Place)
    return {"parallel_read_safe": True, "parallel_write_safe": True}
