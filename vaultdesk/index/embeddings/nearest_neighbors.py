"""Nearest-neighbor search for a vector, a note or a passage, with the location of each passage in its note."""

import sqlite3
from collections.abc import Callable, Collection, Sequence
from typing import TYPE_CHECKING, ParamSpec

from msgspec import Struct, field

from vaultdesk.core.worker_thread import WorkerThread
from vaultdesk.index.embeddings.embedding_store import (
    UP_TO_DATE_SQL,
    EmbeddingModel,
    EmbeddingModelStore,
    KeyRange,
    StoredVector,
    VectorStore,
)
from vaultdesk.index.index_results import SimilarPair
from vaultdesk.index.store.index_file import Index

if TYPE_CHECKING:
    from vaultdesk.index.embeddings.vector_space import Floats, SimilarNotes, VectorMatch, VectorSpace

P = ParamSpec("P")


class NearPassage(Struct, frozen=True):
    """One passage: the text of its note from `start` to `end`, properties included."""

    note: int
    nth: int
    path: str
    heading: str
    first_line: int
    last_line: int
    start: int
    end: int
    similarity: float
    """The cosine of the two vectors: 1 for the same meaning, about 0 for nothing in common."""


PassageVisibility = Callable[[str], bool]
"""Whether a note may be found, by its path; called in another thread than the loop's."""


class PassageLocator:
    """Finds the positions of passages in their notes. Belongs to one thread."""

    def __init__(self, index: Index) -> None:
        self._index = index

    def locate(
        self, matches: Sequence["VectorMatch"], limit: int, is_visible: PassageVisibility | None
    ) -> list[NearPassage]:
        """Return the first *limit* of these passages that are visible and whose note has not changed since."""
        located: list[NearPassage] = []
        with self._index.reading() as db:
            for match in matches:
                row = db.execute(
                    "SELECT note.path, heading, first_line, last_line, start, finish FROM passage"  # noqa: S608 - a constant
                    " JOIN note ON note.id = passage.note JOIN cut ON cut.note = note.id"
                    f" WHERE passage.note = ? AND passage.nth = ? AND {UP_TO_DATE_SQL}",
                    (match.note, match.nth),
                ).fetchone()
                if row is not None and (is_visible is None or is_visible(row[0])):
                    path, heading, first, last, start, end = row
                    located.append(
                        NearPassage(match.note, match.nth, path, heading, first, last, start, end, match.similarity)
                    )
                    if len(located) == limit:
                        break
        return located

    def visible_notes(self, is_visible: PassageVisibility | None) -> set[int]:
        """Return the visible notes that have passages."""
        with self._index.reading() as db:
            notes = db.execute("SELECT note.id, note.path FROM note JOIN cut ON cut.note = note.id").fetchall()
        return {note for note, path in notes if is_visible is None or is_visible(path)}


def combine_passage_matches(answers: Sequence[Sequence["VectorMatch"]]) -> list["VectorMatch"]:
    """Combine the matches of several passages, each list best first, into one match for each note, best note first.

    A note's similarity is the average over all passages: by the nearest pair alone, a footer that all notes share would
    outweigh their text. A note missing from the matches of a passage counts as the last of them. The passage returned
    for a note is the one that exceeds the usual similarity most.
    """
    answers = [answer for answer in answers if answer]
    lowest = [answer[-1].similarity for answer in answers]
    best: dict[int, dict[int, VectorMatch]] = {}
    for nth, answer in enumerate(answers):
        for match in answer:
            # The matches are sorted: the first one of a note is its best.
            best.setdefault(match.note, {}).setdefault(nth, match)
    averages: list[float] = []
    for nth in range(len(answers)):
        similarities = [matches[nth].similarity for matches in best.values() if nth in matches]
        averages.append(sum(similarities) / len(similarities))
    combined: list[VectorMatch] = []
    for matches in best.values():
        similarities = [matches[nth].similarity if nth in matches else lowest[nth] for nth in range(len(answers))]
        most_distinctive = max(matches, key=lambda nth, matches=matches: matches[nth].similarity - averages[nth])  # type: ignore[misc] # the default binds this note's
        combined.append(matches[most_distinctive]._replace(similarity=sum(similarities) / len(similarities)))
    return sorted(combined, key=lambda match: (-match.similarity, match.note, match.nth))


CENTER_SAMPLE = 512
"""Number of vectors whose mean is subtracted from all vectors."""

SPARE_RESULTS = 20
"""Passages fetched in excess of the limit, since some may belong to a note that has just changed."""

WIDENING_FACTOR = 4
"""Factor by which more matches are fetched for each of several passages: a note may be second for each passage and best
for all.
"""

MAX_NOTE_PASSAGES = 24
"""Maximum number of passages of one note that others are compared with, spread evenly: some 30 ms at 60,000
passages.
"""


class DamagedVectors(Struct):
    """Vectors that cannot be read and have to be recomputed."""

    keys: set[bytes] = field(default_factory=set)
    notes: set[int] = field(default_factory=set)


class VectorSearch:
    """Searches the vectors of one model in memory. Belongs to one thread.

    Vectors are loaded in steps with the first search, and follow the file from then on.
    """

    def __init__(self, index: Index, *, keeps_vectors: bool = True) -> None:
        """Without *keeps_vectors* only their bits are in memory: for a single search, reading the candidates from the
        file again takes less time than converting all vectors.
        """
        self._index = index
        self._keeps_vectors = keeps_vectors
        self._store = VectorStore(index)
        self._models = EmbeddingModelStore(index)
        self._locator = PassageLocator(index)
        self._model: EmbeddingModel | None = None
        self._space: VectorSpace | None = None
        self._unloaded: list[KeyRange] = []
        """The keys whose vectors are not loaded yet, the last first."""
        self._refreshed: set[int] = set()
        """Notes whose vectors were reloaded while others were not loaded yet."""
        self._connection: sqlite3.Connection | None = None
        self._damage = DamagedVectors()

    def use_model(self, model: EmbeddingModel | None) -> None:
        """Search this model's vectors from now on; None frees the memory."""
        if (model and model.id) != (self._model and self._model.id):
            self._drop()
        self._model = model

    def load_step(self) -> bool:
        """Load some more vectors. False once all are loaded."""
        self._reset_on_new_file()
        if self._model is None:
            return False
        if self._space is None:
            self._space = self._empty_space(self._model)
            if self._space is None:
                return False
            self._unloaded = self._store.key_ranges()[::-1]
        if not self._unloaded:
            return False
        rows = self._store.vectors_in(self._model.id, self._unloaded.pop())
        self._replace((), [row for row in rows if row.note not in self._refreshed] if self._refreshed else rows)
        if not self._unloaded:
            self._refreshed = set()
            # Another process may have changed a note between two steps: some of its passages were loaded twice.
            self.refresh(self._space.repeated_notes())
        return True

    def refresh(self, notes: Collection[int]) -> None:
        """Reload these notes' vectors from the file. Does nothing before the first search."""
        self._reset_on_new_file()
        if self._space is not None and self._model is not None:
            self._replace(notes, self._store.vectors_of(self._model.id, notes))
            if self._unloaded:
                self._refreshed.update(notes)

    def take_damage(self) -> DamagedVectors:
        """Return the damaged vectors found since the last call."""
        damage, self._damage = self._damage, DamagedVectors()
        return damage

    def nearest(self, vector: "Floats", limit: int, is_visible: PassageVisibility | None) -> list[NearPassage]:
        """Return the passages nearest to *vector*, best first."""
        return self._search([vector], limit, is_visible)

    def near_note(self, path: str, limit: int, is_visible: PassageVisibility | None) -> list[NearPassage]:
        """Return a passage of each of the notes nearest to the one at *path* (`combine_passage_matches`)."""
        rows = self._vectors_of(path)
        stride = -(-len(rows) // MAX_NOTE_PASSAGES) or 1
        return self._search(self._unpack(rows[::stride]), limit, is_visible, rows[0].note if rows else 0)

    def _search(
        self, vectors: Sequence["Floats"], limit: int, is_visible: PassageVisibility | None, excluded_note: int = 0
    ) -> list[NearPassage]:
        space = self._space
        if space is None or limit < 1 or not vectors or any(len(vector) != space.dimensions for vector in vectors):
            return []
        count = (1 if len(vectors) == 1 else WIDENING_FACTOR) * (limit + SPARE_RESULTS)
        matches = self._matches(space, vectors, count, None, excluded_note)
        passages = self._locator.locate(matches, limit, is_visible)
        if len(passages) == limit or len(matches) < count or is_visible is None:
            return passages
        # Most of the nearest passages are not visible, so search again among the visible notes.
        visible = self._locator.visible_notes(is_visible)
        return self._locator.locate(self._matches(space, vectors, count, visible, excluded_note), limit, is_visible)

    def _matches(
        self, space: "VectorSpace", vectors: Sequence["Floats"], count: int, among: set[int] | None, excluded_note: int
    ) -> "list[VectorMatch]":
        answers = [space.nearest(vector, count, self._fetch, among, excluded_note) for vector in vectors]
        return answers[0] if len(answers) == 1 else combine_passage_matches(answers)

    def _vectors_of(self, path: str) -> list[StoredVector]:
        if self._model is None:
            return []
        with self._index.reading() as db:
            note = db.execute("SELECT id FROM note WHERE path = ? AND excluded = 0", (path,)).fetchone()
        return self._store.vectors_of(self._model.id, [note[0]]) if note is not None else []

    def _unpack(self, rows: Sequence[StoredVector]) -> Sequence["Floats"]:
        if not rows or self._space is None:
            return []
        from vaultdesk.index.embeddings.vector_space import unpack_vectors  # numpy is already loaded

        return list(unpack_vectors([row.vector for row in rows], self._space.dimensions)[0])

    def _fetch(self, passages: Sequence[tuple[int, int]]) -> dict[tuple[int, int], bytes]:
        """Return the full vectors from the file of passages given by note and number."""
        assert self._model is not None
        vectors: dict[tuple[int, int], bytes] = {}
        with self._index.reading() as db:
            for passage in passages:
                row = db.execute(
                    "SELECT vector.vector FROM passage CROSS JOIN vector"
                    " ON vector.model = ? AND vector.key = passage.key WHERE passage.note = ? AND passage.nth = ?",
                    (self._model.id, *passage),
                ).fetchone()
                if row is not None:
                    vectors[passage] = row[0]
        return vectors

    def _replace(self, notes: Collection[int], rows: Sequence[StoredVector]) -> None:
        assert self._space is not None
        damaged = set(self._space.replace(notes, rows))
        if damaged:
            self._damage.keys |= damaged
            self._damage.notes.update(row.note for row in rows if row.key in damaged)

    def _empty_space(self, model: EmbeddingModel) -> "VectorSpace | None":
        dimensions = next((known.dimensions for known in self._models.models() if known.id == model.id), 0)
        if not dimensions:
            return None
        # numpy takes 75 ms to import: it is imported with the first search by embeddings.
        from vaultdesk.index.embeddings.vector_space import MAX_VECTOR_BYTES, VectorSpace

        max_bytes = MAX_VECTOR_BYTES if self._keeps_vectors else 0
        return VectorSpace(dimensions, self._store.sample(model.id, CENTER_SAMPLE), max_bytes)

    def _reset_on_new_file(self) -> None:
        """Drop the vectors if the file was replaced, since its note numbers mean other notes."""
        with self._index.reading() as db:
            if db is not self._connection:
                self._connection = db
                self._drop()

    def _drop(self) -> None:
        self._space, self._unloaded, self._refreshed = None, [], set()


class NearestNeighbors:
    """Nearest-neighbor search in a separate thread. Belongs to the event loop. Searches may raise `IndexFailed`."""

    def __init__(
        self, index: Index, on_damage: Callable[[DamagedVectors], None], *, keeps_vectors: bool = True
    ) -> None:
        """*on_damage* is called on the loop with damaged vectors found by a search. For *keeps_vectors* see
        `VectorSearch`.
        """
        self._index = index
        self._search = VectorSearch(index, keeps_vectors=keeps_vectors)
        self._thread = WorkerThread("meaning-search")
        self._on_damage = on_damage
        self._model: EmbeddingModel | None = None

    async def use_model(self, model: EmbeddingModel | None) -> None:
        """Search this model's vectors from now on; None disables the search."""
        self._model = model
        await self._thread.run(self._search.use_model, model)

    async def refresh(self, notes: Collection[int]) -> None:
        """Reload these notes' vectors from the file."""
        await self._thread.run(self._search.refresh, notes)

    async def nearest(self, vector: "Floats", limit: int, is_visible: PassageVisibility | None) -> list[NearPassage]:
        """Return the passages nearest to *vector*, best first."""
        return await self._when_loaded(self._search.nearest, vector, limit, is_visible)

    async def near_note(self, path: str, limit: int, is_visible: PassageVisibility | None) -> list[NearPassage]:
        """Return a passage of each of the notes nearest to the one at *path*."""
        return await self._when_loaded(self._search.near_note, path, limit, is_visible)

    async def similar_notes(self, min_similarity: float, limit: int) -> list[SimilarPair]:
        """Return pairs of notes whose mean vectors are at least this similar, most similar first."""
        if self._model is None:
            return []
        pairs = await self._thread.run(self._start_comparison, self._model.id, min_similarity, limit)
        while await self._thread.run(pairs.step):
            continue
        return await self._thread.run(pairs.best)

    async def aclose(self) -> None:
        """End the thread, and free the memory."""
        await self._thread.run(self._search.use_model, None)
        await self._thread.aclose()

    async def _when_loaded(
        self, search: Callable[P, list[NearPassage]], *args: P.args, **kwargs: P.kwargs
    ) -> list[NearPassage]:
        """Call *search* in the thread once all vectors are loaded. Loading takes several steps; other calls run in
        between.
        """
        while (answer := await self._thread.run(self._load_or_search, search, *args, **kwargs)) is None:
            continue
        passages, damage = answer
        if damage.keys:
            self._on_damage(damage)
        return passages

    def _load_or_search(
        self, search: Callable[P, list[NearPassage]], /, *args: P.args, **kwargs: P.kwargs
    ) -> tuple[list[NearPassage], DamagedVectors] | None:
        if self._search.load_step():
            return None
        return search(*args, **kwargs), self._search.take_damage()

    def _start_comparison(self, model: int, min_similarity: float, limit: int) -> "SimilarNotes":
        # numpy takes 75 ms to import: it is imported in this thread, with the first search.
        from vaultdesk.index.embeddings.vector_space import SimilarNotes

        return SimilarNotes(self._index, model, min_similarity, limit)
