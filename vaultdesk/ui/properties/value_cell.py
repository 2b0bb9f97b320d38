"""ValueCell: the place of one property's value: shown, and changed where it stands. Writes no note."""

from abc import abstractmethod

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QMouseEvent
from PySide6.QtWidgets import QHBoxLayout, QWidget

from vaultdesk.ui.properties import words
from vaultdesk.ui.properties.completing_field import CompletingField, Offer
from vaultdesk.ui.properties.kinds import Kind
from vaultdesk.ui.properties.settled import is_settled
from vaultdesk.ui.properties.value_button import HEIGHT, ValueButton
from vaultdesk.ui.rendering.markdown_parser import is_web_address
from vaultdesk.ui.theme.theme import theme
from vaultdesk.ui.widgets.buttons import IconButton
from vaultdesk.ui.widgets.calendar_popup import CalendarPopup
from vaultdesk.ui.widgets.labels import PlainLabel
from vaultdesk.vault.frontmatter.frontmatter import JsonValue


class ValueCell(QWidget):
    """One value. `begin` lets it be changed, where that is possible."""

    committed = Signal(object)
    """The new value."""

    went_on = Signal(int)
    """Tab was pressed while it was changed: 1, or -1 with Shift."""

    link_requested = Signal(str)
    """The note, address or tag in it is wanted, as `[[…]]`, an address or `#…`."""

    refused = Signal(str)
    """Why what was typed is no value, in a sentence."""

    resized = Signal()
    """It needs another height now."""

    def __init__(self, name: str, kind: Kind, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.name, self.kind = name, kind
        self.value: JsonValue = None
        self.row = QHBoxLayout(self)
        self.row.setContentsMargins(0, 0, 0, 0)
        self.row.setSpacing(theme().step(4))
        self.setMinimumHeight(theme().step(HEIGHT))

    @property
    def editing(self) -> bool:
        """Whether it is being changed."""
        return False

    def begin(self) -> bool:
        """Let it be changed; False where that is not possible here."""
        return False

    @abstractmethod
    def set_value(self, value: JsonValue) -> None:
        """Show *value*."""


class NestedCell(ValueCell):
    """Lists in lists and objects: shown, not changed."""

    def __init__(self, name: str, kind: Kind, parent: QWidget | None = None) -> None:
        super().__init__(name, kind, parent)
        self._label = PlainLabel("", "muted", "small", wrap=True, selectable=True)
        self.row.addWidget(self._label, 1)

    def set_value(self, value: JsonValue) -> None:
        """Show it as it is written in JSON."""
        self.value = value
        self._label.setText(words.shown(value, "nested"))
        self._label.setToolTip(self.tr("A value with parts is changed in the editor."))


class TextCell(ValueCell):
    """Text, a number, a day or a day and a time."""

    def __init__(self, name: str, kind: Kind, offer: Offer = tuple, parent: QWidget | None = None) -> None:
        super().__init__(name, kind, parent)
        self.button = ValueButton(name)
        self.button.clicked.connect(self._pressed)
        self.button.renaming_asked.connect(self.begin)
        self.row.addWidget(self.button)
        self.row.addStretch(1)
        self._offer = offer
        self._field: CompletingField | None = None
        self._days: IconButton | None = None

    @property
    def editing(self) -> bool:
        """Whether it is being changed."""
        return self._field is not None and self._field.isVisibleTo(self)

    def set_value(self, value: JsonValue) -> None:
        """Show *value*."""
        self.value = value
        target, name = words.link_in(value)
        text = words.shown(value, self.kind)
        if target:
            self.button.set_words(name, "accent")
        elif isinstance(value, str) and is_web_address(value):
            self.button.set_words(text, "accent")
        elif text:
            self.button.set_words(text, *self._look(text))
        else:
            self.button.set_words(self.tr("Empty"), "muted")

    def _look(self, text: str) -> tuple[str, str]:
        """Return the colour of the words, and the ground they have: a status has one, a settled one its own."""
        if self.name.casefold() != "status" or self.kind != "text":
            return "text", ""
        return ("success", "success_tint") if is_settled(text) else ("text", "hover")

    def begin(self) -> bool:
        """Put a field in the place of the words."""
        if self._field is None:
            self._make_field()
        assert self._field is not None
        self.button.hide()
        self._field.show()
        if self._days is not None:
            self._days.show()
        self._field.begin(self._typed())
        return True

    def _typed(self) -> str:
        """Return the value as it stands in the field."""
        return words.shown(self.value, self.kind) if self.kind in ("date", "datetime") else words.typed(self.value)

    def _pressed(self) -> None:
        target, _ = words.link_in(self.value)
        if target:
            self.link_requested.emit(f"[[{target}]]")
        elif isinstance(self.value, str) and is_web_address(self.value):
            self.link_requested.emit(self.value)
        else:
            self.begin()

    def _make_field(self) -> None:
        self._field = CompletingField(self.name, self._offer if self.kind == "text" else None)
        self._field.finished.connect(self._finish)
        self._field.given_up.connect(self._end)
        self._field.went_on.connect(self.went_on)
        self.row.insertWidget(0, self._field, 100)
        if self.kind in ("date", "datetime"):
            self._days = IconButton("calendar", self.tr("Choose a day"), size=14, side=24)
            self._days.setFocusPolicy(Qt.FocusPolicy.NoFocus)
            self._days.clicked.connect(self._choose_day)
            self.row.insertWidget(1, self._days)

    def _finish(self, text: str) -> None:
        self._end()
        if text == self._typed():
            return
        try:
            value = words.value_of(text, self.kind)
        except ValueError as problem:
            self.refused.emit(str(problem))
            return
        if value != self.value:
            self.set_value(value)
            self.committed.emit(value)

    def _end(self) -> None:
        if self._field is not None and self._field.isVisibleTo(self):
            had = self._field.hasFocus()
            self._field.hide()
            if self._days is not None:
                self._days.hide()
            self.button.show()
            if had:
                self.button.setFocus()

    def _choose_day(self) -> None:
        assert self._field is not None
        popup = CalendarPopup(self._field, words.day_of(str(self.value or "")[:10]))
        popup.day_chosen.connect(self._take_day)
        popup.open()

    def _take_day(self, day: str) -> None:
        clock = str(self.value or "")[10:].replace(" ", "T") if self.kind == "datetime" else ""
        value = f"{day}{clock or 'T00:00:00'}" if self.kind == "datetime" else day
        self._end()
        if value != self.value:
            self.set_value(value)
            self.committed.emit(value)

    def mousePressEvent(self, event: QMouseEvent) -> None:
        """Begin beside the words, too: a link is opened by them."""
        if event.button() == Qt.MouseButton.LeftButton and not self.editing:
            self.begin()
        super().mousePressEvent(event)
