"""The command line ``dlx``: exact cover problems in Knuth's text format."""

from __future__ import annotations

import argparse
import json
import sys
from typing import TYPE_CHECKING

from dlx import terminal, terminal_player
from dlx.colored import Colored
from dlx.errors import ProblemError, counted
from dlx.problem import Problem
from dlx.text_format import decode, entry_text, knuth_solution

if TYPE_CHECKING:
    from collections.abc import Sequence


_MOST_WARNINGS = 5
"""Warnings of one kind that are worth reading."""


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
    terminal.add_version(parser)
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

    watch = commands.add_parser("watch", help="show a search step by step")
    terminal_player.add_options(watch)
    watch.set_defaults(command=_watch)

    for command in (solve, count, check, watch):
        command.add_argument("file", metavar="FILE", help="the problem, or - for stdin")
    return parser


def _solve(options: argparse.Namespace) -> int:
    problem = _read(options.file)

    search = problem.search(limit=options.limit)
    with terminal.Watch(search, options, visible=not terminal.is_terminal(sys.stdout)) as watch:
        number = 0
        for number, solution in enumerate(watch.solutions(), start=1):
            if options.format == "knuth":
                text = knuth_solution(number, search.path(), problem)
            elif options.format == "json":
                text = json.dumps({"options": solution, "entries": _entries(problem, solution)})
            else:
                text = " | ".join(map(" ".join, _entries(problem, solution)))
            terminal.show(text)
    if number == 0 and options.limit != 0:
        terminal.complain("dlx", "there is no solution")
        return terminal.NO_SOLUTION
    return terminal.DONE


def _count(options: argparse.Namespace) -> int:
    problem = _read(options.file)
    with terminal.Watch(problem.search(), options) as watch:
        number = watch.count()
    terminal.show(str(number))
    return terminal.DONE


def _watch(options: argparse.Namespace) -> int:
    problem = _read(options.file)
    trace = problem.trace(limit=options.limit, max_events=options.max_events)
    title = _name(options.file)
    if options.html is None:
        from dlx.terminal_cover import CoverShow

        return terminal_player.watch("dlx", CoverShow(problem, trace, title))
    from dlx.player import page

    told = trace.as_json(title=title)
    return terminal_player.write_page("dlx", options, told, page(told))


def _check(options: argparse.Namespace) -> int:
    problem = _read(options.file)
    entries = (entry for option in problem.values() for entry in option)
    colors = {entry.color for entry in entries if isinstance(entry, Colored)}
    contents = [
        counted(len(problem.primary), "primary item"),
        counted(len(problem.secondary), "secondary item"),
        counted(len(problem), "option"),
    ]
    if colors:
        contents.append(counted(len(colors), "color"))
    if problem.multiplicities:
        contents.append(counted(len(problem.multiplicities), "multiplicity", "multiplicities"))
    if problem.costs:
        contents.append(counted(len(problem.costs), "cost"))
    terminal.show(f"{_name(options.file)}: {', '.join(contents)}")
    return terminal.DONE


def _name(file: str) -> str:
    return "stdin" if file == "-" else file


def _read(file: str) -> Problem:
    """Read a problem, and warn of what is legal but looks like a slip."""
    if file != "-":
        problem = Problem.read(file)
    elif sys.stdin is None:
        raise ProblemError("stdin is closed; give the name of a file, or something to read")
    else:
        source = _name(file)
        problem = Problem.from_text(decode(sys.stdin.buffer.read(), source), source=source)
    primary = frozenset(problem.primary)
    unused, never_chosen = set(primary), []
    for label, option in problem.items():
        unused.difference_update(option)
        if primary.isdisjoint(option):
            text = " ".join(map(entry_text, option))
            never_chosen.append(f"option {label}, counted from 0 ({text}), is never chosen")
    _warn(never_chosen, "it has no primary item")
    missing = [f"item {item} can't be covered" for item in problem.primary if item in unused]
    _warn(missing, "no option has it, so there is no solution")
    return problem


def _warn(faults: list[str], reason: str) -> None:
    for fault in faults[:_MOST_WARNINGS]:
        terminal.complain("dlx", f"warning: {fault}: {reason}")
    if len(faults) > _MOST_WARNINGS:
        terminal.complain("dlx", f"warning: and {len(faults) - _MOST_WARNINGS} more like this")


def _entries(problem: Problem, solution: tuple[int, ...]) -> list[list[str]]:
    return [list(map(entry_text, problem[label])) for label in solution]
