"""Alike: pairs of notes that say nearly the same, by the mean of their passages' vectors. Belongs to one thread.

Every note is compared with every other one: 14,000 of them take some seconds of work and four times as many four times
four. So it is done in steps of a tenth of a second, and whoever asked may leave at any time.
"""

import heapq
from itertools import groupby

import numpy

from vaultdesk.index.index import Index
from vaultdesk.index.meaning.space import Floats, unpacked
from vaultdesk.index.meaning.vector_store import VectorStore

STEP_WORK = 1_500_000_000
"""Multiplications in one step, about a tenth of a second of one core."""

Pair = tuple[float, int, int]


class AlikeNotes:
    """`while alike.some(): ...`, then `best()`."""

    def __init__(self, index: Index, model: int, least: float, limit: int) -> None:
        self._index = index
        self._store = VectorStore(index)
        self._model = model
        self._least, self._limit = least, limit
        self._after: int | None = 0
        self._notes: list[int] = []
        self._means: list[Floats] = []
        self._all: Floats | None = None
        self._row = 0
        self._pairs: list[Pair] = []

    def some(self) -> bool:
        """Do one step; False when all is done."""
        if self._after is not None:
            self._gather(self._after)
            return True
        if self._all is None:
            if len(self._means) < 2:
                return False
            self._all, self._means = numpy.array(self._means, dtype=numpy.float32), []
        self._compare(self._all)
        return self._row < len(self._all)

    def best(self) -> list[tuple[str, str, float]]:
        """Return the pairs by their notes' paths, the most alike first."""
        with self._index.reading() as db:
            paths = dict[int, str]()
            for note in {note for _, first, second in self._pairs for note in (first, second)}:
                row = db.execute("SELECT path FROM note WHERE id = ? AND excluded = 0", (note,)).fetchone()
                if row is not None:
                    paths[note] = row[0]
        return [
            (*sorted((paths[first], paths[second])), similar)  # type: ignore[misc] # two sorted strings are two strings
            for similar, first, second in sorted(self._pairs, reverse=True)
            if first in paths and second in paths
        ]

    def _gather(self, after: int) -> None:
        notes, rows = self._store.next_rows(self._model, after)
        self._after = notes[-1] if notes else None
        if not rows:
            return
        dimensions = len(rows[0].vector) // 2
        for note, mine in groupby(sorted(rows, key=lambda row: row.note), key=lambda row: row.note):
            vectors, _ = unpacked([row.vector for row in mine], dimensions)
            mean = vectors.sum(axis=0)
            length = float(numpy.sqrt(mean @ mean))
            if length > 0 and (not self._means or len(self._means[0]) == dimensions):
                self._notes.append(note)
                self._means.append(mean / numpy.float32(length))

    def _compare(self, means: Floats) -> None:
        count, dimensions = means.shape
        height = max(1, STEP_WORK // (count * dimensions))
        end = min(count, self._row + height)
        similar = means[self._row : end] @ means[self._row :].T
        # The triangle at the beginning holds each note with itself and every pair of it twice.
        similar[numpy.tril_indices(end - self._row)] = -1
        rows, columns = numpy.nonzero(similar >= self._least)
        if len(rows) > self._limit:
            best = numpy.argpartition(-similar[rows, columns], self._limit - 1)[: self._limit]
            rows, columns = rows[best], columns[best]
        found = [
            (float(min(1.0, similar[row, column])), self._notes[self._row + row], self._notes[self._row + column])
            for row, column in zip(rows.tolist(), columns.tolist(), strict=True)
        ]
        self._pairs = heapq.nlargest(self._limit, [*self._pairs, *found])
        self._row = end
