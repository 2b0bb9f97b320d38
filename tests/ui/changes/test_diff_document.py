"""Diff document: hundreds of notes cost nothing until they are looked at, and nothing jumps when they are."""

import time

from vaultdesk.ui.changes.diff_document import DiffDocument
from vaultdesk.ui.changes.diff_items import Fold, HunkHead, Lines, NoteHead
from vaultdesk.ui.changes.diff_layout import Measures
from vaultdesk.ui.changes.diff_note import AllShown, diff_of

MEASURES = Measures(columns=80, line=10, head=30, note_head=36, fold=24, pad=6)
LONG = "".join(f"Line {number}\n" for number in range(300))


def document(count: int = 3, old: str = "a\n", new: str = "b\n") -> DiffDocument:
    made = DiffDocument([diff_of(old, new, f"n{number}.md") for number in range(count)], AllShown())
    made.set_measures(MEASURES)
    return made


def test_only_what_is_in_sight_is_laid_out() -> None:
    made = document(300, LONG, LONG.replace("Line 10\n", ""))
    made.lay_out(0, 500)
    fresh = [section.fresh for section in made.sections]
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
        (NoteHead, 0), (HunkHead, 36), (Lines, 66), (NoteHead, 92),
    ]  # fmt: skip
    found = made.at(40)
    assert found is not None
    assert isinstance(found[0].item, HunkHead)
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
    (fold,) = [placed.item for placed in made.fresh(0).placed if isinstance(placed.item, Fold)]
    made.open(fold.key)
    made.lay_out(0, 100)
    assert made.height > before
    assert made.stop(("n0.md", "@h1")) is not None
    assert made.stop(("gone", "@h1")) is None


def test_three_hundred_notes_are_ready_at_once() -> None:
    notes = [diff_of(LONG, LONG.replace(f"Line {number}\n", ""), f"n{number}.md") for number in range(300)]
    began = time.process_time()
    made = DiffDocument(notes, AllShown())
    made.set_measures(MEASURES)
    made.lay_out(0, 800)
    assert time.process_time() - began < 0.1
