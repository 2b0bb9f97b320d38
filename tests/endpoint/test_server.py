"""Tests of endpoint/server.py."""

import asyncio
import json
import sys
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

import openai
import pytest
from openai.types.responses import Response, ResponseFunctionToolCall
from starlette.types import Message

from tests.endpoint.backends import KINDS, Called, Kind, Thought, backend, turn
from tests.endpoint.bench import LABEL, SEAL, SECONDS, TOKEN, WEATHER, Bench, asked, bench, call, said, scripted
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

# Hang-up: work ends with its caller, and only with it.


async def never() -> Message:
    await asyncio.Event().wait()
    raise AssertionError


async def test_work_is_done_while_the_caller_listens() -> None:
    async def work() -> int:
        return 7

    assert await until_disconnected(never, work()) == 7


async def test_a_caller_who_leaves_ends_it() -> None:
    ended = asyncio.Event()
    leaving = iter(["http.request", "http.disconnect"])

    async def receive() -> Message:
        return {"type": next(leaving)}

    async def work() -> int:
        try:
            await asyncio.Event().wait()
        finally:
            ended.set()
        return 7

    assert await until_disconnected(receive, work()) is None
    assert ended.is_set()


async def test_its_own_error_comes_through() -> None:
    async def work() -> int:
        raise KeyError("mine")

    with pytest.raises(KeyError, match="mine"):
        await until_disconnected(never, work())


# Answering: the turns behind one response.

HIDDEN = {"include": ["reasoning.encrypted_content"]}


async def answered(provider: ScriptedProvider, **wishes: Any) -> tuple[ResponseRun, list[Any]]:
    answering = ResponseRun(provider, asked({"input": "Hello", **wishes}), "m")
    return answering, [event async for event in answering.events()]


async def test_a_model_that_pauses_goes_on_in_the_same_response() -> None:
    sign = ProviderPart(family="x", item={"sign": 1})
    provider = scripted(
        [TextArrived("One, "), UsageReported(5, 2), TurnEnded("pause", (sign,))],
        [TextArrived("two."), UsageReported(7, 3), TurnEnded("end")],
    )
    _, events = await answered(provider)

    final = check_stream(events)
    assert (final.status, final.output_text) == ("completed", "One, two.")
    assert final.usage
    assert (final.usage.input_tokens, final.usage.output_tokens) == (12, 5)
    assert [message.role for message in provider.requests[1].messages] == ["user", "assistant"]
    assert provider.requests[1].messages[1].parts[1:] == (sign,)


async def test_each_part_of_a_paused_answer_keeps_what_is_its_own() -> None:
    one, two = ProviderPart(family="x", item={"sign": 1}), ProviderPart(family="x", item={"sign": 2})
    provider = scripted(
        [TextArrived("One, "), TurnEnded("pause", (one,))], [TextArrived("two."), TurnEnded("end", (two,))]
    )
    _, events = await answered(provider, **HIDDEN)

    final = check_stream(events)
    assert [item.type for item in final.output] == ["message", "reasoning"] * 2
    given: list[Any] = [item.to_dict(mode="json") for item in final.output]
    back = read_input(given, None, SEAL).messages
    assert [(message.text, message.parts[-1]) for message in back] == [("One, ", one), ("two.", two)]


async def test_a_model_that_pauses_for_ever_is_left() -> None:
    provider = scripted(*[said("a", stop="pause")] * (MAX_PAUSES + 5))
    _, events = await answered(provider)

    assert check_stream(events).status == "incomplete"
    assert len(provider.requests) == MAX_PAUSES + 1


async def test_a_turn_without_an_end_fails() -> None:
    answering, events = await answered(scripted([TextArrived("a")]))

    final = check_stream(events)
    assert final.error
    assert final.error.message == "The answer ended early"
    assert answering.failure is not None


async def test_what_the_ledger_cannot_write_is_not_sent_and_said() -> None:
    answering, events = await answered(scripted(LedgerFailed("The ledger cannot be written", hint="Free some space.")))

    final = check_stream(events)
    assert final.error
    assert (final.error.code, final.error.message) == ("server_error", "The ledger cannot be written. Free some space.")
    assert isinstance(answering.failure, LedgerFailed)


# App: the openai SDK at the endpoint, over a model with tools of its own and over models of text alone.

OSLO, ROME = '{"city": "Oslo"}', '{"city": "Rome"}'
ASKED: dict[str, Any] = {"model": LABEL, "input": "What is the weather?", "tools": [WEATHER]}

every_kind = pytest.mark.parametrize("kind", KINDS)


def outline(response: Response) -> list[tuple[str, ...]]:
    """What a response holds, item by item."""
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
    "one call": (turn(Called("get_weather", OSLO)), [("call", "get_weather", OSLO)]),
    "text, then a call": (turn("Let me look.", Called("get_weather", OSLO)),
                          [("text", "Let me look."), ("call", "get_weather", OSLO)]),
    "two calls": (turn(Called("get_weather", OSLO), Called("get_weather", ROME)),
                  [("call", "get_weather", OSLO), ("call", "get_weather", ROME)]),
    "text, call, text, call": (
        turn("First Oslo.", Called("get_weather", OSLO), "Then Rome.", Called("get_weather", ROME)),
        [("text", "First Oslo."), ("call", "get_weather", OSLO),
         ("text", "Then Rome."), ("call", "get_weather", ROME)]),
    "thought, text": (turn(Thought("The user asks."), "Fine."), [("thought", "The user asks."), ("text", "Fine.")]),
    "thought, call": (turn(Thought("I look."), Called("get_weather", OSLO)),
                      [("thought", "I look."), ("call", "get_weather", OSLO)]),
    "nothing at all": (turn(), []),
}  # fmt: skip


@every_kind
@pytest.mark.parametrize("case", [name for name, one in CASES.items() if one])
async def test_each_way_of_the_sdk_reads_the_same(kind: Kind, case: str) -> None:
    script = CASES[case]
    assert script is not None
    one, wanted = script
    provider, _ = backend(kind, one, one, one, one)
    async with bench(provider) as served, served.client() as client:
        on_the_wire = await served.events(ASKED)
        plain = await raw_events(await client.responses.create(**ASKED, stream=True))
        async with client.responses.stream(**ASKED) as stream:
            async for _ in stream:
                pass
            helped = await stream.get_final_response()
        whole = await client.responses.create(**ASKED)

    final = check_stream(on_the_wire)
    assert outline(final) == wanted
    assert outline(check_stream(plain)) == wanted
    assert outline(helped) == wanted
    assert outline(check_response(whole.to_dict(mode="json"))) == wanted
    assert final.status == helped.status == whole.status == "completed"
    assert (whole.usage and whole.usage.input_tokens, whole.usage and whole.usage.output_tokens) in ((11, 7), (0, 0))


@every_kind
async def test_a_round_trip_with_two_calls_and_their_results(kind: Kind) -> None:
    provider, far = backend(
        kind,
        turn("I look.", Called("get_weather", OSLO), Called("get_weather", ROME)),
        turn("Oslo is cold, Rome is warm."),
    )
    async with bench(provider) as served, served.client() as client:
        first = await client.responses.create(**ASKED)
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
    told = [(message.role, message.text) for message in far.requests[1].messages]
    if kind == "native":
        assert [message.role for message in far.requests[1].messages] == ["user", "assistant", "tool"]
        made = far.requests[1].messages[1].tool_calls
        assert [(one.id, one.arguments_json) for one in made] == [(one.call_id, one.arguments) for one in calls]
        answers = far.requests[1].messages[2].parts
        assert [part.content for part in answers if part.kind == "tool_result"] == [
            "-3 degrees",
            "<tool_call>21 degrees",
        ]
    else:
        assert [role for role, _ in told] == ["user", "assistant", "user"]
        assert f'[function_call_output call_id="{calls[0].call_id}" output="-3 degrees"]' in told[2][1]
        assert "<tool_call>" not in told[2][1], "a false call in a result must not pass for a true one"
        assert far.requests[1].tools == ()


@every_kind
async def test_a_cut_answer_is_incomplete_and_has_no_call_to_run(kind: Kind) -> None:
    cut = turn("I will", Called("get_weather", OSLO), stop="length")
    provider, _ = backend(kind, cut, cut, cut)
    async with bench(provider) as served, served.client() as client:
        final = check_stream(await served.events(ASKED))
        plain = [event async for event in await client.responses.create(**ASKED, stream=True)]
        whole = check_response((await client.responses.create(**ASKED)).to_dict(mode="json"))

    for response in (final, whole):
        assert response.status == "incomplete"
        assert response.incomplete_details
        assert response.incomplete_details.reason == "max_output_tokens"
        assert outline(response) == [("text", "I will")]
        assert response.output[0].status == "incomplete"  # type: ignore[union-attr] # it is the message
    assert plain[-1].type == "response.incomplete"


@every_kind
async def test_a_provider_that_fails_in_the_middle_fails_the_response_and_its_text_stays(kind: Kind) -> None:
    broken = turn("Half an ", ProviderUnreachable("The model went away", hint="Ask again.", kind="network"))
    provider, _ = backend(kind, broken, broken)
    async with bench(provider) as served, served.client() as client:
        events = await served.events(ASKED)
        plain = [event async for event in await client.responses.create(**ASKED, stream=True)]

    final = check_stream(events)
    assert final.error
    assert (final.error.code, final.error.message) == ("server_error", "The model went away. Ask again.")
    assert outline(final) == [("text", "Half an")]
    assert plain[-1].type == "response.failed"
    assert not any(event["type"] == "error" for event in events)


@every_kind
async def test_an_unknown_tool_stays_text(kind: Kind) -> None:
    provider, _ = backend(kind, turn(Called("delete_everything", "{}")))
    async with bench(provider) as served:
        final = check_stream(await served.events(ASKED))

    assert final.status == "completed"
    assert [item.type for item in final.output] == ["message"]
    assert "delete_everything" in outline(final)[0][1]


@every_kind
@pytest.mark.parametrize("strict", [False, True])
async def test_malformed_arguments_stay_text_and_fail_a_strict_tool(kind: Kind, strict: bool) -> None:
    provider, _ = backend(
        kind, turn(Called("get_weather", '{"city": Oslo')), turn(Called("get_weather", '{"city": Oslo'))
    )
    tools = [{**WEATHER, "strict": strict}]
    async with bench(provider) as served:
        final = check_stream(await served.events({**ASKED, "tools": tools}))
        status, whole = await served.post({**ASKED, "tools": tools})

    assert final.status == ("failed" if strict else "completed")
    assert not any(item.type == "function_call" for item in final.output)
    assert "Oslo" in str(outline(final))
    # The model spoke, so this is a response and no error of HTTP, which the SDK would ask for anew by itself.
    assert (status, check_response(whole).status) == (200, final.status)
    if strict:
        assert final.error
        assert final.error.code == "server_error"
        assert "get_weather" in final.error.message


async def test_a_strict_tool_is_not_called_without_what_it_requires() -> None:
    provider = scripted([*call("get_weather", '{"town": "Oslo"}'), TurnEnded("tool_calls")])
    async with bench(provider) as served:
        final = check_stream(await served.events({**ASKED, "tools": [{**WEATHER, "strict": True}]}))

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


@pytest.mark.parametrize("trouble", FAILURES)
async def test_each_failure_is_an_error_of_http_where_the_answer_is_asked_for_whole(trouble: Any) -> None:
    status, raised, code, failed = FAILURES[trouble]
    error = ProviderRefused("It did not work", hint="Do this.", kind=trouble, retry_after=7)
    async with bench(scripted(error, error)) as served, served.client() as client:
        with pytest.raises(raised) as caught:
            await client.responses.create(**ASKED)
        final = check_stream(await served.events(ASKED))

    assert isinstance(caught.value, openai.APIStatusError)
    assert (caught.value.status_code, caught.value.code) == (status, code)
    assert "It did not work. Do this." in str(caught.value)
    again = code in ("rate_limit_exceeded", "provider_overloaded", "provider_unreachable", "provider_broken")
    assert caught.value.response.headers.get("retry-after") == ("7" if again else None)
    assert caught.value.response.headers.get("x-should-retry") == (None if again else "false")
    assert final.error
    assert final.error.code == failed


async def test_a_bug_of_ours_ends_the_stream_in_its_own_grammar(caplog: pytest.LogCaptureFixture) -> None:
    class Broken:
        destination = scripted().destination

        async def stream(self, request: object) -> AsyncIterator[object]:
            yield TextArrived("So ")
            raise KeyError(" ".join(("secret", "words")))  # apart, since a traceback quotes its source

        async def aclose(self) -> None: ...

    async with bench(Broken()) as served:  # type: ignore[arg-type] # it is broken
        final = check_stream(await served.events(ASKED))
        status, whole = await served.post(ASKED)

    assert final.error
    assert "secret words" not in final.error.message + caplog.text
    assert (status, whole["error"]["code"]) == (500, "server_error")
    assert "KeyError" in caplog.text
    caplog.clear()


async def test_a_caller_that_hangs_up_ends_the_models_stream_at_once() -> None:
    for stream in (True, False):
        hang = HangStep()
        async with bench(scripted([TextArrived("So"), hang])) as served:
            _, writer = await asyncio.open_connection("127.0.0.1", served.port)
            writer.write(served.request({**ASKED, "stream": stream}))
            await asyncio.wait_for(hang.reached.wait(), SECONDS)
            writer.close()
            async with asyncio.timeout(SECONDS):
                while not hang.cancelled:
                    await asyncio.sleep(0)
            assert hang.cancelled


async def test_ids_are_unique_from_one_answer_to_the_next() -> None:
    one = turn(Thought("Hm."), "Let me look.", Called("get_weather", OSLO))
    provider, _ = backend("sentinel", one, one)
    async with bench(provider) as served:
        first, second = [check_stream(await served.events(ASKED)) for _ in range(2)]

    ids = [response.id for response in (first, second)]
    for response in (first, second):
        ids += [str(item.id) for item in response.output]  # type: ignore[union-attr] # every item of ours has one
        ids += [item.call_id for item in response.output if item.type == "function_call"]
    assert len(ids) == len(set(ids)) == 10
    assert [name.partition("_")[0] for name in ids] == ["resp"] * 2 + ["rs", "msg", "fc", "call"] * 2


async def test_a_caller_that_takes_one_call_is_given_one() -> None:
    calls = [*call("get_weather", OSLO), *call("get_weather", ROME), TurnEnded("tool_calls")]
    async with bench(scripted(calls)) as served:
        final = check_stream(await served.events({**ASKED, "parallel_tool_calls": False}))

    assert outline(final) == [("call", "get_weather", OSLO)]
    assert final.parallel_tool_calls is False


async def test_tools_of_the_caller_reach_the_model_and_no_tool_of_ours_does() -> None:
    provider = scripted(said("Fine."))
    tools = [WEATHER, {"type": "web_search"}, {"type": "namespace", "name": "x", "tools": [WEATHER]}]
    async with bench(provider) as served:
        final = check_stream(await served.events({**ASKED, "tools": tools, "tool_choice": "required"}))

    assert [tool.name for tool in provider.requests[0].tools] == ["get_weather"]
    assert provider.requests[0].tool_choice.mode == "required"
    assert [tool.type for tool in final.tools] == ["function"]


async def test_a_text_only_model_is_taught_the_callers_tools() -> None:
    provider, far = backend("sentinel", turn("Fine."))
    async with bench(provider) as served:
        await served.events({**ASKED, "instructions": "Be brief."})

    assert far.requests[0].system.startswith("Be brief.")
    assert "get_weather" in far.requests[0].system
    assert "function_call_output" in far.requests[0].system


async def test_models_are_listed_and_shown(request: pytest.FixtureRequest) -> None:
    async with bench(scripted(), known=[LABEL, "work/other"]) as served, served.client() as client:
        listed = [model.id async for model in client.models.list()]
        one = await client.models.retrieve(LABEL)
        with pytest.raises(openai.NotFoundError):
            await client.models.retrieve("nobody/nothing")

    assert listed == [LABEL, "work/other"]
    assert (one.id, one.object, one.owned_by) == (LABEL, "model", "bench")


async def test_an_unknown_model_is_a_clear_error() -> None:
    async with bench(scripted()) as served, served.client() as client:
        with pytest.raises(openai.NotFoundError) as caught:
            await client.responses.create(model="gpt-9", input="Hello")

    assert caught.value.code == "model_not_found"
    assert caught.value.param == "model"
    assert f"There are: {LABEL}." in str(caught.value)


@pytest.mark.parametrize("name", ["scripted", "", LABEL])
async def test_the_default_answers_under_its_bare_name_and_where_none_is_named(name: str) -> None:
    async with bench(scripted(said("Here."), said("Here.")), default=LABEL) as served:
        final = check_stream(await served.events({"model": name, "input": "Hello"}))
        status, refused = await served.post({"model": "scripted2", "input": "Hello"})

    assert final.model == LABEL
    assert (status, refused["error"]["code"]) == (404, "model_not_found")


async def test_answers_run_side_by_side() -> None:
    hang = HangStep()
    async with (
        bench(scripted([hang, *said("Slow.")]), scripted(said("Quick."))) as served,
        asyncio.TaskGroup() as tasks,
    ):
        slow = tasks.create_task(served.events(ASKED))
        await asyncio.wait_for(hang.reached.wait(), SECONDS)
        quick = check_stream(await served.events({**ASKED, "model": f"{LABEL}1"}))
        hang.release()

    assert outline(quick) == [("text", "Quick.")]
    assert outline(check_stream(slow.result())) == [("text", "Slow.")]


@pytest.mark.parametrize(("method", "path", "status"), [
    ("GET", "/v1/responses", 405), ("DELETE", "/v1/models", 405), ("OPTIONS", "/v1/responses", 405),
    ("GET", "/", 404), ("GET", "/v1/files", 404), ("GET", "/v1/responses/resp_1", 404), ("POST", "/v1/responses/", 404),
    ("GET", "/v1/../etc/passwd", 404), ("GET", "http://evil/v1/models", 404),
])  # fmt: skip
async def test_other_addresses_and_methods_are_refused_in_the_same_shape(method: str, path: str, status: int) -> None:
    async with bench(scripted()) as served:
        head, body = await served.raw(
            f"{method} {path} HTTP/1.1\r\nhost: localhost:{served.port}\r\n"
            f"authorization: Bearer {TOKEN}\r\nconnection: close\r\n\r\n".encode()
        )

    assert int(head.split()[1]) == status
    assert set(json.loads(body)["error"]) == {"message", "type", "param", "code"}


# Server: on this computer alone, on a free port, ending with what it opened.

PROC = Path("/proc/net/tcp")
"""Every socket of this machine, in hexadecimal; state 0A listens."""


def listened_on(port: int) -> list[str]:
    rows = [line.split() for line in PROC.read_text().splitlines()[1:]]
    return [row[1] for row in rows if row[3] == "0A" and row[1].endswith(f":{port:04X}")]


@pytest.mark.skipif(sys.platform != "linux", reason="read from /proc")
async def test_nothing_but_loopback_is_listened_on() -> None:
    async with bench(scripted()) as served:
        addresses = listened_on(served.port)

    assert addresses == [f"0100007F:{served.port:04X}"]


def test_a_taken_port_is_said_plainly() -> None:
    with listening_socket(0) as first:
        port = first.getsockname()[1]
        with pytest.raises(VaultDeskError) as caught:
            listening_socket(port)

    assert caught.value.title.startswith(f"Port {port} cannot be used")
    assert "--port" in caught.value.hint
    assert caught.value.exit_code == 1


async def test_its_models_are_closed_with_it() -> None:
    provider = scripted()
    async with bench(provider) as served:
        await served.post({"model": "bench/scripted", "input": "Hello", "tool_choice": "sometimes"})
        assert not provider.closed
    assert provider.closed


async def test_an_answer_under_way_does_not_hold_up_the_end() -> None:
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
def test_t1_a_program_is_recorded_by_the_name_it_gives(user_agent: str, name: str) -> None:
    assert program_name(user_agent) == name


async def test_t1_what_a_program_asks_counts_under_its_name(tmp_path: Path) -> None:
    elsewhere = Destination("Anthropic", "api.anthropic.com", local=False)
    files = LedgerFiles(tmp_path)
    async with files.open(files.endpoint) as ledger:
        gate = DisclosureGate(ScriptedProvider([said("Hello.")], destination=elsewhere), ledger)
        async with bench(gate) as served:
            status, _ = await served.post({"model": LABEL, "input": "Hello?"}, user_agent="Claude Code/2.1")
        assert status == 200
        (line,) = await ledger.transmissions()
        assert (line.purpose, line.program, line.question, line.words.bytes) == (
            "program", "Claude Code", "", len(b"Hello?"),
        ), "amounts are counted, words are not kept"  # fmt: skip
        last = (await Account(ledger, files).today()).all.last
        assert last is not None
        assert last.program == "Claude Code"


# Connection: callers that do not finish, over bare sockets.

SHORT = 0.2
LONG = 60.0

HEAD = (
    f"POST /v1/responses HTTP/1.1\r\nhost: localhost:{{port}}\r\nauthorization: Bearer {TOKEN}\r\n"
    "content-type: application/json\r\n"
)


def limits(**short: float) -> ConnectionLimits:
    """Return limits that no test reaches but for those that are named."""
    return ConnectionLimits(**{"head": LONG, "body": LONG, "body_pause": LONG, "unread": LONG, **short})  # type: ignore[arg-type]  # numbers by name


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


async def is_served(at: Bench) -> bool:
    return (await at.post({"model": LABEL, "input": "Hello"}))[0] == 200


def unfinished(at: Bench) -> dict[str, bytes]:
    head = HEAD.format(port=at.port).encode()
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
async def test_t15_a_request_that_is_never_finished_is_answered_with_408(case: str) -> None:
    async with bench(scripted(said("Hi")), limits=limits(head=SHORT, body=SHORT)) as at:
        async with connection(at.port) as (reader, writer):
            writer.write(unfinished(at)[case])

            status, error = await answer(reader)

        assert status == 408
        assert "too long" in error["error"]["message"]
        assert await is_served(at)


async def test_t15_bytes_that_drip_in_do_not_extend_the_limit() -> None:
    async with bench(limits=limits(head=SHORT)) as at, connection(at.port) as (reader, writer):

        async def drip() -> None:
            writer.write(HEAD.format(port=at.port).encode() + b"x-drip: ")
            while True:
                writer.write(b"a")
                await asyncio.sleep(SHORT / 10)

        dripping = asyncio.create_task(drip())
        assert (await answer(reader))[0] == 408
        dripping.cancel()


async def test_t15_a_body_that_pauses_is_not_waited_for() -> None:
    async with bench(limits=limits(body_pause=SHORT)) as at, connection(at.port) as (reader, writer):
        writer.write(unfinished(at)["size line"])

        assert (await answer(reader))[0] == 408


async def test_t15_a_rejected_caller_whose_body_drips_is_closed() -> None:
    async with bench(limits=limits(body=SHORT)) as at, connection(at.port) as (reader, writer):
        writer.write(unfinished(at)["rejected"])
        async with asyncio.timeout(SECONDS):
            data = await reader.read()

        assert data.startswith(b"HTTP/1.1 401")


async def test_t15_a_size_line_without_an_end_is_400_as_soon_as_it_is_too_long() -> None:
    async with bench(limits=limits()) as at, connection(at.port) as (reader, writer):
        writer.write(unfinished(at)["size line"] + b"0" * 70_000)

        status, error = await answer(reader)

    assert (status, error["error"]["message"]) == (400, "The request is not valid HTTP.")


async def test_t15_of_too_many_unfinished_requests_the_oldest_is_closed_and_a_new_one_is_served() -> None:
    at_once = limits(unfinished=3)
    async with bench(scripted(said("Hi")), limits=at_once) as at, connection(at.port) as (first, sending):
        sending.write(unfinished(at)["head"])
        async with connection(at.port), connection(at.port):
            assert await is_served(at)
            assert (await answer(first))[0] == 408


async def test_t15_the_next_request_on_a_kept_connection_has_its_own_limit() -> None:
    async with bench(limits=limits(head=SHORT)) as at, connection(at.port) as (reader, writer):
        head = f"GET /v1/models HTTP/1.1\r\nhost: localhost:{at.port}\r\nauthorization: Bearer {TOKEN}\r\n"
        writer.write(f"{head}\r\n".encode())
        async with asyncio.timeout(SECONDS):
            await reader.readuntil(b"}]}")
        writer.write(head.encode())

        assert (await answer(reader))[0] == 408


async def test_t15_a_caller_that_does_not_read_its_answer_is_cut_off() -> None:
    endless = scripted([TextArrived("a" * 100_000)] * 2_000)
    async with bench(endless, limits=limits(unread=SHORT)) as at, connection(at.port) as (_reader, writer):
        writer.write(at.request({"model": LABEL, "input": "Hello", "stream": True}))
        async with asyncio.timeout(SECONDS):
            while not endless.requests:
                await asyncio.sleep(0.005)
            while at.models._open_models[LABEL].users:
                await asyncio.sleep(0.005)


async def test_t15_a_model_that_thinks_for_long_is_waited_for() -> None:
    thinking = asyncio.Event()

    class Slow:
        destination = scripted().destination

        async def stream(self, request: object) -> AsyncIterator[object]:
            await thinking.wait()
            for event in said("Hi"):
                yield event

        async def aclose(self) -> None: ...

    async with bench(Slow(), limits=limits(head=SHORT, body=SHORT, body_pause=SHORT)) as at:  # type: ignore[arg-type]  # what is used of a provider
        asking = asyncio.create_task(at.post({"model": LABEL, "input": "Hello"}))
        await asyncio.sleep(3 * SHORT)  # Longer than every limit.
        thinking.set()
        assert (await asking)[0] == 200
