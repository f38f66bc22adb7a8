"""What tests in a browser share."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

if TYPE_CHECKING:
    from collections.abc import Iterator

    from playwright.sync_api import Browser


@pytest.fixture(scope="session")
def browser() -> Iterator[Browser]:
    """A browser for the whole run; tests that use it are marked `browser`."""
    from tests.browser import chromium

    with chromium() as started:
        yield started
