"""Segmented: a few choices side by side of which one holds; the keyboard moves with the arrows."""

from collections.abc import Sequence

from PySide6.QtCore import QRect, QRectF, QSize, Qt, Signal
from PySide6.QtGui import QPainter, QPaintEvent, QResizeEvent
from PySide6.QtWidgets import QButtonGroup, QHBoxLayout, QSizePolicy, QToolButton, QWidget

from vaultdesk.ui.parts.shown_text import shown
from vaultdesk.ui.theme.control_painter import RADIUS
from vaultdesk.ui.theme.primitives import box
from vaultdesk.ui.theme.theme import theme


class _Segment(QToolButton):
    def __init__(self, text: str, boxed: bool, parent: QWidget) -> None:
        super().__init__(parent)
        self._boxed = boxed
        self._dot = False
        self.small = False
        """Whether the choices beside each other have room only for smaller letters."""
        self.setText(shown(text))
        self.setAccessibleName(shown(text))
        self.setCheckable(True)
        self.setProperty(RADIUS, 5)
        self.setFocusPolicy(Qt.FocusPolicy.TabFocus)
        self.setAttribute(Qt.WidgetAttribute.WA_Hover)
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)

    def set_dot(self, shown: bool) -> None:
        self._dot = shown
        self.update()

    def sizeHint(self) -> QSize:
        step = theme().step
        width = theme().metrics("strong").horizontalAdvance(self.text()) + 2 * step(12)
        return QSize(width + (step(10) if self._dot else 0), step(24 if self._boxed else 28))

    def minimumSizeHint(self) -> QSize:
        step = theme().step
        words = theme().metrics("small_strong").horizontalAdvance(self.text())
        return QSize(words + 2 * step(2), self.sizeHint().height())

    def paintEvent(self, _event: QPaintEvent) -> None:
        look = theme()
        painter = QPainter(self)
        on = self.isChecked()
        if on:
            ground = "surface" if self._boxed and not look.tokens.dark else "background" if self._boxed else "hover"
            edge = "border" if self._boxed or look.tokens.high_contrast else None
            box(painter, self.rect(), look.step(5), look.color(ground), look.color(edge) if edge else None)
        elif self.underMouse() and self.isEnabled():
            box(painter, self.rect(), look.step(5), look.color("pressed" if self._boxed else "hover"))
        if self.small:
            painter.setFont(look.font("small_strong" if on else "small"))
        else:
            painter.setFont(look.font("strong" if on else "interface"))
        painter.setPen(look.color("disabled" if not self.isEnabled() else "text" if on else "muted"))
        dot = look.step(6)
        room = look.step(10) if self._dot else 0
        space = self.rect().adjusted(0, 0, -room, 0)
        painter.drawText(space, int(Qt.AlignmentFlag.AlignCenter), self.text())
        if self._dot:
            end = space.center().x() + painter.fontMetrics().horizontalAdvance(self.text()) / 2 + look.step(6)
            box(painter, QRectF(end, (self.height() - dot) / 2, dot, dot), dot / 2, look.color("accent"))


class Segmented(QWidget):
    """One of a few. `changed` tells the index that was chosen by hand."""

    changed = Signal(int)

    def __init__(self, choices: Sequence[str], name: str, *, boxed: bool = True, parent: QWidget | None = None) -> None:
        """*boxed* draws one ground around all (a switch); without it they are the heads of a pane."""
        super().__init__(parent)
        self._boxed = boxed
        self.setAccessibleName(name)
        step = theme().step
        row = QHBoxLayout(self)
        edge = step(2) if boxed else 0
        row.setContentsMargins(edge, edge, edge, edge)
        row.setSpacing(step(2))
        self._group = QButtonGroup(self)
        self._group.setExclusive(True)
        for index, text in enumerate(choices):
            segment = _Segment(text, boxed, self)
            self._group.addButton(segment, index)
            row.addWidget(segment)
        self._group.button(0).setChecked(True)
        self._group.idClicked.connect(self.changed)
        if boxed:
            self.setSizePolicy(QSizePolicy.Policy.Fixed, QSizePolicy.Policy.Fixed)
        theme().changed.connect(self.update)

    def current(self) -> int:
        """Return the index of the one that holds."""
        return self._group.checkedId()

    def set_current(self, index: int) -> None:
        """Let another one hold; `changed` is not emitted."""
        self._group.button(index).setChecked(True)

    def set_dot(self, index: int, shown: bool) -> None:
        """Show or hide the dot that tells of something new behind a choice."""
        segment = self._group.button(index)
        assert isinstance(segment, _Segment)
        segment.set_dot(shown)
        segment.updateGeometry()

    def resizeEvent(self, event: QResizeEvent) -> None:
        """See whether all choices have room for letters of the usual size."""
        super().resizeEvent(event)
        segments = [one for one in self._group.buttons() if isinstance(one, _Segment)]
        words = [theme().metrics("strong").horizontalAdvance(one.text()) for one in segments]
        spare = theme().step(2)
        small = any(wide + 2 * spare > one.width() for one, wide in zip(segments, words, strict=True))
        for one in segments:
            one.small = small
            one.update()

    def paintEvent(self, _event: QPaintEvent) -> None:
        """Draw the common ground."""
        if self._boxed:
            look = theme()
            line = look.color("border") if look.tokens.dark or look.tokens.high_contrast else None
            box(QPainter(self), QRect(self.rect()), look.step(7), look.color("hover"), line)
