"""A screen reader reads the main window, asks a question and answers an approval
(vaultdesk/ui/README.md, "Accessibility").

The program is really started, on a display of its own; what is done to it goes through AT-SPI alone.
"""

import shutil
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TypeVar

import pytest

pytest.importorskip("jeepney", reason="only Linux has such a bus")

from tests.support.own_display import missing, own_display, started
from tests.support.screen_reader import ENABLED, FOCUSABLE, NotThere, ScreenReader, Thing
from vaultdesk.core.platform.paths import resource_path

T = TypeVar("T")

PATIENCE = 40.0
"""Seconds until something must have come; far over what it needs, also beside other tests."""

QUESTION = "What did we decide about the heating?"

pytestmark = pytest.mark.skipif(bool(missing()), reason=missing() or "all there")


def until(find: Callable[[], T | None]) -> T:
    """Return what *find* finds at last."""
    end = time.monotonic() + PATIENCE
    while time.monotonic() < end:
        try:
            found = find()
        except (NotThere, IndexError):
            found = None  # A tree that changes while it is read is read again.
        if found:
            return found
    raise TimeoutError


class Window:
    """The program as a screen reader knows it."""

    def __init__(self, reader: ScreenReader) -> None:
        self._reader = reader

    def program(self) -> Thing:
        """Return the program."""
        for one in self._reader.programs():
            if one.name == "vaultdesk":
                return one
        raise NotThere

    def all(self) -> list[Thing]:
        """Return everything that can be seen, in reading order."""
        return list(self._reader.everything(self.program()))

    def one(self, role: str, name: str) -> Thing:
        """Return the thing of that role whose name begins so, once it is there."""

        def fits(one: Thing) -> bool:
            return one.role == role and one.name.startswith(name)

        return until(lambda: self._reader.find(self.program(), fits))


@contextmanager
def running(folder: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[tuple[Window, ScreenReader]]:
    vault, home = folder / "Lindenweg", folder / "home"
    shutil.copytree(resource_path("welcome-vault"), vault)
    (home / "settings").mkdir(parents=True)
    (home / "settings" / "settings.toml").write_text(f"[vaults.'{vault}']\ntool_calling = true\nchats = 'off'\n")
    with own_display(folder) as environment:
        monkeypatch.setenv("DBUS_SESSION_BUS_ADDRESS", environment["DBUS_SESSION_BUS_ADDRESS"])
        environment["VAULTDESK_HOME"] = str(home)
        with started([sys.executable, "-m", "vaultdesk", str(vault)], environment):
            reader = until(_reader)
            try:
                yield Window(reader), reader
            finally:
                reader.close()


def _reader() -> ScreenReader | None:
    try:
        return ScreenReader()
    except OSError:
        return None


def test_it_reads_the_window_asks_and_allows(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    with running(tmp_path, monkeypatch) as (window, reader):
        field = window.one("text", "Question")
        until(lambda: window.one("tree item", "Projects"))
        seen = window.all()
        order = [next(n for n, one in enumerate(seen) if one.name == name) for name in ("Notes", "New tab", "Question")]
        nameless = [one.role for one in seen if not one.name and reader.is_in(one, FOCUSABLE)]

        reader.write(field, QUESTION)
        reader.press(window.one("push button", "Send"))
        asked: list[str] = []
        while len(asked) < 4:
            step = until(lambda: _approval(window) or _finished(window))
            if step.role != "dialog":
                break
            asked.append(_allow(reader, window, step))
        answer = until(lambda: _finished(window))

        assert order == sorted(order), "the panes are read from left to right"
        assert nameless == []
        assert asked, "at least the search was asked about"
        assert answer.name.startswith("Answer")


def _approval(window: Window) -> Thing | None:
    return next((one for one in window.all() if one.role == "dialog"), None)


def _allow(reader: ScreenReader, window: Window, dialog: Thing) -> str:
    """Press the button that allows, once it is active, and wait until the dialog has gone; return what was asked."""
    things = list(reader.everything(dialog))
    words = next(one.name for one in things if one.role == "label" and one.name)
    buttons = [one for one in things if one.role == "push button"]
    refuse = next(place for place, one in enumerate(buttons) if one.name in ("Refuse", "Don’t Send"))
    allow = buttons[refuse + 1]
    until(lambda: reader.is_in(allow, ENABLED))
    reader.press(allow)
    until(lambda: all(one.path != dialog.path for one in window.all()))
    return words


def _finished(window: Window) -> Thing | None:
    seen = window.all()
    running = any(one.name == "Stop the answer" for one in seen)
    return None if running else next((one for one in seen if one.name.startswith("Answer")), None)
