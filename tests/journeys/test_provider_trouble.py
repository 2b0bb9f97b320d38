"""Provider failures: whatever a server does, the error says what happened and what to do, and no text is lost."""

import asyncio
import itertools
import json
import socket
from pathlib import Path

import pytest

from tests.journeys.bench import failure_of, open_bench
from tests.journeys.kinds import WIRES, bodies, model_requests
from tests.journeys.program import KEY, program
from tests.support.campaigns import sampled
from tests.support.conversations import unanswered_calls
from tests.support.tool_env import YES
from tests.support.wire import Call, Raw, Recorded, Turn, WireServer, redirect, refused
from tests.support.wire_turns import Reply, comments_for_ever, cut, encoded, html
from vaultdesk.agent.run import RunCancelled, RunEvent, RunFinished, TextArrived
from vaultdesk.providers.provider import Noticed

QUESTION = "What did we decide?"
LONG = Turn("You chose the Nordwind heat pump because it is quiet.")
wires = pytest.mark.parametrize("wire", ["openai", "anthropic", "responses", "ollama"])

CALL_ENDS = {"openai": 4, "anthropic": 4, "responses": 3, "ollama": 1}
"""Events at the end of an answer with one call without which the call is incomplete or the answer not finished."""

SENTENCES: dict[str, tuple[Reply, str, str]] = {
    "a wrong key": (
        refused(401, f"Incorrect API key provided: {KEY}.", code="invalid_api_key"),
        "does not accept the key", "Check it in Settings",
    ),
    "no credit": (
        refused(429, "You exceeded your current quota.", code="insufficient_quota"),
        "has no credit left", "Add credit there",
    ),
    "too many questions, long wait": (
        refused(429, "Rate limit reached", code="rate_limit_exceeded", retry_after="240"),
        "received too many requests", "Ask again in 4 min.",
    ),
    "a model that is not there": (
        refused(404, "The model `scripted` does not exist", code="model_not_found"),
        "does not offer this model", "Choose another one",
    ),
    "a chat that is too long": (
        refused(400, "This model's maximum context length is 8192 tokens.", code="context_length_exceeded"),
        "too long", "tart a new chat",
    ),
    "a web page with 200": (html(), "it sent a web page", "Check the provider's address"),
    "a web page with 404": (
        Raw(b"<!DOCTYPE html><html>nginx</html>", 404, "text/html"),
        "it sent a web page", "Check the provider's address",
    ),
    "an order to go elsewhere": (
        redirect("http://203.0.113.9/v1/chat/completions"), "on to another address", "nothing was sent there",
    ),
    "bytes that are no stream": (Raw(b"\x00\xff\xfe garbage"), "work (127.0.0.1", "."),
    "an empty answer with 200": (Raw(b""), "work (127.0.0.1", "."),
}  # fmt: skip


@pytest.mark.parametrize(("trouble", "wire"), sampled(itertools.product(SENTENCES, WIRES), 8))
async def test_each_failure_has_a_title_and_a_hint(tmp_path: Path, trouble: str, wire: str) -> None:
    reply, title, hint = SENTENCES[trouble]
    server = WIRES[wire].server([reply])
    async with server, open_bench(tmp_path, server, YES, wire=wire) as bench:
        error = failure_of(await bench.ask(QUESTION))

        assert title in error.title
        assert hint in error.hint
        assert error.hint.endswith((".", "?", "…")) or "It said:" in error.hint
        assert KEY not in str(error)
        assert KEY[-8:] not in str(error)
        assert "{" not in str(error)  # no raw JSON in the message
        assert bench.transcript == [("user", QUESTION, False)]
        assert len(model_requests(server)) == 1


def by_text(request: Recorded) -> Reply:
    """Act as a model that rejects native tools and calls one in the text format of its prompt."""
    if "tools" in request.json:
        return refused(400, "this model does not support tools")
    messages = str(request.json["messages"])
    if "We decided on" in messages:
        return Turn("You chose the Nordwind, see [[Boiler]].")
    call = '{"name": "file_read", "arguments": {"file_paths": ["Boiler.md"]}}'
    return Turn(f"I will read it.\n<tool_call>{call}</tool_call>")


def test_a_model_that_rejects_tools_gets_text_based_tools_and_answers(tmp_path: Path) -> None:
    with program(tmp_path, server := WireServer(openai=by_text)) as run:
        ran = run.ask(QUESTION, "--approve", "all")
        again = run.ask(QUESTION, "--approve", "all")

        assert (ran.code, ran.out) == (0, "I will read it.\nYou chose the Nordwind, see [[Boiler]].\n")
        assert "scripted rejected the tools. VaultDesk uses text-based tools with it." in ran.err
        assert (again.code, again.out) == (0, ran.out)
        assert "rejected" not in again.err, "the rejection is remembered"
        assert sum("tools" in post.json for post in server.posts) == 1


@pytest.mark.parametrize(
    ("wire", "turn", "line"),
    [
        ("openai", Turn("The answer is cut in the mid", stop="length"), "was cut off at the length limit"),
        ("openai", Turn("Half a", stop="content_filter"), "content filter"),
        ("anthropic", Turn("Half a", stop="model_context_window_exceeded"), "was cut off at the length limit"),
        ("anthropic", Turn("", stop="refusal"), "declined to answer"),
    ],
)
def test_m14_an_incomplete_answer_ends_the_command_with_an_error_line_and_code_1(
    tmp_path: Path, wire: str, turn: Turn, line: str
) -> None:
    with program(tmp_path, WIRES[wire].server([turn]), wire) as run:
        ran = run.ask(QUESTION, "--approve", "none")

    assert ran.code == 1
    assert ran.out.strip() == turn.text
    assert line in ran.err.splitlines()[-1]


@wires
async def test_an_interrupted_answer_is_kept_and_a_retry_gets_the_complete_one(tmp_path: Path, wire: str) -> None:
    turns = [cut(LONG, 6), LONG]  # in the middle of a sentence in each wire format
    server = WIRES[wire].server(turns)
    async with server, open_bench(tmp_path, server, YES, wire=wire) as bench:
        events = await bench.ask(QUESTION)
        error = failure_of(events)
        partial = "".join(event.text for event in events if isinstance(event, TextArrived))

        assert "was interrupted" in error.title
        assert "Ask again; what arrived so far is kept" in error.hint
        assert partial
        assert LONG.text.startswith(partial)
        assert bench.transcript == [("user", QUESTION, False), ("assistant", partial, True)]

        again = await bench.retry()

        assert isinstance(again[-1], RunFinished)
        assert bench.transcript == [("user", QUESTION, False), ("assistant", LONG.text, False)]
        assert json.dumps(bodies(server)[1]) == json.dumps(bodies(server)[0])


@wires
async def test_an_interrupted_call_is_never_run(tmp_path: Path, wire: str) -> None:
    turn = Turn("I look.", [Call("file_read", {"file_paths": ["Boiler.md", "Budget.md"]})])
    turns = [cut(turn, len(encoded(wire, turn)) - CALL_ENDS[wire]), LONG]
    server = WIRES[wire].server(turns)
    async with server, open_bench(tmp_path, server, YES, wire=wire) as bench:
        failure_of(await bench.ask(QUESTION))

        assert bench.answers.requests == []
        assert bench.workspace.audit_log.read() == []
        assert unanswered_calls(bench.conversation) == ()
        assert isinstance((await bench.retry())[-1], RunFinished)


@wires
async def test_an_error_in_the_stream_keeps_the_text_received_so_far(tmp_path: Path, wire: str) -> None:
    broken = Turn(LONG.text, error_after=6)
    async with WIRES[wire].server([broken]) as server, open_bench(tmp_path, server, YES, wire=wire) as bench:
        error = failure_of(await bench.ask(QUESTION))

        assert "overloaded" in error.title
        assert bench.transcript[1][2] is True
        assert len(model_requests(server)) == 1  # not retried after text was received


@wires
async def test_a_short_retry_delay_of_the_server_is_respected_and_reported(tmp_path: Path, wire: str) -> None:
    busy = refused(429, "Rate limit reached", code="rate_limit_exceeded", retry_after_ms="20")
    async with WIRES[wire].server([busy, LONG]) as server, open_bench(tmp_path, server, YES, wire=wire) as bench:
        events = await bench.ask(QUESTION)

        notices = [event.message for event in events if isinstance(event, Noticed) and "Retrying" in event.message]
        assert len(notices) == 1
        assert "received too many requests" in notices[0]
        assert "Retrying in 1 s (1 of 2)." in notices[0]
        assert isinstance(events[-1], RunFinished)


@pytest.mark.usefixtures("quick_retries")
async def test_a_refused_connection_and_an_unknown_host_have_different_errors(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    for variable in ("HTTP_PROXY", "HTTPS_PROXY", "ALL_PROXY"):
        monkeypatch.delenv(variable, raising=False)
        monkeypatch.delenv(variable.lower(), raising=False)
    with socket.socket() as closed:
        closed.bind(("127.0.0.1", 0))
        port = closed.getsockname()[1]

    async def ask(folder: str, url: str) -> RunEvent:
        async with open_bench(tmp_path / folder, url, YES) as bench:
            events = await bench.ask(QUESTION)
            assert bench.transcript == [("user", QUESTION, False)]
            assert sum(isinstance(event, Noticed) for event in events) == 2
            return events[-1]

    refusing, nameless = await asyncio.gather(
        ask("a", f"http://127.0.0.1:{port}"), ask("b", "http://no-such-host.invalid")
    )
    assert str(refusing.error) == f"Nothing answers at 127.0.0.1:{port}. Start work, or check its address."  # type: ignore[union-attr] # a failure
    assert "no-such-host.invalid" in nameless.error.title  # type: ignore[union-attr] # a failure
    assert "Check" in nameless.error.hint  # type: ignore[union-attr] # a failure


@wires
async def test_a_stream_without_content_is_aborted(tmp_path: Path, wire: str) -> None:
    heartbeat = Raw(endless=b'{"model": "scripted", "message": {}}\n') if wire == "ollama" else comments_for_ever()
    async with WIRES[wire].server([heartbeat, LONG]) as server, open_bench(tmp_path, server, YES, wire=wire) as bench:
        async with asyncio.timeout(10):
            error = failure_of(await bench.ask(QUESTION))

        assert "continues without any content" in error.title
        assert "Ask again" in error.hint
        assert await asyncio.to_thread(server.hung_up.wait, 30)
        assert isinstance((await bench.retry())[-1], RunFinished)


async def test_a_silent_server_can_be_stopped_immediately(tmp_path: Path) -> None:
    silent = Raw(b": still thinking\n\n", hold=True)
    async with WireServer(openai=[silent, LONG]) as server, open_bench(tmp_path, server, YES) as bench:
        agent = bench.workspace.agent(bench.answers, consent=True)
        async with asyncio.timeout(5), agent.run(bench.conversation, QUESTION) as run:
            assert await asyncio.to_thread(server.held.wait, 30)
            run.cancel()
            events = [event async for event in run]

        assert isinstance(events[-1], RunCancelled)
        assert bench.transcript == [("user", QUESTION, False)]
        assert await asyncio.to_thread(server.hung_up.wait, 30)
        assert isinstance((await bench.retry())[-1], RunFinished)


async def test_stopping_keeps_the_text_received_so_far(tmp_path: Path) -> None:
    turn = Turn(LONG.text, hold_after=5)
    async with WireServer(openai=[turn]) as server, open_bench(tmp_path, server, YES) as bench:
        agent = bench.workspace.agent(bench.answers, consent=True)
        async with asyncio.timeout(5), agent.run(bench.conversation, QUESTION) as run:
            events = []
            async for event in run:
                events.append(event)
                if isinstance(event, TextArrived) and len(events) == 4:
                    run.cancel()

        assert isinstance(events[-1], RunCancelled)
        role, text, was_cut = bench.transcript[1]
        assert (role, was_cut) == ("assistant", True)
        assert LONG.text.startswith(text)
        assert await asyncio.to_thread(server.hung_up.wait, 30)
