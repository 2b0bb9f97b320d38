"""Tests of providers/offline/offline_assistant.py."""

import json
from collections.abc import Sequence
from typing import Any

import pytest

from tests.providers.asking import READ, SEARCH, Outcome, ask, request
from vaultdesk.chat.attached_text import empty_attached_tag, wrap_attached
from vaultdesk.chat.messages import Message, Source, TextPart, ToolResultPart, user_message
from vaultdesk.core.errors import ProviderRefused
from vaultdesk.core.values import replace
from vaultdesk.index.index_results import VaultNames
from vaultdesk.providers.offline.offline_assistant import OFFLINE_DESTINATION, OfflineAssistant, OfflineStep
from vaultdesk.providers.offline.offline_replies import SIGNATURE, OfflineReplies, without_signature
from vaultdesk.providers.offline.quotes import Quote, WeighedQuestion, weighed_question
from vaultdesk.providers.provider import AnswerFormat, ModelInfo, TextArrived, ToolChoice, ToolSpec, TurnEnded

QUOTE = Quote("a/B.md", "", "It leaks.")
REPLIES = OfflineReplies()


def test_every_answer_about_notes_ends_with_the_signature() -> None:
    for answer in (
        REPLIES.quotes([QUOTE]),
        REPLIES.nothing_found(["x"], ["a.md"]),
        REPLIES.unread(["a.md"]),
        REPLIES.search_refused("No"),
        REPLIES.reading_refused("No", ["a.md"]),
    ):
        assert answer.endswith(f"*{SIGNATURE}*")
        assert without_signature(answer) == answer.removesuffix(f"*{SIGNATURE}*").strip()


def test_one_quote_is_introduced_in_the_singular() -> None:
    assert REPLIES.quotes([QUOTE]).startswith("One of your notes says:\n\n> It leaks. — [[a/B|B]]\n\n")


def test_quotes_that_may_not_answer_the_question_are_introduced_as_such() -> None:
    assert REPLIES.quotes([QUOTE], is_certain=False).startswith("Your notes may answer this:\n\n> It leaks. — ")


def test_repeated_remarks_appear_once_as_a_sentence() -> None:
    assert REPLIES.quotes([QUOTE], ["It was cut", "It was cut"]).count("It was cut.") == 1


def test_search_words_are_joined_as_a_list() -> None:
    assert '"a", "b" and "c".' in REPLIES.nothing_found(["a", "b", "c"], [])
    assert "Closest in your notes: [[a|a]]." in REPLIES.nothing_found(["a"], ["a.md"])
    closest = REPLIES.nothing_found(["a"], ["a.md"], closest=[QUOTE])
    assert "Closest in your notes:\n\n> It leaks. — [[a/B|B]]\n\n" in closest
    assert "[[a|a]]" not in closest


def test_answers_are_in_the_language_of_the_user() -> None:
    german = {"Your notes say:": "Deine Notizen sagen:", SIGNATURE.template: "Offline."}
    replies = OfflineReplies(lambda phrase: phrase.rendered(lambda template: german.get(template, template)))
    answer = replies.quotes([QUOTE, Quote("c.md", "", "Y.")])
    assert answer.startswith("Deine Notizen sagen:")
    assert without_signature(answer).endswith("[[c|c]]")


NOTES = {
    "House/Boiler.md": "# Boiler\nThe boiler is from 1998. It leaks.\n## Decision\nWe replace the boiler in May.",
    "Diary.md": "Bread is out. The boiler man came on Monday.",
    "Garden.md": "Roses.",
}


def search_results(word: str) -> object:
    lowercase = word.lower()
    return [
        {"path": path, "basename": path[:-3], "matches": text.lower().count(lowercase), "preview": text[:50]}
        for path, text in NOTES.items()
        if lowercase in text.lower()
    ]


def file_contents(paths: list[str]) -> object:
    return [{"path": path, "content": NOTES[path], "size": len(NOTES[path])} for path in paths]


def refusal(reason: str = "") -> dict[str, object]:
    error = {"code": "CANCELLED", "message": "User cancelled tool execution"}
    return {"success": False, "error": {**error, **({"details": {"reason": reason}} if reason else {})}}


PASSAGE_SEARCH = ToolSpec(
    "local_search", "Search passages.", {"type": "object", "properties": {"query": {"type": "string"}}}
)


SOURCE = Source(path="House/Boiler.md")


class Conversation:
    """A conversation in which the tools answer from `NOTES`, or as the test specifies."""

    def __init__(self, question: str | Message, *, tools: tuple[ToolSpec, ...] = (SEARCH, READ)) -> None:
        self.messages = [question if isinstance(question, Message) else user_message(question)]
        self.tools = tools
        self.requested: list[tuple[str, object]] = []

    async def turn(self, answers: dict[str, object] | None = None, note: str = "") -> Outcome:
        """Run one turn; *answers* replace complete results, by the name of the tool."""
        outcome = await ask(OfflineAssistant(), request(*self.messages, tools=self.tools))
        if outcome.calls:
            self.messages.append(Message(role="assistant", parts=tuple(outcome.calls)))
            results = []
            for call in outcome.calls:
                assert call.arguments is not None
                self.requested.append((call.name, call.arguments.get("query", call.arguments.get("file_paths"))))
                data = search_results(str(call.arguments["query"])) if call.name == "vault_search" else None
                if data is None and call.name == "file_read":
                    data = file_contents(call.arguments["file_paths"])  # type: ignore[arg-type]
                answer = {"success": True, "data": data, "metadata": {"note": note}}
                content = json.dumps((answers or {}).get(call.name, answer))
                results.append(ToolResultPart(call_id=call.id, name=call.name, content=content))
            self.messages.append(Message(role="tool", parts=tuple(results)))
        return outcome


async def test_the_assistant_searches_reads_and_quotes_with_links() -> None:
    conversation = Conversation("What about the boiler?")

    await conversation.turn()
    await conversation.turn()
    outcome = await conversation.turn()

    assert conversation.requested == [("vault_search", "boiler"), ("file_read", ["House/Boiler.md", "Diary.md"])]
    first, *quotes, signature = outcome.text.split("\n\n")
    assert first in ("Your notes say:", "One of your notes says:")
    assert "> We replace the boiler in May. — [[House/Boiler#Decision|Boiler › Decision]]" in quotes
    assert "built-in offline assistant" in signature
    assert outcome.stop == "end"


def passage_result(*passages: tuple[str, str]) -> dict[str, object]:
    data = [{"path": path, "heading": "", "text": text, "score": 0.9, "modified": ""} for path, text in passages]
    return {"success": True, "data": data, "metadata": {}}


DECISION = passage_result(("House/Boiler.md", "## Decision\nWe replace the boiler."), ("Garden.md", "Roses."))


async def test_passages_are_quoted_below_their_headings() -> None:
    conversation = Conversation("What about the boiler?", tools=(PASSAGE_SEARCH, SEARCH, READ))

    search = await conversation.turn({"local_search": DECISION})
    outcome = await conversation.turn()

    assert [call.arguments for call in search.calls] == [{"query": "What about the boiler?"}]
    assert "> We replace the boiler. — [[House/Boiler#Decision|Boiler › Decision]]" in outcome.text
    assert outcome.stop == "end"


async def test_o2_properties_of_a_passage_are_quoted() -> None:
    result = passage_result(("People/Ada Lima.md", "Likes tea."))
    result["data"][0]["frontmatter"] = {"birthday": "1990-05-17"}  # type: ignore[index] # a list of objects
    conversation = Conversation("When is Ada's birthday?", tools=(PASSAGE_SEARCH,))
    await conversation.turn({"local_search": result})
    assert "> birthday: 1990-05-17 — [[People/Ada Lima|Ada Lima]]" in (await conversation.turn()).text


async def test_a_question_without_an_answer_names_the_closest_notes() -> None:
    conversation = Conversation("What about the boiler?", tools=(PASSAGE_SEARCH, SEARCH, READ))
    await conversation.turn({"local_search": passage_result(("Garden.md", "Roses."))})
    outcome = await conversation.turn()
    assert outcome.text.startswith('Your notes contain nothing about this. I searched for "boiler".')
    assert "Closest in your notes: [[Garden|Garden]]." in outcome.text
    assert "> " not in outcome.text

    conversation = Conversation("What about the boiler?", tools=(PASSAGE_SEARCH,))
    await conversation.turn({"local_search": passage_result()})
    assert "Closest" not in (await conversation.turn()).text


async def test_u17_notes_of_the_time_in_a_question_are_searched_first() -> None:
    conversation = Conversation("What did Lena say last week about the boiler?", tools=(PASSAGE_SEARCH,))
    search = await conversation.turn({"local_search": DECISION})
    query = "What did Lena say last week about the boiler?"
    assert [call.arguments for call in search.calls] == [
        {"query": query, "time_range": {"start": "last week", "end": "last week"}},
        {"query": query},
    ]


async def test_a_word_that_happens_to_name_a_folder_does_not_hide_the_answer() -> None:
    names = VaultNames(folders=("People",))
    tools = tuple(ToolSpec(name, "", {}) for name in ("search_notes", "local_search"))
    question = user_message("How many people fit on the cutter?")
    first = await OfflineStep(request(question, tools=tools), None, REPLIES).next(names)
    assert isinstance(first, tuple)
    assert first[0].name == "search_notes"
    empty = json.dumps({"success": True, "data": {"total_found": 0, "results": []}})
    result = ToolResultPart(call_id=first[0].id, name="search_notes", content=empty)
    conversation = (question, Message(role="assistant", parts=first), Message(role="tool", parts=(result,)))
    second = await OfflineStep(request(*conversation, tools=tools), None, REPLIES).next(names)
    assert isinstance(second, tuple)
    assert [(call.name, call.arguments) for call in second] == [
        ("local_search", {"query": "How many people fit on the cutter?"})
    ]


QUERY = ToolSpec("query_notes", "", {})
DUE_NAMES = VaultNames(properties=("due",))
NO_ROWS: dict[str, object] = {"total_found": 0, "rows": []}


async def due_answer(names: VaultNames, *answers: dict[str, object]) -> object:
    """Return the step after the calls for what is due, with *answers* as their results."""
    return await query_answer("What is due in December 2026?", names, *answers)


async def query_answer(text: str, names: VaultNames, *answers: dict[str, object]) -> object:
    """Return the step after the queries for the question *text*, with *answers* as their results."""
    question = user_message(text)
    tools = (QUERY, PASSAGE_SEARCH)
    calls = await OfflineStep(request(question, tools=tools), None, REPLIES).next(names)
    assert isinstance(calls, tuple)
    results = tuple(
        ToolResultPart(call_id=call.id, name=call.name, content=json.dumps({"success": True, "data": data, **data}))
        for call, data in zip(calls, answers, strict=True)
    )
    conversation = (question, Message(role="assistant", parts=calls), Message(role="tool", parts=results))
    return await OfflineStep(request(*conversation, tools=tools), None, REPLIES).next(names)


TASK_ROWS: dict[str, object] = {
    "total_found": 3,
    "rows": [
        {"path": "A.md", "text": {"task": "Call *Mara* 📅 2026-12-03", "status": " ", "line": 4}},
        {"path": "A.md", "text": {"task": "Order tiles [due:: 2026-12-04]", "status": "/", "line": 9}},
    ],
}
DUE_TASKS = (
    "2 of 3 tasks (open tasks, due: in december 2026):\n\n- [ ] Call Mara 📅 2026-12-03 — [[A|A]]\n"
    "- [/] Order tiles [due:: 2026-12-04] — [[A|A]]\n- and 1 more\n\n*"
)


async def test_notes_and_open_tasks_that_are_due_are_listed_with_links() -> None:
    rows: dict[str, object] = {"total_found": 1, "rows": [{"path": "P/B.md", "text": {"due": "2026-12-01"}}]}
    answer = await due_answer(DUE_NAMES, rows, TASK_ROWS)
    assert isinstance(answer, str)
    assert answer.startswith(f"1 note found (due: in december 2026):\n\n- 2026-12-01: [[P/B|B]]\n\n{DUE_TASKS}")
    only_notes = await due_answer(DUE_NAMES, rows, NO_ROWS)
    assert isinstance(only_notes, str)
    assert without_signature(only_notes) == "1 note found (due: in december 2026):\n\n- 2026-12-01: [[P/B|B]]"
    only_tasks = await due_answer(DUE_NAMES, NO_ROWS, TASK_ROWS)
    assert isinstance(only_tasks, str)
    assert only_tasks.startswith(DUE_TASKS)


async def test_if_nothing_is_due_the_text_is_searched_only_without_a_due_property() -> None:
    nothing = await due_answer(DUE_NAMES, NO_ROWS, NO_ROWS)
    assert isinstance(nothing, str)
    assert nothing.startswith("No note found (due: in december 2026).")
    tasks = await due_answer(VaultNames(), TASK_ROWS)
    assert isinstance(tasks, str)
    assert tasks.startswith(DUE_TASKS)
    search = await due_answer(VaultNames(), NO_ROWS)
    assert isinstance(search, tuple)
    assert {call.name for call in search} == {"local_search"}


ALL_TASKS = (
    "2 tasks in 1 note ({0}):\n\n- [ ] Call Mara 📅 2026-12-03 — [[A|A]]\n"
    "- [/] Order tiles [due:: 2026-12-04] — [[A|A]]\n\n*"
)


@pytest.mark.parametrize(
    ("question", "description"),
    [
        ("What are my open tasks?", "open tasks"),
        ("Which tasks are done?", "finished tasks"),
        ("Open tasks about Mara", "open tasks, “Mara”"),
        ("What is scheduled for tomorrow?", "open tasks, scheduled: tomorrow"),
        ("What did I complete last week?", "finished tasks, completion: last week"),
    ],
)
async def test_tasks_are_listed_with_their_number_and_links_without_reading_notes(
    question: str, description: str
) -> None:
    answer = await query_answer(question, VaultNames(), {**TASK_ROWS, "total_found": 2})
    assert isinstance(answer, str)
    assert answer.startswith(ALL_TASKS.format(description))
    cut = await query_answer(question, VaultNames(), {**TASK_ROWS, "total_found": 57})
    assert isinstance(cut, str)
    assert cut.startswith(f"2 of 57 tasks ({description}):\n\n")
    assert "\n- and 55 more\n" in cut


async def test_without_tasks_the_answer_says_so_and_conditions_are_searched_in_the_text() -> None:
    nothing = await query_answer("What are my open tasks?", VaultNames(), NO_ROWS)
    assert isinstance(nothing, str)
    assert nothing.startswith("No task found (open tasks).")
    for question in ("What are the tasks of the mayor?", "What did I complete last week?"):
        search = await query_answer(question, VaultNames(), NO_ROWS)
        assert isinstance(search, tuple)
        assert {call.name for call in search} == {"local_search"}


@pytest.mark.parametrize(
    "question",
    [
        "Which open tasks have #boiler?", "Which notes in Projects are tagged #boiler?", "How many notes have #boiler?",
        "Set status to done for all notes in Projects tagged #boiler",
    ],
)  # fmt: skip
async def test_a_tag_that_no_note_has_is_reported(question: str) -> None:
    names = VaultNames(tags=("idea",), properties=("status",), folders=("Projects",))
    answer = await query_answer(question, names, {**NO_ROWS, "metadata": {"note": "One note was not read"}})
    assert isinstance(answer, str)
    assert without_signature(answer) == "No note has the tag #boiler.\n\nOne note was not read."
    both = await query_answer("notes tagged #boiler or #roof", names, NO_ROWS)
    assert isinstance(both, str)
    assert without_signature(both) == "No note has the tag #boiler. No note has the tag #roof."


async def test_a_tag_that_a_note_has_since_the_lookup_is_searched_in_the_text() -> None:
    row: dict[str, object] = {"total_found": 1, "rows": [{"path": "A.md", "text": {}}]}
    search = await query_answer("Which open tasks have #boiler?", VaultNames(), row)
    assert isinstance(search, tuple)
    assert {call.name for call in search} == {"local_search"}
    refused = await query_answer("Which open tasks have #boiler?", VaultNames(), refusal("Not now"))
    assert isinstance(refused, str)
    assert refused.startswith("The notes were not searched. Not now.")


async def test_a_refused_query_for_what_is_due_is_reported() -> None:
    answer = await due_answer(DUE_NAMES, refusal("Not now"), TASK_ROWS)
    assert isinstance(answer, str)
    assert answer.startswith(DUE_TASKS.removesuffix("*"))
    assert "Not now." in answer


async def test_a_denied_passage_search_is_reported() -> None:
    conversation = Conversation("What about the boiler?", tools=(PASSAGE_SEARCH, SEARCH, READ))
    await conversation.turn({"local_search": refusal("not now")})
    assert (await conversation.turn()).text.startswith("The notes were not searched. Not now.")


async def test_the_same_conversation_yields_the_same_streamed_answer() -> None:
    conversation = Conversation("What about the boiler?")
    await conversation.turn()
    await conversation.turn()

    first, second = await conversation.turn(), await conversation.turn()

    assert first.events == second.events
    assert len(first.events) > 20
    assert all(isinstance(event, TextArrived) for event in first.events[:-1])
    assert first.events[-1] == TurnEnded("end")


async def test_words_without_matches_are_named() -> None:
    conversation = Conversation("Who repaired the heatings?")

    await conversation.turn()
    outcome = await conversation.turn()

    assert conversation.requested == [("vault_search", word) for word in ("repaired", "heatings")]
    assert outcome.text.startswith('Your notes contain nothing about this. I searched for "repaired" and "heatings".')


async def test_denied_reading_is_reported_with_its_reason() -> None:
    conversation = Conversation("boiler")

    await conversation.turn()
    await conversation.turn({"file_read": refusal("These are private")})
    outcome = await conversation.turn()

    assert outcome.text.startswith("The notes that were found were not read. These are private.")
    assert "[[House/Boiler|Boiler]]" in outcome.text
    assert "1998" not in outcome.text


async def test_a_denied_search_is_reported() -> None:
    conversation = Conversation("boiler")

    await conversation.turn({"vault_search": refusal()})
    outcome = await conversation.turn()

    assert outcome.text.startswith("The notes were not searched. You refused it.")


async def test_omitted_files_are_reported() -> None:
    conversation = Conversation("boiler")

    await conversation.turn()
    await conversation.turn(note="The user chose not to share 1 of 2 files: Diary.md.")
    outcome = await conversation.turn()

    assert "You chose not to share 1 of 2 files: Diary.md." in outcome.text


async def test_without_tools_the_answer_explains_how_to_enable_them() -> None:
    outcome = await Conversation("boiler", tools=()).turn()

    assert outcome.text == (
        "I cannot search your notes: switch on tool calling for this vault in Settings, then ask again. In Chat "
        "mode notes are never searched."
    )


async def test_with_search_only_the_answer_links_the_notes_found() -> None:
    conversation = Conversation("boiler", tools=(SEARCH,))

    await conversation.turn()
    outcome = await conversation.turn()

    assert "- [[House/Boiler|Boiler]]\n- [[Diary|Diary]]" in outcome.text


async def test_an_attached_note_is_quoted_without_tools() -> None:
    note = TextPart(text=NOTES["House/Boiler.md"], sources=(Source(path="House/Boiler.md"),))
    question = Message(role="user", parts=(TextPart(text="boiler?"), note))

    outcome = await Conversation(question, tools=()).turn()

    assert "> The boiler is from 1998." in outcome.text


async def test_attached_text_is_quoted_without_its_tags_and_is_not_part_of_the_question() -> None:
    attached = TextPart(text=wrap_attached(NOTES["House/Boiler.md"], note="House/Boiler.md"), sources=(SOURCE,))
    missing = TextPart(text=empty_attached_tag(link="Roses", problem="There is no such note."))
    question = Message(role="user", parts=(attached, missing, TextPart(text="How old is the boiler?")))
    conversation = Conversation(question, tools=())
    outcome = await conversation.turn()
    assert "The boiler is from 1998." in outcome.text
    assert "attached" not in outcome.text

    conversation = Conversation(question)
    await conversation.turn()
    assert conversation.requested == [("vault_search", "boiler"), ("vault_search", "old")]


@pytest.mark.parametrize("greeting", ["Hello!", "", "danke", "?"])
async def test_a_greeting_is_answered_without_a_search(greeting: str) -> None:
    outcome = await Conversation(greeting).turn()

    assert outcome.calls == []
    assert "built-in offline assistant" in outcome.text


async def test_a_second_question_starts_a_new_search() -> None:
    conversation = Conversation("boiler")
    for _ in range(2):
        await conversation.turn()
    outcome = await conversation.turn()
    conversation.messages += [
        Message(role="assistant", parts=(TextPart(text=outcome.text),)),
        user_message("And roses?"),
    ]

    outcome = await conversation.turn()

    assert [call.arguments for call in outcome.calls] == [{"query": "roses", "limit": 10}]


@pytest.mark.parametrize(
    "content", ["", "not json", "[]", '{"success": true, "data": "odd"}', '{"success": true}', "[" * 9999]
)
async def test_unreadable_results_are_ignored(content: str) -> None:
    conversation = Conversation("boiler")
    outcome = await conversation.turn()
    part = ToolResultPart(call_id=outcome.calls[0].id, name="vault_search", content=content)
    conversation.messages[-1] = Message(role="tool", parts=(part,))

    outcome = await conversation.turn()

    assert outcome.stop in ("end", "tool_calls")


async def test_the_destination_is_local_without_a_host() -> None:
    assistant = OfflineAssistant()

    assert assistant.destination == OFFLINE_DESTINATION
    assert (OFFLINE_DESTINATION.host, OFFLINE_DESTINATION.local) == ("", True)
    assert await assistant.models() == (ModelInfo("offline", "Offline assistant"),)
    await assistant.aclose()


STEP_TOOLS = tuple(
    ToolSpec(name, "", {})
    for name in ("search_notes", "query_notes", "local_search", "file_read", "write_note", "vault_search")
)


class Steps:
    """The calls of the offline assistant for one question, and its answer."""

    def __init__(
        self, question: str, names: VaultNames | None = None, tools: tuple[ToolSpec, ...] = STEP_TOOLS
    ) -> None:
        self.messages = [user_message(question)]
        self.names = names or VaultNames()
        self.tools = tools
        self.calls: list[tuple[str, object]] = []

    async def answered(self, *rounds: dict[str, object]) -> str:
        """Return the answer after *rounds*: results by the name of the tool, one round for each step with calls."""
        for results in rounds:
            step = await self.next()
            assert isinstance(step, tuple), step
            self.calls += [(call.name, call.arguments) for call in step]
            parts = tuple(
                ToolResultPart(call_id=call.id, name=call.name, content=json.dumps(results[call.name])) for call in step
            )
            self.messages += [Message(role="assistant", parts=step), Message(role="tool", parts=parts)]
        step = await self.next()
        assert isinstance(step, str), step
        return without_signature(step)

    async def next(self) -> object:
        return await OfflineStep(request(*self.messages, tools=self.tools), None, REPLIES).next(self.names)


def done(data: object, note: str = "") -> dict[str, object]:
    return {"success": True, "data": data, "metadata": {"note": note}}


def read(*paths: str) -> dict[str, object]:
    return done([{"path": path, "content": NOTES[path], "size": len(NOTES[path])} for path in paths])


def rows(*notes: tuple[str, dict[str, object]], total: int | None = None) -> dict[str, object]:
    found = [{"path": path, "text": values} for path, values in notes]
    return done({"total_found": len(found) if total is None else total, "rows": found})


def notes_of(*paths: str) -> dict[str, object]:
    return done({"total_found": len(paths), "results": [{"path": path} for path in paths]})


async def test_a_few_notes_of_a_time_are_read_and_their_first_sentences_quoted() -> None:
    steps = Steps("What did I write yesterday?")
    answer = await steps.answered({"search_notes": notes_of("Diary.md", "Garden.md")}, {"file_read": read(*NOTES)})

    assert steps.calls[1:] == [("file_read", {"file_paths": ["Diary.md", "Garden.md"]})]
    assert answer == (
        "Your notes from that time say:\n\n> The boiler is from 1998. — [[House/Boiler#Boiler|Boiler]]\n\n"
        "> It leaks. — [[House/Boiler#Boiler|Boiler]]\n\n"
        "> We replace the boiler in May. — [[House/Boiler#Decision|Boiler › Decision]]\n\n"
        "> Bread is out. — [[Diary|Diary]]\n\n> The boiler man came on Monday. — [[Diary|Diary]]\n\n"
        "> Roses. — [[Garden|Garden]]"
    )


async def test_notes_of_a_time_that_are_empty_or_cannot_be_read_are_listed() -> None:
    empty = done([{"path": "Diary.md", "content": "", "size": 0}])
    listed = "These notes are from that time:\n\n- [[Diary|Diary]]"
    search: dict[str, object] = {"search_notes": notes_of("Diary.md")}

    assert await Steps("What did I write yesterday?").answered(search, {"file_read": empty}) == listed
    only_search = (ToolSpec("search_notes", "", {}),)
    assert await Steps("What did I write yesterday?", tools=only_search).answered(search) == listed


BOILER_PASSAGES = passage_result(
    ("House/Boiler.md", "The boiler is from 1998."), ("Diary.md", "The boiler man came on Monday.")
)
SUMMARY = (
    "# Boiler\n\n## [[House/Boiler|Boiler]]\n\n- We replace the boiler in May.\n- The boiler is from 1998.\n"
    "- It leaks.\n\n"
    "## [[Diary|Diary]]\n\n- The boiler man came on Monday."
)


async def test_a_summary_has_the_sentences_of_each_note_below_its_link() -> None:
    steps = Steps("Summarize my notes about boiler")
    answer = await steps.answered({"local_search": BOILER_PASSAGES}, {"file_read": read("House/Boiler.md", "Diary.md")})

    assert steps.calls == [
        ("local_search", {"query": "boiler"}), ("file_read", {"file_paths": ["House/Boiler.md", "Diary.md"]}),
    ]  # fmt: skip
    assert answer == SUMMARY


async def test_a_summary_has_three_sentences_of_a_note_at_most() -> None:
    sentences = [f"The boiler has part {part}." for part in ("one", "two", "three", "four")]
    text = "\n\n".join(sentences)
    found = done([{"path": "Parts.md", "content": text, "size": len(text)}])
    passages = passage_result(("Parts.md", sentences[0]))

    answer = await Steps("Summarize my notes about boiler").answered({"local_search": passages}, {"file_read": found})

    heading, quotes = answer.split("\n\n- ")
    assert heading == "# Boiler\n\n## [[Parts|Parts]]"
    quoted = quotes.split("\n- ")
    assert (len(quoted), len(set(quoted) & set(sentences))) == (3, 3)


async def test_a_summary_is_saved_as_a_note_on_request() -> None:
    steps = Steps("Research boiler and save it as a note called House/Heating")
    answer = await steps.answered(
        {"local_search": BOILER_PASSAGES},
        {"file_read": read("House/Boiler.md", "Diary.md")},
        {"write_note": done({"path": "House/Heating.md", "action": "created"})},
    )

    assert steps.calls[2] == ("write_note", {"path": "House/Heating.md", "content": f"{SUMMARY}\n"})
    assert answer == f"The note [[House/Heating|Heating]] was created.\n\n{SUMMARY}"


async def test_a_summary_without_a_tool_for_writing_is_only_shown() -> None:
    steps = Steps("Research boiler and save it as a note", tools=STEP_TOOLS[2:4])
    assert await steps.answered(
        {"local_search": BOILER_PASSAGES}, {"file_read": read("House/Boiler.md", "Diary.md")}
    ) == SUMMARY  # fmt: skip


@pytest.mark.parametrize(
    ("rounds", "answer"),
    [
        ([{"local_search": passage_result()}], 'Your notes contain nothing about this. I searched for "boiler".'),
        ([{"local_search": refusal("Not now")}],
         'Your notes contain nothing about this. I searched for "boiler".\n\nNot now.'),
        ([{"local_search": passage_result(("Garden.md", "Roses."))}, {"file_read": read("Garden.md")}],
         'Your notes contain nothing about this. I searched for "boiler".\n\n'
         "Closest in your notes: [[Garden|Garden]]."),
    ],
)  # fmt: skip
async def test_a_summary_of_a_topic_without_notes_says_so(rounds: list[dict[str, object]], answer: str) -> None:
    assert await Steps("Summarize my notes about boiler").answered(*rounds) == answer


PEOPLE = VaultNames(tags=("idea",), properties=("birthday", "email"), folders=("People",))


@pytest.mark.parametrize(
    ("question", "found", "answer"),
    [
        ("When is Ada's birthday?",
         rows(("People/Ada.md", {"birthday": "1990-05-17", "file.title": "Ada Lima", "file.aliases": None}),
              ("People/Bo.md", {"birthday": "1981-01-01", "file.title": "Bo", "file.aliases": ["adage"]})),
         "One of your notes says:\n\n> birthday: 1990-05-17 — [[People/Ada|Ada]]"),
        ("What is the email of Bo?",
         rows(("People/B.md", {"email": ["bo@a.example", "bo@b.example"], "file.title": "B", "file.aliases": ["Bo"]})),
         "One of your notes says:\n\n> email: bo@a.example, bo@b.example — [[People/B|B]]"),
        ("Which notes are tagged idea?", rows(("A.md", {}), ("b/B.md", {}), total=3),
         "3 notes found (tagged #idea):\n\n- [[A|A]]\n- [[b/B|B]]\n- and 1 more"),
        ("Which notes are tagged idea?", rows(), "No note found (tagged #idea)."),
        ("How many notes do I have?", rows(("A.md", {})), "1 note found:\n\n- [[A|A]]"),
        ("How many notes do I have?", rows(), "No note found."),
        ("Which notes are tagged idea?", refusal("Not now"), "The notes were not searched. Not now."),
    ],
)  # fmt: skip
async def test_the_answer_to_a_query_is_the_value_or_the_list_of_notes(
    question: str, found: dict[str, object], answer: str
) -> None:
    assert await Steps(question, PEOPLE).answered({"query_notes": found}) == answer


@pytest.mark.parametrize(
    ("question", "found"),
    [
        ("When is Ada's birthday?", rows(("People/Bo.md", {"birthday": "1981-01-01", "file.title": "Bo"}))),
        ("When is Ada's birthday?", rows(("People/Ada.md", {"birthday": None, "file.title": "Ada"}))),
        ("Which notes are in the folder People?", {"success": False, "error": {"code": "FOLDER_NOT_FOUND"}}),
    ],
)
async def test_a_query_without_an_answer_is_followed_by_a_search_of_the_text(
    question: str, found: dict[str, object]
) -> None:
    steps = Steps(question, PEOPLE)
    answer = await steps.answered({"query_notes": found}, {"local_search": passage_result()})

    assert [name for name, _ in steps.calls] == ["query_notes", "local_search"]
    assert answer.startswith("Your notes contain nothing about this.")


async def test_a_question_with_a_topic_and_a_time_searches_only_that_time() -> None:
    steps = Steps("What did I write about the boiler last week?")
    answer = await steps.answered({"local_search": passage_result(("Garden.md", "Roses."))})

    last_week = {"start": "last week", "end": "last week"}
    assert steps.calls == [("local_search", {"query": "the boiler", "time_range": last_week})]
    assert answer == (
        'Your notes from that time contain nothing about this. I searched for "boiler".\n\n'
        "Closest in your notes: [[Garden|Garden]]."
    )


async def test_notes_that_were_read_without_an_answer_are_named_as_the_closest() -> None:
    steps = Steps("How many geese have bicycles?", tools=(SEARCH, READ))
    answer = await steps.answered(
        {"vault_search": done([{"path": "Garden.md", "basename": "Garden", "matches": 1}])},
        {"file_read": read("Garden.md")},
    )
    assert answer == (
        'Your notes contain nothing about this. I searched for "bicycles" and "geese".\n\n'
        "Closest in your notes: [[Garden|Garden]]."
    )


class Vault:
    """A vault in which names, word weights and similarities are looked up as the test specifies."""

    def __init__(self, nearness: float | None) -> None:
        self.names_looked_up: list[str] = []
        self.compared: list[str] = []
        self._nearness = nearness

    async def names(self, question: str) -> VaultNames:
        self.names_looked_up.append(question)
        return PEOPLE

    async def question(self, text: str) -> WeighedQuestion:
        return weighed_question(text)

    async def nearness(self, question: str, texts: Sequence[str]) -> list[float] | None:
        self.compared += texts
        return None if self._nearness is None else [self._nearness] * len(texts)


@pytest.mark.parametrize(
    ("nearness", "beginning"),
    [(0.9, "One of your notes says:"), (None, "Your notes contain nothing about this.")],
)
async def test_sentences_in_other_words_are_found_if_a_model_compares_them(
    nearness: float | None, beginning: str
) -> None:
    vault = Vault(nearness)
    assistant = OfflineAssistant().informed(vault, str)
    question = user_message("Was kostet der Urlaub?")
    search = await ask(assistant, request(question, tools=(PASSAGE_SEARCH,)))
    content = json.dumps(passage_result(("Trip.md", "## Prices\nThe flat is 80 francs a night.")))
    result = ToolResultPart(call_id=search.calls[0].id, name="local_search", content=content)
    messages = (question, Message(role="assistant", parts=tuple(search.calls)), Message(role="tool", parts=(result,)))

    answer = await ask(assistant, request(*messages, tools=(PASSAGE_SEARCH,)))

    assert answer.text.startswith(beginning)
    assert vault.compared == ["Trip, Prices: The flat is 80 francs a night."]
    assert vault.names_looked_up == ["Was kostet der Urlaub?"]


@pytest.mark.parametrize(
    "demand",
    [
        {"answer_format": AnswerFormat({})},
        {"tool_choice": ToolChoice("required")},
        {"tool_choice": ToolChoice("tool", "x")},
    ],
)
async def test_a_demand_for_json_or_a_tool_call_is_refused(demand: dict[str, Any]) -> None:
    outcome = await ask(OfflineAssistant(), replace(request(user_message("boiler"), tools=(SEARCH,)), **demand))

    assert isinstance(outcome.error, ProviderRefused)
    assert (outcome.error.title, outcome.error.hint, outcome.error.kind) == (
        "The offline assistant cannot answer in JSON or call a required tool", "Choose a model in Settings.",
        "bad_request",
    )  # fmt: skip
