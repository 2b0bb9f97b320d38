"""Switching models: a chat continues with another model in another wire format, and then with the first one again.

vaultdesk/providers/README.md, "Pitfalls", 6: data that only its provider understands is sent only to that provider;
texts are sent to all.
"""

import json
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from itertools import pairwise, permutations
from pathlib import Path
from typing import Any

import pytest

from tests.journeys.bench import Bench, open_bench, results_of
from tests.journeys.kinds import (
    NAMED,
    Body,
    calls,
    check_pairs,
    items,
    model_requests,
    results,
    scripted_codex,
    text_messages,
)
from tests.support.campaigns import sampled
from tests.support.codex_server import answered, sends_text, thinks, waits
from tests.support.codex_server import calls as asks_for
from tests.support.tool_env import YES
from tests.support.wire import Call, Recorded, Turn, WireServer
from tests.support.wire_ollama import facts, shown
from vaultdesk.agent.run import RunFinished
from vaultdesk.core.settings.settings_schema import ProviderSettings

NAMES = ("openai responses", "anthropic", "gemini", "openrouter", "ollama", "openai-compatible")
"""One kind of each family with data of its own."""

PROVIDER_DATA = {
    "openai responses": ("gAAAA", "rs_wire", "fc_wire", "msg_wire", "encrypted_content"),
    "anthropic": ("c2ln", "thinking"),
    "gemini": ("SIGN gemini",),
    "openrouter": ("DETAIL openrouter",),
    "ollama": ("THOUGHT ollama", "thinking"),
    "openai-compatible": ("THOUGHT openai-compatible", "DETAIL openai-compatible"),
}
"""Data of each kind that only its provider understands, as in its requests."""

PLACEHOLDER_SIGNATURE = "skip_thought_signature_validator"
"""The signature sent to Gemini for calls of other models (vaultdesk/providers/README.md, "Chat Completions")."""


def searching_model(name: str) -> Callable[[Recorded], Turn]:
    """Act as a model that searches for each question, with a call id that not every server accepts, and answers."""

    def turn(request: Recorded) -> Turn:
        if results({"messages": items(request.json)[-1:]}):
            return Turn(f"ANSWER of {name}.")
        detail = {"type": "reasoning.encrypted", "data": f"DETAIL {name}", "index": 0, "id": "r"}
        call = Call("vault_search", {"query": name}, f"functions.{name}:0", f"SIGN {name}")
        return Turn(f"LOOK of {name}.", [call], reasoning=f"THOUGHT {name}", details=[detail])

    return turn


@asynccontextmanager
async def open_providers(folder: Path, *names: str) -> AsyncIterator[tuple[Bench, dict[str, WireServer]]]:
    """Open a bench with the providers *names*, each with its own server."""
    servers: dict[str, WireServer] = {}
    able = facts({"scripted": shown("completion", "tools", "thinking")})
    async with open_bench(folder, "http://127.0.0.1:1", YES) as bench:
        for name in names:
            kind = NAMED[name]
            script: dict[str, Any] = {kind.wire: searching_model(name)}
            server = servers[name] = WireServer(**script, routes=able)
            one = ProviderSettings.model_validate({"base_url": server.url, "tools": "native", **kind.settings})
            bench.workspace.store.change(lambda old, name=name, one=one: old.with_provider(name, one))
        for server in servers.values():
            server.__enter__()
        try:
            yield bench, servers
        finally:
            for server in servers.values():
                server.close()


async def ask_in_turn(bench: Bench, *names: str) -> None:
    """Ask each of *names* one question, in order."""
    for number, name in enumerate(names):
        events = await bench.ask(f"Question {number}?", f"{name}/scripted")
        assert events[-1] == RunFinished("end")
        assert [result.success for result in results_of(events)] == [True]


def messages_before(*names: str) -> list[tuple[str, str]]:
    """Return the messages up to the question to the last of *names*."""
    messages: list[tuple[str, str]] = []
    for number, name in enumerate(names):
        messages += [("user", f"Question {number}?")]
        messages += [("assistant", f"LOOK of {name}."), ("assistant", f"ANSWER of {name}.")]
    return messages[:-2]


def provider_data_in(body: Body, *names: str) -> list[str]:
    """Return the data in *body* that only *names* understand."""
    text = json.dumps(items(body))
    signs = [
        sign
        for name in names
        for sign in (*PROVIDER_DATA[name], f"THOUGHT {name}", f"SIGN {name}", f"functions.{name}:")
    ]
    return [sign for sign in signs if sign in text]


@pytest.mark.parametrize(("first", "second"), sampled(permutations(NAMES, 2), 6))
async def test_another_api_gets_the_text_and_provider_data_returns_only_to_its_provider(
    tmp_path: Path, first: str, second: str
) -> None:
    """vaultdesk/providers/README.md, "Pitfalls", 6."""
    async with open_providers(tmp_path, first, second) as (bench, servers):
        await ask_in_turn(bench, first, second, first, second)
        call_ids = [call.id for message in bench.conversation.messages for call in message.tool_calls]
        sent = {name: [request.json for request in model_requests(server)] for name, server in servers.items()}

    for name, other in ((first, second), (second, first)):
        here = sent[name]
        for body in here:
            check_pairs(NAMED[name], body, f"functions.{name}:0")
            foreign = [sign for sign in provider_data_in(body, other) if sign not in PROVIDER_DATA[name]]
            assert foreign == [], f"{name} was sent what is {other}'s"
        # Its own answers are sent back unchanged after a switch: with signatures, reasoning and its own ids.
        for before, after in pairwise(here):
            assert items(after)[: len(items(before))] == items(before)
    assert text_messages(sent[second][0]) == messages_before(first, second)
    assert text_messages(sent[first][2]) == messages_before(first, second, first)
    last = sent[second][-1]
    assert text_messages(last)[:-1] == messages_before(first, second, first, second)
    queries = [first, second, first, second]
    assert [arguments for _, _, arguments in calls(last)] == [{"query": name} for name in queries]
    assert [value["success"] for _, value, _ in results(last)] == [True] * 4
    # Calls of the other model have generated ids, its own have its id; a repeated id is replaced.
    expected_ids = {"ollama": ["", f"functions.{second}:0", "", ""]}.get(
        second, [call_ids[0], f"functions.{second}:0", call_ids[2], call_ids[3]]
    )
    assert [one for one, _, _ in calls(last)] == expected_ids
    if second == "gemini":
        signatures = [call["extra_content"] for item in items(last) for call in item.get("tool_calls", ())]
        assert [one["google"]["thought_signature"] for one in signatures] == [
            PLACEHOLDER_SIGNATURE,
            "SIGN gemini",
            PLACEHOLDER_SIGNATURE,
            "SIGN gemini",
        ]
    else:
        assert provider_data_in(sent[second][1], second)[: len(PROVIDER_DATA[second])] == list(PROVIDER_DATA[second])


@pytest.mark.parametrize("name", NAMES)
async def test_calls_of_a_model_with_text_based_tools_become_native_calls_for_another_model(
    tmp_path: Path, name: str
) -> None:
    """vaultdesk/providers/README.md, "Pitfalls", 6."""
    call = '<tool_call>{"name": "vault_search", "arguments": {"query": "text"}}</tool_call>'
    turns = [Turn(f"LOOK of text.\n{call}"), Turn("ANSWER of text.")]
    async with open_providers(tmp_path, name) as (bench, servers), WireServer(openai=turns) as server:
        texts = ProviderSettings(kind="openai-compatible", base_url=server.url, tools="sentinel")
        bench.workspace.store.change(lambda old: old.with_provider("text", texts))
        await ask_in_turn(bench, name, "text", name)
        call_ids = [call.id for message in bench.conversation.messages for call in message.tool_calls]
        there, here = (
            [request.json for request in model_requests(servers[name])],
            [one.json for one in model_requests(server)],
        )

    for body in here:
        assert provider_data_in(body, name) == []
        assert (calls(body), results(body)) == ([], [])
        assert {key for item in items(body) for key in item} == {"role", "content"}
    written = call.replace('"text"', f'"{name}"')
    shown_first, shown_result = text_messages(here[0])[1][1], text_messages(here[0])[2][1]
    assert shown_first == f"LOOK of {name}.\n\n{written}"
    assert shown_result.startswith(f'<tool_result call_id="{call_ids[0]}" name="vault_search" status="ok">')
    # For the first model, a text-based call of the other one becomes a native call.
    back = there[2]
    check_pairs(NAMED[name], back, f"functions.{name}:0")
    assert items(back)[: len(items(there[1]))] == items(there[1])
    assert text_messages(back) == messages_before(name, "text", name)
    assert [arguments for _, _, arguments in calls(back)] == [{"query": name}, {"query": "text"}]
    assert calls(back)[1][0] == ("" if name == "ollama" else call_ids[1])


@pytest.mark.parametrize("name", NAMES)
async def test_a_chat_switches_to_codex_and_back(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, name: str) -> None:
    """vaultdesk/providers/README.md, "Pitfalls", 6."""
    turn = [
        thinks("THOUGHT codex"), sends_text("LOOK of codex."), asks_for(("vault_search", {"query": "codex"})),
        answered(), waits(), sends_text("ANSWER of codex."), answered(),
    ]  # fmt: skip
    codex = scripted_codex(monkeypatch, tmp_path, [turn, turn])
    async with open_providers(tmp_path, name) as (bench, servers):
        chosen = ProviderSettings(kind="codex", model="scripted", tools="native")
        bench.workspace.store.change(lambda old: old.with_provider("codex", chosen))
        await ask_in_turn(bench, name, "codex", name, "codex")
        call_ids = [call.id for message in bench.conversation.messages for call in message.tool_calls]
        there = [request.json for request in model_requests(servers[name])]

    first, last = ({"input": injected["items"]} for injected in codex.heard("thread/inject_items"))
    for body in (first, last):
        assert provider_data_in(body, name) == []
        check_pairs(NAMED["openai responses"], body)
    assert text_messages(last) == messages_before(name, "codex", name, "codex")[:-1]
    # A new thread gets the earlier calls, each with its own id.
    assert [call_id for call_id, _, _ in calls(last)] == [call_ids[0], "call_2_0", call_ids[2]]
    for body in there:
        check_pairs(NAMED[name], body, f"functions.{name}:0")
        assert "THOUGHT codex" not in json.dumps(body)
        assert "call_2_0" not in json.dumps(body)
    for before, after in pairwise(there):
        assert items(after)[: len(items(before))] == items(before)
    assert text_messages(there[2]) == messages_before(name, "codex", name)
    assert calls(there[2])[1][0] == ("" if name == "ollama" else call_ids[1])
