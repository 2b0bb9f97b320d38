"""Jump: the field in the toolbar that leads to a note by its name, or to a search of all notes. Finds nothing."""

from collections.abc import Sequence

from PySide6.QtCore import QCoreApplication, Qt, Signal
from PySide6.QtGui import QFocusEvent, QKeyEvent, QResizeEvent
from PySide6.QtWidgets import QWidget

from vaultdesk.ui.jump_list import JumpHit, JumpList
from vaultdesk.ui.parts.fields import SearchField
from vaultdesk.ui.parts.keycap import KeyCap
from vaultdesk.ui.theme.theme import theme


class JumpField(SearchField):
    """Tells what is typed, shows the hits it is given, tells which was chosen. The last row searches all notes."""

    query_changed = Signal(str)
    chosen = Signal(str)
    search_asked = Signal(str)

    def __init__(self, keys: str, parent: QWidget | None = None) -> None:
        words = QCoreApplication.translate("JumpField", "Search or jump to…")
        super().__init__(words, words, parent)
        self.setMinimumWidth(theme().step(140))
        self.setMaximumWidth(theme().step(400))
        self._cap = KeyCap(keys, self) if keys else None
        self._list: JumpList | None = None
        self.textEdited.connect(self._edited)
        self.textChanged.connect(self._show_cap)
        self.returnPressed.connect(self._enter)
        self.stepped.connect(self._step)
        self.escaped.connect(self.clearFocus)

    def show_hits(self, query: str, hits: Sequence[JumpHit]) -> None:
        """Show what was found for *query*, unless something else was typed since."""
        if query != self.text() or not self.hasFocus():
            return
        if self._list is None:
            self._list = JumpList(self)
            self._list.chosen.connect(self._choose)
        self._list.show_rows(query, hits)

    def hits_shown(self) -> int:
        """Return how many rows lie under the field."""
        return self._list.count() if self._list is not None and self._list.isVisible() else 0

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Keep the keys at the right edge."""
        super().resizeEvent(event)
        if self._cap is not None:
            self._cap.adjustSize()
            side = (self.height() - self._cap.height()) // 2
            self._cap.move(self.width() - self._cap.width() - side - 1, side)

    def focusInEvent(self, event: QFocusEvent) -> None:
        """Offer the recent notes at once."""
        super().focusInEvent(event)
        if event.reason() != Qt.FocusReason.ActiveWindowFocusReason:
            self.selectAll()
            self.query_changed.emit(self.text())

    def focusOutEvent(self, event: QFocusEvent) -> None:
        """Fold the list away."""
        super().focusOutEvent(event)
        self._fold()

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Let Esc fold the list before it empties the field."""
        if event.key() == Qt.Key.Key_Escape and self.hits_shown() and not self.text():
            self._fold()
        super().keyPressEvent(event)

    def _edited(self, text: str) -> None:
        self.query_changed.emit(text)

    def _show_cap(self, text: str) -> None:
        if self._cap is not None:
            self._cap.setVisible(not text)
        if not text:
            self.query_changed.emit(text)

    def _step(self, by: int) -> None:
        if self._list is not None and self._list.isVisible():
            self._list.step(by)
        else:
            self.query_changed.emit(self.text())

    def _enter(self) -> None:
        if self._list is not None and self._list.isVisible():
            self._list.choose_current()
        elif self.text().strip():
            self._choose("")

    def _choose(self, path: str) -> None:
        query = self.text().strip()
        self._fold()
        self.clear()
        self._fold()
        self.clearFocus()
        if path:
            self.chosen.emit(path)
        elif query:
            self.search_asked.emit(query)

    def _fold(self) -> None:
        if self._list is not None:
            self._list.hide()
