"""Tests of providers/openai/openai_provider.py."""

import asyncio
import json
from collections.abc import Sequence
from dataclasses import replace
from typing import Any

import pytest

from tests.providers import chatting
from tests.providers.asking import READ, SEARCH, SECRET, SHORT, Outcome, answering, ask, openai, request, timeouts_for
from tests.providers.chatting import DENIED, FOUND, chat, offered
from tests.providers.responses_asking import responses
from tests.providers.transcripts import call_delta, chunks
from tests.support import wire
from tests.support.campaigns import sampled
from tests.support.wire import Call, Raw, Recorded, Turn, WireServer, redirect
from tests.support.wire_responses import body
from tests.support.wire_turns import comments_for_ever, cut, echoed_401, encoded, html, sse
from vaultdesk.chat.messages import Message, ReasoningPart, TextPart, ToolResultPart, user_message
from vaultdesk.core.errors import ProviderBroken, ProviderError, ProviderErrorKind, ProviderRefused, ProviderUnreachable
from vaultdesk.providers.error_context import ErrorContext
from vaultdesk.providers.http_connection import openai_address
from vaultdesk.providers.openai.chat_completions import (
    COMPATIBLE_DIALECT,
    GEMINI_DIALECT,
    OPENAI_DIALECT,
    OPENROUTER_DIALECT,
    ChatDialect,
)
from vaultdesk.providers.openai.openai_provider import (
    OpenAIChat,
    RequestOmissions,
    openai_client,
    openrouter_models,
    sdk_arguments,
)
from vaultdesk.providers.provider import CallReady, ModelInfo, ModelRequest, Price, ToolChoice, TurnEnded, UsageReported
from vaultdesk.providers.sdk_provider import ProviderEndpoint
from vaultdesk.providers.wrappers import RetryWrapper


async def test_the_client_asks_our_address_with_our_key_and_never_by_itself_again() -> None:
    client = openai_client(ProviderEndpoint("Local", openai_address("http://localhost:1234")), SECRET)

    assert str(client.base_url) == "http://localhost:1234/v1/"
    assert client.api_key == SECRET
    assert client.max_retries == 0
    await client.close()


async def test_no_key_of_the_environment_is_taken(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("OPENAI_API_KEY", "sk-from-the-environment")

    client = openai_client(ProviderEndpoint("Local", openai_address("http://localhost:1234")), "")

    assert client.api_key == "none"
    await client.close()


def test_the_sdk_is_given_nothing_long_to_look_into() -> None:
    """vaultdesk/providers/README.md, "Pitfalls", 1: it would look before the first token, on the window's loop."""
    body = {"model": "m", "messages": [{"role": "user", "content": "Hi"}], "stream": True, "reasoning": {}}

    given = sdk_arguments(body, model="", messages=[])

    assert given == {"model": "", "messages": [], "stream": True, "extra_body": body}


BODY: Any = {
    "model": "m",
    "messages": [],
    "stream_options": {},
    "temperature": 0.5,
    "reasoning_effort": "low",
    "tool_choice": "required",
    "max_tokens": 9,
    "usage": {"include": True},
}


def refused(message: str) -> dict[str, Any]:
    return {"error": {"message": message}}


@pytest.mark.parametrize(
    ("message", "trouble", "part"),
    [
        ("Unrecognized request argument supplied: stream_options", "bad_request", "stream_options"),
        ("Unsupported value: 'temperature' does not support 0.5", "bad_request", "temperature"),
        ("reasoning_effort low is not supported for this model", "bad_request", "reasoning_effort"),
        ("Budget 0 is invalid. This model only works in thinking mode.", "bad_request", "reasoning_effort"),
        ("No endpoints found that support the provided 'tool_choice' value.", "bad_request", "tool_choice"),
        ("tool_choice 'required' is not supported", "no_tools", "tool_choice"),
        ("'max_tokens' is too large: 8192. maximum context length is 8192", "context", "max_tokens"),
        ("Unknown parameter: 'usage'", "bad_request", "usage"),
    ],
)
def test_a_part_is_left_out_once_it_is_named(message: str, trouble: ProviderErrorKind, part: str) -> None:
    parts = RequestOmissions()

    assert parts.learn_from_refusal(refused(message), trouble, BODY)
    assert BODY.keys() - parts.apply(BODY).keys() == {part}
    assert not parts.learn_from_refusal(refused(message), trouble, parts.apply(BODY))


@pytest.mark.parametrize(
    ("message", "trouble"),
    [
        ("the schema of the_temperature_tool is odd", "bad_request"),
        ("usage of tools is wrong", "bad_request"),
        ("temperature is fine, the key is not", "auth"),
        ("model does not exist", "bad_request"),
        ("the messages are too long: temperature", "context"),
    ],
)
def test_another_refusal_teaches_nothing(message: str, trouble: ProviderErrorKind) -> None:
    parts = RequestOmissions()

    assert not parts.learn_from_refusal(refused(message), trouble, BODY)
    assert parts.apply(BODY) == BODY


def test_no_thinking_at_all_becomes_little_thinking_first() -> None:
    parts, body = RequestOmissions(), {**BODY, "reasoning_effort": "none"}

    assert parts.learn_from_refusal(refused("Unsupported value: 'reasoning_effort'"), "bad_request", body)
    assert parts.apply(body)["reasoning_effort"] == "low"
    assert parts.learn_from_refusal(refused("Unsupported value: 'reasoning_effort'"), "bad_request", parts.apply(body))
    assert "reasoning_effort" not in parts.apply(body)


@pytest.mark.parametrize(
    ("message", "replay"),
    [
        ("The `reasoning_content` in the thinking mode must be passed back to the API.", "filled"),
        ("Missing `reasoning_content` field in the assistant message at message index 2", "filled"),
        ("property 'reasoning_content' is unsupported", "none"),
        ("messages.1.content.0: Invalid `signature` in `thinking` block", "none"),
        ("Corrupted thought signature.", "none"),
        ("bad", "own"),
    ],
)
def test_what_goes_back_with_old_answers_is_learnt_once(message: str, replay: str) -> None:
    parts = RequestOmissions()

    assert parts.learn_from_refusal(refused(message), "bad_request", {}) == (replay != "own")
    assert parts.replay == replay
    assert not parts.learn_from_refusal(refused(message), "bad_request", {})


CONTEXT = ErrorContext("OpenRouter", "openrouter.ai", "OpenAI")


def entry(**more: Any) -> dict[str, Any]:
    return {"id": "a/b", "name": "B", **more}


def listed(**more: Any) -> ModelInfo:
    (model,) = openrouter_models({"data": [entry(**more)]}, CONTEXT)
    return model


def test_what_a_model_can_and_costs_is_read() -> None:
    model = listed(
        context_length=1_048_576,
        top_provider={"max_completion_tokens": 65536, "context_length": 1_000_000},
        architecture={"input_modalities": ["file", "image", "text"], "output_modalities": ["text"]},
        supported_parameters=["max_tokens", "tools", "tool_choice", "reasoning"],
        pricing={"prompt": "0.00000015", "completion": "0.0000006", "input_cache_read": "0.000000015"},
    )

    assert model == ModelInfo("a/b", "B", 1_048_576, 65536, True, True, True, Price(0.15, 0.6, 0.015))


def test_what_is_listed_without_a_thing_lacks_it_and_what_is_not_said_is_not_known() -> None:
    bare = listed(supported_parameters=["temperature"], architecture={"input_modalities": ["text"]})

    assert (bare.tools, bare.reasoning, bare.images, bare.price) == (False, False, False, None)
    assert listed() == ModelInfo("a/b", "B")


@pytest.mark.parametrize(
    ("pricing", "price"),
    [
        ({"prompt": "0", "completion": "0"}, Price(0.0, 0.0)),
        ({"prompt": "-1", "completion": "-1"}, None),
        ({"prompt": "soon", "completion": "0"}, None),
        ({"prompt": "1e999999", "completion": "0"}, None),
        ({"prompt": "NaN", "completion": "0"}, None),
        ({"prompt": 3, "completion": None}, None),
        ("free", None),
    ],
)
def test_prices_are_read_or_not_known(pricing: object, price: Price | None) -> None:
    assert listed(pricing=pricing).price == price


def test_models_that_make_no_text_are_left_out() -> None:
    painter = entry(id="a/painter", architecture={"output_modalities": ["image"]})

    assert openrouter_models({"data": [painter, entry()]}, CONTEXT) == (ModelInfo("a/b", "B"),)


@pytest.mark.parametrize("junk", [{"architecture": 3}, {"top_provider": []}, {"supported_parameters": {}}, {"id": 7}])
def test_fields_of_the_wrong_kind_never_crash(junk: dict[str, Any]) -> None:
    assert len(openrouter_models({"data": [entry(**junk), 7]}, CONTEXT)) <= 1


def test_something_else_is_told() -> None:
    with pytest.raises(ProviderBroken):
        openrouter_models({"error": "x"}, CONTEXT)


BOILER, OIL = {"query": "boiler"}, {"query": "öl"}
PIECES = (
    {"type": "reasoning.text", "text": "I should ", "format": "anthropic-claude-v1", "index": 0, "id": None},
    {"type": "reasoning.text", "text": "search.", "format": "anthropic-claude-v1", "index": 0},
    {"type": "reasoning.text", "signature": "c2ln", "format": "anthropic-claude-v1", "index": 0},
    {"type": "reasoning.encrypted", "data": "eHg=", "format": "google-gemini-v1", "index": 1, "id": "a"},
)
WHOLE_DETAILS = [
    {
        "type": "reasoning.text",
        "text": "I should search.",
        "format": "anthropic-claude-v1",
        "index": 0,
        "id": None,
        "signature": "c2ln",
    },
    PIECES[3],
]


def signed(signature: str) -> dict[str, Any]:
    return {"extra_content": {"google": {"thought_signature": signature}}}


TWO = [Call("vault_search", BOILER, id="a"), Call("vault_search", OIL, id="b")]
USAGE: dict[str, Any] = {"stream": True, "stream_options": {"include_usage": True}}
DIALECTS: dict[str, tuple[ChatDialect, Turn, list[dict[str, Any]], dict[str, Any], dict[str, Any]]] = {
    "openai": (OPENAI_DIALECT, Turn("Let me look.", TWO), [{}, {}], {}, {**USAGE, "max_completion_tokens": 8192}),
    "gemini": (
        GEMINI_DIALECT,
        Turn("Let me look.", [replace(TWO[0], signature="c2lnbmVk"), TWO[1]]),
        [signed("c2lnbmVk"), {}],
        {},
        {**USAGE, "max_tokens": 8192},
    ),
    "openrouter": (
        OPENROUTER_DIALECT,
        Turn("Let me look.", TWO, details=PIECES),
        [{}, {}],
        {"reasoning_details": WHOLE_DETAILS},
        {**USAGE, "max_tokens": 8192, "usage": {"include": True}},
    ),
    "compatible": (
        COMPATIBLE_DIALECT,
        Turn("Let me look.", TWO, reasoning="I should search."),
        [{}, {}],
        {"reasoning_content": "I should search."},
        USAGE,
    ),
}


@pytest.mark.parametrize("name", DIALECTS)
async def test_two_rounds_of_tools_are_right_on_the_wire(name: str) -> None:
    """vaultdesk/providers/README.md, "Pitfalls", 5, 16: two parallel calls, one denied, then a correction; the second
    request is whole."""
    dialect, first, on_calls, on_message, wishes = DIALECTS[name]
    corrected = Turn(calls=[Call("file_read", {"file_paths": ["Boiler.md"]}, id="c")], piece=5)
    asked = [user_message("What about the boiler?")]
    async with WireServer(openai=[first, corrected, Turn("It leaks, see [[Boiler]].")], key=SECRET) as server:
        provider = chat(server.url, dialect)
        for contents in ((FOUND, DENIED), (FOUND,), ()):
            came = await ask(provider, request(*asked))
            assert came.error is None
            asked += [chatting.said(came), *([chatting.results(came, *contents)] if contents else [])]
        await provider.aclose()

    bodies = [posted.json for posted in server.posts]
    assert [posted.path for posted in server.posts] == ["/v1/chat/completions"] * 3
    assert all(posted.key == SECRET for posted in server.posts)
    assert bodies[1] == {
        "model": "scripted",
        "messages": [
            {"role": "system", "content": "Be brief."},
            {"role": "user", "content": "What about the boiler?"},
            {
                "role": "assistant",
                "content": "Let me look.",
                "tool_calls": [
                    chatting.called("a", "vault_search", BOILER, **on_calls[0]),
                    chatting.called("b", "vault_search", OIL, **on_calls[1]),
                ],
                **on_message,
            },
            {"role": "tool", "tool_call_id": "a", "content": FOUND},
            {"role": "tool", "tool_call_id": "b", "content": DENIED},
        ],
        "tools": offered(SEARCH, READ),
        **wishes,
    }
    unsigned = signed("skip_thought_signature_validator") if dialect.wire == "gemini" else {}
    second_call = chatting.called("c", "file_read", {"file_paths": ["Boiler.md"]}, **unsigned)
    assert bodies[2]["messages"][5:] == [
        {"role": "assistant", "content": None, "tool_calls": [second_call]},
        {"role": "tool", "tool_call_id": "c", "content": FOUND},
    ]
    assert bodies[2]["messages"][:5] == bodies[1]["messages"]
    assert bodies[0] == {**bodies[1], "messages": bodies[1]["messages"][:2]}
    assert (came.text, came.stop) == ("It leaks, see [[Boiler]].", "end")


STREAM = b": hi\r\n\r\n" + b"".join(encoded("openai", Turn("größer 🎉", TWO, reasoning="Hm.")))


def outcome(came: Any) -> object:
    return came.text, came.reasoning, came.stop, [(call.name, call.arguments) for call in came.calls], came.error


async def test_a_stream_cut_into_chunks_at_every_byte_reads_the_same() -> None:
    """vaultdesk/providers/README.md, "Pitfalls", 21."""
    whole = chat(transport=answering(STREAM))
    wanted = outcome(await ask(whole))
    assert wanted == (
        "größer 🎉",
        "Hm.",
        "tool_calls",
        [("vault_search", BOILER), ("vault_search", OIL)],
        None,
    )

    for size in sampled(range(1, len(STREAM)), 60):
        provider = chat(transport=answering(STREAM, size=size))
        assert outcome(await ask(provider)) == wanted
        await provider.aclose()
    await whole.aclose()


async def test_a_stream_broken_off_at_any_byte_runs_nothing() -> None:
    """vaultdesk/providers/README.md, "Pitfalls", 11: before its finish reason it is broken, after it only the goodbye
    is missing."""
    finished = STREAM.index(b'"finish_reason": "tool_calls"')
    for end in sampled(range(0, len(STREAM), 7), 40):
        provider = chat(transport=answering(STREAM[:end]))
        came = await ask(provider)
        if end < finished:
            assert isinstance(came.error, ProviderBroken)
            assert not any(isinstance(event, CallReady | TurnEnded) for event in came.events)
        else:
            assert len(came.calls) in (0, 2)
        await provider.aclose()


@pytest.mark.parametrize(
    ("part", "said_so", "more"),
    [
        ("stream_options", "Unrecognized request argument supplied: stream_options", {}),
        ("temperature", "Unsupported value: 'temperature' does not support 0.2 with this model", {"temperature": 0.2}),
        ("reasoning_effort", "Unrecognized request argument supplied: reasoning_effort", {"effort": "low"}),
        (
            "tool_choice",
            "deepseek-reasoner does not support this tool_choice",
            {"tool_choice": ToolChoice("required")},
        ),
    ],
)
async def test_a_part_that_is_refused_by_name_is_left_out_from_then_on(
    part: str, said_so: str, more: dict[str, Any]
) -> None:
    asked = replace(request(), **more)
    async with WireServer(openai=[wire.refused(400, said_so), Turn("Hi"), Turn("Ho"), Turn("Other")]) as server:
        provider = openai(server.url)

        assert [(await ask(provider, asked)).text, (await ask(provider, asked)).text] == ["Hi", "Ho"]
        assert (await ask(provider, replace(asked, model="other"))).text == "Other"
        await provider.aclose()

    assert [part in posted.json for posted in server.posts] == [True, False, False, True]


async def test_another_refusal_is_not_asked_twice() -> None:
    async with WireServer(openai=[wire.refused(400, "messages: too odd"), Turn("Hi")]) as server:
        provider = openai(server.url)

        assert (await ask(provider)).error is not None
        await provider.aclose()

    assert len(server.posts) == 1


async def test_a_server_that_refuses_everything_is_soon_left_alone() -> None:
    every = "stream_options temperature reasoning_effort tool_choice reasoning_content signature max_tokens"
    asked = replace(request(), temperature=0.2, effort="off", tool_choice=ToolChoice("none"))
    async with WireServer(openai=lambda _: wire.refused(400, every)) as server:
        provider = openai(server.url)

        assert (await ask(provider, asked)).error is not None
        await provider.aclose()

    assert len(server.posts) <= 7


async def deep_thought(script: Sequence[Any], history: Sequence[Message]) -> tuple[Any, list[Recorded]]:
    async with WireServer(openai=script) as server:
        provider = chat(server.url)
        came = await ask(provider, request(*history))
        await provider.aclose()
    return came, server.posts


async def test_a_history_without_reasoning_is_filled_where_a_server_wants_it() -> None:
    first = await ask(chat(transport=answering(b"".join(encoded("openai", Turn("", [Call("vault_search", BOILER)]))))))
    history = [user_message("Q"), chatting.said(first), chatting.results(first, FOUND)]
    wish = wire.refused(400, "The `reasoning_content` in the thinking mode must be passed back to the API.")

    came, posts = await deep_thought([wish, Turn("Hi")], history)

    assert came.text == "Hi"
    assert ["reasoning_content" in posted.json["messages"][2] for posted in posts] == [False, True]
    assert posts[1].json["messages"][2]["reasoning_content"] == ""


@pytest.mark.parametrize(
    "body",
    [
        {"error": {"message": "'messages.2': property 'reasoning_content' is unsupported"}},
        {
            "detail": [
                {
                    "type": "extra_forbidden",
                    "loc": ["body", "messages", 2, "assistant", "reasoning_content"],
                    "msg": "Extra inputs are not permitted",
                    "input": "temperature tool_choice",
                }
            ]
        },
    ],
)
async def test_reasoning_that_a_server_does_not_take_back_is_kept_from_it(body: object) -> None:
    thought = Turn("", [Call("vault_search", BOILER)], reasoning="Hm.")
    provider = chat(transport=answering(b"".join(encoded("openai", thought))))
    first = await ask(provider)
    history = [user_message("Q"), chatting.said(first), chatting.results(first, FOUND)]
    async with WireServer(openai=[Raw(json.dumps(body).encode(), 422, "application/json"), Turn("Hi")]) as server:
        again = chat(server.url)
        # The same family, as if the address were the same.
        scope = f"chat@{again.destination.host}/scripted"
        moved = [
            message.model_copy(
                update={
                    "parts": tuple(
                        part.model_copy(update={"family": scope}) if part.kind == "provider" else part
                        for part in message.parts
                    )
                }
            )
            for message in history
        ]

        assert (await ask(again, request(*moved))).text == "Hi"
        await again.aclose()

    assert ["reasoning_content" in posted.json["messages"][2] for posted in server.posts] == [True, False]


async def test_another_familys_ids_and_signatures_stay_home() -> None:
    """vaultdesk/providers/README.md, "Pitfalls", 6."""
    signed_turn = Turn("Look.", [replace(TWO[0], signature="c2ln"), TWO[1]])
    first = await ask(
        chat("http://gemini.test", GEMINI_DIALECT, transport=answering(b"".join(encoded("openai", signed_turn))))
    )
    history = [user_message("Q"), chatting.said(first), chatting.results(first, FOUND, FOUND)]

    came, posts = await deep_thought([Turn("Hi")], history)

    ours = [call.id for call in first.calls]
    assert came.error is None
    assert posts[0].json["messages"][2:] == [
        {
            "role": "assistant",
            "content": "Look.",
            "tool_calls": [
                chatting.called(ours[0], "vault_search", BOILER),
                chatting.called(ours[1], "vault_search", OIL),
            ],
        },
        {"role": "tool", "tool_call_id": ours[0], "content": FOUND},
        {"role": "tool", "tool_call_id": ours[1], "content": FOUND},
    ]


async def test_ids_that_a_model_repeats_in_each_answer_are_told_apart() -> None:
    """vaultdesk/providers/README.md, "Pitfalls", 25: Kimi counts from `functions.x:0` in every answer."""
    again = [Turn("", [Call("vault_search", BOILER, id="functions.vault_search:0")]) for _ in range(2)]
    talk = [user_message("Q")]
    async with WireServer(openai=[*again, Turn("Hi")]) as server:
        provider = chat(server.url)
        for _ in again:
            came = await ask(provider, request(*talk))
            talk += [chatting.said(came), chatting.results(came, FOUND)]
        assert (await ask(provider, request(*talk))).text == "Hi"
        await provider.aclose()

    messages = server.posts[2].json["messages"]
    ids = [messages[place]["tool_calls"][0]["id"] for place in (2, 4)]
    assert ids == ["functions.vault_search:0", came.calls[0].id]
    assert [messages[place]["tool_call_id"] for place in (3, 5)] == ids


async def test_the_address_works_with_and_without_its_version() -> None:
    """vaultdesk/providers/README.md, "Pitfalls", 23."""
    async with WireServer(openai=[Turn("a"), Turn("b")]) as server:
        for url in (server.url, f"{server.url}/v1/"):
            provider = openai(url)
            assert (await ask(provider)).error is None
            await provider.aclose()

    assert [posted.path for posted in server.posts] == ["/v1/chat/completions"] * 2


@pytest.mark.parametrize("key", ["", SECRET])
async def test_a_key_is_sent_where_there_is_one_and_nothing_that_tells_who_asks(key: str) -> None:
    async with WireServer(openai=[Turn("a")]) as server:
        provider = chat(server.url, OPENROUTER_DIALECT, key=lambda: key)
        assert (await ask(provider)).error is None
        await provider.aclose()

    headers = server.posts[0].headers
    assert headers.get("authorization") == (f"Bearer {key}" if key else None)
    assert not headers.keys() & {"http-referer", "x-title", "x-stainless-os", "openai-organization", "user"}


def plain(message: dict[str, Any], finish: str = "stop", **more: Any) -> Raw:
    body = {"choices": [{"index": 0, "message": message, "finish_reason": finish}], **more}
    return Raw(json.dumps(body).encode(), content_type="application/json")


async def test_an_answer_can_be_had_in_one_piece() -> None:
    calls = [chatting.called("a", "vault_search", BOILER, **signed("c2ln"))]
    reply = plain({"role": "assistant", "content": "Look.", "tool_calls": calls}, "tool_calls")
    async with WireServer(openai=[reply, plain({"content": "Hi"})]) as server:
        provider = chat(server.url, GEMINI_DIALECT)
        came = await ask(provider, replace(request(), streamed=False))
        talk = [user_message("Q"), chatting.said(came), chatting.results(came, FOUND)]
        assert (await ask(provider, replace(request(*talk), streamed=False))).text == "Hi"
        await provider.aclose()

    assert (came.text, came.stop, [call.arguments for call in came.calls]) == ("Look.", "tool_calls", [BOILER])
    assert [posted.json["stream"] for posted in server.posts] == [False, False]
    assert all("stream_options" not in posted.json for posted in server.posts)
    assert server.posts[1].json["messages"][2]["tool_calls"] == calls


async def test_what_openrouter_says_it_cost_is_told() -> None:
    usage = {"prompt_tokens": 10, "completion_tokens": 5, "cost": 0.00014}
    reply = plain({"content": "Hi"}, usage=usage)
    async with WireServer(openai=[reply, reply]) as server:
        routed, other = chat(server.url, OPENROUTER_DIALECT), chat(server.url)
        told = [
            event.cost
            for provider in (routed, other)
            for event in (await ask(provider, replace(request(), streamed=False))).events
            if isinstance(event, UsageReported)
        ]
        await routed.aclose()
        await other.aclose()

    assert told == [0.00014, None]


@pytest.mark.parametrize(
    ("status", "body", "trouble"),
    [
        (402, {"error": {"code": 402, "message": "Insufficient credits"}}, "quota"),
        (404, {"error": {"code": 404, "message": "No endpoints found that support tool use."}}, "no_tools"),
        (400, {"message": '"auto" tool choice requires --enable-auto-tool-choice and --tool-call-parser'}, "no_tools"),
        (500, {"error": {"code": 500, "message": "tools param requires --jinja flag"}}, "no_tools"),
        (400, {"error": "registry.ollama.ai/library/x does not support tools"}, "no_tools"),
    ],
)
async def test_a_model_without_tools_is_told_apart(status: int, body: object, trouble: str) -> None:
    """vaultdesk/providers/README.md, "Pitfalls", 19."""
    async with WireServer(openai=[Raw(json.dumps(body).encode(), status, "application/json")]) as server:
        provider = chat(server.url)
        came = await ask(provider)
        await provider.aclose()

    assert isinstance(came.error, ProviderRefused)
    assert came.error.kind == trouble
    assert len(server.posts) == 1


async def test_a_long_wish_to_wait_is_left_to_the_person() -> None:
    """vaultdesk/providers/README.md, "Pitfalls", 26."""
    async with WireServer(openai=[wire.refused(429, "Slow down", retry_after="3600"), Turn("Hi")]) as server:
        provider = RetryWrapper(chat(server.url))
        came = await ask(provider)
        await provider.aclose()

    assert isinstance(came.error, ProviderUnreachable)
    assert (came.error.retry_after, len(server.posts)) == (3600.0, 1)


async def test_gemini_is_asked_by_either_spelling_of_a_model() -> None:
    async with WireServer(
        openai=[Turn("a"), Turn("b")], models=("models/gemini-3-pro", "models/embedding-001")
    ) as server:
        provider = chat(server.url, GEMINI_DIALECT)
        for model in ("models/gemini-3-pro", "gemini-3-pro"):
            await ask(provider, ModelRequest(model, "", (user_message("Q"),)))
        listed = await provider.models()
        await provider.aclose()

    assert [posted.json["model"] for posted in server.posts] == ["gemini-3-pro"] * 2
    assert listed == (ModelInfo("gemini-3-pro"),)


async def test_openrouters_list_tells_what_models_can() -> None:
    entry = {
        "id": "anthropic/claude-x",
        "name": "Claude X",
        "context_length": 200000,
        "architecture": {"input_modalities": ["text", "image"], "output_modalities": ["text"]},
        "pricing": {"prompt": "0.000003", "completion": "0.000015", "input_cache_read": "0.0000003"},
        "top_provider": {"max_completion_tokens": 64000},
        "supported_parameters": ["tools", "reasoning"],
    }
    listing = Raw(json.dumps({"data": [entry]}).encode(), content_type="application/json")
    async with WireServer(routes={"/v1/models": lambda _: listing}) as server:
        provider = chat(server.url, OPENROUTER_DIALECT)
        listed = await provider.models()
        await provider.aclose()

    price = Price(3.0, 15.0, 0.3)
    assert listed == (ModelInfo("anthropic/claude-x", "Claude X", 200000, 64000, True, True, True, price),)


@pytest.mark.parametrize(
    "dialect",
    [OPENAI_DIALECT, GEMINI_DIALECT, OPENROUTER_DIALECT, COMPATIBLE_DIALECT],
    ids=["openai", "gemini", "router", "any"],
)
async def test_a_typed_model_is_asked_as_it_is_typed(dialect: ChatDialect) -> None:
    async with WireServer(openai=[Turn("a")]) as server:
        provider = OpenAIChat(chat(server.url)._endpoint, dialect)
        await ask(provider, ModelRequest("./my models/llama-3.gguf", "", (user_message("Q"),)))
        await provider.aclose()

    assert server.posts[0].json["model"] == "./my models/llama-3.gguf"


async def test_hostile_extras_are_neither_kept_nor_fatal() -> None:
    deep: Any = "x"
    for _ in range(60):
        deep = [deep]
    piece = call_delta(0, id="a", name="read", arguments="{}")
    piece["tool_calls"][0]["extra_content"] = {"google": {"thought_signature": deep}}
    provider = chat(
        "", GEMINI_DIALECT, transport=answering(chunks(piece, {"extra_content": 7}) + sse("[DONE]")), timeouts=SHORT
    )

    came = await ask(provider)
    await provider.aclose()

    assert came.stop == "tool_calls"
    assert [part.item for part in chatting.said(came).parts if part.kind == "provider"] == [
        {"wire_ids": {came.calls[0].id: "a"}}
    ]
    assert Message(role="assistant", parts=(TextPart(text="ok"),)).text == "ok"


async def test_a_key_that_a_server_echoes_is_told_nowhere(caplog: pytest.LogCaptureFixture) -> None:
    """vaultdesk/providers/README.md, "Pitfalls", 30."""
    caplog.set_level("DEBUG")
    async with WireServer(openai=[echoed_401, wire.refused(400, f"odd: {SECRET}")]) as server:
        provider = chat(server.url)
        errors = [(await ask(provider)).error for _ in range(2)]
        await provider.aclose()

    assert all(isinstance(error, ProviderRefused) for error in errors)
    assert SECRET not in caplog.text + "".join(f"{error} {error!r} {error and error.facts}" for error in errors)


async def test_a_proxy_of_the_environment_does_not_catch_this_computer(monkeypatch: pytest.MonkeyPatch) -> None:
    """vaultdesk/providers/README.md, "Pitfalls", 29."""
    for name in ("HTTP_PROXY", "http_proxy", "ALL_PROXY", "all_proxy"):
        monkeypatch.setenv(name, "http://127.0.0.1:1")
    async with WireServer(openai=[Turn("Hi")]) as server:
        provider = chat(server.url)
        assert (await ask(provider)).text == "Hi"
        await provider.aclose()


@pytest.mark.parametrize("body", [b"<!DOCTYPE html><p>Hi", b'{"object": "list"}', b"Not Found"])
async def test_something_else_under_a_success_is_told(body: bytes) -> None:
    """vaultdesk/providers/README.md, "Pitfalls", 22."""
    provider = chat(transport=answering(body))
    came = await ask(provider)
    await provider.aclose()

    assert isinstance(came.error, ProviderBroken)


THOUGHT = {
    "id": "rs_wire",
    "type": "reasoning",
    "summary": [{"type": "summary_text", "text": "Search first."}],
    "encrypted_content": "gAAAA-done",
}


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


def called(number: int, wire_id: str, name: str, arguments: str) -> dict[str, Any]:
    head = {"type": "function_call", "id": f"fc_wire_{number}", "status": "completed", "call_id": wire_id}
    return {**head, "name": name, "arguments": arguments}


def said(text: str) -> dict[str, Any]:
    content = [{"type": "output_text", "text": text, "annotations": []}]
    return {"type": "message", "id": "msg_wire", "role": "assistant", "status": "completed", "content": content}


def asked(text: str) -> dict[str, Any]:
    return {"type": "message", "role": "user", "content": [{"type": "input_text", "text": text}]}


def result(wire_id: str, number: int) -> dict[str, Any]:
    return {"type": "function_call_output", "call_id": wire_id, "output": f'{{"n": {number}}}'}


async def test_openai_responses_two_rounds_of_tools_are_right_on_the_wire() -> None:
    turns = [
        Turn(
            "Let me look.",
            [Call("vault_search", {"query": "öl"}, "call_a"), Call("file_read", {"file_paths": 7}, "call_b")],
            reasoning="Search first.",
        ),
        # The correction of what was refused.
        Turn(calls=[Call("file_read", {"file_paths": ["B.md"]}, "call_c")], piece=5),
        Turn("It leaks, see [[Boiler]]."),
    ]
    talk = [user_message("What about the boiler?")]
    async with WireServer(responses=turns, key=SECRET) as server:
        provider = responses(server.url)
        for _ in turns:
            came = await ask(provider, request(*talk))
            assert came.error is None
            talk.append(answered(came))
            talk.extend([results(came)] if came.calls else [])
        await provider.aclose()

    first, second, third = (posted.json for posted in server.posts)
    assert [one.path for one in server.posts] == ["/v1/responses"] * 3
    assert second == {
        "model": "scripted",
        "stream": True,
        "store": False,
        "include": ["reasoning.encrypted_content"],
        "reasoning": {"summary": "auto"},
        "instructions": "Be brief.",
        "max_output_tokens": 8192,
        "parallel_tool_calls": True,
        "tools": [
            {
                "type": "function",
                "name": tool.name,
                "description": tool.description,
                "parameters": dict(tool.parameters),
                "strict": False,
            }
            for tool in (SEARCH, READ)
        ],
        "input": [
            asked("What about the boiler?"),
            THOUGHT,
            said("Let me look."),
            called(0, "call_a", "vault_search", '{"query": "öl"}'),
            called(1, "call_b", "file_read", '{"file_paths": 7}'),
            result("call_a", 0),
            result("call_b", 1),
        ],
    }
    assert third["input"] == [
        *second["input"],
        called(0, "call_c", "file_read", '{"file_paths": ["B.md"]}'),
        result("call_c", 0),
    ]
    assert first["input"] == second["input"][:1]
    assert (came.text, came.stop) == ("It leaks, see [[Boiler]].", "end")


async def test_another_model_behind_the_same_server_gets_the_text_alone() -> None:
    turns = [Turn("A", [Call("file_read", {})], reasoning="Hm."), Turn("B")]
    async with WireServer(responses=turns) as server:
        provider = responses(server.url)
        came = await ask(provider, request(user_message("Q")))
        talk = (user_message("Q"), answered(came), results(came))
        await ask(provider, replace(request(*talk), model="another"))
        await provider.aclose()

    (call,) = came.calls
    assert server.posts[1].json["input"][1:] == [
        {"type": "message", "role": "assistant", "content": "A"},
        {"type": "function_call", "call_id": call.id, "name": "file_read", "arguments": "{}"},
        {"type": "function_call_output", "call_id": call.id, "output": '{"n": 0}'},
    ]


REFUSALS = {
    "include": "Encrypted content is not supported with this model.",
    "reasoning.summary": "Your organization must be verified to generate reasoning summaries.",
    "reasoning": "Unsupported parameter: 'reasoning' is not supported with this model.",
    "temperature": "Unsupported parameter: 'temperature' is not supported with this model.",
    "parallel_tool_calls": "Unrecognized request argument supplied: parallel_tool_calls",
    "tool_choice": "tool_choice is not supported",
}


def naming(part: str, message: str, *, named: bool) -> Raw:
    error = {"message": message, "type": "invalid_request_error", "param": part if named else None, "code": None}
    return Raw(json.dumps({"error": error}).encode(), 400, "application/json")


def has(sent: dict[str, Any], part: str) -> bool:
    name, _, inner = part.partition(".")
    return name in sent and (not inner or inner in sent[name])


@pytest.mark.parametrize(
    ("part", "named"),
    [(part, named) for part in REFUSALS for named in (True, False) if named or part != "reasoning.summary"],
)
async def test_a_refused_part_is_left_out_for_this_model_from_then_on(part: str, named: bool) -> None:
    wish = replace(request(), temperature=0.5)
    wish = replace(wish, tool_choice=replace(wish.tool_choice, mode="required"))

    def answer(posted: Recorded) -> Raw | Turn:
        picky = posted.json["model"] == "scripted" and has(posted.json, part)
        return naming(part, REFUSALS[part], named=named) if picky else Turn("Hi")

    async with WireServer(responses=answer) as server:
        provider = responses(server.url)

        outcomes = [await ask(provider, wish), await ask(provider, wish)]
        other = await ask(provider, replace(wish, model="another"))
        await provider.aclose()

    assert [came.text for came in (*outcomes, other)] == ["Hi"] * 3
    assert [has(posted.json, part) for posted in server.posts] == [True, False, False, True]


async def test_the_least_effort_is_found_and_kept() -> None:
    def answer(posted: Recorded) -> Raw | Turn:
        effort = posted.json["reasoning"].get("effort")
        wrong = f"Unsupported value: '{effort}' is not supported with this model."
        return naming("reasoning.effort", wrong, named=True) if effort in ("none", "minimal") else Turn("Hi")

    async with WireServer(responses=answer) as server:
        provider = responses(server.url)
        for _ in range(2):
            assert (await ask(provider, replace(request(), effort="off"))).text == "Hi"
        await provider.aclose()

    assert [posted.json["reasoning"]["effort"] for posted in server.posts] == ["none", "minimal", "low", "low"]


async def test_a_model_without_efforts_is_asked_without() -> None:
    def answer(posted: Recorded) -> Raw | Turn:
        wrong = "Unsupported parameter: 'reasoning.effort' is not supported with this model."
        return naming("reasoning.effort", wrong, named=True) if has(posted.json, "reasoning.effort") else Turn("Hi")

    async with WireServer(responses=answer) as server:
        provider = responses(server.url)
        assert (await ask(provider, replace(request(), effort="off"))).text == "Hi"
        await provider.aclose()

    assert len(server.posts) == 2


@pytest.mark.parametrize(
    ("status", "message"),
    [
        (400, "The encrypted content gAAA... could not be verified."),
        (400, "Item 'fc_1' of type 'function_call' was provided without its required 'reasoning' item: 'rs_1'."),
        (404, "Item with id 'rs_1' not found. Items are not persisted when `store` is set to false."),
    ],
)
async def test_items_a_server_does_not_take_back_are_left_out_of_that_question(status: int, message: str) -> None:
    turns = [Turn("A", reasoning="Hm."), wire.refused(status, message), Turn("B"), Turn("C")]
    async with WireServer(responses=turns) as server:
        provider = responses(server.url)
        talk = (user_message("Q"), answered(await ask(provider)), user_message("R"))

        assert (await ask(provider, request(*talk))).text == "B"
        assert (await ask(provider, request(*talk))).text == "C"
        await provider.aclose()

    kinds = [[item["type"] for item in posted.json["input"]] for posted in server.posts]
    assert kinds[1] == kinds[3] == ["message", "reasoning", "message", "message"]
    assert kinds[2] == ["message", "message", "message"]


@pytest.mark.parametrize("message", ["input: too odd", "The reasoning items you include are odd", "No temperature"])
async def test_openai_responses_another_refusal_is_not_asked_twice(message: str) -> None:
    async with WireServer(responses=[wire.refused(400, message), Turn("Hi")]) as server:
        provider = responses(server.url)

        assert isinstance((await ask(provider)).error, ProviderRefused)
        await provider.aclose()

    assert len(server.posts) == 1


async def test_the_whole_answer_can_be_had_at_once() -> None:
    turn = Turn("Let me look.", [Call("file_read", {"a": 1})], reasoning="Hm.")
    async with WireServer(responses=[Raw(body(turn), content_type="application/json"), turn]) as server:
        provider = responses(server.url)

        whole, streamed = await ask(provider, replace(request(), streamed=False)), await ask(provider)
        await provider.aclose()

    assert [posted.json["stream"] for posted in server.posts] == [False, True]
    assert (whole.text, whole.reasoning, whole.stop) == (streamed.text, streamed.reasoning, streamed.stop)
    assert [call.arguments_json for call in whole.calls] == [call.arguments_json for call in streamed.calls]


async def test_text_streams_before_the_answer_ends() -> None:
    async with WireServer(responses=[Turn("a b c", hold_after=6)]) as server:
        provider = responses(server.url)
        stream = provider.stream(request())

        assert await anext(stream)
        await stream.aclose()

        assert await asyncio.to_thread(server.hung_up.wait, 5)
        await provider.aclose()


FAULTS = [
    ("a web page", html(), ProviderBroken, "protocol"),
    ("a wrong key", echoed_401, ProviderRefused, "auth"),
    ("too many questions", wire.refused(429, "Slow down", retry_after="7"), ProviderUnreachable, "rate_limit"),
    ("no such model", wire.refused(404, "model: nope"), ProviderRefused, "bad_request"),
    ("a long chat", wire.refused(400, "maximum context length is 9"), ProviderRefused, "context"),
    ("no tools", wire.refused(400, "x does not support tools"), ProviderRefused, "no_tools"),
    ("a cut stream", cut(Turn("a b c"), 5), ProviderBroken, "protocol"),
    ("an error in the stream", Turn("a b c", error_after=7), ProviderBroken, "overloaded"),
    ("an error before the answer", Turn("a b c", error_after=2), ProviderUnreachable, "overloaded"),
    ("a failure", Turn("a b c", stop="failed"), ProviderBroken, "overloaded"),
    ("a broken connection", Raw(b": hi\n\n", reset=True), ProviderUnreachable, "network"),
    ("silence", Turn("a b c", hold_after=2), ProviderUnreachable, "network"),
    ("another address", redirect("http://127.0.0.1:1/v1/responses"), ProviderRefused, "bad_request"),
]


@pytest.mark.parametrize(("name", "reply", "kind", "trouble"), FAULTS, ids=[fault[0] for fault in FAULTS])
async def test_each_fault_ends_in_a_plain_sentence_and_a_chat_that_goes_on(
    name: str, reply: Any, kind: type[ProviderError], trouble: str
) -> None:
    async with WireServer(responses=[reply, Turn("Again.")]) as server:
        provider = responses(server.url, timeouts=timeouts_for(name))

        async with asyncio.timeout(20):
            came, again = await ask(provider), await ask(provider)
        await provider.aclose()

    assert (type(came.error), came.error and came.error.kind) == (kind, trouble), came.error
    assert SECRET not in f"{came.error!s} {came.error!r} {came.error and came.error.facts}"
    assert again.text == "Again."


async def test_comments_for_ever_end() -> None:
    async with WireServer(responses=[comments_for_ever()]) as server:
        provider = responses(server.url, timeouts=SHORT)

        async with asyncio.timeout(10):
            came = await ask(provider)
        await provider.aclose()

    assert isinstance(came.error, ProviderBroken | ProviderUnreachable)


async def test_no_header_tells_about_this_computer_and_models_are_listed() -> None:
    async with WireServer(responses=[Turn("a")], models=("b", "a")) as server:
        provider = responses(server.url)
        await ask(provider)
        listed = await provider.models()
        await provider.aclose()

    assert listed == (ModelInfo("a"), ModelInfo("b"))
    assert not [name for name in server.posts[0].headers if name.startswith(("x-stainless-os", "x-stainless-lang"))]
    assert server.posts[0].key == SECRET
