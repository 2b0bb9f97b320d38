"""Builds the bare provider for an entry of the settings; vendor modules are imported at first use.

Nothing is wrapped here: provider_assembly.py adds retry, tools as text, prices and the gate.
"""

import logging
from functools import partial

from vaultdesk.core.errors import UsageError
from vaultdesk.core.phrases import Phrase
from vaultdesk.core.settings.settings_schema import ProviderKind, ProviderSettings
from vaultdesk.core.transmission import TransmissionLog
from vaultdesk.providers.offline.offline_assistant import OfflineAssistant
from vaultdesk.providers.provider import Provider
from vaultdesk.providers.provider_types import PROVIDER_TYPES, api_flavor, settings_address
from vaultdesk.providers.sdk_provider import ProviderEndpoint

log = logging.getLogger(__name__)

SELF_HOSTED_TYPES: frozenset[ProviderKind] = frozenset({"openai-compatible", "lmstudio", "ollama", "gguf"})
"""Kinds of self-hosted servers: a chat template without tools may drop them silently, and small models repeat
themselves."""

TYPES_ASKED_BY_MODEL: frozenset[ProviderKind] = frozenset({"openai-compatible", "lmstudio", "ollama"})
"""Kinds whose server reports window and tools of a single model."""

TYPES_LISTING_FACTS: frozenset[ProviderKind] = frozenset({"openrouter", "openai-compatible"})
"""Kinds whose lists often contain windows and tool support, so that they are fetched before the first question."""


def provider_title(name: str, settings: ProviderSettings) -> Phrase | str:
    """Return the display name of the provider *name*."""
    return settings.name or (PROVIDER_TYPES[settings.kind].title if name == settings.kind else name)


def check_settings(name: str, settings: ProviderSettings) -> None:
    """Raise `UsageError` if *settings* are not usable: no address, or an invalid one."""
    kind = PROVIDER_TYPES[settings.kind]
    if kind.has_address and not kind.base_url and not settings.base_url.strip():
        raise UsageError(
            Phrase("The provider {0} has no address", name),
            hint=Phrase("Set its base_url, like http://localhost:8080/v1."),
        )
    if kind.has_address:
        settings_address(settings)


def local_provider(name: str, settings: ProviderSettings, log: TransmissionLog | None = None) -> Provider:
    """Return a provider without an address: built in, or a program of this computer.

    *log* records requests of that program that do not pass the gate.
    """
    match settings.kind:
        case "codex":
            from vaultdesk.providers.codex.codex_provider import Codex

            return Codex(provider_title(name, settings), log=log)
        case "gguf":
            from vaultdesk.providers.gguf.model_file_provider import ModelFileProvider

            open_chat = partial(_openai_compatible, settings=settings)
            prepare = partial(prepare_sdk, settings)
            return ModelFileProvider(provider_title(name, settings), settings, open_chat, prepare, log=log)
        case _:
            return OfflineAssistant()


def provider_for_endpoint(endpoint: ProviderEndpoint, settings: ProviderSettings) -> Provider:
    """Return the provider of *settings* at *endpoint*."""
    match settings.kind:
        case "anthropic":
            from vaultdesk.providers.anthropic_provider import AnthropicMessages

            return AnthropicMessages(endpoint)
        case "ollama":
            from vaultdesk.providers.ollama_provider import Ollama

            return Ollama(endpoint, settings.context)
        case "lmstudio":
            from vaultdesk.providers.openai.lmstudio import LMStudio

            return LMStudio(endpoint)
        case _:
            return _openai_compatible(endpoint, settings)


def prepare_sdk(settings: ProviderSettings) -> None:
    """Prepare the vendor's SDK for a provider of *settings*, if it uses one. Takes seconds; call it in a thread.

    Otherwise the first request to a provider that was set up after the start would build it on the event loop.
    """
    flavor = api_flavor(settings)
    if flavor is None:
        return
    from vaultdesk.providers.sdk_preload import preload_sdks

    try:
        preload_sdks((flavor,))
    except Exception:  # the question itself reports the error
        log.info("The provider's library could not be preloaded", exc_info=True)


def _openai_compatible(endpoint: ProviderEndpoint, settings: ProviderSettings) -> Provider:
    from vaultdesk.providers.openai.chat_completions import (
        COMPATIBLE_DIALECT,
        GEMINI_DIALECT,
        OPENAI_DIALECT,
        OPENROUTER_DIALECT,
        SELF_HOSTED_DIALECT,
    )
    from vaultdesk.providers.openai.openai_provider import OpenAIChat

    if api_flavor(settings) == "responses":
        from vaultdesk.providers.openai.responses_provider import OpenAIResponses

        return OpenAIResponses(endpoint)
    dialects = {"openai": OPENAI_DIALECT, "gemini": GEMINI_DIALECT, "openrouter": OPENROUTER_DIALECT}
    compatible = SELF_HOSTED_DIALECT if endpoint.self_hosted else COMPATIBLE_DIALECT
    return OpenAIChat(endpoint, dialects.get(settings.kind, compatible))
