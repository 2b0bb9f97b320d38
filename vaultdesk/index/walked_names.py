"""WalkedNames: what a vault's folders list, shown before it is in the index's file: that takes longer."""

from collections.abc import Sequence
from datetime import UTC, datetime

from vaultdesk.index.entry import kind_of
from vaultdesk.index.results import NoteRow
from vaultdesk.index.scan import is_hidden
from vaultdesk.vault.excluded_files import ExcludedFiles
from vaultdesk.vault.note_path import NotePath, same_name_key

UNKNOWN = datetime.fromtimestamp(0, tz=UTC)
"""Stands for a time nobody has asked the disk for yet: before all others."""


class WalkedNames:
    """Any thread may ask."""

    def __init__(self) -> None:
        self._rows: list[NoteRow] = []

    def put(self, seen: Sequence[NotePath], excluded: ExcludedFiles) -> None:
        """Have the notes among these listed from now on, without size and time."""
        rows = [_row(path, is_hidden(path, excluded)) for path in seen if kind_of(path.text) == "note"]
        rows.sort(key=lambda row: (same_name_key(row.path), row.path))
        self._rows = rows

    def clear(self) -> None:
        """Forget them: they are in the file now, or will not come into it."""
        self._rows = []

    def rows(self) -> list[NoteRow]:
        """Return them by path, as `rows.tree` does; none where nothing waits."""
        return list(self._rows)


def _row(path: NotePath, hidden: bool) -> NoteRow:
    name = path.text.rpartition("/")[2].rpartition(".")[0]
    return NoteRow(path.text, name, name, 0, UNKNOWN, "", hidden)
