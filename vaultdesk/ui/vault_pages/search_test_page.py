"""Search test page: a query, the passages found as cards, and the reasons for each match."""

import time
from collections.abc import Callable, Sequence
from datetime import UTC, datetime

from PySide6.QtCore import QObject, Qt, QTimer, Signal
from PySide6.QtGui import QFocusEvent, QResizeEvent
from PySide6.QtWidgets import QProgressBar, QSizePolicy, QWidget

from vaultdesk.core.errors import VaultDeskError
from vaultdesk.index.embeddings.embedding_index import EmbeddingIndex
from vaultdesk.index.search.passage_search import FoundPassage, PassageQuery, PassageSearch
from vaultdesk.ui.bridge import follow, start
from vaultdesk.ui.browser.search_pane import SearchPane
from vaultdesk.ui.dates import time_ago
from vaultdesk.ui.embedding_status import embedding_text
from vaultdesk.ui.formatting import format_number, hundredths_text, plain_excerpt, plural_text
from vaultdesk.ui.notes.note_area import NoteArea
from vaultdesk.ui.rendering.render_plan import comparable_letters
from vaultdesk.ui.theme.theme import theme
from vaultdesk.ui.translation import translate, translator
from vaultdesk.ui.widgets.form_controls import Switch
from vaultdesk.ui.widgets.labels import PlainLabel
from vaultdesk.ui.widgets.layouts import row_layout
from vaultdesk.ui.widgets.lists.list_page import FilterBox, ListPage
from vaultdesk.ui.widgets.lists.list_row import ListRow, RowStyle
from vaultdesk.ui.widgets.lists.matched_text import excerpt_near_match
from vaultdesk.ui.widgets.lists.row_list import RowList
from vaultdesk.ui.widgets.text_fields import SearchField
from vaultdesk.ui.window.main_window import MainWindow
from vaultdesk.workspace import Workspace
from vaultdesk.workspace.embedders import BUILT_IN, OFF

_tr = translator("SearchTestPage")

RECENCY_SHARE = 0.5
"""Minimum share of recency that is mentioned: the note was changed within the last half year."""

MAX_NAMED_WORDS = 8
"""Maximum number of words that are listed."""


def match_reasons_text(found: FoundPassage, now: datetime) -> tuple[str, ...]:
    """Return the reasons for a match, the strongest first."""
    reasons = found.reasons
    texts: list[str] = []
    if reasons.word_rank is not None:
        words = ", ".join(reasons.words[:MAX_NAMED_WORDS]) + ("…" if len(reasons.words) > MAX_NAMED_WORDS else "")
        rank_text = _tr("by words: rank {rank}").format(rank=format_number(reasons.word_rank))
        texts.append(f"{rank_text} ({words})" if words else rank_text)
    if reasons.embedding_rank is not None:
        rank_text = _tr("by meaning: rank {rank}").format(rank=format_number(reasons.embedding_rank))
        if reasons.similarity is not None:
            similarity = _tr("similarity {share}").format(share=hundredths_text(reasons.similarity))
            rank_text = f"{rank_text} ({similarity})"
        texts.append(rank_text)
    if reasons.links:
        singular, plural = _tr("1 link with the other notes found"), _tr("{n} links with the other notes found")
        texts.append(plural_text(reasons.links, singular, plural))
    if reasons.recency >= RECENCY_SHARE:
        texts.append(_tr("changed {when}").format(when=time_ago(found.modified, now)))
    return tuple(texts)


def passage_freshness_text(found: FoundPassage, now: datetime) -> str:
    """Return when the note was changed and indexed."""
    changed = _tr("Changed {when}").format(when=time_ago(found.modified, now))
    if found.indexed is None:
        return changed
    return f"{changed} · {_tr('indexed {when}').format(when=time_ago(found.indexed, now))}"


def search_summary_text(count: int, seconds: float, *, by_words: bool, by_meaning: bool) -> str:
    """Return the number of results, the duration and the methods used."""
    passages = plural_text(count, _tr("{n} passage"), _tr("{n} passages"))
    duration = _tr("{n} ms").format(n=format_number(max(1, round(seconds * 1000))))
    methods = (
        _tr("by words and meaning") if by_words and by_meaning else _tr("by words") if by_words else _tr("by meaning")
    )
    return f"{passages} · {duration} · {methods}"


PASSAGE_LINES = 3
"""Number of lines of a passage that are shown."""

MAX_PASSAGE_TEXT = 800
"""Maximum number of characters that are laid out; three lines of the widest page have fewer."""

MAX_LEAD_CHARACTERS = 120
"""Maximum number of characters before the first match."""

PASSAGE_STYLE = RowStyle(
    shape="card", two_lines=70, text_top=33, top=10, side=1, edge=14, slot=16, chevrons=False, text_font="interface",
    background="surface",
)  # fmt: skip


class PassageList(RowList):
    """Passages as cards, best first. Enter and a click choose; Ctrl+Enter in a new tab."""

    passage_chosen = Signal(object, bool)
    """A `FoundPassage`, and whether a new tab was requested."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__("", PASSAGE_STYLE, parent=parent)
        self.found: tuple[FoundPassage, ...] = ()
        self._measured = 0
        """The width for which the rows were measured."""
        self.setAccessibleName(self.tr("Passages found"))
        self.chosen.connect(lambda key, new_tab: self.passage_chosen.emit(self.found[int(key)], new_tab))

    def show_passages(self, found: Sequence[FoundPassage]) -> None:
        """Show *found*, from its first row."""
        self.found = tuple(found)
        now = datetime.now(UTC)
        self.show_rows([self._passage_row(index, passage, now) for index, passage in enumerate(found)], keep=False)
        if self.hasFocus() and found:
            self.go_first()

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Measure the rows again, because their texts wrap."""
        super().resizeEvent(event)
        if self._measured != self.viewport().width():
            # Immediately: otherwise the list would end above the last lines of its last row.
            self.doItemsLayout()

    def doItemsLayout(self) -> None:
        """Measure the rows for the current width."""
        self._measured = self.viewport().width()
        super().doItemsLayout()

    def updateGeometries(self) -> None:
        """Measure the rows again if the scroll bar was shown or hidden.

        That changes the width and thereby the heights of rows, and Qt emits no signal for it.
        """
        super().updateGeometries()
        if self._measured != self.viewport().width():
            self.scheduleDelayedItemsLayout()

    def _passage_row(self, index: int, found: FoundPassage, now: datetime) -> ListRow:
        number = self.tr("Number {n}").format(n=index + 1)
        reasons = " · ".join(match_reasons_text(found, now))
        excerpt = plain_excerpt(found.text, found.marks)
        text, marks = excerpt_near_match(excerpt.text, tuple(excerpt.marks), MAX_LEAD_CHARACTERS, MAX_PASSAGE_TEXT)
        lines = self.tr("lines {first} to {last}").format(first=found.first_line, last=found.last_line)
        spoken = (number, found.title, found.heading, reasons, found.text)
        return ListRow(
            str(index),
            found.title,
            " · ".join(part for part in (headings_below(found), found.path.rpartition("/")[0]) if part),
            hundredths_text(found.score),
            text,
            marks,
            lines=PASSAGE_LINES,
            below=(reasons,) if reasons else (),
            number=str(index + 1),
            text_role="text2",
            right_role="text2",
            font="strong",
            description=f"{found.path}, {lines}\n{passage_freshness_text(found, now)}",
            spoken=", ".join(part for part in spoken if part),
        )


def headings_below(found: FoundPassage) -> str:
    """Return the headings of a passage without the first one if it repeats the note's title."""
    first, _, rest = found.heading.partition(" › ")
    return rest if comparable_letters(first) == comparable_letters(found.title) else found.heading


QUERY_DELAY = 250
"""Milliseconds after the last key before a search: it is a sentence, and may need a model."""

PASSAGE_COUNTS = (10, 20, 50)
"""Numbers of passages to choose from."""

EMBEDDING_DEPTH = 200
"""Number of passages examined for those found by meaning only."""


class SearchTestPage(ListPage):
    """Page that lists the passages found for a question.

    One search runs at a time; a question typed in the meantime is searched next.
    """

    passage_chosen = Signal(object, bool)
    """A `FoundPassage`, and whether a new tab was requested."""

    def __init__(
        self,
        search: PassageSearch,
        embedding_index: EmbeddingIndex | None,
        server: Callable[[], str] = str,
        parent: QWidget | None = None,
    ) -> None:
        """*server* names the embedding server; empty if embeddings are computed in this program."""
        super().__init__(parent=parent, title="", lead="", name="")
        self._search, self._embedding_index, self._server = search, embedding_index, server
        self._is_searching = self._is_outdated = False
        self.question = SearchField(self.tr("Question"), self.tr("Ask as you would ask an assistant"))
        self.by_words = Switch(self.tr("Words"))
        self.by_embedding = Switch(self.tr("Meaning"))
        self.count = FilterBox(
            self.tr("How many"), [(str(count), self.tr("Best {n}").format(n=count)) for count in PASSAGE_COUNTS]
        )
        self.summary = PlainLabel("", "muted", "small")
        self.state = PlainLabel("", "muted", "small", wrap=True)
        self.progress = QProgressBar()
        self.passages = PassageList()
        self._search_timer = QTimer(self, singleShot=True, interval=QUERY_DELAY)
        self._build_layout()
        self._connect()
        self._show_embedding_state()
        self._show_initial_message()

    def ask(self, question: str) -> None:
        """Enter *question* into the field and search for it."""
        self.question.setText(question)
        self._begin()

    def focusInEvent(self, event: QFocusEvent) -> None:
        super().focusInEvent(event)
        self.question.setFocus(Qt.FocusReason.OtherFocusReason)

    def _build_layout(self) -> None:
        px = theme().px
        self.title.setText(self.tr("Search test"))
        self.setAccessibleName(self.tr("Search test"))
        self.question.setMinimumWidth(px(340))
        self.by_words.setChecked(True)
        # The question would be sent to a server, so the user has to enable it.
        self.by_embedding.setChecked(not self._server())
        self.count.set_value(str(PASSAGE_COUNTS[0]))
        self.count.setMinimumWidth(max(px(96), self.count.sizeHint().width()))
        for widget in (self.question, self.by_words, self.by_embedding, self.count):
            self.filters.addWidget(widget)
        self.progress.setTextVisible(False)
        self.progress.setFixedSize(px(120), px(6))
        self.progress.setAccessibleName(self.tr("Index for search by meaning"))
        progress_row = row_layout(spacing=10)
        progress_row.addWidget(self.progress, 0, Qt.AlignmentFlag.AlignVCenter)
        self.state.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Preferred)
        progress_row.addWidget(self.state, 1)
        self.above.addLayout(progress_row)
        self.summary.setContentsMargins(0, 0, 0, px(4))
        self.above.addWidget(self.summary)
        self._stack.addWidget(self.passages)

    def _connect(self) -> None:
        self.question.textChanged.connect(lambda _text: self._search_timer.start())
        self.question.returnPressed.connect(self._begin)
        self.question.stepped.connect(self._step_in)
        self._search_timer.timeout.connect(self._begin)
        self.by_words.toggled.connect(lambda _on: self._switch(self.by_words, self.by_embedding))
        self.by_embedding.toggled.connect(lambda _on: self._switch(self.by_embedding, self.by_words))
        self.count.chosen.connect(self._begin)
        self.passages.passage_chosen.connect(self.passage_chosen)
        self.passages.left_at_top.connect(self.question.setFocus)
        if self._embedding_index is not None:
            follow(self._embedding_index.progress, lambda _state: self._show_embedding_state(), self)

    def _switch(self, changed: Switch, other: Switch) -> None:
        if not changed.isChecked() and not other.isChecked():
            other.setChecked(True)  # at least one method must be enabled
        self._begin()

    def _begin(self) -> None:
        self._search_timer.stop()
        if self._is_searching:
            self._is_outdated = True
        elif self.question.text().strip():
            start(self._ask(), self)
        else:
            self._show_initial_message()

    async def _ask(self) -> None:
        self._is_searching = True
        try:
            await self._answer(self.question.text().strip())
        finally:
            self._is_searching = False
        if self._is_outdated:
            self._is_outdated = False
            self._begin()

    async def _answer(self, question: str) -> None:
        by_words, by_meaning, limit = self.by_words.isChecked(), self.by_embedding.isChecked(), int(self.count.value())
        started = time.perf_counter()
        try:
            query = PassageQuery(
                question,
                limit=limit if by_words else EMBEDDING_DEPTH,
                use_embeddings=by_meaning,
                may_leave_computer=True,
            )
            found = await self._search.find(query)
        except VaultDeskError as error:
            self.summary.setText("")
            self._show_message(translate(error.title), translate(error.hint))
            return
        if not by_words:
            found = _embedding_order(found)[:limit]
        if question != self.question.text().strip():
            return  # the next search is running
        self.passages.show_passages(found)
        ready = by_meaning and self._embedding_index is not None and self._embedding_index.ready
        duration = time.perf_counter() - started
        self.summary.setText(
            search_summary_text(len(found), duration, by_words=by_words or not ready, by_meaning=ready) if found else ""
        )
        if found:
            self._stack.setCurrentWidget(self.passages)
        elif not by_words and not ready:
            self._show_message(self.tr("Nothing can be found by meaning yet"), self.state.text())
        else:
            self._show_message(self.tr("No passages found"), self.tr("Ask with other words."))

    def _show_initial_message(self) -> None:
        self.summary.setText("")
        title = self.tr("Which passages would an answer use?")
        self._show_message(
            title, self.tr("Type a question. The best passages are listed with the reasons for their rank.")
        )

    def _show_message(self, title: str, text: str) -> None:
        self.passages.show_passages(())
        self.empty.set_text(title, text)
        self._stack.setCurrentWidget(self.empty)

    def _step_in(self, direction: int) -> None:
        if direction > 0 and self.passages.found:
            self.passages.enter()

    def _show_embedding_state(self) -> None:
        server = self._server()
        local_text = self.tr(
            "What a question finds in your notes, and why. The search runs on this computer; nothing is sent."
        )
        server_text = self.tr(
            "What a question finds in your notes, and why. With Meaning on, the question is sent to {server}."
        )
        self.lead.setText(server_text.format(server=server) if server else local_text)
        if self._embedding_index is None:
            self.state.setText(
                self.tr("Search by meaning is not part of this installation, so only words are searched.")
            )
            self.progress.hide()
            return
        state = self._embedding_index.state
        text = embedding_text(state)
        self.state.setText(f"{state.model} · {text}" if state.model else text)
        self.progress.setVisible(state.phase in ("reading", "paused") and state.total > 0)
        self.progress.setMaximum(max(1, state.total))
        self.progress.setValue(state.done)


def _embedding_order(found: Sequence[FoundPassage]) -> list[FoundPassage]:
    """Return those of *found* that were found by meaning, in the order of similarity."""
    ranked = [(passage.reasons.embedding_rank, passage) for passage in found]
    return [
        passage
        for _, passage in sorted(
            ((rank, passage) for rank, passage in ranked if rank is not None), key=lambda entry: entry[0]
        )
    ]


class SearchTestCommand(QObject):
    """Command that opens the page, and the notes of its passages."""

    def __init__(
        self, window: MainWindow, workspace: Workspace, notes: NoteArea, search: SearchPane, parent: QObject
    ) -> None:
        super().__init__(parent)
        self._window, self._workspace, self._notes = window, workspace, notes
        window.commands.bind("recall", self.show)
        search.summary.search_test_requested.connect(lambda: self.show(search.field.text().strip()))

    def show(self, question: str = "") -> SearchTestPage:
        """Show the page, and search for *question* if given."""
        self._window.show_pane("note")
        page = self._notes.show_page("recall", self.tr("Search test"), self._create_page)
        assert isinstance(page, SearchTestPage)
        if question:
            page.ask(question)
        return page

    def _create_page(self) -> SearchTestPage:
        page = SearchTestPage(self._workspace.passage_search, self._workspace.embedding_index, self._server)
        page.passage_chosen.connect(self._open)
        return page

    def _server(self) -> str:
        model = self._workspace.store.settings.meaning.model
        return "" if model in (BUILT_IN, OFF) else model

    def _open(self, found: FoundPassage, new_tab: bool) -> None:
        heading = found.heading.rpartition(" › ")[2]
        # The page stays open, so that several passages can be compared.
        self._notes.open(found.path, new_tab, subpath=heading, passage=plain_excerpt(found.text).text)
