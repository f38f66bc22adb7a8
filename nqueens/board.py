"""What a placement is: which queens attack each other, what it looks like, and from eight sides.

A board is a sequence of columns: ``board[row]`` is where the queen of that row stands. Where there
is none it is None.
"""

from __future__ import annotations

from collections.abc import Iterable
from functools import partial
from itertools import combinations
from operator import index
from typing import TYPE_CHECKING, NamedTuple, cast, overload

from nqueens.arguments import regions_of, size_of, squares_of

if TYPE_CHECKING:
    from collections.abc import Hashable, Iterator, Sequence

    from nqueens.arguments import Square

LARGEST_PICTURE = 64
"""The most rows and columns of a board that is drawn unasked; of a larger one columns are shown."""


class Board(tuple[int, ...]):  # noqa: SLOT001 - a tuple has no slot for the width
    """A board that draws itself in a notebook, and otherwise is the tuple of its columns.

    `nqueens.solve_queens` and `nqueens.first_queens` give such boards. They equal, hash, sort and
    print as tuples do.

    Attributes
    ----------
    width : int or None
        The number of columns of the board, where it isn't that of its rows.

    Examples
    --------
    >>> from nqueens.board import Board
    >>> board = Board((1, 3, 0, 2))
    >>> board, board == (1, 3, 0, 2), board._repr_svg_()[:4]
    ((1, 3, 0, 2), True, '<svg')
    """

    width: int | None = None

    def _repr_svg_(self) -> str | None:
        """Draw the board; None, for 'show the tuple', if it is too large to be looked at."""
        if max(len(self), self.width or 0) > LARGEST_PICTURE:
            return None
        from nqueens.drawing import draw_board

        return draw_board(self, columns=self.width).svg()


def drawn(boards: Iterator[tuple[int, ...]], columns: int | None) -> Iterator[Board]:
    """Give boards, with so many columns if it isn't the number of rows, as `Board`."""
    # No generator: a limit that is reached would end it, and with it the boards that are left.
    return map(Board if columns is None else partial(_wide, columns), boards)


def _wide(columns: int, columns_of_queens: tuple[int, ...]) -> Board:
    board = Board(columns_of_queens)
    board.width = columns
    return board


class Attack(NamedTuple):
    """Two queens that attack each other, and why."""

    first: Square
    """The square of the one."""
    second: Square
    """That of the other; it comes later in reading order."""
    lines: tuple[str, ...]
    """The names of the lines that they share."""


def attacks(
    squares: Iterable[Square],
    n: int,
    *,
    columns: int | None = None,
    regions: Sequence[Sequence[Hashable]] | None = None,
    diagonals: str = "long",
) -> list[Attack]:
    """Tell which queens attack each other, and along which lines; there may be any number in a row.

    Parameters
    ----------
    squares : iterable of (row, column)
        The squares of the queens, in any order.
    n : int
        The number of rows.
    columns : int, optional
        The number of columns; n if left out.
    regions : n strings or other sequences, one for each row, optional
        The color of each square; two queens on one color attack each other.
    diagonals : {'long', 'adjacent'}
        Whether queens attack along whole diagonals, or only if they touch.

    Returns
    -------
    list of Attack
        For each pair of queens that attack each other their two squares, and the names of the lines
        that they share: the row ``r2``, the column ``c5``, the diagonals ``a7`` and ``b10``, the
        region ``region1``, as in `queens_problem`; and ``touch`` for queens that touch at a corner
        where diagonals are ``'adjacent'``. Queens do not block each other's view. The pairs are in
        reading order.

    Raises
    ------
    TypeError, ValueError
        If an argument makes no sense; the message names the square or the row.

    Notes
    -----
    Every pair is looked at, so the cost grows as the square of the number of queens.

    Examples
    --------
    >>> from nqueens.board import attacks
    >>> for first, second, lines in attacks([(1, 1), (1, 4), (3, 3), (4, 0)], 8):
    ...     print(first, second, *lines)
    (1, 1) (1, 4) r1
    (1, 1) (3, 3) b7
    >>> attacks([(1, 1), (3, 3)], 8, diagonals="adjacent")
    []
    """
    height = size_of(n)
    width = height if columns is None else size_of(columns, "columns")
    if diagonals not in ("long", "adjacent"):
        raise ValueError(f"diagonals is {diagonals!r}; it must be 'long' or 'adjacent'")
    queens = sorted(squares_of("squares", squares, height, width))
    colored = {} if regions is None else regions_of(regions, height, width)
    region_of = {square: name for name, line in colored.items() for square in line}

    found = []
    for first, second in combinations(queens, 2):
        (upper, left), (lower, right) = first, second
        lines = []
        if upper == lower:
            lines.append(f"r{upper}")
        if left == right:
            lines.append(f"c{left}")
        distance = lower - upper
        if diagonals == "adjacent":
            if distance == abs(right - left) == 1:
                lines.append("touch")
        elif distance == left - right:
            lines.append(f"a{upper + left}")
        elif distance == right - left:
            lines.append(f"b{height - 1 - upper + left}")
        if colored and region_of[first] == region_of[second]:
            lines.append(region_of[first])
        if lines:
            found.append(Attack(first, second, tuple(lines)))
    return found


def attacked_pairs(
    board: Sequence[int | None], *, columns: int | None = None
) -> list[tuple[int, int]]:
    """Tell which queens attack each other.

    Parameters
    ----------
    board : sequence of int or None
        The columns of the queens, row by row, None where there is none.
    columns : int, optional
        How many columns the board has, if it is not as many as rows.

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
    squares = [
        (row, column)
        for row, column in enumerate(_columns(board, columns, empty_rows=True))
        if column is not None
    ]
    return [
        (upper, lower)
        for (upper, left), (lower, right) in combinations(squares, 2)
        if abs(left - right) in (0, lower - upper)
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


def orbit(board: Sequence[int]) -> list[tuple[int, ...]]:
    """Give the different ones of the eight views of a board.

    Parameters
    ----------
    board : sequence of int
        The columns of the queens, row by row: each column once.

    Returns
    -------
    list of tuples
        In the order of `symmetries`, the board itself first. Their number is the size of the orbit.
        For solutions it is 8, but 4 for those that look the same after half a turn, 2 for those
        that do after a quarter turn, and 1 on boards of size 0 and 1.

    Raises
    ------
    TypeError, ValueError
        As for `symmetries`.

    Examples
    --------
    >>> from nqueens import orbit, solve_queens
    >>> orbit([1, 3, 0, 2])
    [(1, 3, 0, 2), (2, 0, 3, 1)]
    >>> [len(orbit(board)) for board in solve_queens(5)]
    [8, 8, 8, 8, 2, 2, 8, 8, 8, 8]
    """
    return list(dict.fromkeys(symmetries(board)))


def is_fundamental(board: Sequence[int]) -> bool:
    """Tell whether a board is the least of its eight views: exactly one board of each class is.

    Parameters
    ----------
    board : sequence of int
        The columns of the queens, row by row: each column once.

    Returns
    -------
    bool
        Boards are compared as tuples, so that the queen of the first row counts most.

    Raises
    ------
    TypeError, ValueError
        As for `symmetries`.

    Examples
    --------
    The 92 solutions of 8 queens come from 12 fundamental ones: 92 = 11 · 8 + 1 · 4.

    >>> from nqueens import is_fundamental, orbit, solve_queens
    >>> fundamental = [board for board in solve_queens(8) if is_fundamental(board)]
    >>> len(fundamental), sum(len(orbit(board)) for board in fundamental)
    (12, 92)
    """
    views = symmetries(board)
    return views[0] == min(views)


def draw(board: Sequence[int | None], *, columns: int | None = None) -> str:
    """Draw a board as text: a line a row, Q for a queen and a dot for an empty square.

    Parameters
    ----------
    board : sequence of int or None
        The columns of the queens, row by row, None where there is none.
    columns : int, optional
        How many columns the board has, if it is not as many as rows.

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
    >>> print(draw([0, None, 4], columns=5))
    Q . . . .
    . . . . .
    . . . . Q
    """
    queens = _columns(board, columns, empty_rows=True)
    width = len(queens) if columns is None else columns
    return "\n".join(
        " ".join("Q" if column == queen else "." for column in range(width)) for queen in queens
    )


def _turned(columns: tuple[int, ...]) -> tuple[int, ...]:
    """Turn a board clockwise by 90 degrees: row r, column c becomes row c, column n - 1 - r."""
    turned = [0] * len(columns)
    for row, column in enumerate(columns):
        turned[column] = len(columns) - 1 - row
    return tuple(turned)


@overload
def _columns(board: Sequence[int]) -> tuple[int, ...]: ...
@overload
def _columns(
    board: Sequence[int | None], width: int | None, *, empty_rows: bool
) -> tuple[int | None, ...]: ...
def _columns(
    board: Sequence[int | None], width: int | None = None, *, empty_rows: bool = False
) -> tuple[int | None, ...]:
    if not isinstance(board, Iterable):
        raise TypeError(f"the board is {board!r}; it must be a sequence of columns, row by row")
    columns: list[int | None] = []
    for row, column in enumerate(board):
        if column is None and empty_rows:
            columns.append(None)
            continue
        try:
            columns.append(index(cast("int", column)))
        except TypeError:
            raise TypeError(
                f"the queen of row {row} is in column {column!r}; a column is a whole number"
            ) from None
    width = len(columns) if width is None else size_of(width, "columns")
    for row, column in enumerate(columns):
        if column is not None and column not in range(width):
            where = f"columns go from 0 to {width - 1}" if width else "it has no columns"
            raise ValueError(
                f"the queen of row {row} is in column {column}, which is off the board; {where}"
            )
    return tuple(columns)
