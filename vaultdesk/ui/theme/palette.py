"""Palette: the tokens as Qt's palette roles, for what Qt draws itself. Holds no colour of its own."""

from PySide6.QtGui import QColor, QPalette

from vaultdesk.ui.theme.tokens import Tokens

Role = QPalette.ColorRole

ROLES: dict[QPalette.ColorRole, str] = {
    Role.Window: "background",
    Role.Base: "surface",
    Role.AlternateBase: "sunken",
    Role.Button: "raised",
    Role.ToolTipBase: "raised",
    Role.ToolTipText: "text",
    Role.Text: "text",
    Role.WindowText: "text",
    Role.ButtonText: "text",
    Role.BrightText: "on_accent",
    Role.PlaceholderText: "muted",
    Role.Highlight: "selection",
    Role.HighlightedText: "text",
    Role.Link: "accent",
    Role.LinkVisited: "accent",
    Role.Light: "raised",
    Role.Midlight: "hover",
    Role.Mid: "border",
    Role.Dark: "control",
    Role.Shadow: "outline",
    Role.Accent: "accent",
}
"""LOOK's palette roles, and the shades Fusion asks for where it draws by itself."""

DISABLED_ROLES = (
    Role.Text, Role.WindowText, Role.ButtonText, Role.PlaceholderText, Role.HighlightedText, Role.Link, Role.Accent,
)  # fmt: skip
"""What turns to the disabled colour."""


def palette_of(tokens: Tokens) -> QPalette:
    """Return the palette of *tokens*, with its Disabled group."""
    palette = QPalette()
    for role, token in ROLES.items():
        palette.setColor(role, QColor(tokens.hex(token)))
    for role in DISABLED_ROLES:
        palette.setColor(QPalette.ColorGroup.Disabled, role, QColor(tokens.disabled))
    palette.setColor(QPalette.ColorGroup.Disabled, Role.Highlight, QColor(tokens.hover))
    return palette
