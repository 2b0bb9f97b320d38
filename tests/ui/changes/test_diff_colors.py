"""Diff colours: text can be read on every tint, and nothing is told by colour alone."""

import pytest

from tests.support.contrast import contrast
from vaultdesk.ui.changes.diff_colors import SIGNS, RowKind, mark_ground, mixed, row_ground, sign_color
from vaultdesk.ui.theme.color_tokens import DARK, DARK_CONTRAST, LIGHT, LIGHT_CONTRAST, Tokens
from vaultdesk.ui.theme.theme import theme

KINDS: tuple[RowKind, ...] = ("added", "removed")


@pytest.mark.parametrize("tokens", [LIGHT, DARK, LIGHT_CONTRAST, DARK_CONTRAST])
@pytest.mark.parametrize("kind", KINDS)
def test_text_on_tints_and_marks_keeps_its_contrast(tokens: Tokens, kind: RowKind) -> None:
    theme().wear(tokens)
    assert contrast(tokens.text, mark_ground(kind).name()) >= 4.5
    ground = row_ground(kind)
    if ground is None:
        assert tokens.high_contrast
        return
    assert contrast(tokens.text, ground.name()) >= 4.5
    assert contrast(sign_color(kind).name(), ground.name()) >= 4.5
    assert contrast(tokens.muted, ground.name()) >= 4.0


def test_each_kind_of_changed_line_has_a_sign() -> None:
    assert SIGNS == {"added": "+", "removed": "−", "same": ""}


def test_a_mixture_lies_between_its_colours() -> None:
    white, black = theme().color("surface"), theme().color("surface")
    black.setRgb(0, 0, 0)
    assert mixed(white, black, 0.0).name() == white.name()
    assert mixed(white, black, 1.0).name() == black.name()
    assert mixed(white, black, 0.5).lightness() == pytest.approx(127, abs=1)
