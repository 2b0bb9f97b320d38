"""Tests of vault/line_diff.py."""

import difflib
import random
import re
import time
from collections.abc import Sequence
from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.support.campaigns import campaign_count
from vaultdesk.vault.line_diff import DiffSpan, MergeConflict, differences, merge, unified_diff

# Line diff: exact for any two lists, minimal for small ones, and in time for hostile ones.

LINES = st.lists(st.sampled_from(["", "a", "b", "c", "one", "two"]), max_size=14)

PATIENCE = 2.0
"""Seconds a comparison may take, on a machine that is busy."""


def applied(old: Sequence[str], new: Sequence[str], spans: Sequence[DiffSpan]) -> list[str]:
    made: list[str] = []
    place = 0
    for span in spans:
        made.extend(old[place : span.old_start])
        made.extend(new[span.new_start : span.new_end])
        place = span.old_end
    return [*made, *old[place:]]


@given(LINES, LINES)
def test_the_spans_make_the_new_list_of_the_old_one(old: list[str], new: list[str]) -> None:
    spans = differences(old, new)
    assert applied(old, new, spans) == new
    assert all(span.old_start < span.old_end or span.new_start < span.new_end for span in spans)
    for before, after in pairwise(spans):
        assert before.old_end < after.old_start
        assert before.new_end < after.new_start


@given(LINES, LINES)
def test_the_other_way_round_is_exact_too(old: list[str], new: list[str]) -> None:
    assert applied(new, old, differences(new, old)) == old


@given(LINES)
def test_a_list_does_not_differ_from_itself(lines: list[str]) -> None:
    assert differences(lines, list(lines)) == []


def test_the_blank_line_stays_with_the_paragraph_put_in() -> None:
    old = ["# A", "", "one", "", "# B", "", "two"]
    new = ["# A", "", "one", "", "more", "", "# B", "", "two"]
    assert differences(old, new) == [DiffSpan(4, 4, 4, 6)]


def test_a_line_moved_over_others_is_taken_out_and_put_in() -> None:
    assert differences(["x", "a", "b", "c"], ["a", "b", "c", "x"]) == [DiffSpan(0, 1, 0, 0), DiffSpan(4, 4, 3, 4)]


def test_without_unique_lines_the_shortest_script_is_found() -> None:
    old, new = ["a", "b", "a", "b", "b", "a"], ["b", "a", "b", "a", "b", "a"]
    spans = differences(old, new)
    assert sum(span.old_end - span.old_start + span.new_end - span.new_start for span in spans) == 2


COUNT = campaign_count(200_000, 50_000)
EMPTY = campaign_count(5_000_000, 1_000_000)

PLAIN = [f"line {number} with some words in it, fifty characters" for number in range(COUNT)]
PICK = random.Random(4)
HOSTILE = {
    "10 MB that differ here and there": (PLAIN, [f"{x}!" if i % 100 == 0 else x for i, x in enumerate(PLAIN)]),
    "turned round": (PLAIN, PLAIN[::-1]),
    "shuffled": (PLAIN, PICK.sample(PLAIN, COUNT)),
    "two kinds of lines": ([PICK.choice("ab") for _ in range(COUNT)], [PICK.choice("ab") for _ in range(COUNT)]),
    "fifty kinds of lines": (
        [str(PICK.randrange(50)) for _ in range(COUNT)],
        [str(PICK.randrange(50)) for _ in range(COUNT)],
    ),
    "each line twice, turned round": (
        [str(i // 2) for i in range(COUNT)],
        [str(i // 2) for i in reversed(range(COUNT))],
    ),
    "nothing in common": ([f"a{i}" for i in range(COUNT)], [f"b{i}" for i in range(COUNT)]),
    "millions of empty lines": ([""] * EMPTY, [*[""] * (EMPTY // 2), "x", *[""] * (EMPTY // 2 - 1_000)]),
    "empty lines between other ends": (["a", *[""] * EMPTY, "b"], ["c", *[""] * (EMPTY * 4 // 5), "d"]),
}


@pytest.mark.parametrize("case", HOSTILE)
def test_hostile_lists_take_no_longer_than_honest_ones(case: str) -> None:
    old, new = HOSTILE[case]
    began, start = time.process_time(), time.perf_counter()
    spans = differences(old, new)
    took, used = time.perf_counter() - start, time.process_time() - began
    print(f"\n{case}: {took:.2f} s, {len(spans)} spans")
    assert applied(old, new, spans) == new
    assert used < PATIENCE  # of the processor: a busy machine makes the clock run on


def test_the_usual_way_does_not_end_in_that_time() -> None:
    """The same kind of list, a small part of it, costs difflib more than the whole of it costs us."""
    old, new = (lines[:2_000] for lines in HOSTILE["two kinds of lines"])
    start = time.perf_counter()
    difflib.SequenceMatcher(None, old, new, autojunk=False).get_opcodes()
    usual = time.perf_counter() - start
    start = time.perf_counter()
    differences(*HOSTILE["two kinds of lines"])
    ours = time.perf_counter() - start
    print(f"\ndifflib, 2,000 lines: {usual:.2f} s; ours, {COUNT} lines: {ours:.2f} s")
    assert ours < usual


# Unified diff: what `patch` would make of the old text is the new one.

TEXTS = st.lists(st.sampled_from(["", "a", "b", "c", "same", "-x", "+y", "@@"]), max_size=30).map("\n".join)
_HEAD = re.compile(r"@@ -(\d+)(?:,(\d+))? \+(\d+)(?:,(\d+))? @@")


def patched(old: str, diff: str) -> str:
    """Apply *diff* as `patch` does, checking every line and number of it."""
    rest = old.split("\n")
    source = [f"{line}\n" for line in rest[:-1]] + ([rest[-1]] if rest[-1] else [])
    lines = diff.split("\n")[2:-1]
    made: list[str] = []
    place = 0
    while lines:
        head = _HEAD.fullmatch(lines.pop(0))
        assert head is not None
        old_count, new_count = (int(count) if count is not None else 1 for count in (head[2], head[4]))
        start = int(head[1]) - (1 if old_count else 0)
        made.extend(source[place:start])
        place = start
        assert int(head[3]) - (1 if new_count else 0) == len(made)
        while old_count or new_count:
            line = lines.pop(0)
            end = "\n"
            if lines and lines[0].startswith("\\"):
                lines.pop(0)
                end = ""
            if line[0] in " -":
                assert source[place] == line[1:] + end
                place, old_count = place + 1, old_count - 1
            if line[0] in " +":
                made.append(line[1:] + end)
                new_count -= 1
    return "".join([*made, *source[place:]])


@given(TEXTS, TEXTS)
def test_patch_makes_the_new_text_of_the_old_one(old: str, new: str) -> None:
    diff = unified_diff(old, new, "a.md", 1_000_000)
    assert (diff == "") == (old == new)
    if diff:
        assert patched(old, diff) == new


def test_a_diff_reads_as_people_know_it() -> None:
    assert unified_diff("a\nb\nc\nd\ne\nf\n", "a\nb\nc\nD\ne\nf", "x/y.md") == (
        "--- x/y.md\n+++ x/y.md\n@@ -1,6 +1,6 @@\n a\n b\n c\n-d\n+D\n e\n-f\n+f\n\\ No newline at end of file\n"
    )


def test_a_new_note_comes_from_nothing() -> None:
    assert unified_diff("", "a\n", "x.md") == "--- /dev/null\n+++ x.md\n@@ -0,0 +1 @@\n+a\n"
    assert unified_diff("a\n", "", "x.md") == "--- x.md\n+++ /dev/null\n@@ -1 +0,0 @@\n-a\n"


def test_a_long_diff_is_cut_and_says_so() -> None:
    diff = unified_diff("", "x" * 5_000_000 + "\n" + "y\n" * 100, "x.md", 1000)
    assert len(diff) < 1100
    assert diff.endswith("… (the rest of the diff is not shown)\n")


def test_a_name_cannot_add_lines() -> None:
    assert unified_diff("", "a\n", "x\n+evil\u202e.md").split("\n")[1] == "+++ x�+evil�.md"


# Merge: what one side changed is in it, what both changed is told, nothing that is there now gets lost.

MERGED_TEXTS = st.lists(st.sampled_from(["", "a", "b", "c", "one", "two"]), max_size=16).map("\n".join)


@given(MERGED_TEXTS, MERGED_TEXTS)
def test_what_one_side_left_as_it_was_is_as_the_other_made_it(base: str, other: str) -> None:
    assert merge(base, other, base).text == merge(base, base, other).text == other
    assert merge(base, other, base).is_clean


@given(MERGED_TEXTS, MERGED_TEXTS)
def test_what_both_made_alike_is_there_once(base: str, other: str) -> None:
    merged = merge(base, other, other)
    assert (merged.text, merged.conflicts) == (other, ())


@given(st.lists(st.sampled_from(["k", "keep", ""]), min_size=1, max_size=8), st.data())
def test_changes_in_different_places_merge_both_ways(kept: list[str], data: st.DataObject) -> None:
    """Every second line may be changed by one side; those between, each unlike any other, by none."""
    base, mine, theirs, both = [], [], [], []
    for number, line in enumerate(kept):
        who = data.draw(st.sampled_from(["me", "them", "nobody"]))
        made = data.draw(st.lists(st.sampled_from(["new", "newer", ""]), max_size=3))
        mine.extend(made if who == "me" else [line])
        theirs.extend(made if who == "them" else [line])
        both.extend(made if who != "nobody" else [line])
        base.append(line)
        for side in (base, mine, theirs, both):
            side.extend([f"between {number}", f"and after {number}"])
    texts = ["\n".join(side) for side in (base, mine, theirs, both)]
    assert merge(texts[0], texts[1], texts[2]).text == texts[3]
    assert merge(texts[0], texts[2], texts[1]).text == texts[3]
    assert merge(texts[0], texts[1], texts[2]).is_clean


@given(MERGED_TEXTS, MERGED_TEXTS, MERGED_TEXTS)
def test_both_ways_agree_on_what_conflicts(base: str, mine: str, theirs: str) -> None:
    forth, back = merge(base, mine, theirs), merge(base, theirs, mine)
    assert [(c.mine, c.theirs) for c in forth.conflicts] == [(c.theirs, c.mine) for c in back.conflicts]
    if forth.is_clean:
        assert forth.text == back.text


@given(MERGED_TEXTS, MERGED_TEXTS, MERGED_TEXTS)
def test_each_conflict_stands_where_it_says_with_my_lines(base: str, mine: str, theirs: str) -> None:
    merged = merge(base, mine, theirs)
    lines = merged.text.split("\n")
    for conflict in merged.conflicts:
        assert tuple(lines[conflict.line - 1 : conflict.line - 1 + len(conflict.mine)]) == conflict.mine
        assert conflict.mine != conflict.theirs


def test_the_same_line_changed_twice_is_a_conflict_with_three_versions() -> None:
    merged = merge("a\nb\nc\n", "a\nmine\nc\n", "a\ntheirs\nc\n")
    assert merged.conflicts == (MergeConflict(("b",), ("mine",), ("theirs",), 2),)
    assert merged.text == "a\nmine\nc\n"


def test_lines_put_in_at_the_same_place_are_a_conflict() -> None:
    assert merge("a\nb\n", "a\nmine\nb\n", "a\ntheirs\nb\n").conflicts == (
        MergeConflict((), ("mine",), ("theirs",), 2),
    )


def test_taking_back_what_was_appended_keeps_what_was_appended_since() -> None:
    """The commonest merge of an undo: base is what we wrote, mine what is there now, theirs what was before."""
    merged = merge("# A\n\nours\n", "# A\n\nours\nsince\n", "# A\n")
    assert (merged.text, merged.is_clean) == ("# A\nsince\n", True)


def test_a_merge_of_megabytes_takes_about_a_second() -> None:
    count = campaign_count(200_000, 50_000)
    lines = [f"{number} words here, fifty characters and more of it" for number in range(count)]
    base = "\n".join(lines)
    mine = "\n".join(f"{line}!" if number % 100 == 0 else line for number, line in enumerate(lines))
    theirs = "\n".join(f"{line}?" if number % 100 == 50 else line for number, line in enumerate(lines))
    start = time.process_time()
    merged = merge(base, mine, theirs)
    took = time.process_time() - start
    print(f"\n{took:.2f} s")
    assert merged.is_clean
    assert took < campaign_count(3, 1)
