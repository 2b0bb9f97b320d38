"""Tests of the popup in ui/chat/chat_library.py, by keyboard."""

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


def recent_chats() -> tuple[ChatItem, ...]:
    """Return three chats of the current time, because constants would be of yesterday after midnight."""
    now = datetime.now(UTC)
    titles = ("Pump", "Boiler", "Garden")
    return tuple(
        ChatItem(f"Chats/{title}.md", title, now, pinned=title == "Pump", preview=f"{title}?") for title in titles
    )


scenes: "list[Scene]" = []


@pytest.fixture(autouse=True)
def _close_scenes() -> Iterator[None]:
    """Close the scenes of a test, the popup before its window."""
    yield
    while scenes:
        scene = scenes.pop()
        if shiboken6.isValid(scene.popup):
            scene.popup.close()
        QApplication.sendPostedEvents(None, QEvent.Type.DeferredDelete.value)
        scene.window.close()


async def find_passages(query: str) -> Sequence[ChatPassage]:
    return [ChatPassage("Chats/Garden.md", "Garden", f"beans {query}", "msg_7")]


class Scene:
    """A popup at a button, and the signals it emitted."""

    def __init__(self, items: Sequence[ChatItem] | None = None) -> None:
        self.window = QPushButton("title")
        self.window.resize(600, 600)
        self.window.show()
        self.popup = ChatPopup(self.window, find_passages)
        # The slots do not reference the scene: destroying the popup must not release its own window.
        emitted = self.emitted = list[tuple[object, ...]]()
        for name in ("chosen", "renamed", "pinned", "deleted"):
            getattr(self.popup, name).connect(lambda *arguments, name=name: emitted.append((name, *arguments)))
        self.popup.open_with(recent_chats() if items is None else items, "Chats/Boiler.md")
        scenes.append(self)

    @property
    def titles(self) -> list[str]:
        return [entry.title for entry in self.popup.list.rows()]

    def key(self, key: Qt.Key) -> None:
        """Press *key* in the focused widget of the popup."""
        widget = self.popup.list if self.popup.list.hasFocus() else self.popup.search
        QTest.keyClick(widget, key)


@on_qt_loop
async def test_list_opens_at_the_shown_chat_with_focus_in_the_search_field() -> None:
    scene = Scene()
    assert scene.titles == ["Pinned", "Pump", "Today", "Boiler", "Garden"]
    current = scene.popup.list.current()
    assert current is not None
    assert current.title == "Boiler"
    assert scene.popup.focusWidget() is scene.popup.search


@on_qt_loop
async def test_typing_filters_titles_immediately_and_then_adds_passages() -> None:
    scene = Scene()
    QTest.keyClicks(scene.popup.search, "grdn")
    assert scene.titles == ["Garden"]
    await until(lambda: len(scene.titles) > 1)
    assert scene.titles == ["Garden", "Found in chats", "Garden"]
    scene.key(Qt.Key.Key_Return)
    assert scene.emitted == [("chosen", "Chats/Garden.md", "")]


@on_qt_loop
async def test_passage_is_opened_with_the_query() -> None:
    scene = Scene()
    QTest.keyClicks(scene.popup.search, "zz")
    await until(lambda: bool(scene.titles))
    scene.key(Qt.Key.Key_Return)
    assert scene.emitted == [("chosen", "Chats/Garden.md", "zz")]


@on_qt_loop
async def test_arrow_keys_move_into_the_list_where_p_pins_and_delete_deletes() -> None:
    scene = Scene()
    scene.key(Qt.Key.Key_Down)
    assert scene.popup.focusWidget() is scene.popup.list
    scene.key(Qt.Key.Key_P)
    scene.key(Qt.Key.Key_Delete)
    scene.key(Qt.Key.Key_Up)
    scene.key(Qt.Key.Key_Up)
    scene.key(Qt.Key.Key_P)
    assert scene.emitted == [
        ("pinned", "Chats/Garden.md", True),
        ("deleted", "Chats/Garden.md"),
        ("pinned", "Chats/Pump.md", False),
    ]
    scene.key(Qt.Key.Key_Up)
    assert scene.popup.focusWidget() is scene.popup.search


@on_qt_loop
async def test_letters_typed_in_the_list_go_to_the_search_field() -> None:
    scene = Scene()
    scene.key(Qt.Key.Key_Down)
    scene.key(Qt.Key.Key_B)
    assert scene.popup.search.text() == "b"
    assert scene.popup.focusWidget() is scene.popup.search


@on_qt_loop
async def test_page_keys_and_escape_in_the_list_are_handled_by_the_popup() -> None:
    scene = Scene()
    scene.key(Qt.Key.Key_Down)
    scene.key(Qt.Key.Key_PageUp)
    current = scene.popup.list.current()
    assert current is not None
    assert current.title == "Pump"
    scene.key(Qt.Key.Key_Escape)
    assert not shiboken6.isValid(scene.popup) or not scene.popup.isVisible()


@on_qt_loop
async def test_f2_edits_the_name_in_place() -> None:
    scene = Scene()
    scene.key(Qt.Key.Key_F2)
    name = scene.popup.name
    assert (name.isVisible(), name.text()) == (True, "Boiler")
    QTest.keyClicks(name, "Old boiler")
    QTest.keyClick(name, Qt.Key.Key_Return)
    assert scene.emitted == [("renamed", "Chats/Boiler.md", "Old boiler")]
    assert scene.popup.isVisible()


@on_qt_loop
async def test_after_a_deletion_the_next_chat_is_current_and_undo_is_offered() -> None:
    scene = Scene()
    undone: list[bool] = []
    scene.popup.undo_requested.connect(lambda: undone.append(True))
    scene.popup.refresh(tuple(item for item in recent_chats() if item.title != "Boiler"), "")
    scene.popup.offer_undo("Boiler")
    current = scene.popup.list.current()
    assert current is not None
    assert current.title == "Garden"
    assert scene.popup.undo_button.accessibleName() == "Restore “Boiler”"
    scene.popup.undo_button.click()
    assert undone == [True]


@on_qt_loop
async def test_without_chats_a_hint_is_shown_and_actions_are_disabled() -> None:
    scene = Scene(())
    assert scene.popup.empty_label.text() == "Your chats are listed here."
    assert not scene.popup.delete_button.isEnabled()
    scene.key(Qt.Key.Key_Return)
    scene.key(Qt.Key.Key_Escape)
    QApplication.processEvents()
    assert scene.emitted == []
