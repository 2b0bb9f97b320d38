"""Tests of agent/agent.py."""

from dataclasses import replace
from pathlib import Path

import pytest

from tests.support.desk import NOTES, YES, put, read, search, write_notes
from tests.support.talk import asks_for, events_of, open_table, says
from tests.support.tools import PutNote
from vaultdesk.agent.agent import DEFINITION_QUESTION, define_word
from vaultdesk.agent.instructions.agents import AgentCatalog
from vaultdesk.agent.profile import AgentProfile
from vaultdesk.agent.run import RunFinished
from vaultdesk.chat.attached_text import unwrap_attached
from vaultdesk.chat.conversation import Conversation
from vaultdesk.core.errors import ProviderBroken, ProviderUnreachable, UsageError
from vaultdesk.core.settings.settings_store import SettingsStore
from vaultdesk.providers.provider import TextArrived, TurnEnded
from vaultdesk.tools.builtin.vocabulary_notes import VocabularyWord
from vaultdesk.tools.runtime.execution import ToolFinished

# The agent: questions added once, asked again without being added twice; at work within its profile.


async def test_the_question_is_added_when_the_run_is_entered(tmp_path: Path) -> None:
    async with open_table(tmp_path, [says("Hello.")]) as table:
        conversation = Conversation()
        run = table.agent.run(conversation, "Hi")
        assert conversation.messages == ()
        await events_of(run)
        assert [message.text for message in conversation.messages] == ["Hi", "Hello."]


async def test_retry_replaces_the_answer_and_keeps_the_question(tmp_path: Path) -> None:
    async with open_table(tmp_path, [says("One."), says("Two."), says("Three.")]) as table:
        conversation = Conversation()
        await events_of(table.agent.run(conversation, "First"))
        await events_of(table.agent.run(conversation, "Second"))
        question = conversation.messages[2]
        await events_of(table.agent.retry(conversation))
        assert [message.text for message in conversation.messages] == ["First", "One.", "Second", "Three."]
        assert conversation.messages[2] == question


async def test_retry_without_a_question_says_so(tmp_path: Path) -> None:
    async with open_table(tmp_path, []) as table:
        with pytest.raises(UsageError):
            table.agent.retry(Conversation())
        assert table.agent.label == "test/scripted"


FILER = AgentProfile(
    "Filer",
    instructions="File things.",
    tools=("file_read", "put_note"),
    folders=("Projects/House",),
    rounds=1,
    result_limit=1_000,
    path="Agents/Filer.md",
)
BOILER = "Projects/House/Boiler.md"


async def test_an_agent_at_work_is_offered_its_tools_and_told_its_instructions(tmp_path: Path) -> None:
    async with open_table(tmp_path, [says("Hello."), says("Hello.")], tools=[PutNote()]) as table:
        conversation = Conversation()
        await events_of(table.agent.with_profile(FILER).run(conversation, "Hi"))
        await events_of(table.agent.run(conversation, "Hi"))

        filing, plain = table.provider.requests
        assert [tool.name for tool in filing.tools] == ["file_read", "put_note"]
        assert [tool.name for tool in plain.tools] == ["vault_search", "file_read", "put_note"]
        assert filing.sources[0].path == "Agents/Filer.md"
        assert plain.sources == ()
        assert "work as the agent “Filer”" in filing.system
        assert "agent" not in plain.system
        assert conversation.messages[0].text == "Hi", "the conversation is the person's; no instructions are kept in it"
        assert (table.agent.name, table.agent.with_profile(FILER).name) == ("", "Filer")


async def test_a_shipped_agents_instructions_are_no_note(tmp_path: Path) -> None:
    async with open_table(tmp_path, [says("Hello.")]) as table:
        await events_of(table.agent.with_profile(replace(FILER, path="")).run(Conversation(), "Hi"))

        (request,) = table.provider.requests
        assert "<agent_instructions>\nFile things.\n</agent_instructions>" in request.system
        assert request.sources == ()


async def test_an_agent_that_only_reads_is_offered_nothing_that_writes(tmp_path: Path) -> None:
    async with open_table(tmp_path, [says("Hello.")], tools=[PutNote()]) as table:
        await events_of(table.agent.with_profile(replace(FILER, read_only=True)).run(Conversation(), "Hi"))

        (request,) = table.provider.requests
        assert [tool.name for tool in request.tools] == ["file_read"]
        assert "Change notes only when" not in request.system


async def test_an_agents_scope_rounds_and_result_length_hold(tmp_path: Path) -> None:
    calls = [read("Projects-secret/Plan.md", call_id="c1"), search("boiler", "c2"), put("Top.md", "x", "c3")]
    turns = [asks_for(*calls, read(BOILER, call_id="c4")), says("Done.")]
    notes = {**NOTES, BOILER: "Boiler. " * 500}
    async with open_table(tmp_path, turns, YES, tools=[PutNote()]) as table:
        (table.desk.vault.root / BOILER).write_text(notes[BOILER])
        before = table.desk.everything()
        conversation = Conversation()
        events = await events_of(table.agent.with_profile(FILER).run(conversation, "File it"))

        results = {event.call_id: event for event in events if isinstance(event, ToolFinished)}
        assert "Nobody knows" not in results["c1"].part.content
        assert not results["c2"].result.success
        assert not results["c3"].result.success
        assert results["c4"].result.success
        assert len(results["c4"].part.content) <= 1_000
        assert table.desk.everything() == before
        assert events[-1] == RunFinished("rounds")


async def test_the_person_is_told_which_agent_asks_and_the_journal_which_question(tmp_path: Path) -> None:
    turns = [asks_for(put("Projects/House/New.md", "New.", "c1")), says("Done.")]
    async with open_table(tmp_path, turns, YES, tools=[PutNote()]) as table:
        await events_of(table.agent.with_profile(FILER).run(Conversation(), "Make a note"))

        (request,) = table.desk.answers.requests
        assert request.agent == "Filer"
        (entry,) = table.desk.vault.journal.changes()
        assert (entry.agent, entry.title) == ("Filer", "Make a note")


async def test_a_tool_that_changes_an_agents_note_ends_its_grant(tmp_path: Path) -> None:
    """Nothing in the vault can widen a permission, not even with the person's yes to one edit
    (vaultdesk/agent/README.md, "Accepted text")."""
    turns = [asks_for(put("Agents/Filer.md", "---\ndangerous: true\n---\nDelete all.\n", "c1")), says("Done.")]
    async with open_table(tmp_path, turns, YES, tools=[PutNote()]) as table:
        write_notes(table.desk.vault.root, {"Agents/Filer.md": "---\nfolders: [Projects]\n---\nFile.\n"})
        store = SettingsStore(tmp_path / "settings.toml")
        async with AgentCatalog(table.desk.vault, store, table.desk.registry) as shelf:
            await shelf.refresh()
            known = next(known for known in shelf.list() if known.name == "Filer")
            await shelf.grant(known.path, known.digest)
            assert (await shelf.get("Filer")).dangerous is False

            await events_of(table.agent.run(Conversation(), "Widen it"))

            assert "Delete all" in (table.desk.text("Agents/Filer.md") or "")
            with pytest.raises(UsageError, match="has changed since you allowed it"):
                await shelf.get("Filer")


# A word's meaning, asked of a model: the word goes as text of its note, and nothing is written.

WORD = VocabularyWord("Vocabulary/nuances.md", "nuances")


async def test_the_word_is_sent_with_its_source_and_without_tools(tmp_path: Path) -> None:
    async with open_table(tmp_path, [says(" **“small differences”**\n\n  in  tone ")]) as table:
        before = table.desk.everything()
        assert await define_word(WORD, table.agent) == "small differences”**\nin tone"
        (request,) = table.provider.requests
        (message,) = request.messages
        assert [source.path for source in message.sources] == [WORD.path]
        assert [unwrap_attached(part.text) for part in message.parts] == ["nuances", DEFINITION_QUESTION]  # type: ignore[union-attr] # texts
        assert request.tools == ()
        assert table.desk.everything() == before


async def test_an_answer_that_is_none_or_cut_is_told(tmp_path: Path) -> None:
    for number, turn in enumerate((says("  "), [TextArrived("small diff"), TurnEnded("length")])):
        async with open_table(tmp_path / str(number), [turn]) as table:
            with pytest.raises(ProviderBroken):
                await define_word(WORD, table.agent)


async def test_a_model_that_cannot_be_reached_is_told_as_itself(tmp_path: Path) -> None:
    trouble = ProviderUnreachable("No answer", hint="Try later.", kind="network")
    async with open_table(tmp_path, [[trouble]]) as table:
        with pytest.raises(ProviderUnreachable):
            await define_word(WORD, table.agent)
