"""Open notes in tabs and split views: the note page, its reading view, properties and related panel."""

from importlib import import_module
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from vaultdesk.ui.notes.note_area import NoteArea

__all__ = ["NoteArea"]


def __getattr__(name: str) -> object:
    """Import a name on first use: notes are listed before any of them is shown."""
    if name not in __all__:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    return import_module(f"{__name__}.note_area").NoteArea
