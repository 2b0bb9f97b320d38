"""The chats of a vault: opened, searched, renamed, deleted and stored, with their unsent drafts, and searched by the
tool `recall`."""

import asyncio
import logging
import re
import secrets
import tempfile
from collections.abc import Callable, Mapping, Sequence
from contextlib import ExitStack
from pathlib import Path
from types import TracebackType
from typing import Literal, Self

from msgspec import Struct, field
from pydantic import JsonValue

from vaultdesk.chat.chat_entry import ChatEntry
from vaultdesk.chat.chat_format import ChatFormat, ChatState
from vaultdesk.chat.chat_store import ChatMessageText, ChatPassage, ChatStore, StoredChat
from vaultdesk.chat.conversation import (
    MAX_TITLE_LENGTH,
    Conversation,
    branch_conversation,
    chat_file_name,
    is_conversation_id,
    is_private_id,
    one_line,
    repair_messages,
)
from vaultdesk.chat.messages import Message, new_id
from vaultdesk.core.errors import ChatStoreFailed, IndexFailed, NoteConflict, NoteNotFound, VaultDeskError, VaultError
from vaultdesk.core.feed import Feed, wait_for_end
from vaultdesk.core.phrases import NO_PHRASE, Phrase, verbatim
from vaultdesk.core.platform.program_file import JsonStore
from vaultdesk.core.settings.settings_store import SettingsStore
from vaultdesk.core.values import replace
from vaultdesk.index.index_results import Hit
from vaultdesk.index.indexing.indexer import Indexer
from vaultdesk.index.search.searcher import Searcher
from vaultdesk.tools.builtin.rename_tool import stage_rename
from vaultdesk.tools.tool import FULL_VISIBILITY, ToolFailure
from vaultdesk.vault.note_path import NOTE_SUFFIX, NotePath, printable
from vaultdesk.vault.staging import StagingArea, build_change_set, edits_of
from vaultdesk.vault.transactions.file_edits import CHANGE_TITLES, Delete, Origin
from vaultdesk.vault.vault import Vault
from vaultdesk.vault.vault_changes import FileChange
from vaultdesk.workspace.chat_autosave import ChatAutosave
from vaultdesk.workspace.chat_catalog import ChatList
from vaultdesk.workspace.chat_note_access import ChatNoteAccess, ChatReader, OpenedChat
from vaultdesk.workspace.chat_storage import ChatStorage, ConversationRecord, stored_note_file
from vaultdesk.workspace.chat_titles import ChatTitles

# Written when the user pauses typing and when the vault is closed; a crash loses the last half second.

DRAFT_SAVE_DELAY = 0.5
"""Seconds without a change after which drafts are written."""

MAX_DRAFT_CHARACTERS = 1_000_000
"""Maximum number of characters of a stored draft."""


class ChatDrafts:
    """The drafts of one vault."""

    def __init__(self, store: JsonStore, note_access: ChatNoteAccess) -> None:
        self._store = store
        self._note_access = note_access
        self._drafts: dict[str, str] = {}
        """Changes since the vault was opened."""
        self._unsaved: set[str] = set()
        self._timer: asyncio.TimerHandle | None = None

    def get(self, key: str) -> str:
        """Return the draft of a conversation; empty if there is none."""
        if key in self._drafts:
            return self._drafts[key]
        stored: JsonValue = self._store.get(key)
        return stored if isinstance(stored, str) else ""

    def set(self, key: str, text: str) -> None:
        """Store *text*; an empty one deletes the draft."""
        if self.get(key) == text:
            return
        self._drafts[key] = text[:MAX_DRAFT_CHARACTERS]
        self._unsaved.add(key)
        if self._timer is not None:
            self._timer.cancel()
        self._timer = asyncio.get_running_loop().call_later(DRAFT_SAVE_DELAY, self._write)

    async def load(self) -> None:
        """Read the stored drafts."""
        await self._note_access.off_loop(self._store.load)

    async def save(self) -> None:
        """Write unsaved drafts."""
        self._write()
        await self._note_access.off_loop(_no_operation)

    def _write(self) -> None:
        """Queue the write of unsaved drafts in the thread of chats."""
        if self._timer is not None:
            self._timer.cancel()
            self._timer = None
        changed = {key: self._drafts[key] for key in self._unsaved}
        self._unsaved.clear()

        def write() -> None:
            for key, text in changed.items():
                self._store.put(key, text or None)

        if changed:
            self._note_access.submit(write)


def _no_operation() -> None:
    """Used to wait for all earlier work."""


async def rename_chat(vault: Vault, searcher: Searcher, path: str, title: str) -> str:
    """Rename the note at *path* to *title* and update the links to it; return its new path. Raises `VaultError`."""
    old = await vault.find(NotePath.parse(path))
    if old is None:
        raise NoteNotFound(
            Phrase("There is no note “{0}”.", printable(path)),
            hint=Phrase("It may have been moved or deleted."),
            path=path,
        )
    new = await _free_path(vault, old, chat_file_name(title))
    if new == old:
        return old.text
    staging = StagingArea(vault)
    try:
        await stage_rename(staging, searcher, old, new, FULL_VISIBILITY)
    except ToolFailure as failure:
        raise NoteConflict(Phrase("The chat was not renamed"), hint=verbatim(failure.message), path=path) from failure
    origin = Origin(f"rename:{secrets.token_hex(8)}", CHANGE_TITLES.phrase("chat-renamed", title))
    for outcome in await vault.apply(edits_of(build_change_set(staging.notes)), origin):
        if outcome.result not in ("done", "unconfirmed"):
            raise NoteConflict(Phrase("The chat was not renamed"), hint=outcome.problem, path=path)
    return new.text


async def _free_path(vault: Vault, old: NotePath, name: str) -> NotePath:
    """Return an unused path in the same folder called *name*, with a number if needed."""
    folder = old.parent_text
    number = 1
    while True:
        numbered = f"{name}{NOTE_SUFFIX}" if number == 1 else f"{name} {number}{NOTE_SUFFIX}"
        path = NotePath.parse(f"{folder}/{numbered}" if folder else numbered)
        found = await vault.find(path)
        if found is None or found == old:
            return path
        number += 1


log = logging.getLogger(__name__)


def _never_refused(_path: str, _messages: tuple[Message, ...]) -> Phrase:
    return NO_PHRASE


class ChatServices(Struct, frozen=True):
    """Services used by the chats of one vault."""

    vault: Vault
    searcher: Searcher
    indexer: Indexer
    store: SettingsStore
    drafts: JsonStore = field(default_factory=JsonStore)
    titles: ChatTitles | None = None
    """Requests titles from a model; None: titles are made from the first question."""
    refusal_reason: Callable[[str, tuple[Message, ...]], Phrase] = _never_refused
    """Why messages must not be written into the note at a path that is not in the program's own format; empty if they
    may.
    """
    file: Path | None = None
    """File of the store; None for a temporary one."""
    records: Mapping[str, ConversationRecord] = field(default_factory=dict)
    """Data stored with each conversation besides its messages, by name."""


class ChatSaver:
    """`async with ChatSaver(...)`: saves chats until the block ends, and then all unsaved changes."""

    def __init__(
        self,
        storage: ChatStorage,
        note_access: ChatNoteAccess,
        chat_list: ChatList,
        services: ChatServices,
        changes: Feed[None],
    ) -> None:
        self._storage = storage
        self._note_access = note_access
        self._chat_list = chat_list
        self._services = services
        self._changes = changes
        self._autosaves: dict[int, ChatAutosave] = {}
        """By the object id of the conversation, which its autosave references while the vault is open."""
        self._queue: asyncio.Queue[ChatAutosave | None] = asyncio.Queue()
        """The autosaves that are due, each once; None ends the work."""
        self._queued: set[ChatAutosave] = set()
        self._title_requested: set[ChatAutosave] = set()
        """The chats for which a title was requested."""
        self._task: asyncio.Task[None] | None = None

    async def __aenter__(self) -> Self:
        self._task = asyncio.create_task(self._run(), name="chats")
        self._task.add_done_callback(lambda _task: self._release_all())
        return self

    async def __aexit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        assert self._task is not None
        for autosave in self._autosaves.values():
            if autosave.dirty:
                autosave.save_soon()
        self._queue.put_nowait(None)
        await wait_for_end(self._task)

    def autosave(self, conversation: Conversation, chat_format: ChatFormat | None = None) -> ChatAutosave:
        """Return the autosave of *conversation*: the same one each time."""
        autosave = self._autosaves.get(id(conversation))
        if autosave is None:
            autosave = ChatAutosave(
                conversation,
                self._storage,
                self._note_access,
                chat_format or self._note_access.vaultdesk_format(),
                self._enqueue,
            )
            self._autosaves[id(conversation)] = autosave
        return autosave

    def autosave_at(self, path: str) -> ChatAutosave | None:
        """Return the autosave of the chat at *path*, if it is open."""
        return next((autosave for autosave in self._autosaves.values() if autosave.path == path), None)

    def autosave_of(self, key: str) -> ChatAutosave | None:
        """Return the autosave of the chat with *key*, the id of a conversation or the path of a note, if it is open."""
        by_id = (autosave for autosave in self._autosaves.values() if autosave.conversation.id == key)
        return next(by_id, None) or (self.autosave_at(key) if key else None)

    def drop(self, autosave: ChatAutosave) -> None:
        """Remove a deleted chat: opened again, it is read again."""
        autosave.forget()
        self._autosaves.pop(id(autosave.conversation), None)

    def save_all(self) -> None:
        """Save every conversation with unsaved changes after the user has chosen to save chats as notes."""
        for autosave in self._autosaves.values():
            if autosave.dirty:
                self._enqueue(autosave)

    async def refresh_list(self) -> None:
        """Update the list from the store and the index. Raises nothing."""
        await self._list_stored()
        try:
            if await self._chat_list.refresh():
                self._changes.publish(None)
        except IndexFailed as problem:
            log.info("the list of chats is not known for now: %s", problem.title)

    async def _list_stored(self) -> None:
        try:
            entries = await self._storage.run(ChatStore.entries)
        except ChatStoreFailed as problem:
            log.error("the stored chats cannot be listed: %s", problem.title)
            return
        if self._chat_list.set_stored(entries):
            self._changes.publish(None)

    def _release_all(self) -> None:
        """Release all waiters for work that will not be done any more."""
        for autosave in self._autosaves.values():
            autosave.release_waiters()

    def _enqueue(self, autosave: ChatAutosave) -> None:
        if self._task is None or self._task.done():
            autosave.release_waiters()
        elif autosave not in self._queued:
            self._queued.add(autosave)
            self._queue.put_nowait(autosave)

    async def _run(self) -> None:
        async with asyncio.TaskGroup() as tasks:
            followers = [
                tasks.create_task(self._list_stored()),
                tasks.create_task(self._follow_index()),
                tasks.create_task(self._follow_vault()),
            ]
            title_tasks: set[asyncio.Task[None]] = set()
            while (autosave := await self._queue.get()) is not None:
                self._queued.discard(autosave)
                if await autosave.save():
                    await self._refresh_entry(autosave)
                if self._needs_title(autosave):
                    self._title_requested.add(autosave)
                    title_tasks.add(tasks.create_task(self._suggest_title(autosave)))
            for task in (*followers, *title_tasks):
                task.cancel()

    async def _refresh_entry(self, autosave: ChatAutosave) -> None:
        """Update the entry of a saved chat in the list."""
        changed = False
        if autosave.stored:
            chat_id = autosave.conversation.id
            try:
                entry = await self._storage.run(lambda store: store.entry(chat_id))
            except ChatStoreFailed as problem:
                log.info("a chat cannot be listed: %s", problem.title)
                entry = None
            changed = entry is not None and self._chat_list.add_stored(entry)
        elif autosave.path:
            changed = await self._chat_list.reread(autosave.path)
        if changed:
            self._changes.publish(None)

    async def _follow_index(self) -> None:
        """Keep the list up to date with the index; while that is lost, the list stays unchanged."""
        while True:
            with (
                self._services.indexer.progress.subscribe() as states,
                self._services.indexer.events.subscribe() as commits,
            ):
                try:
                    if await self._chat_list.refresh():
                        self._changes.publish(None)
                    async for commit in commits:
                        new_paths = [path for path in commit.paths if path not in self._chat_list]
                        if await self._chat_list.update_paths(commit.paths, commit.removed):
                            self._changes.publish(None)
                        await self._follow_new_notes(new_paths)
                except IndexFailed as problem:
                    log.info("the list of chats is not known for now: %s", problem.title)
                async for state in states:
                    if state.phase == "ready":
                        break

    async def _follow_new_notes(self, paths: Sequence[str]) -> None:
        """Continue open chats whose note is missing in the new notes at *paths*: a move reported as a new note.

        A note that was listed before is a copy. If there are several, all but one are copies, and it is unknown which.
        """
        for path in paths:
            entry = self._chat_list.get(path)
            autosave = self.autosave_of(entry.id) if entry is not None and entry.id else None
            if entry is None or autosave is None or autosave.path == path or autosave.note_mode == "off":
                continue
            if self._chat_list.notes_of(entry.id) - {autosave.path} == {path}:
                await autosave.follow_note(path)
            elif autosave.path:
                await autosave.release_deleted(autosave.path)

    async def _follow_vault(self) -> None:
        """Follow moves of open chats' notes, and merge changes by others while no answer is generated."""
        with self._services.vault.changes.subscribe() as changes:
            async for batch in changes:
                for change in batch.changes:
                    await self._follow(change)

    async def _follow(self, change: FileChange) -> None:
        before = change.old_path.text if change.old_path is not None else change.path.text
        autosave = self.autosave_at(before) or self.autosave_at(change.path.text)
        if autosave is None:
            return
        if change.kind == "moved" and autosave.path != change.path.text:
            autosave.set_path(change.path.text)
            self._enqueue(autosave)
        elif change.kind == "deleted":
            await autosave.release_deleted(before)
        elif change.kind != "moved" and not (autosave.running or autosave.dirty):
            await autosave.refresh()

    def _needs_title(self, autosave: ChatAutosave) -> bool:
        """Whether a title is to be requested for this chat: once, after its first complete answer."""
        has_generated_title = autosave.generated_title and autosave.generated_title == autosave.conversation.title
        enabled = self._services.titles is not None and self._services.store.settings.chat.titles == "model"
        if (
            not (has_generated_title and enabled and autosave.stored)
            or autosave.running
            or autosave in self._title_requested
        ):
            return False
        return any(message.role == "assistant" and not message.cut for message in autosave.conversation.messages)

    async def _suggest_title(self, autosave: ChatAutosave) -> None:
        """Request a title and apply it, unless the user has named the chat in the meantime."""
        assert self._services.titles is not None
        title = await self._services.titles.suggest_title(autosave.conversation)
        if not title or autosave.conversation.title != autosave.generated_title or not autosave.stored:
            return
        autosave.conversation.title, autosave.generated_title = title, ""
        autosave.save_soon()
        await autosave.flush()
        if not autosave.path:
            return
        try:
            former_path = await autosave.move_note(
                lambda path: rename_chat(self._services.vault, self._services.searcher, path, title)
            )
            self._chat_list.forget(former_path)
        except VaultDeskError as error:
            # Usually the user has continued the chat, so the note has changed; the title itself was applied.
            log.info("a chat's note was not named after its title: %s", error.title)
            return
        await self._refresh_entry(autosave)


# How one is saved is in chat_autosave.py, the store in chat/chat_store.py, the format of notes in
# chat/conversation_note.py.


class Chats:
    """`async with Chats(...)`: saves and follows until the block ends, and then writes unsaved changes.

    A chat's key is the id of its conversation; that of a note that was never continued here is the note's path.
    """

    def __init__(self, services: ChatServices) -> None:
        self.changes: Feed[None] = Feed()
        self._services = services
        self._vault = services.vault
        self._store = services.store
        self._note_access = ChatNoteAccess(services.vault, lambda: self.folder, lambda: self.save_mode == "keep")
        self._closing = ExitStack()
        file = services.file
        if file is None:
            file = Path(self._closing.enter_context(tempfile.TemporaryDirectory(prefix="chats"))) / "chats.sqlite"
        self._chat_store = ChatStore(file)
        self._storage = ChatStorage(self._chat_store, self._note_access, services.records)
        self._chat_list = ChatList(self._note_access, services.searcher)
        self._reader = ChatReader(self._note_access, services.store, services.refusal_reason)
        self._open_lock = asyncio.Lock()
        self._drafts = ChatDrafts(services.drafts, self._note_access)
        self._saver = ChatSaver(self._storage, self._note_access, self._chat_list, services, self.changes)

    async def __aenter__(self) -> Self:
        await self._drafts.load()
        await self._saver.__aenter__()
        return self

    async def __aexit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        try:
            await self._saver.__aexit__(kind, error, trace)
            await self._drafts.save()
        finally:
            await self._storage.run(ChatStore.close)
            self._note_access.close()
            self._closing.close()

    @property
    def save_mode(self) -> Literal["", "keep", "off"]:
        """Whether chats are notes of the vault too; empty if the user has not chosen yet."""
        return self._store.settings.vault_settings(self._vault.root).chats

    def set_save_mode(self, keep: Literal["keep", "off"]) -> None:
        """Set whether chats of this vault are saved as notes, including open ones. Raises `SettingsError`."""
        root = self._vault.root
        self._store.change(lambda settings: settings.with_vault(root, chats=keep))
        self._saver.save_all()
        self.changes.publish(None)

    @property
    def folder(self) -> str:
        """The folder of the vault where new chats become notes."""
        return "/".join(part for part in self._store.settings.chat.folder.split("/") if part.strip())

    def entries(self) -> tuple[ChatEntry, ...]:
        """Return all chats: pinned ones first, then the newest first."""
        return self._chat_list.entries()

    async def refresh(self) -> None:
        """Update the list from the store and the index. Raises nothing."""
        await self._saver.refresh_list()

    async def open(self, key: str) -> Conversation:
        """Return the conversation with *key*, or that of the note at this path; the existing object if it is open.

        Raises `VaultError`, `ChatStoreFailed`.
        """
        # Opened twice concurrently it would be written by two objects.
        async with self._open_lock:
            autosave = self._saver.autosave_of(key)
            if autosave is not None:
                await autosave.refresh()
                autosave = self._saver.autosave_of(key)  # The note of another chat may have been moved to this path.
            if autosave is not None and (autosave.path or autosave.stored or autosave.conversation.messages):
                return autosave.conversation
            stored = await self._read_stored(key)
            if stored is not None and not await self._reader.names_other_chat(key, stored.conversation.id):
                return await self._open_stored(stored)
            if key not in self._chat_list and is_conversation_id(key):
                raise NoteNotFound(
                    Phrase("There is no chat “{0}”.", printable(key)), hint=Phrase("It may have been deleted.")
                )
            return await self._open_note(key)

    def autosave(self, conversation: Conversation) -> ChatAutosave:
        """Return the autosave of *conversation*: the same one for the same conversation."""
        return self._saver.autosave(conversation)

    def note_of(self, conversation: Conversation) -> str:
        """Return the path of the note of *conversation*; empty if it has none, or is not open."""
        autosave = self._saver.autosave_of(conversation.id)
        return autosave.path if autosave is not None else ""

    def note_paths(self, conversation: Conversation) -> Mapping[str, str]:
        """Return, by id, the path of the note that each message of *conversation* was read from.

        Messages that were written in this program are not included.
        """
        return self._storage.note_messages.paths(conversation.id)

    async def is_chat(self, key: str) -> bool:
        """Whether *key* is that of a stored chat, or the path of a note in the program's own format or ChatGPT MD's."""
        if self._saver.autosave_of(key) is not None or await self._storage.run(lambda store: bool(store.find(key))):
            return True
        return not is_conversation_id(key) and await self._reader.is_chat(key)

    async def search(self, query: str, limit: int = 50) -> Sequence[ChatPassage]:
        """Return the chats that contain the words of *query*, best first. Raises `IndexFailed`, `ChatStoreFailed`."""
        if not query.strip():
            return ()
        stored = await self._storage.run(lambda store: store.search(query, limit))
        if len(stored) == limit:
            return stored
        found = await self._services.searcher.find(query, limit, self._chat_list.is_note_only, "chats")
        notes = (ChatPassage(hit.path, hit.title, _passage_text(hit), line=hit.line) for hit in found.hits)
        return (*stored, *notes)[:limit]

    async def recall(self, query: str, limit: int) -> Sequence[ChatMessageText]:
        """Return passages of stored chats about *query*, best first. Raises `ChatStoreFailed`."""
        return await self._storage.run(lambda store: store.recall(query, limit))

    async def rename(self, key: str, title: str) -> str:
        """Rename a chat and its note; return its new key. Raises `VaultDeskError`."""
        title = one_line(title, MAX_TITLE_LENGTH * 2)
        if not title:
            return key
        conversation = await self.open(key)
        autosave = self.autosave(conversation)
        await self._save_now(autosave)
        former_path = await autosave.move_note(
            lambda path: rename_chat(self._vault, self._services.searcher, path, title)
        )
        if former_path:
            self._chat_list.forget(former_path)
        conversation.title, autosave.generated_title = title, ""
        await self._save_now(autosave)
        self.changes.publish(None)
        return autosave.key

    async def pin(self, key: str, pinned: bool) -> None:
        """Pin a chat to the top of the list, or unpin it. Raises `VaultDeskError`."""
        conversation = await self.open(key)
        conversation.pinned = pinned
        await self._save_now(self.autosave(conversation))

    async def keep_note(self, key: str, *, keep: bool) -> None:
        """Save a chat as a note of the vault too, or stop writing its note, which stays. Raises `VaultDeskError`."""
        autosave = self.autosave(await self.open(key))
        if keep:
            await autosave.keep_note()
        else:
            autosave.stop_note()
            await autosave.flush()
        self._raise_problem(autosave)
        await self._restore_changed(autosave)

    async def delete(self, key: str) -> str:
        """Delete a chat and its note; return the journal's group of that, for Undo with `restore`.

        Empty if there is no note. Raises `VaultDeskError`.
        """
        autosave = self._saver.autosave_of(key)
        if autosave is not None:
            await autosave.flush()
        stored = await self._read_stored(autosave.conversation.id if autosave is not None else key)
        path = autosave.path if autosave is not None else key
        if autosave is None and stored is not None:
            path = stored.note.path if stored.note.mode != "off" else ""
        title = stored.conversation.title if stored is not None else ""
        group = await self._delete_note(path, title, known=autosave is not None or stored is not None)
        if stored is not None:
            chat_id = stored.conversation.id
            await self._storage.run(lambda store: store.set_deleted(chat_id, deleted=True))
            self._chat_list.forget_stored(chat_id)
        self.set_draft(stored.conversation.id if stored is not None else key, "")
        if autosave is not None:
            self._saver.drop(autosave)
        self._chat_list.forget(path)
        self.changes.publish(None)
        return group

    async def restore(self, key: str) -> bool:
        """Restore a deleted chat; return whether there is one. Its note is restored by the journal. Raises
        `ChatStoreFailed`.
        """
        found = await self._storage.run(lambda store: store.set_deleted(key, deleted=False))
        await self._saver.refresh_list()
        return found

    def branch(self, conversation: Conversation, message_id: str) -> Conversation:
        """Return a new conversation of all messages up to and including that one. Raises KeyError if it does not exist.

        The disclosure records of *conversation*, and what the user withheld, apply to the new one too.
        """
        branch = branch_conversation(conversation, message_id, self.autosave(conversation).path)
        self._storage.inherit_states(conversation, branch)
        return branch

    def draft(self, key: str) -> str:
        """Return the unsent draft of a conversation, by its id."""
        return self._drafts.get(key)

    def set_draft(self, key: str, text: str) -> None:
        """Store the draft of a conversation outside the vault, unless it is a private one."""
        if not is_private_id(key):
            self._drafts.set(key, text)

    async def _read_stored(self, key: str) -> StoredChat | None:
        """Return the stored chat with this id, or with its note at this path. Raises `ChatStoreFailed`."""

        def read(store: ChatStore) -> StoredChat | None:
            chat_id = store.find(key)
            return store.read(chat_id) if chat_id else None

        return await self._storage.run(read)

    async def _open_stored(self, stored: StoredChat) -> Conversation:
        conversation = stored.conversation
        autosave = self._saver.autosave(conversation)
        autosave.attach_stored(stored)
        self._storage.restore_states(stored, conversation)
        self._storage.restore_waiting(stored, conversation)
        conversation.reset(repair_messages(conversation.messages))
        if stored.note.path and stored.note.mode != "off":
            await self._attach_note(autosave, stored)
        return conversation

    async def _attach_note(self, autosave: ChatAutosave, stored: StoredChat) -> None:
        """Continue with the note of a stored chat, and merge changes by others."""
        conversation = autosave.conversation
        try:
            opened = await self._open_note_of(stored)
        except VaultError as error:
            log.info("the note of a stored chat cannot be continued: %s", error.title)
            opened = None
        if opened is None:
            autosave.set_path("")
            return
        path = opened.path
        unchanged = opened.note.digest == stored.note.digest
        if opened.native_format:
            autosave.attach(path, opened.note, opened.state)
            if not unchanged:
                # Of a note that was released, it is unknown what it contained: no message counts as removed.
                in_note_ids = stored.in_note if stored.note.digest else frozenset()
                in_note = (message for message in conversation.messages if message.id in in_note_ids)
                autosave.merge(ChatState.of(conversation, tuple(in_note)), opened.state)
            return
        autosave.refusal_reason = self._reader.refusal_reason
        chat_format = opened.chat_format
        if unchanged:
            # The note has no ids, so only the store knows which of the stored messages are in it.
            chat_format = self._reader.chatgpt_md_format(path, opened.note, stored.in_note)
            autosave.attach(path, opened.note, ChatState.of(conversation), chat_format)
        else:
            missing_from_note = (message for message in conversation.messages if message.id not in stored.in_note)
            conversation.reset((*opened.state.messages, *missing_from_note))
            autosave.attach(path, opened.note, opened.state, chat_format)

    async def _open_note_of(self, stored: StoredChat, candidate: str = "") -> OpenedChat | None:
        """Read the note of a stored chat, which may have been moved; *candidate* is a note of the same conversation.

        None if it was deleted or cannot be told from a copy, which may be an earlier state of the chat. Raises
        `VaultError`.
        """
        path, chat_id, file = stored.note.path, stored.conversation.id, stored_note_file(stored)
        exists = path and await self._vault.exists(NotePath.parse(path))
        if exists and not await self._reader.names_other_chat(path, chat_id):
            return await self._reader.open(path)
        if file is not None and (moved_path := await self._vault.find_moved(file)) is not None:
            return await self._reader.open(moved_path.text)
        if not await self._lists_all_chats():
            return None
        candidates = (self._chat_list.notes_of(chat_id) | {candidate}) - {path, ""}
        if len(candidates) != 1:
            return None
        opened = await self._reader.open(*candidates)
        is_same_file = file is not None and opened.note.inode == file.inode
        return opened if is_same_file or opened.note.digest == stored.note.digest else None

    async def _lists_all_chats(self) -> bool:
        """Bring the list of chat notes up to date with the index; return whether that contains all notes."""
        if self._services.indexer.state.phase != "ready":
            return False
        try:
            await self._chat_list.refresh()
        except IndexFailed as problem:
            log.info("the list of chats is not known for now: %s", problem.title)
            return False
        return True

    async def _open_note(self, path: str) -> Conversation:
        """Open a chat that is a note only."""
        opened = await self._reader.open(path)
        conversation = opened.conversation
        stored = await self._storage.run(lambda store: store.read(conversation.id))
        if stored is not None:
            own_note = await self._open_note_of(stored, path)
            is_own = own_note.path == path != stored.note.path if own_note is not None else not stored.note.path
            if is_own:
                # The note of a stored chat, moved or restored while it was not followed.
                await self._storage.run(lambda store: store.set_deleted(conversation.id, deleted=False))
                stored.note = replace(stored.note, path=path)
                return await self._open_stored(stored)
            conversation.id = new_id("chat")  # A copy of the note: it becomes a separate chat.
        autosave = self._saver.autosave(conversation, opened.chat_format)
        autosave.attach(path, opened.note, opened.state)
        if not opened.native_format:
            autosave.refusal_reason = self._reader.refusal_reason
        return conversation

    async def _delete_note(self, path: str, title: str, *, known: bool) -> str:
        """Delete the note at *path*; return the group of the change, empty for no path."""
        if not path:
            return ""
        if not known and not await self._reader.is_chat(path):
            raise NoteConflict(
                Phrase("This note is not a chat"), hint=Phrase("Delete it in the list of notes."), path=path
            )
        try:
            note = await self._vault.read(NotePath.parse(path))
        except NoteNotFound:
            if known:
                return ""  # It is already deleted.
            raise
        group = f"chat-delete:{secrets.token_hex(8)}"
        name = title or path.rpartition("/")[2].removesuffix(NOTE_SUFFIX)
        origin = Origin(group, CHANGE_TITLES.phrase("chat-deleted", name))
        (outcome,) = await self._vault.apply([Delete(NotePath(path), note.digest)], origin)
        if outcome.result not in ("done", "unconfirmed"):
            raise NoteConflict(Phrase("The chat was not deleted"), hint=outcome.problem, path=path)
        return group

    async def _save_now(self, autosave: ChatAutosave) -> None:
        """Save an action of the user on a chat."""
        autosave.save_soon()
        await autosave.flush()
        self._raise_problem(autosave)
        await self._restore_changed(autosave)
        if autosave.path and await self._chat_list.reread(autosave.path):
            self.changes.publish(None)

    async def _restore_changed(self, autosave: ChatAutosave) -> None:
        """Restore a chat that another process deleted and the user changed here. Raises `ChatStoreFailed`."""
        if not autosave.stored:  # It was removed already, so it is written again as a whole.
            autosave.save_soon()
            await autosave.flush()
        else:
            chat_id = autosave.conversation.id
            await self._storage.run(lambda store: store.set_deleted(chat_id, deleted=False))

    def _raise_problem(self, autosave: ChatAutosave) -> None:
        if autosave.problem:
            raise NoteConflict(Phrase("The chat could not be saved"), hint=autosave.problem, path=autosave.path)


CHAT_MARKERS = re.compile(r"^[^<]*-->|<!--.*?(?:-->|$)")
"""Comments of a note, and the end of one that is cut by the start of a passage."""


def _passage_text(hit: Hit) -> str:
    """Return the passage without the markup of a chat's note."""
    return " ".join(CHAT_MARKERS.sub(" ", hit.snippet).split()) or hit.heading


class StoredChatRecall:
    """Searches the chats of a vault."""

    def __init__(self, chats: Callable[[], Chats]) -> None:
        self._chats = chats

    async def recall(self, query: str, limit: int) -> Sequence[ChatMessageText]:
        """Return passages about *query*, best first. Raises `ChatStoreFailed`."""
        return await self._chats().recall(query, limit)
