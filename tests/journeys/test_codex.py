"""Codex for real: the installed `codex app-server` against a local Responses server. Skipped where there is no codex.

Name another program with VAULTDESK_TEST_CODEX. It gets a home of its own: no login, no settings of the person's.
"""

import asyncio
import json
import os
import shutil
import time
from collections.abc import AsyncIterator, Sequence
from contextlib import aclosing, asynccontextmanager
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from tests.providers.asking import READ, SEARCH, Outcome, ask
from tests.support.wire import Call, Raw, Turn, WireServer, refused
from tests.support.wire_turns import sse
from vaultdesk.chat.messages import ImagePart, Message, TextPart, ToolResultPart, user_message
from vaultdesk.core.text_tokens import text_tokens
from vaultdesk.providers.codex.codex_provider import Codex
from vaultdesk.providers.provider import ModelRequest, TextArrived, ToolSpec, TurnEnded

PROGRAM = os.environ.get("VAULTDESK_TEST_CODEX") or shutil.which("codex") or ""

pytestmark = pytest.mark.skipif(not PROGRAM, reason="there is no codex on PATH, nor in VAULTDESK_TEST_CODEX")

QUESTION = user_message("What about the boiler?")
PIXEL = "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg=="

PLAIN = "scripted"
"""A model codex knows nothing about: it is given tools as they are."""
SCRIPTING = "default"
"""Codex's own choice, a newer model: it is given one tool that runs a script, and ours inside it."""


@asynccontextmanager
async def codex_with(folder: Path, server: WireServer, *settings: str) -> AsyncIterator[Codex]:
    home = folder / "codex-home"
    home.mkdir(exist_ok=True)
    provider = (
        'name = "local"', f'base_url = "{server.url}/v1"', 'wire_api = "responses"', 'env_key = "LOCAL_KEY"',
        "stream_max_retries = 0", "request_max_retries = 0", *settings,
    )  # fmt: skip
    file = "\n".join(('model_provider = "local"', "[model_providers.local]", *provider))
    (home / "config.toml").write_text(f"{file}\n", encoding="utf-8")
    environment = {**os.environ, "CODEX_HOME": str(home), "HOME": str(home), "LOCAL_KEY": "sesame-0123456789"}
    codex = Codex("Codex", command=(PROGRAM,), environment=environment)
    try:
        yield codex
    finally:
        await codex.aclose()


def asked(*messages: Message, model: str = PLAIN, tools: tuple[ToolSpec, ...] = (SEARCH, READ)) -> ModelRequest:
    return ModelRequest(model, "Be brief.", messages or (QUESTION,), tools)


def said(outcome: Outcome) -> Message:
    replay = [part for event in outcome.events if isinstance(event, TurnEnded) for part in event.replay]
    return Message(role="assistant", parts=(TextPart(text=outcome.text or " "), *outcome.calls, *replay))


def results(outcome: Outcome, *contents: str, refused_at: int = -1) -> Message:
    pairs = enumerate(zip(outcome.calls, contents, strict=True))
    return Message(
        role="tool",
        parts=tuple(
            ToolResultPart(call_id=call.id, name=call.name, content=content, is_error=place == refused_at)
            for place, (call, content) in pairs
        ),
    )


def script(source: str) -> Raw:
    """An answer of a newer model: a script that calls tools."""
    item = {"type": "custom_tool_call", "id": "ctc_1", "call_id": "call_1", "name": "exec", "namespace": "functions"}
    done = {**item, "input": source, "status": "completed"}
    usage = {"input_tokens": 1, "output_tokens": 1, "total_tokens": 2}
    response = {"id": "resp_1", "object": "response", "created_at": 1, "model": "m", "status": "completed"}
    events: list[dict[str, Any]] = [
        {"type": "response.created", "response": {**response, "status": "in_progress", "output": []}},
        {"type": "response.output_item.done", "output_index": 0, "item": done},
        {"type": "response.completed", "response": {**response, "output": [done], "usage": usage}},
    ]
    return Raw(b"".join(sse(event, event["type"]) for event in events))


def tools_in(body: dict[str, Any]) -> list[str]:
    """The names of all tools a request offers, wherever newer codex puts them."""
    lists = [body.get("tools") or []] + [item["tools"] for item in body["input"] if item["type"] == "additional_tools"]
    return sorted(inner["name"] for found in lists for tool in found for inner in tool.get("tools", [tool]))


def items_in(body: dict[str, Any]) -> list[tuple[str, Any]]:
    """What a request tells, shortened; ids that codex makes left out."""
    told: list[tuple[str, Any]] = []
    for item in body["input"]:
        match item["type"]:
            case "message":
                told.append((item["role"], "".join(part.get("text", "[picture]") for part in item["content"])))
            case "function_call":
                told.append((item["call_id"], f"{item['name']} {item['arguments']}"))
            case "function_call_output":
                told.append((item["call_id"], item["output"]))
    return told


async def test_an_answer_streams_with_its_thinking(tmp_path: Path) -> None:
    with WireServer(responses=[Turn("It leaks badly.", reasoning="The boiler.")]) as server:
        async with codex_with(tmp_path, server) as codex:
            outcome = await ask(codex, asked())
        [request] = server.requests

    assert (outcome.text, outcome.reasoning, outcome.stop, outcome.error) == (
        "It leaks badly.",
        "The boiler.",
        "end",
        None,
    )
    assert items_in(request.json) == [("developer", "Be brief."), ("user", QUESTION.text)]
    # Of its own only a question to the person is left, which is answered with nothing.
    assert tools_in(request.json) == ["file_read", "request_user_input", "vault_search"]


async def test_two_rounds_with_two_calls_a_refusal_and_a_correction(tmp_path: Path) -> None:
    two = [Call("vault_search", {"query": "a"}, "call_a"), Call("file_read", {"file_paths": ["x"]}, "call_b")]
    again = [Call("file_read", {"file_paths": ["y"]}, "call_c")]
    with WireServer(
        responses=[Turn("Let me look.", two), Turn("Again.", again), Turn("Done."), Turn("Welcome.")]
    ) as server:
        async with codex_with(tmp_path, server) as codex:
            first = await ask(codex, asked())
            told = [QUESTION, said(first), results(first, "found", "denied", refused_at=1)]
            second = await ask(codex, asked(*told))
            told += [said(second), results(second, "text of y")]
            third = await ask(codex, asked(*told))
            fourth = await ask(codex, asked(*told, said(third), user_message("Thanks")))
        requests = [request.json for request in server.requests]

    assert [first.stop, second.stop, third.stop, third.text, fourth.text] == [
        "tool_calls", "tool_calls", "end", "Done.", "Welcome.",
    ]  # fmt: skip
    whole = [
        ("developer", "Be brief."),
        ("user", QUESTION.text),
        ("assistant", "Let me look."),
        ("call_a", 'vault_search {"query": "a"}'),
        ("call_b", 'file_read {"file_paths": ["x"]}'),
        ("call_a", "found"),
        ("call_b", "denied"),
    ]
    assert items_in(requests[1]) == whole
    # A new question is a new thread; what was said before comes as the model's own items.
    rest = [("assistant", "Again."), ("call_c", 'file_read {"file_paths": ["y"]}'), ("call_c", "text of y")]
    assert items_in(requests[3]) == [*whole, *rest, ("assistant", "Done."), ("user", "Thanks")]


async def test_a_newer_model_calls_our_tools_from_a_script_and_can_touch_nothing_else(tmp_path: Path) -> None:
    patch = f"*** Begin Patch\\n*** Add File: {tmp_path.as_posix()}/made.txt\\n+hi\\n*** End Patch"
    source = (
        'const r = await Promise.all([tools.vault_search({query: "a"}), tools.vault_search({query: "b"})]);'
        "text(JSON.stringify(r)); text(JSON.stringify(ALL_TOOLS.map(t => t.name)));"
        f'try {{ await tools.apply_patch("{patch}"); text("MADE"); }} catch (e) {{ text("REFUSED " + e); }}'
    )
    with WireServer(responses=[script(source), Turn("Done.")]) as server:
        async with codex_with(tmp_path, server) as codex:
            first = await ask(codex, asked(model=SCRIPTING))
            # They are asked for side by side, in either order.
            messages = (QUESTION, said(first), results(first, *(f"for {call.arguments_json}" for call in first.calls)))
            second = await ask(codex, asked(*messages, model=SCRIPTING))
        opening, following = (request.json for request in server.requests)

    if "exec" not in tools_in(opening):
        pytest.skip("the model this codex chooses by itself is given tools as they are")
    assert sorted(call.arguments_json for call in first.calls) == ['{"query": "a"}', '{"query": "b"}']
    assert second.text == "Done."
    assert tools_in(opening) == ["exec", "request_user_input", "request_user_input_async", "wait"]
    [output] = [item["output"] for item in following["input"] if item["type"] == "custom_tool_call_output"]
    answered, inside, patched = (part["text"] for part in output[1:])
    assert json.loads(answered) == ['for {"query": "a"}', 'for {"query": "b"}']
    assert not set(json.loads(inside)) & {"exec_command", "shell", "web_search", "view_image", "spawn_agent"}
    assert patched.startswith("REFUSED")
    assert not list_of(tmp_path, "made.txt")


async def test_a_newer_model_that_no_longer_waits_for_our_tools_is_asked_anew_with_their_results(
    tmp_path: Path,
) -> None:
    source = '// @exec: {"yield_time_ms": 1000}\ntext(await tools.vault_search({query: "a"}));'
    with WireServer(responses=lambda request: script(source) if waits_not(request.json) else Turn("So.")) as server:
        async with codex_with(tmp_path, server) as codex:
            first = await ask(codex, asked(model=SCRIPTING))
            if "exec" not in tools_in(server.requests[0].json):
                pytest.skip("the model this codex chooses by itself is given tools as they are")
            # A person takes their time over the question whether the tool may run.
            turn = codex._paused_turns[""]
            async with asyncio.timeout(10):
                while not turn.abandoned:
                    await asyncio.sleep(0.01)
            messages = (QUESTION, said(first), results(first, "found it"))
            second = await ask(codex, asked(*messages, model=SCRIPTING))
        last = items_in(server.requests[-1].json)

    assert (first.stop, second.text) == ("tool_calls", "So.")
    assert last[-2:] == [(last[-1][0], 'vault_search {"query": "a"}'), (last[-1][0], "found it")]
    # What it may have begun to ask in between was hung up on.
    assert len(server.requests) in (2, 3)


async def test_nothing_of_the_persons_settings_runs(tmp_path: Path) -> None:
    home = tmp_path / "codex-home"
    home.mkdir()
    ran = tmp_path / "ran"
    touch = f'command = "sh"\nargs = ["-c", "touch {ran.as_posix()}; cat"]\n'
    (home / "config.toml").write_text(
        f'notify = ["touch", "{ran.as_posix()}"]\ndeveloper_instructions = "PERSONS"\n'
        f'[mcp_servers.one]\n{touch}[mcp_servers."t.wo"]\n{touch}'
    )
    with WireServer(responses=[Turn("Hi.")]) as server:
        async with codex_with(tmp_path, server) as codex:
            outcome = await ask(codex, asked())
        [request] = server.requests

    assert outcome.text == "Hi."
    assert not list_of(tmp_path, "ran")
    assert "PERSONS" not in json.dumps(request.json)
    assert tools_in(request.json) == ["file_read", "request_user_input", "vault_search"]


async def test_stopping_in_the_middle_hangs_up_within_a_second_and_codex_stays(tmp_path: Path) -> None:
    with WireServer(responses=[Turn("Hello big world", hold_after=6), Turn("Still here.")]) as server:
        async with codex_with(tmp_path, server) as codex:
            async with aclosing(codex.stream(asked())) as events:
                first = await anext(events)
            began = time.monotonic()
            assert await asyncio.to_thread(server.hung_up.wait, 5)
            took = time.monotonic() - began
            after = await ask(codex, asked())

    assert isinstance(first, TextArrived)
    assert took < 1
    assert after.text == "Still here."


async def test_a_stop_while_our_tools_run_leaves_nothing_waiting(tmp_path: Path) -> None:
    turns = [Turn("", [Call("vault_search", {}, "call_a")]), Turn("Then not.")]
    with WireServer(responses=turns) as server:
        async with codex_with(tmp_path, server) as codex:
            first = await ask(codex, asked())
            messages = (QUESTION, said(first), results(first, "cancelled", refused_at=0), user_message("Never mind"))
            second = await ask(codex, asked(*messages))
        last = items_in(server.requests[-1].json)

    assert second.text == "Then not."
    assert last[-3:] == [("call_a", "vault_search {}"), ("call_a", "cancelled"), ("user", "Never mind")]


@pytest.mark.parametrize(
    ("reply", "trouble"),
    [
        (refused(401, "bad key sk-abcdef123456"), "auth"),
        (refused(429, "slow down"), "rate_limit"),
        (refused(500, "boom"), "overloaded"),
        (refused(400, "too long", code="context_length_exceeded"), "context"),
        (Raw(sse({"type": "response.created", "response": {}}, "response.created")), "network"),
    ],
    ids=["key", "rate", "down", "context", "cut"],
)
async def test_each_failure_is_told_for_what_it_is(tmp_path: Path, reply: Raw, trouble: str) -> None:
    with WireServer(responses=[reply]) as server:
        async with codex_with(tmp_path, server) as codex:
            outcome = await ask(codex, asked())

    assert outcome.error is not None
    assert outcome.error.kind == trouble
    assert "sk-abc" not in str(outcome.error)


async def test_an_answer_cut_for_its_length_is_kept(tmp_path: Path) -> None:
    with WireServer(responses=[Turn("Half of it", stop="max_output_tokens")]) as server:
        async with codex_with(tmp_path, server) as codex:
            outcome = await ask(codex, asked())

    assert (outcome.text, outcome.stop, outcome.error) == ("Half of it", "length", None)


async def test_an_answer_is_stopped_at_the_length_that_was_asked_for(tmp_path: Path) -> None:
    with WireServer(responses=[Turn("It leaks badly. " * 40), Turn("It does.")]) as server:
        async with codex_with(tmp_path, server) as codex:
            limited = await ask(codex, replace(asked(), max_output_tokens=16, length_is_set=True))
            next_answer = await ask(codex, asked(QUESTION, said(limited), user_message("Really?")))

    assert (limited.stop, limited.error) == ("length", None)
    assert limited.text.startswith("It leaks badly.")
    assert text_tokens(limited.text) <= 16
    assert (next_answer.text, next_answer.stop) == ("It does.", "end")


async def test_pictures_reach_the_model(tmp_path: Path) -> None:
    picture = ImagePart(media_type="image/png", data=PIXEL)
    with WireServer(responses=[Turn("A dot."), Turn("Red.")]) as server:
        async with codex_with(tmp_path, server) as codex:
            question = user_message("What is this?", (picture,))
            first = await ask(codex, asked(question))
            await ask(codex, asked(question, said(first), user_message("Its colour?")))
        sent = [pictures_in(request.json) for request in server.requests]

    assert sent == [[f"data:image/png;base64,{PIXEL}"]] * 2


async def test_models_are_listed_without_a_network(tmp_path: Path) -> None:
    with WireServer(responses=[]) as server:
        async with codex_with(tmp_path, server) as codex:
            models = await codex.models()

    assert len(models) > 1
    assert all(model.id and model.name and model.tools for model in models)


async def test_without_a_login_it_says_so_and_nothing_is_sent(tmp_path: Path) -> None:
    with WireServer(responses=[]) as server:
        async with codex_with(tmp_path, server, "requires_openai_auth = true") as codex:
            outcome = await ask(codex, asked())

    assert outcome.error is not None
    assert (outcome.error.kind, server.requests) == ("auth", [])


def waits_not(body: dict[str, Any]) -> bool:
    return not any(item["type"].endswith("_output") for item in body["input"])


def pictures_in(body: dict[str, Any]) -> Sequence[str]:
    parts = [part for item in body["input"] for part in item.get("content", [])]
    return [part["image_url"] for part in parts if part["type"] == "input_image"]


def list_of(folder: Path, name: str) -> list[Path]:
    return list(folder.glob(name))
