"""Freshness words: when a note was changed and when the index took it in, as people say it. Words only, no widget."""

from datetime import UTC, datetime

from PySide6.QtCore import QCoreApplication

from vaultdesk.ui.when import ago, is_known, whole_when


def freshness_words(modified: datetime, indexed: datetime | None) -> str:
    """Return one line, or two where the note was read for the index: `Changed: Today, 09:58` and `Indexed just now`.

    Nothing of a time that is not known yet.
    """
    now = datetime.now(UTC)
    lines: list[str] = []
    if is_known(modified):
        lines.append(_tr("Changed: {when}").format(when=whole_when(modified, now.astimezone().date())))
    if indexed is not None:
        lines.append(_tr("Indexed {when}").format(when=ago(indexed, now)))
    return "\n".join(lines)


def _tr(text: str) -> str:
    return QCoreApplication.translate("FreshnessWords", text)
