"""ValueButton: a property's value as words that can be pressed to change it. Drawn flat: it is read, mostly."""

from PySide6.QtCore import QRect, QSize, Qt, Signal
from PySide6.QtGui import QKeyEvent, QPainter, QPaintEvent, QResizeEvent
from PySide6.QtWidgets import QSizePolicy, QToolButton, QWidget

from vaultdesk.ui.theme.control_painter import RADIUS
from vaultdesk.ui.theme.primitives import box
from vaultdesk.ui.theme.right_to_left import draw_upright_text, mirror_painting
from vaultdesk.ui.theme.theme import theme
from vaultdesk.ui.theme.theme_values import FontName
from vaultdesk.ui.widgets.labels import as_tooltip, safe_label_text

SIDE = 6
"""Pixels of LOOK's drawings at both ends: the ground of the words under the pointer."""

HEIGHT = 26
"""Pixels of LOOK's drawings: as high as the field that takes its place."""


class ValueButton(QToolButton):
    """Words, on a ground where they are a status; cut where there is no room."""

    renaming_asked = Signal()
    """F2 was pressed: the words themselves are to be changed, wherever a press leads."""

    removal_asked = Signal()
    """Delete was pressed."""

    def __init__(self, name: str, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._name, self._words = name, ""
        self._role, self._ground = "text", ""
        self.setProperty(RADIUS, 5)
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.setAttribute(Qt.WidgetAttribute.WA_Hover)
        self.setSizePolicy(QSizePolicy.Policy.Preferred, QSizePolicy.Policy.Fixed)
        theme().changed.connect(self.update)

    def words(self) -> str:
        """Return what is shown."""
        return self._words

    def set_words(self, words: str, role: str = "text", ground: str = "") -> None:
        """Show *words* in the colour of *role*, on *ground* where one is named."""
        self._words = safe_label_text(words).replace("\n", " ")
        self._role, self._ground = role, ground
        self.setAccessibleName(f"{self._name}: {self._words}")
        self.updateGeometry()
        self._tell()
        self.update()

    def sizeHint(self) -> QSize:
        """Return the size of all words."""
        font: FontName = "small" if self._ground else "interface"
        sides = theme().step(SIDE) * (2 if self._ground else 1)
        return QSize(theme().metrics(font).horizontalAdvance(self._words) + 2 + sides, self._height())

    def minimumSizeHint(self) -> QSize:
        """Return a size that shows some of them."""
        return QSize(min(self.sizeHint().width(), theme().step(40)), self._height())

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Enter presses, whatever the system's buttons do."""
        match event.key():
            case Qt.Key.Key_Return | Qt.Key.Key_Enter:
                self.click()
            case Qt.Key.Key_F2:
                self.renaming_asked.emit()
            case Qt.Key.Key_Delete:
                self.removal_asked.emit()
            case _:
                super().keyPressEvent(event)

    def resizeEvent(self, event: QResizeEvent) -> None:
        """See whether the words fit."""
        super().resizeEvent(event)
        self._tell()

    def paintEvent(self, _event: QPaintEvent) -> None:
        """Draw the words, and a ground under the pointer."""
        look = theme()
        painter = QPainter(self)
        mirror_painting(painter, self.rect())
        side = look.step(SIDE)
        wide = min(self.width(), self.sizeHint().width())
        if self.underMouse() and self.isEnabled():
            box(painter, QRect(0, 0, self.width(), self.height()), look.step(5), look.color("hover"))
        if self._ground:
            high = look.step(19)
            line = look.color("border") if look.tokens.high_contrast else None
            tag = QRect(0, (self.height() - high) // 2, wide, high)
            box(painter, tag, look.step(4), look.color(self._ground), line)
        painter.setFont(look.font("small" if self._ground else "interface"))
        painter.setPen(look.color(self._role))
        room = self.rect().adjusted(side if self._ground else 0, 0, -side, 0)
        cut = painter.fontMetrics().elidedText(self._words, Qt.TextElideMode.ElideRight, room.width())
        draw_upright_text(painter, room, int(Qt.AlignmentFlag.AlignVCenter | Qt.AlignmentFlag.AlignLeft), cut)

    def _height(self) -> int:
        return theme().step(HEIGHT)

    def _tell(self) -> None:
        self.setToolTip(as_tooltip(self._words) if self.sizeHint().width() > self.width() else "")
