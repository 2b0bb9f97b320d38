"""Simple sentences lead to the right call; a question stays a question."""

import json

import pytest
from pydantic import JsonValue

from tests.providers.asking import ask, request
from vaultdesk.chat.messages import Message, ToolCallPart, ToolResultPart, user_message
from vaultdesk.providers.offline.offline_assistant import OfflineAssistant
from vaultdesk.providers.offline.offline_commands import (
    MAX_COMMAND,
    DatedQuestion,
    OfflineCommand,
    command_outcome,
    parse_command,
    parse_dated_question,
)
from vaultdesk.providers.provider import ToolSpec

WEEK: JsonValue = {"start": "last week", "end": "last week"}


@pytest.mark.parametrize(
    ("sentence", "tool", "arguments"),
    [
        ("add nuances to vocabulary", "add_vocabulary", {"word": "nuances"}),
        ("Add the word serendipity to my vocabulary.", "add_vocabulary", {"word": "serendipity"}),
        ('please add the word "serendipity" to my vocabulary list', "add_vocabulary", {"word": "serendipity"}),
        ("add to put up with to my vocabulary", "add_vocabulary", {"word": "to put up with"}),
        ("Add petrichor to my vocabulary: the smell of rain", "add_vocabulary",
         {"word": "petrichor", "meaning": "the smell of rain"}),
        ("Füge das Wort „Feierabend“ zu meinem Wortschatz hinzu", "add_vocabulary", {"word": "Feierabend"}),
        ("Nimm Fernweh in meine Vokabeln auf!", "add_vocabulary", {"word": "Fernweh"}),
        ("what time is it?", "get_current_time", {}),
        ("What's the time now", "get_current_time", {}),
        ("What time is it in Tokyo?", "get_current_time", {"timezone": "Tokyo"}),
        ("Wie spät ist es?", "get_current_time", {}),
        ("Wie viel Uhr ist es gerade?", "get_current_time", {}),
        ("Welcher Tag ist heute?", "get_current_time", {}),
        ("start a pomodoro", "pomodoro", {"action": "start"}),
        ("Start a 50 minute pomodoro", "pomodoro", {"action": "start", "minutes": 50}),
        ("starte einen Pomodoro von 15 Minuten", "pomodoro", {"action": "start", "minutes": 15}),
        ("Pause the pomodoro", "pomodoro", {"action": "pause"}),
        ("Stoppe den Pomodoro", "pomodoro", {"action": "stop"}),
        ("beende den pomodoro", "pomodoro", {"action": "stop"}),
        ("How long does my pomodoro still run?", "pomodoro", {"action": "status"}),
        ("what did I write last week", "search_notes", {"date_range": WEEK, "limit": 20}),
        ("What did I write down yesterday?", "search_notes",
         {"date_range": {"start": "yesterday", "end": "yesterday"}, "limit": 20}),
        ("Was habe ich letzte Woche geschrieben?", "search_notes",
         {"date_range": {"start": "letzte woche", "end": "letzte woche"}, "limit": 20}),
        ("Do you remember my sister's name?", "recall", {"query": "my sister's name"}),
        ("Erinnerst du dich an den Urlaub?", "recall", {"query": "den Urlaub"}),
        ("Remember that my sister is called Ann.", "remember", {"text": "my sister is called Ann"}),
        ("Merk dir, dass ich Tee mag", "remember", {"text": "ich Tee mag"}),
    ],
)  # fmt: skip
def test_a_simple_sentence_leads_to_its_call(sentence: str, tool: str, arguments: dict[str, JsonValue]) -> None:
    assert parse_command(sentence) == OfflineCommand(tool, arguments)


@pytest.mark.parametrize(
    "sentence",
    [
        "What did we decide about the heating?",
        "What did I write about the boiler last week?",
        "Where did I put the vocabulary of chess?",
        "What time is the meeting?",
        "What is a pomodoro?",
        "How do I start a fire?",
        "add",
        "",
        "add " + "x" * MAX_COMMAND + " to my vocabulary",
    ],
)
def test_a_question_stays_one(sentence: str) -> None:
    assert parse_command(sentence) is None


def answered(tool: str, data: JsonValue = None, **more: JsonValue) -> list[Message]:
    call = ToolCallPart(id="c1", name=tool, arguments_json="{}", arguments={})
    content = json.dumps({"success": True, "data": data, **more})
    result = ToolResultPart(call_id="c1", name=tool, content=content)
    return [Message(role="assistant", parts=(call,)), Message(role="tool", parts=(result,))]


NOTES: JsonValue = {"results": [{"path": "Daily/A.md"}, {"path": "B.md"}], "total_found": 3}
KEPT: JsonValue = {"memory": [{"path": "Memory.md", "text": "Ann is my sister"}],
                   "chats": [{"path": "Chats/Trip.md", "text": "We spoke\nof it."}]}  # fmt: skip


@pytest.mark.parametrize(
    ("tool", "data", "expected"),
    [
        ("add_vocabulary", {"status": "created", "message": 'Added "x" to vocabulary'}, 'Added "x" to vocabulary.'),
        ("get_current_time", {"time": "2026-11-22T14:05:00+01:00", "weekday": "Sunday", "timezone": "CET"},
         "It is 14:05 on Sunday, 2026-11-22 (CET)."),
        ("pomodoro", {"message": "Started a pomodoro of 25 minutes.", "remaining": "25:00"},
         "Started a pomodoro of 25 minutes. 25:00 left."),
        ("pomodoro", {"message": "No pomodoro is running."}, "No pomodoro is running."),
        ("search_notes", NOTES, "These notes are of that time:\n\n- [[Daily/A|A]]\n- [[B|B]]\n- and 1 more"),
        ("search_notes", {"results": []}, "No note is of that time."),
        ("recall", KEPT, "This is kept on it:\n\n> Ann is my sister — [[Memory|Memory]]\n\n> We spoke of it. — "
         "[[Chats/Trip|Trip]]"),
        ("recall", {"memory": [], "chats": []}, "I remember nothing on this."),
        ("remember", {"status": "remembered", "line": "- 2026-11-22 Ann"}, "I will remember: 2026-11-22 Ann"),
    ],
)  # fmt: skip
def test_what_came_of_it_is_told(tool: str, data: JsonValue, expected: str) -> None:
    assert command_outcome(OfflineCommand(tool, {}), answered(tool, data)) == expected


def test_u17_only_a_change_by_the_file_is_called_one() -> None:
    command = parse_command("Which notes have I changed today?")
    assert command is not None
    assert command_outcome(command, answered("search_notes", NOTES)).startswith("These notes were changed then:\n")
    assert command_outcome(command, answered("search_notes", {"results": []})) == "No note was changed then."


@pytest.mark.parametrize(
    ("sentence", "topic", "when"),
    [
        ("What did I write about the boiler last week?", "the boiler", "last week"),
        ("what have I noted on Ada's heat pump yesterday", "Ada's heat pump", "yesterday"),
        ("Was habe ich letzte Woche über die Heizung geschrieben?", "die Heizung", "letzte woche"),
        ("Was hab ich gestern zum Kessel notiert", "Kessel", "gestern"),
    ],
)
def test_u17_a_topic_and_a_time_are_told_apart(sentence: str, topic: str, when: str) -> None:
    assert parse_dated_question(sentence) == DatedQuestion(topic, when)
    assert parse_command(sentence) is None


@pytest.mark.parametrize(
    "sentence", ["What did I write last week?", "What did we decide about the boiler last week?", "x" * 5000]
)
def test_u17_other_questions_have_no_time(sentence: str) -> None:
    assert parse_dated_question(sentence) is None


def test_a_refusal_is_told_as_one_says_it_to_the_person() -> None:
    error: JsonValue = {"code": "CANCELLED", "message": "User cancelled tool execution"}
    refused = answered("pomodoro", success=False, error=error)
    refused[1] = refused[1].model_copy(
        update={"parts": (ToolResultPart(call_id="c1", name="pomodoro", is_error=True,
                                         content=json.dumps({"success": False, "error": error})),)}
    )  # fmt: skip

    assert command_outcome(OfflineCommand("pomodoro", {}), refused) == "It was not done: you said no."


@pytest.mark.parametrize("content", ["", "[1]", "not json", "{" * 300])
def test_a_result_that_makes_no_sense_is_no_crash(content: str) -> None:
    broken = Message(role="tool", parts=(ToolResultPart(call_id="c1", name="pomodoro", content=content),))

    assert command_outcome(OfflineCommand("pomodoro", {}), [broken])
    assert command_outcome(OfflineCommand("pomodoro", {}), []) == ""


async def test_a_place_that_means_one_zone_is_asked_for_by_its_name() -> None:
    tool = ToolSpec("get_current_time", "The time.", {"type": "object", "properties": {}})
    asked = user_message("What time is it in Tokyo?")
    error: JsonValue = {
        "code": "VALIDATION_FAILED",
        "message": "There is no Tokyo.",
        "details": {"near": ["Asia/Tokyo"]},
    }
    wrong = answered("get_current_time")
    result = ToolResultPart(call_id="c1", name="get_current_time", is_error=True,
                            content=json.dumps({"success": False, "error": error}))  # fmt: skip
    wrong[1] = wrong[1].model_copy(update={"parts": (result,)})

    again = await ask(OfflineAssistant(), request(asked, *wrong, tools=(tool,)))
    assert [call.arguments for call in again.calls] == [{"timezone": "Asia/Tokyo"}]
    third = await ask(OfflineAssistant(), request(asked, *wrong, *wrong, tools=(tool,)))
    assert third.text == "It was not done: There is no Tokyo."
    assert not (await ask(OfflineAssistant(), request(asked, *wrong))).calls


async def test_the_assistant_calls_and_then_tells() -> None:
    tool = ToolSpec("add_vocabulary", "Add.", {"type": "object", "properties": {}})
    asked = user_message("add nuances to vocabulary")

    first = await ask(OfflineAssistant(), request(asked, tools=(tool,)))
    assert [(call.name, call.arguments) for call in first.calls] == [("add_vocabulary", {"word": "nuances"})]
    since = answered("add_vocabulary", {"message": 'Added "nuances" to vocabulary'})
    then = await ask(OfflineAssistant(), request(asked, *since, tools=(tool,)))
    assert then.text == 'Added "nuances" to vocabulary.'
