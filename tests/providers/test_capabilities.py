from datetime import UTC, datetime
from typing import Any

import pytest

from vaultdesk.providers.capabilities import CapabilityCard, tool_manner
from vaultdesk.providers.provider import ModelInfo

WHO = ("Ollama", "gemma3")
PROBED = datetime(2026, 1, 2, tzinfo=UTC)


def card(**known: Any) -> CapabilityCard:
    return CapabilityCard(**known)


@pytest.mark.parametrize(
    ("setting", "info", "known", "way", "why"),
    [
        ("auto", None, None, "native", "Ollama does not say whether gemma3 has tools."),
        ("auto", ModelInfo("gemma3", tools=True), None, "native", "Ollama says that gemma3 has tools of its own."),
        ("auto", ModelInfo("gemma3", tools=False), None, "sentinel", "says that gemma3 has no tools of its own"),
        ("auto", ModelInfo("gemma3", tools=True), card(refused=True), "sentinel", "refused to be given tools"),
        ("auto", ModelInfo("gemma3", tools=False), card(native=True), "native", "called a tool when it was tried"),
        ("auto", ModelInfo("gemma3", tools=True), card(native=False, sentinel=True), "sentinel", "when it was tried"),
        ("auto", None, card(native=False, sentinel=False, xml=True), "xml", "no tool of its own"),
        ("auto", None, card(native=False, sentinel=False, xml=False), "none", "no tool in any way"),
        ("auto", None, card(native=False), "sentinel", "no tool of its own"),
        ("auto", ModelInfo("gemma3", tools=False), card(images=True), "sentinel", "no tools of its own"),
        ("auto", None, card(refused=True, native=False, sentinel=False, xml=False), "none", "no tool in any way"),
        ("xml", ModelInfo("gemma3", tools=True), card(native=True), "xml", "set so in Settings"),
        ("native", None, card(refused=True), "native", "set so in Settings"),
        ("none", None, None, "none", "Tools are off in Settings"),
    ],
)
def test_a_persons_word_beats_what_was_seen_and_that_beats_the_list(
    setting: Any, info: ModelInfo | None, known: CapabilityCard | None, way: str, why: str
) -> None:
    manner = tool_manner(setting, WHO, info, known, "sentinel")

    assert manner.way == way
    assert why in manner.why
    assert manner.downgraded == (way != "native")


def test_text_is_given_in_the_models_own_dialect_unless_only_the_other_worked() -> None:
    none = ModelInfo("m", tools=False)

    assert tool_manner("auto", WHO, none, None, "xml").way == "xml"
    assert tool_manner("auto", WHO, none, card(xml=False, sentinel=True), "xml").way == "sentinel"
    assert tool_manner("auto", WHO, none, card(xml=False, sentinel=None), "xml").way == "xml"


def test_a_card_is_read_back_and_unknown_keys_are_passed_over() -> None:
    kept = card(native=True, context=4096, probed=PROBED).model_dump(mode="json", exclude_defaults=True)

    assert kept == {"native": True, "context": 4096, "probed": "2026-01-02T00:00:00Z"}
    assert CapabilityCard.model_validate({**kept, "later": 1}) == card(native=True, context=4096, probed=PROBED)


def test_a_card_tells_people_what_is_known_and_what_is_not() -> None:
    lines = card(native=False, refused=True, sentinel=True, images=False, context=131072).lines()

    assert "Tools of its own: no (it refused them)" in lines
    assert "Tools by text, <tool_call>: yes" in lines
    assert "Tools by text, <use_tool>: not known" in lines
    assert "Sees pictures: no" in lines
    assert "Context window: 131,072 tokens" in lines
