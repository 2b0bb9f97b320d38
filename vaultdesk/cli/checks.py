"""Checks: what VaultDesk needs of this computer, each tried for real and told with its remedy. Prints nothing."""

import os
import platform
import subprocess
import tempfile
from dataclasses import dataclass
from pathlib import Path
from typing import Final, Literal

from vaultdesk import __version__
from vaultdesk.assets import asset
from vaultdesk.cli.display import display_problem
from vaultdesk.credentials import Credentials
from vaultdesk.errors import MeaningFailed, VaultDeskError
from vaultdesk.index.engine import engine_name, engine_problem
from vaultdesk.index.meaning.model_files import Part, model_files
from vaultdesk.own_process import own_command
from vaultdesk.paths import Places
from vaultdesk.settings import SettingsStore
from vaultdesk.web.search import WebSearch

Outcome = Literal["ok", "warning", "failed"]
"""`warning`: the program works, with something less. `failed`: a main part of it cannot."""

QT_PATIENCE = 30.0
"""Seconds for a fresh process to load Qt and make an application; a cold disk takes some."""

WATCHES_WANTED = 8_192
"""inotify watches below which a vault with many folders is not followed whole (PERFORMANCE 5)."""

MODEL_PARTS: tuple[Part, ...] = ("model.onnx", "tokenizer.json")
"""The files of the model that comes along; both are held to their sums."""

TRY_QT: Final = "--try-qt"
"""What the program says to itself so that it only tries Qt."""


@dataclass(frozen=True, slots=True)
class Check:
    """One thing that was tried."""

    name: str
    outcome: Outcome
    finding: str
    remedy: str = ""


def run_checks(places: Places, store: SettingsStore, credentials: Credentials) -> list[Check]:
    """Try everything and return what was found, in reading order. Blocks for some seconds."""
    return [
        Check("VaultDesk", "ok", f"{__version__} on Python {platform.python_version()}, {platform.platform()}"),
        _qt(),
        _display(),
        *(_folder(name, folder) for name, folder in _folders(places)),
        _settings(store),
        _keys(credentials),
        _web(store, credentials),
        _full_text(),
        _meaning(),
        _watches(),
        _resources(),
    ]


def _folders(places: Places) -> list[tuple[str, Path]]:
    return [("Settings folder", places.settings), ("Data folder", places.data), ("Log folder", places.logs)]


def _qt() -> Check:
    # In a process of its own: a missing system library ends the process that asks.
    environment = {**os.environ, "QT_QPA_PLATFORM": "offscreen"}
    try:
        done = subprocess.run(  # noqa: S603 - our own interpreter and our own words
            own_command(TRY_QT),
            capture_output=True,
            text=True,
            timeout=QT_PATIENCE,
            env={**os.environ, **environment},
            check=False,
        )
    except subprocess.TimeoutExpired:
        return Check(
            "Window toolkit (Qt)", "failed", "Qt did not start in time.", "Start the computer again and retry."
        )
    if done.returncode == 0:
        return Check("Window toolkit (Qt)", "ok", "Qt starts.")
    why = (done.stderr.strip().splitlines() or ["no message"])[-1]
    remedy = "Install Qt's system libraries: `python3 packaging/dev.py run` names the command."
    return Check("Window toolkit (Qt)", "failed", f"Qt does not start: {why}", remedy)


def _display() -> Check:
    problem = display_problem()
    if problem:
        return Check("Display", "warning", problem, "Use `vaultdesk chat`, or start it from a desktop session.")
    return Check("Display", "ok", "A window can be shown.")


def _folder(name: str, folder: Path) -> Check:
    try:
        folder.mkdir(parents=True, exist_ok=True)
        with tempfile.TemporaryFile(dir=folder) as trial:
            trial.write(b"vaultdesk")
            trial.flush()
    except OSError as error:
        return Check(name, "failed", f"{folder} cannot be written: {error.strerror}.", "Free space or mend its rights.")
    return Check(name, "ok", str(folder))


def _settings(store: SettingsStore) -> Check:
    if store.problem is not None:
        return Check("Settings file", "warning", store.problem.title, store.problem.hint)
    return Check(
        "Settings file", "ok", f"{store.file}" if store.file.exists() else "Not written yet: all as delivered."
    )


def _keys(credentials: Credentials) -> Check:
    home = credentials.place
    if home.kind == "keyring":
        return Check("Keys", "ok", home.words)
    return Check("Keys", "warning", home.words, "Unlock or install a keyring, or set the key in the environment.")


def _web(store: SettingsStore, credentials: Credentials) -> Check:
    # Nobody is asked anything: that would tell an engine of this computer.
    search = WebSearch(lambda: store.settings.web, credentials)
    if search.engine is None:
        return Check("Web search", "ok", "Off: no search engine is chosen.")
    try:
        return Check("Web search", "ok", search.check())
    except VaultDeskError as problem:
        return Check("Web search", "warning", f"{problem.title.rstrip('.')}.", problem.hint)


def _full_text() -> Check:
    problem = engine_problem()
    if problem:
        return Check("Full-text search", "failed", problem, "Use a Python whose SQLite has FTS5.")
    return Check("Full-text search", "ok", f"{engine_name()}.")


def _meaning() -> Check:
    try:
        files = model_files(asset("models", "all-MiniLM-L6-v2"))
        for part in MODEL_PARTS:
            files.part(part)
    except MeaningFailed as problem:
        return Check("Search by meaning", "warning", f"{problem.title}.", problem.hint)
    return Check("Search by meaning", "ok", f"{files.name} is here and whole.")


def _watches() -> Check:
    limit_file = Path("/proc/sys/fs/inotify/max_user_watches")
    try:
        limit = int(limit_file.read_text(encoding="ascii"))
    except (OSError, ValueError):
        return Check("Watching for changes", "ok", "The system sets no known limit.")
    if limit < WATCHES_WANTED:
        remedy = "Raise fs.inotify.max_user_watches; until then large vaults are compared as a whole now and then."
        return Check("Watching for changes", "warning", f"Only {limit:,} folders can be watched.", remedy)
    return Check("Watching for changes", "ok", f"{limit:,} folders can be watched.")


def _resources() -> Check:
    welcome = asset("welcome-vault", "Welcome.md")
    if welcome.is_file():
        return Check("Own files", "ok", "Complete.")
    return Check("Own files", "failed", f"{welcome} is missing.", "Install VaultDesk again.")
