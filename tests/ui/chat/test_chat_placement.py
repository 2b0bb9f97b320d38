"""Tests of ui/chat/chat_placement.py."""

from pathlib import Path

import pytest
from PySide6.QtCore import QEvent, Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QLabel
from pytestqt.qtbot import QtBot

from tests.support.desktop import open_views, running_desktop, small_vault
from tests.support.qt_loop import on_qt_loop, until
from vaultdesk.ui.app.vault_window.vault_views import VaultViews
from vaultdesk.ui.chat.chat_placement import ChatHolder, ChatWindow
from vaultdesk.ui.window.window_state import WindowFrame

# Chat window.


def test_holder_releases_its_view_before_it_is_deleted(qtbot: QtBot) -> None:
    holder, view = ChatHolder(), QLabel("Chat")
    qtbot.addWidget(view)
    holder.hold(view)
    holder.released.connect(holder.release_view)
    holder.deleteLater()
    QApplication.sendPostedEvents(holder, QEvent.Type.DeferredDelete.value)
    assert view.text() == "Chat"
    assert view.parent() is None


def test_window_restores_its_geometry_and_closing_only_requests_a_release(qtbot: QtBot) -> None:
    window = ChatWindow(WindowFrame((40, 60, 450, 500)))
    qtbot.addWidget(window)
    assert window.frame() == WindowFrame((40, 60, 450, 500))
    emitted: list[bool] = []
    window.released.connect(lambda: emitted.append(True))
    window.show()
    window.close()
    assert (emitted, window.isVisible()) == ([True], True)
    window.hide()


def test_off_screen_geometry_is_not_restored(qtbot: QtBot) -> None:
    window = ChatWindow(WindowFrame((-9_000, -9_000, 450, 500)))
    qtbot.addWidget(window)
    assert window.frame().place != (-9_000, -9_000, 450, 500)


# Chat placement: docked, in a tab, or in a window of its own, with the same chat in each.


@pytest.fixture
def vault(tmp_path: Path) -> Path:
    return small_vault(tmp_path / "Lindenweg")


def has_note_shortcuts(views: VaultViews) -> bool:
    """Return whether the shortcuts of note tabs are active."""
    return any(action.objectName() == "close-tab" for action in views.notes.actions())


def setting(views: VaultViews) -> str:
    return views.workspace.store.settings.appearance.chat


@on_qt_loop
async def test_chat_moves_to_a_window_of_its_own_and_back_when_that_is_closed(home: Path, vault: Path) -> None:
    async with running_desktop(vault) as desktop:
        views = await open_views(desktop)
        placement, window = views.chat_place, desktop.window
        views.chat.composer.set_text("half a thought")
        placement.choose("window")
        chat_window = placement.holder
        assert isinstance(chat_window, ChatWindow)
        assert views.chat.window() is chat_window
        assert window.panes.hidden() == ("chat",)
        assert setting(views) == "window"
        assert chat_window.windowTitle().startswith("New chat – Lindenweg")
        assert {"palette", "settings"} <= {action.objectName() for action in chat_window.actions()}
        chat_window.resize(500, 600)
        chat_window.close()
        assert views.chat.window() is window
        assert not window.panes.hidden()
        assert views.chat.composer.text == "half a thought"
        assert setting(views) == "dock"
        assert window.state.chat_window.place is not None
        assert window.state.chat_window.place[2:] == (500, 600)


@on_qt_loop
async def test_chat_tab_uses_the_shortcuts_of_the_chat_while_it_has_focus(home: Path, vault: Path) -> None:
    async with running_desktop(vault) as desktop:
        views = await open_views(desktop)
        await views.notes.show_note("Boiler.md")
        desktop.window.activateWindow()
        views.chat_place.choose("tab")
        await until(lambda: QApplication.focusWidget() is views.chat.composer.field)
        assert views.notes.isAncestorOf(views.chat)
        assert not has_note_shortcuts(views)
        QTest.keyClick(views.chat.composer.field, Qt.Key.Key_F, Qt.KeyboardModifier.ControlModifier)
        assert not views.chat.find_bar.isHidden()
        note = next(page for page in views.notes.pages if page.path)
        views.notes.choose(note)
        note.reader.setFocus()
        await until(lambda: has_note_shortcuts(views))
        desktop.window.commands["focus-chat"].trigger()
        await until(lambda: QApplication.focusWidget() is views.chat.composer.field)
        assert views.notes.split_view.group.shown is views.chat_place.holder


@on_qt_loop
async def test_closing_the_chat_tab_docks_the_chat(home: Path, vault: Path) -> None:
    async with running_desktop(vault) as desktop:
        views = await open_views(desktop)
        views.chat_place.choose("tab")
        holder = views.chat_place.holder
        assert isinstance(holder, ChatHolder)
        views.notes.close_tab(holder)
        await until(lambda: views.chat_place.place == "dock")
        assert desktop.window.panes.hosts["chat"].view() is views.chat
        views.chat_place.choose("tab")
        views.chat_place.choose("window")
        views.chat_place.choose("tab")
        views.chat_place.choose("dock")
        assert desktop.window.panes.hosts["chat"].view() is views.chat
        assert not any(isinstance(widget, ChatHolder) for widget in views.notes.widgets)


@on_qt_loop
async def test_placement_and_notes_are_restored_at_the_next_start(home: Path, vault: Path) -> None:
    async with running_desktop(vault) as desktop:
        views = await open_views(desktop)
        await views.notes.show_note("Boiler.md")
        views.chat_place.choose("tab")
    async with running_desktop(vault) as desktop:
        views = await open_views(desktop)
        await until(lambda: views.chat_place.place == "tab")
        await until(lambda: views.notes.current_path == "Boiler.md")
        assert views.notes.isAncestorOf(views.chat)
        views.chat_place.choose("dock")


@on_qt_loop
async def test_dialogs_open_over_the_window_of_the_chat(home: Path, vault: Path) -> None:
    async with running_desktop(vault) as desktop:
        views = await open_views(desktop)
        assert views.chat_place._dialog_parent() is desktop.window
        views.chat_place.choose("window")
        assert views.chat.approver.sheet_parent() is views.chat_place.holder  # type: ignore[attr-defined]  # the window's own
        views.chat_place.choose("dock")


@on_qt_loop
async def test_narrow_window_shows_a_placeholder_for_the_chat(home: Path, vault: Path) -> None:
    async with running_desktop(vault) as desktop:
        views = await open_views(desktop)
        views.chat_place.choose("window")
        desktop.window.resize(700, 600)
        desktop.window.toolbar.pane_chosen.emit("chat")
        placeholder = desktop.window.panes.hosts["chat"].view()
        assert placeholder is not None
        assert placeholder.isVisible()
        views.chat_place.choose("dock")
        assert views.chat.isVisible()


@on_qt_loop
async def test_chat_window_is_restored_after_a_restart(home: Path, vault: Path) -> None:
    async with running_desktop(vault) as desktop:
        views = await open_views(desktop)
        views.chat_place.choose("window")
        holder = views.chat_place.holder
        assert isinstance(holder, ChatWindow)
        holder.setGeometry(50, 60, 480, 600)
    assert not any(isinstance(widget, ChatWindow) and widget.isVisible() for widget in QApplication.topLevelWidgets())
    async with running_desktop(vault) as desktop:
        views = await open_views(desktop)
        await until(lambda: isinstance(views.chat_place.holder, ChatWindow))
        holder = views.chat_place.holder
        assert holder is not None
        assert holder.isVisible()
        assert holder.geometry().getRect() == (50, 60, 480, 600)
        views.chat_place.choose("dock")
