"""Tests of chat_find.py, in the dock."""

from pathlib import Path

from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication

from tests.support.chats import MemoryChats, led
from tests.support.qt_loop import on_qt_loop
from tests.ui.chat.chat_desk import ChatDesk, open_chat, says, until

LONG = "A paragraph of some length that fills a line or two of the pane.\n\n" * 8


def shelf(count: int) -> MemoryChats:
    chats = MemoryChats()
    words = [
        word
        for n in range(count)
        for word in (f"Question {n}?", f"{'A **heat pump**.' if n % 30 == 7 else 'No.'} {LONG}")
    ]
    chats.write("Chats/Long.md", led("Long", *words))
    return chats


async def looked_for(desk: ChatDesk, words: str, told: str) -> None:
    """Type *words* into the bar and wait until it says *told*."""
    desk.dock.finding.begin()
    QTest.keyClicks(desk.dock.find_bar.edit, words)
    await until(lambda: desk.dock.find_bar.count.text() == told)


def in_sight(desk: ChatDesk) -> list[str]:
    """The words that are marked as the chosen place, in sight."""
    view = desk.dock.view
    found = []
    for one in view.views:
        for edit in one.texts:
            for ground in edit.extraSelections():
                rect = edit.cursorRect(ground.cursor)
                y = edit.viewport().mapTo(view.viewport(), rect.topLeft()).y()
                if 0 <= y <= view.viewport().height():
                    found.append(ground.cursor.selectedText())
    return found


@on_qt_loop
async def test_words_are_found_in_messages_that_are_not_built_and_shown(tmp_path: Path) -> None:
    async with open_chat(tmp_path, [], chats=shelf(300)) as desk:
        await desk.open("Chats/Long.md")
        desk.dock.view.travel.go_to_start()
        await until(lambda: desk.exchanges[0].exchange.question == "Question 0?")
        await looked_for(desk, "heat pump", "1 of 10")
        assert in_sight(desk) == ["heat pump"]
        QTest.keyClick(desk.dock.find_bar.edit, Qt.Key.Key_Return)
        assert desk.dock.find_bar.count.text() == "2 of 10"
        await until(lambda: in_sight(desk) == ["heat pump"])
        QTest.keyClick(desk.dock.find_bar.edit, Qt.Key.Key_Return, Qt.KeyboardModifier.ShiftModifier)
        QTest.keyClick(desk.dock.find_bar.edit, Qt.Key.Key_Return, Qt.KeyboardModifier.ShiftModifier)
        assert desk.dock.find_bar.count.text() == "10 of 10"
        await until(lambda: in_sight(desk) == ["heat pump"])
        assert desk.dock.view.travel.number_in_sight >= 270


@on_qt_loop
async def test_esc_goes_back_to_the_question_and_takes_the_marks_away(tmp_path: Path) -> None:
    async with open_chat(tmp_path, [says("A heat pump, a boiler.")]) as desk:
        await desk.ask("Which pump?")
        await looked_for(desk, "pump", "1 of 2")
        QTest.keyClick(desk.dock.find_bar.edit, Qt.Key.Key_Escape)
        assert desk.dock.find_bar.isHidden()
        assert in_sight(desk) == []
        assert QApplication.focusWidget() is desk.dock.composer.box


@on_qt_loop
async def test_an_answer_that_comes_while_one_searches_is_counted(tmp_path: Path) -> None:
    async with open_chat(tmp_path, [says("None."), says("A pump.")]) as desk:
        await desk.ask("Hello")
        await looked_for(desk, "pump", "Not found")
        desk.dock.ask("And now?")
        await until(lambda: desk.dock.find_bar.count.text() == "1 of 1")


@on_qt_loop
async def test_another_conversation_is_searched_when_it_is_shown(tmp_path: Path) -> None:
    async with open_chat(tmp_path, [says("A pump."), says("A pump and a pump.")]) as desk:
        await desk.ask("First")
        desk.dock.new_chat()
        await desk.ask("Second")
        await looked_for(desk, "pump", "1 of 2")
        desk.go_to(0)
        await until(lambda: desk.dock.find_bar.count.text() == "1 of 1")
