"""Sittings: what a person writes in one note at one go is one change in the journal, however often it is saved.

An editor saves every few seconds. Kept are the text before the sitting and the last text; the saves between fold into
one change and leave no snapshot - unless one throws much away, or ten minutes have passed: then the text before it is
kept as well, so that what was deleted by mistake and saved over can be had again.
"""

import secrets
import time
from collections.abc import Callable
from dataclasses import replace
from datetime import UTC, datetime

from vaultdesk.core.errors import JournalFailed
from vaultdesk.vault.edits import Origin
from vaultdesk.vault.journal import Journal
from vaultdesk.vault.journal_entry import JournalEntry
from vaultdesk.vault.note_path import NotePath
from vaultdesk.vault.prospect import Planned, lines_between

SILENCE = 1800.0
"""Seconds without a save after which a new sitting begins: after half an hour away it is another time to a person."""

LONGEST_FOLD = 600.0
"""Seconds of saves in one change; after these the text so far is kept, so that at most ten minutes lie between two."""

MUCH = 0.2
"""Part of a note's bytes that a save may take away and still fold: more may be a mistake."""

EDITOR = "editor:"
"""How the groups of sittings begin: changes of others are never folded."""

CHAT = "chat:"
"""How the groups begin in which a chat is kept as a note: an answer that is written every other second folds too."""


class Sittings:
    """Which sitting a save belongs to. *clock* tells seconds."""

    def __init__(self, clock: Callable[[], float] = time.monotonic) -> None:
        self._clock = clock
        self._groups: dict[NotePath, tuple[str, float]] = {}

    def origin(self, path: NotePath) -> Origin:
        """Return the origin of a save of *path* by the person, now."""
        now = self._clock()
        group, last = self._groups.get(path, ("", 0.0))
        if not group or now - last > SILENCE:
            group = f"{EDITOR}{secrets.token_hex(8)}"
        self._groups[path] = (group, now)
        return Origin(group, "Edited by you")


def folded(plan: Planned, origin: Origin, journal: Journal) -> Planned:
    """Return *plan* as a part of the change before it, where both are of one sitting and nothing of worth goes."""
    intent, old = plan.intent, plan.old
    if intent is None or old is None or intent.kind != "modify" or not origin.group.startswith((EDITOR, CHAT)):
        return plan
    data = intent.data or b""
    if len(data) < len(old.data) * (1 - MUCH):
        return plan
    before = _last_of_sitting(journal, intent.path, origin.group, old.digest)
    if before is None or (datetime.now(UTC) - before.time).total_seconds() > LONGEST_FOLD:
        return plan
    # The change as a whole runs from the text before the sitting.
    try:
        first = journal.snapshot(before.old_digest) if before.old_digest else b""
    except JournalFailed:
        return plan  # The text before is lost; then at least this one is kept. Saving goes on.
    added, removed = lines_between(first, data)
    return replace(plan, intent=replace(intent, folds_into=before.id, kept_bytes=0, added=added, removed=removed))


def _last_of_sitting(journal: Journal, path: str, group: str, digest: str) -> JournalEntry | None:
    """Return the newest change of *path* where it is of *group*, still stands, and left *digest* behind."""
    for entry in journal.changes(1, path=path):
        stands = entry.state == "done" and not entry.undone_by and not entry.undoes
        same = entry.group == group and entry.path == path and entry.new_digest == digest
        if stands and same and entry.kind in ("create", "modify"):
            return entry
    return None
