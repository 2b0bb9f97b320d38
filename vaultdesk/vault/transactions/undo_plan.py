"""Plans an undo note by note: follows moved notes, merges later changes, and lists the steps."""

from bisect import bisect_right
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Literal

from vaultdesk.core.errors import JournalFailed, NoteNotText
from vaultdesk.core.phrases import NO_PHRASE, Phrase
from vaultdesk.vault.diff.change_set import NoteChangeKind
from vaultdesk.vault.diff.merge import Merge, merge
from vaultdesk.vault.diff.unified_diff import unified_diff
from vaultdesk.vault.disk.atomic_write import FileAttributes
from vaultdesk.vault.disk.file_operations import FileOnDisk, FileOperations
from vaultdesk.vault.note_path import NotePath, printable
from vaultdesk.vault.note_text import decode_note, digest_of, encode_text
from vaultdesk.vault.transactions.file_edits import FileStep, MoveFile, PutFile, RemoveFile
from vaultdesk.vault.transactions.journal import Journal
from vaultdesk.vault.transactions.journal_entry import JournalEntry

HISTORY_PAGE = 1000
"""Number of changes read in one query."""


@dataclass(frozen=True, slots=True)
class NoteLocation:
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
        self._leaving: dict[str, list[JournalEntry]] = {}
        self._returning: dict[int, list[JournalEntry]] = {}
        for entry in reversed(_since(journal, since)):
            if entry.kind in ("move", "delete"):
                self._leaving.setdefault(entry.path, []).append(entry)
            elif entry.kind == "create" and entry.undoes:
                self._returning.setdefault(self.root(entry), []).append(entry)

    def root(self, entry: JournalEntry) -> int:
        """Return the change at the beginning of a chain of undos and redos."""
        if entry.id not in self._roots:
            self._roots[entry.id] = original_change(self._journal, entry).id if entry.undoes else entry.id
        return self._roots[entry.id]

    def of(self, entry: JournalEntry) -> NoteLocation:
        """Return the current location of the note that *entry* wrote or removed."""
        path = entry.new_path if entry.kind == "move" else entry.path
        place = NoteLocation(path, self.root(entry) if entry.kind == "delete" else 0)
        after = entry.id
        while True:
            if place.deleted:
                next_one = _first(self._returning.get(place.deleted, ()), after)
            else:
                next_one = _first(self._leaving.get(place.path, ()), after)
            if next_one is None:
                return place
            after = next_one.id
            match next_one.kind:
                case "move":
                    place = NoteLocation(next_one.new_path)
                case "delete":
                    place = NoteLocation(place.path, self.root(next_one))
                case _:
                    place = NoteLocation(next_one.path)


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


def _first(entries: "list[JournalEntry] | tuple[()]", after: int) -> JournalEntry | None:
    place = bisect_right(entries, after, key=lambda entry: entry.id)
    return entries[place] if place < len(entries) else None


UndoItemState = Literal["clean", "changed"]
"""`changed`: the note differs from what the change left, or its earlier version is not stored."""


@dataclass(frozen=True, slots=True)
class UndoItem:
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


@dataclass(frozen=True, slots=True)
class TrashCopy:
    """A note's copy in the vault's own trash, which is removed when the note is restored."""

    trash_path: str
    digest: str
    folders: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class UndoPlan:
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


@dataclass(slots=True)
class _Item:
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
            place = item.location or item.path
            after = _text(place, self._file(place)) if item.location else ""
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
                    new_path=place.text if place != item.path else "",
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
                self._block(item, Phrase("“{0}” was deleted since.", printable(item.path.text)))
            elif entry.kind == "create":
                self._revert_create(entry, item.location, item)
            elif entry.kind == "move":
                self._revert_move(entry, item.location, item)
            else:
                self._revert_modify(entry, item.location, item)
        except JournalFailed as error:
            name = printable(item.path.text)
            self._block(
                item, Phrase("The earlier version of “{0}” is not kept any more, or is damaged: {1}", name, error.title)
            )

    def _revert_modify(self, entry: JournalEntry, path: NotePath, item: _Item) -> None:
        file = self._file(path)
        if file is None:
            self._block(item, Phrase("“{0}” was deleted or moved since by another program.", printable(path.text)))
            return
        if file.digest == entry.old_digest:
            return
        data = self._journal.snapshot(entry.old_digest)
        if file.digest != entry.new_digest:
            merged = self._merged(entry, path, item, file, data)
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
            self._block(item, Phrase("“{0}” was moved since to “{1}”.", printable(entry.path), printable(path.text)))
            return
        if file.digest != entry.new_digest:
            item.diff = self._since(entry, path, file)
            self._block(item, Phrase("“{0}” was changed since it was created.", printable(path.text)))
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
            self._block(item, Phrase("There is another note “{0}” at its place now.", printable(path.text)))
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
                item, Phrase("“{0}” was moved since to “{1}”.", printable(entry.new_path), printable(path.text))
            )
        elif file is None:
            self._block(item, Phrase("“{0}” was deleted or moved since by another program.", printable(path.text)))
        elif old_path.key != path.key and self._file(old_path) is not None:
            self._block(item, Phrase("There is another note “{0}” at its earlier place now.", printable(old_path.text)))
        else:
            self.folders.update(entry.folders)
            self.steps.append(MoveFile(path, old_path, file.digest, self._unit, entry.id))
            self._files[path], self._files[old_path] = None, file
            item.location = old_path

    def _merged(self, entry: JournalEntry, path: NotePath, item: _Item, file: FileOnDisk, old: bytes) -> bytes | None:
        """Return the note's bytes with the change of *entry* reverted; None if that is impossible."""
        item.diff = item.diff or self._since(entry, path, file)
        item.problem = Phrase("“{0}” was changed since.", printable(path.text))
        left = self._left_by(entry)
        texts = [_decoded(path, data) for data in (left, file.data, old) if data is not None]
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
        data = self._left_by(entry)
        left = _decoded(path, data) if data is not None else None
        return unified_diff(left, _text(path, file), path.text) if left is not None else ""

    def _left_by(self, entry: JournalEntry) -> bytes | None:
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
        place = self._path_history.of(entry)
        if place not in self._items:
            path = NotePath(place.path)
            now = "" if place.deleted else _text(path, self._file(path))
            self._items[place] = _Item(path, now, None if place.deleted else path)
        self._items[place].kinds.append(entry.kind)
        return self._items[place]


def _decoded(path: NotePath, data: bytes) -> str | None:
    try:
        return decode_note(path, data, 0).text
    except NoteNotText:
        return None


def _text(path: NotePath, file: FileOnDisk | None) -> str:
    return (_decoded(path, file.data) or "") if file is not None else ""
