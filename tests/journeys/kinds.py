"""Every kind of provider with an address, its test server, and functions that read its requests."""

import json
import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import pytest

from tests.support.codex_server import CodexServer, Step
from tests.support.wire import Recorded, WireServer
from tests.support.wire_ollama import facts, shown
from tests.support.wire_turns import Script, Wire
from vaultdesk.providers.codex import codex_provider

Body = dict[str, Any]


@dataclass(frozen=True)
class Kind:
    """One kind of provider and its wire format."""

    name: str
    wire: Wire
    settings: Mapping[str, object] = field(default_factory=dict)

    def server(self, script: Script, **more: Any) -> WireServer:
        """Return a server that answers from *script* and lists its model with every capability."""
        scripts: dict[str, Any] = {self.wire: script}
        able = facts({"scripted": shown("completion", "tools", "thinking", "vision")})
        return WireServer(**scripts, **{"routes": able, **more})


KINDS = (
    Kind("openai responses", "responses", {"kind": "openai"}),
    Kind("openai chat", "openai", {"kind": "openai", "api": "chat"}),
    Kind("anthropic", "anthropic", {"kind": "anthropic"}),
    Kind("gemini", "openai", {"kind": "gemini"}),
    Kind("openrouter", "openai", {"kind": "openrouter"}),
    Kind("ollama", "ollama", {"kind": "ollama"}),
    Kind("lmstudio", "openai", {"kind": "lmstudio"}),
    Kind("openai-compatible", "openai", {"kind": "openai-compatible"}),
)
"""Every kind with an address; codex is a program and has its own tests."""

NAMED = {kind.name: kind for kind in KINDS}

WIRES = {kind.wire: kind for kind in reversed(KINDS)}
"""One kind for each wire."""


def case_name(value: Kind | str) -> str:
    """Return the name of *value* in the id of a test case."""
    return value if isinstance(value, str) else value.name


def model_requests(server: WireServer) -> list[Recorded]:
    """Return the requests for an answer of a model."""
    return [request for request in server.posts if not request.path.endswith("/api/show")]


def bodies(server: WireServer) -> list[Body]:
    """Return the JSON bodies of the requests for an answer."""
    return [request.json for request in model_requests(server)]


def items(body: Body) -> list[Body]:
    """Return the conversation in *body*, without the system prompt."""
    messages: list[Body] = body["input"] if "input" in body else body["messages"]
    return [item for item in messages if item.get("role") != "system"]


def system(body: Body) -> str:
    """Return the system prompt of *body*."""
    prompt: str | None = body.get("instructions") or body.get("system")
    return prompt or next(item["content"] for item in body["messages"] if item["role"] == "system")


def calls(body: Body) -> list[tuple[str, str, Any]]:
    """Return every native call in *body*: id (empty where the wire has none), name, arguments."""
    return [found for item in items(body) for found in _calls(item)]


def results(body: Body) -> list[tuple[str, Any, bool | None]]:
    """Return every native result in *body*: id, value, and its error flag where the wire has one."""
    return [found for item in items(body) for found in _results(item)]


def check_pairs(kind: Kind, body: Body, server_id: str = "") -> None:
    """Assert that each call of *body* has a unique id and is directly followed by exactly one result, in order.

    An id has a form that every vendor accepts, unless it is *server_id*, the id given by the server.
    """
    waiting: list[str] = []
    seen: list[str] = []
    for item in items(body):
        answered = [found[0] for found in _results(item)]
        assert answered == waiting[: len(answered)], "a result without its call, or out of order"
        waiting = waiting[len(answered) :]
        new = [found[0] for found in _calls(item)]
        between = not answered and item.get("type") != "function_call"
        assert not (waiting and between), "a message separates a call from its result"
        waiting += new
        seen += new
    assert waiting == [], "a call without its result"
    ids = [call_id for call_id in seen if call_id]
    assert len(ids) == len(set(ids)), "two calls of one id"
    assert kind.wire == "ollama" or len(ids) == len(seen)
    assert all(call_id == server_id or re.fullmatch(r"[a-zA-Z0-9_-]{1,64}", call_id) for call_id in ids)


def text_messages(body: Body) -> list[tuple[str, str]]:
    """Return role and text of each message of *body* in any wire format; messages without text are left out."""
    return [(item["role"], _text(item)) for item in items(body) if "role" in item and _text(item)]


def pictures(body: Body) -> list[str]:
    """Return every image in *body*, in base64."""
    text = json.dumps([item for item in items(body) if item.get("role") == "user"])
    return re.findall(r'(?:base64,|"data": "|"images": \[")([A-Za-z0-9+/=]{20,})', text)


def _text(item: Body) -> str:
    content = item["content"] or ""
    if isinstance(content, str):
        return "" if item["role"] == "tool" else content
    return "\n\n".join(part["text"] for part in content if part["type"] in ("text", "input_text", "output_text"))


def _calls(item: Body) -> Iterator[tuple[str, str, Any]]:
    if item.get("type") == "function_call":
        yield item["call_id"], item["name"], json.loads(item["arguments"])
    for call in item.get("tool_calls", ()):
        function = call["function"]
        arguments = function["arguments"]
        yield call.get("id", ""), function["name"], json.loads(arguments) if isinstance(arguments, str) else arguments
    content = item.get("content")
    for block in content if isinstance(content, list) else ():
        if block["type"] == "tool_use":
            yield block["id"], block["name"], block["input"]


def _results(item: Body) -> Iterator[tuple[str, Any, bool | None]]:
    if item.get("type") == "function_call_output":
        yield item["call_id"], json.loads(item["output"]), None
    if item.get("role") == "tool":
        yield item.get("tool_call_id", ""), json.loads(item["content"]), None
    content = item.get("content")
    for block in content if isinstance(content, list) else ():
        if block["type"] == "tool_result":
            yield block["tool_use_id"], json.loads(block["content"]), block.get("is_error", False)


def scripted_codex(patch: pytest.MonkeyPatch, folder: Path, turns: list[list[Step]], **options: Any) -> CodexServer:
    """Replace the codex on PATH by a scripted one."""
    server = CodexServer(folder, turns, **options)
    patch.setattr(codex_provider, "find_codex", lambda *_: server.command)
    return server
