"""Preparing: what is done to the messages of a request before it is made. The conversation itself stays as it is.

Context (what a question has beside it becomes text with its sources) and compaction (what no longer fits becomes a
summary) are such steps; an agent does them in order before each request.
"""

from dataclasses import dataclass
from typing import Protocol

from vaultdesk.agent.run import Emit
from vaultdesk.chat.conversation import Conversation
from vaultdesk.chat.messages import Message
from vaultdesk.providers.provider import Provider


@dataclass(frozen=True, slots=True)
class Preparation:
    """One request in the making."""

    conversation: Conversation
    messages: tuple[Message, ...]
    """As far as they are prepared by now."""
    provider: Provider
    model: str
    """As the provider calls it."""
    label: str
    """`provider/name`."""
    emit: Emit
    """Tells the run's reader; only `Noticed` and `UsageReported` may be told here."""


class Preparing(Protocol):
    """One step."""

    async def __call__(self, work: Preparation) -> tuple[Message, ...]:
        """Return the messages of *work* as they are to be sent. Raises `VaultDeskError`: then nothing is sent."""
        ...
