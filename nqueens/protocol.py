"""What every method of this package can do: give boards, count them, rest at a limit."""

from abc import ABC, abstractmethod
from collections.abc import Iterator
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from dlx import Stats


class Counter(ABC):
    """A method that counts boards and its own steps.

    A method's class is called with the size of the board and with what it can take beyond that, as
    keywords; it checks them at once.
    """

    @abstractmethod
    def count(self) -> int:
        """Count the boards that have been neither handed out nor counted yet.

        Returns
        -------
        int
            All of them the first time, and 0 once they have been counted. After a limit, which has
            told how many were counted until then, it is the rest.
        """

    @property
    @abstractmethod
    def steps(self) -> dict[str, int]:
        """What has been done so far, by the names of the method's steps."""


class Method(Counter, Iterator[tuple[int, ...]]):
    """A search for boards in progress, an iterator of them.

    Boards come as they are found, each a tuple of columns, row by row.
    """

    @abstractmethod
    def __next__(self) -> tuple[int, ...]:
        """Give the next board."""

    def count(self) -> int:
        """Count the boards that have been neither handed out nor counted yet.

        Returns
        -------
        int
            All of them the first time, and 0 once they have been counted.
        """
        return sum(1 for _ in self)


class Limited(ABC):
    """A method that can rest at a limit, go on, and tell how far it is."""

    @property
    @abstractmethod
    def stats(self) -> "Stats":
        """What has been done in all, in the words of `dlx.Stats`."""

    @abstractmethod
    def allow(self, *, max_nodes: int | None = None, seconds: float | None = None) -> None:
        """Set new limits for what follows; at one of them `dlx.LimitReached` is raised."""

    @abstractmethod
    def progress(self) -> float:
        """Tell how much has been done: a number between 0 and 1."""
