"""Cells in which property values are shown and edited: text, check box, list."""

from abc import abstractmethod
from collections.abc import Callable, Sequence

from PySide6.QtCore import QEvent, QRect, QSize, Qt, Signal
from PySide6.QtGui import QFocusEvent, QKeyEvent, QMouseEvent, QPainter, QPaintEvent, QResizeEvent
from PySide6.QtWidgets import QCheckBox, QSizePolicy, QToolButton, QWidget

from vaultdesk.ui.notes import property_kinds
from vaultdesk.ui.notes.property_kinds import Kind, is_done_status
from vaultdesk.ui.rendering.markdown_parser import is_web_address
from vaultdesk.ui.theme.painting import box, draw_upright_text, mirror_painting
from vaultdesk.ui.theme.theme import theme
from vaultdesk.ui.theme.theme_values import FontName
from vaultdesk.ui.theme.widget_painter import CORNER_RADIUS, SMALL_HEIGHT
from vaultdesk.ui.translation import translate_error
from vaultdesk.ui.widgets.buttons import IconButton
from vaultdesk.ui.widgets.calendar_popup import CalendarPopup
from vaultdesk.ui.widgets.chips import Chip
from vaultdesk.ui.widgets.labels import PlainLabel, as_tooltip, safe_label_text
from vaultdesk.ui.widgets.layouts import FlowLayout, row_layout
from vaultdesk.ui.widgets.lists.field_completion import CompletionPopup
from vaultdesk.ui.widgets.lists.list_row import ListRow
from vaultdesk.ui.widgets.text_fields import MAX_FIELD_CHARACTERS, HintedLine
from vaultdesk.vault.frontmatter.frontmatter import JsonValue

MAX_OFFERED = 8
"""Maximum number of visible completions."""

POPUP_SIZE = (180, 260)
"""Minimum width and maximum height of the list in design pixels."""

Offer = Callable[[], Sequence[str]]


class CompletingField(HintedLine):
    """Text field with completion. Enter commits, Esc cancels, Tab commits and moves on, Up and Down select a
    completion; without a selected one the typed text is committed.
    """

    finished = Signal(str)
    """The typed or chosen text."""

    cancelled = Signal()

    moved_on = Signal(int)
    """Tab (1) or Shift+Tab (-1) was pressed, after `finished`."""

    erased = Signal()
    """Backspace was pressed in the empty field."""

    def __init__(self, name: str, offer: Offer | None = None, parent: QWidget | None = None) -> None:
        super().__init__(parent=parent)
        self._offer = offer
        self._popup: CompletionPopup | None = None
        self._done = False
        self.ended_by_focus = False
        """Whether editing ended because the focus moved, and not with Enter."""
        self.setMaxLength(MAX_FIELD_CHARACTERS)
        self.setAccessibleName(name)
        self.setProperty(SMALL_HEIGHT, True)
        self.textEdited.connect(lambda _text: self._show_offers())

    def begin(self, text: str) -> None:
        """Take the focus with *text* selected."""
        self._done = self.ended_by_focus = False
        self.setText(text)
        self.setFocus(Qt.FocusReason.OtherFocusReason)
        self.selectAll()

    def event(self, event: QEvent) -> bool:
        """Handle Tab, with which Qt would leave the field."""
        if isinstance(event, QKeyEvent) and event.type() == QEvent.Type.KeyPress:
            direction = {Qt.Key.Key_Tab: 1, Qt.Key.Key_Backtab: -1}.get(Qt.Key(event.key()))
            if direction is not None and not event.modifiers() & Qt.KeyboardModifier.ControlModifier:
                self.ended_by_focus = True
                if self._popup is not None:
                    self._popup.choose()
                self._finish()
                self.moved_on.emit(direction)
                return True
        return super().event(event)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Select a completion, commit, or cancel."""
        if self._popup is not None and self._popup.handle_key(event):
            return
        match event.key():
            case Qt.Key.Key_Down | Qt.Key.Key_Up:
                self._show_offers()
                if self._popup is not None:
                    self._popup.handle_key(event)
            case Qt.Key.Key_Return | Qt.Key.Key_Enter:
                self._finish()
            case Qt.Key.Key_Escape:
                self._done = True
                self.cancelled.emit()
            case Qt.Key.Key_Backspace if not self.text():
                self.erased.emit()
            case _:
                super().keyPressEvent(event)

    def focusOutEvent(self, event: QFocusEvent) -> None:
        """Commit: typed text is kept when the focus moves."""
        super().focusOutEvent(event)
        if event.reason() not in (Qt.FocusReason.PopupFocusReason, Qt.FocusReason.ActiveWindowFocusReason):
            self._hide()
            self.ended_by_focus = True
            self._finish()

    def _finish(self) -> None:
        if not self._done:
            self._done = True
            self._hide()
            self.finished.emit(self.text())

    def _show_offers(self) -> None:
        typed = self.text().strip().casefold()
        values = self._offer() if self._offer is not None else ()
        matches = [value for value in values if typed in value.casefold() and value.casefold() != typed]
        matches.sort(key=lambda value: not value.casefold().startswith(typed))
        if not matches or self._done:
            self._hide()
            return
        if self._popup is None:
            self._popup = CompletionPopup(self, self.accessibleName())
            self._popup.chosen.connect(self._chosen)
            self.destroyed.connect(self._popup.deleteLater)
        rows = [ListRow(value, value) for value in matches[:MAX_OFFERED]]
        self._popup.show_entries(rows, self.rect(), POPUP_SIZE, select_first=False)

    def _chosen(self, key: str) -> None:
        self.setText(key)
        self._finish()

    def _hide(self) -> None:
        if self._popup is not None:
            self._popup.hide()


CELL_EDGE = 6
"""Horizontal padding of the hover background in design pixels."""

CELL_HEIGHT = 26
"""Height in design pixels, as of the field that replaces it."""


class ValueButton(QToolButton):
    """Button with a value's text, with a background for a status; elided if too long."""

    rename_requested = Signal()
    """F2 was pressed: edit the text, even if a press would follow a link."""

    remove_requested = Signal()
    """Delete was pressed."""

    def __init__(self, name: str, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._name, self._shown_text = name, ""
        self._role, self._background = "text", ""
        self.setProperty(CORNER_RADIUS, 5)
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.setAttribute(Qt.WidgetAttribute.WA_Hover)
        self.setSizePolicy(QSizePolicy.Policy.Preferred, QSizePolicy.Policy.Fixed)
        theme().changed.connect(self.update)

    def shown_text(self) -> str:
        return self._shown_text

    def set_shown_text(self, text: str, role: str = "text", background: str = "") -> None:
        """Show *text* in the color of *role*, on the background *background* if set."""
        self._shown_text = safe_label_text(text).replace("\n", " ")
        self._role, self._background = role, background
        self.setAccessibleName(f"{self._name}: {self._shown_text}")
        self.updateGeometry()
        self._update_text()
        self.update()

    def sizeHint(self) -> QSize:
        font: FontName = "small" if self._background else "interface"
        padding = theme().px(CELL_EDGE) * (2 if self._background else 1)
        return QSize(theme().metrics(font).horizontalAdvance(self._shown_text) + 2 + padding, self._height())

    def minimumSizeHint(self) -> QSize:
        """Return a size that shows some of the text."""
        return QSize(min(self.sizeHint().width(), theme().px(40)), self._height())

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Enter presses the button, on every platform."""
        match event.key():
            case Qt.Key.Key_Return | Qt.Key.Key_Enter:
                self.click()
            case Qt.Key.Key_F2:
                self.rename_requested.emit()
            case Qt.Key.Key_Delete:
                self.remove_requested.emit()
            case _:
                super().keyPressEvent(event)

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._update_text()

    def paintEvent(self, _event: QPaintEvent) -> None:
        """Draw the text, and the background under the pointer."""
        values = theme()
        painter = QPainter(self)
        mirror_painting(painter, self.rect())
        edge = values.px(CELL_EDGE)
        width = min(self.width(), self.sizeHint().width())
        if self.underMouse() and self.isEnabled():
            box(painter, QRect(0, 0, self.width(), self.height()), values.px(5), values.color("hover"))
        if self._background:
            height = values.px(19)
            line = values.color("border") if values.tokens.high_contrast else None
            background_rect = QRect(0, (self.height() - height) // 2, width, height)
            box(painter, background_rect, values.px(4), values.color(self._background), line)
        painter.setFont(values.font("small" if self._background else "interface"))
        painter.setPen(values.color(self._role))
        text_rect = self.rect().adjusted(edge if self._background else 0, 0, -edge, 0)
        cut = painter.fontMetrics().elidedText(self._shown_text, Qt.TextElideMode.ElideRight, text_rect.width())
        draw_upright_text(painter, text_rect, int(Qt.AlignmentFlag.AlignVCenter | Qt.AlignmentFlag.AlignLeft), cut)

    def _height(self) -> int:
        return theme().px(CELL_HEIGHT)

    def _update_text(self) -> None:
        self.setToolTip(as_tooltip(self._shown_text) if self.sizeHint().width() > self.width() else "")


class ValueCell(QWidget):
    """Cell of one value; `begin` starts editing if possible."""

    committed = Signal(object)
    """The new value."""

    moved_on = Signal(int)
    """Tab (1) or Shift+Tab (-1) was pressed during editing."""

    link_requested = Signal(str)
    """The note, address or tag in it should be opened, as `[[…]]`, an address or `#…`."""

    refused = Signal(str)
    """Message explaining why the typed text is not a valid value."""

    resized = Signal()
    """The required height changed."""

    def __init__(self, name: str, kind: Kind, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.name, self.kind = name, kind
        self.value: JsonValue = None
        self.row = row_layout(self, 4)
        self.setMinimumHeight(theme().px(CELL_HEIGHT))

    @property
    def editing(self) -> bool:
        return False

    def begin(self) -> bool:
        """Start editing; return False if that is not possible."""
        return False

    @abstractmethod
    def set_value(self, value: JsonValue) -> None: ...


class NestedCell(ValueCell):
    """Nested lists and objects: read-only."""

    def __init__(self, name: str, kind: Kind, parent: QWidget | None = None) -> None:
        super().__init__(name, kind, parent)
        self._label = PlainLabel("", "muted", "small", wrap=True, selectable=True)
        self.row.addWidget(self._label, 1)

    def set_value(self, value: JsonValue) -> None:
        """Show *value* as JSON."""
        self.value = value
        self._label.setText(property_kinds.property_text(value, "nested"))
        self._label.setToolTip(self.tr("Nested values can only be changed in the editor."))


class TextCell(ValueCell):
    """Text, a number, a date or a date and time."""

    def __init__(self, name: str, kind: Kind, offer: Offer = tuple, parent: QWidget | None = None) -> None:
        super().__init__(name, kind, parent)
        self.button = ValueButton(name)
        self.button.clicked.connect(self._pressed)
        self.button.rename_requested.connect(self.begin)
        self.row.addWidget(self.button)
        self.row.addStretch(1)
        self._offer = offer
        self._field: CompletingField | None = None
        self._calendar_button: IconButton | None = None

    @property
    def editing(self) -> bool:
        return self._field is not None and self._field.isVisibleTo(self)

    def set_value(self, value: JsonValue) -> None:
        self.value = value
        target, name = property_kinds.link_in(value)
        text = property_kinds.property_text(value, self.kind)
        if target:
            self.button.set_shown_text(name, "accent")
        elif isinstance(value, str) and is_web_address(value):
            self.button.set_shown_text(text, "accent")
        elif text:
            self.button.set_shown_text(text, *self._status_colors(text))
        else:
            self.button.set_shown_text(self.tr("Empty"), "muted")

    def _status_colors(self, text: str) -> tuple[str, str]:
        """Return the text color and the background: a status has one, a completed status another."""
        if self.name.casefold() != "status" or self.kind != "text":
            return "text", ""
        return ("success", "success_tint") if is_done_status(text) else ("text", "hover")

    def begin(self) -> bool:
        """Replace the text by a field."""
        if self._field is None:
            self._make_field()
        assert self._field is not None
        self.button.hide()
        self._field.show()
        if self._calendar_button is not None:
            self._calendar_button.show()
        self._field.begin(self._input_text())
        return True

    def _input_text(self) -> str:
        """Return the value in the field."""
        return (
            property_kinds.property_text(self.value, self.kind)
            if self.kind in ("date", "datetime")
            else property_kinds.property_input_text(self.value)
        )

    def _pressed(self) -> None:
        target, _ = property_kinds.link_in(self.value)
        if target:
            self.link_requested.emit(f"[[{target}]]")
        elif isinstance(self.value, str) and is_web_address(self.value):
            self.link_requested.emit(self.value)
        else:
            self.begin()

    def _make_field(self) -> None:
        self._field = CompletingField(self.name, self._offer if self.kind == "text" else None)
        self._field.finished.connect(self._finish)
        self._field.cancelled.connect(self._end)
        self._field.moved_on.connect(self.moved_on)
        self.row.insertWidget(0, self._field, 100)
        if self.kind in ("date", "datetime"):
            self._calendar_button = IconButton("calendar", self.tr("Choose a day"), size=14, side=24)
            self._calendar_button.setFocusPolicy(Qt.FocusPolicy.NoFocus)
            self._calendar_button.clicked.connect(self._choose_day)
            self.row.insertWidget(1, self._calendar_button)

    def _finish(self, text: str) -> None:
        self._end()
        if text == self._input_text():
            return
        try:
            value = property_kinds.parse_property(text, self.kind)
        except ValueError as problem:
            self.refused.emit(translate_error(problem))
            return
        if value != self.value:
            self.set_value(value)
            self.committed.emit(value)

    def _end(self) -> None:
        if self._field is not None and self._field.isVisibleTo(self):
            had_focus = self._field.hasFocus()
            self._field.hide()
            if self._calendar_button is not None:
                self._calendar_button.hide()
            self.button.show()
            if had_focus:
                self.button.setFocus()

    def _choose_day(self) -> None:
        assert self._field is not None
        popup = CalendarPopup(self._field, property_kinds.parse_day(str(self.value or "")[:10]))
        popup.day_chosen.connect(self._set_day)
        popup.open()

    def _set_day(self, day: str) -> None:
        clock = str(self.value or "")[10:].replace(" ", "T") if self.kind == "datetime" else ""
        value = f"{day}{clock or 'T00:00:00'}" if self.kind == "datetime" else day
        self._end()
        if value != self.value:
            self.set_value(value)
            self.committed.emit(value)

    def mousePressEvent(self, event: QMouseEvent) -> None:
        """Start editing on a click next to the text too, because a click on a link follows it."""
        if event.button() == Qt.MouseButton.LeftButton and not self.editing:
            self.begin()
        super().mousePressEvent(event)


class CheckCell(ValueCell):
    """Check box."""

    def __init__(self, name: str, parent: QWidget | None = None) -> None:
        super().__init__(name, "checkbox", parent)
        self.box = QCheckBox()
        self.box.setAccessibleName(name)
        self.box.clicked.connect(self._clicked)
        self.row.addWidget(self.box)
        self.row.addStretch(1)

    def begin(self) -> bool:
        """Focus it: Space toggles it."""
        self.box.setFocus(Qt.FocusReason.TabFocusReason)
        return True

    def set_value(self, value: JsonValue) -> None:
        self.value = value
        if isinstance(value, bool):
            self.box.setTristate(False)
            self.box.setChecked(value)
        else:
            self.box.setCheckState(Qt.CheckState.PartiallyChecked)

    def _clicked(self) -> None:
        value = self.value is not True
        self.set_value(value)
        self.committed.emit(value)


class ItemChip(Chip):
    """One item; Delete or its cross removes it while the list is edited."""

    def __init__(self, text: str, removable: bool, hint: str) -> None:
        super().__init__(text)
        self._removable = removable
        self._line_role = "control" if removable else "border"
        target, name = property_kinds.link_in(text)
        self.set_runs([(name or text, "accent" if target else "text", "small")])
        if removable:
            self.add_close_button(hint, size=11).setFocusPolicy(Qt.FocusPolicy.NoFocus)

    def paintEvent(self, event: QPaintEvent) -> None:
        """Draw a label with a background while reading, a box with a cross while the list is edited."""
        if self._removable:
            super().paintEvent(event)
            return
        values, painter = theme(), QPainter(self)
        line = values.color("border") if values.tokens.high_contrast else None
        background = "pressed" if self.underMouse() or self.isDown() else "hover"
        height = values.px(19)
        background_rect = QRect(0, (self.height() - height) // 2, self.width(), height)
        box(painter, background_rect, values.px(4), values.color(background), line)
        ((text, role, font),) = self._runs
        painter.setFont(values.font(font))
        painter.setPen(values.color(role))
        text_rect = background_rect.adjusted(values.px(6), 0, -values.px(6), 0)
        cut = painter.fontMetrics().elidedText(text, Qt.TextElideMode.ElideRight, text_rect.width())
        painter.drawText(text_rect, int(Qt.AlignmentFlag.AlignCenter), cut)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.key() in (Qt.Key.Key_Delete, Qt.Key.Key_Backspace) and self._removable:
            self.removed.emit()
            return
        if event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter):
            self.click()
            return
        super().keyPressEvent(event)


ITEM_FIELD_WIDTH = 110
"""Width in design pixels of the field after the chips."""

MAX_SHOWN_ITEMS = 24
"""Maximum number of items shown until the list is edited."""


class ListCell(ValueCell):
    """Tags, aliases and other lists."""

    def __init__(self, name: str, kind: Kind, offer: Offer = tuple, parent: QWidget | None = None) -> None:
        super().__init__(name, kind, parent)
        self._offer = offer
        self._editing = False
        self._field: CompletingField | None = None
        self._container = container = QWidget()
        self._flow = FlowLayout(container, theme().px(5))
        # As high as the name of the property.
        self._flow.setContentsMargins(0, theme().px(2), 0, theme().px(2))
        self.row.addWidget(container, 1)

    @property
    def editing(self) -> bool:
        return self._editing

    @property
    def items(self) -> list[str]:
        """The items as text."""
        value = self.value if isinstance(self.value, list) else [self.value]
        return [property_kinds.property_input_text(item) for item in value if item not in (None, "")]

    def set_value(self, value: JsonValue) -> None:
        """Show *value*; a single text counts as a list of one."""
        self.value = value
        self._show()

    def begin(self) -> bool:
        """Start adding and removing items."""
        self._editing = True
        self._show()
        if self._field is not None:
            self._field.begin("")
        return True

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Esc ends editing; changes are already stored."""
        if event.key() == Qt.Key.Key_Escape and self._editing:
            self._end(to_chips=True)
            return
        super().keyPressEvent(event)

    def mousePressEvent(self, event: QMouseEvent) -> None:
        if event.button() == Qt.MouseButton.LeftButton and not self._editing:
            self.begin()
        super().mousePressEvent(event)

    def _show(self) -> None:
        self._field = None
        self._flow.clear()
        items = self.items
        for number, item in enumerate(items if self._editing else items[:MAX_SHOWN_ITEMS]):
            chip = self._chip(number, item)
            self._flow.addWidget(chip)
            chip.show()
        if self._editing:
            self._field = CompletingField(self.tr("Add to {name}").format(name=self.name), self._offers)
            self._field.setFixedWidth(theme().px(ITEM_FIELD_WIDTH))
            self._field.finished.connect(self._add)
            self._field.cancelled.connect(lambda: self._end(to_chips=True))
            self._field.moved_on.connect(self._edit_adjacent)
            self._field.erased.connect(lambda: self._remove(len(self.items) - 1))
            self._field.textEdited.connect(self._split_at_separator)
            self._flow.addWidget(self._field)
            self._field.show()
        elif not items or len(items) > MAX_SHOWN_ITEMS:
            more = ValueButton(self.name)
            hidden_count = len(items) - MAX_SHOWN_ITEMS
            more.set_shown_text(self.tr("and {n} more").format(n=hidden_count) if items else self.tr("Empty"), "muted")
            more.clicked.connect(self.begin)
            self._flow.addWidget(more)
        self._flow.invalidate()
        self._container.updateGeometry()
        self.updateGeometry()
        self.resized.emit()

    def _chip(self, number: int, item: str) -> ItemChip:
        text = item.removeprefix("#") if self.kind == "tags" else item
        chip = ItemChip(text, self._editing, self.tr("Remove {name}").format(name=text))
        chip.removed.connect(lambda: self._remove(number))
        if self._editing:
            return chip
        target, _ = property_kinds.link_in(item)
        if target:
            chip.clicked.connect(lambda: self.link_requested.emit(f"[[{target}]]"))
        elif self.kind == "tags":
            chip.clicked.connect(lambda: self.link_requested.emit(f"#{text}"))
        else:
            chip.clicked.connect(self.begin)
        return chip

    def _offers(self) -> Sequence[str]:
        present = {item.casefold() for item in self.items}
        return [value for value in self._offer() if value.casefold() not in present]

    def _split_at_separator(self, text: str) -> None:
        """End an item at a comma; at a space too for tags, which contain none."""
        separators = ", " if self.kind == "tags" else ","
        if self._field is not None and text and text[-1] in separators:
            self._field.setText("")
            self._set_items([*self.items, text[:-1]])
            self._begin_field()

    def _add(self, text: str) -> None:
        """Add an item on Enter or when the field loses the focus; end editing if the text is empty."""
        keeps_editing = self._field is not None and not self._field.ended_by_focus
        if text.strip():
            self._set_items([*self.items, text])
            if keeps_editing:
                self._begin_field()
                return
        self._end(to_chips=keeps_editing)

    def _begin_field(self) -> None:
        self._show()
        if self._field is not None:
            self._field.begin("")

    def _remove(self, number: int) -> None:
        items = self.items
        if 0 <= number < len(items):
            self._set_items([item for index, item in enumerate(items) if index != number])
            self._begin_field()

    def _set_items(self, items: list[str]) -> None:
        unique: list[str] = []
        for item in items:
            word = item.strip().removeprefix("#").replace(" ", "-") if self.kind == "tags" else item.strip()
            if word and word.casefold() not in (other.casefold() for other in unique):
                unique.append(word)
        if unique != self.items:
            self.value = list(unique)
            self.committed.emit(self.value)

    def _edit_adjacent(self, direction: int) -> None:
        self._end(to_chips=False)
        self.moved_on.emit(direction)

    def _end(self, *, to_chips: bool) -> None:
        if not self._editing:
            return
        self._editing = False
        self._show()
        first = self._flow.itemAt(0)
        widget = first.widget() if first is not None else None
        if to_chips and widget is not None:
            widget.setFocus()
