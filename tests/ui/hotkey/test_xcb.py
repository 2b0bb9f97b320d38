"""Tests of xcb.py: against a real X server."""

import select
from collections.abc import Iterator

import pytest

from tests.ui.hotkey.x_server import hold, press, x_server
from vaultdesk.ui.hotkey.xcb import BAD_ACCESS, NUM_LOCK, NoServer, Xcb

SPACE, CONTROL = 0x20, 4


@pytest.fixture(scope="module")
def display() -> Iterator[str]:
    with x_server() as name:
        yield name


def test_a_grabbed_key_is_told_and_no_other(display: str) -> None:
    server = Xcb(display)
    (code,) = server.keycodes(SPACE)
    assert server.grab(code, CONTROL) == 0
    press(display, "space")
    press(display, "ctrl+space")
    assert select.select([server.socket], [], [], 5)[0]
    assert [(one.keycode, one.state) for one in server.presses()] == [(code, CONTROL)]
    server.close()


def test_a_key_that_is_held_down_counts_once(display: str) -> None:
    server = Xcb(display)
    (code,) = server.keycodes(SPACE)
    assert server.grab(code, CONTROL) == 0
    hold(display, "ctrl", "space", seconds=1.2)
    assert [one.keycode for one in server.presses()] == [code]
    server.close()


def test_a_key_that_somebody_has_is_refused_until_they_give_it_back(display: str) -> None:
    first, second = Xcb(display), Xcb(display)
    (code,) = first.keycodes(SPACE)
    assert first.grab(code, CONTROL) == 0
    assert second.grab(code, CONTROL) == BAD_ACCESS
    first.ungrab(code, CONTROL)
    assert (first.keycodes(SPACE), second.grab(code, CONTROL)) == ([code], 0)
    first.close()
    second.close()


def test_num_lock_is_a_modifier_and_a_letter_is_none(display: str) -> None:
    server = Xcb(display)
    assert server.mask_of(NUM_LOCK) == 0x10
    assert server.mask_of(ord("a")) == 0
    server.close()


def test_without_a_compositor_nobody_owns_its_selection(display: str) -> None:
    server = Xcb(display)
    assert not server.owned("_NET_WM_CM_S0")
    assert not server.broken
    server.close()


def test_a_server_that_is_not_there_is_told() -> None:
    with pytest.raises(NoServer):
        Xcb(":nothing")
