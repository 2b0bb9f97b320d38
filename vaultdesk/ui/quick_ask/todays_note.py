"""Today's note: puts words at the end of the daily note, by the vault's own settings and through its journal."""

from dataclasses import dataclass
from datetime import date, datetime

from vaultdesk.chat.messages import new_id
from vaultdesk.core.errors import NoteNotFound, NoteNotWritten, VaultError
from vaultdesk.vault.markdown.note_edit import append_note_text
from vaultdesk.vault.note_path import NOTE_SUFFIX, NotePath
from vaultdesk.vault.obsidian.daily_notes import daily_note_path
from vaultdesk.vault.obsidian.templates import TemplateValues, fill_template
from vaultdesk.vault.transactions.file_edits import Create, EditOutcome, FileEdit, Origin, Rewrite
from vaultdesk.vault.vault import Vault

TRIES = 3
"""Another program may write the same note at the same moment; more often than this it does not."""


@dataclass(frozen=True, slots=True)
class Noted:
    """What was added, and how it is taken back."""

    path: str
    group: str
    """Of the change in the journal."""
    created: bool


async def add_to_today(vault: Vault, text: str, title: str, now: datetime) -> Noted:
    """Add *text* to the note of today, made from the vault's template where it is missing.

    *title* is what the journal calls it. Raises `VaultError` and `JournalFailed`.
    """
    origin = Origin(new_id("quick"), title)
    for left in reversed(range(TRIES)):
        edit = await _edit(vault, text, now)
        (outcome,) = await vault.apply((edit,), origin)
        if outcome.result in ("done", "unconfirmed"):
            return Noted(edit.path.text, origin.group, isinstance(edit, Create))
        if outcome.result != "conflict" or not left:
            raise _not_written(outcome)
    raise AssertionError("the last try returns or raises")


async def _edit(vault: Vault, text: str, now: datetime) -> FileEdit:
    day = now.date()
    wanted = daily_note_path(day, vault.settings.daily)
    path = await vault.find(wanted)
    if path is not None:
        note = await vault.read(path)
        return Rewrite(path, append_note_text(note.text, text, {}), note.digest)
    wanted = wanted.for_writing()
    return Create(wanted, append_note_text(await _template(vault, wanted, now, day), f"{text}\n", {}))


async def _template(vault: Vault, note: NotePath, now: datetime, day: date) -> str:
    """Return what a new note of *day* begins with; nothing where the vault names no template, or one that is gone."""
    named = vault.settings.daily.template
    if not named:
        return ""
    try:
        path = await vault.find(NotePath.parse(named if named.endswith(NOTE_SUFFIX) else f"{named}{NOTE_SUFFIX}"))
        if path is None:
            return ""
        template = (await vault.read(path)).text
    except NoteNotFound:
        return ""
    return fill_template(template, TemplateValues(note.name, now, vault.settings.templates, day))


def _not_written(outcome: EditOutcome) -> VaultError:
    return NoteNotWritten(outcome.problem or "Today’s note could not be written.", path=outcome.edit.path.text)
