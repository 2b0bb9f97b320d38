"""Tests of ui/window/panes.py."""

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QApplication, QLabel, QPlainTextEdit
from pytestqt.qtbot import QtBot

from vaultdesk.ui.theme.theme import theme
from vaultdesk.ui.window.panes import PANE_WIDTHS, PANES, READING_WIDTH, PaneHost, Panes

# Pane host.


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


# Panes: hidden ones come back as they were; a narrow window shows one at a time.


def shown(panes: Panes) -> list[str]:
    return [pane for pane in PANES if panes.hosts[pane].isVisible()]


def made(qtbot: QtBot, width: int = 1400) -> Panes:
    panes = Panes()
    qtbot.addWidget(panes)
    panes.resize(width, 600)
    panes.show()
    QApplication.processEvents()
    return panes


def test_a_hidden_pane_comes_back_with_its_width(qtbot: QtBot) -> None:
    panes = made(qtbot)
    panes.restore((300, 700, 400), (), "note")
    QApplication.processEvents()
    before = panes.sizes()

    panes.toggle("files")
    QApplication.processEvents()
    assert shown(panes) == ["note", "chat"]
    assert panes.hidden() == ("files",)
    panes.toggle("files")
    QApplication.processEvents()

    assert shown(panes) == ["files", "note", "chat"]
    assert panes.sizes()[0] == before[0]


def test_narrow_shows_one_and_wide_shows_all_again(qtbot: QtBot) -> None:
    panes = made(qtbot)
    panes.restore((250, 750, 400), (), "note")
    QApplication.processEvents()
    before = panes.sizes()

    panes.set_narrow(True)
    panes.show_pane("chat")
    assert shown(panes) == ["chat"]
    assert panes.sizes() == before
    panes.set_narrow(False)
    QApplication.processEvents()

    assert shown(panes) == ["files", "note", "chat"]
    assert panes.sizes() == before


def test_toggling_in_a_narrow_window_goes_there_and_back(qtbot: QtBot) -> None:
    panes = made(qtbot, 500)
    panes.set_narrow(True)

    panes.toggle("files")
    assert shown(panes) == ["files"]
    panes.toggle("files")
    assert shown(panes) == ["note"]


def test_the_note_cannot_be_hidden_by_a_kept_state(qtbot: QtBot) -> None:
    panes = made(qtbot)

    panes.restore((1, 2), ("note", "chat", "nonsense"), "nonsense")

    assert shown(panes) == ["files", "note"]
    assert panes.current == "note"


def test_a_host_gives_back_what_it_showed(qtbot: QtBot) -> None:
    panes = made(qtbot)
    first, second = QLabel("first"), QLabel("second")
    panes.hosts["note"].set_view(first)

    assert panes.hosts["note"].set_view(second) is first
    assert panes.hosts["note"].view() is second
    assert first.parent() is None


def test_where_passages_are_read_the_notes_are_wide_and_come_back_as_they_were(qtbot: QtBot) -> None:
    panes = made(qtbot)
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


def test_the_note_keeps_its_least_width_while_passages_are_read(qtbot: QtBot) -> None:
    least = theme().px(PANE_WIDTHS["note"][0])
    panes = made(qtbot, 250 + least + 400 + 20)
    panes.restore((250, least, 400), (), "note")
    panes.set_reading(True)
    QApplication.processEvents()
    assert panes.hosts["note"].width() >= least


def test_a_pane_that_goes_hands_the_keyboard_to_the_one_in_front(qtbot: QtBot) -> None:
    panes = made(qtbot, 500)
    for pane in PANES:
        panes.hosts[pane].set_view(QPlainTextEdit())
    panes.set_narrow(True)
    panes.show_pane("files")
    panes.activateWindow()
    panes.hosts["files"].take_focus(Qt.FocusReason.OtherFocusReason)

    panes.show_pane("note")

    assert panes.focusWidget() is panes.hosts["note"].view()
