"""Standing: where found passages stand in their notes as these are now, and which may be seen. Compares no vectors."""

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING

from vaultdesk.index.index import Index
from vaultdesk.index.meaning.near import NearPassage
from vaultdesk.index.meaning.passage_store import FRESH

if TYPE_CHECKING:  # that module loads numpy
    from vaultdesk.index.meaning.space import Found

Sees = Callable[[str], bool]
"""Whether a note may be found, by its path; called in another thread than the loop's."""


class Standing:
    """Belongs to one thread."""

    def __init__(self, index: Index) -> None:
        self._index = index

    def near(self, found: Sequence["Found"], limit: int, sees: Sees | None) -> list[NearPassage]:
        """Return where the first of these passages stand, without those that may not be seen or changed."""
        near: list[NearPassage] = []
        with self._index.reading() as db:
            for one in found:
                row = db.execute(
                    "SELECT note.path, heading, first_line, last_line, start, finish FROM passage"  # noqa: S608 - a constant of ours
                    " JOIN note ON note.id = passage.note JOIN cut ON cut.note = note.id"
                    f" WHERE passage.note = ? AND passage.nth = ? AND {FRESH}",
                    (one.note, one.nth),
                ).fetchone()
                if row is not None and (sees is None or sees(row[0])):
                    path, heading, first, last, start, end = row
                    near.append(NearPassage(one.note, one.nth, path, heading, first, last, start, end, one.similarity))
                    if len(near) == limit:
                        break
        return near

    def seen(self, sees: Sees | None) -> set[int]:
        """Return the notes with passages that may be seen."""
        with self._index.reading() as db:
            notes = db.execute("SELECT note.id, note.path FROM note JOIN cut ON cut.note = note.id").fetchall()
        return {note for note, path in notes if sees is None or sees(path)}
