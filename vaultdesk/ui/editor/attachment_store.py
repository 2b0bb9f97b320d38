"""Attachment store: pasted and dropped files put where the vault's owner keeps attachments, through the journal."""

import asyncio
import re
import secrets
import unicodedata
from collections.abc import Iterator
from datetime import datetime
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

from vaultdesk.core.errors import NoteConflict, NoteNotWritten, NoteTooLarge, OutsideVault
from vaultdesk.vault.note_path import NotePath, printable, unportable_reason
from vaultdesk.vault.transactions.file_edits import Origin, PutFile, StepOutcome
from vaultdesk.vault.vault import Vault

if TYPE_CHECKING:
    from vaultdesk.vault.transactions.writer import Writer

LARGEST = 100_000_000
"""Bytes of one file: it is in memory while it is written. Anything larger is copied by a file manager."""

MOST_NAMES = 100
"""Names tried; a folder where a hundred are taken has another problem."""

_BREAKING = re.compile(r"[#|^:\[\]\\/<>\"?*\x00-\x1f]|%%")
"""What a name that is linked to may not have, here or on another system."""


def attachment_folder(source: str, setting: str) -> str:
    """Return the folder for what is put into the note *source*, by the vault's *setting* (OBSIDIAN E.5)."""
    beside = source.rpartition("/")[0]
    if setting.startswith("./"):
        below = setting[2:].strip("/")
        return "/".join(part for part in (beside, below) if part)
    return setting.strip("/")


def picture_name(now: datetime) -> str:
    """Return what a pasted picture is called, as Obsidian calls it."""
    return f"Pasted image {now:%Y%m%d%H%M%S}.png"


class AttachmentStore:
    """Writes new files into one vault; never over one that is there."""

    def __init__(self, vault: Vault) -> None:
        self._vault = vault

    async def put(self, source: str, name: str, data: bytes) -> str:
        """Write *data* as *name*, or as near to it as is free, for the note *source*; return the path.

        Raises what writing to the vault raises.
        """
        folder = attachment_folder(source, self._vault.settings.attachment_folder)
        origin = Origin(f"attachment:{secrets.token_hex(8)}", "Attachment added by you")
        for path in _paths(folder, name):
            put = PutFile(path, data, None)
            (outcome,) = await self._vault.on_writer(partial(_restored, put, origin))
            if outcome.in_place:
                return path.text
            if outcome.error is not None and not isinstance(outcome.error, NoteConflict):
                raise outcome.error
        raise NoteNotWritten(f"No name like “{printable(name)}” is free.", hint="Rename the file, then try again.")

    async def copy(self, source: str, file: Path) -> str:
        """Copy *file* of this computer for the note *source*; one that lies in the vault stays where it is."""
        inside = await asyncio.to_thread(self._inside, file)
        if inside is not None:
            return inside
        return await self.put(source, file.name, await asyncio.to_thread(_bytes, file))

    def _inside(self, file: Path) -> str | None:
        try:
            text = file.resolve().relative_to(self._vault.root.resolve()).as_posix()
            return NotePath.parse(text).text
        except (ValueError, OSError, OutsideVault):
            return None


def _restored(put: PutFile, origin: Origin, writer: "Writer") -> tuple[StepOutcome, ...]:
    return writer.restore((put,), origin)


def _paths(folder: str, name: str) -> Iterator[NotePath]:
    stem, dot, ending = _BREAKING.sub(" ", name).strip(" .").rpartition(".")
    stem, suffix = (stem, f".{ending}") if dot else (ending, "")
    stem = stem.strip(" .")
    if not stem or unportable_reason(f"{stem}{suffix}"):
        stem = "File"  # A name that some system does not keep is none to carry along.
    for number in range(MOST_NAMES):
        tried = unicodedata.normalize("NFC", f"{stem}{f' {number}' if number else ''}{suffix}")
        yield NotePath.parse(f"{folder}/{tried}" if folder else tried)


def _bytes(file: Path) -> bytes:
    try:
        if not file.is_file() or file.stat().st_size > LARGEST:
            raise NoteTooLarge(
                f"“{printable(file.name)}” is larger than {LARGEST // 1_000_000} MB.",
                hint="Put it into the vault's folder with the file manager.",
            )
        return file.read_bytes()
    except OSError as error:
        raise NoteNotWritten(
            f"“{printable(file.name)}” cannot be read: {error.strerror or error}.", hint="Check the file."
        ) from error
