"""Prospect: the vault as a unit's steps will leave it; each step is checked against it. Writes nothing."""

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, replace

from vaultdesk.core.errors import NoteConflict, NoteNotFound
from vaultdesk.vault.atomic_write import temporary_name
from vaultdesk.vault.attributes import Attributes
from vaultdesk.vault.file_work import FileFound, FileWork, changed_since
from vaultdesk.vault.journal_entry import Intent
from vaultdesk.vault.note_path import NotePath, visible
from vaultdesk.vault.note_text import digest_of
from vaultdesk.vault.step import Put, Remove, Shift, Step
from vaultdesk.vault.trash import Trash


@dataclass(frozen=True, slots=True)
class Planned:
    """A step that was checked, with what the journal is to know of it."""

    step: Step
    old: FileFound | None
    """What will be at its path when its turn comes."""
    intent: Intent | None
    """None where everything is as it shall be already."""


class Prospect:
    """What the steps planned so far lead to."""

    def __init__(self, work: FileWork, trash: Trash) -> None:
        self._work = work
        self._trash = trash
        self._files: dict[NotePath, FileFound | None] = {}

    def file(self, path: NotePath) -> FileFound | None:
        """Return what will be at *path*."""
        return self._files[path] if path in self._files else self._work.find(path)

    def expected(self, path: NotePath, digest: str) -> FileFound:
        """Return what will be at *path*. Raises `NoteNotFound`, and `NoteConflict` where it is something else."""
        found = self.file(path)
        if found is None:
            raise NoteNotFound(
                f"There is no note “{visible(path.text)}”.",
                hint="It may have been moved, renamed or deleted.",
                path=path.text,
            )
        if found.digest != digest:
            raise changed_since(path)
        return found

    def plan(self, step: Step) -> Planned:
        """Check *step* and take it in. Raises what doing it would raise, as far as that can be seen before."""
        if isinstance(step, Put):
            return self._put(step)
        old = self.expected(step.path, step.expected_digest)
        if isinstance(step, Shift):
            return self._shift(step, old)
        return self._remove(step, old)

    def _put(self, step: Put) -> Planned:
        digest = digest_of(step.data)
        old = None
        folders: tuple[str, ...] = ()
        if step.expected_digest is None:
            folders = self._room(step.path, ())
        else:
            old = self.expected(step.path, step.expected_digest)
        mode = Attributes(0o600) if old is None else old.attributes
        self._files[step.path] = FileFound(step.data, digest, step.attributes or mode, 0)
        if old is not None and old.digest == digest and step.attributes in (None, old.attributes):
            return Planned(step, old, None)
        added, removed = lines_between(old.data if old else b"", step.data)
        intent = Intent(
            kind="create" if old is None else "modify",
            path=step.path.text,
            new_digest=digest,
            data=step.data,
            temporary=temporary_name(),
            folders=folders,
            added=added,
            removed=removed,
            unit=step.unit,
            undoes=step.undoes,
        )
        return Planned(step, old, _with_old(intent, old))

    def _shift(self, step: Shift, old: FileFound) -> Planned:
        folders = self._room(step.new_path, (step.path,))
        self._files[step.path] = None
        self._files[step.new_path] = old
        intent = Intent(
            kind="move",
            path=step.path.text,
            new_path=step.new_path.text,
            old_digest=old.digest,
            new_digest=old.digest,
            folders=folders,
            attributes=old.attributes,
            unit=step.unit,
            undoes=step.undoes,
        )
        return Planned(step, old, intent)

    def _remove(self, step: Remove, old: FileFound) -> Planned:
        self._files[step.path] = None
        place = self._trash.place_for(step.path) if step.to_trash else ""
        intent = Intent(
            kind="delete",
            path=step.path.text,
            new_path=place,
            folders=self._work.missing_folders(step.path, place.split("/")) if place else (),
            removed=lines_between(old.data, b"")[1],
            unit=step.unit,
            undoes=step.undoes,
        )
        return Planned(step, old, _with_old(intent, old))

    def _room(self, path: NotePath, leaving: Sequence[NotePath]) -> tuple[str, ...]:
        """Return the folders to make for *path*. Raises `NoteConflict` where something will have its name."""
        if self._files.get(path) is not None:
            raise changed_since(path)
        folders = self._work.missing_folders(path)
        if not folders:
            gone = [*leaving, *(was for was, found in self._files.items() if found is None)]
            self._work.must_be_free(path, {was.file_name for was in gone if was.parent_text == path.parent_text})
        coming = (other for other, found in self._files.items() if found is not None and other.key == path.key)
        twin = next((other for other in coming if other not in leaving), None)
        if twin is not None:
            raise NoteConflict(
                f"There will be a note “{visible(twin.text)}” already.", hint="Choose another name.", path=path.text
            )
        return folders


def _with_old(intent: Intent, old: FileFound | None) -> Intent:
    """Return *intent* with what it replaces, to be kept as a snapshot."""
    if old is None:
        return intent
    return replace(intent, old_digest=old.digest, attributes=old.attributes, kept_bytes=len(old.data))


def lines_between(old: bytes, new: bytes) -> tuple[int, int]:
    """Return how many lines are new and how many are gone, wherever they stand: enough for a list of changes."""
    before, after = Counter(old.splitlines()), Counter(new.splitlines())
    return (after - before).total(), (before - after).total()
