"""Diff colours: the tints of lines put in and taken out, mixed from the theme's tokens. Draws nothing."""

from typing import Literal

from PySide6.QtGui import QColor

from vaultdesk.ui.theme.theme import theme

RowKind = Literal["same", "removed", "added"]

ROLES: dict[RowKind, tuple[str, str]] = {
    "added": ("success", "success_tint"),
    "removed": ("danger", "danger_tint"),
    "same": ("muted", "raised"),
}
"""Colour of the sign, and of the ground, of each kind of line."""

SIGNS: dict[RowKind, str] = {"added": "+", "removed": "\u2212", "same": ""}
"""What says it without colour."""

STRONGER = 0.3
"""Share of the sign's colour in the ground of changed words: seen at once, and text on it keeps its contrast."""


def sign_color(kind: RowKind) -> QColor:
    """Return the colour of the sign of a line."""
    return theme().color(ROLES[kind][0])


def row_ground(kind: RowKind) -> QColor | None:
    """Return the ground of a line; None where it has none of its own, as in high contrast."""
    if kind == "same" or theme().tokens.high_contrast:
        return None
    return theme().color(ROLES[kind][1])


def mark_ground(kind: RowKind) -> QColor:
    """Return the ground of the words that changed within a line."""
    strong, tint = (theme().color(role) for role in ROLES[kind])
    if theme().tokens.high_contrast:
        return theme().color("selection")
    return mixed(tint, strong, STRONGER)


def mixed(ground: QColor, over: QColor, share: float) -> QColor:
    """Return *ground* with *share* of *over* in it."""
    return QColor.fromRgbF(
        ground.redF() + (over.redF() - ground.redF()) * share,
        ground.greenF() + (over.greenF() - ground.greenF()) * share,
        ground.blueF() + (over.blueF() - ground.blueF()) * share,
    )
