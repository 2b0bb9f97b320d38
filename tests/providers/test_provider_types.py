"""Tests of providers/provider_types.py."""

from typing import get_args

import pytest

from vaultdesk.core.credentials import DEFAULT_KEY_VARIABLES
from vaultdesk.core.errors import UsageError
from vaultdesk.core.settings.settings_schema import ChatSettings, ProviderKind, ProviderSettings
from vaultdesk.core.settings.settings_store import Settings
from vaultdesk.providers.provider_types import (
    PROVIDER_TYPES,
    api_flavour,
    api_flavours_in_use,
    provider_address,
    provider_types_with_key,
)


def test_every_kind_of_the_settings_is_described() -> None:
    assert set(PROVIDER_TYPES) == set(get_args(ProviderKind))
    assert all(facts.kind == kind and facts.title for kind, facts in PROVIDER_TYPES.items())


def test_who_wants_a_key_has_its_usual_variable() -> None:
    for kind, facts in PROVIDER_TYPES.items():
        if facts.requires_key:
            assert provider_address(kind, "").origin in DEFAULT_KEY_VARIABLES, kind


@pytest.mark.parametrize(
    ("kind", "written", "url"),
    [
        ("openai", "", "https://api.openai.com/v1"),
        ("anthropic", "", "https://api.anthropic.com"),
        ("gemini", "", "https://generativelanguage.googleapis.com/v1beta/openai"),
        ("openrouter", "", "https://openrouter.ai/api/v1"),
        ("ollama", "", "http://127.0.0.1:11434"),
        ("ollama", "http://box.lan:11434/v1/", "http://box.lan:11434"),
        ("ollama", "http://box.lan:11434/api", "http://box.lan:11434"),
        ("ollama", "localhost:11434/api/chat", "http://localhost:11434"),
        ("ollama", "https://gate.example/ollama", "https://gate.example/ollama"),
        ("lmstudio", "", "http://127.0.0.1:1234/v1"),
        ("lmstudio", "http://127.0.0.1:1234", "http://127.0.0.1:1234/v1"),
        ("openai-compatible", "localhost:8080", "http://localhost:8080/v1"),
    ],
)
def test_an_address_is_what_its_wire_wants(kind: ProviderKind, written: str, url: str) -> None:
    assert provider_address(kind, written).url == url


def test_a_compatible_server_without_an_address_is_told() -> None:
    with pytest.raises(UsageError) as refused:
        provider_address("openai-compatible", " ")

    assert "no address" in refused.value.title


# Ways: what a provider is asked with, and what of it is used here.


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
        (ProviderSettings(kind="gguf", api="responses"), "completions"),
        (ProviderSettings(kind="ollama"), None),
        (ProviderSettings(kind="codex"), None),
        (ProviderSettings(kind="offline"), None),
    ],
)
def test_how_each_kind_is_asked(settings: ProviderSettings, way: str | None) -> None:
    assert api_flavour(settings) == way


def test_keys_of_the_environment_tell_which_vendors_can_be_asked() -> None:
    assert provider_types_with_key({}) == ()
    assert provider_types_with_key({"ANTHROPIC_API_KEY": "k", "OPENAI_API_KEY": " "}) == ("anthropic",)


def test_what_nobody_set_up_is_not_used() -> None:
    own = Settings().with_provider("home", ProviderSettings(kind="ollama"))

    assert api_flavours_in_use(own, {}) == ()
    assert api_flavours_in_use(own, {"OPENAI_API_KEY": "k"}) == ("responses",)
    # Under a vendor's own name the settings say how it is asked.
    chat = own.with_provider("openai", ProviderSettings(kind="openai", api="chat"))
    assert api_flavours_in_use(chat, {"OPENAI_API_KEY": "k"}) == ("completions",)


def test_a_model_that_was_chosen_counts_though_its_key_is_in_the_keyring_alone() -> None:
    chosen = Settings(chat=ChatSettings(model="anthropic/claude-sonnet"))

    assert api_flavours_in_use(chosen, {}) == ("messages",)
    assert api_flavours_in_use(Settings(chat=ChatSettings(model="offline/offline")), {}) == ()
