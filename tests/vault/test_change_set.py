"""Change set: what a person reviews, as values."""

from vaultdesk.vault.change_set import NOTHING, ChangeSet, Hunk, NoteChange


def test_a_moved_note_is_afterwards_where_it_is_moved_to() -> None:
    assert NoteChange("c1", "modify", "a.md").final_path == "a.md"
    assert NoteChange("c1", "move", "a.md", "b.md").final_path == "b.md"


def test_lines_are_counted_over_all_hunks() -> None:
    change = NoteChange(
        "c1", "modify", "a.md", hunks=(Hunk("h1", 1, ("x",), 1, ("y", "z")), Hunk("h2", 5, ("q",), 6, ()))
    )
    assert (change.added, change.removed) == (2, 2)


def test_a_set_finds_a_change_by_its_id_and_knows_when_it_is_empty() -> None:
    change = NoteChange("c1", "modify", "a.md")
    changes = ChangeSet((change,))
    assert changes.change("c1") is change
    assert changes.change("c2") is None
    assert changes
    assert not NOTHING
