"""Backlinks and outgoing links of a note, with the lines that contain them, and links among several notes."""

import re
import sqlite3
from collections import Counter
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence

from vaultdesk.index.index_results import Backlink, OutgoingLink
from vaultdesk.index.indexing.entry_builder import link_key
from vaultdesk.index.link_graph import VisibleNames
from vaultdesk.index.search.snippet import make_snippet
from vaultdesk.index.search_query import storable_path, storable_text
from vaultdesk.index.text_cache.text_cache import TextCache, stored_text
from vaultdesk.vault.markdown import link_resolution
from vaultdesk.vault.markdown.link_resolution import NoteNames
from vaultdesk.vault.note_path import NOTE_SUFFIX, same_name_key

# Works on lines as written, without parsing: the result is for display.

FRONTMATTER_RULE = "---"
"""The line before and after the properties."""

MAX_SHOWN_VALUE = 300
"""Maximum number of characters shown of a value."""

_NAME = re.compile(r"(?P<name>[^\s:#'\"-][^:]{0,80}):(?:\s+(?P<value>.*))?$")
_ITEM = re.compile(r"\s*-\s+")
_QUOTES = re.compile(r"""(?<![^\s\[,])["']|["'](?![^\s\],])""")
"""Quotation marks around a value, not those within words."""


def property_of_link(lines: Sequence[str], target: str, nth: int = 0) -> str:
    """Return `name: value` of the property that contains the link to *target*, as written.

    *lines* are the note's, from its first. If several properties contain the link, *nth* selects one, from 0. Returns
    an empty text if none is found.
    """
    link = re.compile(r"\[\[\s*" + re.escape(target) + r"\s*[]|#\\]")
    found = [f"{name}: {_plain_value(value)}" for name, value in _values(lines) if link.search(value)]
    return found[min(nth, len(found) - 1)] if found else ""


def _values(lines: Sequence[str]) -> Iterator[tuple[str, str]]:
    """Yield each line of the properties that has a value, with the name of its property."""
    name = ""
    for line in lines[1:]:
        if line.rstrip() in (FRONTMATTER_RULE, "..."):
            return
        match = _NAME.match(line)
        if match is not None:
            name = match["name"].strip()
        yield name, (match["value"] or "") if match is not None else line


def _plain_value(value: str) -> str:
    """Return a value without YAML and Markdown syntax."""
    shortened = value[: MAX_SHOWN_VALUE + 1]
    plain = _ITEM.sub("", shortened, count=1).strip()
    if plain.startswith("[") and not plain.startswith("[["):
        plain = plain.removeprefix("[").removesuffix("]")
    return make_snippet(_QUOTES.sub("", plain), cut_after=len(value) > MAX_SHOWN_VALUE).text


MAX_CONTEXT_LENGTH = 400
"""Maximum number of characters shown around a link; some notes have a whole chapter in one line."""


def resolve_in_index(text_cache: TextCache, connection: sqlite3.Connection, linkpath: str, source: str) -> str | None:
    """Return the note that a link in *source* resolves to; None if there is none."""
    return link_resolution.resolve_link(storable_text(linkpath), source, text_cache.names(connection))


def resolve_all_in_index(
    text_cache: TextCache, connection: sqlite3.Connection, linkpaths: Iterable[str], source: str
) -> dict[str, str | None]:
    """Return the notes that these links in *source* resolve to."""
    return {linkpath: resolve_in_index(text_cache, connection, linkpath, source) for linkpath in linkpaths}


def paths_ending_in(text_cache: TextCache, connection: sqlite3.Connection, linkpath: str) -> list[str]:
    """Return every note whose path ends in *linkpath*, with or without `.md`, by whole names, the shortest path
    first.
    """
    names, name = text_cache.names(connection), storable_text(linkpath)
    found = {path for written in (name, f"{name}{NOTE_SUFFIX}") for path in names.ending_in(written)}
    return sorted(found, key=lambda path: (path.count("/"), len(path), path))


def outgoing_links(text_cache: TextCache, connection: sqlite3.Connection, path: str) -> list[OutgoingLink]:
    """Return the links in the note at *path*, in their order."""
    names = text_cache.names(connection)
    rows = connection.execute(
        "SELECT target, subpath, line, embed FROM"
        " (SELECT * FROM link WHERE note = (SELECT id FROM note WHERE path = :path) UNION ALL"
        " SELECT * FROM chat_link WHERE note = (SELECT id FROM note WHERE path = :path)) ORDER BY nth",
        {"path": storable_path(path)},
    )
    return [
        OutgoingLink(target, subpath, link_resolution.resolve_link(target, path, names), line, bool(embed))
        for target, subpath, line, embed in rows
    ]


def backlinks_to(text_cache: TextCache, connection: sqlite3.Connection, path: str) -> list[Backlink]:
    """Return the links in other notes that lead to *path*, by note and line."""
    names = text_cache.names(connection)
    # A link with this last name may mean this note; its target depends on the location of the link.
    rows = connection.execute(
        "SELECT note.id, path, title, target, line FROM link JOIN note ON note.id = link.note WHERE key = ?"
        " ORDER BY path_key, line",
        (link_key(storable_text(path)),),
    ).fetchall()
    found: list[Backlink] = []
    lines: dict[int, list[str]] = {}
    property_count = 0
    for note, source, title, target, line in rows:
        if source == path or link_resolution.resolve_link(target, source, names) != path:
            continue
        if note not in lines:
            lines, property_count = {note: stored_text(connection, note).split("\n")}, 0
        if _is_property(lines[note], line):
            found.append(Backlink(source, title, line, property_of_link(lines[note], target, property_count)))
            property_count += 1
        else:
            found.append(Backlink(source, title, line, _context(lines[note], line)))
    return found


def lines_linking(connection: sqlite3.Connection, targets_by_source: Mapping[str, Collection[str]]) -> list[Backlink]:
    """Return the lines of notes that contain these links: the link targets as written, by the path of their note."""
    found: list[Backlink] = []
    for source, targets in sorted(targets_by_source.items(), key=lambda item: same_name_key(item[0])):
        rows = connection.execute(
            "SELECT note.id, title, target, line FROM link JOIN note ON note.id = link.note"
            " WHERE path = ? ORDER BY nth",
            (storable_path(source),),
        ).fetchall()
        lines = stored_text(connection, rows[0][0]).split("\n") if rows else []
        # Two links on a line give one entry.
        contexts: dict[tuple[int, str], None] = {}
        property_counts: Counter[str] = Counter()
        for _, _, target, line in rows:
            if target in targets:
                if _is_property(lines, line):
                    contexts[line, property_of_link(lines, target, property_counts[target])] = None
                    property_counts[target] += 1
                else:
                    contexts[line, _context(lines, line)] = None
        found += [Backlink(source, rows[0][1], line, context) for line, context in contexts]
    return found


def _is_property(lines: list[str], line: int) -> bool:
    """Whether a link in *line* is in a property: the index records these on the first line, which is `---`."""
    return line == 1 and lines[0].rstrip() == FRONTMATTER_RULE


def _context(lines: list[str], line: int) -> str:
    text = lines[line - 1] if line <= len(lines) else ""
    return make_snippet(text[:MAX_CONTEXT_LENGTH], cut_after=len(text) > MAX_CONTEXT_LENGTH).text


# Links among the best notes of a search.


def count_links_between(
    connection: sqlite3.Connection, paths: Sequence[str], is_visible: Callable[[str], bool]
) -> Counter[str]:
    """Return, for each of *paths*, the number of links between it and the others, in either direction.

    Links are resolved among the notes that *is_visible* accepts.
    """
    if len(paths) < 2:
        return Counter()
    path_set = set(paths)
    keys = set(map(link_key, paths))
    sql = (
        "SELECT DISTINCT path, target FROM link JOIN note ON note.id = link.note"  # noqa: S608 - placeholders only
        f" WHERE path IN ({_placeholders(path_set)}) AND key IN ({_placeholders(keys)})"
    )
    links = connection.execute(sql, (*path_set, *keys)).fetchall()
    names = VisibleNames(NoteNames(_paths_named(connection, keys)), is_visible)
    pairs: set[tuple[str, str]] = set()
    for source, target in links:
        found = link_resolution.resolve_link(target, source, names)
        if found is not None and found != source and found in path_set:
            pairs.add((min(source, found), max(source, found)))
    return Counter(path for pair in pairs for path in pair)


def _paths_named(connection: sqlite3.Connection, keys: set[str]) -> list[str]:
    """Return the paths of all files that a link with one of *keys* may mean: by the last name, with or without `.md`.

    These are enough to resolve the links; the names of all notes take much longer to load.
    """
    name_keys = keys | {key + NOTE_SUFFIX for key in keys} | {key.rpartition(".")[0] for key in keys}
    sql = f"SELECT path FROM note WHERE name_key IN ({_placeholders(name_keys)})"  # noqa: S608 - placeholders only
    return [path for (path,) in connection.execute(sql, tuple(name_keys))]


def _placeholders(values: set[str]) -> str:
    return ",".join("?" * len(values))
