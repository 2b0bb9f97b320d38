"""Undo steps: plans how changes are taken back, note by note. Reads the vault and the journal, writes nothing.

Changes are taken back one by one, the newest first, on a picture of the vault in memory; so what several changes of one
run did to a note is undone as one. Which changes are meant is undo_choice.py, doing it is undo.py.
"""

from collections.abc import Sequence
from dataclasses import dataclass, field

from vaultdesk.core.errors import JournalFailed, NoteNotText
from vaultdesk.vault.attributes import Attributes
from vaultdesk.vault.change_set import NoteChangeKind
from vaultdesk.vault.file_work import FileFound, FileWork
from vaultdesk.vault.journal import Journal
from vaultdesk.vault.journal_entry import JournalEntry
from vaultdesk.vault.merge import Merge, merge
from vaultdesk.vault.note_path import NotePath, visible
from vaultdesk.vault.note_text import decode, digest_of, encode
from vaultdesk.vault.step import Put, Remove, Shift, Step
from vaultdesk.vault.undo_plan import TrashCopy, UndoItem, UndoPlan
from vaultdesk.vault.unified_diff import unified
from vaultdesk.vault.whereabouts import Place, Whereabouts, root_of

_KINDS: tuple[NoteChangeKind, ...] = ("create", "delete", "move", "modify")
"""What a note's several changes come to for people, the most important first."""


def undo_plan(work: FileWork, journal: Journal, entries: Sequence[JournalEntry], title: str, unit: str) -> UndoPlan:
    """Return what taking *entries* back, the newest first, would do; its steps are of *unit*.

    Raises `JournalFailed` and what reading notes raises.
    """
    planner = _Planner(work, journal, entries, unit)
    for entry in entries:
        planner.take_back(entry)
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
    """An `UndoItem` that grows."""

    path: NotePath
    now: str
    place: NotePath | None
    """Where it is in the picture; None where it is not there."""
    kinds: list[NoteChangeKind] = field(default_factory=list)
    problem: str = ""
    diff: str = ""
    merge: Merge | None = None
    blocked: bool = False


class _Planner:
    """The vault as it would be, while change after change is taken back."""

    def __init__(self, work: FileWork, journal: Journal, entries: Sequence[JournalEntry], unit: str) -> None:
        self.steps: list[Step] = []
        self.trash: list[TrashCopy] = []
        self.folders: set[str] = set()
        self._work = work
        self._journal = journal
        self._whereabouts = Whereabouts(journal, min(entry.id for entry in entries))
        self._unit = unit
        self._files: dict[NotePath, FileFound | None] = {}
        self._items: dict[Place, _Item] = {}

    def items(self) -> tuple[UndoItem, ...]:
        """Return what came of each note, in the order of first touch."""
        told = []
        for item in self._items.values():
            place = item.place or item.path
            after = _text(place, self._file(place)) if item.place else ""
            told.append(
                UndoItem(
                    path=item.path.text,
                    kind=next(kind for kind in _KINDS if kind in item.kinds),
                    state="changed" if item.problem else "clean",
                    problem=item.problem,
                    diff=item.diff,
                    merge=item.merge if item.blocked or item.merge is None else Merge(after),
                    now=item.now,
                    after=item.now if item.blocked else after,
                    new_path=place.text if place != item.path else "",
                )
            )
        return tuple(told)

    def take_back(self, entry: JournalEntry) -> None:
        """Plan the way back from one change."""
        item = self._item(entry)
        if item.blocked:
            return
        try:
            if entry.kind == "delete":
                self._back_again(entry, item)
            elif item.place is None:
                self._block(item, f"“{visible(item.path.text)}” was deleted since.")
            elif entry.kind == "create":
                self._back_to_nothing(entry, item.place, item)
            elif entry.kind == "move":
                self._back_to_old_place(entry, item.place, item)
            else:
                self._back_to_old_text(entry, item.place, item)
        except JournalFailed as error:
            name = visible(item.path.text)
            self._block(item, f"The earlier version of “{name}” is not kept any more, or is damaged: {error.title}")

    def _back_to_old_text(self, entry: JournalEntry, here: NotePath, item: _Item) -> None:
        file = self._file(here)
        if file is None:
            self._block(item, f"“{visible(here.text)}” was deleted or moved since by another program.")
            return
        if file.digest == entry.old_digest:
            return
        data = self._journal.snapshot(entry.old_digest)
        if file.digest != entry.new_digest:
            merged = self._merged(entry, here, item, file, data)
            if merged is None:
                return
            data = merged
        self._put(Put(here, data, file.digest, unit=self._unit, undoes=entry.id), file.attributes)

    def _back_to_nothing(self, entry: JournalEntry, here: NotePath, item: _Item) -> None:
        file = self._file(here)
        if file is None:
            item.place = None
            return
        if here.text != entry.path:
            self._block(item, f"“{visible(entry.path)}” was moved since to “{visible(here.text)}”.")
            return
        if file.digest != entry.new_digest:
            item.diff = self._since(entry, here, file)
            self._block(item, f"“{visible(here.text)}” was changed since it was created.")
            return
        to_trash = root_of(self._journal, entry).kind == "delete"
        self.folders.update(entry.folders)
        self.steps.append(Remove(here, file.digest, to_trash=to_trash, unit=self._unit, undoes=entry.id))
        self._files[here] = item.place = None

    def _back_again(self, entry: JournalEntry, item: _Item) -> None:
        here = item.place = NotePath(entry.path)
        file = self._file(here)
        if file is not None and file.digest == entry.old_digest:
            return
        data = self._journal.snapshot(entry.old_digest)
        if file is not None:
            item.diff = unified(_decoded(here, data) or "", _text(here, file), here.text)
            self._block(item, f"There is another note “{visible(here.text)}” at its place now.")
            return
        step = Put(here, data, None, entry.attributes, self._unit, entry.id)
        self._put(step, entry.attributes or Attributes(0o600))
        if entry.new_path:
            self.trash.append(TrashCopy(entry.new_path, entry.old_digest, entry.folders))

    def _back_to_old_place(self, entry: JournalEntry, here: NotePath, item: _Item) -> None:
        there = NotePath(entry.path)
        file = self._file(here)
        if here.text != entry.new_path:
            self._block(item, f"“{visible(entry.new_path)}” was moved since to “{visible(here.text)}”.")
        elif file is None:
            self._block(item, f"“{visible(here.text)}” was deleted or moved since by another program.")
        elif there.key != here.key and self._file(there) is not None:
            self._block(item, f"There is another note “{visible(there.text)}” at its earlier place now.")
        else:
            self.folders.update(entry.folders)
            self.steps.append(Shift(here, there, file.digest, self._unit, entry.id))
            self._files[here], self._files[there] = None, file
            item.place = there

    def _merged(self, entry: JournalEntry, here: NotePath, item: _Item, file: FileFound, old: bytes) -> bytes | None:
        """Return the note's bytes with the change of *entry* taken out; None where that cannot be done."""
        item.diff = item.diff or self._since(entry, here, file)
        item.problem = f"“{visible(here.text)}” was changed since."
        left = self._left_by(entry)
        texts = [_decoded(here, data) for data in (left, file.data, old) if data is not None]
        if len(texts) < 3:
            item.blocked = True  # What the change left is not kept: nobody can tell what came since.
            return None
        base, mine, theirs = texts
        if base is None or mine is None or theirs is None:
            item.blocked = True
            return None
        item.merge = merge(base, mine, theirs)
        item.blocked = not item.merge.is_clean
        return None if item.blocked else encode(item.merge.text, file.data)

    def _since(self, entry: JournalEntry, here: NotePath, file: FileFound) -> str:
        """Return what changed since *entry*, as a diff; empty where what it left is not kept."""
        data = self._left_by(entry)
        left = _decoded(here, data) if data is not None else None
        return unified(left, _text(here, file), here.text) if left is not None else ""

    def _left_by(self, entry: JournalEntry) -> bytes | None:
        """Return the bytes *entry* left; None where they are not kept."""
        try:
            return self._journal.snapshot(entry.new_digest)
        except JournalFailed:
            return None

    def _put(self, step: Put, attributes: Attributes) -> None:
        self.steps.append(step)
        self._files[step.path] = FileFound(step.data, digest_of(step.data), attributes, 0)

    def _block(self, item: _Item, problem: str) -> None:
        item.problem, item.blocked, item.merge = problem, True, None

    def _file(self, path: NotePath) -> FileFound | None:
        if path not in self._files:
            self._files[path] = self._work.find(path)
        return self._files[path]

    def _item(self, entry: JournalEntry) -> _Item:
        place = self._whereabouts.of(entry)
        if place not in self._items:
            path = NotePath(place.path)
            now = "" if place.gone else _text(path, self._file(path))
            self._items[place] = _Item(path, now, None if place.gone else path)
        self._items[place].kinds.append(entry.kind)
        return self._items[place]


def _decoded(path: NotePath, data: bytes) -> str | None:
    try:
        return decode(path, data, 0).text
    except NoteNotText:
        return None


def _text(path: NotePath, file: FileFound | None) -> str:
    return (_decoded(path, file.data) or "") if file is not None else ""
