"""Tests of index/search/passage_search.py."""

from collections.abc import Callable
from dataclasses import FrozenInstanceError
from pathlib import Path

import pytest

from tests.index.scene import at_work, filled, lay
from tests.index.synonyms import understood
from vaultdesk.index.chunks import load_chunked_note
from vaultdesk.index.search.passage_ranking import PassageCandidates, PassageEvidence
from vaultdesk.index.search.passage_search import (
    MAX_PASSAGE_CHARACTERS,
    MAX_PASSAGE_MARKS,
    FoundPassage,
    MatchReasons,
    PassageQuery,
    PassageSearch,
    count_links_between,
    make_passage,
)
from vaultdesk.index.search.question_terms import IndexedTerm, lookup_term, terms_of_question

# Found passage: frozen, so that a view may keep it.


def test_reasons_cannot_be_changed() -> None:
    reasons = MatchReasons(word_rank=1, words=("boiler",), embedding_rank=None, similarity=None, links=0, recency=1.0)
    with pytest.raises(FrozenInstanceError):
        reasons.links = 3  # type: ignore[misc] # that it cannot be set is the point


# Passage links: links among the notes of an answer, as if the hidden ones were not there.

NOTES = {
    "A.md": "[[B]] [[B]] [[Folder/C|c]] [[Nowhere]]", "B.md": "back to [[A]]", "Folder/C.md": "[[D]] [[C]]",
    "D.md": "", "Hidden/D.md": "", "Folder/D.md": "[[A]]",
}  # fmt: skip


def between(folder: Path, paths: list[str], is_visible: Callable[[str], bool] = lambda _: True) -> dict[str, int]:
    index = filled(folder / "index.sqlite", folder / "vault", NOTES)
    with index.reading() as db:
        found = dict(count_links_between(db, paths, is_visible))
    index.close()
    return found


def test_each_pair_counts_once_and_only_among_those_asked_about(tmp_path: Path) -> None:
    assert between(tmp_path, ["A.md", "B.md", "Folder/C.md"]) == {"A.md": 2, "B.md": 1, "Folder/C.md": 1}


def test_a_link_means_what_it_means_without_the_hidden_notes(tmp_path: Path) -> None:
    paths = ["Folder/C.md", "D.md", "Folder/D.md"]
    assert between(tmp_path / "all", paths) == {"Folder/C.md": 1, "D.md": 1}
    seen = between(tmp_path / "some", paths, lambda path: path != "D.md")
    assert seen == {"Folder/C.md": 1, "Folder/D.md": 1}


def test_a_note_alone_is_linked_with_nobody(tmp_path: Path) -> None:
    assert between(tmp_path, ["A.md"]) == between(tmp_path / "none", []) == {}


# Passage made: text, marks and reasons of a passage.


def passage(folder: Path, text: str, question: str, *, inside_words: bool = False) -> FoundPassage:
    index = filled(folder / "index.sqlite", folder / "vault", {"Note.md": text, "One.md": "x", "Two.md": "y"})
    with index.reading() as db:
        note = load_chunked_note(db, "Note.md")
        assert note is not None
        asked = tuple(lookup_term(db, one) for one in terms_of_question(question))
        needles = frozenset(range(len(asked))) if inside_words else frozenset[int]()
        found = make_passage(
            note, 0, 0.5, PassageEvidence(1, 2, 0.25), PassageCandidates((note.note,), asked, needles, 3), links=4
        )
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
    assert (found.reasons.word_rank, found.reasons.embedding_rank, found.reasons.similarity) == (1, 2, 0.25)
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
        note = load_chunked_note(db, "a.md")
        assert note is not None
        asked = tuple(lookup_term(db, one) for one in terms_of_question("the boiler"))
        assert marked(make_passage(note, 0, 1.0, PassageEvidence(1), PassageCandidates((), asked, frozenset(), 4))) == [
            "the",
            "boiler",
        ]
        crowd = PassageCandidates(
            (), tuple(IndexedTerm(one.term, one.forms, 10 * one.notes) for one in asked), frozenset(), 60
        )
        assert marked(make_passage(note, 0, 1.0, PassageEvidence(1), crowd)) == ["boiler"]
    index.close()


def test_a_page_of_code_is_cut_and_marks_have_an_end(tmp_path: Path) -> None:
    found = passage(tmp_path, "x" * 2 * MAX_PASSAGE_CHARACTERS, "boiler")
    assert len(found.text) == MAX_PASSAGE_CHARACTERS
    assert len(passage(tmp_path / "b", "boiler " * 200, "boiler").marks) == MAX_PASSAGE_MARKS


# PassageSearch: passages by words, by meaning and by both, over a real index.

REST = " ".join(f"word{number}" for number in range(110))

PASSAGE_SEARCH_NOTES = {
    "Boiler.md": f"---\ntags: [heating]\n---\n# Boiler\n\n{REST}\n\n## Costs\n\n{REST}\nThe boiler costs 900 a year.\n",
    "Pump.md": "# Heat pump\n\nA heat pump costs 18,400. See [[Boiler]].\n",
    "Old.md": "The old boiler of the house, repaired twice.\n",
    "Furnace.md": "furnace burns\n",
    "Private/Boiler.md": "# Boiler\n\nThe boiler costs nothing at all.\n",
    "Archive/Boiler.md": "The boiler costs were never written down.\n",
}


async def test_the_passage_with_the_words_comes_first_with_its_reasons(tmp_path: Path) -> None:
    async with at_work(lay(tmp_path / "vault", PASSAGE_SEARCH_NOTES), tmp_path / "index.sqlite") as scene:
        found = await PassageSearch(scene.searcher, None).find(PassageQuery("What does the boiler cost a year?"))
    best = found[0]
    assert (best.path, best.heading, best.first_line, best.last_line) == ("Boiler.md", "Boiler › Costs", 8, 11)
    assert [best.text[start:end] for start, end in best.marks] == ["Costs", "The", "boiler", "costs", "a", "year"]
    assert best.reasons.words == ("the", "boiler", "cost", "a", "year")
    assert (best.reasons.word_rank, best.reasons.embedding_rank, best.reasons.similarity) == (1, None, None)
    assert [one.score for one in found] == sorted((one.score for one in found), reverse=True)
    assert all(0 < one.score <= 1 for one in found)


async def test_hidden_notes_are_not_found_and_take_no_place(tmp_path: Path) -> None:
    async with at_work(lay(tmp_path / "vault", PASSAGE_SEARCH_NOTES), tmp_path / "index.sqlite") as scene:
        search = PassageSearch(scene.searcher, None)
        found = await search.find(PassageQuery("boiler costs", limit=2), lambda path: not path.startswith("Private/"))
        assert len(found) == 2
        assert "Private/Boiler.md" not in [one.path for one in found]
        assert await search.find(PassageQuery("boiler"), lambda _: False) == []


async def test_salient_terms_weigh_more_than_other_words(tmp_path: Path) -> None:
    notes = {"One.md": "the kettle whistles", "Two.md": "the teapot is blue", "Three.md": "x", "Four.md": "y"}
    async with at_work(lay(tmp_path / "vault", notes), tmp_path / "index.sqlite") as scene:
        search = PassageSearch(scene.searcher, None)
        for term, first in (("kettle", "One.md"), ("teapot", "Two.md")):
            assert (await search.find(PassageQuery("kettle or teapot", (term,))))[0].path == first


async def test_meaning_finds_what_shares_no_word_and_agreement_comes_first(tmp_path: Path) -> None:
    async with understood(tmp_path, PASSAGE_SEARCH_NOTES) as at:
        search = PassageSearch(at.scene.searcher, at.meaning)
        found = {one.path: one for one in await search.find(PassageQuery("boiler burns"))}
        assert found["Furnace.md"].reasons.embedding_rank == 1
        by_words = await search.find(PassageQuery("boiler", use_embeddings=False))
        assert "Furnace.md" not in [one.path for one in by_words]
        assert all(one.reasons.embedding_rank is None for one in by_words)
        hidden = await search.find(PassageQuery("boiler burns"), lambda path: path != "Furnace.md")
        assert "Furnace.md" not in [one.path for one in hidden]


async def test_notes_of_the_answer_that_are_linked_say_so(tmp_path: Path) -> None:
    async with at_work(lay(tmp_path / "vault", PASSAGE_SEARCH_NOTES), tmp_path / "index.sqlite") as scene:
        found = await PassageSearch(scene.searcher, None).find(PassageQuery("heat pump boiler"))
    links = {one.path: one.reasons.links for one in found}
    assert (links["Pump.md"], links["Boiler.md"], links["Old.md"]) == (1, 1, 0)


@pytest.mark.parametrize("question", ["", "?!", "zebra", '"', "-- \x00 ' OR 1", "tag:x", "漢字"])
async def test_any_question_has_an_answer_if_an_empty_one(tmp_path: Path, question: str) -> None:
    async with at_work(lay(tmp_path / "vault", PASSAGE_SEARCH_NOTES), tmp_path / "index.sqlite") as scene:
        assert await PassageSearch(scene.searcher, None).find(PassageQuery(question)) == []


async def test_compounds_and_scripts_without_blanks_are_found_by_letters(tmp_path: Path) -> None:
    notes = {"German.md": "Die Gasheizungsanlage ist alt.", "Japanese.md": "去年の暖房費は高かった。"}
    async with at_work(lay(tmp_path / "vault", notes), tmp_path / "index.sqlite") as scene:
        search = PassageSearch(scene.searcher, None)
        for question, path, mark in (("Heizung", "German.md", "heizung"), ("暖房費は？", "Japanese.md", "暖房費は")):
            (found,) = await search.find(PassageQuery(question))
            assert found.path == path
            assert "".join(found.text[start:end] for start, end in found.marks[:1]) in mark


async def test_no_passages_where_none_are_wanted(tmp_path: Path) -> None:
    async with at_work(lay(tmp_path / "vault", PASSAGE_SEARCH_NOTES), tmp_path / "index.sqlite") as scene:
        assert await PassageSearch(scene.searcher, None).find(PassageQuery("boiler", limit=0)) == []
