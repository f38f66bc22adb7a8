"""The engines: each walks the same tree over the same numbers, and is chosen for speed alone."""

from __future__ import annotations

import os
from functools import cache
from typing import TYPE_CHECKING, Any, ClassVar, Protocol

from dlx.callers import warn_caller
from dlx.engines.algorithm_x import AlgorithmX
from dlx.engines.auto import Auto

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

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


ENGINES: dict[str, type[Engine]] = {AlgorithmX.name: AlgorithmX}

try:
    from dlx.engines.compiled import COMPILED
except ImportError:
    if os.environ.get("DLX_REQUIRE_KERNEL") == "1":
        raise
else:
    ENGINES |= COMPILED

# Up to what size `auto` takes the engines whose tables grow as the square of the problem: while
# they are faster than `links` on most problems, and begin within milliseconds. Where an option has
# only two items, as in a matching, few others die with it: `lanes` looks at all items all the same,
# and loses to `bitset`. Measured by benchmarks/thresholds.py. (A sudoku has 729 options.)
_LANES_MOST_OPTIONS = 750
_LANES_MORE_ENTRIES = 2
_BITSET_MOST_OPTIONS = 20_000
_BITSET_MOST_ITEMS = 500


def engines() -> tuple[str, ...]:
    """Name the engines that can be asked for.

    Returns
    -------
    tuple of str
        ``'python'``, and where the package has been compiled also ``'links'``, ``'bitset'`` and
        ``'lanes'``. All of them give the same solutions in the same order.

    Examples
    --------
    >>> import dlx
    >>> "python" in dlx.engines()
    True
    """
    return tuple(ENGINES)


def begin(name: str, instance: Instance, position: Position) -> Engine:
    """Begin a search with the engine of that name, or with the fastest that takes the instance.

    Raises
    ------
    ValueError
        If there is no engine of that name, or it can't take the instance; the message says why.
    UnreachableError
        If no search gets to the position.
    """
    if name == "auto":
        return _begin_fastest(instance, position)
    if not isinstance(name, str) or name not in ENGINES:
        names = ", ".join(map(repr, ["auto", *ENGINES]))
        raise ValueError(f"there is no engine {name!r}; the engines are {names}")
    return ENGINES[name](instance, position)


def _begin_fastest(instance: Instance, position: Position) -> Engine:
    if len(ENGINES) == 1:
        _say_that_nothing_is_compiled()
        return AlgorithmX(instance, position)
    faster = [ENGINES[name] for name in _faster_than_links(instance)]
    links = ENGINES["links"]
    return Auto(instance, position, links, faster) if faster else links(instance, position)


def _faster_than_links(instance: Instance) -> Iterator[str]:
    options, entries = instance.option_count, len(instance.items)
    if options <= _LANES_MOST_OPTIONS and entries > _LANES_MORE_ENTRIES * options:
        yield "lanes"
    if options <= _BITSET_MOST_OPTIONS and instance.primary_count <= _BITSET_MOST_ITEMS:
        yield "bitset"


@cache
def _say_that_nothing_is_compiled() -> None:
    warn_caller(
        "dlx runs without its compiled engines, so searches take 50 times as long and more; "
        "install it where a C compiler is at hand, or ask for engine='python' to silence this"
    )
