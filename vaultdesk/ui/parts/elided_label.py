"""ElidedLabel: one line of text that is cut where there is no room, and told whole in the tooltip. Never markup."""

from PySide6.QtCore import QEvent, QSize, Qt
from PySide6.QtGui import QPainter, QPaintEvent, QResizeEvent
from PySide6.QtWidgets import QSizePolicy, QWidget

from vaultdesk.ui.core_words import in_words
from vaultdesk.ui.parts.shown_text import shown
from vaultdesk.ui.theme.theme import theme
from vaultdesk.ui.theme.theme_values import FontName


class ElidedLabel(QWidget):
    """One line of text that is cut with an ellipsis where it does not fit, and then told whole in the tooltip."""

    def __init__(
        self,
        text: str = "",
        mode: Qt.TextElideMode = Qt.TextElideMode.ElideRight,
        role: str = "text",
        font: FontName = "interface",
        parent: QWidget | None = None,
        *,
        brief: bool = False,
    ) -> None:
        """A *brief* one drops, where it does not fit, what follows a point in the middle, and then all of it."""
        super().__init__(parent)
        self._mode = mode
        self.brief = brief
        self._role = role
        self._font_name: FontName = font
        self._text = ""
        self._align = Qt.AlignmentFlag.AlignLeft
        self.setSizePolicy(QSizePolicy.Policy.Preferred, QSizePolicy.Policy.Fixed)
        self.setFont(theme().font(font))
        self.set_text(text)
        theme().changed.connect(self._dress)

    def text(self) -> str:
        """Return the whole text."""
        return self._text

    def set_text(self, text: str) -> None:
        """Show *text* on one line."""
        self._text = shown(in_words(text)).replace("\n", " ")
        self.setAccessibleName(self._text)
        self.updateGeometry()
        self._tell()
        self.update()

    def set_role(self, role: str) -> None:
        """Show the text in the colour of *role*."""
        self._role = role
        self.update()

    def set_font_name(self, font: FontName) -> None:
        """Show the text in another of the theme's fonts."""
        self._font_name = font
        self._dress()

    def set_alignment(self, alignment: Qt.AlignmentFlag) -> None:
        """Put the text at the left, in the centre or at the right."""
        self._align = alignment
        self.update()

    def sizeHint(self) -> QSize:
        """Return the size that shows everything."""
        metrics = self.fontMetrics()
        return QSize(metrics.horizontalAdvance(self._text) + 1, metrics.height())

    def minimumSizeHint(self) -> QSize:
        """Return a size that shows an ellipsis and a little more."""
        metrics = self.fontMetrics()
        least = min(metrics.horizontalAdvance(self._text) + 1, metrics.averageCharWidth() * 4)
        return QSize(least, metrics.height())

    def resizeEvent(self, event: QResizeEvent) -> None:
        """See whether the text still fits."""
        super().resizeEvent(event)
        self._tell()

    def changeEvent(self, event: QEvent) -> None:
        """See whether the text still fits after a change of font."""
        super().changeEvent(event)
        if event.type() == QEvent.Type.FontChange:
            self.updateGeometry()

    def paintEvent(self, _event: QPaintEvent) -> None:
        """Draw as much of the text as there is room for."""
        painter = QPainter(self)
        painter.setPen(theme().color(self._role if self.isEnabled() else "disabled"))
        cut = self._shortened() if self.brief else self.fontMetrics().elidedText(self._text, self._mode, self.width())
        painter.drawText(self.rect(), int(self._align | Qt.AlignmentFlag.AlignVCenter), cut)

    def _shortened(self) -> str:
        words = (self._text, self._text.partition(" · ")[0], "")
        return next(one for one in words if not one or self.fontMetrics().horizontalAdvance(one) <= self.width())

    def _dress(self) -> None:
        self.setFont(theme().font(self._font_name))
        self.update()

    def _tell(self) -> None:
        fits = self.fontMetrics().horizontalAdvance(self._text) <= self.width()
        self.setToolTip("" if fits else as_tooltip(self._text))


def as_tooltip(text: str) -> str:
    """Return *text* so that a tooltip shows it literally: Qt guesses markup there."""
    text = shown(text)
    if "<" not in text and "&" not in text:
        return text
    from html import escape  # its table of all names would hold the first window up

    return f'<p style="white-space:pre-wrap">{escape(text)}</p>'
