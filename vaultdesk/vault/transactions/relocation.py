"""Plans moves and deletions of notes and folders, with the link repairs they need.

Synchronous, for any thread. The caller determines which notes link to the moved files; their links are repaired here.
"""

from collections.abc import Iterable, Mapping

from msgspec import Struct

from vaultdesk.core.errors import NameTaken, NoteConflict, NoteNotFound, NoteTooLarge, VaultError
from vaultdesk.core.phrases import Phrase
from vaultdesk.vault.disk.vault_files import VaultFiles
from vaultdesk.vault.disk.vault_listing import list_folder
from vaultdesk.vault.markdown.link_repair import Renaming, repair_canvas_links, repair_links
from vaultdesk.vault.note_path import CANVAS_SUFFIX, NotePath, printable, same_name_key
from vaultdesk.vault.note_text import decode_note, encode_note
from vaultdesk.vault.transactions.file_edits import PutFile

MAX_MOVED_BYTES = 400_000_000
"""Maximum number of bytes of files in one operation: they are read to verify them, and must fit into memory for an
undo.
"""


class Relocation(Struct, frozen=True):
    """Files and folders by their current paths, with their new paths; an empty one for a deletion."""

    files: Mapping[str, str]
    folders: Mapping[str, str]
    largest: str = ""
    """The path of the largest file, and its size in bytes."""
    largest_bytes: int = 0


class LinkRepairs(Struct, frozen=True):
    """The result of planning link repairs."""

    steps: tuple[PutFile, ...] = ()
    links: int = 0
    lost: int = 0
    """Number of links that cannot express their new target."""


def plan_relocation(files: VaultFiles, moves: Mapping[str, str]) -> Relocation:
    """Return the files and folders that *moves* affect, with the contents of folders. Raises `VaultError` if
    impossible.
    """
    found: dict[str, str] = {}
    folders: dict[str, str] = {}
    sizes: dict[str, int] = {}
    for old, new in moves.items():
        if not is_folder(files, old):
            found[old] = new
            sizes[old] = files.state(NotePath(old)).size
            continue
        if new and new != old and f"{new}/".startswith(f"{old}/"):
            raise NoteConflict(
                Phrase("“{0}” cannot be moved into itself.", printable(old)), hint=Phrase("Choose another folder.")
            )
        must_be_free(files, new, ignored=old)
        below = list_folder(files.folders, old)
        folders.update({path: _moved_path(path, old, new) for path in below.folders})
        found.update({file.path: _moved_path(file.path, old, new) for file in below.files})
        sizes.update({file.path: file.size for file in below.files})
    if sum(sizes.values()) > MAX_MOVED_BYTES:
        raise NoteTooLarge(
            Phrase("These files are larger than {0} MB together.", MAX_MOVED_BYTES // 1000000),
            hint=Phrase("That is too much to undo in one step. Use the file manager for these files."),
        )
    targets = [same_name_key(new) for new in found.values() if new]
    if len(set(targets)) < len(targets):
        raise NameTaken(Phrase("Two of these have the same name."), hint=Phrase("Rename one of them first."))
    largest = max(sizes, key=lambda path: sizes[path], default="")
    return Relocation(found, folders, largest, sizes.get(largest, 0))


def is_folder(files: VaultFiles, path: str) -> bool:
    """Whether there is a folder, not a link, at *path*."""
    try:
        with files.folders.open(path.split("/")):
            return True
    except OSError:
        return False


def must_be_free(files: VaultFiles, path: str, ignored: str = "") -> None:
    """Raise `NoteConflict` if the name of *path* is taken under the rules of any system; *ignored* is ignored.

    An empty *path* means a deletion.
    """
    if not path or same_name_key(path) == same_name_key(ignored):
        return
    note_path = NotePath(path)
    key = same_name_key(note_path.file_name)
    existing = next(
        (name for name in files.operations.names_in(note_path.parts[:-1], note_path) if same_name_key(name) == key), ""
    )
    if existing:
        raise NameTaken(
            Phrase("A file or folder named “{0}” already exists here.", printable(existing)),
            hint=Phrase("Choose another name."),
            path=path,
        )


def current_digests(files: VaultFiles, paths: Iterable[str]) -> dict[str, str]:
    """Return the digest of each file. Raises `NoteNotFound` if one is missing."""
    digests: dict[str, str] = {}
    for path in paths:
        file = files.operations.find(NotePath(path))
        if file is None:
            raise NoteNotFound(
                Phrase("“{0}” no longer exists.", printable(path)),
                hint=Phrase("Nothing was changed."),
                path=path,
            )
        digests[path] = file.digest
    return digests


def plan_link_repairs(files: VaultFiles, sources: Iterable[NotePath], renaming: Renaming, unit: str) -> LinkRepairs:
    """Return the steps, after the moves, that repair the links in *sources*; unreadable files stay unchanged."""
    steps: list[PutFile] = []
    links = lost = 0
    for source in sources:
        try:
            found = files.read(source)
            text = decode_note(source, found.data, 0)
            repair = repair_canvas_links if source.suffix == CANVAS_SUFFIX else repair_links
            repaired = repair(text.text, source, renaming)
            lost += repaired.lost
            if repaired.count:
                new_path = NotePath(renaming.moves.get(source.text, source.text))
                steps.append(
                    PutFile(new_path, encode_note(new_path, repaired.text, found.data), text.digest, unit=unit)
                )
                links += repaired.count
        except VaultError:
            continue
    return LinkRepairs(tuple(steps), links, lost)


def _moved_path(path: str, old: str, new: str) -> str:
    return new + path[len(old) :] if new else ""
