"""Bench of the editor: notes of 1 and 5 MB opened, typed into and scrolled, in comparison with a bare text field.

Run it alone: `python -m tests.benchmarks.bench_editor`. Ratios are comparable between machines, milliseconds are not.
"""

import os
import statistics
import sys
import time
from collections.abc import Callable

os.environ.setdefault("QT_QPA_PLATFORM", "offscreen")

from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QPlainTextEdit

from vaultdesk.ui.editor.note_editor import NoteEditor
from vaultdesk.ui.theme.theme import theme

PIECE = """
## Heat pumps and the house {n}

The old boiler **leaks** and [[Heat-loss survey {n}]] says so, see #heating and `code`. A longer line of words follows
that wraps once or twice in the column, with *some* emphasis and a [link](https://example.org/{n}).

- [ ] ask about the noise at three metres
- [x] done: [[Radiators]]
  1. first, then second

```python
print({n})
```

| room | loss |
|---|---|
| kitchen | {n} |
"""

KEYS, PAGES = 60, 60
SIZES = (1_000_000, 5_000_000)


def text_of(size: int) -> str:
    """Return a note of about *size* characters with every kind of line."""
    pieces, length, number = [], 0, 0
    while length < size:
        pieces.append(PIECE.format(n=number))
        length += len(pieces[-1])
        number += 1
    return "".join(pieces)


def timed(work: Callable[[], object], times: int, *, paint: bool = True) -> list[float]:
    """Do *work* *times* times, painting after each; return the milliseconds of each."""
    durations: list[float] = []
    for _ in range(times):
        started = time.perf_counter()
        work()
        if paint:
            QApplication.processEvents()
        durations.append((time.perf_counter() - started) * 1000)
        QApplication.processEvents()
    return durations


def bench(name: str, field: QPlainTextEdit, set_text: Callable[[str], object], text: str) -> None:
    """Measure one field with one text and print a line."""
    field.resize(900, 800)
    field.show()
    opened = timed(lambda: set_text(text), 1)[0]
    # Idle work that remains, slice by slice: the longest slice is what a user may notice.
    idle = timed(lambda: None, 400)
    cursor = field.textCursor()
    typed: list[float] = []
    for share in (0.0, 0.5, 1.0):
        cursor.setPosition(round(share * (field.document().characterCount() - 1)))
        field.setTextCursor(cursor)
        QApplication.processEvents()
        typed += timed(lambda: QTest.keyClick(field, Qt.Key.Key_A), KEYS // 3, paint=False)
    fence = timed(lambda: field.textCursor().insertText("\n```\n"), 2)
    after = timed(lambda: None, 200)
    bar = field.verticalScrollBar()
    scrolled = timed(lambda: bar.setValue((bar.value() + bar.maximum() // PAGES) % bar.maximum()), PAGES)
    ordered = sorted(typed)
    sys.stdout.write(
        f"{name:<6} {len(text) / 1e6:.0f} MB: open {opened:.0f} ms, key p50 {statistics.median(ordered):.2f} "
        f"p99 {ordered[int(len(ordered) * 0.99)]:.2f}, page p50 {statistics.median(scrolled):.2f}, "
        f"worst idle slice {max(idle + after):.1f}, a fence in the middle {max(fence):.1f} ms\n"
    )
    field.hide()
    field.deleteLater()
    QApplication.processEvents()


def main() -> None:
    """Measure both fields with each size, one after the other."""
    application = QApplication([])
    theme().apply(application)
    for size in SIZES:
        text = text_of(size)
        bare = QPlainTextEdit()
        bench("bare", bare, bare.setPlainText, text)
        editor = NoteEditor()
        bench("editor", editor, editor.set_text, text)


if __name__ == "__main__":
    main()
