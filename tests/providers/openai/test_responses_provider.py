"""Tests of providers/openai/responses_provider.py."""

import asyncio
import json
from dataclasses import replace
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
from vaultdesk.providers.http_connection import openai_address
from vaultdesk.providers.openai.responses_provider import openai_client, sdk_arguments
from vaultdesk.providers.provider import ModelInfo, TurnEnded
from vaultdesk.providers.sdk_provider import ProviderEndpoint


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
