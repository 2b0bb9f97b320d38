"""Exchange view: one question and its answer as widgets. Only the block that grows is touched; see exchange.py."""

from PySide6.QtCore import Signal
from PySide6.QtGui import QGuiApplication
from PySide6.QtWidgets import QVBoxLayout, QWidget

from vaultdesk.ui.chat.answer_foot import AnswerFoot, FootAction
from vaultdesk.ui.chat.answer_sources import AnswerSource, read_sources
from vaultdesk.ui.chat.answer_view import AnswerView
from vaultdesk.ui.chat.exchange import Block, CallBlock, Exchange, NoticeBlock, ReasoningBlock, TextBlock
from vaultdesk.ui.chat.failure import FailureBanner
from vaultdesk.ui.chat.question_card import QuestionCard
from vaultdesk.ui.chat.reasoning_line import ReasoningLine
from vaultdesk.ui.chat.source_row import SourceRow
from vaultdesk.ui.chat.spoken import announce
from vaultdesk.ui.chat.tool_line import ToolLine
from vaultdesk.ui.chat.tool_words import counted, duration
from vaultdesk.ui.parts.labels import PlainLabel
from vaultdesk.ui.theme.theme import theme

BlockView = AnswerView | ReasoningLine | ToolLine | PlainLabel


class ExchangeView(QWidget):
    """A question card, then lines and text in the order they came, then sources and the foot or what went wrong."""

    source_opened = Signal(str, str)
    """A note as it was named, and a heading in it or nothing."""
    link_opened = Signal(str)
    """A web or mail address was clicked."""
    foot_pressed = Signal(str)
    """A `FootAction` other than copy, which is done here."""
    edit_requested = Signal()
    retry_requested = Signal()
    other_model_requested = Signal()
    unfolded = Signal()
    """The reader opened or closed a line."""

    def __init__(
        self,
        exchange: Exchange,
        actions: frozenset[FootAction],
        other_model: str = "",
        parent: QWidget | None = None,
    ) -> None:
        """*other_model* names who a failed answer may be asked from instead; nothing where there is nobody."""
        super().__init__(parent)
        self.exchange = exchange
        self._actions = actions
        self._other_model = other_model
        self._blocks: list[tuple[Block, BlockView]] = []
        self._sources: list[AnswerSource] = []
        self._ended = False
        self._foot: AnswerFoot | None = None
        self.failure: FailureBanner | None = None
        self.card = QuestionCard(exchange.question)
        self.card.edit_requested.connect(self.edit_requested)
        self._column = QVBoxLayout(self)
        self._column.setContentsMargins(0, 0, 0, 0)
        self._column.setSpacing(0)
        self._column.addWidget(self.card)
        self._waiting = PlainLabel(self.tr("Asking…"), role="muted", font="small")
        self._add(self._waiting, 12)
        self.renew()

    @property
    def answers(self) -> tuple[AnswerView, ...]:
        """The texts of the answer, in order."""
        return tuple(view for _block, view in self._blocks if isinstance(view, AnswerView))

    def set_actions(self, actions: frozenset[FootAction]) -> None:
        """Offer these actions under the answer."""
        self._actions = actions
        if self._foot is not None:
            self._foot.set_actions(self._shown_actions())

    def renew(self) -> None:
        """Bring the widgets up to the exchange."""
        for place, block in enumerate(self.exchange.blocks):
            if place < len(self._blocks):
                self._renew(*self._blocks[place])
            else:
                view = self._make(block)
                self._blocks.append((block, view))
                self._add(view, self._gap(place))
                self._renew(block, view)
        self._waiting.setVisible(not self.exchange.blocks and not self.exchange.over)
        if self.exchange.over and not self._ended:
            self._end()
        self.card.set_editable(self.exchange.over)

    def _make(self, block: Block) -> BlockView:
        match block:
            case TextBlock():
                made = AnswerView(self._sources)
                made.note_requested.connect(self._open_note)
                made.link_activated.connect(self.link_opened)
                return made
            case ReasoningBlock():
                line = ReasoningLine()
                line.toggled.connect(lambda _open: self.unfolded.emit())
                return line
            case CallBlock():
                step = ToolLine()
                step.toggled.connect(lambda _open: self.unfolded.emit())
                return step
            case NoticeBlock(text):
                return PlainLabel(text, role="muted", font="small", wrap=True)

    @staticmethod
    def _renew(block: Block, view: BlockView) -> None:
        match block, view:
            case TextBlock(), AnswerView():
                view.show_block(block)
            case ReasoningBlock(), ReasoningLine():
                view.show_block(block)
            case CallBlock(), ToolLine():
                view.show_block(block)
            case _:
                pass

    def _gap(self, place: int) -> int:
        """Return the room above a block: lines stand close together, text apart from them."""
        if not place:
            return 0  # the room under the question is that of the word before the first block
        lines = (ReasoningBlock, CallBlock, NoticeBlock)
        both = isinstance(self.exchange.blocks[place], lines) and isinstance(self.exchange.blocks[place - 1], lines)
        return 0 if both else 12

    def _add(self, widget: QWidget, gap: int) -> None:
        if gap:
            self._column.addSpacing(theme().step(gap))
        self._column.addWidget(widget)

    def _end(self) -> None:
        self._ended = True
        exchange = self.exchange
        said = bool(exchange.text)
        if said:
            self._add_sources()
        if exchange.stopped:
            kept = self.tr("Stopped. What was said so far is kept.") if said else self.tr("Stopped.")
            self._add(PlainLabel(kept, role="muted", font="small"), 8 if self._blocks else 0)
        elif exchange.stop_reason:
            self._add(PlainLabel(self._why_ended(), role="muted", font="small", wrap=True), 8)
        if exchange.error is not None:
            self.failure = FailureBanner(exchange.error, self._other_model)
            self.failure.retry_requested.connect(self.retry_requested)
            self.failure.other_model_requested.connect(self.other_model_requested)
            self._add(self.failure, 12 if self._blocks else 0)
            announce(self, self.tr("The answer failed."))
        else:
            self._foot = AnswerFoot(self._facts(), self._shown_actions())
            self._foot.pressed.connect(self._foot_pressed)
            self._add(self._foot, 8)
            announce(self, self.tr("Stopped.") if exchange.stopped else self.tr("The answer is complete."))

    def _add_sources(self) -> None:
        sources = tuple(self._sources) or read_sources(self.exchange.sources)
        if sources:
            row = SourceRow(sources)
            row.opened.connect(self.source_opened)
            self._add(row, 8)
        elif not self.exchange.stopped and self.exchange.error is None:
            self._add(PlainLabel(self.tr("Not from your notes."), role="muted", font="small"), 8)

    def _shown_actions(self) -> frozenset[FootAction]:
        return self._actions if self.exchange.text else self._actions & {"retry"}

    def _facts(self) -> str:
        tokens = self.exchange.tokens
        parts = [counted(tokens, self.tr("{n} token"), self.tr("{n} tokens"))] if tokens else []
        return " · ".join([*parts, duration(self.exchange.seconds)])

    def _why_ended(self) -> str:
        match self.exchange.stop_reason:
            case "length":
                return self.tr("The model reached its length limit: the answer is cut. Ask it to go on.")
            case "content_filter" | "refusal":
                return self.tr("The provider ended this answer by its own rules.")
            case reason:
                return self.tr("Ended early: {0}").format(reason.replace("_", " "))

    def _open_note(self, target: str, _new_tab: bool) -> None:
        note, _, part = target.partition("#")
        self.source_opened.emit(note, part.split("#")[-1])

    def _foot_pressed(self, action: str) -> None:
        if action == "copy":
            QGuiApplication.clipboard().setText(self.exchange.text)
        elif action == "retry":
            self.retry_requested.emit()
        else:
            self.foot_pressed.emit(action)
