"""Tests of index/search/passage_search.py."""

import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import FrozenInstanceError
from pathlib import Path

import pytest

from tests.index.scene import at_work, filled, lay
from tests.index.synonyms import understood
from vaultdesk.index.chunks import Chunk, ChunkedNote, load_chunked_note, load_chunked_notes
from vaultdesk.index.embeddings.nearest_neighbours import NearPassage
from vaultdesk.index.search import passage_search
from vaultdesk.index.search.passage_search import (
    MAX_PASSAGE_CHARACTERS,
    MAX_PASSAGE_MARKS,
    RECENCY_HALF_LIFE,
    FoundPassage,
    MatchReasons,
    PassageCandidates,
    PassageEvidence,
    PassageQuery,
    PassageSearch,
    TermCounts,
    count_links_between,
    count_terms,
    distinctive_terms,
    find_passage_candidates,
    fuse_rankings,
    gather_evidence,
    make_passage,
    rank_by_words,
    recency_score,
    with_substring_matches,
)
from vaultdesk.index.search.question_terms import IndexedTerm, QuestionTerm, lookup_term, terms_of_question
from vaultdesk.index.text_cache.text_cache import TextCache

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

LINKED_NOTES = {
    "Boiler.md": f"---\ntags: [heating]\n---\n# Boiler\n\n{REST}\n\n## Costs\n\n{REST}\nThe boiler costs 900 a year.\n",
    "Pump.md": "# Heat pump\n\nA heat pump costs 18,400. See [[Boiler]].\n",
    "Old.md": "The old boiler of the house, repaired twice.\n",
    "Furnace.md": "furnace burns\n",
    "Private/Boiler.md": "# Boiler\n\nThe boiler costs nothing at all.\n",
    "Archive/Boiler.md": "The boiler costs were never written down.\n",
}


async def test_the_passage_with_the_words_comes_first_with_its_reasons(tmp_path: Path) -> None:
    async with at_work(lay(tmp_path / "vault", LINKED_NOTES), tmp_path / "index.sqlite") as scene:
        found = await PassageSearch(scene.searcher, None).find(PassageQuery("What does the boiler cost a year?"))
    best = found[0]
    assert (best.path, best.heading, best.first_line, best.last_line) == ("Boiler.md", "Boiler › Costs", 8, 11)
    assert [best.text[start:end] for start, end in best.marks] == ["Costs", "The", "boiler", "costs", "a", "year"]
    assert best.reasons.words == ("the", "boiler", "cost", "a", "year")
    assert (best.reasons.word_rank, best.reasons.embedding_rank, best.reasons.similarity) == (1, None, None)
    assert [one.score for one in found] == sorted((one.score for one in found), reverse=True)
    assert all(0 < one.score <= 1 for one in found)


async def test_hidden_notes_are_not_found_and_take_no_place(tmp_path: Path) -> None:
    async with at_work(lay(tmp_path / "vault", LINKED_NOTES), tmp_path / "index.sqlite") as scene:
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
    async with understood(tmp_path, LINKED_NOTES) as at:
        search = PassageSearch(at.scene.searcher, at.meaning)
        found = {one.path: one for one in await search.find(PassageQuery("boiler burns"))}
        assert found["Furnace.md"].reasons.embedding_rank == 1
        by_words = await search.find(PassageQuery("boiler", use_embeddings=False))
        assert "Furnace.md" not in [one.path for one in by_words]
        assert all(one.reasons.embedding_rank is None for one in by_words)
        hidden = await search.find(PassageQuery("boiler burns"), lambda path: path != "Furnace.md")
        assert "Furnace.md" not in [one.path for one in hidden]


async def test_tokens_are_compared_only_where_words_and_embeddings_disagree(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    compared: list[str] = []

    async def similarities(text: str, passages: Sequence[str]) -> list[float]:
        compared.extend(passages)
        return [float("900 a year" in one) for one in passages]

    async with understood(tmp_path, LINKED_NOTES) as at:
        monkeypatch.setattr(at.meaning, "passage_similarities", similarities)
        search = PassageSearch(at.scene.searcher, at.meaning)
        for question, first, is_compared in (("heat pump", "Pump.md", False), ("automobile costs", "Boiler.md", True)):
            compared.clear()
            assert (await search.find(PassageQuery(question)))[0].path == first
            assert bool(compared) is is_compared


async def test_notes_of_the_answer_that_are_linked_say_so(tmp_path: Path) -> None:
    async with at_work(lay(tmp_path / "vault", LINKED_NOTES), tmp_path / "index.sqlite") as scene:
        found = await PassageSearch(scene.searcher, None).find(PassageQuery("heat pump boiler"))
    links = {one.path: one.reasons.links for one in found}
    assert (links["Pump.md"], links["Boiler.md"], links["Old.md"]) == (1, 1, 0)


@pytest.mark.parametrize("question", ["", "?!", "zebra", '"', "-- \x00 ' OR 1", "tag:x", "漢字"])
async def test_any_question_has_an_answer_if_an_empty_one(tmp_path: Path, question: str) -> None:
    async with at_work(lay(tmp_path / "vault", LINKED_NOTES), tmp_path / "index.sqlite") as scene:
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
    async with at_work(lay(tmp_path / "vault", LINKED_NOTES), tmp_path / "index.sqlite") as scene:
        assert await PassageSearch(scene.searcher, None).find(PassageQuery("boiler", limit=0)) == []


# Passage candidates: the notes worth a look, none of them hidden, whatever the limit.

RANKED_NOTES = {
    "Boiler.md": "The boiler leaks.", "Pump.md": "A pump for the garden.", "Plan.md": "The boiler plan of the house.",
    "Wärme.md": "Die Gasheizungsanlage ist alt.", "暖房.md": "去年の暖房費は高かった。",
}  # fmt: skip

Find = Callable[..., list[str]]


@contextmanager
def finding(folder: Path) -> Iterator[Find]:
    index = filled(folder / "index.sqlite", folder / "vault", RANKED_NOTES)
    text_cache = TextCache()

    def find(question: str, *salient: str, is_visible: Callable[[str], bool] = lambda _: True) -> list[str]:
        with index.reading() as db:
            known = [lookup_term(db, one) for one in terms_of_question(question, salient)]
            found = find_passage_candidates(db, known, "notes", is_visible)
            found = with_substring_matches(text_cache, db, found, "notes", is_visible)
            return [db.execute("SELECT path FROM note WHERE id = ?", (note,)).fetchone()[0] for note in found.notes]

    yield find
    index.close()


def test_any_of_the_words_will_do_and_the_best_note_is_first(tmp_path: Path) -> None:
    with finding(tmp_path) as find:
        assert find("pump boiler") == ["Pump.md", "Boiler.md", "Plan.md"]


def test_hidden_notes_take_no_place(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(passage_search, "MAX_CANDIDATE_NOTES", 1)
    with finding(tmp_path) as find:
        assert find("boiler") == ["Boiler.md"]
        assert find("boiler", is_visible=lambda path: path != "Boiler.md") == ["Plan.md"]
        assert find("heizung", is_visible=lambda path: path != "Wärme.md") == []


def test_salient_words_are_asked_for_first(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(passage_search, "MAX_CANDIDATE_NOTES", 2)
    with finding(tmp_path) as find:
        assert find("boiler leaks plan garden") == ["Plan.md", "Boiler.md"]
        assert find("boiler leaks plan", "garden") == ["Pump.md", "Plan.md"]


def test_where_words_find_little_they_are_looked_for_inside_others(tmp_path: Path) -> None:
    with finding(tmp_path) as find:
        assert find("heizung") == ["Wärme.md"]
        assert find("heizung WÄRME") == ["Wärme.md"]


def test_scripts_without_blanks_are_found_by_their_signs(tmp_path: Path) -> None:
    with finding(tmp_path) as find:
        assert find("暖房費") == ["暖房.md"]


def test_words_too_common_or_too_many_to_be_ranked_are_left_out_but_the_first() -> None:
    def one(word: str, notes: int, salient: bool = False) -> IndexedTerm:
        return IndexedTerm(QuestionTerm(word, (word,), 1.0, salient), {word: 1.0}, notes)

    the, plan, boiler, unknown = one("the", 9_000), one("plan", 4_000), one("boiler", 3), one("zebra", 0)
    assert distinctive_terms([the, plan, boiler, unknown], 10_000) == [boiler, plan]
    assert distinctive_terms([the], 10_000) == [the]
    how = one("how", 3)
    assert distinctive_terms([how, plan], 10_000) == [plan]
    assert distinctive_terms([how, unknown], 10_000) == [how]
    assert distinctive_terms([one("x", 20_000), one("z", 30_000)], 100_000) == [one("x", 20_000)]
    assert distinctive_terms([plan, one("the", 9_000, salient=True)], 10_000)[0].term.text == "the"


# Passage ranking: BM25 over passages, with names, headings and the note around them.

FILLER = " ".join(f"word{number}" for number in range(120))


def ranked(folder: Path, notes: Mapping[str, str], question: str) -> list[tuple[str, str]]:
    index = filled(folder / "index.sqlite", folder / "vault", notes)
    with index.reading() as db:
        asked = [lookup_term(db, one) for one in terms_of_question(question)]
        cut = load_chunked_notes(db, [number for (number,) in db.execute("SELECT id FROM note")])
        passages = [one for note in cut for one in count_terms(note, asked, frozenset())]
        found = rank_by_words(passages, asked, len(notes))
    index.close()
    assert [score for score, _ in found] == sorted((score for score, _ in found), reverse=True)
    return [(one.note.path, one.chunk.heading) for _, one in found]


def test_the_passage_that_holds_the_words_is_the_best_of_its_note(tmp_path: Path) -> None:
    text = f"# Cost\n{FILLER} pump price\n# Place\n{FILLER} cellar\n"
    assert ranked(tmp_path, {"Heating.md": text, "Other.md": "pump"}, "pump price")[0] == ("Heating.md", "Cost")


def test_words_in_headings_and_names_count(tmp_path: Path) -> None:
    text = f"# Cost\n{FILLER}\n# Place\n{FILLER}\n"
    found = ranked(tmp_path, {"Boiler.md": text, "Other.md": text}, "boiler place")
    assert found == [("Boiler.md", "Place"), ("Other.md", "Place"), ("Boiler.md", "Cost")] or (
        found == [("Boiler.md", "Place"), ("Boiler.md", "Cost"), ("Other.md", "Place")]
    )


def test_the_note_around_lifts_its_passages(tmp_path: Path) -> None:
    about = f"# One\n{FILLER} boiler\n# Two\n{FILLER} price\n"
    assert ranked(tmp_path, {"About.md": about, "Other.md": f"{FILLER} price"}, "boiler price")[-1][0] == "Other.md"


def test_a_phrase_counts_where_its_words_stand_together(tmp_path: Path) -> None:
    notes = {"Apart.md": "the pump gives heat", "Together.md": "the heat pump gives"}
    assert ranked(tmp_path, notes, '"heat pump"')[0][0] == "Together.md"


def test_a_heading_that_every_note_has_leads_to_its_passage(tmp_path: Path) -> None:
    days = {f"Day {number}.md": f"# Plans\n{FILLER}\n# Tasks\n{FILLER}\n" for number in range(4)}
    assert ranked(tmp_path, days, "tasks day 3")[0] == ("Day 3.md", "Tasks")


def test_nothing_that_is_asked_is_no_passage(tmp_path: Path) -> None:
    assert ranked(tmp_path, {"A.md": "text"}, "absent") == []


# Passage fusion: two rankings made one, by places alone.


def note(path: str, passages: int = 3, age: float = 0.0) -> ChunkedNote:
    chunks = tuple(Chunk(nth, "", nth * 100, nth * 100 + 90, nth + 1, nth + 1, "text") for nth in range(passages))
    return ChunkedNote(1, path, path, path, time.time_ns() - int(age * 1e9), 0.0, chunks)


def by_word(one: ChunkedNote, nth: int) -> TermCounts:
    return TermCounts(one, one.chunks[nth], 1, (1.0,), (True,))


def near(path: str, start: int, similarity: float = 0.5) -> NearPassage:
    return NearPassage(1, 0, path, "", 1, 1, start, start + 80, similarity)


def test_near_passages_are_told_by_where_they_stand_now() -> None:
    a, b = note("A.md"), note("B.md")
    nearest = [near("A.md", 105, 0.9), near("Gone.md", 0), near("A.md", 110), near("B.md", 0, 0.4)]
    found = gather_evidence([by_word(a, 1)], nearest, {"A.md": a, "B.md": b}, PassageCandidates((), (), frozenset(), 2))
    assert found == {("A.md", 1): PassageEvidence(1, 1, 0.9), ("B.md", 0): PassageEvidence(None, 2, 0.4)}


def test_what_both_found_is_first_and_scores_stay_within_one() -> None:
    a, b, c = note("A.md"), note("B.md"), note("C.md")
    notes = {one.path: one for one in (a, b, c)}
    found = {
        ("A.md", 0): PassageEvidence(1),
        ("B.md", 0): PassageEvidence(2, 1, 0.9),
        ("C.md", 0): PassageEvidence(None, 2, 0.5),
    }
    order = fuse_rankings(found, notes, {})
    assert [place for _, (place, _) in order] == ["B.md", "A.md", "C.md"]
    ((score, _),) = fuse_rankings({("A.md", 0): PassageEvidence(1, 1, 1.0)}, notes, {"A.md": 99})
    assert 0.99 < score <= 1
    ((alone, _),) = fuse_rankings({("A.md", 0): PassageEvidence(1)}, notes, {"A.md": 99})
    assert alone == pytest.approx(score), "without the other ranking the first place is worth as much"


def test_tokens_decide_between_passages_that_are_about_equally_near() -> None:
    a, b = note("A.md"), note("B.md")
    notes = {one.path: one for one in (a, b)}
    found = {("A.md", 0): PassageEvidence(None, 1, 0.5, 2), ("B.md", 0): PassageEvidence(None, 2, 0.5, 1)}
    assert [place for _, (place, _) in fuse_rankings(found, notes, {})] == ["B.md", "A.md"]
    ((score, _),) = fuse_rankings({("A.md", 0): PassageEvidence(1, 1, 1.0, 1)}, notes, {"A.md": 99})
    assert 0.99 < score <= 1


def test_words_weigh_by_the_share_of_the_question_that_a_passage_holds() -> None:
    chance, meant = note("Chance.md"), note("Meant.md")
    notes = {one.path: one for one in (chance, meant)}
    terms = [
        IndexedTerm(QuestionTerm(word, (word,), 1.0, False), {word: 1.0}, 1) for word in ("rare", "other", "third")
    ]
    candidates = PassageCandidates((), tuple(terms), frozenset(), 10)
    for counts, first in (((1.0, 0.0, 0.0), "Meant.md"), ((1.0, 1.0, 1.0), "Chance.md")):
        words = [TermCounts(chance, chance.chunks[0], 1, counts, (True, True, True))]
        found = gather_evidence(words, [near("Meant.md", 0)], notes, candidates)
        assert fuse_rankings(found, notes, {})[0][1][0] == first


def test_links_and_recency_decide_between_equals_only() -> None:
    old, new, linked = note("Old.md", age=9e7), note("New.md"), note("Linked.md", age=9e7)
    notes = {one.path: one for one in (old, new, linked)}
    same = {
        ("Old.md", 0): PassageEvidence(4, None),
        ("New.md", 0): PassageEvidence(4, None),
        ("Linked.md", 0): PassageEvidence(4, None),
    }
    assert [path for _, (path, _) in fuse_rankings(same, notes, {"Linked.md": 3})] == ["Linked.md", "New.md", "Old.md"]
    better = {("Old.md", 0): PassageEvidence(1), ("New.md", 0): PassageEvidence(2)}
    assert [path for _, (path, _) in fuse_rankings(better, notes, {"New.md": 3})] == ["Old.md", "New.md"]


def test_recency_halves_with_each_half_year() -> None:
    assert recency_score(10**18, 10**18) == 1
    assert recency_score(10**18 - RECENCY_HALF_LIFE * 10**9, 10**18) == 0.5
    assert recency_score(2 * 10**18, 10**18) == 1
    assert 0 <= recency_score(-(10**18), 10**18) < 0.001
