"""Tests of ui/hotkey/hotkey_x11.py."""

import select
from collections.abc import Iterator
from functools import partial

import pytest

from tests.support.qt_loop import on_qt_loop, until
from tests.ui.hotkey.x_server import hold, press, x_server
from vaultdesk.ui.hotkey.hotkey_x11 import BAD_ACCESS, NUM_LOCK, NoXServer, X11HotkeyBackend, XcbConnection
from vaultdesk.ui.hotkey.key_combination import KeyCombination, parse_key_combination

# Xcb: against a real X server.

SPACE, CONTROL = 0x20, 4


@pytest.fixture(scope="module")
def display() -> Iterator[str]:
    with x_server() as name:
        yield name


def test_a_grabbed_key_is_told_and_no_other(display: str) -> None:
    server = XcbConnection(display)
    (code,) = server.keycodes(SPACE)
    assert server.grab(code, CONTROL) == 0
    press(display, "space")
    press(display, "ctrl+space")
    assert select.select([server.socket], [], [], 5)[0]
    assert [(one.keycode, one.state) for one in server.presses()] == [(code, CONTROL)]
    server.close()


def test_a_key_that_is_held_down_counts_once(display: str) -> None:
    server = XcbConnection(display)
    (code,) = server.keycodes(SPACE)
    assert server.grab(code, CONTROL) == 0
    hold(display, "ctrl", "space", seconds=1.2)
    assert [one.keycode for one in server.presses()] == [code]
    server.close()


def test_a_key_that_somebody_has_is_refused_until_they_give_it_back(display: str) -> None:
    first, second = XcbConnection(display), XcbConnection(display)
    (code,) = first.keycodes(SPACE)
    assert first.grab(code, CONTROL) == 0
    assert second.grab(code, CONTROL) == BAD_ACCESS
    first.ungrab(code, CONTROL)
    assert (first.keycodes(SPACE), second.grab(code, CONTROL)) == ([code], 0)
    first.close()
    second.close()


def test_num_lock_is_a_modifier_and_a_letter_is_none(display: str) -> None:
    server = XcbConnection(display)
    assert server.mask_of(NUM_LOCK) == 0x10
    assert server.mask_of(ord("a")) == 0
    server.close()


def test_without_a_compositor_nobody_owns_its_selection(display: str) -> None:
    server = XcbConnection(display)
    assert not server.has_owner("_NET_WM_CM_S0")
    assert not server.broken
    server.close()


def test_a_server_that_is_not_there_is_told() -> None:
    with pytest.raises(NoXServer):
        XcbConnection(":nothing")


# X11: a real X server, keys pressed on it, and another program that has them.


def keys(text: str) -> KeyCombination:
    read = parse_key_combination(text)
    assert isinstance(read, KeyCombination)
    return read


@on_qt_loop
async def test_the_keys_are_heard_whatever_program_has_the_keyboard(display: str) -> None:
    way = X11HotkeyBackend(display)
    heard: list[str] = []
    way.pressed.connect(lambda: heard.append("pressed"))
    assert way.register(keys("Ctrl+Alt+Space")) == ""
    press(display, "ctrl+space")
    press(display, "ctrl+alt+space")
    await until(lambda: heard)
    assert heard == ["pressed"]
    way.unregister()


def _heard(heard: list[str], times: int) -> bool:
    return len(heard) == times


@on_qt_loop
async def test_num_lock_and_caps_lock_do_not_matter(display: str) -> None:
    way = X11HotkeyBackend(display)
    heard: list[str] = []
    way.pressed.connect(lambda: heard.append("pressed"))
    assert way.register(keys("Meta+J")) == ""
    for nth, lock in enumerate(("Num_Lock", "Caps_Lock"), start=1):
        press(display, lock)
        press(display, "super+j")
        await until(partial(_heard, heard, nth))
        press(display, lock)
    way.unregister()


@on_qt_loop
async def test_keys_that_another_program_has_are_told_as_taken(display: str) -> None:
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
async def test_keys_that_were_given_back_are_heard_no_more(display: str) -> None:
    way = X11HotkeyBackend(display)
    heard: list[str] = []
    way.pressed.connect(lambda: heard.append("pressed"))
    assert way.register(keys("Ctrl+Alt+B")) == ""
    assert way.register(keys("Ctrl+Alt+N")) == ""
    press(display, "ctrl+alt+b")
    press(display, "ctrl+alt+n")
    await until(lambda: heard)
    assert heard == ["pressed"]
    way.unregister()


def test_a_key_the_keyboard_lacks_and_a_server_that_is_gone_are_told(display: str) -> None:
    assert (
        X11HotkeyBackend(":nothing").register(keys("Ctrl+Alt+K"))
        == "The X server could not be asked for this shortcut."
    )
    assert X11HotkeyBackend(display).available() == "Works everywhere on this desktop."
