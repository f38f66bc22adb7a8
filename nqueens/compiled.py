"""Whether the compiled part of the package is there, and what is used where it isn't.

A module that has something compiled asks `kernel_for` in the moment when it needs it, with the
engine that the user has asked for.
"""

from __future__ import annotations

import os
from functools import cache
from typing import TYPE_CHECKING

from dlx.callers import warn_caller

if TYPE_CHECKING:
    from types import ModuleType

ENGINES = ("auto", "python", "compiled")

kernel: ModuleType | None
"""The extension module, or None where it has not been built."""

try:
    from nqueens import _kernel
except ImportError:
    if os.environ.get("DLX_REQUIRE_KERNEL") == "1":
        raise
    kernel = None
else:
    kernel = _kernel


def kernel_for(engine: str) -> ModuleType | None:
    """Give the extension module, or None if it is to be done in Python.

    Parameters
    ----------
    engine : {'auto', 'python', 'compiled'}
        ``'auto'`` takes what is compiled where it is there, and says once if it isn't.

    Raises
    ------
    ValueError
        If there is no such engine, or it has not been built.
    """
    if engine not in ENGINES:
        names = ", ".join(map(repr, ENGINES))
        raise ValueError(f"there is no engine {engine!r}; the engines are {names}")
    if engine == "python":
        return None
    if kernel is None:
        if engine == "compiled":
            raise ValueError(
                "the engine 'compiled' has not been built; install the package where a C compiler "
                "is at hand, or take 'python'"
            )
        _say_that_nothing_is_compiled()
    return kernel


@cache
def _say_that_nothing_is_compiled() -> None:
    warn_caller(
        "nqueens runs without its compiled part, so counting takes 50 times as long and more; "
        "install it where a C compiler is at hand, or ask for engine='python' to silence this"
    )
