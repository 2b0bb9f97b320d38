"""Bench of the Files page: the tree of 15,000 notes shown first and sorted again, in comparison with plain sorting.

Run it alone: `python -m tests.benchmarks.bench_files_page`. Ratios are comparable between machines, milliseconds
are not.
"""

import os
import sys
import time
from collections.abc import Callable
from datetime import UTC, datetime, timedelta

os.environ.setdefault("QT_QPA_PLATFORM", "offscreen")

from PySide6.QtWidgets import QApplication

from vaultdesk.index.index_results import NoteSummary
from vaultdesk.ui.browser.file_tree_model import FileTreeModel, NoteOrder, natural_key
from vaultdesk.ui.browser.file_tree_view import FileTree
from vaultdesk.ui.theme.theme import theme

NOTES = 15_000
RUNS = 3
"""Number of runs, of which the best counts, because other programs use the machine as well."""


def notes() -> list[NoteSummary]:
    """Return notes of which a third is in one folder, as in a diary, and the others in folders of about fifty."""
    noon = datetime(2026, 11, 21, tzinfo=UTC)
    paths = (f"Daily/Note {n}.md" if n % 3 else f"Area {n % 40}/Topic {n % 400}/Nöte {n}.md" for n in range(NOTES))
    return [
        NoteSummary(path, path, path, 1, noon + timedelta(minutes=(n * 7919) % NOTES)) for n, path in enumerate(paths)
    ]


def best(work: Callable[[], object]) -> float:
    """Return the minimum of the runs in milliseconds."""
    durations: list[float] = []
    for _ in range(RUNS):
        started = time.perf_counter()
        work()
        durations.append((time.perf_counter() - started) * 1000)
    return min(durations)


def main() -> None:
    """Measure and print."""
    application = QApplication([])
    theme().apply(application)
    rows = notes()
    plain = best(lambda: sorted(rows, key=lambda row: natural_key(row.path)))
    model = FileTreeModel()
    view = FileTree(model)
    view.resize(256, 800)
    view.show()

    def show() -> None:
        model.load(rows)
        view.grab()

    def sort(order: NoteOrder) -> Callable[[], None]:
        def sort_and_draw() -> None:
            model.sort_by(order)
            view.grab()

        return sort_and_draw

    say("plain sorting of all names", plain, plain)
    say("first show", best(show), plain)
    view.expandAll()
    view.grab()
    for order in ("modified", "name-down", "name"):
        say(f"all open, order {order}", best(sort(NoteOrder(order))), plain)
    view.close()


def say(label: str, milliseconds: float, plain: float) -> None:
    """Print one line."""
    sys.stdout.write(f"{label:28} {milliseconds:7.1f} ms  {milliseconds / plain:5.2f} x plain\n")


if __name__ == "__main__":
    main()
