"""Tests of answer_menu.py, at an exchange that is shown."""

from pathlib import Path

from PySide6.QtCore import QPoint, Qt
from PySide6.QtGui import QContextMenuEvent, QGuiApplication
from PySide6.QtWidgets import QApplication

from tests.support.qt_loop import on_qt_loop
from tests.ui.chat.chat_desk import open_chat, says
from tests.ui.chat.scenes import answered, begun
from vaultdesk.ui.chat.answer_foot import FootAction
from vaultdesk.ui.chat.exchange_view import ExchangeView
from vaultdesk.ui.widgets.menu import Menu

ALL: frozenset[FootAction] = frozenset({"copy", "insert", "append", "new-note", "retry"})
COPY: frozenset[FootAction] = frozenset({"copy"})


def entries(menu: Menu) -> dict[str, bool]:
    return {action.text().partition("\t")[0]: action.isEnabled() for action in menu.actions() if action.text()}


def press(menu: Menu, words: str) -> None:
    next(action for action in menu.actions() if action.text().partition("\t")[0] == words).trigger()


def test_an_answer_offers_its_words_and_what_becomes_of_it() -> None:
    view = ExchangeView(answered(text="A **heat pump**, see [[Boiler]]."), ALL)
    told: list[str] = []
    view.foot_pressed.connect(told.append)
    text = view.answers[0]
    text.setTextCursor(text.document().find("heat pump"))
    menu = view.open_menu(text, QPoint(0, 0))
    assert list(entries(menu)) == [
        "Copy", "Copy selection as Markdown", "Select all", "Copy answer", "Insert at the cursor",
        "Append to the open note", "Make it a new note", "Ask again", "Open the conversation as a note",
    ]  # fmt: skip
    press(menu, "Copy selection as Markdown")
    assert QGuiApplication.clipboard().text() == "**heat pump**"
    press(menu, "Copy answer")
    assert QGuiApplication.clipboard().text() == "A **heat pump**, see [[Boiler]]."
    press(menu, "Append to the open note")
    assert told == ["append"]
    menu.close()


def test_what_does_not_work_now_is_not_offered() -> None:
    view = ExchangeView(answered(), COPY)
    menu = view.open_menu(view.answers[0], QPoint(0, 0))
    assert entries(menu)["Copy selection as Markdown"] is False
    assert "Insert at the cursor" not in entries(menu)
    menu.close()
    growing = ExchangeView(begun(), ALL)
    menu = growing.open_menu(None, QPoint(0, 0))
    assert list(entries(menu)) == ["Copy answer", "Open the conversation as a note"]
    menu.close()


@on_qt_loop
async def test_the_menu_key_opens_it_and_a_chat_that_is_no_note_becomes_one(tmp_path: Path) -> None:
    async with open_chat(tmp_path, [says("Because.")]) as desk:
        made: list[str] = []
        desk.dock.new_note_requested.connect(made.append)
        view = await desk.ask("Why?")
        pressed = QContextMenuEvent(QContextMenuEvent.Reason.Keyboard, QPoint(5, 5), QPoint(5, 5))
        QApplication.sendEvent(desk.dock.view, pressed)
        (menu,) = view.findChildren(Menu, options=Qt.FindChildOption.FindDirectChildrenOnly)
        press(menu, "Open the conversation as a note")
        menu.close()
        assert made[0].startswith("# Why?")
        assert "Because." in made[0]
