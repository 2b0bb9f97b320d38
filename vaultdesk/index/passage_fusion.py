"""Passage fusion: rankings by words and by meaning made one, links and recency decide between equals. Finds nothing."""

import time
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from vaultdesk.index.cut_note import CutNote
from vaultdesk.index.meaning.near import NearPassage
from vaultdesk.index.passage_ranking import Counted

RANK_CONSTANT = 5
"""Reciprocal rank fusion's k. With the usual 60 a passage that both rankings know at the thirtieth place comes before
the first of either; with 5 what one of them is sure of stays in front: 5 points of recall more on 500 questions."""

BY_WORDS, BY_MEANING = 1.0, 0.6
"""What the two rankings weigh. More for the meaning finds more where no word is shared, and less where words are."""

BY_LINKS, BY_RECENCY = 0.03, 0.02
"""What links to and from the other best notes, and a late change, weigh beside them: they decide between equals."""

MANY_LINKS = 3
"""Links among the best notes that say all that links can say."""

HALF_RECENT = 182 * 86_400
"""Seconds after which a change counts half."""

Place = tuple[str, int]
"""A passage: its note's path, and which of its passages."""


@dataclass(slots=True)
class Evidence:
    """What found a passage."""

    word_rank: int | None = None
    meaning_rank: int | None = None
    similarity: float | None = None


def gathered(
    by_word: Sequence[Counted], near: Sequence[NearPassage], notes: Mapping[str, CutNote]
) -> dict[Place, Evidence]:
    """Return what each passage was found by; *near* ones are told by where they stand in *notes* as they are now."""
    found: dict[Place, Evidence] = {}
    for rank, one in enumerate(by_word, 1):
        found[one.note.path, one.chunk.nth] = Evidence(word_rank=rank)
    rank = 0
    for near_one in near:
        note = notes.get(near_one.path)
        chunk = note.holding(near_one.start, near_one.end) if note is not None else None
        if chunk is None:
            continue  # Its note is gone since, or hidden.
        evidence = found.setdefault((near_one.path, chunk.nth), Evidence())
        if evidence.meaning_rank is None:
            rank += 1
            evidence.meaning_rank, evidence.similarity = rank, near_one.similarity
    return found


def ranked(
    found: Mapping[Place, Evidence], notes: Mapping[str, CutNote], links: Mapping[str, int]
) -> list[tuple[float, Place]]:
    """Return the passages with what each is worth, 0 to 1, best first."""
    shares = [(BY_WORDS, {place: one.word_rank for place, one in found.items() if one.word_rank is not None})]
    shares += [(BY_MEANING, {place: one.meaning_rank for place, one in found.items() if one.meaning_rank is not None})]
    whole = sum(weight for weight, ranks in shares if ranks) / (RANK_CONSTANT + 1)
    worth = dict.fromkeys(found, 0.0)
    for weight, ranks in shares:
        for place, rank in ranks.items():
            worth[place] += weight / (RANK_CONSTANT + rank) / whole
    now_ns = time.time_ns()
    scored = [
        (
            (
                value
                + BY_LINKS * min(1.0, links.get(place[0], 0) / MANY_LINKS)
                + BY_RECENCY * recency(notes[place[0]].mtime_ns, now_ns)
            )
            / (1 + BY_LINKS + BY_RECENCY),
            place,
        )
        for place, value in worth.items()
    ]
    return sorted(scored, key=lambda one: (-one[0], one[1]))


def recency(mtime_ns: int, now_ns: int) -> float:
    """Return 1 for a change just now, half of it for one half a year ago."""
    seconds = max(0.0, (now_ns - mtime_ns) / 1e9)
    return float(0.5 ** min(100.0, seconds / HALF_RECENT))
