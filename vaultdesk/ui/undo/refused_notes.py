"""Refused notes: the notes that stand in the way of an undo, as diffs: what changed since, what a merge would do."""

from collections.abc import Iterator

from PySide6.QtCore import QCoreApplication

from vaultdesk.ui.changes.diff_note import DiffNote
from vaultdesk.ui.undo.unified_hunks import unified_hunks
from vaultdesk.vault.diff.change_set import Hunk, hunks_between
from vaultdesk.vault.diff.merge import MergeConflict
from vaultdesk.vault.transactions.undo_plan import UndoItem, UndoPlan


def _tr(text: str) -> str:
    return QCoreApplication.translate("RefusedNotes", text)


def changed(plan: UndoPlan) -> tuple[UndoItem, ...]:
    """Return the notes that stand in the way."""
    return tuple(item for item in plan.items if item.state == "changed")


def since(plan: UndoPlan) -> tuple[DiffNote, ...]:
    """Return what changed since in each of them."""
    return tuple(
        DiffNote(item.path, item.path, hunks=unified_hunks(item.diff), words="" if item.diff else item.problem)
        for item in changed(plan)
    )


def merged(plan: UndoPlan) -> tuple[DiffNote, ...]:
    """Return what each of them would say with both; where both changed the same lines, those stand against each other.

    The left side of a conflict is what the note says now, the right side what it said before the change.
    """
    return tuple(_merged(item) for item in changed(plan))


def _merged(item: UndoItem) -> DiffNote:
    if item.merge is None:
        return DiffNote(item.path, item.path, words=item.problem)
    if item.merge.is_clean:
        words = "" if item.merge.text != item.now else _tr("stays as it is")
        return DiffNote(
            item.path, item.path, hunks=hunks_between(item.now, item.merge.text), old_text=item.now, words=words
        )
    count = len(item.merge.conflicts)
    words = _tr("1 conflict") if count == 1 else _tr("{0} conflicts").format(count)
    words = _tr("{0}: − is what it says now, + what it said before").format(words)
    return DiffNote(item.path, item.path, hunks=tuple(_conflicts(item.merge.conflicts)), words=words)


def _conflicts(conflicts: tuple[MergeConflict, ...]) -> Iterator[Hunk]:
    for number, conflict in enumerate(conflicts, 1):
        title = _tr("Both changed these lines")
        yield Hunk(f"h{number}", conflict.line, conflict.mine, conflict.line, conflict.theirs, title=title)
