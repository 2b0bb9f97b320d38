"""Ways: which vendor's SDK a provider is asked with, and which of them this computer uses. Imports none of them."""

from collections.abc import Mapping
from typing import Literal

from vaultdesk.core.credentials import DEFAULT_KEY_VARIABLES
from vaultdesk.core.settings.settings_schema import ProviderKind, ProviderSettings
from vaultdesk.core.settings.settings_store import Settings
from vaultdesk.providers.kinds import KINDS, address_of

Way = Literal["responses", "completions", "messages"]
"""What is asked for at the end of the path: OpenAI's Responses or chat completions, Anthropic's messages."""

ALL_WAYS: tuple[Way, ...] = ("responses", "completions", "messages")


def way_of(settings: ProviderSettings) -> Way | None:
    """Return how a provider of *settings* is asked; None where that takes no vendor's SDK."""
    match settings.kind:
        case "anthropic":
            return "messages"
        case "offline" | "codex" | "ollama":
            return None
        case "lmstudio":
            return "completions"
        case kind:
            api = settings.api or ("responses" if kind == "openai" else "chat")
            return "responses" if api == "responses" else "completions"


def kinds_with_key(environment: Mapping[str, str]) -> tuple[ProviderKind, ...]:
    """Return the kinds of vendors whose key stands in *environment*."""
    given = {variable for variable in DEFAULT_KEY_VARIABLES.values() if environment.get(variable, "").strip()}
    origins = {kind: address_of(kind, "").origin for kind, facts in KINDS.items() if facts.wants_key}
    return tuple(kind for kind, origin in origins.items() if DEFAULT_KEY_VARIABLES.get(origin) in given)


def ways_in_use(settings: Settings, environment: Mapping[str, str]) -> tuple[Way, ...]:
    """Return how what is set up, has a key in *environment* or was chosen to answer is asked."""
    chosen = settings.chat.model.partition("/")[0]
    kinds = {*kinds_with_key(environment), *(kind for kind in KINDS if kind == chosen)}
    usual = (ProviderSettings(kind=kind) for kind in kinds - settings.providers.keys())
    found = {way_of(one) for one in (*settings.providers.values(), *usual)}
    return tuple(way for way in ALL_WAYS if way in found)
