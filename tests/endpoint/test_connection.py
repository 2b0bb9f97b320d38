"""Tests of endpoint/connection.py: callers that do not finish, over bare sockets."""

import asyncio
import json
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import Any

import pytest

from tests.endpoint.bench import LABEL, SECONDS, TOKEN, Bench, bench, said, scripted
from vaultdesk.endpoint.connection import ConnectionLimits
from vaultdesk.providers.model_events import TextArrived

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
            while at.models._opened[LABEL].users:
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
