"""The list of all chats of a vault: those in the store, and chat notes, updated from the index."""

import os
from collections.abc import Collection, Iterable, Mapping, Sequence
from contextlib import suppress
from datetime import UTC, datetime

from vaultdesk.chat.chat_entry import HEAD_CHARACTERS, ChatEntry, read_chat_entry
from vaultdesk.chat.conversation_note import MAX_SOURCES_LENGTH, VERSION_KEY
from vaultdesk.core.errors import VaultError
from vaultdesk.index.search.searcher import Searcher
from vaultdesk.vault.disk.vault_files import VaultFiles
from vaultdesk.vault.note_path import NotePath
from vaultdesk.workspace.chat_note_access import ChatNoteAccess

NOTES_PER_BATCH = 200
"""Notes read before a waiting save may run."""


class ChatList:
    """The current list of all chats."""

    def __init__(self, note_access: ChatNoteAccess, searcher: Searcher) -> None:
        self._note_access = note_access
        self._searcher = searcher
        self._entries: dict[str, ChatEntry] = {}
        """The chats that are notes, by path; some of them are in the store too."""
        self._stored: dict[str, ChatEntry] = {}
        """The chats in the store, by id."""
        self._stored_notes: frozenset[str] = frozenset()
        """The notes of those that are in the vault too."""
        self._sorted: tuple[ChatEntry, ...] | None = ()

    def entries(self) -> tuple[ChatEntry, ...]:
        """Return all chats: pinned ones first, then the newest first."""
        if self._sorted is None:
            stored_notes = {entry.path for entry in self._stored.values()}
            notes = (
                entry
                for path, entry in self._entries.items()
                if path not in stored_notes and entry.id not in self._stored
            )
            self._sorted = tuple(sorted((*self._stored.values(), *notes), key=_sort_key))
        return self._sorted

    def __contains__(self, path: object) -> bool:
        return path in self._entries

    def is_note_only(self, path: str) -> bool:
        """Whether the chat at *path* is a note and not in the store."""
        entry = self._entries.get(path)
        return entry is not None and entry.id not in self._stored and path not in self._stored_notes

    def get(self, path: str) -> ChatEntry | None:
        return self._entries.get(path)

    def notes_of(self, chat_id: str) -> frozenset[str]:
        """Return the paths of the notes with the conversation *chat_id*: its note and copies of it."""
        return frozenset(path for path, entry in self._entries.items() if entry.id == chat_id)

    def set_stored(self, entries: Iterable[ChatEntry]) -> bool:
        """Replace all chats of the store; return whether the list changed."""
        stored = {entry.id: entry for entry in entries}
        changed = stored != self._stored
        if changed:
            self._stored = stored
            self._stored_changed()
        return changed

    def add_stored(self, entry: ChatEntry) -> bool:
        """Add or update one chat of the store; return whether the list changed."""
        changed = self._stored.get(entry.id) != entry
        if changed:
            self._stored[entry.id] = entry
            self._stored_changed()
        return changed

    def forget_stored(self, chat_id: str) -> None:
        """Remove a chat of the store."""
        if self._stored.pop(chat_id, None) is not None:
            self._stored_changed()

    def _stored_changed(self) -> None:
        self._sorted = None
        self._stored_notes = frozenset(entry.path for entry in self._stored.values())

    async def refresh(self) -> bool:
        """Update from all chat notes in the index; return whether the list changed. Raises `IndexFailed`."""
        return await self._reread(await self._chat_stamps(), all_of_them=True)

    async def update_paths(self, paths: Sequence[str], removed: Iterable[str]) -> bool:
        """Update changed and removed notes; return whether the list changed. Raises `IndexFailed`."""
        found = await self._chat_stamps(paths)
        removed_paths = [
            path for path in (*paths, *removed) if path not in found and self._entries.pop(path, None) is not None
        ]
        if removed_paths:
            self._sorted = None
        return await self._reread(found) or bool(removed_paths)

    async def _chat_stamps(self, only: Collection[str] | None = None) -> dict[str, int]:
        """Return the chat notes with their modification times."""
        found = await self._searcher.chats_with_property(VERSION_KEY, only)
        return {path: _stamp(_modified_time(mtime_ns)) for path, mtime_ns in found.items()}

    async def reread(self, *paths: str) -> bool:
        """Read the just written files at *paths* from disk; return whether the list changed."""
        return await self._reread(dict.fromkeys(paths, 0))

    def forget(self, path: str) -> None:
        """Remove the chat at *path*."""
        if self._entries.pop(path, None) is not None:
            self._sorted = None

    async def _reread(self, found: Mapping[str, int], *, all_of_them: bool = False) -> bool:
        """Read outdated entries; *found* has the modification time of each note, 0 if unknown."""
        before = dict(self._entries)
        outdated = [path for path, modified in found.items() if not modified or self._known_stamp(path) != modified]
        for start in range(0, len(outdated), NOTES_PER_BATCH):
            batch = outdated[start : start + NOTES_PER_BATCH]
            entries = await self._note_access.off_loop(lambda: _read_entries(self._note_access.vault.files, batch))  # noqa: B023 - awaited here
            for path in batch:
                entry = entries.get(path)
                if entry is not None:
                    self._entries[path] = entry
                else:
                    self._entries.pop(path, None)
        if all_of_them:
            self._entries = {path: entry for path, entry in self._entries.items() if path in found}
        if self._entries == before:
            return False
        self._sorted = None
        return True

    def _known_stamp(self, path: str) -> int:
        entry = self._entries.get(path)
        return _stamp(entry.modified) if entry is not None else -1


def _sort_key(entry: ChatEntry) -> tuple[bool, float]:
    return (not entry.pinned, -entry.modified.timestamp())


def _stamp(moment: datetime) -> int:
    """Return *moment* in microseconds, the resolution of `datetime`."""
    return round(moment.timestamp() * 1_000_000)


def _modified_time(modified_ns: int) -> datetime:
    return datetime.fromtimestamp(modified_ns / 1_000_000_000, UTC)


def _read_entries(files: VaultFiles, paths: Iterable[str]) -> dict[str, ChatEntry]:
    """Return the entries of the notes at *paths*; notes that are not chats or cannot be read are left out."""
    folders: dict[tuple[str, ...], list[NotePath]] = {}
    for path in paths:
        with suppress(VaultError):
            note_path = NotePath.parse(path)
            folders.setdefault(note_path.parts[:-1], []).append(note_path)
    entries: dict[str, ChatEntry] = {}
    for parts, note_paths in folders.items():
        with suppress(OSError, VaultError), files.folders.open(parts) as folder:
            for note_path in note_paths:
                with suppress(OSError, VaultError):
                    entry = _read_entry(note_path.text, folder.open_file(note_path.file_name))
                    if entry is not None:
                        entries[note_path.text] = entry
    return entries


def _read_entry(path: str, descriptor: int) -> ChatEntry | None:
    """Return the entry of the note at *path*, and close its *descriptor*."""
    try:
        modified = _modified_time(os.fstat(descriptor).st_mtime_ns)
        data = os.read(descriptor, HEAD_CHARACTERS)
        if data.startswith(b"---") and b"\n---" not in data:
            # A chat with very many sources has a long head.
            data += os.read(descriptor, 4 * MAX_SOURCES_LENGTH)
    finally:
        os.close(descriptor)
    text = data.decode("utf-8", "ignore").removeprefix("\ufeff").replace("\r\n", "\n")
    return read_chat_entry(path, text, modified)
