"""CompletingField: one line in which a value is typed in place, with what was written before offered below it."""

from collections.abc import Callable, Sequence

from PySide6.QtCore import QEvent, Qt, Signal
from PySide6.QtGui import QFocusEvent, QKeyEvent
from PySide6.QtWidgets import QWidget

from vaultdesk.ui.theme.control_painter import SMALL
from vaultdesk.ui.widgets.lists.completion_popup import CompletionPopup
from vaultdesk.ui.widgets.lists.entry_list import ListEntry
from vaultdesk.ui.widgets.text_fields import LONGEST_LINE, HintedLine

MOST = 8
"""Rows that are offered at once."""

SIZE = (180, 260)
"""Least width and greatest height of the list in pixels of LOOK's drawings."""

Offer = Callable[[], Sequence[str]]


class CompletingField(HintedLine):
    """Enter finishes, Esc gives up, Tab finishes and goes on. Up and down go through what is offered."""

    finished = Signal(str)
    """What was typed or chosen."""

    given_up = Signal()

    went_on = Signal(int)
    """Tab was pressed, after `finished`: 1, or -1 with Shift."""

    erased = Signal()
    """Backspace was pressed in the empty field."""

    def __init__(self, name: str, offer: Offer | None = None, parent: QWidget | None = None) -> None:
        super().__init__(parent=parent)
        self._offer = offer
        self._popup: CompletionPopup | None = None
        self._stepped = self._done = False
        self.left = False
        """Whether the keyboard went elsewhere when it was finished, and not by Enter."""
        self.setMaxLength(LONGEST_LINE)
        self.setAccessibleName(name)
        self.setProperty(SMALL, True)
        self.textEdited.connect(lambda _text: self._show_offers())

    def begin(self, text: str) -> None:
        """Take the keyboard with *text* selected."""
        self._done = self.left = False
        self.setText(text)
        self.setFocus(Qt.FocusReason.OtherFocusReason)
        self.selectAll()

    def event(self, event: QEvent) -> bool:
        """Take Tab, which Qt would use to leave the field without a word."""
        if isinstance(event, QKeyEvent) and event.type() == QEvent.Type.KeyPress:
            way = {Qt.Key.Key_Tab: 1, Qt.Key.Key_Backtab: -1}.get(Qt.Key(event.key()))
            if way is not None and not event.modifiers() & Qt.KeyboardModifier.ControlModifier:
                self._take_offer()
                self.left = True
                self._finish()
                self.went_on.emit(way)
                return True
        return super().event(event)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Step through the offers, finish, or give up."""
        offered = self._popup is not None and self._popup.count() > 0
        match event.key():
            case Qt.Key.Key_Down | Qt.Key.Key_Up:
                if not offered:
                    self._show_offers()
                elif self._popup is not None and self._stepped:
                    # The first one is the current one already when the list opens.
                    self._popup.step(1 if event.key() == Qt.Key.Key_Down else -1)
                self._stepped = True
            case Qt.Key.Key_Return | Qt.Key.Key_Enter:
                self._take_offer()
                self._finish()
            case Qt.Key.Key_Escape:
                if offered:
                    self._hide()
                else:
                    self._done = True
                    self.given_up.emit()
            case Qt.Key.Key_Backspace if not self.text():
                self.erased.emit()
            case _:
                super().keyPressEvent(event)

    def focusOutEvent(self, event: QFocusEvent) -> None:
        """Finish: what was typed is kept wherever the keyboard goes."""
        super().focusOutEvent(event)
        if event.reason() not in (Qt.FocusReason.PopupFocusReason, Qt.FocusReason.ActiveWindowFocusReason):
            self._hide()
            self.left = True
            self._finish()

    def _finish(self) -> None:
        if not self._done:
            self._done = True
            self._hide()
            self.finished.emit(self.text())

    def _show_offers(self) -> None:
        wanted = self.text().strip().casefold()
        values = self._offer() if self._offer is not None else ()
        found = [value for value in values if wanted in value.casefold() and value.casefold() != wanted]
        found.sort(key=lambda value: not value.casefold().startswith(wanted))
        self._stepped = False
        if not found or self._done:
            self._hide()
            return
        if self._popup is None:
            self._popup = CompletionPopup(self, self.accessibleName())
            self._popup.chosen.connect(self._chosen)
            self.destroyed.connect(self._popup.deleteLater)
        self._popup.show_entries([ListEntry(value, value) for value in found[:MOST]], self.rect(), SIZE)

    def _take_offer(self) -> None:
        """Take the offer that was stepped to."""
        if self._stepped and self._popup is not None and self._popup.count():
            entry = self._popup.list.current()
            if entry is not None:
                self.setText(entry.key)

    def _chosen(self, key: str) -> None:
        self.setText(key)
        self._finish()

    def _hide(self) -> None:
        if self._popup is not None:
            self._popup.hide()
