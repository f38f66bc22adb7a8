"""pyxcc (Rust): secondary items and colors; keeps all solutions, also to count them."""

# ruff: noqa: D103 (what the tasks do stands in harness.main)

from collections.abc import Callable
from typing import Any

from harness import Answer, Entry, Problem, importing, left_by, main

with importing():
    import pyxcc

xcc: Any = pyxcc  # its type stubs don't say how it is called
Prepared = list[tuple[str, list[str], list[tuple[str, str]]]]


def prepare(problem: Problem) -> Prepared:
    """Return label, primary items and secondary items with colors, blank for no color."""
    secondary = set(problem.secondary)

    def is_secondary(entry: Entry) -> bool:
        return not isinstance(entry, str) or entry in secondary

    return [
        (
            str(k),
            [e for e in option if isinstance(e, str) and not is_secondary(e)],
            [(e, "") if isinstance(e, str) else e for e in option if is_secondary(e)],
        )
        for k, option in enumerate(problem.options)
    ]


def solve(primary: list[str], secondary: list[str], options: Prepared, *, get_all: bool) -> Any:
    problem = xcc.Problem(primary, secondary, [xcc.Option(*option) for option in options])
    return xcc.solve(problem, get_all)


def count(problem: Problem) -> Callable[[], int]:
    options = prepare(problem)
    return lambda: int(solve(problem.primary, problem.secondary, options, get_all=True).count())


def listing(problem: Problem) -> Callable[[], int]:
    options = prepare(problem)
    return lambda: len(solve(problem.primary, problem.secondary, options, get_all=True).all())


def each(problem: Problem, givens: list[Answer]) -> Callable[[], list[Answer]]:
    options, numbered = prepare(problem), problem.numbered()

    def solution(given: Answer) -> Answer:
        covered, kept = left_by(numbered, given)
        left = [item for k, item in enumerate(problem.primary) if k not in covered]
        if not left:
            return sorted(given)
        first = solve(left, [], [options[k] for k in kept], get_all=False).first()
        return sorted([*given, *map(int, first)])

    return lambda: [solution(given) for given in givens]


if __name__ == "__main__":
    main("pyxcc", count=count, listing=listing, each=each)
