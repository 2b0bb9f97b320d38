"""Changes of the vault grouped by answer and edit session, as list rows, and their undo with a notification of the
result."""

from collections.abc import Awaitable, Callable, Iterable, Iterator, Mapping, Sequence
from collections.abc import Set as AbstractSet
from dataclasses import dataclass, field
from datetime import date, datetime
from itertools import groupby
from typing import Literal

from PySide6.QtCore import QObject, Signal

from vaultdesk.core.errors import VaultDeskError
from vaultdesk.ui.bridge import start
from vaultdesk.ui.chat.tool_text import note_name
from vaultdesk.ui.dates import clock, full_time_text, short_time_text
from vaultdesk.ui.formatting import format_number
from vaultdesk.ui.translation import translate, translate_error, translator
from vaultdesk.ui.widgets.lists.card_list import CardCell, CardRow, CardSpan, RowAction, card_gap
from vaultdesk.vault.transactions.journal import JournalEntry, JournalState
from vaultdesk.vault.transactions.writer import EDITOR_GROUP_PREFIX
from vaultdesk.vault.undo import UndoOutcome

_tr = translator("ChangeHistory")

# An undo is a change in the journal like any other; it is shown at the change that it undid.

ItemKind = Literal["create", "modify", "move", "delete", "links", "properties", "tags"]
"""Kind of a change as shown; `links` are links repaired by a rename."""

TOOL_KINDS: Mapping[str, ItemKind] = {
    "update_frontmatter": "properties", "bulk_update": "properties", "add_tags": "tags", "remove_tags": "tags",
}  # fmt: skip
"""Tools that change a specific part of a note."""


@dataclass(frozen=True, slots=True)
class ChangeItem:
    """One change, or several shown as one: the links repaired by a rename."""

    kind: ItemKind
    entries: tuple[JournalEntry, ...]

    @property
    def first(self) -> JournalEntry:
        """The entry that identifies it."""
        return self.entries[0]

    @property
    def made(self) -> bool:
        """Whether the vault was changed."""
        return self.first.state in ("done", "unconfirmed")

    @property
    def undone(self) -> bool:
        """Whether it is undone; undone and applied entries are never combined."""
        return bool(self.first.undone_by)

    @property
    def path(self) -> str:
        """Path of its note after the change."""
        return self.first.new_path if self.kind == "move" else self.first.path

    @property
    def now_at(self) -> str:
        """Expected current path of its note; empty if it was deleted."""
        if self.kind == ("create" if self.undone else "delete"):
            return ""
        return self.first.path if self.undone else self.path


@dataclass(frozen=True, slots=True)
class ChangeGroup:
    """The changes of one answer, or of one edit session of the user."""

    id: str
    time: datetime
    """Time of its newest change."""
    title: str
    agent: str
    items: tuple[ChangeItem, ...]
    undone_at: datetime | None = None
    """Time of the last undo, if all of it is undone and the time is known."""
    takes_back: bool = False
    """Whether it undoes changes that are no longer listed."""

    @property
    def applied(self) -> int:
        """Number of notes whose changes can be undone."""
        return sum(len(item.entries) for item in self.items if item.made and not item.undone)

    @property
    def undone(self) -> int:
        """Number of undone changes."""
        return sum(len(item.entries) for item in self.items if item.made and item.undone)

    @property
    def changes(self) -> int:
        """Number of changes, without repaired links."""
        return sum(len(item.entries) for item in self.items if item.kind != "links")

    @property
    def links(self) -> int:
        """Number of notes with repaired links."""
        return sum(len(item.entries) for item in self.items if item.kind == "links")

    def matches(self, words: str) -> bool:
        """Return whether *words* occur, ignoring case, in its title or in the path of one of its notes."""
        wanted = words.casefold()
        texts = [self.title, self.agent]
        texts += [f"{entry.path}\n{entry.new_path}" for item in self.items for entry in item.entries]
        return any(wanted in text.casefold() for text in texts)


def change_groups(entries: Sequence[JournalEntry]) -> tuple[ChangeGroup, ...]:
    """Return *entries*, newest first as in the journal, in groups, the newest first."""
    known = {entry.id: entry for entry in entries}
    groups: dict[str, list[JournalEntry]] = {}
    for entry in entries:
        if not (entry.undoes and _root(entry, known)):
            groups.setdefault(entry.group, []).append(entry)
    return tuple(_group(members, known) for members in groups.values())


def _root(entry: JournalEntry, known: Mapping[int, JournalEntry]) -> bool:
    """Return whether the original change of *entry*, an undo or redo, is listed itself."""
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
        # The journal stores the title of a session in the editor in English.
        _tr("Edited by you") if newest.group.startswith(EDITOR_GROUP_PREFIX) else newest.title,
        newest.agent,
        items,
        max(undos) if all_undone and undos else None,
        takes_back=bool(newest.undoes),
    )


def _items(entries: Sequence[JournalEntry]) -> Iterable[ChangeItem]:
    """Yield *entries*, oldest first, with the repaired links of each rename as one."""
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


CHANGE_ICONS: Mapping[ItemKind, str] = {
    "create": "file-plus", "modify": "pencil", "move": "tab-right", "delete": "minus", "links": "link",
    "properties": "tag", "tags": "tag",
}  # fmt: skip

FOLDED_CHANGES_FROM = 5
"""Number of consecutive changes of one kind from which all but the first are folded."""

MAX_NAMES_IN_ROW = 4
"""Number of notes named in one row; further ones are counted."""

GROUP_HEAD_HEIGHT, CHANGE_ROW_HEIGHT, REMARK_ROW_HEIGHT = 44, 36, 28
"""Heights of the rows in design pixels."""

ACTION_WIDTH = 92
"""Width in pixels reserved at the right for a row's link, so that the amounts are aligned."""


@dataclass(frozen=True, slots=True)
class ChangeContext:
    """Information about changes that is not in the journal."""

    today: date
    opened: AbstractSet[str] = field(default_factory=frozenset)
    """Ids of expanded rows."""
    recovered: Mapping[int, str] = field(default_factory=dict)
    """Results of the recovery at the start, by change id."""
    refused: Mapping[str, str] = field(default_factory=dict)
    """Why the undo of a group failed, by group."""


def change_rows(groups: Sequence[ChangeGroup], news: ChangeContext) -> list[CardRow]:
    """Return each of *groups* as a card."""
    rows: list[CardRow] = []
    for group in groups:
        rows += [head_row(group, news.today), *_item_rows(group, news), card_gap(group.id)]
        if group.id in news.refused:
            rows += [_refused_row(group, news.refused[group.id]), card_gap(f"refused {group.id}")]
    return rows[:-1]


def head_row(group: ChangeGroup, today: date) -> CardRow:
    """Return the head of a group: time, question, agent, number of changes, and Undo."""
    counts = [_count(group.changes, _tr("1 change"), _tr("{n} changes"))] if group.changes else []
    if group.links:
        counts.append(_count(group.links, _tr("1 link"), _tr("{n} links")))
    about = ", ".join(counts)
    if group.undone_at is not None:
        same = group.undone_at.astimezone().date() == group.time.astimezone().date()
        when = clock(group.undone_at) if same else full_time_text(group.undone_at, today)
        about += ", " + _tr("undone at {time}").format(time=when)
    elif group.undone and not group.applied:
        about += ", " + _tr("undone")
    who = f"{group.agent} · " if group.agent else ""
    return CardRow(
        f"group {group.id}",
        (
            CardSpan(group.title or _tr("Without a chat question"), "heading"),
            CardSpan(f"   {who}{about}", "small", "muted"),
        ),
        height=GROUP_HEAD_HEIGHT,
        time=short_time_text(group.time, today),
        actions=_group_actions(group),
        background="background",
        detail=full_time_text(group.time, today),
        subject=group,
    )


def change_item_text(item: ChangeItem) -> tuple[CardSpan, ...]:
    """Return the text about what was changed."""
    strikethrough, made = item.undone, item.made
    role = "muted" if strikethrough or not made else "text"

    def plain(text: str) -> CardSpan:
        return CardSpan(text, "interface", role, strikethrough)

    def name(path: str) -> CardSpan:
        return CardSpan(note_name(path), "strong", role, strikethrough)

    path = item.path
    match item.kind:
        case "create":
            return plain(_tr("Created ")), name(path)
        case "delete":
            return plain(_tr("Deleted ")), name(path)
        case "modify":
            return plain(_tr("Changed ")), name(path)
        case "properties":
            return plain(_tr("Changed properties of ")), name(path)
        case "tags":
            return plain(_tr("Changed tags of ")), name(path)
        case "links":
            return plain(_tr("Repaired links in ")), CardSpan(_names(item), "strong", role, strikethrough)
        case "move":
            old, new = item.first.path, item.first.new_path
            if note_name(old) == note_name(new):
                folder = new.rpartition("/")[0] or _tr("the vault root")
                return (
                    plain(_tr("Moved ")),
                    name(old),
                    plain(_tr(" to ")),
                    CardSpan(folder, "strong", role, strikethrough),
                )
            return plain(f"{note_name(old)} → "), name(new)


def _item_rows(group: ChangeGroup, news: ChangeContext) -> Iterator[CardRow]:
    whole = bool(group.undone) and not group.applied
    for _, run in groupby(group.items, key=lambda item: (item.kind, item.undone, item.first.state)):
        items = list(run)
        shown = items if len(items) <= FOLDED_CHANGES_FROM else items[:1]
        for item in shown:
            yield from _one_item(group, item, news, whole=whole)
        rest = items[len(shown) :]
        if rest:
            fold = _rest_row(group, rest, news)
            yield fold
            if fold.is_open:
                for item in rest:
                    yield from _one_item(group, item, news, whole=whole)


def _one_item(group: ChangeGroup, item: ChangeItem, news: ChangeContext, *, whole: bool) -> Iterator[CardRow]:
    first = item.first
    amount = _amount(item)
    cells = [CardCell(amount, 96)] if amount else []
    if first.state != "done":
        words, icon = _state(first.state)
        role = "warning" if icon == "warning" else "muted"
        cells.insert(0, CardCell(words, 190, "text2", icon=icon, icon_role=role))
    yield CardRow(
        f"change {first.id}",
        change_item_text(item),
        height=CHANGE_ROW_HEIGHT,
        icon=CHANGE_ICONS[item.kind],
        cells=tuple(cells),
        actions=_item_actions(item, whole=whole),
        actions_width=ACTION_WIDTH,
        detail=_paths(item),
        subject=(group, item),
    )
    remark = news.recovered.get(first.id, "") or (_conflict_text() if first.state == "conflict" else "")
    if remark:
        yield CardRow(
            f"remark {first.id}",
            (CardSpan(remark, "small", "muted"),),
            height=REMARK_ROW_HEIGHT,
            icon="info",
            indent=22,
            has_rule=False,
        )


def _state(state: JournalState) -> tuple[str, str]:
    """Return the text and icon for a change that is not simply applied."""
    match state:
        case "unconfirmed":
            return _tr("written, not confirmed"), "warning"
        case "conflict":
            return _tr("changed by another program"), "warning"
        case "intended":
            return _tr("result not known"), "clock"
        case _:
            return _tr("not done"), "minus"


def _rest_row(group: ChangeGroup, items: Sequence[ChangeItem], news: ChangeContext) -> CardRow:
    first = items[0]
    name = f"rest {first.first.id}"
    role = "muted" if first.undone or not first.made else "text"
    words = {
        "create": _tr("Created {n} more notes"), "delete": _tr("Deleted {n} more notes"),
        "modify": _tr("Changed {n} more notes"), "move": _tr("Renamed {n} more notes"),
        "links": _tr("Repaired links in {n} more notes"), "properties": _tr("Changed properties of {n} more notes"),
        "tags": _tr("Changed tags of {n} more notes"),
    }[first.kind].format(n=format_number(len(items)))  # fmt: skip
    added = sum(entry.added for item in items for entry in item.entries)
    removed = sum(entry.removed for item in items for entry in item.entries)
    return CardRow(
        name,
        (CardSpan(words, "interface", role, first.undone),),
        height=CHANGE_ROW_HEIGHT,
        cells=(CardCell(_lines(added, removed), 96),),
        actions_width=ACTION_WIDTH,
        is_open=name in news.opened,
        subject=group,
    )


def _group_actions(group: ChangeGroup) -> tuple[RowAction, ...]:
    if group.applied:
        all_words = _tr("Redo all {n}") if group.takes_back else _tr("Undo all {n}")
        one = _tr("Redo") if group.takes_back else _tr("Undo")
        words = one if group.applied == 1 else all_words.format(n=format_number(group.applied))
        return (RowAction("undo", words, "undo", boxed=True),)
    if group.undone:
        words = _tr("Redo") if group.undone == 1 else _tr("Redo all {n}").format(n=format_number(group.undone))
        return (RowAction("redo", words, boxed=True),)
    return ()


def _item_actions(item: ChangeItem, *, whole: bool) -> tuple[RowAction, ...]:
    actions: list[RowAction] = []
    if item.now_at:
        actions.append(RowAction("open", _tr("Open note"), "file", in_menu=True))
    if item.made and item.kind != "links":
        # Links repaired by a rename are undone with the rename, never alone.
        if not item.undone:
            actions.append(RowAction("undo", _tr("Undo")))
        elif not whole:
            actions.append(RowAction("redo", _tr("Redo")))
    actions.append(RowAction("copy", _tr("Copy path"), "copy", in_menu=True))
    return tuple(actions)


def _refused_row(group: ChangeGroup, problem: str) -> CardRow:
    return CardRow(
        f"refused {group.id}",
        (CardSpan(problem),),
        kind="banner",
        icon="warning",
        icon_role="warning",
        actions=(RowAction("compare", _tr("Compare")),),
        subject=group,
    )


def _amount(item: ChangeItem) -> str:
    if item.kind == "links":
        return _count(len(item.entries), _tr("1 note"), _tr("{n} notes"))
    return _lines(item.first.added, item.first.removed)


def _lines(added: int, removed: int) -> str:
    if added and removed:
        return f"+{format_number(added)} −{format_number(removed)}"
    return f"+{format_number(added)}" if added else f"−{format_number(removed)}" if removed else ""


def _names(item: ChangeItem) -> str:
    names = [note_name(entry.path) for entry in item.entries]
    more = len(names) - MAX_NAMES_IN_ROW
    return ", ".join(names[:MAX_NAMES_IN_ROW]) + (
        _tr(" and {n} more").format(n=format_number(more)) if more > 0 else ""
    )


def _paths(item: ChangeItem) -> str:
    first = item.first
    return f"{first.path} → {first.new_path}" if item.kind == "move" else first.path


def _conflict_text() -> str:
    return _tr(
        "Another program changed this note at the same time. Its version was left in place; earlier versions are kept."
    )


def _count(value: int, one: str, many: str) -> str:
    return (one if value == 1 else many).format(n=format_number(value))


UndoCall = Callable[[int | str], Awaitable[UndoOutcome]]
"""Undoes or redoes a change or a group."""


class UndoAction(QObject):
    """Undoes and redoes changes and reports the result."""

    message_requested = Signal(str, str, object)
    """Message about the result, with the label and the callback of its action; both may be empty."""
    refused = Signal(object, bool, object)
    """What was not undone (or redone if true) because a note changed since, and the outcome with the reason."""

    def __init__(self, undo: UndoCall, redo: UndoCall, parent: QObject) -> None:
        super().__init__(parent)
        self._undo = undo
        self._redo = redo

    def take(self, what: int | str, *, again: bool = False) -> None:
        """Undo *what*, or redo it with *again*."""
        start(self._take(what, again), self)

    async def _take(self, what: int | str, again: bool) -> None:
        try:
            outcome = await (self._redo if again else self._undo)(what)
        except VaultDeskError as problem:
            self.message_requested.emit(translate_error(problem), "", None)
            return
        if outcome.refused:
            self.refused.emit(what, again, outcome)
        elif outcome.done:
            words = self.tr("Redone: {notes}.") if again else self.tr("Undone: {notes}.")
            back = self.tr("Undo") if again else self.tr("Redo")
            told = words.format(notes=self._notes(outcome)) + (
                f" {translate(outcome.problem)}" if outcome.problem else ""
            )
            self.message_requested.emit(told, back, lambda: self.take(what, again=not again))
        else:
            self.message_requested.emit(translate(outcome.problem), "", None)

    def _notes(self, outcome: UndoOutcome) -> str:
        if len(outcome.notes) == 1:
            return note_name(outcome.notes[0])
        return self.tr("{n} notes").format(n=format_number(len(outcome.notes)))
