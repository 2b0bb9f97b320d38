"""Tests of providers/openai/openai_provider.py."""

import json
from collections.abc import Sequence
from typing import Any

import pytest

from tests.providers import chatting
from tests.providers.asking import READ, SEARCH, SECRET, SHORT, ask, openai, reply_transport, request
from tests.providers.chatting import DENIED, FOUND, chat, wire_tools
from tests.providers.transcripts import call_delta, chunks
from tests.support import wire
from tests.support.campaigns import sampled
from tests.support.wire import Call, Raw, Recorded, Turn, WireServer
from tests.support.wire_turns import echoed_401, encoded, sse
from vaultdesk.chat.messages import Message, TextPart, user_message
from vaultdesk.core.errors import ProviderBroken, ProviderRefused, ProviderUnreachable
from vaultdesk.core.values import replace
from vaultdesk.providers.openai.chat_completions import (
    COMPATIBLE_DIALECT,
    GEMINI_DIALECT,
    OPENAI_DIALECT,
    OPENROUTER_DIALECT,
    ChatDialect,
)
from vaultdesk.providers.openai.openai_provider import OpenAIChat
from vaultdesk.providers.provider import CallReady, ModelInfo, ModelRequest, Price, ToolChoice, TurnEnded, UsageReported
from vaultdesk.providers.wrappers import RetryWrapper

BOILER, OIL = {"query": "boiler"}, {"query": "öl"}
DETAIL_DELTAS = (
    {"type": "reasoning.text", "text": "I should ", "format": "anthropic-claude-v1", "index": 0, "id": None},
    {"type": "reasoning.text", "text": "search.", "format": "anthropic-claude-v1", "index": 0},
    {"type": "reasoning.text", "signature": "c2ln", "format": "anthropic-claude-v1", "index": 0},
    {"type": "reasoning.encrypted", "data": "eHg=", "format": "google-gemini-v1", "index": 1, "id": "a"},
)
JOINED_DETAILS = [
    {
        "type": "reasoning.text",
        "text": "I should search.",
        "format": "anthropic-claude-v1",
        "index": 0,
        "id": None,
        "signature": "c2ln",
    },
    DETAIL_DELTAS[3],
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
        Turn("Let me look.", TWO, details=DETAIL_DELTAS),
        [{}, {}],
        {"reasoning_details": JOINED_DETAILS},
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
async def test_requests_of_two_rounds_of_tools_are_complete(name: str) -> None:
    """vaultdesk/providers/README.md, "Pitfalls", 5, 16: two parallel calls, one denied, then a correction; the second
    request is compared as a whole."""
    dialect, first, on_calls, on_message, options = DIALECTS[name]
    corrected = Turn(calls=[Call("file_read", {"file_paths": ["Boiler.md"]}, id="c")], piece=5)
    messages = [user_message("What about the boiler?")]
    async with WireServer(openai=[first, corrected, Turn("It leaks, see [[Boiler]].")], key=SECRET) as server:
        provider = chat(server.url, dialect)
        for contents in ((FOUND, DENIED), (FOUND,), ()):
            outcome = await ask(provider, request(*messages))
            assert outcome.error is None
            messages += [
                chatting.assistant_message(outcome),
                *([chatting.results(outcome, *contents)] if contents else []),
            ]
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
                    chatting.wire_call("a", "vault_search", BOILER, **on_calls[0]),
                    chatting.wire_call("b", "vault_search", OIL, **on_calls[1]),
                ],
                **on_message,
            },
            {"role": "tool", "tool_call_id": "a", "content": FOUND},
            {"role": "tool", "tool_call_id": "b", "content": DENIED},
        ],
        "tools": wire_tools(SEARCH, READ),
        **options,
    }
    unsigned = signed("skip_thought_signature_validator") if dialect.wire == "gemini" else {}
    second_call = chatting.wire_call("c", "file_read", {"file_paths": ["Boiler.md"]}, **unsigned)
    assert bodies[2]["messages"][5:] == [
        {"role": "assistant", "content": None, "tool_calls": [second_call]},
        {"role": "tool", "tool_call_id": "c", "content": FOUND},
    ]
    assert bodies[2]["messages"][:5] == bodies[1]["messages"]
    assert bodies[0] == {**bodies[1], "messages": bodies[1]["messages"][:2]}
    assert (outcome.text, outcome.stop) == ("It leaks, see [[Boiler]].", "end")


STREAM = b": hi\r\n\r\n" + b"".join(encoded("openai", Turn("größer 🎉", TWO, reasoning="Hm.")))


def comparable(outcome: Any) -> object:
    return (
        outcome.text,
        outcome.reasoning,
        outcome.stop,
        [(call.name, call.arguments) for call in outcome.calls],
        outcome.error,
    )


async def test_a_stream_in_chunks_of_any_size_is_read_equally() -> None:
    """vaultdesk/providers/README.md, "Pitfalls", 21."""
    unsplit = chat(transport=reply_transport(STREAM))
    expected = comparable(await ask(unsplit))
    assert expected == (
        "größer 🎉",
        "Hm.",
        "tool_calls",
        [("vault_search", BOILER), ("vault_search", OIL)],
        None,
    )

    for size in sampled(range(1, len(STREAM)), 60):
        provider = chat(transport=reply_transport(STREAM, size=size))
        assert comparable(await ask(provider)) == expected
        await provider.aclose()
    await unsplit.aclose()


async def test_a_stream_interrupted_at_any_byte_runs_no_tool() -> None:
    """vaultdesk/providers/README.md, "Pitfalls", 11: without its finish reason the answer is broken; after it only the
    final events are missing."""
    finished = STREAM.index(b'"finish_reason": "tool_calls"')
    for end in sampled(range(0, len(STREAM), 7), 40):
        provider = chat(transport=reply_transport(STREAM[:end]))
        outcome = await ask(provider)
        if end < finished:
            assert isinstance(outcome.error, ProviderBroken)
            assert not any(isinstance(event, CallReady | TurnEnded) for event in outcome.events)
        else:
            assert len(outcome.calls) in (0, 2)
        await provider.aclose()


@pytest.mark.parametrize(
    ("part", "message", "fields"),
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
async def test_a_field_refused_by_name_is_omitted_for_that_model(
    part: str, message: str, fields: dict[str, Any]
) -> None:
    model_request = replace(request(), **fields)
    async with WireServer(openai=[wire.refused(400, message), Turn("Hi"), Turn("Ho"), Turn("Other")]) as server:
        provider = openai(server.url)

        assert [(await ask(provider, model_request)).text, (await ask(provider, model_request)).text] == ["Hi", "Ho"]
        assert (await ask(provider, replace(model_request, model="other"))).text == "Other"
        await provider.aclose()

    assert [part in posted.json for posted in server.posts] == [True, False, False, True]


async def test_another_refusal_is_not_retried() -> None:
    async with WireServer(openai=[wire.refused(400, "messages: too odd"), Turn("Hi")]) as server:
        provider = openai(server.url)

        assert (await ask(provider)).error is not None
        await provider.aclose()

    assert len(server.posts) == 1


async def test_retries_are_limited_if_a_server_refuses_everything() -> None:
    every = "stream_options temperature reasoning_effort tool_choice reasoning_content signature max_tokens"
    model_request = replace(request(), temperature=0.2, effort="off", tool_choice=ToolChoice("none"))
    async with WireServer(openai=lambda _: wire.refused(400, every)) as server:
        provider = openai(server.url)

        assert (await ask(provider, model_request)).error is not None
        await provider.aclose()

    assert len(server.posts) <= 7


async def ask_with_history(script: Sequence[Any], history: Sequence[Message]) -> tuple[Any, list[Recorded]]:
    async with WireServer(openai=script) as server:
        provider = chat(server.url)
        outcome = await ask(provider, request(*history))
        await provider.aclose()
    return outcome, server.posts


async def test_a_history_without_reasoning_gets_empty_fields_if_the_server_requires_them() -> None:
    first = await ask(
        chat(transport=reply_transport(b"".join(encoded("openai", Turn("", [Call("vault_search", BOILER)])))))
    )
    history = [user_message("Q"), chatting.assistant_message(first), chatting.results(first, FOUND)]
    refusal = wire.refused(400, "The `reasoning_content` in the thinking mode must be passed back to the API.")

    outcome, posts = await ask_with_history([refusal, Turn("Hi")], history)

    assert outcome.text == "Hi"
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
async def test_reasoning_refused_by_a_server_is_omitted(body: object) -> None:
    reasoning_turn = Turn("", [Call("vault_search", BOILER)], reasoning="Hm.")
    provider = chat(transport=reply_transport(b"".join(encoded("openai", reasoning_turn))))
    first = await ask(provider)
    history = [user_message("Q"), chatting.assistant_message(first), chatting.results(first, FOUND)]
    async with WireServer(openai=[Raw(json.dumps(body).encode(), 422, "application/json"), Turn("Hi")]) as server:
        second_provider = chat(server.url)
        # The items get the family of the second server, as if the address were the same.
        scope = f"chat@{second_provider.destination.host}/scripted"
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

        assert (await ask(second_provider, request(*moved))).text == "Hi"
        await second_provider.aclose()

    assert ["reasoning_content" in posted.json["messages"][2] for posted in server.posts] == [True, False]


async def test_ids_and_signatures_of_another_family_are_not_sent() -> None:
    """vaultdesk/providers/README.md, "Pitfalls", 6."""
    signed_turn = Turn("Look.", [replace(TWO[0], signature="c2ln"), TWO[1]])
    first = await ask(
        chat("http://gemini.test", GEMINI_DIALECT, transport=reply_transport(b"".join(encoded("openai", signed_turn))))
    )
    history = [user_message("Q"), chatting.assistant_message(first), chatting.results(first, FOUND, FOUND)]

    outcome, posts = await ask_with_history([Turn("Hi")], history)

    call_ids = [call.id for call in first.calls]
    assert outcome.error is None
    assert posts[0].json["messages"][2:] == [
        {
            "role": "assistant",
            "content": "Look.",
            "tool_calls": [
                chatting.wire_call(call_ids[0], "vault_search", BOILER),
                chatting.wire_call(call_ids[1], "vault_search", OIL),
            ],
        },
        {"role": "tool", "tool_call_id": call_ids[0], "content": FOUND},
        {"role": "tool", "tool_call_id": call_ids[1], "content": FOUND},
    ]


async def test_call_ids_repeated_by_a_model_are_made_unique() -> None:
    """vaultdesk/providers/README.md, "Pitfalls", 25: Kimi counts from `functions.x:0` in every answer."""
    turns = [Turn("", [Call("vault_search", BOILER, id="functions.vault_search:0")]) for _ in range(2)]
    messages = [user_message("Q")]
    async with WireServer(openai=[*turns, Turn("Hi")]) as server:
        provider = chat(server.url)
        for _ in turns:
            outcome = await ask(provider, request(*messages))
            messages += [chatting.assistant_message(outcome), chatting.results(outcome, FOUND)]
        assert (await ask(provider, request(*messages))).text == "Hi"
        await provider.aclose()

    sent = server.posts[2].json["messages"]
    ids = [sent[place]["tool_calls"][0]["id"] for place in (2, 4)]
    assert ids == ["functions.vault_search:0", outcome.calls[0].id]
    assert [sent[place]["tool_call_id"] for place in (3, 5)] == ids


async def test_the_address_is_valid_with_and_without_its_version() -> None:
    """vaultdesk/providers/README.md, "Pitfalls", 23."""
    async with WireServer(openai=[Turn("a"), Turn("b")]) as server:
        for url in (server.url, f"{server.url}/v1/"):
            provider = openai(url)
            assert (await ask(provider)).error is None
            await provider.aclose()

    assert [posted.path for posted in server.posts] == ["/v1/chat/completions"] * 2


@pytest.mark.parametrize("key", ["", SECRET])
async def test_a_key_is_sent_if_there_is_one_and_no_identifying_headers(key: str) -> None:
    async with WireServer(openai=[Turn("a")]) as server:
        provider = chat(server.url, OPENROUTER_DIALECT, key=lambda: key)
        assert (await ask(provider)).error is None
        await provider.aclose()

    headers = server.posts[0].headers
    assert headers.get("authorization") == (f"Bearer {key}" if key else None)
    assert not headers.keys() & {"http-referer", "x-title", "x-stainless-os", "openai-organization", "user"}


def json_reply(message: dict[str, Any], finish: str = "stop", **fields: Any) -> Raw:
    body = {"choices": [{"index": 0, "message": message, "finish_reason": finish}], **fields}
    return Raw(json.dumps(body).encode(), content_type="application/json")


async def test_an_answer_can_be_requested_without_streaming() -> None:
    calls = [chatting.wire_call("a", "vault_search", BOILER, **signed("c2ln"))]
    reply = json_reply({"role": "assistant", "content": "Look.", "tool_calls": calls}, "tool_calls")
    async with WireServer(openai=[reply, json_reply({"content": "Hi"})]) as server:
        provider = chat(server.url, GEMINI_DIALECT)
        outcome = await ask(provider, replace(request(), streamed=False))
        messages = [user_message("Q"), chatting.assistant_message(outcome), chatting.results(outcome, FOUND)]
        assert (await ask(provider, replace(request(*messages), streamed=False))).text == "Hi"
        await provider.aclose()

    assert (outcome.text, outcome.stop, [call.arguments for call in outcome.calls]) == ("Look.", "tool_calls", [BOILER])
    assert [posted.json["stream"] for posted in server.posts] == [False, False]
    assert all("stream_options" not in posted.json for posted in server.posts)
    assert server.posts[1].json["messages"][2]["tool_calls"] == calls


async def test_costs_are_taken_from_openrouter_only() -> None:
    usage = {"prompt_tokens": 10, "completion_tokens": 5, "cost": 0.00014}
    reply = json_reply({"content": "Hi"}, usage=usage)
    async with WireServer(openai=[reply, reply]) as server:
        routed, other = chat(server.url, OPENROUTER_DIALECT), chat(server.url)
        costs = [
            event.cost
            for provider in (routed, other)
            for event in (await ask(provider, replace(request(), streamed=False))).events
            if isinstance(event, UsageReported)
        ]
        await routed.aclose()
        await other.aclose()

    assert costs == [0.00014, None]


@pytest.mark.parametrize(
    ("status", "body", "error_kind"),
    [
        (402, {"error": {"code": 402, "message": "Insufficient credits"}}, "quota"),
        (404, {"error": {"code": 404, "message": "No endpoints found that support tool use."}}, "no_tools"),
        (400, {"message": '"auto" tool choice requires --enable-auto-tool-choice and --tool-call-parser'}, "no_tools"),
        (500, {"error": {"code": 500, "message": "tools param requires --jinja flag"}}, "no_tools"),
        (400, {"error": "registry.ollama.ai/library/x does not support tools"}, "no_tools"),
    ],
)
async def test_a_refusal_of_tools_is_recognized(status: int, body: object, error_kind: str) -> None:
    """vaultdesk/providers/README.md, "Pitfalls", 19."""
    async with WireServer(openai=[Raw(json.dumps(body).encode(), status, "application/json")]) as server:
        provider = chat(server.url)
        outcome = await ask(provider)
        await provider.aclose()

    assert isinstance(outcome.error, ProviderRefused)
    assert outcome.error.kind == error_kind
    assert len(server.posts) == 1


async def test_a_long_retry_after_is_not_waited_for() -> None:
    """vaultdesk/providers/README.md, "Pitfalls", 26."""
    async with WireServer(openai=[wire.refused(429, "Slow down", retry_after="3600"), Turn("Hi")]) as server:
        provider = RetryWrapper(chat(server.url))
        outcome = await ask(provider)
        await provider.aclose()

    assert isinstance(outcome.error, ProviderUnreachable)
    assert (outcome.error.retry_after, len(server.posts)) == (3600.0, 1)


async def test_gemini_models_are_requested_without_the_prefix() -> None:
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


async def test_capabilities_and_prices_are_read_from_the_list_of_openrouter() -> None:
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
async def test_the_name_of_a_model_is_sent_unchanged(dialect: ChatDialect) -> None:
    async with WireServer(openai=[Turn("a")]) as server:
        provider = OpenAIChat(chat(server.url)._endpoint, dialect)
        await ask(provider, ModelRequest("./my models/llama-3.gguf", "", (user_message("Q"),)))
        await provider.aclose()

    assert server.posts[0].json["model"] == "./my models/llama-3.gguf"


async def test_invalid_extra_content_is_ignored() -> None:
    nested: Any = "x"
    for _ in range(60):
        nested = [nested]
    delta = call_delta(0, id="a", name="read", arguments="{}")
    delta["tool_calls"][0]["extra_content"] = {"google": {"thought_signature": nested}}
    provider = chat(
        "",
        GEMINI_DIALECT,
        transport=reply_transport(chunks(delta, {"extra_content": 7}) + sse("[DONE]")),
        timeouts=SHORT,
    )

    outcome = await ask(provider)
    await provider.aclose()

    assert outcome.stop == "tool_calls"
    assert [part.item for part in chatting.assistant_message(outcome).parts if part.kind == "provider"] == [
        {"wire_ids": {outcome.calls[0].id: "a"}}
    ]
    assert Message(role="assistant", parts=(TextPart(text="ok"),)).text == "ok"


async def test_a_key_echoed_by_a_server_is_never_shown_or_logged(caplog: pytest.LogCaptureFixture) -> None:
    """vaultdesk/providers/README.md, "Pitfalls", 30."""
    caplog.set_level("DEBUG")
    async with WireServer(openai=[echoed_401, wire.refused(400, f"odd: {SECRET}")]) as server:
        provider = chat(server.url)
        errors = [(await ask(provider)).error for _ in range(2)]
        await provider.aclose()

    assert all(isinstance(error, ProviderRefused) for error in errors)
    assert SECRET not in caplog.text + "".join(f"{error} {error!r} {error and error.facts}" for error in errors)


async def test_a_proxy_of_the_environment_is_not_used_for_this_computer(monkeypatch: pytest.MonkeyPatch) -> None:
    """vaultdesk/providers/README.md, "Pitfalls", 29."""
    for name in ("HTTP_PROXY", "http_proxy", "ALL_PROXY", "all_proxy"):
        monkeypatch.setenv(name, "http://127.0.0.1:1")
    async with WireServer(openai=[Turn("Hi")]) as server:
        provider = chat(server.url)
        assert (await ask(provider)).text == "Hi"
        await provider.aclose()


@pytest.mark.parametrize("body", [b"<!DOCTYPE html><p>Hi", b'{"object": "list"}', b"Not Found"])
async def test_a_successful_reply_in_another_format_is_an_error(body: bytes) -> None:
    """vaultdesk/providers/README.md, "Pitfalls", 22."""
    provider = chat(transport=reply_transport(body))
    outcome = await ask(provider)
    await provider.aclose()

    assert isinstance(outcome.error, ProviderBroken)
