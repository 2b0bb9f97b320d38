"""Broken answers: every fault listed in vaultdesk/providers/README.md, "Complete answers", in each wire format, is
repaired or reported in plain words.

Refusals, web pages, redirects, silent servers and endless comments are in test_provider_trouble.py.
"""

import json
from collections.abc import Mapping
from pathlib import Path
from typing import Any, Literal

import pytest

from tests.journeys.bench import Bench, open_bench, results_of
from tests.journeys.kinds import WIRES, bodies, check_pairs, model_requests
from tests.support.campaigns import sampled
from tests.support.conversations import unanswered_calls
from tests.support.talk import events_of
from tests.support.tool_env import YES
from tests.support.wire import Call, Raw, Turn
from tests.support.wire_ollama import chunk, ndjson
from tests.support.wire_turns import Reply, Wire, chat_chunk, encoded, sse
from vaultdesk.agent.agent import Agent
from vaultdesk.agent.run import RunFailed, RunFinished
from vaultdesk.core.errors import ProviderError
from vaultdesk.core.values import replace

Outcome = Literal["a sentence", "two calls", "one call", "a mistake", "length", "an answer", "another try"]
"""The expected outcome: an error message, calls that run, an invalid call that is reported to the model, a truncated or
complete text, or another request after an answer without text."""

READ = Call("file_read", {"file_paths": ["Boiler.md"]}, "a")
SEARCH = Call("vault_search", {"query": "Boskoop"}, "b")
ASKING = Turn("I look.", [READ])
WELL = Turn("You chose the Nordwind.")
FULL: Mapping[Wire, str] = {
    "openai": "length", "anthropic": "max_tokens", "responses": "max_output_tokens", "ollama": "length",
}  # fmt: skip
"""Each vendor's stop reason for an answer truncated at the length limit."""

COMPLETE: Mapping[Wire, int] = {"openai": 2, "anthropic": 0, "responses": 0, "ollama": 0}
"""Events that may be missing at the end of a complete answer, such as usage and [DONE]."""


MIDDLE: Mapping[Wire, int] = {"openai": 5, "anthropic": 5, "responses": 5, "ollama": 2}
"""Number of events after which an answer has begun and is not finished."""


def raw(wire: Wire, *events: bytes, **fields: Any) -> Raw:
    kind = "application/x-ndjson" if wire == "ollama" else "text/event-stream"
    return Raw(b"".join(events), content_type=kind, **fields)


def spliced(wire: Wire, turn: Turn, wrong: bytes) -> Raw:
    """Return *turn* with *wrong* inserted in its middle."""
    events = encoded(wire, turn)
    return raw(wire, *events[: MIDDLE[wire]], wrong, *events[MIDDLE[wire] :])


def common_faults(wire: Wire) -> dict[str, tuple[Reply, Outcome]]:
    """Return the faults that are possible in every wire format."""
    begun = encoded(wire, WELL)[: MIDDLE[wire]]
    broken = b"{broken\n" if wire == "ollama" else b"data: {broken\n\n"
    same_id = Call("vault_search", {"query": "Nordwind"}, "a")
    return {
        "the connection breaks": (raw(wire, *begun, reset=True), "a sentence"),
        "a line that is no JSON": (spliced(wire, ASKING, broken), "a sentence"),
        "a list instead of an object": (spliced(wire, ASKING, broken.replace(b"{broken", b"[1, 2]")), "a sentence"),
        "a body that is not UTF-8": (raw(wire, *begun, broken.replace(b"broken", b'"a": "\xff\xfe"')), "a sentence"),
        "status 204": (Raw(b"", 204), "a sentence"),
        "two thousand calls": (Turn("", [replace(READ, id=f"c{n}") for n in range(2000)]), "a sentence"),
        "two calls of one id": (Turn("I look.", [READ, same_id]), "two calls"),
        "arguments that end in the middle": (Turn("", [Call("file_read", '{"file_paths": ["Boiler.md"')]), "a mistake"),
        "arguments with a key twice": (Turn("", [Call("vault_search", '{"query": "a", "query": "b"}')]), "a mistake"),
        "arguments that are a list": (Turn("", [Call("file_read", '["Boiler.md"]')]), "a mistake"),
        "no arguments": (Turn("", [Call("file_read", "")]), "a mistake"),
        "length in the middle of a call": (replace(ASKING, stop=FULL[wire]), "length"),
        "length in the middle of a word": (replace(WELL, stop=FULL[wire]), "length"),
        "a reason nobody knows": (replace(ASKING, stop="bored"), "length" if wire == "responses" else "a sentence"),
    }


def event_stream_faults(wire: Wire) -> dict[str, tuple[Reply, Outcome]]:
    """Return the faults that are possible with server-sent events."""
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


def piece(index: int | None, call_id: str = "", name: str = "", arguments: Any = "") -> bytes:
    call: dict[str, Any] = {"type": "function", "function": {"name": name, "arguments": arguments}}
    call |= {"id": call_id} if call_id else {}
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
        **common_faults("openai"), **event_stream_faults("openai"),
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
        **common_faults("anthropic"), **event_stream_faults("anthropic"),
    },
    "responses": {
        "a failure at the end": (replace(ASKING, stop="failed"), "a sentence"),
        "a call without its end": (
            raw("responses", *(event for event in encoded("responses", ASKING) if b"output_item.done" not in event)),
            "one call",
        ),
        **common_faults("responses"), **event_stream_faults("responses"),
    },
    "ollama": {
        "the end at once": (raw("ollama", ndjson(chunk({}, done=True, done_reason="stop"))), "another try"),
        "an object for the text": (
            raw("ollama", ndjson(chunk({"content": {"a": 1}})), ndjson(chunk({}, done=True))), "another try",
        ),
        **common_faults("ollama"),
    },
}  # fmt: skip
CASES = [(wire, name) for wire, broken in ALONE.items() for name in broken]


def is_plain_message(error: Exception) -> bool:
    """Return whether *error* has a title and a hint in plain words."""
    assert isinstance(error, ProviderError)
    return bool(error.title) and error.hint.endswith(".") and not set("{}[]") & set(str(error))


async def assert_next_question_is_answered(bench: Bench, agent: Agent) -> None:
    """Assert that the next question is answered."""
    assert unanswered_calls(bench.conversation) == ()
    assert (await events_of(agent.run(bench.conversation, "Next?")))[-1] == RunFinished("end")
    assert bench.transcript[-1] == ("assistant", WELL.text, False)


@pytest.mark.parametrize(("wire", "name"), sampled(CASES, 15))
async def test_each_malformed_answer_is_repaired_or_reported(tmp_path: Path, wire: Wire, name: str) -> None:
    reply, outcome = ALONE[wire][name]
    kind = WIRES[wire]
    rounds = outcome in ("one call", "two calls", "a mistake", "another try")
    script = [reply, *[WELL] * (2 if rounds else 1)]
    async with kind.server(script) as server, open_bench(tmp_path, server, YES, wire=wire, tools="native") as bench:
        agent = bench.workspace.agent(bench.answers, consent=True)
        events = await events_of(agent.run(bench.conversation, "What did we decide?"))
        last, results = events[-1], results_of(events)
        called_tools = [call.tool for request in bench.answers.requests for call in request.calls]
        if outcome == "a sentence":
            assert isinstance(last, RunFailed), events
            assert is_plain_message(last.error), last.error
        else:
            assert last == RunFinished("length" if outcome == "length" else "end"), last
        assert called_tools == {"one call": ["file_read"], "two calls": ["file_read", "vault_search"]}.get(outcome, [])
        assert all(result.success for result in results) == (outcome != "a mistake")
        if outcome == "a mistake":
            assert [result.error.code for result in results if result.error] == ["VALIDATION_FAILED"]
        if rounds or outcome == "an answer":
            assert bench.transcript[-1] == ("assistant", WELL.text, False)
        if outcome == "length":
            assert bench.transcript[-1][2] is True
        await assert_next_question_is_answered(bench, agent)

    assert len(model_requests(server)) == len(script)
    for body in bodies(server)[1:]:
        check_pairs(kind, body)


@pytest.mark.parametrize("wire", WIRES)
async def test_an_answer_truncated_after_any_event_runs_no_tool(tmp_path: Path, wire: Wire) -> None:
    """vaultdesk/providers/README.md, "Pitfalls", 10, 11."""
    kind, turn = WIRES[wire], replace(ASKING, reasoning="Hm.")
    event_count = len(encoded(wire, turn))
    partial_bodies = [
        b"".join(encoded(wire, turn)[:n]) + encoded(wire, turn)[n][:-9] for n in range(event_count - COMPLETE[wire] - 1)
    ]
    cuts: list[Reply] = [replace(turn, cut_after=n) for n in range(event_count - COMPLETE[wire])]
    cuts = sampled([*cuts, *(raw(wire, body) for body in partial_bodies)], 6)
    script = [answer for broken in cuts for answer in (broken, WELL)]
    async with kind.server(script) as server, open_bench(tmp_path, server, YES, wire=wire) as bench:
        agent = bench.workspace.agent(bench.answers, consent=True)
        for broken in cuts:
            events = await events_of(agent.run(bench.conversation, "What did we decide?"))
            assert isinstance(events[-1], RunFailed), broken
            assert is_plain_message(events[-1].error)
            await assert_next_question_is_answered(bench, agent)
        assert (bench.answers.requests, bench.workspace.audit_log.read()) == ([], [])

    texts = {text for role, text, cut in bench.transcript if role == "assistant" and cut}
    assert "I look." in texts
    assert "file_read" not in json.dumps(bodies(server)[-1].get("messages", bodies(server)[-1].get("input")))
