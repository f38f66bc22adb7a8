"""The command line ``nqueens``."""

from __future__ import annotations

import argparse
import json
import re
import sys
from typing import TYPE_CHECKING

from dlx import ProblemError, terminal
from nqueens.board import draw
from nqueens.exact_cover import board_of, queens_problem

if TYPE_CHECKING:
    from collections.abc import Sequence

    from dlx import Problem


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
    commands = {"solve": _solve, "count": _count}
    if words and words[0] not in (*commands, "-h", "--help", "--version"):
        words.insert(0, "solve")
    options = _parser().parse_args(words)
    return terminal.run_command("nqueens", lambda: commands[options.command](options))


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(
        prog="nqueens",
        usage="nqueens N [--all] | nqueens COMMAND ...",
        description="Place N queens on an N by N board such that none attacks another.",
        epilog="'nqueens N' is short for 'nqueens solve N'. Exit status: 0 done, 1 there is no "
        "solution, 2 bad input, 3 limit reached, 130 interrupted.",
    )
    terminal.add_version(parser)
    commands = parser.add_subparsers(
        dest="command", required=True, metavar="COMMAND", prog="nqueens"
    )

    solve = commands.add_parser("solve", help="show a board, or list them all")
    solve.add_argument(
        "--all", action="store_true", help="list every solution, a line each, as it is found"
    )
    solve.add_argument(
        "--limit", type=terminal.whole_number, metavar="K", help="list, but at most K solutions"
    )
    solve.add_argument(
        "--format",
        choices=("plain", "json"),
        help="list, as plain columns, row by row from 0, or as JSON arrays of them",
    )
    count = commands.add_parser("count", help="print the number of solutions")
    for command in (solve, count):
        command.add_argument("n", metavar="N", help="the size of the board")
        terminal.add_search_options(command)
    return parser


def _size(text: str) -> int:
    if not re.fullmatch("[+-]?[0-9]+", text):
        raise ProblemError(
            f"{text!r} is no whole number, so no size of a board, and no command; "
            "see nqueens --help"
        )
    return int(text)


def _problem(n: int) -> Problem:
    try:
        return queens_problem(n)
    except ValueError as error:
        raise ProblemError(str(error)) from None


def _solve(options: argparse.Namespace) -> int:
    listing = options.all or options.limit is not None or options.format is not None
    n = _size(options.n)
    search = _problem(n).search(limit=options.limit if listing else 1)
    visible = not (listing and terminal.is_terminal(sys.stdout))
    found = False
    with terminal.Watch(search, options, visible=visible) as watch:
        for cover in watch.solutions():
            found = True
            board = board_of(cover)
            if not listing:
                text = draw(board)
            elif options.format == "json":
                text = json.dumps(board)
            else:
                text = " ".join(map(str, board))
            terminal.show(text)
    queens = "1 queen" if n == 1 else f"{n} queens"
    if not found and options.limit != 0:
        terminal.complain("nqueens", f"there is no way to place {queens}")
        return terminal.NO_SOLUTION
    if not listing:
        print(
            f"\nThis is one way to place {queens}. To see more:\n"
            f"  nqueens {n} --all    every solution, a line each: the column of each row\n"
            f"  nqueens count {n}    how many there are",
            file=sys.stderr,
        )
    return terminal.DONE


def _count(options: argparse.Namespace) -> int:
    with terminal.Watch(_problem(_size(options.n)).search(), options) as watch:
        number = watch.count()
    terminal.show(str(number))
    return terminal.DONE
