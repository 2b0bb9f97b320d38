import asyncio
import json
import logging
import threading

import pytest

from tests.providers.asking import READ, SEARCH, SECRET, SHORT, Outcome, ask, request, timeouts_for
from tests.providers.ollama_asking import ollama
from tests.support.wire import Call, Raw, Recorded, Turn, WireServer, redirect
from tests.support.wire_ollama import facts, refused, reply, shown, whole
from tests.support.wire_turns import cut, html
from vaultdesk.chat.messages import Message, ReasoningPart, TextPart, ToolResultPart, user_message
from vaultdesk.core.errors import ProviderBroken, ProviderError, ProviderRefused, ProviderUnreachable
from vaultdesk.core.transmission import Destination
from vaultdesk.providers.http_connection import Timeouts
from vaultdesk.providers.model_events import Noticed, TextArrived, TurnEnded, UsageReported
from vaultdesk.providers.ollama.ollama_provider import MAX_PARALLEL_LOOKUPS
from vaultdesk.providers.provider import Effort, ModelInfo, ModelRequest

QWEN = shown("completion", "tools", "thinking", thinking={"values": [False, True], "default": True})
NO_TOOLS = refused(400, "registry.ollama.ai/library/scripted:latest does not support tools")
NO_THINKING = refused(400, '"scripted" does not support thinking')


def chats(server: WireServer) -> list[Recorded]:
    return [one for one in server.requests if one.path == "/api/chat"]


def remembered(came: Outcome) -> Message:
    """Return the answer as the agent keeps it."""
    thought = (ReasoningPart(text=came.reasoning),) if came.reasoning else ()
    text = (TextPart(text=came.text),) if came.text else ()
    ended = came.events[-1]
    assert isinstance(ended, TurnEnded)
    return Message(role="assistant", parts=(*thought, *text, *came.calls, *ended.replay))


@pytest.mark.parametrize("ids", [("", "", ""), ("call_a1", "call_b2", "call_c3")], ids=["older", "with ids"])
@pytest.mark.parametrize("piece", [0, 1])
async def test_two_rounds_of_tools_are_right_on_the_wire(ids: tuple[str, str, str], piece: int) -> None:
    both = [Call("vault_search", {"query": "boiler"}, ids[0]), Call("file_read", {"file_paths": ["Öl.md"]}, ids[1])]
    turns = [
        Turn("Let me look.", both, reasoning="I should search.", piece=piece),
        Turn(calls=[Call("file_read", {"file_paths": ["Boiler.md"]}, ids[2])]),
        Turn("It leaks."),
    ]
    answers = [
        [('{"success": true}', False), ('{"success": false, "error": {"code": "DENIED"}}', True)],
        [('{"success": true, "data": []}', False)],
        [],
    ]
    talk = [user_message("What about the boiler?")]
    async with WireServer(ollama=turns, routes=facts({"scripted": QWEN})) as server:
        provider = ollama(server.url)
        for results in answers:
            came = await ask(provider, request(*talk))
            assert came.error is None
            talk.append(remembered(came))
            parts = tuple(
                ToolResultPart(call_id=call.id, name=call.name, content=content, is_error=is_error)
                for call, (content, is_error) in zip(came.calls, results, strict=True)
            )
            talk.extend([Message(role="tool", parts=parts)] if parts else [])
        await provider.aclose()

    first, second, third = (posted.json for posted in chats(server))
    assert all(
        {name: value for name, value in body.items() if name != "messages"}
        == {
            "model": "scripted",
            "stream": True,
            "options": {"num_ctx": 16_384, "num_predict": 8192},
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
            "thinking": "I should search.",
            "tool_calls": [
                called("vault_search", {"query": "boiler"}, ids[0]),
                called("file_read", {"file_paths": ["Öl.md"]}, ids[1]),
            ],
        },
        answered("vault_search", '{"success": true}', ids[0]),
        answered("file_read", '{"success": false, "error": {"code": "DENIED"}}', ids[1]),
        {
            "role": "assistant",
            "content": "",
            "tool_calls": [called("file_read", {"file_paths": ["Boiler.md"]}, ids[2])],
        },
        answered("file_read", '{"success": true, "data": []}', ids[2]),
    ]
    assert second["messages"] == third["messages"][:5]
    assert first["messages"] == third["messages"][:2]
    assert came.events == [
        TextArrived("It"),
        TextArrived(" leaks."),
        UsageReported(10, 5),
        TurnEnded("end"),
    ]


def called(name: str, arguments: dict[str, object], wire_id: str) -> dict[str, object]:
    return {**({"id": wire_id} if wire_id else {}), "function": {"name": name, "arguments": arguments}}


def answered(name: str, content: str, wire_id: str) -> dict[str, object]:
    return {"role": "tool", "tool_name": name, "content": content, **({"tool_call_id": wire_id} if wire_id else {})}


async def test_another_models_thoughts_and_ids_stay_out() -> None:
    turns = [Turn("A", [Call("vault_search", {"query": "b"}, "call_a1")], reasoning="Hm."), Turn("B")]
    async with WireServer(ollama=turns, routes=facts({"scripted": QWEN, "other": QWEN})) as server:
        provider = ollama(server.url)
        answer = remembered(await ask(provider))
        result = ToolResultPart(call_id=answer.tool_calls[0].id, name="vault_search", content="{}")
        talk = (user_message("So?"), answer, Message(role="tool", parts=(result,)))
        await ask(provider, ModelRequest("other", "", talk))
        await provider.aclose()

    assert chats(server)[1].json["messages"] == [
        {"role": "user", "content": "So?"},
        {"role": "assistant", "content": "A", "tool_calls": [called("vault_search", {"query": "b"}, "")]},
        answered("vault_search", "{}", ""),
    ]


@pytest.mark.parametrize(
    ("told", "setting", "window"),
    [
        (QWEN, 0, 16_384),
        (QWEN, 20_000, 20_000),
        (shown("completion", context=4096), 0, 4096),
        (refused(500, "oops"), 0, 16_384),
        (refused(404, "page not found"), 0, 16_384),
        (Raw(b"<html>", content_type="text/html"), 0, 16_384),
        (reply([1]), 8192, 8192),
        (Raw(b"", reset=True), 0, 16_384),
    ],
)
async def test_the_window_is_told_with_every_question(told: dict[str, object] | Raw, setting: int, window: int) -> None:
    """vaultdesk/providers/README.md, "Pitfalls", 18."""
    async with WireServer(ollama=[Turn("a"), Turn("b")], routes=facts({"scripted": told})) as server:
        provider = ollama(server.url, context=setting)
        outcomes = [await ask(provider), await ask(provider)]
        await provider.aclose()

    assert [one.json["options"]["num_ctx"] for one in chats(server)] == [window] * 2
    assert [came.text for came in outcomes] == ["a", "b"]


async def test_what_a_model_can_is_asked_once() -> None:
    async with WireServer(ollama=[Turn("a"), Turn("b")], routes=facts({"scripted": QWEN})) as server:
        provider = ollama(server.url)
        await ask(provider)
        await ask(provider)
        await provider.aclose()

    assert [one.path for one in server.requests] == ["/api/show", "/api/chat", "/api/chat"]
    assert server.requests[0].json == {"model": "scripted"}


async def test_facts_that_do_not_come_are_waited_for_once() -> None:
    async with WireServer(ollama=[Turn("a"), Turn("b")], routes={"/api/show": lambda _: Raw(hold=True)}) as server:
        provider = ollama(server.url, timeouts=SHORT)
        assert [(await ask(provider)).text, (await ask(provider)).text] == ["a", "b"]
        await provider.aclose()

    assert [one.path for one in server.requests] == ["/api/show", "/api/chat", "/api/chat"]


async def test_a_chat_that_was_cut_by_ollama_is_told() -> None:
    talk = request(user_message("word " * 20_000))
    async with WireServer(ollama=[Turn("a", usage=(8194, 5)), Turn("a", usage=(19_000, 5))]) as server:
        provider, larger = ollama(server.url), ollama(server.url, context=32_768)
        notices = [event for event in (await ask(provider, talk)).events if isinstance(event, Noticed)]
        quiet = [event for event in (await ask(larger, talk)).events if isinstance(event, Noticed)]
        await provider.aclose()
        await larger.aclose()

    assert [notice.message for notice in notices] == [
        "The chat is longer than the context window of 16,384 tokens, so Ollama has probably left out its beginning. "
        "Raise Context window in Settings, or start a new chat."
    ]
    assert quiet == []


@pytest.mark.parametrize(("effort", "think"), [("", None), ("off", False), ("low", True)])
async def test_thinking_is_asked_for_where_the_model_has_it(effort: Effort, think: bool | None) -> None:
    models = {"scripted": QWEN, "plain": shown("completion")}
    async with WireServer(ollama=[Turn("a"), Turn("b")], routes=facts(models)) as server:
        provider = ollama(server.url)
        for name in models:
            await ask(provider, ModelRequest(name, "", (user_message("Hi"),), effort=effort))
        await provider.aclose()

    assert [one.json.get("think") for one in chats(server)] == [think, None]


async def test_thinking_that_is_refused_is_left_out_and_the_question_goes_through() -> None:
    asked = ModelRequest("scripted", "", (user_message("Hi"),), effort="high")
    turns = [NO_THINKING, Turn("Hi"), Turn("Ho")]
    async with WireServer(ollama=turns, routes=facts({"scripted": QWEN})) as server:
        provider = ollama(server.url)
        outcomes = [await ask(provider, asked), await ask(provider, asked)]
        await provider.aclose()

    assert [came.text for came in outcomes] == ["Hi", "Ho"]
    assert ["think" in one.json for one in chats(server)] == [True, False, False]


async def test_a_model_without_tools_is_told_by_its_trouble() -> None:
    async with WireServer(ollama=[NO_TOOLS], routes=facts({"scripted": shown("completion")})) as server:
        provider = ollama(server.url)
        came = await ask(provider)
        await provider.aclose()

    assert isinstance(came.error, ProviderRefused)
    assert came.error.kind == "no_tools"
    assert len(chats(server)) == 1


async def test_a_model_that_is_not_there_can_be_fetched() -> None:
    missing = refused(404, "model 'scripted' not found")
    async with WireServer(ollama=[missing], routes=facts({})) as server:
        provider = ollama(server.url)
        came = await ask(provider)
        await provider.aclose()

    assert came.error is not None
    assert came.error.hint == "Fetch it with: ollama pull scripted"


async def test_an_ollama_that_does_not_run_is_to_be_started() -> None:
    async with WireServer() as server:
        url = server.url
    provider = ollama(url, timeouts=Timeouts(2.0, 2.0))

    came = await ask(provider)
    with pytest.raises(ProviderUnreachable, match="Nothing answers"):
        await provider.models()
    await provider.aclose()

    assert isinstance(came.error, ProviderUnreachable)
    assert came.error.hint.startswith("Start Ollama")


async def test_an_answer_that_is_not_streamed_is_the_same() -> None:
    turn = Turn("Let me look.", [Call("vault_search", {"query": "öl"})], reasoning="Hm.")
    asked = ModelRequest("scripted", "", (user_message("Hi"),), (SEARCH,), streamed=False)
    turns = [whole(turn), Raw(json.dumps({"error": "Overloaded"}).encode()), Raw(b"<html>"), Raw(b""), Raw(b'{"mess')]
    async with WireServer(ollama=turns, routes=facts({"scripted": QWEN})) as server:
        provider = ollama(server.url)
        came, *broken = [await ask(provider, asked) for _ in turns]
        await provider.aclose()

    assert chats(server)[0].json["stream"] is False
    assert (came.text, came.reasoning, came.stop) == ("Let me look.", "Hm.", "tool_calls")
    assert [call.arguments for call in came.calls] == [{"query": "öl"}]
    assert [type(one.error) for one in broken] == [ProviderUnreachable, *[ProviderBroken] * 3]


FAULTS = [
    ("a web page", html(), ProviderBroken, "protocol"),
    ("a refused key", refused(401, f"bad key {SECRET}"), ProviderRefused, "auth"),
    ("too many questions", refused(429, "slow down"), ProviderUnreachable, "rate_limit"),
    ("a full queue", refused(503, "server busy, please try again"), ProviderUnreachable, "overloaded"),
    ("too little memory", refused(500, "model requires more system memory than is available"), ProviderRefused,
     "overloaded"),
    ("a lost question", refused(500, "no user query found in messages"), ProviderRefused, "context"),
    ("rubbish", Raw(b"{oops\n"), ProviderBroken, "protocol"),
    ("a cut stream", cut(Turn("a b c"), 2), ProviderBroken, "protocol"),
    ("a broken connection", Raw(b"\n", reset=True), ProviderUnreachable, "network"),
    ("an empty body", Raw(b""), ProviderBroken, "protocol"),
    ("status 204", Raw(b"", 204), ProviderBroken, "protocol"),
    ("a page with 500", Raw(b"<html>", 500, "text/html"), ProviderUnreachable, "overloaded"),
    ("an error line", Turn("a b c", error_after=2), ProviderBroken, "overloaded"),
    ("an error line at once", Turn("a b c", error_after=0), ProviderUnreachable, "overloaded"),
    ("a refusal without end", Raw(b'{"error": "', 400, hold=True), ProviderUnreachable, "network"),
    ("silence", Raw(hold=True), ProviderUnreachable, "network"),
    ("silence after words", Turn("a b c", hold_after=2), ProviderBroken, "network"),
]  # fmt: skip


@pytest.mark.parametrize(("name", "wrong", "kind", "trouble"), FAULTS, ids=[fault[0] for fault in FAULTS])
async def test_each_fault_ends_in_a_plain_sentence_without_the_key(
    name: str, wrong: Raw | Turn, kind: type[ProviderError], trouble: str, caplog: pytest.LogCaptureFixture
) -> None:
    caplog.set_level(logging.DEBUG)
    async with WireServer(ollama=[wrong, Turn("Again.")], routes=facts({"scripted": QWEN})) as server:
        provider = ollama(server.url, timeouts=timeouts_for(name), key=lambda: SECRET)
        async with asyncio.timeout(10):
            came = await ask(provider)
        again = await ask(provider)
        await provider.aclose()

    assert (type(came.error), came.error and came.error.kind) == (kind, trouble)
    told = f"{came.error!s} {came.error!r} {came.error and came.error.facts} {came.error and came.error.__context__!r}"
    assert SECRET not in told + caplog.text
    assert "Ollama" in told
    assert again.text == "Again."
    assert all(one.key == SECRET for one in server.requests)


async def test_blank_lines_for_ever_end_by_their_time_or_by_their_number() -> None:
    async with WireServer(ollama=[Raw(endless=b"\n"), Turn("Again.")], routes=facts({"scripted": QWEN})) as server:
        provider = ollama(server.url, timeouts=timeouts_for("for ever"))
        async with asyncio.timeout(10):
            came = await ask(provider)
        again = await ask(provider)
        await provider.aclose()

    # Which of the two limits is met first depends on how quick this computer is.
    assert came.error is not None
    assert (type(came.error), came.error.kind) in (
        (ProviderUnreachable, "network"),
        (ProviderBroken, "protocol"),
    )
    assert again.text == "Again."


async def test_a_redirect_sends_nothing_to_the_second_server() -> None:
    async with WireServer(ollama=[Turn("stolen")], routes=facts({"scripted": QWEN})) as second:
        moved = {path: lambda _: redirect(second.url) for path in ("/api/show", "/api/tags")}
        async with WireServer(ollama=[redirect(f"{second.url}/api/chat")], routes=moved) as first:
            provider = ollama(first.url)
            came = await ask(provider)
            with pytest.raises(ProviderRefused, match="another address"):
                await provider.models()
            await provider.aclose()

    assert second.requests == []
    assert isinstance(came.error, ProviderRefused)


async def test_a_key_that_cannot_be_had_is_told_once_before_anything_is_sent() -> None:
    asked = []

    def locked() -> str:
        asked.append(1)
        raise ProviderRefused("The keyring is locked", kind="auth")

    async with WireServer() as server:
        provider = ollama(server.url, key=locked)
        came = await ask(provider)

    assert came.error is not None
    assert came.error.title == "The keyring is locked"
    assert (asked, server.requests) == ([1], [])


async def test_only_our_headers_go_out_and_no_proxy_sees_them(monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("HTTP_PROXY", "http_proxy", "ALL_PROXY", "all_proxy"):
        monkeypatch.setenv(name, "http://127.0.0.1:1")
    async with WireServer(ollama=[Turn("Hi")], routes=facts({"scripted": QWEN})) as server:
        provider = ollama(server.url)
        assert (await ask(provider)).text == "Hi"
        await provider.aclose()

    sent = chats(server)[0].headers
    assert sent.keys() <= {
        "host", "accept", "accept-encoding", "connection", "content-type", "content-length", "user-agent"
    }  # fmt: skip
    assert sent["user-agent"].startswith("VaultDesk/")


@pytest.mark.parametrize("silence", [0.02, 10.0])
async def test_stopping_hangs_up_at_once(silence: float) -> None:
    async with WireServer(ollama=[Turn("a b c", hold_after=0)], routes=facts({"scripted": QWEN})) as server:
        provider = ollama(server.url, silence=silence)
        async with asyncio.TaskGroup() as tasks:
            task = tasks.create_task(ask(provider))
            await asyncio.to_thread(server.held.wait, 5)
            task.cancel()
            await asyncio.wait([task], timeout=1)
            assert task.cancelled()

        assert await asyncio.to_thread(server.hung_up.wait, 5)
        await provider.aclose()


async def test_closing_the_stream_hangs_up_too() -> None:
    async with WireServer(ollama=[Turn("a b c", hold_after=2)], routes=facts({"scripted": QWEN})) as server:
        provider = ollama(server.url)
        stream = provider.stream(request())
        async for event in stream:
            if isinstance(event, TextArrived):
                break
        await stream.aclose()

        assert await asyncio.to_thread(server.hung_up.wait, 5)
        await provider.aclose()


async def test_the_wait_for_a_model_is_told_once() -> None:
    async with WireServer(ollama=[Turn("a b", hold_after=0)], routes=facts({"scripted": QWEN})) as server:
        provider = ollama(server.url, silence=0.05)
        events = []
        async with asyncio.timeout(10):
            async for event in provider.stream(request()):
                events.append(event)
                server.release()
        await provider.aclose()

    assert events[:3] == [
        Noticed("Ollama is loading the model or reading a long chat; this can take a few minutes."),
        TextArrived("a"),
        TextArrived(" b"),
    ]
    assert not any(isinstance(event, Noticed) for event in events[1:])


WEIGHTS = 4_022_468_096


async def test_models_are_listed_with_what_each_can() -> None:
    models = {
        "qwen3:8b": QWEN,
        "llava:7b": shown("completion", "vision", context=4096),
        "nomic-embed-text:latest": shown("embedding"),
        "damaged": refused(500, "invalid file magic"),
    }
    async with WireServer(routes=facts(models, loaded=("qwen3:8b",)), key=SECRET) as server:
        provider = ollama(server.url, key=lambda: SECRET)
        found = await provider.models()
        await provider.aclose()

    assert found == (
        ModelInfo("damaged", loaded=False),
        ModelInfo(
            "llava:7b",
            context=4096,
            tools=False,
            images=True,
            reasoning=False,
            loaded=False,
            window=4096,
            weights=WEIGHTS,
        ),
        ModelInfo(
            "qwen3:8b",
            context=40_960,
            tools=True,
            images=False,
            reasoning=True,
            loaded=True,
            window=16_384,
            weights=WEIGHTS,
        ),
    )
    assert sorted(one.path for one in server.requests) == ["/api/ps", *["/api/show"] * 4, "/api/tags"]
    assert all(one.json is None or one.json.keys() == {"model"} for one in server.requests)


async def test_a_few_models_are_asked_about_at_a_time() -> None:
    names = [f"m{number}" for number in range(3 * MAX_PARALLEL_LOOKUPS)]
    together, counting, inside = threading.Barrier(MAX_PARALLEL_LOOKUPS), threading.Lock(), set[int]()
    most = []

    def show(_: Recorded) -> Raw:
        with counting:
            inside.add(threading.get_ident())
            most.append(len(inside))
        together.wait(5)  # opens only when as many as may be are inside
        with counting:
            inside.discard(threading.get_ident())
        return reply(QWEN)

    async with WireServer(routes={**facts(dict.fromkeys(names, QWEN)), "/api/show": show}) as server:
        provider = ollama(server.url)
        found = await provider.models()
        await provider.aclose()

    assert [model.tools for model in found] == [True] * len(names)
    assert max(most) == MAX_PARALLEL_LOOKUPS


@pytest.mark.parametrize("path", ["/api/show", "/api/ps"])
@pytest.mark.parametrize(
    "wrong", [Raw(hold=True), Raw(b"{", 200), Raw(b"", reset=True), Raw(b"nope", 404, "text/plain"), html()]
)
async def test_the_list_stands_whatever_becomes_of_its_details(path: str, wrong: Raw) -> None:
    routes = {**facts({"a": QWEN, "b": QWEN}), path: lambda _: wrong}
    async with WireServer(routes=routes) as server:
        provider = ollama(server.url, timeouts=SHORT)
        async with asyncio.timeout(10):
            found = await provider.models()
        await provider.aclose()

    assert [model.id for model in found] == ["a", "b"]
    assert all((model.tools is None) == (path == "/api/show") for model in found)
    assert all((model.loaded is None) == (path == "/api/ps") for model in found)


@pytest.mark.parametrize(
    ("wrong", "said"),
    [
        (html(), "a web page"),
        (reply({"object": "list"}), "JSON without models"),
        (Raw(b"{", 200), "not JSON"),
        (refused(403, "no"), "does not allow this request"),
    ],
)
async def test_a_list_that_is_none_is_told(wrong: Raw, said: str) -> None:
    async with WireServer(routes={"/api/tags": lambda _: wrong}) as server:
        provider = ollama(server.url)
        with pytest.raises(ProviderError, match=said):
            await provider.models()
        await provider.aclose()


async def test_it_says_where_it_goes() -> None:
    assert ollama("http://localhost:9/api/chat").destination == Destination("Ollama", "localhost:9", local=True)
    assert not ollama("https://ollama.example").destination.local
