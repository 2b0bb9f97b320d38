"""Note summaries for tests of the file tree."""

from datetime import UTC, datetime

from vaultdesk.core.phrases import NO_PHRASE, Phrase
from vaultdesk.index.index_results import NoteSummary

NOON = datetime(2026, 11, 21, 12, tzinfo=UTC)


def row(path: str, problem: Phrase = NO_PHRASE, *, excluded: bool = False) -> NoteSummary:
    """Return the summary of a note at *path*."""
    name = path.rpartition("/")[2].removesuffix(".md")
    return NoteSummary(path, name, name, 1, NOON, problem, excluded)
