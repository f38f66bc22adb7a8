"""The programs that are compared, each run in a process of its own."""

import importlib
import importlib.util
import json
import os
import subprocess
import sys
import tempfile
import time
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from environments import make as environments
from jobs import Settings

HERE = Path(__file__).parent


@dataclass(frozen=True)
class Program:
    """One line of a table: a peer, or this library with one engine."""

    name: str
    command: list[str]
    environment: dict[str, str]
    ours: bool = False


def log(text: str) -> None:
    """Tell how far the run is."""
    print(text, file=sys.stderr, flush=True)


def clean_environment(**extra: str) -> dict[str, str]:
    """Ask for one thread, and for no packages from outside the environment."""
    dropped = ("PYTHONPATH", "DLX_SIMD", "PYTHONDONTWRITEBYTECODE")
    kept = {k: v for k, v in os.environ.items() if k not in dropped}
    threads = {"OMP_NUM_THREADS": "1", "OPENBLAS_NUM_THREADS": "1", "PYTHONNOUSERSITE": "1"}
    return kept | threads | extra


def our_environment(**extra: str) -> dict[str, str]:
    """Make our processes import the very package that this interpreter would import."""
    found = importlib.util.find_spec("dlx")
    folders = [str(Path(found.origin).parent.parent)] if found and found.origin else []
    return clean_environment(PYTHONPATH=os.pathsep.join(folders), **extra)


def our_engines() -> list[str]:
    """Return `auto` and what it can choose from; nothing if the library can't be imported."""
    try:
        dlx = importlib.import_module("dlx")
    except ImportError as error:
        log(f"this library is left out: {error}")
        return []
    engines = getattr(dlx, "engines", None)
    named = list(engines()) if callable(engines) else ["python"]
    return ["auto", *(name for name in named if name != "auto")]


def our_programs(engines: list[str]) -> list[Program]:
    """Return a program for each engine, and for those that use AVX2 or BMI2 one without."""

    def program(name: str, engine: str, environment: dict[str, str]) -> Program:
        command = [sys.executable, str(HERE / "ours.py"), engine]
        return Program(name, command, environment, ours=True)

    plain, baseline = our_environment(), our_environment(DLX_SIMD="baseline")
    vectorized = [engine for engine in engines if engine not in ("python", "links")]
    return [
        *(program(engine, engine, plain) for engine in engines),
        *(program(f"{engine}, baseline", engine, baseline) for engine in vectorized),
    ]


def rival_programs(rivals: list[str], folder: Path) -> list[Program]:
    """Install what is missing, and return a program for each rival that is there."""
    return [
        Program(
            rival,
            [str(environments.python_of(rival, folder)), str(environments.driver_of(rival))],
            clean_environment(),
        )
        for rival in environments.make_missing(rivals, folder)
    ]


def cpu_seconds(process: subprocess.Popen[str]) -> float:
    """Return what a child has used so far, seen from outside (Linux; elsewhere 0)."""
    try:
        line = Path(f"/proc/{process.pid}/stat").read_text()
    except OSError:
        return 0.0
    fields = line.rpartition(")")[2].split()
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


def finish(process: subprocess.Popen[str], settings: Settings) -> tuple[str, str]:
    """Return what the process says, or kill it when its time is up."""
    started = time.monotonic()
    while True:
        try:
            return process.communicate(timeout=0.5)
        except subprocess.TimeoutExpired:
            late = time.monotonic() - started > settings.hard_timeout
            if late or cpu_seconds(process) > settings.timeout:
                process.kill()
                raise TimeoutError from None


def drive(program: Program, job: dict[str, Any], settings: Settings) -> dict[str, Any]:
    """Return the driver's report; one without `seconds` says in `unable` or `gave_up` why."""
    pipe = subprocess.PIPE
    with tempfile.TemporaryFile("w+") as job_file:
        json.dump(job | {"memory_limit": settings.memory_limit}, job_file)
        job_file.seek(0)
        with subprocess.Popen(
            program.command,
            stdin=job_file,
            stdout=pipe,
            stderr=pipe,
            text=True,
            env=program.environment,
        ) as process:
            try:
                output, errors = finish(process, settings)
            except TimeoutError:
                return {"gave_up": f"over {settings.timeout:.2g} s"}
    if process.returncode or not output:
        last = errors.strip().splitlines()[-1:] or [""]
        return {"gave_up": f"exit status {process.returncode}: {last[0]}"[:100]}
    report: dict[str, Any] = json.loads(output)
    return report
