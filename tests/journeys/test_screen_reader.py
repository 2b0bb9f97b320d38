"""A screen reader reads the main window, asks a question and answers an approval (vaultdesk/ui/README.md,
"Accessibility").

The program runs in a process on its own display and is operated only through AT-SPI.
"""

import shutil
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TypeVar

import pytest

pytest.importorskip("jeepney", reason="needs AT-SPI, which only Linux has")

from tests.support.own_display import missing, own_display, started
from tests.support.screen_reader import ENABLED, FOCUSABLE, NotThere, ScreenReader, Thing
from vaultdesk.core.platform.paths import resource_path

T = TypeVar("T")

PATIENCE = 40.0
"""Timeout of a step in seconds; far more than it needs, also with other tests running."""

QUESTION = "What did we decide about the heating?"

pytestmark = pytest.mark.skipif(bool(missing()), reason=missing() or "nothing is missing")


def until(find: Callable[[], T | None]) -> T:
    """Return the first result of *find* that is not empty."""
    end = time.monotonic() + PATIENCE
    while time.monotonic() < end:
        try:
            found = find()
        except (NotThere, IndexError):
            found = None  # The tree changed while it was read.
        if found:
            return found
    raise TimeoutError


class Window:
    """The accessible tree of the program."""

    def __init__(self, reader: ScreenReader) -> None:
        self._reader = reader

    def program(self) -> Thing:
        """Return the accessible object of the program."""
        for program in self._reader.programs():
            if program.name == "vaultdesk":
                return program
        raise NotThere

    def all(self) -> list[Thing]:
        """Return all visible objects, in reading order."""
        return list(self._reader.everything(self.program()))

    def wait_for(self, role: str, name: str) -> Thing:
        """Wait for the object of *role* whose name starts with *name*, and return it."""

        def fits(thing: Thing) -> bool:
            return thing.role == role and thing.name.startswith(name)

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


def test_a_screen_reader_reads_the_window_asks_a_question_and_approves(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    with running(tmp_path, monkeypatch) as (window, reader):
        field = window.wait_for("text", "Question")
        until(lambda: window.wait_for("tree item", "Projects"))
        names, nameless = until(lambda: _names(window, reader))
        order = [names.index(name) for name in ("Notes", "New tab", "Question")]

        reader.write(field, QUESTION)
        reader.press(window.wait_for("push button", "Send"))
        titles: list[str] = []
        while len(titles) < 4:
            step = until(lambda: _approval(window) or _finished(window))
            if step.role != "dialog":
                break
            titles.append(_allow(reader, window, step))
        answer = until(lambda: _finished(window))

        assert order == sorted(order), "the panes are read from left to right"
        assert nameless == []
        assert titles, "at least the search needs an approval"
        assert answer.name.startswith("Answer")


def _names(window: Window, reader: ScreenReader) -> tuple[list[str], list[str]]:
    """Return the names of all visible objects in reading order, and the roles of focusable ones without a name."""
    seen = window.all()
    nameless = [thing.role for thing in seen if not thing.name and reader.is_in(thing, FOCUSABLE)]
    return [thing.name for thing in seen], nameless


def _approval(window: Window) -> Thing | None:
    return next((thing for thing in window.all() if thing.role == "dialog"), None)


def _allow(reader: ScreenReader, window: Window, dialog: Thing) -> str:
    """Press the approving button of *dialog* once it is enabled, wait until it closes, and return its title."""
    things = until(lambda: list(reader.everything(dialog)))
    title = next(thing.name for thing in things if thing.role == "label" and thing.name)
    buttons = [thing for thing in things if thing.role == "push button"]
    refuse = next(index for index, thing in enumerate(buttons) if thing.name in ("Refuse", "Don’t Send"))
    allow = buttons[refuse + 1]
    until(lambda: reader.is_in(allow, ENABLED))
    reader.press(allow)
    until(lambda: all(thing.path != dialog.path for thing in window.all()))
    return title


def _finished(window: Window) -> Thing | None:
    seen = window.all()
    running = any(thing.name == "Stop the answer" for thing in seen)
    return None if running else next((thing for thing in seen if thing.name.startswith("Answer")), None)
