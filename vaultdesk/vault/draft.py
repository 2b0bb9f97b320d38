"""Draft: the vault as it would be after a batch of calls. Reads the vault, writes nothing."""

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, replace

from vaultdesk.core.errors import NoteConflict, NoteNotFound
from vaultdesk.vault.note_path import NotePath, visible
from vaultdesk.vault.vault import Vault


@dataclass(frozen=True, slots=True)
class DraftNote:
    """One touched file as it would be."""

    path: NotePath
    """Where it would be."""
    text: str
    old_path: NotePath | None
    """Where it is on the disk; None where it is not there yet."""
    old_text: str = ""
    digest: str = ""
    """SHA-256 of the bytes on the disk; empty where it is not there yet."""
    deleted: bool = False
    unit: str = ""
    calls: tuple[str, ...] = ()
    reason: str = ""
    warnings: tuple[str, ...] = ()


class Draft:
    """An overlay over *vault*: later calls of an answer see what earlier ones of it would write.

    Every path given is one `find` returned, or one for a new note. `call` names the call that is being planned.
    """

    def __init__(self, vault: Vault) -> None:
        self.vault = vault
        self.call = ""
        self._notes: dict[int, DraftNote] = {}
        """By number, in the order of first touch. A batch may touch every note: nothing here looks through them all."""
        self._count = 0
        self._here: dict[NotePath, int] = {}
        """Numbers of the notes there would be, by where they would be."""
        self._alike: dict[str, NotePath] = {}
        """The same places by their keys."""
        self._was: dict[NotePath, int] = {}
        """Numbers of the notes that are on the disk, by where they are there."""
        self._unit = ""
        self._joined: dict[str, str] = {}
        """Units that became a part of another one."""

    @property
    def notes(self) -> tuple[DraftNote, ...]:
        """Every touched file, in the order of first touch; those that came to nothing are left out."""
        return tuple(note for note in self._notes.values() if not _is_nothing(note))

    async def find(self, path: NotePath) -> NotePath | None:
        """Return the file *path* means now, in the right spelling; None where there would be none."""
        if path in self._here:
            return path
        found = await self.vault.find(path)
        if found is not None and self._is_gone(found):
            found = None
        # A disk that tells case apart may have a second note of this very spelling.
        return found if found == path else self._alike.get(path.key, found)

    async def read(self, path: NotePath) -> str:
        r"""Return the text *path* would have, with `\n` line ends. Raises `NoteNotFound` and what reading raises."""
        note = self._staged(path)
        if note is not None:
            return note.text
        if self._is_gone(path):
            raise NoteNotFound(f"There is no note “{visible(path.text)}”.", path=path.text)
        return (await self.vault.read(path)).text

    async def create(self, path: NotePath, text: str) -> None:
        """Stage a new note. Raises `NoteConflict` where there would be one, `NoteNotWritten` for a name not kept."""
        path = path.for_writing()
        found = await self.find(path)
        if found is not None:
            raise NoteConflict(
                f"There is already a note “{visible(found.text)}” here.", hint="Choose another name.", path=path.text
            )
        number = self._was.get(path)
        gone = self._notes[number] if number is not None else None
        if number is not None and gone is not None and gone.deleted:
            # Deleted and written anew by one answer: the note is changed, and its place is never empty.
            unit = self._unit_of(gone)
            self._keep(number, replace(gone, path=path, text=text, deleted=False, unit=unit, calls=self._calls(gone)))
            return
        self._add(DraftNote(path, text, None, unit=self._unit, calls=self._calls(None)))

    async def rewrite(self, path: NotePath, text: str, reason: str = "", warnings: Sequence[str] = ()) -> None:
        """Stage other text for the file at *path*; the same text changes nothing. Raises what `read` raises."""
        number = await self._taken(path)
        note = self._notes[number]
        if text == note.text and note.old_path is not None:
            return
        told = tuple(dict.fromkeys((*note.warnings, *warnings)))
        changed = replace(note, text=text, unit=self._unit_of(note), calls=self._calls(note), warnings=told)
        self._keep(number, replace(changed, reason=reason or note.reason))

    async def move(self, path: NotePath, new_path: NotePath) -> None:
        """Stage another place for the note at *path*. Raises `NoteConflict` where something would be there."""
        new_path = new_path.for_writing()
        found = await self.find(new_path)
        # A change of case alone is the same note to a disk that ignores case.
        if found is not None and found != path:
            raise NoteConflict(
                f"There is already a note “{visible(found.text)}” here.", hint="Choose another name.", path=path.text
            )
        number = await self._taken(path)
        note = self._notes[number]
        self._keep(number, replace(note, path=new_path, unit=self._unit_of(note), calls=self._calls(note)))

    async def delete(self, path: NotePath) -> None:
        """Stage the note's way to the trash. Raises what `read` raises."""
        number = await self._taken(path)
        note = self._notes[number]
        if note.old_path is None:
            self._leave(number)
            del self._notes[number]
            return
        # What was staged for it before goes with it: the trash gets the note as it is on the disk.
        gone = replace(note, path=note.old_path, text=note.old_text, deleted=True, unit=self._unit_of(note))
        self._keep(number, replace(gone, calls=self._calls(note)))

    @contextmanager
    def unit(self, name: str) -> Iterator[None]:
        """Stage what follows as one unit: taken or left together."""
        before, self._unit = self._unit, self._joined.get(name, name)
        try:
            yield
        finally:
            self._unit = before

    @contextmanager
    def planning(self, call_id: str) -> Iterator[None]:
        """Stage for one call; where its plan fails, the draft is as it was before it."""
        before = (
            self._notes.copy(), self._here.copy(), self._alike.copy(), self._was.copy(), self._joined.copy()
        )  # fmt: skip
        self.call = call_id
        try:
            yield
        except BaseException:
            self._notes, self._here, self._alike, self._was, self._joined = before
            raise
        finally:
            self.call = ""

    def _staged(self, path: NotePath) -> DraftNote | None:
        number = self._here.get(path)
        return self._notes[number] if number is not None else None

    def _is_gone(self, path: NotePath) -> bool:
        """Whether the file that is at *path* on the disk would be elsewhere or deleted."""
        number = self._was.get(path)
        return number is not None and (self._notes[number].deleted or self._notes[number].path != path)

    async def _taken(self, path: NotePath) -> int:
        """Return the number of the note at *path*, which counts as touched from now on."""
        if path in self._here:
            return self._here[path]
        if self._is_gone(path):
            raise NoteNotFound(f"There is no note “{visible(path.text)}”.", path=path.text)
        found = await self.vault.read(path)
        return self._add(DraftNote(path, found.text, path, found.text, found.digest))

    def _add(self, note: DraftNote) -> int:
        self._count += 1
        self._arrive(self._count, note)
        if note.old_path is not None:
            self._was[note.old_path] = self._count
        return self._count

    def _keep(self, number: int, note: DraftNote) -> None:
        self._leave(number)
        self._arrive(number, note)

    def _arrive(self, number: int, note: DraftNote) -> None:
        self._notes[number] = note
        if not note.deleted:
            self._here[note.path] = number
            self._alike[note.path.key] = note.path

    def _leave(self, number: int) -> None:
        path = self._notes[number].path
        if self._here.get(path) == number:
            del self._here[path]
            if self._alike.get(path.key) == path:
                del self._alike[path.key]

    def _unit_of(self, note: DraftNote) -> str:
        """Return the unit that *note* belongs to when it is touched now.

        Two units that touch one note are one from then on: neither can be left out without breaking the other.
        """
        if not note.unit or not self._unit or note.unit == self._unit:
            return note.unit or self._unit
        old, self._unit = self._unit, note.unit
        self._joined = {name: note.unit if unit == old else unit for name, unit in self._joined.items()}
        self._joined[old] = note.unit
        for number, other in self._notes.items():
            if other.unit == old:
                self._notes[number] = replace(other, unit=note.unit)
        return note.unit

    def _calls(self, note: DraftNote | None) -> tuple[str, ...]:
        before = note.calls if note is not None else ()
        return before if not self.call or self.call in before else (*before, self.call)


def _is_nothing(note: DraftNote) -> bool:
    """Whether the file would be as it is on the disk."""
    return note.old_path == note.path and note.text == note.old_text and not note.deleted
