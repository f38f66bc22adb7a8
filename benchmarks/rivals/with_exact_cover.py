"""exact-cover (C): a NumPy matrix; slack options stand in for secondary items, no colors."""

# ruff: noqa: D103 (what the tasks do stands in harness.main)

from collections.abc import Callable

from harness import Answer, Problem, importing, main

with importing():
    import exact_cover

from matrices import left_by, matrix


def count(problem: Problem) -> Callable[[], int]:
    rows = matrix(problem)
    return lambda: int(exact_cover.get_solution_count(rows))


def listing(problem: Problem) -> Callable[[], int]:
    rows = matrix(problem)
    return lambda: len(exact_cover.get_all_solutions(rows))


def each(problem: Problem, givens: list[Answer]) -> Callable[[], list[Answer]]:
    rows = matrix(problem)

    def solution(given: Answer) -> Answer:
        kept, left = left_by(rows, given)
        return sorted(given + kept[exact_cover.get_exact_cover(left)].tolist())

    return lambda: [solution(given) for given in givens]


if __name__ == "__main__":
    main("exact-cover", count=count, listing=listing, each=each)
