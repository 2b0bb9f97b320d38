"""Undo plan: what taking changes back would do to each note, and what stands in its way, as values.

Made by undo_steps.py.
"""

from dataclasses import dataclass
from typing import Literal

from vaultdesk.vault.change_set import NoteChangeKind
from vaultdesk.vault.merge import Merge
from vaultdesk.vault.step import Step
from vaultdesk.vault.unified_diff import unified

ItemState = Literal["clean", "changed"]
"""`changed`: the note is not as the change left it, or its earlier version is not kept."""


@dataclass(frozen=True, slots=True)
class UndoItem:
    """One note of an undo."""

    path: str
    """Where it is now; where it will be again, if it was deleted."""
    kind: NoteChangeKind
    """Of the change that is taken back."""
    state: ItemState = "clean"
    problem: str = ""
    """Why it cannot simply be undone, in a sentence."""
    diff: str = ""
    """What was changed since, by others or by later changes; empty where nothing was, or nobody knows."""
    merge: Merge | None = None
    """The note with the change taken out and what came since kept; None where there is nothing to merge."""
    now: str = ""
    after: str = ""
    """Its text after the undo; empty where it will be gone."""
    new_path: str = ""
    """Where it will be after the undo, if that is elsewhere."""

    @property
    def effect(self) -> str:
        """What the undo does to its text, as a diff."""
        return unified(self.now, self.after, self.new_path or self.path)

    @property
    def can_merge(self) -> bool:
        """Whether it can be undone with what came since kept."""
        return self.merge is not None and self.merge.is_clean


@dataclass(frozen=True, slots=True)
class TrashCopy:
    """A note's copy in the vault's own trash, which goes when the note is back."""

    place: str
    digest: str
    folders: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class UndoPlan:
    """What an undo would do."""

    title: str
    """What people know it by: `Undo of “Tag the reading notes”`."""
    group: str
    """Whose changes are taken back."""
    changes: tuple[int, ...] = ()
    """Ids of the changes that are taken back, the newest first."""
    items: tuple[UndoItem, ...] = ()
    problem: str = ""
    """Why there is nothing to undo at all, in a sentence."""
    steps: tuple[Step, ...] = ()
    """What is to be done, with merges where notes changed."""
    trash: tuple[TrashCopy, ...] = ()
    folders: tuple[str, ...] = ()
    """Folders that the changes had made, to be removed at the end if they are empty, outermost first."""

    @property
    def is_clean(self) -> bool:
        """Whether it can be done as it is."""
        return not self.problem and all(item.state == "clean" for item in self.items)

    @property
    def can_merge(self) -> bool:
        """Whether it can be done if what changed since is merged."""
        return not self.problem and all(item.state == "clean" or item.can_merge for item in self.items)
