"""Color tokens: every text is readable on every background it is used on, and every outline is visible
(vaultdesk/ui/theme/README.md, "Colors")."""

import pytest

from tests.support.contrast import contrast
from vaultdesk.ui.theme.color_tokens import DARK, DARK_CONTRAST, LIGHT, LIGHT_CONTRAST, Tokens

THEMES = pytest.mark.parametrize(
    "tokens", [LIGHT, DARK, LIGHT_CONTRAST, DARK_CONTRAST], ids=["light", "dark", "light contrast", "dark contrast"]
)

BACKGROUNDS = ("background", "surface", "raised", "sunken")
STATE_BACKGROUNDS = ("hover", "pressed", "accent_tint", "accent_soft")
TINTS = ("success_tint", "warning_tint", "danger_tint")

TEXTS: dict[str, tuple[str, ...]] = {
    "text": (*BACKGROUNDS, *STATE_BACKGROUNDS, *TINTS, "selection", "mark"),
    "text2": (*BACKGROUNDS, *STATE_BACKGROUNDS),
    "muted": (*BACKGROUNDS, "hover", "accent_tint", "accent_soft"),
    "accent": (*BACKGROUNDS, "hover", "accent_tint", "accent_soft", *TINTS),
    "success": (*BACKGROUNDS, "success_tint"),
    "warning": (*BACKGROUNDS, "warning_tint"),
    "danger": (*BACKGROUNDS, "danger_tint"),
    "code_word": (*BACKGROUNDS,),
}
"""The backgrounds of each text color."""


@THEMES
@pytest.mark.parametrize("role", TEXTS)
def test_text_is_readable_on_every_background(tokens: Tokens, role: str) -> None:
    ratios = {background: round(contrast(tokens.hex(role), tokens.hex(background)), 2) for background in TEXTS[role]}

    assert {background: value for background, value in ratios.items() if value < 4.5} == {}


@THEMES
def test_outlines_are_visible_on_every_background(tokens: Tokens) -> None:
    ratios = {background: contrast(tokens.outline, tokens.hex(background)) for background in BACKGROUNDS}

    assert {background: value for background, value in ratios.items() if value < 3.0} == {}


@THEMES
def test_text_on_the_primary_button_is_readable(tokens: Tokens) -> None:
    assert contrast(tokens.on_accent, tokens.accent) >= 4.5
    assert contrast(tokens.on_accent, tokens.accent_hover) >= 4.5


@THEMES
def test_the_focus_ring_is_visible_on_every_background(tokens: Tokens) -> None:
    assert all(
        contrast(tokens.accent, tokens.hex(background)) >= 3.0 for background in (*BACKGROUNDS, *STATE_BACKGROUNDS)
    )


@pytest.mark.parametrize("tokens", [LIGHT, DARK], ids=["light", "dark"])
def test_normal_themes_use_no_pure_black_text_or_background(tokens: Tokens) -> None:
    assert tokens.text != "#000000"
    assert tokens.background != "#000000"


@pytest.mark.parametrize(
    ("tokens", "role", "expected"),
    [(LIGHT, "text", 12.5), (LIGHT, "muted", 5.0), (DARK, "text", 6.7), (DARK, "muted", 4.8), (DARK, "danger", 6.2)],
)
def test_the_lowest_contrast_is_as_expected(tokens: Tokens, role: str, expected: float) -> None:
    lowest = min(contrast(tokens.hex(role), tokens.hex(background)) for background in TEXTS[role])

    assert lowest == pytest.approx(expected, abs=0.25)
