"""The diagnosis: all checks for one computer and vault, and the plain-text report of their results."""

import os
import re
from collections.abc import Callable, Collection, Iterator, Sequence
from functools import partial
from pathlib import Path

from msgspec import Struct

from vaultdesk.core.credentials import Credentials
from vaultdesk.core.logs import redact_secrets
from vaultdesk.core.platform.paths import AppFolders, vault_data_folder
from vaultdesk.core.settings.settings_store import SettingsStore
from vaultdesk.core.this_computer import user_name
from vaultdesk.diagnosis import program_checks, vault_checks, window_checks
from vaultdesk.diagnosis.check import CHECK_GROUPS, DEFAULT_PROBE_TIMEOUT, CheckOutcome, CheckProbe, CheckResult
from vaultdesk.diagnosis.provider_checks import provider_probes
from vaultdesk.diagnosis.vault_checks import survey_vault
from vaultdesk.privacy.ledger import LedgerFiles

INDEX_FILE = "index.sqlite"
"""File name of the index in the vault's data folder."""


class DiagnosisSubject(Struct, frozen=True):
    """What is diagnosed: the settings of one computer, and a vault."""

    app_folders: AppFolders
    store: SettingsStore
    credentials: Credentials
    tool_names: Collection[str]
    """The names and aliases of the built-in tools."""
    vault: Path | None = None
    """The folder of notes; None if none was ever opened."""
    is_open: bool = False
    """Whether this process has the vault open."""


def all_probes(
    subject: DiagnosisSubject, window: Callable[[], Sequence[CheckResult]], *, ask_providers: bool = False
) -> list[CheckProbe]:
    """Return all probes. *window* returns the checks of the window; *ask_providers*: query remote providers too."""
    app_folders, store, credentials = subject.app_folders, subject.store, subject.credentials
    limit = 2 * window_checks.QT_TRIAL_TIMEOUT + 5.0
    return [
        CheckProbe(program_checks.PROGRAM, program_checks.version_check),
        CheckProbe(program_checks.CRASH, partial(program_checks.crash_check, app_folders)),
        CheckProbe(program_checks.HOME, partial(program_checks.home_checks, app_folders)),
        CheckProbe(program_checks.SETTINGS, partial(program_checks.settings_checks, store)),
        CheckProbe(program_checks.TOOLSETS, partial(program_checks.toolset_checks, store, subject.tool_names)),
        CheckProbe(program_checks.DATA_DISK, partial(program_checks.disk_checks, app_folders)),
        CheckProbe(
            program_checks.KEY_STORE, partial(program_checks.key_checks, credentials), program_checks.UNLOCK_TIMEOUT
        ),
        CheckProbe(window_checks.QT, window, limit),
        *_vault_probes(subject),
        CheckProbe(program_checks.ENGINE, program_checks.engine_checks),
        *_index_probes(subject),
        CheckProbe(program_checks.EMBEDDINGS, program_checks.model_checks),
        CheckProbe(program_checks.PDF, program_checks.pdf_checks),
        *provider_probes(
            store, credentials, ask_providers=ask_providers, log=LedgerFiles(app_folders.data).connection_log
        ),
    ]


def _vault_probes(subject: DiagnosisSubject) -> list[CheckProbe]:
    if subject.vault is None:
        return [CheckProbe(vault_checks.WATCHING, lambda: [vault_checks.watch_check()])]
    return [
        CheckProbe(vault_checks.VAULT, partial(vault_checks.vault_checks, subject.vault), DEFAULT_PROBE_TIMEOUT + 5.0)
    ]


def _index_probes(subject: DiagnosisSubject) -> list[CheckProbe]:
    root = subject.vault
    if root is None:
        return []

    def check_index() -> list[CheckResult]:
        file = vault_data_folder(subject.app_folders, root) / INDEX_FILE
        return program_checks.index_checks(file, partial(_count_notes, root), is_open=subject.is_open)

    return [CheckProbe(program_checks.INDEX, check_index, 2 * DEFAULT_PROBE_TIMEOUT)]


def _count_notes(root: Path) -> int | None:
    """Return the number of notes in the folder; None if it could not be determined in time."""
    try:
        survey = survey_vault(root)
    except OSError:
        return None
    return survey.notes if survey.is_complete else None


OUTCOME_PREFIXES: dict[CheckOutcome, str] = {"ok": "ok  ", "warning": "note", "failed": "FAIL"}
"""Prefix of the line for each outcome; words, because colors are lost in a pasted report."""

MIN_REDACTED_NAME = 3
"""Minimum length of a user name that is redacted; a shorter one is part of many words."""

REDACTED_USER = "user"
"""Replacement of the user's name."""


def diagnosis_report(checks: Sequence[CheckResult], home: str = "", user: str = "") -> str:
    """Return all *checks* as text, without keys, the home folder and the user's name."""
    lines = [line for group in CHECK_GROUPS for check in checks if check.group == group for line in _check_lines(check)]
    return without_personal_data(redact_secrets("\n".join(lines)), home or str(Path.home()), user or user_name()) + "\n"


def without_personal_data(text: str, home: str, user: str) -> str:
    """Return *text* with the folder *home* replaced by `~` and the name *user* by `REDACTED_USER`."""
    for folder in dict.fromkeys((home, os.path.realpath(home))):
        prefix = folder.rstrip("/\\")
        if prefix:
            text = re.sub(rf"{re.escape(prefix)}(?![\w-])", "~", text)
    if len(user) >= MIN_REDACTED_NAME:
        text = re.sub(rf"(?<![\w-]){re.escape(user)}(?![\w-])", REDACTED_USER, text)
    return text


def _check_lines(check: CheckResult) -> Iterator[str]:
    yield f"{OUTCOME_PREFIXES[check.outcome]}  {check.name}: {check.finding}"
    if check.outcome != "ok" and check.remedy:
        yield f"      → {check.remedy}"
