import asyncio
import logging

import pytest

from tests.providers.asking import MAKERS, SECRET, SHORT, ask, request, timeouts_for
from tests.support.wire import Raw, Turn, WireServer, redirect, refused
from tests.support.wire_turns import comments_for_ever, cut, echoed_401, html
from vaultdesk.core.errors import ProviderBroken, ProviderError, ProviderRefused, ProviderUnreachable
from vaultdesk.core.transmission import Destination
from vaultdesk.providers import http_connection
from vaultdesk.providers.http_connection import Timeouts
from vaultdesk.providers.provider import ModelInfo, TextArrived

both = pytest.mark.parametrize("wire", ["openai", "anthropic"])

FAULTS = [
    ("a web page", html(), ProviderBroken, "protocol"),
    ("a wrong key", echoed_401, ProviderRefused, "auth"),
    ("too many questions", refused(429, "Slow down", retry_after="7"), ProviderUnreachable, "rate_limit"),
    ("overload", refused(529, "Overloaded"), ProviderUnreachable, "overloaded"),
    ("no such model", refused(404, "model: nope"), ProviderRefused, "bad_request"),
    ("a long chat", refused(400, "prompt is too long: 9 > 8"), ProviderRefused, "context"),
    ("no tools", refused(400, "x does not support tools"), ProviderRefused, "no_tools"),
    ("rubbish", Raw(b"data: {oops\n\n"), ProviderBroken, "protocol"),
    ("a cut stream", cut(Turn("a b c"), 3), ProviderBroken, "protocol"),
    ("a broken connection", Raw(b": hi\n\n", reset=True), ProviderUnreachable, "network"),
    ("an empty body", Raw(b""), ProviderBroken, "protocol"),
    ("status 204", Raw(b"", 204), ProviderBroken, "protocol"),
    ("a page with 500", Raw(b"<html>", 500, "text/html"), ProviderUnreachable, "overloaded"),
]


@both
@pytest.mark.parametrize(("name", "reply", "kind", "trouble"), FAULTS, ids=[fault[0] for fault in FAULTS])
async def test_each_fault_ends_in_a_plain_sentence_without_the_key(
    wire: str, name: str, reply: object, kind: type[ProviderError], trouble: str, caplog: pytest.LogCaptureFixture
) -> None:
    caplog.set_level(logging.DEBUG)
    async with WireServer(**{wire: [reply, Turn("Again.")]}) as server:  # type: ignore[arg-type]
        provider = MAKERS[wire](server.url, timeouts=timeouts_for(name))

        came = await ask(provider)
        again = await ask(provider)
        await provider.aclose()

    assert (type(came.error), came.error and came.error.kind) == (kind, trouble)
    told = f"{came.error!s} {came.error!r} {came.error and came.error.facts} {came.error and came.error.__context__!r}"
    assert SECRET not in told + caplog.text
    assert "Test server" in told
    assert again.text == "Again."


@both
async def test_a_redirect_sends_nothing_to_the_second_server(wire: str) -> None:
    async with WireServer(**{wire: [Turn("stolen")]}) as second:  # type: ignore[arg-type]
        to = f"{second.url}/v1/messages" if wire == "anthropic" else f"{second.url}/v1/chat/completions"
        async with WireServer(**{wire: [redirect(to), redirect(to, 302)]}) as first:  # type: ignore[arg-type]
            provider = MAKERS[wire](first.url)

            outcomes = [await ask(provider), await ask(provider)]
            await provider.aclose()

    assert second.requests == []
    for came in outcomes:
        assert isinstance(came.error, ProviderRefused)
        assert "another address" in came.error.title


@both
async def test_comments_for_ever_end(wire: str) -> None:
    async with WireServer(**{wire: [comments_for_ever()]}) as server:  # type: ignore[arg-type]
        provider = MAKERS[wire](server.url, timeouts=SHORT)

        async with asyncio.timeout(10):
            came = await ask(provider)
        await provider.aclose()

    assert isinstance(came.error, ProviderBroken | ProviderUnreachable)


@both
async def test_a_server_that_falls_silent_is_given_up(wire: str) -> None:
    async with WireServer(**{wire: [Turn("a b c", hold_after=4)]}) as server:  # type: ignore[arg-type]
        provider = MAKERS[wire](server.url, timeouts=SHORT)

        came = await ask(provider)
        await provider.aclose()

    assert came.text
    assert isinstance(came.error, ProviderBroken)
    assert "sent nothing for" in came.error.title


@both
async def test_a_server_that_never_answers_is_given_up(wire: str) -> None:
    async with WireServer(**{wire: [Raw(hold=True)]}) as server:  # type: ignore[arg-type]
        provider = MAKERS[wire](server.url, timeouts=SHORT)

        came = await ask(provider)
        await provider.aclose()

    assert isinstance(came.error, ProviderUnreachable)


@both
async def test_stopping_hangs_up_at_once(wire: str) -> None:
    async with WireServer(**{wire: [Turn("a b c", hold_after=4)]}) as server:  # type: ignore[arg-type]
        provider = MAKERS[wire](server.url)
        task = asyncio.ensure_future(ask(provider))
        await asyncio.to_thread(server.held.wait, 5)

        task.cancel()
        await asyncio.wait([task], timeout=1)

        assert task.cancelled()
        assert await asyncio.to_thread(server.hung_up.wait, 5)
        await provider.aclose()


@both
async def test_closing_the_stream_hangs_up_too(wire: str) -> None:
    async with WireServer(**{wire: [Turn("a b c", hold_after=5)]}) as server:  # type: ignore[arg-type]
        provider = MAKERS[wire](server.url)
        stream = provider.stream(request())

        async for event in stream:
            if isinstance(event, TextArrived):
                break
        await stream.aclose()

        assert await asyncio.to_thread(server.hung_up.wait, 5)
        await provider.aclose()


@both
async def test_nothing_at_the_address_is_told(wire: str) -> None:
    async with WireServer() as server:
        url = server.url

    provider = MAKERS[wire](url, timeouts=Timeouts(connect=2.0, idle=2.0))
    came = await ask(provider)
    await provider.aclose()

    assert isinstance(came.error, ProviderUnreachable)
    assert came.error.title.startswith("Nothing answers at 127.0.0.1:")


@both
async def test_tls_to_a_plain_server_is_told(wire: str) -> None:
    async with WireServer() as server:
        provider = MAKERS[wire](server.url.replace("http://", "https://"), timeouts=Timeouts(2.0, 2.0))
        came = await ask(provider)
        await provider.aclose()

    assert isinstance(came.error, ProviderError)
    assert came.error.kind == "network"


@both
async def test_keys_of_the_environment_go_nowhere(wire: str, monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("OPENAI_API_KEY", "OPENAI_ADMIN_KEY", "ANTHROPIC_API_KEY", "ANTHROPIC_AUTH_TOKEN", "OPENAI_ORG_ID"):
        monkeypatch.setenv(name, "sk-from-the-environment")
    monkeypatch.setenv("OPENAI_CUSTOM_HEADERS", "X-Mine: sk-from-the-environment")
    monkeypatch.setenv("ANTHROPIC_CUSTOM_HEADERS", "X-Mine: sk-from-the-environment")
    monkeypatch.setenv("OPENAI_BASE_URL", "http://127.0.0.1:1/v1")
    monkeypatch.setenv("ANTHROPIC_BASE_URL", "http://127.0.0.1:1")
    async with WireServer(**{wire: [Turn("Hi")]}) as server:  # type: ignore[arg-type]
        provider = MAKERS[wire](server.url, key=lambda: "")

        came = await ask(provider)
        await provider.models()
        await provider.aclose()

    assert came.text == "Hi"
    assert len(server.requests) == 2
    assert all("sk-from" not in str(one.headers) and "authorization" not in one.headers for one in server.requests)


@both
async def test_loopback_passes_every_proxy_by(wire: str, monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("HTTP_PROXY", "http_proxy", "ALL_PROXY", "all_proxy"):
        monkeypatch.setenv(name, "http://127.0.0.1:1")
    async with WireServer(**{wire: [Turn("Hi")]}) as server:  # type: ignore[arg-type]
        provider = MAKERS[wire](server.url)

        assert (await ask(provider)).text == "Hi"
        await provider.aclose()


@both
async def test_models_are_listed_and_faults_told(wire: str) -> None:
    async with WireServer(models=("b", "a"), key=SECRET) as server:
        good, wrong = MAKERS[wire](server.url), MAKERS[wire](server.url, key=lambda: "sk-wrong-key-000000")

        assert [model.id for model in await good.models()] == ["a", "b"]
        with pytest.raises(ProviderRefused, match="does not accept the key"):
            await wrong.models()
        await good.aclose()
        await wrong.aclose()

    assert [one.json for one in server.requests] == [None, None]


@both
async def test_a_key_that_cannot_be_had_is_told_before_anything_is_sent(wire: str) -> None:
    def locked() -> str:
        raise ProviderRefused("The keyring is locked", kind="auth")

    async with WireServer() as server:
        provider = MAKERS[wire](server.url, key=locked)
        came = await ask(provider)

    assert came.error is not None
    assert came.error.title == "The keyring is locked"
    assert server.requests == []


@both
async def test_it_says_where_it_goes(wire: str) -> None:
    assert MAKERS[wire]("http://localhost:9").destination == Destination("Test server", "localhost:9", local=True)
    assert not MAKERS[wire]("https://llm.example").destination.local
    assert ModelInfo("a").name == ""


@both
async def test_a_list_without_an_end_is_no_list(wire: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(http_connection, "MAX_BODY", 100_000)
    endless = Raw(b'{"data": [', content_type="application/json", endless=b'{"id": "a"},' * 100)
    async with WireServer(routes={"/v1/models": lambda _: endless}) as server:
        provider = MAKERS[wire](server.url)
        with pytest.raises(ProviderBroken, match="cannot be read"):
            await provider.models()
        await provider.aclose()
