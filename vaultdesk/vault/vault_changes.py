"""Change notifications for notes, and the merging of many changes into the fewest equivalent ones."""

from collections.abc import Iterable, Iterator
from typing import Literal

from msgspec import Struct

from vaultdesk.vault.note_path import NotePath

ChangeKind = Literal["created", "modified", "deleted", "moved"]


class FileChange(Struct, frozen=True):
    """One change of one note."""

    kind: ChangeKind
    path: NotePath
    old_path: NotePath | None = None
    """The previous path of a moved note."""


class VaultChanged(Struct, frozen=True):
    """The changes since the last notification. A hint only: a change may be reported twice."""

    changes: tuple[FileChange, ...]
    rescan: bool = False
    """True if too much happened to report individually: compare the whole vault."""
    other_files: bool = False
    """True if other files than notes, canvases and bases were created or removed: images, documents."""


def fold_changes(changes: Iterable[FileChange]) -> tuple[FileChange, ...]:
    """Return the fewest equivalent changes, in the order in which the paths were first touched."""
    history = _History()
    for change in changes:
        history.add(change)
    return tuple(history.changes())


class _History:
    """For each touched path: whether a note was there before, and which one is there now."""

    def __init__(self) -> None:
        self._existed: dict[NotePath, bool] = {}
        """In the order of first touch. The target of a move counts as free, because nothing else is known."""
        self._sources: dict[NotePath, NotePath | None] = {}
        """The previous path of the note now at each path, possibly the same; None if it is new."""
        self._edited: set[NotePath] = set()

    def add(self, change: FileChange) -> None:
        """Add one more change."""
        path, old = change.path, change.old_path
        match change.kind:
            case "created":
                self._existed.setdefault(path, False)
                self._sources[path] = None
            case "modified":
                # After a late notification of a deletion, the present note is a new one.
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
        """Yield the resulting changes."""
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
        """Whether the note of *old_path* was simply moved: its path is free, and *path* was."""
        return old_path not in self._sources and not self._existed[path]
