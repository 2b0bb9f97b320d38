"""Elsewhere: who is elsewhere is told by the settings."""

from pathlib import Path

from vaultdesk.core.settings.settings_schema import ProviderSettings
from vaultdesk.core.settings.settings_store import Settings, SettingsStore
from vaultdesk.ui.settings.elsewhere import HERE, UNKNOWN_HOST, ModelPlaces, providers_elsewhere

SETTINGS = (
    Settings()
    .with_provider("anthropic", ProviderSettings(kind="anthropic"))
    .with_provider("ollama", ProviderSettings(kind="ollama"))
    .with_provider("work", ProviderSettings(kind="openai-compatible", base_url="https://llm.example/v1", name="Work"))
)


def test_only_providers_that_are_set_up_and_not_here_count() -> None:
    hosts = [(one.title, one.host) for one in providers_elsewhere(SETTINGS)]
    assert hosts == [("Anthropic", "api.anthropic.com"), ("Work", "llm.example")]
    assert providers_elsewhere(Settings()) == ()


def test_this_computer_is_always_a_place(tmp_path: Path) -> None:
    store = SettingsStore(tmp_path / "settings.toml")
    places = ModelPlaces(store)
    assert places.all() == (HERE,)
    store.change(lambda _settings: SETTINGS)
    assert [one.host for one in places.all()] == ["", "api.anthropic.com", "llm.example"]


def test_a_model_is_where_its_provider_is_and_elsewhere_where_nobody_knows(tmp_path: Path) -> None:
    store = SettingsStore(tmp_path / "settings.toml")
    store.change(lambda _settings: SETTINGS)
    places = ModelPlaces(store)
    assert places.of("offline/offline") == HERE
    assert places.of("ollama/gemma") == HERE
    assert places.of("work/big").host == "llm.example"
    gone = places.of("gone/x")
    assert (gone.host, gone.local) == (UNKNOWN_HOST, False)
