"""Tests of ui/review/diff_layout.py."""

import time

from vaultdesk.ui.review.diff_items import DiffFold, DiffLines, DiffNoteHeader, HunkHeader, ReadOnlyStates, diff_of
from vaultdesk.ui.review.diff_layout import DiffDocument, DiffMeasures, DiffSection

# Diff layout: every piece has its place, long lines take several, and what nobody looked at is only guessed.

MEASURES = DiffMeasures(columns=20, line=10, header=30, note_header=36, fold=24, pad=6)


def laid_out(old: str, new: str) -> DiffSection:
    section = DiffSection(diff_of(old, new, "a.md"))
    section.lay_out(ReadOnlyStates(), {}, None, MEASURES)
    return section


def test_pieces_stand_below_each_other() -> None:
    section = laid_out("a\n", "b\n")
    places = [(type(placed.item), placed.top, placed.height) for placed in section.placed]
    assert places == [(DiffNoteHeader, 0, 36), (HunkHeader, 36, 30), (DiffLines, 66, 26)]
    assert section.height == 92


def test_a_wrapped_line_takes_several_and_is_found_at_each() -> None:
    section = laid_out("", "x" * 50 + "\nshort\n")
    lines = section.placed[-1]
    assert list(lines.ends) == [3, 4]
    assert [lines.line_at(drawn) for drawn in range(5)] == [0, 0, 0, 1, 1]
    assert [lines.top_of(place) for place in (0, 1)] == [0, 3]


def test_a_piece_is_found_by_its_height() -> None:
    section = laid_out("a\n", "b\n")
    assert [type(found.item) if (found := section.at(y)) else None for y in (-1, 0, 36, 91, 92)] == [
        None, DiffNoteHeader, HunkHeader, DiffLines, None,
    ]  # fmt: skip


def test_a_note_nobody_saw_is_guessed_and_one_that_was_seen_keeps_its_height() -> None:
    section = DiffSection(diff_of("a\n", "b\n", "a.md"))
    section.estimate(MEASURES)
    assert section.height > 0
    assert not section.placed

    seen = laid_out("a\n", "b\n")
    seen.estimate(MEASURES)
    assert (seen.height, seen.is_laid_out) == (92, False)


def test_places_of_lines_that_are_cut_are_known() -> None:
    assert laid_out("", "short\n" + "x" * 5_000 + "\n").placed[-1].cuts == (1,)


# Diff document: hundreds of notes cost nothing until they are looked at, and nothing jumps when they are.

DOCUMENT_MEASURES = DiffMeasures(columns=80, line=10, header=30, note_header=36, fold=24, pad=6)
LONG = "".join(f"Line {number}\n" for number in range(300))


def document(count: int = 3, old: str = "a\n", new: str = "b\n") -> DiffDocument:
    made = DiffDocument([diff_of(old, new, f"n{number}.md") for number in range(count)], ReadOnlyStates())
    made.set_measures(DOCUMENT_MEASURES)
    return made


def test_only_what_is_in_sight_is_laid_out() -> None:
    made = document(300, LONG, LONG.replace("Line 10\n", ""))
    made.lay_out(0, 500)
    fresh = [section.is_laid_out for section in made.sections]
    assert fresh[0]
    assert not any(fresh[10:])


def test_a_note_laid_out_above_moves_what_is_in_sight_by_the_difference() -> None:
    made = document(20, "", LONG)
    top = made.top_of(10)
    made.lay_out(top, top + 400)
    guessed = made.sections[9].height
    shift = made.lay_out(top - 10, top + 390)
    assert shift == made.sections[9].height - guessed
    assert made.top_of(10) == top + shift


def test_pieces_between_two_heights_come_with_their_places() -> None:
    made = document()
    made.lay_out(0, 1_000)
    assert [(type(placed.item), top) for placed, top in made.between(0, 100)] == [
        (DiffNoteHeader, 0), (HunkHeader, 36), (DiffLines, 66), (DiffNoteHeader, 92),
    ]  # fmt: skip
    found = made.at(40)
    assert found is not None
    assert isinstance(found[0].item, HunkHeader)
    assert made.at(10_000) is None


def test_stops_are_heads_folds_and_cut_lines() -> None:
    made = document(1, LONG, LONG.replace("Line 10\n", "x" * 9_000 + "\n"))
    assert [stop.key[1] for stop in made.stops(0)] == ["", "g0", "@h1", "h1:4", "g1"]
    made.open(("n0.md", "g0"))
    made.open(("n0.md", "h1:4"))
    assert [stop.key[1] for stop in made.stops(0)] == ["", "@h1", "g1"]


def test_the_next_stop_is_found_both_ways_and_across_notes() -> None:
    made = document()
    first = made.next_stop(-1, 1)
    assert first is not None
    assert first.key == ("n0.md", "")
    after = made.next_stop(36, 1)
    assert after is not None
    assert after.key == ("n1.md", "")
    before = made.next_stop(after.top, -1)
    assert before is not None
    assert before.key == ("n0.md", "@h1")
    assert made.next_stop(10_000, 1) is None
    assert made.next_stop(0, -1) is None


def test_opening_lays_the_note_out_anew() -> None:
    made = document(1, "", LONG)
    made.lay_out(0, 100)
    before = made.height
    (fold,) = [placed.item for placed in made.laid_out_section(0).placed if isinstance(placed.item, DiffFold)]
    made.open(fold.key)
    made.lay_out(0, 100)
    assert made.height > before
    assert made.stop(("n0.md", "@h1")) is not None
    assert made.stop(("gone", "@h1")) is None


def test_three_hundred_notes_are_ready_at_once() -> None:
    notes = [diff_of(LONG, LONG.replace(f"Line {number}\n", ""), f"n{number}.md") for number in range(300)]
    began = time.process_time()
    made = DiffDocument(notes, ReadOnlyStates())
    made.set_measures(DOCUMENT_MEASURES)
    made.lay_out(0, 800)
    assert time.process_time() - began < 0.1
