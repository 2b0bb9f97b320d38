"""Conversation: an ordered list of messages with a name. Grows at its end; is kept as a note (note_format)."""

from collections.abc import Iterable
from dataclasses import dataclass, field
from datetime import UTC, datetime

from vaultdesk.chat.messages import Message, ToolCallPart, ToolResultPart, new_id


@dataclass(frozen=True, slots=True)
class Checkpoint:
    """A summary that stands, for the model, in place of all messages up to and with one of them."""

    message_id: str
    """The last message that is summed up."""
    summary: str
    created: datetime
    model: str = ""
    """`provider/name` of whoever summed up."""


@dataclass(frozen=True, slots=True)
class ChatChoices:
    """Who is asked in a conversation and how; None follows the settings."""

    model: str | None = None
    """`provider/name`."""
    agent: str | None = None
    """An agent's name; empty for the plain assistant."""
    mode: str | None = None
    """A `settings_groups.ModeName`."""
    project: str = ""
    """The path of the project's note; empty for none."""


@dataclass(slots=True, eq=False)
class Conversation:
    """One talk with an assistant."""

    title: str = ""
    id: str = field(default_factory=lambda: new_id("chat"))
    created: datetime = field(default_factory=lambda: datetime.now(UTC))
    choices: ChatChoices = ChatChoices()
    pinned: bool = False
    parent: str = ""
    """A wikilink's target: the chat this one branched off, with the message as its block (`Chats/Heating#^msg-1`)."""
    origin: str = ""
    """Where an imported chat comes from, as `copilot:1724315523000`: the same one is not brought in twice."""
    checkpoints: tuple[Checkpoint, ...] = ()
    """Oldest first; the last one whose message is there holds."""
    _messages: list[Message] = field(default_factory=list)

    @property
    def messages(self) -> tuple[Message, ...]:
        """All messages, oldest first."""
        return tuple(self._messages)

    def append(self, message: Message) -> None:
        """Add *message* at the end."""
        self._messages.append(message)

    def extend(self, messages: Iterable[Message]) -> None:
        """Add all of *messages* at the end."""
        self._messages.extend(messages)

    def replace(self, message: Message) -> None:
        """Put *message* in the place of the one with its id. Raises KeyError where there is none."""
        self._messages[self._place(message.id)] = message

    def reset(self, messages: Iterable[Message]) -> None:
        """Have *messages* and no others: somebody edited the conversation's note."""
        self._messages[:] = messages

    def drop_after(self, message_id: str) -> None:
        """Forget *message_id* and everything after it: the person asks again from there.

        Raises KeyError where there is no such message.
        """
        del self._messages[self._place(message_id) :]

    def unanswered_calls(self) -> tuple[ToolCallPart, ...]:
        """Calls that have no result yet; a request to a provider must carry none (PROTOCOLS 5.1)."""
        answered = {
            part.call_id for message in self._messages for part in message.parts if isinstance(part, ToolResultPart)
        }
        return tuple(call for message in self._messages for call in message.tool_calls if call.id not in answered)

    def _place(self, message_id: str) -> int:
        for place, message in enumerate(self._messages):
            if message.id == message_id:
                return place
        raise KeyError(message_id)
