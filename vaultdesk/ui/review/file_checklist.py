"""Checklist of files or results in an approval request: model, row delegate, list and preview."""

from collections.abc import Awaitable, Callable, Mapping, Sequence
from typing import Final

from PySide6.QtCore import (
    QAbstractItemModel,
    QAbstractListModel,
    QCoreApplication,
    QEvent,
    QItemSelectionModel,
    QModelIndex,
    QPersistentModelIndex,
    QRect,
    QRectF,
    QSize,
    Qt,
    Signal,
)
from PySide6.QtGui import QKeyEvent, QMouseEvent, QPainter, QPen
from PySide6.QtWidgets import (
    QAbstractItemView,
    QCheckBox,
    QFrame,
    QHBoxLayout,
    QListView,
    QStackedWidget,
    QStyle,
    QStyledItemDelegate,
    QStyleOptionButton,
    QStyleOptionViewItem,
    QVBoxLayout,
    QWidget,
)

from vaultdesk.core.errors import VaultDeskError
from vaultdesk.core.phrases import NO_PHRASE, verbatim
from vaultdesk.core.text_tokens import text_tokens
from vaultdesk.tools.network_tool import ResultChoice
from vaultdesk.tools.text_sanitizer import sanitize_text
from vaultdesk.tools.tool import FileChoice
from vaultdesk.ui.bridge import start
from vaultdesk.ui.formatting import format_number
from vaultdesk.ui.review.passage_choices import LineChoices
from vaultdesk.ui.review.passage_model import tokens_text
from vaultdesk.ui.review.text_box import LinePicker, NumberedText
from vaultdesk.ui.theme.painting import box, draw_upright_text, focus_ring, mirrored_row, unmirrored_point
from vaultdesk.ui.theme.theme import theme
from vaultdesk.ui.translation import translate
from vaultdesk.ui.widgets.buttons import LinkButton
from vaultdesk.ui.widgets.frames import CHECKLIST_HEAD_HEIGHT, ListHead, SeparatorLine
from vaultdesk.ui.widgets.labels import ElidedLabel, PlainLabel, as_tooltip, safe_label_text

FileIndex = QModelIndex | QPersistentModelIndex

FileRowText = tuple[tuple[str, str], tuple[str, str]]
"""Upper and lower line of a row, each with left and right text."""

FILE_ROLE: Final = Qt.ItemDataRole.UserRole + 1
"""Role of the row's `FileChoice`."""

ROW_HEIGHT, CARD_ROW_HEIGHT = 46, 36
"""Height in design pixels of a two-line row, in the dialog and in the card."""

FILE_TICK_SIZE = 16
"""Side of a tick in pixels."""


def file_tokens_text(tokens: int | None, *, ticked: bool = True) -> str:
    """Return the approximate number of *tokens* of a file, or that it is not sent; None for a missing file."""
    if tokens is None:
        return QCoreApplication.translate("FileChecklist", "no such note")
    if not ticked:
        return QCoreApplication.translate("FileChecklist", "stays here")
    return tokens_text(tokens)


class FileListModel(QAbstractListModel):
    """The files of one request and which of them are ticked."""

    ticks_changed = Signal()

    def __init__(self, files: Sequence[FileChoice], parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._files = tuple(files)
        self._ticked = {choice.path for choice in files if choice.ticked}
        self._part_tokens: dict[str, int] = {}

    def rowCount(self, parent: FileIndex | None = None) -> int:
        return 0 if parent is not None and parent.isValid() else len(self._files)

    def ticked(self) -> tuple[str, ...]:
        """Return the ticked paths, in the order shown."""
        return tuple(choice.path for choice in self._files if choice.path in self._ticked)

    def tick(self, path: str, ticked: bool) -> None:
        """Tick or untick one file."""
        row = next(row for row, choice in enumerate(self._files) if choice.path == path)
        state = Qt.CheckState.Checked if ticked else Qt.CheckState.Unchecked
        self.setData(self.index(row), state, Qt.ItemDataRole.CheckStateRole)

    def show_parts(self, tokens: Mapping[str, int]) -> None:
        """Show that only a part with the given number of tokens is shared of the files in *tokens*."""
        if tokens != self._part_tokens:
            self._part_tokens = dict(tokens)
            self.dataChanged.emit(self.index(0), self.index(len(self._files) - 1))

    def tokens(self, choice: FileChoice) -> int | None:
        """Return the approximate number of tokens of a file shared if ticked; None for a missing file."""
        return self._part_tokens.get(choice.path, None if choice.size is None else choice.tokens)

    def part_text(self, choice: FileChoice) -> str:
        """Return the text for a file shared in part; empty if all of it or nothing is shared."""
        return self.tr("only a part") if choice.path in self._part_tokens and choice.path in self._ticked else ""

    def tick_all(self, ticked: bool) -> None:
        """Tick every file, or none."""
        self._ticked = {choice.path for choice in self._files} if ticked else set()
        if self._files:
            self.dataChanged.emit(self.index(0), self.index(len(self._files) - 1))
        self.ticks_changed.emit()

    def data(self, index: FileIndex, role: int = Qt.ItemDataRole.DisplayRole) -> object:
        """Return what a row shows and its accessible text."""
        choice = self._files[index.row()]
        match role:
            case Qt.ItemDataRole.DisplayRole | Qt.ItemDataRole.AccessibleTextRole:
                size = file_tokens_text(self.tokens(choice), ticked=choice.path in self._ticked)
                row_text = (choice.path, size, self.part_text(choice), choice.reason, choice.warning)
                return ", ".join(sanitize_text(translate(part)) for part in row_text if part)
            case Qt.ItemDataRole.ToolTipRole:
                told = (choice.path, choice.reason, choice.warning)
                return as_tooltip("\n".join(sanitize_text(translate(part)) for part in told if part))
            case Qt.ItemDataRole.CheckStateRole:
                return Qt.CheckState.Checked if choice.path in self._ticked else Qt.CheckState.Unchecked
            case _ if role == FILE_ROLE:
                return choice
            case _:
                return None

    def setData(self, index: FileIndex, value: object, role: int = Qt.ItemDataRole.EditRole) -> bool:
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

    def flags(self, index: FileIndex) -> Qt.ItemFlag:
        """Make every file selectable and checkable."""
        return Qt.ItemFlag.ItemIsEnabled | Qt.ItemFlag.ItemIsSelectable | Qt.ItemFlag.ItemIsUserCheckable


class FileRow(QStyledItemDelegate):
    """Draws one file: tick, name over folder, size over the reason it was picked."""

    def __init__(self, edge: int, *, compact: bool, parent: QWidget) -> None:
        """*edge* is the horizontal margin in pixels."""
        super().__init__(parent)
        self._edge = edge
        self._compact = compact

    def sizeHint(self, option: QStyleOptionViewItem, index: FileIndex) -> QSize:
        return QSize(theme().px(100), theme().px(CARD_ROW_HEIGHT if self._compact else ROW_HEIGHT))

    def row_text(self, index: FileIndex) -> FileRowText:
        """Return the texts of the upper and lower line, left and right."""
        choice = index.data(FILE_ROLE)
        assert isinstance(choice, FileChoice)
        folder, _, name = choice.path.rpartition("/")
        lower = " · ".join(filter(None, (folder, translate(choice.reason))))
        model = index.model()
        assert isinstance(model, FileListModel)
        return (name.removesuffix(".md"), self._size_text(index)), (lower, model.part_text(choice))

    def _size_text(self, index: FileIndex) -> str:
        choice = index.data(FILE_ROLE)
        assert isinstance(choice, FileChoice)
        ticked = Qt.CheckState(index.data(Qt.ItemDataRole.CheckStateRole)) == Qt.CheckState.Checked
        model = index.model()
        assert isinstance(model, FileListModel)
        return file_tokens_text(model.tokens(choice), ticked=ticked)

    @mirrored_row
    def paint(self, painter: QPainter, option: QStyleOptionViewItem, index: FileIndex) -> None:
        look, px = theme(), theme().px
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
        left = rect.left() + self._edge + px(FILE_TICK_SIZE + 10)
        above = px(2 if self._compact else 6)
        inner = QRect(left, rect.top() + above, rect.right() - self._edge - left, rect.height() - 2 * above + px(1))
        upper, lower = self.row_text(index)
        self._draw_line(painter, inner, upper, upper=True)
        self._draw_line(painter, inner, lower, upper=False)
        if state & QStyle.StateFlag.State_HasFocus:
            focus_ring(look, painter, QRectF(rect.adjusted(1, 1, -1, -2)), px(4))
        elif selected and look.tokens.high_contrast:
            box(painter, rect.adjusted(1, 1, -1, -2), px(4), None, look.color("accent"))
        painter.restore()

    def editorEvent(
        self, event: QEvent, model: QAbstractItemModel, option: QStyleOptionViewItem, index: FileIndex
    ) -> bool:
        """Toggle on a click on the tick, or with Space on the current row."""
        if isinstance(event, QMouseEvent):
            reach = option.rect.left() + self._edge + theme().px(FILE_TICK_SIZE + 6)
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

    def _draw_tick(self, painter: QPainter, rect: QRect, index: FileIndex) -> None:
        side = theme().px(FILE_TICK_SIZE)
        button = QStyleOptionButton()
        above = (rect.height() - side) // 2 if self._compact else theme().px(8)
        button.rect = QRect(rect.left() + self._edge, rect.top() + above, side, side)
        checked = Qt.CheckState(index.data(Qt.ItemDataRole.CheckStateRole)) == Qt.CheckState.Checked
        mark = QStyle.StateFlag.State_On if checked else QStyle.StateFlag.State_Off
        button.state = QStyle.StateFlag.State_Enabled | mark
        view = self.parent()
        assert isinstance(view, QWidget)
        view.style().drawPrimitive(QStyle.PrimitiveElement.PE_IndicatorCheckBox, button, painter, view)

    def _draw_line(self, painter: QPainter, inner: QRect, row_text: tuple[str, str], *, upper: bool) -> None:
        look = theme()
        at = Qt.AlignmentFlag.AlignTop if upper else Qt.AlignmentFlag.AlignBottom
        left, right = (sanitize_text(part[:400]) for part in row_text)
        painter.setFont(look.font("small"))
        painter.setPen(look.color("muted"))
        metrics = painter.fontMetrics()
        right = metrics.elidedText(right, Qt.TextElideMode.ElideRight, inner.width() // 2)
        draw_upright_text(painter, inner, int(Qt.AlignmentFlag.AlignRight | at), right)
        room = inner.width() - (metrics.horizontalAdvance(right) + look.px(12) if right else 0)
        if upper:
            painter.setFont(look.font("strong"))
            painter.setPen(look.color("text"))
        cut = painter.fontMetrics().elidedText(left, Qt.TextElideMode.ElideMiddle, room)
        draw_upright_text(painter, inner, int(Qt.AlignmentFlag.AlignLeft | at), cut)


MAX_RESULT_TITLE = 400
"""Maximum number of characters of a title or address that are drawn; the line is elided well before that."""


class ResultListModel(FileListModel):
    """The results of one request and which of them are ticked; ids take the place of paths."""

    def __init__(self, results: Sequence[ResultChoice], parent: QWidget | None = None) -> None:
        files = [
            FileChoice(
                one.id,
                len(one.text.encode("utf-8", "replace")),
                NO_PHRASE,
                warning=verbatim("\n".join(map(translate, one.warnings))),
                counted_tokens=text_tokens(one.text),
            )
            for one in results
        ]
        super().__init__(files, parent)
        self._results = tuple(results)

    def result(self, index: FileIndex) -> ResultChoice:
        """Return the result of a row."""
        return self._results[index.row()]

    def data(self, index: FileIndex, role: int = Qt.ItemDataRole.DisplayRole) -> object:
        """Return what a row shows and its accessible text."""
        one = self._results[index.row()]
        if role in (Qt.ItemDataRole.DisplayRole, Qt.ItemDataRole.AccessibleTextRole):
            return ", ".join(sanitize_text(part) for part in _result_texts(one) if part)
        if role == Qt.ItemDataRole.ToolTipRole:
            return as_tooltip("\n".join(sanitize_text(part) for part in _result_texts(one) if part))
        return super().data(index, role)


def _result_texts(result: ResultChoice) -> tuple[str, ...]:
    return (result.title, result.address, *map(translate, result.warnings))


class ResultRow(FileRow):
    """Draws one result: tick, title over address; a warning replaces its size."""

    def row_text(self, index: FileIndex) -> FileRowText:
        """Return title and size, address and warning."""
        model = index.model()
        assert isinstance(model, ResultListModel)
        one = model.result(index)
        # A multi-line title is shown on one line; the tooltip contains all of it.
        title = " ".join(one.title.split()) or one.address
        warned = self.tr("check carefully") if one.warnings else ""
        return (title[:MAX_RESULT_TITLE], self._size_text(index)), (one.address[:MAX_RESULT_TITLE], warned)


# Shows files, or external results with their own texts and rows.

CARD_ROWS = 5
"""Visible rows of the list in the card."""


class FileChecklist(QWidget):
    """Files with ticks. Emits changes of the ticks and of the current file."""

    ticks_changed = Signal()
    current_changed = Signal(str, str)
    """Path of the current file, or id of the current result, and its name."""

    def __init__(
        self,
        files: Sequence[FileChoice],
        edge: int,
        *,
        compact: bool = False,
        results: Sequence[ResultChoice] = (),
        parent: QWidget | None = None,
    ) -> None:
        """*results* are shown instead of files if there are any."""
        super().__init__(parent)
        self._results = bool(results)
        self._total = len(results) or len(files)
        self._model = ResultListModel(results, self) if results else FileListModel(files, self)
        self._tick = QCheckBox(self)
        self._tick.setTristate(True)
        self._tick.setAccessibleName(self.tr("All results") if results else self.tr("All notes"))
        self._count = PlainLabel(font="interface", parent=self)
        self._list = QListView(self)
        self._style_list(edge, compact)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.setSpacing(0)
        layout.addWidget(self._head(edge, compact))
        layout.addWidget(SeparatorLine())
        layout.addWidget(self._list, 1)
        self._tick.clicked.connect(lambda: self._model.tick_all(len(self.ticked()) < self._total))
        self._model.ticks_changed.connect(self._update_count)
        self._list.selectionModel().currentChanged.connect(self._emit_current)
        self._update_count()

    def ticked(self) -> tuple[str, ...]:
        """Return the ticked paths."""
        return self._model.ticked()

    def tick_all(self, ticked: bool) -> None:
        """Tick every file, or none."""
        self._model.tick_all(ticked)

    def tick(self, path: str, ticked: bool) -> None:
        """Tick or untick one file."""
        self._model.tick(path, ticked)

    def show_parts(self, tokens: Mapping[str, int]) -> None:
        """Show that only a part with the given number of tokens is shared of the files in *tokens*."""
        self._model.show_parts(tokens)

    def show_first(self) -> None:
        """Make the first file current without taking the focus."""
        self._list.selectionModel().setCurrentIndex(
            self._model.index(0), QItemSelectionModel.SelectionFlag.ClearAndSelect
        )

    def view(self) -> QListView:
        """Return the list view."""
        return self._list

    def _head(self, edge: int, compact: bool) -> QWidget:
        head = ListHead(self)
        head.setFixedHeight(theme().px(CHECKLIST_HEAD_HEIGHT))
        whole = self.tr("Select All"), self.tr("Deselect All")
        # A card has too little space for the long labels in every language.
        words = (self.tr("All"), self.tr("None")) if compact else whole
        everything, nothing = (LinkButton(text, small=True) for text in words)
        for button, name in zip((everything, nothing), whole, strict=True):
            button.setAccessibleName(name)
        everything.clicked.connect(lambda: self._model.tick_all(True))
        nothing.clicked.connect(lambda: self._model.tick_all(False))
        row = QHBoxLayout(head)
        row.setContentsMargins(edge, 0, edge - theme().px(4), 0)
        row.setSpacing(theme().px(4))
        row.addWidget(self._tick)
        row.addSpacing(theme().px(6))
        row.addWidget(self._count, 1)
        row.addSpacing(theme().px(8))
        row.addWidget(everything)
        row.addSpacing(theme().px(8))
        row.addWidget(nothing)
        for before, after in ((self._tick, everything), (everything, nothing), (nothing, self._list)):
            QWidget.setTabOrder(before, after)
        return head

    def _style_list(self, edge: int, compact: bool) -> None:
        self._list.setModel(self._model)
        row = ResultRow if self._results else FileRow
        self._list.setItemDelegate(row(edge, compact=compact, parent=self._list))
        self._list.setUniformItemSizes(True)
        self._list.setMouseTracking(True)
        self._list.setFrameShape(QFrame.Shape.NoFrame)
        self._list.setSelectionMode(QAbstractItemView.SelectionMode.SingleSelection)
        self._list.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        results = self.tr("What the model may read; Space ticks")
        self._list.setAccessibleName(results if self._results else self.tr("Notes to share; Space ticks"))
        self._list.setMinimumHeight(theme().px(ROW_HEIGHT))
        self._list.viewport().setAutoFillBackground(False)
        if compact:
            self._list.setFixedHeight(theme().px(CARD_ROW_HEIGHT) * min(self._total, CARD_ROWS))

    def _update_count(self) -> None:
        number = len(self.ticked())
        states = {0: Qt.CheckState.Unchecked, self._total: Qt.CheckState.Checked}
        self._tick.setCheckState(states.get(number, Qt.CheckState.PartiallyChecked))
        results = self.tr("{0} of %n results", "", self._total)
        self._count.setText((results if self._results else self.tr("{0} of %n notes", "", self._total)).format(number))
        self.ticks_changed.emit()

    def _emit_current(self, current: QModelIndex) -> None:
        choice = current.data(FILE_ROLE) if current.isValid() else None
        path = choice.path if isinstance(choice, FileChoice) else ""
        model = current.model()
        result = model.result(current) if isinstance(model, ResultListModel) and path else None
        self.current_changed.emit(path, "" if result is None else " ".join(result.title.split()) or result.address)


MAX_PREVIEW_CHARACTERS = 200_000
"""Maximum number of characters shown of one note; laying out more blocks the window noticeably."""

PICK_LINES = 8
"""Visible lines in the card while lines are picked."""


class FilePreview(QWidget):
    """Head with name and size above the text, whose lines can be picked."""

    part_changed = Signal(str)
    """Path of a file of which another part, or all of it again, is shared."""

    def __init__(
        self,
        read: Callable[[str], Awaitable[str]],
        edge: int,
        *,
        compact: bool = False,
        line_choices: LineChoices | None = None,
        has_lines: Callable[[str], bool] = lambda _path: False,
        parent: QWidget | None = None,
    ) -> None:
        """*has_lines* tells for which files lines may be picked; they are stored in *line_choices*."""
        super().__init__(parent)
        self._read = read
        self._requested_path = ""
        self._whole_text = ""
        self._lines = 0
        """Visible lines; 0 if the layout determines the height."""
        self._choices = line_choices or LineChoices()
        self._has_lines = has_lines
        self._name = ElidedLabel("", Qt.TextElideMode.ElideMiddle, font="strong")
        self._amount = PlainLabel(role="muted", font="small")
        self._text = NumberedText(edge, self.tr("What the model would read"))
        self.picker = LinePicker(edge)
        self.part_button = LinkButton(self.tr("Only a part…"), small=True)
        self.whole_button = LinkButton(self.tr("Whole note"), small=True)
        self._pages = QStackedWidget()
        self._pages.addWidget(self._text)
        self._pages.addWidget(self.picker)
        head = ListHead(self)
        head.setMinimumHeight(theme().px(CHECKLIST_HEAD_HEIGHT))
        row = QHBoxLayout(head)
        row.setContentsMargins(edge if compact else edge * 2 // 3, 0, edge - theme().px(4), 0)
        row.setSpacing(theme().px(8))
        row.addWidget(self._name)
        self._remark = PlainLabel(self.tr("as the model would read it"), "muted", "small")
        row.addWidget(self._remark)
        # A card has too little space for it beside the link.
        self._remark.setVisible(not compact)
        row.addStretch(1)
        row.addWidget(self._amount)
        row.addWidget(self.part_button)
        row.addWidget(self.whole_button)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.setSpacing(0)
        layout.addWidget(head)
        layout.addWidget(SeparatorLine())
        layout.addWidget(self._pages, 1)
        self.part_button.clicked.connect(self._begin_part)
        self.whole_button.clicked.connect(self._share_whole)
        self.picker.picked.connect(self._pick)
        self._show_part()

    def show_file(self, path: str, name: str = "") -> None:
        """Read and show *path*, under *name* if given; only the latest call has an effect."""
        self._requested_path, self._whole_text = path, ""
        self._show_part()
        self._name.set_text(sanitize_text(name or path.rpartition("/")[2].removesuffix(".md")))
        if path:
            start(self._show(path), self)

    def text(self) -> str:
        return self._text.toPlainText()

    def amount(self) -> str:
        """Return the text about the size."""
        return self._amount.text()

    def set_lines(self, lines: int) -> None:
        """Show exactly *lines* lines; while lines are picked, up to `PICK_LINES`."""
        self._lines = lines
        self._fit_lines(lines)

    def renew(self) -> None:
        """Update the picked lines of the file after a change elsewhere."""
        self._show_part()

    async def _show(self, path: str) -> None:
        amount, hint = "", ""
        try:
            text = await self._read(path)
            if len(text) > MAX_PREVIEW_CHARACTERS:
                amount = self.tr("only the beginning is shown")
            elif path == self._requested_path:
                self._whole_text = text
        except VaultDeskError as error:
            text, hint = translate(error.title), translate(error.hint)
        if path != self._requested_path:
            return
        self._text.show_text(safe_label_text(f"{text}\n{hint}" if hint else text, MAX_PREVIEW_CHARACTERS))
        self._amount.setText(amount)
        self._show_part()

    def _show_part(self) -> None:
        """Show the lines to be picked if only a part is shared, else the text."""
        path = self._requested_path
        part = self._choices.part(path) if self._whole_text else None
        can_begin = part is None and "\n" in self._whole_text.rstrip("\n") and self._has_lines(path)
        self.part_button.setVisible(can_begin)
        self.whole_button.setVisible(part is not None)
        if part is None:
            self._pages.setCurrentWidget(self._text)
            self._fit_lines(self._lines)
            return
        if self._pages.currentWidget() is not self.picker or self.picker.lines != part.lines:
            self.picker.show_part(part.text, part.lines)
            self._pages.setCurrentWidget(self.picker)
            self._fit_lines(max(self._lines, min(part.total, PICK_LINES)))
        self._amount.setText(self.tr("{0} of %n lines", "", part.total).format(format_number(len(part.lines))))

    def _fit_lines(self, lines: int) -> None:
        """Show *lines* lines if the number of lines is fixed."""
        if self._lines:
            self._text.show_lines(lines)
            self.picker.show_lines(lines)
            self._pages.setFixedHeight(self._text.height())

    def _begin_part(self) -> None:
        self._choices.begin(self._requested_path, self._whole_text)
        self.part_changed.emit(self._requested_path)
        self._show_part()
        self.picker.setFocus(Qt.FocusReason.TabFocusReason)

    def _pick(self, lines: frozenset[int]) -> None:
        self._choices.pick(self._requested_path, lines)
        self._show_part()
        self.part_changed.emit(self._requested_path)

    def _share_whole(self) -> None:
        path = self._requested_path
        self._choices.share_whole(path)
        self._amount.setText("")
        self._show_part()
        self.part_changed.emit(path)
        self.part_button.setFocus(Qt.FocusReason.TabFocusReason)
