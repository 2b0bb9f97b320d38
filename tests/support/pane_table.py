"""Pane table: how each pane of the window is opened, how its rows are counted, and its text when empty.

Holds no state and asserts nothing; see pane_vaults.py for the vaults and tests/ui/test_pane_states.py for the tests.
"""

from collections.abc import Callable
from dataclasses import dataclass

from PySide6.QtCore import QModelIndex
from PySide6.QtWidgets import QAbstractItemView, QApplication, QWidget

from tests.support.pane_vaults import Scene
from vaultdesk.ui.activity.activity_page import ActivityPage
from vaultdesk.ui.app.vault_window.vault_views import VaultViews
from vaultdesk.ui.app.window_manager import WindowManager
from vaultdesk.ui.chat.chat_library import ChatPopup
from vaultdesk.ui.notes.canvas_page import CanvasPage
from vaultdesk.ui.notes.file_page import ImagePage, PdfPage
from vaultdesk.ui.notes.note_header import PropertyGrid
from vaultdesk.ui.notes.note_page import NotePage
from vaultdesk.ui.notes.related_panel import MAX_ROWS
from vaultdesk.ui.privacy.disclosure_dialog import DisclosureView
from vaultdesk.ui.privacy.disclosures_page import DisclosuresPage
from vaultdesk.ui.settings.agents_sheet import AgentsSheet
from vaultdesk.ui.settings.settings_page import SettingsPage
from vaultdesk.ui.vault_pages.import_dialog import ImportDialog
from vaultdesk.ui.vault_pages.index_page import IndexPage
from vaultdesk.ui.vault_pages.vocabulary_page import VocabularyPage

QUESTIONS = {"thousands": "Hub", "long": "words", "rtl": "المدفأة"}
"""Search query of each state; "boiler" for the others."""


@dataclass(frozen=True)
class Bench:
    """The open window and its vault."""

    desktop: WindowManager
    views: VaultViews
    scene: Scene

    @property
    def page(self) -> NotePage:
        """The page of the open note."""
        page = self.views.notes.current_page
        assert page is not None
        return page

    @property
    def question(self) -> str:
        """The search query for this vault."""
        return QUESTIONS.get(self.scene.state, "boiler")

    def trigger(self, name: str) -> None:
        """Trigger the command *name*."""
        self.desktop.window.commands[name].trigger()

    def seen(self, kind: type[QWidget]) -> QWidget | None:
        """Return the visible widget of *kind* in any window."""
        places = [self.desktop.window, *(window for window in QApplication.topLevelWidgets() if window.isVisible())]
        return next((widget for place in places for widget in (place, *place.findChildren(kind))
                     if isinstance(widget, kind) and widget.isVisible()), None)  # fmt: skip


@dataclass(frozen=True)
class Pane:
    """One pane."""

    name: str
    show: Callable[[Bench], object]
    found: Callable[[Bench], QWidget | None]
    """Returns the pane once it exists."""
    rows: Callable[[Bench], object] | None = None
    """Counts the rows it shows."""
    there: Callable[[Scene], object] | None = None
    """Counts the matching items in the vault."""
    empty: str = ""
    """Its text in an empty vault."""
    note: bool = False
    """Whether it needs an open note."""


def leaves(view: QAbstractItemView) -> int:
    """Return the number of leaf rows in the tree *view*, including collapsed ones."""
    model = view.model()

    def below(parent: QModelIndex) -> int:
        places = (model.index(row, 0, parent) for row in range(model.rowCount(parent)))
        return sum(below(place) if model.rowCount(place) else 1 for place in places)

    return below(QModelIndex())


def _linked(bench: Bench) -> int:
    rows = (row for row in bench.views.browser.links_pane.list.row_model.rows if row.title == "Linked from")
    counts = [row.right.replace(",", "") for row in rows]
    return sum(map(int, counts)) if all(map(str.isdigit, counts)) else -1


def _bookmarks(bench: Bench) -> int:
    view = bench.views.browser.files.bookmarks
    return sum(1 for top in view.shown for bookmark in top.with_all_inside() if bookmark.kind != "group")


def _files(scene: Scene) -> int:
    others = 3 if scene.note else 0  # The canvas, the picture, the document.
    return scene.notes + scene.odd_notes + scene.chats + scene.words + others


def _board(bench: Bench) -> int:
    page = bench.seen(CanvasPage)
    assert isinstance(page, CanvasPage)
    return len(page.view.canvas.cards)


def _words(bench: Bench) -> int:
    page = bench.seen(VocabularyPage)
    return page.list.cards.rowCount() if isinstance(page, VocabularyPage) else -1


def _turned_pages(bench: Bench) -> int:
    page = bench.seen(PdfPage)
    return page.pages if isinstance(page, PdfPage) else -1


def _opened(path: str) -> Callable[[Bench], None]:
    return lambda bench: bench.views.open_note(path, True)


def _related_tab(tab: str) -> Callable[[Bench], None]:
    return lambda bench: bench.page.related_panel.open(tab)  # type: ignore[arg-type]  # the table contains tab names


def _note(bench: Bench) -> None:
    bench.views.open_note(bench.scene.note)


def _related_rows(bench: Bench) -> int:
    return bench.page.related_panel.list.model().rowCount()


def _searching(bench: Bench) -> None:
    bench.views.browser.show_search(bench.question)


PANES: tuple[Pane, ...] = (
    Pane("tree", lambda b: b.trigger("files"), lambda b: b.views.browser.files,
         lambda b: leaves(b.views.browser.tree), _files, "This folder contains no Markdown files."),
    Pane("bookmarks", lambda b: b.trigger("files"), lambda b: b.views.browser.files, _bookmarks,
         lambda s: s.bookmarks),
    Pane("search", _searching, lambda b: b.views.browser.search_pane,
         lambda b: bool(b.views.browser.search_pane.results.paths()), lambda s: bool(s.note),
         "No note contains “boiler”."),
    Pane("tags", lambda b: b.trigger("tags"), lambda b: b.views.browser.tags_pane,
         lambda b: b.views.browser.tags_pane.list.row_model.rowCount(), lambda s: s.tags, "No tags yet"),
    Pane("note", _note, lambda b: b.page.reader if b.views.notes.current_path == b.scene.note else None, note=True),
    Pane("properties", _note, lambda b: b.seen(PropertyGrid), note=True),
    Pane("links", lambda b: b.trigger("links"), lambda b: b.views.browser.links_pane, _linked, lambda s: s.links,
         "No note is open"),
    Pane("outline", lambda b: b.trigger("outline"), lambda b: b.page.related_panel.outline,
         lambda b: len(b.page.related_panel.outline.headings), lambda s: s.headings, note=True),
    Pane("linked from", _related_tab("links"), lambda b: b.page.related_panel, _related_rows,
         lambda s: min(s.links, MAX_ROWS), note=True),
    Pane("related", _related_tab("related"), lambda b: b.page.related_panel, note=True),
    Pane("mentions", _related_tab("mentions"), lambda b: b.page.related_panel, note=True),
    Pane("alike", _related_tab("similar"), lambda b: b.page.related_panel, note=True),
    Pane("editor", lambda b: b.trigger("toggle-edit"), lambda b: b.page.editor,
         lambda b: len(b.page.editor.text()), lambda s: len((s.root / s.note).read_text(encoding="utf-8")), note=True),
    Pane("reading", lambda b: b.trigger("toggle-edit"), lambda b: b.page.reader, note=True),
    Pane("local graph", lambda b: b.trigger("local-graph"), lambda b: b.views.graphs.show_local(), note=True),
    Pane("whole graph", lambda b: b.trigger("graph"), lambda b: b.views.graphs.show_whole(),
         lambda b: len(b.views.graphs.show_whole().status.text()) > 0, lambda s: True, "There are no notes yet"),
    Pane("canvas", _opened("Board.canvas"), lambda b: b.seen(CanvasPage), _board, lambda s: s.cards, note=True),
    Pane("picture", _opened("Cellar.png"), lambda b: b.seen(ImagePage), note=True),
    Pane("document", _opened("Offer.pdf"), lambda b: b.seen(PdfPage), _turned_pages, lambda s: 2, note=True),
    Pane("chat", lambda b: b.trigger("focus-chat"), lambda b: b.views.chat, empty="Ask about your notes"),
    Pane("chats", lambda b: b.trigger("chats"), lambda b: b.seen(ChatPopup),
         lambda b: len(b.views.chat.library.items()), lambda s: s.chats, "Your chats are listed here."),
    Pane("switcher", lambda b: b.trigger("jump"), lambda b: b.views.searches.switcher.popup,
         empty="There are no other notes yet. Type a name to create one."),
    Pane("palette", lambda b: b.trigger("palette"), lambda b: b.views.palette.popup),
    Pane("quick ask", lambda b: b.desktop.show_quick_ask(), lambda b: b.desktop.quick.quick_ask.window),
    Pane("activity", lambda b: b.trigger("activity"), lambda b: b.seen(ActivityPage),
         empty="No activity in this period"),
    Pane("what left", lambda b: b.trigger("what-left"), lambda b: b.seen(DisclosuresPage),
         empty="Nothing has left this computer"),
    Pane("what leaves", lambda b: b.trigger("what-leaves"), lambda b: b.seen(DisclosureView)),
    Pane("recall", lambda b: b.views.search_test.show(b.question), lambda b: b.views.search_test.show(),
         lambda b: b.views.search_test.show().passages.found != (), lambda s: bool(s.note),
         "No passages found"),
    Pane("vocabulary", lambda b: b.trigger("vocabulary"), lambda b: b.seen(VocabularyPage), _words,
         lambda s: s.words, "No words yet"),
    Pane("index", lambda b: b.trigger("index"), lambda b: b.seen(IndexPage)),
    Pane("import", lambda b: b.trigger("import-chats"), lambda b: b.seen(ImportDialog)),
    Pane("agents", lambda b: b.trigger("agents"), lambda b: b.seen(AgentsSheet)),
    Pane("settings", lambda b: None, lambda b: b.seen(SettingsPage)),
)  # fmt: skip
"""Every pane, in an order in which each can be opened."""
