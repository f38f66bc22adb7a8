"""Hypothesis strategies: small random problems with all that a problem may have."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from hypothesis import strategies as st

from dlx import Colored, Problem
from tests.brute_force import brute_force

PRIMARY = ["a", 1, "1", ("b", 2), frozenset({"c"})]
SECONDARY = ["x", 0, ("y", None)]
COLORS = ["red", 3, None]


@dataclass
class Sample:
    """A problem as a user would write it down, with what brute force says about it."""

    options: list[list[Any]]
    primary: list[Any]
    secondary: list[Any]

    def problem(self):
        """Build the problem, with all items declared."""
        return Problem(self.options, primary=self.primary, secondary=self.secondary)

    def solutions(self, given=(), without=()):
        """Give all solutions, by brute force."""
        return brute_force(self.options, self.primary, given, without)


@st.composite
def samples(draw, min_primary=0):
    """Draw a problem: secondary items, colors, empty and look-alike options and all.

    Options drawn at random seldom make a cover. So most come from partitions of the primary items,
    whose parts can be combined in many ways; the others are anything.
    """
    primary = PRIMARY[: draw(st.integers(min_primary, len(PRIMARY)))]
    secondary = SECONDARY[: draw(st.integers(0, len(SECONDARY)))]
    colored = [Colored(item, color) for item in secondary for color in COLORS]
    options = []
    for _ in range(draw(st.integers(0, 3)) if primary else 0):
        part_of = draw(st.lists(st.integers(0, 2), min_size=len(primary), max_size=len(primary)))
        for part in set(part_of):
            options.append(
                [item for item, its in zip(primary, part_of, strict=True) if its == part]
            )
            if secondary and draw(st.booleans()):
                entries = st.sampled_from([*secondary, *colored, *colored])
                options[-1] += draw(st.lists(entries, min_size=1, max_size=2, unique_by=item_of))
    if primary or secondary:
        entries = st.sampled_from([*primary, *secondary, *colored])
        options += draw(st.lists(st.lists(entries, max_size=3, unique_by=item_of), max_size=2))
    else:
        options += draw(st.sampled_from([[], [[]]]))
    if options:
        options += draw(st.lists(st.sampled_from(options), max_size=1))  # look-alikes
    order = draw(st.permutations(options))
    shuffled = [list(draw(st.permutations(option))) for option in order]
    return Sample(shuffled, primary, secondary)


def item_of(entry):
    """Give the item of an entry, colored or not."""
    return entry.item if isinstance(entry, Colored) else entry


def text_samples():
    """Draw problems that the text format can say: names without blanks, no empty option."""
    names = st.text(
        st.characters(codec="utf-8", exclude_characters=":|", exclude_categories=["Z", "C"]),
        min_size=1,
        max_size=12,
    )
    colors = st.text(
        st.characters(codec="utf-8", exclude_categories=["Z", "C"]), min_size=1, max_size=3
    )
    return _text_samples(names, colors)


@st.composite
def _text_samples(draw, names, colors):
    items = draw(st.lists(names, unique=True, min_size=1, max_size=8))
    primary_count = draw(st.integers(1, len(items)))
    primary, secondary = items[:primary_count], items[primary_count:]
    entries = st.sampled_from(primary)
    if secondary:
        entries |= st.sampled_from(secondary)
        entries |= st.builds(Colored, st.sampled_from(secondary), colors)
    options = draw(
        st.lists(
            st.lists(
                entries,
                min_size=1,
                max_size=5,
                unique_by=item_of,
            ),
            max_size=6,
        )
    )
    return Sample(options, primary, secondary)
