"""Stand-in for the index of related notes: a test sets its answers and can hold them back."""

import asyncio

from vaultdesk.core.errors import IndexFailed
from vaultdesk.index.related import DuplicatePair, RelatedNote, UnlinkedMention


class FakeRelated:
    """The methods of `Related` that the related panel calls, with the answers of a test."""

    def __init__(self, *, blocked: bool = False) -> None:
        self.related_notes: dict[str, list[RelatedNote]] = {}
        self.unlinked_mentions: list[UnlinkedMention] = []
        self.duplicate_pairs: list[DuplicatePair] = []
        self.requested: list[str] = []
        self.failing = False
        self.released = asyncio.Event()
        if not blocked:
            self.released.set()

    async def notes(self, path: str, limit: int = 20) -> list[RelatedNote]:
        """Return the related notes set for *path*, once answers are released."""
        self.requested.append(path)
        answer = self.related_notes.get(path, [])
        await self.released.wait()
        if self.failing:
            raise IndexFailed("The index is gone.", hint="Build it again.")
        return answer[:limit]

    async def mentions(self, path: str, limit: int = 100) -> list[UnlinkedMention]:
        """Return the unlinked mentions set by the test."""
        return self.unlinked_mentions[:limit]

    async def duplicates(self, limit: int = 200) -> list[DuplicatePair]:
        """Return the duplicate pairs set by the test."""
        return self.duplicate_pairs[:limit]
