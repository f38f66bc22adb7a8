"""From the user's words to numbers: every fault in a problem is found and named here."""

from __future__ import annotations

from array import array
from collections.abc import Hashable, Iterable, Mapping, Sequence
from numbers import Integral, Real
from typing import Any, NamedTuple

from dlx.colored import Colored
from dlx.engines.instance import Instance
from dlx.errors import ProblemError

_LARGEST = 2**31 - 1


class Numbering(NamedTuple):
    """A problem in numbers, and the words that the numbers stand for."""

    instance: Instance
    items: tuple[Hashable, ...]
    """The item of each number, primary ones first."""
    colors: tuple[Hashable, ...]
    """The color of each number, from 1 on; number 0 is no color, and its place holds None."""
    labels: Sequence[Hashable]
    """The label of each option: a range where the user gave none."""


def numbered(
    options: Iterable[Iterable[Any]] | Mapping[Any, Iterable[Any]],
    primary: Iterable[Hashable] | None,
    secondary: Iterable[Hashable],
) -> Numbering:
    """Give numbers to the items, the options and the colors of a problem.

    Raises
    ------
    ProblemError
        If the options, `primary` and `secondary` make no problem.
    """
    numbers = _Numbers(primary, secondary)
    labels: Sequence[Hashable] | None = None
    if isinstance(options, Mapping):
        labels, options = tuple(options), options.values()
    for position, option in enumerate(entries_of("options", options)):
        numbers.add_option(position if labels is None else labels[position], option)
    return numbers.finish(labels)


class _ItemNumbers(dict[Hashable, int]):
    """The number of each item; while primary items may turn up, a new one gets the next number."""

    def __init__(self, turned_up: list[Hashable] | None) -> None:
        self._turned_up = turned_up
        """The primary items, to be added to; None if all of them have been named."""

    def __missing__(self, item: Hashable) -> int:
        if self._turned_up is None or isinstance(item, Colored):
            raise KeyError(item)
        number = self[item] = len(self._turned_up)
        self._turned_up.append(item)
        return number


class _Numbers:
    """Hands out the numbers, one option after another.

    While primary items may still turn up, secondary ones are numbered downwards from -1: as indices
    from the end of all items.
    """

    def __init__(self, primary: Iterable[Hashable] | None, secondary: Iterable[Hashable]) -> None:
        self._primary: list[Hashable] = []
        self._number = _ItemNumbers(self._primary if primary is None else None)
        self._secondary: list[Hashable] = []
        self._colors: dict[Hashable, int] = {}
        self._starts, self._items, self._colors_used = array("i", [0]), array("i"), array("i")
        for item in entries_of("primary", () if primary is None else primary):
            self._declare(item, "primary", len(self._primary))
            self._primary.append(item)
        for item in entries_of("secondary", secondary):
            self._declare(item, "secondary", -1 - len(self._secondary))
            self._secondary.append(item)

    def _declare(self, item: Hashable, kind: str, number: int) -> None:
        if isinstance(item, Colored):
            raise ProblemError(
                f"{kind} names {item!r}; it names items, and options give them colors"
            )
        _check_hashable(kind, item)
        if item in self._number:
            other = "primary" if self._number[item] >= 0 else "secondary"
            raise ProblemError(
                f"{kind} names item {item!r}, but {other} has named it before; name it once"
            )
        self._number[item] = number

    def add_option(self, label: Hashable, option: Iterable[Any]) -> None:
        if type(option) is list or type(option) is tuple:
            try:  # what most options are: items that have their numbers, uncolored, each once
                numbers = [*map(self._number.__getitem__, option)]
            except (KeyError, TypeError):  # an item in a color, or something to refuse below
                pass
            else:
                if len(set(numbers)) == len(numbers):
                    self._items.extend(numbers)
                    self._starts.append(len(self._items))
                    return
        self._add_any_option(f"option {label!r}", option)

    def _add_any_option(self, where: str, option: Iterable[Any]) -> None:
        first = len(self._items)
        self._fill_up_colors()
        for entry in entries_of(where, option):
            item, color = entry, 0
            if isinstance(entry, Colored):
                item, color = entry.item, self._color_number(where, entry)
            number = self._item_number(where, item)
            if color and number >= 0:
                raise ProblemError(
                    f"{where} gives item {item!r} the color {entry.color!r}, but the item is "
                    "primary; only secondary items have colors"
                )
            self._items.append(number)
            self._colors_used.append(color)
        numbers = self._items[first:]
        if len(set(numbers)) < len(numbers):
            self._refuse_repeated(where, numbers)
        self._starts.append(len(self._items))

    def _item_number(self, where: str, item: Hashable) -> int:
        _check_hashable(where, item)
        try:
            return self._number[item]
        except KeyError:
            if isinstance(item, Colored):
                raise ProblemError(
                    f"{where} gives {item!r} a color, but it has one; an item has one color"
                ) from None
            raise ProblemError(
                f"{where} names item {item!r}, which is neither in primary nor in secondary"
            ) from None

    def _color_number(self, where: str, entry: Colored) -> int:
        _check_hashable(where, entry.color)
        return self._colors.setdefault(entry.color, len(self._colors) + 1)

    def _fill_up_colors(self) -> None:
        """Note that the last entries, which nobody has given a color, have none."""
        without_color = len(self._items) - len(self._colors_used)
        self._colors_used.frombytes(bytes(without_color * self._colors_used.itemsize))

    def _refuse_repeated(self, where: str, numbers: array[int]) -> None:
        twice = next(number for k, number in enumerate(numbers) if number in numbers[:k])
        items = self._primary if twice >= 0 else self._secondary
        item = items[twice if twice >= 0 else -1 - twice]
        raise ProblemError(f"{where} has item {item!r} twice; an item goes into an option once")

    def finish(self, labels: Sequence[Hashable] | None) -> Numbering:
        primary_count = len(self._primary)
        items = tuple(self._primary + self._secondary)
        if len(self._items) + len(self._starts) + len(items) > _LARGEST:
            raise ProblemError(
                f"the problem has {len(self._items)} entries; at most 2^31 - 1 can be numbered"
            )
        self._fill_up_colors()
        numbers = self._items
        if self._secondary:
            final = [*range(primary_count), *reversed(range(primary_count, len(items)))]
            numbers = array("i", map(final.__getitem__, numbers))
        instance = Instance(primary_count, len(items), self._starts, numbers, self._colors_used)
        labels = range(instance.option_count) if labels is None else labels
        return Numbering(instance, items, (None, *self._colors), labels)


def entries_of(where: str, entries: Iterable[Any]) -> Iterable[Any]:
    """Go through a collection that the user gave, in an order that is the same on every run."""
    if isinstance(entries, str | bytes):
        raise ProblemError(
            f"{where} is the string {entries!r}, which would be taken apart; put it into a list"
        )
    if isinstance(entries, Mapping):
        raise ProblemError(
            f"{where} is a mapping, {entries!r}; it must be a list, with Colored for colors"
        )
    if isinstance(entries, set | frozenset):
        return sorted(entries, key=_key_without_hash)
    if not isinstance(entries, Iterable) and not hasattr(entries, "__getitem__"):
        raise ProblemError(f"{where} is {entries!r}; it must be a list or another iterable")
    return entries


def _key_without_hash(entry: Any) -> tuple[str, Any]:
    """Give a key that sorts anything, and doesn't depend on how strings hash in this process."""
    key: Any
    if isinstance(entry, str | Real):
        key = entry
    elif isinstance(entry, frozenset):
        key = sorted(map(_key_without_hash, entry))
    elif isinstance(entry, tuple):
        key = list(map(_key_without_hash, entry))
    elif isinstance(entry, Colored):
        key = [_key_without_hash(entry.item), _key_without_hash(entry.color)]
    else:
        key = repr(entry)
    return type(entry).__name__, key


def _check_hashable(where: str, word: Any) -> None:
    try:
        hash(word)
    except TypeError:
        raise ProblemError(
            f"{where} names {word!r}, which is not hashable; use a tuple, a string or a number"
        ) from None


def check_multiplicities(
    multiplicities: Mapping[Any, int | tuple[int, int]], primary: Sequence[Hashable]
) -> dict[Hashable, tuple[int, int]]:
    """Give the bounds of the items that are not simply covered once.

    Raises
    ------
    ProblemError
        If an item is not primary, or its bounds are no whole numbers or can't be met.
    """
    if not isinstance(multiplicities, Mapping):
        raise ProblemError(
            f"multiplicities is {multiplicities!r}; it must be a mapping from items to numbers"
        )
    bounds: dict[Hashable, tuple[int, int]] = {}
    known = set(primary)
    for item, wanted in multiplicities.items():
        if item not in known:
            raise ProblemError(f"multiplicities names {item!r}, which is no primary item")
        low, high = wanted if isinstance(wanted, tuple) and len(wanted) == 2 else (wanted, wanted)
        if not (isinstance(low, Integral) and isinstance(high, Integral) and 0 <= low <= high >= 1):
            raise ProblemError(
                f"the multiplicity of item {item!r} is {wanted!r}; it must be a whole number from "
                "1 on, or a pair (low, high) of them with 0 <= low <= high and high >= 1"
            )
        if (low, high) != (1, 1):
            bounds[item] = (int(low), int(high))
    return bounds
