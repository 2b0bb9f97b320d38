"""Run changes: what one answer changed, counted from the journal, and the words of its undo. Changes nothing."""

import asyncio
from dataclasses import dataclass

from PySide6.QtCore import QCoreApplication

from vaultdesk.ui.activity.change_groups import change_groups
from vaultdesk.ui.formatting import format_number
from vaultdesk.vault.vault import Vault

MOST_CHANGES = 5_000
"""Changes of one answer that are counted."""


@dataclass(frozen=True, slots=True)
class RunChanges:
    """What stands of an answer's changes, and what is undone."""

    group: str
    standing: int = 0
    """Changes that an undo would take back, without repaired links."""
    links: int = 0
    """Notes whose links go with them."""
    undone: int = 0
    """Changes that are taken back, without repaired links."""

    @property
    def offers_redo(self) -> bool:
        """Whether all of it is undone, so that the way back is forth again."""
        return not self.standing and bool(self.undone)

    def __bool__(self) -> bool:
        return bool(self.standing or self.undone)


def _tr(text: str) -> str:
    return QCoreApplication.translate("RunChanges", text)


async def read_changes(vault: Vault, group: str) -> RunChanges:
    """Return what the answer *group*, a run's id, changed. Raises `JournalFailed`."""
    entries = await asyncio.to_thread(vault.journal.changes, MOST_CHANGES, group=group)
    found = change_groups(entries)
    if not found:
        return RunChanges(group)
    items = [item for item in found[0].items if item.made]
    own = [item for item in items if item.kind != "links"]
    links = [item for item in items if item.kind == "links" and not item.undone]
    return RunChanges(
        group,
        standing=sum(not item.undone for item in own),
        links=sum(len(item.entries) for item in links),
        undone=sum(item.undone for item in own),
    )


def button_words(changes: RunChanges) -> str:
    """Return what the button under the answer says."""
    if changes.offers_redo:
        return _tr("Redo")
    if changes.standing == 1:
        return _tr("Undo 1 change")
    return _tr("Undo {0} changes").format(format_number(changes.standing))


def applied_words(changes: RunChanges) -> str:
    """Return what the notice says after changes were made."""
    told = _tr("1 change applied") if changes.standing == 1 else _tr("{0} changes applied")
    words = told.format(format_number(changes.standing))
    if not changes.links:
        return f"{words}."
    links = _tr("links repaired in 1 note") if changes.links == 1 else _tr("links repaired in {0} notes")
    return f"{words}, {links.format(format_number(changes.links))}."
