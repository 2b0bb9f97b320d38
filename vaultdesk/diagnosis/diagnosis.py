"""Diagnosis: everything that is tried on a computer, put together, and what can be said of all of it."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import partial
from pathlib import Path

from vaultdesk.core.credentials import Credentials
from vaultdesk.core.platform.paths import AppFolders, vault_data_folder
from vaultdesk.core.settings.settings_store import SettingsStore
from vaultdesk.diagnosis import own_checks, search_checks, vault_checks, window_checks
from vaultdesk.diagnosis.check import Check, Outcome
from vaultdesk.diagnosis.examination import USUAL_LIMIT, Probe
from vaultdesk.diagnosis.provider_checks import provider_probes
from vaultdesk.diagnosis.survey import survey

INDEX_FILE = "index.sqlite"
"""What the index is called in the vault's own folder."""


@dataclass(frozen=True, slots=True)
class Subject:
    """What is examined."""

    places: AppFolders
    store: SettingsStore
    credentials: Credentials
    vault: Path | None = None
    """The folder of notes; None where none was ever opened."""
    held: bool = False
    """Whether this process has it open."""


def probes(subject: Subject, window: Callable[[], Sequence[Check]], *, ask: bool = False) -> list[Probe]:
    """Return all there is to try. *window* says what a window finds here; *ask*: providers elsewhere as well."""
    places, store, credentials = subject.places, subject.store, subject.credentials
    limit = 2 * window_checks.QT_PATIENCE + 5.0
    return [
        Probe(own_checks.PROGRAM, own_checks.about),
        Probe(own_checks.CRASH, partial(own_checks.last_end, places)),
        Probe(own_checks.HOME, partial(own_checks.home_checks, places)),
        Probe(own_checks.SETTINGS, partial(own_checks.settings_checks, store)),
        Probe(own_checks.DISK, partial(own_checks.disk_checks, places)),
        Probe(own_checks.KEYS, partial(own_checks.key_checks, credentials), own_checks.UNLOCK_LIMIT),
        Probe(window_checks.QT, window, limit),
        *_of_vault(subject),
        Probe(search_checks.ENGINE, search_checks.engine_checks),
        *_of_index(subject),
        Probe(search_checks.MEANING, search_checks.model_checks),
        Probe(search_checks.PDF, search_checks.pdf_checks),
        *provider_probes(store, credentials, ask=ask),
    ]


def worst(checks: Sequence[Check]) -> Outcome:
    """Return the gravest outcome of *checks*."""
    outcomes = {check.outcome for check in checks}
    return "failed" if "failed" in outcomes else "warning" if "warning" in outcomes else "ok"


def _of_vault(subject: Subject) -> list[Probe]:
    if subject.vault is None:
        return [Probe(vault_checks.WATCHING, lambda: [vault_checks.watching()])]
    return [Probe(vault_checks.VAULT, partial(vault_checks.vault_checks, subject.vault), USUAL_LIMIT + 5.0)]


def _of_index(subject: Subject) -> list[Probe]:
    root = subject.vault
    if root is None:
        return []

    def look() -> list[Check]:
        file = vault_data_folder(subject.places, root) / INDEX_FILE
        return search_checks.index_checks(file, partial(_notes, root), held=subject.held)

    return [Probe(search_checks.INDEX, look, 2 * USUAL_LIMIT)]


def _notes(root: Path) -> int | None:
    """Return how many notes are in the folder; None where that was not seen in time."""
    try:
        found = survey(root)
    except OSError:
        return None
    return found.notes if found.whole else None
