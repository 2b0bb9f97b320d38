"""Search hits for tests."""

from datetime import datetime
from typing import Literal

from tests.ui.browser.rows import NOON
from vaultdesk.index.index_results import Hit


def hit(
    path: str,
    snippet: str,
    *marks: tuple[int, int],
    heading: str = "",
    kind: Literal["note", "canvas", "base"] = "note",
    modified: datetime = NOON,
) -> Hit:
    """Return the hit of a note."""
    title = path.rpartition("/")[2].removesuffix(".md")
    return Hit(path, title, heading, snippet, marks, 1.0, modified, kind=kind, indexed=NOON)
