"""Quick switcher: opens a note, heading or tag by a few letters, or creates the note."""

import asyncio
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, replace
from datetime import UTC, datetime
from typing import Literal, TypeVar

import shiboken6
from PySide6.QtCore import QObject, Qt, QTimer, Signal
from PySide6.QtWidgets import QWidget

from vaultdesk.core.errors import VaultDeskError
from vaultdesk.index.index_results import NameHit, TagCount
from vaultdesk.index.index_state import NotesIndexed
from vaultdesk.index.link_graph import find_missing_notes
from vaultdesk.index.search import lookups
from vaultdesk.index.search.name_search import NameSpans, find_name_spans, find_scattered, find_word_spans
from vaultdesk.index.search.searcher import Searcher
from vaultdesk.index.text_folding import fold_to_base
from vaultdesk.ui import bridge
from vaultdesk.ui.browser.browsing_history import BrowsingHistory
from vaultdesk.ui.browser.left_pane import LeftPane
from vaultdesk.ui.dates import rough_time_text
from vaultdesk.ui.formatting import format_number
from vaultdesk.ui.notes.link_navigation import linked_note_path
from vaultdesk.ui.notes.note_area import NoteArea
from vaultdesk.ui.notes.note_page import go_to_heading
from vaultdesk.ui.notes.outline import NoteHeading, heading_depths, headings_of
from vaultdesk.ui.translation import translate, translator
from vaultdesk.ui.widgets.lists.list_row import ListRow
from vaultdesk.ui.widgets.lists.quick_open_popup import QuickOpenHint, QuickOpenPopup, QuickOpenTexts
from vaultdesk.ui.window.main_window import MainWindow
from vaultdesk.vault.note_path import NotePath
from vaultdesk.vault.vault import Vault
from vaultdesk.vault.vault_changes import VaultChanged
from vaultdesk.workspace import Workspace

_tr = translator("QuickSwitcher")

T = TypeVar("T")

MAX_QUERY_LENGTH = 200
"""Maximum number of characters considered: no name is longer."""

NOTE_ENDINGS = (".md",)
"""Suffixes that may be omitted in the name of a new note."""


@dataclass(frozen=True, slots=True)
class SwitcherQuery:
    """Parsed input."""

    kind: Literal["names", "headings", "tags"]
    words: str
    note: str = ""
    """Note whose headings are searched; empty for the open note."""


def parse_switcher_query(typed: str) -> SwitcherQuery:
    """Parse *typed*: `#tag`, `@heading`, `note@heading`, `note#heading` as in a link, or a name."""
    text = " ".join(typed[:MAX_QUERY_LENGTH].split())
    if text.startswith("#"):
        return SwitcherQuery("tags", text[1:].strip())
    note, sign, words = text.partition("#")
    if sign:  # Names do not contain it. In a link each # leads to a nested heading; the last one is searched for.
        return SwitcherQuery("headings", words.rpartition("#")[2].strip(), note.strip())
    note, sign, words = text.partition("@")
    return SwitcherQuery("headings", words.strip(), note.strip()) if sign else SwitcherQuery("names", text)


def name_of_new(typed: str) -> str:
    """Return the name of a new note; empty if *typed* is not a valid name."""
    name = " ".join(typed[:MAX_QUERY_LENGTH].split()).strip("/ ")
    for ending in NOTE_ENDINGS:
        name = name[: -len(ending)].rstrip() if name.lower().endswith(ending) else name
    return "" if parse_switcher_query(name).kind == "tags" else name


def matching_names(
    words: str, named: Iterable[tuple[str, T]], limit: int, *, allow_gaps: bool = True
) -> list[tuple[T, NameSpans]]:
    """Return those of *named* (a name and its value) that match *words*, best first, with marks.

    Prefix matches precede word prefix matches, matches anywhere, and, with *allow_gaps*, matches of scattered letters,
    which take ten times as long to find.
    """
    wanted = fold_to_base(words)
    if not wanted:
        return [(one, ()) for _, (_, one) in zip(range(limit), named, strict=False)]
    parts = tuple(wanted.split())
    ranked: list[tuple[int, int, int, T, str]] = []
    for place, (name, one) in enumerate(named):
        rank = _rank(fold_to_base(name), wanted, parts, allow_gaps=allow_gaps)
        if rank >= 0:
            ranked.append((rank, len(name), place, one, name))
    ranked.sort(key=lambda found: found[:3])
    return [(one, _marks(name, wanted, parts)) for _, _, _, one, name in ranked[:limit]]


def _rank(key: str, wanted: str, parts: tuple[str, ...], *, allow_gaps: bool) -> int:
    place = key.find(wanted)
    if place == 0:
        return 0
    if place > 0:
        return 1 if not key[place - 1].isalnum() else 2
    if len(parts) > 1 and all(part in key for part in parts):
        return 3
    return 4 if allow_gaps and len(wanted) > 1 and find_scattered(key, wanted.replace(" ", "")) else -1


def _marks(name: str, wanted: str, parts: tuple[str, ...]) -> NameSpans:
    return (
        find_name_spans(name, wanted) or find_word_spans(name, parts) or find_scattered(name, wanted.replace(" ", ""))
    )


FILE_ICONS = {"canvas": "canvas", "base": "table"}
"""Icons of files that are not notes, by suffix."""

ChoiceKind = Literal["open", "heading", "tag", "create", "search"]


@dataclass(frozen=True, slots=True)
class SwitcherChoice:
    """A target or an action."""

    kind: ChoiceKind
    path: str = ""
    """Path of the note, or of the note to be created."""
    words: str = ""
    """A tag, or a query."""
    line: int = 0
    """Line of a heading, counted from 1."""
    place: str = ""
    """A heading as written."""
    nth: int = -1
    """Index of the heading in the note."""


@dataclass(frozen=True, slots=True)
class SwitcherRow:
    """A choice and its row."""

    row: ListRow
    choice: SwitcherChoice


def note_choice(hit: NameHit, lock: Callable[[str], str], now: datetime) -> SwitcherRow:
    """Return the row of a matching note."""
    folder = hit.path.rpartition("/")[0]
    detail = folder
    lit: NameSpans = ()
    if hit.alias:
        head, tail = _tr("also called “{name}”").split("{name}")
        begin = f"{folder} › {head}" if folder else head
        detail = f"{begin}{hit.alias}{tail}"
        lit = tuple((start + len(begin), end + len(begin)) for start, end in hit.marks)
    private = lock(hit.path)
    row = ListRow(
        f"note {hit.path}",
        hit.name,
        detail,
        rough_time_text(hit.modified, now),
        title_marks=() if hit.alias else hit.marks,
        detail_marks=lit,
        icon=FILE_ICONS.get(hit.path.rpartition(".")[2].lower(), "file"),
        badge="lock" if private else "",
        description="\n".join(part for part in (hit.path, private) if part),
    )
    return SwitcherRow(row, SwitcherChoice("open", hit.path))


def heading_choice(path: str, heading: NoteHeading, nth: int, marks: NameSpans, depth: int) -> SwitcherRow:
    row = ListRow(
        f"heading {nth} {path}",
        heading.text,
        right=_tr("line {n}").format(n=format_number(heading.line)),
        title_marks=marks,
        icon="hash",
        depth=depth,
    )
    return SwitcherRow(row, SwitcherChoice("heading", path, line=heading.line, place=heading.written, nth=nth))


def tag_choice(tag: str, count: int, marks: NameSpans) -> SwitcherRow:
    """Return the row of a tag, which is searched for when chosen."""
    told = _tr("1 note") if count == 1 else _tr("{n} notes").format(n=format_number(count))
    return SwitcherRow(
        ListRow(f"tag {tag}", tag, right=told, title_marks=marks, icon="tag"), SwitcherChoice("tag", words=tag)
    )


def unwritten_choice(target: str, links: int, marks: NameSpans, path: str) -> SwitcherRow:
    """Return the row of a missing note to which others link."""
    told = _tr("linked once") if links == 1 else _tr("linked {n} times").format(n=format_number(links))
    row = ListRow(
        f"unwritten {target}",
        target,
        _tr("not created yet"),
        told,
        title_marks=marks,
        icon="file-plus",
        role="muted",
        description=_tr("Creates {path}").format(path=path),
    )
    return SwitcherRow(row, SwitcherChoice("create", path))


def create_choice(name: str, path: str, *, ruled: bool) -> SwitcherRow:
    """Return the row that creates a note."""
    folder = path.rpartition("/")[0]
    where = _tr("in {folder}").format(folder=folder) if folder else _tr("in the vault root")
    title = _tr("Create note “{name}”").format(name=name.rpartition("/")[2])
    row = ListRow(
        "create",
        title,
        where,
        keys=_tr("Shift+Enter"),
        icon="file-plus",
        has_rule=ruled,
        description=_tr("Creates {path}").format(path=path),
    )
    return SwitcherRow(row, SwitcherChoice("create", path))


def search_choice(words: str) -> SwitcherRow:
    """Return the row that searches all notes."""
    title = _tr("Search all notes for “{words}”").format(words=words)
    return SwitcherRow(ListRow("search", title, icon="search"), SwitcherChoice("search", words=words))


def switcher_count_text(shown: int, most: int, total: int) -> str:
    """Return the text about how many of all notes are shown."""
    if not total:
        return ""
    some = f"{format_number(shown)}+" if shown >= most else format_number(shown)
    return _tr("{some} of {total}").format(some=some, total=format_number(total))


MAX_NOTES = 50
"""Maximum number of notes offered."""

MAX_RECENT = 20
"""Maximum number of notes offered without input: those opened last, then those changed last."""

MAX_UNWRITTEN = 3
"""Maximum number of missing notes offered, below existing ones."""

MAX_OTHER_FILES = 10
"""Maximum number of canvases and bases offered, below the notes."""

MAX_HEADINGS = 300

MAX_FUZZY_NAMES = 2_000
"""Maximum number of names that are searched for scattered letters: more would delay typing."""


@dataclass(frozen=True)
class SwitcherSources:
    """State of the window that the switcher uses."""

    open_note: Callable[[], tuple[str, str] | None]
    """Returns path and current text of the open note."""
    recent: Callable[[], Sequence[str]]
    """Returns the notes opened before, the last one first."""
    lock: Callable[[str], str]
    """Returns why a note is private; empty if it is not."""
    total: Callable[[], int]
    """Returns the number of notes."""


class SwitcherSearch:
    """Finds rows for the input. Data of the vault is cached until `forget`."""

    def __init__(self, searcher: Searcher, vault: Vault, sources: SwitcherSources) -> None:
        self._searcher = searcher
        self._vault = vault
        self._sources = sources
        self._tags: list[TagCount] | None = None
        self._unwritten: list[tuple[str, int]] | None = None
        self._others: list[NameHit] | None = None
        self._headings: tuple[str, str, tuple[NoteHeading, ...]] = ("", "", ())

    def forget(self) -> None:
        """Discard cached data because notes changed."""
        self._tags = self._unwritten = self._others = None

    @property
    def is_ready(self) -> bool:
        """Return whether missing link targets are loaded."""
        return self._unwritten is not None

    async def learn(self) -> None:
        """Load the missing link targets."""
        if self._unwritten is None:
            self._unwritten = await self._searcher.read_note_table(find_missing_notes)

    async def offer(self, typed: str) -> tuple[list[SwitcherRow], str]:
        """Return the matching rows, and a text about their number. Raises `IndexFailed`."""
        wanted = parse_switcher_query(typed)
        match wanted.kind:
            case "tags":
                return await self._of_tags(wanted.words)
            case "headings":
                found = await self._of_headings(wanted.note, wanted.words)
                if found or not name_of_new(typed):
                    return found, ""
                return await self._of_names(typed)
            case _:
                return await (self._of_names(wanted.words) if wanted.words else self._of_recent())

    async def _of_recent(self) -> tuple[list[SwitcherRow], str]:
        here = self._sources.open_note()
        paths = [path for path in self._sources.recent() if here is None or path != here[0]][:MAX_RECENT]
        known = await asyncio.gather(*map(self._searcher.note, paths))
        found = {note.path: NameHit(note.path, note.name, "", (), note.modified) for note in known if note is not None}
        found |= {other.path: other for other in await self._other_files() if other.path in paths}
        hits = [found[path] for path in paths if path in found]
        if len(hits) < MAX_RECENT:
            already = {hit.path for hit in hits} | ({here[0]} if here is not None else set())
            newest = await self._searcher.names("", MAX_RECENT)
            hits += [hit for hit in newest if hit.path not in already][: MAX_RECENT - len(hits)]
        offered = self._notes(hits)
        return offered, switcher_count_text(len(offered), MAX_NOTES, self._sources.total())

    async def _of_names(self, words: str) -> tuple[list[SwitcherRow], str]:
        hits = await self._searcher.names(words, MAX_NOTES)
        offered = self._notes(hits)
        told = switcher_count_text(len(offered), MAX_NOTES, self._sources.total())
        others = await self._other_files()
        named_so = matching_names(words, ((one.name, one) for one in others), MAX_OTHER_FILES)
        offered += self._notes([replace(one, marks=marks) for one, marks in named_so])
        if self._unwritten:
            few = len(self._unwritten) < MAX_FUZZY_NAMES
            named = ((one[0], one) for one in self._unwritten)
            found = matching_names(words, named, MAX_UNWRITTEN, allow_gaps=few)
            offered += [unwritten_choice(*one, marks, self._path_of(one[0])) for one, marks in found]
        name = name_of_new(words)
        path = self._path_of(name) if name else ""
        if path and all(hit.path.casefold() != path.casefold() for hit in hits) and self._may_be(path):
            offered.append(create_choice(name, path, ruled=bool(offered)))
        if words:
            offered.append(search_choice(words))
        return offered, told

    async def _other_files(self) -> list[NameHit]:
        if self._others is None:
            self._others = await self._searcher.read_database(lookups.list_other_files)
        return self._others

    async def _of_tags(self, words: str) -> tuple[list[SwitcherRow], str]:
        if self._tags is None:
            self._tags = await self._searcher.tags()
        commonest = sorted(self._tags, key=lambda one: -one.notes)
        found = matching_names(
            words, ((one.tag, one) for one in commonest), MAX_NOTES, allow_gaps=len(commonest) < MAX_FUZZY_NAMES
        )
        told = switcher_count_text(len(found), MAX_NOTES, len(self._tags))
        return [tag_choice(one.tag, one.notes, marks) for one, marks in found], told

    async def _of_headings(self, note: str, words: str) -> list[SwitcherRow]:
        path, text = await self._text_of(note)
        if not path:
            return []
        if self._headings[:2] != (path, text):
            self._headings = (path, text, await asyncio.to_thread(headings_of, text))
        headings = self._headings[2]
        depths = heading_depths(headings) if not words else [0] * len(headings)
        found = matching_names(words, ((one.text, (nth, one)) for nth, one in enumerate(headings)), MAX_HEADINGS)
        return [heading_choice(path, one, nth, marks, depths[nth]) for (nth, one), marks in found]

    async def _text_of(self, note: str) -> tuple[str, str]:
        """Return path and text of the open note, or of the one whose name matches *note* best."""
        here = self._sources.open_note()
        if not note:
            return here or ("", "")
        hits = await self._searcher.names(note, 1)
        if not hits:
            return "", ""
        if here is not None and hits[0].path == here[0]:
            return here
        try:
            return hits[0].path, (await self._vault.read(NotePath.parse(hits[0].path))).text
        except VaultDeskError:
            return "", ""  # Deleted since; an index event follows.

    def _notes(self, hits: Sequence[NameHit]) -> list[SwitcherRow]:
        now = datetime.now(UTC)
        return [note_choice(hit, self._sources.lock, now) for hit in hits]

    def _path_of(self, name: str) -> str:
        here = self._sources.open_note()
        return linked_note_path(name, here[0] if here is not None else "", self._vault.settings)

    def _may_be(self, path: str) -> bool:
        try:
            self._vault.files.for_writing(NotePath.parse(path))
        except VaultDeskError:
            return False
        return True


OpenMode = Literal["here", "tab", "side", "create"]
"""Action of Enter with modifiers: open here, in a new tab, on the other side; or create the note."""


class SwitcherPopup(QuickOpenPopup):
    """Emits the input and the choice; shows rows for the input."""

    chosen = Signal(object, str)
    """A `SwitcherChoice`, and an `OpenMode`."""

    def __init__(self, window: QWidget, top: int, *, side: bool, reading: bool = False) -> None:
        """Centred in *window*, *top* pixels below its edge; *side* tells whether there is another side.

        *reading* tells that not all notes are indexed yet.
        """
        still_reading = self.tr("Your notes are still being read.")
        words = QuickOpenTexts(
            self.tr("Go to a note"),
            self.tr("Find a note by its name"),
            self.tr("Find or create a note…"),
            self.tr("Notes found"),
            still_reading if reading else self.tr("No matches."),
            self._keys(side=side),
            initial=still_reading if reading else self.tr("There are no other notes yet. Type a name to create one."),
        )
        super().__init__(window, top, words, longest=MAX_QUERY_LENGTH)
        self._offered: dict[str, SwitcherRow] = {}

    def show_offered(self, typed: str, offered: Sequence[SwitcherRow], told: str) -> None:
        """Show the rows for *typed* unless the input has changed since."""
        if typed == self.field.text():
            self._offered = {one.row.key: one for one in offered}
            self.show_rows(typed, [one.row for one in offered], told)

    def activate(self, row: ListRow | None, held: Qt.KeyboardModifier) -> None:
        """Emit the choice with its mode."""
        open_mode = _open_mode(held)
        key = "create" if open_mode == "create" else row.key if row is not None else ""
        offered = self._offered.get(key)
        if offered is not None:
            self.close()
            self.chosen.emit(offered.choice, open_mode)

    def _keys(self, *, side: bool) -> list[QuickOpenHint]:
        keys = [QuickOpenHint("Enter", self.tr("open")), QuickOpenHint("Ctrl+Enter", self.tr("in a new tab"))]
        if side:
            keys.append(QuickOpenHint("Ctrl+Alt+Enter", self.tr("to the side"), known=False))
        return [
            *keys,
            QuickOpenHint("@", self.tr("headings")),
            QuickOpenHint("#", self.tr("tags")),
            QuickOpenHint("Esc", self.tr("close")),
        ]


def _open_mode(held: Qt.KeyboardModifier) -> OpenMode:
    control, shift, alt = (
        bool(held & one)
        for one in (
            Qt.KeyboardModifier.ControlModifier,
            Qt.KeyboardModifier.ShiftModifier,
            Qt.KeyboardModifier.AltModifier,
        )
    )
    if shift:
        return "create"
    return "side" if control and alt else "tab" if control else "here"


IDLE_DELAY = 250
"""Milliseconds without a key press before slower work is started."""

Search = Callable[[str], object]
"""Shows the search of all notes for a query."""


class QuickSwitcher(QObject):
    """Created with the views of a vault."""

    def __init__(
        self,
        window: MainWindow,
        workspace: Workspace,
        browser: LeftPane,
        notes: NoteArea,
        kept: BrowsingHistory,
        search: Search,
    ) -> None:
        super().__init__(kept)
        self._window, self._history, self._search = window, kept, search
        self._browser, self._notes = browser, notes
        self._completion = workspace.searcher.completion
        sources = SwitcherSources(
            self._open_note,
            lambda: kept.visited,
            lambda path: self._browser.model.badges.lock(path, folder=False),
            lambda: workspace.indexer.state.notes,
        )
        self.offering = SwitcherSearch(workspace.searcher, workspace.vault, sources)
        self.popup: SwitcherPopup | None = None
        """The switcher while it is open."""
        # Missing link targets are loaded when typing pauses, because that may require scanning every note.
        self._idle = QTimer(self, singleShot=True, interval=IDLE_DELAY)
        self._idle.timeout.connect(self._learn)
        window.commands.bind("jump", self.open)
        self._notes.current_changed.connect(self._visited)
        bridge.follow(workspace.vault.changes, self._moved, self)
        bridge.follow(workspace.indexer.events, self._indexed, self)

    def open(self, text: str = "") -> SwitcherPopup:
        """Open it with *text* in its field."""
        if self.popup is not None:
            self.popup.close()
        window = self._window
        reading = self._completion.phase != "complete"
        popup = SwitcherPopup(window, window.popup_top(), side=True, reading=reading)
        popup.typed.connect(self._typed)
        popup.chosen.connect(self._choose)
        popup.destroyed.connect(self._closed)
        popup.close_with(window.commands["jump"].shortcuts())
        self.popup = popup
        popup.open(text)
        return popup

    def _closed(self) -> None:
        if self.popup is not None and not shiboken6.isValid(self.popup):
            self.popup = None

    def _typed(self, typed: str) -> None:
        if self.popup is not None:
            bridge.start(self._offer(self.popup, typed), owner=self.popup)
            self._idle.start()

    async def _offer(self, popup: SwitcherPopup, typed: str) -> None:
        if typed != popup.field.text():
            return  # The input changed before this iteration.
        try:
            offered, told = await self.offering.offer(typed)
        except VaultDeskError as problem:
            offered, told = [], translate(problem.title)
        if shiboken6.isValid(popup):
            popup.show_offered(typed, offered, told)

    def _learn(self) -> None:
        if self.popup is not None and not self.offering.is_ready:
            bridge.start(self._learned(self.popup), owner=self.popup)

    async def _learned(self, popup: SwitcherPopup) -> None:
        try:
            await self.offering.learn()
        except VaultDeskError:
            return  # The status bar shows that the index fails.
        if shiboken6.isValid(popup):
            await self._offer(popup, popup.field.text())

    def _open_note(self) -> tuple[str, str] | None:
        page = self._notes.current_page
        return (page.path, page.text or "") if page is not None and page.path else None

    def _choose(self, choice: SwitcherChoice, open_mode: str) -> None:
        match choice.kind:
            case "search":
                self._search(choice.words)
                return
            case "tag":
                self._search(f"tag:#{choice.words}")
                return
            case "create":
                self._window.show_pane("note")
                bridge.start(self._create(choice.path), owner=self)
                return
        self._window.show_pane("note")
        side = open_mode == "side"
        if side:
            self._notes.split_view.use(self._notes.split_view.split(down=self._notes.split_view.down))
        # Immediately: when the switcher closes, the window focuses the previous widget, whose side is then used.
        self._notes.setFocus(Qt.FocusReason.OtherFocusReason)
        if choice.kind == "heading":
            bridge.start(self._show_heading(choice, new_tab=open_mode == "tab", side=side), owner=self)
        else:
            self._notes.open(choice.path, open_mode == "tab", side=side)

    async def _create(self, path: str) -> None:
        await self._notes.create_note(path)

    async def _show_heading(self, choice: SwitcherChoice, *, new_tab: bool, side: bool) -> None:
        page = await self._notes.show_note(choice.path, new_tab, side=side)
        headings = await asyncio.to_thread(headings_of, page.text or "")
        if page.path == choice.path:
            go_to_heading(page, headings, choice.nth)

    def _visited(self, path: object) -> None:
        if isinstance(path, str) and path:
            self._history.visit(path)

    def _moved(self, told: VaultChanged) -> None:
        for change in told.changes:
            if change.kind == "moved" and change.old_path is not None:
                self._history.moved(change.old_path.text, change.path.text)

    def _indexed(self, _commit: NotesIndexed) -> None:
        self.offering.forget()
