"""Trouble: what the middle of the window says when a vault cannot be opened, and the ways on from there."""

from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

from PySide6.QtCore import QCoreApplication

from vaultdesk.errors import VaultDeskError
from vaultdesk.ui.parts.empty import EmptyState, NextStep


@dataclass(frozen=True)
class WaysOn:
    """What can be done where no vault is open."""

    find_folder: Callable[[], object]
    try_again: Callable[[], object]
    welcome: Callable[[], object]


def trouble_page(root: Path, problem: VaultDeskError, ways: WaysOn) -> EmptyState:
    """Say why the vault at *root* did not open, that nothing is lost, and what can be done."""
    text = " ".join(part for part in (problem.hint, _tr("Your chats and settings are safe.")) if part)
    title = (
        problem.title if str(root) in problem.title or root.name in problem.title else f"{root.name}: {problem.title}"
    )
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
