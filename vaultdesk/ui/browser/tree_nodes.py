"""Nodes of the file tree and the sort order of notes, without Qt."""

import re
import unicodedata
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from datetime import UTC, datetime
from typing import Protocol

from vaultdesk.core.settings.settings_schema import SortOrder
from vaultdesk.index.index_results import NoteSummary

_DIGITS = re.compile(r"0*(\d{1,18})")

NEVER = datetime.min.replace(tzinfo=UTC)

Key = tuple[object, ...]


class SortableNote(Protocol):
    """An item that can be sorted."""

    name: str
    path: str
    folder: bool
    modified: datetime


def natural_key(name: str) -> str:
    """Return the sort key of a name: without case and accents, and with 2 before 10."""
    text = name.casefold() if name.isascii() else _unaccented(name)
    # Prefixed with the length of the number, so that 10 follows 9 in text order.
    return _DIGITS.sub(_numbered, text)


@dataclass(frozen=True, slots=True)
class NoteOrder:
    """A sort order of the settings. Folders come first, by name; they have no times."""

    order: SortOrder = "name"
    created: Mapping[str, float] = field(default_factory=dict)
    """Creation time of each note, in any unit; used only if it is the sort order."""

    def key(self, one: SortableNote) -> Key:
        """Return the sort key of *one* among items of its kind."""
        name = (natural_key(one.name), one.name)
        if one.folder or self.order in ("name", "name-down"):
            return name
        if self.order in ("modified", "modified-oldest"):
            return (one.modified, *name)
        return (self.created.get(one.path, 0.0), *name)

    def descends(self, *, folder: bool) -> bool:
        """Return whether the order is descending."""
        return self.order == "name-down" or (not folder and self.order in ("modified", "created"))

    @property
    def follows_changes(self) -> bool:
        """Return whether a note's position changes when it is modified."""
        return self.order.startswith("modified")


def _numbered(found: re.Match[str]) -> str:
    digits = found[1]
    return f"{len(digits):02}{digits}"


def _unaccented(name: str) -> str:
    spread = unicodedata.normalize("NFKD", name.casefold())
    return "".join(letter for letter in spread if not unicodedata.combining(letter))


@dataclass(eq=False, slots=True, weakref_slot=True)
class TreeNode:
    """A folder or a file in the tree. `count` is the number of notes at any depth below a folder."""

    name: str
    path: str
    parent: "TreeNode | None" = None
    folder: bool = False
    count: int = 0
    problem: str = ""
    excluded: bool = False
    other: bool = False
    """Neither a note nor a folder: an image or any other file."""
    modified: datetime = NEVER
    row: int = 0
    order: NoteOrder = field(default_factory=NoteOrder)
    waiting: list[NoteSummary] = field(default_factory=list)
    """Items below a folder that have no nodes yet."""
    made: bool = False
    children: list["TreeNode"] = field(default_factory=list)
    _keys: list[Key] = field(default_factory=list)
    _named: dict[str, "TreeNode"] = field(default_factory=dict)
    """Children by the last part of their paths."""
    _folders: int = 0
    """Number of children that are folders, which come first."""

    def open(self) -> list["TreeNode"]:
        """Return the children, creating them if needed."""
        if not self.made:
            self._make()
        return self.children

    def place_for(self, child: "TreeNode") -> int:
        """Return the row for *child*, which must not be among the children yet."""
        key = self.order.key(child)
        descends = self.order.descends(folder=child.folder)
        low, high = (0, self._folders) if child.folder else (self._folders, len(self.children))
        while low < high:
            middle = (low + high) // 2
            other = self._keys[middle]
            if other > key if descends else other < key:
                low = middle + 1
            else:
                high = middle
        return low

    def child(self, name: str) -> "TreeNode | None":
        """Return the child whose path ends with *name*."""
        return self._named.get(name)

    def find(self, path: str) -> "TreeNode | None":
        """Return the node at *path* below, if it was created."""
        node: TreeNode | None = self
        for part in path.split("/"):
            if node is None or not node.made:
                return None
            node = node.child(part)
        return node

    def forget(self, path: str) -> tuple["TreeNode", int]:
        """Remove pending items at *path*; return the parent folder, and the number of removed notes."""
        node = self
        for part in path.split("/")[:-1]:
            below = node.child(part) if node.made else None
            if below is None:
                break
            node = below
        gone = [row for row in node.waiting if row.path.rstrip("/") == path]
        if gone:
            node.waiting = [row for row in node.waiting if row.path.rstrip("/") != path]
        return node, sum(is_counted(row) for row in gone)

    def files(self) -> Iterator[str]:
        """Yield the path of every file below without creating nodes."""
        yield from (row.path for row in self.waiting if not row.path.endswith("/"))
        for child in self.children:
            if child.folder:
                yield from child.files()
            else:
                yield child.path

    def insert(self, place: int, child: "TreeNode") -> None:
        """Insert *child* at index *place*."""
        self.children.insert(place, child)
        self._keys.insert(place, self.order.key(child))
        self._named[_last(child.path)] = child
        self._folders += child.folder
        self._number(place)

    def remove(self, place: int) -> "TreeNode":
        """Remove the child at index *place*."""
        child = self.children.pop(place)
        del self._keys[place]
        self._named.pop(_last(child.path), None)
        self._folders -= child.folder
        self._number(place)
        return child

    def sort(self, order: NoteOrder) -> None:
        """Sort the children, and all nodes below, by another *order*."""
        self.order = order
        if self.made:
            self._arrange()
        for child in self.children[: self._folders]:
            child.sort(order)

    def _make(self) -> None:
        start = len(self.path) + 1 if self.path else 0
        folders: dict[str, TreeNode] = {}
        for note in self.waiting:
            name, slash, rest = note.path[start:].partition("/")
            if not slash:
                self.children.append(node_of(note, self))
                continue
            below = folders.get(name)
            if below is None:
                path = note.path[: start + len(name)]
                below = folders[name] = TreeNode(name, path, self, folder=True, order=self.order)
            if rest:
                below.waiting.append(note)
                below.count += is_counted(note)
        self.children.extend(folders.values())
        self._named = {_last(child.path): child for child in self.children}
        self._arrange()
        self.waiting = []
        self.made = True

    def _arrange(self) -> None:
        parts: list[list[TreeNode]] = [[], []]
        for child in self.children:
            parts[not child.folder].append(child)
        key = self.order.key
        for place, part in enumerate(parts):
            part.sort(key=key, reverse=self.order.descends(folder=not place))
        self._folders = len(parts[0])
        self.children = parts[0] + parts[1]
        self._keys = [key(child) for child in self.children]
        self._number(0)

    def _number(self, first: int) -> None:
        for row in range(first, len(self.children)):
            self.children[row].row = row


def root_of(rows: Iterable[NoteSummary], order: NoteOrder | None = None) -> TreeNode:
    root = TreeNode("", "", folder=True, waiting=list(rows), order=order or NoteOrder())
    root.count = sum(is_counted(row) for row in root.waiting)
    return root


def node_of(row: NoteSummary, parent: TreeNode) -> TreeNode:
    """Return the node of the file *row*."""
    name = _last(row.path)
    note = is_markdown_note(row.path)
    return TreeNode(
        name[:-3] if note else name,
        row.path,
        parent,
        problem=row.problem,
        excluded=row.excluded,
        other=not is_counted(row),
        modified=row.modified,
        made=True,
    )


def folder_row(path: str) -> NoteSummary:
    """Return a row for a folder at *path*, regardless of its contents."""
    return NoteSummary(f"{path}/", "", "", 0, NEVER)


def file_row(path: str, modified_ns: int) -> NoteSummary:
    """Return a row for a file that is not a note; its negative size marks that it is not in the index."""
    try:
        modified = datetime.fromtimestamp(modified_ns / 1e9, UTC)
    except (OverflowError, OSError, ValueError):
        modified = NEVER
    return NoteSummary(path, _last(path), "", -1, modified)


def is_counted(row: NoteSummary) -> bool:
    """Return whether *row* is in the index: only such rows are included in a folder's count."""
    return row.size >= 0 and not row.path.endswith("/")


def is_markdown_note(path: str) -> bool:
    return path[-3:].lower() == ".md"


def _last(path: str) -> str:
    return path.rpartition("/")[2]
