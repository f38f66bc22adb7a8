"""Checks of what describes a board: its size, its squares, its regions; and of limits."""

from __future__ import annotations

import math
from collections.abc import Container, Hashable, Iterable, Sequence
from numbers import Real
from operator import index

Square = tuple[int, int]

_DEEPEST = 200
"""How often a search may call itself; Python allows 1000 calls, those of the caller included."""


def size_of(n: int) -> int:
    """Check the size of a board."""
    try:
        size = index(n)
    except TypeError:
        raise TypeError(f"n is {n!r}; the size of the board must be a whole number") from None
    if size < 0:
        raise ValueError(f"n is {n!r}; the size of the board must be 0 or more")
    return size


def has_boards(size: int) -> bool:
    """Tell whether queens can be placed on the plain board: `construction` proves it."""
    return size not in {2, 3}


def recursive_size_of(n: int, method: str) -> int:
    """Check the size of a board for a search that calls itself for each queen."""
    size = size_of(n)
    if size > _DEEPEST:
        raise ValueError(
            f"n is {n!r}; {method} calls itself for each queen and takes at most {_DEEPEST} of them"
        )
    return size


def given_and_blocked(
    given: Iterable[Square], blocked: Iterable[Square], size: int
) -> tuple[dict[Square, None], dict[Square, None]]:
    """Check squares that have a queen and squares that have none; give each once, in order."""
    occupied = squares_of("given", given, size)
    empty = squares_of("blocked", blocked, size)
    for row, column in occupied:
        if (row, column) in empty:
            raise ValueError(
                f"square ({row}, {column}) is both given and blocked; it can't be both"
            )
    return occupied, empty


def squares_of(name: str, squares: Iterable[Square], size: int) -> dict[Square, None]:
    """Check squares, and give each once, in their order."""
    if not isinstance(squares, Iterable):
        raise TypeError(f"{name} is {squares!r}; it must be a list of squares, (row, column)")
    checked: dict[Square, None] = {}
    for square in squares:
        try:
            row, column = map(index, square)
        except (TypeError, ValueError):
            raise ValueError(
                f"{name} has {square!r}; a square is a pair of numbers, (row, column)"
            ) from None
        if row not in range(size) or column not in range(size):
            where = f"rows and columns go from 0 to {size - 1}" if size else "it has no squares"
            raise ValueError(f"{name} has the square {square!r}, which is off the board; {where}")
        checked[row, column] = None
    return checked


def free_squares(
    given: Container[Square], blocked: Container[Square], size: int
) -> list[list[int]]:
    """Give for each row the columns that are left for its queen, as far as its own squares tell."""
    free = []
    for row in range(size):
        squares = [column for column in range(size) if (row, column) not in blocked]
        queens = [column for column in squares if (row, column) in given]
        free.append(squares if not queens else queens if len(queens) == 1 else [])
    return free


def regions_of(regions: Sequence[Sequence[Hashable]], size: int) -> dict[Square, str]:
    """Check the shape of the regions, and name the region of each square."""
    if isinstance(regions, str) or not isinstance(regions, Iterable):
        raise TypeError(f"regions is {regions!r}; it must be a list of rows")
    rows = list(regions)
    if len(rows) != size:
        raise ValueError(f"regions has {len(rows)} rows; the board has {size}")
    names: dict[Hashable, str] = {}
    region_of = {}
    for number, row in enumerate(rows):
        if not isinstance(row, Iterable):
            raise TypeError(f"row {number} of regions is {row!r}; it must be a string or a list")
        colors = list(row)
        if len(colors) != size:
            raise ValueError(
                f"row {number} of regions, {row!r}, has {len(colors)} squares; the board has {size}"
            )
        for column, color in enumerate(colors):
            if not isinstance(color, Hashable):
                raise TypeError(
                    f"square ({number}, {column}) has the color {color!r}, not hashable"
                )
            region_of[number, column] = names.setdefault(color, f"region{len(names)}")
    return region_of


UNLIMITED = 2**62
"""A number of steps that no search can take."""


def most_nodes(max_nodes: int | None) -> int:
    """Check a limit on steps; `UNLIMITED` if there is none."""
    if max_nodes is None:
        return UNLIMITED
    try:
        number = index(max_nodes)
    except TypeError:
        raise TypeError(f"max_nodes is {max_nodes!r}; it must be a whole number, or None") from None
    if number < 0:
        raise ValueError(f"max_nodes is {max_nodes!r}; it must be 0 or more")
    return min(number, UNLIMITED)


def most_seconds(seconds: float | None) -> float:
    """Check a limit on time; infinity if there is none."""
    if seconds is None:
        return math.inf
    if not isinstance(seconds, Real):
        raise TypeError(f"seconds is {seconds!r}; it must be a number of seconds, or None")
    if not seconds >= 0:
        raise ValueError(f"seconds is {seconds!r}; it must be 0 or more")
    return float(seconds)
