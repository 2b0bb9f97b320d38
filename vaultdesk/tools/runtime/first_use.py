"""First use of a vault's notes by a model: one decision for each vault and destination."""

from dataclasses import dataclass
from typing import Literal

from vaultdesk.core.destination import Destination

FirstUseAnswer = Literal["always", "once", "no"]
"""`always`: reads are allowed by a rule from now on. `once`: each read of this chat is asked with its list.
`no`: the question is answered without notes."""


@dataclass(frozen=True, slots=True)
class FirstUseRequest:
    """What a person is shown before a model reads notes of a vault for the first time."""

    destination: Destination
    question: str
    """What the person asked."""
    vault_name: str
    notes: int
    """Notes of the vault that would be searched."""
    private_notes: int
    """Those of them that never go to this destination."""
