"""Quick open popup: a large field, the matches below it and key hints; used by the switcher and the command palette."""

from collections.abc import Sequence
from dataclasses import dataclass

from PySide6.QtCore import QPoint, QRect, Qt, Signal
from PySide6.QtGui import QKeyEvent, QKeySequence, QPainter, QPaintEvent, QPalette
from PySide6.QtWidgets import QHBoxLayout, QLineEdit, QVBoxLayout, QWidget

from vaultdesk.ui.theme.painting import box
from vaultdesk.ui.theme.theme import theme
from vaultdesk.ui.widgets.accessibility import announce, without_keypad
from vaultdesk.ui.widgets.frames import POPUP_RADIUS, PopupFrame
from vaultdesk.ui.widgets.glyphs import Glyph, KeyCap
from vaultdesk.ui.widgets.labels import PlainLabel
from vaultdesk.ui.widgets.lists.list_row import ListRow, RowStyle
from vaultdesk.ui.widgets.lists.row_list import RowList

WIDTH, HEAD, FOOT, ROW, EDGE = 640, 44, 34, 32, 6
"""Design pixels: the popup, its three parts, and the margin of the rows."""

VISIBLE_ROWS_LIMIT = 12
"""Rows shown before the list scrolls."""

LONGEST = 400
"""Default maximum number of characters of the field; a pasted page would block the window."""

Keys = Qt.KeyboardModifier


@dataclass(frozen=True)
class QuickOpenHint:
    """A shortcut in the foot line, and its effect."""

    keys: str
    text: str
    known: bool = True
    """Others are left out first if there is not enough space."""


@dataclass(frozen=True)
class QuickOpenTexts:
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
    """Emits the typed text and shows rows for it. Subclasses define the action of Enter."""

    typed = Signal(str)

    def __init__(self, window: QWidget, top: int, texts: QuickOpenTexts, *, longest: int = LONGEST) -> None:
        """It is centred in *window*, *top* pixels below its edge."""
        super().__init__(window, WIDTH)
        self._window, self._top, self._words = window, top, texts
        self._shown_for: str | None = None
        self._waiting: Keys | None = None
        """The modifier keys of an Enter pressed before the rows for the typed text were available."""
        self.setAccessibleName(texts.name)
        self.field = QuickOpenField(texts, longest)
        look = RowStyle(row_height=ROW, side=EDGE, background="raised", chevrons=False)
        self.list = RowList(texts.list, look, takes_keyboard=False)
        self.status = PlainLabel("", "muted", "small")
        self._nothing = PlainLabel(texts.nothing, "muted")
        self._foot = QWidget()
        self._hints: list[tuple[QuickOpenHint, QWidget]] = []
        self._build_layout(texts.hints)
        self.field.textChanged.connect(self.typed)
        self.field.stepped.connect(self._step)
        self.field.entered.connect(self._enter)
        self.field.escaped.connect(self.close)
        control = Keys.ControlModifier
        self.list.chosen.connect(lambda _key, new_tab: self._use(control if new_tab else Keys.NoModifier))

    def activate(self, row: ListRow | None, held: Keys) -> None:
        """Activate the current *row* with the modifier keys *held*; a click is the same as Enter."""

    def open(self, text: str = "") -> None:
        """Show it with the focus in the field."""
        self._place()
        self.show()
        self.field.setFocus(Qt.FocusReason.PopupFocusReason)
        self.field.setText(text)
        if not text:
            self.typed.emit("")

    def close_with(self, keys: Sequence[QKeySequence]) -> None:
        """Close on *keys*, the shortcut that opened it: shortcuts of the window are inactive while it is open."""
        self.field.closing = tuple(keys)

    def show_rows(self, typed: str, rows: Sequence[ListRow], told: str) -> None:
        """Show the rows for *typed*, unless the text has changed since."""
        if typed != self.field.text():
            return
        again, self._shown_for = self._shown_for == typed, typed
        self.list.show_rows(rows, keep=again)
        if not again or self.list.current() is None:
            self.list.go_first()
        self._nothing.setText(self._words.nothing if typed else self._words.initial or self._words.nothing)
        self._nothing.setVisible(not rows)
        self.status.setText(told)
        self._place()
        self._announce_current()
        if self._waiting is not None:
            self._use(self._waiting)

    def page(self, direction: int) -> None:
        """Move in the list by pages."""
        self.list.step(direction * self.list.visible_row_count())
        self._announce_current()

    def paintEvent(self, event: QPaintEvent) -> None:
        super().paintEvent(event)
        values, painter = theme(), QPainter(self)
        foot = self._foot.geometry()
        painter.save()
        painter.setClipRect(QRect(0, foot.top(), self.width(), self.height()))
        box(painter, self.rect(), values.px(POPUP_RADIUS), values.color("background"), values.color("control"))
        painter.restore()
        for y in (foot.top(), values.px(HEAD)):
            painter.fillRect(1, y, self.width() - 2, 1, values.color("border"))

    def _build_layout(self, hints: Sequence[QuickOpenHint]) -> None:
        px = theme().px
        holder = QWidget()
        head = QHBoxLayout(holder)
        head.setContentsMargins(px(16), 0, px(16), 0)
        head.setSpacing(px(10))
        head.addWidget(Glyph("search", "muted", 16))
        head.addWidget(self.field, 1)
        head.addWidget(self.status)
        holder.setFixedHeight(px(HEAD))
        middle = QVBoxLayout()
        middle.setContentsMargins(1, px(EDGE) + 1, 1, px(EDGE))  # the frame has a border
        middle.addWidget(self.list)
        self._nothing.setContentsMargins(px(20), 0, px(20), 0)
        self._nothing.setFixedHeight(px(ROW))
        self._nothing.hide()
        middle.addWidget(self._nothing)
        foot = QHBoxLayout(self._foot)
        foot.setContentsMargins(px(16), 0, px(16), 0)
        foot.setSpacing(px(6))
        for hint in hints:
            shown = _hint(hint)
            foot.addWidget(shown)
            self._hints.append((hint, shown))
        foot.addStretch(1)
        self._foot.setFixedHeight(px(FOOT))
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(0)
        column.addWidget(holder)
        column.addLayout(middle)
        column.addWidget(self._foot)

    def _step(self, by: int) -> None:
        self.list.step(by, wraps=True)
        self._announce_current()

    def _enter(self, held: Keys) -> None:
        if self._shown_for == self.field.text():
            self._use(held)
        else:
            self._waiting = held

    def _use(self, held: Keys) -> None:
        self._waiting = None
        self.activate(self.list.current(), held)

    def _announce_current(self) -> None:
        words = self.list.shown.data(self.list.currentIndex(), Qt.ItemDataRole.AccessibleTextRole)
        self.field.setAccessibleDescription(str(words or self._nothing.text()))
        announce(self.field, str(words or self._nothing.text()))

    def _show_hints(self, room: int) -> None:
        """Show as many hints as fit; the least known are left out first, then the last ones."""
        for _, shown in sorted(self._hints, key=lambda one: not one[0].known):
            room -= shown.sizeHint().width() + theme().px(6)
            shown.setVisible(room >= 0)

    def _place(self) -> None:
        """Position it below the toolbar, as high as its rows and the window allow."""
        px, window = theme().px, self._window
        width = min(px(WIDTH), window.width() - 2 * px(8))
        self.setFixedWidth(width)
        self._show_hints(width - 2 * px(16))
        chrome = px(HEAD) + px(FOOT) + 2 * px(EDGE) + 1
        room = window.height() - self._top - chrome - px(12)
        if self.list.shown.rows:
            high = min(self.list.wanted_height(), px(ROW) * VISIBLE_ROWS_LIMIT + px(ROW) // 2, max(px(ROW) * 2, room))
        else:
            high = 0
        self.list.setFixedHeight(high)
        self.setFixedHeight(chrome + (high or (px(ROW) if self._nothing.isVisibleTo(self) else 0)))
        self.move(window.mapToGlobal(QPoint((window.width() - width) // 2, self._top)))


class QuickOpenField(QLineEdit):
    """A line edit without a frame; Enter is emitted with the modifier keys, Tab is an ordinary key."""

    stepped = Signal(int)
    entered = Signal(object)
    """The `Qt.KeyboardModifier` held."""
    tabbed = Signal()
    escaped = Signal()

    def __init__(self, words: QuickOpenTexts, longest: int) -> None:
        super().__init__()
        self.closing: tuple[QKeySequence, ...] = ()
        """Keys that have the effect of Esc here."""
        self.setFrame(False)
        self.setMaxLength(longest)
        self.setAccessibleName(words.field)
        self.setPlaceholderText(words.hint)
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
    px, made = theme().px, QWidget()
    row = QHBoxLayout(made)
    row.setContentsMargins(0, 0, px(8), 0)
    row.setSpacing(px(6))
    is_sign = len(hint.keys) == 1 or not hint.keys.isascii()
    row.addWidget(KeyCap(hint.keys, typed=is_sign))
    row.addWidget(PlainLabel(hint.text, "muted", "small"))
    return made
