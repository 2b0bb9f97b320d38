"""Foot words: what the lists under a note are called, and what is said where one is empty. Words only."""

from PySide6.QtCore import QCoreApplication

from vaultdesk.ui.facts import number
from vaultdesk.ui.note.beside import MOST
from vaultdesk.ui.note.foot_rows import Tab


def title(tab: Tab, count: int | None) -> str:
    """Return what the list is called that has *count* rows; None where that is not known."""
    match tab:
        case "links" if not count:
            return _tr("Linked from no note")
        case "links":
            return _tr("Linked from 1 note") if count == 1 else _tr("Linked from {n} notes").format(n=count)
        case "related":
            name = _tr("Related")
        case "mentions":
            name = _tr("Mentions")
        case "similar":
            name = _tr("Much alike")
    return name if count is None else f"{name} {number(count)}" + ("+" if count > MOST else "")


def nothing(tab: Tab) -> str:
    """Return what is said where the list is empty."""
    match tab:
        case "links":
            return _tr("No other note links here.")
        case "related":
            return _tr("No other note has much to do with this one.")
        case "mentions":
            return _tr("No other note names this one without linking to it.")
        case "similar":
            return _tr("No other note is much like this one.")


def _tr(text: str) -> str:
    return QCoreApplication.translate("NoteFoot", text)
