from typing import get_args

import pytest

from vaultdesk.core.credentials import DEFAULT_KEY_VARIABLES
from vaultdesk.core.errors import UsageError
from vaultdesk.core.settings.settings_schema import ProviderKind
from vaultdesk.providers.kinds import KINDS, address_of


def test_every_kind_of_the_settings_is_described() -> None:
    assert set(KINDS) == set(get_args(ProviderKind))
    assert all(facts.kind == kind and facts.title for kind, facts in KINDS.items())


def test_who_wants_a_key_has_its_usual_variable() -> None:
    for kind, facts in KINDS.items():
        if facts.wants_key:
            assert address_of(kind, "").origin in DEFAULT_KEY_VARIABLES, kind


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
    assert address_of(kind, written).url == url


def test_a_compatible_server_without_an_address_is_told() -> None:
    with pytest.raises(UsageError) as refused:
        address_of("openai-compatible", " ")

    assert "no address" in refused.value.title
