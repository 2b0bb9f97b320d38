"""Collector: Python's garbage collection on the window's thread only. Frees nothing that Python would not.

A collection runs in whichever thread happens to allocate. If it finds a widget in a cycle of garbage there, the widget
is destroyed outside its thread and the program may die ("Timers cannot be stopped from another thread").
"""

import gc

from PySide6.QtCore import QObject, Qt, QTimer

LOOK_EVERY = 1_000
"""Milliseconds between two looks at how much was allocated; a second's garbage is a few megabytes at most."""


class Collector(QObject):
    """Takes the collector over for as long as it lives; `release` gives it back."""

    def __init__(self, parent: QObject) -> None:
        super().__init__(parent)
        self._was_on = gc.isenabled()
        gc.disable()
        self._clock = QTimer(self)
        self._clock.setTimerType(Qt.TimerType.VeryCoarseTimer)
        self._clock.timeout.connect(self.look)
        self._clock.start(LOOK_EVERY)

    def look(self) -> None:
        """Collect what Python would have collected by now."""
        young, middle, old = gc.get_count()
        first, second, third = gc.get_threshold()
        if young <= first:
            return
        gc.collect(2 if middle > second and old > third else 1 if middle > second else 0)

    def release(self) -> None:
        """Let Python collect by itself again."""
        self._clock.stop()
        if self._was_on:
            gc.enable()
