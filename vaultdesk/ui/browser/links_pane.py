"""Links pane: backlinks and outgoing links of the open note, hubs and missing notes of the vault."""

from collections.abc import Awaitable, Callable, Mapping, Sequence, Set
from pathlib import PurePosixPath
from typing import TYPE_CHECKING, Literal

from msgspec import Struct
from PySide6.QtCore import QPoint, QTimer, Signal
from PySide6.QtGui import QShowEvent
from PySide6.QtWidgets import QVBoxLayout, QWidget

from vaultdesk.core.errors import VaultDeskError
from vaultdesk.core.values import replace
from vaultdesk.index.index_results import Backlink, OutgoingLink
from vaultdesk.index.link_graph import Hub, find_missing_notes, hubs, may_be_note, orphans
from vaultdesk.index.search.searcher import Searcher
from vaultdesk.ui.bridge import start
from vaultdesk.ui.browser.reading_state import ReadingState
from vaultdesk.ui.formatting import format_number
from vaultdesk.ui.notes.related_rows import RelatedRow, link_row, mention_row
from vaultdesk.ui.theme.theme import theme
from vaultdesk.ui.translation import translate_error, translator
from vaultdesk.ui.widgets.labels import PlainLabel
from vaultdesk.ui.widgets.lists.list_row import ListRow
from vaultdesk.ui.widgets.lists.matched_text import excerpt_near_match
from vaultdesk.ui.widgets.lists.row_list import RowList

if TYPE_CHECKING:
    from vaultdesk.index.related import Related

_tr = translator("LinksPane")


Section = Literal["from", "to", "unwritten", "mentions", "orphans", "missing", "hubs"]

NOTE_SECTIONS: tuple[Section, ...] = ("from", "to", "unwritten", "mentions")
VAULT_SECTIONS: tuple[Section, ...] = ("orphans", "missing", "hubs")

MAX_TEXT_BEFORE_MARK, MAX_LINE_LENGTH = 24, 240
"""Maximum number of characters before the first mark of a line, and of the line."""

ROWS_PER_STEP = 300
"""Rows of a section shown at a time; more are shown on request."""


class LinkTarget(Struct, frozen=True):
    """Target of a row."""

    path: str = ""
    passage: str = ""
    """Words to show in the note."""
    create: str = ""
    """Name of a missing note, to be created."""
    more: Section | None = None
    """Section of which more rows are requested."""


class LinkItem(Struct, frozen=True):
    """Row of a section without its key."""

    row: ListRow
    target: LinkTarget


SectionItems = Mapping[Section, Sequence[LinkItem]]


def link_rows(
    items_by_section: SectionItems, folded: Set[Section], row_limits: Mapping[Section, int], *, note: bool
) -> tuple[list[ListRow], dict[str, LinkTarget]]:
    """Return the rows of all sections and the target of each; *row_limits* is the maximum number of rows of each
    section.
    """
    rows: list[ListRow] = []
    targets: dict[str, LinkTarget] = {}
    if not note:
        rows.append(ListRow("head note", _tr("No note is open"), heading=True))
    for section in (*(NOTE_SECTIONS if note else ()), *VAULT_SECTIONS):
        if section == VAULT_SECTIONS[0]:
            rows.append(ListRow("head vault", _tr("In this vault"), heading=True))
        items = items_by_section.get(section)
        count = format_number(len(items)) if items is not None else "…"
        rows.append(
            ListRow(
                section,
                section_name(section),
                right=count,
                folded=section in folded or not items,
                font="strong",
                spaced=len(rows) > 0 and not rows[-1].heading,
            )
        )
        if section in folded or not items:
            continue
        limit = row_limits.get(section, ROWS_PER_STEP)
        for index, item in enumerate(items[:limit]):
            key = f"{section} {index}"
            rows.append(replace(item.row, key=key))
            targets[key] = item.target
        if len(items) > limit:
            text = _tr("{n} more").format(n=format_number(len(items) - limit))
            rows.append(ListRow(f"more {section}", text, depth=1, link=True))
            targets[f"more {section}"] = LinkTarget(more=section)
    return rows, targets


def section_name(section: Section) -> str:
    return {
        "from": _tr("Linked from"),
        "to": _tr("Links to"),
        "unwritten": _tr("Not created yet"),
        "mentions": _tr("Unlinked mentions"),
        "orphans": _tr("Notes without links"),
        "missing": _tr("Linked, but not created yet"),
        "hubs": _tr("Most linked notes"),
    }[section]


def backlink_items(links: Sequence[Backlink], name: str) -> list[LinkItem]:
    """Return a row for each line on which another note links to the one called *name*."""
    return related_items([link_row(link, name) for link in links])


def related_items(rows: Sequence[RelatedRow]) -> list[LinkItem]:
    """Return the rows of the related panel as rows of this pane, with the note's name above the first of its lines."""
    items: list[LinkItem] = []
    previous_path = ""
    for related in rows:
        title, folder = (related.name, related.path.rpartition("/")[0]) if related.path != previous_path else ("", "")
        previous_path = related.path
        # A line that contains only the name is still a row.
        title = title or ("" if related.text else related.name)
        text, marks = excerpt_near_match(related.text, related.marks, MAX_TEXT_BEFORE_MARK, MAX_LINE_LENGTH)
        depth = 1 if title else 2
        row = ListRow("", title, folder, text=text, marks=marks, lines=2, depth=depth, description=related.path)
        items.append(LinkItem(row, LinkTarget(related.path, related.passage)))
    return items


def outgoing_items(links: Sequence[OutgoingLink]) -> tuple[list[LinkItem], list[LinkItem]]:
    """Return the linked notes, each once, and the missing link targets."""
    existing: dict[str, int] = {}
    missing: dict[str, str] = {}
    for link in links:
        if link.path is not None:
            existing[link.path] = existing.get(link.path, 0) + 1
        elif may_be_note(link.target):
            missing.setdefault(link.target.casefold(), link.target)
    return (
        [_note_item(path, _count_text(count)) for path, count in existing.items()],
        [_missing_note(target, _tr("Create")) for target in missing.values()],
    )


def note_items(paths: Sequence[str]) -> list[LinkItem]:
    """Return a row for each note."""
    return [_note_item(path) for path in paths]


def missing_items(targets: Sequence[tuple[str, int]]) -> list[LinkItem]:
    """Return a row for each missing link target."""
    return [_missing_note(target, format_number(count)) for target, count in targets]


def hub_items(most_linked: Sequence[Hub]) -> list[LinkItem]:
    """Return a row for each of the most linked notes."""
    return [_note_item(hub.path, format_number(hub.links_in)) for hub in most_linked if hub.links_in]


def _note_item(path: str, right: str = "") -> LinkItem:
    folder, _, name = path.rpartition("/")
    return LinkItem(ListRow("", name.removesuffix(".md"), folder, right, depth=1, description=path), LinkTarget(path))


def _missing_note(target: str, right: str) -> LinkItem:
    description = _tr("Create the note {name}").format(name=target)
    return LinkItem(
        ListRow("", target, "", right, icon="file-plus", depth=1, description=description), LinkTarget(create=target)
    )


def _count_text(count: int) -> str:
    return format_number(count) if count > 1 else ""


VAULT_LOOKUP_DELAY = 400
"""Milliseconds until changes in the vault are queried: a scan commits several times a second."""

MAX_MENTIONS, MAX_HUBS = 100, 50


class LinksPane(QWidget):
    """Links of the open note and of the vault.

    It queries the index only while visible: for the open note immediately, for all notes after `VAULT_LOOKUP_DELAY`.
    """

    opened = Signal(str, bool, object)
    """A note's path, whether to open it in a new tab, and the words to show in it or None."""
    create_requested = Signal(str)
    """A missing link target should be created."""
    menu_requested = Signal(str, QPoint)
    """Context menu of the note at this path, at a global position."""
    left_at_top = Signal()

    def __init__(self, searcher: Searcher, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._searcher = searcher
        self.related: Related | None = None
        """Source of mentions without a link."""
        self._path = ""
        self._items: dict[Section, list[LinkItem]] = {}
        self._folded: set[Section] = {"orphans", "missing", "hubs"}
        self._rows_shown: dict[Section, int] = {}
        self._targets: dict[str, LinkTarget] = {}
        self._stale = {"note", "vault"}
        self._running: set[str] = set()
        self.problem = PlainLabel("", "warning", "small", wrap=True)
        self.problem.setContentsMargins(theme().px(18), 0, theme().px(12), 0)
        self.problem.hide()
        self._reading = ReadingState(searcher, self)
        self._reading.ended.connect(self.refresh)
        self.list = RowList(self.tr("Links"))
        column = QVBoxLayout(self)
        column.setContentsMargins(0, theme().px(4), 0, 0)
        column.addWidget(self.problem)
        column.addWidget(self.list, 1)
        self._vault_timer = QTimer(self, singleShot=True, interval=VAULT_LOOKUP_DELAY)
        self._vault_timer.timeout.connect(self._load)
        self.list.chosen.connect(self._choose)
        self.list.folding.connect(self._fold)
        self.list.menu_requested.connect(self._request_menu)
        self.list.left_at_top.connect(self.left_at_top)
        self._update_rows()

    def show_note(self, path: str) -> None:
        """Show the links of the note at *path*; of none if empty."""
        if path == self._path:
            return
        self._path = path
        for section in NOTE_SECTIONS:
            self._items.pop(section, None)
            self._rows_shown.pop(section, None)
        self._stale.add("note")
        self._update_rows()
        if self.isVisible():
            self._load()

    def refresh(self) -> None:
        """Query again soon because notes have changed."""
        self._stale |= {"note", "vault"}
        if self.isVisible() and not self._vault_timer.isActive():
            self._vault_timer.start()

    def enter(self) -> None:
        self.list.enter()

    def showEvent(self, event: QShowEvent) -> None:
        super().showEvent(event)
        if self._stale:
            self._load()

    def _load(self) -> None:
        """Start the outdated queries; a running query is repeated when its result has become outdated."""
        if not self.isVisible():
            return
        for scope, load in (("note", self._load_note_links), ("vault", self._load_vault_links)):
            if scope in self._stale and scope not in self._running:
                self._running.add(scope)
                start(self._run_query(scope, load), self)

    async def _run_query(self, scope: str, load: Callable[[], Awaitable[None]]) -> None:
        try:
            while scope in self._stale:
                self._stale.discard(scope)
                await load()
            self._show_problem(self._reading.partial_text())
        except VaultDeskError as error:
            self._show_problem(translate_error(error))
        finally:
            self._running.discard(scope)

    async def _load_note_links(self) -> None:
        path = self._path
        if not path:
            return
        links = await self._searcher.backlinks(path)
        self._set_section(path, {"from": backlink_items(links, PurePosixPath(path).stem)})
        existing, missing = outgoing_items(await self._searcher.outgoing(path))
        self._set_section(path, {"to": existing, "unwritten": missing})
        mentions = await self.related.mentions(path, MAX_MENTIONS) if self.related is not None else []
        self._set_section(path, {"mentions": related_items([mention_row(mention) for mention in mentions])})

    async def _load_vault_links(self) -> None:
        self._set_section(None, {"orphans": note_items(await self._searcher.read_network(orphans))})
        self._set_section(None, {"missing": missing_items(await self._searcher.read_note_table(find_missing_notes))})
        _, most_linked = await self._searcher.read_network(lambda network: hubs(network, MAX_HUBS))
        self._set_section(None, {"hubs": hub_items(most_linked)})

    def _set_section(self, path: str | None, items: dict[Section, list[LinkItem]]) -> None:
        """Show *items* unless it is about a note that is no longer open."""
        if path is None or path == self._path:
            self._items.update(items)
            self._update_rows()

    def _show_problem(self, problem: str) -> None:
        self.problem.setText(problem)
        self.problem.setVisible(bool(problem))

    def _update_rows(self) -> None:
        rows, self._targets = link_rows(self._items, self._folded, self._rows_shown, note=bool(self._path))
        self.list.show_rows(rows)

    def _fold(self, key: str) -> None:
        for section in (*NOTE_SECTIONS, *VAULT_SECTIONS):
            if section == key:
                self._folded ^= {section}
                self._update_rows()

    def _request_menu(self, key: str, position: QPoint) -> None:
        target = self._targets.get(key)
        if target is not None and target.path:
            self.menu_requested.emit(target.path, position)

    def _choose(self, key: str, new_tab: bool) -> None:
        target = self._targets.get(key)
        if target is None:
            self._fold(key)
        elif target.more is not None:
            self._rows_shown[target.more] = self._rows_shown.get(target.more, ROWS_PER_STEP) + ROWS_PER_STEP
            self._update_rows()
        elif target.create:
            self.create_requested.emit(target.create)
        else:
            self.opened.emit(target.path, new_tab, target.passage or None)
