"""The ledger: once for each piece, on the disk before it is told."""

import asyncio
from pathlib import Path

import pytest

from tests.support.desk import REMOTE
from vaultdesk.chat.messages import Source
from vaultdesk.destination import Destination
from vaultdesk.errors import LedgerFailed
from vaultdesk.privacy.ledger import Ledger

A, B = Source(path="a.md", heading="Top", characters=10), Source(path="b.md", characters=20)
ELSEWHERE = Destination("OpenAI", "api.openai.com", local=False)


async def test_a_piece_is_written_once_for_each_conversation_and_host(tmp_path: Path) -> None:
    async with Ledger(tmp_path / "data" / "ledger.sqlite") as ledger:
        assert [d.path for d in await ledger.record(REMOTE, "m", "chat_1", [A, B, A])] == ["a.md", "b.md"]
        assert await ledger.record(REMOTE, "m", "chat_1", [A, B]) == ()
        assert len(await ledger.record(ELSEWHERE, "m", "chat_1", [A])) == 1
        assert len(await ledger.record(REMOTE, "m", "chat_2", [A])) == 1
        more = A.model_copy(update={"characters": 99})
        assert len(await ledger.record(REMOTE, "m", "chat_1", [A, more])) == 1
        kept = await ledger.for_conversation("chat_1")
        assert [(d.path, d.heading, d.characters, d.provider, d.host, d.model) for d in kept] == [
            ("a.md", "Top", 10, "Anthropic", "api.anthropic.com", "m"),
            ("b.md", "", 20, "Anthropic", "api.anthropic.com", "m"),
            ("a.md", "Top", 10, "OpenAI", "api.openai.com", "m"),
            ("a.md", "Top", 99, "Anthropic", "api.anthropic.com", "m"),
        ]


async def test_without_a_conversation_every_sending_is_written(tmp_path: Path) -> None:
    async with Ledger(tmp_path / "ledger.sqlite") as ledger:
        await ledger.record(REMOTE, "m", "", [A])
        await ledger.record(REMOTE, "m", "", [A])
        assert len(await ledger.recent()) == 2


async def test_recent_gives_the_newest_first_and_one_note_alone(tmp_path: Path) -> None:
    file = tmp_path / "ledger.sqlite"
    async with Ledger(file) as ledger:
        assert await ledger.recent() == ()
        assert not file.exists()
        await ledger.record(REMOTE, "m", "chat_1", [A, B])
    async with Ledger(file) as again:
        assert [d.path for d in await again.recent()] == ["b.md", "a.md"]
        assert [d.path for d in await again.recent(1)] == ["b.md"]
        assert [d.path for d in await again.recent(note="a.md")] == ["a.md"]
        assert (await again.recent(1))[0].time.tzinfo is not None


async def test_readers_of_the_feed_hear_of_new_pieces_only(tmp_path: Path) -> None:
    async with Ledger(tmp_path / "ledger.sqlite") as ledger:
        with ledger.feed.subscribe() as heard:
            added = await ledger.record(REMOTE, "m", "chat_1", [A])
            await ledger.record(REMOTE, "m", "chat_1", [A, B])
            assert await asyncio.wait_for(anext(heard), 5) == added[0]
            assert (await asyncio.wait_for(anext(heard), 5)).path == "b.md"


async def test_two_ledgers_on_one_file_write_each_piece_once(tmp_path: Path) -> None:
    file = tmp_path / "ledger.sqlite"
    async with Ledger(file) as one, Ledger(file) as two:
        await asyncio.gather(*(ledger.record(REMOTE, "m", "chat_1", [A, B]) for ledger in (one, two) * 5))
        assert len(await one.recent()) == 2


async def test_a_ledger_that_cannot_be_kept_says_so(tmp_path: Path) -> None:
    (tmp_path / "ledger.sqlite").mkdir()
    async with Ledger(tmp_path / "ledger.sqlite") as ledger:
        with pytest.raises(LedgerFailed):
            await ledger.record(REMOTE, "m", "chat_1", [A])
    (tmp_path / "broken.sqlite").write_bytes(b"no database at all" * 100)
    async with Ledger(tmp_path / "broken.sqlite") as broken:
        with pytest.raises(LedgerFailed):
            await broken.record(REMOTE, "m", "chat_1", [A])


async def test_closing_twice_is_harmless(tmp_path: Path) -> None:
    ledger = Ledger(tmp_path / "ledger.sqlite")
    await ledger.record(REMOTE, "m", "chat_1", [A])
    await ledger.aclose()
    await ledger.aclose()
