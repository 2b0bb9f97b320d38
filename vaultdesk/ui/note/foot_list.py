"""FootList: the rows under a note: a name, why, and a remark, each on one line. Opens nothing itself."""

from collections.abc import Sequence

from PySide6.QtCore import (
    QAbstractListModel,
    QModelIndex,
    QPersistentModelIndex,
    QPointF,
    QRect,
    QRectF,
    QSize,
    Qt,
    Signal,
)
from PySide6.QtGui import QKeyEvent, QPainter, QPalette
from PySide6.QtWidgets import QFrame, QListView, QStyle, QStyledItemDelegate, QStyleOptionViewItem, QWidget

from vaultdesk.ui.note.foot_rows import LONGEST, FootRow
from vaultdesk.ui.theme.primitives import box, focus_ring
from vaultdesk.ui.theme.right_to_left import draw_upright_text, mirrored_row
from vaultdesk.ui.theme.theme import theme
from vaultdesk.ui.widgets.labels import as_tooltip, safe_label_text
from vaultdesk.ui.widgets.lists.fold_list import excerpt_near_match
from vaultdesk.ui.widgets.lists.highlighted_text import lay_out_text

ROW = 24
"""Height of a row in pixels of LOOK's drawings (mockup 01)."""

NAME_SHARE, NAME_LEAST, NAME_MOST = 0.28, 110, 200
"""The names' column: its share of the width, and its bounds in pixels."""

LEAD = 30
"""Characters before the first mark that are shown at most, so that it is in sight in a narrow pane too."""

Index = QModelIndex | QPersistentModelIndex


class FootList(QListView):
    """Enter and a click choose; Ctrl+Enter in a new tab. Up from the first row and Esc lead out."""

    chosen = Signal(object, bool)
    """A `FootRow`, and whether a new tab was asked for."""
    left = Signal()

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.shown = _Rows(self)
        self.setModel(self.shown)
        self.setItemDelegate(_RowPainter(self))
        self.setFrameShape(QFrame.Shape.NoFrame)
        self.setMouseTracking(True)
        self.setUniformItemSizes(True)
        self.setVerticalScrollMode(QListView.ScrollMode.ScrollPerPixel)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setResizeMode(QListView.ResizeMode.Adjust)
        self.clicked.connect(lambda index: self._choose(index, new_tab=False))
        theme().changed.connect(self._dress)
        self._dress()

    def show_rows(self, rows: Sequence[FootRow]) -> None:
        """Show *rows*; where they are the same nothing moves."""
        if tuple(rows) == self.shown.rows:
            return
        before = self.currentIndex().row()
        self.shown.set_rows(rows)
        if before >= 0 and rows and self.hasFocus():
            self.setCurrentIndex(self.shown.index(min(before, len(rows) - 1), 0))

    def enter(self) -> None:
        """Take the keyboard, in the first row."""
        self.setFocus(Qt.FocusReason.TabFocusReason)
        self.setCurrentIndex(self.shown.index(0, 0))

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Take Enter, Esc, and Up in the first row."""
        if event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter) and self.currentIndex().isValid():
            self._choose(self.currentIndex(), new_tab=bool(event.modifiers() & Qt.KeyboardModifier.ControlModifier))
        elif event.key() == Qt.Key.Key_Escape or (event.key() == Qt.Key.Key_Up and self.currentIndex().row() <= 0):
            self.setCurrentIndex(QModelIndex())
            self.left.emit()
        else:
            super().keyPressEvent(event)

    def _choose(self, index: QModelIndex, *, new_tab: bool) -> None:
        self.chosen.emit(index.data(Qt.ItemDataRole.UserRole), new_tab)

    def _dress(self) -> None:
        palette = QPalette(self.palette())
        palette.setColor(QPalette.ColorRole.Base, theme().color("surface"))
        self.setPalette(palette)
        self.scheduleDelayedItemsLayout()


class _Rows(QAbstractListModel):
    def __init__(self, parent: QWidget) -> None:
        super().__init__(parent)
        self.rows: tuple[FootRow, ...] = ()

    def set_rows(self, rows: Sequence[FootRow]) -> None:
        self.beginResetModel()
        self.rows = tuple(rows)
        self.endResetModel()

    def rowCount(self, parent: Index = QModelIndex()) -> int:  # noqa: B008 - Qt's own signature
        return 0 if parent.isValid() else len(self.rows)

    def data(self, index: Index, role: int = Qt.ItemDataRole.DisplayRole) -> object:
        if not index.isValid():
            return None
        row = self.rows[index.row()]
        match role:
            case Qt.ItemDataRole.UserRole:
                return row
            case Qt.ItemDataRole.DisplayRole | Qt.ItemDataRole.AccessibleTextRole:
                return safe_label_text(", ".join(part for part in (row.name, row.remark, row.text) if part), 500)
            case Qt.ItemDataRole.ToolTipRole:
                return as_tooltip("\n".join(part for part in (row.path, row.remark, row.text) if part))
        return None


class _RowPainter(QStyledItemDelegate):
    def __init__(self, view: FootList) -> None:
        super().__init__(view)
        self._view = view

    def sizeHint(self, _option: QStyleOptionViewItem, _index: Index) -> QSize:
        return QSize(theme().step(100), theme().step(ROW))

    @mirrored_row
    def paint(self, painter: QPainter, option: QStyleOptionViewItem, index: Index) -> None:
        look = theme()
        step, state = look.step, option.state
        row = index.data(Qt.ItemDataRole.UserRole)
        rect = QRect(option.rect).adjusted(step(8), 0, -step(8), 0)
        painter.save()
        if state & QStyle.StateFlag.State_Selected:
            line = look.color("accent") if look.tokens.high_contrast else None
            box(painter, rect, step(5), look.color("accent_tint"), line)
        elif state & QStyle.StateFlag.State_MouseOver:
            box(painter, rect, step(5), look.color("hover"))
        inner = rect.adjusted(step(8), 0, -step(8), 0)
        wide = min(max(round(inner.width() * NAME_SHARE), step(NAME_LEAST)), step(NAME_MOST))
        role = "text" if _begins(index) else "muted"
        self._write(painter, QRect(inner.left(), inner.top(), wide, inner.height()), row.name, role)
        right = inner.right()
        if row.remark:
            painter.setFont(look.font("small"))
            painter.setPen(look.color("muted"))
            room = inner.adjusted(wide + step(12), 0, 0, 0)
            cut = painter.fontMetrics().elidedText(row.remark, Qt.TextElideMode.ElideRight, room.width())
            draw_upright_text(painter, room, int(Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter), cut)
            right -= painter.fontMetrics().horizontalAdvance(cut) + step(12)
        left = inner.left() + wide + step(12)
        if row.text and right - left > step(40):
            text, marks = excerpt_near_match(row.text.replace("\n", " "), row.marks, LEAD, LONGEST)
            laid = lay_out_text(text, marks, look.font("interface"), right - left, 1)
            top = inner.top() + (inner.height() - look.metrics("interface").height()) / 2
            laid.draw(painter, QPointF(left, top), "muted")
        if state & QStyle.StateFlag.State_HasFocus and self._view.hasFocus():
            focus_ring(look, painter, QRectF(rect), step(5))
        painter.restore()

    def _write(self, painter: QPainter, rect: QRect, text: str, role: str) -> None:
        painter.setFont(theme().font("strong"))
        painter.setPen(theme().color(role))
        words = safe_label_text(text, 300).replace("\n", " ")
        cut = painter.fontMetrics().elidedText(words, Qt.TextElideMode.ElideRight, rect.width())
        draw_upright_text(painter, rect, int(Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignVCenter), cut)


def _begins(index: Index) -> bool:
    """Return whether the row is the first one of its note."""
    before = index.sibling(index.row() - 1, 0).data(Qt.ItemDataRole.UserRole)
    return before is None or before.path != index.data(Qt.ItemDataRole.UserRole).path
