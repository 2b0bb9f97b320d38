"""Conversation: an ordered list of messages with a name. Grows only at its end; is kept by its owner."""

from datetime import UTC, datetime

from vaultdesk.chat.messages import Message, ToolCallPart, ToolResultPart, new_id


class Conversation:
    """One talk with an assistant."""

    def __init__(self, title: str = "") -> None:
        self.id = new_id("chat")
        self.title = title
        self.created = datetime.now(UTC)
        self._messages: list[Message] = []

    @property
    def messages(self) -> tuple[Message, ...]:
        """All messages, oldest first."""
        return tuple(self._messages)

    def append(self, message: Message) -> None:
        """Add *message* at the end."""
        self._messages.append(message)

    def drop_after(self, message_id: str) -> None:
        """Forget *message_id* and everything after it: the person asks again from there.

        Raises KeyError where there is no such message.
        """
        for place, message in enumerate(self._messages):
            if message.id == message_id:
                del self._messages[place:]
                return
        raise KeyError(message_id)

    def unanswered_calls(self) -> tuple[ToolCallPart, ...]:
        """Calls that have no result yet; a request to a provider must carry none (PROTOCOLS 5.1)."""
        answered = {
            part.call_id for message in self._messages for part in message.parts if isinstance(part, ToolResultPart)
        }
        return tuple(call for message in self._messages for call in message.tool_calls if call.id not in answered)
