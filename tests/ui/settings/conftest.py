"""Hides the windows that each test leaves open: the next test would find them among its own."""

from collections.abc import Iterator

import pytest
from PySide6.QtWidgets import QApplication


@pytest.fixture(autouse=True)
def hide_open_windows(qapp: QApplication) -> Iterator[None]:
    """Hide the windows a test left open; their owners delete them."""
    yield
    for window in QApplication.topLevelWidgets():
        window.hide()
