"""Inventory: every visible folder and file of the vault, empty folders and attachments too. Synchronous; reads names.

The walk (walk.py) tells of files alone; a person's tree has folders with nothing in them yet.
"""

from contextlib import suppress
from dataclasses import dataclass

from vaultdesk.core.errors import OutsideVault
from vaultdesk.vault.folder import Folder, Root
from vaultdesk.vault.note_path import NotePath
from vaultdesk.vault.walk import MAX_DEPTH


@dataclass(frozen=True, slots=True)
class FoundFile:
    """One visible file."""

    path: str
    size: int
    modified_ns: int


@dataclass(frozen=True, slots=True)
class Inventory:
    """What there is, by paths from the root, outer folders before inner ones."""

    folders: tuple[str, ...] = ()
    files: tuple[FoundFile, ...] = ()

    def below(self, folder: str) -> "Inventory":
        """Return what lies in *folder* at any depth, itself among the folders."""
        start = f"{folder}/"
        return Inventory(
            tuple(path for path in self.folders if path == folder or path.startswith(start)),
            tuple(file for file in self.files if file.path.startswith(start)),
        )


def inventory(root: Root, folder: str = "") -> Inventory:
    """Return what is in *folder* and below; nothing where it cannot be listed. Hidden names and links are left out."""
    folders, files = [folder] if folder else [], list[FoundFile]()
    with suppress(OSError), root.open(folder.split("/") if folder else ()) as top:
        _gather(top, f"{folder}/" if folder else "", folders, files)
    return Inventory(tuple(folders), tuple(files))


def _gather(folder: Folder, before: str, folders: list[str], files: list[FoundFile]) -> None:
    deeper: list[str] = []
    with folder.entries() as entries:
        for entry in entries:
            if entry.name.startswith(".") or not _is_allowed(f"{before}{entry.name}"):
                continue
            with suppress(OSError):  # Vanished between the listing and the look.
                if entry.is_dir(follow_symlinks=False):
                    deeper.append(entry.name)
                elif entry.is_file(follow_symlinks=False):
                    state = entry.stat(follow_symlinks=False)
                    files.append(FoundFile(f"{before}{entry.name}", state.st_size, state.st_mtime_ns))
    if before.count("/") >= MAX_DEPTH:
        return
    for name in sorted(deeper):
        folders.append(f"{before}{name}")
        with suppress(OSError), folder.below(name) as inner:
            _gather(inner, f"{before}{name}/", folders, files)


def _is_allowed(path: str) -> bool:
    try:
        NotePath(path)
    except OutsideVault:
        return False
    return True
