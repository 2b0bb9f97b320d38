"""Bench of the providers: from a server's byte to a `TextArrived`, under load, and the memory of a long stream.

Run it alone: `python -m tests.benchmarks.bench_provider [--tokens 20000] [--streams 8]`. A server in its own process
writes the moment into each piece; both sides read the same clock. "bare" reads the same streams with the HTTP library
and json alone, in the same run: the ratio travels between machines, microseconds do not.
"""

import argparse
import asyncio
import gc
import json
import multiprocessing
import re
import statistics
import sys
import time
import tracemalloc
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import aclosing
from functools import partial
from multiprocessing.connection import Connection

import httpx2

from vaultdesk.chat.messages import user_message
from vaultdesk.providers.anthropic_provider import AnthropicMessages
from vaultdesk.providers.http_connection import anthropic_address, openai_address, plain_address
from vaultdesk.providers.ollama_provider import Ollama
from vaultdesk.providers.openai.openai_provider import OpenAIChat
from vaultdesk.providers.openai.responses_provider import OpenAIResponses
from vaultdesk.providers.provider import ModelRequest, Provider, TextArrived, ToolSpec
from vaultdesk.providers.sdk_provider import ProviderEndpoint
from vaultdesk.providers.tool_emulation.emulation import ToolEmulation

BURST = 4
"""Tokens a burst: servers flush several at once."""

PACE = 0.002
"""Seconds between two bursts of one stream: 2,000 tokens a second each, far over any model's speed."""

TOOL = ToolSpec("vault_search", "Search.", {"type": "object", "properties": {"query": {"type": "string"}}})


def sse(value: object) -> bytes:
    """One server-sent event."""
    return f"data: {json.dumps(value)}\n\n".encode()


def piece(wire: str, text: str) -> bytes:
    """One token on *wire*."""
    match wire:
        case "chat":
            return sse({"choices": [{"index": 0, "delta": {"content": text}, "finish_reason": None}]})
        case "messages":
            delta = {"type": "text_delta", "text": text}
            return sse({"type": "content_block_delta", "index": 0, "delta": delta})
        case "responses":
            ids = {"item_id": "msg_1", "output_index": 0, "content_index": 0}
            return sse({"type": "response.output_text.delta", **ids, "delta": text})
        case _:
            return json.dumps({"message": {"role": "assistant", "content": text}, "done": False}).encode() + b"\n"


def frame(wire: str) -> tuple[bytes, bytes]:
    """What stands before and after the tokens of a stream."""
    match wire:
        case "chat":
            end = {"choices": [{"index": 0, "delta": {}, "finish_reason": "stop"}]}
            return b"", sse(end) + b"data: [DONE]\n\n"
        case "messages":
            begun = sse({"type": "message_start", "message": {"type": "message", "usage": {}}})
            block = sse({"type": "content_block_start", "index": 0, "content_block": {"type": "text", "text": ""}})
            ended = sse({"type": "message_delta", "delta": {"stop_reason": "end_turn"}, "usage": {}})
            return begun + block, sse({"type": "content_block_stop", "index": 0}) + ended + sse(
                {"type": "message_stop"}
            )
        case "responses":
            item = {"type": "message", "id": "msg_1", "role": "assistant", "status": "in_progress", "content": []}
            response = {"id": "resp_1", "object": "response", "status": "in_progress", "output": []}
            begun = sse({"type": "response.created", "response": response})
            added = sse({"type": "response.output_item.added", "output_index": 0, "item": item})
            done = sse(
                {"type": "response.output_item.done", "output_index": 0, "item": {**item, "status": "completed"}}
            )
            return begun + added, done + sse(
                {"type": "response.completed", "response": {**response, "status": "completed"}}
            )
        case _:
            return b"", json.dumps(
                {"message": {"role": "assistant", "content": ""}, "done": True, "done_reason": "stop"}
            ).encode() + b"\n"


def serve(wire: str, told: Connection) -> None:
    """Serve streams of stamped tokens, as many as the model's name says, until the parent ends us."""

    async def answer(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        head = await reader.readuntil(b"\r\n\r\n")
        length = re.search(rb"content-length: *(\d+)", head.lower())
        body = await reader.readexactly(int(length[1])) if length else b""
        named = re.search(rb"bench-(\d+)", body)
        tokens = int(named[1]) if named else 0
        kind = b"application/x-ndjson" if wire == "ollama" else b"text/event-stream"
        writer.write(b"HTTP/1.1 200 OK\r\nConnection: close\r\nContent-Type: " + kind + b"\r\n\r\n")
        if b"/api/chat" not in head and wire == "ollama":
            writer.write(b"{}")
            writer.close()
            return
        before, after = frame(wire)
        writer.write(before)
        clock = asyncio.get_running_loop()
        for sent in range(0, tokens, BURST):
            turn = clock.create_future()
            clock.call_later(PACE, turn.set_result, None)
            await turn
            count = min(BURST, tokens - sent)
            writer.write(b"".join(piece(wire, f"{time.monotonic_ns()} ") for _ in range(count)))
            await writer.drain()
        writer.write(after)
        writer.close()

    async def listen() -> None:
        server = await asyncio.start_server(answer, "127.0.0.1", 0)
        told.send(server.sockets[0].getsockname()[1])
        await server.serve_forever()

    asyncio.run(listen())


def provider(wire: str, url: str) -> Provider:
    """The real provider for *wire*."""
    match wire:
        case "chat":
            return OpenAIChat(ProviderEndpoint("Bench", openai_address(url)))
        case "messages":
            return AnthropicMessages(ProviderEndpoint("Bench", anthropic_address(url)))
        case "responses":
            return OpenAIResponses(ProviderEndpoint("Bench", openai_address(url)))
        case _:
            return Ollama(ProviderEndpoint("Bench", plain_address(url)), 8192)


async def through(asked: Provider, tokens: int) -> AsyncIterator[str]:
    """The texts of one answer as the agent gets them."""
    request = ModelRequest(f"bench-{tokens}", "Bench.", (user_message("Go."),), (TOOL,))
    async with aclosing(asked.stream(request)) as events:
        async for event in events:
            if isinstance(event, TextArrived):
                yield event.text


async def bare(wire: str, url: str, tokens: int) -> AsyncIterator[str]:
    """The same texts with the HTTP library and json alone."""
    paths = {
        "chat": "/v1/chat/completions",
        "messages": "/v1/messages",
        "responses": "/v1/responses",
        "ollama": "/api/chat",
    }
    async with (
        httpx2.AsyncClient(trust_env=False) as client,
        client.stream("POST", url + paths[wire], json={"model": f"bench-{tokens}"}) as answer,
    ):
        async for line in answer.aiter_lines():
            if not line or line == "data: [DONE]":
                continue
            value = json.loads(line.removeprefix("data: "))
            match wire:
                case "chat":
                    text = value["choices"][0]["delta"].get("content", "")
                case "messages":
                    text = (value.get("delta") or {}).get("text", "")
                case "responses":
                    text = value.get("delta", "")
                case _:
                    text = value["message"]["content"]
            if text:
                yield text


async def delays(texts: AsyncIterator[str], into: list[float]) -> int:
    """Read *texts* and put each stamp's age in microseconds into *into*; return how many tokens came."""
    count = 0
    async for text in texts:
        now = time.monotonic_ns()
        stamps = text.split()
        count += len(stamps)
        into.extend((now - int(stamp)) / 1000 for stamp in stamps)
    return count


async def measured(open_texts: Callable[[], AsyncIterator[str]], streams: int) -> tuple[list[float], float]:
    """Read *streams* streams at once; return the delays and the processor seconds used."""
    ages: list[float] = []
    began = time.process_time()
    await asyncio.gather(*(delays(open_texts(), ages) for _ in range(streams)))
    return ages, time.process_time() - began


def words(ages: list[float]) -> str:
    """The delays as a line."""
    ages.sort()
    return (
        f"median {statistics.median(ages):7.0f} µs, p99 {ages[int(len(ages) * 0.99)]:7.0f} µs, worst {ages[-1]:7.0f} µs"
    )


async def memory(read: Callable[[], Awaitable[None]]) -> int:
    """The peak of memory in bytes while *read* runs."""
    gc.collect()
    tracemalloc.start()
    await read()
    peak = tracemalloc.get_traced_memory()[1]
    tracemalloc.stop()
    return peak


async def bench(wire: str, url: str, tokens: int, streams: int) -> bool:
    """Measure one wire; return whether every token came."""

    async def kept(texts: AsyncIterator[str]) -> None:
        gathered = [text async for text in texts]
        assert gathered

    asked = provider(wire, url)
    emulated = ToolEmulation(asked, mode="sentinel")
    await kept(through(asked, 100))  # imports and connects
    rows: dict[str, Callable[[int], AsyncIterator[str]]] = {
        "bare": lambda count: bare(wire, url, count),
        "provider": lambda count: through(asked, count),
        "with text-based tools": lambda count: through(emulated, count),
    }
    whole, base_processor, base_peak, share = True, 0.0, 0, tokens // streams
    for name, open_texts in rows.items():
        ages, processor = await measured(partial(open_texts, share), streams)
        peak = await memory(partial(kept, open_texts(tokens)))
        base_processor, base_peak = base_processor or processor, base_peak or peak
        whole = whole and len(ages) == share * streams
        print(
            f"{wire:10} {name:20} {words(ages)}, processor {processor / len(ages) * 1e6:5.1f} µs a token "
            f"({processor / base_processor:4.1f} times bare), memory of a stream of {tokens:,} tokens "
            f"{peak / 1e6:4.1f} MB ({peak / base_peak:4.1f} times bare)",
            flush=True,
        )
    await asked.aclose()
    return whole


def main() -> int:
    """Run every wire; fail where a token was lost."""
    options = argparse.ArgumentParser(description=__doc__)
    options.add_argument("--tokens", type=int, default=20_000, help="in all")
    options.add_argument("--streams", type=int, default=8, help="at once")
    chosen = options.parse_args()
    whole = True
    for wire in ("chat", "messages", "responses", "ollama"):
        ours, theirs = multiprocessing.Pipe()
        server = multiprocessing.get_context("spawn").Process(target=serve, args=(wire, theirs), daemon=True)
        server.start()
        try:
            url = f"http://127.0.0.1:{ours.recv()}"
            whole = asyncio.run(bench(wire, url, chosen.tokens, chosen.streams)) and whole
        finally:
            server.terminate()
            server.join()
    print("every token came" if whole else "TOKENS WERE LOST")
    return 0 if whole else 1


if __name__ == "__main__":
    sys.exit(main())
