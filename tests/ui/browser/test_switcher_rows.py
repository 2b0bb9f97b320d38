"""Tests of ui/browser/switcher_rows.py."""

from datetime import UTC, datetime, timedelta

from vaultdesk.index.index_results import NameHit
from vaultdesk.ui.browser.switcher_rows import (
    SwitcherChoice,
    create_choice,
    heading_choice,
    missing_note_choice,
    note_choice,
    switcher_count_text,
    tag_choice,
)
from vaultdesk.ui.notes.outline import NoteHeading

# Choices: texts and targets of the rows of the switcher.

NOW = datetime(2026, 11, 20, 12, tzinfo=UTC)


def test_matching_alias_is_shown_beside_the_folder_with_marked_letters() -> None:
    hit = NameHit("Projects/Boiler.md", "Boiler", "Heating", ((0, 3),), NOW - timedelta(minutes=2))
    row = note_choice(hit, lambda _path: "", NOW).row
    assert row.detail == "Projects › also called “Heating”"
    assert [row.detail[start:end] for start, end in row.detail_marks] == ["Hea"]
    assert (row.title, row.title_marks, row.right) == ("Boiler", (), "2 min ago")


def test_private_note_has_a_lock_with_its_reason() -> None:
    hit = NameHit("Tax.md", "Tax", "", (), NOW)
    row = note_choice(hit, lambda _path: "It is private.", NOW).row
    assert row.badge == "lock"
    assert "It is private." in row.description


def test_each_choice_has_its_target() -> None:
    assert heading_choice("A.md", NoteHeading(2, "Costs", 9, "Costs"), 3, (), 1).choice == SwitcherChoice(
        "heading", "A.md", line=9, heading="Costs", index=3
    )
    assert tag_choice("heating", 1, ()).row.right == "1 note"
    assert missing_note_choice("Pump", 3, (), "Pump.md").choice == SwitcherChoice("create", "Pump.md")
    row = create_choice("Pump", "Projects/Pump.md", has_rule=True).row
    assert (row.title, row.detail, row.keys) == ("Create note “Pump”", "in Projects", "Shift+Enter")


def test_count_text_states_shown_and_total() -> None:
    assert switcher_count_text(7, 50, 1204) == "7 of 1,204"
    assert switcher_count_text(50, 50, 1204) == "50+ of 1,204"
    assert switcher_count_text(0, 50, 0) == ""
