"""Subjects: the means of one examination, on a home of its own."""

from collections.abc import Sequence
from pathlib import Path

from tests.support.keyrings import TRUSTED_HERE, MemoryKeyring
from vaultdesk.core.credentials import Credentials
from vaultdesk.core.platform.paths import app_folders
from vaultdesk.core.settings.settings_store import SettingsStore
from vaultdesk.diagnosis.check import CheckResult
from vaultdesk.diagnosis.diagnosis import DiagnosisSubject


def subject(home: Path, vault: Path | None = None, *, settings: str = "", **environment: str) -> DiagnosisSubject:
    """Return what is examined: *settings* stand in its file, *environment* is where keys are looked for."""
    where = app_folders({"VAULTDESK_HOME": str(home)})
    if settings:
        where.settings.mkdir(parents=True, exist_ok=True)
        where.settings_file.write_text(f"version = 1\n{settings}\n", encoding="utf-8")
    store = SettingsStore(where.settings_file)
    store.load()
    keyring = MemoryKeyring()
    return DiagnosisSubject(where, store, Credentials(environment, lambda: keyring, TRUSTED_HERE), vault)


def named(checks: Sequence[CheckResult]) -> dict[str, CheckResult]:
    """Return *checks* by their ids."""
    return {check.id: check for check in checks}
