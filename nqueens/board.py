"""What a placement is: which queens attack each other, what it looks like, and from eight sides.

A board is a sequence of columns: ``board[row]`` is where the queen of that row stands.
"""

from __future__ import annotations

from collections.abc import Iterable
from itertools import combinations
from operator import index
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Sequence


def attacked_pairs(board: Sequence[int]) -> list[tuple[int, int]]:
    """Tell which queens attack each other.

    Parameters
    ----------
    board : sequence of int
        The columns of the queens, row by row.

    Returns
    -------
    list of (row, row)
        The rows of each pair that shares a column or a diagonal, ascending; empty for a solution.
        Queens do not block each other's view.

    Raises
    ------
    TypeError, ValueError
        If a column is no whole number, or off the board.

    Notes
    -----
    Every pair is looked at, so the cost grows as the square of the number of queens.

    Examples
    --------
    >>> from nqueens import attacked_pairs
    >>> attacked_pairs([1, 3, 0, 2]), attacked_pairs([0, 1, 3, 0])
    ([], [(0, 1), (0, 3)])
    """
    columns = _columns(board)
    return [
        (upper, lower)
        for upper, lower in combinations(range(len(columns)), 2)
        if abs(columns[upper] - columns[lower]) in (0, lower - upper)
    ]


def symmetries(board: Sequence[int]) -> list[tuple[int, ...]]:
    """Show a board with one queen in each row and column from all eight sides.

    Parameters
    ----------
    board : sequence of int
        The columns of the queens, row by row: each column once.

    Returns
    -------
    list of eight tuples
        The board turned by 0, 90, 180 and 270 degrees clockwise, then the same of its mirror image,
        left and right exchanged. Symmetric boards appear more than once.

    Raises
    ------
    TypeError, ValueError
        If a column is no whole number, off the board, or there twice.

    Examples
    --------
    >>> from nqueens import symmetries
    >>> symmetries([1, 3, 0, 2]) == [(1, 3, 0, 2)] * 4 + [(2, 0, 3, 1)] * 4
    True
    """
    columns = _columns(board)
    if len(set(columns)) < len(columns):
        twice = next(column for k, column in enumerate(columns) if column in columns[:k])
        raise ValueError(
            f"column {twice} has two queens; turned by 90 degrees they would share a row"
        )
    mirrored = tuple(len(columns) - 1 - column for column in columns)
    views = []
    for view in (columns, mirrored):
        for _ in range(4):
            views.append(view)
            view = _turned(view)  # noqa: PLW2901 - turned once more in each round
    return views


def classes(boards: Iterable[Sequence[int]]) -> dict[tuple[int, ...], list[tuple[int, ...]]]:
    """Sort boards into classes: those that are one board seen from different sides.

    Parameters
    ----------
    boards : iterable of boards
        Each with one queen in each row and column.

    Returns
    -------
    dict
        The boards of each class in the order in which they came, under the least of the eight views
        of any of them; the classes are in the order of their first boards.

    Examples
    --------
    The 92 solutions of 8 queens are 12 boards: 11 that look different from all eight sides, and one
    that looks the same when it is turned upside down.

    >>> from nqueens import classes, solve_queens
    >>> sorted(len(boards) for boards in classes(solve_queens(8)).values())
    [4, 8, 8, 8, 8, 8, 8, 8, 8, 8, 8, 8]
    """
    sorted_boards: dict[tuple[int, ...], list[tuple[int, ...]]] = {}
    for board in boards:
        views = symmetries(board)
        sorted_boards.setdefault(min(views), []).append(views[0])
    return sorted_boards


def draw(board: Sequence[int]) -> str:
    """Draw a board as text: a line a row, Q for a queen and a dot for an empty square.

    Raises
    ------
    TypeError, ValueError
        If a column is no whole number, or off the board.

    Examples
    --------
    >>> from nqueens import draw
    >>> print(draw([1, 3, 0, 2]))
    . Q . .
    . . . Q
    Q . . .
    . . Q .
    """
    columns = _columns(board)
    return "\n".join(
        " ".join("Q" if column == queen else "." for column in range(len(columns)))
        for queen in columns
    )


def _turned(columns: tuple[int, ...]) -> tuple[int, ...]:
    """Turn a board clockwise by 90 degrees: row r, column c becomes row c, column n - 1 - r."""
    turned = [0] * len(columns)
    for row, column in enumerate(columns):
        turned[column] = len(columns) - 1 - row
    return tuple(turned)


def _columns(board: Sequence[int]) -> tuple[int, ...]:
    if not isinstance(board, Iterable):
        raise TypeError(f"the board is {board!r}; it must be a sequence of columns, row by row")
    columns = []
    for row, column in enumerate(board):
        try:
            columns.append(index(column))
        except TypeError:
            raise TypeError(
                f"the queen of row {row} is in column {column!r}; a column is a whole number"
            ) from None
    for row, column in enumerate(columns):
        if column not in range(len(columns)):
            raise ValueError(
                f"the queen of row {row} is in column {column}, which is off the board; "
                f"columns go from 0 to {len(columns) - 1}"
            )
    return tuple(columns)
