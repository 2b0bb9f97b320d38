"""Beside: what has to do with a note, asked of the index and of what knows meaning. Shows nothing."""

from pathlib import PurePosixPath
from typing import TYPE_CHECKING, assert_never

from vaultdesk.index.index_results import Backlink
from vaultdesk.index.search.searcher import Searcher
from vaultdesk.ui.note.foot_rows import FootRow, Tab, link_row, mention_row, related_row, twin_row

if TYPE_CHECKING:
    from vaultdesk.index.embeddings.embedding_index import EmbeddingIndex
    from vaultdesk.index.related import DuplicatePair, Related

MOST_TWINS = 2_000
"""Pairs of notes much alike that are looked through for those of one note."""

MOST = 60
"""Rows of a list; a hub may have thousands, which the search shows better."""


class Beside:
    """Asks for the lists under the notes of one vault; remembers which of them is open, for whichever note is next."""

    def __init__(
        self, searcher: Searcher, related: "Related | None" = None, meaning: "EmbeddingIndex | None" = None
    ) -> None:
        """Without *related* there are links only."""
        self._searcher = searcher
        self._related = related
        self.meaning = meaning
        self.opened: Tab | None = None
        self.outlined = False
        """Whether the headings are shown instead of a list."""
        self._twins: list[DuplicatePair] | None = None
        """The pairs of the whole vault, which take long to find, until notes change."""

    @property
    def tabs(self) -> tuple[Tab, ...]:
        """The lists there are."""
        return ("links",) if self._related is None else ("links", "related", "mentions", "similar")

    def forget(self) -> None:
        """Notes have changed."""
        self._twins = None

    async def links(self, path: str) -> list[Backlink]:
        """Return the links that lead to the note at *path*. Raises `IndexFailed`."""
        return await self._searcher.backlinks(path)

    async def rows(self, tab: Tab, path: str) -> list[FootRow]:
        """Return the rows of one list, at most one more than `MOST`. Raises `IndexFailed`."""
        if tab == "links" or self._related is None:
            name = PurePosixPath(path).stem
            return [link_row(link, name) for link in (await self.links(path))[: MOST + 1]]
        match tab:
            case "related":
                return [related_row(note) for note in await self._related.notes(path)]
            case "mentions":
                return [mention_row(one) for one in await self._related.mentions(path, MOST + 1)]
            case "similar":
                if self._twins is None:
                    self._twins = await self._related.duplicates(MOST_TWINS)
                return [twin_row(one, path) for one in self._twins if path in (one.first, one.second)]
            case _:
                assert_never(tab)
