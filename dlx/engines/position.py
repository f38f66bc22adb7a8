"""Where a search stands, in numbers that every engine understands."""

from __future__ import annotations

from typing import NamedTuple


class Position(NamedTuple):
    """A place where a search can rest: just before it enters a node, or just after a solution.

    All numbers are those of the instance, so that a search can go on under another engine.
    """

    choices: tuple[int, ...] = ()
    """The options chosen so far, the first choice first."""
    at_solution: bool = False
    """Whether the choices are a solution that has been found; else their node is entered next."""
    done: bool = False
    """Whether the whole tree has been searched."""
    base: int = 0
    """How many of the choices are fixed: the search ends where it would take one of them back."""
    nodes: int = 0
    """How many nodes have been entered."""
    updates: int | None = 0
    """How many elements have been taken out of lists; None if an engine without lists was at it."""
    solutions: int = 0
    """How many solutions have been found."""
    profile: tuple[int, ...] = ()
    """How many nodes have been entered on each level, the root's level first."""


class Branch(NamedTuple):
    """One choice on the way to where a search stands."""

    item: int
    """The item that the search chose to cover."""
    option: int
    """The option that covers it now."""
    place: int
    """The option's place among those that were left for the item, from 1."""
    length: int
    """How many options were left for the item."""


class UnreachableError(Exception):
    """A position that no search of the instance reaches."""

    def __init__(self, level: int, option: int, item: int | None, left: tuple[int, ...]) -> None:
        super().__init__(level, option, item, left)
        self.level = level
        """The number of choices before the one that is impossible."""
        self.option = option
        """The option that can't be chosen there."""
        self.item = item
        """The item that the search covers there, or None where all are covered."""
        self.left = left
        """The options that are left for that item."""
