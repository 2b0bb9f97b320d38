"""Hosts: the two places a request is shown in. Neither adds a rule of its own."""

from PySide6.QtCore import QEvent, Qt
from PySide6.QtGui import QCloseEvent, QKeyEvent, QPainter, QPaintEvent, QPen
from PySide6.QtWidgets import QDialog, QFrame, QVBoxLayout, QWidget

from vaultdesk.tools.runtime.approvals import ApprovalDecision, ApprovalRequest
from vaultdesk.ui.approval.request_view import RequestView
from vaultdesk.ui.theme.theme import theme

READ_SIZE = (940, 664)
"""Width and height in pixels of a request that names files (LOOK, Measures)."""

WRITE_SIZE = (1040, 812)
"""The same of a request that changes notes."""

PLAIN_WIDTH = 640
"""The same without either; the height follows the contents, up to that of the window."""


class ApprovalDialog(QDialog):
    """A window-modal dialog around a request. `decision` is what was answered; closing is a refusal."""

    def __init__(self, request: ApprovalRequest, parent: QWidget) -> None:
        super().__init__(parent)
        self.decision = ApprovalDecision(approved=False)
        self.view = RequestView(request)
        self.setWindowTitle(self.tr("Allow this?"))
        self.setWindowModality(Qt.WindowModality.WindowModal)
        column = QVBoxLayout(self)
        column.setContentsMargins(1, 1, 1, 1)
        column.addWidget(self.view)
        room, step = parent.window().size(), theme().step
        size = WRITE_SIZE if request.changes else READ_SIZE if request.files or request.results else None
        wide = size[0] if size is not None else PLAIN_WIDTH
        self._wide = max(min(step(wide), max(room.width() - 16, step(320))), self.minimumSizeHint().width())
        self._most = max(room.height() - 16, step(240))
        self._fitted = 0
        self._fits_contents = size is None
        if size is not None:
            self.resize(self._wide, min(step(size[1]), self._most))
        else:
            self.resize(self._wide, 0)
            self._fit()
        self.view.answered.connect(self._take)
        theme().changed.connect(self.update)

    def event(self, event: QEvent) -> bool:
        """Grow with the contents: their height is certain only once they are dressed, and a reason adds a field."""
        done = super().event(event)
        if event.type() in (QEvent.Type.LayoutRequest, QEvent.Type.Show) and self._fits_contents:
            self._fit()
        return done

    def paintEvent(self, event: QPaintEvent) -> None:
        """Draw the ground of what floats; high contrast has a line around it."""
        look, painter = theme(), QPainter(self)
        painter.fillRect(self.rect(), look.color("raised"))
        if look.tokens.high_contrast:
            painter.setPen(QPen(look.color("control"), 1))
            painter.drawRect(self.rect().adjusted(0, 0, -1, -1))

    def reject(self) -> None:
        """Esc: refuse."""
        self.view.refuse()
        super().reject()

    def closeEvent(self, event: QCloseEvent) -> None:
        """Closing: refuse."""
        self.view.refuse()
        super().closeEvent(event)

    def _fit(self) -> None:
        # Reckoned at the first width: a person who drags the window smaller is not worked against.
        # A pixel to spare each way: at 150 % a window manager rounds to its own, and the head would scroll by one.
        layout = self.layout()
        wanted = min(layout.totalHeightForWidth(self._wide - 1) + 1, self._most) if layout is not None else 0
        if wanted > self._fitted:
            self._fitted = wanted
            self.resize(self.width(), max(self.height(), wanted))

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
