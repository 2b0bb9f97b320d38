"""The view of an approval request, and what it stands in: a dialog or a card in the chat."""

from PySide6.QtCore import QEvent, Qt, QTimer, Signal
from PySide6.QtGui import QCloseEvent, QFocusEvent, QKeyEvent, QPainter, QPaintEvent, QPen, QShowEvent
from PySide6.QtWidgets import QDialog, QFrame, QHBoxLayout, QVBoxLayout, QWidget

from vaultdesk.tools.runtime.approval_text import request_headline
from vaultdesk.tools.runtime.approvals import ApprovalDecision, ApprovalRequest
from vaultdesk.ui.review.approval_foot import ChangeFooter, RequestFooter
from vaultdesk.ui.review.approval_head import RequestHeader
from vaultdesk.ui.review.change_choices import ReviewChoices
from vaultdesk.ui.review.change_set_review import ChangeReview
from vaultdesk.ui.review.file_checklist import FileChecklist, FilePreview
from vaultdesk.ui.review.text_box import FittedScrollArea
from vaultdesk.ui.theme.theme import theme
from vaultdesk.ui.translation import translate
from vaultdesk.ui.widgets.frames import SeparatorLine

DIALOG_EDGE, CARD_EDGE = 24, 12
"""Design pixels from the sides to the contents, in the dialog and in the card."""

MAX_HEAD_HEIGHT, MAX_CARD_HEAD_HEIGHT = 260, 280
"""Pixels from which the head scrolls, in the dialog and in the card, so that files and buttons stay in sight.

In a dialog without files nothing else wants the height: there the head may have all of it."""

QWIDGETSIZE_MAX = 16_777_215
"""Qt's own name and number for "as large as it likes"."""

CARD_LINES = 3
"""Lines of the preview in the card."""


class RequestView(QWidget):
    """Everything a person must see before a tool runs, and the answer. Answers once."""

    answered = Signal(object)
    """The `ApprovalDecision`."""

    def __init__(self, request: ApprovalRequest, *, compact: bool = False, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._request = request
        self._done = False
        self._edge = theme().px(CARD_EDGE if compact else DIALOG_EDGE)
        listed = bool(request.files or request.results)
        self.head = RequestHeader(request, compact=compact)
        # Made in the order they are read in, which is the order of Tab; the foot comes last.
        head = FittedScrollArea(
            self._padded(self.head, self._edge, theme().px(12)),
            MAX_CARD_HEAD_HEIGHT if compact else MAX_HEAD_HEIGHT if listed or request.changes else None,
            self.tr("What is asked"),
        )
        self.checklist = (
            FileChecklist(request.files, self._edge, compact=compact, results=request.results) if listed else None
        )
        self.preview = self._preview(compact)
        self._choices = ReviewChoices(request.changes)
        self.review = ChangeReview(self._choices, self._edge, compact=compact) if request.changes else None
        self.foot: RequestFooter | ChangeFooter = (
            ChangeFooter(self._choices, compact=compact) if request.changes else RequestFooter(request, compact=compact)
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
        column.addWidget(self._padded(self.foot, theme().px(12), self._edge * 3 // 4))
        self.foot.answered.connect(self._answer)
        self.setAccessibleName(translate(request.headline))
        if self.checklist is not None:
            self.checklist.ticks_changed.connect(self._update_ticks)
            self.checklist.show_first()
        self._update_ticks()
        self._update_changes()
        self._ground = "surface" if compact else "raised"
        theme().changed.connect(self._apply_theme)
        self._apply_theme()

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

    def _apply_theme(self) -> None:
        # Views and their scroll bars stand on the host's ground.
        palette = self.palette()
        for role in (palette.ColorRole.Window, palette.ColorRole.Base):
            palette.setColor(role, theme().color(self._ground))
        self.setPalette(palette)

    def _focus_cancel(self) -> None:
        # With the reason of a key, the ring is seen even after a mouse click (vaultdesk/ui/theme/README.md, "States").
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

    def _update_ticks(self) -> None:
        ticked = self.ticked()
        if self.checklist is not None:
            self.head.set_headline(translate(request_headline(self._request, ticked)))
        if isinstance(self.foot, RequestFooter):
            self.foot.show_ticked(ticked)

    def _follow_review(self, review: ChangeReview) -> None:
        review.changed.connect(self._update_changes)
        if isinstance(self.foot, ChangeFooter):
            self.foot.show_unseen_requested.connect(review.show_unseen)

    def _update_changes(self) -> None:
        if self.review is not None and isinstance(self.foot, ChangeFooter):
            self.head.set_headline(translate(request_headline(self._request, (), self._choices.answer())))
            self.foot.show_choices(len(self.review.unseen()), editing=self.review.editing)

    def _answer(self, choice: str, reason: str) -> None:
        if choice != "approve":
            self._finish(ApprovalDecision(approved=False, reason=reason))
        elif self.foot.arming.armed:
            results = self.ticked() if self._request.results else None
            files = self.ticked() if self._request.files and results is None else None
            scope = self.foot.scope() if isinstance(self.foot, RequestFooter) else "once"
            changes = self._choices.answer() if self.review is not None else None
            decision = ApprovalDecision(approved=True, files=files, scope=scope, changes=changes, results=results)
            self._finish(decision)

    def _finish(self, decision: ApprovalDecision) -> None:
        if not self._done:
            self._done = True
            self.answered.emit(decision)


READ_DIALOG_SIZE = (940, 664)
"""Width and height in pixels of a request that names files."""

WRITE_DIALOG_SIZE = (1040, 812)
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
        room, px = parent.window().size(), theme().px
        size = WRITE_DIALOG_SIZE if request.changes else READ_DIALOG_SIZE if request.files or request.results else None
        wide = size[0] if size is not None else PLAIN_WIDTH
        self._wide = max(min(px(wide), max(room.width() - 16, px(320))), self.minimumSizeHint().width())
        self._most = max(room.height() - 16, px(240))
        self._fitted = 0
        self._fits_contents = size is None
        if size is not None:
            self.resize(self._wide, min(px(size[1]), self._most))
        else:
            self.resize(self._wide, 0)
            self._fit()
        self.view.answered.connect(self._finish_with)
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
        self.view.refuse()
        super().reject()

    def closeEvent(self, event: QCloseEvent) -> None:
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

    def _finish_with(self, decision: ApprovalDecision) -> None:
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
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.setPen(QPen(theme().color("control"), 1))
        painter.setBrush(theme().color("surface"))
        radius = theme().px(8)
        painter.drawRoundedRect(self.rect().adjusted(0, 0, -1, -1), radius, radius)
