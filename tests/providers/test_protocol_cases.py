"""Behavior of real servers and models, simulated on the wire: what they refuse, and what must be replayed to them."""

import json
import socket
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from tests.providers.asking import READ, SEARCH, SECRET, Outcome, anthropic, ask, openai, request
from tests.providers.chatting import FOUND, assistant_message, chat, results
from tests.providers.test_catalog import catalog, compatible
from tests.support.wire import Call, Raw, Recorded, Turn, WireServer, refused
from tests.support.wire_turns import Reply
from vaultdesk.chat.messages import Message, ToolCallPart, ToolResultPart, user_message
from vaultdesk.core.errors import ProviderBroken, ProviderRefused
from vaultdesk.core.settings.settings_schema import ProviderKind, ProviderSettings
from vaultdesk.core.values import replace
from vaultdesk.providers.openai.chat_completions import FOREIGN_SIGNATURE, GEMINI_DIALECT, OPENAI_DIALECT
from vaultdesk.providers.provider import ModelRequest, Provider, TurnEnded
from vaultdesk.providers.wrappers import RetryWrapper

BOILER = {"query": "boiler"}
KEY = "TEST_KEY"


def request_for(model: str, *messages: Message) -> ModelRequest:
    return replace(request(*messages), model=model)


def json_reply(body: object, status: int = 200) -> Raw:
    return Raw(json.dumps(body).encode(), status, "application/json")


def sse(*chunks: object) -> Raw:
    return Raw(b"".join(f"data: {json.dumps(chunk)}\n\n".encode() for chunk in chunks))


def chunk(delta: dict[str, Any], end: str | None = None) -> dict[str, Any]:
    return {"id": "c", "choices": [{"index": 0, "delta": delta, "finish_reason": end}]}


# Error messages of servers, through the SDK and the wrappers, as assembled by the catalog.

TOO_LARGE = (
    "Request too large for gpt-6 in organization o on tokens per min (TPM): Limit 30000, Requested 41000. "
    "The input or output tokens must be reduced."
)
ERROR_CASES: dict[str, tuple[ProviderKind, Reply, str, str]] = {
    "an unsupported country": (
        "openai", refused(403, "Country, region, or territory not supported",
                          code="unsupported_country_region_territory"),
        "is not offered in this country or region", "It said: Country, region, or territory not supported",
    ),
    "an organization that is not verified": (
        "openai", refused(403, "Your organization must be verified to stream this model."),
        "to verified organizations only", "It said: Your organization must be verified",
    ),
    "a request over the minute's limit": (
        "openai", refused(429, TOO_LARGE, code="rate_limit_exceeded"),
        "larger than", "Attach less",
    ),
    "no memory": (
        "openai-compatible", refused(500, "CUDA out of memory while answering; lower max_model_len."),
        "does not have enough memory", "It said: CUDA out of memory",
    ),
    "a template that fails": (
        "openai-compatible", refused(500, "Value is not callable: null at row 1, column 72"),
        "chat template of this model fails", "It said: Value is not callable",
    ),
    "a server's own failure": (
        "lmstudio", refused(400, "The model has crashed without additional information."),
        "refused the request (status 400)", "It said: The model has crashed",
    ),
    "an error instead of an answer (MiniMax)": (
        "openai-compatible",
        json_reply({"choices": None, "base_resp": {"status_code": 1008, "status_msg": "insufficient balance"}}),
        "has no credit left", "It said: insufficient balance",
    ),
    "an error object instead of a stream (vLLM)": (
        "openai-compatible", sse({"object": "error", "message": "CUDA out of memory.", "code": 500}),
        "does not have enough memory", "It said: CUDA out of memory.",
    ),
    "a code and a message instead of an answer": (
        "openai-compatible", json_reply({"code": "InvalidParameter", "message": "Range of input length"}),
        "too long", "It said: Range of input length",
    ),
    "a content check": (
        "openrouter",
        json_reply({"error": {"message": "Your input was flagged.", "metadata": {"reasons": ["violence"]}}}, 403),
        "content check of", "It said: Your input was flagged. (violence)",
    ),
    "a week's limit": (
        "ollama", json_reply({"error": "you (name) have reached your weekly usage limit"}, 429),
        "weekly limit of the account", "It said: you (name) have reached your weekly usage limit",
    ),
    "Anthropic's full window": (
        "anthropic", refused(400, "input length and `max_tokens` exceed context limit: 190000 + 20000 > 200000"),
        "too long", "Start a new chat",
    ),
}  # fmt: skip


@pytest.mark.parametrize("case", ERROR_CASES)
async def test_m8_each_error_quotes_the_message_of_the_server(tmp_path: Path, case: str) -> None:
    kind, reply, title, hint = ERROR_CASES[case]
    async with WireServer(
        openai=[reply] * 3, responses=[reply] * 3, anthropic=[reply] * 3, ollama=[reply] * 3
    ) as server:
        settings = ProviderSettings(kind=kind, base_url=server.url, api_key_env=KEY)
        provider_choice = catalog(tmp_path, {KEY: SECRET}, work=settings).provider("work/scripted")
        outcome = await ask(provider_choice.provider)
        await provider_choice.provider.aclose()

    assert outcome.error is not None
    assert title in outcome.error.title
    assert hint in outcome.error.hint
    chat_posts = [post for post in server.posts if not post.path.endswith("/api/show")]
    assert len(chat_posts) == 1


async def test_m8_an_error_after_some_text_keeps_the_text_and_quotes_the_server() -> None:
    parse_error = {"error": {"code": 500, "message": "Failed to parse input at pos 12: <tool_call>"}}
    async with WireServer(openai=[sse(chunk({"content": "Let me"}), parse_error)]) as server:
        provider = chat(server.url)
        outcome = await ask(provider)
        await provider.aclose()

    assert isinstance(outcome.error, ProviderBroken)
    assert outcome.text == "Let me"
    assert "It said: Failed to parse input at pos 12: <tool_call>" in outcome.error.hint


async def test_m8_requests_in_progress_are_waited_for_and_missing_credit_is_not() -> None:
    body = {"error": {"code": 402, "message": "In-flight spending budget reached."}}
    in_flight = Raw(json.dumps(body).encode(), 402, "application/json", {"retry-after": "1"})
    waits: list[float] = []

    async def wait(seconds: float) -> None:
        waits.append(seconds)

    async with WireServer(openai=[in_flight, Turn("Hi"), refused(402, "Insufficient credits")]) as server:
        provider = RetryWrapper(chat(server.url), wait=wait)
        first, second = await ask(provider), await ask(provider)
        await provider.aclose()

    assert (first.text, waits) == ("Hi", [1.0])
    assert isinstance(second.error, ProviderRefused)
    assert len(server.posts) == 3


# Replay of provider items to their server.


async def test_m6_the_signature_of_gemini_is_replayed_through_a_compatible_server() -> None:
    signature = {"google": {"thought_signature": "U0lHMQ=="}}
    function = {"name": "vault_search", "arguments": json.dumps(BOILER)}
    call = {"index": 0, "id": "c1", "type": "function", "function": function, "extra_content": signature}
    first = sse(chunk({"tool_calls": [call]}), chunk({}, "tool_calls"))
    async with WireServer(openai=[first, Turn("Found it.")]) as server:
        provider = chat(f"{server.url}/v1beta/openai")
        outcome = await ask(provider, request_for("gemini-3.6-flash"))
        second_request = request_for(
            "gemini-3.6-flash", user_message("Q"), assistant_message(outcome), results(outcome, FOUND)
        )
        assert (await ask(provider, second_request)).text == "Found it."
        await provider.aclose()

    assert [posted.path for posted in server.posts] == ["/v1beta/openai/chat/completions"] * 2
    assert server.posts[1].json["messages"][2]["tool_calls"][0]["extra_content"] == signature


async def test_gemini_behind_a_compatible_server_gets_the_placeholder_for_foreign_calls() -> None:
    foreign = Message(
        role="assistant", parts=(ToolCallPart(id="call_1", name="vault_search", arguments_json="{}", arguments={}),)
    )
    found = Message(role="tool", parts=(ToolResultPart(call_id="call_1", name="vault_search", content=FOUND),))
    async with WireServer(openai=[Turn("a"), Turn("b")]) as server:
        provider = chat(server.url)
        for model in ("google/gemini-3-pro", "qwen3"):
            await ask(provider, request_for(model, user_message("Q"), foreign, found))
        await provider.aclose()

    calls = [posted.json["messages"][2]["tool_calls"][0] for posted in server.posts]
    assert [call.get("extra_content") for call in calls] == [FOREIGN_SIGNATURE, None]


async def test_reasoning_details_are_replayed_to_a_compatible_server() -> None:
    details = [{"type": "reasoning.text", "text": "Hm.", "signature": "s", "index": 0}]
    turn = Turn("", [Call("vault_search", BOILER, id="a")], details=details)
    async with WireServer(openai=[turn, Turn("Hi")]) as server:
        provider = chat(server.url)
        outcome = await ask(provider)
        await ask(provider, request(user_message("Q"), assistant_message(outcome), results(outcome, FOUND)))
        await provider.aclose()

    assert server.posts[1].json["messages"][2]["reasoning_details"] == details


def deepseek(recorded: Recorded) -> Reply:
    """Refuse a chat in which an answer lacks its reasoning, as DeepSeek V4 does when tools are offered."""
    answers = [message for message in recorded.json["messages"] if message["role"] == "assistant"]
    if not all(message.get("reasoning_content") for message in answers):
        return refused(400, "reasoning_content is missing: in thinking mode it has to be passed back.")
    number = len(answers) + 1
    return Turn(f"Answer {number}.", reasoning=f"Thought {number}.")


@pytest.mark.parametrize(("model", "posts"), [("deepseek-v4-pro", 3), ("some-other-thinker", 4)])
async def test_reasoning_of_every_earlier_answer_is_replayed_if_the_model_requires_it(model: str, posts: int) -> None:
    """Models of that family are known; for another model the first refusal is recorded."""
    messages: list[Message] = []
    async with WireServer(openai=deepseek) as server:
        provider = chat(server.url)
        for _ in range(3):
            messages.append(user_message("Q"))
            outcome = await ask(provider, request_for(model, *messages))
            assert outcome.error is None
            messages.append(assistant_message(outcome))
        await provider.aclose()

    assert outcome.text == "Answer 3."
    assert len(server.posts) == posts
    answers = [message for message in server.posts[-1].json["messages"] if message["role"] == "assistant"]
    assert [message["reasoning_content"] for message in answers] == ["Thought 1.", "Thought 2."]


NO_THINKING = (
    "Function tools with reasoning_effort are not supported for gpt-5.6 in /v1/chat/completions. "
    "Use /v1/responses for function tools, or set reasoning_effort to 'none'."
)
RESPONSES_ONLY = (
    "Function tools with reasoning_effort are not supported for gpt-6-astra in /v1/chat/completions. "
    "Use /v1/responses for function tools."
)


async def test_a_model_that_accepts_tools_only_without_reasoning_gets_effort_none_and_its_tools() -> None:
    async with WireServer(openai=[refused(400, NO_THINKING), Turn("Found it."), Turn("Again.")]) as server:
        provider = chat(server.url)
        first, second = await ask(provider, request_for("gpt-5.6")), await ask(provider, request_for("gpt-5.6"))
        await provider.aclose()

    assert (first.text, second.text) == ("Found it.", "Again.")
    assert [posted.json.get("reasoning_effort") for posted in server.posts] == [None, "none", "none"]
    assert all("tools" in posted.json for posted in server.posts)


async def test_a_model_available_through_responses_only_uses_responses_from_then_on() -> None:
    async with WireServer(openai=[refused(400, RESPONSES_ONLY)], responses=[Turn("a"), Turn("b")]) as server:
        provider = chat(server.url, OPENAI_DIALECT)
        first, second = await ask(provider, request_for("gpt-6-astra")), await ask(provider, request_for("gpt-6-astra"))
        await provider.aclose()

    assert (first.text, second.text) == ("a", "b")
    assert [posted.path for posted in server.posts] == ["/v1/chat/completions", "/v1/responses", "/v1/responses"]


async def test_the_refusal_is_reported_if_responses_is_not_available() -> None:
    async with WireServer(
        openai=[refused(400, RESPONSES_ONLY)] * 2, responses=[refused(404, "Not Found")] * 2
    ) as server:
        provider = chat(server.url)
        outcome = await ask(provider, request_for("gpt-6-astra"))
        await provider.aclose()

    assert isinstance(outcome.error, ProviderRefused)
    assert "available through the Responses API only" in outcome.error.title
    assert "Choose Responses under API" in outcome.error.hint
    assert "It said: Function tools" in outcome.error.hint


# Call ids


def history(*ids: str) -> list[Message]:
    calls = tuple(ToolCallPart(id=call_id, name="vault_search", arguments_json="{}", arguments={}) for call_id in ids)
    results_ = tuple(ToolResultPart(call_id=call_id, name="vault_search", content=FOUND) for call_id in ids)
    return [user_message("Q"), Message(role="assistant", parts=calls), Message(role="tool", parts=results_)]


def sent_ids(body: Any) -> tuple[list[str], list[str]]:
    messages = body["messages"]
    return (
        [call["id"] for message in messages for call in message.get("tool_calls") or ()],
        [message["tool_call_id"] for message in messages if message["role"] == "tool"],
    )


@pytest.mark.parametrize(
    "model", ["mistral-large-latest", "org/Magistral-Small", "codestral", "ministral-8b", "devstral"]
)
async def test_m6_mistral_gets_stable_ids_of_nine_letters_and_digits(model: str) -> None:
    messages = history("call_AbC123longidentifier", "functions.x:0", "abcDEF123")
    async with WireServer(openai=[Turn("a"), Turn("b")]) as server:
        provider = chat(server.url)
        await ask(provider, request_for(model, *messages))
        await ask(provider, request_for(model, *messages, Message(role="user", parts=user_message("And?").parts)))
        await provider.aclose()

    first, second = (sent_ids(posted.json) for posted in server.posts)
    assert first == second
    assert first[0] == first[1]
    assert len(set(first[0])) == 3
    assert all(len(call_id) == 9 and call_id.isascii() and call_id.isalnum() for call_id in first[0])
    assert first[0][2] == "abcDEF123"


async def test_m6_a_request_is_repeated_with_valid_ids_after_a_refusal_of_ids() -> None:
    message = "Tool call id was call_AbC123 but must be a-z, A-Z, 0-9, with a length of 9."
    async with WireServer(openai=[refused(400, message), Turn("a")]) as server:
        provider = chat(server.url)
        outcome = await ask(provider, request_for("my-finetune", *history("call_AbC123longidentifier")))
        await provider.aclose()

    before, after = (sent_ids(posted.json)[0][0] for posted in server.posts)
    assert (outcome.text, before, len(after)) == ("a", "call_AbC123longidentifier", 9)


async def test_m6_other_models_get_unchanged_ids() -> None:
    async with WireServer(openai=[Turn("a")]) as server:
        provider = chat(server.url, GEMINI_DIALECT)
        await ask(provider, request_for("gemini-3", *history("call_AbC123longidentifier")))
        await provider.aclose()

    assert sent_ids(server.posts[0].json)[0] == ["call_AbC123longidentifier"]


# Refusals of a model


def refusal_stream(explanation: str = "") -> Raw:
    details = {"type": "refusal", "category": "cyber", "explanation": explanation}
    events = [
        {"type": "message_start", "message": {"id": "m", "type": "message", "role": "assistant", "content": []}},
        {"type": "message_delta", "delta": {"stop_reason": "refusal", "stop_details": details}, "usage": {}},
        {"type": "message_stop"},
    ]
    return Raw(b"".join(f"event: {event['type']}\ndata: {json.dumps(event)}\n\n".encode() for event in events))


def stop_reason(outcome: Outcome) -> str:
    return next((event.stop for event in outcome.events if isinstance(event, TurnEnded)), "")


async def test_the_explanation_of_a_refusal_is_the_answer() -> None:
    async with WireServer(anthropic=[refusal_stream("This asks for an exploit."), refusal_stream()]) as server:
        provider = anthropic(server.url)
        with_explanation, without_explanation = await ask(provider), await ask(provider)
        await provider.aclose()

    assert (with_explanation.text, stop_reason(with_explanation)) == ("This asks for an exploit.", "refusal")
    assert (without_explanation.text, stop_reason(without_explanation)) == ("", "refusal")


# Models without a system role, through the catalog.


async def test_m13_a_refused_system_text_is_moved_into_the_question_permanently(tmp_path: Path) -> None:
    refusal = refused(400, "System role not supported")
    async with WireServer(openai=[refusal, Turn("ok"), Turn("again")]) as server:
        catalog_ = catalog(tmp_path, work=compatible(server.url))
        first = catalog_.provider("work/gemma-2-9b")
        outcome = await ask(first.provider, replace(request(tools=()), model="gemma-2-9b"))
        await first.provider.aclose()
        second = catalog_.provider("work/gemma-2-9b")
        again = await ask(second.provider, replace(request(tools=()), model="gemma-2-9b"))
        await second.provider.aclose()

    assert (outcome.text, again.text) == ("ok", "again")
    roles = [[message["role"] for message in posted.json["messages"]] for posted in server.posts]
    assert roles == [["system", "user"], ["user"], ["user"]]
    assert server.posts[1].json["messages"][0]["content"] == "Be brief.\n\nWhat about the boiler?"


async def test_m9_a_stored_key_that_is_invalid_in_a_header_is_an_error_before_anything_is_sent(tmp_path: Path) -> None:
    async with WireServer(openai=[Turn("ok")]) as server:
        settings = ProviderSettings(kind="openai-compatible", base_url=server.url, api_key_env=KEY)
        provider_choice = catalog(tmp_path, {KEY: "sk-abc”"}, work=settings).provider("work/scripted")
        outcome = await ask(provider_choice.provider, request(tools=(SEARCH, READ)))
        await provider_choice.provider.aclose()

    assert isinstance(outcome.error, ProviderRefused)
    assert outcome.error.title == "The key in the environment variable TEST_KEY cannot be used."
    assert "the character ” (U+201D)" in outcome.error.hint
    assert server.posts == []


# Connections


@pytest.mark.parametrize("make", [openai, anthropic], ids=["openai", "anthropic"])
async def test_m18_an_unreachable_proxy_is_named_with_both_sdks(
    make: Callable[..., Provider], monkeypatch: pytest.MonkeyPatch
) -> None:
    with socket.socket() as closed:
        closed.bind(("127.0.0.1", 0))  # not listening: connections are refused immediately
        proxy = f"127.0.0.1:{closed.getsockname()[1]}"
        for name in ("HTTPS_PROXY", "https_proxy"):
            monkeypatch.setenv(name, f"http://{proxy}")
        for name in ("NO_PROXY", "no_proxy"):
            monkeypatch.delenv(name, raising=False)
        provider = make("https://llm.example/v1")
        outcome = await ask(provider)
        await provider.aclose()

    assert outcome.error is not None
    assert outcome.error.title == f"The proxy {proxy} cannot be reached, so llm.example was not asked"


async def test_r9_the_hint_for_a_stopped_local_server_is_to_start_it() -> None:
    with socket.socket() as closed:
        closed.bind(("127.0.0.1", 0))
        host = f"127.0.0.1:{closed.getsockname()[1]}"
        provider = openai(f"http://{host}")
        outcome = await ask(provider)
        await provider.aclose()

    assert outcome.error is not None
    assert (outcome.error.title, outcome.error.hint) == (
        f"Nothing answers at {host}",
        "Start Test server, or check its address.",
    )
