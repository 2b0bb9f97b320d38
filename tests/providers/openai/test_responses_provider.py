"""Tests of providers/openai/responses_provider.py."""

import asyncio
import json
from typing import Any

import pytest

from tests.providers.asking import READ, SEARCH, SECRET, SHORT, Outcome, ask, request, timeouts_for
from tests.providers.responses_asking import responses
from tests.support import wire
from tests.support.wire import Call, Raw, Recorded, Turn, WireServer, redirect
from tests.support.wire_responses import body
from tests.support.wire_turns import comments_for_ever, cut, echoed_401, html
from vaultdesk.chat.messages import Message, ReasoningPart, TextPart, ToolResultPart, user_message
from vaultdesk.core.errors import ProviderBroken, ProviderError, ProviderRefused, ProviderUnreachable
from vaultdesk.core.values import replace
from vaultdesk.providers.http_connection import openai_address
from vaultdesk.providers.openai.responses_provider import openai_client, sdk_arguments
from vaultdesk.providers.provider import ModelInfo, TurnEnded
from vaultdesk.providers.sdk_provider import ProviderEndpoint


async def test_the_client_uses_the_endpoints_address_and_key_without_retries() -> None:
    client = openai_client(ProviderEndpoint("Local", openai_address("http://localhost:1234")), SECRET)

    assert str(client.base_url) == "http://localhost:1234/v1/"
    assert client.api_key == SECRET
    assert client.max_retries == 0
    await client.close()


async def test_a_key_in_the_environment_is_not_used(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("OPENAI_API_KEY", "sk-from-the-environment")

    client = openai_client(ProviderEndpoint("Local", openai_address("http://localhost:1234")), "")

    assert client.api_key == "none"
    await client.close()


def test_the_body_is_passed_to_the_sdk_as_extra_body() -> None:
    """vaultdesk/providers/README.md, "Pitfalls", 1: the SDK would inspect it before the first token, in the thread of
    the window."""
    body = {"model": "m", "messages": [{"role": "user", "content": "Hi"}], "stream": True, "reasoning": {}}

    arguments = sdk_arguments(body, model="", messages=[])

    assert arguments == {"model": "", "messages": [], "stream": True, "extra_body": body}


REASONING_ITEM = {
    "id": "rs_wire",
    "type": "reasoning",
    "summary": [{"type": "summary_text", "text": "Search first."}],
    "encrypted_content": "gAAAA-done",
}


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


def call_item(number: int, wire_id: str, name: str, arguments: str) -> dict[str, Any]:
    head = {"type": "function_call", "id": f"fc_wire_{number}", "status": "completed", "call_id": wire_id}
    return {**head, "name": name, "arguments": arguments}


def message_item(text: str) -> dict[str, Any]:
    content = [{"type": "output_text", "text": text, "annotations": []}]
    return {"type": "message", "id": "msg_wire", "role": "assistant", "status": "completed", "content": content}


def question_item(text: str) -> dict[str, Any]:
    return {"type": "message", "role": "user", "content": [{"type": "input_text", "text": text}]}


def result_item(wire_id: str, number: int) -> dict[str, Any]:
    return {"type": "function_call_output", "call_id": wire_id, "output": f'{{"n": {number}}}'}


async def test_openai_responses_requests_of_two_rounds_of_tools_are_complete() -> None:
    turns = [
        Turn(
            "Let me look.",
            [Call("vault_search", {"query": "öl"}, "call_a"), Call("file_read", {"file_paths": 7}, "call_b")],
            reasoning="Search first.",
        ),
        # The correction of the denied call.
        Turn(calls=[Call("file_read", {"file_paths": ["B.md"]}, "call_c")], piece=5),
        Turn("It leaks, see [[Boiler]]."),
    ]
    messages = [user_message("What about the boiler?")]
    async with WireServer(responses=turns, key=SECRET) as server:
        provider = responses(server.url)
        for _ in turns:
            outcome = await ask(provider, request(*messages))
            assert outcome.error is None
            messages.append(assistant_message(outcome))
            messages.extend([results(outcome)] if outcome.calls else [])
        await provider.aclose()

    first, second, third = (posted.json for posted in server.posts)
    assert [recorded.path for recorded in server.posts] == ["/v1/responses"] * 3
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
            question_item("What about the boiler?"),
            REASONING_ITEM,
            message_item("Let me look."),
            call_item(0, "call_a", "vault_search", '{"query": "öl"}'),
            call_item(1, "call_b", "file_read", '{"file_paths": 7}'),
            result_item("call_a", 0),
            result_item("call_b", 1),
        ],
    }
    assert third["input"] == [
        *second["input"],
        call_item(0, "call_c", "file_read", '{"file_paths": ["B.md"]}'),
        result_item("call_c", 0),
    ]
    assert first["input"] == second["input"][:1]
    assert (outcome.text, outcome.stop) == ("It leaks, see [[Boiler]].", "end")


async def test_another_model_of_the_same_server_gets_text_and_calls_only() -> None:
    turns = [Turn("A", [Call("file_read", {})], reasoning="Hm."), Turn("B")]
    async with WireServer(responses=turns) as server:
        provider = responses(server.url)
        outcome = await ask(provider, request(user_message("Q")))
        messages = (user_message("Q"), assistant_message(outcome), results(outcome))
        await ask(provider, replace(request(*messages), model="another"))
        await provider.aclose()

    (call,) = outcome.calls
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


def refusal(part: str, message: str, *, named: bool) -> Raw:
    error = {"message": message, "type": "invalid_request_error", "param": part if named else None, "code": None}
    return Raw(json.dumps({"error": error}).encode(), 400, "application/json")


def contains_part(request_body: dict[str, Any], part: str) -> bool:
    name, _, inner = part.partition(".")
    return name in request_body and (not inner or inner in request_body[name])


@pytest.mark.parametrize(
    ("part", "named"),
    [(part, named) for part in REFUSALS for named in (True, False) if named or part != "reasoning.summary"],
)
async def test_a_refused_field_is_omitted_for_that_model(part: str, named: bool) -> None:
    model_request = replace(request(), temperature=0.5)
    model_request = replace(model_request, tool_choice=replace(model_request.tool_choice, mode="required"))

    def answer(posted: Recorded) -> Raw | Turn:
        refuses = posted.json["model"] == "scripted" and contains_part(posted.json, part)
        return refusal(part, REFUSALS[part], named=named) if refuses else Turn("Hi")

    async with WireServer(responses=answer) as server:
        provider = responses(server.url)

        outcomes = [await ask(provider, model_request), await ask(provider, model_request)]
        other = await ask(provider, replace(model_request, model="another"))
        await provider.aclose()

    assert [outcome.text for outcome in (*outcomes, other)] == ["Hi"] * 3
    assert [contains_part(posted.json, part) for posted in server.posts] == [True, False, False, True]


async def test_the_lowest_supported_effort_is_found_and_reused() -> None:
    def answer(posted: Recorded) -> Raw | Turn:
        effort = posted.json["reasoning"].get("effort")
        message = f"Unsupported value: '{effort}' is not supported with this model."
        return refusal("reasoning.effort", message, named=True) if effort in ("none", "minimal") else Turn("Hi")

    async with WireServer(responses=answer) as server:
        provider = responses(server.url)
        for _ in range(2):
            assert (await ask(provider, replace(request(), effort="off"))).text == "Hi"
        await provider.aclose()

    assert [posted.json["reasoning"]["effort"] for posted in server.posts] == ["none", "minimal", "low", "low"]


async def test_a_model_without_effort_levels_gets_none() -> None:
    def answer(posted: Recorded) -> Raw | Turn:
        message = "Unsupported parameter: 'reasoning.effort' is not supported with this model."
        return (
            refusal("reasoning.effort", message, named=True)
            if contains_part(posted.json, "reasoning.effort")
            else Turn("Hi")
        )

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
async def test_items_refused_by_a_server_are_omitted_from_that_request_only(status: int, message: str) -> None:
    turns = [Turn("A", reasoning="Hm."), wire.refused(status, message), Turn("B"), Turn("C")]
    async with WireServer(responses=turns) as server:
        provider = responses(server.url)
        messages = (user_message("Q"), assistant_message(await ask(provider)), user_message("R"))

        assert (await ask(provider, request(*messages))).text == "B"
        assert (await ask(provider, request(*messages))).text == "C"
        await provider.aclose()

    kinds = [[item["type"] for item in posted.json["input"]] for posted in server.posts]
    assert kinds[1] == kinds[3] == ["message", "reasoning", "message", "message"]
    assert kinds[2] == ["message", "message", "message"]


@pytest.mark.parametrize("message", ["input: too odd", "The reasoning items you include are odd", "No temperature"])
async def test_openai_responses_another_refusal_is_not_retried(message: str) -> None:
    async with WireServer(responses=[wire.refused(400, message), Turn("Hi")]) as server:
        provider = responses(server.url)

        assert isinstance((await ask(provider)).error, ProviderRefused)
        await provider.aclose()

    assert len(server.posts) == 1


async def test_an_answer_can_be_requested_without_streaming() -> None:
    turn = Turn("Let me look.", [Call("file_read", {"a": 1})], reasoning="Hm.")
    async with WireServer(responses=[Raw(body(turn), content_type="application/json"), turn]) as server:
        provider = responses(server.url)

        complete, streamed = await ask(provider, replace(request(), streamed=False)), await ask(provider)
        await provider.aclose()

    assert [posted.json["stream"] for posted in server.posts] == [False, True]
    assert (complete.text, complete.reasoning, complete.stop) == (streamed.text, streamed.reasoning, streamed.stop)
    assert [call.arguments_json for call in complete.calls] == [call.arguments_json for call in streamed.calls]


async def test_text_is_streamed_before_the_answer_ends() -> None:
    async with WireServer(responses=[Turn("a b c", hold_after=6)]) as server:
        provider = responses(server.url)
        stream = provider.stream(request())

        assert await anext(stream)
        await stream.aclose()

        assert await asyncio.to_thread(server.hung_up.wait, 30)
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


@pytest.mark.parametrize(("name", "reply", "kind", "error_kind"), FAULTS, ids=[fault[0] for fault in FAULTS])
async def test_each_fault_is_an_error_and_the_next_request_succeeds(
    name: str, reply: Any, kind: type[ProviderError], error_kind: str
) -> None:
    async with WireServer(responses=[reply, Turn("Again.")]) as server:
        provider = responses(server.url, timeouts=timeouts_for(name))

        async with asyncio.timeout(20):
            outcome, second = await ask(provider), await ask(provider)
        await provider.aclose()

    assert (type(outcome.error), outcome.error and outcome.error.kind) == (kind, error_kind), outcome.error
    assert SECRET not in f"{outcome.error!s} {outcome.error!r} {outcome.error and outcome.error.facts}"
    assert second.text == "Again."


async def test_endless_comments_end_the_answer() -> None:
    async with WireServer(responses=[comments_for_ever()]) as server:
        provider = responses(server.url, timeouts=SHORT)

        async with asyncio.timeout(10):
            outcome = await ask(provider)
        await provider.aclose()

    assert isinstance(outcome.error, ProviderBroken | ProviderUnreachable)


async def test_no_header_describes_this_computer_and_models_are_listed() -> None:
    async with WireServer(responses=[Turn("a")], models=("b", "a")) as server:
        provider = responses(server.url)
        await ask(provider)
        listed = await provider.models()
        await provider.aclose()

    assert listed == (ModelInfo("a"), ModelInfo("b"))
    assert not [name for name in server.posts[0].headers if name.startswith(("x-stainless-os", "x-stainless-lang"))]
    assert server.posts[0].key == SECRET
