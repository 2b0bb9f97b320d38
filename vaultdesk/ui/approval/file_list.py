"""File list: the files of a request as rows with a tick: the model, and how a row is drawn. See file_checklist.py."""

from collections.abc import Sequence
from typing import Final

from PySide6.QtCore import (
    QAbstractItemModel,
    QAbstractListModel,
    QCoreApplication,
    QEvent,
    QModelIndex,
    QPersistentModelIndex,
    QRect,
    QRectF,
    QSize,
    Qt,
    Signal,
)
from PySide6.QtGui import QKeyEvent, QMouseEvent, QPainter, QPen
from PySide6.QtWidgets import QStyle, QStyledItemDelegate, QStyleOptionButton, QStyleOptionViewItem, QWidget

from vaultdesk.tools.text_sanitizer import sanitize_text
from vaultdesk.tools.tool import FileChoice
from vaultdesk.ui.formatting import format_file_size
from vaultdesk.ui.theme.primitives import box, focus_ring
from vaultdesk.ui.theme.right_to_left import draw_upright_text, mirrored_row, unmirrored_point
from vaultdesk.ui.theme.theme import theme
from vaultdesk.ui.widgets.labels import as_tooltip

AnyIndex = QModelIndex | QPersistentModelIndex

RowWords = tuple[tuple[str, str], tuple[str, str]]
"""Upper and lower line of a row, each with its left and its right end."""

CHOICE: Final = Qt.ItemDataRole.UserRole + 1
"""The role that gives the row's `FileChoice`."""

ROW_HEIGHT, CARD_ROW_HEIGHT = 46, 36
"""Pixels of a two-line row at LOOK's font size, in the dialog and in the card."""

TICK = 16
"""Pixels of a tick's side."""


def size_in_words(size: int | None) -> str:
    """Return `3.1 kB`; a missing file has no size to tell."""
    return QCoreApplication.translate("FileList", "no such note") if size is None else format_file_size(size)


class FileListModel(QAbstractListModel):
    """The files of one request and which of them are ticked."""

    ticks_changed = Signal()

    def __init__(self, files: Sequence[FileChoice], parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._files = tuple(files)
        self._ticked = {choice.path for choice in files if choice.ticked}

    def rowCount(self, parent: AnyIndex | None = None) -> int:
        """Return how many files there are."""
        return 0 if parent is not None and parent.isValid() else len(self._files)

    def ticked(self) -> tuple[str, ...]:
        """Return the ticked paths, in the order shown."""
        return tuple(choice.path for choice in self._files if choice.path in self._ticked)

    def tick_all(self, ticked: bool) -> None:
        """Tick every file, or none."""
        self._ticked = {choice.path for choice in self._files} if ticked else set()
        if self._files:
            self.dataChanged.emit(self.index(0), self.index(len(self._files) - 1))
        self.ticks_changed.emit()

    def data(self, index: AnyIndex, role: int = Qt.ItemDataRole.DisplayRole) -> object:
        """Return what a row shows and what a screen reader says."""
        choice = self._files[index.row()]
        match role:
            case Qt.ItemDataRole.DisplayRole | Qt.ItemDataRole.AccessibleTextRole:
                words = (choice.path, size_in_words(choice.size), choice.reason, choice.warning)
                return ", ".join(sanitize_text(part) for part in words if part)
            case Qt.ItemDataRole.ToolTipRole:
                told = (choice.path, choice.reason, choice.warning)
                return as_tooltip("\n".join(sanitize_text(part) for part in told if part))
            case Qt.ItemDataRole.CheckStateRole:
                return Qt.CheckState.Checked if choice.path in self._ticked else Qt.CheckState.Unchecked
            case _ if role == CHOICE:
                return choice
            case _:
                return None

    def setData(self, index: AnyIndex, value: object, role: int = Qt.ItemDataRole.EditRole) -> bool:
        """Tick or untick one file."""
        if role != Qt.ItemDataRole.CheckStateRole:
            return False
        path = self._files[index.row()].path
        if Qt.CheckState(value) == Qt.CheckState.Checked:
            self._ticked.add(path)
        else:
            self._ticked.discard(path)
        self.dataChanged.emit(index, index)
        self.ticks_changed.emit()
        return True

    def flags(self, index: AnyIndex) -> Qt.ItemFlag:
        """Every file can be chosen and ticked."""
        return Qt.ItemFlag.ItemIsEnabled | Qt.ItemFlag.ItemIsSelectable | Qt.ItemFlag.ItemIsUserCheckable


class FileRow(QStyledItemDelegate):
    """Draws one file: tick, name over folder, size over why it was picked."""

    def __init__(self, edge: int, *, compact: bool, parent: QWidget) -> None:
        """*edge* is the distance of the contents from the sides, in pixels."""
        super().__init__(parent)
        self._edge = edge
        self._compact = compact

    def sizeHint(self, option: QStyleOptionViewItem, index: AnyIndex) -> QSize:
        """Return the height of two lines."""
        return QSize(theme().step(100), theme().step(CARD_ROW_HEIGHT if self._compact else ROW_HEIGHT))

    def words(self, index: AnyIndex) -> RowWords:
        """Return what stands in the upper line and in the lower one, left and right."""
        choice = index.data(CHOICE)
        assert isinstance(choice, FileChoice)
        folder, _, name = choice.path.rpartition("/")
        lower = (" · ".join(filter(None, (folder, choice.reason))), "") if self._compact else (folder, choice.reason)
        return (name.removesuffix(".md"), size_in_words(choice.size)), lower

    @mirrored_row
    def paint(self, painter: QPainter, option: QStyleOptionViewItem, index: AnyIndex) -> None:
        """Draw the row."""
        look, step = theme(), theme().step
        rect: QRect = option.rect
        state: QStyle.StateFlag = option.state
        selected = bool(state & QStyle.StateFlag.State_Selected)
        painter.save()
        painter.setClipRect(rect)
        if selected:
            painter.fillRect(rect, look.color("accent_tint"))
        elif state & QStyle.StateFlag.State_MouseOver:
            painter.fillRect(rect, look.color("hover"))
        if not self._compact:
            painter.setPen(QPen(look.color("border"), 1))
            painter.drawLine(rect.bottomLeft(), rect.bottomRight())
        self._draw_tick(painter, rect, index)
        left = rect.left() + self._edge + step(TICK + 10)
        above = step(2 if self._compact else 6)
        inner = QRect(left, rect.top() + above, rect.right() - self._edge - left, rect.height() - 2 * above + step(1))
        upper, lower = self.words(index)
        self._draw_line(painter, inner, upper, upper=True)
        self._draw_line(painter, inner, lower, upper=False)
        if state & QStyle.StateFlag.State_HasFocus:
            focus_ring(look, painter, QRectF(rect.adjusted(1, 1, -1, -2)), step(4))
        elif selected and look.tokens.high_contrast:
            box(painter, rect.adjusted(1, 1, -1, -2), step(4), None, look.color("accent"))
        painter.restore()

    def editorEvent(
        self, event: QEvent, model: QAbstractItemModel, option: QStyleOptionViewItem, index: AnyIndex
    ) -> bool:
        """Tick by a click at the tick, or by Space on the row under the cursor."""
        if isinstance(event, QMouseEvent):
            reach = option.rect.left() + self._edge + theme().step(TICK + 6)
            place = unmirrored_point(option.widget, event.position().toPoint())
            wanted = event.type() == QEvent.Type.MouseButtonRelease and place.x() <= reach
        else:
            key = event.key() if isinstance(event, QKeyEvent) and event.type() == QEvent.Type.KeyPress else None
            wanted = key in (Qt.Key.Key_Space, Qt.Key.Key_Select)
        if not wanted:
            return False
        checked = Qt.CheckState(index.data(Qt.ItemDataRole.CheckStateRole)) == Qt.CheckState.Checked
        return model.setData(
            index, Qt.CheckState.Unchecked if checked else Qt.CheckState.Checked, Qt.ItemDataRole.CheckStateRole
        )

    def _draw_tick(self, painter: QPainter, rect: QRect, index: AnyIndex) -> None:
        side = theme().step(TICK)
        button = QStyleOptionButton()
        above = (rect.height() - side) // 2 if self._compact else theme().step(8)
        button.rect = QRect(rect.left() + self._edge, rect.top() + above, side, side)
        checked = Qt.CheckState(index.data(Qt.ItemDataRole.CheckStateRole)) == Qt.CheckState.Checked
        mark = QStyle.StateFlag.State_On if checked else QStyle.StateFlag.State_Off
        button.state = QStyle.StateFlag.State_Enabled | mark
        view = self.parent()
        assert isinstance(view, QWidget)
        view.style().drawPrimitive(QStyle.PrimitiveElement.PE_IndicatorCheckBox, button, painter, view)

    def _draw_line(self, painter: QPainter, inner: QRect, words: tuple[str, str], *, upper: bool) -> None:
        look = theme()
        at = Qt.AlignmentFlag.AlignTop if upper else Qt.AlignmentFlag.AlignBottom
        left, right = (sanitize_text(part[:400]) for part in words)
        painter.setFont(look.font("small"))
        painter.setPen(look.color("muted"))
        metrics = painter.fontMetrics()
        right = metrics.elidedText(right, Qt.TextElideMode.ElideRight, inner.width() // 2)
        draw_upright_text(painter, inner, int(Qt.AlignmentFlag.AlignRight | at), right)
        room = inner.width() - (metrics.horizontalAdvance(right) + look.step(12) if right else 0)
        if upper:
            painter.setFont(look.font("strong"))
            painter.setPen(look.color("text"))
        cut = painter.fontMetrics().elidedText(left, Qt.TextElideMode.ElideMiddle, room)
        draw_upright_text(painter, inner, int(Qt.AlignmentFlag.AlignLeft | at), cut)
