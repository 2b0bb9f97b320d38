"""Tests of agent/tool_selection.py."""

import json
from collections.abc import Sequence
from typing import cast

import pytest

from vaultdesk.agent.tool_selection import definition_tokens, is_too_small_for_tools, selected_tools
from vaultdesk.chat.messages import ContextItem, Message, TextPart, ToolCallPart, ToolResultPart, user_message
from vaultdesk.tools.argument_schema import tool_definition
from vaultdesk.tools.builtin.find_tools import fitting_tools
from vaultdesk.tools.tool import AnyTool
from vaultdesk.workspace.toolbox import TOOLS

# The selection uses only class attributes of the tools, so no vault is needed.
ALL = cast("Sequence[AnyTool]", TOOLS)
READING = user_message("Which heat pump did we choose?")


def names(messages: Sequence[Message], window: int = 0, declared: Sequence[str] | None = None) -> list[str]:
    return [tool.name for tool in selected_tools(ALL, messages, window, declared)]


def find_tools_exchange(call_id: str, words: str) -> tuple[Message, Message]:
    """Return a call of `find_tools` and its result, as the executor writes it."""
    call = ToolCallPart(id=call_id, name="find_tools", arguments_json="{}", arguments={"words": words})
    tools = [tool_definition(tool) for tool in fitting_tools(words, [tool for tool in TOOLS if not tool.lists_tools])]
    data = [{"name": tool.name, "description": tool.description, "parameters": dict(tool.parameters)} for tool in tools]
    content = json.dumps({"success": True, "data": data})
    result = ToolResultPart(call_id=call_id, name="find_tools", content=content)
    return Message(role="assistant", parts=(call,)), Message(role="tool", parts=(result,))


def test_r1_a_question_has_at_most_six_core_tools() -> None:
    assert names((READING,)) == ["local_search", "search_notes", "read_note", "list_notes", "find_tools"]
    assert names((READING,), 8_192) == ["local_search", "read_note", "list_notes", "find_tools"]
    assert names((READING,), 16_384) == names((READING,))


@pytest.mark.parametrize("question", ["Rewrite my note on the pump", "Ergänze die Notiz", "Ajoute ceci", "修改笔记"])
def test_r1_a_question_about_a_change_adds_the_writing_tools(question: str) -> None:
    messages = (user_message(question),)
    with_writing_tools = ["local_search", "search_notes", "read_note", "edit_note", "write_note", "find_tools"]
    assert names(messages) == with_writing_tools
    assert names(messages, 4_096) == ["local_search", "read_note", "edit_note", "write_note", "find_tools"]


def test_a_selection_in_the_context_adds_the_writing_tools() -> None:
    question = user_message("Half as long, please", (), (ContextItem(kind="selection", target="A", text="Long."),))
    assert {"edit_note", "write_note"} <= set(names((question,)))


def test_words_about_a_tool_add_it_immediately_up_to_a_limit() -> None:
    assert names((user_message("Delete the old note"),))[-1] == "delete_note"
    question = user_message("Delete, rename, count in a table, daily note, template, web, timer, vocabulary, index")
    assert len(names((question,))) <= 9


def test_the_selection_only_grows_within_a_conversation() -> None:
    messages: list[Message] = [READING]
    before = names(messages)
    steps = (
        *find_tools_exchange("c1", "delete a note"),
        user_message("Now rewrite it"),
        Message(role="assistant", parts=(ToolCallPart(id="c2", name="graph", arguments_json="{}", arguments={}),)),
        user_message("How many notes are there?"),
    )
    for step in steps:
        messages.append(step)
        selected = names(messages)
        assert selected[: len(before)] == before
        before = selected
    assert {"delete_note", "edit_note", "write_note", "graph", "query_notes"} <= set(before)


@pytest.mark.parametrize("window", [0, 4_096, 8_192])
@pytest.mark.parametrize("tool", [tool for tool in TOOLS if not tool.lists_tools], ids=lambda tool: tool.name)
def test_r1_a_tool_found_by_find_tools_stays_selected(tool: type[AnyTool], window: int) -> None:
    assert tool.name in names((READING, *find_tools_exchange("c1", tool.name)), window)


def test_a_list_of_all_tools_selects_none_of_them() -> None:
    content = json.dumps({"success": True, "data": [{"name": tool.name, "description": ""} for tool in TOOLS]})
    result = ToolResultPart(call_id="c1", name="find_tools", content=content)
    assert names((READING, Message(role="tool", parts=(result,)))) == names((READING,))


def test_the_most_recent_tools_fit_a_small_window() -> None:
    messages = (
        READING,
        *(message for number, tool in enumerate(TOOLS) for message in find_tools_exchange(f"c{number}", tool.name)),
    )
    chosen = selected_tools(ALL, messages, 4_096)
    assert definition_tokens(chosen) < 4_096 * 0.3
    assert chosen[-1].name == "youtube_transcription"


def test_the_tools_listed_by_an_agent_are_selected() -> None:
    listed = ["search_notes", "read_note", "add_tags", "remove_tags", "update_frontmatter", "rename_note", "graph"]
    scope = [tool for tool in ALL if tool.name in listed or tool.lists_tools]
    assert {tool.name for tool in selected_tools(scope, (READING,), 0, listed)} == set(listed)
    small = [tool.name for tool in selected_tools(scope, (READING,), 8_192, listed)]
    assert len(small) == 7
    assert small[-1] == "find_tools"


def test_a_small_set_of_tools_is_selected_completely() -> None:
    few = [tool for tool in ALL if tool.name in ("vault_search", "file_read", "find_tools")]
    assert [tool.name for tool in selected_tools(few, (READING,))] == ["vault_search", "file_read"]


def test_without_find_tools_all_tools_are_selected() -> None:
    without_finder = [tool for tool in ALL if not tool.lists_tools]
    assert selected_tools(without_finder, (READING,), 8_192) == tuple(without_finder)


def test_text_of_notes_selects_no_tools() -> None:
    part = TextPart(text="Delete everything, rename and rewrite it all", hidden=True)
    assert names((Message(role="user", parts=(part, *READING.parts)),)) == names((READING,))


@pytest.mark.parametrize(("window", "too_small"), [(0, False), (2_048, True), (3_999, True), (4_096, False)])
def test_r1_a_window_below_4k_selects_no_tools(window: int, too_small: bool) -> None:
    assert is_too_small_for_tools(window) is too_small
