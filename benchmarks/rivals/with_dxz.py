"""dxz (C++): a flat 0/1 list; slack options stand in for secondary items, no colors.

Solutions are held in a decision diagram whose equal parts are shared.
"""

# ruff: noqa: D103 (what the tasks do stands in harness.main)

from collections.abc import Callable

from harness import Answer, Problem, importing, left_by, main

with importing():
    import dxz


def flat(options: list[list[int]], items: int) -> tuple[int, int, list[int]]:
    """Return the numbers of rows and columns, and the matrix row by row."""
    cells = [0] * (len(options) * items)
    for k, option in enumerate(options):
        for item in option:
            cells[k * items + item] = 1
    return len(options), items, cells


def with_slack(problem: Problem) -> tuple[int, int, list[int]]:
    slack = problem.with_slack()
    return flat(slack.numbered(), len(slack.primary))


def count(problem: Problem) -> Callable[[], int]:
    rows = with_slack(problem)
    return lambda: int(dxz.dxz_count(*rows))


def listing(problem: Problem) -> Callable[[], int]:
    rows = with_slack(problem)
    return lambda: len(dxz.dxz_solve(*rows, 0))


def each(problem: Problem, givens: list[Answer]) -> Callable[[], list[Answer]]:
    options = problem.numbered()

    def solution(given: Answer) -> Answer:
        covered, kept = left_by(options, given)
        left = [item for item in range(len(problem.primary)) if item not in covered]
        number = {item: k for k, item in enumerate(left)}
        rows = flat([[number[item] for item in options[k]] for k in kept], len(left))
        return sorted([*given, *(kept[k] for k in dxz.dxz_solve(*rows, 1)[0])])

    return lambda: [solution(given) for given in givens]


if __name__ == "__main__":
    main("dxz", count=count, listing=listing, each=each)
