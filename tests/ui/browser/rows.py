"""Rows: notes as the index lists them, made up for the tree."""

from datetime import UTC, datetime

from vaultdesk.index.index_results import NoteSummary

NOON = datetime(2026, 11, 21, 12, tzinfo=UTC)


def row(path: str, problem: str = "", *, excluded: bool = False) -> NoteSummary:
    """A note at *path*."""
    name = path.rpartition("/")[2].removesuffix(".md")
    return NoteSummary(path, name, name, 1, NOON, problem, excluded)
