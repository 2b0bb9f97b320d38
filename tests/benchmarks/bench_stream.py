"""Bench of the chat: 20,000 tokens stream through agent, dock and view, beside a plain text box given the same text.

Run it alone: `python -m tests.benchmarks.bench_stream [--tokens 20000]`. Ratios travel between machines, milliseconds
do not. A flush is ten tokens put on the screen; its figures hold layout and painting, too.
"""

import argparse
import asyncio
import os
import random
import statistics
import sys
import tempfile
import time
from collections.abc import AsyncGenerator
from pathlib import Path

os.environ.setdefault("QT_QPA_PLATFORM", "offscreen")

from PySide6.QtGui import QTextCursor
from PySide6.QtWidgets import QApplication, QPlainTextEdit

from tests.ui.chat.chat_desk import ScriptedCatalog, open_chat
from vaultdesk.destination import Destination
from vaultdesk.providers.events import ModelEvent, TextArrived, TurnEnded
from vaultdesk.providers.provider import ModelInfo, ModelRequest
from vaultdesk.ui import bridge
from vaultdesk.ui.chat.chat_dock import ChatDock
from vaultdesk.ui.theme.theme import theme

STEP = 10
"""Tokens a flush: what a fast model sends in a thirtieth of a second."""

GOAL = 4.0
"""Milliseconds a flush may take on average, so that thirty a second leave the window free."""

WORDS = ["the", "heat", "pump", "boiler", "survey", "of", "house", "under", "radiators", "cost", "winter", "decided", "open", "still", "quote", "north", "side"]


def answer(tokens: int) -> list[str]:
    """An answer of headings, paragraphs, lists, tables, code and links, in pieces of about four characters."""
    chance = random.Random(7)

    def words(count: int) -> str:
        return " ".join(chance.choices(WORDS, k=count))

    parts: list[str] = []
    length = 0
    while length < tokens * 4:
        kinds = (
            f"## {words(4).title()}\n\n",
            f"{words(40)} **{words(2)}** and [[{words(1)}#{words(1)}]], {words(20)}.\n\n",
            "".join(f"- {words(9)}\n" for _ in range(5)) + "\n",
            "| a | b | c |\n|---|---|---|\n" + "".join(f"| {words(2)} | {words(2)} | 3 |\n" for _ in range(4)) + "\n",
            "```python\n" + "".join(f"{words(1)} = {words(1)}({index})  # {words(3)}\n" for index in range(8)) + "```\n\n",
        )
        parts.append(chance.choices(kinds, (1, 4, 2, 1, 1))[0])
        length += len(parts[-1])
    text = "".join(parts)[: tokens * 4]
    return [text[start : start + 4] for start in range(0, len(text), 4)]


class Paced:
    """A provider that sends the next ten tokens once the last ten are on the screen; times what that took."""

    destination = Destination("Paced", "", local=True)

    def __init__(self, pieces: list[str]) -> None:
        self._pieces = pieces
        self.dock: ChatDock | None = None
        self.flushes: list[float] = []

    async def stream(self, request: ModelRequest) -> AsyncGenerator[ModelEvent, None]:
        """Play the answer."""
        assert self.dock is not None
        for start in range(0, len(self._pieces), STEP):
            for piece in self._pieces[start : start + STEP]:
                yield TextArrived(piece)
            # The run's reader takes them in its own turns of the loop.
            for _ in range(STEP + 2):
                await asyncio.sleep(0)
            began = time.perf_counter()
            self.dock.view.flush()
            on_the_screen()
            self.flushes.append((time.perf_counter() - began) * 1000)
        yield TurnEnded("end")

    async def models(self) -> tuple[ModelInfo, ...]:
        """One."""
        return (ModelInfo("paced"),)

    async def aclose(self) -> None:
        """Nothing to close."""


def on_the_screen() -> None:
    """Lay out and paint what waits for it. No nested event loop: a coroutine of Qt's loop is running."""
    QApplication.sendPostedEvents()


def plain_box(pieces: list[str]) -> list[float]:
    """Give the same text to a QPlainTextEdit in the same steps; the baseline."""
    box = QPlainTextEdit()
    box.resize(theme().step(400), theme().step(600))
    box.show()
    taken: list[float] = []
    for start in range(0, len(pieces), STEP):
        began = time.perf_counter()
        cursor = box.textCursor()
        cursor.movePosition(QTextCursor.MoveOperation.End)
        cursor.insertText("".join(pieces[start : start + STEP]))
        box.verticalScrollBar().setValue(box.verticalScrollBar().maximum())
        on_the_screen()
        taken.append((time.perf_counter() - began) * 1000)
    box.hide()
    return taken


async def bench(tokens: int) -> bool:
    """Print the figures; return whether the goal is reached."""
    pieces = answer(tokens)
    plain = plain_box(pieces)
    with tempfile.TemporaryDirectory() as folder:
        provider = Paced(pieces)
        async with open_chat(Path(folder), []) as desk:
            desk.workspace.catalog = ScriptedCatalog(provider)
            provider.dock = desk.dock
            began = time.perf_counter()
            desk.dock.ask("Tell me everything.")
            while not (desk.exchanges and desk.exchanges[-1].exchange.over):
                await asyncio.sleep(0)
            whole = time.perf_counter() - began
            assert desk.exchanges[-1].exchange.text.strip() == "".join(pieces).strip()
    flushes = provider.flushes
    for name, taken in (("plain text box", plain), ("chat", flushes)):
        ordered = sorted(taken)
        sys.stdout.write(
            f"{name:<16}{len(taken):6} flushes   mean {statistics.fmean(taken):6.2f} ms   "
            f"p99 {ordered[int(len(ordered) * 0.99)]:6.2f} ms   longest stall {ordered[-1]:6.1f} ms\n"
        )
    third = len(flushes) // 3
    sys.stdout.write(
        f"chat, first / middle / last third: {statistics.fmean(flushes[:third]):.2f} / "
        f"{statistics.fmean(flushes[third : 2 * third]):.2f} / {statistics.fmean(flushes[2 * third :]):.2f} ms\n"
        f"ratio to the plain box: {statistics.fmean(flushes) / statistics.fmean(plain):.2f}   whole: {whole:.1f} s\n"
    )
    return statistics.fmean(flushes) < GOAL


def main() -> int:
    """Run from the command line."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--tokens", type=int, default=20_000)
    wanted = parser.parse_args()
    application = QApplication([])
    theme().apply(application)
    return 0 if bridge.run(bench(wanted.tokens)) else 1


if __name__ == "__main__":
    sys.exit(main())
