"""Vectors and embedding models in the index file, accessed in a thread of its own."""

import sqlite3
from collections.abc import Callable, Collection, Iterable, Sequence
from dataclasses import dataclass, field
from functools import partial
from typing import NamedTuple, TypeVar

from vaultdesk.index.embeddings.embedder import EmbeddingText, WorkThread
from vaultdesk.index.embeddings.passage_store import (
    COUNTS,
    SOURCE,
    ChunkingResult,
    OutdatedNote,
    PassageCounts,
    PassageStore,
    given_text,
    hidden_spans,
    in_context,
    key_of,
)
from vaultdesk.index.store.index_file import Index

# Each step takes a connection for a few milliseconds only, and commits by itself: whoever stops loses one step.

NOTES_AT_ONCE = 200
"""Notes counted or loaded in one step: some 800 passages, 5 to 10 ms."""

VECTORS_AT_ONCE = 400
"""Vectors deleted or looked through in one step."""


class StoredVector(NamedTuple):
    """A passage with its vector."""

    note: int
    nth: int
    key: bytes
    vector: bytes


class UnembeddedPassage(NamedTuple):
    """A passage without one."""

    key: bytes
    text: EmbeddingText


@dataclass(slots=True)
class VectorWriteResult:
    """What came of writing vectors."""

    notes: set[int] = field(default_factory=set)
    change: PassageCounts = field(default_factory=PassageCounts)


class VectorStore:
    """Two of its kind may be used, each by its own thread: one that writes, and one that only reads."""

    def __init__(self, index: Index) -> None:
        self._index = index

    def lacking(self, model: int, after: int = 0) -> tuple[list[OutdatedNote], PassageCounts, int]:
        """Return some notes that have passages without a vector, the count over all looked at, and where to go on."""
        with self._index.reading() as db:
            notes = _next_notes(db, after)
            if not notes:
                return [], PassageCounts(), 0
            rows = db.execute(
                f"SELECT note.mtime_ns, passage.note, {COUNTS} FROM {SOURCE} JOIN note ON note.id = passage.note"  # noqa: S608 - constants of ours
                " WHERE passage.note > ? AND passage.note <= ? GROUP BY passage.note",
                (model, after, notes[-1]),
            ).fetchall()
        tally = PassageCounts()
        for _, _, *numbers in rows:
            tally = tally + PassageCounts(*numbers)
        return (
            [OutdatedNote(modified, note) for modified, note, total, done, _ in rows if done < total],
            tally,
            notes[-1],
        )

    def wanted(self, model: int, notes: Sequence[int]) -> list[UnembeddedPassage]:
        """Return the passages of these notes without a vector, in their order."""
        with self._index.reading() as db:
            read = [(_text(db, note), _lacking(db, model, note)) for note in notes]
        return [one for text, passages in read if text is not None for one in _wanted(*text, passages)]

    def rows(self, model: int, notes: Collection[int]) -> list[StoredVector]:
        """Return the passages of these notes that have a vector."""
        with self._index.reading() as db:
            return [row for note in notes for row in _rows(db, model, (note - 1, note))]

    def next_rows(self, model: int, after: int) -> tuple[list[int], list[StoredVector]]:
        """Return the next notes with passages, and those of their passages that have a vector."""
        with self._index.reading() as db:
            notes = _next_notes(db, after)
            return notes, _rows(db, model, (after, notes[-1])) if notes else []

    def sample(self, model: int, most: int) -> list[bytes]:
        """Return some vectors of that model; their keys being digests, those with the smallest are taken by chance."""
        with self._index.reading() as db:
            return [vector for (vector,) in db.execute(
                "SELECT vector FROM vector WHERE model = ? AND length(vector) > 0 ORDER BY key LIMIT ?", (model, most)
            )]  # fmt: skip

    def put(self, model: int, dimensions: int, made: Sequence[tuple[bytes, bytes]]) -> VectorWriteResult:
        """Keep these vectors by their keys; an empty one says that the text was refused."""
        kept = VectorWriteResult()
        with self._index.writing() as db:
            db.execute("UPDATE model SET dimensions = ? WHERE id = ? AND dimensions = 0", (dimensions, model))
            for key, vector in made:
                notes = [note for (note,) in db.execute("SELECT note FROM passage WHERE key = ?", (key,))]
                if not notes:
                    continue  # its note changed meanwhile
                is_new = db.execute(
                    "INSERT OR IGNORE INTO vector (model, key, vector) VALUES (?, ?, ?)", (model, key, vector)
                ).rowcount
                if is_new:
                    kept.notes.update(notes)
                    kept.change = kept.change + PassageCounts(0, len(notes), len(notes) if vector else 0)
        return kept

    def drop(self, model: int, keys: Iterable[bytes]) -> None:
        """Delete vectors that turned out to be damaged."""
        with self._index.writing() as db:
            db.executemany("DELETE FROM vector WHERE model = ? AND key = ?", [(model, key) for key in keys])

    def drop_loose(self, keys: Iterable[bytes]) -> None:
        """Delete those of the vectors with these keys that belong to no passage."""
        with self._index.writing() as db:
            db.executemany(
                "DELETE FROM vector WHERE key = ? AND NOT EXISTS (SELECT 1 FROM passage WHERE passage.key = vector.key)"
                " AND model IN (SELECT id FROM model)",
                [(key,) for key in keys],
            )

    def sweep(self, model: int, after: bytes) -> bytes:
        """Delete those of the next vectors that belong to no passage; return where to go on, empty at the end."""
        with self._index.reading() as db:
            rows = db.execute(
                "SELECT key, EXISTS (SELECT 1 FROM passage WHERE passage.key = vector.key) FROM vector"
                " WHERE model = ? AND key > ? ORDER BY key LIMIT ?",
                (model, after, VECTORS_AT_ONCE),
            ).fetchall()
        loose = [key for key, used in rows if not used]
        if loose:
            self.drop_loose(loose)
        return bytes(rows[-1][0]) if rows else b""


def _next_notes(db: sqlite3.Connection, after: int) -> list[int]:
    rows = db.execute("SELECT note FROM cut WHERE note > ? ORDER BY note LIMIT ?", (after, NOTES_AT_ONCE))
    return [note for (note,) in rows]


def _rows(db: sqlite3.Connection, model: int, notes: tuple[int, int]) -> list[StoredVector]:
    """The passages of notes above the first number and up to the second one."""
    return [StoredVector(*row) for row in db.execute(
        # A cross join keeps this order: SQLite would go through all vectors for every page.
        "SELECT passage.note, passage.nth, passage.key, vector.vector FROM passage"
        " CROSS JOIN vector ON vector.model = ? AND vector.key = passage.key"
        " WHERE passage.note > ? AND passage.note <= ? AND length(vector.vector) > 0",
        (model, *notes),
    )]  # fmt: skip


def _text(db: sqlite3.Connection, note: int) -> tuple[str, str, str, str] | None:
    found: tuple[str, str, str, str] | None = db.execute(
        "SELECT note.path, note.title, text.properties, text.body FROM note JOIN text ON text.id = note.id"
        " WHERE note.id = ?",
        (note,),
    ).fetchone()
    return found


def _lacking(db: sqlite3.Connection, model: int, note: int) -> list[tuple[bytes, str, int, int, int, int]]:
    return db.execute(
        f"SELECT passage.key, heading, first_line, last_line, start, finish FROM {SOURCE}"  # noqa: S608 - constants of ours
        " WHERE passage.note = ? AND vector.key IS NULL ORDER BY passage.nth",
        (model, note),
    ).fetchall()


def _wanted(
    path: str, title: str, head: str, body: str, passages: list[tuple[bytes, str, int, int, int, int]]
) -> Iterable[UnembeddedPassage]:
    text = head + body
    hidden = hidden_spans(text, len(head))
    for key, heading, first, last, start, finish in passages:
        given = in_context(title, heading, given_text(text, (start, finish), hidden))
        # Where the note is another one already it will be cut again, and that passage asked for then.
        if key_of(given) == key:
            yield UnembeddedPassage(bytes(key), EmbeddingText(given, path, heading, first, last))


VECTORS_PER_DELETION = 400
"""Vectors deleted in one step."""


@dataclass(frozen=True, slots=True)
class EmbeddingModel:
    """A model that has read something here."""

    id: int
    name: str
    title: str
    dimensions: int
    """Of its vectors; 0 before the first one."""
    complete: bool
    """Whether it once had read everything."""


class EmbeddingModelStore:
    """Each step takes a connection for a few milliseconds only."""

    def __init__(self, index: Index) -> None:
        self._index = index

    def models(self) -> list[EmbeddingModel]:
        """Return every model, the one that came last at the end."""
        with self._index.reading() as db:
            return _models(db)

    def enter(self, name: str, title: str) -> EmbeddingModel:
        """Return the model of that name, known from now on."""
        with self._index.writing() as db:
            db.execute("INSERT OR IGNORE INTO model (name, title) VALUES (?, ?)", (name, title))
            return next(model for model in _models(db) if model.name == name)

    def complete(self, model: int) -> None:
        """Know that this model has read everything."""
        with self._index.writing() as db:
            db.execute("UPDATE model SET complete = 1 WHERE id = ?", (model,))

    def drop_some(self, model: int) -> bool:
        """Delete some of a model's vectors, at last the model; False when it is gone."""
        with self._index.writing() as db:
            gone = db.execute(
                "DELETE FROM vector WHERE model = ? AND key IN (SELECT key FROM vector WHERE model = ? LIMIT ?)",
                (model, model, VECTORS_PER_DELETION),
            ).rowcount
            if not gone:
                db.execute("DELETE FROM model WHERE id = ?", (model,))
            return bool(gone)

    def drop_refused(self, model: int) -> None:
        """Have everything that was refused asked again."""
        with self._index.writing() as db:
            db.execute("DELETE FROM vector WHERE model = ? AND length(vector) = 0", (model,))


def _models(db: sqlite3.Connection) -> list[EmbeddingModel]:
    rows = db.execute("SELECT id, name, title, dimensions, complete FROM model ORDER BY id")
    return [
        EmbeddingModel(number, name, title, dimensions, bool(done)) for number, name, title, dimensions, done in rows
    ]


T = TypeVar("T")

ORPHANS_PER_STEP = 200
"""Vectors asked in one step whether a passage still has them."""


class EmbeddingStore:
    """Belongs to the loop; every step is a few milliseconds of the index's connections."""

    def __init__(self, index: Index) -> None:
        self._index = index
        self._thread = WorkThread("meaning-write")
        self._passages = PassageStore(index)
        self._vectors = VectorStore(index)
        self._models = EmbeddingModelStore(index)
        self._connection: sqlite3.Connection | None = None

    async def do(self, work: Callable[[], T]) -> T:
        """Have something else done in this thread."""
        return await self._thread.do(work)

    async def aclose(self) -> None:
        """End the thread."""
        await self._thread.aclose()

    async def is_new_file(self) -> bool:
        """Tell whether the index's file is another one than when this was asked last."""
        before = self._connection
        self._connection = await self._thread.do(self._present)
        return before is not self._connection

    async def compare(self) -> tuple[list[OutdatedNote], list[int]]:
        """Return every note whose passages are not those of its text, and those that are no more to be read."""
        due, after = await self._thread.do(self._passages.due)
        while after:
            more, after = await self._thread.do(partial(self._passages.due, after))
            due += more
        return due, await self.gone()

    async def gone(self) -> list[int]:
        """Return every note with passages that is no more, or no more to be read."""
        found, after = await self._thread.do(self._passages.gone)
        while after:
            more, after = await self._thread.do(partial(self._passages.gone, after))
            found += more
        return found

    async def look_at(self, paths: Sequence[str]) -> tuple[list[OutdatedNote], list[int]]:
        """Return the same two for the notes at *paths*."""
        due = await self._thread.do(partial(self._passages.due_among, paths))
        return due, await self._thread.do(partial(self._passages.gone_among, paths))

    async def cut(self, notes: Sequence[int], model: int) -> ChunkingResult:
        """Cut these notes anew."""
        return await self._thread.do(partial(self._passages.cut, notes, model))

    async def remove(self, notes: Sequence[int], model: int) -> ChunkingResult:
        """Forget the passages of these notes."""
        return await self._thread.do(partial(self._passages.remove, notes, model))

    async def lacking(self, model: int) -> tuple[list[OutdatedNote], PassageCounts]:
        """Return every note with a passage that model has not read, and the numbers of all."""
        found, tally, after = await self._thread.do(partial(self._vectors.lacking, model))
        while after:
            more, counted, after = await self._thread.do(partial(self._vectors.lacking, model, after))
            found, tally = found + more, tally + counted
        return found, tally

    async def wanted(self, model: int, notes: Sequence[int]) -> list[UnembeddedPassage]:
        """Return the passages of these notes that model has not read."""
        return await self._thread.do(partial(self._vectors.wanted, model, notes))

    async def put(
        self, model: EmbeddingModel, dimensions: int, made: Sequence[tuple[bytes, bytes]]
    ) -> VectorWriteResult:
        """Keep these vectors."""
        return await self._thread.do(partial(self._vectors.put, model.id, dimensions, made))

    async def drop(self, model: int, keys: Iterable[bytes]) -> None:
        """Delete vectors that are damaged."""
        await self._thread.do(partial(self._vectors.drop, model, keys))

    async def drop_loose(self, keys: Iterable[bytes]) -> None:
        """Delete those of these vectors that belong to no passage."""
        waiting = list(keys)
        for start in range(0, len(waiting), ORPHANS_PER_STEP):
            await self._thread.do(partial(self._vectors.drop_loose, waiting[start : start + ORPHANS_PER_STEP]))

    async def sweep(self, model: int) -> None:
        """Delete every vector of that model that belongs to no passage."""
        after = b""
        while after := await self._thread.do(partial(self._vectors.sweep, model, after)):
            continue

    async def enter(self, name: str, title: str) -> tuple[EmbeddingModel, list[EmbeddingModel]]:
        """Return the model of that name, known from now on, and all others."""
        mine = await self._thread.do(partial(self._models.enter, name, title))
        return mine, [one for one in await self._thread.do(self._models.models) if one.id != mine.id]

    async def complete(self, model: int) -> None:
        """Know that this model has read everything."""
        await self._thread.do(partial(self._models.complete, model))

    async def drop_model(self, model: int) -> None:
        """Delete a model with all its vectors."""
        while await self._thread.do(partial(self._models.drop_some, model)):
            pass

    async def drop_refused(self, model: int) -> None:
        """Have everything that was refused asked again."""
        await self._thread.do(partial(self._models.drop_refused, model))

    def _present(self) -> sqlite3.Connection:
        with self._index.reading() as db:
            return db
