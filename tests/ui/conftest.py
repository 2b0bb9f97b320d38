"""Fixtures of the window tests: the application with its real theme, light and at its normal size."""

import gc
import itertools
from collections.abc import Iterator

import pytest
from PySide6.QtGui import QCursor
from PySide6.QtWidgets import QApplication, QMainWindow

from tests.support.keys import release_modifiers
from vaultdesk.ui.theme.theme import Theme, theme


@pytest.fixture(autouse=True)
def app_theme(qapp: QApplication) -> Iterator[Theme]:
    """The application's theme, light before and after each test."""
    application_theme = theme()
    application_theme.apply(qapp)
    application_theme.set_choice("light")
    application_theme.set_zoom(1.0)
    # Otherwise a window may open under the pointer where the last test left it.
    QCursor.setPos(qapp.primaryScreen().geometry().bottomRight())
    release_modifiers()
    yield application_theme
    application_theme.set_choice("light")
    application_theme.set_contrast("system")
    application_theme.refresh()
    application_theme.set_zoom(1.0)


FULL_COLLECTION_INTERVAL = 25
"""Tests between two full collections: one takes 50 ms, and a widget in a reference cycle can wait."""

_tests = itertools.count(1)


@pytest.fixture(scope="session", autouse=True)
def manual_collection() -> Iterator[None]:
    """Disable automatic collection: it might free a widget in a worker thread (see application.py)."""
    gc.disable()
    yield
    gc.collect()
    gc.enable()


@pytest.fixture(autouse=True)
def clean_up(manual_collection: None) -> Iterator[None]:
    """Hide the windows a test left open, and collect garbage on this thread between tests."""
    yield
    for window in QApplication.topLevelWidgets():
        # Quitting an application requests every visible window to close.
        if isinstance(window, QMainWindow) and window.isVisible():
            window.hide()
    if next(_tests) % FULL_COLLECTION_INTERVAL == 1:
        gc.collect()
        # Exclude surviving objects from later collections. Never unfreeze: that would include all collected tests,
        # and one collection would take seconds.
        gc.freeze()
    else:
        gc.collect(1)
