"""Two engines, one after the other: the one that begins soonest, then the one that is fastest."""

from __future__ import annotations

from time import perf_counter
from typing import TYPE_CHECKING, Any, ClassVar

if TYPE_CHECKING:
    from collections.abc import Sequence

    from dlx.engines import Engine
    from dlx.engines.instance import Instance
    from dlx.engines.position import Branch, Position


class Auto:
    """A search that begins with one engine, and moves to a faster one if it turns out to be long.

    The tables of a faster engine take time to build. Many searches are over before that would pay:
    so the first engine enters as many nodes as there are options. All engines walk the same tree,
    and nothing can be seen of the move; updates are not told, since the second engine has none.

    Parameters
    ----------
    instance, position
        As for every engine.
    first : type of Engine
        The engine to begin with.
    faster : list of types of Engine
        The engines to move to: the first of them that takes the instance. If none does, or there is
        no memory for its tables, the search stays where it is.
    """

    name: ClassVar[str] = "auto"
    updates: ClassVar[None] = None

    def __init__(
        self,
        instance: Instance,
        position: Position,
        first: type[Engine],
        faster: Sequence[type[Engine]],
    ) -> None:
        self._instance = instance
        self._engine: Engine = first(instance, position)
        self._faster = [*faster, first]
        self._moves_at = self._engine.nodes + instance.option_count
        self._moved = False
        self._left: Engine | None = None
        """The engine that the last run has left for another one."""
        self._kept_there = 0
        """How many solutions that run had kept by then."""
        self._stop_requested = False

    def run(
        self,
        *,
        solutions: int | None = None,
        nodes: int | None = None,
        seconds: float | None = None,
        keep: bool = True,
    ) -> str:
        """Search on until something is reached, and say what."""
        self._left, self._kept_there = None, 0
        first_nodes = max(0, self._moves_at - self._engine.nodes)
        if self._moved or (nodes is not None and nodes <= first_nodes):
            return self._engine.run(solutions=solutions, nodes=nodes, seconds=seconds, keep=keep)
        began, found_before = perf_counter(), self._engine.solutions
        reason = self._engine.run(
            solutions=solutions, nodes=first_nodes, seconds=seconds, keep=keep
        )
        if reason != "nodes":
            return reason
        found = self._engine.solutions - found_before
        self._left, self._kept_there = self._engine, found if keep else 0
        self._move()
        return self._engine.run(
            solutions=None if solutions is None else solutions - found,
            nodes=None if nodes is None else nodes - first_nodes,
            seconds=None if seconds is None else max(0.0, seconds - (perf_counter() - began)),
            keep=keep,
        )

    def _move(self) -> None:
        """Go on with the first of the faster engines that takes the instance."""
        position = self._engine.position()
        for engine in self._faster:
            try:
                self._engine = engine(self._instance, position)
            except (ValueError, MemoryError):  # it is not for this engine; the last one takes all
                continue
            self._moved = True
            # Whoever asks for a stop sets the flag first, so that it is seen here or there.
            self._engine.stop_requested = self._stop_requested
            return

    @property
    def stop_requested(self) -> bool:
        """Whether `run` is to return before the next node; may be set from any thread."""
        return self._engine.stop_requested

    @stop_requested.setter
    def stop_requested(self, requested: bool) -> None:
        self._stop_requested = requested
        self._engine.stop_requested = requested

    def kept(self, labels: Sequence[Any], order: Sequence[int]) -> list[tuple[Any, ...]]:
        """Give the labels of the options of each solution that the last run has kept."""
        kept = self._engine.kept(labels, order)
        return kept if self._left is None else self._left.kept(labels, order) + kept

    def position_at(self, solution: int) -> Position:
        """Say where the search stood when it had found one of these."""
        if self._left is not None and solution < self._kept_there:
            position = self._left.position_at(solution)
        else:
            position = self._engine.position_at(solution - self._kept_there)
        return position._replace(updates=None)

    def position(self) -> Position:
        """Say where the search rests."""
        return self._engine.position()._replace(updates=None)

    def path(self) -> list[Branch]:
        """Tell which choices lead there."""
        return self._engine.path()

    @property
    def nodes(self) -> int:
        """How many nodes have been entered."""
        return self._engine.nodes

    @property
    def solutions(self) -> int:
        """How many solutions have been found."""
        return self._engine.solutions

    @property
    def profile(self) -> Sequence[int]:
        """How many nodes have been entered on each level."""
        return self._engine.profile
