"""The driver for this library: python ours.py ENGINE, the job on standard input."""

# ruff: noqa: D103 (what the tasks do stands in harness.main)

import sys
from collections.abc import Callable
from typing import TypeVar

from rivals.harness import Answer, Entry, Problem, UnableError, importing, main

with importing():
    import dlx

ENGINE = sys.argv[1]
T = TypeVar("T")


def built(problem: Problem) -> Callable[[], dlx.Problem]:
    """Return what builds the problem inside the clock, colored entries included."""
    primary, secondary, options = problem.primary, problem.secondary, problem.options
    if not problem.colored:
        return lambda: dlx.Problem(options, primary=primary, secondary=secondary)

    def ours(entry: Entry) -> str | dlx.Colored:
        return entry if isinstance(entry, str) else dlx.Colored(*entry)

    return lambda: dlx.Problem(
        [[ours(entry) for entry in option] for option in options],
        primary=primary,
        secondary=secondary,
    )


def count(problem: Problem) -> Callable[[], int]:
    build = built(problem)
    return lambda: refusing(lambda: build().count(engine=ENGINE))


def listing(problem: Problem) -> Callable[[], int]:
    build = built(problem)
    return lambda: refusing(lambda: sum(1 for _ in build().solve(engine=ENGINE)))


def each(problem: Problem, givens: list[Answer]) -> Callable[[], list[Answer]]:
    build = built(problem)

    def run() -> list[Answer]:
        base = build()
        answers = (base.restricted(given=given).first(engine=ENGINE) for given in givens)
        return [list(answer) for answer in answers if answer is not None]

    return lambda: refusing(run)


def refusing(run: Callable[[], T]) -> T:
    """Report what an engine says that cannot take the problem."""
    try:
        return run()
    except ValueError as why:
        raise UnableError(str(why)) from why


if __name__ == "__main__":
    main("dlx-exact-cover", count=count, listing=listing, each=each)
