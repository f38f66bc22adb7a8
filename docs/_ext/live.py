"""Examples that run in place: marks every ``doctest`` of a page, and gives the pages the script.

A page's examples are those that Sphinx runs as doctests; examples in docstrings stay as they are.
What runs them, Python itself, is added to a built site by ``python docs/live.py``. Without it, or
opened from disk, a page says what to do.
"""

from __future__ import annotations

import hashlib
from pathlib import Path
from typing import TYPE_CHECKING, Any

from docutils import nodes
from sphinx.transforms.post_transforms import SphinxPostTransform

if TYPE_CHECKING:
    from sphinx.application import Sphinx


class MarkExamples(SphinxPostTransform):
    """Give the page's examples the class that the script looks for."""

    default_priority = 200
    formats = ("html",)

    def run(self, **_: Any) -> None:
        """Mark them."""
        for block in self.document.findall(nodes.Element):
            if block.get("testnodetype") == "doctest" and "hidden" not in block:
                block["classes"].append("live")


def _add_script(app: Sphinx, config: Any) -> None:
    files = sorted((Path(app.srcdir) / "_static").glob("live*"))
    digest = hashlib.sha256(b"".join(file.read_bytes() for file in files))
    attributes = {
        "data-setup": config.doctest_global_setup,
        "data-version": digest.hexdigest()[:8],  # so that no browser keeps the worker of old pages
    }
    app.add_js_file("live.js", **attributes)
    app.add_css_file("live.css")


def setup(app: Sphinx) -> dict[str, bool]:
    """Add the mark, the script and the style."""
    app.add_post_transform(MarkExamples)
    app.connect("config-inited", _add_script)
    return {"parallel_read_safe": True, "parallel_write_safe": True}
