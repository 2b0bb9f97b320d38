"""Differences between the vault's files and the index, in batches."""

from collections.abc import Iterable, Iterator, Sequence
from hashlib import blake2b
from typing import TYPE_CHECKING, NamedTuple

from msgspec import Struct

from vaultdesk.index.store.index_entry import PLACEHOLDER, ScannedFile, StoredState
from vaultdesk.vault.disk.vault_listing import FileState, StateLine, conflict_original, may_be_conflict_copy
from vaultdesk.vault.note_path import NotePath

if TYPE_CHECKING:
    # For annotations only: the parser process imports it for vaults with filters.
    from vaultdesk.vault.obsidian.vault_config import ExcludedFiles

BATCH_NOTES = 200
"""Maximum number of notes per commit: the most that a stop can lose, and how often progress is published."""

BATCH_BYTES = 1_000_000
"""Maximum bytes per commit, some 0.3 s of work: long notes must not make a batch, and so a stop, long."""


NAMES_PER_STEP = 2_000
"""Names processed in one step, which holds the interpreter lock for 2 ms at most."""


class FileDifference(NamedTuple):
    """A note to be read, and the digest of its indexed bytes (empty: none)."""

    path: NotePath
    size: int
    known_digest: str
    placeholder: FileState | None = None
    """The state of a file whose text must not be read, because that would download it."""


class ScanPlan(Struct, frozen=True):
    """The work of one scan."""

    scanned: tuple[ScannedFile, ...]
    """Notes to record by name now: new ones, and excluded ones."""
    removed: tuple[str, ...]
    different: tuple[FileDifference, ...]
    """Notes to read, most recently changed first, since those are the most likely to be searched."""


def compare_files(walk: Iterable[FileState], stored: dict[str, StoredState], excluded: "ExcludedFiles") -> ScanPlan:
    """Compare the vault with its stored state, by size and time alone."""
    scanned: list[ScannedFile] = []
    different: list[tuple[int, FileDifference]] = []
    unseen = dict(stored)
    for state in walk:
        known = unseen.pop(state.path.text, None)
        same = known is not None and (known.size, known.mtime_ns) == (state.size, state.mtime_ns)
        if is_search_excluded(state.path, excluded):
            if not (same and known is not None and known.excluded):
                scanned.append(ScannedFile(state.path.text, state.size, state.mtime_ns, excluded=True))
            continue
        if known is None or known.excluded:
            scanned.append(ScannedFile(state.path.text, state.size, state.mtime_ns))
            different.append((-state.mtime_ns, difference_of(state)))
        elif not is_current(state, known):
            different.append((-state.mtime_ns, difference_of(state, known.digest)))
    different.sort(key=lambda pair: pair[0])
    # New notes are numbered in the order they will be read, so that each batch appends to the tables instead of
    # changing pages all over them.
    scanned.sort(key=lambda file: -file.mtime_ns)
    return ScanPlan(tuple(scanned), tuple(unseen), tuple(difference for _, difference in different))


def listing_digest(lines: Sequence[StateLine], others: Sequence[FileState], excluded: "ExcludedFiles") -> str:
    """Return a digest of this listing of the vault: paths, sizes, times and exclusion filters.

    The order of a folder's files counts: it stays the same as long as nothing changes.
    """
    parts = [*lines, *map(repr, others), *excluded.filters]
    return blake2b("\n".join(parts).encode("utf-8", "surrogatepass"), digest_size=16).hexdigest()


def difference_of(state: FileState, known_digest: str = "") -> FileDifference:
    """Return the file in this *state* as one to read."""
    return FileDifference(state.path, state.size, known_digest, state if state.placeholder else None)


def is_current(state: FileState, known: StoredState) -> bool:
    """Whether the index contains the text of a file in this *state*, or records that it is a placeholder."""
    same = (known.size, known.mtime_ns) == (state.size, state.mtime_ns)
    return same and known.digest != "" and (state.placeholder or known.digest != PLACEHOLDER)


def is_search_excluded(path: NotePath, excluded: "ExcludedFiles | None") -> bool:
    """Whether a file is listed in its folder but excluded from search.

    This includes a sync program's conflict copies, which are not notes of their own.
    """
    return bool(excluded and excluded.matches(path)) or conflict_original(path) is not None


def excluded_among(paths: Sequence[NotePath], excluded: "ExcludedFiles | None") -> frozenset[str]:
    """Return the texts of those of *paths* that are hidden. They are tested together, since nearly always none is."""
    hidden: list[str] = []
    for start in range(0, len(paths), NAMES_PER_STEP):
        batch = paths[start : start + NAMES_PER_STEP]
        if excluded or may_be_conflict_copy("\n".join([path.text for path in batch])):
            hidden += [path.text for path in batch if is_search_excluded(path, excluded)]
    return frozenset(hidden)


def split_into_batches(different: Iterable[FileDifference]) -> Iterator[list[FileDifference]]:
    """Split the work into batches of bounded size."""
    batch: list[FileDifference] = []
    size = 0
    for difference in different:
        if batch and (len(batch) == BATCH_NOTES or size + difference.size > BATCH_BYTES):
            yield batch
            batch, size = [], 0
        batch.append(difference)
        size += difference.size
    if batch:
        yield batch
