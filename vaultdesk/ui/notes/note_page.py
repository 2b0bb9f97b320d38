"""Page of one note in a tab: reading view and editor, scrolling to headings, links, saving and the related panel."""

from bisect import bisect_right
from collections.abc import Callable, Sequence
from typing import Protocol

from PySide6.QtCore import QObject, Qt, QTimer, Signal
from PySide6.QtWidgets import QStackedWidget, QWidget

from vaultdesk.agent.context.mention_completion import MentionCompletion
from vaultdesk.core.errors import NoteNotFound, VaultDeskError
from vaultdesk.core.phrases import Phrase, Sentences
from vaultdesk.index.search.searcher import Searcher
from vaultdesk.ui.bridge import owned, start
from vaultdesk.ui.editor.attachments import AttachmentStore
from vaultdesk.ui.editor.find_replace import FindReplace, MatchChip, NoteFindBar
from vaultdesk.ui.editor.name_completion import BlockIdWriter, NoteCompletion, NoteCompletionSource
from vaultdesk.ui.editor.note_editor import KnownLinks, NoteEditor, can_be_edited, update_editor_text
from vaultdesk.ui.editor.paste_handler import PasteHandler
from vaultdesk.ui.external_programs import open_default
from vaultdesk.ui.notes.breadcrumbs import Breadcrumbs
from vaultdesk.ui.notes.link_navigation import LinkNavigation, is_attachment
from vaultdesk.ui.notes.navigation_history import TabHistory
from vaultdesk.ui.notes.note_draft import DraftSaver, NoteDraft, SharedDrafts
from vaultdesk.ui.notes.outline import NoteHeading, heading_at_line
from vaultdesk.ui.notes.page_states import LoadingPage, PageBackground, PageBanner
from vaultdesk.ui.notes.reading_view import NoteReader, TaskBoxes, open_web
from vaultdesk.ui.notes.related_panel import RelatedNotes, RelatedPanel
from vaultdesk.ui.rendering.render_plan import RenderElement, TextBlock, comparable_letters, is_embedded_element
from vaultdesk.ui.translation import translate, translate_error
from vaultdesk.ui.widgets.empty_state import EmptyState, NextStep
from vaultdesk.ui.widgets.layouts import column_layout
from vaultdesk.vault.frontmatter.frontmatter import read_frontmatter
from vaultdesk.vault.note_path import NotePath
from vaultdesk.vault.vault import Vault

READING_LINE = 0.3
"""Share of the view's height from its top at which a heading counts as reached."""


class PageWithHeadings(Protocol):
    """Page on which a note is read or edited."""

    reader: NoteReader
    editor: NoteEditor

    @property
    def editing(self) -> bool:
        """Whether the editor is shown."""
        ...

    @property
    def text(self) -> str | None:
        """Text including unsaved changes; None if no note is shown."""
        ...


def go_to_heading(page: PageWithHeadings, headings: Sequence[NoteHeading], nth: int, *, keyboard: bool = True) -> None:
    """Show heading *nth* of *headings* in *page*, read or edited; with *keyboard* the text gets the focus."""
    if not 0 <= nth < len(headings):
        return
    if page.editing:
        page.editor.show_line(headings[nth].line - 1)
    else:
        number = heading_elements(page.reader.rendered_document.elements, headings)[nth]
        if number is None:
            page.reader.clear_passage()
            page.reader.verticalScrollBar().setValue(0)
        else:
            page.reader.show_elements(range(number, number + 1))
    if keyboard:
        (page.editor if page.editing else page.reader).setFocus(Qt.FocusReason.OtherFocusReason)


class HeadingPositions:
    """Positions of the headings of one page, cached as long as its text is the same."""

    def __init__(self, page: PageWithHeadings) -> None:
        self._page = page
        self._cache_key: tuple[Sequence[RenderElement], Sequence[NoteHeading]] | None = None
        self._elements: list[int | None] = []

    def visible_heading(self, headings: Sequence[NoteHeading]) -> int:
        """Return the index in *headings* of the heading above the visible part; -1 above the first."""
        page = self._page
        if not headings:
            return -1
        if page.editing:
            return heading_at_line(headings, page.editor.textCursor().blockNumber() + 1)
        reader = page.reader
        shown = tuple(reader.rendered_document.elements)
        if self._cache_key != (shown, headings):
            self._cache_key, self._elements = (shown, headings), heading_elements(shown, headings)
        bar, highlighted = reader.verticalScrollBar(), reader.passage()
        if bar.value() == bar.maximum() and highlighted is not None and highlighted.start in self._elements:
            # Several headings may be visible at the end of the note: the one navigated to counts.
            return self._elements.index(highlighted.start)
        reached = bar.value() + READING_LINE * reader.viewport().height()
        tops = [0.0 if number is None else reader.top_of(number) for number in self._elements]
        return bisect_right(tops, reached) - 1


def heading_elements(elements: Sequence[RenderElement], headings: Sequence[NoteHeading]) -> list[int | None]:
    """Return the index of the element of each heading; None for a heading that is not rendered, such as a repeated
    title.
    """
    elements_by_text: dict[str, list[int]] = {}
    for number, element in enumerate(elements):
        if isinstance(element, TextBlock) and element.kind[0] == "h" and not is_embedded_element(element):
            elements_by_text.setdefault(comparable_letters(element.text), []).append(number)
    headings_by_text: dict[str, list[int]] = {}
    for nth, heading in enumerate(headings):
        headings_by_text.setdefault(comparable_letters(heading.text), []).append(nth)
    found: list[int | None] = [None] * len(headings)
    for key, heading_indexes in headings_by_text.items():
        rendered = elements_by_text.get(key, [])
        # If a heading equal to the note's name is not rendered, the others move up by one.
        skipped = 1 if heading_indexes[0] == 0 and len(rendered) == len(heading_indexes) - 1 else 0
        for nth, number in zip(heading_indexes[skipped:], rendered, strict=False):
            found[nth] = number
    return found


SETTLE_DELAY = 60
"""Milliseconds after scrolling until the visible heading is determined: scrolling emits many signals per second."""


class OutlineTracker(QObject):
    """Updates the outline of one page. Does nothing while the outline is hidden."""

    def __init__(self, page: PageWithHeadings, panel: RelatedPanel, parent: QObject) -> None:
        super().__init__(parent)
        self._page, self._panel = page, panel
        self._outline = panel.outline
        self._positions = HeadingPositions(page)
        self._timer = QTimer(self, singleShot=True, interval=SETTLE_DELAY)
        self._timer.timeout.connect(self._update)
        page.editor.textChanged.connect(self.refresh)
        page.editor.cursorPositionChanged.connect(self._moved)
        page.reader.verticalScrollBar().valueChanged.connect(lambda _value: self._moved())
        page.reader.rendered_document.contentsChanged.connect(self.refresh)
        panel.outline_opened.connect(self.refresh)
        self._outline.chosen.connect(self._go)
        self._outline.counted.connect(lambda _count: self._moved())

    def refresh(self) -> None:
        """Update after the note or its text changed, or the outline was opened."""
        if self._panel.outline_is_open:
            self._outline.show_text(self._page.text)
            self._moved()

    def _moved(self) -> None:
        if self._panel.outline_is_open and not self._timer.isActive():
            self._timer.start()

    def _update(self) -> None:
        # The editor reports a key press before the draft is updated.
        self._outline.show_text(self._page.text)
        self._outline.show_current(self._positions.visible_heading(self._outline.headings))

    def _go(self, nth: int) -> None:
        go_to_heading(self._page, self._outline.headings, nth)
        self._outline.show_current(nth)


COUNT_DELAY = 300
"""Milliseconds after the last key press before words are counted: a number that changes with each key press
distracts.
"""

MAX_COUNTED_WHILE_TYPING = 200_000
"""Length of a note in characters from which words are not counted during editing."""


class WordCount(QObject):
    """Counts the words of one editor."""

    counted = Signal(object)
    """Number of words without properties; None for a note too long to be counted."""

    def __init__(self, editor: NoteEditor, parent: QObject) -> None:
        super().__init__(parent)
        self._editor = editor
        self._timer = QTimer(self, singleShot=True, interval=COUNT_DELAY)
        self._timer.timeout.connect(self._count)
        editor.edited.connect(self._timer.start)

    def _count(self) -> None:
        if self._editor.document().characterCount() > MAX_COUNTED_WHILE_TYPING:
            self.counted.emit(None)
            return
        text = self._editor.text()
        self.counted.emit(word_count_of(text))


def word_count_of(text: str) -> int:
    """Return the number of words of *text* without its properties."""
    return len(text[read_frontmatter(text).body_start :].split())


class EditedPage(Protocol):
    """The parts of a page that the editor controller uses."""

    editor: NoteEditor
    reader: NoteReader
    breadcrumbs: Breadcrumbs
    banner: PageBanner


class EditorController(QObject):
    """Connects the editor to the index. Created with its page, which reports the shown note and index changes."""

    def __init__(self, vault: Vault, searcher: Searcher, page: EditedPage, parent: QObject) -> None:
        super().__init__(parent)
        self._searcher = searcher
        self._page = page
        self._files = page.reader.files
        editor = page.editor
        self.links = KnownLinks(self._resolve, self)
        self.links.changed.connect(editor.colors.refresh)
        editor.colors.set_known(self.links)
        self.names = NoteCompletionSource(MentionCompletion(vault, searcher), searcher, self._files, vault.settings)
        self.names.blocks = BlockIdWriter(vault, editor.text, self._rewrite, self._show_problem, self)
        self.completion = NoteCompletion(editor, self.names)
        editor.paste_handler = PasteHandler(editor, AttachmentStore(vault), self.names, self._show_problem)
        editor.address_requested.connect(open_web)
        editor.paste_refused.connect(
            lambda: self._show_problem(
                self.tr("The text to insert has a line that is too long for this editor, so it was not inserted.")
            )
        )
        self.bar, chip = NoteFindBar(), MatchChip()
        page.breadcrumbs.add_widget(chip)
        self.finding = FindReplace(self.bar, chip, editor, page.reader)
        self.finding.found.passage_start = page.reader.passage_start

    def show_path(self, path: str) -> None:
        """Update to the note at *path*."""
        if path != self.names.source:
            self.finding.leave()
            self.completion.close_popup()
        self.names.source = path
        self.links.set_source(path)

    def forget(self) -> None:
        """Discard cached links and files because the index changed."""
        self._files.forget()
        self.links.forget()

    async def _resolve(self, name: str, source: str) -> str | None:
        found = await self._searcher.resolve(name, source)
        return await self._files.resolve(name, source) if found is None and is_attachment(name) else found

    def _rewrite(self, change: Callable[[str], str]) -> None:
        update_editor_text(self._page.editor, change(self._page.editor.text()))

    def _show_problem(self, message: str) -> None:
        self._page.banner.show_message("paste", "info", message)


MAX_COMPARED_PER_KEY = 50_000
"""Length of a note in characters up to which its text is compared at each key press."""


class NotePage(PageBackground):
    """Shows one note at a time. Call `leave` before `open`: it saves, or reports that it cannot."""

    path_changed = Signal(str)
    open_requested = Signal(str, bool, str)
    """Path of a note, whether to open it in a new tab, and the heading or block to show."""

    passage_requested = Signal(str, bool, str, str)
    """Path of a note, whether to open it in a new tab, and the heading and the words to show in it."""

    create_requested = Signal(str)

    def __init__(
        self,
        vault: Vault,
        searcher: Searcher,
        related: RelatedNotes,
        empty: QWidget,
        drafts: SharedDrafts | None = None,
    ) -> None:
        """*empty* is shown before the first note; *drafts* are shared by all pages that may show the same note."""
        super().__init__()
        self._vault = vault
        self._drafts = drafts or SharedDrafts(self)
        self._request_id = 0
        self._view_version = 0
        """Incremented by what determines the next view: opening a note, starting the editor, typing."""
        self.path = ""
        self.history = TabHistory()
        self.breadcrumbs = Breadcrumbs()
        self.banner = PageBanner()
        self.saving = DraftSaver(self.banner, self)
        self.reader = NoteReader(vault, searcher)
        self.editor = NoteEditor()
        self.related_panel = RelatedPanel(related)
        self.links = LinkNavigation(vault, searcher, self.banner, self)
        self.editor_controller = EditorController(vault, searcher, self, self)
        self._empty = empty
        steps = [
            NextStep(self.tr("Try again"), self.reload),
            NextStep(self.tr("Open in another program"), self._open_outside, name="outside"),
        ]
        self.error_state = EmptyState("warning", "", "", steps)
        self._body = QStackedWidget()
        self.loading = LoadingPage(self._body)
        self._build_layout()
        self._connect()
        outline = OutlineTracker(self, self.related_panel, self)
        self.path_changed.connect(lambda _path: outline.refresh())

    @property
    def editing(self) -> bool:
        """Whether the editor is shown."""
        return self._body.currentWidget() is self.editor

    @property
    def text(self) -> str | None:
        """Text including unsaved changes; None if no note is shown."""
        return self.saving.draft.text if self.saving.draft is not None else None

    @owned
    async def open(self, path: str, *, subpath: str = "", passage: str = "", scroll: int = 0) -> None:
        """Show the note at *path*, at a heading, block or quoted words, or at a scroll position."""
        self._request_id += 1
        request_id = self._request_id
        is_same_note = path == self.path and self.saving.draft is not None
        try:
            note_path = NotePath.parse(path)
            draft = self.saving.draft if is_same_note else None
            if draft is None:
                draft = self._drafts.of(note_path) or NoteDraft(
                    self._vault, note_path, await self._vault.read(note_path)
                )
                # If both sides read it at the same time, the first one's draft is used.
                draft = self._drafts.of(note_path) or draft
                # While the file was read, the user may have typed into the previous note.
                if request_id != self._request_id or not await self.leave() or request_id != self._request_id:
                    return
                self.saving.take(draft)
                self.loading.begin(at_once=self.editing)
                self.breadcrumbs.show()
                self.breadcrumbs.set_editing(False, possible=True)
                self._set_path(path)
        except VaultDeskError as error:
            if request_id == self._request_id:
                self._show_error(path, error)
            return
        self._view_version += 1
        version = self._view_version
        scroll = scroll or (self.reader.scrolled() if is_same_note else 0)
        shown = None if self.editing or self.loading.active else draft.text
        while version == self._view_version and draft.text != shown:
            shown = draft.text
            await self.reader.show_note(draft.path, shown)
        if draft is self.saving.draft:
            self.breadcrumbs.show_word_count(self.reader.word_count)
            if version == self._view_version:
                self._show_reader()
                self.reader.go_to(subpath, passage, scroll)
            await self.learn()

    async def leave(self) -> bool:
        """Save unsaved text. Return False if that failed: the text must stay here."""
        return await self.saving.save()

    def toggle_edit(self) -> None:
        """Toggle between reading and editing."""
        draft = self.saving.draft
        if draft is None:
            return
        if self.editing:
            self.saving.save_soon()
            start(self._show_again(reading=True), self)
        elif can_be_edited(draft.text):
            line = 0 if self.loading.active else round(self.reader.visible_share() * draft.text.count("\n"))
            self._view_version += 1
            self.loading.end()
            # Shown first: a long note inserted before would be laid out twice.
            self._body.setCurrentWidget(self.editor)
            self.editor.set_text(draft.text)
            self.editor.setReadOnly(not self.saving.may_write(translate(self._vault.read_only)))
            self.editor.show_line(line)
            self.editor.setFocus()
            self.banner.clear("large")
            self.breadcrumbs.set_editing(True, possible=True)
        else:
            text = self.tr("A line of this note is too long to be edited here. Open the file in another program.")
            self.banner.show_message("large", "warning", text)

    async def rewrite(self, change: Callable[[str], str]) -> bool:
        """Apply *change* to the text and save it. Report a failure and return False."""
        draft = self.saving.draft
        if draft is None or not self.saving.may_write(translate(self._vault.read_only)):
            return False
        try:
            text = change(draft.text)
        except VaultDeskError as error:
            self.banner.show_message("rewrite", "warning", translate_error(error))
            return False
        self.banner.clear("rewrite")
        if text != draft.text:
            self.saving.edited(text)
            self._drafts.typed(self)
            self.mirror()
        return await self.leave()

    def mirror(self, *, may_be_undo: bool = False) -> None:
        """Show the draft after it was changed outside of this editor, possibly by undo."""
        if self.editing and self.text is not None:
            # The reading view is updated when it is shown.
            update_editor_text(self.editor, self.text, may_be_undo=may_be_undo)
        else:
            start(self._show_again(), self)

    def check_file(self) -> None:
        """Check the file for changes on disk."""
        if self.saving.draft is not None:
            start(self.saving.look(), self)
        elif self.path:
            self.reload()

    def moved(self, path: NotePath) -> None:
        """Update to the note's new *path*."""
        self.history.renamed(self.path, path.text)
        self.saving.moved(path)
        self._set_path(path.text)
        if not self.editing:
            start(self._show_again(), self)  # The title above the text is the note's name.

    def reload(self) -> None:
        """Try again to read the note."""
        start(self.open(self.path), self)

    def _build_layout(self) -> None:
        column = column_layout(self)
        column.addWidget(self.breadcrumbs)
        column.addWidget(self.editor_controller.bar)
        column.addWidget(self.banner)
        for widget in (self._empty, self.reader, self.editor, self.error_state):
            self._body.addWidget(widget)
        # The focus belongs to what is shown, the note or its placeholder. A hidden reader with the focus would take it
        # when shown, wherever the user has moved it meanwhile.
        self._body.currentChanged.connect(lambda _: self.setFocusProxy(self._body.currentWidget() or self._body))
        self._empty.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self._body.setCurrentWidget(self._empty)
        self.setFocusProxy(self._empty)
        column.addWidget(self._body, 1)
        column.addWidget(self.related_panel)
        self.breadcrumbs.hide()

    def _connect(self) -> None:
        self.editor.edited.connect(self._edited)
        WordCount(self.editor, self).counted.connect(
            lambda n: self.breadcrumbs.show_word_count(n) if self.editing else None
        )
        self.path_changed.connect(self.editor_controller.show_path)
        self._body.currentChanged.connect(lambda _: self.editor_controller.finding.set_editing(self.editing))
        self.editor_controller.finding.closed.connect(lambda: self.setFocus())
        self.loading.late.connect(self.related_panel.clear)
        self.loading.late.connect(lambda: self.breadcrumbs.show_word_count(None))
        self.banner.focus_freed.connect(lambda: self.setFocus())
        self.editor.left.connect(self.saving.save_soon)
        self.saving.dropped.connect(self.reload)
        self.saving.replaced.connect(lambda: start(self._show_again(), self))
        self.breadcrumbs.edit_toggled.connect(self.toggle_edit)
        self.breadcrumbs.new_tab_requested.connect(lambda: self.open_requested.emit(self.path, True, ""))
        self.related_panel.chosen.connect(
            lambda row, new_tab: self.passage_requested.emit(row.path, new_tab, row.subpath, row.passage)
        )
        self.links.found.connect(self.open_requested)
        self.links.create_requested.connect(self.create_requested)
        self._drafts.join(self, self)
        TaskBoxes(self.reader, lambda: self.text, self.rewrite)
        self.reader.head.edited.connect(lambda change: start(self.rewrite(change), self))
        for source in (self.reader, self.editor):
            source.note_requested.connect(lambda target, new: start(self._follow(target, new), self))
        for signal in (self.reader.program_requested, self.editor.address_requested):
            signal.connect(lambda address: start(self.links.follow_to_program(address), self))

    def _edited(self) -> None:
        if self.editor.applying_undo:
            return  # The editor is being changed to the draft's text.
        # A long note is not copied at each key press; for a short one it is worth detecting that nothing changed.
        if self.editor.document().characterCount() < MAX_COMPARED_PER_KEY and self.editor.text() == self.text:
            return
        self._view_version += 1
        self.saving.typed(self.editor.text)
        self._drafts.typed(self)

    async def _show_again(self, *, reading: bool = False) -> None:
        draft = self.saving.draft
        if draft is None:
            return
        if self.editing and not reading:
            self.editor.set_text(draft.text)
        self._view_version += reading
        version, scroll = self._view_version, self.reader.scrolled()
        await self.reader.show_note(draft.path, draft.text)
        if draft is self.saving.draft:
            self.breadcrumbs.show_word_count(self.reader.word_count)
            if version == self._view_version:
                self.reader.go_to("", "", scroll)
            if reading and version == self._view_version:
                self._show_reader()
            await self.learn()

    def _show_reader(self) -> None:
        self.loading.end()
        self._body.setCurrentWidget(self.reader)
        self.breadcrumbs.show()
        self.breadcrumbs.show_word_count(self.reader.word_count)
        self.breadcrumbs.set_editing(False, possible=True)
        if self.reader.shortened and not can_be_edited(self.text or ""):
            text = self.tr(
                "This note is very long, so only its beginning is shown. One of its lines is too long to "
                "be edited here. Open the file in another program to see all of it."
            )
            self.banner.show_message("large", "info", text)
        elif self.reader.shortened:
            text = self.tr("This note is very long, so only its beginning is shown. Edit it to see all of it.")
            self.banner.show_message("large", "info", text, [(self.tr("Edit"), self.toggle_edit)])

    def _show_error(self, path: str, error: VaultDeskError) -> None:
        self._view_version += 1
        self.loading.end()
        self.saving.take(None)
        self._set_path(path)
        self.related_panel.clear()
        self.breadcrumbs.show()
        self.breadcrumbs.show_word_count(None)
        self.breadcrumbs.set_editing(False, possible=False)
        is_missing = isinstance(error, NoteNotFound)
        hint = error.hint if is_missing else Sentences(error.hint, Phrase("The file is unchanged."))
        self.error_state.set_text(translate(error.title), translate(hint))
        self.error_state.show_step("outside", possible=not is_missing)
        self._body.setCurrentWidget(self.error_state)
        if is_missing:
            self.links.offer_to_create(path)

    def _open_outside(self) -> None:
        self.banner.start_program(open_default(self._vault.files.root / self.path))

    def _set_path(self, path: str) -> None:
        self.path = path
        self.breadcrumbs.show_path(path)
        self.path_changed.emit(path)

    async def learn(self) -> None:
        """Query the index again: link targets and backlinks may have changed."""
        path = self.path
        self.editor_controller.forget()
        await self.reader.learn()
        if path == self.path:
            await self.related_panel.learn(path)

    async def _follow(self, target: str, new_tab: bool) -> None:
        name, _, subpath = target.partition("#")
        if name.strip():
            await self.links.follow(target, self.path, new_tab)
        elif self.editing:
            self.editor.show_subpath(subpath)
        else:
            self.reader.go_to(subpath, "", self.reader.scrolled())
