"""Upkeep: brings the index up to date with the disk, step by step, in the index's own thread. Waits for nothing."""

import threading
from collections.abc import Generator, Sequence
from contextlib import ExitStack
from dataclasses import replace
from typing import Any

from vaultdesk.core.errors import VaultError, VaultUnavailable
from vaultdesk.index.bulk_intake import WORTH_NOTES, BulkIntake, is_worth_it
from vaultdesk.index.entry import Entry, Sighting
from vaultdesk.index.events import NotesIndexed
from vaultdesk.index.index import Index
from vaultdesk.index.intake import take_in
from vaultdesk.index.parser_wire import Everything, Wanted
from vaultdesk.index.revalidation import Revalidation
from vaultdesk.index.scan import Difference, Plan, batches, hidden_among
from vaultdesk.vault.disk.vault_listing import MAX_FOLDER_DEPTH, FileState
from vaultdesk.vault.note_path import INDEXED_SUFFIXES, NotePath
from vaultdesk.vault.obsidian.vault_config import read_vault_config
from vaultdesk.vault.vault import Vault

NOTHING = Plan((), (), ())


class Upkeep:
    """The steps an indexer has done for it; each reads the vault's files and writes the index."""

    def __init__(self, vault: Vault, index: Index) -> None:
        self._vault = vault
        self._index = index
        self._revalidation = Revalidation(vault.files, index)
        self._excluded = vault.settings.excluded
        self._stopping = threading.Event()
        self._bulk: BulkIntake | None = None
        self._listed: list[str] = []
        """Paths of all that a new vault's folders list, until they are in the index."""
        self._hidden: frozenset[str] = frozenset()
        self._begun = ExitStack()
        """Ends the process that reads very many notes."""
        self._plan = NOTHING
        """What was found last; held here until `let_go`, since it is not let go of in one go."""

    def stop(self) -> None:
        """Have the running step end after the note it is at. Any thread may ask for it."""
        self._stopping.set()
        if (bulk := self._bulk) is not None:
            bulk.stop()

    def list_names(self) -> tuple[NotesIndexed, int]:
        """Where nothing is known of a vault of very many notes, have their names listed and a process read them.

        Returns what is to be told of that, and how many are read. `sight` and `bring_in` do the rest, with nothing else
        to bring in.
        """
        if not self._revalidation.knows_none():
            return NotesIndexed(()), 0
        self._excluded = read_vault_config(self._vault.root).excluded
        found: list[NotePath] = []
        for some in self._vault.files.names(INDEXED_SUFFIXES):
            found += some
            if self._bulk is None and len(found) >= WORTH_NOTES:  # It starts while the others are listed.
                self._begin(Everything(self._excluded.filters))
        if len(found) < WORTH_NOTES:
            return NotesIndexed(()), 0
        self._listed = [path.text for path in found]
        self._hidden = hidden_among(found, self._excluded)
        self._index.walked.put(self._listed, self._hidden)
        shown = len(self._listed) - len(self._hidden)
        return NotesIndexed(tuple([row.path for row in self._index.walked.rows()])), shown

    def compare(self) -> Plan:
        """Hold the vault beside the index."""
        # Read anew: files may have been excluded in Obsidian since the vault was opened.
        self._excluded = read_vault_config(self._vault.root).excluded
        plan = self._revalidation.compare(self._excluded)
        if is_worth_it(plan.different):
            self._begin(plan.different)
        self._plan, self._listed = plan, []  # It knows more of what was listed before.
        return plan

    def sight(self) -> NotesIndexed:
        """Have the notes that were found known by name, or not any more; return what is to be told of that."""
        plan = self._plan
        was_listed = bool(self._listed)
        if was_listed:
            # Sizes and times are those of the files that are read; what is not read has none, and is compared later.
            seen = [Sighting(path, 0, 0, excluded=path in self._hidden) for path in self._listed]
            plan, self._listed, self._hidden = Plan(tuple(seen), (), ()), [], frozenset()
        try:
            if plan.sightings or plan.removed:
                self._index.sight(plan.sightings, plan.removed)
        finally:
            self._index.walked.clear()
        sightings, removed = list(plan.sightings), plan.removed
        self._plan = plan = replace(plan, sightings=())
        told = tuple(seen.path for seen in sightings if seen.excluded or not was_listed)
        _drop(sightings)
        return NotesIndexed(told, removed)

    def let_go(self) -> None:
        """All is done with what was found."""
        different = list(self._plan.different)
        self._plan = NOTHING
        _drop(different)

    def rest(self) -> None:
        """All that was found is done, or will not be: nothing goes on for it any more."""
        self._bulk, self._listed = None, []
        self._begun.close()
        self._index.walked.clear()

    def _begin(self, wanted: Wanted) -> None:
        """Start the process that reads very many notes."""
        if not self._stopping.is_set():
            self._bulk = self._begun.enter_context(BulkIntake(self._index, self._vault.root, wanted, self._stopping))

    def look_at(self, paths: Sequence[NotePath]) -> NotesIndexed:
        """Bring these notes up to date by what the disk says now, whatever was told of them."""
        known = self._index.stored([path.text for path in paths])
        hidden: list[Sighting] = []
        gone: list[str] = []
        wanted: list[Difference] = []
        for path in paths:
            state = self._state(path)
            if state is None:
                gone.append(path.text)
            elif self._excluded.matches(path) or state.conflict_of is not None:
                hidden.append(Sighting(path.text, state.size, state.mtime_ns, excluded=True))
            else:
                wanted.append(Difference(path, state.size, known[path.text].digest if path.text in known else ""))
        removed = [path for path in gone if path in known]
        if hidden or removed:
            self._index.sight(hidden, removed)
        read = self.read(wanted)
        return NotesIndexed((*(seen.path for seen in hidden), *read.paths), (*removed, *read.removed))

    def _state(self, path: NotePath) -> FileState | None:
        """What the disk says of the note; None when there is none of exactly this spelling."""
        if path.text.count("/") > MAX_FOLDER_DEPTH:
            return None  # A comparison of the whole vault does not go so deep.
        try:
            # Where case does not count, the old spelling of a renamed note still opens: ask for the disk's own.
            return self._vault.files.state(path) if self._vault.files.find(path) == path else None
        except VaultUnavailable:
            raise
        except VaultError:  # Gone meanwhile, or behind a folder that may not be read: the walk leaves it out, too.
            return None

    def bring_in(self, wanted: Sequence[Difference]) -> Generator[NotesIndexed, None, None]:
        """Read all these notes, which `compare` has found, very many with a process; yield after each commit."""
        if self._bulk is not None:
            yield from self._bulk.steps()
            # What the process could not read, or did not come to, is read here: it says why, or succeeds. Asked for
            # everything, it leaves that to the next comparison.
            wanted = self._bulk.left
            self.rest()
        for batch in batches(wanted):
            if self._stopping.is_set():
                return
            yield self.read(batch)

    def read(self, wanted: Sequence[Difference]) -> NotesIndexed:
        """Read these notes and commit them in one transaction; when stopped, those that were read so far."""
        entries: list[Entry] = []
        touched: list[Sighting] = []
        gone: list[str] = []
        for one in wanted:
            if self._stopping.is_set():
                break
            taken = take_in(self._vault.files, one.path, one.known_digest)
            if taken.entry is not None:
                entries.append(taken.entry)
            elif taken.touched is not None:
                touched.append(taken.touched)
            else:
                gone.append(one.path.text)
        if entries or touched or gone:
            self._index.apply(entries, touched, gone)
        return NotesIndexed((*(entry.path for entry in entries), *(seen.path for seen in touched)), tuple(gone))


def _drop(values: list[Any]) -> None:  # Any: whatever they are
    """Let go of *values* bit by bit: 100,000 notes' in one go would keep the interpreter's lock for 0.05 s."""
    while values:
        del values[-1_000:]
