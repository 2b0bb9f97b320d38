"""Completion while a text field is edited: popup below the field, lookup of names, keys and insertion."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Protocol

from PySide6.QtCore import QObject, QPoint, QRect, QSize, Qt, Signal
from PySide6.QtGui import QKeyEvent, QPainter, QPaintEvent, QPixmap, QTextCursor
from PySide6.QtWidgets import QFrame, QHBoxLayout, QPlainTextEdit, QVBoxLayout, QWidget

from vaultdesk.ui import bridge
from vaultdesk.ui.theme.painting import box
from vaultdesk.ui.theme.theme import theme
from vaultdesk.ui.widgets.accessibility import announce, without_keypad
from vaultdesk.ui.widgets.labels import ElidedLabel
from vaultdesk.ui.widgets.lists.entry_list import SIDE_MARGIN, EntryList
from vaultdesk.ui.widgets.lists.list_row import ListRow
from vaultdesk.ui.widgets.text_fields import python_length, utf16_length

EDGE = 4
"""Design pixels around the list, and between the popup and its field."""

SHADOW = 10
"""Width of the shadow in design pixels. It is painted, because a graphics effect would redraw the list for each key."""


class CompletionPopup(QFrame):
    """Popup with the entries for a field, which keeps the keyboard focus and calls `step` and `choose`.

    It is a child widget and not a window, so that keys typed while it is open go to the field.
    """

    chosen = Signal(str)
    """An entry's key."""

    def __init__(self, field: QWidget, name: str) -> None:
        super().__init__(field.window())
        self._field = field
        self._name = name
        self.list = EntryList(name, takes_keyboard=False)
        self.hint = ElidedLabel("", role="muted", font="small")
        self.hint.hide()
        # Opaque, so that repainting a row does not repaint the widgets below.
        self.list.viewport().setAutoFillBackground(True)
        self._background = QPixmap()
        theme().changed.connect(self._forget_background)
        self.setFrameShape(QFrame.Shape.NoFrame)
        column = QVBoxLayout(self)
        edge = theme().px(EDGE) + theme().px(SHADOW)
        column.setContentsMargins(edge, edge, edge, edge)
        column.setSpacing(0)
        footer = QHBoxLayout()
        footer.setContentsMargins(theme().px(SIDE_MARGIN), theme().px(2), theme().px(SIDE_MARGIN), theme().px(2))
        footer.addWidget(self.hint)
        column.addWidget(self.list, 1)
        column.addLayout(footer)
        self.list.chosen.connect(self._choose)
        self.hide()

    def show_entries(self, entries: Sequence[ListRow], rect: QRect, size: tuple[int, int], hint: str = "") -> None:
        """Show *entries* at the rectangle *rect* of the field, where the window has space; hide if there are none.

        *size* is the minimum width and the maximum height of the list in design pixels; *hint* is shown below it.
        """
        if not any(not entry.heading for entry in entries):
            self.hide()
            return
        self.list.show_entries(entries, None)
        self.hint.set_text(hint)
        self.hint.setVisible(bool(hint))
        self._place(rect, size)
        self.show()
        self.raise_()
        self._announce_current()

    def count(self) -> int:
        return self.list.count() if self.isVisible() else 0

    def step(self, count: int) -> None:
        """Make the next entry current, wrapping at the ends."""
        self.list.step(count, wraps=True)
        self._announce_current()

    def page(self, direction: int) -> None:
        """Move by the number of visible entries."""
        self.list.step(direction * self.list.visible_row_count())
        self._announce_current()

    def choose(self) -> None:
        """Emit the current entry and hide; does nothing without entries."""
        if self.count():
            self.list.choose_current()

    def paintEvent(self, _event: QPaintEvent) -> None:
        ratio = self.devicePixelRatioF()
        if self._background.size() != self.size() * ratio:
            self._background = self._render_background(ratio)
        QPainter(self).drawPixmap(0, 0, self._background)

    def _render_background(self, ratio: float) -> QPixmap:
        values, shadow_width = theme(), theme().px(SHADOW)
        background = QPixmap(self.size() * ratio)
        background.setDevicePixelRatio(ratio)
        background.fill(Qt.GlobalColor.transparent)
        painter = QPainter(background)
        body = self.rect().adjusted(shadow_width, shadow_width, -shadow_width, -shadow_width)
        for spread in range(shadow_width, 0, -2):
            shadow_color = values.shadow_color()
            shadow_color.setAlphaF(shadow_color.alphaF() * 0.16 * (1 - spread / (shadow_width + 1)))
            box(painter, body.adjusted(-spread, -spread + 2, spread, spread), values.px(8) + spread, shadow_color)
        box(painter, body, values.px(8), values.color("raised"), values.color("control"))
        painter.end()
        return background

    def _forget_background(self) -> None:
        self._background = QPixmap()
        self.update()

    def _choose(self, key: str) -> None:
        self.hide()
        self.chosen.emit(key)

    def _place(self, rect: QRect, size: tuple[int, int]) -> None:
        """Position the popup below the rectangle in the field, or above it if there is more space."""
        px, window = theme().px, self._field.window()
        shadow_width, gap = px(SHADOW), px(EDGE)
        available = window.rect().adjusted(gap, gap, -gap, -gap)
        field_rect = QRect(self._field.mapTo(window, rect.topLeft()), rect.size())
        chrome_height = 2 * px(EDGE) + 2 * px(2) + (self.hint.sizeHint().height() if self.hint.text() else 0)
        width = min(px(size[0]), available.width())
        height = min(px(size[1]), self.list.preferred_height()) + chrome_height
        below, above = available.bottom() - field_rect.bottom() - gap, field_rect.top() - gap - available.top()
        down = height <= below or below >= above
        height = min(height, below if down else above)
        left = max(available.left(), min(field_rect.left(), available.right() + 1 - width))
        top = field_rect.bottom() + gap if down else field_rect.top() - gap - height
        body = QRect(QPoint(left, top), QSize(width, height))
        self.setGeometry(body.adjusted(-shadow_width, -shadow_width, shadow_width, shadow_width))

    def _announce_current(self) -> None:
        # A screen reader follows the field, so the current entry is announced there.
        announce(self._field, self.list.current_text())


LIST_SIZE = (380, 300)
"""Minimum width and maximum height of the list, in pixels at the default font size."""

LINK_END = "]]"

ACCEPT_KEYS = (Qt.Key.Key_Return, Qt.Key.Key_Enter, Qt.Key.Key_Tab)


@dataclass(frozen=True, slots=True)
class TypedName:
    """A name being typed after a trigger, for example `[[Boi`."""

    trigger: str
    typed: str
    """The text after the trigger so far."""
    replaces_trigger: bool = True
    """Whether the trigger is replaced together with the text after it."""

    @property
    def replaced_text(self) -> str:
        """The text before the cursor that an accepted entry replaces."""
        return self.trigger + self.typed if self.replaces_trigger else self.typed


class CompletionSource(Protocol):
    """Finds the entries for a typed name."""

    async def find(self, name: TypedName) -> Sequence[ListRow]:
        """Return the matching entries, best first; an empty list if the lookup fails."""
        ...

    def accept(self, key: str) -> str | None:
        """Handle the choice of the entry *key*; return the text to insert, or None to leave the typed name as it is."""
        ...


class FieldCompletion(QObject):
    """Shows entries for the name that is typed in a text field, and handles the field's keys while they are shown.

    While one lookup runs, only the latest of the names typed in the meantime is looked up next. Enter during a lookup
    accepts the best entry of its result, so that fast typing never accepts an entry for fewer letters.
    """

    def __init__(self, field: QPlainTextEdit) -> None:
        super().__init__(field)
        self.field = field
        self._popup: CompletionPopup | None = None
        self._name: TypedName | None = None
        """The name being typed."""
        self._shown_for: TypedName | None = None
        """The name for which the shown entries were found."""
        self._looking_up = False
        self._accept_pending = False
        """Whether the best entry is accepted as soon as the running lookup ends."""
        self._dismissed: tuple[int, str] | None = None
        """Start and trigger of the name for which Esc was pressed: no entries are shown for it."""
        field.textChanged.connect(self.text_changed)
        field.cursorPositionChanged.connect(self.update_name)

    def typed_name(self) -> TypedName | None:
        """Return the name being typed before the cursor; None if there is none."""
        raise NotImplementedError

    def source(self, name: TypedName) -> CompletionSource:
        """Return the source of entries for *name*."""
        raise NotImplementedError

    def hint(self, name: TypedName) -> str:
        """Return a line to show below the entries; empty for none."""
        raise NotImplementedError

    def inserted(self, key: str) -> None:
        """Called after the text of the entry *key* was inserted."""

    def text_changed(self) -> None:
        self.update_name()

    def text_to_cursor(self) -> str:
        """Return the text of the current line up to the cursor."""
        cursor = self.field.textCursor()
        line_start = QTextCursor(cursor.block())
        line_start.setPosition(cursor.position(), QTextCursor.MoveMode.KeepAnchor)
        return line_start.selectedText()

    @property
    def shown_count(self) -> int:
        return self._popup.count() if self._popup is not None else 0

    @property
    def popup(self) -> CompletionPopup:
        """The list; created when first needed, as a child of the window that contains the field then."""
        if self._popup is not None and self._popup.window() is not self.field.window():
            self._popup.deleteLater()
            self._popup = None
        if self._popup is None:
            self._popup = CompletionPopup(self.field, self.tr("Suggestions"))
            self._popup.chosen.connect(self._accept)
        return self._popup

    def close_popup(self) -> None:
        """Hide the entries and drop the running lookup."""
        self._name = self._shown_for = None
        self._accept_pending = False
        if self._popup is not None:
            self._popup.hide()

    def handle_key(self, event: QKeyEvent) -> bool:
        """Move in, accept or dismiss the shown entries; return False for a key that the field should handle."""
        if without_keypad(event.modifiers()) or not self.shown_count:
            return False
        match event.key():
            case Qt.Key.Key_Up | Qt.Key.Key_Down as key:
                self.popup.step(-1 if key == Qt.Key.Key_Up else 1)
            case Qt.Key.Key_PageUp | Qt.Key.Key_PageDown as key:
                self.popup.page(-1 if key == Qt.Key.Key_PageUp else 1)
            case Qt.Key.Key_Escape:
                self._dismiss()
            case key if key in ACCEPT_KEYS:
                self._accept_current()
            case _:
                return False
        return True

    def handle_tab(self) -> bool:
        """Accept the current entry; return False if none is shown."""
        if not self.shown_count:
            return False
        self._accept_current()
        return True

    def update_name(self) -> None:
        """Look up the name before the cursor if it differs from the last one."""
        name = self.typed_name()
        if name is None:
            self._dismissed = None
        if name is None or self._dismissed == (self._start_of(name), name.trigger):
            if self._name is not None or self.shown_count:
                self.close_popup()
            return
        self._dismissed = None
        if name != self._name:
            self._name, self._accept_pending = name, False
            if not self._looking_up:
                self._looking_up = True
                bridge.start(self._look_up(), owner=self)

    def _start_of(self, name: TypedName) -> int:
        return self.field.textCursor().position() - utf16_length(name.replaced_text)

    async def _look_up(self) -> None:
        """Look up the typed name, again if it changed during a lookup."""
        try:
            while (name := self._name) is not None and name != self._shown_for:
                entries = await self.source(name).find(name)
                if name == self._name:
                    self._show(name, entries)
        finally:
            self._looking_up = False

    def _show(self, name: TypedName, entries: Sequence[ListRow]) -> None:
        self._shown_for = name
        cursor_rect = self.field.cursorRect().translated(self.field.viewport().pos())
        self.popup.show_entries(entries, cursor_rect, LIST_SIZE, self.hint(name))
        if self._accept_pending:
            self._accept_current()

    def _accept_current(self) -> None:
        self._accept_pending = self._name != self._shown_for
        if not self._accept_pending:
            self.popup.choose()

    def _dismiss(self) -> None:
        name = self.typed_name()
        self.close_popup()
        self._dismissed = (self._start_of(name), name.trigger) if name is not None else None

    def _accept(self, key: str) -> None:
        name = self.typed_name()
        if name is None or name != self._shown_for:
            return
        text = self.source(name).accept(key)
        self.close_popup()
        if text is not None:
            self.replace_name(name, text)
            self.close_popup()
            self.inserted(key)

    def replace_name(self, name: TypedName, text: str) -> None:
        """Replace *name* before the cursor by *text*, in one undo step.

        A link also replaces closing brackets after the cursor, if there are any.
        """
        cursor = self.field.textCursor()
        end, line = cursor.position(), cursor.block().text()
        text_after = line[python_length(line, cursor.positionInBlock()) :]
        closed = text.endswith(LINK_END) and text_after.startswith(LINK_END)
        cursor.beginEditBlock()
        cursor.setPosition(end - utf16_length(name.replaced_text))
        cursor.setPosition(end + (len(LINK_END) if closed else 0), QTextCursor.MoveMode.KeepAnchor)
        cursor.insertText(text)
        cursor.endEditBlock()
        self.field.setTextCursor(cursor)
