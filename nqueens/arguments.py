"""Checks of what describes a board: its size, its squares, its regions; and of limits."""

from __future__ import annotations

import math
from collections.abc import Container, Hashable, Iterable, Mapping, Sequence
from numbers import Real
from operator import index

Square = tuple[int, int]

_DEEPEST = 200
"""How often a search may call itself; Python allows 1000 calls, those of the caller included."""


_SIZES = {
    "n": "the size of the board",
    "columns": "the number of columns",
    "queens": "the number of queens",
}


def size_of(n: int, name: str = "n") -> int:
    """Check the size of a board, or another number of that name."""
    try:
        size = index(n)
    except TypeError:
        raise TypeError(f"{name} is {n!r}; {_SIZES[name]} must be a whole number") from None
    if size < 0:
        raise ValueError(f"{name} is {n!r}; {_SIZES[name]} must be 0 or more")
    return size


def has_boards(size: int) -> bool:
    """Tell whether queens can be placed on the plain board: `construction` proves it."""
    return size not in {2, 3}


def no_boards(size: int) -> str:
    """Say that there is no board of a size."""
    return f"n is {size}; {size} queens can't be placed on a board of {size} by {size} squares"


def recursive_size_of(n: int, method: str) -> int:
    """Check the size of a board for a search that calls itself for each queen."""
    size = size_of(n)
    if size > _DEEPEST:
        raise ValueError(
            f"n is {n!r}; {method} calls itself for each queen and takes at most {_DEEPEST} of "
            "them; the methods 'bitmasks' and 'construction' take more"
        )
    return size


def number_of(name: str, value: int) -> int:
    """Check a number of things."""
    try:
        number = index(value)
    except TypeError:
        raise TypeError(f"{name} is {value!r}; it must be a whole number") from None
    if number < 0:
        raise ValueError(f"{name} is {value!r}; it must be 0 or more")
    return number


def flag_of(name: str, value: object) -> bool:
    """Check something that is so, or isn't."""
    if value not in (True, False):
        raise TypeError(f"{name} is {value!r}; it must be True or False")
    return bool(value)


def given_and_blocked(
    given: Iterable[Square], blocked: Iterable[Square], rows: int, columns: int | None = None
) -> tuple[dict[Square, None], dict[Square, None]]:
    """Check squares that have a queen and squares that have none; give each once, in order.

    The board is square if no number of columns is given.
    """
    occupied = squares_of("given", given, rows, columns, once=True)
    empty = squares_of("blocked", blocked, rows, columns)
    for row, column in occupied:
        if (row, column) in empty:
            raise ValueError(
                f"square ({row}, {column}) is both given and blocked; it can't be both"
            )
    return occupied, empty


def squares_of(
    name: str,
    squares: Iterable[Square],
    rows: int,
    columns: int | None = None,
    *,
    once: bool = False,
) -> dict[Square, None]:
    """Check squares, and give each once, in their order; or refuse them if one is there twice."""
    columns = rows if columns is None else columns
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
        if row not in range(rows) or column not in range(columns):
            if not rows or not columns:
                where = "it has no squares"
            elif rows == columns:
                where = f"rows and columns go from 0 to {rows - 1}"
            else:
                where = f"rows go from 0 to {rows - 1}, columns from 0 to {columns - 1}"
            raise ValueError(f"{name} has the square {square!r}, which is off the board; {where}")
        if once and (row, column) in checked:
            raise ValueError(
                f"{name} has the square {square!r} twice; two queens can't stand on one square"
            )
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


def excluded_squares(
    excluded: Iterable[str],
    diagonals: Iterable[Mapping[str, Sequence[Square]]],
    given: Iterable[Square] = (),
) -> dict[Square, None]:
    """Check names of diagonals, and give the squares on them: none that is given, each once."""
    if isinstance(excluded, str) or not isinstance(excluded, Iterable):
        raise TypeError(f"excluded is {excluded!r}; it must be a list of diagonals, such as 'a3'")
    line_of = {name: line for family in diagonals for name, line in family.items()}
    occupied = set(given)
    squares: dict[Square, None] = {}
    for name in excluded:
        if not isinstance(name, str) or name not in line_of:
            ends = [(names[0], names[-1]) for names in map(list, diagonals) if names]
            known = " and ".join(f"{first} to {last}" for first, last in ends)
            raise ValueError(
                f"excluded has {name!r}; the diagonals of this board are {known or 'none'}"
            )
        for row, column in line_of[name]:
            if (row, column) in occupied:
                raise ValueError(
                    f"square ({row}, {column}) is given, but its diagonal {name} is excluded"
                )
            squares[row, column] = None
    return squares


def regions_of(
    regions: Sequence[Sequence[Hashable]], size: int, columns: int | None = None
) -> dict[str, list[Square]]:
    """Check the shape of the regions, name them as they turn up, and give the squares of each."""
    width = size if columns is None else columns
    if isinstance(regions, str) or not isinstance(regions, Iterable):
        raise TypeError(f"regions is {regions!r}; it must be a list of rows")
    rows = list(regions)
    if len(rows) != size:
        raise ValueError(f"regions has {len(rows)} rows; the board has {size}")
    names: dict[Hashable, str] = {}
    squares: dict[str, list[Square]] = {}
    for number, row in enumerate(rows):
        if not isinstance(row, Iterable):
            raise TypeError(f"row {number} of regions is {row!r}; it must be a string or a list")
        colors = list(row)
        if len(colors) != width:
            raise ValueError(
                f"row {number} of regions, {row!r}, has {len(colors)} squares, not {width}"
            )
        for column, color in enumerate(colors):
            if not isinstance(color, Hashable):
                raise TypeError(
                    f"square ({number}, {column}) has the color {color!r}, not hashable"
                )
            region = names.setdefault(color, f"region{len(names)}")
            squares.setdefault(region, []).append((number, column))
    return squares


UNLIMITED = 2**62
"""A number of steps that no search can take."""


def most_nodes(max_nodes: int | None) -> int:
    """Check a limit on steps; `UNLIMITED` if there is none."""
    return UNLIMITED if max_nodes is None else min(number_of("max_nodes", max_nodes), UNLIMITED)


def most_seconds(seconds: float | None) -> float:
    """Check a limit on time; infinity if there is none."""
    if seconds is None:
        return math.inf
    if not isinstance(seconds, Real):
        raise TypeError(f"seconds is {seconds!r}; it must be a number of seconds, or None")
    if not seconds >= 0:
        raise ValueError(f"seconds is {seconds!r}; it must be 0 or more")
    return float(seconds)
