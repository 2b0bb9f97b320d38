"""Window meter: measures how full the model's window would be, and says in a banner when the end is near.

The newest question wins: while one is measured, the next waits. Typing is let come to a rest first.
"""

from collections.abc import Callable
from typing import Protocol

from PySide6.QtCore import QObject, QTimer, Signal

from vaultdesk.agent.profile import AgentProfile
from vaultdesk.agent.question import Question
from vaultdesk.chat.conversation import Conversation
from vaultdesk.core.errors import VaultDeskError
from vaultdesk.ui import bridge
from vaultdesk.ui.chat.meter_ring import MeterRing, WindowFill
from vaultdesk.ui.chat.tool_words import counted
from vaultdesk.ui.widgets.banner import Banner

REST = 300
"""Milliseconds without a change before it is measured: nobody reads a number that changes with each letter."""


class Meter(Protocol):
    """Knows how much a request would come to."""

    async def measure(
        self, conversation: Conversation, question: Question, model: str | None, profile: AgentProfile
    ) -> WindowFill:
        """Return how full the window would be. Raises `VaultDeskError`."""
        ...


class Measured(Protocol):
    """What would be asked now."""

    @property
    def conversation(self) -> Conversation:
        """The conversation that is shown."""
        ...

    @property
    def question(self) -> Question:
        """What is typed, with what lies beside it."""
        ...

    @property
    def model(self) -> str | None:
        """Who is asked, as `provider/name`."""
        ...

    async def profile(self) -> AgentProfile:
        """As which agent. Raises `VaultDeskError`."""
        ...


class LongBanner(Banner):
    """Says that the conversation is long for the model, or what was done about that. Closed, it stays away."""

    fresh_requested = Signal()
    """A new conversation is to begin, with the summary of this one where there is one."""

    def __init__(self) -> None:
        super().__init__("info", "", closable=True)
        self._closed: set[tuple[str, str]] = set()
        self._about = ("", "")
        self.closed.connect(lambda: self._closed.add(self._about))
        self.hide()

    def show_fill(self, conversation_id: str, fill: WindowFill | None) -> None:
        """Show what there is to say of a conversation that is as long as *fill* says; nothing where it is short."""
        if fill is not None and fill.summed_up:
            one, many = self.tr("{n} message is"), self.tr("{n} messages are")
            text = self.tr("{0} summed up for the model; the chat is whole.")
            text = text.format(counted(fill.summed_up, one, many))
            words, kind = self.tr("Start Fresh from the Summary"), "summed up"
        elif fill is not None and fill.near:
            text, kind = self.tr("This conversation is getting long: older parts will be summed up."), "near"
            words = self.tr("New Chat")
        else:
            self.hide()
            return
        if [link.text() for link in self.links] != [words]:
            self.set_actions([(words, self.fresh_requested.emit)])
        self._about = (conversation_id, kind)
        self.set_text(text)
        self.setVisible(self._about not in self._closed)


class WindowMeter(QObject):
    """Joins the ring, the banner and whoever measures."""

    def __init__(self, meter: Meter, measured: Callable[[], Measured], ring: MeterRing, banner: LongBanner) -> None:
        super().__init__(ring)
        self._meter = meter
        self._measured = measured
        self._ring = ring
        self._banner = banner
        self._busy = self._again = False
        self._rest = QTimer(self)
        self._rest.setSingleShot(True)
        self._rest.setInterval(REST)
        self._rest.timeout.connect(self.measure)

    def measure_soon(self) -> None:
        """Measure when the typing rests."""
        self._rest.start()

    def measure(self) -> None:
        """Measure now, or as soon as what is measured now is known."""
        self._rest.stop()
        self._again = True
        if not self._busy:
            self._busy = True
            bridge.start(self._follow(), owner=self)

    async def _follow(self) -> None:
        try:
            while self._again:
                self._again = False
                measured = self._measured()
                fill = await self._fill(measured)
                if not self._again:
                    self._ring.show_fill(fill)
                    self._banner.show_fill(measured.conversation.id, fill)
        finally:
            self._busy = False

    async def _fill(self, measured: Measured) -> WindowFill | None:
        try:
            profile = await measured.profile()
            return await self._meter.measure(measured.conversation, measured.question, measured.model, profile)
        except VaultDeskError:
            return None  # Whoever asks now is told why; here only the numbers are missing.
