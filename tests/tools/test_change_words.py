"""A change set in one sentence."""

import pytest

from vaultdesk.tools.change_words import change_headline, repaired_links, what_happens
from vaultdesk.vault.diff.change_set import ChangeSet, Hunk, NoteChange, NoteChoice

LINE = Hunk("h1", 1, ("old",), 1, ("new", "er"))


def change(
    number: int, kind: str, path: str = "a.md", new_path: str = "", reason: str = "", unit: str = ""
) -> NoteChange:
    hunks = (LINE,) if kind in ("modify", "create", "delete") else ()
    return NoteChange(
        f"c{number}", kind, path, new_path, old_text="old", new_text="new\ner", hunks=hunks, unit=unit, reason=reason  # type: ignore[arg-type]  # a table of words
    )  # fmt: skip


RENAME = change(1, "move", "Old.md", "New.md", unit="u")
REPAIR = change(2, "modify", "b.md", reason="repairs 3 links to the new name", unit="u")
ONE_REPAIR = change(3, "modify", "c.md", reason="repairs 1 link to the new name", unit="u")
CREATED = change(4, "create", "d.md")
CHANGED = change(5, "modify", "e.md")
DELETED = change(6, "delete", "f.md", reason="to the vault's .trash")


@pytest.mark.parametrize(
    ("changes", "sentence"),
    [
        ((CREATED,), "Create 1 note"),
        ((RENAME, REPAIR, ONE_REPAIR), "Rename 1 note and repair 4 links"),
        ((RENAME, ONE_REPAIR), "Rename 1 note and repair 1 link"),
        ((RENAME, CHANGED, change(7, "modify", "g.md"), REPAIR, ONE_REPAIR),
         "Rename 1 note, change 2 notes and repair 4 links"),
        ((DELETED,), "Delete 1 note (to the vault's .trash)"),
        ((change(1, "move", "a/x.md", "b/x.md"),), "Move 1 note"),
        ((CREATED, DELETED), "Create 1 note and delete 1 note (to the vault's .trash)"),
        ((), "Change nothing"),
    ],
)  # fmt: skip
def test_the_headline_counts_what_would_happen(changes: tuple[NoteChange, ...], sentence: str) -> None:
    assert change_headline(ChangeSet(changes)) == sentence


def test_the_headline_follows_the_ticks_and_a_unit_goes_whole() -> None:
    changes = ChangeSet((RENAME, REPAIR, CREATED, CHANGED))
    assert change_headline(changes, [NoteChoice("c4")]) == "Create 1 note"
    assert change_headline(changes, [NoteChoice("c1"), NoteChoice("c4")]) == "Create 1 note"
    assert change_headline(changes, [NoteChoice("c5", hunks=())]) == "Change nothing"
    assert change_headline(changes, ()) == "Change nothing"


@pytest.mark.parametrize(
    ("one", "line"),
    [
        (CREATED, "create d.md (2 lines)"),
        (RENAME, "rename Old.md to New.md"),
        (REPAIR, "change b.md (+2 −1; repairs 3 links to the new name)"),
        (DELETED, "delete f.md (1 line; to the vault's .trash)"),
        (change(1, "move", "a\u202e.md", "b.md", reason="new title"), "rename a<U+202E>.md to b.md (new title)"),
    ],
)
def test_each_file_is_a_line(one: NoteChange, line: str) -> None:
    assert what_happens(one) == line


def test_only_our_own_words_count_links() -> None:
    assert repaired_links(REPAIR) == 3
    assert repaired_links(change(1, "modify", reason="also repairs 9 links")) == 0
    assert repaired_links(RENAME) == 0
