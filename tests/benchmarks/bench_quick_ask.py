"""Bench of quick ask: from its shortcut until the field has the focus and the window is painted.

`python -m tests.benchmarks.bench_quick_ask [--rounds 15]`. Warm: the window exists, as it is built in advance if a
shortcut is set; building it is printed separately. The baseline is a bare window. Runs offscreen unless
QT_QPA_PLATFORM is set. Goal: 50 ms.
"""

import argparse
import asyncio
import os
import statistics
import tempfile
import time
from collections.abc import Callable
from pathlib import Path

os.environ.setdefault("QT_QPA_PLATFORM", "offscreen")

from PySide6.QtCore import QEvent, QObject, Qt
from PySide6.QtWidgets import QWidget

from tests.support.desktop import open_views, running_desktop, small_vault
from tests.support.qt_loop import on_qt_loop
from vaultdesk.ui.app.application import make_application
from vaultdesk.ui.app.quick_ask.quick_ask import QuickAsk

GOAL = 50.0
"""Milliseconds."""


class PaintObserver(QObject):
    """Records whether a window was painted since the last reset."""

    def __init__(self, window: QWidget) -> None:
        super().__init__(window)
        self.seen = False
        window.installEventFilter(self)

    def eventFilter(self, _watched: QObject, event: QEvent) -> bool:  # noqa: N802 - Qt's own name
        """Observe paint events without filtering any event."""
        self.seen = self.seen or event.type() == QEvent.Type.Paint
        return False


async def measure_show(show: Callable[[], object], focused: Callable[[], bool], observer: PaintObserver) -> float:
    """Return the milliseconds from *show* until its window is painted and has the focus."""
    observer.seen = False
    start = time.perf_counter()
    show()
    while not (observer.seen and focused()):
        await asyncio.sleep(0)
    return (time.perf_counter() - start) * 1000


def bare_window() -> QWidget:
    """Return an empty window with the flags of quick ask."""
    flags = Qt.WindowType.Tool | Qt.WindowType.FramelessWindowHint | Qt.WindowType.WindowStaysOnTopHint
    window = QWidget(None, flags)
    window.setAttribute(Qt.WidgetAttribute.WA_TranslucentBackground)
    window.resize(704, 164)
    window.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
    return window


async def measure(rounds: int, folder: Path) -> None:
    """Show both in turns and print the medians."""
    async with running_desktop(small_vault(folder / "vault")) as desktop:
        await open_views(desktop)
        quick = QuickAsk(lambda: desktop.views, lambda: None)
        start = time.perf_counter()
        window = quick.window
        print(f"built in {(time.perf_counter() - start) * 1000:.0f} ms")
        bare = bare_window()

        def show_bare() -> None:
            bare.show()
            bare.raise_()
            bare.activateWindow()
            bare.setFocus()

        observer, bare_observer = PaintObserver(window), PaintObserver(bare)
        first = await measure_show(quick.show_for, window.field.hasFocus, observer)
        times: dict[str, list[float]] = {"ours": [], "bare": []}
        for _ in range(rounds):
            quick.hide()
            times["bare"].append(await measure_show(show_bare, bare.hasFocus, bare_observer))
            bare.hide()
            times["ours"].append(await measure_show(quick.show_for, window.field.hasFocus, observer))
        quick.close()
        bare.close()
    own_median, bare_median = (statistics.median(times[name]) for name in ("ours", "bare"))
    print(f"first time {first:.1f} ms; warm {own_median:.1f} ms (worst {max(times['ours']):.1f}, goal {GOAL:.0f})")
    print(f"bare window {bare_median:.1f} ms: {own_median / bare_median:.1f} x")


def main() -> None:
    """Read the arguments and run."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--rounds", type=int, default=15)
    options = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        os.environ["VAULTDESK_HOME"] = str(Path(folder, "home"))
        make_application()

        @on_qt_loop
        async def run() -> None:
            await measure(options.rounds, Path(folder))

        run()


if __name__ == "__main__":
    main()
