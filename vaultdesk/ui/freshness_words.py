"""Freshness words: when a note was changed and when the index took it in, as people say it. Words only, no widget."""

from datetime import UTC, datetime

from PySide6.QtCore import QCoreApplication

from vaultdesk.ui.when import ago, whole_when


def freshness_words(modified: datetime, indexed: datetime | None) -> str:
    """Return one line, or two where the note was read for the index: `Changed: Today, 09:58` and `Indexed just now`."""
    now = datetime.now(UTC)
    changed = _tr("Changed: {when}").format(when=whole_when(modified, now.astimezone().date()))
    if indexed is None:
        return changed
    return f"{changed}\n{_tr('Indexed {when}').format(when=ago(indexed, now))}"


def _tr(text: str) -> str:
    return QCoreApplication.translate("FreshnessWords", text)
