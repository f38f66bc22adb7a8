from collections.abc import Sequence
from typing import Any, TypeAlias

from dlx.engines.instance import Instance

_Choices: TypeAlias = tuple[int, ...]
_Profile: TypeAlias = tuple[int, ...]
_Position: TypeAlias = tuple[_Choices, bool, bool, int, int, int | None, int, _Profile]

KINDS: tuple[str, ...]
SIMD: str

class Engine:
    stop_requested: bool
    def __init__(self, kind: str, instance: Instance) -> None: ...
    @property
    def nodes(self) -> int: ...
    @property
    def updates(self) -> int | None: ...
    @property
    def solutions(self) -> int: ...
    @property
    def profile(self) -> tuple[int, ...]: ...
    def run(
        self,
        *,
        solutions: int | None = None,
        nodes: int | None = None,
        seconds: float | None = None,
        keep: bool = True,
    ) -> str: ...
    def kept(self, labels: Sequence[Any], order: Sequence[int]) -> list[tuple[Any, ...]]: ...
    def position_at(self, solution: int) -> _Position: ...
    def go_to(
        self,
        choices: tuple[int, ...],
        at_solution: bool,
        done: bool,
        base: int,
        nodes: int,
        updates: int | None,
        solutions: int,
        profile: tuple[int, ...],
    ) -> tuple[int, int, int | None, tuple[int, ...]] | None: ...
    def position(self) -> _Position: ...
    def path(self) -> Sequence[tuple[int, int, int, int]]: ...
