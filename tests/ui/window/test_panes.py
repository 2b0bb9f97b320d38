"""Tests of ui/window/panes.py."""

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QApplication, QLabel, QPlainTextEdit
from pytestqt.qtbot import QtBot

from vaultdesk.ui.theme.theme import theme
from vaultdesk.ui.window.panes import PANE_WIDTHS, PANES, READING_WIDTH, PaneHost, Panes

# PaneHost.


def test_a_view_is_shown_replaced_and_removed(qtbot: QtBot) -> None:
    host, first, second = PaneHost("chat"), QLabel("One"), QLabel("Two")
    for widget in (host, first, second):
        qtbot.addWidget(widget)
    assert host.set_view(first) is None
    assert host.set_view(second) is first
    assert first.parent() is None
    assert host.set_view(second) is None
    assert second.parent() is host, "a view that is already shown stays"
    host.take_view()
    assert (host.view(), second.parent()) == (None, None)
    host.take_view()
    assert host.set_view(second) is None


# Panes: hidden panes are restored with their width; a narrow window shows one pane at a time.


def visible_panes(panes: Panes) -> list[str]:
    return [pane for pane in PANES if panes.hosts[pane].isVisible()]


def create_panes(qtbot: QtBot, width: int = 1400) -> Panes:
    panes = Panes()
    qtbot.addWidget(panes)
    panes.resize(width, 600)
    panes.show()
    QApplication.processEvents()
    return panes


def test_a_hidden_pane_is_restored_with_its_width(qtbot: QtBot) -> None:
    panes = create_panes(qtbot)
    panes.restore((300, 700, 400), (), "note")
    QApplication.processEvents()
    before = panes.sizes()

    panes.toggle("files")
    QApplication.processEvents()
    assert visible_panes(panes) == ["note", "chat"]
    assert panes.hidden() == ("files",)
    panes.toggle("files")
    QApplication.processEvents()

    assert visible_panes(panes) == ["files", "note", "chat"]
    assert panes.sizes()[0] == before[0]


def test_the_narrow_mode_shows_one_pane_and_the_wide_mode_all(qtbot: QtBot) -> None:
    panes = create_panes(qtbot)
    panes.restore((250, 750, 400), (), "note")
    QApplication.processEvents()
    before = panes.sizes()

    panes.set_narrow(True)
    panes.show_pane("chat")
    assert visible_panes(panes) == ["chat"]
    assert panes.sizes() == before
    panes.set_narrow(False)
    QApplication.processEvents()

    assert visible_panes(panes) == ["files", "note", "chat"]
    assert panes.sizes() == before


def test_toggling_in_the_narrow_mode_switches_to_a_pane_and_back(qtbot: QtBot) -> None:
    panes = create_panes(qtbot, 500)
    panes.set_narrow(True)

    panes.toggle("files")
    assert visible_panes(panes) == ["files"]
    panes.toggle("files")
    assert visible_panes(panes) == ["note"]


def test_a_saved_state_cannot_hide_the_note(qtbot: QtBot) -> None:
    panes = create_panes(qtbot)

    panes.restore((1, 2), ("note", "chat", "nonsense"), "nonsense")

    assert visible_panes(panes) == ["files", "note"]
    assert panes.current == "note"


def test_set_view_returns_the_previous_view(qtbot: QtBot) -> None:
    panes = create_panes(qtbot)
    first, second = QLabel("first"), QLabel("second")
    panes.hosts["note"].set_view(first)

    assert panes.hosts["note"].set_view(second) is first
    assert panes.hosts["note"].view() is second
    assert first.parent() is None


def test_the_reading_mode_widens_the_files_pane_and_then_restores_it(qtbot: QtBot) -> None:
    panes = create_panes(qtbot)
    panes.restore((250, 750, 400), (), "note")
    QApplication.processEvents()
    before, chat = panes.sizes(), panes.hosts["chat"].width()

    panes.set_reading(True)
    QApplication.processEvents()
    assert panes.hosts["files"].width() == theme().px(READING_WIDTH)
    assert panes.hosts["chat"].width() == chat
    assert panes.sizes()[0] == before[0]
    panes.set_reading(False)
    QApplication.processEvents()

    assert panes.hosts["files"].width() == before[0]


def test_the_note_keeps_its_minimum_width_in_the_reading_mode(qtbot: QtBot) -> None:
    minimum = theme().px(PANE_WIDTHS["note"][0])
    panes = create_panes(qtbot, 250 + minimum + 400 + 20)
    panes.restore((250, minimum, 400), (), "note")
    panes.set_reading(True)
    QApplication.processEvents()
    assert panes.hosts["note"].width() >= minimum


def test_switching_panes_moves_the_focus_to_the_new_pane(qtbot: QtBot) -> None:
    panes = create_panes(qtbot, 500)
    for pane in PANES:
        panes.hosts[pane].set_view(QPlainTextEdit())
    panes.set_narrow(True)
    panes.show_pane("files")
    panes.activateWindow()
    panes.hosts["files"].take_focus(Qt.FocusReason.OtherFocusReason)

    panes.show_pane("note")

    assert panes.focusWidget() is panes.hosts["note"].view()
