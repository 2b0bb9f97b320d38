"""Bench of the file tree with 15,000 and 100,000 notes: shown, fully expanded, and changed by single notes.

Run it alone: `python -m tests.benchmarks.bench_tree`. Ratios are comparable between machines, milliseconds are not.
"""

import os
import sys
import time
from datetime import UTC, datetime

os.environ.setdefault("QT_QPA_PLATFORM", "offscreen")

from PySide6.QtWidgets import QApplication

from vaultdesk.index.index_results import NoteSummary
from vaultdesk.ui.browser.file_tree_model import FileTreeModel
from vaultdesk.ui.browser.file_tree_view import FileTree
from vaultdesk.ui.theme.theme import theme

SIZES = (15_000, 100_000)
"""Numbers of notes: a large vault, and the largest supported one."""

CHANGES = 10
"""Notes removed and inserted one by one while every folder is expanded, which is the worst case."""


def notes(count: int) -> list[NoteSummary]:
    """Return *count* notes in folders of about fifty, three levels deep."""
    noon = datetime(2026, 11, 21, tzinfo=UTC)
    return [
        NoteSummary(f"Area {n % 40}/Topic {n % 400}/{n % 2000}/Note {n}.md", f"Note {n}", f"Note {n}", 1, noon)
        for n in range(count)
    ]


def bench(count: int) -> None:
    """Measure one size and print a line."""
    rows = notes(count)
    model = FileTreeModel()
    view = FileTree(model)
    view.resize(256, 800)
    view.show()
    times: dict[str, float] = {}

    def timed(name: str, started: float) -> float:
        view.grab()
        now = time.perf_counter()
        times[name] = (now - started) * 1000
        return now

    moment = time.perf_counter()
    model.load(rows)
    moment = timed("first show", moment)
    view.expandAll()
    moment = timed("all open", moment)
    for row in rows[:CHANGES]:
        model.take(row.path)
    for row in rows[:CHANGES]:
        model.put(row)
    timed("changes", moment)
    per_change = times["changes"] / (2 * CHANGES)
    line = f"{count:>7,} notes: first show {times['first show']:.0f} ms, all open {times['all open']:.0f} ms, "
    sys.stdout.write(line + f"one change {per_change:.2f} ms\n")


def main() -> None:
    """Measure every size."""
    application = QApplication([])
    theme().apply(application)
    for count in SIZES:
        bench(count)


if __name__ == "__main__":
    main()
