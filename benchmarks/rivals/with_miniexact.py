"""miniexact (C): secondary items and colors.

Its plain functions build a problem several times as fast as its classes, so they count and solve
sudokus; they hand no solutions over, so listing goes through the class.
"""

# ruff: noqa: D103 (what the tasks do stands in harness.main)

import ctypes
from bisect import bisect
from collections.abc import Callable
from itertools import accumulate

from harness import Answer, Entry, Problem, importing, left_by, main

with importing():
    import miniexact as m

FOUND = 10


def numbers(problem: Problem) -> tuple[list[list[tuple[int, int]]], list[str]]:
    """Return options as (item from 1, color from 1 or 0), and the colors, as miniexact has them."""
    number = {item: k for k, item in enumerate(problem.primary + problem.secondary, start=1)}
    colors: dict[str, int] = {}

    def pair(entry: Entry) -> tuple[int, int]:
        if isinstance(entry, str):
            return number[entry], 0
        return number[entry[0]], colors.setdefault(entry[1], len(colors) + 1)

    return [[pair(entry) for entry in option] for option in problem.options], list(colors)


def count(problem: Problem) -> Callable[[], int]:
    options, colors = numbers(problem)

    def run() -> int:
        handle = m.miniexacts_init_c() if colors else m.miniexacts_init_x()
        for name in problem.primary:
            m.miniexacts_define_primary_item(handle, name)
        for name in problem.secondary:
            m.miniexacts_define_secondary_item(handle, name)
        for name in colors:
            m.miniexacts_define_color(handle, name)
        add, solve = m.miniexacts_add, m.miniexacts_solve
        for option in options:
            for item, color in option:
                add(handle, item, color, 0)
            add(handle, 0, 0, 0)
        found = 0
        while solve(handle) == FOUND:
            found += 1
        m.miniexacts_free(handle)
        return found

    return run


def listing(problem: Problem) -> Callable[[], int]:
    options, colors = numbers(problem)

    def run() -> int:
        solver = m.miniexacts_c() if colors else m.miniexacts_x()
        for name in problem.primary:
            solver.primary(name)
        for name in problem.secondary:
            solver.secondary(name)
        for name in colors:
            solver.color(name)
        for option in options:
            if colors:
                for item, color in option:
                    solver.add(item, color) if color else solver.add(item)
                solver.add(0)
            else:
                solver.add([item for item, _ in option])
        found = 0
        while solver.solve() == FOUND:
            tuple(solver.selected_options())
            found += 1
        return found

    return run


def each(problem: Problem, givens: list[Answer]) -> Callable[[], list[Answer]]:
    options = problem.numbered()

    def run() -> list[Answer]:
        return [solution(given) for given in givens]

    def solution(given: Answer) -> Answer:
        covered, kept = left_by(options, given)
        handle = m.miniexacts_init_x()
        define, add = m.miniexacts_define_primary_item, m.miniexacts_add
        number = {
            k: define(handle, item) for k, item in enumerate(problem.primary) if k not in covered
        }
        for k in kept:
            for item in options[k]:
                add(handle, number[item], 0, 0)
            add(handle, 0, 0, 0)
        m.miniexacts_solve(handle)
        # The nodes chosen, read from the solver's memory: item headers come first, then the
        # options one after another, a spacer before each.
        chosen = m.miniexacts_problem(handle)
        nodes = (ctypes.c_int32 * chosen.l).from_address(int(chosen.x))
        spacers = list(accumulate((len(options[k]) + 1 for k in kept), initial=len(number) + 1))
        answer = sorted([*given, *(kept[bisect(spacers, node) - 1] for node in nodes)])
        m.miniexacts_free(handle)
        return answer

    return run


if __name__ == "__main__":
    main("miniexact", count=count, listing=listing, each=each)
