"""Own checks: the program itself: its version, its files, where it keeps things, and whether it may."""

import contextlib
import os
import platform
import shutil
import tempfile
import time
from collections.abc import Callable, Iterator, Mapping
from dataclasses import replace
from pathlib import Path

from vaultdesk import __version__
from vaultdesk.core.crash_report import FATAL_FILE, REPORT_FILE, SEEN_FILE
from vaultdesk.core.credentials import Credentials
from vaultdesk.core.platform.paths import HOME_VARIABLE, AppFolders, app_home
from vaultdesk.core.resources import resource_path
from vaultdesk.core.settings.settings_store import SettingsStore
from vaultdesk.diagnosis.check import Check, Topic, broken, fine, lacking
from vaultdesk.diagnosis.disk import Disk, disk_of
from vaultdesk.diagnosis.sizes import size_words
from vaultdesk.diagnosis.sync_folder import sync_programs

PROGRAM = Topic("VaultDesk", id="program", group="program")
RESOURCES = Topic("Own files", id="resources", group="program")
CRASH = Topic("Last end", id="crash", group="program")
HOME = Topic("Places", id="home", group="folders")
SETTINGS = Topic("Settings file", id="settings", group="folders")
DISK = Topic("Disk of the data", id="data-disk", group="folders")
KEYS = Topic("Keys", id="keys", group="folders")

FOLDERS: Mapping[str, Topic] = {
    "settings": Topic("Settings folder", id="settings-folder", group="folders"),
    "data": Topic("Data folder", id="data-folder", group="folders"),
    "cache": Topic("Cache folder", id="cache-folder", group="folders"),
    "logs": Topic("Log folder", id="log-folder", group="folders"),
}

LITTLE_ROOM, NO_ROOM = 1_000_000_000, 50_000_000
"""Bytes of free disk below which that is told, and below which the index and the journal soon cannot grow."""

RECENT_CRASH = 7 * 86_400.0
"""Seconds for which an end that came unasked is worth a word."""

UNLOCK_LIMIT = 30.0
"""Seconds for the keyring: the person may have to type its password."""


def about() -> list[Check]:
    """Return which program this is, and on what it runs."""
    system = f"{platform.system()} {platform.release()}, {platform.machine()}"
    program = fine(PROGRAM, f"{__version__} on Python {platform.python_version()}, {system}")
    welcome = resource_path("welcome-vault", "Welcome.md")
    if welcome.is_file():
        return [program, fine(RESOURCES, "All of them are here.")]
    return [program, broken(RESOURCES, f"{welcome} is missing.", "Install VaultDesk again.")]


def last_end(places: AppFolders, now: Callable[[], float] = time.time) -> list[Check]:
    """Return whether the program ended unasked lately. The report is left where it is, to be told of in the window."""
    for name in (FATAL_FILE, REPORT_FILE, SEEN_FILE):
        file = places.logs / name
        try:
            found = file.stat()
        except OSError:
            continue
        if found.st_size and now() - found.st_mtime < RECENT_CRASH:
            day = time.strftime("%Y-%m-%d", time.localtime(found.st_mtime))
            return [
                lacking(
                    CRASH,
                    f"VaultDesk ended unexpectedly on {day}.",
                    f"Your notes are as they were saved. What is known of it is in {file}; it holds no note text.",
                )
            ]
    return [fine(CRASH, "VaultDesk ended as it should.")]


def home_checks(places: AppFolders, environment: Mapping[str, str] = os.environ) -> list[Check]:
    """Return where settings, data, cache and logs are, each proven by writing there."""
    home = app_home(environment)
    if home is None:
        where = fine(HOME, "In this system's own places.")
    elif environment.get(HOME_VARIABLE, ""):
        where = fine(HOME, f"All in one folder, as {HOME_VARIABLE} says: {home}")
    else:
        where = fine(HOME, f"All in one folder beside the program, to be carried along: {home}")
    folders = {"settings": places.settings, "data": places.data, "cache": places.cache, "logs": places.logs}
    return [where, *(folder_check(FOLDERS[name], folder) for name, folder in folders.items())]


def folder_check(topic: Topic, folder: Path) -> Check:
    """Return whether *folder*, which is made where it is missing, can be written."""
    try:
        folder.mkdir(parents=True, exist_ok=True)
        with tempfile.TemporaryFile(dir=folder) as trial:
            trial.write(b"vaultdesk")
            trial.flush()
    except OSError as error:
        return broken(topic, f"{folder} cannot be written: {error.strerror}.", "Free space or mend its rights.")
    return fine(topic, str(folder))


def settings_checks(store: SettingsStore) -> list[Check]:
    """Return whether the settings could be read."""
    if store.problem is not None:
        return [lacking(SETTINGS, store.problem.title, store.problem.hint)]
    return [fine(SETTINGS, f"{store.file}" if store.file.exists() else "Not written yet: all as delivered.")]


def disk_checks(places: AppFolders, found: Callable[[Path], Disk] = disk_of) -> list[Check]:
    """Return what the data lies on: databases want a disk of this computer, with room."""
    folder = next((one for one in (places.data, *places.data.parents) if one.is_dir()), places.data)
    disk, free, syncing = found(folder), shutil.disk_usage(folder).free, sync_programs(folder)
    room, kind = size_words(free), disk.kind or platform.system()
    if free < NO_ROOM:
        return [broken(DISK, f"The disk is full: {room} free.", "Free some space: nothing new can be kept.")]
    if disk.place == "network":
        return [
            lacking(
                DISK,
                f"The data lies on a network drive ({kind}), where a database may be damaged.",
                f"Set {HOME_VARIABLE} to a folder on this computer.",
            )
        ]
    if syncing:
        return [
            lacking(
                DISK,
                f"{syncing[0].name} keeps the data in step with other computers, which may damage a database.",
                f"Set {HOME_VARIABLE} to a folder that is not kept in step.",
            )
        ]
    if free < LITTLE_ROOM:
        return [lacking(DISK, f"Little room is left: {room} free.", "Free some space for the index and the journal.")]
    with _trial_folder(places.data) as trial:
        if trial is not None and not _apart(trial):
            return [fine(DISK, f"{kind}, {room} free; upper and lower case are not told apart.")]
    return [fine(DISK, f"{kind}, {room} free; upper and lower case are told apart.")]


def key_checks(credentials: Credentials) -> list[Check]:
    """Return where a key is kept, proven by writing, reading and deleting a word of no worth. May wait for a person."""
    home = credentials.prove()
    if home.kind == "keyring":
        return [fine(KEYS, home.words)]
    found = lacking(KEYS, home.words, "Unlock or install a keyring, or set the key in the environment.")
    return [replace(found, act="providers")]


@contextlib.contextmanager
def _trial_folder(data: Path) -> Iterator[Path | None]:
    """Yield a folder of our own in *data*; None where none can be made, which another check tells."""
    try:
        folder = tempfile.TemporaryDirectory(dir=data)
    except OSError:
        yield None
        return
    with folder as made:
        yield Path(made)


def _apart(folder: Path) -> bool:
    (folder / "Case").write_bytes(b"")
    return not (folder / "cASE").exists()
