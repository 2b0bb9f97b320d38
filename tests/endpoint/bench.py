"""Bench: the real endpoint on a real socket with a scripted model, used by the SDK or over raw sockets."""

import asyncio
import json
from collections.abc import AsyncIterator, Mapping, Sequence
from contextlib import asynccontextmanager
from dataclasses import dataclass
from typing import Any

from openai import AsyncOpenAI

from tests.support.scripted_provider import ScriptedProvider, ScriptedTurn
from tests.support.wine import slower
from vaultdesk.chat.messages import ToolCallPart, new_id
from vaultdesk.core.errors import UsageError
from vaultdesk.endpoint.endpoint_request import EndpointRequest, StateSigner, validated_request
from vaultdesk.endpoint.request_body import read_request
from vaultdesk.endpoint.server import DEFAULT_LIMITS, ConnectionLimits, serve_responses
from vaultdesk.endpoint.shared_models import SharedModels
from vaultdesk.providers.call_accumulator import parse_arguments
from vaultdesk.providers.catalog import ChosenModel
from vaultdesk.providers.provider import CallGrew, CallReady, CallStarted, ModelEvent, Provider, TextArrived, TurnEnded

TOKEN = "vd-" + "t0ken" * 9
LABEL = "bench/scripted"
SIGNER = StateSigner("vd-" + "s3cret" * 8)

WEATHER: dict[str, Any] = {
    "type": "function",
    "name": "get_weather",
    "description": "Tell the weather of a city.",
    "parameters": {"type": "object", "properties": {"city": {"type": "string"}}, "required": ["city"]},
    "strict": False,
}

SECONDS = slower(5)
"""Seconds that a test waits at most."""


@dataclass(frozen=True)
class Bench:
    """A running endpoint."""

    port: int
    models: SharedModels

    @property
    def url(self) -> str:
        return f"http://127.0.0.1:{self.port}/v1"

    @asynccontextmanager
    async def client(self) -> AsyncIterator[AsyncOpenAI]:
        """Yield the SDK client with its default settings, except that it does not retry."""
        async with AsyncOpenAI(base_url=self.url, api_key=TOKEN, max_retries=0) as client:
            yield client

    async def post(self, body: Mapping[str, Any], **headers: str) -> tuple[int, Any]:
        """Return the status of a request and its JSON."""
        head, data = await self.send(json.dumps(body).encode(), **headers)
        return int(head.split()[1]), json.loads(data)

    async def events(self, body: Mapping[str, Any]) -> list[dict[str, Any]]:
        """Return the events of a streamed request as sent on the wire."""
        head, data = await self.send(json.dumps({**body, "stream": True}).encode())
        assert head.startswith("HTTP/1.1 200"), head + data.decode()
        assert "text/event-stream" in head
        return frames_of(data)

    def request(self, body: Mapping[str, Any]) -> bytes:
        """Return a valid request as bytes, for clients that disconnect early."""
        data = json.dumps(body).encode()
        head = (
            f"POST /v1/responses HTTP/1.1\r\nhost: localhost:{self.port}\r\nauthorization: Bearer {TOKEN}\r\n"
            f"content-type: application/json\r\ncontent-length: {len(data)}\r\n\r\n"
        )
        return head.encode() + data

    async def send(self, body: bytes, **headers: str) -> tuple[str, bytes]:
        """POST *body* over a raw socket; return head and body of the answer, with chunks joined."""
        all_headers = {
            "host": f"127.0.0.1:{self.port}",
            "authorization": f"Bearer {TOKEN}",
            "content-type": "application/json",
            "content-length": str(len(body)),
            **{name.replace("_", "-"): value for name, value in headers.items()},
        }
        lines = "".join(f"{name}: {value}\r\n" for name, value in all_headers.items())
        return await self.raw(f"POST /v1/responses HTTP/1.1\r\n{lines}connection: close\r\n\r\n".encode() + body)

    async def raw(self, data: bytes) -> tuple[str, bytes]:
        """Send *data* unchanged; return head and body of the answer."""
        async with asyncio.timeout(SECONDS):
            reader, writer = await asyncio.open_connection("127.0.0.1", self.port)
            try:
                writer.write(data)
                head = (await reader.readuntil(b"\r\n\r\n")).decode("latin-1").lower().replace("http/1.1", "HTTP/1.1")
                body = await reader.read()
            finally:
                writer.close()
        return head, _unchunked(body) if "transfer-encoding: chunked" in head else body


@asynccontextmanager
async def bench(
    *providers: Provider, default: str = "", known: Sequence[str] = (LABEL,), limits: ConnectionLimits = DEFAULT_LIMITS
) -> AsyncIterator[Bench]:
    """Serve *providers* as the models `bench/scripted`, `bench/scripted1`, ..."""
    offered = {f"{LABEL}{number or ''}": provider for number, provider in enumerate(providers)}

    def open_model(label: str) -> ChosenModel:
        if label not in offered:
            raise UsageError(f"There is no provider {label.partition('/')[0]!r}")
        return ChosenModel(offered[label], label.partition("/")[2], label)

    models = SharedModels(open_model, lambda: tuple(known), default)
    ready: asyncio.Future[int] = asyncio.get_running_loop().create_future()
    async with asyncio.TaskGroup() as tasks:
        serving = tasks.create_task(serve_responses(models, TOKEN, SIGNER, 0, ready.set_result, limits))
        yield Bench(await asyncio.wait_for(ready, SECONDS), models)
        serving.cancel()


def parsed_request(body: Mapping[str, Any], now: float = 1.0) -> EndpointRequest:
    """Return the validated request of *body* for the model `work/m`."""
    return validated_request(read_request(dict(body)), "work/m", now, SIGNER, 4000)


def scripted(*turns: ScriptedTurn) -> ScriptedProvider:
    return ScriptedProvider(turns)


def said(*texts: str, stop: str = "end") -> list[ModelEvent]:
    """Return a turn of text."""
    return [*map(TextArrived, texts), TurnEnded(stop)]  # type: ignore[arg-type] # the stop reason is any str here


def call(name: str, arguments: str, *, written: str = "") -> list[ModelEvent]:
    """Return the events of one call."""
    parsed = parse_arguments(arguments)
    part = ToolCallPart(
        id=new_id("call"), name=name, arguments_json=arguments, arguments=parsed.value, problem=parsed.problem
    )
    return [CallStarted(part.id, name), CallGrew(part.id, arguments), CallReady(part, written)]


def frames_of(data: bytes) -> list[dict[str, Any]]:
    """Return the events in *data*, each of which consists of one `event:` and one `data:` line."""
    frames = data.decode("utf-8").split("\n\n")
    assert frames.pop() == ""
    events = []
    for frame in frames:
        name, line = frame.splitlines()
        event = json.loads(line.removeprefix("data: "))
        assert name == f"event: {event['type']}"
        events.append(event)
    return events


def _unchunked(data: bytes) -> bytes:
    joined = b""
    while data:
        size, _, data = data.partition(b"\r\n")
        joined, data = joined + data[: int(size, 16)], data[int(size, 16) + 2 :]
    return joined
