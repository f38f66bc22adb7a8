"""What is measured of this library alone."""

import json
import os
import random
import signal
import subprocess
import sys
import time
from statistics import median
from typing import Any

import instances
from jobs import Settings, counted
from programs import HERE, drive, log, our_environment, our_programs


def probe(*arguments: object, timeout: float) -> list[dict[str, Any]]:
    """Return the lines that a probe tells before it ends or its time is up."""
    command = [sys.executable, str(HERE / "probes.py"), *map(str, arguments)]
    try:
        done = subprocess.run(
            command,
            capture_output=True,
            text=True,
            timeout=timeout,
            env=our_environment(),
            check=False,
        )
        output = done.stdout
        if done.returncode:
            log(f"probe {' '.join(map(str, arguments))}: {done.stderr.strip()[-200:]}")
    except subprocess.TimeoutExpired as error:
        output = (error.stdout or b"").decode()
    return [json.loads(line) for line in output.splitlines()]


def nodes_a_second(engines: list[str], settings: Settings) -> dict[str, Any]:
    """Return nodes and CPU seconds of counting n queens, up to a search that takes too long."""
    return {
        engine: probe(
            "nodes",
            engine,
            settings.nodes_limit,
            *settings.nodes_sizes,
            timeout=settings.hard_timeout,
        )
        for engine in engines
    }


def wrong_nodes(growth: dict[str, Any]) -> list[str]:
    """Check the size of the tree: it is known, and the same for all engines."""
    return [
        f"nodes of {engine} on {point['n']} queens: {point['nodes']}"
        for engine, points in growth.items()
        for point in points
        if "nodes" in point and point["nodes"] != instances.QUEENS_NODES[point["n"]]
    ]


def memory_by_options(engines: list[str], settings: Settings) -> dict[str, Any]:
    """Return bytes and times for problems of growing size."""
    engine = "links" if "links" in engines else "auto"
    sizes = settings.memory_sizes
    points = [probe("memory", engine, size, timeout=settings.hard_timeout) for size in sizes]
    return {"engine": engine, "points": [point[0] for point in points if point]}


def interrupt_delays(engines: list[str], settings: Settings) -> dict[str, list[float | None]]:
    """Return seconds from Ctrl-C amid a count to the caller's KeyboardInterrupt."""
    return {
        engine: [interrupt_once(engine) for _ in range(settings.interrupts)] for engine in engines
    }


def interrupt_once(engine: str) -> float | None:
    """Return the delay; None where the count did not stop within ten seconds, or never began."""
    command = [sys.executable, str(HERE / "probes.py"), "interrupt", engine]
    with subprocess.Popen(
        command, stdout=subprocess.PIPE, text=True, env=our_environment()
    ) as process:
        assert process.stdout is not None
        process.stdout.readline()
        time.sleep(random.uniform(0.2, 0.5))
        sent = time.monotonic()
        process.send_signal(signal.SIGINT)
        try:
            output, _ = process.communicate(timeout=10)
        except subprocess.TimeoutExpired:
            process.kill()
            return None
    told = json.loads(output) if output else {}
    return float(told["stopped"]) - sent if "stopped" in told else None


def large_problem(engines: list[str], settings: Settings) -> dict[str, Any]:
    """Build a large problem and find a solution, in turns with counting 14 queens."""
    engine = "links" if "links" in engines else "auto"
    (queens,) = our_programs([engine])[:1]
    job, _ = counted("queens14", "14 queens", lambda: instances.queens(14)).load()
    job |= {"repeats": 1, "enough": 0}
    points, seconds = [], []
    for _ in range(settings.rounds):
        points += probe("memory", engine, settings.large, timeout=settings.hard_timeout)
        report = drive(queens, job, settings)
        seconds += [report["seconds"]] if "seconds" in report else []
    if not points or not seconds or "unable" in points[0]:
        return {"engine": engine, "unable": "did not finish"}
    of_point = {key: median(point[key] for point in points) for key in points[0]}
    total = of_point["build_seconds"] + of_point["first_seconds"]
    return {
        "engine": engine,
        **of_point,
        "queens14_seconds": median(seconds),
        "times_queens14": total / median(seconds),
    }


def import_time(settings: Settings) -> dict[str, float]:
    """Return CPU seconds of an interpreter that imports the library and of a bare one."""

    def seconds(statement: str) -> float:
        process = subprocess.Popen([sys.executable, "-c", statement], env=our_environment())
        _, _, used = os.wait4(process.pid, 0)
        process.returncode = 0
        return used.ru_utime + used.ru_stime

    seconds("import dlx")  # compiles the modules, once
    pairs = [(seconds("pass"), seconds("import dlx")) for _ in range(settings.imports)]
    return {
        "bare_seconds": median(bare for bare, _ in pairs),
        "with_dlx_seconds": median(loaded for _, loaded in pairs),
        "more_seconds": median(loaded - bare for bare, loaded in pairs),
    }
