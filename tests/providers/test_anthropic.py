import json

from tests.providers.asking import READ, SEARCH, SECRET, anthropic, ask, request
from tests.support.wire import Call, Turn, WireServer
from vaultdesk.chat.messages import Message, TextPart, ToolResultPart, user_message
from vaultdesk.providers.address import anthropic_address
from vaultdesk.providers.anthropic import AnthropicMessages
from vaultdesk.providers.events import TurnEnded
from vaultdesk.providers.sdk_provider import Endpoint

THOUGHT = {"type": "thinking", "thinking": "Search first.", "signature": "c2ln"}


async def test_two_rounds_of_tools_are_right_on_the_wire() -> None:
    turns = [
        Turn("Let me look.", [Call("vault_search", {"query": "boiler"})], reasoning="Search first."),
        Turn(
            calls=[Call("file_read", {"file_paths": ["Boiler.md"]}), Call("file_read", {"file_paths": ["B.md"]})],
            piece=5,
        ),
        Turn("It leaks, see [[Boiler]]."),
    ]
    talk = [user_message("What about the boiler?")]
    async with WireServer(anthropic=turns, key=SECRET) as server:
        provider = anthropic(server.url)
        for _ in turns:
            came = await ask(provider, request(*talk))
            assert came.error is None
            ended = came.events[-1]
            assert isinstance(ended, TurnEnded)
            spoken = (TextPart(text=came.text),) if came.text else ()
            talk.append(Message(role="assistant", parts=(*spoken, *came.calls, *ended.replay)))
            results = tuple(
                ToolResultPart(call_id=call.id, name=call.name, content=json.dumps({"n": n}), is_error=n == 1)
                for n, call in enumerate(came.calls)
            )
            talk.extend([Message(role="tool", parts=results)] if results else [])
        await provider.aclose()

    ids = [call.id for message in talk for call in message.tool_calls]
    first, second, third = (posted.json for posted in server.posts)
    assert third == {
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
                    {"type": "tool_use", "id": ids[0], "name": "vault_search", "input": {"query": "boiler"}},
                ],
            },
            {"role": "user", "content": [{"type": "tool_result", "tool_use_id": ids[0], "content": '{"n": 0}'}]},
            {
                "role": "assistant",
                "content": [
                    {"type": "tool_use", "id": ids[1], "name": "file_read", "input": {"file_paths": ["Boiler.md"]}},
                    {"type": "tool_use", "id": ids[2], "name": "file_read", "input": {"file_paths": ["B.md"]}},
                ],
            },
            {
                "role": "user",
                "content": [
                    {"type": "tool_result", "tool_use_id": ids[1], "content": '{"n": 0}'},
                    {"type": "tool_result", "tool_use_id": ids[2], "content": '{"n": 1}', "is_error": True},
                ],
            },
        ],
    }
    assert second["messages"] == third["messages"][:3]
    assert first["messages"] == third["messages"][:1]
    assert (came.text, came.stop) == ("It leaks, see [[Boiler]].", "end")


async def test_servers_made_for_either_header_get_the_key() -> None:
    async with WireServer(anthropic=[Turn("a")]) as server:
        provider = anthropic(server.url)
        await ask(provider)
        await provider.aclose()

    headers = server.posts[0].headers
    assert (headers["authorization"], headers["x-api-key"]) == (f"Bearer {SECRET}", SECRET)
    assert headers["anthropic-version"]


async def test_the_vendor_gets_one_header() -> None:
    async with WireServer(anthropic=[Turn("a")]) as server:
        endpoint = Endpoint("Anthropic", anthropic_address(server.url), key=lambda: SECRET, vendor=True)
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
    assert [part.family for part in ended.replay] == [f"anthropic@{server.url.removeprefix('http://')}"]


async def test_the_address_works_with_and_without_its_version() -> None:
    async with WireServer(anthropic=[Turn("a"), Turn("b")]) as server:
        for url in (server.url, f"{server.url}/v1"):
            provider = anthropic(url)
            assert (await ask(provider)).error is None
            await provider.aclose()

    assert [posted.path for posted in server.posts] == ["/v1/messages"] * 2
