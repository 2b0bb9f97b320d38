"""Completion while a text field is edited: popup at the field, lookup of names, keys and insertion."""

from abc import abstractmethod
from collections.abc import Sequence
from typing import Protocol

from msgspec import Struct
from PySide6.QtCore import QEvent, QModelIndex, QObject, QRect, QSize, Qt, Signal
from PySide6.QtGui import QInputMethodEvent, QKeyEvent, QPainter, QPaintEvent, QTextCursor
from PySide6.QtWidgets import QFrame, QLineEdit, QPlainTextEdit, QWidget

from vaultdesk.ui import bridge
from vaultdesk.ui.theme.painting import box
from vaultdesk.ui.theme.theme import theme
from vaultdesk.ui.widgets.accessibility import announce, without_keypad
from vaultdesk.ui.widgets.frames import WindowShadow, popup_rect
from vaultdesk.ui.widgets.labels import ElidedLabel
from vaultdesk.ui.widgets.layouts import column_layout, row_layout
from vaultdesk.ui.widgets.lists.entry_list import SIDE_MARGIN, EntryList
from vaultdesk.ui.widgets.lists.list_row import ListRow
from vaultdesk.ui.widgets.text_fields import python_length, utf16_length

EDGE = 4
"""Design pixels around the list."""

SHADOW, SHADOW_OFFSET = 16, 4
"""Design pixels: extent of the shadow, and its vertical offset. It is painted, because a graphics effect would redraw
the list for each key."""

ACCEPT_KEYS = (Qt.Key.Key_Return, Qt.Key.Key_Enter, Qt.Key.Key_Tab)


class CompletionPopup(QFrame):
    """Popup with the entries for a field, which keeps the keyboard focus and passes its keys to `handle_key`.

    It is a child widget and not a window, so that keys typed while it is open go to the field.
    """

    chosen = Signal(str)
    """An entry's key."""

    dismissed = Signal()
    """Esc was pressed."""

    def __init__(self, field: QWidget, name: str) -> None:
        super().__init__(field.window())
        self._field = field
        self.list = EntryList(name, takes_keyboard=False)
        self.hint = ElidedLabel("", role="muted", font="small")
        self.hint.hide()
        # Opaque, so that repainting a row does not repaint the widgets below.
        self.list.viewport().setAutoFillBackground(True)
        self._shadow = WindowShadow(SHADOW, SHADOW_OFFSET)
        theme().changed.connect(self._forget_shadow)
        self.setFrameShape(QFrame.Shape.NoFrame)
        column = column_layout(self)
        edge = theme().px(EDGE) + theme().px(SHADOW)
        column.setContentsMargins(edge, edge, edge, edge)
        footer = row_layout(margins=(SIDE_MARGIN, 2, SIDE_MARGIN, 2))
        footer.addWidget(self.hint)
        column.addWidget(self.list, 1)
        column.addLayout(footer)
        self.list.chosen.connect(self._choose)
        self.hide()

    def show_entries(
        self,
        entries: Sequence[ListRow],
        rect: QRect,
        size: tuple[int, int],
        hint: str = "",
        *,
        select_first: bool = True,
    ) -> None:
        """Show *entries* at the rectangle *rect* of the field, where the window has space; hide if there are none.

        *size* is the minimum width and the maximum height of the list in design pixels; *hint* is shown below it.
        Without *select_first* an entry has to be selected with Up or Down before Enter chooses it.
        """
        if not any(not entry.heading for entry in entries):
            self.hide()
            return
        self.list.show_entries(entries, None)
        if not select_first:
            self.list.setCurrentIndex(QModelIndex())
        self.hint.set_text(hint)
        self.hint.setVisible(bool(hint))
        self._place(rect, size)
        self.show()
        self.raise_()
        self._announce_current()

    def count(self) -> int:
        return self.list.count() if self.isVisible() else 0

    def handle_key(self, event: QKeyEvent) -> bool:
        """Move in the shown entries, choose the current one, or hide them; return False for any other key."""
        if not self.isVisible() or without_keypad(event.modifiers()):
            return False
        match event.key():
            case Qt.Key.Key_Up | Qt.Key.Key_Down as key:
                self.list.step(-1 if key == Qt.Key.Key_Up else 1, wraps=True)
                self._announce_current()
            case Qt.Key.Key_PageUp | Qt.Key.Key_PageDown as key:
                self.list.page(-1 if key == Qt.Key.Key_PageUp else 1)
                self._announce_current()
            case Qt.Key.Key_Escape:
                self.hide()
                self.dismissed.emit()
            case key if key in ACCEPT_KEYS and self.list.current() is not None:
                self.choose()
            case _:
                return False
        return True

    def choose(self) -> None:
        """Emit the current entry and hide; does nothing without one."""
        if self.count():
            self.list.choose_current()

    def paintEvent(self, _event: QPaintEvent) -> None:
        values, painter = theme(), QPainter(self)
        edge, radius = values.px(SHADOW), values.px(8)
        body = self.rect().adjusted(edge, edge, -edge, -edge)
        self._shadow.draw(painter, body, radius, self.devicePixelRatioF())
        box(painter, body, radius, values.color("raised"), values.color("control"))

    def _forget_shadow(self) -> None:
        self._shadow.forget()
        self.update()

    def _choose(self, key: str) -> None:
        self.hide()
        self.chosen.emit(key)

    def _place(self, rect: QRect, size: tuple[int, int]) -> None:
        """Position the popup at the rectangle in the field, inside the window."""
        px, window = theme().px, self._field.window()
        edge, margin = px(SHADOW), px(EDGE)
        available = window.rect().adjusted(margin, margin, -margin, -margin)
        anchor = QRect(self._field.mapTo(window, rect.topLeft()), rect.size())
        chrome_height = 2 * px(EDGE) + 2 * px(2) + (self.hint.sizeHint().height() if self.hint.text() else 0)
        height = min(px(size[1]), self.list.preferred_height()) + chrome_height
        body = popup_rect(anchor, QSize(min(px(size[0]), available.width()), height), available)
        self.setGeometry(body.adjusted(-edge, -edge, edge, edge))

    def _announce_current(self) -> None:
        # A screen reader follows the field, so the current entry is announced there.
        if text := self.list.current_text():
            announce(self._field, text)


LIST_SIZE = (380, 300)
"""Minimum width and maximum height of the list, in pixels at the default font size."""

LINK_END = "]]"


class TypedName(Struct, frozen=True):
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

    Only typing opens it: moving the cursor through a name does not. While one lookup runs, only the latest of the names
    typed in the meantime is looked up next. Enter during a lookup accepts the best entry of its result, so that fast
    typing never accepts an entry for fewer letters.
    """

    list_size = LIST_SIZE

    def __init__(self, field: QPlainTextEdit | QLineEdit) -> None:
        super().__init__(field)
        self._field = field
        self._popup: CompletionPopup | None = None
        self._name: TypedName | None = None
        """The name being typed."""
        self._shown_for: TypedName | None = None
        """The name for which the shown entries were found."""
        self._typing = False
        """Whether the last change was made by typing."""
        self._looking_up = False
        self._accept_pending = False
        """Whether the best entry is accepted as soon as the running lookup ends."""
        self._dismissed: tuple[int, str] | None = None
        """Start and trigger of the name for which Esc was pressed: no entries are shown for it."""
        field.textChanged.connect(self._text_changed)
        field.cursorPositionChanged.connect(self._update_name)
        field.installEventFilter(self)

    @abstractmethod
    def typed_name(self) -> TypedName | None:
        """Return the name being typed before the cursor; None if there is none."""

    @abstractmethod
    def source(self, name: TypedName) -> CompletionSource:
        """Return the source of entries for *name*."""

    @abstractmethod
    def cursor_position(self) -> int:
        """Return the position of the cursor in UTF-16 code units."""

    @abstractmethod
    def anchor_rect(self) -> QRect:
        """Return the rectangle in the field at which the entries are shown."""

    @abstractmethod
    def replace_name(self, name: TypedName, text: str) -> None:
        """Replace *name* before the cursor by *text*."""

    def hint(self, _name: TypedName) -> str:
        """Return a line to show below the entries for a name; empty for none."""
        return ""

    def inserted(self, key: str) -> None:
        """Called after the text of the entry *key* was inserted."""

    @property
    def shown_count(self) -> int:
        return self._popup.count() if self._popup is not None else 0

    @property
    def popup(self) -> CompletionPopup:
        """The list; created when first needed, as a child of the window that contains the field then."""
        if self._popup is not None and self._popup.window() is not self._field.window():
            self._popup.deleteLater()
            self._popup = None
        if self._popup is None:
            self._popup = CompletionPopup(self._field, self.tr("Suggestions"))
            self._popup.chosen.connect(self._accept)
            self._popup.dismissed.connect(self._dismiss)
        return self._popup

    def close_popup(self) -> None:
        """Hide the entries until something is typed again, and drop the running lookup."""
        self._name = self._shown_for = None
        self._typing = self._accept_pending = False
        if self._popup is not None:
            self._popup.hide()

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """Handle the keys while entries are shown; hide them when the field loses the focus or composes a character."""
        if isinstance(event, QKeyEvent) and event.type() == QEvent.Type.KeyPress and self.shown_count:
            if self._name != self._shown_for and event.key() in ACCEPT_KEYS and not without_keypad(event.modifiers()):
                self._accept_pending = True
                return True
            return self.popup.handle_key(event)
        if event.type() == QEvent.Type.FocusOut or (isinstance(event, QInputMethodEvent) and event.preeditString()):
            self.close_popup()
        return super().eventFilter(watched, event)

    def _text_changed(self) -> None:
        self._typing = self._field.hasFocus()
        self._update_name()

    def _update_name(self) -> None:
        """Look up the name before the cursor if it differs from the last one."""
        name = self.typed_name()
        if name is None:
            self._typing, self._dismissed = False, None
        if name is None or not self._typing or self._dismissed == (self._start_of(name), name.trigger):
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
        return self.cursor_position() - utf16_length(name.replaced_text)

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
        self.popup.show_entries(entries, self.anchor_rect(), self.list_size, self.hint(name))
        if self._accept_pending:
            self._accept_pending = False
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


class TextCompletion(FieldCompletion):
    """Completion in a field with several lines."""

    def __init__(self, field: QPlainTextEdit) -> None:
        super().__init__(field)
        self.field = field

    def cursor_position(self) -> int:
        return self.field.textCursor().position()

    def anchor_rect(self) -> QRect:
        return self.field.cursorRect().translated(self.field.viewport().pos())

    def text_to_cursor(self) -> str:
        """Return the text of the current line up to the cursor."""
        cursor = self.field.textCursor()
        line_start = QTextCursor(cursor.block())
        line_start.setPosition(cursor.position(), QTextCursor.MoveMode.KeepAnchor)
        return line_start.selectedText()

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
