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
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

_SCRIPTS = ("player.js", "links_state.js", "links_view.js", "tree_view.js")
_STYLES = ("player.css",)


def script() -> str:
    """Give the player's script: the core, and the state and views of exact cover."""
    return _joined(_SCRIPTS)


def style() -> str:
    """Give the player's style sheet."""
    return _joined(_STYLES)


def _joined(names: Iterable[str]) -> str:
    folder = files(__name__)
    return "\n".join((folder / name).read_text(encoding="utf-8") for name in names)


def pack(told: Mapping[str, Any]) -> str:
    """Write what is told as compact JSON, deflated, in base64."""
    text = json.dumps(told, ensure_ascii=False, separators=(",", ":"))
    return b64encode(zlib.compress(text.encode(), 9)).decode()


def embed(told: Mapping[str, Any], *, views: Iterable[str] = ()) -> str:
    """Give the piece of a page that becomes a player there.

    The page must load `script` and `style`, once, however many players it has.

    Parameters
    ----------
    told : mapping
        What is played, as `dlx.trace.Trace.as_json` gives it.
    views : iterable of str, optional
        The names of the views to show, in their order; all that can show it if left out.

    Returns
    -------
    str
        HTML.
    """
    return (
        f'<div class="dlx-player" data-views="{escape(" ".join(views))}">'
        f'<script type="text/plain">{pack(told)}</script>'
        "<noscript>The player that stands here needs JavaScript.</noscript></div>"
    )


def page(
    told: Mapping[str, Any],
    *,
    title: str | None = None,
    views: Iterable[str] = (),
    scripts: Iterable[str] = (),
    styles: Iterable[str] = (),
) -> str:
    """Give a page that plays a search and holds all that it needs.

    Parameters
    ----------
    told : mapping
        What is played, as `dlx.trace.Trace.as_json` gives it.
    title : str, optional
        The page's heading; that of `told` if left out.
    views : iterable of str, optional
        The names of the views to show, in their order; all that can show it if left out.
    scripts, styles : iterables of str, optional
        More scripts and style sheets, as texts: further views and kinds of events.

    Returns
    -------
    str
        HTML.

    Examples
    --------
    >>> from dlx import Problem
    >>> from dlx.player import page
    >>> html = page(Problem([["a"], ["b"], ["a", "b"]]).trace().as_json(), title="Two covers")
    >>> "<title>Two covers</title>" in html, "http:" in html.replace("http://www.w3.org", "")
    (True, False)
    """
    heading = escape(told["title"] if title is None else title)
    sheets = "".join(f"<style>\n{text}\n</style>\n" for text in (style(), *styles))
    programs = "".join(f"<script>\n{text}\n</script>\n" for text in (script(), *scripts))
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
{embed(told, views=views)}
</main>
{programs}</body>
</html>
"""


_POLICY = "default-src 'none'; script-src 'unsafe-inline'; style-src 'unsafe-inline'"
"""What a page may load: nothing but what stands in it."""
