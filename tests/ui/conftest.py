"""Conftest: for the window's tests: an application dressed as the real one, light, at its own size."""

import gc
import itertools
from collections.abc import Iterator

import pytest
from PySide6.QtGui import QCursor
from PySide6.QtWidgets import QApplication, QMainWindow

from vaultdesk.ui.theme.theme import Theme, theme


@pytest.fixture(autouse=True)
def dressed(qapp: QApplication) -> Iterator[Theme]:
    """The application's theme, light before and after each test."""
    look = theme()
    look.apply(qapp)
    look.set_choice("light")
    look.set_zoom(1.0)
    # Where the last test left the pointer, a window of this one may open below it.
    QCursor.setPos(qapp.primaryScreen().geometry().bottomRight())
    yield look
    look.set_choice("light")
    look.set_contrast("system")
    look.refresh()
    look.set_zoom(1.0)


WHOLE_EVERY = 25
"""Tests between two whole collections; one takes 50 ms, and a widget in a cycle may well wait."""

_tests = itertools.count(1)


@pytest.fixture(scope="session", autouse=True)
def collected_here() -> Iterator[None]:
    """No collection of its own by Python: it might free a widget in a worker's thread (see application.py)."""
    gc.disable()
    yield
    gc.collect()
    gc.enable()


@pytest.fixture(autouse=True)
def tidy(collected_here: None) -> Iterator[None]:
    """Collect on this thread, between the tests; a window that a test left open is no window of the next."""
    yield
    for left in QApplication.topLevelWidgets():
        # Ending an application asks every visible window to close.
        if isinstance(left, QMainWindow) and left.isVisible():
            left.hide()
    if next(_tests) % WHOLE_EVERY == 1:
        gc.collect()
        # What lives on is left out of later collections. Nothing is thawed: all collected tests would be, too, and one
        # collection would take seconds.
        gc.freeze()
    else:
        gc.collect(1)
