"""Staging area: planned changes of notes, the change set built from them, and the edits that apply the selection."""

from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager

from msgspec import Struct

from vaultdesk.core.errors import NameTaken, NoteNotFound, NoteNotText
from vaultdesk.core.phrases import NO_PHRASE, Phrase
from vaultdesk.core.values import replace
from vaultdesk.vault.change_set import ChangeSet, NoteChange, NoteChangeKind, NoteChoice, apply_hunks, hunks_between
from vaultdesk.vault.note_path import NOTE_SUFFIX, NotePath, printable
from vaultdesk.vault.note_text import digest_of
from vaultdesk.vault.transactions.file_edits import Create, Delete, FileEdit, Move, Rewrite
from vaultdesk.vault.vault import Vault

__all__ = [
    "PlannedEdit",
    "build_change_set",
    "choice_applies",
    "compose_text",
    "edits_of",
    "find_choice",
    "planned_edits",
    "with_change_ticked",
    "with_whole_units",
]


class StagedNote(Struct, frozen=True):
    """One touched file in its planned state."""

    path: NotePath
    """Its planned path."""
    text: str
    old_path: NotePath | None
    """Its path on the disk; None if it does not exist yet."""
    old_text: str = ""
    digest: str = ""
    """SHA-256 of the bytes on the disk; empty if it does not exist yet."""
    deleted: bool = False
    unit: str = ""
    calls: tuple[str, ...] = ()
    reason: Phrase = NO_PHRASE
    repaired_links: int = 0
    """Number of links updated after renames, if that is the reason."""
    warnings: tuple[Phrase, ...] = ()
    is_text: bool = True
    """Whether its bytes are text; a file in another encoding can be moved and deleted, with `text` empty."""


class StagingArea:
    """An overlay over *vault*: later calls of an answer see the writes planned by earlier ones.

    Every path passed in was returned by `find`, or is that of a new note. `call` names the call that is being planned.
    """

    def __init__(self, vault: Vault, check_new_path: Callable[[NotePath], None] = lambda _path: None) -> None:
        """*check_new_path* raises for a path that must not be used; it is called before the disk is accessed."""
        self.vault = vault
        self.call = ""
        self._check_new_path = check_new_path
        self._notes_read: dict[str, dict[str, None]] = {}
        self._notes: dict[int, StagedNote] = {}
        """By number, in the order of first touch. A batch may touch every note, so nothing iterates over all of
        them.
        """
        self._count = 0
        self._by_path: dict[NotePath, int] = {}
        """Numbers of the notes by their planned paths."""
        self._by_key: dict[str, NotePath] = {}
        """The same paths by their keys."""
        self._by_old_path: dict[NotePath, int] = {}
        """Numbers of the notes on the disk, by their paths there."""
        self._unit = ""
        self._joined_units: dict[str, str] = {}
        """Units that were merged into another one."""

    @property
    def notes(self) -> tuple[StagedNote, ...]:
        """Every touched file with a change, in the order of first touch."""
        return tuple(note for note in self._notes.values() if not _is_unchanged(note))

    @property
    def notes_read(self) -> dict[str, tuple[str, ...]]:
        """The notes each call read, by call id, as paths on the disk; includes those of a plan that failed."""
        return {call_id: tuple(paths) for call_id, paths in self._notes_read.items()}

    async def find(self, path: NotePath) -> NotePath | None:
        """Return the planned file that *path* refers to, in its spelling; None if there would be none."""
        if path in self._by_path:
            return path
        found = await self.vault.find(path)
        if found is not None and self._is_removed(found):
            found = None
        # A case-sensitive disk may have a second note of this exact spelling.
        return found if found == path else self._by_key.get(path.key, found)

    async def read(self, path: NotePath) -> str:
        r"""Return the planned text of *path*, with `\n` line ends. Raises `NoteNotFound` and what reading raises."""
        note = self._staged(path)
        known = path if note is None else note.old_path
        if known is not None:  # Notes created by an earlier call of the answer come from the model itself.
            self._notes_read.setdefault(self.call, {})[known.text] = None
        if note is not None and note.is_text:
            return note.text
        if self._is_removed(path):
            raise NoteNotFound(Phrase("There is no note “{0}”.", printable(path.text)), path=path.text)
        return (await self.vault.read(known or path)).text

    async def create(self, path: NotePath, text: str) -> None:
        """Stage a new note. Raises `NameTaken` if there would be one, `NoteNotWritten` for a name that is not
        allowed.
        """
        self._check_new_path(path)
        path = await self.vault.for_writing(path)
        found = await self.find(path)
        if found is not None:
            raise NameTaken(
                Phrase("There is already a note “{0}” here.", printable(found.text)),
                hint=Phrase("Choose another name."),
                path=path.text,
            )
        number = self._by_old_path.get(path)
        removed = self._notes[number] if number is not None else None
        if number is not None and removed is not None and removed.deleted:
            # Deleted and created again by one answer: the note is changed, and its path is never empty.
            unit = self._unit_of(removed)
            self._replace(
                number, replace(removed, path=path, text=text, deleted=False, unit=unit, calls=self._calls(removed))
            )
            return
        self._add(StagedNote(path, text, None, unit=self._unit, calls=self._calls(None)))

    async def rewrite(
        self,
        path: NotePath,
        text: str,
        reason: Phrase = NO_PHRASE,
        warnings: Sequence[Phrase] = (),
        repaired_links: int = 0,
    ) -> None:
        """Stage a new text for the file at *path*; the same text changes nothing. Raises what `read` raises.

        *repaired_links* is the number of links updated after renames, if that is the *reason*.
        """
        number = await self._touch(path)
        note = self._notes[number]
        if not note.is_text:
            await self.read(path)
        if text == note.text and note.old_path is not None:
            return
        all_warnings = tuple(dict.fromkeys((*note.warnings, *warnings)))
        changed = replace(note, text=text, unit=self._unit_of(note), calls=self._calls(note), warnings=all_warnings)
        if reason:
            changed = replace(changed, reason=reason, repaired_links=repaired_links)
        self._replace(number, changed)

    async def move(self, path: NotePath, new_path: NotePath) -> None:
        """Stage a new path for the note at *path*. Raises `NameTaken` if there would be a file at it."""
        self._check_new_path(new_path)
        new_path = await self.vault.for_writing(new_path)
        found = await self.find(new_path)
        # On a case-insensitive disk a change of case only is the same note.
        if found is not None and found != path:
            raise NameTaken(
                Phrase("There is already a note “{0}” here.", printable(found.text)),
                hint=Phrase("Choose another name."),
                path=path.text,
            )
        number = await self._touch(path, as_text=False)
        note = self._notes[number]
        self._replace(number, replace(note, path=new_path, unit=self._unit_of(note), calls=self._calls(note)))

    async def delete(self, path: NotePath) -> None:
        """Stage the deletion of a note. Raises what `read` raises, except for a file that is not text."""
        number = await self._touch(path, as_text=False)
        note = self._notes[number]
        if note.old_path is None:
            self._remove_paths(number)
            del self._notes[number]
            return
        # Changes staged before are discarded: the trash gets the note as it is on the disk.
        removed = replace(note, path=note.old_path, text=note.old_text, deleted=True, unit=self._unit_of(note))
        self._replace(number, replace(removed, calls=self._calls(note)))

    @contextmanager
    def unit(self, name: str) -> Iterator[None]:
        """Stage the changes in the block as one unit, which is accepted or rejected as a whole."""
        before, self._unit = self._unit, self._joined_units.get(name, name)
        try:
            yield
        finally:
            self._unit = before

    @contextmanager
    def planning(self, call_id: str) -> Iterator[None]:
        """Stage for one call. If its plan fails, the staging area is restored."""
        before = (
            self._notes.copy(),
            self._by_path.copy(),
            self._by_key.copy(),
            self._by_old_path.copy(),
            self._joined_units.copy(),
        )
        self.call = call_id
        try:
            yield
        except BaseException:
            self._notes, self._by_path, self._by_key, self._by_old_path, self._joined_units = before
            raise
        finally:
            self.call = ""

    def _staged(self, path: NotePath) -> StagedNote | None:
        number = self._by_path.get(path)
        return self._notes[number] if number is not None else None

    def _is_removed(self, path: NotePath) -> bool:
        """Whether the file at *path* on the disk would be moved or deleted."""
        number = self._by_old_path.get(path)
        return number is not None and (self._notes[number].deleted or self._notes[number].path != path)

    async def _touch(self, path: NotePath, *, as_text: bool = True) -> int:
        """Return the number of the note at *path* and mark it as touched.

        Unless *as_text*, its bytes may be anything.
        """
        if path in self._by_path:
            return self._by_path[path]
        if self._is_removed(path):
            raise NoteNotFound(Phrase("There is no note “{0}”.", printable(path.text)), path=path.text)
        try:
            found = await self.vault.read(path)
        except NoteNotText:
            if as_text:
                raise
            data = (await self.vault.run_in_thread(self.vault.files.read, path)).data
            return self._add(StagedNote(path, "", path, "", digest_of(data), is_text=False))
        return self._add(StagedNote(path, found.text, path, found.text, found.digest))

    def _add(self, note: StagedNote) -> int:
        self._count += 1
        self._store(self._count, note)
        if note.old_path is not None:
            self._by_old_path[note.old_path] = self._count
        return self._count

    def _replace(self, number: int, note: StagedNote) -> None:
        self._remove_paths(number)
        self._store(number, note)

    def _store(self, number: int, note: StagedNote) -> None:
        self._notes[number] = note
        if not note.deleted:
            self._by_path[note.path] = number
            self._by_key[note.path.key] = note.path

    def _remove_paths(self, number: int) -> None:
        path = self._notes[number].path
        if self._by_path.get(path) == number:
            del self._by_path[path]
            if self._by_key.get(path.key) == path:
                del self._by_key[path.key]

    def _unit_of(self, note: StagedNote) -> str:
        """Return the unit of *note* when it is touched now.

        Two units that touch one note are merged: neither can be left out without breaking the other.
        """
        if not note.unit or not self._unit or note.unit == self._unit:
            return note.unit or self._unit
        old, self._unit = self._unit, note.unit
        self._joined_units = {name: note.unit if unit == old else unit for name, unit in self._joined_units.items()}
        self._joined_units[old] = note.unit
        for number, other in self._notes.items():
            if other.unit == old:
                self._notes[number] = replace(other, unit=note.unit)
        return note.unit

    def _calls(self, note: StagedNote | None) -> tuple[str, ...]:
        before = note.calls if note is not None else ()
        return before if not self.call or self.call in before else (*before, self.call)


def _is_unchanged(note: StagedNote) -> bool:
    """Whether the planned file equals the one on the disk."""
    return note.old_path == note.path and note.text == note.old_text and not note.deleted


_PHASES = (Move, Create, Rewrite, Delete)
"""A moved note is rewritten at its new path; deletions are last, when everything else is in place."""


class PlannedEdit(Struct, frozen=True):
    """An edit of a file, and the change it implements."""

    change_id: str
    edit: FileEdit


def order_edits(edits: Sequence[PlannedEdit]) -> list[PlannedEdit]:
    """Return *edits* by phase, except that an edit that frees a path precedes the edit that uses it.

    Notes that exchange their paths need one more move to a temporary path.
    """
    by_freed_path = {planned.edit.path.key: planned for planned in edits if isinstance(planned.edit, Move | Delete)}
    ordered: list[PlannedEdit] = []
    ids: set[int] = set()
    for phase in _PHASES:
        last: list[PlannedEdit] = []
        for planned in edits:
            if isinstance(planned.edit, phase) and id(planned) not in ids:
                chain, closes = _chain(planned, by_freed_path, ids)
                ids.update(map(id, chain))
                if closes:
                    first_move, second_move = _move_through_free_path(chain.pop())
                    ordered.append(first_move)
                    last.append(second_move)
                ordered.extend(reversed(chain))
        ordered.extend(last)
    return ordered


def _chain(
    planned: PlannedEdit, by_freed_path: dict[str, PlannedEdit], ordered_ids: set[int]
) -> tuple[list[PlannedEdit], bool]:
    """Return *planned* with the edits that must precede it, recursively, and whether they form a cycle."""
    chain = [planned]
    while True:
        before = by_freed_path.get(_target_key(chain[-1].edit))
        if before is None or before is chain[-1] or id(before) in ordered_ids:
            return chain, False
        if before is chain[0]:
            return chain, True
        chain.append(before)


def _target_key(edit: FileEdit) -> str:
    match edit:
        case Move(new_path=new_path):
            return new_path.key
        case Create(path=path):
            return path.key
        case _:
            return ""


def _move_through_free_path(planned: PlannedEdit) -> tuple[PlannedEdit, PlannedEdit]:
    """Return the two moves that bring a note to its path by way of a free one."""
    edit = planned.edit
    assert isinstance(edit, Move)
    folder = f"{edit.path.parent_text}/" if edit.path.parent_text else ""
    free = NotePath(f"{folder}moving {edit.expected_digest[:16]}.md")
    return (
        replace(planned, edit=replace(edit, new_path=free)),
        replace(planned, edit=replace(edit, path=free)),
    )


# The hunks of two texts are computed in change_set.py.


def build_change_set(notes: Sequence[StagedNote]) -> ChangeSet:
    """Return the changes of *notes*, file by file, with the hunks of each."""
    return ChangeSet(tuple(_note_change(f"c{number}", note) for number, note in enumerate(notes, 1)))


def _note_change(change_id: str, note: StagedNote) -> NoteChange:
    old_path = note.old_path or note.path
    new_text = "" if note.deleted else note.text
    kind = _kind(note)
    return NoteChange(
        id=change_id,
        kind=kind,
        path=old_path.text,
        new_path=note.path.text if note.path != old_path else "",
        digest=note.digest,
        old_text=note.old_text,
        new_text=new_text,
        hunks=hunks_between(note.old_text, new_text, markdown=note.path.text.lower().endswith(NOTE_SUFFIX)),
        unit=note.unit,
        calls=note.calls,
        reason=note.reason,
        repaired_links=note.repaired_links if kind == "modify" else 0,
        warnings=note.warnings,
    )


def _kind(note: StagedNote) -> NoteChangeKind:
    if note.old_path is None:
        return "create"
    if note.deleted:
        return "delete"
    return "move" if note.path != note.old_path else "modify"


def compose_text(change: NoteChange, choice: NoteChoice | None = None) -> str:
    """Return the old text with the hunks that *choice* selects, with the user's own lines where given; None selects
    all.
    """
    if choice is None or (choice.hunks is None and not choice.edits):
        return change.new_text
    selected = [hunk for hunk in change.hunks if choice.hunks is None or hunk.id in choice.hunks]
    return apply_hunks(
        change.old_text, change.new_text, selected, {edit.hunk_id: edit.new_lines for edit in choice.edits}
    )


def find_choice(choices: Sequence[NoteChoice] | None, change: NoteChange) -> NoteChoice | None:
    """Return the selection for *change*, None if it is left out; without *choices* everything is selected."""
    if choices is None:
        return NoteChoice(change.id)
    return next((choice for choice in choices if choice.change_id == change.id), None)


def choice_applies(change: NoteChange, choice: NoteChoice | None) -> bool:
    """Whether *choice* changes the file: without any selected lines a note is neither created nor deleted."""
    if choice is None:
        return False
    is_deselected = choice.hunks is not None and not any(hunk.id in choice.hunks for hunk in change.hunks)
    return change.kind == "move" or not (is_deselected and (change.hunks or change.kind == "modify"))


def with_whole_units(changes: ChangeSet, choices: Sequence[NoteChoice] | None) -> tuple[NoteChoice, ...]:
    """Return *choices* with units whole: a unit is left out if a member, or one of a member's hunks, is left out.

    The hunks of a moved note are not part of its unit and may be left out; a link repair is part of it.
    """
    choices_by_id = _by_change(changes, choices)
    excluded_units = {
        change.unit
        for change in changes.changes
        if change.unit and not _selects_whole_unit(change, choices_by_id.get(change.id))
    }
    return tuple(
        choices_by_id[change.id]
        for change in changes.changes
        if change.unit not in excluded_units and change.id in choices_by_id
    )


def with_change_ticked(
    changes: ChangeSet, choices: Sequence[NoteChoice] | None, change_id: str, *, on: bool
) -> tuple[NoteChoice, ...]:
    """Return *choices* after the user ticked or unticked a whole change, together with its unit."""
    target = changes.change(change_id)
    unit = target.unit if target is not None else ""
    member_ids = [change.id for change in changes.changes if change.id == change_id or (unit and change.unit == unit)]
    choices_by_id = _by_change(changes, choices)
    for member in member_ids:
        if on:
            choices_by_id[member] = NoteChoice(member)
        else:
            choices_by_id.pop(member, None)
    return tuple(choices_by_id[change.id] for change in changes.changes if change.id in choices_by_id)


def _by_change(changes: ChangeSet, choices: Sequence[NoteChoice] | None) -> dict[str, NoteChoice]:
    """Return the choices by the id of their change; a bulk change has thousands."""
    if choices is None:
        return {change.id: NoteChoice(change.id) for change in changes.changes}
    return {choice.change_id: choice for choice in reversed(choices)}


def _selects_whole_unit(change: NoteChange, choice: NoteChoice | None) -> bool:
    """Whether *choice* selects what the change's unit requires."""
    if choice is None or not choice_applies(change, choice):
        return False
    if change.kind == "move" or choice.hunks is None:
        return True
    return all(hunk.id in choice.hunks for hunk in change.hunks)


def edits_of(changes: ChangeSet, choices: Sequence[NoteChoice] | None = None) -> tuple[FileEdit, ...]:
    """Return the edits that *choices* select, in an order that works; None selects everything."""
    return tuple(planned.edit for planned in planned_edits(changes, choices))


def planned_edits(changes: ChangeSet, choices: Sequence[NoteChoice] | None = None) -> tuple[PlannedEdit, ...]:
    """Return the edits of `edits_of`, each with its change."""
    choices_by_id = _by_change(changes, with_whole_units(changes, choices))
    selected: list[PlannedEdit] = []
    for change in changes.changes:
        choice = choices_by_id.get(change.id)
        if choice is not None and choice_applies(change, choice):
            selected.extend(PlannedEdit(change.id, edit) for edit in _edits(change, compose_text(change, choice)))
    return tuple(order_edits(selected))


def _edits(change: NoteChange, text: str) -> Iterable[FileEdit]:
    path = NotePath(change.path)
    match change.kind:
        case "create":
            yield Create(path, text, change.unit)
        case "delete":
            yield Delete(path, change.digest, change.unit)
        case "move":
            new_path = NotePath(change.new_path)
            yield Move(path, new_path, change.digest, change.unit)
            if text != change.old_text:
                yield Rewrite(new_path, text, change.digest, change.unit)
        case "modify":
            if text != change.old_text:
                yield Rewrite(path, text, change.digest, change.unit)
