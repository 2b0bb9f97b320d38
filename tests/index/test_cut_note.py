"""Cut note: notes with their passages, as the index has them."""

from pathlib import Path

from tests.index.scene import filled
from vaultdesk.index.cut_note import cut_note, cut_notes, innermost, whole_texts

LONG = " ".join(f"word{number}" for number in range(150))
TEXT = f"---\naliases: [Furnace]\n---\nIntro {LONG}\n\n# One\n\n{LONG}\n\n## Two\n\n{LONG}\n"


def test_a_note_is_cut_with_its_names_and_places(tmp_path: Path) -> None:
    index = filled(tmp_path / "index.sqlite", tmp_path / "vault", {"Boiler.md": TEXT, "Empty.md": ""})
    with index.reading() as db:
        note = cut_note(db, "Boiler.md")
        assert note is not None
        assert note.names == "Boiler\nFurnace"
        assert [(chunk.heading, chunk.first_line) for chunk in note.chunks] == [("", 4), ("One", 6), ("One › Two", 10)]
        two = note.chunks[2]
        assert note.holding(two.start + 5, two.start + 9) is two
        assert note.holding(0, 1) is note.chunks[0]
        assert note.on_line(12) is two
        assert note.indexed is not None
        assert cut_note(db, "Absent.md") is None
        empty = cut_note(db, "Empty.md")
        assert empty is not None
        assert empty.on_line(1) is None
        numbers = [number for (number,) in db.execute("SELECT id FROM note ORDER BY path DESC")]
        assert [one.path for one in cut_notes(db, [*numbers, 999])] == ["Empty.md", "Boiler.md"]
        assert whole_texts(db, ["Boiler.md", "Absent.md"]) == {"Boiler.md": TEXT}
    index.close()


def test_the_innermost_heading_is_the_last() -> None:
    assert [innermost("One › Two"), innermost("One"), innermost("")] == ["Two", "One", ""]
