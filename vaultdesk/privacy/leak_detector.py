"""Detects text that repeats several consecutive words of a private note or of a comment.

Words in a row are looked for in all notes at once, by the index. A single word or a figure is told by nothing from one
that everybody uses: those the person sees in the dialog.
"""

import re
from collections.abc import Callable, Iterator
from typing import Protocol
from urllib.parse import unquote_plus

from vaultdesk.core.destination import Destination
from vaultdesk.core.errors import VaultError
from vaultdesk.index.index_results import SubstringHit
from vaultdesk.index.store.index_entry import NoteScope
from vaultdesk.tools.runtime.policy import PrivacyStatus
from vaultdesk.vault.note_path import NotePath
from vaultdesk.vault.note_text import NoteText

MIN_RUN_WORDS, MIN_RUN_CHARACTERS = 5, 22
"""Words in a row, and letters of them all, from which they are a note's and not a manner of speaking."""

MAX_RUNS = 60
"""Runs of words that are looked for: those of a search of 400 letters. Of a longer text every so many are."""

MAX_NOTES_READ = 5
"""Notes that hold the words openly or in a comment and are looked into."""

_EDGES = "\"'“”„‚‘’()[]{}.,;:!?«»…-–—"


class SubstringFinder(Protocol):
    """Finds words in notes: the searcher."""

    async def substring(
        self,
        query: str,
        limit: int = 10,
        is_visible: Callable[[str], bool] | None = None,
        scope: NoteScope = "notes",
    ) -> list[SubstringHit]:
        """Notes of *scope* that hold *query* letter by letter, names first."""
        ...


class NoteRules(Protocol):
    """What the rules say of notes: `PrivacyRules`."""

    def status(self, path: str, destination: Destination) -> PrivacyStatus:
        """Return what the note at *path* is for *destination*."""
        ...

    def withholds_comments(self, destination: Destination) -> bool:
        """Whether comments in notes are not for *destination*."""
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
    """Looks for the words of a text in private notes."""

    def __init__(self, finder: SubstringFinder, rules: NoteRules, reader: TextReader) -> None:
        self._finder = finder
        self._rules = rules
        self._reader = reader

    async def leaks(self, text: str, destination: Destination) -> bool:
        """Whether *text* repeats words that may not go to *destination*. Raises `IndexFailed`."""
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
            wanted = run.casefold()
            if wanted in text.casefold() and wanted not in self._rules.redact(hit.path, text, destination).casefold():
                return True
        return False


def word_runs(text: str) -> Iterator[str]:
    """Yield words in a row from *text*, as they would stand in a note; an address is read as the words in it."""
    words = re.split(r"[\s/&=?#]+", unquote_plus(text)) if "://" in text else text.split()
    words = [word for word in words if word]
    runs = [" ".join(words[at : at + MIN_RUN_WORDS]) for at in range(max(0, len(words) - MIN_RUN_WORDS + 1))]
    step = -(-len(runs) // MAX_RUNS) or 1
    for run in runs[::step]:
        found = run.strip(_EDGES)
        if len(found) >= MIN_RUN_CHARACTERS:
            yield found
