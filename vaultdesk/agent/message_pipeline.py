"""The steps that prepare the messages of a request before it is sent.

Attaching context (text of notes and files with its sources) and compaction (a summary of what no longer fits) are such
steps; an agent applies them in order before each request.
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
    """The messages as prepared so far."""
    provider: Provider
    model: str
    """The name of the model at its provider."""
    label: str
    """`provider/name`."""
    emit: Emit
    """Emits an event of the run; only `Noticed` and `UsageReported` are allowed here."""
    budget: RequestBudget = NO_BUDGET
    """Division of the context window; `budget.messages` limits the messages."""
    preview: bool = False
    """True if nothing will be sent: the user is not asked, and the conversation is not changed."""
    agent_scope: AgentScope = UNRESTRICTED
    """What the agent may access in this run, within its project."""


class MessageStep(Protocol):
    """One step."""

    async def __call__(self, pending: PendingRequest, /) -> tuple[Message, ...]:
        """Return the messages of *pending* as they are to be sent. Raises `VaultDeskError`: then nothing is sent."""
        ...
