"""Quick open popup: a large field, the matches below it and key hints; used by the switcher and the command palette."""

from collections.abc import Sequence
from dataclasses import dataclass

from PySide6.QtCore import QPoint, QRect, Qt, Signal
from PySide6.QtGui import QKeyEvent, QKeySequence, QPainter, QPaintEvent, QPalette
from PySide6.QtWidgets import QHBoxLayout, QLineEdit, QVBoxLayout, QWidget

from vaultdesk.ui.theme.primitives import box
from vaultdesk.ui.theme.theme import theme
from vaultdesk.ui.widgets.accessibility import announce
from vaultdesk.ui.widgets.frames import RADIUS, PopupFrame
from vaultdesk.ui.widgets.glyphs import Glyph, KeyCap
from vaultdesk.ui.widgets.key_modifiers import without_keypad
from vaultdesk.ui.widgets.labels import PlainLabel
from vaultdesk.ui.widgets.lists.fold_list import FoldList, FoldListStyle, FoldRow

WIDTH, HEAD, FOOT, ROW, EDGE = 640, 44, 34, 32, 6
"""Design pixels: the pop-up, its three parts, and the air around the rows."""

VISIBLE_ROWS_LIMIT = 12
"""Rows shown before the list scrolls."""

LONGEST = 400
"""Characters the field takes where nothing else is said; a pasted page would stop the window."""

Keys = Qt.KeyboardModifier


@dataclass(frozen=True)
class QuickOpenHint:
    """Keys at the foot, and what they do."""

    keys: str
    text: str
    known: bool = True
    """The others are left out first where there is no room."""


@dataclass(frozen=True)
class QuickOpenTexts:
    """What a pop-up says."""

    name: str
    """What it is, for those who listen."""
    field: str
    """What its field is, for those who listen."""
    hint: str
    """Stands in the empty field."""
    list: str
    """What is listed, for those who listen."""
    nothing: str
    """Said where nothing fits."""
    hints: Sequence[QuickOpenHint] = ()
    initial: str = ""
    """Said where nothing is there before anything is typed; empty where that is the same."""


class QuickOpenPopup(PopupFrame):
    """Tells what is typed; takes the rows for what is typed. Subclasses say what Enter does with the row."""

    typed = Signal(str)

    def __init__(self, window: QWidget, top: int, texts: QuickOpenTexts, *, longest: int = LONGEST) -> None:
        """It stands in the middle of *window*, *top* pixels below its edge."""
        super().__init__(window, WIDTH)
        self._window, self._top, self._words = window, top, texts
        self._shown_for: str | None = None
        self._waiting: Keys | None = None
        """Enter was pressed, with these keys held, before the rows for what is typed were there."""
        self.setAccessibleName(texts.name)
        self.field = QuickOpenField(texts, longest)
        look = FoldListStyle(row_height=ROW, side=EDGE, ground="raised", chevrons=False)
        self.list = FoldList(texts.list, look, takes_keyboard=False)
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

    def activate(self, row: FoldRow | None, held: Keys) -> None:
        """Do what Enter does with the current *row* while the keys *held* are; a click is Enter."""

    def open(self, text: str = "") -> None:
        """Show it with the keyboard in the field."""
        self._place()
        self.show()
        self.field.setFocus(Qt.FocusReason.PopupFocusReason)
        self.field.setText(text)
        if not text:
            self.typed.emit("")

    def close_with(self, keys: Sequence[QKeySequence]) -> None:
        """Let *keys*, which opened it, close it again: no shortcut of the window counts while it is open."""
        self.field.closing = tuple(keys)

    def show_rows(self, typed: str, rows: Sequence[FoldRow], told: str) -> None:
        """Show what fits *typed*, unless something else was typed since."""
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
        self._tell()
        if self._waiting is not None:
            self._use(self._waiting)

    def page(self, way: int) -> None:
        """Go through what is offered by pages."""
        self.list.step(way * self.list.visible_row_count())
        self._tell()

    def paintEvent(self, event: QPaintEvent) -> None:
        super().paintEvent(event)
        values, painter = theme(), QPainter(self)
        foot = self._foot.geometry()
        painter.save()
        painter.setClipRect(QRect(0, foot.top(), self.width(), self.height()))
        box(painter, self.rect(), values.px(RADIUS), values.color("background"), values.color("control"))
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
        middle.setContentsMargins(1, px(EDGE) + 1, 1, px(EDGE))  # the box has a line
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
        self._tell()

    def _enter(self, held: Keys) -> None:
        if self._shown_for == self.field.text():
            self._use(held)
        else:
            self._waiting = held

    def _use(self, held: Keys) -> None:
        self._waiting = None
        self.activate(self.list.current(), held)

    def _tell(self) -> None:
        words = self.list.shown.data(self.list.currentIndex(), Qt.ItemDataRole.AccessibleTextRole)
        self.field.setAccessibleDescription(str(words or self._nothing.text()))
        announce(self.field, str(words or self._nothing.text()))

    def _show_hints(self, room: int) -> None:
        """Show as many keys as there is room for; those least known are left out first, else the last."""
        for _, shown in sorted(self._hints, key=lambda one: not one[0].known):
            room -= shown.sizeHint().width() + theme().px(6)
            shown.setVisible(room >= 0)

    def _place(self) -> None:
        """Stand below the toolbar, as high as there are rows and room."""
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
    """One line without a frame; Enter is told with the keys held, Tab is a key like another."""

    stepped = Signal(int)
    entered = Signal(object)
    """The `Qt.KeyboardModifier` held."""
    tabbed = Signal()
    escaped = Signal()

    def __init__(self, words: QuickOpenTexts, longest: int) -> None:
        super().__init__()
        self.closing: tuple[QKeySequence, ...] = ()
        """Keys that mean Esc here."""
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
        """Tell Tab: there is nowhere else for the keyboard to go."""
        if forwards:
            self.tabbed.emit()
        return True

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Take the arrows, Enter and Esc; everything else is text."""
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
                event.ignore()  # the pop-up's
            case _:
                super().keyPressEvent(event)


def _hint(hint: QuickOpenHint) -> QWidget:
    """Return the keys and what they do."""
    px, made = theme().px, QWidget()
    row = QHBoxLayout(made)
    row.setContentsMargins(0, 0, px(8), 0)
    row.setSpacing(px(6))
    is_sign = len(hint.keys) == 1 or not hint.keys.isascii()
    row.addWidget(KeyCap(hint.keys, typed=is_sign))
    row.addWidget(PlainLabel(hint.text, "muted", "small"))
    return made
