"""TabDrag: a tab that is pulled off its row: where it may go, shown as a ground over that place. Moves nothing."""

from dataclasses import dataclass
from functools import partial

from PySide6.QtCore import QObject, QPoint, QRect, Qt, Signal
from PySide6.QtGui import QPainter, QPaintEvent
from PySide6.QtWidgets import QWidget

from vaultdesk.ui.note.sides import Sides
from vaultdesk.ui.note.tab_group import TabGroup
from vaultdesk.ui.theme.primitives import box
from vaultdesk.ui.theme.theme import theme

EDGE = 0.35
"""Part of a side at its right or lower edge where a tab let go of makes a second side."""


@dataclass(frozen=True)
class Target:
    """Where a tab may go."""

    place: QRect
    """In the sides."""
    down: bool
    """Whether the sides then lie under each other."""


class TabDrag(QObject):
    """Follows the tabs of the groups it is told of."""

    dropped = Signal(object, QPoint)
    """A page's tab was let go of over a point of the screen that is a target."""

    def __init__(self, sides: Sides, parent: QObject) -> None:
        super().__init__(parent)
        self._sides = sides
        self._veil: DropGround | None = None

    def follow(self, group: TabGroup) -> None:
        """Follow the tabs of *group*."""
        group.tabs.bar.pulled.connect(partial(self._pulled, group))
        group.tabs.bar.let_go.connect(partial(self._let_go, group))

    def target(self, page: QWidget, at: QPoint) -> Target | None:
        """Return where the tab of *page* would go from the point *at* of the screen; None where nowhere."""
        sides, here = self._sides, self._sides.mapFromGlobal(at)
        own = sides.group_of(page)
        over = next((group for group in sides.groups if group.isVisible() and _rect(group, sides).contains(here)), None)
        if over is None:
            return None
        place = _rect(over, sides)
        if over is not own:
            return Target(place, sides.down)
        if len(sides.groups) > 1 or len(own.widgets) < 2:
            return None
        right = place.adjusted(round(place.width() * (1 - EDGE)), own.tabs.height(), 0, 0)
        below = place.adjusted(0, round(place.height() * (1 - EDGE)), 0, 0)
        if right.contains(here):
            return Target(place.adjusted(place.width() // 2, 0, 0, 0), down=False)
        return Target(place.adjusted(0, place.height() // 2, 0, 0), down=True) if below.contains(here) else None

    def _pulled(self, group: TabGroup, number: int, at: QPoint) -> None:
        page = group.page_at(number)
        target = self.target(page, at) if page is not None else None
        if target is None:
            self._hide()
            return
        if self._veil is None:
            self._veil = DropGround(self._sides)
        self._veil.setGeometry(target.place)
        self._veil.show()
        self._veil.raise_()

    def _let_go(self, group: TabGroup, number: int, at: QPoint) -> None:
        self._hide()
        page = group.page_at(number)
        if page is not None and self.target(page, at) is not None:
            self.dropped.emit(page, at)

    def _hide(self) -> None:
        if self._veil is not None:
            self._veil.deleteLater()
            self._veil = None


class DropGround(QWidget):
    """A ground with an outline over the place where a tab would go."""

    def __init__(self, parent: QWidget) -> None:
        super().__init__(parent)
        self.setAttribute(Qt.WidgetAttribute.WA_TransparentForMouseEvents)

    def paintEvent(self, _event: QPaintEvent) -> None:
        """Draw it."""
        look = theme()
        ground = look.color("accent_tint")
        ground.setAlphaF(0.6)
        edge = look.step(4)
        box(QPainter(self), self.rect().adjusted(edge, edge, -edge, -edge), look.step(6), ground, look.color("accent"))


def _rect(group: TabGroup, sides: Sides) -> QRect:
    return QRect(group.mapTo(sides, QPoint(0, 0)), group.size())
