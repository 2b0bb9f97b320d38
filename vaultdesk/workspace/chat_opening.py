"""ChatOpening: a chat read from its note, of either format, ready to be continued. Keeps none open."""

from collections.abc import Callable
from dataclasses import dataclass, replace

from vaultdesk.chat.chat_format import ChatFormat, ChatgptMdFormat, ChatState
from vaultdesk.chat.chatgpt_md import chatgpt_md_spelling, is_chatgpt_md, read_chatgpt_md
from vaultdesk.chat.conversation import Conversation, repair_messages
from vaultdesk.chat.messages import Message
from vaultdesk.chat.note_format.chat_properties import VERSION, chat_version, split_chat_note
from vaultdesk.chat.note_format.chat_reader import read_chat
from vaultdesk.core.errors import VaultError
from vaultdesk.core.settings.settings_store import SettingsStore
from vaultdesk.vault.note_path import NotePath, printable
from vaultdesk.vault.note_text import NoteText
from vaultdesk.workspace.chat_desk import ChatDesk

Refuses = Callable[[str, tuple[Message, ...]], str]
"""Why messages must not be written into the note at a path; empty where they may."""


@dataclass(frozen=True)
class OpenedChat:
    """One chat, read."""

    conversation: Conversation
    form: ChatFormat
    note: NoteText
    state: ChatState
    """What the note says, before anything was mended."""
    own: bool
    """Whether the note is in the program's own format."""


class ChatOpening:
    """Reads chats of one vault."""

    def __init__(self, desk: ChatDesk, store: SettingsStore, refuses: Refuses) -> None:
        self.refuses = refuses
        self._desk = desk
        self._store = store

    async def is_chat(self, path: str) -> bool:
        """Whether the note at *path* is a chat of either format; one that cannot be read is none."""
        try:
            note = await self._desk.vault.read(NotePath.parse(path))
        except VaultError:
            return False
        return is_chatgpt_md(note.text) or chat_version(split_chat_note(note.text)[0]) is not None

    async def open(self, path: str) -> OpenedChat:
        """Read the chat at *path*. Raises `VaultError` where there is none, or it is of a newer program."""
        note = await self._desk.vault.read(NotePath.parse(path))
        return await self._desk.off_loop(lambda: self._opened(path, note))

    def _opened(self, path: str, note: NoteText) -> OpenedChat:
        version = chat_version(split_chat_note(note.text)[0])
        if version is None and is_chatgpt_md(note.text):
            return self._of_chatgpt_md(path, note)
        if version is not None and version > VERSION:
            raise VaultError(
                f"“{printable(path)}” was written by a newer VaultDesk.",
                hint="Update this one to go on with the chat; as a note it can be read anywhere.",
                path=path,
            )
        if version is None:
            raise VaultError(
                f"“{printable(path)}” is no chat.", hint="Choose a note that holds a conversation.", path=path
            )
        conversation = read_chat(note.text, self._desk.picture).conversation
        state = ChatState.of(conversation)
        conversation.reset(repair_messages(conversation.messages))
        return OpenedChat(conversation, self._desk.own_form(), note, state, own=True)

    def _of_chatgpt_md(self, path: str, note: NoteText) -> OpenedChat:
        conversation = read_chatgpt_md(note.text, path)
        if conversation.choices.model is not None:
            conversation.choices = replace(conversation.choices, model=self._known(conversation.choices.model))
        form = ChatgptMdFormat(note.text, path, self._spelled)
        return OpenedChat(conversation, form, note, ChatState.of(conversation), own=False)

    def _known(self, label: str) -> str | None:
        """Return the model of a provider that is set up here and is of the kind *label* names; None where none is."""
        kind, _, model = label.partition("/")
        providers = self._store.settings.providers
        if kind in providers and model:
            return label
        name = next((name for name, provider in providers.items() if provider.kind == kind), None)
        return f"{name}/{model}" if name is not None and model else None

    def _spelled(self, label: str) -> str:
        """Return how ChatGPT MD spells the model *label*."""
        name = label.partition("/")[0]
        provider = self._store.settings.providers.get(name)
        return chatgpt_md_spelling(label, provider.kind if provider is not None else name)
