"""Whereabouts: a note is found through moves, deletions, undos and redos, and not taken for another in its place."""

import pytest

from vaultdesk.vault.edits import Origin
from vaultdesk.vault.journal import Journal
from vaultdesk.vault.journal_entry import Intent
from vaultdesk.vault.whereabouts import Place, Whereabouts


@pytest.fixture
def made(journal: Journal) -> "Made":
    return Made(journal)


class Made:
    """A journal with changes in it."""

    def __init__(self, journal: Journal) -> None:
        self.journal = journal

    def __call__(self, kind: str, path: str, new_path: str = "", undoes: int = 0, state: str = "done") -> int:
        intent = Intent(kind, path, new_path, undoes=undoes)  # type: ignore[arg-type]
        (change,) = self.journal.begin([intent], Origin("g"))
        self.journal.finish({change: state})  # type: ignore[dict-item]
        return change

    def place(self, change: int) -> Place:
        entry = self.journal.change(change)
        assert entry is not None
        return Whereabouts(self.journal, change).of(entry)


def test_a_note_is_followed_through_its_moves(made: Made) -> None:
    change = made("modify", "a.md")
    made("move", "a.md", "b.md")
    made("move", "x.md", "a.md")
    made("move", "b.md", "c.md")
    made("move", "c.md", "d.md", state="failed")
    assert made.place(change) == Place("c.md")


def test_a_move_that_was_undone_and_done_again_is_followed_both_ways(made: Made) -> None:
    change = made("modify", "a.md")
    moved = made("move", "a.md", "b.md")
    between = made("modify", "b.md")
    undone = made("move", "b.md", "a.md", undoes=moved)
    assert (made.place(change), made.place(between)) == (Place("a.md"), Place("a.md"))
    made("move", "a.md", "b.md", undoes=undone)
    assert (made.place(change), made.place(between)) == (Place("b.md"), Place("b.md"))


def test_another_note_in_a_deleted_ones_place_is_not_taken_for_it(made: Made) -> None:
    change = made("create", "a.md")
    deleted = made("delete", "a.md")
    made("move", "x.md", "a.md")
    made("move", "a.md", "y.md")
    assert made.place(change) == made.place(deleted) == Place("a.md", deleted)
    made("create", "a.md", undoes=deleted)
    assert made.place(change) == Place("a.md")


def test_a_long_journal_is_read_page_by_page(made: Made, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("vaultdesk.vault.whereabouts.PAGE", 3)
    change = made("modify", "0.md")
    for number in range(10):
        made("move", f"{number}.md", f"{number + 1}.md")
    assert made.place(change) == Place("10.md")
