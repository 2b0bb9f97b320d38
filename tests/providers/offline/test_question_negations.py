"""Tests of providers/offline/note_questions.py: negations, states and dates of tasks, and limits of times."""

from collections.abc import Iterator

import pytest
from pydantic import JsonValue

from tests.support.growth import check_growth, repeated
from vaultdesk.index.index_results import VaultNames
from vaultdesk.providers.offline.note_questions import MAX_QUESTION, parse_note_question
from vaultdesk.providers.offline.question_patterns import without_obligation

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
NOT_LINKED: JsonValue = {"none": [{"links_to": "Budget"}]}
NO_TEXT: JsonValue = {"property": "task", "op": "empty"}


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
        ("Which notes are not tagged #idea?|Welche Notizen sind nicht mit idea getaggt?|"
         "Welche Notizen sind mit idea noch nicht getaggt?|哪些笔记的标签不是idea？", NOT_IDEA),
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
        "Which tasks did I not complete last week?",
        "Welche Aufgaben habe ich letzte Woche nicht erledigt?",
        "¿Qué tareas no completé la semana pasada?",
        "上周我没有完成哪些任务？",
        "Which tasks should I not finish?",
        "Which tasks are not yet due?",
        "Which done tasks are due this week?",
        "Are there no overdue tasks?",
        "Are there no finished tasks?",
        "Keine überfälligen Aufgaben?",
        "有没有过期的任务？",
        "没有过期的任务吗？",
        "Which tasks are no longer overdue?",
        "Which tasks are not overdue or due today?",
        "Which tasks are not due today but tomorrow?",
        "What is due but not today?",
        "Quelles tâches non urgentes ?",
        "Are there no links to [[Budget]]?",
        "有没有链接到[[Budget]]的笔记？",
        "Which notes never link to [[Budget]]?",
        "Which notes link to Budget or not?",
        "Which notes link to everything except [[Budget]]?",
        "Which notes have no links to them?",
        "Notizen, die nicht auf [[Budget]], sondern auf [[Tax]] verlinken",
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
    ("questions", "excluded"),
    [
        ("Which tasks are not overdue?|Which tasks aren't past due?|non-overdue tasks|What is not yet overdue?|"
         "Was ist nicht überfällig?|noch nicht überfällige Aufgaben|Quelles tâches ne sont pas encore en retard ?|"
         "Qu'est-ce qui n'est pas en retard ?|¿Qué tareas no están vencidas?|¿Qué no está atrasado?|"
         "哪些任务没有过期？|未逾期的任务", {"property": "due", "op": "before", "value": "today"}),
        ("Which tasks are not due this week?", {"property": "due", "op": "on", "value": "this week"}),
        ("Welche Aufgaben sind diese Woche nicht fällig?", {"property": "due", "op": "on", "value": "diese woche"}),
        ("Quelles tâches n'arrivent pas à échéance cette semaine ?",
         {"property": "due", "op": "on", "value": "cette semaine"}),
        ("¿Qué tareas no vencen esta semana?", {"property": "due", "op": "on", "value": "esta semana"}),
        ("哪些任务本周不到期？", {"property": "due", "op": "on", "value": "本周"}),
        ("What is not due by Friday?", {"any": [{"property": "due", "op": "before", "value": "friday"},
                                               {"property": "due", "op": "on", "value": "friday"}]}),
    ],
)  # fmt: skip
def test_a_negated_due_date_excludes_it(questions: str, excluded: JsonValue) -> None:
    for question in questions.split("|"):
        of_tasks: JsonValue = {"none": [excluded, NO_TEXT]}
        found = parse_note_question(question, NAMES)
        assert found is not None, question
        assert (found.arguments["tasks"], found.arguments["filter"]) == ("open", of_tasks), question
        assert found.task_arguments is None

        found = parse_note_question(question, VaultNames(properties=("due",)))
        assert found is not None, question
        assert found.arguments["filter"] == {"none": [excluded, {"property": "due", "op": "empty"}]}, question
        assert found.task_arguments is not None
        assert (found.task_arguments["tasks"], found.task_arguments["filter"]) == ("open", of_tasks), question


def test_a_negated_date_is_one_of_several_conditions() -> None:
    not_overdue: JsonValue = {"none": [{"property": "due", "op": "before", "value": "today"}, NO_TEXT]}
    for question, note_filter in (
        ("Which tasks not in Archive are not overdue?", {"all": [not_overdue, NOT_ARCHIVED]}),
        ("Which projects are not overdue?", {"all": [not_overdue, {"folder": "Projects"}]}),
        ("Which tasks due this week are not done?", {"property": "due", "op": "on", "value": "this week"}),
        ("What is not scheduled for tomorrow?",
         {"none": [{"property": "scheduled", "op": "on", "value": "tomorrow"}, NO_TEXT]}),
    ):  # fmt: skip
        found = parse_note_question(question, NAMES)
        assert found is not None, question
        assert (found.arguments["tasks"], found.arguments["filter"]) == ("open", note_filter), question


@pytest.mark.parametrize(
    ("questions", "note_filter"),
    [
        ("Which notes do not link to [[Budget]]? / Which notes don't link to Budget? / "
         "notes not linked to [[Budget#Q1]] / notes without a link to [[Budget|it]] / "
         "What doesn't link to [[Budget]]? / notes that have no link to Budget / "
         "Welche Notizen verlinken nicht auf [[Budget]]? / Notizen, die nicht auf Budget verweisen / "
         "Welche Notizen sind nicht mit [[Budget]] verlinkt? / Notizen ohne Verweis auf [[Budget]] / "
         "Quelles notes ne pointent pas vers [[Budget]] ? / Quelles notes n'ont pas de lien vers Budget ? / "
         "notes sans lien vers [[Budget]] / Quelles notes ne sont pas liées à [[Budget]] ? / "
         "¿Qué notas no enlazan a [[Budget]]? / notas que no tienen ningún enlace a Budget / "
         "notas sin enlace a [[Budget]] / 哪些笔记没有链接到[[Budget]]？ / 不链接到[[Budget]]的笔记 / "
         "哪些笔记没有到[[Budget]]的链接？", NOT_LINKED),
        ("Notizen, die auf [[Budget]] verlinken / Quelles notes ont un lien vers Budget ? / "
         "notas con un enlace a [[Budget]] / 链接到[[Budget]]的笔记 / What links to [[Budget]]?",
         {"links_to": "Budget"}),
        ("Which notes link to [[Budget]] but not to [[Tax]]? / 链接到[[Budget]]但没有链接到[[Tax]]的笔记",
         {"all": [{"links_to": "Budget"}, {"none": [{"links_to": "Tax"}]}]}),
        ("Which notes link to [[A]] or [[B]]?", {"any": [{"links_to": "A"}, {"links_to": "B"}]}),
        ("Which notes don't link to [[A]] or to [[B]]?", {"none": [{"links_to": "A"}, {"links_to": "B"}]}),
        ("Which notes link to [[Not overdue]]?", {"links_to": "Not overdue"}),
        ("Which projects do not link to [[Budget]]?", {"all": [NOT_LINKED, {"folder": "Projects"}]}),
    ],
)  # fmt: skip
def test_each_link_is_read_with_its_negation(questions: str, note_filter: JsonValue) -> None:
    for question in questions.split(" / "):
        found = parse_note_question(question, NAMES)
        assert found is not None, question
        assert (found.tool, found.arguments["filter"]) == ("query_notes", note_filter), question


NEGATED_QUESTIONS = {
    ("not", "no", "never", "without", "except", "but not", "isn't", "don't", "non"): (
        "Which tasks are overdue?", "Which notes in Projects link to [[Budget]]?", "Which projects are due by Friday?",
        "Which tasks did I finish?", "Which tasks did I complete yesterday?", "Which tasks have a due date?",
        "Which notes are tagged idea and link to Budget?", "What is scheduled for tomorrow?",
    ),
    ("nicht", "kein", "ohne", "nie", "außer", "noch nicht", "sondern"): (
        "Welche Aufgaben sind überfällig?", "Notizen, die auf [[Budget]] verlinken", "Welche Aufgaben sind erledigt?",
        "Welche Notizen sind mit idea getaggt?",
    ),
    ("pas", "ne pas", "sans", "aucune", "jamais", "sauf", "non"): (
        "Quelles tâches sont en retard ?", "Quelles notes ont un lien vers [[Budget]] ?",
        "Quelles tâches sont terminées ?",
    ),
    ("no", "sin", "nunca", "ninguna", "excepto", "tampoco", "aún no"): (
        "¿Qué tareas están vencidas?", "¿Qué notas enlazan a [[Budget]]?", "¿Qué tareas he completado?",
    ),
    ("不", "没有", "未", "没", "除了", "不是", "尚未"): (
        "哪些任务过期了？", "链接到[[Budget]]的笔记", "哪些任务已经完成？", "哪些笔记有到[[Budget]]的链接？",
    ),
}  # fmt: skip
"""For the negations of a language, questions that are queries."""


def _negated(question: str, negation: str) -> Iterator[str]:
    """Yield *question* with *negation* at each place between its words, or in Chinese between its characters."""
    if negation.isascii() or " " in question:
        words = question.split()
        yield from (" ".join((*words[:place], negation, *words[place:])) for place in range(len(words) + 1))
        return
    link = range(question.find("[[") + 1, question.find("]]") + 2)
    yield from (question[:place] + negation + question[place:] for place in range(len(question)) if place not in link)


@pytest.mark.parametrize(
    ("question", "negations"),
    [(question, negations) for negations, questions in NEGATED_QUESTIONS.items() for question in questions],
)
def test_a_negation_at_any_place_changes_the_query_or_makes_it_none(question: str, negations: tuple[str, ...]) -> None:
    found = parse_note_question(question, NAMES)
    assert found is not None
    assert found.tool == "query_notes"
    for negation in negations:
        for negated_question in _negated(question, negation):
            negated = parse_note_question(negated_question, NAMES)
            assert negated is None or (negated.kind, negated.tool) == ("list", "query_notes"), negated_question
            assert negated is None or negated.arguments != found.arguments, negated_question


@pytest.mark.parametrize(
    ("questions", "state"),
    [
        ("¿Qué tareas no están hechas?|哪些任务没有完成？|哪些任务没做完？|Which tasks haven't been completed?|"
         "Which tasks are not done?|Welche Aufgaben sind noch nicht erledigt?|Welche Aufgaben müssen erledigt werden?|"
         "Quelles tâches ne sont pas encore terminées ?|What tasks need to be done?|Which tasks did I not complete?|"
         "Which tasks didn't I finish?|tasks I never finished|Which tasks are not yet complete?|"
         "Welche Aufgaben habe ich nicht fertiggestellt?|nicht erledigte Aufgaben|Quelles tâches n'ai-je pas fait ?|"
         "¿Qué tareas todavía no he terminado?|¿Qué tareas no completé?|tareas que no se han hecho|我没完成什么任务？",
         "open"),
        ("¿Qué tareas están hechas?|哪些任务已经完成？|已完成的任务有哪些？|Welche Aufgaben sind erledigt?|"
         "Quelles tâches sont terminées ?|Which tasks are done?|Which tasks did I finish?|¿Qué tareas he completado?",
         "done"),
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
        ("从周一以来完成的任务", _on_or("completion", "after", "上一个周一")),
        ("自周一以来到期的任务", _on_or("due", "after", "上一个周一")),
        ("自从星期一有什么到期？", _on_or("due", "after", "上一个星期一")),
        ("周一以来有什么到期？", _on_or("due", "after", "上一个周一")),
        ("从周一起有哪些任务到期？", _on_or("due", "after", "周一")),
        ("Was ist ab Montag fällig?", _on_or("due", "after", "montag")),
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


@pytest.mark.parametrize(
    ("questions", "when"),
    [
        ("What do I have to complete this week?|What do I still have to do this week?|What must I finish this week?|"
         "Which tasks should I complete this week?|What do I need to get done this week?|What must be done this week?|"
         "What needs to be done this week?|Which tasks have to be completed this week?|What needs finishing this week?|"
         "What is to be done this week?|Tasks to complete this week|Which tasks due this week must I finish?|"
         "What will I have to finish this week?|What should I have finished this week?|"
         "What am I supposed to finish this week?|Which tasks are left to do this week?", "this week"),
        ("Which tasks must I finish today?|What have I got to finish today?", "today"),
        ("Was muss ich diese Woche erledigen?|Was soll ich diese Woche noch fertigstellen?|"
         "Was muss diese Woche erledigt werden?|Welche Aufgaben müssen diese Woche abgeschlossen sein?|"
         "Was ist diese Woche zu erledigen?|Was habe ich diese Woche zu tun?|Was sollte ich diese Woche abschließen?|"
         "Aufgaben, die ich diese Woche erledigen muss|Was muss ich diese Woche fertig bekommen?", "diese woche"),
        ("Que dois-je terminer cette semaine ?|Qu'est-ce que je dois faire cette semaine ?|"
         "Quelles tâches doivent être terminées cette semaine ?|Que faut-il finir cette semaine ?|"
         "Qu'est-ce qui doit être fait cette semaine ?|Quelles tâches ai-je à terminer cette semaine ?|"
         "Que devrais-je avoir terminé cette semaine ?|Que faut-il que je termine cette semaine ?", "cette semaine"),
        ("¿Qué tengo que terminar esta semana?|¿Qué debo terminar esta semana?|¿Qué hay que hacer esta semana?|"
         "¿Qué tareas debería completar esta semana?|¿Qué tareas tienen que estar terminadas esta semana?|"
         "¿Qué necesito acabar esta semana?|¿Qué queda por hacer esta semana?", "esta semana"),
        ("我这周要完成什么?|这周我必须完成哪些任务？|我这周需要做完什么？|这周应该完成哪些任务？|我这周得完成什么？|这周待完成的任务|"
         "我这周要做什么？", "这周"),
    ],
)  # fmt: skip
def test_a_question_for_tasks_to_be_done_in_a_time_is_about_open_tasks_that_are_due(questions: str, when: str) -> None:
    for question in questions.split("|"):
        found = parse_note_question(question, NAMES)
        assert found is not None, question
        assert (found.arguments["tasks"], found.arguments["filter"]) == ("open", _time("due", "on", when)), question


@pytest.mark.parametrize(
    "questions",
    [
        "Which tasks do I have to complete?|Which tasks must be finished?|What do I need to finish?|tasks to finish|"
        "What should I do?",
        "Welche Aufgaben muss ich erledigen?|Was muss erledigt werden?|Welche Aufgaben sind zu erledigen?",
        "Quelles tâches dois-je terminer ?|Que faut-il faire ?|Quelles tâches sont à finir ?",
        "¿Qué tareas tengo que terminar?|¿Qué hay que hacer?|¿Qué tareas deben estar hechas?",
        "我必须完成哪些任务？|我要完成什么？|哪些任务需要做完？",
    ],
)
def test_a_question_for_tasks_to_be_done_without_a_time_is_about_open_tasks(questions: str) -> None:
    for question in questions.split("|"):
        found = parse_note_question(question, NAMES)
        assert found is not None, question
        assert (found.arguments["tasks"], found.arguments["filter"]) == ("open", HAS_TEXT), question


@pytest.mark.parametrize(
    ("questions", "when"),
    [
        ("What did I complete this week?|What have I completed this week?|Which tasks did I finish this week?|"
         "What did I get done this week?|What was completed this week?|What has been done this week?|"
         "Tasks I finished this week|Which tasks were done this week?", "this week"),
        ("Was habe ich diese Woche erledigt?|Welche Aufgaben wurden diese Woche erledigt?|"
         "Welche Aufgaben habe ich diese Woche abgeschlossen?|Aufgaben, die wir diese Woche erledigt haben|"
         "Was ist diese Woche erledigt worden?", "diese woche"),
        ("Qu'ai-je terminé cette semaine ?|Quelles tâches ai-je terminées cette semaine ?|"
         "Quelles tâches ont été terminées cette semaine ?", "cette semaine"),
        ("¿Qué terminé esta semana?|¿Qué he terminado esta semana?|¿Qué tareas he completado esta semana?|"
         "¿Qué tareas han sido terminadas esta semana?", "esta semana"),
        ("我这周完成了什么？|我这周完成了哪些任务？|这周已完成的任务有哪些？|哪些任务这周已经完成？", "这周"),
    ],
)  # fmt: skip
def test_a_question_for_what_was_completed_is_about_finished_tasks(questions: str, when: str) -> None:
    for question in questions.split("|"):
        found = parse_note_question(question, NAMES)
        assert found is not None, question
        assert (found.arguments["tasks"], found.arguments["filter"]) == ("done", _time("completion", "on", when)), (
            question
        )


@pytest.mark.parametrize(
    "questions",
    [
        "What did I have to complete this week?|What can I finish today?|What will I finish today?|"
        "What do I want to finish today?|What am I going to finish today?|What had to be done last week?|"
        "What don't I have to finish today?|Which tasks do I not have to finish today?|"
        "What mustn't be completed today?|What do I have to do for the garden in May?|What should I do about the roof?",
        "Was musste letzte Woche erledigt werden?|Was wird diese Woche erledigt?|Was möchte ich heute fertig haben?|"
        "Was kann heute erledigt werden?|Was muss ich heute nicht erledigen?|Was soll ich mit dem Dach machen?",
        "Que peut être terminé cette semaine ?|Que devait être fait hier ?|Que ne dois-je pas terminer aujourd'hui ?|"
        "Quelles tâches seront terminées demain ?",
        "¿Qué puede estar terminado hoy?|¿Qué tareas serán terminadas mañana?|¿Qué no tengo que terminar hoy?",
        "我今天能完成什么？|我想这周完成什么？|我今天不需要完成什么？|我们会在明天完成什么？",
    ],
)
def test_a_possible_intended_or_needless_completion_is_not_a_query(questions: str) -> None:
    for question in questions.split("|"):
        assert parse_note_question(question, NAMES) is None, question


def test_tasks_to_be_done_have_other_conditions_and_notes_with_a_due_date() -> None:
    projects: JsonValue = {"folder": "Projects"}
    for question, note_filter in (
        ("What do I have to finish in Projects this week?", {"all": [_time("due", "on", "this week"), projects]}),
        ("Was muss ich in Projects diese Woche erledigen?", {"all": [_time("due", "on", "diese woche"), projects]}),
        ("Which tasks with #idea must I finish by Friday?",
         {"all": [{"tag": "idea"}, _on_or("due", "before", "friday")]}),
        ("我需要在周五之前完成哪些任务？", _time("due", "before", "周五")),
        ("Which overdue tasks must I finish?", _time("due", "before", "today")),
        ("What must be done that is scheduled for tomorrow?", _time("scheduled", "on", "tomorrow")),
    ):  # fmt: skip
        found = parse_note_question(question, NAMES)
        assert found is not None, question
        assert (found.arguments["tasks"], found.arguments["filter"]) == ("open", note_filter), question
    found = parse_note_question("Was muss ich heute erledigen?", VaultNames(properties=("fällig",)))
    assert found is not None
    assert (found.arguments["filter"], found.arguments["columns"]) == (_time("fällig", "on", "heute"), ["fällig"])
    assert found.task_arguments is not None
    assert found.task_arguments["filter"] == _time("due", "on", "heute")


def test_the_time_of_searching_for_an_obligation_does_not_explode() -> None:
    for fragment in ("muss ", "dois ", "tengo que ", "have to i ", "要", "full of must i still "):
        text = repeated(fragment)
        check_growth(without_obligation, text(MAX_QUESTION // 8), text(MAX_QUESTION), 8**2)
