"""Tokens: every text can be read on every ground it may stand on, every outline can be seen
(vaultdesk/ui/theme/README.md, "Colours")."""

import pytest

from tests.support.contrast import contrast
from vaultdesk.ui.theme.color_tokens import DARK, DARK_CONTRAST, LIGHT, LIGHT_CONTRAST, Tokens

THEMES = pytest.mark.parametrize(
    "tokens", [LIGHT, DARK, LIGHT_CONTRAST, DARK_CONTRAST], ids=["light", "dark", "light contrast", "dark contrast"]
)

PLAIN = ("background", "surface", "raised", "sunken")
TOUCHED = ("hover", "pressed", "accent_tint", "accent_soft")
TINTS = ("success_tint", "warning_tint", "danger_tint")

TEXTS: dict[str, tuple[str, ...]] = {
    "text": (*PLAIN, *TOUCHED, *TINTS, "selection", "mark"),
    "text2": (*PLAIN, *TOUCHED),
    "muted": (*PLAIN, "hover", "accent_tint", "accent_soft"),
    "accent": (*PLAIN, "hover", "accent_tint", "accent_soft", *TINTS),
    "success": (*PLAIN, "success_tint"),
    "warning": (*PLAIN, "warning_tint"),
    "danger": (*PLAIN, "danger_tint"),
    "code_word": (*PLAIN,),
}
"""Where each colour of text stands."""


@THEMES
@pytest.mark.parametrize("role", TEXTS)
def test_text_can_be_read_on_every_ground(tokens: Tokens, role: str) -> None:
    found = {ground: round(contrast(tokens.hex(role), tokens.hex(ground)), 2) for ground in TEXTS[role]}

    assert {ground: value for ground, value in found.items() if value < 4.5} == {}


@THEMES
def test_outlines_can_be_seen_on_every_ground(tokens: Tokens) -> None:
    found = {ground: contrast(tokens.outline, tokens.hex(ground)) for ground in PLAIN}

    assert {ground: value for ground, value in found.items() if value < 3.0} == {}


@THEMES
def test_words_on_the_primary_button_can_be_read(tokens: Tokens) -> None:
    assert contrast(tokens.on_accent, tokens.accent) >= 4.5
    assert contrast(tokens.on_accent, tokens.accent_hover) >= 4.5


@THEMES
def test_the_focus_ring_can_be_seen_on_every_ground(tokens: Tokens) -> None:
    assert all(contrast(tokens.accent, tokens.hex(ground)) >= 3.0 for ground in (*PLAIN, *TOUCHED))


@pytest.mark.parametrize("tokens", [LIGHT, DARK], ids=["light", "dark"])
def test_normal_themes_use_no_pure_black_text_or_ground(tokens: Tokens) -> None:
    assert tokens.text != "#000000"
    assert tokens.background != "#000000"


@pytest.mark.parametrize(
    ("tokens", "role", "least"),
    [(LIGHT, "text", 12.5), (LIGHT, "muted", 5.0), (DARK, "text", 6.7), (DARK, "muted", 4.8), (DARK, "danger", 6.2)],
)
def test_lowest_contrast_is_what_the_table_says(tokens: Tokens, role: str, least: float) -> None:
    lowest = min(contrast(tokens.hex(role), tokens.hex(ground)) for ground in TEXTS[role])

    assert lowest == pytest.approx(least, abs=0.25)
