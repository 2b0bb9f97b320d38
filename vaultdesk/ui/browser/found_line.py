"""FoundLine: one quiet line over the results: how many, how quick, in which order. Counts and sorts nothing itself."""

from collections.abc import Sequence
from functools import partial
from typing import Literal

from PySide6.QtCore import Qt, QTimer, Signal
from PySide6.QtWidgets import QHBoxLayout, QWidget

from vaultdesk.index.index_results import Hit, Hits
from vaultdesk.ui.facts import number
from vaultdesk.ui.theme.theme import theme
from vaultdesk.ui.widgets.labels import ElidedLabel, PlainLabel
from vaultdesk.ui.widgets.menu import Menu, MenuButton

Order = Literal["best", "newest", "oldest", "name"]

PATIENCE = 400
"""Milliseconds before it is said that ranking goes on: what is quicker needs no words, and they would flicker."""


class FoundLine(QWidget):
    """Tell it when a search begins and what came of it."""

    order_changed = Signal()
    fold_asked = Signal(bool)
    """The passages of all notes are to be hidden, or shown."""
    recall_asked = Signal()
    """The page is wanted that shows what a question finds, and why."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.order: Order = "best"
        self._before = ""
        step = theme().step
        row = QHBoxLayout(self)
        row.setContentsMargins(step(18), 0, step(8), 0)
        row.setSpacing(step(4))
        self._many = PlainLabel("", "text", "small_strong")
        self._told = ElidedLabel("", Qt.TextElideMode.ElideRight, "muted", "small", brief=True)
        row.addWidget(self._many)
        row.addWidget(self._told, 1)
        self.sort = MenuButton("", self.tr("Order"), self._fill, font="small", role="muted")
        row.addWidget(self.sort)
        self._late = QTimer(self, singleShot=True, interval=PATIENCE)
        self._late.timeout.connect(self._tell_late)
        self._name_order()

    def text(self) -> str:
        """Return what is said."""
        return f"{self._many.text()} {self._told.text()}".strip()

    def begin(self) -> None:
        """A search is on its way; what was said stays until there is something to say."""
        self._before = ""
        self._late.start()

    def tell(self, answer: Hits, shown: int, most: int, seconds: float, passages: int = 0) -> None:
        """Say what was found: *passages* in *shown* notes of at most *most*, after so many *seconds*."""
        if answer.exact:
            self._late.stop()
            took = self.tr("{n} ms").format(n=number(max(1, round(seconds * 1000))))
            notes = self._count(answer.total, shown, most)
            if passages:
                many = self.tr("1 passage") if passages == 1 else self.tr("{n} passages").format(n=number(passages))
                self._say(many, f"{self._within(answer.total, shown, most)} · {took}")
            else:
                self._say(notes, f"· {took}")
            return
        about = "" if answer.total is None else self.tr("Best of about {n}").format(n=number(answer.total))
        self._before = about or self._count(None, shown, most)
        if not self._late.isActive():
            self._tell_late()

    def end(self) -> None:
        """Say nothing any more."""
        self._late.stop()
        self._say("", "")

    def _say(self, many: str, told: str) -> None:
        self._many.setText(many)
        self._many.setVisible(bool(many))
        self._told.set_text(told)

    def sorted(self, hits: Sequence[Hit]) -> list[Hit]:
        """Return *hits*, which are best first, in the order that was chosen."""
        match self.order:
            case "newest":
                return sorted(hits, key=lambda hit: hit.modified, reverse=True)
            case "oldest":
                return sorted(hits, key=lambda hit: hit.modified)
            case "name":
                return sorted(hits, key=lambda hit: (hit.title.casefold(), hit.path))
            case _:
                return list(hits)

    def _tell_late(self) -> None:
        going_on = self.tr("still ranking…") if self._before else self.tr("Searching…")
        self._say(self._before, f"· {going_on}" if self._before else going_on)

    def _count(self, total: int | None, shown: int, most: int) -> str:
        if total is not None and total > shown:
            return self.tr("Best {shown} of {total}").format(shown=number(shown), total=number(total))
        if shown >= most:
            return self.tr("The best {n}").format(n=number(shown))
        return self.tr("1 note") if shown == 1 else self.tr("{n} notes").format(n=number(shown))

    def _within(self, total: int | None, shown: int, most: int) -> str:
        if total is not None and total > shown:
            return self.tr("in the best {shown} of {total} notes").format(shown=number(shown), total=number(total))
        if shown >= most:
            return self.tr("in the best {n} notes").format(n=number(shown))
        return self.tr("in 1 note") if shown == 1 else self.tr("in {n} notes").format(n=number(shown))

    def _orders(self) -> dict[Order, str]:
        return {
            "best": self.tr("Best first"),
            "newest": self.tr("Newest first"),
            "oldest": self.tr("Oldest first"),
            "name": self.tr("By name"),
        }

    def _fill(self, menu: Menu) -> None:
        for order, words in self._orders().items():
            menu.add(words, partial(self._choose, order), checked=order == self.order)
        menu.addSeparator()
        menu.add(self.tr("Fold all"), partial(self.fold_asked.emit, True))
        menu.add(self.tr("Unfold all"), partial(self.fold_asked.emit, False))
        menu.addSeparator()
        menu.add(self.tr("See passages and why"), self.recall_asked.emit, icon_name="bulb")

    def _choose(self, order: Order) -> None:
        self.order = order
        self._name_order()
        self.order_changed.emit()

    def _name_order(self) -> None:
        self.sort.set_words(self._orders()[self.order])
