"""The exceptions of the package: a problem that makes no sense, and a search that was cut short."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from dlx.search import Stats


class ProblemError(ValueError):
    """A problem, or something said about one, makes no sense.

    The message names the option and the item in the words of whoever wrote the problem, and says
    what would be right.

    Examples
    --------
    >>> from dlx import Problem
    >>> Problem([["a", "b"], ["b", "b"]])
    Traceback (most recent call last):
    ...
    dlx.errors.ProblemError: option 1 has item 'b' twice; an item goes into an option once
    """


class LimitReached(Exception):  # noqa: N818 - a limit was asked for: reaching it is no error
    """A search was stopped before its tree was done; it never means 'no solution'.

    Attributes
    ----------
    reason : str
        ``'nodes'`` or ``'seconds'``, the budget that is spent, or ``'stopped'`` after
        `Search.stop`.
    solutions : int
        How many solutions the search has handed out or counted since it began. (What
        `Search.run` found and what waits to be handed out is not among them.)
    best : list of (cost, solution), or None
        The cheapest solutions so far, of a search for the cheapest; otherwise None.
    stats : Stats
        What the search has done so far.
    search : Search
        The search itself, which can go on: ask it for more. The limit that was reached no longer
        holds; `Search.allow` sets others. (Where something else than a `Search` has searched, it is
        that, and its own documentation says what may be asked of it.)

    Examples
    --------
    >>> from dlx import LimitReached, Problem
    >>> problem = Problem([["a"], ["b"], ["a", "b"]])
    >>> try:
    ...     problem.count(max_nodes=2)
    ... except LimitReached as limit:
    ...     print(limit)
    ...     print(limit.solutions + limit.search.count())
    stopped by its limit on nodes, after 2 nodes and 0 solutions; the search can go on
    2
    """

    def __init__(
        self,
        reason: str,
        *,
        solutions: int,
        stats: Stats,
        search: Any,
        best: list[tuple[Any, tuple[Any, ...]]] | None = None,
    ) -> None:
        cause = "by request" if reason == "stopped" else f"by its limit on {reason}"
        done = f"{counted(stats.nodes, 'node')} and {counted(stats.solutions, 'solution')}"
        super().__init__(f"stopped {cause}, after {done}; the search can go on")
        self.reason = reason
        self.solutions = solutions
        self.best = best
        self.stats = stats
        self.search = search

    def __reduce__(self) -> tuple[Any, ...]:
        arguments = {
            "solutions": self.solutions,
            "stats": self.stats,
            "search": self.search,
            "best": self.best,
        }
        return _limit_reached, (type(self), self.reason, arguments)


def counted(number: int, one: str, many: str = "") -> str:
    """Put a number before a noun.

    >>> counted(1, "node"), counted(0, "node"), counted(2, "multiplicity", "multiplicities")
    ('1 node', '0 nodes', '2 multiplicities')
    """
    return f"{number} {one if number == 1 else many or one + 's'}"


def _limit_reached(cls: type[LimitReached], reason: str, arguments: dict[str, Any]) -> LimitReached:
    """Build a `LimitReached` again: unpickling an exception passes no keywords of its own."""
    return cls(reason, **arguments)
