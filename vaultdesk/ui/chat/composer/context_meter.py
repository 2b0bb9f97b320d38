"""Meter of the context window: ring, measurement and the banner for long conversations."""

from collections.abc import Callable
from typing import Protocol

from PySide6.QtCore import QObject, QPoint, QRectF, QSize, Qt, QTimer, Signal
from PySide6.QtGui import QPainter, QPaintEvent, QPen
from PySide6.QtWidgets import QAbstractButton, QSizePolicy, QToolTip, QWidget

from vaultdesk.agent.profile import AgentProfile
from vaultdesk.agent.question import Question
from vaultdesk.chat.conversation import Conversation
from vaultdesk.core.errors import VaultDeskError
from vaultdesk.ui import bridge
from vaultdesk.ui.chat.composer.context_tray import short_count
from vaultdesk.ui.formatting import plural_text
from vaultdesk.ui.theme.painting import box
from vaultdesk.ui.theme.theme import theme
from vaultdesk.ui.theme.widget_painter import CORNER_RADIUS
from vaultdesk.ui.widgets.banner import Banner

RING_BUTTON_SIDE, RING_SIZE, RING_WIDTH = 28, 14, 2.5
"""Sizes in design pixels: the button, the ring in it, and the line width of the ring."""

NEARLY_FULL = 0.8
"""Share of the context window from which the ring and the banner above the composer warn."""


class ContextWindowFill(Protocol):
    """Fill level of a model's context window."""

    @property
    def used(self) -> int:
        """Tokens that would be sent now."""
        ...

    @property
    def window(self) -> int:
        """Size of the context window in tokens; 0 if unknown."""
        ...

    @property
    def summarized_messages(self) -> int:
        """Number of messages replaced by a summary."""
        ...

    @property
    def is_nearly_full(self) -> bool: ...


class ContextRing(QAbstractButton):
    """Progress ring; the numbers are in its tooltip, and a click or Space shows them."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.fill_share = 0.0
        """Filled share of the context window; above 1 if the request does not fit."""
        self._known = False
        self.setProperty(CORNER_RADIUS, 6)
        self.setFocusPolicy(Qt.FocusPolicy.TabFocus)
        self.setAttribute(Qt.WidgetAttribute.WA_Hover)
        self.setSizePolicy(QSizePolicy.Policy.Fixed, QSizePolicy.Policy.Fixed)
        self.clicked.connect(self._update_description)
        # Named before it is shown: a screen reader may read it in between.
        self.setAccessibleName(self.tr("Context"))
        theme().changed.connect(self.update)
        self.hide()

    def show_fill(self, fill: ContextWindowFill | None) -> None:
        """Show *fill*; hidden if it is None."""
        self.setVisible(fill is not None)
        if fill is None:
            return
        self._known = fill.window > 0
        self.fill_share = fill.used / fill.window if self._known else 0.0
        if self._known:
            numbers = self.tr("{used} of {window} tokens of the model’s context window ({part} %)")
            text = numbers.format(
                used=short_count(fill.used), window=short_count(fill.window), part=round(100 * self.fill_share)
            )
        else:
            text = self.tr("About {0} tokens. The size of the model’s context window is not known.").format(
                short_count(fill.used)
            )
        singular, plural = self.tr("{n} message is summarized"), self.tr("{n} messages are summarized")
        self.setToolTip(
            f"{text}\n{plural_text(fill.summarized_messages, singular, plural)}" if fill.summarized_messages else text
        )
        self.setAccessibleName(self.tr("Context: {0}").format(text))
        self.update()

    def sizeHint(self) -> QSize:
        side = theme().px(RING_BUTTON_SIDE)
        return QSize(side, side)

    def paintEvent(self, _event: QPaintEvent) -> None:
        values = theme()
        painter = QPainter(self)
        if self.underMouse():
            box(painter, self.rect(), values.px(6), values.color("hover"))
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        side, line_width = values.px(RING_SIZE), values.px(10) * RING_WIDTH / 10
        ring = QRectF((self.width() - side) / 2, (self.height() - side) / 2, side, side)
        painter.setPen(QPen(values.color("control"), line_width))
        painter.drawEllipse(ring)
        if self.fill_share > 0:
            role = "accent" if self.fill_share < NEARLY_FULL else "warning" if self.fill_share <= 1 else "danger"
            painter.setPen(QPen(values.color(role), line_width, c=Qt.PenCapStyle.RoundCap))
            # Qt counts sixteenths of a degree, counterclockwise from three o'clock.
            painter.drawArc(ring, 90 * 16, -round(min(1.0, max(0.02, self.fill_share)) * 360 * 16))

    def _update_description(self) -> None:
        QToolTip.showText(self.mapToGlobal(QPoint(0, -self.height())), self.toolTip(), self)


# Only the newest request is measured next: one measurement runs at a time, and typing must pause first.

MEASURE_DELAY = 300
"""Milliseconds without a change before measuring: a number that changes with each key press cannot be read."""


class RequestMeter(Protocol):
    """Measures the size of a request."""

    async def measure(
        self, conversation: Conversation, question: Question, model: str | None, profile: AgentProfile
    ) -> ContextWindowFill | None:
        """Return the fill level of the context window; None if its size is unknown. Raises `VaultDeskError`."""
        ...


class DraftRequest(Protocol):
    """The request that would be sent now."""

    @property
    def conversation(self) -> Conversation: ...

    @property
    def question(self) -> Question:
        """The draft with its attachments."""
        ...

    @property
    def model(self) -> str | None:
        """The selected model as `provider/name`."""
        ...

    async def profile(self) -> AgentProfile:
        """Return the agent profile. Raises `VaultDeskError`."""
        ...


class LongConversationBanner(Banner):
    """Reports that the conversation is long for the model, or that it was summarized. Not shown again once closed."""

    new_chat_requested = Signal()
    """A new conversation is requested, starting with the summary of this one if there is one."""

    def __init__(self) -> None:
        super().__init__("info", "", closable=True)
        self._closed: set[tuple[str, str]] = set()
        self._shown_key = ("", "")
        self.closed.connect(lambda: self._closed.add(self._shown_key))
        self.hide()

    def show_fill(self, conversation_id: str, fill: ContextWindowFill | None) -> None:
        """Show the message for a conversation with this *fill*; hide the banner for a short one."""
        if fill is not None and fill.summarized_messages:
            singular = self.tr("{n} message is summarized for the model. The chat itself is unchanged.")
            plural = self.tr("{n} messages are summarized for the model. The chat itself is unchanged.")
            text = plural_text(fill.summarized_messages, singular, plural)
            action_text, kind = self.tr("Start a New Chat from the Summary"), "summarized"
        elif fill is not None and fill.is_nearly_full:
            text, kind = self.tr("This conversation is getting long. Older parts will be summarized."), "nearly full"
            action_text = self.tr("New Chat")
        else:
            self.hide()
            return
        if [link.text() for link in self.links] != [action_text]:
            self.set_actions([(action_text, self.new_chat_requested.emit)])
        self._shown_key = (conversation_id, kind)
        self.set_text(text)
        self.setVisible(self._shown_key not in self._closed)


class ContextWindowMeter(QObject):
    """Connects the ring and the banner to the measurement."""

    def __init__(
        self,
        meter: RequestMeter,
        draft_request: Callable[[], DraftRequest],
        ring: ContextRing,
        banner: LongConversationBanner,
    ) -> None:
        super().__init__(ring)
        self._meter = meter
        self._draft_request = draft_request
        self._ring = ring
        self._banner = banner
        self._busy = self._is_pending = False
        self._measure_timer = QTimer(self)
        self._measure_timer.setSingleShot(True)
        self._measure_timer.setInterval(MEASURE_DELAY)
        self._measure_timer.timeout.connect(self.measure)

    def measure_soon(self) -> None:
        """Measure when typing pauses."""
        self._measure_timer.start()

    def measure(self) -> None:
        """Measure now, or after the running measurement."""
        self._measure_timer.stop()
        self._is_pending = True
        if not self._busy:
            self._busy = True
            bridge.start(self._measure_pending(), owner=self)

    async def _measure_pending(self) -> None:
        try:
            while self._is_pending:
                self._is_pending = False
                request = self._draft_request()
                fill = await self._fill(request)
                if not self._is_pending:
                    self._ring.show_fill(fill)
                    self._banner.show_fill(request.conversation.id, fill)
        finally:
            self._busy = False

    async def _fill(self, request: DraftRequest) -> ContextWindowFill | None:
        try:
            profile = await request.profile()
            return await self._meter.measure(request.conversation, request.question, request.model, profile)
        except VaultDeskError:
            return None  # The error is reported when the question is sent; here only the numbers are missing.
