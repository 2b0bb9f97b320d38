"""Tests of index/search/passage_search.py."""

import sqlite3
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from pathlib import Path

import pytest

from tests.index.scene import at_work, filled
from tests.index.synonyms import synonym_scene
from tests.support.vaults import write_vault
from vaultdesk.index.chunks import Chunk, ChunkedNote, load_chunked_notes
from vaultdesk.index.embeddings.nearest_neighbors import NearPassage
from vaultdesk.index.search import passage_search
from vaultdesk.index.search.backlinks import count_links_between
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

# Found passages.


def test_match_reasons_are_frozen() -> None:
    reasons = MatchReasons(word_rank=1, words=("boiler",), embedding_rank=None, similarity=None, links=0, recency=1.0)
    with pytest.raises(AttributeError):
        reasons.links = 3  # type: ignore[misc] # the assignment is expected to fail


# Links among the notes of an answer, counted as if hidden notes did not exist.

NOTES = {
    "A.md": "[[B]] [[B]] [[Folder/C|c]] [[Nowhere]]", "B.md": "back to [[A]]", "Folder/C.md": "[[D]] [[C]]",
    "D.md": "", "Hidden/D.md": "", "Folder/D.md": "[[A]]",
}  # fmt: skip


def links_between(folder: Path, paths: list[str], is_visible: Callable[[str], bool] = lambda _: True) -> dict[str, int]:
    index = filled(folder / "index.sqlite", folder / "vault", NOTES)
    with index.reading() as db:
        counts = dict(count_links_between(db, paths, is_visible))
    index.close()
    return counts


def test_each_pair_of_linked_notes_counts_once_within_the_given_notes(tmp_path: Path) -> None:
    assert links_between(tmp_path, ["A.md", "B.md", "Folder/C.md"]) == {"A.md": 2, "B.md": 1, "Folder/C.md": 1}


def test_links_are_resolved_without_hidden_notes(tmp_path: Path) -> None:
    paths = ["Folder/C.md", "D.md", "Folder/D.md"]
    assert links_between(tmp_path / "all", paths) == {"Folder/C.md": 1, "D.md": 1}
    visible_links = links_between(tmp_path / "some", paths, lambda path: path != "D.md")
    assert visible_links == {"Folder/C.md": 1, "Folder/D.md": 1}


def test_a_single_note_has_no_links(tmp_path: Path) -> None:
    assert links_between(tmp_path, ["A.md"]) == links_between(tmp_path / "none", []) == {}


# Text, marks and match reasons of a passage.


def note_number(db: sqlite3.Connection, path: str) -> int:
    return int(db.execute("SELECT id FROM note WHERE path = ?", (path,)).fetchone()[0])


def passage(folder: Path, text: str, question: str, *, inside_words: bool = False) -> FoundPassage:
    index = filled(folder / "index.sqlite", folder / "vault", {"Note.md": text, "One.md": "x", "Two.md": "y"})
    with index.reading() as db:
        number = note_number(db, "Note.md")
        (note,) = load_chunked_notes(db, [number])
        terms = tuple(lookup_term(db, term) for term in terms_of_question(question))
        substrings = frozenset(range(len(terms))) if inside_words else frozenset[int]()
        made = make_passage(
            note, 0, 0.5, PassageEvidence(1, 2, 0.25), PassageCandidates((number,), terms, substrings, 3), links=4
        )
    index.close()
    return made


def marked_texts(found: FoundPassage) -> list[str]:
    return [found.text[start:end] for start, end in found.marks]


def test_words_and_their_forms_are_marked_in_the_text(tmp_path: Path) -> None:
    found = passage(
        tmp_path, "# Plan\n\nThe Boilers leak. A *boiler* leaked, the cafés too.", "boiler leaks Cafe zebra"
    )
    assert marked_texts(found) == ["Boilers", "leak", "boiler", "leaked", "cafés"]
    assert found.reasons.words == ("boiler", "leaks", "Cafe")
    assert (found.first_line, found.last_line, found.heading, found.path) == (1, 3, "Plan", "Note.md")
    assert (found.reasons.word_rank, found.reasons.embedding_rank, found.reasons.similarity) == (1, 2, 0.25)
    assert found.reasons.links == 4
    assert found.indexed is not None


def test_a_phrase_is_a_reason_only_if_its_words_are_in_order(tmp_path: Path) -> None:
    assert passage(tmp_path / "a", "the heat pump", '"heat pump"').reasons.words == ("heat pump", "heat", "pump")
    assert passage(tmp_path / "b", "pump the heat", '"heat pump"').reasons.words == ("heat", "pump")


def test_substrings_are_marked_inside_words(tmp_path: Path) -> None:
    found = passage(tmp_path, "Die GASHEIZUNG. 暖房費", "heizung 暖房", inside_words=True)
    assert marked_texts(found) == ["HEIZUNG", "暖房"]


def test_words_in_most_notes_are_not_marked(tmp_path: Path) -> None:
    index = filled(
        tmp_path / "index.sqlite", tmp_path / "vault", {f"{n}.md": "the boiler" for n in "abc"} | {"d.md": "the"}
    )
    with index.reading() as db:
        (note,) = load_chunked_notes(db, [note_number(db, "a.md")])
        terms = tuple(lookup_term(db, term) for term in terms_of_question("the boiler"))
        assert marked_texts(
            make_passage(note, 0, 1.0, PassageEvidence(1), PassageCandidates((), terms, frozenset(), 4))
        ) == [
            "the",
            "boiler",
        ]
        in_large_vault = PassageCandidates(
            (), tuple(IndexedTerm(term.term, term.forms, 10 * term.notes) for term in terms), frozenset(), 60
        )
        assert marked_texts(make_passage(note, 0, 1.0, PassageEvidence(1), in_large_vault)) == ["boiler"]
    index.close()


def test_long_passages_and_many_marks_are_limited(tmp_path: Path) -> None:
    found = passage(tmp_path, "x" * 2 * MAX_PASSAGE_CHARACTERS, "boiler")
    assert len(found.text) == MAX_PASSAGE_CHARACTERS
    assert len(passage(tmp_path / "b", "boiler " * 200, "boiler").marks) == MAX_PASSAGE_MARKS


# Passage search by words, by embeddings and by both, in a real index.

BODY = " ".join(f"word{number}" for number in range(110))

LINKED_NOTES = {
    "Boiler.md": f"---\ntags: [heating]\n---\n# Boiler\n\n{BODY}\n\n## Costs\n\n{BODY}\nThe boiler costs 900 a year.\n",
    "Pump.md": "# Heat pump\n\nA heat pump costs 18,400. See [[Boiler]].\n",
    "Old.md": "The old boiler of the house, repaired twice.\n",
    "Furnace.md": "furnace burns\n",
    "Private/Boiler.md": "# Boiler\n\nThe boiler costs nothing at all.\n",
    "Archive/Boiler.md": "The boiler costs were never written down.\n",
}


async def test_the_passage_with_the_words_comes_first_with_its_reasons(tmp_path: Path) -> None:
    async with at_work(write_vault(tmp_path / "vault", LINKED_NOTES), tmp_path / "index.sqlite") as scene:
        passages = await PassageSearch(scene.searcher, None).find(PassageQuery("What does the boiler cost a year?"))
    best = passages[0]
    assert (best.path, best.heading, best.first_line, best.last_line) == ("Boiler.md", "Boiler › Costs", 8, 11)
    assert [best.text[start:end] for start, end in best.marks] == ["Costs", "The", "boiler", "costs", "a", "year"]
    assert best.reasons.words == ("the", "boiler", "cost", "a", "year")
    assert (best.reasons.word_rank, best.reasons.embedding_rank, best.reasons.similarity) == (1, None, None)
    assert [passage.score for passage in passages] == sorted((passage.score for passage in passages), reverse=True)
    assert all(0 < passage.score <= 1 for passage in passages)


async def test_hidden_notes_are_not_found_and_do_not_count_towards_the_limit(tmp_path: Path) -> None:
    async with at_work(write_vault(tmp_path / "vault", LINKED_NOTES), tmp_path / "index.sqlite") as scene:
        search = PassageSearch(scene.searcher, None)
        passages = await search.find(
            PassageQuery("boiler costs", limit=2), lambda path: not path.startswith("Private/")
        )
        assert len(passages) == 2
        assert "Private/Boiler.md" not in [passage.path for passage in passages]
        assert await search.find(PassageQuery("boiler"), lambda _: False) == []


async def test_salient_terms_have_a_higher_weight(tmp_path: Path) -> None:
    notes = {"One.md": "the kettle whistles", "Two.md": "the teapot is blue", "Three.md": "x", "Four.md": "y"}
    async with at_work(write_vault(tmp_path / "vault", notes), tmp_path / "index.sqlite") as scene:
        search = PassageSearch(scene.searcher, None)
        for term, first in (("kettle", "One.md"), ("teapot", "Two.md")):
            assert (await search.find(PassageQuery("kettle or teapot", (term,))))[0].path == first


async def test_embeddings_find_synonyms_and_passages_found_by_both_come_first(tmp_path: Path) -> None:
    async with synonym_scene(tmp_path, LINKED_NOTES) as at:
        search = PassageSearch(at.scene.searcher, at.meaning)
        passages = {passage.path: passage for passage in await search.find(PassageQuery("boiler burns"))}
        assert passages["Furnace.md"].reasons.embedding_rank == 1
        by_words = await search.find(PassageQuery("boiler", use_embeddings=False))
        assert "Furnace.md" not in [passage.path for passage in by_words]
        assert all(passage.reasons.embedding_rank is None for passage in by_words)
        hidden = await search.find(PassageQuery("boiler burns"), lambda path: path != "Furnace.md")
        assert "Furnace.md" not in [passage.path for passage in hidden]


async def test_tokens_are_compared_only_if_words_and_embeddings_disagree(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    compared: list[str] = []

    async def similarities(text: str, passages: Sequence[str]) -> list[float]:
        compared.extend(passages)
        return [float("900 a year" in passage) for passage in passages]

    async with synonym_scene(tmp_path, LINKED_NOTES) as at:
        monkeypatch.setattr(at.meaning, "passage_similarities", similarities)
        search = PassageSearch(at.scene.searcher, at.meaning)
        for question, first, is_compared in (("heat pump", "Pump.md", False), ("automobile costs", "Boiler.md", True)):
            compared.clear()
            assert (await search.find(PassageQuery(question)))[0].path == first
            assert bool(compared) is is_compared


async def test_linked_notes_of_the_answer_have_links_as_a_reason(tmp_path: Path) -> None:
    async with at_work(write_vault(tmp_path / "vault", LINKED_NOTES), tmp_path / "index.sqlite") as scene:
        passages = await PassageSearch(scene.searcher, None).find(PassageQuery("heat pump boiler"))
    links = {passage.path: passage.reasons.links for passage in passages}
    assert (links["Pump.md"], links["Boiler.md"], links["Old.md"]) == (1, 1, 0)


@pytest.mark.parametrize("question", ["", "?!", "zebra", '"', "-- \x00 ' OR 1", "tag:x", "漢字"])
async def test_any_question_without_matches_gives_an_empty_result(tmp_path: Path, question: str) -> None:
    async with at_work(write_vault(tmp_path / "vault", LINKED_NOTES), tmp_path / "index.sqlite") as scene:
        assert await PassageSearch(scene.searcher, None).find(PassageQuery(question)) == []


async def test_compounds_and_scripts_without_spaces_are_found_by_substrings(tmp_path: Path) -> None:
    notes = {"German.md": "Die Gasheizungsanlage ist alt.", "Japanese.md": "去年の暖房費は高かった。"}
    async with at_work(write_vault(tmp_path / "vault", notes), tmp_path / "index.sqlite") as scene:
        search = PassageSearch(scene.searcher, None)
        for question, path, mark in (("Heizung", "German.md", "heizung"), ("暖房費は？", "Japanese.md", "暖房費は")):
            (found,) = await search.find(PassageQuery(question))
            assert found.path == path
            assert "".join(found.text[start:end] for start, end in found.marks[:1]) in mark


async def test_a_limit_of_zero_gives_no_passages(tmp_path: Path) -> None:
    async with at_work(write_vault(tmp_path / "vault", LINKED_NOTES), tmp_path / "index.sqlite") as scene:
        assert await PassageSearch(scene.searcher, None).find(PassageQuery("boiler", limit=0)) == []


# Candidate notes: hidden notes are left out and do not count towards the limit.

RANKED_NOTES = {
    "Boiler.md": "The boiler leaks.", "Pump.md": "A pump for the garden.", "Plan.md": "The boiler plan of the house.",
    "Wärme.md": "Die Gasheizungsanlage ist alt.", "暖房.md": "去年の暖房費は高かった。",
}  # fmt: skip

FindNotes = Callable[..., list[str]]


@contextmanager
def candidate_search(folder: Path) -> Iterator[FindNotes]:
    index = filled(folder / "index.sqlite", folder / "vault", RANKED_NOTES)
    text_cache = TextCache()

    def find(question: str, *salient: str, is_visible: Callable[[str], bool] = lambda _: True) -> list[str]:
        with index.reading() as db:
            terms = [lookup_term(db, term) for term in terms_of_question(question, salient)]
            candidates = find_passage_candidates(db, terms, "notes", is_visible)
            candidates = with_substring_matches(text_cache, db, candidates, "notes", is_visible)
            return [
                db.execute("SELECT path FROM note WHERE id = ?", (note,)).fetchone()[0] for note in candidates.notes
            ]

    yield find
    index.close()


def test_any_word_suffices_and_the_best_note_is_first(tmp_path: Path) -> None:
    with candidate_search(tmp_path) as find:
        assert find("pump boiler") == ["Pump.md", "Boiler.md", "Plan.md"]


def test_hidden_notes_do_not_count_towards_the_limit(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(passage_search, "MAX_CANDIDATE_NOTES", 1)
    with candidate_search(tmp_path) as find:
        assert find("boiler") == ["Boiler.md"]
        assert find("boiler", is_visible=lambda path: path != "Boiler.md") == ["Plan.md"]
        assert find("heizung", is_visible=lambda path: path != "Wärme.md") == []


def test_salient_words_are_looked_up_first(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(passage_search, "MAX_CANDIDATE_NOTES", 2)
    with candidate_search(tmp_path) as find:
        assert find("boiler leaks plan garden") == ["Plan.md", "Boiler.md"]
        assert find("boiler leaks plan", "garden") == ["Pump.md", "Plan.md"]


def test_words_with_few_matches_are_searched_as_substrings(tmp_path: Path) -> None:
    with candidate_search(tmp_path) as find:
        assert find("heizung") == ["Wärme.md"]
        assert find("heizung WÄRME") == ["Wärme.md"]


def test_scripts_without_spaces_are_searched_by_substrings(tmp_path: Path) -> None:
    with candidate_search(tmp_path) as find:
        assert find("暖房費") == ["暖房.md"]


def test_common_words_and_words_over_the_limit_are_left_out_except_the_first() -> None:
    def indexed(word: str, notes: int, salient: bool = False) -> IndexedTerm:
        return IndexedTerm(QuestionTerm(word, (word,), 1.0, salient), {word: 1.0}, notes)

    the, plan, boiler, unknown = (
        indexed("the", 9_000),
        indexed("plan", 4_000),
        indexed("boiler", 3),
        indexed("zebra", 0),
    )
    assert distinctive_terms([the, plan, boiler, unknown], 10_000) == [boiler, plan]
    assert distinctive_terms([the], 10_000) == [the]
    how = indexed("how", 3)
    assert distinctive_terms([how, plan], 10_000) == [plan]
    assert distinctive_terms([how, unknown], 10_000) == [how]
    assert distinctive_terms([indexed("x", 20_000), indexed("z", 30_000)], 100_000) == [indexed("x", 20_000)]
    assert distinctive_terms([plan, indexed("the", 9_000, salient=True)], 10_000)[0].term.text == "the"


# Passage ranking: BM25 over passages, including names, headings and the surrounding note.

FILLER = " ".join(f"word{number}" for number in range(120))


def ranked_passages(folder: Path, notes: Mapping[str, str], question: str) -> list[tuple[str, str]]:
    index = filled(folder / "index.sqlite", folder / "vault", notes)
    with index.reading() as db:
        terms = [lookup_term(db, item) for item in terms_of_question(question)]
        chunked = load_chunked_notes(db, [number for (number,) in db.execute("SELECT id FROM note")])
        passages = [item for note in chunked for item in count_terms(note, terms, frozenset())]
        ranking = rank_by_words(passages, terms, len(notes))
    index.close()
    assert [score for score, _ in ranking] == sorted((score for score, _ in ranking), reverse=True)
    return [(item.note.path, item.chunk.heading) for _, item in ranking]


def test_the_passage_with_the_words_is_the_best_of_its_note(tmp_path: Path) -> None:
    text = f"# Cost\n{FILLER} pump price\n# Place\n{FILLER} cellar\n"
    assert ranked_passages(tmp_path, {"Heating.md": text, "Other.md": "pump"}, "pump price")[0] == (
        "Heating.md",
        "Cost",
    )


def test_words_in_headings_and_names_are_counted(tmp_path: Path) -> None:
    text = f"# Cost\n{FILLER}\n# Place\n{FILLER}\n"
    ranking = ranked_passages(tmp_path, {"Boiler.md": text, "Other.md": text}, "boiler place")
    assert ranking == [("Boiler.md", "Place"), ("Other.md", "Place"), ("Boiler.md", "Cost")] or (
        ranking == [("Boiler.md", "Place"), ("Boiler.md", "Cost"), ("Other.md", "Place")]
    )


def test_words_elsewhere_in_the_note_raise_the_rank(tmp_path: Path) -> None:
    about = f"# One\n{FILLER} boiler\n# Two\n{FILLER} price\n"
    assert (
        ranked_passages(tmp_path, {"About.md": about, "Other.md": f"{FILLER} price"}, "boiler price")[-1][0]
        == "Other.md"
    )


def test_a_phrase_counts_only_if_its_words_are_adjacent(tmp_path: Path) -> None:
    notes = {"Apart.md": "the pump gives heat", "Together.md": "the heat pump gives"}
    assert ranked_passages(tmp_path, notes, '"heat pump"')[0][0] == "Together.md"


def test_a_heading_common_to_all_notes_selects_its_passage(tmp_path: Path) -> None:
    days = {f"Day {number}.md": f"# Plans\n{FILLER}\n# Tasks\n{FILLER}\n" for number in range(4)}
    assert ranked_passages(tmp_path, days, "tasks day 3")[0] == ("Day 3.md", "Tasks")


def test_absent_words_give_no_passage(tmp_path: Path) -> None:
    assert ranked_passages(tmp_path, {"A.md": "text"}, "absent") == []


# Rank fusion: two rankings are combined by rank.


def note(path: str, passages: int = 3, age: float = 0.0) -> ChunkedNote:
    chunks = tuple(Chunk(nth, "", nth * 100, nth * 100 + 90, nth + 1, nth + 1, "text") for nth in range(passages))
    return ChunkedNote(path, path, path, time.time_ns() - int(age * 1e9), 0.0, chunks)


def counts_in(chunked: ChunkedNote, nth: int) -> TermCounts:
    return TermCounts(chunked, chunked.chunks[nth], 1, (1.0,), (True,))


def near_passage(path: str, start: int, similarity: float = 0.5) -> NearPassage:
    return NearPassage(1, 0, path, "", 1, 1, start, start + 80, similarity)


def test_near_passages_are_assigned_to_current_chunks() -> None:
    a, b = note("A.md"), note("B.md")
    nearest = [
        near_passage("A.md", 105, 0.9),
        near_passage("Gone.md", 0),
        near_passage("A.md", 110),
        near_passage("B.md", 0, 0.4),
    ]
    evidence = gather_evidence(
        [counts_in(a, 1)], nearest, {"A.md": a, "B.md": b}, PassageCandidates((), (), frozenset(), 2)
    )
    assert evidence == {("A.md", 1): PassageEvidence(1, 1, 0.9), ("B.md", 0): PassageEvidence(None, 2, 0.4)}


def test_passages_found_by_both_come_first_and_scores_are_at_most_one() -> None:
    a, b, c = note("A.md"), note("B.md"), note("C.md")
    notes = {chunked.path: chunked for chunked in (a, b, c)}
    evidence = {
        ("A.md", 0): PassageEvidence(1),
        ("B.md", 0): PassageEvidence(2, 1, 0.9),
        ("C.md", 0): PassageEvidence(None, 2, 0.5),
    }
    order = fuse_rankings(evidence, notes, {})
    assert [path for _, (path, _) in order] == ["B.md", "A.md", "C.md"]
    ((score, _),) = fuse_rankings({("A.md", 0): PassageEvidence(1, 1, 1.0)}, notes, {"A.md": 99})
    assert 0.99 < score <= 1
    ((alone, _),) = fuse_rankings({("A.md", 0): PassageEvidence(1)}, notes, {"A.md": 99})
    assert alone == pytest.approx(score), "a single ranking gives the first passage the same score"


def test_tokens_decide_between_passages_of_equal_similarity() -> None:
    a, b = note("A.md"), note("B.md")
    notes = {chunked.path: chunked for chunked in (a, b)}
    evidence = {("A.md", 0): PassageEvidence(None, 1, 0.5, 2), ("B.md", 0): PassageEvidence(None, 2, 0.5, 1)}
    assert [path for _, (path, _) in fuse_rankings(evidence, notes, {})] == ["B.md", "A.md"]
    ((score, _),) = fuse_rankings({("A.md", 0): PassageEvidence(1, 1, 1.0, 1)}, notes, {"A.md": 99})
    assert 0.99 < score <= 1


def test_words_are_weighted_by_the_share_of_the_question_in_the_passage() -> None:
    by_chance, intended = note("Chance.md"), note("Meant.md")
    notes = {chunked.path: chunked for chunked in (by_chance, intended)}
    terms = [
        IndexedTerm(QuestionTerm(word, (word,), 1.0, False), {word: 1.0}, 1) for word in ("rare", "other", "third")
    ]
    candidates = PassageCandidates((), tuple(terms), frozenset(), 10)
    for counts, first in (((1.0, 0.0, 0.0), "Meant.md"), ((1.0, 1.0, 1.0), "Chance.md")):
        words = [TermCounts(by_chance, by_chance.chunks[0], 1, counts, (True, True, True))]
        evidence = gather_evidence(words, [near_passage("Meant.md", 0)], notes, candidates)
        assert fuse_rankings(evidence, notes, {})[0][1][0] == first


def test_links_and_recency_only_break_ties() -> None:
    old, new, linked = note("Old.md", age=9e7), note("New.md"), note("Linked.md", age=9e7)
    notes = {chunked.path: chunked for chunked in (old, new, linked)}
    equal = {
        ("Old.md", 0): PassageEvidence(4, None),
        ("New.md", 0): PassageEvidence(4, None),
        ("Linked.md", 0): PassageEvidence(4, None),
    }
    assert [path for _, (path, _) in fuse_rankings(equal, notes, {"Linked.md": 3})] == ["Linked.md", "New.md", "Old.md"]
    better = {("Old.md", 0): PassageEvidence(1), ("New.md", 0): PassageEvidence(2)}
    assert [path for _, (path, _) in fuse_rankings(better, notes, {"New.md": 3})] == ["Old.md", "New.md"]


def test_the_recency_score_halves_every_half_year() -> None:
    assert recency_score(10**18, 10**18) == 1
    assert recency_score(10**18 - RECENCY_HALF_LIFE * 10**9, 10**18) == 0.5
    assert recency_score(2 * 10**18, 10**18) == 1
    assert 0 <= recency_score(-(10**18), 10**18) < 0.001
