"""Current colors, fonts and spacing steps, with a signal when they change."""

import sys
from typing import Literal, NamedTuple

from PySide6.QtCore import QObject, Signal
from PySide6.QtGui import QColor, QFont, QFontDatabase, QFontMetrics, QFontMetricsF, QGuiApplication

from vaultdesk.ui.theme.color_tokens import LIGHT, Tokens

FontName = Literal[
    "interface", "strong", "heading", "small", "small_strong", "caption", "number", "chat", "chat_strong", "note",
    "h1", "h2", "h3", "headline", "lead", "page", "title", "fixed", "note_fixed",
]  # fmt: skip
"""The uses of text in the window (vaultdesk/ui/theme/README.md, "Type")."""


class FontUse(NamedTuple):
    """One row of the font table: size and weight relative to the system's font."""

    size: float
    weight: QFont.Weight = QFont.Weight.Normal
    fixed: bool = False
    reading: bool = False
    """Whether it grows with the zoom of notes and answers."""
    spacing: float = 100.0
    """Letter spacing in percent."""
    line: float = 1.4
    """Line height relative to the font size."""


FONT_USES: dict[FontName, FontUse] = {
    "interface": FontUse(1.0),
    "strong": FontUse(1.0, QFont.Weight.Medium),
    "heading": FontUse(1.0, QFont.Weight.DemiBold),
    "small": FontUse(0.92, line=1.35),
    "small_strong": FontUse(0.92, QFont.Weight.Medium, line=1.35),
    "caption": FontUse(0.88, QFont.Weight.Medium, line=1.35),
    "number": FontUse(0.85, QFont.Weight.DemiBold, line=1.35),
    "chat": FontUse(1.04, reading=True, line=1.55),
    "chat_strong": FontUse(1.04, QFont.Weight.DemiBold, reading=True, line=1.5),
    "note": FontUse(1.15, reading=True, line=1.6),
    "h1": FontUse(2.1, QFont.Weight.DemiBold, reading=True, spacing=98.0, line=1.25),
    "h2": FontUse(1.4, QFont.Weight.DemiBold, reading=True, spacing=98.0),
    "h3": FontUse(1.2, QFont.Weight.DemiBold, reading=True),
    "headline": FontUse(1.3, QFont.Weight.DemiBold),
    "lead": FontUse(1.3, QFont.Weight.Medium),
    "page": FontUse(1.55, QFont.Weight.DemiBold),
    "title": FontUse(1.15, QFont.Weight.DemiBold),
    "fixed": FontUse(0.92, fixed=True, line=1.5),
    "note_fixed": FontUse(0.92, fixed=True, reading=True, line=1.5),
}
"""The font table. `note_fixed` is code inside notes and answers: the fixed font, zoomed with them."""


WINDOWS_FIXED = ("Cascadia Mono", "Consolas")
"""Fixed fonts of Windows 11 and 10 that programs use; the one that Qt takes for the system's is Courier New."""


def make_font(name: FontName, system: QFont, zoom: float) -> QFont:
    """Return the font for *name*, derived from the system's font and the user's zoom."""
    use = FONT_USES[name]
    font = QFont(system)
    if use.fixed:
        system_families = QFontDatabase.systemFont(QFontDatabase.SystemFont.FixedFont).families()
        font.setFamilies([*(WINDOWS_FIXED if sys.platform == "win32" else ()), *system_families])
        font.setFixedPitch(True)
    size = use.size * (zoom if use.reading else 1.0)
    if system.pixelSize() > 0:
        font.setPixelSize(max(1, round(system.pixelSize() * size)))
    else:
        font.setPointSizeF(max(1.0, system.pointSizeF() * size))
    font.setWeight(use.weight)
    if use.spacing != 100.0:
        font.setLetterSpacing(QFont.SpacingType.PercentageSpacing, use.spacing)
    return font


POINTS_PER_INCH = 72


def pixel_size(font: QFont) -> float:
    """Return the size of *font* in pixels."""
    if font.pixelSize() > 0:
        return font.pixelSize()
    screen = QGuiApplication.primaryScreen()
    # 96 on Windows and most Linux desktops; 72 on macOS, where a point is a pixel.
    dots_per_inch = screen.logicalDotsPerInchY() if screen is not None else 96.0
    return font.pointSizeF() * dots_per_inch / POINTS_PER_INCH


def blend_colors(color: QColor, background: QColor, opacity: float) -> QColor:
    """Return *color* blended over *background* with *opacity*."""
    parts = ((color.red(), background.red()), (color.green(), background.green()), (color.blue(), background.blue()))
    return QColor(*(round(foreground * opacity + below * (1 - opacity)) for foreground, below in parts))


DESIGN_FONT_HEIGHT = 16.0
"""Font height in pixels to which design pixels refer."""

MIN_ZOOM, MAX_ZOOM = 0.7, 2.0
"""Limits of the user's zoom: below it text is illegible, above it a line contains too few words."""


class ThemeValues(QObject):
    """The current appearance. `changed` is emitted when colors, fonts or icons must be created again."""

    changed = Signal()

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._tokens = LIGHT
        self._zoom = 1.0
        self._colors: dict[str, QColor] = {}
        self._fonts: dict[FontName, QFont] = {}
        self.set_system_font(QGuiApplication.font())

    @property
    def tokens(self) -> Tokens:
        """The current colors."""
        return self._tokens

    @property
    def zoom(self) -> float:
        """The scale of notes and answers."""
        return self._zoom

    def set_tokens(self, tokens: Tokens) -> None:
        """Set other colors; the caller emits `changed`."""
        self._tokens = tokens
        self._colors.clear()

    def set_system_font(self, font: QFont) -> None:
        """Base all sizes on *font* from now on."""
        self._system_font = QFont(font)
        self._scale = QFontMetricsF(font).height() / DESIGN_FONT_HEIGHT
        self._fonts.clear()

    def set_zoom(self, zoom: float) -> None:
        """Scale notes and answers by *zoom*."""
        zoom = round(min(MAX_ZOOM, max(MIN_ZOOM, zoom)), 2)
        if zoom != self._zoom:
            self._zoom = zoom
            self._fonts.clear()
            self.changed.emit()

    def color(self, role: str) -> QColor:
        """Return the color of a token by its field's name."""
        found = self._colors.get(role)
        if found is None:
            found = self._colors[role] = QColor(self._tokens.hex(role))
        return QColor(found)

    def font(self, name: FontName = "interface") -> QFont:
        found = self._fonts.get(name)
        if found is None:
            found = self._fonts[name] = make_font(name, self._system_font, self._zoom)
        return QFont(found)

    def metrics(self, name: FontName = "interface") -> QFontMetrics:
        """Return the metrics of the font for a use of text."""
        return QFontMetrics(self.font(name))

    def line_height(self, name: FontName = "interface") -> int:
        """Return the line height in pixels of a multi-line text in the font for a use."""
        font = self.font(name)
        # A font's height already includes some line spacing; it may exceed the requested height.
        return max(round(FONT_USES[name].line * pixel_size(font)), QFontMetrics(font).height())

    def shadow_color(self) -> QColor:
        """Return the color of the shadow of floating widgets (vaultdesk/ui/theme/README.md, "Shape")."""
        return QColor.fromRgbF(0.0, 0.0, 0.0, 0.5 if self._tokens.dark else 0.18)

    def dim_color(self) -> QColor:
        """Return the color of the dimmer over a window with a modal dialog (vaultdesk/ui/theme/README.md, "Shape")."""
        return QColor.fromRgbF(0.0, 0.0, 0.0, 0.55 if self._tokens.dark else 0.34)

    def px(self, pixels: float) -> int:
        """Return design *pixels* at the current font height, at least one."""
        return max(1, round(pixels * self._scale))
