"""Tests of providers/embedding_provider.py: vectors over both APIs, and invalid answers."""

import json
from typing import Any

import pytest

from tests.support.wire import Raw, Recorded, WireServer, redirect
from tests.support.wire_ollama import refused, reply, shown
from vaultdesk.core.errors import ProviderBroken, ProviderError, ProviderRefused, ProviderUnreachable
from vaultdesk.core.settings.settings_schema import ProviderKind
from vaultdesk.core.transmission import Destination
from vaultdesk.providers.embedding_provider import EmbeddingProvider
from vaultdesk.providers.http_connection import Timeouts, openai_address, plain_address
from vaultdesk.providers.sdk_provider import ProviderEndpoint

SECRET = "sk-test-0123456789abcdef"


def openai(url: str, kind: ProviderKind = "openai-compatible", **endpoint: Any) -> EmbeddingProvider:
    return EmbeddingProvider(ProviderEndpoint("Work", openai_address(f"{url}/v1"), **endpoint), kind, "embedder")


def ollama(url: str, model: str = "nomic-embed-text", **endpoint: Any) -> EmbeddingProvider:
    return EmbeddingProvider(ProviderEndpoint("Ollama", plain_address(url), **endpoint), "ollama", model)


def reversed_reply(request: Recorded) -> Raw:
    rows = [
        {"object": "embedding", "index": index, "embedding": [index, 0.5]}
        for index in range(len(request.json["input"]))
    ]
    return reply({"object": "list", "data": rows[::-1], "model": "embedder", "usage": {"prompt_tokens": 4}})


def ollama_reply(request: Recorded) -> Raw:
    return reply({"model": "nomic-embed-text", "embeddings": [[len(text), 1.0] for text in request.json["input"]]})


async def test_openai_vectors_are_sorted_by_index() -> None:
    async with WireServer(routes={"/v1/embeddings": reversed_reply}) as server:
        source = openai(server.url, key=lambda: SECRET)
        assert await source.vectors(["one", "two", "three"]) == [[0.0, 0.5], [1.0, 0.5], [2.0, 0.5]]
        assert await source.vectors([]) == []
        await source.aclose()
        (recorded,) = server.requests
        assert recorded.json == {"model": "embedder", "input": ["one", "two", "three"], "encoding_format": "float"}
        assert recorded.headers["authorization"] == f"Bearer {SECRET}"
        assert await source.resolve_destination() == Destination("Work", server.url.removeprefix("http://"), local=True)


async def test_ollama_vectors_are_requested_by_its_own_api() -> None:
    routes = {"/api/embed": ollama_reply, "/api/show": lambda _: reply(shown("embedding"))}
    async with WireServer(routes=routes) as server:
        source = ollama(server.url)
        assert (await source.resolve_destination()).local
        assert await source.vectors(["Öl", "boiler"]) == [[2.0, 1.0], [6.0, 1.0]]
        await source.aclose()
        assert [recorded.path for recorded in server.requests] == ["/api/show", "/api/embed"]
        assert server.requests[1].json == {"model": "nomic-embed-text", "input": ["Öl", "boiler"], "truncate": True}


async def test_a_model_forwarded_by_ollama_is_remote() -> None:
    facts = shown("embedding", remote_host="https://ollama.com:443", remote_model="embed")
    async with WireServer(routes={"/api/show": lambda _: reply(facts)}) as server:
        source = ollama(server.url)
        assert source.destination.local
        assert await source.resolve_destination() == Destination("Ollama", "ollama.com", local=False)
        assert source.destination.host == "ollama.com"
        await source.aclose()
    assert not ollama(server.url, "embed:cloud").destination.local


@pytest.mark.parametrize(
    "body",
    [
        {},
        [],
        {"data": []},
        {"data": [{"index": 0, "embedding": [1.0]}]},
        {"data": [{"index": 0, "embedding": [1.0]}, {"index": 0, "embedding": [1.0]}]},
        {"data": [{"index": 0, "embedding": [1.0]}, {"index": 1, "embedding": [1.0, 2.0]}]},
        {"data": [{"index": 0, "embedding": []}, {"index": 1, "embedding": []}]},
        {"data": [{"index": 0, "embedding": "AAAA"}, {"index": 1, "embedding": "AAAA"}]},
        {"data": [{"index": 0, "embedding": [True]}, {"index": 1, "embedding": [False]}]},
        {"data": [{"index": 0, "embedding": [1e999]}, {"index": 1, "embedding": [1.0]}]},
        {"data": [{"index": 0, "embedding": [None]}, {"index": 1, "embedding": [1.0]}]},
        {"data": [{"index": 0, "embedding": [0.0] * 20_000}] * 2},
    ],
    ids=lambda body: json.dumps(body)[:40],
)
async def test_an_answer_without_one_vector_for_each_text_is_an_error(body: Any) -> None:
    async with WireServer(routes={"/v1/embeddings": lambda _: reply(body)}) as server:
        source = openai(server.url)
        with pytest.raises(ProviderBroken, match="one vector for each text"):
            await source.vectors(["one", "two"])
        await source.aclose()


@pytest.mark.parametrize(
    ("answer", "kind"),
    [
        (refused(404, "model not found, try pulling it first"), ProviderRefused),
        (refused(429, "slow down"), ProviderError),
        (refused(500, "out of memory"), ProviderError),
        (Raw(b"<html><body>Sign in</body></html>", 200, "text/html"), ProviderBroken),
        (redirect("http://example.com/"), ProviderError),
    ],
)
async def test_each_failure_is_an_error_without_the_key(answer: Raw, kind: type[ProviderError]) -> None:
    async with WireServer(routes={"/v1/embeddings": lambda _: answer}) as server:
        source = openai(server.url, key=lambda: SECRET)
        with pytest.raises(kind) as caught:
            await source.vectors(["one"])
        assert caught.value.title
        assert SECRET not in f"{caught.value} {caught.value.facts}"
        await source.aclose()


async def test_an_unreachable_server_is_an_error() -> None:
    async with WireServer() as server:
        url = server.url
    source = openai(url, timeouts=Timeouts(connect=1.0, idle=1.0))
    with pytest.raises(ProviderUnreachable):
        await source.vectors(["one"])
    await source.aclose()
