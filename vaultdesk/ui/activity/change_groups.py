"""Change groups: the journal's entries as people read them: one answer's changes together, with what was undone.

An undo is a change like any other in the journal; here it is told at the change it took back. Words are change_rows.py.
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Literal

from vaultdesk.vault.transactions.journal_entry import JournalEntry

ItemKind = Literal["create", "modify", "move", "delete", "links", "properties", "tags"]
"""What a change is for people; `links` are those that a rename repaired."""

TOOL_KINDS: Mapping[str, ItemKind] = {
    "update_frontmatter": "properties", "bulk_update": "properties", "add_tags": "tags", "remove_tags": "tags",
}  # fmt: skip
"""The tools that change a part of a note that has a name of its own."""


@dataclass(frozen=True, slots=True)
class ChangeItem:
    """One change, or several that read as one: the links that a rename repaired."""

    kind: ItemKind
    entries: tuple[JournalEntry, ...]

    @property
    def first(self) -> JournalEntry:
        """The entry it is known by."""
        return self.entries[0]

    @property
    def made(self) -> bool:
        """Whether the vault was changed."""
        return self.first.state in ("done", "unconfirmed")

    @property
    def undone(self) -> bool:
        """Whether it is taken back; entries that are and others are never one item."""
        return bool(self.first.undone_by)

    @property
    def path(self) -> str:
        """Where its note is after it."""
        return self.first.new_path if self.kind == "move" else self.first.path

    @property
    def now_at(self) -> str:
        """Where its note should be now; empty where it is gone."""
        if self.kind == ("create" if self.undone else "delete"):
            return ""
        return self.first.path if self.undone else self.path


@dataclass(frozen=True, slots=True)
class ChangeGroup:
    """The changes of one answer, or of one sitting of the person."""

    id: str
    time: datetime
    """Of its newest change."""
    title: str
    agent: str
    items: tuple[ChangeItem, ...]
    undone_at: datetime | None = None
    """When the last of it was taken back, where all of it is and that is known."""
    takes_back: bool = False
    """Whether it is an undo of changes that are no longer listed."""

    @property
    def standing(self) -> int:
        """How many notes' changes can be taken back."""
        return sum(len(item.entries) for item in self.items if item.made and not item.undone)

    @property
    def undone(self) -> int:
        """How many are taken back."""
        return sum(len(item.entries) for item in self.items if item.made and item.undone)

    @property
    def changes(self) -> int:
        """How many changes it has, without repaired links."""
        return sum(len(item.entries) for item in self.items if item.kind != "links")

    @property
    def links(self) -> int:
        """In how many notes links were repaired."""
        return sum(len(item.entries) for item in self.items if item.kind == "links")

    def matches(self, words: str) -> bool:
        """Whether *words*, in any case, stand in its title or in the path of one of its notes."""
        wanted = words.casefold()
        texts = [self.title, self.agent]
        texts += [f"{entry.path}\n{entry.new_path}" for item in self.items for entry in item.entries]
        return any(wanted in text.casefold() for text in texts)


def change_groups(entries: Sequence[JournalEntry]) -> tuple[ChangeGroup, ...]:
    """Return *entries*, newest first as the journal gives them, as groups, the newest first."""
    known = {entry.id: entry for entry in entries}
    groups: dict[str, list[JournalEntry]] = {}
    for entry in entries:
        if not (entry.undoes and _root(entry, known)):
            groups.setdefault(entry.group, []).append(entry)
    return tuple(_group(members, known) for members in groups.values())


def _root(entry: JournalEntry, known: Mapping[int, JournalEntry]) -> bool:
    """Whether the change that *entry*, an undo or a redo, is about in the end is listed itself."""
    while entry.undoes:
        before = known.get(entry.undoes)
        if before is None:
            return False
        entry = before
    return True


def _group(members: Sequence[JournalEntry], known: Mapping[int, JournalEntry]) -> ChangeGroup:
    newest = members[0]
    items = tuple(_items(members[::-1]))
    made = [entry for entry in members if entry.state in ("done", "unconfirmed")]
    undos = [known[entry.undone_by].time for entry in made if entry.undone_by in known]
    all_undone = bool(made) and all(entry.undone_by for entry in made)
    return ChangeGroup(
        newest.group,
        newest.time,
        newest.title,
        newest.agent,
        items,
        max(undos) if all_undone and undos else None,
        takes_back=bool(newest.undoes),
    )


def _items(entries: Sequence[JournalEntry]) -> Iterable[ChangeItem]:
    """Yield *entries*, oldest first, the repaired links of each rename as one."""
    renamed = {entry.unit for entry in entries if entry.kind == "move" and entry.unit}
    gathered: dict[tuple[object, ...], list[JournalEntry]] = {}
    for entry in entries:
        repaired = entry.kind == "modify" and entry.unit in renamed
        name: tuple[object, ...] = (entry.unit, entry.state, bool(entry.undone_by)) if repaired else (entry.id,)
        gathered.setdefault(name, []).append(entry)
    for found, members in gathered.items():
        yield ChangeItem("links" if len(found) > 1 else _kind(members[0]), tuple(members))


def _kind(entry: JournalEntry) -> ItemKind:
    return TOOL_KINDS.get(entry.tool, "modify") if entry.kind == "modify" else entry.kind
