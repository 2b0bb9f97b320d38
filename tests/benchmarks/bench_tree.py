"""Bench of the browser: the tree of 15,000 and 100,000 notes, shown, opened wide and changed by single notes.

Run it alone: `python -m tests.benchmarks.bench_tree`. Ratios travel between machines, milliseconds do not.
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
"""Notes: a large vault, and the largest that is promised to work."""

CHANGES = 10
"""Notes put in and taken out singly, while every folder is open: the worst case."""


def notes(count: int) -> list[NoteSummary]:
    """A vault of *count* notes in folders of about fifty, three levels deep."""
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

    def timed(name: str, began: float) -> float:
        view.grab()
        now = time.perf_counter()
        times[name] = (now - began) * 1000
        return now

    at = time.perf_counter()
    model.load(rows)
    at = timed("first show", at)
    view.expandAll()
    at = timed("all open", at)
    for row in rows[:CHANGES]:
        model.take(row.path)
    for row in rows[:CHANGES]:
        model.put(row)
    timed("changes", at)
    each = times["changes"] / (2 * CHANGES)
    line = f"{count:>7,} notes: first show {times['first show']:.0f} ms, all open {times['all open']:.0f} ms, "
    sys.stdout.write(line + f"one change {each:.2f} ms\n")


def main() -> None:
    """Measure every size."""
    application = QApplication([])
    theme().apply(application)
    for count in SIZES:
        bench(count)


if __name__ == "__main__":
    main()
