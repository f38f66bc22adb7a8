"""Boards of millions of queens: how large they may be, and how they are written down.

Python sees Ctrl-C only between two of its steps, and to make a tuple or an array is one step. So
the columns of a large board are put together piece by piece.
"""

from __future__ import annotations

from array import array
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

LARGEST_ARRAY = 2**31
"""The largest board whose columns, 0 to n - 1, fit into the four bytes of an array's element."""
LARGEST_TUPLE = 10**8
"""The largest board that is given as a tuple or a list, where it takes some 4 GB."""
_PIECE = 2**16


def check_tuple(n: int, instead: str) -> None:
    """Refuse a board that is too large for a tuple, and say what there is instead."""
    if n > LARGEST_TUPLE:
        raise ValueError(
            f"n is {n}; more than {LARGEST_TUPLE} queens are not given as a tuple or a list, which "
            f"takes some 40 bytes a queen: {instead}"
        )


def check_array(n: int) -> None:
    """Refuse a board that is too large for an array of four-byte numbers."""
    if n > LARGEST_ARRAY:
        raise ValueError(f"n is {n}; an array takes boards up to {LARGEST_ARRAY}")


def pieces(columns: range) -> Iterator[range]:
    """Cut a run of columns.

    >>> list(pieces(range(1, 200_000, 2)))
    [range(1, 131073, 2), range(131073, 200001, 2)]
    """
    return (columns[first : first + _PIECE] for first in range(0, len(columns), _PIECE))


def as_array(columns: Iterable[Iterable[int]]) -> array[int]:
    """Put pieces together, as an array."""
    whole = array("i")
    for piece in columns:
        whole.extend(piece)
    return whole


def as_list(columns: Iterable[Iterable[int]]) -> list[int]:
    """Put pieces together, as a list."""
    whole: list[int] = []
    for piece in columns:
        whole += piece
    return whole


def pieces_of_array(columns: array[int]) -> Iterator[array[int]]:
    """Cut an array."""
    return (columns[rows.start : rows.stop] for rows in pieces(range(len(columns))))


def zeros(n: int) -> array[int]:
    """Give an array to be written on."""
    block = array("i", [0]) * _PIECE
    return as_array(block[: len(rows)] for rows in pieces(range(n)))
