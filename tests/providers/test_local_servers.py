import asyncio
import time

import httpx2
import pytest

from tests.support.local_servers import lmstudio_routes
from tests.support.wire import Raw, WireServer, redirect, refused
from tests.support.wire_ollama import facts, reply, shown
from tests.support.wire_turns import html
from vaultdesk.providers.local_servers import (
    DEFAULT_URLS,
    DISCOVERY_TIMEOUT,
    LocalServer,
    LocalServerUrls,
    find_servers,
    local_ollama_url,
)

MODELS = {"qwen3:8b": shown("completion", "tools"), "nomic": shown("embedding")}
CLOSED = "http://127.0.0.1:9"
"""The discard port: nothing answers there."""


@pytest.mark.parametrize(("version", "count"), [("0.4", 2), ("0.3", 2), ("0.2", 1)])
async def test_what_runs_is_found_with_how_many_models_it_has(version: str, count: int) -> None:
    async with WireServer(routes=facts(MODELS)) as first, WireServer(routes=lmstudio_routes(version)) as second:
        found = await find_servers({}, urls=LocalServerUrls(first.url, second.url))

    assert found == (
        LocalServer("ollama", "Ollama", first.url, 2),
        LocalServer("lmstudio", "LM Studio", f"{second.url}/v1", count),
    )
    asked = [one.path for one in first.requests + second.requests]
    assert asked[:2] == ["/api/version", "/api/tags"]
    assert all(one.method == "GET" and "authorization" not in one.headers for one in first.requests + second.requests)


async def test_nobody_there_is_nothing_found() -> None:
    assert await find_servers({}, urls=LocalServerUrls(CLOSED, CLOSED)) == ()


WRONG = [
    ("a page", html()),
    ("words", Raw(b"hello")),
    ("JSON of something else", reply({"version": 3, "object": "list", "data": []})),
    ("an OpenAI server", reply({"object": "list", "data": [{"id": "m", "object": "model", "owned_by": "vllm"}]})),
    ("an error", refused(500, "oops")),
    ("a closed door", refused(401, "no")),
    ("deep nesting", Raw(b"[" * 100_000)),
    ("a broken connection", Raw(b"", reset=True)),
]


@pytest.mark.parametrize(("name", "wrong"), WRONG, ids=[wrong[0] for wrong in WRONG])
async def test_something_else_that_answers_there_is_not_found(name: str, wrong: Raw) -> None:
    paths = ("/api/version", "/api/tags", "/api/v1/models", "/api/v0/models", "/v1/models")
    async with WireServer(routes=dict.fromkeys(paths, lambda _: wrong)) as server:
        assert await find_servers({}, urls=LocalServerUrls(server.url, server.url)) == ()


async def test_a_redirect_is_not_followed() -> None:
    async with WireServer(routes=facts(MODELS)) as second:
        paths = ("/api/version", "/api/v1/models", "/api/v0/models", "/v1/models")
        async with WireServer(routes=dict.fromkeys(paths, lambda _: redirect(second.url))) as first:
            assert await find_servers({}, urls=LocalServerUrls(first.url, first.url)) == ()

    assert second.requests == []


@pytest.mark.parametrize("silent", [Raw(hold=True), Raw(b'{"version":', hold=True), Raw(endless=b" ")])
async def test_both_are_asked_at_once_and_none_is_waited_for_long(silent: Raw) -> None:
    paths = ("/api/version", "/api/v1/models", "/api/v0/models", "/v1/models")
    began = time.monotonic()
    async with asyncio.timeout(10), WireServer(routes=dict.fromkeys(paths, lambda _: silent)) as server:
        assert await find_servers({}, urls=LocalServerUrls(server.url, server.url)) == ()

        assert time.monotonic() - began < 2 * DISCOVERY_TIMEOUT + 0.8


async def test_ollama_is_found_where_its_variable_says_and_no_proxy_is_asked(monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("HTTP_PROXY", "http_proxy", "ALL_PROXY", "all_proxy"):
        monkeypatch.setenv(name, "http://127.0.0.1:1")
    async with WireServer(routes=facts(MODELS)) as server:
        moved = {"OLLAMA_HOST": server.url.removeprefix("http://")}
        found = await find_servers(moved, urls=LocalServerUrls(CLOSED, CLOSED))

    assert found == (LocalServer("ollama", "Ollama", server.url, 2),)


async def test_another_computer_is_not_asked_unbidden() -> None:
    asked: list[str] = []

    def refuse(request: httpx2.Request) -> httpx2.Response:
        asked.append(str(request.url.copy_with(path="/")))
        return httpx2.Response(404)

    assert await find_servers({"OLLAMA_HOST": "gpu.example:11434"}, httpx2.MockTransport(refuse)) == ()
    assert set(asked) == {"http://127.0.0.1:11434/", "http://127.0.0.1:1234/"}
    assert LocalServerUrls("http://127.0.0.1:11434", "http://127.0.0.1:1234/v1") == DEFAULT_URLS


@pytest.mark.parametrize(
    ("host", "url"),
    [
        ("", ""),
        ("127.0.0.1", "http://127.0.0.1:11434"),
        ("localhost:9999", "http://localhost:9999"),
        ("http://localhost", "http://localhost"),
        ("https://localhost/", "https://localhost"),
        (":8080", "http://127.0.0.1:8080"),
        ("0.0.0.0", "http://127.0.0.1:11434"),
        ("0.0.0.0:80", "http://127.0.0.1"),
        ("::", "http://[::1]:11434"),
        ("[::1]:5", "http://[::1]:5"),
        ("::1", "http://[::1]:11434"),
        ("gpu.example", ""),
        ("192.168.0.4:11434", ""),
        ("http://user:secret@localhost", "http://localhost"),
        ("localhost:many", ""),
        ("ftp://localhost", ""),
        ("[", ""),
        ("a b", ""),
    ],
)
def test_the_variable_is_read_as_ollama_reads_it(host: str, url: str) -> None:
    assert local_ollama_url(host) == url
