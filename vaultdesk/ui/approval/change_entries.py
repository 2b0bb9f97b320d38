"""Change entries: the rows of a change set's list, and their words. A row is a note, or the links a rename repairs.

Values and words only; how a row is drawn is change_rows.py.
"""

from dataclasses import dataclass

from PySide6.QtCore import QCoreApplication

from vaultdesk.tools.runtime.approval_text import repaired_links
from vaultdesk.tools.text_sanitizer import sanitize_line, sanitize_text
from vaultdesk.ui.approval.review_choices import ReviewChoices
from vaultdesk.ui.formatting import format_number
from vaultdesk.vault.diff.change_set import ChangeSet, NoteChange

NAMED_NOTES = 4
"""Notes a row of repaired links names before it counts the rest."""

LONGEST_NAME = 200
"""Characters of a name in a row; it is elided long before that."""


@dataclass(frozen=True, slots=True)
class Entry:
    """One row."""

    changes: tuple[NoteChange, ...]
    """One note; of repaired links, all the notes they are in."""
    repairs: int = 0
    """How many links are repaired; 0 for a note of its own."""

    @property
    def key(self) -> str:
        """The change that is ticked and shown by this row."""
        return self.changes[0].id

    @property
    def warned(self) -> bool:
        """Whether there is something to know of it."""
        return any(change.warnings for change in self.changes)


def _tr(text: str) -> str:
    return QCoreApplication.translate("ChangeEntries", text)


def entries_of(changes: ChangeSet, choices: ReviewChoices) -> tuple[Entry, ...]:
    """Return the rows for *changes*, repaired links below the last note whose new name they are for."""
    last_moves = {change.unit: change.id for change in changes.changes if change.kind == "move"}
    repairs: dict[str, list[NoteChange]] = {}
    rows: list[Entry] = []
    for change in changes.changes:
        if _only_repairs(change, choices):
            repairs.setdefault(change.unit, []).append(change)
    for change in changes.changes:
        if not _only_repairs(change, choices):
            rows.append(Entry((change,)))
        if change.unit in repairs and last_moves[change.unit] == change.id:
            members = tuple(repairs[change.unit])
            rows.append(Entry(members, sum(map(repaired_links, members))))
    return tuple(rows)


def _only_repairs(change: NoteChange, choices: ReviewChoices) -> bool:
    """Whether *change* does nothing but repair links: a note that is also rewritten is a row of its own."""
    links = repaired_links(change)
    return choices.goes_with_a_move(change) and links > 0 and max(change.added, change.removed) <= links


def title(entry: Entry) -> tuple[str, str]:
    """Return the name of a row, and the new one where it gets another."""
    if entry.repairs:
        return (_tr("Repair 1 link") if entry.repairs == 1 else _tr("Repair {0} links").format(entry.repairs)), ""
    change = entry.changes[0]
    if change.kind != "move":
        return name_of(change.path), ""
    old, new = name_of(change.path), name_of(change.new_path)
    return (old, new) if old != new else (old, folder_of(change.new_path) or _tr("the top of the vault"))


def lines(entry: Entry, choices: ReviewChoices) -> tuple[str, ...]:
    """Return what stands below the name: the folder and what is done, or the notes whose links are repaired."""
    if not entry.repairs:
        change = entry.changes[0]
        folder = folder_of(change.path)
        return (*([folder] if folder else []), state_words(change, choices))
    named = [f"{name_of(change.path)} · {repaired_links(change)}" for change in entry.changes[:NAMED_NOTES]]
    rest = len(entry.changes) - NAMED_NOTES
    more = [_tr("and {0} more").format(format_number(rest))] if rest > 0 else []
    reason = _tr("because of the new name, in")
    return (reason, *named, *more) if choices.note_taken(entry.key) else (_tr("left out, with the new name"),)


def state_words(change: NoteChange, choices: ReviewChoices) -> str:
    """Return what is done to a note: `renamed · 2 of 3 changes · +5 −1`."""
    if not choices.note_taken(change.id):
        return _tr("left out")
    words = [_kind_words(change)]
    taken, total = (sum(choices.hunk_taken(change.id, hunk.id) for hunk in change.hunks), len(change.hunks))
    if change.kind in ("modify", "move") and total:
        words.append(_count_words(taken, total))
    added, removed = choices.lines(change)
    words.append(" ".join([f"+{format_number(added)}"] * bool(added) + [f"−{format_number(removed)}"] * bool(removed)))
    if any(choices.edited(change.id, hunk.id) is not None for hunk in change.hunks):
        words.append(_tr("edited"))
    return " · ".join(word for word in words if word)


def _kind_words(change: NoteChange) -> str:
    match change.kind:
        case "create":
            return _tr("new note")
        case "delete":
            reason = sanitize_text(change.reason)
            return _tr("deleted, {0}").format(reason) if reason else _tr("deleted")
        case "move":
            return _tr("renamed") if name_of(change.path) != name_of(change.new_path) else _tr("moved")
        case "modify":
            return ""


def _count_words(taken: int, total: int) -> str:
    if taken < total:
        return _tr("{0} of {1} changes").format(taken, total)
    return _tr("1 change") if total == 1 else _tr("{0} changes").format(total)


def name_of(path: str) -> str:
    """Return the name of a note without folder and ending."""
    name = path.rpartition("/")[2]
    return sanitize_line(name[:-3] if name.lower().endswith(".md") else name, LONGEST_NAME)


def folder_of(path: str) -> str:
    """Return the folder of a path, as it is shown."""
    return sanitize_line(path.rpartition("/")[0], LONGEST_NAME)
