"""Tests of ui/review/diff_items.py."""

import pytest

from tests.support.growth import check_growth
from tests.support.reviews import house
from vaultdesk.core.values import replace
from vaultdesk.ui.review.diff_items import (
    FOLD_MIN_LINES,
    LARGE_HUNK,
    MAX_SHOWN_LINE,
    DiffFold,
    DiffLines,
    DiffMoveHeader,
    DiffNote,
    DiffNoteHeader,
    EditSlot,
    EscapedLine,
    HunkHeader,
    PlainRows,
    ReadOnlyStates,
    current_hunk,
    diff_items_of,
    diff_of,
    diff_of_change,
    display_line_count,
    escaped_diff_line,
    hunk_rows,
    hunk_size,
    is_plain_line,
    unseen_fold_keys,
    wrapped_line,
)
from vaultdesk.vault.change_set import Hunk, diff_rows

# Line text: special characters are escaped, long lines are truncated with a count and wrapped within the width.


def wrapped_pieces(text: str, columns: int) -> list[str]:
    return [text[start:end] for start, end in wrapped_line(text, columns)]


def test_plain_text_is_not_escaped() -> None:
    assert is_plain_line("tags: [a]")
    assert escaped_diff_line("tags: [a]", ((0, 4),)) == EscapedLine("tags: [a]", ((0, 4),))


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("a\u202eb", "a<U+202E>b"),
        ("a\u200bb", "a<U+200B>b"),
        ("a\tb", "a    b"),
        ("\u3164", "<U+3164>"),
        ("a\rb", "a<U+000D>b"),
        ("Nordwärme 日本", "Nordwärme 日本"),
        ("\ufeff# A", "<U+FEFF># A"),
    ],
)
def test_invisible_characters_and_tabs_are_escaped(text: str, expected: str) -> None:
    assert escaped_diff_line(text).text == expected


def test_marks_are_shifted_by_preceding_escapes() -> None:
    line = escaped_diff_line("\u202eab\tcd", ((1, 3), (4, 6)))
    assert [line.text[start:end] for start, end in line.marks] == ["ab", "cd"]


def test_long_line_is_truncated_and_counted_with_its_marks() -> None:
    line = escaped_diff_line("x" * 10_000, ((10, 20), (3_990, 9_000), (9_500, 9_600)))
    assert line == EscapedLine("x" * MAX_SHOWN_LINE, ((10, 20), (3_990, MAX_SHOWN_LINE)), 10_000 - MAX_SHOWN_LINE)


def test_lines_wrap_after_spaces_without_loss() -> None:
    text = "The old boiler leaks and somebody should look after it"
    assert wrapped_pieces(text, 20) == ["The old boiler ", "leaks and somebody ", "should look after it"]


def test_word_longer_than_the_line_is_split() -> None:
    assert wrapped_pieces("x" * 25, 10) == ["x" * 10, "x" * 10, "x" * 5]


def test_wide_characters_take_two_columns() -> None:
    assert wrapped_pieces("日本語の長い行です", 8) == ["日本語の", "長い行で", "す"]
    assert "".join(wrapped_pieces("a日b本c語" * 40, 20)) == "a日b本c語" * 40


@pytest.mark.parametrize("text", ["", " ", "\u0301" * 50, "日" * 50, " " * 5_000 + "and the rest"])
def test_every_character_is_in_exactly_one_piece(text: str) -> None:
    assert "".join(wrapped_pieces(text, 30)) == text


def test_display_lines_are_counted_as_painted() -> None:
    assert display_line_count("short", 80) == 1
    assert display_line_count("x" * 160, 80) == 2
    # A truncated line has one more, which states how much was omitted.
    assert display_line_count("x" * (MAX_SHOWN_LINE + 1), 80) == MAX_SHOWN_LINE // 80 + 1


@pytest.mark.parametrize("character", ["x", "日", "\u202e", " "])
def test_the_time_of_measuring_a_line_is_independent_of_the_length_that_is_not_shown(character: str) -> None:
    shown, long = character * (2 * MAX_SHOWN_LINE), character * 1_000_000
    check_growth(lambda text: display_line_count(text, 90), shown, long, 3)


# Diff note: built from two texts or from a change of a change set.


def test_diff_of_two_texts_contains_hunks_and_the_old_text() -> None:
    note = diff_of("# A\n\none\n", "# A\n\ntwo\n", "Notes/a.md")

    assert (note.key, note.path, note.kind, note.old_text) == ("Notes/a.md", "Notes/a.md", "modify", "# A\n\none\n")
    assert [(hunk.title, hunk.old_lines, hunk.new_lines) for hunk in note.hunks] == [("A", ("one",), ("two",))]


def test_diff_of_a_non_markdown_file_has_no_headings() -> None:
    assert [hunk.title for hunk in diff_of("# A\none\n", "# A\ntwo\n", "a.canvas").hunks] == [""]


def test_diff_of_a_change_uses_the_change_id_as_key() -> None:
    moved = house().changes[0]
    note = diff_of_change(moved, "why")

    assert (note.key, note.kind, note.path, note.new_path, note.remark) == (
        "c1", "move", "Projects/House/Boiler.md", "Projects/House/Heating system.md", "why",
    )  # fmt: skip


def test_read_only_states_select_everything_without_ticks_or_edits() -> None:
    states = ReadOnlyStates()
    assert states.is_hunk_selected("a", "h1")
    assert states.is_note_selected("a")
    assert not states.has_tick("a", "h1")
    assert states.edited_lines("a", "h1") is None


# Diff items: long runs are folded with a count, and folds that hide a removal must be opened.

LONG = "".join(f"Line {number}\n" for number in range(300))


class UntickedStates(ReadOnlyStates):
    """Review states in which every hunk is unticked."""

    def is_hunk_selected(self, key: str, hunk_id: str) -> bool:
        return False


class EditedStates(ReadOnlyStates):
    """Review states in which every hunk was edited."""

    def edited_lines(self, key: str, hunk_id: str) -> tuple[str, ...] | None:
        return ("mine",)


def item_texts(note: DiffNote, opened: dict[tuple[str, str], int] | None = None, editing: str = "") -> list[str]:
    result = []
    for item in diff_items_of(note, ReadOnlyStates(), opened or {}, (note.key, editing) if editing else None):
        match item:
            case DiffNoteHeader() | DiffMoveHeader() | EditSlot():
                result.append(type(item).__name__)
            case HunkHeader(hunk=hunk):
                result.append(f"# {hunk.title}")
            case DiffLines(rows=lines):
                result.append(f"{len(lines)} lines")
            case DiffFold(count=count, removed=removed, changed=changed):
                result.append(f"> {count} {f'changed, {removed} removed' if changed else 'unchanged'}")
    return result


def test_items_of_a_note_are_header_hunks_and_folds_between_them() -> None:
    note = diff_of(LONG, LONG.replace("Line 10\n", "Line ten\n").replace("Line 200\n", ""), "a.md")

    assert item_texts(note) == [
        "DiffNoteHeader", "> 7 unchanged", "# ", "8 lines", "> 183 unchanged", "# ", "7 lines", "> 96 unchanged",
    ]  # fmt: skip


def test_opened_fold_shows_its_lines_with_numbers() -> None:
    note = diff_of(LONG, LONG.replace("Line 10\n", "Line ten\nand more\n"), "a.md")
    items = list(diff_items_of(note, ReadOnlyStates(), {("a.md", "g1"): 1}))
    last = items[-1]

    assert isinstance(last, DiffLines)
    assert (last.rows[0].text, last.rows[0].old_line, last.rows[0].new_line) == ("Line 14", 15, 16)
    assert (last.rows[-1].text, last.rows[-1].old_line, last.rows[-1].new_line) == ("Line 299", 300, 301)


def test_lines_below_the_last_hunk_are_counted_without_the_final_newline() -> None:
    text = "a\nb\nc\nd\ne\nf\n"
    assert item_texts(diff_of(text, text.replace("a", "A"), "a.txt"))[-1] == "> 2 unchanged"
    assert item_texts(diff_of(text[:-1], text[:-1].replace("a", "A"), "a.txt"))[-1] == "> 2 unchanged"


def test_nothing_is_folded_when_the_old_text_is_unknown() -> None:
    note = replace(diff_of(LONG, LONG.replace("Line 10\n", "Line ten\n"), "a.md"), old_text="")
    assert item_texts(note) == ["DiffNoteHeader", "# ", "8 lines"]


def test_middle_of_a_long_hunk_is_folded() -> None:
    assert item_texts(diff_of("", LONG, "a.md")) == [
        "DiffNoteHeader",
        "# ",
        "60 lines",
        "> 228 changed, 0 removed",
        "12 lines",
    ]
    opened = {("a.md", "h1"): 1}
    assert item_texts(diff_of("", LONG, "a.md"), opened) == ["DiffNoteHeader", "# ", "300 lines"]


def test_editor_replaces_the_hunk_that_is_edited() -> None:
    assert item_texts(diff_of("a\n", "b\n", "a.md"), editing="h1") == ["DiffNoteHeader", "# ", "EditSlot"]


def test_edited_lines_replace_the_planned_ones() -> None:
    note = diff_of("a\n", "b\n", "a.md")
    assert current_hunk(note, note.hunks[0], EditedStates()) == (replace(note.hunks[0], new_lines=("mine",)), True)
    assert current_hunk(note, note.hunks[0], ReadOnlyStates()) == (note.hunks[0], False)


def test_folded_removal_must_be_opened_but_not_a_folded_addition() -> None:
    removed, added = diff_of(LONG, "", "a.md"), diff_of("", LONG, "a.md")
    assert list(unseen_fold_keys(removed, ReadOnlyStates(), {})) == [("a.md", "h1")]
    assert list(unseen_fold_keys(removed, ReadOnlyStates(), {("a.md", "h1"): 1})) == []
    assert list(unseen_fold_keys(removed, UntickedStates(), {})) == []
    assert list(unseen_fold_keys(added, ReadOnlyStates(), {})) == []


def test_single_removal_among_many_additions_must_be_opened() -> None:
    """vaultdesk/ui/review/README.md, "Hostile text": 800 lines with the change in the middle."""
    many = tuple(f"{number}" for number in range(400))
    hunk = Hunk("h1", 1, ("", "the one that goes"), 1, (*many, "", *many))
    note = DiffNote("a", hunks=(hunk,))

    assert item_texts(note) == ["# ", "60 lines", "> 730 changed, 1 removed", "12 lines"]
    assert list(unseen_fold_keys(note, ReadOnlyStates(), {})) == [("a", "h1")]


def test_text_hidden_in_a_truncated_line_must_be_opened() -> None:
    note = diff_of("short\n", "short" + " " * 5_000 + "and a command\n", "a.md")
    (key,) = unseen_fold_keys(note, ReadOnlyStates(), {})
    assert list(unseen_fold_keys(note, ReadOnlyStates(), {key: MAX_SHOWN_LINE * 2})) == []


@pytest.mark.parametrize("size", [FOLD_MIN_LINES + 5, LARGE_HUNK + 5])
def test_rows_of_a_large_hunk_are_the_same_lines_without_marks(size: int) -> None:
    hunk = Hunk(
        "h1", 5, tuple(f"a {n}" for n in range(size)), 7, tuple(f"b {n}" for n in range(size)), ("x", "y"), ("z",)
    )
    plain = PlainRows(hunk)
    expected = [replace(row, marks=()) for row in diff_rows(hunk)]

    assert list(plain) == expected
    assert plain[-1] == expected[-1]
    assert plain[3:6] == expected[3:6]
    assert isinstance(hunk_rows(hunk), PlainRows) == (size > LARGE_HUNK)
    with pytest.raises(IndexError):
        plain[len(plain)]


@pytest.mark.parametrize("blank", ["", "\u00a0", "\u200b", "\u0301"])
def test_t14_blank_lines_in_a_hunk_are_folded_with_a_count_and_the_payload_is_visible(blank: str) -> None:
    note = diff_of("Old.\n", "New.\n" + f"{blank}\n" * 3_000 + "payload\n")
    items = list(diff_items_of(note, ReadOnlyStates(), {}))
    folds = [item for item in items if isinstance(item, DiffFold)]

    assert [(fold.count, fold.blank) for fold in folds] == [(3_000, True)]
    assert [row.text for item in items if isinstance(item, DiffLines) for row in item.rows][-1] == "payload"
    opened = list(diff_items_of(note, ReadOnlyStates(), {folds[0].key: 1, (note.key, note.hunks[0].id): 1}))
    assert not any(isinstance(item, DiffFold) for item in opened)


def test_t14_folds_of_a_padded_hunk_must_be_opened() -> None:
    filler = "".join(f"line {number}\n" for number in range(300))
    unpadded, padded = diff_of("", filler + "payload\n"), diff_of("", "\n" * 50 + filler + "payload\n")

    assert list(unseen_fold_keys(unpadded, ReadOnlyStates(), {})) == []
    (key,) = unseen_fold_keys(padded, ReadOnlyStates(), {})
    assert list(unseen_fold_keys(padded, ReadOnlyStates(), {key: 1})) == []


def test_t14_blank_runs_do_not_count_as_height_and_every_line_is_covered_once() -> None:
    text = "".join(f"{number}\n" + "\n" * 20 for number in range(150))
    note = diff_of("", text)
    covered = 0
    for item in diff_items_of(note, ReadOnlyStates(), {}):
        covered += item.count if isinstance(item, DiffFold) else len(item.rows) if isinstance(item, DiffLines) else 0
    assert covered == hunk_size(note.hunks[0])
