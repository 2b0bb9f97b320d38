"""Trouble: what the middle of the window says when a vault cannot be opened, and the ways on from there."""

from collections.abc import Callable
from dataclasses import dataclass
from datetime import datetime
from pathlib import Path

from PySide6.QtCore import QCoreApplication

from vaultdesk.core.errors import VaultDeskError
from vaultdesk.ui.when import plain_day
from vaultdesk.ui.widgets.empty_state import EmptyState, NextStep


@dataclass(frozen=True)
class WaysOn:
    """What can be done where no vault is open."""

    find_folder: Callable[[], object]
    try_again: Callable[[], object]
    welcome: Callable[[], object]


def trouble_page(root: Path, problem: VaultDeskError, ways: WaysOn, opened: datetime | None = None) -> EmptyState:
    """Say why the vault at *root* did not open, that nothing is lost, and what can be done.

    *opened* is when it was open last; then a folder that is missing is one that went away, and not a wrong path.
    """
    # The first window does not wait for what these bring along.
    from vaultdesk.ui.first_start.vault_list import home_short
    from vaultdesk.vault.note_path import printable

    safe = _tr("Your chats and settings are safe.")
    if opened is not None and isinstance(problem.__cause__, FileNotFoundError | NotADirectoryError):
        title = _tr("{name} is not where it was").format(name=printable(root.name))
        day = plain_day(opened.astimezone().date(), datetime.now().astimezone().date())
        there = _tr("The folder {folder} was there on {day}.").format(folder=printable(home_short(root)), day=day)
        text = "\n".join((there, _tr("Was it moved, or is its drive not connected?"), safe))
    else:
        text = " ".join(part for part in (problem.hint, safe) if part)
        told = str(root) in problem.title or root.name in problem.title
        title = problem.title if told else f"{root.name}: {problem.title}"
    return EmptyState(
        "warning",
        title,
        text,
        [
            NextStep(_tr("Find the Folder…"), ways.find_folder, "primary"),
            NextStep(_tr("Try Again"), ways.try_again),
            NextStep(_tr("Look around in the welcome vault"), ways.welcome, "link"),
        ],
        icon_role="warning",
    )


def _tr(text: str) -> str:
    return QCoreApplication.translate("Trouble", text)
