"""dlx-cython: a NumPy matrix; slack options stand in for secondary items, no colors."""

# ruff: noqa: D103 (what the tasks do stands in harness.main)

from collections.abc import Callable

from harness import Answer, Problem, importing, main

with importing():
    from dlxsolver import DLXSolver

import numpy as np
from matrices import left_by, matrix


def count(problem: Problem) -> Callable[[], int]:
    rows = matrix(problem).astype(np.int32)
    return lambda: len(DLXSolver(rows).solve())


def each(problem: Problem, givens: list[Answer]) -> Callable[[], list[Answer]]:
    rows = matrix(problem)

    def solution(given: Answer) -> Answer:
        kept, left = left_by(rows, given)
        return sorted(given + kept[DLXSolver(left).solve_one()].tolist())

    return lambda: [solution(given) for given in givens]


if __name__ == "__main__":
    main("dlx-cython", count=count, listing=count, each=each)
