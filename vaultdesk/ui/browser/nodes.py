"""Nodes: folders and notes of the tree as plain objects, children built when first asked for. Knows no Qt."""

import re
from bisect import bisect_left
from collections.abc import Iterable
from dataclasses import dataclass, field

from vaultdesk.index.results import NoteRow

_DIGITS = re.compile(r"(\d{1,18})")


def natural_key(name: str) -> tuple[tuple[int, int, str], ...]:
    """Sort without case, and 2 before 10."""
    return tuple(
        (0, int(part), "") if part.isdecimal() else (1, 0, part) for part in _DIGITS.split(name.casefold()) if part
    )


@dataclass(eq=False, slots=True)
class Node:
    """A folder or a note in the tree. `count` is the number of notes at any depth below a folder."""

    name: str
    path: str
    parent: "Node | None" = None
    folder: bool = False
    count: int = 0
    problem: str = ""
    excluded: bool = False
    row: int = 0
    waiting: list[NoteRow] = field(default_factory=list)
    """Notes below a folder of which no nodes were made yet."""
    made: bool = False
    children: list["Node"] = field(default_factory=list)
    _keys: list[tuple[object, ...]] = field(default_factory=list)

    def open(self) -> list["Node"]:
        """The children, made now if nobody asked before."""
        if not self.made:
            self._make()
        return self.children

    def place_for(self, name: str, *, folder: bool) -> int:
        """The row where a child of that name belongs."""
        return bisect_left(self._keys, _key(name, folder))

    def child(self, name: str, *, folder: bool) -> "Node | None":
        """The child of exactly that name, if there is one."""
        place = self.place_for(name, folder=folder)
        found = self.children[place] if place < len(self.children) else None
        return found if found is not None and found.name == name and found.folder == folder else None

    def insert(self, place: int, child: "Node") -> None:
        """Put *child* at *place*."""
        self.children.insert(place, child)
        self._keys.insert(place, _key(child.name, child.folder))
        self._number(place)

    def remove(self, place: int) -> None:
        """Take the child at *place* away."""
        del self.children[place], self._keys[place]
        self._number(place)

    def _make(self) -> None:
        start = len(self.path) + 1 if self.path else 0
        folders: dict[str, Node] = {}
        for note in self.waiting:
            name, slash, _ = note.path[start:].partition("/")
            if not slash:
                self.children.append(note_node(note, self))
                continue
            below = folders.get(name)
            if below is None:
                below = folders[name] = Node(name, note.path[: start + len(name)], self, folder=True)
            below.waiting.append(note)
            below.count += 1
        self.children.extend(folders.values())
        self.children.sort(key=lambda node: _key(node.name, node.folder))
        self._keys = [_key(node.name, node.folder) for node in self.children]
        self._number(0)
        self.waiting = []
        self.made = True

    def _number(self, first: int) -> None:
        for row in range(first, len(self.children)):
            self.children[row].row = row


def root_of(notes: Iterable[NoteRow]) -> Node:
    """The root of a tree of *notes*."""
    root = Node("", "", folder=True, waiting=list(notes))
    root.count = len(root.waiting)
    return root


def note_node(note: NoteRow, parent: Node) -> Node:
    """The node that shows *note*."""
    file_name = note.path.rpartition("/")[2]
    name = file_name[:-3] if file_name.lower().endswith(".md") else file_name
    return Node(name, note.path, parent, problem=note.problem, excluded=note.excluded, made=True)


def _key(name: str, folder: bool) -> tuple[object, ...]:
    return (not folder, natural_key(name), name)
