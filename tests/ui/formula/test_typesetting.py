"""Typesetting: real formulas become pictures with a baseline, broken ones nothing, and none takes long."""

import time

import pytest

from vaultdesk.ui.formula.typesetting import DRAWN_SIZE, INK, picture, typeset


def test_a_fraction_reaches_above_and_below_its_line_and_is_drawn_in_the_wanted_colour() -> None:
    drawing = typeset(r"\frac{a}{b}", True)
    assert drawing is not None
    assert drawing.ascent > DRAWN_SIZE / 2
    assert drawing.descent > DRAWN_SIZE / 4
    assert INK in drawing.svg
    shown = picture(drawing, 2 * DRAWN_SIZE, "red", 2.0)
    assert shown is not None
    assert shown.ascent == pytest.approx(2 * drawing.ascent)
    assert shown.image.width() == pytest.approx(4 * drawing.width, abs=1)
    image = shown.image
    seen = {image.pixelColor(x, y).name() for x in range(image.width()) for y in range(image.height())
            if image.pixelColor(x, y).alpha() == 255}  # fmt: skip
    assert seen == {"#ff0000"}


def test_a_letter_stands_on_its_line() -> None:
    drawing = typeset("x", False)
    assert drawing is not None
    assert drawing.descent < DRAWN_SIZE / 10


@pytest.mark.parametrize(
    "latex", [r"\frac{1}{", "x^", r"\left(", "a & b", r"\text{<b>}", "{" * 100, "x^2^3", "\\\\" * 200]
)
def test_what_is_no_formula_is_not_drawn(latex: str) -> None:
    assert typeset(latex, False) is None


@pytest.mark.parametrize(
    "latex", ["日本語", "مرحبا", "😀", r"\ce{H2O}", r"\begin{foo}x\end{foo}", r"\unknown x", "a<b>c"]
)
def test_strange_letters_and_unknown_words_do_no_harm(latex: str) -> None:
    typeset(latex, False)


def test_the_heaviest_formula_that_is_accepted_takes_no_seconds() -> None:
    began = time.process_time()
    for latex in ("x+" * 290, (r"\frac{1}{" * 5 + "x" + "}" * 5) * 4, ("x^{" * 5 + "x" + "}" * 5) * 4):
        typeset(latex, True)
    assert time.process_time() - began < 6


def test_a_picture_is_never_huge() -> None:
    drawing = typeset("x+" * 100, True)
    assert drawing is not None
    assert picture(drawing, 400, "red", 2.0) is None
    assert typeset("x+" * 290, True) is None
