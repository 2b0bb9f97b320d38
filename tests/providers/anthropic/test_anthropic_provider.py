import json
from collections.abc import Callable
from dataclasses import replace
from typing import Any

import pytest

from tests.providers.asking import READ, SEARCH, SECRET, Outcome, anthropic, ask, request
from tests.support.wire import Call, Raw, Recorded, Turn, WireServer, refused
from vaultdesk.chat.messages import (
    ImagePart,
    Message,
    ReasoningPart,
    TextPart,
    ToolCallPart,
    ToolResultPart,
    user_message,
)
from vaultdesk.core.errors import ProviderRefused
from vaultdesk.providers.anthropic.anthropic_provider import AnthropicMessages
from vaultdesk.providers.http_connection import anthropic_address
from vaultdesk.providers.model_events import Noticed, TurnEnded
from vaultdesk.providers.provider import ToolChoice
from vaultdesk.providers.sdk_provider import ProviderEndpoint

THOUGHT = {"type": "thinking", "thinking": "Search first.", "signature": "c2ln"}


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
                    THOUGHT,
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
    assert noticed(came) == ["claude-opus-4-8 refused to be told how much to think, so it was asked without that."]
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
    assert noticed(came) == ["scripted did not take its earlier thoughts back, so it was asked without them."]
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
        THOUGHT,
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
