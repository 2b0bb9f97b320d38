"""Tests of providers/openai/responses_api.py."""

import json
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from openai.types.responses import Response, ResponseStreamEvent
from pydantic import TypeAdapter

from tests.providers.asking import SEARCH, SHORT, ask, reply_transport, request
from tests.providers.responses_asking import (
    CONTEXT,
    REPLAY_SCOPE,
    read_events,
    read_outcome,
    replayed,
    responses,
    single_chunk,
)
from tests.providers.responses_transcripts import (
    CASES,
    CREATED,
    arguments_event,
    call,
    item_added,
    item_done,
    message,
    response_ended,
    text_delta,
)
from tests.providers.transcripts import Case
from tests.support.campaigns import paired, sampled
from tests.support.wire_responses import encoded, events_of, final_response
from tests.support.wire_turns import Call, Turn
from vaultdesk.chat.messages import (
    ImagePart,
    Message,
    ProviderPart,
    TextPart,
    ToolCallPart,
    ToolResultPart,
    user_message,
)
from vaultdesk.core.errors import ProviderBroken, ProviderError
from vaultdesk.core.values import replace
from vaultdesk.providers.event_stream import ServerEvent
from vaultdesk.providers.history_replay import AnswerLayout, wire_name
from vaultdesk.providers.openai.responses_api import (
    NATIVE_ITEMS_PART,
    ResponseItem,
    ResponsesAnswer,
    add_items_to_layout,
    requested_effort,
    responses_body,
)
from vaultdesk.providers.provider import (
    CallReady,
    CallStarted,
    ModelRequest,
    Noticed,
    ReasoningArrived,
    TextArrived,
    ToolChoice,
    TurnEnded,
    UsageReported,
)
from vaultdesk.providers.response_reader import read_response


def item(place: int, kind: str, text: str = "", **raw: Any) -> ResponseItem:
    texts = {("output_text", 0): [text]} if text else {}
    return ResponseItem(place, place, kind, raw={"type": kind, **raw}, done=True, texts=texts)


def layout_entries(*items: ResponseItem, calls: tuple[str, ...] = ()) -> list[Any]:
    layout = AnswerLayout()
    texts_in_order = [(item.ordinal, key) for item in items for key in item.shown_texts]
    add_items_to_layout(layout, items, texts_in_order, calls)
    parts: tuple[ProviderPart, ...] = layout.provider_parts("f")
    return [entry for part in parts for entry in part.item["layout"]]  # type: ignore[call-overload,index,union-attr]


def test_the_layout_stores_lengths_of_texts_and_not_the_texts() -> None:
    message = item(0, "message", "Hello", id="m", status="completed", role="assistant", phase=None)

    assert layout_entries(message) == [
        {"texts": [5], "extra": {"id": "m", "status": "completed", "kinds": ["output_text"]}}
    ]


def test_a_truncated_message_has_no_layout_entry() -> None:
    message = item(0, "message", "Hello", id="m")
    message.done = False

    assert layout_entries(message) == []


def test_the_layout_contains_complete_calls_only() -> None:
    first, second = item(0, "function_call", id="f1"), item(1, "function_call", id="f2")
    first.call_id, second.call_id = "ours_1", "ours_2"

    assert layout_entries(first, second, calls=("ours_2",)) == [{"call": 0, "extra": {"id": "f2"}}]


def test_reasoning_with_its_content_is_replayed() -> None:
    encrypted = item(0, "reasoning", encrypted_content="x")
    plain = item(1, "reasoning", content=[{"type": "reasoning_text", "text": "Hm."}])

    assert [entry["native"] for entry in layout_entries(encrypted, plain)] == [encrypted.raw, plain.raw]
    assert layout_entries(item(0, "reasoning", id="rs")) == []


CALL = ToolCallPart(id="call_1", name="vault_search", arguments_json='{ "query":"x" }', arguments={"query": "x"})
OTHER_CALL = ToolCallPart(id="call_2", name="file_read", arguments_json="{}", arguments={})
REASONING_ITEM = {"type": "reasoning", "id": "rs", "summary": [], "encrypted_content": "B"}


def request_body(model_request: ModelRequest, **omitted: Any) -> dict[str, Any]:
    return responses_body(model_request, scope=REPLAY_SCOPE, **omitted)


def provider_parts(scope: str = REPLAY_SCOPE) -> tuple[ProviderPart, ...]:
    layout = AnswerLayout()
    layout.add_native_item(REASONING_ITEM)
    layout.add_text(["Looking."], {"id": "msg", "status": "completed", "phase": "commentary", "kinds": ["output_text"]})
    layout.add_call(0, {"id": "fc_1", "status": "completed"})
    layout.add_call(1, {"id": "fc_2", "status": "completed"})
    return (
        *layout.provider_parts(scope),
        ProviderPart(family=scope, item={"wire_ids": {"call_1": "call_wire_1", "call_2": "functions.read:0"}}),
    )


def conversation(*parts: ProviderPart) -> tuple[Message, ...]:
    result = ToolResultPart(call_id="call_1", name="vault_search", content='{"data": []}')
    denied = ToolResultPart(call_id="call_2", name="file_read", content='{"success": false}', is_error=True)
    return (
        user_message("Q"),
        Message(role="assistant", parts=(TextPart(text="Looking."), CALL, OTHER_CALL, *parts)),
        Message(role="tool", parts=(denied, result)),
        user_message("And?"),
    )


def test_the_request_body_is_complete() -> None:
    model_request = replace(request(*conversation(*provider_parts()), tools=(SEARCH,)), effort="low", temperature=0.5)

    assert request_body(model_request) == {
        "model": "scripted",
        "stream": True,
        "store": False,
        "include": ["reasoning.encrypted_content"],
        "instructions": "Be brief.",
        "max_output_tokens": 8192,
        "reasoning": {"effort": "low", "summary": "auto"},
        "temperature": 0.5,
        "parallel_tool_calls": True,
        "tools": [
            {
                "type": "function",
                "name": "vault_search",
                "description": "Search the notes.",
                "parameters": dict(SEARCH.parameters),
                "strict": False,
            }
        ],
        "input": [
            {"type": "message", "role": "user", "content": [{"type": "input_text", "text": "Q"}]},
            REASONING_ITEM,
            {
                "type": "message",
                "id": "msg",
                "role": "assistant",
                "status": "completed",
                "phase": "commentary",
                "content": [{"type": "output_text", "text": "Looking.", "annotations": []}],
            },
            {
                "type": "function_call",
                "id": "fc_1",
                "status": "completed",
                "call_id": "call_wire_1",
                "name": "vault_search",
                "arguments": '{ "query":"x" }',
            },
            {
                "type": "function_call",
                "id": "fc_2",
                "status": "completed",
                "call_id": "functions.read:0",
                "name": "file_read",
                "arguments": "{}",
            },
            {"type": "function_call_output", "call_id": "call_wire_1", "output": '{"data": []}'},
            {"type": "function_call_output", "call_id": "functions.read:0", "output": '{"success": false}'},
            {"type": "message", "role": "user", "content": [{"type": "input_text", "text": "And?"}]},
        ],
    }


@pytest.mark.parametrize(
    "omitted", [frozenset(), frozenset({NATIVE_ITEMS_PART})], ids=["another family", "refused items"]
)
def test_items_of_another_family_are_omitted_and_the_text_is_sent(omitted: frozenset[str]) -> None:
    scope = REPLAY_SCOPE if omitted else "responses@api.openai.com/another"

    sent = request_body(request(*conversation(*provider_parts(scope))), omitted=omitted)["input"]

    assert sent[1:4] == [
        {"type": "message", "role": "assistant", "content": "Looking."},
        {"type": "function_call", "call_id": "call_1", "name": "vault_search", "arguments": '{ "query":"x" }'},
        {"type": "function_call", "call_id": "call_2", "name": "file_read", "arguments": "{}"},
    ]
    assert [item["call_id"] for item in sent[4:6]] == ["call_1", "call_2"]


def test_images_precede_the_text() -> None:
    image = ImagePart(media_type="image/png", data="aWk=", name="a.png")

    assert request_body(request(user_message("What is it?", (image,))))["input"] == [
        {
            "type": "message",
            "role": "user",
            "content": [
                {"type": "input_image", "image_url": "data:image/png;base64,aWk=", "detail": "auto"},
                {"type": "input_text", "text": "What is it?"},
            ],
        }
    ]


def test_reasoning_without_a_following_item_is_not_replayed() -> None:
    layout = AnswerLayout()
    layout.add_text(["A"], {"id": "m", "kinds": ["output_text"]})
    layout.add_native_item(REASONING_ITEM)
    answer = Message(role="assistant", parts=(TextPart(text="A"), *layout.provider_parts(REPLAY_SCOPE)))

    assert [item["type"] for item in request_body(request(user_message("Q"), answer))["input"]] == [
        "message",
        "message",
    ]


def test_a_refusal_is_replayed_as_a_refusal() -> None:
    layout = AnswerLayout()
    layout.add_text(["No."], {"id": "m", "kinds": ["refusal"]})
    answer = Message(role="assistant", parts=(TextPart(text="No."), *layout.provider_parts(REPLAY_SCOPE)))

    assert request_body(request(user_message("Q"), answer))["input"][1]["content"] == [
        {"type": "refusal", "refusal": "No."}
    ]


def test_invalid_arguments_are_replayed_as_a_quoted_string() -> None:
    answer = Message(role="assistant", parts=(CALL.model_copy(update={"arguments_json": '{"q'}),))

    assert (
        request_body(request(user_message("Q"), answer))["input"][1]["arguments"] == '{"unreadable_arguments": "{\\"q"}'
    )


@pytest.mark.parametrize(
    ("choice", "sent"),
    [
        (ToolChoice(), None),
        (ToolChoice("none"), "none"),
        (ToolChoice("required"), "required"),
        (ToolChoice("tool", "vault_search"), {"type": "function", "name": "vault_search"}),
    ],
)
def test_the_tool_choice_is_sent_with_tools_only(choice: ToolChoice, sent: object) -> None:
    assert request_body(replace(request(), tool_choice=choice)).get("tool_choice") == sent
    assert "tool_choice" not in request_body(replace(request(tools=()), tool_choice=choice))


def test_refused_fields_are_omitted() -> None:
    model_request = replace(request(), effort="off", temperature=1.0)

    assert requested_effort(request_body(model_request)) == "none"
    assert request_body(model_request, omitted={"reasoning.effort=none"})["reasoning"] == {
        "effort": "minimal",
        "summary": "auto",
    }
    assert request_body(model_request, omitted={"reasoning.summary"})["reasoning"] == {"effort": "none"}
    reduced = request_body(model_request, omitted={"reasoning", "include", "temperature", "parallel_tool_calls"})
    assert reduced.keys() == {"model", "input", "stream", "store", "instructions", "max_output_tokens", "tools"}


def test_streaming_can_be_switched_off() -> None:
    assert request_body(replace(request(), streamed=False))["stream"] is False


FULL = Turn(
    "It leaks.",
    [Call("vault_search", {"query": "öl"}), Call("file_read", {"file_paths": ["B.md"]})],
    reasoning="Search first.",
)


SIZES = {"in one chunk": 0, "byte by byte": 1, "by seven bytes": 7}
"""Bytes in one chunk of an answer; 0 is all of them."""


@pytest.mark.parametrize(
    ("case", "chunking"),
    [pytest.param(case, chunking, id=f"{case.name} {chunking}") for case, chunking in paired(CASES, SIZES)],
)
async def test_each_transcript_yields_its_answer_or_its_error(case: Case, chunking: str) -> None:
    provider = responses(transport=reply_transport(case.body, size=SIZES[chunking]), timeouts=SHORT)

    outcome = await ask(provider)

    assert type(outcome.error).__name__ == (case.error or "NoneType"), outcome.error
    assert outcome.text == case.text
    assert outcome.stop == case.stop
    assert [(call_part.name, call_part.arguments_json) for call_part in outcome.calls] == list(case.calls)
    assert sum(bool(call_part.problem) for call_part in outcome.calls) == case.problems
    assert case.error_title in (outcome.error.title if outcome.error else "")
    await provider.aclose()


async def test_a_stream_truncated_at_any_byte_is_an_error_and_runs_no_tool() -> None:
    body = b"".join(encoded(Turn("A", [Call("read", {"p": 1})])))

    for end in sampled(range(len(body) - 2), 200):  # the blank line after the last event may be missing
        outcome = await read_outcome(
            read_response(single_chunk(body[:end]), ResponsesAnswer(CONTEXT, REPLAY_SCOPE), CONTEXT, 5.0)
        )
        assert isinstance(outcome.error, ProviderBroken), body[:end]
        assert (outcome.calls, outcome.stop) == ([], "")


def test_the_scripted_stream_matches_the_types_of_the_sdk() -> None:
    kinds = TypeAdapter(ResponseStreamEvent)
    events = list(events_of(FULL))

    assert [event["sequence_number"] for event in events] == list(range(len(events)))
    for event in events:
        assert kinds.validate_python(event).type == event["type"]
    for stop in ("", "max_output_tokens", "content_filter", "failed"):
        Response.model_validate(final_response(Turn("A", stop=stop)))


def test_a_valid_answer_is_reported_completely() -> None:
    events = read_events(events_of(FULL))

    assert [event for event in events if isinstance(event, ReasoningArrived | TextArrived | UsageReported)] == [
        ReasoningArrived("Search"),
        ReasoningArrived(" first."),
        TextArrived("It"),
        TextArrived(" leaks."),
        UsageReported(10, 5),
    ]
    assert [event.name for event in events if isinstance(event, CallStarted)] == ["vault_search", "file_read"]


def test_encrypted_reasoning_is_replayed_from_the_done_event() -> None:
    events = read_events(events_of(FULL))

    layout, ids = replayed(events)
    call_ids = [event.call_id for event in events if isinstance(event, CallStarted)]
    assert ids == {"wire_ids": {call_ids[0]: "call_wire_0", call_ids[1]: "call_wire_1"}}
    assert layout == {
        "layout": [
            {
                "native": {
                    "id": "rs_wire",
                    "type": "reasoning",
                    "summary": [{"type": "summary_text", "text": "Search first."}],
                    "encrypted_content": "gAAAA-done",
                }
            },
            {"texts": [9], "extra": {"id": "msg_wire", "status": "completed", "kinds": ["output_text"]}},
            {"call": 0, "extra": {"id": "fc_wire_0", "status": "completed"}},
            {"call": 1, "extra": {"id": "fc_wire_1", "status": "completed"}},
        ]
    }


def test_usage_contains_cached_and_reasoning_tokens() -> None:
    usage = {
        "input_tokens": 9,
        "input_tokens_details": {"cached_tokens": 3},
        "output_tokens": 4,
        "output_tokens_details": {"reasoning_tokens": 2},
    }

    assert UsageReported(9, 4, 3, 2) in read_events([item_done(message()), response_ended(message(), usage=usage)])


def test_reasoning_parts_are_reported_once_and_separately() -> None:
    def reasoning(kind: str, text: str, place: int) -> dict[str, object]:
        name = "summary_index" if "summary" in kind else "content_index"
        return {"type": f"response.{kind}.delta", "item_id": "rs", "output_index": 0, name: place, "delta": text}

    raw = {
        "type": "reasoning",
        "id": "rs",
        "summary": [{"type": "summary_text", "text": text} for text in ("One.", "Two.")],
        "content": [{"type": "reasoning_text", "text": "All of it."}],
    }

    events = read_events(
        [
            reasoning("reasoning_summary_text", "One", 0),
            reasoning("reasoning_summary_text", ".", 0),
            reasoning("reasoning_summary_text", "Two.", 1),
            reasoning("reasoning_text", "All of it.", 0),
            item_done(raw),
            response_ended(raw),
        ]
    )

    assert [event.text for event in events if isinstance(event, ReasoningArrived)] == ["One", ".", "\n\nTwo."]


@pytest.mark.parametrize("kind", ["reasoning_text", "reasoning"])
def test_raw_reasoning_is_reported(kind: str) -> None:
    delta = {"type": f"response.{kind}.delta", "item_id": "rs", "output_index": 0, "content_index": 0, "delta": "Hm."}

    assert read_events([delta, item_done(message(), 1), response_ended()])[0] == ReasoningArrived("Hm.")


def test_overlapping_items_are_distinguished_by_their_index() -> None:
    reasoning = {"type": "reasoning", "id": "rs", "summary": [], "encrypted_content": "B"}
    events = read_events(
        [
            CREATED,
            {"type": "response.output_item.added", "output_index": 0, "item": {**reasoning, "encrypted_content": "A"}},
            item_added(message(), 1),
            text_delta("Hello", 1),
            item_done(message(), 1),
            item_done(reasoning, 0),
            response_ended(reasoning, message()),
        ]
    )

    assert replayed(events) == [
        {
            "layout": [
                {"native": reasoning},
                {"texts": [5], "extra": {"id": "msg_1", "status": "completed", "kinds": ["output_text"]}},
            ]
        }
    ]


def test_overlapping_messages_are_joined_into_one_text() -> None:
    events = read_events(
        [
            *(item_added(message("AC", "a")), item_added(message("BD", "b"), 1)),
            *(text_delta("A", 0, "a"), text_delta("B", 1, "b"), text_delta("C", 0, "a"), text_delta("D", 1, "b")),
            *(item_done(message("AC", "a")), item_done(message("BD", "b"), 1)),
            response_ended(message("AC", "a"), message("BD", "b")),
        ]
    )

    assert "".join(event.text for event in events if isinstance(event, TextArrived)) == "A\n\nBCD"
    assert replayed(events) == []


def test_reasoning_without_content_is_omitted_together_with_the_item_ids() -> None:
    reasoning = {"type": "reasoning", "id": "rs", "summary": []}

    events = read_events(
        [item_done(reasoning), item_done(message(phase="final_answer"), 1), item_done(call(), 2), response_ended()]
    )

    assert replayed(events)[0] == {
        "layout": [
            {"texts": [5], "extra": {"status": "completed", "phase": "final_answer", "kinds": ["output_text"]}},
            {"call": 0, "extra": {"status": "completed"}},
        ]
    }


def test_unknown_items_are_replayed_except_calls_without_an_output() -> None:
    search = {"type": "web_search_call", "id": "ws", "status": "completed"}
    shell = {"type": "local_shell_call", "id": "ls", "call_id": "c", "status": "completed"}

    events = read_events([item_done(search), item_done(shell, 1), item_done(message(), 2), response_ended()])

    assert [entry.get("native") for entry in replayed(events)[0]["layout"]] == [search, None]


def test_items_that_cannot_be_sent_are_omitted() -> None:
    nested: object = "x"
    for _ in range(40):
        nested = [nested]
    invalid = {"type": "hologram", "half": "\ud800"}

    events = read_events(
        [
            item_done({"type": "hologram", "data": nested}),
            item_done(invalid, 1),
            item_done(message(), 2),
            response_ended(),
        ]
    )

    assert len(replayed(events)[0]["layout"]) == 1


def test_a_truncated_call_causes_a_notice_and_never_becomes_ready() -> None:
    reason = {"reason": "max_output_tokens"}

    *_, notice, last = read_events(
        [item_done(call()), response_ended(call(), kind="incomplete", incomplete_details=reason)]
    )

    assert isinstance(notice, Noticed)
    assert last == TurnEnded("length")


def test_an_answer_is_complete_only_with_its_last_event() -> None:
    answer = ResponsesAnswer(CONTEXT, REPLAY_SCOPE)
    states = []
    for event in events_of(FULL):
        list(answer.feed(ServerEvent("", json.dumps(event))))
        states.append((answer.complete, answer.closed))

    assert states == [(False, False)] * (len(states) - 1) + [(True, True)]


def test_an_answer_beyond_the_size_limit_is_an_error(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("vaultdesk.providers.error_context.MAX_ANSWER_TEXT", 100)

    with pytest.raises(ProviderBroken, match="too long"):
        read_events([text_delta("x" * 60)] * 3)


def test_arguments_are_reported_incrementally() -> None:
    events = read_events(
        [
            item_added(call()),
            arguments_event('{"p"'),
            arguments_event(": 1}"),
            item_done(call()),
            response_ended(call()),
        ]
    )

    assert [type(event).__name__ for event in events] == [
        "CallStarted", "CallGrew", "CallGrew", "CallReady", "TurnEnded",
    ]  # fmt: skip


_NAMES = st.sampled_from(["", "a", "b", "\ud800", "\x00"])
_PARTS = st.lists(
    st.fixed_dictionaries({"type": st.sampled_from(["output_text", "refusal", "summary_text", "x"]), "text": _NAMES})
)
_ANY_VALUE = st.recursive(
    st.none() | st.booleans() | st.integers(-2, 3) | _NAMES | st.sampled_from(["reasoning", "message", "completed"]),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(_NAMES | st.just("type"), inner, max_size=3),
    max_leaves=5,
)
_ITEM = st.fixed_dictionaries(
    {"type": st.sampled_from(["message", "reasoning", "function_call", "web_search_call", ""])},
    optional={
        **dict.fromkeys(("id", "call_id", "name"), _NAMES | _ANY_VALUE),
        **dict.fromkeys(("content", "summary"), _PARTS | _ANY_VALUE),
        "arguments": st.sampled_from(['{"a": 1}', '{"a"', "{}"]) | _ANY_VALUE,
        "encrypted_content": _NAMES | _ANY_VALUE,
        "status": st.sampled_from(["completed", "incomplete"]) | _ANY_VALUE,
    },
)
_EVENT = st.fixed_dictionaries(
    {
        "type": st.sampled_from(
            [
                *(f"response.output_item.{ending}" for ending in ("added", "done")),
                *(f"response.{part}.{ending}" for part in ("output_text", "refusal") for ending in ("delta", "done")),
                *(f"response.function_call_arguments.{ending}" for ending in ("delta", "done")),
                "response.reasoning_summary_text.delta",
                "response.hologram",
            ]
        )
    },
    optional={
        "item": _ITEM | _ANY_VALUE,
        "item_id": _NAMES | _ANY_VALUE,
        **dict.fromkeys(("output_index", "content_index"), st.integers(-1, 2) | _ANY_VALUE),
        **dict.fromkeys(("delta", "text", "refusal", "arguments"), st.sampled_from(["{", "}", "x"]) | _ANY_VALUE),
    },
)


@settings(deadline=None)  # a slow machine must not fail the test
@given(st.lists(_EVENT, max_size=12), st.lists(_ITEM, max_size=4) | _ANY_VALUE)
def test_arbitrary_events_yield_a_replayable_answer_or_a_provider_error(
    events: list[dict[str, object]], output: object
) -> None:
    try:
        produced = read_events([*events, {"type": "response.completed", "response": {"output": output}}])
    except ProviderError:
        return

    assert isinstance(produced[-1], TurnEnded)
    text = "".join(event.text for event in produced if isinstance(event, TextArrived))
    calls = [event.call for event in produced if isinstance(event, CallReady)]
    answer = Message(role="assistant", parts=(TextPart(text=text), *calls, *produced[-1].replay))
    results = [ToolResultPart(call_id=call.id, name=call.name, content="{}") for call in calls]
    stored = Message.model_validate(answer.model_dump())
    sent = responses_body(
        request(user_message("Q"), stored, Message(role="tool", parts=tuple(results))), scope=REPLAY_SCOPE
    )
    json.dumps(sent, ensure_ascii=False, allow_nan=False).encode()
    items: list[dict[str, object]] = sent["input"]  # type: ignore[assignment]
    assert [item["name"] for item in items if item["type"] == "function_call"] == [wire_name(c.name) for c in calls]
    assert sum(item["type"] == "function_call_output" for item in items) == len(calls)
