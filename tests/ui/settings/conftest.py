"""Conftest: no window of a test stays open: the next one would find it among its own."""

from collections.abc import Iterator

import pytest
from PySide6.QtWidgets import QApplication


@pytest.fixture(autouse=True)
def nothing_left_open(qapp: QApplication) -> Iterator[None]:
    """Hide what a test left open; who owns it deletes it."""
    yield
    for window in QApplication.topLevelWidgets():
        window.hide()
