"""Collector: garbage goes, but only on the window's thread."""

import gc
import threading
import weakref

from PySide6.QtWidgets import QApplication

from vaultdesk.ui.collector import Collector


class Knot:
    """Garbage only the collector can free."""

    def __init__(self) -> None:
        self.myself = self
        self.freed_in: list[str] = []


def litter() -> tuple["weakref.ref[Knot]", list[str]]:
    knot, freed_in = Knot(), []
    weakref.finalize(knot, lambda: freed_in.append(threading.current_thread().name))
    return weakref.ref(knot), freed_in


def allocate() -> list[list[int]]:
    """Make more objects than the collector lets pass, and keep them: it counts what was made and not freed."""
    return [[number] for number in range(20_000)]


def test_other_threads_free_nothing_and_a_look_frees_all(qapp: QApplication) -> None:
    gc.enable()
    gc.collect()
    collector = Collector(qapp)
    try:
        knot, freed_in = litter()
        kept: list[object] = []
        other = threading.Thread(target=lambda: kept.append(allocate()))
        other.start()
        other.join(5)
        assert knot() is not None

        kept.append(allocate())
        collector.look()

        assert freed_in == [threading.main_thread().name]
    finally:
        collector.release()
    assert gc.isenabled()
    gc.disable()  # as the other tests of the window want it
