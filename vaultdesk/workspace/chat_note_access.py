"""Chat notes on disk: access shared by all chats of a vault, opening a chat from its note, the messages read from
notes, and guards on private text and taint."""

import asyncio
import re
from collections.abc import Callable, Iterable, Mapping
from concurrent.futures import ThreadPoolExecutor
from typing import Final, TypeVar

from msgspec import Struct, field
from pydantic import JsonValue

from vaultdesk.agent.request_preparation import MessageStep, PendingRequest
from vaultdesk.chat.chat_format import ChatFormat, ChatgptMdFormat, ChatState, VaultdeskFormat
from vaultdesk.chat.chat_markup import image_bytes, image_file_name, is_embeddable
from vaultdesk.chat.chatgpt_md import chatgpt_md_spelling, is_chatgpt_md, read_chatgpt_md
from vaultdesk.chat.conversation import Conversation, is_conversation_id, repair_messages
from vaultdesk.chat.conversation_note import VERSION, chat_note_id, chat_version, read_chat, split_chat_note
from vaultdesk.chat.messages import ImagePart, Message, Part, Source, TextPart, ToolResultPart
from vaultdesk.core.errors import VaultError
from vaultdesk.core.phrases import NO_PHRASE, Phrase
from vaultdesk.core.settings.settings_store import SettingsStore
from vaultdesk.core.transmission import Destination
from vaultdesk.core.values import replace
from vaultdesk.privacy.privacy_rules import PrivacyRules
from vaultdesk.tools.registry import ToolRegistry
from vaultdesk.tools.runtime.policy import PrivacyStatus
from vaultdesk.tools.runtime.taint import TaintTracker
from vaultdesk.vault.note_path import NotePath, printable
from vaultdesk.vault.note_text import NoteText, digest_of
from vaultdesk.vault.transactions.file_edits import Origin, PutFile
from vaultdesk.vault.vault import Vault

T = TypeVar("T")

PICTURES_FOLDER = "Pictures"
"""Subfolder of the chat folder for images that are not elsewhere in the vault."""

PICTURE_SUFFIXES = (".png", ".jpg", ".jpeg", ".webp", ".gif")

_COPY_NAME = re.compile(r"[0-9a-f]{24}\.(?:png|jpg|webp|gif)")
"""File name of an image copied for a chat."""

MAX_PICTURE_BYTES = 50_000_000
"""Maximum size in bytes of an image that is read."""


class ChatNoteAccess(Struct):
    """Access to the notes of one vault's chats, and the thread in which chats are read and written."""

    vault: Vault
    folder: Callable[[], str]
    """The folder for new chats."""
    saving_enabled: Callable[[], bool]
    """Whether the user wants chats to be notes of the vault too."""
    _executor: ThreadPoolExecutor = field(default_factory=lambda: ThreadPoolExecutor(1, thread_name_prefix="chats"))
    _links: dict[int, tuple[ImagePart, str]] = field(default_factory=dict)
    """The link of each image, by the object's identity."""

    def close(self) -> None:
        """End the thread."""
        self._executor.shutdown(wait=False)

    async def off_loop(self, work: Callable[[], T]) -> T:
        """Run *work* in the thread of chats, since reading or writing a long one takes time."""
        return await asyncio.get_running_loop().run_in_executor(self._executor, work)

    def submit(self, work: Callable[[], None]) -> None:
        """Queue *work*, which raises nothing, in the thread of chats, without waiting for it."""
        self._executor.submit(work)

    def vaultdesk_format(self) -> VaultdeskFormat:
        """Return the program's own note format for this vault."""
        return VaultdeskFormat(self.picture_link, self.read_picture)

    def read_picture(self, name: str) -> bytes | None:
        """Return the bytes of an embedded image; None if there is none. Reads the disk.

        A copy made for a chat is also found in the current folder for copies. Files that are not images are never
        returned.
        """
        file_name = name.rpartition("/")[2]
        for path in dict.fromkeys(
            (name, *([self._picture_path(file_name)] if _COPY_NAME.fullmatch(file_name) else []))
        ):
            try:
                note_path = NotePath.parse(path)
                if note_path.suffix in PICTURE_SUFFIXES:
                    return self.vault.files.read(note_path, MAX_PICTURE_BYTES).data
            except VaultError:
                continue
        return None

    def picture_link(self, part: ImagePart) -> str:
        """Return the link of *part* in a chat: to an image of the vault, else to the copy beside the chats."""
        cached = self._links.get(id(part))
        return cached[1] if cached is not None and cached[0] is part else self._copy_path(part)

    async def store_picture(self, part: ImagePart, origin: Origin) -> None:
        """Store the bytes of *part* in the vault, in a new file if no file has them. Raises `VaultError`."""
        cached = self._links.get(id(part))
        if cached is not None and cached[0] is part:
            return
        data = await self.off_loop(lambda: image_bytes(part))
        existing_path = next((source.path for source in part.sources if is_embeddable(source.path)), "")
        if data is None or (existing_path and await self._has_content(existing_path, data)):
            self._links[id(part)] = (part, existing_path or self._copy_path(part))
            return
        copy_path = self._copy_path(part)
        if not await self._has_content(copy_path, data):
            step = PutFile(NotePath(copy_path), data, None)
            (outcome,) = await self.vault.run_on_writer(lambda writer: writer.restore([step], origin))
            if outcome.error is not None and not outcome.in_place:
                raise outcome.error
        self._links[id(part)] = (part, copy_path)

    def _copy_path(self, part: ImagePart) -> str:
        return self._picture_path(image_file_name(part))

    def _picture_path(self, name: str) -> str:
        folder = self.folder()
        return f"{folder}/{PICTURES_FOLDER}/{name}" if folder else f"{PICTURES_FOLDER}/{name}"

    async def _has_content(self, path: str, data: bytes) -> bool:
        """Whether the file at *path* has these bytes."""
        try:
            note_path = NotePath.parse(path)
            content = await self.off_loop(lambda: self.vault.files.read(note_path, MAX_PICTURE_BYTES).data)
        except VaultError:
            return False
        return digest_of(content) == digest_of(data)


RefusesMessages = Callable[[str, tuple[Message, ...]], Phrase]
"""Why messages must not be written into the note at a path; empty if they may."""


class OpenedChat(Struct, frozen=True):
    """One opened chat."""

    path: str
    conversation: Conversation
    chat_format: ChatFormat
    note: NoteText
    state: ChatState
    """The content of the note, before any repair."""
    native_format: bool
    """Whether the note is in the program's own format."""


class ChatReader:
    """Reads chats of one vault."""

    def __init__(self, note_access: ChatNoteAccess, store: SettingsStore, refusal_reason: RefusesMessages) -> None:
        self.refusal_reason = refusal_reason
        self._note_access = note_access
        self._store = store

    async def is_chat(self, path: str) -> bool:
        """Whether the note at *path* is a chat in either format; False if it cannot be read."""
        try:
            note = await self._note_access.vault.read(NotePath.parse(path))
        except VaultError:
            return False
        return is_chatgpt_md(note.text) or chat_version(split_chat_note(note.text).properties) is not None

    async def names_other_chat(self, path: str, chat_id: str) -> bool:
        """Whether *path* is that of a note that names another conversation; False if it cannot be read."""
        if is_conversation_id(path):
            return False
        try:
            note = await self._note_access.vault.read(NotePath.parse(path))
        except VaultError:
            return False
        return await self._note_access.off_loop(lambda: chat_note_id(note.text)) not in ("", chat_id)

    async def open(self, path: str) -> OpenedChat:
        """Read the chat at *path*. Raises `VaultError` if there is none, or it is of a newer version."""
        note = await self._note_access.vault.read(NotePath.parse(path))
        return await self._note_access.off_loop(lambda: self._read(path, note))

    def _read(self, path: str, note: NoteText) -> OpenedChat:
        version = chat_version(split_chat_note(note.text).properties)
        if version is None and is_chatgpt_md(note.text):
            return self._read_chatgpt_md(path, note)
        if version is not None and version > VERSION:
            raise VaultError(
                Phrase("“{0}” was written by a newer VaultDesk.", printable(path)),
                hint=Phrase("Update VaultDesk to continue the chat; as a note it can be read anywhere."),
                path=path,
            )
        if version is None:
            raise VaultError(
                Phrase("“{0}” is not a chat.", printable(path)),
                hint=Phrase("Choose a note that holds a conversation."),
                path=path,
            )
        conversation = read_chat(note.text, self._note_access.read_picture).conversation
        state = ChatState.of(conversation)
        conversation.reset(repair_messages(conversation.messages))
        chat_format = self._note_access.vaultdesk_format()
        return OpenedChat(path, conversation, chat_format, note, state, native_format=True)

    def _read_chatgpt_md(self, path: str, note: NoteText) -> OpenedChat:
        conversation = read_chatgpt_md(note.text, path)
        if conversation.choices.model is not None:
            conversation.choices = replace(
                conversation.choices, model=self._installed_model(conversation.choices.model)
            )
        return OpenedChat(
            path,
            conversation,
            self.chatgpt_md_format(path, note),
            note,
            ChatState.of(conversation),
            native_format=False,
        )

    def chatgpt_md_format(self, path: str, note: NoteText, known: Iterable[str] | None = None) -> ChatgptMdFormat:
        """Return the format for continuing the chat in *note*; *known* are the ids of its messages, if stored
        elsewhere.
        """
        return ChatgptMdFormat(note.text, path, self._chatgpt_md_model, known)

    def _installed_model(self, label: str) -> str | None:
        """Return a model of a configured provider of the type that *label* names; None if there is none."""
        kind, _, model = label.partition("/")
        providers = self._store.settings.providers
        if kind in providers and model:
            return label
        name = next((name for name, provider in providers.items() if provider.kind == kind), None)
        return f"{name}/{model}" if name is not None and model else None

    def _chatgpt_md_model(self, label: str) -> str:
        """Return the model *label* in the spelling of ChatGPT MD."""
        name = label.partition("/")[0]
        provider = self._store.settings.providers.get(name)
        return chatgpt_md_spelling(label, provider.kind if provider is not None else name)


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
        context_paths = [context_path for name in context_targets for context_path in self._resolve_link(name)]
        for source in (*context_paths, *(source.path for message in messages for source in message.sources)):
            if source != path and _STRICTNESS[self._rules.status(source, OTHER_COMPUTER)] > own_strictness:
                return Phrase("This answer was made with a private note, and the note of this chat is not private")
        return NO_PHRASE


# Text in a note may have been written by anyone and in any program. So a message that was read from the note of a chat,
# in contrast to one that was written here, is text of that note: as private and as untrusted as the note.


class NoteMessages:
    """The messages of each conversation that were read from a note; stored with the conversation."""

    def __init__(self) -> None:
        self._paths: dict[str, dict[str, str]] = {}

    def paths(self, conversation_id: str) -> Mapping[str, str]:
        """Return the path of the note of each such message, by the message's id."""
        return self._paths.get(conversation_id, {})

    def record(self, conversation_id: str, path: str, own: Iterable[Message], read: Iterable[Message]) -> bool:
        """Record those of the messages *read* from the note at *path* that differ from *own*; return whether there are
        any.

        *own* are the messages that this program wrote, or has read before.
        """
        known = {message.id: _visible_content(message) for message in own}
        new = [message.id for message in read if known.get(message.id) != _visible_content(message)]
        if new:
            self._paths.setdefault(conversation_id, {}).update(dict.fromkeys(new, path))
        return bool(new)

    def state(self, conversation_id: str) -> JsonValue:
        """Return the ids of the messages of a conversation by the path of their note; None if there are none."""
        ids: dict[str, list[JsonValue]] = {}
        for message_id, path in self.paths(conversation_id).items():
            ids.setdefault(path, []).append(message_id)
        return dict[str, JsonValue](ids) or None

    def restore(self, conversation_id: str, state: JsonValue) -> None:
        """Load the stored ids; those that are known stay."""
        if not isinstance(state, dict):
            return
        stored = {
            message_id: path
            for path, ids in state.items()
            if isinstance(ids, list)
            for message_id in ids
            if isinstance(message_id, str)
        }
        if stored:
            self._paths[conversation_id] = {**stored, **self.paths(conversation_id)}


def _visible_content(message: Message) -> tuple[str, tuple[Part, ...]]:
    """Return the role of *message* and its parts without those that are not sent to models."""
    return message.role, tuple(part for part in message.parts if not (isinstance(part, TextPart) and part.hidden))


class ChatNoteSources:
    """Makes the note of a chat the source of the messages that were read from it, for one vault."""

    def __init__(
        self,
        rules: PrivacyRules,
        is_note: Callable[[str], bool],
        note_paths: Callable[[Conversation], Mapping[str, str]],
        note_of: Callable[[Conversation], str],
    ) -> None:
        """*is_note* returns whether there is a note at a path, *note_paths* the path of the note that each message was
        read from, and *note_of* the current note of a conversation, if any.
        """
        self._rules = rules
        self._is_note = is_note
        self._note_paths = note_paths
        self._note_of = note_of

    async def with_sources(self, conversation: Conversation, messages: tuple[Message, ...]) -> tuple[Message, ...]:
        """Return *messages* with their note as a source of those that were read from a private one.

        Messages from other notes have no source: a note that may be sent is not reviewed again message by message.
        """
        notes = self._current_notes(conversation, messages)
        private = set()
        for path in dict.fromkeys(notes.values()):
            if await self._rules.current_status(path, OTHER_COMPUTER) != "open":
                private.add(path)
        if not private:
            return messages
        return tuple(
            _with_source(message, notes[message.id]) if notes.get(message.id) in private else message
            for message in messages
        )

    def message_step(self, taint: TaintTracker) -> MessageStep:
        """Return the step that adds the sources and records the notes in *taint*.

        It is the first one, so that a summary has the same sources.
        """

        async def add_sources(pending: PendingRequest) -> tuple[Message, ...]:
            conversation = pending.conversation
            notes = self._current_notes(conversation, pending.messages)
            if notes and not pending.preview and not taint.flags(conversation.id).both:
                sources = [Source(path=path, characters=1) for path in dict.fromkeys(notes.values())]
                await taint.record(conversation.id, sources)
            return await self.with_sources(conversation, pending.messages)

        return add_sources

    def _current_notes(self, conversation: Conversation, messages: Iterable[Message]) -> dict[str, str]:
        """Return the note of each of *messages* that was read from one: a moved note by its current path."""
        paths = self._note_paths(conversation)
        read_paths = {message.id: paths[message.id] for message in messages if message.id in paths}
        return {
            message_id: path if self._is_note(path) else self._note_of(conversation) or path
            for message_id, path in read_paths.items()
        }


def _with_source(message: Message, path: str) -> Message:
    def add(part: Part) -> Part:
        match part:
            case TextPart(text=text) | ToolResultPart(content=text):
                source = Source(path=path, characters=len(text))
            case ImagePart():
                source = Source(path=path)
            case _:
                return part
        return part.model_copy(update={"sources": (*part.sources, source)})

    return message.model_copy(update={"parts": tuple(map(add, message.parts))})


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
                tool = self._registry.get(part.name)
                effect = tool.effect if tool is not None else "none"
                await taint.record_result(conversation_id, tool, effect, part.sources)
        self._recorded.add(key)
