"""Collector: Python's garbage collection on the window's thread only. Frees nothing that Python would not.

A collection runs in whichever thread happens to allocate. If it finds a widget in a cycle of garbage there, the widget
is destroyed outside its thread and the program may die ("Timers cannot be stopped from another thread").

To look through all that lives takes a tenth of a second and more: the window would stand still. What has long been
there is left out, and is looked through when the person has turned to another program.
"""

import gc
import time

from PySide6.QtCore import QObject, Qt, QTimer
from PySide6.QtWidgets import QApplication

LOOK_EVERY = 1_000
"""Milliseconds between two looks at how much was allocated; a second's garbage is a few megabytes at most."""

START = 60
"""Looks that belong to the start and to what is imported after it: nearly all stays, and is not looked through."""

FELT = 0.02
"""Seconds a collection may take; what is found alive in a longer one is left out of the next."""

AWAY = 10
"""Looks, so seconds, after which a person who turned to another program is taken to be away for a while."""

AGAIN = 300
"""Looks between two times that all is looked through."""


class Collector(QObject):
    """Takes the collector over for as long as it lives; `release` gives it back."""

    def __init__(self, parent: QObject) -> None:
        super().__init__(parent)
        self._was_on = gc.isenabled()
        gc.disable()
        self._looks = self._away = 0
        self._all_seen = -AGAIN
        """The look at which all was looked through last."""
        self._clock = QTimer(self)
        self._clock.setTimerType(Qt.TimerType.VeryCoarseTimer)
        self._clock.timeout.connect(self.look)
        self._clock.start(LOOK_EVERY)

    def look(self) -> None:
        """Collect what Python would have collected by now."""
        self._looks += 1
        away = QApplication.applicationState() != Qt.ApplicationState.ApplicationActive
        self._away = self._away + 1 if away else 0
        if self._away >= AWAY and self._looks - self._all_seen >= AGAIN:
            self.look_through_all()
            return
        young, middle, old = gc.get_count()
        first, second, third = gc.get_threshold()
        if young <= first:
            return
        if self._looks <= START:
            gc.freeze()
            return
        generation = 2 if middle > second and old > third else 1 if middle > second else 0
        began = time.thread_time()
        gc.collect(generation)
        if time.thread_time() - began > FELT:
            gc.freeze()

    def look_through_all(self) -> None:
        """Collect what was left out too. Felt: for moments in which nobody waits."""
        self._all_seen = self._looks
        gc.unfreeze()
        gc.collect()
        gc.freeze()

    def release(self) -> None:
        """Let Python collect by itself again."""
        self._clock.stop()
        gc.unfreeze()
        if self._was_on:
            gc.enable()
