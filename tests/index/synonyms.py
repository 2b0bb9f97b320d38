"""An embedder for tests that knows synonyms, and a vault embedded with it."""

from collections.abc import AsyncIterator, Mapping, Sequence
from contextlib import asynccontextmanager
from dataclasses import dataclass
from pathlib import Path

from tests.index.meaning.hashing import EmbeddingScene, Hashing, Vectors, embedding_scene
from tests.support.vaults import write_vault
from vaultdesk.core.values import replace
from vaultdesk.index.embeddings.embedder import EmbeddingPurpose, EmbeddingText

SYNONYMS = {"furnace": "boiler", "automobile": "car"}


@dataclass
class Synonyms(Hashing):
    """Replaces the words of `SYNONYMS` before embedding."""

    async def embed(self, texts: Sequence[EmbeddingText], purpose: EmbeddingPurpose) -> Vectors:
        replaced = [
            replace(item, text=" ".join(SYNONYMS.get(word, word) for word in item.text.split())) for item in texts
        ]
        return await super().embed(replaced, purpose)


@asynccontextmanager
async def synonym_scene(folder: Path, notes: Mapping[str, str]) -> AsyncIterator[EmbeddingScene]:
    """Open a vault of *notes* in which every passage is embedded."""
    async with embedding_scene(write_vault(folder / "vault", notes), folder / "index.sqlite", Synonyms) as at:
        await at.meaning.settled()
        yield at
