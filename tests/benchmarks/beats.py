"""Stalls of the event loop of a real window, for benchmarks. Needs a QApplication.

A timer fires on the window's thread. Its delay is what a user notices, and grows with the load of the machine; the
processor time of the thread between two ticks does not, and excludes waiting.
"""

import os
import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

from PySide6.QtCore import QObject, Qt, QTimer

TICK_INTERVAL = 5
"""Milliseconds between two ticks."""

MAX_STALL, MAX_TYPING_STALL = 100.0, 50.0
"""Longest permitted stall of a window in milliseconds, in general and while the user types."""


@dataclass
class Stall:
    """The longest stalls of one measurement, in milliseconds."""

    late: float = 0.0
    """By the clock: the delay of a tick."""
    busy: float = 0.0
    """Processor time of the window's thread between two ticks."""
    duration: float = 0.0
    """Duration of the measurement."""

    def summary(self) -> str:
        """Return the stalls for a line of a report."""
        return f"longest stall {self.busy:4.0f} ms of processor, {self.late:4.0f} ms by the clock"


class StallMonitor(QObject):
    """Fires a timer as long as it exists; `measure` yields the stalls of a block."""

    def __init__(self) -> None:
        super().__init__()
        self._all: list[Stall] = []
        self.last = time.perf_counter()
        """When the timer fired last."""
        self._busy = time.thread_time()
        self._clock = QTimer(self, interval=TICK_INTERVAL, timerType=Qt.TimerType.PreciseTimer)
        self._clock.timeout.connect(self._tick)
        self._clock.start()

    @contextmanager
    def measure(self) -> Iterator[Stall]:
        """Measure the stalls within the block."""
        self._tick()
        stall = Stall()
        self._all.append(stall)
        started = time.perf_counter()
        try:
            yield stall
        finally:
            self._tick()
            self._all.remove(stall)
            stall.duration = (time.perf_counter() - started) * 1000

    def _tick(self) -> None:
        now, busy = time.perf_counter(), time.thread_time()
        late, processor_time = (now - self.last) * 1000 - TICK_INTERVAL, (busy - self._busy) * 1000
        self.last, self._busy = now, busy
        for stall in self._all:
            stall.late, stall.busy = max(stall.late, late), max(stall.busy, processor_time)


def machine_load() -> str:
    """Return the load of the machine in the last minute for a line of a report, if the system provides it."""
    return f"load {os.getloadavg()[0]:.1f} on {os.cpu_count()} cores" if hasattr(os, "getloadavg") else "load unknown"


def megabytes(process: int | None = None) -> float:
    """Return the memory that *process*, by default this one, would release when it ends; 0 if it is unknown."""
    file = Path(f"/proc/{process or 'self'}/smaps_rollup")
    if not file.exists():
        return 0.0
    lines = dict(line.split(":", 1) for line in file.read_text(encoding="ascii").splitlines()[1:])
    return float(lines["Pss"].split()[0]) / 1024


def family_megabytes() -> tuple[float, float]:
    """Return the memory of this process including its children, and without them."""
    own = megabytes()
    files = Path("/proc/self/task").glob("*/children")
    children = [int(number) for file in files for number in file.read_text(encoding="ascii").split()]
    return own + sum(megabytes(child) for child in children), own
