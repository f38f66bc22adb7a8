"""xcover (Numba): secondary items and colors.

`algorithm_c`, which the package shows beside `covers`, spares a second generator. Its counting by
decision diagrams with a memo is left out: the memo's 32-bit keys give wrong counts.
"""

# ruff: noqa: D103 (what the tasks do stands in harness.main)

from collections.abc import Callable, Iterator
from typing import Any

from harness import Answer, Problem, importing, main

with importing():
    import xcover
    from xcover.solvers import input_as_arrays

import numpy as np
from numpy.typing import NDArray

Shape = tuple[list[list[Any]], list[Any], list[Any]]


def named(problem: Problem) -> Shape:
    """Return options, primary and secondary items; colors are a part of the name."""
    options = [[e if isinstance(e, str) else ":".join(e) for e in o] for o in problem.options]
    return options, problem.primary, problem.secondary


def numbered(problem: Problem) -> Shape:
    """Return the same with numbers for names, which is faster but has no colors."""
    primary, secondary = len(problem.primary), len(problem.secondary)
    items = list(range(primary + secondary))
    return problem.numbered(), items[:primary], items[primary:]


def solutions(problem: Problem) -> Callable[[], Iterator[list[int]]]:
    colored = problem.colored
    options, primary, secondary = (named if colored else numbered)(problem)

    def run() -> Iterator[list[int]]:
        arrays = input_as_arrays(options, primary=primary, secondary=secondary, colored=colored)
        found: Iterator[list[int]] = xcover.algorithm_c(*arrays)
        return found

    return run


def count(problem: Problem) -> Callable[[], int]:
    run = solutions(problem)
    return lambda: sum(1 for _ in run())


def each(problem: Problem, givens: list[Answer]) -> Callable[[], list[Answer]]:
    options = problem.numbered()

    def run() -> list[Answer]:
        # All options of a sudoku are equally long, so that arrays do the whole reduction.
        table = np.array(options, dtype=np.uint32)
        return [solution(table, given) for given in givens]

    def solution(table: NDArray[np.uint32], given: Answer) -> Answer:
        items, length = len(problem.primary), table.shape[1]
        covered = np.zeros(items, dtype=np.bool_)
        covered[table[given]] = True
        kept = np.flatnonzero(~covered[table].any(axis=1))
        renumbered = np.cumsum(~covered, dtype=np.uint32) - np.uint32(1)
        entries = renumbered[table[kept].ravel()]
        starts = np.arange(0, len(entries) + 1, length, dtype=np.uint32)
        left = items - int(covered.sum())
        found = xcover.algorithm_c(entries, starts, np.zeros(len(entries), np.uint32), left, 0)
        return sorted(given + kept[next(found)].tolist())

    return run


if __name__ == "__main__":
    main("xcover", count=count, listing=count, each=each)
