"""A seeded order: the same instance shuffled, and its numbers translated both ways."""

from __future__ import annotations

from array import array
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Sequence

    from dlx.engines.instance import Instance
    from dlx.engines.position import Position


class Shuffle:
    """An instance with its items and options in a random order or, without a seed, as it is.

    The items, then the options, are sorted by keys from ``random.Random(seed).random()``; primary
    items stay before secondary ones.

    Attributes
    ----------
    instance : Instance
        The shuffled instance, for an engine to search.
    items, options : sequence of int
        The original number of each shuffled item and option.
    """

    def __init__(self, original: Instance, seed: int | None) -> None:
        self.instance = original
        self.items: Sequence[int] = range(original.item_count)
        self.options: Sequence[int] = range(original.option_count)
        if seed is not None:
            import random

            random_key = random.Random(seed).random
            item_keys = [random_key() for _ in self.items]
            option_keys = [random_key() for _ in self.options]
            self.items = sorted(
                self.items, key=lambda item: (item >= original.primary_count, item_keys[item])
            )
            self.options = array("i", sorted(self.options, key=option_keys.__getitem__))
            self.instance = original.permuted(self.items, self.options)

    def original(self, options: Sequence[int]) -> tuple[int, ...]:
        """Give the original numbers of shuffled options."""
        return tuple(self.options[option] for option in options)

    def shuffled(self, position: Position) -> Position:
        """Translate a position in original numbers into one for the shuffled instance."""
        if not position.choices:
            return position
        number = {original: number for number, original in enumerate(self.options)}
        return position._replace(choices=tuple(number[option] for option in position.choices))
