"""Passage links: how the notes an answer names are linked among each other. Only the links between them are read."""

import sqlite3
from collections import Counter
from collections.abc import Callable, Sequence

from vaultdesk.index.haystack import Haystack
from vaultdesk.index.intake import link_key
from vaultdesk.index.network import SeenNames
from vaultdesk.vault.markdown import link_resolution


def links_between(
    haystack: Haystack, connection: sqlite3.Connection, paths: Sequence[str], sees: Callable[[str], bool]
) -> Counter[str]:
    """Return, for each of *paths*, how many of the others it links to or is linked from.

    What a link means is worked out among the notes that *sees* lets through, as everywhere.
    """
    if len(paths) < 2:
        return Counter()
    wanted = set(paths)
    keys = set(map(link_key, paths))
    sql = (
        "SELECT DISTINCT path, target FROM link JOIN note ON note.id = link.note"  # noqa: S608 - only marks
        f" WHERE path IN ({_marks(wanted)}) AND key IN ({_marks(keys)})"
    )
    names = SeenNames(haystack.names(connection), sees)
    pairs: set[tuple[str, str]] = set()
    for source, target in connection.execute(sql, (*wanted, *keys)).fetchall():
        found = link_resolution.resolve_link(target, source, names)
        if found is not None and found != source and found in wanted:
            pairs.add((min(source, found), max(source, found)))
    return Counter(path for pair in pairs for path in pair)


def _marks(values: set[str]) -> str:
    return ",".join("?" * len(values))
