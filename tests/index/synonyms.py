"""Synonyms: an embedder of the tests for which two words mean the same, and a vault at work with it."""

from collections.abc import AsyncIterator, Mapping, Sequence
from contextlib import asynccontextmanager
from dataclasses import dataclass, replace
from pathlib import Path

from tests.index.meaning.hashing import Hashing, MeaningScene, Vectors, meaning_at_work
from tests.index.scene import lay
from vaultdesk.index.embeddings.embedder import EmbeddingPurpose, EmbeddingText

SAME = {"furnace": "boiler", "automobile": "car"}


@dataclass
class Synonyms(Hashing):
    """Reads the words of `SAME` as the ones beside them."""

    async def embed(self, texts: Sequence[EmbeddingText], purpose: EmbeddingPurpose) -> Vectors:
        read = [replace(one, text=" ".join(SAME.get(word, word) for word in one.text.split())) for one in texts]
        return await super().embed(read, purpose)


@asynccontextmanager
async def understood(folder: Path, notes: Mapping[str, str]) -> AsyncIterator[MeaningScene]:
    """A vault of *notes* whose every passage has its vector."""
    async with meaning_at_work(lay(folder / "vault", notes), folder / "index.sqlite", Synonyms) as at:
        await at.meaning.settled()
        yield at
