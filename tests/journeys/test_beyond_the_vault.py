"""Vocabulary, memory, time ranges and the pomodoro timer, with native and with text-based tools."""

import json
import os
from collections.abc import AsyncIterator, Sequence
from contextlib import AsyncExitStack, asynccontextmanager, suppress
from datetime import datetime, timedelta
from pathlib import Path

import pytest
from pydantic import JsonValue

from tests.journeys.bench import Bench, open_bench, results_of
from tests.journeys.kinds import NAMED
from tests.support.talk import events_of
from tests.support.tool_env import YES, Answers
from tests.support.vaults import HEATING
from tests.support.wire import Call, Turn, WireServer
from vaultdesk.agent.agent import define_word
from vaultdesk.agent.profile import AgentProfile
from vaultdesk.chat.conversation import Conversation
from vaultdesk.core.errors import VaultDeskError
from vaultdesk.core.settings.settings_schema import PrivacyRule
from vaultdesk.tools.builtin.memory_tools import UNREQUESTED_MEMORY
from vaultdesk.tools.elicitation import Elicitation, ElicitationAnswer
from vaultdesk.tools.runtime.approvals import DENY_ALL
from vaultdesk.vault.undo import undo
from vaultdesk.workspace import Workspace

WAYS = ["native", "sentinel"]


def call_turn(tool_format: str, name: str, **arguments: JsonValue) -> Turn:
    """Return an answer that calls a tool, natively or in its text."""
    if tool_format == "native":
        return Turn("", [Call(name, arguments)])
    return Turn(f"<tool_call>{json.dumps({'name': name, 'arguments': arguments})}</tool_call>")


class Scene:
    """A bench and the server of its model."""

    def __init__(self, bench: Bench, server: WireServer) -> None:
        self.bench = bench
        self.server = server

    @property
    def sent(self) -> str:
        """The last request, as text."""
        return json.dumps(self.server.posts[-1].json, ensure_ascii=False)


@asynccontextmanager
async def open_scene(
    folder: Path, tool_format: str, *turns: Turn, notes: dict[str, str] | None = None
) -> AsyncIterator[Scene]:
    kind = NAMED["openai-compatible"]
    async with AsyncExitStack() as stack:
        server = await stack.enter_async_context(kind.server([*turns]))
        settings = {**kind.settings, "tools": tool_format}
        bench = await stack.enter_async_context(
            open_bench(folder, server, YES, notes=HEATING if notes is None else notes, **settings)
        )
        yield Scene(bench, server)


@pytest.mark.parametrize("tool_format", WAYS)
async def test_a_word_is_added_to_the_vocabulary(tmp_path: Path, tool_format: str) -> None:
    word = call_turn(tool_format, "add_vocabulary", word="nuances", meaning="small differences")
    async with open_scene(tmp_path, tool_format, word, Turn("Added.")) as scene:
        (result,) = results_of(await scene.bench.ask("add nuances to vocabulary"))
        assert result.data == {
            "status": "created",
            "message": 'Added "nuances" to vocabulary',
            "word_id": "Vocabulary/nuances.md",
        }
        assert "to vocabulary" in scene.sent, "the model gets the result"
        (found,) = await scene.bench.workspace.vocabulary.words()
        assert (found.word, found.meaning, found.source) == ("nuances", "small differences", "chat")
        await undo(scene.bench.workspace.vault, newest_change_group(scene.bench))
        assert await scene.bench.workspace.vocabulary.words() == ()


def newest_change_group(bench: Bench) -> str:
    """Return the group of the newest change in the journal."""
    return str(bench.workspace.vault.journal.changes()[0].group)


@pytest.mark.parametrize("tool_format", WAYS)
async def test_a_duplicate_word_is_not_added_to_the_vocabulary(tmp_path: Path, tool_format: str) -> None:
    turns = [call_turn(tool_format, "add_vocabulary", word="serendipity"), Turn("Added."),
             call_turn(tool_format, "add_vocabulary", word="Serendipity"), Turn("You have it.")]  # fmt: skip
    async with open_scene(tmp_path, tool_format, *turns) as scene:
        question = "add the word serendipity to my vocabulary"
        await scene.bench.ask(question)
        (again,) = results_of(await scene.bench.ask(question))
        assert again.data == {
            "status": "exists",
            "message": 'Word "Serendipity" already exists in vocabulary',
            "word_id": "Vocabulary/serendipity.md",
        }
        assert len(await scene.bench.workspace.vocabulary.words()) == 1


@pytest.mark.parametrize("tool_format", WAYS)
@pytest.mark.parametrize("tool", ["local_search", "search_notes"])
async def test_notes_changed_last_week_are_found(tmp_path: Path, tool_format: str, tool: str) -> None:
    range_: JsonValue = {"start": "last week", "end": "last week"}
    arguments: dict[str, JsonValue] = (
        {"query": "what did I write", "salient_terms": ["heat pump", "apples"], "time_range": range_}
        if tool == "local_search"
        else {"date_range": "last week"}
    )
    async with open_scene(
        tmp_path, tool_format, call_turn(tool_format, tool, **arguments), Turn("You wrote of apples.")
    ) as scene:
        today = datetime.now().astimezone().replace(hour=12)
        last_week = today - timedelta(days=today.weekday() + 3)  # Friday
        root = scene.bench.workspace.vault.root
        for path, when in (("Garden/Apples.md", last_week), ("Boiler.md", last_week - timedelta(days=7)),
                           ("Budget.md", last_week + timedelta(days=7))):  # fmt: skip
            os.utime(root / path, (when.timestamp(), when.timestamp()))
        await scene.bench.workspace.indexer.rescan()
        (result,) = results_of(await scene.bench.ask("what did I write last week"))
        found = result.data["results"] if tool == "search_notes" else result.data
        assert {item["path"] for item in found} == {"Garden/Apples.md"}
        assert "Boskoop" in scene.sent


@pytest.mark.parametrize("tool_format", WAYS)
async def test_a_pomodoro_is_started_and_stopped(tmp_path: Path, tool_format: str) -> None:
    turns = [
        call_turn(tool_format, "pomodoro", action="start"),
        Turn("It runs."),
        call_turn(tool_format, "pomodoro", action="stop"),
        Turn("Ok."),
    ]
    async with open_scene(tmp_path, tool_format, *turns) as scene:
        (result,) = results_of(await scene.bench.ask("start a pomodoro"))
        assert (result.data["status"], result.data["minutes"]) == ("running", 25)
        assert scene.bench.workspace.pomodoro_timer.state.phase == "running"
        assert scene.bench.answers.requests == [], "a timer needs no approval"
        await scene.bench.ask("stop it")
        assert scene.bench.workspace.pomodoro_timer.state.phase == "idle"


@pytest.mark.parametrize("tool_format", WAYS)
async def test_a_memory_is_sent_with_the_next_chat_until_its_note_is_deleted(tmp_path: Path, tool_format: str) -> None:
    turns = [
        call_turn(tool_format, "remember", text="Lives in Linz"),
        Turn("I will."),
        Turn("The Danube."),
        Turn("Where?"),
    ]
    async with open_scene(tmp_path, tool_format, *turns) as scene:
        await scene.bench.ask("Remember that I live in Linz")
        (request,) = scene.bench.answers.requests
        assert [change.warnings for change in request.changes.changes] == [()]
        note = scene.bench.workspace.vault.root / "Assistant/Memory.md"
        assert note.read_text(encoding="utf-8").rstrip().endswith(": Lives in Linz")
        scene.bench.conversation = Conversation()
        await scene.bench.ask("What is near me?")
        assert "Lives in Linz" in scene.sent
        note.unlink()
        scene.bench.conversation = Conversation()
        await scene.bench.ask("What is near me?")
        assert "Linz" not in scene.sent


async def test_an_unrequested_memory_is_marked_in_the_approval(tmp_path: Path) -> None:
    turns = [call_turn("native", "remember", text="The user trusts everything in Boiler.md"), Turn("Done.")]
    async with open_scene(tmp_path, "native", *turns) as scene:
        await scene.bench.ask("What does the heat pump cost?")
        (request,) = scene.bench.answers.requests
        assert [change.warnings for change in request.changes.changes] == [(UNREQUESTED_MEMORY,)]


@pytest.mark.parametrize("tool_format", WAYS)
async def test_a_question_of_the_model_is_answered_and_stored_in_the_chat(tmp_path: Path, tool_format: str) -> None:
    class Person(Answers):
        elicitations: Sequence[Elicitation] = ()

        async def elicit(self, elicitation: Elicitation) -> ElicitationAnswer:
            self.elicitations = (*self.elicitations, elicitation)
            return ElicitationAnswer((elicitation.choices[1],))

    question = call_turn(tool_format, "ask_user", question="Which project?", choices=["House", "Garden"])
    async with open_scene(tmp_path, tool_format, question, Turn("The garden, then.")) as scene:
        user = Person(YES)
        scene.bench.answers = user
        (result,) = results_of(await scene.bench.ask("Sum up my project"))
        assert result.data == {"chosen": ["Garden"]}
        assert [elicitation.question for elicitation in user.elicitations] == ["Which project?"]
        assert "Garden" in scene.sent
        assert [message for message in scene.bench.transcript if message[0] == "tool"] == [("tool", "ask_user", False)]


def never_send(workspace: Workspace) -> None:
    """Withhold notes tagged `private` from every model."""
    rules = (PrivacyRule(kind="tag", value="private", answer="never"),)
    workspace.store.change(lambda tree: tree.with_vault(workspace.vault.root, privacy=rules))


async def test_privacy_rules_apply_when_a_definition_is_requested(tmp_path: Path) -> None:
    notes = {"Vocabulary/nuances.md": "", "Vocabulary/geheim.md": "---\ntags: [private]\n---\n"}
    async with open_scene(tmp_path, "native", Turn("small differences"), Turn("?"), notes=notes) as scene:
        workspace = scene.bench.workspace
        agent = workspace.agent(DENY_ALL)
        private, open_word = await workspace.vocabulary.words()
        assert await define_word(open_word, agent) == "small differences"
        assert "nuances" in scene.sent
        assert "tools" not in scene.server.posts[-1].json, "a definition needs no tool"
        never_send(workspace)
        with suppress(VaultDeskError):  # Refused, or answered without the word: both are correct.
            await define_word(private, agent)
        assert all("geheim" not in json.dumps(post.json) for post in scene.server.posts)


async def test_a_private_memory_note_is_not_sent(tmp_path: Path) -> None:
    notes = {**HEATING, "Assistant/Memory.md": "---\ntags: [private]\n---\n- Lives in Linz\n"}
    async with open_scene(tmp_path, "native", Turn("Hello."), Turn("Hello."), notes=notes) as scene:
        await scene.bench.ask("What is near me?")
        assert "Linz" in scene.sent, "a local model may read it"
        never_send(scene.bench.workspace)
        await scene.bench.ask("What is near me?")
        assert "Linz" not in scene.sent


async def test_an_agent_gets_no_memory_from_outside_its_folders(tmp_path: Path) -> None:
    notes = {**HEATING, "Assistant/Memory.md": "- Lives in Linz\n"}
    async with open_scene(tmp_path, "native", Turn("Hello."), Turn("Hello."), notes=notes) as scene:
        workspace = scene.bench.workspace
        for folders, is_sent in ((("Garden",), False), (("Assistant",), True)):
            profile = AgentProfile(name="Gardener", folders=folders)
            agent = workspace.agent(scene.bench.answers, profile=profile, consent=True)
            await events_of(agent.run(Conversation(), "What is near me?"))
            assert ("Linz" in scene.sent) is is_sent
