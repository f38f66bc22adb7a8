"""The reformulation: a chessboard turned into an exact cover problem, and covers back into boards.

To place a queen is to choose an option. A queen on row 2 and column 5 of the board with n = 8 takes
that row, that column and two diagonals, so the option is ``r2 c5 a7 b10``. Every row and every
column must have its queen: these are primary items. A diagonal may have one: it is secondary.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from dlx import Problem
from nqueens.arguments import given_and_blocked, regions_of, size_of

if TYPE_CHECKING:
    from collections.abc import Hashable, Iterable, Sequence

    from nqueens.arguments import Square

_DIAGONAL_RULES = ("long", "adjacent")
_LARGEST = 4000
"""The largest board: its 16 million options take some 10 GB of memory while they are built."""


def queens_problem(
    n: int,
    *,
    given: Iterable[Square] = (),
    blocked: Iterable[Square] = (),
    regions: Sequence[Sequence[Hashable]] | None = None,
    diagonals: str = "long",
) -> Problem:
    """Give the exact cover problem whose solutions are the ways to place n queens.

    Parameters
    ----------
    n : int
        The size of the board, 0 or more.
    given : iterable of (row, column)
        Squares that have a queen, counted from 0.
    blocked : iterable of (row, column)
        Squares that have none.
    regions : n strings or other sequences of length n, optional
        The color of each square. Each color then gets one queen as well.
    diagonals : {'long', 'adjacent'}
        With ``'long'`` queens attack along whole diagonals, as in chess; with ``'adjacent'`` they
        only may not touch, as in newspaper puzzles.

    Returns
    -------
    dlx.Problem
        Its options are labeled with the squares ``(row, column)``. The primary items are the rows
        ``r0``, ``r1``, … and columns ``c0``, ``c1``, … in organ-pipe order, from the middle of the
        board outwards (for n = 8: r4 c4 r3 c3 r5 c5 …), then the regions, ``region0``, ``region1``,
        … in the order in which their colors turn up. The secondary items are the diagonals ``a``
        (row + column) and ``b`` (n - 1 - row + column), but for those of length 1; or, with
        ``'adjacent'``, the blocks of four squares ``t0,0``, ``t0,1``, …, since queens that touch
        share one.

    Raises
    ------
    TypeError
        If `n` is no whole number.
    ValueError
        If `n` is below 0, a square is off the board or both given and blocked, `regions` has not
        the board's shape, or there is no such rule for diagonals. The message names the square.

    Notes
    -----
    The problem has n² options. The middle rows and columns come first because their squares lie on
    the longest diagonals: choosing there early cuts the search by a third and more [1]_.

    References
    ----------
    .. [1] Knuth, "Dancing links", 2000, arXiv:cs/0011047.

    Examples
    --------
    >>> from nqueens import queens_problem
    >>> problem = queens_problem(4)
    >>> problem.primary
    ('r2', 'c2', 'r1', 'c1', 'r3', 'c3', 'r0', 'c0')
    >>> problem[2, 1]
    ('r2', 'c1', 'a3', 'b2')
    >>> problem.first()
    ((0, 1), (1, 3), (2, 0), (3, 2))
    """
    size = size_of(n)
    if size > _LARGEST:
        raise ValueError(
            f"n is {n!r}; as an exact cover problem the board is too large from {_LARGEST + 1} on"
        )
    if diagonals not in _DIAGONAL_RULES:
        raise ValueError(f"diagonals is {diagonals!r}; it must be 'long' or 'adjacent'")
    occupied, empty = given_and_blocked(given, blocked, size)
    region_of = {} if regions is None else regions_of(regions, size)
    region_items = list(dict.fromkeys(region_of.values()))
    primary = [f"{line}{k}" for k in _organ_pipe(size) for line in "rc"] + region_items
    if regions is not None and len(region_items) != size:
        # n queens can't stand one in each of more or fewer regions. Left to itself the search would
        # take long to find out; an item that no option has tells it at once.
        primary.append(f"{len(region_items)} regions for {size} queens")

    limits = _adjacent_limits if diagonals == "adjacent" else _long_limits
    options: dict[Square, list[str]] = {}
    for row in range(size):
        for column in range(size):
            region = [region_of[row, column]] if region_of else []
            options[row, column] = [f"r{row}", f"c{column}", *region, *limits(row, column, size)]
    problem = Problem(options, primary=primary, secondary=_secondary(size, diagonals))
    return problem.restricted(given=occupied, without=empty) if occupied or empty else problem


def board_of(cover: Sequence[Square]) -> tuple[int, ...]:
    """Turn a cover into a board: its squares are ascending by row, one in each."""
    return tuple(column for _, column in cover)


def _organ_pipe(size: int) -> list[int]:
    """Give the lines of the board from the middle outwards, as organ pipes stand."""
    middle = size // 2
    return sorted(range(size), key=lambda line: (abs(line - middle), line))


def _secondary(size: int, diagonals: str) -> list[str]:
    """Give the items that need no queen and bear one."""
    if diagonals == "adjacent":
        return [f"t{top},{left}" for top in range(size - 1) for left in range(size - 1)]
    return [f"{name}{line}" for name in "ab" for line in range(1, 2 * size - 2)]


def _long_limits(row: int, column: int, size: int) -> list[str]:
    """Give the diagonals of a square, but for those of length 1."""
    diagonals = (("a", row + column), ("b", size - 1 - row + column))
    return [f"{name}{line}" for name, line in diagonals if 0 < line < 2 * size - 2]


def _adjacent_limits(row: int, column: int, size: int) -> list[str]:
    """Give the blocks of four squares that hold a square, each named by its upper left square."""
    return [
        f"t{top},{left}"
        for top in (row - 1, row)
        for left in (column - 1, column)
        if 0 <= top < size - 1 and 0 <= left < size - 1
    ]
