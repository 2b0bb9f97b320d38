"""Attachments: files of a vault that are no notes: which kind one is, and where a link means it. Shows nothing."""

from collections.abc import Iterator
from typing import Literal

from vaultdesk.core.errors import VaultDeskError
from vaultdesk.vault.note_path import INDEXED_SUFFIXES, NotePath
from vaultdesk.vault.vault import Vault

AttachmentKind = Literal["picture", "pdf", "sound", "video", "other"]

_KINDS: dict[AttachmentKind, tuple[str, ...]] = {
    "picture": (".avif", ".bmp", ".gif", ".jpeg", ".jpg", ".png", ".svg", ".webp"),
    "pdf": (".pdf",),
    "sound": (".flac", ".m4a", ".mp3", ".ogg", ".wav", ".3gp"),
    "video": (".mkv", ".mov", ".mp4", ".ogv", ".webm"),
}
"""What Obsidian takes in (OBSIDIAN E.1)."""

LONGEST_SUFFIX = 8
"""Letters of an ending; after the dot of “v. the others” stands none."""


def is_attachment(path: str) -> bool:
    """Whether *path* names a file that is neither a note nor a canvas nor a base."""
    name = path.rpartition("/")[2].lower()
    stem, dot, ending = name.rpartition(".")
    if not stem or not dot or f".{ending}" in INDEXED_SUFFIXES:
        return False
    # “Meeting 2.1” is the name of a note.
    return ending.isalnum() and ending.isascii() and len(ending) <= LONGEST_SUFFIX and not ending.isdigit()


def kind_of(path: str) -> AttachmentKind:
    """Return what kind of file *path* names."""
    suffix = f".{path.rpartition('.')[2].lower()}"
    return next((kind for kind, suffixes in _KINDS.items() if suffix in suffixes), "other")


def find_attachment(vault: Vault, source: str, target: str) -> str | None:
    """Return the path of the file that *target*, written in the note *source*, means. Waits for the disk.

    As written, beside the note, in the vault's folder for attachments, else the first of that name, shortest path
    first (OBSIDIAN E.1, E.5).
    """
    for place in _places(vault, source, target):
        try:
            found = vault.files.find(NotePath.parse(place))
        except VaultDeskError:
            continue
        if found is not None:
            return found.text
    if "/" in target:
        return None
    suffix = NotePath.parse(target).suffix if target else ""
    try:
        same = [state.path.text for state in vault.files.walk_all() if state.path.file_name == target] if suffix else []
    except VaultDeskError:
        return None
    return min(same, key=lambda path: (path.count("/"), path), default=None)


def _places(vault: Vault, source: str, target: str) -> Iterator[str]:
    folder = source.rpartition("/")[0]
    beside = f"{folder}/" if folder else ""
    kept = vault.settings.attachment_folder
    yield target
    yield f"{beside}{target}"
    if kept.startswith("./"):
        yield f"{beside}{kept[2:].strip('/')}/{target}".lstrip("/")
    elif kept.strip("/"):
        yield f"{kept.strip('/')}/{target}"
