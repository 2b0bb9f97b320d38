"""Folders the program may write to, where its data lies, and the command that starts it again."""

import os
import re
import sys
import tempfile
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Literal, NamedTuple


APP_ID = "io.github.vaultdesk.VaultDesk"
"""The program's name in reverse domain order, by which desktops know its entry, icon and windows."""


def own_command(*flags: str) -> list[str]:
    """Return the command of this program with *flags*, mostly one that `__main__` says to itself alone."""
    if getattr(sys, "frozen", False):
        return [sys.executable, *flags]
    # Nothing is imported from the folder it happens to be started in: that may be somebody's vault.
    return [sys.executable, "-P", "-m", "vaultdesk", *flags]


HOME_VARIABLE = "VAULTDESK_HOME"
"""Names one folder that then holds settings, data, cache and logs (vaultdesk/core/README.md, "Folders")."""

PORTABLE_FOLDER = "vaultdesk-data"
"""A folder of this name beside the installed program holds them instead: the program can be carried on a stick."""

VAULT_HASH_LENGTH = 12
"""Hex digits in a vault's folder name: 48 bits keep vaults of the same name apart, and the path stays short."""

VAULT_NAME_LENGTH = 40
"""Characters of the vault's own name kept in it: a person can tell the folders apart, and Windows' short paths hold."""


class AppFolders(NamedTuple):
    """The four folders of the program. None of them need exist yet."""

    settings: Path
    data: Path
    cache: Path
    logs: Path

    @property
    def settings_file(self) -> Path:
        """The one settings file."""
        return self.settings / "settings.toml"


def app_folders(environment: Mapping[str, str] = os.environ) -> AppFolders:
    """Return the folders under the program's own home where it has one, else the platform's own places."""
    root = app_home(environment)
    if root is not None:
        return AppFolders(settings=root / "settings", data=root / "data", cache=root / "cache", logs=root / "logs")
    import platformdirs  # not needed where the program has a home of its own

    platform_folders = platformdirs.PlatformDirs("vaultdesk", appauthor=False)
    return AppFolders(
        settings=platform_folders.user_config_path,
        data=platform_folders.user_data_path,
        cache=platform_folders.user_cache_path,
        logs=platform_folders.user_log_path,
    )


def app_home(environment: Mapping[str, str] = os.environ) -> Path | None:
    """Return the one folder of everything: `VAULTDESK_HOME`, else the portable one; None where there is neither."""
    home = environment.get(HOME_VARIABLE, "")
    if home:
        return Path(home).expanduser().absolute()
    return _portable_home(Path(sys.executable)) if getattr(sys, "frozen", False) else None


def _portable_home(program: Path) -> Path | None:
    folder = program.resolve().parent
    if folder.parts[-2:] == ("Contents", "MacOS"):
        folder = folder.parent.parent.parent  # On macOS the program is a folder itself.
    home = folder / PORTABLE_FOLDER
    return home if home.is_dir() else None


def vault_data_folder(folders: AppFolders, root: Path) -> Path:
    """Return the folder for what belongs to the vault at *root* but is kept outside it: index, audit, ledger."""
    resolved = root.resolve()
    name = re.sub(r"[^A-Za-z0-9_-]+", "-", resolved.name).strip("-")[:VAULT_NAME_LENGTH] or "vault"
    return folders.data / "vaults" / f"{name}-{vault_id(root)}"


def vault_id(root: Path) -> str:
    """Return what tells the vault at *root* from every other one of this computer. Looks at the disk."""
    import hashlib  # brings OpenSSL along, which the first window does not wait for

    # normcase: on Windows `C:\Notes` and `c:\notes` are one vault and must share one journal.
    digest = hashlib.sha256(os.path.normcase(root.resolve()).encode("utf-8", "surrogatepass")).hexdigest()
    return digest[:VAULT_HASH_LENGTH]


@dataclass(frozen=True, slots=True)
class DataLocation:
    """What a person may want to know of it."""

    kind: Literal["system", "variable", "portable"]
    """The system's own folders; one folder that `VAULTDESK_HOME` names; the one beside a portable copy."""
    folder: Path
    """That folder; of the system's own ones the one of the data, or the one that cannot be written."""
    problem: str = ""
    """What the system says where it cannot be written."""


def find_data_location(folders: AppFolders, environment: Mapping[str, str] = os.environ) -> DataLocation:
    """Return where *folders* lies, after trying to write there. Blocks for as long as a small file takes."""
    home = app_home(environment)
    kind: Literal["system", "variable", "portable"] = "system"
    if home is not None:
        kind = "variable" if environment.get(HOME_VARIABLE) else "portable"
    for folder in (folders.settings, folders.data):
        try:
            folder.mkdir(parents=True, exist_ok=True)
            with tempfile.TemporaryFile(dir=folder) as file:
                file.write(b"x")
        except OSError as failed:
            return DataLocation(kind, home or folder, failed.strerror or str(failed))
    return DataLocation(kind, home or folders.data)
