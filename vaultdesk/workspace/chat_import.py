"""Import of chats from other programs as notes of the vault."""

import asyncio
from collections.abc import AsyncIterator, Awaitable, Callable, Collection, Generator, Iterable, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing
from dataclasses import dataclass, field, replace
from pathlib import Path
from time import monotonic
from types import TracebackType
from typing import Generic, Self, TypeVar

from vaultdesk.chat.conversation import Conversation, chat_file_name, message_block_id
from vaultdesk.chat.importers.chat_files import ChatFiles, FoundChat, WantedFormat
from vaultdesk.chat.importers.imported_chat import ImportedChat
from vaultdesk.chat.messages import ImagePart, new_id
from vaultdesk.chat.note_format.chat_properties import chat_version
from vaultdesk.core.errors import JournalFailed, VaultError, VaultReadOnly
from vaultdesk.core.feed import Feed
from vaultdesk.vault.disk.vault_files import VaultFiles
from vaultdesk.vault.frontmatter.frontmatter import read_frontmatter
from vaultdesk.vault.note_path import NOTE_SUFFIX, NotePath, same_name_key
from vaultdesk.vault.transactions.file_edits import Create, Origin
from vaultdesk.vault.vault import Vault
from vaultdesk.workspace.chat_note_access import ChatNoteAccess
from vaultdesk.workspace.import_plan import ImportOutcome, ImportPlan, ImportProgress, PlannedChat

T = TypeVar("T")

IMPORT_BATCH_SIZE = 25
"""Items of one batch: as many as are written in one go."""
IMPORT_BATCH_SECONDS = 0.2
"""Seconds after which a batch is handed over with what it has: somebody watches it grow."""


class BatchReader(Generic[T]):
    """`async with TurnsOfWork(items) as turns: async for batch in turns`. Leaving the block ends the reading."""

    def __init__(self, items: Iterable[T]) -> None:
        self._items = items
        self._thread = ThreadPoolExecutor(1, thread_name_prefix="import")
        self._reading: Generator[T, None, None] | None = None

    async def __aenter__(self) -> Self:
        self._reading = self._read()
        return self

    async def __aexit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        # On its own thread, after what it is just reading: files are closed before the block ends.
        if self._reading is not None:
            await asyncio.shield(asyncio.get_running_loop().run_in_executor(self._thread, self._reading.close))
        self._thread.shutdown(wait=False)

    async def __aiter__(self) -> AsyncIterator[list[T]]:
        while batch := await asyncio.get_running_loop().run_in_executor(self._thread, self._batch):
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


@dataclass(frozen=True, slots=True)
class ExistingChats:
    """The chat folder as it is."""

    origins: dict[str, str]
    """The note of each origin."""
    paths: frozenset[str]
    """Every file's name key."""


class FreeChatNames:
    """Gives each chat of an import a path that nothing has."""

    def __init__(self, folder: str, taken: Iterable[str]) -> None:
        """*taken* are the name keys of the files that are there."""
        self._folder = folder.strip("/")
        self._taken = set(taken)

    def free(self, title: str) -> str:
        """Return the path of a chat called *title*; it is taken from now on."""
        name, number = chat_file_name(title), 1
        while same_name_key(path := self._path(name, number)) in self._taken:
            number += 1
        self._taken.add(same_name_key(path))
        return path

    def _path(self, name: str, number: int) -> str:
        ending = f" {number}" if number > 1 else ""
        return f"{self._folder}/{name}{ending}{NOTE_SUFFIX}" if self._folder else f"{name}{ending}{NOTE_SUFFIX}"


def existing_chats(files: VaultFiles, folder: str) -> ExistingChats:
    """Return what is in *folder* of the vault. Waits for the disk."""
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


# What is read is never touched. All notes of one import are one group of the journal: one Undo takes them back.


@dataclass(slots=True)
class _Written:
    """What has become of the chosen chats so far."""

    origin: Origin
    paths: dict[str, str]
    """The note of each origin: a branch links to the chat it comes from."""
    left: dict[int, PlannedChat]
    """What was chosen and has not been met yet, by its number."""
    chats: list[PlannedChat] = field(default_factory=list)
    problems: list[str] = field(default_factory=list)


class ChatImport:
    """Brings chats into a vault, one import at a time."""

    def __init__(self, vault: Vault, folder: Callable[[], str], refresh: Callable[[], Awaitable[None]]) -> None:
        """*folder* names the vault's folder of chats; *refresh* has those who show chats look again."""
        self._vault = vault
        self._folder = folder
        self._refresh = refresh
        self._stopping = False
        self.progress: Feed[ImportProgress] = Feed()
        """How far `plan` or `carry_out` is, now and then."""

    def stop(self) -> None:
        """End `carry_out` after what it is just writing; what is written stays."""
        self._stopping = True

    async def plan(self, path: Path, wanted: WantedFormat = "auto") -> ImportPlan:
        """Return what would be created of what lies at *path*. Writes nothing. Raises `ImportFailed`."""
        folder = self._folder()
        there = await self._there(folder)
        names = FreeChatNames(folder, there.paths)
        files = ChatFiles(path, wanted)
        planned: list[PlannedChat] = []
        problems: list[str] = []
        met: set[str] = set()
        number = 0
        async with BatchReader(files) as turns:
            async for batch in turns:
                for found in batch:
                    number += 1
                    if found.imported is None:
                        named = found.source.rpartition("/")[2] in found.problem
                        problems.append(found.problem if named else f"{found.source}: {found.problem}")
                        continue
                    chat = _planned(number, found, found.imported, there, met)
                    planned.append(replace(chat, path=names.free(chat.title)))
                self.progress.publish(ImportProgress("reading", len(planned)))
        return ImportPlan(path, wanted, folder, tuple(planned), tuple(problems), files.others)

    async def carry_out(self, plan: ImportPlan, chosen: Collection[int]) -> ImportOutcome:
        """Write the chats of *plan* with the *chosen* numbers. Raises `ImportFailed`, `VaultReadOnly`, `JournalFailed`.

        A chat that cannot be written is told among the problems; the others are written.
        """
        self._stopping = False
        told = _Written(
            Origin(new_id("import"), title=f"Imported chats from {plan.path.name}"),
            {chat.origin: chat.known for chat in plan.chats if chat.known},
            {chat.number: chat for chat in plan.chats if chat.number in chosen},
        )
        try:
            with closing(ChatNoteAccess(self._vault, lambda: plan.folder, lambda: True)) as desk:
                async with BatchReader(ChatFiles(plan.path, plan.wanted)) as turns:
                    await self._write_all(turns, desk, told)
        finally:
            await self._refresh()
        stopped = self._stopping and bool(told.left)
        if not stopped:
            told.problems += [f"{chat.source}: It is not there any more." for chat in told.left.values()]
        return ImportOutcome(tuple(told.chats), told.origin.group, tuple(told.problems), stopped)

    async def _write_all(self, turns: BatchReader[FoundChat], desk: ChatNoteAccess, told: _Written) -> None:
        number, total = 0, len(told.left)
        async for batch in turns:
            ready: list[tuple[PlannedChat, ImportedChat]] = []
            for found in batch:
                number += 1
                chat = told.left.pop(number, None)
                if chat is not None and found.imported and found.imported.conversation.origin == chat.origin:
                    ready.append((chat, found.imported))
                elif chat is not None:
                    told.problems.append(f"{chat.source}: It is not what it was when it was read.")
            await self._write(ready, desk, told)
            self.progress.publish(ImportProgress("writing", len(told.chats), total))
            if self._stopping or not told.left:
                return

    async def _write(
        self, ready: Sequence[tuple[PlannedChat, ImportedChat]], desk: ChatNoteAccess, told: _Written
    ) -> None:
        """Write chats that were read, in one go."""
        chats: list[PlannedChat] = []
        edits: list[Create] = []
        for chat, imported in ready:
            conversation = imported.conversation
            if parent := told.paths.get(imported.branch_of, ""):
                conversation.parent = f"{parent.removesuffix(NOTE_SUFFIX)}#^{message_block_id(imported.branch_at)}"
            try:
                edits.append(await _note(chat, conversation, desk, told.origin))
            except (VaultReadOnly, JournalFailed):
                raise  # Nothing else can be written either.
            except VaultError as problem:
                told.problems.append(f"{chat.title}: {problem}")
                continue
            chats.append(chat)
            told.paths.setdefault(chat.origin, chat.path)
        outcomes = await self._vault.apply(edits, told.origin) if edits else ()
        for chat, outcome in zip(chats, outcomes, strict=True):
            if outcome.result in ("done", "unconfirmed"):
                told.chats.append(chat)
            if outcome.problem:
                told.problems.append(f"{chat.title}: {outcome.problem}")

    async def _there(self, folder: str) -> ExistingChats:
        return await asyncio.to_thread(existing_chats, self._vault.files, folder)


async def _note(chat: PlannedChat, conversation: Conversation, desk: ChatNoteAccess, origin: Origin) -> Create:
    """Return the note of *conversation*; its pictures are written. Raises `VaultError`."""
    for message in conversation.messages:
        for part in message.parts:
            if isinstance(part, ImagePart):
                await desk.keep_picture(part, origin)
    text = await desk.off_loop(lambda: desk.own_form().write(conversation, conversation.messages, ""))
    return Create(NotePath(chat.path), text)


def _planned(number: int, found: FoundChat, imported: ImportedChat, there: ExistingChats, met: set[str]) -> PlannedChat:
    conversation = imported.conversation
    twice = conversation.origin in met
    met.add(conversation.origin)
    assert found.format is not None  # what was read has one
    return PlannedChat(
        number=number,
        format=found.format,
        origin=conversation.origin,
        source=found.source,
        title=conversation.title,
        created=conversation.created,
        messages=sum(message.role != "tool" for message in conversation.messages),
        path="",
        known=there.origins.get(conversation.origin, ""),
        twice=twice,
        branch_of=imported.branch_of,
        remarks=imported.remarks,
    )
