"""Reviewer: shows the person at the window what is about to leave, one question at a time, and brings the answer."""

import asyncio
from dataclasses import dataclass

import shiboken6
from PySide6.QtCore import Qt
from PySide6.QtGui import QCloseEvent, QPainter, QPaintEvent
from PySide6.QtWidgets import QApplication, QDialog, QVBoxLayout, QWidget

from vaultdesk.privacy.disclosure_history import DisclosureHistory
from vaultdesk.privacy.disclosure_review import DisclosureDecision, DisclosureRequest
from vaultdesk.ui.bridge import ask
from vaultdesk.ui.privacy.leaves_view import LeavesView
from vaultdesk.ui.theme.theme import theme
from vaultdesk.ui.widgets.overlays import Dimmer

SIZE = (940, 664)
"""Width and height in pixels (LOOK, Measures: read request)."""

PLAIN_SIZE = (640, 320)
"""The same where no excerpt is to be shown."""


class LeavesDialog(QDialog):
    """A window-modal dialog around a `LeavesView`. `decision` is what was answered; closing is a no."""

    def __init__(self, view: LeavesView, parent: QWidget) -> None:
        super().__init__(parent)
        self.view = view
        self.decision = DisclosureDecision(send=False)
        self.setWindowTitle(self.tr("What leaves this computer"))
        self.setWindowModality(Qt.WindowModality.WindowModal)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.addWidget(view)
        room, step = parent.window().size(), theme().step
        wide, high = SIZE if view.choices.request.excerpts else PLAIN_SIZE
        self.resize(
            min(step(wide), max(room.width() - 16, step(320))), min(step(high), max(room.height() - 16, step(240)))
        )
        view.answered.connect(self._take)
        palette = self.palette()
        for role in (palette.ColorRole.Window, palette.ColorRole.Base):
            palette.setColor(role, theme().color("raised"))
        self.setPalette(palette)

    def paintEvent(self, event: QPaintEvent) -> None:
        """Draw the ground of what floats."""
        QPainter(self).fillRect(self.rect(), theme().color("raised"))

    def reject(self) -> None:
        """Esc: no."""
        self.view.refuse()
        super().reject()

    def closeEvent(self, event: QCloseEvent) -> None:
        """Closing: no."""
        self.view.refuse()
        super().closeEvent(event)

    def _take(self, decision: DisclosureDecision) -> None:
        self.decision = decision
        self.done(QDialog.DialogCode.Accepted if decision.send else QDialog.DialogCode.Rejected)


@dataclass(frozen=True, slots=True)
class _Given:
    """An answer given a moment before the gate asked for it, and to what."""

    seen: tuple[object, ...]
    decision: DisclosureDecision


class WindowReviewer:
    """A `DisclosureReviewer` for the desktop. Where no window can be seen, nobody agreed (THREATS 2.3.8)."""

    def __init__(self, window: QWidget, dealings: DisclosureHistory) -> None:
        self._window = window
        self._dealings = dealings
        self._one_at_a_time = asyncio.Lock()
        self._given: dict[str, _Given] = {}

    async def review(self, request: DisclosureRequest) -> DisclosureDecision:
        """Show *request*, which waits to be sent, and return the answer; being cancelled takes it away unanswered."""
        given = self._given.pop(request.conversation_id, None)
        if given is not None and given.seen == _seen(request):
            return given.decision  # The person looked at this very request and pressed Send: once is enough.
        async with self._one_at_a_time:
            if not shiboken6.isValid(self._window) or not self._window.isVisible():
                return DisclosureDecision(send=False, reason="The window was not open, so nobody could be asked.")
            QApplication.alert(self._window)
            return await self._show(request, asked=True)

    async def preview(self, request: DisclosureRequest, why_not: str = "") -> DisclosureDecision:
        """Show *request* because the person asked to see it; *why_not* says why it cannot be sent now."""
        async with self._one_at_a_time:
            decision = await self._show(request, asked=False, why_not=why_not)
        if decision.send:
            self._given[request.conversation_id] = _Given(_seen(request), decision)
        return decision

    def forget(self) -> None:
        """Forget answers that nobody asked for: what is sent from now on is another request."""
        self._given.clear()

    async def _show(self, request: DisclosureRequest, *, asked: bool, why_not: str = "") -> DisclosureDecision:
        dealings = self._dealings.of(request.conversation_id)
        view = LeavesView(request, asked=asked, why_not=why_not)
        view.every_send.setChecked(dealings.reviewed)

        def look(every_send: bool) -> None:
            dealings.reviewed = every_send

        view.every_send.toggled.connect(look)
        dialog = LeavesDialog(view, self._window)
        Dimmer(self._window).dim_for(dialog)
        try:
            await ask(dialog)
            return dialog.decision
        finally:
            if shiboken6.isValid(dialog):
                dialog.deleteLater()


def _seen(request: DisclosureRequest) -> tuple[object, ...]:
    """Return what tells a request from others to a person who looked at it."""
    excerpts = tuple((excerpt.id, excerpt.path, excerpt.text) for excerpt in request.excerpts)
    return (request.destination, request.model, request.question, excerpts)
