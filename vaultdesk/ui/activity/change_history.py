"""Changes of the vault grouped by answer and edit session, as list rows, and their undo with a notification of the
result."""

import re
from collections.abc import Awaitable, Callable, Iterable, Iterator, Mapping, Sequence
from collections.abc import Set as AbstractSet
from datetime import date, datetime
from itertools import groupby
from typing import Literal

from msgspec import Struct, field
from PySide6.QtCore import QObject, Signal

from vaultdesk.core.errors import VaultDeskError
from vaultdesk.ui.bridge import start
from vaultdesk.ui.chat.tool_text import note_name
from vaultdesk.ui.dates import clock, full_time_text, short_time_text
from vaultdesk.ui.formatting import format_number, plural_text
from vaultdesk.ui.translation import translate, translate_error, translator
from vaultdesk.ui.widgets.lists.card_list import CardCell, CardRow, CardSpan, RowAction, card_gap
from vaultdesk.vault.transactions.file_edits import CHANGE_TITLES
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


class ChangeItem(Struct, frozen=True):
    """One change, or several shown as one: the links repaired by a rename."""

    kind: ItemKind
    entries: tuple[JournalEntry, ...]

    @property
    def first(self) -> JournalEntry:
        """The entry that identifies it."""
        return self.entries[0]

    @property
    def changed_vault(self) -> bool:
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
    def current_path(self) -> str:
        """Expected current path of its note; empty if it was deleted."""
        if self.kind == ("create" if self.undone else "delete"):
            return ""
        return self.first.path if self.undone else self.path


class ChangeGroup(Struct, frozen=True):
    """The changes of one answer, or of one edit session of the user."""

    id: str
    time: datetime
    """Time of its newest change."""
    title: str
    agent: str
    items: tuple[ChangeItem, ...]
    undone_at: datetime | None = None
    """Time of the last undo, if all of it is undone and the time is known."""
    is_undo: bool = False
    """Whether it undoes changes that are no longer listed."""

    @property
    def applied(self) -> int:
        """Number of notes whose changes can be undone."""
        return sum(len(item.entries) for item in self.items if item.changed_vault and not item.undone)

    @property
    def undone(self) -> int:
        """Number of undone changes."""
        return sum(len(item.entries) for item in self.items if item.changed_vault and item.undone)

    @property
    def changes(self) -> int:
        """Number of changes, without repaired links."""
        return sum(len(item.entries) for item in self.items if item.kind != "links")

    @property
    def links(self) -> int:
        """Number of notes with repaired links."""
        return sum(len(item.entries) for item in self.items if item.kind == "links")

    def matches(self, query: str) -> bool:
        """Return whether *query* occurs, ignoring case, in its title, its agent or the path of one of its notes."""
        needle = query.casefold()
        texts = [self.title, self.agent]
        texts += [f"{entry.path}\n{entry.new_path}" for item in self.items for entry in item.entries]
        return any(needle in text.casefold() for text in texts)


def change_groups(entries: Sequence[JournalEntry]) -> tuple[ChangeGroup, ...]:
    """Return *entries*, newest first as in the journal, in groups, the newest first."""
    known = {entry.id: entry for entry in entries}
    groups: dict[str, list[JournalEntry]] = {}
    for entry in entries:
        if not (entry.undoes and _is_original_listed(entry, known)):
            groups.setdefault(entry.group, []).append(entry)
    return tuple(_group(members, known) for members in groups.values())


def _is_original_listed(entry: JournalEntry, known: Mapping[int, JournalEntry]) -> bool:
    """Return whether the original change of *entry*, an undo or redo, is listed itself."""
    while entry.undoes:
        undone_entry = known.get(entry.undoes)
        if undone_entry is None:
            return False
        entry = undone_entry
    return True


def _group(members: Sequence[JournalEntry], known: Mapping[int, JournalEntry]) -> ChangeGroup:
    newest = members[0]
    items = tuple(_items(members[::-1]))
    applied = [entry for entry in members if entry.state in ("done", "unconfirmed")]
    undos = [known[entry.undone_by].time for entry in applied if entry.undone_by in known]
    all_undone = bool(applied) and all(entry.undone_by for entry in applied)
    return ChangeGroup(
        newest.group,
        newest.time,
        # Earlier versions stored the title of a session in the editor in English.
        translate(CHANGE_TITLES.phrase("edited") if newest.group.startswith(EDITOR_GROUP_PREFIX) else newest.title),
        newest.agent,
        items,
        max(undos) if all_undone and undos else None,
        is_undo=bool(newest.undoes),
    )


def _items(entries: Sequence[JournalEntry]) -> Iterable[ChangeItem]:
    """Yield *entries*, oldest first, with the repaired links of each rename as one."""
    renamed = {entry.unit for entry in entries if entry.kind == "move" and entry.unit}
    grouped: dict[tuple[object, ...], list[JournalEntry]] = {}
    for entry in entries:
        repaired = entry.kind == "modify" and entry.unit in renamed
        name: tuple[object, ...] = (entry.unit, entry.state, bool(entry.undone_by)) if repaired else (entry.id,)
        grouped.setdefault(name, []).append(entry)
    for key, members in grouped.items():
        yield ChangeItem("links" if len(key) > 1 else _kind(members[0]), tuple(members))


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


class ChangeContext(Struct, frozen=True):
    """Information about changes that is not in the journal."""

    today: date
    opened: AbstractSet[str] = field(default_factory=frozenset)
    """Ids of expanded rows."""
    recovered: Mapping[int, str] = field(default_factory=dict)
    """Results of the recovery at the start, by change id."""
    refused: Mapping[str, str] = field(default_factory=dict)
    """Why the undo of a group failed, by group."""


def change_rows(groups: Sequence[ChangeGroup], context: ChangeContext) -> list[CardRow]:
    """Return each of *groups* as a card."""
    rows: list[CardRow] = []
    for group in groups:
        rows += [head_row(group, context.today), *_item_rows(group, context), card_gap(group.id)]
        if group.id in context.refused:
            rows += [_refused_row(group, context.refused[group.id]), card_gap(f"refused {group.id}")]
    return rows[:-1]


def head_row(group: ChangeGroup, today: date) -> CardRow:
    """Return the head of a group: time, question, agent, number of changes, and Undo."""
    counts = [plural_text(group.changes, _tr("1 change"), _tr("{n} changes"))] if group.changes else []
    if group.links:
        counts.append(plural_text(group.links, _tr("1 link"), _tr("{n} links")))
    counts_text = ", ".join(counts)
    if group.undone_at is not None:
        same = group.undone_at.astimezone().date() == group.time.astimezone().date()
        when = clock(group.undone_at) if same else full_time_text(group.undone_at, today)
        counts_text += ", " + _tr("undone at {time}").format(time=when)
    elif group.undone and not group.applied:
        counts_text += ", " + _tr("undone")
    agent_text = f"{group.agent} · " if group.agent else ""
    return CardRow(
        f"group {group.id}",
        (
            CardSpan(group.title or _tr("Without a chat question"), "heading"),
            CardSpan(f"   {agent_text}{counts_text}", "small", "muted"),
        ),
        height=GROUP_HEAD_HEIGHT,
        time=short_time_text(group.time, today),
        actions=_group_actions(group),
        background="background",
        detail=full_time_text(group.time, today),
        subject=group,
    )


def change_item_text(item: ChangeItem) -> tuple[CardSpan, ...]:
    """Return the description of the change, with the names of its notes."""
    strikethrough, changed_vault = item.undone, item.changed_vault
    role = "muted" if strikethrough or not changed_vault else "text"

    def spans(template: str, **names: str) -> tuple[CardSpan, ...]:
        """Return *template* with each of *names* emphasized in its gap."""
        return tuple(
            CardSpan(names.get(part[1:-1], part), "strong" if part[1:-1] in names else "interface", role, strikethrough)
            for part in re.split(r"(\{\w+\})", template)
            if part
        )

    name = note_name(item.path)
    match item.kind:
        case "create":
            return spans(_tr("Created {name}"), name=name)
        case "delete":
            return spans(_tr("Deleted {name}"), name=name)
        case "modify":
            return spans(_tr("Changed {name}"), name=name)
        case "properties":
            return spans(_tr("Changed properties of {name}"), name=name)
        case "tags":
            return spans(_tr("Changed tags of {name}"), name=name)
        case "links":
            hidden_count = len(item.entries) - MAX_NAMES_IN_ROW
            names = ", ".join(note_name(entry.path) for entry in item.entries[:MAX_NAMES_IN_ROW])
            if hidden_count <= 0:
                return spans(_tr("Repaired links in {names}"), names=names)
            template = _tr("Repaired links in {names} and {n} more").replace("{n}", format_number(hidden_count))
            return spans(template, names=names)
        case "move":
            old_path, new_path = item.first.path, item.first.new_path
            if note_name(old_path) == name:
                folder = new_path.rpartition("/")[0] or _tr("the vault root")
                return spans(_tr("Moved {name} to {folder}"), name=name, folder=folder)
            return spans("{old} → {new}".replace("{old}", note_name(old_path)), new=name)


def _item_rows(group: ChangeGroup, context: ChangeContext) -> Iterator[CardRow]:
    all_undone = bool(group.undone) and not group.applied
    for _, run in groupby(group.items, key=lambda item: (item.kind, item.undone, item.first.state)):
        items = list(run)
        shown = items if len(items) <= FOLDED_CHANGES_FROM else items[:1]
        for item in shown:
            yield from _item_row(group, item, context, all_undone=all_undone)
        folded = items[len(shown) :]
        if folded:
            fold = _folded_row(group, folded, context)
            yield fold
            if fold.is_open:
                for item in folded:
                    yield from _item_row(group, item, context, all_undone=all_undone)


def _item_row(group: ChangeGroup, item: ChangeItem, context: ChangeContext, *, all_undone: bool) -> Iterator[CardRow]:
    entry = item.first
    amount = _amount(item)
    cells = [CardCell(amount, 96)] if amount else []
    if entry.state != "done":
        state_text, icon = _state_text(entry.state)
        role = "warning" if icon == "warning" else "muted"
        cells.insert(0, CardCell(state_text, 190, "text2", icon=icon, icon_role=role))
    yield CardRow(
        f"change {entry.id}",
        change_item_text(item),
        height=CHANGE_ROW_HEIGHT,
        icon=CHANGE_ICONS[item.kind],
        cells=tuple(cells),
        actions=_item_actions(item, all_undone=all_undone),
        actions_width=ACTION_WIDTH,
        detail=_paths(item),
        subject=(group, item),
    )
    remark = context.recovered.get(entry.id, "") or (_conflict_text() if entry.state == "conflict" else "")
    if remark:
        yield CardRow(
            f"remark {entry.id}",
            (CardSpan(remark, "small", "muted"),),
            height=REMARK_ROW_HEIGHT,
            icon="info",
            indent=22,
            has_rule=False,
        )


def _state_text(state: JournalState) -> tuple[str, str]:
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


def _folded_row(group: ChangeGroup, items: Sequence[ChangeItem], context: ChangeContext) -> CardRow:
    first = items[0]
    key = f"rest {first.first.id}"
    role = "muted" if first.undone or not first.changed_vault else "text"
    text = {
        "create": _tr("Created {n} more notes"), "delete": _tr("Deleted {n} more notes"),
        "modify": _tr("Changed {n} more notes"), "move": _tr("Renamed {n} more notes"),
        "links": _tr("Repaired links in {n} more notes"), "properties": _tr("Changed properties of {n} more notes"),
        "tags": _tr("Changed tags of {n} more notes"),
    }[first.kind].format(n=format_number(len(items)))  # fmt: skip
    added = sum(entry.added for item in items for entry in item.entries)
    removed = sum(entry.removed for item in items for entry in item.entries)
    return CardRow(
        key,
        (CardSpan(text, "interface", role, first.undone),),
        height=CHANGE_ROW_HEIGHT,
        cells=(CardCell(_line_counts(added, removed), 96),),
        actions_width=ACTION_WIDTH,
        is_open=key in context.opened,
        subject=group,
    )


def _group_actions(group: ChangeGroup) -> tuple[RowAction, ...]:
    if group.applied:
        all_text = _tr("Redo all {n}") if group.is_undo else _tr("Undo all {n}")
        single_text = _tr("Redo") if group.is_undo else _tr("Undo")
        text = plural_text(group.applied, single_text, all_text)
        return (RowAction("undo", text, "undo", boxed=True),)
    if group.undone:
        text = plural_text(group.undone, _tr("Redo"), _tr("Redo all {n}"))
        return (RowAction("redo", text, boxed=True),)
    return ()


def _item_actions(item: ChangeItem, *, all_undone: bool) -> tuple[RowAction, ...]:
    actions: list[RowAction] = []
    if item.current_path:
        actions.append(RowAction("open", _tr("Open note"), "file", in_menu=True))
    if item.changed_vault and item.kind != "links":
        # Links repaired by a rename are undone with the rename, never alone.
        if not item.undone:
            actions.append(RowAction("undo", _tr("Undo")))
        elif not all_undone:
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
        return plural_text(len(item.entries), _tr("1 note"), _tr("{n} notes"))
    return _line_counts(item.first.added, item.first.removed)


def _line_counts(added: int, removed: int) -> str:
    if added and removed:
        return f"+{format_number(added)} −{format_number(removed)}"
    return f"+{format_number(added)}" if added else f"−{format_number(removed)}" if removed else ""


def _paths(item: ChangeItem) -> str:
    entry = item.first
    return f"{entry.path} → {entry.new_path}" if item.kind == "move" else entry.path


def _conflict_text() -> str:
    return _tr(
        "Another program changed this note at the same time. Its version was left in place; earlier versions are kept."
    )


UndoCall = Callable[[int | str], Awaitable[UndoOutcome]]
"""Undoes or redoes a change or a group."""


class UndoAction(QObject):
    """Undoes and redoes changes and reports the result."""

    message_requested = Signal(str, str, object)
    """Message about the result, with the label and the callback of its action; both may be empty."""
    refused = Signal(object, bool, object)
    """A change id or group that was not undone (or redone if true) because a note changed since, and the outcome."""

    def __init__(self, undo: UndoCall, redo: UndoCall, parent: QObject) -> None:
        super().__init__(parent)
        self._undo = undo
        self._redo = redo

    def run(self, target: int | str, *, redo: bool = False) -> None:
        """Undo *target*, a change id or a group, or redo it with *redo*."""
        start(self._run(target, redo), self)

    async def _run(self, target: int | str, redo: bool) -> None:
        try:
            outcome = await (self._redo if redo else self._undo)(target)
        except VaultDeskError as problem:
            self.message_requested.emit(translate_error(problem), "", None)
            return
        if outcome.refused:
            self.refused.emit(target, redo, outcome)
        elif outcome.done:
            template = self.tr("Redone: {notes}.") if redo else self.tr("Undone: {notes}.")
            action_text = self.tr("Undo") if redo else self.tr("Redo")
            message = template.format(notes=self._notes(outcome)) + (
                f" {translate(outcome.problem)}" if outcome.problem else ""
            )
            self.message_requested.emit(message, action_text, lambda: self.run(target, redo=not redo))
        else:
            self.message_requested.emit(translate(outcome.problem), "", None)

    def _notes(self, outcome: UndoOutcome) -> str:
        if len(outcome.notes) == 1:
            return note_name(outcome.notes[0])
        return self.tr("{n} notes").format(n=format_number(len(outcome.notes)))
