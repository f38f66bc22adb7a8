"""Squares in groups: tilings, sudokus, colored regions."""

from __future__ import annotations

from typing import TYPE_CHECKING

from dlx.drawing.picture import Picture, fitted

if TYPE_CHECKING:
    from collections.abc import Hashable, Mapping

    Square = tuple[int, int]

_SIDE, _MARGIN = 28, 4
_SIZE = 14
"""The size of what is written, as the style sheet has it."""
_TONES = 6
"""How many tones the style sheet has; groups side by side get different ones while they last."""


def draw_grid(
    groups: Mapping[Square, Hashable],
    *,
    texts: Mapping[Square, object] | None = None,
    title: str = "",
) -> Picture:
    """Draw squares, with thick lines and different tones where two groups meet.

    Parameters
    ----------
    groups : mapping from (row, column) to a group
        The squares there are, and the group of each: the piece that lies on it, say, or its box.
        Any hashable objects make groups.
    texts : mapping from (row, column), optional
        What is written onto squares.
    title : str
        What the picture is; left out, it says how many squares and groups there are.

    Examples
    --------
    Three dominoes on a board of two rows:

    >>> from dlx import Problem
    >>> from dlx.drawing import draw_grid
    >>> flat = [[(row, column), (row, column + 1)] for row in range(2) for column in range(2)]
    >>> upright = [[(0, column), (1, column)] for column in range(3)]
    >>> dominoes = Problem(flat + upright)
    >>> tiling = dominoes.first()
    >>> picture = draw_grid({square: label for label in tiling for square in dominoes[label]})
    >>> picture.title
    '6 squares in 3 groups'
    """
    texts = texts or {}
    tones = _tones(groups)
    written = "; ".join(f"row {r}, column {c}: {text}" for (r, c), text in sorted(texts.items()))
    told = f"{len(groups)} squares in {len(tones)} groups"
    picture = Picture("grid", title or told, f"{written}." if written else f"{told}.")
    top, left = min(r for r, _ in groups), min(c for _, c in groups)

    def corner(row: int, column: int) -> tuple[int, int]:
        return _MARGIN + _SIDE * (column - left), _MARGIN + _SIDE * (row - top)

    for (row, column), group in groups.items():
        x, y = corner(row, column)
        picture.add("rect", f"cell tone{tones[group]}", x=x, y=y, width=_SIDE, height=_SIDE)
    for (row, column), group in groups.items():
        x, y = corner(row, column)
        # Each line belongs to the square below or to the right of it, else to the one before it.
        for neighbor, line in (
            ((row - 1, column), f"M {x} {y} h {_SIDE}"),
            ((row, column - 1), f"M {x} {y} v {_SIDE}"),
            ((row + 1, column), f"M {x} {y + _SIDE} h {_SIDE}"),
            ((row, column + 1), f"M {x + _SIDE} {y} v {_SIDE}"),
        ):
            if neighbor not in groups:
                picture.add("path", "border", d=line)
            elif neighbor < (row, column):
                kind = "within" if groups[neighbor] == group else "border"
                picture.add("path", kind, d=line)
    for (row, column), text in texts.items():
        x, y = corner(row, column)
        shown = fitted(str(text), _SIDE - 2, _SIZE)
        picture.text("written", x + _SIDE / 2, y + _SIDE / 2, shown, whole=str(text))
    picture.width = corner(0, max(c for _, c in groups) + 1)[0] + _MARGIN
    picture.height = corner(max(r for r, _ in groups) + 1, 0)[1] + _MARGIN
    return picture


def _tones(groups: Mapping[Square, Hashable]) -> dict[Hashable, int]:
    """Give each group a tone that no neighbor before it has, as far as the tones go."""
    neighbors: dict[Hashable, set[Hashable]] = {group: set() for group in groups.values()}
    for (row, column), group in groups.items():
        for near in ((row, column + 1), (row + 1, column)):
            other = groups.get(near, group)
            if other != group:
                neighbors[group].add(other)
                neighbors[other].add(group)
    tones: dict[Hashable, int] = {}
    for group, others in neighbors.items():
        taken = {tones[other] for other in others if other in tones}
        tones[group] = min(set(range(_TONES)) - taken, default=0)
    return tones
