"""Grounding: the folders and notes a filter names, held against the vault: one it has, or a clear refusal.

Names that are wrong must not look like an empty answer. A hidden note or folder is refused as one that is not there.
"""

from dataclasses import replace

from vaultdesk.index.link_graph import Network
from vaultdesk.tools.query_language.criteria import Criterion, Either, Every, Inside, LinkedFrom, LinksTo, Not
from vaultdesk.tools.tool import ToolFailure
from vaultdesk.tools.visible import short
from vaultdesk.vault.note_path import same_name_key

MOST_CANDIDATES = 20
"""Notes an ambiguous name is answered with."""

NAME_SHOWN = 120
"""Characters of a name that a refusal repeats."""


def grounded(criterion: Criterion, network: Network) -> Criterion:
    """Return *criterion* with every folder and note in the vault's spelling. Raises `ToolFailure`."""
    match criterion:
        case Every(parts):
            return Every(tuple(grounded(part, network) for part in parts))
        case Either(parts):
            return Either(tuple(grounded(part, network) for part in parts))
        case Not(part):
            return Not(grounded(part, network))
        case Inside(folder):
            return replace(criterion, folder=folder_named(folder, network))
        case LinksTo(target):
            return LinksTo(note_meant(target, network))
        case LinkedFrom(source):
            return LinkedFrom(note_meant(source, network))
        case _:
            return criterion


def folder_named(text: str, network: Network) -> str:
    """Return the folder *text* means, as the disk spells it: one in which a seen note lies. `""` is the root.

    Raises `ToolFailure`: `FOLDER_NOT_FOUND`. Empty folders are not known here.
    """
    folder = "" if text in (".", "./") else text.strip("/")
    if not folder:
        return ""
    wanted, depth = same_name_key(folder), folder.count("/") + 1
    keys: dict[str, str] = {}
    alike: dict[str, None] = {}
    for path in network.table.facts:
        parts = path.split("/")
        if len(parts) <= depth:
            continue
        candidate = "/".join(parts[:depth])
        key = keys.get(candidate)
        if key is None:
            key = keys[candidate] = same_name_key(candidate)
        if key == wanted and candidate not in alike and network.sees(path):
            alike[candidate] = None
    if folder in alike:
        return folder
    if len(alike) == 1:
        return next(iter(alike))
    raise folder_not_found(text)


def folder_not_found(text: str) -> ToolFailure:
    """Return the one answer for a folder that is missing or in which nothing may be seen."""
    return ToolFailure("FOLDER_NOT_FOUND", f"There is no folder “{short(text, NAME_SHOWN)}”.")


def note_meant(text: str, network: Network) -> str:
    """Return the path of the note *text* means: its path, or a name that one note has, as a link may say it.

    Raises `ToolFailure`: `NOTE_NOT_FOUND`, `AMBIGUOUS_NOTE`.
    """
    name = text.strip().removeprefix("[[").removesuffix("]]").partition("|")[0].partition("#")[0].strip()
    found = network.candidates(name) if name else []
    if not found:
        raise ToolFailure("NOTE_NOT_FOUND", f"There is no note “{short(text, NAME_SHOWN)}”.")
    if len(found) > 1:
        message = f"{len(found)} notes are called “{short(text, NAME_SHOWN)}”. Give the path of the one you mean."
        raise ToolFailure("AMBIGUOUS_NOTE", message, {"candidates": [*found[:MOST_CANDIDATES]]})
    return found[0]
