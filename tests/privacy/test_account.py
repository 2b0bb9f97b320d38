"""Tests of privacy/account.py: totals of what was sent in a chat, today and this month, by any component."""

import asyncio
import sqlite3
from collections.abc import AsyncIterator
from contextlib import aclosing, asynccontextmanager, closing
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest

from tests.privacy.scene import HERE, NOTES, OTHER, open_scene, question, read, request
from tests.support.ledger_entries import record_sources
from tests.support.scripted_provider import ScriptedProvider
from tests.support.tool_env import REMOTE
from vaultdesk.chat.messages import Message, Source, TextPart
from vaultdesk.core.errors import LedgerFailed
from vaultdesk.core.platform.backups import list_backups
from vaultdesk.core.transmission import (
    NO_ORIGIN,
    Destination,
    RequestOrigin,
    attribution,
    record_request,
    request_origin,
)
from vaultdesk.index.embeddings.embedder import EmbeddingText
from vaultdesk.privacy.account import MAX_NOTES, Account, Receiver, start_of_day
from vaultdesk.privacy.egress_gate import DisclosureGate
from vaultdesk.privacy.embedding_gate import EmbeddingGate
from vaultdesk.privacy.ledger import FIRST_SCHEMA, SECOND_SCHEMA, Ledger, LedgerFiles
from vaultdesk.privacy.ledger_entry import LedgerPassage, SendContext, TextAmount, TransmissionContent, TransmittedNote
from vaultdesk.privacy.redacted_request import content_of
from vaultdesk.providers.provider import ModelRequest, ToolSpec
from vaultdesk.providers.wrappers import CloudForwarding

BOILER, BUDGET = Source(path="Boiler.md", characters=400), Source(path="Budget.md", characters=40)


async def send(gate: DisclosureGate, model_request: ModelRequest) -> None:
    async with aclosing(gate.stream(model_request)) as events:
        async for _ in events:
            pass


@asynccontextmanager
async def account_of(ledger: Ledger, files: LedgerFiles | None = None) -> AsyncIterator[Account]:
    async with Account(ledger, files) as account:
        yield account


async def test_t1_a_question_without_notes_is_counted_with_its_instructions(tmp_path: Path) -> None:
    async with open_scene(tmp_path) as scene, account_of(scene.ledger) as account:
        assert (await account.today("chat_1")).all.is_empty
        provider = ScriptedProvider([[]], destination=REMOTE)
        tools = (ToolSpec("vault_search", "Search the notes.", {"type": "object"}),)
        await send(scene.gate(provider), ModelRequest("m", "Be brief.", (question(),), tools, conversation_id="chat_1"))

        today = await account.today("chat_1")
        assert not today.all.is_empty
        assert (today.chat.questions, len(today.chat.notes), today.chat.receivers) == (
            1, 0, (Receiver(REMOTE.name, REMOTE.host),),
        )  # fmt: skip
        assert today.chat.words.bytes == len(b"What does it cost?")
        assert today.chat.instructions.bytes == len('Be brief.vault_searchSearch the notes.{"type": "object"}')


async def test_t1_notes_sent_again_with_the_next_question_count_again(tmp_path: Path) -> None:
    async with open_scene(tmp_path) as scene, account_of(scene.ledger) as account:
        messages = (question(), *read("Open.md", allowed="rule"))
        scene.egress_policy.history.of("chat_1").host(REMOTE.host).call_ids.add("c1")
        for _ in range(2):
            recorded = await scene.ledger.transmit(
                SendContext(REMOTE, "m", "chat_1", "What?"),
                [LedgerPassage(Source(path="Open.md", characters=len(NOTES["Open.md"])))],
                content_of(request(*messages)),
            )
        assert recorded.entries == ()  # The note was recorded before.
        today = await account.today("chat_1")
        assert today.chat.note_text.bytes == 2 * len(NOTES["Open.md"])
        assert today.chat.passages == 1


async def test_t1_a_rewrite_is_the_last_transmission_and_names_its_note(tmp_path: Path) -> None:
    async with Ledger(tmp_path / "ledger.sqlite") as ledger, account_of(ledger) as account:
        await record_sources(ledger, REMOTE, "m", "chat_1", [BOILER, BUDGET])
        await ledger.write(SendContext(OTHER, "m", "rewrite_1", "Shorter", "rewrite"), [LedgerPassage(BOILER)])

        today = await account.today("chat_1")
        assert today.all.last is not None
        assert (today.all.last.purpose, today.all.last.path, today.all.last.receiver.host) == (
            "rewrite", "Boiler.md", OTHER.host,
        )  # fmt: skip
        assert (len(today.all.notes), len(today.chat.notes)) == (2, 2)
        await record_sources(ledger, REMOTE, "m", "chat_1", [BOILER])
        last = (await account.today("chat_1")).all.last
        assert last is not None
        assert last.purpose == "question"


async def test_t1_a_new_chat_starts_at_zero_and_the_day_continues(tmp_path: Path) -> None:
    async with Ledger(tmp_path / "ledger.sqlite") as ledger, account_of(ledger) as account:
        await record_sources(ledger, REMOTE, "m", "chat_1", [BOILER, BUDGET])
        today = await account.today("chat_2")
        assert today.chat.is_empty
        assert (len(today.all.notes), today.all.is_empty) == (2, False)


async def test_t1_the_day_is_reset_at_midnight_and_the_month_continues(tmp_path: Path) -> None:
    now = [datetime.now().astimezone()]
    async with Ledger(tmp_path / "ledger.sqlite") as ledger, Account(ledger, now=lambda: now[0]) as account:
        await record_sources(ledger, REMOTE, "m", "chat_1", [BOILER])
        assert not (await account.today("chat_1")).all.is_empty
        with account.changes.subscribe() as changes:
            now[0] = start_of_day(now[0]) + timedelta(hours=30)
            account.check_clock()
            await asyncio.wait_for(anext(changes), 30)
        today = await account.today("chat_1")
        assert today.all.is_empty
        assert today.chat.is_empty
        assert not (await account.summary("chat", "chat_1")).totals.is_empty
        month = await account.summary("month")
        assert month.totals.is_empty == (now[0].day == 1)
        # The clock is set back, so the transmissions of that day count again.
        now[0] -= timedelta(hours=30)
        account.check_clock()
        assert not (await account.today("chat_1")).all.is_empty


async def test_t1_midnight_is_published_by_a_timer(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The timer is set to the time of midnight, not to an interval."""
    midnight = start_of_day(datetime.now().astimezone() + timedelta(days=1))
    now = [midnight - timedelta(seconds=0.1)]
    async with Ledger(tmp_path / "ledger.sqlite") as ledger:
        account = Account(ledger, now=lambda: now[0])
        with account.changes.subscribe() as changes:
            async with account:
                now[0] = midnight + timedelta(seconds=1)
                await asyncio.wait_for(anext(changes), 30)


async def test_t1_totals_are_restored_after_a_restart(tmp_path: Path) -> None:
    async with Ledger(tmp_path / "ledger.sqlite") as ledger:
        await record_sources(ledger, REMOTE, "m", "chat_1", [BOILER])
    async with Ledger(tmp_path / "ledger.sqlite") as ledger, account_of(ledger) as account:
        assert len((await account.today("chat_1")).chat.notes) == 1


async def test_t1_two_processes_of_one_vault_have_equal_totals(tmp_path: Path) -> None:
    file = tmp_path / "ledger.sqlite"
    async with (
        Ledger(file) as first_ledger,
        Ledger(file) as second_ledger,
        account_of(first_ledger) as first_account,
        account_of(second_ledger) as second_account,
    ):
        await record_sources(first_ledger, REMOTE, "m", "chat_1", [BOILER])
        assert (await first_account.today("chat_1")).all == (await second_account.today("chat_1")).all
        await record_sources(second_ledger, OTHER, "m", "chat_2", [BUDGET])
        assert (await first_account.today()).all.notes == (await second_account.today()).all.notes
        assert len((await first_account.today()).all.notes) == 2


async def test_t1_other_vaults_and_the_endpoint_count_today(tmp_path: Path) -> None:
    files = LedgerFiles(tmp_path)
    other_file, own_file = (
        tmp_path / "vaults" / "other" / "ledger.sqlite",
        tmp_path / "vaults" / "own" / "ledger.sqlite",
    )
    async with files.open(own_file) as ledger, account_of(ledger, files) as account:
        assert (await account.today()).all.is_empty
        async with files.open(other_file) as other_ledger:
            await record_sources(other_ledger, REMOTE, "m", "chat_9", [BOILER])
        assert files.stamp.exists()
        today = await account.today()
        assert today.vault.is_empty
        assert (today.all.is_empty, len(today.all.notes)) == (False, 1)

        async with files.open(files.endpoint) as endpoint_ledger:
            gate = DisclosureGate(ScriptedProvider([[]], destination=OTHER), endpoint_ledger)
            model_request = ModelRequest(
                "m", "", (question(),), conversation_id="resp_1", purpose="program", program="Claude"
            )
            await send(gate, model_request)
        last = (await account.today()).all.last
        assert last is not None
        assert (last.purpose, last.program, last.note_count) == ("program", "Claude", 0)

        await files.connection_log.record_connection(OTHER, "update", 200, NO_ORIGIN)
        assert (await account.today()).all.connections == 1
        assert (await account.summary("today")).elsewhere.transmissions == 3


async def test_t1_remote_embeddings_count_their_notes(tmp_path: Path) -> None:
    class Vectors:
        destination = OTHER

        async def resolve_destination(self) -> Destination:
            return OTHER

        async def vectors(self, texts: list[str]) -> list[list[float]]:
            await record_request(None, OTHER, "models", 1_000)
            return [[1.0] for _ in texts]

        async def aclose(self) -> None:
            """Close nothing."""

    async with open_scene(tmp_path) as scene, account_of(scene.ledger) as account:
        gate = EmbeddingGate(Vectors(), scene.rules, scene.ledger, "openai/embed")  # type: ignore[arg-type]  # its methods
        query = EmbeddingText("what did I decide?", may_leave_computer=True)
        await gate.vectors([EmbeddingText("of Open", "Open.md"), query])
        totals = (await account.today()).all
        assert totals.last is not None
        assert (totals.last.purpose, sorted(totals.notes), totals.words.bytes) == ("embedding", ["Open.md"], 18)
        assert totals.wire_bytes == 1_000


async def test_t1_title_requests_count_without_any_note(tmp_path: Path) -> None:
    async with open_scene(tmp_path) as scene, account_of(scene.ledger) as account:
        prompt = Message(role="user", parts=(TextPart(text="Give our conversation a title."),))
        model_request = ModelRequest("m", "You title.", (question(), prompt), conversation_id="chat_1", purpose="title")
        await send(scene.gate(ScriptedProvider([[]], destination=REMOTE)), model_request)
        today = await account.today("chat_1")
        assert (today.all.transmissions, today.all.questions) == (1, 0)
        assert today.all.words.bytes == len("What does it cost?")  # The prompt is from the program.
        (line,) = await scene.ledger.transmissions()
        assert (line.purpose, line.question) == ("title", "What does it cost?")


async def test_t1_a_local_model_counts_as_local_and_not_as_sent(tmp_path: Path) -> None:
    async with open_scene(tmp_path) as scene, account_of(scene.ledger) as account:
        provider = ScriptedProvider([[]], destination=HERE)
        scene.egress_policy.history.of("chat_1").host(HERE.host).call_ids.add("c1")
        await send(scene.gate(provider), request(question(), *read("Open.md", allowed="rule")))
        today = await account.today("chat_1")
        assert today.all.is_empty
        assert today.vault.local is not None
        assert (today.vault.local.model, today.vault.local.notes) == ("m", 1)


async def test_t1_a_cloud_model_of_a_local_server_is_not_local(tmp_path: Path) -> None:
    async def host(model: str) -> str:
        return "ollama.com" if model.endswith("-cloud") else ""

    async with open_scene(tmp_path) as scene, account_of(scene.ledger) as account:
        provider = CloudForwarding(ScriptedProvider([[], []], destination=HERE), host, "", scene.gate)
        for model in ("qwen3:8b", "gpt-oss:120b-cloud"):
            async with aclosing(
                provider.stream(ModelRequest(model, "", (question(),), conversation_id=model))
            ) as events:
                async for _ in events:
                    pass
        assert [(entry.model, entry.kind, entry.host) for entry in await scene.ledger.transmissions()] == [
            ("gpt-oss:120b-cloud", "sent", "ollama.com"), ("qwen3:8b", "stayed", HERE.host),
        ]  # fmt: skip
        assert (await account.today()).all.transmissions == 1


async def test_t1_nothing_is_sent_if_the_ledger_row_cannot_be_written(tmp_path: Path) -> None:
    (tmp_path / "ledger.sqlite").mkdir()
    async with Ledger(tmp_path / "ledger.sqlite") as ledger:
        provider = ScriptedProvider([[]], destination=REMOTE)
        with pytest.raises(LedgerFailed):
            await send(DisclosureGate(provider, ledger), request(question()))
        assert provider.requests == []
        with pytest.raises(LedgerFailed):
            await record_request(ledger, REMOTE, "models", 10)


async def test_t1_network_requests_are_attributed_to_their_transmission(tmp_path: Path) -> None:
    async with Ledger(tmp_path / "ledger.sqlite") as ledger, account_of(ledger) as account:
        recorded = await ledger.transmit(SendContext(REMOTE, "m", "chat_1", "Why?"), (), TransmissionContent())

        for size in (100, 200):
            with attribution(recorded):
                await record_request(ledger, REMOTE, "models", size)
            await record_request(ledger, OTHER, "models", 7)  # Another destination.
        with request_origin(RequestOrigin("chat_1", "Why?")):
            await record_request(ledger, OTHER, "page", 9)
        await record_request(ledger, HERE, "models", 5)  # Local, so not counted.

        lines = [
            (entry.purpose, entry.requests, entry.wire_bytes, entry.conversation_id)
            for entry in await ledger.transmissions()
        ]
        assert lines == [
            ("page", 1, 9, "chat_1"), ("models", 1, 7, ""), ("models", 1, 7, ""), ("question", 2, 300, "chat_1"),
        ]  # fmt: skip
        today = await account.today("chat_1")
        assert (today.all.connections, today.all.wire_bytes) == (2, 323)


async def test_t1_a_summary_lists_the_notes_with_the_most_text_sent(tmp_path: Path) -> None:
    async with Ledger(tmp_path / "ledger.sqlite") as ledger, account_of(ledger) as account:
        notes = [(f"{number}.md", 100 * number) for number in range(1, 6)]
        passages = [
            LedgerPassage(Source(path=path, heading="Decision", characters=size, first_line=3, last_line=9))
            for path, size in notes
        ]
        content = TransmissionContent(
            notes=tuple(TransmittedNote(path, TextAmount(size, 4 * size)) for path, size in notes)
        )
        withheld = LedgerPassage(Source(path="Diary.md"), "kept", "privacy")
        await ledger.transmit(SendContext(REMOTE, "m", "chat_1", "What?"), [*passages, withheld], content)
        for summary in (await account.summary("chat", "chat_1"), await account.summary("today")):
            assert [note.path for note in summary.notes] == ["5.md", "4.md", "3.md"][:MAX_NOTES]
            assert summary.notes[0].parts == (("Decision",), False)
            assert summary.withheld_notes == ("Diary.md",)
        assert (await account.summary("chat", "")).totals.is_empty


def write_ledger_of_version_2(file: Path) -> None:
    with closing(sqlite3.connect(file)) as database:
        for statement in (*FIRST_SCHEMA.split(";")[:-1], *SECOND_SCHEMA):
            database.execute(statement)
        now = datetime.now(UTC).isoformat(timespec="microseconds")
        for chat, path, kind in (
            ("c", "a.md", "sent"),
            ("c", "b.md", "sent"),
            ("c", "s.md", "kept"),
            ("d", "a.md", "stayed"),
        ):
            database.execute(
                "INSERT INTO disclosed (time, conversation, provider, host, model, path, heading, characters, tokens,"
                " question, decision, kind) VALUES (?, ?, 'A', 'h', 'm', ?, '', 40, 10, 'Q', 'person', ?)",
                (now, chat, path, kind),
            )
        database.execute("PRAGMA user_version = 2")
        database.commit()


async def test_t1_a_ledger_of_version_2_keeps_its_entries_and_counts_them(tmp_path: Path) -> None:
    file = tmp_path / "ledger.sqlite"
    write_ledger_of_version_2(file)
    async with Ledger(file) as ledger, account_of(ledger) as account:
        today = await account.today("c")
        assert (len(today.all.notes), today.all.note_text.tokens, today.all.transmissions) == (2, 20, 1)
        assert [(entry.kind, entry.note_count, entry.question) for entry in await ledger.transmissions()] == [
            ("stayed", 1, "Q"), ("sent", 2, "Q"),
        ]  # fmt: skip
        assert [(entry.path, entry.transmission) for entry in await ledger.find()] == [
            ("a.md", 2), ("s.md", 0), ("b.md", 1), ("a.md", 1),
        ]  # fmt: skip
    (copy,) = list_backups(file)
    assert copy.name.startswith("ledger.version-2.")


async def test_t1_the_ledger_of_another_vault_in_version_2_counts_too(tmp_path: Path) -> None:
    files = LedgerFiles(tmp_path)
    other_file = tmp_path / "vaults" / "other" / "ledger.sqlite"
    other_file.parent.mkdir(parents=True)
    write_ledger_of_version_2(other_file)
    async with (
        files.open(tmp_path / "vaults" / "own" / "ledger.sqlite") as ledger,
        account_of(ledger, files) as account,
    ):
        assert len((await account.today()).all.notes) == 2


def test_t1_all_bytes_of_a_request_are_attributed_to_a_category() -> None:
    messages = (question("How?"), *read("Open.md", "Plan.md"), question("And then?"))
    model_request = ModelRequest("m", "System", messages)
    content = content_of(model_request)
    total_bytes = len(b"System") + sum(
        len(part.text.encode()) if isinstance(part, TextPart) else 0 for message in messages for part in message.parts
    )
    assert content.words.bytes == len(b"How?And then?")
    assert [note.path for note in content.notes] == ["Open.md", "Plan.md"]
    assert content.note_text.bytes == len(NOTES["Open.md"]) + len(NOTES["Plan.md"])
    assert content.earlier.bytes > 0
    assert content.instructions.bytes + content.words.bytes == total_bytes
