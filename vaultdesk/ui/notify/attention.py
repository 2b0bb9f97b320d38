"""Attention: what of one open vault a person may want to know of while they work elsewhere. Tells nobody by itself."""

import asyncio
from collections.abc import Callable
from dataclasses import dataclass
from functools import partial
from typing import Literal

from PySide6.QtCore import QObject, Signal

from vaultdesk.ui.bridge import wait_signal
from vaultdesk.ui.chat.conversation_controller import ConversationController, answering
from vaultdesk.ui.chat.open_conversations import OpenConversations
from vaultdesk.ui.window.main_window import MainWindow

CallKind = Literal["answer", "failure", "approval"]
"""An answer is there, could not be given, or waits for the person."""


@dataclass(frozen=True)
class Call:
    """Something a person is told of: what, in which conversation, and the way there."""

    kind: CallKind
    chat: str
    """What the conversation is called; nothing of a note."""
    go_there: Callable[[], object]


class Attention(QObject):
    """Follows the conversations of one vault, and the questions to the person that they ask."""

    called = Signal(object)
    """Something happened: a `Call`."""
    changed = Signal()
    """An answer began or ended, or the person is waited for, or no more."""

    def __init__(self, window: MainWindow, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._window = window
        self._show: Callable[[ConversationController], object] | None = None
        self._running: set[ConversationController] = set()
        self._waiting = 0

    @property
    def running(self) -> bool:
        """Whether an answer is on its way."""
        return bool(self._running)

    @property
    def waiting(self) -> bool:
        """Whether an approval waits."""
        return self._waiting > 0

    def follow(self, talks: OpenConversations, show: Callable[[ConversationController], object]) -> None:
        """Follow *talks*; *show* brings one of them into sight."""
        self._show = show
        talks.changed.connect(self._look)

    def begin_waiting(self) -> None:
        """Note that the person is asked for an approval, in the conversation whose answer is being worked on."""
        self._waiting += 1
        self.changed.emit()
        talk = answering.get()
        self.called.emit(Call("approval", talk.title if talk is not None else "", partial(self._go, talk)))

    def end_waiting(self) -> None:
        """Note that this is over."""
        self._waiting -= 1
        self.changed.emit()

    async def until_seen(self) -> bool:
        """Wait until the window can be seen; False where it is closed and nobody will open it."""
        while not self._window.isVisible():
            if not self._window.in_tray:
                return False
            await wait_signal(self._window.appeared)
            await asyncio.sleep(0)  # Drawn before a dialog lies over it.
        return True

    def _look(self, talk: ConversationController) -> None:
        before = talk in self._running
        if talk.running == before:
            return
        (self._running.discard if before else self._running.add)(talk)
        self.changed.emit()
        last = talk.exchanges[-1] if talk.exchanges else None
        if not before or last is None or last.stopped or (talk.queue and last.error is None):
            return
        self.called.emit(Call("answer" if last.error is None else "failure", talk.title, partial(self._go, talk)))

    def _go(self, talk: ConversationController | None) -> None:
        if talk is not None and self._show is not None:
            self._window.show_pane("chat")
            self._show(talk)
        self._window.bring_to_front()
