"""Import words: what came of an import, in a sentence."""

from PySide6.QtCore import QCoreApplication

from vaultdesk.ui.formatting import format_number
from vaultdesk.workspace.import_plan import ImportOutcome


def written_words(outcome: ImportOutcome) -> str:
    """Return what was written, in a sentence."""
    count = len(outcome.written)
    words = (
        _tr("1 chat was imported.") if count == 1 else _tr("{n} chats were imported.").format(n=format_number(count))
    )
    return f"{words} {_tr('The rest was not.')}" if outcome.stopped else words


def _tr(text: str) -> str:
    return QCoreApplication.translate("ImportWords", text)
