"""Undo choice: a change brings its unit, a group all that stands; what was never made or is undone is told."""

from vaultdesk.vault.edits import Origin
from vaultdesk.vault.journal import Journal
from vaultdesk.vault.journal_entry import Intent, JournalState
from vaultdesk.vault.sittings import CHAT
from vaultdesk.vault.undo_choice import UndoChoice, standing_groups, standing_undos, title_of_undo, to_redo, to_undo


def made(
    journal: Journal, path: str, group: str = "g", unit: str = "", undoes: int = 0, state: JournalState = "done"
) -> int:
    (change,) = journal.begin([Intent("modify", path, unit=unit, undoes=undoes)], Origin(group, f"Title of {group}"))
    journal.finish({change: state})
    return change


def ids(choice: UndoChoice) -> list[int]:
    return [entry.id for entry in choice.entries]


def test_that_a_chat_was_kept_is_not_what_undo_takes_back_by_itself(journal: Journal) -> None:
    first = made(journal, "a.md", group="run_1")
    kept = made(journal, "Chats/c.md", group=f"{CHAT}chat_1:run_1")
    assert [group[0].id for group in standing_groups(journal)] == [first]
    assert ids(to_undo(journal, kept)) == [kept]


def test_a_change_brings_its_unit_the_newest_first(journal: Journal) -> None:
    first = made(journal, "a.md", unit="u")
    made(journal, "b.md")
    third = made(journal, "c.md", unit="u")
    made(journal, "d.md", group="other", unit="u")
    assert ids(to_undo(journal, first)) == [third, first]


def test_of_a_group_what_stands_is_meant(journal: Journal) -> None:
    first, second = made(journal, "a.md"), made(journal, "b.md")
    made(journal, "c.md", state="failed")
    made(journal, "a.md", group="u1", undoes=first)
    assert ids(to_undo(journal, "g")) == [second]
    made(journal, "b.md", group="u2", undoes=second)
    assert to_undo(journal, "g").problem == "This is undone already."
    assert ids(to_redo(journal, "g")) == [5, 4]


def test_what_was_never_made_is_told(journal: Journal) -> None:
    change = made(journal, "a.md", state="conflict")
    assert to_undo(journal, change).problem == "This was never done, so there is nothing to undo."
    assert to_undo(journal, 99).problem.startswith("There is no change 99 ")
    assert to_redo(journal, "nothing").problem.startswith("There is no “nothing” ")


def test_titles_turn_round_and_never_pile_up() -> None:
    assert title_of_undo("Tag the notes") == "Undo of “Tag the notes”"
    assert title_of_undo("Undo of “Tag the notes”") == "Redo of “Tag the notes”"
    assert title_of_undo("Redo of “Tag the notes”") == "Undo of “Tag the notes”"
    assert title_of_undo("") == "Undo"


def test_an_undo_is_no_change_to_undo_next_and_a_redo_none_to_redo(journal: Journal) -> None:
    first = made(journal, "a.md", group="old")
    second = made(journal, "b.md", group="new")
    undone = made(journal, "b.md", group="undo", undoes=second)
    assert [group[0].id for group in standing_groups(journal)] == [first]
    assert [group[0].id for group in standing_undos(journal)] == [undone]
    made(journal, "b.md", group="redo", undoes=undone)
    assert [group[0].id for group in standing_groups(journal)] == [second, first]
    assert list(standing_undos(journal)) == []
