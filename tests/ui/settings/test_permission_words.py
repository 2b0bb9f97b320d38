"""Permission words: each sentence says what the runner's own decision is, in every preset."""

from collections.abc import Iterable, Sequence

import pytest

from vaultdesk.core.settings.settings_schema import PermissionRule, Preset
from vaultdesk.ui.settings.elsewhere import Elsewhere
from vaultdesk.ui.settings.permission_words import (
    Held,
    answer_words,
    held,
    holds,
    measures,
    replace_answer,
    with_answer,
)

ANTHROPIC = Elsewhere("Anthropic", "api.anthropic.com")
FIXED = "Fixed. No setting, agent or model can change this sentence."


def texts(preset: Preset, rules: Sequence[PermissionRule] = (), there: Iterable[Elsewhere] = (ANTHROPIC,)) -> list[str]:
    return [one.text for sentences in held(rules, preset, there).values() for one in sentences]


def every(preset: Preset, rules: Sequence[PermissionRule] = ()) -> list[Held]:
    return [one for sentences in held(rules, preset, (ANTHROPIC,)).values() for one in sentences]


def test_as_it_comes_everything_asks() -> None:
    assert texts("ask") == [
        "Searching and reading notes for a model on this computer asks me each time.",
        "Searching and reading notes and sending them to Anthropic (api.anthropic.com) asks me each time.",
        "Creating, changing and renaming notes asks me each time.",
        "Deleting notes, and changing many at once, always asks and can always be undone.",
        "Using the network always asks and shows the whole address.",
    ]


def test_read_only_forbids_and_says_that_nothing_else_counts() -> None:
    rule = PermissionRule(effect="write", answer="allow")
    changing = held((rule,), "read-only", ())["Changing"]
    assert [(one.text, one.setting) for one in changing] == [
        ("Creating, changing and renaming notes is never allowed.", None)
    ]
    assert changing[0].remark == "The preset says so, whatever else is set."
    assert "Using the network is never allowed." in texts("read-only")


def test_edit_in_scope_is_about_agents_with_folders() -> None:
    told = texts("edit")
    assert "For a model on this computer, an agent that reads notes in folders of its own needs no question." in told
    assert "An agent that creates and changes notes in folders of its own needs no question." in told
    assert "Creating, changing and renaming notes asks me each time." in told
    agent = next(one for one in every("edit") if one.text.startswith("An agent that creates"))
    assert agent.remark == "Renaming asks."


def test_trusted_still_asks_for_what_is_fixed_and_where_text_from_elsewhere_met_notes() -> None:
    told = texts("trusted")
    assert "Creating, changing and renaming notes needs no question." in told
    assert "In a chat where text from elsewhere met your notes, every change asks again." in told
    fixed = [one.text for one in every("trusted") if one.remark == FIXED]
    assert fixed == [
        "In a chat where text from elsewhere met your notes, every change asks again.",
        "Deleting notes, and changing many at once, always asks and can always be undone.",
        "Using the network always asks and shows the whole address.",
    ]


@pytest.mark.parametrize("preset", ["ask", "edit", "trusted"])
def test_no_allowance_changes_a_fixed_sentence(preset: Preset) -> None:
    rules = [PermissionRule(answer="allow"), PermissionRule(effect="delete", answer="allow")]
    rules += [PermissionRule(effect="write", answer="allow"), PermissionRule(effect="network", answer="allow")]
    told = texts(preset, rules)
    assert "Deleting notes, and changing many at once, always asks and can always be undone." in told
    assert "Using the network always asks and shows the whole address." in told


def test_a_rule_that_forbids_deleting_is_said_by_itself() -> None:
    told = texts("ask", (PermissionRule(effect="delete", answer="deny"),))
    assert "Deleting notes is never allowed." in told
    assert "Changing many notes at once always asks and can always be undone." in told


def test_rules_of_folders_are_mentioned_only_where_they_come_to_something_else() -> None:
    other = PermissionRule(effect="read", folder="Projects", answer="allow")
    same = PermissionRule(effect="read", folder="Projects", answer="ask")
    remark = "Your rules below say otherwise for some folders or tools."
    assert held((other,), "ask", ())["Reading"][0].remark == remark
    assert held((same,), "ask", ())["Reading"][0].remark == ""
    assert held((other,), "ask", ())["Changing"][0].remark == ""


def test_without_a_provider_elsewhere_the_sentence_cannot_be_changed() -> None:
    elsewhere = held((), "ask", ())["Reading"][1]
    assert elsewhere.text.startswith("Searching and reading notes and sending them to a provider elsewhere")
    assert elsewhere.setting is None


def test_a_sentence_made_to_say_something_else_does_so() -> None:
    for setting in (("read", "this-computer"), ("read", "api.anthropic.com"), ("write", "*")):
        for answer in ("allow", "deny", "ask"):
            rules = with_answer((), setting, answer, "ask")  # type: ignore[arg-type]  # of the three
            assert holds(rules, setting, "ask") == answer
            again = with_answer(rules, setting, "ask", "ask")
            assert again == (), "what holds anyway needs no rule"


def test_other_rules_stay_and_a_stricter_one_still_counts() -> None:
    barrier = PermissionRule(effect="read", answer="deny")
    rules = with_answer((barrier,), ("read", "this-computer"), "allow", "ask")
    assert rules[0] == barrier
    assert holds(rules, ("read", "this-computer"), "ask") == "deny"
    assert replace_answer(barrier, "ask").answer == "ask"


def test_the_measures_are_those_of_the_runner() -> None:
    assert measures() == "At most 20 calls a minute; the same call 3 times in 30 seconds is stopped."
    assert answer_words("deny") == "is never allowed"
