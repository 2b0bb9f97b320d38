"""Text walk: the real window in one language, looked at in every state there is a way to. Run in a process of its own.

    QT_SCALE_FACTOR=1.5 python -m tests.support.text_walk FOLDER LANGUAGE [--small] [STOP ...]

It writes what it found as JSON to its output: what was looked at, what is cut, what has no name, what went wrong on the
way. With `--small` it looks at a window as small as it can be as well.
"""

import asyncio
import json
import sys
import traceback
from collections.abc import Callable, Collection
from dataclasses import asdict, dataclass, field
from pathlib import Path

from PySide6.QtCore import QEvent
from PySide6.QtWidgets import QApplication, QDialog, QFileDialog, QWidget

from tests.support.cut_text import cut_texts, nameless
from vaultdesk.ui.app.vault_window.vault_views import VaultViews
from vaultdesk.ui.app.window_manager import WindowManager
from vaultdesk.ui.window.main_window import MINIMUM_SIZE, MainWindow

PATIENCE = 60.0
"""Seconds a state may take to come."""

SCREEN = (1280, 800)
"""Pixels of the screen as the program counts them: 1920 by 1200 of them at 1.5."""

SMALLEST = MINIMUM_SIZE
"""Pixels of the smallest window."""


STOP_LIMIT = 400.0
"""Seconds one stop may take on a busy machine."""


@dataclass
class Findings:
    """What was looked at, and what is wrong with it: each with the state in which it was seen first."""

    looked: list[str] = field(default_factory=list)
    cut: dict[str, str] = field(default_factory=dict)
    nameless: dict[str, str] = field(default_factory=dict)
    broken: dict[str, str] = field(default_factory=dict)
    """Stops that could not be gone through, and why."""


class Walk:
    """One running program, and what was found in it."""

    def __init__(self, desktop: WindowManager, language: str, vault: Path, *, small: bool) -> None:
        self.desktop = desktop
        self.language = language
        self.vault = vault
        self.sizes = (SCREEN, SMALLEST) if small else (SCREEN,)
        self.pressed: set[tuple[str, int]] = set()
        """What was pressed already, and in a window how wide."""
        self.findings = Findings()

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
        await self.calm()
        for window in windows():
            for cut in cut_texts(window, self.language):
                self.findings.cut.setdefault(str(cut), name)
            for silent in nameless(window):
                self.findings.nameless.setdefault(silent, name)
        self.findings.looked.append(name)

    async def look_each(self, name: str) -> None:
        """Look at the window in each of its sizes."""
        for size in self.sizes:
            self.window.resize(*size)
            await self.look(f"{name}, {size[0]} wide")
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


async def main(folder: Path, language: str, small: bool, chosen: Collection[str]) -> None:
    """Go through the stops and print what was found; *chosen* are the stops, all where none is named."""
    from tests.support.text_stops import STOPS, prepared  # it needs this module

    async with prepared(folder, language, small) as walk:
        for name, stop in STOPS.items():
            if chosen and name not in chosen:
                continue
            try:
                async with asyncio.timeout(STOP_LIMIT):
                    await stop(walk)
            except Exception as problem:  # noqa: BLE001 - told with the rest; the other stops are looked at all the same
                walk.findings.broken[name] = "".join(traceback.format_exception(problem)[-4:])
            await walk.close_over()
            walk.window.pages.leave_page()
            walk.window.resize(*SCREEN)
    print(json.dumps(asdict(walk.findings), ensure_ascii=False, indent=1))


if __name__ == "__main__":
    from vaultdesk.ui import bridge
    from vaultdesk.ui.app.application import make_application

    words = [word for word in sys.argv[1:] if word != "--small"]
    make_application()
    bridge.run(main(Path(words[0]), words[1], "--small" in sys.argv, words[2:]))
