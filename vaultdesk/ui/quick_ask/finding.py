"""Finding: the notes that fit what is typed in quick ask; the newest wins. Draws nothing, and nothing leaves."""

from collections.abc import Sequence
from contextlib import aclosing
from typing import Protocol

from PySide6.QtCore import QObject, Signal

from vaultdesk.core.errors import VaultDeskError
from vaultdesk.index.index_results import Hit
from vaultdesk.index.search.passage_search import FoundPassage, PassageQuery, PassageSearch
from vaultdesk.index.search.searcher import Searcher
from vaultdesk.ui.bridge import start
from vaultdesk.ui.readable import readable

MOST_FOUND = 5
"""Notes offered: they stand below the field without scrolling."""

CHANNEL = "quick-ask"
"""Whose typing it is, to the index."""


class FoundIn(Protocol):
    """An open vault, as far as it is searched."""

    @property
    def searcher(self) -> Searcher:
        """Finds the notes with all words."""
        ...

    @property
    def passages(self) -> PassageSearch:
        """Finds the notes with some of the words of a question."""
        ...


class Finding(QObject):
    """Asks for notes with all the words; where there are none, for those that answer the words as a question."""

    found = Signal(str, object)
    """What was asked, and the notes (a list of `Hit`)."""

    def __init__(self, vault: FoundIn, parent: QObject) -> None:
        super().__init__(parent)
        self._vault = vault
        self._wanted = ""

    def look(self, text: str) -> None:
        """Find notes for *text* and forget what was asked before."""
        self._wanted = text
        if text:
            start(self._look(text), self)
        else:
            self.found.emit("", [])

    async def _look(self, text: str) -> None:
        try:
            if not await self._by_all_words(text) and self._wanted == text:
                self._tell(text, await self._as_question(text))
        except VaultDeskError:
            self._tell(text, [])  # The status bar says that the index cannot be used; one can still ask.

    async def _by_all_words(self, text: str) -> bool:
        some = False
        async with aclosing(self._vault.searcher.search_typing(text, MOST_FOUND, CHANNEL)) as answers:
            async for answer in answers:
                if answer.hits:
                    some = True
                    self._tell(text, answer.hits)
        return some

    async def _as_question(self, text: str) -> list[Hit]:
        # By words alone: what a passage means may be asked of a server, and nothing was sent off yet.
        query = PassageQuery(text, limit=3 * MOST_FOUND, use_meaning=False)
        best: dict[str, FoundPassage] = {}
        for passage in await self._vault.passages.find(query):
            best.setdefault(passage.path, passage)
        return [_as_hit(passage) for passage in list(best.values())[:MOST_FOUND]]

    def _tell(self, text: str, hits: Sequence[Hit]) -> None:
        if text == self._wanted:
            self.found.emit(text, list(hits))


def _as_hit(passage: FoundPassage) -> Hit:
    words = readable(passage.text, passage.marks)
    return Hit(
        passage.path, passage.title, passage.heading, words.text, tuple(words.marks), passage.score, passage.modified,
        passage.first_line, indexed=passage.indexed,
    )  # fmt: skip
