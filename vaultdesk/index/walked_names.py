"""WalkedNames: what a first walk over a vault has seen, listed before it is in the index's file: that takes longer."""

from collections.abc import Sequence

from vaultdesk.index.entry import Sighting, kind_of
from vaultdesk.index.results import NoteRow
from vaultdesk.index.rows import moment
from vaultdesk.vault.note_path import same_name_key


class WalkedNames:
    """Any thread may ask."""

    def __init__(self) -> None:
        self._rows: list[NoteRow] = []

    def put(self, seen: Sequence[Sighting]) -> None:
        """Have the notes among these listed from now on."""
        notes = [one for one in seen if kind_of(one.path) == "note"]
        notes.sort(key=lambda one: (same_name_key(one.path), one.path))
        self._rows = [_row(one) for one in notes]

    def clear(self) -> None:
        """Forget them: they are in the file now, or will not come into it."""
        self._rows = []

    def rows(self) -> list[NoteRow]:
        """Return them by path, as `rows.tree` does; none where nothing waits."""
        return list(self._rows)


def _row(seen: Sighting) -> NoteRow:
    name = seen.path.rpartition("/")[2].rpartition(".")[0]
    return NoteRow(seen.path, name, name, seen.size, moment(seen.mtime_ns), excluded=seen.excluded)
