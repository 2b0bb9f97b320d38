"""Conftest: a themed application for the tests of approvals."""

import pytest
from PySide6.QtWidgets import QApplication

from vaultdesk.ui.theme.theme import theme


@pytest.fixture(autouse=True)
def themed(qapp: QApplication) -> None:
    """Dress the application as the program does."""
    theme().apply(qapp)
