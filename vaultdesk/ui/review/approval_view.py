"""View of an approval request, and its containers: a sheet over the window or a card in the chat."""

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QAbstractButton, QDialog, QHBoxLayout, QVBoxLayout, QWidget

from vaultdesk.tools.runtime.approval_text import request_headline
from vaultdesk.tools.runtime.approvals import ApprovalDecision, ApprovalRequest
from vaultdesk.ui.review.approval_footer import FOOTER_OVERHANG, ChangeFooter, RequestFooter
from vaultdesk.ui.review.approval_header import RequestDetails, RequestHeader
from vaultdesk.ui.review.change_choices import ReviewChoices
from vaultdesk.ui.review.change_set_review import ChangeReview
from vaultdesk.ui.review.consent_text import full_notice, headline, with_part_tokens
from vaultdesk.ui.review.file_checklist import FileChecklist, FilePreview
from vaultdesk.ui.review.passage_choices import LineChoices, PassageChoices, ShownPassage, ShownWithheldNote
from vaultdesk.ui.review.passage_list import PassageChecklist
from vaultdesk.ui.review.text_box import FittedScrollArea, scrolling_column
from vaultdesk.ui.theme.theme import theme
from vaultdesk.ui.translation import translate
from vaultdesk.ui.widgets.frames import SeparatorLine
from vaultdesk.ui.widgets.layouts import column_layout
from vaultdesk.ui.widgets.modal_sheet import ModalSheet, RefusableView, RequestCard

SHEET_EDGE, CARD_EDGE = 28, 16
"""Horizontal margins in design pixels, in the sheet and in the card."""

MAX_HEADER_HEIGHT, MAX_CARD_HEADER_HEIGHT = 260, 280
"""Height in design pixels from which the header scrolls, in the sheet and in the card, so that list and buttons stay
visible.
"""

MAX_DETAILS_HEIGHT = 260
"""Height in design pixels from which expanded details scroll."""


CARD_LINES = 3
"""Lines of the preview in the card."""


def passage_choices(request: ApprovalRequest) -> PassageChoices | None:
    """Return the passages of *request* with their ticks; None if it has none to show."""
    if not request.passages and not request.withheld_notes and not request.query:
        return None
    passages = [
        ShownPassage(
            passage.id,
            passage.path,
            passage.text,
            passage.tokens,
            passage.heading,
            passage.first_line,
            passage.last_line,
            passage.is_whole_note,
            passage.marks,
            passage.ticked,
        )
        for passage in request.passages
    ]
    withheld = [ShownWithheldNote(note.path, translate(note.reason)) for note in request.withheld_notes]
    return PassageChoices(passages, withheld)


class RequestView(RefusableView):
    """Everything the user must see before a tool runs, and the answer. Answers once."""

    answered = Signal(object)
    abandoned = Signal()
    """The user closed the request while the search with other words was running."""

    def __init__(self, request: ApprovalRequest, *, compact: bool = False, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._request = request
        self._done = False
        self.is_searching = False
        px = theme().px
        self._edge = px(CARD_EDGE if compact else SHEET_EDGE)
        self.choices = passage_choices(request)
        listed = bool(self.choices is not None or request.files or request.results)
        folds = listed or bool(request.changes)
        self.header = RequestHeader(request, compact=compact)
        # Created in reading order, which is the tab order; the footer comes last.
        max_header_height = MAX_CARD_HEADER_HEIGHT if compact else MAX_HEADER_HEIGHT
        above, below = (px(14), px(12)) if compact else (px(24), px(18))
        header_area = FittedScrollArea(
            self._padded(self.header, above, below), max_header_height if folds else None, self.tr("Request")
        )
        self.passages = (
            PassageChecklist(self.choices, self._edge, compact=compact) if self.choices is not None else None
        )
        self.checklist = (
            FileChecklist(request.files, self._edge, compact=compact, results=request.results)
            if request.files or request.results
            else None
        )
        self.line_choices = LineChoices()
        self.preview = self._preview(compact)
        self._review_choices = ReviewChoices(request.changes)
        self.review = ChangeReview(self._review_choices, self._edge, compact=compact) if request.changes else None
        # Without a list of what would be sent, the arguments show it: then they are expanded.
        self.details = RequestDetails(request, compact=compact, notice=listed)
        self._details_area = FittedScrollArea(
            self._padded(self.details, px(12) if folds else 0, px(12)),
            MAX_DETAILS_HEIGHT if folds else MAX_CARD_HEADER_HEIGHT if compact else None,
            self.tr("Details"),
        )
        self.footer: RequestFooter | ChangeFooter = (
            ChangeFooter(self._review_choices, compact=compact)
            if request.changes
            else RequestFooter(request, self.choices, compact=compact)
        )
        self.footer.details_button.setVisible(folds)
        if not folds and self.details.arguments.box is not None:
            # Only the arguments show what would be sent: they must have been visible to the end.
            self.footer.approve_delay.set_allowed(False)
            self.footer.approve_button.setToolTip(self.tr("Scroll to the end of the arguments first."))
            self.details.arguments.box.end_seen.connect(self._allow_read)
        self._build_layout(header_area, folds=folds, compact=compact)
        self._connect_parts()
        self.setAccessibleName(translate(request.headline))
        self._update_ticks()
        self._update_changes()
        self._background = "surface" if compact else "raised"
        theme().changed.connect(self._apply_theme)
        self._apply_theme()

    def _build_layout(self, header: QWidget, *, folds: bool, compact: bool) -> None:
        """Add the parts to the layout; *folds* if the details are collapsed below a list."""
        px, request = theme().px, self._request
        outer = column_layout(self)
        # If a card gets less height than it needs, as in quick ask, everything but the buttons scrolls.
        column = scrolling_column(outer, self.tr("Request")) if compact else outer
        column.addWidget(header)
        if folds:
            column.addWidget(SeparatorLine())
        if self.passages is not None:
            column.addWidget(self.passages, 1)
            self.passages.setVisible(bool(request.passages or request.withheld_notes))
        if self.checklist is not None:
            if self.passages is not None:
                column.addWidget(SeparatorLine())
            column.addWidget(self._files(self.checklist, compact), 1)
        if self.review is not None:
            column.addWidget(self.review, 2)
        self._details_line = SeparatorLine()
        column.addWidget(self._details_line)
        column.addWidget(self._details_area)
        self._show_details(not folds)
        if not folds:
            column.addStretch(1)
        outer.addWidget(SeparatorLine())
        outer.addWidget(self._padded(self.footer, px(14), px(14) if compact else px(20), px(FOOTER_OVERHANG)))

    def _connect_parts(self) -> None:
        if self.review is not None:
            self._connect_review(self.review)
        self.footer.answered.connect(self._answer)
        self.footer.details_toggled.connect(self._show_details)
        if self.header.search is not None:
            self.header.search.submitted.connect(self._search_again)
        if self.passages is not None:
            self.passages.ticks_changed.connect(self._update_ticks)
            self.passages.show_first()
        if self.checklist is not None:
            self.checklist.ticks_changed.connect(self._apply_file_ticks)
            self.checklist.show_first()
        if self.preview is not None:
            self.preview.part_changed.connect(self._update_part_tick)

    @property
    def request(self) -> ApprovalRequest:
        return self._request

    def refusal_button(self) -> QAbstractButton:
        return self.footer.cancel_button

    def refuse(self) -> None:
        """Deny the request, as Esc and closing do."""
        self._finish(ApprovalDecision(approved=False))

    def ticked(self) -> tuple[str, ...]:
        """Return the ticked paths, or the ids of the ticked results."""
        return self.checklist.ticked() if self.checklist is not None else ()

    def copy_ticks(self, previous: "RequestView") -> None:
        """Untick what was unticked in the request that this one continues."""
        if self.choices is not None and previous.choices is not None and self.passages is not None:
            self.choices.copy_ticks(previous.choices)
            self.passages.refresh()

    def _apply_theme(self) -> None:
        # Views and their scroll bars have the background of the host.
        palette = self.palette()
        for role in (palette.ColorRole.Window, palette.ColorRole.Base):
            palette.setColor(role, theme().color(self._background))
        self.setPalette(palette)

    def _preview(self, compact: bool) -> FilePreview | None:
        if self._request.preview is None or self.checklist is None:
            return None
        preview = FilePreview(
            self._request.preview,
            self._edge,
            compact=compact,
            line_choices=self.line_choices,
            has_lines=self._request.has_lines,
        )
        if compact:
            preview.set_lines(CARD_LINES)
        return preview

    def _files(self, checklist: FileChecklist, compact: bool) -> QWidget:
        files = QWidget()
        layout: QVBoxLayout | QHBoxLayout = QVBoxLayout(files) if compact else QHBoxLayout(files)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.setSpacing(0)
        layout.addWidget(checklist, 39)
        if self.preview is not None:
            checklist.current_changed.connect(self.preview.show_file)
            layout.addWidget(SeparatorLine(vertical=not compact))
            layout.addWidget(self.preview, 55)
        return files

    def _allow_read(self) -> None:
        self.footer.approve_delay.set_allowed(not self.is_searching)
        self.footer.approve_button.setToolTip("")

    def _padded(self, contents: QWidget, above: int, below: int, overhang: int = 0) -> QWidget:
        host = QWidget()
        column = QVBoxLayout(host)
        column.setContentsMargins(self._edge - overhang, above, self._edge, below)
        column.addWidget(contents)
        return host

    def _show_details(self, shown: bool) -> None:
        self._details_line.setVisible(shown and self.footer.details_button.isVisibleTo(self.footer))
        self._details_area.setVisible(shown)

    def _update_part_tick(self, path: str) -> None:
        """Tick a file that is shared whole or has picked lines; untick one without picked lines."""
        part = self.line_choices.part(path)
        if self.checklist is not None:
            self.checklist.tick(path, part is None or bool(part.shared_text))
        self._update_ticks()

    def _apply_file_ticks(self) -> None:
        """Share a file whole if it is ticked in the list without picked lines."""
        for path, part in self.line_choices.parts(self.ticked()).items():
            if not part.shared_text:
                self.line_choices.share_whole(path)
        if self.preview is not None:
            self.preview.refresh()
        self._update_ticks()

    def _update_ticks(self) -> None:
        ticked = self.ticked()
        parts = self.line_choices.parts(ticked)
        if self.checklist is not None:
            paths = [choice.path for choice in self._request.files]
            self.checklist.show_parts({path: part.tokens for path, part in self.line_choices.parts(paths).items()})
        if isinstance(self.footer, RequestFooter):
            request = with_part_tokens(self._request, parts)
            self.header.set_headline(headline(request, ticked, self.choices, parts))
            self.footer.show_ticked(request, ticked, parts)
            self.details.set_notice(full_notice(request, ticked, self.choices, parts))

    def _connect_review(self, review: ChangeReview) -> None:
        review.changed.connect(self._update_changes)
        if isinstance(self.footer, ChangeFooter):
            self.footer.show_unseen_requested.connect(review.show_unseen)

    def _update_changes(self) -> None:
        if self.review is not None and isinstance(self.footer, ChangeFooter):
            self.header.set_headline(translate(request_headline(self._request, (), self._review_choices.answer())))
            self.footer.show_choices(len(self.review.unseen()), editing=self.review.editing)

    def _answer(self, choice: str, reason: str) -> None:
        if choice != "approve":
            self._finish(ApprovalDecision(approved=False, reason=reason))
        elif self.footer.approve_delay.armed:
            request = self._request
            self._finish(
                ApprovalDecision(
                    approved=True,
                    files=self.ticked()
                    if request.files and self.checklist is not None and not request.results
                    else None,
                    lines={path: part.ranges for path, part in self.line_choices.parts(self.ticked()).items()},
                    scope=self.footer.scope() if isinstance(self.footer, RequestFooter) else "once",
                    changes=self._review_choices.answer() if self.review is not None else None,
                    results=self.ticked() if request.results else None,
                    passages=self.passages.ticked() if self.passages is not None else None,
                )
            )

    def _search_again(self, query: str) -> None:
        if self.header.search is not None:
            self.header.search.show_searching()
        self.footer.approve_delay.set_allowed(False)
        if self.passages is not None:
            self.passages.setEnabled(False)
        self.focus_refusal()
        self.is_searching = True
        self._finish(ApprovalDecision(approved=False, new_query=query))

    def _finish(self, decision: ApprovalDecision) -> None:
        if not self._done:
            self._done = True
            self.answered.emit(decision)
        elif self.is_searching and not decision.new_query:
            self.is_searching = False
            self.abandoned.emit()


READ_SHEET_SIZE = (940, 640)
"""Width and height in design pixels of a request that names files."""

WRITE_SHEET_SIZE = (1040, 812)
"""Width and height in design pixels of a request that changes notes."""

PASSAGES_WIDTH, PLAIN_WIDTH = 720, 640
"""Width of a request with passages, and of one without a list; the height depends on the contents."""


def sheet_size(request: ApprovalRequest) -> tuple[int, int | None]:
    """Return the preferred size of the sheet for *request*."""
    if request.changes:
        return WRITE_SHEET_SIZE
    if (request.passages or request.withheld_notes or request.query) and not request.files:
        return PASSAGES_WIDTH, None
    return READ_SHEET_SIZE if request.files or request.results else (PLAIN_WIDTH, None)


class ApprovalDialog(ModalSheet):
    """Sheet with a request. `decision` is the answer; closing denies.

    After a search with other words it stays open for the request that follows.
    """

    def __init__(self, request: ApprovalRequest, parent: QWidget) -> None:
        super().__init__(parent, *sheet_size(request))
        self.decision = ApprovalDecision(approved=False)
        self.view: RequestView = RequestView(request)
        self._show_view(self.view)

    def show_request(self, request: ApprovalRequest) -> None:
        """Show *request* instead of the current one."""
        previous, self.view = self.view, RequestView(request)
        self.view.copy_ticks(previous)
        self.body.removeWidget(previous)
        previous.hide()
        previous.deleteLater()
        self._show_view(self.view)
        self.set_preferred_size(*sheet_size(request))
        self.view.show()

    def _show_view(self, view: RequestView) -> None:
        self.body.addWidget(view)
        self.setAccessibleName(view.header.headline())
        view.answered.connect(self._finish_with)
        view.abandoned.connect(lambda: self.done(QDialog.DialogCode.Rejected))

    def _finish_with(self, decision: ApprovalDecision) -> None:
        self.decision = decision
        if not decision.new_query:
            self.done(QDialog.DialogCode.Accepted if decision.approved else QDialog.DialogCode.Rejected)


class ApprovalCard(RequestCard):
    """Card in the chat with a request."""

    def __init__(self, request: ApprovalRequest, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.view: RequestView = RequestView(request, compact=True)
        self.setAccessibleName(self.view.header.headline())
        self.column.addWidget(self.view)

    def show_request(self, request: ApprovalRequest) -> None:
        """Show *request* instead of the current one."""
        previous, self.view = self.view, RequestView(request, compact=True)
        self.view.copy_ticks(previous)
        self.column.removeWidget(previous)
        previous.hide()
        previous.deleteLater()
        self.column.addWidget(self.view)
        self.setAccessibleName(self.view.header.headline())
        self.view.show()
