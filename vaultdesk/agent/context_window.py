"""Context window: how many tokens a model takes at once, by what is known of it without asking anybody."""

from collections.abc import Mapping

from vaultdesk.core.settings.settings_schema import ProviderKind, ProviderSettings
from vaultdesk.providers.known_models import ModelStatus
from vaultdesk.providers.ollama.ollama_models import DEFAULT_WINDOW

ENDLESS = 1_000_000_000
"""The window of one that reads no text at once: the offline assistant."""

CAREFUL = 32_000
"""Tokens taken for granted where nobody says: most models that are served today have as many."""

VENDORS: Mapping[ProviderKind, int] = {
    "openai": 128_000,
    "anthropic": 200_000,
    "gemini": 1_000_000,
    "codex": 200_000,
    "offline": ENDLESS,
}
"""The smallest window of the models a vendor offers for chats, where its list does not tell."""


def window_of(standing: ModelStatus, settings: ProviderSettings | None) -> int:
    """Return the window of a model in tokens; 0 where nobody says. What the person set in *settings* holds first."""
    if settings is not None and settings.context:
        return settings.context
    kind = settings.kind if settings is not None else standing.label.partition("/")[0]
    told = (standing.info.context if standing.info else 0) or (standing.card.context if standing.card else 0)
    if kind == "ollama" and standing.local:
        # It is asked for no more than memory likely holds, whatever its model was made for (ollama_models.py).
        return min(told or DEFAULT_WINDOW, DEFAULT_WINDOW)
    return told or next((window for vendor, window in VENDORS.items() if vendor == kind), 0)
