"""Sheet stack: the sheets of the settings in their places, each made when it is first wanted. Knows none of them.

All of them at once take 0.4 s, for which the window would stand still: the one in sight is made at once, the others
one at a time whenever the window has nothing else to do, so that all are there when something is searched for.
"""

from collections.abc import Callable, Iterator, Sequence

from PySide6.QtCore import QTimer
from PySide6.QtGui import QShowEvent
from PySide6.QtWidgets import QStackedWidget, QWidget

from vaultdesk.ui.settings.sheet import Sheet


class SheetStack(QStackedWidget):
    """Shows one sheet at a time."""

    def __init__(self, makers: Sequence[Callable[[], Sheet]], parent: QWidget | None = None) -> None:
        """*makers* make one sheet each, in order."""
        super().__init__(parent)
        self._makers = tuple(makers)
        self._made: dict[int, Sheet] = {}
        self._pause = QTimer(self, interval=0, singleShot=True)
        self._pause.timeout.connect(self._make_next)
        for _ in makers:
            self.addWidget(QWidget())

    def show_sheet(self, number: int) -> None:
        """Show the sheet of that number."""
        self.setCurrentWidget(self.sheet(number))

    def sheet(self, number: int) -> Sheet:
        """Return the sheet of that number, made now where it is not yet."""
        if number not in self._made:
            sheet = self._made[number] = self._makers[number]()
            empty = self.widget(number)
            self.insertWidget(number, sheet)
            if empty is not None:
                self.removeWidget(empty)
                empty.deleteLater()
        return self._made[number]

    def made(self) -> Iterator[Sheet]:
        """Yield the sheets that are there."""
        yield from self._made.values()

    def showEvent(self, event: QShowEvent) -> None:
        """Begin to make the others."""
        super().showEvent(event)
        self._pause.start()

    def _make_next(self) -> None:
        missing = next((number for number in range(len(self._makers)) if number not in self._made), None)
        if missing is not None:
            self.sheet(missing)
            self._pause.start()
