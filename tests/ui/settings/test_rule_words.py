"""Rule words: every rule reads as one true sentence; what no rule can allow is said."""

import pytest

from vaultdesk.core.settings.settings_schema import PermissionRule
from vaultdesk.ui.settings.rule_words import (
    is_unreadable,
    rule_sentence,
    stands_for_unreadable,
    still_asks,
    written_words,
)

TOOLS = {"read_note": "Read a note"}


@pytest.mark.parametrize(
    ("rule", "sentence"),
    [
        (
            PermissionRule(effect="read", folder="Projects", answer="allow"),
            "Searching and reading notes in Projects needs no question.",
        ),
        (
            PermissionRule(tool="read_note", destination="api.anthropic.com", answer="ask"),
            "“Read a note” in the whole vault for api.anthropic.com asks me each time.",
        ),
        (
            PermissionRule(tool="read_note", effect="read", destination="this-computer", answer="deny"),
            "“Read a note” (searching and reading notes) in the whole vault for a model on this computer is never"
            " allowed.",
        ),
        (PermissionRule(answer="deny"), "Every tool in the whole vault is never allowed."),
        (PermissionRule(tool="gone", answer="ask"), "“gone” in the whole vault asks me each time."),
        (
            PermissionRule(tool="cod\u202e", answer="deny"),
            "“cod<U+202E>” in the whole vault is never allowed.",
        ),
    ],
)
def test_a_rule_is_a_sentence(rule: PermissionRule, sentence: str) -> None:
    assert rule_sentence(rule, TOOLS) == sentence


def test_a_rule_nobody_can_read_says_what_it_comes_to() -> None:
    climbing = PermissionRule(folder="../out", answer="allow")
    newer = PermissionRule.model_validate({"answer": "allow", "weekdays": "mon"})
    for rule in (climbing, newer):
        assert is_unreadable(rule)
        assert rule_sentence(rule, TOOLS) == "This rule cannot be read, so it denies everything it may mean."
    assert written_words(newer) == "answer = allow, weekdays = mon"
    # A barrier with a word more is a barrier all the same.
    assert not is_unreadable(PermissionRule.model_validate({"answer": "deny", "weekdays": "mon"}))


def test_only_a_bare_denial_may_stand_for_one_of_the_file_that_is_no_rule() -> None:
    assert stands_for_unreadable(PermissionRule(answer="deny"))
    assert not stands_for_unreadable(PermissionRule(tool="*", answer="deny"))
    assert not stands_for_unreadable(PermissionRule(answer="ask"))


def test_what_still_asks_is_said() -> None:
    assert still_asks(PermissionRule(effect="read", answer="allow")) == ""
    assert still_asks(PermissionRule(effect="delete", answer="deny")) == ""
    assert "before deleting notes:" in still_asks(PermissionRule(effect="delete", answer="allow"))
    assert "before changing many at once:" in still_asks(PermissionRule(effect="write", answer="allow"))
    everything = still_asks(PermissionRule(answer="allow", folder="Projects"))
    assert "changing notes, deleting notes, changing many at once and using the network" in everything
