"""Tests of endpoint/server.py."""

import asyncio
import json
import select
import socket
import sys
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

import openai
import pytest
from openai.types.responses import Response, ResponseFunctionToolCall
from starlette.types import Message

from tests.endpoint.backends import KINDS, Kind, ScriptedCall, ScriptedReasoning, backend, turn
from tests.endpoint.bench import (
    LABEL,
    SECONDS,
    SIGNER,
    TOKEN,
    WEATHER,
    Bench,
    bench,
    call,
    parsed_request,
    said,
    scripted,
)
from tests.support.responses_checker import check_response, check_stream
from tests.support.scripted_provider import HangStep, ScriptedProvider
from vaultdesk.chat.messages import ProviderPart
from vaultdesk.core.errors import LedgerFailed, ProviderRefused, ProviderUnreachable, VaultDeskError
from vaultdesk.core.transmission import Destination
from vaultdesk.endpoint.endpoint_request import read_input
from vaultdesk.endpoint.server import (
    MAX_PAUSES,
    ConnectionLimits,
    ResponseRun,
    listening_socket,
    program_name,
    until_disconnected,
)
from vaultdesk.privacy.account import Account
from vaultdesk.privacy.egress_gate import DisclosureGate
from vaultdesk.privacy.ledger import LedgerFiles
from vaultdesk.providers.provider import TextArrived, TurnEnded, UsageReported

# Disconnect: work is cancelled when its caller disconnects.


async def never() -> Message:
    await asyncio.Event().wait()
    raise AssertionError


async def test_work_completes_while_the_caller_is_connected() -> None:
    async def work() -> int:
        return 7

    assert await until_disconnected(never, work()) == 7


async def test_a_disconnected_caller_cancels_the_work() -> None:
    ended = asyncio.Event()
    messages = iter(["http.request", "http.disconnect"])

    async def receive() -> Message:
        return {"type": next(messages)}

    async def work() -> int:
        try:
            await asyncio.Event().wait()
        finally:
            ended.set()
        return 7

    assert await until_disconnected(receive, work()) is None
    assert ended.is_set()


async def test_errors_of_the_work_are_raised() -> None:
    async def work() -> int:
        raise KeyError("mine")

    with pytest.raises(KeyError, match="mine"):
        await until_disconnected(never, work())


# ResponseRun: the model turns of one response.

INCLUDE_STATE = {"include": ["reasoning.encrypted_content"]}


async def run_response(provider: ScriptedProvider, **options: Any) -> tuple[ResponseRun, list[Any]]:
    response_run = ResponseRun(provider, parsed_request({"input": "Hello", **options}), "m")
    return response_run, [event async for event in response_run.events()]


async def test_a_paused_turn_is_continued_in_the_same_response() -> None:
    state = ProviderPart(family="x", item={"sign": 1})
    provider = scripted(
        [TextArrived("One, "), UsageReported(5, 2), TurnEnded("pause", (state,))],
        [TextArrived("two."), UsageReported(7, 3), TurnEnded("end")],
    )
    _, events = await run_response(provider)

    final = check_stream(events)
    assert (final.status, final.output_text) == ("completed", "One, two.")
    assert final.usage
    assert (final.usage.input_tokens, final.usage.output_tokens) == (12, 5)
    assert [message.role for message in provider.requests[1].messages] == ["user", "assistant"]
    assert provider.requests[1].messages[1].parts[1:] == (state,)


async def test_each_part_of_a_paused_answer_keeps_its_own_state() -> None:
    first, second = ProviderPart(family="x", item={"sign": 1}), ProviderPart(family="x", item={"sign": 2})
    provider = scripted(
        [TextArrived("One, "), TurnEnded("pause", (first,))], [TextArrived("two."), TurnEnded("end", (second,))]
    )
    _, events = await run_response(provider, **INCLUDE_STATE)

    final = check_stream(events)
    assert [item.type for item in final.output] == ["message", "reasoning"] * 2
    output: list[Any] = [item.to_dict(mode="json") for item in final.output]
    messages = read_input(output, None, SIGNER).messages
    assert [(message.text, message.parts[-1]) for message in messages] == [("One, ", first), ("two.", second)]


async def test_a_model_that_pauses_forever_is_stopped() -> None:
    provider = scripted(*[said("a", stop="pause")] * (MAX_PAUSES + 5))
    _, events = await run_response(provider)

    assert check_stream(events).status == "incomplete"
    assert len(provider.requests) == MAX_PAUSES + 1


async def test_a_turn_without_an_end_fails() -> None:
    response_run, events = await run_response(scripted([TextArrived("a")]))

    final = check_stream(events)
    assert final.error
    assert final.error.message == "The answer ended early"
    assert response_run.failure is not None


async def test_a_failed_ledger_write_fails_the_response() -> None:
    response_run, events = await run_response(
        scripted(LedgerFailed("The ledger cannot be written", hint="Free some space."))
    )

    final = check_stream(events)
    assert final.error
    assert (final.error.code, final.error.message) == ("server_error", "The ledger cannot be written. Free some space.")
    assert isinstance(response_run.failure, LedgerFailed)


# App: the openai SDK with the endpoint, with native and with emulated tools.

OSLO, ROME = '{"city": "Oslo"}', '{"city": "Rome"}'
REQUEST: dict[str, Any] = {"model": LABEL, "input": "What is the weather?", "tools": [WEATHER]}

every_kind = pytest.mark.parametrize("kind", KINDS)


def outline(response: Response) -> list[tuple[str, ...]]:
    """Return kind and content of each output item."""
    found: list[tuple[str, ...]] = []
    for item in response.output:
        match item.type:
            case "message":
                found.append(
                    ("text", "".join(part.text for part in item.content if part.type == "output_text").strip())
                )
            case "function_call":
                found.append(("call", item.name, item.arguments))
            case "reasoning":
                found.append(("thought", "".join(part.text for part in item.summary)))
    return found


async def raw_events(events: AsyncIterator[Any]) -> list[dict[str, Any]]:
    return [event.to_dict(mode="json") async for event in events]


CASES = {
    "text": (turn("It is fine."), [("text", "It is fine.")]),
    "one call": (turn(ScriptedCall("get_weather", OSLO)), [("call", "get_weather", OSLO)]),
    "text, then a call": (turn("Let me look.", ScriptedCall("get_weather", OSLO)),
                          [("text", "Let me look."), ("call", "get_weather", OSLO)]),
    "two calls": (turn(ScriptedCall("get_weather", OSLO), ScriptedCall("get_weather", ROME)),
                  [("call", "get_weather", OSLO), ("call", "get_weather", ROME)]),
    "text, call, text, call": (
        turn("First Oslo.", ScriptedCall("get_weather", OSLO), "Then Rome.", ScriptedCall("get_weather", ROME)),
        [("text", "First Oslo."), ("call", "get_weather", OSLO),
         ("text", "Then Rome."), ("call", "get_weather", ROME)]),
    "thought, text": (turn(ScriptedReasoning("The user asks."), "Fine."),
                      [("thought", "The user asks."), ("text", "Fine.")]),
    "thought, call": (turn(ScriptedReasoning("I look."), ScriptedCall("get_weather", OSLO)),
                      [("thought", "I look."), ("call", "get_weather", OSLO)]),
    "nothing at all": (turn(), []),
}  # fmt: skip


@every_kind
@pytest.mark.parametrize("case", [name for name, script in CASES.items() if script])
async def test_all_ways_of_the_sdk_read_the_same_response(kind: Kind, case: str) -> None:
    script = CASES[case]
    assert script is not None
    answer_turn, expected = script
    provider, _ = backend(kind, answer_turn, answer_turn, answer_turn, answer_turn)
    async with bench(provider) as served, served.client() as client:
        wire_events = await served.events(REQUEST)
        sdk_events = await raw_events(await client.responses.create(**REQUEST, stream=True))
        async with client.responses.stream(**REQUEST) as stream:
            async for _ in stream:
                pass
            streamed = await stream.get_final_response()
        complete = await client.responses.create(**REQUEST)

    final = check_stream(wire_events)
    assert outline(final) == expected
    assert outline(check_stream(sdk_events)) == expected
    assert outline(streamed) == expected
    assert outline(check_response(complete.to_dict(mode="json"))) == expected
    assert final.status == streamed.status == complete.status == "completed"
    assert (complete.usage and complete.usage.input_tokens, complete.usage and complete.usage.output_tokens) in (
        (11, 7),
        (0, 0),
    )


@every_kind
async def test_two_calls_and_their_results_make_a_round_trip(kind: Kind) -> None:
    provider, scripted_provider = backend(
        kind,
        turn("I look.", ScriptedCall("get_weather", OSLO), ScriptedCall("get_weather", ROME)),
        turn("Oslo is cold, Rome is warm."),
    )
    async with bench(provider) as served, served.client() as client:
        first = await client.responses.create(**REQUEST)
        calls = [item for item in first.output if isinstance(item, ResponseFunctionToolCall)]
        results = [
            {"type": "function_call_output", "call_id": calls[0].call_id, "output": "-3 degrees"},
            {
                "type": "function_call_output",
                "call_id": calls[1].call_id,
                "output": [{"type": "input_text", "text": "<tool_call>21"}, {"type": "input_text", "text": " degrees"}],
            },
        ]
        history: Any = [{"role": "user", "content": "What is the weather?"}, *first.output, *results]
        second = await client.responses.create(model=LABEL, input=history, tools=[WEATHER])  # type: ignore[list-item]

    assert outline(second) == [("text", "Oslo is cold, Rome is warm.")]
    sent = [(message.role, message.text) for message in scripted_provider.requests[1].messages]
    if kind == "native":
        assert [message.role for message in scripted_provider.requests[1].messages] == ["user", "assistant", "tool"]
        tool_calls = scripted_provider.requests[1].messages[1].tool_calls
        assert [(call_part.id, call_part.arguments_json) for call_part in tool_calls] == [
            (call_part.call_id, call_part.arguments) for call_part in calls
        ]
        answers = scripted_provider.requests[1].messages[2].parts
        assert [part.content for part in answers if part.kind == "tool_result"] == [
            "-3 degrees",
            "<tool_call>21 degrees",
        ]
    else:
        assert [role for role, _ in sent] == ["user", "assistant", "user"]
        assert f'[function_call_output call_id="{calls[0].call_id}" output="-3 degrees"]' in sent[2][1]
        assert "<tool_call>" not in sent[2][1], "a call quoted in a result must not look like a real one"
        assert scripted_provider.requests[1].tools == ()


@every_kind
async def test_a_truncated_answer_is_incomplete_without_calls(kind: Kind) -> None:
    truncated = turn("I will", ScriptedCall("get_weather", OSLO), stop="length")
    provider, _ = backend(kind, truncated, truncated, truncated)
    async with bench(provider) as served, served.client() as client:
        final = check_stream(await served.events(REQUEST))
        sdk_events = [event async for event in await client.responses.create(**REQUEST, stream=True)]
        complete = check_response((await client.responses.create(**REQUEST)).to_dict(mode="json"))

    for response in (final, complete):
        assert response.status == "incomplete"
        assert response.incomplete_details
        assert response.incomplete_details.reason == "max_output_tokens"
        assert outline(response) == [("text", "I will")]
        assert response.output[0].status == "incomplete"  # type: ignore[union-attr] # a message
    assert sdk_events[-1].type == "response.incomplete"


@every_kind
async def test_a_provider_failure_keeps_the_partial_text(kind: Kind) -> None:
    broken = turn("Half an ", ProviderUnreachable("The model went away", hint="Ask again.", kind="network"))
    provider, _ = backend(kind, broken, broken)
    async with bench(provider) as served, served.client() as client:
        events = await served.events(REQUEST)
        sdk_events = [event async for event in await client.responses.create(**REQUEST, stream=True)]

    final = check_stream(events)
    assert final.error
    assert (final.error.code, final.error.message) == ("server_error", "The model went away. Ask again.")
    assert outline(final) == [("text", "Half an")]
    assert sdk_events[-1].type == "response.failed"
    assert not any(event["type"] == "error" for event in events)


@every_kind
async def test_an_unknown_tool_stays_text(kind: Kind) -> None:
    provider, _ = backend(kind, turn(ScriptedCall("delete_everything", "{}")))
    async with bench(provider) as served:
        final = check_stream(await served.events(REQUEST))

    assert final.status == "completed"
    assert [item.type for item in final.output] == ["message"]
    assert "delete_everything" in outline(final)[0][1]


@every_kind
@pytest.mark.parametrize("strict", [False, True])
async def test_malformed_arguments_stay_text_and_fail_a_strict_tool(kind: Kind, strict: bool) -> None:
    provider, _ = backend(
        kind, turn(ScriptedCall("get_weather", '{"city": Oslo')), turn(ScriptedCall("get_weather", '{"city": Oslo'))
    )
    tools = [{**WEATHER, "strict": strict}]
    async with bench(provider) as served:
        final = check_stream(await served.events({**REQUEST, "tools": tools}))
        status, complete = await served.post({**REQUEST, "tools": tools})

    assert final.status == ("failed" if strict else "completed")
    assert not any(item.type == "function_call" for item in final.output)
    assert "Oslo" in str(outline(final))
    # The model answered, so this is a response and not an HTTP error, which would make the SDK retry.
    assert (status, check_response(complete).status) == (200, final.status)
    if strict:
        assert final.error
        assert final.error.code == "server_error"
        assert "get_weather" in final.error.message


async def test_a_strict_tool_is_not_called_without_required_arguments() -> None:
    provider = scripted([*call("get_weather", '{"town": "Oslo"}'), TurnEnded("tool_calls")])
    async with bench(provider) as served:
        final = check_stream(await served.events({**REQUEST, "tools": [{**WEATHER, "strict": True}]}))

    assert final.error
    assert final.error.message == "The model called get_weather, a strict tool, with wrong arguments: city is missing."


FAILURES = {
    "auth": (502, openai.InternalServerError, "provider_auth", "server_error"),
    "quota": (429, openai.RateLimitError, "insufficient_quota", "rate_limit_exceeded"),
    "rate_limit": (429, openai.RateLimitError, "rate_limit_exceeded", "rate_limit_exceeded"),
    "overloaded": (503, openai.InternalServerError, "provider_overloaded", "server_error"),
    "context": (400, openai.BadRequestError, "context_length_exceeded", "invalid_prompt"),
    "no_tools": (400, openai.BadRequestError, "unsupported_parameter", "invalid_prompt"),
    "bad_request": (400, openai.BadRequestError, "provider_bad_request", "invalid_prompt"),
    "network": (502, openai.InternalServerError, "provider_unreachable", "server_error"),
    "protocol": (502, openai.InternalServerError, "provider_broken", "server_error"),
}


@pytest.mark.parametrize("kind", FAILURES)
async def test_each_failure_is_an_http_error_without_streaming(kind: Any) -> None:
    status, error_type, code, stream_code = FAILURES[kind]
    error = ProviderRefused("It did not work", hint="Do this.", kind=kind, retry_after=7)
    async with bench(scripted(error, error)) as served, served.client() as client:
        with pytest.raises(error_type) as raised:
            await client.responses.create(**REQUEST)
        final = check_stream(await served.events(REQUEST))

    assert isinstance(raised.value, openai.APIStatusError)
    assert (raised.value.status_code, raised.value.code) == (status, code)
    assert "It did not work. Do this." in str(raised.value)
    retryable = code in ("rate_limit_exceeded", "provider_overloaded", "provider_unreachable", "provider_broken")
    assert raised.value.response.headers.get("retry-after") == ("7" if retryable else None)
    assert raised.value.response.headers.get("x-should-retry") == (None if retryable else "false")
    assert final.error
    assert final.error.code == stream_code


async def test_an_internal_error_ends_the_stream_with_a_valid_event(caplog: pytest.LogCaptureFixture) -> None:
    class Broken:
        destination = scripted().destination

        async def stream(self, request: object) -> AsyncIterator[object]:
            yield TextArrived("So ")
            raise KeyError(" ".join(("secret", "words")))  # not one literal, because a traceback quotes the source

        async def aclose(self) -> None: ...

    async with bench(Broken()) as served:  # type: ignore[arg-type] # incomplete on purpose
        final = check_stream(await served.events(REQUEST))
        status, complete = await served.post(REQUEST)

    assert final.error
    assert "secret words" not in final.error.message + caplog.text
    assert (status, complete["error"]["code"]) == (500, "server_error")
    assert "KeyError" in caplog.text
    caplog.clear()


async def test_a_disconnect_cancels_the_model_stream_immediately() -> None:
    for stream in (True, False):
        hang = HangStep()
        async with bench(scripted([TextArrived("So"), hang])) as served:
            _, writer = await asyncio.open_connection("127.0.0.1", served.port)
            writer.write(served.request({**REQUEST, "stream": stream}))
            await asyncio.wait_for(hang.reached.wait(), SECONDS)
            writer.close()
            async with asyncio.timeout(SECONDS):
                while not hang.cancelled:
                    await asyncio.sleep(0)
            assert hang.cancelled


async def test_ids_are_unique_across_answers() -> None:
    answer_turn = turn(ScriptedReasoning("Hm."), "Let me look.", ScriptedCall("get_weather", OSLO))
    provider, _ = backend("sentinel", answer_turn, answer_turn)
    async with bench(provider) as served:
        first, second = [check_stream(await served.events(REQUEST)) for _ in range(2)]

    ids = [response.id for response in (first, second)]
    for response in (first, second):
        ids += [str(item.id) for item in response.output]  # type: ignore[union-attr] # all of these items have one
        ids += [item.call_id for item in response.output if item.type == "function_call"]
    assert len(ids) == len(set(ids)) == 10
    assert [name.partition("_")[0] for name in ids] == ["resp"] * 2 + ["rs", "msg", "fc", "call"] * 2


async def test_without_parallel_calls_one_call_is_sent() -> None:
    calls = [*call("get_weather", OSLO), *call("get_weather", ROME), TurnEnded("tool_calls")]
    async with bench(scripted(calls)) as served:
        final = check_stream(await served.events({**REQUEST, "parallel_tool_calls": False}))

    assert outline(final) == [("call", "get_weather", OSLO)]
    assert final.parallel_tool_calls is False


async def test_tools_of_the_caller_reach_the_model_and_ours_do_not() -> None:
    provider = scripted(said("Fine."))
    tools = [WEATHER, {"type": "web_search"}, {"type": "namespace", "name": "x", "tools": [WEATHER]}]
    async with bench(provider) as served:
        final = check_stream(await served.events({**REQUEST, "tools": tools, "tool_choice": "required"}))

    assert [tool.name for tool in provider.requests[0].tools] == ["get_weather"]
    assert provider.requests[0].tool_choice.mode == "required"
    assert [tool.type for tool in final.tools] == ["function"]


async def test_a_text_only_model_gets_the_callers_tools_in_the_prompt() -> None:
    provider, scripted_provider = backend("sentinel", turn("Fine."))
    async with bench(provider) as served:
        await served.events({**REQUEST, "instructions": "Be brief."})

    assert scripted_provider.requests[0].system.startswith("Be brief.")
    assert "get_weather" in scripted_provider.requests[0].system
    assert "function_call_output" in scripted_provider.requests[0].system


async def test_models_are_listed_and_retrieved(request: pytest.FixtureRequest) -> None:
    async with bench(scripted(), known=[LABEL, "work/other"]) as served, served.client() as client:
        listed = [model.id async for model in client.models.list()]
        retrieved = await client.models.retrieve(LABEL)
        with pytest.raises(openai.NotFoundError):
            await client.models.retrieve("nobody/nothing")

    assert listed == [LABEL, "work/other"]
    assert (retrieved.id, retrieved.object, retrieved.owned_by) == (LABEL, "model", "bench")


async def test_an_unknown_model_is_reported() -> None:
    async with bench(scripted()) as served, served.client() as client:
        with pytest.raises(openai.NotFoundError) as raised:
            await client.responses.create(model="gpt-9", input="Hello")

    assert raised.value.code == "model_not_found"
    assert raised.value.param == "model"
    assert f"There are: {LABEL}." in str(raised.value)


@pytest.mark.parametrize("name", ["scripted", "", LABEL])
async def test_the_default_model_answers_to_its_short_name_and_without_a_name(name: str) -> None:
    async with bench(scripted(said("Here."), said("Here.")), default=LABEL) as served:
        final = check_stream(await served.events({"model": name, "input": "Hello"}))
        status, error_body = await served.post({"model": "scripted2", "input": "Hello"})

    assert final.model == LABEL
    assert (status, error_body["error"]["code"]) == (404, "model_not_found")


async def test_answers_run_concurrently() -> None:
    hang = HangStep()
    async with (
        bench(scripted([hang, *said("Slow.")]), scripted(said("Quick."))) as served,
        asyncio.TaskGroup() as tasks,
    ):
        slow = tasks.create_task(served.events(REQUEST))
        await asyncio.wait_for(hang.reached.wait(), SECONDS)
        quick = check_stream(await served.events({**REQUEST, "model": f"{LABEL}1"}))
        hang.release()

    assert outline(quick) == [("text", "Quick.")]
    assert outline(check_stream(slow.result())) == [("text", "Slow.")]


@pytest.mark.parametrize(("method", "path", "status"), [
    ("GET", "/v1/responses", 405), ("DELETE", "/v1/models", 405), ("OPTIONS", "/v1/responses", 405),
    ("GET", "/", 404), ("GET", "/v1/files", 404), ("GET", "/v1/responses/resp_1", 404), ("POST", "/v1/responses/", 404),
    ("GET", "/v1/../etc/passwd", 404), ("GET", "http://evil/v1/models", 404),
])  # fmt: skip
async def test_other_paths_and_methods_are_refused_with_the_same_error_format(
    method: str, path: str, status: int
) -> None:
    async with bench(scripted()) as served:
        head, body = await served.raw(
            f"{method} {path} HTTP/1.1\r\nhost: localhost:{served.port}\r\n"
            f"authorization: Bearer {TOKEN}\r\nconnection: close\r\n\r\n".encode()
        )

    assert int(head.split()[1]) == status
    assert set(json.loads(body)["error"]) == {"message", "type", "param", "code"}


# Server: listens on loopback only and closes what it opened.

PROC = Path("/proc/net/tcp")
"""All sockets of this machine in hexadecimal; state 0A is listening."""


def listening_addresses(port: int) -> list[str]:
    rows = [line.split() for line in PROC.read_text().splitlines()[1:]]
    return [row[1] for row in rows if row[3] == "0A" and row[1].endswith(f":{port:04X}")]


@pytest.mark.skipif(sys.platform != "linux", reason="read from /proc")
async def test_only_loopback_is_listened_on() -> None:
    async with bench(scripted()) as served:
        addresses = listening_addresses(served.port)

    assert addresses == [f"0100007F:{served.port:04X}"]


def test_an_occupied_port_is_reported() -> None:
    with listening_socket(0) as first:
        port = first.getsockname()[1]
        with pytest.raises(VaultDeskError) as raised:
            listening_socket(port)

    assert raised.value.title.startswith(f"Port {port} cannot be used")
    assert "--port" in raised.value.hint
    assert raised.value.exit_code == 1


async def test_models_are_closed_with_the_endpoint() -> None:
    provider = scripted()
    async with bench(provider) as served:
        await served.post({"model": "bench/scripted", "input": "Hello", "tool_choice": "sometimes"})
        assert not provider.closed
    assert provider.closed


async def test_a_running_answer_does_not_delay_the_shutdown() -> None:
    hang = HangStep()
    async with asyncio.timeout(SECONDS), bench(scripted([hang])) as served:
        _, writer = await asyncio.open_connection("127.0.0.1", served.port)
        writer.write(served.request({"model": LABEL, "input": "Hello", "stream": True}))
        await hang.reached.wait()
    writer.close()

    assert hang.cancelled


@pytest.mark.parametrize(
    ("user_agent", "name"),
    [
        ("claude-cli/1.2 (external, cli)", "claude-cli"),
        ("OpenAI/Python 1.99.0", "OpenAI"),
        ("  Zed Editor  ", "Zed Editor"),
        ("", ""),
        ("<script>", ""),
        ("x" * 200, "x" * 40),
    ],
)
def test_t1_a_program_is_recorded_by_its_user_agent(user_agent: str, name: str) -> None:
    assert program_name(user_agent) == name


async def test_t1_requests_of_a_program_are_counted_under_its_name(tmp_path: Path) -> None:
    destination = Destination("Anthropic", "api.anthropic.com", local=False)
    files = LedgerFiles(tmp_path)
    async with files.open(files.endpoint) as ledger:
        gate = DisclosureGate(ScriptedProvider([said("Hello.")], destination=destination), ledger)
        async with bench(gate) as served:
            status, _ = await served.post({"model": LABEL, "input": "Hello?"}, user_agent="Claude Code/2.1")
        assert status == 200
        (line,) = await ledger.transmissions()
        assert (line.purpose, line.program, line.question, line.words.bytes) == (
            "program", "Claude Code", "", len(b"Hello?"),
        ), "amounts are counted, and no text is stored"  # fmt: skip
        last = (await Account(ledger, files).today()).all.last
        assert last is not None
        assert last.program == "Claude Code"


# Connection: unfinished requests over raw sockets.

SHORT = 0.2
LONG = 60.0

HEAD = (
    f"POST /v1/responses HTTP/1.1\r\nhost: localhost:{{port}}\r\nauthorization: Bearer {TOKEN}\r\n"
    "content-type: application/json\r\n"
)


def limits(**values: float) -> ConnectionLimits:
    """Return limits that no test reaches, except those of *values*."""
    return ConnectionLimits(**{"head": LONG, "body": LONG, "body_pause": LONG, "unread": LONG, **values})  # type: ignore[arg-type]  # numbers by name


@asynccontextmanager
async def connection(port: int) -> AsyncIterator[tuple[asyncio.StreamReader, asyncio.StreamWriter]]:
    reader, writer = await asyncio.open_connection("127.0.0.1", port)
    try:
        yield reader, writer
    finally:
        writer.close()


async def answer(reader: asyncio.StreamReader) -> tuple[int, Any]:
    """Return status and JSON of an answer after which the connection is closed."""
    async with asyncio.timeout(SECONDS):
        data = await reader.read()
    head, _, body = data.partition(b"\r\n\r\n")
    return int(head.split()[1]), json.loads(body)


async def is_served(served: Bench) -> bool:
    return (await served.post({"model": LABEL, "input": "Hello"}))[0] == 200


def unfinished(served: Bench) -> dict[str, bytes]:
    head = HEAD.format(port=served.port).encode()
    return {
        "nothing": b"",
        "request line": b"POST /v1/respon",
        "head": head,
        "length": head + b"content-length: 100\r\n\r\n{",
        "size line": head + b"transfer-encoding: chunked\r\n\r\n5",
        "extension": head + b"transfer-encoding: chunked\r\n\r\n5;a=" + b"b" * 1_000,
        "chunk": head + b"transfer-encoding: chunked\r\n\r\n5\r\nabc",
        "last chunk": head + b"transfer-encoding: chunked\r\n\r\n2\r\n{}\r\n0\r\n",
        "rejected": head.replace(TOKEN.encode(), b"wrong") + b"content-length: 100\r\n\r\n{",
    }


@pytest.mark.parametrize(
    "case", ["nothing", "request line", "head", "length", "size line", "extension", "chunk", "last chunk"]
)
async def test_t15_an_unfinished_request_is_answered_with_408(case: str) -> None:
    async with bench(scripted(said("Hi")), limits=limits(head=SHORT, body=SHORT)) as served:
        async with connection(served.port) as (reader, writer):
            writer.write(unfinished(served)[case])

            status, error = await answer(reader)

        assert status == 408
        assert "too long" in error["error"]["message"]
        assert await is_served(served)


async def test_t15_slowly_sent_bytes_do_not_extend_the_limit() -> None:
    async with bench(limits=limits(head=SHORT)) as served, connection(served.port) as (reader, writer):

        async def drip() -> None:
            writer.write(HEAD.format(port=served.port).encode() + b"x-drip: ")
            while True:
                writer.write(b"a")
                await asyncio.sleep(SHORT / 10)

        dripping = asyncio.create_task(drip())
        assert (await answer(reader))[0] == 408
        dripping.cancel()


async def test_t15_a_refused_client_that_is_still_sending_receives_the_answer() -> None:
    def send_after_the_refusal(port: int) -> bytes:
        with socket.create_connection(("127.0.0.1", port), timeout=SECONDS) as client:
            client.sendall(b"NOT HTTP\r\n\r\n")
            select.select([client], [], [], SECONDS)
            for _ in range(3):
                client.sendall(b"more")
            return client.recv(65_536)

    async with bench(limits=limits()) as served:
        data = await asyncio.to_thread(send_after_the_refusal, served.port)

    assert data.startswith(b"HTTP/1.1 400")


async def test_t15_a_paused_body_times_out() -> None:
    async with bench(limits=limits(body_pause=SHORT)) as served, connection(served.port) as (reader, writer):
        writer.write(unfinished(served)["size line"])

        assert (await answer(reader))[0] == 408


async def test_t15_a_rejected_caller_with_a_slow_body_is_disconnected() -> None:
    async with bench(limits=limits(body=SHORT)) as served, connection(served.port) as (reader, writer):
        writer.write(unfinished(served)["rejected"])
        async with asyncio.timeout(SECONDS):
            data = await reader.read()

        assert data.startswith(b"HTTP/1.1 401")


async def test_t15_an_endless_chunk_size_line_is_400_once_too_long() -> None:
    async with bench(limits=limits()) as served, connection(served.port) as (reader, writer):
        writer.write(unfinished(served)["size line"] + b"0" * 70_000)

        status, error = await answer(reader)

    assert (status, error["error"]["message"]) == (400, "The request is not valid HTTP.")


async def test_t15_with_too_many_unfinished_requests_the_oldest_is_closed() -> None:
    connection_limits = limits(unfinished=3)
    async with (
        bench(scripted(said("Hi")), limits=connection_limits) as served,
        connection(served.port) as (oldest_reader, oldest_writer),
    ):
        oldest_writer.write(unfinished(served)["head"])
        async with connection(served.port), connection(served.port):
            assert await is_served(served)
            assert (await answer(oldest_reader))[0] == 408


async def test_t15_the_next_request_on_a_connection_has_its_own_limit() -> None:
    async with bench(limits=limits(head=SHORT)) as served, connection(served.port) as (reader, writer):
        head = f"GET /v1/models HTTP/1.1\r\nhost: localhost:{served.port}\r\nauthorization: Bearer {TOKEN}\r\n"
        writer.write(f"{head}\r\n".encode())
        async with asyncio.timeout(SECONDS):
            await reader.readuntil(b"}]}")
        writer.write(head.encode())

        assert (await answer(reader))[0] == 408


async def test_t15_a_caller_that_does_not_read_is_disconnected() -> None:
    endless = scripted([TextArrived("a" * 100_000)] * 2_000)
    async with bench(endless, limits=limits(unread=SHORT)) as served, connection(served.port) as (_reader, writer):
        writer.write(served.request({"model": LABEL, "input": "Hello", "stream": True}))
        async with asyncio.timeout(SECONDS):
            while not endless.requests:
                await asyncio.sleep(0.005)
            while served.models._open_models[LABEL].users:
                await asyncio.sleep(0.005)


async def test_t15_a_slow_model_is_not_timed_out() -> None:
    answer_allowed = asyncio.Event()

    class Slow:
        destination = scripted().destination

        async def stream(self, request: object) -> AsyncIterator[object]:
            await answer_allowed.wait()
            for event in said("Hi"):
                yield event

        async def aclose(self) -> None: ...

    async with bench(Slow(), limits=limits(head=SHORT, body=SHORT, body_pause=SHORT)) as served:  # type: ignore[arg-type]  # a partial provider
        post_task = asyncio.create_task(served.post({"model": LABEL, "input": "Hello"}))
        await asyncio.sleep(3 * SHORT)  # Longer than every limit.
        answer_allowed.set()
        assert (await post_task)[0] == 200
