"""Import of chats from other programs as notes of the vault: its plan, its progress and its outcome."""

import asyncio
from collections.abc import AsyncIterator, Awaitable, Callable, Collection, Generator, Iterable, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing
from datetime import datetime
from pathlib import Path
from time import monotonic
from types import TracebackType
from typing import Generic, Literal, Self, TypeVar

from msgspec import Struct, field

from vaultdesk.chat.conversation import Conversation, chat_file_name, message_block_id
from vaultdesk.chat.conversation_note import chat_version
from vaultdesk.chat.importers.chat_files import ChatFiles, FormatName, FoundChat, WantedFormat
from vaultdesk.chat.importers.imported_chat import ImportedChat
from vaultdesk.chat.messages import ImagePart, new_id
from vaultdesk.core.errors import JournalFailed, VaultError, VaultReadOnly
from vaultdesk.core.feed import Feed
from vaultdesk.core.phrases import Phrase
from vaultdesk.core.values import replace
from vaultdesk.vault.disk.vault_files import VaultFiles
from vaultdesk.vault.frontmatter.frontmatter import read_frontmatter
from vaultdesk.vault.note_path import NOTE_SUFFIX, NotePath, same_name_key
from vaultdesk.vault.transactions.file_edits import CHANGE_TITLES, Create, Origin
from vaultdesk.vault.vault import Vault
from vaultdesk.workspace.chat_note_access import ChatNoteAccess


class PlannedChat(Struct, frozen=True):
    """One note that would be created."""

    number: int
    """Its index in the source, by which it is found again."""
    format: FormatName
    origin: str
    """Its permanent id, as `Conversation.origin`."""
    source: str
    """The source file."""
    title: str
    created: datetime
    messages: int
    """Number of questions and answers."""
    path: str
    """The path of the new note."""
    existing_path: str = ""
    """The existing note, if it was imported before; empty for a new one."""
    duplicate: bool = False
    """Whether the same chat is earlier in the plan."""
    branch_of: str = ""
    """The origin of the chat it was branched from."""
    remarks: tuple[Phrase, ...] = ()
    """Remarks for the user."""

    @property
    def is_new(self) -> bool:
        """Whether it is imported by default."""
        return not (self.existing_path or self.duplicate)


class ImportPlan(Struct, frozen=True):
    """All chats found at one path. Nothing is written yet."""

    path: Path
    requested_format: WantedFormat
    folder: str
    """The folder of the vault for the new notes."""
    chats: tuple[PlannedChat, ...]
    problems: tuple[Phrase, ...] = ()
    """What could not be read, each in a sentence."""
    others: int = 0
    """Number of notes that are not chats."""

    @property
    def new_numbers(self) -> frozenset[int]:
        """The numbers of chats that were not imported yet."""
        return frozenset(chat.number for chat in self.chats if chat.is_new)


class ImportProgress(Struct, frozen=True):
    """Progress of an import."""

    phase: Literal["reading", "writing"]
    done: int
    total: int = 0
    """0 while unknown."""


class ImportOutcome(Struct, frozen=True):
    """Result of an import."""

    written: tuple[PlannedChat, ...]
    """The written notes, with their actual paths."""
    group: str
    """The journal's group, for undo of the whole import."""
    problems: tuple[Phrase, ...] = ()
    stopped: bool = False
    """Whether the user stopped it before the end."""


T = TypeVar("T")

IMPORT_BATCH_SIZE = 25
"""Maximum number of items in one batch, which is written together."""
IMPORT_BATCH_SECONDS = 0.2
"""Seconds after which a partial batch is delivered, so that the list visibly grows."""


class BatchReader(Generic[T]):
    """`async with BatchReader(items) as batches: async for batch in batches`. Leaving the block stops reading."""

    def __init__(self, items: Iterable[T]) -> None:
        self._items = items
        self._executor = ThreadPoolExecutor(1, thread_name_prefix="import")
        self._reading: Generator[T, None, None] | None = None

    async def __aenter__(self) -> Self:
        self._reading = self._read()
        return self

    async def __aexit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        # On its own thread, after the current read: files are closed before the block ends.
        if self._reading is not None:
            await asyncio.shield(asyncio.get_running_loop().run_in_executor(self._executor, self._reading.close))
        self._executor.shutdown(wait=False)

    async def __aiter__(self) -> AsyncIterator[list[T]]:
        while batch := await asyncio.get_running_loop().run_in_executor(self._executor, self._batch):
            yield batch

    def _read(self) -> Generator[T, None, None]:
        yield from self._items

    def _batch(self) -> list[T]:
        assert self._reading is not None
        batch: list[T] = []
        began = monotonic()
        for item in self._reading:
            batch.append(item)
            if len(batch) >= IMPORT_BATCH_SIZE or monotonic() - began > IMPORT_BATCH_SECONDS:
                break
        return batch


class ExistingChats(Struct, frozen=True):
    """The current content of the chat folder."""

    origins: dict[str, str]
    """The note by origin."""
    name_keys: frozenset[str]
    """Every file's name key."""


class ChatPathAllocator:
    """Assigns an unused path to each chat of an import."""

    def __init__(self, folder: str, name_keys: Iterable[str]) -> None:
        """*name_keys* are the name keys of the existing files."""
        self._folder = folder.strip("/")
        self._used_keys = set(name_keys)

    def allocate(self, title: str) -> str:
        """Return the path of a chat called *title*, and mark it as used."""
        name, number = chat_file_name(title), 1
        while same_name_key(path := self._path(name, number)) in self._used_keys:
            number += 1
        self._used_keys.add(same_name_key(path))
        return path

    def _path(self, name: str, number: int) -> str:
        suffix = f" {number}" if number > 1 else ""
        return f"{self._folder}/{name}{suffix}{NOTE_SUFFIX}" if self._folder else f"{name}{suffix}{NOTE_SUFFIX}"


def existing_chats(files: VaultFiles, folder: str) -> ExistingChats:
    """Return the content of *folder* in the vault. Reads the disk."""
    origins: dict[str, str] = {}
    paths: set[str] = set()
    for state in files.walk_all():
        if not state.path.is_inside(folder):
            continue
        paths.add(state.path.key)
        if state.path.is_note and (origin := _origin_of(files, state.path)):
            origins.setdefault(origin, state.path.text)
    return ExistingChats(origins, frozenset(paths))


def _origin_of(files: VaultFiles, path: NotePath) -> str:
    try:
        properties = read_frontmatter(files.read_text(path).text).properties
    except VaultError:
        return ""
    origin = properties.get("origin")
    return origin if isinstance(origin, str) and chat_version(properties) is not None else ""


# The source is never changed. All notes of one import are one group of the journal, so that one Undo removes them.


class _ImportState(Struct):
    """Progress of the selected chats."""

    origin: Origin
    paths: dict[str, str]
    """The note by origin: a branch links to its chat."""
    remaining: dict[int, PlannedChat]
    """Selected chats that were not read yet, by number."""
    chats: list[PlannedChat] = field(default_factory=list)
    problems: list[Phrase] = field(default_factory=list)


class ChatImport:
    """Imports chats into a vault, one import at a time."""

    def __init__(self, vault: Vault, folder: Callable[[], str], refresh: Callable[[], Awaitable[None]]) -> None:
        """*folder* returns the vault's folder of chats; *refresh* updates the list of chats."""
        self._vault = vault
        self._folder = folder
        self._refresh = refresh
        self._stopping = False
        self.progress: Feed[ImportProgress] = Feed()
        """Progress of `plan` or `run`, at intervals."""

    def stop(self) -> None:
        """Stop `run` after the current write; written notes stay."""
        self._stopping = True

    async def plan(self, path: Path, requested_format: WantedFormat = "auto") -> ImportPlan:
        """Return the chats found at *path* that would be created. Writes nothing. Raises `ImportFailed`."""
        folder = self._folder()
        existing = await self._existing_chats(folder)
        names = ChatPathAllocator(folder, existing.name_keys)
        files = ChatFiles(path, requested_format)
        planned: list[PlannedChat] = []
        problems: list[Phrase] = []
        seen_origins: set[str] = set()
        number = 0
        async with BatchReader(files) as batches:
            async for batch in batches:
                for found in batch:
                    number += 1
                    if found.chat is None:
                        is_named = found.source.rpartition("/")[2] in found.problem
                        problems.append(found.problem if is_named else Phrase("{0}: {1}", found.source, found.problem))
                        continue
                    chat = _planned_chat(number, found, found.chat, existing, seen_origins)
                    planned.append(replace(chat, path=names.allocate(chat.title)))
                self.progress.publish(ImportProgress("reading", len(planned)))
        return ImportPlan(path, requested_format, folder, tuple(planned), tuple(problems), files.unrecognized)

    async def run(self, plan: ImportPlan, numbers: Collection[int]) -> ImportOutcome:
        """Write the chats of *plan* with *numbers*. Raises `ImportFailed`, `VaultReadOnly` and `JournalFailed`.

        A chat that cannot be written is reported as a problem; the others are written.
        """
        self._stopping = False
        state = _ImportState(
            Origin(new_id("import"), CHANGE_TITLES.phrase("chats-imported", plan.path.name)),
            {chat.origin: chat.existing_path for chat in plan.chats if chat.existing_path},
            {chat.number: chat for chat in plan.chats if chat.number in numbers},
        )
        try:
            with closing(ChatNoteAccess(self._vault, lambda: plan.folder, lambda: True)) as note_access:
                async with BatchReader(ChatFiles(plan.path, plan.requested_format)) as batches:
                    await self._write_all(batches, note_access, state)
        finally:
            await self._refresh()
        stopped = self._stopping and bool(state.remaining)
        if not stopped:
            state.problems += [Phrase("{0}: It no longer exists.", chat.source) for chat in state.remaining.values()]
        return ImportOutcome(tuple(state.chats), state.origin.group, tuple(state.problems), stopped)

    async def _write_all(
        self, batches: BatchReader[FoundChat], note_access: ChatNoteAccess, state: _ImportState
    ) -> None:
        number, total = 0, len(state.remaining)
        async for batch in batches:
            ready: list[tuple[PlannedChat, ImportedChat]] = []
            for found in batch:
                number += 1
                chat = state.remaining.pop(number, None)
                if chat is not None and found.chat and found.chat.conversation.origin == chat.origin:
                    ready.append((chat, found.chat))
                elif chat is not None:
                    state.problems.append(Phrase("{0}: It has changed since it was read.", chat.source))
            await self._write(ready, note_access, state)
            self.progress.publish(ImportProgress("writing", len(state.chats), total))
            if self._stopping or not state.remaining:
                return

    async def _write(
        self, ready: Sequence[tuple[PlannedChat, ImportedChat]], note_access: ChatNoteAccess, state: _ImportState
    ) -> None:
        """Write the chats that were read, in one transaction."""
        chats: list[PlannedChat] = []
        edits: list[Create] = []
        for chat, imported in ready:
            conversation = imported.conversation
            if parent := state.paths.get(imported.branch_of, ""):
                conversation.parent = f"{parent.removesuffix(NOTE_SUFFIX)}#^{message_block_id(imported.branch_at)}"
            try:
                edits.append(await _create_step(chat, conversation, note_access, state.origin))
            except (VaultReadOnly, JournalFailed):
                raise  # The others cannot be written either.
            except VaultError as problem:
                state.problems.append(Phrase("{0}: {1}", chat.title, problem))
                continue
            chats.append(chat)
            state.paths.setdefault(chat.origin, chat.path)
        outcomes = await self._vault.apply(edits, state.origin) if edits else ()
        for chat, outcome in zip(chats, outcomes, strict=True):
            if outcome.result in ("done", "unconfirmed"):
                state.chats.append(chat)
            if outcome.problem:
                state.problems.append(Phrase("{0}: {1}", chat.title, outcome.problem))

    async def _existing_chats(self, folder: str) -> ExistingChats:
        return await asyncio.to_thread(existing_chats, self._vault.files, folder)


async def _create_step(
    chat: PlannedChat, conversation: Conversation, note_access: ChatNoteAccess, origin: Origin
) -> Create:
    """Return the step that creates the note of *conversation*, after writing its images. Raises `VaultError`."""
    for message in conversation.messages:
        for part in message.parts:
            if isinstance(part, ImagePart):
                await note_access.store_picture(part, origin)
    text = await note_access.off_loop(
        lambda: note_access.vaultdesk_format().write(conversation, conversation.messages, "")
    )
    return Create(NotePath(chat.path), text)


def _planned_chat(
    number: int, found: FoundChat, imported: ImportedChat, existing: ExistingChats, seen_origins: set[str]
) -> PlannedChat:
    conversation = imported.conversation
    duplicate = conversation.origin in seen_origins
    seen_origins.add(conversation.origin)
    assert found.format is not None  # a chat that was read has one
    return PlannedChat(
        number=number,
        format=found.format,
        origin=conversation.origin,
        source=found.source,
        title=conversation.title,
        created=conversation.created,
        messages=sum(message.role != "tool" for message in conversation.messages),
        path="",
        existing_path=existing.origins.get(conversation.origin, ""),
        duplicate=duplicate,
        branch_of=imported.branch_of,
        remarks=imported.remarks,
    )
