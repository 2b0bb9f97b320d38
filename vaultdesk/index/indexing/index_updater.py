"""Brings the index up to date with the files on disk, step by step, in the index's thread."""

import threading
from collections.abc import Generator, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack
from typing import Any

from vaultdesk.core.errors import VaultError, VaultUnavailable
from vaultdesk.core.values import replace
from vaultdesk.index.index_state import NotesIndexed
from vaultdesk.index.indexing.entry_builder import build_entry, placeholder_entry
from vaultdesk.index.indexing.parser_process import MIN_BULK_NOTES, BulkIndexer, is_bulk
from vaultdesk.index.indexing.parser_worker import ParseRequest, WholeVault
from vaultdesk.index.indexing.vault_scan import (
    FileDifference,
    ScanPlan,
    compare_files,
    difference_of,
    excluded_among,
    is_current,
    listing_digest,
    split_into_batches,
)
from vaultdesk.index.store.index_entry import PLACEHOLDER, IndexEntry, ScannedFile
from vaultdesk.index.store.index_file import Index
from vaultdesk.vault.disk.vault_files import VaultFiles
from vaultdesk.vault.disk.vault_listing import MAX_FOLDER_DEPTH, FileState, StateLine, parse_state_line
from vaultdesk.vault.note_path import INDEXED_SUFFIXES, NotePath
from vaultdesk.vault.obsidian.vault_config import ExcludedFiles, read_vault_config
from vaultdesk.vault.vault import Vault

# Nearly all notes are unchanged, and no object is created for those. Only the others go through vault_scan.py.

EMPTY_PLAN = ScanPlan((), (), ())


class VaultComparison:
    """Compares one vault with its index repeatedly, in the writer's thread."""

    def __init__(self, files: VaultFiles, index: Index) -> None:
        self._files = files
        self._index = index
        self._applied_filters: tuple[str, ...] | None = None
        """Filters that hid notes at the last comparison; None before the first."""

    def is_index_empty(self) -> bool:
        """Whether the index contains no note yet. Raises `IndexFailed`."""
        with self._index.reading() as connection:
            return connection.execute("SELECT 1 FROM note LIMIT 1").fetchone() is None

    def compare(self, excluded: ExcludedFiles) -> ScanPlan:
        """Return the differences to process. Raises `VaultUnavailable`, `IndexFailed`."""
        if self.is_index_empty():
            self._applied_filters = excluded.filters
            return compare_files(self._files.walk(None, INDEXED_SUFFIXES), self._index.stored(), excluded)
        lines: list[StateLine] = []
        if digest := self._index.vault_digest():
            others = list(self._files.walk(lines, INDEXED_SUFFIXES))
            if listing_digest(lines, others, excluded) == digest:
                self._applied_filters = excluded.filters
                return EMPTY_PLAN
            known, count = self._known(excluded)
        else:
            # The database is read while the disk is listed: both mostly wait without the interpreter lock.
            with ThreadPoolExecutor(1, "known notes") as pool:
                loading = pool.submit(self._known, excluded)
                others = list(self._files.walk(lines, INDEXED_SUFFIXES))
                known, count = loading.result()
        digest = listing_digest(lines, others, excluded)
        found_paths = set(lines)
        self._applied_filters = excluded.filters
        others += filter(None, (parse_state_line(line) for line in lines if line not in known))
        if not others and len(known) == count and known <= found_paths:
            plan = EMPTY_PLAN
        else:
            stored = self._index.stored()
            for line in known & found_paths:
                stored.pop(_path_of(line), None)
            plan = compare_files(others, stored, excluded)
        if plan == EMPTY_PLAN:
            self._index.store_vault_digest(digest)
        return plan

    def _known(self, excluded: ExcludedFiles) -> tuple[set[StateLine], int]:
        """Return the state lines of notes that are up to date if the disk agrees, and the number of all known notes."""
        # Literal characters: SQLite evaluates `char(9)` for every note, which takes half as long again. Placeholders
        # are excluded: after the download they have the same size and time.
        columns = "path || '\t' || size || '\t' || mtime_ns"
        sql = f"SELECT group_concat({columns}, '\n') FROM note WHERE digest NOT IN ('', ?)"  # noqa: S608 - columns
        with self._index.reading() as connection:
            count = connection.execute("SELECT count(*) FROM note").fetchone()[0]
            known = _split_lines(connection.execute(sql, (PLACEHOLDER,)).fetchone()[0])
            if self._applied_filters != excluded.filters:
                # The filters may have changed since the notes were hidden; the current ones apply.
                hidden = _split_lines(connection.execute(f"{sql} AND excluded = 1", (PLACEHOLDER,)).fetchone()[0])
                known -= {line for line in hidden if not _is_hidden(line, excluded)}
                if excluded:
                    known -= {line for line in known - hidden if excluded.matches_text(_path_of(line))}
        return known, count


def _split_lines(joined: str | None) -> set[StateLine]:
    return set(joined.split("\n")) if joined else set()


def _is_hidden(line: StateLine, excluded: ExcludedFiles) -> bool:
    if excluded.matches_text(_path_of(line)):
        return True
    # A damaged file may contain invalid paths.
    state = parse_state_line(line)
    return state is not None and state.conflict_of is not None


def _path_of(line: StateLine) -> str:
    return line.partition("\t")[0]


class IndexUpdater:
    """The steps of an indexer; each reads the vault's files and writes the index."""

    def __init__(self, vault: Vault, index: Index, *, prefetch_texts: bool = True) -> None:
        """With *prefetch_texts* a first scan reads notes twice, so that substring search finds them early."""
        self._vault = vault
        self._index = index
        self._prefetch_texts = prefetch_texts
        self._comparison = VaultComparison(vault.files, index)
        self._excluded = vault.settings.excluded
        self._stopping = threading.Event()
        self._bulk: BulkIndexer | None = None
        self._listed_paths: list[str] = []
        """Paths listed in the folders of a new vault, until they are in the index."""
        self._hidden_paths: frozenset[str] = frozenset()
        self._bulk_stack = ExitStack()
        """Ends the process that reads very many notes."""
        self._plan = EMPTY_PLAN
        """The last plan; referenced until `release_plan`, because it is freed in parts."""

    def stop(self) -> None:
        """Stop the running step after the current note. Thread-safe."""
        self._stopping.set()
        if (bulk := self._bulk) is not None:
            bulk.stop()

    def list_names(self) -> tuple[NotesIndexed, int]:
        """If the index is empty and the vault very large, list the note names and start a process that reads the notes.

        Returns the event to publish and the number of notes to be read. `record_found` and `read_found` do the rest.
        """
        if not self._comparison.is_index_empty():
            return NotesIndexed(()), 0
        self._excluded = read_vault_config(self._vault.root).excluded
        paths: list[NotePath] = []
        for names in self._vault.files.names(INDEXED_SUFFIXES):
            paths += names
            if self._bulk is None and len(paths) >= MIN_BULK_NOTES:  # It starts while the others are listed.
                self._start_bulk(WholeVault(self._excluded.filters))
        if len(paths) < MIN_BULK_NOTES:
            return NotesIndexed(()), 0
        self._listed_paths = [path.text for path in paths]
        self._hidden_paths = excluded_among(paths, self._excluded)
        self._index.provisional_names.put(self._listed_paths, self._hidden_paths)
        shown = len(self._listed_paths) - len(self._hidden_paths)
        return NotesIndexed(tuple([row.path for row in self._index.provisional_names.rows()])), shown

    def compare(self) -> ScanPlan:
        """Compare the vault with the index."""
        # Read again, since files may have been excluded in Obsidian after the vault was opened.
        self._excluded = read_vault_config(self._vault.root).excluded
        plan = self._comparison.compare(self._excluded)
        if is_bulk(plan.different):
            self._start_bulk(plan.different)
        self._plan, self._listed_paths = plan, []  # It has more facts than the list.
        return plan

    def record_found(self) -> NotesIndexed:
        """Record the found notes by name and remove deleted ones; return the event to publish."""
        plan = self._plan
        was_listed = bool(self._listed_paths)
        if was_listed:
            # Sizes and times are set when files are read; files that are not read have none and are compared later.
            scanned = [ScannedFile(path, 0, 0, excluded=path in self._hidden_paths) for path in self._listed_paths]
            plan, self._listed_paths, self._hidden_paths = ScanPlan(tuple(scanned), (), ()), [], frozenset()
        try:
            if plan.scanned or plan.removed:
                self._index.record_files(plan.scanned, plan.removed)
        finally:
            self._index.provisional_names.clear()
        scanned, removed = list(plan.scanned), plan.removed
        self._plan = plan = replace(plan, scanned=())
        published = tuple(file.path for file in scanned if file.excluded or not was_listed)
        _free(scanned)
        return NotesIndexed(published, removed)

    def release_plan(self) -> None:
        """Free the plan after its notes were processed."""
        different = list(self._plan.different)
        self._plan = EMPTY_PLAN
        _free(different)

    def stop_bulk(self) -> None:
        """Stop the process that reads very many notes."""
        self._bulk, self._listed_paths = None, []
        self._bulk_stack.close()
        self._index.provisional_names.clear()

    def _start_bulk(self, request: ParseRequest) -> None:
        """Start the process that reads very many notes."""
        if not self._stopping.is_set():
            self._bulk = self._bulk_stack.enter_context(
                BulkIndexer(self._index, self._vault.root, request, self._stopping, prefetch_texts=self._prefetch_texts)
            )

    def update_paths(self, paths: Sequence[NotePath]) -> NotesIndexed:
        """Update these notes from their current state on disk."""
        known = self._index.stored([path.text for path in paths])
        hidden: list[ScannedFile] = []
        deleted: list[str] = []
        differences: list[FileDifference] = []
        for path in paths:
            state = self._state(path)
            if state is None:
                deleted.append(path.text)
            elif self._excluded.matches(path) or state.conflict_of is not None:
                hidden.append(ScannedFile(path.text, state.size, state.mtime_ns, excluded=True))
            elif not (state.placeholder and path.text in known and is_current(state, known[path.text])):
                digest = known[path.text].digest if path.text in known else ""
                differences.append(difference_of(state, digest))
        removed = [path for path in deleted if path in known]
        if hidden or removed:
            self._index.record_files(hidden, removed)
        event = self.read(differences)
        return NotesIndexed((*(file.path for file in hidden), *event.paths), (*removed, *event.removed))

    def _state(self, path: NotePath) -> FileState | None:
        """Return the state of the note on disk; None if there is none with exactly this spelling."""
        if path.text.count("/") > MAX_FOLDER_DEPTH:
            return None  # A comparison of the whole vault does not go so deep.
        try:
            # On a case-insensitive disk the old spelling of a renamed note still opens, so compare with the spelling on
            # disk.
            return self._vault.files.state(path) if self._vault.files.find(path) == path else None
        except VaultUnavailable:
            raise
        except VaultError:  # Deleted since, or below an unreadable folder, which the walk skips as well.
            return None

    def read_found(self, differences: Sequence[FileDifference]) -> Generator[NotesIndexed, None, None]:
        """Read all these notes, found by `compare`, in a process if there are many; yield after each commit."""
        if self._bulk is not None:
            yield from self._bulk.steps()
            # Notes that the process could not read or did not reach are read here, which reports the reason or
            # succeeds. If the whole vault was requested, they are left to the next comparison.
            differences = self._bulk.remaining
            self.stop_bulk()
        for batch in split_into_batches(differences):
            if self._stopping.is_set():
                return
            yield self.read(batch)

    def read(self, differences: Sequence[FileDifference]) -> NotesIndexed:
        """Read these notes and commit them in one transaction; after a stop, those read so far."""
        entries: list[IndexEntry] = []
        touched: list[ScannedFile] = []
        deleted: list[str] = []
        for difference in differences:
            if self._stopping.is_set():
                break
            if difference.placeholder is not None:
                entries.append(placeholder_entry(difference.placeholder))
                continue
            result = build_entry(self._vault.files, difference.path, difference.known_digest)
            if result.entry is not None:
                entries.append(result.entry)
            elif result.touched is not None:
                touched.append(result.touched)
            else:
                deleted.append(difference.path.text)
        if entries or touched or deleted:
            self._index.apply(entries, touched, deleted)
        return NotesIndexed((*(entry.path for entry in entries), *(file.path for file in touched)), tuple(deleted))


def _free(values: list[Any]) -> None:  # Any: items are only dropped
    """Free *values* in parts: freeing 100,000 notes' values in one go would hold the interpreter lock for 0.05 s."""
    while values:
        del values[-1_000:]
