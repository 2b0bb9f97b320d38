"""Near search: finds the passages nearest to a vector, a note or a passage, from what is stored. Asks no model.

Belongs to one thread. The vectors come into memory with the first question, in steps, and follow the file from then on.
"""

import sqlite3
from collections.abc import Collection, Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from vaultdesk.index.index import Index
from vaultdesk.index.meaning.as_a_whole import alike_as_a_whole
from vaultdesk.index.meaning.model_store import Model, ModelStore
from vaultdesk.index.meaning.near import NearPassage
from vaultdesk.index.meaning.standing import Sees, Standing
from vaultdesk.index.meaning.vector_store import Row, VectorStore

if TYPE_CHECKING:  # numpy is loaded with the first question, not before it
    from vaultdesk.index.meaning.space import Floats, Found, Space

SAMPLE = 512
"""Vectors by whose centre the bits are taken."""

SPARE = 20
"""Passages looked up beyond those wanted: some may be of a note that changed this moment."""

WIDER = 4
"""Times as many are looked up for each of several passages: a note may be second to many for each, and best for all."""

ASKED_OF_A_NOTE = 24
"""Passages of one note that others are compared with, spread evenly over it: some 30 ms at 60,000 passages."""


@dataclass(slots=True)
class Damage:
    """Vectors that are none; they are to be made again."""

    keys: set[bytes] = field(default_factory=set)
    notes: set[int] = field(default_factory=set)


class NearSearch:
    """Answers from one model's vectors."""

    def __init__(self, index: Index) -> None:
        self._index = index
        self._store = VectorStore(index)
        self._models = ModelStore(index)
        self._standing = Standing(index)
        self._model: Model | None = None
        self._space: Space | None = None
        self._at: int | None = 0
        self._connection: sqlite3.Connection | None = None
        self._damage = Damage()

    def use(self, model: Model | None) -> None:
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

    def damage(self) -> Damage:
        """Return what was found damaged since this was asked last."""
        found, self._damage = self._damage, Damage()
        return found

    def nearest(self, vector: "Floats", limit: int, sees: Sees | None) -> list[NearPassage]:
        """Return the passages nearest to *vector*, best first."""
        return self._answer([vector], limit, sees)

    def near_note(self, path: str, limit: int, sees: Sees | None) -> list[NearPassage]:
        """Return a passage of each of the notes that are nearest to the one at *path*; `as_a_whole.py` says how."""
        rows = self._rows_of(path)
        wide = -(-len(rows) // ASKED_OF_A_NOTE) or 1
        return self._answer(self._vectors(rows[::wide]), limit, sees, rows[0].note if rows else 0)

    def near_passage(self, path: str, line: int, limit: int, sees: Sees | None) -> list[NearPassage]:
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
        self, vectors: Sequence["Floats"], limit: int, sees: Sees | None, without: int = 0
    ) -> list[NearPassage]:
        space = self._space
        if space is None or limit < 1 or not vectors or any(len(one) != space.dimensions for one in vectors):
            return []
        count = (1 if len(vectors) == 1 else WIDER) * (limit + SPARE)

        def found(only: set[int] | None) -> "list[Found]":
            answers = [space.nearest(one, count, self._fetch, only, without) for one in vectors]
            return answers[0] if len(answers) == 1 else alike_as_a_whole(answers)

        first = found(None)
        near = self._standing.near(first, limit, sees)
        if len(near) == limit or len(first) < count or sees is None:
            return near
        # Most of what is near may not be seen: ask once more, among what may.
        return self._standing.near(found(self._standing.seen(sees)), limit, sees)

    def _rows_of(self, path: str) -> list[Row]:
        if self._model is None:
            return []
        with self._index.reading() as db:
            note = db.execute("SELECT id FROM note WHERE path = ? AND excluded = 0", (path,)).fetchone()
        return self._store.rows(self._model.id, [note[0]]) if note is not None else []

    def _vectors(self, rows: Sequence[Row]) -> Sequence["Floats"]:
        if not rows or self._space is None:
            return []
        from vaultdesk.index.meaning.space import unpacked  # numpy: the space has loaded it

        return list(unpacked([row.vector for row in rows], self._space.dimensions)[0])

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

    def _take(self, notes: Collection[int], rows: Sequence[Row]) -> None:
        assert self._space is not None
        bad = set(self._space.replace(notes, rows))
        if bad:
            self._damage.keys |= bad
            self._damage.notes.update(row.note for row in rows if row.key in bad)

    def _blank(self, model: Model) -> "Space | None":
        dimensions = next((one.dimensions for one in self._models.models() if one.id == model.id), 0)
        if not dimensions:
            return None
        # numpy takes 75 ms to import: whoever never asks by meaning never pays for it.
        from vaultdesk.index.meaning.space import Space

        return Space(dimensions, self._store.sample(model.id, SAMPLE))

    def _look_at_file(self) -> None:
        """After the file was made anew its numbers mean other notes."""
        with self._index.reading() as db:
            if db is not self._connection:
                self._connection, self._space, self._at = db, None, 0
