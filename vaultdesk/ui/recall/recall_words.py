"""Recall words: why a passage was found, and how it was searched, in words. Words only, no widget."""

from datetime import datetime

from PySide6.QtCore import QCoreApplication

from vaultdesk.index.search.passage_search import FoundPassage
from vaultdesk.ui.dates import time_ago
from vaultdesk.ui.formatting import format_number

RECENT = 0.5
"""Share of recency from which it is said: the note was changed within the last half year."""

MOST_WORDS = 8
"""Words that are named; a long question has more than anybody reads."""


def reasons(found: FoundPassage, now: datetime) -> tuple[str, ...]:
    """Return what speaks for a passage, the strongest kinds first."""
    why = found.reasons
    said: list[str] = []
    if why.word_rank is not None:
        words = ", ".join(why.words[:MOST_WORDS]) + ("…" if len(why.words) > MOST_WORDS else "")
        place = _tr("by words: no. {rank}").format(rank=format_number(why.word_rank))
        said.append(f"{place} ({words})" if words else place)
    if why.meaning_rank is not None:
        place = _tr("by meaning: no. {rank}").format(rank=format_number(why.meaning_rank))
        alike = "" if why.similarity is None else _tr("similarity {share}").format(share=f"{why.similarity:.2f}")
        said.append(f"{place} ({alike})" if alike else place)
    if why.links:
        one, many = _tr("1 link with the other notes found"), _tr("{n} links with the other notes found")
        said.append(one if why.links == 1 else many.format(n=format_number(why.links)))
    if why.recency >= RECENT:
        said.append(_tr("changed {when}").format(when=time_ago(found.modified, now)))
    return tuple(said)


def freshness(found: FoundPassage, now: datetime) -> str:
    """Return when the note was changed and taken into the index."""
    changed = _tr("Changed {when}").format(when=time_ago(found.modified, now))
    if found.indexed is None:
        return changed
    return f"{changed} · {_tr('indexed {when}').format(when=time_ago(found.indexed, now))}"


def summary(count: int, seconds: float, *, words: bool, meaning: bool) -> str:
    """Return how many were found, how long it took and by what."""
    found = _tr("1 passage") if count == 1 else _tr("{n} passages").format(n=format_number(count))
    took = _tr("{n} ms").format(n=format_number(max(1, round(seconds * 1000))))
    by = _tr("by words and meaning") if words and meaning else _tr("by words") if words else _tr("by meaning")
    return f"{found} · {took} · {by}"


def _tr(text: str) -> str:
    return QCoreApplication.translate("RecallWords", text)
