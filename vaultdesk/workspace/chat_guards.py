"""Guards on stored chats: private text is not written to less private notes, and taint outlives a session."""

from collections.abc import Callable
from typing import Final

from vaultdesk.agent.request_preparation import MessageStep, PendingRequest
from vaultdesk.chat.messages import Message, ToolResultPart
from vaultdesk.core.phrases import NO_PHRASE, Phrase
from vaultdesk.core.transmission import Destination
from vaultdesk.privacy.privacy_rules import PrivacyRules
from vaultdesk.tools.registry import ToolRegistry
from vaultdesk.tools.runtime.policy import PrivacyStatus
from vaultdesk.tools.runtime.taint import TaintTracker

# A chat in the program's own format names its sources and is as private as they are (privacy/privacy_rules.py). A note
# of another format cannot name them, so text based on a private note is not written into it.

OTHER_COMPUTER: Final = Destination("another computer", "elsewhere", local=False)
"""Stands for every destination outside this computer."""

_STRICTNESS: Final[dict[PrivacyStatus, int]] = {"open": 0, "ask": 1, "closed": 2}


class ChatPrivacy:
    """Checks chats against the rules of one vault."""

    def __init__(self, rules: PrivacyRules, resolve_link: Callable[[str], tuple[str, ...]]) -> None:
        """*resolve_link* returns the notes that a link may mean."""
        self._rules = rules
        self._resolve_link = resolve_link

    def refusal_reason(self, path: str, messages: tuple[Message, ...]) -> Phrase:
        """Return why *messages* must not be written into the note at *path*, in a sentence; empty if they may."""
        own_strictness = _STRICTNESS[self._rules.status(path, OTHER_COMPUTER)]
        context_targets = [item.target.partition("#")[0] for message in messages for item in message.context]
        named = [found for name in context_targets for found in self._resolve_link(name)]
        for source in (*named, *(source.path for message in messages for source in message.sources)):
            if source != path and _STRICTNESS[self._rules.status(source, OTHER_COMPUTER)] > own_strictness:
                return Phrase("This answer was made with a private note, and the note of this chat is not private")
        return NO_PHRASE


# Without it a chat read from its note would count as containing only the user's own text.

MAX_REMEMBERED_MESSAGES = 200_000
"""Maximum number of remembered messages; then the memory is cleared, which costs a moment."""


class ChatTaint:
    """Records taint from messages, for one vault."""

    def __init__(self, registry: ToolRegistry) -> None:
        self._registry = registry
        self._recorded: set[tuple[int, str, str]] = set()

    def taint_step(self, taint: TaintTracker) -> MessageStep:
        """Return the step that reports every tool result, each once, to *taint*, which lives as long as this object."""

        async def record(request: PendingRequest) -> tuple[Message, ...]:
            for message in request.conversation.messages if not request.preview else ():
                if message.role == "tool":
                    await self._record(taint, request.conversation.id, message)
            return request.messages

        return record

    async def _record(self, taint: TaintTracker, conversation_id: str, message: Message) -> None:
        key = (id(taint), conversation_id, message.id)
        if key in self._recorded:
            return
        if len(self._recorded) > MAX_REMEMBERED_MESSAGES:
            self._recorded.clear()
        for part in message.parts:
            if isinstance(part, ToolResultPart):
                # The effect of a tool that no longer exists is unknown.
                known = part.name in self._registry.names
                effect = self._registry.describe(part.name, None).effect if known else "network"
                await taint.record(conversation_id, effect, part.sources)
        self._recorded.add(key)
