"""Modes: complete questions in every mode over HTTP, with native and with text-based tools."""

import json
from collections.abc import AsyncIterator, Mapping
from contextlib import AsyncExitStack, asynccontextmanager
from pathlib import Path
from typing import Any

import pytest

from tests.journeys.bench import Bench, open_bench, results_of
from tests.journeys.kinds import KINDS, NAMED, Kind, bodies, calls, check_pairs, items, results, system
from tests.support.talk import events_of
from tests.support.tool_env import YES
from tests.support.vaults import HEATING
from tests.support.wire import Call, Turn, WireServer, refused
from tests.support.wire_turns import Reply
from vaultdesk.agent.answer_marks import NO_SOURCES_NOTICE, NOT_FROM_NOTES_NOTICE
from vaultdesk.agent.answer_modes import plan_execution_question
from vaultdesk.agent.question import Question
from vaultdesk.agent.run import RunEvent, RunFinished
from vaultdesk.chat.conversation import ChatChoices
from vaultdesk.providers.provider import Noticed

KIND = NAMED["openai-compatible"]
WAYS = pytest.mark.parametrize("tool_format", ["native", "sentinel"])
CHOSEN = "You chose the Nordwind heat pump [[Boiler]]."


def call_turn(tool_format: str, name: str, **arguments: Any) -> Turn:
    """Return the turn of a model that calls a tool as *tool_format*."""
    if tool_format == "native":
        return Turn(calls=[Call(name, arguments)])
    return Turn(f"<tool_call>{json.dumps({'name': name, 'arguments': arguments})}</tool_call>")


@asynccontextmanager
async def open_mode_bench(
    folder: Path, tool_format: str, *turns: Reply, notes: Mapping[str, str] = HEATING
) -> AsyncIterator[tuple[Bench, WireServer]]:
    async with AsyncExitStack() as stack:
        server = await stack.enter_async_context(KIND.server(list(turns)))
        bench = await stack.enter_async_context(open_bench(folder, server, YES, notes=notes, tools=tool_format))
        yield bench, server


def sent(server: WireServer) -> str:
    """Return everything that was sent to the model."""
    return json.dumps(bodies(server), ensure_ascii=False)


def noticed(events: list[RunEvent]) -> list[str]:
    return [event.message for event in events if isinstance(event, Noticed)]


def modes(bench: Bench) -> list[str]:
    return [message.mode for message in bench.conversation.messages if message.role == "assistant"]


@WAYS
async def test_vault_qa_answers_from_the_notes_with_their_sources(tmp_path: Path, tool_format: str) -> None:
    async with open_mode_bench(tmp_path, tool_format, Turn(CHOSEN)) as (bench, server):
        events = await bench.ask(Question("Which heat pump did we decide on?", mode="vault-qa"))

        (body,) = bodies(server)
        assert "Nordwind" in sent(server)
        assert "tools" not in body
        assert "Answer only from these passages" in system(body)
        assert (bench.transcript[-1], noticed(events)) == (("assistant", CHOSEN, False), [])
        assert [len(request.calls) for request in bench.answers.requests] == [1]


@WAYS
async def test_vault_qa_says_when_the_notes_contain_no_answer(tmp_path: Path, tool_format: str) -> None:
    nothing = "Your notes hold nothing on who installed it."
    async with open_mode_bench(tmp_path, tool_format, Turn(nothing)) as (bench, server):
        bench.workspace.store.set("meaning.model", "off")
        first = await bench.ask(Question("What about chromodynamics?", mode="vault-qa"))
        assert bodies(server) == [], "no model is asked without passages"
        assert bench.transcript[-1][1] == "Your notes contain nothing about this. I searched for “chromodynamics”."

        events = await bench.ask(Question("Who installed the heat pump?", mode="vault-qa"))
        assert bench.transcript[-1] == ("assistant", nothing, False)
        assert noticed(events) == [NO_SOURCES_NOTICE]
        assert (first[-1], events[-1]) == (RunFinished("end"), RunFinished("end"))


@WAYS
async def test_plus_runs_the_planned_tools_and_those_of_an_at_command(tmp_path: Path, tool_format: str) -> None:
    plan = call_turn(tool_format, "file_read", file_paths=["Budget.md"])
    async with open_mode_bench(tmp_path, tool_format, plan, Turn(CHOSEN)) as (bench, server):
        events = await bench.ask(Question("@vault Which heat pump did we decide on?", mode="plus"))

        assert [result.success for result in results_of(events)] == [True, True]
        called = [call.name for message in bench.conversation.messages for call in message.tool_calls]
        assert called == ["file_read", "local_search"]
        assert "@vault" not in sent(server)
        assert bench.conversation.messages[0].text == "@vault Which heat pump did we decide on?"
        assert "18,400" in sent(server)
        assert "Nordwind" in sent(server)
        assert len(bodies(server)) == 2
        assert bench.transcript[-1] == ("assistant", CHOSEN, False)
        assert set(modes(bench)) == {"plus"}


@WAYS
async def test_a_project_question_reads_no_note_outside_the_project(tmp_path: Path, tool_format: str) -> None:
    notes = {
        **HEATING,
        "Garden/Pears.md": "# Pears\n\nThe heat of summer is bad for pears.\n",
        "Assistant/Projects/Garden.md": "---\nfolders: [Garden]\n---\nAnswer like a gardener.\n",
    }
    looks = call_turn(tool_format, "local_search", query="heat pump pears", salient_terms=["heat", "pears"])
    reads = call_turn(tool_format, "file_read", file_paths=["Boiler.md", "Garden/Pears.md"])
    answer = Turn("Keep pears cool [[Garden/Pears]].")
    async with open_mode_bench(tmp_path, tool_format, looks, reads, answer, notes=notes) as (bench, server):
        projects = bench.workspace.projects
        project = await projects.get("Garden")
        bench.conversation.choices = ChatChoices(project=project.path)
        await bench.ask("What about the heat?")
        assert bodies(server) == [], "the project is not accepted yet"

        await projects.accept(project.path, project.digest)
        events = await bench.ask("What about the heat?")

        assert [result.success for result in results_of(events)] == [True, True]
        assert "bad for pears" in sent(server)
        assert "Nordwind" not in sent(server)
        assert "18,400" not in sent(server)
        assert "File not found: Boiler.md" in sent(server)
        assert "Answer like a gardener." in sent(server)
        assert bench.transcript[-1][1] == "Keep pears cool [[Garden/Pears]]."


async def test_agent_mode_falls_back_to_plus_when_tools_are_rejected(tmp_path: Path) -> None:
    no = refused(400, "scripted does not support tools")
    plan = call_turn("sentinel", "local_search", query="heat pump", salient_terms=["heat pump"])
    async with open_mode_bench(tmp_path, "native", no, plan, Turn(CHOSEN)) as (bench, server):
        events = await bench.ask("Which heat pump did we decide on?")

        (notice,) = noticed(events)
        assert notice.endswith("Continuing in Plus mode: what is needed is looked up first, then answered.")
        assert ["tools" in body for body in bodies(server)] == [True, False, False]
        assert bench.transcript[-1] == ("assistant", CHOSEN, False)
        assert modes(bench) == ["plus", "plus"]


@WAYS
@pytest.mark.parametrize("mode", ["agent", "plus"])
async def test_the_error_of_an_invalid_call_is_sent_and_the_call_corrected(
    tmp_path: Path, mode: str, tool_format: str
) -> None:
    wrong = call_turn(tool_format, "vault_search", query="", limit=500)
    right = call_turn(tool_format, "vault_search", query="Nordwind", limit=5)
    async with open_mode_bench(tmp_path, tool_format, wrong, right, Turn(CHOSEN)) as (bench, server):
        events = await bench.ask(Question("Which heat pump?", mode=mode))

        assert [result.success for result in results_of(events)] == [False, True]
        assert "VALIDATION_FAILED" in sent(server)
        assert bench.transcript[-1] == ("assistant", CHOSEN, False)


@WAYS
async def test_chat_mode_offers_no_tool_and_sends_no_note(tmp_path: Path, tool_format: str) -> None:
    async with open_mode_bench(tmp_path, tool_format, Turn("I cannot see them.")) as (bench, server):
        await bench.ask(Question("Which heat pump?", mode="chat"))

        assert "tool" not in sent(server)
        assert "Nordwind" not in sent(server)
        assert bench.answers.requests == []


@WAYS
async def test_a_plan_is_made_without_tools_and_then_executed(tmp_path: Path, tool_format: str) -> None:
    looks = call_turn(tool_format, "vault_search", query="Nordwind")
    async with open_mode_bench(tmp_path, tool_format, Turn("1. Search."), looks, Turn(CHOSEN)) as (bench, server):
        await bench.ask(Question("Which heat pump?", plan_first=True))
        assert "tools" not in bodies(server)[0]
        assert bench.answers.requests == []
        await bench.ask(plan_execution_question("1. Search for Nordwind."))

        assert modes(bench) == ["plan", "agent", "agent"]
        assert "Carry out this plan" in sent(server)
        assert bench.transcript[-1] == ("assistant", CHOSEN, False)


async def test_the_model_and_mode_of_a_project_apply_unless_overridden(tmp_path: Path) -> None:
    note = "---\nfolders: [Garden]\nmodel: offline/offline\n---\nAnswer like a gardener.\n"
    notes = {**HEATING, "Assistant/Projects/Garden.md": note}
    async with open_mode_bench(tmp_path, "native", Turn("I see none."), notes=notes) as (bench, server):
        workspace = bench.workspace
        project = await workspace.projects.get("Garden")
        assert workspace.agent(bench.answers, project=project.path).label == "work/scripted"
        await workspace.projects.accept(project.path, project.digest)
        agent = workspace.agent(bench.answers, project=project.path, consent=True)
        assert agent.label == "offline/offline"
        assert workspace.agent(bench.answers, "work/scripted", project=project.path).label == "work/scripted"

        await events_of(agent.run(bench.conversation, "What about the heat pump, and the Boskoop?"))
        assert "[[Garden/Apples" in bench.transcript[-1][1]
        assert "Nordwind" not in bench.transcript[-1][1]
        assert modes(bench)[-1] == "project"

        await events_of(workspace.agent(bench.answers, mode="chat").run(bench.conversation, "Which heat pump?"))
        assert modes(bench)[-1] == "chat"
        assert "tools" not in bodies(server)[0]


@pytest.mark.parametrize("kind", KINDS, ids=lambda kind: kind.name)
async def test_every_provider_accepts_passages_of_the_automatic_search(kind: Kind, tmp_path: Path) -> None:
    async with (
        kind.server([Turn(CHOSEN)]) as server,
        open_bench(tmp_path, server, YES, **kind.settings) as bench,
    ):
        events = await bench.ask(Question("Which heat pump did we decide on?", mode="vault-qa"))

        (body,) = bodies(server)
        check_pairs(kind, body)
        assert calls(body) == results(body) == []
        (item,) = items(body)
        assert "Nordwind" in json.dumps(item)
        assert "attached note=" in json.dumps(item)
        assert (events[-1], bench.transcript[-1]) == (RunFinished("end"), ("assistant", CHOSEN, False))


# Notices under an answer.

INVENTED = "The new heat pump is estimated to cost $20,000, see [[Budget]]."


@pytest.mark.parametrize("mode", ["agent", "plus"])
async def test_r3_an_answer_without_notes_is_marked(tmp_path: Path, mode: str) -> None:
    turns = [Turn("The heat pump costs a lot of money.")]
    async with open_mode_bench(tmp_path, "native", *([Turn("none")] if mode == "plus" else []), *turns) as (bench, _):
        events = await bench.ask(Question("What does the new heat pump cost?", mode=mode))

        assert noticed(events) == [NOT_FROM_NOTES_NOTICE]


async def test_a_greeting_is_answered_without_a_notice(tmp_path: Path) -> None:
    async with open_mode_bench(tmp_path, "native", Turn("Hello! How can I help you today?")) as (bench, _):
        assert noticed(await bench.ask("Hello there")) == []


async def test_an_answer_that_reports_a_change_is_not_marked(tmp_path: Path) -> None:
    turns = [
        call_turn("native", "write_note", path="New.md", content="Call the fitter."),
        Turn("I made the note [[New]]."),
    ]
    async with open_mode_bench(tmp_path, "native", *turns) as (bench, _):
        assert noticed(await bench.ask("Write a note that I call the fitter")) == []


async def test_an_answer_in_an_empty_vault_is_not_marked(tmp_path: Path) -> None:
    async with open_mode_bench(
        tmp_path, "native", Turn("A heat pump costs a lot of money."), notes={"a.txt": "No note."}
    ) as (
        bench,
        _,
    ):
        assert noticed(await bench.ask("What does the new heat pump cost?")) == []


@pytest.mark.parametrize("mode", ["agent", "vault-qa", "plus"])
async def test_r3_a_number_missing_from_the_passages_is_marked_for_a_local_model(tmp_path: Path, mode: str) -> None:
    looked = [] if mode == "vault-qa" else [call_turn("native", "local_search", query="heat pump cost")]
    async with open_mode_bench(tmp_path, "native", *looked, Turn(INVENTED)) as (bench, _):
        events = await bench.ask(Question("What does the new heat pump cost?", mode=mode))

        assert "Not in the passages: 20,000." in noticed(events)


async def test_a_number_from_the_notes_is_not_marked(tmp_path: Path) -> None:
    async with open_mode_bench(tmp_path, "native", Turn("It costs 18.400 euros [[Budget]].")) as (bench, _):
        events = await bench.ask(Question("What does the new heat pump cost?", mode="vault-qa"))

        assert noticed(events) == []


async def test_r7_an_untested_small_model_answers_from_passages(tmp_path: Path) -> None:
    async with open_mode_bench(tmp_path, "auto", Turn(CHOSEN)) as (bench, server):
        bench.workspace.store.set("chat.model", "work/qwen2.5:0.5b")
        events = await bench.ask("Which heat pump did we decide on?")

        (body,) = bodies(server)
        assert noticed(events) == [
            "work/qwen2.5:0.5b is a small model that was not tested with tools. Continuing in Notes only mode: "
            "your notes are searched first, and the answer is based on what is found."
        ]
        assert "tools" not in body
        assert body["temperature"] == 0
        assert "Nordwind" in json.dumps(body)
        assert modes(bench)[-1] == "vault-qa"


@pytest.mark.parametrize(("model", "least", "most"), [("work/scripted", 8, 10), ("work/qwen2.5:0.5b", 2, 4)])
async def test_a_small_model_gets_only_the_best_passages(tmp_path: Path, model: str, least: int, most: int) -> None:
    notes = {f"Pump {n}.md": f"# Pump {n}\n\n" + "The heat pump was chosen for its price. " * 20 for n in range(60)}
    async with open_mode_bench(tmp_path, "auto", Turn(CHOSEN), notes=notes) as (bench, server):
        bench.workspace.store.set("chat.model", model)
        await bench.ask(Question("Why was the heat pump chosen?", mode="vault-qa"))

        (body,) = bodies(server)
        assert least <= json.dumps(body).count("<attached note=") <= most


@WAYS
async def test_a_small_model_gets_tools_when_the_tool_mode_is_configured(tmp_path: Path, tool_format: str) -> None:
    async with open_mode_bench(
        tmp_path, tool_format, call_turn(tool_format, "read_note", path="Boiler"), Turn(CHOSEN)
    ) as (bench, server):
        bench.workspace.store.set("chat.model", "work/qwen2.5:0.5b")
        events = await bench.ask("Which heat pump did we decide on?")

        assert noticed(events) == []
        assert "read_note" in json.dumps(bodies(server)[0])
        assert "Nordwind" in json.dumps(bodies(server)[1])


@pytest.mark.parametrize(("model", "notices"), [("work/scripted", []), ("work/qwen2.5:0.5b", [str(NO_SOURCES_NOTICE)])])
@pytest.mark.parametrize("mode", ["agent", "plus"])
async def test_an_answer_of_a_small_model_without_a_source_is_marked_in_every_mode(
    tmp_path: Path, mode: str, model: str, notices: list[str]
) -> None:
    looked = call_turn("native", "local_search", query="heat pump")
    async with open_mode_bench(tmp_path, "native", looked, Turn("You chose a gas boiler for the house.")) as (bench, _):
        bench.workspace.store.set("chat.model", model)
        events = await bench.ask(Question("Which heat pump did we decide on?", mode=mode))

        assert noticed(events) == notices
