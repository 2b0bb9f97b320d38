"""Tests of workspace/workspace.py."""

import asyncio
import os
import sqlite3
import threading
from contextlib import closing
from pathlib import Path

import pytest

from tests.journeys.bench import open_bench
from tests.support.vault_settings import set_tool_calling
from tests.support.wire import Turn, WireServer
from tests.workspace.bench import Bench, FixedApprover, ask
from vaultdesk.agent.context.context_window import UNLIMITED_WINDOW
from vaultdesk.chat.conversation import Conversation
from vaultdesk.chat.messages import user_message
from vaultdesk.core.errors import VaultUnavailable
from vaultdesk.core.settings.settings_schema import PermissionRule, ProviderSettings
from vaultdesk.index.store import database
from vaultdesk.tools.runtime.approvals import ApprovalDecision
from vaultdesk.workspace.opened_vault import OpenedVault
from vaultdesk.workspace.question_pipeline import QuestionPipeline
from vaultdesk.workspace.workspace import Workspace, has_newer_data

# Data of a newer version.


@pytest.mark.parametrize("name", ["journal.sqlite", "ledger.sqlite"])
def test_a_journal_or_ledger_of_a_newer_version_is_detected(tmp_path: Path, name: str) -> None:
    assert not has_newer_data(tmp_path)
    for version, newer in ((1, False), (99, True)):
        with closing(sqlite3.connect(tmp_path / name)) as database:
            database.execute(f"PRAGMA user_version = {version}")
        assert has_newer_data(tmp_path) is newer


# Context and instructions of questions.

NOTES = {"AGENTS.md": "Be kind.\n", "Note.md": "A note.\n"}


def question_pipeline(workspace: object) -> QuestionPipeline:
    found = vars(workspace)["_pipeline"]
    assert isinstance(found, QuestionPipeline)
    return found


async def test_the_context_window_of_a_model_comes_from_its_settings(tmp_path: Path) -> None:
    async with open_bench(tmp_path, "http://127.0.0.1:9", notes=NOTES, context=7_000) as bench:
        window = question_pipeline(bench.workspace).context_window
        assert window("work/scripted") == 7_000
        assert window("offline/offline") == UNLIMITED_WINDOW
        assert window("nobody/m") == 0


async def test_instructions_precede_the_context_of_the_first_question(tmp_path: Path) -> None:
    async with open_bench(tmp_path, "http://127.0.0.1:9", notes=NOTES) as bench:
        catalog = bench.workspace.instructions
        await catalog.refresh()
        (instructions,) = catalog.list()
        await catalog.accept(instructions.path, instructions.digest)
        bench.conversation.append(user_message("About [[Note]]?"))
        request = await bench.workspace.agent(bench.answers).request(bench.conversation, "And?")

        first = request.messages[0]
        assert [source.path for source in first.sources] == ["AGENTS.md", "Note.md"]
        assert request.messages[-1].text == "And?"


async def test_the_offline_assistant_gets_notes_and_no_instructions(tmp_path: Path) -> None:
    async with open_bench(tmp_path, notes=NOTES) as bench:
        await bench.workspace.instructions.refresh()
        (instructions,) = bench.workspace.instructions.list()
        await bench.workspace.instructions.accept(instructions.path, instructions.digest)
        request = await bench.workspace.agent(bench.answers).request(bench.conversation, "About [[Note]]?")

        assert [source.path for source in request.sources] == ["Note.md"]


# Workspace: all services of one vault.


async def test_a_question_is_answered_from_the_notes(bench: Bench) -> None:
    approver = FixedApprover(ApprovalDecision(approved=True))
    async with bench.open() as workspace:
        await workspace.indexer.settled()
        answer = await ask(workspace, approver, "What about the heat pump?")
    assert "[[Boiler" in answer
    assert [request.calls[0].tool for request in approver.requests] == ["local_search"]


async def test_tools_are_offered_unless_disabled_by_the_vault(bench: Bench) -> None:
    approver = FixedApprover(ApprovalDecision(approved=True))
    async with bench.open() as workspace:
        await workspace.indexer.settled()
        assert workspace.tool_calling
        await ask(workspace, approver, "What about the heat pump?", consent=False)
        assert approver.requests
        set_tool_calling(workspace, False)
        approver.requests.clear()
        await ask(workspace, approver, "What about the heat pump?", consent=False)
        assert approver.requests == []
        set_tool_calling(workspace, True)
        await ask(workspace, approver, "What about the heat pump?", consent=False)
        assert approver.requests


async def test_always_allow_becomes_a_rule_of_this_vault_and_is_not_requested_again(bench: Bench) -> None:
    always = FixedApprover(ApprovalDecision(approved=True, scope="always"))
    async with bench.open() as workspace:
        await workspace.indexer.settled()
        await ask(workspace, always, "What about the heat pump?")
        rules = bench.store.settings.vault_settings(bench.root).rules
        assert rules[0] == PermissionRule(
            tool="local_search", effect="read", folder="", destination="this-computer", answer="allow"
        )
        count = len(always.requests)
        await ask(workspace, always, "What about the heat pump?")
        assert len(always.requests) == count


async def test_the_vault_is_remembered_and_not_changed(bench: Bench) -> None:
    before = {file: file.read_bytes() for file in bench.root.rglob("*") if file.is_file()}
    async with bench.open() as workspace:
        await workspace.indexer.settled()
    assert bench.store.settings.recent_vaults() == [bench.root.resolve()]
    assert {file: file.read_bytes() for file in bench.root.rglob("*") if file.is_file()} == before


async def test_notes_are_read_for_the_privacy_rules_once_the_vault_is_shown(bench: Bench) -> None:
    shown = asyncio.Event()
    async with (
        OpenedVault.open(bench.root, folders=bench.folders, store=bench.store) as opened,
        Workspace.start(
            opened, folders=bench.folders, store=bench.store, credentials=bench.credentials, shown=shown
        ) as workspace,
    ):
        await workspace.indexer.settled()
        assert not workspace.known_notes.paths()
        with workspace.known_notes.changed.subscribe() as changes:
            shown.set()
            await anext(aiter(changes))
        assert workspace.known_notes.paths()


async def test_closing_leaves_no_thread(bench: Bench) -> None:
    before = {thread.name for thread in threading.enumerate()}
    async with bench.open() as workspace:
        await workspace.indexer.settled()
        await ask(workspace, FixedApprover(ApprovalDecision(approved=True)), "heat?")
    prefixes = ("vault", "index", "audit", "ledger", "inotify", "watch")
    remaining = [thread for thread in threading.enumerate() if thread.name.casefold().startswith(prefixes)]
    for thread in remaining:
        thread.join(5)
    assert {thread.name for thread in remaining if thread.is_alive()} - before == set()


async def test_a_missing_folder_raises_vault_unavailable(bench: Bench, tmp_path: Path) -> None:
    bench.root = tmp_path / "gone"
    with pytest.raises(VaultUnavailable):
        async with bench.open():
            pass


async def test_a_model_without_tools_gets_passages_of_the_notes(bench: Bench) -> None:
    async with WireServer(openai=[Turn("I see no notes.")]) as server:
        own = ProviderSettings(kind="openai-compatible", base_url=server.url, tools="none", model="m")
        bench.store.change(lambda settings: settings.with_provider("own", own))
        async with bench.open() as workspace:
            agent = workspace.agent(FixedApprover(ApprovalDecision(approved=True)), "own", consent=True)
            async with agent.run(Conversation(), "What about the heat pump?") as run:
                async for _ in run:
                    pass

    body = server.posts[0].json
    assert "tools" not in body
    assert "Answer only from these passages" in str(body["messages"][0]["content"])


@pytest.mark.skipif(os.name == "nt", reason="Windows stores permissions differently")
async def test_the_data_folder_is_accessible_only_to_the_user(bench: Bench) -> None:
    async with bench.open() as workspace:
        await workspace.indexer.settled()
        data_folder = workspace.audit_log.path.parent
    assert data_folder.stat().st_mode & 0o077 == 0


@pytest.mark.skipif(os.name == "nt", reason="Windows removes no file that is open")
async def test_a_deleted_index_is_rebuilt(bench: Bench) -> None:
    async with bench.open() as workspace:
        await workspace.indexer.settled()
        known = (await workspace.searcher.counts()).notes
        database.discard_file(workspace.index.file)
        await workspace.wait_until_indexed()
        assert known == (await workspace.searcher.counts()).notes > 0


async def test_a_preview_shows_the_request_and_sends_and_writes_nothing(bench: Bench) -> None:
    async with WireServer(openai=[Turn("Not asked.")]) as server:
        own = ProviderSettings(kind="openai-compatible", base_url=server.url, model="m")
        bench.store.change(lambda settings: settings.with_provider("own", own))
        async with bench.open() as workspace:
            await workspace.wait_until_indexed()
            conversation = Conversation()
            preview = await workspace.preview(conversation, "What of the boiler?", "own/m")

            assert (preview.model, preview.question, preview.excerpts) == ("m", "What of the boiler?", ())
            assert preview.conversation_id == conversation.id
            assert preview.tokens > 0
            assert conversation.messages == ()
            assert await workspace.ledger.find() == ()
        assert server.requests == []
