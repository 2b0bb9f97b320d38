"""Subjects of a diagnosis, each with a home folder of its own."""

from collections.abc import Sequence
from pathlib import Path

from tests.support.keyrings import TRUSTED_HERE, MemoryKeyring
from vaultdesk.core.credentials import Credentials
from vaultdesk.core.platform.paths import app_folders
from vaultdesk.core.settings.settings_store import SettingsStore
from vaultdesk.diagnosis.check import CheckResult
from vaultdesk.diagnosis.diagnosis import DiagnosisSubject
from vaultdesk.workspace import TOOL_NAMES


def subject(home: Path, vault: Path | None = None, *, settings: str = "", **environment: str) -> DiagnosisSubject:
    """Return a subject whose settings file holds *settings* and whose keys are looked up in *environment*."""
    folders = app_folders({"VAULTDESK_HOME": str(home)})
    if settings:
        folders.settings.mkdir(parents=True, exist_ok=True)
        folders.settings_file.write_text(f"version = 1\n{settings}\n", encoding="utf-8")
    store = SettingsStore(folders.settings_file)
    store.load()
    keyring = MemoryKeyring()
    return DiagnosisSubject(folders, store, Credentials(environment, lambda: keyring, TRUSTED_HERE), TOOL_NAMES, vault)


def by_id(checks: Sequence[CheckResult]) -> dict[str, CheckResult]:
    """Return *checks* as a mapping from their ids."""
    return {check.id: check for check in checks}
