"""Kinds: every kind of provider there is, with what people call it and where it usually is. Asks nobody."""

from collections.abc import Mapping
from dataclasses import dataclass

from vaultdesk.core.errors import UsageError
from vaultdesk.core.settings.settings_schema import ProviderKind
from vaultdesk.providers.address import Address, anthropic_address, openai_address, plain_address


@dataclass(frozen=True, slots=True)
class Kind:
    """What holds for every provider of one kind."""

    kind: ProviderKind
    title: str
    """What people call it."""
    base_url: str = ""
    """Where it is unless the settings say otherwise; empty where the person has to say."""
    wants_key: bool = False
    """True where it cannot answer without a key."""
    local: bool = False
    """True where it usually runs on this computer."""
    has_address: bool = True
    """False where nothing is connected to."""


_ALL = (
    Kind("openai", "OpenAI", "https://api.openai.com/v1", wants_key=True),
    Kind("anthropic", "Anthropic", "https://api.anthropic.com", wants_key=True),
    Kind("gemini", "Google Gemini", "https://generativelanguage.googleapis.com/v1beta/openai", wants_key=True),
    Kind("openrouter", "OpenRouter", "https://openrouter.ai/api/v1", wants_key=True),
    Kind("ollama", "Ollama", "http://127.0.0.1:11434", local=True),
    Kind("lmstudio", "LM Studio", "http://127.0.0.1:1234/v1", local=True),
    Kind("openai-compatible", "OpenAI-compatible server"),
    Kind("codex", "Codex", has_address=False),
    Kind("offline", "Offline assistant", local=True, has_address=False),
)

KINDS: Mapping[ProviderKind, Kind] = {one.kind: one for one in _ALL}
"""Every kind, in the order they are offered."""


def address_of(kind: ProviderKind, base_url: str) -> Address:
    """Return where a provider of *kind* is asked. Raises `UsageError` where its address is missing or unusable."""
    usual = KINDS[kind].base_url
    written = base_url.strip() or usual
    if not written:
        raise UsageError("There is no address yet.", hint="Write it like http://localhost:8080/v1.")
    if kind == "anthropic":
        return anthropic_address(written)
    return plain_address(written) if kind == "ollama" else openai_address(written)
