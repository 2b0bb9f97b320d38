"""IndexPage: the search index of one vault in numbers, what could not be read, and what is read for meaning."""

from collections.abc import Sequence
from datetime import UTC, datetime
from functools import partial

from PySide6.QtCore import Signal
from PySide6.QtGui import QPainter, QPaintEvent
from PySide6.QtWidgets import QGridLayout, QHBoxLayout, QVBoxLayout, QWidget

from vaultdesk.core.errors import VaultDeskError
from vaultdesk.index.index_events import IndexState
from vaultdesk.index.index_results import IndexCounts, NoteSummary
from vaultdesk.ui.bridge import follow, start
from vaultdesk.ui.dates import time_ago
from vaultdesk.ui.formatting import format_file_size, format_number, index_text
from vaultdesk.ui.index_page.meaning_card import MeaningCard
from vaultdesk.ui.settings.sheet import Sheet
from vaultdesk.ui.theme.theme import theme
from vaultdesk.ui.widgets.buttons import LinkButton, PlainButton
from vaultdesk.ui.widgets.frames import Card
from vaultdesk.ui.widgets.labels import PlainLabel
from vaultdesk.workspace import Workspace

MOST_UNREAD = 100
"""Notes listed that could not be read; more are counted."""


class IndexPage(Sheet):
    """Follows the index as long as it lives."""

    note_opened = Signal(str)
    settings_asked = Signal()

    def __init__(self, workspace: Workspace, parent: QWidget | None = None) -> None:
        words = self.tr(
            "What VaultDesk keeps of this vault to search it. It can be made anew at any time: your notes stay as is."
        )
        super().__init__(self.tr("Search index"), words, parent=parent)
        self._workspace = workspace
        self.state = PlainLabel(font="strong", wrap=True)
        self.facts: dict[str, PlainLabel] = {}
        self._grid = QGridLayout()
        self.unread = QWidget()
        self._unread_rows = QVBoxLayout(self.unread)
        self.meaning = MeaningCard()
        self._lay_out()
        self.setAccessibleName(self.tr("Search index"))
        self.meaning.pause_asked.connect(self._pause)
        self.meaning.settings_asked.connect(self.settings_asked)
        self.meaning.show_state(workspace.meaning.state)
        follow(workspace.indexer.progress, lambda _: self.reload(), owner=self)
        follow(workspace.meaning.progress, self.meaning.show_state, owner=self)
        self.reload()

    def reload(self) -> None:
        """Ask for the numbers anew."""
        self._show_state(self._workspace.indexer.state)
        start(self._load(), self)

    def paintEvent(self, event: QPaintEvent) -> None:
        """Draw the ground."""
        QPainter(self.viewport()).fillRect(self.viewport().rect(), theme().color("surface"))
        super().paintEvent(event)

    def _lay_out(self) -> None:
        step = theme().step
        card = Card()
        self._grid.setHorizontalSpacing(step(16))
        self._grid.setVerticalSpacing(step(6))
        self._grid.setColumnMinimumWidth(0, step(150))
        self._grid.setColumnStretch(1, 1)
        names = {
            "notes": self.tr("Notes"), "words": self.tr("Words"), "tags": self.tr("Tags"), "links": self.tr("Links"),
            "excluded": self.tr("Excluded"), "size": self.tr("Size on disk"), "when": self.tr("Last indexed"),
            "follows": self.tr("Follows changes"),
        }  # fmt: skip
        for row, (name, title) in enumerate(names.items()):
            self._grid.addWidget(PlainLabel(title, role="text2"), row, 0)
            self.facts[name] = PlainLabel("…", wrap=True)
            self._grid.addWidget(self.facts[name], row, 1)
        self.compare = PlainButton(self.tr("Compare with the Folder"), icon_name="refresh")
        self.compare.clicked.connect(lambda: start(self._workspace.indexer.rescan(), self))
        self.rebuild = PlainButton(self.tr("Build It Again"), icon_name="undo")
        self.rebuild.clicked.connect(lambda: start(self._workspace.indexer.rebuild(), self))
        row_of_buttons = QHBoxLayout()
        row_of_buttons.setSpacing(step(8))
        row_of_buttons.addWidget(self.compare)
        row_of_buttons.addWidget(self.rebuild)
        row_of_buttons.addStretch(1)
        card.content.addWidget(self.state)
        card.content.addLayout(self._grid)
        card.content.addSpacing(step(4))
        card.content.addLayout(row_of_buttons)
        self._unread_rows.setContentsMargins(0, 0, 0, 0)
        self._unread_rows.setSpacing(step(6))
        self.content.addWidget(card)
        self.content.addWidget(self.unread)
        self.content.addWidget(PlainLabel(self.tr("By meaning"), font="heading"))
        self.content.addWidget(self.meaning)

    def _show_state(self, state: IndexState) -> None:
        words, _mark, trouble = index_text(state, datetime.now(UTC))
        self.state.setText(f"{words}. {trouble}" if state.phase == "failed" else words)

    async def _load(self) -> None:
        searcher, state = self._workspace.searcher, self._workspace.indexer.state
        try:
            counts, rows = await searcher.counts(), await searcher.tree()
        except VaultDeskError as problem:
            self.state.setText(str(problem))
            return
        self._show_counts(counts, state)
        self._show_unread([row for row in rows if row.problem])

    def _show_counts(self, counts: IndexCounts, state: IndexState) -> None:
        watched = self._workspace.vault.watch_problem or self.tr("Yes, within a tenth of a second")
        when = time_ago(state.last_indexed, datetime.now(UTC)) if state.last_indexed is not None else self.tr("Not yet")
        notes = format_number(counts.notes)
        if counts.unread:
            notes = self.tr("{notes}, {unread} still to read").format(notes=notes, unread=format_number(counts.unread))
        told = {
            "notes": notes,
            "words": format_number(counts.words),
            "tags": format_number(counts.tags),
            "links": format_number(counts.links),
            "excluded": format_number(counts.excluded),
            "size": format_file_size(counts.bytes),
            "when": when,
            "follows": watched,
        }
        for name, words in told.items():
            self.facts[name].setText(words)

    def _show_unread(self, rows: Sequence[NoteSummary]) -> None:
        while (item := self._unread_rows.takeAt(0)) is not None:
            if (widget := item.widget()) is not None:
                widget.deleteLater()
        self.unread.setVisible(bool(rows))
        if not rows:
            return
        self._unread_rows.addWidget(PlainLabel(self.tr("Could not be read"), font="heading"))
        card = Card()
        for row in rows[:MOST_UNREAD]:
            link = LinkButton(row.path)
            link.clicked.connect(partial(self.note_opened.emit, row.path))
            card.content.addWidget(link)
            card.content.addWidget(PlainLabel(row.problem, role="muted", font="small", wrap=True))
        if len(rows) > MOST_UNREAD:
            more = self.tr("and {0} more").format(format_number(len(rows) - MOST_UNREAD))
            card.content.addWidget(PlainLabel(more, role="muted"))
        self._unread_rows.addWidget(card)

    def _pause(self, paused: bool) -> None:
        meaning = self._workspace.meaning
        if paused:
            meaning.pause()
        else:
            meaning.resume()
