"""Note: the middle of the window: notes in tabs, read or edited."""

from vaultdesk.ui.note.note_area import NoteArea

__all__ = ["NoteArea"]
