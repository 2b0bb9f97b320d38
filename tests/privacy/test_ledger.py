"""Tests of privacy/ledger.py."""

import asyncio
import sqlite3
from contextlib import closing
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest

from tests.support.desk import REMOTE
from vaultdesk.chat.messages import Source
from vaultdesk.core.errors import LedgerFailed
from vaultdesk.core.phrases import Phrase
from vaultdesk.core.platform.backups import back_up_database, list_backups
from vaultdesk.core.settings.settings_schema import PrivacyRule
from vaultdesk.core.transmission import Destination
from vaultdesk.privacy.ledger import (
    FIRST_SCHEMA,
    LEDGER_REASONS,
    VERSION,
    Ledger,
    passage_as_entry,
    passage_as_row,
    row_as_entry,
    where_clause,
)
from vaultdesk.privacy.ledger_entry import LedgerEntry, LedgerPassage, LedgerQuery, SendContext
from vaultdesk.privacy.rule_matcher import rule_text
from vaultdesk.tools.runtime.policy import PolicyVerdict, allowance_text

# Ledger rows: what is asked becomes bound values, never words of SQL.

PIECE = LedgerPassage(
    Source(path="A.md", heading="H", characters=7, first_line=1, last_line=2), "kept", "privacy", True, "x"
)
SENDING = SendContext(REMOTE, "m", "c", "Why?")


def test_a_query_is_bound() -> None:
    query = LedgerQuery(text=" '; DROP", note="n", kinds=("sent", "kept"), since=datetime(2026, 1, 1, tzinfo=UTC))
    words, values = where_clause(query)
    assert words == "instr(found, ?) > 0 AND time >= ? AND path = ? AND kind IN (?, ?)"
    assert values == ["'; drop", "2026-01-01T00:00:00.000000+00:00", "n", "sent", "kept"]
    assert where_clause(LedgerQuery()) == ("", [])


def test_a_row_reads_back_as_the_line_that_was_written() -> None:
    now = datetime(2026, 1, 2, tzinfo=UTC)
    row = passage_as_row(now, SENDING, PIECE)
    assert row_as_entry((5, *row[:-1])) == passage_as_entry(5, now, SENDING, PIECE)
    assert row[-1] == "a.md\nwhy?"


# The ledger: once for each piece, on the disk before it is told.

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
        entries = await ledger.find(LedgerQuery(conversation_id="chat_1", kinds=("sent",)))
        assert [(d.path, d.heading, d.characters, d.provider, d.host, d.model) for d in reversed(entries)] == [
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


ASKED = SendContext(REMOTE, "m", "chat_1", "What about the Boiler?")
HIDDEN = LedgerPassage(Source(path="Personal/x.md"), "kept", "privacy", why="in Personal")


async def test_a_line_says_who_why_where_and_how_much(tmp_path: Path) -> None:
    async with Ledger(tmp_path / "ledger.sqlite") as ledger:
        source = Source(path="a.md", heading="Top", characters=10, first_line=3, last_line=9)
        (line,) = await ledger.write(ASKED, [LedgerPassage(source, "sent", "person", is_whole_note=True)])
        assert (await ledger.find())[0] == line
        assert line == LedgerEntry(
            1, line.time, "chat_1", "Anthropic", "api.anthropic.com", "m", "a.md", "Top", 10, 3, 9, True, 3,
            "What about the Boiler?", "person", "sent", "", 1,
        )  # fmt: skip


async def test_what_was_kept_back_is_told_apart_from_what_left(tmp_path: Path) -> None:
    async with Ledger(tmp_path / "ledger.sqlite") as ledger:
        await ledger.write(ASKED, [LedgerPassage(A), HIDDEN, HIDDEN, LedgerPassage(B, "stayed")])
        await ledger.write(ASKED, [HIDDEN])
        assert [one.path for one in await ledger.recent()] == ["a.md"]
        (entries,) = await ledger.find(LedgerQuery(kinds=("kept",)))
        assert (entries.path, entries.decision, entries.why) == ("Personal/x.md", "privacy", "in Personal")


async def test_a_rule_is_stored_as_a_code_and_read_as_a_phrase(tmp_path: Path) -> None:
    path = tmp_path / "ledger.sqlite"
    folder = rule_text(PrivacyRule(kind="folder", value="Personal", answer="never"))
    preset = allowance_text(PolicyVerdict("allow", "preset"), "trusted")
    async with Ledger(path) as ledger:
        passages = [LedgerPassage(A, decision="rule", why=preset), LedgerPassage(B, "kept", "privacy", why=folder)]
        await ledger.write(ASKED, passages)
        with closing(sqlite3.connect(path)) as database:
            stored = dict(database.execute("SELECT kind, why FROM disclosed"))
            # As earlier versions stored it.
            database.execute("UPDATE disclosed SET why = 'in Personal' WHERE kind = 'kept'")
            database.commit()
        read = {entry.kind: entry.why for entry in await ledger.find()}

    assert stored == {"sent": '["preset", ["trusted"]]', "kept": '["in-folder", "Personal"]'}
    assert read == {"sent": preset, "kept": folder}
    assert all(isinstance(why, Phrase) and why.template in REASON_TEMPLATES for why in read.values())


REASON_TEMPLATES = {phrase.template for phrase in LEDGER_REASONS.phrases.values()}


async def test_lines_are_found_by_note_question_host_decision_and_time(tmp_path: Path) -> None:
    async with Ledger(tmp_path / "ledger.sqlite") as ledger:
        await ledger.write(ASKED, [LedgerPassage(Source(path="Haus/Küche.md", characters=1), decision="person")])
        await ledger.write(SendContext(ELSEWHERE, "g", "chat_2", "Äpfel?"), [LedgerPassage(B, decision="rule")])
        now = datetime.now(UTC)

        async def found(**wanted: object) -> list[str]:
            return [one.path for one in await ledger.find(LedgerQuery(**wanted))]  # type: ignore[arg-type]  # its fields

        assert await found(text="küche") == await found(text="BOILER") == ["Haus/Küche.md"]
        assert (
            await found(text="äpfel")
            == await found(host="api.openai.com")
            == await found(provider="OpenAI")
            == ["b.md"]
        )
        assert await found(decisions=("rule", "grant")) == await found(note="b.md") == ["b.md"]
        assert await found(text="100%") == await found(note="B.md") == []
        assert await found(since=now - timedelta(hours=1), until=now + timedelta(hours=1)) == ["b.md", "Haus/Küche.md"]
        assert await found(since=now + timedelta(hours=1)) == await found(until=now - timedelta(hours=1)) == []
        assert await ledger.providers() == (("Anthropic", "api.anthropic.com"), ("OpenAI", "api.openai.com"))


async def test_a_ledger_of_before_keeps_its_lines_and_grows(tmp_path: Path) -> None:
    file = tmp_path / "ledger.sqlite"
    with sqlite3.connect(file) as old:
        old.executescript(FIRST_SCHEMA)
        old.execute(
            "INSERT INTO disclosed (time, conversation, provider, host, model, path, heading, characters)"
            " VALUES ('2026-11-20T08:00:00.5+00:00', 'chat_0', 'OpenAI', 'api.openai.com', 'g', 'Old.md', 'H', 9)"
        )
    old.close()
    async with Ledger(file) as one, Ledger(file) as two:
        (line,) = await one.recent()
        assert (line.path, line.characters, line.tokens, line.kind, line.question) == ("Old.md", 9, 3, "sent", "")
        assert (await two.find(LedgerQuery(text="old")))[0] == line
        await two.write(ASKED, [LedgerPassage(A)])
        assert [entry.path for entry in await one.recent()] == ["a.md", "Old.md"]
    (copy,) = list_backups(file)
    assert copy.name.startswith("ledger.version-1.")
    with closing(sqlite3.connect(copy)) as before:
        assert before.execute("SELECT path FROM disclosed").fetchall() == [("Old.md",)]
        assert "tokens" not in before.execute("SELECT sql FROM sqlite_master").fetchone()[0]


async def test_a_new_ledger_has_nothing_to_copy(tmp_path: Path) -> None:
    async with Ledger(tmp_path / "ledger.sqlite") as ledger:
        await ledger.write(ASKED, [LedgerPassage(A)])
    assert list_backups(ledger.path) == []


async def test_a_ledger_of_a_newer_program_is_left_alone_and_sending_is_written_beside_it(tmp_path: Path) -> None:
    file = tmp_path / "ledger.sqlite"
    async with Ledger(file) as ledger:
        await ledger.write(ASKED, [LedgerPassage(A)])
    back_up_database(file, VERSION)
    with closing(sqlite3.connect(file)) as database:
        database.executescript("DROP TABLE disclosed; CREATE TABLE told (all_of_it BLOB); PRAGMA user_version = 99")
    newer = file.read_bytes()

    async with Ledger(file) as ledger:
        assert [entry.path for entry in await ledger.recent()] == ["a.md"]
        assert await ledger.write(ASKED, [LedgerPassage(A)]) == ()
        await ledger.write(replace(ASKED, conversation_id="another"), [LedgerPassage(A)])
        assert len(await ledger.recent()) == 2
    assert file.read_bytes() == newer


async def test_nothing_is_known_before_anything_left(tmp_path: Path) -> None:
    async with Ledger(tmp_path / "ledger.sqlite") as ledger:
        assert await ledger.providers() == await ledger.find() == await ledger.write(ASKED, []) == ()
        assert await ledger.transmissions() == ()
        assert not ledger.path.exists()
