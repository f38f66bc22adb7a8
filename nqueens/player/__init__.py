"""The web player for searches for boards: that of `dlx.player`, with a board and the calls beside.

What it plays is plain data, as `nqueens.traces.QueensTrace.as_json` gives it.
"""

from __future__ import annotations

from importlib.resources import files
from typing import TYPE_CHECKING, Any

import dlx.player
from dlx.player import embed

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

__all__ = ["embed", "page", "script", "style"]

_SCRIPTS = ("queens_state.js", "board.js", "board_view.js", "calls_view.js")
_STYLES = ("board.css",)


def script() -> str:
    """Give the script: that of `dlx.player`, and what boards need."""
    return "\n".join((dlx.player.script(), *texts(*_SCRIPTS)))


def style() -> str:
    """Give the style sheet: that of `dlx.player`, and what boards need."""
    return "\n".join((dlx.player.style(), *texts(*_STYLES)))


def page(
    told: Mapping[str, Any], *, title: str | None = None, views: Iterable[str] | None = None
) -> str:
    """Give a page that plays a search for boards and holds all that it needs.

    Parameters
    ----------
    told : mapping
        What is played, as `nqueens.traces.QueensTrace.as_json` gives it.
    title : str, optional
        The page's heading; that of `told` if left out.
    views : iterable of str, optional
        The names of the views to show, in their order: ``'board'``, ``'calls'``, ``'links'``,
        ``'tree'``; all that can show it if left out.

    Returns
    -------
    str
        HTML.

    Examples
    --------
    >>> from nqueens import trace
    >>> from nqueens.player import page
    >>> html = page(trace(4, method="backtracking").as_json(), title="Four queens")
    >>> "<title>Four queens</title>" in html
    True
    """
    return dlx.player.page(
        told,
        title=title,
        views=_VIEWS if views is None else views,
        scripts=texts(*_SCRIPTS),
        styles=texts(*_STYLES),
    )


_VIEWS = ("board", "calls", "links", "tree")


def texts(*names: str) -> list[str]:
    """Give the texts of files beside this one."""
    folder = files(__name__)
    return [(folder / name).read_text(encoding="utf-8") for name in names]
