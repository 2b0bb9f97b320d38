"""Open conversations: the controller of one, with its draft, its queue of questions and its running answer, and
which of them is shown."""

import asyncio
from collections.abc import Awaitable, Callable
from contextvars import ContextVar
from functools import partial

import shiboken6
from msgspec import Struct
from PySide6.QtCore import QObject, Signal
from PySide6.QtGui import QGuiApplication

from vaultdesk.agent.agent import Agent
from vaultdesk.agent.question import Question
from vaultdesk.agent.run import MessageAdded, Run, RunStarted
from vaultdesk.chat.conversation import (
    ChatChoices,
    Conversation,
    WaitingQuestion,
    conversation_title,
    private_conversation,
)
from vaultdesk.core.errors import VaultDeskError
from vaultdesk.tools.registry import ToolRegistry
from vaultdesk.tools.runtime.approvals import Approver
from vaultdesk.ui import bridge
from vaultdesk.ui.chat.chat_head import ChatHeader
from vaultdesk.ui.chat.exchange import (
    Exchange,
    ReaderPosition,
    conversation_markdown,
    saved_exchanges,
    updated_exchanges,
)
from vaultdesk.ui.chat.vault_protocols import ConversationAutosave, SavedChats

# One answer runs at a time. Further questions wait in the queue, which is stored with the conversation. After a stop,
# an error or a restart the queue is paused until the user sends from it, so that nothing is sent that they may not want
# now.

EMPTY_QUESTION = Question("")
"""An empty draft."""

AgentMaker = Callable[["ConversationController"], Awaitable[Agent]]
"""Creates the agent of a conversation from its choices and the settings. Raises `VaultDeskError`."""

answering: ContextVar["ConversationController | None"] = ContextVar("answering", default=None)
"""Conversation of the running code; needed by approvers because an approval request does not name one."""


def show_waiting(waits: bool) -> None:
    """Set whether the conversation of the running answer waits for the user."""
    controller = answering.get()
    if controller is not None and shiboken6.isValid(controller) and controller.exchanges:
        exchange = controller.exchanges[-1]
        exchange.waits_for_user = waits
        controller.exchange_changed.emit(exchange)


class _WaitingQuestion(Struct, frozen=True):
    """A question in the queue."""

    question: Question
    is_automatic: bool = True
    """Whether it is sent automatically; one from an earlier session is sent only by the user."""

    @classmethod
    def from_stored(cls, waiting: WaitingQuestion) -> "_WaitingQuestion":
        return cls(Question.from_message(waiting.message, plan_first=waiting.plan_first), is_automatic=False)

    def to_stored(self) -> WaitingQuestion:
        return WaitingQuestion(self.question.message(), self.question.plan_first)


class ConversationController(QObject):
    """Sends questions and follows and stops answers; views listen to its signals."""

    exchange_added = Signal(object)
    exchange_changed = Signal(object)
    exchanges_dropped = Signal()
    """Exchanges were removed from the end because a question is asked again."""
    running_changed = Signal(bool)
    queue_changed = Signal()
    reloaded = Signal()
    """The exchanges were replaced: another program wrote to the note."""
    changed = Signal()
    """Title, pin, choices, note or save state changed."""

    def __init__(
        self,
        make_agent: AgentMaker,
        registry: ToolRegistry | None = None,
        parent: QObject | None = None,
        *,
        conversation: Conversation | None = None,
        autosave: Callable[[Conversation], ConversationAutosave] | None = None,
    ) -> None:
        """*registry* provides display names of tools; without it steps show the tools' own names.

        *conversation* is continued, else a new one is created; *autosave* returns what saves it, else it is not saved.
        """
        super().__init__(parent)
        self._make_agent = make_agent
        self._registry = registry
        self.autosave: ConversationAutosave | None = None
        self._note = ""
        self.note_lost = False
        """True if its note was deleted by another program."""
        self.conversation = conversation or Conversation()
        self.exchanges = saved_exchanges(self.conversation.messages, registry)
        self._set_versions()
        self._shown_messages = self.conversation.messages
        """The messages represented by the exchanges, except those of the running answer."""
        if autosave is not None:
            self.autosave = autosave(self.conversation)
            self._note = self.autosave.path
            bridge.follow(self.autosave.changes, lambda _: self._autosave_changed(), owner=self)
        self._waiting = [_WaitingQuestion.from_stored(waiting) for waiting in self.conversation.waiting]
        self.draft = EMPTY_QUESTION
        """Text typed here and not sent."""
        self.reading_position: ReaderPosition | None = None
        """Reading position; None at the end."""
        self.approver: Approver | None = None
        """Approver for its tool calls; None for the default approver of the window."""
        self._run: Run | None = None
        self._task: asyncio.Task[None] | None = None
        self._stopping = False
        self._stop_early = False
        self._next_action: Callable[[], None] | None = None

    @property
    def queue(self) -> tuple[Question, ...]:
        """Questions not sent yet, in order."""
        return tuple(waiting.question for waiting in self._waiting)

    @property
    def continues_queue(self) -> bool:
        """Whether the next question in the queue is sent automatically when the running answer ends."""
        return any(waiting.is_automatic for waiting in self._waiting)

    @property
    def paused_questions(self) -> frozenset[int]:
        """Positions in the queue of questions from an earlier session, which are sent by the user only."""
        return frozenset(index for index, waiting in enumerate(self._waiting) if not waiting.is_automatic)

    @property
    def title(self) -> str:
        """Title of the conversation, from its first question if it has no name; empty before that."""
        if self.conversation.title or not self.exchanges:
            return self.conversation.title
        return conversation_title((self.exchanges[0].asked_question.message(),))

    @property
    def note(self) -> str:
        """Path of its note; empty if it has none."""
        return self.autosave.path if self.autosave is not None else ""

    @property
    def key(self) -> str:
        """Key with which the chat is opened."""
        return self.autosave.key if self.autosave is not None else self.conversation.id

    @property
    def private(self) -> bool:
        """Whether it is private: nothing of it is stored on this computer."""
        return self.conversation.private

    @property
    def is_saved(self) -> bool:
        """Whether all of it can be read again after it is closed."""
        autosave = self.autosave
        return autosave is not None and not autosave.problem and (autosave.stored or bool(autosave.path))

    @property
    def running(self) -> bool:
        """Whether an answer is in progress."""
        return self._task is not None

    @property
    def streaming(self) -> bool:
        """Whether text may still arrive; a run takes a moment to end after its last event."""
        return self.running and not (self.exchanges and self.exchanges[-1].is_finished)

    def change(
        self, *, title: str | None = None, pinned: bool | None = None, choices: ChatChoices | None = None
    ) -> None:
        """Apply the user's changes to the conversation and save it."""
        conversation = self.conversation
        conversation.title = conversation.title if title is None else title
        conversation.pinned = conversation.pinned if pinned is None else pinned
        conversation.choices = choices or conversation.choices
        self._save_soon()
        self.changed.emit()

    def ask(self, question: Question | str) -> None:
        """Ask *question* now, or queue it while an answer runs."""
        question = Question.of(question)
        if self.running:
            # After Stop the run takes a moment to end; a question asked in the meantime is next, before the queue.
            self._waiting.insert(0 if self._stopping else len(self._waiting), _WaitingQuestion(question))
            self._stopping = False
            self._store_queue()
            return
        exchange = Exchange(question, self._registry)
        self.exchanges.append(exchange)
        self._stopping = self._stop_early = False
        self._task = bridge.start(self._answer(exchange), owner=self)
        self.exchange_added.emit(exchange)
        self.running_changed.emit(True)

    def stop(self) -> None:
        """Stop the running answer. Received text is kept, and queued questions wait for the user."""
        if self._run is not None:
            self._run.cancel()
        else:
            # A task that is cancelled before its first step never reports its end: it stops itself, see _answer.
            self._stop_early = self.running
        self._stopping = True

    def ask_again(self, exchange: Exchange, replacement: Question | str | None = None) -> None:
        """Ask the question of *exchange* again, or *replacement* instead; it and all later exchanges are set aside."""
        if self.running:
            # Its last event has arrived, but its run takes a moment to close.
            self._next_action = None if self.streaming else partial(self.ask_again, exchange, replacement)
            return
        self.drop(exchange)
        self.ask(exchange.asked_question if replacement is None else replacement)

    def show_version(self, exchange: Exchange, by: int) -> None:
        """Show the next (1) or previous (-1) version of the question of *exchange*."""
        index = exchange.versions.index(exchange.message_id) + by if exchange.message_id in exchange.versions else -1
        if self.running or not 0 <= index < len(exchange.versions):
            return
        self.conversation.show_alternative(exchange.versions[index])
        self._reload()
        self._save_soon()
        self.changed.emit()

    def drop(self, exchange: Exchange) -> None:
        """Set *exchange* and all later ones aside; answered ones can be shown again (`show_version`)."""
        index = self.exchanges.index(exchange)
        for dropped in self.exchanges[index:]:
            if dropped.message_id:
                self.conversation.ask_again_from(dropped.message_id)
                break
        del self.exchanges[index:]
        self._shown_messages = self.conversation.messages
        self._save_soon()
        self.exchanges_dropped.emit()

    def remove_queued(self, index: int) -> Question:
        """Remove the queued question at *index* and return it."""
        question = self._waiting.pop(index).question
        self._store_queue()
        return question

    def send_now(self, index: int) -> None:
        """Ask a queued question next and stop a running answer."""
        question = self.remove_queued(index)
        if self.running:
            self.stop()
        self.ask(question)

    def _autosave_changed(self) -> None:
        """Update to the state of the note and to changes other programs made to it."""
        self.note_lost = bool(self._note or self.note_lost) and not self.note
        self._note = self.note
        if not self.running:
            self._reload()
        self.changed.emit()

    def _reload(self, *, answered: bool = False) -> None:
        """Show messages changed by others; if *answered*, the latest ones are already shown."""
        messages = self.conversation.messages
        if messages[: len(self._shown_messages)] != self._shown_messages or (
            not answered and len(messages) != len(self._shown_messages)
        ):
            self.exchanges[:] = updated_exchanges(self.exchanges, self._shown_messages, messages, self._registry)
            self._set_versions()
            self.reloaded.emit()
        self._shown_messages = messages

    def _set_versions(self) -> None:
        """Set on the exchanges the versions of their questions."""
        forks = self.conversation.forks()
        for exchange in self.exchanges:
            exchange.versions = forks.get(exchange.message_id, ()) if forks else ()

    def _save_soon(self) -> None:
        if self.autosave is not None:
            self.autosave.save_soon()

    async def _answer(self, exchange: Exchange) -> None:
        answering.set(self)
        try:
            if not self._stop_early:
                await self._stream_answer(exchange)
        except VaultDeskError as error:
            exchange.fail(error)
        except Exception:  # Unexpected error: shown in place of the answer and logged.
            exchange.fail(
                VaultDeskError(self.tr("An internal error occurred"), hint=self.tr("See the log for details."))
            )
            raise
        finally:
            self._run = self._task = None
            exchange.close()
            if shiboken6.isValid(self):
                self.exchange_changed.emit(exchange)
                self._reload(answered=True)
                self.running_changed.emit(False)
        self._continue_queue(exchange)

    async def _stream_answer(self, exchange: Exchange) -> None:
        agent = await self._make_agent(self)
        exchange.agent = agent.name
        async with agent.run(self.conversation, exchange.asked_question) as run:
            self._run = run
            if self._stop_early:
                run.cancel()
            async for event in run:
                if self.autosave is not None:
                    self.autosave.handle_event(event)
                    if isinstance(event, RunStarted | MessageAdded):
                        await self.autosave.commit()  # An answer shown as complete is on disk.
                exchange.apply(event)
                if isinstance(event, RunStarted):
                    self._set_versions()
                self.exchange_changed.emit(exchange)

    def _continue_queue(self, exchange: Exchange) -> None:
        next_action, self._next_action = self._next_action, None
        if next_action is not None:
            next_action()
        elif not self._stopping and exchange.error is None:
            index = next((index for index, waiting in enumerate(self._waiting) if waiting.is_automatic), None)
            if index is not None:
                self.ask(self.remove_queued(index))

    def _store_queue(self) -> None:
        """Store the waiting questions with the conversation, and emit that they changed."""
        self.conversation.waiting = tuple(waiting.to_stored() for waiting in self._waiting)
        self._save_soon()
        self.queue_changed.emit()


class OpenConversations(QObject):
    """Creates, shows and closes conversations; at least one always exists."""

    shown = Signal(object, object)
    """The shown conversation changed: the previous and the new one."""
    changed = Signal(object)
    """Title, note or running state of this `ConversationController` changed."""
    content_changed = Signal(object)
    """The answer of this `ConversationController` grew, or one of its steps changed."""

    def __init__(self, make_agent: AgentMaker, registry: ToolRegistry, header: ChatHeader, chats: SavedChats) -> None:
        super().__init__(header)
        self._make_agent = make_agent
        self._registry = registry
        self._header = header
        self._chats = chats
        self._unlisted: set[ConversationController] = set()
        """Created for use elsewhere and not shown here yet."""
        self._closed: set[ConversationController] = set()
        """Without a tab but kept in memory: an answer is in progress, or messages could not be saved."""
        self._conversations = [self._make()]
        self.current = self._initial = self._conversations[0]
        header.new_requested.connect(self.show_empty)
        header.private_requested.connect(self.show_private)
        header.copy_requested.connect(self.copy_current)

    @property
    def controllers(self) -> tuple[ConversationController, ...]:
        """All conversations, oldest first."""
        return tuple(self._conversations)

    @property
    def has_started(self) -> bool:
        """Whether a question was asked in the shown conversation, or it is not the initial one."""
        return bool(self.current.exchanges or self.current is not self._initial)

    @property
    def tabs(self) -> tuple[ConversationController, ...]:
        """Conversations with a tab: the shown one, and all with messages that were not closed."""
        hidden = self._unlisted | self._closed
        return tuple(
            controller
            for controller in self._conversations
            if controller is self.current
            or (controller not in hidden and (controller.exchanges or not controller.draft.is_empty))
        )

    def controller_of(self, key: str) -> ConversationController | None:
        """Return the open conversation with this key or note path."""
        open_controllers = self._conversations if key else []
        by_key = (controller for controller in open_controllers if key in (controller.conversation.id, controller.key))
        return next(by_key, None) or next(
            (controller for controller in open_controllers if controller.note == key), None
        )

    def new_conversation(self, *, private: bool = False) -> ConversationController:
        """Return a new empty conversation for use elsewhere; it is not shown and not used for New Chat."""
        controller = self._make(private_conversation() if private else None)
        self._unlisted.add(controller)
        self._conversations.append(controller)
        return controller

    def add(self, conversation: Conversation) -> ConversationController:
        """Open *conversation* without showing it."""
        controller = self._make(conversation)
        self._conversations.append(controller)
        return controller

    def show_conversation(self, controller: ConversationController) -> None:
        self._unlisted.discard(controller)
        self._closed.discard(controller)
        before, self.current = self.current, controller
        self.shown.emit(before, controller)
        self.update_title()

    def show_empty(self) -> None:
        """Show a conversation without questions, reusing an existing one."""
        self._show_empty(private=False)

    def show_private(self) -> None:
        """Show a private conversation without questions; private conversations are not saved."""
        self._show_empty(private=True)

    def _show_empty(self, *, private: bool) -> None:
        candidates = (
            candidate
            for candidate in self._conversations
            if candidate not in self._unlisted and candidate.private == private
        )
        empty = next((controller for controller in candidates if not controller.exchanges), None)
        if empty is None:
            empty = self._make(private_conversation() if private else None)
        elif empty not in self.tabs:
            self._conversations.remove(empty)  # So that its tab is added after the others.
        if empty not in self._conversations:
            self._conversations.append(empty)
        self.show_conversation(empty)

    def move(self, old_index: int, new_index: int) -> None:
        """Move the tab at *old_index* to *new_index*."""
        tabs = list(self.tabs)
        tabs.insert(new_index, tabs.pop(old_index))
        others = [controller for controller in self._conversations if controller not in tabs]
        self._conversations[:] = [*tabs, *others]

    def close(self, controller: ConversationController) -> None:
        """Close the tab of *controller*; it stays in memory while an answer runs or it is not saved."""
        tabs, was_current = self.tabs, controller is self.current
        if was_current:
            self._show_neighbor(controller, tabs)
        if controller is self.current:
            return  # The only conversation is empty.
        draft = controller.draft
        unfinished = controller.running or controller.queue or draft.context or draft.images
        if controller.private:
            # It is stored nowhere else: only Undo can restore it.
            controller.stop()
            self._conversations.remove(controller)
        elif unfinished or (controller.exchanges and not controller.is_saved):
            self._closed.add(controller)
        else:
            self._conversations.remove(controller)
            controller.deleteLater()

    def _show_neighbor(self, controller: ConversationController, tabs: tuple[ConversationController, ...]) -> None:
        """Show the tab next to that of *controller*, which is about to be removed."""
        index = tabs.index(controller)
        others = [*tabs[index + 1 :], *reversed(tabs[:index])]
        if others:
            self.show_conversation(others[0])
        else:
            self.show_empty()

    def remove(self, controller: ConversationController) -> None:
        """Stop *controller* and remove it; the last one is replaced by an empty one. Its owner deletes it."""
        controller.stop()
        tabs = self.tabs
        self._conversations.remove(controller)
        self._unlisted.discard(controller)
        self._closed.discard(controller)
        if controller is self.current:
            self._show_neighbor(controller, tabs)

    def restore(self, controller: ConversationController) -> None:
        """Add a removed conversation again and show it."""
        self._conversations.append(controller)
        self.show_conversation(controller)

    def copy_current(self) -> None:
        """Copy the shown conversation to the clipboard as Markdown."""
        controller = self.current
        QGuiApplication.clipboard().setText(conversation_markdown(controller.title, controller.exchanges))

    def update_title(self) -> None:
        controller = self.current
        self._header.show_chat(
            controller.title,
            pinned=controller.conversation.pinned,
            empty=not controller.exchanges,
            note="none" if controller.private else "saved" if controller.note else "possible",
            private=controller.private,
        )

    def _make(self, conversation: Conversation | None = None) -> ConversationController:
        controller = ConversationController(
            self._make_agent, self._registry, self, conversation=conversation, autosave=self._chats.autosave
        )
        for signal in (
            controller.changed,
            controller.exchange_added,
            controller.running_changed,
            controller.exchanges_dropped,
        ):
            signal.connect(lambda *_values: self._changed(controller))
        controller.exchange_changed.connect(lambda _exchange: self.content_changed.emit(controller))
        return controller

    def _changed(self, controller: ConversationController) -> None:
        if controller is self.current:
            self.update_title()
        self.changed.emit(controller)
