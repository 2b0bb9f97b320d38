"""Ability facts: what a model did beats what its list says; what nobody knows is said so."""

from vaultdesk.providers.capabilities import CapabilityCard, ToolMode, ToolModeChoice
from vaultdesk.providers.known_models import ModelStatus
from vaultdesk.providers.provider import ModelInfo
from vaultdesk.ui.settings.ability_facts import ability_facts


def standing(way: ToolMode, info: ModelInfo | None = None, card: CapabilityCard | None = None) -> ModelStatus:
    return ModelStatus("p/m", "m", "P", False, ToolModeChoice(way, "Because."), info, card)


def told(one: ModelStatus) -> list[tuple[str, bool | None, str]]:
    return [(fact.name, fact.known, fact.words) for fact in ability_facts(one)]


def test_of_an_unknown_model_nothing_is_claimed() -> None:
    assert told(standing("native")) == [
        ("Tools", None, "not known"),
        ("Context", None, "not known"),
        ("Pictures", None, "not known"),
        ("Thinking", None, "not known"),
        ("JSON", None, "not known"),
        ("Long texts", None, "not known"),
    ]


def test_what_it_did_when_it_was_tried_beats_the_list() -> None:
    info = ModelInfo("m", context=200_000, tools=True, images=True, reasoning=True)
    card = CapabilityCard(native=False, sentinel=True, parallel=True, images=False, json_answers=True, recalls=False)
    assert told(standing("sentinel", info, card)) == [
        ("Tools", True, "by text, several at once"),
        ("Context", True, "200,000 tokens"),
        ("Pictures", False, "no"),
        ("Thinking", True, "yes"),
        ("JSON", True, "answers with nothing else"),
        ("Long texts", False, "no"),
    ]


def test_tools_that_a_list_or_a_trial_tells_of_are_known() -> None:
    listed = standing("native", ModelInfo("m", tools=True))
    tried = standing("native", None, CapabilityCard(native=True))
    assert [told(one)[0] for one in (listed, tried)] == [("Tools", True, "by its own means")] * 2
    assert told(standing("sentinel"))[0] == ("Tools", True, "by text")


def test_a_model_without_any_way_to_tools_has_none() -> None:
    assert told(standing("none"))[0] == ("Tools", False, "none")
