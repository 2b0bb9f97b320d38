"""The steps that prepare the messages of a request before it is sent.

Context (what a question has beside it becomes text with its sources) and compaction (what no longer fits becomes a
summary) are such steps; an agent does them in order before each request.
"""

from dataclasses import dataclass
from typing import Protocol

from vaultdesk.agent.request_budget import NO_BUDGET, RequestBudget
from vaultdesk.agent.run import Emit
from vaultdesk.chat.conversation import Conversation
from vaultdesk.chat.messages import Message
from vaultdesk.providers.provider import Provider
from vaultdesk.tools.runtime.agent_scope import UNRESTRICTED, AgentScope


@dataclass(frozen=True, slots=True)
class PendingRequest:
    """A request that is being prepared."""

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
    budget: RequestBudget = NO_BUDGET
    """Division of the context window; `budget.messages` limits the messages."""
    preview: bool = False
    """True if nothing will be sent: nobody may be asked then, and the conversation is not changed."""
    agent_scope: AgentScope = UNRESTRICTED
    """What the agent may reach in this run, within the project it works in."""


class MessageStep(Protocol):
    """One step."""

    async def __call__(self, pending: PendingRequest, /) -> tuple[Message, ...]:
        """Return the messages of *pending* as they are to be sent. Raises `VaultDeskError`: then nothing is sent."""
        ...
