"""Fitting: a rule means every spelling of what it names, and what cannot be read closes everything."""

import pytest

from vaultdesk.core.settings.settings_schema import PrivacyRule
from vaultdesk.privacy.rule_matcher import NO_MARKS, NoteMarks, compile_rules, marks_of, rule_text, strictest_match
from vaultdesk.vault.markdown.note import parse_note
from vaultdesk.vault.note_path import NotePath


def rule(kind: str, value: str, answer: str = "local", **more: object) -> PrivacyRule:
    return PrivacyRule.model_validate({"kind": kind, "value": value, "answer": answer, **more})


def marks(text: str) -> NoteMarks:
    return marks_of(parse_note(NotePath("x.md"), text))


def fits(one: PrivacyRule, path: str = "x.md", text: str = "") -> bool:
    return strictest_match(compile_rules([one]), path, marks(text)) is not None


@pytest.mark.parametrize(
    ("folder", "path", "inside"),
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
def test_a_folder_means_all_below_it_by_whole_names(folder: str, path: str, inside: bool) -> None:
    assert fits(rule("folder", folder), path) is inside


@pytest.mark.parametrize(
    ("tag", "text", "carries"),
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
def test_a_tag_means_the_tags_below_it_in_any_case(tag: str, text: str, carries: bool) -> None:
    assert fits(rule("tag", tag), text=text) is carries


@pytest.mark.parametrize(
    ("value", "head", "has"),
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
def test_a_property_means_its_name_or_its_name_and_value(value: str, head: str, has: bool) -> None:
    assert fits(rule("property", value), text=f"---\n{head}\n---\n") is has


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
def test_a_head_that_cannot_be_read_counts_by_its_raw_lines(text: str) -> None:
    assert fits(rule("property", "private: true"), text=text)
    assert not fits(rule("property", "confidential"), text=text)
    assert not marks(text).properties, "a rule that looks at properties alone lets it go"


def test_a_tag_in_a_head_that_cannot_be_read_counts_too() -> None:
    assert fits(rule("tag", "private"), text="---\ntags: [private, {{x}}]\na: [\n---\n")


def test_a_note_by_name_is_meant_in_every_spelling() -> None:
    assert fits(rule("note", "A/Über.md"), "a/U\u0308BER.md")
    assert fits(rule("note", "A/b"), "A/b.md")
    assert not fits(rule("note", "A/b.md"), "A/bb.md")


@pytest.mark.parametrize(
    "one",
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
    ids=lambda one: f"{one.kind} {one.value}",
)
def test_a_rule_that_cannot_be_read_closes_every_note(one: PrivacyRule) -> None:
    (read,) = compile_rules([one])
    assert (read.answer, read.is_readable) == ("never", False)
    assert read.matches("anything.md", NO_MARKS)
    assert rule_text(one) == "by a rule that cannot be read"


def test_what_is_not_known_may_be_private() -> None:
    rules = compile_rules([rule("tag", "private"), rule("property", "x")])
    assert strictest_match(rules, "new.md", None) is not None
    assert strictest_match(compile_rules([rule("folder", "P")]), "new.md", None) is None


def test_the_strictest_rule_counts_whatever_their_order() -> None:
    given = [rule("folder", "P", "ask"), rule("tag", "x", "never"), rule("note", "P/a.md", "local")]
    for order in (given, given[::-1]):
        found = strictest_match(compile_rules(order), "P/a.md", NoteMarks(tags=("x",)))
        assert found is not None
        assert found.answer == "never"


def test_rules_are_told_in_words() -> None:
    words = [rule_text(rule(*one)) for one in (("folder", "A/"), ("folder", ""), ("tag", "#x"), ("property", "a: b"))]
    assert words == ["in A", "in this vault", "tagged #x", "with a: b"]
    assert rule_text(rule("note", "A.md")) == "by name"
