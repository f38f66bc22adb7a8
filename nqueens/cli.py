"""The command line ``nqueens``."""

from __future__ import annotations

import argparse
import json
import sys
from typing import TYPE_CHECKING

from dlx import terminal
from nqueens.board import draw
from nqueens.exact_cover import board_of, queens_problem

if TYPE_CHECKING:
    from collections.abc import Sequence

_COMMANDS = ("solve", "count")


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
    words = list(sys.argv[1:] if arguments is None else arguments)
    if words and words[0] not in (*_COMMANDS, "-h", "--help"):
        words.insert(0, "solve")
    options = _parser().parse_args(words)
    return terminal.run_command("nqueens", lambda: options.command(options))


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(
        prog="nqueens",
        usage="nqueens N [--all] | nqueens COMMAND …",
        description="Place N queens on an N×N board such that none attacks another.",
        epilog="'nqueens N' is short for 'nqueens solve N'. Exit status: 0 done, 1 there is no "
        "solution, 2 bad input, 3 limit reached, 130 interrupted.",
    )
    commands = parser.add_subparsers(required=True, metavar="COMMAND", prog="nqueens")

    solve = commands.add_parser("solve", help="show a board, or list them all")
    solve.add_argument(
        "--all", action="store_true", help="list every solution, a line each, as it is found"
    )
    solve.add_argument(
        "--limit", type=terminal.whole_number, metavar="K", help="list at most K solutions"
    )
    solve.add_argument(
        "--format",
        choices=("plain", "json"),
        help="list as plain columns, row by row from 0, or as JSON arrays of them",
    )
    solve.set_defaults(command=_solve)

    count = commands.add_parser("count", help="print the number of solutions")
    count.set_defaults(command=_count)

    for command in (solve, count):
        command.add_argument(
            "n", type=terminal.whole_number, metavar="N", help="the size of the board"
        )
        terminal.add_search_options(command)
    return parser


def _solve(options: argparse.Namespace) -> int:
    listing = options.all or options.limit is not None or options.format is not None
    limit = options.limit if listing else 1

    search = queens_problem(options.n).search(limit=limit)
    sys.stdout.reconfigure(line_buffering=True)  # type: ignore[union-attr]
    found = False
    with terminal.Watch(search, options, visible=not sys.stdout.isatty()) as watch:
        for cover in watch.solutions():
            found = True
            board = board_of(cover)
            if not listing:
                print(draw(board))
            elif options.format == "json":
                print(json.dumps(board))
            else:
                print(*board)
    if not found and limit != 0:
        print(f"nqueens: there is no way to place {options.n} queens", file=sys.stderr)
        return terminal.NO_SOLUTION
    if not listing:
        print(
            f"\nThis is one way to place {options.n} queens. To see more:\n"
            f"  nqueens {options.n} --all    every solution, a line each: the column of each row\n"
            f"  nqueens count {options.n}    how many there are",
            file=sys.stderr,
        )
    return terminal.DONE


def _count(options: argparse.Namespace) -> int:
    with terminal.Watch(queens_problem(options.n).search(), options) as watch:
        number = watch.count()
    print(number)
    return terminal.DONE
