"""Measure how fast n queens are counted: python benchmarks/queens.py --sizes 12 14 16.

The yardstick is plain_masks.c, built with the C compiler: three bit masks, half of the first row.
One run interleaves all programs: each round runs every one of them once on each board, in a process
of its own. What is compared is CPU time, medians over the rounds; for several threads it is wall
time, the best of the rounds, beside that of one. Every count is checked.
"""

import argparse
import json
import os
import resource
import shlex
import subprocess
import sys
import tempfile
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from statistics import median
from time import perf_counter, process_time
from typing import Any

import machine
import tables
from programs import log, our_environment

HERE = Path(__file__).parent
PLAIN = "plain masks in C"

# All ways to place n queens, n = 1 to 20: OEIS A000170.
COUNTS = [
    *(1, 0, 0, 2, 10, 4, 40, 92, 352, 724, 2680, 14200, 73712, 365596, 2279184, 14772512, 95815104),
    *(666090624, 4968057848, 39029188884),
]
# What takes minutes is left out from these sizes on.
MOST = {"exact cover": 15, "bit masks": 16, PLAIN: 18}


@dataclass(frozen=True)
class Rival:
    """A program, run as `command` with a size after it."""

    name: str
    command: tuple[str, ...]
    environment: dict[str, str]


def counters(threads: int) -> dict[str, Callable[[int], int]]:
    """Return what this library counts by; imported where it is measured."""
    from nqueens.bitmasks import Bitmasks
    from nqueens.exact_cover import ExactCover
    from nqueens.quadrants import Quadrants

    return {
        "quadrants": lambda n: Quadrants(n, threads=threads).count(),
        "bit masks": lambda n: Bitmasks(n).count(),
        "exact cover": lambda n: ExactCover(n).count(),
    }


def count_here(name: str, threads: int, n: int) -> None:
    """Count in this process until a tenth of a second is full, and print what it took."""
    count = counters(threads)[name]
    count(4)
    times = 0
    cpu, wall = process_time(), perf_counter()
    while times == 0 or process_time() - cpu < 0.1:
        answer = count(n)
        times += 1
    report = {
        "answer": answer,
        "seconds": (process_time() - cpu) / times,
        "wall_seconds": (perf_counter() - wall) / times,
        "memory": resource.getrusage(resource.RUSAGE_SELF).ru_maxrss * 1024,
    }
    print(json.dumps(report))


def report_of(rival: Rival, n: int) -> dict[str, Any]:
    """Run a program once."""
    done = subprocess.run(
        [*rival.command, str(n)],
        capture_output=True,
        check=True,
        env=rival.environment,
        text=True,
    )
    if rival.name != PLAIN:
        report: dict[str, Any] = json.loads(done.stdout)
        return report
    answer, seconds = done.stdout.split()
    return {"answer": int(answer), "seconds": float(seconds)}


def rivals(folder: Path, threads: int) -> list[Rival]:
    """Build the yardstick, and return all programs."""
    plain = folder / "plain_masks"
    compiler = shlex.split(os.environ.get("CC", "cc"))
    subprocess.run([*compiler, "-O3", "-o", str(plain), str(HERE / "plain_masks.c")], check=True)

    def ours(name: str, method: str, threads: int = 1, **environment: str) -> Rival:
        command = (sys.executable, str(HERE / "queens.py"), "--count", method, str(threads))
        return Rival(name, command, our_environment(**environment))

    return [
        Rival(PLAIN, (str(plain),), {}),
        ours("quadrants", "quadrants"),
        ours("quadrants, baseline", "quadrants", DLX_SIMD="baseline"),
        ours(f"quadrants, {threads} threads", "quadrants", threads),
        ours("bit masks", "bit masks"),
        ours("exact cover", "exact cover"),
    ]


def compare(n: int, programs: list[Rival], rounds: int) -> dict[str, Any]:
    """Run all programs in turns."""
    runs: dict[str, list[dict[str, Any]]] = {
        rival.name: [] for rival in programs if n <= MOST.get(rival.name, n)
    }
    for _ in range(rounds):
        for rival in programs:
            if rival.name in runs:
                runs[rival.name].append(report_of(rival, n))
    return {
        "n": n,
        "solutions": COUNTS[n - 1],
        "plain": PLAIN,
        "wrong": [
            name
            for name, done in runs.items()
            if any(report["answer"] != COUNTS[n - 1] for report in done)
        ],
        "programs": {
            name: {
                "seconds": median(report["seconds"] for report in done),
                "all_seconds": [report["seconds"] for report in done],
                "wall_seconds": min(report.get("wall_seconds", 0.0) for report in done),
                "memory": median(report.get("memory", 0) for report in done),
            }
            for name, done in runs.items()
        },
    }


def main() -> int:
    """Measure, print and write the tables; return 1 if a count was wrong."""
    parser = argparse.ArgumentParser(description="Measure how fast n queens are counted.")
    parser.add_argument("--sizes", type=int, nargs="+", default=[8, 10, 12, 13, 14, 15, 16])
    parser.add_argument("--rounds", type=int, default=5, help="how often each program is run")
    parser.add_argument("--threads", type=int, default=2, help="of the line with threads")
    parser.add_argument("--json", type=Path, metavar="OUT", help="write the results there too")
    parser.add_argument("--count", nargs=3, metavar=("METHOD", "THREADS", "N"), help="count once")
    arguments = parser.parse_args()
    if arguments.count:
        method, threads, n = arguments.count
        count_here(method, int(threads), int(n))
        return 0
    described = machine.described() | {"rounds": arguments.rounds}
    print(tables.machine(described), end="\n\n")
    boards = []
    with tempfile.TemporaryDirectory() as folder:
        programs = rivals(Path(folder), arguments.threads)
        for n in arguments.sizes:
            log(f"{n} queens …")
            boards.append(compare(n, programs, arguments.rounds))
            print(tables.counting(boards[-1]), flush=True)
    if arguments.json:
        results = {"machine": described, "boards": boards}
        arguments.json.write_text(json.dumps(results, indent=1) + "\n")
    wrong = [f"{board['n']} queens: {name}" for board in boards for name in board["wrong"]]
    for line in wrong:
        log(f"WRONG: {line}")
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
