"""Unified diff: what `patch` would make of the old text is the new one."""

import re

from hypothesis import given
from hypothesis import strategies as st

from vaultdesk.vault.diff.unified_diff import unified_diff

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
    assert diff.endswith("… (the diff is longer)\n")


def test_a_name_cannot_add_lines() -> None:
    assert unified_diff("", "a\n", "x\n+evil\u202e.md").split("\n")[1] == "+++ x�+evil�.md"
