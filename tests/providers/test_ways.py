"""Ways: what a provider is asked with, and what of it is used here."""

import pytest

from vaultdesk.core.settings.settings_schema import ChatSettings, ProviderSettings
from vaultdesk.core.settings.settings_store import Settings
from vaultdesk.providers.ways import kinds_with_key, way_of, ways_in_use


@pytest.mark.parametrize(
    ("settings", "way"),
    [
        (ProviderSettings(kind="openai"), "responses"),
        (ProviderSettings(kind="openai", api="chat"), "completions"),
        (ProviderSettings(kind="openai-compatible", base_url="http://localhost:1/v1"), "completions"),
        (ProviderSettings(kind="openai-compatible", base_url="http://localhost:1/v1", api="responses"), "responses"),
        (ProviderSettings(kind="gemini"), "completions"),
        (ProviderSettings(kind="openrouter"), "completions"),
        (ProviderSettings(kind="lmstudio"), "completions"),
        (ProviderSettings(kind="anthropic"), "messages"),
        (ProviderSettings(kind="ollama"), None),
        (ProviderSettings(kind="codex"), None),
        (ProviderSettings(kind="offline"), None),
    ],
)
def test_how_each_kind_is_asked(settings: ProviderSettings, way: str | None) -> None:
    assert way_of(settings) == way


def test_keys_of_the_environment_tell_which_vendors_can_be_asked() -> None:
    assert kinds_with_key({}) == ()
    assert kinds_with_key({"ANTHROPIC_API_KEY": "k", "OPENAI_API_KEY": " "}) == ("anthropic",)


def test_what_nobody_set_up_is_not_used() -> None:
    own = Settings().with_provider("home", ProviderSettings(kind="ollama"))

    assert ways_in_use(own, {}) == ()
    assert ways_in_use(own, {"OPENAI_API_KEY": "k"}) == ("responses",)
    # Under a vendor's own name the settings say how it is asked.
    chat = own.with_provider("openai", ProviderSettings(kind="openai", api="chat"))
    assert ways_in_use(chat, {"OPENAI_API_KEY": "k"}) == ("completions",)


def test_a_model_that_was_chosen_counts_though_its_key_is_in_the_keyring_alone() -> None:
    chosen = Settings(chat=ChatSettings(model="anthropic/claude-sonnet"))

    assert ways_in_use(chosen, {}) == ("messages",)
    assert ways_in_use(Settings(chat=ChatSettings(model="offline/offline")), {}) == ()
