"""Quoting: a chat is as private as the most private note whose text is in it. Follows sources; judges no note itself.

A chat may quote a chat: sources are followed to their end. One that no note is called any more may have been private.
"""

from collections.abc import Callable, Sequence
from typing import Final

from vaultdesk.core.errors import VaultError
from vaultdesk.privacy.fitting import NO_MARKS, STRICTNESS, Fitting, NoteMarks, marks_of, strictest
from vaultdesk.privacy.known_notes import NoteFactsLookup, NoteReader
from vaultdesk.vault.note_path import NOTE_SUFFIX, NotePath

MOST_FOLLOWED = 2_000
"""Notes followed from one chat; what has more is taken for one that quotes a note nobody knows."""

_NO_NOTES: Final = (
    ".avif", ".bmp", ".gif", ".jpeg", ".jpg", ".png", ".svg", ".webp", ".flac", ".m4a", ".mp3", ".ogg", ".wav", ".webm",
    ".3gp", ".mkv", ".mov", ".mp4", ".ogv", ".pdf", ".canvas", ".base",
)  # fmt: skip
"""Endings of files that are no notes: they have no tags and properties."""


class Quoting:
    """Follows the sources of chats, each note once."""

    def __init__(
        self,
        lookup: NoteFactsLookup,
        reader: NoteReader,
        fittings: Callable[[], Sequence[Fitting]],
        alone: Callable[[str], Fitting | None],
    ) -> None:
        """*alone* returns what the rules say of a known note by itself."""
        self._lookup = lookup
        self._reader = reader
        self._fittings = fittings
        self._alone = alone

    def known(self, path: str, found: Fitting | None, marks: NoteMarks) -> Fitting | None:
        """Return the strictest of *found*, which is what the rules say of the chat at *path*, and of what it quotes.

        By what is known of those notes.
        """
        seen, waiting = {path}, list(marks.quotes)
        while waiting:
            for other in self._new(waiting.pop(), seen):
                found = stricter(found, self._alone(other) if other else self._of_any_note())
                more = self._lookup.marks(other) if other else None
                waiting += more.quotes if more is not None else ()
        return found

    async def exactly(self, path: str, found: Fitting | None, marks: NoteMarks) -> Fitting | None:
        """Return the same by what those notes say now."""
        seen, waiting = {path}, list(marks.quotes)
        while waiting:
            for other in self._new(waiting.pop(), seen):
                looked = await self._look(other)
                found = stricter(found, strictest(self._fittings(), other, looked))
                waiting += looked.quotes if looked is not None else ()
        return found

    def _new(self, name: str, seen: set[str]) -> list[str]:
        """Return the notes of a name that were not followed yet; an empty path stands for any note."""
        if len(seen) > MOST_FOLLOWED:
            name = ""
        paths = [path for path in self._lookup.called(name) or (path_of(name),) if path not in seen]
        seen.update(paths)
        return paths

    def _of_any_note(self) -> Fitting | None:
        return strictest(self._fittings(), "", None)

    async def _look(self, path: str) -> NoteMarks | None:
        """Read a note; None where it is gone, or never was one: then it may have been private."""
        try:
            named = NotePath.parse(path)
            return marks_of(await self._reader.read_note(named)) if named.is_note else NO_MARKS
        except VaultError:
            return None


def path_of(name: str) -> str:
    """Return the path of the file that a source's name means where no note is known by it; empty for any note."""
    if not name or name.lower().endswith((NOTE_SUFFIX, *_NO_NOTES)):
        return name
    return f"{name}{NOTE_SUFFIX}"


def stricter(one: Fitting | None, other: Fitting | None) -> Fitting | None:
    """Return the one that keeps more back."""
    if one is None or other is None:
        return one or other
    return other if STRICTNESS[other.answer] > STRICTNESS[one.answer] else one
