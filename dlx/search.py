"""One search that can stop anywhere and go on: its limits, its statistics, its state."""

from __future__ import annotations

import sys
import threading
from collections import deque
from contextlib import contextmanager, nullcontext, suppress
from itertools import islice
from numbers import Real
from operator import index
from time import perf_counter
from typing import TYPE_CHECKING, Any, NamedTuple

from dlx.engines import begin
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
_MOST_NUMBERS = 2**17
"""Bound on the memory for solutions that are found before they are asked for."""


class Stats(NamedTuple):
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

    Notes
    -----
    A solution is handed out as soon as it is found. Where they come fast the search looks for a few
    more in the same go, for a moment at most; nothing can be seen of that: `stats`, `path` and
    `state` are those of the solution that was handed out last.

    Examples
    --------
    >>> from dlx import Problem
    >>> problem = Problem([["a"], ["b"], ["a", "b"]])
    >>> search = problem.search(engine="python")
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
        once: bool = False,
    ) -> None:
        self._remaining = whole_number("limit", limit)
        self._nodes_left = whole_number("max_nodes", max_nodes)
        self._seconds_left = _duration("seconds", seconds)
        self._seed = None if seed is None else _seed(seed)
        self._instance, self._items, self._labels = instance, items, labels
        self._shuffle = Shuffle(instance, self._seed)
        self._engine_name = engine
        self._engine = self._begun(position or Position())

        self._found = deque(found)
        """What `run` has found and what has not been handed out of it, in numbers."""
        self._ready: list[tuple[Any, ...]] = []
        """The next solutions, in labels: the first of `_found`, or what was found looking ahead."""
        self._handed_out = 0
        """How many of these have been handed out."""
        self._looked_ahead = False
        """Whether the engine went for them beyond where the search stands for its user."""
        self._ready_from = Position()
        """Where the search stood before the first of them."""
        self._look_for = 1
        """How many solutions to look for the next time, and, below, at most."""
        self._look_for_most = min(1024, max(1, _MOST_NUMBERS // (instance.primary_count + 1)))

        self._turn_lock = threading.Lock()
        self._stop_asked = self._interrupted = False
        self._torn = False
        self._once = once
        """Whether nobody has the search when Ctrl-C ends the call, so that it need not be held."""

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
            If a limit is reached before the next solution is found, or after `stop`.
        """
        # Once it is known that a solution is ready nothing is called, so Ctrl-C can't come between.
        ready, place = self._ready, self._handed_out
        if place == len(ready) or self._stop_asked:
            with self._turn():
                self._make_ready()
            ready, place = self._ready, self._handed_out
            if place == len(ready):
                raise StopIteration
        self._handed_out = place + 1
        return ready[place]

    def close(self) -> None:
        """End the search: it hands out nothing more."""
        with self._turn():
            self._catch_up()
            self._found.clear()
            self._remaining = 0

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
            If a limit is reached first, or after `stop`. What was counted so far is part of its
            `solutions`, and another call counts the rest.

        Examples
        --------
        >>> from dlx import Problem
        >>> search = Problem([["a"], ["b"], ["a", "b"]]).search()
        >>> next(search), search.count(), search.count()
        ((0, 1), 1, 0)
        """
        with self._turn():
            self._catch_up()
            counted = len(self._found)
            if self._remaining is not None:
                counted = min(counted, self._remaining)
                self._remaining -= counted
            self._found.clear()
            if self._remaining == 0:
                return counted
            before = self._engine.solutions
            try:
                self._run_within_limits(self._remaining, keep=False)
            finally:
                found = self._engine.solutions - before
                if self._remaining is not None:
                    self._remaining -= found
            return counted + found

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
        max_nodes, seconds = whole_number("max_nodes", max_nodes), _duration("seconds", seconds)
        with self._turn():
            self._catch_up()
            nodes_before = self._engine.nodes
            reason = ""
            while not reason:
                wanted = self._look_for_most
                if self._remaining is not None:
                    wanted = min(wanted, self._remaining - len(self._found))
                if wanted <= 0:
                    return True
                began = perf_counter()
                nodes = None
                if max_nodes is not None:
                    nodes = max_nodes - (self._engine.nodes - nodes_before)
                reason = self._run(solutions=wanted, nodes=nodes, seconds=seconds)
                if seconds is not None:
                    seconds = max(0.0, seconds - (perf_counter() - began))
                numbers = range(self._instance.option_count)
                self._found.extend(self._engine.kept(numbers, self._shuffle.options))
                if reason == "solutions":
                    reason = ""
            if reason == "stopped":
                raise self._limit_reached(reason)
            return reason == "done"

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
        max_nodes, seconds = whole_number("max_nodes", max_nodes), _duration("seconds", seconds)
        with self._turn():
            self._catch_up()
            self._nodes_left, self._seconds_left = max_nodes, seconds

    def stop(self) -> None:
        """Ask the search to stop, from any thread.

        The call in progress, or else the next call that searches, raises `LimitReached` with the
        reason ``'stopped'`` before it enters another node. What was found by then is not lost, and
        after that the search can go on.

        Examples
        --------
        >>> from dlx import LimitReached, Problem
        >>> search = Problem([["a"], ["b"], ["a", "b"]]).search()
        >>> search.stop()
        >>> try:
        ...     search.count()
        ... except LimitReached as limit:
        ...     print(limit.reason, search.count())
        stopped 2
        """
        self._stop_asked = True
        self._engine.stop_requested = True

    # What is known of it.

    @property
    def stats(self) -> Stats:
        """What the search has done so far; may be asked from any thread while it runs.

        Examples
        --------
        >>> from dlx import Problem
        >>> search = Problem([["a"], ["b"], ["a", "b"]]).search()
        >>> search.count(), search.stats.nodes, search.stats.profile
        (2, 4, (1, 2, 1))
        """
        seen: Position | Engine = self._engine
        if self._looked_ahead:
            with suppress(LookupError, RuntimeError, ValueError):  # another thread runs it just now
                seen = self._position()
        profile = tuple(seen.profile)
        return Stats(sum(profile), seen.updates, seen.solutions, profile)

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
            return [
                Choice(self._item(item), self._label(option), place, length)
                for item, option, place, length in self._engine.path()
            ]

    def progress(self) -> float:
        """Tell how much of the tree lies behind the search, if all branches of a node were alike.

        Returns
        -------
        float
            Between 0 and 1. It never falls as the search goes on, but may rise very unevenly:
            branches are not alike.

        References
        ----------
        Knuth, *The Art of Computer Programming*, Volume 4B, section 7.2.2.1, on progress reports.

        Examples
        --------
        >>> from dlx import Problem
        >>> search = Problem([["a"], ["b"], ["a", "b"]]).search()
        >>> search.progress(), search.run(max_nodes=3), search.progress(), search.run()
        (0.0, False, 0.5, True)
        >>> search.progress()
        1.0
        """
        with self._turn():
            self._catch_up()
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
            takes it back, in any process and under any engine. Limits are not in it.

        Examples
        --------
        >>> import json
        >>> from dlx import Problem
        >>> problem = Problem([["a"], ["b"], ["a", "b"]])
        >>> search = problem.search()
        >>> next(search)
        (0, 1)
        >>> text = json.dumps(search.state())
        >>> list(problem.resume(json.loads(text)))
        [(2,)]
        """
        with self._turn():
            position = self._position()
            position = position._replace(choices=self._shuffle.original(position.choices))
            return write(self._instance, self._seed, position, self._waiting())

    def __reduce__(self) -> tuple[Any, ...]:
        state = self.state()
        with self._turn():
            self._catch_up()
            limits = {
                "limit": self._remaining,
                "engine": self._engine_name,
                "max_nodes": self._nodes_left,
                "seconds": self._seconds_left,
            }
        return _restored, (self._instance, self._items, self._labels, state, limits)

    # Inside.

    @contextmanager
    def _turn(self) -> Iterator[None]:
        """Hold the search, and Ctrl-C, for one call; RuntimeError if another call has it."""
        self._interrupted = False
        with nullcontext() if self._once else interrupts_held(self._interrupt):
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

    def _interrupt(self) -> None:
        self._interrupted = True
        self._engine.stop_requested = True

    def _run(
        self, *, solutions: int | None, nodes: int | None, seconds: float | None, keep: bool = True
    ) -> str:
        """Run the engine, and say why it rests."""
        self._engine.stop_requested = False
        if self._stop_asked or self._interrupted:  # asked for before, or just now
            self._engine.stop_requested = True
        self._torn = True
        reason = self._engine.run(solutions=solutions, nodes=nodes, seconds=seconds, keep=keep)
        self._torn = False
        return reason

    def _run_within_limits(
        self, solutions: int | None, *, patience: float | None = None, keep: bool = True
    ) -> None:
        """Run until so many solutions are found or the tree is done, or raise `LimitReached`.

        If something is kept, return also when a limit is reached, or when patience, a number of
        seconds, is at its end.
        """
        engine = self._engine
        while True:
            began, nodes_before, solutions_before = perf_counter(), engine.nodes, engine.solutions
            times = [time for time in (patience, self._seconds_left) if time is not None]
            reason = self._run(
                solutions=solutions,
                nodes=self._nodes_left,
                seconds=min(times, default=None),
                keep=keep,
            )
            if self._nodes_left is not None:
                self._nodes_left = max(0, self._nodes_left - (engine.nodes - nodes_before))
            if self._seconds_left is not None:
                self._seconds_left = max(0.0, self._seconds_left - (perf_counter() - began))
            if reason in {"done", "solutions"} or (keep and engine.solutions > solutions_before):
                return
            if reason != "seconds" or self._seconds_left == 0:
                raise self._limit_reached(reason)
            solutions, patience = 1, None

    def _make_ready(self) -> None:
        """See to it that something is ready to be handed out, unless nothing is left."""
        if self._handed_out == len(self._ready):
            self._retire()
            if self._remaining == 0:
                return
            if self._found:
                count = min(len(self._found), self._look_for_most, self._remaining or sys.maxsize)
                self._ready = [
                    tuple(self._labels[option] for option in solution)
                    for solution in islice(self._found, count)
                ]
                return
            self._look_ahead()
        if self._stop_asked and self._looked_ahead:
            raise self._limit_reached("stopped")

    def _look_ahead(self) -> None:
        """Find the next solutions: one at first, more each time, but for a moment at most."""
        self._ready_from = self._engine.position()
        most = self._look_for
        if self._remaining is not None:
            most = min(most, self._remaining)
        self._look_for = min(2 * self._look_for, self._look_for_most)
        self._run_within_limits(most, patience=_PATIENCE)
        self._ready = self._engine.kept(self._labels, self._shuffle.options)
        self._looked_ahead = bool(self._ready)

    def _position(self) -> Position:
        """Say where the search stands for its user."""
        if not self._looked_ahead:
            return self._engine.position()
        if self._handed_out == 0:
            return self._ready_from
        return self._engine.position_at(self._handed_out - 1)

    def _catch_up(self) -> None:
        """Take the engine back to where the search stands for its user."""
        if self._looked_ahead:
            self._look_for = 1  # whoever asks now may ask after each solution
            position, ahead = self._position(), self._engine.position()
            if position != ahead:
                self._engine = begin(self._engine_name, self._shuffle.instance, position)
                if self._nodes_left is not None:
                    self._nodes_left += ahead.nodes - position.nodes
        self._retire()

    def _retire(self) -> None:
        """Have done with what was handed out."""
        handed_out = self._handed_out
        if self._remaining is not None:
            self._remaining -= handed_out
        if not self._looked_ahead:
            for _ in range(handed_out):
                self._found.popleft()
        self._ready, self._handed_out, self._looked_ahead = [], 0, False

    def _waiting(self) -> list[tuple[int, ...]]:
        """Give what `run` has found and what has not been handed out of it, in numbers."""
        return list(islice(self._found, 0 if self._looked_ahead else self._handed_out, None))

    def _limit_reached(self, reason: str) -> LimitReached:
        """Make the exception, and lift the limit, so that the next call goes on."""
        self._once = False
        if reason == "nodes":
            self._nodes_left = None
        elif reason == "seconds":
            self._seconds_left = None
        elif not self._interrupted:
            self._stop_asked = False
        stats = self.stats
        solutions = stats.solutions - len(self._waiting())
        return LimitReached(reason, solutions=solutions, stats=stats, search=self)

    def _begun(self, position: Position) -> Engine:
        """Begin at a position, or say in the user's words why no search gets there."""
        try:
            return begin(
                self._engine_name, self._shuffle.instance, self._shuffle.shuffled(position)
            )
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


def whole_number(name: str, value: int | None) -> int | None:
    """Check a limit: TypeError or ValueError if it is no whole number, 0 or more, and not None."""
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
