"""Found place: where on a settings page the words stand that were searched for: brought into sight, and marked."""

from collections.abc import Iterator
from typing import TypeAlias

import shiboken6
from PySide6.QtCore import QEvent, QObject, QPoint, QRect, Qt, QTimer
from PySide6.QtGui import QPainter, QPaintEvent
from PySide6.QtWidgets import QAbstractButton, QLabel, QWidget

from vaultdesk.ui.settings.sheet import Sheet
from vaultdesk.ui.theme.primitives import box
from vaultdesk.ui.theme.theme import theme
from vaultdesk.ui.widgets.labels import PlainLabel
from vaultdesk.ui.widgets.lists.entry_list import EntryList

AIR, MARGIN = 3, 48
"""Pixels of LOOK's drawings: the mark around the words, and what is seen above and below them."""

Part: TypeAlias = QLabel | QAbstractButton


class FoundPlace(QObject):
    """Marks one place at a time, for as long as the search stands."""

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self.mark: Mark | None = None
        """What is marked now."""
        self._sheet: Sheet | None = None
        self._wanted: tuple[str, ...] = ()
        # A page that was just chosen is laid out first, and a word is typed in one go.
        self._soon = QTimer(self, singleShot=True, interval=0)
        self._soon.timeout.connect(self._show)

    def show(self, sheet: Sheet, typed: str) -> None:
        """Show where *typed* stands on *sheet*; nothing where nothing is typed."""
        self._drop()
        self._sheet, self._wanted = sheet, tuple(typed.casefold().split())
        if self._wanted:
            self._soon.start()
        else:
            self._soon.stop()

    def _show(self) -> None:
        if self._sheet is None:
            return
        target = best_place(self._sheet, self._wanted)
        if target is None:
            _go_to_row(self._sheet, self._wanted)
            return
        self._sheet.ensureWidgetVisible(target, 0, theme().step(MARGIN))
        self.mark = Mark(target)
        self.mark.destroyed.connect(self._forget)

    def _drop(self) -> None:
        if self.mark is not None:
            self.mark.hide()
            self.mark.deleteLater()
            self.mark = None

    def _forget(self) -> None:
        if self.mark is not None and not shiboken6.isValid(self.mark):
            self.mark = None


class Mark(QWidget):
    """A box behind the words, in a tint on which muted ones can be read too; goes where they go, and with them."""

    def __init__(self, target: Part) -> None:
        super().__init__(target.parentWidget())
        self.target = target
        self.setAttribute(Qt.WidgetAttribute.WA_TransparentForMouseEvents)
        around = _follow(target, self)
        while around is not None:
            self.setParent(around)
            # What holds the words may end where they begin: the box stands in the first that has room for it.
            if around.rect().contains(self._wanted()) or around.autoFillBackground():
                break
            around = _follow(around, self)
        target.destroyed.connect(self.deleteLater)
        theme().changed.connect(self.update)
        self._place()
        self.lower()
        self.show()

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """Go where the words go."""
        if event.type() == QEvent.Type.Hide:
            self.hide()
        elif event.type() in (QEvent.Type.Move, QEvent.Type.Resize, QEvent.Type.Show):
            self._place()
            self.show()
        return super().eventFilter(watched, event)

    def paintEvent(self, _event: QPaintEvent) -> None:
        """Draw the box."""
        look = theme()
        box(QPainter(self), self.rect(), look.step(4), look.color("accent_tint"), look.color("accent"))

    def _place(self) -> None:
        self.setGeometry(self._wanted())

    def _wanted(self) -> QRect:
        air, target = theme().step(AIR), self.target
        host = self.parentWidget() or target
        room = QRect(target.mapTo(host, QPoint(0, 0)), target.size())
        if isinstance(target, QLabel) and target.alignment() & Qt.AlignmentFlag.AlignLeft:
            # A label is often as wide as the page, and as high as what stands beside it; its words are not.
            metrics = target.fontMetrics()
            room.setWidth(min(room.width(), metrics.horizontalAdvance(target.text()) + 1))
            if target.alignment() & Qt.AlignmentFlag.AlignVCenter and not target.wordWrap():
                spare = max(0, room.height() - metrics.height()) // 2
                room.adjust(0, spare, 0, -spare)
        return room.adjusted(-air, -air, air, air)


def best_place(sheet: Sheet, wanted: tuple[str, ...]) -> Part | None:
    """Return the first label or button in which most of the words stand."""
    found: list[tuple[int, int, int, Part]] = []
    for number, (part, words) in enumerate(_parts(sheet)):
        count = sum(word in words.casefold() for word in wanted)
        if count and part.isVisibleTo(sheet):
            found.append((-count, part.mapTo(sheet, QPoint(0, 0)).y(), number, part))
    return min(found, key=lambda one: one[:3])[3] if found else None


def _follow(part: QWidget, mark: Mark) -> QWidget | None:
    """Let *mark* know when *part* moves; return what is around it, as far as the page goes."""
    if isinstance(part.parentWidget(), Sheet):
        return None
    part.installEventFilter(mark)
    return part.parentWidget()


def _parts(sheet: Sheet) -> Iterator[tuple[Part, str]]:
    for label in sheet.findChildren(PlainLabel):
        yield label, label.text()
    for button in sheet.findChildren(QAbstractButton):
        yield button, button.accessibleName() or button.text()


def _go_to_row(sheet: Sheet, wanted: tuple[str, ...]) -> None:
    """Make the row of a list current in which the words stand."""
    for listed in sheet.findChildren(EntryList):
        for entry in listed.entries():
            if not entry.heading and all(word in entry.title.casefold() for word in wanted):
                listed.go_to(entry.key)
                sheet.ensureWidgetVisible(listed, 0, theme().step(MARGIN))
                return
