"""Request view: the whole question, the same in every host. The dialog and the card only hold it."""

from PySide6.QtCore import Qt, QTimer, Signal
from PySide6.QtGui import QFocusEvent, QKeyEvent, QShowEvent
from PySide6.QtWidgets import QHBoxLayout, QVBoxLayout, QWidget

from vaultdesk.tools.runtime.approval_text import request_headline
from vaultdesk.tools.runtime.approvals import ApprovalDecision, ApprovalRequest
from vaultdesk.ui.approval.change_foot import ChangeFoot
from vaultdesk.ui.approval.change_review import ChangeReview
from vaultdesk.ui.approval.file_checklist import FileChecklist
from vaultdesk.ui.approval.file_preview import FilePreview
from vaultdesk.ui.approval.fitting_area import FittingArea
from vaultdesk.ui.approval.request_foot import RequestFoot
from vaultdesk.ui.approval.request_head import RequestHead
from vaultdesk.ui.approval.review_choices import ReviewChoices
from vaultdesk.ui.theme.theme import theme
from vaultdesk.ui.widgets.frames import SeparatorLine

EDGE, CARD_EDGE = 24, 12
"""Pixels from the sides to the contents, in the dialog and in the card (LOOK, Parts)."""

HEAD_MOST, CARD_HEAD_MOST = 260, 280
"""Pixels from which the head scrolls, in the dialog and in the card, so that files and buttons stay in sight.

In a dialog without files nothing else wants the height: there the head may have all of it."""

QWIDGETSIZE_MAX = 16_777_215
"""Qt's own name and number for "as large as it likes"."""

CARD_LINES = 3
"""Lines of the preview in the card (LOOK, Parts)."""


class RequestView(QWidget):
    """Everything a person must see before a tool runs, and the answer. Answers once."""

    answered = Signal(object)
    """The `ApprovalDecision`."""

    def __init__(self, request: ApprovalRequest, *, compact: bool = False, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._request = request
        self._done = False
        self._edge = theme().step(CARD_EDGE if compact else EDGE)
        listed = bool(request.files or request.results)
        self.head = RequestHead(request, compact=compact)
        # Made in the order they are read in, which is the order of Tab; the foot comes last.
        head = FittingArea(
            self._padded(self.head, self._edge, theme().step(12)),
            CARD_HEAD_MOST if compact else HEAD_MOST if listed or request.changes else None,
            self.tr("What is asked"),
        )
        self.checklist = (
            FileChecklist(request.files, self._edge, compact=compact, results=request.results) if listed else None
        )
        self.preview = self._preview(compact)
        self._choices = ReviewChoices(request.changes)
        self.review = ChangeReview(self._choices, self._edge, compact=compact) if request.changes else None
        self.foot: RequestFoot | ChangeFoot = (
            ChangeFoot(self._choices, compact=compact) if request.changes else RequestFoot(request, compact=compact)
        )
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(0)
        column.addWidget(head)
        if self.checklist is not None or self.review is not None:
            column.addWidget(SeparatorLine())
        else:
            column.addStretch(1)
        if self.checklist is not None:
            column.addWidget(self._files(self.checklist, compact), 1)
        if self.review is not None:
            column.addWidget(self.review, 2)
            self._follow_review(self.review)
        column.addWidget(SeparatorLine())
        column.addWidget(self._padded(self.foot, theme().step(12), self._edge * 3 // 4))
        self.foot.answered.connect(self._answer)
        self.setAccessibleName(request.headline)
        if self.checklist is not None:
            self.checklist.ticks_changed.connect(self._tell_ticks)
            self.checklist.show_first()
        self._tell_ticks()
        self._tell_changes()
        self._ground = "surface" if compact else "raised"
        theme().changed.connect(self._dress)
        self._dress()

    @property
    def request(self) -> ApprovalRequest:
        """What is asked."""
        return self._request

    def refuse(self) -> None:
        """Answer no, as Esc and closing do."""
        self._finish(ApprovalDecision(approved=False))

    def ticked(self) -> tuple[str, ...]:
        """Return the ticked paths, or the ids of the ticked results."""
        return self.checklist.ticked() if self.checklist is not None else ()

    def showEvent(self, event: QShowEvent) -> None:
        """Put the focus on Cancel, wherever it was."""
        super().showEvent(event)
        QTimer.singleShot(0, self.foot.cancel_button, self._focus_cancel)

    def focusInEvent(self, event: QFocusEvent) -> None:
        """Hand the focus on to Cancel. A focus proxy would do it too, and Tab would stop there at every round."""
        self._focus_cancel()

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Esc refuses; Enter on nothing in particular refuses too."""
        if event.key() in (Qt.Key.Key_Escape, Qt.Key.Key_Return, Qt.Key.Key_Enter):
            self.refuse()
        else:
            super().keyPressEvent(event)

    def _dress(self) -> None:
        # Views and their scroll bars stand on the host's ground.
        palette = self.palette()
        for role in (palette.ColorRole.Window, palette.ColorRole.Base):
            palette.setColor(role, theme().color(self._ground))
        self.setPalette(palette)

    def _focus_cancel(self) -> None:
        # With the reason of a key, the ring is seen even after a mouse click (LOOK, mistake 11).
        self.foot.cancel_button.setFocus(Qt.FocusReason.TabFocusReason)

    def _preview(self, compact: bool) -> FilePreview | None:
        if self._request.preview is None or not (self._request.files or self._request.results):
            return None
        preview = FilePreview(self._request.preview, self._edge)
        if compact:
            preview.set_lines(CARD_LINES)
        return preview

    def _files(self, checklist: FileChecklist, compact: bool) -> QWidget:
        files = QWidget()
        layout: QVBoxLayout | QHBoxLayout = QVBoxLayout(files) if compact else QHBoxLayout(files)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.setSpacing(0)
        layout.addWidget(checklist, 7)
        if self.preview is not None:
            checklist.current_changed.connect(self.preview.show_file)
            line = SeparatorLine()
            if not compact:
                line.setFixedSize(1, QWIDGETSIZE_MAX)
                line.setMinimumHeight(0)
            layout.addWidget(line)
            layout.addWidget(self.preview, 8)
        return files

    def _padded(self, contents: QWidget, above: int, below: int) -> QWidget:
        host = QWidget()
        column = QVBoxLayout(host)
        column.setContentsMargins(self._edge, above, self._edge, below)
        column.addWidget(contents)
        return host

    def _tell_ticks(self) -> None:
        ticked = self.ticked()
        if self.checklist is not None:
            self.head.set_headline(request_headline(self._request, ticked))
        if isinstance(self.foot, RequestFoot):
            self.foot.show_ticked(ticked)

    def _follow_review(self, review: ChangeReview) -> None:
        review.changed.connect(self._tell_changes)
        if isinstance(self.foot, ChangeFoot):
            self.foot.look_asked.connect(review.show_unseen)

    def _tell_changes(self) -> None:
        if self.review is not None and isinstance(self.foot, ChangeFoot):
            self.head.set_headline(request_headline(self._request, (), self._choices.answer()))
            self.foot.show_choices(len(self.review.unseen()), editing=self.review.editing)

    def _answer(self, ending: str, reason: str) -> None:
        if ending != "approve":
            self._finish(ApprovalDecision(approved=False, reason=reason))
        elif self.foot.arming.armed:
            results = self.ticked() if self._request.results else None
            files = self.ticked() if self._request.files and results is None else None
            scope = self.foot.scope() if isinstance(self.foot, RequestFoot) else "once"
            changes = self._choices.answer() if self.review is not None else None
            decision = ApprovalDecision(approved=True, files=files, scope=scope, changes=changes, results=results)
            self._finish(decision)

    def _finish(self, decision: ApprovalDecision) -> None:
        if not self._done:
            self._done = True
            self.answered.emit(decision)
