"""Tests of providers/offline/offline_assistant.py."""

import json

import pytest

from tests.providers.asking import READ, SEARCH, Outcome, ask, request
from vaultdesk.chat.attached_text import empty_attached_tag, wrap_attached
from vaultdesk.chat.messages import Message, Source, TextPart, ToolResultPart, user_message
from vaultdesk.index.index_results import VaultNames
from vaultdesk.providers.offline.offline_assistant import OFFLINE_DESTINATION, OfflineAssistant, OfflineStep
from vaultdesk.providers.offline.offline_replies import SIGNATURE, OfflineReplies, without_signature
from vaultdesk.providers.offline.quotes import Quote
from vaultdesk.providers.provider import ModelInfo, TextArrived, ToolSpec, TurnEnded

QUOTE = Quote("a/B.md", "", "It leaks.")
REPLIES = OfflineReplies()


def test_every_answer_about_notes_says_who_speaks() -> None:
    for answer in (
        REPLIES.quotes([QUOTE]),
        REPLIES.nothing_found(["x"], ["a.md"]),
        REPLIES.unread(["a.md"]),
        REPLIES.search_refused("No"),
        REPLIES.reading_refused("No", ["a.md"]),
    ):
        assert answer.endswith(f"*{SIGNATURE}*")
        assert without_signature(answer) == answer.removesuffix(f"*{SIGNATURE}*").strip()


def test_one_quote_is_one_note() -> None:
    assert REPLIES.quotes([QUOTE]).startswith("One of your notes says:\n\n> It leaks. — [[a/B|B]]\n\n")


def test_a_remark_is_said_once_and_as_a_sentence() -> None:
    assert REPLIES.quotes([QUOTE], ["It was cut", "It was cut"]).count("It was cut.") == 1


def test_words_are_listed_as_people_do() -> None:
    assert '"a", "b" and "c".' in REPLIES.nothing_found(["a", "b", "c"], [])
    assert "Closest in your notes: [[a|a]]." in REPLIES.nothing_found(["a"], ["a.md"])
    closest = REPLIES.nothing_found(["a"], ["a.md"], closest=[QUOTE])
    assert "Closest in your notes:\n\n> It leaks. — [[a/B|B]]\n\n" in closest
    assert "[[a|a]]" not in closest


def test_answers_are_in_the_language_of_the_person() -> None:
    german = {"Your notes say:": "Deine Notizen sagen:", SIGNATURE.template: "Offline."}
    replies = OfflineReplies(lambda phrase: phrase.rendered(lambda template: german.get(template, template)))
    told = replies.quotes([QUOTE, Quote("c.md", "", "Y.")])
    assert told.startswith("Deine Notizen sagen:")
    assert without_signature(told).endswith("[[c|c]]")


NOTES = {
    "House/Boiler.md": "# Boiler\nThe boiler is from 1998. It leaks.\n## Decision\nWe replace the boiler in May.",
    "Diary.md": "Bread is out. The boiler man came on Monday.",
    "Garden.md": "Roses.",
}


def found(word: str) -> object:
    low = word.lower()
    return [
        {"path": path, "basename": path[:-3], "matches": text.lower().count(low), "preview": text[:50]}
        for path, text in NOTES.items()
        if low in text.lower()
    ]


def read(paths: list[str]) -> object:
    return [{"path": path, "content": NOTES[path], "size": len(NOTES[path])} for path in paths]


def refusal(reason: str = "") -> dict[str, object]:
    error = {"code": "CANCELLED", "message": "User cancelled tool execution"}
    return {"success": False, "error": {**error, **({"details": {"reason": reason}} if reason else {})}}


PASSAGES = ToolSpec("local_search", "Search passages.", {"type": "object", "properties": {"query": {"type": "string"}}})


SOURCE = Source(path="House/Boiler.md")


class Talk:
    """A conversation in which the tools answer from `NOTES`, or as a test says."""

    def __init__(self, question: str | Message, *, tools: tuple[ToolSpec, ...] = (SEARCH, READ)) -> None:
        self.messages = [question if isinstance(question, Message) else user_message(question)]
        self.tools = tools
        self.asked: list[tuple[str, object]] = []

    async def turn(self, answers: dict[str, object] | None = None, note: str = "") -> Outcome:
        """One turn; *answers* replace a tool's whole result, by the tool's name."""
        came = await ask(OfflineAssistant(), request(*self.messages, tools=self.tools))
        if came.calls:
            self.messages.append(Message(role="assistant", parts=tuple(came.calls)))
            results = []
            for call in came.calls:
                assert call.arguments is not None
                self.asked.append((call.name, call.arguments.get("query", call.arguments.get("file_paths"))))
                data = found(str(call.arguments["query"])) if call.name == "vault_search" else None
                if data is None and call.name == "file_read":
                    data = read(call.arguments["file_paths"])  # type: ignore[arg-type]
                answer = {"success": True, "data": data, "metadata": {"note": note}}
                content = json.dumps((answers or {}).get(call.name, answer))
                results.append(ToolResultPart(call_id=call.id, name=call.name, content=content))
            self.messages.append(Message(role="tool", parts=tuple(results)))
        return came


async def test_it_searches_reads_and_quotes_with_links() -> None:
    talk = Talk("What about the boiler?")

    await talk.turn()
    await talk.turn()
    came = await talk.turn()

    assert talk.asked == [("vault_search", "boiler"), ("file_read", ["House/Boiler.md", "Diary.md"])]
    first, *quotes, signed = came.text.split("\n\n")
    assert first in ("Your notes say:", "One of your notes says:")
    assert "> We replace the boiler in May. — [[House/Boiler#Decision|Boiler › Decision]]" in quotes
    assert "built-in offline assistant" in signed
    assert came.stop == "end"


def passage_result(*passages: tuple[str, str]) -> dict[str, object]:
    data = [{"path": path, "heading": "", "text": text, "score": 0.9, "modified": ""} for path, text in passages]
    return {"success": True, "data": data, "metadata": {}}


DECISION = passage_result(("House/Boiler.md", "## Decision\nWe replace the boiler."), ("Garden.md", "Roses."))


async def test_passages_are_quoted_below_their_headings() -> None:
    talk = Talk("What about the boiler?", tools=(PASSAGES, SEARCH, READ))

    asking = await talk.turn({"local_search": DECISION})
    came = await talk.turn()

    assert [call.arguments for call in asking.calls] == [{"query": "What about the boiler?"}]
    assert "> We replace the boiler. — [[House/Boiler#Decision|Boiler › Decision]]" in came.text
    assert came.stop == "end"


async def test_o2_properties_of_a_passage_are_quoted() -> None:
    found = passage_result(("People/Ada Lima.md", "Likes tea."))
    found["data"][0]["frontmatter"] = {"birthday": "1990-05-17"}  # type: ignore[index] # a list of objects
    talk = Talk("When is Ada's birthday?", tools=(PASSAGES,))
    await talk.turn({"local_search": found})
    assert "> birthday: 1990-05-17 — [[People/Ada Lima|Ada Lima]]" in (await talk.turn()).text


async def test_what_no_passage_answers_is_said_with_the_closest_notes() -> None:
    talk = Talk("What about the boiler?", tools=(PASSAGES, SEARCH, READ))
    await talk.turn({"local_search": passage_result(("Garden.md", "Roses."))})
    came = await talk.turn()
    assert came.text.startswith('Your notes contain nothing about this. I searched for "boiler".')
    assert "Closest in your notes: [[Garden|Garden]]." in came.text
    assert "> " not in came.text

    talk = Talk("What about the boiler?", tools=(PASSAGES,))
    await talk.turn({"local_search": passage_result()})
    assert "Closest" not in (await talk.turn()).text


async def test_u17_notes_of_the_time_in_a_question_are_looked_at_first() -> None:
    talk = Talk("What did Lena say last week about the boiler?", tools=(PASSAGES,))
    asking = await talk.turn({"local_search": DECISION})
    query = "What did Lena say last week about the boiler?"
    assert [call.arguments for call in asking.calls] == [
        {"query": query, "time_range": {"start": "last week", "end": "last week"}},
        {"query": query},
    ]


async def test_a_word_that_is_the_name_of_a_folder_by_chance_hides_no_answer() -> None:
    names = VaultNames(folders=("People",))
    tools = tuple(ToolSpec(name, "", {}) for name in ("search_notes", "local_search"))
    asked = user_message("How many people fit on the cutter?")
    first = await OfflineStep(request(asked, tools=tools), None, REPLIES).next(names)
    assert isinstance(first, tuple)
    assert first[0].name == "search_notes"
    empty = json.dumps({"success": True, "data": {"total_found": 0, "results": []}})
    result = ToolResultPart(call_id=first[0].id, name="search_notes", content=empty)
    talk = (asked, Message(role="assistant", parts=first), Message(role="tool", parts=(result,)))
    then = await OfflineStep(request(*talk, tools=tools), None, REPLIES).next(names)
    assert isinstance(then, tuple)
    assert [(call.name, call.arguments) for call in then] == [
        ("local_search", {"query": "How many people fit on the cutter?"})
    ]


async def test_a_refused_search_for_passages_is_told() -> None:
    talk = Talk("What about the boiler?", tools=(PASSAGES, SEARCH, READ))
    await talk.turn({"local_search": refusal("Not now")})
    assert (await talk.turn()).text.startswith("The notes were not searched. Not now.")


async def test_the_same_conversation_gives_the_same_answer_in_pieces() -> None:
    talk = Talk("What about the boiler?")
    await talk.turn()
    await talk.turn()

    first, second = await talk.turn(), await talk.turn()

    assert first.events == second.events
    assert len(first.events) > 20
    assert all(isinstance(event, TextArrived) for event in first.events[:-1])
    assert first.events[-1] == TurnEnded("end")


async def test_words_that_are_not_there_are_named() -> None:
    talk = Talk("Who repaired the heatings?")

    await talk.turn()
    came = await talk.turn()

    assert talk.asked == [("vault_search", word) for word in ("repaired", "heatings")]
    assert came.text.startswith('Your notes contain nothing about this. I searched for "repaired" and "heatings".')


async def test_a_refused_reading_is_told_with_its_reason() -> None:
    talk = Talk("boiler")

    await talk.turn()
    await talk.turn({"file_read": refusal("These are private")})
    came = await talk.turn()

    assert came.text.startswith("The notes that were found were not read. These are private.")
    assert "[[House/Boiler|Boiler]]" in came.text
    assert "1998" not in came.text


async def test_a_refused_search_is_told() -> None:
    talk = Talk("boiler")

    await talk.turn({"vault_search": refusal()})
    came = await talk.turn()

    assert came.text.startswith("The notes were not searched. You refused it.")


async def test_files_left_out_are_told() -> None:
    talk = Talk("boiler")

    await talk.turn()
    await talk.turn(note="The user chose not to share 1 of 2 files: Diary.md.")
    came = await talk.turn()

    assert "You chose not to share 1 of 2 files: Diary.md." in came.text


async def test_without_tools_it_says_in_one_line_how_to_allow_them() -> None:
    came = await Talk("boiler", tools=()).turn()

    assert came.text == (
        "I cannot search your notes: switch on tool calling for this vault in Settings, then ask again. In Chat "
        "mode notes are never searched."
    )


async def test_with_searching_only_it_names_what_it_found() -> None:
    talk = Talk("boiler", tools=(SEARCH,))

    await talk.turn()
    came = await talk.turn()

    assert "- [[House/Boiler|Boiler]]\n- [[Diary|Diary]]" in came.text


async def test_a_note_that_came_with_the_question_is_quoted_without_tools() -> None:
    note = TextPart(text=NOTES["House/Boiler.md"], sources=(Source(path="House/Boiler.md"),))
    question = Message(role="user", parts=(TextPart(text="boiler?"), note))

    came = await Talk(question, tools=()).turn()

    assert "> The boiler is from 1998." in came.text


async def test_what_lies_beside_a_question_is_quoted_without_its_tags_and_is_no_question() -> None:
    beside = TextPart(text=wrap_attached(NOTES["House/Boiler.md"], note="House/Boiler.md"), sources=(SOURCE,))
    nowhere = TextPart(text=empty_attached_tag(link="Roses", problem="There is no such note."))
    asked = Message(role="user", parts=(beside, nowhere, TextPart(text="How old is the boiler?")))
    talk = Talk(asked, tools=())
    came = await talk.turn()
    assert "The boiler is from 1998." in came.text
    assert "attached" not in came.text

    talk = Talk(asked)
    await talk.turn()
    assert talk.asked == [("vault_search", "boiler"), ("vault_search", "old")]


@pytest.mark.parametrize("greeting", ["Hello!", "", "danke", "?"])
async def test_a_greeting_is_answered_without_a_search(greeting: str) -> None:
    came = await Talk(greeting).turn()

    assert came.calls == []
    assert "built-in offline assistant" in came.text


async def test_a_second_question_starts_anew() -> None:
    talk = Talk("boiler")
    for _ in range(2):
        await talk.turn()
    came = await talk.turn()
    talk.messages += [Message(role="assistant", parts=(TextPart(text=came.text),)), user_message("And roses?")]

    came = await talk.turn()

    assert [call.arguments for call in came.calls] == [{"query": "roses", "limit": 10}]


@pytest.mark.parametrize(
    "content", ["", "not json", "[]", '{"success": true, "data": "odd"}', '{"success": true}', "[" * 9999]
)
async def test_results_it_cannot_read_count_as_nothing(content: str) -> None:
    talk = Talk("boiler")
    came = await talk.turn()
    part = ToolResultPart(call_id=came.calls[0].id, name="vault_search", content=content)
    talk.messages[-1] = Message(role="tool", parts=(part,))

    came = await talk.turn()

    assert came.stop in ("end", "tool_calls")


async def test_nothing_leaves_the_program() -> None:
    assistant = OfflineAssistant()

    assert assistant.destination == OFFLINE_DESTINATION
    assert (OFFLINE_DESTINATION.host, OFFLINE_DESTINATION.local) == ("", True)
    assert await assistant.models() == (ModelInfo("offline", "Offline assistant"),)
    await assistant.aclose()
