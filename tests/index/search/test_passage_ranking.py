"""Tests of index/search/passage_ranking.py."""

import time
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path

import pytest

from tests.index.scene import filled
from vaultdesk.index.chunks import Chunk, ChunkedNote, load_chunked_notes
from vaultdesk.index.embeddings.nearest_neighbours import NearPassage
from vaultdesk.index.search import passage_ranking
from vaultdesk.index.search.passage_ranking import (
    RECENCY_HALF_LIFE,
    PassageCandidates,
    PassageEvidence,
    TermCounts,
    count_terms,
    distinctive_terms,
    find_passage_candidates,
    fuse_rankings,
    gather_evidence,
    rank_by_words,
    recency_score,
    with_substring_matches,
)
from vaultdesk.index.search.question_terms import IndexedTerm, QuestionTerm, lookup_term, terms_of_question
from vaultdesk.index.text_cache.text_cache import TextCache

# Passage candidates: the notes worth a look, none of them hidden, whatever the limit.

NOTES = {
    "Boiler.md": "The boiler leaks.", "Pump.md": "A pump for the garden.", "Plan.md": "The boiler plan of the house.",
    "Wärme.md": "Die Gasheizungsanlage ist alt.", "暖房.md": "去年の暖房費は高かった。",
}  # fmt: skip

Find = Callable[..., list[str]]


@contextmanager
def finding(folder: Path) -> Iterator[Find]:
    index = filled(folder / "index.sqlite", folder / "vault", NOTES)
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
    monkeypatch.setattr(passage_ranking, "MAX_CANDIDATE_NOTES", 1)
    with finding(tmp_path) as find:
        assert find("boiler") == ["Boiler.md"]
        assert find("boiler", is_visible=lambda path: path != "Boiler.md") == ["Plan.md"]
        assert find("heizung", is_visible=lambda path: path != "Wärme.md") == []


def test_salient_words_are_asked_for_first(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(passage_ranking, "MAX_CANDIDATE_NOTES", 2)
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

REST = " ".join(f"word{number}" for number in range(120))


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
