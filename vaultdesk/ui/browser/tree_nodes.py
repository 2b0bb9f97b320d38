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
    """What is put in order."""

    name: str
    path: str
    folder: bool
    modified: datetime


def natural_key(name: str) -> str:
    """Return what names are compared by: without case and accents, and 2 before 10."""
    text = name.casefold() if name.isascii() else _unaccented(name)
    # The number's length before it: then 10 comes after 9 as a text too.
    return _DIGITS.sub(_numbered, text)


@dataclass(frozen=True, slots=True)
class NoteOrder:
    """One of the orders of the settings. Folders come first, by name; they know no times."""

    order: SortOrder = "name"
    created: Mapping[str, float] = field(default_factory=dict)
    """When each note came to be, in any unit; only asked where it is ordered by that."""

    def key(self, one: SortableNote) -> Key:
        """Return what *one* is compared by among its kind."""
        name = (natural_key(one.name), one.name)
        if one.folder or self.order in ("name", "name-down"):
            return name
        if self.order in ("modified", "modified-oldest"):
            return (one.modified, *name)
        return (self.created.get(one.path, 0.0), *name)

    def descends(self, *, folder: bool) -> bool:
        """Whether the greatest key comes first."""
        return self.order == "name-down" or (not folder and self.order in ("modified", "created"))

    @property
    def follows_changes(self) -> bool:
        """Whether a note's place changes when it is written."""
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
    """Neither a note nor a folder: a picture, any file."""
    modified: datetime = NEVER
    row: int = 0
    order: NoteOrder = field(default_factory=NoteOrder)
    waiting: list[NoteSummary] = field(default_factory=list)
    """What lies below a folder and has no nodes yet."""
    made: bool = False
    children: list["TreeNode"] = field(default_factory=list)
    _keys: list[Key] = field(default_factory=list)
    _named: dict[str, "TreeNode"] = field(default_factory=dict)
    """The children by the last name of their paths."""
    _folders: int = 0
    """How many of the children are folders: the first ones."""

    def open(self) -> list["TreeNode"]:
        """The children, made now if nobody asked before."""
        if not self.made:
            self._make()
        return self.children

    def place_for(self, child: "TreeNode") -> int:
        """The row where *child* belongs; it must not be among the children."""
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
        """The child whose path ends in *name*."""
        return self._named.get(name)

    def find(self, path: str) -> "TreeNode | None":
        """What is at *path* below, as far as nodes were made."""
        node: TreeNode | None = self
        for part in path.split("/"):
            if node is None or not node.made:
                return None
            node = node.child(part)
        return node

    def forget(self, path: str) -> tuple["TreeNode", int]:
        """Let nothing at *path* wait any more; return the folder it would be in, and how many notes are gone."""
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
        """The path of every file below; makes no nodes."""
        yield from (row.path for row in self.waiting if not row.path.endswith("/"))
        for child in self.children:
            if child.folder:
                yield from child.files()
            else:
                yield child.path

    def insert(self, place: int, child: "TreeNode") -> None:
        """Put *child* at *place*."""
        self.children.insert(place, child)
        self._keys.insert(place, self.order.key(child))
        self._named[_last(child.path)] = child
        self._folders += child.folder
        self._number(place)

    def remove(self, place: int) -> "TreeNode":
        """Take the child at *place* away."""
        child = self.children.pop(place)
        del self._keys[place]
        self._named.pop(_last(child.path), None)
        self._folders -= child.folder
        self._number(place)
        return child

    def sort(self, order: NoteOrder) -> None:
        """Put the children, and all that was made below, into another *order*."""
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
    """The root of a tree of *rows*."""
    root = TreeNode("", "", folder=True, waiting=list(rows), order=order or NoteOrder())
    root.count = sum(is_counted(row) for row in root.waiting)
    return root


def node_of(row: NoteSummary, parent: TreeNode) -> TreeNode:
    """The node that shows *row*, a file."""
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
    """Return a row that says there is a folder at *path*, whatever is in it."""
    return NoteSummary(f"{path}/", "", "", 0, NEVER)


def file_row(path: str, modified_ns: int) -> NoteSummary:
    """Return a row for a file that is no note; its size, less than nothing, says that the index does not know it."""
    try:
        modified = datetime.fromtimestamp(modified_ns / 1e9, UTC)
    except (OverflowError, OSError, ValueError):
        modified = NEVER
    return NoteSummary(path, _last(path), "", -1, modified)


def is_counted(row: NoteSummary) -> bool:
    """Whether *row* is one the index knows: those are what a folder's number counts."""
    return row.size >= 0 and not row.path.endswith("/")


def is_markdown_note(path: str) -> bool:
    """Whether the file at *path* is a Markdown note."""
    return path[-3:].lower() == ".md"


def _last(path: str) -> str:
    return path.rpartition("/")[2]
