"""MarkdownView: a rendered document on the screen: its column, grounds, header and Copy buttons."""

from PySide6.QtCore import QPoint, QRectF, QSizeF, Qt, QTimer, Signal
from PySide6.QtGui import QPainter, QPaintEvent, QPalette, QResizeEvent
from PySide6.QtWidgets import QWidget

from vaultdesk.ui.markdown.code_buttons import CodeButtons
from vaultdesk.ui.markdown.decorations import CodeArea, Decorations
from vaultdesk.ui.markdown.document import RenderedDocument
from vaultdesk.ui.markdown.inert_browser import InertBrowser
from vaultdesk.ui.markdown.plan import Code
from vaultdesk.ui.markdown.style import Style, StyleKind
from vaultdesk.ui.theme.theme import theme

GROWING_SETTLE = 120
"""Milliseconds after which the Copy buttons of a growing text are placed again."""


class MarkdownView(InertBrowser):
    """Shows a `RenderedDocument`. In kind "note" the text stands in a centred column under an optional header."""

    content_height_changed = Signal(int)
    """The text needs this many pixels now (for a view that grows with its text)."""

    def __init__(self, kind: StyleKind, parent: QWidget | None = None, *, ground: str = "") -> None:
        """*ground* is the token behind the text: "surface" for notes, "background" for chats unless told."""
        super().__init__(RenderedDocument(Style(theme(), kind)), parent)
        self._kind: StyleKind = kind
        self._ground = ground or ("surface" if kind == "note" else "background")
        self._header: QWidget | None = None
        self._passage: range | None = None
        self._grows = False
        self._settle = QTimer(self, singleShot=True, interval=0)
        self._settle.timeout.connect(self._place_floating)
        self._decorations = Decorations(self.document_shown)
        self._buttons = CodeButtons(self.viewport())
        self.document_shown.documentLayout().documentSizeChanged.connect(self._resized_text)
        theme().changed.connect(self._dress)
        self._dress_ground()

    def set_header(self, header: QWidget) -> None:
        """Show *header* above the text instead of the one before; it scrolls with the text."""
        if self._header is not None:
            self._header.hide()
            self._header.deleteLater()
        self._header = header
        header.setParent(self.viewport())
        header.show()
        self.lay_out()

    def set_growing(self) -> None:
        """Be as tall as the text, without a scroll bar of its own (a message in a chat)."""
        self._grows = True
        # All of a growing view counts as seen, so its buttons are placed seldom and not with every word.
        self._settle.setInterval(GROWING_SETTLE)
        self.setVerticalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)

    def content_height(self) -> int:
        """Pixels the text needs at the present width."""
        return int(self.document_shown.size().height() + 0.999)

    def code_blocks(self) -> list[CodeArea]:
        """All blocks of code with their rectangles in the document."""
        right = self.right_edge()
        pieces = self.document_shown.pieces
        return [self._decorations.code_area(n, right) for n in range(len(pieces)) if isinstance(pieces[n], Code)]

    def show_pieces(self, pieces: range, *, lit: bool = True) -> None:
        """Scroll to *pieces* and, with *lit*, put a ground behind them until the next document or `clear_passage`."""
        if not pieces or pieces.stop > len(self.document_shown.pieces):
            return
        self._passage = pieces if lit else None
        top = self._decorations.extent(pieces.start)[0]
        self.verticalScrollBar().setValue(max(0, round(top) - self.viewport().height() // 4))
        self.viewport().update()

    def top_of(self, number: int) -> float:
        """Return where piece *number* begins, in pixels from the top of the text; 0 for one that is not there."""
        return self._decorations.extent(number)[0] if number < len(self.document_shown.pieces) else 0.0

    def clear_passage(self) -> None:
        """Take the ground away again."""
        self._passage = None
        self.viewport().update()

    def passage(self) -> range | None:
        """The pieces that are lit."""
        return self._passage

    def lay_out(self) -> None:
        """Set the margins of the column for the present width and header."""
        style = self.document_shown.style
        side = max(style.step(24), (self.viewport().width() - style.column) // 2) if self._kind == "note" else 0
        top = 0
        if self._header is not None:
            width = max(1, self.viewport().width() - 2 * side)
            # Not its size hint: that is how high it were at the width it would like best, with chips on two lines.
            high = self._header.heightForWidth(width)
            top = high if high >= 0 else max(0, self._header.sizeHint().height())
            self._header.setFixedSize(width, top)
        frame = self.document_shown.rootFrame()
        made = frame.frameFormat()
        bottom = style.step(48) if self._kind == "note" else style.step(2)
        if (made.leftMargin(), made.topMargin(), made.bottomMargin()) != (side, top, bottom):
            made.setLeftMargin(side)
            made.setRightMargin(side)
            made.setTopMargin(top)
            made.setBottomMargin(bottom)
            # Told of another frame, Qt lays all of a text out at once; told of another width, what is seen first.
            self.document_shown.setPageSize(QSizeF(0, 0))
            frame.setFrameFormat(made)
            self.document_shown.setTextWidth(self.viewport().width())
        self.document_shown.fit(self.viewport().width() - 2 * side)
        self.offer_sideways(never=self._grows)
        self._move_floating()

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Centre the column again."""
        scroll = self.verticalScrollBar().value()
        self.lay_out()
        super().resizeEvent(event)
        if scroll and not self._grows:
            self.stay_at(scroll)
        self.offer_sideways(never=self._grows)
        self._move_floating()

    def scrollContentsBy(self, dx: int, dy: int) -> None:
        """Move the header and the buttons with the text."""
        super().scrollContentsBy(dx, dy)
        self._place_floating()

    def paintEvent(self, event: QPaintEvent) -> None:
        """Paint grounds and signs, then the text over them."""
        painter = QPainter(self.viewport())
        scroll = self.verticalScrollBar().value()
        painter.translate(-self.horizontalScrollBar().value(), -scroll)
        seen = self._decorations.visible(scroll + event.rect().top() - 200, scroll + event.rect().bottom() + 200)
        if self._passage is not None:
            self._paint_passage(painter, self._passage)
        self._decorations.paint(painter, seen, self.right_edge())
        painter.end()
        super().paintEvent(event)

    def right_edge(self) -> float:
        """Where the text column ends."""
        width = max(self.document_shown.textWidth(), 1.0)
        return width - self.document_shown.rootFrame().frameFormat().rightMargin()

    def _paint_passage(self, painter: QPainter, pieces: range) -> None:
        style = self.document_shown.style
        top, bottom = self._decorations.whole_extent(pieces.start, pieces.stop - 1)
        top, bottom = top - style.step(6), bottom + style.step(6)
        left = self._decorations.left_edge() - style.step(12)
        rect = QRectF(left, top, self.right_edge() + style.step(12) - left, bottom - top)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.setPen(style.color("accent") if theme().tokens.high_contrast else Qt.PenStyle.NoPen)
        painter.setBrush(style.color("accent_soft"))
        painter.drawRoundedRect(rect, style.step(6), style.step(6))

    def _move_floating(self) -> None:
        if self._grows:
            if not self._settle.isActive():
                self._settle.start()
        else:
            self._place_floating()

    def _place_floating(self) -> None:
        scroll = QPoint(self.horizontalScrollBar().value(), self.verticalScrollBar().value())
        if self._header is not None:
            left = int(self._decorations.left_edge())
            self._header.move(left - scroll.x(), -scroll.y())
        pieces = self.document_shown.pieces
        right = self.right_edge()
        seen = self._decorations.visible(scroll.y(), scroll.y() + self.viewport().height())
        areas = [self._decorations.code_area(n, right) for n in seen if isinstance(pieces[n], Code)]
        self._buttons.place([(area, area.rect.translated(-scroll.x(), -scroll.y())) for area in areas])

    def _resized_text(self) -> None:
        if not self._settle.isActive():
            self._settle.start()
        if self._grows:
            self.content_height_changed.emit(self.content_height())

    def _dress(self) -> None:
        self._dress_ground()
        self.document_shown.restyle(Style(theme(), self._kind))
        self.lay_out()

    def _dress_ground(self) -> None:
        palette = QPalette(self.palette())
        palette.setColor(QPalette.ColorRole.Base, theme().color(self._ground))
        self.setPalette(palette)
        self.setFont(self.document_shown.style.body_font)
        self.document_shown.setDefaultFont(self.document_shown.style.body_font)
