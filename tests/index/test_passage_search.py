"""PassageSearch: passages by words, by meaning and by both, over a real index."""

import os
from pathlib import Path

import pytest

from tests.index.scene import at_work, lay
from tests.index.synonyms import understood
from vaultdesk.index.passage_search import PassageQuery, PassageSearch

REST = " ".join(f"word{number}" for number in range(110))

NOTES = {
    "Boiler.md": f"---\ntags: [heating]\n---\n# Boiler\n\n{REST}\n\n## Costs\n\n{REST}\nThe boiler costs 900 a year.\n",
    "Pump.md": "# Heat pump\n\nA heat pump costs 18,400. See [[Boiler]].\n",
    "Old.md": "The old boiler of the house, repaired twice.\n",
    "Furnace.md": "furnace burns\n",
    "Private/Boiler.md": "# Boiler\n\nThe boiler costs nothing at all.\n",
    "Archive/Boiler.md": "The boiler costs were never written down.\n",
}


def test_a_question_has_defaults() -> None:
    assert PassageQuery("x").window.is_open
    assert not PassageQuery("x", modified_from_ns=1).window.is_open


async def test_the_passage_with_the_words_comes_first_with_its_reasons(tmp_path: Path) -> None:
    async with at_work(lay(tmp_path / "vault", NOTES), tmp_path / "index.sqlite") as scene:
        found = await PassageSearch(scene.searcher, None).find(PassageQuery("What does the boiler cost a year?"))
    best = found[0]
    assert (best.path, best.heading, best.first_line, best.last_line) == ("Boiler.md", "Boiler › Costs", 8, 11)
    assert [best.text[start:end] for start, end in best.marks] == ["Costs", "The", "boiler", "costs", "a", "year"]
    assert best.reasons.words == ("the", "boiler", "cost", "a", "year")
    assert (best.reasons.word_rank, best.reasons.meaning_rank, best.reasons.similarity) == (1, None, None)
    assert [one.score for one in found] == sorted((one.score for one in found), reverse=True)
    assert all(0 < one.score <= 1 for one in found)


async def test_hidden_notes_are_not_found_and_take_no_place(tmp_path: Path) -> None:
    async with at_work(lay(tmp_path / "vault", NOTES), tmp_path / "index.sqlite") as scene:
        search = PassageSearch(scene.searcher, None)
        found = await search.find(PassageQuery("boiler costs", limit=2), lambda path: not path.startswith("Private/"))
        assert len(found) == 2
        assert "Private/Boiler.md" not in [one.path for one in found]
        assert await search.find(PassageQuery("boiler"), lambda _: False) == []


async def test_only_notes_changed_within_the_time_are_found(tmp_path: Path) -> None:
    root = lay(tmp_path / "vault", NOTES)
    os.utime(root / "Old.md", (1_000_000_000, 1_000_000_000))
    async with at_work(root, tmp_path / "index.sqlite") as scene:
        search = PassageSearch(scene.searcher, None)
        second = 10**9
        edges = ((1_000_000_000 * second, None), (None, 1_000_000_000 * second), (None, 1_000_000_000 * second - 1))
        found = [
            {one.path for one in await search.find(PassageQuery("boiler", (), first, last))} for first, last in edges
        ]
        assert "Old.md" in found[0]
        assert found[1:] == [{"Old.md"}, set()]


async def test_salient_terms_weigh_more_than_other_words(tmp_path: Path) -> None:
    notes = {"One.md": "the kettle whistles", "Two.md": "the teapot is blue", "Three.md": "x", "Four.md": "y"}
    async with at_work(lay(tmp_path / "vault", notes), tmp_path / "index.sqlite") as scene:
        search = PassageSearch(scene.searcher, None)
        for term, first in (("kettle", "One.md"), ("teapot", "Two.md")):
            assert (await search.find(PassageQuery("kettle or teapot", (term,))))[0].path == first


async def test_meaning_finds_what_shares_no_word_and_agreement_comes_first(tmp_path: Path) -> None:
    async with understood(tmp_path, NOTES) as at:
        search = PassageSearch(at.scene.searcher, at.meaning)
        found = {one.path: one for one in await search.find(PassageQuery("boiler burns"))}
        assert found["Furnace.md"].reasons.meaning_rank == 1
        by_words = await search.find(PassageQuery("boiler", use_meaning=False))
        assert "Furnace.md" not in [one.path for one in by_words]
        assert all(one.reasons.meaning_rank is None for one in by_words)
        hidden = await search.find(PassageQuery("boiler burns"), lambda path: path != "Furnace.md")
        assert "Furnace.md" not in [one.path for one in hidden]


async def test_notes_of_the_answer_that_are_linked_say_so(tmp_path: Path) -> None:
    async with at_work(lay(tmp_path / "vault", NOTES), tmp_path / "index.sqlite") as scene:
        found = await PassageSearch(scene.searcher, None).find(PassageQuery("heat pump boiler"))
    links = {one.path: one.reasons.links for one in found}
    assert (links["Pump.md"], links["Boiler.md"], links["Old.md"]) == (1, 1, 0)


@pytest.mark.parametrize("question", ["", "?!", "zebra", '"', "-- \x00 ' OR 1", "tag:x", "漢字"])
async def test_any_question_has_an_answer_if_an_empty_one(tmp_path: Path, question: str) -> None:
    async with at_work(lay(tmp_path / "vault", NOTES), tmp_path / "index.sqlite") as scene:
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
    async with at_work(lay(tmp_path / "vault", NOTES), tmp_path / "index.sqlite") as scene:
        assert await PassageSearch(scene.searcher, None).find(PassageQuery("boiler", limit=0)) == []
