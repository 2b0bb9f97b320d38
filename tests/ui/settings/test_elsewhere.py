"""Elsewhere: who is elsewhere is told by the settings."""

from vaultdesk.settings import ProviderSettings, Settings
from vaultdesk.ui.settings.elsewhere import HERE, UNKNOWN_HOST, destination_of, destinations, providers_elsewhere

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


def test_this_computer_is_always_a_place() -> None:
    assert [one.host for one in destinations(SETTINGS)] == ["", "api.anthropic.com", "llm.example"]
    assert destinations(Settings()) == (HERE,)


def test_a_model_is_where_its_provider_is_and_elsewhere_where_nobody_knows() -> None:
    assert destination_of("offline/offline", SETTINGS) == HERE
    assert destination_of("ollama/gemma", SETTINGS) == HERE
    assert destination_of("work/big", SETTINGS).host == "llm.example"
    gone = destination_of("gone/x", SETTINGS)
    assert (gone.host, gone.local) == (UNKNOWN_HOST, False)
