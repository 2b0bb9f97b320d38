"""Tests of hotkey_portal.py: over a real bus, with a fake portal and without one."""

import os
from collections.abc import Iterator
from pathlib import Path

import pytest

pytest.importorskip("jeepney", reason="only Linux has such a bus")

from tests.support.qt_loop import on_qt_loop, until
from tests.ui.hotkey.fake_portal import bus, portal
from vaultdesk.ui.hotkey.hotkey_portal import COMMAND, TOKEN_VARIABLE, PortalHotkeyBackend, portal_trigger
from vaultdesk.ui.hotkey.key_combination import KeyCombination, parse_key_combination


@pytest.fixture
def address(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[str]:
    with bus(tmp_path) as name:
        monkeypatch.setenv("DBUS_SESSION_BUS_ADDRESS", name)
        monkeypatch.delenv(TOKEN_VARIABLE, raising=False)
        yield name
        os.environ.pop(TOKEN_VARIABLE, None)


def keys(text: str) -> KeyCombination:
    combination = parse_key_combination(text)
    assert isinstance(combination, KeyCombination)
    return combination


class SignalRecorder:
    """Records the signals of a backend."""

    def __init__(self, backend: PortalHotkeyBackend) -> None:
        self.problems: list[str] = []
        self.presses = 0
        backend.problem_changed.connect(self.problems.append)
        backend.pressed.connect(self._press)

    def _press(self) -> None:
        self.presses += 1


@on_qt_loop
async def test_the_desktop_binds_the_shortcut_and_its_presses_are_emitted(address: str) -> None:
    async with portal() as desktop:
        backend = PortalHotkeyBackend()
        recorder = SignalRecorder(backend)
        assert backend.register(keys("Ctrl+Alt+Space")) == ""
        await until(lambda: recorder.problems)
        assert recorder.problems == [""]
        assert backend.available() == "The desktop opens quick ask with “Press Super+Space”."
        ((session, shortcuts, parent, _options),) = desktop.bound
        details = {"description": ("s", "Quick ask"), "preferred_trigger": ("s", "CTRL+ALT+space")}
        assert (shortcuts, parent) == ([("quick-ask", details)], "")
        await desktop.press("another-shortcut")
        await desktop.press(session="/somebody/else")
        await desktop.press()
        await until(lambda: recorder.presses)
        assert recorder.presses == 1
        assert os.environ[TOKEN_VARIABLE] == "token-1"
        assert session.endswith("vaultdesk")
        backend.unregister()


@on_qt_loop
async def test_closing_the_dialog_of_the_desktop_reports_that_no_shortcut_was_set(address: str) -> None:
    async with portal(code=1):
        backend = PortalHotkeyBackend()
        recorder = SignalRecorder(backend)
        backend.register(keys("Ctrl+Alt+Space"))
        await until(lambda: recorder.problems)
        assert recorder.problems == ["The dialog of the desktop was closed, so no shortcut was set."]


@on_qt_loop
async def test_without_a_portal_the_command_is_shown(address: str) -> None:
    backend = PortalHotkeyBackend()
    recorder = SignalRecorder(backend)
    backend.register(keys("Ctrl+Alt+Space"))
    await until(lambda: recorder.problems)
    assert COMMAND in recorder.problems[0]
    assert backend.available() == recorder.problems[0]


@on_qt_loop
async def test_without_a_bus_the_command_is_shown(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv("DBUS_SESSION_BUS_ADDRESS", f"unix:path={tmp_path / 'none'}")
    backend = PortalHotkeyBackend()
    recorder = SignalRecorder(backend)
    backend.register(keys("Ctrl+Alt+Space"))
    await until(lambda: recorder.problems)
    assert COMMAND in recorder.problems[0]


def test_triggers_are_in_the_freedesktop_format() -> None:
    assert portal_trigger(keys("Ctrl+Alt+Shift+PgUp")) == "CTRL+ALT+SHIFT+Page_Up"
    assert portal_trigger(keys("Meta+J")) == "LOGO+j"
