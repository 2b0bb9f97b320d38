"""What signs make run, and what is said where it cannot."""

from pathlib import Path
from typing import ClassVar

from pydantic import Field

from tests.agent.modes.mode_table import calls_in, mode_table, noticed
from tests.support.desk import YES
from tests.support.talk import events_of, says
from tests.support.tools import Echo
from vaultdesk.agent.modes.forced import ABSENT
from vaultdesk.agent.modes.forcing import NO_ADDRESS, called, force
from vaultdesk.chat.conversation import Conversation
from vaultdesk.chat.messages import user_message
from vaultdesk.tools.builtin.daily_tools import GetCurrentTime
from vaultdesk.tools.tool import AnyTool, Effect, Parameters, ToolOutput, Visibility


class VideoParameters(Parameters):
    url: str = Field(description="The video.")


class Video(Echo):
    name: ClassVar[str] = "youtube_transcription"
    effect: ClassVar[Effect] = "none"
    parameters: ClassVar[type[Parameters]] = VideoParameters

    async def run(self, arguments: VideoParameters, view: Visibility) -> ToolOutput:  # type: ignore[override] # its own
        return ToolOutput(f"words of {arguments.url}")


class QueryParameters(Parameters):
    query: str = Field(max_length=80, description="What.")


class Memory(Echo):
    name: ClassVar[str] = "recall"
    effect: ClassVar[Effect] = "none"
    parameters: ClassVar[type[Parameters]] = QueryParameters

    async def run(self, arguments: QueryParameters, view: Visibility) -> ToolOutput:  # type: ignore[override] # its own
        return ToolOutput([])


async def test_each_sign_makes_the_call_its_tool_takes(tmp_path: Path) -> None:
    tools: list[AnyTool] = [GetCurrentTime(), Video(), Memory()]
    asked = "@time @memory @youtube what is said in https://youtu.be/abc about boilers?"
    async with mode_table(tmp_path, "plus", [says("none"), says("This.")], YES, tools=tools) as table:
        conversation = Conversation()
        events = await events_of(table.agent.run(conversation, asked))

        assert [(made.name, made.arguments) for made in calls_in(conversation)] == [
            ("get_current_time", {}),
            ("recall", {"query": "https://youtu.be/abc boilers"}),
            ("youtube_transcription", {"url": "https://youtu.be/abc"}),
        ]
        assert noticed(events) == []
        parts = [part for message in conversation.messages for part in message.parts if part.kind == "tool_result"]
        assert not any(part.is_error for part in parts)


async def test_a_long_question_is_cut_to_what_the_tool_takes(tmp_path: Path) -> None:
    async with mode_table(tmp_path, "plus", [says("none"), says("This.")], YES, tools=[Memory()]) as table:
        conversation = Conversation()
        await events_of(table.agent.run(conversation, f"@memory {'boiler ' * 50}"))

        (made,) = calls_in(conversation)
        assert made.arguments == {"query": ("boiler " * 50)[:80].rstrip()}
        parts = [part for message in conversation.messages for part in message.parts if part.kind == "tool_result"]
        assert not parts[0].is_error


async def test_what_is_not_there_is_said_in_a_sentence_each(tmp_path: Path) -> None:
    async with mode_table(tmp_path, "plus", [says("none"), says("This.")], YES, tools=[Video()]) as table:
        conversation = Conversation()
        events = await events_of(table.agent.run(conversation, "@web @youtube heat pumps"))

        assert noticed(events) == [ABSENT["web_search"], NO_ADDRESS]
        assert calls_in(conversation) == []


async def test_only_calls_for_this_question_count(tmp_path: Path) -> None:
    async with mode_table(tmp_path, "plus", [says("none"), says("A."), says("none"), says("B.")], YES) as table:
        conversation = Conversation()
        await events_of(table.agent.run(conversation, "@vault boiler"))
        await events_of(table.agent.run(conversation, "@vault boiler budget"))

        assert [made.name for made in calls_in(conversation)] == ["local_search", "local_search"]


async def test_what_was_called_is_counted_from_the_question_on() -> None:
    class Run:
        conversation = Conversation()
        question = user_message("now")

    Run.conversation.append(Run.question)
    assert called(Run()) == set()  # type: ignore[arg-type] # only these two are looked at
    assert force.__doc__
