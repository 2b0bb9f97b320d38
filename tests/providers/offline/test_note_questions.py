"""Tests of providers/offline/note_questions.py: questions about properties of notes become queries."""

import json
from datetime import date

import pytest
from pydantic import JsonValue

from vaultdesk.chat.messages import Message, ToolCallPart, ToolResultPart, user_message
from vaultdesk.core.values import replace
from vaultdesk.index.index_results import VaultNames
from vaultdesk.providers.offline.note_questions import clear_time, parse_note_question
from vaultdesk.providers.offline.offline_commands import (
    OfflineCommand,
    OfflineContext,
    ResearchQuestion,
    parse_command,
    parse_research,
)

NAMES = VaultNames(
    tags=("idea", "house", "house/garden", "meeting", "想法"),
    properties=("status", "due", "birthday", "rating", "author", "categories", "Kategorien"),
    folders=("Projects", "Projects/House", "People", "Meetings", "Books", "项目"),
    values={
        "status": ("open", "done", "to read", "in progress"),
        "rating": ("5", "3"),
        "categories": ("[[Films]]",),
        "Kategorien": ("Filme",),
    },
    templates=("Templates/Meeting.md", "Templates/Daily.md"),
)
HAS_TEXT: JsonValue = {"none": [{"property": "task", "op": "empty"}]}
OPEN_TASKS: JsonValue = {"tasks": "open", "filter": HAS_TEXT, "limit": 100}


@pytest.mark.parametrize(
    ("question", "note_filter"),
    [
        ("Which notes are tagged idea?", {"tag": "idea"}),
        ("Show me all notes with the tag #house/garden", {"tag": "house/garden"}),
        ("notes tagged idea or meeting", {"any": [{"tag": "idea"}, {"tag": "meeting"}]}),
        ("Welche Notizen haben das Schlagwort house?", {"tag": "house"}),
        ("Quelles notes ont l'étiquette idea ?", {"tag": "idea"}),
        ("¿Qué notas tienen la etiqueta meeting?", {"tag": "meeting"}),
        ("哪些笔记有标签想法?", {"tag": "想法"}),
        ("How many notes are in Projects?", {"folder": "Projects"}),
        ("All notes in or about the folder People", {"folder": "People"}),
        ("Wie viele Notizen liegen im Ordner Projects?", {"folder": "Projects"}),
        ("Combien de notes dans le dossier People ?", {"folder": "People"}),
        ("¿Cuántas notas hay en la carpeta Meetings?", {"folder": "Meetings"}),
        ("项目文件夹里有多少笔记?", {"folder": "项目"}),
        ("Which notes have no status?", {"property": "status", "op": "empty"}),
        ("List all notes in my projects folder that don't have a status tag",
         {"all": [{"property": "status", "op": "empty"}, {"folder": "Projects"}]}),
        ("Welche Projekte haben keinen Status?",
         {"all": [{"property": "status", "op": "empty"}, {"folder": "Projects"}]}),
        ("Quelles notes n'ont pas de status ?", {"property": "status", "op": "empty"}),
        ("¿Qué notas no tienen status?", {"property": "status", "op": "empty"}),
        ("哪些笔记没有status?", {"property": "status", "op": "empty"}),
        ("notes without tags", {"file": "tags", "op": "empty"}),
        ("Which notes have the category Films?", {"property": "categories", "op": "equals", "value": "[[Films]]"}),
        ("Welche Notizen haben die Kategorie Filme?", {"property": "Kategorien", "op": "equals", "value": "Filme"}),
        ("notes with the status to read", {"property": "status", "op": "equals", "value": "to read"}),
        ("Which books have a rating above 3?",
         {"all": [{"property": "rating", "op": ">", "value": 3}, {"folder": "Books"}]}),
        ("Which projects are in progress?",
         {"all": [{"folder": "Projects"}, {"property": "status", "op": "equals", "value": "in progress"}]}),
        ("What is due in December 2026?", {"property": "due", "op": "on", "value": "in december 2026"}),
        ("Was ist nächste Woche fällig?", {"property": "due", "op": "on", "value": "nächste woche"}),
        ("Qu'est-ce qui est à rendre en décembre 2026 ?", {"property": "due", "op": "on", "value": "en décembre 2026"}),
        ("¿Qué vence en diciembre de 2026?", {"property": "due", "op": "on", "value": "en diciembre de 2026"}),
        ("2026年12月有什么到期?", {"property": "due", "op": "on", "value": "2026年12月"}),
        ("Which notes have I rated 5?", {"property": "rating", "op": "equals", "value": "5"}),
        ("What is overdue?", {"property": "due", "op": "before", "value": "today"}),
        ("Which notes link to [[Boiler]]?", {"links_to": "Boiler"}),
        ("Which note has the alias Heating?",
         {"any": [{"property": name, "op": "equals", "value": "Heating"} for name in ("aliases", "alias")]}),
    ],
)  # fmt: skip
def test_v9_a_question_for_a_list_uses_the_query_tool(question: str, note_filter: JsonValue) -> None:
    found = parse_note_question(question, NAMES)
    assert found is not None
    assert (found.tool, found.kind, found.arguments["filter"]) == ("query_notes", "list", note_filter)


def _not_tagged(*tags: str) -> JsonValue:
    return {"none": [{"tag": tag} for tag in tags]}


@pytest.mark.parametrize(
    ("question", "note_filter", "description"),
    [
        ("notes without the tag idea", _not_tagged("idea"), "not tagged #idea"),
        ("Which notes are not tagged idea?", _not_tagged("idea"), "not tagged #idea"),
        ("Which notes don't have the tag idea?", _not_tagged("idea"), "not tagged #idea"),
        ("List notes without the tags idea or meeting", _not_tagged("idea", "meeting"), "not tagged #idea, #meeting"),
        ("notes without the house tag", _not_tagged("house"), "not tagged #house"),
        ("Notizen ohne das Schlagwort house", _not_tagged("house"), "not tagged #house"),
        ("Welche Notizen haben nicht das Schlagwort house?", _not_tagged("house"), "not tagged #house"),
        ("Quelles notes n'ont pas l'étiquette idea ?", _not_tagged("idea"), "not tagged #idea"),
        ("notes sans l'étiquette idea", _not_tagged("idea"), "not tagged #idea"),
        ("¿Qué notas no tienen la etiqueta meeting?", _not_tagged("meeting"), "not tagged #meeting"),
        ("哪些笔记没有标签想法?", _not_tagged("想法"), "not tagged #想法"),
        ("Welche Notizen sind nicht getaggt?", {"file": "tags", "op": "empty"}, "without tags"),
        ("Show notes with the idea tag", {"tag": "idea"}, "tagged #idea"),
        ("哪些笔记有想法标签?", {"tag": "想法"}, "tagged #想法"),
    ],
)
def test_a_negation_before_a_tag_excludes_it(question: str, note_filter: JsonValue, description: str) -> None:
    found = parse_note_question(question, NAMES)
    assert found is not None
    assert (found.tool, found.arguments, str(found.description)) == (
        "query_notes", {"filter": note_filter, "limit": 100}, description,
    )  # fmt: skip


def _has(value: str) -> JsonValue:
    return {"property": "status", "op": "equals", "value": value}


def _has_not(value: str) -> JsonValue:
    return {"property": "status", "op": "not", "value": value}


@pytest.mark.parametrize(
    ("question", "note_filter", "description"),
    [
        ("Which notes have the status done or open?", {"any": [_has("done"), _has("open")]}, "status: done, open"),
        ("Which notes have a status that is not done or open?", {"all": [_has_not("done"), _has_not("open")]},
         "status is not done, open"),
        ("Welche Notizen haben einen status der nicht done ist?", _has_not("done"), "status is not done"),
        ("List notes with open status", _has("open"), "status: open"),
        ("notes with in progress status", _has("in progress"), "status: in progress"),
        ("Which notes have a birthday?", {"property": "birthday", "op": "exists"}, "with “birthday”"),
        ("Welche Notizen haben ein birthday?", {"property": "birthday", "op": "exists"}, "with “birthday”"),
        ("有birthday的笔记有哪些?", {"property": "birthday", "op": "exists"}, "with “birthday”"),
        ("Which notes have a birthday in May 2026?", {"property": "birthday", "op": "on", "value": "in may 2026"},
         "birthday: in may 2026"),
        ("notes with a birthday before December 2026", {"property": "birthday", "op": "before",
         "value": "december 2026"}, "birthday < december 2026"),
        ("notes without links", {"file": "links", "op": "equals", "value": 0}, "without links"),
        ("Notizen ohne Verweise", {"file": "links", "op": "equals", "value": 0}, "without links"),
        ("notes sans liens", {"file": "links", "op": "equals", "value": 0}, "without links"),
        ("notas sin enlaces", {"file": "links", "op": "equals", "value": 0}, "without links"),
        ("没有链接的笔记有哪些?", {"file": "links", "op": "equals", "value": 0}, "without links"),
        ("Which ideas are there?", {"tag": "idea"}, "tagged #idea"),
        ("Which notes link to Boiler #idea?", {"all": [{"tag": "idea"}, {"links_to": "Boiler"}]},
         "tagged #idea, with a link to “Boiler”"),
        ("Welche Notizen, die auch bekannt als Heizung sind?",
         {"any": [{"property": name, "op": "equals", "value": "Heizung"} for name in ("aliases", "alias")]},
         "with the alias “Heizung”"),
    ],
)  # fmt: skip
def test_conditions_are_recognized_before_and_after_their_names(
    question: str, note_filter: JsonValue, description: str
) -> None:
    # A value without words and properties that are read from their own words are in many vaults.
    names = replace(
        NAMES, properties=(*NAMES.properties, "tags", "aliases"), values={**NAMES.values, "stars": ("★★★",)}
    )
    found = parse_note_question(question, names)
    assert found is not None
    assert (found.tool, found.arguments, str(found.description)) == (
        "query_notes", {"filter": note_filter, "limit": 100}, description,
    )  # fmt: skip


@pytest.mark.parametrize(
    "questions",
    [
        "Which notes are tagged #boiler?|Which notes are not tagged #boiler?|How many notes are tagged #boiler?|"
        "Which notes in Projects are tagged #boiler?|Which notes tagged #boiler have the status done?|"
        "Which notes with #boiler have a rating above 3?|Which notes are tagged #idea or #boiler?|"
        "Which projects are tagged #boiler?|all notes #boiler|notes in Projects without #boiler|What is #boiler about?",
        "Which open tasks have #boiler?|Which tasks are tagged #boiler?|Which tasks with #boiler are done?|"
        "What is due this week with #boiler?|What did I complete this week with #boiler?",
        "Welche offenen Aufgaben haben #boiler?|Welche Notizen in Projects sind mit #boiler getaggt?|"
        "Wie viele Notizen haben das Schlagwort #boiler?|Was ist diese Woche mit #boiler fällig?",
        "Quelles tâches ouvertes ont #boiler ?|Quelles notes dans Projects ont l'étiquette #boiler ?|"
        "Combien de notes ont l'étiquette #boiler ?",
        "¿Qué tareas pendientes tienen #boiler?|¿Qué notas en Projects tienen la etiqueta #boiler?|"
        "¿Cuántas notas tienen la etiqueta #boiler?",
        "哪些未完成的任务有#boiler？|有#boiler的未完成任务有哪些？|项目文件夹里哪些笔记有标签#boiler？|多少笔记有标签#boiler？",
    ],
)
def test_a_tag_that_the_vault_does_not_have_is_looked_up_instead_of_a_wider_query(questions: str) -> None:
    for question in questions.split("|"):
        found = parse_note_question(question, NAMES)
        assert found is not None, question
        assert (found.tool, found.arguments, found.task_arguments, found.unknown_tags) == (
            "query_notes", {"filter": {"any": [{"tag": "boiler"}]}, "limit": 1}, None, ("boiler",),
        ), question  # fmt: skip


@pytest.mark.parametrize(
    ("question", "unknown_tags"),
    [
        ("Which notes are tagged #🔥 or #work/new?", ("🔥", "work/new")),
        ("有#锅炉的笔记有哪些？", ("锅炉",)),
        ("Which notes have (#boiler) or “#roof”?", ("boiler", "roof")),
        ("Which notes are tagged #House/Garden/roses?", ("House/Garden/roses",)),
        ("What did Lena say about #boiler?", None),
        ("Which notes are tagged #HOUSE/garden?", ()),
        ("有#想法的笔记有哪些？", ()),
        ("Which notes in Projects mention issue #42?", ()),
        ("Which notes in Projects mention C#code?", ()),
        ("Which notes link to [[Boiler#Costs]]?", ()),
        ("哪些笔记链接到[[锅炉#费用]]？", ()),
    ],
)
def test_a_tag_is_written_as_in_a_note(question: str, unknown_tags: tuple[str, ...] | None) -> None:
    found = parse_note_question(question, NAMES)
    assert (found.unknown_tags if found is not None else None) == unknown_tags


def test_a_number_after_a_hash_sign_is_searched_in_the_text() -> None:
    found = parse_note_question("Which notes in Projects mention issue #42?", NAMES)
    assert found is not None
    assert (found.tool, found.arguments["query"]) == ("search_notes", "issue 42")


@pytest.mark.parametrize(
    ("questions", "note_filter"),
    [
        ("Welche Notizen haben das Schlagwort #idea?|Welche Notizen sind mit #idea getaggt?|Show #idea tagged notes|"
         "Quelles notes ont l'étiquette #idea ?|¿Qué notas tienen la etiqueta #idea?|有#idea标签的笔记有哪些？|"
         "哪些笔记有标签#idea？", {"tag": "idea"}),
        ("Welche Notizen sind nicht mit #idea getaggt?|Welche Notizen sind mit #idea noch nicht getaggt?",
         {"none": [{"tag": "idea"}]}),
    ],
)  # fmt: skip
def test_words_for_tags_around_a_tag_are_not_searched(questions: str, note_filter: JsonValue) -> None:
    for question in questions.split("|"):
        found = parse_note_question(question, NAMES)
        assert found is not None, question
        assert (found.tool, found.arguments.get("filter")) == ("query_notes", note_filter), question


@pytest.mark.parametrize(
    "question",
    [
        "Which notes in Projects are tagged todo?", "Which notes in Projects are tagged x?",
        "Which notes in Projects are tagged open?", "Which notes in Projects are tagged?",
        "Which notes in Projects have tags?", "Which open tasks are tagged todo?",
        "Welche Notizen in Projects haben das Schlagwort offen?", "项目文件夹里哪些笔记的标签为open？",
    ],
)  # fmt: skip
def test_a_question_for_a_tag_that_no_condition_includes_is_not_a_query(question: str) -> None:
    found = parse_note_question(question, NAMES)
    assert found is None or found.kind == "property"


def test_a_tag_that_is_a_word_for_a_time_is_not_the_time() -> None:
    found = parse_note_question("Which notes tagged today are due?", replace(NAMES, tags=("today",)))
    assert found is not None
    assert found.arguments["filter"] == {"all": [{"tag": "today"}, {"property": "due", "op": "exists"}]}


@pytest.mark.parametrize(
    ("question", "arguments"),
    [
        ("notes tagged idea and about the boiler", {"query": "boiler", "tags": ["idea"]}),
        ("Which notes about status are in Projects?", {"query": "status", "folder": "Projects"}),
    ],
)
def test_words_that_name_no_condition_are_searched_in_the_text(question: str, arguments: dict[str, JsonValue]) -> None:
    found = parse_note_question(question, NAMES)
    assert found is not None
    assert (found.tool, found.arguments) == ("search_notes", {**arguments, "limit": 100, "sort": "relevance"})


def _due(**condition: JsonValue) -> JsonValue:
    return {"property": "due", **condition}


OVERDUE = _due(op="before", value="today")


@pytest.mark.parametrize(
    ("question", "note_filter"),
    [
        ("What is due today?", _due(op="on", value="today")),
        ("Which open tasks are due this week?", _due(op="on", value="this week")),
        ("What do I have due this week in Projects?",
         {"all": [_due(op="on", value="this week"), {"folder": "Projects"}]}),
        ("What is due by tomorrow?",
         {"any": [_due(op="before", value="tomorrow"), _due(op="on", value="tomorrow")]}),
        ("What is due in the next two weeks?", _due(op="on", value="in the next two weeks")),
        ("Was ist in den nächsten 7 Tagen fällig?", _due(op="on", value="in den nächsten 7 tagen")),
        ("¿Qué vence en los próximos 7 días?", _due(op="on", value="en los próximos 7 días")),
        ("未来7天有什么到期？", _due(op="on", value="未来7天")),
        ("due tasks", _due(op="exists")),
        ("Show me my overdue tasks", OVERDUE),
        ("What tasks are past due?", OVERDUE),
        ("Welche Aufgaben sind heute fällig?", _due(op="on", value="heute")),
        ("Was ist bis morgen fällig?", {"any": [_due(op="before", value="morgen"), _due(op="on", value="morgen")]}),
        ("Überfällige Aufgaben", OVERDUE),
        ("Quelles tâches arrivent à échéance cette semaine ?", _due(op="on", value="cette semaine")),
        ("Quelles tâches sont dues aujourd'hui ?", _due(op="on", value="aujourd'hui")),
        ("Quelles tâches sont en retard ?", OVERDUE),
        ("¿Qué tareas vencen esta semana?", _due(op="on", value="esta semana")),
        ("¿Cuáles son las tareas atrasadas?", OVERDUE),
        ("本周有哪些任务到期？", _due(op="on", value="本周")),
        ("有什么任务已经过期？", OVERDUE),
    ],
)  # fmt: skip
def test_a_question_for_what_is_due_is_about_notes_and_open_tasks(question: str, note_filter: JsonValue) -> None:
    found = parse_note_question(question, NAMES)
    assert found is not None
    assert (found.tool, found.kind, found.arguments["filter"]) == ("query_notes", "list", note_filter)
    of_tasks = {"tasks": "open", "filter": note_filter, "sort": [{"by": "due"}], "limit": 100}
    assert found.task_arguments == of_tasks

    without_due = parse_note_question(question, replace(NAMES, properties=("status",)))
    assert without_due is not None
    assert (without_due.arguments, without_due.task_arguments) == (of_tasks, None)


def test_tasks_are_due_by_their_own_field_whatever_the_property_of_notes() -> None:
    found = parse_note_question("Was ist bis morgen fällig?", replace(NAMES, properties=("fällig",)))
    assert found is not None
    assert found.task_arguments is not None
    for arguments, name in ((found.arguments, "fällig"), (found.task_arguments, "due")):
        assert arguments["filter"] == {
            "any": [{"property": name, "op": operator, "value": "morgen"} for operator in ("before", "on")]
        }


def test_a_question_for_notes_does_not_ask_for_tasks() -> None:
    found = parse_note_question("Which notes about the budget are in Projects?", NAMES)
    assert found is not None
    assert (found.arguments["query"], found.task_state) == ("budget", None)


@pytest.mark.parametrize(
    ("question", "state", "field", "when"),
    [
        ("What is scheduled for tomorrow?", "open", "scheduled", "tomorrow"),
        ("Which tasks are scheduled for next week?", "open", "scheduled", "next week"),
        ("Was ist für morgen geplant?", "open", "scheduled", "morgen"),
        ("Welche Aufgaben sind nächste Woche geplant?", "open", "scheduled", "nächste woche"),
        ("Qu'est-ce qui est prévu pour demain ?", "open", "scheduled", "demain"),
        ("¿Qué está programado para mañana?", "open", "scheduled", "mañana"),
        ("明天安排了什么？", "open", "scheduled", "明天"),
        ("What starts next week?", "open", "start", "next week"),
        ("Was beginnt morgen?", "open", "start", "morgen"),
        ("Qu'est-ce qui commence demain ?", "open", "start", "demain"),
        ("¿Qué empieza mañana?", "open", "start", "mañana"),
        ("明天有什么任务开始？", "open", "start", "明天"),
        ("What did I complete last week?", "done", "completion", "last week"),
        ("Which tasks did I finish yesterday?", "done", "completion", "yesterday"),
        ("Was habe ich letzte Woche erledigt?", "done", "completion", "letzte woche"),
        ("Quelles tâches ai-je terminées hier ?", "done", "completion", "hier"),
        ("¿Qué completé la semana pasada?", "done", "completion", "la semana pasada"),
        ("上周我完成了什么？", "done", "completion", "上周"),
    ],
)
def test_tasks_are_found_by_the_date_that_the_question_names(question: str, state: str, field: str, when: str) -> None:
    found = parse_note_question(question, NAMES)
    assert found is not None
    condition: JsonValue = {"property": field, "op": "on", "value": when}
    of_tasks = {"tasks": state, "filter": condition, "sort": [{"by": field}], "limit": 100}
    assert (found.tool, found.arguments, found.task_arguments) == ("query_notes", of_tasks, None)


def test_notes_with_a_property_for_the_date_are_found_too() -> None:
    found = parse_note_question("Was ist für morgen geplant?", replace(NAMES, properties=("geplant am",)))
    assert found is not None
    assert found.arguments["filter"] == {"property": "geplant am", "op": "on", "value": "morgen"}
    assert found.task_arguments is not None
    assert found.task_arguments["filter"] == {"property": "scheduled", "op": "on", "value": "morgen"}


@pytest.mark.parametrize(
    "question",
    [
        "What did we finish in October about the roof?", "When does the course start?",
        "Which tasks were not done last week?", "What was planned for the garden in May?",
        "Which notes were finished last week?",
    ],
)  # fmt: skip
def test_other_questions_with_such_words_do_not_ask_for_tasks_of_a_date(question: str) -> None:
    found = parse_note_question(question, NAMES)
    assert found is None or found.task_state is None


@pytest.mark.parametrize(
    ("question", "properties", "words"),
    [
        ("When is Ada's birthday?", ("birthday",), ("ada",)),
        ("What is the status of the boiler?", ("status",), ("boiler",)),
        ("¿Quién es el autor de Invisible Cities?", ("author",), ("invisible", "cities")),
        ("Wann ist das Dach fällig?", ("due",), ("dach",)),
        ("Who wrote Invisible Cities?", ("author",), ("invisible", "cities")),
        ("Wer hat Middlemarch geschrieben?", ("author",), ("middlemarch",)),
        ("Qui a écrit Stoner ?", ("author",), ("stoner",)),
        ("¿Quién escribió Rayuela?", ("author",), ("rayuela",)),
        ("谁写了《看不见的城市》？", ("author",), ("看不见的城市",)),
        ("《活着》是谁写的？", ("author",), ("活着",)),
        ("活着这本书是谁写的", ("author",), ("活着",)),
        ("Invisible Cities 的作者是谁？", ("author",), ("invisible", "cities")),
        ("谁是《活着》的作者？", ("author",), ("活着",)),
        ("《看不見的城市》是誰寫的？", ("author",), ("看不見的城市",)),
    ],
)
def test_o2_a_question_for_a_property_names_property_and_note(
    question: str, properties: tuple[str, ...], words: tuple[str, ...]
) -> None:
    found = parse_note_question(question, NAMES)
    assert found is not None
    assert (found.kind, found.properties, found.words) == ("property", properties, words)


def _text(word: str) -> JsonValue:
    return {"property": "task", "op": "contains", "value": word}


@pytest.mark.parametrize(
    ("question", "arguments"),
    [
        ("What are my open tasks?", OPEN_TASKS),
        ("Which tasks are open?", OPEN_TASKS),
        ("Offene Aufgaben", OPEN_TASKS),
        ("Welche Aufgaben sind offen?", OPEN_TASKS),
        ("Quelles tâches sont ouvertes ?", OPEN_TASKS),
        ("¿Qué tareas están abiertas?", OPEN_TASKS),
        ("哪些任务还没完成？", OPEN_TASKS),
        ("Quelles sont mes tâches ouvertes ?", OPEN_TASKS),
        ("¿Qué tareas tengo pendientes?", OPEN_TASKS),
        ("未完成的任务有哪些?", OPEN_TASKS),
        ("open tasks in Projects",
         {"tasks": "open", "filter": {"all": [{"folder": "Projects"}, HAS_TEXT]}, "limit": 100}),
        ("open tasks #idea", {"tasks": "open", "filter": {"all": [{"tag": "idea"}, HAS_TEXT]}, "limit": 100}),
        ("open tasks about Lena", {"tasks": "open", "filter": {"all": [_text("lena"), HAS_TEXT]}, "limit": 100}),
        ("Which open tasks are about due diligence?",
         {"tasks": "open", "filter": {"all": [_text("diligence"), HAS_TEXT]}, "limit": 100}),
        ("Offene Aufgaben zum Gärtner",
         {"tasks": "open", "filter": {"all": [{"any": [_text("Gärtner"), _text("gartner")]}, HAS_TEXT]}, "limit": 100}),
        ("Which tasks are done?", {"tasks": "done", "filter": HAS_TEXT, "limit": 100}),
    ],
)  # fmt: skip
def test_v9_a_question_for_tasks_is_a_query_for_tasks(question: str, arguments: JsonValue) -> None:
    found = parse_note_question(question, NAMES)
    assert found is not None
    assert (found.tool, found.arguments) == ("query_notes", arguments)


@pytest.mark.parametrize(
    "question",
    [
        "What did we decide about the heating?", "Which notes mention the boiler?", "Why is the house cold?",
        "Where is the list of guests?", "How loud is the heat pump?", "Who has no passport?",
        "Which notes are tagged boiler?", "Which notes have the greenhouse tag?", "Which notes have an alias?",
        "哪些笔记没有标记?", "Which notes link to?",
        "Where was the passport lost, and is there a task?", "What did the note about the roof say?", "x" * 500,
    ],
)  # fmt: skip
def test_v9_a_question_about_text_is_not_a_note_question(question: str) -> None:
    assert parse_note_question(question, NAMES) is None


@pytest.mark.parametrize(
    "question",
    [
        "What did we decide about the heating?", "What did I decide about the heating?", "Was haben wir entschieden?",
        "Who wrote about the heating?",
    ],
)  # fmt: skip
def test_v9_a_verb_equal_to_a_property_name_is_not_a_note_question(question: str) -> None:
    names = replace(NAMES, properties=("decided", "entschieden", "author"))
    assert parse_note_question(question, names) is None


def test_v9_words_besides_tags_and_folders_are_searched_in_the_text() -> None:
    found = parse_note_question("Which notes about heating are tagged house?", NAMES)
    assert found is not None
    assert (found.tool, found.arguments["query"], found.arguments["tags"]) == ("search_notes", "heating", ["house"])


@pytest.mark.parametrize(
    ("question", "when"),
    [("What did Lena say last week?", "last week"), ("Was war im Oktober?", "im oktober"), ("What may I eat?", "")],
)
def test_u17_only_unambiguous_times_select_notes(question: str, when: str) -> None:
    assert clear_time(question) == when


CONTEXT = OfflineContext(NAMES, date(2026, 11, 27))


@pytest.mark.parametrize(
    ("sentence", "tool", "arguments"),
    [
        ("Create a meeting note about the budget with Lena", "apply_template",
         {"template": "Templates/Meeting.md", "target": "Meetings/2026-11-27 budget with Lena.md"}),
        ("Erstelle eine Meeting-Notiz aus der Vorlage Meeting über das Budget", "apply_template",
         {"template": "Templates/Meeting.md", "target": "Meetings/2026-11-27 Budget.md"}),
        ("Crée une note avec le modèle Meeting sur le budget", "apply_template",
         {"template": "Templates/Meeting.md", "target": "2026-11-27 budget.md"}),
        ("Crea una nota con la plantilla Meeting sobre el presupuesto", "apply_template",
         {"template": "Templates/Meeting.md", "target": "2026-11-27 presupuesto.md"}),
        ("用Meeting模板创建关于预算的会议笔记", "apply_template",
         {"template": "Templates/Meeting.md", "target": "2026-11-27 预算.md"}),
        ("Create a note called Shopping list", "write_note",
         {"path": "Shopping list.md", "content": "# Shopping list\n"}),
        ("Set the status of all notes in Projects without a status to open", "bulk_update",
         {"filter": {"all": [{"property": "status", "op": "empty"}, {"folder": "Projects"}]},
          "change": {"kind": "set_property", "property": "status", "value": "open"}}),
        ("Setze den Status von Boiler auf done", "update_frontmatter", {"path": "Boiler", "set": {"status": "done"}}),
        ("What happened on 8 May 2026?", "search_notes",
         {"date_range": {"start": "on 8 may 2026", "end": "on 8 may 2026"}, "limit": 20}),
        ("What did I write in October?", "search_notes",
         {"date_range": {"start": "in october", "end": "in october"}, "limit": 20}),
    ],
)  # fmt: skip
def test_o5_a_command_about_notes_calls_its_tool(sentence: str, tool: str, arguments: dict[str, JsonValue]) -> None:
    assert parse_command(sentence, CONTEXT) == OfflineCommand(tool, arguments)


@pytest.mark.parametrize(
    ("sentence", "research"),
    [
        ("Find all notes mentioning 'machine learning' and summarize what I've learned", ("machine learning", None)),
        ("Fasse meine Notizen zu Wärmepumpe zusammen", ("Wärmepumpe", None)),
        ("Research heat pumps and save it as a note called Heat summary", ("heat pumps", "Heat summary")),
        ("Résume mes notes sur la chaudière", ("la chaudière", None)),
        ("Resume mis notas sobre la caldera y guárdalo como nota Caldera", ("la caldera", "Caldera")),
        ("总结我关于暖气的笔记", ("暖气", None)),
    ],
)
def test_o5_a_summary_command_has_a_topic_and_an_optional_note(sentence: str, research: tuple[str, str | None]) -> None:
    assert parse_research(sentence) == ResearchQuestion(*research)


def test_notes_without_a_due_property_are_not_selected_by_the_dates_of_their_tasks() -> None:
    sentence = "Set the status of all notes due this week to open"
    command = parse_command(sentence, CONTEXT)
    assert command is not None
    assert command.arguments["filter"] == {"property": "due", "op": "on", "value": "this week"}
    without_due = parse_command(sentence, OfflineContext(replace(NAMES, properties=("status",)), CONTEXT.today))
    assert without_due is None or "filter" not in without_due.arguments


@pytest.mark.parametrize("with_notes", [True, False])
def test_notes_with_listed_tasks_are_not_changed(with_notes: bool) -> None:
    due: JsonValue = {"property": "due", "op": "on", "value": "today"}
    queries: list[tuple[dict[str, JsonValue], str]] = [({"filter": due}, "A.md")] if with_notes else []
    queries.append(({"filter": due, "tasks": "open"}, "B.md"))
    messages = [user_message("What is due today?")]
    for number, (arguments, path) in enumerate(queries):
        call = ToolCallPart(id=f"c{number}", name="query_notes", arguments_json="{}", arguments=arguments)
        content = json.dumps({"success": True, "data": {"rows": [{"path": path, "text": {}}]}})
        result = ToolResultPart(call_id=call.id, name=call.name, content=content)
        messages += [Message(role="assistant", parts=(call,)), Message(role="tool", parts=(result,))]
    command = parse_command("Set their status to done", replace(CONTEXT, earlier_messages=tuple(messages)))
    change: JsonValue = {"kind": "set_property", "property": "status", "value": "done"}
    assert command == (OfflineCommand("bulk_update", {"paths": ["A.md"], "change": change}) if with_notes else None)


def test_o5_setting_without_notes_or_of_an_unknown_property_is_not_a_command() -> None:
    assert parse_command("Set status to open", CONTEXT) is None
    assert parse_command("Set the colour of Boiler to red", CONTEXT) is None
