"""Hotkey binding: follows the shortcut in the settings."""

from collections.abc import Callable
from pathlib import Path

from PySide6.QtCore import QObject

from tests.support.qt_loop import on_qt_loop, until
from tests.ui.hotkey.test_hotkeys import FakeBackend
from vaultdesk.core.settings.settings_store import Settings, SettingsStore
from vaultdesk.ui.hotkey.hotkeys import HotkeyBinding, Hotkeys


def with_desktop(**values: object) -> Callable[[Settings], Settings]:
    def change(settings: Settings) -> Settings:
        return settings.model_copy(update={"desktop": settings.desktop.model_copy(update=values)})

    return change


@on_qt_loop
async def test_the_shortcut_of_the_settings_opens_quick_ask_and_is_released_when_cleared(tmp_path: Path) -> None:
    store = SettingsStore(tmp_path / "settings.toml")
    store.load()
    backend, owner = FakeBackend(), QObject()
    calls: list[str] = []
    binding = HotkeyBinding(
        store, lambda: calls.append("shown"), lambda: calls.append("prepared"), owner, Hotkeys(backend)
    )
    assert (backend.registered, calls) == ("", [])
    store.change(with_desktop(quick_ask_keys="Ctrl+Alt+Space"))
    await until(lambda: backend.registered)
    backend.pressed.emit()
    await until(lambda: len(calls) == 2)
    assert calls == ["shown", "prepared"]
    store.change(with_desktop(quick_ask_keys=""))
    await until(lambda: not backend.registered)
    binding.close()


@on_qt_loop
async def test_the_window_is_built_in_advance_if_the_tray_is_enabled(tmp_path: Path) -> None:
    store = SettingsStore(tmp_path / "settings.toml")
    store.load()
    store.change(with_desktop(tray=True))
    calls: list[str] = []
    owner = QObject()
    HotkeyBinding(store, lambda: None, lambda: calls.append("prepared"), owner, Hotkeys(FakeBackend()))
    await until(lambda: calls)
    assert calls == ["prepared"]
