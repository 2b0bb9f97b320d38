"""Collector: garbage goes, but only on the window's thread."""

import gc
import threading
import weakref

import pytest
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QApplication

from vaultdesk.ui import collector as module
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


def test_other_threads_free_nothing_and_a_look_frees_all(qapp: QApplication, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(module, "START", 0)
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


def test_what_long_lives_is_left_out_until_all_is_looked_through(qapp: QApplication) -> None:
    gc.collect()
    collector = Collector(qapp)
    try:
        knot, freed_in = litter()
        gc.freeze()
        gc.collect()
        assert knot() is not None

        collector.look_through_all()

        assert freed_in == [threading.main_thread().name]
        assert gc.get_freeze_count()
    finally:
        collector.release()
    assert not gc.get_freeze_count()
    gc.disable()


def test_a_collection_that_is_felt_is_the_last_over_what_it_found(
    qapp: QApplication, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(module, "START", 0)
    gc.collect()
    collector = Collector(qapp)
    try:
        monkeypatch.setattr(module, "FELT", 60.0)
        kept = [allocate()]
        collector.look()
        assert not gc.get_freeze_count()
        monkeypatch.setattr(module, "FELT", 0.0)
        kept.append(allocate())
        collector.look()
        assert gc.get_freeze_count() > 20_000
    finally:
        collector.release()
    gc.disable()


def test_all_is_looked_through_once_the_person_is_away(qapp: QApplication, monkeypatch: pytest.MonkeyPatch) -> None:
    gc.collect()
    collector = Collector(qapp)
    states = [Qt.ApplicationState.ApplicationActive]
    monkeypatch.setattr(QApplication, "applicationState", lambda: states[0])
    try:
        knot, _ = litter()
        gc.freeze()
        for _ in range(module.AWAY + 1):
            collector.look()
        assert knot() is not None
        states[0] = Qt.ApplicationState.ApplicationInactive
        for _ in range(module.AWAY - 1):
            collector.look()
        assert knot() is not None
        collector.look()
        assert knot() is None
    finally:
        collector.release()
    gc.disable()
