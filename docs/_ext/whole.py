"""The finished site holds together: each link within it leads somewhere, and nothing is fetched.

Sphinx checks the links that it makes itself. This looks at the pages as they were written, with
whatever scripts and directives put there, and counts as a warning: what links to a page or a place
that isn't there; an id that a page has twice; a directive that has been taken for text; and what a
browser would ask of another machine.
"""

from __future__ import annotations

import re
from html.parser import HTMLParser
from pathlib import Path
from typing import TYPE_CHECKING
from urllib.parse import unquote, urlsplit

from sphinx.util import logging

if TYPE_CHECKING:
    from collections.abc import Iterator

    from sphinx.application import Sphinx

_LOADS = {"src", "srcset", "data", "poster"}
"""Attributes whose address is loaded with the page, whatever the element."""


class _Page(HTMLParser):
    """The ids of a page, and the addresses that it names."""

    def __init__(self, text: str) -> None:
        super().__init__()
        self.ids: list[str] = []
        self.links: set[str] = set()
        self.loads: set[str] = set()
        self.directives = sorted(set(re.findall(r"(?:```|:::)\{[\w-]+\}", text)))
        self.feed(text)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        # Furo puts a table with a title into an element, and gives both the table's id.
        doubled = "table-wrapper" in (dict(attrs).get("class") or "")
        for name, value in attrs:
            if value is None:
                continue
            if name == "id":
                if not doubled:
                    self.ids.append(value)
            elif name in _LOADS or (tag == "link" and name == "href"):
                self.loads.add(value)
            elif name == "href":
                self.links.add(value)


def faults(folder: Path) -> Iterator[str]:
    """Tell what is wrong with the pages in a folder."""
    pages = {
        path.resolve(): _Page(path.read_text(encoding="utf-8")) for path in folder.rglob("*.html")
    }
    for path, page in pages.items():
        name = path.relative_to(folder.resolve())
        for double in sorted({each for each in page.ids if page.ids.count(each) > 1}):
            yield f"{name}: the id {double!r} is there more than once"
        for directive in page.directives:
            yield f"{name}: {directive} is not understood: is there a backtick in its line?"
        for address in sorted(page.links | page.loads):
            parts = urlsplit(address)
            if parts.netloc:
                if address in page.loads:
                    yield f"{name}: {address} would be fetched from another machine"
                continue
            if parts.scheme:  # data:, mailto:, javascript:
                continue
            target = (path.parent / unquote(parts.path)).resolve() if parts.path else path
            if not target.exists():
                yield f"{name}: {address} leads to no file"
            elif (
                parts.fragment
                and target in pages
                and unquote(parts.fragment) not in pages[target].ids
            ):
                yield f"{name}: {address} leads to no place on that page"
    for path in sorted(folder.rglob("*.css")):
        text = re.sub(r"/\*.*?\*/", "", path.read_text(encoding="utf-8"), flags=re.DOTALL)
        for address in re.findall(r"""(?:url\(|@import)\s*["']?((?:https?:)?//[^"')\s]*)""", text):
            yield f"{path.relative_to(folder)}: {address} would be fetched from another machine"


def _check(app: Sphinx, exception: Exception | None) -> None:
    if exception is None and app.builder.format == "html":
        for fault in faults(Path(app.outdir)):
            logging.getLogger(__name__).warning(fault)


def setup(app: Sphinx) -> dict[str, bool]:
    """Look at the pages when they are written."""
    app.connect("build-finished", _check)
    return {"parallel_read_safe": True, "parallel_write_safe": True}
