"""An item in a color: how an option uses a secondary item that it may share."""

from __future__ import annotations

from typing import Any


class Colored:
    """A secondary item in a color.

    Options that use a secondary item in the same color may be chosen together; options that use it
    in different colors, or without a color, may not.

    Parameters
    ----------
    item : hashable
        The secondary item.
    color : hashable
        Its color.

    Examples
    --------
    Two words that cross share the letter on the square where they meet:

    >>> from dlx import Colored, Problem
    >>> problem = Problem({
    ...     "cat down": ["down", Colored("square", "a")],
    ...     "hat across": ["across", Colored("square", "a")],
    ...     "hot across": ["across", Colored("square", "o")],
    ... }, secondary=["square"])
    >>> list(problem.solve())
    [('cat down', 'hat across')]

    It is equal to another one of the same item and color, and to nothing else:

    >>> Colored("x", 1) == Colored("x", 1), Colored("x", 1) == ("x", 1)
    (True, False)
    """

    __slots__ = ("_color", "_item")

    def __init__(self, item: Any, color: Any) -> None:
        self._item, self._color = item, color

    @property
    def item(self) -> Any:
        """The secondary item."""
        return self._item

    @property
    def color(self) -> Any:
        """Its color."""
        return self._color

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Colored):
            return NotImplemented
        return (self._item, self._color) == (other._item, other._color)

    def __hash__(self) -> int:
        return hash((Colored, self._item, self._color))

    def __repr__(self) -> str:
        return f"Colored({self.item!r}, {self.color!r})"
