"""QueryField: the field of the search, with the names that may be meant under it. Looks nothing up."""

from collections.abc import Sequence

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QFocusEvent, QKeyEvent
from PySide6.QtWidgets import QWidget

from vaultdesk.ui.browser.choice_popup import ChoicePopup
from vaultdesk.ui.browser.completing import Choice, Unfinished, completed, unfinished
from vaultdesk.ui.browser.operators import Operator, inserted
from vaultdesk.ui.parts.fields import SearchField

ICONS = {"tag": "tag", "property": "list"}


class QueryField(SearchField):
    """While names are offered the arrows step through them, Enter and Tab take one, Esc folds them away."""

    completing = Signal(object)
    """A name is being typed: an `Unfinished`. Whoever knows the names answers with `offer`."""

    def __init__(self, name: str, placeholder: str = "", parent: QWidget | None = None) -> None:
        super().__init__(name, placeholder, parent)
        self._popup: ChoicePopup | None = None
        self._typing: Unfinished | None = None
        self.textEdited.connect(lambda _text: self._look())

    @property
    def offered(self) -> int:
        """How many names are offered."""
        return self._popup.count() if self._popup is not None else 0

    def put_in(self, operator: Operator) -> None:
        """Put *operator* in at the cursor."""
        text, cursor = inserted(self.text(), self.cursorPosition(), operator)
        self._put(text, cursor)
        self._look()

    def offer(self, typing: Unfinished, choices: Sequence[Choice]) -> None:
        """Offer *choices* for what was being typed, unless something else was typed since."""
        if typing != self._typing or not self.hasFocus() or not self.isVisible():
            return
        if self._popup is None:
            self._popup = ChoicePopup(self)
            self._popup.chosen.connect(self._complete)
        self._popup.show_choices(choices, ICONS[typing.kind])

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Step through what is offered; otherwise as any search field."""
        popup = self._popup
        if popup is None or not popup.isVisible():
            super().keyPressEvent(event)
            return
        match event.key():
            case Qt.Key.Key_Up | Qt.Key.Key_Down:
                popup.step(-1 if event.key() == Qt.Key.Key_Up else 1)
            case Qt.Key.Key_Return | Qt.Key.Key_Enter:
                popup.choose()
            case Qt.Key.Key_Escape:
                self._fold()
            case _:
                super().keyPressEvent(event)

    def focusNextPrevChild(self, next: bool) -> bool:
        """Let Tab take the offered name."""
        if next and self._popup is not None and self._popup.isVisible():
            self._popup.choose()
            return True
        return super().focusNextPrevChild(next)

    def focusOutEvent(self, event: QFocusEvent) -> None:
        """Fold the names away."""
        super().focusOutEvent(event)
        self._fold()

    def _look(self) -> None:
        self._typing = unfinished(self.text(), self.cursorPosition())
        if self._typing is None:
            self._fold()
        else:
            self.completing.emit(self._typing)

    def _complete(self, name: str) -> None:
        if self._typing is not None:
            self._put(*completed(self.text(), self.cursorPosition(), self._typing, name))
            self._typing = None

    def _put(self, text: str, cursor: int) -> None:
        self.setText(text)
        self.setCursorPosition(cursor)
        self.setFocus(Qt.FocusReason.OtherFocusReason)

    def _fold(self) -> None:
        if self._popup is not None:
            self._popup.hide()
