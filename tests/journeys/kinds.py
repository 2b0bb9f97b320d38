"""Kinds: every kind of provider on a server of ours, how each is asked, what its requests say. Scripts no answers."""

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
    """One kind of provider and the wire it speaks."""

    name: str
    wire: Wire
    settings: Mapping[str, object] = field(default_factory=dict)

    def server(self, script: Script, **more: Any) -> WireServer:
        """Return a server that speaks its wire from *script*; of its models it says that they can do everything."""
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
"""Every kind with an address; codex is a program and has tests of its own."""

NAMED = {kind.name: kind for kind in KINDS}

WIRES = {kind.wire: kind for kind in reversed(KINDS)}
"""One kind for each wire."""


def case_name(value: Kind | str) -> str:
    """Return how a test case calls *value*."""
    return value if isinstance(value, str) else value.name


def asked(server: WireServer) -> list[Recorded]:
    """Return the requests that asked a model for an answer."""
    return [request for request in server.posts if not request.path.endswith("/api/show")]


def bodies(server: WireServer) -> list[Body]:
    """Return what those requests said."""
    return [request.json for request in asked(server)]


def items(body: Body) -> list[Body]:
    """Return the conversation in *body*, without the system prompt."""
    told: list[Body] = body["input"] if "input" in body else body["messages"]
    return [item for item in told if item.get("role") != "system"]


def system(body: Body) -> str:
    """Return the system prompt of *body*."""
    apart: str | None = body.get("instructions") or body.get("system")
    return apart or next(item["content"] for item in body["messages"] if item["role"] == "system")


def calls(body: Body) -> list[tuple[str, str, Any]]:
    """Return every native call in *body*: id (empty where the wire has none), name, arguments."""
    return [found for item in items(body) for found in _calls(item)]


def results(body: Body) -> list[tuple[str, Any, bool | None]]:
    """Return every native result in *body*: id, value, and its error flag where the wire has one."""
    return [found for item in items(body) for found in _results(item)]


def check_pairs(kind: Kind, body: Body, own: str = "") -> None:
    """Assert that each call of *body* has exactly one result, at once and in order, under an id of its own.

    An id is of a kind every vendor takes, unless it is the server's *own*.
    """
    waiting: list[str] = []
    seen: list[str] = []
    for item in items(body):
        answered = [found[0] for found in _results(item)]
        assert answered == waiting[: len(answered)], "a result without its call, or out of order"
        waiting = waiting[len(answered) :]
        new = [found[0] for found in _calls(item)]
        between = not answered and item.get("type") != "function_call"
        assert not (waiting and between), "something stands between a call and its result"
        waiting += new
        seen += new
    assert waiting == [], "a call without its result"
    named = [one for one in seen if one]
    assert len(named) == len(set(named)), "two calls of one id"
    assert kind.wire == "ollama" or len(named) == len(seen)
    assert all(one == own or re.fullmatch(r"[a-zA-Z0-9_-]{1,64}", one) for one in named)


def words(body: Body) -> list[tuple[str, str]]:
    """Return who says what in *body*, on any wire; nothing but text counts."""
    return [(item["role"], _text(item)) for item in items(body) if "role" in item and _text(item)]


def pictures(body: Body) -> list[str]:
    """Return the base64 of every picture in *body*."""
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
        given = function["arguments"]
        yield call.get("id", ""), function["name"], json.loads(given) if isinstance(given, str) else given
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
    """Put a scripted codex in the place of the one on PATH."""
    server = CodexServer(folder, turns, **options)
    patch.setattr(codex_provider, "find_codex", lambda *_: server.command)
    return server
