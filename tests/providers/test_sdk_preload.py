import asyncio
import subprocess
import sys
import threading
from collections.abc import Iterable
from pathlib import Path

import httpx2
import pytest

from tests.providers.asking import ask, openai
from tests.support.wine import slower
from tests.support.wire import Turn, WireServer
from vaultdesk.core.credentials import Credentials
from vaultdesk.core.settings.settings_schema import ProviderSettings
from vaultdesk.core.settings.settings_store import SettingsStore
from vaultdesk.providers import sdk_preload
from vaultdesk.providers.catalog import Catalog
from vaultdesk.providers.provider_types import API_FLAVORS
from vaultdesk.providers.sdk_preload import preload_sdks


async def test_preloading_uses_both_sdks_without_a_connection(monkeypatch: pytest.MonkeyPatch) -> None:
    """vaultdesk/providers/README.md, "Pitfalls", 1: everything is built that the first token would otherwise build, in
    the thread of the window."""

    def refuse_connection(*_: object, **__: object) -> None:
        raise AssertionError("a connection was opened")

    monkeypatch.setattr(httpx2.AsyncHTTPTransport, "handle_async_request", refuse_connection)
    monkeypatch.setattr(sdk_preload, "PRELOADED_FLAVORS", set())

    thread = threading.Thread(target=preload_sdks)
    thread.start()
    await asyncio.to_thread(thread.join, 30)

    assert not thread.is_alive()
    assert set(API_FLAVORS) == sdk_preload.PRELOADED_FLAVORS
    assert "openai.resources.chat.completions" in sys.modules
    assert "openai.resources.responses" in sys.modules
    assert "anthropic.resources.messages" in sys.modules


async def test_a_stream_works_after_preloading(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sdk_preload, "PRELOADED_FLAVORS", set())
    await asyncio.to_thread(preload_sdks)
    async with WireServer(openai=[Turn("Hi")]) as server:
        provider = openai(server.url)
        assert (await ask(provider)).text == "Hi"
        await provider.aclose()


def test_preloading_one_flavor_imports_one_sdk() -> None:
    script = (
        "import sys\nfrom vaultdesk.providers.sdk_preload import preload_sdks\npreload_sdks(('messages',))\n"
        "print([name for name in ('openai', 'anthropic') if name in sys.modules])"
    )

    completed = subprocess.run(
        [sys.executable, "-c", script], capture_output=True, text=True, timeout=slower(60), check=True
    )

    assert completed.stdout.strip() == "['anthropic']"


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

    completed = subprocess.run(
        [sys.executable, "-c", script], capture_output=True, text=True, timeout=slower(60), check=True
    )

    assert completed.stdout.strip() == "[]"


async def test_a_provider_added_after_the_start_is_preloaded_in_a_thread_before_its_first_request(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    preloaded: list[tuple[Iterable[str], bool]] = []

    def preload(flavors: Iterable[str]) -> None:
        preloaded.append((flavors, threading.current_thread() is threading.main_thread()))
        raise ImportError("the request must be sent nevertheless")

    monkeypatch.setattr(sdk_preload, "preload_sdks", preload)
    async with WireServer(openai=[Turn("Hi"), Turn("Again")]) as server:
        provider_settings = ProviderSettings(kind="openai-compatible", base_url=server.url)
        store = SettingsStore(tmp_path / "settings.toml")
        store.change(lambda settings: settings.with_provider("work", provider_settings))
        catalog = Catalog(store, Credentials({}), lambda provider, _label: provider, environment={})
        provider_choice = catalog.provider("work/m")
        assert (await ask(provider_choice.provider)).text == "Hi"
        assert (await ask(provider_choice.provider)).text == "Again"
        await provider_choice.provider.aclose()
    assert set(preloaded) == {(("completions",), False)}, (
        "preloading did not run in a thread with the flavor of the provider"
    )
