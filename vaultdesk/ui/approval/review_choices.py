"""Review choices: what a person takes of a change set, hunk by hunk, and their own lines. Knows no widget."""

from collections.abc import Sequence
from dataclasses import replace
from typing import Literal

from vaultdesk.vault.diff.change_set import ChangeSet, Hunk, HunkEdit, NoteChange, NoteChoice
from vaultdesk.vault.diff.inline_diff import count_changed_lines
from vaultdesk.vault.staging import choice_applies, with_change_ticked, with_whole_units

TickState = Literal["all", "some", "none"]
"""How much of a note's change is taken."""

COUNTED_LINES = 2_000
"""Lines of a hunk whose lines are compared for the count; a larger one counts all of its own as changed."""


class ReviewChoices:
    """Everything is taken at first. Units stay whole: a rename goes with the links it repairs."""

    def __init__(self, changes: ChangeSet) -> None:
        self.changes = changes
        self._by_id = {change.id: change for change in changes.changes}
        self._choices: dict[str, NoteChoice] = {change.id: NoteChoice(change.id) for change in changes.changes}
        self._edits: dict[tuple[str, str], tuple[str, ...]] = {}
        self._counts: dict[tuple[str, ...], tuple[int, int]] = {}
        self._movers = {change.unit for change in changes.changes if change.kind == "move" and change.unit}

    def answer(self) -> tuple[NoteChoice, ...]:
        """Return what is taken, units whole, with the person's own lines."""
        kept = with_whole_units(self.changes, tuple(self._choices.values()))
        return tuple(
            replace(choice, edits=self._edits_of(change, choice))
            for choice in kept
            if choice_applies(change := self._by_id[choice.change_id], choice)
        )

    def tick(self, change_id: str, on: bool) -> None:
        """Take a whole note's change, or leave it, with its unit."""
        after = with_change_ticked(self.changes, tuple(self._choices.values()), change_id, on=on)
        self._choices = {choice.change_id: choice for choice in after}

    def tick_all(self, on: bool) -> None:
        """Take everything or nothing."""
        self._choices = {key: NoteChoice(key) for key in self._by_id} if on else {}

    def tick_hunk(self, change_id: str, hunk_id: str, on: bool) -> None:
        """Take one hunk or leave it."""
        change = self._by_id[change_id]
        taken = {hunk.id for hunk in change.hunks if self.hunk_taken(change_id, hunk.id)}
        taken = taken | {hunk_id} if on else taken - {hunk_id}
        if change_id not in self._choices:
            self.tick(change_id, True)
        wanted = tuple(hunk.id for hunk in change.hunks if hunk.id in taken)
        choice = NoteChoice(change_id, None if len(wanted) == len(change.hunks) else wanted)
        if choice_applies(change, choice):
            self._choices[change_id] = choice
        else:
            self.tick(change_id, False)

    def edit(self, change_id: str, hunk_id: str, lines: Sequence[str]) -> None:
        """Put the person's own lines in place of a hunk's; the planned ones again end the editing."""
        planned = next(hunk for hunk in self._by_id[change_id].hunks if hunk.id == hunk_id)
        if tuple(lines) == planned.new_lines:
            self._edits.pop((change_id, hunk_id), None)
        else:
            self._edits[change_id, hunk_id] = tuple(lines)

    def state(self, change_id: str) -> TickState:
        """Return how much of a note's change is taken."""
        choice = self._choices.get(change_id)
        if choice is None or not choice_applies(self._by_id[change_id], choice):
            return "none"
        return "all" if choice.hunks is None else "some"

    def total_state(self) -> TickState:
        """Return how much of everything is taken."""
        states = {self.state(change.id) for change in self.changes.changes}
        return states.pop() if len(states) == 1 else "some"

    def note_taken(self, key: str) -> bool:
        """Whether anything is done to the note."""
        return self.state(key) != "none"

    def hunk_taken(self, key: str, hunk_id: str) -> bool:
        """Whether a hunk is to be applied."""
        choice = self._choices.get(key)
        return choice is not None and (choice.hunks is None or hunk_id in choice.hunks)

    def has_tick(self, key: str, hunk_id: str) -> bool:
        """Whether a hunk can be left by itself: not in a new or deleted note, nor where a unit needs it."""
        change = self._by_id[key]
        return change.kind == "move" or (change.kind == "modify" and not change.unit)

    def edited(self, key: str, hunk_id: str) -> tuple[str, ...] | None:
        """Return the person's own lines of a hunk."""
        return self._edits.get((key, hunk_id))

    def parts(self, change: NoteChange) -> tuple[int, int]:
        """Return how many changes of a note are taken, and how many there are: its hunks, and its new name.

        A note is made or deleted as one. Links that a rename repairs count with the rename.
        """
        taken = self.note_taken(change.id)
        if change.kind in ("create", "delete"):
            return int(taken), 1
        if self.goes_with_a_move(change):
            return 0, 0
        hunks = sum(self.hunk_taken(change.id, hunk.id) for hunk in change.hunks)
        moved = int(change.kind == "move")
        return hunks + (moved if taken else 0), len(change.hunks) + moved

    def goes_with_a_move(self, change: NoteChange) -> bool:
        """Whether a change is part of another note's new name, and of nothing else."""
        return change.kind == "modify" and change.unit in self._movers

    def total_parts(self) -> tuple[int, int]:
        """Return how many changes are taken, and how many there are."""
        parts = [self.parts(change) for change in self.changes.changes]
        return sum(taken for taken, _ in parts), sum(total for _, total in parts)

    def lines(self, change: NoteChange) -> tuple[int, int]:
        """Return how many lines are put in and taken out by what is taken of a note."""
        counts = [self._count(change, hunk) for hunk in change.hunks if self.hunk_taken(change.id, hunk.id)]
        return sum(added for added, _ in counts), sum(removed for _, removed in counts)

    def _count(self, change: NoteChange, hunk: Hunk) -> tuple[int, int]:
        lines = self._edits.get((change.id, hunk.id))
        if lines is not None:
            return count_changed_lines(replace(hunk, new_lines=lines))
        key = (change.id, hunk.id)
        if key not in self._counts:
            large = len(hunk.old_lines) + len(hunk.new_lines) > COUNTED_LINES
            self._counts[key] = (len(hunk.new_lines), len(hunk.old_lines)) if large else count_changed_lines(hunk)
        return self._counts[key]

    def _edits_of(self, change: NoteChange, choice: NoteChoice) -> tuple[HunkEdit, ...]:
        return tuple(
            HunkEdit(hunk.id, lines)
            for hunk in change.hunks
            if (choice.hunks is None or hunk.id in choice.hunks)
            and (lines := self._edits.get((change.id, hunk.id))) is not None
        )
