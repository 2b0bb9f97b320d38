"""Tests of providers/anthropic_provider.py."""

import json
from collections.abc import Callable
from dataclasses import replace
from typing import Any

import pytest

from tests.providers.asking import READ, SEARCH, SECRET, Outcome, anthropic, ask, request
from tests.providers.responses_asking import one_piece, outcome
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

# Messages API.

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

    sent = body(request(user_message("Q"), answer), omitted={"thoughts"})

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
    assert "temperature" not in body(asked, omitted={"temperature"})


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
    assert body(forced, omitted={"tool_choice"})["thinking"]["type"] == "enabled"


def test_a_budget_leaves_room_for_the_answer() -> None:
    sent = body(replace(request(), model="claude-haiku-4-5", effort="high"))

    assert sent["thinking"] == {"type": "enabled", "budget_tokens": 16384}
    assert sent["max_tokens"] == 16384 + 8192
    refused = body(replace(request(), model="claude-haiku-4-5", effort="high"), omitted={"thinking"})
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

    events = [*answer.feed_json({"type": "message", "content": content, "stop_reason": "tool_use"}), *answer.finish()]

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


SIGNED_THOUGHT = {"type": "thinking", "thinking": "Search first.", "signature": "c2ln"}


def answered(came: Outcome) -> Message:
    """Return the answer as a conversation keeps it."""
    ended = came.events[-1]
    assert isinstance(ended, TurnEnded)
    thought = (ReasoningPart(text=came.reasoning),) if came.reasoning else ()
    spoken = (TextPart(text=came.text),) if came.text else ()
    return Message(role="assistant", parts=(*thought, *spoken, *came.calls, *ended.replay))


def results(came: Outcome) -> Message:
    """Return results in which the second call was refused."""
    told = (
        ToolResultPart(call_id=call.id, name=call.name, content=json.dumps({"n": n}), is_error=n == 1)
        for n, call in enumerate(came.calls)
    )
    return Message(role="tool", parts=tuple(told))


async def test_two_rounds_of_tools_are_right_on_the_wire() -> None:
    turns = [
        Turn(
            "Let me look.",
            [Call("vault_search", {"query": "öl"}, "toolu_a"), Call("file_read", {"file_paths": 7}, "toolu_b")],
            reasoning="Search first.",
        ),
        # The correction of what was refused.
        Turn(calls=[Call("file_read", {"file_paths": ["B.md"]}, "toolu_c")], piece=5),
        Turn("It leaks, see [[Boiler]]."),
    ]
    talk = [user_message("What about the boiler?")]
    async with WireServer(anthropic=turns, key=SECRET) as server:
        provider = anthropic(server.url)
        for _ in turns:
            came = await ask(provider, request(*talk))
            assert came.error is None
            talk.append(answered(came))
            talk.extend([results(came)] if came.calls else [])
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
    assert (came.text, came.stop) == ("It leaks, see [[Boiler]].", "end")


async def test_another_model_behind_the_same_server_gets_the_text_alone() -> None:
    async with WireServer(anthropic=[Turn("A", [Call("file_read", {})], reasoning="Hm."), Turn("B")]) as server:
        provider = anthropic(server.url)
        came = await ask(provider)
        talk = (user_message("Q"), answered(came), results(came))
        await ask(provider, replace(request(*talk), model="another"))
        await provider.aclose()

    (call,) = came.calls
    assert server.posts[1].json["messages"][1]["content"] == [
        {"type": "text", "text": "A"},
        {"type": "tool_use", "id": call.id, "name": "file_read", "input": {}},
    ]


async def test_a_paused_turn_goes_on_without_a_word_of_the_person() -> None:
    """vaultdesk/providers/README.md, "Pitfalls", 17."""
    async with WireServer(anthropic=[Turn("Wait", stop="pause_turn"), Turn(" for it.")]) as server:
        provider = anthropic(server.url)
        came = await ask(provider, request(user_message("Q")))
        again = await ask(provider, request(user_message("Q"), answered(came)))
        await provider.aclose()

    assert (came.stop, again.stop) == ("pause", "end")
    assert [turn["role"] for turn in server.posts[1].json["messages"]] == ["user", "assistant"]


def picky(wrong: Callable[[dict[str, Any]], str]) -> Callable[[Recorded], Raw | Turn]:
    """Return a server that refuses with the sentence *wrong* finds for a body, if any."""

    def answer(posted: Recorded) -> Raw | Turn:
        said = wrong(posted.json)
        return refused(400, said) if said else Turn("Hi", reasoning="Hm.")

    return answer


def noticed(came: Outcome) -> list[str]:
    return [event.message for event in came.events if isinstance(event, Noticed)]


@pytest.mark.parametrize(
    "said",
    [
        '"thinking.type.enabled" is not supported for this model. Use "thinking.type.adaptive" instead.',
        "adaptive thinking is not supported on this model",
        "This model does not support the effort parameter.",
        "thinking: Extra inputs are not permitted",
    ],
)
async def test_a_model_that_refuses_to_be_told_how_to_think_is_asked_without(said: str) -> None:
    """vaultdesk/providers/README.md, "Pitfalls", 4."""
    server_says = picky(lambda body: said if "thinking" in body else "")
    async with WireServer(anthropic=server_says) as server:
        provider = anthropic(server.url)
        wish = replace(request(), model="claude-opus-4-8", effort="high")

        came, again = await ask(provider, wish), await ask(provider, wish)
        other = await ask(provider, replace(wish, model="claude-haiku-4-5"))
        await provider.aclose()

    assert (came.text, again.text, other.text) == ("Hi", "Hi", "Hi")
    assert ["thinking" in posted.json for posted in server.posts] == [True, False, False, True, False]
    assert "output_config" not in server.posts[1].json
    assert noticed(came) == ["claude-opus-4-8 does not accept a thinking level, so the request was sent without one."]
    assert noticed(again) == []


@pytest.mark.parametrize(
    "said",
    [
        "messages.1.content.0: Invalid `signature` in `thinking` block",
        "messages.1.content.0: `thinking` or `redacted_thinking` blocks in the latest message cannot be modified.",
        "a thinking block was made in another conversation",
    ],
)
async def test_thoughts_a_model_does_not_take_back_are_left_out_of_that_question(said: str) -> None:
    async with WireServer(anthropic=picky(lambda body: said if '"signature"' in json.dumps(body) else "")) as server:
        provider = anthropic(server.url)
        wish = replace(request(), effort="high")
        talk = (user_message("Q"), answered(await ask(provider, wish)), user_message("R"))

        came = await ask(provider, replace(wish, messages=talk))
        await ask(provider, wish)
        await provider.aclose()

    assert came.text == "Hi"
    assert noticed(came) == ["scripted did not accept its earlier reasoning, so the request was sent without it."]
    assert all("thinking" in posted.json for posted in server.posts)


async def test_a_chat_that_cannot_go_on_thinking_goes_on_without_and_others_think_still() -> None:
    said = "messages.1.content.0.type: Expected `thinking`, but found `tool_use`: it must start with a thinking block"
    server_says = picky(lambda body: said if "thinking" in body and len(body["messages"]) > 1 else "")
    call = ToolCallPart(id="call_1", name="file_read", arguments_json="{}", arguments={})
    async with WireServer(anthropic=server_says) as server:
        provider = anthropic(server.url)
        wish = replace(request(), model="claude-haiku-4-5", effort="low")
        talk = (user_message("Q"), Message(role="assistant", parts=(call,)))

        assert (await ask(provider, replace(wish, messages=talk))).text == "Hi"
        assert (await ask(provider, wish)).text == "Hi"
        await provider.aclose()

    assert ["thinking" in posted.json for posted in server.posts] == [True, False, True]


@pytest.mark.parametrize("part", ["tool_choice", "temperature"])
async def test_other_refused_parts_are_left_out_too(part: str) -> None:
    server_says = picky(lambda body: f"{part}: not supported for this model" if part in body else "")
    async with WireServer(anthropic=server_says) as server:
        provider = anthropic(server.url)
        wish = replace(request(), tool_choice=ToolChoice("required"), temperature=0.5)

        assert [(await ask(provider, wish)).text for _ in range(2)] == ["Hi", "Hi"]
        await provider.aclose()

    assert [part in posted.json for posted in server.posts] == [True, False, False]


@pytest.mark.parametrize("said", ["messages: too odd", "I was thinking of something else"])
async def test_another_refusal_is_not_asked_twice(said: str) -> None:
    async with WireServer(anthropic=[refused(400, said), Turn("Hi")]) as server:
        provider = anthropic(server.url)

        assert isinstance((await ask(provider)).error, ProviderRefused)
        await provider.aclose()

    assert len(server.posts) == 1


async def test_no_temperature_reaches_the_vendor() -> None:
    """vaultdesk/providers/README.md, "Pitfalls", 2."""
    async with WireServer(anthropic=[Turn("a"), Turn("b")]) as server:
        wish = replace(request(), temperature=0.5)
        for vendor in (True, False):
            provider = anthropic(server.url, vendor=vendor)
            assert (await ask(provider, wish)).error is None
            await provider.aclose()

    assert ["temperature" in posted.json for posted in server.posts] == [False, True]


async def test_the_whole_answer_can_be_had_at_once() -> None:
    content = [
        SIGNED_THOUGHT,
        {"type": "text", "text": "Let me look."},
        {"type": "tool_use", "id": "toolu_a", "name": "file_read", "input": {"a": 1}},
    ]
    whole = {"type": "message", "role": "assistant", "content": content, "stop_reason": "tool_use", "usage": {}}
    reply = Raw(json.dumps(whole).encode(), content_type="application/json")
    async with WireServer(anthropic=[reply]) as server:
        provider = anthropic(server.url)
        came = await ask(provider, replace(request(), streamed=False, max_output_tokens=64_000))
        await provider.aclose()

    assert server.posts[0].json["stream"] is False
    assert (came.text, came.reasoning, came.stop) == ("Let me look.", "Search first.", "tool_calls")
    assert [call.arguments for call in came.calls] == [{"a": 1}]


async def test_a_picture_is_sent_as_it_is() -> None:
    picture = ImagePart(media_type="image/png", data="iVBORw0KGgo=", name="a.png")
    async with WireServer(anthropic=[Turn("A boiler.")]) as server:
        provider = anthropic(server.url)
        assert (await ask(provider, request(user_message("What is it?", (picture,))))).text == "A boiler."
        await provider.aclose()

    sent = server.posts[0].json["messages"][0]["content"][0]
    assert sent["source"] == {"type": "base64", "media_type": "image/png", "data": "iVBORw0KGgo="}


async def test_servers_made_for_either_header_get_the_key() -> None:
    """vaultdesk/providers/README.md, "Pitfalls", 3."""
    async with WireServer(anthropic=[Turn("a")]) as server:
        provider = anthropic(server.url)
        await ask(provider)
        await provider.aclose()

    headers = server.posts[0].headers
    assert (headers["authorization"], headers["x-api-key"]) == (f"Bearer {SECRET}", SECRET)
    assert headers["anthropic-version"]


async def test_the_vendor_gets_one_header() -> None:
    async with WireServer(anthropic=[Turn("a")]) as server:
        endpoint = ProviderEndpoint("Anthropic", anthropic_address(server.url), key=lambda: SECRET, vendor=True)
        provider = AnthropicMessages(endpoint)
        await ask(provider)
        await provider.aclose()

    assert "x-api-key" not in server.posts[0].headers


async def test_signs_of_one_server_stay_with_it() -> None:
    async with WireServer(anthropic=[Turn("a", reasoning="Hm.")]) as server:
        provider = anthropic(server.url)
        ended = (await ask(provider)).events[-1]
        await provider.aclose()

    assert isinstance(ended, TurnEnded)
    assert [part.family for part in ended.replay] == [f"messages@{server.url.removeprefix('http://')}/scripted"]


async def test_the_address_works_with_and_without_its_version() -> None:
    async with WireServer(anthropic=[Turn("a"), Turn("b")]) as server:
        for url in (server.url, f"{server.url}/v1"):
            provider = anthropic(url)
            assert (await ask(provider)).error is None
            await provider.aclose()

    assert [posted.path for posted in server.posts] == ["/v1/messages"] * 2
