"""The web player: a search that was told as events, on a page where it can be watched.

What it plays is plain data, as `dlx.trace.Trace.as_json` gives it; the scripts beside this file
show it. A page holds all that it needs and asks for nothing else, so it can be sent to anybody, and
works from a disk. Other packages hand in scripts and styles of their own, for further views or
other kinds of events: the comment at the top of ``player.js`` says how.
"""

from __future__ import annotations

import json
import zlib
from base64 import b64encode
from html import escape
from importlib.resources import files
from typing import TYPE_CHECKING, Any, Protocol

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

_SCRIPTS = ("player.js", "links_state.js", "links_view.js", "tree_view.js")
_STYLES = ("player.css",)

_POLICY = "default-src 'none'; script-src 'unsafe-inline'; style-src 'unsafe-inline'"
"""What a page may load: nothing but what stands in it."""


class Tellable(Protocol):
    """What can be played: a trace. Its events that are left are played, so it is used up."""

    def as_json(self) -> dict[str, Any]:
        """Give all that there is to tell as plain data."""
        ...


class Player:
    """A player to be shown in a notebook, where it is the value of a cell.

    Parameters
    ----------
    told : trace or mapping
        What is played: a trace, all of whose events are taken, or what its `as_json` has given.
    title : str, optional
        What it is called; what `told` says if left out.
    views : iterable of str, optional
        The names of the views to show, in their order; all that can show it if left out.
    scripts, styles : iterables of str, optional
        More scripts and style sheets, as texts: further views and kinds of events.

    Examples
    --------
    >>> from dlx import Problem
    >>> from dlx.player import Player
    >>> player = Player(Problem([["a"], ["b"], ["a", "b"]]).trace(), title="Two covers")
    >>> "<title>Two covers</title>" in player.page()
    True
    """

    def __init__(
        self,
        told: Tellable | Mapping[str, Any],
        *,
        title: str | None = None,
        views: Iterable[str] = (),
        scripts: Iterable[str] = (),
        styles: Iterable[str] = (),
    ) -> None:
        self._told = _data(told)
        self._title, self._views = title, tuple(views)
        self._scripts, self._styles = tuple(scripts), tuple(styles)

    def page(self) -> str:
        """Give a page of its own, as `dlx.player.page` does."""
        return page(
            self._told,
            title=self._title,
            views=self._views,
            scripts=self._scripts,
            styles=self._styles,
        )

    def _repr_html_(self) -> str:
        """Give a frame with the page in it: what a notebook loads can't get in its way."""
        return (
            f'<iframe title="{escape(_heading(self._told, self._title))}" '
            f'sandbox="allow-scripts" srcdoc="{escape(self.page())}" '
            'style="width: 100%; height: 56rem; border: 0"></iframe>'
        )


def page(
    told: Tellable | Mapping[str, Any],
    *,
    title: str | None = None,
    views: Iterable[str] = (),
    scripts: Iterable[str] = (),
    styles: Iterable[str] = (),
) -> str:
    """Give a page that plays a search and holds all that it needs.

    Parameters
    ----------
    told, title, views, scripts, styles
        As for `Player`; the title is the page's heading.

    Returns
    -------
    str
        HTML. A search of 20,000 events takes some 150 kB.

    Examples
    --------
    >>> from pathlib import Path
    >>> from dlx import Problem
    >>> from dlx.player import page
    >>> html = page(Problem([["a"], ["b"], ["a", "b"]]).trace())
    >>> Path("watch.html").write_text(html, encoding="utf-8")  # doctest: +SKIP
    """
    data = _data(told)
    return document(
        embed(data, views=views),
        title=_heading(data, title),
        scripts=(script(), *scripts),
        styles=(style(), *styles),
    )


def document(body: str, *, title: str, scripts: Iterable[str], styles: Iterable[str]) -> str:
    """Give a page with a piece of HTML in it, and with its scripts and style sheets.

    Parameters
    ----------
    body : str
        HTML, such as `embed` gives.
    title : str
        The page's heading.
    scripts, styles : iterables of str
        What they are, as texts.

    Returns
    -------
    str
        HTML. The page may load nothing else.
    """
    heading = escape(title)
    sheets = "".join(f"<style>\n{text}\n</style>\n" for text in styles)
    programs = "".join(f"<script>\n{text}\n</script>\n" for text in scripts)
    return f"""<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta http-equiv="Content-Security-Policy" content="{_POLICY}">
<title>{heading}</title>
{sheets}</head>
<body class="dlx-page">
<main>
<h1>{heading}</h1>
{body}
</main>
{programs}</body>
</html>
"""


def embed(told: Tellable | Mapping[str, Any], *, views: Iterable[str] = ()) -> str:
    """Give the piece of a page that becomes a player there.

    The page must load `script` and `style`, once, however many players it has.

    Parameters
    ----------
    told, views
        As for `Player`.

    Returns
    -------
    str
        HTML.
    """
    return (
        f'<div class="dlx-player" data-views="{escape(" ".join(views))}">'
        f'<script type="text/plain">{pack(_data(told))}</script>'
        "<noscript>The player that stands here needs JavaScript.</noscript></div>"
    )


def pack(told: Mapping[str, Any]) -> str:
    """Write what is told as compact JSON, deflated, in base64, which the script can unpack."""
    text = json.dumps(told, ensure_ascii=False, separators=(",", ":"))
    return b64encode(zlib.compress(text.encode(), 9)).decode()


def script() -> str:
    """Give the player's script: the core, and the state and views of exact cover."""
    return _joined(_SCRIPTS)


def style() -> str:
    """Give the player's style sheet."""
    return _joined(_STYLES)


def _joined(names: Iterable[str]) -> str:
    folder = files(__name__)
    return "\n".join((folder / name).read_text(encoding="utf-8") for name in names)


def _data(told: Tellable | Mapping[str, Any]) -> Mapping[str, Any]:
    return told.as_json() if hasattr(told, "as_json") else told


def _heading(told: Mapping[str, Any], title: str | None) -> str:
    return str(told.get("title", "A search") if title is None else title)
