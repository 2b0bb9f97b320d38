"""WalkedNames: what a first walk over a vault has seen, listed before it is in the index's file: that takes longer."""

from collections.abc import Sequence

from vaultdesk.index.entry import kind_of
from vaultdesk.index.results import NoteRow
from vaultdesk.index.rows import moment
from vaultdesk.index.scan import is_hidden
from vaultdesk.vault.excluded_files import ExcludedFiles
from vaultdesk.vault.note_path import same_name_key
from vaultdesk.vault.walk import FileState


class WalkedNames:
    """Any thread may ask."""

    def __init__(self) -> None:
        self._rows: list[NoteRow] = []

    def put(self, seen: Sequence[FileState], excluded: ExcludedFiles) -> None:
        """Have the notes among these listed from now on."""
        rows = [_row(one, is_hidden(one, excluded)) for one in seen if kind_of(one.path.text) == "note"]
        rows.sort(key=lambda row: (same_name_key(row.path), row.path))
        self._rows = rows

    def clear(self) -> None:
        """Forget them: they are in the file now, or will not come into it."""
        self._rows = []

    def rows(self) -> list[NoteRow]:
        """Return them by path, as `rows.tree` does; none where nothing waits."""
        return list(self._rows)


def _row(seen: FileState, hidden: bool) -> NoteRow:
    path = seen.path.text
    name = path.rpartition("/")[2].rpartition(".")[0]
    return NoteRow(path, name, name, seen.size, moment(seen.mtime_ns), "", hidden)
