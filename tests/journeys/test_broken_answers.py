"""Broken answers: each way of vaultdesk/providers/README.md, "Complete answers" to break an answer, on each wire: the
right result or a plain sentence.

Refusals, web pages, redirects, silence and endless comments are in test_provider_trouble.py.
"""

import json
from collections.abc import Mapping
from dataclasses import replace
from pathlib import Path
from typing import Any, Literal

import pytest

from tests.journeys.bench import Bench, open_bench, results_of
from tests.journeys.kinds import WIRES, asked, bodies, check_pairs
from tests.support.campaigns import sampled
from tests.support.conversations import unanswered_calls
from tests.support.desk import YES
from tests.support.talk import events_of
from tests.support.wire import Call, Raw, Turn
from tests.support.wire_ollama import chunk, ndjson
from tests.support.wire_turns import Reply, Wire, chat_chunk, encoded, sse
from vaultdesk.agent.agent import Agent
from vaultdesk.agent.run import RunFailed, RunFinished
from vaultdesk.core.errors import ProviderError

Outcome = Literal["a sentence", "two calls", "one call", "a mistake", "length", "an answer", "another try"]
"""What must come of it: a failure in words, calls that run, a call the model is told is wrong, a cut or whole text, or
the same question again after an answer without text."""

READ = Call("file_read", {"file_paths": ["Boiler.md"]}, "a")
SEARCH = Call("vault_search", {"query": "Boskoop"}, "b")
ASKING = Turn("I look.", [READ])
WELL = Turn("You chose the Nordwind.")
FULL: Mapping[Wire, str] = {
    "openai": "length", "anthropic": "max_tokens", "responses": "max_output_tokens", "ollama": "length",
}  # fmt: skip
"""Each vendor's word for an answer that was cut for its length."""

COMPLETE: Mapping[Wire, int] = {"openai": 2, "anthropic": 0, "responses": 0, "ollama": 0}
"""How many events may be missing from the end of a complete answer: usage and [DONE] are no part of it."""


MIDDLE: Mapping[Wire, int] = {"openai": 5, "anthropic": 5, "responses": 5, "ollama": 2}
"""Events after which an answer has begun and is not over."""


def raw(wire: Wire, *events: bytes, **fields: Any) -> Raw:
    kind = "application/x-ndjson" if wire == "ollama" else "text/event-stream"
    return Raw(b"".join(events), content_type=kind, **fields)


def spliced(wire: Wire, turn: Turn, wrong: bytes) -> Raw:
    """Return *turn* with *wrong* in its middle."""
    events = encoded(wire, turn)
    return raw(wire, *events[: MIDDLE[wire]], wrong, *events[MIDDLE[wire] :])


def everywhere(wire: Wire) -> dict[str, tuple[Reply, Outcome]]:
    """Return what can break on each wire alike."""
    begun = encoded(wire, WELL)[: MIDDLE[wire]]
    broken = b"{broken\n" if wire == "ollama" else b"data: {broken\n\n"
    two = Call("vault_search", {"query": "Nordwind"}, "a")
    return {
        "the connection breaks": (raw(wire, *begun, reset=True), "a sentence"),
        "a line that is no JSON": (spliced(wire, ASKING, broken), "a sentence"),
        "a list instead of an object": (spliced(wire, ASKING, broken.replace(b"{broken", b"[1, 2]")), "a sentence"),
        "a body that is not UTF-8": (raw(wire, *begun, broken.replace(b"broken", b'"a": "\xff\xfe"')), "a sentence"),
        "status 204": (Raw(b"", 204), "a sentence"),
        "two thousand calls": (Turn("", [replace(READ, id=f"c{n}") for n in range(2000)]), "a sentence"),
        "two calls of one id": (Turn("I look.", [READ, two]), "two calls"),
        "arguments that end in the middle": (Turn("", [Call("file_read", '{"file_paths": ["Boiler.md"')]), "a mistake"),
        "arguments with a key twice": (Turn("", [Call("vault_search", '{"query": "a", "query": "b"}')]), "a mistake"),
        "arguments that are a list": (Turn("", [Call("file_read", '["Boiler.md"]')]), "a mistake"),
        "no arguments": (Turn("", [Call("file_read", "")]), "a mistake"),
        "length in the middle of a call": (replace(ASKING, stop=FULL[wire]), "length"),
        "length in the middle of a word": (replace(WELL, stop=FULL[wire]), "length"),
        "a reason nobody knows": (replace(ASKING, stop="bored"), "length" if wire == "responses" else "a sentence"),
    }


def streams(wire: Wire) -> dict[str, tuple[Reply, Outcome]]:
    """Return what can break where events are sent by the server."""
    control = b"retry: 100\n\nid: 7\n\nevent: ping\n\n: hum\r\n\r\n"
    return {
        "events with nothing in them": (spliced(wire, WELL, control), "an answer"),
        "[DONE] at once": (raw(wire, sse("[DONE]")), "a sentence"),
        "[DONE] in the middle": (
            raw(wire, *encoded(wire, ASKING)[:5], sse("[DONE]")), "a sentence",
        ),
        "bytes behind the end": (raw(wire, *encoded(wire, WELL), b"\x00\xff{"), "an answer"),
    }  # fmt: skip


def delta(**fields: Any) -> bytes:
    return sse(chat_chunk(fields))


def piece(index: int | None, one: str = "", name: str = "", arguments: Any = "") -> bytes:
    call: dict[str, Any] = {"type": "function", "function": {"name": name, "arguments": arguments}}
    call |= {"id": one} if one else {}
    return delta(tool_calls=[call | ({} if index is None else {"index": index})])


END = sse(chat_chunk({}, "tool_calls")) + sse("[DONE]")
PATHS, QUERY = READ.text, SEARCH.text
ALONE: dict[Wire, dict[str, tuple[Reply, Outcome]]] = {
    "openai": {
        "the same index twice": (Raw(piece(0, "a", "file_read", PATHS) + piece(0, "b", "vault_search", QUERY) + END),
                                 "two calls"),
        "no index": (Raw(piece(None, "a", "file_read", PATHS) + piece(None, "b", "vault_search", QUERY) + END),
                     "two calls"),
        "the name with each piece": (
            Raw(piece(0, "a", "file_read", PATHS[:9]) + piece(0, "a", "file_read", PATHS[9:]) + END), "one call",
        ),
        "an object for the arguments": (Raw(piece(0, "a", "file_read", READ.arguments) + END), "one call"),
        "a second choice": (
            Raw(sse(chat_chunk({"content": "Or not."}, index=1)) + b"".join(encoded("openai", WELL))), "an answer",
        ),
        "finish stop with calls": (replace(ASKING, stop="stop"), "one call"),
        "finish tool_calls without calls": (Raw(END), "a sentence"),
        "an object for the text": (Raw(delta(content={"a": 1}) + sse(chat_chunk({}, "stop")) + sse("[DONE]")),
                                   "another try"),
        "JSON without choices": (Raw(b'{"object": "list"}', content_type="application/json"), "a sentence"),
        **everywhere("openai"), **streams("openai"),
    },
    "anthropic": {
        "the same index twice": (
            raw("anthropic", *encoded("anthropic", ASKING)[:-3],
                sse({"type": "content_block_start", "index": 1, "content_block": {"type": "text", "text": ""}})),
            "a sentence",
        ),
        "end_turn with calls": (replace(ASKING, stop="end_turn"), "one call"),
        "tool_use without calls": (replace(WELL, stop="tool_use"), "a sentence"),
        "a block that never ends": (
            raw("anthropic", *(event for event in encoded("anthropic", ASKING) if b'_stop", "index": 1' not in event)),
            "a sentence",
        ),
        **everywhere("anthropic"), **streams("anthropic"),
    },
    "responses": {
        "a failure at the end": (replace(ASKING, stop="failed"), "a sentence"),
        "a call without its end": (
            raw("responses", *(event for event in encoded("responses", ASKING) if b"output_item.done" not in event)),
            "one call",
        ),
        **everywhere("responses"), **streams("responses"),
    },
    "ollama": {
        "the end at once": (raw("ollama", ndjson(chunk({}, done=True, done_reason="stop"))), "another try"),
        "an object for the text": (
            raw("ollama", ndjson(chunk({"content": {"a": 1}})), ndjson(chunk({}, done=True))), "another try",
        ),
        **everywhere("ollama"),
    },
}  # fmt: skip
CASES = [(wire, name) for wire, broken in ALONE.items() for name in broken]


def plain(error: Exception) -> bool:
    """Tell whether *error* is a sentence for people with a way on."""
    assert isinstance(error, ProviderError)
    return bool(error.title) and error.hint.endswith(".") and not set("{}[]") & set(str(error))


async def goes_on(bench: Bench, agent: Agent) -> None:
    """Ask the next question, which is answered."""
    assert unanswered_calls(bench.conversation) == ()
    assert (await events_of(agent.run(bench.conversation, "Next?")))[-1] == RunFinished("end")
    assert bench.said[-1] == ("assistant", WELL.text, False)


@pytest.mark.parametrize(("wire", "name"), sampled(CASES, 15))
async def test_each_breakage_is_the_right_result_or_a_sentence(tmp_path: Path, wire: Wire, name: str) -> None:
    reply, outcome = ALONE[wire][name]
    kind = WIRES[wire]
    rounds = outcome in ("one call", "two calls", "a mistake", "another try")
    script = [reply, *[WELL] * (2 if rounds else 1)]
    async with kind.server(script) as server, open_bench(tmp_path, server, YES, wire=wire, tools="native") as bench:
        agent = bench.workspace.agent(bench.answers, consent=True)
        events = await events_of(agent.run(bench.conversation, "What did we decide?"))
        last, results = events[-1], results_of(events)
        ran = [call.tool for request in bench.answers.requests for call in request.calls]
        if outcome == "a sentence":
            assert isinstance(last, RunFailed), events
            assert plain(last.error), last.error
        else:
            assert last == RunFinished("length" if outcome == "length" else "end"), last
        assert ran == {"one call": ["file_read"], "two calls": ["file_read", "vault_search"]}.get(outcome, [])
        assert all(result.success for result in results) == (outcome != "a mistake")
        if outcome == "a mistake":
            assert [result.error.code for result in results if result.error] == ["VALIDATION_FAILED"]
        if rounds or outcome == "an answer":
            assert bench.said[-1] == ("assistant", WELL.text, False)
        if outcome == "length":
            assert bench.said[-1][2] is True
        await goes_on(bench, agent)

    assert len(asked(server)) == len(script)
    for body in bodies(server)[1:]:
        check_pairs(kind, body)


@pytest.mark.parametrize("wire", WIRES)
async def test_an_answer_that_is_cut_after_any_event_runs_nothing(tmp_path: Path, wire: Wire) -> None:
    """vaultdesk/providers/README.md, "Pitfalls", 10, 11."""
    kind, turn = WIRES[wire], replace(ASKING, reasoning="Hm.")
    whole = len(encoded(wire, turn))
    half = [b"".join(encoded(wire, turn)[:n]) + encoded(wire, turn)[n][:-9] for n in range(whole - COMPLETE[wire] - 1)]
    cuts: list[Reply] = [replace(turn, cut_after=n) for n in range(whole - COMPLETE[wire])]
    cuts = sampled([*cuts, *(raw(wire, body) for body in half)], 6)
    script = [answer for broken in cuts for answer in (broken, WELL)]
    async with kind.server(script) as server, open_bench(tmp_path, server, YES, wire=wire) as bench:
        agent = bench.workspace.agent(bench.answers, consent=True)
        for broken in cuts:
            events = await events_of(agent.run(bench.conversation, "What did we decide?"))
            assert isinstance(events[-1], RunFailed), broken
            assert plain(events[-1].error)
            await goes_on(bench, agent)
        assert (bench.answers.requests, bench.workspace.audit_log.read()) == ([], [])

    texts = {text for role, text, cut in bench.said if role == "assistant" and cut}
    assert "I look." in texts
    assert "file_read" not in json.dumps(bodies(server)[-1].get("messages", bodies(server)[-1].get("input")))
