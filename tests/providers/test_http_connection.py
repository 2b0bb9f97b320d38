"""Tests of providers/http_connection.py."""

import threading
from collections.abc import AsyncIterator

import httpx2
import pytest

from tests.providers.asking import ask, reply_transport
from vaultdesk.core.errors import ProviderBroken, ProviderRefused, UsageError
from vaultdesk.providers import http_connection
from vaultdesk.providers.anthropic_provider import AnthropicMessages
from vaultdesk.providers.error_context import ErrorContext
from vaultdesk.providers.http_connection import (
    DEFAULT_TIMEOUTS,
    JsonReply,
    anthropic_address,
    ask_json,
    error_for_reply,
    http_client,
    json_value_or_none,
    openai_address,
    proxy_of,
    run_in_thread,
)
from vaultdesk.providers.openai.openai_provider import OpenAIChat
from vaultdesk.providers.sdk_provider import ProviderEndpoint


@pytest.mark.parametrize(
    ("address", "url"),
    [
        ("", "https://api.openai.com/v1"),
        ("http://localhost:1234", "http://localhost:1234/v1"),
        ("http://localhost:1234/", "http://localhost:1234/v1"),
        ("http://localhost:1234/v1", "http://localhost:1234/v1"),
        ("http://localhost:1234/v1/", "http://localhost:1234/v1"),
        (" http://localhost:1234/v1/chat/completions ", "http://localhost:1234/v1"),
        ("localhost:1234", "http://localhost:1234/v1"),
        ("127.0.0.1:1234/v1", "http://127.0.0.1:1234/v1"),
        ("example.com", "https://example.com/v1"),
        ("https://openrouter.ai/api", "https://openrouter.ai/api/v1"),
        ("https://openrouter.ai/api/v1", "https://openrouter.ai/api/v1"),
        ("https://api.z.ai/api/paas/v4", "https://api.z.ai/api/paas/v4"),
        ("https://g.example/v1beta/openai/", "https://g.example/v1beta/openai"),
        ("http://[::1]:8080", "http://[::1]:8080/v1"),
    ],
)
def test_an_address_is_valid_with_and_without_its_version(address: str, url: str) -> None:
    assert openai_address(address).url == url


@pytest.mark.parametrize(
    ("address", "url"),
    [
        ("", "https://api.anthropic.com"),
        ("http://localhost:1234", "http://localhost:1234"),
        ("http://localhost:1234/v1/", "http://localhost:1234"),
        ("https://example.com/anthropic/v1/messages", "https://example.com/anthropic"),
    ],
)
def test_the_version_is_removed_if_the_sdk_adds_it(address: str, url: str) -> None:
    assert anthropic_address(address).url == url


@pytest.mark.parametrize(
    ("address", "path"),
    [
        ("http://localhost:1/inference/chat/completions", "/inference/chat/completions"),
        ("http://localhost:1/chat/completions", "/chat/completions"),
        ("http://localhost:1/v1/chat/completions/", "/v1/chat/completions"),
        ("http://localhost:1/api?tenant=a%20b", "/api/v1/chat/completions?tenant=a%20b"),
        (
            "https://n.openai.azure.com/openai/deployments/gpt/chat/completions?api-version=2025-01-01",
            "/openai/deployments/gpt/chat/completions?api-version=2025-01-01",
        ),
        (
            "https://n.openai.azure.com/openai/deployments/gpt",
            f"/openai/deployments/gpt/chat/completions?api-version={http_connection.AZURE_API_VERSION}",
        ),
        ("https://n.openai.azure.com", "/openai/v1/chat/completions"),
        ("https://n.openai.azure.com/openai/v1/", "/openai/v1/chat/completions"),
        ("https://n.services.ai.azure.com/openai/v1", "/openai/v1/chat/completions"),
    ],
)
async def test_m10_a_complete_address_is_used_unchanged(address: str, path: str) -> None:
    requested: list[str] = []

    def answer(request: httpx2.Request) -> httpx2.Response:
        requested.append(request.url.raw_path.decode())
        return httpx2.Response(200, json={"choices": [{"message": {"content": "ok"}, "finish_reason": "stop"}]})

    provider = OpenAIChat(
        ProviderEndpoint("Server", openai_address(address), key=lambda: "k", transport=httpx2.MockTransport(answer))
    )
    outcome = await ask(provider)
    await provider.aclose()

    assert (outcome.text, requested) == ("ok", [path])


@pytest.mark.parametrize(
    ("address", "add_v1", "path"),
    [
        ("http://localhost:1/anthropic", True, "/anthropic/v1/messages"),
        ("http://localhost:1/anthropic", False, "/anthropic/messages"),
        ("http://localhost:1/anthropic/messages", True, "/anthropic/messages"),
        ("http://localhost:1/v1/messages?beta=true", True, "/v1/messages?beta=true"),
        ("http://localhost:1/v1", False, "/v1/messages"),
        ("http://localhost:1", False, "/messages"),
    ],
)
async def test_m10_a_messages_address_keeps_its_path(address: str, add_v1: bool, path: str) -> None:
    requested: list[str] = []

    def answer(request: httpx2.Request) -> httpx2.Response:
        requested.append(request.url.raw_path.decode())
        return httpx2.Response(400, json={"error": {"message": "No."}})

    provider = AnthropicMessages(
        ProviderEndpoint(
            "Server",
            anthropic_address(address, add_v1=add_v1),
            key=lambda: "k",
            transport=httpx2.MockTransport(answer),
        )
    )
    await ask(provider)
    await provider.aclose()

    assert requested == [path]


def test_m10_the_version_is_not_added_if_disabled() -> None:
    assert openai_address("http://localhost:8080/api", add_v1=False).url == "http://localhost:8080/api"
    assert openai_address("http://localhost:8080", add_v1=False).url == "http://localhost:8080"
    assert openai_address("http://localhost:8080/v1", add_v1=False).url == "http://localhost:8080/v1"


@pytest.mark.parametrize(
    ("address", "headers"),
    [
        ("https://n.openai.azure.com/openai/v1", {"api-key": "k"}),
        ("https://llm.example/v1", {"Authorization": "Bearer k"}),
        ("https://gw.example/openai/deployments/gpt", {"Authorization": "Bearer k", "api-key": "k"}),
    ],
)
def test_m10_azure_gets_the_key_in_its_own_header(address: str, headers: dict[str, str]) -> None:
    assert openai_address(address).key_headers("k") == headers
    assert openai_address(address).key_headers("") == {}


def test_m10_a_key_in_the_query_is_refused_and_not_quoted() -> None:
    with pytest.raises(UsageError, match="contains a key") as refused:
        openai_address("https://g.example/v1?key=hunter2")

    assert "hunter2" not in str(refused.value)


async def test_m10_a_complete_address_may_have_no_list_of_models() -> None:
    transport = httpx2.MockTransport(lambda _: httpx2.Response(404, json={"error": {"message": "Not Found"}}))
    address = openai_address("https://llm.example/inference/chat/completions")
    provider = OpenAIChat(ProviderEndpoint("Server", address, key=lambda: "k", transport=transport))

    assert await provider.models() == ()
    await provider.aclose()


def test_a_key_is_bound_to_scheme_host_and_port() -> None:
    assert openai_address("https://Example.com/v1").origin == "https://example.com:443"
    assert openai_address("http://example.com:8080").origin == "http://example.com:8080"
    assert openai_address("http://[::1]").origin == "http://[::1]:80"


@pytest.mark.parametrize(
    "address",
    [
        "ftp://x",
        "https://",
        "http://x:nan/",
        "http://x y/",
        "http://x\u200b/",
        "http://x\u00a0y/",
        "http://a\\@b/",
        "https://x/v1?key=1",
        "https://x/#f",
        "//",
    ],
)
def test_an_invalid_address_is_refused_with_an_example(address: str) -> None:
    with pytest.raises(UsageError) as refused:
        openai_address(address)

    assert "http://localhost:1234/v1" in refused.value.hint


def test_a_password_in_an_address_is_refused_and_not_quoted() -> None:
    with pytest.raises(UsageError) as refused:
        openai_address("https://user:hunter2@example.com")

    assert "hunter2" not in str(refused.value)


class EndlessBody(httpx2.AsyncByteStream):
    """A body without an end."""

    async def __aiter__(self) -> AsyncIterator[bytes]:
        while True:
            yield b"x" * 100


LOCAL = openai_address("http://127.0.0.1:9")
REMOTE = openai_address("https://llm.example")


async def test_only_headers_of_the_program_are_sent() -> None:
    requested: list[httpx2.Request] = []

    def answer(request: httpx2.Request) -> httpx2.Response:
        requested.append(request)
        return httpx2.Response(200)

    client = http_client(REMOTE, {"Authorization": "Bearer mine"}, DEFAULT_TIMEOUTS, httpx2.MockTransport(answer))
    headers = {
        "X-Stainless-OS": "Linux",
        "OpenAI-Organization": "org",
        "authorization": "Bearer other",
        "x-api-key": "k",
    }
    await client.post("https://llm.example/v1", json={}, headers=headers)
    await client.aclose()

    sent = {name.lower(): value for name, value in requested[0].headers.items()}
    assert sent["authorization"] == "Bearer mine"
    assert sent["user-agent"].startswith("VaultDesk/")
    assert not sent.keys() & {"x-stainless-os", "openai-organization", "x-api-key"}


async def test_a_proxy_is_not_used_for_this_computer(monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("HTTP_PROXY", "http_proxy", "HTTPS_PROXY", "https_proxy", "ALL_PROXY", "all_proxy"):
        monkeypatch.setenv(name, "http://127.0.0.1:1")
    monkeypatch.delenv("NO_PROXY", raising=False)
    monkeypatch.delenv("no_proxy", raising=False)

    local, remote = http_client(LOCAL, {}, DEFAULT_TIMEOUTS), http_client(REMOTE, {}, DEFAULT_TIMEOUTS)

    assert not local.trust_env
    assert remote.trust_env
    await local.aclose()
    await remote.aclose()


async def test_redirects_are_not_followed_and_timeouts_are_set() -> None:
    client = http_client(REMOTE, {}, DEFAULT_TIMEOUTS)

    assert not client.follow_redirects
    assert client.timeout.connect == DEFAULT_TIMEOUTS.connect
    assert client.timeout.read == DEFAULT_TIMEOUTS.idle
    await client.aclose()


def test_an_invalid_proxy_setting_is_an_error(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("https_proxy", "nonsense://proxy")
    monkeypatch.setenv("HTTPS_PROXY", "nonsense://proxy")

    with pytest.raises(ProviderRefused, match="proxy settings of this computer"):
        http_client(REMOTE, {}, DEFAULT_TIMEOUTS)


async def test_slow_work_runs_in_a_separate_thread() -> None:
    thread = await run_in_thread(threading.current_thread)

    assert thread is not threading.main_thread()
    assert thread.name.startswith("provider")


@pytest.mark.parametrize(("method", "status"), [("GET", 200), ("POST", 400), ("POST", 500)])
async def test_an_unlimited_list_or_refusal_is_aborted(
    method: str, status: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(http_connection, "MAX_BODY", 1000)
    client = http_client(
        LOCAL, {}, DEFAULT_TIMEOUTS, httpx2.MockTransport(lambda _: httpx2.Response(status, stream=EndlessBody()))
    )

    with pytest.raises(httpx2.DecodingError, match="too long"):
        await client.request(method, LOCAL.url)
    await client.aclose()


async def test_the_body_limit_does_not_apply_to_streamed_answers(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(http_connection, "MAX_BODY", 1000)
    client = http_client(
        LOCAL, {}, DEFAULT_TIMEOUTS, httpx2.MockTransport(lambda _: httpx2.Response(200, stream=EndlessBody()))
    )

    async with client.stream("POST", LOCAL.url) as response:
        size = 0
        async for chunk in response.aiter_bytes():
            size += len(chunk)
            if size > 5000:
                break
    await client.aclose()

    assert size > 5000


@pytest.mark.parametrize(
    ("proxies", "url", "expected"),
    [
        ({}, "https://api.example.com", ""),
        ({"HTTPS_PROXY": "http://proxy.lan:3128"}, "https://api.example.com", "proxy.lan:3128"),
        ({"https_proxy": "http://me:secret@proxy.lan:3128/"}, "https://api.example.com:8443", "proxy.lan:3128"),
        ({"ALL_PROXY": "socks5://proxy.lan:1080"}, "http://api.example.com", "proxy.lan:1080"),
        ({"HTTPS_PROXY": "http://proxy.lan:3128"}, "http://api.example.com", ""),
        ({"HTTPS_PROXY": "http://proxy.lan:3128", "NO_PROXY": "example.com"}, "https://api.example.com", ""),
        ({"HTTP_PROXY": "http://proxy.lan:3128", "ALL_PROXY": "http://proxy.lan:1"}, "http://127.0.0.1:1234", ""),
    ],
)
def test_the_proxy_is_reported_without_its_password(
    proxies: dict[str, str], url: str, expected: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """vaultdesk/providers/README.md, "Pitfalls", 29."""
    for name in ("http_proxy", "https_proxy", "all_proxy", "no_proxy"):
        monkeypatch.delenv(name, raising=False)
        monkeypatch.delenv(name.upper(), raising=False)
    for name, value in proxies.items():
        monkeypatch.setenv(name, value)

    assert proxy_of(openai_address(url)) == expected


CONTEXT = ErrorContext("Ollama", "127.0.0.1:11434", "Ollama")


async def reply_to(body: bytes, **options: object) -> JsonReply:
    async with httpx2.AsyncClient(transport=reply_transport(body, **options)) as client:
        return await ask_json(client, CONTEXT, "GET", "http://127.0.0.1:11434/api/tags")


async def test_a_reply_is_read_with_any_status() -> None:
    good = await reply_to(b'{"models": []}', content_type="application/json")
    bad = await reply_to(b"oops", status=500)

    assert (good.ok, good.value, good.is_web_page, good.http_response.text) == (True, {"models": []}, False, good.text)
    assert (bad.ok, bad.value, bad.error_body) == (False, None, "oops")


async def test_a_web_page_is_recognized_by_type_or_first_character() -> None:
    assert (await reply_to(b"hi", content_type="text/html")).is_web_page
    assert (await reply_to(b"\n <html>")).is_web_page


async def test_a_reply_beyond_the_size_limit_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(http_connection, "MAX_REPLY", 1000)

    with pytest.raises(ProviderBroken, match="too long"):
        await reply_to(b"x" * 2000, size=100)


def test_invalid_json_is_none() -> None:
    assert [json_value_or_none(text) for text in ("[1]", "{", "", "[" * 100_000)] == [[1], None, None, None]


def test_a_refusal_is_translated_to_a_provider_error() -> None:
    error = error_for_reply(CONTEXT, JsonReply(429, {"retry-after": "7"}, '{"error": "slow down"}'))

    assert (error.kind, error.retry_after) == ("rate_limit", 7.0)
    assert isinstance(error_for_reply(CONTEXT, JsonReply(302, {}, "")), ProviderRefused)
