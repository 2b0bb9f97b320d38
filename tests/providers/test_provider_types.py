"""Tests of providers/provider_types.py."""

from pathlib import Path
from typing import get_args

import pytest

from vaultdesk.core.credentials import DEFAULT_KEY_VARIABLES
from vaultdesk.core.errors import UsageError
from vaultdesk.core.settings.settings_schema import ChatSettings, ProviderKind, ProviderSettings
from vaultdesk.core.settings.settings_store import Settings
from vaultdesk.core.transmission import Destination
from vaultdesk.providers.provider_types import (
    DEFAULT_MODEL,
    PROVIDER_TYPES,
    api_flavor,
    api_flavors_in_use,
    model_destination,
    provider_address,
    provider_types_with_key,
)


def test_every_kind_of_the_settings_has_a_description() -> None:
    assert set(PROVIDER_TYPES) == set(get_args(ProviderKind))
    assert all(facts.kind == kind and facts.title for kind, facts in PROVIDER_TYPES.items())


def test_every_kind_that_requires_a_key_has_a_default_variable() -> None:
    for kind, facts in PROVIDER_TYPES.items():
        if facts.requires_key:
            assert provider_address(kind, "").origin in DEFAULT_KEY_VARIABLES, kind


@pytest.mark.parametrize(
    ("kind", "address", "url"),
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
def test_an_address_is_completed_for_its_api(kind: ProviderKind, address: str, url: str) -> None:
    assert provider_address(kind, address).url == url


def test_a_compatible_server_without_an_address_is_an_error() -> None:
    with pytest.raises(UsageError) as refused:
        provider_address("openai-compatible", " ")

    assert "no address" in refused.value.title


@pytest.mark.parametrize(
    ("settings", "model", "destination"),
    [
        (ProviderSettings(kind="gguf"), "llama3.2:3b", Destination("Work", "", local=True)),
        (ProviderSettings(kind="gguf"), "gpt-oss:120b-cloud", Destination("Work", "", local=True)),
        (ProviderSettings(kind="ollama"), "llama3.2:3b", Destination("Work", "127.0.0.1:11434", local=True)),
        (ProviderSettings(kind="codex"), "gpt-5.5", Destination("Work", "127.0.0.1:8080", local=True)),
        (ProviderSettings(kind="codex"), DEFAULT_MODEL, Destination("Work", "127.0.0.1:8080", local=True)),
        (ProviderSettings(kind="anthropic"), "claude-opus-5", Destination("Work", "api.anthropic.com", local=False)),
    ],
)
def test_the_destination_of_a_question_is_known_without_a_request(
    tmp_path: Path, settings: ProviderSettings, model: str, destination: Destination
) -> None:
    (tmp_path / "config.toml").write_text(
        'model = "small"\nmodel_provider = "mine"\n[model_providers.mine]\nbase_url = "http://127.0.0.1:8080/v1"\n'
    )

    assert model_destination("Work", settings, model, environment={"CODEX_HOME": str(tmp_path)}) == destination


# API flavors: which API each provider uses, and which are in use.


@pytest.mark.parametrize(
    ("settings", "flavor"),
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
def test_each_kind_has_its_api_flavor(settings: ProviderSettings, flavor: str | None) -> None:
    assert api_flavor(settings) == flavor


def test_vendors_with_a_key_in_the_environment_are_listed() -> None:
    assert provider_types_with_key({}) == ()
    assert provider_types_with_key({"ANTHROPIC_API_KEY": "k", "OPENAI_API_KEY": " "}) == ("anthropic",)


def test_only_configured_api_flavors_are_in_use() -> None:
    settings = Settings().with_provider("home", ProviderSettings(kind="ollama"))

    assert api_flavors_in_use(settings, {}) == ()
    assert api_flavors_in_use(settings, {"OPENAI_API_KEY": "k"}) == ("responses",)
    # Settings under the name of a vendor choose its API.
    with_chat = settings.with_provider("openai", ProviderSettings(kind="openai", api="chat"))
    assert api_flavors_in_use(with_chat, {"OPENAI_API_KEY": "k"}) == ("completions",)


def test_the_api_flavor_of_the_chosen_model_is_in_use_without_a_key_variable() -> None:
    settings = Settings(chat=ChatSettings(model="anthropic/claude-sonnet"))

    assert api_flavors_in_use(settings, {}) == ("messages",)
    assert api_flavors_in_use(Settings(chat=ChatSettings(model="offline/offline")), {}) == ()
