"""Draft: the vault as it would be after a batch of calls. Reads the vault, writes nothing."""

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, replace

from vaultdesk.errors import NoteConflict, NoteNotFound
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
        self._notes: list[DraftNote] = []
        self._unit = ""

    @property
    def notes(self) -> tuple[DraftNote, ...]:
        """Every touched file, in the order of first touch; those that came to nothing are left out."""
        return tuple(note for note in self._notes if not _is_nothing(note))

    async def find(self, path: NotePath) -> NotePath | None:
        """Return the file *path* means now, in the right spelling; None where there would be none."""
        staged = next((note.path for note in self._notes if not note.deleted and note.path.key == path.key), None)
        if staged is not None:
            return staged
        found = await self.vault.find(path)
        return None if found is None or self._is_gone(found) else found

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
        gone = next((note for note in self._notes if note.deleted and note.old_path == path), None)
        if gone is not None:
            # Deleted and written anew by one answer: the note is changed, and its place is never empty.
            self._keep(gone, replace(gone, path=path, text=text, deleted=False, calls=self._calls(gone)))
            return
        self._notes.append(DraftNote(path, text, None, unit=self._unit, calls=self._calls(None)))

    async def rewrite(self, path: NotePath, text: str, reason: str = "", warnings: Sequence[str] = ()) -> None:
        """Stage other text for the file at *path*; the same text changes nothing. Raises what `read` raises."""
        note = await self._taken(path)
        if text == note.text and note.old_path is not None:
            return
        told = tuple(dict.fromkeys((*note.warnings, *warnings)))
        changed = replace(note, text=text, unit=note.unit or self._unit, calls=self._calls(note), warnings=told)
        self._keep(note, replace(changed, reason=reason or note.reason))

    async def move(self, path: NotePath, new_path: NotePath) -> None:
        """Stage another place for the note at *path*. Raises `NoteConflict` where something would be there."""
        new_path = new_path.for_writing()
        found = await self.find(new_path)
        # A change of case alone is the same note to a disk that ignores case.
        if found is not None and found != path:
            raise NoteConflict(
                f"There is already a note “{visible(found.text)}” here.", hint="Choose another name.", path=path.text
            )
        note = await self._taken(path)
        unit = note.unit or self._unit
        self._keep(note, replace(note, path=new_path, unit=unit, calls=self._calls(note)))

    async def delete(self, path: NotePath) -> None:
        """Stage the note's way to the trash. Raises what `read` raises."""
        note = await self._taken(path)
        if note.old_path is None:
            self._notes.remove(note)
            return
        # What was staged for it before goes with it: the trash gets the note as it is on the disk.
        gone = replace(note, path=note.old_path, text=note.old_text, deleted=True, unit=note.unit or self._unit)
        self._keep(note, replace(gone, calls=self._calls(note)))

    @contextmanager
    def unit(self, name: str) -> Iterator[None]:
        """Stage what follows as one unit: taken or left together."""
        before, self._unit = self._unit, name
        try:
            yield
        finally:
            self._unit = before

    @contextmanager
    def planning(self, call_id: str) -> Iterator[None]:
        """Stage for one call; where its plan fails, the draft is as it was before it."""
        before, self.call = list(self._notes), call_id
        try:
            yield
        except BaseException:
            self._notes = before
            raise
        finally:
            self.call = ""

    def _staged(self, path: NotePath) -> DraftNote | None:
        return next((note for note in self._notes if not note.deleted and note.path == path), None)

    def _is_gone(self, path: NotePath) -> bool:
        """Whether the file that is at *path* on the disk would be elsewhere or deleted."""
        return any(note.old_path == path and (note.deleted or note.path != path) for note in self._notes)

    async def _taken(self, path: NotePath) -> DraftNote:
        note = self._staged(path)
        if note is not None:
            return note
        if self._is_gone(path):
            raise NoteNotFound(f"There is no note “{visible(path.text)}”.", path=path.text)
        found = await self.vault.read(path)
        note = DraftNote(path, found.text, path, found.text, found.digest)
        self._notes.append(note)
        return note

    def _keep(self, old: DraftNote, new: DraftNote) -> None:
        self._notes[self._notes.index(old)] = new

    def _calls(self, note: DraftNote | None) -> tuple[str, ...]:
        before = note.calls if note is not None else ()
        return before if not self.call or self.call in before else (*before, self.call)


def _is_nothing(note: DraftNote) -> bool:
    """Whether the file would be as it is on the disk."""
    return note.old_path == note.path and note.text == note.old_text and not note.deleted
