"""Changes: what happened to notes, as values, and how many small happenings fold into few. No disk, no thread."""

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Literal

from vaultdesk.vault.note_path import NotePath

ChangeKind = Literal["created", "modified", "deleted", "moved"]


@dataclass(frozen=True, slots=True)
class Change:
    """One thing that happened to one note."""

    kind: ChangeKind
    path: NotePath
    old_path: NotePath | None = None
    """Where a moved note was before."""


@dataclass(frozen=True, slots=True)
class VaultChanged:
    """What happened since the last time. A hint, not a ledger: a change may be told twice."""

    changes: tuple[Change, ...]
    rescan: bool = False
    """True where more happened than could be followed: compare the whole vault."""


def fold(changes: Iterable[Change]) -> tuple[Change, ...]:
    """Return the fewest changes that come to the same, in the order of their first happening."""
    origin: dict[NotePath, NotePath | None] = {}
    """For each place that is touched: where the note that is there now was at the start; None where it is new."""
    touched: dict[NotePath, bool] = {}
    """Whether the bytes there may have changed."""
    gone: dict[NotePath, None] = {}
    """Places of the start whose note is not there any more."""
    for change in changes:
        match change.kind:
            case "created":
                origin[change.path] = change.path if change.path in gone else None
                gone.pop(change.path, None)
                touched[change.path] = True
            case "modified":
                origin.setdefault(change.path, change.path)
                touched[change.path] = True
            case "deleted":
                was = origin.pop(change.path, change.path)
                touched.pop(change.path, None)
                if was is not None:
                    gone[was] = None
            case "moved":
                _fold_move(change, origin, touched, gone)
    return _told(origin, touched, gone)


def _fold_move(
    change: Change, origin: dict[NotePath, NotePath | None], touched: dict[NotePath, bool], gone: dict[NotePath, None]
) -> None:
    old = change.old_path or change.path
    was = origin.pop(old, old)
    edited = touched.pop(old, False)
    replaced = origin.pop(change.path, None)
    if was is None and (replaced == change.path or change.path in gone):
        was = change.path
        edited = True
    if was is not None and was != change.path:
        gone[was] = None
    gone.pop(change.path, None)
    origin[change.path] = was
    touched[change.path] = edited or was is None


def _told(
    origin: dict[NotePath, NotePath | None], touched: dict[NotePath, bool], gone: dict[NotePath, None]
) -> tuple[Change, ...]:
    told: list[Change] = []
    for path, was in origin.items():
        if was is None:
            told.append(Change("created", path))
        elif was != path:
            told.append(Change("moved", path, was))
            gone.pop(was, None)
            if touched[path]:
                told.append(Change("modified", path))
        elif touched[path]:
            told.append(Change("modified", path))
    return (*(Change("deleted", path) for path in gone), *told)
