"""Change foot: under a request that changes notes: how it is undone, what must be looked at first, how many changes."""

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QWidget

from vaultdesk.ui.approval import counts
from vaultdesk.ui.approval.question_foot import QuestionFoot
from vaultdesk.ui.approval.review_choices import ReviewChoices
from vaultdesk.ui.formatting import format_number
from vaultdesk.ui.widgets.banner import Banner
from vaultdesk.ui.widgets.labels import PlainLabel


class ChangeFoot(QuestionFoot):
    """The lower part of a request that changes notes."""

    look_asked = Signal()
    """The person wants to see what is folded and must be seen."""

    def __init__(self, choices: ReviewChoices, *, compact: bool, parent: QWidget | None = None) -> None:
        super().__init__(compact=compact, parent=parent)
        self._choices = choices
        self._look = Banner("warning", "")
        self._look.set_actions([(self.tr("Show"), self.look_asked.emit)])
        self._look.hide()
        words = self.tr(
            "All of it can be undone in one step, from the notice that follows or from Activity. "
            "If a note changes before you answer, you are asked again."
        )
        self.undo = Banner("undo", self.tr("All of it can be undone in one step.") if compact else words)
        self.above.addWidget(self._look)
        self.above.addWidget(self.undo)
        always = self.tr("Changes are asked every time; this cannot be remembered.")
        self.add_beside(PlainLabel(always, role="muted", font="small", wrap=compact), 1 if compact else 0)
        self.read_from(self._look.stops)
        total = choices.total_parts()[1]
        self.reserve_width(tuple(self._approve_words(number, delete) for number in (1, total) for delete in (0, total)))

    def show_choices(self, unseen: int, *, editing: bool) -> None:
        """Say what Apply does now; it stays dead with nothing ticked, *unseen* folds, or while a hunk is *editing*."""
        taken = self._choices.total_parts()[0]
        self.approve_button.setText(self._approve_words(taken, self._deletions()))
        self._look.setVisible(bool(unseen))
        if unseen:
            self._look.set_text(self._look_words(unseen))
        why = self.tr("Finish editing first.") if editing else self.tr("Nothing is ticked.") if not taken else ""
        usual = self.tr("Press Space to agree. Enter does nothing here.")
        self.approve_button.setToolTip(why or (self._look_words(unseen) if unseen else usual))
        self.arming.set_allowed(not why and not unseen)

    def look_words(self) -> str:
        """Return what must be looked at first; empty where nothing must."""
        return self._look.text() if self._look.isVisibleTo(self) else ""

    def _look_words(self, unseen: int) -> str:
        if unseen == 1:
            return self.tr("1 folded part removes or hides text. Look at it before you apply.")
        return self.tr("{0} folded parts remove or hide text. Look at them before you apply.").format(
            format_number(unseen)
        )

    def _approve_words(self, taken: int, deletions: int) -> str:
        if not taken:
            return self.tr("Apply nothing")
        if deletions == taken:
            return self.tr("Delete {0}").format(counts.notes(taken))
        return self.tr("Apply {0}").format(counts.changes(taken))

    def _deletions(self) -> int:
        changes = self._choices.changes.changes
        return sum(change.kind == "delete" and self._choices.note_taken(change.id) for change in changes)
