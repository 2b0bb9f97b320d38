"""The chats of a vault: opened, searched, renamed, deleted and saved, with their unsent drafts."""

import asyncio
import logging
import secrets
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from types import TracebackType
from typing import Literal, Self

from pydantic import JsonValue

from vaultdesk.chat.chat_entry import ChatEntry
from vaultdesk.chat.chat_format import ChatFormat
from vaultdesk.chat.conversation import LONGEST_TITLE, Conversation, branch_conversation, chat_file_name, one_line
from vaultdesk.chat.messages import Message
from vaultdesk.core.errors import IndexFailed, NoteConflict, NoteNotFound, VaultDeskError
from vaultdesk.core.feed import Feed
from vaultdesk.core.json_store import JsonStore
from vaultdesk.core.settings.settings_store import SettingsStore
from vaultdesk.index.index_results import Hit
from vaultdesk.index.indexing.indexer import Indexer
from vaultdesk.index.search.searcher import Searcher
from vaultdesk.tools.builtin.rename_tool import stage_rename
from vaultdesk.tools.tool import FULL_VISIBILITY, ToolFailure
from vaultdesk.vault.note_path import NOTE_SUFFIX, NotePath, printable
from vaultdesk.vault.staging import StagingArea, build_change_set, edits_of
from vaultdesk.vault.transactions.file_edits import Delete, Origin
from vaultdesk.vault.vault import Vault
from vaultdesk.vault.vault_changes import FileChange
from vaultdesk.workspace.chat_autosave import ChatAutosave
from vaultdesk.workspace.chat_catalog import ChatList
from vaultdesk.workspace.chat_note_access import ChatNoteAccess, ChatReader
from vaultdesk.workspace.chat_titles import ChatTitles

# They are written when somebody stops typing and when the vault is closed; a crash loses the last half second.

DRAFT_SAVE_DELAY = 0.5
"""Seconds without a change after which drafts are written: somebody is typing until then."""

MAX_DRAFT_CHARACTERS = 1_000_000
"""Characters of a draft that are kept."""


class ChatDrafts:
    """The drafts of one vault."""

    def __init__(self, store: JsonStore, desk: ChatNoteAccess) -> None:
        self._store = store
        self._desk = desk
        self._typed: dict[str, str] = {}
        """What was typed since the vault was opened."""
        self._unwritten: set[str] = set()
        self._timer: asyncio.TimerHandle | None = None

    def get(self, key: str) -> str:
        """Return the draft of a conversation; empty where there is none."""
        if key in self._typed:
            return self._typed[key]
        kept: JsonValue = self._store.get(key)
        return kept if isinstance(kept, str) else ""

    def set(self, key: str, text: str) -> None:
        """Keep *text*; an empty one forgets it."""
        if self.get(key) == text:
            return
        self._typed[key] = text[:MAX_DRAFT_CHARACTERS]
        self._unwritten.add(key)
        if self._timer is not None:
            self._timer.cancel()
        self._timer = asyncio.get_running_loop().call_later(DRAFT_SAVE_DELAY, self._write)

    async def load(self) -> None:
        """Read what is kept."""
        await self._desk.off_loop(self._store.load)

    async def save(self) -> None:
        """Write what is not written yet."""
        self._write()
        await self._desk.off_loop(_nothing)

    def _write(self) -> None:
        """Have what is not written yet written, in the thread of chats."""
        if self._timer is not None:
            self._timer.cancel()
            self._timer = None
        changed = {key: self._typed[key] for key in self._unwritten}
        self._unwritten.clear()

        def write() -> None:
            for key, text in changed.items():
                self._store.put(key, text or None)

        if changed:
            self._desk.later(write)


def _nothing() -> None:
    """Runs when everything before it has run."""


async def rename_chat(vault: Vault, searcher: Searcher, path: str, title: str) -> str:
    """Name the note at *path* after *title* and repair the links to it; return its new path. Raises `VaultError`."""
    old = await vault.find(NotePath.parse(path))
    if old is None:
        raise NoteNotFound(
            f"There is no note “{printable(path)}”.", hint="It may have been moved or deleted.", path=path
        )
    new = await _free(vault, old, chat_file_name(title))
    if new == old:
        return old.text
    draft = StagingArea(vault)
    try:
        await stage_rename(draft, searcher, old, new, FULL_VISIBILITY)
    except ToolFailure as failure:
        raise NoteConflict("The chat was not renamed", hint=failure.message, path=path) from failure
    origin = Origin(f"rename:{secrets.token_hex(8)}", f"Rename chat to “{title}”")
    for outcome in await vault.apply(edits_of(build_change_set(draft.notes)), origin):
        if outcome.result not in ("done", "unconfirmed"):
            raise NoteConflict("The chat was not renamed", hint=outcome.problem, path=path)
    return new.text


async def _free(vault: Vault, old: NotePath, name: str) -> NotePath:
    """Return a path in the same folder that is called *name*, with a number where another file has it."""
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


def _nobody_refuses(_path: str, _messages: tuple[Message, ...]) -> str:
    return ""


@dataclass(frozen=True)
class ChatServices:
    """What the chats of one vault are joined with."""

    vault: Vault
    searcher: Searcher
    indexer: Indexer
    store: SettingsStore
    drafts: JsonStore = field(default_factory=JsonStore)
    titles: ChatTitles | None = None
    """Who is asked for titles; None: nobody, they are made of the first question."""
    refuses: Callable[[str, tuple[Message, ...]], str] = _nobody_refuses
    """Why messages must not be written into the note at a path that is no chat of ours; empty where they may."""


class ChatSaver:
    """`async with ChatSaving(...)`: works until the block ends, and then saves what is not on the disk yet."""

    def __init__(self, desk: ChatNoteAccess, listed: ChatList, places: ChatServices, changes: Feed[None]) -> None:
        self._desk = desk
        self._list = listed
        self._places = places
        self._changes = changes
        self._keepers: dict[int, ChatAutosave] = {}
        """By the conversation, which a keeper holds for as long as the vault is open."""
        self._waiting: asyncio.Queue[ChatAutosave | None] = asyncio.Queue()
        """Who is to be saved, each once; None ends the work."""
        self._asked: set[ChatAutosave] = set()
        self._titled: set[ChatAutosave] = set()
        """Whose title a model was asked for."""
        self._task: asyncio.Task[None] | None = None

    async def __aenter__(self) -> Self:
        self._task = asyncio.create_task(self._work(), name="chats")
        self._task.add_done_callback(lambda _task: self._end())
        return self

    async def __aexit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        assert self._task is not None
        for keeper in self._keepers.values():
            if keeper.dirty:
                keeper.touched()
        self._waiting.put_nowait(None)
        await asyncio.wait({self._task})
        if not self._task.cancelled() and (bug := self._task.exception()) is not None:
            raise bug

    def keeper(self, conversation: Conversation, form: ChatFormat | None = None) -> ChatAutosave:
        """Return who keeps *conversation*: the same one each time."""
        found = self._keepers.get(id(conversation))
        if found is None:
            found = ChatAutosave(conversation, self._desk, form or self._desk.own_form(), self._ask)
            self._keepers[id(conversation)] = found
        return found

    def at(self, path: str) -> ChatAutosave | None:
        """Return who keeps the chat at *path*, where it is open."""
        return next((keeper for keeper in self._keepers.values() if keeper.path == path), None)

    def ask_all(self) -> None:
        """Save every conversation that is not on the disk: the person wants chats kept now."""
        for keeper in self._keepers.values():
            if keeper.dirty:
                self._ask(keeper)

    async def learn(self) -> None:
        """Look at every chat the index knows. Raises nothing."""
        try:
            if await self._list.learn():
                self._changes.publish(None)
        except IndexFailed as problem:
            log.info("the list of chats is not known for now: %s", problem.title)

    def _end(self) -> None:
        """Let nobody wait for what is not done any more."""
        for keeper in self._keepers.values():
            keeper.release()

    def _ask(self, keeper: ChatAutosave) -> None:
        if self._task is None or self._task.done():
            keeper.release()
        elif keeper not in self._asked:
            self._asked.add(keeper)
            self._waiting.put_nowait(keeper)

    async def _work(self) -> None:
        async with asyncio.TaskGroup() as tasks:
            following = [tasks.create_task(self._follow_index()), tasks.create_task(self._follow_vault())]
            naming: set[asyncio.Task[None]] = set()
            while (keeper := await self._waiting.get()) is not None:
                self._asked.discard(keeper)
                if await keeper.save():
                    await self._look(keeper)
                if self._wants_title(keeper):
                    self._titled.add(keeper)
                    naming.add(tasks.create_task(self._name(keeper)))
            for task in (*following, *naming):
                task.cancel()

    async def _look(self, keeper: ChatAutosave) -> None:
        if keeper.path and await self._list.look(keeper.path):
            self._changes.publish(None)

    async def _follow_index(self) -> None:
        """Keep the list as the index is; where it is lost meanwhile, the list stays as it was until it is back."""
        while True:
            with (
                self._places.indexer.progress.subscribe() as states,
                self._places.indexer.events.subscribe() as commits,
            ):
                try:
                    if await self._list.learn():
                        self._changes.publish(None)
                    async for commit in commits:
                        if await self._list.take(commit.paths, commit.removed):
                            self._changes.publish(None)
                except IndexFailed as problem:
                    log.info("the list of chats is not known for now: %s", problem.title)
                async for state in states:
                    if state.phase == "ready":
                        break

    async def _follow_vault(self) -> None:
        """Know where the notes of open chats are, and what others wrote into them while nothing goes on."""
        with self._places.vault.changes.subscribe() as told:
            async for news in told:
                for change in news.changes:
                    await self._follow(change)

    async def _follow(self, change: FileChange) -> None:
        before = change.old_path.text if change.old_path is not None else change.path.text
        keeper = self.at(before) or self.at(change.path.text)
        if keeper is None:
            return
        if change.kind == "moved" and keeper.path != change.path.text:
            keeper.moved(change.path.text)
        elif change.kind != "moved" and not (keeper.running or keeper.dirty):
            await keeper.refresh()

    def _wants_title(self, keeper: ChatAutosave) -> bool:
        """Whether a model is to be asked what this chat is called: once, after its first whole answer."""
        made = keeper.made_title and keeper.made_title == keeper.conversation.title
        wanted = self._places.titles is not None and self._places.store.settings.chat.titles == "model"
        if not (made and wanted and keeper.path) or keeper.running or keeper in self._titled:
            return False
        return any(message.role == "assistant" and not message.cut for message in keeper.conversation.messages)

    async def _name(self, keeper: ChatAutosave) -> None:
        """Ask for a title and call the chat so, unless the person named it meanwhile."""
        assert self._places.titles is not None
        title = await self._places.titles.title(keeper.conversation)
        if not title or keeper.conversation.title != keeper.made_title or not keeper.path:
            return
        keeper.conversation.title, keeper.made_title = title, ""
        keeper.touched()
        await keeper.settle()
        try:
            path = keeper.path
            new = await rename_chat(self._places.vault, self._places.searcher, path, title)
            self._list.drop(path)
            if keeper.path == path:
                keeper.moved(new)
        except VaultDeskError as trouble:
            # Most often somebody asked on meanwhile, and the note is another one; it has the new title all the same.
            log.info("a chat's note was not named after its title: %s", trouble.title)
            return
        await self._look(keeper)


# How one is kept is chat_keeper.py; what a note of one says is chat/note_format.


class Chats:
    """`async with Chats(...)`: saves and follows until the block ends, and then writes what is not on the disk yet."""

    def __init__(self, places: ChatServices) -> None:
        self.changes: Feed[None] = Feed()
        self._places = places
        self._vault = places.vault
        self._store = places.store
        self._desk = ChatNoteAccess(places.vault, lambda: self.folder, lambda: self.keeping == "keep")
        self._list = ChatList(self._desk, places.searcher)
        self._opening = ChatReader(self._desk, places.store, places.refuses)
        self._opening_one = asyncio.Lock()
        self._drafts = ChatDrafts(places.drafts, self._desk)
        self._saving = ChatSaver(self._desk, self._list, places, self.changes)

    async def __aenter__(self) -> Self:
        await self._drafts.load()
        await self._saving.__aenter__()
        return self

    async def __aexit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        try:
            await self._saving.__aexit__(kind, error, trace)
            await self._drafts.save()
        finally:
            self._desk.close()

    @property
    def keeping(self) -> Literal["", "keep", "off"]:
        """Whether chats are kept as notes; empty where the person was not asked yet."""
        return self._store.settings.vault_settings(self._vault.root).chats

    def set_keeping(self, keep: Literal["keep", "off"]) -> None:
        """Keep chats of this vault from now on, those that are open too, or none. Raises `SettingsError`."""
        root = self._vault.root
        self._store.change(lambda settings: settings.with_vault(root, chats=keep))
        self._saving.ask_all()
        self.changes.publish(None)

    @property
    def folder(self) -> str:
        """The folder of the vault where new chats are kept."""
        return "/".join(part for part in self._store.settings.chat.folder.split("/") if part.strip())

    def entries(self) -> tuple[ChatEntry, ...]:
        """Return all chats that are kept: those that are pinned first, then the newest first."""
        return self._list.entries()

    async def refresh(self) -> None:
        """Look at every chat the index knows. Raises nothing."""
        await self._saving.learn()

    async def open(self, path: str) -> Conversation:
        """Return the conversation at *path*, the living one where it is open. Raises `VaultError`."""
        # Opened twice at once it would be written by two.
        async with self._opening_one:
            keeper = self._saving.at(path)
            if keeper is not None:
                await keeper.refresh()
                if keeper.path:
                    return keeper.conversation
            opened = await self._opening.open(path)
            keeper = self._saving.keeper(opened.conversation, opened.form)
            keeper.begin(path, opened.note, opened.state)
            if not opened.own:
                keeper.always, keeper.refuses = True, self._opening.refuses
            return opened.conversation

    def keeper(self, conversation: Conversation) -> ChatAutosave:
        """Return who keeps *conversation*: the same one for the same conversation."""
        return self._saving.keeper(conversation)

    async def is_chat(self, path: str) -> bool:
        """Whether the note at *path* is a chat, in the program's own format or ChatGPT MD's."""
        return await self._opening.is_chat(path)

    async def search(self, query: str, limit: int = 50) -> Sequence[Hit]:
        """Return the chats that a search for *query* finds, best first. Raises `IndexFailed`."""
        if not query.strip():
            return ()
        return await self._places.searcher.search(query, limit, self._list.__contains__)

    async def rename(self, path: str, title: str) -> str:
        """Give the chat at *path* another title and its note that name; return the new path. Raises `VaultError`."""
        title = one_line(title, LONGEST_TITLE * 2)
        if not title:
            return path
        conversation = await self.open(path)
        keeper = self.keeper(conversation)
        await self._kept(keeper)
        new = await rename_chat(self._vault, self._places.searcher, path, title)
        keeper.moved(new)
        conversation.title, keeper.made_title = title, ""
        await self._kept(keeper)
        self._list.drop(path)
        self.changes.publish(None)
        return new

    async def pin(self, path: str, pinned: bool) -> None:
        """Have the chat at *path* stand first in the list, or no more. Raises `VaultError`."""
        conversation = await self.open(path)
        conversation.pinned = pinned
        await self._kept(self.keeper(conversation))

    async def delete(self, path: str) -> str:
        """Put the chat at *path* into the trash; return the journal's group, for Undo. Raises `VaultError`."""
        keeper = self._saving.at(path)
        if keeper is not None:
            await keeper.settle()
        elif not await self.is_chat(path):
            raise NoteConflict("This note is no chat", hint="Delete it among the notes.", path=path)
        note = await self._vault.read(NotePath.parse(path))
        title = keeper.conversation.title if keeper is not None else path.rpartition("/")[2].removesuffix(NOTE_SUFFIX)
        group = f"chat-delete:{secrets.token_hex(8)}"
        origin = Origin(group, f"Delete chat “{title}”")
        (outcome,) = await self._vault.apply([Delete(NotePath(path), note.digest)], origin)
        if outcome.result not in ("done", "unconfirmed"):
            raise NoteConflict("The chat was not deleted", hint=outcome.problem, path=path)
        if keeper is not None:
            keeper.forget()
        self._list.drop(path)
        self.changes.publish(None)
        return group

    def branch(self, conversation: Conversation, message_id: str) -> Conversation:
        """Return a new conversation of all messages up to and with that one. Raises KeyError where it is not there."""
        return branch_conversation(conversation, message_id, self.keeper(conversation).path)

    def draft(self, key: str) -> str:
        """Return what was typed in a conversation and not sent, by its id."""
        return self._drafts.get(key)

    def set_draft(self, key: str, text: str) -> None:
        """Keep what is typed in a conversation; outside the vault."""
        self._drafts.set(key, text)

    async def _kept(self, keeper: ChatAutosave) -> None:
        """Save what the person did to a chat that is a note already, whatever the settings say of new ones."""
        always, keeper.always = keeper.always, True
        keeper.touched()
        await keeper.settle()
        keeper.always = always
        if keeper.problem:
            raise NoteConflict("The chat could not be saved", hint=keeper.problem, path=keeper.path)
        if await self._list.look(keeper.path):
            self.changes.publish(None)
