"""The lines of a board: sets of squares of which no two may have a queen.

Rows, columns and diagonals are lines, and so are small blocks of squares where queens may not touch
or attack as knights too. A family of lines is a mapping from their names to their squares.
"""

from __future__ import annotations

from math import gcd
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from nqueens.arguments import Square

    Family = dict[str, list[Square]]


class Lines:
    """The families of lines of a board with so many rows and columns.

    Where that takes long, `look` is called every now and then; it may end it by an exception.
    """

    def __init__(self, rows: int, columns: int, look: Callable[[], None] = lambda: None) -> None:
        self.height, self.width = rows, columns
        self._look = look
        # Each square is one object, whatever number of lines it is on: large boards need it.
        self.squares = [(row, column) for row in range(rows) for column in range(columns)]

    def rows(self) -> Family:
        """Give the rows, ``r0`` and on."""
        return self._family("r", self.height, lambda row, _: row)

    def columns(self) -> Family:
        """Give the columns, ``c0`` and on."""
        return self._family("c", self.width, lambda _, column: column)

    def diagonals(self, *, torus: bool = False) -> tuple[Family, Family]:
        """Give the diagonals ``a`` (row + column) and ``b`` (rows - 1 - row + column).

        On a torus whoever leaves the board comes in again on the opposite side, so that numbers
        count modulo the greatest common divisor of both sides: of n on a board of n by n squares.
        """
        every = max(0, self.height + self.width - 1)
        number = gcd(self.height, self.width) if torus else every
        modulus, last = max(1, number), self.height - 1
        return (
            self._family("a", number, lambda row, column: (row + column) % modulus),
            self._family("b", number, lambda row, column: (last - row + column) % modulus),
        )

    def blocks(self, name: str, height: int, width: int, *, torus: bool = False) -> Family:
        """Give all blocks of that size, named by their upper left squares: ``t0,0`` and on.

        On a smaller board they are cut; within one row or column they would say nothing new.
        """
        height, width = min(height, self.height), min(width, self.width)
        if height < 2 or width < 2:
            return {}
        # On a torus that a block fills from side to side, all its shifts are the same block.
        tops = self.height if torus and height < self.height else self.height - height + 1
        lefts = self.width if torus and width < self.width else self.width - width + 1
        return {
            f"{name}{top},{left}": [
                self.squares[row % self.height * self.width + column % self.width]
                for row in range(top, top + height)
                for column in range(left, left + width)
            ]
            for top in range(tops)
            for left in range(lefts)
        }

    def _family(self, name: str, number: int, number_of: Callable[[int, int], int]) -> Family:
        lines: list[list[Square]] = [[] for _ in range(number)]
        for row in range(self.height):
            self._look()
            for square in self.squares[row * self.width : (row + 1) * self.width]:
                lines[number_of(*square)].append(square)
        return {f"{name}{k}": line for k, line in enumerate(lines)}


def from_the_middle(lines: Sequence[str]) -> list[str]:
    """Put parallel lines in organ-pipe order, from the middle outwards."""
    middle = len(lines) // 2
    order = sorted(range(len(lines)), key=lambda k: (abs(k - middle), k))
    return [lines[k] for k in order]
