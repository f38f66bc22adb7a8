"""The command line ``dlx``: exact cover problems in Knuth's text format."""

from __future__ import annotations

import argparse
import json
import sys
from typing import TYPE_CHECKING

from dlx import terminal
from dlx.problem import Problem
from dlx.text_format import decode, entry_text, knuth_solution

if TYPE_CHECKING:
    from collections.abc import Sequence


def main(arguments: Sequence[str] | None = None) -> int:
    """Run the command line.

    Parameters
    ----------
    arguments : sequence of str, optional
        The words after the program's name; those of the process if left out.

    Returns
    -------
    int
        The exit status.
    """
    options = _parser().parse_args(arguments)
    return terminal.run_command("dlx", lambda: options.command(options))


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(
        prog="dlx",
        description="Solve exact cover problems by dancing links.",
        epilog="FILE holds a problem in Knuth's text format; - reads it from stdin. Exit status: "
        "0 done, 1 there is no solution, 2 bad input, 3 limit reached, 130 interrupted.",
    )
    commands = parser.add_subparsers(required=True, metavar="COMMAND")

    solve = commands.add_parser("solve", help="print the solutions, as they are found")
    solve.add_argument("--limit", type=terminal.whole_number, metavar="K", help="at most K of them")
    solve.add_argument(
        "--format",
        choices=("plain", "json", "knuth"),
        default="plain",
        help="plain: a solution a line, a bar between options; json: an object a line, options by "
        "their positions from 0; knuth: as DLX1 and DLX2 print them",
    )
    terminal.add_search_options(solve)
    solve.set_defaults(command=_solve)

    count = commands.add_parser("count", help="print the number of solutions")
    terminal.add_search_options(count)
    count.set_defaults(command=_count)

    check = commands.add_parser("check", help="read the file and say what is in it")
    check.set_defaults(command=_check)

    for command in (solve, count, check):
        command.add_argument("file", metavar="FILE", help="the problem, or - for stdin")
    return parser


def _solve(options: argparse.Namespace) -> int:
    problem = _read(options.file)

    search = problem.search(limit=options.limit)
    sys.stdout.reconfigure(line_buffering=True)  # type: ignore[union-attr]
    with terminal.Watch(search, options, visible=not sys.stdout.isatty()) as watch:
        number = 0
        for number, solution in enumerate(watch.solutions(), start=1):
            if options.format == "knuth":
                print(knuth_solution(number, search.path(), problem), end="")
            elif options.format == "json":
                print(json.dumps({"options": solution, "entries": _entries(problem, solution)}))
            else:
                print(" | ".join(map(" ".join, _entries(problem, solution))))
    if number == 0 and options.limit != 0:
        print("dlx: there is no solution", file=sys.stderr)
        return terminal.NO_SOLUTION
    return terminal.DONE


def _count(options: argparse.Namespace) -> int:
    problem = _read(options.file)
    with terminal.Watch(problem.search(), options) as watch:
        number = watch.count()
    print(number)
    return terminal.DONE


def _check(options: argparse.Namespace) -> int:
    problem = _read(options.file)
    colors = {
        entry.color for option in problem.values() for entry in option if hasattr(entry, "color")
    }
    print(
        f"{options.file}: {len(problem.primary)} primary items, {len(problem.secondary)} secondary "
        f"items, {len(problem)} options, {len(colors)} colors, "
        f"{len(problem.multiplicities)} items with multiplicities, "
        f"{'with' if problem.costs else 'no'} costs"
    )
    return terminal.DONE


def _read(file: str) -> Problem:
    """Read a problem, and warn of what is legal but looks like a slip."""
    if file == "-":
        problem = Problem.from_text(decode(sys.stdin.buffer.read(), "stdin"), source="stdin")
    else:
        problem = Problem.read(file)
    primary = frozenset(problem.primary)
    unused = set(primary)
    for label, option in problem.items():
        if primary.isdisjoint(option):
            text = " ".join(map(entry_text, option))
            print(
                f"dlx: warning: option {label} ({text}) has no primary item, so it is never chosen",
                file=sys.stderr,
            )
        unused.difference_update(option)
    for item in problem.primary:
        if item in unused:
            print(
                f"dlx: warning: no option has the primary item {item}, so there is no solution",
                file=sys.stderr,
            )
    return problem


def _entries(problem: Problem, solution: tuple[int, ...]) -> list[list[str]]:
    return [list(map(entry_text, problem[label])) for label in solution]
