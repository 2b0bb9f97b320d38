"""Note: the middle of the window: notes in tabs, read or edited."""

from importlib import import_module
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from vaultdesk.ui.note.note_area import NoteArea

__all__ = ["NoteArea"]


def __getattr__(name: str) -> object:
    """Import what is asked for only then: the notes are listed before a note can be shown."""
    if name not in __all__:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    return import_module(f"{__name__}.note_area").NoteArea
