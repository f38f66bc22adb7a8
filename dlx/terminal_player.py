"""The terminal player: walks along the events of a trace, forwards and back, as keys tell it.

Both command lines use it. What is shown of a search comes from a `Show`, which each of them has for
its own kinds of traces. Where there is no terminal, or rich is not installed, the steps are printed
line by line.
"""

from __future__ import annotations

import sys
from abc import ABC, abstractmethod
from contextlib import suppress
from pathlib import Path
from time import monotonic
from typing import TYPE_CHECKING, Any

from dlx import terminal

if TYPE_CHECKING:
    import argparse
    from collections.abc import Iterator, Mapping, Sequence

    from rich.console import Console, RenderableType

    from dlx.terminal_keys import Keys

    Event = tuple[Any, ...]
    Line = list[tuple[str, str]]

_MOST_EVENTS = 100_000
"""Events that a page can hold and still be quick, unless the user wants more."""
_SPEEDS = (1, 2, 4, 8, 15, 30, 60, 125, 250, 500, 1000, 2000)
"""Steps a second."""
_FRAMES = 30
"""Pictures a second, at most."""

_KEYS = (
    ("Space", "play, pause"),
    ("← →", "step back, step"),
    ("Shift + ← →, or p n", "to the previous, to the next solution"),
    ("Home End", "to the start, to the end"),
    ("+ −", "faster, slower"),
    ("?", "this list"),
    ("q", "quit"),
)


class Show(ABC):
    """A search to be watched: its events, and what there is to see between two of them.

    Pictures are lines of pieces, each a text and its style, in the words of rich.
    """

    title: str
    """What is searched."""
    listing: Sequence[str]
    """What the search does, line by line."""
    events: Iterator[Event]
    """What happens, told once."""

    @abstractmethod
    def forward(self, event: Event) -> None:
        """Go over an event."""

    @abstractmethod
    def backward(self, event: Event) -> None:
        """Go back over the event that was gone over last."""

    @abstractmethod
    def sentence(self, event: Event | None) -> str:
        """Say what the event did that was gone over last; None is the start."""

    @abstractmethod
    def counters(self) -> list[tuple[str, int]]:
        """Tell what has been counted so far."""

    @abstractmethod
    def line(self, event: Event) -> int | None:
        """Tell on which line of the listing the event happened; None if on none."""

    @abstractmethod
    def picture(self, event: Event | None, width: int, height: int) -> list[Line]:
        """Draw the state; so much of it as there is room for."""


def add_options(parser: argparse.ArgumentParser) -> None:
    """Add the options that both commands ``watch`` have."""
    parser.add_argument(
        "--limit", type=terminal.whole_number, metavar="K", help="end after K solutions"
    )
    parser.add_argument(
        "--max-events",
        type=terminal.whole_number,
        default=_MOST_EVENTS,
        metavar="N",
        help=f"end after N events; {_MOST_EVENTS} if left out",
    )
    parser.add_argument(
        "--html",
        metavar="OUT",
        help="don't play it here, but write a page that plays it, with nothing else needed",
    )


def write_page(
    program: str, options: argparse.Namespace, told: Mapping[str, Any], html: str
) -> int:
    """Write a page to where the options say, and tell if it ends early; give the status."""
    Path(options.html).write_text(html, encoding="utf-8")
    if len(told["events"]) > options.max_events:
        terminal.complain(
            program,
            f"the page ends after {options.max_events:,} events; allow more with --max-events",
        )
    return terminal.DONE


def watch(program: str, show: Show) -> int:
    """Play a search in the terminal, or print its steps if it can't be played; give the status."""
    if not (terminal.is_terminal(sys.stdin) and terminal.is_terminal(sys.stdout)):
        return print_steps(show)
    try:
        from rich.console import Console
    except ImportError:
        terminal.complain(program, "to step through it here, install rich: pip install rich")
        return print_steps(show)

    from dlx.terminal_keys import pressed

    player = Player(show)
    with pressed() as keys, suppress(EOFError):
        player.run(Console(), keys)
    return terminal.DONE


def print_steps(show: Show) -> int:
    """Print what each event did, a line each."""
    for number, event in enumerate(show.events, start=1):
        show.forward(event)
        terminal.show(f"{number:6}  {show.sentence(event)}")
    return terminal.DONE


class Player:
    """Where a show is, and what keys do.

    Attributes
    ----------
    place : int
        How many events have been gone over.
    playing : bool
        Whether it goes on by itself.
    """

    def __init__(self, show: Show) -> None:
        self._show = show
        self._told: list[Event] = []
        """The events that have been seen."""
        self._length: int | None = None
        """How many there are; None while nobody knows."""
        self.place = 0
        self.playing = False
        self._speed = 2
        self._helping = False

    def run(self, console: Console, keys: Keys) -> None:
        """Show it, and do what keys tell, until one says to quit."""
        from rich.live import Live

        size = console.size
        with Live(self._page(console), console=console, screen=True, auto_refresh=False) as live:
            before, due = monotonic(), 0.0
            while True:
                key = keys.read(1 / _FRAMES if self.playing else 0.25)
                if key in {"q", "Q"}:
                    return
                now = monotonic()
                if key is not None:
                    self.press(key)
                elif self.playing:
                    due += (now - before) * _SPEEDS[self._speed]
                    self.step(int(due))
                    due %= 1
                elif console.size == size:
                    before = now
                    continue
                before, size = now, console.size
                live.update(self._page(console), refresh=True)

    def press(self, key: str) -> None:
        """Do what a key tells; keys without a meaning do nothing."""
        if key in {"?", "escape"}:
            self._helping = key == "?" and not self._helping
        elif key == " ":
            self.playing = not self.playing
            if self.playing and self._event_at(self.place) is None:
                self.step(-self.place)
        elif key in {"+", "=", "-", "−"}:
            change = 1 if key in "+=" else -1
            self._speed = max(0, min(len(_SPEEDS) - 1, self._speed + change))
        elif key in {"right", "left"}:
            self.playing = False
            self.step(1 if key == "right" else -1)
        elif key in {"shift right", "n", "shift left", "p"}:
            self.playing = False
            self._to_solution(1 if key in {"shift right", "n"} else -1)
        elif key in {"home", "end"}:
            self.playing = False
            while self._walk(1 if key == "end" else -1):
                pass

    def step(self, count: int) -> None:
        """Go over so many events, back if it is negative, as far as there are any."""
        for _ in range(abs(count)):
            if not self._walk(1 if count > 0 else -1):
                self.playing = False
                return

    def _to_solution(self, direction: int) -> None:
        while self._walk(direction):
            event = self._event_at(self.place - 1)
            if event is not None and event[0] == "solution":
                return

    def _walk(self, direction: int) -> bool:
        """Go over an event in one of the directions; tell whether there was one."""
        if direction > 0:
            event = self._event_at(self.place)
            if event is None:
                return False
            self._show.forward(event)
        else:
            if self.place == 0:
                return False
            self._show.backward(self._told[self.place - 1])
        self.place += direction
        return True

    def _event_at(self, place: int) -> Event | None:
        """Give an event, with the search going on only as far as that takes."""
        if place < 0:
            return None
        while self._length is None and place >= len(self._told):
            event = next(self._show.events, None)
            if event is None:
                self._length = len(self._told)
            else:
                self._told.append(event)
        return self._told[place] if place < len(self._told) else None

    # What is seen

    def _page(self, console: Console) -> RenderableType:
        from rich.console import Group
        from rich.rule import Rule
        from rich.table import Table
        from rich.text import Text

        width, height = console.size
        event = self._event_at(self.place - 1)
        head = Table.grid(expand=True)
        head.add_column()
        head.add_column(justify="right")
        length = "" if self._length is None else f" of {self._length:,}"
        speed = _SPEEDS[self._speed]
        state = f"▶ {speed} a second" if self.playing else f"paused, {speed} a second"
        head.add_row(
            Text(self._show.title, "bold"),
            Text(f"event {self.place:,}{length} · {state} · ? keys · q quit", "dim"),
        )
        counters = Text(" · ").join(
            Text.assemble(f"{name} ", (f"{value:,}", "bold"))
            for name, value in self._show.counters()
        )
        parts: list[RenderableType] = [
            head,
            Rule(style="dim"),
            Text(self._show.sentence(event)),
            Text(),
            counters,
            Text(),
        ]
        room = max(1, height - 8)
        if self._helping:
            listed = Table.grid(padding=(0, 2))
            for key, meaning in _KEYS:
                listed.add_row(Text(key, "bold"), meaning)
            return Group(*parts, listed)
        listing = self._listing()
        beside = max((len(line) for line in self._show.listing), default=0) + 4
        wide = width >= beside + 40
        picture = Text("\n", no_wrap=True, overflow="crop").join(
            Text.assemble(*line)
            for line in self._show.picture(event, width - beside if wide else width, room)
        )
        if not wide:
            return Group(*parts, picture, Text(), listing)
        body = Table.grid(padding=(0, 4, 0, 0))
        body.add_row(picture, listing)
        return Group(*parts, body)

    def _listing(self) -> RenderableType:
        from rich.text import Text

        marked = None
        for place in range(self.place - 1, -1, -1):
            marked = self._show.line(self._told[place])
            if marked is not None:
                break
        return Text("\n", no_wrap=True, overflow="ellipsis").join(
            Text.assemble(
                ("▸ " if k == marked else "  ") + line, style="bold" if k == marked else "dim"
            )
            for k, line in enumerate(self._show.listing)
        )


def window(count: int, room: int, around: int) -> range:
    """Give the places of a list that there is room for, around one of them."""
    size = max(room, 1)
    first = max(0, min(around - size // 2, count - size))
    return range(first, min(count, first + size))
