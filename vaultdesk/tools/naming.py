"""Naming: which note a model means by the words it wrote: a path from the root, or a name only one note has.

Every tool asks here, so that all of them agree. A note the view does not see is not there: neither found nor counted.
"""

from collections.abc import Iterable, Sequence
from typing import Protocol

from vaultdesk.core.errors import OutsideVault
from vaultdesk.tools.tool import ToolFailure, View
from vaultdesk.tools.visible import short
from vaultdesk.vault.note_path import NOTE_SUFFIX, NotePath, same_name_key
from vaultdesk.vault.staging import StagingArea

MOST_CANDIDATES = 20
"""Paths an ambiguous name is answered with; a model that reads twenty can name the right one."""

NAME_SHOWN = 120
"""Characters of a name that a refusal repeats."""


class Names(Protocol):
    """Who knows every note by its last names: the searcher."""

    async def candidates(self, linkpath: str) -> Sequence[str]:
        """Return the notes whose path ends in *linkpath*, with or without `.md`."""


class Place(Protocol):
    """Where notes are looked for: the vault, or the draft of a batch."""

    async def find(self, path: NotePath) -> NotePath | None:
        """Return the file *path* means, in the right spelling; None where there is none."""


async def note_named(text: str, place: Place, view: View, names: Names | None = None) -> NotePath:
    """Return the note that *text* means: the exact path (`.md` may be left out), else the only note of that name.

    Raises `ToolFailure`: `NOTE_NOT_FOUND`, or `AMBIGUOUS_NOTE` with the candidates. Raises `OutsideVault` for a text
    that is no path in a vault; that is told by the text alone, never by what lies there.
    """
    path = note_path(text)
    found = await _there(path, place, view)
    if found is not None:
        return found
    ending = same_name_key(f"/{path.text}")
    listed = [] if names is None else [NotePath(candidate) for candidate in await names.candidates(path.text)]
    known: dict[NotePath, None] = {}
    for candidate in (*_staged(place), *listed):
        if same_name_key(f"/{candidate.text}").endswith(ending):
            seen = await _there(candidate, place, view)
            if seen is not None:
                known[seen] = None
    if not known:
        raise not_found(text)
    if len(known) > 1:
        raise _ambiguous(text, sorted(known))
    return next(iter(known))


def note_path(text: str) -> NotePath:
    """Return *text* as a note's path; `.md` may be left out. Raises `OutsideVault`."""
    return NotePath.parse(text if text[-len(NOTE_SUFFIX) :].lower() == NOTE_SUFFIX else f"{text}{NOTE_SUFFIX}")


def not_found(text: str) -> ToolFailure:
    """Return the one answer for a note that is missing, hidden, or kept from whoever asks."""
    return ToolFailure("NOTE_NOT_FOUND", f"There is no note “{short(text, NAME_SHOWN)}”.")


async def _there(path: NotePath, place: Place, view: View) -> NotePath | None:
    try:
        found = await place.find(path)
    except OutsideVault:
        # A link that leads out must not be told apart from what is not there.
        return None
    return found if found is not None and found.is_note and view.sees(found.text) else None


def _staged(place: Place) -> Iterable[NotePath]:
    """Return the notes a draft has made or moved: no index knows them yet."""
    return (note.path for note in place.notes if not note.deleted) if isinstance(place, StagingArea) else ()


def _ambiguous(text: str, found: Sequence[NotePath]) -> ToolFailure:
    candidates = [path.text for path in found[:MOST_CANDIDATES]]
    more = f" The first {MOST_CANDIDATES} are listed." if len(found) > MOST_CANDIDATES else ""
    message = f"{len(found)} notes are called “{short(text, NAME_SHOWN)}”. Give the path of the one you mean.{more}"
    return ToolFailure("AMBIGUOUS_NOTE", message, {"candidates": [*candidates]})
