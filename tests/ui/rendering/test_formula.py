"""Tests of ui/rendering/formula.py."""

import pytest

from tests.support.growth import check_growth
from tests.support.qt_loop import on_qt_loop, until
from vaultdesk.ui.rendering import formula as module
from vaultdesk.ui.rendering.formula import (
    MAX_LENGTH,
    MAX_WEIGHT,
    PLACEHOLDER_COLOR,
    TYPESET_SIZE,
    Formulas,
    formula_picture,
    formulas,
    is_drawable,
    typeset,
)

# Limits: usual formulas are typeset, those that would block a thread are refused.


@pytest.mark.parametrize(
    "latex",
    [
        "x", r"E = mc^2", r"\frac{a}{b}", r"\begin{cases}x^2 & x > 0 \\ 0 & \text{else}\end{cases}",
        r"a_0+\cfrac{1}{a_1+\cfrac{1}{a_2+\cfrac{1}{a_3+\cfrac{1}{a_4}}}}",
        r"\int_0^\infty e^{-x^2}\,dx = \frac{\sqrt{\pi}}{2}", r"\left(\frac{\hbar^2}{2m}\right)\nabla^2\psi = E\psi",
    ],
)  # fmt: skip
def test_usual_formulas_are_drawable(latex: str) -> None:
    assert is_drawable(latex)


@pytest.mark.parametrize(
    "latex",
    [
        "", "  \n", r"\frac{1}{" * 10 + "x" + "}" * 10, r"\sqrt{" * 30 + "x" + "}" * 30, "x^{" * 12 + "x" + "}" * 12,
        r"\begin{matrix}" * 12 + "x" + r"\end{matrix}" * 12, r"\left(" * 12 + "x" + r"\right)" * 12, "{" * 2000,
        "x+" * 1000, "x" * (MAX_LENGTH + 1), "a\x00b", r"\rule{100000px}{100000px}", r"\hspace{1000000em}",
        r"\def\a{\a}\a",
    ],
)  # fmt: skip
def test_formulas_of_excessive_cost_or_size_are_not_drawable(latex: str) -> None:
    assert not is_drawable(latex)


# Typesetting: valid formulas become pictures with a baseline, invalid ones do not, and the time is bounded.


def test_a_fraction_extends_above_and_below_the_baseline_and_has_the_requested_color() -> None:
    drawing = typeset(r"\frac{a}{b}", True)
    assert drawing is not None
    assert drawing.ascent > TYPESET_SIZE / 2
    assert drawing.descent > TYPESET_SIZE / 4
    assert PLACEHOLDER_COLOR in drawing.svg
    shown = formula_picture(drawing, 2 * TYPESET_SIZE, "red", 2.0)
    assert shown is not None
    assert shown.ascent == pytest.approx(2 * drawing.ascent)
    assert shown.image.width() == pytest.approx(4 * drawing.width, abs=1)
    image = shown.image
    colors = {image.pixelColor(x, y).name() for x in range(image.width()) for y in range(image.height())
            if image.pixelColor(x, y).alpha() == 255}  # fmt: skip
    assert colors == {"#ff0000"}


def test_a_letter_is_on_the_baseline() -> None:
    drawing = typeset("x", False)
    assert drawing is not None
    assert drawing.descent < TYPESET_SIZE / 10


@pytest.mark.parametrize(
    "latex", [r"\frac{1}{", "x^", r"\left(", "a & b", r"\text{<b>}", "{" * 100, "x^2^3", "\\\\" * 200]
)
def test_an_invalid_formula_is_not_typeset(latex: str) -> None:
    assert typeset(latex, False) is None


@pytest.mark.parametrize(
    "latex", ["日本語", "مرحبا", "😀", r"\ce{H2O}", r"\begin{foo}x\end{foo}", r"\unknown x", "a<b>c"]
)
def test_unusual_characters_and_unknown_commands_raise_no_error(latex: str) -> None:
    typeset(latex, False)


@pytest.mark.parametrize(
    "latex", [(r"\frac{1}{" * 4 + "x" + "}" * 4) * 2, r"\frac{1}{" * 5 + "x" + "}" * 5, ("x^{" * 4 + "x" + "}" * 4) * 4]
)
def test_nested_formulas_within_the_limits_take_no_more_time_than_a_long_flat_one(latex: str) -> None:
    assert is_drawable(latex)
    check_growth(lambda text: typeset(text, True), "x+" * (MAX_WEIGHT // 4), latex, 4)


def test_the_size_of_formula_pictures_is_limited() -> None:
    drawing = typeset("x+" * 100, True)
    assert drawing is not None
    assert formula_picture(drawing, 400, "red", 2.0) is None
    assert typeset("x+" * 290, True) is None


# Formulas: requested once, typeset in a thread, signalled when they are ready.


@on_qt_loop
async def test_a_formula_is_signalled_when_it_is_ready_and_cached_from_then_on() -> None:
    store = Formulas()
    emitted: list[object] = []
    store.ready.connect(emitted.append)
    assert store.picture("x^2", False, 15, "#000000", 1.0) is None
    assert store.picture("x^", False, 15, "#000000", 1.0) is None
    await until(lambda: not store.is_waiting())
    assert emitted == [{"x^2"}]
    first = store.picture("x^2", False, 15, "#000000", 1.0)
    assert first is not None
    assert store.picture("x^2", False, 15, "#000000", 1.0) is first
    assert store.picture("x^", False, 15, "#000000", 1.0) is None
    assert not store.is_waiting()


@on_qt_loop
async def test_each_size_has_its_own_picture() -> None:
    store = Formulas()
    for size in (10.0, 20.0):
        store.picture("y", False, size, "#000000", 1.0)
    await until(lambda: not store.is_waiting())
    small, large = (store.picture("y", False, size, "#000000", 1.0) for size in (10.0, 20.0))
    assert small is not None
    assert large is not None
    assert large.width > small.width * 1.8


@on_qt_loop
async def test_pictures_beyond_the_cache_limit_are_evicted(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(module, "MAX_CACHE_BYTES", 100_000)
    store = Formulas()
    for number in range(40):
        store.picture(f"x+y+z={number}", False, 20, "#000000", 1.0)
    await until(lambda: not store.is_waiting())
    assert 0 < sum(shown.image.sizeInBytes() for shown in store._pictures.values() if shown is not None) <= 100_000


def test_without_an_event_loop_no_formula_is_typeset() -> None:
    assert Formulas().picture("x", False, 15, "#000000", 1.0) is None
    assert formulas() is formulas()
