"""Change notifications for notes, and folding of many changes into the fewest equivalent ones."""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import Literal

from vaultdesk.vault.note_path import NotePath

ChangeKind = Literal["created", "modified", "deleted", "moved"]


@dataclass(frozen=True, slots=True)
class FileChange:
    """One thing that happened to one note."""

    kind: ChangeKind
    path: NotePath
    old_path: NotePath | None = None
    """Where a moved note was before."""


@dataclass(frozen=True, slots=True)
class VaultChanged:
    """What happened since the last time. A hint, not a ledger: a change may be told twice."""

    changes: tuple[FileChange, ...]
    rescan: bool = False
    """True where more happened than could be followed: compare the whole vault."""
    other_files: bool = False
    """True where files came or went that are neither notes nor canvases nor bases: pictures, documents."""


def fold_changes(changes: Iterable[FileChange]) -> tuple[FileChange, ...]:
    """Return the fewest changes that come to the same, in the order the places were first touched.

    Each place is told once, but for a note that was moved and edited; no two changes depend on their order.
    """
    history = _History()
    for change in changes:
        history.add(change)
    return tuple(history.changes())


class _History:
    """What is known of each touched place: whether a note was there before, and which one is there now."""

    def __init__(self) -> None:
        self._existed: dict[NotePath, bool] = {}
        """In the order of first touch. A place something was moved to counts as free: nobody knows better."""
        self._sources: dict[NotePath, NotePath | None] = {}
        """Where the note that is here now was before; its own place too; None where it is new."""
        self._edited: set[NotePath] = set()

    def add(self, change: FileChange) -> None:
        """Take one more happening in."""
        path, old = change.path, change.old_path
        match change.kind:
            case "created":
                self._existed.setdefault(path, False)
                self._sources[path] = None
            case "modified":
                # After a deletion that this program was told of too late, what is there now is new.
                self._sources.setdefault(path, None if path in self._existed else path)
                self._existed.setdefault(path, True)
                self._edited.add(path)
            case "deleted":
                self._existed.setdefault(path, True)
                self._sources.pop(path, None)
                self._edited.discard(path)
            case "moved" if old is not None and old != path:
                self._move(old, path)
            case "moved":
                pass

    def _move(self, old: NotePath, path: NotePath) -> None:
        known = old in self._existed
        self._existed.setdefault(old, True)
        self._existed.setdefault(path, False)
        self._sources[path] = self._sources.pop(old, None if known else old)
        self._edited.discard(path)
        if old in self._edited:
            self._edited.discard(old)
            self._edited.add(path)

    def changes(self) -> Iterator[FileChange]:
        """Yield what it all came to."""
        moved = {
            old_path
            for path, old_path in self._sources.items()
            if old_path is not None and self._is_move(path, old_path)
        }
        for path, existed in self._existed.items():
            if path not in self._sources:
                if existed and path not in moved:
                    yield FileChange("deleted", path)
                continue
            old_path = self._sources[path]
            if existed:
                if old_path != path or path in self._edited:
                    yield FileChange("modified", path)
            elif old_path in moved:
                yield FileChange("moved", path, old_path)
                if path in self._edited:
                    yield FileChange("modified", path)
            else:
                yield FileChange("created", path)

    def _is_move(self, path: NotePath, old_path: NotePath) -> bool:
        """Whether the note of *old_path* is simply elsewhere now: its place is free, and *path* was."""
        return old_path not in self._sources and not self._existed[path]
