"""Text browser for a rendered document, with decorations, Copy buttons and the selection as text or Markdown; it
opens no link or file itself."""

from bisect import bisect_right
from collections.abc import Sequence

from PySide6.QtCore import (
    QCoreApplication,
    QEvent,
    QMimeData,
    QObject,
    QPoint,
    QPointF,
    QRectF,
    QSize,
    QSizeF,
    Qt,
    QTimer,
    QUrl,
    Signal,
)
from PySide6.QtGui import (
    QContextMenuEvent,
    QGuiApplication,
    QHelpEvent,
    QMouseEvent,
    QPainter,
    QPaintEvent,
    QPalette,
    QResizeEvent,
    QTextBlock,
    QTextCursor,
    QTextDocument,
)
from PySide6.QtWidgets import QFrame, QTextBrowser, QToolButton, QToolTip, QWidget

from vaultdesk.ui.rendering.decorations import CodeArea, Decorations
from vaultdesk.ui.rendering.formula import source_at
from vaultdesk.ui.rendering.markdown_parser import is_app_address, is_web_address
from vaultdesk.ui.rendering.planner import LINE_BREAK
from vaultdesk.ui.rendering.render_plan import (
    NOTE_SCHEME,
    CodeBlock,
    RenderElement,
    Table,
    TextBlock,
    TextRun,
    TextStyle,
    note_target,
)
from vaultdesk.ui.rendering.rendered_document import RenderedDocument
from vaultdesk.ui.rendering.text_formats import StyleKind, TextFormats
from vaultdesk.ui.theme.icons import icon
from vaultdesk.ui.theme.painting import focus_ring
from vaultdesk.ui.theme.theme import theme
from vaultdesk.ui.widgets.labels import as_tooltip
from vaultdesk.ui.widgets.menu import Menu


def selected_text(document: RenderedDocument, selection: QTextCursor) -> str:
    """Return the selected text; elements are separated as displayed, and painted markers are written before their
    line.
    """
    start, end = selection.selectionStart(), selection.selectionEnd()
    lines: list[str] = []
    row_before = (-1, -1)
    block = document.findBlock(start)
    while block.isValid() and block.position() <= end:
        number = bisect_right(document.starts, block.position()) - 1
        text = _block_text(block, start, end)
        row = _table_row(document, number, block)
        if row != (-1, -1) and row == row_before:
            lines[-1] += "\t" + text
        elif number >= 0:
            at_start = start <= block.position() == document.starts[number]
            lines.append((_marker_text(document, number) if at_start else "") + text)
        row_before = row
        block = block.next()
    return "\n".join(lines).strip("\n")


def _block_text(block: QTextBlock, start: int, end: int) -> str:
    first = max(0, start - block.position())
    text = block.text()[first : max(0, end - block.position())]
    if "\ufffc" in text:
        cursor = QTextCursor(block)
        position = block.position() + first
        text = "".join(
            source_at(cursor, position + n) if character == "\ufffc" else character for n, character in enumerate(text)
        )
    return text.replace("\u2028", "\n")


def _marker_text(document: RenderedDocument, number: int) -> str:
    element = document.elements[number]
    if not isinstance(element, TextBlock) or not element.marker:
        return ""
    return "  " * (element.nesting.depth - 1) + _markdown_marker(element.marker) + " "


def _table_row(document: RenderedDocument, number: int, block: QTextBlock) -> tuple[int, int]:
    if number < 0 or not isinstance(document.elements[number], Table):
        return -1, -1
    table = QTextCursor(block).currentTable()
    return (number, table.cellAt(block.position()).row()) if table is not None else (-1, -1)


EMPHASIS_MARKERS = (
    (TextStyle.STRONG, "**"),
    (TextStyle.EMPHASIS, "*"),
    (TextStyle.STRIKE, "~~"),
    (TextStyle.MARK, "=="),
)

FENCE = "```"


def selected_markdown(document: RenderedDocument, selection: QTextCursor) -> str:
    """Return *selection* in *document* as Markdown.

    Within one table or one block of code it is the text alone; of a paragraph only the selected part is taken.
    """
    start, end = selection.selectionStart(), selection.selectionEnd()
    first = max(0, bisect_right(document.starts, start) - 1)
    last = max(first, bisect_right(document.starts, max(start, end - 1)) - 1)
    elements = document.elements[first : last + 1]
    if len(elements) == 1 and isinstance(elements[0], Table | CodeBlock):
        return selection.selectedText().replace("\u2029", "\n").replace(LINE_BREAK, "\n")
    parts: list[str] = []
    for number, element in enumerate(elements, first):
        text = _element_markdown(element, *_selected_range(document, number, start, end))
        is_adjacent = parts and _are_adjacent_items(document.elements[number - 1], element)
        parts.append(text if not parts else ("\n" if is_adjacent else "\n\n") + text)
    return "".join(parts).strip("\n")


def _are_adjacent_items(above: RenderElement, below: RenderElement) -> bool:
    """Return whether both are list items, written without an empty line between them."""
    if not (isinstance(above, TextBlock) and isinstance(below, TextBlock) and above.marker and below.marker):
        return False
    same_kind = above.marker[0].isdigit() == below.marker[0].isdigit()
    return same_kind or below.nesting.depth > above.nesting.depth


def _selected_range(document: RenderedDocument, number: int, start: int, end: int) -> tuple[int, int]:
    """Return the selected range of element *number*, in its own characters."""
    begin = document.starts[number]
    return max(0, start - begin), max(0, end - begin)


def _element_markdown(element: RenderElement, start: int, end: int) -> str:
    match element:
        case TextBlock():
            text = _block_prefix(element, start) + _runs_markdown(_selected_runs(element.runs, start, end))
        case CodeBlock():
            text = f"{FENCE}{element.language}\n{element.text.rstrip(chr(10))}\n{FENCE}"
        case Table():
            rows = [
                "| " + " | ".join(_runs_markdown(cell).replace("|", "\\|") for cell in row) + " |"
                for row in element.rows
            ]
            text = "\n".join([rows[0], "|" + "---|" * len(element.aligns), *rows[1:]])
    quoted = "> " * len(element.nesting.boxes)
    return "\n".join(quoted + line for line in text.split("\n")) if quoted else text


def _block_prefix(block: TextBlock, start: int) -> str:
    """Return the markers before a block if its beginning is selected."""
    if start:
        return ""
    if block.kind.startswith("h") and block.kind[1:].isdigit():
        return "#" * int(block.kind[1:]) + " "
    if block.kind == "rule":
        return "---"
    if not block.marker:
        return "    " * block.nesting.depth
    return "    " * (block.nesting.depth - 1) + _markdown_marker(block.marker) + " "


def _markdown_marker(marker: str) -> str:
    """Return the displayed *marker* of a list item as Markdown."""
    return "-" if marker == "•" else f"- {marker}" if marker.startswith("[") else marker


def _selected_runs(runs: tuple[TextRun, ...], start: int, end: int) -> list[tuple[TextRun, str]]:
    """Return the runs with the selected parts of their texts, in Qt's units; rendered ones are whole or absent."""
    selected: list[tuple[TextRun, str]] = []
    offset = 0
    for run in runs:
        units = run.text.encode("utf-16-le", "surrogatepass")
        length = 1 if run.image or run.math else len(units) // 2
        first, last = max(0, start - offset), min(length, end - offset)
        offset += length
        if first >= last:
            continue
        is_rendered = run.image or run.math
        selected.append((run, run.text if is_rendered else units[2 * first : 2 * last].decode("utf-16-le", "replace")))
    return selected


def _runs_markdown(runs: list[tuple[TextRun, str]] | tuple[TextRun, ...]) -> str:
    pairs = [run if isinstance(run, tuple) else (run, run.text) for run in runs]
    return "".join(_run_markdown(run, text) for run, text in pairs if not run.style & TextStyle.SUPERSCRIPT)


def _run_markdown(run: TextRun, text: str) -> str:
    text = text.replace(LINE_BREAK, "\n")
    if run.image:
        return f"![[{run.image}]]"
    if run.math:
        return f"$${run.math}$$" if run.display else f"${run.math}$"
    target = note_target(run.href)
    if target:
        name = target.rpartition("/")[2].removesuffix(".md")
        return f"[[{target}]]" if text in (target, name) else f"[[{target}|{text}]]"
    if run.href:
        return f"[{text}]({run.href})"
    if run.style & TextStyle.CODE:
        return f"`{text}`"
    inner = text.strip()
    if not inner:
        return text
    before, after = text[: len(text) - len(text.lstrip())], text[len(text.rstrip()) :]
    markers = [marker for style, marker in EMPHASIS_MARKERS if run.style & style]
    return before + "".join(markers) + inner + "".join(reversed(markers)) + after


COPIED_DURATION = 1500
"""Milliseconds for which the button confirms the copy."""


class CodeButtons(QObject):
    """Shows buttons on *host* for the visible blocks of code."""

    def __init__(self, host: QWidget) -> None:
        super().__init__(host)
        self._host = host
        self._buttons: list[_CopyButton] = []

    def place(self, areas: Sequence[tuple[CodeArea, QRectF]]) -> None:
        """Show a button at the right end of each head; the rectangles are in the host's coordinates."""
        while len(self._buttons) < len(areas):
            self._buttons.append(_CopyButton(self._host))
        for button, (area, rect) in zip(self._buttons, areas, strict=False):
            button.show_for(area.text, area.number)
            size = button.sizeHint()
            top = rect.top() + (theme().px(26) - size.height()) / 2
            button.setGeometry(round(rect.right()) - size.width() - theme().px(4), round(top), *size.toTuple())
            button.show()
        for button in self._buttons[len(areas) :]:
            button.hide()


class _CopyButton(QToolButton):
    def __init__(self, parent: QWidget) -> None:
        super().__init__(parent)
        self._text = ""
        self._number = -1
        self._reset_timer = QTimer(self, singleShot=True, interval=COPIED_DURATION)
        self._reset_timer.timeout.connect(self._apply_theme)
        self.setAutoRaise(True)
        self.setToolButtonStyle(Qt.ToolButtonStyle.ToolButtonTextBesideIcon)
        self.setFocusPolicy(Qt.FocusPolicy.TabFocus)
        self.setCursor(Qt.CursorShape.PointingHandCursor)
        self.clicked.connect(self._copy)
        theme().changed.connect(self._apply_theme)
        self._apply_theme()

    def show_for(self, text: str, number: int) -> None:
        """Set the text to copy."""
        if number != self._number:
            self._number = number
            self._reset_timer.stop()
            self._apply_theme()
        self._text = text

    def _copy(self) -> None:
        QGuiApplication.clipboard().setText(self._text)
        self._show("check", QCoreApplication.translate("CodeButtons", "Copied"))
        self._reset_timer.start()

    def _apply_theme(self) -> None:
        self._show("copy", QCoreApplication.translate("CodeButtons", "Copy"))

    def _show(self, icon_name: str, text: str) -> None:
        self.setFont(theme().font("caption"))
        self.setIconSize(QSize(theme().px(14), theme().px(14)))
        self.setIcon(icon(icon_name, size=14))
        self.setText(text)
        self.setAccessibleName(QCoreApplication.translate("CodeButtons", "Copy code"))
        self.adjustSize()


MIN_HORIZONTAL_EXCESS = 24
"""Pixels by which a document must be wider than the view before horizontal scrolling is enabled, for a table that
cannot be narrower.
"""

TOOLTIP_LIMIT = 300
"""Maximum number of characters of an address in a tooltip."""


GROWING_DELAY = 120
"""Milliseconds after which the Copy buttons of a growing text are positioned again."""


class MarkdownView(QTextBrowser):
    """Shows a `RenderedDocument`; reports clicked addresses and opens nothing itself.

    With the kind "note" the text is in a centered column under an optional header.
    """

    link_activated = Signal(str)
    """A web or mail address, or one of this program's own, was clicked; the receiver decides whether to open it."""

    program_requested = Signal(str)
    """An address of another program, such as Obsidian, was clicked; the receiver determines what it does."""

    link_menu_opening = Signal(object, str)
    """The `Menu` of a link to a note is about to be shown, with the link's target."""
    menu_opening = Signal(object)
    """The `Menu` of the text is about to be shown: receivers may add to it."""

    note_requested = Signal(str, bool)
    """A note link was clicked: the target as written, and whether a new tab was requested."""

    content_height_changed = Signal(int)
    """The height of the text in pixels changed (for a view that grows with its text)."""

    def __init__(self, kind: StyleKind, parent: QWidget | None = None, *, background: str = "") -> None:
        """*background* is the token of the background; by default "surface" for notes, "background" for chats."""
        super().__init__(parent)
        self.rendered_document = document = RenderedDocument(TextFormats(theme(), kind))
        document.setParent(self)
        self.setFrameShape(QFrame.Shape.NoFrame)
        self.setOpenLinks(False)
        self.setUndoRedoEnabled(False)
        self.setLineWrapMode(QTextBrowser.LineWrapMode.WidgetWidth)
        self.setDocument(document)
        self.anchorClicked.connect(self._clicked)
        self._no_horizontal_scroll = False
        self.horizontalScrollBar().rangeChanged.connect(
            lambda: self.update_horizontal_scroll(never=self._no_horizontal_scroll)
        )
        self._kind: StyleKind = kind
        self._background = background or ("surface" if kind == "note" else "background")
        self._header: QWidget | None = None
        self._passage: range | None = None
        self._focused_link: range | None = None
        """Characters of the link that was reached by the keyboard. Qt selects its text."""
        self._grows = False
        self._layout_timer = QTimer(self, singleShot=True, interval=0)
        self._layout_timer.timeout.connect(self._place_floating)
        self._decorations = Decorations(self.rendered_document)
        self._buttons = CodeButtons(self.viewport())
        self.rendered_document.documentLayout().documentSizeChanged.connect(self._text_resized)
        theme().changed.connect(self._apply_theme)
        self._apply_background()

    def update_horizontal_scroll(self, *, never: bool = False) -> None:
        """Enable horizontal scrolling only if the text cannot be narrower."""
        self._no_horizontal_scroll = never
        # Qt measures a document before its margins are final and then offers to scroll a few empty pixels. The width is
        # taken from the scroll bar, because the document would first lay out all of its text.
        excess = self.horizontalScrollBar().maximum()
        is_needed = not never and excess > self.rendered_document.style.px(MIN_HORIZONTAL_EXCESS)
        policy = Qt.ScrollBarPolicy.ScrollBarAsNeeded if is_needed else Qt.ScrollBarPolicy.ScrollBarAlwaysOff
        if self.horizontalScrollBarPolicy() != policy:
            self.setHorizontalScrollBarPolicy(policy)

    def restore_scroll(self, scroll: int) -> None:
        """Lay out the text as far as visible at *scroll*, and scroll there: Qt starts a new layout for another
        width.
        """
        below = QPointF(0, scroll + self.viewport().height())
        self.rendered_document.documentLayout().hitTest(below, Qt.HitTestAccuracy.FuzzyHit)
        self.verticalScrollBar().setValue(scroll)

    def _first_visible_block(self) -> tuple[int, int]:
        """Return the number of the first visible block and how many of its pixels are above the view; 0 at the top."""
        if not self.verticalScrollBar().value():
            return 0, 0
        block = self.cursorForPosition(QPoint(self.viewport().width() // 2, 1)).block()
        return block.blockNumber(), -self.cursorRect(QTextCursor(block)).top()

    def _scroll_to_block(self, number: int, above: int) -> None:
        """Scroll so that *above* pixels of the block *number* are above the view."""
        block = self.rendered_document.findBlockByNumber(number)
        self.rendered_document.documentLayout().blockBoundingRect(block)  # Lays out the text up to this block.
        self.restore_scroll(self.verticalScrollBar().value() + self.cursorRect(QTextCursor(block)).top() + above)

    def loadResource(self, kind: int, name: QUrl | str) -> None:
        """Load nothing, whatever the text refers to."""

    def doSetSource(
        self, name: QUrl | str, type: QTextDocument.ResourceType = QTextDocument.ResourceType.UnknownResource
    ) -> None:
        """Do nothing: a click on an address must never load it into the view."""

    def createMimeDataFromSelection(self) -> QMimeData:
        """Copy as plain text."""
        data = QMimeData()
        data.setText(selected_text(self.rendered_document, self.textCursor()))
        return data

    def contextMenuEvent(self, event: QContextMenuEvent) -> None:
        """Offer to copy the selection or the address under the pointer."""
        menu = Menu(self.tr("Text"), self)
        menu.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        reason = "" if self.has_selected_text() else self.tr("Nothing is selected.")
        menu.add(self.tr("Copy"), self.copy, disabled_reason=reason)
        href = self.anchorAt(event.pos())
        if href:
            address = note_target(href) or href
            menu.add(self.tr("Copy link"), lambda: QGuiApplication.clipboard().setText(address))
        if note_target(href):
            menu.add(self.tr("Open in new tab"), lambda: self.note_requested.emit(note_target(href), True))
            self.link_menu_opening.emit(menu, note_target(href))
        menu.add(self.tr("Select all"), self.selectAll)
        self.menu_opening.emit(menu)
        menu.popup(event.globalPos())

    def event(self, event: QEvent) -> bool:
        """Show a link's address literally in the tooltip."""
        if event.type() == QEvent.Type.ToolTip and isinstance(event, QHelpEvent):
            href = self.anchorAt(self.viewport().mapFrom(self, event.pos()))
            address = note_target(href) or href
            QToolTip.showText(event.globalPos(), as_tooltip(address[:TOOLTIP_LIMIT]), self)
            return True
        return super().event(event)

    def focusNextPrevChild(self, next: bool) -> bool:
        """Move the focus between the links first."""
        moved = super().focusNextPrevChild(next)
        cursor = self.textCursor()
        self._focused_link = range(cursor.selectionStart(), cursor.selectionEnd()) if cursor.hasSelection() else None
        return moved

    def mousePressEvent(self, event: QMouseEvent) -> None:
        """Take the focus from a link."""
        self._focused_link = None
        super().mousePressEvent(event)

    def has_selected_text(self) -> bool:
        """Return whether the user selected text; a link with the focus is not."""
        return self.textCursor().hasSelection() and self.focused_link() is None

    def focused_link(self) -> range | None:
        """Return the characters of the link with the focus; None if none has it."""
        cursor = self.textCursor()
        shown = range(cursor.selectionStart(), cursor.selectionEnd())
        return shown if shown and shown == self._focused_link else None

    def set_header(self, header: QWidget) -> None:
        """Show *header* above the text, replacing the previous one; it scrolls with the text."""
        if self._header is not None:
            self._header.hide()
            self._header.deleteLater()
        self._header = header
        header.setParent(self.viewport())
        header.show()
        self.lay_out()

    def set_growing(self) -> None:
        """Be as tall as the text, without a scroll bar (a message in a chat)."""
        self._grows = True
        # All of a growing view counts as visible, so its buttons are not positioned for every word.
        self._layout_timer.setInterval(GROWING_DELAY)
        self.setVerticalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)

    def content_height(self) -> int:
        """Return the height of the text at the current width in pixels."""
        return int(self.rendered_document.size().height() + 0.999)

    def show_elements(self, elements: range) -> None:
        """Scroll to *elements* and highlight them until the next document or `clear_passage`."""
        if not elements or elements.stop > len(self.rendered_document.elements):
            return
        self._passage = elements
        top = self._decorations.extent(elements.start)[0]
        self.verticalScrollBar().setValue(max(0, round(top) - self.viewport().height() // 4))
        self.viewport().update()

    def top_of(self, number: int) -> float:
        """Return the start of element *number* in pixels from the top of the text; 0 if it does not exist."""
        return self._decorations.extent(number)[0] if number < len(self.rendered_document.elements) else 0.0

    def clear_passage(self) -> None:
        """Remove the highlight."""
        self._passage = None
        self.viewport().update()

    def passage(self) -> range | None:
        """The highlighted elements."""
        return self._passage

    def lay_out(self) -> None:
        """Set the margins of the column for the current width and header."""
        style = self.rendered_document.style
        margin = max(style.px(24), (self.viewport().width() - style.column) // 2) if self._kind == "note" else 0
        top = 0
        if self._header is not None:
            width = max(1, self.viewport().width() - 2 * margin)
            # Not its size hint, which is the height at its preferred width, with chips on two lines.
            height = self._header.heightForWidth(width)
            top = height if height >= 0 else max(0, self._header.sizeHint().height())
            self._header.setFixedSize(width, top)
        frame = self.rendered_document.rootFrame()
        frame_format = frame.frameFormat()
        bottom = style.px(48) if self._kind == "note" else style.px(2)
        if (frame_format.leftMargin(), frame_format.topMargin(), frame_format.bottomMargin()) != (margin, top, bottom):
            frame_format.setLeftMargin(margin)
            frame_format.setRightMargin(margin)
            frame_format.setTopMargin(top)
            frame_format.setBottomMargin(bottom)
            # If the frame changes, Qt lays out all of the text; if the width changes, the visible part first.
            self.rendered_document.setPageSize(QSizeF(0, 0))
            frame.setFrameFormat(frame_format)
            self.rendered_document.setTextWidth(self.viewport().width())
        self.rendered_document.fit(self.viewport().width() - 2 * margin)
        self.update_horizontal_scroll(never=self._grows)
        self._move_floating()

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Center the column."""
        scroll = self.verticalScrollBar().value()
        self.lay_out()
        super().resizeEvent(event)
        if scroll and not self._grows:
            self.restore_scroll(scroll)
        self.update_horizontal_scroll(never=self._grows)
        self._move_floating()

    def scrollContentsBy(self, dx: int, dy: int) -> None:
        """Move the header and the buttons with the text."""
        super().scrollContentsBy(dx, dy)
        self._place_floating()

    def paintEvent(self, event: QPaintEvent) -> None:
        painter = QPainter(self.viewport())
        scroll = self.verticalScrollBar().value()
        painter.translate(-self.horizontalScrollBar().value(), -scroll)
        visible = self._decorations.visible(scroll + event.rect().top() - 200, scroll + event.rect().bottom() + 200)
        if self._passage is not None:
            self._paint_passage(painter, self._passage)
        self._decorations.paint(painter, visible, self.right_edge())
        painter.end()
        super().paintEvent(event)
        link = self.focused_link()
        if link is not None and self.hasFocus():
            self._paint_focus(link)

    def right_edge(self) -> float:
        """X of the right edge of the text column, in document coordinates."""
        width = max(self.rendered_document.textWidth(), 1.0)
        return width - self.rendered_document.rootFrame().frameFormat().rightMargin()

    def _clicked(self, address: QUrl) -> None:
        href = address.toString(QUrl.ComponentFormattingOption.FullyEncoded)
        target = note_target(href)
        if target:
            control = Qt.KeyboardModifier.ControlModifier
            self.note_requested.emit(target, bool(QGuiApplication.keyboardModifiers() & control))
        elif is_web_address(href) or is_app_address(href):
            self.link_activated.emit(href)
        elif href and not href.startswith(NOTE_SCHEME):
            self.program_requested.emit(href)

    def _paint_passage(self, painter: QPainter, elements: range) -> None:
        style = self.rendered_document.style
        top, bottom = self._decorations.extent_with_boxes(elements.start, elements.stop - 1)
        top, bottom = top - style.px(6), bottom + style.px(6)
        left = self._decorations.left_edge() - style.px(12)
        rect = QRectF(left, top, self.right_edge() + style.px(12) - left, bottom - top)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.setPen(style.color("accent") if theme().tokens.high_contrast else Qt.PenStyle.NoPen)
        painter.setBrush(style.color("accent_soft"))
        painter.drawRoundedRect(rect, style.px(6), style.px(6))

    def _paint_focus(self, link: range) -> None:
        block = self.rendered_document.findBlock(link.start)
        origin = self.rendered_document.documentLayout().blockBoundingRect(block).topLeft()
        origin -= QPointF(self.horizontalScrollBar().value(), self.verticalScrollBar().value())
        start, end = link.start - block.position(), link.stop - block.position()
        painter = QPainter(self.viewport())
        for index in range(block.layout().lineCount()):
            line = block.layout().lineAt(index)
            first, last = max(start, line.textStart()), min(end, line.textStart() + line.textLength())
            if first < last:
                positions = (line.cursorToX(position) for position in (first, last))
                left, right = sorted(position[0] for position in positions)  # type: ignore[index]  # a tuple in PySide
                rect = QRectF(origin.x() + left, origin.y() + line.y(), right - left, line.height())
                focus_ring(theme(), painter, rect.adjusted(-3, 0, 3, 0), theme().px(4))

    def _move_floating(self) -> None:
        if self._grows:
            if not self._layout_timer.isActive():
                self._layout_timer.start()
        else:
            self._place_floating()

    def _place_floating(self) -> None:
        scroll = QPoint(self.horizontalScrollBar().value(), self.verticalScrollBar().value())
        if self._header is not None:
            left = int(self._decorations.left_edge())
            self._header.move(left - scroll.x(), -scroll.y())
        elements = self.rendered_document.elements
        right = self.right_edge()
        visible = self._decorations.visible(scroll.y(), scroll.y() + self.viewport().height())
        areas = [self._decorations.code_area(n, right) for n in visible if isinstance(elements[n], CodeBlock)]
        self._buttons.place([(area, area.rect.translated(-scroll.x(), -scroll.y())) for area in areas])

    def _text_resized(self) -> None:
        if not self._layout_timer.isActive():
            self._layout_timer.start()
        if self._grows:
            self.content_height_changed.emit(self.content_height())

    def _apply_theme(self) -> None:
        # Rewriting it in another style replaces the text, which would scroll to its top.
        block, above = self._first_visible_block()
        self._apply_background()
        self.rendered_document.restyle(TextFormats(theme(), self._kind))
        self.lay_out()
        if block and not self._grows:
            self._scroll_to_block(block, above)

    def _apply_background(self) -> None:
        palette = QPalette(self.palette())
        palette.setColor(QPalette.ColorRole.Base, theme().color(self._background))
        self.setPalette(palette)
        self.setFont(self.rendered_document.style.body_font)
        self.rendered_document.setDefaultFont(self.rendered_document.style.body_font)
