"""TaskBoxes: the boxes of tasks in the reading view, which a press ticks. What that makes of a text is tasks.py's."""

import asyncio
from collections.abc import Awaitable, Callable

from PySide6.QtCore import QEvent, QObject, Qt
from PySide6.QtGui import QMouseEvent

from vaultdesk.ui.bridge import start
from vaultdesk.ui.note.reader import Reader
from vaultdesk.ui.note.reading import SHOWN_LIMIT
from vaultdesk.ui.note.tasks import task_line, toggled

Rewrite = Callable[[Callable[[str], str]], Awaitable[bool]]
"""Changes the note's text and saves it."""


class TaskBoxes(QObject):
    """Watches the mouse over a reader, which owns it."""

    def __init__(self, reader: Reader, text: Callable[[], str | None], rewrite: Rewrite) -> None:
        """*text* returns the note's text as it is now."""
        super().__init__(reader)
        self._text, self._rewrite = text, rewrite
        self._reader = reader
        self._over = False
        self._began = -1
        reader.viewport().setMouseTracking(True)
        reader.viewport().installEventFilter(self)

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """Take presses of a box; show that it can be pressed."""
        if isinstance(event, QMouseEvent):
            match event.type():
                case QEvent.Type.MouseMove if not event.buttons():
                    self._show(self._reader.task_at(event.position().toPoint()) >= 0)
                case QEvent.Type.MouseButtonPress if event.button() == Qt.MouseButton.LeftButton:
                    self._began = self._reader.task_at(event.position().toPoint())
                    return self._began >= 0
                case QEvent.Type.MouseButtonRelease if self._began >= 0:
                    began, self._began = self._began, -1
                    if self._reader.task_at(event.position().toPoint()) == began:
                        start(self.tick(began), self)
                    return True
        return super().eventFilter(watched, event)

    async def tick(self, number: int) -> None:
        """Tick the task *number* among those that are shown, from 0, or take its tick away."""
        text = self._text() or ""
        line = await asyncio.to_thread(task_line, text, number, SHOWN_LIMIT)
        if line is not None:
            was = text.split("\n")[line]
            await self._rewrite(lambda now: toggled(now, line, was))

    def _show(self, over: bool) -> None:
        if over != self._over:
            self._over = over
            shape = Qt.CursorShape.PointingHandCursor if over else Qt.CursorShape.IBeamCursor
            self._reader.viewport().setCursor(shape)
