"""Unified hunks: what unified_diff.py writes is read back line by line."""

import pytest

from vaultdesk.ui.undo.unified_hunks import unified_hunks
from vaultdesk.vault.diff.change_set import Hunk
from vaultdesk.vault.diff.unified_diff import unified_diff

LONG = "".join(f"line {number}\n" for number in range(60))


def applied(old: str, hunks: tuple[Hunk, ...]) -> str:
    """Put the hunks into *old*, as whoever reads them would."""
    lines = old.split("\n")
    for hunk in reversed(hunks):
        start = hunk.old_start - 1
        assert tuple(lines[start : start + len(hunk.old_lines)]) == hunk.old_lines
        lines[start : start + len(hunk.old_lines)] = hunk.new_lines
    return "\n".join(lines)


@pytest.mark.parametrize(
    "new",
    [
        LONG.replace("line 3\n", "line three\n"),
        LONG.replace("line 3\n", "").replace("line 40\n", "line 40\nand more\n"),
        LONG.replace("line 3\n", "a\n").replace("line 5\n", "b\n"),
        "first\n" + LONG,
        LONG + "last\n",
    ],
)
def test_a_diff_read_back_makes_the_same_text(new: str) -> None:
    hunks = unified_hunks(unified_diff(LONG, new, "a.md"))
    assert applied(LONG, hunks) == new
    assert [hunk.id for hunk in hunks] == [f"h{number}" for number in range(1, len(hunks) + 1)]


def test_changes_close_to_each_other_share_the_lines_between_once() -> None:
    hunks = unified_hunks(unified_diff(LONG, LONG.replace("line 3\n", "a\n").replace("line 5\n", "b\n"), "a.md"))
    assert [(hunk.before, hunk.after) for hunk in hunks] == [
        (("line 0", "line 1", "line 2"), ("line 4",)),
        ((), ("line 6", "line 7", "line 8")),
    ]


def test_lines_keep_their_numbers() -> None:
    (hunk,) = unified_hunks(unified_diff(LONG, LONG.replace("line 30\n", "x\ny\n"), "a.md"))
    assert (hunk.old_start, hunk.new_start, hunk.old_lines, hunk.new_lines) == (31, 31, ("line 30",), ("x", "y"))


def test_a_note_that_came_or_went_is_one_hunk() -> None:
    (came,) = unified_hunks(unified_diff("", "a\nb\n", "a.md"))
    (went,) = unified_hunks(unified_diff("a\nb\n", "", "a.md"))
    assert (came.old_lines, came.new_lines, came.new_start) == ((), ("a", "b"), 1)
    assert (went.old_lines, went.new_lines, went.old_start) == (("a", "b"), (), 1)


@pytest.mark.parametrize("diff", ["", "no diff\n", "--- a\n+++ b\n", "@@ -x +y @@\n-a\n", "@@ -1 +1 @@"])
def test_what_is_no_diff_has_no_hunks(diff: str) -> None:
    assert unified_hunks(diff) == ()


def test_a_diff_that_was_cut_is_read_as_far_as_it_goes() -> None:
    hunks = unified_hunks(unified_diff(LONG, LONG.replace("line", "row"), "a.md", 200))
    assert hunks[0].old_lines[0] == "line 0"
