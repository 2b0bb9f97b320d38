"""Tests of agent/at_commands.py."""

from pathlib import Path
from typing import ClassVar

import pytest
from pydantic import Field

from tests.agent.mode_table import calls_in, mode_table, noticed
from tests.support.desk import YES
from tests.support.talk import events_of, says
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

# Signs in a question: found where they stand alone, and taken out.


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
def test_signs_are_found_where_they_stand_alone(text: str, words: str, tools: tuple[str, ...]) -> None:
    assert at_command_tools(text) == (words, tools)


def test_every_tool_a_sign_wants_has_its_sentence_for_when_it_is_not_there() -> None:
    assert set(AT_COMMAND_TOOLS.values()) == set(MISSING_TOOL_NOTICES)


def test_only_the_persons_own_words_lose_their_signs() -> None:
    note = TextPart(text="@vault of a note", sources=(Source(path="A.md"),))
    asked = user_message("@vault why?")
    message = asked.model_copy(update={"parts": (note, *asked.parts)})

    assert [part.text for part in without_at_commands(message).parts if part.kind == "text"] == [
        "@vault of a note",
        "why?",
    ]
    assert asked.text == "@vault why?", "what was written stays as it is"
    answer = Message(role="assistant", parts=(TextPart(text="@vault"),))
    assert without_at_commands(answer) == answer


def test_an_address_ends_before_the_sentence_does() -> None:
    assert first_web_address("What is https://youtu.be/abc?t=3, really?") == "https://youtu.be/abc?t=3"
    assert first_web_address("nothing here") == ""


# What is looked for: the question's own words, and those of the one before where it leans on it.

FIRST = "What did we decide about the heat pump?"


def test_a_question_is_looked_for_with_its_telling_words() -> None:
    found = note_search_for(FIRST)

    assert found is not None
    assert found.query == "decide heat pump", "words that tell nothing find notes that have nothing to do with it"
    assert set(found.terms) == {"decide", "heat", "pump"}


def test_a_question_that_leans_on_the_one_before_is_looked_for_with_both() -> None:
    follow_ups = {"And why?": "", "What does it cost in Hamburg?": "cost Hamburg ",
                  "Was kostet davon der Einbau?": "kostet Einbau "}  # fmt: skip
    for follow_up, own in follow_ups.items():
        found = note_search_for(follow_up, FIRST)
        assert found is not None
        assert found.query == f"{own}decide heat pump"
        assert {"heat", "pump"} <= set(found.terms)


def test_a_question_that_stands_alone_is_looked_for_alone() -> None:
    found = note_search_for("When are the Boskoop apples pruned?", FIRST)

    assert found is not None
    assert found.query == "Boskoop apples pruned"
    assert "pump" not in found.terms


def test_a_question_of_nothing_but_such_words_is_looked_for_as_it_stands() -> None:
    found = note_search_for("What is this about?")

    assert found is not None
    assert (found.query, found.terms) == ("What is this about?", ())


def test_nothing_asked_is_nothing_looked_for() -> None:
    assert note_search_for("  ") is None
    assert note_search_for(" ", FIRST) is None


def test_the_call_is_one_the_tool_takes_however_long_the_question() -> None:
    found = note_search_for(f"“{'x' * 70}” " + "boiler " * 1000, "pump " * 1000)

    assert found is not None
    assert len(found.query) == MAX_SEARCH_CHARACTERS
    call = found.call()
    assert validate_arguments(LocalSearchParameters, call.arguments or {})
    assert call.name == "local_search"


def test_words_of_notes_and_signs_are_none_of_the_persons() -> None:
    note = TextPart(text="Note text", sources=(Source(path="A.md"),))
    question = user_message("@vault why?")
    question = question.model_copy(update={"parts": (note, *question.parts)})
    earlier = user_message(FIRST)

    assert question_text(question) == "why?"
    assert previous_question_text((earlier, Message(role="assistant", parts=()), question), question) == FIRST
    assert previous_question_text((question,), question) == ""


def test_a_call_of_ours_reads_like_any_other() -> None:
    call = program_call("web_search", {"query": "Größe"})

    assert (call.name, call.arguments, call.arguments_json) == (
        "web_search",
        {"query": "Größe"},
        '{"query": "Größe"}',
    )
    assert program_call("web_search", {}).id != call.id


# What signs make run, and what is said where it cannot.


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

        assert noticed(events) == [MISSING_TOOL_NOTICES["web_search"], NO_ADDRESS_NOTICE]
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
    assert called_tools(Run()) == set()  # type: ignore[arg-type] # only these two are looked at
    assert run_at_commands.__doc__
