"""Conftest: a themed application for the tests of the chat, and widgets that end with their test."""

import gc
from collections.abc import Iterator

import pytest
from PySide6.QtCore import QEvent
from PySide6.QtWidgets import QApplication

from vaultdesk.ui.theme.theme import theme


@pytest.fixture(autouse=True)
def themed(qapp: QApplication) -> Iterator[None]:
    """Dress the application as the program does; afterwards end what was left, in Qt's order before Python's."""
    theme().apply(qapp)
    yield
    QApplication.sendPostedEvents(None, QEvent.Type.DeferredDelete.value)
    gc.collect()
