"""Guards on stored chats: private text stays out of less private notes, and taint outlives a session."""

from collections.abc import Callable
from typing import Final

from vaultdesk.agent.message_pipeline import MessageStep, PendingRequest
from vaultdesk.chat.messages import Message, ToolResultPart
from vaultdesk.core.destination import Destination
from vaultdesk.privacy.privacy_rules import PrivacyRules
from vaultdesk.tools.registry import ToolRegistry
from vaultdesk.tools.runtime.policy import PrivacyStanding
from vaultdesk.tools.runtime.taint import TaintTracker

# A chat in the program's own format names its sources and is as private as they are (privacy/privacy_rules.py). A note
# of
# another format cannot say so: what was made with a private note is not written into it.

OTHER_COMPUTER: Final = Destination("another computer", "elsewhere", local=False)
"""Stands for every place that is not this computer."""

_STRICTNESS: Final[dict[PrivacyStanding, int]] = {"open": 0, "ask": 1, "closed": 2}


class ChatPrivacy:
    """Asks the rules of one vault."""

    def __init__(self, rules: PrivacyRules, called: Callable[[str], tuple[str, ...]]) -> None:
        """*called* returns the notes that a link may mean."""
        self._rules = rules
        self._called = called

    def refuses(self, path: str, messages: tuple[Message, ...]) -> str:
        """Return why *messages* must not be written into the note at *path*, in a sentence; empty where they may."""
        here = _STRICTNESS[self._rules.standing(path, OTHER_COMPUTER)]
        beside = [item.target.partition("#")[0] for message in messages for item in message.context]
        named = [found for name in beside for found in self._called(name)]
        for source in (*named, *(source.path for message in messages for source in message.sources)):
            if source != path and _STRICTNESS[self._rules.standing(source, OTHER_COMPUTER)] > here:
                return "This answer was made with a private note, and the note of this chat is not private"
        return ""


# Without it a chat that was read back from its note would count as holding nobody's words but the person's.

MAX_REMEMBERED_MESSAGES = 200_000
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
        if len(self._told) > MAX_REMEMBERED_MESSAGES:
            self._told.clear()
        for part in message.parts:
            if isinstance(part, ToolResultPart):
                # What a tool did that is gone now, nobody can say.
                known = part.name in self._registry.names
                effect = self._registry.describe(part.name, None).effect if known else "network"
                await taint.note(conversation_id, effect, part.sources)
        self._told.add(key)
