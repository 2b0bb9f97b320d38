"""Checklist of files or results in an approval request, and the preview of one."""

from collections.abc import Awaitable, Callable, Mapping, Sequence

from PySide6.QtCore import QCoreApplication, Qt, Signal
from PySide6.QtWidgets import QHBoxLayout, QSizePolicy, QStackedWidget, QWidget

from vaultdesk.core.errors import VaultDeskError
from vaultdesk.core.text_tokens import text_tokens
from vaultdesk.core.values import replace
from vaultdesk.tools.network_tool import ResultChoice
from vaultdesk.tools.text_sanitizer import sanitize_text
from vaultdesk.tools.tool import FileChoice
from vaultdesk.ui.bridge import start
from vaultdesk.ui.formatting import format_number
from vaultdesk.ui.review.passage_choices import LineChoices
from vaultdesk.ui.review.passage_model import tokens_text
from vaultdesk.ui.review.text_box import LinePicker, NumberedText
from vaultdesk.ui.theme.theme import theme
from vaultdesk.ui.translation import translate
from vaultdesk.ui.widgets.buttons import LinkButton
from vaultdesk.ui.widgets.frames import CHECKLIST_HEADER_HEIGHT, ListHeader, SeparatorLine
from vaultdesk.ui.widgets.labels import ElidedLabel, PlainLabel, safe_label_text
from vaultdesk.ui.widgets.layouts import column_layout
from vaultdesk.ui.widgets.lists.list_row import LazyRows, ListRow
from vaultdesk.ui.widgets.lists.row_list import CHECK_STYLE, CheckListHeader, RowList, check_state

ROW_HEIGHT, CARD_ROW_HEIGHT = CHECK_STYLE.row_height, 36
"""Height in design pixels of a row, in the dialog and in the card."""


def file_tokens_text(tokens: int | None, *, ticked: bool = True) -> str:
    """Return the approximate number of *tokens* of a file, or that it is not sent; None for a missing file."""
    if tokens is None:
        return QCoreApplication.translate("FileChecklist", "no such note")
    if not ticked:
        return QCoreApplication.translate("FileChecklist", "stays here")
    return tokens_text(tokens)


MAX_RESULT_TITLE = 400
"""Maximum number of characters of a title or address that are drawn; the line is elided well before that."""


def file_row(choice: FileChoice, tokens: int | None, part: str, *, ticked: bool) -> ListRow:
    """Return the row of a file: name and size over folder, reason, and *part* if it is shared in part."""
    folder, _, name = choice.path.rpartition("/")
    reason, size = translate(choice.reason), file_tokens_text(tokens, ticked=ticked)
    tooltip_texts = (choice.path, reason, translate(choice.warning))
    spoken_texts = (choice.path, size, part, reason, translate(choice.warning))
    return ListRow(
        choice.path,
        sanitize_text(name.removesuffix(".md")),
        right=size,
        text=sanitize_text(" · ".join(filter(None, (folder, reason)))),
        right_below=part,
        font="strong",
        check=Qt.CheckState.Checked if ticked else Qt.CheckState.Unchecked,
        description="\n".join(sanitize_text(text) for text in tooltip_texts if text),
        spoken=", ".join(sanitize_text(text) for text in spoken_texts if text),
    )


def result_row(result: ResultChoice, tokens: int, warning: str, *, ticked: bool) -> ListRow:
    """Return the row of an external result: title and size over address, and *warning* if it has warnings."""
    # A multi-line title is shown on one line; the tooltip contains all lines.
    title = " ".join(result.title.split()) or result.address
    texts = [sanitize_text(text) for text in (result.title, result.address, *map(translate, result.warnings)) if text]
    return ListRow(
        result.id,
        sanitize_text(title[:MAX_RESULT_TITLE]),
        right=file_tokens_text(tokens, ticked=ticked),
        text=sanitize_text(result.address[:MAX_RESULT_TITLE]),
        right_below=warning if result.warnings else "",
        font="strong",
        check=Qt.CheckState.Checked if ticked else Qt.CheckState.Unchecked,
        description="\n".join(texts),
        spoken=", ".join(texts),
    )


CARD_ROWS = 5
"""Visible rows of the list in the card."""


class FileChecklist(QWidget):
    """Checklist of the files, or of the external results, of a request."""

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
        """*edge* is the horizontal margin in pixels; *results* are shown instead of files if there are any."""
        super().__init__(parent)
        self._files = {} if results else {choice.path: choice for choice in files}
        self._results = {result.id: result for result in results}
        self._result_tokens = {result.id: text_tokens(result.text) for result in results}
        self._part_tokens: dict[str, int] = {}
        self._ticked = set(self._results) or {choice.path for choice in files if choice.ticked}
        self._keys = tuple(self._results) or tuple(self._files)
        self._header = self._build_header(edge)
        self._list = self._build_list(edge, compact)
        self._header.layout_above(self._list, self)
        self._header.all_requested.connect(self.tick_all)
        self._list.row_model.tick_requested.connect(self.tick)
        self._list.current_changed.connect(self._emit_current)
        self._update_list()

    def ticked(self) -> tuple[str, ...]:
        """Return the ticked paths, in the order shown."""
        return tuple(key for key in self._keys if key in self._ticked)

    def tick_all(self, ticked: bool) -> None:
        """Tick every file, or none."""
        self._ticked = set(self._keys) if ticked else set()
        self._update_list()

    def tick(self, path: str, ticked: bool) -> None:
        """Tick or untick one file."""
        (self._ticked.add if ticked else self._ticked.discard)(path)
        self._list.row_model.update_row(path)
        self._show_count()

    def show_parts(self, tokens: Mapping[str, int]) -> None:
        """Show that only a part with the given number of tokens is shared of the files in *tokens*."""
        self._part_tokens = dict(tokens)
        self._show_rows()

    def show_first(self) -> None:
        """Make the first file current without taking the focus."""
        self._list.go_first()

    def view(self) -> RowList:
        return self._list

    def _build_header(self, edge: int) -> CheckListHeader:
        name = self.tr("All results") if self._results else self.tr("All notes")
        return CheckListHeader(name, (edge, edge - theme().px(4)))

    def _build_list(self, edge: int, compact: bool) -> RowList:
        style = replace(CHECK_STYLE, edge_pixels=edge, elide=Qt.TextElideMode.ElideMiddle)
        if compact:
            style = replace(
                style, row_height=CARD_ROW_HEIGHT, two_lines=CARD_ROW_HEIGHT, text_top=18, top=0, has_rules=False
            )
        results_name = self.tr("What the model may read; Space ticks")
        view = RowList(results_name if self._results else self.tr("Notes to share; Space ticks"), style)
        view.setMinimumHeight(theme().px(ROW_HEIGHT))
        if compact:
            view.setFixedHeight(theme().px(CARD_ROW_HEIGHT) * min(len(self._keys), CARD_ROWS))
        return view

    def _row(self, key: str) -> ListRow:
        ticked = key in self._ticked
        if self._results:
            return result_row(self._results[key], self._result_tokens[key], self.tr("check carefully"), ticked=ticked)
        choice = self._files[key]
        tokens = self._part_tokens.get(key, None if choice.size is None else choice.tokens)
        part = self.tr("only a part") if ticked and key in self._part_tokens else ""
        return file_row(choice, tokens, part, ticked=ticked)

    def _update_list(self) -> None:
        self._show_rows()
        self._show_count()

    def _show_rows(self) -> None:
        self._list.row_model.set_rows(LazyRows(self._keys, self._row))

    def _show_count(self) -> None:
        count, total = len(self._ticked), len(self._keys)
        text = self.tr("{0} of %n results", "", total) if self._results else self.tr("{0} of %n notes", "", total)
        self._header.show_state(check_state(count, total), text.format(count))
        self.ticks_changed.emit()

    def _emit_current(self) -> None:
        row = self._list.current()
        key = row.key if row is not None else ""
        result = self._results.get(key)
        self.current_changed.emit(key, "" if result is None else " ".join(result.title.split()) or result.address)


MAX_PREVIEW_CHARACTERS = 200_000
"""Maximum number of characters shown of one note; laying out more blocks the window noticeably."""

PICK_LINES = 8
"""Visible lines in the card while lines are picked."""


class FilePreview(QWidget):
    """Preview of a file: a header with its name and size, and the text, whose lines can be picked."""

    part_changed = Signal(str)
    """Path of the file whose shared part changed."""

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
        """*read* returns the text of a file; *has_lines* returns whether lines of a file may be picked.

        Picked lines are stored in *line_choices*.
        """
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
        header = ListHeader(self)
        header.setMinimumHeight(theme().px(CHECKLIST_HEADER_HEIGHT))
        row = QHBoxLayout(header)
        row.setContentsMargins(edge if compact else edge * 2 // 3, 0, edge - theme().px(4), 0)
        row.setSpacing(theme().px(8))
        row.addWidget(self._name)
        self._remark = ElidedLabel(self.tr("as the model would read it"), role="muted", font="small", brief=True)
        # The name has precedence: the remark is shown in full in the rest of the space, or not at all.
        self._remark.setSizePolicy(QSizePolicy.Policy.Ignored, QSizePolicy.Policy.Fixed)
        row.addWidget(self._remark, 1)
        # A card is too narrow for the remark next to the link.
        self._remark.setVisible(not compact)
        row.addStretch(1 if compact else 0)
        row.addWidget(self._amount)
        row.addWidget(self.part_button)
        row.addWidget(self.whole_button)
        layout = column_layout(self)
        layout.addWidget(header)
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

    def refresh(self) -> None:
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
