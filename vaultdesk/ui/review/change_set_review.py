"""Review of a change set: the list of notes with ticks, and the diffs of the notes."""

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QBoxLayout, QWidget

from vaultdesk.core.values import replace
from vaultdesk.tools.text_sanitizer import sanitize_text
from vaultdesk.ui.formatting import format_number
from vaultdesk.ui.review.change_choices import (
    ChangeEntry,
    ReviewChoices,
    change_entries,
    change_entry_lines,
    change_entry_title,
)
from vaultdesk.ui.review.diff_items import DiffNote, FoldKey, diff_of_change, unseen_fold_keys
from vaultdesk.ui.review.diff_view import DiffView
from vaultdesk.ui.theme.theme import theme
from vaultdesk.ui.translation import translate
from vaultdesk.ui.widgets.frames import SeparatorLine
from vaultdesk.ui.widgets.lists.list_row import ListRow
from vaultdesk.ui.widgets.lists.row_list import CHECK_STATES, CHECK_STYLE, CheckListHeader, RowList
from vaultdesk.vault.change_set import NoteChange

CHANGE_STYLE = replace(
    CHECK_STYLE, row_height=32, two_lines=50, text_top=26, indent=26, elide=Qt.TextElideMode.ElideMiddle, uniform=False
)  # fmt: skip
"""Rows of changes; repaired links are indented below the note they belong to."""


def change_row(entry: ChangeEntry, choices: ReviewChoices) -> ListRow:
    """Return the row of *entry*: name over folder and action."""
    title, new_title = change_entry_title(entry)
    first, *others = change_entry_lines(entry, choices)
    state = choices.state(entry.key)
    return ListRow(
        entry.key,
        title,
        new_title=new_title,
        text=first,
        below=tuple(others),
        font="strong",
        role="muted" if state == "none" else "text",
        text_role="muted" if others else "text2",
        below_role="text2",
        mark="warning" if entry.has_warning else "",
        mark_role="warning",
        check=CHECK_STATES[state],
        depth=1 if entry.repairs else 0,
        description="\n".join(_entry_text(entry)),
    )


def _entry_text(entry: ChangeEntry) -> list[str]:
    paths = [
        f"{sanitize_text(change.path)} → {sanitize_text(change.new_path)}"
        if change.new_path
        else sanitize_text(change.path)
        for change in entry.changes[:20]
    ]
    reasons = [
        sanitize_text(translate(change.reason)) for change in entry.changes[:1] if change.reason and not entry.repairs
    ]
    warnings = [sanitize_text(translate(warning)) for change in entry.changes for warning in change.warnings]
    return [*paths, *reasons, *warnings]


MIN_LIST_HEIGHT = 64
"""Minimum height of the list in design pixels: one row."""

CARD_LIST_HEIGHT = 124
"""Height of the list in the card in design pixels: a little more than two notes, to show that there are more."""


class ChangeChecklist(QWidget):
    """Checklist of the notes of a change set."""

    ticked = Signal()
    current_changed = Signal(str)
    """Key of the first change of the current row."""

    def __init__(self, choices: ReviewChoices, edge: int, *, compact: bool, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._choices = choices
        self._entries = change_entries(choices.changes, choices)
        self._header = CheckListHeader(self.tr("All changes"), (edge, theme().px(12)))
        self._list = RowList(self.tr("Notes to change; Space ticks"), replace(CHANGE_STYLE, edge_pixels=edge))
        self._list.setMinimumHeight(theme().px(MIN_LIST_HEIGHT))
        self._header.layout_above(self._list, self)
        self._header.all_requested.connect(self._tick_all)
        self._list.row_model.tick_requested.connect(self._tick)
        self._list.current_changed.connect(self._emit_current)
        self.refresh()
        if compact:
            rows = sum(self._list.sizeHintForRow(row) for row in range(min(4, len(self._entries))))
            self._list.setFixedHeight(max(theme().px(MIN_LIST_HEIGHT), min(theme().px(CARD_LIST_HEIGHT), rows)))

    def view(self) -> RowList:
        return self._list

    def count_text(self) -> str:
        """Return the text with the number of ticked changes."""
        return self._header.count.text()

    def refresh(self) -> None:
        """Update the ticks."""
        selected, total = self._choices.total_count()
        template = self.tr("{0} of {1} changes") if total != 1 else self.tr("{0} of {1} change")
        count = template.format(format_number(selected), format_number(total))
        self._header.show_state(CHECK_STATES[self._choices.total_state()], count)
        self._list.show_rows([change_row(entry, self._choices) for entry in self._entries])

    def show_first(self) -> None:
        """Make the first row current without taking the focus."""
        self._list.go_first()

    def _tick(self, key: str, on: bool) -> None:
        self._choices.tick(key, on)
        self.ticked.emit()

    def _tick_all(self, on: bool) -> None:
        self._choices.tick_all(on)
        self.ticked.emit()

    def _emit_current(self) -> None:
        row = self._list.current()
        if row is not None:
            self.current_changed.emit(row.key)


CARD_DIFF_HEIGHT = 206
"""Height of the diff in the card in design pixels: about ten lines, so that headline and buttons stay visible."""

LIST_SHARE, DIFF_SHARE = 3, 7
"""Stretch factors of the list and the diff."""


class ChangeReview(QWidget):
    """Checklist and diff of a change set, side by side, or one above the other if *compact*."""

    changed = Signal()
    """Something was ticked, edited or expanded, or an edit started."""

    def __init__(self, choices: ReviewChoices, edge: int, *, compact: bool, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._choices = choices
        self.editing = False
        self._notes = tuple(_diff_note(change) for change in choices.changes.changes)
        self.checklist = ChangeChecklist(choices, edge, compact=compact)
        self.diff = DiffView(self.tr("Changes, line by line"), ticks=True, editable=True, compact=compact)
        self.diff.set_notes(self._notes, choices)
        direction = QBoxLayout.Direction.TopToBottom if compact else QBoxLayout.Direction.LeftToRight
        layout = QBoxLayout(direction, self)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.setSpacing(0)
        if compact:
            self.diff.setFixedHeight(theme().px(CARD_DIFF_HEIGHT))
        layout.addWidget(self.checklist, LIST_SHARE)
        layout.addWidget(SeparatorLine(vertical=not compact))
        layout.addWidget(self.diff, DIFF_SHARE)
        self._connect()
        self.checklist.show_first()

    def unseen(self) -> list[FoldKey]:
        """Return the folded or cut parts that must be seen before applying."""
        opened = self.diff.document.opened
        return [key for note in self._notes for key in unseen_fold_keys(note, self._choices, opened)]

    def show_unseen(self) -> None:
        """Expand all parts returned by `unseen`, and scroll to the first."""
        while keys := self.unseen():
            self.diff.open_parts(keys)
        self.diff.setFocus(Qt.FocusReason.OtherFocusReason)

    def _connect(self) -> None:
        self.checklist.ticked.connect(self._refresh)
        self.checklist.current_changed.connect(self.diff.show_note)
        self.diff.hunk_ticked.connect(self._tick_hunk)
        self.diff.note_ticked.connect(self._tick_note)
        self.diff.hunk_edited.connect(self._edit)
        self.diff.opened.connect(self.changed)
        self.diff.editing_changed.connect(self._editing_changed)

    def _tick_hunk(self, key: str, hunk_id: str, on: bool) -> None:
        self._choices.tick_hunk(key, hunk_id, on)
        self._refresh()

    def _tick_note(self, key: str, on: bool) -> None:
        self._choices.tick(key, on)
        self._refresh()

    def _edit(self, key: str, hunk_id: str, lines: tuple[str, ...]) -> None:
        self._choices.edit(key, hunk_id, lines)
        self._refresh()

    def _editing_changed(self, editing: bool) -> None:
        self.editing = editing
        self.changed.emit()

    def _refresh(self) -> None:
        self.checklist.refresh()
        self.diff.refresh()
        self.changed.emit()


def _diff_note(change: NoteChange) -> DiffNote:
    return diff_of_change(change, translate(change.reason))
