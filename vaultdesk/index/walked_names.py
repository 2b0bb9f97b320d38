"""WalkedNames: what a vault's folders list, shown before it is in the index's file: that takes longer."""

from collections.abc import Container, Iterable
from datetime import UTC, datetime
from itertools import chain

from vaultdesk.index.entry import kind_of
from vaultdesk.index.results import NoteRow
from vaultdesk.vault.note_path import same_name_key

SORTED = 2_000
"""Paths sorted in one go; the whole, sorted in pieces before, takes half the time."""

UNKNOWN = datetime.fromtimestamp(0, tz=UTC)
"""Stands for a time nobody has asked the disk for yet: before all others."""


class WalkedNames:
    """Any thread may ask."""

    def __init__(self) -> None:
        self._rows: list[NoteRow] = []

    def put(self, seen: Iterable[str], hidden: Container[str]) -> None:
        """Have the notes among these paths listed from now on, without size and time; *hidden* ones as excluded."""
        notes = [path for path in seen if kind_of(path) == "note"]
        # Sorted in pieces and then whole, and by single texts, not by pairs: nobody else has Python's lock meanwhile.
        pieces = (sorted(notes[start : start + SORTED]) for start in range(0, len(notes), SORTED))
        paths = sorted(chain.from_iterable(pieces))
        keys = list(map(same_name_key, paths))
        order = sorted(range(len(paths)), key=keys.__getitem__)
        self._rows = [_row(path, path in hidden) for path in map(paths.__getitem__, order)]

    def clear(self) -> None:
        """Forget them: they are in the file now, or will not come into it."""
        self._rows = []

    def rows(self) -> list[NoteRow]:
        """Return them by path, as `rows.tree` does; none where nothing waits."""
        return list(self._rows)


def _row(path: str, hidden: bool) -> NoteRow:
    name = path.rpartition("/")[2].rpartition(".")[0]
    return NoteRow(path, name, name, 0, UNKNOWN, "", hidden)
