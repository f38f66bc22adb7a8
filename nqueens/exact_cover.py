"""The reformulation: a chessboard turned into an exact cover problem, and covers back into boards.

To place a queen is to choose an option. A queen on row 2 and column 5 of the board with n = 8 takes
that row, that column and two diagonals, so the option is ``r2 c5 a7 b10``. Every row and every
column must have its queen: these are primary items. A diagonal may have one: it is secondary.

All other boards are told in the same way. A queen takes the lines that she stands on, whatever the
lines are. Where there are as many lines of a kind as queens, each must have its queen; where there
are more, it may have one; where there are fewer, there is no solution.
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping
from itertools import zip_longest
from time import perf_counter
from typing import TYPE_CHECKING, Any, NamedTuple

from dlx import LimitReached, Problem, Stats
from nqueens.arguments import (
    excluded_squares,
    flag_of,
    given_and_blocked,
    most_seconds,
    regions_of,
    size_of,
)
from nqueens.lines import Lines, from_the_middle
from nqueens.protocol import Limited, Method

if TYPE_CHECKING:
    from collections.abc import Callable, Hashable, Iterable, Sequence

    from dlx import Search
    from nqueens.arguments import Square
    from nqueens.lines import Family

    Label = tuple[int, int] | tuple[int, None, int]

_DIAGONAL_RULES = ("long", "adjacent", "torus")
_LOOK_INTERVAL = 1024
"""After how many options, while a problem is built, one looks at the clock."""
_MOST_SQUARES = 4000**2
"""The largest board: its 16 million options take some 10 GB of memory while they are built."""


def queens_problem(
    n: int,
    *,
    columns: int | None = None,
    queens: int | None = None,
    given: Iterable[Square] = (),
    blocked: Iterable[Square] = (),
    excluded: Iterable[str] = (),
    regions: Sequence[Sequence[Hashable]] | None = None,
    diagonals: str = "long",
    knights: bool = False,
) -> Problem:
    """Give the exact cover problem whose solutions are the ways to place n queens.

    Parameters
    ----------
    n : int
        The number of rows, 0 or more.
    columns : int, optional
        The number of columns; n if left out.
    queens : int, optional
        How many queens to place; if left out, as many as the board has rows or columns, whichever
        are fewer. If there are more than that, there are no solutions.
    given : iterable of (row, column)
        Squares that have a queen, counted from 0.
    blocked : iterable of (row, column)
        Squares that have none.
    excluded : iterable of str
        Diagonals that stay free, by the names below: ``a3`` for row + column = 3.
    regions : n strings or other sequences, one for each row, optional
        The color of each square. Each color then gets one queen as well. If there are not as many
        colors as queens, there are no solutions.
    diagonals : {'long', 'adjacent', 'torus'}
        With ``'long'`` queens attack along whole diagonals, as in chess; with ``'adjacent'`` they
        only may not touch, as in newspaper puzzles; with ``'torus'`` they, and knights, leave the
        board on one side and come in again on the opposite one.
    knights : bool
        Whether the queens also attack as knights do: superqueens, or amazons.

    Returns
    -------
    dlx.Problem
        Its options are labeled with the squares ``(row, column)``. The primary items are the rows
        ``r0``, ``r1``, … and columns ``c0``, ``c1``, … in organ-pipe order, from the middle of the
        board outwards (for n = 8: r4 c4 r3 c3 r5 c5 …), then the regions, ``region0``, ``region1``,
        … in the order in which their colors turn up. The secondary items are the diagonals ``a``
        (row + column) and ``b`` (n - 1 - row + column), but for those of length 1; or, with
        ``'adjacent'``, the blocks of four squares ``t0,0``, ``t0,1``, …, since queens that touch
        share one. The page on variants tells which items the other boards have.

        Where there are fewer queens than rows, an option labeled ``(row, None, k)`` says that the
        row is the one, of those without a queen, that has k of them above it.

    Raises
    ------
    TypeError
        If `n`, `columns` or `queens` is no whole number.
    ValueError
        If one of them is below 0, a square is off the board or both given and blocked, there is no
        such diagonal, `regions` has not the board's shape, or there is no such rule for diagonals.
        The message names the square, the diagonal or the row.

    Notes
    -----
    The problem has an option for each square. The middle rows and columns come first because their
    squares lie on the longest diagonals: choosing there early cuts the search by a third and
    more [1]_. With k queens fewer than rows there are also (rows - k)(k + 1) options for rows
    without a queen, each of which has up to k + 2 items.

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

    Superqueens first fit on a board of size 10, and queens on a torus on one of size 5; two queens
    can be placed on a chessboard in 1288 ways:

    >>> [queens_problem(n, knights=True).count() for n in range(1, 11)]
    [1, 0, 0, 0, 0, 0, 0, 0, 0, 4]
    >>> [queens_problem(n, diagonals="torus").count() for n in range(1, 8)]
    [1, 0, 0, 0, 10, 0, 28]
    >>> queens_problem(8, queens=2).count()
    1288
    """
    return _built(
        n,
        columns=columns,
        queens=queens,
        given=given,
        blocked=blocked,
        excluded=excluded,
        regions=regions,
        diagonals=diagonals,
        knights=knights,
    )


def _built(
    n: int,
    *,
    columns: int | None = None,
    queens: int | None = None,
    given: Iterable[Square] = (),
    blocked: Iterable[Square] = (),
    excluded: Iterable[str] = (),
    regions: Sequence[Sequence[Hashable]] | None = None,
    diagonals: str = "long",
    knights: bool = False,
    look: Callable[[], None] = lambda: None,
) -> Problem:
    """Build the problem, and call `look` every now and then; it may end that by an exception."""
    height = size_of(n)
    width = height if columns is None else size_of(columns, "columns")
    number = min(height, width) if queens is None else size_of(queens, "queens")
    if diagonals not in _DIAGONAL_RULES:
        raise ValueError(f"diagonals is {diagonals!r}; it must be 'long', 'adjacent' or 'torus'")
    attack_as_knights = flag_of("knights", knights)
    _check_memory(height, width, number)
    look()
    lines = Lines(height, width, look)
    both = lines.diagonals(torus=diagonals == "torus")
    occupied, empty = given_and_blocked(given, blocked, height, width)
    empty |= excluded_squares(excluded, both, occupied)

    # Every queen is on one line of each of the families, and on some or none of the limits.
    families = {"rows": lines.rows(), "columns": lines.columns()}
    if regions is not None:
        families["regions"] = regions_of(regions, height, width)
    if diagonals == "torus":
        families |= {"diagonals a": both[0], "diagonals b": both[1]}
    limits = [*both] if diagonals == "long" else []
    limits += _blocks(lines, diagonals, knights=attack_as_knights)
    named = [pair for family in (*families.values(), *limits) for pair in family.items()]

    primary = _needed(families, number)
    needed = set(primary)
    # Alone on its line a queen limits nobody.
    secondary = [name for name, line in named if name not in needed and len(line) > 1]
    items = needed.union(secondary)
    options: dict[Label, list[str]] = {square: [] for square in lines.squares}
    for name, line in named:
        if name in items:
            look()
            for square in line:
                options[square].append(name)
    if number < height:
        rows_left = _rows_without_queens(height, number)
        primary += rows_left.primary
        secondary += rows_left.secondary
        # Row by row, so that a cover, which is ascending, tells of each row in its turn.
        options = dict(sorted((options | rows_left.options).items(), key=lambda pair: pair[0][0]))
    problem = Problem(_Watched(options, look), primary=primary, secondary=secondary)
    look()
    return problem.restricted(given=occupied, without=empty) if occupied or empty else problem


class _Watched(Mapping["Label", list[str]]):
    """The options, for a problem that is being built of them; `look` is called meanwhile."""

    def __init__(self, options: dict[Label, list[str]], look: Callable[[], None]) -> None:
        self._options, self._look = options, look

    def __getitem__(self, label: Label) -> list[str]:
        return self._options[label]

    def __len__(self) -> int:
        return len(self._options)

    def __iter__(self) -> Iterator[Label]:
        for number, label in enumerate(self._options):
            if number % _LOOK_INTERVAL == 0:
                self._look()
            yield label


def board_of(cover: Iterable[Sequence[Any]]) -> tuple[int | Any, ...]:
    """Turn a cover into a board: its labels are ascending by row, one for each."""
    return tuple(label[1] for label in cover)


class _TimeIsUpError(Exception):
    """There was no time to build a problem."""


_NOTHING_DONE = Stats(nodes=0, updates=None, solutions=0, profile=())


class ExactCover(Method, Limited):
    """A search for boards by exact cover: a `dlx.Search` whose covers are turned into boards.

    Parameters
    ----------
    n : int
        The number of rows.
    limit, engine, seed, max_nodes, seconds
        As for `dlx.Problem.search`.
    **board
        As for `queens_problem`.

    Raises
    ------
    TypeError, ValueError
        At the call, if an argument makes no sense; the message names the square.
    dlx.LimitReached
        While searching, if ``max_nodes`` or ``seconds`` are spent.

    Notes
    -----
    First the problem is built, at the call, which takes as long as some thousand nodes on a small
    board and half a minute on one of 1000 rows. That is a part of ``seconds``: if they are over
    before it is done, the first call that searches raises `LimitReached`, and the next one builds
    it anew.

    `steps` has the ``nodes`` of the search, and where the engine has lists their ``updates``.

    Examples
    --------
    >>> from nqueens.exact_cover import ExactCover
    >>> search = ExactCover(8, engine="python")
    >>> next(search)
    (3, 6, 4, 2, 0, 5, 7, 1)
    >>> 1 + search.count(), search.steps
    (92, {'nodes': 1049, 'updates': 16680})
    """

    def __init__(
        self,
        n: int,
        *,
        limit: int | None = None,
        engine: str = "auto",
        seed: int | None = None,
        max_nodes: int | None = None,
        seconds: float | None = None,
        **board: Any,
    ) -> None:
        self._n = n
        self._options: dict[str, Any] = {"limit": limit, "engine": engine, "seed": seed}
        self._board = {
            name: list(value) if isinstance(value, Iterator) else value  # it may be built anew
            for name, value in board.items()
        }
        self._max_nodes, self._seconds_left = max_nodes, most_seconds(seconds)
        self._search: Search | None = None
        self._cover: tuple[Any, ...] | None = None
        try:
            self._search = self._begun()
        except _TimeIsUpError:
            self._seconds_left = 0.0

    def _begun(self) -> Search:
        """Build the problem and begin the search, in the time that there is."""
        until = perf_counter() + self._seconds_left

        def look() -> None:
            if perf_counter() >= until:
                raise _TimeIsUpError

        timed = until < math.inf
        board = {**self._board, "look": look} if timed else self._board
        return _built(self._n, **board).search(
            **self._options,
            max_nodes=self._max_nodes,
            seconds=max(0.0, until - perf_counter()) if timed else None,
        )

    def _search_begun(self) -> Search:
        """Give the search; build the problem before, if there was no time for that."""
        if self._search is None:
            try:
                self._search = self._begun()
            except _TimeIsUpError:
                self._seconds_left = math.inf
                raise LimitReached("seconds", solutions=0, stats=self.stats, search=self) from None
        return self._search

    def __next__(self) -> tuple[int, ...]:
        """Give the next board, its columns row by row."""
        # Kept until it is a board: Ctrl-C in between must not lose it.
        if self._cover is None:
            self._cover = next(self._search_begun())
        board = board_of(self._cover)
        self._cover = None
        return board

    def count(self) -> int:
        """Count the boards that are left."""
        kept, self._cover = self._cover, None
        return self._search_begun().count() + (kept is not None)

    def allow(self, *, max_nodes: int | None = None, seconds: float | None = None) -> None:
        """Set new limits for what follows, as `dlx.Search.allow` does."""
        if self._search is None:
            self._max_nodes, self._seconds_left = max_nodes, most_seconds(seconds)
        else:
            self._search.allow(max_nodes=max_nodes, seconds=seconds)

    def progress(self) -> float:
        """Tell how much of the search has been done, as `dlx.Search.progress` does."""
        return 0.0 if self._search is None else self._search.progress()

    @property
    def stats(self) -> Stats:
        """What has been done in all."""
        return _NOTHING_DONE if self._search is None else self._search.stats

    @property
    def steps(self) -> dict[str, int]:
        """What has been done so far."""
        stats = self.stats
        steps = {"nodes": stats.nodes, "updates": stats.updates}
        return {name: number for name, number in steps.items() if number is not None}


def _check_memory(height: int, width: int, queens: int) -> None:
    """Refuse boards whose problems are too large to build."""
    if height * width > _MOST_SQUARES:
        raise ValueError(
            f"a board of {height} by {width} squares is too large for an exact cover problem; "
            f"it can have {_MOST_SQUARES} squares at most. One plain board of any size is written "
            "down by first_queens and the method 'construction', and found by 'permutation'"
        )
    if (height - queens) * queens**2 > 4 * _MOST_SQUARES:
        raise ValueError(
            f"queens is {queens!r}; to say which of {height} rows have none would make the exact "
            "cover problem too large"
        )


def _needed(families: dict[str, Family], queens: int) -> list[str]:
    """Give the items that must be covered: lines that each have a queen."""
    interleaved = zip_longest(
        *(
            from_the_middle(list(family))
            for kind, family in families.items()
            # Not every row needs a queen, but each must say whether it has one.
            if kind == "rows" or (kind != "regions" and len(family) == queens)
        )
    )
    needed = [line for lines in interleaved for line in lines if line is not None]
    needed += families.get("regions", ())
    # Where no placement can do, the search would take long to find out. An item that no option has
    # tells it at once.
    return needed + [
        f"{len(family)} {kind} for {queens} queens"
        for kind, family in families.items()
        if len(family) < queens or (kind == "regions" and len(family) > queens)
    ]


def _blocks(lines: Lines, diagonals: str, *, knights: bool) -> list[Family]:
    """Give the blocks of squares whose squares all attack each other, where lines don't tell all.

    Touching squares share a block of 2×2, squares a knight's move apart one of 2×3 or 3×2. With
    diagonals of any length, all squares of a block of 3×3 attack each other.
    """
    if diagonals != "adjacent":
        return [lines.blocks("k", 3, 3, torus=diagonals == "torus")] if knights else []
    if knights:
        return [lines.blocks("k", 2, 3), lines.blocks("l", 3, 2)]
    return [lines.blocks("t", 2, 2)]


class _RowsWithoutQueens(NamedTuple):
    primary: list[str]
    secondary: list[str]
    options: dict[Label, list[str]]


def _rows_without_queens(rows: int, queens: int) -> _RowsWithoutQueens:
    """Give items and options for the rows that stay empty, as many as there are more than queens.

    An empty row is a piece as well, and the items ``empty0``, ``empty1``, … each want one. So that
    they don't change places, which would count each board many times, they must come in this order.
    Each has some number of queens above it, from 0 to all of them, and the next must not have
    fewer. The items ``order0,1``, ``order0,2``, … see to it: with 2 queens above it, ``empty0``
    takes the first two; with 2 queens above it, ``empty1`` takes all but the first two. They share
    one if, and only if, ``empty1`` has fewer.
    """
    empty = range(rows - queens)
    options: dict[Label, list[str]] = {}
    for k in empty:
        for above in range(queens + 1):
            entries = [f"r{k + above}", f"empty{k}"]
            if k + 1 in empty:
                entries += [f"order{k},{j}" for j in range(1, above + 1)]
            if k > 0:
                entries += [f"order{k - 1},{j}" for j in range(above + 1, queens + 1)]
            options[k + above, None, k] = entries
    return _RowsWithoutQueens(
        primary=[f"empty{k}" for k in empty],
        secondary=[f"order{k},{j}" for k in empty[:-1] for j in range(1, queens + 1)],
        options=options,
    )
