"""Index page: counts of the search index, unreadable notes, and embedding progress."""

from collections.abc import Sequence
from datetime import UTC, datetime
from functools import partial

from PySide6.QtCore import QObject, Signal
from PySide6.QtGui import QPainter, QPaintEvent
from PySide6.QtWidgets import QGridLayout, QProgressBar, QVBoxLayout, QWidget

from vaultdesk.core.errors import VaultDeskError
from vaultdesk.index.embeddings.embedding_worker import EmbeddingState
from vaultdesk.index.index_results import IndexCounts, NoteSummary
from vaultdesk.index.index_state import IndexState
from vaultdesk.ui.bridge import follow, start
from vaultdesk.ui.dates import time_ago
from vaultdesk.ui.embedding_status import EmbeddingStatusItem, embedding_text
from vaultdesk.ui.formatting import format_file_size, format_number, index_text
from vaultdesk.ui.notes.note_area import NoteArea
from vaultdesk.ui.settings.sheet import Sheet
from vaultdesk.ui.theme.theme import theme
from vaultdesk.ui.translation import translate, translate_error
from vaultdesk.ui.widgets.buttons import LinkButton, PlainButton
from vaultdesk.ui.widgets.frames import Card
from vaultdesk.ui.widgets.labels import PlainLabel
from vaultdesk.ui.widgets.layouts import clear_layout, row_layout
from vaultdesk.ui.window.main_window import MainWindow
from vaultdesk.workspace import Workspace


class EmbeddingCard(Card):
    """Card with the embedding model, its progress, and a button to pause or resume."""

    pause_requested = Signal(bool)
    settings_requested = Signal()

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent=parent)
        px = theme().px
        self._paused = False
        self.model = PlainLabel(font="strong", wrap=True)
        self.status = PlainLabel(role="text2", wrap=True)
        self.bar = QProgressBar()
        self.bar.setTextVisible(False)
        self.bar.setFixedHeight(px(6))
        self.bar.setAccessibleName(self.tr("Passages indexed"))
        self.pause = PlainButton(self.tr("Pause"))
        self.pause.clicked.connect(lambda: self.pause_requested.emit(not self._paused))
        self.settings = LinkButton(self.tr("Settings"))
        self.settings.clicked.connect(self.settings_requested)
        row = row_layout(spacing=8)
        row.addWidget(self.pause)
        row.addWidget(self.settings)
        row.addStretch(1)
        for widget in (self.model, self.status, self.bar):
            self.content.addWidget(widget)
        self.content.addLayout(row)
        self.show_state(EmbeddingState())

    def show_state(self, state: EmbeddingState) -> None:
        """Show the progress of embedding."""
        self.model.setText(state.model or self.tr("Search by meaning"))
        self.status.setText(embedding_text(state))
        is_running = state.phase in ("reading", "paused") and state.total > 0
        self.bar.setVisible(is_running)
        self.bar.setRange(0, max(1, state.total))
        self.bar.setValue(state.done)
        self._paused = state.phase == "paused"
        self.pause.setText(self.tr("Resume") if self._paused else self.tr("Pause"))
        self.pause.setVisible(state.phase in ("reading", "paused"))


MAX_UNREADABLE_NOTES = 100
"""Maximum number of unreadable notes listed; the rest is counted."""


class IndexPage(Sheet):
    """Page with the state of the search index, updated while it exists."""

    note_opened = Signal(str)
    settings_requested = Signal()

    def __init__(self, workspace: Workspace, parent: QWidget | None = None) -> None:
        text = self.tr(
            "What VaultDesk stores about this vault to search it. It can be rebuilt at any time "
            "without changing your notes."
        )
        super().__init__(self.tr("Search index"), text, parent=parent)
        self._workspace = workspace
        self.state = PlainLabel(font="strong", wrap=True)
        self.value_labels: dict[str, PlainLabel] = {}
        self._grid = QGridLayout()
        self.unreadable = QWidget()
        self._unreadable_rows = QVBoxLayout(self.unreadable)
        self.embedding_card = EmbeddingCard()
        self._build_layout()
        self.setAccessibleName(self.tr("Search index"))
        self.embedding_card.pause_requested.connect(self._pause)
        self.embedding_card.settings_requested.connect(self.settings_requested)
        self.embedding_card.show_state(workspace.embedding_index.state)
        follow(workspace.indexer.progress, lambda _: self.reload(), owner=self)
        follow(workspace.embedding_index.progress, self.embedding_card.show_state, owner=self)
        self.reload()

    def reload(self) -> None:
        """Update the counts."""
        self._show_state(self._workspace.indexer.state)
        start(self._load(), self)

    def paintEvent(self, event: QPaintEvent) -> None:
        QPainter(self.viewport()).fillRect(self.viewport().rect(), theme().color("surface"))
        super().paintEvent(event)

    def _build_layout(self) -> None:
        px = theme().px
        card = Card()
        self._grid.setHorizontalSpacing(px(16))
        self._grid.setVerticalSpacing(px(6))
        self._grid.setColumnMinimumWidth(0, px(150))
        self._grid.setColumnStretch(1, 1)
        names = {
            "notes": self.tr("Notes"), "words": self.tr("Words"), "tags": self.tr("Tags"), "links": self.tr("Links"),
            "excluded": self.tr("Excluded"), "size": self.tr("Size on disk"), "when": self.tr("Last indexed"),
            "follows": self.tr("Detects changes"),
        }  # fmt: skip
        for row, (name, title) in enumerate(names.items()):
            self._grid.addWidget(PlainLabel(title, role="text2"), row, 0)
            self.value_labels[name] = PlainLabel("…", wrap=True)
            self._grid.addWidget(self.value_labels[name], row, 1)
        self.compare = PlainButton(self.tr("Compare with the Folder"), icon_name="refresh")
        self.compare.clicked.connect(lambda: start(self._workspace.indexer.rescan(), self))
        self.rebuild = PlainButton(self.tr("Rebuild"), icon_name="undo")
        self.rebuild.clicked.connect(lambda: start(self._workspace.indexer.rebuild(), self))
        button_row = row_layout(spacing=8)
        button_row.addWidget(self.compare)
        button_row.addWidget(self.rebuild)
        button_row.addStretch(1)
        card.content.addWidget(self.state)
        card.content.addLayout(self._grid)
        card.content.addSpacing(px(4))
        card.content.addLayout(button_row)
        self._unreadable_rows.setContentsMargins(0, 0, 0, 0)
        self._unreadable_rows.setSpacing(px(6))
        self.content.addWidget(card)
        self.content.addWidget(self.unreadable)
        self.content.addWidget(PlainLabel(self.tr("By meaning"), font="heading"))
        self.content.addWidget(self.embedding_card)

    def _show_state(self, state: IndexState) -> None:
        text, _mark, problem = index_text(state, datetime.now(UTC))
        self.state.setText(f"{text}. {problem}" if state.phase == "failed" else text)

    async def _load(self) -> None:
        searcher, state = self._workspace.searcher, self._workspace.indexer.state
        try:
            counts, rows = await searcher.counts(), await searcher.tree()
        except VaultDeskError as error:
            self.state.setText(translate_error(error))
            return
        self._show_counts(counts, state)
        self._show_unreadable([row for row in rows if row.problem])

    def _show_counts(self, counts: IndexCounts, state: IndexState) -> None:
        watched = self._workspace.vault.watch_problem or self.tr("Yes, within a tenth of a second")
        when = time_ago(state.last_indexed, datetime.now(UTC)) if state.last_indexed is not None else self.tr("Not yet")
        notes = format_number(counts.notes)
        if counts.unread:
            notes = self.tr("{notes}, {unread} still to index").format(notes=notes, unread=format_number(counts.unread))
        texts = {
            "notes": notes,
            "words": format_number(counts.words),
            "tags": format_number(counts.tags),
            "links": format_number(counts.links),
            "excluded": format_number(counts.excluded),
            "size": format_file_size(counts.bytes),
            "when": when,
            "follows": watched,
        }
        for name, text in texts.items():
            self.value_labels[name].setText(translate(text))

    def _show_unreadable(self, rows: Sequence[NoteSummary]) -> None:
        clear_layout(self._unreadable_rows)
        self.unreadable.setVisible(bool(rows))
        if not rows:
            return
        self._unreadable_rows.addWidget(PlainLabel(self.tr("Could not be read"), font="heading"))
        card = Card()
        for row in rows[:MAX_UNREADABLE_NOTES]:
            link = LinkButton(row.path)
            link.clicked.connect(partial(self.note_opened.emit, row.path))
            card.content.addWidget(link)
            card.content.addWidget(PlainLabel(translate(row.problem), role="muted", font="small", wrap=True))
        if len(rows) > MAX_UNREADABLE_NOTES:
            more = self.tr("and {0} more").format(format_number(len(rows) - MAX_UNREADABLE_NOTES))
            card.content.addWidget(PlainLabel(more, role="muted"))
        self._unreadable_rows.addWidget(card)

    def _pause(self, paused: bool) -> None:
        embedding_index = self._workspace.embedding_index
        if paused:
            embedding_index.pause()
        else:
            embedding_index.resume()


class IndexPageCommand(QObject):
    """Command that opens the page, and the notes listed on it."""

    def __init__(self, window: MainWindow, workspace: Workspace, notes: NoteArea, parent: QObject) -> None:
        super().__init__(parent)
        self._window, self._workspace, self._notes = window, workspace, notes
        self._status = EmbeddingStatusItem(window.status, workspace.embedding_index)
        window.commands.bind("index", self.show)

    def close(self) -> None:
        """Remove the item from the status bar."""
        self._status.close()

    def show(self) -> IndexPage:
        self._window.show_pane("note")
        page = self._notes.show_page("index", self.tr("Search index"), self._create_page)
        assert isinstance(page, IndexPage)
        return page

    def _create_page(self) -> IndexPage:
        page = IndexPage(self._workspace)
        page.note_opened.connect(self._notes.open)
        page.settings_requested.connect(self._window.commands["settings"].trigger)
        return page
