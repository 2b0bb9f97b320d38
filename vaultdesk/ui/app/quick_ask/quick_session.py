"""Quick ask connected to one open vault: conversation, approvals, search, and the daily note."""

import asyncio
import time
from collections.abc import Callable
from datetime import date, datetime
from functools import partial
from typing import Protocol, cast

import shiboken6
from msgspec import Struct
from PySide6.QtCore import QObject, Signal, SignalInstance
from PySide6.QtWidgets import QWidget

from vaultdesk.agent.question import Question
from vaultdesk.chat.messages import new_id
from vaultdesk.core.errors import NoteNotFound, NoteNotWritten, VaultDeskError, VaultError
from vaultdesk.core.phrases import Phrase
from vaultdesk.index.index_results import Hit
from vaultdesk.privacy.disclosure_review import DisclosureDecision, DisclosureRequest
from vaultdesk.tools.elicitation import DISMISSED_ANSWER, Elicitation, ElicitationAnswer, elicitor_of
from vaultdesk.tools.runtime.approvals import (
    ApprovalDecision,
    ApprovalRequest,
    Approver,
    FirstUseAnswer,
    FirstUseRequest,
)
from vaultdesk.ui import bridge
from vaultdesk.ui.app.quick_ask.found_notes import QuickSearch
from vaultdesk.ui.app.vault_window.vault_views import VaultViews
from vaultdesk.ui.bridge import BoundSignal
from vaultdesk.ui.chat.chat_dock import ChatDock
from vaultdesk.ui.chat.composer.context_tray import LinkedNotesCheck, linked_notes_text
from vaultdesk.ui.chat.composer.model_menu import AnswerSettings, answer_settings, with_answer_settings
from vaultdesk.ui.chat.exchange import Exchange
from vaultdesk.ui.chat.open_conversations import ConversationController, answering, show_waiting
from vaultdesk.ui.chat.transcript.exchange_view import ExchangeView, SourceFreshness
from vaultdesk.ui.notes.reading_view import open_web
from vaultdesk.ui.privacy.disclosure_dialog import DisclosureCard
from vaultdesk.ui.review.approval_view import ApprovalCard
from vaultdesk.ui.review.elicitation_card import ElicitationCard
from vaultdesk.ui.review.first_use_card import ANSWERS, FirstUseCard
from vaultdesk.ui.review.window_approver import WaitingHosts
from vaultdesk.ui.translation import translate_error
from vaultdesk.ui.widgets.labels import safe_label_text
from vaultdesk.ui.window.main_window import MainWindow
from vaultdesk.vault.markdown.note_edit import append_note_text
from vaultdesk.vault.note_path import NOTE_SUFFIX, NotePath
from vaultdesk.vault.obsidian.daily_notes import TemplateValues, daily_note_paths, fill_template
from vaultdesk.vault.transactions.file_edits import Create, EditOutcome, FileEdit, Origin, Rewrite
from vaultdesk.vault.vault import Vault


class AttentionCaller(Protocol):
    """Notifies a user in another program of a pending question."""

    def add_waiting(self) -> None: ...

    def remove_waiting(self) -> None: ...


class CardHost(Protocol):
    """Shows cards: the answer pane of quick ask."""

    def add_card(self, card: QWidget) -> None:
        """Show *card* below the conversation, visible."""
        ...

    def remove_card(self, card: QWidget) -> None: ...


class ProgramVisibility(Struct, frozen=True):
    """Which windows of the program are visible, and how to notify the user if none is."""

    quick_ask: Callable[[], bool]
    main_window: Callable[[], bool]
    attention: AttentionCaller

    @property
    def asks_here(self) -> bool:
        """Whether the user is asked in quick ask: it is visible, or no other window is."""
        return self.quick_ask() or not self.main_window()


class QuickApprover(QObject):
    """An `Approver` and an `Inquirer`. The cards and answers themselves are those of the approval package."""

    waiting_changed = Signal(bool)
    """Whether a card is pending in quick ask."""

    def __init__(self, fallback: Approver, card_host: CardHost, visibility: ProgramVisibility, parent: QObject) -> None:
        """*fallback* asks in the main window."""
        super().__init__(parent)
        self._fallback = fallback
        self._card_host = card_host
        self._visibility = visibility
        self._lock = asyncio.Lock()
        self._cards: dict[QWidget, asyncio.Future[object]] = {}
        self._hosts = WaitingHosts()

    @property
    def waiting(self) -> bool:
        """Whether a card is pending here."""
        return bool(self._cards)

    def hand_over_to_window(self) -> None:
        """Remove the cards: their questions are asked in the main window."""
        for answer in self._cards.values():
            if not answer.done():
                answer.set_result(None)

    async def ask(self, request: ApprovalRequest) -> ApprovalDecision:
        """Show *request* and wait for the answer; cancelling removes it unanswered."""
        async with self._lock:
            if self._hosts.was_abandoned(request):
                return ApprovalDecision(approved=False)
            kept_card = self._hosts.take(request)
            if self._visibility.asks_here:
                decision = await self._ask_here(request, kept_card)
                if decision is not None:
                    return decision
            elif kept_card is not None:
                self._remove(kept_card)
        return await self._fallback.ask(request)

    async def ask_first_use(self, request: FirstUseRequest) -> FirstUseAnswer:
        """Ask whether notes may be searched; cancelling removes the question unanswered."""
        async with self._lock:
            if self._visibility.asks_here:
                card = FirstUseCard(request)
                show_waiting(True)
                try:
                    value = await self._wait_for_answer(card, card.answered)
                finally:
                    show_waiting(False)
                answer = next((known for known in ANSWERS if known == value), None)
                if answer is not None:
                    return answer
        return await self._fallback.ask_first_use(request)

    async def _ask_here(self, request: ApprovalRequest, kept_card: QWidget | None) -> ApprovalDecision | None:
        """Return the answer given here, in *kept_card* from an earlier search; None if handed over."""
        card = kept_card if isinstance(kept_card, ApprovalCard) else ApprovalCard(request)
        decision = await self._wait_for_answer(card, card.view.answered, keeps=_searches_again)
        if not isinstance(decision, ApprovalDecision):
            return None
        if decision.new_query:
            self._hosts.keep(request, card, partial(self._remove, card))
        return decision

    async def review(self, request: DisclosureRequest) -> DisclosureDecision | None:
        """Ask what of *request* may be sent, if its question was asked in quick ask; None if the main window asks."""
        controller = answering.get()
        if controller is None or controller.approver is not self or not self._visibility.asks_here:
            return None
        async with self._lock:
            card = DisclosureCard(request)
            decision = await self._wait_for_answer(card, card.view.answered)
        return decision if isinstance(decision, DisclosureDecision) else None

    async def elicit(self, elicitation: Elicitation) -> ElicitationAnswer:
        """Show *elicitation* below the answer and wait; cancelling removes it unanswered."""
        if self._visibility.asks_here:
            card = ElicitationCard(elicitation)
            answer = await self._wait_for_answer(card, card.answered)
            if isinstance(answer, ElicitationAnswer):
                return answer
        fallback = elicitor_of(self._fallback)
        return await fallback.elicit(elicitation) if fallback is not None else DISMISSED_ANSWER

    async def _wait_for_answer(
        self, card: QWidget, answered: BoundSignal, keeps: Callable[[object], bool] = lambda _answer: False
    ) -> object:
        """Show *card* until it is answered, or handed over (None). It stays after an answer that *keeps* it."""
        answer: asyncio.Future[object] = asyncio.get_running_loop().create_future()

        def set_answer(value: object) -> None:
            if not answer.done():
                answer.set_result(value)

        answered.connect(set_answer)
        self._cards[card] = answer
        if card.parentWidget() is None:
            self._card_host.add_card(card)
        hidden = not self._visibility.quick_ask()
        if hidden:
            self._visibility.attention.add_waiting()
        self.waiting_changed.emit(True)
        try:
            return await answer
        finally:
            if hidden:
                self._visibility.attention.remove_waiting()
            del self._cards[card]
            if not (answer.done() and not answer.cancelled() and keeps(answer.result())):
                self._remove(card)
            if shiboken6.isValid(self):
                self.waiting_changed.emit(self.waiting)

    def _remove(self, card: QWidget) -> None:
        if shiboken6.isValid(card):
            self._card_host.remove_card(card)
            card.deleteLater()


def _searches_again(answer: object) -> bool:
    return isinstance(answer, ApprovalDecision) and bool(answer.new_query)


RESUME_SECONDS = 600.0
"""Seconds after its end within which an answer is shown again."""


class QuickConversation(QObject):
    """The conversation of quick ask in one open vault, created for the first question."""

    exchange_added = Signal(object)
    exchange_changed = Signal(object)
    replaced = Signal()
    """The list of exchanges was replaced: views must rebuild."""
    running_changed = Signal(bool)

    def __init__(self, chat: ChatDock, parent: QObject) -> None:
        super().__init__(parent)
        self._chat = chat
        self._controller: ConversationController | None = None
        self._ended = 0.0
        self.private = False
        """Whether nothing asked here is stored."""
        self.approver: Approver | None = None
        """The approver of tool calls in its answers."""

    @property
    def conversation(self) -> ConversationController | None:
        """The conversation; None if nothing was asked, or it was closed or deleted."""
        controller = self._controller
        if controller is not None and (not shiboken6.isValid(controller) or controller not in self._chat.conversations):
            self._controller = controller = None
        return controller

    @property
    def exchanges(self) -> list[Exchange]:
        """The questions and answers; the conversation's own list."""
        controller = self.conversation
        return controller.exchanges if controller is not None else []

    @property
    def last(self) -> Exchange | None:
        """The last question."""
        return self.exchanges[-1] if self.exchanges else None

    @property
    def running(self) -> bool:
        """Whether an answer is running."""
        return self.conversation is not None and self.conversation.running

    @property
    def is_visible(self) -> bool:
        """Whether the last exchange should be shown again."""
        if self.running:
            return True
        return self.last is not None and time.monotonic() - self._ended < RESUME_SECONDS

    @property
    def model(self) -> str:
        """The label of the selected model."""
        return self._chat.models.current(self.conversation or self._sample)

    def ask(self, text: str) -> None:
        """Ask *text*; it is queued while an answer runs."""
        (self.conversation or self._create_conversation()).ask(Question(text))

    def stop(self) -> None:
        """Stop the answer; its text so far stays."""
        if self.conversation is not None:
            self.conversation.stop()

    def retry(self, exchange: Exchange) -> None:
        """Ask the same question again."""
        if self.conversation is not None:
            self.conversation.ask_again(exchange)

    def retry_with_other_model(self, exchange: Exchange) -> None:
        """Ask the same question of the other model. Raises `VaultDeskError` if the choice cannot be stored."""
        controller = self.conversation
        other = self._chat.models.alternative(controller) if controller is not None else None
        if controller is not None and other is not None:
            self.choose_model(other.label)
            controller.ask_again(exchange)

    def choose_model(self, label: str) -> None:
        """Select the model *label*. Raises `VaultDeskError` if that cannot be stored."""
        self._chat.models.choose(self.conversation or self._sample, label)

    @property
    def answers(self) -> AnswerSettings | None:
        """The answer settings of the conversation; None until there is one."""
        controller = self.conversation
        return answer_settings(controller.conversation.choices) if controller is not None else None

    def set_answers(self, answers: AnswerSettings) -> None:
        """Set *answers* for the conversation, from its next question on."""
        controller = self.conversation
        if controller is not None:
            controller.change(choices=with_answer_settings(controller.conversation.choices, answers))

    def start_new_chat(self, *, private: bool = False) -> None:
        """Start another chat with the next question, *private* or not; a running answer continues in its own chat."""
        self.private = private
        self._detach()
        self.replaced.emit()

    @property
    def _sample(self) -> ConversationController:
        """The conversation of the chat pane, used until something is asked here."""
        return self._chat.conversations[-1]

    def _create_conversation(self) -> ConversationController:
        self._detach()
        controller = self._controller = self._chat.open_conversation(private=self.private)
        controller.approver = self.approver
        for signal, slot in self._signal_slots(controller):
            signal.connect(slot)
        return controller

    def _detach(self) -> None:
        controller, self._controller = self._controller, None
        if controller is not None and shiboken6.isValid(controller):
            for signal, slot in self._signal_slots(controller):
                signal.disconnect(slot)

    def _signal_slots(
        self, controller: ConversationController
    ) -> tuple[tuple[SignalInstance, Callable[..., None]], ...]:
        return (
            (controller.exchange_added, self.exchange_added.emit),
            (controller.exchange_changed, self.exchange_changed.emit),
            (controller.exchanges_dropped, self.replaced.emit),
            (controller.reloaded, self.replaced.emit),
            (controller.running_changed, self._run_changed),
        )

    def _run_changed(self, running: bool) -> None:
        self._ended = time.monotonic()
        self.running_changed.emit(running)


MAX_ATTEMPTS = 3
"""Number of attempts if another program writes the same note at the same moment."""


class DailyNoteAddition(Struct, frozen=True):
    """The added text, and how to undo it."""

    path: str
    group: str
    """The group of the change in the journal."""
    created: bool


async def add_to_today(vault: Vault, text: str, title: str, now: datetime) -> DailyNoteAddition:
    """Append *text* to today's note, created from the vault's template if missing.

    *title* is its title in the journal. Raises `VaultError` and `JournalFailed`.
    """
    origin = Origin(new_id("quick"), title)
    for attempts_left in reversed(range(MAX_ATTEMPTS)):
        edit = await _addition_edit(vault, text, now)
        (outcome,) = await vault.apply((edit,), origin)
        if outcome.result in ("done", "unconfirmed"):
            return DailyNoteAddition(edit.path.text, origin.group, isinstance(edit, Create))
        if outcome.result != "conflict" or not attempts_left:
            raise _not_written(outcome)
    raise AssertionError("the last attempt returns or raises")


async def _addition_edit(vault: Vault, text: str, now: datetime) -> FileEdit:
    day = now.date()
    paths = daily_note_paths(day, vault.settings.daily)
    for candidate in paths:
        path = await vault.find(candidate)
        if path is not None:
            note = await vault.read(path)
            return Rewrite(path, append_note_text(note.text, text, {}), note.digest)
    new_path = await vault.for_writing(paths[0])
    return Create(new_path, append_note_text(await _template_text(vault, new_path, now, day), f"{text}\n", {}))


async def _template_text(vault: Vault, note: NotePath, now: datetime, day: date) -> str:
    """Return the initial text of a new note of *day*; empty if the vault has no template, or a missing one."""
    template_path = vault.settings.daily.template
    if not template_path:
        return ""
    try:
        path = await vault.find(
            NotePath.parse(template_path if template_path.endswith(NOTE_SUFFIX) else f"{template_path}{NOTE_SUFFIX}")
        )
        if path is None:
            return ""
        template = (await vault.read(path)).text
    except NoteNotFound:
        return ""
    return fill_template(template, TemplateValues(note.name, now, vault.settings.templates, day))


def _not_written(outcome: EditOutcome) -> VaultError:
    return NoteNotWritten(outcome.problem or Phrase("Today’s note could not be written."), path=outcome.edit.path.text)


MAX_TITLE_LENGTH = 60
"""Maximum number of characters of the added text in the list of changes."""


class QuickSession(QObject):
    """Created when quick ask is first shown for a vault; ends with the vault's views."""

    notice = Signal(str, str, object)
    """A notice, the text of its undo action, and the action; the last two may be empty."""
    hide_requested = Signal()
    """The main window takes over."""
    withheld_found = Signal(object)
    """The `ReachText` for linked notes in the typed question that a rule withholds from the model."""

    def __init__(
        self, views: VaultViews, card_host: CardHost, is_shown: Callable[[], bool], show_main_window: Callable[[], None]
    ) -> None:
        """*card_host* shows cards, *is_shown* returns whether quick ask is visible, *show_main_window* raises the
        window.
        """
        super().__init__(views)
        self.views = views
        self._is_shown = is_shown
        self._show_main_window = show_main_window
        self.conversation = QuickConversation(views.chat, self)
        self.search = QuickSearch(views.workspace, self)
        self._linked_notes_check = LinkedNotesCheck(views.workspace.context_attacher, self)
        self._linked_notes_check.found.connect(lambda linked: self.withheld_found.emit(linked_notes_text(linked)))
        self._typed = ""
        bridge.follow(views.workspace.privacy.changes, lambda _: self.check_links(self._typed), owner=self)
        self._freshness = SourceFreshness(views.workspace.searcher, self)
        window = self._main_window
        visibility = ProgramVisibility(is_shown, window.isVisible, views.attention)
        self.approver = QuickApprover(views.chat.approver, card_host, visibility, self)
        self.conversation.approver = self.approver
        views.activity.disclosure_review.reviewer.external_review = self.approver.review
        window.appeared.connect(self.window_hidden)

    def window_hidden(self) -> None:
        """Move pending questions to the main window if it is visible and quick ask is not."""
        if not self._is_shown() and self._main_window.isVisible():
            self.approver.hand_over_to_window()

    def check_links(self, typed: str) -> None:
        """Determine which notes linked in *typed* are withheld from the selected model by a rule."""
        self._typed = typed
        try:
            destination = self.views.workspace.model_destination(self.conversation.model)
        except VaultDeskError:
            return  # There is no model; the window reports it.
        self._linked_notes_check.check(typed, destination)

    def is_private(self, path: str) -> bool:
        """Return whether a note is private."""
        return self.views.workspace.privacy.strictest_rule(path) is not None

    def follow(self, view: ExchangeView) -> None:
        """Connect the actions of an answer."""
        exchange = view.exchange
        self._freshness.follow(view)
        self.views.undo.follow(view)
        view.source_opened.connect(self._open_source)
        view.link_opened.connect(open_web)
        view.retry_requested.connect(lambda: self.conversation.retry(exchange))
        view.other_model_requested.connect(lambda: self._retry_elsewhere(exchange))

    def open_note(self, hit: Hit) -> None:
        """Open a found note in the main window, at the passage."""
        self._show_main()
        first = next(iter(hit.marks), None)
        self.views.open_note(hit.path, passage=hit.snippet[slice(*first)] if first is not None else None)

    def open_chat(self, typed: str) -> None:
        """Continue in the main window: in this chat, or with *typed* in its composer."""
        controller = self.conversation.conversation
        self._show_main()
        self._main_window.commands["focus-chat"].trigger()
        chat = self.views.chat
        if controller is not None and controller.exchanges:
            chat.show_conversation(controller)
            chat.composer.field.setFocus()
        elif typed:
            chat.new_chat()
            chat.composer.set_question(Question(typed).merged_after(chat.composer.question))

    def open_settings(self) -> None:
        """Show the settings of models."""
        self._show_main()
        self._main_window.commands["settings"].trigger()

    def choose_model(self, label: str) -> None:
        """Select the model *label*."""
        try:
            self.conversation.choose_model(label)
        except VaultDeskError as error:
            self.notice.emit(translate_error(error), "", None)

    def save_to_daily_note(self, text: str) -> None:
        """Append *text* to today's note."""
        bridge.start(self._add_to_daily_note(text), owner=self)

    @property
    def _main_window(self) -> MainWindow:
        return cast("MainWindow", self.views.notes.window())

    def _show_main(self) -> None:
        self.hide_requested.emit()
        self._show_main_window()

    def _open_source(self, note: str, heading: str, passage: str) -> None:
        self._show_main()
        self.views.chat.source_opened.emit(note, heading, passage)

    def _retry_elsewhere(self, exchange: Exchange) -> None:
        try:
            self.conversation.retry_with_other_model(exchange)
        except VaultDeskError as error:
            self.notice.emit(translate_error(error), "", None)

    async def _add_to_daily_note(self, text: str) -> None:
        title = self.tr("Added to the daily note: {0}").format(
            safe_label_text(" ".join(text.split()), MAX_TITLE_LENGTH)
        )
        try:
            # Unsaved text of the editor is saved first, so that it precedes the addition.
            await self.views.save()
            addition = await add_to_today(self.views.workspace.vault, text, title, datetime.now().astimezone())
        except VaultDeskError as error:
            self.notice.emit(translate_error(error), "", None)
            return
        name = addition.path.rpartition("/")[2].removesuffix(".md")
        notice = self.tr("Today’s note “{0}” was created with it.") if addition.created else self.tr("Added to “{0}”.")
        self.notice.emit(
            notice.format(safe_label_text(name, MAX_TITLE_LENGTH)),
            self.tr("Undo"),
            lambda: self._start_undo(addition),
        )

    def _start_undo(self, addition: DailyNoteAddition) -> None:
        bridge.start(self._undo(addition), owner=self)

    async def _undo(self, addition: DailyNoteAddition) -> None:
        try:
            outcome = await self.views.workspace.undo(addition.group)
        except VaultDeskError as error:
            self.notice.emit(translate_error(error), "", None)
            return
        changed_text = self.tr("The note has changed since, so nothing was undone.")
        text = self.tr("Undone.") if outcome.done else outcome.problem or changed_text
        self.notice.emit(text, "", None)
