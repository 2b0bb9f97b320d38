"""Tests of ui/notes/page_states.py."""

from PySide6.QtWidgets import QLabel, QStackedWidget
from pytestqt.qtbot import QtBot

from tests.support.qt_loop import on_qt_loop, until
from vaultdesk.ui.notes.page_states import LoadingPage, NoOpenNotePage, PageBackground, PageBanner
from vaultdesk.ui.theme.theme import theme
from vaultdesk.ui.widgets.buttons import LinkButton
from vaultdesk.ui.widgets.empty_state import EmptyState, NextStep


def test_it_is_of_the_colour_of_the_surface(qtbot: QtBot) -> None:
    widget = PageBackground()
    qtbot.addWidget(widget)
    widget.resize(10, 10)
    assert widget.grab().toImage().pixelColor(5, 5) == theme().color("surface")


def test_the_graver_message_stays(qtbot: QtBot) -> None:
    banner = PageBanner()
    qtbot.addWidget(banner)
    banner.show_message("save", "danger", "Not saved")
    banner.show_message("missing", "info", "No such note")
    assert banner.text() == "Not saved"
    banner.clear("missing")
    assert banner.text() == "Not saved"
    banner.clear("save")
    assert banner.text() == ""
    assert banner.isHidden()
    banner.show_message("missing", "info", "No such note")
    banner.clear()
    assert banner.text() == ""


@on_qt_loop
async def test_it_comes_late_and_not_at_all_where_the_note_is_there() -> None:
    body = QStackedWidget()
    before = QLabel("before")
    body.addWidget(before)
    opening = LoadingPage(body)
    body.setCurrentWidget(before)
    emitted: list[str] = []
    opening.late.connect(lambda: emitted.append("late"))
    opening.begin(at_once=False)
    opening.end()
    assert (body.currentWidget(), opening.active) == (before, False)
    opening.begin(at_once=False)
    assert body.currentWidget() is before
    await until(lambda: body.currentWidget() is opening)
    assert emitted == ["late"]


@on_qt_loop
async def test_at_once_the_place_is_empty_and_the_words_come_late() -> None:
    body = QStackedWidget()
    opening = LoadingPage(body)
    opening.begin(at_once=True)
    words = opening.findChild(EmptyState)
    assert isinstance(words, EmptyState)
    assert body.currentWidget() is opening
    assert words.isHidden()
    await until(lambda: not words.isHidden())


def test_it_offers_what_can_be_done_when_it_is_shown(qtbot: QtBot) -> None:
    steps = [NextStep("Open", lambda: None, keys="Ctrl+O")]
    widget = NoOpenNotePage(lambda: steps)
    qtbot.addWidget(widget)
    widget.show()
    steps.append(NextStep("Reopen Boiler", lambda: None, keys="Ctrl+Shift+T"))
    widget.hide()
    widget.show()
    shown = [button.text() for button in widget.findChildren(LinkButton) if button.isVisibleTo(widget)]
    assert shown == ["Open", "Reopen Boiler"]
