"""A page's examples as one session of Python, for the browser's worker (`live_worker.js`).

Statement by statement, as at the prompt: the value of an expression is printed. It is plain Python,
so the tests run it without a browser too.
"""

import ast
import contextlib
import io
import linecache
import sys
import time
import traceback
import warnings
from collections.abc import Callable

MOST = 100_000  # characters printed by one run; a browser chokes on more
AT_ONCE = 1_000  # pieces that are handed on one by one; it chokes on many small ones, too
PAUSE = 0.05  # seconds between pieces after those


class _TooMuchPrintedError(BaseException):
    """Ends a run; not an Exception, so that an example's `except Exception` lets it pass."""


class _Printed(io.TextIOBase):
    """Standard output and standard error of one run."""

    def __init__(self, say: Callable[[str, str], None]) -> None:
        self._say = say
        self._left = MOST
        self._cut = False
        self._pieces = 0
        self._held: list[str] = []
        self._next = 0.0  # when more may be handed on

    def write(self, text: str) -> int:
        """Hand the text on at once: an endless search may have printed it.

        After many pieces they are gathered, and after the most that is shown nothing is handed on
        any more, for a bare `except` may let the run go on.
        """
        if len(text) > self._left:
            self._held.append(text[: self._left])
            self._left = 0
            self.hand_on()
            if not self._cut:
                self._cut = True
                self._say("error", f"\n… cut off: it printed more than {MOST} characters\n")
            raise _TooMuchPrintedError
        self._left -= len(text)
        self._held.append(text)
        self.flush()
        return len(text)

    def flush(self) -> None:
        """Hand on what is held, if not too much has been handed on already."""
        if self._pieces < AT_ONCE or time.monotonic() >= self._next:
            self.hand_on()

    def hand_on(self) -> None:
        """Hand on what is held."""
        text = "".join(self._held)
        self._held.clear()
        if text:
            self._pieces += 1
            self._next = time.monotonic() + PAUSE
            self._say("printed", text)


class Session:
    """The names that the examples of a page have defined so far."""

    def __init__(self, setup: str) -> None:
        # The page says 'runs uncompiled here' beside each example.
        warnings.filterwarnings("ignore", ".* runs without its compiled", RuntimeWarning)
        self._names: dict[str, object] = {"__name__": "__main__"}
        exec(setup, self._names)

    def run(self, number: int, code: str, say: Callable[[str, str], None]) -> bool:
        """Run an example up to its end or its first error; tell whether it came to its end.

        `say` is called with 'statement' and its first line before each statement, with 'printed'
        and a piece of text for all that is printed, and with 'error' and an error's text.
        """
        name = f"example {number}"
        lines = code.splitlines(keepends=True)
        linecache.cache[name] = (len(code), None, lines, name)  # for tracebacks
        printed = _Printed(say)
        with contextlib.redirect_stdout(printed), contextlib.redirect_stderr(printed):
            displayhook, sys.displayhook = sys.displayhook, sys.__displayhook__
            try:
                for statement in ast.parse(code, name).body:
                    first = getattr(statement, "decorator_list", None) or [statement]
                    begin, end = first[0].lineno, statement.end_lineno
                    printed.hand_on()
                    say("statement", lines[begin - 1].strip() + (" …" if begin < end else ""))
                    one = ast.Interactive([statement])
                    exec(compile(one, name, "single", dont_inherit=True), self._names)
            except _TooMuchPrintedError:
                pass  # that has been said
            except BaseException as error:  # noqa: BLE001 - SystemExit too must not end the session
                printed.hand_on()
                say("error", _short_traceback(error))
            else:
                return True
            finally:
                printed.hand_on()
                sys.displayhook = displayhook
        return False


def _short_traceback(error: BaseException) -> str:
    """Tell an error as Python does, but with dots for what lies outside the examples."""
    whole = traceback.TracebackException.from_exception(error)
    told: list[str] = []
    for frame in whole.stack:
        if frame.filename == __file__:
            continue
        if frame.filename.startswith("example "):
            where = "" if frame.name == "<module>" else f", in {frame.name}"
            told.append(f"  {frame.filename}, line {frame.lineno}{where}\n    {frame.line}\n")
        elif told[-1:] != ["  ...\n"]:
            told.append("  ...\n")
    if told == ["  ...\n"]:  # the example can't be read as Python; such an error names its line
        return "".join(whole.format_exception_only())
    if len(told) > 12:
        told[6:-6] = [f"  ... and {len(told) - 12} more calls\n"]
    reason = "".join(whole.format_exception_only())
    if len(reason) > MOST:
        reason = f"{reason[:MOST]} … cut off: it has {len(reason)} characters\n"
    return "".join(["Traceback (most recent call last):\n", *told, reason])
