"""The steps that prepare the messages of a request before it is sent.

Context (what a question has beside it becomes text with its sources) and compaction (what no longer fits becomes a
summary) are such steps; an agent does them in order before each request.
"""

from dataclasses import dataclass
from typing import Protocol

from vaultdesk.agent.run import Emit
from vaultdesk.chat.conversation import Conversation
from vaultdesk.chat.messages import Message
from vaultdesk.providers.provider import Provider
from vaultdesk.tools.runtime.agent_scope import UNRESTRICTED, AgentScope


@dataclass(frozen=True, slots=True)
class PendingRequest:
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
    beside_tokens: int = 0
    """About how many tokens go beside the messages: system prompt and tools."""
    answer_tokens: int = 0
    """The longest answer that is asked for."""
    looking: bool = False
    """True where nothing will be sent: then nobody may be asked and the conversation stays as it is."""
    leash: AgentScope = UNRESTRICTED
    """How far whoever is asked may go in this run: its agent's reach, within the project it works in."""


class MessageStep(Protocol):
    """One step."""

    async def __call__(self, work: PendingRequest) -> tuple[Message, ...]:
        """Return the messages of *work* as they are to be sent. Raises `VaultDeskError`: then nothing is sent."""
        ...
