"""Figures that were published, or printed by Knuth's own programs: to the digit."""

from __future__ import annotations

from collections import Counter
from pathlib import Path

import pytest

import dlx
from dlx import Problem
from dlx.text_format import knuth_solution

DATA = Path(__file__).parent / "data"
# In updates: what is too long for the tests that everybody runs, and what would take minutes.
LONG = {"python": 1_000_000, "links": 100_000_000, "bitset": 100_000_000, "lanes": 100_000_000}
MOST = {"python": 15_000_000, "links": 10**9, "bitset": 10**10, "lanes": 10**10}
WITH_LISTS = {"python", "links"}


def rows(name):
    """Read a table of figures: the instance, solutions, nodes and updates; once for each engine."""
    lines = (DATA / name).read_text(encoding="utf-8").splitlines()
    for line in lines[2:]:
        instance, *figures = line.split("\t")
        numbers = tuple(map(int, figures))
        for engine in dlx.engines():
            if numbers[2] > MOST[engine]:
                continue
            marks = [pytest.mark.slow] if numbers[2] > LONG[engine] else []
            yield pytest.param(instance, numbers, engine, id=f"{instance}-{engine}", marks=marks)


def too_large_for_lanes(problem):
    """Tell whether an item has more options than a lane has bits, or there are too many items."""
    lists = Counter(entry for option in problem.values() for entry in option)
    return len(problem.primary) > 256 or max(lists[item] for item in problem.primary) > 63


def check_figures(problem, engine, figures):
    """Search the whole tree, and compare solutions, nodes and, where there are lists, updates."""
    if engine == "lanes" and too_large_for_lanes(problem):
        with pytest.raises(ValueError, match=r"more than 63 options|more than 256 items"):
            problem.search(engine=engine)
        return
    search = problem.search(engine=engine)
    solutions, nodes, updates = figures
    assert search.count() == search.stats.solutions == solutions
    assert search.stats.nodes == sum(search.stats.profile) == nodes
    assert search.stats.updates == (updates if engine in WITH_LISTS else None)


@pytest.mark.parametrize(("instance", "figures", "engine"), [*rows("instances.tsv")])
def test_solutions_nodes_and_updates_equal_those_of_knuths_programs(instance, figures, engine):
    """The tree is Knuth's: as many solutions, nodes and updates as his programs report."""
    check_figures(Problem.read(DATA / "problems" / f"{instance}.dlx"), engine, figures)


def queens(n):
    """Write n queens down as Knuth does: organ-pipe order, diagonals of length 1 left out."""
    inside_out = [n // 2 + (k + 1) // 2 * (-1 if k % 2 else 1) for k in range(n)]
    primary = [kind + str(k) for k in inside_out for kind in "rc"]
    diagonals = {f"/{s}" for s in range(1, 2 * n - 2)} | {f"\\{d}" for d in range(2 - n, n - 1)}
    options = {
        (r, c): [f"r{r}", f"c{c}", *(d for d in (f"/{r + c}", f"\\{r - c}") if d in diagonals)]
        for r in range(n)
        for c in range(n)
    }
    return Problem(options, primary=primary, secondary=sorted(diagonals))


@pytest.mark.parametrize(("n", "figures", "engine"), [*rows("queens_figures.tsv")])
def test_queens_equal_the_table_of_dancing_links(n, figures, engine):
    """Solutions, nodes and updates of n queens are those that Knuth published in the year 2000."""
    check_figures(queens(int(n)), engine, figures)


@pytest.mark.parametrize(
    "output", sorted((DATA / "knuth_output").glob("*.txt")), ids=lambda p: p.stem
)
def test_printed_solutions_equal_knuths_byte_for_byte(output):
    """What `knuth_solution` writes is what DLX1 and DLX2 print: same solutions, same order, same
    order of options, and which of how many each was.
    """
    problem = Problem.read(DATA / "problems" / f"{output.stem}.dlx")
    search = problem.search()
    printed = [
        knuth_solution(number, search.path(), problem) for number, _ in enumerate(search, start=1)
    ]
    assert "".join(f"{text}\n" for text in printed).encode() == output.read_bytes()


def test_the_search_of_knuths_first_example_step_by_step():
    """The problem of the paper's first page: six nodes on four levels, and the only solution."""
    problem = Problem.read(DATA / "problems" / "toy_x.dlx")
    search = problem.search()
    assert next(search) == (0, 3, 4)
    assert [problem[choice.label] for choice in search.path()] == [
        ("A", "D"),
        ("C", "E", "F"),
        ("B", "G"),
    ]
    assert list(search) == []
    assert search.stats.nodes == 6
