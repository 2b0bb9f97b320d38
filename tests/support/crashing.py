"""Crashing: the real program in a separate process, driven by commands on its standard input, and made to crash.

Run as `python -m tests.support.crashing [FOLDER]`; journeys/test_window_crashing.py drives it. Only this module causes
the crashes; the program has no command for them.
"""

import asyncio
import ctypes
import json
import sys
import threading
from collections.abc import Callable
from typing import Any

from PySide6.QtCore import QObject, QTimer, Signal
from PySide6.QtTest import QTest

from vaultdesk.__main__ import main
from vaultdesk.ui import bridge
from vaultdesk.ui.app.application import make_application
from vaultdesk.ui.app.crash_dialog import CrashDialog
from vaultdesk.ui.app.vault_window.vault_views import VaultViews
from vaultdesk.ui.app.window_manager import WindowManager
from vaultdesk.ui.widgets.toast import Toast


class Driver(QObject):
    """Reads commands in a thread, executes them on the event loop, and answers each with a line."""

    ordered = Signal(str)

    def __init__(self) -> None:
        super().__init__()
        self.desktop: WindowManager | None = None
        self.ordered.connect(self._do)
        self._running = threading.Event()
        original, driver = WindowManager.run, self

        async def run(desktop: WindowManager, *arguments: Any) -> int:
            driver.desktop = desktop
            driver._running.set()
            return await original(desktop, *arguments)

        WindowManager.run = run  # type: ignore[method-assign,assignment]  # to get the window manager, and to know that its loop runs
        threading.Thread(target=self._read, daemon=True).start()

    def _read(self) -> None:
        self._running.wait()
        for line in sys.stdin:
            self.ordered.emit(line)

    def _do(self, line: str) -> None:
        order, *words = json.loads(line)
        act: Callable[..., Any] = getattr(self, f"do_{order}")
        if asyncio.iscoroutinefunction(act):
            bridge.start(self._answer(act, words), owner=self)
        else:
            say(act(*words))

    async def _answer(self, act: Callable[..., Any], words: list[Any]) -> None:
        say(await act(*words))

    @property
    def views(self) -> VaultViews:
        """The views of the open vault."""
        assert self.desktop is not None
        assert self.desktop.views is not None
        return self.desktop.views

    async def do_stand(self) -> str:
        """Wait until the vault is open and its tabs are restored."""
        while self.desktop is None or not self.desktop.started.is_set() or self.desktop.views is None:
            await asyncio.sleep(0.01)
        await self.views.workspace.indexer.settled()
        while self.views.tabs._restoring:
            await asyncio.sleep(0.01)
        return "stands"

    async def do_open(self, note: str) -> str:
        await self.views.notes.show_note(note, new_tab=True)
        return "opened"

    def do_edit(self, text: str) -> str:
        page = self.views.notes.current_page
        assert page is not None
        page.toggle_edit()
        QTest.keyClicks(page.editor, text)
        return "typed"

    def do_ask(self, text: str) -> str:
        QTest.keyClicks(self.views.chat.composer.field, text)
        return "typed"

    def do_place(self, *place: int) -> str:
        self.views._window.setGeometry(*place)
        return "placed"

    def do_tell(self) -> dict[str, Any]:
        """Return the state of the window."""
        assert self.desktop is not None
        window, notes = self.desktop.window, self.views.notes
        place = window.geometry()
        return {
            "notes": notes.open_notes(),
            "shown": notes.current_path,
            "asked": self.views.chat.composer.text,
            "place": [place.x(), place.y(), place.width(), place.height()],
            "problems": window.problems.texts(),
            "notices": [toast.text() for toast in window.findChildren(Toast)],
        }

    def do_report(self) -> str:
        """Open the crash report and return its text."""
        assert self.desktop is not None
        window = self.desktop.window
        window.problems._banners["crash"].links[0].click()
        dialog = window.findChild(CrashDialog)
        assert dialog is not None
        return dialog.text.toPlainText()

    def do_slot(self, words: str) -> str:
        QTimer.singleShot(0, lambda: fail(words))
        return "failing"

    def do_thread(self, words: str) -> str:
        threading.Thread(target=fail, args=(words,)).start()
        return "failing"

    def do_task(self, words: str) -> str:
        async def failing() -> None:
            fail(words)

        bridge.start(failing(), owner=self)
        return "failing"

    def do_fall(self, words: str) -> str:
        """Make the main coroutine of the program fail."""
        assert self.desktop is not None
        self.desktop.quick.close = lambda: fail(words)  # type: ignore[method-assign]  # called last on quit
        self.desktop.quit()
        return "failing"

    def do_segv(self) -> None:
        ctypes.string_at(0)

    def do_quit(self) -> str:
        assert self.desktop is not None
        self.desktop.quit()
        return "ending"


def fail(message: str) -> None:
    """Raise an error with *message*."""
    raise RuntimeError(message)


def say(value: object) -> None:
    """Write *value* as a JSON line."""
    sys.stdout.write(json.dumps(value) + "\n")
    sys.stdout.flush()


if __name__ == "__main__":
    make_application()
    driver = Driver()
    sys.exit(main(sys.argv[1:]))
