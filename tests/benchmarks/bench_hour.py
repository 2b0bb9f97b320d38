"""Bench of an hour of use: the actions of an hour are done without pauses, and memory is measured after each tenth.

`python -m tests.benchmarks.bench_hour [--notes 15000] [--share 1.0]`. Notes are opened, searched, jumped to, edited and
saved, answers stream from a local server, the graph and the settings are opened and closed. Growth in the second half
is what would accumulate during a day; the baseline is the window after its first tenth.
"""

import argparse
import asyncio
import gc
import os
import random
import shutil
import sys
import tempfile
import time
from collections import Counter
from pathlib import Path

os.environ.setdefault("QT_QPA_PLATFORM", "offscreen")

from PySide6.QtCore import QObject, Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication

from tests.benchmarks.beats import StallMonitor, machine_load, megabytes
from tests.benchmarks.kept_vault import cached_home, cached_vault, copy_home
from tests.journeys.program import KEY
from tests.journeys.window import Window, open_window
from tests.support.wire import Turn, WireServer
from vaultdesk.ui import bridge
from vaultdesk.ui.theme.theme import theme

NOTES, SEARCHES, JUMPS, EDITS, ANSWERS, LOOKS = 600, 300, 100, 60, 40, 10
"""Actions of an hour: notes read, searches, jumps, notes edited, answers, visits of the graph and the settings."""

TENTHS = 10

GROWTH = 20.0
"""Megabytes that the second half may add, because allocators never stay exactly constant."""

PATIENCE = 60.0
"""Time limit in seconds for one action."""

OWN = "An hour"
"""Folder of the notes that are edited."""

ANSWER = (
    "# The house\n\n"
    + "The boiler **leaks** and [[Survey]] says why.\n\n- one\n- two\n\n```python\nprint(1)\n```\n" * 6
)


async def until(condition: object) -> None:
    """Run the loop until *condition*() holds; raises TimeoutError after `PATIENCE`."""
    assert callable(condition)
    async with asyncio.timeout(PATIENCE):
        while not condition():
            await asyncio.sleep(0.005)


class Hour:
    """Performs the actions of a user."""

    def __init__(self, window: Window, paths: list[str]) -> None:
        self.window, self.views = window, window.views
        self.paths = paths
        starts = (path.rpartition("/")[2][:4] for path in paths)
        self.name_starts = [start for start in starts if start.isascii()]  # QTest can type only these.
        self.rng = random.Random(3)
        self.edited = 0

    async def tenth(self, share: float) -> None:
        """Perform the actions of a tenth of an hour, or of a *share* of that."""

        def times(number: int) -> range:
            return range(max(1, round(number / TENTHS * share)))

        for _ in times(NOTES):
            await self.read()
        for _ in times(SEARCHES):
            await self.search()
        for _ in times(JUMPS):
            await self.jump()
        for _ in times(EDITS):
            await self.edit()
        for _ in times(ANSWERS):
            await self.ask()
        for _ in times(LOOKS):
            await self.look()

    async def read(self) -> None:
        """Open a note, sometimes in a new tab, of which at most eight stay open."""
        notes = self.views.notes
        await notes.show_note(self.rng.choice(self.paths), self.rng.random() < 0.2)
        if len(notes.pages) > 8:
            await notes.close_page(notes.pages[0])

    async def search(self) -> None:
        """Type a query and show its results."""
        pane = self.views.browser.search_pane
        self.views.browser.show_search("")
        word = self.rng.choice(("wangoweslu", "pafumi", "desmo", "fesmanne banwu", "is the", "tag:"))
        QTest.keyClicks(pane.field, word)
        await until(lambda: pane._shown is None or pane._shown[0] == word)
        await asyncio.sleep(0.02)
        self.views.browser.show_files()

    async def jump(self) -> None:
        """Go to a note by the beginning of its name."""
        switcher, window = self.views.searches.switcher, self.window.desktop.window
        popup = switcher.open()
        name = self.rng.choice(self.name_starts)
        QTest.keyClicks(popup.field, name)
        await until(lambda: popup.list.row_model.rowCount() > 0)
        QTest.keyClick(popup.field, Qt.Key.Key_Return)
        await until(lambda: switcher.popup is None)
        window.setFocus()

    async def edit(self) -> None:
        """Type into a note and save it."""
        notes = self.views.notes
        self.edited += 1
        page = await notes.show_note(f"{OWN}/Note {self.edited % 5}.md")
        if not page.editing:
            page.toggle_edit()
        QTest.keyClicks(page.editor, f"Line {self.edited} about the house. ")
        await page.leave()
        page.toggle_edit()
        await until(lambda: not page.editing)

    async def ask(self) -> None:
        """Ask a question, in a new chat after every five."""
        conversations = self.views.chat.open_conversations  # The view builds only the visible exchanges.
        before = conversations.current
        if len(before.exchanges) >= 5:
            self.window.desktop.window.commands["new-chat"].trigger()
            await until(lambda: conversations.current is not before)
        count = len(conversations.current.exchanges)
        self.views.chat.ask("What about the boiler?")
        await until(
            lambda: len(conversations.current.exchanges) > count and conversations.current.exchanges[-1].is_finished
        )

    async def look(self) -> None:
        """Open and close the graph and the settings."""
        desktop = self.window.desktop
        page = self.views.graphs.show_whole()
        await asyncio.sleep(0.5)
        self.views.notes.close_tab(page)
        desktop.show_settings()
        await asyncio.sleep(0.2)
        desktop.show_settings()
        await asyncio.sleep(0.1)


def qt_object_counts() -> Counter[str]:
    """Count the living Qt objects by class."""
    # Not isinstance: it reads `__class__`, which would trigger pending lazy imports.
    return Counter(type(value).__name__ for value in gc.get_objects() if issubclass(type(value), QObject))


async def bench(notes: int, share: float, folder: Path) -> bool:
    """Run the hour and print the figures; return whether the growth in the second half is within the goal."""
    vault = cached_vault(notes)
    home = copy_home(notes, folder / "home")
    edited_notes = vault / OWN
    edited_notes.mkdir(exist_ok=True)
    for number in range(5):
        (edited_notes / f"Note {number}.md").write_text("# A note\n", encoding="utf-8")
    os.environ["VAULTDESK_HOME"] = str(home)
    answers = [Turn(ANSWER) for _ in range(ANSWERS * 2)]
    try:
        async with (
            WireServer(openai=answers) as server,
            open_window(home, vault, server, notes={}) as window,
        ):
            return await run_hour(window, share)
    finally:
        shutil.rmtree(edited_notes)


async def run_hour(window: Window, share: float) -> bool:
    """Run all tenths and print a line for each."""
    rows = await window.views.workspace.searcher.tree()
    hour = Hour(window, [row.path for row in rows if row.size < 40_000 and row.path.endswith(".md")])
    meaning = window.views.workspace.embedding_index
    # The embedding model takes a hundred megabytes when it is loaded: wait for it before the first measurement.
    await until(lambda: meaning.state.done or meaning.state.phase in ("off", "absent", "failed"))
    monitor = StallMonitor()
    sys.stdout.write(
        f"at the start {megabytes():6.0f} MB, {len(QApplication.allWidgets()):5} widgets   {machine_load()}\n"
    )
    memory: list[float] = []
    after_half: Counter[str] = Counter()
    for number in range(1, TENTHS + 1):
        started = time.perf_counter()
        with monitor.measure() as stall:
            await hour.tenth(share)
        # As the program does when its window becomes inactive.
        gc.unfreeze()
        gc.collect()
        memory.append(megabytes())
        sys.stdout.write(
            f"tenth {number:2}     {memory[-1]:6.0f} MB, {len(QApplication.allWidgets()):5} widgets, "
            f"{bridge.running():3} tasks, {len(gc.get_objects()):8,} objects   "
            f"{time.perf_counter() - started:4.0f} s   {stall.summary()}\n"
        )
        sys.stdout.flush()
        if number == TENTHS // 2:
            after_half = qt_object_counts()
    added = memory[-1] - memory[TENTHS // 2 - 1]
    growth = (qt_object_counts() - after_half).most_common(5)
    sys.stdout.write(
        f"the second half added {added:.0f} MB (goal {GROWTH:.0f}); after the hour {memory[-1] / memory[0]:.2f} x "
        f"the first tenth; largest growth: {', '.join(f'{count} {name}' for name, count in growth) or 'nothing'}   "
        f"{machine_load()}\n"
    )
    return added <= GROWTH


def main() -> int:
    """Read the arguments and run; return 1 if the goal is missed."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--notes", type=int, default=15_000)
    parser.add_argument("--share", type=float, default=1.0)
    options = parser.parse_args()
    if not cached_home(options.notes).exists():
        print(f"Index the notes first: python -m tests.benchmarks.bench_desk --notes {options.notes}", file=sys.stderr)
        return 2
    os.environ["JOURNEY_KEY"] = KEY
    application = QApplication([])
    application.setQuitOnLastWindowClosed(False)
    theme().apply(application)
    with tempfile.TemporaryDirectory() as folder:
        return 0 if bridge.run(bench(options.notes, options.share, Path(folder))) else 1


if __name__ == "__main__":
    sys.exit(main())
