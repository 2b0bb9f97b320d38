"""ChatTaint: what earlier sessions of a chat brought into it, told to the taint of this one, which only sees its own.

Without it a chat that was read back from its note would count as holding nobody's words but the person's.
"""

from vaultdesk.agent.message_pipeline import MessageStep, PendingRequest
from vaultdesk.chat.messages import Message, ToolResultPart
from vaultdesk.tools.registry import ToolRegistry
from vaultdesk.tools.runtime.taint import TaintTracker

MOST_REMEMBERED = 200_000
"""Messages known to be told; then it begins anew, which costs a moment."""


class ChatTaint:
    """Remembers what was told, for one vault."""

    def __init__(self, registry: ToolRegistry) -> None:
        self._registry = registry
        self._told: set[tuple[int, str, str]] = set()

    def remembering(self, taint: TaintTracker) -> MessageStep:
        """Return the step that tells *taint*, which lives as long as this, of every tool result, each once."""

        async def remember(work: PendingRequest) -> tuple[Message, ...]:
            for message in work.conversation.messages if not work.looking else ():
                if message.role == "tool":
                    await self._tell(taint, work.conversation.id, message)
            return work.messages

        return remember

    async def _tell(self, taint: TaintTracker, conversation_id: str, message: Message) -> None:
        key = (id(taint), conversation_id, message.id)
        if key in self._told:
            return
        if len(self._told) > MOST_REMEMBERED:
            self._told.clear()
        for part in message.parts:
            if isinstance(part, ToolResultPart):
                # What a tool did that is gone now, nobody can say.
                known = part.name in self._registry.names
                effect = self._registry.describe(part.name, None).effect if known else "network"
                await taint.note(conversation_id, effect, part.sources)
        self._told.add(key)
