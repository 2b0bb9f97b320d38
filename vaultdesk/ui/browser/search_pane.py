"""Search pane: searches the index while the user types, newest query first."""

import re
import time
from collections.abc import Sequence
from contextlib import aclosing, suppress

from PySide6.QtCore import QSize, Qt, QTimer, Signal
from PySide6.QtGui import QShowEvent
from PySide6.QtWidgets import QStackedWidget, QToolButton, QWidget

from vaultdesk.core.errors import VaultDeskError
from vaultdesk.index.index_results import Hit, Hits, NotePassages
from vaultdesk.index.query_syntax.query_parser import parse_query
from vaultdesk.index.search.searcher import Searcher
from vaultdesk.ui.bridge import start
from vaultdesk.ui.browser.query_field import QueryCompletion, QueryField
from vaultdesk.ui.browser.query_parts import QueryChips
from vaultdesk.ui.browser.reading_state import ReadingState
from vaultdesk.ui.browser.search_hints import NoResultsPage, OperatorBar, SearchHints
from vaultdesk.ui.browser.search_results import SHOWN_HITS, ResultPassages, SearchResultList
from vaultdesk.ui.browser.search_summary import SearchSummary
from vaultdesk.ui.theme.icons import icon
from vaultdesk.ui.theme.theme import theme
from vaultdesk.ui.translation import translate
from vaultdesk.ui.widgets.buttons import IconButton
from vaultdesk.ui.widgets.labels import PlainLabel
from vaultdesk.ui.widgets.layouts import column_layout, row_layout

_NEEDS_EXPLANATION = re.compile(r"[:\"\[\](/]|(?:^|\s)-\S|\bOR\b")
"""Quick test for more than plain words, which is needed for an explanation."""

CHEVRON_SIZE = 12
"""Size of the chevron in design pixels. The icon size of its button is equal, because an icon is enlarged to it."""


class QueryExplanationLine(QWidget):
    """Collapsible explanation of a query; hidden for plain words. The text is created when expanded."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._query = ""
        self._open = False
        px = theme().px
        column = column_layout(self, 2, margins=(12, 0, 12, 0))
        self.toggle = QToolButton()
        self.toggle.setText(self.tr("Explain search"))
        self.toggle.setAccessibleName(self.tr("Explain search"))
        self.toggle.setAutoRaise(True)
        self.toggle.setToolButtonStyle(Qt.ToolButtonStyle.ToolButtonTextBesideIcon)
        self.toggle.setFocusPolicy(Qt.FocusPolicy.TabFocus)
        self.toggle.clicked.connect(self._toggle)
        column.addWidget(self.toggle, 0, Qt.AlignmentFlag.AlignLeft)
        self._explanation = PlainLabel("", "text2", "small", wrap=True, selectable=True)
        self._explanation.setContentsMargins(px(6), 0, px(6), px(4))
        self._explanation.hide()
        column.addWidget(self._explanation)
        theme().changed.connect(self._apply_theme)
        self._apply_theme()
        self.explain("")

    def explain(self, query: str) -> None:
        """Show the explanation of *query*."""
        self._query = query
        self.setVisible(bool(_NEEDS_EXPLANATION.search(query)))
        self._show()

    def text(self) -> str:
        """Return the explanation; empty while collapsed."""
        return self._explanation.text() if self._explanation.isVisibleTo(self) else ""

    def _toggle(self) -> None:
        self._open = not self._open
        self.toggle.setAccessibleDescription(self.tr("Open") if self._open else "")
        self._show()

    def _show(self) -> None:
        opened = self._open and not self.isHidden()
        if opened:
            # Imported on use: the parser of patterns needs a library.
            from vaultdesk.index.query_syntax.query_parser import parse_query
            from vaultdesk.ui.browser.query_parts import explanation_lines

            lines = explanation_lines(parse_query(self._query, typing=True).root)
            header = [self.tr("Notes with all of these:")] if len(lines) > 1 else []
            self._explanation.setText("\n".join([*header, *(f"•  {line}" for line in lines)]))
        self._explanation.setVisible(opened and bool(self._explanation.text()))
        self._apply_theme()

    def _apply_theme(self) -> None:
        self.toggle.setFont(theme().font("small"))
        self.toggle.setIconSize(QSize(theme().px(CHEVRON_SIZE), theme().px(CHEVRON_SIZE)))
        self.toggle.setIcon(icon("chevron-down" if self._open else "chevron-right", size=CHEVRON_SIZE))


MAX_HITS = 100
"""Maximum number of notes shown for one query."""

CHANNEL = "search pane"
"""Channel of the searcher, in which a new query replaces a pending one."""

PASSAGES_DELAY = 200
"""Milliseconds without a key press before the passages of notes further down are loaded."""


class SearchPane(QWidget):
    """Search field with messages about the query, and below them the results, help or suggestions."""

    chosen = Signal(object, bool)
    """A `Hit`, and whether to open it in a new tab."""

    settled = Signal(str)
    """The query of which a result was opened."""

    def __init__(self, searcher: Searcher, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._searcher = searcher
        self._passages = ResultPassages(searcher)
        self._shown: tuple[str, Hits] | None = None
        """The query whose results are shown."""
        self._started = self._duration = 0.0
        self._stale = False
        self._passages_timer = QTimer(self, singleShot=True, interval=PASSAGES_DELAY)
        self._passages_timer.timeout.connect(lambda: start(self._load_other_passages(), self))
        self.field = QueryField(self.tr("Search all notes"), self.tr("Search all notes"))
        self.completion = QueryCompletion(self.field, searcher)
        self.help = IconButton("help", self.tr("Search operators"), side=30)
        self.help.setCheckable(True)
        self.problem = PlainLabel("", "warning", "small", wrap=True)
        self.chips = QueryChips()
        self.explain = QueryExplanationLine()
        self.summary = SearchSummary()
        self.results = SearchResultList(self)
        self.list = self.results.view
        self.hints = SearchHints()
        self.no_results = NoResultsPage()
        self.operator_bar = OperatorBar()
        self._reading = ReadingState(self._searcher, self)
        self._reading.ended.connect(self.refresh)
        self._body = QStackedWidget()
        self._build_layout()
        self._connect()
        self._changed("")

    def search(self, query: str) -> None:
        """Search for *query*, without completing its last name."""
        self.field.setText(query)
        self.completion.close_popup()
        self.field.setFocus()

    def refresh(self) -> None:
        """Search again because notes have changed; immediately if the pane is visible."""
        self.completion.forget()
        self._stale = not self.isVisible()
        if not self._stale and not parse_query(self.field.text(), typing=True).is_empty:
            start(self._search(self.field.text()), self)

    def show_recent(self, searches: Sequence[str]) -> None:
        """Show recent searches while the field is empty."""
        self.hints.show_recent(searches)

    def showEvent(self, event: QShowEvent) -> None:
        super().showEvent(event)
        if self._stale:
            self.refresh()

    def _build_layout(self) -> None:
        px = theme().px
        column = column_layout(self, 4, margins=(0, 4, 0, 0))
        row = row_layout(spacing=4, margins=(12, 0, 8, 0))
        row.addWidget(self.field, 1)
        row.addWidget(self.help)
        column.addLayout(row)
        self.problem.setContentsMargins(px(18), 0, px(12), 0)
        for widget in (self.chips, self.problem, self.explain, self.summary):
            column.addWidget(widget)
        for page in (self.hints, self.no_results, self.list):
            self._body.addWidget(page)
        column.addWidget(self._body, 1)
        column.addWidget(self.operator_bar)

    def _connect(self) -> None:
        self.field.textChanged.connect(self._changed)
        self.field.returnPressed.connect(self._open_first)
        self.field.stepped.connect(self._step_in)
        self.chips.changed.connect(self.search)
        self.help.toggled.connect(lambda _wanted: self._show_body())
        self.help.toggled.connect(lambda wanted: self.hints.enter() if wanted else None)
        self.hints.searched.connect(self.search)
        self.hints.inserted.connect(self.field.insert_operator)
        self.operator_bar.inserted.connect(self.field.insert_operator)
        self.hints.left_at_top.connect(self._step_out)
        self.results.opened.connect(self._choose)
        self.results.more_requested.connect(lambda path: start(self._load_all_passages(path), self))
        self.list.left_at_top.connect(self._step_out)
        self.list.typed.connect(self.field.append_text)
        self.summary.order_changed.connect(self._sort)
        self.summary.fold_requested.connect(lambda folded: self.results.fold_all(folded=folded))
        self.no_results.search_requested.connect(self.search)
        self.no_results.embeddings_requested.connect(self.summary.search_test_requested)
        self.no_results.note_requested.connect(lambda hit: self.chosen.emit(hit, False))

    def _changed(self, query: str) -> None:
        self._passages_timer.stop()
        self.help.setChecked(False)
        self.chips.show_query(query)
        self.explain.explain("" if self.chips.parts else query)
        expression = parse_query(query, typing=True)
        if not expression.is_empty:
            self.summary.begin()
            start(self._search(query), self)
        else:
            # An incomplete query such as `tag:` has no results to report.
            self._shown = None
            self._show_problem(translate(expression.problem))
            self.summary.end()
            self._show_body()

    async def _search(self, query: str) -> None:
        self._started = time.perf_counter()
        try:
            async with aclosing(
                self._searcher.search_typing(query, MAX_HITS, CHANNEL, visible_hits=SHOWN_HITS)
            ) as answers:
                async for answer in answers:
                    if query != self.field.text():
                        return
                    if answer.hits or answer.exact:  # Partial results without a hit are inconclusive.
                        self._duration = time.perf_counter() - self._started
                        await self._show_answer(query, answer)
        except VaultDeskError as error:
            if query == self.field.text():
                self._shown = None
                self.summary.end()
                self.no_results.show_message(translate(error.title), translate(error.hint))
                self._show_body()

    async def _show_answer(self, query: str, answer: Hits) -> None:
        """Show the results with the passages of the visible notes; load the others after a pause."""
        hits = self.summary.sorted(answer.hits)
        passages = answer.passages
        if hits != answer.hits:
            passages = await self._passages.first(query, hits, passages)
            if query != self.field.text():
                return
        same_query = self._shown is not None and self._shown[0] == query
        self._shown = (query, answer)
        self._show_problem(translate(answer.problem) or (self._reading.partial_text() if answer.hits else ""))
        reading_title, reading_text = self._reading.empty_text()
        if not answer.hits:
            self.summary.end()
            if reading_title:
                self.no_results.show_message(reading_title, reading_text)
            else:
                self.no_results.show_no_match(query)
        self.results.show_hits(hits, passages, same_query=same_query)
        if answer.hits:
            self._show_count(answer)
        self._show_body()
        if not answer.hits and not reading_title:
            counted, similar = await self._passages.suggestions(query)
            if self._shown == (query, answer):
                self.no_results.explain(counted)
                self.no_results.offer(similar)
        elif answer.exact and len(passages) < len(hits):
            self._passages_timer.start()

    async def _load_other_passages(self) -> None:
        """Load the passages of the notes further down unless typing continues."""
        current, loaded = self._shown, dict[str, NotePassages]()
        if current is None:
            return
        query, answer = current
        hits = self.summary.sorted(answer.hits)
        # The next search reports that the index fails.
        with suppress(VaultDeskError):
            async with aclosing(self._passages.others(query, hits, answer.passages)) as batches:
                while query == self.field.text() and self._shown == current:
                    batch = await anext(batches, None)
                    if batch is None:
                        self.results.add_passages(loaded)
                        self._show_count(answer)
                        return
                    loaded.update(batch)

    async def _load_all_passages(self, path: str) -> None:
        if self._shown is not None:
            query = self._shown[0]
            passages = await self._passages.all_passages(query, path)
            if self._shown is not None and self._shown[0] == query:
                self.results.add_passages(passages)

    def _show_count(self, answer: Hits) -> None:
        # The number of passages is known only if all are loaded.
        passages = self.results.passages() if self.results.has_all_passages() else 0
        self.summary.show_result(answer, len(answer.hits), MAX_HITS, self._duration, passages)

    def _show_body(self) -> None:
        """Show the results, that there are none, or the hints."""
        has_query = not parse_query(self.field.text(), typing=True).is_empty
        has_hits = self._shown is not None and bool(self._shown[1].hits)
        if self.help.isChecked() or not has_query:
            self._body.setCurrentWidget(self.hints)
        elif has_hits:
            self._body.setCurrentWidget(self.list)
        elif self._shown is not None or self._body.currentWidget() is self.hints:
            self._body.setCurrentWidget(self.no_results)
        self.summary.setVisible(has_query and not self.help.isChecked() and (has_hits or bool(self.summary.text())))
        self.summary.sort.setVisible(has_hits)
        self.operator_bar.setVisible(self._body.currentWidget() is not self.hints)

    def _show_problem(self, problem: str) -> None:
        self.problem.setText(problem)
        self.problem.setVisible(bool(problem))
        self.field.setAccessibleDescription(problem)

    def _sort(self) -> None:
        if self._shown is not None:
            start(self._show_answer(*self._shown), self)
            self.list.scrollToTop()

    def _open_first(self) -> None:
        hit = self.results.first()
        if hit is not None and self._body.currentWidget() is self.list:
            self._choose(hit, False)

    def _choose(self, hit: Hit, new_tab: bool) -> None:
        self.settled.emit(self.field.text().strip())
        self.chosen.emit(hit, new_tab)

    def _step_in(self, direction: int) -> None:
        page = self._body.currentWidget()
        if direction > 0 and page is self.hints:
            self.hints.enter()
        elif direction > 0 and page is self.list:
            self.list.enter()

    def _step_out(self) -> None:
        self.help.setChecked(False)
        self.field.setFocus(Qt.FocusReason.BacktabFocusReason)
