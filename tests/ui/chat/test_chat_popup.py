"""Tests of the pop-up in ui/chat/chat_library.py, by keyboard."""

from collections.abc import Iterator, Sequence
from datetime import UTC, datetime

import pytest
import shiboken6
from PySide6.QtCore import QEvent, Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QPushButton

from tests.support.qt_loop import on_qt_loop, until
from vaultdesk.chat.chat_store import ChatPassage
from vaultdesk.ui.chat.chat_library import ChatItem, ChatPopup


def three_of_now() -> tuple[ChatItem, ...]:
    """Three chats of this moment: one that was made before midnight would be of yesterday after it."""
    now = datetime.now(UTC)
    titles = ("Pump", "Boiler", "Garden")
    return tuple(
        ChatItem(f"Chats/{title}.md", title, now, pinned=title == "Pump", preview=f"{title}?") for title in titles
    )


scenes: "list[Opened]" = []


@pytest.fixture(autouse=True)
def _closed() -> Iterator[None]:
    """End the scenes of a test, the pop-up before its window."""
    yield
    while scenes:
        scene = scenes.pop()
        if shiboken6.isValid(scene.popup):
            scene.popup.close()
        QApplication.sendPostedEvents(None, QEvent.Type.DeferredDelete.value)
        scene.window.close()


async def found(query: str) -> Sequence[ChatPassage]:
    return [ChatPassage("Chats/Garden.md", "Garden", f"beans {query}", "msg_7")]


class Opened:
    """A popup at a button, and what it told."""

    def __init__(self, items: Sequence[ChatItem] | None = None) -> None:
        self.window = QPushButton("title")
        self.window.resize(600, 600)
        self.window.show()
        self.popup = ChatPopup(self.window, found)
        # Not the scene itself: what the pop-up's end lets go of must not be its own window.
        emitted = self.told = list[tuple[object, ...]]()
        for name in ("chosen", "renamed", "pinned", "deleted"):
            getattr(self.popup, name).connect(lambda *what, name=name: emitted.append((name, *what)))
        self.popup.open_with(three_of_now() if items is None else items, "Chats/Boiler.md")
        scenes.append(self)

    @property
    def lines(self) -> list[str]:
        return [entry.title for entry in self.popup.list.rows()]

    def key(self, key: Qt.Key) -> None:
        """Press *key* where the keyboard is in the popup."""
        at = self.popup.list if self.popup.list.hasFocus() else self.popup.search
        QTest.keyClick(at, key)


@on_qt_loop
async def test_the_list_opens_at_the_shown_chat_with_the_keyboard_in_the_field() -> None:
    opened = Opened()
    assert opened.lines == ["Pinned", "Pump", "Today", "Boiler", "Garden"]
    current = opened.popup.list.current()
    assert current is not None
    assert current.title == "Boiler"
    assert opened.popup.focusWidget() is opened.popup.search


@on_qt_loop
async def test_typing_finds_titles_at_once_and_words_after_them() -> None:
    opened = Opened()
    QTest.keyClicks(opened.popup.search, "grdn")
    assert opened.lines == ["Garden"]
    await until(lambda: len(opened.lines) > 1)
    assert opened.lines == ["Garden", "Found in chats", "Garden"]
    opened.key(Qt.Key.Key_Return)
    assert opened.told == [("chosen", "Chats/Garden.md", "")]


@on_qt_loop
async def test_a_passage_is_opened_with_the_words_it_was_found_by() -> None:
    opened = Opened()
    QTest.keyClicks(opened.popup.search, "zz")
    await until(lambda: bool(opened.lines))
    opened.key(Qt.Key.Key_Return)
    assert opened.told == [("chosen", "Chats/Garden.md", "zz")]


@on_qt_loop
async def test_arrows_go_into_the_list_where_p_pins_and_delete_deletes() -> None:
    opened = Opened()
    opened.key(Qt.Key.Key_Down)
    assert opened.popup.focusWidget() is opened.popup.list
    opened.key(Qt.Key.Key_P)
    opened.key(Qt.Key.Key_Delete)
    opened.key(Qt.Key.Key_Up)
    opened.key(Qt.Key.Key_Up)
    opened.key(Qt.Key.Key_P)
    assert opened.told == [
        ("pinned", "Chats/Garden.md", True),
        ("deleted", "Chats/Garden.md"),
        ("pinned", "Chats/Pump.md", False),
    ]
    opened.key(Qt.Key.Key_Up)
    assert opened.popup.focusWidget() is opened.popup.search


@on_qt_loop
async def test_letters_typed_in_the_list_are_searched_for() -> None:
    opened = Opened()
    opened.key(Qt.Key.Key_Down)
    opened.key(Qt.Key.Key_B)
    assert opened.popup.search.text() == "b"
    assert opened.popup.focusWidget() is opened.popup.search


@on_qt_loop
async def test_pages_and_escape_in_the_list_are_the_popups() -> None:
    opened = Opened()
    opened.key(Qt.Key.Key_Down)
    opened.key(Qt.Key.Key_PageUp)
    current = opened.popup.list.current()
    assert current is not None
    assert current.title == "Pump"
    opened.key(Qt.Key.Key_Escape)
    assert not shiboken6.isValid(opened.popup) or not opened.popup.isVisible()


@on_qt_loop
async def test_f2_writes_the_name_where_it_stands() -> None:
    opened = Opened()
    opened.key(Qt.Key.Key_F2)
    name = opened.popup.name
    assert (name.isVisible(), name.text()) == (True, "Boiler")
    QTest.keyClicks(name, "Old boiler")
    QTest.keyClick(name, Qt.Key.Key_Return)
    assert opened.told == [("renamed", "Chats/Boiler.md", "Old boiler")]
    assert opened.popup.isVisible()


@on_qt_loop
async def test_after_a_deletion_the_next_chat_is_current_and_undo_is_offered() -> None:
    opened = Opened()
    undone: list[bool] = []
    opened.popup.undo_requested.connect(lambda: undone.append(True))
    opened.popup.renew(tuple(item for item in three_of_now() if item.title != "Boiler"), "")
    opened.popup.offer_undo("Boiler")
    current = opened.popup.list.current()
    assert current is not None
    assert current.title == "Garden"
    assert opened.popup.undo_button.accessibleName() == "Restore “Boiler”"
    opened.popup.undo_button.click()
    assert undone == [True]


@on_qt_loop
async def test_without_chats_it_says_so_and_offers_nothing() -> None:
    opened = Opened(())
    assert opened.popup.empty_label.text() == "Your chats are listed here."
    assert not opened.popup.delete_button.isEnabled()
    opened.key(Qt.Key.Key_Return)
    opened.key(Qt.Key.Key_Escape)
    QApplication.processEvents()
    assert opened.told == []
