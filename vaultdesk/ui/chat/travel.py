"""Travel: the ways through a conversation: pages, own questions, words, a place in a text. Builds nothing itself."""

from PySide6.QtCore import QObject, QPoint, QRect
from PySide6.QtWidgets import QScrollArea, QWidget

from vaultdesk.ui.chat.built_exchanges import BuiltExchanges
from vaultdesk.ui.chat.exchange import Exchange
from vaultdesk.ui.chat.exchange_view import ExchangeView
from vaultdesk.ui.chat.kept_exchanges import exchange_with
from vaultdesk.ui.chat.tail import Tail
from vaultdesk.ui.theme.theme import theme


class Travel(QObject):
    """Moves the reader of one scroll area."""

    def __init__(self, area: QScrollArea, built: BuiltExchanges, tail: Tail) -> None:
        super().__init__(area)
        self._area, self._built, self._tail = area, built, tail

    @property
    def number_in_sight(self) -> int:
        """The place of the first exchange of which something is in sight."""
        return self._built.number_in_sight()

    def page(self, direction: int) -> None:
        """Scroll a page up (-1) or down (+1)."""
        bar = self._area.verticalScrollBar()
        bar.setValue(bar.value() + direction * (bar.pageStep() - theme().step(24)))

    def jump(self, direction: int) -> None:
        """Go to the question before (-1) or after (+1) the one at the top."""
        bar, exchanges = self._area.verticalScrollBar(), self._built.piece.exchanges
        if not exchanges:
            return
        number = self.number_in_sight
        top = self._top_of(self._built.view_of(exchanges[number]))
        if direction > 0:
            number += 1 if top <= bar.value() + 1 else 0
        else:
            number -= 1 if top >= bar.value() - 1 else 0
        if number < 0:
            self.go_to_start()
        elif number >= len(exchanges):
            self._tail.go_to_end()
        else:
            self.go_to(exchanges[number])

    def go_to_edge(self, direction: int) -> None:
        """Go to the first question (-1) or to the end (+1)."""
        if direction < 0:
            self.go_to_start()
        else:
            self._tail.go_to_end()

    def go_to_start(self) -> None:
        """Go to the first question."""
        self._tail.hold()
        self._area.verticalScrollBar().setValue(0)

    def go_to(self, exchange: Exchange) -> ExchangeView:
        """Go to *exchange*, built or not, and return its view."""
        view = self._built.view_of(exchange)
        self._built.settle()
        self._tail.hold()
        self._area.verticalScrollBar().setValue(self._top_of(view))
        return view

    def go_to_words(self, words: str) -> None:
        """Go to the first exchange in which *words* stand, where there is one."""
        found = exchange_with(self._built.piece.exchanges, words)
        if found is not None:
            self.go_to(found)

    def go_to_rect(self, widget: QWidget, rect: QRect) -> None:
        """Bring *rect* of *widget*, which stands among the messages, into sight where it is not."""
        self._built.settle()
        bar, port, edge = self._area.verticalScrollBar(), self._area.viewport().height(), theme().step(32)
        top = rect.top() + self._y_of(widget)
        if not bar.value() + edge <= top <= bar.value() + port - edge - rect.height():
            self._tail.hold()
            bar.setValue(top - port // 3)

    def _top_of(self, view: QWidget) -> int:
        return self._y_of(view) - theme().step(4)

    def _y_of(self, widget: QWidget) -> int:
        content = self._area.widget()
        return widget.mapTo(content, QPoint(0, 0)).y() if content is not None else 0
