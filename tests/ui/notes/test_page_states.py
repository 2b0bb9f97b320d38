"""Tests of ui/notes/page_states.py."""

from PySide6.QtWidgets import QLabel, QStackedWidget
from pytestqt.qtbot import QtBot

from tests.support.qt_loop import on_qt_loop, until
from vaultdesk.ui.notes.page_states import LoadingPage, NoOpenNotePage, PageBackground, PageBanner
from vaultdesk.ui.theme.theme import theme
from vaultdesk.ui.widgets.buttons import LinkButton
from vaultdesk.ui.widgets.empty_state import EmptyState, NextStep


def test_the_page_background_has_the_surface_color(qtbot: QtBot) -> None:
    widget = PageBackground()
    qtbot.addWidget(widget)
    widget.resize(10, 10)
    assert widget.grab().toImage().pixelColor(5, 5) == theme().color("surface")


def test_the_more_severe_message_stays_visible(qtbot: QtBot) -> None:
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
async def test_the_loading_page_appears_after_a_delay_and_not_for_a_fast_note() -> None:
    body = QStackedWidget()
    before = QLabel("before")
    body.addWidget(before)
    loading = LoadingPage(body)
    body.setCurrentWidget(before)
    emitted: list[str] = []
    loading.late.connect(lambda: emitted.append("late"))
    loading.begin(at_once=False)
    loading.end()
    assert (body.currentWidget(), loading.active) == (before, False)
    loading.begin(at_once=False)
    assert body.currentWidget() is before
    await until(lambda: body.currentWidget() is loading)
    assert emitted == ["late"]


@on_qt_loop
async def test_the_loading_page_shown_immediately_is_empty_until_the_delay_ends() -> None:
    body = QStackedWidget()
    loading = LoadingPage(body)
    loading.begin(at_once=True)
    message = loading.findChild(EmptyState)
    assert isinstance(message, EmptyState)
    assert body.currentWidget() is loading
    assert message.isHidden()
    await until(lambda: not message.isHidden())


def test_the_empty_page_lists_the_current_next_steps_when_it_is_shown(qtbot: QtBot) -> None:
    steps = [NextStep("Open", lambda: None, keys="Ctrl+O")]
    widget = NoOpenNotePage(lambda: steps, lambda: True)
    qtbot.addWidget(widget)
    widget.show()
    steps.append(NextStep("Reopen Boiler", lambda: None, keys="Ctrl+Shift+T"))
    widget.hide()
    widget.show()
    shown = [button.text() for button in widget.findChildren(LinkButton) if button.isVisibleTo(widget)]
    assert shown == ["Open", "Reopen Boiler"]
