"""Palette: each of Qt's roles has the colour LOOK gives it."""

import pytest
from PySide6.QtGui import QPalette

from vaultdesk.ui.theme.palette import DISABLED_ROLES, ROLES, palette_of
from vaultdesk.ui.theme.tokens import DARK, LIGHT, Tokens


@pytest.mark.parametrize("tokens", [LIGHT, DARK])
def test_every_role_has_its_token(tokens: Tokens) -> None:
    palette = palette_of(tokens)

    found = {role: palette.color(QPalette.ColorGroup.Active, role).name().upper() for role in ROLES}

    assert found == {role: tokens.hex(token) for role, token in ROLES.items()}


def test_disabled_words_are_in_the_disabled_colour() -> None:
    palette = palette_of(LIGHT)

    found = {palette.color(QPalette.ColorGroup.Disabled, role).name().upper() for role in DISABLED_ROLES}

    assert found == {LIGHT.disabled}
