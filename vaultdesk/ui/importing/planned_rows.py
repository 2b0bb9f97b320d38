"""Planned rows: the chats of an import plan as rows with a tick: the model, and how a row is drawn."""

from collections.abc import Sequence
from datetime import date
from typing import Final

from PySide6.QtCore import QAbstractListModel, QRect, QRectF, Qt, Signal
from PySide6.QtGui import QFontMetrics, QPainter, QPen
from PySide6.QtWidgets import QStyle, QStyleOptionViewItem, QWidget

from vaultdesk.chat.importers.chat_files import FORMATS
from vaultdesk.tools.text_sanitizer import sanitize_text
from vaultdesk.ui.dates import short_time_text
from vaultdesk.ui.formatting import format_number
from vaultdesk.ui.review.file_checklist import FILE_TICK_SIZE, FileIndex, FileRow
from vaultdesk.ui.theme.primitives import box, focus_ring
from vaultdesk.ui.theme.right_to_left import mirrored_row
from vaultdesk.ui.theme.theme import theme
from vaultdesk.ui.widgets.labels import as_tooltip
from vaultdesk.workspace.import_plan import PlannedChat

PLANNED: Final = Qt.ItemDataRole.UserRole + 1
"""The role that gives the row's `PlannedChat`."""

LONGEST = 300
"""Characters of a line; it is elided long before that."""


class PlannedModel(QAbstractListModel):
    """The chats of one plan and which of them are ticked: the new ones to begin with."""

    ticks_changed = Signal()

    def __init__(self, chats: Sequence[PlannedChat], today: date, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._chats = tuple(chats)
        self._today = today
        self._ticked = {chat.number for chat in chats if chat.new}

    def rowCount(self, parent: FileIndex | None = None) -> int:
        """Return how many chats there are."""
        return 0 if parent is not None and parent.isValid() else len(self._chats)

    def ticked(self) -> frozenset[int]:
        """Return the numbers of the ticked chats."""
        return frozenset(self._ticked)

    def tick_all(self, ticked: bool) -> None:
        """Tick every chat that is not there yet, or none: what is there already is ticked one by one only."""
        self._ticked = {chat.number for chat in self._chats if chat.new} if ticked else set()
        if self._chats:
            self.dataChanged.emit(self.index(0), self.index(len(self._chats) - 1))
        self.ticks_changed.emit()

    def words(self, chat: PlannedChat) -> tuple[tuple[str, str], tuple[str, str]]:
        """Return what the two lines of a row say, at the left and at the right."""
        count = (
            self.tr("1 message")
            if chat.messages == 1
            else self.tr("{n} messages").format(n=format_number(chat.messages))
        )
        about = [FORMATS[chat.format], count, *chat.remarks[:1]]
        return (chat.title, short_time_text(chat.created, self._today)), (" · ".join(about), self._standing(chat))

    def data(self, index: FileIndex, role: int = Qt.ItemDataRole.DisplayRole) -> object:
        """Return what a row shows and what a screen reader says."""
        chat = self._chats[index.row()]
        match role:
            case Qt.ItemDataRole.DisplayRole | Qt.ItemDataRole.AccessibleTextRole:
                words = [word for line in self.words(chat) for word in line]
                return ", ".join(sanitize_text(word) for word in words if word)
            case Qt.ItemDataRole.ToolTipRole:
                told = (chat.title, chat.known or chat.path, chat.source, *chat.remarks)
                return as_tooltip("\n".join(sanitize_text(word) for word in told if word))
            case Qt.ItemDataRole.CheckStateRole:
                return Qt.CheckState.Checked if chat.number in self._ticked else Qt.CheckState.Unchecked
            case _ if role == PLANNED:
                return chat
            case _:
                return None

    def setData(self, index: FileIndex, value: object, role: int = Qt.ItemDataRole.EditRole) -> bool:
        """Tick or untick one chat."""
        if role != Qt.ItemDataRole.CheckStateRole:
            return False
        chosen = self._chats[index.row()].number
        if Qt.CheckState(value) == Qt.CheckState.Checked:
            self._ticked.add(chosen)
        else:
            self._ticked.discard(chosen)
        self.dataChanged.emit(index, index)
        self.ticks_changed.emit()
        return True

    def flags(self, index: FileIndex) -> Qt.ItemFlag:
        """Every chat can be chosen and ticked."""
        return Qt.ItemFlag.ItemIsEnabled | Qt.ItemFlag.ItemIsSelectable | Qt.ItemFlag.ItemIsUserCheckable

    def _standing(self, chat: PlannedChat) -> str:
        if chat.known:
            return self.tr("There already")
        if chat.twice:
            return self.tr("Twice in this import")
        return self.tr("Branch") if chat.branch_of else ""


class PlannedRow(FileRow):
    """Draws one chat: tick, title over program and size, date over whether it is there already."""

    def __init__(self, model: PlannedModel, edge: int, parent: QWidget) -> None:
        """*edge* is the distance of the contents from the sides, in pixels."""
        super().__init__(edge, compact=False, parent=parent)
        self._words = model.words

    @mirrored_row
    def paint(self, painter: QPainter, option: QStyleOptionViewItem, index: FileIndex) -> None:
        """Draw the row."""
        look, step = theme(), theme().step
        rect: QRect = option.rect
        state: QStyle.StateFlag = option.state
        chat = index.data(PLANNED)
        assert isinstance(chat, PlannedChat)
        selected = bool(state & QStyle.StateFlag.State_Selected)
        painter.save()
        painter.setClipRect(rect)
        if selected:
            painter.fillRect(rect, look.color("accent_tint"))
        elif state & QStyle.StateFlag.State_MouseOver:
            painter.fillRect(rect, look.color("hover"))
        painter.setPen(QPen(look.color("border"), 1))
        painter.drawLine(rect.bottomLeft(), rect.bottomRight())
        self._draw_tick(painter, rect, index)
        left = rect.left() + self._edge + step(FILE_TICK_SIZE + 10)
        inner = QRect(left, rect.top() + step(6), rect.right() - self._edge - left, rect.height() - step(11))
        for place, (before, after) in enumerate(self._words(chat)):
            # Cut here at its end: the line itself is cut in the middle, as paths are.
            metrics = QFontMetrics(look.font("strong" if place == 0 else "small"))
            room = inner.width() - QFontMetrics(look.font("small")).horizontalAdvance(after) - step(14)
            cut = metrics.elidedText(sanitize_text(before[:LONGEST]), Qt.TextElideMode.ElideRight, room)
            self._draw_line(painter, inner, (cut, after), upper=place == 0)
        if state & QStyle.StateFlag.State_HasFocus:
            focus_ring(look, painter, QRectF(rect.adjusted(1, 1, -1, -2)), step(4))
        elif selected and look.tokens.high_contrast:
            box(painter, rect.adjusted(1, 1, -1, -2), step(4), None, look.color("accent"))
        painter.restore()
