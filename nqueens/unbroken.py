"""Searches that are written as generators, and never seem to have ended when they were interrupted.

An exception that goes through a generator, such as that of Ctrl-C, ends it for good: from then on
it gives nothing, just as if nothing were left. For a search that would be a wrong answer.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import TypeVar

from nqueens.protocol import Method

Given = TypeVar("Given")


class Unbroken(Iterator[Given]):
    """What a generator gives; once an exception has ended it, that is said instead of nothing.

    Parameters
    ----------
    steps : iterator
        The generator.

    Raises
    ------
    RuntimeError
        When more is asked for after an exception came in the middle of a step.
    """

    def __init__(self, steps: Iterator[Given]) -> None:
        self._steps = steps
        self._torn = False

    def __next__(self) -> Given:
        """Give what comes next."""
        self._leave_rest()
        for given in self._steps:
            self._torn = False  # from here on nothing is called, so that Ctrl-C can't come between
            return given
        self._torn = False
        raise StopIteration

    def _leave_rest(self) -> None:
        if self._torn:
            raise RuntimeError(
                "this search was interrupted in the middle of a step: begin a new one"
            )
        self._torn = True  # until it rests again


class Generated(Unbroken[tuple[int, ...]], Method):
    """A method whose search is a generator of boards."""

    def count(self) -> int:
        """Count the boards that have been neither handed out nor counted yet.

        Returns
        -------
        int
            All of them at first, and 0 when asked again.

        Raises
        ------
        RuntimeError
            If the search was interrupted before, counting included: what was counted is lost.
        """
        self._leave_rest()
        number = sum(1 for _ in self._steps)
        self._torn = False
        return number
