"""ChatSaving: saves the chats that want to be, one after the other, and follows what others do to their notes."""

import asyncio
import logging
from collections.abc import Callable
from dataclasses import dataclass, field
from types import TracebackType
from typing import Self

from vaultdesk.chat.chat_format import ChatFormat
from vaultdesk.chat.conversation import Conversation
from vaultdesk.chat.messages import Message
from vaultdesk.core.errors import IndexFailed, VaultDeskError
from vaultdesk.core.feed import Feed
from vaultdesk.core.json_store import JsonStore
from vaultdesk.core.settings.settings_store import SettingsStore
from vaultdesk.index.indexing.indexer import Indexer
from vaultdesk.index.search.searcher import Searcher
from vaultdesk.vault.vault import Vault
from vaultdesk.vault.vault_changes import FileChange
from vaultdesk.workspace.chat_desk import ChatDesk
from vaultdesk.workspace.chat_keeper import ChatKeeper
from vaultdesk.workspace.chat_list import ChatList
from vaultdesk.workspace.chat_renaming import rename_chat
from vaultdesk.workspace.chat_titles import ChatTitles

log = logging.getLogger(__name__)


def _nobody_refuses(_path: str, _messages: tuple[Message, ...]) -> str:
    return ""


@dataclass(frozen=True)
class ChatPlaces:
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


class ChatSaving:
    """`async with ChatSaving(...)`: works until the block ends, and then saves what is not on the disk yet."""

    def __init__(self, desk: ChatDesk, listed: ChatList, places: ChatPlaces, changes: Feed[None]) -> None:
        self._desk = desk
        self._list = listed
        self._places = places
        self._changes = changes
        self._keepers: dict[int, ChatKeeper] = {}
        """By the conversation, which a keeper holds for as long as the vault is open."""
        self._waiting: asyncio.Queue[ChatKeeper | None] = asyncio.Queue()
        """Who is to be saved, each once; None ends the work."""
        self._asked: set[ChatKeeper] = set()
        self._titled: set[ChatKeeper] = set()
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

    def keeper(self, conversation: Conversation, form: ChatFormat | None = None) -> ChatKeeper:
        """Return who keeps *conversation*: the same one each time."""
        found = self._keepers.get(id(conversation))
        if found is None:
            found = ChatKeeper(conversation, self._desk, form or self._desk.own_form(), self._ask)
            self._keepers[id(conversation)] = found
        return found

    def at(self, path: str) -> ChatKeeper | None:
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

    def _ask(self, keeper: ChatKeeper) -> None:
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

    async def _look(self, keeper: ChatKeeper) -> None:
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

    def _wants_title(self, keeper: ChatKeeper) -> bool:
        """Whether a model is to be asked what this chat is called: once, after its first whole answer."""
        made = keeper.made_title and keeper.made_title == keeper.conversation.title
        wanted = self._places.titles is not None and self._places.store.settings.chat.titles == "model"
        if not (made and wanted and keeper.path) or keeper.running or keeper in self._titled:
            return False
        return any(message.role == "assistant" and not message.cut for message in keeper.conversation.messages)

    async def _name(self, keeper: ChatKeeper) -> None:
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
