"""Diff items: long stretches are folded with a count, and what hides a removal must be opened."""

from dataclasses import replace

import pytest

from vaultdesk.ui.changes.diff_items import (
    FOLD_OVER,
    LARGE_HUNK,
    EditSlot,
    Fold,
    HunkHead,
    Lines,
    MoveHead,
    NoteHead,
    PlainRows,
    hunk_now,
    items_of,
    needing_look,
    rows_of,
)
from vaultdesk.ui.changes.diff_note import AllShown, DiffNote, diff_of
from vaultdesk.ui.changes.line_text import LONGEST_LINE
from vaultdesk.vault.diff.change_set import Hunk
from vaultdesk.vault.diff.inline_diff import diff_rows

LONG = "".join(f"Line {number}\n" for number in range(300))


class Left(AllShown):
    """States of a review in which a hunk is left out."""

    def hunk_taken(self, key: str, hunk_id: str) -> bool:
        return False


class Edited(AllShown):
    """States of a review in which a hunk has other lines."""

    def edited(self, key: str, hunk_id: str) -> tuple[str, ...] | None:
        return ("mine",)


def drawn(note: DiffNote, opened: dict[tuple[str, str], int] | None = None, editing: str = "") -> list[str]:
    told = []
    for item in items_of(note, AllShown(), opened or {}, (note.key, editing) if editing else None):
        match item:
            case NoteHead() | MoveHead() | EditSlot():
                told.append(type(item).__name__)
            case HunkHead(hunk=hunk):
                told.append(f"# {hunk.title}")
            case Lines(rows=lines):
                told.append(f"{len(lines)} lines")
            case Fold(count=count, removed=removed, changed=changed):
                told.append(f"> {count} {f'changed, {removed} removed' if changed else 'unchanged'}")
    return told


def test_a_note_is_its_head_its_hunks_and_folds_between_them() -> None:
    note = diff_of(LONG, LONG.replace("Line 10\n", "Line ten\n").replace("Line 200\n", ""), "a.md")

    assert drawn(note) == [
        "NoteHead", "> 7 unchanged", "# ", "8 lines", "> 183 unchanged", "# ", "7 lines", "> 96 unchanged",
    ]  # fmt: skip


def test_an_opened_fold_shows_the_lines_with_their_numbers() -> None:
    note = diff_of(LONG, LONG.replace("Line 10\n", "Line ten\nand more\n"), "a.md")
    items = list(items_of(note, AllShown(), {("a.md", "g1"): 1}))
    last = items[-1]

    assert isinstance(last, Lines)
    assert (last.rows[0].text, last.rows[0].old_line, last.rows[0].new_line) == ("Line 14", 15, 16)
    assert (last.rows[-1].text, last.rows[-1].old_line, last.rows[-1].new_line) == ("Line 299", 300, 301)


def test_the_last_lines_below_the_last_hunk_are_counted_without_the_last_line_end() -> None:
    text = "a\nb\nc\nd\ne\nf\n"
    assert drawn(diff_of(text, text.replace("a", "A"), "a.txt"))[-1] == "> 2 unchanged"
    assert drawn(diff_of(text[:-1], text[:-1].replace("a", "A"), "a.txt"))[-1] == "> 2 unchanged"


def test_where_nobody_has_the_old_text_nothing_is_folded_that_could_not_be_opened() -> None:
    note = replace(diff_of(LONG, LONG.replace("Line 10\n", "Line ten\n"), "a.md"), old_text="")
    assert drawn(note) == ["NoteHead", "# ", "8 lines"]


def test_the_middle_of_a_long_hunk_is_folded() -> None:
    assert drawn(diff_of("", LONG, "a.md")) == ["NoteHead", "# ", "60 lines", "> 228 changed, 0 removed", "12 lines"]
    opened = {("a.md", "h1"): 1}
    assert drawn(diff_of("", LONG, "a.md"), opened) == ["NoteHead", "# ", "300 lines"]


def test_a_hunk_that_is_edited_gives_its_place_to_the_editor() -> None:
    assert drawn(diff_of("a\n", "b\n", "a.md"), editing="h1") == ["NoteHead", "# ", "EditSlot"]


def test_the_persons_own_lines_stand_in_place_of_the_planned() -> None:
    note = diff_of("a\n", "b\n", "a.md")
    assert hunk_now(note, note.hunks[0], Edited()) == (replace(note.hunks[0], new_lines=("mine",)), True)
    assert hunk_now(note, note.hunks[0], AllShown()) == (note.hunks[0], False)


def test_a_folded_removal_must_be_opened_and_an_addition_need_not() -> None:
    removed, added = diff_of(LONG, "", "a.md"), diff_of("", LONG, "a.md")
    assert list(needing_look(removed, AllShown(), {})) == [("a.md", "h1")]
    assert list(needing_look(removed, AllShown(), {("a.md", "h1"): 1})) == []
    assert list(needing_look(removed, Left(), {})) == []
    assert list(needing_look(added, AllShown(), {})) == []


def test_one_removal_in_the_middle_of_many_additions_must_be_seen() -> None:
    """THREATS 2.2, dialog: 800 lines with the change in the middle."""
    many = tuple(f"{number}" for number in range(400))
    hunk = Hunk("h1", 1, ("", "the one that goes"), 1, (*many, "", *many))
    note = DiffNote("a", hunks=(hunk,))

    assert drawn(note) == ["# ", "60 lines", "> 730 changed, 1 removed", "12 lines"]
    assert list(needing_look(note, AllShown(), {})) == [("a", "h1")]


def test_what_a_long_line_hides_must_be_opened() -> None:
    note = diff_of("short\n", "short" + " " * 5_000 + "and a command\n", "a.md")
    (key,) = needing_look(note, AllShown(), {})
    assert list(needing_look(note, AllShown(), {key: LONGEST_LINE * 2})) == []


@pytest.mark.parametrize("size", [FOLD_OVER + 5, LARGE_HUNK + 5])
def test_rows_of_a_large_hunk_are_the_same_lines_without_marks(size: int) -> None:
    hunk = Hunk(
        "h1", 5, tuple(f"a {n}" for n in range(size)), 7, tuple(f"b {n}" for n in range(size)), ("x", "y"), ("z",)
    )
    plain = PlainRows(hunk)
    wanted = [replace(row, marks=()) for row in diff_rows(hunk)]

    assert list(plain) == wanted
    assert plain[-1] == wanted[-1]
    assert plain[3:6] == wanted[3:6]
    assert isinstance(rows_of(hunk), PlainRows) == (size > LARGE_HUNK)
    with pytest.raises(IndexError):
        plain[len(plain)]
