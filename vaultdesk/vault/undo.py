"""Undo and redo of journaled changes, planned note by note and applied all or nothing, also after a restart."""

import secrets
from bisect import bisect_right
from collections.abc import Iterator, Sequence
from typing import Literal

from msgspec import Struct, field

from vaultdesk.core.errors import JournalFailed, NoteNotText, VaultError
from vaultdesk.core.phrases import NO_PHRASE, Phrase, recognize_phrase
from vaultdesk.vault.change_set import NoteChangeKind
from vaultdesk.vault.disk.atomic_write import FileAttributes
from vaultdesk.vault.disk.file_operations import FileOnDisk, FileOperations
from vaultdesk.vault.line_diff import Merge, merge, unified_diff
from vaultdesk.vault.note_path import NotePath, printable
from vaultdesk.vault.note_text import decode_note, digest_of, encode_text
from vaultdesk.vault.transactions.file_edits import (
    CHANGE_TITLES,
    FileStep,
    MoveFile,
    Origin,
    PutFile,
    RemoveFile,
    StepOutcome,
)
from vaultdesk.vault.transactions.journal import Journal, JournalEntry
from vaultdesk.vault.transactions.writer import CHAT_GROUP_PREFIX, Writer
from vaultdesk.vault.vault import Vault

__all__ = [
    "LastChange",
    "UndoItem",
    "UndoOutcome",
    "UndoPlan",
    "UndoRefusal",
    "apply_undo",
    "last_group",
    "last_undo",
    "plan_redo",
    "plan_undo",
    "redo",
    "undo",
]


HISTORY_PAGE = 1000
"""Number of changes read in one query."""


class NoteLocation(Struct, frozen=True):
    """The identity of a note: its path on the disk, or the deletion that removed it."""

    path: str
    """Its current or last path."""
    deleted: int = 0
    """The change at the beginning of the chain of undos and redos that last deleted it; 0 if it exists."""


class PathHistory:
    """Follows notes through the changes after one. Moves by other programs are not in the journal."""

    def __init__(self, journal: Journal, since: int) -> None:
        """Raises `JournalFailed`. Only changes from *since* on can be queried."""
        self._journal = journal
        self._roots: dict[int, int] = {}
        self._removals_by_path: dict[str, list[JournalEntry]] = {}
        self._restores_by_root: dict[int, list[JournalEntry]] = {}
        for entry in reversed(_since(journal, since)):
            if entry.kind in ("move", "delete"):
                self._removals_by_path.setdefault(entry.path, []).append(entry)
            elif entry.kind == "create" and entry.undoes:
                self._restores_by_root.setdefault(self.root(entry), []).append(entry)

    def root(self, entry: JournalEntry) -> int:
        """Return the change at the beginning of a chain of undos and redos."""
        if entry.id not in self._roots:
            self._roots[entry.id] = original_change(self._journal, entry).id if entry.undoes else entry.id
        return self._roots[entry.id]

    def of(self, entry: JournalEntry) -> NoteLocation:
        """Return the current location of the note that *entry* wrote or removed."""
        path = entry.new_path if entry.kind == "move" else entry.path
        location = NoteLocation(path, self.root(entry) if entry.kind == "delete" else 0)
        after = entry.id
        while True:
            if location.deleted:
                next_entry = _next_after(self._restores_by_root.get(location.deleted, ()), after)
            else:
                next_entry = _next_after(self._removals_by_path.get(location.path, ()), after)
            if next_entry is None:
                return location
            after = next_entry.id
            match next_entry.kind:
                case "move":
                    location = NoteLocation(next_entry.new_path)
                case "delete":
                    location = NoteLocation(location.path, self.root(next_entry))
                case _:
                    location = NoteLocation(next_entry.path)


def original_change(journal: Journal, entry: JournalEntry) -> JournalEntry:
    """Return the change at the beginning of a chain of undos and redos."""
    while entry.undoes:
        before = journal.change(entry.undoes)
        if before is None:
            return entry
        entry = before
    return entry


def _since(journal: Journal, first: int) -> list[JournalEntry]:
    """Return the changes from *first* on, the newest first."""
    found: list[JournalEntry] = []
    before: int | None = None
    while page := journal.changes(HISTORY_PAGE, before=before):
        found.extend(entry for entry in page if entry.id >= first and entry.state in ("done", "unconfirmed"))
        before = page[-1].id
        if before <= first:
            break
    return found


def _next_after(entries: "list[JournalEntry] | tuple[()]", after: int) -> JournalEntry | None:
    index = bisect_right(entries, after, key=lambda entry: entry.id)
    return entries[index] if index < len(entries) else None


UndoItemState = Literal["clean", "changed"]
"""`changed`: the note differs from what the change left, or its earlier version is not stored."""


class UndoItem(Struct, frozen=True):
    """One note of an undo."""

    path: str
    """Its current path; its future path if it was deleted."""
    kind: NoteChangeKind
    """The kind of the change that is reverted."""
    state: UndoItemState = "clean"
    problem: Phrase = NO_PHRASE
    """The reason why it cannot simply be undone, as a sentence."""
    diff: str = ""
    """Changes since, by other programs or later changes; empty if there are none or they are unknown."""
    merge: Merge | None = None
    """The note with the change reverted and later changes preserved; None if there is nothing to merge."""
    now: str = ""
    after: str = ""
    """Its text after the undo; empty if it will be gone."""
    new_path: str = ""
    """Its path after the undo, if different."""

    @property
    def effect(self) -> str:
        """The diff that the undo makes to its text."""
        return unified_diff(self.now, self.after, self.new_path or self.path)

    @property
    def can_merge(self) -> bool:
        """Whether it can be undone with later changes preserved."""
        return self.merge is not None and self.merge.is_clean


class TrashCopy(Struct, frozen=True):
    """A note's copy in the vault's own trash, which is removed when the note is restored."""

    trash_path: str
    digest: str
    folders: tuple[str, ...]


class UndoPlan(Struct, frozen=True):
    """The planned effect of an undo."""

    title: Phrase
    """The title shown to the user: `Undo of “Tag the reading notes”`."""
    group: str
    """The group whose changes are reverted."""
    changes: tuple[int, ...] = ()
    """Ids of the changes that are reverted, the newest first."""
    items: tuple[UndoItem, ...] = ()
    problem: Phrase = NO_PHRASE
    """The reason why there is nothing to undo, as a sentence."""
    steps: tuple[FileStep, ...] = ()
    """The steps, with merges for changed notes."""
    trash: tuple[TrashCopy, ...] = ()
    folders: tuple[str, ...] = ()
    """Folders created by the changes, to be removed at the end if they are empty, outermost first."""

    @property
    def is_clean(self) -> bool:
        """Whether it can be done without merging."""
        return not self.problem and all(item.state == "clean" for item in self.items)

    @property
    def can_merge(self) -> bool:
        """Whether it can be done if later changes are merged."""
        return not self.problem and all(item.state == "clean" or item.can_merge for item in self.items)


# Changes are reverted one by one, the newest first, on a model of the vault in memory, so that several changes of one
# note are undone as one. undo.py selects the changes.

_KINDS: tuple[NoteChangeKind, ...] = ("create", "delete", "move", "modify")
"""The kinds of changes of a note by importance: several changes are shown as the first that applies."""


def build_undo_plan(
    operations: FileOperations, journal: Journal, entries: Sequence[JournalEntry], title: Phrase, unit: str
) -> UndoPlan:
    """Return the plan for reverting *entries*, the newest first; its steps are of *unit*.

    Raises `JournalFailed` and what reading notes raises.
    """
    planner = _Planner(operations, journal, entries, unit)
    for entry in entries:
        planner.revert(entry)
    return UndoPlan(
        title=title,
        group=entries[0].group,
        changes=tuple(entry.id for entry in entries),
        items=planner.items(),
        steps=tuple(planner.steps),
        trash=tuple(planner.trash),
        folders=tuple(sorted(planner.folders)),
    )


class _Item(Struct):
    """An `UndoItem` under construction."""

    path: NotePath
    current_text: str
    location: NotePath | None
    """Its path in the model; None if it does not exist there."""
    kinds: list[NoteChangeKind] = field(default_factory=list)
    problem: Phrase = NO_PHRASE
    diff: str = ""
    merge: Merge | None = None
    blocked: bool = False


class _Planner:
    """The model of the vault while changes are reverted one by one."""

    def __init__(
        self, operations: FileOperations, journal: Journal, entries: Sequence[JournalEntry], unit: str
    ) -> None:
        self.steps: list[FileStep] = []
        self.trash: list[TrashCopy] = []
        self.folders: set[str] = set()
        self._operations = operations
        self._journal = journal
        self._path_history = PathHistory(journal, min(entry.id for entry in entries))
        self._unit = unit
        self._files: dict[NotePath, FileOnDisk | None] = {}
        self._items: dict[NoteLocation, _Item] = {}

    def items(self) -> tuple[UndoItem, ...]:
        """Return the result for each note, in the order of first touch."""
        items = []
        for item in self._items.values():
            path = item.location or item.path
            after = _text(path, self._file(path)) if item.location else ""
            items.append(
                UndoItem(
                    path=item.path.text,
                    kind=next(kind for kind in _KINDS if kind in item.kinds),
                    state="changed" if item.problem else "clean",
                    problem=item.problem,
                    diff=item.diff,
                    merge=item.merge if item.blocked or item.merge is None else Merge(after),
                    now=item.current_text,
                    after=item.current_text if item.blocked else after,
                    new_path=path.text if path != item.path else "",
                )
            )
        return tuple(items)

    def revert(self, entry: JournalEntry) -> None:
        """Plan the reversal of one change."""
        item = self._item(entry)
        if item.blocked:
            return
        try:
            if entry.kind == "delete":
                self._revert_delete(entry, item)
            elif item.location is None:
                self._block(item, Phrase("“{0}” has since been deleted.", printable(item.path.text)))
            elif entry.kind == "create":
                self._revert_create(entry, item.location, item)
            elif entry.kind == "move":
                self._revert_move(entry, item.location, item)
            else:
                self._revert_modify(entry, item.location, item)
        except JournalFailed as error:
            name = printable(item.path.text)
            self._block(
                item, Phrase("The earlier version of “{0}” is no longer stored, or is damaged: {1}", name, error.title)
            )

    def _revert_modify(self, entry: JournalEntry, path: NotePath, item: _Item) -> None:
        file = self._file(path)
        if file is None:
            self._block(item, Phrase("“{0}” has since been deleted or moved by another program.", printable(path.text)))
            return
        if file.digest == entry.old_digest:
            return
        data = self._journal.snapshot(entry.old_digest)
        if file.digest != entry.new_digest:
            merged = self._merge_later_changes(entry, path, item, file, data)
            if merged is None:
                return
            data = merged
        self._put(PutFile(path, data, file.digest, unit=self._unit, undoes=entry.id), file.attributes)

    def _revert_create(self, entry: JournalEntry, path: NotePath, item: _Item) -> None:
        file = self._file(path)
        if file is None:
            item.location = None
            return
        if path.text != entry.path:
            self._block(
                item, Phrase("“{0}” has since been moved to “{1}”.", printable(entry.path), printable(path.text))
            )
            return
        if file.digest != entry.new_digest:
            item.diff = self._since(entry, path, file)
            self._block(item, Phrase("“{0}” has changed since it was created.", printable(path.text)))
            return
        to_trash = original_change(self._journal, entry).kind == "delete"
        self.folders.update(entry.folders)
        self.steps.append(RemoveFile(path, file.digest, to_trash=to_trash, unit=self._unit, undoes=entry.id))
        self._files[path] = item.location = None

    def _revert_delete(self, entry: JournalEntry, item: _Item) -> None:
        path = item.location = NotePath(entry.path)
        file = self._file(path)
        if file is not None and file.digest == entry.old_digest:
            return
        data = self._journal.snapshot(entry.old_digest)
        if file is not None:
            item.diff = unified_diff(_decoded(path, data) or "", _text(path, file), path.text)
            self._block(item, Phrase("There is now another note “{0}” in its place.", printable(path.text)))
            return
        step = PutFile(path, data, None, entry.attributes, self._unit, entry.id)
        self._put(step, entry.attributes or FileAttributes(0o600))
        if entry.new_path:
            self.trash.append(TrashCopy(entry.new_path, entry.old_digest, entry.folders))

    def _revert_move(self, entry: JournalEntry, path: NotePath, item: _Item) -> None:
        old_path = NotePath(entry.path)
        file = self._file(path)
        if path.text != entry.new_path:
            self._block(
                item, Phrase("“{0}” has since been moved to “{1}”.", printable(entry.new_path), printable(path.text))
            )
        elif file is None:
            self._block(item, Phrase("“{0}” has since been deleted or moved by another program.", printable(path.text)))
        elif old_path.key != path.key and self._file(old_path) is not None:
            self._block(item, Phrase("There is now another note “{0}” at its earlier path.", printable(old_path.text)))
        else:
            self.folders.update(entry.folders)
            self.steps.append(MoveFile(path, old_path, file.digest, self._unit, entry.id))
            self._files[path], self._files[old_path] = None, file
            item.location = old_path

    def _merge_later_changes(
        self, entry: JournalEntry, path: NotePath, item: _Item, file: FileOnDisk, old: bytes
    ) -> bytes | None:
        """Return the note's bytes with the change of *entry* reverted; None if that is impossible."""
        item.diff = item.diff or self._since(entry, path, file)
        item.problem = Phrase("“{0}” has since changed.", printable(path.text))
        bytes_after = self._bytes_after(entry)
        texts = [_decoded(path, data) for data in (bytes_after, file.data, old) if data is not None]
        if len(texts) < 3:
            item.blocked = True  # The bytes after the change are not stored, so later changes cannot be determined.
            return None
        base, mine, theirs = texts
        if base is None or mine is None or theirs is None:
            item.blocked = True
            return None
        item.merge = merge(base, mine, theirs)
        item.blocked = not item.merge.is_clean
        return None if item.blocked else encode_text(item.merge.text, file.data)

    def _since(self, entry: JournalEntry, path: NotePath, file: FileOnDisk) -> str:
        """Return the changes since *entry* as a diff; empty if the bytes after it are not stored."""
        data = self._bytes_after(entry)
        text_after = _decoded(path, data) if data is not None else None
        return unified_diff(text_after, _text(path, file), path.text) if text_after is not None else ""

    def _bytes_after(self, entry: JournalEntry) -> bytes | None:
        """Return the bytes after *entry*; None if they are not stored."""
        try:
            return self._journal.snapshot(entry.new_digest)
        except JournalFailed:
            return None

    def _put(self, step: PutFile, attributes: FileAttributes) -> None:
        self.steps.append(step)
        self._files[step.path] = FileOnDisk(step.data, digest_of(step.data), attributes, 0)

    def _block(self, item: _Item, problem: Phrase) -> None:
        item.problem, item.blocked, item.merge = problem, True, None

    def _file(self, path: NotePath) -> FileOnDisk | None:
        if path not in self._files:
            self._files[path] = self._operations.find(path)
        return self._files[path]

    def _item(self, entry: JournalEntry) -> _Item:
        location = self._path_history.of(entry)
        if location not in self._items:
            path = NotePath(location.path)
            current_text = "" if location.deleted else _text(path, self._file(path))
            self._items[location] = _Item(path, current_text, None if location.deleted else path)
        self._items[location].kinds.append(entry.kind)
        return self._items[location]


def _decoded(path: NotePath, data: bytes) -> str | None:
    try:
        return decode_note(path, data, 0).text
    except NoteNotText:
        return None


def _text(path: NotePath, file: FileOnDisk | None) -> str:
    return (_decoded(path, file.data) or "") if file is not None else ""


ALL_CHANGES = 1_000_000
"""More changes than any journal contains."""

CHANGES_PAGE = 200
"""Number of changes read in one query in the search for the last one that can be undone."""


class UndoChoice(Struct, frozen=True):
    """The changes to revert."""

    entries: tuple[JournalEntry, ...] = ()
    """The newest first; every member of each unit."""
    title: Phrase = NO_PHRASE
    problem: Phrase = NO_PHRASE
    """The reason why there is nothing to revert, as a sentence."""


def changes_to_undo(journal: Journal, target: int | str) -> UndoChoice:
    """Return the changes that an undo of *target*, a change or a group, reverts. Raises `JournalFailed`."""
    changes = _changes_of(journal, target)
    if not changes:
        return UndoChoice(problem=_unknown_problem(target))
    completed = [entry for entry in changes if _is_applied(entry)]
    if not completed:
        return UndoChoice(problem=Phrase("This change was not made, so there is nothing to undo."))
    in_effect = [entry for entry in completed if not entry.undone_by]
    if not in_effect:
        return UndoChoice(problem=Phrase("This change is already undone."))
    return UndoChoice(tuple(in_effect), undo_title(in_effect[0].title))


def changes_to_redo(journal: Journal, target: int | str) -> UndoChoice:
    """Return the changes that a redo reverts: the undo of *target*, or *target* itself if it is an undo."""
    changes = _changes_of(journal, target)
    if not changes:
        return UndoChoice(problem=_unknown_problem(target))
    undone = {entry.undone_by for entry in changes if entry.undone_by}
    if undone:
        found = [entry for change in undone if (entry := journal.change(change)) is not None]
        units = {entry.id: entry for first in found for entry in _with_unit(journal, first)}
        undos = sorted(units.values(), key=lambda entry: -entry.id)
    else:
        undos = [entry for entry in changes if entry.undoes]
    in_effect = [entry for entry in undos if _is_applied(entry) and not entry.undone_by]
    if not in_effect:
        return UndoChoice(problem=Phrase("This change is not undone, so there is nothing to redo."))
    return UndoChoice(tuple(in_effect), undo_title(in_effect[0].title))


def undo_title(title: str) -> Phrase:
    """Return the title of the undo of *title*; the undo of an undo is a redo."""
    undo, redo = (CHANGE_TITLES.phrases[code] for code in ("undo", "redo"))
    is_coded = isinstance(title, Phrase) and title.template in (undo.template, redo.template)
    # Earlier versions stored the English text.
    known = title if is_coded else recognize_phrase(title, (undo, redo))
    assert isinstance(known, Phrase)
    if known.template == undo.template:
        return CHANGE_TITLES.phrase("redo", *known.values)
    if known.template == redo.template:
        return CHANGE_TITLES.phrase("undo", *known.values)
    return CHANGE_TITLES.phrase("undo", title) if title else CHANGE_TITLES.phrase("undo-untitled")


def undoable_groups(journal: Journal) -> Iterator[tuple[JournalEntry, ...]]:
    """Yield the groups of changes that are neither an undo nor undone, the newest first.

    Storing a chat as a note is not a user action: it must not precede the changes made by the chat's answers.
    """
    for group in _groups(journal):
        if group.startswith(CHAT_GROUP_PREFIX):
            continue
        in_effect = tuple(
            entry
            for entry in journal.changes(ALL_CHANGES, group=group)
            if _is_applied(entry) and not entry.undoes and not entry.undone_by
        )
        if in_effect:
            yield in_effect


def redoable_undos(journal: Journal) -> Iterator[tuple[JournalEntry, ...]]:
    """Yield the undos that are not undone themselves, the newest first, without redos."""
    for group in _groups(journal):
        in_effect = tuple(
            entry
            for entry in journal.changes(ALL_CHANGES, group=group)
            if _is_applied(entry) and entry.undoes and not entry.undone_by and _depth(journal, entry) % 2
        )
        if in_effect:
            yield in_effect


def _depth(journal: Journal, entry: JournalEntry) -> int:
    """Return the number of undos and redos between *entry* and the original change."""
    depth = 0
    while entry.undoes:
        depth += 1
        before = journal.change(entry.undoes)
        if before is None:
            return depth
        entry = before
    return depth


def _groups(journal: Journal) -> Iterator[str]:
    """Yield the names of groups, the newest first."""
    seen_groups: set[str] = set()
    before: int | None = None
    while page := journal.changes(CHANGES_PAGE, before=before):
        for entry in page:
            if entry.group not in seen_groups:
                seen_groups.add(entry.group)
                yield entry.group
        before = page[-1].id


def _changes_of(journal: Journal, target: int | str) -> Sequence[JournalEntry]:
    """Return the changes of *target*, the newest first."""
    if isinstance(target, str):
        return journal.changes(ALL_CHANGES, group=target)
    entry = journal.change(target)
    return _with_unit(journal, entry) if entry is not None else ()


def _with_unit(journal: Journal, entry: JournalEntry) -> Sequence[JournalEntry]:
    if not entry.unit:
        return (entry,)
    return [other for other in journal.changes(ALL_CHANGES, group=entry.group) if other.unit == entry.unit]


def _is_applied(entry: JournalEntry) -> bool:
    return entry.state in ("done", "unconfirmed")


def _unknown_problem(target: int | str) -> Phrase:
    if isinstance(target, int):
        return Phrase("Change {0} is not in the list of changes. It may have expired.", target)
    return Phrase("“{0}” is not in the list of changes. It may have expired.", target)


# The plan is made in undo.py. An undo is a change like any other: it is in the journal and can be undone.


class UndoRefusal(Struct, frozen=True):
    """A note that prevented an undo."""

    path: str
    problem: Phrase
    """The reason, as a sentence."""
    diff: str = ""
    """The changes since, if they are known."""
    merge_is_clean: bool = False
    """Whether a merge would undo it and preserve later changes."""


class UndoOutcome(Struct, frozen=True):
    """The outcome of an undo or a redo."""

    done: bool
    title: Phrase = NO_PHRASE
    """`Undo of “Tag the reading notes”`."""
    group: str = ""
    """The group of the undo itself, by which it can be undone."""
    notes: tuple[str, ...] = ()
    """Current or last paths of the restored notes."""
    merged: tuple[str, ...] = ()
    """Those of them in which later changes were preserved."""
    refused: tuple[UndoRefusal, ...] = ()
    """The notes that prevented it: nothing was changed."""
    problem: Phrase = NO_PHRASE
    """The reason why there was nothing to do, or what went wrong, as a sentence."""

    @property
    def can_merge(self) -> bool:
        """Whether another attempt with a merge would succeed."""
        return bool(self.refused) and all(refused.merge_is_clean for refused in self.refused)


class LastChange(Struct, frozen=True):
    """The target of Edit > Undo or Redo."""

    group: str
    title: str
    notes: int


async def plan_undo(vault: Vault, target: int | str) -> UndoPlan:
    """Return the plan for an undo of *target*, a change's id or a group. Raises `JournalFailed`, `VaultError`."""
    journal, operations = vault.journal, vault.files.operations
    return await vault.run_in_thread(_plan_undo, operations, journal, target)


async def plan_redo(vault: Vault, target: int | str) -> UndoPlan:
    """Return the plan for a redo of *target*."""
    journal, operations = vault.journal, vault.files.operations
    return await vault.run_in_thread(_plan_redo, operations, journal, target)


async def undo(vault: Vault, target: int | str, merged: bool = False) -> UndoOutcome:
    """Revert *target*, a change's id (with its unit) or a group; all of it or nothing.

    A note changed since prevents it; with *merged*, later changes are preserved if they do not touch the same lines.
    Raises `VaultReadOnly`, `JournalFailed`, and what reading notes raises.
    """
    return await vault.run_on_writer(_undo_target, vault.files.operations, target, merged)


async def redo(vault: Vault, target: int | str, merged: bool = False) -> UndoOutcome:
    """Redo what was undone of *target*: the change or group, or the undo itself. Raises what `undo` raises."""
    return await vault.run_on_writer(_redo_target, vault.files.operations, target, merged)


async def last_group(vault: Vault) -> LastChange | None:
    """Return the newest group of changes that an undo would revert; None if there is none."""
    return await vault.run_in_thread(_last_undoable, vault.files.operations, vault.journal)


async def last_undo(vault: Vault) -> LastChange | None:
    """Return the newest undo that a redo would revert; None if there is none."""
    return await vault.run_in_thread(_last_redoable, vault.journal)


def _plan_undo(operations: FileOperations, journal: Journal, target: int | str) -> UndoPlan:
    return _plan_choice(operations, journal, changes_to_undo(journal, target))


def _plan_redo(operations: FileOperations, journal: Journal, target: int | str) -> UndoPlan:
    return _plan_choice(operations, journal, changes_to_redo(journal, target))


def _undo_target(writer: Writer, operations: FileOperations, target: int | str, merged: bool) -> UndoOutcome:
    return apply_undo(writer, operations, changes_to_undo(writer.journal, target), merged)


def _redo_target(writer: Writer, operations: FileOperations, target: int | str, merged: bool) -> UndoOutcome:
    return apply_undo(writer, operations, changes_to_redo(writer.journal, target), merged)


def _last_undoable(operations: FileOperations, journal: Journal) -> LastChange | None:
    # What the user reverted manually cannot be undone any more, and must not hide earlier changes.
    undoable = (group for group in undoable_groups(journal) if not _is_already_reverted(operations, journal, group))
    return next(map(_last_change, undoable), None)


def _last_redoable(journal: Journal) -> LastChange | None:
    return next(map(_last_change, redoable_undos(journal)), None)


def _last_change(entries: tuple[JournalEntry, ...]) -> LastChange:
    notes = {entry.new_path if entry.kind == "move" else entry.path for entry in entries}
    return LastChange(entries[0].group, entries[0].title, len(notes))


def _is_already_reverted(operations: FileOperations, journal: Journal, entries: tuple[JournalEntry, ...]) -> bool:
    """Whether everything is already as it was before *entries*."""
    try:
        # The first one usually suffices; the others are then not read.
        plans = (build_undo_plan(operations, journal, (entry,), NO_PHRASE, "") for entry in entries)
        return all(plan.is_clean and not plan.steps for plan in plans)
    except VaultError:
        return False  # The undo itself will report what is wrong.


def _plan_choice(operations: FileOperations, journal: Journal, choice: UndoChoice, unit: str = "undo") -> UndoPlan:
    if choice.problem:
        return UndoPlan(choice.title, "", problem=choice.problem)
    return build_undo_plan(operations, journal, choice.entries, choice.title, unit)


def apply_undo(writer: Writer, operations: FileOperations, choice: UndoChoice, merged: bool) -> UndoOutcome:
    """Revert all or none of the changes of *choice*; on the write thread."""
    group = f"undo:{secrets.token_hex(8)}"
    plan = _plan_choice(operations, writer.journal, choice, group)
    if plan.problem:
        return UndoOutcome(False, plan.title, problem=plan.problem)
    if not (plan.is_clean or (merged and plan.can_merge)):
        return UndoOutcome(False, plan.title, refused=_refusals(plan))
    if not plan.steps:
        return UndoOutcome(False, plan.title, problem=Phrase("Everything is already as it was before."))
    outcomes = writer.restore(plan.steps, Origin(group, plan.title))
    failed = next((outcome for outcome in outcomes if not outcome.in_place and outcome.error is not None), None)
    if failed is not None:
        return _failed_outcome(plan, failed)
    for copy in plan.trash:
        _remove_trash_copy(operations, copy)
    # Not with the steps: a later one may need the folder that an earlier one left empty.
    operations.remove_folders(plan.folders)
    unconfirmed = next((outcome.error for outcome in outcomes if outcome.error is not None), None)
    return UndoOutcome(
        True,
        plan.title,
        group,
        notes=tuple(item.new_path or item.path for item in plan.items),
        merged=tuple(item.new_path or item.path for item in plan.items if item.state == "changed"),
        problem=unconfirmed.message if unconfirmed is not None else NO_PHRASE,
    )


def _refusals(plan: UndoPlan) -> tuple[UndoRefusal, ...]:
    return tuple(
        UndoRefusal(item.path, item.problem, item.diff, item.can_merge)
        for item in plan.items
        if item.state == "changed"
    )


def _failed_outcome(plan: UndoPlan, failed: StepOutcome) -> UndoOutcome:
    """Return the outcome if the writer applied nothing: a note changed at this moment, or the disk refused."""
    match failed.step:
        case PutFile(path=path) | MoveFile(path=path) | RemoveFile(path=path):
            refused = UndoRefusal(path.text, failed.error.message if failed.error is not None else NO_PHRASE)
    return UndoOutcome(False, plan.title, refused=(refused,))


def _remove_trash_copy(operations: FileOperations, copy: TrashCopy) -> None:
    """Remove a note's copy from the vault's own trash if it is unchanged; the note is restored."""
    parts = copy.trash_path.split("/")
    found = operations.read_parts(parts)
    if found is not None and found.digest == copy.digest:
        operations.remove_if_same(parts, found.inode)
        operations.remove_folders(copy.folders)
