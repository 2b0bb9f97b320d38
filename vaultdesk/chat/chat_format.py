"""The two note formats a conversation is saved in, and the three-way merge with edits made to its note."""

from collections.abc import Callable, Iterable, Sequence
from typing import Protocol, TypeVar

from msgspec import Struct, field

from vaultdesk.chat.chat_markup import PictureBytes, PictureLink, image_file_name, no_pictures
from vaultdesk.chat.chatgpt_md import append_messages, read_chatgpt_md
from vaultdesk.chat.conversation import ChatChoices, Checkpoint, Conversation
from vaultdesk.chat.conversation_note import ChatWriter, read_chat
from vaultdesk.chat.messages import Message, TextPart
from vaultdesk.core.values import replace

# Messages are identified by their ids. A change made on one side is taken. If both sides changed a message, this side's
# is taken, and the other is added to it as text that is not sent to models.

T = TypeVar("T")

CONFLICTING_EDIT_LABEL = "Edited in the note at the same time:\n\n"
"""Label above the other side's text of a message that both sides changed."""


class ChatState(Struct, frozen=True):
    """The state of a conversation at one moment."""

    messages: tuple[Message, ...] = ()
    title: str = ""
    choices: ChatChoices = field(default_factory=ChatChoices)
    pinned: bool = False
    parent: str = ""
    checkpoints: tuple[Checkpoint, ...] = ()

    @classmethod
    def of(cls, conversation: Conversation, messages: tuple[Message, ...] | None = None) -> "ChatState":
        """Return the current state of *conversation*, with *messages* instead of its own if given."""
        shown_messages = conversation.messages if messages is None else messages
        return cls(
            shown_messages,
            conversation.title,
            conversation.choices,
            conversation.pinned,
            conversation.parent,
            conversation.checkpoints,
        )


def merge_chats(base: ChatState, mine: ChatState, theirs: ChatState) -> ChatState:
    """Return *mine* and *theirs*, both made from *base*, merged."""
    return ChatState(
        merge_messages(base.messages, mine.messages, theirs.messages),
        _merge_value(base.title, mine.title, theirs.title),
        ChatChoices(
            _merge_value(base.choices.model, mine.choices.model, theirs.choices.model),
            _merge_value(base.choices.agent, mine.choices.agent, theirs.choices.agent),
            _merge_value(base.choices.mode, mine.choices.mode, theirs.choices.mode),
            _merge_value(base.choices.project, mine.choices.project, theirs.choices.project),
            _merge_value(base.choices.temperature, mine.choices.temperature, theirs.choices.temperature),
            _merge_value(base.choices.max_tokens, mine.choices.max_tokens, theirs.choices.max_tokens),
            _merge_value(base.choices.rounds, mine.choices.rounds, theirs.choices.rounds),
        ),
        _merge_value(base.pinned, mine.pinned, theirs.pinned),
        _merge_value(base.parent, mine.parent, theirs.parent),
        _merge_value(base.checkpoints, mine.checkpoints, theirs.checkpoints),
    )


def merge_messages(base: Sequence[Message], mine: Sequence[Message], theirs: Sequence[Message]) -> tuple[Message, ...]:
    """Return the messages of both sides in order; each new message follows the one it followed here."""
    known = {message.id: message for message in base}
    mine_by_id = {message.id: message for message in mine}
    their_ids = {message.id for message in theirs}
    merged: list[Message] = []
    for message in theirs:
        base_message, own = known.get(message.id), mine_by_id.get(message.id)
        if own is not None:
            merged.append(_merge_message(base_message, own, message))
        elif base_message is None:
            merged.append(message)
        # Else it was removed here, because the user asked again from an earlier message.
    for index, message in enumerate(mine):
        if message.id in their_ids:
            continue
        base_message = known.get(message.id)
        if base_message is not None and base_message == message:
            continue  # It was removed there.
        earlier = {other.id for other in mine[:index]}
        after = max((number for number, other in enumerate(merged) if other.id in earlier), default=-1)
        merged.insert(after + 1, message)
    return tuple(merged)


def _merge_message(base: Message | None, mine: Message, theirs: Message) -> Message:
    if mine == theirs or theirs == base:
        return mine
    if mine == base:
        return theirs
    conflicting = TextPart(text=f"{CONFLICTING_EDIT_LABEL}{theirs.text}", hidden=True, sources=theirs.sources)
    if not theirs.text.strip() or conflicting in mine.parts or mine.text.startswith(theirs.text):
        return mine  # An answer that has grown since contains all the other side has.
    return mine.model_copy(update={"parts": (*mine.parts, conflicting)})


def _merge_value(base: T, mine: T, theirs: T) -> T:
    return theirs if mine == base else mine


# The program's own format is complete, so that edits of the note can be merged with changes made here. ChatGPT MD's has
# no ids: messages added here always follow those of the note.

ModelSpelling = Callable[[str], str]
"""Returns the spelling of the model `provider/name` in a note."""


class ChatFormat(Protocol):
    """The format of one conversation in its note."""

    def write(self, conversation: Conversation, messages: Sequence[Message], before: str) -> str:
        """Return the note with *messages*; *before* is its current text. Raises `NoteNotWritten`."""
        ...

    def read(self, text: str, path: str) -> ChatState:
        """Return the state in the note's current *text*. Raises `VaultError` if it is not a chat."""
        ...

    def merge(self, base: ChatState, mine: ChatState, theirs: ChatState) -> ChatState:
        """Return *mine*, made from *base*, merged with *theirs*, the state that was read last. Does not block."""
        ...


class VaultdeskFormat:
    """The program's own format (conversation_note.py)."""

    def __init__(self, link: PictureLink = image_file_name, pictures: PictureBytes = no_pictures) -> None:
        self._writer = ChatWriter(link)
        self._pictures = pictures

    def write(self, conversation: Conversation, messages: Sequence[Message], before: str) -> str:
        return self._writer.write(conversation, before, messages)

    def read(self, text: str, path: str) -> ChatState:
        return ChatState.of(read_chat(text, self._pictures).conversation)

    def merge(self, base: ChatState, mine: ChatState, theirs: ChatState) -> ChatState:
        return merge_chats(base, mine, theirs)


class ChatgptMdFormat:
    """ChatGPT MD's format, in a note that another program created."""

    def __init__(self, text: str, path: str, spelling: ModelSpelling, known: Iterable[str] | None = None) -> None:
        """*known* are the ids of the messages in the note, if they differ from those of reading it."""
        self._spelling = spelling
        self._base = text
        ids = (message.id for message in read_chatgpt_md(text, path).messages) if known is None else known
        self._known = set(ids)
        self._added: tuple[Message, ...] = ()
        self._appended = ""
        self._is_unchanged = False

    def write(self, conversation: Conversation, messages: Sequence[Message], before: str) -> str:
        """Return the note with the new messages at its end."""
        self._added = tuple(message for message in messages if message.id not in self._known)
        spellings = {message.model: self._spelling(message.model) for message in self._added if message.model}
        finished = bool(self._added) and not self._added[-1].cut
        text = append_messages(self._base, self._added, spellings, finished=finished)
        self._appended = text[len(self._base) :]
        return text

    def read(self, text: str, path: str) -> ChatState:
        """Return the state of the note itself, without the messages added here unless they were edited."""
        self._is_unchanged = bool(self._appended) and text.endswith(self._appended)
        self._base = text[: -len(self._appended)] if self._is_unchanged else text
        return ChatState.of(read_chatgpt_md(self._base, path))

    def merge(self, base: ChatState, mine: ChatState, theirs: ChatState) -> ChatState:
        """Return the note's own messages in their current state, followed by the messages added here."""
        # Text that was edited, or is followed by an edit, is now the note's own; but an answer that has grown since is
        # not complete in it.
        note_ids = set(self._known) if self._is_unchanged else {*self._known, *(message.id for message in self._added)}
        extended = {message.id for message in mine.messages if message.id in note_ids and message not in self._added}
        self._known, previously_known = {message.id for message in theirs.messages}, self._known
        new = (m for m in mine.messages if m.id not in note_ids or (m.id in extended and m.id not in previously_known))
        return replace(mine, messages=(*theirs.messages, *new))
