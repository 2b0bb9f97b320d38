"""Tests of ui/settings/privacy_rule_text.py."""

import pytest

from vaultdesk.core.settings.settings_schema import DEFAULT_PRIVACY, PrivacyRule, VaultSettings
from vaultdesk.privacy.privacy_rules import PrivacyRules
from vaultdesk.privacy.rule_matcher import NoteMarks
from vaultdesk.ui.settings.privacy_rule_text import (
    count_private_notes,
    count_private_notes_now,
    is_readable_rule,
    note_count_text,
    privacy_sentence,
    raw_privacy_rule_text,
)

# Privacy words: every rule on private notes is a sentence.


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
    assert not is_readable_rule(rule)
    assert raw_privacy_rule_text(rule) == "kind = tag, value = x, answer = local, until = 2027"


def test_one_note_is_one_note() -> None:
    assert [note_count_text(count) for count in (0, 1, 1_204)] == ["0 notes today", "1 note today", "1,204 notes today"]


# Private tally: counts what the vault's own privacy rules count.

MARKS: dict[str, NoteMarks | None] = {
    "Personal/Diary 2.md": NoteMarks(("private",)),
    "Personal/Diary 10.md": NoteMarks(),
    "Projects/Boiler.md": NoteMarks((), {"private": True}),
    "Unread.md": None,
}
RULES = (*DEFAULT_PRIVACY, PrivacyRule(kind="folder", value="personal", answer="never"))


class Known:
    """What is known of the notes."""

    def marks(self, path: str) -> NoteMarks | None:
        return MARKS.get(path)

    def is_unread(self, path: str) -> bool:
        return path not in MARKS

    def paths(self) -> list[str]:
        return list(MARKS)

    def spelling(self, name: str) -> str | None:
        return name if name in MARKS else None

    def candidates(self, name: str) -> tuple[str, ...]:
        return (name,) if name in MARKS else ()


def test_each_rule_is_counted_by_itself_as_the_privacy_rules_count() -> None:
    found = count_private_notes(RULES, MARKS)
    theirs = PrivacyRules(lambda: VaultSettings(privacy=RULES), Known(), None)  # type: ignore[arg-type]  # it reads no note here
    assert found.counts == (2, 2, 2)
    assert len(found.notes) == sum(theirs.strictest_rule(path) is not None for path in MARKS)


def test_a_note_stands_with_its_strictest_rule_in_natural_order() -> None:
    found = count_private_notes(RULES, MARKS)
    assert [(note.path, note.rule.answer) for note in found.notes] == [
        ("Personal/Diary 2.md", "never"),
        ("Personal/Diary 10.md", "never"),
        ("Projects/Boiler.md", "local"),
        ("Unread.md", "local"),
    ]
    assert (found.total, found.doubted) == (4, 1)


async def test_it_is_reckoned_from_what_is_known_now() -> None:
    assert await count_private_notes_now(RULES, Known()) == count_private_notes(RULES, MARKS)
