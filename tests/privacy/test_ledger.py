"""Tests of privacy/ledger.py."""

import asyncio
import sqlite3
from contextlib import closing
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest

from tests.support.ledger_entries import record_sources, sent_entries
from tests.support.tool_env import REMOTE
from vaultdesk.chat.messages import Source
from vaultdesk.core.errors import LedgerFailed
from vaultdesk.core.phrases import Phrase
from vaultdesk.core.platform.backups import back_up_database, list_backups
from vaultdesk.core.settings.settings_schema import PrivacyRule
from vaultdesk.core.transmission import Destination
from vaultdesk.core.values import replace
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

# Ledger rows: the values of a query are bound and never become part of the SQL.

PASSAGE = LedgerPassage(
    Source(path="A.md", heading="H", characters=7, first_line=1, last_line=2), "kept", "privacy", True, "x"
)
CONTEXT = SendContext(REMOTE, "m", "c", "Why?")


def test_the_values_of_a_query_are_bound() -> None:
    query = LedgerQuery(text=" '; DROP", note="n", kinds=("sent", "kept"), since=datetime(2026, 1, 1, tzinfo=UTC))
    clause, values = where_clause(query)
    assert clause == "instr(found, ?) > 0 AND time >= ? AND path = ? AND kind IN (?, ?)"
    assert values == ["'; drop", "2026-01-01T00:00:00.000000+00:00", "n", "sent", "kept"]
    assert where_clause(LedgerQuery()) == ("", [])


def test_a_row_is_read_back_as_the_entry_that_was_written() -> None:
    now = datetime(2026, 1, 2, tzinfo=UTC)
    row = passage_as_row(now, CONTEXT, PASSAGE)
    assert row_as_entry((5, *row[:-1])) == passage_as_entry(5, now, CONTEXT, PASSAGE)
    assert row[-1] == "a.md\nwhy?"


# The ledger: one entry for each passage, on disk before it is published.

A, B = Source(path="a.md", heading="Top", characters=10), Source(path="b.md", characters=20)
ELSEWHERE = Destination("OpenAI", "api.openai.com", local=False)


async def test_a_passage_is_recorded_once_for_each_conversation_and_host(tmp_path: Path) -> None:
    async with Ledger(tmp_path / "data" / "ledger.sqlite") as ledger:
        assert [d.path for d in await record_sources(ledger, REMOTE, "m", "chat_1", [A, B, A])] == ["a.md", "b.md"]
        assert await record_sources(ledger, REMOTE, "m", "chat_1", [A, B]) == ()
        assert len(await record_sources(ledger, ELSEWHERE, "m", "chat_1", [A])) == 1
        assert len(await record_sources(ledger, REMOTE, "m", "chat_2", [A])) == 1
        extended = A.model_copy(update={"characters": 99})
        assert len(await record_sources(ledger, REMOTE, "m", "chat_1", [A, extended])) == 1
        entries = await ledger.find(LedgerQuery(conversation_id="chat_1", kinds=("sent",)))
        assert [(d.path, d.heading, d.characters, d.provider, d.host, d.model) for d in reversed(entries)] == [
            ("a.md", "Top", 10, "Anthropic", "api.anthropic.com", "m"),
            ("b.md", "", 20, "Anthropic", "api.anthropic.com", "m"),
            ("a.md", "Top", 10, "OpenAI", "api.openai.com", "m"),
            ("a.md", "Top", 99, "Anthropic", "api.anthropic.com", "m"),
        ]


async def test_without_a_conversation_every_transmission_is_recorded(tmp_path: Path) -> None:
    async with Ledger(tmp_path / "ledger.sqlite") as ledger:
        await record_sources(ledger, REMOTE, "m", "", [A])
        await record_sources(ledger, REMOTE, "m", "", [A])
        assert len(await sent_entries(ledger)) == 2


async def test_recent_returns_the_newest_entries_first_and_filters_by_note(tmp_path: Path) -> None:
    file = tmp_path / "ledger.sqlite"
    async with Ledger(file) as ledger:
        assert await sent_entries(ledger) == ()
        assert not file.exists()
        await record_sources(ledger, REMOTE, "m", "chat_1", [A, B])
    async with Ledger(file) as reopened:
        assert [d.path for d in await sent_entries(reopened)] == ["b.md", "a.md"]
        assert [d.path for d in await sent_entries(reopened, 1)] == ["b.md"]
        assert [d.path for d in await sent_entries(reopened, note="a.md")] == ["a.md"]
        assert (await sent_entries(reopened, 1))[0].time.tzinfo is not None


async def test_only_new_entries_are_published(tmp_path: Path) -> None:
    async with Ledger(tmp_path / "ledger.sqlite") as ledger:
        with ledger.feed.subscribe() as published:
            added = await record_sources(ledger, REMOTE, "m", "chat_1", [A])
            await record_sources(ledger, REMOTE, "m", "chat_1", [A, B])
            assert await asyncio.wait_for(anext(published), 30) == added[0]
            assert (await asyncio.wait_for(anext(published), 30)).path == "b.md"


async def test_two_ledgers_on_one_file_record_each_passage_once(tmp_path: Path) -> None:
    file = tmp_path / "ledger.sqlite"
    async with Ledger(file) as first_ledger, Ledger(file) as second_ledger:
        await asyncio.gather(
            *(record_sources(ledger, REMOTE, "m", "chat_1", [A, B]) for ledger in (first_ledger, second_ledger) * 5)
        )
        assert len(await sent_entries(first_ledger)) == 2


async def test_a_ledger_that_cannot_be_written_raises_an_error(tmp_path: Path) -> None:
    (tmp_path / "ledger.sqlite").mkdir()
    async with Ledger(tmp_path / "ledger.sqlite") as ledger:
        with pytest.raises(LedgerFailed):
            await record_sources(ledger, REMOTE, "m", "chat_1", [A])
    (tmp_path / "broken.sqlite").write_bytes(b"no database at all" * 100)
    async with Ledger(tmp_path / "broken.sqlite") as broken:
        with pytest.raises(LedgerFailed):
            await record_sources(broken, REMOTE, "m", "chat_1", [A])


async def test_closing_twice_has_no_effect(tmp_path: Path) -> None:
    ledger = Ledger(tmp_path / "ledger.sqlite")
    await record_sources(ledger, REMOTE, "m", "chat_1", [A])
    await ledger.aclose()
    await ledger.aclose()


CONTEXT_WITH_QUESTION = SendContext(REMOTE, "m", "chat_1", "What about the Boiler?")
WITHHELD = LedgerPassage(Source(path="Personal/x.md"), "kept", "privacy", why="in Personal")


async def test_an_entry_has_the_receiver_the_decision_the_place_and_the_amount(tmp_path: Path) -> None:
    async with Ledger(tmp_path / "ledger.sqlite") as ledger:
        source = Source(path="a.md", heading="Top", characters=10, first_line=3, last_line=9)
        (entry,) = await ledger.write(
            CONTEXT_WITH_QUESTION, [LedgerPassage(source, "sent", "person", is_whole_note=True)]
        )
        assert (await ledger.find())[0] == entry
        assert entry == LedgerEntry(
            1, entry.time, "chat_1", "Anthropic", "api.anthropic.com", "m", "a.md", "Top", 10, 3, 9, True, 3,
            "What about the Boiler?", "person", "sent", "", 1,
        )  # fmt: skip


async def test_withheld_entries_are_distinguished_from_sent_ones(tmp_path: Path) -> None:
    async with Ledger(tmp_path / "ledger.sqlite") as ledger:
        await ledger.write(CONTEXT_WITH_QUESTION, [LedgerPassage(A), WITHHELD, WITHHELD, LedgerPassage(B, "stayed")])
        await ledger.write(CONTEXT_WITH_QUESTION, [WITHHELD])
        assert [entry.path for entry in await sent_entries(ledger)] == ["a.md"]
        (withheld,) = await ledger.find(LedgerQuery(kinds=("kept",)))
        assert (withheld.path, withheld.decision, withheld.why) == ("Personal/x.md", "privacy", "in Personal")


async def test_a_rule_is_stored_as_a_code_and_read_as_a_phrase(tmp_path: Path) -> None:
    file = tmp_path / "ledger.sqlite"
    folder = rule_text(PrivacyRule(kind="folder", value="Personal", answer="never"))
    preset = allowance_text(PolicyVerdict("allow", "preset"), "trusted")
    async with Ledger(file) as ledger:
        passages = [LedgerPassage(A, decision="rule", why=preset), LedgerPassage(B, "kept", "privacy", why=folder)]
        await ledger.write(CONTEXT_WITH_QUESTION, passages)
        with closing(sqlite3.connect(file)) as database:
            stored = dict(database.execute("SELECT kind, why FROM disclosed"))
            # As earlier versions stored it.
            database.execute("UPDATE disclosed SET why = 'in Personal' WHERE kind = 'kept'")
            database.commit()
        reasons = {entry.kind: entry.why for entry in await ledger.find()}

    assert stored == {"sent": '["preset", ["trusted"]]', "kept": '["in-folder", "Personal"]'}
    assert reasons == {"sent": preset, "kept": folder}
    assert all(isinstance(reason, Phrase) and reason.template in REASON_TEMPLATES for reason in reasons.values())


REASON_TEMPLATES = {phrase.template for phrase in LEDGER_REASONS.phrases.values()}


async def test_entries_are_found_by_note_question_host_decision_and_time(tmp_path: Path) -> None:
    async with Ledger(tmp_path / "ledger.sqlite") as ledger:
        await ledger.write(
            CONTEXT_WITH_QUESTION, [LedgerPassage(Source(path="Haus/Küche.md", characters=1), decision="person")]
        )
        await ledger.write(SendContext(ELSEWHERE, "g", "chat_2", "Äpfel?"), [LedgerPassage(B, decision="rule")])
        now = datetime.now(UTC)

        async def found(**query: object) -> list[str]:
            return [entry.path for entry in await ledger.find(LedgerQuery(**query))]  # type: ignore[arg-type]  # its fields

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


async def test_a_ledger_of_version_1_is_migrated_and_keeps_its_entries(tmp_path: Path) -> None:
    file = tmp_path / "ledger.sqlite"
    with sqlite3.connect(file) as database:
        database.executescript(FIRST_SCHEMA)
        database.execute(
            "INSERT INTO disclosed (time, conversation, provider, host, model, path, heading, characters)"
            " VALUES ('2026-11-20T08:00:00.5+00:00', 'chat_0', 'OpenAI', 'api.openai.com', 'g', 'Old.md', 'H', 9)"
        )
    database.close()
    async with Ledger(file) as first_ledger, Ledger(file) as second_ledger:
        (first_entry,) = await sent_entries(first_ledger)
        assert (
            first_entry.path,
            first_entry.characters,
            first_entry.tokens,
            first_entry.kind,
            first_entry.question,
        ) == ("Old.md", 9, 3, "sent", "")
        assert (await second_ledger.find(LedgerQuery(text="old")))[0] == first_entry
        await second_ledger.write(CONTEXT_WITH_QUESTION, [LedgerPassage(A)])
        assert [entry.path for entry in await sent_entries(first_ledger)] == ["a.md", "Old.md"]
    (copy,) = list_backups(file)
    assert copy.name.startswith("ledger.version-1.")
    with closing(sqlite3.connect(copy)) as backup:
        assert backup.execute("SELECT path FROM disclosed").fetchall() == [("Old.md",)]
        assert "tokens" not in backup.execute("SELECT sql FROM sqlite_master").fetchone()[0]


async def test_a_new_ledger_has_no_backup(tmp_path: Path) -> None:
    async with Ledger(tmp_path / "ledger.sqlite") as ledger:
        await ledger.write(CONTEXT_WITH_QUESTION, [LedgerPassage(A)])
    assert list_backups(ledger.path) == []


async def test_a_ledger_of_a_newer_version_is_unchanged_and_entries_are_recorded_elsewhere(tmp_path: Path) -> None:
    file = tmp_path / "ledger.sqlite"
    async with Ledger(file) as ledger:
        await ledger.write(CONTEXT_WITH_QUESTION, [LedgerPassage(A)])
    back_up_database(file, VERSION)
    with closing(sqlite3.connect(file)) as database:
        database.executescript("DROP TABLE disclosed; CREATE TABLE told (all_of_it BLOB); PRAGMA user_version = 99")
    newer = file.read_bytes()

    async with Ledger(file) as ledger:
        assert [entry.path for entry in await sent_entries(ledger)] == ["a.md"]
        assert await ledger.write(CONTEXT_WITH_QUESTION, [LedgerPassage(A)]) == ()
        await ledger.write(replace(CONTEXT_WITH_QUESTION, conversation_id="another"), [LedgerPassage(A)])
        assert len(await sent_entries(ledger)) == 2
    assert file.read_bytes() == newer


async def test_an_empty_ledger_has_no_file_and_no_results(tmp_path: Path) -> None:
    async with Ledger(tmp_path / "ledger.sqlite") as ledger:
        assert await ledger.providers() == await ledger.find() == await ledger.write(CONTEXT_WITH_QUESTION, []) == ()
        assert await ledger.transmissions() == ()
        assert not ledger.path.exists()
