"""Brute force: every subset of the options is looked at, as the definition of a solution says.

It shares nothing with the package but `Colored`, which it only reads.
"""

from __future__ import annotations

from itertools import combinations
from typing import Any

from dlx import Colored


def is_solution(options, primary, chosen):
    """Tell whether the options at the positions `chosen` make a solution."""
    uses: dict[Any, list[tuple[Any, bool]]] = {}
    for position in chosen:
        entries = [
            (entry.item, entry.color, True) if isinstance(entry, Colored) else (entry, None, False)
            for entry in options[position]
        ]
        if not any(item in primary for item, _, _ in entries):
            return False  # an option without primary items is never chosen
        for item, color, colored in entries:
            uses.setdefault(item, []).append((color, colored))
    for item in primary:
        if len(uses.get(item, [])) != 1:
            return False
    for item, ways in uses.items():
        if item not in primary and len(ways) > 1:
            colors = {color for color, _ in ways}
            if len(colors) > 1 or not all(colored for _, colored in ways):
                return False
    return True


def brute_force(options, primary, given=(), without=()):
    """Give all solutions as tuples of ascending positions, in lexicographic order."""
    positions = range(len(options))
    return sorted(
        chosen
        for size in range(len(options) + 1)
        for chosen in combinations(positions, size)
        if set(given) <= set(chosen)
        and not set(without) & set(chosen)
        and is_solution(options, primary, chosen)
    )
