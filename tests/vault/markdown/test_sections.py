"""Tests of vault/markdown/sections.py."""

import pytest

from tests.support.campaigns import campaign_count
from tests.support.growth import check_linear
from vaultdesk.vault.markdown.sections import (
    FencedBlock,
    block_ids,
    fence_at,
    find_block,
    find_section,
    find_sections,
    group_lines,
    indent_of,
    is_item,
)

# Fenced code is found as in CommonMark, including in lists and quotes.


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("```\na\n```\nb", FencedBlock(0, 3)),
        ("```py\na\n````\nb", FencedBlock(0, 3)),
        ("~~~ a`b\n```\n~~~", FencedBlock(0, 3)),
        ("````\n```\n````", FencedBlock(0, 3)),
        ("```\na", FencedBlock(0, 2, open=True, closing="```")),
        ("  ~~~~\na", FencedBlock(0, 2, open=True, closing="  ~~~~")),
        ("- ```py\n  a\n  ```\nb", FencedBlock(0, 3)),
        ("- ```\n\ta\n\t```\nb", FencedBlock(0, 3)),
        ("1. - ```\n     a", FencedBlock(0, 2, open=True, closing="     ```")),
        ("- ```\n  a\n\nb\n", FencedBlock(0, 3)),
        ("> ```\n> a\nb", FencedBlock(0, 2)),
        ("> ```\n> a", FencedBlock(0, 2)),
        ("> ```\n> a\n> ```\n> b", FencedBlock(0, 3)),
        ("```a```", None),
        ("``a", None),
        ("a ```", None),
        ("", None),
    ],
)
def test_fenced_code_ends_at_its_closing_line_or_with_its_quote_or_item(
    text: str, expected: FencedBlock | None
) -> None:
    assert fence_at(text.split("\n"), 0) == expected


# Lines grouped into blocks.

NOTE = """# Head
para
more

- a
  - b

    text of b
  ```
  - code
  ```
1. c
> q
> r
| t |
|---|
~~~py
# code
~~~
$$
x
$$
Title
-----
$$one$$ line
```
open"""


def test_every_line_belongs_to_one_group() -> None:
    found = [(group.kind, group.first, group.end) for group in group_lines(NOTE.split("\n"))]
    assert found == [
        ("heading", 0, 1),
        ("paragraph", 1, 3),
        ("blank", 3, 4),
        ("item", 4, 5),
        ("item", 5, 8),
        ("code", 8, 11),
        ("item", 11, 12),
        ("quote", 12, 14),
        ("table", 14, 16),
        ("code", 16, 19),
        ("code", 19, 22),
        ("heading", 22, 24),
        ("paragraph", 24, 25),
        ("code", 25, 27),
    ]


def test_code_on_the_first_line_of_an_item_belongs_to_it_and_a_quote_of_code_is_a_quote() -> None:
    groups = group_lines(["- ```", "  # a", "  ```", "", "b", "```c```", "> ```", "> d", "> ```"])
    assert [(group.kind, group.first, group.end) for group in groups] == [
        ("item", 0, 3),
        ("blank", 3, 4),
        ("paragraph", 4, 6),
        ("quote", 6, 9),
    ]


@pytest.mark.parametrize(("line", "columns"), [("x", 0), ("  x", 2), ("\tx", 4), (" \tx", 4), ("\t  x", 6), ("", 0)])
def test_tabs_advance_to_a_multiple_of_four_columns(line: str, columns: int) -> None:
    assert indent_of(line) == columns


def test_list_items_are_distinguished_from_other_lines() -> None:
    items = [line for line in ("- a", "* a", "+", "1. a", "12) a", "-a", "1.a", "**b**", "---") if is_item(line)]
    assert items == ["- a", "* a", "+", "1. a", "12) a"]


# Start and end of a section, and of a block with an id.

SECTIONS_NOTE = """---
title: House
---
Intro line. ^intro

# Plan

Plan text
goes on. ^plan

## Tasks

- one
- two ^two
    - child
    - child 2

    more of two
- three

## C# notes

```
# no heading
^nor-id
```

Underlined
----------

under it

# Done
## Tasks

| a | b |
|---|---|
| 1 | 2 |

^table

> quoted
> more

^quote

- x
- y
  ^y
- z

^list

last ^last"""


def section_text(heading: str) -> str | None:
    found = find_section(SECTIONS_NOTE, heading)
    return None if found is None else SECTIONS_NOTE[found[0] : found[1]]


def block_text(block_id: str, text: str = SECTIONS_NOTE) -> str | None:
    found = find_block(text, block_id)
    return None if found is None else text[found[0] : found[1]]


@pytest.mark.parametrize(
    ("heading", "start", "end"),
    [
        ("Plan", "# Plan\n", "under it\n\n"),
        ("# plan", "# Plan\n", "under it\n\n"),
        ("Tasks", "## Tasks\n\n- one", "- three\n\n"),
        ("Plan#Tasks", "## Tasks\n\n- one", "- three\n\n"),
        ("Done#Tasks", "## Tasks\n\n| a", "last ^last"),
        ("C# notes", "## C# notes", "```\n\n"),
        ("Underlined", "Underlined\n---", "under it\n\n"),
    ],
)
def test_a_section_ends_at_the_next_heading_of_its_level(heading: str, start: str, end: str) -> None:
    found = section_text(heading)
    assert found is not None
    assert found.startswith(start)
    assert found.endswith(end)


def test_an_unknown_heading_has_no_section() -> None:
    assert [section_text(name) for name in ("no heading", "", "#", "Done#Plan", "Tasks#Plan", "Plan#")] == [
        *[None] * 5,
        section_text("Plan"),
    ]


def test_all_sections_of_a_name_are_found_and_a_level_narrows_them() -> None:
    text = "# A\none\n## A\ntwo\n# B\n# A\nthree\n"
    assert [found.heading.line for found in find_sections(text, "A")] == [1, 3, 6]
    assert [found.heading.line for found in find_sections(text, "## A")] == [3]
    assert [found.heading.line for found in find_sections(text, "A#A")] == [3]


def test_a_section_has_the_end_of_its_own_text() -> None:
    text = "# A\none\n\n## B\ntwo\n# C\n"
    found = find_sections(text, "A")[0]
    assert text[found.body_start : found.own_end] == "one\n\n"
    assert text[found.start : found.end] == "# A\none\n\n## B\ntwo\n"


def test_a_subheading_is_not_searched_in_the_next_section() -> None:
    assert find_section("# A\n# X\n## B\n", "A#B") is None


@pytest.mark.parametrize(
    ("block_id", "text"),
    [
        ("intro", "Intro line. ^intro\n"),
        ("^plan", "Plan text\ngoes on. ^plan\n"),
        ("two", "- two ^two\n    - child\n    - child 2\n\n    more of two\n"),
        ("table", "| a | b |\n|---|---|\n| 1 | 2 |\n\n^table\n"),
        ("quote", "> quoted\n> more\n\n^quote\n"),
        ("y", "- y\n  ^y\n"),
        ("list", "- x\n- y\n  ^y\n- z\n\n^list\n"),
        ("LAST", "last ^last"),
        ("nor-id", None),
        ("missing", None),
        ("", None),
    ],
)
def test_a_block_is_found_by_its_id(block_id: str, text: str | None) -> None:
    assert block_text(block_id) == text


@pytest.mark.parametrize(
    ("text", "block_id", "expected"),
    [
        ("```py\ncode\n```\n^c\n", "c", "```py\ncode\n```\n^c\n"),
        ("para\n^p\n\nnext\n", "p", "para\n^p\n"),
        ("# Head ^h\ntext\n", "h", "# Head ^h\n"),
        ("# Head\n\n^h\n", "h", "^h\n"),
        ("- a\n- b\n^l\n", "l", "- a\n- b\n^l\n"),
        ("text\n\n- a\n\n- b\n\n^l\nmore\n", "l", "- a\n\n- b\n\n^l\n"),
        ("- a ^a\n  ```\n  - code\n  ```\n- b\n", "a", "- a ^a\n  ```\n  - code\n  ```\n"),
        ("1. a\n\t- b ^b\n\t\tmore\n2. c\n", "b", "\t- b ^b\n\t\tmore\n"),
        ("$$\nx ^x\n$$\n^m", "m", "$$\nx ^x\n$$\n^m"),
    ],
)
def test_blocks_of_every_kind_are_found_by_their_id(text: str, block_id: str, expected: str) -> None:
    assert block_text(block_id, text) == expected


def test_block_ids_are_listed_in_order() -> None:
    assert block_ids(SECTIONS_NOTE) == ("intro", "plan", "two", "table", "quote", "y", "list", "last")


@pytest.mark.parametrize("lines", ["# a\n", "- a\n\n", "> x\n", "###### a\n", "a\n-\n", "- x\n"])
def test_sections_of_hostile_text_are_found_in_linear_time(lines: str) -> None:
    def find(text: str) -> None:
        find_sections(text, "missing#a")
        find_section(text, "a")
        find_block(text + "\n\n^end\n", "end")

    check_linear(find, lambda size: lines * size, campaign_count(40_000, 4_000))
