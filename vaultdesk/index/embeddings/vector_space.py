"""Vectors of all passages in memory: exact nearest neighbors by two-stage comparison, and pairs of similar notes."""

import heapq
from collections.abc import Callable, Collection, Sequence
from itertools import groupby
from typing import NamedTuple

import numpy
from numpy.typing import NDArray

from vaultdesk.index.embeddings.embedding_store import StoredVector, VectorStore
from vaultdesk.index.index_results import SimilarPair
from vaultdesk.index.store.index_file import Index

# First one bit per dimension is compared for all vectors, in a thirteenth of the time of a floating-point product; then
# the bits of the nearest twenty-fifth are weighted with the query; then the full vectors of the best candidates are
# compared. Full vectors are in memory as float16 up to the memory limit, and fetched from the file beyond it.

MAX_VECTOR_BYTES = 80_000_000
"""Memory limit for full vectors: 100,000 passages of the bundled model."""

BLOCK_PASSAGES = 8_192
"""Passages in one block: growing copies nothing, and one column of bits fits a processor's cache."""

MIN_SECOND_STAGE, SECOND_STAGE_SHARE = 2_000, 25
"""Minimum number of candidates of the second stage, and the divisor of the number of all vectors."""

EXACT_CANDIDATES = 600
"""Candidates compared with full vectors: they contain the ten true neighbors in over 99 of 100 cases."""

NO_PASSAGE_DISTANCE = 65_535
"""Distance of an unused slot."""

MIN_CENTER_SAMPLE = 64
"""Minimum number of vectors for a meaningful mean."""

LENGTH_TOLERANCE = 0.05
"""Maximum deviation from length 1 of an undamaged vector."""

Floats = NDArray[numpy.float32]
FetchVectors = Callable[[Sequence[tuple[int, int]]], dict[tuple[int, int], bytes]]
"""Returns full vectors by note and passage; missing ones are left out."""


class VectorMatch(NamedTuple):
    """A passage and its similarity."""

    note: int
    nth: int
    similarity: float


class _Block:
    def __init__(self, dimensions: int, has_full: bool) -> None:
        self.notes = numpy.zeros(BLOCK_PASSAGES, dtype=numpy.int64)
        self.nths = numpy.zeros(BLOCK_PASSAGES, dtype=numpy.int32)
        # One column per word of bits, so that xor and popcount access memory sequentially.
        self.bits = numpy.zeros((-(-dimensions // 64), BLOCK_PASSAGES), dtype=numpy.uint64)
        self.full = numpy.zeros((BLOCK_PASSAGES, dimensions), dtype=numpy.float16) if has_full else None


class VectorSpace:
    """The vectors of one model in memory. Belongs to one thread."""

    def __init__(self, dimensions: int, sample: Sequence[bytes] = (), max_bytes: int = MAX_VECTOR_BYTES) -> None:
        """The mean of *sample* is subtracted from all vectors, because the vectors of many models share a common
        direction.
        """
        self.dimensions = dimensions
        vectors, _ = unpack_vectors(sample, dimensions)
        self._center: Floats = (
            vectors.mean(axis=0) if len(vectors) >= MIN_CENTER_SAMPLE else numpy.zeros(dimensions, dtype=numpy.float32)
        )
        self._max_full_blocks = max_bytes // (BLOCK_PASSAGES * dimensions * 2)
        self._blocks: list[_Block] = []
        self._free: list[int] = []
        self._count = 0

    def __len__(self) -> int:
        return self._count

    def replace(self, notes: Collection[int], rows: Sequence[StoredVector]) -> list[bytes]:
        """Replace these notes' passages by *rows*; return the keys of damaged vectors."""
        self._remove(notes)
        vectors, damaged = unpack_vectors([row.vector for row in rows], self.dimensions)
        unusable = set(damaged)
        usable = [row for nth, row in enumerate(rows) if nth not in unusable] if unusable else rows
        if len(usable):
            self._add(usable, vectors)
        return [rows[nth].key for nth in damaged]

    def nearest(self, vector: Floats, count: int, fetch: FetchVectors, among: Collection[int] | None = None,
                excluded_note: int = 0) -> list[VectorMatch]:  # fmt: skip
        """Return the *count* passages nearest to *vector*, best first; only of the notes *among*, and not of
        *excluded_note*.
        """
        distances = self._distances(vector)
        vector = self._centered(vector)
        if among is not None:
            allowed = numpy.fromiter(among, dtype=numpy.int64, count=len(among))
            distances[~numpy.isin(self._all_notes(), allowed)] = NO_PASSAGE_DISTANCE
        if excluded_note:
            distances[self._all_notes() == excluded_note] = NO_PASSAGE_DISTANCE
        slots = _smallest(distances, max(MIN_SECOND_STAGE, self._count // SECOND_STAGE_SHARE, 4 * count))
        slots = slots[distances[slots] != NO_PASSAGE_DISTANCE]
        weights = self._agreement(slots, vector)
        slots = slots[_smallest(-weights, max(EXACT_CANDIDATES, 2 * count))]
        return self._exact(slots, vector, count, fetch)

    def repeated_notes(self) -> list[int]:
        """Return the notes with a passage that is here more than once."""
        notes = self._all_notes()
        nths = numpy.concatenate([block.nths for block in self._blocks] or [numpy.zeros(0, dtype=numpy.int32)])
        order = numpy.lexsort((nths, notes))
        notes, nths = notes[order], nths[order]
        repeated = (notes[1:] == notes[:-1]) & (nths[1:] == nths[:-1]) & (notes[1:] != 0)
        found: list[int] = numpy.unique(notes[1:][repeated]).tolist()
        return found

    def _remove(self, notes: Collection[int]) -> None:
        if not self._blocks or not notes:
            return
        numbers = numpy.fromiter(notes, dtype=numpy.int64, count=len(notes))
        for number, block in enumerate(self._blocks):
            removed = numpy.flatnonzero(numpy.isin(block.notes, numbers))
            block.notes[removed] = 0
            self._free += (removed + number * BLOCK_PASSAGES).tolist()
            self._count -= len(removed)

    def _add(self, rows: Sequence[StoredVector], vectors: Floats) -> None:
        while len(self._free) < len(rows):
            has_full = len(self._blocks) < self._max_full_blocks
            start = len(self._blocks) * BLOCK_PASSAGES
            self._blocks.append(_Block(self.dimensions, has_full))
            self._free += range(start + BLOCK_PASSAGES - 1, start - 1, -1)
        slots = numpy.array([self._free.pop() for _ in rows])
        numbers = numpy.array([(row.note, row.nth) for row in rows], dtype=numpy.int64)
        bits = self._bits(vectors)
        for block_number in numpy.unique(slots // BLOCK_PASSAGES).tolist():
            block, in_block = self._blocks[block_number], slots // BLOCK_PASSAGES == block_number
            offsets = slots[in_block] % BLOCK_PASSAGES
            block.notes[offsets], block.nths[offsets] = numbers[in_block, 0], numbers[in_block, 1]
            block.bits[:, offsets] = bits[:, in_block]
            if block.full is not None:
                block.full[offsets] = self._centered(vectors[in_block])
        self._count += len(rows)

    def _centered(self, vectors: Floats) -> Floats:
        """Return *vectors* minus the mean of the vault's vectors, scaled to length 1."""
        shifted = vectors - self._center
        lengths = numpy.linalg.norm(shifted, axis=-1, keepdims=True)
        return numpy.asarray(shifted / numpy.where(lengths > 0, lengths, 1), dtype=numpy.float32)

    def _bits(self, vectors: Floats) -> NDArray[numpy.uint64]:
        """Return the signs of *vectors* minus the mean of the vault's vectors, one column per vector."""
        packed = numpy.packbits(vectors > self._center, axis=1)
        padding = -packed.shape[1] % 8
        if padding:
            packed = numpy.pad(packed, ((0, 0), (0, padding)))
        return numpy.ascontiguousarray(numpy.ascontiguousarray(packed).view(numpy.uint64).T)

    def _distances(self, vector: Floats) -> NDArray[numpy.uint16]:
        """Return the number of differing bits for every slot."""
        query_bits = self._bits(vector[None, :])[:, 0]
        distances = numpy.zeros(len(self._blocks) * BLOCK_PASSAGES, dtype=numpy.uint16)
        differing, counts = (
            numpy.empty(BLOCK_PASSAGES, dtype=numpy.uint64),
            numpy.empty(BLOCK_PASSAGES, dtype=numpy.uint8),
        )
        for number, block in enumerate(self._blocks):
            block_distances = distances[number * BLOCK_PASSAGES : (number + 1) * BLOCK_PASSAGES]
            for word, bits in zip(query_bits, block.bits, strict=True):
                numpy.bitwise_xor(bits, word, out=differing)
                block_distances += numpy.bitwise_count(differing, out=counts)
            block_distances[block.notes == 0] = NO_PASSAGE_DISTANCE
        return distances

    def _all_notes(self) -> NDArray[numpy.int64]:
        return numpy.concatenate([block.notes for block in self._blocks] or [numpy.zeros(0, dtype=numpy.int64)])

    def _agreement(self, slots: NDArray[numpy.intp], vector: Floats) -> Floats:
        """Return how much of *vector* the bits in these slots agree with."""
        words = -(-self.dimensions // 64)
        bits = numpy.empty((len(slots), words), dtype=numpy.uint64)
        for number in numpy.unique(slots // BLOCK_PASSAGES).tolist():
            in_block = slots // BLOCK_PASSAGES == number
            bits[in_block] = self._blocks[number].bits[:, slots[in_block] % BLOCK_PASSAGES].T
        signs = numpy.unpackbits(bits.view(numpy.uint8), axis=1, count=self.dimensions)
        return _products(signs.astype(numpy.float32), vector)

    def _exact(self, slots: NDArray[numpy.intp], vector: Floats, count: int, fetch: FetchVectors) -> list[VectorMatch]:
        matches: list[VectorMatch] = []
        missing: list[tuple[int, int]] = []
        for number in numpy.unique(slots // BLOCK_PASSAGES).tolist():
            block, offsets = self._blocks[number], slots[slots // BLOCK_PASSAGES == number] % BLOCK_PASSAGES
            if block.full is None:
                missing += zip(block.notes[offsets].tolist(), block.nths[offsets].tolist(), strict=True)
                continue
            similarities = _products(block.full[offsets].astype(numpy.float32), vector)
            best = _smallest(-similarities, count)
            best_passages = zip(block.notes[offsets[best]], block.nths[offsets[best]], similarities[best], strict=True)
            matches += [VectorMatch(int(note), int(nth), float(similarity)) for note, nth, similarity in best_passages]
        if missing:
            fetched = fetch(sorted(missing))
            vectors, damaged = unpack_vectors(list(fetched.values()), self.dimensions)
            # Rounded like the stored ones, so that the order does not depend on which vectors are in memory.
            vectors = self._centered(vectors).astype(numpy.float16).astype(numpy.float32)
            unusable = set(damaged)
            usable = [passage for nth, passage in enumerate(fetched) if nth not in unusable]
            matches += [
                VectorMatch(*passage, similarity)
                for passage, similarity in zip(usable, _products(vectors, vector).tolist(), strict=True)
            ]
        return sorted(matches, key=lambda match: (-match.similarity, match.note, match.nth))[:count]


def pack_vectors(vectors: Floats) -> list[bytes]:
    """Return each row in its stored form, of length 1; empty for a row of zeros or of non-finite numbers."""
    # Checked first, so that overflowing numbers cause no warning: such a row is not valid.
    finite = numpy.asarray(numpy.isfinite(vectors).all(axis=1))
    clean = numpy.where(finite[:, None], vectors, 0).astype(numpy.float64)
    lengths = numpy.sqrt((clean * clean).sum(axis=1))
    packed = (clean / numpy.where(lengths > 0, lengths, 1)[:, None]).astype("<f2")
    return [row.tobytes() if length > 0 else b"" for row, length in zip(packed, lengths, strict=True)]


def unpack_vectors(blobs: Sequence[bytes], dimensions: int) -> tuple[Floats, list[int]]:
    """Return the undamaged ones of these vectors in their order, and the indices of the damaged ones."""
    complete = [nth for nth, blob in enumerate(blobs) if len(blob) == 2 * dimensions]
    joined = b"".join(blobs[nth] for nth in complete)
    vectors = numpy.frombuffer(joined, dtype="<f2").astype(numpy.float32).reshape(len(complete), dimensions)
    lengths = numpy.sqrt(numpy.einsum("ij,ij->i", vectors, vectors))
    # NaN gives a length of NaN, for which the comparison is False.
    intact = numpy.asarray(numpy.abs(lengths - 1) < LENGTH_TOLERANCE)
    valid = {nth for nth, is_valid in zip(complete, intact.tolist(), strict=True) if is_valid}
    return vectors[intact], [nth for nth in range(len(blobs)) if nth not in valid]


def _products(rows: Floats, vector: Floats) -> Floats:
    """Return each row's product with *vector*, in this thread: for so few rows `@` would start other threads and wait
    for them.
    """
    products: Floats = numpy.einsum("ij,j->i", rows, vector)
    return products


def _smallest(numbers: NDArray[numpy.generic], count: int) -> NDArray[numpy.intp]:
    """Return the indices of the *count* smallest of *numbers*, in no order."""
    if len(numbers) <= count:
        return numpy.arange(len(numbers))
    return numpy.argpartition(numbers, count - 1)[:count]


STEP_MULTIPLICATIONS = 1_500_000_000
"""Multiplications in one step, about a tenth of a second on one core.

Every note is compared with every other one: 14,000 notes take some seconds, and four times as many notes sixteen times
as long. Between two steps other calls run in the thread, and the caller may stop.
"""

Pair = tuple[float, int, int]


class SimilarNotes:
    """Finds pairs of notes with similar mean vectors: call `step` until it returns False, then `best`."""

    def __init__(self, index: Index, model: int, min_similarity: float, limit: int) -> None:
        self._index = index
        self._store = VectorStore(index)
        self._model = model
        self._min_similarity, self._limit = min_similarity, limit
        self._after: int | None = 0
        self._notes: list[int] = []
        self._means: list[Floats] = []
        self._matrix: Floats | None = None
        self._row = 0
        self._pairs: list[Pair] = []

    def step(self) -> bool:
        """Do one step. False once all notes are compared."""
        if self._after is not None:
            self._load_means(self._after)
            return True
        if self._matrix is None:
            if len(self._means) < 2:
                return False
            self._matrix, self._means = numpy.array(self._means, dtype=numpy.float32), []
        self._compare(self._matrix)
        return self._row < len(self._matrix)

    def best(self) -> list[SimilarPair]:
        """Return the pairs, the most similar first."""
        with self._index.reading() as db:
            paths = dict[int, str]()
            for note in {note for _, first, second in self._pairs for note in (first, second)}:
                row = db.execute("SELECT path FROM note WHERE id = ? AND excluded = 0", (note,)).fetchone()
                if row is not None:
                    paths[note] = row[0]
        return [
            SimilarPair(min(paths[first], paths[second]), max(paths[first], paths[second]), similarity)
            for similarity, first, second in sorted(self._pairs, reverse=True)
            if first in paths and second in paths
        ]

    def _load_means(self, after: int) -> None:
        notes, rows = self._store.next_vectors(self._model, after)
        self._after = notes[-1] if notes else None
        if not rows:
            return
        dimensions = len(rows[0].vector) // 2
        for note, stored in groupby(sorted(rows, key=lambda row: row.note), key=lambda row: row.note):
            vectors, _ = unpack_vectors([row.vector for row in stored], dimensions)
            mean = vectors.sum(axis=0)
            length = float(numpy.sqrt(mean @ mean))
            if length > 0 and (not self._means or len(self._means[0]) == dimensions):
                self._notes.append(note)
                self._means.append(mean / numpy.float32(length))

    def _compare(self, means: Floats) -> None:
        count, dimensions = means.shape
        row_count = max(1, STEP_MULTIPLICATIONS // (count * dimensions))
        end = min(count, self._row + row_count)
        similar = means[self._row : end] @ means[self._row :].T
        # The first triangle contains each note with itself and every pair twice.
        similar[numpy.tril_indices(end - self._row)] = -1
        rows, columns = numpy.nonzero(similar >= self._min_similarity)
        if len(rows) > self._limit:
            best = numpy.argpartition(-similar[rows, columns], self._limit - 1)[: self._limit]
            rows, columns = rows[best], columns[best]
        pairs = [
            (float(min(1.0, similar[row, column])), self._notes[self._row + row], self._notes[self._row + column])
            for row, column in zip(rows.tolist(), columns.tolist(), strict=True)
        ]
        self._pairs = heapq.nlargest(self._limit, [*self._pairs, *pairs])
        self._row = end
