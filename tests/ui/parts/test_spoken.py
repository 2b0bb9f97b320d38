"""Tests of spoken.py."""

import pytest
from PySide6.QtGui import QAccessible, QAccessibleAnnouncementEvent
from PySide6.QtWidgets import QWidget

from vaultdesk.ui.parts import spoken


def test_a_sentence_is_announced_only_where_somebody_listens(monkeypatch: pytest.MonkeyPatch) -> None:
    told: list[QAccessibleAnnouncementEvent] = []
    monkeypatch.setattr(QAccessible, "updateAccessibility", told.append)
    for active in (False, True):
        monkeypatch.setattr(QAccessible, "isActive", lambda active=active: active)
        spoken.announce(QWidget(), "Done.")
    assert [event.message() for event in told] == ["Done."]
