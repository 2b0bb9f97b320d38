"""Tests of providers/codex/codex_turn.py."""

from dataclasses import replace

import pytest

from tests.providers.asking import SEARCH
from vaultdesk.chat.messages import ImagePart, Message, TextPart, ToolCallPart, ToolResultPart, user_message
from vaultdesk.providers.codex.app_server import AppServer, ThreadMailbox
from vaultdesk.providers.codex.codex_turn import (
    CodexTurn,
    history_and_question,
    offered_tool_names,
    results_for_turn,
    thread_start,
    turn_start,
)
from vaultdesk.providers.error_context import ErrorContext
from vaultdesk.providers.history_replay import id_map
from vaultdesk.providers.provider import ModelRequest, ToolChoice

# Items: history and question, in the model's own shapes.

REPLAY_SCOPE = "codex@chatgpt.com/m"


def test_a_first_question_has_no_history() -> None:
    assert history_and_question([user_message("Hi")], REPLAY_SCOPE) == (
        [],
        [{"type": "text", "text": "Hi", "text_elements": []}],
    )
    assert history_and_question([], REPLAY_SCOPE) == ([], [])


def test_text_between_calls_keeps_its_place_and_each_call_gets_one_result() -> None:
    calls = [ToolCallPart(id=f"call_{n}", name="search", arguments_json='{"q": 1}') for n in "ab"]
    spoken = (
        TextPart(text="One."),
        calls[0],
        TextPart(text="Two."),
        calls[1],
        *id_map(REPLAY_SCOPE, {"call_a": "theirs"}),
    )
    done = ToolResultPart(call_id="call_a", name="search", content="found")
    messages = [user_message("Q"), Message(role="assistant", parts=spoken), Message(role="tool", parts=(done,))]

    history, question = history_and_question(messages, REPLAY_SCOPE)

    assert question == []
    assert [item["type"] for item in history if isinstance(item, dict)] == [
        "message", "message", "function_call", "message", "function_call",
        "function_call_output", "function_call_output",
    ]  # fmt: skip
    ids = [item.get("call_id") for item in history if isinstance(item, dict) and "call_id" in item]
    assert ids == ["theirs", "call_b", "theirs", "call_b"]


def test_a_call_that_could_not_be_read_is_sent_readable() -> None:
    call = ToolCallPart(id="call_a", name="bad name", arguments_json='{"q": ')

    history, _ = history_and_question([Message(role="assistant", parts=(call,))], REPLAY_SCOPE)

    assert history[0] == {
        "type": "function_call",
        "name": "bad_name",
        "arguments": '{"unreadable_arguments": "{\\"q\\": "}',
        "call_id": "call_a",
    }


def test_a_picture_comes_before_its_words() -> None:
    picture = ImagePart(media_type="image/png", data="QQ==")

    _, question = history_and_question([user_message("See?", (picture,))], REPLAY_SCOPE)

    assert question == [
        {"type": "image", "url": "data:image/png;base64,QQ=="},
        {"type": "text", "text": "See?", "text_elements": []},
    ]


def test_tools_are_offered_unless_none_may_be_used() -> None:
    auto = ModelRequest("m", "", (), (SEARCH,))
    none = ModelRequest("m", "", (), (SEARCH,), tool_choice=ToolChoice("none"))
    must = ModelRequest("", "", (), (SEARCH,), tool_choice=ToolChoice("required"))

    assert (offered_tool_names(auto), offered_tool_names(none)) == ({"vault_search"}, set())
    assert thread_start(none, "/t", ())["dynamicTools"] is None
    assert thread_start(must, "/t", ())["developerInstructions"] == "Use one of the tools before you answer."
    assert thread_start(must, "/t", ())["model"] is None


def test_no_thinking_becomes_the_least_there_is() -> None:
    assert turn_start(ModelRequest("m", "", (), effort="off"), "t", [])["effort"] == "low"
    assert "effort" not in turn_start(ModelRequest("m", "", ()), "t", [])


# Threads: which request goes on in a waiting turn, and which is another question.

CONTEXT = ErrorContext("Codex", "chatgpt.com", "Codex")
QUESTION = user_message("Q")
CALLS = tuple(ToolCallPart(id=name, name="search", arguments_json="{}") for name in ("a", "b"))
SAID = Message(role="assistant", parts=(TextPart(text="Let me look."), *CALLS))
DONE = tuple(ToolResultPart(call_id=name, name="search", content="found") for name in ("a", "b"))


def waiting() -> CodexTurn:
    asked = ModelRequest("m", "Be brief.", (QUESTION,), (SEARCH,), conversation_id="c")
    return CodexTurn(AppServer(CONTEXT), CONTEXT, "f", "thread", ThreadMailbox(), asked, pending={"a": 1, "b": 2})


def request(*messages: Message) -> ModelRequest:
    return ModelRequest("m", "Be brief.", messages, (SEARCH,), conversation_id="c")


def test_exactly_the_pending_results_go_on() -> None:
    one = (QUESTION, SAID, Message(role="tool", parts=DONE))
    two = (QUESTION, SAID, *(Message(role="tool", parts=(part,)) for part in reversed(DONE)))

    assert results_for_turn(waiting(), request(*one)) == DONE
    assert results_for_turn(waiting(), request(*two)) == DONE[::-1]


@pytest.mark.parametrize(
    "messages",
    [
        (),
        (QUESTION,),
        (QUESTION, SAID),
        (QUESTION, SAID, Message(role="tool", parts=DONE[:1])),
        (QUESTION, SAID, Message(role="tool", parts=(*DONE, DONE[0]))),
        (QUESTION, SAID, Message(role="tool", parts=DONE), user_message("Why?")),
        (QUESTION, SAID.model_copy(update={"parts": CALLS[:1]}), Message(role="tool", parts=DONE)),
        (QUESTION, SAID, Message(role="tool", parts=DONE), Message(role="assistant", parts=(TextPart(text="So."),))),
    ],
    ids=["none", "a question", "no results", "one of two", "one twice", "a question after", "other calls", "an answer"],
)
def test_anything_else_is_another_question(messages: tuple[Message, ...]) -> None:
    assert results_for_turn(waiting(), request(*messages)) == ()


def test_other_conditions_are_another_question_and_a_turn_that_was_left_is_over() -> None:
    results = request(QUESTION, SAID, Message(role="tool", parts=DONE))
    left = waiting()
    left.abandon()

    assert results_for_turn(waiting(), replace(results, system="Be long.")) == ()
    assert results_for_turn(waiting(), replace(results, effort="high")) == ()
    assert results_for_turn(left, results) == ()
