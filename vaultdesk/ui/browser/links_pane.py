"""Links pane: backlinks and outgoing links of the open note, hubs and missing notes of the vault."""

from collections.abc import Awaitable, Callable, Mapping, Sequence, Set
from dataclasses import dataclass, replace
from pathlib import PurePosixPath
from typing import TYPE_CHECKING, Literal

from PySide6.QtCore import QPoint, QTimer, Signal
from PySide6.QtGui import QShowEvent
from PySide6.QtWidgets import QVBoxLayout, QWidget

from vaultdesk.core.errors import VaultDeskError
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


@dataclass(frozen=True, slots=True)
class LinkTarget:
    """Target of a row."""

    path: str = ""
    words: str = ""
    """Words to show in the note."""
    create: str = ""
    """Name of a missing note, to be created."""
    more: Section | None = None
    """Section of which more rows are requested."""


@dataclass(frozen=True, slots=True)
class LinkItem:
    """Row of a section without its key."""

    row: ListRow
    place: LinkTarget


Known = Mapping[Section, Sequence[LinkItem]]


def link_rows(
    known: Known, folded: Set[Section], row_limits: Mapping[Section, int], *, note: bool
) -> tuple[list[ListRow], dict[str, LinkTarget]]:
    """Return the rows of all sections and the target of each; *row_limits* is the maximum number of rows of each
    section.
    """
    rows: list[ListRow] = []
    places: dict[str, LinkTarget] = {}
    if not note:
        rows.append(ListRow("head note", _tr("No note is open"), heading=True))
    for section in (*(NOTE_SECTIONS if note else ()), *VAULT_SECTIONS):
        if section == VAULT_SECTIONS[0]:
            rows.append(ListRow("head vault", _tr("In this vault"), heading=True))
        items = known.get(section)
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
        most = row_limits.get(section, ROWS_PER_STEP)
        for nth, item in enumerate(items[:most]):
            key = f"{section} {nth}"
            rows.append(_keyed(item.row, key))
            places[key] = item.place
        if len(items) > most:
            words = _tr("{n} more").format(n=format_number(len(items) - most))
            rows.append(ListRow(f"more {section}", words, depth=1, link=True))
            places[f"more {section}"] = LinkTarget(more=section)
    return rows, places


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
    """Return the lines on which other notes link to the one called *name*; a note is named once."""
    return related_items([link_row(link, name) for link in links])


def related_items(rows: Sequence[RelatedRow]) -> list[LinkItem]:
    """Return rows of the related panel in this pane's form: a note is named above the first of its lines."""
    found: list[LinkItem] = []
    before = ""
    for row in rows:
        title, folder = (row.name, row.path.rpartition("/")[0]) if row.path != before else ("", "")
        before = row.path
        # A line that contains only the name still needs a row.
        title = title or ("" if row.text else row.name)
        text, marks = excerpt_near_match(row.text, row.marks, MAX_TEXT_BEFORE_MARK, MAX_LINE_LENGTH)
        made = ListRow(
            "", title, folder, text=text, marks=marks, lines=2, depth=1 if title else 2, description=row.path
        )
        found.append(LinkItem(made, LinkTarget(row.path, row.passage)))
    return found


def outgoing_items(links: Sequence[OutgoingLink]) -> tuple[list[LinkItem], list[LinkItem]]:
    """Return the linked notes, each once, and the missing link targets."""
    there: dict[str, int] = {}
    lacking: dict[str, str] = {}
    for link in links:
        if link.path is not None:
            there[link.path] = there.get(link.path, 0) + 1
        elif may_be_note(link.target):
            lacking.setdefault(link.target.casefold(), link.target)
    return (
        [_note(path, _count_text(count)) for path, count in there.items()],
        [_unwritten(target, _tr("Create")) for target in lacking.values()],
    )


def note_items(paths: Sequence[str]) -> list[LinkItem]:
    """Return a row for each note."""
    return [_note(path) for path in paths]


def missing_items(targets: Sequence[tuple[str, int]]) -> list[LinkItem]:
    """Return a row for each missing link target."""
    return [_unwritten(target, format_number(count)) for target, count in targets]


def hub_items(hubs: Sequence[Hub]) -> list[LinkItem]:
    """Return a row for each of the most linked notes."""
    return [_note(path, format_number(into)) for path, into, _ in hubs if into]


def _note(path: str, right: str = "") -> LinkItem:
    folder, _, name = path.rpartition("/")
    return LinkItem(ListRow("", name.removesuffix(".md"), folder, right, depth=1, description=path), LinkTarget(path))


def _unwritten(target: str, right: str) -> LinkItem:
    said = _tr("Create the note {name}").format(name=target)
    return LinkItem(
        ListRow("", target, "", right, icon="file-plus", depth=1, description=said), LinkTarget(create=target)
    )


def _count_text(count: int) -> str:
    return format_number(count) if count > 1 else ""


def _keyed(row: ListRow, key: str) -> ListRow:
    return replace(row, key=key)


VAULT_LOOKUP_DELAY = 400
"""Milliseconds until changes in the vault are queried: a scan commits several times a second."""

MAX_MENTIONS, MAX_HUBS = 100, 50


class LinksPane(QWidget):
    """Queries only while visible: for the open note immediately, for all notes a little later."""

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
        self._known: dict[Section, list[LinkItem]] = {}
        self._folded: set[Section] = {"orphans", "missing", "hubs"}
        self._rows_shown: dict[Section, int] = {}
        self._places: dict[str, LinkTarget] = {}
        self._stale = {"note", "vault"}
        self._asking: set[str] = set()
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
        self._late = QTimer(self, singleShot=True, interval=VAULT_LOOKUP_DELAY)
        self._late.timeout.connect(self._load)
        self.list.chosen.connect(self._choose)
        self.list.folding.connect(self._fold)
        self.list.menu_requested.connect(self._ask_menu)
        self.list.left_at_top.connect(self.left_at_top)
        self._renew()

    def show_note(self, path: str) -> None:
        """Show the links of the note at *path*; of none if empty."""
        if path == self._path:
            return
        self._path = path
        for section in NOTE_SECTIONS:
            self._known.pop(section, None)
            self._rows_shown.pop(section, None)
        self._stale.add("note")
        self._renew()
        if self.isVisible():
            self._load()

    def refresh(self) -> None:
        """Query again soon because notes have changed."""
        self._stale |= {"note", "vault"}
        if self.isVisible() and not self._late.isActive():
            self._late.start()

    def enter(self) -> None:
        self.list.enter()

    def showEvent(self, event: QShowEvent) -> None:
        super().showEvent(event)
        if self._stale:
            self._load()

    def _load(self) -> None:
        """Query what is outdated; a running query notices itself if it becomes outdated."""
        if not self.isVisible():
            return
        for what, learn in (("note", self._learn_note), ("vault", self._learn_vault)):
            if what in self._stale and what not in self._asking:
                self._asking.add(what)
                start(self._answered(what, learn), self)

    async def _answered(self, what: str, learn: Callable[[], Awaitable[None]]) -> None:
        try:
            while what in self._stale:
                self._stale.discard(what)
                await learn()
            self._show_problem(self._reading.partial_text())
        except VaultDeskError as error:
            self._show_problem(translate_error(error))
        finally:
            self._asking.discard(what)

    async def _learn_note(self) -> None:
        path = self._path
        if not path:
            return
        links = await self._searcher.backlinks(path)
        self._set_section(path, {"from": backlink_items(links, PurePosixPath(path).stem)})
        there, lacking = outgoing_items(await self._searcher.outgoing(path))
        self._set_section(path, {"to": there, "unwritten": lacking})
        found = await self.related.mentions(path, MAX_MENTIONS) if self.related is not None else []
        self._set_section(path, {"mentions": related_items([mention_row(one) for one in found])})

    async def _learn_vault(self) -> None:
        self._set_section(None, {"orphans": note_items(await self._searcher.read_network(orphans))})
        self._set_section(None, {"missing": missing_items(await self._searcher.read_note_table(find_missing_notes))})
        _, best = await self._searcher.read_network(lambda network: hubs(network, MAX_HUBS))
        self._set_section(None, {"hubs": hub_items(best)})

    def _set_section(self, path: str | None, known: dict[Section, list[LinkItem]]) -> None:
        """Show *known* unless it is about a note that is no longer open."""
        if path is None or path == self._path:
            self._known.update(known)
            self._renew()

    def _show_problem(self, problem: str) -> None:
        self.problem.setText(problem)
        self.problem.setVisible(bool(problem))

    def _renew(self) -> None:
        rows, self._places = link_rows(self._known, self._folded, self._rows_shown, note=bool(self._path))
        self.list.show_rows(rows)

    def _fold(self, key: str) -> None:
        for section in (*NOTE_SECTIONS, *VAULT_SECTIONS):
            if section == key:
                self._folded ^= {section}
                self._renew()

    def _ask_menu(self, key: str, at: QPoint) -> None:
        place = self._places.get(key)
        if place is not None and place.path:
            self.menu_requested.emit(place.path, at)

    def _choose(self, key: str, new_tab: bool) -> None:
        place = self._places.get(key)
        if place is None:
            self._fold(key)
        elif place.more is not None:
            self._rows_shown[place.more] = self._rows_shown.get(place.more, ROWS_PER_STEP) + ROWS_PER_STEP
            self._renew()
        elif place.create:
            self.create_requested.emit(place.create)
        else:
            self.opened.emit(place.path, new_tab, place.words or None)
