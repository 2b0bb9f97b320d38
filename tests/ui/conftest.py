"""Conftest: for the window's tests: an application dressed as the real one, light, at its own size."""

from collections.abc import Iterator

import pytest
from PySide6.QtWidgets import QApplication

from vaultdesk.ui.theme.theme import Theme, theme


@pytest.fixture(autouse=True)
def dressed(qapp: QApplication) -> Iterator[Theme]:
    """The application's theme, light before and after each test."""
    look = theme()
    look.apply(qapp)
    look.set_choice("light")
    look.set_zoom(1.0)
    yield look
    look.set_choice("light")
    look.refresh()
    look.set_zoom(1.0)
