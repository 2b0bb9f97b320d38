"""Bench of the chat store: listing, searching, opening and writing chats; the baseline is the same with chats as notes.

Chats as notes are compared with plain reading of the same files.
python -m tests.benchmarks.bench_chats [--chats 10000] [--messages 1000]
"""

import argparse
import asyncio
import sqlite3
import statistics
import sys
import tempfile
import time
from collections.abc import Callable, Sequence
from contextlib import closing
from datetime import UTC, datetime
from pathlib import Path

from tests.support.written_chat import write_chat
from vaultdesk.chat.chat_format import ChatState
from vaultdesk.chat.chat_store import ChatChange, ChatStore, NoteLink
from vaultdesk.chat.conversation import Conversation
from vaultdesk.chat.conversation_note import ChatWriter, read_chat
from vaultdesk.chat.messages import Message, ReasoningPart, Source, TextPart, ToolCallPart, ToolResultPart
from vaultdesk.core.platform.program_file import replace_file_bytes
from vaultdesk.core.settings.settings_store import SettingsStore
from vaultdesk.index.indexing.indexer import Indexer
from vaultdesk.index.search.searcher import Searcher
from vaultdesk.index.store.index_file import Index
from vaultdesk.ui.chat.chat_library import ChatItem, chat_entries
from vaultdesk.vault.vault import Vault
from vaultdesk.workspace.chat_catalog import ChatList
from vaultdesk.workspace.chat_storage import StoredForm
from vaultdesk.workspace.chats import Chats, ChatServices

WORDS = "The heat pump of the house was chosen in May, after three quotes and a survey of the losses.\n"
TOPICS = ("boiler", "garden", "subsidy", "windows", "budget", "radiators", "apples")


def say(line: str) -> None:
    """Print *line* and flush."""
    sys.stdout.write(line + "\n")
    sys.stdout.flush()


def conversation(number: int, messages: int) -> Conversation:
    """Return a typical chat: questions, reasoning, tool calls, and answers of several paragraphs."""
    chat = Conversation(title=f"About the {TOPICS[number % len(TOPICS)]} {number}")
    for index in range(messages // 4):
        call = ToolCallPart(id=f"call_{index}", name="vault_search", arguments_json='{"query": "boiler"}')
        result = ToolResultPart(
            call_id=call.id,
            name=call.name,
            content='{"success": true, "data": []}' * 10,
            sources=(Source(path=f"Projects/Note {index % 40}.md", characters=100),),
        )
        chat.append(Message(role="user", parts=(TextPart(text=f"Question {index} of chat {number}?"),)))
        chat.append(Message(role="assistant", parts=(ReasoningPart(text=WORDS * 3), call)))
        chat.append(Message(role="tool", parts=(result,)))
        chat.append(Message(role="assistant", parts=(TextPart(text=WORDS * 8 + "\n```py\nprint(1)\n```\n"),)))
    return chat


def timed(work: Callable[[], object], times: int = 9) -> float:
    """Return the median milliseconds of *work*."""
    durations = []
    for _ in range(times):
        started = time.perf_counter()
        work()
        durations.append((time.perf_counter() - started) * 1000)
    return statistics.median(durations)


def one_chat(folder: Path, messages: int) -> None:
    """Print the cost of a long chat as a note."""
    long = conversation(0, messages)
    file = folder / "long.md"
    file.write_text(write_chat(long), encoding="utf-8")
    size = file.stat().st_size
    plain = timed(lambda: file.read_text(encoding="utf-8"))
    opened = timed(lambda: read_chat(file.read_text(encoding="utf-8")))
    say(f"a chat of {messages} messages, {size / 1e6:.1f} MB: plain reading {plain:.2f} ms, opening {opened:.1f} ms")
    say(f"  that is {opened / plain:.0f} times plain reading")
    writer = ChatWriter()
    first = timed(lambda: ChatWriter().write(long))
    writer.write(long)
    again = timed(lambda: writer.write(long))
    say(f"its text written completely {first:.1f} ms, with one changed answer {again:.1f} ms")


def change_of(chat: Conversation, revision: int = 0) -> ChatChange:
    """Return the entire *chat* as a change."""
    order = tuple(message.id for message in chat.messages)
    preview = chat.messages[0].text
    return ChatChange(chat, revision, preview=preview, order=order, branches=(), messages=chat.messages)


def one_stored_chat(folder: Path, messages: int) -> None:
    """Print the cost of a long chat in the store, in comparison with the same chat as a note."""
    long, store = conversation(0, messages), ChatStore(folder / "one.sqlite")
    started = time.perf_counter()
    store.write(change_of(long))
    first = (time.perf_counter() - started) * 1000
    growing = [
        Message(id="msg_growing", role="assistant", parts=(TextPart(text=WORDS * number),), cut=True)
        for number in range(1, 41)
    ]
    form, access = StoredForm(), store
    stored = access.read(long.id)
    assert stored is not None
    form.record_stored(stored)
    window_times, durations = [], []
    for number, message in enumerate(growing):
        started = time.perf_counter()
        pending = form.difference(long, ChatState.of(long, (*long.messages, message)), "", NoteLink(), None)
        window_times.append((time.perf_counter() - started) * 1000)
        assert pending is not None, number
        started = time.perf_counter()
        form.record_written(pending, store.write(pending.change))
        durations.append((time.perf_counter() - started) * 1000)
    opened = timed(lambda: store.read(long.id))
    note, writer = folder / "growing.md", ChatWriter()
    writer.write(long)
    as_note = []
    for message in growing:
        started = time.perf_counter()
        text = writer.write(long, "", (*long.messages, message))
        replace_file_bytes(note, text.encode())
        as_note.append((time.perf_counter() - started) * 1000)
    say(f"the store, a chat of {messages} messages: first write {first:.0f} ms, opening {opened:.1f} ms")
    say(
        f"  one step of a growing answer: {statistics.median(durations):.1f} ms in the thread, "
        f"{statistics.median(window_times):.2f} ms in the window; baseline, the entire note: "
        f"{statistics.median(as_note):.1f} ms"
    )
    store.close()


def many_stored_chats(folder: Path, count: int) -> None:
    """Print the cost of listing and searching many stored chats, in comparison with a scan of the same rows."""
    store = ChatStore(folder / "many.sqlite")
    started = time.perf_counter()
    for number in range(count):
        store.write(change_of(conversation(number, 8)))
    size = store.path.stat().st_size / 1e6
    say(f"{count} stored chats written in {time.perf_counter() - started:.1f} s, {size:.0f} MB")
    read = timed(store.entries, 5)
    entries = store.entries()
    listed = ChatList(None, None)  # type: ignore[arg-type]  # neither notes nor index are used
    today = datetime.now(UTC).date()

    def list_in_window() -> None:
        listed.set_stored([])
        listed.set_stored(entries)
        items = [
            ChatItem(entry.key, entry.title, entry.modified, entry.pinned, entry.preview) for entry in listed.entries()
        ]
        chat_entries(items, "", today)

    say(f"  read in the thread {read:.0f} ms; time of the window to list them all {timed(list_in_window, 7):.0f} ms")
    with closing(sqlite3.connect(store.path)) as database:
        for query in ("subsidy 17", "heat pump", "question", "quot"):
            found = len(store.search(query, 50))
            duration = timed(lambda: store.search(query, 50), 7)  # noqa: B023 - called here
            scan = " AND ".join(["words LIKE ?"] * len(query.split()))
            values = [f"%{word}%" for word in query.split()]
            plain = timed(
                lambda: database.execute(f"SELECT count(DISTINCT chat) FROM messages WHERE {scan}", values).fetchone(),  # noqa: B023
                3,
            )
            say(f"  search “{query}”: {duration:.1f} ms, {found} chats; baseline, a scan of all words: {plain:.0f} ms")
    store.close()


async def many_chats(folder: Path, count: int) -> None:
    """Print the cost of listing and searching many chats as notes."""
    root = folder / "vault"
    (root / "Chats").mkdir(parents=True)
    for number in range(count):
        text = write_chat(conversation(number, 8))
        (root / f"Chats/Chat {number}.md").write_text(text, encoding="utf-8")
    files = sorted((root / "Chats").iterdir())
    plain = timed(lambda: [file.read_bytes() for file in files], 3)
    index = Index(folder / "index.sqlite")
    store = SettingsStore(folder / "settings.toml")
    async with (
        Vault(root, watch=False, data_folder=folder / "place") as vault,
        Indexer(vault, index) as indexer,
        Searcher(index) as searcher,
    ):
        await indexer.settled()
        await searcher.search("heat")
        started = time.perf_counter()
        async with Chats(ChatServices(vault, searcher, indexer, store)) as chats:
            await chats.refresh()
            listed = (time.perf_counter() - started) * 1000
            assert len(chats.entries()) == count, len(chats.entries())
            started = time.perf_counter()
            await chats.refresh()
            again = (time.perf_counter() - started) * 1000
            say(f"{count} chats as notes: plain reading {plain:.0f} ms")
            say(f"  first list {listed:.0f} ms, again {again:.0f} ms")
            for query in ("subsidy 17", "heat pump", "question"):
                durations = []
                for _ in range(7):
                    started = time.perf_counter()
                    found = await chats.search(query)
                    durations.append((time.perf_counter() - started) * 1000)
                say(f"  search “{query}”: {statistics.median(durations):.1f} ms, {len(found)} chats")


def main(arguments: Sequence[str]) -> int:
    """Print the figures."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--chats", type=int, default=10_000)
    parser.add_argument("--notes", type=int, default=2_000)
    parser.add_argument("--messages", type=int, default=1_000)
    options = parser.parse_args(arguments)
    with tempfile.TemporaryDirectory() as temporary:
        folder = Path(temporary).resolve()
        one_stored_chat(folder, options.messages)
        many_stored_chats(folder, options.chats)
        one_chat(folder, options.messages)
        asyncio.run(many_chats(folder, options.notes))
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
