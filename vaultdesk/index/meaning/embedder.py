"""Embedder: whatever turns texts into vectors: the model that comes along, or a server. Keeps nothing."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Literal, Protocol

if TYPE_CHECKING:  # numpy takes 75 ms to import: only what works with vectors pays for it, and not before it does.
    import numpy
    from numpy.typing import NDArray

    Vectors = NDArray[numpy.float32]
    """One row a text, each of length 1; a row of zeros is a text that was refused."""

Purpose = Literal["passage", "query"]
"""Some models want to know which of the two a text is."""


@dataclass(frozen=True, slots=True)
class EmbeddingText:
    """A text to be turned into a vector, and where it is from: a question is from no note."""

    text: str
    path: str = ""
    heading: str = ""
    first_line: int = 0
    last_line: int = 0


class Embedder(Protocol):
    """Turns texts into vectors. Vectors of different *names* cannot be compared."""

    @property
    def name(self) -> str:
        """The model with its version, the same from one start to the next."""

    @property
    def title(self) -> str:
        """The model for people."""

    @property
    def on_this_computer(self) -> bool:
        """Whether no text leaves this computer."""

    @property
    def at_once(self) -> int:
        """How many texts are best asked together."""

    async def embed(self, texts: Sequence[EmbeddingText], purpose: Purpose) -> "Vectors":
        """Return one vector of length 1 for each text, in their order.

        Where texts leave this computer, a rule may keep single ones back: those get a row of zeros, the others are
        asked as if they were alone. A text that was refused is not asked again before the rules or its note change
        (`Meaning.rules_changed`). Raises `VaultDeskError` where the model cannot be asked now; the hint says what to
        do. `MeaningFailed` with `absent` says that waiting will not help.
        """

    async def aclose(self) -> None:
        """Let go of the model. It may be asked again, and is then loaded again."""
