"""Check words: how the groups and the outcomes of checks are called in the window. Words only, no widget."""

from collections.abc import Sequence

from PySide6.QtCore import QCoreApplication

from vaultdesk.diagnosis.check import CheckGroup, CheckOutcome, CheckRemedy, CheckResult
from vaultdesk.ui.translation import translated_message

SIGNS: dict[CheckOutcome, tuple[str, str]] = {
    "ok": ("check", "success"),
    "warning": ("info", "warning"),
    "failed": ("warning", "danger"),
}
"""Icon and colour of each outcome; the words beside it say the same."""


def group_title(group: CheckGroup) -> str:
    """Return how a group of checks is called."""
    return {
        "program": _tr("This program"),
        "folders": _tr("Folders and keys"),
        "window": _tr("Window and desktop"),
        "vault": _tr("The vault"),
        "search": _tr("Search"),
        "models": _tr("Models and the web"),
    }[group]


def check_title(check: CheckResult) -> str:
    """Return how what was tried is called; a provider has the name that the person gave it."""
    # Not looked up as a sentence of the core: a note may be called Keys, and keeps its name.
    names = {
        "program": _tr("VaultDesk"), "resources": _tr("Own files"), "crash": _tr("Last end"), "home": _tr("Places"),
        "settings-folder": _tr("Settings folder"), "data-folder": _tr("Data folder"),
        "cache-folder": _tr("Cache folder"), "log-folder": _tr("Log folder"), "settings": _tr("Settings file"),
        "data-disk": _tr("Disk of the data"), "keys": _tr("Keys"), "qt": _tr("Window toolkit (Qt)"),
        "display": _tr("Display"), "tray": _tr("Tray"), "notifications": _tr("Messages of the desktop"),
        "hotkey": _tr("Keys of quick ask"), "input-method": _tr("Input method"), "speller": _tr("Spelling"),
        "vault": _tr("Vault"), "vault-disk": _tr("Disk of the vault"), "vault-case": _tr("Upper and lower case"),
        "vault-links": _tr("Links in the vault"), "vault-sync": _tr("Sync folder"),
        "watching": _tr("Watching for changes"), "full-text": _tr("Full-text search"), "index": _tr("Search index"),
        "meaning": _tr("Search by meaning"), "pdf": _tr("Pages of PDFs"),
        "local-models": _tr("Models on this computer"), "web-search": _tr("Web search"),
    }  # fmt: skip
    return names.get(check.id, check.name)


def outcome_word(outcome: CheckOutcome) -> str:
    """Return what an outcome means, in a word or two."""
    return {"ok": _tr("works"), "warning": _tr("worth knowing"), "failed": _tr("does not work")}[outcome]


def act_words(act: CheckRemedy) -> str:
    """Return what the button says that does something about it; empty where there is none."""
    if not act:
        return ""
    return {
        "index": _tr("Show the Search Index"),
        "providers": _tr("Show the Providers"),
        "web": _tr("Show the Web Settings"),
        "desktop": _tr("Show the Desktop Settings"),
    }[act]


def spoken(check: CheckResult) -> str:
    """Return all of *check* for whoever listens instead of looking."""
    parts = (
        check_title(check),
        outcome_word(check.outcome),
        translated_message(check.finding),
        translated_message(check.remedy),
    )
    return ". ".join(part.rstrip(".") for part in parts if part)


def summary(checks: Sequence[CheckResult]) -> tuple[CheckOutcome, str]:
    """Return the gravest outcome of *checks*, and a sentence about all of them."""
    failed = sum(check.outcome == "failed" for check in checks)
    known = sum(check.outcome == "warning" for check in checks)
    fine = len(checks) - failed - known
    if failed:
        words = _tr("Does not work: {failed}. Worth knowing: {known}. Works: {fine}.")
    elif known:
        words = _tr("Nothing is broken. Worth knowing: {known}. Works: {fine}.")
    else:
        words = _tr("All is well. Works: {fine}.")
    told = words.format(failed=failed, known=known, fine=fine)
    return "failed" if failed else "warning" if known else "ok", told


def _tr(text: str) -> str:
    return QCoreApplication.translate("CheckWords", text)
