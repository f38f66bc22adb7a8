"""What every driver shares: read a job, time a package, print what it took.

A driver is a script that turns a problem into calls of one package. For each task that the package
can do it has a function that prepares the problem, outside the clock, in the shape that the package
takes (names, numbers or a 0/1 matrix), and returns what is timed: every call into the package, so
that building the problem and searching it both count.

The job comes as JSON on standard input, the report goes as one line of JSON to standard output.
"""

import gc
import importlib.metadata
import json
import resource
import sys
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from statistics import median
from time import process_time
from typing import Any, Self

Entry = str | tuple[str, str]
Answer = list[int]
Task = Callable[["Problem"], Callable[[], int]]
EachTask = Callable[["Problem", list[Answer]], Callable[[], list[Answer]]]

spent = {"import_seconds": 0.0}


class UnableError(Exception):
    """The package cannot take this problem; the text says why."""


@dataclass(frozen=True)
class Problem:
    """Items in the order in which ties go; an entry is an item or (secondary item, color)."""

    primary: list[str]
    secondary: list[str]
    options: Sequence[Sequence[Entry]]

    @classmethod
    def from_json(cls, job: dict[str, Any]) -> Self:
        """Read the problem out of a job; JSON has no tuples."""
        options = [[e if isinstance(e, str) else tuple(e) for e in o] for o in job["options"]]
        return cls(job["primary"], job["secondary"], options)

    @property
    def colored(self) -> bool:
        """Whether any entry has a color."""
        return any(not isinstance(entry, str) for option in self.options for entry in option)

    def uncolored(self) -> list[list[str]]:
        """Return the options, if they have no colors; else the package is unable."""
        if self.colored:
            raise UnableError("no colors")
        return [[entry for entry in option if isinstance(entry, str)] for option in self.options]

    def numbered(self) -> list[list[int]]:
        """Return the options with items as numbers from 0: primary items first."""
        number = {item: k for k, item in enumerate(self.primary + self.secondary)}
        return [[number[item] for item in option] for option in self.uncolored()]

    def with_slack(self) -> "Problem":
        """Make all items primary: an option of its own lets a secondary item stay uncovered."""
        slack = [[item] for item in self.secondary]
        return Problem(self.primary + self.secondary, [], [*self.uncolored(), *slack])


def left_by(options: list[list[int]], given: Answer) -> tuple[set[int], list[int]]:
    """Return the items that the given options cover, and the options that clash with none."""
    covered = {item for k in given for item in options[k]}
    return covered, [k for k, option in enumerate(options) if covered.isdisjoint(option)]


@contextmanager
def importing() -> Iterator[None]:
    """Import the package inside this: it is reported apart."""
    started = process_time()
    yield
    spent["import_seconds"] = process_time() - started


def peak_memory() -> int:
    """Return the most bytes that this process has had; maxrss would hold its parent's too."""
    status = Path("/proc/self/status")
    if status.exists():
        for line in status.read_text().splitlines():
            if line.startswith("VmHWM"):
                return int(line.split()[1]) * 1024
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss * 1024


def version(distribution: str) -> str:
    """Return the installed version, if it is installed and not used from its source folder."""
    try:
        return importlib.metadata.version(distribution)
    except importlib.metadata.PackageNotFoundError:
        return "source"


# Solved before the clock starts: what a package does once, on its first call, is reported apart.
TOY = Problem(["p", "q", "r", "s"], [], [["p", "q"], ["r", "s"], ["p", "r"], ["q", "s"]])


def main(
    distribution: str,
    *,
    count: Task | None = None,
    listing: Task | None = None,
    each: EachTask | None = None,
) -> None:
    """Do the job on standard input with the tasks that the driver has.

    count: the number of solutions. listing: the same, every solution handed over as a Python
    object. each: for every list of given options, one after another, a solution that holds them.
    """
    job = json.load(sys.stdin)
    # No RLIMIT_CPU beside it: under one, Linux lets this process's clock tick in steps of 4 ms.
    resource.setrlimit(resource.RLIMIT_AS, (job["memory_limit"], job["memory_limit"]))
    problem, givens = Problem.from_json(job), job["givens"]
    report: dict[str, object] = {
        "version": version(distribution),
        **spent,
    }

    def prepare(problem: Problem, givens: list[Answer]) -> Callable[[], int | list[Answer]]:
        if job["task"] == "each" and each:
            return each(problem, givens)
        task = {"count": count, "list": listing}.get(job["task"])
        if task is None:
            raise UnableError(f"no way to {job['task']}")
        return task(problem)

    try:
        started = process_time()
        prepare(TOY, [[0]])()
        report["warm_up_seconds"] = process_time() - started
        run = prepare(problem, givens)
        seconds: list[float] = []
        report["memory_before"] = peak_memory()
        while not seconds or (len(seconds) < job["repeats"] and sum(seconds) < job["enough"]):
            gc.collect()
            started = process_time()
            answer = run()
            seconds.append(process_time() - started)
            report.setdefault("memory", peak_memory())
        report.update(seconds=median(seconds), repeats=len(seconds), answer=answer)
    except UnableError as why:
        report["unable"] = str(why)
    except MemoryError:
        report["unable"] = "out of memory"
    print(json.dumps(report))
