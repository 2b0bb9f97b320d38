"""What chats that are notes cost: opening one of 1,000 messages, writing it, listing and searching 5,000 of them.

Each beside plain reading of the same files. python -m tests.benchmarks.bench_chats [--chats 5000] [--messages 1000]
"""

import argparse
import asyncio
import statistics
import sys
import tempfile
import time
from collections.abc import Callable, Sequence
from pathlib import Path

from vaultdesk.chat.conversation import Conversation
from vaultdesk.chat.messages import Message, ReasoningPart, Source, TextPart, ToolCallPart, ToolResultPart
from vaultdesk.chat.note_format import ChatWriter, read_chat, write_chat
from vaultdesk.core.settings.settings_store import SettingsStore
from vaultdesk.index.indexing.indexer import Indexer
from vaultdesk.index.search.searcher import Searcher
from vaultdesk.index.store.index_file import Index
from vaultdesk.vault.vault import Vault
from vaultdesk.workspace.chats import Chats, ChatServices

WORDS = "The heat pump of the house was chosen in May, after three quotes and a survey of the losses.\n"
TOPICS = ("boiler", "garden", "subsidy", "windows", "budget", "radiators", "apples")


def say(line: str) -> None:
    """Print *line* now."""
    sys.stdout.write(line + "\n")
    sys.stdout.flush()


def conversation(number: int, messages: int) -> Conversation:
    """Return a chat as people have them: questions, thoughts, a tool now and then, answers of some paragraphs."""
    made = Conversation(title=f"About the {TOPICS[number % len(TOPICS)]} {number}")
    for place in range(messages // 4):
        call = ToolCallPart(id=f"call_{place}", name="vault_search", arguments_json='{"query": "boiler"}')
        result = ToolResultPart(
            call_id=call.id,
            name=call.name,
            content='{"success": true, "data": []}' * 10,
            sources=(Source(path=f"Projects/Note {place % 40}.md", characters=100),),
        )
        made.append(Message(role="user", parts=(TextPart(text=f"Question {place} of chat {number}?"),)))
        made.append(Message(role="assistant", parts=(ReasoningPart(text=WORDS * 3), call)))
        made.append(Message(role="tool", parts=(result,)))
        made.append(Message(role="assistant", parts=(TextPart(text=WORDS * 8 + "\n```py\nprint(1)\n```\n"),)))
    return made


def timed(work: Callable[[], object], times: int = 9) -> float:
    """Return the median milliseconds of *work*."""
    took = []
    for _ in range(times):
        began = time.perf_counter()
        work()
        took.append((time.perf_counter() - began) * 1000)
    return statistics.median(took)


def one_chat(folder: Path, messages: int) -> None:
    """Print what a long chat costs."""
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
    say(f"its text made anew {first:.1f} ms, with one answer grown {again:.1f} ms")


async def many_chats(folder: Path, count: int) -> None:
    """Print what listing and searching many chats costs."""
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
        began = time.perf_counter()
        async with Chats(ChatServices(vault, searcher, indexer, store)) as chats:
            await chats.refresh()
            listed = (time.perf_counter() - began) * 1000
            assert len(chats.entries()) == count, len(chats.entries())
            began = time.perf_counter()
            await chats.refresh()
            again = (time.perf_counter() - began) * 1000
            say(f"{count} chats: plain reading {plain:.0f} ms; first list {listed:.0f} ms, again {again:.0f} ms")
            for query in ("subsidy 17", "heat pump", "question"):
                took = []
                for _ in range(7):
                    began = time.perf_counter()
                    found = await chats.search(query)
                    took.append((time.perf_counter() - began) * 1000)
                say(f"  search “{query}”: {statistics.median(took):.1f} ms, {len(found)} chats")


def main(arguments: Sequence[str]) -> int:
    """Print the figures."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--chats", type=int, default=5_000)
    parser.add_argument("--messages", type=int, default=1_000)
    wanted = parser.parse_args(arguments)
    with tempfile.TemporaryDirectory() as made:
        folder = Path(made).resolve()
        one_chat(folder, wanted.messages)
        asyncio.run(many_chats(folder, wanted.chats))
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
