"""Folders and shipped files of the program, the location of its data, and the command that starts it again."""

import os
import re
import shutil
import sys
import tempfile
from collections.abc import Mapping
from functools import cache
from pathlib import Path
from typing import Literal, NamedTuple

from msgspec import Struct

APP_ID = "io.github.vaultdesk.VaultDesk"
"""The program's name in reverse domain order, by which desktops know its entry, icon and windows."""


def own_command(*flags: str) -> list[str]:
    """Return the command of this program with *flags*, usually an internal option of `__main__`."""
    if getattr(sys, "frozen", False):
        return [sys.executable, *flags]
    # Nothing is imported from the current folder, which may be a vault.
    return [sys.executable, "-P", "-m", "vaultdesk", *flags]


HOME_VARIABLE = "VAULTDESK_HOME"
"""Names a folder that then contains settings, data, cache and logs (vaultdesk/core/README.md, "Folders")."""

PORTABLE_FOLDER = "vaultdesk-data"
"""A folder of this name beside the installed program contains them instead: a portable installation."""

VAULT_HASH_LENGTH = 12
"""Hex digits in a vault's folder name: 48 bits distinguish vaults of the same name, and the path stays short."""

VAULT_NAME_LENGTH = 40
"""Characters of the vault's own name in the folder name: users can distinguish the folders, and path limits of Windows
hold.
"""


class AppFolders(NamedTuple):
    """The four folders of the program. They may not exist yet."""

    settings: Path
    data: Path
    cache: Path
    logs: Path

    @property
    def settings_file(self) -> Path:
        return self.settings / "settings.toml"


def app_folders(environment: Mapping[str, str] = os.environ) -> AppFolders:
    """Return the folders under the program's own home if it has one, else the platform's default folders."""
    root = app_home(environment)
    if root is not None:
        return AppFolders(settings=root / "settings", data=root / "data", cache=root / "cache", logs=root / "logs")
    import platformdirs  # not needed if the program has its own home

    platform_folders = platformdirs.PlatformDirs("vaultdesk", appauthor=False)
    return AppFolders(
        settings=platform_folders.user_config_path,
        data=platform_folders.user_data_path,
        cache=platform_folders.user_cache_path,
        logs=platform_folders.user_log_path,
    )


def app_home(environment: Mapping[str, str] = os.environ) -> Path | None:
    """Return the home folder: `VAULTDESK_HOME`, else the portable one; None if there is neither."""
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
    """Return the folder for data of the vault at *root* that is stored outside it: index, audit log, ledger."""
    resolved = root.resolve()
    name = re.sub(r"[^A-Za-z0-9_-]+", "-", resolved.name).strip("-")[:VAULT_NAME_LENGTH] or "vault"
    return folders.data / "vaults" / f"{name}-{vault_id(root)}"


def vault_id(root: Path) -> str:
    """Return the unique id of the vault at *root* on this computer. Accesses the disk."""
    import hashlib  # imports OpenSSL, which the first window does not need

    # normcase: on Windows `C:\Notes` and `c:\notes` are one vault and must share one journal.
    digest = hashlib.sha256(os.path.normcase(root.resolve()).encode("utf-8", "surrogatepass")).hexdigest()
    return digest[:VAULT_HASH_LENGTH]


class DataLocation(Struct, frozen=True):
    """The location of the program's data, for display."""

    kind: Literal["system", "variable", "portable"]
    """The system's default folders; the folder that `VAULTDESK_HOME` names; the one beside a portable copy."""
    folder: Path
    """That folder; of the system's default ones that of the data, or the one that cannot be written."""
    problem: str = ""
    """The system's error if it cannot be written."""


def find_data_location(folders: AppFolders, environment: Mapping[str, str] = os.environ) -> DataLocation:
    """Return the location of *folders*, after a write test. Blocks for the time of a small file access."""
    home = app_home(environment)
    kind: Literal["system", "variable", "portable"] = "system"
    if home is not None:
        kind = "variable" if environment.get(HOME_VARIABLE) else "portable"
    for folder in (folders.settings, folders.data):
        try:
            folder.mkdir(parents=True, exist_ok=True)
            with tempfile.TemporaryFile(dir=folder) as file:
                file.write(b"x")
        except OSError as error:
            return DataLocation(kind, home or folder, error.strerror or str(error))
    return DataLocation(kind, home or folders.data)


def resources_folder() -> Path:
    """Return the folder `resources`, beside the package or inside the frozen app."""
    frozen = getattr(sys, "_MEIPASS", None)
    if frozen is not None:
        return Path(frozen) / "resources"
    return _source_folder() / "resources"


@cache
def _source_folder() -> Path:
    """Return the folder that contains the package; links are resolved once, not for each of the window's icons."""
    return Path(__file__).resolve().parents[3]


def resource_path(*parts: str) -> Path:
    """Return the path of a shipped file or folder: `resource_path("icons", "lock.svg")`."""
    return resources_folder().joinpath(*parts)


def welcome_vault(folders: AppFolders) -> Path:
    """Return the user's copy of the welcome vault, made on first use and never overwritten afterwards.

    The shipped one may be read-only or replaced by an update, so that edits in it would be lost.
    """
    copy = folders.data / "welcome-vault"
    if not copy.exists():
        temporary = copy.with_name(".welcome-vault-new")
        shutil.rmtree(temporary, ignore_errors=True)
        # Without the modes of the shipped files, which may be read-only.
        shutil.copytree(resource_path("welcome-vault"), temporary, copy_function=shutil.copyfile)
        temporary.rename(copy)
    return copy
