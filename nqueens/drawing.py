"""A chessboard as an SVG picture."""

from __future__ import annotations

from typing import TYPE_CHECKING

from dlx.drawing import Picture

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence


def draw_board(
    queens: Sequence[int | None],
    *,
    columns: int | None = None,
    square: tuple[int, int] | None = None,
    attacked: bool = False,
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
            on_line = (row, column) not in placed and any(
                0 in (row - r, column - c) or abs(row - r) == abs(column - c) for r, c in placed
            )
            if attacked and on_line:
                drawing.add("circle", "attacked", cx=middle(column), cy=middle(row), r=4)
    if square is not None:
        _lines_through(drawing, square, height, width, middle)
    for row, column in placed:
        _queen(drawing, middle(column), middle(row), side * 0.36)
    drawing.add("rect", "frame", x=margin, y=margin, width=width * side, height=height * side)
    drawing.width = margin + width * side + margin + 10
    drawing.height = margin + height * side + margin
    return drawing


def _queen(picture: Picture, x: float, y: float, size: float) -> None:
    crown = [(-1, -0.75), (-0.5, 0), (-0.36, -0.95), (0, -0.1), (0.36, -0.95), (0.5, 0), (1, -0.75)]
    outline = [*crown, (0.68, 0.62), (-0.68, 0.62)]
    points = " ".join(f"{x + size * dx:.1f},{y + size * dy:.1f}" for dx, dy in outline)
    picture.add("polygon", "queen", points=points)
    picture.box("queen", x, y + size * 0.86, size * 1.4, size * 0.26)


def _lines_through(
    picture: Picture,
    square: tuple[int, int],
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
