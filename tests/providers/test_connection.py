import threading
from collections.abc import AsyncIterator

import httpx2
import pytest

from vaultdesk.core.errors import ProviderRefused
from vaultdesk.providers import connection
from vaultdesk.providers.address import openai_address
from vaultdesk.providers.connection import PATIENCE, http_client, in_thread, proxy_of


class Endless(httpx2.AsyncByteStream):
    """A body that goes on and on."""

    async def __aiter__(self) -> AsyncIterator[bytes]:
        while True:
            yield b"x" * 100


LOCAL = openai_address("http://127.0.0.1:9")
REMOTE = openai_address("https://llm.example")


async def test_only_our_headers_are_sent() -> None:
    seen: list[httpx2.Request] = []

    def answer(request: httpx2.Request) -> httpx2.Response:
        seen.append(request)
        return httpx2.Response(200)

    client = http_client(REMOTE, {"Authorization": "Bearer mine"}, PATIENCE, httpx2.MockTransport(answer))
    told = {"X-Stainless-OS": "Linux", "OpenAI-Organization": "org", "authorization": "Bearer other", "x-api-key": "k"}
    await client.post("https://llm.example/v1", json={}, headers=told)
    await client.aclose()

    sent = {name.lower(): value for name, value in seen[0].headers.items()}
    assert sent["authorization"] == "Bearer mine"
    assert sent["user-agent"].startswith("VaultDesk/")
    assert not sent.keys() & {"x-stainless-os", "openai-organization", "x-api-key"}


async def test_a_proxy_never_sees_what_is_meant_for_this_computer(monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("HTTP_PROXY", "http_proxy", "HTTPS_PROXY", "https_proxy", "ALL_PROXY", "all_proxy"):
        monkeypatch.setenv(name, "http://127.0.0.1:1")
    monkeypatch.delenv("NO_PROXY", raising=False)
    monkeypatch.delenv("no_proxy", raising=False)

    local, remote = http_client(LOCAL, {}, PATIENCE), http_client(REMOTE, {}, PATIENCE)

    assert not local.trust_env
    assert remote.trust_env
    await local.aclose()
    await remote.aclose()


async def test_it_follows_nobody_and_waits_as_told() -> None:
    client = http_client(REMOTE, {}, PATIENCE)

    assert not client.follow_redirects
    assert client.timeout.connect == PATIENCE.connect
    assert client.timeout.read == PATIENCE.quiet
    await client.aclose()


def test_a_proxy_setting_that_cannot_be_used_is_told(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("https_proxy", "nonsense://proxy")
    monkeypatch.setenv("HTTPS_PROXY", "nonsense://proxy")

    with pytest.raises(ProviderRefused, match="proxy settings of this computer"):
        http_client(REMOTE, {}, PATIENCE)


async def test_slow_work_is_done_in_a_thread_of_its_own() -> None:
    thread = await in_thread(threading.current_thread)

    assert thread is not threading.main_thread()
    assert thread.name.startswith("provider")


@pytest.mark.parametrize(("method", "status"), [("GET", 200), ("POST", 400), ("POST", 500)])
async def test_a_list_or_a_refusal_without_an_end_is_given_up(
    method: str, status: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(connection, "LONGEST_BODY", 1000)
    client = http_client(LOCAL, {}, PATIENCE, httpx2.MockTransport(lambda _: httpx2.Response(status, stream=Endless())))

    with pytest.raises(httpx2.DecodingError, match="no end"):
        await client.request(method, LOCAL.url)
    await client.aclose()


async def test_an_answer_has_its_limits_elsewhere(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(connection, "LONGEST_BODY", 1000)
    client = http_client(LOCAL, {}, PATIENCE, httpx2.MockTransport(lambda _: httpx2.Response(200, stream=Endless())))

    async with client.stream("POST", LOCAL.url) as response:
        size = 0
        async for piece in response.aiter_bytes():
            size += len(piece)
            if size > 5000:
                break
    await client.aclose()

    assert size > 5000


@pytest.mark.parametrize(
    ("proxies", "url", "told"),
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
def test_the_proxy_on_the_way_is_told_without_its_password(
    proxies: dict[str, str], url: str, told: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """PROTOCOLS 5.5.29."""
    for name in ("http_proxy", "https_proxy", "all_proxy", "no_proxy"):
        monkeypatch.delenv(name, raising=False)
        monkeypatch.delenv(name.upper(), raising=False)
    for name, value in proxies.items():
        monkeypatch.setenv(name, value)

    assert proxy_of(openai_address(url)) == told
