"""The web player for searches for boards: that of `dlx.player`, with a board and the calls beside.

What it plays is a trace, as `nqueens.trace` gives it. `nqueens.player.place` is a board to place
queens on by hand.
"""

from __future__ import annotations

from importlib.resources import files
from typing import TYPE_CHECKING, Any

import dlx.player
from dlx.player import embed

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

    from dlx.player import Tellable

__all__ = ["Player", "embed", "page", "script", "style"]

_SCRIPTS = ("queens_state.js", "board.js", "board_view.js", "calls_view.js", "place.js")
_STYLES = ("board.css", "place.css")
_VIEWS = ("board", "calls", "links", "tree")


class Player(dlx.player.Player):
    """A player to be shown in a notebook, where it is the value of a cell.

    Parameters
    ----------
    told : trace or mapping
        What is played: a trace, all of whose events are taken, or what its `as_json` has given.
    title : str, optional
        What it is called; what `told` says if left out.
    views : iterable of str, optional
        The names of the views to show, in their order: ``'board'``, ``'calls'``, ``'links'``,
        ``'tree'``; all that can show it if left out.

    Examples
    --------
    >>> from nqueens import trace
    >>> from nqueens.player import Player
    >>> player = Player(trace(4, method="backtracking"))
    >>> "<title>4 queens by backtracking</title>" in player.page()
    True
    """

    def __init__(
        self,
        told: Tellable | Mapping[str, Any],
        *,
        title: str | None = None,
        views: Iterable[str] | None = None,
    ) -> None:
        super().__init__(
            told,
            title=title,
            views=_VIEWS if views is None else views,
            scripts=_texts(_SCRIPTS),
            styles=_texts(_STYLES),
        )


def page(
    told: Tellable | Mapping[str, Any],
    *,
    title: str | None = None,
    views: Iterable[str] | None = None,
) -> str:
    """Give a page that plays a search for boards and holds all that it needs.

    Parameters
    ----------
    told, title, views
        As for `Player`; the title is the page's heading.

    Returns
    -------
    str
        HTML.

    Examples
    --------
    >>> from pathlib import Path
    >>> from nqueens import trace
    >>> from nqueens.player import page
    >>> html = page(trace(6, method="backtracking"))
    >>> Path("watch.html").write_text(html, encoding="utf-8")  # doctest: +SKIP
    """
    return Player(told, title=title, views=views).page()


def script() -> str:
    """Give the script: that of `dlx.player`, and what boards need, `place` included."""
    return "\n".join((dlx.player.script(), *_texts(_SCRIPTS)))


def style() -> str:
    """Give the style sheet: that of `dlx.player`, and what boards need."""
    return "\n".join((dlx.player.style(), *_texts(_STYLES)))


def _texts(names: Iterable[str]) -> list[str]:
    folder = files(__name__)
    return [(folder / name).read_text(encoding="utf-8") for name in names]
