"""Conversation: an ordered list of messages with a title, its repair after a crash or a manual edit, and branches."""

import json
import re
import unicodedata
from collections.abc import Iterable, Sequence
from datetime import UTC, datetime

from msgspec import Struct, field

from vaultdesk.chat.messages import Message, Part, TextPart, ToolCallPart, ToolResultPart, new_id
from vaultdesk.vault.note_path import NOTE_SUFFIX

UNTITLED = "New chat"
"""Title of an empty conversation."""

MAX_TITLE_LENGTH = 60
"""Maximum number of characters of a title made from a question: one line of a narrow list."""

MAX_FILE_NAME_LENGTH = 100
"""Maximum number of characters of a file name; whole paths are then short enough for every system."""

_UNSAFE_IN_NAME = re.compile(r'[\\/:*?"<>|#^\[\]\0-\x1f\x7f]+|%%')
_RESERVED = re.compile(r"(?:con|prn|aux|nul|conin\$|conout\$|(?:com|lpt)[0-9¹²³])(?:\.|\Z)", re.IGNORECASE)


def conversation_title(messages: Iterable[Message]) -> str:
    """Return a title made from the first question of *messages*; empty if there is none."""
    for message in messages:
        if message.role != "user":
            continue
        text = "".join(part.text for part in message.parts if isinstance(part, TextPart) and not part.hidden)
        first = next((line for line in text.split("\n") if any(map(str.isalnum, line))), "")
        title = one_line(first.lstrip("#>-*+ \t"), MAX_TITLE_LENGTH)
        if title:
            return title
        if message.images:
            return "A picture"
        if message.context:
            return one_line(message.context[0].target, MAX_TITLE_LENGTH)
    return ""


def one_line(text: str, limit: int) -> str:
    """Return *text* on one line, cut at a word if it is longer than *limit*; invisible characters are removed."""
    # Bidirectional controls and invisible characters are removed; joiners are kept for emoji and Persian words.
    visible = "".join(
        character if character in "\u200c\u200d" or unicodedata.category(character) not in _INVISIBLE else " "
        for character in text[: 8 * limit]
    )
    line = " ".join(visible.split())
    if len(line) <= limit:
        return line
    shortened = line[: limit - 1]
    space = shortened.rfind(" ")
    return f"{shortened[:space] if space > limit // 2 else shortened}…"


_INVISIBLE = frozenset({"Cc", "Cf", "Cs", "Cn", "Co", "Zl", "Zp"})


def without_surrogates(text: str) -> str:
    """Return *text* with `?` for each unpaired surrogate, which models do send and UTF-8 cannot represent."""
    return text.encode("utf-8", "replace").decode("utf-8")


def chat_file_name(title: str) -> str:
    """Return the file name, without suffix, of a chat called *title*; valid on every system."""
    name = " ".join(
        _UNSAFE_IN_NAME.sub(" ", one_line(unicodedata.normalize("NFC", title), MAX_FILE_NAME_LENGTH)).split()
    )
    name = name.replace("\u200c", "").replace("\u200d", "").strip(" .~")
    while len(name.encode("utf-8")) > 2 * MAX_FILE_NAME_LENGTH:
        name = name[:-1].rstrip(" .")
    if _RESERVED.match(name):
        name = f"{name} chat" if "." not in name else f"Chat {name}"
    return name or UNTITLED


class Checkpoint(Struct, frozen=True):
    """A summary that replaces all messages up to and including one of them in requests."""

    message_id: str
    """The last summarized message."""
    summary: str
    created: datetime
    model: str = ""
    """`provider/name` of the model that wrote the summary."""


class ChatChoices(Struct, frozen=True):
    """Model and options of a conversation; None uses the settings."""

    model: str | None = None
    """`provider/name`."""
    agent: str | None = None
    """An agent's name; empty for the default assistant."""
    mode: str | None = None
    """A `settings_schema.ModeName`."""
    project: str = ""
    """Path of the project's note; empty for none."""
    temperature: float | None = None
    """None uses the model's default; the bounds of this and the next two are in answer_limits.py."""
    max_tokens: int | None = None
    """Maximum number of tokens of one answer."""
    rounds: int | None = None
    """Maximum number of rounds of tool calls for one question."""


class Branch(Struct, frozen=True):
    """Messages that followed one message until the user asked again from there; they are not shown."""

    after: str
    """Id of the message before them; empty if they are the beginning of the conversation."""
    messages: tuple[Message, ...]
    """At least one; the first one is a question."""


class WaitingQuestion(Struct, frozen=True):
    """A question asked during an answer and not sent yet."""

    message: Message
    plan_first: bool = False
    """Whether the model is asked for a plan first."""


class Conversation(Struct, eq=False):
    """One conversation with an assistant."""

    title: str = ""
    id: str = field(default_factory=lambda: new_id("chat"))
    created: datetime = field(default_factory=lambda: datetime.now(UTC))
    choices: ChatChoices = ChatChoices()
    pinned: bool = False
    parent: str = ""
    """Wikilink target: the chat this one branched off, with the message as its block (`Chats/Heating#^msg-1`)."""
    origin: str = ""
    """Origin of an imported chat, as `copilot:1724315523000`; it prevents a second import."""
    checkpoints: tuple[Checkpoint, ...] = ()
    """Oldest first; the last one whose message exists is used."""
    parent_id: str = ""
    """Id of the conversation this one branched off; empty if none, or if only `parent` is known."""
    branches: tuple[Branch, ...] = ()
    """What followed earlier versions of a question, in order of replacement; not sent to models."""
    shown_notices: set[str] = field(default_factory=set)
    """Keys of notices that were shown and need not be repeated."""
    waiting: tuple[WaitingQuestion, ...] = ()
    """Questions not sent yet, in order; they are not part of requests."""
    _messages: list[Message] = field(default_factory=list)

    @property
    def private(self) -> bool:
        """Whether nothing of it may be stored on this computer (`private_conversation`)."""
        return is_private_id(self.id)

    @property
    def messages(self) -> tuple[Message, ...]:
        """All messages, oldest first."""
        return tuple(self._messages)

    def append(self, message: Message) -> None:
        self._messages.append(message)

    def extend(self, messages: Iterable[Message]) -> None:
        self._messages.extend(messages)

    def replace(self, message: Message) -> None:
        """Replace the message with the id of *message*. Raises KeyError if there is none."""
        self._messages[self._index(message.id)] = message

    def reset(self, messages: Iterable[Message]) -> None:
        """Replace all messages by *messages*: the conversation's note was edited."""
        self._messages[:] = messages

    def remove_from(self, message_id: str) -> None:
        """Remove *message_id* and everything after it: the user asks again from there.

        Raises KeyError if there is no such message.
        """
        del self._messages[self._index(message_id) :]

    def ask_again_from(self, message_id: str) -> None:
        """Move *message_id* and everything after it to a branch, so that another question can replace it.

        A question without any answer is removed. Raises KeyError if there is no such message.
        """
        index = self._index(message_id)
        if any(message.role == "assistant" for message in self._messages[index:]):
            self.branches = (*self.branches, self._branch_from(index))
        del self._messages[index:]

    def forks(self) -> dict[str, tuple[str, ...]]:
        """Return the shown questions that have several versions, each with the ids of all its versions.

        The versions are in the order they were asked.
        """
        after = {branch.after for branch in self.branches}
        versions_by_id: dict[str, tuple[str, ...]] = {}
        previous_id = ""
        for message in self._messages:
            if previous_id in after:
                versions = [branch.messages[0] for branch in self.branches if branch.after == previous_id]
                versions.append(message)
                versions_by_id[message.id] = tuple(
                    version.id for version in sorted(versions, key=lambda form: form.created)
                )
            previous_id = message.id
        return versions_by_id

    def show_alternative(self, message_id: str) -> None:
        """Show the branch that begins with *message_id* instead of the current one.

        Raises KeyError if no reachable branch begins with it.
        """
        branch = next((branch for branch in self.branches if branch.messages[0].id == message_id), None)
        if branch is None:
            raise KeyError(message_id)
        index = self._index(branch.after) + 1 if branch.after else 0
        others = tuple(other for other in self.branches if other is not branch)
        self.branches = (*others, self._branch_from(index)) if index < len(self._messages) else others
        self._messages[index:] = branch.messages

    def _branch_from(self, index: int) -> Branch:
        return Branch(self._messages[index - 1].id if index else "", tuple(self._messages[index:]))

    def _index(self, message_id: str) -> int:
        for index, message in enumerate(self._messages):
            if message.id == message_id:
                return index
        raise KeyError(message_id)


PRIVATE_PREFIX = "private"
"""Prefix of the ids of private conversations, so that any code that stores records by conversation can detect them."""


def private_conversation() -> Conversation:
    """Return a new conversation of which nothing is stored on this computer."""
    return Conversation(id=new_id(PRIVATE_PREFIX))


_CONVERSATION_ID = re.compile(r"(?:chat|private)_[0-9a-f]{20}")


def is_conversation_id(key: str) -> bool:
    """Return whether *key* has the form of a conversation id, and is not the path of a note."""
    return _CONVERSATION_ID.fullmatch(key) is not None


def is_private_id(conversation_id: str) -> bool:
    """Return whether *conversation_id* is that of a private conversation, whose text is not written to any file."""
    return conversation_id.startswith(f"{PRIVATE_PREFIX}_")


# Providers reject a call without its result and a result without its call (vaultdesk/providers/README.md, "History").
# The first can occur after a crash, the second after an edit of the note.

LOST_RESULT = "The result of this call was not saved."
"""Result sent to a model for a call whose result is missing."""


def repair_messages(messages: Sequence[Message]) -> tuple[Message, ...]:
    """Return *messages* with a result right after each call, and no result without a call.

    A result without its call is kept as text that is not sent to models.
    """
    repaired: list[Message] = []
    pending_calls: dict[str, ToolCallPart] = {}
    used: set[str] = set()
    for message in messages:
        if message.role == "tool":
            parts = tuple(_hide_orphan_result(part, pending_calls) for part in message.parts)
            message = message if parts == message.parts else message.model_copy(update={"parts": parts})
        elif pending_calls:
            repaired.append(_results_of(pending_calls, repaired[-1]))
            pending_calls = {}
        if calls := message.tool_calls:
            message = _without_repeated_calls(message, calls, used)
            pending_calls.update((call.id, call) for call in message.tool_calls)
            used.update(pending_calls)
        repaired.append(message)
    if pending_calls:
        repaired.append(_results_of(pending_calls, repaired[-1]))
    return tuple(repaired)


def _hide_orphan_result(part: Part, pending_calls: dict[str, ToolCallPart]) -> Part:
    if not isinstance(part, ToolResultPart) or pending_calls.pop(part.call_id, None) is not None:
        return part
    return TextPart(text=part.content, hidden=True, sources=part.sources)


def _without_repeated_calls(message: Message, calls: Sequence[ToolCallPart], used: set[str]) -> Message:
    """Return *message* without those of its *calls* whose id was used before: they were copied by hand."""
    ids = [call.id for call in calls]
    if len(set(ids)) == len(ids) and used.isdisjoint(ids):
        return message
    parts: list[Part] = []
    seen = set(used)
    for part in message.parts:
        if isinstance(part, ToolCallPart):
            if part.id in seen:
                continue
            seen.add(part.id)
        parts.append(part)
    return message.model_copy(update={"parts": tuple(parts)})


def _results_of(calls: dict[str, ToolCallPart], after: Message) -> Message:
    content = json.dumps({"success": False, "error": {"code": "CANCELLED", "message": LOST_RESULT}})
    parts = tuple(
        ToolResultPart(call_id=call.id, name=call.name, content=content, is_error=True) for call in calls.values()
    )
    # Named after its message, so that repeating the repair gives the same id.
    return Message(id=f"{after.id}_results", role="tool", parts=parts, created=after.created)


_NOT_IN_BLOCK_ID = re.compile(r"[^A-Za-z0-9-]+")


def branch_conversation(conversation: Conversation, message_id: str, path: str) -> Conversation:
    """Return a new conversation of all messages up to and including that one; *path* is the note it branches off.

    Raises KeyError if there is no such message.
    """
    messages = conversation.messages
    index = next((index for index, message in enumerate(messages) if message.id == message_id), None)
    if index is None:
        raise KeyError(message_id)
    kept_messages = repair_messages(messages[: index + 1])
    ids = {message.id for message in kept_messages}
    branch = Conversation(
        title=one_line(f"Branch of {conversation.title}", MAX_TITLE_LENGTH + len("Branch of "))
        if conversation.title
        else "",
        choices=conversation.choices,
        parent=f"{path.removesuffix(NOTE_SUFFIX)}#^{message_block_id(message_id)}" if path else "",
        parent_id=conversation.id,
        checkpoints=tuple(point for point in conversation.checkpoints if point.message_id in ids),
    )
    if conversation.private:
        branch.id, branch.parent, branch.parent_id = new_id(PRIVATE_PREFIX), "", ""
    branch.extend(kept_messages)
    return branch


def message_block_id(message_id: str) -> str:
    """Return the block id of a message in its note: a link can contain only letters, digits and `-`."""
    return _NOT_IN_BLOCK_ID.sub("-", message_id).strip("-")
