"""Passage ranking: passages by the words they hold (BM25, names and headings counted in). Reads no index."""

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass

from vaultdesk.index.chunks import Chunk
from vaultdesk.index.cut_note import CutNote
from vaultdesk.index.passage_candidates import rarity
from vaultdesk.index.passage_words import flat, words_in
from vaultdesk.index.word_forms import Wanted

SATURATION, LENGTH = 1.2, 0.75
"""BM25's k1 and b, at their usual values: others gained less than half a point of recall."""

IN_HEADING, IN_NAME = 2.0, 2.0
"""How many times in the text a word in a heading above, or in the note's names, counts for."""

NOTE_SHARE = 0.5
"""What the words of the whole note add to a passage. From 0 to 0.25: 5 points of recall and 2 of MRR on real notes."""


@dataclass(slots=True)
class Counted:
    """A passage and how often each wanted thing stands in it."""

    note: CutNote
    chunk: Chunk
    length: int
    """Words of its text."""
    counts: tuple[float, ...]
    """In the order of what is wanted; forms, heading and names by their weights."""
    in_text: tuple[bool, ...]


def counted(note: CutNote, wanted: Sequence[Wanted], needles: frozenset[int]) -> list[Counted]:
    """Return the passages of *note* that hold anything wanted, in themselves or in the names above them."""
    in_names = _Count(note.names, wanted, needles)
    found: list[Counted] = []
    heading, in_heading = "", _Count("", wanted, needles)
    for chunk in note.chunks:
        if chunk.heading != heading:
            heading, in_heading = chunk.heading, _Count(chunk.heading, wanted, needles)
        own = _Count(chunk.text, wanted, needles)
        if own.any or in_heading.any or in_names.any:
            counts = tuple(
                text + IN_HEADING * min(1.0, above) + IN_NAME * min(1.0, name)
                for text, above, name in zip(own.counts, in_heading.counts, in_names.counts, strict=True)
            )
            found.append(Counted(note, chunk, own.length, counts, tuple(map(bool, own.counts))))
    return found


class _Count:
    """How often each wanted thing stands in one text."""

    def __init__(self, text: str, wanted: Sequence[Wanted], needles: frozenset[int]) -> None:
        low = flat(text)
        self.counts = [0.0] * len(wanted)
        # Most texts hold few of the words, not even as letters: only the others are taken apart.
        standing = [place for place, one in enumerate(wanted) if _may_stand(low, one)]
        if not standing:
            self.length, self.any = len(low.split()), False
            return
        words = words_in(low)
        have = Counter(words)
        self.length = len(words)
        for place in standing:
            one = wanted[place]
            if place in needles:
                self.counts[place] = float(low.count(one.asked.words[0]))
            elif len(one.asked.words) > 1:
                self.counts[place] = float(f" {' '.join(words)} ".count(f" {' '.join(one.asked.words)} "))
            else:
                self.counts[place] = sum(have[form] * share for form, share in one.forms.items() if form in have)
        self.any = any(self.counts)


def _may_stand(low: str, one: Wanted) -> bool:
    if len(one.asked.words) > 1:
        return all(word in low for word in one.asked.words)
    return one.asked.words[0] in low or any(form in low for form in one.forms)


def by_words(passages: Sequence[Counted], wanted: Sequence[Wanted], notes: int) -> list[tuple[float, Counted]]:
    """Return *passages* with what each is worth by BM25, best first; *notes* is how many there are in all."""
    if not passages:
        return []
    usual = sum(one.length for one in passages) / len(passages) or 1.0
    looked_at = sum({one.note.path: len(one.note.chunks) for one in passages}.values())
    worth = [
        one.asked.weight * max(rarity(one.notes, notes), _rarity_here(place, passages, looked_at))
        for place, one in enumerate(wanted)
    ]
    around = _by_note(passages, worth)
    scored = [
        (
            NOTE_SHARE * around[passage.note.path]
            + _score(worth, passage.counts, SATURATION * (1 - LENGTH + LENGTH * passage.length / usual)),
            passage,
        )
        for passage in passages
    ]
    scored.sort(key=lambda one: (-one[0], one[1].note.path, one[1].chunk.nth))
    return scored


def _rarity_here(place: int, passages: Sequence[Counted], looked_at: int) -> float:
    """Return how rare a thing is among the passages of the notes at hand.

    Every daily note has a heading `Tasks`, which tells no two of them apart, but leads to one passage in each.
    """
    return rarity(sum(passage.in_text[place] for passage in passages), looked_at)


def _by_note(passages: Sequence[Counted], worth: Sequence[float]) -> dict[str, float]:
    """Return what each note as a whole is worth: a passage means what it says in its place."""
    counts: dict[str, list[float]] = {}
    for passage in passages:
        sums = counts.setdefault(passage.note.path, [0.0] * len(worth))
        for place, count in enumerate(passage.counts):
            sums[place] += count
    return {path: _score(worth, sums, SATURATION) for path, sums in counts.items()}


def _score(worth: Sequence[float], counts: Sequence[float], dampening: float) -> float:
    return sum(
        value * count * (SATURATION + 1) / (count + dampening)
        for value, count in zip(worth, counts, strict=True)
        if count
    )
