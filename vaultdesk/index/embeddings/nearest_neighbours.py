"""Nearest-neighbour search for a vector, a note or a passage, with the location of each passage in its note."""

import sqlite3
from collections.abc import Callable, Collection, Sequence
from dataclasses import dataclass, field
from functools import partial
from typing import TYPE_CHECKING, TypeVar

from vaultdesk.index.embeddings.embedder import WorkThread
from vaultdesk.index.embeddings.embedding_store import EmbeddingModel, EmbeddingModelStore, StoredVector, VectorStore
from vaultdesk.index.embeddings.passage_store import FRESH_SQL
from vaultdesk.index.store.index_file import Index

if TYPE_CHECKING:
    from vaultdesk.index.embeddings.vector_space import Floats, SimilarNotes, VectorMatch, VectorSpace


@dataclass(frozen=True, slots=True)
class NearPassage:
    """One passage; its text is that of the note from `start` to `end`, properties counted."""

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
    """Belongs to one thread."""

    def __init__(self, index: Index) -> None:
        self._index = index

    def near(self, found: Sequence["VectorMatch"], limit: int, sees: PassageVisibility | None) -> list[NearPassage]:
        """Return where the first of these passages stand, without those that may not be seen or changed."""
        near: list[NearPassage] = []
        with self._index.reading() as db:
            for one in found:
                row = db.execute(
                    "SELECT note.path, heading, first_line, last_line, start, finish FROM passage"  # noqa: S608 - a constant of ours
                    " JOIN note ON note.id = passage.note JOIN cut ON cut.note = note.id"
                    f" WHERE passage.note = ? AND passage.nth = ? AND {FRESH_SQL}",
                    (one.note, one.nth),
                ).fetchone()
                if row is not None and (sees is None or sees(row[0])):
                    path, heading, first, last, start, end = row
                    near.append(NearPassage(one.note, one.nth, path, heading, first, last, start, end, one.similarity))
                    if len(near) == limit:
                        break
        return near

    def seen(self, sees: PassageVisibility | None) -> set[int]:
        """Return the notes with passages that may be seen."""
        with self._index.reading() as db:
            notes = db.execute("SELECT note.id, note.path FROM note JOIN cut ON cut.note = note.id").fetchall()
        return {note for note, path in notes if sees is None or sees(path)}


# By the nearest pair alone, what every note ends with in the same words would outdo whatever they say. So a note is as
# near as its best passages are on the average of all passages asked for, and it is told by the one that stands out
# most.


def combine_passage_matches(answers: Sequence[Sequence["VectorMatch"]]) -> list["VectorMatch"]:
    """Return one passage of each note in *answers*, one list for each passage asked for, best first; best note first.

    Where a note is not among those nearest to a passage, it counts as if it were the last of them.
    """
    answers = [answer for answer in answers if answer]
    least = [answer[-1].similarity for answer in answers]
    best: dict[int, dict[int, VectorMatch]] = {}
    for asked, answer in enumerate(answers):
        for one in answer:
            # They come best first: the first one of a note is its best.
            best.setdefault(one.note, {}).setdefault(asked, one)
    usual: list[float] = []
    for asked in range(len(answers)):
        similar = [mine[asked].similarity for mine in best.values() if asked in mine]
        usual.append(sum(similar) / len(similar))
    found: list[VectorMatch] = []
    for mine in best.values():
        similar = [mine[asked].similarity if asked in mine else least[asked] for asked in range(len(answers))]
        outstanding = max(mine, key=lambda asked, mine=mine: mine[asked].similarity - usual[asked])  # type: ignore[misc] # the default binds this note's
        found.append(mine[outstanding]._replace(similarity=sum(similar) / len(similar)))
    return sorted(found, key=lambda one: (-one.similarity, one.note, one.nth))


# Belongs to one thread. The vectors come into memory with the first question, in steps, and follow the file from then
# on.

CENTRE_SAMPLE = 512
"""Vectors by whose centre the bits are taken."""

SPARE_RESULTS = 20
"""Passages looked up beyond those wanted: some may be of a note that changed this moment."""

WIDENING_FACTOR = 4
"""Times as many are looked up for each of several passages: a note may be second to many for each, and best for all."""

MAX_NOTE_PASSAGES = 24
"""Passages of one note that others are compared with, spread evenly over it: some 30 ms at 60,000 passages."""


@dataclass(slots=True)
class DamagedVectors:
    """Vectors that are none; they are to be made again."""

    keys: set[bytes] = field(default_factory=set)
    notes: set[int] = field(default_factory=set)


class VectorSearch:
    """Answers from one model's vectors."""

    def __init__(self, index: Index) -> None:
        self._index = index
        self._store = VectorStore(index)
        self._models = EmbeddingModelStore(index)
        self._standing = PassageLocator(index)
        self._model: EmbeddingModel | None = None
        self._space: VectorSpace | None = None
        self._at: int | None = 0
        self._connection: sqlite3.Connection | None = None
        self._damage = DamagedVectors()

    def use(self, model: EmbeddingModel | None) -> None:
        """Answer from this model's vectors from now on; None frees the memory."""
        if (model and model.id) != (self._model and self._model.id):
            self._space, self._at = None, 0
        self._model = model

    @property
    def memory(self) -> int:
        """How many bytes the vectors take."""
        return self._space.memory if self._space is not None else 0

    def load_some(self) -> bool:
        """Take some more vectors into memory; False when all are there."""
        self._look_at_file()
        if self._model is None or self._at is None:
            return False
        if self._space is None:
            self._space = self._blank(self._model)
            if self._space is None:
                return False
        notes, rows = self._store.next_rows(self._model.id, self._at)
        self._take(notes, rows)
        self._at = notes[-1] if notes else None
        return bool(notes)

    def refresh(self, notes: Collection[int]) -> None:
        """Know these notes' passages as the file has them now; nothing is done before the first question."""
        self._look_at_file()
        if self._space is not None and self._model is not None:
            self._take(notes, self._store.rows(self._model.id, notes))

    def damage(self) -> DamagedVectors:
        """Return what was found damaged since this was asked last."""
        found, self._damage = self._damage, DamagedVectors()
        return found

    def nearest(self, vector: "Floats", limit: int, sees: PassageVisibility | None) -> list[NearPassage]:
        """Return the passages nearest to *vector*, best first."""
        return self._answer([vector], limit, sees)

    def near_note(self, path: str, limit: int, sees: PassageVisibility | None) -> list[NearPassage]:
        """Return a passage of each of the notes that are nearest to the one at *path*; `nearest_neighbours.py` says
        how."""
        rows = self._rows_of(path)
        wide = -(-len(rows) // MAX_NOTE_PASSAGES) or 1
        return self._answer(self._vectors(rows[::wide]), limit, sees, rows[0].note if rows else 0)

    def near_passage(self, path: str, line: int, limit: int, sees: PassageVisibility | None) -> list[NearPassage]:
        """Return passages of other notes by how near they are to the one that holds *line* of the note at *path*."""
        with self._index.reading() as db:
            row = db.execute(
                "SELECT passage.nth FROM passage JOIN note ON note.id = passage.note"
                " WHERE note.path = ? ORDER BY passage.first_line > ?, abs(passage.first_line - ?), nth DESC LIMIT 1",
                (path, line, line),
            ).fetchone()
        mine = [one for one in self._rows_of(path) if row is not None and one.nth == row[0]]
        return self._answer(self._vectors(mine), limit, sees, mine[0].note if mine else 0)

    def _answer(
        self, vectors: Sequence["Floats"], limit: int, sees: PassageVisibility | None, without: int = 0
    ) -> list[NearPassage]:
        space = self._space
        if space is None or limit < 1 or not vectors or any(len(one) != space.dimensions for one in vectors):
            return []
        count = (1 if len(vectors) == 1 else WIDENING_FACTOR) * (limit + SPARE_RESULTS)

        def found(only: set[int] | None) -> "list[VectorMatch]":
            answers = [space.nearest(one, count, self._fetch, only, without) for one in vectors]
            return answers[0] if len(answers) == 1 else combine_passage_matches(answers)

        first = found(None)
        near = self._standing.near(first, limit, sees)
        if len(near) == limit or len(first) < count or sees is None:
            return near
        # Most of what is near may not be seen: ask once more, among what may.
        return self._standing.near(found(self._standing.seen(sees)), limit, sees)

    def _rows_of(self, path: str) -> list[StoredVector]:
        if self._model is None:
            return []
        with self._index.reading() as db:
            note = db.execute("SELECT id FROM note WHERE path = ? AND excluded = 0", (path,)).fetchone()
        return self._store.rows(self._model.id, [note[0]]) if note is not None else []

    def _vectors(self, rows: Sequence[StoredVector]) -> Sequence["Floats"]:
        if not rows or self._space is None:
            return []
        from vaultdesk.index.embeddings.vector_space import unpack_vectors  # numpy: the space has loaded it

        return list(unpack_vectors([row.vector for row in rows], self._space.dimensions)[0])

    def _fetch(self, places: Sequence[tuple[int, int]]) -> dict[tuple[int, int], bytes]:
        assert self._model is not None
        given: dict[tuple[int, int], bytes] = {}
        with self._index.reading() as db:
            for place in places:
                row = db.execute(
                    "SELECT vector.vector FROM passage CROSS JOIN vector"
                    " ON vector.model = ? AND vector.key = passage.key WHERE passage.note = ? AND passage.nth = ?",
                    (self._model.id, *place),
                ).fetchone()
                if row is not None:
                    given[place] = row[0]
        return given

    def _take(self, notes: Collection[int], rows: Sequence[StoredVector]) -> None:
        assert self._space is not None
        bad = set(self._space.replace(notes, rows))
        if bad:
            self._damage.keys |= bad
            self._damage.notes.update(row.note for row in rows if row.key in bad)

    def _blank(self, model: EmbeddingModel) -> "VectorSpace | None":
        dimensions = next((one.dimensions for one in self._models.models() if one.id == model.id), 0)
        if not dimensions:
            return None
        # numpy takes 75 ms to import: whoever never asks by meaning never pays for it.
        from vaultdesk.index.embeddings.vector_space import VectorSpace

        return VectorSpace(dimensions, self._store.sample(model.id, CENTRE_SAMPLE))

    def _look_at_file(self) -> None:
        """After the file was made anew its numbers mean other notes."""
        with self._index.reading() as db:
            if db is not self._connection:
                self._connection, self._space, self._at = db, None, 0


T = TypeVar("T")


class NearestNeighbours:
    """Belongs to the loop. Everything asked may raise `IndexFailed`."""

    def __init__(self, index: Index, tell_damage: Callable[[DamagedVectors], None]) -> None:
        self._index = index
        self._near = VectorSearch(index)
        self._thread = WorkThread("meaning-search")
        self._tell_damage = tell_damage
        self._model: EmbeddingModel | None = None

    async def use(self, model: EmbeddingModel | None) -> None:
        """Answer from this model's vectors from now on; from none with None."""
        self._model = model
        await self._thread.do(partial(self._near.use, model))

    async def refresh(self, notes: Collection[int]) -> None:
        """Know these notes' passages as the file has them now."""
        await self._thread.do(partial(self._near.refresh, notes))

    async def ask(self, question: Callable[[VectorSearch], T]) -> T:
        """Answer from all vectors; *question* runs in the thread."""

        def answer() -> tuple[T, DamagedVectors] | None:
            # The first time all vectors have to be taken in, which may last a second: others get their turn between.
            return None if self._near.load_some() else (question(self._near), self._near.damage())

        while (answered := await self._thread.do(answer)) is None:
            pass
        answer_found, damage = answered
        if damage.keys:
            self._tell_damage(damage)
        return answer_found

    async def alike(self, least: float, limit: int) -> list[tuple[str, str, float]]:
        """Return pairs of notes whose means are that near, the most alike first."""
        if self._model is None:
            return []
        model = self._model.id

        def begin() -> "SimilarNotes":
            # It imports numpy, which takes 75 ms and is for questions only: in this thread, and at the first of them.
            from vaultdesk.index.embeddings.vector_space import SimilarNotes

            return SimilarNotes(self._index, model, least, limit)

        pairs = await self._thread.do(begin)
        while await self._thread.do(pairs.some):
            pass
        return await self._thread.do(pairs.best)

    async def memory(self) -> int:
        """Return how many bytes the vectors take."""
        return await self._thread.do(lambda: self._near.memory)

    async def aclose(self) -> None:
        """End the thread, and free the memory."""
        await self._thread.do(partial(self._near.use, None))
        await self._thread.aclose()
