"""The functions that most people want: solve, count; by whichever method."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from nqueens.exact_cover import board_of, queens_problem

if TYPE_CHECKING:
    from collections.abc import Hashable, Iterable, Iterator, Sequence

    from dlx import Problem
    from nqueens.arguments import Square

_METHODS = ("dlx",)


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


def _problem_for(method: str, n: int, **board: Any) -> Problem:
    if method not in _METHODS:
        raise ValueError(
            f"method is {method!r}; it must be one of {', '.join(map(repr, _METHODS))}"
        )
    return queens_problem(n, **board)
