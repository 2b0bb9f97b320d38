"""Tests of providers/offline/note_questions.py: negations, states and dates of tasks, and limits of times."""

import pytest
from pydantic import JsonValue

from vaultdesk.index.index_results import VaultNames
from vaultdesk.providers.offline.note_questions import parse_note_question

NAMES = VaultNames(
    tags=("idea", "work", "urgent"),
    properties=("status", "rating"),
    folders=("Projects", "Archive"),
    values={"status": ("done", "active")},
)
HAS_TEXT: JsonValue = {"none": [{"property": "task", "op": "empty"}]}
NOT_ARCHIVED: JsonValue = {"none": [{"folder": "Archive"}]}
NOT_DONE: JsonValue = {"property": "status", "op": "not", "value": "done"}
NOT_IDEA: JsonValue = {"none": [{"tag": "idea"}]}


@pytest.mark.parametrize(
    ("questions", "note_filter"),
    [
        ("Which notes are not in Archive?|How many notes are outside the Archive folder?|"
         "Welche Notizen liegen nicht in Archive?|Quelles notes ne sont pas dans Archive ?|"
         "¿Qué notas no están en Archive?|所有不在Archive文件夹的笔记", NOT_ARCHIVED),
        ("Which notes are not in Projects or Archive?",
         {"none": [{"folder": "Projects"}, {"folder": "Archive"}]}),
        ("Which notes are in Projects or Archive?", {"any": [{"folder": "Projects"}, {"folder": "Archive"}]}),
        ("Which projects are not done?|Which projects aren't done?|Welche Projekte sind nicht done?",
         {"all": [{"folder": "Projects"}, NOT_DONE]}),
        ("Which notes don't have status done?|Which notes have status not done?|"
         "Welche Notizen haben nicht den Status done?|Quelles notes n'ont pas le status done ?|"
         "¿Qué notas no tienen el status done?|哪些笔记的status不是done？", NOT_DONE),
        ("Which notes are not tagged #idea?|Welche Notizen sind nicht mit idea getaggt?|哪些笔记的标签不是idea？",
         NOT_IDEA),
        ("Show notes tagged work but not urgent|Welche Notizen haben das Tag work, aber nicht urgent?|"
         "Quelles notes ont l'étiquette work mais pas urgent ?|¿Qué notas tienen la etiqueta work pero no urgent?|"
         "notes tagged #work but not #urgent", {"all": [{"tag": "work"}, {"none": [{"tag": "urgent"}]}]}),
        ("Which notes don't have a rating of 5?", {"property": "rating", "op": "not", "value": "5"}),
        ("Which notes link to Budget and are tagged idea?|"
         "Welche Notizen verlinken auf Budget und sind mit idea getaggt?",
         {"all": [{"tag": "idea"}, {"links_to": "Budget"}]}),
    ],
)  # fmt: skip
def test_a_negation_excludes_the_folder_tag_or_value_after_it(questions: str, note_filter: JsonValue) -> None:
    for question in questions.split("|"):
        found = parse_note_question(question, NAMES)
        assert found is not None, question
        assert (found.tool, found.arguments["filter"]) == ("query_notes", note_filter), question


@pytest.mark.parametrize(
    "question",
    [
        "Which tasks are not overdue?",
        "Was ist nicht überfällig?",
        "Quelles tâches ne sont pas en retard ?",
        "¿Qué tareas no vencen esta semana?",
        "哪些任务没有过期？",
        "Which tasks did I not complete last week?",
        "Which notes in Projects are never about taxes?",
        "Which notes are in Projects instead of Archive?",
        "Which notes don't have a rating above 3?",
        "Which notes link to Budget but are not tagged idea?",
        "Notizen in Projects außer Rechnungen",
        "Archive文件夹以外的笔记有哪些？",
        "Open tasks without the word tax",
        "Which notes are not tagged idea or in Archive?",
        "Welche Notizen haben keinen Status oder liegen in Archive?",
        "Which projects are not done or active?",
    ],
)
def test_a_question_with_a_negation_that_no_condition_includes_is_not_a_query(question: str) -> None:
    assert parse_note_question(question, NAMES) is None


@pytest.mark.parametrize(
    ("questions", "state"),
    [
        ("¿Qué tareas no están hechas?|哪些任务没有完成？|哪些任务没做完？|Which tasks haven't been completed?|"
         "Which tasks are not done?|Welche Aufgaben sind noch nicht erledigt?|Welche Aufgaben müssen erledigt werden?|"
         "Quelles tâches ne sont pas encore terminées ?|What tasks need to be done?", "open"),
        ("¿Qué tareas están hechas?|哪些任务已经完成？|已完成的任务有哪些？|Welche Aufgaben sind erledigt?|"
         "Quelles tâches sont terminées ?|Which tasks are done?", "done"),
    ],
)  # fmt: skip
def test_the_state_of_tasks_is_negated_with_words_between(questions: str, state: str) -> None:
    for question in questions.split("|"):
        found = parse_note_question(question, NAMES)
        assert found is not None, question
        assert (found.arguments["tasks"], found.arguments["filter"]) == (state, HAS_TEXT), question


@pytest.mark.parametrize("properties", [("status",), ("status", "due")])
def test_tasks_without_a_due_date_are_found(properties: tuple[str, ...]) -> None:
    names = VaultNames(properties=properties)
    for question in (
        "Which tasks have no due date?", "tasks without due date", "Which tasks don't have a deadline?",
        "Welche Aufgaben haben kein Fälligkeitsdatum?", "Quelles tâches n'ont pas d'échéance ?",
        "¿Qué tareas no tienen fecha de vencimiento?", "哪些任务没有到期日？",
    ):  # fmt: skip
        found = parse_note_question(question, names)
        assert found is not None, question
        assert (found.arguments["tasks"], found.arguments["filter"]) == (
            "open", {"all": [{"property": "due", "op": "empty"}, HAS_TEXT]},
        ), question  # fmt: skip


def _time(name: str, op: str, when: str) -> JsonValue:
    return {"property": name, "op": op, "value": when}


def _on_or(name: str, op: str, when: str) -> JsonValue:
    return {"any": [_time(name, op, when), _time(name, "on", when)]}


@pytest.mark.parametrize(
    ("question", "note_filter"),
    [
        ("Which tasks were completed since Monday?", _on_or("completion", "after", "last monday")),
        ("Welche Aufgaben wurden seit Montag erledigt?", _on_or("completion", "after", "letzten montag")),
        ("Quelles tâches ai-je faites depuis lundi ?", _on_or("completion", "after", "lundi dernier")),
        ("¿Qué tareas están completadas desde el lunes?", _on_or("completion", "after", "lunes pasado")),
        ("从周一以来完成的任务", _on_or("completion", "after", "周一")),
        ("What is due since Monday?", _on_or("due", "after", "last monday")),
        ("Welche Aufgaben wurden vor dem 3. Mai 2026 abgeschlossen?", _time("completion", "before", "3. mai 2026")),
        ("¿Qué vence antes del 20 de mayo de 2026?", _time("due", "before", "20 de mayo de 2026")),
        ("Finished tasks from last week", _time("completion", "on", "last week")),
        ("What is due by Friday?", _on_or("due", "before", "friday")),
        ("Welche Aufgaben sind bis Freitag fällig?", _on_or("due", "before", "freitag")),
        ("Qu'est-ce qui est à rendre d'ici vendredi ?", _on_or("due", "before", "vendredi")),
        ("¿Qué vence antes del viernes?", _time("due", "before", "viernes")),
        ("哪些任务周五之前到期？", _time("due", "before", "周五")),
        ("What got done today?", _time("completion", "on", "today")),
        ("What did I get done this week?", _time("completion", "on", "this week")),
    ],
)
def test_a_preposition_before_a_time_limits_the_range(question: str, note_filter: JsonValue) -> None:
    found = parse_note_question(question, NAMES)
    assert found is not None
    assert (found.tool, found.arguments["filter"]) == ("query_notes", note_filter)
