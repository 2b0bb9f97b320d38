"""Tests of vault/markdown/note_edit.py."""

import pytest

from vaultdesk.vault.markdown.note_edit import (
    BlockWithoutId,
    EditRefused,
    SectionPosition,
    add_block_id,
    append_note_text,
    blocks_without_id,
    edit_section,
    new_block_id,
    new_note_text,
    replace_block,
    replace_note_text,
    replace_once,
)
from vaultdesk.vault.markdown.sections import find_block

# Replacement of text that occurs exactly once.

NOTE = "# Boiler\n\nThe pump costs 100 euros.\nThe pump runs.\n\n- pump\n"


def refusal_of(old: str, text: str = NOTE) -> str:
    with pytest.raises(EditRefused) as raised:
        replace_once(text, old, "x")
    return str(raised.value)


def test_text_that_occurs_once_is_replaced() -> None:
    assert replace_once(NOTE, "100 euros", "90 euros") == NOTE.replace("100", "90")
    assert replace_once(NOTE, "runs.\r\n\r\n- pump\r\n", "rests.\r\n") == NOTE.replace("runs.\n\n- pump\n", "rests.\n")
    assert replace_once(NOTE, "\n\n- pump", "") == NOTE.replace("\n\n- pump", "")


def test_repeated_text_is_refused_with_its_line_numbers() -> None:
    assert refusal_of("pump") == "The old text occurs 3 times, in lines 3, 4, 6. Include more of the text around it."
    assert refusal_of("aa", "aaa").startswith("The old text occurs 2 times, in lines 1, 1.")
    assert refusal_of("x", "x\n" * 100).endswith("30 …. Include more of the text around it.")


def test_missing_text_is_refused_with_the_most_similar_line() -> None:
    assert refusal_of("The pump costs 200 euros.") == (
        "The old text is not in the note. The nearest is line 3: “The pump costs 100 euros.”."
    )
    assert refusal_of("something else entirely") == "The old text is not in the note."
    assert "other spaces" in refusal_of("The  pump runs.")
    assert "empty" in refusal_of("")


def test_invisible_characters_are_escaped_in_the_refusal() -> None:
    assert "<U+202E>" in refusal_of("pump one two", "pump one \u202e\n")


# Text inserted in a section or replacing a block.

SECTION_EDIT_NOTE = "---\na: 1\n---\n# Plan\n\nFirst.\n\n- one\n- two\n\n## Deep\n\nx\n\n# Done\n"


def edit(content: str, position: SectionPosition, heading: str = "Plan", text: str = SECTION_EDIT_NOTE) -> str:
    return edit_section(text, heading, content, position)


@pytest.mark.parametrize(
    ("position", "content", "expected"),
    [
        ("append", "- three", SECTION_EDIT_NOTE.replace("- two\n", "- two\n- three\n")),
        ("append", "Text.", SECTION_EDIT_NOTE.replace("- two\n", "- two\n\nText.\n")),
        ("append", "## More\n\ny\n", SECTION_EDIT_NOTE.replace("x\n", "x\n\n## More\n\ny\n")),
        ("prepend", "Zero.\n", SECTION_EDIT_NOTE.replace("First.", "Zero.\n\nFirst.")),
        ("prepend", "- zero", SECTION_EDIT_NOTE.replace("First.", "- zero\n\nFirst.")),
        ("replace", "New.\r\nLine.", "---\na: 1\n---\n# Plan\n\nNew.\nLine.\n\n# Done\n"),
        ("replace", "", "---\na: 1\n---\n# Plan\n\n# Done\n"),
        ("before", "Intro.", SECTION_EDIT_NOTE.replace("# Plan", "Intro.\n\n# Plan")),
        ("after", "Between.", SECTION_EDIT_NOTE.replace("x\n", "x\n\nBetween.\n")),
    ],
)
def test_text_is_inserted_in_a_section_and_nothing_else_changes(
    position: SectionPosition, content: str, expected: str
) -> None:
    assert edit(content, position) == expected


@pytest.mark.parametrize(
    ("text", "heading", "position", "expected"),
    [
        ("# A", "A", "append", "# A\nX"),
        ("# A\n", "A", "append", "# A\nX\n"),
        ("# A\ntext", "A", "append", "# A\ntext\n\nX"),
        ("# A\ntext\n", "A", "append", "# A\ntext\n\nX\n"),
        ("# A\ntext\n\n\n", "A", "append", "# A\ntext\n\nX\n\n\n"),
        ("# A\n# B\n", "A", "append", "# A\nX\n\n# B\n"),
        ("# A\n\n# B\n", "A", "prepend", "# A\nX\n\n# B\n"),
        ("# A\ntext\n# B\n", "A", "append", "# A\ntext\n\nX\n# B\n"),
        ("# A\ntext\n\nB\n===\n", "B", "append", "# A\ntext\n\nB\n===\nX\n"),
        ("# A\ntext\n# B\nB\n===\n", "A", "append", "# A\ntext\n\nX\n# B\nB\n===\n"),
        ("A\n===\ntext\n", "A", "prepend", "A\n===\nX\n\ntext\n"),
        ("text\n# B\n", "B", "before", "text\n\nX\n\n# B\n"),
        ("# B", "B", "before", "X\n\n# B"),
        ("# A\ntext  \n", "A", "append", "# A\ntext  \n\nX\n"),
        ("# A\n\n```\n# B\n```\n# C\n", "A", "append", "# A\n\n```\n# B\n```\n\nX\n# C\n"),
        ("# A\n- a\n  more\n", "A", "append", "# A\n- a\n  more\n\nX\n"),
        ("# A\n    code\n# B\n", "A", "replace", "# A\nX\n# B\n"),
        ("# A\n\n# B", "B", "after", "# A\n\n# B\n\nX"),
    ],
)
def test_text_is_inserted_correctly_at_the_edges_of_a_section(
    text: str, heading: str, position: SectionPosition, expected: str
) -> None:
    assert edit("X", position, heading, text) == expected


def test_table_rows_and_list_items_continue_an_existing_table_or_list() -> None:
    assert edit("| 2 |", "append", "A", "# A\n| a |\n|---|\n| 1 |\n") == "# A\n| a |\n|---|\n| 1 |\n| 2 |\n"
    assert edit("- [ ] b", "append", "A", "# A\n- [x] a\n\t- c\n\n# B") == "# A\n- [x] a\n\t- c\n- [ ] b\n\n# B"
    assert edit("- z", "prepend", "A", "# A\n\n- a\n") == "# A\n\n- z\n- a\n"


@pytest.mark.parametrize(
    ("text", "content", "position"),
    [
        ("# A\nx\n\n# B\n", "```\ncode", "append"),
        ("# A\nx\n\n# B\n", "%%\nhidden", "replace"),
        ("# A\nx\n\n# B\n[[Link]]\n", "<!-- open", "before"),
        ("# A\n```\nopen\n", "text", "append"),
        ("# A\nx\n\n# B\n", "", "append"),
        ("# A\nx\n# A\n", "y", "append"),
        ("# A\nx\n", "y", "append"),
    ],
)
def test_an_edit_that_would_absorb_other_lines_or_has_no_target_is_refused(
    text: str, content: str, position: SectionPosition
) -> None:
    heading = "B" if text == "# A\nx\n" else "A"
    with pytest.raises(EditRefused):
        edit(content, position, heading, text)


def test_a_refusal_lists_the_existing_headings() -> None:
    with pytest.raises(EditRefused, match=r"no heading “Tasks”\. It has: # Plan; ## Deep; # Done\.") as raised:
        edit("x", "append", "Tasks")
    assert raised.value.choices == ("# Plan", "## Deep", "# Done")
    with pytest.raises(EditRefused, match="2 headings are called “A”, in lines 1, 2"):
        edit("x", "append", "A", "# A\n# A\n")
    with pytest.raises(EditRefused, match="no headings"):
        edit("x", "append", "A", "text")


@pytest.mark.parametrize(
    ("text", "content", "expected"),
    [
        ("One\ntwo ^b\n\nNext\n", "New", "New ^b\n\nNext\n"),
        ("One ^b", "New\nlines\n", "New\nlines ^b"),
        ("- a\n- x ^b\n  - child\n- c\n", "- y\n  - other", "- a\n- y ^b\n  - other\n- c\n"),
        ("| a |\n|---|\n\n^b\n\nNext\n", "| z |\n|---|", "| z |\n|---|\n\n^b\n\nNext\n"),
        ("> q\n\n^b\n", "> r", "> r\n\n^b\n"),
        ("- x\n  ^b\n- y\n", "- z", "- z\n  ^b\n- y\n"),
        ("One ^b\n", "Kept ^b", "Kept ^b\n"),
        ("One ^B\n", "New", "New ^B\n"),
    ],
)
def test_a_replaced_block_keeps_its_id(text: str, content: str, expected: str) -> None:
    block_id = "b" if "^b" in text else "B"
    assert replace_block(text, f"^{block_id}", content).text == expected


@pytest.mark.parametrize(
    ("text", "content", "expected", "kept_lines"),
    [
        ("- a\n- x ^b\n  - child\n  - two\n- c\n", "- y", "- a\n- y ^b\n  - child\n  - two\n- c\n", 2),
        ("- x ^b\n  - child", "- y", "- y ^b\n  - child", 1),
        ("- [ ] x ^b\n\t- child\n", "y", "- [ ] y ^b\n\t- child\n", 1),
        ("- a\n  - x ^b\n    - child\n", "- y\n  more", "- a\n  - y ^b\n    more\n    - child\n", 1),
        ("- x ^b\n  - child\n", "- y\n  - other", "- y ^b\n  - other\n", 0),
        ("- x\n- y\n\n^b\n", "- z", "- z\n\n^b\n", 0),
        ("- x ^b\n- y\n", "- z", "- z ^b\n- y\n", 0),
    ],
)
def test_m12_children_of_a_list_item_are_kept_unless_the_content_replaces_them(
    text: str, content: str, expected: str, kept_lines: int
) -> None:
    found = replace_block(text, "b", content)

    assert (found.text, found.kept_lines) == (expected, kept_lines)


@pytest.mark.parametrize("text", ["# A\n\n# B\n", "# A\n# B\n", "# A\n", "# A\n\n"])
def test_an_empty_section_replaced_by_nothing_is_unchanged(text: str) -> None:
    assert edit_section(text, "A", "", "replace") == text


@pytest.mark.parametrize("position", ["replace", "append", "prepend"])
@pytest.mark.parametrize("repeated", ["## L", "# L", "L\n---", "## **L**", "\n## L ##\n"])
def test_m12_a_repeated_section_heading_is_not_written_twice(position: SectionPosition, repeated: str) -> None:
    text = edit_section("## L\n\n## M\nm\n", "L", f"{repeated}\nnew", position)

    assert text == "## L\nnew\n\n## M\nm\n"


def test_m12_another_heading_in_the_content_is_kept() -> None:
    assert edit_section("## L\nold\n", "L", "### Deep\nnew", "replace") == "## L\n### Deep\nnew\n"
    assert edit_section("## L\nold\n", "L", "Intro\n\n### L\nnew", "replace") == "## L\nIntro\n\n### L\nnew\n"
    assert edit_section("## L\nold\n", "L", "## L\nnew", "after") == "## L\nold\n\n## L\nnew\n"


@pytest.mark.parametrize(("block_id", "content"), [("none", "x"), ("b", " \n"), ("b", "```\nopen")])
def test_an_impossible_block_edit_is_refused(block_id: str, content: str) -> None:
    with pytest.raises(EditRefused):
        replace_block("One ^b\n\n# Next\n", block_id, content)


# New block ids: blocks without an id, and the position of a new one.

NEW_BLOCK_ID_NOTE = """---
tags: [heating]
---
# Boiler

The old boiler leaks,
and it is loud.

It was mended. ^mended

- [ ] Ask Brandt
    - about the price
- Done ^done

> A quote
> of two lines
Below.

| a | b |
|---|---|
| 1 | 2 |

^table

```
code
```
"""


def block_with(words: str, note: str = NEW_BLOCK_ID_NOTE) -> BlockWithoutId:
    return next(block for block in blocks_without_id(note) if block.text == words)


def test_paragraphs_items_quotes_and_tables_without_an_id_are_found() -> None:
    found = [block.text for block in blocks_without_id(NEW_BLOCK_ID_NOTE)]
    assert found == ["The old boiler leaks,", "Ask Brandt", "about the price", "A quote", "Below."]


@pytest.mark.parametrize(
    ("words", "expected"),
    [
        ("The old boiler leaks,", "The old boiler leaks,\nand it is loud. ^new\n"),
        ("Ask Brandt", "- [ ] Ask Brandt ^new\n    - about the price\n"),
        ("about the price", "    - about the price ^new\n"),
        ("A quote", "> A quote\n> of two lines\n\n^new\n\nBelow."),
    ],
)
def test_a_new_id_is_written_where_obsidian_writes_it(words: str, expected: str) -> None:
    changed = add_block_id(NEW_BLOCK_ID_NOTE, block_with(words), "new")
    assert expected in changed
    assert changed.replace("^new", "").split() == NEW_BLOCK_ID_NOTE.split()
    found = find_block(changed, "new")
    assert found is not None
    assert words in changed[found[0] : found[1]]


def test_a_moved_block_is_found_and_a_missing_or_duplicate_one_is_refused() -> None:
    moved = (
        f"New first line.\n\n{NEW_BLOCK_ID_NOTE.removeprefix(NEW_BLOCK_ID_NOTE[: NEW_BLOCK_ID_NOTE.index('# Boiler')])}"
    )
    assert "Below. ^new" in add_block_id(moved, block_with("Below."), "new")
    for other in (NEW_BLOCK_ID_NOTE.replace("Below.", "Above."), f"Below.\n\n{NEW_BLOCK_ID_NOTE}"):
        with pytest.raises(EditRefused):
            add_block_id(other, block_with("Below."), "new")


def test_a_block_within_a_comment_gets_no_id() -> None:
    note = "Text.\n\n%% a remark\n\nof two parts %%\n"
    with pytest.raises(EditRefused):
        add_block_id(note, block_with("%% a remark", note), "new")


def test_a_new_id_has_six_alphanumeric_characters() -> None:
    block_id = new_block_id(NEW_BLOCK_ID_NOTE)
    assert len(block_id) == 6
    assert block_id.isalnum()


# Replaced and appended note text.

OLD = "---\nb: 2 # kept\na: 1\n---\nold\n"


def test_given_properties_take_precedence_in_a_new_note() -> None:
    assert new_note_text("text\r\n", {}) == "text\n"
    assert new_note_text("text", {"a": 1}) == "---\na: 1\n---\ntext"
    assert new_note_text("---\na: 1\nb: 2\n---\ntext", {"a": 3}) == "---\na: 3\nb: 2\n---\ntext"


def test_a_replaced_note_keeps_its_properties_unless_the_content_has_its_own() -> None:
    assert replace_note_text(OLD, "new\n", {}) == "---\nb: 2 # kept\na: 1\n---\nnew\n"
    assert replace_note_text(OLD, "new\n", {"a": 5}) == "---\nb: 2 # kept\na: 5\n---\nnew\n"
    assert replace_note_text(OLD, "---\nc: 1\n---\nnew\n", {}) == "---\nc: 1\n---\nnew\n"
    assert replace_note_text(OLD, "---\nc: 1\n---\nnew\n", {"c": 2}) == "---\nc: 2\n---\nnew\n"
    assert replace_note_text("---\na: 1\n---", "new", {}) == "---\na: 1\n---\nnew"
    assert replace_note_text("old", "", {}) == ""


@pytest.mark.parametrize(
    ("old", "content", "expected"),
    [
        ("a\n", "b\n", "a\n\nb\n"),
        ("a\n", "b", "a\n\nb\n"),
        ("a", "b", "a\n\nb"),
        ("a\n\n", "b\n", "a\n\nb\n"),
        ("a\n\n \t\n\n", "\n \n\nb\n", "a\n\nb\n"),
        ("a  \n", "b\n", "a  \n\nb\n"),
        ("", "b", "b"),
        ("\n\n", "b", "b\n"),
        ("a\n", "", "a\n"),
        ("a\n\n", "\n", "a\n\n"),
        ("a\r\n", "x\r\ny", "a\n\nx\ny\n"),
        (OLD, "---\nc: 3\n---\nnew\n", "---\nb: 2 # kept\na: 1\nc: 3\n---\nold\n\nnew\n"),
        ("---\na: 1\n---\n", "b\n", "---\na: 1\n---\nb\n"),
        ("---\na: 1\n---", "b", "---\na: 1\n---\nb"),
        ("---\na: 1\n---\n\n\n", "b\n", "---\na: 1\n---\nb\n"),
        ("a\n", "---\nbroken: [\n---\nb", "a\n\n---\nbroken: [\n---\nb\n"),
        ("- a\n", "- b\n", "- a\n- b\n"),
        ("- a\n\n", "- [ ] b", "- a\n- [ ] b\n"),
        ("1. a\n   more\n", "2. b\n", "1. a\n   more\n2. b\n"),
        ("- a\n", "b\n", "- a\n\nb\n"),
        ("a\n", "- b\n", "a\n\n- b\n"),
        ("| a |\n|---|\n| 1 |\n", "| 2 |\n", "| a |\n|---|\n| 1 |\n| 2 |\n"),
        ("## Log\n", "b\n", "## Log\n\nb\n"),
    ],
)
def test_u20_appended_text_follows_after_one_empty_line(old: str, content: str, expected: str) -> None:
    assert append_note_text(old, content, {}) == expected


def test_given_properties_take_precedence_over_those_of_appended_content() -> None:
    assert append_note_text("a\n", "---\nc: 3\n---\nb\n", {"c": 4}) == "---\nc: 4\n---\na\n\nb\n"
