"""The user's choices in a change set, hunk by hunk, and the entries of its list."""

from collections.abc import Sequence
from typing import Literal, NamedTuple

from msgspec import Struct

from vaultdesk.core.values import replace
from vaultdesk.tools.text_sanitizer import sanitize_line, sanitize_text
from vaultdesk.ui.formatting import format_number
from vaultdesk.ui.translation import translate, translator
from vaultdesk.vault.change_set import ChangeSet, Hunk, HunkEdit, NoteChange, NoteChoice, count_changed_lines
from vaultdesk.vault.staging import choice_applies, with_change_ticked, with_whole_units

_tr = translator("ChangeChoices")

TickState = Literal["all", "some", "none"]
"""How much of a note's change is selected."""

MAX_COMPARED_LINES = 2_000
"""Maximum number of lines of a hunk that are compared for the count; all lines of a larger one count as changed."""


class ChangeCount(NamedTuple):
    """Number of changes: the hunks of a note, its new name, or its creation or deletion."""

    selected: int
    total: int


class ReviewChoices:
    """What the user selected of a change set; initially everything.

    The changes of a unit, such as a rename and the links it repairs, are selected together.
    """

    def __init__(self, changes: ChangeSet) -> None:
        self.changes = changes
        self._changes_by_id = {change.id: change for change in changes.changes}
        self._choices: dict[str, NoteChoice] = {change.id: NoteChoice(change.id) for change in changes.changes}
        self._edits: dict[tuple[str, str], tuple[str, ...]] = {}
        self._counts: dict[tuple[str, ...], tuple[int, int]] = {}
        self._move_units = {change.unit for change in changes.changes if change.kind == "move" and change.unit}

    def answer(self) -> tuple[NoteChoice, ...]:
        """Return the selected changes, with complete units and the user's edited lines."""
        choices = with_whole_units(self.changes, tuple(self._choices.values()))
        return tuple(
            replace(choice, edits=self._edits_of(change, choice))
            for choice in choices
            if choice_applies(change := self._changes_by_id[choice.change_id], choice)
        )

    def tick(self, change_id: str, on: bool) -> None:
        """Select or deselect a note's whole change with its unit."""
        after = with_change_ticked(self.changes, tuple(self._choices.values()), change_id, on=on)
        self._choices = {choice.change_id: choice for choice in after}

    def tick_all(self, on: bool) -> None:
        """Select everything or nothing."""
        self._choices = {key: NoteChoice(key) for key in self._changes_by_id} if on else {}

    def tick_hunk(self, change_id: str, hunk_id: str, on: bool) -> None:
        """Select or deselect one hunk."""
        change = self._changes_by_id[change_id]
        selected = {hunk.id for hunk in change.hunks if self.is_hunk_selected(change_id, hunk.id)}
        selected = selected | {hunk_id} if on else selected - {hunk_id}
        if change_id not in self._choices:
            self.tick(change_id, True)
        hunk_ids = tuple(hunk.id for hunk in change.hunks if hunk.id in selected)
        choice = NoteChoice(change_id, None if len(hunk_ids) == len(change.hunks) else hunk_ids)
        if choice_applies(change, choice):
            self._choices[change_id] = choice
        else:
            self.tick(change_id, False)

    def edit(self, change_id: str, hunk_id: str, lines: Sequence[str]) -> None:
        """Replace a hunk's new lines by *lines*; the planned lines remove an earlier edit."""
        planned = next(hunk for hunk in self._changes_by_id[change_id].hunks if hunk.id == hunk_id)
        if tuple(lines) == planned.new_lines:
            self._edits.pop((change_id, hunk_id), None)
        else:
            self._edits[change_id, hunk_id] = tuple(lines)

    def state(self, change_id: str) -> TickState:
        """Return how much of a note's change is selected."""
        choice = self._choices.get(change_id)
        if choice is None or not choice_applies(self._changes_by_id[change_id], choice):
            return "none"
        return "all" if choice.hunks is None else "some"

    def total_state(self) -> TickState:
        """Return how much of everything is selected."""
        states = {self.state(change.id) for change in self.changes.changes}
        return states.pop() if len(states) == 1 else "some"

    def is_note_selected(self, key: str) -> bool:
        """Return whether the note is changed at all."""
        return self.state(key) != "none"

    def is_hunk_selected(self, key: str, hunk_id: str) -> bool:
        """Return whether a hunk is applied."""
        choice = self._choices.get(key)
        return choice is not None and (choice.hunks is None or hunk_id in choice.hunks)

    def has_tick(self, key: str, hunk_id: str) -> bool:
        """Return whether a hunk can be deselected individually.

        Hunks of new and deleted notes cannot, nor those that repair the links of a renamed note.
        """
        change = self._changes_by_id[key]
        return change.kind == "move" or (change.kind == "modify" and not change.unit)

    def edited_lines(self, key: str, hunk_id: str) -> tuple[str, ...] | None:
        """Return the edited lines of a hunk; None if it was not edited."""
        return self._edits.get((key, hunk_id))

    def change_count(self, change: NoteChange) -> ChangeCount:
        """Return the number of changes of a note. Links repaired by a rename are part of the rename."""
        is_selected = self.is_note_selected(change.id)
        if change.kind in ("create", "delete"):
            return ChangeCount(int(is_selected), 1)
        if self.follows_move(change):
            return ChangeCount(0, 0)
        hunks = sum(self.is_hunk_selected(change.id, hunk.id) for hunk in change.hunks)
        moved = int(change.kind == "move")
        return ChangeCount(hunks + (moved if is_selected else 0), len(change.hunks) + moved)

    def follows_move(self, change: NoteChange) -> bool:
        """Return whether a change only belongs to the rename of another note."""
        return change.kind == "modify" and change.unit in self._move_units

    def total_count(self) -> ChangeCount:
        """Return the number of changes of all notes."""
        counts = [self.change_count(change) for change in self.changes.changes]
        return ChangeCount(sum(count.selected for count in counts), sum(count.total for count in counts))

    def lines(self, change: NoteChange) -> tuple[int, int]:
        """Return the numbers of lines that the selected hunks of a note add and remove."""
        counts = [self._count(change, hunk) for hunk in change.hunks if self.is_hunk_selected(change.id, hunk.id)]
        return sum(added for added, _ in counts), sum(removed for _, removed in counts)

    def _count(self, change: NoteChange, hunk: Hunk) -> tuple[int, int]:
        lines = self._edits.get((change.id, hunk.id))
        if lines is not None:
            return count_changed_lines(replace(hunk, new_lines=lines))
        key = (change.id, hunk.id)
        if key not in self._counts:
            large = len(hunk.old_lines) + len(hunk.new_lines) > MAX_COMPARED_LINES
            self._counts[key] = (len(hunk.new_lines), len(hunk.old_lines)) if large else count_changed_lines(hunk)
        return self._counts[key]

    def _edits_of(self, change: NoteChange, choice: NoteChoice) -> tuple[HunkEdit, ...]:
        return tuple(
            HunkEdit(hunk.id, lines)
            for hunk in change.hunks
            if (choice.hunks is None or hunk.id in choice.hunks)
            and (lines := self._edits.get((change.id, hunk.id))) is not None
        )


MAX_NAMED_NOTES_IN_ROW = 4
"""Number of notes a row of repaired links names; further ones are counted."""

MAX_ROW_NAME = 200
"""Maximum number of characters of a name in a row, which is elided well before that."""


class ChangeEntry(Struct, frozen=True):
    """Row of the list of changes, as values; `change_set_review.py` draws it."""

    changes: tuple[NoteChange, ...]
    """One note; for repaired links, all notes that contain them."""
    repairs: int = 0
    """Number of repaired links; 0 for a row of a single note."""

    @property
    def key(self) -> str:
        """Key of the change that this row ticks and shows."""
        return self.changes[0].id

    @property
    def has_warning(self) -> bool:
        """Whether the change has a warning."""
        return any(change.warnings for change in self.changes)


def change_entries(changes: ChangeSet, choices: ReviewChoices) -> tuple[ChangeEntry, ...]:
    """Return the rows for *changes*, with repaired links below the last renamed note they are for."""
    last_moves = {change.unit: change.id for change in changes.changes if change.kind == "move"}
    repairs: dict[str, list[NoteChange]] = {}
    rows: list[ChangeEntry] = []
    for change in changes.changes:
        if _only_repairs(change, choices):
            repairs.setdefault(change.unit, []).append(change)
    for change in changes.changes:
        if not _only_repairs(change, choices):
            rows.append(ChangeEntry((change,)))
        if change.unit in repairs and last_moves[change.unit] == change.id:
            members = tuple(repairs[change.unit])
            rows.append(ChangeEntry(members, sum(member.repaired_links for member in members)))
    return tuple(rows)


def _only_repairs(change: NoteChange, choices: ReviewChoices) -> bool:
    """Return whether *change* only repairs links; a note with other changes has a row of its own."""
    links = change.repaired_links
    return choices.follows_move(change) and links > 0 and max(change.added, change.removed) <= links


def change_entry_title(entry: ChangeEntry) -> tuple[str, str]:
    """Return the name of a row, and the new name of a renamed note."""
    if entry.repairs:
        return (_tr("Repair 1 link") if entry.repairs == 1 else _tr("Repair {0} links").format(entry.repairs)), ""
    change = entry.changes[0]
    if change.kind != "move":
        return shown_note_name(change.path), ""
    old, new = shown_note_name(change.path), shown_note_name(change.new_path)
    return (old, new) if old != new else (old, shown_folder(change.new_path) or _tr("the vault root"))


def change_entry_lines(entry: ChangeEntry, choices: ReviewChoices) -> tuple[str, ...]:
    """Return the lines below the name: folder and action, or the notes whose links are repaired."""
    if not entry.repairs:
        change = entry.changes[0]
        folder = shown_folder(change.path)
        return (*([folder] if folder else []), change_state_text(change, choices))
    note_names = [
        f"{shown_note_name(change.path)} · {change.repaired_links}" for change in entry.changes[:MAX_NAMED_NOTES_IN_ROW]
    ]
    omitted = len(entry.changes) - MAX_NAMED_NOTES_IN_ROW
    further = [_tr("and {0} more").format(format_number(omitted))] if omitted > 0 else []
    reason = _tr("to match the new name")
    return (
        (reason, *note_names, *further)
        if choices.is_note_selected(entry.key)
        else (_tr("left out, with the new name"),)
    )


def change_state_text(change: NoteChange, choices: ReviewChoices) -> str:
    """Return the summary of a note's change: `renamed · 2 of 3 changes · +5 −1`."""
    if not choices.is_note_selected(change.id):
        return _tr("left out")
    parts = [_kind_text(change)]
    selected, total = (sum(choices.is_hunk_selected(change.id, hunk.id) for hunk in change.hunks), len(change.hunks))
    if change.kind in ("modify", "move") and total:
        parts.append(_count_text(selected, total))
    added, removed = choices.lines(change)
    parts.append(" ".join([f"+{format_number(added)}"] * bool(added) + [f"−{format_number(removed)}"] * bool(removed)))
    if any(choices.edited_lines(change.id, hunk.id) is not None for hunk in change.hunks):
        parts.append(_tr("edited"))
    return " · ".join(part for part in parts if part)


def _kind_text(change: NoteChange) -> str:
    match change.kind:
        case "create":
            return _tr("new note")
        case "delete":
            reason = sanitize_text(translate(change.reason))
            return _tr("deleted, {0}").format(reason) if reason else _tr("deleted")
        case "move":
            return _tr("renamed") if shown_note_name(change.path) != shown_note_name(change.new_path) else _tr("moved")
        case "modify":
            return ""


def _count_text(selected: int, total: int) -> str:
    if selected < total:
        return _tr("{0} of {1} changes").format(selected, total)
    return _tr("1 change") if total == 1 else _tr("{0} changes").format(total)


def shown_note_name(path: str) -> str:
    """Return the name of a note without folder and suffix."""
    name = path.rpartition("/")[2]
    return sanitize_line(name[:-3] if name.lower().endswith(".md") else name, MAX_ROW_NAME)


def shown_folder(path: str) -> str:
    """Return the folder of a path for display."""
    return sanitize_line(path.rpartition("/")[0], MAX_ROW_NAME)
