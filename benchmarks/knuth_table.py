"""Reproduce Knuth's table for n queens: python knuth_table.py --sizes 17 18 --processes 2.

The table is that of Dancing Links (arXiv cs/0011047). Up to n = 14 `links` searches and gives the
updates too, up to n = 16 `lanes` and `bitset` do, beyond it is `auto`.
"""

import argparse
import json
import sys
from collections.abc import Iterable
from concurrent.futures import Executor, ProcessPoolExecutor
from itertools import repeat
from pathlib import Path
from time import perf_counter, process_time
from typing import Any

import machine
import tables
from programs import log

import dlx
from nqueens import queens_problem

PUBLISHED = Path(__file__).parent.parent / "tests" / "data" / "queens_figures.tsv"
MOST = {"links": 14, "bitset": 16, "lanes": 16}
Figures = dict[str, Any]


def published() -> dict[int, Figures]:
    """Return solutions, nodes and updates by n."""
    _, head, *lines = PUBLISHED.read_text(encoding="utf-8").splitlines()
    rows = (dict(zip(head.split("\t"), map(int, line.split("\t")), strict=True)) for line in lines)
    return {row.pop("n"): row for row in rows}


def engines_for(n: int) -> list[str]:
    """Return who searches a board of that size."""
    there = dlx.engines()
    return [name for name, most in MOST.items() if n <= most and name in there] or ["auto"]


def search(n: int, engine: str, prefix: Iterable[Any] = ()) -> Figures:
    """Search all that is below some choices."""
    searched = queens_problem(n).search(engine=engine, prefix=prefix)
    started = process_time()
    searched.count()
    seconds = process_time() - started
    of = searched.stats
    return {
        "solutions": of.solutions,
        "nodes": of.nodes,
        "updates": of.updates,
        "cpu_seconds": seconds,
    }


def search_in_parts(n: int, engine: str, executor: Executor) -> Figures:
    """Search below each first choice by itself; what `links` updates at the root is lost."""
    problem = queens_problem(n)
    # All items have n options, so the search begins with the first one.
    first_choices = [[label] for label in problem if problem.primary[0] in problem[label]]
    parts = list(executor.map(search, repeat(n), repeat(engine), first_choices))
    total = {key: sum(part[key] for part in parts) for key in ("solutions", "nodes", "cpu_seconds")}
    return total | {"nodes": total["nodes"] + 1, "updates": None}  # the root is in no part


def main() -> int:
    """Search, print and write the table, and return 1 if a figure is not the published one."""
    parser = argparse.ArgumentParser(description="Reproduce Knuth's table for n queens.")
    parser.add_argument("--sizes", nargs="+", type=int, default=range(8, 17), metavar="N")
    parser.add_argument(
        "--processes", type=int, default=1, metavar="P", help="share a search among so many"
    )
    parser.add_argument("--json", type=Path, metavar="OUT", help="write the results there too")
    arguments = parser.parse_args()
    right = published()
    rows = []
    with ProcessPoolExecutor(arguments.processes) as executor:
        searches = [(n, engine) for n in arguments.sizes for engine in engines_for(n)]
        for n, engine in searches:
            log(f"{n} queens, {engine} …")
            split = arguments.processes > 1 and engine != "links"
            started = perf_counter()
            figures = search_in_parts(n, engine, executor) if split else search(n, engine)
            figures["seconds"] = perf_counter() - started
            figures["wrong"] = [
                key for key, value in right.get(n, {}).items() if figures[key] not in (value, None)
            ]
            rows.append({"n": n, "engine": engine} | figures)
    results = {"machine": machine.described(), "processes": arguments.processes, "rows": rows}
    print(tables.knuth(results))
    if arguments.json:
        arguments.json.write_text(json.dumps(results, indent=1) + "\n")
    return int(any(row["wrong"] for row in rows))


if __name__ == "__main__":
    sys.exit(main())
