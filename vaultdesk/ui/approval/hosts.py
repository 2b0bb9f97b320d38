"""Hosts: the two places a request is shown in. Neither adds a rule of its own."""

from PySide6.QtCore import Qt
from PySide6.QtGui import QCloseEvent, QKeyEvent, QPainter, QPaintEvent, QPen
from PySide6.QtWidgets import QDialog, QFrame, QVBoxLayout, QWidget

from vaultdesk.tools.approvals import ApprovalDecision, ApprovalRequest
from vaultdesk.ui.approval.request_view import RequestView
from vaultdesk.ui.theme.theme import theme

READ_SIZE = (940, 664)
"""Width and height in pixels of a request that names files (LOOK, Measures)."""

PLAIN_SIZE = (640, 0)
"""The same without files; the height follows the contents."""


class ApprovalDialog(QDialog):
    """A window-modal dialog around a request. `decision` is what was answered; closing is a refusal."""

    def __init__(self, request: ApprovalRequest, parent: QWidget) -> None:
        super().__init__(parent)
        self.decision = ApprovalDecision(approved=False)
        self.view = RequestView(request)
        self.setWindowTitle(self.tr("Allow this?"))
        self.setWindowModality(Qt.WindowModality.WindowModal)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.addWidget(self.view)
        wide, high = READ_SIZE if request.files else PLAIN_SIZE
        room, step = parent.window().size(), theme().step
        width = max(min(step(wide), max(room.width() - 16, step(320))), self.minimumSizeHint().width())
        height = min(step(high), max(room.height() - 16, step(240))) if high else column.totalHeightForWidth(width)
        self.resize(width, height)
        self.view.answered.connect(self._take)
        theme().changed.connect(self.update)

    def paintEvent(self, event: QPaintEvent) -> None:
        """Draw the ground of what floats."""
        QPainter(self).fillRect(self.rect(), theme().color("raised"))

    def reject(self) -> None:
        """Esc: refuse."""
        self.view.refuse()
        super().reject()

    def closeEvent(self, event: QCloseEvent) -> None:
        """Closing: refuse."""
        self.view.refuse()
        super().closeEvent(event)

    def _take(self, decision: ApprovalDecision) -> None:
        self.decision = decision
        self.done(QDialog.DialogCode.Accepted if decision.approved else QDialog.DialogCode.Rejected)


class ApprovalCard(QFrame):
    """A card in the chat around a request."""

    def __init__(self, request: ApprovalRequest, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.view = RequestView(request, compact=True)
        self.setAccessibleName(self.tr("Allow this?"))
        column = QVBoxLayout(self)
        column.setContentsMargins(1, 1, 1, 1)
        column.addWidget(self.view)
        theme().changed.connect(self.update)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Keep keys meant for the question from reaching the chat around it."""
        event.accept()

    def paintEvent(self, event: QPaintEvent) -> None:
        """Draw the card's ground and border."""
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.setPen(QPen(theme().color("control"), 1))
        painter.setBrush(theme().color("surface"))
        radius = theme().step(8)
        painter.drawRoundedRect(self.rect().adjusted(0, 0, -1, -1), radius, radius)
