"""Related notes: notes that have to do with another one: by links both ways, the notes they cite, tags, and meaning.

All from what the index holds: nothing is asked of a model, and nothing leaves this computer.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from math import log

from vaultdesk.index.meaning.near import NearPassage
from vaultdesk.index.network import Network
from vaultdesk.index.passage_fusion import RANK_CONSTANT

LEAST_SIMILAR = 0.35
"""Cosine below which two passages have nothing in common that a person would see."""

MOST_CITED = 200
"""Links of a note above which it cites everything: a list of all notes relates no two of them."""

COMMON_TAG = 0.2
"""Share of the notes above which a tag says nothing of any of them."""

WEIGHTS = {"meaning": 1.5, "links": 1.0, "cites": 1.0, "tags": 0.5}
"""What each reason weighs: meaning finds what nobody linked; a shared tag may be a mere habit."""

Why = tuple[str, ...]


@dataclass(frozen=True, slots=True)
class RelatedNote:
    """A note that has to do with the one that was asked for."""

    path: str
    title: str
    score: float
    """0 to 1, comparable within one answer only."""
    why: Why
    """`meaning`, `links`, `cites`, `tags`: what relates them. With `links`, one links to the other already."""
    heading: str
    """The headings above its nearest passage; empty where meaning found none."""
    first_line: int


def related_notes(network: Network, path: str, near: Sequence[NearPassage], limit: int) -> list[RelatedNote]:
    """Return the notes related to the one at *path*: those it has no link with first, as news; then by score."""
    best: dict[str, NearPassage] = {}
    for passage in near:
        if passage.similarity >= LEAST_SIMILAR and network.facts(passage.path) is not None:
            best.setdefault(passage.path, passage)
    linked = dict.fromkeys([*network.out(path), *sorted(network.into(path))])
    shares: dict[str, Mapping[str, float]] = {
        "meaning": {one: passage.similarity for one, passage in best.items()},
        "links": _by_links(network, path, linked),
        "cites": _by_citations(network, path),
        "tags": _by_tags(network, path),
    }
    whole = sum(WEIGHTS.values()) / (RANK_CONSTANT + 1)
    worth: dict[str, float] = {}
    why: dict[str, list[str]] = {}
    for reason, share in shares.items():
        others = sorted((-value, other) for other, value in share.items() if other != path)
        for rank, (_, other) in enumerate(others, 1):
            worth[other] = worth.get(other, 0.0) + WEIGHTS[reason] / (RANK_CONSTANT + rank) / whole
            why.setdefault(other, []).append(reason)
    ordered = sorted(worth, key=lambda other: (other in linked, -worth[other], other))[: max(0, limit)]
    return [_made(network, other, worth[other], tuple(why[other]), best.get(other)) for other in ordered]


def _by_links(network: Network, path: str, linked: Mapping[str, None]) -> dict[str, float]:
    """Return the notes linked with the one at *path*; in both directions counts twice."""
    out, into = set(network.out(path)), set(network.into(path))
    return {other: float((other in out) + (other in into)) for other in linked}


def _by_citations(network: Network, path: str) -> dict[str, float]:
    """Return the notes that cite what this one cites, and those that are cited beside it; by what is rarely cited."""
    found: dict[str, float] = {}
    groups = [network.into(cited) for cited in network.out(path)] + [
        network.out(citing) for citing in network.into(path)
    ]
    for others in groups:
        if len(others) <= MOST_CITED:
            for other in others:
                found[other] = found.get(other, 0.0) + 1 / log(2 + len(others))
    return {other: share for other, share in found.items() if other != path and network.facts(other) is not None}


def _by_tags(network: Network, path: str) -> dict[str, float]:
    """Return the notes that share tags with the one at *path*, by how rare those are."""
    own = network.table.facts.get(path)
    keys = set(own.tag_keys) if own is not None else set()
    if not keys:
        return {}
    known = 0
    sharing: dict[str, list[str]] = {}
    for note in network.notes():
        known += 1
        for key in keys.intersection(note.tag_keys):
            sharing.setdefault(key, []).append(note.path)
    found: dict[str, float] = {}
    for paths in sharing.values():
        if 1 < len(paths) <= max(5, COMMON_TAG * known):
            for other in paths:
                found[other] = found.get(other, 0.0) + log(1 + known / len(paths))
    found.pop(path, None)
    return found


def _made(network: Network, path: str, score: float, why: Why, near: NearPassage | None) -> RelatedNote:
    facts = network.facts(path)
    assert facts is not None
    return RelatedNote(
        path, facts.title, score, why, near.heading if near is not None else "", near.first_line if near else 1
    )
