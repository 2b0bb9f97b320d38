"""Text walk: the real window in one language, looked at in every state there is a way to. Run in a process of its own.

    QT_SCALE_FACTOR=1.5 python -m tests.support.text_walk FOLDER LANGUAGE [STOP ...]

It writes what it found as JSON to its output: what was looked at, what is cut, what has no name.
"""

import asyncio
import json
import os
import shutil
import sys
import time
from collections.abc import Callable, Collection
from contextlib import asynccontextmanager
from pathlib import Path
from typing import AsyncIterator

from PySide6.QtCore import QEvent
from PySide6.QtWidgets import QApplication, QDialog, QFileDialog, QMenu, QWidget

from tests.support.cut_text import cut_texts, nameless
from tests.support.desktop import open_views, running_desktop
from vaultdesk.ui.desktop import Desktop
from vaultdesk.ui.main_window import MainWindow
from vaultdesk.ui.vault_views import VaultViews

PATIENCE = 15.0
"""Seconds a state may take to come."""

SCREEN = (1280, 800)
"""Pixels of the screen as the program counts them: 1920 by 1200 of them at 1.5."""

SMALLEST = (520, 480)
"""Pixels of the smallest window."""


class Walk:
    """One running program, and what was found in it."""

    def __init__(self, desktop: Desktop, language: str, vault: Path) -> None:
        self.desktop = desktop
        self.language = language
        self.vault = vault
        self.pressed: set[tuple[str, int]] = set()
        """What was pressed already, and in a window how wide."""
        self.looked: dict[str, float] = {}
        self.cut: dict[str, str] = {}
        """What is cut, and where it was seen first."""
        self.nameless: dict[str, str] = {}
        self.broken: dict[str, str] = {}

    @property
    def window(self) -> MainWindow:
        """The window."""
        return self.desktop.window

    @property
    def views(self) -> VaultViews:
        """The views of the open vault."""
        assert self.desktop.views is not None
        return self.desktop.views

    async def until(self, condition: Callable[[], object]) -> None:
        """Let the program go on until *condition* holds; raises TimeoutError."""
        async with asyncio.timeout(PATIENCE):
            while not condition():
                await asyncio.sleep(0.005)

    async def calm(self) -> None:
        """Let the program go on until nothing moves any more."""
        before, same = _stand(), 0
        async with asyncio.timeout(PATIENCE):
            while same < 2:
                await asyncio.sleep(0.006)
                QApplication.sendPostedEvents(None, QEvent.Type.LayoutRequest)
                now = _stand()
                same = same + 1 if now == before else 0
                before = now

    async def look(self, name: str) -> None:
        """Look at everything that is visible, and keep what is wrong under *name*."""
        began = time.perf_counter()
        print("LOOK", name, file=sys.stderr, flush=True)
        await self.calm()
        mid = time.perf_counter()
        for window in windows():
            for cut in cut_texts(window, self.language):
                self.cut.setdefault(str(cut), name)
            for silent in nameless(window):
                self.nameless.setdefault(silent, name)
        self.looked[name] = (mid - began, time.perf_counter() - mid)

    async def look_both(self, name: str) -> None:
        """Look at the window on the whole screen, and as small as it can be."""
        await self.look(name)
        self.window.resize(*SMALLEST)
        await self.look(f"{name}, small")
        self.window.resize(*SCREEN)

    async def close_over(self, kept: Collection[QWidget] = ()) -> None:
        """Close what stands over the window, but for *kept*."""
        for one in QApplication.topLevelWidgets():
            if one.isVisible() and not isinstance(one, MainWindow) and one not in kept:
                (one.reject if isinstance(one, QDialog) else one.close)()
        await self.calm()


def windows() -> list[QWidget]:
    """Return the windows in sight, but for tooltips and Qt's own dialogs."""
    return [
        one
        for one in QApplication.topLevelWidgets()
        if one.isVisible() and type(one).__name__ != "QTipLabel" and not isinstance(one, QFileDialog)
    ]


def _stand() -> list[tuple[int, tuple[int, ...]]]:
    return [
        (id(widget), widget.geometry().getRect())
        for window in QApplication.topLevelWidgets()
        if window.isVisible()
        for widget in (window, *window.findChildren(QWidget))
        if widget.isVisible()
    ]


async def main(folder: Path, language: str, chosen: list[str]) -> None:
    from tests.support.text_stops import STOPS, prepared

    async with prepared(folder, language) as walk:
        for name, stop in STOPS.items():
            if chosen and name not in chosen:
                continue
            try:
                async with asyncio.timeout(60):
                    await stop(walk)
            except Exception as problem:  # told with the rest
                import traceback
                walk.broken[name] = "".join(traceback.format_exception(problem)[-3:])
            await walk.close_over()
            walk.window.pages.leave_page()
            walk.window.resize(*SCREEN)
    told = {"looked": walk.looked, "cut": walk.cut, "nameless": walk.nameless, "broken": walk.broken}
    print(json.dumps(told, ensure_ascii=False, indent=1))


if __name__ == "__main__":
    from vaultdesk.ui import bridge
    from vaultdesk.ui.application import make_application

    make_application()
    bridge.run(main(Path(sys.argv[1]), sys.argv[2], sys.argv[3:]))
