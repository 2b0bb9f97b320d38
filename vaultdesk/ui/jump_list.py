"""Jump list: the rows under the field in the toolbar. Finds nothing; jump.py gives it the rows."""

from collections.abc import Sequence
from dataclasses import dataclass

from PySide6.QtCore import QAbstractListModel, QModelIndex, QPersistentModelIndex, QPoint, QRect, QSize, Qt, Signal
from PySide6.QtGui import QPainter
from PySide6.QtWidgets import (
    QGraphicsDropShadowEffect,
    QListView,
    QStyle,
    QStyledItemDelegate,
    QStyleOptionViewItem,
    QWidget,
)

from vaultdesk.ui.parts.card import Card
from vaultdesk.ui.parts.shown_text import shown
from vaultdesk.ui.theme.icons import pixmap
from vaultdesk.ui.theme.strokes import box
from vaultdesk.ui.theme.theme import theme

ROW = 32
"""Height of a row, in pixels of LOOK's drawings (pop-up row)."""

Index = QModelIndex | QPersistentModelIndex


@dataclass(frozen=True)
class JumpHit:
    """One note to go to."""

    path: str
    name: str
    where: str = ""
    """The folder, or the alias that fitted."""


class JumpList(Card):
    """The rows under the field; a child of the window, so that it needs no pop-up of the system."""

    chosen = Signal(str)

    def __init__(self, field: QWidget) -> None:
        super().__init__(0, ground="raised", line="control", radius=10, parent=field.window())
        self._field = field
        step = theme().step
        self.content.setContentsMargins(step(6), step(6), step(6), step(6))
        self._model = _Rows(self)
        self._view = QListView()
        self._view.setFrameShape(QListView.Shape.NoFrame)
        self._view.setModel(self._model)
        self._view.setItemDelegate(_RowPainter(self._view))
        self._view.setUniformItemSizes(True)
        self._view.setMouseTracking(True)
        self._view.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        self._view.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self._view.setAccessibleName(self.tr("Notes found"))
        self._view.viewport().setAutoFillBackground(False)
        self._view.clicked.connect(lambda _index: self.choose_current())
        self.content.addWidget(self._view)
        shadow = QGraphicsDropShadowEffect(self)
        shadow.setBlurRadius(step(32))
        shadow.setOffset(0, step(12))
        shadow.setColor(theme().shade())
        self.setGraphicsEffect(shadow)

    def count(self) -> int:
        """Return how many rows there are."""
        return self._model.rowCount()

    def show_rows(self, query: str, hits: Sequence[JumpHit]) -> None:
        """Show *hits* and, for a query, the row that searches all notes."""
        rows = list(hits)
        if query.strip():
            rows.append(JumpHit("", self.tr("Search all notes for “{query}”").format(query=query.strip())))
        self._model.set_rows(rows)
        if not rows:
            self.hide()
            return
        self._view.setCurrentIndex(self._model.index(0))
        step = theme().step
        width = max(self._field.width(), step(360))
        height = len(rows) * step(ROW) + 2 * step(6)
        corner = self._field.mapTo(self._field.window(), QPoint((self._field.width() - width) // 2, 0))
        room = self._field.window().height() - corner.y() - self._field.height() - step(40)
        self.setGeometry(corner.x(), corner.y() + self._field.height() + step(4), width, min(height, room))
        self.show()
        self.raise_()

    def step(self, by: int) -> None:
        """Move the current row by *by*, round the ends."""
        rows = self.count()
        if rows:
            self._view.setCurrentIndex(self._model.index((self._view.currentIndex().row() + by) % rows))

    def choose_current(self) -> None:
        """Tell the path of the current row; empty for the row that searches."""
        row = self._model.row(self._view.currentIndex().row())
        if row is not None:
            self.chosen.emit(row.path)


class _Rows(QAbstractListModel):
    def __init__(self, parent: QWidget) -> None:
        super().__init__(parent)
        self._rows: list[JumpHit] = []

    def set_rows(self, rows: list[JumpHit]) -> None:
        self.beginResetModel()
        self._rows = rows
        self.endResetModel()

    def row(self, number: int) -> JumpHit | None:
        return self._rows[number] if 0 <= number < len(self._rows) else None

    def rowCount(self, parent: Index = QModelIndex()) -> int:  # noqa: B008 - Qt's own default
        return 0 if parent.isValid() else len(self._rows)

    def data(self, index: Index, role: int = Qt.ItemDataRole.DisplayRole) -> object:
        row = self.row(index.row())
        if row is not None and role in (Qt.ItemDataRole.DisplayRole, Qt.ItemDataRole.AccessibleTextRole):
            return shown(row.name)
        return None


class _RowPainter(QStyledItemDelegate):
    def sizeHint(self, _option: QStyleOptionViewItem, _index: Index) -> QSize:
        return QSize(theme().step(200), theme().step(ROW))

    def paint(self, painter: QPainter, option: QStyleOptionViewItem, index: Index) -> None:
        look = theme()
        model = index.model()
        row = model.row(index.row()) if isinstance(model, _Rows) else None
        if row is None:
            return
        rect: QRect = option.rect
        state: QStyle.StateFlag = option.state
        if state & QStyle.StateFlag.State_Selected:
            box(painter, rect, look.step(5), look.color("accent_tint"))
        elif state & QStyle.StateFlag.State_MouseOver:
            box(painter, rect, look.step(5), look.color("hover"))
        side = look.step(14)
        left = rect.x() + look.step(10)
        picture = pixmap("file" if row.path else "search", "muted", side, painter.device().devicePixelRatioF())
        painter.drawPixmap(QPoint(left, rect.y() + (rect.height() - side) // 2), picture)
        left += side + look.step(8)
        right = rect.right() - look.step(10)
        painter.setFont(look.font("small"))
        metrics = painter.fontMetrics()
        where = metrics.elidedText(shown(row.where), Qt.TextElideMode.ElideMiddle, (right - left) // 2)
        width = metrics.horizontalAdvance(where)
        centre = int(Qt.AlignmentFlag.AlignVCenter)
        painter.setPen(look.color("muted"))
        painter.drawText(QRect(right - width, rect.y(), width + 1, rect.height()), centre, where)
        painter.setFont(look.font("interface"))
        painter.setPen(look.color("text"))
        space = QRect(left, rect.y(), right - width - look.step(10) - left, rect.height())
        name = shown(row.name).replace("\n", " ")
        painter.drawText(
            space, centre, painter.fontMetrics().elidedText(name, Qt.TextElideMode.ElideRight, space.width())
        )
