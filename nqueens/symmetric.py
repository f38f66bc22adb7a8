"""Boards that look the same when they are turned, and with them the count up to symmetry.

Seen from eight sides, a board is eight boards, or fewer if it looks the same from some of them. A
mirror changes every board of two or more queens. A half turn leaves some as they are, and a quarter
turn some of these. Such boards are few, and are found by placing queens together with all their
images. Then Burnside's lemma gives the number of boards that differ however they are turned or
mirrored, the fundamental ones: an eighth of the sum, over all eight ways to turn and mirror, of the
boards that it leaves as they are.
"""

from __future__ import annotations

from typing import NamedTuple

from nqueens.arguments import size_of
from nqueens.bitmasks import Bitmasks
from nqueens.compiled import kernel_for
from nqueens.quadrants import Quadrants

FASTEST_BY_QUADRANTS = 10
"""From which n on quadrants count faster than masks, compiled or not."""


class CountBySymmetry(NamedTuple):
    """How many boards there are, and how many of them look the same when they are turned."""

    total: int
    """All boards (OEIS A000170)."""
    fundamental: int
    """Boards that differ however they are turned or mirrored (OEIS A002562)."""
    half_turn: int
    """Boards that look the same upside down; those of the next kind are among them (A032522)."""
    quarter_turn: int
    """Boards that look the same after a quarter turn (A033148)."""

    @property
    def classes(self) -> dict[int, int]:
        """How many fundamental boards are so many boards when they are turned and mirrored.

        >>> CountBySymmetry(92, 12, 4, 0).classes
        {8: 11, 4: 1, 2: 0, 1: 0}
        """
        alone = 1 if self.total == 1 else 0  # no queen, or one: the same from all sides
        return {
            8: (self.total - self.half_turn) // 8,
            4: (self.half_turn - self.quarter_turn) // 4,
            2: (self.quarter_turn - alone) // 2,
            1: alone,
        }


def count_by_symmetry(
    n: int, *, threads: int = 1, engine: str = "auto", seconds: float | None = None
) -> CountBySymmetry:
    """Count the ways to place n queens, and those that differ however they are turned or mirrored.

    Parameters
    ----------
    n : int
        The size of the board, 0 to 20.
    threads : int
        How many threads share the work, if it is compiled and n is 10 or more.
    engine : {'auto', 'python', 'compiled'}
        How to count.
    seconds : float, optional
        How long counting all boards may take. The symmetric ones take less than a second.

    Returns
    -------
    CountBySymmetry
        A tuple of all boards, the fundamental ones, those that look the same after a half turn, and
        those that look the same after a quarter turn.

    Raises
    ------
    TypeError, ValueError
        If an argument makes no sense, or the board is too large.
    dlx.LimitReached
        If there is no time left.

    Notes
    -----
    All boards are counted by `Bitmasks` or by `Quadrants`, whichever is faster.

    Examples
    --------
    The 92 boards of 8 queens are 12: eleven that are 8 boards each, and one that is 4.

    >>> from nqueens import count_by_symmetry
    >>> count_by_symmetry(8)
    CountBySymmetry(total=92, fundamental=12, half_turn=4, quarter_turn=0)
    >>> count_by_symmetry(8).classes
    {8: 11, 4: 1, 2: 0, 1: 0}
    """
    size = size_of(n)
    quadrants = Quadrants(size, threads=threads, engine=engine, seconds=seconds)
    if size < FASTEST_BY_QUADRANTS:
        total = Bitmasks(size, engine=engine, seconds=seconds).count()
    else:
        total = quadrants.count()
    return with_symmetric(size, total, engine=engine)


def with_symmetric(size: int, total: int, *, engine: str = "auto") -> CountBySymmetry:
    """Count the symmetric boards, where all boards of a size have been counted."""
    if size < 2:  # the mirrors leave this board as it is, too
        return CountBySymmetry(total, 1, 1, 1)
    kernel = kernel_for(engine)
    if kernel is None:
        half_turn, quarter_turn = count_half_turn(size), count_quarter_turn(size)
    else:
        half_turn, quarter_turn = kernel.count_half_turn(size), kernel.count_quarter_turn(size)
    # One of the eight ways leaves all boards as they are, one turns by a half, two by a quarter.
    fundamental = (total + half_turn + 2 * quarter_turn) // 8
    return CountBySymmetry(total, fundamental, half_turn, quarter_turn)


def count_half_turn(size: int) -> int:
    """Count the boards of 2 or more queens that look the same upside down.

    Queens are placed row by row in the upper half, each with its image in the lower one. Turned by
    180 degrees, diagonals d and 2·size - 2 - d change places. So the longest ones, where d is
    size - 1, stay what they are: a queen there would attack her image. An odd board has the queen
    of its middle row in the center, as only the center stays where it is.

    >>> [count_half_turn(size) for size in range(4, 9)]
    [2, 2, 4, 8, 4]
    """
    last = size - 1
    every = (1 << size) - 1

    def place(row: int, columns: int, rising: int, falling: int) -> int:
        """Count the boards that go on from here; a set of diagonals is one of bits."""
        if row == size // 2:
            return 1
        boards = 0
        free = every & ~(columns | rising >> row | falling >> last - row)
        while free:
            queen = free & -free
            free ^= queen
            column = queen.bit_length() - 1
            boards += place(
                row + 1,
                columns | queen | 1 << last - column,
                rising | queen << row | 1 << 2 * last - row - column,
                falling | queen << last - row | 1 << last + row - column,
            )
        return boards

    return place(0, 1 << last // 2 if size % 2 else 0, 1 << last, 1 << last)


def count_quarter_turn(size: int) -> int:
    """Count the boards of 2 or more queens that look the same after a quarter turn.

    Call a row, a column and their images a line: line k is row k, column k, and the same counted
    from the other side. A queen and her three images take two lines: that of her row and that of
    her column, which differ, as she is on none of the longest diagonals. Rising diagonals turn into
    falling ones, so that one set is enough for both.

    >>> [count_quarter_turn(size) for size in range(4, 14)]
    [2, 2, 0, 0, 0, 0, 0, 0, 8, 8]
    """
    last = size - 1
    every = (1 << size // 2) - 1

    def place(lines: int, diagonals: int) -> int:
        """Count the boards that go on from here."""
        if lines == every:
            return 1
        boards = 0
        free = every & ~lines
        row = (free & -free).bit_length() - 1
        for line in range(row + 1, size // 2):
            if lines >> line & 1:
                continue
            for column in (line, last - line):
                taken = 1 << row + column | 1 << last - row + column
                if not diagonals & taken:
                    images = 1 << 2 * last - row - column | 1 << last + row - column
                    boards += place(lines | 1 << row | 1 << line, diagonals | taken | images)
        return boards

    return place(0, 1 << last)
