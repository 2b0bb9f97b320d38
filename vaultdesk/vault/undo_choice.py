"""Undo choice: which changes of the journal an undo or a redo means. Reads the journal, no note."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from vaultdesk.vault.journal import Journal
from vaultdesk.vault.journal_entry import JournalEntry
from vaultdesk.vault.sittings import CHAT

ALL = 1_000_000
"""More changes than any journal keeps."""

PAGE = 200
"""Changes looked at in one go for the last one that can be undone."""

_UNDO, _REDO = "Undo of ", "Redo of "


@dataclass(frozen=True, slots=True)
class UndoChoice:
    """What is to be taken back."""

    entries: tuple[JournalEntry, ...] = ()
    """The newest first; every member of each unit."""
    title: str = ""
    problem: str = ""
    """Why there is nothing to take back, in a sentence."""


def to_undo(journal: Journal, what: int | str) -> UndoChoice:
    """Return the changes that an undo of *what*, a change or a group, takes back. Raises `JournalFailed`."""
    named = _named(journal, what)
    if not named:
        return UndoChoice(problem=_unknown(what))
    made = [entry for entry in named if _is_made(entry)]
    if not made:
        return UndoChoice(problem="This was never done, so there is nothing to undo.")
    standing = [entry for entry in made if not entry.undone_by]
    if not standing:
        return UndoChoice(problem="This is undone already.")
    return UndoChoice(tuple(standing), title_of_undo(standing[0].title))


def to_redo(journal: Journal, what: int | str) -> UndoChoice:
    """Return the changes that a redo of *what* takes back: the undo of it, or *what* where that is an undo itself."""
    named = _named(journal, what)
    if not named:
        return UndoChoice(problem=_unknown(what))
    undone = {entry.undone_by for entry in named if entry.undone_by}
    if undone:
        found = [entry for change in undone if (entry := journal.change(change)) is not None]
        units = {entry.id: entry for first in found for entry in _with_unit(journal, first)}
        undos = sorted(units.values(), key=lambda entry: -entry.id)
    else:
        undos = [entry for entry in named if entry.undoes]
    standing = [entry for entry in undos if _is_made(entry) and not entry.undone_by]
    if not standing:
        return UndoChoice(problem="This is not undone, so there is nothing to redo.")
    return UndoChoice(tuple(standing), title_of_undo(standing[0].title))


def title_of_undo(title: str) -> str:
    """Return what people know the undo of *title* by; the undo of an undo is a redo."""
    if title.startswith(_UNDO):
        return _REDO + title.removeprefix(_UNDO)
    if title.startswith(_REDO):
        return _UNDO + title.removeprefix(_REDO)
    return f"{_UNDO}“{title}”" if title else "Undo"


def standing_groups(journal: Journal) -> Iterator[tuple[JournalEntry, ...]]:
    """Yield the groups of changes that are neither an undo nor undone, the newest first.

    That a chat was kept as a note is nothing anybody did: it must not stand before what the chat's answers changed.
    """
    for group in _groups(journal):
        if group.startswith(CHAT):
            continue
        standing = tuple(
            entry
            for entry in journal.changes(ALL, group=group)
            if _is_made(entry) and not entry.undoes and not entry.undone_by
        )
        if standing:
            yield standing


def standing_undos(journal: Journal) -> Iterator[tuple[JournalEntry, ...]]:
    """Yield the undos that are not undone again, the newest first; a redo is none."""
    for group in _groups(journal):
        standing = tuple(
            entry
            for entry in journal.changes(ALL, group=group)
            if _is_made(entry) and entry.undoes and not entry.undone_by and _depth(journal, entry) % 2
        )
        if standing:
            yield standing


def _depth(journal: Journal, entry: JournalEntry) -> int:
    """Return how many undos and redos lie between *entry* and the change it is about."""
    depth = 0
    while entry.undoes:
        depth += 1
        before = journal.change(entry.undoes)
        if before is None:
            return depth
        entry = before
    return depth


def _groups(journal: Journal) -> Iterator[str]:
    """Yield the names of groups, the newest first."""
    seen: set[str] = set()
    before: int | None = None
    while page := journal.changes(PAGE, before=before):
        for entry in page:
            if entry.group not in seen:
                seen.add(entry.group)
                yield entry.group
        before = page[-1].id


def _named(journal: Journal, what: int | str) -> Sequence[JournalEntry]:
    """Return the changes of *what*, the newest first."""
    if isinstance(what, str):
        return journal.changes(ALL, group=what)
    entry = journal.change(what)
    return _with_unit(journal, entry) if entry is not None else ()


def _with_unit(journal: Journal, entry: JournalEntry) -> Sequence[JournalEntry]:
    if not entry.unit:
        return (entry,)
    return [other for other in journal.changes(ALL, group=entry.group) if other.unit == entry.unit]


def _is_made(entry: JournalEntry) -> bool:
    return entry.state in ("done", "unconfirmed")


def _unknown(what: int | str) -> str:
    name = f"change {what}" if isinstance(what, int) else f"“{what}”"
    return f"There is no {name} in the list of changes. It may be older than what is kept."
