"""The engines: each walks the same tree over the same numbers, and is chosen for speed alone."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, ClassVar, Protocol

from dlx.engines.algorithm_x import AlgorithmX

if TYPE_CHECKING:
    from collections.abc import Sequence

    from dlx.engines.instance import Instance
    from dlx.engines.position import Branch, Position


class Engine(Protocol):
    """What every engine is and does; `AlgorithmX` says it at length."""

    name: ClassVar[str]
    """What the engine is called."""
    stop_requested: bool
    """Whether `run` is to return before the next node; may be set from any thread."""

    def __init__(self, instance: Instance, position: Position | None = None) -> None: ...

    @property
    def nodes(self) -> int:
        """How many nodes have been entered."""

    @property
    def updates(self) -> int | None:
        """How many elements have been taken out of lists; None in an engine without lists."""

    @property
    def solutions(self) -> int:
        """How many solutions have been found."""

    @property
    def profile(self) -> Sequence[int]:
        """How many nodes have been entered on each level."""

    def run(
        self,
        *,
        solutions: int | None = None,
        nodes: int | None = None,
        seconds: float | None = None,
        keep: bool = True,
    ) -> str:
        """Search on until something is reached, and say what."""

    def kept(self, labels: Sequence[Any], order: Sequence[int]) -> list[tuple[Any, ...]]:
        """Give the labels of the options of each solution that the last run has kept."""

    def position_at(self, solution: int) -> Position:
        """Say where the search stood when it had found one of these."""

    def position(self) -> Position:
        """Say where the search rests."""

    def path(self) -> list[Branch]:
        """Tell which choices lead there."""


ENGINES: dict[str, type[Engine]] = {engine.name: engine for engine in (AlgorithmX,)}


def engine_for(name: str, instance: Instance) -> type[Engine]:
    """Give the engine of that name, or for ``'auto'`` the fastest that can take the instance.

    Raises
    ------
    ValueError
        If there is no engine of that name.
    """
    del instance  # only one engine so far, and it takes every instance
    if name == "auto":
        return AlgorithmX
    if name not in ENGINES:
        names = ", ".join(map(repr, ["auto", *ENGINES]))
        raise ValueError(f"there is no engine {name!r}; the engines are {names}")
    return ENGINES[name]
