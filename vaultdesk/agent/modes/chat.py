"""Chat: the model alone. No tool is named, and it is told that it cannot see the notes."""

from typing import ClassVar

from vaultdesk.agent.answering import Answering
from vaultdesk.agent.modes.mode import Mode
from vaultdesk.agent.modes.rounds import rounds
from vaultdesk.agent.prompt import WITHOUT_TOOLS
from vaultdesk.agent.request import Asked, Manner

NO_TOOLS = "There are no tools in this chat. Answer in words."
"""What a model reads for a call it makes all the same."""


class ChatMode(Mode):
    """Talks."""

    name: ClassVar[str] = "chat"

    def opening(self, asked: Asked) -> Manner:
        """Return a request without tools."""
        return Manner(offer=False, way=WITHOUT_TOOLS)

    async def answer(self, run: Answering) -> str:
        """Ask until there is an answer."""
        return await rounds(run, self.opening(run.asked), NO_TOOLS)
