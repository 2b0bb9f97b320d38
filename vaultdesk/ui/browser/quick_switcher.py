"""Quick switcher: opens a note, heading or tag by a few letters of its name, or creates the note."""

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

NOTE_SUFFIXES = (".md",)
"""Suffixes that may be omitted in the name of a new note."""


@dataclass(frozen=True, slots=True)
class SwitcherQuery:
    """The parsed input of the switcher."""

    kind: Literal["names", "headings", "tags"]
    term: str
    note: str = ""
    """Note whose headings are searched; empty for the open note."""


def parse_switcher_query(typed: str) -> SwitcherQuery:
    """Parse *typed*: `#tag`, `@heading`, `note@heading`, `note#heading` as in a link, or a name."""
    text = " ".join(typed[:MAX_QUERY_LENGTH].split())
    if text.startswith("#"):
        return SwitcherQuery("tags", text[1:].strip())
    note, separator, term = text.partition("#")
    if separator:  # Names do not contain it. In a link each # leads to a nested heading; the last one is searched for.
        return SwitcherQuery("headings", term.rpartition("#")[2].strip(), note.strip())
    note, separator, term = text.partition("@")
    return SwitcherQuery("headings", term.strip(), note.strip()) if separator else SwitcherQuery("names", text)


def name_of_new(typed: str) -> str:
    """Return the name of a new note; empty if *typed* is not a valid name."""
    name = " ".join(typed[:MAX_QUERY_LENGTH].split()).strip("/ ")
    for suffix in NOTE_SUFFIXES:
        name = name[: -len(suffix)].rstrip() if name.lower().endswith(suffix) else name
    return "" if parse_switcher_query(name).kind == "tags" else name


def matching_names(
    query: str, items: Iterable[tuple[str, T]], limit: int, *, allow_gaps: bool = True
) -> list[tuple[T, NameSpans]]:
    """Return those of *items* (a name and its value) that match *query*, best first, with marks.

    Prefix matches precede word prefix matches, matches anywhere, and, with *allow_gaps*, matches of scattered letters,
    which take ten times as long to find.
    """
    folded_query = fold_to_base(query)
    if not folded_query:
        return [(value, ()) for _, (_, value) in zip(range(limit), items, strict=False)]
    parts = tuple(folded_query.split())
    ranked: list[tuple[tuple[int, int], T, str]] = []
    for name, value in items:
        rank = _rank(fold_to_base(name), folded_query, parts, allow_gaps=allow_gaps)
        if rank >= 0:
            ranked.append(((rank, len(name)), value, name))
    ranked.sort(key=lambda match: match[0])
    return [(value, _marks(name, folded_query, parts)) for _, value, name in ranked[:limit]]


def _rank(key: str, folded_query: str, parts: tuple[str, ...], *, allow_gaps: bool) -> int:
    """Return the rank of the folded name *key*, 0 for the best; -1 if it does not match."""
    position = key.find(folded_query)
    if position == 0:
        return 0
    if position > 0:
        return 1 if not key[position - 1].isalnum() else 2
    if len(parts) > 1 and all(part in key for part in parts):
        return 3
    return 4 if allow_gaps and len(folded_query) > 1 and find_scattered(key, folded_query.replace(" ", "")) else -1


def _marks(name: str, folded_query: str, parts: tuple[str, ...]) -> NameSpans:
    return (
        find_name_spans(name, folded_query)
        or find_word_spans(name, parts)
        or find_scattered(name, folded_query.replace(" ", ""))
    )


FILE_ICONS = {"canvas": "canvas", "base": "table"}
"""Icons of files that are not notes, by suffix."""

ChoiceKind = Literal["open", "heading", "tag", "create", "search"]


@dataclass(frozen=True, slots=True)
class SwitcherChoice:
    """The target or action of a row."""

    kind: ChoiceKind
    path: str = ""
    """Path of the note, or of the note to be created."""
    term: str = ""
    """A tag, or a query."""
    line: int = 0
    """Line of a heading, counted from 1."""
    heading: str = ""
    """A heading as written."""
    index: int = -1
    """Index of the heading in the note."""


@dataclass(frozen=True, slots=True)
class SwitcherRow:
    """A choice and its row."""

    row: ListRow
    choice: SwitcherChoice


def note_choice(hit: NameHit, lock: Callable[[str], str], now: datetime) -> SwitcherRow:
    folder = hit.path.rpartition("/")[0]
    detail = folder
    marks: NameSpans = ()
    if hit.alias:
        before_name, after_name = _tr("also called “{name}”").split("{name}")
        prefix = f"{folder} › {before_name}" if folder else before_name
        detail = f"{prefix}{hit.alias}{after_name}"
        marks = tuple((start + len(prefix), end + len(prefix)) for start, end in hit.marks)
    privacy_reason = lock(hit.path)
    row = ListRow(
        f"note {hit.path}",
        hit.name,
        detail,
        rough_time_text(hit.modified, now),
        title_marks=() if hit.alias else hit.marks,
        detail_marks=marks,
        icon=FILE_ICONS.get(hit.path.rpartition(".")[2].lower(), "file"),
        badge="lock" if privacy_reason else "",
        description="\n".join(part for part in (hit.path, privacy_reason) if part),
    )
    return SwitcherRow(row, SwitcherChoice("open", hit.path))


def heading_choice(path: str, heading: NoteHeading, index: int, marks: NameSpans, depth: int) -> SwitcherRow:
    row = ListRow(
        f"heading {index} {path}",
        heading.text,
        right=_tr("line {n}").format(n=format_number(heading.line)),
        title_marks=marks,
        icon="hash",
        depth=depth,
    )
    return SwitcherRow(row, SwitcherChoice("heading", path, line=heading.line, heading=heading.written, index=index))


def tag_choice(tag: str, count: int, marks: NameSpans) -> SwitcherRow:
    """Return the row of a tag, which is searched for when chosen."""
    count_text = _tr("1 note") if count == 1 else _tr("{n} notes").format(n=format_number(count))
    return SwitcherRow(
        ListRow(f"tag {tag}", tag, right=count_text, title_marks=marks, icon="tag"), SwitcherChoice("tag", term=tag)
    )


def missing_note_choice(target: str, links: int, marks: NameSpans, path: str) -> SwitcherRow:
    """Return the row of a missing note to which others link."""
    count_text = _tr("linked once") if links == 1 else _tr("linked {n} times").format(n=format_number(links))
    row = ListRow(
        f"unwritten {target}",
        target,
        _tr("not created yet"),
        count_text,
        title_marks=marks,
        icon="file-plus",
        role="muted",
        description=_tr("Creates {path}").format(path=path),
    )
    return SwitcherRow(row, SwitcherChoice("create", path))


def create_choice(name: str, path: str, *, has_rule: bool) -> SwitcherRow:
    """Return the row that creates a note."""
    folder = path.rpartition("/")[0]
    folder_text = _tr("in {folder}").format(folder=folder) if folder else _tr("in the vault root")
    title = _tr("Create note “{name}”").format(name=name.rpartition("/")[2])
    row = ListRow(
        "create",
        title,
        folder_text,
        keys=_tr("Shift+Enter"),
        icon="file-plus",
        has_rule=has_rule,
        description=_tr("Creates {path}").format(path=path),
    )
    return SwitcherRow(row, SwitcherChoice("create", path))


def search_choice(query: str) -> SwitcherRow:
    """Return the row that searches all notes."""
    title = _tr("Search all notes for “{words}”").format(words=query)
    return SwitcherRow(ListRow("search", title, icon="search"), SwitcherChoice("search", term=query))


def switcher_count_text(shown: int, limit: int, total: int) -> str:
    """Return the text about how many of all notes are shown."""
    if not total:
        return ""
    shown_text = f"{format_number(shown)}+" if shown >= limit else format_number(shown)
    return _tr("{some} of {total}").format(some=shown_text, total=format_number(total))


MAX_NOTES = 50
"""Maximum number of notes offered."""

MAX_RECENT = 20
"""Maximum number of notes offered without input: those opened last, then those changed last."""

MAX_MISSING_NOTES = 3
"""Maximum number of missing notes offered, below existing ones."""

MAX_OTHER_FILES = 10
"""Maximum number of canvases and bases offered, below the notes."""

MAX_HEADINGS = 300

MAX_FUZZY_NAMES = 2_000
"""Maximum number of names that are searched for scattered letters: more would delay typing."""


@dataclass(frozen=True)
class SwitcherSources:
    """Functions that return the state of the window."""

    open_note: Callable[[], tuple[str, str] | None]
    """Returns path and current text of the open note."""
    recent: Callable[[], Sequence[str]]
    """Returns the notes opened before, the last one first."""
    lock: Callable[[str], str]
    """Returns why a note is private; empty if it is not."""
    total: Callable[[], int]
    """Returns the number of notes."""


class SwitcherSearch:
    """Finds the rows for the input. Data of the vault is cached until `forget` is called."""

    def __init__(self, searcher: Searcher, vault: Vault, sources: SwitcherSources) -> None:
        self._searcher = searcher
        self._vault = vault
        self._sources = sources
        self._tags: list[TagCount] | None = None
        self._missing_notes: list[tuple[str, int]] | None = None
        self._other_hits: list[NameHit] | None = None
        self._headings: tuple[str, str, tuple[NoteHeading, ...]] = ("", "", ())

    def forget(self) -> None:
        """Discard cached data because notes changed."""
        self._tags = self._missing_notes = self._other_hits = None

    @property
    def missing_loaded(self) -> bool:
        """Whether the missing link targets are loaded."""
        return self._missing_notes is not None

    async def load_missing(self) -> None:
        """Load the missing link targets."""
        if self._missing_notes is None:
            self._missing_notes = await self._searcher.read_note_table(find_missing_notes)

    async def find_rows(self, typed: str) -> tuple[list[SwitcherRow], str]:
        """Return the matching rows, and a text about their number. Raises `IndexFailed`."""
        query = parse_switcher_query(typed)
        match query.kind:
            case "tags":
                return await self._of_tags(query.term)
            case "headings":
                rows = await self._of_headings(query.note, query.term)
                if rows or not name_of_new(typed):
                    return rows, ""
                return await self._of_names(typed)
            case _:
                return await (self._of_names(query.term) if query.term else self._of_recent())

    async def _of_recent(self) -> tuple[list[SwitcherRow], str]:
        open_note = self._sources.open_note()
        paths = [path for path in self._sources.recent() if open_note is None or path != open_note[0]][:MAX_RECENT]
        notes = await asyncio.gather(*map(self._searcher.note, paths))
        hits_by_path = {
            note.path: NameHit(note.path, note.name, "", (), note.modified) for note in notes if note is not None
        }
        hits_by_path |= {file.path: file for file in await self._other_files() if file.path in paths}
        hits = [hits_by_path[path] for path in paths if path in hits_by_path]
        if len(hits) < MAX_RECENT:
            listed = {hit.path for hit in hits} | ({open_note[0]} if open_note is not None else set())
            newest = await self._searcher.names("", MAX_RECENT)
            hits += [hit for hit in newest if hit.path not in listed][: MAX_RECENT - len(hits)]
        rows = self._notes(hits)
        return rows, switcher_count_text(len(rows), MAX_NOTES, self._sources.total())

    async def _of_names(self, text: str) -> tuple[list[SwitcherRow], str]:
        hits = await self._searcher.names(text, MAX_NOTES)
        rows = self._notes(hits)
        count_text = switcher_count_text(len(rows), MAX_NOTES, self._sources.total())
        files = ((file.name, file) for file in await self._other_files())
        matches = matching_names(text, files, MAX_OTHER_FILES)
        rows += self._notes([replace(file, marks=marks) for file, marks in matches])
        if self._missing_notes:
            allow_gaps = len(self._missing_notes) < MAX_FUZZY_NAMES
            missing = ((target, (target, links)) for target, links in self._missing_notes)
            for (target, links), marks in matching_names(text, missing, MAX_MISSING_NOTES, allow_gaps=allow_gaps):
                rows.append(missing_note_choice(target, links, marks, self._path_of(target)))
        name = name_of_new(text)
        path = self._path_of(name) if name else ""
        if path and all(hit.path.casefold() != path.casefold() for hit in hits) and self._can_create(path):
            rows.append(create_choice(name, path, has_rule=bool(rows)))
        if text:
            rows.append(search_choice(text))
        return rows, count_text

    async def _other_files(self) -> list[NameHit]:
        if self._other_hits is None:
            self._other_hits = await self._searcher.read_database(lookups.list_other_files)
        return self._other_hits

    async def _of_tags(self, text: str) -> tuple[list[SwitcherRow], str]:
        if self._tags is None:
            self._tags = await self._searcher.tags()
        by_frequency = sorted(self._tags, key=lambda tag: -tag.notes)
        found = matching_names(
            text, ((tag.tag, tag) for tag in by_frequency), MAX_NOTES, allow_gaps=len(by_frequency) < MAX_FUZZY_NAMES
        )
        count_text = switcher_count_text(len(found), MAX_NOTES, len(self._tags))
        return [tag_choice(tag.tag, tag.notes, marks) for tag, marks in found], count_text

    async def _of_headings(self, note: str, query: str) -> list[SwitcherRow]:
        path, note_text = await self._text_of(note)
        if not path:
            return []
        if self._headings[:2] != (path, note_text):
            self._headings = (path, note_text, await asyncio.to_thread(headings_of, note_text))
        headings = self._headings[2]
        depths = heading_depths(headings) if not query else [0] * len(headings)
        found = matching_names(
            query, ((heading.text, (index, heading)) for index, heading in enumerate(headings)), MAX_HEADINGS
        )
        return [heading_choice(path, heading, index, marks, depths[index]) for (index, heading), marks in found]

    async def _text_of(self, note: str) -> tuple[str, str]:
        """Return path and text of the open note, or of the one whose name matches *note* best."""
        open_note = self._sources.open_note()
        if not note:
            return open_note or ("", "")
        hits = await self._searcher.names(note, 1)
        if not hits:
            return "", ""
        if open_note is not None and hits[0].path == open_note[0]:
            return open_note
        try:
            return hits[0].path, (await self._vault.read(NotePath.parse(hits[0].path))).text
        except VaultDeskError:
            return "", ""  # Deleted since; an index event follows.

    def _notes(self, hits: Sequence[NameHit]) -> list[SwitcherRow]:
        now = datetime.now(UTC)
        return [note_choice(hit, self._sources.lock, now) for hit in hits]

    def _path_of(self, name: str) -> str:
        open_note = self._sources.open_note()
        return linked_note_path(name, open_note[0] if open_note is not None else "", self._vault.settings)

    def _can_create(self, path: str) -> bool:
        try:
            self._vault.files.for_writing(NotePath.parse(path))
        except VaultDeskError:
            return False
        return True


OpenMode = Literal["here", "tab", "side", "create"]
"""Action of Enter with modifiers: open here, in a new tab, on the other side; or create the note."""


class SwitcherPopup(QuickOpenPopup):
    """Popup of the switcher: emits the input and the user's choice, and shows rows for the input."""

    chosen = Signal(object, str)
    """A `SwitcherChoice`, and an `OpenMode`."""

    def __init__(self, window: QWidget, top: int, *, side: bool, reading: bool = False) -> None:
        """Centre the popup in *window*, *top* pixels below its edge.

        *side*: whether notes can be opened on another side; *reading*: whether notes are still being indexed.
        """
        still_reading = self.tr("Your notes are still being read.")
        texts = QuickOpenTexts(
            self.tr("Go to a note"),
            self.tr("Find a note by its name"),
            self.tr("Find or create a note…"),
            self.tr("Notes found"),
            still_reading if reading else self.tr("No matches."),
            self._keys(side=side),
            initial=still_reading if reading else self.tr("There are no other notes yet. Type a name to create one."),
        )
        super().__init__(window, top, texts, max_length=MAX_QUERY_LENGTH)
        self._rows_by_key: dict[str, SwitcherRow] = {}

    def show_offered(self, typed: str, rows: Sequence[SwitcherRow], status: str) -> None:
        """Show the rows for *typed* unless the input has changed since."""
        if typed == self.field.text():
            self._rows_by_key = {row.row.key: row for row in rows}
            self.show_rows(typed, [row.row for row in rows], status)

    def activate(self, row: ListRow | None, modifiers: Qt.KeyboardModifier) -> None:
        """Emit the choice with its mode."""
        open_mode = _open_mode(modifiers)
        key = "create" if open_mode == "create" else row.key if row is not None else ""
        switcher_row = self._rows_by_key.get(key)
        if switcher_row is not None:
            self.close()
            self.chosen.emit(switcher_row.choice, open_mode)

    def _keys(self, *, side: bool) -> list[QuickOpenHint]:
        hints = [QuickOpenHint("Enter", self.tr("open")), QuickOpenHint("Ctrl+Enter", self.tr("in a new tab"))]
        if side:
            hints.append(QuickOpenHint("Ctrl+Alt+Enter", self.tr("to the side"), essential=False))
        return [
            *hints,
            QuickOpenHint("@", self.tr("headings")),
            QuickOpenHint("#", self.tr("tags")),
            QuickOpenHint("Esc", self.tr("close")),
        ]


def _open_mode(modifiers: Qt.KeyboardModifier) -> OpenMode:
    control, shift, alt = (
        bool(modifiers & modifier)
        for modifier in (
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
    """Opens the switcher for the command `jump`, and what the user chooses in it. Created with the views of a vault."""

    def __init__(
        self,
        window: MainWindow,
        workspace: Workspace,
        browser: LeftPane,
        notes: NoteArea,
        history: BrowsingHistory,
        search: Search,
    ) -> None:
        super().__init__(history)
        self._window, self._history, self._search = window, history, search
        self._browser, self._notes = browser, notes
        self._completion = workspace.searcher.completion
        sources = SwitcherSources(
            self._open_note,
            lambda: history.visited,
            lambda path: self._browser.model.badges.lock(path, folder=False),
            lambda: workspace.indexer.state.notes,
        )
        self.row_source = SwitcherSearch(workspace.searcher, workspace.vault, sources)
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
            rows, status = await self.row_source.find_rows(typed)
        except VaultDeskError as error:
            rows, status = [], translate(error.title)
        if shiboken6.isValid(popup):
            popup.show_offered(typed, rows, status)

    def _learn(self) -> None:
        if self.popup is not None and not self.row_source.missing_loaded:
            bridge.start(self._learned(self.popup), owner=self.popup)

    async def _learned(self, popup: SwitcherPopup) -> None:
        try:
            await self.row_source.load_missing()
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
                self._search(choice.term)
                return
            case "tag":
                self._search(f"tag:#{choice.term}")
                return
            case "create":
                self._window.show_pane("note")
                bridge.start(self._create(choice.path), owner=self)
                return
        self._window.show_pane("note")
        side = open_mode == "side"
        if side:
            self._notes.split_view.use(self._notes.split_view.split(down=self._notes.split_view.down))
        # Focused before the note is opened: the closing switcher restores the focus to the previous widget, whose side
        # would be used otherwise.
        self._notes.setFocus(Qt.FocusReason.OtherFocusReason)
        if choice.kind == "heading":
            bridge.start(self._show_heading(choice, new_tab=open_mode == "tab", side=side), owner=self)
        else:
            self._notes.open(choice.path, open_mode == "tab", other_side=side)

    async def _create(self, path: str) -> None:
        await self._notes.create_note(path)

    async def _show_heading(self, choice: SwitcherChoice, *, new_tab: bool, side: bool) -> None:
        page = await self._notes.show_note(choice.path, new_tab, other_side=side)
        headings = await asyncio.to_thread(headings_of, page.text or "")
        if page.path == choice.path:
            go_to_heading(page, headings, choice.index)

    def _visited(self, path: object) -> None:
        if isinstance(path, str) and path:
            self._history.visit(path)

    def _moved(self, changed: VaultChanged) -> None:
        for change in changed.changes:
            if change.kind == "moved" and change.old_path is not None:
                self._history.moved(change.old_path.text, change.path.text)

    def _indexed(self, _commit: NotesIndexed) -> None:
        self.row_source.forget()
