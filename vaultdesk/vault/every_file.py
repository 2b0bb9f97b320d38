"""EveryFile: all visible files of a vault by name, attachments and canvases too. Notes alone are walk.py's."""

import logging
from collections.abc import Iterator

from vaultdesk.errors import OutsideVault
from vaultdesk.vault.files import VaultFiles
from vaultdesk.vault.folder import Root
from vaultdesk.vault.note_path import NotePath, visible
from vaultdesk.vault.walk import MAX_DEPTH, FileState, state_of

log = logging.getLogger(__name__)


def every_file(files: VaultFiles) -> Iterator[FileState]:
    """Yield the state of every visible regular file; links are not followed, hidden folders not entered.

    What cannot be listed is logged and left out, as in the walk over the notes.
    """
    root: Root = files._root
    waiting: list[tuple[str, ...]] = [()]
    while waiting:
        parts = waiting.pop()
        try:
            found, folders = _list(root, parts)
        except OSError as error:
            if not isinstance(error, FileNotFoundError | NotADirectoryError):
                log.info("left out a folder of the vault that cannot be listed: %s", error.strerror)
            continue
        yield from found
        if len(parts) < MAX_DEPTH:
            waiting.extend((*parts, name) for name in folders)


def _list(root: Root, parts: tuple[str, ...]) -> tuple[list[FileState], list[str]]:
    """Return the files of one folder, and the names of the folders in it that may be entered."""
    before = "".join(f"{part}/" for part in parts)
    found: list[FileState] = []
    folders: list[str] = []
    with root.open(parts) as folder, folder.entries() as entries:
        for entry in entries:
            name = entry.name
            if name[0] == "." and name[:2] != "..":
                continue
            try:
                if entry.is_dir(follow_symlinks=False):
                    if _allowed(name) is not None:
                        folders.append(name)
                elif entry.is_file(follow_symlinks=False) and (path := _allowed(before + name)) is not None:
                    found.append(state_of(path, entry.stat(follow_symlinks=False)))
            except OSError:
                continue  # Vanished between the listing and the look: it was not there.
    return found, folders


def _allowed(text: str) -> NotePath | None:
    try:
        return NotePath(text)
    except OutsideVault:
        log.debug("left out a name: %s", visible(text))
        return None
