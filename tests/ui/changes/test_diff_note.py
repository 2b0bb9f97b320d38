"""Diff note: two texts, or a change of a set, become one note of a diff."""

from tests.support.reviews import house
from vaultdesk.ui.changes.diff_note import AllShown, diff_of, diff_of_change


def test_two_texts_become_hunks_with_the_lines_between_at_hand() -> None:
    note = diff_of("# A\n\none\n", "# A\n\ntwo\n", "Notes/a.md")

    assert (note.key, note.path, note.kind, note.old_text) == ("Notes/a.md", "Notes/a.md", "modify", "# A\n\none\n")
    assert [(hunk.title, hunk.old_lines, hunk.new_lines) for hunk in note.hunks] == [("A", ("one",), ("two",))]


def test_text_that_is_no_markdown_has_no_headings() -> None:
    assert [hunk.title for hunk in diff_of("# A\none\n", "# A\ntwo\n", "a.canvas").hunks] == [""]


def test_a_change_of_a_set_is_known_by_its_id() -> None:
    moved = house().changes[0]
    note = diff_of_change(moved, "why")

    assert (note.key, note.kind, note.path, note.new_path, note.words) == (
        "c1", "move", "Projects/House/Boiler.md", "Projects/House/Heating system.md", "why",
    )  # fmt: skip


def test_what_is_only_read_is_all_there_and_decides_nothing() -> None:
    states = AllShown()
    assert states.hunk_taken("a", "h1")
    assert states.note_taken("a")
    assert not states.has_tick("a", "h1")
    assert states.edited("a", "h1") is None
