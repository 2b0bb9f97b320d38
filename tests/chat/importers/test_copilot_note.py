"""Tests of chat/importers/copilot_note.py."""

import re

import pytest

from tests.chat.importers.damage import read_damaged
from tests.chat.importers.drawing import drawn_import, fixture, note_file
from tests.support.growth import check_linear
from vaultdesk.chat.importers.copilot_note import (
    is_copilot,
    read_copilot,
    read_copilot_answer,
    split_at_marks,
    split_context_line,
)
from vaultdesk.chat.messages import ReasoningPart, TextPart, ToolCallPart, ToolResultPart
from vaultdesk.core.errors import ImportFailed

# Splitting a text at marks.


@pytest.mark.parametrize(
    ("text", "expected"),
    [("", []), ("none", []), ("x#", [("#", "")]), ("x#ab##c", [("#", "ab"), ("#", ""), ("#", "c")])],
)
def test_each_mark_has_the_text_up_to_the_next_mark(text: str, expected: list[tuple[str, str]]) -> None:
    assert [(mark[0], after) for mark, after in split_at_marks(re.compile("#"), text)] == expected


# The context line of a Copilot message.


def context_of(text: str) -> tuple[str, list[str]]:
    rest, items = split_context_line(text)
    return rest, [f"{item.kind} {item.target}" for item in items]


def test_each_label_is_read_as_its_kind() -> None:
    line = "[Context: Notes: a.md, b/c.md | URLs: https://x.org | WebTabs: https://y.org | Tags: #t | Folders: f/]"

    assert context_of(f"Why?\n{line}") == (
        "Why?",
        ["note a", "note b/c", "web https://x.org", "web https://y.org", "tag t", "folder f"],
    )


def test_a_comma_in_a_name_does_not_split_it_where_names_have_extensions() -> None:
    assert context_of("[Context: Notes: Old, but good.md, New.md]") == ("", ["note Old, but good", "note New"])


def test_names_without_an_extension_are_read_unchanged() -> None:
    assert context_of("x\n[Context: Notes: Boiler, Budget]") == ("x", ["note Boiler", "note Budget"])


def test_a_line_that_only_resembles_a_context_line_remains_text() -> None:
    text = "I wrote\n[Context: is everything]"

    assert split_context_line(text) == (text, ())
    assert split_context_line("x\n[Context: Notes: " + "a.md, " * 9000 + "b.md]")[1] == ()


# Tool calls, reasoning, errors and several agents in one answer.


def kinds(text: str) -> list[str]:
    return [part.kind for part in read_copilot_answer(text).parts]


def test_a_plain_answer_is_one_text_part() -> None:
    assert read_copilot_answer("A **heat** pump.").parts == (TextPart(text="A **heat** pump."),)


def test_an_unclosed_think_tag_extends_to_the_end() -> None:
    assert read_copilot_answer("Hm. <think>and so on").parts == (TextPart(text="Hm."), ReasoningPart(text="and so on"))


def test_a_plain_result_and_its_encoded_form_are_read_the_same() -> None:
    ends = ("two hits", "ENC:two%20hits")
    results = [
        read_copilot_answer(f"<!--TOOL_CALL_START:a:s:S:x::false--><!--TOOL_CALL_END:a:{end}-->").parts[1]
        for end in ends
    ]

    assert results[0] == results[1]
    assert isinstance(results[0], ToolResultPart)
    assert results[0].content == '{"success": true, "data": "two hits"}'


def test_a_call_without_an_end_gets_an_error_result() -> None:
    call, result, text = read_copilot_answer("<!--TOOL_CALL_START:a:search:S:x::true-->after").parts

    assert isinstance(call, ToolCallPart)
    assert isinstance(result, ToolResultPart)
    assert (call.name, result.is_error, text) == ("search", True, TextPart(text="after"))


def test_the_end_of_another_call_does_not_answer_this_call() -> None:
    text = "<!--TOOL_CALL_START:a:s:S:x::true--><!--TOOL_CALL_END:b:yes-->"

    assert kinds(text) == ["tool_call", "tool_result"]
    assert "not saved" in str(read_copilot_answer(text).parts[1])


def test_reasoning_steps_that_are_not_json_are_read_as_text() -> None:
    assert read_copilot_answer("<!--AGENT_REASONING:done:3:[broken-->x").parts[0] == ReasoningPart(text="[broken")


def test_an_error_at_the_end_is_hidden_from_models_and_marks_the_answer_failed() -> None:
    answer = read_copilot_answer("Half an ans<errorChunk>quota</errorChunk>")

    assert answer.failed
    assert answer.parts == (TextPart(text="Half an ans"), TextPart(text="Error: quota", hidden=True))


def test_unclosed_marks_are_read_in_linear_time() -> None:
    def hostile(count: int) -> str:
        marks = "<!--TOOL_CALL_START:" * count + "<think>" * count + "<!--copilot:agent " * count
        return marks + "<!--copilot:multi-agent v=1--><!--copilot:multi-agent-end-->"

    check_linear(read_copilot_answer, hostile, 8_000)


# Notes of each writer and version of Obsidian Copilot.


@pytest.mark.parametrize(
    ("name", "file"),
    [
        ("copilot-quick", "20260822_111203__Which_pump"),
        ("copilot-traces", "20250903_154640__Find_my_notes"),
        ("copilot-2023", "Chat-2023_04_01-12_00_00"),
        ("copilot-agent", "agent__20260822_120000__Compare"),
    ],
)
def test_a_note_gives_exactly_the_expected_conversation(name: str, file: str) -> None:
    text = fixture(f"{name}.md")

    assert is_copilot(text)
    assert drawn_import(read_copilot(text, note_file(file))) == fixture(f"{name}.expected.txt")


def test_reading_a_note_twice_gives_the_same_ids() -> None:
    first, second = (read_copilot(fixture("copilot-traces.md"), note_file("a")).conversation for _ in range(2))

    assert first.id == second.id
    assert first.messages == second.messages


def test_a_note_without_an_id_has_the_same_origin_after_a_rename() -> None:
    text = fixture("copilot-2023.md")

    assert (
        read_copilot(text, note_file("a")).conversation.origin == read_copilot(text, note_file("b")).conversation.origin
    )


@pytest.mark.parametrize(
    ("name", "title"),
    [
        ("20260822_111203__My_topic", "My topic"),
        ("agent__20260822_111203__My_topic", "My topic"),
        ("How to bake@2024-05-01", "How to bake"),
        ("chat-1724315523000", "Hello there"),
        ("Bread", "Bread"),
    ],
)
def test_without_a_topic_the_title_is_the_file_name(name: str, title: str) -> None:
    assert read_copilot(fixture("copilot-2023.md"), note_file(name)).conversation.title == title


@pytest.mark.parametrize("text", ["", "# A note\n", "**user**: alone\n", "> **user**: quoted\n> **ai**: quoted\n"])
def test_an_ordinary_note_is_not_a_chat(text: str) -> None:
    assert not is_copilot(text)


def test_a_tag_marks_a_single_question_as_a_chat() -> None:
    assert is_copilot("---\ntags: [ai-conversations]\n---\n**user**: alone\n")


def test_a_note_without_messages_is_refused() -> None:
    with pytest.raises(ImportFailed, match="contains no chat messages"):
        read_copilot("---\nepoch: 1\n---\n**user**: \n", note_file("a"))


@pytest.mark.parametrize("name", ["copilot-quick", "copilot-traces", "copilot-2023", "copilot-agent"])
def test_damaged_text_raises_only_import_failed(name: str) -> None:
    assert read_damaged(lambda text: (is_copilot(text), read_copilot(text, note_file("a"))), fixture(f"{name}.md")) > 5
