"""Passage fusion: two rankings made one, by places alone."""

import time

import pytest

from vaultdesk.index.chunks import Chunk
from vaultdesk.index.cut_note import CutNote
from vaultdesk.index.meaning.near import NearPassage
from vaultdesk.index.passage_fusion import HALF_RECENT, Evidence, gathered, ranked, recency
from vaultdesk.index.passage_ranking import Counted


def note(path: str, passages: int = 3, age: float = 0.0) -> CutNote:
    chunks = tuple(Chunk(nth, "", nth * 100, nth * 100 + 90, nth + 1, nth + 1, "text") for nth in range(passages))
    return CutNote(1, path, path, path, time.time_ns() - int(age * 1e9), 0.0, chunks)


def by_word(one: CutNote, nth: int) -> Counted:
    return Counted(one, one.chunks[nth], 1, (1.0,), (True,))


def near(path: str, start: int, similarity: float = 0.5) -> NearPassage:
    return NearPassage(1, 0, path, "", 1, 1, start, start + 80, similarity)


def test_near_passages_are_told_by_where_they_stand_now() -> None:
    a, b = note("A.md"), note("B.md")
    nearest = [near("A.md", 105, 0.9), near("Gone.md", 0), near("A.md", 110), near("B.md", 0, 0.4)]
    found = gathered([by_word(a, 1)], nearest, {"A.md": a, "B.md": b})
    assert found == {("A.md", 1): Evidence(1, 1, 0.9), ("B.md", 0): Evidence(None, 2, 0.4)}


def test_what_both_found_is_first_and_scores_stay_within_one() -> None:
    a, b, c = note("A.md"), note("B.md"), note("C.md")
    notes = {one.path: one for one in (a, b, c)}
    found = {("A.md", 0): Evidence(1), ("B.md", 0): Evidence(2, 1, 0.9), ("C.md", 0): Evidence(None, 2, 0.5)}
    order = ranked(found, notes, {})
    assert [place for _, (place, _) in order] == ["B.md", "A.md", "C.md"]
    ((score, _),) = ranked({("A.md", 0): Evidence(1, 1, 1.0)}, notes, {"A.md": 99})
    assert 0.99 < score <= 1
    ((alone, _),) = ranked({("A.md", 0): Evidence(1)}, notes, {"A.md": 99})
    assert alone == pytest.approx(score), "without the other ranking the first place is worth as much"


def test_links_and_recency_decide_between_equals_only() -> None:
    old, new, linked = note("Old.md", age=9e7), note("New.md"), note("Linked.md", age=9e7)
    notes = {one.path: one for one in (old, new, linked)}
    same = {("Old.md", 0): Evidence(4, None), ("New.md", 0): Evidence(4, None), ("Linked.md", 0): Evidence(4, None)}
    assert [path for _, (path, _) in ranked(same, notes, {"Linked.md": 3})] == ["Linked.md", "New.md", "Old.md"]
    better = {("Old.md", 0): Evidence(1), ("New.md", 0): Evidence(2)}
    assert [path for _, (path, _) in ranked(better, notes, {"New.md": 3})] == ["Old.md", "New.md"]


def test_recency_halves_with_each_half_year() -> None:
    assert recency(10**18, 10**18) == 1
    assert recency(10**18 - HALF_RECENT * 10**9, 10**18) == 0.5
    assert recency(2 * 10**18, 10**18) == 1
    assert 0 <= recency(-(10**18), 10**18) < 0.001
