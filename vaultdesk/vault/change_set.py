"""Change set: what one answer wants to write, note by note and hunk by hunk, as a person reviews it. Values only.

hunks.py makes the hunks and puts together what was chosen; nothing here reads or writes a file.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Literal

from vaultdesk.vault.line_diff import Span, differences

NoteChangeKind = Literal["create", "modify", "move", "delete"]
"""What happens to the file; a moved note may have hunks too."""


@dataclass(frozen=True, slots=True)
class Hunk:
    """One stretch of lines that changes. Lines carry no line end."""

    id: str
    """Unique in its note's change: `h1`."""
    old_start: int
    """First line replaced in the old text, from 1; where nothing is replaced, the line before which it is put in."""
    old_lines: tuple[str, ...]
    new_start: int
    new_lines: tuple[str, ...]
    before: tuple[str, ...] = ()
    """Unchanged lines just above, for the eye."""
    after: tuple[str, ...] = ()
    title: str = ""
    """Where it is, for people: `Properties`, or the heading above."""


@dataclass(frozen=True, slots=True)
class NoteChange:
    """What would happen to one file."""

    id: str
    """Unique in the set: `c1`."""
    kind: NoteChangeKind
    path: str
    """Where the file is now; where it will be, if it is created."""
    new_path: str = ""
    """Where a moved file will be."""
    digest: str = ""
    """SHA-256 of the bytes it was made from; empty where it is created."""
    old_text: str = ""
    new_text: str = ""
    """What it will say, with every hunk taken."""
    hunks: tuple[Hunk, ...] = ()
    unit: str = ""
    """Changes of one unit are ticked, applied and undone together: a rename and the links it repairs."""
    calls: tuple[str, ...] = ()
    """Ids of the calls that want it."""
    reason: str = ""
    """Why, for people, where it is not plain: `repairs 2 links to the new name`."""
    warnings: tuple[str, ...] = ()
    """Made by our code: `this removes a private comment the model was not shown`."""

    @property
    def final_path(self) -> str:
        """Where the file is afterwards."""
        return self.new_path or self.path

    @property
    def added(self) -> int:
        """How many lines are put in."""
        return sum(span.new_end - span.new_start for span in self._spans())

    @property
    def removed(self) -> int:
        """How many lines are taken out."""
        return sum(span.old_end - span.old_start for span in self._spans())

    def _spans(self) -> Iterator[Span]:
        """Yield what really changes inside the hunks: lines between two close changes stand in them too."""
        for hunk in self.hunks:
            yield from differences(hunk.old_lines, hunk.new_lines)


@dataclass(frozen=True, slots=True)
class ChangeSet:
    """Everything one answer wants to write, in the order it is to be done."""

    changes: tuple[NoteChange, ...] = ()

    def __bool__(self) -> bool:
        return bool(self.changes)

    def change(self, change_id: str) -> NoteChange | None:
        """Return one change by its id."""
        return next((change for change in self.changes if change.id == change_id), None)


NOTHING = ChangeSet()
"""A set of no changes."""


@dataclass(frozen=True, slots=True)
class HunkEdit:
    """Lines a person wrote in place of a hunk's new ones."""

    hunk_id: str
    new_lines: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class NoteChoice:
    """What a person takes of one note's change."""

    change_id: str
    hunks: tuple[str, ...] | None = None
    """Ids of the hunks taken; None takes all. A creation, a move without hunks and a deletion are taken whole."""
    edits: tuple[HunkEdit, ...] = ()
