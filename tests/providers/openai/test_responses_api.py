"""Tests of providers/openai/responses_api.py."""

import json
from dataclasses import replace
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from openai.types.responses import Response, ResponseStreamEvent
from pydantic import TypeAdapter

from tests.providers.asking import SEARCH, SHORT, answering, ask, request
from tests.providers.responses_asking import CONTEXT, REPLAY_SCOPE, one_piece, outcome, read, replayed, responses
from tests.providers.responses_transcripts import BEGUN, CASES, added, arguments, call, done, ended, message, text_delta
from tests.providers.transcripts import Case
from tests.support.campaigns import paired, sampled
from tests.support.wire_responses import encoded, events_of, whole
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
from vaultdesk.providers.event_stream import ServerEvent
from vaultdesk.providers.history_replay import AnswerLayout, wire_name
from vaultdesk.providers.openai import responses_api
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


def noted(*items: ResponseItem, calls: tuple[str, ...] = ()) -> list[Any]:
    layout = AnswerLayout()
    heard = [(one.ordinal, key) for one in items for key in one.shown_texts]
    add_items_to_layout(layout, items, heard, calls)
    parts: tuple[ProviderPart, ...] = layout.provider_parts("f")
    return [entry for part in parts for entry in part.item["layout"]]  # type: ignore[call-overload,index,union-attr]


def test_texts_are_counted_and_not_kept_twice() -> None:
    message = item(0, "message", "Hello", id="m", status="completed", role="assistant", phase=None)

    assert noted(message) == [{"texts": [5], "extra": {"id": "m", "status": "completed", "kinds": ["output_text"]}}]


def test_a_message_that_was_cut_keeps_no_name() -> None:
    message = item(0, "message", "Hello", id="m")
    message.done = False

    assert noted(message) == []


def test_calls_stand_where_they_were_made_and_only_those_that_are_whole() -> None:
    first, second = item(0, "function_call", id="f1"), item(1, "function_call", id="f2")
    first.call_id, second.call_id = "ours_1", "ours_2"

    assert noted(first, second, calls=("ours_2",)) == [{"call": 0, "extra": {"id": "f2"}}]


def test_thoughts_that_hold_themselves_go_back() -> None:
    sealed = item(0, "reasoning", encrypted_content="x")
    plain = item(1, "reasoning", content=[{"type": "reasoning_text", "text": "Hm."}])

    assert [entry["native"] for entry in noted(sealed, plain)] == [sealed.raw, plain.raw]
    assert noted(item(0, "reasoning", id="rs")) == []


CALL = ToolCallPart(id="call_1", name="vault_search", arguments_json='{ "query":"x" }', arguments={"query": "x"})
OTHER = ToolCallPart(id="call_2", name="file_read", arguments_json="{}", arguments={})
THOUGHT = {"type": "reasoning", "id": "rs", "summary": [], "encrypted_content": "B"}


def body(asked: ModelRequest, **omitted: Any) -> dict[str, Any]:
    return responses_body(asked, scope=REPLAY_SCOPE, **omitted)


def signed(scope: str = REPLAY_SCOPE) -> tuple[ProviderPart, ...]:
    layout = AnswerLayout()
    layout.add_native_item(THOUGHT)
    layout.add_text(["Looking."], {"id": "msg", "status": "completed", "phase": "commentary", "kinds": ["output_text"]})
    layout.add_call(0, {"id": "fc_1", "status": "completed"})
    layout.add_call(1, {"id": "fc_2", "status": "completed"})
    return (
        *layout.provider_parts(scope),
        ProviderPart(family=scope, item={"wire_ids": {"call_1": "call_wire_1", "call_2": "functions.read:0"}}),
    )


def talk(*signs: ProviderPart) -> tuple[Message, ...]:
    done = ToolResultPart(call_id="call_1", name="vault_search", content='{"data": []}')
    denied = ToolResultPart(call_id="call_2", name="file_read", content='{"success": false}', is_error=True)
    return (
        user_message("Q"),
        Message(role="assistant", parts=(TextPart(text="Looking."), CALL, OTHER, *signs)),
        Message(role="tool", parts=(denied, done)),
        user_message("And?"),
    )


def test_the_body_is_whole() -> None:
    asked = replace(request(*talk(*signed()), tools=(SEARCH,)), effort="low", temperature=0.5)

    assert body(asked) == {
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
            THOUGHT,
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
def test_items_of_another_family_are_dropped_and_the_text_kept(omitted: frozenset[str]) -> None:
    scope = REPLAY_SCOPE if omitted else "responses@api.openai.com/another"

    sent = body(request(*talk(*signed(scope))), omitted=omitted)["input"]

    assert sent[1:4] == [
        {"type": "message", "role": "assistant", "content": "Looking."},
        {"type": "function_call", "call_id": "call_1", "name": "vault_search", "arguments": '{ "query":"x" }'},
        {"type": "function_call", "call_id": "call_2", "name": "file_read", "arguments": "{}"},
    ]
    assert [item["call_id"] for item in sent[4:6]] == ["call_1", "call_2"]


def test_pictures_stand_before_the_words() -> None:
    picture = ImagePart(media_type="image/png", data="aWk=", name="a.png")

    assert body(request(user_message("What is it?", (picture,))))["input"] == [
        {
            "type": "message",
            "role": "user",
            "content": [
                {"type": "input_image", "image_url": "data:image/png;base64,aWk=", "detail": "auto"},
                {"type": "input_text", "text": "What is it?"},
            ],
        }
    ]


def test_reasoning_without_what_it_led_to_stays_home() -> None:
    layout = AnswerLayout()
    layout.add_text(["A"], {"id": "m", "kinds": ["output_text"]})
    layout.add_native_item(THOUGHT)
    answer = Message(role="assistant", parts=(TextPart(text="A"), *layout.provider_parts(REPLAY_SCOPE)))

    assert [item["type"] for item in body(request(user_message("Q"), answer))["input"]] == ["message", "message"]


def test_a_refusal_goes_back_as_one() -> None:
    layout = AnswerLayout()
    layout.add_text(["No."], {"id": "m", "kinds": ["refusal"]})
    answer = Message(role="assistant", parts=(TextPart(text="No."), *layout.provider_parts(REPLAY_SCOPE)))

    assert body(request(user_message("Q"), answer))["input"][1]["content"] == [{"type": "refusal", "refusal": "No."}]


def test_unreadable_arguments_go_back_as_a_quotation() -> None:
    answer = Message(role="assistant", parts=(CALL.model_copy(update={"arguments_json": '{"q'}),))

    assert body(request(user_message("Q"), answer))["input"][1]["arguments"] == '{"unreadable_arguments": "{\\"q"}'


@pytest.mark.parametrize(
    ("choice", "sent"),
    [
        (ToolChoice(), None),
        (ToolChoice("none"), "none"),
        (ToolChoice("required"), "required"),
        (ToolChoice("tool", "vault_search"), {"type": "function", "name": "vault_search"}),
    ],
)
def test_a_tool_is_asked_for_as_wished(choice: ToolChoice, sent: object) -> None:
    assert body(replace(request(), tool_choice=choice)).get("tool_choice") == sent
    assert "tool_choice" not in body(replace(request(tools=()), tool_choice=choice))


def test_what_was_refused_is_left_out() -> None:
    asked = replace(request(), effort="off", temperature=1.0)

    assert requested_effort(body(asked)) == "none"
    assert body(asked, omitted={"reasoning.effort=none"})["reasoning"] == {"effort": "minimal", "summary": "auto"}
    assert body(asked, omitted={"reasoning.summary"})["reasoning"] == {"effort": "none"}
    bare = body(asked, omitted={"reasoning", "include", "temperature", "parallel_tool_calls"})
    assert bare.keys() == {"model", "input", "stream", "store", "instructions", "max_output_tokens", "tools"}


def test_the_whole_answer_can_be_asked_for_at_once() -> None:
    assert body(replace(request(), streamed=False))["stream"] is False


FULL = Turn(
    "It leaks.",
    [Call("vault_search", {"query": "öl"}), Call("file_read", {"file_paths": ["B.md"]})],
    reasoning="Search first.",
)


SIZES = {"in one gulp": 0, "byte by byte": 1, "by seven bytes": 7}
"""Bytes in one piece of an answer; 0 is the whole."""


@pytest.mark.parametrize(
    ("case", "pieces"),
    [pytest.param(case, pieces, id=f"{case.name} {pieces}") for case, pieces in paired(CASES, SIZES)],
)
async def test_each_transcript_ends_right_or_in_a_plain_sentence(case: Case, pieces: str) -> None:
    provider = responses(transport=answering(case.body, size=SIZES[pieces]), timeouts=SHORT)

    came = await ask(provider)

    assert type(came.error).__name__ == (case.error or "NoneType"), came.error
    assert came.text == case.text
    assert came.stop == case.stop
    assert [(one.name, one.arguments_json) for one in came.calls] == list(case.calls)
    assert sum(bool(one.problem) for one in came.calls) == case.problems
    assert case.said in (came.error.title if came.error else "")
    await provider.aclose()


async def test_a_stream_that_ends_at_any_byte_is_broken_and_runs_no_tool() -> None:
    body = b"".join(encoded(Turn("A", [Call("read", {"p": 1})])))

    for end in sampled(range(len(body) - 2), 200):  # the blank line behind the last event may be missing
        came = await outcome(read_response(one_piece(body[:end]), ResponsesAnswer(CONTEXT, REPLAY_SCOPE), CONTEXT, 5.0))
        assert isinstance(came.error, ProviderBroken), body[:end]
        assert (came.calls, came.stop) == ([], "")


def test_the_scripted_wire_is_what_the_vendors_types_say() -> None:
    kinds = TypeAdapter(ResponseStreamEvent)
    events = list(events_of(FULL))

    assert [event["sequence_number"] for event in events] == list(range(len(events)))
    for event in events:
        assert kinds.validate_python(event).type == event["type"]
    for stop in ("", "max_output_tokens", "content_filter", "failed"):
        Response.model_validate(whole(Turn("A", stop=stop)))


def test_everything_of_an_honest_answer_is_told() -> None:
    events = read(events_of(FULL))

    assert [event for event in events if isinstance(event, ReasoningArrived | TextArrived | UsageReported)] == [
        ReasoningArrived("Search"),
        ReasoningArrived(" first."),
        TextArrived("It"),
        TextArrived(" leaks."),
        UsageReported(10, 5),
    ]
    assert [event.name for event in events if isinstance(event, CallStarted)] == ["vault_search", "file_read"]


def test_encrypted_reasoning_goes_back_from_the_done_event() -> None:
    events = read(events_of(FULL))

    layout, ids = replayed(events)
    ours = [event.call_id for event in events if isinstance(event, CallStarted)]
    assert ids == {"wire_ids": {ours[0]: "call_wire_0", ours[1]: "call_wire_1"}}
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


def test_usage_counts_cached_and_hidden_tokens() -> None:
    usage = {
        "input_tokens": 9,
        "input_tokens_details": {"cached_tokens": 3},
        "output_tokens": 4,
        "output_tokens_details": {"reasoning_tokens": 2},
    }

    assert UsageReported(9, 4, 3, 2) in read([done(message()), ended(message(), usage=usage)])


def test_thoughts_are_told_once_and_apart_from_each_other() -> None:
    def thought(kind: str, text: str, place: int) -> dict[str, object]:
        name = "summary_index" if "summary" in kind else "content_index"
        return {"type": f"response.{kind}.delta", "item_id": "rs", "output_index": 0, name: place, "delta": text}

    raw = {
        "type": "reasoning",
        "id": "rs",
        "summary": [{"type": "summary_text", "text": text} for text in ("One.", "Two.")],
        "content": [{"type": "reasoning_text", "text": "All of it."}],
    }

    events = read(
        [
            thought("reasoning_summary_text", "One", 0),
            thought("reasoning_summary_text", ".", 0),
            thought("reasoning_summary_text", "Two.", 1),
            thought("reasoning_text", "All of it.", 0),
            done(raw),
            ended(raw),
        ]
    )

    assert [event.text for event in events if isinstance(event, ReasoningArrived)] == ["One", ".", "\n\nTwo."]


@pytest.mark.parametrize("kind", ["reasoning_text", "reasoning"])
def test_raw_thoughts_are_told_too(kind: str) -> None:
    delta = {"type": f"response.{kind}.delta", "item_id": "rs", "output_index": 0, "content_index": 0, "delta": "Hm."}

    assert read([delta, done(message(), 1), ended()])[0] == ReasoningArrived("Hm.")


def test_items_that_overlap_are_told_apart_by_their_number() -> None:
    thought = {"type": "reasoning", "id": "rs", "summary": [], "encrypted_content": "B"}
    events = read(
        [
            BEGUN,
            {"type": "response.output_item.added", "output_index": 0, "item": {**thought, "encrypted_content": "A"}},
            added(message(), 1),
            text_delta("Hello", 1),
            done(message(), 1),
            done(thought, 0),
            ended(thought, message()),
        ]
    )

    assert replayed(events) == [
        {
            "layout": [
                {"native": thought},
                {"texts": [5], "extra": {"id": "msg_1", "status": "completed", "kinds": ["output_text"]}},
            ]
        }
    ]


def test_messages_that_overlap_are_kept_as_one_text() -> None:
    events = read(
        [
            *(added(message("AC", "a")), added(message("BD", "b"), 1)),
            *(text_delta("A", 0, "a"), text_delta("B", 1, "b"), text_delta("C", 0, "a"), text_delta("D", 1, "b")),
            *(done(message("AC", "a")), done(message("BD", "b"), 1)),
            ended(message("AC", "a"), message("BD", "b")),
        ]
    )

    assert "".join(event.text for event in events if isinstance(event, TextArrived)) == "A\n\nBCD"
    assert replayed(events) == []


def test_thoughts_the_server_did_not_keep_go_nowhere_and_take_the_names_along() -> None:
    thought = {"type": "reasoning", "id": "rs", "summary": []}

    events = read([done(thought), done(message(phase="final_answer"), 1), done(call(), 2), ended()])

    assert replayed(events)[0] == {
        "layout": [
            {"texts": [5], "extra": {"status": "completed", "phase": "final_answer", "kinds": ["output_text"]}},
            {"call": 0, "extra": {"status": "completed"}},
        ]
    }


def test_what_only_the_server_understands_goes_back_and_calls_nobody_answers_do_not() -> None:
    search = {"type": "web_search_call", "id": "ws", "status": "completed"}
    shell = {"type": "local_shell_call", "id": "ls", "call_id": "c", "status": "completed"}

    events = read([done(search), done(shell, 1), done(message(), 2), ended()])

    assert [entry.get("native") for entry in replayed(events)[0]["layout"]] == [search, None]


def test_items_that_could_not_be_sent_are_left_out() -> None:
    deep: object = "x"
    for _ in range(40):
        deep = [deep]
    odd = {"type": "hologram", "half": "\ud800"}

    events = read([done({"type": "hologram", "data": deep}), done(odd, 1), done(message(), 2), ended()])

    assert len(replayed(events)[0]["layout"]) == 1


def test_a_call_that_was_cut_is_noticed_and_never_ready() -> None:
    reason = {"reason": "max_output_tokens"}

    *_, notice, last = read([done(call()), ended(call(), kind="incomplete", incomplete_details=reason)])

    assert isinstance(notice, Noticed)
    assert last == TurnEnded("length")


def test_no_answer_is_complete_before_its_end() -> None:
    answer = ResponsesAnswer(CONTEXT, REPLAY_SCOPE)
    seen = []
    for event in events_of(FULL):
        list(answer.feed(ServerEvent("", json.dumps(event))))
        seen.append((answer.complete, answer.closed))

    assert seen == [(False, False)] * (len(seen) - 1) + [(True, True)]


def test_an_answer_without_end_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(responses_api, "MAX_ANSWER_TEXT", 100)

    with pytest.raises(ProviderBroken, match="too long"):
        read([text_delta("x" * 60)] * 3)


def test_arguments_are_told_as_they_grow() -> None:
    events = read([added(call()), arguments('{"p"'), arguments(": 1}"), done(call()), ended(call())])

    assert [type(event).__name__ for event in events] == [
        "CallStarted", "CallGrew", "CallGrew", "CallReady", "TurnEnded",
    ]  # fmt: skip


_NAMES = st.sampled_from(["", "a", "b", "\ud800", "\x00"])
_PARTS = st.lists(
    st.fixed_dictionaries({"type": st.sampled_from(["output_text", "refusal", "summary_text", "x"]), "text": _NAMES})
)
_WILD = st.recursive(
    st.none() | st.booleans() | st.integers(-2, 3) | _NAMES | st.sampled_from(["reasoning", "message", "completed"]),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(_NAMES | st.just("type"), inner, max_size=3),
    max_leaves=5,
)
_ITEM = st.fixed_dictionaries(
    {"type": st.sampled_from(["message", "reasoning", "function_call", "web_search_call", ""])},
    optional={
        **dict.fromkeys(("id", "call_id", "name"), _NAMES | _WILD),
        **dict.fromkeys(("content", "summary"), _PARTS | _WILD),
        "arguments": st.sampled_from(['{"a": 1}', '{"a"', "{}"]) | _WILD,
        "encrypted_content": _NAMES | _WILD,
        "status": st.sampled_from(["completed", "incomplete"]) | _WILD,
    },
)
_EVENT = st.fixed_dictionaries(
    {
        "type": st.sampled_from(
            [
                *(f"response.output_item.{ending}" for ending in ("added", "done")),
                *(f"response.{what}.{ending}" for what in ("output_text", "refusal") for ending in ("delta", "done")),
                *(f"response.function_call_arguments.{ending}" for ending in ("delta", "done")),
                "response.reasoning_summary_text.delta",
                "response.hologram",
            ]
        )
    },
    optional={
        "item": _ITEM | _WILD,
        "item_id": _NAMES | _WILD,
        **dict.fromkeys(("output_index", "content_index"), st.integers(-1, 2) | _WILD),
        **dict.fromkeys(("delta", "text", "refusal", "arguments"), st.sampled_from(["{", "}", "x"]) | _WILD),
    },
)


@settings(deadline=None)  # a busy machine is no failure
@given(st.lists(_EVENT, max_size=12), st.lists(_ITEM, max_size=4) | _WILD)
def test_whatever_a_server_sends_comes_to_an_answer_that_can_be_sent_back_or_to_a_sentence(
    events: list[dict[str, object]], output: object
) -> None:
    try:
        came = read([*events, {"type": "response.completed", "response": {"output": output}}])
    except ProviderError:
        return

    assert isinstance(came[-1], TurnEnded)
    text = "".join(event.text for event in came if isinstance(event, TextArrived))
    calls = [event.call for event in came if isinstance(event, CallReady)]
    said = Message(role="assistant", parts=(TextPart(text=text), *calls, *came[-1].replay))
    results = [ToolResultPart(call_id=call.id, name=call.name, content="{}") for call in calls]
    again = Message.model_validate(said.model_dump())
    sent = responses_body(
        request(user_message("Q"), again, Message(role="tool", parts=tuple(results))), scope=REPLAY_SCOPE
    )
    json.dumps(sent, ensure_ascii=False, allow_nan=False).encode()
    items: list[dict[str, object]] = sent["input"]  # type: ignore[assignment]
    assert [item["name"] for item in items if item["type"] == "function_call"] == [wire_name(c.name) for c in calls]
    assert sum(item["type"] == "function_call_output" for item in items) == len(calls)
