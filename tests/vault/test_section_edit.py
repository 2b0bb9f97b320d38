"""Text put in at a heading, or in place of a block."""

import pytest

from vaultdesk.vault.exact_edit import EditRefused
from vaultdesk.vault.section_edit import Place, edited_section, replaced_block

NOTE = "---\na: 1\n---\n# Plan\n\nFirst.\n\n- one\n- two\n\n## Deep\n\nx\n\n# Done\n"


def edited(content: str, place: Place, heading: str = "Plan", text: str = NOTE) -> str:
    return edited_section(text, heading, content, place)


@pytest.mark.parametrize(
    ("place", "content", "expected"),
    [
        ("append", "- three", NOTE.replace("- two\n", "- two\n- three\n")),
        ("append", "Text.", NOTE.replace("- two\n", "- two\n\nText.\n")),
        ("append", "## More\n\ny\n", NOTE.replace("x\n", "x\n\n## More\n\ny\n")),
        ("prepend", "Zero.\n", NOTE.replace("First.", "Zero.\n\nFirst.")),
        ("prepend", "- zero", NOTE.replace("First.", "- zero\n\nFirst.")),
        ("replace", "New.\r\nLine.", "---\na: 1\n---\n# Plan\n\nNew.\nLine.\n\n# Done\n"),
        ("replace", "", "---\na: 1\n---\n# Plan\n\n# Done\n"),
        ("before", "Intro.", NOTE.replace("# Plan", "Intro.\n\n# Plan")),
        ("after", "Between.", NOTE.replace("x\n", "x\n\nBetween.\n")),
    ],
)
def test_text_is_put_in_and_nothing_else_changes(place: Place, content: str, expected: str) -> None:
    assert edited(content, place) == expected


@pytest.mark.parametrize(
    ("text", "heading", "place", "expected"),
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
def test_edges_of_a_part(text: str, heading: str, place: Place, expected: str) -> None:
    assert edited("X", place, heading, text) == expected


def test_rows_and_items_follow_their_like() -> None:
    assert edited("| 2 |", "append", "A", "# A\n| a |\n|---|\n| 1 |\n") == "# A\n| a |\n|---|\n| 1 |\n| 2 |\n"
    assert edited("- [ ] b", "append", "A", "# A\n- [x] a\n\t- c\n\n# B") == "# A\n- [x] a\n\t- c\n- [ ] b\n\n# B"
    assert edited("- z", "prepend", "A", "# A\n\n- a\n") == "# A\n\n- z\n- a\n"


@pytest.mark.parametrize(
    ("text", "content", "place"),
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
def test_what_would_swallow_other_lines_or_has_no_place_is_refused(text: str, content: str, place: Place) -> None:
    heading = "B" if text == "# A\nx\n" else "A"
    with pytest.raises(EditRefused):
        edited(content, place, heading, text)


def test_a_refusal_names_what_is_there() -> None:
    with pytest.raises(EditRefused, match=r"no heading “Tasks”\. It has: # Plan; ## Deep; # Done\.") as refusal:
        edited("x", "append", "Tasks")
    assert refusal.value.choices == ("# Plan", "## Deep", "# Done")
    with pytest.raises(EditRefused, match="2 headings are called “A”, in lines 1, 2"):
        edited("x", "append", "A", "# A\n# A\n")
    with pytest.raises(EditRefused, match="no headings at all"):
        edited("x", "append", "A", "text")


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
def test_a_block_is_replaced_and_keeps_its_id(text: str, content: str, expected: str) -> None:
    block_id = "b" if "^b" in text else "B"
    assert replaced_block(text, f"^{block_id}", content) == expected


@pytest.mark.parametrize(("block_id", "content"), [("none", "x"), ("b", " \n"), ("b", "```\nopen")])
def test_a_block_edit_that_cannot_be_made_is_refused(block_id: str, content: str) -> None:
    with pytest.raises(EditRefused):
        replaced_block("One ^b\n\n# Next\n", block_id, content)
