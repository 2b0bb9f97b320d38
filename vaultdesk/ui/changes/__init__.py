"""Changes: what differs between two versions of notes, shown line by line, to be read, ticked and edited."""

from vaultdesk.ui.changes.diff_note import DiffNote, diff_of
from vaultdesk.ui.changes.diff_view import DiffView

__all__ = ["DiffNote", "DiffView", "diff_of"]
