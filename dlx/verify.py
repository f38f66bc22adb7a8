"""A judge of claimed solutions that shares nothing with the engines: it only looks and counts."""

from __future__ import annotations

from typing import TYPE_CHECKING

from dlx.colored import Colored
from dlx.errors import ProblemError

if TYPE_CHECKING:
    from collections.abc import Hashable, Iterable, Mapping


def check_cover(
    options: Mapping[Hashable, Iterable[Hashable]],
    bounds: Mapping[Hashable, tuple[int, int]],
) -> None:
    """Check that the options cover each primary item as often as they must, and clash nowhere.

    Parameters
    ----------
    options : mapping
        The chosen options by their labels; each is its entries: items, or `Colored` ones.
    bounds : mapping
        How often each primary item is to be covered, at least and at most. All other items are
        secondary.

    Raises
    ------
    ProblemError
        If the options are no solution. The message names the item and the options.
    """
    uses: dict[Hashable, list[tuple[Hashable, Colored | None]]] = {item: [] for item in bounds}
    for label, entries in options.items():
        covered = set()
        for entry in entries:
            colored = entry if isinstance(entry, Colored) else None
            item = entry if colored is None else colored.item
            uses.setdefault(item, []).append((label, colored))
            covered.add(item)
        if covered.isdisjoint(bounds):
            raise ProblemError(
                f"option {label!r} has no primary item, so it can't be part of a solution"
            )
    for item, used in uses.items():
        if item in bounds:
            _check_primary(item, [label for label, _ in used], *bounds[item])
        else:
            _check_secondary(item, used)


def times(low: int, high: int | None = None) -> str:
    """Say how often.

    >>> times(1), times(2), times(2, 3)
    ('once', '2 times', '2 to 3 times')
    """
    if high is not None and high != low:
        return f"{low} to {high} times"
    return "once" if low == 1 else f"{low} times"


def _check_primary(item: Hashable, labels: list[Hashable], low: int, high: int) -> None:
    if low <= len(labels) <= high:
        return
    fault = "not covered"
    if labels:
        by = "by option " if len(labels) == 1 else "by the options "
        fault = f"covered {times(len(labels))}, {by}{', '.join(map(repr, labels))}"
    raise ProblemError(f"item {item!r} is {fault}; it must be covered {times(low, high)}")


def _check_secondary(item: Hashable, used: list[tuple[Hashable, Colored | None]]) -> None:
    first_label, first = used[0]
    for label, colored in used[1:]:
        if first is None or first != colored:
            ways = [
                f"option {name!r} uses it {f'in color {use.color!r}' if use else 'without a color'}"
                for name, use in ((first_label, first), (label, colored))
            ]
            raise ProblemError(
                f"item {item!r} is used by options that exclude each other: {ways[0]}, {ways[1]}; "
                "only equal colors share an item"
            )
