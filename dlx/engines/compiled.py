"""The compiled engines: each a class like `AlgorithmX`, over one type of the extension module.

Importing this module raises ImportError where the extension has not been built.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, ClassVar

from dlx.engines import _kernel
from dlx.engines.position import Branch, Position, UnreachableError

if TYPE_CHECKING:
    from dlx.engines.instance import Instance


class CompiledEngine(_kernel.Engine):
    """One search over one instance, compiled; `AlgorithmX` tells what its methods do.

    Raises
    ------
    UnreachableError
        If the search can't get to the position.
    ValueError
        If the engine can't take the instance; the message says why.
    MemoryError
        If there is not enough memory.
    """

    __slots__ = ()

    name: ClassVar[str]

    def __init__(self, instance: Instance, position: Position | None = None) -> None:
        super().__init__(self.name, instance)
        if position is not None:
            unreachable = self.go_to(*position)
            if unreachable is not None:
                raise UnreachableError(*unreachable)

    def position(self) -> Position:
        """Say where the search rests."""
        return Position(*super().position())

    def position_at(self, solution: int) -> Position:
        """Say where the search stood when it had found a solution that the last run has kept."""
        return Position(*super().position_at(solution))

    def path(self) -> list[Branch]:
        """Tell, for each choice, which item it is for and which of how many options it is."""
        return [Branch(*branch) for branch in super().path()]


class Links(CompiledEngine):
    """The doubly linked lists in C: every problem, however large and sparse."""

    __slots__ = ()
    name = "links"


class Bitset(CompiledEngine):
    """The options left as a set of bits, with a row of conflicts for each option."""

    __slots__ = ()
    name = "bitset"


class Lanes(CompiledEngine):
    """A lane of bits for each primary item: few options an item, counted many items at once."""

    __slots__ = ()
    name = "lanes"


COMPILED: dict[str, type[CompiledEngine]] = {
    engine.name: engine for engine in (Links, Bitset, Lanes)
}
