import asyncio
import subprocess
import sys
import threading
from collections.abc import Iterable
from pathlib import Path

import httpx2
import pytest

from tests.providers.asking import ask, openai
from tests.support.wire import Turn, WireServer
from vaultdesk.core.credentials import Credentials
from vaultdesk.core.settings.settings_schema import ProviderSettings
from vaultdesk.core.settings.settings_store import SettingsStore
from vaultdesk.providers import sdk_preload as warming
from vaultdesk.providers.catalog import Catalog
from vaultdesk.providers.provider_types import API_FLAVOURS
from vaultdesk.providers.sdk_preload import preload_sdks


async def test_it_uses_both_sdks_and_asks_nobody(monkeypatch: pytest.MonkeyPatch) -> None:
    """vaultdesk/providers/README.md, "Pitfalls", 1: what else would be built at the first token, on the window's
    loop."""

    def nobody(*_: object, **__: object) -> None:
        raise AssertionError("a connection was opened")

    monkeypatch.setattr(httpx2.AsyncHTTPTransport, "handle_async_request", nobody)
    monkeypatch.setattr(warming, "PRELOADED_FLAVOURS", set())

    thread = threading.Thread(target=preload_sdks)
    thread.start()
    await asyncio.to_thread(thread.join, 30)

    assert not thread.is_alive()
    assert set(API_FLAVOURS) == warming.PRELOADED_FLAVOURS
    assert "openai.resources.chat.completions" in sys.modules
    assert "openai.resources.responses" in sys.modules
    assert "anthropic.resources.messages" in sys.modules


async def test_a_stream_after_it_works(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(warming, "PRELOADED_FLAVOURS", set())
    await asyncio.to_thread(preload_sdks)
    async with WireServer(openai=[Turn("Hi")]) as server:
        provider = openai(server.url)
        assert (await ask(provider)).text == "Hi"
        await provider.aclose()


def test_one_way_brings_one_library() -> None:
    script = (
        "import sys\nfrom vaultdesk.providers.sdk_preload import preload_sdks as warm_up\nwarm_up(('messages',))\n"
        "print([name for name in ('openai', 'anthropic') if name in sys.modules])"
    )

    done = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, timeout=60, check=True)

    assert done.stdout.strip() == "['anthropic']"


MODULES = (
    "anthropic_provider",
    "catalog",
    "offline.offline_assistant",
    "openai.openai_provider",
    "openai.responses_provider",
    "provider_errors",
    "provider_types",
    "sdk_preload",
)


def test_no_sdk_is_imported_before_it_is_used() -> None:
    script = (
        f"import sys, {', '.join(f'vaultdesk.providers.{module}' for module in MODULES)}\n"
        "print([name for name in ('openai', 'anthropic', 'httpx2', 'PySide6', 'ssl_') if name in sys.modules])"
    )

    done = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, timeout=60, check=True)

    assert done.stdout.strip() == "[]"


async def test_what_was_set_up_after_the_start_is_warmed_up_in_a_thread_before_it_is_asked(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    warmed: list[tuple[Iterable[str], bool]] = []

    def warm(ways: Iterable[str]) -> None:
        warmed.append((ways, threading.current_thread() is threading.main_thread()))
        raise ImportError("the question is to be asked all the same")

    monkeypatch.setattr(warming, "preload_sdks", warm)
    async with WireServer(openai=[Turn("Hi"), Turn("Again")]) as server:
        one = ProviderSettings(kind="openai-compatible", base_url=server.url)
        store = SettingsStore(tmp_path / "settings.toml")
        store.change(lambda settings: settings.with_provider("work", one))
        catalog = Catalog(store, Credentials({}), lambda provider, _label: provider, environment={})
        chosen = catalog.provider("work/m")
        assert (await ask(chosen.provider)).text == "Hi"
        assert (await ask(chosen.provider)).text == "Again"
        await chosen.provider.aclose()
    assert set(warmed) == {(("completions",), False)}, "by the question and by what is asked of the server before it"
