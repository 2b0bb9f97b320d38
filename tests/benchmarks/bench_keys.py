"""Bench of keys with 100,000 notes: from a key in the search or the switcher until its results are painted.

`python -m tests.benchmarks.bench_keys [--notes 100000]`. The baseline is a bare Qt field over a bare list that receives
twenty rows at each key. Keys are typed at the pace of a fast typist. Goal: no stall over 50 ms of processor time.
"""

import argparse
import asyncio
import os
import statistics
import sys
import tempfile
import time
from collections.abc import Callable
from pathlib import Path

os.environ.setdefault("QT_QPA_PLATFORM", "offscreen")

from PySide6.QtCore import QEvent, QObject
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QLineEdit, QListWidget, QVBoxLayout, QWidget

from tests.benchmarks.beats import MAX_TYPING_STALL, Stall, StallMonitor, machine_load
from tests.benchmarks.kept_vault import cached_home, cached_vault, copy_home
from tests.support.desktop import open_views, running_desktop
from vaultdesk.ui import bridge
from vaultdesk.ui.app.vault_window.vault_views import VaultViews
from vaultdesk.ui.theme.theme import theme

WORDS = ("wangoweslu", "pafumi", "desmo banwu", "manguwermin", "vegohites", "peneper the", "2013-04", "folves")
"""Typed texts: words of many notes, two words that few notes have together, a day, a name."""

PACE = 0.12
"""Seconds between two keys."""

PATIENCE = 60.0
"""Time limit in seconds for an answer."""


class PaintObserver(QObject):
    """Records when a widget was painted last."""

    def __init__(self, widget: QWidget) -> None:
        super().__init__(widget)
        self.when = 0.0
        widget.installEventFilter(self)

    def eventFilter(self, _watched: QObject, event: QEvent) -> bool:  # noqa: N802 - Qt's own name
        """Observe paint events without filtering any event."""
        if event.type() == QEvent.Type.Paint:
            self.when = time.perf_counter()
        return False


async def type_keys(
    field: QLineEdit, text: str, answered: Callable[[str], bool], observer: PaintObserver
) -> list[float]:
    """Type *text* key by key; return the milliseconds from each key until its answer was painted."""
    durations: list[float] = []
    for key in text:
        started = time.perf_counter()
        QTest.keyClicks(field, key)
        async with asyncio.timeout(PATIENCE):
            while not answered(field.text()):
                await asyncio.sleep(0.001)
            answered_at = time.perf_counter()
            # Unchanged rows are not painted again.
            while observer.when < answered_at and time.perf_counter() - answered_at < 0.1:
                await asyncio.sleep(0.001)
        durations.append((max(answered_at, observer.when) - started) * 1000)
        await asyncio.sleep(max(0.0, PACE - (time.perf_counter() - started)))
    return durations


def report_line(name: str, durations: list[float], stall: Stall, base: float) -> str:
    """Return a line of the report."""
    ordered = sorted(durations)
    p50, p95 = statistics.median(ordered), ordered[int(len(ordered) * 0.95)]
    return (
        f"{name:<10}{len(ordered):4} keys   p50 {p50:5.0f} ms, p95 {p95:5.0f} ms, worst {ordered[-1]:5.0f} ms: "
        f"{p50 / base:.0f} x   {stall.summary()} (goal {MAX_TYPING_STALL:.0f})   {machine_load()}\n"
    )


async def type_into_bare_field(monitor: StallMonitor) -> float:
    """Type into a bare field; return the median in milliseconds."""
    window = QWidget()
    column, field, rows = QVBoxLayout(window), QLineEdit(), QListWidget()
    column.addWidget(field)
    column.addWidget(rows)
    window.show()

    def fill(text: str) -> None:
        rows.clear()
        rows.addItems([f"{text} {number}" for number in range(20)])

    field.textChanged.connect(fill)
    observer = PaintObserver(rows.viewport())
    durations: list[float] = []
    with monitor.measure() as stall:
        for words in WORDS:
            field.clear()
            durations += await type_keys(field, words, lambda text: rows.item(0).text().startswith(text), observer)
    base = statistics.median(durations)
    sys.stdout.write(report_line("bare", durations, stall, base))
    window.deleteLater()
    return base


async def type_into_search(views: VaultViews, monitor: StallMonitor, base: float) -> Stall:
    """Type into the search."""
    views.browser.show_search("")
    pane = views.browser.search_pane
    observer = PaintObserver(pane.list.viewport())
    await asyncio.sleep(0.5)

    def answered(text: str) -> bool:
        return pane._shown is not None and pane._shown[0] == text

    durations: list[float] = []
    with monitor.measure() as stall:
        for words in WORDS:
            pane.field.clear()
            durations += await type_keys(pane.field, words, answered, observer)
    sys.stdout.write(report_line("search", durations, stall, base))
    return stall


async def type_into_switcher(views: VaultViews, monitor: StallMonitor, base: float) -> Stall:
    """Type into the switcher."""
    popup = views.searches.switcher.open()
    observer = PaintObserver(popup.list.viewport())
    await asyncio.sleep(0.5)
    durations: list[float] = []
    with monitor.measure() as stall:
        for words in WORDS:
            popup.field.clear()
            durations += await type_keys(popup.field, words, lambda text: popup._shown_for == text, observer)
    sys.stdout.write(report_line("switcher", durations, stall, base))
    popup.close()
    return stall


async def bench(notes: int, folder: Path) -> bool:
    """Type into all three fields; return whether no stall was too long."""
    os.environ["VAULTDESK_HOME"] = str(copy_home(notes, folder / "home"))
    async with running_desktop(cached_vault(notes)) as desktop:
        views = await open_views(desktop)
        await asyncio.sleep(3)
        monitor = StallMonitor()
        base = await type_into_bare_field(monitor)
        stalls = [await type_into_search(views, monitor, base), await type_into_switcher(views, monitor, base)]
    return max(stall.busy for stall in stalls) <= MAX_TYPING_STALL


def main() -> int:
    """Read the arguments and run; return 1 if the goal is missed."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--notes", type=int, default=100_000)
    options = parser.parse_args()
    if not cached_home(options.notes).exists():
        message = f"Index the notes first: python -m tests.benchmarks.bench_desk --rounds 1 --notes {options.notes}"
        print(message, file=sys.stderr)
        return 2
    application = QApplication([])
    application.setQuitOnLastWindowClosed(False)
    theme().apply(application)
    with tempfile.TemporaryDirectory() as folder:
        return 0 if bridge.run(bench(options.notes, Path(folder))) else 1


if __name__ == "__main__":
    sys.exit(main())
