"""Modes: whole questions in every way of asking, over a real server, with tools given natively and by text."""

import json
from collections.abc import AsyncIterator, Mapping
from contextlib import AsyncExitStack, asynccontextmanager
from pathlib import Path
from typing import Any

import pytest

from tests.journeys.bench import Bench, open_bench, results_of
from tests.journeys.kinds import KINDS, NAMED, Kind, bodies, calls, check_pairs, items, results, system
from tests.support.desk import YES
from tests.support.talk import events_of
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
WAYS = pytest.mark.parametrize("way", ["native", "sentinel"])
CHOSEN = "You chose the Nordwind heat pump [[Boiler]]."


def wants(way: str, name: str, **arguments: Any) -> Turn:
    """Return the turn of a model that asks for a tool in *way*."""
    if way == "native":
        return Turn(calls=[Call(name, arguments)])
    return Turn(f"<tool_call>{json.dumps({'name': name, 'arguments': arguments})}</tool_call>")


@asynccontextmanager
async def table(
    folder: Path, way: str, *turns: Reply, notes: Mapping[str, str] = HEATING
) -> AsyncIterator[tuple[Bench, WireServer]]:
    async with AsyncExitStack() as open_things:
        server = await open_things.enter_async_context(KIND.server(list(turns)))
        bench = await open_things.enter_async_context(open_bench(folder, server, YES, notes=notes, tools=way))
        yield bench, server


def sent(server: WireServer) -> str:
    """Return everything that was sent to the model."""
    return json.dumps(bodies(server), ensure_ascii=False)


def noticed(events: list[RunEvent]) -> list[str]:
    return [event.message for event in events if isinstance(event, Noticed)]


def modes(bench: Bench) -> list[str]:
    return [message.mode for message in bench.conversation.messages if message.role == "assistant"]


@WAYS
async def test_vault_qa_answers_from_the_notes_with_their_sources(tmp_path: Path, way: str) -> None:
    async with table(tmp_path, way, Turn(CHOSEN)) as (bench, server):
        events = await bench.ask(Question("Which heat pump did we decide on?", mode="vault-qa"))

        (body,) = bodies(server)
        assert "Nordwind" in sent(server)
        assert "tools" not in body
        assert "Answer only from these passages" in system(body)
        assert (bench.said[-1], noticed(events)) == (("assistant", CHOSEN, False), [])
        assert [len(request.calls) for request in bench.answers.requests] == [1]


@WAYS
async def test_vault_qa_about_something_that_is_not_in_the_notes_says_so(tmp_path: Path, way: str) -> None:
    nothing = "Your notes hold nothing on who installed it."
    async with table(tmp_path, way, Turn(nothing)) as (bench, server):
        bench.workspace.store.set("meaning.model", "off")
        first = await bench.ask(Question("What about chromodynamics?", mode="vault-qa"))
        assert bodies(server) == [], "no model is asked to make something up"
        assert bench.said[-1][1] == "Your notes contain nothing about this. I searched for “chromodynamics”."

        events = await bench.ask(Question("Who installed the heat pump?", mode="vault-qa"))
        assert bench.said[-1] == ("assistant", nothing, False)
        assert noticed(events) == [NO_SOURCES_NOTICE]
        assert (first[-1], events[-1]) == (RunFinished("end"), RunFinished("end"))


@WAYS
async def test_plus_looks_up_what_was_planned_and_what_a_sign_forces(tmp_path: Path, way: str) -> None:
    plan = wants(way, "file_read", file_paths=["Budget.md"])
    async with table(tmp_path, way, plan, Turn(CHOSEN)) as (bench, server):
        events = await bench.ask(Question("@vault Which heat pump did we decide on?", mode="plus"))

        assert [result.success for result in results_of(events)] == [True, True]
        called = [call.name for message in bench.conversation.messages for call in message.tool_calls]
        assert called == ["file_read", "local_search"]
        assert "@vault" not in sent(server)
        assert bench.conversation.messages[0].text == "@vault Which heat pump did we decide on?"
        assert "18,400" in sent(server)
        assert "Nordwind" in sent(server)
        assert len(bodies(server)) == 2
        assert bench.said[-1] == ("assistant", CHOSEN, False)
        assert set(modes(bench)) == {"plus"}


@WAYS
async def test_a_project_question_does_not_see_notes_outside(tmp_path: Path, way: str) -> None:
    notes = {
        **HEATING,
        "Garden/Pears.md": "# Pears\n\nThe heat of summer is bad for pears.\n",
        "Assistant/Projects/Garden.md": "---\nfolders: [Garden]\n---\nAnswer like a gardener.\n",
    }
    looks = wants(way, "local_search", query="heat pump pears", salient_terms=["heat", "pears"])
    reads = wants(way, "file_read", file_paths=["Boiler.md", "Garden/Pears.md"])
    answer = Turn("Keep pears cool [[Garden/Pears]].")
    async with table(tmp_path, way, looks, reads, answer, notes=notes) as (bench, server):
        shelf = bench.workspace.projects
        project = await shelf.get("Garden")
        bench.conversation.choices = ChatChoices(project=project.path)
        await bench.ask("What about the heat?")
        assert bodies(server) == [], "nobody has read what its note says"

        await shelf.accept(project.path, project.digest)
        events = await bench.ask("What about the heat?")

        assert [result.success for result in results_of(events)] == [True, True]
        assert "bad for pears" in sent(server)
        assert "Nordwind" not in sent(server)
        assert "18,400" not in sent(server)
        assert "File not found: Boiler.md" in sent(server)
        assert "Answer like a gardener." in sent(server)
        assert bench.said[-1][1] == "Keep pears cool [[Garden/Pears]]."


async def test_an_agent_whose_tools_are_refused_goes_on_as_plus(tmp_path: Path) -> None:
    no = refused(400, "scripted does not support tools")
    plan = wants("sentinel", "local_search", query="heat pump", salient_terms=["heat pump"])
    async with table(tmp_path, "native", no, plan, Turn(CHOSEN)) as (bench, server):
        events = await bench.ask("Which heat pump did we decide on?")

        (told,) = noticed(events)
        assert told.endswith("Continuing in Plus mode: what is needed is looked up first, then answered.")
        assert ["tools" in body for body in bodies(server)] == [True, False, False]
        assert bench.said[-1] == ("assistant", CHOSEN, False)
        assert modes(bench) == ["plus", "plus"]


@WAYS
@pytest.mark.parametrize("mode", ["agent", "plus"])
async def test_a_wrong_call_is_read_and_corrected(tmp_path: Path, mode: str, way: str) -> None:
    wrong = wants(way, "vault_search", query="", limit=500)
    right = wants(way, "vault_search", query="Nordwind", limit=5)
    async with table(tmp_path, way, wrong, right, Turn(CHOSEN)) as (bench, server):
        events = await bench.ask(Question("Which heat pump?", mode=mode))

        assert [result.success for result in results_of(events)] == [False, True]
        assert "VALIDATION_FAILED" in sent(server)
        assert bench.said[-1] == ("assistant", CHOSEN, False)


@WAYS
async def test_chat_names_no_tool_and_sends_no_note(tmp_path: Path, way: str) -> None:
    async with table(tmp_path, way, Turn("I cannot see them.")) as (bench, server):
        await bench.ask(Question("Which heat pump?", mode="chat"))

        assert "tool" not in sent(server)
        assert "Nordwind" not in sent(server)
        assert bench.answers.requests == []


@WAYS
async def test_a_plan_is_made_without_tools_and_then_carried_out(tmp_path: Path, way: str) -> None:
    looks = wants(way, "vault_search", query="Nordwind")
    async with table(tmp_path, way, Turn("1. Search."), looks, Turn(CHOSEN)) as (bench, server):
        await bench.ask(Question("Which heat pump?", plan_first=True))
        assert "tools" not in bodies(server)[0]
        assert bench.answers.requests == []
        await bench.ask(plan_execution_question("1. Search for Nordwind."))

        assert modes(bench) == ["plan", "agent", "agent"]
        assert "Carry out this plan" in sent(server)
        assert bench.said[-1] == ("assistant", CHOSEN, False)


async def test_the_way_and_the_project_of_an_agent_hold_where_nobody_says_otherwise(tmp_path: Path) -> None:
    note = "---\nfolders: [Garden]\nmodel: offline/offline\n---\nAnswer like a gardener.\n"
    notes = {**HEATING, "Assistant/Projects/Garden.md": note}
    async with table(tmp_path, "native", Turn("I see none."), notes=notes) as (bench, server):
        workspace = bench.workspace
        project = await workspace.projects.get("Garden")
        assert workspace.agent(bench.answers, project=project.path).label == "work/scripted"
        await workspace.projects.accept(project.path, project.digest)
        agent = workspace.agent(bench.answers, project=project.path, consent=True)
        assert agent.label == "offline/offline"
        assert workspace.agent(bench.answers, "work/scripted", project=project.path).label == "work/scripted"

        await events_of(agent.run(bench.conversation, "What about the heat pump, and the Boskoop?"))
        assert "[[Garden/Apples" in bench.said[-1][1]
        assert "Nordwind" not in bench.said[-1][1]
        assert modes(bench)[-1] == "project"

        await events_of(workspace.agent(bench.answers, mode="chat").run(bench.conversation, "Which heat pump?"))
        assert modes(bench)[-1] == "chat"
        assert "tools" not in bodies(server)[0]


@pytest.mark.parametrize("kind", KINDS, ids=lambda kind: kind.name)
async def test_every_kind_of_provider_understands_the_programs_own_search(kind: Kind, tmp_path: Path) -> None:
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
        assert (events[-1], bench.said[-1]) == (RunFinished("end"), ("assistant", CHOSEN, False))


# Notices under an answer.

INVENTED = "The new heat pump is estimated to cost $20,000, see [[Budget]]."


@pytest.mark.parametrize("mode", ["agent", "plus"])
async def test_r3_an_answer_that_looked_at_no_note_says_so(tmp_path: Path, mode: str) -> None:
    turns = [Turn("The heat pump costs a lot of money.")]
    async with table(tmp_path, "native", *([Turn("none")] if mode == "plus" else []), *turns) as (bench, _):
        events = await bench.ask(Question("What does the new heat pump cost?", mode=mode))

        assert noticed(events) == [NOT_FROM_NOTES_NOTICE]


async def test_a_greeting_is_answered_without_a_remark(tmp_path: Path) -> None:
    async with table(tmp_path, "native", Turn("Hello! How can I help you today?")) as (bench, _):
        assert noticed(await bench.ask("Hello there")) == []


async def test_an_answer_about_what_was_done_is_not_marked(tmp_path: Path) -> None:
    turns = [wants("native", "write_note", path="New.md", content="Call the fitter."), Turn("I made the note [[New]].")]
    async with table(tmp_path, "native", *turns) as (bench, _):
        assert noticed(await bench.ask("Write a note that I call the fitter")) == []


async def test_an_empty_vault_has_nothing_to_answer_from(tmp_path: Path) -> None:
    async with table(tmp_path, "native", Turn("A heat pump costs a lot of money."), notes={"a.txt": "No note."}) as (
        bench,
        _,
    ):
        assert noticed(await bench.ask("What does the new heat pump cost?")) == []


@pytest.mark.parametrize("mode", ["agent", "vault-qa", "plus"])
async def test_r3_a_number_that_no_passage_has_is_marked_under_a_local_models_answer(tmp_path: Path, mode: str) -> None:
    looked = [] if mode == "vault-qa" else [wants("native", "local_search", query="heat pump cost")]
    async with table(tmp_path, "native", *looked, Turn(INVENTED)) as (bench, _):
        events = await bench.ask(Question("What does the new heat pump cost?", mode=mode))

        assert "Not in the passages: 20,000." in noticed(events)


async def test_a_number_of_the_notes_is_not_marked(tmp_path: Path) -> None:
    async with table(tmp_path, "native", Turn("It costs 18.400 euros [[Budget]].")) as (bench, _):
        events = await bench.ask(Question("What does the new heat pump cost?", mode="vault-qa"))

        assert noticed(events) == []


async def test_r7_a_small_model_that_nobody_tested_answers_from_the_passages(tmp_path: Path) -> None:
    async with table(tmp_path, "auto", Turn(CHOSEN)) as (bench, server):
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
async def test_a_small_model_is_given_the_best_passages_alone(
    tmp_path: Path, model: str, least: int, most: int
) -> None:
    notes = {f"Pump {n}.md": f"# Pump {n}\n\n" + "The heat pump was chosen for its price. " * 20 for n in range(60)}
    async with table(tmp_path, "auto", Turn(CHOSEN), notes=notes) as (bench, server):
        bench.workspace.store.set("chat.model", model)
        await bench.ask(Question("Why was the heat pump chosen?", mode="vault-qa"))

        (body,) = bodies(server)
        assert least <= json.dumps(body).count("<attached note=") <= most


@WAYS
async def test_a_small_model_is_given_tools_where_the_user_said_how(tmp_path: Path, way: str) -> None:
    async with table(tmp_path, way, wants(way, "read_note", path="Boiler"), Turn(CHOSEN)) as (bench, server):
        bench.workspace.store.set("chat.model", "work/qwen2.5:0.5b")
        events = await bench.ask("Which heat pump did we decide on?")

        assert noticed(events) == []
        assert "read_note" in json.dumps(bodies(server)[0])
        assert "Nordwind" in json.dumps(bodies(server)[1])


@pytest.mark.parametrize(("model", "notices"), [("work/scripted", []), ("work/qwen2.5:0.5b", [str(NO_SOURCES_NOTICE)])])
@pytest.mark.parametrize("mode", ["agent", "plus"])
async def test_a_small_models_answer_without_a_source_says_so_in_every_mode(
    tmp_path: Path, mode: str, model: str, notices: list[str]
) -> None:
    looked = wants("native", "local_search", query="heat pump")
    async with table(tmp_path, "native", looked, Turn("You chose a gas boiler for the house.")) as (bench, _):
        bench.workspace.store.set("chat.model", model)
        events = await bench.ask(Question("Which heat pump did we decide on?", mode=mode))

        assert noticed(events) == notices
