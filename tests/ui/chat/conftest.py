"""Conftest: a themed application for the tests of the chat, and widgets that end with their test."""

import gc
from collections.abc import Iterator

import pytest
from PySide6.QtCore import QEvent
from PySide6.QtWidgets import QApplication

from vaultdesk.ui.theme.theme import theme


@pytest.fixture(autouse=True)
def themed(qapp: QApplication) -> Iterator[None]:
    """Dress the application as the program does; afterwards end what was left, children before parents.

    A widget of a test has no owner but Python. Where its last reference is a connection of a child that waits to be
    deleted, it would be deleted from within that child's end; so it is held until then.
    """
    theme().apply(qapp)
    yield
    windows = QApplication.topLevelWidgets()
    QApplication.sendPostedEvents(None, QEvent.Type.DeferredDelete.value)
    windows.clear()
    gc.collect()
