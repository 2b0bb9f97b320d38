"""Presence: without a window the program stays only where the tray shows it, and tells those who work elsewhere."""

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
    """A desktop's tray, as Qt tells of it; it may come and go."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch) -> None:
        self.there = True
        self.told: list[str] = []
        monkeypatch.setattr(QSystemTrayIcon, "isSystemTrayAvailable", lambda: self.there)
        monkeypatch.setattr(QSystemTrayIcon, "supportsMessages", lambda: True)
        monkeypatch.setattr(QSystemTrayIcon, "showMessage", self._show)

    def _show(self, _title: str, text: str, *_icon: Any) -> None:  # Any: the icon, which nobody looks at here
        self.told.append(text)


@pytest.fixture
def panel(monkeypatch: pytest.MonkeyPatch) -> Panel:
    return Panel(monkeypatch)


@pytest.fixture
def elsewhere(monkeypatch: pytest.MonkeyPatch) -> None:
    """The person works in another program."""
    monkeypatch.setattr(QApplication, "activeWindow", lambda: None)


@pytest.fixture(autouse=True)
def key(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("JOURNEY_KEY", KEY)


@pytest.fixture
def vault(tmp_path: Path) -> Path:
    return small_vault(tmp_path / "Lindenweg")


def stay(desktop: WindowManager, **wishes: bool) -> None:
    """Let the program stay in the tray."""
    views = desktop.views
    assert views is not None
    chosen = {"tray": True, **wishes}
    views.workspace.store.change(
        lambda settings: settings.model_copy(update={"desktop": settings.desktop.model_copy(update=chosen)})
    )


async def in_tray(desktop: WindowManager) -> None:
    await until(lambda: desktop.background is not None and desktop.background.tray.available)


def tray_does(desktop: WindowManager, words: str) -> None:
    assert desktop.background is not None
    menu = desktop.background.tray.menu
    next(action for action in menu.actions() if action.text() == words).trigger()


@on_qt_loop
async def test_the_last_window_goes_to_the_tray_with_its_vault_open(home: Path, vault: Path, panel: Panel) -> None:
    async with running_desktop(vault) as desktop:
        views = await open_views(desktop)
        stay(desktop)
        await in_tray(desktop)
        desktop.window.close()
        await until(lambda: not desktop.window.isVisible())

        assert desktop.views is views
        assert not desktop.shutdown.finished.is_set()
        tray_does(desktop, "Open VaultDesk")
        assert desktop.window.isVisible()
        desktop.window.close()
        await until(lambda: not desktop.window.isVisible())
        assert len(panel.told) == 1
        assert "Ctrl+Q" in panel.told[0]
        tray_does(desktop, "Quit VaultDesk")
        await until(desktop.shutdown.finished.is_set)


@on_qt_loop
async def test_a_click_on_the_dock_brings_the_window_back(home: Path, vault: Path, panel: Panel) -> None:
    async with running_desktop(vault) as desktop:
        await open_views(desktop)
        stay(desktop)
        await in_tray(desktop)
        desktop.window.close()
        await until(lambda: not desktop.window.isVisible())
        background = desktop.background
        assert background is not None

        background.application_changed(Qt.ApplicationState.ApplicationInactive)
        assert not desktop.window.isVisible()
        desktop.show_quick_ask()
        await until(lambda: any(one.isVisible() for one in QApplication.topLevelWidgets()))
        background.application_changed(Qt.ApplicationState.ApplicationActive)
        assert not desktop.window.isVisible(), "quick ask is what was wanted"
        desktop.quick.close()
        await until(lambda: not any(one.isVisible() for one in QApplication.topLevelWidgets()))
        background.application_changed(Qt.ApplicationState.ApplicationActive)
        assert desktop.window.isVisible()


@on_qt_loop
async def test_a_recent_vault_of_the_menu_opens_beside(home: Path, vault: Path, tmp_path: Path, panel: Panel) -> None:
    other = small_vault(tmp_path / "Reading")
    async with running_desktop(other) as desktop:
        await open_views(desktop)
        desktop.open_vault(vault)
        await until(lambda: desktop.views is not None and desktop.views.workspace.vault.root == vault.resolve())
        stay(desktop)
        await in_tray(desktop)
        assert desktop.background is not None
        desktop.background.tray.menu.aboutToShow.emit()
        tray_does(desktop, "Reading")
        await until(lambda: len(desktop.windows) == 2 and all(one.views for one in desktop.windows))


@on_qt_loop
async def test_a_tray_that_goes_away_gives_the_window_back(home: Path, vault: Path, panel: Panel) -> None:
    async with running_desktop(vault) as desktop:
        await open_views(desktop)
        stay(desktop)
        await in_tray(desktop)
        desktop.window.close()
        await until(lambda: not desktop.window.isVisible())
        panel.there = False
        assert desktop.background is not None
        desktop.background.tray.check_availability()

        assert desktop.window.isVisible()


@on_qt_loop
async def test_where_no_tray_is_the_last_window_ends_the_program(home: Path, vault: Path, panel: Panel) -> None:
    panel.there = False
    async with running_desktop(vault) as desktop:
        await open_views(desktop)
        stay(desktop)
        desktop.window.close()

        await until(desktop.shutdown.finished.is_set)


@on_qt_loop
async def test_an_answer_that_ends_unseen_is_told_by_its_conversation_s_name(
    home: Path, vault: Path, panel: Panel, elsewhere: None
) -> None:
    async with WireServer(openai=[ANSWER]) as server, open_window(home, vault, server) as window:
        desktop, views = window.desktop, window.views
        stay(desktop)
        await in_tray(desktop)
        assert desktop.background is not None
        tray, states = desktop.background.tray, list[str]()
        views.attention.changed.connect(lambda: states.append(tray.state))
        views.chat.ask("boiler")
        await until(lambda: panel.told)

        assert panel.told == ["The answer in “boiler” is ready."]
        assert states == ["answering", "idle"]
        desktop.window.show_pane("files")
        desktop.window.hide()
        tray.icon.messageClicked.emit()
        assert desktop.window.isVisible()


@on_qt_loop
async def test_nobody_is_told_who_wants_no_notifications(
    home: Path, vault: Path, panel: Panel, elsewhere: None
) -> None:
    async with WireServer(openai=[ANSWER]) as server, open_window(home, vault, server) as window:
        desktop, views = window.desktop, window.views
        stay(desktop, notify=False)
        await in_tray(desktop)
        views.chat.ask("boiler")
        await window.over()
        await until(lambda: not views.attention.running)

        assert panel.told == []


@pytest.mark.parametrize("hidden", [False, True])
def test_an_approval_is_told_and_waits_for_a_window_in_the_tray(
    home: Path,
    tmp_path: Path,
    panel: Panel,
    elsewhere: None,
    hidden: bool,
) -> None:
    asked_while(home, tmp_path, panel, hidden)()


def asked_while(home: Path, tmp_path: Path, panel: Panel, hidden: bool) -> Callable[[], None]:
    @on_qt_loop
    async def scene() -> None:
        async with WireServer(openai=[READING, ANSWER]) as server, open_window(home, tmp_path / "v", server) as window:
            desktop = window.desktop
            stay(desktop)
            await in_tray(desktop)
            window.ask("Which one?")
            if hidden:
                desktop.window.close()
            await seen(lambda: "“Which one?” is waiting for your approval." in panel.told)
            assert desktop.background is not None
            assert desktop.background.tray.state == "waiting"
            assert desktop.window.isVisible() is not hidden
            desktop.background.tray.icon.messageClicked.emit()
            await window.approve()
            await window.over()
            await seen(lambda: desktop.background is not None and desktop.background.tray.state == "idle")

    return scene
