"""Builders: settings into the bare provider of each kind. Every vendor's module is imported when it is first asked for.

Nothing here is wrapped: catalog.py puts retrying, tools by text, prices and the gate around what is built here.
"""

import logging

from vaultdesk.core.errors import UsageError
from vaultdesk.core.settings.settings_schema import ProviderKind, ProviderSettings
from vaultdesk.providers.kinds import KINDS, address_of
from vaultdesk.providers.offline import OfflineAssistant
from vaultdesk.providers.provider import Provider
from vaultdesk.providers.sdk_provider import Endpoint
from vaultdesk.providers.ways import way_of

log = logging.getLogger(__name__)

LISTENED: frozenset[ProviderKind] = frozenset({"openai-compatible", "lmstudio", "ollama"})
"""Kinds whose answers may hold think blocks and calls as text, because their servers read them badly or not at all."""

TELLING: frozenset[ProviderKind] = frozenset({"openrouter", "lmstudio", "ollama"})
"""Kinds whose lists say which models have tools, so that a look before the first question is worth it."""


def called(name: str, settings: ProviderSettings) -> str:
    """Return how people call the provider *name*."""
    return settings.name or (KINDS[settings.kind].title if name == settings.kind else name)


def check_settings(name: str, settings: ProviderSettings) -> None:
    """Raise `UsageError` where *settings* cannot be asked: no address, or one that cannot be read."""
    kind = KINDS[settings.kind]
    if kind.has_address and not kind.base_url and not settings.base_url.strip():
        raise UsageError(f"The provider {name} has no address", hint="Set its base_url, like http://localhost:8080/v1.")
    if kind.has_address:
        address_of(settings.kind, settings.base_url)


def local_provider(name: str, settings: ProviderSettings) -> Provider:
    """Return a provider that is asked without an address: built in, or a program of this computer."""
    if settings.kind == "codex":
        from vaultdesk.providers.codex.provider import Codex

        return Codex(called(name, settings))
    return OfflineAssistant()


def provider_at(endpoint: Endpoint, settings: ProviderSettings) -> Provider:
    """Return the provider of *settings* at *endpoint*."""
    match settings.kind:
        case "anthropic":
            from vaultdesk.providers.anthropic import AnthropicMessages

            return AnthropicMessages(endpoint)
        case "ollama":
            from vaultdesk.providers.ollama import Ollama

            return Ollama(endpoint, settings.context)
        case "lmstudio":
            from vaultdesk.providers.lmstudio import LMStudio

            return LMStudio(endpoint)
        case _:
            return _openai_like(endpoint, settings)


def prepare(settings: ProviderSettings) -> None:
    """Have the vendor's SDK ready that a provider of *settings* is asked with, if one is. Takes seconds; for a thread.

    Who was set up after the start is asked for the first time, and what was not used yet would be built on the loop.
    """
    way = way_of(settings)
    if way is None:
        return
    from vaultdesk.providers.warm_up import warm_up

    try:
        warm_up((way,))
    except Exception:  # whatever it is, the question meets it again and tells it better
        log.info("The provider's library could not be warmed up", exc_info=True)


def _openai_like(endpoint: Endpoint, settings: ProviderSettings) -> Provider:
    from vaultdesk.providers.chat_dialect import COMPATIBLE, GEMINI, OPENAI, OPENROUTER
    from vaultdesk.providers.openai_chat import OpenAIChat

    if way_of(settings) == "responses":
        from vaultdesk.providers.openai_responses import OpenAIResponses

        return OpenAIResponses(endpoint)
    dialects = {"openai": OPENAI, "gemini": GEMINI, "openrouter": OPENROUTER}
    return OpenAIChat(endpoint, dialects.get(settings.kind, COMPATIBLE))
