"""Tests of ui/hotkey/hotkey_x11.py."""

import select
from collections.abc import Iterator
from functools import partial

import pytest

from tests.support.qt_loop import on_qt_loop, until
from tests.ui.hotkey.x_server import hold, press, x_server
from vaultdesk.ui.hotkey.hotkey_x11 import BAD_ACCESS, NUM_LOCK, NoXServer, X11HotkeyBackend, XcbConnection
from vaultdesk.ui.hotkey.key_combination import KeyCombination, parse_key_combination

# XcbConnection: against a real X server.

SPACE, CONTROL = 0x20, 4


@pytest.fixture(scope="module")
def display() -> Iterator[str]:
    with x_server() as name:
        yield name


def test_only_presses_of_a_grabbed_key_are_reported(display: str) -> None:
    server = XcbConnection(display)
    (code,) = server.keycodes(SPACE)
    assert server.grab(code, CONTROL) == 0
    press(display, "space")
    press(display, "ctrl+space")
    assert select.select([server.socket], [], [], 5)[0]
    assert [(event.keycode, event.state) for event in server.presses()] == [(code, CONTROL)]
    server.close()


def test_a_held_key_is_reported_once(display: str) -> None:
    server = XcbConnection(display)
    (code,) = server.keycodes(SPACE)
    assert server.grab(code, CONTROL) == 0
    hold(display, "ctrl", "space", seconds=1.2)
    assert [event.keycode for event in server.presses()] == [code]
    server.close()


@on_qt_loop
async def test_a_grabbed_key_is_refused_until_its_connection_is_closed(display: str) -> None:
    first, second = XcbConnection(display), XcbConnection(display)
    (code,) = first.keycodes(SPACE)
    assert first.grab(code, CONTROL) == 0
    assert second.grab(code, CONTROL) == BAD_ACCESS
    first.close()
    await until(lambda: second.grab(code, CONTROL) == 0)
    second.close()


def test_num_lock_is_a_modifier_and_a_letter_is_not(display: str) -> None:
    server = XcbConnection(display)
    assert server.mask_of(NUM_LOCK) == 0x10
    assert server.mask_of(ord("a")) == 0
    server.close()


def test_the_compositor_selection_has_no_owner_without_a_compositor(display: str) -> None:
    server = XcbConnection(display)
    assert not server.has_owner("_NET_WM_CM_S0")
    assert not server.broken
    server.close()


def test_a_missing_server_raises_an_error() -> None:
    with pytest.raises(NoXServer):
        XcbConnection(":nothing")


# X11HotkeyBackend: with a real X server, key presses on it, and a second program.


def keys(text: str) -> KeyCombination:
    combination = parse_key_combination(text)
    assert isinstance(combination, KeyCombination)
    return combination


@on_qt_loop
async def test_presses_are_emitted_whichever_program_has_the_focus(display: str) -> None:
    backend = X11HotkeyBackend(display)
    presses: list[str] = []
    backend.pressed.connect(lambda: presses.append("pressed"))
    assert backend.register(keys("Ctrl+Alt+Space")) == ""
    press(display, "ctrl+space")
    press(display, "ctrl+alt+space")
    await until(lambda: presses)
    assert presses == ["pressed"]
    backend.unregister()


def _has_count(presses: list[str], count: int) -> bool:
    return len(presses) == count


@on_qt_loop
async def test_num_lock_and_caps_lock_are_ignored(display: str) -> None:
    backend = X11HotkeyBackend(display)
    presses: list[str] = []
    backend.pressed.connect(lambda: presses.append("pressed"))
    assert backend.register(keys("Meta+J")) == ""
    for count, lock in enumerate(("Num_Lock", "Caps_Lock"), start=1):
        press(display, lock)
        press(display, "super+j")
        await until(partial(_has_count, presses, count))
        press(display, lock)
    backend.unregister()


@on_qt_loop
async def test_a_shortcut_of_another_program_is_reported_as_taken(display: str) -> None:
    first, second = X11HotkeyBackend(display), X11HotkeyBackend(display)
    assert first.register(keys("Ctrl+Alt+K")) == ""
    assert (
        second.register(keys("Ctrl+Alt+K"))
        == "“Ctrl+Alt+K” is already used by another program. Choose another shortcut."
    )
    first.unregister()
    assert second.register(keys("Ctrl+Alt+K")) == ""
    second.unregister()


@on_qt_loop
async def test_a_replaced_shortcut_is_no_longer_emitted(display: str) -> None:
    backend = X11HotkeyBackend(display)
    presses: list[str] = []
    backend.pressed.connect(lambda: presses.append("pressed"))
    assert backend.register(keys("Ctrl+Alt+B")) == ""
    assert backend.register(keys("Ctrl+Alt+N")) == ""
    press(display, "ctrl+alt+b")
    press(display, "ctrl+alt+n")
    await until(lambda: presses)
    assert presses == ["pressed"]
    backend.unregister()


def test_a_missing_server_is_reported_by_register(display: str) -> None:
    assert (
        X11HotkeyBackend(":nothing").register(keys("Ctrl+Alt+K"))
        == "The X server could not be asked for this shortcut."
    )
    assert X11HotkeyBackend(display).available() == "Works everywhere on this desktop."
