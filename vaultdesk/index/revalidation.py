"""Revalidation: holds the whole vault beside the index about as quickly as the disk can be asked. Reads no text.

Nearly all notes are as they were: for those nothing is made, not even a path. Only what is left goes through scan.py.
"""

from concurrent.futures import ThreadPoolExecutor

from vaultdesk.index.index import Index
from vaultdesk.index.scan import Plan, compare
from vaultdesk.vault.disk.vault_files import VaultFiles
from vaultdesk.vault.disk.vault_listing import StateLine, parse_state_line
from vaultdesk.vault.note_path import INDEXED_SUFFIXES
from vaultdesk.vault.obsidian.vault_config import ExcludedFiles


class Revalidation:
    """Compares one vault with its index, again and again; in the writer's thread."""

    def __init__(self, files: VaultFiles, index: Index) -> None:
        self._files = files
        self._index = index
        self._hiding: tuple[str, ...] | None = None
        """By which filters the index's notes were hidden at the last comparison; None before the first."""

    def knows_none(self) -> bool:
        """Whether the index knows no note yet. Raises `IndexFailed`."""
        with self._index.reading() as connection:
            return connection.execute("SELECT 1 FROM note LIMIT 1").fetchone() is None

    def compare(self, excluded: ExcludedFiles) -> Plan:
        """Return what is to be done. Raises `VaultUnavailable`, `IndexFailed`."""
        if self.knows_none():
            self._hiding = excluded.filters
            return compare(self._files.walk(None, INDEXED_SUFFIXES), self._index.stored(), excluded)
        # The database is read while the disk is asked: both are mostly waited for without Python's lock.
        with ThreadPoolExecutor(1, "known notes") as beside:
            asked = beside.submit(self._known, excluded)
            signs: list[StateLine] = []
            others = list(self._files.walk(signs, INDEXED_SUFFIXES))
            known, count = asked.result()
        seen = set(signs)
        self._hiding = excluded.filters
        others += filter(None, (parse_state_line(one) for one in signs if one not in known))
        if not others and len(known) == count and known <= seen:
            return Plan((), (), ())
        stored = self._index.stored()
        for one in known & seen:
            stored.pop(_path_of(one), None)
        return compare(others, stored, excluded)

    def _known(self, excluded: ExcludedFiles) -> tuple[set[StateLine], int]:
        """Return the notes that need nothing as long as the disk has them so, and how many the index knows in all."""
        # The signs as they are: `char(9)` is worked out anew for every note, which takes half as long again.
        sql = "SELECT group_concat(path || '\t' || size || '\t' || mtime_ns, '\n') FROM note WHERE digest != ''"
        with self._index.reading() as connection:
            count = connection.execute("SELECT count(*) FROM note").fetchone()[0]
            known = _known_of(connection.execute(sql).fetchone()[0])
            if self._hiding != excluded.filters:
                # Other filters may have been set since the notes were hidden: what they hide now decides.
                hidden = _known_of(connection.execute(f"{sql} AND excluded = 1").fetchone()[0])
                known -= {one for one in hidden if not _is_hidden(one, excluded)}
                if excluded:
                    known -= {one for one in known - hidden if excluded.matches_text(_path_of(one))}
        return known, count


def _known_of(joined: str | None) -> set[StateLine]:
    return set(joined.split("\n")) if joined else set()


def _is_hidden(known: StateLine, excluded: ExcludedFiles) -> bool:
    if excluded.matches_text(_path_of(known)):
        return True
    # What stands in a damaged file may be no path at all.
    state = parse_state_line(known)
    return state is not None and state.conflict_of is not None


def _path_of(known: StateLine) -> str:
    return known.partition("\t")[0]
