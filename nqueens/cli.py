"""The command line ``nqueens``."""

from __future__ import annotations

import argparse
import json
import re
import shlex
import sys
from contextlib import closing, contextmanager
from itertools import islice
from time import monotonic
from typing import TYPE_CHECKING

from dlx import ProblemError, terminal, terminal_player
from nqueens.arguments import size_of
from nqueens.board import LARGEST_PICTURE, draw
from nqueens.methods import (
    COUNTING_METHODS,
    METHODS,
    SOLVING_METHODS,
    begin_counting,
    begin_solving,
    compare_methods,
)
from nqueens.protocol import Limited
from nqueens.puzzles import make_puzzle
from nqueens.quadrants import LARGEST
from nqueens.symmetric import with_symmetric
from nqueens.traces import METHODS as TRACED_METHODS
from nqueens.traces import trace

if TYPE_CHECKING:
    from collections.abc import Generator, Iterator, Sequence

    from nqueens.arguments import Square
    from nqueens.protocol import Method

_SQUARE_OPTIONS = ("--given", "--blocked")
_LETTERS = "abcdefghijklmnopqrstuvwxyz"
_LONGEST_SQUARE = 20
"""More digits than any number has that is on a board."""
_WRITTEN = "a square is like b4, or row,column, such as 4,1"
_SQUARES_HELP = (
    "squares as in chess, such as b4 (column b, the fourth row from below; up to 26 columns), or "
    "as row,column counted from 0 and from above, such as 4,1; several with commas between, or in "
    "several options"
)


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
    commands = {
        "solve": _solve,
        "complete": _complete,
        "count": _count,
        "compare": _compare,
        "puzzle": _puzzle,
        "watch": _watch,
    }
    if words and words[0] not in (*commands, "-h", "--help", "--version"):
        words.insert(0, "solve")
    options = _parser().parse_args(_joined(words))
    return terminal.run_command("nqueens", lambda: commands[options.command](options))


def _joined(words: list[str]) -> list[str]:
    """Join squares that begin with a minus sign to their option: argparse sees an option in them.

    There is no such square, but then one should be told so.
    """
    joined: list[str] = []
    for word in words:
        if joined and joined[-1] in _SQUARE_OPTIONS and re.match("-[A-Za-z]?[0-9]", word):
            joined[-1] += f"={word}"
        else:
            joined.append(word)
    return joined


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
    complete = commands.add_parser(
        "complete", help="place the queens that are missing where some are given"
    )
    count = commands.add_parser("count", help="print the number of solutions")
    compare = commands.add_parser(
        "compare", help="run the methods one after another: solutions, seconds, steps"
    )
    puzzle = commands.add_parser(
        "puzzle", help="make a puzzle: a board in regions with exactly one answer"
    )
    watch = commands.add_parser("watch", help="step through a search, forwards and back")
    for command in (solve, complete, count, compare, watch):
        command.add_argument("n", metavar="N", help="the size of the board")
    puzzle.add_argument(
        "n", metavar="N", nargs="?", default="8", help="the size of the board; 8 if left out"
    )
    puzzle.add_argument(
        "--seed",
        type=terminal.seed,
        metavar="S",
        help="make the puzzle of this number, always the same",
    )
    puzzle.add_argument("--answer", action="store_true", help="show the answer too")
    puzzle.add_argument(
        "--format",
        choices=("plain", "json"),
        default="plain",
        help="a letter for each region, or JSON with the regions, the answer, the effort and the "
        "seed",
    )

    for command in (complete, watch):
        for name in ("given", "blocked"):
            what = "queens that stand there" if name == "given" else "squares that stay empty"
            command.add_argument(
                f"--{name}",
                action="append",
                default=[],
                metavar="SQUARES",
                help=f"{what}: "
                + (_SQUARES_HELP if name == "given" else "written in the same way"),
            )
    for command in (solve, complete):
        command.add_argument(
            "--all", action="store_true", help="list every solution, a line each, as it is found"
        )
        command.add_argument(
            "--limit", type=terminal.whole_number, metavar="K", help="list, but at most K solutions"
        )
        command.add_argument(
            "--format",
            choices=("plain", "json"),
            help="list, as plain columns, row by row from 0, or as JSON arrays of them",
        )
        command.add_argument(
            "--method",
            metavar="NAME",
            help=f"how to search: {', '.join(SOLVING_METHODS)}. Left out, it is dlx; but where "
            "nothing else is asked for, construction writes a board down, of any size",
        )
        command.add_argument(
            "--seed",
            type=terminal.seed,
            metavar="S",
            help="search in another order, chosen by the number S",
        )
    count.add_argument(
        "--method",
        metavar="NAME",
        default="auto",
        help="how to count: auto, the fastest that can, if left out; or one of "
        f"{', '.join(COUNTING_METHODS)}",
    )
    count.add_argument(
        "--threads",
        type=terminal.whole_number,
        default=1,
        metavar="T",
        help="how many threads may share the work; only quadrants use more than one",
    )
    count.add_argument(
        "--by-symmetry",
        action="store_true",
        help="tell also how many boards differ when turned and mirrored boards are the same",
    )
    for command in (solve, complete, count, puzzle):
        terminal.add_search_options(command, "building an exact cover problem and of searching")
    compare.add_argument(
        "--methods",
        metavar="NAMES",
        help="which ones, with commas between; if left out, those that don't take long. There "
        f"are {', '.join(METHODS)}",
    )
    watch.add_argument(
        "--method",
        metavar="NAME",
        default="dlx",
        help=f"whose search: dlx, if left out, or one of {', '.join(TRACED_METHODS[1:])}",
    )
    watch.add_argument(
        "--seed",
        type=terminal.seed,
        default=0,
        metavar="S",
        help="which random numbers min_conflicts takes; 0 if left out",
    )
    terminal_player.add_options(watch)
    return parser


def _size(text: str) -> int:
    if not re.fullmatch("[+-]?[0-9]+", text):
        raise ProblemError(
            f"{terminal.shortened(text)!r} is no whole number, so no size of a board, and no "
            "command; see nqueens --help"
        )
    try:
        number = terminal.integer(text)
    except argparse.ArgumentTypeError as error:
        raise ProblemError(f"the size of the board: {error}") from None
    with _bad_input():
        return size_of(number)


def _squares(words: list[str], n: int) -> list[Square]:
    """Read squares: as in chess, or as pairs of numbers."""
    squares: list[Square] = []
    numbers: list[int] = []
    for word in re.split(r"[,;\s]+", " ".join(words)):
        chess = re.fullmatch("([A-Za-z])([0-9]+)", word)
        if len(word) > _LONGEST_SQUARE:
            raise ProblemError(f"{terminal.shortened(word)} is no square of this board; {_WRITTEN}")
        if re.fullmatch("-?[0-9]+", word):
            numbers.append(int(word))
            if len(numbers) == 2:
                squares.append((numbers[0], numbers[1]))
                numbers = []
        elif chess and not numbers:
            column, row = _LETTERS.index(chess[1].lower()), n - int(chess[2])
            if column not in range(n) or row not in range(n):
                where = f"a1 to {_LETTERS[min(n, 26) - 1]}{n}" if n else "none at all"
                raise ProblemError(f"{word} is off the board; its squares are {where}")
            squares.append((row, column))
        elif word:
            raise ProblemError(f"{word!r} is no square; {_WRITTEN}")
    if numbers:
        raise ProblemError(f"{numbers[0]} has no column; {_WRITTEN}")
    return squares


@contextmanager
def _bad_input() -> Iterator[None]:
    """Turn what the library says of bad arguments into what the command line says of them."""
    try:
        yield
    except ValueError as error:
        raise ProblemError(str(error)) from None


@contextmanager
def _counted_in(options: argparse.Namespace) -> Iterator[None]:
    """Take the time that is spent here off what ``--seconds`` allows."""
    began = monotonic()
    yield
    if options.seconds is not None:
        options.seconds = max(0.0, options.seconds - (monotonic() - began))


def _solve(options: argparse.Namespace) -> int:
    return _show(options, _size(options.n), {})


def _complete(options: argparse.Namespace) -> int:
    n = _size(options.n)
    return _show(options, n, _given_and_blocked(options, n))


def _given_and_blocked(options: argparse.Namespace, n: int) -> dict[str, list[Square]]:
    return {name: _squares(getattr(options, name), n) for name in ("given", "blocked")}


def _show(options: argparse.Namespace, n: int, squares: dict[str, list[Square]]) -> int:
    """Show one board, or list several."""
    listing = options.all or options.limit is not None or options.format is not None
    asked = {"seed": options.seed, "max_nodes": options.max_nodes, "seconds": options.seconds}
    asked |= {name: wanted for name, wanted in squares.items() if wanted}
    method = options.method
    if method is None:
        plain = not listing and all(wanted is None for wanted in asked.values())
        method = "construction" if plain else "dlx"
    with _bad_input(), _counted_in(options):
        search = begin_solving(method, n, **asked)
    visible = not (listing and terminal.is_terminal(sys.stdout))
    found = False
    with closing(_boards(search, options, visible=visible)) as boards:
        for board in islice(boards, options.limit if listing else 1):
            found = True
            if not listing and n <= LARGEST_PICTURE:
                text = draw(board)
            elif options.format == "json":
                text = json.dumps(board)
            else:
                text = " ".join(map(str, board))
            terminal.show(text)
    queens = "1 queen" if n == 1 else f"{n} queens"
    if any(squares.values()):
        queens += " like that"
    if not found and options.limit != 0:
        terminal.complain("nqueens", f"there is no way to place {queens}")
        return terminal.NO_SOLUTION
    if not listing:
        _suggest(
            options, n, queens if n <= LARGEST_PICTURE else f"{queens}: the column of each row"
        )
    return terminal.DONE


def _boards(
    search: Method, options: argparse.Namespace, *, visible: bool
) -> Generator[tuple[int, ...]]:
    """Go through the boards, and show the progress of a search that can tell it."""
    if isinstance(search, Limited):
        with terminal.Watch(search, options, visible=visible) as watch:
            yield from watch.solutions()
    else:
        yield from search


def _suggest(options: argparse.Namespace, n: int, queens: str) -> None:
    """Say after one board what to try next."""
    words = [] if options.command == "solve" else [options.command]
    words.append(str(n))
    for name in ("given", "blocked"):
        for squares in getattr(options, name, []):
            words += [f"--{name}", squares]
    hints = {shlex.join([*words, "--all"]): "every solution, a line each: the column of each row"}
    if options.command == "solve" and n > LARGEST:
        hints = {
            f"{n} --method permutation --seed 1": "another one, chosen by the seed",
            f"compare {n}": "the methods for large boards, side by side",
        }
    elif options.command == "solve":
        hints |= {
            f"count {n}": "how many there are",
            f"compare {n}": "the methods, side by side",
            f"watch {n}": "a search, step by step",
        }
    width = max(map(len, hints))
    print(f"\nThis is one way to place {queens}. To see more:", file=sys.stderr)
    for hint, what in hints.items():
        print(f"  nqueens {hint:{width}}    {what}", file=sys.stderr)


def _count(options: argparse.Namespace) -> int:
    n = _size(options.n)
    with _bad_input(), _counted_in(options):
        search = begin_counting(
            options.method,
            n,
            threads=options.threads,
            max_nodes=options.max_nodes,
            seconds=options.seconds,
        )
    if isinstance(search, Limited):
        with terminal.Watch(search, options) as watch:
            number = watch.count()
    else:
        number = search.count()
    terminal.show(_by_symmetry(n, number) if options.by_symmetry else str(number))
    return terminal.DONE


def _by_symmetry(n: int, number: int) -> str:
    """Tell how many boards differ, and how many boards each of them is when turned and mirrored."""
    counts = with_symmetric(n, number)
    classes = [f"{many} x {size}" for size, many in counts.classes.items() if many]
    total = f"{number} = {' + '.join(classes)}" if classes else "0"
    return (
        f"{total}\n{counts.fundamental} however turned or mirrored\n"
        f"{counts.half_turn} the same after a half turn, "
        f"{counts.quarter_turn} of them after a quarter turn"
    )


def _compare(options: argparse.Namespace) -> int:
    n = _size(options.n)
    methods = None if options.methods is None else re.findall(r"[^,\s]+", options.methods)
    if methods == []:
        raise ProblemError(f"--methods names none; the methods are {', '.join(METHODS)}")
    with _bad_input():
        table = compare_methods(n, methods)
    terminal.show(str(table))
    missing = [name for name in METHODS if name not in {row.method for row in table}]
    if methods is None and missing:
        terminal.complain(
            "nqueens",
            f"left out, as they would take long: {', '.join(missing)}; --methods takes them all "
            "the same",
        )
    return terminal.DONE


def _puzzle(options: argparse.Namespace) -> int:
    limits = {} if options.max_nodes is None else {"max_nodes": options.max_nodes}
    with _bad_input():
        puzzle = make_puzzle(_size(options.n), seed=options.seed, seconds=options.seconds, **limits)
    if options.format == "json":
        terminal.show(json.dumps(puzzle._asdict()))
        return terminal.DONE
    terminal.show(f"{puzzle}\n\n{draw(puzzle.answer)}" if options.answer else str(puzzle))
    again = f"nqueens puzzle {options.n} --seed {puzzle.seed}"
    print(
        "\nPlace a queen in each row, column and region; queens may not touch.\n"
        f"  {again} --answer    this puzzle again, with its answer",
        file=sys.stderr,
    )
    return terminal.DONE


def _watch(options: argparse.Namespace) -> int:
    n = _size(options.n)
    with _bad_input():
        events = trace(
            n,
            method=options.method,
            seed=options.seed,
            limit=options.limit,
            max_events=options.max_events,
            **_given_and_blocked(options, n),
        )
    if options.html is None:
        from nqueens.terminal_board import show_of

        return terminal_player.watch("nqueens", show_of(events))
    from nqueens.player import page

    told = events.as_json()
    return terminal_player.write_page("nqueens", options, told, page(told))
