"""Bench of the chat: 20,000 tokens are streamed through agent, dock and view; the baseline is a plain text box.

Run it alone: `python -m tests.benchmarks.bench_stream [--tokens 20000]`. Ratios are comparable between machines,
milliseconds are not. "flush" is the time for adding ten tokens to the view, "shown" the same with layout and painting.
The last column is the mean processor time, which does not depend on other load.
"""

import argparse
import asyncio
import os
import random
import statistics
import sys
import tempfile
import time
from collections.abc import AsyncGenerator, Iterator
from contextlib import contextmanager
from pathlib import Path

os.environ.setdefault("QT_QPA_PLATFORM", "offscreen")

from PySide6.QtGui import QTextCursor
from PySide6.QtWidgets import QApplication, QPlainTextEdit

from tests.ui.chat.chat_env import ScriptedCatalog, open_chat
from vaultdesk.core.transmission import Destination
from vaultdesk.providers.provider import ModelEvent, ModelInfo, ModelRequest, TextArrived, TurnEnded
from vaultdesk.ui import bridge
from vaultdesk.ui.chat.chat_dock import ChatDock
from vaultdesk.ui.theme.theme import theme

STEP = 10
"""Tokens per flush: those of a fast model in a thirtieth of a second."""

GOAL = 4.0
"""Milliseconds a flush may take on average, so that thirty per second leave the window responsive."""

WORDS = ("the", "heat", "pump", "boiler", "survey", "of", "house", "under", "radiators", "cost", "decided", "open")


def answer(tokens: int) -> list[str]:
    """Return an answer of headings, paragraphs, lists, tables, code and links, in pieces of four characters."""
    rng = random.Random(7)

    def words(count: int) -> str:
        return " ".join(rng.choices(WORDS, k=count))

    parts: list[str] = []
    length = 0
    while length < tokens * 4:
        kinds = (
            f"## {words(4).title()}\n\n",
            f"{words(40)} **{words(2)}** and [[{words(1)}#{words(1)}]], {words(20)}.\n\n",
            "".join(f"- {words(9)}\n" for _ in range(5)) + "\n",
            "| a | b | c |\n|---|---|---|\n" + "".join(f"| {words(2)} | {words(2)} | 3 |\n" for _ in range(4)) + "\n",
            "```python\n"
            + "".join(f"{words(1)} = {words(1)}({index})  # {words(3)}\n" for index in range(8))
            + "```\n\n",
        )
        parts.append(rng.choices(kinds, (1, 4, 2, 1, 1))[0])
        length += len(parts[-1])
    text = "".join(parts)[: tokens * 4]
    return [text[start : start + 4] for start in range(0, len(text), 4)]


class Timings:
    """Durations of one kind of step, in milliseconds."""

    def __init__(self, name: str) -> None:
        self._name = name
        self._wall: list[float] = []
        self._processor: list[float] = []

    @contextmanager
    def measure(self) -> Iterator[None]:
        """Record the duration of the block."""
        wall, processor = time.perf_counter(), time.process_time()
        yield
        self._wall.append((time.perf_counter() - wall) * 1000)
        self._processor.append((time.process_time() - processor) * 1000)

    @property
    def mean(self) -> float:
        """Mean of all durations."""
        return statistics.fmean(self._wall)

    def thirds(self) -> list[str]:
        """Return the means of the first, middle and last third, which are equal if they do not grow with the text."""
        third = max(1, len(self._wall) // 3)
        return [f"{statistics.fmean(self._wall[start : start + third]):.2f}" for start in (0, third, 2 * third)]

    def summary(self) -> str:
        """Return a line of the report."""
        ordered = sorted(self._wall)
        return (
            f"{self._name:<22}{len(ordered):6} times   mean {self.mean:6.2f} ms   p99 "
            f"{ordered[int(len(ordered) * 0.99)]:6.2f} ms   longest {ordered[-1]:6.1f} ms   "
            f"processor {statistics.fmean(self._processor):6.2f} ms\n"
        )


class PacedProvider:
    """Provider that sends the next ten tokens when the last ten are shown, and measures the time."""

    destination = Destination("Paced", "", local=True)

    def __init__(self, pieces: list[str]) -> None:
        self._pieces = pieces
        self.dock: ChatDock | None = None
        self.flushed = Timings("chat, flush")
        self.shown = Timings("chat, shown")

    async def stream(self, request: ModelRequest) -> AsyncGenerator[ModelEvent, None]:
        """Yield the answer in steps of `STEP` tokens."""
        assert self.dock is not None
        for start in range(0, len(self._pieces), STEP):
            for piece in self._pieces[start : start + STEP]:
                yield TextArrived(piece)
            # The reader of the run takes them in its own iterations of the loop.
            for _ in range(STEP + 2):
                await asyncio.sleep(0)
            with self.shown.measure():
                with self.flushed.measure():
                    self.dock.transcript.flush()
                paint_pending()
        yield TurnEnded("end")

    async def models(self) -> tuple[ModelInfo, ...]:
        """Return the only model."""
        return (ModelInfo("paced"),)

    async def aclose(self) -> None:
        """Do nothing: there are no resources to close."""


def paint_pending() -> None:
    """Run pending layout and painting, without a nested event loop because a coroutine of Qt's loop is running."""
    QApplication.sendPostedEvents()


def plain_box(pieces: list[str]) -> Timings:
    """Insert the same text into a QPlainTextEdit in the same steps, as the baseline."""
    box = QPlainTextEdit()
    box.resize(theme().px(400), theme().px(600))
    box.show()
    timings = Timings("plain text box, shown")
    for start in range(0, len(pieces), STEP):
        with timings.measure():
            cursor = box.textCursor()
            cursor.movePosition(QTextCursor.MoveOperation.End)
            cursor.insertText("".join(pieces[start : start + STEP]))
            box.verticalScrollBar().setValue(box.verticalScrollBar().maximum())
            paint_pending()
    box.hide()
    return timings


async def bench(tokens: int) -> bool:
    """Print the figures; return whether the goal is met."""
    pieces = answer(tokens)
    plain = plain_box(pieces)
    with tempfile.TemporaryDirectory() as folder:
        provider = PacedProvider(pieces)
        async with open_chat(Path(folder), []) as env:
            models = env.workspace._available_models
            models._catalog = ScriptedCatalog(provider)
            models._open_providers.clear()  # The context meter may have queried the model before.
            provider.dock = env.dock
            started = time.perf_counter()
            env.dock.ask("Tell me everything.")
            while not (env.exchanges and env.exchanges[-1].is_finished):
                await asyncio.sleep(0)
            total = time.perf_counter() - started
            assert env.exchanges[-1].exchange.text.strip() == "".join(pieces).strip()
    for timings in (plain, provider.flushed, provider.shown):
        sys.stdout.write(timings.summary())
    sys.stdout.write(
        f"chat, flush, first / middle / last third: {' / '.join(provider.flushed.thirds())} ms\n"
        f"ratio to the plain box: {provider.shown.mean / plain.mean:.1f}   total: {total:.1f} s\n"
    )
    return provider.flushed.mean < GOAL


def main() -> int:
    """Run from the command line."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--tokens", type=int, default=20_000)
    options = parser.parse_args()
    application = QApplication([])
    theme().apply(application)
    return 0 if bridge.run(bench(options.tokens)) else 1


if __name__ == "__main__":
    sys.exit(main())
