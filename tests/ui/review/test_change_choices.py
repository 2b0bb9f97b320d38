"""Tests of ui/review/change_choices.py."""

from dataclasses import replace

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

# Review choices: what is ticked is what is answered, units whole, in the person's own lines where they wrote some.

HOUSE = ("c1", "c2", "c3", "c4", "c5", "c6")


def ids(choices: ReviewChoices) -> list[str]:
    return [choice.change_id for choice in choices.answer()]


def test_everything_is_taken_at_first() -> None:
    choices = ReviewChoices(house())
    assert choices.answer() == tuple(NoteChoice(change) for change in HOUSE)
    assert choices.total_count() == (5, 5)
    assert choices.total_state() == "all"


def test_a_hunk_that_is_left_makes_its_note_a_partly_taken_one() -> None:
    choices = ReviewChoices(house())
    choices.tick_hunk("c1", "h3", False)
    assert choices.answer()[0] == NoteChoice("c1", ("h1", "h2"))
    assert (choices.state("c1"), choices.total_state(), choices.total_count()) == ("some", "some", (4, 5))
    choices.tick_hunk("c1", "h3", True)
    assert choices.answer()[0] == NoteChoice("c1")


def test_a_rename_left_out_takes_the_links_and_all_of_its_note_along() -> None:
    choices = ReviewChoices(house())
    choices.tick("c3", False)
    assert ids(choices) == ["c6"]
    assert choices.total_count() == (1, 5)
    choices.tick("c1", True)
    assert ids(choices) == list(HOUSE)


def test_a_new_name_stays_where_all_lines_are_left() -> None:
    choices = ReviewChoices(house())
    for hunk in ("h1", "h2", "h3"):
        choices.tick_hunk("c1", hunk, False)
    assert choices.answer()[0] == NoteChoice("c1", ())
    assert choices.change_count(choices.changes.changes[0]) == (1, 4)


def test_a_note_whose_last_hunk_is_left_is_left() -> None:
    choices = ReviewChoices(house())
    choices.tick_hunk("c6", "h1", False)
    assert "c6" not in ids(choices)
    assert not choices.is_note_selected("c6")
    choices.tick_hunk("c6", "h1", True)
    assert choices.state("c6") == "all"


def test_a_hunk_of_a_note_that_is_left_takes_only_itself() -> None:
    choices = ReviewChoices(build_change_set([rewritten("a.md", BOILER, NEW_BOILER)]))
    choices.tick_all(False)
    assert choices.answer() == ()
    assert choices.total_state() == "none"
    choices.tick_hunk("c1", "h2", True)
    assert choices.answer() == (NoteChoice("c1", ("h2",)),)


def test_own_lines_are_answered_and_the_planned_ones_end_the_edit() -> None:
    choices = ReviewChoices(house())
    choices.edit("c6", "h1", ("mine",))
    assert choices.edited_lines("c6", "h1") == ("mine",)
    assert choices.answer()[-1] == NoteChoice("c6", None, (HunkEdit("h1", ("mine",)),))
    assert "\nmine\n" in compose_text(choices.changes.changes[-1], choices.answer()[-1])
    planned = choices.changes.changes[-1].hunks[0].new_lines
    choices.edit("c6", "h1", planned)
    assert choices.answer()[-1] == NoteChoice("c6")


def test_own_lines_of_a_hunk_that_is_left_are_not_answered_and_come_back_with_it() -> None:
    choices = ReviewChoices(house())
    choices.edit("c1", "h1", ("mine",))
    choices.tick_hunk("c1", "h1", False)
    assert choices.answer()[0].edits == ()
    choices.tick_hunk("c1", "h1", True)
    assert choices.answer()[0].edits == (HunkEdit("h1", ("mine",)),)


def test_hunks_of_new_deleted_and_repaired_notes_have_no_tick() -> None:
    changes = build_change_set([created("a.md", BOILER), deleted("b.md", BUDGET), *house_notes()])
    choices = ReviewChoices(changes)
    assert [choices.has_tick(change.id, "h1") for change in changes.changes] == [False, False, True, False, True]


def house_notes() -> list[StagedNote]:
    return [renamed("c.md", "d.md", BOILER, NEW_BOILER), repairing("e.md"), rewritten("f.md", BUDGET, NEW_BUDGET)]


def test_lines_are_counted_of_what_is_taken() -> None:
    choices = ReviewChoices(house())
    moved = choices.changes.changes[0]
    assert choices.lines(moved) == (6, 1)
    choices.tick_hunk("c1", "h3", False)
    assert choices.lines(moved) == (5, 1)
    choices.edit("c1", "h2", ())
    assert choices.lines(moved) == (2, 1)


def test_a_note_is_made_or_deleted_as_one_change() -> None:
    choices = ReviewChoices(build_change_set([created("a.md", BOILER), deleted("b.md", BUDGET)]))
    assert choices.total_count() == (2, 2)
    choices.tick("c2", False)
    assert choices.total_count() == (1, 2)


# Change entries: a change set as a short list of plain words.


def told(changes: ChangeSet, choices: ReviewChoices | None = None) -> str:
    chosen = choices or ReviewChoices(changes)
    rows = []
    for entry in change_entries(changes, chosen):
        name, new = change_entry_title(entry)
        rows.append(f"{name} → {new}" if new else name)
        rows += [f"  {line}" for line in change_entry_lines(entry, chosen)]
    return "\n".join(rows)


def test_the_list_of_a_rename_with_its_links() -> None:
    choices = ReviewChoices(house())
    choices.tick_hunk("c1", "h3", False)
    assert (
        told(choices.changes, choices)
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


def test_new_and_deleted_notes_are_said_plainly() -> None:
    assert (
        told(
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


def test_a_note_that_moves_says_where_to() -> None:
    changes = build_change_set([renamed("A/b.md", "C/b.md", BUDGET), renamed("A/d.md", "d.md", BUDGET, unit="2")])
    assert (
        told(changes)
        == """\
b → C
  A
  moved
d → the vault root
  A
  moved"""
    )


def test_what_is_left_out_and_edited_is_said() -> None:
    choices = ReviewChoices(house())
    choices.edit("c6", "h1", ("mine",))
    assert change_state_text(choices.changes.changes[5], choices) == "1 change · +1 −1 · edited"
    choices.tick_all(False)
    assert "left out, with the new name" in told(choices.changes, choices)
    assert change_state_text(choices.changes.changes[5], choices) == "left out"


def test_many_repaired_notes_are_counted() -> None:
    notes = [renamed("a.md", "b.md", BUDGET), *(repairing(f"n{number}.md") for number in range(30))]
    words = told(build_change_set(notes))
    assert "Repair 30 links" in words
    assert words.endswith("and 26 more")


def test_a_note_that_is_also_rewritten_is_no_mere_repair() -> None:
    hidden = rewritten("b.md", BUDGET, BUDGET + "sneaked in\nand more\n", unit="rename 1")
    changes = build_change_set(
        [renamed("a.md", "c.md", BOILER), replace(hidden, reason="repairs 1 link to the new name", repaired_links=1)]
    )
    choices = ReviewChoices(changes)
    assert [change_entry_title(entry)[0] for entry in change_entries(changes, choices)] == ["a", "b"]


def test_names_are_spelled_out_and_short() -> None:
    assert shown_note_name("A/b\u202e.md") == "b<U+202E>"
    assert len(shown_note_name("x" * 5_000)) == 200
    assert shown_folder("A/B/c.md") == "A/B"
    assert shown_folder("c.md") == ""


def test_a_warning_belongs_to_its_row() -> None:
    changes = house()
    warned = replace(changes.changes[1], warnings=("This removes or changes a private comment.",))
    changes = ChangeSet((changes.changes[0], warned, *changes.changes[2:]))
    assert [entry.has_warning for entry in change_entries(changes, ReviewChoices(changes))] == [False, True, False]
