"""Project mode: the loop among a project's notes."""

from pathlib import Path

from tests.agent.modes.mode_table import calls_in, mode_table, modes_in, noticed
from tests.support.desk import YES, read, search
from tests.support.talk import asks_for, events_of, says
from vaultdesk.agent.events import RunEvent, RunFailed
from vaultdesk.agent.modes.choosing import Usually
from vaultdesk.agent.preparing import Preparation
from vaultdesk.agent.profile import PLAIN, AgentProfile
from vaultdesk.agent.project import Project, ProjectAtWork, ProjectScope
from vaultdesk.chat.conversation import ChatChoices, Conversation
from vaultdesk.chat.messages import Message
from vaultdesk.core.errors import ProviderRefused, UsageError
from vaultdesk.tools.runtime.agent_scope import ProjectBounds
from vaultdesk.tools.runtime.tool_events import ToolFinished

HOUSE = Project(
    "P/House.md", "House", instructions="Amounts are in euros.", scope=ProjectScope(("Projects/House",)),
    standing="accepted",
)  # fmt: skip
BOUNDS = ProjectBounds("House", ("Projects/House",))
DAILY = "Daily/2026-11-20.md"


class OneProject:
    def __init__(self, profile: AgentProfile = PLAIN) -> None:
        self.work = ProjectAtWork(HOUSE, BOUNDS, profile)

    async def at_work(self, path: str) -> ProjectAtWork:
        if path != HOUSE.path:
            raise UsageError(f"There is no project {path}")
        return self.work


def house(profile: AgentProfile = PLAIN) -> Usually:
    return Usually(lambda: "agent", HOUSE.path, OneProject(profile))


def results(events: list[RunEvent]) -> dict[str, ToolFinished]:
    return {event.call_id: event for event in events if isinstance(event, ToolFinished)}


async def test_notes_outside_are_not_there(tmp_path: Path) -> None:
    turns = [asks_for(search("boiler", "c1"), read(DAILY, call_id="c2")), says("A heat pump.")]
    async with mode_table(tmp_path, "agent", turns, YES, usually=house()) as table:
        conversation = Conversation()
        events = await events_of(table.agent.run(conversation, "What about the boiler?"))

        told = results(events)
        assert {source.path for source in told["c1"].part.sources} == {"Projects/House/Boiler.md"}
        assert told["c2"].result.data == [{"path": DAILY, "content": f"File not found: {DAILY}", "size": 0}]
        assert modes_in(conversation) == ["project", "project"]
        assert all(DAILY not in request.headline for request in table.desk.answers.requests)


async def test_its_instructions_pass_the_gate_as_text_of_its_note(tmp_path: Path) -> None:
    async with mode_table(tmp_path, "agent", [says("Hello.")], YES, usually=house()) as table:
        conversation = Conversation()
        await events_of(table.agent.run(conversation, "Hi"))

        (request,) = table.provider.requests
        assert "Amounts are in euros." not in request.system
        assert "project “House”. It is about Projects/House; in this conversation there are no other" in request.system
        assert request.sources[0].path == HOUSE.path
        assert request.messages[0].text.startswith("<project_instructions>\nAmounts are in euros.\n</project_instr")
        assert conversation.messages[0].text == "Hi"
        wanted = await table.agent.request(Conversation(), "Hi")
        assert (wanted.system, wanted.tools) == (request.system, request.tools)


async def test_its_agent_works_in_it_within_both_bounds(tmp_path: Path) -> None:
    filer = AgentProfile("Filer", instructions="File.", tools=("file_read",), folders=("Projects", "Daily"))
    turns = [asks_for(read("Projects-secret/Plan.md", DAILY, "Projects/House/Budget.md", call_id="c1")), says("So.")]
    async with mode_table(tmp_path, "agent", turns, YES, usually=house(filer)) as table:
        conversation = Conversation()
        events = await events_of(table.agent.run(conversation, "What about it?"))

        assert [tool.name for tool in table.provider.requests[0].tools] == ["file_read"]
        assert {source.path for source in results(events)["c1"].part.sources} == {"Projects/House/Budget.md"}
        assert {message.agent for message in conversation.messages if message.role == "assistant"} == {"Filer"}


async def test_signs_work_in_it_too(tmp_path: Path) -> None:
    async with mode_table(tmp_path, "agent", [says("A heat pump.")], YES, usually=house()) as table:
        conversation = Conversation()
        events = await events_of(table.agent.run(conversation, "@vault what about the boiler?"))

        (call,) = calls_in(conversation)
        assert call.name == "local_search"
        assert {source.path for source in results(events)[call.id].part.sources} == {"Projects/House/Boiler.md"}
        assert table.provider.requests[0].messages[0].text.endswith("what about the boiler?")
        assert "@vault" not in table.provider.requests[0].messages[0].text


async def test_plus_that_takes_over_stays_in_the_project(tmp_path: Path) -> None:
    refused = ProviderRefused("It has no tools", hint="", trouble="no_tools")
    written = '<tool_call>{"name": "file_read", "arguments": {"file_paths": ["Daily/2026-11-20.md"]}}</tool_call>'
    async with mode_table(tmp_path, "agent", [refused, says(written), says("So.")], YES, usually=house()) as table:
        conversation = Conversation()
        events = await events_of(table.agent.run(conversation, "What?"))

        assert len(noticed(events)) == 1
        assert modes_in(conversation) == ["project", "project"]
        (told,) = results(events).values()
        assert "File not found" in told.part.content


async def test_a_project_that_may_not_be_worked_in_fails_the_run(tmp_path: Path) -> None:
    async with mode_table(tmp_path, "project", [], YES, usually=Usually(projects=OneProject())) as table:
        for choices in (ChatChoices(mode="project"), ChatChoices(project="Other.md")):
            events = await events_of(table.agent.run(Conversation(choices=choices), "Hi"))

            assert isinstance(events[-1], RunFailed)
            assert isinstance(events[-1].error, UsageError)
        assert table.provider.requests == []


async def test_the_steps_before_a_request_know_how_far_the_project_goes(tmp_path: Path) -> None:
    seen: list[bool] = []

    async def step(work: Preparation) -> tuple[Message, ...]:
        seen.extend(work.leash.reaches(path) for path in ("Projects/House/Boiler.md", "Assistant/Memory.md"))
        return work.messages

    async with mode_table(tmp_path, "agent", [says("Hello.")], YES, usually=house()) as table:
        table.agent = table.agent.preparing(step)
        await events_of(table.agent.run(Conversation(), "Hi"))

    assert seen == [True, False]
