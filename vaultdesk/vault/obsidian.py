"""Obsidian's own settings of a vault, and the vaults it knows; only read. Absent means default (OBSIDIAN E.5).

They say what is left out and how links are written. No endpoint, key, command or permission is ever taken from here:
whoever shares the vault can write these files (THREATS 0.11).
"""

import os
import sys
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from datetime import UTC, datetime
from pathlib import Path
from typing import Literal, cast

from vaultdesk.vault.config_file import ConfigFile, read_object
from vaultdesk.vault.excluded_files import ExcludedFiles
from vaultdesk.vault.frontmatter import JsonValue

NewFileLocation = Literal["root", "current", "folder"]
LinkFormat = Literal["shortest", "relative", "absolute"]
TrashOption = Literal["system", "local", "none"]


@dataclass(frozen=True, slots=True)
class DailyNoteSettings:
    """Where daily notes are kept and what they are called (OBSIDIAN E.4)."""

    folder: str = ""
    """From the root, without slashes at its ends; empty for the root."""
    format: str = "YYYY-MM-DD"
    """A pattern of Moment.js; slashes in it are folders."""
    template: str = ""
    """Path of the note a new one begins as; empty for none. The ending may be missing."""


@dataclass(frozen=True, slots=True)
class TemplateSettings:
    """Where templates are kept, and how they write a day and a time."""

    folder: str = ""
    date_format: str = "YYYY-MM-DD"
    time_format: str = "HH:mm"


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
    daily: DailyNoteSettings = field(default_factory=DailyNoteSettings)
    templates: TemplateSettings = field(default_factory=TemplateSettings)
    problems: tuple[str, ...] = ()
    """What could not be read, in sentences; its default holds."""


DAILY_FOLDERS = ("Daily", "Daily notes", "Daily Notes", "Journal")
"""Folders of daily notes by their usual names; asked only where no settings of Obsidian's say which it is."""


@dataclass(frozen=True, slots=True)
class FoundVault:
    """A vault Obsidian knows on this computer."""

    name: str
    path: Path
    opened: datetime | None
    """When Obsidian last opened it."""


def read_vault_config(root: Path) -> VaultConfig:
    """Return Obsidian's settings of the vault at *root*; what cannot be read is a problem, never an error."""
    folder = _config_folder(root)
    problems: list[str] = []
    settings = ConfigFile.read(root / folder / "app.json", problems)
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
        daily=_daily_notes(root / folder, problems) if (root / folder).is_dir() else _daily_without_obsidian(root),
        templates=_templates(root / folder, problems),
        problems=(*problems, *excluded.problems),
    )


def _daily_notes(folder: Path, problems: list[str]) -> DailyNoteSettings:
    """Return how daily notes are kept: by the Periodic Notes plugin where it is on and keeps them, else by Obsidian."""
    plugins = ConfigFile.read_list(folder / "community-plugins.json", problems)
    if "periodic-notes" in plugins:
        plugin = ConfigFile.read(folder / "plugins" / "periodic-notes" / "data.json", problems)
        daily = plugin.part("daily")
        if daily.truth("enabled"):
            return _daily_from(daily, "template")
        # Since its version 1.0 the plugin keeps several calendars, of which one is in use.
        active = plugin.text("activeCalendarSet", "")
        for calendar in plugin.parts("calendarSets"):
            if calendar.text("id", "") == active and calendar.part("day").truth("enabled"):
                return _daily_from(calendar.part("day"), "templatePath")
    return _daily_from(ConfigFile.read(folder / "daily-notes.json", problems), "template")


def _daily_without_obsidian(root: Path) -> DailyNoteSettings:
    """Return where daily notes go in a folder that Obsidian never opened: beside those that are there."""
    return DailyNoteSettings(folder=next((name for name in DAILY_FOLDERS if (root / name).is_dir()), ""))


def _daily_from(settings: ConfigFile, template_key: str) -> DailyNoteSettings:
    return DailyNoteSettings(
        folder=settings.text("folder", "").strip().strip("/"),
        format=settings.text("format", "").strip() or DailyNoteSettings().format,
        template=settings.text(template_key, "").strip().strip("/"),
    )


def _templates(folder: Path, problems: list[str]) -> TemplateSettings:
    settings = ConfigFile.read(folder / "templates.json", problems)
    return TemplateSettings(
        folder=settings.text("folder", "").strip().strip("/"),
        date_format=settings.text("dateFormat", "").strip() or TemplateSettings().date_format,
        time_format=settings.text("timeFormat", "").strip() or TemplateSettings().time_format,
    )


def found_vaults(environment: Mapping[str, str] = os.environ, system: str = sys.platform) -> list[FoundVault]:
    """Return the vaults that Obsidian knows and that are still there, the one opened last first."""
    found: dict[Path, FoundVault] = {}
    for place in _global_folders(environment, system):
        try:
            vaults = read_object(place / "obsidian.json").get("vaults")
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
