"""Change review: the list of notes and the hunks of each beside it, ticked and edited as one. See review_choices.py."""

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QBoxLayout, QWidget

from vaultdesk.ui.approval.change_checklist import ChangeChecklist
from vaultdesk.ui.approval.review_choices import ReviewChoices
from vaultdesk.ui.changes.diff_items import FoldKey, needing_look
from vaultdesk.ui.changes.diff_note import DiffNote, diff_of_change
from vaultdesk.ui.changes.diff_view import DiffView
from vaultdesk.ui.theme.theme import theme
from vaultdesk.ui.widgets.frames import SeparatorLine
from vaultdesk.vault.diff.change_set import NoteChange

CARD_LINES = 206
"""Pixels of the hunks in the card: about ten lines, so that headline and buttons are in sight together."""

LIST_SHARE, DIFF_SHARE = 3, 7
"""How the width is shared between the list and the hunks."""


class ChangeReview(QWidget):
    """Two views of one set of choices; in the card, and in a narrow window, one above the other."""

    changed = Signal()
    """Something was ticked, edited, opened, or is being edited."""

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
            self.diff.setFixedHeight(theme().step(CARD_LINES))
        else:
            line.setFixedSize(1, 16_777_215)  # Qt's own number for "as large as it likes"
            line.setMinimumHeight(0)
        layout.addWidget(self.checklist, LIST_SHARE)
        layout.addWidget(line)
        layout.addWidget(self.diff, DIFF_SHARE)
        self._connect()
        self.checklist.show_first()

    def unseen(self) -> list[FoldKey]:
        """Return what is folded or cut and must be seen before it may be applied."""
        opened = self.diff.document.opened
        return [key for note in self._notes for key in needing_look(note, self._choices, opened)]

    def show_unseen(self) -> None:
        """Open all of it, and go to the first."""
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
    return diff_of_change(change, change.reason)
