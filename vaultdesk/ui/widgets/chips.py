"""Chips on one line: sources of an answer, mentions in a question, tags."""

from PySide6.QtCore import QPoint, QRect, QSize, Qt, Signal
from PySide6.QtGui import QMouseEvent, QPainter, QPaintEvent, QResizeEvent
from PySide6.QtWidgets import QApplication, QSizePolicy, QToolButton, QWidget

from vaultdesk.ui.theme.icons import pixmap
from vaultdesk.ui.theme.painting import box, draw_upright_pixmap, draw_upright_text, mirror_painting
from vaultdesk.ui.theme.theme import theme
from vaultdesk.ui.theme.theme_values import FontName
from vaultdesk.ui.theme.widget_painter import CORNER_RADIUS
from vaultdesk.ui.widgets.buttons import IconButton
from vaultdesk.ui.widgets.labels import as_tooltip, safe_label_text

LONGEST_CHIP = 280
"""Maximum width in design pixels of a chip before its text is elided."""

LONGEST_WARNING = 340
"""The same if the text after the first piece must be readable in full."""

SHORTEST_NAME = 30
"""Minimum width in design pixels of the first piece when it is elided in favour of the others."""

Piece = tuple[str, str, FontName]
"""A run of text in a chip: the text, its colour role, its font."""


class Chip(QToolButton):
    """A line of text in a box that can be pressed, with a cross if it can be removed."""

    removed = Signal()
    """The cross was pressed."""

    def __init__(self, name: str, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._icon_name = ""
        self._pieces: list[Piece] = []
        self._shrinks_first = False
        self._line_role = "control"
        self._struck_through = False
        self._cross: IconButton | None = None
        self.setProperty(CORNER_RADIUS, 5)
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.setAttribute(Qt.WidgetAttribute.WA_Hover)
        self.setSizePolicy(QSizePolicy.Policy.Preferred, QSizePolicy.Policy.Fixed)
        self.setAccessibleName(safe_label_text(name))
        theme().changed.connect(self.update)

    def set_pieces(self, pieces: list[Piece], icon_name: str = "", *, shrinks_first: bool = False) -> None:
        """Show these pieces, after an icon if one is given.

        If there is not enough space, the last piece is elided; with *shrinks_first* the first one.
        """
        self._shrinks_first = shrinks_first
        self._pieces = [(safe_label_text(text).replace("\n", " "), role, font) for text, role, font in pieces if text]
        self._icon_name = icon_name
        self.updateGeometry()
        self.update()

    def add_cross(self, name: str, size: int = 12) -> IconButton:
        """Add a button at the right edge that removes the chip, with the accessible name *name*; *size* in design
        pixels.
        """
        cross = IconButton("close", name, size=size, side=16)
        cross.setParent(self)
        cross.clicked.connect(self.removed)
        self._cross = cross
        return cross

    def sizeHint(self) -> QSize:
        px = theme().px
        width = self._words_width() + self._lead() + self._trail()
        return QSize(min(width, px(LONGEST_WARNING if self._shrinks_first else LONGEST_CHIP)), px(22))

    def minimumSizeHint(self) -> QSize:
        return QSize(min(self.sizeHint().width(), theme().px(60)), theme().px(22))

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Show the whole text in the tooltip if it is elided; keep the cross at the right edge."""
        super().resizeEvent(event)
        if self._cross is not None:
            side = self._cross.height()
            self._cross.move(self.width() - side - theme().px(3), (self.height() - side) // 2)
        whole = " ".join(text for text, _, _ in self._pieces)
        cut = self._words_width() + self._lead() + self._trail() > self.width()
        if cut or self.toolTip() == as_tooltip(whole):
            self.setToolTip(as_tooltip(whole) if cut else "")

    def paintEvent(self, _event: QPaintEvent) -> None:
        values = theme()
        painter = QPainter(self)
        mirror_painting(painter, self.rect())
        background = "pressed" if self.isDown() else "hover" if self.underMouse() and self.isEnabled() else "surface"
        box(painter, self.rect(), values.px(5), values.color(background), values.color(self._line_role))
        x = values.px(7)
        if self._icon_name:
            side = values.px(13)
            role = "warning" if self._line_role == "warning" else "muted"
            picture = pixmap(self._icon_name, role, side, self.devicePixelRatioF())
            draw_upright_pixmap(painter, QPoint(x, (self.height() - side) // 2), picture)
            x += side + values.px(4)
        end = self.width() - self._trail()
        missing = max(0, self._words_width() - (end - x)) if self._shrinks_first else 0
        for place, (text, role, font) in enumerate(self._pieces):
            used = values.font(font)
            used.setStrikeOut(self._struck_through)
            painter.setFont(used)
            painter.setPen(values.color(role if self.isEnabled() else "disabled"))
            metrics = painter.fontMetrics()
            wide = metrics.horizontalAdvance(text) + 1
            if place == 0 and missing:
                wide = max(values.px(SHORTEST_NAME), wide - missing)
            room = max(0, min(wide, end - x) if missing else end - x)
            cut = metrics.elidedText(text, Qt.TextElideMode.ElideRight, room)
            draw_upright_text(painter, QRect(x, 0, room, self.height()), int(Qt.AlignmentFlag.AlignVCenter), cut)
            x += wide + values.px(5)

    def _words_width(self) -> int:
        from_fonts = sum(_width(text, font) for text, _, font in self._pieces)
        return from_fonts + theme().px(5) * max(0, len(self._pieces) - 1) + 1

    def _lead(self) -> int:
        px = theme().px
        return px(7) + (px(13) + px(4) if self._icon_name else 0)

    def _trail(self) -> int:
        return theme().px(7 if self._cross is None else 22)


class SourceChip(Chip):
    """A passage cited in an answer: its number in the text, the note, the heading."""

    drag_started = Signal()
    """A drag was started; the chip is then no longer pressed."""

    def __init__(
        self, number: int, note: str, heading: str = "", *, lost: bool = False, parent: QWidget | None = None
    ) -> None:
        super().__init__(f"{number} {note} {heading}".strip(), parent)
        self._struck_through = lost
        self._pressed_at: QPoint | None = None
        self._pulled = False
        if lost:
            self._line_role = "border"
            self.set_pieces([(note, "muted", "small")])
            self.setAccessibleName(self.tr("{note} (no longer exists)").format(note=safe_label_text(note)))
            return
        words: list[Piece] = [(str(number), "accent", "number"), (note, "text", "small")]
        if heading:
            words.append((f"› {heading}", "muted", "small"))
        self.set_pieces(words)

    def mousePressEvent(self, event: QMouseEvent) -> None:
        left = event.button() == Qt.MouseButton.LeftButton
        self._pressed_at = event.position().toPoint() if left else None
        self._pulled = False
        super().mousePressEvent(event)

    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        """Emit `drag_started` once per press."""
        began, here = self._pressed_at, event.position().toPoint()
        if began is not None and (here - began).manhattanLength() >= QApplication.startDragDistance():
            self._pressed_at, self._pulled = None, True
            self.setDown(False)
            self.drag_started.emit()
        elif not self._pulled:
            super().mouseMoveEvent(event)


class MentionChip(Chip):
    """An item added to a search or a form; the cross removes it."""

    def __init__(self, icon_name: str, name: str, detail: str = "", *, parent: QWidget | None = None) -> None:
        super().__init__(f"{name} {detail}".strip(), parent)
        self.add_cross(self.tr("Remove {name}").format(name=safe_label_text(name)))
        self.set_pieces([(name, "text", "small"), (detail, "muted", "small")], icon_name)


class TagLabel(QWidget):
    """A word on a coloured background: a tag, a status. Cannot be pressed."""

    def __init__(self, text: str, role: str = "text", background: str = "hover", parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._text = safe_label_text(text).replace("\n", " ")
        self._role, self._background = role, background
        self.setSizePolicy(QSizePolicy.Policy.Fixed, QSizePolicy.Policy.Fixed)
        self.setAccessibleName(self._text)
        theme().changed.connect(self.update)

    def sizeHint(self) -> QSize:
        px = theme().px
        return QSize(min(_width(self._text, "small") + 2 * px(6), px(LONGEST_CHIP)), px(19))

    def paintEvent(self, _event: QPaintEvent) -> None:
        values = theme()
        painter = QPainter(self)
        mirror_painting(painter, self.rect())
        line = values.color("border") if values.tokens.high_contrast else None
        box(painter, self.rect(), values.px(4), values.color(self._background), line)
        painter.setFont(values.font("small"))
        painter.setPen(values.color(self._role))
        space = self.rect().adjusted(values.px(6), 0, -values.px(6), 0)
        cut = painter.fontMetrics().elidedText(self._text, Qt.TextElideMode.ElideRight, space.width())
        draw_upright_text(painter, space, int(Qt.AlignmentFlag.AlignCenter), cut)


def _width(text: str, font: FontName) -> int:
    # One more than Qt's rounded width: text drawn into its exact width may be elided because of a fraction.
    return theme().metrics(font).horizontalAdvance(text) + 1
