"""Asynchronous access to the chat store of a vault, and the stored form of one open conversation."""

import logging
from collections.abc import Callable, Mapping
from typing import Protocol, Self, TypeVar

from msgspec import Struct, field
from pydantic import JsonValue, ValidationError

from vaultdesk.chat.chat_entry import preview_of
from vaultdesk.chat.chat_format import ChatState
from vaultdesk.chat.chat_store import ChatChange, ChatStore, NoteLink, States, StoredChat
from vaultdesk.chat.conversation import Branch, Conversation, WaitingQuestion
from vaultdesk.chat.messages import Message
from vaultdesk.core.values import replace
from vaultdesk.vault.note_text import FileIdentity
from vaultdesk.workspace.chat_note_access import ChatNoteAccess, NoteMessages

log = logging.getLogger(__name__)

T = TypeVar("T")

_SHOWN_NOTICES = "told"
"""Name of the state with notices that the user was given once in a conversation."""

_WAITING_QUESTIONS = "waiting_questions"
"""State for the questions of a conversation that were not sent yet."""

NOTE_FILE = "note_file"
"""State for the identity of the file that is a conversation's note (vaultdesk/vault/note_text.py)."""

_NOTE_MESSAGES = "note_messages"
"""State for the messages that were read from a note."""

INHERITED_RECORDS = frozenset({"taint", "read_versions", "disclosures", _NOTE_MESSAGES})
"""Names of records about messages; the others are answers of the user for one conversation."""


class ConversationRecord(Protocol):
    """Data about a conversation besides its messages."""

    def state(self, conversation_id: str) -> JsonValue:
        """Return the data of a conversation."""
        ...

    def restore(self, conversation_id: str, state: JsonValue) -> None:
        """Load stored data; existing data stays."""
        ...


class ChatStorage:
    """The store in the thread of chats, with the records stored with each conversation."""

    def __init__(
        self, store: ChatStore, note_access: ChatNoteAccess, records: Mapping[str, ConversationRecord]
    ) -> None:
        """*records* by the names of their states."""
        self._store = store
        self._note_access = note_access
        self.note_messages = NoteMessages()
        self._records = {**records, _NOTE_MESSAGES: self.note_messages}

    async def run(self, work: Callable[[ChatStore], T]) -> T:
        """Run *work* on the store, after all earlier work. Raises its exceptions."""
        return await self._note_access.off_loop(lambda: work(self._store))

    def states(self, conversation: Conversation) -> States:
        """Return the current data of *conversation* besides its messages."""
        states: States = {name: record.state(conversation.id) for name, record in self._records.items()}
        if conversation.shown_notices:
            states[_SHOWN_NOTICES] = [*sorted(conversation.shown_notices)]
        # None, if none waits, replaces the stored value.
        states[_WAITING_QUESTIONS] = [_waiting_value(question) for question in conversation.waiting] or None
        return states

    def inherit_states(self, conversation: Conversation, branch: Conversation) -> None:
        """Copy the records about messages of *conversation* that *branch* begins with."""
        for name in INHERITED_RECORDS & self._records.keys():
            self._records[name].restore(branch.id, self._records[name].state(conversation.id))

    def restore_states(self, stored: StoredChat, conversation: Conversation) -> None:
        """Load the stored data into the records and *conversation*."""
        for name, record in self._records.items():
            record.restore(conversation.id, stored.states.get(name))
        notices = stored.states.get(_SHOWN_NOTICES)
        if isinstance(notices, list):
            conversation.shown_notices.update(key for key in notices if isinstance(key, str))

    def restore_waiting(self, stored: StoredChat, conversation: Conversation) -> None:
        """Restore the questions in *stored* that were not sent, into *conversation*, which is being opened."""
        questions = stored.states.get(_WAITING_QUESTIONS)
        if not isinstance(questions, list):
            return
        try:
            conversation.waiting = tuple(map(_waiting_question, questions))
        except ValidationError as error:
            log.warning("the questions that waited in a chat cannot be read: %s", error)


def note_file_value(file: FileIdentity | None) -> JsonValue:
    """Return the value of the state `NOTE_FILE`."""
    return None if file is None else [*file]


def stored_note_file(stored: StoredChat) -> FileIdentity | None:
    """Return the identity of the file that was the note of *stored*; None if unknown."""
    match stored.states.get(NOTE_FILE):
        case [int(inode), int(size), int(modified_ns)]:
            return FileIdentity(inode, size, modified_ns)
        case _:
            return None


def _waiting_value(waiting: WaitingQuestion) -> JsonValue:
    return {"message": waiting.message.model_dump(mode="json"), "plan_first": waiting.plan_first}


def _waiting_question(value: JsonValue) -> WaitingQuestion:
    fields = value if isinstance(value, dict) else {}
    return WaitingQuestion(Message.model_validate(fields.get("message")), bool(fields.get("plan_first")))


class _Form(Struct, frozen=True):
    """A snapshot of a conversation in the form of the store."""

    state: ChatState = field(default_factory=ChatState)
    branches: tuple[Branch, ...] = ()
    head: tuple[object, ...] = ()
    messages: Mapping[str, Message] = field(default_factory=dict)
    """The shown messages and those of all branches, by id."""

    @classmethod
    def of(cls, chat: Conversation, state: ChatState, generated_title: str, note: NoteLink) -> Self:
        """Return the form of *chat* with the messages of *state*."""
        messages = {message.id: message for branch in chat.branches for message in branch.messages}
        messages.update((message.id, message) for message in state.messages)
        head = (
            state.title, state.choices, state.pinned, state.parent, state.checkpoints, chat.parent_id, chat.origin,
            generated_title, note,
        )  # fmt: skip
        return cls(state, chat.branches, head, messages)

    @property
    def order(self) -> tuple[str, ...]:
        """The ids of the shown messages."""
        return tuple(message.id for message in self.state.messages)


class PendingWrite(Struct, frozen=True):
    """A change to be written to the store."""

    change: ChatChange
    form: _Form


class StoredForm:
    """The stored form of one conversation, as far as this process knows."""

    def __init__(self) -> None:
        self.revision = 0
        """0 if it is not in the store."""
        self._form = _Form()
        self._states: States = {}

    @property
    def state(self) -> ChatState:
        """The conversation as last written or read."""
        return self._form.state

    def record_stored(self, stored: StoredChat) -> None:
        """Record *stored* as the state of the store."""
        chat = stored.conversation
        self._form = _Form.of(chat, ChatState.of(chat), stored.generated_title, stored.note)
        self.revision, self._states = stored.revision, stored.states

    def forget(self) -> None:
        """Record that it is not in the store."""
        self.revision, self._form, self._states = 0, _Form(), {}

    def difference(
        self, chat: Conversation, state: ChatState, generated_title: str, note: NoteLink, states: States
    ) -> PendingWrite | None:
        """Return the difference between the store and *chat* with *state*; None if there is none.

        *states* is the data besides the messages that can have changed.
        """
        old_form, new_form = self._form, _Form.of(chat, state, generated_title, note)
        changed = tuple(
            message
            for key, message in new_form.messages.items()
            if not _is_unchanged(old_form.messages.get(key), message)
        )
        removed = frozenset(old_form.messages.keys() - new_form.messages.keys())
        reordered = not self.revision or new_form.order != old_form.order or new_form.branches != old_form.branches
        new_states = {name: value for name, value in states.items() if self._states.get(name) != value}
        if not (changed or removed or reordered or new_states) and new_form.head == old_form.head:
            return None
        branches = tuple((key.after, tuple(message.id for message in key.messages)) for key in new_form.branches)
        change = ChatChange(
            conversation=replace(chat, _messages=[]),
            revision=self.revision,
            generated_title=generated_title,
            preview=preview_of(state.messages),
            note=note,
            order=new_form.order if reordered else None,
            branches=branches if reordered else None,
            messages=changed,
            removed=removed,
            states=new_states,
            touched=bool(changed or removed),
        )
        return PendingWrite(change, new_form)

    def record_written(self, pending: PendingWrite, revision: int) -> None:
        """Record that *pending* was written."""
        self.revision, self._form = revision, pending.form
        self._states = {**self._states, **pending.change.states}


def _is_unchanged(known: Message | None, message: Message) -> bool:
    # Nearly always the same object: comparing the texts of a thousand messages twice a second would be noticeable.
    return known is message or known == message
