"""Tests of providers/offline/offline_commands.py: commands become tool calls, and other questions do not."""

import json
import re
from datetime import date
from typing import get_args

import pytest
from pydantic import JsonValue

from tests.providers.asking import ask, request
from tests.support.growth import check_growth, repeated
from vaultdesk.chat.messages import Message, TextPart, ToolCallPart, ToolResultPart, user_message
from vaultdesk.core.values import replace
from vaultdesk.index.index_results import VaultNames
from vaultdesk.providers.offline.command_patterns import CommandKind, command_patterns
from vaultdesk.providers.offline.offline_assistant import OfflineAssistant
from vaultdesk.providers.offline.offline_commands import (
    MAX_COMMAND,
    DatedQuestion,
    OfflineCommand,
    OfflineContext,
    command_outcome,
    parse_command,
    parse_dated_question,
)
from vaultdesk.providers.offline.offline_replies import OfflineReplies
from vaultdesk.providers.provider import ToolSpec

COMMAND_KINDS: tuple[CommandKind, ...] = get_args(CommandKind)

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
        ("Ajoute le mot « dépaysement » à mon vocabulaire", "add_vocabulary", {"word": "dépaysement"}),
        ("S'il te plaît, ajoute flâner à mon vocabulaire : se promener sans but", "add_vocabulary",
         {"word": "flâner", "meaning": "se promener sans but"}),
        ("Quelle heure est-il ?", "get_current_time", {}),
        ("Quelle heure est-il à Tokyo ?", "get_current_time", {"timezone": "Tokyo"}),
        ("Quel jour sommes-nous ?", "get_current_time", {}),
        ("Lance un pomodoro de 25 minutes", "pomodoro", {"action": "start", "minutes": 25}),
        ("Mets en pause le pomodoro", "pomodoro", {"action": "pause"}),
        ("Arrête le pomodoro.", "pomodoro", {"action": "stop"}),
        ("Combien de temps reste-t-il au pomodoro ?", "pomodoro", {"action": "status"}),
        ("Qu’est-ce que j’ai écrit la semaine dernière ?", "search_notes",
         {"date_range": {"start": "la semaine dernière", "end": "la semaine dernière"}, "limit": 20}),
        ("Quelles notes ai-je modifiées hier ?", "search_notes",
         {"date_range": {"start": "hier", "end": "hier", "field": "modified"}, "limit": 20}),
        ("Te souviens-tu du nom de ma sœur ?", "recall", {"query": "nom de ma sœur"}),
        ("Souviens-toi que ma sœur s’appelle Anne", "remember", {"text": "ma sœur s’appelle Anne"}),
        ("Añade la palabra “sobremesa” a mi vocabulario", "add_vocabulary", {"word": "sobremesa"}),
        ("¿Qué hora es?", "get_current_time", {}),
        ("¿Qué hora es en Madrid?", "get_current_time", {"timezone": "Madrid"}),
        ("¿Qué día es hoy?", "get_current_time", {}),
        ("Inicia un pomodoro de 15 minutos", "pomodoro", {"action": "start", "minutes": 15}),
        ("Pausa el pomodoro", "pomodoro", {"action": "pause"}),
        ("¡Para el pomodoro!", "pomodoro", {"action": "stop"}),
        ("¿Cuánto queda del pomodoro?", "pomodoro", {"action": "status"}),
        ("¿Qué escribí ayer?", "search_notes", {"date_range": {"start": "ayer", "end": "ayer"}, "limit": 20}),
        ("¿Qué notas he cambiado la semana pasada?", "search_notes",
         {"date_range": {"start": "la semana pasada", "end": "la semana pasada", "field": "modified"}, "limit": 20}),
        ("¿Te acuerdas del nombre de mi hermana?", "recall", {"query": "nombre de mi hermana"}),
        ("Recuerda que me gusta el té", "remember", {"text": "me gusta el té"}),
        ("把“缘分”加到我的生词本里", "add_vocabulary", {"word": "缘分"}),
        ("请把单词 serendipity 添加到我的词汇表：意外发现", "add_vocabulary",
         {"word": "serendipity", "meaning": "意外发现"}),
        ("现在几点了？", "get_current_time", {}),
        ("今天星期几？", "get_current_time", {}),
        ("开始一个25分钟的番茄钟", "pomodoro", {"action": "start", "minutes": 25}),
        ("暂停番茄钟", "pomodoro", {"action": "pause"}),
        ("结束番茄钟。", "pomodoro", {"action": "stop"}),
        ("番茄钟还剩多少时间？", "pomodoro", {"action": "status"}),
        ("我上周写了什么？", "search_notes", {"date_range": {"start": "上周", "end": "上周"}, "limit": 20}),
        ("昨天我改了哪些笔记？", "search_notes",
         {"date_range": {"start": "昨天", "end": "昨天", "field": "modified"}, "limit": 20}),
        ("你还记得我妹妹的名字吗？", "recall", {"query": "我妹妹的名字"}),
        ("关于暖气，我们上次说了什么？", "recall", {"query": "暖气"}),
        ("记住我喜欢喝茶", "remember", {"text": "我喜欢喝茶"}),
    ],
)  # fmt: skip
def test_a_command_becomes_its_tool_call(sentence: str, tool: str, arguments: dict[str, JsonValue]) -> None:
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
        "Qu’est-ce que nous avons décidé pour le chauffage ?",
        "Quelle heure est la réunion ?",
        "¿Qué es un pomodoro?",
        "¿Qué decidimos sobre la calefacción?",
        "我们对暖气做了什么决定？",
        "什么是番茄钟？",
        "add",
        "",
        "add " + "x" * MAX_COMMAND + " to my vocabulary",
    ],
)
def test_other_questions_are_not_commands(sentence: str) -> None:
    assert parse_command(sentence) is None


def tool_round(tool: str, data: JsonValue = None, **more: JsonValue) -> list[Message]:
    call = ToolCallPart(id="c1", name=tool, arguments_json="{}", arguments={})
    content = json.dumps({"success": True, "data": data, **more})
    result = ToolResultPart(call_id="c1", name=tool, content=content)
    return [Message(role="assistant", parts=(call,)), Message(role="tool", parts=(result,))]


NOTES: JsonValue = {"results": [{"path": "Daily/A.md"}, {"path": "B.md"}], "total_found": 3}
RECALLED: JsonValue = {"memory": [{"path": "Memory.md", "text": "Ann is my sister"}],
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
        ("search_notes", NOTES, "These notes are from that time:\n\n- [[Daily/A|A]]\n- [[B|B]]\n- and 1 more"),
        ("search_notes", {"results": []}, "There are no notes from that time."),
        ("recall", RECALLED, "Remembered about this:\n\n> Ann is my sister — [[Memory|Memory]]\n\n> We spoke of it. — "
            "[[Chats/Trip|Trip]]"),
        ("recall", {"memory": [], "chats": []}, "Nothing is remembered about this."),
        ("remember", {"status": "remembered", "line": "- 2026-11-22 Ann"}, "I will remember: 2026-11-22 Ann"),
        ("write_note", {"path": "a/B.md", "action": "created"}, "The note [[a/B|B]] was created."),
        ("apply_template", {"path": "B.md", "action": "appended"}, "The note [[B|B]] was changed."),
        ("update_frontmatter", {"path": "B.md", "action": "updated"}, "The note [[B|B]] was changed."),
        ("update_frontmatter", {"path": "B.md", "action": "unchanged"}, "The note [[B|B]] already has this value."),
        ("bulk_update",
         {"updated": 2, "unchanged": 1, "failed": 1, "left_out": 3, "files": [
             {"path": "A.md", "result": "updated"}, {"path": "C.md", "result": "failed"},
             {"path": "b/B.md", "result": "updated"}]},
         "2 notes were changed.\n\n1 note already had this value.\n\n1 note could not be changed.\n\n"
         "Left out by you: 3.\n\n- [[A|A]]\n- [[b/B|B]]"),
        ("bulk_update", {"updated": 1, "files": [{"path": "A.md", "result": "updated"}]},
         "1 note was changed.\n\n- [[A|A]]"),
        ("recall", {"memory": [{"path": "Memory.md", "text": ""}, {"text": "Ann is my sister"}]},
         "Remembered about this:\n\n> Ann is my sister"),
        ("bulk_update", {"updated": 0, "unchanged": 2}, "0 notes were changed.\n\n2 notes already had this value."),
    ],
)  # fmt: skip
def test_the_result_of_a_command_becomes_the_answer(tool: str, data: JsonValue, expected: str) -> None:
    assert command_outcome(OfflineCommand(tool, {}), tool_round(tool, data), OfflineReplies()) == expected


LISTED = [
    user_message("Which notes have the status open?"),
    Message(role="assistant", parts=(ToolCallPart(
        id="c1", name="query_notes", arguments_json="{}",
        arguments={"filter": {"all": [{"property": "status", "op": "equals", "value": "open"}]}}),)),
    Message(role="tool", parts=(ToolResultPart(
        call_id="c1", name="query_notes",
        content=json.dumps({"success": True, "data": {"rows": [{"path": "A.md"}, {"path": "b/B.md"}]}})),)),
    Message(role="assistant", parts=(TextPart(text="# Open notes\n\n- [[A]]\n- [[B]]"),)),
]  # fmt: skip
CONTEXT = OfflineContext(
    VaultNames(tags=("work",), properties=("status", "rating"), folders=("Projects", "Archive/Meetings")),
    date(2026, 11, 22),
    LISTED,
)


def set_property(name: str, value: JsonValue) -> dict[str, JsonValue]:
    return {"kind": "set_property", "property": name, "value": value}


@pytest.mark.parametrize(
    ("sentence", "tool", "arguments"),
    [
        ("Save this as a note", "write_note",
         {"path": "Open notes.md", "content": "# Open notes\n\n- [[A]]\n- [[B]]\n"}),
        ("Save it as a note named Report", "write_note",
         {"path": "Report.md", "content": "# Open notes\n\n- [[A]]\n- [[B]]\n"}),
        ("Set the status of [[Boiler]] to done", "update_frontmatter", {"path": "Boiler", "set": {"status": "done"}}),
        ("Set the rating of Boiler to 4.5", "update_frontmatter", {"path": "Boiler", "set": {"rating": 4.5}}),
        ("Set the rating of all notes tagged work to -3", "bulk_update",
         {"filter": {"tag": "work"}, "change": set_property("rating", -3)}),
        ("Set the status of these notes to true", "bulk_update",
         {"paths": ["A.md", "b/B.md"], "change": set_property("status", True)}),
        ("Set it to done", "bulk_update", {"paths": ["A.md", "b/B.md"], "change": set_property("status", "done")}),
        ("Create a note named Heating in the folder meetings", "write_note",
         {"path": "Archive/Meetings/Heating.md", "content": "# Heating\n"}),
        ("Create a note named Heating in the folder New", "write_note",
         {"path": "New/Heating.md", "content": "# Heating\n"}),
        ("Create a meeting note about the boiler", "write_note",
         {"path": "Archive/Meetings/2026-11-22 boiler.md", "content": "# 2026-11-22 boiler\n"}),
        ("Create a note about the boiler from the template Nothing", "apply_template",
         {"template": "Nothing", "target": "2026-11-22 boiler.md"}),
    ],
)  # fmt: skip
def test_a_command_that_changes_notes_refers_to_the_conversation_and_the_vault(
    sentence: str, tool: str, arguments: JsonValue
) -> None:
    assert parse_command(sentence, CONTEXT) == OfflineCommand(tool, arguments)  # type: ignore[arg-type] # an object


@pytest.mark.parametrize(
    "sentence",
    [
        "Set the status to done in all of these", "Set the status to done for these notes", "Set it to done for all",
        "Put the status of all of these notes to done", "Change the status to “done” on each of them",
        "Setze den Status auf done in allen diesen Notizen", "Setze den Status auf done bei diesen",
        "Setze den Status auf done für alle", "Setze den Status bei allen diesen Notizen auf done",
        "Setze den Status dieser Notizen auf done", "Setze den Status der Notizen auf done",
        "Ändere den Status in done in allen diesen Notizen",
        "Mets le status à done dans toutes ces notes", "Mets le status à done pour ces notes",
        "Mets le status à done pour toutes", "Mets le status de toutes celles-ci à done",
        "Pon el status a done en todas estas notas", "Pon el status en done en todas estas notas",
        "Cambia el status a done para estas notas", "Pon el status como done para todas",
        "把status设为done，在这些笔记里", "在所有这些笔记里把status设为done", "给这些笔记把status改成done",
        "把所有这些笔记的status设为done", "将status改为done，适用于所有这些",
    ],
)  # fmt: skip
def test_a_property_is_set_in_the_notes_listed_before_wherever_the_sentence_refers_to_them(sentence: str) -> None:
    change = set_property("status", "done")
    context = replace(CONTEXT, names=replace(CONTEXT.names, values={"status": ("done",)}))
    assert parse_command(sentence, context) == OfflineCommand(
        "bulk_update", {"paths": ["A.md", "b/B.md"], "change": change}
    )


@pytest.mark.parametrize(
    ("sentence", "note_filter"),
    [
        ("Set the status to done for all notes tagged work", {"tag": "work"}),
        ("Set the status to done in all projects", {"folder": "Projects"}),
        ("Setze den Status auf done bei allen Notizen im Ordner Projects", {"folder": "Projects"}),
        ("Setze den Status aller Notizen in Projects auf done", {"folder": "Projects"}),
        ("Mets le status à done pour toutes les notes dans le dossier Projects", {"folder": "Projects"}),
        ("Pon el status a done en todas las notas con la etiqueta work", {"tag": "work"}),
        ("对Projects文件夹里的所有笔记，将status设为done", {"folder": "Projects"}),
    ],
)
def test_a_property_is_set_in_the_notes_that_are_described_after_the_value(
    sentence: str, note_filter: JsonValue
) -> None:
    change = set_property("status", "done")
    assert parse_command(sentence, CONTEXT) == OfflineCommand("bulk_update", {"filter": note_filter, "change": change})


def test_a_property_is_set_in_the_note_that_is_linked_after_the_value() -> None:
    assert parse_command("Set the status to done in [[Boiler]]", CONTEXT) == OfflineCommand(
        "update_frontmatter", {"path": "Boiler", "set": {"status": "done"}}
    )


@pytest.mark.parametrize(
    ("sentence", "value"),
    [
        ("Set the status to in progress", "in progress"), ("Set the status to open for all", "open for all"),
        ("Set the status to waiting for Boiler", "waiting for Boiler"),
        ("Set the status to “free for all”", "free for all"),
        ("Set the status to notes on Rome", "notes on Rome"), ("Setze den Status auf in Arbeit", "in Arbeit"),
        ("Mets le status à en cours", "en cours"), ("Pon el status a en curso", "en curso"),
        ("把status设为在路上", "在路上"),
    ],
)  # fmt: skip
def test_a_value_with_a_preposition_is_not_divided(sentence: str, value: str) -> None:
    names = replace(CONTEXT.names, values={"status": ("open for all",)})
    assert parse_command(sentence, replace(CONTEXT, names=names)) == OfflineCommand(
        "bulk_update", {"paths": ["A.md", "b/B.md"], "change": set_property("status", value)}
    )


@pytest.mark.parametrize(
    "sentence",
    [
        "Save this as a note",
        "Set the status to done in all of these",
        "Set the status of these notes to done",
        "Set the price of Boiler to 5",
        "Create a note",
    ],
)
def test_a_command_that_refers_to_nothing_known_is_no_command(sentence: str) -> None:
    assert parse_command(sentence, replace(CONTEXT, earlier_messages=())) is None


def test_u17_notes_are_reported_as_changed_by_modification_date_only() -> None:
    command = parse_command("Which notes have I changed today?")
    assert command is not None
    assert command_outcome(command, tool_round("search_notes", NOTES), OfflineReplies()).startswith(
        "These notes were changed at that time:\n"
    )
    assert (
        command_outcome(command, tool_round("search_notes", {"results": []}), OfflineReplies())
        == "No note was changed at that time."
    )


def test_the_weekday_is_in_the_language_of_the_user() -> None:
    german = {"Sunday": "Sonntag", "It is {0} on {1}, {2}.": "Es ist {0} Uhr, {1}, {2}."}
    command = OfflineCommand("get_current_time", {})
    result = tool_round("get_current_time", {"time": "2026-11-22T14:05:00+01:00", "weekday": "Sunday"})

    replies = OfflineReplies(lambda phrase: phrase.rendered(lambda template: german.get(template, template)))

    assert command_outcome(command, result, replies) == "Es ist 14:05 Uhr, Sonntag, 2026-11-22."


@pytest.mark.parametrize(
    ("sentence", "topic", "when"),
    [
        ("What did I write about the boiler last week?", "the boiler", "last week"),
        ("what have I noted on Ada's heat pump yesterday", "Ada's heat pump", "yesterday"),
        ("Was habe ich letzte Woche über die Heizung geschrieben?", "die Heizung", "letzte woche"),
        ("Was hab ich gestern zum Kessel notiert", "Kessel", "gestern"),
    ],
)
def test_u17_topic_and_time_of_a_question_are_separated(sentence: str, topic: str, when: str) -> None:
    assert parse_dated_question(sentence) == DatedQuestion(topic, when)
    assert parse_command(sentence) is None


@pytest.mark.parametrize(
    "sentence", ["What did I write last week?", "What did we decide about the boiler last week?", "x" * 5000]
)
def test_u17_other_questions_are_not_dated(sentence: str) -> None:
    assert parse_dated_question(sentence) is None


def test_a_denied_command_is_reported_to_the_user() -> None:
    error: JsonValue = {"code": "CANCELLED", "message": "User cancelled tool execution"}
    denied = tool_round("pomodoro", success=False, error=error)
    denied[1] = denied[1].model_copy(
        update={"parts": (ToolResultPart(call_id="c1", name="pomodoro", is_error=True,
                                         content=json.dumps({"success": False, "error": error})),)}
    )  # fmt: skip

    assert (
        command_outcome(OfflineCommand("pomodoro", {}), denied, OfflineReplies()) == "It was not done. You refused it."
    )


@pytest.mark.parametrize("content", ["", "[1]", "not json", "{" * 300])
def test_an_invalid_result_does_not_fail(content: str) -> None:
    invalid = Message(role="tool", parts=(ToolResultPart(call_id="c1", name="pomodoro", content=content),))

    assert command_outcome(OfflineCommand("pomodoro", {}), [invalid], OfflineReplies())
    assert command_outcome(OfflineCommand("pomodoro", {}), [], OfflineReplies()) == ""


async def test_a_time_zone_suggested_by_the_error_is_requested() -> None:
    tool = ToolSpec("get_current_time", "The time.", {"type": "object", "properties": {}})
    question = user_message("What time is it in Tokyo?")
    error: JsonValue = {
        "code": "VALIDATION_FAILED",
        "message": "There is no Tokyo.",
        "details": {"near": ["Asia/Tokyo"]},
    }
    failed = tool_round("get_current_time")
    result = ToolResultPart(call_id="c1", name="get_current_time", is_error=True,
                            content=json.dumps({"success": False, "error": error}))  # fmt: skip
    failed[1] = failed[1].model_copy(update={"parts": (result,)})

    second = await ask(OfflineAssistant(), request(question, *failed, tools=(tool,)))
    assert [call.arguments for call in second.calls] == [{"timezone": "Asia/Tokyo"}]
    third = await ask(OfflineAssistant(), request(question, *failed, *failed, tools=(tool,)))
    assert third.text == "It was not done. There is no Tokyo."
    assert not (await ask(OfflineAssistant(), request(question, *failed))).calls


async def test_a_time_that_cannot_be_read_is_not_requested_again() -> None:
    tool = ToolSpec("get_current_time", "The time.", {"type": "object", "properties": {}})
    question = user_message("What time is it in Tokyo?")
    call = ToolCallPart(id="c1", name="get_current_time", arguments_json="{}", arguments={})
    result = ToolResultPart(call_id="c1", name="get_current_time", content="not json")
    messages = (question, Message(role="assistant", parts=(call,)), Message(role="tool", parts=(result,)))

    outcome = await ask(OfflineAssistant(), request(*messages, tools=(tool,)))

    assert (outcome.calls, outcome.text) == ([], "The result cannot be read.")


async def test_the_assistant_calls_the_tool_and_reports_its_result() -> None:
    tool = ToolSpec("add_vocabulary", "Add.", {"type": "object", "properties": {}})
    question = user_message("add nuances to vocabulary")

    first = await ask(OfflineAssistant(), request(question, tools=(tool,)))
    assert [(call.name, call.arguments) for call in first.calls] == [("add_vocabulary", {"word": "nuances"})]
    result = tool_round("add_vocabulary", {"message": 'Added "nuances" to vocabulary'})
    second = await ask(OfflineAssistant(), request(question, *result, tools=(tool,)))
    assert second.text == 'Added "nuances" to vocabulary.'


@pytest.mark.parametrize(
    ("sentence", "topic", "when"),
    [
        ("Qu’ai-je écrit sur la chaudière hier ?", "la chaudière", "hier"),
        ("Qu’est-ce que j’ai noté la semaine dernière à propos de la chaudière ?", "la chaudière",
         "la semaine dernière"),
        ("¿Qué escribí sobre la caldera el mes pasado?", "la caldera", "el mes pasado"),
        ("¿Qué he escrito esta semana sobre la caldera?", "la caldera", "esta semana"),
        ("关于锅炉我上周写了什么？", "锅炉", "上周"),
        ("我昨天写了哪些关于锅炉的笔记？", "锅炉", "昨天"),
    ],
)  # fmt: skip
def test_topic_and_time_are_found_in_every_language_of_the_window(sentence: str, topic: str, when: str) -> None:
    assert parse_dated_question(sentence) == DatedQuestion(topic, when)
    assert parse_command(sentence) is None


@pytest.mark.parametrize("pattern", [pattern for kind in COMMAND_KINDS for pattern in command_patterns(kind)])
def test_the_time_of_matching_a_long_sentence_does_not_explode(pattern: re.Pattern[str]) -> None:
    for fragment in ("add ", "à ", "a ", "pomodoro ", "把", "关于", "记得", "sobre ", "s'il te plaît, ", " "):
        sentence = repeated(fragment)
        check_growth(pattern.fullmatch, sentence(MAX_COMMAND // 8), sentence(MAX_COMMAND), 8**2)


NEGATED_CONTEXT = replace(
    CONTEXT, names=VaultNames(
        tags=("work", "idea", "urgent"), properties=("status", "rating"), folders=("Projects", "Archive"),
        values={"status": ("done", "active")},
    )
)  # fmt: skip


def _excluding(*conditions: JsonValue) -> JsonValue:
    return {"none": [*conditions]}


@pytest.mark.parametrize(
    ("sentence", "note_filter"),
    [
        ("Set status to active for all notes not in Archive", _excluding({"folder": "Archive"})),
        ("Set status to active for all notes not in Projects or Archive",
         _excluding({"folder": "Projects"}, {"folder": "Archive"})),
        ("Set status to active for all notes outside Archive", _excluding({"folder": "Archive"})),
        ("Set status to active for all notes tagged work but not urgent",
         {"all": [{"tag": "work"}, _excluding({"tag": "urgent"})]}),
        ("Set status to active for all notes not tagged #idea", _excluding({"tag": "idea"})),
        ("Set status to active for all notes tagged idea that don't link to Budget",
         {"all": [{"tag": "idea"}, _excluding({"links_to": "Budget"})]}),
        ("Set status to active for all projects that are not done",
         {"all": [{"folder": "Projects"}, {"property": "status", "op": "not", "value": "done"}]}),
        ("Set status to active for all notes whose rating is not above 4",
         _excluding({"property": "rating", "op": ">", "value": 4})),
        ("Setze den Status aller Notizen außerhalb von Archive auf active", _excluding({"folder": "Archive"})),
        ("Mets le status à active pour toutes les notes qui ne sont pas dans Archive",
         _excluding({"folder": "Archive"})),
        ("Pon el status a active para todas las notas que no están en Archive", _excluding({"folder": "Archive"})),
        ("在所有标签不是idea的笔记里把status设为active", _excluding({"tag": "idea"})),
        ("把所有不在Archive文件夹的笔记的status设为active", _excluding({"folder": "Archive"})),
        # The value and the notes
        ("Pon el status de todas las notas en Projects a active", {"folder": "Projects"}),
        ("Pon el status de las notas en la carpeta Projects a active", {"folder": "Projects"}),
        ("Pon el status de las notas en Projects en active", {"folder": "Projects"}),
        ("Mets le status de toutes les notes en Projects à active", {"folder": "Projects"}),
        ("Mets le status des notes dans Projects en active", {"folder": "Projects"}),
    ],
)  # fmt: skip
def test_a_change_of_described_notes_excludes_what_the_description_negates(
    sentence: str, note_filter: JsonValue
) -> None:
    assert parse_command(sentence, NEGATED_CONTEXT) == OfflineCommand(
        "bulk_update", {"filter": note_filter, "change": set_property("status", "active")}
    )


@pytest.mark.parametrize(
    "sentence",
    [
        "Set status to active for all notes except those in Archive",
        "Set status to active for all notes in Projects that are not about taxes",
        "Set status to active for all notes tagged idea that never link to Budget",
        "Set status to active for all notes not tagged idea but urgent",
        "Set status to active for all notes neither in Projects nor in Archive",
        "Set status to active for all notes with a status other than done",
        "Setze den Status aller Notizen in Projects ohne Anhang auf active",
        "Mets le status de toutes les notes dans Projects sauf Archive à active",
        "Pon el status de todas las notas en Projects salvo Archive a active",
        "把Archive文件夹以外的笔记的status设为active",
        "Set the status of all notes as active",
        "给所有项目把status设为active",
        "将所有笔记的status改为active",
    ],
)
def test_notes_whose_description_is_not_covered_are_not_changed(sentence: str) -> None:
    assert parse_command(sentence, NEGATED_CONTEXT) is None


@pytest.mark.parametrize(
    "sentence",
    [
        "Set status to active for all notes in Projects tagged #boiler",
        "Set status of all notes in Projects without #boiler to active",
        "Set status of all notes with the status done and #boiler to active",
        "Set status of all notes tagged #idea or #boiler to active",
        "Set status of everything tagged #boiler to active",
        "Set status to active for everything tagged #boiler",
        "Set status of all notes in Projects tagged open to active",
        "Set status of all notes in Projects that are tagged to active",
        "Add property status active to all notes in Projects tagged #boiler",
        "Setze den Status aller Notizen in Projects mit #boiler auf active",
        "Mets le status de toutes les notes dans Projects avec #boiler à active",
        "Pon el status de todas las notas en Projects con #boiler a active",
        "把Projects文件夹里有标签#boiler的所有笔记的status设为active",
        "把Projects文件夹里标签为open的所有笔记的status设为active",
    ],
)
def test_a_change_is_not_made_wider_by_a_tag_that_the_vault_does_not_have(sentence: str) -> None:
    context = replace(NEGATED_CONTEXT, names=replace(NEGATED_CONTEXT.names, values={"status": ("open", "active")}))
    assert parse_command(sentence, context) is None


@pytest.mark.parametrize("sentence", ["给所有项目把status设为active", "把所有项目的status设为active"])
def test_a_folder_names_the_notes_of_its_kind_in_chinese(sentence: str) -> None:
    context = replace(NEGATED_CONTEXT, names=replace(NEGATED_CONTEXT.names, folders=("项目", "Archive")))
    assert parse_command(sentence, context) == OfflineCommand(
        "bulk_update", {"filter": {"folder": "项目"}, "change": set_property("status", "active")}
    )


@pytest.mark.parametrize(
    ("sentence", "value"),
    [
        ("Set status to best of all", "best of all"),
        ("Set status to waiting for them", "waiting for them"),
        ("Set status to gift for all", "gift for all"),
        ("Set status to waiting in them", "waiting"),
        ("Set status to waiting for these", "waiting"),
        ("Setze den Status auf Geschenk für alle", "Geschenk für alle"),
        ("Mets le status à cadeau pour tous", "cadeau pour tous"),
        ("Pon el status a regalo para todos", "regalo para todos"),
        ("Set status to done for all", "done"),
    ],
)
def test_a_pronoun_is_part_of_a_value_unless_it_is_unambiguous(sentence: str, value: str) -> None:
    assert parse_command(sentence, NEGATED_CONTEXT) == OfflineCommand(
        "bulk_update", {"paths": ["A.md", "b/B.md"], "change": set_property("status", value)}
    )


@pytest.mark.parametrize(
    "sentence",
    [
        "What got done today?", "What did I get done this week?", "What must be done today?",
        "What do I still have to do this week?", "Was muss ich heute tun?", "Was ist heute zu tun?",
        "Qu'est-ce qui doit être fait cette semaine ?", "¿Qué tengo que hacer hoy?", "我今天要做什么？",
    ],
)  # fmt: skip
def test_a_question_for_tasks_is_not_a_command_for_notes_of_a_time(sentence: str) -> None:
    assert parse_command(sentence, NEGATED_CONTEXT) is None
