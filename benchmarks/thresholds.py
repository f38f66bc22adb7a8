"""Find out from which size on which engine is the fastest: python thresholds.py --json OUT.

Every engine walks the same beginning of the tree as `links` walks in a moment, and looks for a
first solution; what it takes to begin is timed apart, building the problem is not timed. The
thresholds of `auto`, in dlx/engines/__init__.py, come from these figures.
"""

import argparse
import json
import sys
from collections.abc import Iterator, Sequence
from contextlib import suppress
from pathlib import Path
from statistics import median
from time import process_time
from typing import Any

import instances
import machine
import tables
from instances import Instance
from programs import log

import dlx
from dlx.engines import begin
from dlx.engines.position import Position

ENGINES = ("links", "bitset", "lanes")
ROUNDS = 5
MOMENT = 0.1
PATIENCE = 0.3

# Arto Inkala's of 2012, 2720 nodes.
SUDOKU = "800000000003600000070090200050007000000045700000100030001000068008500010090000400"


def families() -> Iterator[Instance]:
    """Build problems of several kinds, each in growing sizes."""
    yield from map(instances.queens, (8, 12, 16, 20, 24, 32, 45, 63, 80, 100, 140))
    yield from map(instances.langford, (8, 12, 16, 20, 24, 32, 40, 50))
    yield from map(instances.dominoes, (6, 8, 10, 12, 16, 22, 24, 32, 45, 64))
    yield from map(instances.matchings, (10, 14, 18, 24, 32, 40, 60, 80, 110, 140))
    yield from map(instances.latin_squares, (5, 6, 7, 8, 9, 10, 12, 13, 14, 16, 18, 21))
    yield instances.sudoku()
    yield instances.pentominoes_3x20()
    yield instances.pentominoes_6x10()
    for sides in ((8, 10), (10, 12), (12, 15), (15, 16), (15, 20), (20, 21), (20, 30)):
        yield instances.pentomino_tilings(*sides)
    for items in (60, 150, 300, 600):
        for options in (300, 1000, 3000, 10_000, 20_000):
            yield instances.sparse(options, items)


def first(problem: dlx.Problem, engine: str) -> tuple[float, bool]:
    """Return the seconds until there is a solution or it is known that there is none, if known."""
    started = process_time()
    try:
        problem.first(engine=engine, seconds=PATIENCE)
    except dlx.LimitReached:
        return process_time() - started, False
    return process_time() - started, True


def walk(problem: dlx.Problem, engine: str, nodes: int) -> tuple[float, float]:
    """Return the seconds that it takes to begin a search, and to enter so many nodes."""
    started = process_time()
    search = problem.search(engine=engine, max_nodes=nodes)
    begun = process_time()
    with suppress(dlx.LimitReached):
        search.count()
    return begun - started, process_time() - begun


def nodes_in_a_moment(problem: dlx.Problem) -> int:
    """Return how many nodes `links` enters meanwhile, all of them if they are fewer."""
    search = problem.search(engine="links", seconds=MOMENT)
    with suppress(dlx.LimitReached):
        search.count()
    return search.stats.nodes


def able(problem: dlx.Problem) -> list[str]:
    """Return the engines that take the problem."""
    names = []
    for engine in ENGINES:
        with suppress(ValueError):
            problem.search(engine=engine)
            names.append(engine)
    return names


def measure(instance: Instance, given: Sequence[int]) -> dict[str, Any]:
    """Let the engines walk in turns; medians of the rounds."""
    problem = dlx.Problem(
        instance.options, primary=instance.primary, secondary=instance.secondary
    ).restricted(given=given)
    nodes, engines = nodes_in_a_moment(problem), able(problem)
    walks: dict[str, list[tuple[float, float]]] = {engine: [] for engine in engines}
    firsts: dict[str, list[float]] = {engine: [] for engine in engines}
    for _ in range(ROUNDS):
        for engine in engines:
            walks[engine].append(walk(problem, engine, nodes))
            if len(firsts[engine]) == len(walks[engine]) - 1:  # it was known each time
                seconds, known = first(problem, engine)
                firsts[engine] += [seconds] * known
    return {
        "title": instance.title,
        "options": len(instance.options),
        "items": len(instance.primary),
        "nodes": nodes,
        "auto": begin("auto", problem.instance, Position()).name,
        "engines": {
            engine: {
                "begin_seconds": median(begun for begun, _ in walks[engine]),
                "walk_seconds": median(walked for _, walked in walks[engine]),
                "first_seconds": median(firsts[engine]) if firsts[engine] else None,
            }
            for engine in engines
        },
    }


def main() -> int:
    """Measure, print and write the table."""
    parser = argparse.ArgumentParser(description="Find out which engine is the fastest when.")
    parser.add_argument("--json", type=Path, metavar="OUT", help="write the results there too")
    arguments = parser.parse_args()
    rows = []
    for instance in families():
        log(f"{instance.title} …")
        rows.append(
            measure(instance, instances.filled(SUDOKU) if instance.name == "sudoku" else [])
        )
    results = {"machine": machine.described(), "patience": PATIENCE, "rows": rows}
    print(tables.thresholds(results))
    if arguments.json:
        arguments.json.write_text(json.dumps(results, indent=1) + "\n")
    return 0


if __name__ == "__main__":
    sys.exit(main())
