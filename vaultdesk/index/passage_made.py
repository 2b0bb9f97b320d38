"""Passage made: a passage that won its place, with its text, marks and reasons, ready to be shown. Searches nothing."""

import time

from vaultdesk.index.cut_note import CutNote
from vaultdesk.index.found_passage import FoundPassage, Reasons
from vaultdesk.index.letters import spans
from vaultdesk.index.passage_candidates import Candidates
from vaultdesk.index.passage_fusion import Evidence, recency
from vaultdesk.index.passage_words import flat, places_of_words, words_in
from vaultdesk.index.query import folded
from vaultdesk.index.rows import local_time
from vaultdesk.index.word_forms import Wanted

MOST_CHARACTERS = 6_000
"""Of a passage: 300 words are some 2,000, but a word may be a page of code."""

MOST_MARKS = 40
"""Marks in a passage; more is a highlighter gone wild."""


def made(note: CutNote, nth: int, score: float, found: Evidence, sought: Candidates, links: int = 0) -> FoundPassage:
    """Return passage *nth* of *note* as an answer shows it."""
    chunk = note.chunks[nth]
    text = chunk.text[:MOST_CHARACTERS]
    marks, words = held(text, sought)
    return FoundPassage(
        path=note.path, title=note.title, heading=chunk.heading, text=text, marks=marks,
        first_line=chunk.first_line, last_line=chunk.first_line + text.count("\n"), score=score,
        modified=local_time(note.mtime_ns), indexed=note.indexed,
        reasons=Reasons(
            word_rank=found.word_rank, words=words, meaning_rank=found.meaning_rank, similarity=found.similarity,
            links=links, recency=recency(note.mtime_ns, time.time_ns()),
        ),
    )  # fmt: skip


def held(text: str, sought: Candidates) -> tuple[tuple[tuple[int, int], ...], tuple[str, ...]]:
    """Return where telling things that are *sought* stand in *text*, and which of them do, as they were asked."""
    telling = [(place, one) for place, one in enumerate(sought.wanted) if sought.is_telling(one)]
    forms: dict[str, set[int]] = {}
    for place, one in telling:
        for form in one.forms:
            forms.setdefault(form, set()).add(place)
    places: list[tuple[int, int]] = []
    standing: set[int] = set()
    for word, start, end in places_of_words(text):
        if word in forms:
            places.append((start, end))
            standing |= forms[word]
    for place, one in telling:
        if place in sought.needles:
            inside = spans(text, folded(one.asked.text), MOST_MARKS)
            places += inside
            standing |= {place} if inside else set()
        elif len(one.asked.words) > 1 and _is_phrase(one, text):
            standing.add(place)
    words = dict.fromkeys(one.asked.text for place, one in telling if place in standing)
    return _joined(sorted(places)), tuple(words)


def _is_phrase(one: Wanted, text: str) -> bool:
    return f" {' '.join(one.asked.words)} " in f" {' '.join(words_in(flat(text)))} "


def _joined(places: list[tuple[int, int]]) -> tuple[tuple[int, int], ...]:
    joined: list[tuple[int, int]] = []
    for start, end in places:
        if joined and start < joined[-1][1]:
            joined[-1] = (joined[-1][0], max(end, joined[-1][1]))
        else:
            joined.append((start, end))
    return tuple(joined[:MOST_MARKS])
