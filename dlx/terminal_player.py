"""The terminal player: walks along the events of a trace, forwards and back, as keys tell it.

Both command lines use it. What is shown of a search comes from a `Show`, which each of them has for
its own kinds of traces. Where there is no terminal, or rich is not installed, the steps are printed
line by line.
"""

from __future__ import annotations

import sys
from abc import ABC, abstractmethod
from contextlib import suppress
from itertools import zip_longest
from pathlib import Path
from textwrap import wrap
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

_LOW = 16
"""A terminal with fewer lines shows no more than it must."""
_LISTING, _GAP, _PICTURE = 44, 4, 32
"""The columns that the listing takes beside the picture, those between, and the picture's: in a
terminal with fewer in all, the listing is below."""

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
    words = [told["words"][word] for word, *_ in told["events"]]
    done = told["events"][-1][1] or words.count("solution") == options.limit
    if len(words) > options.max_events and not done:
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
        self._steps = Window()
        """Which part of the listing is in view."""

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

    def page(self, width: int, height: int) -> list[Line]:
        """Give what is seen, line by line, in a terminal of this size."""
        event = self._event_at(self.place - 1)
        low = height < _LOW
        lines = [self._head(width)]
        if not low:
            lines.append([("─" * width, "dim")])
        lines += self._sentence(event, width, height)
        lines += self._counters(width, one_line=low)
        if not low:
            lines.append([])
        room = max(1, height - len(lines))
        body = self._help(width) if self._helping else self._body(event, width, room)
        return lines + body[:room]

    def _page(self, console: Console) -> RenderableType:
        from rich.text import Text

        lines = [Text.assemble(*line) for line in self.page(*console.size)]
        return Text("\n", no_wrap=True, overflow="crop").join(lines)

    def _head(self, width: int) -> Line:
        """Give the title and where the player is; in a narrow terminal less of both."""
        title = self._show.title
        length = "" if self._length is None else f" of {self._length:,}"
        speed, event = f"{_SPEEDS[self._speed]} a second", f"event {self.place:,}"
        state = f"▶ {speed}" if self.playing else f"paused, {speed}"
        states = [
            f"{event}{length} · {state} · ? keys · q quit",
            f"{event}{length} · {state} · ? keys",
            f"{event}{length} · ? keys",
            f"{event} · ? keys",
            event,
        ]
        shown = next((each for each in states if len(title) + 2 + len(each) <= width), event)
        title = shortened(title, max(0, width - 2 - len(shown)))
        return [(title, "bold"), (" " * (width - len(title) - len(shown)), ""), (shown, "dim")]

    def _sentence(self, event: Event | None, width: int, height: int) -> list[Line]:
        """Give the sentence on two lines or more, so that what is below seldom moves."""
        texts = wrap(self._show.sentence(event), max(1, width))
        most = max(2, height // 4)
        if len(texts) > most:
            texts[most - 1 :] = [shortened(" ".join(texts[most - 1 :]), width)]
        return [[(text, "")] for text in texts] + [[] for _ in range(2 - len(texts))]

    def _counters(self, width: int, *, one_line: bool) -> list[Line]:
        lines: list[Line] = [[]]
        used = 0
        for name, value in self._show.counters():
            size = len(f"{name} {value:,}")
            if used and used + 3 + size > width:
                if one_line:
                    break
                lines.append([])
                used = 0
            lines[-1] += [(" · " if used else "", ""), (f"{name} ", ""), (f"{value:,}", "bold")]
            used += size + (3 if used else 0)
        return lines

    def _help(self, width: int) -> list[Line]:
        keys = max(len(key) for key, _ in _KEYS) + 2
        lines: list[Line] = []
        for key, meaning in _KEYS:
            texts = wrap(meaning, max(8, width - keys))
            lines += [[(f"{key:{keys}}", "bold"), (texts[0], "")]]
            lines += [[(" " * keys + text, "")] for text in texts[1:]]
        return lines

    def _body(self, event: Event | None, width: int, room: int) -> list[Line]:
        """Give the picture, and the listing beside it or, in a narrow terminal, below."""
        longest = max((len(line) for line in self._show.listing), default=0) + 2
        beside = min(longest, _LISTING)
        if width < beside + _GAP + _PICTURE:
            listing, marked = self._listing(width)
            high = room if room < _LOW // 2 else max(room - 1 - len(listing), 2 * room // 3)
            picture = self._show.picture(event, width, high)
            left = room - len(picture) - 1
            return picture + ([[], *self._part(listing, marked, left)] if left > 0 else [])
        picture = self._show.picture(event, width - beside - _GAP, room)
        across = max((sum(len(text) for text, _ in line) for line in picture), default=0) + _GAP
        listing, marked = self._listing(max(beside, min(longest, width - across)))
        none: Line = []
        return [
            [*left, (" " * (across - sum(len(text) for text, _ in left)), ""), *right]
            for left, right in zip_longest(
                picture, self._part(listing, marked, room), fillvalue=none
            )
        ]

    def _listing(self, width: int) -> tuple[list[Line], range]:
        """Give the listing, broken into lines, and which of these are the step that is done."""
        done = None
        for place in range(self.place - 1, -1, -1):
            done = self._show.line(self._told[place])
            if done is not None:
                break
        lines: list[Line] = []
        marked = range(0)
        for k, step in enumerate(self._show.listing):
            indent = " " * (len(step) - len(step.lstrip()) + 2)
            texts = wrap(step, max(8, width - 2), subsequent_indent=indent) or [""]
            style = "bold" if k == done else "dim"
            if k == done:
                marked = range(len(lines), len(lines) + len(texts))
            signs = ["▸ " if k == done else "  ", *("  " for _ in texts)]
            lines += [[(sign + text, style)] for sign, text in zip(signs, texts, strict=False)]
        return lines, marked

    def _part(self, listing: list[Line], marked: range, room: int) -> list[Line]:
        """Give as much of the listing as there is room for, with what is marked in it."""
        for around in [*reversed(marked)] or [-1]:
            places = self._steps.places(len(listing), room, around)
        return [listing[k] for k in places]


def shortened(text: str, size: int) -> str:
    """Give a text of at most this many letters, with "…" for what is left out."""
    return text if len(text) <= size else f"{text[: size - 1]}…" if size > 0 else ""


class Window:
    """Which part of a list is in view, when there is no room for all of it.

    It stays where it is until what is looked at leaves it.
    """

    def __init__(self) -> None:
        self._first = self._around = 0

    def places(self, count: int, room: int, around: int = -1) -> range:
        """Give the places in view: as many as there is room for, one at least.

        Parameters
        ----------
        count : int
            How long the list is.
        room : int
            How many there is room for.
        around : int
            The place that must be in view; -1 for the one that had to be before.
        """
        size = max(room, 1)
        if around >= 0:
            self._around = around
        if not self._first <= self._around < self._first + size:
            self._first = self._around - size // 2
        self._first = max(0, min(self._first, count - size))
        return range(self._first, min(count, self._first + size))
