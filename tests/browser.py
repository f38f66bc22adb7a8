"""A real browser for tests: Debian's chromium, led by playwright; and axe-core.

Both must be there: a test that needs them fails where they are not. `.ci/run` installs chromium,
and `make` fetches axe-core, which looks for what keeps people out of a page.
"""

from __future__ import annotations

from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest

if TYPE_CHECKING:
    from collections.abc import Iterator

    from playwright.sync_api import Browser, Page

CHROMIUM = Path("/usr/bin/chromium")
AXE = Path(__file__).parents[1] / "build" / "npm" / "node_modules" / "axe-core" / "axe.min.js"

_OFFLINE = (
    "--headless --no-sandbox --disable-gpu --disable-quic --no-first-run "
    "--disable-background-networking --disable-component-update --disable-sync"
)


@contextmanager
def chromium() -> Iterator[Browser]:
    """Start the browser, and end it."""
    from playwright.sync_api import sync_playwright  # an extra: other tests do without it

    if not CHROMIUM.exists():
        pytest.fail(f"there is no {CHROMIUM}; install Debian's package chromium", pytrace=False)
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=str(CHROMIUM), args=_OFFLINE.split())
        yield browser
        browser.close()


@contextmanager
def visit(
    browser: Browser,
    file: Path,
    *,
    width: int = 1280,
    dark: bool = False,
    ready: str = "html[data-dlx-ready]",
) -> Iterator[Page]:
    """Open a file; anything but a quiet page that loads nothing from elsewhere is a fault.

    Whatever the page does before it is closed is watched.
    """
    context = browser.new_context(
        viewport={"width": width, "height": 900}, color_scheme="dark" if dark else "light"
    )
    page = context.new_page()
    faults: list[str] = []
    page.on("pageerror", lambda error: faults.append(f"error: {error}"))
    page.on("console", lambda message: faults.append(f"{message.type}: {message.text}"))

    def watch(url: str) -> None:
        if not url.startswith(("file:", "data:", "blob:", "about:")):
            faults.append(f"request: {url}")

    page.on("request", lambda request: watch(request.url))
    try:
        page.goto(file.as_uri())
        page.wait_for_selector(ready, state="attached", timeout=10_000)
        yield page
    finally:
        context.close()
    assert faults == []


def accessibility_faults(page: Page) -> list[str]:
    """Let axe-core look at a page as it is, and give what it finds serious or critical."""
    if not AXE.exists():
        pytest.fail(f"there is no {AXE}; `make {AXE.relative_to(AXE.parents[4])}` fetches it")
    page.evaluate(AXE.read_text(encoding="utf-8"))  # unlike a script element, past any policy
    found: Any = page.evaluate("() => axe.run({resultTypes: ['violations']})")
    return [
        f"{fault['id']}: {fault['help']}: {node['html'][:160]} {node['failureSummary']}"
        for fault in found["violations"]
        if fault["impact"] in {"serious", "critical"}
        for node in fault["nodes"][:3]
    ]
