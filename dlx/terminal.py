"""What the command lines of both packages share: exit statuses, limits, progress.

Results go to stdout, all else to stderr. The exit status is 0 when all was done, 1 when a solution
was asked for and there is none, 2 for bad input, 3 when a limit was reached, 130 after Ctrl-C.
"""

from __future__ import annotations

import argparse
import errno
import math
import os
import re
import sys
from contextlib import suppress
from importlib.metadata import version
from pathlib import Path
from time import monotonic
from typing import TYPE_CHECKING, Any, Protocol, Self, TextIO, cast

from dlx.errors import LimitReached, ProblemError

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from rich.progress import Progress

    from dlx.search import Stats

DONE, NO_SOLUTION, BAD_INPUT, LIMIT_REACHED, INTERRUPTED = 0, 1, 2, 3, 130

_OPTIONS = {"nodes": "max-nodes", "seconds": "seconds"}
"""The option that sets each of a search's limits."""

_MOST_DIGITS = 18
"""How long a number on the command line may be: none that makes sense is longer."""
_MOST_DIGITS_OF_A_SEED = 1000
_LONGEST_WORD = 40
"""The longest word that a message repeats as it stands."""

_SLICE = 0.25
"""Seconds between two looks at the progress."""
_LONG = 1.0
"""Seconds after which a run is long enough to show its progress."""


def run_command(program: str, command: Callable[[], int]) -> int:
    """Run a command and turn what it raises into a message on stderr and an exit status."""
    try:
        return command()
    except BrokenPipeError:
        # Whoever read the output has seen enough. Python would complain once more at exit, when it
        # flushes what is left; so what is left goes nowhere.
        with Path(os.devnull).open("wb") as nowhere:
            os.dup2(nowhere.fileno(), sys.stdout.fileno())
        return DONE
    except LimitReached as limit:
        found = f"{limit.stats.nodes:,} nodes and {limit.solutions:,} solutions"
        option = _OPTIONS[limit.reason]
        complain(program, f"the limit --{option} was reached after {found}; allow more to go on")
        return LIMIT_REACHED
    except KeyboardInterrupt:
        complain(program, "interrupted")
        return INTERRUPTED
    except UnicodeEncodeError as error:
        letter = ascii(error.object[error.start])
        complain(program, f"{error.encoding} can't write {letter}; set PYTHONIOENCODING=utf-8")
        return BAD_INPUT
    except OSError as error:
        where = "" if error.filename is None else f"{error.filename}: "
        complain(program, f"{where}{error.strerror or error}")
        return BAD_INPUT
    except (ProblemError, NotImplementedError) as error:
        complain(program, str(error))
        return BAD_INPUT
    except MemoryError:
        complain(program, "the problem is too large for the memory of this machine")
        return BAD_INPUT


def show(text: str) -> None:
    """Print a result at once and whole, even if Ctrl-C comes meanwhile."""
    if sys.stdout is None:
        raise OSError(errno.EBADF, "stdout is closed")
    print(text + "\n", end="", flush=True)


def complain(program: str, message: str) -> None:
    """Say something that is no result."""
    with suppress(OSError):  # where nobody can be told, the exit status still tells
        print(f"{program}: {message}", file=sys.stderr)


def is_terminal(stream: TextIO | None) -> bool:
    """Tell whether somebody sees what is written there; a closed stream is None."""
    return stream is not None and stream.isatty()


def add_version(parser: argparse.ArgumentParser) -> None:
    """Add the option that tells which release is installed."""
    parser.add_argument(
        "--version", action="version", version=f"%(prog)s {version('dlx-exact-cover')}"
    )


def shortened(text: str) -> str:
    """Give a word of the user's for a message: no more of it than is needed to find it again."""
    return text if len(text) <= _LONGEST_WORD else f"{text[:10]}... ({len(text)} characters)"


def integer(text: str, most_digits: int = _MOST_DIGITS) -> int:
    """Read a whole number from the command line; `argparse` shows what is wrong with it."""
    digits = re.fullmatch("[+-]?0*([0-9]+)", text)
    if digits is None:
        raise argparse.ArgumentTypeError(f"{shortened(text)!r} is no whole number")
    if len(digits[1]) > most_digits:
        raise argparse.ArgumentTypeError(
            f"{shortened(text)} is too large a number; it can have {most_digits} digits at most"
        )
    number = int(digits[1])  # without zeros in front, of which there may be too many to read
    return -number if text.startswith("-") else number


def whole_number(text: str) -> int:
    """Read a whole number of 0 or more from the command line."""
    number = integer(text)
    if number < 0:
        raise argparse.ArgumentTypeError(f"{text} is below 0; it must be 0 or more")
    return number


def seed(text: str) -> int:
    """Read the seed of random numbers from the command line: a whole number of any size."""
    return integer(text, _MOST_DIGITS_OF_A_SEED)


def duration(text: str) -> float:
    """Read a number of seconds of 0 or more from the command line."""
    try:
        seconds = float(text)
    except ValueError:
        raise argparse.ArgumentTypeError(f"{shortened(text)!r} is no number of seconds") from None
    if not seconds >= 0:
        raise argparse.ArgumentTypeError(
            f"{shortened(text)} is no number of seconds; it must be 0 or more"
        )
    return seconds


def add_search_options(parser: argparse.ArgumentParser, timed: str = "searching") -> None:
    """Add the options that every searching command has; say what the seconds are those of."""
    parser.add_argument(
        "--max-nodes", type=whole_number, metavar="N", help="stop after N nodes of the search"
    )
    parser.add_argument(
        "--seconds", type=duration, metavar="S", help=f"stop after S seconds of {timed}"
    )


class Watched(Protocol):
    """What a search must be able to do to be watched; a `Search` can, and is iterated as well."""

    def count(self) -> int:
        """Count what is left."""

    def allow(self, *, max_nodes: int | None = None, seconds: float | None = None) -> None:
        """Set new limits for what follows."""

    @property
    def stats(self) -> Stats:
        """What has been done in all."""


class Watch:
    """Lets a search run in slices and shows how far it is, if there is anybody to see it.

    Progress is shown on stderr when that is a terminal, after a second, and if rich is installed.

    Parameters
    ----------
    search : Watched
        The search, without limits of its own on nodes and seconds.
    options : argparse.Namespace
        The command line's ``max_nodes`` and ``seconds``.
    visible : bool
        Whether the terminal is free: not if results are being listed on it.
    """

    def __init__(
        self, search: Watched, options: argparse.Namespace, *, visible: bool = True
    ) -> None:
        self.search = search
        self._nodes: int | None = options.max_nodes
        self._seconds: float = math.inf if options.seconds is None else options.seconds
        self._slice = math.inf
        self._patience = _SLICE
        self._nodes_before = 0
        self._bar = _progress_bar() if visible and is_terminal(sys.stderr) else None
        self._shown_from = monotonic() + _LONG
        self._task: Any = None
        self._allow_a_slice()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        if self._bar is not None and self._task is not None:
            self._bar.stop()

    def solutions(self) -> Iterator[tuple[Any, ...]]:
        """Go through the solutions."""
        while True:
            try:
                yield from cast("Iterator[tuple[Any, ...]]", self.search)
            except LimitReached as limit:
                self._go_on_after(limit)
            else:
                return

    def count(self) -> int:
        """Count the solutions of a search that has just begun."""
        while True:
            try:
                self.search.count()
            except LimitReached as limit:
                self._go_on_after(limit)
            else:
                return self.search.stats.solutions

    def _allow_a_slice(self) -> None:
        self._slice = min(self._seconds, math.inf if self._bar is None else self._patience)
        self.search.allow(
            max_nodes=None if self._nodes is None else self._nodes - self.search.stats.nodes,
            seconds=None if self._slice == math.inf else self._slice,
        )

    def _go_on_after(self, limit: LimitReached) -> None:
        """Show the progress, or raise the limit again if it is the user's and not a slice's."""
        if limit.reason != "seconds" or self._slice == self._seconds:
            raise limit
        self._seconds -= self._slice
        if limit.stats.nodes == self._nodes_before:
            self._patience *= 2  # it makes something first, perhaps, and couldn't finish that
        self._nodes_before = limit.stats.nodes
        if self._bar is not None and monotonic() >= self._shown_from:
            if self._task is None:
                self._bar.start()
                self._task = self._bar.add_task("", total=1.0)
            done = f"{limit.stats.nodes:,} nodes, {limit.stats.solutions:,} solutions"
            self._bar.update(self._task, completed=limit.search.progress(), description=done)
        self._allow_a_slice()


def _progress_bar() -> Progress | None:
    try:
        from rich.console import Console
        from rich.progress import (
            BarColumn,
            Progress,
            TaskProgressColumn,
            TextColumn,
            TimeElapsedColumn,
        )
    except ImportError:
        return None
    return Progress(
        BarColumn(),
        TaskProgressColumn(),
        TimeElapsedColumn(),
        TextColumn("{task.description}"),
        console=Console(stderr=True),
        transient=True,
        redirect_stdout=False,  # results must not go where the bar is
        redirect_stderr=False,
    )
