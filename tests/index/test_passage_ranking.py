"""Passage ranking: BM25 over passages, with names, headings and the note around them."""

from collections.abc import Mapping
from pathlib import Path

from tests.index.scene import filled
from vaultdesk.index.cut_note import cut_notes
from vaultdesk.index.passage_ranking import by_words, counted
from vaultdesk.index.passage_words import asked_of
from vaultdesk.index.word_forms import wanted

REST = " ".join(f"word{number}" for number in range(120))


def ranked(folder: Path, notes: Mapping[str, str], question: str) -> list[tuple[str, str]]:
    index = filled(folder / "index.sqlite", folder / "vault", notes)
    with index.reading() as db:
        asked = [wanted(db, one) for one in asked_of(question)]
        cut = cut_notes(db, [number for (number,) in db.execute("SELECT id FROM note")])
        passages = [one for note in cut for one in counted(note, asked, frozenset())]
        found = by_words(passages, asked, len(notes))
    index.close()
    assert [score for score, _ in found] == sorted((score for score, _ in found), reverse=True)
    return [(one.note.path, one.chunk.heading) for _, one in found]


def test_the_passage_that_holds_the_words_is_the_best_of_its_note(tmp_path: Path) -> None:
    text = f"# Cost\n{REST} pump price\n# Place\n{REST} cellar\n"
    assert ranked(tmp_path, {"Heating.md": text, "Other.md": "pump"}, "pump price")[0] == ("Heating.md", "Cost")


def test_words_in_headings_and_names_count(tmp_path: Path) -> None:
    text = f"# Cost\n{REST}\n# Place\n{REST}\n"
    found = ranked(tmp_path, {"Boiler.md": text, "Other.md": text}, "boiler place")
    assert found == [("Boiler.md", "Place"), ("Other.md", "Place"), ("Boiler.md", "Cost")] or (
        found == [("Boiler.md", "Place"), ("Boiler.md", "Cost"), ("Other.md", "Place")]
    )


def test_the_note_around_lifts_its_passages(tmp_path: Path) -> None:
    about = f"# One\n{REST} boiler\n# Two\n{REST} price\n"
    assert ranked(tmp_path, {"About.md": about, "Other.md": f"{REST} price"}, "boiler price")[-1][0] == "Other.md"


def test_a_phrase_counts_where_its_words_stand_together(tmp_path: Path) -> None:
    notes = {"Apart.md": "the pump gives heat", "Together.md": "the heat pump gives"}
    assert ranked(tmp_path, notes, '"heat pump"')[0][0] == "Together.md"


def test_a_heading_that_every_note_has_leads_to_its_passage(tmp_path: Path) -> None:
    days = {f"Day {number}.md": f"# Plans\n{REST}\n# Tasks\n{REST}\n" for number in range(4)}
    assert ranked(tmp_path, days, "tasks day 3")[0] == ("Day 3.md", "Tasks")


def test_nothing_that_is_asked_is_no_passage(tmp_path: Path) -> None:
    assert ranked(tmp_path, {"A.md": "text"}, "absent") == []
