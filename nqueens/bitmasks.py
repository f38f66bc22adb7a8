"""Three bit masks: the search row by row in which a row of the board is one number.

In a row, a square is attacked along its column, along a diagonal that falls to the right, or along
one that rises to the right. So three sets of columns say what is attacked, and a set of columns is
an int, bit c for column c. From a row to the next one a column stays where it is, a falling
diagonal moves right by one, and a rising one moves left: two shifts, and the sets are those of the
next row. Here they are in the search for 4 queens, in row 2, after queens in columns 1 and 3 of the
rows above, bit 0 to the left as on the board::

    row 0    . Q . .
    row 1    . . . Q        columns  . x . x
    row 2    ? ? ? ?        falling  . . . x      the queen of row 0 has moved right by 2
                            rising   . . x .      the queen of row 1 has moved left by 1
                            free     Q . . .      what is in none of the three

`PythonMasks` is the search to read, and masks.c is the same one to use, step for step.
"""

from __future__ import annotations

import math
from itertools import islice
from time import perf_counter
from typing import TYPE_CHECKING, Protocol

from dlx import LimitReached, Stats
from nqueens.arguments import UNLIMITED, given_and_blocked, most_nodes, most_seconds, size_of
from nqueens.compiled import kernel_for
from nqueens.protocol import Limited, Method

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from nqueens.arguments import Square

LARGEST = 10_000
"""The largest board: its masks take some 50 MB, and those of ten times as many rows 5 GB."""
_PATIENCE = 0.05
"""For how many seconds boards are looked for ahead of the one that is handed out."""
_MOST_AHEAD = 1024
_LOOK_INTERVAL = 1024
"""After how many queens the search in Python looks at the clock."""


class Bitmasks(Method, Limited):
    """A search for ways to place n queens, row by row with three bit masks.

    It is an iterator of boards, and can count them.

    Parameters
    ----------
    n : int
        The size of the board, 0 to 10000.
    given, blocked : iterable of (row, column)
        Squares that have a queen, and squares that have none, counted from 0. Given queens that
        attack each other leave no boards.
    engine : {'auto', 'python', 'compiled'}
        ``'compiled'`` takes boards of up to 64 rows, ``'python'`` larger ones too. Both take the
        same steps.
    max_nodes : int, optional
        How many queens may be placed, over all calls.
    seconds : float, optional
        How long the search may take, over all calls.

    Raises
    ------
    TypeError, ValueError
        If an argument makes no sense, or the board is too large; the message names the square.
    dlx.LimitReached
        While iterating or counting, if a limit is reached. After that the limit no longer holds,
        and the search can go on.

    Notes
    -----
    Boards come row by row, leftmost first: in lexicographic order. Memory is a few numbers a row,
    however many boards there are. The time grows about as the number of solutions, by a factor of 5
    to 7 with each row: compiled it places some 100 million queens a second, in Python 1 million.

    References
    ----------
    Richards, "Backtracking algorithms in MCPL using bit patterns and recursion", 1997, section 2.

    Examples
    --------
    >>> from nqueens.bitmasks import Bitmasks
    >>> list(Bitmasks(4))
    [(1, 3, 0, 2), (2, 0, 3, 1)]
    >>> search = Bitmasks(8)
    >>> search.count(), search.steps
    (92, {'placed': 2056})
    >>> Bitmasks(8, given=[(0, 0)], blocked=[(1, 4)]).count()
    3
    """

    def __init__(
        self,
        n: int,
        *,
        given: Iterable[Square] = (),
        blocked: Iterable[Square] = (),
        engine: str = "auto",
        max_nodes: int | None = None,
        seconds: float | None = None,
    ) -> None:
        size = size_of(n)
        if size > LARGEST:
            raise ValueError(
                f"n is {n!r}; bit masks take boards of up to {LARGEST} rows, as each row holds "
                "sets of all columns; the methods 'permutation' and 'construction' find one of more"
            )
        occupied, empty = given_and_blocked(given, blocked, size)
        self._nodes_left = most_nodes(max_nodes)
        self._seconds_left = most_seconds(seconds)
        self._engine = _engine_for(engine, allowed_squares(size, occupied, empty))
        self._ready: list[tuple[int, ...]] = []
        self._handed_out = 0
        self._fetched = 0  # boards found when they were last fetched
        self._look_for = 1
        self._placed_before = 0  # queens placed before any of the boards that are ready

    def __next__(self) -> tuple[int, ...]:
        """Give the next board, its columns row by row."""
        if self._handed_out == len(self._ready):
            self._fetch()  # what was found when Ctrl-C came, if it did
            if not self._ready:
                self._look_ahead()
            if not self._ready:
                raise StopIteration
        self._handed_out += 1
        return self._ready[self._handed_out - 1]

    def count(self) -> int:
        """Count the boards that have not been handed out.

        Returns
        -------
        int
            Their exact number. The iterator is at its end then.

        Raises
        ------
        dlx.LimitReached
            If a limit is reached; it knows how many were counted until then. The next call counts
            those that are left.

        Examples
        --------
        >>> from nqueens.bitmasks import Bitmasks
        >>> search = Bitmasks(6)
        >>> next(search), search.count(), search.count()
        ((1, 3, 5, 0, 2, 4), 3, 0)
        """
        if self._handed_out == len(self._ready):
            self._fetch()
        found = len(self._ready) - self._handed_out
        self._ready, self._handed_out = [], 0
        before = self._engine.solutions
        self._run(UNLIMITED, keep=False)
        return found + self._engine.solutions - before

    @property
    def steps(self) -> dict[str, int]:
        """What has been done up to the last board: queens ``'placed'``."""
        if self._handed_out < len(self._ready):
            last = self._handed_out - 1
            return {"placed": self._engine.placed_at(last) if last >= 0 else self._placed_before}
        return {"placed": self._engine.placed}

    @property
    def stats(self) -> Stats:
        """What has been done in all: as nodes, the queens that were placed."""
        placed, solutions = self._engine.placed, self._engine.solutions
        return Stats(nodes=placed, updates=None, solutions=solutions, profile=(placed,))

    def allow(self, *, max_nodes: int | None = None, seconds: float | None = None) -> None:
        """Set new limits for what follows.

        Parameters
        ----------
        max_nodes, seconds : optional
            How many more queens to place, and how much longer to search; None for no limit.
        """
        self._nodes_left, self._seconds_left = most_nodes(max_nodes), most_seconds(seconds)

    def progress(self) -> float:
        """Tell how much of the search has been done, if all squares of a row took as long.

        Returns
        -------
        float
            Between 0 and 1.

        Examples
        --------
        >>> from nqueens.bitmasks import Bitmasks
        >>> search = Bitmasks(4)
        >>> search.progress(), next(search), search.progress(), search.count(), search.progress()
        (0.0, (1, 3, 0, 2), 0.5, 1, 1.0)
        """
        behind, share = 0.0, 1.0
        for free, untried in self._engine.branches():
            if free:
                squares = free.bit_count()
                behind += share * (squares - untried.bit_count() - 1) / squares
                share /= squares
        return behind + share  # in the last row, no square is under way

    def _look_ahead(self) -> None:
        """Find the next boards: one at first, more each time, but for a moment at most."""
        self._placed_before = self._engine.placed
        self._run(self._look_for, keep=True)
        self._fetch()
        self._look_for = min(2 * self._look_for, _MOST_AHEAD)

    def _fetch(self) -> None:
        """Make ready what the engine has kept, if it has found anything since the last time."""
        solutions = self._engine.solutions
        ready = self._engine.kept() if solutions > self._fetched else []
        self._ready, self._handed_out, self._fetched = ready, 0, solutions

    def _run(self, solutions: int, *, keep: bool) -> None:
        """Run until so many boards are found, or some and patience is at its end, or all is done.

        A limit raises `LimitReached`, unless there are boards to hand out before.
        """
        engine = self._engine
        solutions_before = engine.solutions
        patience = _PATIENCE if solutions > 1 and keep else math.inf
        while True:
            placed_before, began = engine.placed, perf_counter()
            reason = engine.run(
                solutions, self._nodes_left, min(patience, self._seconds_left), keep
            )
            self._nodes_left -= engine.placed - placed_before
            self._seconds_left = max(0.0, self._seconds_left - (perf_counter() - began))
            found = engine.solutions - solutions_before
            if reason in {"done", "solutions"} or (keep and found):
                return
            if reason == "nodes":
                self._nodes_left = UNLIMITED
                raise self._limit_reached(reason)
            if self._seconds_left == 0:
                self._seconds_left = math.inf
                raise self._limit_reached(reason)
            solutions, patience = 1, math.inf

    def _limit_reached(self, reason: str) -> LimitReached:
        stats = self.stats
        return LimitReached(reason, solutions=stats.solutions, stats=stats, search=self)


def allowed_squares(size: int, given: Iterable[Square], blocked: Iterable[Square]) -> list[int]:
    """Give for each row the set of columns where a queen may stand, as bits.

    Given queens forbid what they attack from the start, wherever they are, so that the search need
    not come to their rows to see it.

    >>> allowed_squares(3, [(1, 2)], [(2, 1)])
    [1, 4, 1]
    """
    allowed = [(1 << size) - 1] * size
    for row, column in blocked:
        allowed[row] &= ~(1 << column)
    for row, column in given:
        queen = 1 << column
        for other in range(size):
            distance = abs(other - row)
            allowed[other] &= (
                ~(queen | queen << distance | queen >> distance) if distance else queen
            )
    if not all(allowed):  # a row without a square: there is nothing to look for
        return [0] * size
    return allowed


class Engine(Protocol):
    """What `PythonMasks` and the compiled search both do."""

    @property
    def placed(self) -> int:
        """How many queens have been placed."""

    @property
    def solutions(self) -> int:
        """How many boards have been found."""

    def run(
        self,
        solutions: int,
        placed: int,
        seconds: float,
        keep: bool,  # noqa: FBT001 - the compiled class takes its arguments by position
    ) -> str:
        """Search on until something is reached, and say what."""

    def kept(self) -> list[tuple[int, ...]]:
        """Give the boards that the last run has kept."""

    def placed_at(self, solution: int) -> int:
        """Tell how many queens had been placed when one of these was found."""

    def branches(self) -> list[tuple[int, int]]:
        """Give for each row down to the current one the squares that were free, and those left."""


def _engine_for(name: str, allowed: list[int]) -> Engine:
    kernel = kernel_for(name)
    if kernel is None:
        return PythonMasks(allowed)
    if len(allowed) > kernel.MASKS_LARGEST:
        if name == "compiled":
            raise ValueError(
                f"n is {len(allowed)}; compiled masks take boards of up to {kernel.MASKS_LARGEST} "
                "rows, and the engine 'python' takes larger ones"
            )
        return PythonMasks(allowed)
    engine: Engine = kernel.Masks(tuple(allowed))
    return engine


class PythonMasks:
    """The search itself. It rests wherever a limit is reached, and goes on from there.

    There is no recursion: what a call of a recursive function would know of its row stands in four
    lists, a number a row. So a search can stop anywhere, and boards of any size can be searched.

    Parameters
    ----------
    allowed : sequence of int
        Where a queen may stand, a set of columns a row.
    """

    def __init__(self, allowed: Sequence[int]) -> None:
        self.placed = 0
        self.solutions = 0
        self._allowed = allowed
        size = len(allowed)
        self._row = 0  # where the next queen goes; below 0 when all is done
        self._untried = [*allowed[:1], *[0] * size]  # free squares not yet tried, row by row
        self._columns = [0] * (size + 1)  # attacked squares, row by row, along columns,
        self._falling = [0] * (size + 1)  # along diagonals that fall to the right,
        self._rising = [0] * (size + 1)  # and along those that rise
        self._kept: list[tuple[int, ...]] = []
        self._marks: list[int] = []
        self._torn = False

    def run(
        self,
        solutions: int,
        placed: int,
        seconds: float,
        keep: bool,  # noqa: FBT001 - the compiled class takes its arguments by position
    ) -> str:
        """Search on until something is reached, and say what.

        Parameters
        ----------
        solutions, placed : int
            How many boards to find at most, 1 or more, and how many queens to place at most.
        seconds : float
            For how long to search.
        keep : bool
            Whether to keep the boards.

        Returns
        -------
        {'done', 'solutions', 'nodes', 'seconds'}
            ``'nodes'`` if the number of queens has been reached.
        """
        if self._torn:
            raise RuntimeError(
                "this search was interrupted in the middle of a step: begin a new one"
            )
        self._torn = True  # until it rests again
        reason = self._run(self.solutions + solutions, self.placed + placed, seconds, keep=keep)
        self._torn = False
        return reason

    def _run(self, last_solution: int, last_placed: int, seconds: float, *, keep: bool) -> str:
        allowed, untried = self._allowed, self._untried
        columns, falling, rising = self._columns, self._falling, self._rising
        self._kept, self._marks = [], []
        size, row = len(allowed), self._row
        look_at, deadline = self.placed, perf_counter() + seconds
        while True:
            if row == size:
                row -= 1  # the last queen is taken up again, whether the search goes on or rests
                self.solutions += 1
                if keep:
                    self._kept.append(self._board())
                    self._marks.append(self.placed)
                if self.solutions == last_solution:
                    reason = "solutions"
                    break
            while row >= 0 and not untried[row]:
                row -= 1
            if row < 0:
                reason = "done"
                break
            if self.placed >= last_placed:
                reason = "nodes"
                break
            if self.placed >= look_at:
                if perf_counter() >= deadline:
                    reason = "seconds"
                    break
                look_at = self.placed + _LOOK_INTERVAL

            queen = untried[row] & -untried[row]  # the leftmost square
            untried[row] ^= queen
            self.placed += 1
            row += 1
            columns[row] = columns[row - 1] | queen
            falling[row] = (falling[row - 1] | queen) << 1
            rising[row] = (rising[row - 1] | queen) >> 1
            if row < size:
                untried[row] = allowed[row] & ~(columns[row] | falling[row] | rising[row])
        self._row = row
        return reason

    def _board(self) -> tuple[int, ...]:
        """Read the board from the columns: each row has one more of them than the row above."""
        columns = self._columns
        return tuple(
            (columns[row] ^ columns[row + 1]).bit_length() - 1 for row in range(len(self._allowed))
        )

    def kept(self) -> list[tuple[int, ...]]:
        """Give the boards that the last run has kept."""
        return self._kept

    def placed_at(self, solution: int) -> int:
        """Tell how many queens had been placed when one of these was found."""
        return self._marks[solution]

    def branches(self) -> list[tuple[int, int]]:
        """Give for each row down to the current one the squares that were free, and those left."""
        attacked = zip(self._columns, self._falling, self._rising, strict=True)
        rows = zip(self._allowed, attacked, self._untried, strict=False)
        return [
            (allowed & ~(columns | falling | rising), untried)
            for allowed, (columns, falling, rising), untried in islice(rows, self._row + 1)
        ]
