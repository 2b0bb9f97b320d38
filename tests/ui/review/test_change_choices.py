"""Tests of ui/review/change_choices.py."""

from tests.support.reviews import (
    BOILER,
    BUDGET,
    NEW_BOILER,
    NEW_BUDGET,
    created,
    deleted,
    house,
    renamed,
    repairing,
    rewritten,
)
from vaultdesk.core.values import replace
from vaultdesk.ui.review.change_choices import (
    ReviewChoices,
    change_entries,
    change_entry_lines,
    change_entry_title,
    change_state_text,
    shown_folder,
    shown_note_name,
)
from vaultdesk.vault.change_set import ChangeSet, HunkEdit, NoteChoice
from vaultdesk.vault.staging import StagedNote, build_change_set, compose_text

# Review choices: the ticked changes are answered, units as a whole, with the lines edited by the user.

HOUSE_CHANGE_IDS = ("c1", "c2", "c3", "c4", "c5", "c6")


def ids(choices: ReviewChoices) -> list[str]:
    return [choice.change_id for choice in choices.answer()]


def test_all_changes_are_selected_at_first() -> None:
    choices = ReviewChoices(house())
    assert choices.answer() == tuple(NoteChoice(change) for change in HOUSE_CHANGE_IDS)
    assert choices.total_count() == (5, 5)
    assert choices.total_state() == "all"


def test_unticked_hunk_makes_its_note_partially_selected() -> None:
    choices = ReviewChoices(house())
    choices.tick_hunk("c1", "h3", False)
    assert choices.answer()[0] == NoteChoice("c1", ("h1", "h2"))
    assert (choices.state("c1"), choices.total_state(), choices.total_count()) == ("some", "some", (4, 5))
    choices.tick_hunk("c1", "h3", True)
    assert choices.answer()[0] == NoteChoice("c1")


def test_unticking_a_rename_unticks_its_links_and_its_note() -> None:
    choices = ReviewChoices(house())
    choices.tick("c3", False)
    assert ids(choices) == ["c6"]
    assert choices.total_count() == (1, 5)
    choices.tick("c1", True)
    assert ids(choices) == list(HOUSE_CHANGE_IDS)


def test_rename_is_retained_when_all_hunks_are_unticked() -> None:
    choices = ReviewChoices(house())
    for hunk in ("h1", "h2", "h3"):
        choices.tick_hunk("c1", hunk, False)
    assert choices.answer()[0] == NoteChoice("c1", ())
    assert choices.change_count(choices.changes.changes[0]) == (1, 4)


def test_unticking_the_last_hunk_unticks_the_note() -> None:
    choices = ReviewChoices(house())
    choices.tick_hunk("c6", "h1", False)
    assert "c6" not in ids(choices)
    assert not choices.is_note_selected("c6")
    choices.tick_hunk("c6", "h1", True)
    assert choices.state("c6") == "all"


def test_ticking_a_hunk_of_an_unticked_note_selects_only_that_hunk() -> None:
    choices = ReviewChoices(build_change_set([rewritten("a.md", BOILER, NEW_BOILER)]))
    choices.tick_all(False)
    assert choices.answer() == ()
    assert choices.total_state() == "none"
    choices.tick_hunk("c1", "h2", True)
    assert choices.answer() == (NoteChoice("c1", ("h2",)),)


def test_edited_lines_are_answered_until_the_planned_ones_are_restored() -> None:
    choices = ReviewChoices(house())
    choices.edit("c6", "h1", ("mine",))
    assert choices.edited_lines("c6", "h1") == ("mine",)
    assert choices.answer()[-1] == NoteChoice("c6", None, (HunkEdit("h1", ("mine",)),))
    assert "\nmine\n" in compose_text(choices.changes.changes[-1], choices.answer()[-1])
    planned = choices.changes.changes[-1].hunks[0].new_lines
    choices.edit("c6", "h1", planned)
    assert choices.answer()[-1] == NoteChoice("c6")


def test_edited_lines_of_an_unticked_hunk_return_when_it_is_ticked() -> None:
    choices = ReviewChoices(house())
    choices.edit("c1", "h1", ("mine",))
    choices.tick_hunk("c1", "h1", False)
    assert choices.answer()[0].edits == ()
    choices.tick_hunk("c1", "h1", True)
    assert choices.answer()[0].edits == (HunkEdit("h1", ("mine",)),)


def test_hunks_of_created_deleted_and_repaired_notes_have_no_tick() -> None:
    changes = build_change_set([created("a.md", BOILER), deleted("b.md", BUDGET), *staged_notes()])
    choices = ReviewChoices(changes)
    assert [choices.has_tick(change.id, "h1") for change in changes.changes] == [False, False, True, False, True]


def staged_notes() -> list[StagedNote]:
    return [renamed("c.md", "d.md", BOILER, NEW_BOILER), repairing("e.md"), rewritten("f.md", BUDGET, NEW_BUDGET)]


def test_line_counts_cover_only_selected_and_edited_hunks() -> None:
    choices = ReviewChoices(house())
    moved = choices.changes.changes[0]
    assert choices.lines(moved) == (6, 1)
    choices.tick_hunk("c1", "h3", False)
    assert choices.lines(moved) == (5, 1)
    choices.edit("c1", "h2", ())
    assert choices.lines(moved) == (2, 1)


def test_creating_or_deleting_a_note_is_one_change() -> None:
    choices = ReviewChoices(build_change_set([created("a.md", BOILER), deleted("b.md", BUDGET)]))
    assert choices.total_count() == (2, 2)
    choices.tick("c2", False)
    assert choices.total_count() == (1, 2)


# Change entries: a change set as a short text list.


def entries_text(changes: ChangeSet, choices: ReviewChoices | None = None) -> str:
    selected = choices or ReviewChoices(changes)
    rows = []
    for entry in change_entries(changes, selected):
        name, new = change_entry_title(entry)
        rows.append(f"{name} → {new}" if new else name)
        rows += [f"  {line}" for line in change_entry_lines(entry, selected)]
    return "\n".join(rows)


def test_entries_of_a_rename_include_its_repaired_links() -> None:
    choices = ReviewChoices(house())
    choices.tick_hunk("c1", "h3", False)
    assert (
        entries_text(choices.changes, choices)
        == """\
Boiler → Heating system
  Projects/House
  renamed · 2 of 3 changes · +5 −1
Repair 4 links
  to match the new name
  2026-11-20 · 1
  Heat-loss survey · 1
  House · 1
  Subsidy · 1
Budget
  Projects/House
  1 change · +1 −1"""
    )


def test_created_and_deleted_notes_are_listed() -> None:
    assert (
        entries_text(
            build_change_set(
                [created("New.md", "a\nb\n"), deleted("Notes/Old.md", BUDGET, "to the trash of this computer")]
            )
        )
        == """\
New
  new note · +2
Old
  Notes
  deleted, to the trash of this computer · −12"""
    )


def test_moved_note_names_its_target_folder() -> None:
    changes = build_change_set([renamed("A/b.md", "C/b.md", BUDGET), renamed("A/d.md", "d.md", BUDGET, unit="2")])
    assert (
        entries_text(changes)
        == """\
b → C
  A
  moved
d → the vault root
  A
  moved"""
    )


def test_unticked_and_edited_changes_are_labelled() -> None:
    choices = ReviewChoices(house())
    choices.edit("c6", "h1", ("mine",))
    assert change_state_text(choices.changes.changes[5], choices) == "1 change · +1 −1 · edited"
    choices.tick_all(False)
    assert "left out, with the new name" in entries_text(choices.changes, choices)
    assert change_state_text(choices.changes.changes[5], choices) == "left out"


def test_many_repaired_notes_are_abbreviated_with_a_count() -> None:
    notes = [renamed("a.md", "b.md", BUDGET), *(repairing(f"n{number}.md") for number in range(30))]
    text = entries_text(build_change_set(notes))
    assert "Repair 30 links" in text
    assert text.endswith("and 26 more")


def test_note_that_is_also_rewritten_is_not_listed_as_a_repair() -> None:
    mixed = rewritten("b.md", BUDGET, BUDGET + "sneaked in\nand more\n", unit="rename 1")
    changes = build_change_set(
        [renamed("a.md", "c.md", BOILER), replace(mixed, reason="repairs 1 link to the new name", repaired_links=1)]
    )
    choices = ReviewChoices(changes)
    assert [change_entry_title(entry)[0] for entry in change_entries(changes, choices)] == ["a", "b"]


def test_note_names_are_escaped_and_shortened() -> None:
    assert shown_note_name("A/b\u202e.md") == "b<U+202E>"
    assert len(shown_note_name("x" * 5_000)) == 200
    assert shown_folder("A/B/c.md") == "A/B"
    assert shown_folder("c.md") == ""


def test_warning_is_attached_to_its_entry() -> None:
    changes = house()
    change_with_warning = replace(changes.changes[1], warnings=("This removes or changes a private comment.",))
    changes = ChangeSet((changes.changes[0], change_with_warning, *changes.changes[2:]))
    assert [entry.has_warning for entry in change_entries(changes, ReviewChoices(changes))] == [False, True, False]
