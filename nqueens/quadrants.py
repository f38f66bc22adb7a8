"""Counting n queens by joining quadrants: many boards at a time, without looking at any of them.

Cut the board into four quadrants, for odd n around a middle row and a middle column. A quadrant is
small: all ways to put queens into it can be tabulated, under the rows and columns that they take. A
northern and a southern quadrant that take different columns, and all of them together, make a half
board, if they share no diagonal. A western and an eastern half board make a board, if they take
different rows and share no diagonal. So with the rows settled, to count boards is to count pairs of
half boards without a common diagonal: two words whose AND is 0. The compiled engine looks at up to
64 pairs in a few instructions, which is why it is so much faster than any search: it goes through
the 250 thousand million pairs for n = 18 in some seconds.

What is attacked
    A half board of h columns meets n + h - 1 diagonals that rise to the right and as many that
    fall. All of them are the bits of one int: rising ones first. A placement in the northern
    quadrant is turned into one in the southern quadrant by moving all bits to the left. The eastern
    half is looked at in a mirror, so that the same table serves: its rising diagonals are then the
    falling ones of the board, and the other way round.

What is the same from another side
    A board can be mirrored left to right, top to bottom, and along its main diagonal. Mirrored left
    to right the north-western quadrant takes the rows that it did not take before, mirrored top to
    bottom it trades rows with the south-western one. So row sets come in groups of up to four with
    the same count, and the least of each group is enough. Call the lesser of a set and its
    complement its key. The mirror along the diagonal makes rows columns: so boards whose least key
    belongs to rows are as many as those whose least key belongs to columns. The first kind is
    counted twice, and the boards where the two keys are equal once.

A middle row and a middle column
    For odd n their queens are placed first. With one queen in the center, all of the above holds.
    Otherwise one of the eight sides shows the queen of the middle column above the middle and that
    of the middle row to the left of it and nearer to the center than the other: such boards are
    counted eight times.

The idea of gathering the count of a board from smaller ones is Evgeny Kluev's [1]_.

.. [1] E. Kluev, *N-Queens-Count-Sol*, 2022, https://github.com/EvgenyKluev/N-Queens-Count-Sol.
"""

from __future__ import annotations

import math
from collections import defaultdict
from threading import Lock, Thread
from time import perf_counter
from typing import TYPE_CHECKING, NamedTuple, Protocol

from dlx import LimitReached, Stats
from dlx.interrupts import interrupts_held
from nqueens.arguments import most_seconds, number_of, size_of
from nqueens.compiled import kernel_for
from nqueens.protocol import Counter, Limited
from nqueens.turns import Turn

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator
    from types import ModuleType

LARGEST = 20
"""The largest board: up to here all boards have been counted, and compared with known numbers."""
_MOST_THREADS = 256


class Quadrants(Counter, Limited):
    """The count of the ways to place n queens on a plain board, by joining quadrants.

    Parameters
    ----------
    n : int
        The size of the board, 0 to 20.
    threads : int
        How many threads share the work, if it is compiled.
    engine : {'auto', 'python', 'compiled'}
        How to count.
    seconds : float, optional
        How long counting may take.

    Raises
    ------
    TypeError, ValueError
        If an argument makes no sense, or the board is too large.

    Notes
    -----
    Each count is computed. Compiled and with one thread it takes a few milliseconds for n = 14,
    some seconds for n = 18, and some minutes for n = 20; in Python, a tenth of a second for n = 12.
    The table of quadrants takes 1 MB for n = 16, 8 MB for n = 18 and 65 MB for n = 20, and each
    thread some MB more; for n = 22 it would be half a gigabyte.

    After Ctrl-C the next call begins anew, and counts all boards.

    Examples
    --------
    >>> from nqueens.quadrants import Quadrants
    >>> Quadrants(8).count()
    92
    >>> counting = Quadrants(12)
    >>> counting.count(), counting.steps
    (14200, {'placements': 2635, 'half_boards': 20855, 'pairs': 436172})
    """

    def __init__(
        self,
        n: int,
        *,
        threads: int = 1,
        engine: str = "auto",
        seconds: float | None = None,
    ) -> None:
        self._size = size_of(n)
        if self._size > LARGEST:
            raise ValueError(
                f"n is {n!r}; quadrants count boards of up to {LARGEST} rows: beyond that no count "
                "has been compared with a known one"
            )
        self._threads = threads_of(threads)
        self._seconds_left = most_seconds(seconds)
        self._kernel = kernel_for(engine)
        self._run: _Run | None = None  # None before the beginning
        self._turn = Turn()

    def count(self) -> int:
        """Count the boards that have not been counted yet.

        Returns
        -------
        int
            Their exact number: all of them, and 0 if it is asked again.

        Raises
        ------
        dlx.LimitReached
            If there is no time left. What it gives as solutions are those that have been counted by
            then, in no order that means anything. The limit no longer holds then, and the next call
            counts the rest.
        RuntimeError
            If another thread is counting.

        Examples
        --------
        >>> from nqueens.quadrants import Quadrants
        >>> counting = Quadrants(10, threads=2)
        >>> counting.count(), counting.count(), counting.stats.solutions
        (724, 0, 724)
        """
        return self._turn.take(
            self._count, refusal="this count is running already: one call at a time"
        )

    def _count(self) -> int:
        deadline = perf_counter() + self._seconds_left
        run = self._begun(deadline)
        before = run.boards if run else 0
        if run and run.go_on(self._threads, deadline):
            self._seconds_left = max(0.0, deadline - perf_counter())
            counted = run.boards - before
            run.torn = False  # now that nothing can come between it and the answer
            return counted
        self._seconds_left = math.inf
        stats = self.stats
        limit = LimitReached("seconds", solutions=stats.solutions, stats=stats, search=self)
        if run:
            run.torn = False
        raise limit

    def _begun(self, deadline: float) -> _Run | None:
        """Give the run to go on with, or a new one; None if there is no time to begin it."""
        if self._run is None or self._run.torn:
            self._run = None
            try:
                self._run = _Run(self._size, self._kernel, deadline)
            except TimeoutError:
                if perf_counter() < deadline:  # it is not ours, but that of a signal's handler
                    raise
        return self._run

    @property
    def steps(self) -> dict[str, int]:
        """What has been done: placements tabulated, half boards made, pairs of them to compare."""
        return {
            "placements": self._run.engine.placements if self._run else 0,
            "half_boards": self._run.half_boards if self._run else 0,
            "pairs": self._run.pairs if self._run else 0,
        }

    @property
    def stats(self) -> Stats:
        """What has been done: boards counted; as nodes, the half boards made."""
        boards, half_boards = (self._run.boards, self._run.half_boards) if self._run else (0, 0)
        return Stats(nodes=half_boards, updates=None, solutions=boards, profile=(half_boards,))

    def allow(self, *, max_nodes: int | None = None, seconds: float | None = None) -> None:
        """Set a new limit for what follows.

        Parameters
        ----------
        max_nodes : None
            There are no nodes to be limited.
        seconds : float, optional
            How much longer to count; None for no limit.
        """
        if max_nodes is not None:
            raise ValueError(
                f"max_nodes is {max_nodes!r}; quadrants are joined without a search, so there are "
                "no nodes to be limited: give seconds"
            )
        self._seconds_left = most_seconds(seconds)

    def progress(self) -> float:
        """Tell about how much of the work has been done.

        Returns
        -------
        float
            Between 0 and 1; tasks count by a guess of what there is to do.

        Examples
        --------
        >>> from nqueens.quadrants import Quadrants
        >>> counting = Quadrants(8)
        >>> counting.progress(), counting.count(), counting.progress()
        (0.0, 92, 1.0)
        """
        return self._run.progress() if self._run else 0.0


class _Run:
    """One count: the engine, what is left to do, and what has been added up; threads share it.

    After Ctrl-C it is torn, and the next count makes another one. So whatever a thread of this one
    may still be doing then, nobody reads what comes of it.
    """

    def __init__(self, size: int, kernel: ModuleType | None, deadline: float) -> None:
        make: Callable[[int, float], Engine] = PythonQuadrants
        if kernel is not None and size >= kernel.QUADRANTS_SMALLEST:
            make = kernel.Quadrants
        self.engine = make(size, deadline - perf_counter())  # or TimeoutError
        self.boards = self.half_boards = self.pairs = 0
        self.torn = False
        self._size = size
        # The last task is taken first: so those with most to do come last here.
        self._left = sorted(tasks(size), key=lambda task: _work_of(task, size))
        self._lock = Lock()  # held for a moment, over what is left and what has been added up
        self._failures: list[BaseException] = []

    def go_on(self, threads: int, deadline: float) -> bool:
        """Do all tasks that are left, in so many threads; tell whether there was time for them.

        Ctrl-C is held, so that it ends the work of all threads and cuts off none of them. Another
        signal's handler may still raise something here: then they are told to stop, too.
        """
        self.torn = True  # until what it has counted has been told
        with interrupts_held(self._stop):
            helpers = [
                Thread(target=self._help, args=(deadline,), daemon=True) for _ in range(threads - 1)
            ]
            try:
                for helper in helpers:
                    helper.start()
                self._work(deadline)
            except BaseException:
                self.engine.stop_requested = True
                raise
            finally:
                for helper in helpers:
                    if helper.ident is not None:  # else it could not be started
                        helper.join()
            if self._failures:
                raise self._failures[0]
        return not self._left

    def progress(self) -> float:
        """Tell how much has been done, by a guess of what there is to do."""
        with self._lock:
            left = sum(_work_of(task, self._size) for task in self._left)
        return 1.0 - left / sum(_work_of(task, self._size) for task in tasks(self._size))

    def _stop(self) -> None:
        self.engine.stop_requested = True

    def _help(self, deadline: float) -> None:
        try:
            self._work(deadline)
        except BaseException as failure:  # noqa: BLE001 - it is raised again, where it is seen
            self._failures.append(failure)
            self.engine.stop_requested = True

    def _work(self, deadline: float) -> None:
        """Do one task after the other, until none is left, or no time."""
        while not self.engine.stop_requested:
            with self._lock:
                if not self._left:
                    return
                task = self._left.pop()
            boards, half_boards, pairs, southern = self.engine.count(
                *task, deadline - perf_counter()
            )
            with self._lock:
                self.boards += boards
                self.half_boards += half_boards
                self.pairs += pairs
                if southern is not None:
                    self._left.append(task._replace(southern=southern))
            if southern is not None and perf_counter() >= deadline:
                return


def threads_of(threads: int) -> int:
    """Check a number of threads."""
    number = number_of("threads", threads)
    if not 1 <= number <= _MOST_THREADS:
        raise ValueError(f"threads is {threads!r}; it must be from 1 to {_MOST_THREADS}")
    return number


class Task(NamedTuple):
    """Boards that are counted in one go, or in several, a southern row set after the other."""

    middle_row: int
    """The row of the queen in the middle column;"""
    middle_column: int
    """and the column of the queen in the middle row. Both are the middle if there is one queen in
    the center, or no middle."""
    north_west: int
    """The rows that the north-western quadrant takes."""
    southern: int = 0
    """How many row sets of the south-western quadrant have been counted."""


def tasks(size: int) -> Iterator[Task]:
    """Cut the count into tasks.

    >>> for task in tasks(4):
    ...     print(task)
    Task(middle_row=2, middle_column=2, north_west=0, southern=0)
    Task(middle_row=2, middle_column=2, north_west=1, southern=0)
    """
    half = size // 2
    every = (1 << half) - 1
    for rows in range(every + 1):
        if rows == _key(rows, every):
            yield Task(half, half, rows)
    if size % 2:
        for row in range(half):
            for column in range(row + 1, half):
                for rows in range(every + 1):
                    if not rows >> row & 1:
                        yield Task(row, column, rows)


def _work_of(task: Task, size: int) -> float:
    """Guess how much there is to do, in any unit: for the order, and to tell how much is done.

    There is most to do where the quadrants share the rows evenly, as there are most sets of them.
    On an even board also, the fewer column sets have a key as high as that of the rows, the less.
    """
    half = size // 2
    sets = math.comb(half, task.north_west.bit_count())
    if size % 2:
        return sets
    as_high = 1 - 2 * task.north_west / (1 << half)
    return (sets * as_high) ** 2


class Engine(Protocol):
    """What `PythonQuadrants` and the compiled one both do."""

    stop_requested: bool
    """Set it, and `count` returns soon in all threads. What it gives then means nothing."""

    @property
    def placements(self) -> int:
        """How many placements are in the table."""

    def count(
        self, middle_row: int, middle_column: int, north_west: int, southern: int, seconds: float
    ) -> tuple[int, int, int, int | None]:
        """Go on with a task for so many seconds."""


def _key(lines: int, every: int) -> int:
    """Give the lesser of a set of rows or columns and its complement."""
    return min(lines, every & ~lines)


class PythonQuadrants:
    """The engine to read: quadrants.c does the same.

    Parameters
    ----------
    size : int
        The size of the board. A quadrant of one of 0 or 1 rows is empty, and is placed in one way.
    seconds : float
        How long making the table may take, before it raises TimeoutError.
    """

    def __init__(self, size: int, seconds: float) -> None:
        self._deadline = perf_counter() + seconds
        self.stop_requested = False
        self._size = size
        self._half = half = size // 2  # rows and columns of a quadrant
        self._beyond = size - half  # how far a southern quadrant lies below a northern one
        self._every = (1 << half) - 1  # all of its rows, or columns
        self._width = max(0, size + half - 1)  # diagonals of a half board, in each direction,
        self._crossing = max(0, 2 * half - 1)  # and those that come into the other one too
        self._table: dict[tuple[int, int], list[int]] = defaultdict(list)
        self._tabulate(0, 0, 0, 0)
        self.placements = sum(map(len, self._table.values()))

    # Quadrants.

    def _diagonals(self, row: int, column: int) -> int:
        """Give the diagonals of a square in the western half, or in a middle line, as bits."""
        rising, falling = row + column, row - column + self._half - 1
        bits = 0
        if rising < self._width:  # else it does not come into the half board
            bits |= 1 << rising
        if 0 <= falling < self._width:
            bits |= 1 << self._width + falling
        return bits

    def _tabulate(self, row: int, rows: int, columns: int, diagonals: int) -> None:
        """Note all placements in the quadrant that go on from the rows above."""
        if row == self._half:
            self._table[rows, columns].append(diagonals)
            return
        if row == self._half // 2 and perf_counter() >= self._deadline:
            raise TimeoutError("there was no time to make the table")
        self._tabulate(row + 1, rows, columns, diagonals)  # no queen in this row
        for column in range(self._half):
            square = self._diagonals(row, column)
            if not columns >> column & 1 and not diagonals & square:
                self._tabulate(row + 1, rows | 1 << row, columns | 1 << column, diagonals | square)

    # Half boards.

    def _join_quadrants(
        self, middle: int, north: tuple[int, int], south: tuple[int, int]
    ) -> Iterator[int]:
        """Give all half boards of quadrants that take these rows and columns.

        The queens of the middle lines stand already: their diagonals are taken too.
        """
        for northern in self._table.get(north, ()):
            if not northern & middle:
                for placement in self._table.get(south, ()):
                    southern = placement << self._beyond
                    if not southern & (northern | middle):
                        yield northern | southern

    def _crossing_western(self, half_board: int) -> int:
        """Give the diagonals that come into the eastern half too, rising ones and falling ones."""
        mask = (1 << self._crossing) - 1
        rising, falling = half_board >> self._beyond & mask, half_board >> self._width & mask
        return rising | falling << self._crossing

    def _crossing_eastern(self, half_board: int) -> int:
        """Do the same for an eastern half board, which is seen in a mirror."""
        mask = (1 << self._crossing) - 1
        rising, falling = half_board >> self._width & mask, half_board >> self._beyond & mask
        return rising | falling << self._crossing

    # Boards.

    def count(
        self, middle_row: int, middle_column: int, north_west: int, southern: int, seconds: float
    ) -> tuple[int, int, int, int | None]:
        """Go on with a task.

        Returns
        -------
        boards, half_boards, pairs : int
            How many boards this has counted, how many half boards it has made, and how many pairs
            of them it had to compare.
        southern : int or None
            How many row sets of the south-western quadrant are through; None if all are.
        """
        deadline = perf_counter() + seconds
        symmetric = middle_row == self._half
        rows = columns = self._every  # those of northern and western quadrants without middle queen
        middle_west = middle_east = 0
        if self._size % 2:
            above = self._diagonals(middle_row, self._half)
            middle_west = above | self._diagonals(self._half, middle_column)
            middle_east = above | self._diagonals(self._half, self._size - 1 - middle_column)
        if not symmetric:
            rows &= ~(1 << middle_row)
            columns &= ~(1 << middle_column)

        boards = half_boards = pairs = 0
        sets = self._sets_of(columns.bit_count() - north_west.bit_count())
        for through, south_west in enumerate(sets):
            if through < southern:
                continue
            orbit = self._orbit(north_west, south_west) if symmetric else 8
            if orbit == 0:
                continue
            if self.stop_requested or perf_counter() >= deadline:
                return boards, half_boards, pairs, through
            north_east, south_east = rows & ~north_west, self._every & ~south_west
            # Half boards by whether their northern columns have the same key as the rows.
            western: dict[bool, list[int]] = {False: [], True: []}
            eastern: dict[bool, list[int]] = {False: [], True: []}
            for taken in self._sets_of(north_west.bit_count()):
                key = _key(taken, self._every)
                if not taken & ~columns and not (symmetric and key < north_west):
                    western[key == north_west] += map(
                        self._crossing_western,
                        self._join_quadrants(
                            middle_west, (north_west, taken), (south_west, columns & ~taken)
                        ),
                    )
            for taken in self._sets_of(north_east.bit_count()):
                key = _key(taken, self._every)
                if not (symmetric and key < north_west):
                    eastern[key == north_west] += map(
                        self._crossing_eastern,
                        self._join_quadrants(
                            middle_east, (north_east, taken), (south_east, self._every & ~taken)
                        ),
                    )
            for west_even, west in western.items():
                for east_even, east in eastern.items():
                    fitting = self._fitting(west, east)
                    # Boards whose columns have no key as low as the rows: as many transposed.
                    twice = symmetric and not west_even and not east_even
                    boards += orbit * fitting * (2 if twice else 1)
                    pairs += len(west) * len(east)
            half_boards += sum(map(len, (*western.values(), *eastern.values())))
        return boards, half_boards, pairs, None

    def _fitting(self, west: list[int], east: list[int]) -> int:
        """Count the pairs of half boards without a common diagonal."""
        fitting = 0
        for half_board in west:
            if self.stop_requested:  # it may take minutes, and now nobody wants the number
                break
            fitting += sum(not half_board & other for other in east)
        return fitting

    def _sets_of(self, elements: int) -> list[int]:
        """Give the sets of so many rows or columns, ascending."""
        return [lines for lines in range(self._every + 1) if lines.bit_count() == elements]

    def _orbit(self, north: int, south: int) -> int:
        """Tell how many pairs of row sets the mirrors make of this one; 0 unless it is the least.

        The pair is of the north-western and the south-western quadrant, both from the top down.
        """
        every, half = self._every, self._half
        up, down = _reversed(south, half), _reversed(north, half)
        images = {
            (north, south),
            (every & ~north, every & ~south),  # left and right exchanged
            (up, down),  # top and bottom exchanged
            (every & ~up, every & ~down),
        }
        return len(images) if min(images) == (north, south) else 0


def _reversed(lines: int, half: int) -> int:
    """Give a set of rows of a quadrant from below."""
    return sum(1 << half - 1 - line for line in range(half) if lines >> line & 1)
