"""The note of one conversation in the vault: its content as far as known, written and merged with changes by others."""

from collections.abc import Callable
from typing import Self

from msgspec import Struct, field

from vaultdesk.chat.chat_format import ChatFormat, ChatState
from vaultdesk.chat.chat_store import NoteLink, NoteMode
from vaultdesk.chat.conversation import Conversation, chat_file_name
from vaultdesk.chat.conversation_note import chat_note_id
from vaultdesk.chat.messages import ImagePart, Message
from vaultdesk.core.errors import NoteConflict, NoteNotConfirmed
from vaultdesk.core.phrases import NO_PHRASE
from vaultdesk.core.values import replace
from vaultdesk.vault.note_path import NOTE_SUFFIX, NotePath
from vaultdesk.vault.note_text import FileIdentity, NoteText
from vaultdesk.vault.transactions.file_edits import Origin
from vaultdesk.workspace.chat_note_access import ChatNoteAccess

# Sync programs process every change of a note, so it is written at a slower pace than the store.

NOTE_SAVE_INTERVAL = 1.5
"""Seconds between two writes of the note while the answer streams."""


class NoteContent(Struct, frozen=True):
    """The content of a note when it was last read or written."""

    text: str = ""
    digest: str | None = None
    """Digest of its bytes; None if there is no file."""
    state: ChatState = field(default_factory=ChatState)
    file: FileIdentity | None = None
    """Identity of the file; None if unknown."""

    @classmethod
    def of(cls, note: NoteText, state: ChatState) -> Self:
        """Return the content of *note*, which was parsed to *state*."""
        return cls(note.text, note.digest, state, note.identity)


class ChatNote:
    """The note of one conversation, if it has one."""

    def __init__(self, conversation: Conversation, access: ChatNoteAccess, chat_format: ChatFormat) -> None:
        self.path = ""
        """Its path in the vault; empty if there is none."""
        self.mode: NoteMode = ""
        self.chat_format = chat_format
        self.content = NoteContent()
        self.is_outdated = False
        """Whether the conversation has changes that are not in it."""
        self.problem = NO_PHRASE
        """Why it could not be written; empty if it was."""
        self._conversation = conversation
        self._access = access
        self._deleted = NoteContent()
        """What a deleted file contained when it was last read or written."""
        self._former_path = ""
        """Path of the note that is not written any more, because the user does not want this chat as a note."""
        self._written_at = -NOTE_SAVE_INTERVAL

    @property
    def is_wanted(self) -> bool:
        """Whether the chat is to have a note."""
        return self.mode != "off" and (bool(self.path) or self.mode == "keep" or self._access.saving_enabled())

    @property
    def link(self) -> NoteLink:
        """The note as recorded in the store."""
        return NoteLink(self.path or self._former_path, self.content.digest or "", self.mode)

    def restore(self, link: NoteLink, file: FileIdentity | None) -> None:
        """Continue with what the store recorded."""
        self.mode, self.content = link.mode, replace(self.content, file=file)
        self._deleted = replace(self.content, digest=link.digest or None)
        if link.mode == "off":
            self._former_path, self.content = link.path, replace(self.content, digest=link.digest)

    def attach(self, path: str, note: NoteText, state: ChatState, chat_format: ChatFormat | None = None) -> None:
        """Continue with the note at *path*, whose content is *state*."""
        self.path, self.content = path, NoteContent.of(note, state)
        self.chat_format = chat_format or self.chat_format

    def detach(self) -> None:
        """Continue without a note, after its deletion; the next write creates one."""
        self._deleted = self.content
        self.path, self.content, self.is_outdated = "", NoteContent(), False

    def release(self) -> None:
        """Continue without a note, because it cannot be read; the next write creates one."""
        self.path = ""
        self.forget_file()

    def forget_file(self) -> None:
        """Record that the file was deleted; the next write creates it again."""
        self.content = replace(self.content, digest=None, file=None)

    def forget_content(self) -> None:
        """Record that it is unknown what the file contained when it was last read or written."""
        self.content = NoteContent()

    def stop(self) -> None:
        """Write it no more; the file stays as it is."""
        self._former_path, self.path, self.mode, self.problem = self.path, "", "off", NO_PHRASE

    def keep(self) -> str:
        """Write it from now on; return the path of the note that was written before, if that may be continued."""
        former_path, self._former_path = self._former_path, ""
        self.mode = "keep"
        return "" if self.path else former_path

    async def exists(self, path: str) -> bool:
        """Whether there is a file at *path*, its present or a former path. Raises `VaultError`."""
        return await self._access.vault.find(NotePath(path)) is not None

    async def find_moved(self) -> str:
        """Return the path of its file, wherever it was moved; empty if it was deleted, changed, or is unknown.

        Raises `VaultError`.
        """
        file = self.content.file
        found = await self._access.vault.find_moved(file) if file is not None else None
        return found.text if found is not None else ""

    def may_continue(self, note: NoteText) -> bool:
        """Whether *note*, the only one of this conversation, is that of a deleted file: the same file, or its bytes.

        Another one may be a copy of an earlier state.
        """
        known = self.content if self.path else self._deleted
        is_same_file = known.file is not None and known.file.inode == note.inode
        return is_same_file or known.digest in (None, note.digest)

    async def is_replaced(self, note: NoteText) -> bool:
        """Whether *note*, the content of the file at its path, is another conversation, whose note was moved there."""
        known_text = self.content.text
        known_id, new_id = await self._access.off_loop(lambda: (chat_note_id(known_text), chat_note_id(note.text)))
        return new_id not in ("", known_id, self._conversation.id)

    async def read(self, path: str | None = None) -> NoteText:
        """Return the current content of its file, or of the file at *path*. Raises `VaultError`."""
        return await self._access.vault.read(NotePath(self.path if path is None else path))

    async def merged(self, note: NoteText, own_state: Callable[[], ChatState]) -> ChatState:
        """Return *note*, the file's current content, merged with *own_state*, the conversation when it was parsed."""
        path = self.path
        theirs = await self._access.off_loop(lambda: self.chat_format.read(note.text, path))
        # There is no await from here on, so that messages added while it was parsed are included.
        merged = self.chat_format.merge(self.content.state, own_state(), theirs)
        self.content = NoteContent.of(note, theirs)
        return merged

    def remaining_delay(self, now: float) -> float:
        """Return the seconds from *now*, in the loop's time, until it is written while an answer streams."""
        return NOTE_SAVE_INTERVAL - (now - self._written_at)

    def record_written(self, now: float) -> None:
        """Record that it was written at *now*, in the loop's time."""
        self._written_at, self.problem = now, NO_PHRASE

    async def rendered(self, messages: tuple[Message, ...], origin: Origin) -> str:
        """Return its text with *messages*, after their images were stored in the vault. Raises `VaultError`."""
        for part in (part for message in messages for part in message.parts if isinstance(part, ImagePart)):
            await self._access.store_picture(part, origin)
        snapshot = replace(self._conversation, _messages=[])  # its head is written by another thread
        before = self.content.text
        return await self._access.off_loop(lambda: self.chat_format.write(snapshot, messages, before))

    async def write(self, text: str, state: ChatState, origin: Origin) -> bool:
        """Write *text*, the rendered *state*; return False if the name of a new note was taken. Raises `VaultError`.

        The next attempt then uses another name.
        """
        if text == self.content.text and self.path:
            self.content = replace(self.content, state=state)
            return True
        vault, is_new = self._access.vault, self.content.digest is None
        known_path = self.path
        path = known_path or await self._free_path()
        try:
            note = await vault.write(NotePath(path), text, self.content.digest, origin)
        except NoteConflict:
            if is_new and self.path == known_path:
                self.path = ""
            if is_new:
                return False
            raise
        except NoteNotConfirmed:
            # The file was replaced; the missing confirmation by the disk is reported, and the next save writes it
            # again.
            unconfirmed = await vault.read(NotePath(path))
            self.content = NoteContent.of(unconfirmed, self.content.state)
            raise
        if self.path == known_path:  # Otherwise the file was moved after it was written, and that was reported.
            self.path = path
        self.content = NoteContent.of(note, state)
        return True

    async def _free_path(self) -> str:
        """Return an unused path for a new note."""
        folder, name = self._access.folder(), chat_file_name(self._conversation.title)
        number = 1
        while True:
            numbered = name if number == 1 else f"{name} {number}"
            path = f"{folder}/{numbered}{NOTE_SUFFIX}" if folder else f"{numbered}{NOTE_SUFFIX}"
            if await self._access.vault.find(NotePath.parse(path)) is None:
                return path
            number += 1
