"""Diff layout: every piece has its place, long lines take several, and what nobody looked at is only guessed."""

from vaultdesk.ui.changes.diff_items import HunkHead, Lines, NoteHead
from vaultdesk.ui.changes.diff_layout import Measures, Section
from vaultdesk.ui.changes.diff_note import AllShown, diff_of

MEASURES = Measures(columns=20, line=10, head=30, note_head=36, fold=24, pad=6)


def laid_out(old: str, new: str) -> Section:
    section = Section(diff_of(old, new, "a.md"))
    section.place(AllShown(), {}, None, MEASURES)
    return section


def test_pieces_stand_below_each_other() -> None:
    section = laid_out("a\n", "b\n")
    places = [(type(placed.item), placed.top, placed.height) for placed in section.placed]
    assert places == [(NoteHead, 0, 36), (HunkHead, 36, 30), (Lines, 66, 26)]
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
        None, NoteHead, HunkHead, Lines, None,
    ]  # fmt: skip


def test_a_note_nobody_saw_is_guessed_and_one_that_was_seen_keeps_its_height() -> None:
    section = Section(diff_of("a\n", "b\n", "a.md"))
    section.estimate(MEASURES)
    assert section.height > 0
    assert not section.placed

    seen = laid_out("a\n", "b\n")
    seen.estimate(MEASURES)
    assert (seen.height, seen.fresh) == (92, False)


def test_places_of_lines_that_are_cut_are_known() -> None:
    assert laid_out("", "short\n" + "x" * 5_000 + "\n").placed[-1].cuts == (1,)
