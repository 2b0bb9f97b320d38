"""Unreadable: exactly the rules that the decision itself takes for barriers against everything."""

import pytest

from vaultdesk.core.settings.settings_schema import PermissionRule
from vaultdesk.tools.runtime.policy import ANY_FOLDER, PolicyRequest, rule_answer
from vaultdesk.ui.agents.unreadable import is_unreadable


@pytest.mark.parametrize(
    "rule",
    [
        PermissionRule(folder="../out", answer="allow"),
        PermissionRule(folder="a\\b", answer="ask"),
        PermissionRule.model_validate({"answer": "allow", "weekdays": "mon"}),
        PermissionRule.model_validate({"folder": "A", "answer": "deny", "weekdays": "mon"}),
        PermissionRule(folder="A", answer="allow"),
        PermissionRule(folder="A", answer="ask"),
    ],
)
def test_it_is_what_denies_everywhere_in_the_decision(rule: PermissionRule) -> None:
    found = rule_answer(rule, PolicyRequest("read_note", "read"), "A/x.md")
    assert is_unreadable(rule) == (found == ("deny", ANY_FOLDER))
