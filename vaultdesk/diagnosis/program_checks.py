"""Checks of the program: version, resources, settings, data folders, disk space, key store, full-text search,
embedding model and PDF support."""

import contextlib
import importlib.util
import os
import platform
import shutil
import tempfile
import time
from collections.abc import Callable, Collection, Iterator, Mapping
from pathlib import Path

from vaultdesk import __version__
from vaultdesk.core.crash_report import FATAL_FILE, LAST_SEEN_FILE, REPORT_FILE
from vaultdesk.core.credentials import Credentials
from vaultdesk.core.errors import EmbeddingFailed
from vaultdesk.core.phrases import Number, Phrase, Sentences, verbatim
from vaultdesk.core.platform.paths import HOME_VARIABLE, AppFolders, app_home, resource_path
from vaultdesk.core.settings.settings_store import SettingsStore
from vaultdesk.core.values import replace
from vaultdesk.diagnosis.check import CheckResult, CheckTopic, failed_check, limited_check, passed_check
from vaultdesk.diagnosis.storage import StorageInfo, storage_info_of, storage_size_text, sync_programs
from vaultdesk.index.embeddings.embedder import BUNDLED_MODEL, ModelPart, model_files
from vaultdesk.index.store.file_integrity import IndexHealth, check_index_health, engine_name, engine_problem
from vaultdesk.tools.plugin_tools import load_toolsets

PROGRAM = CheckTopic("VaultDesk", id="program", group="program")
RESOURCES = CheckTopic("Program files", id="resources", group="program")
CRASH = CheckTopic("Last exit", id="crash", group="program")
HOME = CheckTopic("Folder locations", id="home", group="folders")
SETTINGS = CheckTopic("Settings file", id="settings", group="folders")
DATA_DISK = CheckTopic("Disk with the data", id="data-disk", group="folders")
TOOLSETS = CheckTopic("Toolsets", id="toolsets", group="program")
KEY_STORE = CheckTopic("API keys", id="keys", group="folders")

FOLDERS: Mapping[str, CheckTopic] = {
    "settings": CheckTopic("Settings folder", id="settings-folder", group="folders"),
    "data": CheckTopic("Data folder", id="data-folder", group="folders"),
    "cache": CheckTopic("Cache folder", id="cache-folder", group="folders"),
    "logs": CheckTopic("Log folder", id="log-folder", group="folders"),
}

LOW_DISK_BYTES, MIN_DISK_BYTES = 1_000_000_000, 50_000_000
"""Bytes of free disk space below which a warning is given, and below which the index and the journal cannot grow much
longer.
"""

RECENT_CRASH_SECONDS = 7 * 86_400.0
"""Seconds for which an abnormal end is reported."""

UNLOCK_TIMEOUT = 30.0
"""Seconds for the keyring: the user may have to enter its password."""


def version_check() -> list[CheckResult]:
    """Return the version of the program and of its platform."""
    system = f"{platform.system()} {platform.release()}, {platform.machine()}"
    program = passed_check(PROGRAM, Phrase("{0} on Python {1}, {2}", __version__, platform.python_version(), system))
    welcome = resource_path("welcome-vault", "Welcome.md")
    if welcome.is_file():
        return [program, passed_check(RESOURCES, Phrase("All files are present."))]
    return [program, failed_check(RESOURCES, Phrase("{0} is missing.", welcome), Phrase("Reinstall VaultDesk."))]


def crash_check(app_folders: AppFolders, now: Callable[[], float] = time.time) -> list[CheckResult]:
    """Return one check result: limited if there is a recent crash report, else passed.

    The report is kept, because the window shows it.
    """
    for name in (FATAL_FILE, REPORT_FILE, LAST_SEEN_FILE):
        file = app_folders.logs / name
        try:
            status = file.stat()
        except OSError:
            continue
        if status.st_size and now() - status.st_mtime < RECENT_CRASH_SECONDS:
            day = time.strftime("%Y-%m-%d", time.localtime(status.st_mtime))
            return [
                limited_check(
                    CRASH,
                    Phrase("VaultDesk ended unexpectedly on {0}.", day),
                    Phrase("Your notes are as they were saved. Details are in {0}, which contains no note text.", file),
                )
            ]
    return [passed_check(CRASH, Phrase("VaultDesk ended normally."))]


def home_checks(app_folders: AppFolders, environment: Mapping[str, str] = os.environ) -> list[CheckResult]:
    """Return the locations of settings, data, cache and logs, each tested by writing there."""
    home = app_home(environment)
    if home is None:
        location = passed_check(HOME, Phrase("In the standard folders of this system."))
    elif environment.get(HOME_VARIABLE, ""):
        location = passed_check(HOME, Phrase("All in one folder, set by {0}: {1}", HOME_VARIABLE, home))
    else:
        location = passed_check(HOME, Phrase("Portable: all in one folder next to the program: {0}", home))
    folders = {
        "settings": app_folders.settings,
        "data": app_folders.data,
        "cache": app_folders.cache,
        "logs": app_folders.logs,
    }
    return [location, *(folder_check(FOLDERS[name], folder) for name, folder in folders.items())]


def folder_check(topic: CheckTopic, folder: Path) -> CheckResult:
    """Return whether *folder*, which is created if missing, can be written."""
    try:
        folder.mkdir(parents=True, exist_ok=True)
        with tempfile.TemporaryFile(dir=folder) as trial:
            trial.write(b"vaultdesk")
            trial.flush()
    except OSError as error:
        return failed_check(
            topic,
            Phrase("{0} cannot be written: {1}.", folder, error.strerror),
            Phrase("Free some space or check its permissions."),
        )
    return passed_check(topic, verbatim(str(folder)))


def settings_checks(store: SettingsStore) -> list[CheckResult]:
    """Return whether the settings could be read."""
    if store.problem is not None:
        return [limited_check(SETTINGS, store.problem.title, store.problem.hint)]
    return [
        passed_check(
            SETTINGS,
            verbatim(str(store.file)) if store.file.exists() else Phrase("Not written yet: default settings are used."),
        )
    ]


def toolset_checks(store: SettingsStore, tool_names: Collection[str]) -> list[CheckResult]:
    """Return whether the allowed toolsets can be used, given the names of the built-in tools; no check if none is
    allowed.

    Imports their packages. No tool is created: its constructor needs an open vault and may do anything.
    """
    loaded = load_toolsets(store.settings.toolsets, tool_names)
    problems = [problem for toolset in loaded for problem in toolset.problems]
    if problems:
        return [
            limited_check(
                TOOLSETS,
                Sentences(*problems),
                Phrase("Install or update the packages of these toolsets, or switch them off in Settings, Assistant."),
            )
        ]
    tools = sum(len(toolset.classes) for toolset in loaded)
    finding = Phrase(
        "Tools from other packages: {0}. Whether they can be created is checked when a vault is opened.", Number(tools)
    )
    return [passed_check(TOOLSETS, finding)] if loaded else []


def disk_checks(app_folders: AppFolders, storage: Callable[[Path], StorageInfo] = storage_info_of) -> list[CheckResult]:
    """Return whether the data is on a local disk with free space, as databases need."""
    folder = next(
        (candidate for candidate in (app_folders.data, *app_folders.data.parents) if candidate.is_dir()),
        app_folders.data,
    )
    disk, free, syncing = storage(folder), shutil.disk_usage(folder).free, sync_programs(folder)
    free_text, kind = storage_size_text(free), disk.file_system or platform.system()
    if free < MIN_DISK_BYTES:
        return [
            failed_check(
                DATA_DISK,
                Phrase("The disk is full: {0} free.", free_text),
                Phrase("Free some space: nothing new can be saved."),
            )
        ]
    if disk.storage_kind == "network":
        return [
            limited_check(
                DATA_DISK,
                Phrase("The data is on a network drive ({0}), where a database may be damaged.", kind),
                Phrase("Set {0} to a folder on this computer.", HOME_VARIABLE),
            )
        ]
    if syncing:
        return [
            limited_check(
                DATA_DISK,
                Phrase("{0} synchronizes the data with other computers, which may damage a database.", syncing[0].name),
                Phrase("Set {0} to a folder that is not synchronized.", HOME_VARIABLE),
            )
        ]
    if free < LOW_DISK_BYTES:
        return [
            limited_check(
                DATA_DISK,
                Phrase("Little space is left: {0} free.", free_text),
                Phrase("Free some space for the index and the journal."),
            )
        ]
    with _trial_folder(app_folders.data) as trial:
        if trial is not None and not _is_case_sensitive(trial):
            return [passed_check(DATA_DISK, Phrase("{0}, {1} free; names are not case-sensitive.", kind, free_text))]
    return [passed_check(DATA_DISK, Phrase("{0}, {1} free; names are case-sensitive.", kind, free_text))]


def key_checks(credentials: Credentials) -> list[CheckResult]:
    """Return where a key is stored, tested by writing, reading and deleting a test value. May wait for the user."""
    key_store = credentials.verify_keyring()
    if key_store.kind == "keyring":
        return [passed_check(KEY_STORE, key_store.text)]
    result = limited_check(
        KEY_STORE, key_store.text, Phrase("Unlock or install a keyring, or set the key in the environment.")
    )
    return [replace(result, action="providers")]


@contextlib.contextmanager
def _trial_folder(data: Path) -> Iterator[Path | None]:
    """Yield a temporary folder in *data*; None if none can be created, which another check reports."""
    try:
        folder = tempfile.TemporaryDirectory(dir=data)
    except OSError:
        yield None
        return
    with folder as name:
        yield Path(name)


def _is_case_sensitive(folder: Path) -> bool:
    (folder / "Case").write_bytes(b"")
    return not (folder / "cASE").exists()


MODEL_PARTS: tuple[ModelPart, ...] = ("model.onnx", "tokenizer.json")
"""The files of the included model; both are verified by checksum."""

PDF_LIBRARY = "pypdfium2"
"""The library that renders the pages of a PDF."""

INDEX_CHECK_TIMEOUT = 6.0
"""Seconds for SQLite's check of the index; an index of 14,000 notes takes half a second."""

ENGINE = CheckTopic("Full-text search", id="full-text", group="search")
INDEX = CheckTopic("Search index", id="index", group="search")
EMBEDDINGS = CheckTopic("Search by meaning", id="meaning", group="search")
PDF = CheckTopic("PDF pages", id="pdf", group="search")

REBUILD_COMMAND = "vaultdesk index --rebuild"
"""The command that rebuilds the index."""


def engine_checks() -> list[CheckResult]:
    """Return whether SQLite has the features that the index needs."""
    problem = engine_problem()
    if problem:
        return [failed_check(ENGINE, problem, Phrase("Use a Python whose SQLite has FTS5."))]
    return [passed_check(ENGINE, verbatim(f"{engine_name()}."))]


def model_checks() -> list[CheckResult]:
    """Return whether the embedding model and its runtime are installed and intact."""
    try:
        files = model_files(resource_path(*BUNDLED_MODEL))
        for part in MODEL_PARTS:
            files.part(part)
    except EmbeddingFailed as problem:
        return [limited_check(EMBEDDINGS, Sentences(problem.title), problem.hint)]
    return [passed_check(EMBEDDINGS, Phrase("{0} is installed and complete.", files.name))]


def pdf_checks(library: str = PDF_LIBRARY) -> list[CheckResult]:
    """Return whether pages of a PDF can be rendered."""
    if importlib.util.find_spec(library) is None:
        return [
            limited_check(
                PDF,
                Phrase("The PDF renderer is not installed; a PDF opens in another program."),
                Phrase("Install it with: pip install pypdfium2."),
                command="pip install pypdfium2",
            )
        ]
    return [passed_check(PDF, Phrase("Pages of PDFs can be shown."))]


def index_checks(file: Path, notes: Callable[[], int | None], *, is_open: bool = False) -> list[CheckResult]:
    """Return the state of the index in *file*. *notes* counts those of the folder; *is_open*: this process has it
    open.
    """
    health = check_index_health(file, INDEX_CHECK_TIMEOUT, is_open=is_open)
    match health.condition:
        case "none":
            return [passed_check(INDEX, Phrase("Not created yet; this happens when the vault is opened."))]
        case "other":
            return [
                passed_check(
                    INDEX, Phrase("Created by another version of VaultDesk; it is rebuilt when the vault is opened.")
                )
            ]
        case "unavailable":
            return [
                limited_check(
                    INDEX,
                    Phrase("It cannot be read now: {0}.", health.reason),
                    Phrase("Close other VaultDesk windows, and check the permissions of its folder."),
                )
            ]
        case "damaged":
            return [
                failed_check(
                    INDEX,
                    Phrase("It is damaged: {0}.", health.reason),
                    Phrase("Rebuild it; your notes are not changed."),
                    REBUILD_COMMAND,
                    action="index",
                )
            ]
    return [_health_result(health, notes(), is_open=is_open)]


def _health_result(health: IndexHealth, folder_notes: int | None, *, is_open: bool) -> CheckResult:
    when = f"{health.last:%Y-%m-%d %H:%M}" if health.last is not None else "-"
    notes, size = Number(health.notes), storage_size_text(health.size)
    if health.problems:
        return limited_check(
            INDEX,
            Phrase(
                "{0} notes, {1}, last written: {2}. Notes that could not be read: {3}.",
                notes,
                size,
                when,
                Number(health.problems),
            ),
            Phrase("The Search index page lists each with its reason."),
            action="index",
        )
    # Changes while it is closed are found at the next opening, which compares all notes.
    if is_open and folder_notes is not None and folder_notes != health.notes and not health.unread:
        return limited_check(
            INDEX,
            Phrase("{0} notes, {1}, last written: {2}; the folder has {3}.", notes, size, when, Number(folder_notes)),
            Phrase("Update or rebuild it."),
            action="index",
        )
    if not health.is_complete:
        return passed_check(
            INDEX,
            Phrase("{0} notes, {1}, last written: {2}. No error was found within the time limit.", notes, size, when),
        )
    return passed_check(INDEX, Phrase("{0} notes, {1}, last written: {2}. No errors were found.", notes, size, when))
