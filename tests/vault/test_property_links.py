"""Wikilinks inside properties are changed at their own place in the YAML."""

import pytest

from vaultdesk.vault.frontmatter import read_frontmatter
from vaultdesk.vault.link_literal import spliced
from vaultdesk.vault.link_syntax import Link
from vaultdesk.vault.property_links import property_splices


def rewritten(head: str, new: str = "New") -> tuple[str, int]:
    text = f"---\n{head}\n---\nbody [[Old]]\n"

    def retarget(link: Link) -> list[str] | None:
        return [new] if link.target == "Old" else None

    splices, lost = property_splices(text, retarget)
    changed = spliced(text, splices)
    assert changed.endswith("\n---\nbody [[Old]]\n")
    return changed.removeprefix("---\n").removesuffix("\n---\nbody [[Old]]\n"), lost


@pytest.mark.parametrize(
    ("head", "new", "expected"),
    [
        ('up: "[[Old]]"', "New", 'up: "[[New]]"'),
        ("up: '[[Old#H|it]]' # why", "New", "up: '[[New#H|it]]' # why"),
        ("up: '[[Old]]'", "Bob's", "up: '[[Bob''s]]'"),
        ("up: see [[Old]] and [[Other]]", "New", "up: see [[New]] and [[Other]]"),
        ('list:\n  - "[[Old]]"\n  - x\n  -   "![[Old]]"', "New", 'list:\n  - "[[New]]"\n  - x\n  -   "![[New]]"'),
        ("a: [\"[[Old]]\", '[[Old]]', b]", "New", "a: [\"[[New]]\", '[[New]]', b]"),
        ("t: |\n  one [[Old]]\n  two", "New", "t: |\n  one [[New]]\n  two"),
        ("t: >-\n  one [[Old]]\n  two", "New", "t: >-\n  one [[New]]\n  two"),
        ('deep:\n  er: {x: "[[Old]]"}', "New", 'deep:\n  er: {x: "[[New]]"}'),
        ('"[[Old]]": "[[Old]]"', "New", '"[[Old]]": "[[New]]"'),
        ('u: "\\u005b[Old]]"', "New", 'u: "[[New]]"'),
        ("ü: 'ö [[Old]]'\nb: \"🙂 [[Old]]\"", "New", "ü: 'ö [[New]]'\nb: \"🙂 [[New]]\""),
        ("plain: [[Old]]", "New", "plain: [[Old]]"),
        ("# [[Old]]\na: 1", "New", "# [[Old]]\na: 1"),
    ],
)
def test_only_the_link_changes(head: str, new: str, expected: str) -> None:
    assert rewritten(head, new) == (expected, 0)


@pytest.mark.parametrize(
    ("head", "new"),
    [
        ("a: see [[Old]] it", "b: c"),
        ("a: see [[Old]] it", "b #c"),
        ("a: 'one\n  [[Old\n  ]]'", "New"),
        ('a: "[[Old]]"', "x]]y"),
    ],
)
def test_what_yaml_would_read_otherwise_is_left_and_counted(head: str, new: str) -> None:
    changed, lost = rewritten(head, new)
    assert changed == head
    assert lost == 1


@pytest.mark.parametrize("head", ["a: [[Old]]\n  b: [", "a: &x '[[Old]]'", "{{date}}: '[[Old]]'"])
def test_a_head_that_cannot_be_read_is_never_rewritten(head: str) -> None:
    assert read_frontmatter(f"---\n{head}\n---\n").problem
    assert rewritten(head) == (head, 0)
