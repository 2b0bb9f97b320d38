"""Wire: a loopback server that plays scripted turns in the wire formats of OpenAI, Anthropic and Ollama.

    search = Turn(calls=[Call("vault_search", {"query": "boiler"})])
    async with WireServer(openai=[search, Turn("It leaks.")]) as server:
        ... base_url=server.url ...
    assert [request.json["model"] for request in server.requests] == ["m", "m"]

It runs in separate threads, so `with` works too, and a test may block on a child process that connects to it. To try
the program manually: `python -m tests.support.wire --wire openai --port 8080`.
"""

import argparse
import contextlib
import json
import select
import socket
import socketserver
import sys
import threading
import time
from collections.abc import Callable, Mapping
from typing import Any, Self

from tests.support.wire_turns import Call, Raw, Recorded, Reply, Script, Turn, Wire, encoded, redirect, refused

__all__ = ["Call", "Raw", "Recorded", "Turn", "WireServer", "redirect", "refused"]

HOLD_LIMIT = 30.0
"""Maximum seconds for which an answer is held, so that no thread outlives its test."""


class WireServer:
    """The server. Plays the turns in order; `requests` lists the requests received."""

    def __init__(
        self,
        *,
        openai: Script = (),
        anthropic: Script = (),
        responses: Script = (),
        ollama: Script = (),
        routes: Mapping[str, Callable[[Recorded], Raw]] | None = None,
        models: tuple[str, ...] = ("scripted",),
        key: str = "",
        port: int = 0,
        host: str = "127.0.0.1",
        pause: float = 0.0,
    ) -> None:
        """*key*: reject every request without it. *pause*: seconds between two events.

        *routes* answer complete paths (`/api/show`) and take precedence over the scripts.
        """
        self.requests: list[Recorded] = []
        self.hung_up = threading.Event()
        """Set once a client closed the connection in the middle of an answer."""
        self.held = threading.Event()
        """Set once an answer waits for `release`."""
        self._scripts: dict[Wire, Script] = {
            "openai": openai,
            "anthropic": anthropic,
            "responses": responses,
            "ollama": ollama,
        }
        self._used: dict[Wire, int] = dict.fromkeys(self._scripts, 0)
        self._routes = dict(routes or {})
        self._models = models
        self._key = key
        self._pause = pause
        self._released = threading.Event()
        self._lock = threading.Lock()
        self._server = _Server((host, port), _handler(self))
        self._thread = threading.Thread(target=self._server.serve_forever, args=(0.02,), daemon=True)

    @property
    def url(self) -> str:
        """The base URL without a path."""
        return f"http://{self._server.server_address[0]!s}:{self._server.server_address[1]}"

    @property
    def posts(self) -> list[Recorded]:
        """The POST requests."""
        return [request for request in self.requests if request.method == "POST"]

    def release(self) -> None:
        """Continue every held answer."""
        self._released.set()

    def close(self) -> None:
        """Stop serving."""
        self.release()
        self._server.shutdown()
        self._server.server_close()
        self._thread.join(5)

    def __enter__(self) -> Self:
        self._thread.start()
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    async def __aenter__(self) -> Self:
        return self.__enter__()

    async def __aexit__(self, *_: object) -> None:
        self.close()

    def answer(self, request: Recorded, connection: socket.socket) -> None:
        """Serve one request. Called in the thread of the connection."""
        with self._lock:
            self.requests.append(request)
        try:
            if self._key and request.key != self._key:
                self._send_raw(refused(401, f"Incorrect API key provided: {request.key}."), connection)
            elif (route := self._routes.get(request.path.partition("?")[0])) is not None:
                self._send_raw(route(request), connection)
            elif request.method == "GET" and request.path.partition("?")[0].endswith("/models"):
                self._send_raw(self._model_list(request), connection)
            elif request.method == "POST" and request.path.endswith("/chat/completions"):
                self._reply("openai", request, connection)
            elif request.method == "POST" and request.path.endswith("/messages"):
                self._reply("anthropic", request, connection)
            elif request.method == "POST" and request.path.endswith("/responses"):
                self._reply("responses", request, connection)
            elif request.method == "POST" and request.path.endswith("/api/chat"):
                self._reply("ollama", request, connection)
            else:
                self._send_raw(Raw(b"Not Found", 404, "text/plain"), connection)
        except OSError:
            self.hung_up.set()

    def _reply(self, wire: Wire, request: Recorded, connection: socket.socket) -> None:
        reply = self._next(wire, request)
        if isinstance(reply, Turn):
            kind = "application/x-ndjson" if wire == "ollama" else "text/event-stream"
            self._send_turn(encoded(wire, reply), reply, connection, kind)
        else:
            self._send_raw(reply, connection)

    def _next(self, wire: Wire, request: Recorded) -> Reply:
        script = self._scripts[wire]
        if callable(script):
            return script(request)
        with self._lock:
            place = self._used[wire]
            self._used[wire] += 1
        if place >= len(script):
            return refused(400, f"The script has {len(script)} turns and was asked for one more.")
        step = script[place]
        return step(request) if callable(step) else step

    def _send_turn(self, events: list[bytes], turn: Turn, connection: socket.socket, kind: str) -> None:
        connection.sendall(_head(Raw(content_type=kind)))
        if turn.piece:
            body = b"".join(events)
            for start in range(0, len(body), turn.piece):
                connection.sendall(body[start : start + turn.piece])
            return
        for place, event in enumerate(events):
            if place == turn.cut_after:
                return
            if place == turn.hold_after:
                self._hold(connection)
            connection.sendall(event)
            if self._pause:
                time.sleep(self._pause)

    def _send_raw(self, raw: Raw, connection: socket.socket) -> None:
        connection.sendall(_head(raw) + raw.body)
        if raw.hold:
            self._hold(connection)
        while raw.endless:
            connection.sendall(raw.endless * 50)

    def _hold(self, connection: socket.socket) -> None:
        self.held.set()
        deadline = time.monotonic() + HOLD_LIMIT
        while not self._released.is_set() and time.monotonic() < deadline:
            readable, _, _ = select.select([connection], [], [], 0.02)
            if readable and not connection.recv(1):
                raise ConnectionResetError

    def _model_list(self, request: Recorded) -> Raw:
        if "anthropic-version" in request.headers:
            listed: list[dict[str, Any]] = [
                {"type": "model", "id": name, "display_name": name} for name in self._models
            ]
            body: dict[str, Any] = {"data": listed, "has_more": False}
        else:
            listed = [{"id": name, "object": "model", "created": 1, "owned_by": "script"} for name in self._models]
            body = {"object": "list", "data": listed}
        return Raw(json.dumps(body).encode(), 200, "application/json")


class _Server(socketserver.ThreadingTCPServer):
    allow_reuse_address = True
    daemon_threads = True
    block_on_close = False


def _handler(server: WireServer) -> type[socketserver.BaseRequestHandler]:
    class Handler(socketserver.StreamRequestHandler):
        def handle(self) -> None:
            try:
                request = _read_request(self.rfile)
            except (OSError, ValueError):
                return
            if request is not None:
                server.answer(request, self.connection)

        def finish(self) -> None:
            with contextlib.suppress(OSError):
                self.connection.shutdown(socket.SHUT_RDWR)
            super().finish()

    return Handler


def _read_request(source: Any) -> Recorded | None:
    if source.peek(1)[:1] == b"\x16":
        return None  # a TLS client hello: close the connection, as plain servers do
    first = source.readline(65536).decode("latin-1").split()
    if len(first) < 2:
        return None
    headers: dict[str, str] = {}
    while line := source.readline(65536).decode("latin-1").strip():
        name, _, value = line.partition(":")
        headers[name.strip().lower()] = value.strip()
    body = source.read(int(headers.get("content-length", "0")))
    try:
        value = json.loads(body) if body else None
    except ValueError:
        value = None
    return Recorded(first[0], first[1], headers, value)


def _head(raw: Raw) -> bytes:
    lines = [f"HTTP/1.1 {raw.status} Scripted", "Connection: close", f"Content-Type: {raw.content_type}"]
    if raw.reset:
        lines.append(f"Content-Length: {len(raw.body) + 1000}")
    lines += [f"{name}: {value}" for name, value in raw.headers.items()]
    return ("\r\n".join(lines) + "\r\n\r\n").encode()


def demo(request: Recorded) -> Turn:
    """Play a model that searches for the longest word of the question, reads the results, and names the notes."""
    results = _results(request.json)
    if not results:
        question = _question(request.json)
        word = max("".join(c if c.isalnum() else " " for c in question).split() or ["note"], key=len)
        offered = request.json.get("tools")
        if not offered:
            return Turn("I was given no tools, so I cannot look into the notes.")
        return Turn("Let me look.", [Call("vault_search", {"query": word})], reasoning=f"I should search for {word}.")
    found = results[-1].get("data") or []
    paths = [entry["path"] for entry in found if isinstance(entry, dict) and "path" in entry]
    if not results[-1].get("success"):
        return Turn(f"I was not allowed to: {results[-1].get('error', {}).get('message', '')}")
    if found and "preview" in found[0]:
        return Turn("I will read what I found.", [Call("file_read", {"file_paths": paths[:3]})])
    named = ", ".join(f"[[{path.removesuffix('.md')}]]" for path in paths)
    return Turn(f"These notes speak of it: {named}." if named else "I found nothing.")


def _messages_since_question(body: dict[str, Any]) -> tuple[str, list[str]]:
    """Return the last question and the tool results after it, in either wire format."""
    question, results = "", list[str]()
    for message in body["messages"]:
        content = message.get("content")
        blocks = content if isinstance(content, list) else [{"type": "text", "text": content or ""}]
        for block in blocks:
            if message["role"] == "tool":
                results.append(block["text"])
            elif block.get("type") == "tool_result":
                results.append(block["content"])
            elif message["role"] == "user" and block.get("type") == "text":
                question, results = block["text"], []
    return question, results


def _question(body: dict[str, Any]) -> str:
    return _messages_since_question(body)[0]


def _results(body: dict[str, Any]) -> list[dict[str, Any]]:
    return [json.loads(text) for text in _messages_since_question(body)[1]]


def main() -> None:
    """Serve the demonstration until interrupted."""
    options = argparse.ArgumentParser(description="A server that speaks a vendor's wire format from a script.")
    options.add_argument("--wire", choices=("openai", "anthropic"), default="openai")
    options.add_argument("--port", type=int, default=0)
    options.add_argument("--pause", type=float, default=0.05, help="seconds between two pieces of an answer")
    chosen = options.parse_args()
    script: dict[str, Callable[[Recorded], Turn]] = {chosen.wire: demo}
    with WireServer(**script, port=chosen.port, pause=chosen.pause) as server:  # type: ignore[arg-type]  # one of two parameter names
        kind = "openai-compatible" if chosen.wire == "openai" else "anthropic"
        sys.stdout.write(
            f"Serving {chosen.wire} at {server.url}\n"
            f"  vaultdesk config set providers.demo.kind {kind}\n"
            f"  vaultdesk config set providers.demo.base_url {server.url}\n"
            "  vaultdesk ask --model demo/scripted --approve all 'a question'\n"
        )
        sys.stdout.flush()
        with contextlib.suppress(KeyboardInterrupt):
            threading.Event().wait()


if __name__ == "__main__":
    main()
