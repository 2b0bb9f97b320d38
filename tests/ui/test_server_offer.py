"""Server offers: only new servers are offered, and an accepted server can be used immediately."""

from collections.abc import Sequence
from pathlib import Path

import pytest

from tests.support.qt_loop import on_qt_loop
from tests.support.wire import WireServer
from tests.support.wire_ollama import facts, shown
from tests.ui.settings.settings_env import settings_env
from vaultdesk.core.settings.settings_schema import ProviderSettings
from vaultdesk.core.settings.settings_store import Settings
from vaultdesk.providers.local_servers import LocalServer
from vaultdesk.providers.provider import ModelInfo
from vaultdesk.ui.server_offer import accept_server, new_servers, server_offer_text, suggested_model

OLLAMA = LocalServer("ollama", "Ollama", "http://127.0.0.1:11434", 3)
STUDIO = LocalServer("lmstudio", "LM Studio", "http://127.0.0.1:1234/v1", 1)
UNREACHABLE = LocalServer("ollama", "Ollama", "http://127.0.0.1:9", 1)


def test_a_configured_server_is_not_offered() -> None:
    none = Settings()
    assert new_servers((OLLAMA, STUDIO), none) == (OLLAMA, STUDIO)
    same = none.with_provider("mine", ProviderSettings(kind="ollama", base_url="http://localhost:11434/"))
    assert new_servers((OLLAMA, STUDIO), same) == (STUDIO,)
    other = none.with_provider("mine", ProviderSettings(kind="ollama", base_url="http://gpu.example:11434"))
    assert new_servers((OLLAMA,), other) == (OLLAMA,)
    # LM Studio configured manually as an OpenAI-compatible server.
    manual = ProviderSettings(kind="openai-compatible", base_url="http://localhost:1234/v1")
    assert new_servers((STUDIO,), none.with_provider("lm", manual)) == ()
    broken = none.with_provider("mine", ProviderSettings(kind="openai-compatible", base_url="ftp://x"))
    assert new_servers((OLLAMA,), broken) == (OLLAMA,)


@pytest.mark.parametrize(
    ("models", "expected"),
    [
        ((), ""),
        ((ModelInfo("a"), ModelInfo("b", tools=True)), "b"),
        ((ModelInfo("a", tools=True), ModelInfo("b", tools=True, loaded=True)), "a b"),
        ((ModelInfo("a", tools=False, loaded=True), ModelInfo("b")), "b"),
        ((ModelInfo("a", tools=False), ModelInfo("b", tools=False)), "a"),
    ],
)
def test_the_suggested_model_supports_tools_and_is_loaded_if_possible(
    models: Sequence[ModelInfo], expected: str
) -> None:
    assert suggested_model(models) == expected.split(" ")[-1]


@pytest.mark.parametrize(("models", "text"), [(0, "without a model yet."), (1, "with 1 model."), (3, "with 3 models.")])
def test_the_offer_text_has_plural_forms(models: int, text: str) -> None:
    server = LocalServer("ollama", "Ollama", "http://127.0.0.1:11434", models)
    assert server_offer_text(server) == f"Ollama is running on this computer{',' if not models else ''} {text}"


@on_qt_loop
async def test_accepting_a_server_adds_a_provider_and_uses_its_model_in_chats(tmp_path: Path) -> None:
    env = settings_env(tmp_path)
    models = {"gemma3:4b": shown("completion"), "qwen3:8b": shown("completion", "tools")}
    async with WireServer(routes=facts(models)) as server:
        found = LocalServer("ollama", "Ollama", server.url, 2)
        assert await accept_server(env.store, env.catalog, found, use_in_chats=True) == "ollama/qwen3:8b"
        second = LocalServer("ollama", "Ollama", server.url, 2)
        assert await accept_server(env.store, env.catalog, second) == "ollama-2/qwen3:8b"
    settings = env.store.settings
    assert settings.chat.model == "ollama/qwen3:8b"
    assert settings.providers["ollama"] == ProviderSettings(kind="ollama", base_url=server.url, model="qwen3:8b")


@on_qt_loop
async def test_accepting_an_unreachable_server_adds_a_provider_without_a_model(tmp_path: Path) -> None:
    env = settings_env(tmp_path)
    assert await accept_server(env.store, env.catalog, UNREACHABLE, use_in_chats=True) == "ollama/"
    assert env.store.settings.providers["ollama"].model == ""
    assert env.store.settings.chat.model == "offline/offline"
