"""One call at a time, where two at once would spoil each other's work."""

from __future__ import annotations

from threading import Lock
from typing import TYPE_CHECKING, TypeVar

if TYPE_CHECKING:
    from collections.abc import Callable

Result = TypeVar("Result")


class Turn:
    """Lets one call in, and refuses others until it has ended, however it ends.

    A lock that is taken before ``try`` stays taken if Ctrl-C comes between the two. So here the
    turn is taken inside ``try``, and each call looks whether it is the one that has it. Python
    raises an interrupt only at a call or a jump back, and there is none in ``finally``.
    """

    def __init__(self) -> None:
        self._lock = Lock()  # held for a moment, to look and take
        self._holder: object | None = None

    def take(self, work: Callable[[], Result], *, refusal: str) -> Result:
        """Do the work, or raise RuntimeError with the refusal if another call is at it."""
        caller = object()
        try:
            with self._lock:
                if self._holder is None:
                    self._holder = caller
            if self._holder is not caller:
                raise RuntimeError(refusal)
            return work()
        finally:
            if self._holder is caller:
                self._holder = None
