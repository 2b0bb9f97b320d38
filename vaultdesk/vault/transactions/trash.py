"""Moves deleted notes to the system's trash or the vault's own, or removes them, as set in Obsidian.

The journal has a snapshot before any call here (transaction.py).
"""

import errno
import os
from collections.abc import Callable
from pathlib import Path

from vaultdesk.core.errors import NoteNotWritten, OutsideVault
from vaultdesk.core.phrases import Number, Phrase, counted
from vaultdesk.vault.disk.file_operations import FileOperations, note_changed_error
from vaultdesk.vault.note_path import NotePath, printable, same_name_key
from vaultdesk.vault.obsidian.vault_config import TrashOption
from vaultdesk.vault.transactions.journal import Retention

LOCAL_TRASH = ".trash"
"""The vault's own trash, by Obsidian's name."""


def deletion_text(option: TrashOption, retention: Retention) -> Phrase:
    """Return where a deleted file goes, for the user: `to the trash of this computer`.

    Without a trash, the snapshot in the journal is the only copy: then the text has its limits, *retention*.
    """
    match option:
        case "local":
            return Phrase("to the vault's .trash")
        case "system":
            return Phrase("to the trash of this computer")
        case "none":
            return counted(
                round(retention.days),
                "removed from the disk; VaultDesk can undo it for {0} day, up to {1} MB of earlier versions",
                "removed from the disk; VaultDesk can undo it for {0} days, up to {1} MB of earlier versions",
                Number(retention.megabytes),
            )


MAX_RECYCLED_PATH = 259
"""Maximum number of characters of a path in the Recycle Bin of Windows. send2trash shortens longer ones to names that
many disks do not have, and Windows would delete the file instead.
"""


def send_to_system(file: Path) -> None:
    """Move *file* to the system's trash. Raises `OSError`."""
    if os.name == "nt" and len(str(file)) > MAX_RECYCLED_PATH:
        raise OSError(errno.ENAMETOOLONG, "its path is too long for the Recycle Bin")
    from send2trash import send2trash  # Takes 10 ms, and only a deletion needs it.

    send2trash(str(file))


class Trash:
    """The trash of the vault at *root*; *option* returns the setting, *send* moves a file to the system's trash."""

    def __init__(
        self,
        root: Path,
        operations: FileOperations,
        option: Callable[[], TrashOption],
        send: Callable[[Path], None] = send_to_system,
    ) -> None:
        self._root = root
        self._operations = operations
        self._option = option
        self._send = send

    def path_for(self, path: NotePath) -> str:
        """Return the free path for *path* in the vault's own trash; empty if it goes elsewhere."""
        if self._option() != "local":
            return ""
        parts = [LOCAL_TRASH]
        for part in path.parts[:-1]:
            key = same_name_key(part)
            names = self._operations.names_in(parts, path)
            parts.append(part if part in names else next((n for n in names if same_name_key(n) == key), part))
        existing_keys = {same_name_key(name) for name in self._operations.names_in(parts, path)}
        stem, dot, ending = path.file_name.rpartition(".")
        name, number = path.file_name, 1
        while same_name_key(name) in existing_keys:
            number += 1
            name = f"{stem} {number}{dot}{ending}"
        return "/".join((*parts, name))

    def put(self, path: NotePath, digest: str, trash_path: str) -> None:
        """Move the file at *path* to the trash if its bytes have the digest *digest*; *trash_path* is the result of
        `path_for`.

        Raises `NoteConflict`; `NoteNotWritten` if the trash refuses it: then it stays.
        """
        if trash_path:
            self._operations.move(path, path.parts, trash_path.split("/"), digest)
        elif self._option() == "none":
            self._operations.remove(path, digest)
        else:
            self._send_to_system(path, digest)

    def _send_to_system(self, path: NotePath, digest: str) -> None:
        found = self._operations.find(path)
        if found is None or found.digest != digest:
            raise note_changed_error(path)
        file = self._root.joinpath(*path.parts)
        if os.path.realpath(file.parent) != str(file.parent):
            # The system's trash takes paths, not descriptors; the resolved path is checked right before.
            raise OutsideVault(
                Phrase("“{0}” is reached through a link.", printable(path.text)),
                hint=Phrase("Nothing was deleted."),
                path=path.text,
            )
        try:
            self._send(file)
        except OSError as error:
            raise self._refused_error(path, str(error.strerror or error)) from error
        if self._operations.find(path) is not None:
            raise self._refused_error(path, "it still exists")

    def _refused_error(self, path: NotePath, reason: str) -> NoteNotWritten:
        return NoteNotWritten(
            Phrase("“{0}” could not be moved to the system's trash: {1}.", printable(path.text), printable(reason)),
            hint=Phrase("Nothing was deleted. Obsidian's settings can name the vault's own .trash folder instead."),
            path=path.text,
            reason=reason,
        )
