"""Look: colours, fonts and steps made of the tokens in force. Which tokens those are is theme.py's business."""

from PySide6.QtCore import QObject, Signal
from PySide6.QtGui import QColor, QFont, QFontMetrics, QFontMetricsF, QGuiApplication

from vaultdesk.ui.theme.fonts import FONT_USES, FontName, make_font, pixel_size
from vaultdesk.ui.theme.tokens import LIGHT, Tokens

DRAWN_FONT_HEIGHT = 16.0
"""Pixels of the font height at which LOOK's measures were drawn."""

LEAST_ZOOM, MOST_ZOOM = 0.7, 2.0
"""Bounds of the reader's zoom: below it letters run together, above it a line holds too few words."""


class Look(QObject):
    """The look in force. `changed` fires when colours, fonts or icons must be made again."""

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
        """The colours in force."""
        return self._tokens

    @property
    def zoom(self) -> float:
        """How much larger than drawn notes and answers are shown."""
        return self._zoom

    def set_tokens(self, tokens: Tokens) -> None:
        """Put other colours in force; `changed` is for the caller to emit."""
        self._tokens = tokens
        self._colors.clear()

    def set_system_font(self, font: QFont) -> None:
        """Measure everything by *font* from now on."""
        self._system_font = QFont(font)
        self._scale = QFontMetricsF(font).height() / DRAWN_FONT_HEIGHT
        self._fonts.clear()

    def set_zoom(self, zoom: float) -> None:
        """Show notes and answers *zoom* times as large as drawn."""
        zoom = round(min(MOST_ZOOM, max(LEAST_ZOOM, zoom)), 2)
        if zoom != self._zoom:
            self._zoom = zoom
            self._fonts.clear()
            self.changed.emit()

    def color(self, role: str) -> QColor:
        """Return the colour of a token by its field's name."""
        found = self._colors.get(role)
        if found is None:
            found = self._colors[role] = QColor(self._tokens.hex(role))
        return QColor(found)

    def font(self, name: FontName = "interface") -> QFont:
        """Return the font for a use of text."""
        found = self._fonts.get(name)
        if found is None:
            found = self._fonts[name] = make_font(name, self._system_font, self._zoom)
        return QFont(found)

    def metrics(self, name: FontName = "interface") -> QFontMetrics:
        """Return the measures of the font for a use of text."""
        return QFontMetrics(self.font(name))

    def line_height(self, name: FontName = "interface") -> int:
        """Return the pixels from line to line where a text in the font for a use takes more than one."""
        font = self.font(name)
        # A font's own height already holds some of the air; a font may be higher than what is asked for.
        return max(round(FONT_USES[name].line * pixel_size(font)), QFontMetrics(font).height())

    def shade(self) -> QColor:
        """Return the colour of the shadow under what floats (LOOK, Type, space, shape)."""
        return QColor.fromRgbF(0.0, 0.0, 0.0, 0.5 if self._tokens.dark else 0.18)

    def dimming(self) -> QColor:
        """Return the colour laid over a window that waits for its dialog (LOOK, Dimming)."""
        return QColor.fromRgbF(0.0, 0.0, 0.0, 0.55 if self._tokens.dark else 0.34)

    def step(self, pixels: float) -> int:
        """Return *pixels* of LOOK's drawings at the present font height, at least one."""
        return max(1, round(pixels * self._scale))
