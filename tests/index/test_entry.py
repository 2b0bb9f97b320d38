"""Entry: each of a note's names counts once."""

from vaultdesk.index.entry import Entry


def test_names_are_listed_once_each() -> None:
    entry = Entry("A/Note.md", "Note", "Note", 1, 1, "d", aliases=("Other", "Note"))
    assert entry.names == "Note\nOther"
