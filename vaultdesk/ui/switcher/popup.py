"""Switcher popup: a large field, what fits below it, the keys at its foot (mockup 08). Finds and opens nothing."""

from collections.abc import Sequence
from typing import Literal

from PySide6.QtCore import QPoint, QRect, Qt, Signal
from PySide6.QtGui import QKeyEvent, QPainter, QPaintEvent, QPalette
from PySide6.QtWidgets import QHBoxLayout, QLineEdit, QVBoxLayout, QWidget

from vaultdesk.ui.parts.fold_list import FoldList, FoldLook
from vaultdesk.ui.parts.glyph import Glyph
from vaultdesk.ui.parts.keycap import KeyCap
from vaultdesk.ui.parts.labels import PlainLabel
from vaultdesk.ui.parts.popup_frame import RADIUS, PopupFrame
from vaultdesk.ui.parts.spoken import announce
from vaultdesk.ui.switcher.asked import LONGEST
from vaultdesk.ui.switcher.choices import Offered
from vaultdesk.ui.theme.strokes import box
from vaultdesk.ui.theme.theme import theme

WIDTH, HEAD, FOOT, ROW, EDGE = 640, 44, 34, 32, 6
"""Pixels of LOOK's drawings: the pop-up, its three parts, and the air around the rows."""

ROWS_SEEN = 12
"""Rows shown before the list scrolls."""

SIDE_HINT = 2
"""The place of the keys that open at the side, among those at the foot."""

How = Literal["here", "tab", "side", "create"]
"""What Enter does with the keys held: open here, in a new tab, at the side; or make the note."""


class SwitcherPopup(PopupFrame):
    """Tells what is typed and what is chosen; takes the rows for what is typed."""

    typed = Signal(str)
    chosen = Signal(object, str)
    """A `Choice`, and how: one of `How`."""

    def __init__(self, window: QWidget, top: int, *, side: bool) -> None:
        """It stands in the middle of *window*, *top* pixels below its edge; *side* says whether there is one."""
        super().__init__(window, WIDTH)
        self._window, self._top = window, top
        self._offered: dict[str, Offered] = {}
        self._shown_for: str | None = None
        self._waiting: How | None = None
        """Enter was pressed before the rows for what is typed were there."""
        self.setAccessibleName(self.tr("Go to a note"))
        self.field = _Field()
        look = FoldLook(high=ROW, side=EDGE, ground="raised", chevrons=False)
        self.list = FoldList(self.tr("Notes found"), look, takes_keyboard=False)
        self.told = PlainLabel("", "muted", "small")
        self._nothing = PlainLabel(self.tr("Nothing fits."), "muted")
        self._foot = QWidget()
        self._hints: list[QWidget] = []
        self._lay_out(side=side)
        self.field.textChanged.connect(self.typed)
        self.field.stepped.connect(self._step)
        self.field.entered.connect(self._enter)
        self.field.escaped.connect(self.close)
        self.list.chosen.connect(lambda _key, new_tab: self._choose("tab" if new_tab else "here"))

    def open(self, text: str = "") -> None:
        """Show it with the keyboard in the field."""
        self._place()
        self.show()
        self.field.setFocus(Qt.FocusReason.PopupFocusReason)
        self.field.setText(text)
        if not text:
            self.typed.emit("")

    def show_offered(self, typed: str, offered: Sequence[Offered], told: str) -> None:
        """Show what fits *typed*, unless something else was typed since."""
        if typed != self.field.text():
            return
        again, self._shown_for = self._shown_for == typed, typed
        self._offered = {one.row.key: one for one in offered}
        self.list.show_rows([one.row for one in offered], keep=again)
        if not again or self.list.current() is None:
            self.list.go_first()
        self._nothing.setVisible(not offered)
        self.told.setText(told)
        self._place()
        self._tell()
        if self._waiting is not None:
            self._choose(self._waiting)

    def page(self, way: int) -> None:
        """Go through what is offered by pages."""
        self.list.step(way * self.list.rows_in_sight())
        self._tell()

    def paintEvent(self, event: QPaintEvent) -> None:
        """Draw the box, the line under the field and the ground of the foot."""
        super().paintEvent(event)
        look, painter = theme(), QPainter(self)
        foot = self._foot.geometry()
        painter.save()
        painter.setClipRect(QRect(0, foot.top(), self.width(), self.height()))
        box(painter, self.rect(), look.step(RADIUS), look.color("background"), look.color("control"))
        painter.restore()
        for y in (foot.top(), look.step(HEAD)):
            painter.fillRect(1, y, self.width() - 2, 1, look.color("border"))

    def _lay_out(self, *, side: bool) -> None:
        step = theme().step
        head = QHBoxLayout()
        head.setContentsMargins(step(16), 0, step(16), 0)
        head.setSpacing(step(10))
        head.addWidget(Glyph("search", "muted", 16))
        head.addWidget(self.field, 1)
        head.addWidget(self.told)
        middle = QVBoxLayout()
        middle.setContentsMargins(1, step(EDGE) + 1, 1, step(EDGE))  # the box has a line
        middle.addWidget(self.list)
        self._nothing.setContentsMargins(step(20), 0, step(20), 0)
        self._nothing.setFixedHeight(step(ROW))
        self._nothing.hide()
        middle.addWidget(self._nothing)
        foot = QHBoxLayout(self._foot)
        foot.setContentsMargins(step(16), 0, step(16), 0)
        foot.setSpacing(step(6))
        for keys, words in self._keys(side=side):
            hint = QWidget()
            row = QHBoxLayout(hint)
            row.setContentsMargins(0, 0, step(8), 0)
            row.setSpacing(step(6))
            row.addWidget(KeyCap(keys) if len(keys) > 1 else _Sign(keys))
            row.addWidget(PlainLabel(words, "muted", "small"))
            foot.addWidget(hint)
            self._hints.append(hint)
        foot.addStretch(1)
        self._foot.setFixedHeight(step(FOOT))
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(0)
        holder = QWidget()
        holder.setLayout(head)
        holder.setFixedHeight(step(HEAD))
        column.addWidget(holder)
        column.addLayout(middle)
        column.addWidget(self._foot)

    def _keys(self, *, side: bool) -> list[tuple[str, str]]:
        keys = [("Enter", self.tr("open")), ("Ctrl+Enter", self.tr("in a new tab"))]
        if side:
            keys.append(("Ctrl+Alt+Enter", self.tr("at the side")))
        return [*keys, ("@", self.tr("headings")), ("#", self.tr("tags")), ("Esc", self.tr("close"))]

    def _step(self, by: int) -> None:
        self.list.step(by, wraps=True)
        self._tell()

    def _enter(self, how: How) -> None:
        if self._shown_for == self.field.text():
            self._choose(how)
        else:
            self._waiting = how

    def _choose(self, how: How) -> None:
        self._waiting = None
        row = self.list.current()
        key = "create" if how == "create" else row.key if row is not None else ""
        offered = self._offered.get(key)
        if offered is not None:
            self.close()
            self.chosen.emit(offered.choice, how)

    def _tell(self) -> None:
        words = self.list.shown.data(self.list.currentIndex(), Qt.ItemDataRole.AccessibleTextRole)
        self.field.setAccessibleDescription(str(words or self._nothing.text()))
        announce(self.field, str(words or self._nothing.text()))

    def _show_hints(self, room: int) -> None:
        """Show as many keys as there is room for; what is left out last is least known."""
        for hint in (self._hints[place] for place in sorted(range(len(self._hints)), key=_least_known)):
            room -= hint.sizeHint().width() + theme().step(6)
            hint.setVisible(room >= 0)

    def _place(self) -> None:
        """Stand below the toolbar, as high as there are rows and room."""
        step, window = theme().step, self._window
        width = min(step(WIDTH), window.width() - 2 * step(8))
        self.setFixedWidth(width)
        self._show_hints(width - 2 * step(16))
        chrome = step(HEAD) + step(FOOT) + 2 * step(EDGE) + 1
        room = window.height() - self._top - chrome - step(12)
        if self.list.shown.rows:
            high = min(self.list.wanted_height(), step(ROW) * ROWS_SEEN + step(ROW) // 2, max(step(ROW) * 2, room))
        else:
            high = 0
        self.list.setFixedHeight(high)
        self.setFixedHeight(chrome + (high or (step(ROW) if self._nothing.isVisibleTo(self) else 0)))
        self.move(window.mapToGlobal(QPoint((window.width() - width) // 2, self._top)))


class _Field(QLineEdit):
    """One line without a frame; what Enter means with other keys is told."""

    stepped = Signal(int)
    entered = Signal(str)
    escaped = Signal()

    def __init__(self) -> None:
        super().__init__()
        self.setFrame(False)
        self.setMaxLength(LONGEST)
        self.setAccessibleName(self.tr("Find a note by its name"))
        self.setPlaceholderText(self.tr("Find or create a note…"))
        font = theme().font("interface")
        font.setPointSizeF(font.pointSizeF() * 1.15) if font.pointSizeF() > 0 else font.setPixelSize(
            round(font.pixelSize() * 1.15)
        )
        self.setFont(font)
        palette = QPalette(self.palette())
        palette.setColor(QPalette.ColorRole.Base, theme().color("raised"))
        self.setPalette(palette)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Take the arrows, Enter and Esc; everything else is text."""
        held = event.modifiers() & ~Qt.KeyboardModifier.KeypadModifier
        match event.key():
            case Qt.Key.Key_Return | Qt.Key.Key_Enter:
                self.entered.emit(_how(held))
            case Qt.Key.Key_Up | Qt.Key.Key_Down:
                self.stepped.emit(-1 if event.key() == Qt.Key.Key_Up else 1)
            case Qt.Key.Key_Escape:
                self.escaped.emit()
            case Qt.Key.Key_PageUp | Qt.Key.Key_PageDown:
                event.ignore()  # the pop-up's
            case _:
                super().keyPressEvent(event)


class _Sign(KeyCap):
    """A sign that is typed, in the box of a key: `@` is no name of keys."""

    def __init__(self, sign: str) -> None:
        super().__init__("")
        self._text = sign
        self.setAccessibleName(sign)


def _least_known(place: int) -> tuple[bool, int]:
    """Order the keys at the foot by how much is missed without them: opening at the side least."""
    return place == SIDE_HINT, place


def _how(held: Qt.KeyboardModifier) -> How:
    control, shift, alt = (
        bool(held & one)
        for one in (
            Qt.KeyboardModifier.ControlModifier, Qt.KeyboardModifier.ShiftModifier, Qt.KeyboardModifier.AltModifier
        )
    )  # fmt: skip
    if shift:
        return "create"
    return "side" if control and alt else "tab" if control else "here"
