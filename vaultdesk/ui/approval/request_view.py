"""Request view: the whole question, the same in every host. The dialog and the card only hold it."""

from PySide6.QtCore import Qt, QTimer, Signal
from PySide6.QtGui import QKeyEvent, QShowEvent
from PySide6.QtWidgets import QHBoxLayout, QVBoxLayout, QWidget

from vaultdesk.tools.approvals import ApprovalDecision, ApprovalRequest
from vaultdesk.tools.preview import request_headline
from vaultdesk.ui.approval.file_checklist import FileChecklist
from vaultdesk.ui.approval.file_list import ROW_HEIGHT
from vaultdesk.ui.approval.file_preview import FilePreview
from vaultdesk.ui.approval.request_foot import RequestFoot
from vaultdesk.ui.approval.request_head import RequestHead
from vaultdesk.ui.parts.card import Rule
from vaultdesk.ui.theme.theme import theme

EDGE, CARD_EDGE = 24, 12
"""Pixels from the sides to the contents, in the dialog and in the card (LOOK, Parts)."""

CARD_ROWS = 5
"""Rows of the checklist the card shows before it scrolls."""

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
        self.head = RequestHead(request, compact=compact)
        self.foot = RequestFoot(request, compact=compact)
        self.checklist: FileChecklist | None = None
        self.preview: FilePreview | None = None
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(0)
        column.addWidget(self._padded(self.head, self._edge, theme().step(12)))
        if request.files:
            column.addWidget(Rule())
            column.addWidget(self._files(compact), 1)
        column.addWidget(Rule())
        column.addWidget(self._padded(self.foot, theme().step(12), self._edge * 3 // 4))
        self.foot.answered.connect(self._answer)
        self.setAccessibleName(request.headline)
        self._tell_ticks()
        # The safe button first in the order of Tab as well.
        self.setFocusProxy(self.foot.cancel_button)

    @property
    def request(self) -> ApprovalRequest:
        """What is asked."""
        return self._request

    def refuse(self) -> None:
        """Answer no, as Esc and closing do."""
        self._finish(ApprovalDecision(approved=False))

    def ticked(self) -> tuple[str, ...]:
        """Return the ticked paths."""
        return self.checklist.ticked() if self.checklist is not None else ()

    def showEvent(self, event: QShowEvent) -> None:
        """Put the focus on Cancel, wherever it was."""
        super().showEvent(event)
        QTimer.singleShot(0, self.foot.cancel_button, self._focus_cancel)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Esc refuses; Enter on nothing in particular refuses too."""
        if event.key() in (Qt.Key.Key_Escape, Qt.Key.Key_Return, Qt.Key.Key_Enter):
            self.refuse()
        else:
            super().keyPressEvent(event)

    def _focus_cancel(self) -> None:
        # With the reason of a key, the ring is seen even after a mouse click (LOOK, mistake 11).
        self.foot.cancel_button.setFocus(Qt.FocusReason.TabFocusReason)

    def _files(self, compact: bool) -> QWidget:
        self.checklist = FileChecklist(self._request.files, self._edge)
        self.checklist.ticks_changed.connect(self._tell_ticks)
        files = QWidget()
        layout: QVBoxLayout | QHBoxLayout = QVBoxLayout(files) if compact else QHBoxLayout(files)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.setSpacing(0)
        layout.addWidget(self.checklist, 7)
        if self._request.preview is not None:
            self.preview = FilePreview(self._request.preview, self._edge)
            self.checklist.current_changed.connect(self.preview.show_file)
            line = Rule()
            if not compact:
                line.setFixedSize(1, 16_777_215)
                line.setMinimumHeight(0)
            layout.addWidget(line)
            layout.addWidget(self.preview, 8)
            if compact:
                self.preview.set_lines(CARD_LINES)
        if compact:
            rows = min(len(self._request.files), CARD_ROWS)
            self.checklist.view().setFixedHeight(theme().step(ROW_HEIGHT) * rows)
        self.checklist.show_first()
        return files

    def _padded(self, contents: QWidget, above: int, below: int) -> QWidget:
        host = QWidget()
        column = QVBoxLayout(host)
        column.setContentsMargins(self._edge, above, self._edge, below)
        column.addWidget(contents)
        return host

    def _tell_ticks(self) -> None:
        ticked = self.ticked()
        if self._request.files:
            self.head.set_headline(request_headline(self._request, ticked))
        self.foot.show_ticked(ticked)

    def _answer(self, ending: str, reason: str) -> None:
        if ending != "approve":
            self._finish(ApprovalDecision(approved=False, reason=reason))
        elif self.foot.arming.armed:
            files = self.ticked() if self._request.files else None
            self._finish(ApprovalDecision(approved=True, files=files, scope=self.foot.scope()))

    def _finish(self, decision: ApprovalDecision) -> None:
        if not self._done:
            self._done = True
            self.answered.emit(decision)
