"""Measure this library beside its peers: python benchmarks/run.py --json results.json.

One run interleaves all programs: each round runs every program once on a problem, in a process of
its own, and the medians over the rounds are compared. What is timed is CPU time, building the
problem and searching it; importing the package is reported apart. All answers must agree.
"""

import argparse
import json
import sys
from collections.abc import Iterable
from dataclasses import dataclass, field, replace
from pathlib import Path
from statistics import median
from typing import Any

import alone
import machine
import tables
from environments import make as environments
from jobs import FULL_SETTINGS, QUICK_SETTINGS, Job, Settings
from programs import Program, drive, log, our_engines, our_programs, rival_programs

# A program that takes so many seconds, and so many times as long as the fastest, is not run again;
# after the seconds and times below it is given up.
ONCE_SECONDS, ONCE_TIMES = 1.0, 20.0
LEAST_TIMEOUT, TIMEOUT_TIMES = 5.0, 50.0
EXTRAS = ("nodes", "memory", "interrupt", "large", "import")


def compare(job: Job, programs: list[Program], settings: Settings) -> dict[str, Any]:
    """Run every program once a round; return medians, and who gave a wrong answer."""
    data, right = job.load()
    data |= {"repeats": 20, "enough": settings.enough}
    runs: dict[str, list[dict[str, Any]]] = {program.name: [] for program in programs}
    out: dict[str, dict[str, Any]] = {}
    fastest = settings.timeout
    for _ in range(settings.rounds):
        for program in programs:
            done = runs[program.name]
            if program.name in out:
                continue
            if done and done[-1]["seconds"] > max(ONCE_SECONDS, ONCE_TIMES * fastest):
                continue
            timeout = min(settings.timeout, max(LEAST_TIMEOUT, TIMEOUT_TIMES * fastest))
            report = drive(program, data, replace(settings, timeout=timeout))
            if "seconds" in report:
                done.append(report)
                fastest = min(fastest, report["seconds"])
            else:
                out[program.name] = report
    answers = {name: [report["answer"] for report in done] for name, done in runs.items()}
    if right is None:  # what most programs say
        given = [answer for all_ in answers.values() for answer in all_]
        right = max(given, key=given.count, default=None)
    result: dict[str, Any] = {"name": job.name, "title": job.title, "task": job.task}
    result["solutions"] = len(right) if isinstance(right, list) else right
    result["options"] = len(data["options"])
    result["wrong"] = [name for name, all_ in answers.items() if any(a != right for a in all_)]
    result["programs"] = {
        program.name: summary(runs[program.name], out.get(program.name, {})) for program in programs
    }
    return result


def summary(done: list[dict[str, Any]], out: dict[str, Any]) -> dict[str, Any]:
    """Return medians over the rounds, or why there are none."""
    if not done:
        return {key: out[key] for key in ("unable", "gave_up") if key in out}
    seconds = [report["seconds"] for report in done]
    return {
        "seconds": median(seconds),
        "all_seconds": seconds,
        "memory": median(report["memory"] for report in done),
        "memory_before": median(report["memory_before"] for report in done),
        "import_seconds": median(report["import_seconds"] for report in done),
        "warm_up_seconds": median(report["warm_up_seconds"] for report in done),
        "version": done[0]["version"],
    }


@dataclass
class Run:
    """What is measured, printed and written as it comes: a long run may be broken off."""

    out: Path | None
    results: dict[str, Any] = field(default_factory=dict)
    wrong: list[str] = field(default_factory=list)

    def add(self, key: str, value: Any, table: object) -> None:
        """Keep a result, print it and write all that there is."""
        self.results[key] = value
        self.results["wrong"] = self.wrong
        print(table, flush=True)
        if self.out:
            self.out.write_text(json.dumps(self.results, indent=1) + "\n")


def chosen(only: list[str], names: Iterable[str]) -> list[str]:
    """Return the names that hold one of the given texts; all, if none is given."""
    return [name for name in names if not only or any(text in name for text in only)]


def measure(arguments: argparse.Namespace) -> Run:
    """Do what the command line asks for."""
    settings = QUICK_SETTINGS if arguments.quick else FULL_SETTINGS
    overridden = {
        key: getattr(arguments, key)
        for key in ("rounds", "timeout", "rivals")
        if getattr(arguments, key) is not None
    }
    settings = Settings(**(vars(settings) | overridden))
    engines = our_engines()
    if arguments.engines is not None:
        unknown = set(arguments.engines) - set(engines)
        if unknown:
            log(f"not there: {', '.join(sorted(unknown))}")
        engines = [engine for engine in engines if engine in arguments.engines]
    names = [job.name for job in settings.jobs]
    jobs = [job for job in settings.jobs if job.name in chosen(arguments.only, names)]
    extras = chosen(arguments.only, EXTRAS) if engines else []
    # The engine to be read takes most of a quick run's time.
    left_out = ["python"] if arguments.quick and arguments.engines is None else []
    programs = our_programs([engine for engine in engines if engine not in left_out])
    if jobs:
        programs += rival_programs(settings.rivals, arguments.environments)

    earlier = json.loads(arguments.json.read_text()) if arguments.resume else {}
    described = machine.described() | {"rounds": settings.rounds, "quick": arguments.quick}
    if earlier and earlier["machine"]["cpu"] != described["cpu"]:
        sys.exit(f"{arguments.json} was measured on another machine: {earlier['machine']['cpu']}")
    run = Run(arguments.json, earlier, earlier.get("wrong", []))
    imports = run.results.setdefault("first_import_seconds", {})
    for program in programs:
        if not program.ours:
            seconds = environments.first_import_seconds(program.name, arguments.environments)
            imports[program.name] = seconds
    compared = run.results.setdefault("comparisons", [])
    known = [of["name"] for of in compared]
    jobs = [job for job in jobs if job.name not in known]
    extras = [extra for extra in extras if extra not in earlier]
    run.add("machine", described, f"{tables.machine(described)}\n")
    for job in jobs:
        log(f"{job.title} …")
        result = compare(job, programs, settings)
        run.wrong += [f"{job.title}: {name} gives another answer" for name in result["wrong"]]
        compared.append(result)
        run.add("comparisons", compared, tables.comparison(result))
    if jobs:
        print(f"{tables.rounds(run.results)}\n")
        print(tables.summary(run.results))
        print(tables.imports(run.results))
    if "nodes" in extras:
        log("nodes a second …")
        growth = alone.nodes_a_second(engines, settings)
        run.wrong += alone.wrong_nodes(growth)
        run.add("nodes", growth, tables.nodes(growth))
    if "memory" in extras:
        log("memory …")
        memory = alone.memory_by_options(engines, settings)
        run.add("memory", memory, tables.memory(memory))
    if "interrupt" in extras:
        log("Ctrl-C …")
        delays = alone.interrupt_delays(engines, settings)
        run.add("interrupt", delays, tables.interrupts(delays))
    if "large" in extras:
        log("a large problem …")
        large = alone.large_problem(engines, settings)
        run.add("large", large, tables.large(large))
    if "import" in extras:
        imported = alone.import_time(settings)
        run.add("import", imported, tables.import_time(imported))
    return run


def main() -> int:
    """Run, write the results, and return 1 if an answer was wrong."""
    parser = argparse.ArgumentParser(description="Measure this library beside its peers.")
    parser.add_argument("--quick", action="store_true", help="small problems, under a minute")
    parser.add_argument("--engines", nargs="*", metavar="ENGINE", help="ours; default: all")
    parser.add_argument(
        "--rivals",
        nargs="*",
        choices=environments.RIVALS,
        metavar="RIVAL",
        help=f"of {', '.join(environments.RIVALS)}; default: all",
    )
    parser.add_argument(
        "--only",
        nargs="*",
        default=[],
        metavar="TEXT",
        help=f"what holds one of these in its name (queens12, sudoku, …; {', '.join(EXTRAS)})",
    )
    parser.add_argument("--rounds", type=int, help="how often each program is run")
    parser.add_argument("--timeout", type=float, metavar="SECONDS", help="give a program up then")
    parser.add_argument("--json", type=Path, metavar="OUT", help="write the results there too")
    parser.add_argument(
        "--resume", action="store_true", help="measure what is not in the --json file yet"
    )
    parser.add_argument(
        "--environments",
        type=Path,
        default=environments.DEFAULT_FOLDER,
        metavar="FOLDER",
        help="where the rivals are installed, or will be; default: %(default)s",
    )
    arguments = parser.parse_args()
    if arguments.resume and not (arguments.json and arguments.json.exists()):
        parser.error("--resume needs --json and a file that is there")
    run = measure(arguments)
    for line in run.wrong:
        log(f"WRONG: {line}")
    return 1 if run.wrong else 0


if __name__ == "__main__":
    sys.exit(main())
