import asyncio
import logging

import pytest

from tests.providers.asking import PROVIDER_FACTORIES, SECRET, SHORT, ask, request, timeouts_for
from tests.support.wire import Raw, Turn, WireServer, redirect, refused
from tests.support.wire_turns import comments_for_ever, cut, echoed_401, html
from vaultdesk.core.errors import ProviderBroken, ProviderError, ProviderRefused, ProviderUnreachable
from vaultdesk.core.transmission import Destination
from vaultdesk.providers import http_connection
from vaultdesk.providers.http_connection import Timeouts
from vaultdesk.providers.provider import ModelInfo, TextArrived

both_wires = pytest.mark.parametrize("wire", ["openai", "anthropic"])

FAULTS = [
    ("a web page", html(), ProviderBroken, "protocol"),
    ("a wrong key", echoed_401, ProviderRefused, "auth"),
    ("too many questions", refused(429, "Slow down", retry_after="7"), ProviderUnreachable, "rate_limit"),
    ("overload", refused(529, "Overloaded"), ProviderUnreachable, "overloaded"),
    ("no such model", refused(404, "model: nope"), ProviderRefused, "bad_request"),
    ("a long chat", refused(400, "prompt is too long: 9 > 8"), ProviderRefused, "context"),
    ("no tools", refused(400, "x does not support tools"), ProviderRefused, "no_tools"),
    ("invalid JSON", Raw(b"data: {oops\n\n"), ProviderBroken, "protocol"),
    ("a cut stream", cut(Turn("a b c"), 3), ProviderBroken, "protocol"),
    ("a broken connection", Raw(b": hi\n\n", reset=True), ProviderUnreachable, "network"),
    ("an empty body", Raw(b""), ProviderBroken, "protocol"),
    ("status 204", Raw(b"", 204), ProviderBroken, "protocol"),
    ("a page with 500", Raw(b"<html>", 500, "text/html"), ProviderUnreachable, "overloaded"),
]


@both_wires
@pytest.mark.parametrize(("name", "reply", "kind", "error_kind"), FAULTS, ids=[fault[0] for fault in FAULTS])
async def test_each_fault_is_an_error_without_the_key(
    wire: str, name: str, reply: object, kind: type[ProviderError], error_kind: str, caplog: pytest.LogCaptureFixture
) -> None:
    caplog.set_level(logging.DEBUG)
    async with WireServer(**{wire: [reply, Turn("Again.")]}) as server:  # type: ignore[arg-type]
        provider = PROVIDER_FACTORIES[wire](server.url, timeouts=timeouts_for(name))

        outcome = await ask(provider)
        second = await ask(provider)
        await provider.aclose()

    assert (type(outcome.error), outcome.error and outcome.error.kind) == (kind, error_kind)
    error = outcome.error
    error_text = f"{error!s} {error!r} {error and error.facts} {error and error.__context__!r}"
    assert SECRET not in error_text + caplog.text
    assert "Test server" in error_text
    assert second.text == "Again."


@both_wires
async def test_a_redirect_is_not_followed(wire: str) -> None:
    async with WireServer(**{wire: [Turn("stolen")]}) as second:  # type: ignore[arg-type]
        address = f"{second.url}/v1/messages" if wire == "anthropic" else f"{second.url}/v1/chat/completions"
        async with WireServer(**{wire: [redirect(address), redirect(address, 302)]}) as first:  # type: ignore[arg-type]
            provider = PROVIDER_FACTORIES[wire](first.url)

            outcomes = [await ask(provider), await ask(provider)]
            await provider.aclose()

    assert second.requests == []
    for outcome in outcomes:
        assert isinstance(outcome.error, ProviderRefused)
        assert "another address" in outcome.error.title


@both_wires
async def test_endless_comments_end_the_answer(wire: str) -> None:
    async with WireServer(**{wire: [comments_for_ever()]}) as server:  # type: ignore[arg-type]
        provider = PROVIDER_FACTORIES[wire](server.url, timeouts=SHORT)

        async with asyncio.timeout(10):
            outcome = await ask(provider)
        await provider.aclose()

    assert isinstance(outcome.error, ProviderBroken | ProviderUnreachable)


@both_wires
async def test_silence_during_an_answer_ends_it(wire: str) -> None:
    async with WireServer(**{wire: [Turn("a b c", hold_after=4)]}) as server:  # type: ignore[arg-type]
        provider = PROVIDER_FACTORIES[wire](server.url, timeouts=SHORT)

        outcome = await ask(provider)
        await provider.aclose()

    assert outcome.text
    assert isinstance(outcome.error, ProviderBroken)
    assert "sent nothing for" in outcome.error.title


@both_wires
async def test_silence_before_an_answer_is_an_error(wire: str) -> None:
    async with WireServer(**{wire: [Raw(hold=True)]}) as server:  # type: ignore[arg-type]
        provider = PROVIDER_FACTORIES[wire](server.url, timeouts=SHORT)

        outcome = await ask(provider)
        await provider.aclose()

    assert isinstance(outcome.error, ProviderUnreachable)


@both_wires
async def test_cancelling_closes_the_connection_immediately(wire: str) -> None:
    async with WireServer(**{wire: [Turn("a b c", hold_after=4)]}) as server:  # type: ignore[arg-type]
        provider = PROVIDER_FACTORIES[wire](server.url)
        task = asyncio.ensure_future(ask(provider))
        await asyncio.to_thread(server.held.wait, 30)

        task.cancel()
        await asyncio.wait([task], timeout=30)

        assert task.cancelled()
        assert await asyncio.to_thread(server.hung_up.wait, 30)
        await provider.aclose()


@both_wires
async def test_closing_the_stream_closes_the_connection(wire: str) -> None:
    async with WireServer(**{wire: [Turn("a b c", hold_after=5)]}) as server:  # type: ignore[arg-type]
        provider = PROVIDER_FACTORIES[wire](server.url)
        stream = provider.stream(request())

        async for event in stream:
            if isinstance(event, TextArrived):
                break
        await stream.aclose()

        assert await asyncio.to_thread(server.hung_up.wait, 30)
        await provider.aclose()


@both_wires
async def test_an_unreachable_server_is_an_error(wire: str) -> None:
    async with WireServer() as server:
        url = server.url

    provider = PROVIDER_FACTORIES[wire](url, timeouts=Timeouts(connect=2.0, idle=2.0))
    outcome = await ask(provider)
    await provider.aclose()

    assert isinstance(outcome.error, ProviderUnreachable)
    assert outcome.error.title.startswith("Nothing answers at 127.0.0.1:")


@both_wires
async def test_tls_to_a_server_without_tls_is_an_error(wire: str) -> None:
    async with WireServer() as server:
        provider = PROVIDER_FACTORIES[wire](server.url.replace("http://", "https://"), timeouts=Timeouts(2.0, 2.0))
        outcome = await ask(provider)
        await provider.aclose()

    assert isinstance(outcome.error, ProviderError)
    assert outcome.error.kind == "network"


@both_wires
async def test_keys_in_the_environment_are_not_sent(wire: str, monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("OPENAI_API_KEY", "OPENAI_ADMIN_KEY", "ANTHROPIC_API_KEY", "ANTHROPIC_AUTH_TOKEN", "OPENAI_ORG_ID"):
        monkeypatch.setenv(name, "sk-from-the-environment")
    monkeypatch.setenv("OPENAI_CUSTOM_HEADERS", "X-Mine: sk-from-the-environment")
    monkeypatch.setenv("ANTHROPIC_CUSTOM_HEADERS", "X-Mine: sk-from-the-environment")
    monkeypatch.setenv("OPENAI_BASE_URL", "http://127.0.0.1:1/v1")
    monkeypatch.setenv("ANTHROPIC_BASE_URL", "http://127.0.0.1:1")
    async with WireServer(**{wire: [Turn("Hi")]}) as server:  # type: ignore[arg-type]
        provider = PROVIDER_FACTORIES[wire](server.url, key=lambda: "")

        outcome = await ask(provider)
        await provider.models()
        await provider.aclose()

    assert outcome.text == "Hi"
    assert len(server.requests) == 2
    assert all(
        "sk-from" not in str(recorded.headers) and "authorization" not in recorded.headers
        for recorded in server.requests
    )


@both_wires
async def test_proxies_are_not_used_for_loopback(wire: str, monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("HTTP_PROXY", "http_proxy", "ALL_PROXY", "all_proxy"):
        monkeypatch.setenv(name, "http://127.0.0.1:1")
    async with WireServer(**{wire: [Turn("Hi")]}) as server:  # type: ignore[arg-type]
        provider = PROVIDER_FACTORIES[wire](server.url)

        assert (await ask(provider)).text == "Hi"
        await provider.aclose()


@both_wires
async def test_models_are_listed_and_a_wrong_key_is_an_error(wire: str) -> None:
    async with WireServer(models=("b", "a"), key=SECRET) as server:
        accepted, rejected = (
            PROVIDER_FACTORIES[wire](server.url),
            PROVIDER_FACTORIES[wire](server.url, key=lambda: "sk-wrong-key-000000"),
        )

        assert [model.id for model in await accepted.models()] == ["a", "b"]
        with pytest.raises(ProviderRefused, match="does not accept the key"):
            await rejected.models()
        await accepted.aclose()
        await rejected.aclose()

    assert [recorded.json for recorded in server.requests] == [None, None]


@both_wires
async def test_an_unavailable_key_is_an_error_before_anything_is_sent(wire: str) -> None:
    def locked() -> str:
        raise ProviderRefused("The keyring is locked", kind="auth")

    async with WireServer() as server:
        provider = PROVIDER_FACTORIES[wire](server.url, key=locked)
        outcome = await ask(provider)

    assert outcome.error is not None
    assert outcome.error.title == "The keyring is locked"
    assert server.requests == []


@both_wires
async def test_the_destination_is_the_server(wire: str) -> None:
    assert PROVIDER_FACTORIES[wire]("http://localhost:9").destination == Destination(
        "Test server", "localhost:9", local=True
    )
    assert not PROVIDER_FACTORIES[wire]("https://llm.example").destination.local
    assert ModelInfo("a").name == ""


@both_wires
async def test_a_list_beyond_the_size_limit_is_an_error(wire: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(http_connection, "MAX_BODY", 100_000)
    endless = Raw(b'{"data": [', content_type="application/json", endless=b'{"id": "a"},' * 100)
    async with WireServer(routes={"/v1/models": lambda _: endless}) as server:
        provider = PROVIDER_FACTORIES[wire](server.url)
        with pytest.raises(ProviderBroken, match="cannot be read"):
            await provider.models()
        await provider.aclose()
