"""A search written down in plain numbers, and read back with suspicion."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, NamedTuple

from dlx.engines.position import Position
from dlx.errors import ProblemError

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

    from dlx.engines.instance import Instance

_VERSION = 1


class Saved(NamedTuple):
    """What is saved of a search, with options numbered as in the user's problem."""

    seed: int | None
    position: Position
    found: list[tuple[int, ...]]
    """Solutions that were found and not handed out, the options of each ascending."""


def write(
    instance: Instance, seed: int | None, position: Position, found: Iterable[tuple[int, ...]]
) -> dict[str, Any]:
    """Give a search as a dict of numbers and lists of numbers."""
    return {
        "version": _VERSION,
        "problem": instance.fingerprint(),
        "seed": seed,
        **{
            name: list(value) if isinstance(value, tuple) else value
            for name, value in position._asdict().items()
        },
        "found": [list(solution) for solution in found],
    }


def read(instance: Instance, state: Mapping[str, Any]) -> Saved:
    """Take a search back from what `write` gave.

    Raises
    ------
    ProblemError
        If it is anything else, or belongs to another instance.
    """
    try:
        version, problem, seed = state["version"], state["problem"], state["seed"]
        position = Position._make(
            tuple(state[name]) if isinstance(default, tuple) else state[name]
            for name, default in Position()._asdict().items()
        )
        found = [tuple(solution) for solution in state["found"]]
    except (KeyError, TypeError) as error:
        raise _refusal(f"{type(error).__name__}: {error}") from error
    if version != _VERSION:
        raise ProblemError(
            f"the state has version {version!r}; this release reads version {_VERSION}"
        )
    if problem != instance.fingerprint():
        raise ProblemError(
            "the state was saved in a search of another problem; resume it with the same one"
        )
    options = range(instance.option_count)
    for chosen in [position.choices, *found]:
        if not all(isinstance(option, int) and option in options for option in chosen):
            raise _refusal("it names options that do not exist")
    if not _is_sound(instance, position) or not isinstance(seed, int | None):
        raise _refusal("its numbers do not fit together")
    solutions = [*found]
    if position.at_solution:
        solutions.append((*instance.given, *position.choices))
    if len(found) > position.solutions or not all(_solves(instance, each) for each in solutions):
        raise _refusal("it names solutions that are none")
    return Saved(seed, position, found)


_MOST = 2**61 - 1
"""The largest total that every engine can begin with."""


def _is_sound(instance: Instance, position: Position) -> bool:
    counts = [position.base, position.nodes, position.solutions, *position.profile]
    if position.updates is not None:
        counts.append(position.updates)
    levels = len(position.profile)
    return (
        all(isinstance(count, int) and 0 <= count <= _MOST for count in counts)
        and all(isinstance(flag, bool) for flag in (position.at_solution, position.done))
        and position.base <= len(position.choices)
        and len(position.choices) + position.at_solution <= levels <= instance.primary_count + 1
        and position.nodes == sum(position.profile)
    )


def _solves(instance: Instance, solution: tuple[int, ...]) -> bool:
    """Tell whether options make a solution: each primary item once, and no conflict elsewhere."""
    items = [instance.items[place] for option in solution for place in instance.entries(option)]
    primary = sorted(item for item in items if item < instance.primary_count)
    return (
        primary == list(range(instance.primary_count))
        and set(instance.given) <= set(solution)
        and instance.without.isdisjoint(solution)
        and not instance.restricted(frozenset(solution), frozenset()).given_conflict()
    )


def _refusal(reason: str) -> ProblemError:
    return ProblemError(f"this is not a state saved by Search.state(): {reason}")
