"""Relocation: which files a move or deletion of notes and folders is about, and the steps it comes to. Writes nothing.

Synchronous, for any thread. Which notes link to what moves is known elsewhere; here their links are repaired.
"""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from vaultdesk.core.errors import NoteConflict, NoteNotFound, NoteTooLarge, VaultError
from vaultdesk.vault.canvas import CANVAS_SUFFIX, repaired_canvas
from vaultdesk.vault.files import VaultFiles
from vaultdesk.vault.inventory import inventory
from vaultdesk.vault.link_repair import repaired
from vaultdesk.vault.new_bytes import encodable
from vaultdesk.vault.note_path import NotePath, same_name_key, visible
from vaultdesk.vault.note_text import decode
from vaultdesk.vault.renaming import Renaming
from vaultdesk.vault.step import Put

MOST_BYTES = 400_000_000
"""Bytes of files that one act takes along: they are read to be sure of them, and must fit into memory for an undo."""


@dataclass(frozen=True, slots=True)
class Relocation:
    """Files and folders by where they are, with where they go; empty texts for what goes to the trash."""

    files: Mapping[str, str]
    folders: Mapping[str, str]
    largest: str = ""
    """The largest file, and its bytes."""
    largest_bytes: int = 0


@dataclass(frozen=True, slots=True)
class LinkRepairs:
    """What repairing links comes to."""

    steps: tuple[Put, ...] = ()
    links: int = 0
    lost: int = 0
    """Links that no link can say any more."""


def relocation(files: VaultFiles, moves: Mapping[str, str]) -> Relocation:
    """Return what *moves* are about, with all that is in folders. Raises `VaultError` for what cannot be."""
    found: dict[str, str] = {}
    folders: dict[str, str] = {}
    sizes: dict[str, int] = {}
    for old, new in moves.items():
        if not is_folder(files, old):
            found[old] = new
            sizes[old] = files.state(NotePath(old)).size
            continue
        if new and new != old and f"{new}/".startswith(f"{old}/"):
            raise NoteConflict(f"“{visible(old)}” cannot be moved into itself.", hint="Choose another folder.")
        must_be_free(files, new, but=old)
        below = inventory(files.folders, old)
        folders.update({path: _after(path, old, new) for path in below.folders})
        found.update({file.path: _after(file.path, old, new) for file in below.files})
        sizes.update({file.path: file.size for file in below.files})
    if sum(sizes.values()) > MOST_BYTES:
        raise NoteTooLarge(
            f"These files have more than {MOST_BYTES // 1_000_000} MB together.",
            hint="That is more than can be taken back at once; use the file manager for them.",
        )
    targets = [same_name_key(new) for new in found.values() if new]
    if len(set(targets)) < len(targets):
        raise NoteConflict("Two of these have the same name.", hint="Rename one of them first.")
    largest = max(sizes, key=lambda path: sizes[path], default="")
    return Relocation(found, folders, largest, sizes.get(largest, 0))


def is_folder(files: VaultFiles, path: str) -> bool:
    """Whether there is a folder at *path*, and no link to one."""
    try:
        with files.folders.open(path.split("/")):
            return True
    except OSError:
        return False


def must_be_free(files: VaultFiles, path: str, but: str = "") -> None:
    """Raise `NoteConflict` where something has the name of *path*, as any system compares names; *but* does not count.

    Empty *path*: nothing goes there.
    """
    if not path or same_name_key(path) == same_name_key(but):
        return
    where = NotePath(path)
    key = same_name_key(where.file_name)
    twin = next((name for name in files.work.names_in(where.parts[:-1], where) if same_name_key(name) == key), "")
    if twin:
        raise NoteConflict(
            f"There is already something called “{visible(twin)}” here.", hint="Choose another name.", path=path
        )


def digests(files: VaultFiles, paths: Iterable[str]) -> dict[str, str]:
    """Return the digest of each file. Raises `NoteNotFound` where one is gone."""
    found: dict[str, str] = {}
    for path in paths:
        file = files.work.find(NotePath(path))
        if file is None:
            raise NoteNotFound(f"“{visible(path)}” is not there any more.", hint="Nothing was changed.", path=path)
        found[path] = file.digest
    return found


def link_repairs(files: VaultFiles, sources: Iterable[NotePath], renaming: Renaming, unit: str) -> LinkRepairs:
    """Return the steps, after the moves, that repair the links in *sources*; what cannot be read stays as it is."""
    steps: list[Put] = []
    links = lost = 0
    for source in sources:
        try:
            found = files.read(source)
            text = decode(source, found.data, 0)
            repair = repaired_canvas if source.suffix == CANVAS_SUFFIX else repaired
            made = repair(text.text, source, renaming)
            lost += made.lost
            if made.count:
                there = NotePath(renaming.moves.get(source.text, source.text))
                steps.append(Put(there, encodable(there, made.text, found.data), text.digest, unit=unit))
                links += made.count
        except VaultError:
            continue
    return LinkRepairs(tuple(steps), links, lost)


def _after(path: str, old: str, new: str) -> str:
    return new + path[len(old) :] if new else ""
