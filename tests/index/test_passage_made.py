"""Passage made: text, marks and reasons of a passage."""

from pathlib import Path

from tests.index.scene import filled
from vaultdesk.index.cut_note import cut_note
from vaultdesk.index.found_passage import FoundPassage
from vaultdesk.index.passage_candidates import Candidates
from vaultdesk.index.passage_fusion import Evidence
from vaultdesk.index.passage_made import MOST_CHARACTERS, MOST_MARKS, made
from vaultdesk.index.passage_words import asked_of
from vaultdesk.index.word_forms import Wanted, wanted


def passage(folder: Path, text: str, question: str, *, inside_words: bool = False) -> FoundPassage:
    index = filled(folder / "index.sqlite", folder / "vault", {"Note.md": text, "One.md": "x", "Two.md": "y"})
    with index.reading() as db:
        note = cut_note(db, "Note.md")
        assert note is not None
        asked = tuple(wanted(db, one) for one in asked_of(question))
        needles = frozenset(range(len(asked))) if inside_words else frozenset[int]()
        found = made(note, 0, 0.5, Evidence(1, 2, 0.25), Candidates((note.note,), asked, needles, 3), links=4)
    index.close()
    return found


def marked(found: FoundPassage) -> list[str]:
    return [found.text[start:end] for start, end in found.marks]


def test_words_and_their_forms_are_marked_as_they_are_written(tmp_path: Path) -> None:
    found = passage(
        tmp_path, "# Plan\n\nThe Boilers leak. A *boiler* leaked, the cafés too.", "boiler leaks Cafe zebra"
    )
    assert marked(found) == ["Boilers", "leak", "boiler", "leaked", "cafés"]
    assert found.reasons.words == ("boiler", "leaks", "Cafe")
    assert (found.first_line, found.last_line, found.heading, found.path) == (1, 3, "Plan", "Note.md")
    assert (found.reasons.word_rank, found.reasons.meaning_rank, found.reasons.similarity) == (1, 2, 0.25)
    assert found.reasons.links == 4
    assert found.indexed is not None


def test_a_phrase_is_told_where_it_stands_in_its_order(tmp_path: Path) -> None:
    assert passage(tmp_path / "a", "the heat pump", '"heat pump"').reasons.words == ("heat pump", "heat", "pump")
    assert passage(tmp_path / "b", "pump the heat", '"heat pump"').reasons.words == ("heat", "pump")


def test_letters_are_marked_inside_words(tmp_path: Path) -> None:
    found = passage(tmp_path, "Die GASHEIZUNG. 暖房費", "heizung 暖房", inside_words=True)
    assert marked(found) == ["HEIZUNG", "暖房"]


def test_words_in_most_notes_are_not_marked(tmp_path: Path) -> None:
    index = filled(
        tmp_path / "index.sqlite", tmp_path / "vault", {f"{n}.md": "the boiler" for n in "abc"} | {"d.md": "the"}
    )
    with index.reading() as db:
        note = cut_note(db, "a.md")
        assert note is not None
        asked = tuple(wanted(db, one) for one in asked_of("the boiler"))
        assert marked(made(note, 0, 1.0, Evidence(1), Candidates((), asked, frozenset(), 4))) == ["the", "boiler"]
        crowd = Candidates((), tuple(Wanted(one.asked, one.forms, 10 * one.notes) for one in asked), frozenset(), 60)
        assert marked(made(note, 0, 1.0, Evidence(1), crowd)) == ["boiler"]
    index.close()


def test_a_page_of_code_is_cut_and_marks_have_an_end(tmp_path: Path) -> None:
    found = passage(tmp_path, "x" * 2 * MOST_CHARACTERS, "boiler")
    assert len(found.text) == MOST_CHARACTERS
    assert len(passage(tmp_path / "b", "boiler " * 200, "boiler").marks) == MOST_MARKS
