"""Background, banner, loading state and empty state of pages."""

from collections.abc import Callable, Coroutine, Sequence

from PySide6.QtCore import QTimer, Signal
from PySide6.QtGui import QPainter, QPaintEvent, QShowEvent
from PySide6.QtWidgets import QApplication, QStackedWidget, QVBoxLayout, QWidget

from vaultdesk.ui.bridge import start
from vaultdesk.ui.theme.theme import theme
from vaultdesk.ui.widgets.banner import Banner, BannerKind
from vaultdesk.ui.widgets.empty_state import EmptyState, NextStep


class PageBackground(QWidget):
    """Widget filled with the surface color."""

    def paintEvent(self, _event: QPaintEvent) -> None:
        QPainter(self).fillRect(self.rect(), theme().color("surface"))


Action = tuple[str, Callable[[], object]]

_SEVERITY: dict[BannerKind, int] = {"info": 0, "success": 0, "warning": 1, "leaves": 1, "danger": 2}


class PageBanner(QWidget):
    """Holds at most one banner. `topic` identifies its cause, so that only that cause removes it."""

    focus_freed = Signal()
    """A focused banner was hidden; Qt would move the focus to an arbitrary next widget."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._banner: Banner | None = None
        self._kind: BannerKind = "info"
        self.topic = ""
        self._column = QVBoxLayout(self)
        px = theme().px
        self._column.setContentsMargins(px(16), 0, px(16), px(8))
        self.hide()

    def show_message(self, topic: str, kind: BannerKind, text: str, actions: Sequence[Action] = ()) -> None:
        """Show *text* unless a more severe message about another topic is shown."""
        if self.topic not in ("", topic) and _SEVERITY[self._kind] > _SEVERITY[kind]:
            return
        self._drop()
        self.topic, self._kind = topic, kind
        self._banner = Banner(kind, text, actions, closable=kind == "info", parent=self)
        self._column.addWidget(self._banner)
        self.show()

    def start_program(self, work: Coroutine[None, None, str]) -> None:
        """Start another program by *work*, and show the reason that it returns if this fails."""
        start(self._start_program(work), self)

    async def _start_program(self, work: Coroutine[None, None, str]) -> None:
        if problem := await work:
            self.show_message("program", "warning", problem)

    def clear(self, *topics: str) -> None:
        """Hide the message if its topic is one of *topics*; without topics, always."""
        if not topics or self.topic in topics:
            self._drop()
            self.hide()

    def text(self) -> str:
        return self._banner.text() if self._banner is not None else ""

    def _drop(self) -> None:
        if self._banner is not None:
            focused = QApplication.focusWidget()
            if focused is not None and self._banner.isAncestorOf(focused):
                self.focus_freed.emit()
            self._column.removeWidget(self._banner)
            self._banner.hide()
            self._banner.deleteLater()
        self._banner, self.topic = None, ""


LOADING_DELAY = 150
"""Milliseconds for which the previous note may stay: most notes load faster, which avoids flicker."""


class LoadingPage(QWidget):
    """Replaces the content of *body* if loading takes long; call `end` when the note is shown."""

    late = Signal()

    def __init__(self, body: QStackedWidget) -> None:
        super().__init__(body)
        self._body = body
        self._loading_text = EmptyState("file", self.tr("Opening…"), "")
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.addWidget(self._loading_text)
        self._timer = QTimer(self, singleShot=True, interval=LOADING_DELAY)
        self._timer.timeout.connect(self._show)
        self.active = False
        body.addWidget(self)

    def begin(self, *, at_once: bool) -> None:
        """Start loading. With *at_once* the previous content is hidden now, and the text appears after a delay."""
        self.active = True
        self._loading_text.hide()
        if at_once:
            self._body.setCurrentWidget(self)
        self._timer.start()

    def end(self) -> None:
        """End loading because content is shown."""
        self.active = False
        self._timer.stop()

    def _show(self) -> None:
        self._loading_text.show()
        self._body.setCurrentWidget(self)
        self.late.emit()


NextSteps = Callable[[], Sequence[NextStep]]
"""Returns the actions that are possible now."""


class NoOpenNotePage(QWidget):
    """Placeholder that offers actions, updated each time it is shown."""

    def __init__(self, steps: NextSteps, has_notes: Callable[[], bool], parent: QWidget | None = None) -> None:
        """*has_notes* returns whether the vault has notes."""
        super().__init__(parent)
        self.setAccessibleName(self.tr("No note is open"))
        self._steps, self._has_notes = steps, has_notes
        self._shown: EmptyState | None = None
        self._offered: tuple[str, list[tuple[str, str]]] = "", []
        self._column = QVBoxLayout(self)
        self._column.setContentsMargins(0, 0, 0, 0)
        self.refresh()

    def refresh(self) -> None:
        """Update the offered actions."""
        steps = list(self._steps())
        text = (
            self.tr("Open a note, or create a new one.")
            if self._has_notes()
            else self.tr("This vault has no notes yet. Create the first one.")
        )
        offered = text, [(step.text, step.keys) for step in steps]
        if self._shown is not None and offered == self._offered:
            return
        self._offered = offered
        if self._shown is not None:
            self._column.removeWidget(self._shown)
            self._shown.hide()
            self._shown.deleteLater()
        self._shown = EmptyState("file", self.tr("No note is open"), text, steps)
        self._column.addWidget(self._shown)
        self._shown.show()

    def showEvent(self, event: QShowEvent) -> None:
        """Update the offered actions."""
        super().showEvent(event)
        self.refresh()
