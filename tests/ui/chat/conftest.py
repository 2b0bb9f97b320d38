"""Fixture that applies the theme and deletes the widgets of each test."""

import gc
from collections.abc import Iterator

import pytest
from PySide6.QtCore import QEvent
from PySide6.QtWidgets import QApplication

from vaultdesk.ui.theme.theme import theme


@pytest.fixture(autouse=True)
def themed(qapp: QApplication) -> Iterator[None]:
    """Apply the theme as the program does; afterwards delete the remaining widgets, children before parents.

    A test's widget is owned only by Python. If its last reference is held by a connection of a child that waits for
    deletion, it would be deleted during the destruction of that child; so it is referenced until then.
    """
    theme().apply(qapp)
    yield
    windows = QApplication.topLevelWidgets()
    QApplication.sendPostedEvents(None, QEvent.Type.DeferredDelete.value)
    windows.clear()
    gc.collect()
