"""Bench of the providers: latency from a server's byte to `TextArrived` under load, and the memory of a long stream.

Run it alone: `python -m tests.benchmarks.bench_provider [--tokens 20000] [--streams 8]`. A server in its own process
writes a time stamp into each piece; both sides use the same clock. "bare" reads the same streams with only the HTTP
library and json, in the same run: the ratio is comparable between machines, microseconds are not.
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
"""Tokens per burst: servers flush several together."""

PACE = 0.002
"""Seconds between two bursts of one stream: 2,000 tokens per second each, far above the speed of any model."""

TOOL = ToolSpec("vault_search", "Search.", {"type": "object", "properties": {"query": {"type": "string"}}})


def sse(value: object) -> bytes:
    """Return a server-sent event."""
    return f"data: {json.dumps(value)}\n\n".encode()


def piece(wire: str, text: str) -> bytes:
    """Return a token in the format of *wire*."""
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
    """Return what precedes and follows the tokens of a stream."""
    match wire:
        case "chat":
            end = {"choices": [{"index": 0, "delta": {}, "finish_reason": "stop"}]}
            return b"", sse(end) + b"data: [DONE]\n\n"
        case "messages":
            message_start = sse({"type": "message_start", "message": {"type": "message", "usage": {}}})
            block = sse({"type": "content_block_start", "index": 0, "content_block": {"type": "text", "text": ""}})
            message_end = sse({"type": "message_delta", "delta": {"stop_reason": "end_turn"}, "usage": {}})
            return message_start + block, sse({"type": "content_block_stop", "index": 0}) + message_end + sse(
                {"type": "message_stop"}
            )
        case "responses":
            item = {"type": "message", "id": "msg_1", "role": "assistant", "status": "in_progress", "content": []}
            response = {"id": "resp_1", "object": "response", "status": "in_progress", "output": []}
            message_start = sse({"type": "response.created", "response": response})
            added = sse({"type": "response.output_item.added", "output_index": 0, "item": item})
            done = sse(
                {"type": "response.output_item.done", "output_index": 0, "item": {**item, "status": "completed"}}
            )
            return message_start + added, done + sse(
                {"type": "response.completed", "response": {**response, "status": "completed"}}
            )
        case _:
            return b"", json.dumps(
                {"message": {"role": "assistant", "content": ""}, "done": True, "done_reason": "stop"}
            ).encode() + b"\n"


def serve(wire: str, address_pipe: Connection) -> None:
    """Serve streams of time-stamped tokens, their number given by the model's name, until the process is terminated."""

    async def answer(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        head = await reader.readuntil(b"\r\n\r\n")
        length = re.search(rb"content-length: *(\d+)", head.lower())
        body = await reader.readexactly(int(length[1])) if length else b""
        model = re.search(rb"bench-(\d+)", body)
        tokens = int(model[1]) if model else 0
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
            pause = clock.create_future()
            clock.call_later(PACE, pause.set_result, None)
            await pause
            count = min(BURST, tokens - sent)
            writer.write(b"".join(piece(wire, f"{time.monotonic_ns()} ") for _ in range(count)))
            await writer.drain()
        writer.write(after)
        writer.close()

    async def listen() -> None:
        server = await asyncio.start_server(answer, "127.0.0.1", 0)
        address_pipe.send(server.sockets[0].getsockname()[1])
        await server.serve_forever()

    asyncio.run(listen())


def provider(wire: str, url: str) -> Provider:
    """Return the provider for *wire*."""
    match wire:
        case "chat":
            return OpenAIChat(ProviderEndpoint("Bench", openai_address(url)))
        case "messages":
            return AnthropicMessages(ProviderEndpoint("Bench", anthropic_address(url)))
        case "responses":
            return OpenAIResponses(ProviderEndpoint("Bench", openai_address(url)))
        case _:
            return Ollama(ProviderEndpoint("Bench", plain_address(url)), 8192)


async def provider_texts(source: Provider, tokens: int) -> AsyncIterator[str]:
    """Yield the texts of one answer as the agent receives them."""
    request = ModelRequest(f"bench-{tokens}", "Bench.", (user_message("Go."),), (TOOL,))
    async with aclosing(source.stream(request)) as events:
        async for event in events:
            if isinstance(event, TextArrived):
                yield event.text


async def bare_texts(wire: str, url: str, tokens: int) -> AsyncIterator[str]:
    """Yield the same texts with only the HTTP library and json."""
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


async def collect_delays(texts: AsyncIterator[str], into: list[float]) -> int:
    """Read *texts* and append the age of each time stamp in microseconds to *into*; return the number of tokens."""
    count = 0
    async for text in texts:
        now = time.monotonic_ns()
        stamps = text.split()
        count += len(stamps)
        into.extend((now - int(stamp)) / 1000 for stamp in stamps)
    return count


async def measure_streams(open_texts: Callable[[], AsyncIterator[str]], streams: int) -> tuple[list[float], float]:
    """Read *streams* streams concurrently; return the delays and the processor time in seconds."""
    delays: list[float] = []
    started = time.process_time()
    await asyncio.gather(*(collect_delays(open_texts(), delays) for _ in range(streams)))
    return delays, time.process_time() - started


def delay_summary(delays: list[float]) -> str:
    """Return the delays for a line of the report."""
    delays.sort()
    p99 = delays[int(len(delays) * 0.99)]
    return f"median {statistics.median(delays):7.0f} µs, p99 {p99:7.0f} µs, worst {delays[-1]:7.0f} µs"


async def peak_memory(read: Callable[[], Awaitable[None]]) -> int:
    """Return the peak memory in bytes while *read* runs."""
    gc.collect()
    tracemalloc.start()
    await read()
    peak = tracemalloc.get_traced_memory()[1]
    tracemalloc.stop()
    return peak


async def bench(wire: str, url: str, tokens: int, streams: int) -> bool:
    """Measure one wire; return whether every token arrived."""

    async def read_all(texts: AsyncIterator[str]) -> None:
        gathered = [text async for text in texts]
        assert gathered

    source = provider(wire, url)
    emulated = ToolEmulation(source, mode="sentinel")
    await read_all(provider_texts(source, 100))  # imports modules and connects
    rows: dict[str, Callable[[int], AsyncIterator[str]]] = {
        "bare": lambda count: bare_texts(wire, url, count),
        "provider": lambda count: provider_texts(source, count),
        "with text-based tools": lambda count: provider_texts(emulated, count),
    }
    complete, base_processor, base_peak, share = True, 0.0, 0, tokens // streams
    for name, open_texts in rows.items():
        delays, processor = await measure_streams(partial(open_texts, share), streams)
        peak = await peak_memory(partial(read_all, open_texts(tokens)))
        base_processor, base_peak = base_processor or processor, base_peak or peak
        complete = complete and len(delays) == share * streams
        print(
            f"{wire:10} {name:20} {delay_summary(delays)}, processor {processor / len(delays) * 1e6:5.1f} µs per token "
            f"({processor / base_processor:4.1f} times bare), memory of a stream of {tokens:,} tokens "
            f"{peak / 1e6:4.1f} MB ({peak / base_peak:4.1f} times bare)",
            flush=True,
        )
    await source.aclose()
    return complete


def main() -> int:
    """Run every wire; return 1 if a token was lost."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--tokens", type=int, default=20_000, help="in total")
    parser.add_argument("--streams", type=int, default=8, help="concurrent")
    options = parser.parse_args()
    complete = True
    for wire in ("chat", "messages", "responses", "ollama"):
        own_end, server_end = multiprocessing.Pipe()
        server = multiprocessing.get_context("spawn").Process(target=serve, args=(wire, server_end), daemon=True)
        server.start()
        try:
            url = f"http://127.0.0.1:{own_end.recv()}"
            complete = asyncio.run(bench(wire, url, options.tokens, options.streams)) and complete
        finally:
            server.terminate()
            server.join()
    print("every token arrived" if complete else "TOKENS WERE LOST")
    return 0 if complete else 1


if __name__ == "__main__":
    sys.exit(main())
