"""Change words: a change set in sentences for people, made by us from the set alone. Shows nothing."""

import re
from collections.abc import Sequence

from vaultdesk.tools.visible import short
from vaultdesk.vault.diff.change_set import ChangeSet, NoteChange, NoteChoice
from vaultdesk.vault.staging import choice_applies, find_choice, with_whole_units

_REPAIRS = re.compile(r"repairs (\d{1,6}) links?\b")


def change_headline(changes: ChangeSet, choices: Sequence[NoteChoice] | None = None) -> str:
    """Return `Rename 1 note, change 2 notes and repair 4 links`: what would be done for what *choices* take."""
    chosen = with_whole_units(changes, choices)
    taken = [change for change in changes.changes if choice_applies(change, find_choice(chosen, change))]
    links = {change.id: repaired_links(change) for change in taken}
    repairs = sum(links.values())
    phrases = [
        _phrase("Create", [change for change in taken if change.kind == "create"]),
        _renames([change for change in taken if change.kind == "move"]),
        _phrase("Change", [change for change in taken if change.kind == "modify" and not links[change.id]]),
        f"Repair {repairs:,} {'link' if repairs == 1 else 'links'}" if repairs else "",
        _deletions([change for change in taken if change.kind == "delete"]),
    ]
    said = [phrase for phrase in phrases if phrase] or ["Change nothing"]
    said = [said[0], *(phrase[:1].lower() + phrase[1:] for phrase in said[1:])]
    return said[0] if len(said) == 1 else f"{', '.join(said[:-1])} and {said[-1]}"


def repaired_links(change: NoteChange) -> int:
    """Return how many links *change* only repairs after a rename; 0 for a change of its own."""
    found = _REPAIRS.match(change.reason) if change.kind == "modify" else None
    return int(found[1]) if found else 0


def what_happens(change: NoteChange) -> str:
    """Return one file of the set as a line: `rename Old.md to New.md`, `change a.md (+2 −1)`."""
    path = short(change.path, 200)
    why = f"; {short(change.reason, 120)}" if change.reason else ""
    counts = f"+{change.added:,} −{change.removed:,}"
    match change.kind:
        case "create":
            return f"create {path} ({_lines(change.added)}{why})"
        case "delete":
            return f"delete {path} ({_lines(change.removed)}{why})"
        case "move":
            inside = f" ({counts}{why})" if change.hunks else f" ({short(change.reason, 120)})" if change.reason else ""
            return f"rename {path} to {short(change.new_path, 200)}{inside}"
        case "modify":
            return f"change {path} ({counts}{why})"


def _phrase(verb: str, changes: Sequence[NoteChange]) -> str:
    return f"{verb} {_notes(len(changes))}" if changes else ""


def _renames(changes: Sequence[NoteChange]) -> str:
    """Return `Rename` where only names change, `Move` where each goes to another folder under its own."""
    moved = all(change.path.rpartition("/")[2] == change.new_path.rpartition("/")[2] for change in changes)
    return _phrase("Move" if moved else "Rename", changes)


def _deletions(changes: Sequence[NoteChange]) -> str:
    where = {change.reason for change in changes if change.reason}
    return _phrase("Delete", changes) + (f" ({where.pop()})" if len(where) == 1 else "")


def _notes(number: int) -> str:
    return f"{number:,} {'note' if number == 1 else 'notes'}"


def _lines(number: int) -> str:
    return f"{number:,} {'line' if number == 1 else 'lines'}"
