"""Keys from a terminal, one by one, as they are pressed; the terminal is left as it was found."""

from __future__ import annotations

import os
import sys
from contextlib import contextmanager
from time import monotonic, sleep
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterator

_SEQUENCES = {
    "[C": "right",
    "[D": "left",
    "[H": "home",
    "[F": "end",
    "[1~": "home",
    "[7~": "home",
    "[4~": "end",
    "[8~": "end",
    "[1;2C": "shift right",
    "[1;2D": "shift left",
    "OC": "right",
    "OD": "left",
    "OH": "home",
    "OF": "end",
}
"""What terminals send after Esc, and the names of the keys."""

_WINDOWS = {"K": "left", "M": "right", "G": "home", "O": "end"}
"""What the console of Windows sends after a first character that says that it is no letter."""

_PATIENCE = 0.05
"""Seconds in which the rest of a key's sequence comes; after them Esc was pressed alone."""


class Keys:
    """Reads keys, waiting as long as it is told. `pressed` makes one."""

    def __init__(self, descriptor: int) -> None:
        self._descriptor = descriptor
        self._left = ""

    def read(self, seconds: float) -> str | None:
        """Give the next key: a character, or a name such as ``'left'``; None if none is pressed.

        Raises
        ------
        EOFError
            If the terminal is gone.
        """
        if sys.platform == "win32":
            return self._read_windows(seconds)
        if not self._left and not self._fetch(seconds):
            return None
        if self._left[0] != "\x1b":
            key, self._left = self._left[0], self._left[1:]
            return key
        while not (name := self._sequence()):
            if not self._fetch(_PATIENCE):
                self._left = self._left[1:]
                return "escape"
        return name

    def _sequence(self) -> str:
        """Take a whole sequence, and name its key; ``'unknown'`` if it is one of no use here."""
        rest = self._left[1:]
        if not rest:
            return ""
        if rest[0] not in "[O":
            self._left = rest
            return "escape"
        for end, character in enumerate(rest[1:], start=2):
            if character.isalpha() or character == "~":
                self._left = rest[end:]
                return _SEQUENCES.get(rest[:end], "unknown")
        return ""

    def _fetch(self, seconds: float) -> bool:
        """Wait for what is typed; tell whether there was anything."""
        import select

        if not select.select([self._descriptor], [], [], seconds)[0]:
            return False
        typed = os.read(self._descriptor, 1024)
        if not typed:
            raise EOFError
        self._left += typed.decode(errors="replace")
        return True

    def _read_windows(self, seconds: float) -> str | None:
        if sys.platform != "win32":
            raise AssertionError("nothing but Windows has msvcrt")
        import msvcrt

        until = monotonic() + seconds
        while not msvcrt.kbhit():
            if monotonic() >= until:
                return None
            sleep(0.01)
        character = msvcrt.getwch()
        if character in "\x00\xe0":
            return _WINDOWS.get(msvcrt.getwch(), "unknown")
        if character == "\x03":
            raise KeyboardInterrupt
        return "escape" if character == "\x1b" else character


@contextmanager
def pressed() -> Iterator[Keys]:
    """Let keys be read from stdin one by one, without their being shown, until the block is left.

    Ctrl-C still interrupts. However the block is left, the terminal is set back to what it was.
    """
    descriptor = sys.stdin.fileno()
    if sys.platform == "win32":
        yield Keys(descriptor)
        return
    import termios
    import tty

    before = termios.tcgetattr(descriptor)
    try:
        tty.setcbreak(descriptor)
        yield Keys(descriptor)
    finally:
        termios.tcsetattr(descriptor, termios.TCSADRAIN, before)
