"""Bench of the window under a flood: a model asks for 1,000 calls in ten questions; how late does the window answer?

`python -m tests.benchmarks.bench_window_calls`. A timer beats every 5 ms; how late a beat comes is what a person who
types would feel. Beside it stands the same window doing nothing. Of the 1,000 calls 20 may run in a minute.
"""

import asyncio
import os
import sys
import tempfile
import time
from pathlib import Path

os.environ.setdefault("QT_QPA_PLATFORM", "offscreen")

from PySide6.QtCore import QTimer
from PySide6.QtWidgets import QApplication

from tests.journeys.program import KEY
from tests.journeys.window import Window, open_window
from tests.support.wire import Call, Turn, WireServer
from vaultdesk.core.settings.settings_schema import PermissionRule
from vaultdesk.ui import bridge
from vaultdesk.ui.theme.theme import theme

QUESTIONS, ROUNDS, CALLS = 10, 5, 20
BEAT = 5
"""Milliseconds between two beats."""


class Heart:
    """Beats on the window's loop and notes how late each beat comes."""

    def __init__(self) -> None:
        self.late: list[float] = []
        self._last = time.perf_counter()
        self._timer = QTimer()
        self._timer.timeout.connect(self._beat)
        self._timer.start(BEAT)

    def stop(self) -> None:
        """Beat no more."""
        self._timer.stop()

    def _beat(self) -> None:
        now = time.perf_counter()
        self.late.append(max(0.0, (now - self._last) * 1000 - BEAT))
        self._last = now

    def told(self) -> tuple[float, float, float]:
        """Return median, 99th percentile and the worst, in milliseconds."""
        ordered = sorted(self.late)
        return ordered[len(ordered) // 2], ordered[int(len(ordered) * 0.99)], ordered[-1]


async def bench(folder: Path) -> bool:
    """Ask ten questions whose answers want a hundred calls each; print the figures; return whether they hold."""
    turns: list[Turn] = []
    for question in range(QUESTIONS):
        for round_ in range(ROUNDS):
            calls = [
                Call("vault_search", {"query": f"boiler {question} {round_} {n}"}, f"c{question}_{round_}_{n}")
                for n in range(CALLS)
            ]
            turns.append(Turn("Looking.", calls))
        turns.append(Turn("I stop here."))
    async with WireServer(openai=turns) as server, open_window(folder / "home", folder / "vault", server) as window:
        rule = PermissionRule(effect="read", answer="allow")
        root = window.views.workspace.vault.root
        window.views.workspace.store.change(lambda settings: settings.with_vault(root, rules=(rule,)))
        resting = Heart()
        await asyncio.sleep(2)
        resting.stop()
        heart, started = Heart(), time.perf_counter()
        for question in range(QUESTIONS):
            window.ask(f"Question {question}")
            await _over(window, question)
        heart.stop()
        took = time.perf_counter() - started
        calls = [entry.record for entry in window.views.workspace.audit_log.read()]
        ran = sum(record.event == "done" for record in calls)
        asked = sum(record.event == "requested" for record in calls)
    for name, one in (("resting", resting), ("1,000 calls", heart)):
        median, nearly_all, worst = one.told()
        print(f"{name:12} beat late by: median {median:5.1f} ms, p99 {nearly_all:5.1f} ms, worst {worst:6.1f} ms")
    print(f"{asked} calls asked for, {ran} ran, the others were over 20 a minute; {took:.1f} s")
    return heart.told()[1] < 100 and ran <= CALLS * (1 + int(took // 60))


async def _over(window: Window, question: int) -> None:
    while len(window.exchanges) <= question or not window.exchanges[question].exchange.is_finished:
        await asyncio.sleep(0.02)


def main() -> int:
    """Run it; return 0 where the window stayed quick and the limit held."""
    os.environ["JOURNEY_KEY"] = KEY
    with tempfile.TemporaryDirectory() as folder:
        os.environ["VAULTDESK_HOME"] = str(Path(folder) / "home")
        application = QApplication([])
        application.setQuitOnLastWindowClosed(False)
        theme().apply(application)
        return 0 if bridge.run(bench(Path(folder))) else 1


if __name__ == "__main__":
    sys.exit(main())
