"""Quick open popup: a large field, the matches below it, and key hints."""

from collections.abc import Sequence

from msgspec import Struct
from PySide6.QtCore import QPoint, QRect, Qt, Signal
from PySide6.QtGui import QKeyEvent, QKeySequence, QPainter, QPaintEvent, QPalette
from PySide6.QtWidgets import QHBoxLayout, QLineEdit, QVBoxLayout, QWidget

from vaultdesk.ui.theme.painting import box
from vaultdesk.ui.theme.theme import theme
from vaultdesk.ui.widgets.accessibility import announce, without_keypad
from vaultdesk.ui.widgets.frames import POPUP_RADIUS, PopupFrame
from vaultdesk.ui.widgets.glyphs import Glyph, KeyCap
from vaultdesk.ui.widgets.labels import PlainLabel
from vaultdesk.ui.widgets.layouts import column_layout, row_layout
from vaultdesk.ui.widgets.lists.list_row import ListRow, RowStyle
from vaultdesk.ui.widgets.lists.row_list import RowList

WIDTH, HEADER, FOOTER, ROW, EDGE = 640, 44, 34, 32, 6
"""Design pixels: the popup, its three parts, and the margin of the rows."""

VISIBLE_ROWS_LIMIT = 12
"""Rows shown before the list scrolls."""

MAX_INPUT_CHARACTERS = 400
"""Default maximum number of characters of the field; a pasted page would block the window."""

Modifiers = Qt.KeyboardModifier


class QuickOpenHint(Struct, frozen=True):
    """A shortcut in the footer, and its effect."""

    keys: str
    text: str
    essential: bool = True
    """Hints that are not essential are hidden first if there is not enough space."""


class QuickOpenTexts(Struct, frozen=True):
    """The texts of a popup."""

    name: str
    """Its accessible name."""
    field: str
    """The accessible name of its field."""
    hint: str
    """The placeholder of the field."""
    list: str
    """The accessible name of the list."""
    nothing: str
    """Shown if nothing matches."""
    hints: Sequence[QuickOpenHint] = ()
    initial: str = ""
    """Shown if there are no entries before anything is typed; empty if that is the same text."""


class QuickOpenPopup(PopupFrame):
    """Emits the typed text and shows rows for it. Subclasses implement `activate`."""

    typed = Signal(str)

    def __init__(
        self, window: QWidget, top: int, texts: QuickOpenTexts, *, max_length: int = MAX_INPUT_CHARACTERS
    ) -> None:
        """Center the popup in *window*, *top* pixels below its edge; *max_length* limits the text of the field."""
        super().__init__(window, WIDTH)
        self._window, self._top, self._texts = window, top, texts
        self._shown_for: str | None = None
        self._pending_modifiers: Modifiers | None = None
        """The modifier keys of an Enter pressed before the rows for the typed text were available."""
        self.setAccessibleName(texts.name)
        self.field = QuickOpenField(texts, max_length)
        style = RowStyle(row_height=ROW, side=EDGE, background="raised", chevrons=False)
        self.list = RowList(texts.list, style, takes_keyboard=False)
        self.status = PlainLabel("", "muted", "small")
        self._nothing = PlainLabel(texts.nothing, "muted")
        self._footer = QWidget()
        self._hints: list[tuple[QuickOpenHint, QWidget]] = []
        self._build_layout(texts.hints)
        self.field.textChanged.connect(self.typed)
        self.field.stepped.connect(self._step)
        self.paged.connect(self._page)
        self.field.entered.connect(self._enter)
        self.field.escaped.connect(self.close)
        control = Modifiers.ControlModifier
        self.list.chosen.connect(
            lambda _key, new_tab: self._activate_current(control if new_tab else Modifiers.NoModifier)
        )

    def activate(self, row: ListRow | None, modifiers: Modifiers) -> None:
        """Handle Enter or a click on the current *row*, with *modifiers* pressed."""

    def open(self, text: str = "") -> None:
        """Show it with the focus in the field."""
        self._place()
        self.show()
        self.field.setFocus(Qt.FocusReason.PopupFocusReason)
        self.field.setText(text)
        if not text:
            self.typed.emit("")

    def close_with(self, keys: Sequence[QKeySequence]) -> None:
        """Close on *keys*, the shortcut that opened the popup: the window's shortcuts are inactive while it is open."""
        self.field.closing = tuple(keys)

    def show_rows(self, typed: str, rows: Sequence[ListRow], status: str) -> None:
        """Show the rows for *typed*, unless the text has changed since."""
        if typed != self.field.text():
            return
        is_update, self._shown_for = self._shown_for == typed, typed
        self.list.show_rows(rows, keep=is_update)
        if not is_update or self.list.current() is None:
            self.list.go_first()
        self._nothing.setText(self._texts.nothing if typed else self._texts.initial or self._texts.nothing)
        self._nothing.setVisible(not rows)
        self.status.setText(status)
        self._place()
        self._announce_current()
        if self._pending_modifiers is not None:
            self._activate_current(self._pending_modifiers)

    def paintEvent(self, event: QPaintEvent) -> None:
        super().paintEvent(event)
        values, painter = theme(), QPainter(self)
        footer_rect = self._footer.geometry()
        painter.save()
        painter.setClipRect(QRect(0, footer_rect.top(), self.width(), self.height()))
        box(painter, self.rect(), values.px(POPUP_RADIUS), values.color("background"), values.color("control"))
        painter.restore()
        for y in (footer_rect.top(), values.px(HEADER)):
            painter.fillRect(1, y, self.width() - 2, 1, values.color("border"))

    def _build_layout(self, hints: Sequence[QuickOpenHint]) -> None:
        px = theme().px
        header = QWidget()
        header_row = row_layout(header, 10, margins=(16, 0, 16, 0))
        header_row.addWidget(Glyph("search", "muted", 16))
        header_row.addWidget(self.field, 1)
        header_row.addWidget(self.status)
        header.setFixedHeight(px(HEADER))
        middle = QVBoxLayout()
        middle.setContentsMargins(1, px(EDGE) + 1, 1, px(EDGE))  # the frame has a border
        middle.addWidget(self.list)
        self._nothing.setContentsMargins(px(20), 0, px(20), 0)
        self._nothing.setFixedHeight(px(ROW))
        self._nothing.hide()
        middle.addWidget(self._nothing)
        footer_row = QHBoxLayout(self._footer)
        footer_row.setContentsMargins(px(16), 0, px(16), 0)
        footer_row.setSpacing(px(6))
        for hint in hints:
            hint_widget = _hint(hint)
            footer_row.addWidget(hint_widget)
            self._hints.append((hint, hint_widget))
        footer_row.addStretch(1)
        self._footer.setFixedHeight(px(FOOTER))
        column = column_layout(self)
        column.addWidget(header)
        column.addLayout(middle)
        column.addWidget(self._footer)

    def _step(self, count: int) -> None:
        self.list.step(count, wraps=True)
        self._announce_current()

    def _page(self, direction: int) -> None:
        self.list.page(direction)
        self._announce_current()

    def _enter(self, modifiers: Modifiers) -> None:
        if self._shown_for == self.field.text():
            self._activate_current(modifiers)
        else:
            self._pending_modifiers = modifiers

    def _activate_current(self, modifiers: Modifiers) -> None:
        self._pending_modifiers = None
        self.activate(self.list.current(), modifiers)

    def _announce_current(self) -> None:
        text = self.list.row_model.data(self.list.currentIndex(), Qt.ItemDataRole.AccessibleTextRole)
        self.field.setAccessibleDescription(str(text or self._nothing.text()))
        announce(self.field, str(text or self._nothing.text()))

    def _show_hints(self, available_width: int) -> None:
        """Show as many hints as fit; those that are not essential are hidden first, then the last ones."""
        for _, hint_widget in sorted(self._hints, key=lambda item: not item[0].essential):
            available_width -= hint_widget.sizeHint().width() + theme().px(6)
            hint_widget.setVisible(available_width >= 0)

    def _place(self) -> None:
        """Position it below the toolbar, as high as its rows and the window allow."""
        px, window = theme().px, self._window
        width = min(px(WIDTH), window.width() - 2 * px(8))
        self.setFixedWidth(width)
        self._show_hints(width - 2 * px(16))
        chrome = px(HEADER) + px(FOOTER) + 2 * px(EDGE) + 1
        max_list_height = window.height() - self._top - chrome - px(12)
        if self.list.row_model.rows:
            list_height = min(
                self.list.preferred_height(),
                px(ROW) * VISIBLE_ROWS_LIMIT + px(ROW) // 2,
                max(px(ROW) * 2, max_list_height),
            )
        else:
            list_height = 0
        self.list.setFixedHeight(list_height)
        self.setFixedHeight(chrome + (list_height or (px(ROW) if self._nothing.isVisibleTo(self) else 0)))
        self.move(window.mapToGlobal(QPoint((window.width() - width) // 2, self._top)))


class QuickOpenField(QLineEdit):
    """A line edit without a frame. Enter is emitted with the modifier keys; Tab does not move the focus."""

    stepped = Signal(int)
    entered = Signal(object)
    """The pressed `Qt.KeyboardModifier` keys."""
    tabbed = Signal()
    escaped = Signal()

    def __init__(self, texts: QuickOpenTexts, max_length: int) -> None:
        super().__init__()
        self.closing: tuple[QKeySequence, ...] = ()
        """Keys that have the effect of Esc."""
        self.setFrame(False)
        self.setMaxLength(max_length)
        self.setAccessibleName(texts.field)
        self.setPlaceholderText(texts.hint)
        font = theme().font("interface")
        font.setPointSizeF(font.pointSizeF() * 1.15) if font.pointSizeF() > 0 else font.setPixelSize(
            round(font.pixelSize() * 1.15)
        )
        self.setFont(font)
        palette = QPalette(self.palette())
        palette.setColor(QPalette.ColorRole.Base, theme().color("raised"))
        self.setPalette(palette)

    def focusNextPrevChild(self, forwards: bool) -> bool:
        """Handle Tab as a key: there is no other focusable widget."""
        if forwards:
            self.tabbed.emit()
        return True

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Handle the arrow keys, Enter and Esc; everything else is text."""
        if QKeySequence(event.keyCombination()) in self.closing:
            self.escaped.emit()
            return
        match event.key():
            case Qt.Key.Key_Return | Qt.Key.Key_Enter:
                self.entered.emit(without_keypad(event.modifiers()))
            case Qt.Key.Key_Up | Qt.Key.Key_Down:
                self.stepped.emit(-1 if event.key() == Qt.Key.Key_Up else 1)
            case Qt.Key.Key_Escape:
                self.escaped.emit()
            case Qt.Key.Key_PageUp | Qt.Key.Key_PageDown:
                event.ignore()  # for the popup
            case _:
                super().keyPressEvent(event)


def _hint(hint: QuickOpenHint) -> QWidget:
    """Return a widget with the keys and their effect."""
    widget = QWidget()
    row = row_layout(widget, 6, margins=(0, 0, 8, 0))
    is_character = len(hint.keys) == 1 or not hint.keys.isascii()
    row.addWidget(KeyCap(hint.keys, typed=is_character))
    row.addWidget(PlainLabel(hint.text, "muted", "small"))
    return widget
