"""A chessboard, and the calls of the recursive search on small ones, as SVG pictures."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from dlx.drawing import Picture
from nqueens.traces import trace

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence

    from nqueens.arguments import Square


def draw_board(
    queens: Sequence[int | None],
    *,
    columns: int | None = None,
    square: Square | None = None,
    attacked: bool = False,
    counts: bool = False,
) -> Picture:
    """Draw a chessboard as an SVG picture; `nqueens.draw` does it as text.

    Parameters
    ----------
    queens : sequence
        The column of each row's queen, or None.
    columns : int, optional
        How many columns the board has, if it is not as many as rows.
    square : (row, column), optional
        A square whose row, column and diagonals are drawn through it.
    attacked : bool
        Whether to mark the squares that the queens attack.
    counts : bool
        Whether to write onto these squares how many queens attack them.

    Returns
    -------
    dlx.drawing.Picture
        It shows itself in a notebook; ``draw_board(...).save("board.svg")`` writes it to a file.

    Examples
    --------
    >>> from nqueens.drawing import draw_board
    >>> draw_board([1, 3, 0, 2]).description
    'Queens on row 0 column 1, row 1 column 3, row 2 column 0, row 3 column 2.'
    """
    height, side, margin = len(queens), 32, 22
    width = height if columns is None else columns
    placed = [(row, column) for row, column in enumerate(queens) if column is not None]
    where = ", ".join(f"row {row} column {column}" for row, column in placed)
    description = f"Queens on {where}." if placed else "No queens."
    if square is not None:
        description += f" Marked are the four lines through row {square[0]}, column {square[1]}."
    size = f"{height} rows and " + ("" if width == height else f"{width} ") + "columns"
    drawing = Picture("board", f"A board with {size}", description)

    def middle(line: float) -> float:
        return margin + side * (line + 0.5)

    for row in range(height):
        drawing.text("label", margin / 2, middle(row), f"r{row}")
    for column in range(width):
        drawing.text("label", middle(column), margin / 2, f"c{column}")
    for row in range(height):
        for column in range(width):
            shade = "odd" if (row + column) % 2 else "even"
            drawing.box(f"square {shade}", middle(column), middle(row), side, side)
            if (row, column) in placed:
                continue
            attackers = sum(
                0 in (row - r, column - c) or abs(row - r) == abs(column - c) for r, c in placed
            )
            if counts and attackers:
                drawing.text("count", middle(column), middle(row), str(attackers))
            elif attacked and attackers:
                drawing.add("circle", "attacked", cx=middle(column), cy=middle(row), r=4)
    if square is not None:
        _lines_through(drawing, square, height, width, middle)
    for row, column in placed:
        add_queen(drawing, middle(column), middle(row), side * 0.36)
    drawing.add("rect", "frame", x=margin, y=margin, width=width * side, height=height * side)
    drawing.width = margin + width * side + margin + 10
    drawing.height = margin + height * side + margin
    return drawing


def add_queen(picture: Picture, x: float, y: float, size: float) -> None:
    """Add a queen around a place; twice `size` is her width and her height, about."""
    crown = [(-1, -0.75), (-0.5, 0), (-0.36, -0.95), (0, -0.1), (0.36, -0.95), (0.5, 0), (1, -0.75)]
    outline = [*crown, (0.68, 0.62), (-0.68, 0.62)]
    points = " ".join(f"{x + size * dx:.1f},{y + size * dy:.1f}" for dx, dy in outline)
    picture.add("polygon", "queen", points=points)
    picture.box("queen", x, y + size * 0.86, size * 1.4, size * 0.26)


def _lines_through(
    picture: Picture,
    square: Square,
    height: int,
    width: int,
    middle: Callable[[float], float],
) -> None:
    row, column = square
    last, end = height - 1, width - 1
    a, drop = row + column, row - column  # the same on a whole diagonal
    ends = {
        f"r{row}": ((row, 0), (row, end)),
        f"c{column}": ((0, column), (last, column)),
        f"a{a}": ((min(a, last), max(0, a - last)), (max(0, a - end), min(a, end))),
        f"b{last - drop}": (
            (max(0, drop), max(0, -drop)),
            (min(last, end + drop), min(end, last - drop)),
        ),
    }
    for name, ((top, left), (bottom, right)) in ends.items():
        (x1, y1), (x2, y2) = (middle(left), middle(top)), (middle(right), middle(bottom))
        diagonal = " diagonal" if name[0] in "ab" else ""
        picture.add("path", f"through{diagonal}", d=f"M {x1} {y1} L {x2} {y2}")
        if (top, left) == (bottom, right):
            continue
        # The name stands at the end where the board's own names are not.
        shift = 22 / max(abs(x2 - x1), abs(y2 - y1))
        picture.text("name", x2 + (x2 - x1) * shift * 1.35, y2 + (y2 - y1) * shift, name)


def draw_calls(n: int, *, limit: int | None = None) -> Picture:
    """Draw the calls of the recursive search as a tree, each as the board that it begins with.

    A board with a dashed frame is a dead end: the call returns without having called anything. One
    with a strong frame is a solution.

    Parameters
    ----------
    n : int
        The size of the board. The tree is drawn whole, and 5 is a lot.
    limit : int, optional
        After how many solutions to end; None for all of them.

    Examples
    --------
    >>> from nqueens.drawing import draw_calls
    >>> draw_calls(4).title
    'The recursive search for 4 queens: 17 calls, 2 of them solutions'
    """
    root = _calls(n, limit)
    cell, gap, rise, margin = 11, 12, 34, 8
    side = n * cell
    leaves = 0
    drawing = Picture("calls", "", "")

    def draw(call: _Call, level: int) -> float:
        """Draw a call and those below it, and give where its middle is."""
        nonlocal leaves
        top = margin + (side + rise) * level
        below = [draw(other, level + 1) for other in call.below]
        if below:
            x = (below[0] + below[-1]) / 2
        else:
            x = margin + side / 2 + (side + gap) * leaves
            leaves += 1
        for other in below:
            end = top + side + rise
            drawing.add("path", "line branch", d=f"M {x} {top + side} L {other} {end}")
        left = x - side / 2
        for row in range(n):
            for column in range(n):
                shade = "odd" if (row + column) % 2 else "even"
                y = top + cell * (row + 0.5)
                drawing.box(f"square {shade}", left + cell * (column + 0.5), y, cell, cell)
        for row, column in call.queens:
            y = top + cell * (row + 0.5)
            add_queen(drawing, left + cell * (column + 0.5), y, cell * 0.36)
        kind = " solution" if len(call.queens) == n else "" if below else " dead"
        drawing.add("rect", f"frame{kind}", x=left, y=top, width=side, height=side)
        return x

    draw(root, 0)
    calls = list(_all(root))
    solutions = sum(len(call.queens) == n for call in calls)
    drawing.title = (
        f"The recursive search for {n} queens: {len(calls)} calls, {solutions} of them solutions"
    )
    drawing.description = "; ".join(
        f"call with queens on {' '.join(map(str, call.queens)) or 'no square'}" for call in calls
    )
    drawing.width = 2 * margin + (side + gap) * leaves - gap
    deepest = max(len(call.queens) for call in calls)
    drawing.height = 2 * margin + side + (side + rise) * deepest
    return drawing


class _Call(NamedTuple):
    """A call of the recursive function."""

    queens: tuple[Square, ...]
    """Those that are on the board when it begins."""
    below: list[_Call]
    """The calls that it makes."""


def _calls(n: int, limit: int | None) -> _Call:
    """Give the first call of a search, which leads to all the others."""
    root = _Call((), [])
    queens: list[Square] = []
    open_calls: list[_Call] = []
    for word, *numbers in trace(n, method="backtracking", limit=limit):
        if word == "place":
            queens.append((numbers[0], numbers[1]))
        elif word == "take back":
            queens.pop()
        elif word == "call":
            call = _Call(tuple(queens), []) if open_calls else root
            if open_calls:
                open_calls[-1].below.append(call)
            open_calls.append(call)
        elif word == "return":
            open_calls.pop()
    return root


def _all(call: _Call) -> Iterator[_Call]:
    yield call
    for other in call.below:
        yield from _all(other)
