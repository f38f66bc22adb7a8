"""Pictures of boards taken to pieces, for the page on counting by quadrants.

``pieces BOARD`` draws a board cut into quadrants, or, as the option ``cut`` says, into halves.
``crossing BOARD`` shows which of the diagonals that cross both halves each half takes.
"""

from __future__ import annotations

from itertools import pairwise
from typing import TYPE_CHECKING, Any, ClassVar

from docutils.parsers.rst import directives
from figures import Figure

from dlx.drawing import Picture
from nqueens.drawing import add_queen

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from docutils import nodes
    from sphinx.application import Sphinx

SIDE, MARGIN, GAP = 28, 24, 22
BIT = 20


def draw_pieces(board: Sequence[int | None], cut: str) -> Picture:
    """Draw a board in pieces; None stands for a row without a queen."""
    n, half = len(board), len(board) // 2
    placed = [(row, column) for row, column in enumerate(board) if column is not None]
    picture = Picture(
        "board",
        f"A board with {n} rows and columns, cut into {cut}",
        f"Queens on {', '.join(f'row {row} column {column}' for row, column in placed)}.",
    )
    columns = [0, half, n - half, n] if n % 2 else [0, half, n]
    rows = columns if cut == "quadrants" else [0, n]

    def corner(row: int, column: int) -> tuple[float, float]:
        """Give the upper left corner of a square: each cut before it moves it on by a gap."""
        right = sum(column >= cut for cut in columns[1:-1])
        down = sum(row >= cut for cut in rows[1:-1])
        return MARGIN + SIDE * column + GAP * right, MARGIN + SIDE * row + GAP * down

    for line in range(n):
        picture.text("label", MARGIN / 2, corner(line, 0)[1] + SIDE / 2, f"r{line}")
        picture.text("label", corner(0, line)[0] + SIDE / 2, MARGIN / 2, f"c{line}")
    for row in range(n):
        for column in range(n):
            x, y = corner(row, column)
            shade = "odd" if (row + column) % 2 else "even"
            picture.add("rect", f"square {shade}", x=x, y=y, width=SIDE, height=SIDE)
    for left, right in pairwise(columns):
        for top, bottom in pairwise(rows):
            x, y = corner(top, left)
            width, height = SIDE * (right - left), SIDE * (bottom - top)
            picture.add("rect", "frame", x=x, y=y, width=width, height=height)
    for row, column in placed:
        x, y = corner(row, column)
        add_queen(picture, x + SIDE / 2, y + SIDE / 2, SIDE * 0.36)
    right, bottom = corner(n - 1, n - 1)
    picture.width, picture.height = right + SIDE + 4, bottom + SIDE + 4
    return picture


def draw_crossing(board: Sequence[int]) -> Picture:
    """Draw which diagonals that cross both halves of an even board each of them takes."""
    half = len(board) // 2
    crossing = range(2 * half - 1)
    taken: dict[str, tuple[set[int], set[int]]] = {"west": (set(), set()), "east": (set(), set())}
    for row, column in enumerate(board):
        rising, falling = taken["west" if column < half else "east"]
        rising.add(row + column - half)
        falling.add(row - column + half - 1)
    left, top = 44, 30
    picture = Picture(
        "matrix",
        "The diagonals that cross both halves",
        " ".join(
            f"The {name}ern half takes rising ones {sorted(rising & {*crossing})} and falling ones "
            f"{sorted(falling & {*crossing})}."
            for name, (rising, falling) in taken.items()
        ),
    )
    for side, direction in enumerate(("rising", "falling")):
        start = left + side * (BIT * len(crossing) + GAP)
        picture.text("name", start + BIT * len(crossing) / 2, 10, direction)
        for line, (name, diagonals) in enumerate(taken.items()):
            y = top + BIT * (line + 0.5)
            picture.text("label", left / 2, y, name)
            for d in crossing:
                x = start + BIT * (d + 0.5)
                if d in diagonals[side]:
                    picture.box(f"one cover{line}", x, y, BIT - 6, BIT - 6, rx=2)
                else:
                    picture.add("circle", "zero", cx=x, cy=y, r=1.5)
    picture.width = left + 2 * BIT * len(crossing) + GAP + 10
    picture.height = top + 2 * BIT + 6
    return picture


def columns_of(words: str) -> list[int | None]:
    """Read a board: the column of each row's queen, a dot for a row without one."""
    return [None if word == "." else int(word) for word in words.split()]


class Pieces(Figure):
    """A board in pieces."""

    required_arguments, optional_arguments = 1, 0
    option_spec: ClassVar[dict[str, Callable[[str], Any]]] = {
        "cut": lambda text: directives.choice(text, ("quadrants", "halves"))
    }

    def draw(self) -> tuple[Picture, list[nodes.Node]]:
        """Draw the pieces."""
        cut = self.options.get("cut", "quadrants")
        return draw_pieces(columns_of(self.arguments[0]), cut), []


class Crossing(Figure):
    """The diagonals that cross both halves of a board."""

    required_arguments, optional_arguments = 1, 0

    def draw(self) -> tuple[Picture, list[nodes.Node]]:
        """Draw the bits."""
        return draw_crossing(list(map(int, self.arguments[0].split()))), []


def setup(app: Sphinx) -> dict[str, bool]:
    """Add the directives."""
    app.add_directive("pieces", Pieces)
    app.add_directive("crossing", Crossing)
    return {"parallel_read_safe": True, "parallel_write_safe": True}
