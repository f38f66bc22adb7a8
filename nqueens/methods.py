"""The functions that most people want: solve, count, compare; by whichever method.

A method is a class of this package (see `Method`). The table `_METHODS` says what each of them can
take and what comes of it; nothing else knows the methods apart.
"""

from __future__ import annotations

import math
import sys
from collections.abc import Callable, Iterable
from itertools import islice
from time import perf_counter
from typing import TYPE_CHECKING, Any, NamedTuple, cast

import dlx
from nqueens.arguments import number_of, size_of
from nqueens.attack_counts import AttackCounts
from nqueens.backtracking import Backtracking
from nqueens.bitmasks import Bitmasks
from nqueens.board import drawn
from nqueens.compiled import ENGINES, kernel
from nqueens.construction import Construction
from nqueens.exact_cover import ExactCover
from nqueens.min_conflicts import MinConflicts
from nqueens.permutation import PermutationSearch
from nqueens.quadrants import LARGEST, Quadrants, threads_of
from nqueens.symmetric import FASTEST_BY_QUADRANTS

if TYPE_CHECKING:
    from collections.abc import Hashable, Iterator, Sequence

    from nqueens.arguments import Square
    from nqueens.protocol import Counter, Method

_DEFAULTS: dict[str, Any] = {
    "columns": None,
    "queens": None,
    "given": (),
    "blocked": (),
    "excluded": (),
    "regions": None,
    "diagonals": "long",
    "knights": False,
    "engine": "auto",
    "seed": None,
    "max_nodes": None,
    "seconds": None,
    "threads": 1,
}
"""What the options are where nobody asks for anything; a method need take only what is asked."""

_SQUARES = ("given", "blocked")
_BOARD = (*_SQUARES, "columns", "queens", "excluded", "regions", "diagonals", "knights")
_SEARCH = ("engine", "seed", "max_nodes", "seconds")


class _Kind(NamedTuple):
    """What a method is good for."""

    start: Callable[..., Counter]
    """What is called to begin: a `Method`, but for those that only count."""
    takes: tuple[str, ...] = ()
    """The options that it can take."""
    finds: str = "all"
    """Whether it finds ``'all'`` boards or ``'one'``, or ``'count'``: only how many there are."""
    settings: tuple[tuple[str, Any], ...] = ()
    """With which of its own options it is started here."""
    most: int | None = None
    """Up to which n it is compared with others unless asked for: beyond it takes long,"""
    most_in_python: int | None = None
    """and where what it has compiled has not been built."""

    def compared_up_to(self) -> float:
        """Give the largest n for which it is compared with others unless asked for."""
        compiled = "lanes" in dlx.engines() if self.start is ExactCover else kernel is not None
        most = self.most if compiled or self.most_in_python is None else self.most_in_python
        return math.inf if most is None else most


_METHODS = {
    "dlx": _Kind(ExactCover, (*_BOARD, *_SEARCH), most=14, most_in_python=11),
    "backtracking": _Kind(
        Backtracking, _SQUARES, settings=(("by", "rows"), ("test", "flags")), most=10
    ),
    "attack_counts": _Kind(AttackCounts, _SQUARES, most=10),
    "bitmasks": _Kind(
        Bitmasks, (*_SQUARES, "engine", "max_nodes", "seconds"), most=15, most_in_python=12
    ),
    "quadrants": _Kind(
        Quadrants, ("engine", "seconds", "threads"), finds="count", most=18, most_in_python=14
    ),
    "min_conflicts": _Kind(MinConflicts, ("seed",), finds="one", most=1000),
    "permutation": _Kind(PermutationSearch, ("seed", "engine"), finds="one"),
    "construction": _Kind(Construction, finds="one"),
}

METHODS = tuple(_METHODS)
"""The names of all methods,"""
SOLVING_METHODS = tuple(name for name, kind in _METHODS.items() if kind.finds != "count")
"""of those that find boards,"""
COUNTING_METHODS = tuple(name for name, kind in _METHODS.items() if kind.finds != "one")
"""and of those that count them."""

_FASTEST_BY_COVER = 12
"""From which n on exact cover counts boards with given and blocked squares faster than bit masks,
if both are compiled: it walks a smaller tree."""


def solve_queens(
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
    method: str = "dlx",
    limit: int | None = None,
    engine: str = "auto",
    seed: int | None = None,
    max_nodes: int | None = None,
    seconds: float | None = None,
) -> Iterator[tuple[int, ...]]:
    """Place n queens on an n×n board such that none attacks another.

    Parameters
    ----------
    n : int
        The size of the board, 0 or more.
    given, blocked : iterable of (row, column)
        Squares that have a queen, and squares that have none, counted from 0. Given queens that
        attack each other leave no solutions; two on one square are an error.
    columns, queens, excluded, regions, diagonals, knights
        Other boards and other rules, as for `queens_problem`.
    method : str
        How to search. ``'dlx'``, exact cover, takes every option. ``'backtracking'``,
        ``'attack_counts'`` and ``'bitmasks'`` find all boards too, and take given and blocked
        squares. ``'min_conflicts'`` and ``'permutation'`` find one board, which a seed chooses, and
        ``'construction'`` writes one down.
    limit : int, optional
        At most how many boards to give.
    engine, seed, max_nodes, seconds
        As for `dlx.Problem.solve`, but the time in which exact cover builds its problem, half a
        minute for a board of 1000 rows, is a part of `seconds`. The engines of bit masks are other
        ones, see `Bitmasks`.

    Returns
    -------
    iterator of tuples
        Each board is a tuple of n columns: ``board[row]`` is where the queen of that row stands, or
        None if there are fewer queens than rows. Boards come as they are found and are not kept.
        In a notebook they draw themselves (`nqueens.board.Board`).
        Each method has an order of its own.

    Raises
    ------
    TypeError, ValueError
        At the call, if an argument makes no sense, or the method can't take it; the message names
        the square, or the method and the option.
    dlx.LimitReached
        While iterating, if ``max_nodes`` or ``seconds`` are spent. After that the iterator goes on.
    RuntimeError
        While iterating, if an exception such as that of Ctrl-C came before, in the middle of a step
        from which the method can't go on. Exact cover and compiled bit masks always can.

    Examples
    --------
    >>> from nqueens import solve_queens
    >>> list(solve_queens(4))
    [(1, 3, 0, 2), (2, 0, 3, 1)]
    >>> len(list(solve_queens(8)))
    92
    >>> next(solve_queens(8, given=[(0, 0), (1, 4)]))
    (0, 4, 7, 5, 2, 6, 1, 3)
    >>> next(solve_queens(1000, method="construction"))[:5]
    (1, 3, 5, 7, 9)
    """
    most = None if limit is None else number_of("limit", limit)
    search = begin_solving(
        method,
        n,
        columns=columns,
        queens=queens,
        given=given,
        blocked=blocked,
        excluded=excluded,
        regions=regions,
        diagonals=diagonals,
        knights=knights,
        engine=engine,
        seed=seed,
        max_nodes=max_nodes,
        seconds=seconds,
    )
    boards = drawn(search, columns)
    return boards if most is None else islice(boards, min(most, sys.maxsize))


def first_queens(
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
    engine: str = "auto",
    seed: int | None = None,
    max_nodes: int | None = None,
    seconds: float | None = None,
) -> tuple[int, ...] | None:
    """Find one way to place n queens, for any n if the board is plain.

    The parameters are those of `solve_queens`.

    Returns
    -------
    tuple of int, or None
        The columns of the queens, row by row; None if there is no way, as for n = 2 and 3. If
        nothing but n is said, the board is written down by `nqueens.construction`. Otherwise it is
        searched for by exact cover.

    Raises
    ------
    TypeError, ValueError
        If an argument makes no sense; the message names the square.
    dlx.LimitReached
        If ``max_nodes`` or ``seconds`` are spent before a board is found.

    Examples
    --------
    >>> from nqueens import first_queens
    >>> first_queens(8)
    (3, 5, 7, 1, 6, 0, 2, 4)
    >>> first_queens(8, given=[(0, 0)])
    (0, 6, 4, 7, 1, 3, 5, 2)
    >>> len(first_queens(1_000_000))
    1000000
    >>> first_queens(3) is None
    True
    """
    asked = _asked(
        columns=columns,
        queens=queens,
        given=given,
        blocked=blocked,
        excluded=excluded,
        regions=regions,
        diagonals=diagonals,
        knights=knights,
        engine=engine,
        seed=seed,
        max_nodes=max_nodes,
        seconds=seconds,
    )
    search = cast("Method", _started("dlx" if asked else "construction", n, asked))
    return next(drawn(search, columns), None)


def count_queens(
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
    method: str = "auto",
    threads: int = 1,
    engine: str = "auto",
    max_nodes: int | None = None,
    seconds: float | None = None,
) -> int:
    """Count the ways to place n queens.

    The parameters are among those of `solve_queens`, but for these:

    Parameters
    ----------
    method : str
        ``'auto'`` is the fastest of the others that can: ``'quadrants'`` for the plain board of 10
        to 20 rows, ``'bitmasks'`` for smaller boards, given and blocked squares included, and for
        larger plain ones if there is a limit, ``'dlx'`` for everything else. ``'backtracking'`` and
        ``'attack_counts'`` are there to compare with.
    threads : int
        How many threads may share the work. Only quadrants use more than one.

    Returns
    -------
    int
        Their exact number.

    Raises
    ------
    TypeError, ValueError
        If an argument makes no sense, or the method can't take it; the message names the square, or
        the method and the option. With ``'auto'`` also if the board is plain and has more than 20
        rows, unless there is a limit: that would take days.
    dlx.LimitReached
        If ``max_nodes`` or ``seconds`` are spent; it holds how many were found until then.

    Notes
    -----
    Nothing is looked up. There are 14200 solutions for n = 12, and for each larger board about 5 to
    7 times as many; quadrants count 100 to 1000 million boards a second from n = 18 on, and bit
    masks 10 million.

    Examples
    --------
    >>> from nqueens import count_queens
    >>> [count_queens(n) for n in range(9)]
    [1, 1, 0, 0, 2, 10, 4, 40, 92]
    >>> count_queens(8, method="backtracking")
    92
    """
    search = begin_counting(
        method,
        n,
        columns=columns,
        queens=queens,
        given=given,
        blocked=blocked,
        excluded=excluded,
        regions=regions,
        diagonals=diagonals,
        knights=knights,
        threads=threads,
        engine=engine,
        max_nodes=max_nodes,
        seconds=seconds,
    )
    return search.count()


def begin_solving(method: str, n: int, **options: Any) -> Method:
    """Begin a search for boards, with the options of `solve_queens`.

    Raises
    ------
    TypeError, ValueError
        If an argument makes no sense, or the method can't take it.
    """
    if _kind(method).finds == "count":
        raise ValueError(
            f"method {method!r} only counts; the methods that find boards are "
            f"{_and(SOLVING_METHODS)}"
        )
    # An iterator of its own refuses at once what would be too much to hold.
    return cast("Method", iter(cast("Method", _started(method, n, _asked(**options)))))


def begin_counting(method: str, n: int, **options: Any) -> Counter:
    """Begin a search whose boards are to be counted, with the options of `count_queens`.

    Raises
    ------
    TypeError, ValueError
        If an argument makes no sense, or the method can't take it.
    """
    asked = _asked(**options)
    if method == "auto":
        threads = asked.pop("threads", 1)
        method = _fastest_to_count(size_of(n), asked)
        if "threads" in _METHODS[method].takes:
            asked["threads"] = threads
        else:
            threads_of(threads)
    if _kind(method).finds == "one":
        raise ValueError(
            f"method {method!r} finds one board and can't count; "
            f"{_and(('auto', *COUNTING_METHODS))} can"
        )
    return _started(method, n, asked)


class Compared(NamedTuple):
    """What one method has done."""

    method: str
    """Its name."""
    solutions: int
    """How many boards it has found."""
    steps: dict[str, int]
    """How many steps it has taken; each method has its own kinds."""
    seconds: float
    """How long it took."""


class Comparison(list[Compared]):
    """What several methods have done; as text, a table."""

    def __str__(self) -> str:
        lines = [("method", "solutions", "seconds", "steps")]
        for method, solutions, steps, seconds in self:
            told = ", ".join(
                f"{name.replace('_', ' ')} {number:,}" for name, number in steps.items() if number
            )
            lines.append((method, f"{solutions:,}", f"{seconds:.6f}", told))
        widths = [max(map(len, cells)) for cells in zip(*lines, strict=True)]
        return "\n".join(
            f"{method:{widths[0]}}  {solutions:>{widths[1]}}  {seconds:>{widths[2]}}  {steps}"
            for method, solutions, seconds, steps in lines
        )


def compare_methods(n: int, methods: Iterable[str] | None = None) -> Comparison:
    """Run several methods on the plain board, one after another.

    Those that can find all boards count them; the others find one.

    Parameters
    ----------
    n : int
        The size of the board.
    methods : iterable of str, optional
        The names of the methods, in the order of the table. If left out, it is all of them but
        those that would take long: minutes, or where nothing is compiled some seconds.

    Returns
    -------
    list of Compared
        A record for each method: its name, the solutions that it found, its steps by their names,
        and the seconds that it took. ``print`` shows the list as a table.

    Raises
    ------
    TypeError, ValueError
        If `n` is no size of a board, or there is no such method.

    Examples
    --------
    >>> from nqueens import compare_methods
    >>> for name, solutions, steps, seconds in compare_methods(8, ["dlx", "attack_counts"]):
    ...     print(name, solutions, next(iter(steps.items())))
    dlx 92 ('nodes', 1049)
    attack_counts 92 ('calls', 1165)
    """
    size = size_of(n)
    if methods is None:
        names = [name for name, kind in _METHODS.items() if size <= kind.compared_up_to()]
    else:
        names = list(methods)
        for name in names:
            _kind(name)
    table = Comparison()
    for name in names:
        before = perf_counter()
        search = _started(name, size, {})
        solutions = search.count()
        table.append(Compared(name, solutions, search.steps, perf_counter() - before))
    return table


def _kind(method: str) -> _Kind:
    if not isinstance(method, str) or method not in _METHODS:
        raise ValueError(f"method is {method!r}; the methods are {_and(_METHODS)}")
    return _METHODS[method]


def _asked(**options: Any) -> dict[str, Any]:
    """Give the options that somebody asks for: those that are not as they would be anyway."""
    asked = {}
    for name, option in options.items():
        default = _DEFAULTS[name]
        if default == () and isinstance(option, Iterable) and not isinstance(option, str):
            value: Any = tuple(option)  # whether there are any shows only once they are there
        else:
            value = option
        if not (type(value) is type(default) and value == default):
            asked[name] = value
    return asked


def _started(method: str, n: int, asked: dict[str, Any]) -> Counter:
    """Start a method with the options that are asked for, if it can take them."""
    kind = _kind(method)
    for name in asked:
        if name not in kind.takes:
            able = [other for other, its in _METHODS.items() if name in its.takes]
            raise ValueError(
                f"method {method!r} can't take {name}; it can be given to {_and(able)}"
            )
    return kind.start(n, **dict(kind.settings), **asked)


def _fastest_to_count(size: int, asked: dict[str, Any]) -> str:
    """Name the fastest method that counts and can take the options."""

    def takes(method: str) -> bool:
        return asked.keys() <= {*_METHODS[method].takes}

    if asked.get("engine", "auto") not in ENGINES:  # it is one of exact cover
        return "dlx"
    # Too large a board is left to quadrants, which say why, unless a limit ends the search in time.
    # In Python they rest only now and then, which may be long after the limit.
    can = "seconds" not in asked or (size <= LARGEST and kernel is not None)
    if takes("quadrants") and size >= FASTEST_BY_QUADRANTS and can:
        return "quadrants"
    # With a limit, large boards are left to masks, which need nothing built before they begin.
    if size > LARGEST and not {*_SQUARES} & asked.keys() and takes("bitmasks"):
        return "bitmasks"
    by_cover = size >= _FASTEST_BY_COVER and "engine" not in asked and "lanes" in dlx.engines()
    return "bitmasks" if takes("bitmasks") and not by_cover else "dlx"


def _and(names: Iterable[str]) -> str:
    *first, last = map(repr, names)
    return f"{', '.join(first)} and {last}" if first else last
