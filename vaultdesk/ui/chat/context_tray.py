"""Context tray: the chips over the text of the composer: what lies beside the question and what is offered for it.

Knows what lies there, not what it says: sizes are told to it, and what is new in it it tells.
"""

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QMouseEvent, QPalette, QResizeEvent
from PySide6.QtWidgets import QFrame, QScrollArea, QSizePolicy, QWidget

from vaultdesk.agent.context.context_attacher import ContextSize
from vaultdesk.chat.messages import ContextItem, ImagePart
from vaultdesk.ui.chat.context_chip import ContextChip, QuietChip
from vaultdesk.ui.chat.context_words import Beside
from vaultdesk.ui.theme.theme import theme
from vaultdesk.ui.widgets.layouts import FlowLayout

LINE, MOST_LINES = 22, 5
"""Pixels of LOOK's drawings of a line of chips, and the lines in sight: the text must keep its room."""


class ContextTray(QScrollArea):
    """Holds each thing once; out of sight while it is empty and nothing is offered; of many lines it scrolls."""

    changed = Signal()
    """Something else lies beside the question now."""
    added = Signal(object)
    """A `ContextItem` is new here: whoever knows sizes may tell its."""
    left = Signal()
    """The keyboard goes back into the text."""
    typed = Signal(str)
    """A letter was typed on a chip: it belongs into the text."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.chips: list[ContextChip] = []
        self._offered: tuple[ContextItem, ...] = ()
        self._keys = ""
        self._quiet: list[QuietChip] = []
        self._rows = QWidget()
        self._flow = FlowLayout(self._rows, theme().step(6))
        self.setFrameShape(QFrame.Shape.NoFrame)
        self.setWidgetResizable(True)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
        self.setAccessibleName(self.tr("Beside the question"))
        self.setWidget(self._rows)
        for ground in (self.viewport(), self._rows):
            ground.setAutoFillBackground(False)
        # The ground of its scroll bar is the composer's.
        self.viewport().setBackgroundRole(QPalette.ColorRole.Base)
        self._renew()

    @property
    def items(self) -> tuple[ContextItem, ...]:
        """What lies beside the question, in the order it was laid there."""
        return tuple(chip.thing for chip in self.chips if isinstance(chip.thing, ContextItem))

    @property
    def images(self) -> tuple[ImagePart, ...]:
        """The pictures among it."""
        return tuple(chip.thing for chip in self.chips if isinstance(chip.thing, ImagePart))

    @property
    def offered(self) -> tuple[QuietChip, ...]:
        """What can be added with one press."""
        return tuple(self._quiet)

    def add(self, thing: Beside) -> None:
        """Lay *thing* beside the question, unless it lies there already."""
        if any(chip.thing == thing for chip in self.chips):
            return
        self._make(thing)
        self._renew()
        self.changed.emit()

    def set_things(self, things: tuple[Beside, ...]) -> None:
        """Hold these things and no others; chips of those that stay stay."""
        if tuple(chip.thing for chip in self.chips) == things:
            return
        for chip in [chip for chip in self.chips if chip.thing not in things]:
            self._drop(chip)
        for thing in things:
            if all(chip.thing != thing for chip in self.chips):
                self._make(thing)
        self._renew()
        self.changed.emit()

    def set_offered(self, items: tuple[ContextItem, ...], keys: str = "") -> None:
        """Offer *items*, the first of them also by *keys*; what lies there already is not offered."""
        if (items, keys) != (self._offered, self._keys):
            self._offered, self._keys = items, keys
            self._renew()

    def take_offered(self) -> bool:
        """Add the first thing that is offered; False where nothing is."""
        if not self._quiet:
            return False
        self.add(self._quiet[0].thing)
        return True

    def show_size(self, item: ContextItem, size: ContextSize) -> None:
        """Tell how much *item* comes to, where it still lies here."""
        for chip in self.chips:
            if chip.thing == item:
                chip.show_size(size)

    def show_problem(self, thing: Beside, problem: str) -> None:
        """Tell why *thing* cannot be sent."""
        for chip in self.chips:
            if chip.thing == thing:
                chip.show_problem(problem)

    def select_last(self) -> None:
        """Give the keyboard to the last chip, where there is one."""
        if self.chips:
            self.chips[-1].setFocus(Qt.FocusReason.BacktabFocusReason)
            self.ensureWidgetVisible(self.chips[-1])

    def mousePressEvent(self, event: QMouseEvent) -> None:
        """Leave a press between the chips to the frame around."""
        event.ignore()

    def _make(self, thing: Beside) -> None:
        chip = ContextChip(thing)
        chip.removed.connect(lambda: self._remove(chip))
        chip.stepped.connect(lambda by: self._step(chip, by))
        chip.left.connect(self.left)
        chip.typed.connect(self.typed)
        self.chips.append(chip)
        if isinstance(thing, ContextItem):
            self.added.emit(thing)

    def _remove(self, chip: ContextChip) -> None:
        place = self.chips.index(chip)
        had_keyboard = chip.hasFocus()
        self._drop(chip)
        self._renew()
        if had_keyboard and self.chips:
            self.chips[min(place, len(self.chips) - 1)].setFocus()
        else:
            self.left.emit()
        self.changed.emit()

    def _drop(self, chip: ContextChip) -> None:
        self.chips.remove(chip)
        self._flow.removeWidget(chip)
        chip.hide()
        chip.deleteLater()

    def _step(self, chip: ContextChip, by: int) -> None:
        place = self.chips.index(chip) + by
        if place >= len(self.chips):
            self.left.emit()
        elif place >= 0:
            self.chips[place].setFocus()
            self.ensureWidgetVisible(self.chips[place])

    def _renew(self) -> None:
        """Put what lies here and what is offered in order."""
        for quiet in self._quiet:
            self._flow.removeWidget(quiet)
            quiet.hide()
            quiet.deleteLater()
        # A mentioned note is named without its suffix, the open one is a path.
        whole = {item.target.removesuffix(".md") for item in self.items if item.kind in ("note", "active")}
        there = [
            one
            for one in self._offered
            if one in self.items or (one.kind == "active" and one.target.removesuffix(".md") in whole)
        ]
        free = [one for one in self._offered if one not in there]
        self._quiet = [QuietChip(item, self._keys if place == 0 else "") for place, item in enumerate(free)]
        for quiet in self._quiet:
            quiet.clicked.connect(lambda _checked=False, thing=quiet.thing: self._take(thing))
        for chip in (*self.chips, *self._quiet):
            self._flow.removeWidget(chip)
            self._flow.addWidget(chip)
            chip.show()
        self.setVisible(bool(self.chips or self._quiet))
        self._fit()

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Take as many lines as the chips need at this width."""
        super().resizeEvent(event)
        self._fit()

    def _fit(self) -> None:
        step = theme().step
        wanted = self._flow.heightForWidth(self.viewport().width())
        most = MOST_LINES * step(LINE) + (MOST_LINES - 1) * step(6)
        self.setFixedHeight(max(step(LINE), min(wanted, most)))

    def _take(self, thing: Beside) -> None:
        self.add(thing)
        self.left.emit()
