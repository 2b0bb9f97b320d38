"""Tests of workspace/workspace.py."""

import os
import sqlite3
import threading
from contextlib import closing
from pathlib import Path

import pytest

from tests.journeys.bench import open_bench
from tests.support.vault_settings import set_tool_calling
from tests.support.wire import Turn, WireServer
from tests.workspace.bench import Answerer, Bench, ask
from vaultdesk.agent.context.context_window import UNLIMITED_WINDOW
from vaultdesk.chat.conversation import Conversation
from vaultdesk.chat.messages import user_message
from vaultdesk.core.errors import VaultUnavailable
from vaultdesk.core.settings.settings_schema import PermissionRule, ProviderSettings
from vaultdesk.index.store import database
from vaultdesk.tools.runtime.approvals import ApprovalDecision
from vaultdesk.workspace.question_pipeline import QuestionPipeline
from vaultdesk.workspace.workspace import has_newer_data

# Newer records: told of a vault whose journal or ledger a newer program made, and of no other.


@pytest.mark.parametrize("name", ["journal.sqlite", "ledger.sqlite"])
def test_a_newer_version_is_seen(tmp_path: Path, name: str) -> None:
    assert not has_newer_data(tmp_path)
    for version, newer in ((1, False), (99, True)):
        with closing(sqlite3.connect(tmp_path / name)) as database:
            database.execute(f"PRAGMA user_version = {version}")
        assert has_newer_data(tmp_path) is newer


# What goes beside questions is joined in the workspace, in its order, and follows the settings.

NOTES = {"AGENTS.md": "Be kind.\n", "Note.md": "A note.\n"}


def side(workspace: object) -> QuestionPipeline:
    found = vars(workspace)["_pipeline"]
    assert isinstance(found, QuestionPipeline)
    return found


async def test_the_window_of_a_model_is_known_by_its_settings(tmp_path: Path) -> None:
    async with open_bench(tmp_path, "http://127.0.0.1:9", notes=NOTES, context=7_000) as bench:
        window = side(bench.workspace).context_window
        assert window("work/scripted") == 7_000
        assert window("offline/offline") == UNLIMITED_WINDOW
        assert window("nobody/m") == 0


async def test_instructions_stand_before_what_lies_beside_the_first_question(tmp_path: Path) -> None:
    async with open_bench(tmp_path, "http://127.0.0.1:9", notes=NOTES) as bench:
        shelf = bench.workspace.instructions
        await shelf.refresh()
        (one,) = shelf.list()
        await shelf.accept(one.path, one.digest)
        bench.conversation.append(user_message("About [[Note]]?"))
        request = await bench.workspace.agent(bench.answers).request(bench.conversation, "And?")

        first = request.messages[0]
        assert [source.path for source in first.sources] == ["AGENTS.md", "Note.md"]
        assert request.messages[-1].text == "And?"


async def test_who_runs_in_this_program_gets_notes_and_no_instructions(tmp_path: Path) -> None:
    async with open_bench(tmp_path, notes=NOTES) as bench:
        await bench.workspace.instructions.refresh()
        (one,) = bench.workspace.instructions.list()
        await bench.workspace.instructions.accept(one.path, one.digest)
        request = await bench.workspace.agent(bench.answers).request(bench.conversation, "About [[Note]]?")

        assert [source.path for source in request.sources] == ["Note.md"]


# Workspace: everything joined for one vault, and closed again.


async def test_a_question_is_answered_from_the_notes(bench: Bench) -> None:
    approver = Answerer(ApprovalDecision(approved=True))
    async with bench.open() as workspace:
        await workspace.indexer.settled()
        answer = await ask(workspace, approver, "What about the heat pump?")
    assert "[[Boiler" in answer
    assert [request.calls[0].tool for request in approver.asked] == ["local_search"]


async def test_tools_are_offered_unless_the_switch_is_off_or_the_person_says_no(bench: Bench) -> None:
    approver = Answerer(ApprovalDecision(approved=True))
    async with bench.open() as workspace:
        await workspace.indexer.settled()
        assert workspace.tool_calling
        await ask(workspace, approver, "What about the heat pump?", consent=False)
        assert approver.asked
        set_tool_calling(workspace, False)
        approver.asked.clear()
        await ask(workspace, approver, "What about the heat pump?", consent=False)
        assert approver.asked == []
        set_tool_calling(workspace, True)
        await ask(workspace, approver, "What about the heat pump?", consent=False)
        assert approver.asked


async def test_always_becomes_a_rule_of_this_vault_and_is_not_asked_again(bench: Bench) -> None:
    always = Answerer(ApprovalDecision(approved=True, scope="always"))
    async with bench.open() as workspace:
        await workspace.indexer.settled()
        await ask(workspace, always, "What about the heat pump?")
        rules = bench.store.settings.vault_settings(bench.root).rules
        assert rules[0] == PermissionRule(
            tool="local_search", effect="read", folder="", destination="this-computer", answer="allow"
        )
        asked = len(always.asked)
        await ask(workspace, always, "What about the heat pump?")
        assert len(always.asked) == asked


async def test_the_vault_is_remembered_and_nothing_is_written_into_it(bench: Bench) -> None:
    before = {file: file.read_bytes() for file in bench.root.rglob("*") if file.is_file()}
    async with bench.open() as workspace:
        await workspace.indexer.settled()
    assert bench.store.settings.recent_vaults() == [bench.root.resolve()]
    assert {file: file.read_bytes() for file in bench.root.rglob("*") if file.is_file()} == before


async def test_closing_leaves_no_thread(bench: Bench) -> None:
    before = {thread.name for thread in threading.enumerate()}
    async with bench.open() as workspace:
        await workspace.indexer.settled()
        await ask(workspace, Answerer(ApprovalDecision(approved=True)), "heat?")
    ours = ("vault", "index", "audit", "ledger", "inotify", "watch")
    left = [thread for thread in threading.enumerate() if thread.name.casefold().startswith(ours)]
    for thread in left:
        thread.join(5)
    assert {thread.name for thread in left if thread.is_alive()} - before == set()


async def test_a_missing_folder_is_told(bench: Bench, tmp_path: Path) -> None:
    bench.root = tmp_path / "gone"
    with pytest.raises(VaultUnavailable):
        async with bench.open():
            pass


async def test_a_model_that_can_use_tools_in_no_way_is_offered_none_and_given_what_the_notes_say(bench: Bench) -> None:
    async with WireServer(openai=[Turn("I see no notes.")]) as server:
        own = ProviderSettings(kind="openai-compatible", base_url=server.url, tools="none", model="m")
        bench.store.change(lambda settings: settings.with_provider("own", own))
        async with bench.open() as workspace:
            agent = workspace.agent(Answerer(ApprovalDecision(approved=True)), "own", consent=True)
            async with agent.run(Conversation(), "What about the heat pump?") as run:
                async for _ in run:
                    pass

    body = server.posts[0].json
    assert "tools" not in body
    assert "Answer only from these passages" in str(body["messages"][0]["content"])


@pytest.mark.skipif(os.name == "nt", reason="Windows keeps rights in another way")
async def test_the_index_of_all_notes_is_for_this_person_alone(bench: Bench) -> None:
    async with bench.open() as workspace:
        await workspace.indexer.settled()
        place = workspace.audit_log.path.parent
    assert place.stat().st_mode & 0o077 == 0


@pytest.mark.skipif(os.name == "nt", reason="Windows removes no file that is open")
async def test_an_index_that_another_program_threw_away_is_there_again_once_settled(bench: Bench) -> None:
    async with bench.open() as workspace:
        await workspace.indexer.settled()
        known = (await workspace.searcher.counts()).notes
        database.discard_file(workspace.index.file)
        await workspace.wait_until_indexed()
        assert known == (await workspace.searcher.counts()).notes > 0


async def test_a_preview_tells_what_would_leave_and_sends_and_writes_nothing(bench: Bench) -> None:
    async with WireServer(openai=[Turn("Not asked.")]) as server:
        own = ProviderSettings(kind="openai-compatible", base_url=server.url, model="m")
        bench.store.change(lambda settings: settings.with_provider("own", own))
        async with bench.open() as workspace:
            await workspace.wait_until_indexed()
            conversation = Conversation()
            shown = await workspace.preview(conversation, "What of the boiler?", "own/m")

            assert (shown.model, shown.question, shown.excerpts) == ("m", "What of the boiler?", ())
            assert shown.conversation_id == conversation.id
            assert shown.tokens > 0
            assert conversation.messages == ()
            assert await workspace.ledger.find() == ()
        assert server.requests == []
