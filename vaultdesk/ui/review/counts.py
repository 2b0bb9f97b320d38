"""Numbers of notes, changes and results as text."""

from vaultdesk.ui.formatting import format_number
from vaultdesk.ui.translation import translator

_tr = translator("ApprovalCounts")


def notes(count: int) -> str:
    """Return `1 note`, `1,204 notes`."""
    return _tr("1 note") if count == 1 else _tr("{n} notes").format(n=format_number(count))


def changes(count: int) -> str:
    """Return `1 change`, `12 changes`."""
    return _tr("1 change") if count == 1 else _tr("{n} changes").format(n=format_number(count))


def results(count: int) -> str:
    """Return `1 result`, `8 results`."""
    return _tr("1 result") if count == 1 else _tr("{n} results").format(n=format_number(count))
