"""The reformulation: a chessboard turned into an exact cover problem, and covers back into boards.

To place a queen is to choose an option. A queen on row 2 and column 5 of the board with n = 8 takes
that row, that column and two diagonals, so the option is ``r2 c5 a7 b10``. Every row and every
column must have its queen: these are primary items. A diagonal may have one: it is secondary.
"""

from __future__ import annotations

from collections.abc import Hashable, Iterable, Sequence
from operator import index
from typing import TYPE_CHECKING, Any

from dlx import Problem

if TYPE_CHECKING:
    from collections.abc import Iterator

Square = tuple[int, int]

_DIAGONAL_RULES = ("long", "adjacent")
_METHODS = ("dlx",)
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
    size = _size(n)
    if diagonals not in _DIAGONAL_RULES:
        raise ValueError(f"diagonals is {diagonals!r}; it must be 'long' or 'adjacent'")
    occupied = _squares("given", given, size)
    empty = _squares("blocked", blocked, size)
    for row, column in occupied:
        if (row, column) in empty:
            raise ValueError(
                f"square ({row}, {column}) is both given and blocked; it can't be both"
            )
    region_of = {} if regions is None else _regions(regions, size)
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


def solve_queens(
    n: int,
    *,
    given: Iterable[Square] = (),
    blocked: Iterable[Square] = (),
    regions: Sequence[Sequence[Hashable]] | None = None,
    diagonals: str = "long",
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
        attack each other leave no solutions.
    regions : n strings or other sequences of length n, optional
        The color of each square: each color then gets one queen as well. If there are not n colors,
        there are no solutions.
    diagonals : {'long', 'adjacent'}
        With ``'long'`` queens attack along whole diagonals, as in chess; with ``'adjacent'`` they
        only may not touch, as in newspaper puzzles.
    method : {'dlx'}
        How to search.
    limit, engine, seed, max_nodes, seconds
        As for `dlx.Problem.solve`.

    Returns
    -------
    iterator of tuples
        Each board is a tuple of n columns: ``board[row]`` is where the queen of that row stands.
        Boards come as they are found and are not kept.

    Raises
    ------
    TypeError, ValueError
        At the call, if an argument makes no sense; the message names the square.
    dlx.LimitReached
        While iterating, if ``max_nodes`` or ``seconds`` are spent.

    Examples
    --------
    >>> from nqueens import solve_queens
    >>> list(solve_queens(4))
    [(1, 3, 0, 2), (2, 0, 3, 1)]
    >>> len(list(solve_queens(8)))
    92
    >>> next(solve_queens(8, given=[(0, 0), (1, 4)]))
    (0, 4, 7, 5, 2, 6, 1, 3)
    """
    problem = _problem_for(
        method, n, given=given, blocked=blocked, regions=regions, diagonals=diagonals
    )
    covers = problem.solve(
        limit=limit, engine=engine, seed=seed, max_nodes=max_nodes, seconds=seconds
    )
    return map(board_of, covers)


def count_queens(
    n: int,
    *,
    given: Iterable[Square] = (),
    blocked: Iterable[Square] = (),
    regions: Sequence[Sequence[Hashable]] | None = None,
    diagonals: str = "long",
    method: str = "dlx",
    engine: str = "auto",
    max_nodes: int | None = None,
    seconds: float | None = None,
) -> int:
    """Count the ways to place n queens; the parameters are among those of `solve_queens`.

    Returns
    -------
    int
        Their exact number.

    Raises
    ------
    TypeError, ValueError
        If an argument makes no sense; the message names the square.
    dlx.LimitReached
        If ``max_nodes`` or ``seconds`` are spent; it holds how many were found until then.

    Notes
    -----
    Each solution is found and counted. There are 14200 of them for n = 12, and for each larger
    board about 5 to 7 times as many.

    Examples
    --------
    >>> from nqueens import count_queens
    >>> [count_queens(n) for n in range(9)]
    [1, 1, 0, 0, 2, 10, 4, 40, 92]
    """
    problem = _problem_for(
        method, n, given=given, blocked=blocked, regions=regions, diagonals=diagonals
    )
    return problem.count(engine=engine, max_nodes=max_nodes, seconds=seconds)


def board_of(cover: Sequence[Square]) -> tuple[int, ...]:
    """Turn a cover into a board: its squares are ascending by row, one in each."""
    return tuple(column for _, column in cover)


def _problem_for(method: str, n: int, **board: Any) -> Problem:
    if method not in _METHODS:
        raise ValueError(
            f"method is {method!r}; it must be one of {', '.join(map(repr, _METHODS))}"
        )
    return queens_problem(n, **board)


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


def _size(n: int) -> int:
    try:
        size = index(n)
    except TypeError:
        raise TypeError(f"n is {n!r}; the size of the board must be a whole number") from None
    if size < 0:
        raise ValueError(f"n is {n!r}; the size of the board must be 0 or more")
    if size > _LARGEST:
        raise ValueError(
            f"n is {n!r}; as an exact cover problem the board is too large from {_LARGEST + 1} on"
        )
    return size


def _squares(name: str, squares: Iterable[Square], size: int) -> dict[Square, None]:
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


def _regions(regions: Sequence[Sequence[Hashable]], size: int) -> dict[Square, str]:
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
