"""ChatForm: the two formats a conversation is kept in, as whoever keeps it needs them. Writes no file.

The program's own format says everything, so that any edit of the note can be put together with what went on here.
ChatGPT MD's knows no ids: there, what was added here always comes after what the note had.
"""

from collections.abc import Callable, Sequence
from dataclasses import replace
from typing import Protocol

from vaultdesk.chat.chatgpt_md import continued, read_chatgpt_md
from vaultdesk.chat.conversation import Conversation
from vaultdesk.chat.merging import ChatState, merged
from vaultdesk.chat.messages import Message
from vaultdesk.chat.note_format.pictures import PictureBytes, PictureLink, file_name, no_pictures
from vaultdesk.chat.note_format.reading import read_chat
from vaultdesk.chat.note_format.writing import ChatWriter

Spelling = Callable[[str], str]
"""How a note spells the model `provider/name`."""


class ChatForm(Protocol):
    """How one conversation stands in its note."""

    def write(self, conversation: Conversation, messages: Sequence[Message], before: str) -> str:
        """Return the note with *messages*; *before* is the note as it is. Raises `NoteNotWritten`."""
        ...

    def read(self, text: str, path: str) -> ChatState:
        """Return what the note, which is *text* now, says. Raises `VaultError` where it is no chat any more."""
        ...

    def together(self, base: ChatState, mine: ChatState, theirs: ChatState) -> ChatState:
        """Return *mine*, made from *base*, with *theirs*, which is what was read last. Quick."""
        ...


class OwnForm:
    """The program's own format (note_format)."""

    def __init__(self, link: PictureLink = file_name, pictures: PictureBytes = no_pictures) -> None:
        self._writer = ChatWriter(link)
        self._pictures = pictures

    def write(self, conversation: Conversation, messages: Sequence[Message], before: str) -> str:
        """Return the note with *messages*."""
        return self._writer.write(conversation, before, messages)

    def read(self, text: str, path: str) -> ChatState:
        """Return what the note says."""
        return ChatState.of(read_chat(text, self._pictures).conversation)

    def together(self, base: ChatState, mine: ChatState, theirs: ChatState) -> ChatState:
        """Return both sides as one, message by message."""
        return merged(base, mine, theirs)


class ChatgptForm:
    """ChatGPT MD's format, in a note that somebody else began."""

    def __init__(self, text: str, path: str, spelling: Spelling) -> None:
        self._spelling = spelling
        self._base = text
        self._known = {message.id for message in read_chatgpt_md(text, path).messages}
        self._added: tuple[Message, ...] = ()
        self._tail = ""
        self._whole = False

    def write(self, conversation: Conversation, messages: Sequence[Message], before: str) -> str:
        """Return the note with what is new at its end."""
        self._added = tuple(message for message in messages if message.id not in self._known)
        spellings = {message.model: self._spelling(message.model) for message in self._added if message.model}
        finished = bool(self._added) and not self._added[-1].cut
        text = continued(self._base, self._added, spellings, finished=finished)
        self._tail = text[len(self._base) :]
        return text

    def read(self, text: str, path: str) -> ChatState:
        """Return what the note itself says, without what was added here as long as nobody wrote into that."""
        self._whole = bool(self._tail) and text.endswith(self._tail)
        self._base = text[: -len(self._tail)] if self._whole else text
        return ChatState.of(read_chatgpt_md(self._base, path))

    def together(self, base: ChatState, mine: ChatState, theirs: ChatState) -> ChatState:
        """Return the note's own messages, as they are now, and then what was said here."""
        # What somebody wrote into, or below, is the note's own now; but an answer that grew since is not in it whole.
        taken = set(self._known) if self._whole else {*self._known, *(message.id for message in self._added)}
        grown = {message.id for message in mine.messages if message.id in taken and message not in self._added}
        self._known, before = {message.id for message in theirs.messages}, self._known
        new = (m for m in mine.messages if m.id not in taken or (m.id in grown and m.id not in before))
        return replace(mine, messages=(*theirs.messages, *new))
