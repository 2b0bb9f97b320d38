"""Choices: what a row of the switcher says, and where it leads."""

from datetime import UTC, datetime, timedelta

from vaultdesk.index.index_results import NameHit
from vaultdesk.ui.notes.outline import NoteHeading
from vaultdesk.ui.switcher.choices import (
    Choice,
    count_words,
    create_choice,
    heading_choice,
    note_choice,
    tag_choice,
    unwritten_choice,
)

NOW = datetime(2026, 11, 20, 12, tzinfo=UTC)


def test_an_alias_that_fits_is_told_beside_the_folder_with_its_letters_lit() -> None:
    hit = NameHit("Projects/Boiler.md", "Boiler", "Heating", ((0, 3),), NOW - timedelta(minutes=2))
    row = note_choice(hit, lambda _path: "", NOW).row
    assert row.beside == "Projects › also called “Heating”"
    assert [row.beside[start:end] for start, end in row.beside_lit] == ["Hea"]
    assert (row.title, row.lit, row.right) == ("Boiler", (), "2 min ago")


def test_a_private_note_has_a_lock_that_says_why() -> None:
    hit = NameHit("Tax.md", "Tax", "", (), NOW)
    row = note_choice(hit, lambda _path: "It is private.", NOW).row
    assert row.sign == "lock"
    assert "It is private." in row.said


def test_each_choice_leads_where_it_says() -> None:
    assert heading_choice("A.md", NoteHeading(2, "Costs", 9, "Costs"), 3, (), 1).choice == Choice(
        "heading", "A.md", line=9, place="Costs", nth=3
    )
    assert tag_choice("heating", 1, ()).row.right == "1 note"
    assert unwritten_choice("Pump", 3, (), "Pump.md").choice == Choice("create", "Pump.md")
    row = create_choice("Pump", "Projects/Pump.md", ruled=True).row
    assert (row.title, row.beside, row.cap) == ("Create note “Pump”", "in Projects", "Shift+Enter")


def test_the_count_says_how_many_of_how_many() -> None:
    assert count_words(7, 50, 1204) == "7 of 1,204"
    assert count_words(50, 50, 1204) == "50+ of 1,204"
    assert count_words(0, 50, 0) == ""
