"""Privacy words: every rule on private notes is a sentence."""

import pytest

from vaultdesk.core.settings.settings_schema import PrivacyRule
from vaultdesk.ui.settings.privacy_words import privacy_sentence, readable, today_words, written_words


@pytest.mark.parametrize(
    ("kind", "value", "answer", "sentence"),
    [
        ("tag", "private", "local", "Notes tagged #private go to no model elsewhere."),
        ("tag", "#private", "local", "Notes tagged #private go to no model elsewhere."),
        ("folder", "Personal/", "never", "Notes in Personal go to no model at all."),
        ("folder", "", "ask", "All notes go to a model elsewhere only if I say so each time."),
        ("property", "private: true", "local", "Notes with private: true go to no model elsewhere."),
        ("note", "A.md", "ask", "The note A.md goes to a model elsewhere only if I say so each time."),
        ("tag", "a b", "local", "This rule cannot be read, so no note goes to any model."),
        ("note", "a\u202eb.md", "never", "The note a<U+202E>b.md goes to no model at all."),
    ],
)
def test_a_rule_is_a_sentence(kind: str, value: str, answer: str, sentence: str) -> None:
    rule = PrivacyRule.model_validate({"kind": kind, "value": value, "answer": answer})
    assert privacy_sentence(rule) == sentence


def test_what_cannot_be_read_is_shown_as_it_is_written() -> None:
    rule = PrivacyRule.model_validate({"kind": "tag", "value": "x", "answer": "local", "until": "2027"})
    assert not readable(rule)
    assert written_words(rule) == "kind = tag, value = x, answer = local, until = 2027"


def test_one_note_is_one_note() -> None:
    assert [today_words(count) for count in (0, 1, 1_204)] == ["0 notes today", "1 note today", "1,204 notes today"]
