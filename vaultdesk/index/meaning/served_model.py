"""ServedModel: an embedding model of a server as an `Embedder`. What may be sent is decided by the gate it is given."""

import asyncio
from collections.abc import Sequence
from typing import TYPE_CHECKING, Protocol

from vaultdesk.core.destination import Destination
from vaultdesk.index.meaning.embedder import EmbeddingText, Purpose

if TYPE_CHECKING:
    from vaultdesk.index.meaning.embedder import Vectors

AT_ONCE = 32
"""Texts in one question: some 10,000 tokens, which small models take well and no server refuses."""


class Gated(Protocol):
    """What a gate gives back."""

    @property
    def vectors(self) -> list[list[float]]:
        """One for each text that was let through."""

    @property
    def refused(self) -> tuple[int, ...]:
        """The places of the others."""


class VectorGate(Protocol):
    """Whoever sends the texts that may go."""

    @property
    def destination(self) -> Destination:
        """Where they go, by what is known so far."""

    async def vectors(self, texts: Sequence[EmbeddingText]) -> Gated:
        """Send what may go. Raises `VaultDeskError`."""

    async def aclose(self) -> None:
        """Close connections."""


class ServedModel:
    """One model of one server, by its label `provider/model`."""

    def __init__(self, gate: VectorGate, label: str) -> None:
        self._gate = gate
        self._label = label
        self._length = 1

    @property
    def name(self) -> str:
        """The label and where it is: the same name elsewhere is another model."""
        return f"{self._label}@{self._gate.destination.host}"

    @property
    def title(self) -> str:
        """The label; where it runs stands beside it where that matters."""
        return self._label

    @property
    def on_this_computer(self) -> bool:
        """Whether no text leaves this computer."""
        return self._gate.destination.local

    @property
    def at_once(self) -> int:
        """How many texts are best asked together."""
        return AT_ONCE

    async def embed(self, texts: Sequence[EmbeddingText], purpose: Purpose) -> "Vectors":
        """Return one vector of length 1 a text; a row of zeros for one that was not let through.

        Servers are told no *purpose*: their models take questions and passages alike. Raises `VaultDeskError`.
        """
        came = await self._gate.vectors(texts)
        if came.vectors:
            self._length = len(came.vectors[0])
        return await asyncio.to_thread(_rows, came.vectors, frozenset(came.refused), len(texts), self._length)

    async def aclose(self) -> None:
        """Close connections."""
        await self._gate.aclose()


def _rows(vectors: list[list[float]], refused: frozenset[int], count: int, length: int) -> "Vectors":
    """Return *vectors* at the places that were not *refused*, each made 1 long."""
    import numpy  # in a thread, and only once a server has answered

    rows = numpy.zeros((count, length), dtype=numpy.float32)
    places = [place for place in range(count) if place not in refused]
    if vectors:
        found = numpy.asarray(vectors, dtype=numpy.float32)
        lengths = numpy.linalg.norm(found, axis=1, keepdims=True)
        rows[places] = found / numpy.where(lengths > 0, lengths, 1)
    return rows
