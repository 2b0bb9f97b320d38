"""Bench of keys with 100,000 notes: from a key in the search and in the switcher until what it found is painted.

`python -m tests.benchmarks.bench_keys [--notes 100000]`. Beside it a bare field of Qt's own over a bare list that is
given twenty rows at each key. Keys come at a quick typist's pace. Goal: no stall over 50 ms of the window's own work.
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

from tests.benchmarks.beats import TYPING, Beats, Stall, load
from tests.benchmarks.kept_vault import copy_of_home, kept_home, kept_vault
from tests.support.desktop import open_views, running_desktop
from vaultdesk.ui import bridge
from vaultdesk.ui.app.vault_window.vault_views import VaultViews
from vaultdesk.ui.theme.theme import theme

WORDS = ("wangoweslu", "pafumi", "desmo banwu", "manguwermin", "vegohites", "peneper the", "2013-04", "folves")
"""What is typed: words that many notes have, two that few have together, a day, a name."""

PACE = 0.12
"""Seconds between two keys."""

PATIENCE = 60.0
"""Seconds until an answer counts as lost."""


class Painted(QObject):
    """Knows when a widget was painted last."""

    def __init__(self, widget: QWidget) -> None:
        super().__init__(widget)
        self.when = 0.0
        widget.installEventFilter(self)

    def eventFilter(self, _watched: QObject, event: QEvent) -> bool:  # noqa: N802 - Qt's own name
        """Let everything through."""
        if event.type() == QEvent.Type.Paint:
            self.when = time.perf_counter()
        return False


async def typed(field: QLineEdit, words: str, answered: Callable[[str], bool], painted: Painted) -> list[float]:
    """Type *words* key by key; return the milliseconds from each key until its answer was painted."""
    taken: list[float] = []
    for key in words:
        began = time.perf_counter()
        QTest.keyClicks(field, key)
        async with asyncio.timeout(PATIENCE):
            while not answered(field.text()):
                await asyncio.sleep(0.001)
            there = time.perf_counter()
            while painted.when < there and time.perf_counter() - there < 0.1:  # The same rows are not painted again.
                await asyncio.sleep(0.001)
        taken.append((max(there, painted.when) - began) * 1000)
        await asyncio.sleep(max(0.0, PACE - (time.perf_counter() - began)))
    return taken


def line(name: str, taken: list[float], stall: Stall, base: float) -> str:
    """Return a line of the report."""
    ordered = sorted(taken)
    p50, p95 = statistics.median(ordered), ordered[int(len(ordered) * 0.95)]
    return (
        f"{name:<10}{len(ordered):4} keys   p50 {p50:5.0f} ms, p95 {p95:5.0f} ms, worst {ordered[-1]:5.0f} ms: "
        f"{p50 / base:.0f} x   {stall.line()} (goal {TYPING:.0f})   {load()}\n"
    )


async def bare(beats: Beats) -> float:
    """Type into a bare field; return the median."""
    window = QWidget()
    column, field, rows = QVBoxLayout(window), QLineEdit(), QListWidget()
    column.addWidget(field)
    column.addWidget(rows)
    window.show()

    def fill(text: str) -> None:
        rows.clear()
        rows.addItems([f"{text} {number}" for number in range(20)])

    field.textChanged.connect(fill)
    painted = Painted(rows.viewport())
    taken: list[float] = []
    with beats.measured() as stall:
        for words in WORDS:
            field.clear()
            taken += await typed(field, words, lambda text: rows.item(0).text().startswith(text), painted)
    base = statistics.median(taken)
    sys.stdout.write(line("bare", taken, stall, base))
    window.deleteLater()
    return base


async def searched(views: VaultViews, beats: Beats, base: float) -> Stall:
    """Type into the search."""
    views.browser.show_search("")
    pane = views.browser.search_pane
    painted = Painted(pane.list.viewport())
    await asyncio.sleep(0.5)

    def answered(text: str) -> bool:
        return pane._shown is not None and pane._shown[0] == text

    taken: list[float] = []
    with beats.measured() as stall:
        for words in WORDS:
            pane.field.clear()
            taken += await typed(pane.field, words, answered, painted)
    sys.stdout.write(line("search", taken, stall, base))
    return stall


async def switched(views: VaultViews, beats: Beats, base: float) -> Stall:
    """Type into the switcher."""
    popup = views.search_commands.switcher.open()
    painted = Painted(popup.list.viewport())
    await asyncio.sleep(0.5)
    taken: list[float] = []
    with beats.measured() as stall:
        for words in WORDS:
            popup.field.clear()
            taken += await typed(popup.field, words, lambda text: popup._shown_for == text, painted)
    sys.stdout.write(line("switcher", taken, stall, base))
    popup.close()
    return stall


async def bench(notes: int, folder: Path) -> bool:
    """Type in all three; return whether no stall was too long."""
    os.environ["VAULTDESK_HOME"] = str(copy_of_home(notes, folder / "home"))
    async with running_desktop(kept_vault(notes)) as desktop:
        views = await open_views(desktop)
        await asyncio.sleep(3)
        beats = Beats()
        base = await bare(beats)
        stalls = [await searched(views, beats, base), await switched(views, beats, base)]
    return max(stall.busy for stall in stalls) <= TYPING


def main() -> int:
    """Read the arguments and run; return whether the goal is missed."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--notes", type=int, default=100_000)
    options = parser.parse_args()
    if not kept_home(options.notes).exists():
        words = f"Index the notes first: python -m tests.benchmarks.bench_desk --rounds 1 --notes {options.notes}"
        print(words, file=sys.stderr)
        return 2
    application = QApplication([])
    application.setQuitOnLastWindowClosed(False)
    theme().apply(application)
    with tempfile.TemporaryDirectory() as folder:
        return 0 if bridge.run(bench(options.notes, Path(folder))) else 1


if __name__ == "__main__":
    sys.exit(main())
