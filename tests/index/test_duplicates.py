"""Duplicates: the same text, or a name that says it is a copy."""

from pathlib import Path

import pytest

from tests.index.scene import filled
from vaultdesk.index.duplicates import Twins, alike_names, same_texts, shared_words, text_marks, without_known

TEXT = "One two three four five six."


def test_texts_are_the_same_whatever_their_blanks_case_and_properties(tmp_path: Path) -> None:
    notes = {
        "A.md": TEXT, "Sub/B.md": f"---\nid: 1\n---\n{TEXT.upper()}\n\n", "C.md": TEXT.replace(" ", "\n"),
        "D.md": f"{TEXT} seven", "Short.md": "one", "Short 2.md": "one", "Empty.md": "", "Empty 2.md": "",
    }  # fmt: skip
    index = filled(tmp_path / "index.sqlite", tmp_path / "vault", notes)
    with index.reading() as db:
        marks = text_marks(db, [note for (note,) in db.execute("SELECT id FROM note")])
        assert same_texts(marks) == [
            Twins("A.md", "C.md", 1.0, "same text"), Twins("A.md", "Sub/B.md", 1.0, "same text"),
        ]  # fmt: skip
        assert shared_words(db, "A.md", "Sub/B.md") == 1
        assert shared_words(db, "A.md", "D.md") == pytest.approx(6 / 7)
        assert shared_words(db, "A.md", "Empty.md") == shared_words(db, "A.md", "Absent.md") == 0
    index.close()


@pytest.mark.parametrize(
    "copy",
    [
        "Note 1.md", "Note (1).md", "Note (copy).md", "Note copy.md", "Note copy 2.md", "Note - Copy (2).md",
        "Note Kopie.md", "Note (Copie 3).md", "note 12.MD".replace("MD", "md"),
        "Note.sync-conflict-20240101-120000-ABCDEF7.md", "Note (conflicted copy 2024-01-01).md",
    ],
)  # fmt: skip
def test_names_that_copies_have_are_told_beside_their_original(copy: str) -> None:
    assert alike_names(["Folder/Note.md", f"Folder/{copy}"]) == [("Folder/Note.md", f"Folder/{copy}")]
    assert alike_names(["Note.md", f"Folder/{copy}"]) == [], "only in the same folder"


@pytest.mark.parametrize("other", ["Notebook.md", "Note 2024.md", "Notes.md", "Note A.md", "Note.copy.md", "1.md"])
def test_other_names_are_no_copies(other: str) -> None:
    assert alike_names(["Note.md", other]) == []


def test_what_is_told_already_is_not_told_again() -> None:
    known = [Twins("A.md", "B.md", 1.0, "same text")]
    new = Twins("A.md", "C.md", 0.9, "name")
    assert without_known([Twins("B.md", "A.md", 0.95, "meaning"), new], known) == [new]
