"""Tests of hotkey_portal.py: over a real bus, with a portal that answers as a desktop's does, and without one."""

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
    read = parse_key_combination(text)
    assert isinstance(read, KeyCombination)
    return read


class Heard:
    """What a way told."""

    def __init__(self, way: PortalHotkeyBackend) -> None:
        self.problem_changed: list[str] = []
        self.presses = 0
        way.problem_changed.connect(self.problem_changed.append)
        way.pressed.connect(self._press)

    def _press(self) -> None:
        self.presses += 1


@on_qt_loop
async def test_the_desktop_binds_the_keys_and_its_presses_are_heard(address: str) -> None:
    async with portal() as desktop:
        way = PortalHotkeyBackend()
        heard = Heard(way)
        assert way.register(keys("Ctrl+Alt+Space")) == ""
        await until(lambda: heard.problem_changed)
        assert heard.problem_changed == [""]
        assert way.available() == "The desktop opens quick ask with “Press Super+Space”."
        ((session, shortcuts, parent, _options),) = desktop.bound
        problem_changed = {"description": ("s", "Quick ask"), "preferred_trigger": ("s", "CTRL+ALT+space")}
        assert (shortcuts, parent) == ([("quick-ask", problem_changed)], "")
        await desktop.press("another-shortcut")
        await desktop.press(session="/somebody/else")
        await desktop.press()
        await until(lambda: heard.presses)
        assert heard.presses == 1
        assert os.environ[TOKEN_VARIABLE] == "token-1"
        assert session.endswith("vaultdesk")
        way.unregister()


@on_qt_loop
async def test_a_person_who_closes_the_desktops_window_is_told_that_there_are_no_keys(address: str) -> None:
    async with portal(code=1):
        way = PortalHotkeyBackend()
        heard = Heard(way)
        way.register(keys("Ctrl+Alt+Space"))
        await until(lambda: heard.problem_changed)
        assert heard.problem_changed == ["The dialog of the desktop was closed, so no shortcut was set."]


@on_qt_loop
async def test_without_a_portal_the_command_is_shown(address: str) -> None:
    way = PortalHotkeyBackend()
    heard = Heard(way)
    way.register(keys("Ctrl+Alt+Space"))
    await until(lambda: heard.problem_changed)
    assert COMMAND in heard.problem_changed[0]
    assert way.available() == heard.problem_changed[0]


@on_qt_loop
async def test_without_a_bus_the_command_is_shown(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv("DBUS_SESSION_BUS_ADDRESS", f"unix:path={tmp_path / 'none'}")
    way = PortalHotkeyBackend()
    heard = Heard(way)
    way.register(keys("Ctrl+Alt+Space"))
    await until(lambda: heard.problem_changed)
    assert COMMAND in heard.problem_changed[0]


def test_keys_are_written_as_freedesktop_does() -> None:
    assert portal_trigger(keys("Ctrl+Alt+Shift+PgUp")) == "CTRL+ALT+SHIFT+Page_Up"
    assert portal_trigger(keys("Meta+J")) == "LOGO+j"
