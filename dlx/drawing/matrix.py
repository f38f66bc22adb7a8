"""A problem as a table: options down, items across."""

from __future__ import annotations

from typing import TYPE_CHECKING

from dlx.drawing.picture import Picture

if TYPE_CHECKING:
    from collections.abc import Sequence

    from dlx import Problem


def draw_matrix(problem: Problem, solutions: Sequence[Sequence[object]] = ()) -> Picture:
    """Draw a problem as a table, options down and items across, and mark up to two covers.

    Parameters
    ----------
    problem : Problem
        The problem; a square is drawn for each option and item, so it should be a small one.
    solutions : sequence of solutions
        At most two, whose options are marked, each in a way of its own.

    Examples
    --------
    >>> from dlx import Problem
    >>> from dlx.drawing import draw_matrix
    >>> problem = Problem([["a"], ["b"], ["a", "b"]])
    >>> picture = draw_matrix(problem, list(problem.solve()))
    >>> picture.title, picture.description
    ('The 3 options over 2 items', 'Cover 1 is the options 0, 1. Cover 2 is the options 2.')
    """
    items = [*problem.primary, *problem.secondary]
    side, left, top = 15, 40, 26
    split = len(problem.primary)

    def x_of(place: int) -> float:
        return left + side * (place + 0.5) + (6 if place >= split else 0)

    marks = {label: k for k, solution in enumerate(solutions) for label in solution}
    picture = Picture(
        "matrix",
        f"The {len(problem)} options over {len(items)} items",
        " ".join(
            f"Cover {k + 1} is the options {', '.join(map(str, cover))}."
            for k, cover in enumerate(solutions)
        ),
    )
    for place, item in enumerate(items):
        picture.text("label", x_of(place), top - 8 - 9 * (place % 2), str(item))
    for row, (label, entries) in enumerate(problem.items()):
        y = top + side * (row + 0.5)
        name = ",".join(map(str, label)) if isinstance(label, tuple) else str(label)
        mark = f" cover{marks[label]}" if label in marks else ""
        width = x_of(len(items) - 1) + side / 2 - left
        picture.add("rect", f"row{mark}", x=left, y=y - side / 2, width=width, height=side)
        picture.text("label", left / 2, y, name)
        for place, item in enumerate(items):
            if item in entries:
                picture.box(f"one{mark}", x_of(place), y, side - 5, side - 5, rx=2)
            else:
                picture.add("circle", "zero", cx=x_of(place), cy=y, r=1)
    picture.width, picture.height = x_of(len(items) - 1) + side, top + side * len(problem) + 4
    return picture
