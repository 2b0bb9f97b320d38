"""Tests of privacy/rule_matcher.py: a rule matches every spelling of its value; an invalid rule matches every note."""

import pytest

from vaultdesk.core.settings.settings_schema import PrivacyRule
from vaultdesk.privacy.rule_matcher import NO_MARKS, NoteMarks, compile_rules, marks_of, rule_text, strictest_match
from vaultdesk.vault.markdown.note import parse_note
from vaultdesk.vault.note_path import NotePath


def rule(kind: str, value: str, answer: str = "local", **more: object) -> PrivacyRule:
    return PrivacyRule.model_validate({"kind": kind, "value": value, "answer": answer, **more})


def marks(text: str) -> NoteMarks:
    return marks_of(parse_note(NotePath("x.md"), text))


def matches(tested_rule: PrivacyRule, path: str = "x.md", text: str = "") -> bool:
    return strictest_match(compile_rules([tested_rule]), path, marks(text)) is not None


@pytest.mark.parametrize(
    ("folder", "path", "is_match"),
    [
        ("Personal", "Personal/a.md", True),
        ("Personal/", "Personal/Deep/a.md", True),
        ("personal", "PERSONAL/a.md", True),
        ("Zoë", "Zoe\u0308/a.md", True),
        ("Personal", "Personal-not/a.md", False),
        ("Personal", "Personal.md", False),
        ("Personal", "Other/Personal/a.md", False),
        ("A/B", "A/B/c.md", True),
        ("A/B", "A/Bc/c.md", False),
        ("", "anything.md", True),
    ],
)
def test_a_folder_rule_matches_everything_below_it_by_whole_names(folder: str, path: str, is_match: bool) -> None:
    assert matches(rule("folder", folder), path) is is_match


@pytest.mark.parametrize(
    ("tag", "text", "is_match"),
    [
        ("private", "#private", True),
        ("#Private", "---\ntags: [PRIVATE/Money]\n---\n", True),
        ("private", "about #private/money", True),
        ("private", "#privateer and #x/private", False),
        ("private", "`#private`", False),
        ("a/b", "#a/b/c", True),
        ("a/b", "#a", False),
    ],
)
def test_a_tag_rule_matches_nested_tags_in_any_case(tag: str, text: str, is_match: bool) -> None:
    assert matches(rule("tag", tag), text=text) is is_match


@pytest.mark.parametrize(
    ("value", "frontmatter", "is_match"),
    [
        ("private: true", "private: true", True),
        ("private: true", "PRIVATE: True", True),
        ("private: true", 'private: "true"', True),
        ("private: true", "private: yes", True),
        ("private: true", "private: 1", True),
        ("private: true", "private: false", False),
        ("private: true", "private:", False),
        ("private", "private: false", True),
        ("private", "private:", True),
        ("private:", "private: no", True),
        ("status: secret", "status: [draft, Secret]", True),
        ("status: secret", "status: {kind: secret}", True),
        ("status: secret", "state: secret", False),
        ("n: 3", "n: 3", True),
        ('"my key": x', "my key: X", True),
    ],
)
def test_a_property_rule_matches_a_name_or_a_name_and_value(value: str, frontmatter: str, is_match: bool) -> None:
    assert matches(rule("property", value), text=f"---\n{frontmatter}\n---\n") is is_match


@pytest.mark.parametrize(
    "text",
    [
        "---\nprivate: true\nbroken: [\n---\n",
        "---\n{{date: x\nprivate: true\n---\n",
        "---\nprivate: true\nprivate: false\n---\n",
        "---\nprivate: &a true\n---\n",
        "\n---\nprivate: true\n---\n",
        "\ufeff---\nprivate: true\n---\n",
        "---\nprivate: true\nno end of it",
    ],
)
def test_invalid_frontmatter_is_matched_by_its_raw_lines(text: str) -> None:
    assert matches(rule("property", "private: true"), text=text)
    assert not matches(rule("property", "confidential"), text=text)
    assert not marks(text).properties, "a rule on parsed properties alone would not match"


def test_a_tag_in_invalid_frontmatter_is_matched() -> None:
    assert matches(rule("tag", "private"), text="---\ntags: [private, {{x}}]\na: [\n---\n")


def test_a_note_rule_matches_every_spelling_of_its_path() -> None:
    assert matches(rule("note", "A/Über.md"), "a/U\u0308BER.md")
    assert matches(rule("note", "A/b"), "A/b.md")
    assert not matches(rule("note", "A/b.md"), "A/bb.md")


@pytest.mark.parametrize(
    "invalid_rule",
    [
        rule("folder", "A//B", "ask"),
        rule("folder", "A\\B", "ask"),
        rule("folder", "/", "ask"),
        rule("tag", "", "ask"),
        rule("tag", "two words", "ask"),
        rule("property", ": x", "ask"),
        rule("note", " ", "ask"),
        rule("folder", "A", "ask", unless="B"),
    ],
    ids=lambda rule: f"{rule.kind} {rule.value}",
)
def test_a_rule_that_cannot_be_read_matches_every_note_with_never(invalid_rule: PrivacyRule) -> None:
    (compiled,) = compile_rules([invalid_rule])
    assert (compiled.answer, compiled.is_readable) == ("never", False)
    assert compiled.matches("anything.md", NO_MARKS)
    assert rule_text(invalid_rule) == "by a rule that cannot be read"


def test_an_unknown_note_matches_rules_on_its_content() -> None:
    rules = compile_rules([rule("tag", "private"), rule("property", "x")])
    assert strictest_match(rules, "new.md", None) is not None
    assert strictest_match(compile_rules([rule("folder", "P")]), "new.md", None) is None


def test_the_strictest_matching_rule_is_found_in_any_order() -> None:
    rules = [rule("folder", "P", "ask"), rule("tag", "x", "never"), rule("note", "P/a.md", "local")]
    for order in (rules, rules[::-1]):
        match = strictest_match(compile_rules(order), "P/a.md", NoteMarks(tags=("x",)))
        assert match is not None
        assert match.answer == "never"


def test_rules_are_described_in_words() -> None:
    texts = [rule_text(rule(*item)) for item in (("folder", "A/"), ("folder", ""), ("tag", "#x"), ("property", "a: b"))]
    assert texts == ["in A", "in this vault", "tagged #x", "with a: b"]
    assert rule_text(rule("note", "A.md")) == "by name"
