"""Beats: how long a window's loop does not come round, for benchmarks of a real window. Needs a QApplication.

A timer beats on the window's thread. How late it comes is what a person feels, and grows with the load of the machine;
what the thread itself worked between two beats does not, and leaves out what it waited for.
"""

import os
import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

from PySide6.QtCore import QObject, Qt, QTimer

BEAT = 5
"""Milliseconds between two beats."""

FREE, TYPING = 100.0, 50.0
"""Milliseconds that a window may be held at most, and while somebody types."""


@dataclass
class Stall:
    """The longest times of one stretch, in milliseconds."""

    late: float = 0.0
    """By the clock: how late a beat came."""
    busy: float = 0.0
    """What the window's thread worked between two beats."""
    took: float = 0.0
    """How long the stretch was."""

    def line(self) -> str:
        """Return it for a line of a report."""
        return f"longest stall {self.busy:4.0f} ms of processor, {self.late:4.0f} ms by the clock"


class Beats(QObject):
    """Beats for as long as it lives; `measured` tells of one stretch."""

    def __init__(self) -> None:
        super().__init__()
        self._all: list[Stall] = []
        self.last = time.perf_counter()
        """When it beat last."""
        self._busy = time.thread_time()
        self._clock = QTimer(self, interval=BEAT, timerType=Qt.TimerType.PreciseTimer)
        self._clock.timeout.connect(self._beat)
        self._clock.start()

    @contextmanager
    def measured(self) -> Iterator[Stall]:
        """Measure what happens within the block."""
        self._beat()
        stall = Stall()
        self._all.append(stall)
        began = time.perf_counter()
        try:
            yield stall
        finally:
            self._beat()
            self._all.remove(stall)
            stall.took = (time.perf_counter() - began) * 1000

    def _beat(self) -> None:
        now, busy = time.perf_counter(), time.thread_time()
        late, worked = (now - self.last) * 1000 - BEAT, (busy - self._busy) * 1000
        self.last, self._busy = now, busy
        for stall in self._all:
            stall.late, stall.busy = max(stall.late, late), max(stall.busy, worked)


def load() -> str:
    """Return what else the machine does, for a line of a report: its load of the last minute, where it tells."""
    return f"load {os.getloadavg()[0]:.1f} on {os.cpu_count()} cores" if hasattr(os, "getloadavg") else "load unknown"


def megabytes(process: int | None = None) -> float:
    """Return the memory that *process* (this one, without a number) would free with its end; 0 where nobody tells."""
    file = Path(f"/proc/{process or 'self'}/smaps_rollup")
    if not file.exists():
        return 0.0
    lines = dict(line.split(":", 1) for line in file.read_text(encoding="ascii").splitlines()[1:])
    return float(lines["Pss"].split()[0]) / 1024


def family_megabytes() -> tuple[float, float]:
    """Return the memory of this process with those it has started, and its own."""
    own = megabytes()
    files = Path("/proc/self/task").glob("*/children")
    children = [int(number) for file in files for number in file.read_text(encoding="ascii").split()]
    return own + sum(megabytes(child) for child in children), own
