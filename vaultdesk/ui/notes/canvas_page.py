"""Page of a canvas file: the drawing of its cards and arrows with zoom and keyboard navigation, or its cards as a
list."""

import asyncio
from collections.abc import Callable, Mapping, Sequence
from functools import lru_cache
from math import atan2, cos, pi, sin

from PySide6.QtCore import QLineF, QPointF, QRectF, Qt, Signal
from PySide6.QtGui import (
    QColor,
    QFocusEvent,
    QFontMetricsF,
    QKeyEvent,
    QPainter,
    QPainterPath,
    QPaintEvent,
    QPen,
    QPolygonF,
)
from PySide6.QtWidgets import QWidget

from vaultdesk.ui.bridge import start
from vaultdesk.ui.formatting import format_number, plain_excerpt
from vaultdesk.ui.notes.block_list_page import MAX_FILE_BYTES, SEARCH_LENGTHS, TextFilePage
from vaultdesk.ui.notes.canvas_cards import (
    CanvasArrow,
    CanvasCard,
    CanvasFile,
    CardContent,
    CardTexts,
    Side,
    drawn_content,
    parse_canvas,
    read_contents,
)
from vaultdesk.ui.notes.file_page import FilePage
from vaultdesk.ui.rendering.markdown_parser import is_app_address, is_web_address
from vaultdesk.ui.rendering.render_plan import comparable_letters, note_target
from vaultdesk.ui.theme.theme import theme
from vaultdesk.ui.theme.theme_values import blend_colors
from vaultdesk.ui.widgets.accessibility import announce
from vaultdesk.ui.widgets.buttons import IconButton, PlainButton
from vaultdesk.ui.widgets.labels import PlainLabel, safe_label_text
from vaultdesk.ui.widgets.zoom_view import Viewport, ZoomView, fitting_viewport
from vaultdesk.vault.disk.vault_listing import FileState
from vaultdesk.vault.note_path import NOTE_SUFFIX, NotePath
from vaultdesk.vault.vault import Vault

_OUT: dict[Side, tuple[float, float]] = {"top": (0, -1), "right": (1, 0), "bottom": (0, 1), "left": (-1, 0)}

MAX_BEND = 80.0
"""Maximum length in canvas pixels of an arrow's straight start, at most half of its length."""

MAX_FIRST_TEXT = 400
"""Maximum number of characters of a card's text shown when zoomed out."""

ARROW_HEAD_SIZE = 10.0
"""Size of an arrowhead in pixels."""


def color_of(role: str, plain: str) -> QColor:
    """Return the color of *role*, or of the token *plain* if it is empty."""
    values = theme()
    if role == "orange":
        return blend_colors(values.color("danger"), values.color("warning"), 0.5)
    return values.color(role or plain)


def area_of(card: CanvasCard) -> QRectF:
    """Return the rectangle of *card*."""
    return QRectF(card.x, card.y, card.width, card.height)


def draw_frame(painter: QPainter, card: CanvasCard, scale: float, *, current: bool) -> None:
    """Draw the background and frame of a card; a group gets a lighter background and a dashed frame."""
    values, area = theme(), area_of(card)
    background = values.color("background" if card.kind == "group" else "surface")
    if card.role:
        background = blend_colors(color_of(card.role, "outline"), background, 0.08)
    if card.kind == "group":
        background.setAlphaF(0.6)
    line = QPen(color_of(card.role, "control"), max(1.2, 1.6 if card.role else 1.0) / scale)
    if card.kind == "group":
        line.setDashPattern([6, 4])
    painter.setPen(line)
    painter.setBrush(background)
    painter.drawRoundedRect(area, 8, 8)
    if current:
        painter.setPen(QPen(values.color("accent"), 2 / scale))
        painter.setBrush(Qt.BrushStyle.NoBrush)
        painter.drawRoundedRect(area.adjusted(-4 / scale, -4 / scale, 4 / scale, 4 / scale), 10, 10)


def draw_label(painter: QPainter, card: CanvasCard, scale: float) -> None:
    """Draw a group's name above its upper edge, legible at any scale."""
    if not card.text.strip() or card.width * scale < 40:
        return
    values = theme()
    painter.save()
    painter.translate(card.x, card.y)
    painter.scale(1 / scale, 1 / scale)
    painter.setFont(values.font("strong"))
    painter.setPen(color_of(card.role, "muted"))
    metrics = QFontMetricsF(painter.font())
    label = metrics.elidedText(_line(card.text), Qt.TextElideMode.ElideRight, card.width * scale)
    painter.drawText(QPointF(values.px(4), -values.px(6)), label)
    painter.restore()


def draw_arrows(painter: QPainter, arrows: Sequence[CanvasArrow], cards: Sequence[CanvasCard], scale: float) -> None:
    """Draw the lines, their heads and their labels."""
    for arrow in arrows:
        color = color_of(arrow.role, "outline")
        start, end = anchor(cards[arrow.start], arrow.start_side), anchor(cards[arrow.end], arrow.end_side)
        path = _path(start, end, arrow)
        painter.setPen(QPen(color, 1.6 / scale))
        painter.setBrush(Qt.BrushStyle.NoBrush)
        painter.drawPath(path)
        painter.setBrush(color)
        painter.setPen(Qt.PenStyle.NoPen)
        for has_head, at, side in (
            (arrow.end_arrow, end, arrow.end_side), (arrow.start_arrow, start, arrow.start_side),
        ):  # fmt: skip
            if has_head:
                painter.drawPolygon(_arrow_head(at, side))
        if arrow.label.strip():
            _draw_label_text(painter, path, arrow.label, scale)


def anchor(card: CanvasCard, side: Side) -> QPointF:
    """Return the middle of a side of *card*."""
    (x, y), (dx, dy) = card.center, _OUT[side]
    return QPointF(x + dx * card.width / 2, y + dy * card.height / 2)


def draw_plain_cards(painter: QPainter, canvas: CanvasFile, visible: Sequence[int]) -> None:
    """Draw very many cards: plain boxes, and straight lines for arrows."""
    cards = canvas.cards
    painter.setPen(QPen(theme().color("border"), 0))
    painter.drawLines([QLineF(*cards[arrow.start].center, *cards[arrow.end].center) for arrow in canvas.arrows])
    # Without frames: they take most of the time for thousands of cards and are not visible at this scale.
    painter.setPen(Qt.PenStyle.NoPen)
    for role in sorted({cards[index].role for index in visible}):
        painter.setBrush(color_of(role, "control"))
        painter.drawRects([area_of(cards[index]) for index in visible if cards[index].role == role])


def draw_first_text(painter: QPainter, card: CanvasCard, scale: float) -> None:
    """Draw the first words of *card* in the window's font size if it is large enough."""
    values = theme()
    width, height = card.width * scale - values.px(12), card.height * scale
    if width < values.px(44) or height < values.px(20):
        return
    painter.save()
    painter.translate(card.x, card.y)
    painter.scale(1 / scale, 1 / scale)
    painter.setFont(values.font("small"))
    painter.setPen(values.color("text2"))
    text = _first_text(card.text) if card.kind == "text" else card_title(card) if card.kind == "file" else card.text
    flags = Qt.TextFlag.TextWordWrap.value | Qt.AlignmentFlag.AlignLeft.value | Qt.AlignmentFlag.AlignTop.value
    painter.drawText(
        QRectF(values.px(6), values.px(4), width, height - values.px(8)), flags, safe_label_text(text, 240)
    )
    painter.restore()


@lru_cache(maxsize=2_048)
def _first_text(text: str) -> str:
    """Return the beginning of a card's Markdown as plain text."""
    return plain_excerpt(text[:MAX_FIRST_TEXT]).text


def card_title(card: CanvasCard) -> str:
    """Return the title of a file card: its name, and its heading or block."""
    name = card.text.rpartition("/")[2].removesuffix(NOTE_SUFFIX)
    part = card.subpath.lstrip("#^").replace("#", " › ")
    return _line(f"{name} › {part}" if part else name)


def _path(start: QPointF, end: QPointF, arrow: CanvasArrow) -> QPainterPath:
    bend = min(MAX_BEND * 2, max(MAX_BEND * 0.4, QLineF(start, end).length() / 2))
    from_x, from_y = _OUT[arrow.start_side]
    to_x, to_y = _OUT[arrow.end_side]
    path = QPainterPath(start)
    path.cubicTo(
        QPointF(start.x() + from_x * bend, start.y() + from_y * bend),
        QPointF(end.x() + to_x * bend, end.y() + to_y * bend), end,
    )  # fmt: skip
    return path


def _arrow_head(at: QPointF, side: Side) -> QPolygonF:
    out = _OUT[side]
    angle = atan2(out[1], out[0])
    spread = pi / 7
    return QPolygonF(
        [
            at,
            *(
                QPointF(at.x() + ARROW_HEAD_SIZE * cos(angle + offset), at.y() + ARROW_HEAD_SIZE * sin(angle + offset))
                for offset in (spread, -spread)
            ),
        ]
    )


def _draw_label_text(painter: QPainter, path: QPainterPath, label: str, scale: float) -> None:
    """Draw *label* over the middle of an arrow that is long enough."""
    values = theme()
    metrics = QFontMetricsF(values.font("small"))
    if path.length() * scale < min(metrics.horizontalAdvance(label), values.px(220)):
        return
    painter.save()
    painter.translate(path.pointAtPercent(0.5))
    painter.scale(1 / scale, 1 / scale)
    painter.setFont(values.font("small"))
    cut = metrics.elidedText(_line(label), Qt.TextElideMode.ElideRight, values.px(220))
    width, height = metrics.horizontalAdvance(cut) + values.px(8), metrics.height() + values.px(2)
    area = QRectF(-width / 2, -height / 2, width, height)
    painter.fillRect(area, values.color("background"))
    painter.setPen(values.color("text2"))
    painter.drawText(area, int(Qt.AlignmentFlag.AlignCenter), cut)
    painter.restore()


def _line(text: str) -> str:
    return safe_label_text(text, 300).replace("\n", " ")


MIN_TEXT_SCALE = 0.45
"""Scale from which texts are drawn; below it a card shows its first words in the window's font size."""

MANY_CARDS = 500
"""Number of visible cards from which only their backgrounds are drawn."""

CARD_PADDING = 14.0
"""Padding in canvas pixels between a card's edge and its text."""


class CanvasView(ZoomView):
    """View of one canvas."""

    opened = Signal(int)
    """Index of a card opened with Enter or a double click."""
    target_requested = Signal(str)
    """A link to a note in a card's text was clicked."""
    web_requested = Signal(str)

    def __init__(self, name: str, parent: QWidget | None = None) -> None:
        super().__init__(name, parent)
        self.canvas = CanvasFile()
        self.contents: dict[int, CardContent] = {}
        self.current: int | None = None
        self._order: list[int] = []
        self._texts = CardTexts(self, self.update)

    def show_canvas(self, canvas: CanvasFile) -> None:
        """Show *canvas*, fitted to the view unless the user has zoomed to a part."""
        self.canvas, self.contents = canvas, {}
        self._order = canvas.reading_order()
        self.current = None
        self._texts.forget()
        self.refit()
        self._announce_current()

    def add_contents(self, contents: Mapping[int, CardContent]) -> None:
        """Show the file contents of some cards."""
        self.contents.update(contents)
        self.update()

    def fitted(self) -> Viewport:
        """Return the viewport in which all cards are visible."""
        corners = [
            point for card in self.canvas.cards
            for point in ((card.x, card.y), (card.x + card.width, card.y + card.height))
        ]  # fmt: skip
        return fitting_viewport(corners, self.width(), self.height(), theme().px(32), 1.0)

    def go_to(self, index: int, *, spoken: bool = False) -> None:
        """Make the card at index *index* current and visible."""
        self.current = index
        card = self.canvas.cards[index]
        x, y = self.viewport_state.to_view(card.center)
        if not self.rect().adjusted(40, 40, -40, -40).contains(int(x), int(y)):
            self.set_viewport(self.viewport_state.centered(card.center, self.width(), self.height()))
        self._announce_current()
        self.update()
        if spoken:
            announce(self, self.accessible_text(index))

    def zoom_to(self, index: int) -> None:
        """Zoom to the card at index *index* so that it can be read."""
        card = self.canvas.cards[index]
        scale = min(1.0, self.width() * 0.8 / card.width, self.height() * 0.8 / card.height)
        self.set_viewport(Viewport(max(scale, 0.05)).centered(card.center, self.width(), self.height()))
        self.go_to(index)

    def move_selection(self, dx: int, dy: int) -> None:
        """Go to the next or previous card in reading order."""
        if not self._order:
            return
        position = self._order.index(self.current) + (dx or dy) if self.current is not None else 0
        self.go_to(self._order[max(0, min(len(self._order) - 1, position))], spoken=True)

    def clicked_at(self, position: QPointF) -> None:
        """Make the clicked card current, and follow a clicked link."""
        self.current = self._index_at(position)
        self._announce_current()
        self.update()
        href = self._link_at(position)
        if note_target(href):
            self.target_requested.emit(note_target(href))
        elif is_web_address(href) or is_app_address(href):
            self.web_requested.emit(href)

    def opened_at(self, position: QPointF) -> None:
        """Open the double-clicked card."""
        index = self._index_at(position)
        if index is not None:
            self.opened.emit(index)

    def hovered_at(self, position: QPointF | None) -> None:
        """Show a hand cursor over a link."""
        link = self._link_at(position) if position is not None else ""
        self.setCursor(Qt.CursorShape.PointingHandCursor if link else Qt.CursorShape.ArrowCursor)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Enter opens the current card, Esc deselects it; the base class handles other keys."""
        if event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter) and self.current is not None:
            self.opened.emit(self.current)
        elif event.key() == Qt.Key.Key_Escape and self.current is not None:
            self.current = None
            self.update()
        else:
            super().keyPressEvent(event)

    def focusInEvent(self, event: QFocusEvent) -> None:
        super().focusInEvent(event)
        self._announce_current()

    def paintEvent(self, _event: QPaintEvent) -> None:
        """Draw groups, arrows and cards, from back to front."""
        painter = QPainter(self)
        painter.fillRect(self.rect(), theme().color("background"))
        self._texts.begin()
        viewport, cards = self.viewport_state, self.canvas.cards
        left, top = viewport.to_scene(0, 0)
        right, bottom = viewport.to_scene(self.width(), self.height())
        visible = [
            index for index, card in enumerate(cards)
            if card.x < right and card.y < bottom and card.x + card.width > left and card.y + card.height > top
        ]  # fmt: skip
        painter.translate(viewport.x, viewport.y)
        painter.scale(viewport.scale, viewport.scale)
        if len(visible) > MANY_CARDS:
            draw_plain_cards(painter, self.canvas, visible)
            return
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.setRenderHint(QPainter.RenderHint.SmoothPixmapTransform)
        for index in visible:
            if cards[index].kind == "group":
                draw_frame(painter, cards[index], viewport.scale, current=index == self.current)
        inside = set(visible)
        arrows = [arrow for arrow in self.canvas.arrows if arrow.start in inside or arrow.end in inside]
        draw_arrows(painter, arrows[: 4 * MANY_CARDS], cards, viewport.scale)
        for index in visible:
            if cards[index].kind == "group":
                draw_label(painter, cards[index], viewport.scale)
            else:
                draw_frame(painter, cards[index], viewport.scale, current=index == self.current)
                self._draw_inside(painter, index)

    def accessible_text(self, index: int) -> str:
        card = self.canvas.cards[index]
        kinds = {
            "text": self.tr("Text: {words}"), "file": self.tr("File: {words}"), "link": self.tr("Address: {words}"),
            "group": self.tr("Group: {words}"),
        }  # fmt: skip
        return kinds[card.kind].format(words=safe_label_text(card.text, 300).replace("\n", " "))

    def _draw_inside(self, painter: QPainter, index: int) -> None:
        card, content = self.canvas.cards[index], self.contents.get(index)
        area = area_of(card).adjusted(CARD_PADDING, CARD_PADDING, -CARD_PADDING, -CARD_PADDING)
        if area.width() < 8 or area.height() < 8:
            return
        if content is not None and content.image is not None:
            size = content.image.size().toSizeF()
            size.scale(area_of(card).size(), Qt.AspectRatioMode.KeepAspectRatio)
            image_rect = QRectF(QPointF(), size)
            image_rect.moveCenter(area_of(card).center())
            painter.drawImage(image_rect, content.image)
        elif self.viewport_state.scale < MIN_TEXT_SCALE:
            draw_first_text(painter, card, self.viewport_state.scale)
        else:
            self._draw_text(painter, index, area)

    def _draw_text(self, painter: QPainter, index: int, area: QRectF) -> None:
        card, content = self.canvas.cards[index], self.contents.get(index)
        text = card.text
        if card.kind == "file":
            painter.setFont(theme().font("heading"))
            missing = content is not None and content.missing
            painter.setPen(theme().color("muted" if missing else "text"))
            metrics = QFontMetricsF(painter.font())
            title = self.tr("{name} (missing)").format(name=card_title(card)) if missing else card_title(card)
            cut = metrics.elidedText(title, Qt.TextElideMode.ElideRight, area.width())
            painter.drawText(QPointF(area.left(), area.top() + metrics.ascent()), cut)
            area.setTop(area.top() + metrics.height() + 6)
            text = content.text if content is not None else ""
        elif card.kind == "link":
            text = f"<{text}>" if is_web_address(text) else text
        document = self._texts.document(index, text, area.width()) if text and area.height() > 8 else None
        if document is not None:
            self._texts.draw(painter, document, area)

    def _index_at(self, position: QPointF) -> int | None:
        x, y = self.viewport_state.to_scene(position.x(), position.y())
        cards = self.canvas.cards
        inside = [index for index, card in enumerate(cards) if area_of(card).contains(x, y)]
        # Cards are above groups, and later ones above earlier ones.
        return max(inside, key=lambda index: (cards[index].kind != "group", index), default=None)

    def _link_at(self, position: QPointF) -> str:
        index = self._index_at(position)
        if index is None or self.canvas.cards[index].kind != "text" or self.viewport_state.scale < MIN_TEXT_SCALE:
            return ""
        card = self.canvas.cards[index]
        document = self._texts.document(index, card.text, card.width - 2 * CARD_PADDING)
        if document is None:
            return ""
        x, y = self.viewport_state.to_scene(position.x(), position.y())
        return document.documentLayout().anchorAt(QPointF(x - card.x - CARD_PADDING, y - card.y - CARD_PADDING))

    def _announce_current(self) -> None:
        if self.current is not None:
            self.setAccessibleDescription(self.accessible_text(self.current))
        else:
            cards = sum(card.kind != "group" for card in self.canvas.cards)
            self.setAccessibleDescription(self.tr("Cards: {n}").format(n=cards))


MakeList = Callable[[], FilePage]


class CanvasPage(TextFilePage):
    """Page of one canvas file, which is read when shown; read-only."""

    open_requested = Signal(str, str)
    """Path or name of a note that should be opened, and the heading or block in it."""
    web_requested = Signal(str)

    def __init__(self, vault: Vault, path: str, make_list: MakeList) -> None:
        """*make_list* creates the page that lists the cards as text."""
        super().__init__(vault, path)
        self._make_list = make_list
        self.view = CanvasView(self.accessibleName())
        self.list: FilePage | None = None
        """The cards as text, created on first use."""
        self.body.addWidget(self.view)
        self.status = PlainLabel("", "muted", "small")
        self.as_list = PlainButton(self.tr("As a list"), icon_name="list", small=True)
        self.as_list.setCheckable(True)
        self.as_list.toggled.connect(self._show_list)
        self.fit_button = IconButton("expand", self.tr("Fit to window"), keys="0", role="text2")
        self.fit_button.clicked.connect(self.view.fit)
        self.head.insertWidget(1, self.status)
        self.head.insertWidget(2, self.as_list)
        self.head.addWidget(self.fit_button)
        self.view.opened.connect(self._open_card)
        self.view.target_requested.connect(self._open_target)
        self.view.web_requested.connect(self.web_requested)

    def moved(self, path: str) -> None:
        super().moved(path)
        if self.list is not None:
            self.list.moved(path)

    async def show_file(self, path: NotePath, state: FileState) -> None:
        text, canvas = await asyncio.to_thread(self._read, path)
        if text == self.text:
            return
        self.text = text
        if self.list is not None and self.as_list.isChecked():
            self.list.check_file()
        if canvas.broken:
            self.as_list.setChecked(True)
            self.as_list.setEnabled(False)
            return
        self.as_list.setEnabled(True)
        if not canvas.cards:
            self.error_state.set_text(
                self.tr("This canvas is empty"), self.tr("Add cards in a program that can edit it, such as Obsidian.")
            )
            self.body.setCurrentWidget(self.error_state)
            return
        self.view.show_canvas(canvas)
        hidden_text = self.tr("{n} cards are not shown").format(n=format_number(canvas.left_out))
        self.status.setText(hidden_text if canvas.left_out else "")
        if not self.as_list.isChecked():
            self.show_content(self.view)
        self.find_passage()
        await self._read_contents(canvas)

    async def _read_contents(self, canvas: CanvasFile) -> None:
        batches = read_contents(self.vault.files, canvas)
        while (batch := await asyncio.to_thread(next, batches, None)) is not None:
            if canvas is not self.view.canvas:
                return
            self.view.add_contents({index: content for index, content in batch.items() if not content.picture})
            for index, content in batch.items():
                if content.picture:
                    start(self._draw_card(canvas, index, content.picture), self)

    async def _draw_card(self, canvas: CanvasFile, index: int, data: bytes) -> None:
        content = await drawn_content(data)
        if canvas is self.view.canvas:
            self.view.add_contents({index: content})

    def _read(self, path: NotePath) -> tuple[str, CanvasFile]:
        text = self.vault.files.read_text(path, MAX_FILE_BYTES).text
        return text, parse_canvas(text)

    def find_passage(self) -> None:
        letters = comparable_letters(self.passage)
        if not letters or self.text is None:
            return
        self.passage = ""
        cards = [comparable_letters(card.text) for card in self.view.canvas.cards]
        for size in SEARCH_LENGTHS:
            found = next((index for index, text in enumerate(cards) if letters[:size] in text), None)
            if found is not None:
                self.view.zoom_to(found)
                return

    def _show_list(self, on: bool) -> None:
        if on and self.list is None:
            self.list = self._make_list()
            self.body.addWidget(self.list)
        if on and self.list is not None:
            self.body.setCurrentWidget(self.list)
        else:
            self.body.setCurrentWidget(self.view if self.view.canvas.cards else self.error_state)
        self.setFocus()

    def _open_card(self, index: int) -> None:
        card = self.view.canvas.cards[index]
        if card.kind == "file" and card.text:
            self.open_requested.emit(card.text, card.subpath.removeprefix("#"))
        elif card.kind == "link":
            self.web_requested.emit(card.text)
        else:
            self.view.zoom_to(index)

    def _open_target(self, target: str) -> None:
        name, _, part = target.partition("#")
        self.open_requested.emit(name, part)
