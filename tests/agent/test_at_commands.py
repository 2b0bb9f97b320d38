"""Tests of agent/at_commands.py."""

from pathlib import Path
from typing import ClassVar

import pytest
from pydantic import Field

from tests.agent.mode_table import calls_in, mode_table, notices_in
from tests.support.talk import events_of, text_turn
from tests.support.tool_env import YES
from tests.support.tools import Echo
from vaultdesk.agent.at_commands import (
    AT_COMMAND_TOOLS,
    MAX_SEARCH_CHARACTERS,
    MISSING_TOOL_NOTICES,
    NO_ADDRESS_NOTICE,
    at_command_tools,
    called_tools,
    first_web_address,
    note_search_for,
    previous_question_text,
    program_call,
    question_text,
    run_at_commands,
    without_at_commands,
)
from vaultdesk.chat.conversation import Conversation
from vaultdesk.chat.messages import Message, Source, TextPart, user_message
from vaultdesk.tools.argument_schema import validate_arguments
from vaultdesk.tools.builtin.daily_tools import GetCurrentTime
from vaultdesk.tools.builtin.search_tools import LocalSearchParameters
from vaultdesk.tools.tool import AnyTool, Effect, Parameters, ToolOutput, Visibility

# At-commands in a question: recognized as separate words, and removed.


@pytest.mark.parametrize(
    ("text", "words", "tools"),
    [
        ("@vault what about the boiler?", "what about the boiler?", ("local_search",)),
        ("What did I write about it @Vault", "What did I write about it", ("local_search",)),
        ("@web and @vault: heat pumps", "and : heat pumps", ("web_search", "local_search")),
        ("@websearch heat pumps @web", "heat pumps", ("web_search",)),
        ("@memory my name\n@time now", "my name\nnow", ("recall", "get_current_time")),
        ("@youtube https://youtu.be/x", "https://youtu.be/x", ("youtube_transcription",)),
        ("(@vault) boiler", "( ) boiler", ("local_search",)),
        ("write to ann@web.de", "write to ann@web.de", ()),
        ("@webmaster and @vaults and @time-table", "@webmaster and @vaults and @time-table", ()),
        ("see https://example.org/@web", "see https://example.org/@web", ()),
        ("@web.de is a host", "@web.de is a host", ()),
        ("no sign  here", "no sign  here", ()),
        ("", "", ()),
    ],
)
def test_at_commands_are_recognized_as_separate_words(text: str, words: str, tools: tuple[str, ...]) -> None:
    assert at_command_tools(text) == (words, tools)


def test_every_at_command_tool_has_a_notice_for_its_absence() -> None:
    assert set(AT_COMMAND_TOOLS.values()) == set(MISSING_TOOL_NOTICES)


def test_at_commands_are_removed_only_from_the_users_text() -> None:
    note = TextPart(text="@vault of a note", sources=(Source(path="A.md"),))
    question = user_message("@vault why?")
    message = question.model_copy(update={"parts": (note, *question.parts)})

    assert [part.text for part in without_at_commands(message).parts if part.kind == "text"] == [
        "@vault of a note",
        "why?",
    ]
    assert question.text == "@vault why?", "the original message stays unchanged"
    answer = Message(role="assistant", parts=(TextPart(text="@vault"),))
    assert without_at_commands(answer) == answer


def test_a_web_address_ends_before_punctuation() -> None:
    assert first_web_address("What is https://youtu.be/abc?t=3, really?") == "https://youtu.be/abc?t=3"
    assert first_web_address("nothing here") == ""


# Search terms: those of the question, and of the previous question where it refers to it.

FIRST = "What did we decide about the heat pump?"


def test_a_question_is_searched_without_stop_words() -> None:
    found = note_search_for(FIRST)

    assert found is not None
    assert found.query == "decide heat pump", "stop words would find unrelated notes"
    assert set(found.terms) == {"decide", "heat", "pump"}


def test_a_follow_up_question_is_searched_with_the_terms_of_both() -> None:
    follow_ups = {"And why?": "", "What does it cost in Hamburg?": "cost Hamburg ",
                  "Was kostet davon der Einbau?": "kostet Einbau "}  # fmt: skip
    for follow_up, own_terms in follow_ups.items():
        found = note_search_for(follow_up, FIRST)
        assert found is not None
        assert found.query == f"{own_terms}decide heat pump"
        assert {"heat", "pump"} <= set(found.terms)


def test_an_independent_question_is_searched_alone() -> None:
    found = note_search_for("When are the Boskoop apples pruned?", FIRST)

    assert found is not None
    assert found.query == "Boskoop apples pruned"
    assert "pump" not in found.terms


def test_a_question_of_stop_words_is_searched_unchanged() -> None:
    found = note_search_for("What is this about?")

    assert found is not None
    assert (found.query, found.terms) == ("What is this about?", ())


def test_an_empty_question_gives_no_search() -> None:
    assert note_search_for("  ") is None
    assert note_search_for(" ", FIRST) is None


def test_search_arguments_of_a_long_question_are_valid() -> None:
    found = note_search_for(f"“{'x' * 70}” " + "boiler " * 1000, "pump " * 1000)

    assert found is not None
    assert len(found.query) == MAX_SEARCH_CHARACTERS
    call = found.call()
    assert validate_arguments(LocalSearchParameters, call.arguments or {})
    assert call.name == "local_search"


def test_text_of_notes_and_at_commands_is_not_question_text() -> None:
    note = TextPart(text="Note text", sources=(Source(path="A.md"),))
    question = user_message("@vault why?")
    question = question.model_copy(update={"parts": (note, *question.parts)})
    earlier = user_message(FIRST)

    assert question_text(question) == "why?"
    assert previous_question_text((earlier, Message(role="assistant", parts=()), question), question) == FIRST
    assert previous_question_text((question,), question) == ""


def test_program_call_has_the_same_form_as_a_model_call() -> None:
    call = program_call("web_search", {"query": "Größe"})

    assert (call.name, call.arguments, call.arguments_json) == (
        "web_search",
        {"query": "Größe"},
        '{"query": "Größe"}',
    )
    assert program_call("web_search", {}).id != call.id


# Tools run by at-commands, and notices if they are missing.


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


async def test_each_at_command_calls_its_tool_with_matching_arguments(tmp_path: Path) -> None:
    tools: list[AnyTool] = [GetCurrentTime(), Video(), Memory()]
    question_text = "@time @memory @youtube what is said in https://youtu.be/abc about boilers?"
    async with mode_table(tmp_path, "plus", [text_turn("none"), text_turn("This.")], YES, tools=tools) as table:
        conversation = Conversation()
        events = await events_of(table.agent.run(conversation, question_text))

        assert [(tool_call.name, tool_call.arguments) for tool_call in calls_in(conversation)] == [
            ("get_current_time", {}),
            ("recall", {"query": "https://youtu.be/abc boilers"}),
            ("youtube_transcription", {"url": "https://youtu.be/abc"}),
        ]
        assert notices_in(events) == []
        parts = [part for message in conversation.messages for part in message.parts if part.kind == "tool_result"]
        assert not any(part.is_error for part in parts)


async def test_a_long_question_is_cut_to_the_limit_of_the_tool(tmp_path: Path) -> None:
    async with mode_table(tmp_path, "plus", [text_turn("none"), text_turn("This.")], YES, tools=[Memory()]) as table:
        conversation = Conversation()
        await events_of(table.agent.run(conversation, f"@memory {'boiler ' * 50}"))

        (tool_call,) = calls_in(conversation)
        assert tool_call.arguments == {"query": ("boiler " * 50)[:80].rstrip()}
        parts = [part for message in conversation.messages for part in message.parts if part.kind == "tool_result"]
        assert not parts[0].is_error


async def test_missing_tools_and_arguments_are_reported(tmp_path: Path) -> None:
    async with mode_table(tmp_path, "plus", [text_turn("none"), text_turn("This.")], YES, tools=[Video()]) as table:
        conversation = Conversation()
        events = await events_of(table.agent.run(conversation, "@web @youtube heat pumps"))

        assert notices_in(events) == [MISSING_TOOL_NOTICES["web_search"], NO_ADDRESS_NOTICE]
        assert calls_in(conversation) == []


async def test_only_calls_for_the_current_question_are_counted(tmp_path: Path) -> None:
    async with mode_table(
        tmp_path, "plus", [text_turn("none"), text_turn("A."), text_turn("none"), text_turn("B.")], YES
    ) as table:
        conversation = Conversation()
        await events_of(table.agent.run(conversation, "@vault boiler"))
        await events_of(table.agent.run(conversation, "@vault boiler budget"))

        assert [tool_call.name for tool_call in calls_in(conversation)] == ["local_search", "local_search"]


async def test_called_tools_counts_from_the_current_question() -> None:
    class Run:
        conversation = Conversation()
        question = user_message("now")

    Run.conversation.append(Run.question)
    assert called_tools(Run()) == set()  # type: ignore[arg-type] # only these two attributes are used
    assert run_at_commands.__doc__
