"""Line diff: exact for any two lists, minimal for small ones, and in time for hostile ones."""

import difflib
import random
import time
from collections.abc import Sequence
from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.support.campaigns import campaign_count
from vaultdesk.vault.diff.line_diff import DiffSpan, differences

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
