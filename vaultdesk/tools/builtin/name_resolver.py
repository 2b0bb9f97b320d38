"""Resolves the notes and folders that a model names to existing ones, and the path of a new note."""

from collections.abc import Iterable, Sequence
from typing import Protocol

from vaultdesk.core.errors import OutsideVault
from vaultdesk.core.values import replace
from vaultdesk.index.link_graph import Network
from vaultdesk.tools.query.criteria import (
    AllCriteria,
    AnyCriterion,
    Criterion,
    InFolder,
    LinkedFrom,
    LinksTo,
    NotCriterion,
)
from vaultdesk.tools.text_sanitizer import sanitize_line
from vaultdesk.tools.tool import ToolFailure, Visibility
from vaultdesk.vault.note_path import NOTE_SUFFIX, NotePath, same_name_key
from vaultdesk.vault.staging import StagingArea

# Every tool resolves names with these functions. Notes outside the visibility are neither found nor counted.

MAX_CANDIDATES = 20
"""Maximum number of candidates listed for an ambiguous name."""

MAX_STEP_NAME = 60
"""Maximum number of characters of a note's name in a step line."""

MAX_SHOWN_NAME = 120
"""Maximum number of characters of a name repeated in a refusal."""


def note_name(path: str) -> str:
    """Return the name of the note at *path*, as named in a call, for a step line."""
    return sanitize_line(path.rpartition("/")[2].removesuffix(NOTE_SUFFIX), MAX_STEP_NAME)


class NameIndex(Protocol):
    """Finds notes by their last names; implemented by the searcher."""

    async def candidates(self, linkpath: str) -> Sequence[str]:
        """Return the notes whose path ends in *linkpath*, with or without `.md`."""


class NoteLookup(Protocol):
    """Where notes are looked up: the vault, or the staging area of a batch."""

    async def find(self, path: NotePath) -> NotePath | None:
        """Return the file at *path*, in the correct spelling; None if there is none."""


async def resolve_note(
    text: str, lookup: NoteLookup, visibility: Visibility, names: NameIndex | None = None
) -> NotePath:
    """Return the note for *text*: the exact path (`.md` may be left out), else the only note with that name.

    Raises `ToolFailure`: `NOTE_NOT_FOUND`, or `AMBIGUOUS_NOTE` with the candidates. Raises `OutsideVault` for a text
    that is not a path in a vault; that depends on the text only, never on what exists there.
    """
    path = written_note_path(text)
    found = await _visible_note(path, lookup, visibility)
    if found is not None:
        return found
    ending = same_name_key(f"/{path.text}")
    indexed = [] if names is None else [NotePath(candidate) for candidate in await names.candidates(path.text)]
    known: dict[NotePath, None] = {}
    for candidate in (*_staged_paths(lookup), *indexed):
        if same_name_key(f"/{candidate.text}").endswith(ending):
            visible = await _visible_note(candidate, lookup, visibility)
            if visible is not None:
                known[visible] = None
    if not known:
        raise note_not_found(text)
    if len(known) > 1:
        raise _ambiguous_error(text, sorted(known))
    return next(iter(known))


async def find_note(text: str, lookup: NoteLookup, visibility: Visibility) -> NotePath | None:
    """Return the note at exactly the path *text*, where `.md` may be left out; None if the caller sees none."""
    try:
        return await resolve_note(text, lookup, visibility)
    except ToolFailure as error:
        if error.code != "NOTE_NOT_FOUND":
            raise
        return None


def written_note_path(text: str) -> NotePath:
    """Return *text* as a note's path; `.md` may be left out. Raises `OutsideVault`."""
    return NotePath.parse(text if text[-len(NOTE_SUFFIX) :].lower() == NOTE_SUFFIX else f"{text}{NOTE_SUFFIX}")


def note_not_found(text: str) -> ToolFailure:
    """Return the failure for a missing note, which is also that for one not visible to the caller."""
    return ToolFailure("NOTE_NOT_FOUND", f"There is no note “{sanitize_line(text, MAX_SHOWN_NAME)}”.")


async def _visible_note(path: NotePath, lookup: NoteLookup, visibility: Visibility) -> NotePath | None:
    try:
        found = await lookup.find(path)
    except OutsideVault:
        # A link that leads outside must not be distinguishable from a missing note.
        return None
    return found if found is not None and found.is_note and visibility.sees(found.text) else None


def _staged_paths(lookup: NoteLookup) -> Iterable[NotePath]:
    """Return the notes created or moved in a staging area, which are not in the index yet."""
    return (note.path for note in lookup.notes if not note.deleted) if isinstance(lookup, StagingArea) else ()


def _ambiguous_error(text: str, found: Sequence[NotePath]) -> ToolFailure:
    candidates = [path.text for path in found[:MAX_CANDIDATES]]
    hint = f" The first {MAX_CANDIDATES} are listed." if len(found) > MAX_CANDIDATES else ""
    name = sanitize_line(text, MAX_SHOWN_NAME)
    message = f"{len(found)} notes are called “{name}”. Give the path of the one you mean.{hint}"
    return ToolFailure("AMBIGUOUS_NOTE", message, {"candidates": [*candidates]})


async def new_note_path(text: str, staging: StagingArea, visibility: Visibility) -> NotePath:
    """Return the path of a new note: *text* with `.md`, existing folders in the spelling on disk.

    Raises `ToolFailure` if the path is not visible, `OutsideVault` and `NoteNotWritten` for a bad name.
    """
    path = written_note_path(text)
    # From the text only if the path is not visible, so that nothing on disk is disclosed.
    path = await staging.vault.for_writing(path) if visibility.sees(path.text) else path.for_writing()
    disk_path = await _with_disk_spelling(path, staging)
    if visibility.sees(disk_path.text):
        return disk_path
    if visibility.sees(path.text):
        return path
    # With the given text: the spelling of a hidden folder is not disclosed.
    raise ToolFailure(
        "PERMISSION_DENIED", f"“{sanitize_line(path.text, MAX_SHOWN_NAME)}” is outside the folders that may be changed."
    )


async def _with_disk_spelling(path: NotePath, staging: StagingArea) -> NotePath:
    parts = path.parts
    for depth in range(len(parts) - 1, 0, -1):
        folder = await staging.vault.find(NotePath("/".join(parts[:depth])))
        if folder is not None:
            return NotePath("/".join((folder.text, *parts[depth:])))
    return path


# An invalid name must be distinguishable from an empty result. A hidden note or folder is refused with the same
# message as a missing one.

MAX_LINK_CANDIDATES = 20
"""Maximum number of notes listed for an ambiguous name."""


def resolve_names(criterion: Criterion, network: Network) -> Criterion:
    """Return *criterion* with every folder and note in the vault's spelling. Raises `ToolFailure`."""
    match criterion:
        case AllCriteria(parts):
            return AllCriteria(tuple(resolve_names(part, network) for part in parts))
        case AnyCriterion(parts):
            return AnyCriterion(tuple(resolve_names(part, network) for part in parts))
        case NotCriterion(part):
            return NotCriterion(resolve_names(part, network))
        case InFolder(folder):
            return replace(criterion, folder=resolve_folder(folder, network))
        case LinksTo(target):
            return LinksTo(resolve_linked_note(target, network))
        case LinkedFrom(source):
            return LinkedFrom(resolve_linked_note(source, network))
        case _:
            return criterion


def resolve_folder(text: str, network: Network) -> str:
    """Return the folder for *text* in the spelling on disk: one with a visible note. `""` is the root.

    Raises `ToolFailure`: `FOLDER_NOT_FOUND`. Empty folders are not known here.
    """
    folder = "" if text in (".", "./") else text.strip("/")
    if not folder:
        return ""
    folder_key, depth = same_name_key(folder), folder.count("/") + 1
    keys: dict[str, str] = {}
    alike: dict[str, None] = {}
    for path in network.listed:
        parts = path.split("/")
        if len(parts) <= depth:
            continue
        candidate = "/".join(parts[:depth])
        key = keys.get(candidate)
        if key is None:
            key = keys[candidate] = same_name_key(candidate)
        if key == folder_key and candidate not in alike and network.is_visible(path):
            alike[candidate] = None
    if folder in alike:
        return folder
    if len(alike) == 1:
        return next(iter(alike))
    raise folder_not_found(text)


def folder_not_found(text: str) -> ToolFailure:
    """Return the failure for a missing folder, which is also that for one without visible notes."""
    return ToolFailure("FOLDER_NOT_FOUND", f"There is no folder “{sanitize_line(text, MAX_SHOWN_NAME)}”.")


def resolve_linked_note(text: str, network: Network) -> str:
    """Return the path of the note for *text*: a path, or a name that only one note has, as in a link.

    Raises `ToolFailure`: `NOTE_NOT_FOUND`, `AMBIGUOUS_NOTE`.
    """
    name = text.strip().removeprefix("[[").removesuffix("]]").partition("|")[0].partition("#")[0].strip()
    found = network.candidates(name) if name else []
    if not found:
        raise ToolFailure("NOTE_NOT_FOUND", f"There is no note “{sanitize_line(text, MAX_SHOWN_NAME)}”.")
    if len(found) > 1:
        message = (
            f"{len(found)} notes are called “{sanitize_line(text, MAX_SHOWN_NAME)}”. Give the path of the one you mean."
        )
        raise ToolFailure("AMBIGUOUS_NOTE", message, {"candidates": [*found[:MAX_LINK_CANDIDATES]]})
    return found[0]
