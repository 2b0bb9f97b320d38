"""Review of a change set: the list of notes with ticks beside the diff of each."""

from typing import Final

from PySide6.QtCore import (
    QAbstractItemModel,
    QAbstractListModel,
    QEvent,
    QItemSelectionModel,
    QModelIndex,
    QPersistentModelIndex,
    QPoint,
    QRect,
    QRectF,
    QSize,
    Qt,
    Signal,
)
from PySide6.QtGui import QKeyEvent, QMouseEvent, QPainter, QPen
from PySide6.QtWidgets import (
    QAbstractItemView,
    QBoxLayout,
    QCheckBox,
    QFrame,
    QHBoxLayout,
    QListView,
    QStyle,
    QStyledItemDelegate,
    QStyleOptionButton,
    QStyleOptionViewItem,
    QVBoxLayout,
    QWidget,
)

from vaultdesk.tools.text_sanitizer import sanitize_text
from vaultdesk.ui.formatting import format_number
from vaultdesk.ui.review.change_choices import (
    ChangeEntry,
    ReviewChoices,
    TickState,
    change_entries,
    change_entry_lines,
    change_entry_title,
)
from vaultdesk.ui.review.diff_items import DiffNote, FoldKey, diff_of_change, unseen_fold_keys
from vaultdesk.ui.review.diff_view import DiffView
from vaultdesk.ui.theme.icons import pixmap
from vaultdesk.ui.theme.painting import box, draw_upright_pixmap, draw_upright_text, focus_ring, mirrored_row
from vaultdesk.ui.theme.theme import theme
from vaultdesk.ui.translation import translate
from vaultdesk.ui.widgets.buttons import LinkButton
from vaultdesk.ui.widgets.frames import CHECKLIST_HEAD_HEIGHT, ListHead, SeparatorLine
from vaultdesk.ui.widgets.labels import ElidedLabel, as_tooltip
from vaultdesk.vault.change_set import NoteChange

ChangeIndex = QModelIndex | QPersistentModelIndex

ENTRY_ROLE: Final = Qt.ItemDataRole.UserRole + 1
"""Role of the row's `ChangeEntry`."""

LINES_ROLE: Final = Qt.ItemDataRole.UserRole + 2
"""Role of the lines below a row's name."""

CHECK_STATES: dict[TickState, Qt.CheckState] = {
    "all": Qt.CheckState.Checked,
    "some": Qt.CheckState.PartiallyChecked,
    "none": Qt.CheckState.Unchecked,
}


class ChangeListModel(QAbstractListModel):
    """List model over the choices of a review."""

    ticked = Signal()

    def __init__(self, choices: ReviewChoices, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._choices = choices
        self.entries = change_entries(choices.changes, choices)

    def rowCount(self, parent: ChangeIndex | None = None) -> int:
        return 0 if parent is not None and parent.isValid() else len(self.entries)

    def data(self, index: ChangeIndex, role: int = Qt.ItemDataRole.DisplayRole) -> object:
        """Return what a row shows and its accessible text."""
        entry = self.entries[index.row()]
        match role:
            case Qt.ItemDataRole.DisplayRole | Qt.ItemDataRole.AccessibleTextRole:
                name, new_name = change_entry_title(entry)
                return ", ".join(
                    (f"{name} → {new_name}" if new_name else name, *change_entry_lines(entry, self._choices))
                )
            case Qt.ItemDataRole.ToolTipRole:
                return as_tooltip("\n".join(self._entry_text(entry)))
            case Qt.ItemDataRole.CheckStateRole:
                return CHECK_STATES[self._choices.state(entry.key)]
            case _ if role == ENTRY_ROLE:
                return entry
            case _ if role == LINES_ROLE:
                return change_entry_lines(entry, self._choices)
            case _:
                return None

    def setData(self, index: ChangeIndex, _value: object, role: int = Qt.ItemDataRole.EditRole) -> bool:
        """Tick a row that is not fully ticked, otherwise untick it, with its unit."""
        if role != Qt.ItemDataRole.CheckStateRole:
            return False
        key = self.entries[index.row()].key
        self._choices.tick(key, self._choices.state(key) != "all")
        self.ticked.emit()
        return True

    def flags(self, index: ChangeIndex) -> Qt.ItemFlag:
        """Make every row selectable and checkable."""
        return Qt.ItemFlag.ItemIsEnabled | Qt.ItemFlag.ItemIsSelectable | Qt.ItemFlag.ItemIsUserCheckable

    def renew(self) -> None:
        """Update all rows."""
        if self.entries:
            self.dataChanged.emit(self.index(0), self.index(len(self.entries) - 1))

    def _entry_text(self, entry: ChangeEntry) -> list[str]:
        paths = [
            f"{sanitize_text(change.path)} → {sanitize_text(change.new_path)}"
            if change.new_path
            else sanitize_text(change.path)
            for change in entry.changes[:20]
        ]
        reasons = [
            sanitize_text(translate(change.reason))
            for change in entry.changes[:1]
            if change.reason and not entry.repairs
        ]
        return [
            *paths,
            *reasons,
            *(sanitize_text(translate(warning)) for change in entry.changes for warning in change.warnings),
        ]


CHANGE_TICK_SIZE, WARNING_SIZE = 16, 14
"""Sides in pixels of a tick and of the warning icon."""

REPAIR_INDENT = 26
"""Indentation in pixels of repaired links below the note they belong to."""

ROW_PADDING = 7
"""Padding in pixels above the first line and below the last."""

CHECK_STYLES = {
    Qt.CheckState.Checked: QStyle.StateFlag.State_On,
    Qt.CheckState.PartiallyChecked: QStyle.StateFlag.State_NoChange,
    Qt.CheckState.Unchecked: QStyle.StateFlag.State_Off,
}


class ChangeRow(QStyledItemDelegate):
    """Draws a row, and toggles it on a click on its tick or with Space."""

    def __init__(self, edge: int, parent: QWidget) -> None:
        super().__init__(parent)
        self._edge = edge

    def sizeHint(self, option: QStyleOptionViewItem, index: ChangeIndex) -> QSize:
        """Return the height of the name and the lines below it."""
        look = theme()
        below = look.metrics("small").height() * len(_lines(index))
        return QSize(look.px(100), look.metrics("strong").height() + below + 2 * look.px(ROW_PADDING) + 1)

    @mirrored_row
    def paint(self, painter: QPainter, option: QStyleOptionViewItem, index: ChangeIndex) -> None:
        look, px = theme(), theme().px
        rect: QRect = option.rect
        state: QStyle.StateFlag = option.state
        entry = index.data(ENTRY_ROLE)
        assert isinstance(entry, ChangeEntry)
        selected = bool(state & QStyle.StateFlag.State_Selected)
        painter.save()
        painter.setClipRect(rect)
        if selected:
            painter.fillRect(rect, look.color("accent_tint"))
        elif state & QStyle.StateFlag.State_MouseOver:
            painter.fillRect(rect, look.color("hover"))
        painter.setPen(QPen(look.color("border"), 1))
        painter.drawLine(rect.bottomLeft(), rect.bottomRight())
        tick = self._tick_rect(rect, entry)
        self._draw_tick(painter, tick, index)
        inner = rect.adjusted(
            tick.right() + 1 + px(10) - rect.left(), px(ROW_PADDING), -self._edge // 2, -px(ROW_PADDING)
        )
        self._draw_name(painter, inner, entry, taken=_check(index) != Qt.CheckState.Unchecked)
        self._draw_lines(painter, inner.adjusted(0, look.metrics("strong").height(), 0, 0), index)
        if state & QStyle.StateFlag.State_HasFocus:
            focus_ring(look, painter, QRectF(rect.adjusted(1, 1, -1, -2)), px(4))
        elif selected and look.tokens.high_contrast:
            box(painter, rect.adjusted(1, 1, -1, -2), px(4), None, look.color("accent"))
        painter.restore()

    def editorEvent(
        self, event: QEvent, model: QAbstractItemModel, option: QStyleOptionViewItem, index: ChangeIndex
    ) -> bool:
        """Toggle on a click on the tick, or with Space on the current row."""
        if isinstance(event, QMouseEvent):
            entry = index.data(ENTRY_ROLE)
            assert isinstance(entry, ChangeEntry)
            reach = self._tick_rect(option.rect, entry).right() + theme().px(6)
            wanted = event.type() == QEvent.Type.MouseButtonRelease and event.position().x() <= reach
        else:
            key = event.key() if isinstance(event, QKeyEvent) and event.type() == QEvent.Type.KeyPress else None
            wanted = key in (Qt.Key.Key_Space, Qt.Key.Key_Select)
        return wanted and model.setData(index, None, Qt.ItemDataRole.CheckStateRole)

    def _tick_rect(self, rect: QRect, entry: ChangeEntry) -> QRect:
        px = theme().px
        left = rect.left() + self._edge + (px(REPAIR_INDENT) if entry.repairs else 0)
        return QRect(left, rect.top() + px(ROW_PADDING + 1), px(CHANGE_TICK_SIZE), px(CHANGE_TICK_SIZE))

    def _draw_tick(self, painter: QPainter, place: QRect, index: ChangeIndex) -> None:
        button = QStyleOptionButton()
        button.rect = place
        button.state = QStyle.StateFlag.State_Enabled | CHECK_STYLES[_check(index)]
        view = self.parent()
        assert isinstance(view, QWidget)
        view.style().drawPrimitive(QStyle.PrimitiveElement.PE_IndicatorCheckBox, button, painter, view)

    def _draw_name(self, painter: QPainter, inner: QRect, entry: ChangeEntry, *, taken: bool) -> None:
        look = theme()
        if entry.warned:
            side = look.px(WARNING_SIZE)
            view = self.parent()
            assert isinstance(view, QWidget)
            sign = pixmap("warning", "warning", side, view.devicePixelRatioF())
            draw_upright_pixmap(painter, QPoint(inner.right() - side, inner.top() + look.px(1)), sign)
            inner = inner.adjusted(0, 0, -side - look.px(6), 0)
        name, new_name = change_entry_title(entry)
        painter.setFont(look.font("strong"))
        painter.setPen(look.color("text" if taken else "muted"))
        metrics = painter.fontMetrics()
        arrow = " → "
        if new_name:
            room = inner.width() - metrics.horizontalAdvance(arrow)
            half = max(room - metrics.horizontalAdvance(new_name), room // 2)
            name = metrics.elidedText(name, Qt.TextElideMode.ElideMiddle, half)
            rest = room - metrics.horizontalAdvance(name)
            name += arrow + metrics.elidedText(new_name, Qt.TextElideMode.ElideMiddle, rest)
        else:
            name = metrics.elidedText(name, Qt.TextElideMode.ElideMiddle, inner.width())
        draw_upright_text(painter, inner, int(Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignTop), name)

    def _draw_lines(self, painter: QPainter, inner: QRect, index: ChangeIndex) -> None:
        look = theme()
        painter.setFont(look.font("small"))
        metrics = painter.fontMetrics()
        told = _lines(index)
        for number, words in enumerate(told):
            last = number == len(told) - 1
            painter.setPen(look.color("text2" if last else "muted"))
            mode = Qt.TextElideMode.ElideRight if last else Qt.TextElideMode.ElideMiddle
            at = QRect(inner.left(), inner.top() + number * metrics.height(), inner.width(), metrics.height())
            draw_upright_text(
                painter, at, int(Qt.AlignmentFlag.AlignVCenter), metrics.elidedText(words, mode, inner.width())
            )


def _lines(index: ChangeIndex) -> tuple[str, ...]:
    told = index.data(LINES_ROLE)
    return tuple(map(str, told)) if isinstance(told, tuple | list) else ()


def _check(index: ChangeIndex) -> Qt.CheckState:
    return Qt.CheckState(index.data(Qt.ItemDataRole.CheckStateRole))


MIN_LIST_HEIGHT = 64
"""Minimum height of the list in pixels: one row."""

CARD_LIST_HEIGHT = 124
"""Height of the list in the card in pixels: a little more than two notes, to show that there are more."""


class ChangeChecklist(QWidget):
    """Rows of a change set with ticks. Emits the current note."""

    ticked = Signal()
    current_changed = Signal(str)
    """Key of the first change of the current row."""

    def __init__(self, choices: ReviewChoices, edge: int, *, upright: bool, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._choices = choices
        self._model = ChangeListModel(choices, self)
        self._tick = QCheckBox(self)
        self._tick.setTristate(True)
        self._tick.setAccessibleName(self.tr("All changes"))
        self._count = ElidedLabel()
        self._list = QListView(self)
        self._style_list(edge, upright)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.setSpacing(0)
        layout.addWidget(self._head(edge))
        layout.addWidget(SeparatorLine())
        layout.addWidget(self._list, 1)
        self._tick.clicked.connect(lambda: self._tick_all(choices.total_state() != "all"))
        self._model.ticked.connect(self.ticked)
        self._list.selectionModel().currentChanged.connect(self._emit_current)
        self.renew()

    def view(self) -> QListView:
        """Return the list view."""
        return self._list

    def count_text(self) -> str:
        """Return the text with the number of ticked changes."""
        return self._count.text()

    def renew(self) -> None:
        """Update the ticks."""
        taken, total = self._choices.total_parts()
        self._tick.setCheckState(CHECK_STATES[self._choices.total_state()])
        words = self.tr("{0} of {1} changes") if total != 1 else self.tr("{0} of {1} change")
        self._count.set_text(words.format(format_number(taken), format_number(total)))
        self._model.renew()
        # The number of lines of a row may have changed.
        self._list.doItemsLayout()

    def show_first(self) -> None:
        """Make the first row current without taking the focus."""
        self._list.selectionModel().setCurrentIndex(
            self._model.index(0), QItemSelectionModel.SelectionFlag.ClearAndSelect
        )

    def _tick_all(self, on: bool) -> None:
        self._choices.tick_all(on)
        self.ticked.emit()

    def _head(self, edge: int) -> QWidget:
        px = theme().px
        head = ListHead(self)
        head.setFixedHeight(px(CHECKLIST_HEAD_HEIGHT))
        everything, nothing = LinkButton(self.tr("All"), small=True), LinkButton(self.tr("None"), small=True)
        everything.setAccessibleName(self.tr("Tick all changes"))
        nothing.setAccessibleName(self.tr("Tick no change"))
        everything.clicked.connect(lambda: self._tick_all(True))
        nothing.clicked.connect(lambda: self._tick_all(False))
        row = QHBoxLayout(head)
        row.setContentsMargins(edge, 0, px(12), 0)
        row.setSpacing(px(4))
        row.addWidget(self._tick)
        row.addSpacing(px(6))
        row.addWidget(self._count, 1)
        row.addWidget(everything)
        row.addSpacing(px(4))
        row.addWidget(nothing)
        for before, after in ((self._tick, everything), (everything, nothing), (nothing, self._list)):
            QWidget.setTabOrder(before, after)
        return head

    def _style_list(self, edge: int, upright: bool) -> None:
        self._list.setModel(self._model)
        self._list.setItemDelegate(ChangeRow(edge, self._list))
        self._list.setMouseTracking(True)
        self._list.setFrameShape(QFrame.Shape.NoFrame)
        self._list.setSelectionMode(QAbstractItemView.SelectionMode.SingleSelection)
        self._list.setVerticalScrollMode(QAbstractItemView.ScrollMode.ScrollPerPixel)
        self._list.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self._list.setAccessibleName(self.tr("Notes to change; Space ticks"))
        self._list.setMinimumHeight(theme().px(MIN_LIST_HEIGHT))
        self._list.viewport().setAutoFillBackground(False)
        if upright:
            rows = sum(self._list.sizeHintForRow(row) for row in range(min(4, self._model.rowCount())))
            self._list.setFixedHeight(max(theme().px(MIN_LIST_HEIGHT), min(theme().px(CARD_LIST_HEIGHT), rows)))

    def _emit_current(self, current: QModelIndex) -> None:
        if current.isValid():
            self.current_changed.emit(self._model.entries[current.row()].key)


CARD_DIFF_HEIGHT = 206
"""Height of the hunks in the card in pixels: about ten lines, so that headline and buttons are visible together."""

LIST_SHARE, DIFF_SHARE = 3, 7
"""Stretch factors of the list and the hunks."""


class ChangeReview(QWidget):
    """List and diff of one set of choices; in the card and in a narrow window, one above the other."""

    changed = Signal()
    """Something was ticked, edited or expanded, or an edit started."""

    def __init__(self, choices: ReviewChoices, edge: int, *, compact: bool, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._choices = choices
        self.editing = False
        self._notes = tuple(_diff_note(change) for change in choices.changes.changes)
        self.checklist = ChangeChecklist(choices, edge, upright=compact)
        self.diff = DiffView(self.tr("Changes, line by line"), ticks=True, editable=True, compact=compact)
        self.diff.set_notes(self._notes, choices)
        way = QBoxLayout.Direction.TopToBottom if compact else QBoxLayout.Direction.LeftToRight
        layout = QBoxLayout(way, self)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.setSpacing(0)
        line = SeparatorLine()
        if compact:
            self.diff.setFixedHeight(theme().px(CARD_DIFF_HEIGHT))
        else:
            line.setFixedSize(1, 16_777_215)  # Qt's maximum size, meaning "no limit"
            line.setMinimumHeight(0)
        layout.addWidget(self.checklist, LIST_SHARE)
        layout.addWidget(line)
        layout.addWidget(self.diff, DIFF_SHARE)
        self._connect()
        self.checklist.show_first()

    def unseen(self) -> list[FoldKey]:
        """Return the folded or cut parts that must be seen before applying."""
        opened = self.diff.document.opened
        return [key for note in self._notes for key in unseen_fold_keys(note, self._choices, opened)]

    def show_unseen(self) -> None:
        """Expand all of them, and scroll to the first."""
        while keys := self.unseen():
            self.diff.open_parts(keys)
        self.diff.setFocus(Qt.FocusReason.OtherFocusReason)

    def _connect(self) -> None:
        self.checklist.ticked.connect(self._renew)
        self.checklist.current_changed.connect(self.diff.show_note)
        self.diff.hunk_ticked.connect(self._tick_hunk)
        self.diff.note_ticked.connect(self._tick_note)
        self.diff.hunk_edited.connect(self._edit)
        self.diff.opened.connect(self.changed)
        self.diff.editing_changed.connect(self._editing_changed)

    def _tick_hunk(self, key: str, hunk_id: str, on: bool) -> None:
        self._choices.tick_hunk(key, hunk_id, on)
        self._renew()

    def _tick_note(self, key: str, on: bool) -> None:
        self._choices.tick(key, on)
        self._renew()

    def _edit(self, key: str, hunk_id: str, lines: tuple[str, ...]) -> None:
        self._choices.edit(key, hunk_id, lines)
        self._renew()

    def _editing_changed(self, editing: bool) -> None:
        self.editing = editing
        self.changed.emit()

    def _renew(self) -> None:
        self.checklist.renew()
        self.diff.renew()
        self.changed.emit()


def _diff_note(change: NoteChange) -> DiffNote:
    return diff_of_change(change, translate(change.reason))
