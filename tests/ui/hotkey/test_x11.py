"""Tests of x11.py: a real X server, keys pressed on it, and another program that has them."""

from collections.abc import Iterator
from functools import partial

import pytest

from tests.support.desktop import until
from tests.support.qt_loop import on_qt_loop
from tests.ui.hotkey.x_server import press, x_server
from vaultdesk.ui.hotkey.combination import Combination, combination
from vaultdesk.ui.hotkey.x11 import X11Way


@pytest.fixture(scope="module")
def display() -> Iterator[str]:
    with x_server() as name:
        yield name


def keys(text: str) -> Combination:
    read = combination(text)
    assert isinstance(read, Combination)
    return read


@on_qt_loop
async def test_the_keys_are_heard_whatever_program_has_the_keyboard(display: str) -> None:
    way = X11Way(display)
    heard: list[str] = []
    way.pressed.connect(lambda: heard.append("pressed"))
    assert way.take(keys("Ctrl+Alt+Space")) == ""
    press(display, "ctrl+space")
    press(display, "ctrl+alt+space")
    await until(lambda: heard)
    assert heard == ["pressed"]
    way.let_go()


def _heard(heard: list[str], times: int) -> bool:
    return len(heard) == times


@on_qt_loop
async def test_num_lock_and_caps_lock_do_not_matter(display: str) -> None:
    way = X11Way(display)
    heard: list[str] = []
    way.pressed.connect(lambda: heard.append("pressed"))
    assert way.take(keys("Meta+J")) == ""
    for nth, lock in enumerate(("Num_Lock", "Caps_Lock"), start=1):
        press(display, lock)
        press(display, "super+j")
        await until(partial(_heard, heard, nth))
        press(display, lock)
    way.let_go()


@on_qt_loop
async def test_keys_that_another_program_has_are_told_as_taken(display: str) -> None:
    first, second = X11Way(display), X11Way(display)
    assert first.take(keys("Ctrl+Alt+K")) == ""
    assert second.take(keys("Ctrl+Alt+K")) == "Another program has “Ctrl+Alt+K” already. Choose other keys."
    first.let_go()
    assert second.take(keys("Ctrl+Alt+K")) == ""
    second.let_go()


@on_qt_loop
async def test_keys_that_were_given_back_are_heard_no_more(display: str) -> None:
    way = X11Way(display)
    heard: list[str] = []
    way.pressed.connect(lambda: heard.append("pressed"))
    assert way.take(keys("Ctrl+Alt+B")) == ""
    assert way.take(keys("Ctrl+Alt+N")) == ""
    press(display, "ctrl+alt+b")
    press(display, "ctrl+alt+n")
    await until(lambda: heard)
    assert heard == ["pressed"]
    way.let_go()


def test_a_key_the_keyboard_lacks_and_a_server_that_is_gone_are_told(display: str) -> None:
    assert X11Way(":nothing").take(keys("Ctrl+Alt+K")) == "The X server could not be asked for these keys."
    assert X11Way(display).available() == "Works everywhere on this desktop."
