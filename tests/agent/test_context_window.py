"""How many tokens a model takes, by what is known of it."""

import pytest

from vaultdesk.agent.context_window import ENDLESS, window_of
from vaultdesk.core.settings.settings_schema import ProviderKind, ProviderSettings
from vaultdesk.providers.capabilities import CapabilityCard, ToolModeChoice
from vaultdesk.providers.known_models import ModelStatus
from vaultdesk.providers.provider import ModelInfo


def standing(context: int = 0, card: int = 0, *, local: bool = False, label: str = "work/m") -> ModelStatus:
    info = ModelInfo("m", context=context) if context else None
    known = CapabilityCard(context=card) if card else None
    return ModelStatus(label, "m", "Work", local, ToolModeChoice("native", ""), info, known)


@pytest.mark.parametrize(
    ("kind", "known", "set_to", "window"),
    [
        ("openai-compatible", standing(), 0, 0),
        ("openai-compatible", standing(8_192), 0, 8_192),
        ("openai-compatible", standing(card=4_096), 0, 4_096),
        ("openai-compatible", standing(8_192), 20_000, 20_000),
        ("openai", standing(), 0, 128_000),
        ("anthropic", standing(1_000_000), 0, 1_000_000),
        ("ollama", standing(131_072, local=True), 0, 16_384),
        ("ollama", standing(131_072, local=True), 65_536, 65_536),
        ("ollama", standing(131_072), 0, 131_072),
        ("offline", standing(), 0, ENDLESS),
    ],
)
def test_the_window_is_what_is_known_best(kind: ProviderKind, known: ModelStatus, set_to: int, window: int) -> None:
    assert window_of(known, ProviderSettings(kind=kind, context=set_to)) == window


def test_a_provider_without_settings_is_known_by_its_name() -> None:
    assert window_of(standing(label="offline/offline"), None) == ENDLESS
    assert window_of(standing(label="anthropic/m"), None) == 200_000
