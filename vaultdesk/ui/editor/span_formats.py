"""Span formats: how each kind of stretch looks while it is written, from the theme. Knows no text."""

from PySide6.QtGui import QFont, QTextCharFormat

from vaultdesk.ui.theme.theme import theme
from vaultdesk.ui.theme.theme_values import FontName

UNRESOLVED = "unresolved"
"""The kind of a link that leads to no note yet."""

_ROLES = {
    "mark": "muted", "item": "muted", "value": "text2", "key": "muted", "comment": "muted", "block": "muted",
    "address": "muted", "fence": "muted", "codemark": "muted", "language": "code_word", "math": "code_word",
    "code": "text", "codeblock": "text2", "link": "accent", "url": "accent", "tag": "accent", "footnote": "accent",
    "callout": "accent", "quote": "text2", "done": "muted", "strike": "muted", UNRESOLVED: "muted",
}  # fmt: skip
_HEADINGS: dict[str, FontName] = {"h1": "h1", "h2": "h2", "h3": "h3"}
_FIXED = ("code", "codemark", "codeblock", "fence", "language", "math")
_STRUCK = ("done", "strike")


def span_formats() -> dict[str, QTextCharFormat]:
    """Return the format of every kind under the present theme."""
    formats = {kind: _coloured(role) for kind, role in _ROLES.items()}
    formats |= {kind: QTextCharFormat() for kind in ("bold", "italic", "highlight", "h1", "h2", "h3", "h4", "h5", "h6")}
    for kind, name in _HEADINGS.items():
        _enlarge(formats[kind], theme().font(name))
    for kind in ("bold", "callout", "h4", "h5", "h6"):
        formats[kind].setFontWeight(QFont.Weight.DemiBold)
    for kind in ("italic", "comment"):
        formats[kind].setFontItalic(True)
    formats["highlight"].setBackground(theme().color("mark"))
    for kind in _STRUCK:
        formats[kind].setFontStrikeOut(True)
    fixed = theme().font("note_fixed")
    for kind in _FIXED:
        formats[kind].setFontFamilies(fixed.families())
        formats[kind].setFontFixedPitch(True)
    for kind in ("code", "codemark"):
        formats[kind].setBackground(theme().color("sunken"))
    formats[UNRESOLVED].setUnderlineStyle(QTextCharFormat.UnderlineStyle.DashUnderline)
    formats[UNRESOLVED].setUnderlineColor(theme().color("outline"))
    return formats


def _coloured(role: str) -> QTextCharFormat:
    made = QTextCharFormat()
    made.setForeground(theme().color(role))
    return made


def _enlarge(made: QTextCharFormat, font: QFont) -> None:
    """Give *made* the size and the weight of *font*, and leave the rest as the text has it."""
    if font.pixelSize() > 0:
        made.setProperty(QTextCharFormat.Property.FontPixelSize, font.pixelSize())
    else:
        made.setFontPointSize(font.pointSizeF())
    made.setFontWeight(font.weight())
