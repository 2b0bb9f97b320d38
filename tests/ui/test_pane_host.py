"""Tests of pane_host.py."""

from PySide6.QtWidgets import QLabel
from pytestqt.qtbot import QtBot

from vaultdesk.ui.pane_host import PaneHost


def test_a_view_is_shown_replaced_and_taken_out_again(qtbot: QtBot) -> None:
    host, first, second = PaneHost("chat"), QLabel("One"), QLabel("Two")
    for widget in (host, first, second):
        qtbot.addWidget(widget)
    assert host.set_view(first) is None
    assert host.set_view(second) is first
    assert first.parent() is None
    assert host.set_view(second) is None
    assert second.parent() is host, "what is shown already stays"
    host.take_view()
    assert (host.view(), second.parent()) == (None, None)
    host.take_view()
    assert host.set_view(second) is None
