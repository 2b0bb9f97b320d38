"""Obsidian's own settings of a vault, and the vaults it knows; only read. Absent means default (OBSIDIAN E.5).

They say what is left out and how links are written. No endpoint, key, command or permission is ever taken from here:
whoever shares the vault can write these files (THREATS 0.11).
"""

import json
import os
import sys
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from datetime import UTC, datetime
from pathlib import Path
from typing import Literal, cast, get_args

from vaultdesk.vault.excluded_files import ExcludedFiles
from vaultdesk.vault.frontmatter import JsonValue

NewFileLocation = Literal["root", "current", "folder"]
LinkFormat = Literal["shortest", "relative", "absolute"]
TrashOption = Literal["system", "local", "none"]

MAX_CONFIG_BYTES = 1_000_000
"""Bytes of a settings file that are read; real ones have a few hundred."""


@dataclass(frozen=True, slots=True)
class VaultConfig:
    """What the vault's owner set in Obsidian, or Obsidian's defaults."""

    folder: str = ".obsidian"
    """The settings folder's name."""
    excluded: ExcludedFiles = field(default_factory=ExcludedFiles)
    attachment_folder: str = "/"
    """`/` the root, a folder's path, `./` beside the note, `./name` a folder beside the note."""
    new_file_location: NewFileLocation = "root"
    new_file_folder: str = ""
    link_format: LinkFormat = "shortest"
    markdown_links: bool = False
    update_links: bool = False
    """Whether links are rewritten without asking when a note is renamed."""
    trash: TrashOption = "system"
    problems: tuple[str, ...] = ()
    """What could not be read, in sentences; its default holds."""


@dataclass(frozen=True, slots=True)
class FoundVault:
    """A vault Obsidian knows on this computer."""

    name: str
    path: Path
    opened: datetime | None
    """When Obsidian last opened it."""


class _Settings:
    """One settings file: typed answers, and the problems met."""

    def __init__(self, values: dict[str, JsonValue], problems: list[str]) -> None:
        self._values = values
        self.problems = problems

    def text(self, key: str, default: str) -> str:
        """Return a text."""
        return cast("str", self._typed(key, str, default))

    def truth(self, key: str) -> bool:
        """Return a switch; off by default."""
        return cast("bool", self._typed(key, bool, False))

    def choice(self, key: str, kind: object, default: str) -> str:
        """Return one of the words of the Literal *kind*."""
        word = self.text(key, default)
        if word in get_args(kind):
            return word
        self.problems.append(f"Obsidian's setting {key} has an unknown value; its default is used.")
        return default

    def texts(self, key: str) -> tuple[str, ...]:
        """Return a list of texts."""
        found = self._typed(key, list, [])
        items = found if isinstance(found, list) else []
        return tuple(item for item in items if isinstance(item, str) and item)

    def _typed(self, key: str, kind: type, default: JsonValue) -> JsonValue:
        value = self._values.get(key)
        if value is None:
            return default
        if isinstance(value, kind):
            return value
        self.problems.append(f"Obsidian's setting {key} cannot be read; its default is used.")
        return default


def read_vault_config(root: Path) -> VaultConfig:
    """Return Obsidian's settings of the vault at *root*; what cannot be read is a problem, never an error."""
    folder = _config_folder(root)
    problems: list[str] = []
    try:
        settings = _Settings(_read_object(root / folder / "app.json"), problems)
    except FileNotFoundError:
        return VaultConfig(folder=folder)
    except (OSError, ValueError, RecursionError):
        return VaultConfig(folder=folder, problems=(f"Obsidian's settings in {folder}/app.json cannot be read.",))
    excluded = ExcludedFiles(settings.texts("userIgnoreFilters"))
    return VaultConfig(
        folder=folder,
        excluded=excluded,
        attachment_folder=settings.text("attachmentFolderPath", "/"),
        new_file_location=cast("NewFileLocation", settings.choice("newFileLocation", NewFileLocation, "root")),
        new_file_folder=settings.text("newFileFolderPath", "").strip("/"),
        link_format=cast("LinkFormat", settings.choice("newLinkFormat", LinkFormat, "shortest")),
        markdown_links=settings.truth("useMarkdownLinks"),
        update_links=settings.truth("alwaysUpdateLinks"),
        trash=cast("TrashOption", settings.choice("trashOption", TrashOption, "system")),
        problems=(*problems, *excluded.problems),
    )


def found_vaults(environment: Mapping[str, str] = os.environ, system: str = sys.platform) -> list[FoundVault]:
    """Return the vaults that Obsidian knows and that are still there, the one opened last first."""
    found: dict[Path, FoundVault] = {}
    for place in _global_folders(environment, system):
        try:
            vaults = _read_object(place / "obsidian.json").get("vaults")
        except (OSError, ValueError, RecursionError):
            continue  # No Obsidian of this kind here, or a file it has not finished writing.
        for entry in vaults.values() if isinstance(vaults, dict) else ():
            vault = _found_vault(entry)
            if vault is not None:
                found.setdefault(vault.path, vault)
    return sorted(found.values(), key=lambda vault: vault.opened or datetime.min.replace(tzinfo=UTC), reverse=True)


def _global_folders(environment: Mapping[str, str], system: str) -> Iterator[Path]:
    """Yield where Obsidian keeps its list: native, Flatpak and Snap."""
    home = Path(environment.get("HOME") or environment.get("USERPROFILE") or Path.home())
    if system == "win32":
        yield Path(environment.get("APPDATA") or home / "AppData" / "Roaming") / "Obsidian"
    elif system == "darwin":
        yield home / "Library" / "Application Support" / "obsidian"
    else:
        yield Path(environment.get("XDG_CONFIG_HOME") or home / ".config") / "obsidian"
        yield home / ".var" / "app" / "md.obsidian.Obsidian" / "config" / "obsidian"
        yield home / "snap" / "obsidian" / "current" / ".config" / "obsidian"


def _found_vault(entry: JsonValue) -> FoundVault | None:
    if not isinstance(entry, dict) or not isinstance(written := entry.get("path"), str):
        return None
    try:
        path = Path(written)
        if not path.is_absolute() or not path.is_dir():
            return None
        path = path.resolve()
    except (OSError, ValueError):
        return None  # A path of another system, or with a NUL in it.
    return FoundVault(path.name, path, _time(entry.get("ts")))


def _time(milliseconds: JsonValue) -> datetime | None:
    if isinstance(milliseconds, bool) or not isinstance(milliseconds, int | float):
        return None
    try:
        return datetime.fromtimestamp(milliseconds / 1000, UTC)
    except (OverflowError, OSError, ValueError):
        return None


def _config_folder(root: Path) -> str:
    """Return the settings folder's name: `.obsidian`, or another dot-folder that looks like one."""
    usual = VaultConfig().folder
    if (root / usual).is_dir():
        return usual
    try:
        with os.scandir(root) as entries:
            hidden = sorted(entry.name for entry in entries if entry.name.startswith(".") and entry.is_dir())
    except OSError:
        return usual
    likely = (name for name in hidden if all((root / name / f).is_file() for f in ("app.json", "core-plugins.json")))
    return next(likely, usual)


def _read_object(file: Path) -> dict[str, JsonValue]:
    """Return the JSON object in *file*. Raises OSError, ValueError, RecursionError."""
    if not file.exists():
        raise FileNotFoundError(file)
    if not file.is_file() or file.stat().st_size > MAX_CONFIG_BYTES:
        raise ValueError(f"{file.name} is no settings file")
    with file.open("rb") as opened:
        value = json.loads(opened.read(MAX_CONFIG_BYTES))
    if not isinstance(value, dict):
        raise ValueError(f"{file.name} holds no object")
    return value
