"""Obsidian's configuration, read only: settings, excluded files, bookmarks, vaults and `obsidian://` addresses."""

import json
import os
import re
import sys
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from datetime import UTC, datetime
from itertools import islice
from pathlib import Path
from typing import Literal, Self, cast, get_args
from urllib.parse import unquote

import re2
from msgspec import Struct
from msgspec import field as struct_field

from vaultdesk.core.local_time import utc_at
from vaultdesk.core.phrases import Phrase
from vaultdesk.core.settings.bootstrap_settings import InterfaceLanguage
from vaultdesk.core.values import replace
from vaultdesk.vault.frontmatter.frontmatter import JsonValue
from vaultdesk.vault.note_path import NOTE_SUFFIX, NotePath, path_or_none, printable, same_name_key
from vaultdesk.vault.obsidian.moment import ENGLISH, LOCALES, depends_on_language, locale_of, parse_moment_day

MAX_CONFIG_BYTES = 1_000_000
"""Maximum number of bytes of a settings file that are read; real ones have a few hundred."""


class ConfigFile:
    """The values of one file: typed access with defaults, and the problems found."""

    def __init__(self, values: dict[str, JsonValue], problems: list[Phrase]) -> None:
        self._values = values
        self.problems = problems

    @classmethod
    def read(cls, file: Path, problems: list[Phrase]) -> Self:
        """Return the content of *file*; empty if it is missing, empty and a problem if it cannot be read."""
        try:
            return cls(read_settings_object(file), problems)
        except FileNotFoundError:
            return cls({}, problems)
        except (OSError, ValueError, RecursionError):
            problems.append(_unreadable_file(file))
            return cls({}, problems)

    @classmethod
    def read_list(cls, file: Path, problems: list[Phrase]) -> tuple[str, ...]:
        """Return the strings in a *file* that is one list; empty if it is missing or cannot be read."""
        try:
            found = _read(file)
        except FileNotFoundError:
            return ()
        except (OSError, ValueError, RecursionError):
            problems.append(_unreadable_file(file))
            return ()
        return tuple(item for item in found if isinstance(item, str)) if isinstance(found, list) else ()

    def part(self, key: str) -> Self:
        """Return the object at *key*; an empty one if there is none."""
        found = self._values.get(key)
        return type(self)(found if isinstance(found, dict) else {}, self.problems)

    def parts(self, key: str) -> list[Self]:
        """Return the objects in the list at *key*."""
        found = self._values.get(key)
        items = found if isinstance(found, list) else []
        return [type(self)(item, self.problems) for item in items if isinstance(item, dict)]

    def text(self, key: str, default: str) -> str:
        """Return a text."""
        return cast("str", self._typed(key, str, default))

    def truth(self, key: str) -> bool:
        """Return a boolean; false by default."""
        return cast("bool", self._typed(key, bool, False))

    def choice(self, key: str, kind: object, default: str) -> str:
        """Return one of the values of the Literal *kind*."""
        word = self.text(key, default)
        if word in get_args(kind):
            return word
        self.problems.append(Phrase("Obsidian's setting {0} has an unknown value; its default is used.", key))
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
        self.problems.append(Phrase("Obsidian's setting {0} cannot be read; its default is used.", key))
        return default


def _unreadable_file(file: Path) -> Phrase:
    return Phrase("Obsidian's settings in {0} cannot be read.", f"{file.parent.name}/{file.name}")


def read_settings_object(file: Path) -> dict[str, JsonValue]:
    """Return the JSON object in *file*. Raises OSError, ValueError, RecursionError."""
    value = _read(file)
    if not isinstance(value, dict):
        raise ValueError(f"{file.name} does not contain a JSON object")
    return value


def _read(file: Path) -> JsonValue:
    if not file.exists():
        raise FileNotFoundError(file)
    if not file.is_file() or file.stat().st_size > MAX_CONFIG_BYTES:
        raise ValueError(f"{file.name} is not a settings file")
    with file.open("rb") as opened:
        return cast("JsonValue", json.loads(opened.read(MAX_CONFIG_BYTES)))


class ExcludedFiles:
    """Obsidian's list: prefixes of paths, and patterns between slashes."""

    def __init__(self, filters: Iterable[str] = ()) -> None:
        """A pattern that cannot be parsed is a problem and hides nothing: otherwise one typing error would hide the
        whole vault.
        """
        self.filters = tuple(filters)
        self._prefixes: list[str] = []
        self._patterns: list[re2._Regexp] = []
        problems: list[Phrase] = []
        for written in self.filters:
            if len(written) > 2 and written.startswith("/") and written.endswith("/"):
                try:
                    # RE2 takes linear time for every pattern; with Python's engine a pattern in the vault could block
                    # the program.
                    self._patterns.append(re2.compile(written[1:-1], _options()))
                except re2.error:
                    problems.append(
                        Phrase(
                            "Obsidian's excluded files: the pattern {0} cannot be read and is left out.",
                            printable(written),
                        )
                    )
            else:
                self._prefixes.append(same_name_key(written.removeprefix("/")))
        self.problems = tuple(problems)

    def __bool__(self) -> bool:
        return bool(self._prefixes or self._patterns)

    def matches(self, path: NotePath) -> bool:
        """Whether *path* is hidden from search."""
        return self.matches_text(path.text)

    def matches_text(self, path: str) -> bool:
        """Whether the note at that path is hidden: for thousands of notes, for which creating a `NotePath` each is
        slow.
        """
        if self._prefixes and same_name_key(path).startswith(tuple(self._prefixes)):
            return True
        return any(pattern.search(path) is not None for pattern in self._patterns)


def _options() -> re2.Options:
    options = re2.Options()
    options.log_errors = False
    return options


BookmarkKind = Literal["file", "folder", "search", "group"]

MAX_BOOKMARKS = 1_000
"""Maximum number of bookmarks shown."""

MAX_BOOKMARK_DEPTH = 10
"""Maximum nesting depth of groups."""


class Bookmark(Struct, frozen=True):
    """One bookmark, or a group of them."""

    kind: BookmarkKind
    title: str
    """The title that the user gave; empty if it has none."""
    target: str = ""
    """The path of a file or folder, or a search query."""
    subpath: str = ""
    """Heading or block in the file, as in a link but without the first `#`."""
    items: tuple["Bookmark", ...] = ()
    own: bool = False
    """Whether it is stored by this program and not by Obsidian."""

    def with_all_inside(self) -> Iterator["Bookmark"]:
        """Yield itself and everything in it."""
        yield self
        for item in self.items:
            yield from item.with_all_inside()


def read_bookmarks(settings_folder: Path) -> tuple[Bookmark, ...]:
    """Return Obsidian's bookmarks; empty if there are none, or the file cannot be read."""
    return _items(ConfigFile.read(settings_folder / "bookmarks.json", []), 0, [MAX_BOOKMARKS])


def _items(config: ConfigFile, depth: int, remaining: list[int]) -> tuple[Bookmark, ...]:
    found: list[Bookmark] = []
    for part in config.parts("items"):
        if remaining[0] <= 0 or depth > MAX_BOOKMARK_DEPTH:
            break
        bookmark = _bookmark(part, depth, remaining)
        if bookmark is not None:
            remaining[0] -= 1
            found.append(bookmark)
    return tuple(found)


def _bookmark(part: ConfigFile, depth: int, remaining: list[int]) -> Bookmark | None:
    title = part.text("title", "").strip()
    match part.text("type", ""):
        case "file" if path := part.text("path", "").strip("/"):
            return Bookmark("file", title, path, part.text("subpath", "").removeprefix("#"))
        case "folder" if path := part.text("path", "").strip("/"):
            return Bookmark("folder", title, path)
        case "search" if query := part.text("query", "").strip():
            return Bookmark("search", title, query)
        case "group":
            return Bookmark("group", title, items=_items(part, depth + 1, remaining))
    return None  # A web page or a graph view: not part of this vault.


# They define what is left out and how links are written. No endpoint, key, command or permission is ever read from
# here: everyone who shares the vault can write these files (vaultdesk/core/README.md, "Settings never come from the
# vault").

NewFileLocation = Literal["root", "current", "folder"]
LinkFormat = Literal["shortest", "relative", "absolute"]
TrashOption = Literal["system", "local", "none"]


class DailyNoteSettings(Struct, frozen=True):
    """Location and names of daily notes (vaultdesk/vault/README.md, "Obsidian's settings")."""

    folder: str = ""
    """From the root, without leading or trailing slashes; empty for the root."""
    format: str = "YYYY-MM-DD"
    """A pattern of Moment.js; slashes in it are folders."""
    template: str = ""
    """Path of the template of a new note; empty for none. The suffix may be missing."""
    language: str = "en"
    """The language of names and weeks in `format`, as a code of moment.py."""


class TemplateSettings(Struct, frozen=True):
    """Location of templates, and their formats of date and time."""

    folder: str = ""
    date_format: str = "YYYY-MM-DD"
    time_format: str = "HH:mm"
    language: str = "en"
    """The language of days and months in a placeholder."""


class VaultConfig(Struct, frozen=True):
    """The user's settings in Obsidian, or Obsidian's defaults."""

    folder: str = ".obsidian"
    """The settings folder's name."""
    is_obsidian: bool = False
    """Whether this folder exists: otherwise the vault is a folder of Markdown files that other programs also read."""
    excluded: ExcludedFiles = struct_field(default_factory=ExcludedFiles)
    attachment_folder: str = "/"
    """`/` the root, a folder's path, `./` the note's folder, `./name` a folder beside the note."""
    new_file_location: NewFileLocation = "root"
    new_file_folder: str = ""
    link_format: LinkFormat = "shortest"
    markdown_links: bool = False
    trash: TrashOption = "system"
    daily: DailyNoteSettings = struct_field(default_factory=DailyNoteSettings)
    templates: TemplateSettings = struct_field(default_factory=TemplateSettings)
    problems: tuple[Phrase, ...] = ()
    """What could not be read, as sentences; the default applies."""


DAILY_FOLDERS = ("Daily", "Daily notes", "Daily Notes", "Journal")
"""Usual names of the folder of daily notes; used only if no settings of Obsidian name it."""


@dataclass(frozen=True, slots=True)
class ObsidianVault:
    """A vault that Obsidian on this computer has opened."""

    name: str
    path: Path
    opened: datetime | None
    """When Obsidian last opened it."""
    id: str = field(default="", compare=False)
    """Its id in Obsidian's addresses."""


def read_vault_config(root: Path) -> VaultConfig:
    """Return Obsidian's settings of the vault at *root*; unreadable values are problems, never errors."""
    folder = _config_folder(root)
    problems: list[Phrase] = []
    settings = ConfigFile.read(root / folder / "app.json", problems)
    excluded = ExcludedFiles(settings.texts("userIgnoreFilters"))
    is_obsidian = (root / folder).is_dir()
    daily = _daily_notes(root / folder, problems) if is_obsidian else _daily_without_obsidian(root)
    templates = _templates(root / folder, problems)
    language = InterfaceLanguage.code()
    return VaultConfig(
        folder=folder,
        is_obsidian=is_obsidian,
        excluded=excluded,
        attachment_folder=settings.text("attachmentFolderPath", "/"),
        new_file_location=cast("NewFileLocation", settings.choice("newFileLocation", NewFileLocation, "root")),
        new_file_folder=settings.text("newFileFolderPath", "").strip("/"),
        link_format=cast("LinkFormat", settings.choice("newLinkFormat", LinkFormat, "shortest")),
        markdown_links=settings.truth("useMarkdownLinks"),
        trash=cast("TrashOption", settings.choice("trashOption", TrashOption, "system")),
        daily=replace(daily, language=_language_of_names(root, daily, locale_of(language).code)),
        templates=replace(templates, language=locale_of(language).code),
        problems=(*problems, *excluded.problems),
    )


MAX_NAMES_COMPARED = 40
"""Maximum number of names of daily notes from which their language is detected."""

MAX_NAMES_LISTED = 2_000
"""Maximum number of files in the folder of daily notes that are considered for this."""


def _language_of_names(root: Path, daily: DailyNoteSettings, default: str) -> str:
    """Return the language in which most daily notes of the vault are named; *default* if none can be detected."""
    if not depends_on_language(daily.format):
        return default
    names = list(islice(_daily_names(root, daily), MAX_NAMES_COMPARED))
    best, count = default, 0
    for code in dict.fromkeys((default, ENGLISH.code, *LOCALES)):
        matches = sum(parse_moment_day(daily.format, name, LOCALES[code]) is not None for name in names)
        if matches > count:
            best, count = code, matches
        if count == len(names):
            break
    return best


def _daily_names(root: Path, daily: DailyNoteSettings) -> Iterator[str]:
    """Yield the names with a digit in the folder of daily notes, latest first, without their suffix."""
    path = path_or_none(f"{daily.folder}/x" if daily.folder else "x")
    if path is None:
        return
    top, depth, listed = root.joinpath(*path.parts[:-1]), daily.format.count("/"), 0
    for folder, folders, files in os.walk(top):
        inner = Path(folder).relative_to(top)
        level = len(inner.parts)
        folders[:] = sorted((name for name in folders if name[0] != "."), reverse=True) if level < depth else []
        for name in sorted(files, reverse=True) if level == depth else ():
            if name[-3:].lower() == NOTE_SUFFIX and any(map(str.isdigit, name)):
                yield (inner / name[:-3]).as_posix()
        listed += len(files)
        if listed > MAX_NAMES_LISTED:
            return


def _daily_notes(folder: Path, problems: list[Phrase]) -> DailyNoteSettings:
    """Return the settings of daily notes: of the Periodic Notes plugin if it is active for them, else of Obsidian."""
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
    """Return the location of daily notes in a folder that Obsidian never opened: where existing ones are."""
    return DailyNoteSettings(folder=next((name for name in DAILY_FOLDERS if (root / name).is_dir()), ""))


def _daily_from(settings: ConfigFile, template_key: str) -> DailyNoteSettings:
    return DailyNoteSettings(
        folder=settings.text("folder", "").strip().strip("/"),
        format=settings.text("format", "").strip() or DailyNoteSettings().format,
        template=settings.text(template_key, "").strip().strip("/"),
    )


def _templates(folder: Path, problems: list[Phrase]) -> TemplateSettings:
    settings = ConfigFile.read(folder / "templates.json", problems)
    return TemplateSettings(
        folder=settings.text("folder", "").strip().strip("/"),
        date_format=settings.text("dateFormat", "").strip() or TemplateSettings().date_format,
        time_format=settings.text("timeFormat", "").strip() or TemplateSettings().time_format,
    )


def find_obsidian_vaults(
    environment: Mapping[str, str] = os.environ, system: str = sys.platform
) -> list[ObsidianVault]:
    """Return the existing vaults that Obsidian knows, the most recently opened first."""
    found: dict[Path, ObsidianVault] = {}
    for folder in _global_folders(environment, system):
        try:
            vaults = read_settings_object(folder / "obsidian.json").get("vaults")
        except (OSError, ValueError, RecursionError):
            continue  # Obsidian is not installed in this form, or the file is incomplete.
        for number, entry in vaults.items() if isinstance(vaults, dict) else ():
            vault = _vault_from_entry(entry, number)
            if vault is not None:
                found.setdefault(vault.path, vault)
    return sorted(found.values(), key=lambda vault: vault.opened or datetime.min.replace(tzinfo=UTC), reverse=True)


def _global_folders(environment: Mapping[str, str], system: str) -> Iterator[Path]:
    """Yield the folders in which Obsidian stores its list: native, Flatpak and Snap."""
    home = Path(environment.get("HOME") or environment.get("USERPROFILE") or Path.home())
    if system == "win32":
        yield Path(environment.get("APPDATA") or home / "AppData" / "Roaming") / "Obsidian"
    elif system == "darwin":
        yield home / "Library" / "Application Support" / "obsidian"
    else:
        yield Path(environment.get("XDG_CONFIG_HOME") or home / ".config") / "obsidian"
        yield home / ".var" / "app" / "md.obsidian.Obsidian" / "config" / "obsidian"
        yield home / "snap" / "obsidian" / "current" / ".config" / "obsidian"


def _vault_from_entry(entry: JsonValue, number: str) -> ObsidianVault | None:
    if not isinstance(entry, dict) or not isinstance(written := entry.get("path"), str):
        return None
    try:
        path = Path(written)
        if not path.is_absolute() or not path.is_dir():
            return None
        path = path.resolve()
    except (OSError, ValueError):
        return None  # A path of another system, or one with a NUL.
    return ObsidianVault(path.name, path, _time(entry.get("ts")), number)


def _time(milliseconds: JsonValue) -> datetime | None:
    if isinstance(milliseconds, bool) or not isinstance(milliseconds, int | float):
        return None
    try:
        return utc_at(milliseconds / 1000)
    except (OverflowError, OSError, ValueError):
        return None


def _config_folder(root: Path) -> str:
    """Return the settings folder's name: `.obsidian`, or another dot-folder with its files."""
    default = VaultConfig().folder
    if (root / default).is_dir():
        return default
    try:
        with os.scandir(root) as entries:
            hidden = sorted(entry.name for entry in entries if entry.name.startswith(".") and entry.is_dir())
    except OSError:
        return default
    likely = (name for name in hidden if all((root / name / f).is_file() for f in ("app.json", "core-plugins.json")))
    return next(likely, default)


#     obsidian://open?vault=VAULT&file=PATH     the vault by its folder's name; with a heading, `Note%23Heading`
#     obsidian://open?path=ABSOLUTE PATH
#     obsidian://vault/VAULT/PATH               the same, shorter
#     obsidian:///ABSOLUTE PATH
#
# Whatever else such an address says is for Obsidian alone (vaultdesk/vault/README.md, "Obsidian's settings"): other
# actions write notes.

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
    location, _, query = address[len(OBSIDIAN_SCHEME) :].partition("?")
    if not query:
        return _file_at(unquote(location), root) if location.startswith("/") else _file_in_vault(location, root)
    pairs = [pair.partition("=") for pair in query.split("&")]
    # This program decides where the note is shown.
    parameters = [(name, unquote(value)) for name, _, value in pairs if name != "paneType"]
    values = dict(parameters)
    if location.strip("/").lower() != "open" or len(values) != len(parameters):
        return None
    if values.keys() == {"path"}:
        return _file_at(values["path"], root)
    if values.keys() == {"vault", "file"} and _is_vault_name(values["vault"], root):
        return _path_inside_vault(values["file"])
    return None


def _file_in_vault(location: str, root: Path) -> str | None:
    """Return the file in `vault/VAULT/PATH`."""
    action, _, rest = location.partition("/")
    vault, _, file = rest.partition("/")
    return (
        _path_inside_vault(unquote(file))
        if action.lower() == "vault" and _is_vault_name(unquote(vault), root)
        else None
    )


def _file_at(path: str, root: Path) -> str | None:
    """Return the file of the vault at the absolute *path*."""
    prefix = f"{root.as_posix().rstrip('/')}/"
    written = path.replace("\\", "/") if root.drive else path
    return _path_inside_vault(written[len(prefix) :]) if written.startswith(prefix) else None


def _is_vault_name(vault: str, root: Path) -> bool:
    """Whether *vault* is the name of the folder *root*, or its id in Obsidian on this computer."""
    if not vault or same_name_key(vault) == same_name_key(root.name):
        return bool(vault)
    return _ID.fullmatch(vault) is not None and any(
        known.id == vault and known.path == root for known in find_obsidian_vaults()
    )


def _path_inside_vault(file: str) -> str | None:
    """Return *file* if it stays in the vault."""
    parts = file.partition("#")[0].strip().lstrip("/").split("/")
    return file.strip().lstrip("/") if parts != [""] and ".." not in parts else None
