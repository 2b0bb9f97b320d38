"""Widgets of one exchange, updated block by block while the answer streams."""

from collections.abc import Callable
from functools import partial
from typing import assert_never

from PySide6.QtCore import QObject, QPoint, Qt, Signal
from PySide6.QtGui import QGuiApplication
from PySide6.QtWidgets import QWidget

from vaultdesk.agent.answer_marks import is_answer_mark
from vaultdesk.agent.transcript_blocks import (
    AnswerBlock,
    CutBlock,
    EarlyEndBlock,
    FailureBlock,
    GrowingText,
    NoticeBlock,
    QuestionBlock,
    ReasoningBlock,
    StepBlock,
    StoppedBlock,
    TranscriptBlock,
)
from vaultdesk.core.errors import IndexFailed
from vaultdesk.index.search.searcher import Searcher
from vaultdesk.ui.bridge import start
from vaultdesk.ui.chat.exchange import Exchange
from vaultdesk.ui.chat.transcript.answer_steps import FailureBanner, ReasoningLine, ToolLine
from vaultdesk.ui.chat.transcript.answer_view import (
    AnswerAction,
    AnswerFooter,
    AnswerSource,
    AnswerView,
    SourceRow,
    add_text_entries,
    answer_details_text,
    answer_facts_text,
    answer_menu,
    numbered_sources,
)
from vaultdesk.ui.chat.transcript.question_card import QuestionCard
from vaultdesk.ui.dates import freshness_text
from vaultdesk.ui.rendering.markdown_view import MarkdownView
from vaultdesk.ui.theme.theme import theme
from vaultdesk.ui.translation import translate
from vaultdesk.ui.widgets.accessibility import announce
from vaultdesk.ui.widgets.banner import Banner
from vaultdesk.ui.widgets.buttons import LinkButton
from vaultdesk.ui.widgets.labels import PlainLabel
from vaultdesk.ui.widgets.layouts import column_layout
from vaultdesk.ui.widgets.menu import Menu

BlockView = AnswerView | ReasoningLine | ToolLine | PlainLabel

STEP_VIEWS = (ReasoningLine, ToolLine, PlainLabel)
"""Single-line views, which have no gap between them; text views do."""

NOTICE_GAP = 8
"""Design pixels above and below a notice between steps."""


class ExchangeView(QWidget):
    """Question card, then steps and text in order, then sources and the footer or an error."""

    source_opened = Signal(str, str, str)
    """A source was opened: note as named, heading or empty, and the answer text it is the source of."""
    sources_shown = Signal(object)
    """The `SourceRow` under the answer, once created."""
    link_opened = Signal(str)
    """A web or mail address was clicked."""
    action_pressed = Signal(str)
    """An `AnswerAction` that is not handled here."""
    note_requested = Signal()
    """The conversation should be shown as a note."""
    edit_requested = Signal()
    resend_requested = Signal(str)
    """The question should be asked again with this text, in place."""
    version_requested = Signal(int)
    """The previous (-1) or next (1) version of the question should be shown."""
    retry_requested = Signal()
    other_model_requested = Signal()
    ask_other_requested = Signal(object)
    """The same question should be sent to a model chosen at this widget."""
    quotes_requested = Signal()
    """Quotes from the notes for the question are requested."""
    branch_requested = Signal()
    """A new conversation should continue from this answer."""
    undo_pressed = Signal(str, bool)
    """Id of the run whose changes should be undone, or redone if true."""
    unfolded = Signal()
    """The reader expanded or collapsed a line."""

    def __init__(
        self,
        exchange: Exchange,
        actions: frozenset[AnswerAction],
        other_model: str = "",
        parent: QWidget | None = None,
    ) -> None:
        """*other_model* names the alternative for a failed answer; empty if there is none."""
        super().__init__(parent)
        self.exchange = exchange
        self._actions = actions
        self._other_model = other_model
        self._blocks: list[TranscriptBlock] = []
        """The blocks as shown."""
        self._views: dict[int, BlockView] = {}
        """Views by index of their block, in order; the end of the answer is shown below them."""
        self._sources: list[AnswerSource] = []
        self.is_finished = False
        """Whether the end of the answer is shown."""
        self._footer: AnswerFooter | None = None
        self.source_row: SourceRow | None = None
        self._quotes_button: LinkButton | None = None
        self.quotes: AnswerView | None = None
        """The quotes from the notes, once requested."""
        self._redo = False
        self.failure: FailureBanner | None = None
        self.cut: Banner | None = None
        """Reports that a saved answer is incomplete."""
        self.card = QuestionCard(exchange.question, (*exchange.asked_question.images, *exchange.asked_question.context))
        self.card.note_opened.connect(lambda note, heading: self.source_opened.emit(note, heading, ""))
        if exchange.asked_question.is_empty:
            self.card.hide()
        self.card.edit_requested.connect(self.edit_requested)
        self.card.resend_requested.connect(self.resend_requested)
        self.card.version_requested.connect(self.version_requested)
        self.card.edit_changed.connect(self._edit_changed)
        self._column = column_layout(self)
        self._column.addWidget(self.card)
        self._waiting_label = PlainLabel(self.tr("Asking…"), role="muted", font="small")
        self._add_widget(self._waiting_label, 12)
        self.refresh()
        if exchange.edited is not None:
            self.card.begin_edit(exchange.edited)

    @property
    def answers(self) -> tuple[AnswerView, ...]:
        """The text views of the answer, in order."""
        return tuple(view for view in self._views.values() if isinstance(view, AnswerView))

    @property
    def texts(self) -> tuple[MarkdownView, ...]:
        """The texts that can be searched and selected: the question and the answer texts."""
        return (self.card.question_text, *self.answers)

    def set_actions(self, actions: frozenset[AnswerAction]) -> None:
        """Set the actions offered under the answer."""
        self._actions = actions
        if self._footer is not None:
            self._footer.set_actions(self._shown_actions())

    def open_menu(self, text: AnswerView | None, position: QPoint, href: str = "") -> Menu:
        """Open the menu of the answer at a global position; *text* is the part it was opened on."""
        actions: tuple[AnswerAction, ...] = ("copy", "insert", "append", "new-note", "retry")
        callbacks: dict[str, Callable[[], object]] = {action: partial(self._run_action, action) for action in actions}
        offered = self._shown_actions() if self.exchange.is_finished else frozenset[AnswerAction](("copy",))
        menu = answer_menu({**callbacks, "note": self.note_requested.emit}, offered, self)
        menu.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        if text is not None:
            add_text_entries(menu, text, href)
        menu.popup(position)
        return menu

    def set_undo(self, label: str, *, redo: bool) -> None:
        """Offer Undo, or Redo if *redo*, of the answer's changes with *label*; offer nothing if *label* is empty."""
        self._redo = redo
        if self._footer is None and label and self.is_finished:
            # An answer that failed after changing notes has a banner and no footer yet.
            self._add_footer("", frozenset())
        if self._footer is not None:
            self._footer.set_undo(label)

    def refresh(self) -> None:
        """Update the widgets to the exchange."""
        blocks = self.exchange.blocks
        for index, block in enumerate(blocks):
            if index == len(self._blocks):
                self._blocks.append(block)
                self._add_block(index, block)
            elif block is not self._blocks[index]:
                self._blocks[index] = block
                self._update_block(index, block)
        self._update_waiting_label()
        if self.exchange.is_finished and not self.is_finished:
            self._finish()
        self.card.set_editable(self.exchange.is_finished)
        forms = self.exchange.versions
        index = forms.index(self.exchange.message_id) + 1 if self.exchange.message_id in forms else 1
        self.card.show_versions(index, len(forms), enabled=self.exchange.is_finished)

    def _update_waiting_label(self) -> None:
        """Show that the answer is pending, with the share of the prompt read if the server reports it."""
        percent = self.exchange.prompt_percent
        waiting = self._waiting_label
        waiting.setText(self.tr("Asking…") if percent is None else self.tr("Reading the notes: {0} %").format(percent))
        if self._blocks and percent is not None and self._column.indexOf(waiting) != self._column.count() - 1:
            self._column.removeWidget(waiting)
            waiting.setContentsMargins(0, theme().px(12), 0, 0)
            self._column.addWidget(waiting)
        waiting.setVisible(not self.exchange.is_finished and (percent is not None or not self._blocks))

    def begin_edit(self) -> None:
        """Edit the question in place."""
        self.exchange.edited = self.exchange.question if self.exchange.edited is None else self.exchange.edited
        self.card.begin_edit(self.exchange.edited)

    def _edit_changed(self, text: object) -> None:
        # The view is destroyed when scrolled away; the edited text stays with the exchange.
        self.exchange.edited = text if isinstance(text, str) else None

    def _add_block(self, index: int, block: TranscriptBlock) -> None:
        view = self._new_view(block)
        if view is not None:
            self._add_widget(view, self._gap(view))
            self._views[index] = view
            self._update_block(index, block)

    def _new_view(self, block: TranscriptBlock) -> BlockView | None:
        match block:
            case AnswerBlock():
                answer = AnswerView(self._sources)
                answer.source_opened.connect(self.source_opened)
                answer.link_activated.connect(self.link_opened)
                answer.menu_requested.connect(self.open_menu)
                return answer
            case ReasoningBlock():
                line = ReasoningLine()
                line.toggled.connect(self.unfolded)
                return line
            case StepBlock():
                step = ToolLine()
                step.toggled.connect(self.unfolded)
                return step
            case NoticeBlock(text):
                return PlainLabel(translate(text), role="muted", font="small", wrap=True)
            case QuestionBlock() | EarlyEndBlock() | FailureBlock() | StoppedBlock() | CutBlock():
                return None
            case _:
                assert_never(block)

    def _update_block(self, index: int, block: TranscriptBlock) -> None:
        match block, self._views.get(index):
            case AnswerBlock(), AnswerView() as text:
                text.show_block(block)
            case ReasoningBlock(), ReasoningLine() as line:
                line.show_block(block)
            case ReasoningBlock(), AnswerView() as text:
                self._replace_view(index, text, block)
            case StepBlock(), ToolLine() as step:
                step.show_block(block, self.exchange.left_out(block.call_id))
            case _:
                pass  # A notice never changes, and the end of the answer is shown below.

    def _replace_view(self, index: int, old: BlockView, block: TranscriptBlock) -> None:
        """Replace a view by one for *block*, which changed its kind: text that turned out to be reasoning."""
        view = self._new_view(block)
        if view is None:
            return
        self._column.replaceWidget(old, view)
        old.deleteLater()
        self._views[index] = view
        self._update_block(index, block)

    def _gap(self, view: BlockView) -> int:
        """Return the gap above *view*."""
        if not self._views:
            return 0  # The gap under the question is that of the waiting indicator before the first block.
        above = list(self._views.values())[-1]
        if isinstance(view, STEP_VIEWS) and isinstance(above, STEP_VIEWS):
            # Notices may wrap: without a gap their sentences would read as one.
            return NOTICE_GAP if isinstance(view, PlainLabel) or isinstance(above, PlainLabel) else 0
        return 12

    def _add_widget(self, widget: QWidget, gap: int) -> None:
        if gap:
            self._column.addSpacing(theme().px(gap))
        self._column.addWidget(widget)

    def _finish(self) -> None:
        self.is_finished = True
        exchange, end = self.exchange, self.exchange.end
        has_text = bool(exchange.text)
        if has_text:
            self._add_sources()
        match end:
            case FailureBlock(error):
                self.failure = FailureBanner(error, self._other_model)
                self.failure.retry_requested.connect(self.retry_requested)
                self.failure.other_model_requested.connect(self.other_model_requested)
                self._add_widget(self.failure, 12 if self._views else 0)
                announce(self, self.tr("The answer failed."))
                return
            case StoppedBlock():
                stopped_text = self.tr("Stopped. The answer so far is kept.") if has_text else self.tr("Stopped.")
                self._add_widget(PlainLabel(stopped_text, role="muted", font="small"), 8 if self._views else 0)
            case EarlyEndBlock(reason):
                self._add_widget(
                    PlainLabel(self._end_reason_text(reason), role="muted", font="small", wrap=True),
                    8 if self._views else 0,
                )
            case CutBlock():
                cut_text = self.tr("This answer was cut off.") if has_text else self.tr("This question has no answer.")
                self.cut = Banner("info", cut_text, [(self.tr("Ask Again"), self.retry_requested.emit)])
                self._add_widget(self.cut, 8 if self._views else 0)
            case None:
                pass
            case _:
                assert_never(end)
        self._add_footer(answer_facts_text(self.exchange), self._shown_actions())
        if not exchange.saved_messages:
            announce(self, self.tr("Stopped.") if exchange.stopped else self.tr("The answer is complete."))

    def _add_footer(self, facts: str, actions: frozenset[AnswerAction]) -> None:
        self._footer = AnswerFooter(facts, actions, answer_details_text(self.exchange) if facts else "")
        self._footer.pressed.connect(self._run_action)
        self._footer.undo_pressed.connect(lambda: self.undo_pressed.emit(self.exchange.run_id, self._redo))
        self._add_widget(self._footer, 8)

    def _add_sources(self) -> None:
        sources = tuple(self._sources) or numbered_sources(self.exchange.sources)
        marked = any(isinstance(block, NoticeBlock) and is_answer_mark(block.text) for block in self.exchange.blocks)
        if sources:
            self.source_row = row = SourceRow(sources)
            row.opened.connect(self._open_source)
            self._add_widget(row, 8)
            self.sources_shown.emit(row)
        elif self.exchange.end is None and not marked:
            self._add_widget(PlainLabel(self.tr("Not from your notes."), role="muted", font="small"), 8)
        if marked:
            self._quotes_button = button = LinkButton(
                self.tr("Show quotes from my notes"), icon_name="search", small=True
            )
            button.clicked.connect(self._request_quotes)
            self._add_widget(button, 4)

    def _request_quotes(self) -> None:
        assert self._quotes_button is not None
        self._quotes_button.setEnabled(False)
        self.quotes_requested.emit()

    def show_quotes(self, markdown: str) -> None:
        """Show the Markdown of quotes from the notes in place of the button that requests them."""
        button = self._quotes_button
        assert button is not None
        block = AnswerBlock(GrowingText(markdown), done=True)
        self.quotes = quotes = AnswerView([])
        quotes.setAccessibleName(self.tr("Quotes from your notes"))
        quotes.source_opened.connect(self.source_opened)
        quotes.link_activated.connect(self.link_opened)
        quotes.show_block(block)
        self._column.insertWidget(self._column.indexOf(button), quotes)
        button.hide()
        announce(self, self.tr("Quotes from your notes"))

    def quotes_failed(self) -> None:
        """Enable the button for the quotes again."""
        if self._quotes_button is not None:
            self._quotes_button.setEnabled(True)

    def _shown_actions(self) -> frozenset[AnswerAction]:
        if self.exchange.text:
            return self._actions
        # An incomplete answer's banner offers to ask again; there is nothing to branch from.
        return self._actions & ({"ask-other"} if self.cut is not None else {"retry", "ask-other"})

    def _end_reason_text(self, reason: str) -> str:
        match reason:
            case "length":
                return self.tr("The answer was cut off at the length limit of the model. Ask the model to continue.")
            case "repetition":
                return self.tr("The model only repeated itself, so the answer was stopped.")
            case "refusal":
                return self.tr("The model declined to answer. The question is not sent to it again.")
            case "silent":
                return self.tr(
                    "The model gave no answer in two attempts. Rephrase the question, or choose another model."
                )
            case "content_filter":
                return self.tr("A content filter of the provider ended this answer.")
            case _:
                return self.tr("Ended early: {0}").format(reason.replace("_", " "))

    def _open_source(self, note: str, heading: str) -> None:
        text = next((text for answer in self.answers if (text := answer.cited_text_for(note, heading))), "")
        self.source_opened.emit(note, heading, text)

    def _run_action(self, action: str) -> None:
        if action == "copy":
            QGuiApplication.clipboard().setText(self.exchange.text)
        elif action == "retry":
            self.retry_requested.emit()
        elif action == "branch":
            self.branch_requested.emit()
        elif action == "ask-other" and self._footer is not None:
            self.ask_other_requested.emit(self._footer.button("ask-other"))
        else:
            self.action_pressed.emit(action)


class SourceFreshness(QObject):
    """Looks up the modification time of each note once, when its chip appears."""

    def __init__(self, searcher: Searcher, parent: QObject) -> None:
        super().__init__(parent)
        self._searcher = searcher

    def follow(self, view: ExchangeView) -> None:
        """Update the sources that *view* shows, now or later."""
        view.sources_shown.connect(self._check_row)
        if view.source_row is not None:
            self._check_row(view.source_row)

    def _check_row(self, row: object) -> None:
        assert isinstance(row, SourceRow)
        start(self._look_up(row), row)

    async def _look_up(self, row: SourceRow) -> None:
        for target in row.targets:
            try:
                path = await self._searcher.resolve(target)
                note = await self._searcher.note(path) if path is not None else None
            except IndexFailed:
                return  # Index errors are reported elsewhere.
            if note is not None:
                row.show_freshness(target, freshness_text(note.modified, note.indexed))
