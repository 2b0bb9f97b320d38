"""Bounds: formulas people write are laid out; those that would hold a thread are not."""

import pytest

from vaultdesk.ui.formula.bounds import LONGEST, is_drawable


@pytest.mark.parametrize(
    "latex",
    [
        "x", r"E = mc^2", r"\frac{a}{b}", r"\begin{cases}x^2 & x > 0 \\ 0 & \text{else}\end{cases}",
        r"a_0+\cfrac{1}{a_1+\cfrac{1}{a_2+\cfrac{1}{a_3+\cfrac{1}{a_4}}}}",
        r"\int_0^\infty e^{-x^2}\,dx = \frac{\sqrt{\pi}}{2}", r"\left(\frac{\hbar^2}{2m}\right)\nabla^2\psi = E\psi",
    ],
)  # fmt: skip
def test_what_people_write_is_drawn(latex: str) -> None:
    assert is_drawable(latex)


@pytest.mark.parametrize(
    "latex",
    [
        "", "  \n", r"\frac{1}{" * 10 + "x" + "}" * 10, r"\sqrt{" * 30 + "x" + "}" * 30, "x^{" * 12 + "x" + "}" * 12,
        r"\begin{matrix}" * 12 + "x" + r"\end{matrix}" * 12, r"\left(" * 12 + "x" + r"\right)" * 12, "{" * 2000,
        "x+" * 1000, "x" * (LONGEST + 1), "a\x00b", r"\rule{100000px}{100000px}", r"\hspace{1000000em}",
        r"\def\a{\a}\a",
    ],
)  # fmt: skip
def test_what_would_take_seconds_or_a_screenful_is_not(latex: str) -> None:
    assert not is_drawable(latex)
