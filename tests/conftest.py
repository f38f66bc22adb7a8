"""What tests in a browser share."""

from __future__ import annotations

import http.server
import os
import subprocess
import sys
import threading
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

if TYPE_CHECKING:
    from collections.abc import Iterator

    from playwright.sync_api import Browser

ROOT = Path(__file__).parents[1]


@pytest.fixture(scope="session")
def browser() -> Iterator[Browser]:
    """A browser for the whole run; tests that use it are marked `browser`."""
    from tests.browser import chromium

    with chromium() as started:
        yield started


@pytest.fixture(scope="session")
def site(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The folder of the built site, whose examples can run; `make` has built it by then."""
    if "DLX_SITE" in os.environ:
        return Path(os.environ["DLX_SITE"]).resolve()
    scratch = tmp_path_factory.mktemp("docs")
    build = (
        "-m",
        "sphinx",
        "-q",
        "-b",
        "html",
        "-d",
        scratch / "doctrees",
        "docs",
        scratch / "html",
    )
    subprocess.run([sys.executable, *build], cwd=ROOT, check=True)
    subprocess.run([sys.executable, "docs/live.py", scratch / "html"], cwd=ROOT, check=True)
    return scratch / "html"


class _Silent(http.server.SimpleHTTPRequestHandler):
    def log_message(self, *_: object) -> None:
        """Say nothing."""


@pytest.fixture(scope="session")
def served(site: Path) -> Iterator[str]:
    """The address of the site, served as its pages say: by Python's own server."""
    handler = partial(_Silent, directory=site)
    with http.server.ThreadingHTTPServer(("127.0.0.1", 0), handler) as server:
        threading.Thread(target=server.serve_forever, daemon=True).start()
        yield f"http://127.0.0.1:{server.server_port}"
        server.shutdown()
