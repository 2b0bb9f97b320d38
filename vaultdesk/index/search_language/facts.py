"""Facts: the notes that have a tag or a property a search asks for, from the index's tables. Looks at no text."""

import json
import sqlite3
from collections.abc import Iterator

from vaultdesk.index.search_language.expression import tag_key
from vaultdesk.index.search_language.matching import Facts
from vaultdesk.index.search_language.nodes import (
    AnyOf,
    Cased,
    Every,
    HasProperty,
    Node,
    Pattern,
    Within,
    Without,
    Word,
    children,
)
from vaultdesk.index.search_language.patterns import compiled
from vaultdesk.index.search_language.values import fits_name, fits_value

_TAGGED = (
    "SELECT note FROM tag WHERE key = :key"
    # The nested ones too: after the tag and `/`, and before `0`, the character that follows `/`.
    " UNION SELECT note FROM tag WHERE key > :key || '/' AND key < :key || '0'"
)


def facts(connection: sqlite3.Connection, root: Node) -> Facts:
    """Return, for everything in *root* that asks for a tag or a property, the notes that have it."""
    found: dict[tuple[Node, bool], frozenset[int]] = {}
    for node, exactly in _asked(root, exactly=False):
        if (node, exactly) not in found:
            if isinstance(node, HasProperty):
                found[node, exactly] = _with_property(connection, node, exactly=exactly)
            else:
                found[node, exactly] = _tagged(connection, node.part, exactly=exactly)
    return found


def _asked(node: Node, *, exactly: bool) -> Iterator[tuple[HasProperty | Within, bool]]:
    match node:
        case HasProperty():
            yield node, exactly
        case Within(scope="tag"):
            yield node, exactly
        case Cased():
            yield from _asked(node.part, exactly=node.exactly)
        case _:
            for part in children(node):
                yield from _asked(part, exactly=exactly)


def _tagged(connection: sqlite3.Connection, node: Node, *, exactly: bool) -> frozenset[int]:
    """Return the notes whose tags fit *node*; tags are the same whatever their case."""
    match node:
        case Word():
            key = tag_key(node.text)
            if not key:
                return _numbers(connection, "SELECT DISTINCT note FROM tag", {})
            return _numbers(connection, _TAGGED, {"key": key})
        case Pattern():
            ready = compiled(node.source, exactly=exactly)
            rows = connection.execute("SELECT note, tag FROM tag").fetchall()
            fitting = {tag for tag in {tag for _, tag in rows} if ready and ready.search(f"#{tag}".encode())}
            return frozenset(note for note, tag in rows if tag in fitting)
        case Every():
            return frozenset.intersection(*(_tagged(connection, part, exactly=exactly) for part in node.parts))
        case AnyOf():
            return frozenset.union(*(_tagged(connection, part, exactly=exactly) for part in node.parts))
        case Without():
            every = _numbers(connection, "SELECT id FROM note", {})
            return every - _tagged(connection, node.part, exactly=exactly)
        case Cased():
            return _tagged(connection, node.part, exactly=node.exactly)
        case _:
            return frozenset()


def _with_property(connection: sqlite3.Connection, asked: HasProperty, *, exactly: bool) -> frozenset[int]:
    spelled = [name for (name,) in connection.execute("SELECT DISTINCT name FROM property").fetchall()]
    names = [name for name in spelled if fits_name(asked.name, name, exactly=exactly)]
    found: set[int] = set()
    for name in names:
        rows = connection.execute("SELECT note, value FROM property WHERE name = ?", (name,)).fetchall()
        if asked.value is None:
            found.update(note for note, _ in rows)
        else:
            # Notes share their values: each is understood once.
            fitting = {
                value: fits_value(asked.value, json.loads(value), exactly=exactly)
                for value in {value for _, value in rows}
            }
            found.update(note for note, value in rows if fitting[value])
    return frozenset(found)


def _numbers(connection: sqlite3.Connection, sql: str, values: dict[str, str]) -> frozenset[int]:
    return frozenset(note for (note,) in connection.execute(sql, values).fetchall())
