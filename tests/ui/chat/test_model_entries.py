"""Model entries: models under their providers, kept to the words that are typed."""

import pytest

from tests.ui.chat.models import GEMMA, MODELS, OFFLINE, SONNET, TINY
from vaultdesk.ui import core_words
from vaultdesk.ui.chat.model_entries import ModelEntry, model_entries
from vaultdesk.ui.core_words import CoreWords


def picture(entries: list[ModelEntry]) -> str:
    lines = [f"  {one.title}: {one.words}" if one.model is not None else one.title for one in entries]
    return "\n".join(lines)


def test_models_stand_under_their_providers_with_what_they_can_do() -> None:
    assert picture(model_entries(MODELS)) == "\n".join(
        (
            "Anthropic",
            "  sonnet: tools · sees pictures · thinks · 200k",
            "Ollama",
            "  gemma3:4b: tools by text · 128k · on this computer",
            "  tiny: no tools · on this computer",
            "Built in",
            "  Offline assistant: tools · on this computer",
        )
    )


def test_each_typed_word_has_to_stand_in_the_name_or_the_abilities() -> None:
    assert [one.model for one in model_entries(MODELS, "OLLAMA gem") if one.model] == [GEMMA]
    assert [one.model for one in model_entries(MODELS, "by text") if one.model] == [GEMMA]
    assert [one.model for one in model_entries(MODELS, "pictures thinks") if one.model] == [SONNET]
    assert model_entries(MODELS, "nobody is called that") == []


def test_models_of_one_provider_stand_together_wherever_they_came() -> None:
    titles = [one.title for one in model_entries((OFFLINE, GEMMA, SONNET, TINY))]
    assert titles == ["Ollama", "gemma3:4b", "tiny", "Anthropic", "sonnet", "Built in", "Offline assistant"]


def test_a_downgrade_is_told_with_its_reason() -> None:
    told = {one.title: (one.downgraded, one.why) for one in model_entries(MODELS)}
    assert told["gemma3:4b"] == (True, GEMMA.why)
    assert told["tiny"] == (True, TINY.why)
    assert told["sonnet"] == (False, SONNET.why)
    assert told["Ollama"] == (False, "")


def test_what_is_built_in_is_called_in_the_window_s_language(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(core_words, "_in_force", [CoreWords({"Offline assistant": "Offline-Assistent"})])
    core_words.in_words.cache_clear()
    try:
        assert [one.title for one in model_entries((OFFLINE,))] == ["Built in", "Offline-Assistent"]
        assert [one.model for one in model_entries(MODELS, "offline-assi") if one.model] == [OFFLINE]
    finally:
        core_words.in_words.cache_clear()
