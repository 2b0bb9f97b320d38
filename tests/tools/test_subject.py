"""Verdicts: the stricter counts."""

from vaultdesk.core.settings.settings_schema import PermissionRule
from vaultdesk.tools.subject import Verdict


def test_the_stricter_of_two_counts_and_the_first_of_equals() -> None:
    allow, ask, deny = Verdict("allow", "rule"), Verdict("ask", "default"), Verdict("deny", "rule")
    assert [allow.stricter(ask), ask.stricter(allow), ask.stricter(deny)] == [ask, ask, deny]
    assert Verdict("ask", "rule").stricter(ask).by == "rule"


def test_a_verdict_is_the_same_whatever_explains_it() -> None:
    rule = PermissionRule(answer="ask")
    assert Verdict("ask", "rule", rule, "taint") == Verdict("ask", "rule")
