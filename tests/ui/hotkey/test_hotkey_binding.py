"""Hotkey binding: the keys of the settings, as they change."""

from collections.abc import Callable
from pathlib import Path

from PySide6.QtCore import QObject

from tests.support.qt_loop import on_qt_loop, until
from tests.ui.hotkey.test_hotkeys import Desk
from vaultdesk.core.settings.settings_store import Settings, SettingsStore
from vaultdesk.ui.hotkey.hotkeys import HotkeyBinding, Hotkeys


def with_desktop(**values: object) -> Callable[[Settings], Settings]:
    def changed(settings: Settings) -> Settings:
        return settings.model_copy(update={"desktop": settings.desktop.model_copy(update=values)})

    return changed


@on_qt_loop
async def test_the_keys_of_the_settings_open_quick_ask_and_none_are_had_without(tmp_path: Path) -> None:
    store = SettingsStore(tmp_path / "settings.toml")
    store.load()
    way, owner = Desk(), QObject()
    done: list[str] = []
    wiring = HotkeyBinding(store, lambda: done.append("shown"), lambda: done.append("prepared"), owner, Hotkeys(way))
    assert (way.had, done) == ("", [])
    store.change(with_desktop(quick_ask_keys="Ctrl+Alt+Space"))
    await until(lambda: way.had)
    way.pressed.emit()
    await until(lambda: len(done) == 2)
    assert done == ["shown", "prepared"]
    store.change(with_desktop(quick_ask_keys=""))
    await until(lambda: not way.had)
    wiring.close()


@on_qt_loop
async def test_with_a_tray_the_window_is_built_in_advance(tmp_path: Path) -> None:
    store = SettingsStore(tmp_path / "settings.toml")
    store.load()
    store.change(with_desktop(tray=True))
    done: list[str] = []
    owner = QObject()
    HotkeyBinding(store, lambda: None, lambda: done.append("prepared"), owner, Hotkeys(Desk()))
    await until(lambda: done)
    assert done == ["prepared"]
