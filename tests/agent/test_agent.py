"""Tests of agent/agent.py."""

from pathlib import Path

import pytest

from tests.support.talk import asks_for, events_of, open_table, text_turn
from tests.support.tool_env import NOTES, YES, put, read, search
from tests.support.tools import PutNote
from tests.support.vaults import write_vault
from vaultdesk.agent.agent import DEFINITION_QUESTION, define_word
from vaultdesk.agent.instructions.agents import AgentCatalog
from vaultdesk.agent.profile import AgentProfile
from vaultdesk.agent.run import RunFinished
from vaultdesk.chat.attached_text import unwrap_attached
from vaultdesk.chat.conversation import Conversation
from vaultdesk.core.errors import ProviderBroken, ProviderUnreachable, UsageError
from vaultdesk.core.settings.settings_store import SettingsStore
from vaultdesk.core.values import replace
from vaultdesk.providers.provider import TextArrived, TurnEnded
from vaultdesk.tools.builtin.vocabulary_notes import VocabularyWord
from vaultdesk.tools.runtime.execution import ToolFinished

# The agent: questions are added once, also on retry, and runs stay within the profile.


async def test_the_question_is_added_when_the_run_starts(tmp_path: Path) -> None:
    async with open_table(tmp_path, [text_turn("Hello.")]) as table:
        conversation = Conversation()
        run = table.agent.run(conversation, "Hi")
        assert conversation.messages == ()
        await events_of(run)
        assert [message.text for message in conversation.messages] == ["Hi", "Hello."]


async def test_retry_replaces_the_answer_and_keeps_the_question(tmp_path: Path) -> None:
    async with open_table(tmp_path, [text_turn("One."), text_turn("Two."), text_turn("Three.")]) as table:
        conversation = Conversation()
        await events_of(table.agent.run(conversation, "First"))
        await events_of(table.agent.run(conversation, "Second"))
        question = conversation.messages[2]
        await events_of(table.agent.retry(conversation))
        assert [message.text for message in conversation.messages] == ["First", "One.", "Second", "Three."]
        assert conversation.messages[2] == question


async def test_retry_without_a_question_raises_usage_error(tmp_path: Path) -> None:
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


async def test_an_agent_has_its_own_tools_and_instructions(tmp_path: Path) -> None:
    async with open_table(tmp_path, [text_turn("Hello."), text_turn("Hello.")], tools=[PutNote()]) as table:
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
        assert conversation.messages[0].text == "Hi", "no instructions are stored in the conversation"
        assert (table.agent.name, table.agent.with_profile(FILER).name) == ("", "Filer")


async def test_built_in_agent_instructions_have_no_source(tmp_path: Path) -> None:
    async with open_table(tmp_path, [text_turn("Hello.")]) as table:
        await events_of(table.agent.with_profile(replace(FILER, path="")).run(Conversation(), "Hi"))

        (request,) = table.provider.requests
        assert "<agent_instructions>\nFile things.\n</agent_instructions>" in request.system
        assert request.sources == ()


async def test_a_read_only_agent_is_offered_no_writing_tools(tmp_path: Path) -> None:
    async with open_table(tmp_path, [text_turn("Hello.")], tools=[PutNote()]) as table:
        await events_of(table.agent.with_profile(replace(FILER, read_only=True)).run(Conversation(), "Hi"))

        (request,) = table.provider.requests
        assert [tool.name for tool in request.tools] == ["file_read"]
        assert "Change notes only when" not in request.system


async def test_scope_rounds_and_result_limit_of_an_agent_are_enforced(tmp_path: Path) -> None:
    calls = [read("Projects-secret/Plan.md", call_id="c1"), search("boiler", "c2"), put("Top.md", "x", "c3")]
    turns = [asks_for(*calls, read(BOILER, call_id="c4")), text_turn("Done.")]
    notes = {**NOTES, BOILER: "Boiler. " * 500}
    async with open_table(tmp_path, turns, YES, tools=[PutNote()]) as table:
        (table.env.vault.root / BOILER).write_text(notes[BOILER])
        before = table.env.everything()
        conversation = Conversation()
        events = await events_of(table.agent.with_profile(FILER).run(conversation, "File it"))

        results = {event.call_id: event for event in events if isinstance(event, ToolFinished)}
        assert "Nobody knows" not in results["c1"].part.content
        assert not results["c2"].result.success
        assert not results["c3"].result.success
        assert results["c4"].result.success
        assert len(results["c4"].part.content) <= 1_000
        assert table.env.everything() == before
        assert events[-1] == RunFinished("rounds")


async def test_approval_names_the_agent_and_journal_the_question(tmp_path: Path) -> None:
    turns = [asks_for(put("Projects/House/New.md", "New.", "c1")), text_turn("Done.")]
    async with open_table(tmp_path, turns, YES, tools=[PutNote()]) as table:
        await events_of(table.agent.with_profile(FILER).run(Conversation(), "Make a note"))

        (request,) = table.env.answers.requests
        assert request.agent == "Filer"
        (entry,) = table.env.vault.journal.changes()
        assert (entry.agent, entry.title) == ("Filer", "Make a note")


async def test_changing_the_note_of_an_agent_revokes_its_grant(tmp_path: Path) -> None:
    """Nothing in the vault can widen a permission, not even an approved edit
    (vaultdesk/agent/README.md, "Accepted text")."""
    turns = [asks_for(put("Agents/Filer.md", "---\ndangerous: true\n---\nDelete all.\n", "c1")), text_turn("Done.")]
    async with open_table(tmp_path, turns, YES, tools=[PutNote()]) as table:
        write_vault(table.env.vault.root, {"Agents/Filer.md": "---\nfolders: [Projects]\n---\nFile.\n"})
        store = SettingsStore(tmp_path / "settings.toml")
        async with AgentCatalog(table.env.vault, store, table.env.registry) as catalog:
            await catalog.refresh()
            entry = next(entry for entry in catalog.list() if entry.name == "Filer")
            await catalog.grant(entry.path, entry.digest)
            assert (await catalog.get("Filer")).dangerous is False

            await events_of(table.agent.run(Conversation(), "Widen it"))

            assert "Delete all" in (table.env.text("Agents/Filer.md") or "")
            with pytest.raises(UsageError, match="has changed since you allowed it"):
                await catalog.get("Filer")


# Definition of a word by a model: the word is sent as text of its note, and nothing is written.

WORD = VocabularyWord("Vocabulary/nuances.md", "nuances")


async def test_define_word_sends_the_word_with_its_source_and_without_tools(tmp_path: Path) -> None:
    async with open_table(tmp_path, [text_turn(" **“small differences”**\n\n  in  tone ")]) as table:
        before = table.env.everything()
        assert await define_word(WORD, table.agent) == "small differences”**\nin tone"
        (request,) = table.provider.requests
        (message,) = request.messages
        assert [source.path for source in message.sources] == [WORD.path]
        assert [unwrap_attached(part.text) for part in message.parts] == ["nuances", DEFINITION_QUESTION]  # type: ignore[union-attr] # texts
        assert request.tools == ()
        assert table.env.everything() == before


async def test_an_empty_or_truncated_definition_raises_provider_broken(tmp_path: Path) -> None:
    for number, turn in enumerate((text_turn("  "), [TextArrived("small diff"), TurnEnded("length")])):
        async with open_table(tmp_path / str(number), [turn]) as table:
            with pytest.raises(ProviderBroken):
                await define_word(WORD, table.agent)


async def test_an_unreachable_model_raises_provider_unreachable(tmp_path: Path) -> None:
    error = ProviderUnreachable("No answer", hint="Try later.", kind="network")
    async with open_table(tmp_path, [[error]]) as table:
        with pytest.raises(ProviderUnreachable):
            await define_word(WORD, table.agent)
