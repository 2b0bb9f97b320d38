"""Tests of ui/review/diff_layout.py."""

from vaultdesk.ui.review.diff_items import DiffFold, DiffLines, DiffNoteHeader, HunkHeader, ReadOnlyStates, diff_of
from vaultdesk.ui.review.diff_layout import DiffDocument, DiffMeasures, DiffSection

# Diff layout: items have positions, long lines take several rows, and heights of unseen notes are estimated.

MEASURES = DiffMeasures(columns=20, line=10, header=30, note_header=36, fold=24, pad=6)


def laid_out(old: str, new: str) -> DiffSection:
    section = DiffSection(diff_of(old, new, "a.md"))
    section.lay_out(ReadOnlyStates(), {}, None, MEASURES)
    return section


def test_items_are_stacked_vertically() -> None:
    section = laid_out("a\n", "b\n")
    positions = [(type(placed.item), placed.top, placed.height) for placed in section.placed]
    assert positions == [(DiffNoteHeader, 0, 36), (HunkHeader, 36, 30), (DiffLines, 66, 26)]
    assert section.height == 92


def test_wrapped_line_takes_several_rows_and_is_found_at_each() -> None:
    section = laid_out("", "x" * 50 + "\nshort\n")
    lines = section.placed[-1]
    assert list(lines.ends) == [3, 4]
    assert [lines.line_at(drawn) for drawn in range(5)] == [0, 0, 0, 1, 1]
    assert [lines.top_of(number) for number in (0, 1)] == [0, 3]


def test_item_is_found_by_its_vertical_position() -> None:
    section = laid_out("a\n", "b\n")
    assert [type(found.item) if (found := section.at(y)) else None for y in (-1, 0, 36, 91, 92)] == [
        None, DiffNoteHeader, HunkHeader, DiffLines, None,
    ]  # fmt: skip


def test_height_of_an_unseen_note_is_estimated_and_that_of_a_seen_one_retained() -> None:
    section = DiffSection(diff_of("a\n", "b\n", "a.md"))
    section.estimate(MEASURES)
    assert section.height > 0
    assert not section.placed

    laid_out_section = laid_out("a\n", "b\n")
    laid_out_section.estimate(MEASURES)
    assert (laid_out_section.height, laid_out_section.is_laid_out) == (92, False)


def test_indexes_of_truncated_lines_are_recorded() -> None:
    assert laid_out("", "short\n" + "x" * 5_000 + "\n").placed[-1].cuts == (1,)


# Diff document: notes are laid out when they become visible, without moving the visible ones.

DOCUMENT_MEASURES = DiffMeasures(columns=80, line=10, header=30, note_header=36, fold=24, pad=6)
LONG = "".join(f"Line {number}\n" for number in range(300))


def make_document(count: int = 3, old: str = "a\n", new: str = "b\n") -> DiffDocument:
    document = DiffDocument([diff_of(old, new, f"n{number}.md") for number in range(count)], ReadOnlyStates())
    document.set_measures(DOCUMENT_MEASURES)
    return document


def test_only_visible_notes_are_laid_out() -> None:
    document = make_document(300, LONG, LONG.replace("Line 10\n", ""))
    document.lay_out(0, 500)
    laid_out_flags = [section.is_laid_out for section in document.sections]
    assert laid_out_flags[0]
    assert not any(laid_out_flags[10:])


def test_laying_out_a_note_above_returns_the_vertical_shift() -> None:
    document = make_document(20, "", LONG)
    top = document.top_of(10)
    document.lay_out(top, top + 400)
    estimated = document.sections[9].height
    shift = document.lay_out(top - 10, top + 390)
    assert shift == document.sections[9].height - estimated
    assert document.top_of(10) == top + shift


def test_items_between_two_positions_are_returned_with_their_tops() -> None:
    document = make_document()
    document.lay_out(0, 1_000)
    assert [(type(placed.item), top) for placed, top in document.between(0, 100)] == [
        (DiffNoteHeader, 0), (HunkHeader, 36), (DiffLines, 66), (DiffNoteHeader, 92),
    ]  # fmt: skip
    found = document.at(40)
    assert found is not None
    assert isinstance(found[0].item, HunkHeader)
    assert document.at(10_000) is None


def test_stops_are_headers_folds_and_truncated_lines() -> None:
    document = make_document(1, LONG, LONG.replace("Line 10\n", "x" * 9_000 + "\n"))
    assert [stop.key[1] for stop in document.stops(0)] == ["", "g0", "@h1", "h1:4", "g1"]
    document.open(("n0.md", "g0"))
    document.open(("n0.md", "h1:4"))
    assert [stop.key[1] for stop in document.stops(0)] == ["", "@h1", "g1"]


def test_next_stop_is_found_in_both_directions_and_across_notes() -> None:
    document = make_document()
    first = document.next_stop(-1, 1)
    assert first is not None
    assert first.key == ("n0.md", "")
    after = document.next_stop(36, 1)
    assert after is not None
    assert after.key == ("n1.md", "")
    before = document.next_stop(after.top, -1)
    assert before is not None
    assert before.key == ("n0.md", "@h1")
    assert document.next_stop(10_000, 1) is None
    assert document.next_stop(0, -1) is None


def test_opening_a_fold_lays_out_the_note_again() -> None:
    document = make_document(1, "", LONG)
    document.lay_out(0, 100)
    before = document.height
    (fold,) = [placed.item for placed in document.laid_out_section(0).placed if isinstance(placed.item, DiffFold)]
    document.open(fold.key)
    document.lay_out(0, 100)
    assert document.height > before
    assert document.stop(("n0.md", "@h1")) is not None
    assert document.stop(("gone", "@h1")) is None


def test_only_visible_notes_of_three_hundred_are_laid_out() -> None:
    notes = [diff_of(LONG, LONG.replace(f"Line {number}\n", ""), f"n{number}.md") for number in range(300)]
    document = DiffDocument(notes, ReadOnlyStates())
    document.set_measures(DOCUMENT_MEASURES)
    document.lay_out(0, 800)
    laid_out = [section.is_laid_out for section in document.sections]
    assert 0 < sum(laid_out) < 20
    assert laid_out == sorted(laid_out, reverse=True), "the first ones, which are visible"
