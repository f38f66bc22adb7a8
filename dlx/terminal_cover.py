"""What the terminal player shows of a search for exact covers: the matrix, item by item."""

from __future__ import annotations

from typing import TYPE_CHECKING

from dlx.colored import Colored
from dlx.errors import counted
from dlx.terminal_player import Show, Window, shortened
from dlx.trace import LISTING, Replay, listing_of

if TYPE_CHECKING:
    from collections.abc import Hashable, Iterator

    from dlx.problem import Problem
    from dlx.terminal_player import Event, Line

_WIDEST = 8
"""Letters of an item's name that are shown."""


class CoverShow(Show):
    """A search for exact covers.

    Parameters
    ----------
    problem : Problem
        What is searched.
    events : iterator of events
        Those of its trace.
    title : str
        What it is called.
    """

    def __init__(self, problem: Problem, events: Iterator[Event], title: str) -> None:
        self.title, self.events = title, events
        self.listing = listing_of(problem.instance)["lines"]
        self.replay = Replay(problem.instance)
        self.problem = problem
        self._rows, self._columns = Window(), Window()
        self._items = [str(item) for item in (*problem.primary, *problem.secondary)]
        self._labels: list[Hashable] = list(problem)
        self._entries = [" ".join(map(_entry_text, problem[label])) for label in self._labels]
        instance = problem.instance
        self._choosable = {*instance.choosable()}
        self._given = instance.given
        self._out: set[int] = set()
        """The options that are hidden."""
        self._covered = {
            instance.items[place]
            for option in instance.given
            for place in instance.entries(option)
            if not instance.colors[place]
        }
        """The items that are covered."""

    def forward(self, event: Event) -> None:
        """Go over an event."""
        self._take_out_or_put_back(event, out=event[0] in {"hide", "cover"})
        self.replay.forward(event)

    def backward(self, event: Event) -> None:
        """Go back over the event that was gone over last."""
        self._take_out_or_put_back(event, out=event[0] in {"unhide", "uncover"})
        self.replay.backward(event)

    def _take_out_or_put_back(self, event: Event, *, out: bool) -> None:
        places = {"hide": self._out, "unhide": self._out}
        places |= {"cover": self._covered, "uncover": self._covered}
        if event[0] in places:
            (set.add if out else set.discard)(places[event[0]], event[1])

    def counters(self) -> list[tuple[str, int]]:
        """Tell what has been counted so far."""
        replay = self.replay
        return [
            ("level", len(replay.options)),
            ("nodes", replay.nodes),
            ("updates", replay.links.updates),
            ("solutions", replay.solutions),
        ]

    def line(self, event: Event) -> int | None:
        """Tell on which line of the listing the event happened."""
        word, *numbers = event
        item = numbers[1] if word in {"hide", "unhide"} else numbers[0] if numbers else None
        own = word in LISTING["own"] and self.replay.items[-1:] == [item]
        line: int | None = LISTING["own" if own else "at"].get(word)
        return line

    def sentence(self, event: Event | None) -> str:
        """Say what the event did that was gone over last."""
        if event is None:
            return self._task()
        word, *numbers = event
        first = numbers[0]
        if word == "enter":
            return f"Level {first} is entered."
        if word == "solution":
            chosen = sorted({*self._given, *self.replay.options})
            labels = ", ".join(str(self._labels[option]) for option in chosen)
            return f"Solution {first}: {labels}."
        if word == "end":
            found = counted(self.replay.solutions, "solution")
            how = "The search is done" if first else "The trace ends here, at its limit"
            return f"{how}: {found}."
        if word == "choose":
            left = counted(numbers[1], "option")
            return f"Item {self._items[first]} is to be covered next: {left} left for it."
        if word in {"cover", "uncover", "dead end", "backtrack"}:
            return {
                "cover": "Item {} is covered.",
                "uncover": "Item {} is uncovered.",
                "dead end": "Dead end: no option is left for item {}.",
                "backtrack": "All options for item {} have been tried.",
            }[word].format(self._items[first])
        if word in {"purify", "unpurify"}:
            name, option = self._items[first], self._name(numbers[1])
            if word == "unpurify":
                return f"Item {name} has no color any more."
            return f"Item {name} gets the color that it has in {option}."
        option = self._name(first)
        return {
            "hide": f"Hide {option}.",
            "unhide": f"Put back {option}.",
            "take back": f"Take back {option}.",
            "try": f"Try {option}.",
        }[word]

    def _task(self) -> str:
        options, instance = counted(len(self._labels), "option"), self.problem.instance
        secondary = len(self._items) - instance.primary_count
        if not secondary:
            items = counted(len(self._items), "item")
            return f"Choose options such that every item is in exactly one: {items}, {options}."
        several = ", or in several that give it one color" if any(instance.colors) else ""
        return (
            "Choose options such that every primary item is in exactly one, and every secondary "
            f"item in one at most{several}: {counted(instance.primary_count, 'primary item')}, "
            f"{counted(secondary, 'secondary item')}, {options}."
        )

    def _name(self, option: int) -> str:
        entries = self._entries[option]
        return f"option {self._labels[option]} ({entries})"

    def picture(self, event: Event | None, width: int, height: int) -> list[Line]:
        """Draw the matrix: 1 in its list, a dot out of it; what is chosen is marked."""
        option, item = self._about(event)
        chosen = {*self._given, *self.replay.options}
        cell = min(_WIDEST, max(map(len, self._items), default=0)) + 3  # with its parentheses
        longest = max(4, min(width // 2, width - cell) - 3)
        labels = [
            f"{'*' if k in chosen else ' '} {shortened(str(label), longest)}"
            for k, label in enumerate(self._labels)
        ]
        margin = max(map(len, labels), default=0) + 1
        if event is None:
            self._rows, self._columns = Window(), Window()
        items = self._columns.places(len(self._items), (width - margin) // cell, item)
        head: Line = [(" " * margin, "")]
        for k in items:
            style = "dim" if k in self._covered else "bold"
            head.append((f"{self._shown(k):>{cell}}", f"{style} yellow" if k == item else style))
        lines = [head]
        for row in self._rows.places(len(labels), height - 1, option):
            marked = "bold cyan" if row in chosen else "dim" if row in self._out else ""
            line: Line = [
                (f"{labels[row]:{margin}}", f"{marked} yellow" if row == option else marked)
            ]
            listed = self._listed(row)
            for k in items:
                sign = "" if k not in listed else "1" if listed[k] else "."
                line.append((f"{sign:>{cell - 1}} ", marked or ("" if sign == "1" else "dim")))
            lines.append(line)
        return lines

    def _shown(self, item: int) -> str:
        """Give an item's name, in parentheses once it is covered, cut to what there is room for."""
        name = self._items[item]
        name = shortened(name, _WIDEST)
        return f"({name})" if item in self._covered else f" {name} "

    def _listed(self, option: int) -> dict[int, bool]:
        """Tell of each item of an option whether the option is in the item's list."""
        links = self.replay.links
        if option not in self._choosable:
            instance = self.problem.instance
            return {instance.items[place]: False for place in instance.entries(option)}
        return {links.top[p] - 1: links.dlink[links.ulink[p]] == p for p in links.nodes(option)}

    def _about(self, event: Event | None) -> tuple[int, int]:
        """Give the option and the item that an event is about; -1 for none."""
        if event is None:
            return -1, -1
        word, *numbers = event
        if word in {"hide", "unhide"}:
            return numbers[0], numbers[1]
        if word in {"purify", "unpurify"}:
            return numbers[1], numbers[0]
        if word in {"try", "take back"}:
            return numbers[0], -1
        return -1, -1 if word in {"enter", "solution", "end"} else numbers[0]


def _entry_text(entry: Hashable) -> str:
    return f"{entry.item}:{entry.color}" if isinstance(entry, Colored) else str(entry)
