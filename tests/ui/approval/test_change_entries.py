"""Change entries: a change set as a short list of plain words."""

from dataclasses import replace

from tests.support.reviews import BOILER, BUDGET, created, deleted, house, renamed, repairing, rewritten
from vaultdesk.ui.approval.change_entries import entries_of, folder_of, lines, name_of, state_words, title
from vaultdesk.ui.approval.review_choices import ReviewChoices
from vaultdesk.vault.diff.change_set import ChangeSet
from vaultdesk.vault.staging import build_change_set


def told(changes: ChangeSet, choices: ReviewChoices | None = None) -> str:
    chosen = choices or ReviewChoices(changes)
    rows = []
    for entry in entries_of(changes, chosen):
        name, new = title(entry)
        rows.append(f"{name} → {new}" if new else name)
        rows += [f"  {line}" for line in lines(entry, chosen)]
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
  because of the new name, in
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
d → the top of the vault
  A
  moved"""
    )


def test_what_is_left_out_and_edited_is_said() -> None:
    choices = ReviewChoices(house())
    choices.edit("c6", "h1", ("mine",))
    assert state_words(choices.changes.changes[5], choices) == "1 change · +1 −1 · edited"
    choices.tick_all(False)
    assert "left out, with the new name" in told(choices.changes, choices)
    assert state_words(choices.changes.changes[5], choices) == "left out"


def test_many_repaired_notes_are_counted() -> None:
    notes = [renamed("a.md", "b.md", BUDGET), *(repairing(f"n{number}.md") for number in range(30))]
    words = told(build_change_set(notes))
    assert "Repair 30 links" in words
    assert words.endswith("and 26 more")


def test_a_note_that_is_also_rewritten_is_no_mere_repair() -> None:
    hidden = rewritten("b.md", BUDGET, BUDGET + "sneaked in\nand more\n", unit="rename 1")
    changes = build_change_set(
        [renamed("a.md", "c.md", BOILER), replace(hidden, reason="repairs 1 link to the new name")]
    )
    choices = ReviewChoices(changes)
    assert [title(entry)[0] for entry in entries_of(changes, choices)] == ["a", "b"]


def test_names_are_spelled_out_and_short() -> None:
    assert name_of("A/b\u202e.md") == "b<U+202E>"
    assert len(name_of("x" * 5_000)) == 200
    assert folder_of("A/B/c.md") == "A/B"
    assert folder_of("c.md") == ""


def test_a_warning_belongs_to_its_row() -> None:
    changes = house()
    warned = replace(changes.changes[1], warnings=("This removes or changes a private comment.",))
    changes = ChangeSet((changes.changes[0], warned, *changes.changes[2:]))
    assert [entry.warned for entry in entries_of(changes, ReviewChoices(changes))] == [False, True, False]
