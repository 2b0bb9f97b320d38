"""Tests of vault/change_set.py."""

from collections.abc import Callable, Iterable

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.support.campaigns import campaign_count
from tests.support.growth import check_growth, check_linear, repeated
from vaultdesk.vault.change_set import (
    HUNK_CONTEXT,
    MAX_MARKED_CHARACTERS,
    NO_CHANGES,
    ChangeSet,
    Hunk,
    NoteChange,
    apply_hunks,
    count_changed_lines,
    diff_rows,
    hunks_between,
    inline_marks,
)

# Change set: the values a user reviews.


def test_final_path_of_a_moved_note_is_its_target() -> None:
    assert NoteChange("c1", "modify", "a.md").final_path == "a.md"
    assert NoteChange("c1", "move", "a.md", "b.md").final_path == "b.md"


def test_added_and_removed_lines_are_summed_over_all_hunks() -> None:
    change = NoteChange(
        "c1", "modify", "a.md", hunks=(Hunk("h1", 1, ("x",), 1, ("y", "z")), Hunk("h2", 5, ("q",), 6, ()))
    )
    assert (change.added, change.removed) == (2, 2)


def test_a_change_set_finds_changes_by_id_and_is_false_when_empty() -> None:
    change = NoteChange("c1", "modify", "a.md")
    changes = ChangeSet((change,))
    assert changes.change("c1") is change
    assert changes.change("c2") is None
    assert changes
    assert not NO_CHANGES


# Text hunks: any two texts are split into hunks and reassembled exactly.

TEXTS = st.lists(
    st.sampled_from(["", "---", "tags: [a]", "status: x", "# One", "## Two", "words", "more words", "- item", "\r"]),
    max_size=20,
).map("\n".join)


@given(TEXTS, TEXTS, st.booleans())
def test_applying_all_hunks_gives_the_new_text_and_none_the_old_text(old: str, new: str, markdown: bool) -> None:
    found = hunks_between(old, new, markdown=markdown)
    assert apply_hunks(old, new, found, {}) == new
    assert apply_hunks(old, new, (), {}) == old
    assert bool(found) == (old != new)


@given(TEXTS, TEXTS, st.data())
def test_any_subset_of_hunks_applies_and_changes_no_other_line(old: str, new: str, data: st.DataObject) -> None:
    found = hunks_between(old, new)
    selected = [hunk for hunk in found if data.draw(st.booleans())]
    text = apply_hunks(old, new, selected, {})
    if not selected or selected == list(found):
        assert text == (new if selected else old)
        return
    # Applied by hand from the last one backwards, so that the line numbers of the others stay valid.
    lines = old.split("\n") if old else []  # An empty text has no lines.
    for hunk in reversed(selected):
        lines[hunk.old_start - 1 : hunk.old_start - 1 + len(hunk.old_lines)] = hunk.new_lines
    assert text == "\n".join(lines)


@given(TEXTS, TEXTS)
def test_each_hunk_has_correct_line_numbers_and_context(old: str, new: str) -> None:
    old_lines, new_lines = old.split("\n"), new.split("\n")
    shown: list[int] = []
    for hunk in hunks_between(old, new):
        first, count = hunk.old_start - 1, len(hunk.old_lines)
        assert tuple(old_lines[first : first + count]) == hunk.old_lines
        assert tuple(new_lines[hunk.new_start - 1 : hunk.new_start - 1 + len(hunk.new_lines)]) == hunk.new_lines
        assert tuple(old_lines[first - len(hunk.before) : first]) == hunk.before
        assert tuple(old_lines[first + count : first + count + len(hunk.after)]) == hunk.after
        assert max(len(hunk.before), len(hunk.after)) <= HUNK_CONTEXT
        shown.extend(range(first - len(hunk.before), first + count + len(hunk.after)))
    assert len(shown) == len(set(shown)), "a line is shown twice"


@pytest.mark.parametrize(
    ("old", "new"),
    [("a", "a\n"), ("a\n", "a"), ("", "a"), ("", "a\n"), ("a\n", ""), ("a\n", "a\n\n"), ("\n", ""), ("", "\n"),
     ("---\na: 1\n---", "---\na: 1\n---\n"), ("---\na: 1\n---\n", "---\na: 2\n---"), ("a\nb", "a\nc\n")],
)  # fmt: skip
def test_an_added_or_removed_final_newline_is_a_hunk(old: str, new: str) -> None:
    found = hunks_between(old, new)
    assert found
    assert apply_hunks(old, new, found, {}) == new
    assert apply_hunks(old, new, (), {}) == old


def test_a_created_note_has_only_added_lines_and_a_deleted_note_only_removed_ones() -> None:
    for text, lines in (("a\nb\n", ("a", "b")), ("a", ("a",))):
        (created,) = hunks_between("", text)
        assert (created.old_lines, created.new_lines) == ((), lines)
        (deleted,) = hunks_between(text, "")
        assert (deleted.old_lines, deleted.new_lines) == (lines, ())


BOILER = """---
status: decided
tags: [house, heating]
budget: 18400
---
# Boiler

## Quotes

| Klimatec | 8 kW |

## Before the fitter comes

- [ ] Clear the wall
"""


def test_hunks_are_titled_by_the_preceding_heading_and_properties_are_a_separate_hunk() -> None:
    new = (
        BOILER.replace("heating]", "heating, heat-pump]")
        .replace("budget: 18400\n", 'supplier: "[[Nordwärme]]"\nbudget: 18000\n')
        .replace("8 kW |\n", "8 kW |\n\nKlimatec leaves out the boiler.\n")
        .replace("wall\n", "wall\n- [ ] Ask for a second offer\n")
    )
    found = hunks_between(BOILER, new)
    assert [hunk.title for hunk in found] == ["Properties", "Quotes", "Before the fitter comes"]
    properties, quotes, fitter = found
    assert properties.new_lines == ("tags: [house, heating, heat-pump]", 'supplier: "[[Nordwärme]]"', "budget: 18000")
    assert properties.old_start == 3
    assert quotes.old_lines == ()
    assert quotes.new_lines == ("Klimatec leaves out the boiler.", "")
    assert fitter.new_lines == ("- [ ] Ask for a second offer",)
    assert apply_hunks(BOILER, new, [properties, quotes], {"h2": ("Mine.", "")}) == new.replace(
        "- [ ] Ask for a second offer\n", ""
    ).replace("Klimatec leaves out the boiler.", "Mine.")


def test_a_change_directly_below_the_properties_is_a_separate_hunk() -> None:
    found = hunks_between("---\na: 1\n---\nx\n", "---\na: 2\n---\ny\n")
    assert [(hunk.title, hunk.new_lines) for hunk in found] == [("Properties", ("a: 2",)), ("", ("y",))]


def test_added_properties_are_a_separate_hunk() -> None:
    (first, second) = hunks_between("# A\n\nx\n", "---\ntags: [a]\n---\n# A\n\ny\n")
    assert (first.title, first.new_lines) == ("Properties", ("---", "tags: [a]", "---"))
    assert (second.title, second.old_start, second.new_start) == ("A", 3, 6)


def test_a_hash_in_a_code_block_is_not_a_hunk_title() -> None:
    (found,) = hunks_between("# Real\n\n```\n# comment\nx\n```\n", "# Real\n\n```\n# comment\ny\n```\n")
    assert found.title == "Real"


def test_text_other_than_markdown_has_no_properties_and_no_titles() -> None:
    old = "---\na: 1\n---\n# A\nx\n"
    assert [hunk.title for hunk in hunks_between(old, old.replace("1", "2").replace("x", "y"), markdown=False)] == [
        "",
        "",
    ]


def test_changes_separated_by_one_line_share_a_hunk_and_those_separated_by_two_do_not() -> None:
    assert len(hunks_between("a\n\nb\n", "A\n\nB\n")) == 1
    assert len(hunks_between("a\nx\ny\nb\n", "A\nx\ny\nB\n")) == 2


LENGTH = campaign_count(10_000_000, 160_000)
"""Characters of the longer text."""


@pytest.mark.parametrize(
    "texts_of",
    [
        lambda size: ("x" * size, "x" * (size - 1) + "y"),
        lambda size: ("\n" * size, "\n" * (size // 2) + "x" + "\n" * (size // 2 - 1)),
        lambda size: (
            "# h\n" * (size // 4),
            "# h\n" * (size * 12 // 100) + "x\n" + "# h\n" * (size * 13 // 100 - size // 2_000),
        ),
        lambda size: (repeated("some words here, fifty characters and a line end.\n")(size),) * 2,
        lambda size: (numbered_lines(range(size // 33)), numbered_lines(n for n in range(1, size // 33 + 2) if n % 90)),
        lambda size: ("---\n" + "a: 1\n" * (size // 5), "---\n" + "a: 1\n" * (size // 5) + "---\n"),
    ],
    ids=["one line", "empty lines", "headings", "same", "here and there", "unclosed properties"],
)
def test_long_texts_are_split_and_reassembled_in_linear_time(texts_of: Callable[[int], tuple[str, str]]) -> None:
    def split(texts: tuple[str, str]) -> None:
        old, new = texts
        assert apply_hunks(old, new, hunks_between(old, new), {}) == new

    check_linear(split, texts_of, LENGTH)


def numbered_lines(numbers: Iterable[int]) -> str:
    return "".join(f"{number} words here, fifty characters\n" for number in numbers)


# Inline diff: the rows cover the hunk, and marks show the words that differ.

SHORT_TEXTS = st.lists(
    st.sampled_from(["", "one word", "two words", "two other words", "# head", "x"]), max_size=12
).map("\n".join)
LINES = st.text(st.sampled_from("ab ,.é🙂"), max_size=30)


def marked(line: str, marks: tuple[tuple[int, int], ...]) -> list[str]:
    return [line[start:end] for start, end in marks]


@given(SHORT_TEXTS, SHORT_TEXTS)
def test_diff_rows_contain_every_line_with_its_number(old: str, new: str) -> None:
    old_lines, new_lines = old.split("\n"), new.split("\n")
    for hunk in hunks_between(old, new):
        shown = diff_rows(hunk)
        bare = diff_rows(hunk, context=False)
        assert [row.text for row in bare if row.kind != "added"] == list(hunk.old_lines)
        assert [row.text for row in bare if row.kind != "removed"] == list(hunk.new_lines)
        for row in shown:
            assert row.old_line is None or old_lines[row.old_line - 1] == row.text
            assert row.new_line is None or new_lines[row.new_line - 1] == row.text
            assert (row.old_line is None, row.new_line is None) == (row.kind == "added", row.kind == "removed")
            assert all(0 <= start < end <= len(row.text) for start, end in row.marks)
        added, removed = count_changed_lines(hunk)
        kinds = [row.kind for row in shown]
        assert (kinds.count("added"), kinds.count("removed")) == (added, removed)


@given(LINES, LINES)
def test_unmarked_text_is_the_same_on_both_sides(old: str, new: str) -> None:
    old_marks, new_marks = inline_marks(old, new)
    if not old_marks and not new_marks:
        return

    def rest(line: str, marks: tuple[tuple[int, int], ...]) -> str:
        for start, end in reversed(marks):
            line = line[:start] + line[end:]
        return "".join(c for c in line if c.isalnum())

    # Spaces and commas may be inside a mark that was joined with its neighbor.
    assert rest(old, old_marks) == rest(new, new_marks)


def test_changed_words_within_a_line_are_marked() -> None:
    old, new = "tags: [house, heating]", "tags: [house, heating, heat-pump]"
    old_marks, new_marks = inline_marks(old, new)
    assert (marked(old, old_marks), marked(new, new_marks)) == ([], [", heat-pump"])
    old, new = "| Boiler, not yet decided | €21,000 | open |", "| Heat pump, Nordwärme | €18,400 | open |"
    assert marked(new, inline_marks(old, new)[1]) == ["Heat pump, Nordwärme", "18,400"]


def test_a_line_is_compared_with_the_most_similar_removed_line() -> None:
    old = "status: decided\ntags: [house]\n"
    new = "supplier: Nordwärme\nstatus: open\ntags: [house, garden]\n"
    (hunk,) = hunks_between(old, new)
    assert [(row.kind, row.text, marked(row.text, row.marks)) for row in diff_rows(hunk)] == [
        ("removed", "status: decided", ["decided"]),
        ("removed", "tags: [house]", []),
        ("added", "supplier: Nordwärme", []),
        ("added", "status: open", ["open"]),
        ("added", "tags: [house, garden]", [", garden"]),
    ]


def test_lines_with_little_in_common_have_no_marks() -> None:
    assert inline_marks("one two three four", "vier drei zwei eins") == ((), ())


def test_unchanged_lines_within_a_hunk_are_shown_once_and_not_counted() -> None:
    (hunk,) = hunks_between("a\n\nb\n", "A\n\nB\n")
    assert [(row.kind, row.text) for row in diff_rows(hunk)] == [
        ("removed", "a"), ("added", "A"), ("same", ""), ("removed", "b"), ("added", "B"),
    ]  # fmt: skip
    assert count_changed_lines(hunk) == (2, 2)


@pytest.mark.parametrize("words", [("a ", "b "), ("a ", " a"), ("ab", "ba")])
def test_the_time_of_comparing_hostile_lines_is_linear_and_bounded(words: tuple[str, str]) -> None:
    def lines(size: int) -> tuple[str, str]:
        old, new = words
        return old * (size // 2), new * (size // 2)

    assert inline_marks("a " * 500_000, "b " * 500_000) == ((), ())
    check_linear(lambda pair: inline_marks(*pair), lines, MAX_MARKED_CHARACTERS, factor=6)
    check_growth(lambda pair: inline_marks(*pair), lines(MAX_MARKED_CHARACTERS), lines(400 * MAX_MARKED_CHARACTERS), 3)


def test_the_rows_of_long_hunks_are_created_in_linear_time() -> None:
    def hunk(count: int) -> Hunk:
        old = "\n".join(f"{number} a b c d" * 50 for number in range(count))
        (found,) = hunks_between(old, old.replace("a", "z"))
        return found

    check_linear(diff_rows, hunk, 4_000)
