"""Tests of providers/anthropic/messages_api.py."""

import json
from dataclasses import replace
from typing import Any

import pytest

from tests.providers.asking import SEARCH, request
from tests.providers.responses_asking import one_piece, outcome
from tests.providers.transcripts import TEXT, TOOL, block, text_delta
from tests.support.wire_turns import Call, Turn, encoded
from vaultdesk.chat.messages import (
    ImagePart,
    Message,
    ProviderPart,
    TextPart,
    ToolCallPart,
    ToolResultPart,
    user_message,
)
from vaultdesk.core.errors import ProviderBroken
from vaultdesk.providers.anthropic.messages_api import MessagesAnswer, has_thoughts, messages_body
from vaultdesk.providers.error_context import ErrorContext
from vaultdesk.providers.event_stream import ServerEvent
from vaultdesk.providers.history_replay import AnswerLayout
from vaultdesk.providers.model_events import CallReady, ModelEvent, Noticed, TurnEnded, UsageReported
from vaultdesk.providers.provider import Effort, ModelRequest, ToolChoice
from vaultdesk.providers.response_reader import read_response

CALL = ToolCallPart(id="call_1", name="vault_search", arguments_json='{"query": "x"}', arguments={"query": "x"})
OTHER = ToolCallPart(id="call_2", name="file_read", arguments_json="{}", arguments={})
THOUGHT = {"type": "thinking", "thinking": "Hm.", "signature": "c2ln"}
OMITTED = {"type": "thinking", "thinking": "", "signature": "b21p"}
HIDDEN = {"type": "redacted_thinking", "data": "xyz"}


def signs(*entries: dict[str, str] | str | int, scope: str = "anthropic") -> tuple[ProviderPart, ...]:
    """Return the layout of an answer: hidden blocks, texts and the places of calls."""
    layout = AnswerLayout()
    for entry in entries:
        if isinstance(entry, dict):
            layout.add_native_item(entry)
        elif isinstance(entry, str):
            layout.add_text([entry])
        else:
            layout.add_call(entry)
    return layout.provider_parts(scope)


def body(asked: ModelRequest, **options: Any) -> dict[str, Any]:
    return messages_body(asked, scope="anthropic", **options)


def test_results_stand_first_in_the_very_next_message_and_refusals_are_errors() -> None:
    answer = Message(role="assistant", parts=(TextPart(text="Looking."), CALL, OTHER, *signs(THOUGHT)))
    done = ToolResultPart(call_id="call_1", name="vault_search", content='{"data": []}')
    denied = ToolResultPart(call_id="call_2", name="file_read", content="User cancelled", is_error=True)
    found = Message(role="tool", parts=(denied, done))

    sent: Any = messages_body(
        request(user_message("Q"), answer, found, user_message("And?"), tools=(SEARCH,)), scope="anthropic"
    )

    assert sent == {
        "model": "scripted",
        "max_tokens": 8192,
        "stream": True,
        "system": "Be brief.",
        "messages": [
            {"role": "user", "content": [{"type": "text", "text": "Q"}]},
            {
                "role": "assistant",
                "content": [
                    THOUGHT,
                    {"type": "text", "text": "Looking."},
                    {"type": "tool_use", "id": "call_1", "name": "vault_search", "input": {"query": "x"}},
                    {"type": "tool_use", "id": "call_2", "name": "file_read", "input": {}},
                ],
            },
            {
                "role": "user",
                "content": [
                    {"type": "tool_result", "tool_use_id": "call_1", "content": '{"data": []}'},
                    {"type": "tool_result", "tool_use_id": "call_2", "content": "User cancelled", "is_error": True},
                    {"type": "text", "text": "And?"},
                ],
            },
        ],
        "tools": [
            {"name": "vault_search", "description": "Search the notes.", "input_schema": dict(SEARCH.parameters)}
        ],
    }


def test_hidden_blocks_go_back_verbatim_and_in_order() -> None:
    order = signs(THOUGHT, HIDDEN, "A", OMITTED, 0)
    answer = Message(role="assistant", parts=(TextPart(text="A"), CALL, *order))

    sent = body(request(user_message("Q"), answer))

    content = sent["messages"][1]["content"]
    assert [block["type"] for block in content] == ["thinking", "redacted_thinking", "text", "thinking", "tool_use"]
    assert (content[:2], content[3]) == ([THOUGHT, HIDDEN], OMITTED)
    assert has_thoughts(sent)


def test_thoughts_that_led_to_nothing_do_not_end_a_message() -> None:
    answer = Message(role="assistant", parts=(TextPart(text="A"), *signs("A", THOUGHT, HIDDEN)))

    assert body(request(user_message("Q"), answer))["messages"][1]["content"] == [{"type": "text", "text": "A"}]


def test_old_thoughts_can_be_left_out_and_nothing_else() -> None:
    own = {"type": "server_tool_use", "id": "s1", "name": "web", "input": "x"}
    answer = Message(role="assistant", parts=(TextPart(text="A"), *signs(THOUGHT, own, "A")))

    sent = body(request(user_message("Q"), answer), left_out={"thoughts"})

    assert [block["type"] for block in sent["messages"][1]["content"]] == ["server_tool_use", "text"]
    assert not has_thoughts(sent)


def test_the_servers_own_call_ids_go_back_to_it_alone() -> None:
    ids = ProviderPart(family="anthropic", item={"wire_ids": {"call_1": "toolu_01"}})
    answer = Message(role="assistant", parts=(CALL, ids))
    talk = request(user_message("Q"), answer, Message(role="tool", parts=(result("call_1"),)))

    for scope, wire_id in (("anthropic", "toolu_01"), ("another", "call_1")):
        sent: Any = messages_body(talk, scope=scope)["messages"]
        assert [sent[1]["content"][0]["id"], sent[2]["content"][0]["tool_use_id"]] == [wire_id, wire_id]


def result(call_id: str) -> ToolResultPart:
    return ToolResultPart(call_id=call_id, name="vault_search", content="{}")


def test_pictures_stand_before_the_words() -> None:
    picture = ImagePart(media_type="image/png", data="aWk=", name="a.png")

    assert body(request(user_message("What is it?", (picture,))))["messages"][0]["content"] == [
        {"type": "image", "source": {"type": "base64", "media_type": "image/png", "data": "aWk="}},
        {"type": "text", "text": "What is it?"},
    ]


def test_signs_of_another_family_or_shape_stay_home() -> None:
    parts = (*signs(THOUGHT, scope="messages@localhost:1/m"), ProviderPart(family="anthropic", item=["odd"]))
    answer = Message(role="assistant", parts=(*parts, TextPart(text="A")))

    sent: Any = messages_body(request(user_message("Q"), answer), scope="anthropic")

    assert sent["messages"][1] == {"role": "assistant", "content": [{"type": "text", "text": "A"}]}


def test_speakers_take_turns() -> None:
    one = Message(role="assistant", parts=(TextPart(text="A"),))

    sent: Any = messages_body(request(user_message("Q"), user_message("R"), one, one), scope="anthropic")

    assert [(m["role"], len(m["content"])) for m in sent["messages"]] == [("user", 2), ("assistant", 2)]


def test_old_calls_can_be_sent_after_tools_were_switched_off() -> None:
    answer = Message(role="assistant", parts=(CALL, OTHER))

    sent: Any = messages_body(request(user_message("Q"), answer, tools=()), scope="anthropic")

    assert [tool["name"] for tool in sent["tools"]] == ["file_read", "vault_search"]
    assert sent["tool_choice"] == {"type": "none"}


def test_no_sampling_knob_is_sent_to_the_vendor() -> None:
    asked = replace(request(), temperature=0.5)
    sent = json.dumps(body(asked, vendor=True))

    assert not any(knob in sent for knob in ("temperature", "top_p", "top_k", "thinking"))


@pytest.mark.parametrize(
    ("model", "effort", "sent"),
    [("scripted", "", True), ("claude-3-haiku", "", True), ("claude-opus-5", "", False), ("scripted", "low", False)],
)
def test_other_servers_get_a_temperature_where_the_model_takes_one(model: str, effort: Effort, sent: bool) -> None:
    asked = replace(request(), model=model, effort=effort, temperature=0.5)

    assert ("temperature" in body(asked)) is sent
    assert "temperature" not in body(asked, left_out={"temperature"})


@pytest.mark.parametrize(
    ("choice", "sent"),
    [
        (ToolChoice(), None),
        (ToolChoice("none"), {"type": "none"}),
        (ToolChoice("required"), {"type": "any"}),
        (ToolChoice("tool", "vault_search"), {"type": "tool", "name": "vault_search"}),
    ],
)
def test_a_tool_is_asked_for_as_wished(choice: ToolChoice, sent: object) -> None:
    assert body(replace(request(), tool_choice=choice)).get("tool_choice") == sent
    assert "tool_choice" not in body(replace(request(tools=()), tool_choice=choice))


def test_who_must_ask_for_a_tool_does_not_think_first() -> None:
    forced = replace(request(), tool_choice=ToolChoice("required"), effort="high")

    assert "thinking" not in body(replace(forced, model="claude-haiku-4-5"))
    assert body(replace(forced, model="claude-opus-5"))["thinking"] == {"type": "disabled"}
    newest = body(replace(forced, model="claude-opus-5-5"))
    assert "tool_choice" not in newest
    assert newest["output_config"] == {"effort": "high"}
    assert body(forced, left_out={"tool_choice"})["thinking"]["type"] == "enabled"


def test_a_budget_leaves_room_for_the_answer() -> None:
    sent = body(replace(request(), model="claude-haiku-4-5", effort="high"))

    assert sent["thinking"] == {"type": "enabled", "budget_tokens": 16384}
    assert sent["max_tokens"] == 16384 + 8192
    refused = body(replace(request(), model="claude-haiku-4-5", effort="high"), left_out={"thinking"})
    assert ("thinking" in refused, refused["max_tokens"]) == (False, 8192)


def test_the_whole_answer_can_be_asked_for_at_once() -> None:
    assert body(replace(request(), streamed=False))["stream"] is False


# What each broken and honest stream comes to stands in transcripts.py and runs in test_response_reader.py.

START = {"type": "message_start", "message": {"usage": {"input_tokens": 7, "cache_read_input_tokens": 5}}}


def read(*events: dict[str, object], stop: str = "end_turn") -> list[ModelEvent]:
    answer = MessagesAnswer(ErrorContext("Anthropic", "api.anthropic.com", "Anthropic"), "anthropic")
    ended = {"type": "message_delta", "delta": {"stop_reason": stop}, "usage": {"output_tokens": 11}}
    came = [
        produced
        for event in (START, *events, ended, {"type": "message_stop"})
        for produced in answer.feed(ServerEvent("", json.dumps(event)))
    ]
    return [*came, *answer.finish()]


def replayed(events: list[ModelEvent]) -> list[object]:
    ended = events[-1]
    assert isinstance(ended, TurnEnded)
    assert {part.family for part in ended.replay} <= {"anthropic"}
    return [part.item for part in ended.replay]


def thinking(index: int, *deltas: dict[str, object]) -> list[dict[str, object]]:
    return block(index, {"type": "thinking", "thinking": "", "signature": ""}, *deltas)


def test_thinking_is_kept_verbatim_with_its_signature_and_place() -> None:
    thought = thinking(
        0,
        {"type": "thinking_delta", "thinking": "Hm, "},
        {"type": "thinking_delta", "thinking": "yes."},
        {"type": "signature_delta", "signature": "c2ln"},
    )
    spoken = block(1, {"type": "text", "text": ""}, text_delta("A"))
    hidden = block(2, {"type": "redacted_thinking", "data": "xyz"})

    assert replayed(read(*thought, *spoken, *hidden)) == [
        {
            "layout": [
                {"native": {"type": "thinking", "thinking": "Hm, yes.", "signature": "c2ln"}},
                {"texts": [1]},
                {"native": {"type": "redacted_thinking", "data": "xyz"}},
            ]
        }
    ]


def test_thinking_without_text_still_goes_back_and_without_a_signature_never() -> None:
    omitted = thinking(0, {"type": "signature_delta", "signature": "c2ln"})
    unsigned = thinking(1, {"type": "thinking_delta", "thinking": "Hm."})

    assert replayed(read(*omitted, *unsigned)) == [
        {"layout": [{"native": {"type": "thinking", "thinking": "", "signature": "c2ln"}}]}
    ]


def test_text_between_two_thoughts_keeps_its_place() -> None:
    signed = {"type": "signature_delta", "signature": "c2ln"}
    said = [block(place, {"type": "text", "text": ""}, text_delta(text)) for place, text in ((1, "Abc"), (3, "De"))]

    events = read(*thinking(0, signed), *said[0], *thinking(2, signed), *said[1])

    (layout,) = replayed(events)
    assert [entry.get("texts", "thought") for entry in layout["layout"]] == ["thought", [3], "thought", [2]]  # type: ignore[index,call-overload]


def test_the_servers_own_call_ids_are_kept_for_it() -> None:
    events = read(*TOOL, stop="tool_use")

    (call,) = [event.call for event in events if isinstance(event, CallReady)]
    assert replayed(events) == [{"wire_ids": {call.id: "t1"}}]


def test_a_whole_message_keeps_the_same_as_a_stream() -> None:
    thought = {"type": "thinking", "thinking": "Hm.", "signature": "c2ln"}
    answer = MessagesAnswer(ErrorContext("Anthropic", "api.anthropic.com", "Anthropic"), "anthropic")
    content = [thought, {"type": "text", "text": "A"}, {"type": "tool_use", "id": "t1", "name": "read", "input": {}}]

    events = [*answer.feed_whole({"type": "message", "content": content, "stop_reason": "tool_use"}), *answer.finish()]

    layout, ids = replayed(events)
    assert layout == {"layout": [{"native": thought}, {"texts": [1]}, {"call": 0}]}
    assert list(ids["wire_ids"].values()) == ["t1"]  # type: ignore[index,call-overload]


def test_a_block_nobody_could_send_back_is_left_out() -> None:
    events = read(*block(0, {"type": "redacted_thinking", "data": "\ud800"}), *block(1, {"type": "text", "text": "A"}))

    assert replayed(events) == []


async def test_a_stream_that_ends_at_any_byte_is_broken_and_runs_no_tool() -> None:
    error_context = ErrorContext("Anthropic", "api.anthropic.com", "Anthropic")
    body = b"".join(encoded("anthropic", Turn("A", [Call("read", {"p": 1})])))

    for end in range(len(body) - 2):  # the blank line behind the last event may be missing
        came = await outcome(
            read_response(one_piece(body[:end]), MessagesAnswer(error_context, "anthropic"), error_context, 5.0)
        )
        assert isinstance(came.error, ProviderBroken), body[:end]
        assert (came.calls, came.stop) == ([], "")


def test_blocks_of_the_vendors_own_tools_survive_a_pause() -> None:
    own = block(
        0,
        {"type": "server_tool_use", "id": "s1", "name": "web", "input": {}},
        {"type": "input_json_delta", "partial_json": '{"q": '},
        {"type": "input_json_delta", "partial_json": '"x"}'},
    )

    events = read(*own, *TOOL, stop="pause_turn")

    assert replayed(events) == [
        {"layout": [{"native": {"type": "server_tool_use", "id": "s1", "name": "web", "input": {"q": "x"}}}]}
    ]
    assert isinstance(events[-2], Noticed)


def test_usage_counts_cached_input_too() -> None:
    assert UsageReported(12, 11, cached_tokens=5) in read(*TEXT)
