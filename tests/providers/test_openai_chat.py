import json

from tests.providers.asking import READ, SEARCH, SECRET, ask, openai, request
from tests.support.wire import Call, Turn, WireServer, refused
from vaultdesk.chat.messages import Message, TextPart, ToolResultPart, user_message
from vaultdesk.providers.address import openai_address
from vaultdesk.providers.openai_chat import OpenAIChat
from vaultdesk.providers.sdk_provider import Endpoint


async def test_two_rounds_of_tools_are_right_on_the_wire() -> None:
    turns = [
        Turn("Let me look.", [Call("vault_search", {"query": "boiler"}), Call("vault_search", {"query": "öl"})]),
        Turn(calls=[Call("file_read", {"file_paths": ["Boiler.md"]})], piece=5),
        Turn("It leaks, see [[Boiler]].", reasoning="So that is it."),
    ]
    talk = [user_message("What about the boiler?")]
    async with WireServer(openai=turns, key=SECRET) as server:
        provider = openai(server.url)
        for _ in turns:
            came = await ask(provider, request(*talk))
            assert came.error is None
            talk.append(Message(role="assistant", parts=(TextPart(text=came.text), *came.calls)))
            results = tuple(
                ToolResultPart(call_id=call.id, name=call.name, content=json.dumps({"success": True, "data": [n]}))
                for n, call in enumerate(came.calls)
            )
            talk.extend([Message(role="tool", parts=results)] if results else [])
        await provider.aclose()

    ids = [call.id for message in talk for call in message.tool_calls]
    first, second, third = (posted.json for posted in server.posts)
    assert [one.path for one in server.posts] == ["/v1/chat/completions"] * 3
    assert all(one.key == SECRET for one in server.posts)
    assert all(
        {name: value for name, value in body.items() if name != "messages"}
        == {
            "model": "scripted",
            "stream": True,
            "stream_options": {"include_usage": True},
            "tools": [
                {
                    "type": "function",
                    "function": {
                        "name": tool.name,
                        "description": tool.description,
                        "parameters": dict(tool.parameters),
                    },
                }
                for tool in (SEARCH, READ)
            ],
        }
        for body in (first, second, third)
    )
    assert third["messages"] == [
        {"role": "system", "content": "Be brief."},
        {"role": "user", "content": "What about the boiler?"},
        {
            "role": "assistant",
            "content": "Let me look.",
            "tool_calls": [
                called(ids[0], "vault_search", '{"query": "boiler"}'),
                called(ids[1], "vault_search", '{"query": "öl"}'),
            ],
        },
        {"role": "tool", "tool_call_id": ids[0], "content": '{"success": true, "data": [0]}'},
        {"role": "tool", "tool_call_id": ids[1], "content": '{"success": true, "data": [1]}'},
        {
            "role": "assistant",
            "content": None,
            "tool_calls": [called(ids[2], "file_read", '{"file_paths": ["Boiler.md"]}')],
        },
        {"role": "tool", "tool_call_id": ids[2], "content": '{"success": true, "data": [0]}'},
    ]
    assert second["messages"] == third["messages"][:5]
    assert first["messages"] == third["messages"][:2]
    assert (came.text, came.reasoning, came.stop) == ("It leaks, see [[Boiler]].", "So that is it.", "end")


def called(call_id: str, name: str, arguments: str) -> dict[str, object]:
    return {"id": call_id, "type": "function", "function": {"name": name, "arguments": arguments}}


async def test_a_server_that_refuses_usage_is_asked_without_it_from_then_on() -> None:
    refusal = refused(400, "Unrecognized request argument supplied: stream_options")
    async with WireServer(openai=[refusal, Turn("Hi"), Turn("Ho")]) as server:
        provider = openai(server.url)

        assert [(await ask(provider)).text, (await ask(provider)).text] == ["Hi", "Ho"]
        await provider.aclose()

    assert ["stream_options" in posted.json for posted in server.posts] == [True, False, False]


async def test_another_refusal_is_not_asked_twice() -> None:
    async with WireServer(openai=[refused(400, "messages: too odd"), Turn("Hi")]) as server:
        provider = openai(server.url)

        assert (await ask(provider)).error is not None
        await provider.aclose()

    assert len(server.posts) == 1


async def test_the_address_works_with_and_without_its_version() -> None:
    async with WireServer(openai=[Turn("a"), Turn("b")]) as server:
        for url in (server.url, f"{server.url}/v1/"):
            provider = openai(url)
            assert (await ask(provider)).error is None
            await provider.aclose()

    assert [posted.path for posted in server.posts] == ["/v1/chat/completions"] * 2


async def test_openai_itself_is_told_a_token_limit() -> None:
    async with WireServer(openai=[Turn("a")]) as server:
        provider = OpenAIChat(Endpoint("OpenAI", openai_address(server.url), vendor=True))
        await ask(provider)
        await provider.aclose()

    assert server.posts[0].json["max_completion_tokens"] == 8192
