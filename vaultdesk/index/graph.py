"""Graph: who links to whom, worked out from the stored links when asked. The rules of links are
vault/markdown/link_resolution.py's."""

import sqlite3
from collections import Counter
from collections.abc import Collection, Iterable, Mapping

from vaultdesk.index.haystack import Haystack
from vaultdesk.index.intake import link_key
from vaultdesk.index.letters import whole_text
from vaultdesk.index.passage import passage
from vaultdesk.index.property_lines import RULE, property_of_link
from vaultdesk.index.query import plain, storable
from vaultdesk.index.results import Backlink, OutgoingLink
from vaultdesk.vault.markdown import link_resolution
from vaultdesk.vault.note_path import NOTE_SUFFIX, same_name_key

LONGEST_CONTEXT = 400
"""Characters of a line shown around a link; some notes keep a whole chapter in one line."""


def resolve(haystack: Haystack, connection: sqlite3.Connection, linkpath: str, source: str) -> str | None:
    """The note that a link in *source* means; None where there is none."""
    return link_resolution.resolve_link(plain(linkpath), source, haystack.names(connection))


def resolve_all(
    haystack: Haystack, connection: sqlite3.Connection, linkpaths: Iterable[str], source: str
) -> dict[str, str | None]:
    """The notes that these links in *source* mean."""
    return {linkpath: resolve(haystack, connection, linkpath, source) for linkpath in linkpaths}


def candidates(haystack: Haystack, connection: sqlite3.Connection, linkpath: str) -> list[str]:
    """Every note whose path ends in *linkpath*, `.md` left out or not: by whole names, the shortest path first."""
    names, wanted = haystack.names(connection), plain(linkpath)
    found = {path for written in (wanted, f"{wanted}{NOTE_SUFFIX}") for path in names.ending_in(written)}
    return sorted(found, key=lambda path: (path.count("/"), len(path), path))


def outgoing(haystack: Haystack, connection: sqlite3.Connection, path: str) -> list[OutgoingLink]:
    """The links in the note at *path*, in their order."""
    names = haystack.names(connection)
    rows = connection.execute(
        "SELECT target, subpath, line, embed FROM link JOIN note ON note.id = link.note WHERE path = ? ORDER BY nth",
        (storable(path),),
    )
    return [
        OutgoingLink(target, subpath, link_resolution.resolve_link(target, path, names), line, bool(embed))
        for target, subpath, line, embed in rows
    ]


def backlinks(haystack: Haystack, connection: sqlite3.Connection, path: str) -> list[Backlink]:
    """The links in other notes that lead to *path*, by note and line."""
    names = haystack.names(connection)
    # Who writes this last name may mean this note; which one is meant depends on where the link stands.
    rows = connection.execute(
        "SELECT note.id, path, title, target, line FROM link JOIN note ON note.id = link.note WHERE key = ?"
        " ORDER BY path_key, line",
        (link_key(plain(path)),),
    ).fetchall()
    found: list[Backlink] = []
    lines: dict[int, list[str]] = {}
    told = 0
    for note, source, title, target, line in rows:
        if source == path or link_resolution.resolve_link(target, source, names) != path:
            continue
        if note not in lines:
            lines, told = {note: whole_text(connection, note).split("\n")}, 0
        if _is_property(lines[note], line):
            found.append(Backlink(source, title, line, property_of_link(lines[note], target, told)))
            told += 1
        else:
            found.append(Backlink(source, title, line, _context(lines[note], line)))
    return found


def lines_linking(connection: sqlite3.Connection, wanted: Mapping[str, Collection[str]]) -> list[Backlink]:
    """The lines of notes on which these links stand: *wanted* names each note and what its links say as written."""
    found: list[Backlink] = []
    for source, targets in sorted(wanted.items(), key=lambda item: same_name_key(item[0])):
        rows = connection.execute(
            "SELECT note.id, title, target, line FROM link JOIN note ON note.id = link.note"
            " WHERE path = ? ORDER BY nth",
            (storable(source),),
        ).fetchall()
        lines = whole_text(connection, rows[0][0]).split("\n") if rows else []
        # A line that links twice is one line.
        at: dict[tuple[int, str], None] = {}
        told: Counter[str] = Counter()
        for _, _, target, line in rows:
            if target in targets:
                if _is_property(lines, line):
                    at[line, property_of_link(lines, target, told[target])] = None
                    told[target] += 1
                else:
                    at[line, _context(lines, line)] = None
        found += [Backlink(source, rows[0][1], line, context) for line, context in at]
    return found


def _is_property(lines: list[str], line: int) -> bool:
    """Whether a link in *line* is in a property: these are in the first as far as the index knows, which says `---`."""
    return line == 1 and lines[0].rstrip() == RULE


def _context(lines: list[str], line: int) -> str:
    text = lines[line - 1] if line <= len(lines) else ""
    return passage(text[:LONGEST_CONTEXT], cut_after=len(text) > LONGEST_CONTEXT).text
