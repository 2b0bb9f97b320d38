"""Bench of the window under load: delays of the loop while a model requests 1,000 calls in ten questions.

`python -m tests.benchmarks.bench_window_calls`. A timer fires every 5 ms; its delay is what a typing user would notice.
The baseline is the same window when idle. Of the 1,000 calls, 20 may run per minute.
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
TICK_INTERVAL = 5
"""Milliseconds between two ticks."""


class DelayMonitor:
    """Fires a timer on the loop of the window and records the delay of each tick."""

    def __init__(self) -> None:
        self.delays: list[float] = []
        self._last = time.perf_counter()
        self._timer = QTimer()
        self._timer.timeout.connect(self._tick)
        self._timer.start(TICK_INTERVAL)

    def stop(self) -> None:
        """Stop measuring."""
        self._timer.stop()

    def _tick(self) -> None:
        now = time.perf_counter()
        self.delays.append(max(0.0, (now - self._last) * 1000 - TICK_INTERVAL))
        self._last = now

    def percentiles(self) -> tuple[float, float, float]:
        """Return median, 99th percentile and maximum in milliseconds."""
        ordered = sorted(self.delays)
        return ordered[len(ordered) // 2], ordered[int(len(ordered) * 0.99)], ordered[-1]


async def bench(folder: Path) -> bool:
    """Ask ten questions with a hundred calls each; print the figures; return whether the goals are met."""
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
        idle_monitor = DelayMonitor()
        await asyncio.sleep(2)
        idle_monitor.stop()
        monitor, started = DelayMonitor(), time.perf_counter()
        for question in range(QUESTIONS):
            window.ask(f"Question {question}")
            await _wait_for_answer(window, question)
        monitor.stop()
        seconds = time.perf_counter() - started
        calls = [entry.record for entry in window.views.workspace.audit_log.read()]
        executed = sum(record.event == "done" for record in calls)
        requested = sum(record.event == "requested" for record in calls)
    for name, measured in (("idle", idle_monitor), ("1,000 calls", monitor)):
        median, p99, worst = measured.percentiles()
        print(f"{name:12} delay of a tick: median {median:5.1f} ms, p99 {p99:5.1f} ms, worst {worst:6.1f} ms")
    print(f"{requested} calls requested, {executed} executed, the others exceeded 20 per minute; {seconds:.1f} s")
    return monitor.percentiles()[1] < 100 and executed <= CALLS * (1 + int(seconds // 60))


async def _wait_for_answer(window: Window, question: int) -> None:
    while len(window.exchanges) <= question or not window.exchanges[question].exchange.is_finished:
        await asyncio.sleep(0.02)


def main() -> int:
    """Run the bench; return 0 if the window stayed responsive and the limit was respected."""
    os.environ["JOURNEY_KEY"] = KEY
    with tempfile.TemporaryDirectory() as folder:
        os.environ["VAULTDESK_HOME"] = str(Path(folder) / "home")
        application = QApplication([])
        application.setQuitOnLastWindowClosed(False)
        theme().apply(application)
        return 0 if bridge.run(bench(Path(folder))) else 1


if __name__ == "__main__":
    sys.exit(main())
