import asyncio
import subprocess
import sys
import threading

import httpx2
import pytest

from tests.providers.asking import ask, openai
from tests.support.wire import Turn, WireServer
from vaultdesk.providers.warm_up import warm_up


async def test_it_uses_both_sdks_and_asks_nobody(monkeypatch: pytest.MonkeyPatch) -> None:
    """PROTOCOLS 5.5.1: what else would be built at the first token, on the window's loop."""

    def nobody(*_: object, **__: object) -> None:
        raise AssertionError("a connection was opened")

    monkeypatch.setattr(httpx2.AsyncHTTPTransport, "handle_async_request", nobody)

    thread = threading.Thread(target=warm_up)
    thread.start()
    await asyncio.to_thread(thread.join, 30)

    assert not thread.is_alive()
    assert "openai.resources.chat.completions" in sys.modules
    assert "openai.resources.responses" in sys.modules
    assert "anthropic.resources.messages" in sys.modules


async def test_a_stream_after_it_works() -> None:
    await asyncio.to_thread(warm_up)
    async with WireServer(openai=[Turn("Hi")]) as server:
        provider = openai(server.url)
        assert (await ask(provider)).text == "Hi"
        await provider.aclose()


@pytest.mark.parametrize(
    "module", ["catalog", "openai_chat", "openai_responses", "anthropic", "warm_up", "offline", "faults"]
)
def test_no_sdk_is_imported_before_it_is_used(module: str) -> None:
    script = (
        f"import sys, vaultdesk.providers.{module}\n"
        "print([name for name in ('openai', 'anthropic', 'httpx2', 'PySide6', 'ssl_') if name in sys.modules])"
    )

    done = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, timeout=60, check=True)

    assert done.stdout.strip() == "[]"
