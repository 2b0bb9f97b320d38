"""An embedder for tests that hashes words, and a vault with an embedding index."""

import asyncio
import zlib
from collections.abc import AsyncIterator, Callable, Sequence
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from pathlib import Path

import numpy
from numpy.typing import NDArray

from tests.index.scene import Scene, at_work
from vaultdesk.core.errors import VaultDeskError
from vaultdesk.index.embeddings.embedder import (
    Embedder,
    EmbeddingPurpose,
    EmbeddingText,
    SimilarityScale,
    TokenVectors,
)
from vaultdesk.index.embeddings.embedding_index import EmbeddingIndex
from vaultdesk.index.embeddings.throttle import ThrottleOptions

Vectors = NDArray[numpy.float32]


def hashed(text: str, dimensions: int = 256) -> Vectors:
    """Return the normalized sum of a random direction for each word; equal words give equal vectors."""
    total = numpy.zeros(dimensions, dtype=numpy.float32)
    for word in text.casefold().split():
        total += numpy.random.default_rng(zlib.crc32(word.encode())).standard_normal(dimensions).astype(numpy.float32)
    length = float(numpy.linalg.norm(total))
    return total / length if length else total


@dataclass
class Hashing:
    """Embeds by hashing words, and records the texts."""

    name: str = "hashing-1"
    title: str = "Hashing"
    is_local: bool = True
    batch_size: int = 4
    similarity_scale: SimilarityScale | None = None
    has_tokens: bool = False
    dimensions: int = 256
    embedded: list[str] = field(default_factory=list)
    """Every embedded passage."""
    questions: list[str] = field(default_factory=list)
    closed: int = 0
    problem: VaultDeskError | None = None
    refuses: Callable[[EmbeddingText], bool] = lambda text: False
    gate: asyncio.Event = field(default_factory=asyncio.Event)
    """While it is not set, passages wait."""
    spoilt: bool = False
    """Whether its vectors are invalid."""

    def __post_init__(self) -> None:
        self.gate.set()

    async def embed_tokens(self, texts: Sequence[str], purpose: EmbeddingPurpose) -> list[TokenVectors] | None:
        if self.problem is not None:
            raise self.problem
        if not self.has_tokens:
            return None
        words = [text.split() for text in texts]
        return [
            TokenVectors(
                numpy.array([hashed(word) for word in token_words]), numpy.ones(len(token_words), dtype=numpy.bool_)
            )
            for token_words in words
        ]

    async def embed(self, texts: Sequence[EmbeddingText], purpose: EmbeddingPurpose) -> Vectors:
        if self.problem is not None:
            raise self.problem
        if purpose == "query":
            self.questions += [text.text for text in texts]
        else:
            await self.gate.wait()
            self.embedded += [text.text for text in texts]
        rows = numpy.array([hashed(text.text, self.dimensions) for text in texts], dtype=numpy.float32)
        rows[[number for number, text in enumerate(texts) if self.refuses(text)]] = 0
        return rows * numpy.nan if self.spoilt else rows

    async def aclose(self) -> None:
        self.closed += 1


@dataclass
class EmbeddingScene:
    """An indexed vault with an embedding index."""

    scene: Scene
    meaning: EmbeddingIndex

    async def near(self, text: str, limit: int = 3) -> list[str]:
        """Return the paths of the passages nearest to *text*."""
        return [passage.path for passage in await self.meaning.nearest(text, limit)]

    async def follow(self) -> None:
        """Index and embed the changes of the vault."""
        await self.scene.indexer.rescan()
        await self.meaning.settled()


@asynccontextmanager
async def embedding_scene(
    root: Path,
    file: Path,
    embedder: Callable[[], Embedder | None],
    by_name: Callable[[str], Embedder | None] = lambda name: None,
    options: Callable[[], ThrottleOptions] = ThrottleOptions,
    battery: Callable[[], bool] = lambda: False,
) -> AsyncIterator[EmbeddingScene]:
    """Open the index and the embedding index; the first scan is done, and nothing is embedded yet."""
    async with (
        at_work(root, file) as scene,
        EmbeddingIndex(scene.index, scene.indexer, embedder, by_name, options, battery) as meaning,
    ):
        yield EmbeddingScene(scene, meaning)
