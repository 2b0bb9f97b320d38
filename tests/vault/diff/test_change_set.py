"""Tests of vault/diff/change_set.py."""

import time

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.support.campaigns import campaign_count
from vaultdesk.vault.diff.change_set import (
    HUNK_CONTEXT,
    NO_CHANGES,
    ChangeSet,
    Hunk,
    NoteChange,
    apply_hunks,
    hunks_between,
)

# Change set: what a person reviews, as values.


def test_a_moved_note_is_afterwards_where_it_is_moved_to() -> None:
    assert NoteChange("c1", "modify", "a.md").final_path == "a.md"
    assert NoteChange("c1", "move", "a.md", "b.md").final_path == "b.md"


def test_lines_are_counted_over_all_hunks() -> None:
    change = NoteChange(
        "c1", "modify", "a.md", hunks=(Hunk("h1", 1, ("x",), 1, ("y", "z")), Hunk("h2", 5, ("q",), 6, ()))
    )
    assert (change.added, change.removed) == (2, 2)


def test_a_set_finds_a_change_by_its_id_and_knows_when_it_is_empty() -> None:
    change = NoteChange("c1", "modify", "a.md")
    changes = ChangeSet((change,))
    assert changes.change("c1") is change
    assert changes.change("c2") is None
    assert changes
    assert not NO_CHANGES


# Text hunks: any two texts, cut into hunks and put together again, exactly.

TEXTS = st.lists(
    st.sampled_from(["", "---", "tags: [a]", "status: x", "# One", "## Two", "words", "more words", "- item", "\r"]),
    max_size=20,
).map("\n".join)


@given(TEXTS, TEXTS, st.booleans())
def test_all_hunks_give_the_new_text_and_none_the_old(old: str, new: str, markdown: bool) -> None:
    found = hunks_between(old, new, markdown=markdown)
    assert apply_hunks(old, new, found, {}) == new
    assert apply_hunks(old, new, (), {}) == old
    assert bool(found) == (old != new)


@given(TEXTS, TEXTS, st.data())
def test_any_of_the_hunks_apply_and_touch_no_other_line(old: str, new: str, data: st.DataObject) -> None:
    found = hunks_between(old, new)
    taken = [hunk for hunk in found if data.draw(st.booleans())]
    text = apply_hunks(old, new, taken, {})
    if not taken or taken == list(found):
        assert text == (new if taken else old)
        return
    # By hand, from the last one up, so that the places of the others hold.
    lines = old.split("\n") if old else []  # Nothing at all is no line.
    for hunk in reversed(taken):
        lines[hunk.old_start - 1 : hunk.old_start - 1 + len(hunk.old_lines)] = hunk.new_lines
    assert text == "\n".join(lines)


@given(TEXTS, TEXTS)
def test_each_hunk_stands_where_it_says(old: str, new: str) -> None:
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
def test_a_last_line_end_that_comes_or_goes_is_a_hunk(old: str, new: str) -> None:
    found = hunks_between(old, new)
    assert found
    assert apply_hunks(old, new, found, {}) == new
    assert apply_hunks(old, new, (), {}) == old


def test_a_new_note_is_lines_put_in_and_a_deleted_one_lines_taken_out() -> None:
    for text, lines in (("a\nb\n", ("a", "b")), ("a", ("a",))):
        (made,) = hunks_between("", text)
        assert (made.old_lines, made.new_lines) == ((), lines)
        (gone,) = hunks_between(text, "")
        assert (gone.old_lines, gone.new_lines) == (lines, ())


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


def test_hunks_are_titled_by_the_heading_above_and_properties_stand_apart() -> None:
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


def test_a_change_right_under_the_properties_is_a_hunk_of_its_own() -> None:
    found = hunks_between("---\na: 1\n---\nx\n", "---\na: 2\n---\ny\n")
    assert [(hunk.title, hunk.new_lines) for hunk in found] == [("Properties", ("a: 2",)), ("", ("y",))]


def test_properties_that_come_whole_are_their_own_hunk() -> None:
    (first, second) = hunks_between("# A\n\nx\n", "---\ntags: [a]\n---\n# A\n\ny\n")
    assert (first.title, first.new_lines) == ("Properties", ("---", "tags: [a]", "---"))
    assert (second.title, second.old_start, second.new_start) == ("A", 3, 6)


def test_a_hash_in_code_is_no_title() -> None:
    (found,) = hunks_between("# Real\n\n```\n# comment\nx\n```\n", "# Real\n\n```\n# comment\ny\n```\n")
    assert found.title == "Real"


def test_what_is_no_markdown_has_neither_properties_nor_titles() -> None:
    old = "---\na: 1\n---\n# A\nx\n"
    assert [hunk.title for hunk in hunks_between(old, old.replace("1", "2").replace("x", "y"), markdown=False)] == [
        "",
        "",
    ]


def test_changes_a_blank_line_apart_are_one_hunk_and_those_two_lines_apart_are_two() -> None:
    assert len(hunks_between("a\n\nb\n", "A\n\nB\n")) == 1
    assert len(hunks_between("a\nx\ny\nb\n", "A\nx\ny\nB\n")) == 2


MEGABYTES = campaign_count(10, 2)


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ("x" * 1_000_000 * MEGABYTES, "x" * (1_000_000 * MEGABYTES - 1) + "y"),
        ("\n" * 1_000_000 * MEGABYTES, "\n" * 500_000 * MEGABYTES + "x" + "\n" * (500_000 * MEGABYTES - 1)),
        ("# h\n" * 250_000 * MEGABYTES,
         "# h\n" * 120_000 * MEGABYTES + "x\n" + "# h\n" * (130_000 * MEGABYTES - 1_000)),
        ("some words here, fifty characters and a line end.\n" * 20_000 * MEGABYTES,) * 2,
        ("".join(f"{n} words here, fifty characters\n" for n in range(30_000 * MEGABYTES)),
         "".join(f"{n} words here, fifty characters\n" for n in range(1, 30_000 * MEGABYTES + 2) if n % 90)),
        ("---\n" + "a: 1\n" * 190_000 * MEGABYTES, "---\n" + "a: 1\n" * 190_000 * MEGABYTES + "---\n"),
    ],
    ids=["one line", "empty lines", "headings", "same", "here and there", "unclosed properties"],
)  # fmt: skip
def test_texts_of_megabytes_are_cut_in_about_a_second(old: str, new: str) -> None:
    start = time.process_time()
    found = hunks_between(old, new)
    cut = time.process_time() - start
    assert apply_hunks(old, new, found, {}) == new
    whole = time.process_time() - start
    print(f"\ncut in {cut:.2f} s, with putting together {whole:.2f} s, {len(found)} hunks")
    assert cut < 2
