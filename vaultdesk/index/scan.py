"""Scan: what a walk over the vault finds different from the index, cut into batches. Reads no text, writes nothing."""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import NamedTuple

from vaultdesk.index.entry import Sighting, Stored
from vaultdesk.vault.disk.conflict_copies import conflict_original, may_be_conflict_copy
from vaultdesk.vault.disk.vault_listing import FileState
from vaultdesk.vault.note_path import NotePath
from vaultdesk.vault.obsidian.vault_config import ExcludedFiles

BATCH_NOTES = 200
"""Notes committed together at most: what a stop can lose, and how often progress is told."""

BATCH_BYTES = 1_000_000
"""Bytes committed together at most, some 0.3 s of work: long notes must not make a batch, and so a stop, long."""


LOOKED_AT = 2_000
"""Names looked at in one go, for 2 ms at most: nobody else has Python's lock meanwhile."""


class Difference(NamedTuple):
    """A note whose text is to be read, and the digest of what the index holds of it (empty: nothing)."""

    path: NotePath
    size: int
    known_digest: str


@dataclass(frozen=True)
class Plan:
    """What a scan has to do."""

    sightings: tuple[Sighting, ...]
    """Notes to know by name at once: new ones, and excluded ones."""
    removed: tuple[str, ...]
    different: tuple[Difference, ...]
    """Notes to read, those changed last first: they are what somebody looks for."""


def compare(walk: Iterable[FileState], stored: dict[str, Stored], excluded: ExcludedFiles) -> Plan:
    """Hold the vault beside what is stored of it, by size and time alone."""
    sightings: list[Sighting] = []
    different: list[tuple[int, Difference]] = []
    gone = dict(stored)
    for state in walk:
        known = gone.pop(state.path.text, None)
        same = known is not None and (known.size, known.mtime_ns) == (state.size, state.mtime_ns)
        if is_hidden(state.path, excluded):
            if not (same and known is not None and known.excluded):
                sightings.append(Sighting(state.path.text, state.size, state.mtime_ns, excluded=True))
            continue
        if known is None or known.excluded:
            sightings.append(Sighting(state.path.text, state.size, state.mtime_ns))
            different.append((-state.mtime_ns, Difference(state.path, state.size, "")))
        elif not (same and known.digest):
            different.append((-state.mtime_ns, Difference(state.path, state.size, known.digest)))
    different.sort(key=lambda pair: pair[0])
    # New notes get their numbers in the order they will be read: then each batch adds to the tables' ends, where it
    # would otherwise change pages all over them.
    sightings.sort(key=lambda seen: -seen.mtime_ns)
    return Plan(tuple(sightings), tuple(gone), tuple(one for _, one in different))


def is_hidden(path: NotePath, excluded: ExcludedFiles) -> bool:
    """Whether a file is shown where it lies and found by no search.

    So is a sync program's conflict copy: it is no note of its own.
    """
    return (bool(excluded) and excluded.matches(path)) or conflict_original(path) is not None


def hidden_among(paths: Sequence[NotePath], excluded: ExcludedFiles) -> frozenset[str]:
    """Return the texts of those of *paths* that are hidden. Of many, nearly always none, they are looked at at once."""
    hidden: list[str] = []
    for start in range(0, len(paths), LOOKED_AT):
        some = paths[start : start + LOOKED_AT]
        if excluded or may_be_conflict_copy("\n".join([path.text for path in some])):
            hidden += [path.text for path in some if is_hidden(path, excluded)]
    return frozenset(hidden)


def batches(different: Iterable[Difference]) -> Iterator[list[Difference]]:
    """Cut the work into pieces of bounded size."""
    batch: list[Difference] = []
    size = 0
    for one in different:
        if batch and (len(batch) == BATCH_NOTES or size + one.size > BATCH_BYTES):
            yield batch
            batch, size = [], 0
        batch.append(one)
        size += one.size
    if batch:
        yield batch
