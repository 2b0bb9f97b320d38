"""In-memory implementation of the chats of a vault, for widget tests."""

import copy
from collections.abc import Mapping, Sequence
from datetime import UTC, datetime, timedelta
from typing import Literal

from vaultdesk.agent.run import MessageAdded, RunEvent, RunStarted
from vaultdesk.chat.chat_entry import ChatEntry
from vaultdesk.chat.chat_store import ChatPassage
from vaultdesk.chat.conversation import Conversation, conversation_title
from vaultdesk.chat.messages import Message, TextPart, Usage, user_message
from vaultdesk.core.errors import NoteNotFound
from vaultdesk.core.feed import Feed
from vaultdesk.vault.undo import UndoOutcome

BEGAN = datetime(2026, 11, 20, 9, tzinfo=UTC)


def make_conversation(title: str, *words: str, **more: object) -> Conversation:
    """Return a conversation with alternating questions and answers; *more* sets attributes."""
    conversation = Conversation(title, created=BEGAN)
    for position, text in enumerate(words):
        usage = Usage(input_tokens=10, output_tokens=5, seconds=1.5)
        answer = Message(role="assistant", parts=(TextPart(text=text),), model="work/one", usage=usage)
        conversation.append(answer if position % 2 else user_message(text))
    for name, value in more.items():
        setattr(conversation, name, value)
    return conversation


class MemoryAutosave:
    """Saves one conversation into the dictionary of its `MemoryChats`."""

    def __init__(self, chats: "MemoryChats", conversation: Conversation) -> None:
        self._chats = chats
        self._conversation = conversation
        self.path = self.problem = ""
        self.only_note_failed = False
        self.stored = False
        self.changes: Feed[None] = Feed()
        self.flushed = 0

    @property
    def key(self) -> str:
        return self.path or self._conversation.id

    async def commit(self) -> None:
        pass

    def handle_event(self, event: RunEvent) -> None:
        if isinstance(event, RunStarted | MessageAdded):
            self.save_soon()

    def save_soon(self) -> None:
        if self._chats.save_mode != "keep" or not self._conversation.messages:
            return
        if self._chats.broken:
            self.problem = self._chats.broken
        else:
            self.problem = ""
            self._conversation.title = self._conversation.title or conversation_title(self._conversation.messages)
            self.path = self.path or self._chats.free_path(self._conversation.title)
            self._chats.write(self.path, self._conversation)
        self.changes.publish(None)

    async def flush(self) -> None:
        self.flushed += 1

    def record_stored(self, theirs: Conversation) -> None:
        """Take over the conversation that another program wrote."""
        mine = self._conversation
        mine.reset(theirs.messages)
        mine.title, mine.pinned, mine.choices = theirs.title, theirs.pinned, theirs.choices
        self.changes.publish(None)


class MemoryChats:
    """In-memory `workspace.chats`. `write` and `lose` change `notes` as another program would."""

    def __init__(self, keeping: Literal["", "keep", "off"] = "keep") -> None:
        self.changes: Feed[None] = Feed()
        self.save_mode: Literal["", "keep", "off"] = keeping
        self.folder = "Chats"
        self.notes: dict[str, Conversation] = {}
        self.trash: dict[str, tuple[str, Conversation]] = {}
        self.drafts: dict[str, str] = {}
        self.broken = ""
        """Error message of every attempt to save; empty if saving works."""
        self._changed: dict[str, datetime] = {}
        self._autosaves: dict[Conversation, MemoryAutosave] = {}

    def set_save_mode(self, keep: Literal["keep", "off"]) -> None:
        self.save_mode = keep
        for autosave in tuple(self._autosaves.values()):
            autosave.save_soon()
        self.changes.publish(None)

    def entries(self) -> tuple[ChatEntry, ...]:
        entries = [self._entry(path, conversation) for path, conversation in self.notes.items()]
        return tuple(sorted(entries, key=lambda entry: (entry.pinned, entry.modified), reverse=True))

    async def refresh(self) -> None:
        self.changes.publish(None)

    async def open(self, path: str) -> Conversation:
        for open_conversation, autosave in self._autosaves.items():
            if autosave.path == path:
                return open_conversation
        if path not in self.notes:
            raise NoteNotFound(f"There is no chat {path}.", hint="It may have been deleted.")
        conversation = copy.deepcopy(self.notes[path])
        self.autosave(conversation).path = path
        return conversation

    def note_paths(self, conversation: Conversation) -> Mapping[str, str]:
        return {}

    def note_of(self, conversation: Conversation) -> str:
        autosave = self._autosaves.get(conversation)
        return autosave.path if autosave is not None else ""

    def autosave(self, conversation: Conversation) -> MemoryAutosave:
        return self._autosaves.setdefault(conversation, MemoryAutosave(self, conversation))

    async def search(self, query: str, limit: int = 50) -> Sequence[ChatPassage]:
        return [
            ChatPassage(path, conversation.title, message.text, message.id)
            for path, conversation in self.notes.items()
            for message in conversation.messages
            if query.casefold() in message.text.casefold()
        ][:limit]

    async def rename(self, path: str, title: str) -> str:
        new_path = self.free_path(title)
        conversation = self.notes.pop(path)
        conversation.title = title
        for open_conversation, autosave in self._autosaves.items():
            if autosave.path == path:
                autosave.path, open_conversation.title = new_path, title
        self.write(new_path, conversation)
        return new_path

    async def pin(self, path: str, pinned: bool) -> None:
        self.notes[path].pinned = pinned
        for conversation, autosave in self._autosaves.items():
            conversation.pinned = pinned if autosave.path == path else conversation.pinned
        self.changes.publish(None)

    async def keep_note(self, key: str, *, keep: bool) -> None:
        raise NotImplementedError(key, keep)

    async def restore(self, key: str) -> bool:
        return key in self.notes

    async def delete(self, path: str) -> str:
        group = f"group {len(self.trash)}"
        self.trash[group] = (path, self.notes[path])
        self.lose(path)
        return group

    async def undo(self, group: str) -> UndoOutcome:
        """Restore a deleted chat."""
        path, conversation = self.trash.pop(group)
        self.write(path, conversation)
        return UndoOutcome(done=True)

    def branch(self, conversation: Conversation, message_id: str) -> Conversation:
        branch = Conversation(f"{conversation.title} (branch)", choices=conversation.choices)
        for message in conversation.messages:
            branch.append(message)
            if message.id == message_id:
                break
        branch.parent = f"{self.autosave(conversation).path.removesuffix('.md')}#^{message_id}"
        return branch

    def draft(self, key: str) -> str:
        return self.drafts.get(key, "")

    def set_draft(self, key: str, text: str) -> None:
        self.drafts[key] = text

    async def is_chat(self, path: str) -> bool:
        return path in self.notes

    def free_path(self, title: str) -> str:
        """Return an unused path for *title*."""
        names = (f"{self.folder}/{title}{f' {number}' if number else ''}.md" for number in range(99))
        return next(path for path in names if path not in self.notes)

    def write(self, path: str, conversation: Conversation, *, by_another: bool = False) -> None:
        """Store *conversation* at *path*, with a time one minute after the newest chat."""
        self.notes[path] = copy.deepcopy(conversation)
        for autosave in tuple(self._autosaves.values()):
            if by_another and autosave.path == path:
                autosave.record_stored(conversation)
        self._changed[path] = max([BEGAN, *self._changed.values()]) + timedelta(minutes=1)
        self.changes.publish(None)

    def lose(self, path: str) -> None:
        """Delete the note at *path*."""
        del self.notes[path]
        for autosave in tuple(self._autosaves.values()):
            if autosave.path == path:
                autosave.path = ""
                autosave.changes.publish(None)
        self.changes.publish(None)

    def _entry(self, path: str, conversation: Conversation) -> ChatEntry:
        parent = conversation.parent.partition("#")[0]
        preview = conversation.messages[0].text if conversation.messages else ""
        parent = f"{parent}.md" if parent else ""
        return ChatEntry(
            path,
            conversation.title,
            conversation.created,
            self._changed[path],
            conversation.pinned,
            parent,
            "work/one",
            preview,
        )
