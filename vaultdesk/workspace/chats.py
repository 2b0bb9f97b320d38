"""Chats: the conversations of one vault that are kept as notes: listed, opened, found, renamed, saved as they go on.

How one is kept is chat_keeper.py; what a note of one says is chat/note_format.
"""

import asyncio
import secrets
from collections.abc import Sequence
from types import TracebackType
from typing import Literal, Self

from vaultdesk.chat.chat_entry import ChatEntry
from vaultdesk.chat.conversation import LONGEST_TITLE, Conversation, branch_conversation, one_line
from vaultdesk.core.errors import NoteConflict
from vaultdesk.core.feed import Feed
from vaultdesk.index.index_results import Hit
from vaultdesk.vault.note_path import NOTE_SUFFIX, NotePath
from vaultdesk.vault.transactions.file_edits import Delete, Origin
from vaultdesk.workspace.chat_desk import ChatDesk
from vaultdesk.workspace.chat_drafts import ChatDrafts
from vaultdesk.workspace.chat_keeper import ChatKeeper
from vaultdesk.workspace.chat_list import ChatList
from vaultdesk.workspace.chat_opening import ChatOpening
from vaultdesk.workspace.chat_renaming import rename_chat
from vaultdesk.workspace.chat_saving import ChatPlaces, ChatSaving


class Chats:
    """`async with Chats(...)`: saves and follows until the block ends, and then writes what is not on the disk yet."""

    def __init__(self, places: ChatPlaces) -> None:
        self.changes: Feed[None] = Feed()
        self._places = places
        self._vault = places.vault
        self._store = places.store
        self._desk = ChatDesk(places.vault, lambda: self.folder, lambda: self.keeping == "keep")
        self._list = ChatList(self._desk, places.searcher)
        self._opening = ChatOpening(self._desk, places.store, places.refuses)
        self._opening_one = asyncio.Lock()
        self._drafts = ChatDrafts(places.drafts, self._desk)
        self._saving = ChatSaving(self._desk, self._list, places, self.changes)

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

    def keeper(self, conversation: Conversation) -> ChatKeeper:
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

    async def _kept(self, keeper: ChatKeeper) -> None:
        """Save what the person did to a chat that is a note already, whatever the settings say of new ones."""
        always, keeper.always = keeper.always, True
        keeper.touched()
        await keeper.settle()
        keeper.always = always
        if keeper.problem:
            raise NoteConflict("The chat could not be saved", hint=keeper.problem, path=keeper.path)
        if await self._list.look(keeper.path):
            self.changes.publish(None)
