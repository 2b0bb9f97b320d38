"""Pages: brings the texts of notes that are in doubt, as each search needs them. Decides nothing about them.

Where capitals do not count and nothing has to be shown, the folded texts in memory say it all; else the index is read.
"""

import sqlite3
from collections.abc import Iterator, Sequence

from vaultdesk.index.haystack import Haystack, Straw
from vaultdesk.index.search_language.nodes import Cased, HasProperty, Node, Pattern, Within, Word, children
from vaultdesk.index.search_language.page import Page
from vaultdesk.vault.frontmatter.frontmatter import read_frontmatter
from vaultdesk.vault.markdown.markdown_scanner import scan

_HEAD_LINES = (
    "length(properties) - length(replace(properties, char(10), ''))"
    " + (properties != '' AND substr(properties, -1) != char(10))"
)


def asks_for_letters(node: Node) -> bool:
    """Whether texts have to be looked at: for anything but names, tags and properties."""
    match node:
        case HasProperty() | Within(scope="tag" | "file" | "path"):
            return False
        case Word() | Pattern():
            return True
        case _:
            return any(map(asks_for_letters, children(node)))


def pages(
    haystack: Haystack, connection: sqlite3.Connection, notes: Sequence[int], root: Node, *, as_written: bool
) -> Iterator[Page]:
    """Yield each of *notes* that is still there and may be a result; places are true to the text *as_written* only."""
    if not notes:
        return
    haystack.straws(connection)  # Takes in what was committed since the last step.
    in_memory: dict[int, bytes] = {}
    if not as_written and not _needs_capitals(root):
        in_memory = {note: text for note in notes if (text := haystack.text(note)) is not None}
    listed = f"({','.join(map(str, notes))})"
    headings = _headings(connection, listed) if _asks_for(root, ("section",)) else {}
    heads = _heads(connection, listed) if _asks_for(root, ("block", "task", "task-todo", "task-done")) else {}
    texts = _texts(connection, [note for note in notes if note not in in_memory])
    for note in notes:
        straw = _straw(haystack, note)
        if straw is None:
            continue
        waiting = haystack.waiting(note)
        if waiting is not None:
            yield _early_page(straw, waiting)
        else:
            data = in_memory.get(note)
            text = texts.get(note, b"") if data is None else data  # Without one it is known by name alone so far.
            yield Page(straw, text, heads.get(note, 0), headings.get(note, ()), is_folded=data is not None)


def _early_page(straw: Straw, text: str) -> Page:
    """Return a note that was read and waits for its commit: its headings stand in no table yet."""
    start = read_frontmatter(text).body_start
    head = text[:start]
    head_lines = head.count("\n") + (head[-1:] not in ("", "\n"))
    return Page(straw, text.encode("utf-8", "replace"), head_lines, [one.line for one in scan(text, start).headings])


def _straw(haystack: Haystack, note: int) -> Straw | None:
    try:
        straw = haystack.get(note)
    except KeyError:  # Removed between two steps.
        return None
    return None if straw.excluded else straw


def _texts(connection: sqlite3.Connection, notes: Sequence[int]) -> dict[int, bytes]:
    """Return the texts as bytes: a pattern is looked for in them as they are."""
    if not notes:
        return {}
    listed = f"({','.join(map(str, notes))})"
    return dict(connection.execute(f"SELECT id, CAST(properties || body AS BLOB) FROM text WHERE id IN {listed}"))  # noqa: S608 - numbers


def _headings(connection: sqlite3.Connection, listed: str) -> dict[int, list[int]]:
    found: dict[int, list[int]] = {}
    sql = f"SELECT note, line FROM heading WHERE note IN {listed} ORDER BY note, nth"  # noqa: S608 - numbers
    for note, line in connection.execute(sql):
        found.setdefault(note, []).append(line)
    return found


def _heads(connection: sqlite3.Connection, listed: str) -> dict[int, int]:
    """Return how many lines the properties take."""
    return dict(connection.execute(f"SELECT id, {_HEAD_LINES} FROM text WHERE id IN {listed}"))  # noqa: S608 - our own words


def _needs_capitals(node: Node) -> bool:
    """Whether the text as it is written has to be looked at: a pattern may ask for anything."""
    match node:
        case Pattern() | Cased(exactly=True):
            return True
        case HasProperty():
            return False
        case _:
            return any(map(_needs_capitals, children(node)))


def _asks_for(node: Node, scopes: Sequence[str]) -> bool:
    return (isinstance(node, Within) and node.scope in scopes) or any(
        _asks_for(part, scopes) for part in children(node)
    )
