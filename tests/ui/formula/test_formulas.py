"""Formulas: asked for once, laid out elsewhere, told when they are there."""

import pytest

from tests.support.qt_loop import on_qt_loop, until
from vaultdesk.ui.formula import formulas as module
from vaultdesk.ui.formula.formulas import Formulas, formulas


@on_qt_loop
async def test_a_formula_is_told_when_its_picture_is_there_and_the_same_from_then_on() -> None:
    store = Formulas()
    told: list[object] = []
    store.ready.connect(told.append)
    assert store.picture("x^2", False, 15, "#000000", 1.0) is None
    assert store.picture("x^", False, 15, "#000000", 1.0) is None
    await until(lambda: not store.is_waiting())
    assert told == [{"x^2"}]
    first = store.picture("x^2", False, 15, "#000000", 1.0)
    assert first is not None
    assert store.picture("x^2", False, 15, "#000000", 1.0) is first
    assert store.picture("x^", False, 15, "#000000", 1.0) is None
    assert not store.is_waiting()


@on_qt_loop
async def test_another_size_is_a_picture_of_its_own() -> None:
    store = Formulas()
    for size in (10.0, 20.0):
        store.picture("y", False, size, "#000000", 1.0)
    await until(lambda: not store.is_waiting())
    small, large = (store.picture("y", False, size, "#000000", 1.0) for size in (10.0, 20.0))
    assert small is not None
    assert large is not None
    assert large.width > small.width * 1.8


@on_qt_loop
async def test_pictures_that_are_too_much_together_are_forgotten(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(module, "MOST_BYTES", 100_000)
    store = Formulas()
    for number in range(40):
        store.picture(f"x+y+z={number}", False, 20, "#000000", 1.0)
    await until(lambda: not store.is_waiting())
    assert 0 < sum(shown.image.sizeInBytes() for shown in store._pictures.values() if shown is not None) <= 100_000


def test_without_a_loop_nothing_is_laid_out_and_nothing_fails() -> None:
    assert Formulas().picture("x", False, 15, "#000000", 1.0) is None
    assert formulas() is formulas()
