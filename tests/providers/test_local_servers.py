import asyncio

import httpx2
import pytest

from tests.support.local_servers import lmstudio_routes
from tests.support.wire import Raw, WireServer, redirect, refused
from tests.support.wire_ollama import facts, reply, shown
from tests.support.wire_turns import html
from vaultdesk.providers import local_servers
from vaultdesk.providers.local_servers import (
    DEFAULT_URLS,
    LocalServer,
    LocalServerUrls,
    find_servers,
    local_ollama_url,
)

MODELS = {"qwen3:8b": shown("completion", "tools"), "nomic": shown("embedding")}
CLOSED = "http://127.0.0.1:9"
"""The discard port: nothing answers there."""


@pytest.mark.parametrize(("version", "count"), [("0.4", 2), ("0.3", 2), ("0.2", 1)])
async def test_running_servers_are_found_with_their_number_of_models(version: str, count: int) -> None:
    async with WireServer(routes=facts(MODELS)) as first, WireServer(routes=lmstudio_routes(version)) as second:
        found = await find_servers({}, urls=LocalServerUrls(first.url, second.url))

    assert found == (
        LocalServer("ollama", "Ollama", first.url, 2),
        LocalServer("lmstudio", "LM Studio", f"{second.url}/v1", count),
    )
    paths = [recorded.path for recorded in first.requests + second.requests]
    assert paths[:2] == ["/api/version", "/api/tags"]
    assert all(
        recorded.method == "GET" and "authorization" not in recorded.headers
        for recorded in first.requests + second.requests
    )


async def test_without_servers_nothing_is_found() -> None:
    assert await find_servers({}, urls=LocalServerUrls(CLOSED, CLOSED)) == ()


OTHER_REPLIES = [
    ("a page", html()),
    ("text", Raw(b"hello")),
    ("JSON of something else", reply({"version": 3, "object": "list", "data": []})),
    ("an OpenAI server", reply({"object": "list", "data": [{"id": "m", "object": "model", "owned_by": "vllm"}]})),
    ("an error", refused(500, "oops")),
    ("a refusal", refused(401, "no")),
    ("deep nesting", Raw(b"[" * 100_000)),
    ("a broken connection", Raw(b"", reset=True)),
]


@pytest.mark.parametrize(("name", "response"), OTHER_REPLIES, ids=[name for name, _ in OTHER_REPLIES])
async def test_other_servers_at_these_addresses_are_not_found(name: str, response: Raw) -> None:
    paths = ("/api/version", "/api/tags", "/api/v1/models", "/api/v0/models", "/v1/models")
    async with WireServer(routes=dict.fromkeys(paths, lambda _: response)) as server:
        assert await find_servers({}, urls=LocalServerUrls(server.url, server.url)) == ()


async def test_a_redirect_is_not_followed() -> None:
    async with WireServer(routes=facts(MODELS)) as second:
        paths = ("/api/version", "/api/v1/models", "/api/v0/models", "/v1/models")
        async with WireServer(routes=dict.fromkeys(paths, lambda _: redirect(second.url))) as first:
            assert await find_servers({}, urls=LocalServerUrls(first.url, first.url)) == ()

    assert second.requests == []


@pytest.mark.parametrize("silent", [Raw(hold=True), Raw(b'{"version":', hold=True), Raw(endless=b" ")])
async def test_both_servers_are_requested_in_parallel_with_a_time_limit(
    silent: Raw, monkeypatch: pytest.MonkeyPatch
) -> None:
    paths = ("/api/version", "/api/v1/models", "/api/v0/models", "/v1/models")
    async with asyncio.timeout(40), WireServer(routes=dict.fromkeys(paths, lambda _: silent)) as server:
        urls = LocalServerUrls(server.url, server.url)
        assert await find_servers({}, urls=urls) == ()

        server.requests.clear()
        monkeypatch.setattr(local_servers, "DISCOVERY_TIMEOUT", 300.0)
        search = asyncio.create_task(find_servers({}, urls=urls))
        while not {"/api/version", "/api/v1/models"} <= {request.path for request in server.requests}:
            await asyncio.sleep(0.01)
        search.cancel()
        await asyncio.wait([search])


async def test_ollama_is_found_at_the_address_in_ollama_host_without_a_proxy(monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("HTTP_PROXY", "http_proxy", "ALL_PROXY", "all_proxy"):
        monkeypatch.setenv(name, "http://127.0.0.1:1")
    async with WireServer(routes=facts(MODELS)) as server:
        environment = {"OLLAMA_HOST": server.url.removeprefix("http://")}
        found = await find_servers(environment, urls=LocalServerUrls(CLOSED, CLOSED))

    assert found == (LocalServer("ollama", "Ollama", server.url, 2),)


async def test_another_computer_in_ollama_host_is_not_requested() -> None:
    requested_urls: list[str] = []

    def refuse(request: httpx2.Request) -> httpx2.Response:
        requested_urls.append(str(request.url.copy_with(path="/")))
        return httpx2.Response(404)

    assert await find_servers({"OLLAMA_HOST": "gpu.example:11434"}, httpx2.MockTransport(refuse)) == ()
    assert set(requested_urls) == {"http://127.0.0.1:11434/", "http://127.0.0.1:1234/"}
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
def test_ollama_host_is_parsed_as_ollama_parses_it(host: str, url: str) -> None:
    assert local_ollama_url(host) == url
