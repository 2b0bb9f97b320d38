"""Tests of providers/openai/openai_provider.py."""

import json
from collections.abc import Sequence
from dataclasses import replace
from typing import Any

import pytest

from tests.providers import chatting
from tests.providers.asking import READ, SEARCH, SECRET, SHORT, answering, ask, openai, request
from tests.providers.chatting import DENIED, FOUND, chat, offered
from tests.providers.transcripts import call_delta, chunks
from tests.support import wire
from tests.support.campaigns import sampled
from tests.support.wire import Call, Raw, Recorded, Turn, WireServer
from tests.support.wire_turns import echoed_401, encoded, sse
from vaultdesk.chat.messages import Message, TextPart, user_message
from vaultdesk.core.errors import ProviderBroken, ProviderRefused, ProviderUnreachable
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
