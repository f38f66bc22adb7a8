"""Ctrl-C that waits until the lists are whole again."""

from __future__ import annotations

import signal
import threading
from contextlib import contextmanager
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator
    from types import FrameType


@contextmanager
def interrupts_held(ask_to_stop: Callable[[], None]) -> Iterator[None]:
    """Turn Ctrl-C into a request to stop, and into KeyboardInterrupt once the block has ended.

    Python would raise KeyboardInterrupt between any two instructions, in the middle of a step on
    the lists too. A handler other than Python's own is left alone, and so are all threads but the
    main one, which never see the interrupt.
    """
    if (
        threading.current_thread() is not threading.main_thread()
        or signal.getsignal(signal.SIGINT) is not signal.default_int_handler
    ):
        yield
        return

    pressed = False

    def hold(_signal: int, _frame: FrameType | None) -> None:
        nonlocal pressed
        pressed = True
        ask_to_stop()

    signal.signal(signal.SIGINT, hold)
    try:
        yield
    finally:
        signal.signal(signal.SIGINT, signal.default_int_handler)
        if pressed:
            raise KeyboardInterrupt from None  # whatever the request to stop has led to
