"""Attachments of a vault: their names for completion, and storing of pasted files."""

import asyncio
import re
import secrets
import time
import unicodedata
from collections.abc import Callable, Iterator
from datetime import datetime
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

from vaultdesk.core.errors import NoteConflict, NoteNotWritten, NoteTooLarge, OutsideVault, VaultError
from vaultdesk.core.phrases import Phrase
from vaultdesk.vault.markdown.link_resolution import NoteNames, resolve_link
from vaultdesk.vault.note_path import NotePath, printable, unportable_reason
from vaultdesk.vault.transactions.file_edits import CHANGE_TITLES, Origin, PutFile, StepOutcome
from vaultdesk.vault.vault import Vault

if TYPE_CHECKING:
    from vaultdesk.vault.transactions.writer import Writer


LISTING_LIFETIME = 20.0
"""Seconds for which a listing is cached; new files are offered after that, or immediately if VaultDesk created them."""

MAX_LISTED_FILES = 50_000
"""Maximum number of files listed."""


class AttachmentNames:
    """Cached listing of the attachments of one vault."""

    def __init__(self, vault: Vault, clock: Callable[[], float] = time.monotonic) -> None:
        self._vault = vault
        self._clock = clock
        self._paths_listed: tuple[str, ...] = ()
        self._names = NoteNames()
        self._expires_at = 0.0
        self._lock = asyncio.Lock()

    def forget(self) -> None:
        """Discard the listing because files were added or removed."""
        self._expires_at = 0.0

    async def listed(self) -> tuple[str, ...]:
        """Return the paths as spelled in the vault."""
        await self._refresh()
        return self._paths_listed

    async def names(self) -> NoteNames:
        """Return the names for resolving and writing links."""
        await self._refresh()
        return self._names

    async def resolve(self, name: str, source: str) -> str | None:
        """Return the file to which a link in the note *source* refers; None if there is none."""
        return resolve_link(name, source, await self.names())

    async def _refresh(self) -> None:
        async with self._lock:
            if self._clock() >= self._expires_at:
                self._paths_listed, self._names = await asyncio.to_thread(self._list)
                self._expires_at = self._clock() + LISTING_LIFETIME

    def _list(self) -> tuple[tuple[str, ...], NoteNames]:
        found: list[str] = []
        try:
            for state in self._vault.files.walk_all():
                if not state.path.is_note and len(found) < MAX_LISTED_FILES:
                    found.append(state.path.text)
        except VaultError:
            pass  # The files found so far are offered; the window reports an inaccessible vault.
        return tuple(found), NoteNames(found)


MAX_ATTACHMENT_BYTES = 100_000_000
"""Maximum number of bytes of one file, which is held in memory while it is written."""

MAX_NAME_ATTEMPTS = 100
"""Maximum number of names tried for one file."""

_FORBIDDEN = re.compile(r"[#|^:\[\]\\/<>\"?*\x00-\x1f]|%%")
"""Characters that a linked name must not contain, on this or another system."""


def attachment_folder(source: str, setting: str) -> str:
    """Return the folder for attachments of the note *source*, from the vault's *setting*
    (vaultdesk/ui/editor/README.md, "Attachments").
    """
    note_folder = source.rpartition("/")[0]
    if setting.startswith("./"):
        below = setting[2:].strip("/")
        return "/".join(part for part in (note_folder, below) if part)
    return setting.strip("/")


def pasted_image_name(now: datetime) -> str:
    """Return the name of a pasted image, in Obsidian's format."""
    return f"Pasted image {now:%Y%m%d%H%M%S}.png"


class AttachmentStore:
    """Writes new files into one vault without overwriting existing ones."""

    def __init__(self, vault: Vault) -> None:
        self._vault = vault

    async def put(self, source: str, name: str, data: bytes) -> str:
        """Write *data* as *name*, or a free variant of it, for the note *source*; return the path.

        Raises the errors of writing to the vault.
        """
        folder = attachment_folder(source, self._vault.settings.attachment_folder)
        origin = Origin(f"attachment:{secrets.token_hex(8)}", CHANGE_TITLES.phrase("attachment-added"))
        for path in _paths(folder, name):
            put = PutFile(path, data, None)
            (outcome,) = await self._vault.run_on_writer(partial(_write_attachment, put, origin))
            if outcome.in_place:
                return path.text
            if outcome.error is not None and not isinstance(outcome.error, NoteConflict):
                raise outcome.error
        raise NoteNotWritten(
            Phrase("All names like “{0}” are in use.", printable(name)), hint=Phrase("Rename the file, then try again.")
        )

    async def copy(self, source: str, file: Path) -> str:
        """Copy the local *file* for the note *source*; a file in the vault stays where it is."""
        existing = await asyncio.to_thread(self._path_in_vault, file)
        if existing is not None:
            return existing
        return await self.put(source, file.name, await asyncio.to_thread(_read_file, file))

    def _path_in_vault(self, file: Path) -> str | None:
        try:
            text = file.resolve().relative_to(self._vault.root.resolve()).as_posix()
            return NotePath.parse(text).text
        except (ValueError, OSError, OutsideVault):
            return None


def _write_attachment(put: PutFile, origin: Origin, writer: "Writer") -> tuple[StepOutcome, ...]:
    return writer.restore((put,), origin)


def _paths(folder: str, name: str) -> Iterator[NotePath]:
    stem, dot, suffix_text = _FORBIDDEN.sub(" ", name).strip(" .").rpartition(".")
    stem, suffix = (stem, f".{suffix_text}") if dot else (suffix_text, "")
    stem = stem.strip(" .")
    if not stem or unportable_reason(f"{stem}{suffix}"):
        stem = "File"  # The name is empty or not portable to other systems.
    for number in range(MAX_NAME_ATTEMPTS):
        tried = unicodedata.normalize("NFC", f"{stem}{f' {number}' if number else ''}{suffix}")
        yield NotePath.parse(f"{folder}/{tried}" if folder else tried)


def _read_file(file: Path) -> bytes:
    try:
        if not file.is_file() or file.stat().st_size > MAX_ATTACHMENT_BYTES:
            raise NoteTooLarge(
                Phrase("“{0}” is larger than {1} MB.", printable(file.name), MAX_ATTACHMENT_BYTES // 1000000),
                hint=Phrase("Copy it into the vault folder with the file manager."),
            )
        return file.read_bytes()
    except OSError as error:
        raise NoteNotWritten(
            Phrase("“{0}” cannot be read: {1}.", printable(file.name), error.strerror or error),
            hint=Phrase("Check the file."),
        ) from error
