"""Switching models: a chat goes on with another model in its middle, on another wire, and back to the first.

vaultdesk/providers/README.md, "Pitfalls", 6: what only its maker understands goes back to its maker alone; what was
said goes to everybody.
"""

import json
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from itertools import pairwise, permutations
from pathlib import Path
from typing import Any

import pytest

from tests.journeys.bench import Bench, open_bench, results_of
from tests.journeys.kinds import NAMED, Body, asked, calls, check_pairs, items, results, scripted_codex, words
from tests.support.campaigns import sampled
from tests.support.codex_server import answered, says, thinks, waits
from tests.support.codex_server import calls as asks_for
from tests.support.desk import YES
from tests.support.wire import Call, Recorded, Turn, WireServer
from tests.support.wire_ollama import facts, shown
from vaultdesk.agent.run import RunFinished
from vaultdesk.core.settings.settings_schema import ProviderSettings

NAMES = ("openai responses", "anthropic", "gemini", "openrouter", "ollama", "openai-compatible")
"""One of each family that keeps something of its own."""

SIGNS = {
    "openai responses": ("gAAAA", "rs_wire", "fc_wire", "msg_wire", "encrypted_content"),
    "anthropic": ("c2ln", "thinking"),
    "gemini": ("SIGN gemini",),
    "openrouter": ("DETAIL openrouter",),
    "ollama": ("THOUGHT ollama", "thinking"),
    "openai-compatible": ("THOUGHT openai-compatible", "DETAIL openai-compatible"),
}
"""What is worth something to its maker, as it stands on the wire."""

WORN = "skip_thought_signature_validator"
"""What Gemini is given in the place of a signature it never made
(vaultdesk/providers/README.md, "Chat Completions")."""


def model(name: str) -> Callable[[Recorded], Turn]:
    """Play a model that searches for each question, under an id that not everybody takes, and answers."""

    def turn(request: Recorded) -> Turn:
        if results({"messages": items(request.json)[-1:]}):
            return Turn(f"ANSWER of {name}.")
        detail = {"type": "reasoning.encrypted", "data": f"DETAIL {name}", "index": 0, "id": "r"}
        call = Call("vault_search", {"query": name}, f"functions.{name}:0", f"SIGN {name}")
        return Turn(f"LOOK of {name}.", [call], reasoning=f"THOUGHT {name}", details=[detail])

    return turn


@asynccontextmanager
async def several(folder: Path, *names: str) -> AsyncIterator[tuple[Bench, dict[str, WireServer]]]:
    """Open a bench with providers *names*, each with its own server."""
    servers: dict[str, WireServer] = {}
    able = facts({"scripted": shown("completion", "tools", "thinking")})
    async with open_bench(folder, "http://127.0.0.1:1", YES) as bench:
        for name in names:
            kind = NAMED[name]
            script: dict[str, Any] = {kind.wire: model(name)}
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


async def talk(bench: Bench, *names: str) -> None:
    """Ask each of *names* a question in turn."""
    for place, name in enumerate(names):
        events = await bench.ask(f"Question {place}?", f"{name}/scripted")
        assert events[-1] == RunFinished("end")
        assert [result.success for result in results_of(events)] == [True]


def spoken(*names: str) -> list[tuple[str, str]]:
    """Return what was said up to the question to the last of *names*."""
    told: list[tuple[str, str]] = []
    for place, name in enumerate(names):
        told += [("user", f"Question {place}?")]
        told += [("assistant", f"LOOK of {name}."), ("assistant", f"ANSWER of {name}.")]
    return told[:-2]


def signs_in(body: Body, *names: str) -> list[str]:
    """Return what *body* holds of what only *names* understand."""
    text = json.dumps(items(body))
    own = [sign for name in names for sign in (*SIGNS[name], f"THOUGHT {name}", f"SIGN {name}", f"functions.{name}:")]
    return [sign for sign in own if sign in text]


@pytest.mark.parametrize(("first", "second"), sampled(permutations(NAMES, 2), 6))
async def test_another_wire_gets_the_words_and_its_own_things_go_back_to_the_first(
    tmp_path: Path, first: str, second: str
) -> None:
    """vaultdesk/providers/README.md, "Pitfalls", 6."""
    async with several(tmp_path, first, second) as (bench, servers):
        await talk(bench, first, second, first, second)
        ours = [call.id for message in bench.conversation.messages for call in message.tool_calls]
        sent = {name: [request.json for request in asked(server)] for name, server in servers.items()}

    for name, other in ((first, second), (second, first)):
        here = sent[name]
        for body in here:
            check_pairs(NAMED[name], body, f"functions.{name}:0")
            foreign = [sign for sign in signs_in(body, other) if sign not in SIGNS[name]]
            assert foreign == [], f"{name} was sent what is {other}'s"
        # Its own answers go back to it as they did before the other one spoke: signed, thought, under its own ids.
        for before, after in pairwise(here):
            assert items(after)[: len(items(before))] == items(before)
    assert words(sent[second][0]) == spoken(first, second)
    assert words(sent[first][2]) == spoken(first, second, first)
    last = sent[second][-1]
    assert words(last)[:-1] == spoken(first, second, first, second)
    asked_for = [first, second, first, second]
    assert [given for _, _, given in calls(last)] == [{"query": name} for name in asked_for]
    assert [value["success"] for _, value, _ in results(last)] == [True] * 4
    # Calls of the other are told under our ids, its own under the id it gave; twice the same goes once.
    own = {"ollama": ["", f"functions.{second}:0", "", ""]}.get(
        second, [ours[0], f"functions.{second}:0", ours[2], ours[3]]
    )
    assert [one for one, _, _ in calls(last)] == own
    if second == "gemini":
        signatures = [call["extra_content"] for item in items(last) for call in item.get("tool_calls", ())]
        assert [one["google"]["thought_signature"] for one in signatures] == [WORN, "SIGN gemini", WORN, "SIGN gemini"]
    else:
        assert signs_in(sent[second][1], second)[: len(SIGNS[second])] == list(SIGNS[second])


@pytest.mark.parametrize("name", NAMES)
async def test_a_model_with_tools_by_text_gets_text_and_its_calls_come_back_as_calls(tmp_path: Path, name: str) -> None:
    """vaultdesk/providers/README.md, "Pitfalls", 6."""
    call = '<tool_call>{"name": "vault_search", "arguments": {"query": "text"}}</tool_call>'
    turns = [Turn(f"LOOK of text.\n{call}"), Turn("ANSWER of text.")]
    async with several(tmp_path, name) as (bench, servers), WireServer(openai=turns) as server:
        texts = ProviderSettings(kind="openai-compatible", base_url=server.url, tools="sentinel")
        bench.workspace.store.change(lambda old: old.with_provider("text", texts))
        await talk(bench, name, "text", name)
        ours = [call.id for message in bench.conversation.messages for call in message.tool_calls]
        there, here = [request.json for request in asked(servers[name])], [one.json for one in asked(server)]

    for body in here:
        assert signs_in(body, name) == []
        assert (calls(body), results(body)) == ([], [])
        assert {key for item in items(body) for key in item} == {"role", "content"}
    written = call.replace('"text"', f'"{name}"')
    shown_first, shown_result = words(here[0])[1][1], words(here[0])[2][1]
    assert shown_first == f"LOOK of {name}.\n\n{written}"
    assert shown_result.startswith(f'<tool_result call_id="{ours[0]}" name="vault_search" status="ok">')
    # Back at the first: what was called by text is a call like any other.
    back = there[2]
    check_pairs(NAMED[name], back, f"functions.{name}:0")
    assert items(back)[: len(items(there[1]))] == items(there[1])
    assert words(back) == spoken(name, "text", name)
    assert [given for _, _, given in calls(back)] == [{"query": name}, {"query": "text"}]
    assert calls(back)[1][0] == ("" if name == "ollama" else ours[1])


@pytest.mark.parametrize("name", NAMES)
async def test_to_codex_and_back(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, name: str) -> None:
    """vaultdesk/providers/README.md, "Pitfalls", 6."""
    turn = [
        thinks("THOUGHT codex"), says("LOOK of codex."), asks_for(("vault_search", {"query": "codex"})), answered(),
        waits(), says("ANSWER of codex."), answered(),
    ]  # fmt: skip
    codex = scripted_codex(monkeypatch, tmp_path, [turn, turn])
    async with several(tmp_path, name) as (bench, servers):
        chosen = ProviderSettings(kind="codex", model="scripted", tools="native")
        bench.workspace.store.change(lambda old: old.with_provider("codex", chosen))
        await talk(bench, name, "codex", name, "codex")
        ours = [call.id for message in bench.conversation.messages for call in message.tool_calls]
        there = [request.json for request in asked(servers[name])]

    first, last = ({"input": told["items"]} for told in codex.heard("thread/inject_items"))
    for body in (first, last):
        assert signs_in(body, name) == []
        check_pairs(NAMED["openai responses"], body)
    assert words(last) == spoken(name, "codex", name, "codex")[:-1]
    # A new thread knows no calls but those it is told of, each under its own id.
    assert [one for one, _, _ in calls(last)] == [ours[0], "call_2_0", ours[2]]
    for body in there:
        check_pairs(NAMED[name], body, f"functions.{name}:0")
        assert "THOUGHT codex" not in json.dumps(body)
        assert "call_2_0" not in json.dumps(body)
    for before, after in pairwise(there):
        assert items(after)[: len(items(before))] == items(before)
    assert words(there[2]) == spoken(name, "codex", name)
    assert calls(there[2])[1][0] == ("" if name == "ollama" else ours[1])
