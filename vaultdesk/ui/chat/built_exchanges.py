"""Built exchanges: which piece of a conversation has widgets; room is kept where the others would stand.

Widgets cost some hundredths of a second an exchange: thousands of messages built at once would hold the window for
minutes, and laying all of them out anew for each change would too. So there are widgets for what is in sight and a
little around it, an exchange a turn of the loop, and empty room above and below as high as the rest is reckoned to be.
What the reader reads stays where it is, whatever turns out higher or lower around it.
"""

from time import perf_counter
from typing import Final

from PySide6.QtCore import QCoreApplication, QEvent, QObject, QTimer, Signal
from PySide6.QtWidgets import QScrollArea, QVBoxLayout

from vaultdesk.ui.chat.column import MessageColumn
from vaultdesk.ui.chat.exchange import Exchange, Place
from vaultdesk.ui.chat.exchange_view import ExchangeView
from vaultdesk.ui.chat.piece import Piece
from vaultdesk.ui.chat.tail import Tail
from vaultdesk.ui.theme.theme import theme

NEAR: Final = 1.0
"""Screens above and below what is in sight in which everything is built."""

FAR: Final = 3.0
"""Screens away from which what is built is let go."""

MOST_BUILT: Final = 24
"""Exchanges that stay built however short they are, unless they are in sight: all are laid out with every change."""

SHORT: Final = 8
"""Exchanges of a conversation whose end is built at once."""

BUSY: Final = 0.03
"""Seconds a turn of the loop may go on building while there is empty room in sight."""

LAYOUT_ROUNDS: Final = 4
"""A width reaches the text, its height comes back, the exchange and the column take it over: one round each."""


class BuiltExchanges(QObject):
    """Follows the reader through one conversation."""

    built = Signal(object)
    """An `ExchangeView` was made."""

    def __init__(self, area: QScrollArea, column: MessageColumn, rows: QVBoxLayout, tail: Tail) -> None:
        super().__init__(area)
        self._area, self._rows, self._tail = area, rows, tail
        self.piece = Piece(area, column, rows)
        self._read: tuple[ExchangeView, int] | None = None
        """A view and how much of it is above the top: it stays there."""
        self._again = QTimer(self)
        self._again.setSingleShot(True)
        self._again.setInterval(0)
        self._again.timeout.connect(self._go_on)
        self.piece.built.connect(self._made)
        tail.moved.connect(self._moved)
        column.laid_out.connect(self._laid_out)
        theme().changed.connect(self._again.start)

    def show(self, exchanges: list[Exchange], at: Place | None = None) -> None:
        """Show *exchanges* from their end, or with *at* at the top."""
        self._read = None
        self.piece.reset(exchanges)
        if at is not None and at.exchange in exchanges:
            self._tail.hold()
            self._read = (self.piece.begin(exchanges.index(at.exchange)), at.offset)
            self._changed()
            self._go_on()
            return
        self.piece.keep_room()
        self._tail.go_to_end()
        if len(exchanges) <= SHORT:
            self._go_on()
        else:
            self._again.start()  # Going over to a long chat is a turn's work without its first exchange.

    def add(self) -> None:
        """Show one more exchange, the last one, and go there."""
        piece = self.piece
        if piece.end == len(piece.exchanges) - 1:
            piece.grow(up=False)
        piece.keep_room()
        self._tail.go_to_end()
        self._again.start()

    def drop_missing(self) -> None:
        """Take away what is no longer in the conversation."""
        for view in self.piece.forget_missing():
            self._drop(view)
        self.piece.renumber()
        self.piece.keep_room()
        self._again.start()

    def view_of(self, exchange: Exchange) -> ExchangeView:
        """Return the view of *exchange*; where it is not built, the conversation is shown from there."""
        if not any(view.exchange is exchange for view in self.piece.views):
            self.show(self.piece.exchanges, Place(exchange))
        return next(view for view in self.piece.views if view.exchange is exchange)

    def place(self) -> Place | None:
        """Return where the reader is; None at the end."""
        if self._tail.following or not self.piece.views:
            return None
        view, offset = self._read_now()
        return Place(view.exchange, offset)

    def number_in_sight(self) -> int:
        """Return the place of the first exchange of which something is in sight."""
        if not self.piece.views:
            return 0
        return self.piece.first + self.piece.views.index(self._read_now()[0])

    def settle(self) -> None:
        """Lay out now instead of with the next events, so that the range is right."""
        for _ in range(LAYOUT_ROUNDS):
            QCoreApplication.sendPostedEvents(None, QEvent.Type.LayoutRequest.value)

    def _go_on(self) -> None:
        """Build what is wanted next, and go on in the next turn."""
        if not self.piece.exchanges:
            return
        began = perf_counter()
        if self.piece.take_width():
            self.piece.keep_room()
        while self._grow():
            if perf_counter() - began > BUSY or not self._bare():
                self._again.start()
                return
        self._let_go()
        if self.piece.heights.correct():
            self.piece.keep_room()

    def _grow(self) -> bool:
        """Build one exchange; False where everything near is built."""
        piece, port = self.piece, self._area.viewport().height()
        top, near = self._area.verticalScrollBar().value(), round(NEAR * port)
        bottom = top + port
        if not piece.views or piece.bottom < top - near or piece.top > bottom + near:
            self._begin()
            return True
        above, below = piece.first > 0, piece.end < len(piece.exchanges)
        if below and piece.bottom < bottom:
            up = False
        elif above and piece.top > top - near and (piece.top > top or not below or piece.bottom > bottom + near):
            up = True
        elif below and piece.bottom < bottom + near:
            up = False
        else:
            return False
        piece.grow(up=up)
        self._changed()
        return True

    def _bare(self) -> bool:
        """Tell whether there is empty room in sight where words should be."""
        piece, port = self.piece, self._area.viewport().height()
        top = self._area.verticalScrollBar().value()
        return (piece.first > 0 and piece.top > top) or (piece.end < len(piece.exchanges) and piece.bottom < top + port)

    def _begin(self) -> None:
        """Build what should stand at the top, or the end: the reader went far."""
        place, inside = self.piece.place_at(self._area.verticalScrollBar().value())
        if self._tail.following:
            place, inside = len(self.piece.exchanges) - 1, 0
        self._read = (self.piece.begin(place), inside)
        self._changed()

    def _changed(self) -> None:
        """Lay out at once, the reader unmoved."""
        self.piece.lay_out()
        self._stand()

    def _let_go(self) -> None:
        """Take away what is far from the reader, and what is too much of what is near."""
        bar, port, piece = self._area.verticalScrollBar(), self._area.viewport().height(), self.piece
        top, bottom = bar.value(), bar.value() + port
        far, near, gone = round(FAR * port), round(NEAR * port), False
        while len(piece.views) > 1:
            over, under = top - piece.bottom_of(piece.views[0]), piece.y_of(piece.views[-1]) - bottom
            many = len(piece.views) > MOST_BUILT
            if over > far or (many and over >= under and over > near):
                self._drop(piece.views[0])
            elif under > far or (many and under > near):
                self._drop(piece.views[-1])
            else:
                break
            gone = True
        if gone:
            self._changed()

    def _drop(self, view: ExchangeView) -> None:
        if self._read is not None and self._read[0] is view:
            self._read = None
        self.piece.drop(view)

    def _made(self, view: ExchangeView) -> None:
        view.unfolded.connect(self._tail.hold)
        self.built.emit(view)

    def _laid_out(self) -> None:
        """Keep the reader where they are: something was laid out anew."""
        self._stand()
        if self._bare():
            self._again.start()

    def _stand(self) -> None:
        if self._read is not None and not self._tail.following:
            view, offset = self._read
            self._tail.stand_at(self.piece.y_of(view) + offset)

    def _moved(self, _value: int) -> None:
        """The reader went on: remember what they read now, and build around it."""
        self._read = self._read_now() if self.piece.views else None
        gap = self._rows.spacing()
        if self._read is not None and not -gap <= self._read[1] <= self._read[0].height() + gap:
            self._read = None  # Far from all that is built.
        self._again.start()

    def _read_now(self) -> tuple[ExchangeView, int]:
        """Return the first view of which something is in sight, and how much of it is above the top."""
        top, piece = self._area.verticalScrollBar().value(), self.piece
        view = next((view for view in piece.views if piece.bottom_of(view) > top), piece.views[-1])
        return view, top - piece.y_of(view)
