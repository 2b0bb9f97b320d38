"""First use of a vault's notes by a model: one decision for each vault and destination."""

from dataclasses import dataclass
from typing import Literal

from vaultdesk.core.transmission import Destination

FirstUseAnswer = Literal["always", "once", "no"]
"""`always`: reads are allowed by a rule from now on. `once`: each read of this chat needs approval. `no`: the question
is answered without notes.
"""


@dataclass(frozen=True, slots=True)
class FirstUseRequest:
    """The request shown before a model reads notes of a vault for the first time."""

    destination: Destination
    question: str
    """The user's question."""
    vault_name: str
    notes: int
    """Number of notes that would be searched."""
    private_notes: int
    """Number of those that are never sent to this destination."""
