"""Who calls from outside, so that a warning points at the user's own line."""

from __future__ import annotations

import warnings

_INSIDE = {"dlx", "nqueens"}  # the packages that are installed together


def warn_caller(message: str) -> None:
    """Warn of how something runs, and point at the line that has called into these packages."""
    import inspect  # which would take longer than all else that is imported

    frame, level = inspect.currentframe(), 1
    while frame is not None and frame.f_globals.get("__name__", "").split(".")[0] in _INSIDE:
        frame, level = frame.f_back, level + 1
    warnings.warn(message, RuntimeWarning, stacklevel=level)
