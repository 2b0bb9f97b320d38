"""ChatScene: a vault with its index and the chats of it, and runs that are told as a window tells them."""

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Literal

from tests.support.desk import LOCAL
from tests.support.vaults import write_vault
from vaultdesk.agent.run import MessageAdded, RunFinished, RunStarted
from vaultdesk.chat.conversation import Conversation
from vaultdesk.chat.conversation_note import read_chat
from vaultdesk.chat.messages import Message, TextPart, user_message
from vaultdesk.core.settings.settings_store import SettingsStore
from vaultdesk.index.indexing.indexer import Indexer
from vaultdesk.index.search.searcher import Searcher
from vaultdesk.index.store.index_file import Index
from vaultdesk.providers.provider import TextArrived
from vaultdesk.vault.vault import Vault
from vaultdesk.workspace.chat_autosave import ChatAutosave
from vaultdesk.workspace.chat_titles import ChatTitles
from vaultdesk.workspace.chats import Chats, ChatServices


@dataclass
class ChatScene:
    """Everything a test of chats holds in hand."""

    root: Path
    vault: Vault
    indexer: Indexer
    chats: Chats
    store: SettingsStore

    def text(self, path: str) -> str:
        return (self.root / path).read_text(encoding="utf-8")

    def read(self, path: str) -> Conversation:
        """The conversation that is on the disk."""
        return read_chat(self.text(path)).conversation

    def said(self, path: str) -> list[tuple[str, str, bool]]:
        return [(message.role, message.text, message.cut) for message in self.read(path).messages]


@asynccontextmanager
async def open_chats(
    folder: Path,
    keep: Literal["keep", "off"] | None = "keep",
    titles: ChatTitles | None = None,
    *,
    watch: bool = True,
) -> AsyncIterator[ChatScene]:
    root = write_vault(folder / "vault")
    store = SettingsStore(folder / "settings.toml")
    index = Index(folder / "index.sqlite")
    async with (
        Vault(root, data_folder=folder / "place", watch=watch) as vault,
        Indexer(vault, index) as indexer,
        Searcher(index) as search,
    ):
        await indexer.settled()
        async with Chats(ChatServices(vault, search, indexer, store, titles=titles)) as chats:
            if keep is not None:
                chats.set_save_mode(keep)
            yield ChatScene(root, vault, indexer, chats, store)


def begin(keeper: ChatAutosave, question: str) -> None:
    """Ask, as a run does."""
    message = user_message(question)
    keeper.conversation.append(message)
    keeper.handle_event(RunStarted("run_1", message, "test/scripted", LOCAL))


def stream(keeper: ChatAutosave, *pieces: str) -> None:
    for piece in pieces:
        keeper.handle_event(TextArrived(piece))


def finish(keeper: ChatAutosave, text: str) -> Message:
    """End the run with its answer."""
    answer = Message(role="assistant", parts=(TextPart(text=text),), model="test/scripted")
    keeper.conversation.append(answer)
    keeper.handle_event(MessageAdded(answer))
    keeper.handle_event(RunFinished("end"))
    return answer
