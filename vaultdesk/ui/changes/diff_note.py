"""Diff note: one note whose change is shown, and what was decided about its parts. Values; draws nothing."""

from dataclasses import dataclass
from typing import Protocol

from vaultdesk.vault.diff.change_set import Hunk, NoteChange, NoteChangeKind, hunks_between


@dataclass(frozen=True, slots=True)
class DiffNote:
    """One note of a diff."""

    key: str
    """Unique in the diff."""
    path: str = ""
    """Shown above its lines; empty where the place of the diff says it already."""
    kind: NoteChangeKind = "modify"
    new_path: str = ""
    """Where a moved note will be."""
    hunks: tuple[Hunk, ...] = ()
    old_text: str = ""
    """The lines between the hunks come from it, when somebody opens them."""
    words: str = ""
    """Beside the path: what else a person should know of it, as where a deleted note goes."""


class HunkStates(Protocol):
    """What a person decided so far; whoever holds it is asked at each drawing."""

    def hunk_taken(self, key: str, hunk_id: str) -> bool:
        """Whether the hunk is to be applied."""
        ...

    def has_tick(self, key: str, hunk_id: str) -> bool:
        """Whether the hunk can be taken or left by itself."""
        ...

    def note_taken(self, key: str) -> bool:
        """Whether anything is done to the note."""
        ...

    def edited(self, key: str, hunk_id: str) -> tuple[str, ...] | None:
        """Return the lines the person wrote in place of the hunk's; None where they did not."""
        ...


class AllShown:
    """The states of a diff that is only read."""

    def hunk_taken(self, key: str, hunk_id: str) -> bool:
        """Every hunk is drawn in full."""
        return True

    def has_tick(self, key: str, hunk_id: str) -> bool:
        """Nothing is decided."""
        return False

    def note_taken(self, key: str) -> bool:
        """Every note is drawn in full."""
        return True

    def edited(self, key: str, hunk_id: str) -> tuple[str, ...] | None:
        """Nothing is edited."""
        return None


def diff_of(old: str, new: str, path: str = "", *, key: str = "") -> DiffNote:
    """Return what makes *new* of *old*; *path* is shown above it and tells Markdown from other text."""
    return DiffNote(
        key or path, path, "modify", "", hunks_between(old, new, markdown=not path or path.endswith(".md")), old
    )


def diff_of_change(change: NoteChange, words: str = "") -> DiffNote:
    """Return *change* of a set as a diff; its key is the change's id."""
    return DiffNote(change.id, change.path, change.kind, change.new_path, change.hunks, change.old_text, words)
