"""Detects text that repeats several consecutive words of a private note or of a comment.

Consecutive words are searched in all notes at once, by the index. A single word or number cannot be distinguished from
common text: the user sees those in the dialog.
"""

import re
from collections.abc import Callable, Iterator
from typing import Protocol
from urllib.parse import unquote_plus

from vaultdesk.core.errors import VaultError
from vaultdesk.core.transmission import Destination
from vaultdesk.index.index_results import SubstringHit
from vaultdesk.index.store.index_entry import NoteScope
from vaultdesk.tools.runtime.policy import PrivacyStatus
from vaultdesk.vault.note_path import NotePath
from vaultdesk.vault.note_text import NoteText

MIN_RUN_WORDS, MIN_RUN_CHARACTERS = 5, 22
"""Minimum number of consecutive words, and of their characters, that identify a note rather than a common phrase."""

MAX_RUNS = 60
"""Maximum number of runs of words that are searched, as in a search of 400 characters. Longer texts are sampled."""

MAX_NOTES_READ = 5
"""Maximum number of notes that are read because they contain the words in open text or in a comment."""

_EDGES = "\"'“”„‚‘’()[]{}.,;:!?«»…-–—"


class SubstringFinder(Protocol):
    """Substring search in notes: the searcher."""

    async def substring(
        self,
        query: str,
        limit: int = 10,
        is_visible: Callable[[str], bool] | None = None,
        scope: NoteScope = "notes",
    ) -> list[SubstringHit]:
        """Return the notes of *scope* that contain *query* exactly, matches in names first."""
        ...


class NoteRules(Protocol):
    """The part of `PrivacyRules` that is used here."""

    def status(self, path: str, destination: Destination) -> PrivacyStatus:
        """Return the status of the note at *path* for *destination*."""
        ...

    def withholds_comments(self, destination: Destination) -> bool:
        """Return whether comments in notes are withheld from *destination*."""
        ...

    def redact(self, path: str, text: str, destination: Destination) -> str:
        """Return the text of a note as *destination* may read it."""
        ...


class TextReader(Protocol):
    """Reads a note: the vault."""

    async def read(self, path: NotePath) -> NoteText:
        """Return the note's text. Raises `VaultError`."""
        ...


class LeakDetector:
    """Searches private notes for the words of a text."""

    def __init__(self, finder: SubstringFinder, rules: NoteRules, reader: TextReader) -> None:
        self._finder = finder
        self._rules = rules
        self._reader = reader

    async def leaks(self, text: str, destination: Destination) -> bool:
        """Return whether *text* repeats words that are withheld from *destination*. Raises `IndexFailed`."""
        for run in word_runs(text):
            if await self._finder.substring(run, 1, lambda path: self._is_private(path, destination), "all"):
                return True
            if self._rules.withholds_comments(destination) and await self._in_comment(run, destination):
                return True
        return False

    def _is_private(self, path: str, destination: Destination) -> bool:
        return self._rules.status(path, destination) != "open"

    async def _in_comment(self, run: str, destination: Destination) -> bool:
        for hit in await self._finder.substring(run, MAX_NOTES_READ, None, "all"):
            try:
                text = (await self._reader.read(NotePath.parse(hit.path))).text
            except VaultError:
                continue
            words = run.casefold()
            if words in text.casefold() and words not in self._rules.redact(hit.path, text, destination).casefold():
                return True
        return False


def word_runs(text: str) -> Iterator[str]:
    """Yield runs of consecutive words of *text* as they would be written in a note; an address is split into words."""
    words = re.split(r"[\s/&=?#]+", unquote_plus(text)) if "://" in text else text.split()
    words = [word for word in words if word]
    runs = [" ".join(words[at : at + MIN_RUN_WORDS]) for at in range(max(0, len(words) - MIN_RUN_WORDS + 1))]
    step = -(-len(runs) // MAX_RUNS) or 1
    for run in runs[::step]:
        stripped = run.strip(_EDGES)
        if len(stripped) >= MIN_RUN_CHARACTERS:
            yield stripped
