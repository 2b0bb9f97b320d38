"""Bench of an hour's use: what a person does in an hour is done without pauses, and memory is looked at each tenth.

`python -m tests.benchmarks.bench_hour [--notes 15000] [--share 1.0]`. Notes are opened and searched, jumped to, edited
and saved, answers stream from a server of this computer, the graph and the settings are opened and left. What grows in
the second half is what a whole day would be filled with; beside it stands the window after its first tenth.
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

from tests.benchmarks.beats import Beats, load, megabytes
from tests.benchmarks.kept_vault import copy_of_home, kept_home, kept_vault
from tests.journeys.program import KEY
from tests.journeys.window import Window, open_window
from tests.support.wire import Turn, WireServer
from vaultdesk.ui import bridge
from vaultdesk.ui.theme.theme import theme

NOTES, SEARCHES, JUMPS, EDITS, ANSWERS, LOOKS = 600, 300, 100, 60, 40, 10
"""What is done in an hour: notes read, questions searched, jumps, notes edited, answers, graph and settings opened."""

TENTHS = 10

GROWTH = 20.0
"""Megabytes that the second half may add: an allocator is never quite still."""

PATIENCE = 60.0
"""Seconds any one thing may take."""

OWN = "An hour"
"""The folder of the notes that are written."""

ANSWER = (
    "# The house\n\n"
    + "The boiler **leaks** and [[Survey]] says why.\n\n- one\n- two\n\n```python\nprint(1)\n```\n" * 6
)


async def until(condition: object) -> None:
    """Turn the loop until *condition*, called, holds; raises TimeoutError after `PATIENCE`."""
    assert callable(condition)
    async with asyncio.timeout(PATIENCE):
        while not condition():
            await asyncio.sleep(0.005)


class Hour:
    """Does what a person does."""

    def __init__(self, window: Window, paths: list[str]) -> None:
        self.window, self.views = window, window.views
        self.paths = paths
        starts = (path.rpartition("/")[2][:4] for path in paths)
        self.named = [start for start in starts if start.isascii()]  # Qt's test has no keys for others.
        self.chance = random.Random(3)
        self.edited = 0

    async def tenth(self, share: float) -> None:
        """A tenth of an hour, or a *share* of that."""

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
        """Open a note, now and then in a tab of its own, of which eight stay."""
        notes = self.views.notes
        await notes.show_note(self.chance.choice(self.paths), self.chance.random() < 0.2)
        if len(notes.pages) > 8:
            await notes.close_page(notes.pages[0])

    async def search(self) -> None:
        """Type a question and look at what was found."""
        pane = self.views.browser.search_pane
        self.views.browser.show_search("")
        word = self.chance.choice(("wangoweslu", "pafumi", "desmo", "fesmanne banwu", "is the", "tag:"))
        QTest.keyClicks(pane.field, word)
        await until(lambda: pane._shown is None or pane._shown[0] == word)
        await asyncio.sleep(0.02)
        self.views.browser.show_files()

    async def jump(self) -> None:
        """Go to a note by some letters of its name."""
        switcher, window = self.views.search_commands.switcher, self.window.desktop.window
        popup = switcher.open()
        name = self.chance.choice(self.named)
        QTest.keyClicks(popup.field, name)
        await until(lambda: popup.list.row_model.rowCount() > 0)
        QTest.keyClick(popup.field, Qt.Key.Key_Return)
        await until(lambda: switcher.popup is None)
        window.setFocus()

    async def edit(self) -> None:
        """Write into a note until it is saved."""
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
        """Ask for an answer, in a new chat after each fifth."""
        talks = self.views.chat.open_conversations  # The view builds only those exchanges that are in sight.
        before = talks.current
        if len(before.exchanges) >= 5:
            self.window.desktop.window.commands["new-chat"].trigger()
            await until(lambda: talks.current is not before)
        count = len(talks.current.exchanges)
        self.views.chat.ask("What about the boiler?")
        await until(lambda: len(talks.current.exchanges) > count and talks.current.exchanges[-1].is_finished)

    async def look(self) -> None:
        """Open the graph and the settings, and leave them."""
        desktop = self.window.desktop
        page = self.views.graphs.show_whole()
        await asyncio.sleep(0.5)
        self.views.notes.close_tab(page)
        desktop.show_settings()
        await asyncio.sleep(0.2)
        desktop.show_settings()
        await asyncio.sleep(0.1)


def kinds() -> Counter[str]:
    """Count what is alive of Qt's, by kind."""
    # Not isinstance: it asks an object for its class, and a module that waits to be imported would be.
    return Counter(type(one).__name__ for one in gc.get_objects() if issubclass(type(one), QObject))


async def bench(notes: int, share: float, folder: Path) -> bool:
    """Live through the hour; print the figures; return whether the second half added little."""
    vault = kept_vault(notes)
    home = copy_of_home(notes, folder / "home")
    own = vault / OWN
    own.mkdir(exist_ok=True)
    for number in range(5):
        (own / f"Note {number}.md").write_text("# A note\n", encoding="utf-8")
    os.environ["VAULTDESK_HOME"] = str(home)
    answers = [Turn(ANSWER) for _ in range(ANSWERS * 2)]
    try:
        async with (
            WireServer(openai=answers) as server,
            open_window(home, vault, server, notes={}) as window,
        ):
            return await live(window, share)
    finally:
        shutil.rmtree(own)


async def live(window: Window, share: float) -> bool:
    """Do all tenths and tell of each."""
    rows = await window.views.workspace.searcher.tree()
    hour = Hour(window, [row.path for row in rows if row.size < 40_000 and row.path.endswith(".md")])
    meaning = window.views.workspace.embedding_index
    # The model for search by meaning takes a hundred megabytes whenever it comes: here before anything is compared.
    await until(lambda: meaning.state.done or meaning.state.phase in ("off", "absent", "failed"))
    beats = Beats()
    sys.stdout.write(f"at the start {megabytes():6.0f} MB, {len(QApplication.allWidgets()):5} widgets   {load()}\n")
    memory: list[float] = []
    after_half: Counter[str] = Counter()
    for number in range(1, TENTHS + 1):
        began = time.perf_counter()
        with beats.measured() as stall:
            await hour.tenth(share)
        # As the program does when the person has turned away.
        gc.unfreeze()
        gc.collect()
        memory.append(megabytes())
        sys.stdout.write(
            f"tenth {number:2}     {memory[-1]:6.0f} MB, {len(QApplication.allWidgets()):5} widgets, "
            f"{bridge.running():3} tasks, {len(gc.get_objects()):8,} objects   {time.perf_counter() - began:4.0f} s   "
            f"{stall.line()}\n"
        )
        sys.stdout.flush()
        if number == TENTHS // 2:
            after_half = kinds()
    grown = memory[-1] - memory[TENTHS // 2 - 1]
    more = (kinds() - after_half).most_common(5)
    sys.stdout.write(
        f"the second half added {grown:.0f} MB (goal {GROWTH:.0f}); after the hour {memory[-1] / memory[0]:.2f} x "
        f"the first tenth; grown most: {', '.join(f'{count} {name}' for name, count in more) or 'nothing'}   {load()}\n"
    )
    return grown <= GROWTH


def main() -> int:
    """Read the arguments and run; return whether the goal is missed."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--notes", type=int, default=15_000)
    parser.add_argument("--share", type=float, default=1.0)
    options = parser.parse_args()
    if not kept_home(options.notes).exists():
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
