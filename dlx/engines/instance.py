"""The problem in numbers: what every engine reads and none changes.

Items are numbered from 0, primary ones first, each kind in its order. Options are numbered from 0
in their order. Colors are numbered from 1; color 0 means that the option uses the item uncolored.
"""

from __future__ import annotations

import sys
from array import array
from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence


class Instance(NamedTuple):
    """An exact cover problem with colors, in numbers.

    The entries of option `k` stand at the places ``starts[k]`` to ``starts[k + 1] - 1`` of `items`
    and `colors`, in the order in which the user gave them.
    """

    primary_count: int
    """The items 0 to primary_count - 1 are primary: each is covered exactly once."""
    item_count: int
    """The items from primary_count on are secondary: at most once, or by options of one color."""
    starts: array[int]
    """One number an option and one more: where the entries of each option begin."""
    items: array[int]
    """The item of each entry."""
    colors: array[int]
    """The color of each entry, 0 for none."""
    given: tuple[int, ...] = ()
    """Options that are in every solution, ascending: the search begins with them chosen."""
    without: frozenset[int] = frozenset()
    """Options that are in no solution."""

    @property
    def option_count(self) -> int:
        """The number of options, those that can't be chosen included."""
        return len(self.starts) - 1

    def entries(self, option: int) -> range:
        """Give the places of an option's entries in `items` and `colors`."""
        return range(self.starts[option], self.starts[option + 1])

    def has_primary(self, option: int) -> bool:
        """Tell whether an option covers a primary item; an option that doesn't is never chosen."""
        start, end = self.starts[option], self.starts[option + 1]
        if (
            start < end and self.items[start] < self.primary_count
        ):  # in most problems they come first
            return True
        return min(self.items[start:end], default=self.primary_count) < self.primary_count

    def choosable(self) -> Iterator[int]:
        """Give the options that belong in the lists of a search, ascending.

        Where given options conflict there is no solution, and none belongs there.
        """
        if not self.given_conflict():
            for option in range(self.option_count):
                if option not in self.without and self.has_primary(option):
                    yield option

    def given_conflict(self) -> bool:
        """Tell whether two given options exclude each other, so that there is no solution."""
        color_of: dict[int, int] = {}
        for option in self.given:
            for place in self.entries(option):
                item, color = self.items[place], self.colors[place]
                # Only equal colors share an item: an uncolored use excludes every other use.
                if item in color_of and (color == 0 or color != color_of[item]):
                    return True
                color_of[item] = color
        return False

    def restricted(self, given: frozenset[int], without: frozenset[int]) -> Instance:
        """Give the same instance with options forced in or out, sharing all its arrays."""
        return self._replace(given=tuple(sorted(given)), without=without)

    def permuted(self, item_order: Sequence[int], option_order: Sequence[int]) -> Instance:
        """Give the same instance with its items and options in another order.

        Parameters
        ----------
        item_order : sequence of int
            The items in their new order, primary ones first.
        option_order : sequence of int
            The options in their new order.
        """
        new_item = array("i", [0]) * self.item_count
        for place, item in enumerate(item_order):
            new_item[item] = place
        new_option = array("i", [0]) * self.option_count
        starts, items, colors = array("i", [0]), array("i"), array("i")
        for place, option in enumerate(option_order):
            new_option[option] = place
            entries = self.entries(option)
            items.extend(new_item[item] for item in self.items[entries.start : entries.stop])
            colors.extend(self.colors[entries.start : entries.stop])
            starts.append(len(items))
        return Instance(
            self.primary_count,
            self.item_count,
            starts,
            items,
            colors,
            given=tuple(sorted(new_option[option] for option in self.given)),
            without=frozenset(new_option[option] for option in self.without),
        )

    def fingerprint(self) -> int:
        """Give a number of 48 bits that tells instances apart, for all practical purposes.

        Every reader of JSON can hold it exactly.
        """
        import hashlib

        digest = hashlib.sha256()
        head = array("q", [self.primary_count, self.item_count, *self.given, -1])
        head.extend(sorted(self.without))
        for numbers in (head, self.starts, self.items, self.colors):
            portable = numbers[:]
            if sys.byteorder == "big":
                portable.byteswap()
            digest.update(portable.tobytes())
        return int.from_bytes(digest.digest()[:6])
