"""A problem as a table: options down, items across."""

from __future__ import annotations

from typing import TYPE_CHECKING

from dlx.drawing.picture import LONGEST, Picture, fitted, label_text, text_width

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from dlx import Problem


_SIZE = 9
"""The size of the names, as the style sheet has it."""


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
    names = [fitted(str(item), LONGEST, _SIZE) for item in items]
    labels = {label: fitted(label_text(label), LONGEST, _SIZE) for label in problem}
    side, left, top = 15, max(40, _widest(labels.values()) + 10), 26.0
    upright = _widest(names) > 2 * side - 4
    if upright:
        top = _widest(names) + 12
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
    for place, (item, name) in enumerate(zip(items, names, strict=True)):
        x, y = x_of(place), top - 8 - 9 * (place % 2)
        if upright:
            y = top - 5
            turned = f"rotate(-90 {x:g} {y:g})"
            picture.text("label upright", x, y, name, whole=str(item), transform=turned)
        else:
            picture.text("label", x, y, name)
    for row, (label, entries) in enumerate(problem.items()):
        y = top + side * (row + 0.5)
        mark = f" cover{marks[label]}" if label in marks else ""
        width = x_of(len(items) - 1) + side / 2 - left
        picture.add("rect", f"row{mark}", x=left, y=y - side / 2, width=width, height=side)
        picture.text("label", left / 2, y, labels[label], whole=label_text(label))
        for place, item in enumerate(items):
            if item in entries:
                picture.box(f"one{mark}", x_of(place), y, side - 5, side - 5, rx=2)
            else:
                picture.add("circle", "zero", cx=x_of(place), cy=y, r=1)
    picture.width, picture.height = x_of(len(items) - 1) + side, top + side * len(problem) + 4
    return picture


def _widest(names: Iterable[str]) -> float:
    return max((text_width(name, _SIZE) for name in names), default=0)
