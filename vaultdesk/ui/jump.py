"""Jump: what looks like a field in the toolbar and opens the switcher. Finds nothing."""

from PySide6.QtCore import QCoreApplication, QPoint, QRect, QSize, Qt
from PySide6.QtGui import QKeyEvent, QPainter, QPaintEvent, QResizeEvent
from PySide6.QtWidgets import QSizePolicy, QToolButton, QWidget

from vaultdesk.ui.theme.control_painter import RADIUS
from vaultdesk.ui.theme.icons import pixmap
from vaultdesk.ui.theme.primitives import box
from vaultdesk.ui.theme.right_to_left import draw_upright_pixmap, draw_upright_text, mirror_painting
from vaultdesk.ui.theme.theme import theme
from vaultdesk.ui.widgets.glyphs import KeyCap

WIDE, HIGH = 400, 28
"""Pixels of LOOK's drawings."""


class JumpField(QToolButton):
    """A press, Enter and the space bar tell that the switcher is wanted."""

    def __init__(self, keys: str, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._keys = keys
        self._words = QCoreApplication.translate("JumpField", "Search or jump to…")
        self.setProperty(RADIUS, 6)
        self.setAccessibleName(self._words)
        self.setFocusPolicy(Qt.FocusPolicy.TabFocus)
        self.setAttribute(Qt.WidgetAttribute.WA_Hover)
        self.setCursor(Qt.CursorShape.IBeamCursor)
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
        self.setMinimumWidth(theme().step(140))
        self.setMaximumWidth(theme().step(WIDE))
        self._cap: KeyCap | None = None
        self.show_keys(keys)
        theme().changed.connect(self.update)

    def show_keys(self, keys: str) -> None:
        """Show other *keys* at the right; none where there are none."""
        if self._cap is not None:
            self._cap.hide()
            self._cap.deleteLater()
        self._cap = KeyCap(keys, self) if keys else None
        if self._cap is not None:
            self._place_cap()
            self._cap.show()

    def sizeHint(self) -> QSize:
        """Return the size of a field."""
        return QSize(theme().step(WIDE), theme().step(HIGH))

    def minimumSizeHint(self) -> QSize:
        """Return a size that still shows some of the words."""
        return QSize(theme().step(140), theme().step(HIGH))

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Take Enter as a press."""
        if event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter, Qt.Key.Key_Down):
            self.click()
        else:
            super().keyPressEvent(event)

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Keep the keys at the right edge."""
        super().resizeEvent(event)
        self._place_cap()

    def paintEvent(self, _event: QPaintEvent) -> None:
        """Draw a field with a glass and muted words."""
        look, painter = theme(), QPainter(self)
        mirror_painting(painter, self.rect())
        ground = "hover" if self.underMouse() and self.isEnabled() else "surface"
        box(painter, self.rect(), look.step(6), look.color(ground), look.color("control"))
        side, left = look.step(14), look.step(10)
        picture = pixmap("search", "muted", side, self.devicePixelRatioF())
        draw_upright_pixmap(painter, QPoint(left, (self.height() - side) // 2), picture)
        left += side + look.step(8)
        taken = self._cap.width() + look.step(14) if self._cap is not None else look.step(10)
        right = self.width() - taken
        painter.setFont(look.font("interface"))
        painter.setPen(look.color("muted"))
        cut = painter.fontMetrics().elidedText(self._words, Qt.TextElideMode.ElideRight, right - left)
        draw_upright_text(painter, QRect(left, 0, right - left, self.height()), int(Qt.AlignmentFlag.AlignVCenter), cut)

    def _place_cap(self) -> None:
        if self._cap is not None:
            self._cap.adjustSize()
            side = (self.height() - self._cap.height()) // 2
            left = self.width() - self._cap.width() - side - 1
            self._cap.move(side + 1 if self.isRightToLeft() else left, side)
