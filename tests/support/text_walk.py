"""Text walk: inspects the real window in one language in every reachable state. Run in a separate process.

    QT_SCALE_FACTOR=1.5 python -m tests.support.text_walk FOLDER LANGUAGE [--small] [STOP ...]

It prints its findings as JSON: inspected states, truncated texts, widgets without accessible name, and failed stops.
With `--small` it also inspects the window at its minimum size.
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
from vaultdesk.ui.widgets.modal_sheet import ModalSheet
from vaultdesk.ui.window.main_window import MINIMUM_SIZE, MainWindow

PATIENCE = 60.0
"""Timeout in seconds for reaching a state."""

SCREEN = (1280, 800)
"""Screen size in logical pixels: 1920 x 1200 physical pixels at scale 1.5."""

SMALLEST = MINIMUM_SIZE
"""Size of the smallest window in pixels."""


STOP_LIMIT = 400.0
"""Timeout in seconds of one stop on a busy machine."""


@dataclass
class Findings:
    """Inspected states and errors, each with the state in which it was found first."""

    looked: list[str] = field(default_factory=list)
    cut: dict[str, str] = field(default_factory=dict)
    nameless: dict[str, str] = field(default_factory=dict)
    broken: dict[str, str] = field(default_factory=dict)
    """Stops that failed, with the error."""


class Walk:
    """A running program and the findings about it."""

    def __init__(self, desktop: WindowManager, language: str, vault: Path, *, small: bool) -> None:
        self.desktop = desktop
        self.language = language
        self.vault = vault
        self.sizes = (SCREEN, SMALLEST) if small else (SCREEN,)
        self.pressed: set[tuple[str, int]] = set()
        """Pressed buttons with the width of the window."""
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
        """Run the event loop until *condition* holds; raises TimeoutError."""
        async with asyncio.timeout(PATIENCE):
            while not condition():
                await asyncio.sleep(0.005)

    async def calm(self) -> None:
        """Run the event loop until the layout no longer changes."""
        before, unchanged_rounds = _geometry(), 0
        async with asyncio.timeout(PATIENCE):
            while unchanged_rounds < 2:
                await asyncio.sleep(0.006)
                QApplication.sendPostedEvents(None, QEvent.Type.LayoutRequest)
                current = _geometry()
                unchanged_rounds = unchanged_rounds + 1 if current == before else 0
                before = current

    async def look(self, name: str) -> None:
        """Inspect everything visible, and record errors under *name*."""
        await self.calm()
        for window in windows():
            for cut in cut_texts(window, self.language):
                self.findings.cut.setdefault(str(cut), name)
            for silent in nameless(window):
                self.findings.nameless.setdefault(silent, name)
        self.findings.looked.append(name)

    async def look_each(self, name: str) -> None:
        """Inspect the window at each size."""
        for size in self.sizes:
            self.window.resize(*size)
            await self.look(f"{name}, {size[0]} wide")
        self.window.resize(*SCREEN)

    async def close_over(self, excluded: Collection[QWidget] = ()) -> None:
        """Close all windows over the main window except *excluded*."""
        for widget in (*QApplication.topLevelWidgets(), *self.window.findChildren(ModalSheet)):
            if widget.isVisible() and not isinstance(widget, MainWindow) and widget not in excluded:
                (widget.reject if isinstance(widget, QDialog) else widget.close)()
        await self.calm()


def windows() -> list[QWidget]:
    """Return the visible windows and the sheets inside them, except tooltips and dialogs of Qt."""
    visible = [widget for widget in QApplication.topLevelWidgets() if widget.isVisible()]
    sheets = [sheet for window in visible for sheet in window.findChildren(ModalSheet) if sheet.isVisible()]
    shown = [widget for widget in visible if type(widget).__name__ != "QTipLabel"]
    return [*(widget for widget in shown if not isinstance(widget, QFileDialog)), *sheets]


def _geometry() -> list[tuple[int, tuple[int, ...]]]:
    return [
        (id(widget), widget.geometry().getRect())
        for window in QApplication.topLevelWidgets()
        if window.isVisible()
        for widget in (window, *window.findChildren(QWidget))
        if widget.isVisible()
    ]


async def main(folder: Path, language: str, small: bool, chosen: Collection[str]) -> None:
    """Run the *chosen* stops, or all if empty, and print the findings."""
    from tests.support.text_stops import STOPS, prepared  # imports this module

    async with prepared(folder, language, small) as walk:
        for name, stop in STOPS.items():
            if chosen and name not in chosen:
                continue
            try:
                async with asyncio.timeout(STOP_LIMIT):
                    await stop(walk)
            except Exception as problem:  # noqa: BLE001 - reported with the findings; the other stops still run
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
