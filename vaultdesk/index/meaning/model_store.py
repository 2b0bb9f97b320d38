"""Model store: which models have read for the index, and whether they had read everything. Keeps no vectors."""

import sqlite3
from dataclasses import dataclass

from vaultdesk.index.index import Index

VECTORS_AT_ONCE = 400
"""Vectors deleted in one step."""


@dataclass(frozen=True, slots=True)
class Model:
    """A model that has read something here."""

    id: int
    name: str
    title: str
    dimensions: int
    """Of its vectors; 0 before the first one."""
    complete: bool
    """Whether it once had read everything."""


class ModelStore:
    """Each step takes a connection for a few milliseconds only."""

    def __init__(self, index: Index) -> None:
        self._index = index

    def models(self) -> list[Model]:
        """Return every model, the one that came last at the end."""
        with self._index.reading() as db:
            return _models(db)

    def enter(self, name: str, title: str) -> Model:
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
                (model, model, VECTORS_AT_ONCE),
            ).rowcount
            if not gone:
                db.execute("DELETE FROM model WHERE id = ?", (model,))
            return bool(gone)

    def drop_refused(self, model: int) -> None:
        """Have everything that was refused asked again."""
        with self._index.writing() as db:
            db.execute("DELETE FROM vector WHERE model = ? AND length(vector) = 0", (model,))


def _models(db: sqlite3.Connection) -> list[Model]:
    rows = db.execute("SELECT id, name, title, dimensions, complete FROM model ORDER BY id")
    return [Model(number, name, title, dimensions, bool(done)) for number, name, title, dimensions, done in rows]
