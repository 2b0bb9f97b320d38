"""Tests of providers/anthropic_provider.py."""

import json
from collections.abc import Callable
from typing import Any

import pytest

from tests.providers.asking import READ, SEARCH, SECRET, Outcome, anthropic, ask, request
from tests.providers.responses_asking import read_outcome, single_chunk
from tests.providers.transcripts import TEXT, TOOL, block, text_delta
from tests.support.wire import Raw, Recorded, WireServer, refused
from tests.support.wire_turns import Call, Turn, encoded
from vaultdesk.chat.messages import (
    ImagePart,
    Message,
    ProviderPart,
    ReasoningPart,
    TextPart,
    ToolCallPart,
    ToolResultPart,
    user_message,
)
from vaultdesk.core.errors import ProviderBroken, ProviderRefused
from vaultdesk.core.values import replace
from vaultdesk.providers.anthropic_provider import AnthropicMessages, MessagesAnswer, has_thoughts, messages_body
from vaultdesk.providers.error_context import ErrorContext
from vaultdesk.providers.event_stream import ServerEvent
from vaultdesk.providers.history_replay import AnswerLayout
from vaultdesk.providers.http_connection import anthropic_address
from vaultdesk.providers.provider import (
    CallReady,
    Effort,
    ModelEvent,
    ModelRequest,
    Noticed,
    ToolChoice,
    TurnEnded,
    UsageReported,
)
from vaultdesk.providers.response_reader import read_response
from vaultdesk.providers.sdk_provider import ProviderEndpoint

# Messages API

CALL = ToolCallPart(id="call_1", name="vault_search", arguments_json='{"query": "x"}', arguments={"query": "x"})
OTHER_CALL = ToolCallPart(id="call_2", name="file_read", arguments_json="{}", arguments={})
THINKING_BLOCK = {"type": "thinking", "thinking": "Hm.", "signature": "c2ln"}
OMITTED = {"type": "thinking", "thinking": "", "signature": "b21p"}
HIDDEN = {"type": "redacted_thinking", "data": "xyz"}


def layout_parts(*entries: dict[str, str] | str | int, scope: str = "anthropic") -> tuple[ProviderPart, ...]:
    """Return the layout of an answer: hidden blocks, texts and the positions of calls."""
    layout = AnswerLayout()
    for entry in entries:
        if isinstance(entry, dict):
            layout.add_native_item(entry)
        elif isinstance(entry, str):
            layout.add_text([entry])
        else:
            layout.add_call(entry)
    return layout.provider_parts(scope)


def request_body(model_request: ModelRequest, **options: Any) -> dict[str, Any]:
    return messages_body(model_request, scope="anthropic", **options)


def test_results_come_first_in_the_next_message_and_denials_are_errors() -> None:
    answer = Message(
        role="assistant", parts=(TextPart(text="Looking."), CALL, OTHER_CALL, *layout_parts(THINKING_BLOCK))
    )
    done = ToolResultPart(call_id="call_1", name="vault_search", content='{"data": []}')
    denied = ToolResultPart(call_id="call_2", name="file_read", content="User cancelled", is_error=True)
    results_message = Message(role="tool", parts=(denied, done))

    sent: Any = messages_body(
        request(user_message("Q"), answer, results_message, user_message("And?"), tools=(SEARCH,)), scope="anthropic"
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
                    THINKING_BLOCK,
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


def test_hidden_blocks_are_replayed_verbatim_and_in_order() -> None:
    layout = layout_parts(THINKING_BLOCK, HIDDEN, "A", OMITTED, 0)
    answer = Message(role="assistant", parts=(TextPart(text="A"), CALL, *layout))

    sent = request_body(request(user_message("Q"), answer))

    content = sent["messages"][1]["content"]
    assert [block["type"] for block in content] == ["thinking", "redacted_thinking", "text", "thinking", "tool_use"]
    assert (content[:2], content[3]) == ([THINKING_BLOCK, HIDDEN], OMITTED)
    assert has_thoughts(sent)


def test_thinking_blocks_at_the_end_of_a_message_are_omitted() -> None:
    answer = Message(role="assistant", parts=(TextPart(text="A"), *layout_parts("A", THINKING_BLOCK, HIDDEN)))

    assert request_body(request(user_message("Q"), answer))["messages"][1]["content"] == [{"type": "text", "text": "A"}]


def test_only_earlier_thinking_blocks_can_be_omitted() -> None:
    server_tool = {"type": "server_tool_use", "id": "s1", "name": "web", "input": "x"}
    answer = Message(role="assistant", parts=(TextPart(text="A"), *layout_parts(THINKING_BLOCK, server_tool, "A")))

    sent = request_body(request(user_message("Q"), answer), omitted={"thoughts"})

    assert [block["type"] for block in sent["messages"][1]["content"]] == ["server_tool_use", "text"]
    assert not has_thoughts(sent)


def test_call_ids_of_a_server_are_sent_to_that_server_only() -> None:
    ids = ProviderPart(family="anthropic", item={"wire_ids": {"call_1": "toolu_01"}})
    answer = Message(role="assistant", parts=(CALL, ids))
    messages = request(user_message("Q"), answer, Message(role="tool", parts=(result("call_1"),)))

    for scope, wire_id in (("anthropic", "toolu_01"), ("another", "call_1")):
        sent: Any = messages_body(messages, scope=scope)["messages"]
        assert [sent[1]["content"][0]["id"], sent[2]["content"][0]["tool_use_id"]] == [wire_id, wire_id]


def result(call_id: str) -> ToolResultPart:
    return ToolResultPart(call_id=call_id, name="vault_search", content="{}")


def test_images_precede_the_text() -> None:
    image = ImagePart(media_type="image/png", data="aWk=", name="a.png")

    assert request_body(request(user_message("What is it?", (image,))))["messages"][0]["content"] == [
        {"type": "image", "source": {"type": "base64", "media_type": "image/png", "data": "aWk="}},
        {"type": "text", "text": "What is it?"},
    ]


def test_items_of_another_family_or_format_are_not_sent() -> None:
    parts = (
        *layout_parts(THINKING_BLOCK, scope="messages@localhost:1/m"),
        ProviderPart(family="anthropic", item=["odd"]),
    )
    answer = Message(role="assistant", parts=(*parts, TextPart(text="A")))

    sent: Any = messages_body(request(user_message("Q"), answer), scope="anthropic")

    assert sent["messages"][1] == {"role": "assistant", "content": [{"type": "text", "text": "A"}]}


def test_adjacent_messages_of_one_role_are_merged() -> None:
    answer = Message(role="assistant", parts=(TextPart(text="A"),))

    sent: Any = messages_body(request(user_message("Q"), user_message("R"), answer, answer), scope="anthropic")

    assert [(m["role"], len(m["content"])) for m in sent["messages"]] == [("user", 2), ("assistant", 2)]


def test_earlier_calls_are_sent_with_their_tools_after_tools_were_switched_off() -> None:
    answer = Message(role="assistant", parts=(CALL, OTHER_CALL))

    sent: Any = messages_body(request(user_message("Q"), answer, tools=()), scope="anthropic")

    assert [tool["name"] for tool in sent["tools"]] == ["file_read", "vault_search"]
    assert sent["tool_choice"] == {"type": "none"}


def test_no_sampling_parameter_is_sent_to_the_vendor() -> None:
    model_request = replace(request(), temperature=0.5)
    sent = json.dumps(request_body(model_request, vendor=True))

    assert not any(field in sent for field in ("temperature", "top_p", "top_k", "thinking"))


@pytest.mark.parametrize(
    ("model", "effort", "sent"),
    [("scripted", "", True), ("claude-3-haiku", "", True), ("claude-opus-5", "", False), ("scripted", "low", False)],
)
def test_other_servers_get_a_temperature_if_the_model_accepts_one(model: str, effort: Effort, sent: bool) -> None:
    model_request = replace(request(), model=model, effort=effort, temperature=0.5)

    assert ("temperature" in request_body(model_request)) is sent
    assert "temperature" not in request_body(model_request, omitted={"temperature"})


@pytest.mark.parametrize(
    ("choice", "sent"),
    [
        (ToolChoice(), None),
        (ToolChoice("none"), {"type": "none"}),
        (ToolChoice("required"), {"type": "any"}),
        (ToolChoice("tool", "vault_search"), {"type": "tool", "name": "vault_search"}),
    ],
)
def test_the_tool_choice_is_sent_with_tools_only(choice: ToolChoice, sent: object) -> None:
    assert request_body(replace(request(), tool_choice=choice)).get("tool_choice") == sent
    assert "tool_choice" not in request_body(replace(request(tools=()), tool_choice=choice))


def test_a_forced_tool_disables_thinking() -> None:
    forced = replace(request(), tool_choice=ToolChoice("required"), effort="high")

    assert "thinking" not in request_body(replace(forced, model="claude-haiku-4-5"))
    assert request_body(replace(forced, model="claude-opus-5"))["thinking"] == {"type": "disabled"}
    newest = request_body(replace(forced, model="claude-opus-5-5"))
    assert "tool_choice" not in newest
    assert newest["output_config"] == {"effort": "high"}
    assert request_body(forced, omitted={"tool_choice"})["thinking"]["type"] == "enabled"


def test_a_thinking_budget_is_added_to_the_length_of_the_answer() -> None:
    sent = request_body(replace(request(), model="claude-haiku-4-5", effort="high"))

    assert sent["thinking"] == {"type": "enabled", "budget_tokens": 16384}
    assert sent["max_tokens"] == 16384 + 8192
    without_thinking = request_body(replace(request(), model="claude-haiku-4-5", effort="high"), omitted={"thinking"})
    assert ("thinking" in without_thinking, without_thinking["max_tokens"]) == (False, 8192)


def test_streaming_can_be_switched_off() -> None:
    assert request_body(replace(request(), streamed=False))["stream"] is False


# The transcripts of valid and broken streams are in transcripts.py; test_response_reader.py reads them.

START = {"type": "message_start", "message": {"usage": {"input_tokens": 7, "cache_read_input_tokens": 5}}}


def read_events(*events: dict[str, object], stop: str = "end_turn") -> list[ModelEvent]:
    answer = MessagesAnswer(ErrorContext("Anthropic", "api.anthropic.com", "Anthropic"), "anthropic")
    end = {"type": "message_delta", "delta": {"stop_reason": stop}, "usage": {"output_tokens": 11}}
    model_events = [
        produced
        for event in (START, *events, end, {"type": "message_stop"})
        for produced in answer.feed(ServerEvent("", json.dumps(event)))
    ]
    return [*model_events, *answer.finish()]


def replayed(events: list[ModelEvent]) -> list[object]:
    end = events[-1]
    assert isinstance(end, TurnEnded)
    assert {part.family for part in end.replay} <= {"anthropic"}
    return [part.item for part in end.replay]


def thinking(index: int, *deltas: dict[str, object]) -> list[dict[str, object]]:
    return block(index, {"type": "thinking", "thinking": "", "signature": ""}, *deltas)


def test_thinking_is_stored_verbatim_with_its_signature_and_position() -> None:
    visible = thinking(
        0,
        {"type": "thinking_delta", "thinking": "Hm, "},
        {"type": "thinking_delta", "thinking": "yes."},
        {"type": "signature_delta", "signature": "c2ln"},
    )
    text = block(1, {"type": "text", "text": ""}, text_delta("A"))
    hidden = block(2, {"type": "redacted_thinking", "data": "xyz"})

    assert replayed(read_events(*visible, *text, *hidden)) == [
        {
            "layout": [
                {"native": {"type": "thinking", "thinking": "Hm, yes.", "signature": "c2ln"}},
                {"texts": [1]},
                {"native": {"type": "redacted_thinking", "data": "xyz"}},
            ]
        }
    ]


def test_thinking_is_replayed_without_text_but_not_without_a_signature() -> None:
    omitted = thinking(0, {"type": "signature_delta", "signature": "c2ln"})
    unsigned = thinking(1, {"type": "thinking_delta", "thinking": "Hm."})

    assert replayed(read_events(*omitted, *unsigned)) == [
        {"layout": [{"native": {"type": "thinking", "thinking": "", "signature": "c2ln"}}]}
    ]


def test_text_between_two_thinking_blocks_keeps_its_position() -> None:
    signed = {"type": "signature_delta", "signature": "c2ln"}
    texts = [block(place, {"type": "text", "text": ""}, text_delta(text)) for place, text in ((1, "Abc"), (3, "De"))]

    events = read_events(*thinking(0, signed), *texts[0], *thinking(2, signed), *texts[1])

    (layout,) = replayed(events)
    assert [entry.get("texts", "thought") for entry in layout["layout"]] == ["thought", [3], "thought", [2]]  # type: ignore[index,call-overload]


def test_call_ids_of_the_server_are_stored() -> None:
    events = read_events(*TOOL, stop="tool_use")

    (call,) = [event.call for event in events if isinstance(event, CallReady)]
    assert replayed(events) == [{"wire_ids": {call.id: "t1"}}]


def test_a_complete_message_stores_the_same_items_as_a_stream() -> None:
    thinking_block = {"type": "thinking", "thinking": "Hm.", "signature": "c2ln"}
    answer = MessagesAnswer(ErrorContext("Anthropic", "api.anthropic.com", "Anthropic"), "anthropic")
    content = [
        thinking_block,
        {"type": "text", "text": "A"},
        {"type": "tool_use", "id": "t1", "name": "read", "input": {}},
    ]

    events = [*answer.feed_json({"type": "message", "content": content, "stop_reason": "tool_use"}), *answer.finish()]

    layout, ids = replayed(events)
    assert layout == {"layout": [{"native": thinking_block}, {"texts": [1]}, {"call": 0}]}
    assert list(ids["wire_ids"].values()) == ["t1"]  # type: ignore[index,call-overload]


def test_a_block_that_cannot_be_sent_back_is_omitted() -> None:
    events = read_events(
        *block(0, {"type": "redacted_thinking", "data": "\ud800"}), *block(1, {"type": "text", "text": "A"})
    )

    assert replayed(events) == []


async def test_a_stream_truncated_at_any_byte_is_an_error_and_runs_no_tool() -> None:
    error_context = ErrorContext("Anthropic", "api.anthropic.com", "Anthropic")
    body = b"".join(encoded("anthropic", Turn("A", [Call("read", {"p": 1})])))

    for end in range(len(body) - 2):  # the blank line after the last event may be missing
        outcome = await read_outcome(
            read_response(single_chunk(body[:end]), MessagesAnswer(error_context, "anthropic"), error_context, 5.0)
        )
        assert isinstance(outcome.error, ProviderBroken), body[:end]
        assert (outcome.calls, outcome.stop) == ([], "")


def test_blocks_of_server_tools_are_replayed_after_a_pause() -> None:
    server_tool = block(
        0,
        {"type": "server_tool_use", "id": "s1", "name": "web", "input": {}},
        {"type": "input_json_delta", "partial_json": '{"q": '},
        {"type": "input_json_delta", "partial_json": '"x"}'},
    )

    events = read_events(*server_tool, *TOOL, stop="pause_turn")

    assert replayed(events) == [
        {"layout": [{"native": {"type": "server_tool_use", "id": "s1", "name": "web", "input": {"q": "x"}}}]}
    ]
    assert isinstance(events[-2], Noticed)


def test_usage_contains_cached_input() -> None:
    assert UsageReported(12, 11, cached_tokens=5) in read_events(*TEXT)


SIGNED_THOUGHT = {"type": "thinking", "thinking": "Search first.", "signature": "c2ln"}


def assistant_message(outcome: Outcome) -> Message:
    """Return the answer as a stored message."""
    end = outcome.events[-1]
    assert isinstance(end, TurnEnded)
    reasoning = (ReasoningPart(text=outcome.reasoning),) if outcome.reasoning else ()
    text = (TextPart(text=outcome.text),) if outcome.text else ()
    return Message(role="assistant", parts=(*reasoning, *text, *outcome.calls, *end.replay))


def results(outcome: Outcome) -> Message:
    """Return results in which the second call was denied."""
    parts = (
        ToolResultPart(call_id=call.id, name=call.name, content=json.dumps({"n": n}), is_error=n == 1)
        for n, call in enumerate(outcome.calls)
    )
    return Message(role="tool", parts=tuple(parts))


async def test_requests_of_two_rounds_of_tools_are_complete() -> None:
    turns = [
        Turn(
            "Let me look.",
            [Call("vault_search", {"query": "öl"}, "toolu_a"), Call("file_read", {"file_paths": 7}, "toolu_b")],
            reasoning="Search first.",
        ),
        # The correction of the denied call.
        Turn(calls=[Call("file_read", {"file_paths": ["B.md"]}, "toolu_c")], piece=5),
        Turn("It leaks, see [[Boiler]]."),
    ]
    messages = [user_message("What about the boiler?")]
    async with WireServer(anthropic=turns, key=SECRET) as server:
        provider = anthropic(server.url)
        for _ in turns:
            outcome = await ask(provider, request(*messages))
            assert outcome.error is None
            messages.append(assistant_message(outcome))
            messages.extend([results(outcome)] if outcome.calls else [])
        await provider.aclose()

    first, second, third = (posted.json for posted in server.posts)
    assert second == {
        "model": "scripted",
        "max_tokens": 8192,
        "stream": True,
        "system": "Be brief.",
        "tools": [
            {"name": tool.name, "description": tool.description, "input_schema": dict(tool.parameters)}
            for tool in (SEARCH, READ)
        ],
        "messages": [
            {"role": "user", "content": [{"type": "text", "text": "What about the boiler?"}]},
            {
                "role": "assistant",
                "content": [
                    SIGNED_THOUGHT,
                    {"type": "text", "text": "Let me look."},
                    {"type": "tool_use", "id": "toolu_a", "name": "vault_search", "input": {"query": "öl"}},
                    {"type": "tool_use", "id": "toolu_b", "name": "file_read", "input": {"file_paths": 7}},
                ],
            },
            {
                "role": "user",
                "content": [
                    {"type": "tool_result", "tool_use_id": "toolu_a", "content": '{"n": 0}'},
                    {"type": "tool_result", "tool_use_id": "toolu_b", "content": '{"n": 1}', "is_error": True},
                ],
            },
        ],
    }
    corrected = {"type": "tool_use", "id": "toolu_c", "name": "file_read", "input": {"file_paths": ["B.md"]}}
    assert third["messages"] == [
        *second["messages"],
        {"role": "assistant", "content": [corrected]},
        {"role": "user", "content": [{"type": "tool_result", "tool_use_id": "toolu_c", "content": '{"n": 0}'}]},
    ]
    assert first["messages"] == second["messages"][:1]
    assert (outcome.text, outcome.stop) == ("It leaks, see [[Boiler]].", "end")


async def test_another_model_of_the_same_server_gets_text_and_calls_only() -> None:
    async with WireServer(anthropic=[Turn("A", [Call("file_read", {})], reasoning="Hm."), Turn("B")]) as server:
        provider = anthropic(server.url)
        outcome = await ask(provider)
        messages = (user_message("Q"), assistant_message(outcome), results(outcome))
        await ask(provider, replace(request(*messages), model="another"))
        await provider.aclose()

    (call,) = outcome.calls
    assert server.posts[1].json["messages"][1]["content"] == [
        {"type": "text", "text": "A"},
        {"type": "tool_use", "id": call.id, "name": "file_read", "input": {}},
    ]


async def test_a_paused_turn_continues_without_a_user_message() -> None:
    """vaultdesk/providers/README.md, "Pitfalls", 17."""
    async with WireServer(anthropic=[Turn("Wait", stop="pause_turn"), Turn(" for it.")]) as server:
        provider = anthropic(server.url)
        outcome = await ask(provider, request(user_message("Q")))
        second = await ask(provider, request(user_message("Q"), assistant_message(outcome)))
        await provider.aclose()

    assert (outcome.stop, second.stop) == ("pause", "end")
    assert [turn["role"] for turn in server.posts[1].json["messages"]] == ["user", "assistant"]


def refusing_server(problem: Callable[[dict[str, Any]], str]) -> Callable[[Recorded], Raw | Turn]:
    """Return a server that refuses a body with the message that *problem* returns for it, if any."""

    def answer(posted: Recorded) -> Raw | Turn:
        message = problem(posted.json)
        return refused(400, message) if message else Turn("Hi", reasoning="Hm.")

    return answer


def notice_texts(outcome: Outcome) -> list[str]:
    return [event.message for event in outcome.events if isinstance(event, Noticed)]


@pytest.mark.parametrize(
    "message",
    [
        '"thinking.type.enabled" is not supported for this model. Use "thinking.type.adaptive" instead.',
        "adaptive thinking is not supported on this model",
        "This model does not support the effort parameter.",
        "thinking: Extra inputs are not permitted",
    ],
)
async def test_a_model_that_refuses_thinking_fields_is_requested_without_them(message: str) -> None:
    """vaultdesk/providers/README.md, "Pitfalls", 4."""
    server_reply = refusing_server(lambda body: message if "thinking" in body else "")
    async with WireServer(anthropic=server_reply) as server:
        provider = anthropic(server.url)
        model_request = replace(request(), model="claude-opus-4-8", effort="high")

        outcome, second = await ask(provider, model_request), await ask(provider, model_request)
        other = await ask(provider, replace(model_request, model="claude-haiku-4-5"))
        await provider.aclose()

    assert (outcome.text, second.text, other.text) == ("Hi", "Hi", "Hi")
    assert ["thinking" in posted.json for posted in server.posts] == [True, False, False, True, False]
    assert "output_config" not in server.posts[1].json
    assert notice_texts(outcome) == [
        "claude-opus-4-8 does not accept a thinking level, so the request was sent without one."
    ]
    assert notice_texts(second) == []


@pytest.mark.parametrize(
    "message",
    [
        "messages.1.content.0: Invalid `signature` in `thinking` block",
        "messages.1.content.0: `thinking` or `redacted_thinking` blocks in the latest message cannot be modified.",
        "a thinking block was made in another conversation",
    ],
)
async def test_thinking_blocks_refused_by_a_model_are_omitted_from_that_request_only(message: str) -> None:
    async with WireServer(
        anthropic=refusing_server(lambda body: message if '"signature"' in json.dumps(body) else "")
    ) as server:
        provider = anthropic(server.url)
        model_request = replace(request(), effort="high")
        messages = (user_message("Q"), assistant_message(await ask(provider, model_request)), user_message("R"))

        outcome = await ask(provider, replace(model_request, messages=messages))
        await ask(provider, model_request)
        await provider.aclose()

    assert outcome.text == "Hi"
    assert notice_texts(outcome) == [
        "scripted did not accept its earlier reasoning, so the request was sent without it."
    ]
    assert all("thinking" in posted.json for posted in server.posts)


async def test_thinking_is_omitted_in_a_chat_that_requires_missing_blocks_and_used_in_others() -> None:
    message = (
        "messages.1.content.0.type: Expected `thinking`, but found `tool_use`: it must start with a thinking block"
    )
    server_reply = refusing_server(lambda body: message if "thinking" in body and len(body["messages"]) > 1 else "")
    call = ToolCallPart(id="call_1", name="file_read", arguments_json="{}", arguments={})
    async with WireServer(anthropic=server_reply) as server:
        provider = anthropic(server.url)
        model_request = replace(request(), model="claude-haiku-4-5", effort="low")
        messages = (user_message("Q"), Message(role="assistant", parts=(call,)))

        assert (await ask(provider, replace(model_request, messages=messages))).text == "Hi"
        assert (await ask(provider, model_request)).text == "Hi"
        await provider.aclose()

    assert ["thinking" in posted.json for posted in server.posts] == [True, False, True]


@pytest.mark.parametrize("part", ["tool_choice", "temperature"])
async def test_other_refused_fields_are_omitted(part: str) -> None:
    server_reply = refusing_server(lambda body: f"{part}: not supported for this model" if part in body else "")
    async with WireServer(anthropic=server_reply) as server:
        provider = anthropic(server.url)
        model_request = replace(request(), tool_choice=ToolChoice("required"), temperature=0.5)

        assert [(await ask(provider, model_request)).text for _ in range(2)] == ["Hi", "Hi"]
        await provider.aclose()

    assert [part in posted.json for posted in server.posts] == [True, False, False]


@pytest.mark.parametrize("message", ["messages: too odd", "I was thinking of something else"])
async def test_another_refusal_is_not_retried(message: str) -> None:
    async with WireServer(anthropic=[refused(400, message), Turn("Hi")]) as server:
        provider = anthropic(server.url)

        assert isinstance((await ask(provider)).error, ProviderRefused)
        await provider.aclose()

    assert len(server.posts) == 1


async def test_no_temperature_is_sent_to_the_vendor() -> None:
    """vaultdesk/providers/README.md, "Pitfalls", 2."""
    async with WireServer(anthropic=[Turn("a"), Turn("b")]) as server:
        model_request = replace(request(), temperature=0.5)
        for vendor in (True, False):
            provider = anthropic(server.url, vendor=vendor)
            assert (await ask(provider, model_request)).error is None
            await provider.aclose()

    assert ["temperature" in posted.json for posted in server.posts] == [False, True]


async def test_an_answer_can_be_requested_without_streaming() -> None:
    content = [
        SIGNED_THOUGHT,
        {"type": "text", "text": "Let me look."},
        {"type": "tool_use", "id": "toolu_a", "name": "file_read", "input": {"a": 1}},
    ]
    complete = {"type": "message", "role": "assistant", "content": content, "stop_reason": "tool_use", "usage": {}}
    reply = Raw(json.dumps(complete).encode(), content_type="application/json")
    async with WireServer(anthropic=[reply]) as server:
        provider = anthropic(server.url)
        outcome = await ask(provider, replace(request(), streamed=False, max_output_tokens=64_000))
        await provider.aclose()

    assert server.posts[0].json["stream"] is False
    assert (outcome.text, outcome.reasoning, outcome.stop) == ("Let me look.", "Search first.", "tool_calls")
    assert [call.arguments for call in outcome.calls] == [{"a": 1}]


async def test_an_image_is_sent_unchanged() -> None:
    image = ImagePart(media_type="image/png", data="iVBORw0KGgo=", name="a.png")
    async with WireServer(anthropic=[Turn("A boiler.")]) as server:
        provider = anthropic(server.url)
        assert (await ask(provider, request(user_message("What is it?", (image,))))).text == "A boiler."
        await provider.aclose()

    sent = server.posts[0].json["messages"][0]["content"][0]
    assert sent["source"] == {"type": "base64", "media_type": "image/png", "data": "iVBORw0KGgo="}


async def test_other_servers_get_the_key_in_both_headers() -> None:
    """vaultdesk/providers/README.md, "Pitfalls", 3."""
    async with WireServer(anthropic=[Turn("a")]) as server:
        provider = anthropic(server.url)
        await ask(provider)
        await provider.aclose()

    headers = server.posts[0].headers
    assert (headers["authorization"], headers["x-api-key"]) == (f"Bearer {SECRET}", SECRET)
    assert headers["anthropic-version"]


async def test_the_vendor_gets_the_key_in_one_header() -> None:
    async with WireServer(anthropic=[Turn("a")]) as server:
        endpoint = ProviderEndpoint("Anthropic", anthropic_address(server.url), key=lambda: SECRET, vendor=True)
        provider = AnthropicMessages(endpoint)
        await ask(provider)
        await provider.aclose()

    assert "x-api-key" not in server.posts[0].headers


async def test_the_replay_family_contains_the_server() -> None:
    async with WireServer(anthropic=[Turn("a", reasoning="Hm.")]) as server:
        provider = anthropic(server.url)
        end = (await ask(provider)).events[-1]
        await provider.aclose()

    assert isinstance(end, TurnEnded)
    assert [part.family for part in end.replay] == [f"messages@{server.url.removeprefix('http://')}/scripted"]


async def test_the_address_is_valid_with_and_without_its_version() -> None:
    async with WireServer(anthropic=[Turn("a"), Turn("b")]) as server:
        for url in (server.url, f"{server.url}/v1"):
            provider = anthropic(url)
            assert (await ask(provider)).error is None
            await provider.aclose()

    assert [posted.path for posted in server.posts] == ["/v1/messages"] * 2
