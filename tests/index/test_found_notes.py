"""Found notes: a hit's passage is the best piece, under its heading, with its line and marks."""

from pathlib import Path

from tests.index.asked import parse
from tests.index.scene import filled
from vaultdesk.index import found_notes
from vaultdesk.index.ranking import Ranked
from vaultdesk.index.results import Hit
from vaultdesk.index.word_marks import WordMarks

NOTE = (
    "---\nauthor: Pressure Group\n---\n# Boiler\nThe boiler is old.\n\n"
    "## Pressure\n\nBleed the boiler when the *pressure* falls.\n\n## End\nNo more.\n"
)


def _hit(
    tmp_path: Path, query: str, text: str = NOTE, name: str = "Boiler.md", spans: tuple[tuple[int, int], ...] = ()
) -> Hit:
    index = filled(tmp_path / "index.sqlite", tmp_path / "vault", {name: text})
    with index.reading() as connection:
        (note,) = connection.execute("SELECT id FROM note").fetchone()
        marks = WordMarks.of(parse(query))
        (hit,) = found_notes.hits(connection, [Ranked(note, name, 1.0)], marks, {note: spans} if spans else None)
    index.close()
    return hit


def test_the_passage_is_where_the_words_stand_together(tmp_path: Path) -> None:
    hit = _hit(tmp_path, "boiler pressure ")
    assert (hit.heading, hit.line) == ("Pressure", 7)
    assert hit.snippet.startswith("Pressure Bleed the boiler when the *pressure* falls.")
    assert [hit.snippet[start:end] for start, end in hit.marks] == ["Pressure", "boiler", "pressure"]


def test_a_heading_without_the_words_is_not_repeated_in_the_passage(tmp_path: Path) -> None:
    hit = _hit(tmp_path, "bleed ")
    assert (hit.heading, hit.line) == ("Pressure", 9)
    assert hit.snippet.startswith("Bleed the boiler when")


def test_a_word_in_the_heading_shows_the_heading(tmp_path: Path) -> None:
    hit = _hit(tmp_path, "end ")
    assert (hit.heading, hit.line, hit.snippet) == ("End", 11, "End No more.")


def test_title_kind_and_times_are_told(tmp_path: Path) -> None:
    hit = _hit(tmp_path, "boil", name="The boiler room.md", text="Nothing.")
    assert [hit.title[start:end] for start, end in hit.title_marks] == ["boiler"]
    assert hit.kind == "note"
    assert hit.indexed is not None
    assert hit.indexed >= hit.modified
    assert (hit.marks, hit.snippet) == ((), "Nothing.")


def test_properties_are_shown_only_when_the_text_has_nothing(tmp_path: Path) -> None:
    hit = _hit(tmp_path, "group ")
    assert (hit.line, hit.heading) == (2, "")
    assert [hit.snippet[start:end] for start, end in hit.marks] == ["Group"]


def test_letters_inside_a_word_are_marked(tmp_path: Path) -> None:
    hit = _hit(tmp_path, "heizung ", text="# Bad\nDie Fußbodenheizung tropft.\n")
    assert [hit.snippet[start:end] for start, end in hit.marks] == ["heizung"]
    assert hit.heading == "Bad"


def test_spans_that_are_known_are_where_to_look(tmp_path: Path) -> None:
    start = NOTE.index("No more")
    hit = _hit(tmp_path, "", spans=((start, start + 7),))
    assert (hit.heading, hit.line, hit.snippet) == ("End", 12, "No more.")
    assert hit.marks == ((0, 7),)


def test_notes_that_are_gone_are_left_out(tmp_path: Path) -> None:
    index = filled(tmp_path / "index.sqlite", tmp_path / "vault", {"A.md": "a"})
    with index.reading() as connection:
        assert found_notes.hits(connection, [Ranked(99, "Gone.md", 1.0)], WordMarks(())) == []
    index.close()


def test_a_note_with_thousands_of_headings_and_words_is_cut_to_a_passage(tmp_path: Path) -> None:
    text = "".join(f"# Head {number}\npump {number}\n" for number in range(3_000)) + "# Last\npump valve\n"
    hit = _hit(tmp_path, "valve pump ", text=text)
    assert hit.heading == "Head 0" or "valve" in hit.snippet
    assert len(hit.snippet) < 400
