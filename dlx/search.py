"""One search that can stop anywhere and go on: its limits, its statistics, its state."""

from __future__ import annotations

import threading
from collections import deque
from contextlib import contextmanager
from dataclasses import dataclass
from numbers import Real
from operator import index
from time import perf_counter
from typing import TYPE_CHECKING, Any, NamedTuple

from dlx.engines import engine_for
from dlx.engines.position import Position, UnreachableError
from dlx.engines.shuffle import Shuffle
from dlx.errors import LimitReached, ProblemError
from dlx.interrupts import interrupts_held
from dlx.state import read, write

if TYPE_CHECKING:
    from collections.abc import Hashable, Iterator, Mapping, Sequence

    from dlx.engines import Engine
    from dlx.engines.instance import Instance

_PATIENCE = 0.05
"""Seconds for which a solution that is found may wait for others to be handed out with it."""
_MOST_NUMBERS_AHEAD = 2**17
"""Bound on the memory for solutions that are found before they are asked for."""


@dataclass(frozen=True, slots=True)
class Stats:
    """What a search has done so far."""

    nodes: int
    """Entries of the search, the root and the solutions included."""
    updates: int | None
    """Removals from a list, those of headers included; None in an engine that has no lists."""
    solutions: int
    """Solutions found."""
    profile: tuple[int, ...]
    """Nodes on each level, the root's level first; they add up to `nodes`."""


class Choice(NamedTuple):
    """One choice on the way to where a search stands."""

    item: Hashable
    """The item that the search chose to cover."""
    label: Hashable
    """The option that covers it, by its label."""
    place: int
    """The option's place among those that were left for the item, from 1."""
    length: int
    """How many options were left for the item."""


class Search:
    """A search in progress: an iterator of solutions that can rest, be saved, and go on.

    `Problem.search` begins one and `Problem.resume` goes on with a saved one. A search is in one of
    these states:

    ========  ====================================================================================
    resting   as it begins, and between calls, after `LimitReached` and Ctrl-C too: every method
              may be called
    running   inside a call: `stop` and `stats` from any thread, all else raises RuntimeError
    done      the whole tree has been searched, or `limit` solutions have been handed out: what was
              found and not yet handed out still is, then the iterator ends
    torn      an exception other than Ctrl-C, from a signal handler say, came in the middle of a
              step: what is left is `stats`, all else raises RuntimeError
    ========  ====================================================================================

    Examples
    --------
    >>> from dlx import Problem
    >>> problem = Problem([["a"], ["b"], ["a", "b"]])
    >>> search = problem.search()
    >>> next(search)
    (0, 1)
    >>> search.stats
    Stats(nodes=3, updates=3, solutions=1, profile=(1, 1, 1))
    >>> state = search.state()
    >>> list(search), list(problem.resume(state))
    ([(2,)], [(2,)])
    """

    def __init__(
        self,
        instance: Instance,
        items: Sequence[Hashable],
        labels: Sequence[Hashable],
        *,
        limit: int | None = None,
        engine: str = "auto",
        seed: int | None = None,
        max_nodes: int | None = None,
        seconds: float | None = None,
        position: Position | None = None,
        found: Sequence[tuple[int, ...]] = (),
    ) -> None:
        self._remaining = _whole_number("limit", limit)
        self._last_node = _whole_number("max_nodes", max_nodes)
        self._seconds_left = _duration("seconds", seconds)
        self._seed = None if seed is None else _seed(seed)
        self._instance, self._items, self._labels = instance, items, labels
        self._numbers = range(instance.option_count)
        self._engine_name = engine

        self._shuffle = Shuffle(instance, self._seed)
        self._engine_class = engine_for(engine, self._shuffle.instance)
        self._engine = self._begun(position or Position())
        if self._last_node is not None:
            self._last_node += self._engine.nodes

        # What is found and not handed out: by `run`, in numbers; and by looking ahead, in labels.
        self._found = deque(found)
        self._ahead: list[tuple[Any, ...]] = []
        self._handed_out = 0
        self._ahead_from = self._engine.position()
        self._ahead_next = 1
        self._ahead_most = min(1024, max(1, _MOST_NUMBERS_AHEAD // (instance.primary_count + 1)))

        self._turn_lock = threading.Lock()
        self._stop_asked = False
        self._torn = False

    # Searching.

    def __iter__(self) -> Iterator[tuple[Any, ...]]:
        return self

    def __next__(self) -> tuple[Any, ...]:
        """Give the next solution: its labels, ascending by position.

        Raises
        ------
        StopIteration
            If there are no more solutions, or `limit` of them have been given.
        LimitReached
            If a budget is spent before the next solution is found, or after `stop`.
        """
        with self._turn():
            if self._remaining == 0:
                raise StopIteration
            if self._found:
                self._hand_out(1)
                return tuple(self._labels[option] for option in self._found.popleft())
            if self._handed_out == len(self._ahead):
                self._look_ahead()
            if self._handed_out == len(self._ahead):
                raise StopIteration
            if self._stop_asked:
                raise self._limit_reached("stopped")
            self._hand_out(1)
            self._handed_out += 1
            return self._ahead[self._handed_out - 1]

    def drain(self) -> Iterator[tuple[Any, ...]]:
        """Go through what is left, a little faster than the search itself as an iterator does.

        Solutions are taken from the search in bulk, so statistics are ahead of what was given.

        Examples
        --------
        >>> from dlx import Problem
        >>> list(Problem([["a"], ["b"], ["a", "b"]]).search().drain())
        [(0, 1), (2,)]
        """
        while (solution := next(self, None)) is not None:
            yield solution
            with self._turn():
                bulk = self._ahead[self._handed_out :] if not self._found else []
                self._hand_out(len(bulk))
                self._handed_out = len(self._ahead)
            yield from bulk

    def count(self) -> int:
        """Count the solutions that have not been handed out yet, and keep none of them.

        Returns
        -------
        int
            Their number, or `limit` less what was handed out if that is smaller; the search is
            done then.

        Raises
        ------
        LimitReached
            If a budget is spent first, or after `stop`. What was counted so far is part of its
            `solutions`, and another call counts the rest.
        """
        with self._turn():
            self._catch_up()
            counted = len(self._found)
            if self._remaining is not None:
                counted = min(counted, self._remaining)
            self._found.clear()
            self._hand_out(counted)
            if self._remaining != 0:
                before = self._engine.solutions
                try:
                    self._run_within_limits(self._remaining, keep=False)
                finally:
                    self._hand_out(self._engine.solutions - before)
                    counted += self._engine.solutions - before
            return counted

    def run(self, *, max_nodes: int | None = None, seconds: float | None = None) -> bool:
        """Search on, and keep the solutions for the iterator.

        Parameters
        ----------
        max_nodes : int, optional
            How many more nodes to enter.
        seconds : float, optional
            How long to search.

        Returns
        -------
        bool
            True when the search is done, False when `max_nodes` or `seconds` are spent. What the
            search was allowed otherwise does not matter here.

        Raises
        ------
        LimitReached
            After `stop` alone.

        Notes
        -----
        What is found is held in memory until it is handed out.

        Examples
        --------
        >>> from dlx import Problem
        >>> search = Problem([["a"], ["b"], ["a", "b"]]).search()
        >>> while not search.run(max_nodes=1):
        ...     print(search.stats.nodes, f"{search.progress():.0%}")
        1 0%
        2 0%
        3 50%
        >>> list(search)
        [(0, 1), (2,)]
        """
        max_nodes, seconds = _whole_number("max_nodes", max_nodes), _duration("seconds", seconds)
        with self._turn():
            self._catch_up()
            wanted = None if self._remaining is None else self._remaining - len(self._found)
            if wanted is not None and wanted <= 0:
                return True
            try:
                reason = self._run(solutions=wanted, nodes=max_nodes, seconds=seconds)
            finally:
                self._found.extend(self._engine.kept(self._numbers, self._shuffle.options))
            if reason == "stopped":
                raise self._limit_reached(reason)
            return reason in {"done", "solutions"}

    def allow(self, *, max_nodes: int | None = None, seconds: float | None = None) -> None:
        """Set new limits for what follows.

        Parameters
        ----------
        max_nodes, seconds : optional
            How many more nodes to enter, and how much longer to search, before `LimitReached` is
            raised; None for no limit.

        Examples
        --------
        >>> from dlx import LimitReached, Problem
        >>> search = Problem([["a"], ["b"], ["a", "b"]]).search(max_nodes=2)
        >>> try:
        ...     search.count()
        ... except LimitReached as limit:
        ...     search.allow(max_nodes=10)
        >>> search.count()
        2
        """
        max_nodes, seconds = _whole_number("max_nodes", max_nodes), _duration("seconds", seconds)
        with self._turn():
            self._catch_up()
            self._last_node = None if max_nodes is None else self._engine.nodes + max_nodes
            self._seconds_left = seconds

    def stop(self) -> None:
        """Ask the search to stop, from any thread.

        The call in progress, or else the next call that searches, raises `LimitReached` with the
        reason ``'stopped'``, before it enters another node. After that the search can go on.
        """
        self._stop_asked = True
        self._engine.stop_requested = True

    # What is known of it.

    @property
    def stats(self) -> Stats:
        """What the search has done so far; may be asked from any thread while it runs."""
        position = self._position() if self._handed_out < len(self._ahead) else self._engine
        return Stats(position.nodes, position.updates, position.solutions, tuple(position.profile))

    def path(self) -> list[Choice]:
        """Tell which choices lead to where the search stands.

        After a solution has been handed out these are the choices that make it up, unless `run` has
        taken the search further.

        Returns
        -------
        list of Choice
            In the order in which the search made them.

        Examples
        --------
        >>> from dlx import Problem
        >>> search = Problem([["a"], ["b"], ["a", "b"]]).search()
        >>> next(search)
        (0, 1)
        >>> search.path()
        [Choice(item='a', label=0, place=1, length=2), Choice(item='b', label=1, place=1, length=1)]
        """
        with self._turn():
            self._catch_up()
            self._ahead_most = 1  # whoever looks at one path may look at each
            return [
                Choice(self._item(item), self._label(option), place, length)
                for item, option, place, length in self._engine.path()
            ]

    def progress(self) -> float:
        """Tell how much of the tree lies behind the search, if all branches of a node were alike.

        Returns
        -------
        float
            Between 0 and 1. It never falls, but may rise very unevenly: branches are not alike.

        References
        ----------
        Knuth, *The Art of Computer Programming*, Volume 4B, section 7.2.2.1, on progress reports.
        """
        with self._turn():
            position = self._engine.position()
            if position.done:
                return 1.0
            behind, part = 0.0, 1.0
            for branch in self._engine.path()[position.base :]:
                part /= branch.length
                behind += part * (branch.place - 1)
            return behind

    def state(self) -> dict[str, Any]:
        """Save where the search stands, with what it has found and not handed out.

        Returns
        -------
        dict
            Of numbers and lists of numbers, so that it can be written as JSON. `Problem.resume`
            takes it back, in any process and under any engine. `limit` and budgets are not in it.
        """
        with self._turn():
            position = self._position()
            position = position._replace(choices=self._shuffle.original(position.choices))
            return write(self._instance, self._seed, position, self._found)

    def __reduce__(self) -> tuple[Any, ...]:
        state = self.state()
        limits = {
            "limit": self._remaining,
            "engine": self._engine_name,
            "max_nodes": None if self._last_node is None else self._last_node - state["nodes"],
            "seconds": self._seconds_left,
        }
        return _restored, (self._instance, self._items, self._labels, state, limits)

    # Inside.

    @contextmanager
    def _turn(self) -> Iterator[None]:
        """Hold the search, and Ctrl-C, for one call; RuntimeError if another call has it."""
        with interrupts_held(self._rest_soon):
            if not self._turn_lock.acquire(blocking=False):
                raise RuntimeError(
                    "this search is running already: one thread at a time, and only stop() and "
                    "stats meanwhile"
                )
            try:
                if self._torn:
                    raise RuntimeError(
                        "this search was torn in the middle of a step by an exception: "
                        "begin a new one"
                    )
                yield
            finally:
                self._turn_lock.release()

    def _rest_soon(self) -> None:
        self._engine.stop_requested = True

    def _run(
        self, *, solutions: int | None, nodes: int | None, seconds: float | None, keep: bool = True
    ) -> str:
        """Run the engine, and say why it rests."""
        self._engine.stop_requested = self._stop_asked
        self._torn = True
        reason = self._engine.run(solutions=solutions, nodes=nodes, seconds=seconds, keep=keep)
        self._torn = False
        return reason

    def _run_within_limits(
        self, solutions: int | None, *, patience: float | None = None, keep: bool = True
    ) -> None:
        """Run until so many solutions are found or the tree is done, or raise `LimitReached`.

        Return also if there is a solution when patience, a number of seconds, is at its end.
        """
        engine, began = self._engine, perf_counter()
        nodes = None if self._last_node is None else self._last_node - engine.nodes
        seconds = min((s for s in (patience, self._seconds_left) if s is not None), default=None)
        before = engine.solutions
        try:
            reason = self._run(solutions=solutions, nodes=nodes, seconds=seconds, keep=keep)
        finally:
            if self._seconds_left is not None:
                self._seconds_left = max(0.0, self._seconds_left - (perf_counter() - began))
        kept = keep and engine.solutions > before
        if reason == "stopped" or not (reason in {"done", "solutions"} or kept):
            if reason == "seconds" and self._seconds_left != 0:
                self._run_within_limits(1)  # patience is at its end, but time isn't
            else:
                raise self._limit_reached(reason)

    def _look_ahead(self) -> None:
        """Find the next solutions: one at first, more each time, but for a moment at most."""
        self._ahead, self._handed_out = [], 0
        self._ahead_from = self._engine.position()
        most = self._ahead_next
        if self._remaining is not None:
            most = min(most, self._remaining)
        self._ahead_next = min(2 * self._ahead_next, self._ahead_most)
        try:
            self._run_within_limits(most, patience=_PATIENCE)
        finally:
            if not self._torn:
                self._ahead = self._engine.kept(self._labels, self._shuffle.options)

    def _position(self) -> Position:
        """Say where the search stands for the user, who may not have had all that is ahead."""
        if self._handed_out == len(self._ahead):
            return self._engine.position()
        if self._handed_out == 0:
            return self._ahead_from
        return self._engine.position_at(self._handed_out - 1)

    def _catch_up(self) -> None:
        """Take the engine back to where the search stands for the user."""
        if self._handed_out < len(self._ahead):
            self._engine = self._engine_class(self._shuffle.instance, self._position())
            self._ahead, self._handed_out = [], 0

    def _hand_out(self, solutions: int) -> None:
        if self._remaining is not None:
            self._remaining -= solutions

    def _limit_reached(self, reason: str) -> LimitReached:
        """Make the exception, and lift the limit, so that the next call goes on."""
        if reason == "nodes":
            self._last_node = None
        elif reason == "seconds":
            self._seconds_left = None
        else:
            self._stop_asked = self._engine.stop_requested = False
        return LimitReached(reason, stats=self.stats, search=self)

    def _begun(self, position: Position) -> Engine:
        """Begin at a position, or say in the user's words why no search gets there."""
        try:
            return self._engine_class(self._shuffle.instance, self._shuffle.shuffled(position))
        except UnreachableError as error:
            where = f"choice {error.level} can't be option {self._label(error.option)!r}: there "
            if error.item is None:
                where += "all items are covered already"
            else:
                left = ", ".join(repr(self._label(option)) for option in error.left) or "none"
                where += f"item {self._item(error.item)!r} is covered, and the options left for it "
                where += f"are: {left}"
            raise ProblemError(where) from None

    def _item(self, number: int) -> Hashable:
        return self._items[self._shuffle.items[number]]

    def _label(self, number: int) -> Hashable:
        return self._labels[self._shuffle.options[number]]


def resume(
    instance: Instance,
    items: Sequence[Hashable],
    labels: Sequence[Hashable],
    state: Mapping[str, Any],
    **limits: Any,
) -> Search:
    """Begin a search where another one was saved; `Problem.resume` says more.

    Raises
    ------
    ProblemError
        If `state` is not what `Search.state` gave for this very problem.
    """
    saved = read(instance, state)
    return Search(
        instance,
        items,
        labels,
        seed=saved.seed,
        position=saved.position,
        found=saved.found,
        **limits,
    )


def _restored(*arguments: Any) -> Search:
    """Unpickle a search."""
    instance, items, labels, state, limits = arguments
    return resume(instance, items, labels, state, **limits)


def _seed(seed: int) -> int:
    try:
        return index(seed)
    except TypeError:
        raise TypeError(f"seed is {seed!r}; it must be a whole number, or None") from None


def _whole_number(name: str, value: int | None) -> int | None:
    if value is None:
        return None
    try:
        number = index(value)
    except TypeError:
        raise TypeError(f"{name} is {value!r}; it must be a whole number, or None") from None
    if number < 0:
        raise ValueError(f"{name} is {value!r}; it must be 0 or more")
    return number


def _duration(name: str, value: float | None) -> float | None:
    if value is None:
        return None
    if not isinstance(value, Real):
        raise TypeError(f"{name} is {value!r}; it must be a number of seconds, or None")
    if not value >= 0:
        raise ValueError(f"{name} is {value!r}; it must be 0 or more")
    return float(value)
