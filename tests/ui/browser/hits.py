"""Hits: search results, made up."""

from tests.ui.browser.rows import NOON
from vaultdesk.index.results import Hit


def hit(path: str, snippet: str, *marks: tuple[int, int], heading: str = "") -> Hit:
    """A note found."""
    return Hit(path, path.rpartition("/")[2].removesuffix(".md"), heading, snippet, marks, 1.0, NOON)
