"""Fixture: a vault with its index and chats, and run events as the window delivers them."""

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Literal

from tests.support.tool_env import LOCAL
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
    """A vault and its chats."""

    root: Path
    vault: Vault
    indexer: Indexer
    chats: Chats
    store: SettingsStore

    def text(self, path: str) -> str:
        return (self.root / path).read_text(encoding="utf-8")

    def read(self, path: str) -> Conversation:
        """Return the conversation stored on disk."""
        return read_chat(self.text(path)).conversation

    def stored_messages(self, path: str) -> list[tuple[str, str, bool]]:
        return [(message.role, message.text, message.cut) for message in self.read(path).messages]


@asynccontextmanager
async def open_chats(
    folder: Path,
    save_mode: Literal["keep", "off"] | None = "keep",
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
            if save_mode is not None:
                chats.set_save_mode(save_mode)
            yield ChatScene(root, vault, indexer, chats, store)


def begin(autosave: ChatAutosave, question: str) -> None:
    """Add a question and emit the start of a run."""
    message = user_message(question)
    autosave.conversation.append(message)
    autosave.handle_event(RunStarted("run_1", message, "test/scripted", LOCAL))


def stream(autosave: ChatAutosave, *pieces: str) -> None:
    for piece in pieces:
        autosave.handle_event(TextArrived(piece))


def finish(autosave: ChatAutosave, text: str) -> Message:
    """Add the answer and emit the end of the run."""
    answer = Message(role="assistant", parts=(TextPart(text=text),), model="test/scripted")
    autosave.conversation.append(answer)
    autosave.handle_event(MessageAdded(answer))
    autosave.handle_event(RunFinished("end"))
    return answer
