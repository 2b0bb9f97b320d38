"""Query language: what a filter asks of notes, however it was written, and exact answers to it."""

from vaultdesk.tools.query_language.criteria import Criterion, Question
from vaultdesk.tools.query_language.note_filter import NoteFilter

__all__ = ["Criterion", "NoteFilter", "Question"]
