"""Tests of vault/line_diff.py."""

import difflib
import random
import re
from collections.abc import Callable, Sequence
from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.support.campaigns import campaign_count
from tests.support.growth import check_linear, cpu_time
from vaultdesk.vault.line_diff import DiffSpan, MergeConflict, differences, merge, unified_diff

# Line diff: exact for any two lists, minimal for small ones, and fast for hostile ones.

LINES = st.lists(st.sampled_from(["", "a", "b", "c", "one", "two"]), max_size=14)


def apply_spans(old: Sequence[str], new: Sequence[str], spans: Sequence[DiffSpan]) -> list[str]:
    result: list[str] = []
    position = 0
    for span in spans:
        result.extend(old[position : span.old_start])
        result.extend(new[span.new_start : span.new_end])
        position = span.old_end
    return [*result, *old[position:]]


@given(LINES, LINES)
def test_spans_turn_the_old_list_into_the_new_one(old: list[str], new: list[str]) -> None:
    spans = differences(old, new)
    assert apply_spans(old, new, spans) == new
    assert all(span.old_start < span.old_end or span.new_start < span.new_end for span in spans)
    for before, after in pairwise(spans):
        assert before.old_end < after.old_start
        assert before.new_end < after.new_start


@given(LINES, LINES)
def test_reversed_comparison_is_exact_too(old: list[str], new: list[str]) -> None:
    assert apply_spans(new, old, differences(new, old)) == old


@given(LINES)
def test_a_list_does_not_differ_from_itself(lines: list[str]) -> None:
    assert differences(lines, list(lines)) == []


def test_a_blank_line_belongs_to_the_inserted_paragraph_after_it() -> None:
    old = ["# A", "", "one", "", "# B", "", "two"]
    new = ["# A", "", "one", "", "more", "", "# B", "", "two"]
    assert differences(old, new) == [DiffSpan(4, 4, 4, 6)]


def test_a_moved_line_is_one_removal_and_one_insertion() -> None:
    assert differences(["x", "a", "b", "c"], ["a", "b", "c", "x"]) == [DiffSpan(0, 1, 0, 0), DiffSpan(4, 4, 3, 4)]


def test_the_shortest_edit_script_is_found_without_unique_lines() -> None:
    old, new = ["a", "b", "a", "b", "b", "a"], ["b", "a", "b", "a", "b", "a"]
    spans = differences(old, new)
    assert sum(span.old_end - span.old_start + span.new_end - span.new_start for span in spans) == 2


COUNT = campaign_count(200_000, 32_000)
"""Number of lines of a hostile list. From about 10,000 on, the work of a comparison is limited."""

Lines = tuple[list[str], list[str]]


def plain(count: int) -> list[str]:
    return [f"line {number} with some words in it, fifty characters" for number in range(count)]


def drawn(words: Sequence[str], count: int) -> Lines:
    rng = random.Random(4)
    return [rng.choice(words) for _ in range(count)], [rng.choice(words) for _ in range(count)]


HOSTILE: dict[str, Callable[[int], Lines]] = {
    "lines that differ here and there": lambda count: (
        plain(count),
        [f"{line}!" if number % 100 == 0 else line for number, line in enumerate(plain(count))],
    ),
    "turned round": lambda count: (plain(count), plain(count)[::-1]),
    "shuffled": lambda count: (plain(count), random.Random(4).sample(plain(count), count)),
    "two kinds of lines": lambda count: drawn("ab", count),
    "fifty kinds of lines": lambda count: drawn([str(number) for number in range(50)], count),
    "each line twice, turned round": lambda count: (
        [str(number // 2) for number in range(count)],
        [str(number // 2) for number in reversed(range(count))],
    ),
    "nothing in common": lambda count: (
        [f"a{number}" for number in range(count)],
        [f"b{number}" for number in range(count)],
    ),
    "many empty lines": lambda count: (
        [""] * count,
        [*[""] * (count // 2), "x", *[""] * (count // 2 - count // 1_000)],
    ),
    "empty lines between other ends": lambda count: (["a", *[""] * count, "b"], ["c", *[""] * (count * 4 // 5), "d"]),
}


@pytest.mark.parametrize("case", HOSTILE)
def test_hostile_lists_are_compared_in_linear_time(case: str) -> None:
    old, new = HOSTILE[case](COUNT)
    assert apply_spans(old, new, differences(old, new)) == new
    check_linear(lambda lists: differences(*lists), HOSTILE[case], COUNT)


def test_difflib_is_slower_on_a_small_part_of_a_hostile_list() -> None:
    """Comparing the first 2,000 lines with difflib takes longer than comparing the complete list."""
    old, new = HOSTILE["two kinds of lines"](COUNT)
    difflib_time = cpu_time(
        lambda: difflib.SequenceMatcher(None, old[:2_000], new[:2_000], autojunk=False).get_opcodes()
    )
    assert min(cpu_time(lambda: differences(old, new)) for _ in range(3)) < difflib_time


# Unified diff: `patch` turns the old text into the new one.

TEXTS = st.lists(st.sampled_from(["", "a", "b", "c", "same", "-x", "+y", "@@"]), max_size=30).map("\n".join)
_HUNK_HEADER = re.compile(r"@@ -(\d+)(?:,(\d+))? \+(\d+)(?:,(\d+))? @@")


def apply_patch(old: str, diff: str) -> str:
    """Apply *diff* as `patch` does, checking every line and line number."""
    rest = old.split("\n")
    source = [f"{line}\n" for line in rest[:-1]] + ([rest[-1]] if rest[-1] else [])
    lines = diff.split("\n")[2:-1]
    result: list[str] = []
    position = 0
    while lines:
        header = _HUNK_HEADER.fullmatch(lines.pop(0))
        assert header is not None
        old_count, new_count = (int(count) if count is not None else 1 for count in (header[2], header[4]))
        start = int(header[1]) - (1 if old_count else 0)
        result.extend(source[position:start])
        position = start
        assert int(header[3]) - (1 if new_count else 0) == len(result)
        while old_count or new_count:
            line = lines.pop(0)
            end = "\n"
            if lines and lines[0].startswith("\\"):
                lines.pop(0)
                end = ""
            if line[0] in " -":
                assert source[position] == line[1:] + end
                position, old_count = position + 1, old_count - 1
            if line[0] in " +":
                result.append(line[1:] + end)
                new_count -= 1
    return "".join([*result, *source[position:]])


@given(TEXTS, TEXTS)
def test_patch_turns_the_old_text_into_the_new_one(old: str, new: str) -> None:
    diff = unified_diff(old, new, "a.md", 1_000_000)
    assert (diff == "") == (old == new)
    if diff:
        assert apply_patch(old, diff) == new


def test_unified_diff_has_the_standard_format() -> None:
    assert unified_diff("a\nb\nc\nd\ne\nf\n", "a\nb\nc\nD\ne\nf", "x/y.md") == (
        "--- x/y.md\n+++ x/y.md\n@@ -1,6 +1,6 @@\n a\n b\n c\n-d\n+D\n e\n-f\n+f\n\\ No newline at end of file\n"
    )


def test_a_created_or_deleted_note_is_compared_with_dev_null() -> None:
    assert unified_diff("", "a\n", "x.md") == "--- /dev/null\n+++ x.md\n@@ -0,0 +1 @@\n+a\n"
    assert unified_diff("a\n", "", "x.md") == "--- x.md\n+++ /dev/null\n@@ -1 +0,0 @@\n-a\n"


def test_a_long_diff_is_truncated_with_a_notice() -> None:
    diff = unified_diff("", "x" * 5_000_000 + "\n" + "y\n" * 100, "x.md", 1000)
    assert len(diff) < 1100
    assert diff.endswith("… (the rest of the diff is not shown)\n")


def test_a_file_name_cannot_inject_lines() -> None:
    assert unified_diff("", "a\n", "x\n+evil\u202e.md").split("\n")[1] == "+++ x�+evil�.md"


# Merge: changes of one side are included, changes of both sides are conflicts, and current text is never lost.

MERGED_TEXTS = st.lists(st.sampled_from(["", "a", "b", "c", "one", "two"]), max_size=16).map("\n".join)


@given(MERGED_TEXTS, MERGED_TEXTS)
def test_a_side_without_changes_takes_the_text_of_the_other(base: str, other: str) -> None:
    assert merge(base, other, base).text == merge(base, base, other).text == other
    assert merge(base, other, base).is_clean


@given(MERGED_TEXTS, MERGED_TEXTS)
def test_the_same_change_on_both_sides_is_merged_once(base: str, other: str) -> None:
    merged = merge(base, other, other)
    assert (merged.text, merged.conflicts) == (other, ())


@given(st.lists(st.sampled_from(["k", "keep", ""]), min_size=1, max_size=8), st.data())
def test_changes_in_different_places_merge_symmetrically(original: list[str], data: st.DataObject) -> None:
    """Each generated line may be changed by one side; the unique lines between them stay the same."""
    base, mine, theirs, both = [], [], [], []
    for number, line in enumerate(original):
        author = data.draw(st.sampled_from(["me", "them", "nobody"]))
        replacement = data.draw(st.lists(st.sampled_from(["new", "newer", ""]), max_size=3))
        mine.extend(replacement if author == "me" else [line])
        theirs.extend(replacement if author == "them" else [line])
        both.extend(replacement if author != "nobody" else [line])
        base.append(line)
        for side in (base, mine, theirs, both):
            side.extend([f"between {number}", f"and after {number}"])
    texts = ["\n".join(side) for side in (base, mine, theirs, both)]
    assert merge(texts[0], texts[1], texts[2]).text == texts[3]
    assert merge(texts[0], texts[2], texts[1]).text == texts[3]
    assert merge(texts[0], texts[1], texts[2]).is_clean


@given(MERGED_TEXTS, MERGED_TEXTS, MERGED_TEXTS)
def test_conflicts_are_symmetric(base: str, mine: str, theirs: str) -> None:
    forward, backward = merge(base, mine, theirs), merge(base, theirs, mine)
    assert [(c.mine, c.theirs) for c in forward.conflicts] == [(c.theirs, c.mine) for c in backward.conflicts]
    if forward.is_clean:
        assert forward.text == backward.text


@given(MERGED_TEXTS, MERGED_TEXTS, MERGED_TEXTS)
def test_each_conflict_has_the_correct_line_number_and_own_lines(base: str, mine: str, theirs: str) -> None:
    merged = merge(base, mine, theirs)
    lines = merged.text.split("\n")
    for conflict in merged.conflicts:
        assert tuple(lines[conflict.line - 1 : conflict.line - 1 + len(conflict.mine)]) == conflict.mine
        assert conflict.mine != conflict.theirs


def test_the_same_line_changed_by_both_is_a_conflict_with_three_versions() -> None:
    merged = merge("a\nb\nc\n", "a\nmine\nc\n", "a\ntheirs\nc\n")
    assert merged.conflicts == (MergeConflict(("b",), ("mine",), ("theirs",), 2),)
    assert merged.text == "a\nmine\nc\n"


def test_lines_inserted_at_the_same_place_are_a_conflict() -> None:
    assert merge("a\nb\n", "a\nmine\nb\n", "a\ntheirs\nb\n").conflicts == (
        MergeConflict((), ("mine",), ("theirs",), 2),
    )


def test_undoing_an_appended_text_keeps_text_appended_later() -> None:
    """The most common merge of an undo: base is the written text, mine the current one, theirs the previous one."""
    merged = merge("# A\n\nours\n", "# A\n\nours\nsince\n", "# A\n")
    assert (merged.text, merged.is_clean) == ("# A\nsince\n", True)


def test_long_texts_are_merged_in_linear_time() -> None:
    def versions(count: int) -> tuple[str, str, str]:
        lines = [f"{number} words here, fifty characters and more of it" for number in range(count)]
        mine = (f"{line}!" if number % 100 == 0 else line for number, line in enumerate(lines))
        theirs = (f"{line}?" if number % 100 == 50 else line for number, line in enumerate(lines))
        return "\n".join(lines), "\n".join(mine), "\n".join(theirs)

    def merge_all(texts: tuple[str, str, str]) -> None:
        assert merge(*texts).is_clean

    check_linear(merge_all, versions, campaign_count(200_000, 8_000))
