"""Measure this library alone, each time in a process of its own: python probes.py PROBE ENGINE.

nodes ENGINE LIMIT N…   nodes a second over n queens, until a search takes over LIMIT seconds
memory ENGINE OPTIONS   time and bytes of building a problem and finding its first solution
interrupt ENGINE        counts for hours until it is interrupted, then tells when it stopped
"""

import ctypes
import gc
import json
import signal
import sys
from collections.abc import Iterator
from pathlib import Path
from time import monotonic, process_time

import instances

import dlx


def tell(**report: object) -> None:
    """Print a line of JSON at once."""
    print(json.dumps(report), flush=True)


def queens_problem(n: int) -> dlx.Problem:
    """Build n queens, diagonals secondary."""
    board = instances.queens(n)
    return dlx.Problem(board.options, primary=board.primary, secondary=board.secondary)


def nodes(engine: str, limit: float, sizes: Iterator[int]) -> None:
    """Count n queens for each n, until a search has taken over so many seconds."""
    for n in sizes:
        queens = queens_problem(n)
        started = process_time()
        search = queens.search(engine=engine)
        search.count()
        seconds = process_time() - started
        tell(n=n, nodes=search.stats.nodes, seconds=seconds)
        if seconds > limit:
            break


def status(field: str) -> int:
    """Return bytes of this process: VmRSS now, VmHWM the most since its last reset (Linux)."""
    for line in Path("/proc/self/status").read_text().splitlines():
        if line.startswith(field):
            return int(line.split()[1]) * 1024
    raise LookupError(field)


def settled() -> int:
    """Return the bytes in use once what is free has gone back to the system."""
    gc.collect()
    ctypes.CDLL(None).malloc_trim(0)
    Path("/proc/self/clear_refs").write_text("5")  # resets VmHWM
    return status("VmRSS")


def memory(engine: str, size: int) -> None:
    """Build and solve a problem whose lists are there before the first reading."""
    instance = instances.blocks(size)
    options = [list(option) for option in instance.options]
    empty = settled()
    started = process_time()
    built = dlx.Problem(options, primary=instance.primary)
    build_seconds = process_time() - started
    build_peak = status("VmHWM") - empty
    whole = settled()
    started = process_time()
    search = built.search(engine=engine)
    solution = next(search)
    first_seconds = process_time() - started
    search_peak = status("VmHWM") - whole
    built.verify(solution)
    del solution
    tell(
        options=len(instance.options),
        items=len(instance.primary),
        problem_bytes=whole - empty,
        engine_bytes=settled() - whole,
        build_peak_bytes=build_peak,
        search_peak_bytes=search_peak,
        build_seconds=build_seconds,
        first_seconds=first_seconds,
    )


def interrupt(engine: str) -> None:
    """Count for hours, and tell when Ctrl-C has put an end to it."""
    # A process started in the background may have been told to ignore Ctrl-C.
    signal.signal(signal.SIGINT, signal.default_int_handler)
    queens = queens_problem(22)
    try:
        tell(ready=True)
        queens.search(engine=engine).count()
    except KeyboardInterrupt:
        tell(stopped=monotonic())


if __name__ == "__main__":
    probe, engine, *rest = sys.argv[1:]
    try:
        if probe == "nodes":
            nodes(engine, float(rest[0]), map(int, rest[1:]))
        elif probe == "memory":
            memory(engine, int(rest[0]))
        else:
            interrupt(engine)
    except ValueError as why:
        tell(unable=str(why))
