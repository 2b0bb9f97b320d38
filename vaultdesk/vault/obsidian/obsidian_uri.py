"""Finds the file of a vault that an `obsidian://` address opens.

    obsidian://open?vault=VAULT&file=PATH     the vault by its folder's name; with a heading, `Note%23Heading`
    obsidian://open?path=ABSOLUTE PATH
    obsidian://vault/VAULT/PATH               the same, shorter
    obsidian:///ABSOLUTE PATH

Whatever else such an address says is for Obsidian alone (vaultdesk/vault/README.md, "Obsidian's settings"): other
actions write notes.
"""

import re
from pathlib import Path
from urllib.parse import unquote

from vaultdesk.vault.note_path import same_name_key
from vaultdesk.vault.obsidian.vault_config import find_obsidian_vaults

OBSIDIAN_SCHEME = "obsidian://"

_ID = re.compile(r"[0-9a-f]{16}")


def is_obsidian_uri(address: str) -> bool:
    return address[: len(OBSIDIAN_SCHEME)].lower() == OBSIDIAN_SCHEME


def linked_file(address: str, root: Path) -> str | None:
    """Return the link target (`Note#Heading`) of *address*; None for any other action.

    None also if the file is not in the vault at *root*.
    """
    if not is_obsidian_uri(address):
        return None
    way, _, query = address[len(OBSIDIAN_SCHEME) :].partition("?")
    if not query:
        return _at(unquote(way), root) if way.startswith("/") else _named(way, root)
    pairs = [pair.partition("=") for pair in query.split("&")]
    # This program decides where the note is shown.
    wanted = [(name, unquote(value)) for name, _, value in pairs if name != "paneType"]
    values = dict(wanted)
    if way.strip("/").lower() != "open" or len(values) != len(wanted):
        return None
    if values.keys() == {"path"}:
        return _at(values["path"], root)
    if values.keys() == {"vault", "file"} and _is_called(values["vault"], root):
        return _checked(values["file"])
    return None


def _named(way: str, root: Path) -> str | None:
    """Return the file in `vault/VAULT/PATH`."""
    action, _, rest = way.partition("/")
    vault, _, file = rest.partition("/")
    return _checked(unquote(file)) if action.lower() == "vault" and _is_called(unquote(vault), root) else None


def _at(path: str, root: Path) -> str | None:
    """Return the file of the vault at the absolute *path*."""
    beginning = f"{root.as_posix().rstrip('/')}/"
    written = path.replace("\\", "/") if root.drive else path
    return _checked(written[len(beginning) :]) if written.startswith(beginning) else None


def _is_called(vault: str, root: Path) -> bool:
    """Whether *vault* is the name of the folder *root*, or its id in Obsidian on this computer."""
    if not vault or same_name_key(vault) == same_name_key(root.name):
        return bool(vault)
    return _ID.fullmatch(vault) is not None and any(
        known.id == vault and known.path == root for known in find_obsidian_vaults()
    )


def _checked(file: str) -> str | None:
    """Return *file* if it stays in the vault."""
    parts = file.partition("#")[0].strip().lstrip("/").split("/")
    return file.strip().lstrip("/") if parts != [""] and ".." not in parts else None
