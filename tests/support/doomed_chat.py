"""Doomed chat: a process that autosaves a chat with an endless answer and reports each piece, until killed.

Run as `python -m tests.support.doomed_chat ROOT PLACE`; journeys/test_killed_chats.py kills it.
"""

import asyncio
import os
import sys
import time
from pathlib import Path

from vaultdesk.agent.run import MessageAdded, RunStarted
from vaultdesk.chat.conversation import Conversation
from vaultdesk.chat.messages import Message, TextPart, ToolCallPart, ToolResultPart, user_message
from vaultdesk.core.settings.settings_store import SettingsStore
from vaultdesk.core.transmission import Destination
from vaultdesk.index.indexing.indexer import Indexer
from vaultdesk.index.search.searcher import Searcher
from vaultdesk.index.store.index_file import Index
from vaultdesk.providers.provider import TextArrived
from vaultdesk.vault.vault import Vault
from vaultdesk.workspace.chats import Chats, ChatServices

EARLIER = 40
"""Number of messages before the answer."""

EVERY = 0.004
"""Seconds between two pieces of the answer."""

PIECES = 400
"""Pieces of one answer. A tool call follows, then another answer begins."""


def earlier() -> tuple[Message, ...]:
    """Return the messages that must never be lost."""
    roles = ("user", "assistant")
    return tuple(
        Message(id=f"msg_{number}", role=roles[number % 2], parts=(TextPart(text=f"Message {number}.\n" * 20),))
        for number in range(EARLIER)
    )


async def talk(root: Path, place: Path) -> None:
    """Stream the answer and report each piece with its time."""
    store = SettingsStore(place / "settings.toml")
    index = Index(place / "index.sqlite")
    async with Vault(root, data_folder=place) as vault, Indexer(vault, index) as indexer, Searcher(index) as searcher:
        await indexer.settled()
        async with Chats(ChatServices(vault, searcher, indexer, store)) as chats:
            chats.set_save_mode("keep")
            conversation = Conversation(title="Doomed")
            conversation.extend(earlier())
            autosave = chats.autosave(conversation)
            autosave.save_soon()
            await autosave.flush()
            question = user_message("And now?")
            conversation.append(question)
            autosave.handle_event(RunStarted("run_1", question, "test/scripted", Destination("Test", "", local=True)))
            await autosave.flush()
            say("ready")
            number = 0
            while True:
                text = ""
                for _ in range(PIECES):
                    number += 1
                    text += f"word {number} "
                    say(f"{number} {time.monotonic()}")
                    autosave.handle_event(TextArrived(f"word {number} "))
                    await pause()
                call = ToolCallPart(id=f"call_{number}", name="vault_search", arguments_json="{}", arguments={})
                result = ToolResultPart(call_id=call.id, name=call.name, content="{}")
                for message in (
                    Message(role="assistant", parts=(TextPart(text=text), call)),
                    Message(role="tool", parts=(result,)),
                ):
                    conversation.append(message)
                    autosave.handle_event(MessageAdded(message))


async def pause() -> None:
    """Wait for `EVERY` seconds, as between two network packets."""
    loop = asyncio.get_running_loop()
    passed: asyncio.Future[None] = loop.create_future()
    loop.call_later(EVERY, passed.set_result, None)
    await passed


def say(line: str) -> None:
    """Write *line* to the parent process, unbuffered."""
    os.write(1, f"{line}\n".encode())


if __name__ == "__main__":
    asyncio.run(talk(Path(sys.argv[1]), Path(sys.argv[2])))
