"""Paths: which folders of this computer the program may write to. Makes no folder and knows no vault's insides."""

import os
import re
import sys
from collections.abc import Mapping
from pathlib import Path
from typing import NamedTuple

HOME_VARIABLE = "VAULTDESK_HOME"
"""Names one folder that then holds settings, data, cache and logs (CONTRACTS)."""

PORTABLE = "vaultdesk-data"
"""A folder of this name beside the installed program holds them instead: the program can be carried on a stick."""

VAULT_HASH_LENGTH = 12
"""Hex digits in a vault's folder name: 48 bits keep vaults of the same name apart, and the path stays short."""

VAULT_NAME_LENGTH = 40
"""Characters of the vault's own name kept in it: a person can tell the folders apart, and Windows' short paths hold."""


class Places(NamedTuple):
    """The four folders of the program. None of them need exist yet."""

    settings: Path
    data: Path
    cache: Path
    logs: Path

    @property
    def settings_file(self) -> Path:
        """The one settings file."""
        return self.settings / "settings.toml"


def places(environment: Mapping[str, str] = os.environ) -> Places:
    """Return the folders under the program's own home where it has one, else the platform's own places."""
    root = own_home(environment)
    if root is not None:
        return Places(settings=root / "settings", data=root / "data", cache=root / "cache", logs=root / "logs")
    import platformdirs  # not needed where the program has a home of its own

    own = platformdirs.PlatformDirs("vaultdesk", appauthor=False)
    return Places(
        settings=own.user_config_path,
        data=own.user_data_path,
        cache=own.user_cache_path,
        logs=own.user_log_path,
    )


def own_home(environment: Mapping[str, str] = os.environ) -> Path | None:
    """Return the one folder of everything: `VAULTDESK_HOME`, else the portable one; None where there is neither."""
    home = environment.get(HOME_VARIABLE, "")
    if home:
        return Path(home).expanduser().absolute()
    return _portable_home(Path(sys.executable)) if getattr(sys, "frozen", False) else None


def _portable_home(program: Path) -> Path | None:
    folder = program.resolve().parent
    if folder.parts[-2:] == ("Contents", "MacOS"):
        folder = folder.parent.parent.parent  # On macOS the program is a folder itself.
    home = folder / PORTABLE
    return home if home.is_dir() else None


def vault_places(places: Places, root: Path) -> Path:
    """Return the folder for what belongs to the vault at *root* but is kept outside it: index, audit, ledger."""
    resolved = root.resolve()
    name = re.sub(r"[^A-Za-z0-9_-]+", "-", resolved.name).strip("-")[:VAULT_NAME_LENGTH] or "vault"
    return places.data / "vaults" / f"{name}-{vault_id(root)}"


def vault_id(root: Path) -> str:
    """Return what tells the vault at *root* from every other one of this computer. Looks at the disk."""
    import hashlib  # brings OpenSSL along, which the first window does not wait for

    # normcase: on Windows `C:\Notes` and `c:\notes` are one vault and must share one journal.
    digest = hashlib.sha256(os.path.normcase(root.resolve()).encode("utf-8", "surrogatepass")).hexdigest()
    return digest[:VAULT_HASH_LENGTH]
