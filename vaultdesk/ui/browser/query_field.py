"""QueryField: the field of the search, with the names that may be meant under it. Looks nothing up."""

from collections.abc import Sequence

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QAction, QFocusEvent, QKeyEvent
from PySide6.QtWidgets import QLineEdit, QWidget

from vaultdesk.ui.browser.choice_popup import ChoicePopup
from vaultdesk.ui.browser.completing import Choice, Unfinished, completed, unfinished
from vaultdesk.ui.browser.operators import Operator, inserted
from vaultdesk.ui.theme.icons import icon
from vaultdesk.ui.theme.theme import theme
from vaultdesk.ui.widgets.text_fields import SearchField

STARS = {False: "star", True: "star-on"}
"""Icons of a search that is not kept, and of one that is."""

ICONS = {"tag": "tag", "property": "list", "value": "list"}


class QueryField(SearchField):
    """While names are offered the arrows step through them, Enter and Tab take one, Esc folds them away."""

    completing = Signal(object)
    """A name is being typed: an `Unfinished`. Whoever knows the names answers with `offer`."""

    save_asked = Signal()
    """The star was pressed."""

    def __init__(self, name: str, placeholder: str = "", parent: QWidget | None = None) -> None:
        super().__init__(name, placeholder, parent)
        self._saved: bool | None = None
        self._star = QAction(self)
        self._star.triggered.connect(self.save_asked)
        theme().changed.connect(self._dress_star)
        self._popup: ChoicePopup | None = None
        self._typing: Unfinished | None = None
        self._left_at: int | None = None
        """Where the cursor was when the keyboard left; None while it is here."""
        self.textEdited.connect(lambda _text: self._look())

    @property
    def offered(self) -> int:
        """How many names are offered."""
        return self._popup.count() if self._popup is not None else 0

    def show_saved(self, saved: bool | None) -> None:
        """Show a star: full where the search is kept; none for None."""
        before, self._saved = self._saved, saved
        if saved is None:
            self.removeAction(self._star)
        elif before is None:
            self.addAction(self._star, QLineEdit.ActionPosition.TrailingPosition)
        self._dress_star()

    def put_in(self, operator: Operator) -> None:
        """Put *operator* in at the cursor."""
        cursor = self.cursorPosition() if self._left_at is None else min(self._left_at, len(self.text()))
        self._left_at = None
        text, cursor = inserted(self.text(), cursor, operator)
        self._put(text, cursor)
        self._look()

    def type_on(self, letter: str) -> None:
        """Take the keyboard, and *letter* behind what is typed."""
        self.setFocus(Qt.FocusReason.OtherFocusReason)
        self.end(False)
        self.insert(letter)

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

    def focusInEvent(self, event: QFocusEvent) -> None:
        """Go on where the cursor was."""
        if self._left_at is not None:
            self.setCursorPosition(self._left_at)
        self._left_at = None
        super().focusInEvent(event)

    def focusOutEvent(self, event: QFocusEvent) -> None:
        """Fold the names away, and show how a long search begins."""
        super().focusOutEvent(event)
        self._fold()
        if event.reason() not in (Qt.FocusReason.PopupFocusReason, Qt.FocusReason.ActiveWindowFocusReason):
            self._left_at = self.cursorPosition()
            self.setCursorPosition(0)

    def _dress_star(self) -> None:
        saved = bool(self._saved)
        self._star.setText(self.tr("Remove from the saved searches") if saved else self.tr("Save this search"))
        self._star.setIcon(icon(STARS[saved], "accent" if saved else "muted", "accent" if saved else "text", 14))

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
