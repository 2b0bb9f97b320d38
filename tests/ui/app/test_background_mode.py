"""Background mode: the program runs without a window only where there is a tray, and shows notifications."""

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QApplication, QSystemTrayIcon

from tests.journeys.program import KEY
from tests.journeys.window import open_window, seen
from tests.support.desktop import open_views, running_desktop, small_vault
from tests.support.qt_loop import on_qt_loop, until
from tests.support.wire import Call, Turn, WireServer
from vaultdesk.ui.app.window_manager import WindowManager

ANSWER = Turn("You chose the Nordwind heat pump.")
READING = Turn("I will read it.", [Call("file_read", {"file_paths": ["Boiler.md"]})])


class Panel:
    """A desktop's system tray as Qt reports it; its availability can change."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch) -> None:
        self.available = True
        self.messages: list[str] = []
        monkeypatch.setattr(QSystemTrayIcon, "isSystemTrayAvailable", lambda: self.available)
        monkeypatch.setattr(QSystemTrayIcon, "supportsMessages", lambda: True)
        monkeypatch.setattr(QSystemTrayIcon, "showMessage", self._show)

    def _show(self, _title: str, text: str, *_icon: Any) -> None:  # Any: the icon, unused here
        self.messages.append(text)


@pytest.fixture
def panel(monkeypatch: pytest.MonkeyPatch) -> Panel:
    return Panel(monkeypatch)


@pytest.fixture
def inactive(monkeypatch: pytest.MonkeyPatch) -> None:
    """No window of the program is active."""
    monkeypatch.setattr(QApplication, "activeWindow", lambda: None)


@pytest.fixture(autouse=True)
def key(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("JOURNEY_KEY", KEY)


@pytest.fixture
def vault(tmp_path: Path) -> Path:
    return small_vault(tmp_path / "Lindenweg")


def enable_tray(desktop: WindowManager, **options: bool) -> None:
    """Set the program to stay in the tray."""
    views = desktop.views
    assert views is not None
    changes = {"tray": True, **options}
    views.workspace.store.change(
        lambda settings: settings.model_copy(update={"desktop": settings.desktop.model_copy(update=changes)})
    )


async def in_tray(desktop: WindowManager) -> None:
    await until(lambda: desktop.background is not None and desktop.background.tray.available)


def trigger_tray_action(desktop: WindowManager, text: str) -> None:
    assert desktop.background is not None
    menu = desktop.background.tray.menu
    next(action for action in menu.actions() if action.text() == text).trigger()


@on_qt_loop
async def test_closing_the_last_window_hides_it_in_the_tray_with_its_vault_open(
    home: Path, vault: Path, panel: Panel
) -> None:
    async with running_desktop(vault) as desktop:
        views = await open_views(desktop)
        enable_tray(desktop)
        await in_tray(desktop)
        desktop.window.close()
        await until(lambda: not desktop.window.isVisible())

        assert desktop.views is views
        assert not desktop.shutdown.finished.is_set()
        trigger_tray_action(desktop, "Open VaultDesk")
        assert desktop.window.isVisible()
        desktop.window.close()
        await until(lambda: not desktop.window.isVisible())
        assert len(panel.messages) == 1
        assert "Ctrl+Q" in panel.messages[0]
        trigger_tray_action(desktop, "Quit VaultDesk")
        await until(desktop.shutdown.finished.is_set)


@on_qt_loop
async def test_a_dock_click_restores_the_window(home: Path, vault: Path, panel: Panel) -> None:
    async with running_desktop(vault) as desktop:
        await open_views(desktop)
        enable_tray(desktop)
        await in_tray(desktop)
        desktop.window.close()
        await until(lambda: not desktop.window.isVisible())
        background = desktop.background
        assert background is not None

        background.application_changed(Qt.ApplicationState.ApplicationInactive)
        assert not desktop.window.isVisible()
        desktop.show_quick_ask()
        await until(lambda: any(widget.isVisible() for widget in QApplication.topLevelWidgets()))
        background.application_changed(Qt.ApplicationState.ApplicationActive)
        assert not desktop.window.isVisible(), "quick ask was requested"
        desktop.quick.close()
        await until(lambda: not any(widget.isVisible() for widget in QApplication.topLevelWidgets()))
        background.application_changed(Qt.ApplicationState.ApplicationActive)
        assert desktop.window.isVisible()


@on_qt_loop
async def test_a_recent_vault_in_the_tray_menu_opens_in_a_second_window(
    home: Path, vault: Path, tmp_path: Path, panel: Panel
) -> None:
    other = small_vault(tmp_path / "Reading")
    async with running_desktop(other) as desktop:
        await open_views(desktop)
        desktop.path_opener.open_in(vault, desktop.front)
        await until(lambda: desktop.views is not None and desktop.views.workspace.vault.root == vault.resolve())
        enable_tray(desktop)
        await in_tray(desktop)
        assert desktop.background is not None
        desktop.background.tray.menu.aboutToShow.emit()
        trigger_tray_action(desktop, "Reading")
        await until(lambda: len(desktop.windows) == 2 and all(window.views for window in desktop.windows))


@on_qt_loop
async def test_the_window_is_restored_when_the_tray_disappears(home: Path, vault: Path, panel: Panel) -> None:
    async with running_desktop(vault) as desktop:
        await open_views(desktop)
        enable_tray(desktop)
        await in_tray(desktop)
        desktop.window.close()
        await until(lambda: not desktop.window.isVisible())
        panel.available = False
        assert desktop.background is not None
        desktop.background.tray.check_availability()

        assert desktop.window.isVisible()


@on_qt_loop
async def test_closing_the_last_window_quits_when_there_is_no_tray(home: Path, vault: Path, panel: Panel) -> None:
    panel.available = False
    async with running_desktop(vault) as desktop:
        await open_views(desktop)
        enable_tray(desktop)
        desktop.window.close()

        await until(desktop.shutdown.finished.is_set)


@on_qt_loop
async def test_an_answer_finished_in_the_background_is_announced_with_its_chat_title(
    home: Path, vault: Path, panel: Panel, inactive: None
) -> None:
    async with WireServer(openai=[ANSWER]) as server, open_window(home, vault, server) as window:
        desktop, views = window.desktop, window.views
        enable_tray(desktop)
        await in_tray(desktop)
        assert desktop.background is not None
        tray, states = desktop.background.tray, list[str]()
        views.attention.changed.connect(lambda: states.append(tray.state))
        views.chat.ask("boiler")
        await until(lambda: panel.messages)

        assert panel.messages == ["The answer in “boiler” is ready."]
        assert states == ["answering", "idle"]
        desktop.window.show_pane("files")
        desktop.window.hide()
        tray.icon.messageClicked.emit()
        assert desktop.window.isVisible()


@on_qt_loop
async def test_no_message_is_shown_when_notifications_are_disabled(
    home: Path, vault: Path, panel: Panel, inactive: None
) -> None:
    async with WireServer(openai=[ANSWER]) as server, open_window(home, vault, server) as window:
        desktop, views = window.desktop, window.views
        enable_tray(desktop, notify=False)
        await in_tray(desktop)
        views.chat.ask("boiler")
        await window.over()
        await until(lambda: not views.attention.running)

        assert panel.messages == []


@pytest.mark.parametrize("hidden", [False, True])
def test_an_approval_is_announced_and_waits_for_the_window(
    home: Path,
    tmp_path: Path,
    panel: Panel,
    inactive: None,
    hidden: bool,
) -> None:
    approval_scene(home, tmp_path, panel, hidden)()


def approval_scene(home: Path, tmp_path: Path, panel: Panel, hidden: bool) -> Callable[[], None]:
    @on_qt_loop
    async def scene() -> None:
        async with WireServer(openai=[READING, ANSWER]) as server, open_window(home, tmp_path / "v", server) as window:
            desktop = window.desktop
            enable_tray(desktop)
            await in_tray(desktop)
            window.ask("Which one?")
            if hidden:
                desktop.window.close()
            await seen(lambda: "“Which one?” is waiting for your approval." in panel.messages)
            assert desktop.background is not None
            assert desktop.background.tray.state == "waiting"
            assert desktop.window.isVisible() is not hidden
            desktop.background.tray.icon.messageClicked.emit()
            await window.approve()
            await window.over()
            await seen(lambda: desktop.background is not None and desktop.background.tray.state == "idle")

    return scene
