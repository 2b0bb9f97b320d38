"""Related notes: what has to do with a note, as a test says; answers come when they are let."""

import asyncio

from vaultdesk.core.errors import IndexFailed
from vaultdesk.index.related import DuplicatePair, RelatedNote, UnlinkedMention


class Told:
    """As much of `Related` as the foot of a note asks."""

    def __init__(self, *, held: bool = False) -> None:
        self.notes_told: dict[str, list[RelatedNote]] = {}
        self.mentions_told: list[UnlinkedMention] = []
        self.twins: list[DuplicatePair] = []
        self.asked: list[str] = []
        self.failing = False
        self.let = asyncio.Event()
        if not held:
            self.let.set()

    async def notes(self, path: str, limit: int = 20) -> list[RelatedNote]:
        """Return what was told of *path*."""
        self.asked.append(path)
        answer = self.notes_told.get(path, [])
        await self.let.wait()
        if self.failing:
            raise IndexFailed("The index is gone.", hint="Build it again.")
        return answer[:limit]

    async def mentions(self, path: str, limit: int = 100) -> list[UnlinkedMention]:
        """Return the lines that name the note."""
        return self.mentions_told[:limit]

    async def duplicates(self, limit: int = 200) -> list[DuplicatePair]:
        """Return the pairs that are much alike."""
        return self.twins[:limit]
