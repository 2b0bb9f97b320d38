"""Queries over notes: filters, Bases and Dataview parsed to criteria and evaluated on the index."""

from vaultdesk.tools.query.criteria import Criterion, NoteQuery
from vaultdesk.tools.query.note_filter import NoteFilter

__all__ = ["Criterion", "NoteFilter", "NoteQuery"]
