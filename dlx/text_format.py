"""Knuth's text format for exact cover problems, without his limits on length.

::

    | a line that begins with a bar is a comment; blank lines are skipped
    A B 2:3|C | X Y          the items: primary ones, a bar, secondary ones
    A B X:0 Y:0              then an option a line; X and Y are used in color 0
    A C X:1 Y:1 |25          a bar and a number: what the option costs

``2:3|C`` says that item C is to be covered two or three times, ``3|C`` exactly three times.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from fractions import Fraction
from typing import TYPE_CHECKING

from dlx.colored import Colored
from dlx.errors import ProblemError

if TYPE_CHECKING:
    from collections.abc import Callable, Hashable, Iterable, Mapping, Sequence
    from typing import TypeVar

    from dlx.search import Choice

    Number = TypeVar("Number", int, Fraction)

_BOUNDED_ITEM = re.compile(r"(?:([0-9]+):)?([0-9]+)\|(.+)")
_COST = re.compile(r"-?[0-9]+(\.[0-9]+)?")


@dataclass
class Text:
    """What a text says: the arguments of `Problem`."""

    primary: list[str] = field(default_factory=list)
    secondary: list[str] = field(default_factory=list)
    multiplicities: dict[str, tuple[int, int]] = field(default_factory=dict)
    options: list[list[str | Colored]] = field(default_factory=list)
    costs: list[int | Fraction] | None = None


def decode(content: bytes, source: str) -> str:
    """Give the text in the bytes of a file.

    Raises
    ------
    ProblemError
        If they are not UTF-8.
    """
    try:
        return content.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        line = content.count(b"\n", 0, error.start) + 1
        raise ProblemError(
            f"{source}:{line}: this is no text in UTF-8; save the file in that encoding"
        ) from None


def parse(text: str, source: str = "text") -> Text:
    """Read a problem.

    Parameters
    ----------
    text : str
        The problem; lines may end in LF or CR LF, and the last one in neither.
    source : str
        What to call the text in errors.

    Raises
    ------
    ProblemError
        If the text is not in the format. The message begins with ``source:line:``.
    """
    reader = _Reader()
    for number, line in enumerate(text.split("\n"), start=1):
        words = line.split()
        if not words or words[0].startswith("|"):
            continue
        try:
            reader.read(words)
        except _FormatError as error:
            raise ProblemError(f"{source}:{number}: {error}") from None
    if not reader.is_primary:
        raise ProblemError(
            f"{source}:1: there are no items; the first line that is no comment must name them"
        )
    return reader.text


class _FormatError(Exception):
    """What is wrong with a line, and what would be right."""


class _Reader:
    """Reads one line after another: the items first, then the options."""

    def __init__(self) -> None:
        self.text = Text()
        self.is_primary: dict[str, bool] = {}

    def read(self, words: list[str]) -> None:
        if self.is_primary:
            self._read_option(words)
        else:
            self._read_items(words)

    def _read_items(self, words: list[str]) -> None:
        primary = True
        for word in words:
            if word == "|":
                if not primary:
                    raise _FormatError(
                        "'|' is among the items twice; one separates primary from secondary items"
                    )
                primary = False
                continue
            name, bounds = _parse_item(word)
            if name in self.is_primary:
                raise _FormatError(f"item {name!r} is named twice; name each item once")
            if bounds is not None:
                if not primary:
                    raise _FormatError(
                        f"{word!r} bounds a secondary item; only primary items may have bounds"
                    )
                self.text.multiplicities[name] = bounds
            self.is_primary[name] = primary
            (self.text.primary if primary else self.text.secondary).append(name)

    def _read_option(self, words: list[str]) -> None:
        option: dict[str, str | Colored] = {}
        cost: int | Fraction | None = None
        for word in words:
            if word.startswith("|"):
                cost = (cost or 0) + _parse_cost(word)
                continue
            name, entry = self._parse_entry(word)
            if name in option:
                raise _FormatError(
                    f"item {name!r} is twice in this option; an item goes into an option once"
                )
            option[name] = entry
        if cost is not None and self.text.costs is None:
            self.text.costs = [0] * len(self.text.options)
        self.text.options.append(list(option.values()))
        if self.text.costs is not None:
            self.text.costs.append(cost or 0)

    def _parse_entry(self, word: str) -> tuple[str, str | Colored]:
        name, colon, color = word.partition(":")
        if not name:
            msg = f"{word!r} names no item; an item in a color is written item:color"
        elif name not in self.is_primary:
            msg = f"item {name!r} is unknown; the first line that is no comment names all items"
        elif not colon:
            return name, name
        elif self.is_primary[name]:
            msg = f"{word!r} gives a color to a primary item; only secondary items have colors"
        elif not color:
            msg = f"{word!r} names no color; write {name}:color, or {name} alone for no color"
        else:
            return name, Colored(name, color)
        raise _FormatError(msg)


def _parse_item(word: str) -> tuple[str, tuple[int, int] | None]:
    name, bounds = word, None
    if match := _BOUNDED_ITEM.fullmatch(word):
        low, high, name = match.groups()
        bounds = (_number(low or high, int), _number(high, int))
        if bounds[0] > bounds[1] or bounds[1] < 1:
            raise _FormatError(
                f"{word!r} has bounds that can't be met; low:high|name needs low <= high, 1 <= high"
            )
    if ":" in name or "|" in name:
        raise _FormatError(
            f"{word!r} is no item; write name, high|name or low:high|name, the name without : or |"
        )
    return name, bounds


def _parse_cost(word: str) -> int | Fraction:
    if not (match := _COST.fullmatch(word[1:])):
        raise _FormatError(
            f"{word!r} is no cost; a cost is a decimal number after a bar, as in |25"
        )
    return _number(word[1:], Fraction) if match.group(1) else _number(word[1:], int)


def _number(text: str, kind: Callable[[str], Number]) -> Number:
    """Read a number, unless it has more digits than Python reads, some thousands."""
    try:
        return kind(text)
    except ValueError:
        raise _FormatError(
            f"{text[:10]}... is a number of {len(text)} digits, more than can be read"
        ) from None


def write(
    primary: Sequence[Hashable],
    secondary: Sequence[Hashable],
    options: Mapping[Hashable, Iterable[Hashable]],
    multiplicities: Mapping[Hashable, tuple[int, int]],
    costs: Sequence[float | Fraction] | None,
) -> str:
    """Write a problem; its options' labels are not in the text.

    Raises
    ------
    ProblemError
        If the format has no way to say it. The message names the item or the option.
    """
    if not primary:
        raise ProblemError(
            "a problem without primary items can't be written: the first line would be a comment"
        )
    first_line = []
    for item in primary:
        low, high = multiplicities.get(item, (1, 1))
        bounds = "" if low == high == 1 else f"{high}|" if low == high else f"{low}:{high}|"
        first_line.append(bounds + _name(item))
    if secondary:
        first_line += ["|", *map(_name, secondary)]
    lines = [first_line]
    for number, (label, entries) in enumerate(options.items()):
        words = [entry_text(entry) for entry in entries]
        if not words:
            raise ProblemError(
                f"option {label!r} has no items, and an empty line says nothing; leave it out"
            )
        if costs is not None:
            words.append("|" + _decimal(costs[number], label))
        lines.append(words)
    return "".join(" ".join(words) + "\n" for words in lines)


def _name(item: Hashable) -> str:
    if not isinstance(item, str) or len(item.split()) != 1 or item.strip() != item:
        raise ProblemError(
            f"item {item!r} can't be written; a name in the text format is a string without blanks"
        )
    if ":" in item or "|" in item:
        raise ProblemError(
            f"item {item!r} can't be written; ':' and '|' have a meaning of their own in the format"
        )
    return item


def entry_text(entry: Hashable) -> str:
    """Write an entry of an option: ``item`` or ``item:color``; ProblemError if that can't be."""
    if not isinstance(entry, Colored):
        return _name(entry)
    color = entry.color
    if not isinstance(color, str) or color.split() != [color]:
        raise ProblemError(
            f"color {color!r} of item {entry.item!r} can't be written; "
            "a color in the text format is a string without blanks"
        )
    return f"{_name(entry.item)}:{color}"


def _decimal(cost: float | Fraction, label: Hashable) -> str:
    exact = Fraction(cost)
    twos = fives = 0
    rest = exact.denominator
    while rest % 2 == 0:
        rest, twos = rest // 2, twos + 1
    while rest % 5 == 0:
        rest, fives = rest // 5, fives + 1
    if rest != 1:
        raise ProblemError(
            f"the cost {cost} of option {label!r} can't be written: its decimals have no end"
        )
    digits = max(twos, fives)
    whole = str(abs(exact) * 10**digits).zfill(digits + 1)
    point = len(whole) - digits
    return ("-" if exact < 0 else "") + whole[:point] + ("." + whole[point:] if digits else "")


def knuth_solution(
    number: int, path: Iterable[Choice], options: Mapping[Hashable, Iterable[Hashable]]
) -> str:
    """Write a solution as Knuth's DLX1 and DLX2 print it.

    The number and a colon on a line; then an option a line in the order in which they were chosen,
    from the item that was branched on and cyclically, and which one it was of how many.
    """
    lines = [f"{number}:"]
    for item, label, place, length in path:
        entries = list(options[label])
        start = entries.index(item)
        words = "".join(f" {entry_text(entry)}" for entry in entries[start:] + entries[:start])
        lines.append(f"{words} ({place} of {length})")
    return "\n".join(lines)
