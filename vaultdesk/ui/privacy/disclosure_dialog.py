"""Review of a request to a provider: view with the choice of excerpts, sheet, and the preview from the chat."""

import asyncio
from collections.abc import Awaitable, Callable

import shiboken6
from msgspec import Struct
from PySide6.QtCore import QObject, Qt, Signal
from PySide6.QtWidgets import QAbstractButton, QApplication, QDialog, QStackedWidget, QVBoxLayout, QWidget

from vaultdesk.core.errors import VaultDeskError
from vaultdesk.privacy.disclosure_history import DisclosureHistory
from vaultdesk.privacy.disclosure_review import DisclosureDecision, DisclosureExcerpt, DisclosureRequest
from vaultdesk.privacy.egress_gate import PASSAGE_PURPOSES
from vaultdesk.tools.runtime.approval_text import destination_text
from vaultdesk.tools.text_sanitizer import sanitize_line, sanitize_text
from vaultdesk.ui.bridge import ask, start
from vaultdesk.ui.chat.chat_dock import ChatDock
from vaultdesk.ui.chat.open_conversations import ConversationController
from vaultdesk.ui.formatting import dollars, format_number, plural_text
from vaultdesk.ui.review.approval_footer import FOOTER_OVERHANG, ApprovalFooter
from vaultdesk.ui.review.approval_view import CARD_EDGE, PASSAGES_WIDTH, SHEET_EDGE
from vaultdesk.ui.review.consent_text import (
    Sentence,
    destination_address,
    destination_name,
    passages_button,
    passages_headline,
)
from vaultdesk.ui.review.passage_choices import PassageChoices, ShownPassage, ShownWithheldNote
from vaultdesk.ui.review.passage_list import ExcerptText, PassageChecklist
from vaultdesk.ui.review.text_box import scrolling_column
from vaultdesk.ui.theme.theme import theme
from vaultdesk.ui.translation import translate, translate_error, translator
from vaultdesk.ui.widgets.form_controls import Switch
from vaultdesk.ui.widgets.frames import SeparatorLine
from vaultdesk.ui.widgets.labels import PlainLabel, as_tooltip
from vaultdesk.ui.widgets.layouts import column_layout
from vaultdesk.ui.widgets.modal_sheet import ModalSheet, RefusableView, RequestCard
from vaultdesk.ui.window.main_window import MainWindow
from vaultdesk.workspace import Workspace

_tr = translator("DisclosureDialog")
_tr_excerpt_list = translator("ExcerptList")


class DisclosureReviewController(QObject):
    """Registered with the gate as long as it exists; call `close` before the vault is closed."""

    def __init__(self, window: MainWindow, workspace: Workspace, chat: ChatDock, parent: QObject) -> None:
        super().__init__(parent)
        self._window = window
        self._workspace = workspace
        self._chat = chat
        self.reviewer = WindowDisclosureReviewer(window, workspace.egress_policy.history)
        workspace.egress_policy.reviewer = self.reviewer
        window.commands.bind("what-leaves", self.show_preview)
        chat.composer.disclosure_requested.connect(self.show_preview)
        chat.model_changed.connect(lambda _words: self._update_button())
        window.commands.keys_changed.connect(self._update_button)
        chat.running_changed.connect(self._running_changed)
        self._update_button()

    def close(self) -> None:
        """Unregister from the gate."""
        self._window.commands.keys_changed.disconnect(self._update_button)
        if self._workspace.egress_policy.reviewer is self.reviewer:
            self._workspace.egress_policy.reviewer = None

    def show_preview(self) -> None:
        """Show the request that sending the typed question would make now."""
        start(self._show_preview(), self)

    def _controller(self) -> ConversationController:
        shown = self._chat.conversation_id
        return next(controller for controller in self._chat.conversations if controller.conversation.id == shown)

    async def _show_preview(self) -> None:
        controller, question = self._controller(), self._chat.composer.question
        models = self._chat.models
        try:
            profile = await self._chat.agents.profile(controller)
            request = await self._workspace.preview(
                controller.conversation, question, models.chosen(controller), profile=profile
            )
        except VaultDeskError as problem:
            self._window.notify(translate_error(problem))
            return
        decision = await self.reviewer.preview(request, self._disabled_reason(controller, question.text))
        if not decision.send:
            return
        self._workspace.egress_policy.apply_preview(request, decision)
        if self._controller() is controller and self._chat.composer.question == question:
            self._chat.composer.submit()

    def _running_changed(self, running: bool) -> None:
        if not running:
            self.reviewer.forget()

    def _disabled_reason(self, controller: ConversationController, text: str) -> str:
        if controller.running:
            return self.tr("An answer is in progress. Wait for it or stop it.")
        return "" if text else self.tr("Type a question to send it.")

    def _update_button(self) -> None:
        model = self._chat.models.shown
        self._chat.composer.set_remote(model is not None and not model.local, self._window.commands.keys("what-leaves"))


ExternalReview = Callable[[DisclosureRequest], Awaitable[DisclosureDecision | None]]
"""Asks outside the main window; returns None if the window should ask."""


class _PreviewDecision(Struct, frozen=True):
    """An answer given in the preview shortly before the gate asked for it, and the identity of its request."""

    identity: tuple[object, ...]
    decision: DisclosureDecision


class WindowDisclosureReviewer:
    """A `DisclosureReviewer` for the desktop. If no window is visible, it refuses (vaultdesk/tools/README.md, "Approval
    rules", 8).
    """

    def __init__(self, window: QWidget, history: DisclosureHistory) -> None:
        self._window = window
        self._history = history
        self.external_review: ExternalReview | None = None
        """Asks for answers that are shown elsewhere; None if there is no such view."""
        self._dialog_lock = asyncio.Lock()
        self._previewed: dict[str, _PreviewDecision] = {}

    async def review(self, request: DisclosureRequest) -> DisclosureDecision:
        """Show *request*, which waits to be sent, and return the answer; cancelling removes it unanswered."""
        preview = self._previewed.pop(request.conversation_id, None)
        if preview is not None and preview.identity == _request_identity(request):
            return preview.decision  # The user has just reviewed this very request and pressed Send.
        decision = await self.external_review(request) if self.external_review is not None else None
        if decision is not None:
            return decision
        async with self._dialog_lock:
            if not shiboken6.isValid(self._window) or not self._window.isVisible():
                return DisclosureDecision(send=False, reason="The window was not open, so the user could not be asked.")
            QApplication.alert(self._window)
            return await self._show(request, waits_for_answer=True)

    async def preview(self, request: DisclosureRequest, disabled_reason: str = "") -> DisclosureDecision:
        """Show *request* because the user asked for it; *disabled_reason* explains why it cannot be sent now."""
        async with self._dialog_lock:
            decision = await self._show(request, waits_for_answer=False, disabled_reason=disabled_reason)
        if decision.send:
            self._previewed[request.conversation_id] = _PreviewDecision(_request_identity(request), decision)
        return decision

    def forget(self) -> None:
        """Discard unused answers: later requests are different."""
        self._previewed.clear()

    async def _show(
        self, request: DisclosureRequest, *, waits_for_answer: bool, disabled_reason: str = ""
    ) -> DisclosureDecision:
        history = self._history.of(request.conversation_id)
        view = DisclosureView(request, waits_for_answer=waits_for_answer, disabled_reason=disabled_reason)
        view.every_send.setChecked(history.review_all)

        def set_review_all(every_send: bool) -> None:
            history.review_all = every_send

        view.every_send.toggled.connect(set_review_all)
        dialog = DisclosureDialog(view, self._window)
        try:
            await ask(dialog)
            return dialog.decision
        finally:
            if shiboken6.isValid(dialog):
                dialog.deleteLater()


def _request_identity(request: DisclosureRequest) -> tuple[object, ...]:
    """Return the parts of a request that distinguish it for a user who reviewed it."""
    excerpts = tuple((excerpt.id, excerpt.path, excerpt.text) for excerpt in request.excerpts)
    return (request.destination, request.model, request.question, excerpts)


class DisclosureView(RefusableView):
    """The whole request, with the list of an approval request.

    The user opens it before sending, or the egress gate opens it just before a transmission; only the texts differ.
    """

    answered = Signal(object)
    """The `DisclosureDecision`."""

    def __init__(
        self,
        request: DisclosureRequest,
        *,
        waits_for_answer: bool,
        disabled_reason: str = "",
        compact: bool = False,
        parent: QWidget | None = None,
    ) -> None:
        """*waits_for_answer* means that the egress gate waits for the answer.

        *disabled_reason* explains why nothing can be sent now; empty if it can.
        """
        super().__init__(parent)
        self.choices = ExcerptChoices(request)
        self._is_answered = False
        self._waits_for_answer = waits_for_answer
        px = theme().px
        self._edge = px(CARD_EDGE if compact else SHEET_EDGE)
        self._headline = PlainLabel("", font="title" if compact else "headline", wrap=True)
        self._second_line = PlainLabel("", role="text2", wrap=True)
        self.passages = PassageChecklist(self.choices.passages, self._edge, compact=compact, can_shorten=True)
        self.text = ExcerptText(self._edge)
        self._pages = QStackedWidget()
        self.every_send = Switch(self.tr("Review before each send in this chat"))
        self.footer = ApprovalFooter(self.tr("Don’t Send") if waits_for_answer else self.tr("Close"), compact=compact)
        self.cancel, self.send = self.footer.cancel_button, self.footer.approve_button
        self.approve_delay = self.footer.approve_delay
        self.details = PlainLabel("", role="text2", font="small", wrap=True)
        self._build_layout(request, compact=compact)
        self._can_send = not disabled_reason
        if disabled_reason:
            self.send.setToolTip(as_tooltip(disabled_reason))
        self._connect()
        self._update_summary()
        self.setAccessibleName(self._headline.text())

    def refusal_button(self) -> QAbstractButton:
        return self.cancel

    def refuse(self) -> None:
        """Answer no, as Esc and closing do."""
        self._finish(DisclosureDecision(send=False))

    def headline(self) -> str:
        return self._headline.text()

    def _build_layout(self, request: DisclosureRequest, *, compact: bool) -> None:
        px = theme().px
        outer = column_layout(self)
        column = scrolling_column(outer, self.tr("What is sent")) if compact else outer
        head = QVBoxLayout()
        head.setContentsMargins(self._edge, px(14 if compact else 24), self._edge, px(12 if compact else 18))
        head.setSpacing(px(6))
        head.addWidget(self._headline)
        head.addWidget(self._second_line)
        column.addLayout(head)
        column.addWidget(SeparatorLine())
        if self.choices.passages.passages or self.choices.passages.withheld:
            self._pages.addWidget(self.passages)
            self._pages.addWidget(self.text)
            column.addWidget(self._pages, 1)
            column.addWidget(SeparatorLine())
        else:
            self._pages.hide()
        bottom = QVBoxLayout()
        bottom.setContentsMargins(self._edge - px(FOOTER_OVERHANG), px(14), self._edge, px(14 if compact else 20))
        bottom.addWidget(self.footer)
        outer.addLayout(bottom)
        self._fill_footer(request)

    def _fill_footer(self, request: DisclosureRequest) -> None:
        withheld = withheld_texts(request)
        if withheld:
            self.footer.above.addWidget(PlainLabel("\n".join(withheld), "text2", "small", wrap=True))
        self.footer.above.addWidget(self.details)
        self.details.hide()
        self.footer.reason_button.hide()
        is_remote = not request.destination.local
        if is_remote:
            self.footer.add_left(self.every_send)
        self.footer.set_stops_before_buttons((self.every_send,) if is_remote else ())

    def _connect(self) -> None:
        self.passages.ticks_changed.connect(self._update_summary)
        self.passages.shorten_requested.connect(self._shorten)
        self.text.shortened.connect(self._cut)
        self.text.closed.connect(self._show_list)
        self.footer.details_toggled.connect(self.details.setVisible)
        self.footer.answered.connect(self._answer)
        self.passages.show_first()

    def _shorten(self, passage: ShownPassage) -> None:
        self._pages.setCurrentWidget(self.text)
        self.text.show_passage(passage, self.choices.passages.text(passage))

    def _show_list(self) -> None:
        self.passages.refresh()
        self._pages.setCurrentWidget(self.passages)
        self.passages.list.setFocus(Qt.FocusReason.TabFocusReason)

    def _cut(self, passage: ShownPassage, text: str | None) -> None:
        self.choices.passages.shorten(passage, text)
        if text is not None:
            # Choosing the part of a passage to send also ticks the passage.
            self.choices.passages.tick([passage], True)
        self._update_summary()

    def _update_summary(self) -> None:
        choices, request = self.choices, self.choices.request
        self._headline.setText(self._title(request))
        self._second_line.setText(self._explanation(request))
        self.footer.show_notice(leaving_text(choices), is_remote=not request.destination.local)
        self.details.setText(request_text(choices))
        self.send.setText(send_button_text(choices))
        has_text = bool(choices.passages.ticked_passages) or request.purpose not in PASSAGE_PURPOSES
        self.approve_delay.set_allowed(self._can_send and has_text)

    def _title(self, request: DisclosureRequest) -> str:
        receiver = destination_name(request.destination)
        if self._waits_for_answer:
            # A question is sent even with nothing ticked.
            if self.choices.passages.ticked_passages or request.purpose in PASSAGE_PURPOSES:
                return passages_headline(self.choices.passages, request.destination)
            return self.tr("Send your question to {who}?").format(who=receiver)
        if request.destination.local:
            return self.tr("What {who} would read, on this computer").format(who=receiver)
        return self.tr("What would leave this computer")

    def _explanation(self, request: DisclosureRequest) -> str:
        if request.purpose == "rewrite":
            return self.tr("The model rewrites this passage of your note. Your instruction goes with it.")
        if request.purpose == "definition":
            return self.tr("The model uses this passage of your note to define a word.")
        if not self.choices.passages.ticked_passages:
            return self.tr(
                "No text of your notes goes with it: only what is written in this chat, and how tools are used."
            )
        question = sanitize_line(request.question, 160)
        if not question or request.purpose in ("title", "summary"):
            return self.tr("This text of your notes goes with the chat.")
        return self.tr("This text of your notes goes with “{question}”.").format(question=question)

    def _answer(self, choice: str, _reason: str) -> None:
        if choice != "approve":
            self.refuse()
        elif self.approve_delay.armed:
            self._finish(self.choices.decision())

    def _finish(self, decision: DisclosureDecision) -> None:
        if not self._is_answered:
            self._is_answered = True
            self.answered.emit(decision)


NO_LIST_WIDTH = 640
"""Width of the sheet without passages in design pixels."""


class DisclosureDialog(ModalSheet):
    """A sheet around a `DisclosureView`. `decision` is the answer; closing refuses."""

    def __init__(self, view: DisclosureView, parent: QWidget) -> None:
        super().__init__(parent, PASSAGES_WIDTH if view.choices.request.excerpts else NO_LIST_WIDTH)
        self.view: DisclosureView = view
        self.decision = DisclosureDecision(send=False)
        self.setWindowTitle(self.tr("What leaves this computer"))
        self.setAccessibleName(view.headline())
        self.body.addWidget(view)
        view.answered.connect(self._finish_with)

    def _finish_with(self, decision: DisclosureDecision) -> None:
        self.decision = decision
        self.done(QDialog.DialogCode.Accepted if decision.send else QDialog.DialogCode.Rejected)


class DisclosureCard(RequestCard):
    """A card around a `DisclosureView`, if there is not enough space for a sheet."""

    def __init__(self, request: DisclosureRequest, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.view: DisclosureView = DisclosureView(request, waits_for_answer=True, compact=True)
        self.setAccessibleName(self.view.headline())
        self.column.addWidget(self.view)


class ExcerptChoices:
    """One request with ticks for its passages. Those withheld before, and private ones, are initially unticked."""

    def __init__(self, request: DisclosureRequest) -> None:
        self.request = request
        withheld = [ShownWithheldNote(note.path, translate(note.reason)) for note in request.closed_notes]
        self.passages = PassageChoices(map(_shown, request.excerpts), withheld)

    @property
    def tokens(self) -> int:
        """The approximate number of tokens sent in total, including instructions, tools and earlier messages."""
        as_asked = sum(excerpt.tokens for excerpt in self.request.excerpts if excerpt.state != "kept")
        return max(0, self.request.tokens - as_asked + self.passages.tokens)

    @property
    def cost(self) -> float | None:
        """The approximate cost of the question in US dollars; None if the price is unknown."""
        price = self.request.price
        return None if price is None else self.tokens * price.input / 1_000_000

    def decision(self) -> DisclosureDecision:
        """Return the decision to send with these choices."""
        replacements: dict[str, str | None] = {**self.passages.shortened}
        released: list[str] = []
        for excerpt in self.request.excerpts:
            is_sent, was_withheld = self.passages.is_ticked(excerpt.id), excerpt.state == "kept"
            if was_withheld and is_sent and excerpt.id not in replacements:
                released.append(excerpt.id)
            elif not was_withheld and not is_sent:
                replacements[excerpt.id] = None
        return DisclosureDecision(send=True, replacements=replacements, released=tuple(released))


def _shown(excerpt: DisclosureExcerpt) -> ShownPassage:
    needs_consent = excerpt.state == "kept" or (excerpt.state == "ask" and excerpt.is_private)
    return ShownPassage(
        excerpt.id,
        excerpt.path,
        excerpt.text,
        excerpt.tokens,
        excerpt.heading,
        excerpt.first_line,
        excerpt.last_line,
        excerpt.is_whole_note,
        ticked=not needs_consent,
        remark=excerpt_remark(excerpt),
    )


def excerpt_remark(excerpt: DisclosureExcerpt) -> str:
    """Return a remark on an excerpt besides its location."""
    match excerpt.state:
        case "kept":
            return _tr_excerpt_list("withheld by you before")
        case "ask" | "new" if excerpt.is_private:
            return _tr_excerpt_list("private: {why}").format(why=translate(excerpt.reason))
        case "sent":
            return _tr_excerpt_list("sent there before")
        case _:
            return ""


def leaving_text(choices: ExcerptChoices) -> Sentence:
    """Return the receiver, the number of tokens sent, and how many of them are text of notes."""
    destination, of_notes = choices.request.destination, choices.passages.tokens
    if destination.local:
        return Sentence(_tr("**Nothing leaves this computer.**"))
    if of_notes:
        template = _tr("About **{n} tokens** leave this computer for **{host}**, {notes} of them from your notes")
    else:
        template = _tr("About **{n} tokens** leave this computer for **{host}**, none of them from your notes")
    values = {"n": format_number(choices.tokens), "notes": format_number(of_notes)}
    return Sentence(template, {**values, "host": destination_address(destination)})


def request_text(choices: ExcerptChoices) -> str:
    """Return the model and question of the request, and its cost if the price is known, each on a line."""
    request = choices.request
    receiver, model = destination_text(request.destination), sanitize_text(request.model)
    lines = [_tr("{model} at {who}").format(model=model, who=receiver)]
    if request.question:
        template = (
            _tr("Instruction to the model: “{question}”")
            if request.purpose in PASSAGE_PURPOSES
            else _tr("Your question: “{question}”")
        )
        lines.append(template.format(question=sanitize_line(request.question, 400)))
    if choices.cost is not None:
        lines.append(
            _tr("With the chat and the instructions it is about {n} tokens, {money}.").format(
                n=format_number(choices.tokens), money=dollars(choices.cost)
            )
        )
    return "\n".join(lines)


def send_button_text(choices: ExcerptChoices) -> str:
    if not choices.request.excerpts:
        return _tr("Send")
    number, request = len(choices.passages.ticked_passages), choices.request
    if request.purpose in PASSAGE_PURPOSES:
        # Without its passage there is no request: the button is then disabled.
        return passages_button(number or len(request.excerpts), request.destination)
    if number:
        return passages_button(number, request.destination)
    return _tr("Send without Notes")


def withheld_texts(request: DisclosureRequest) -> list[str]:
    """Return one sentence each for withheld answers and comments, which are withheld besides notes."""
    counts = (
        (
            request.withheld_answers,
            _tr("1 earlier answer is not sent because it may repeat private text."),
            _tr("{n} earlier answers are not sent because they may repeat private text."),
        ),
        (
            request.withheld_comments,
            _tr("1 comment is removed from the notes before sending."),
            _tr("{n} comments are removed from the notes before sending."),
        ),
    )
    return [plural_text(count, one, several) for count, one, several in counts if count]
