"""Tests of vault/frontmatter/head_change.py."""

import pytest

from vaultdesk.vault.frontmatter.head_change import begins_with_rule, head_damage, lost_properties

HEAD = "---\ntags: [x]\nstatus: open\n---\n"
NOTE = f"{HEAD}# T\n\nbody\n"


@pytest.mark.parametrize(
    ("new", "words"),
    [
        (f"Intro line\n\n{NOTE}", "begin at line 3"),
        (f"\n{NOTE}", "begin at line 2"),
        (NOTE.removeprefix("---\n"), "begin at line 1"),
        (NOTE.replace("open\n---\n", "open\n"), "Line 4, the closing ---"),
        (NOTE.replace("[x]", "[x"), "Line 3 is not valid YAML: "),
        (NOTE.replace("open", "a: b: c"), "Line 3 is not valid YAML: "),
        (NOTE.replace("status: open", "tags: y"), "sets “tags” a second time"),
        ("---\nOne thought per page.\n---\nText", "not a list of properties"),
    ],
)
def test_m11_a_head_that_could_not_be_read_is_damage_with_its_line(new: str, words: str) -> None:
    assert words in str(head_damage(NOTE, new))


@pytest.mark.parametrize(
    "new",
    [
        NOTE,
        f"{HEAD}Intro\n\n# T\n\nbody\n",
        NOTE.replace("open", "done"),
        "# T\n\nbody\n",
        "",
        f"{NOTE}\n---\n\nA rule above.\n",
        "---\nother: 1\n---\nText\n",
    ],
)
def test_a_head_that_can_be_read_or_is_taken_out_whole_is_no_damage(new: str) -> None:
    assert not head_damage(NOTE, new)


def test_what_could_not_be_read_before_is_not_made_worse() -> None:
    broken = "---\ntags: [x\n---\nText\n"

    assert not head_damage(broken, f"{broken}More.\n")
    assert not head_damage(broken, "---\ntags: [x]\n---\nText\n")
    assert lost_properties(NOTE, broken) == ()


def test_a_note_without_properties_may_begin_with_anything_readable() -> None:
    assert not head_damage("# T\n", "---\n# T\n")
    assert not head_damage("", "Text\n---\nmore\n")
    assert head_damage("", "---\ntags: [x\n---\n")


def test_m11_lost_properties_are_named_as_they_were_written() -> None:
    assert lost_properties(NOTE, "# T\n") == ("tags", "status")
    assert lost_properties(NOTE, "---\nTags: []\n---\n") == ("status",)
    assert lost_properties(NOTE, NOTE.replace("open", "done")) == ()
    assert lost_properties("", NOTE) == ()


@pytest.mark.parametrize(
    ("text", "rule"),
    [
        ("---\nOne thought per page.\n---\n\nText", True),
        ("---\n- item\n---\n", True),
        ("---\ntags: [x\n---\n", False),
        ("---\ntags: [x]\n---\n", False),
        ("---\nText without an end", False),
        ("Text", False),
    ],
)
def test_a_rule_above_words_is_no_head(text: str, rule: bool) -> None:
    assert begins_with_rule(text) is rule
