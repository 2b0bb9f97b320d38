"""Page of a canvas: the drawing, or its cards as a list."""

import asyncio
from collections.abc import Callable

from PySide6.QtCore import Qt, QUrl, Signal
from PySide6.QtGui import QDesktopServices, QFocusEvent, QPainter, QPaintEvent, QShowEvent
from PySide6.QtWidgets import QHBoxLayout, QStackedWidget, QVBoxLayout, QWidget

from vaultdesk.core.errors import VaultDeskError
from vaultdesk.ui.bridge import start
from vaultdesk.ui.canvas.canvas_cards import drawn_content, read_contents
from vaultdesk.ui.canvas.canvas_file import CanvasFile, parse_canvas
from vaultdesk.ui.canvas.canvas_view import CanvasView
from vaultdesk.ui.formatting import format_number
from vaultdesk.ui.rendering.render_plan import comparable_letters
from vaultdesk.ui.theme.theme import theme
from vaultdesk.ui.translation import translate
from vaultdesk.ui.widgets.buttons import IconButton, PlainButton
from vaultdesk.ui.widgets.empty_state import EmptyState, NextStep
from vaultdesk.ui.widgets.labels import ElidedLabel, PlainLabel
from vaultdesk.vault.disk.vault_files import VaultFiles
from vaultdesk.vault.note_path import NotePath

MAX_FILE_BYTES = 8_000_000
"""Maximum number of bytes of a file that are read; enough for a canvas of thousands of cards."""

SEARCH_LENGTHS = (40, 20, 12)
"""Numbers of characters of a passage searched for, in decreasing order: a passage may continue in the next card."""


MakeList = Callable[[], QWidget]


class CanvasPage(QWidget):
    """Reads the file when shown."""

    open_requested = Signal(str, str)
    """Path or name of a note that should be opened, and the heading or block in it."""
    web_requested = Signal(str)

    def __init__(self, files: VaultFiles, path: str, make_list: MakeList, parent: QWidget | None = None) -> None:
        """*make_list* creates the page that lists the cards as text."""
        super().__init__(parent)
        self._files, self.path, self._make_list = files, path, make_list
        self._text: str | None = None
        self._search_text = ""
        name = path.rpartition("/")[2]
        self.setAccessibleName(name)
        self.view = CanvasView(name)
        self.list: QWidget | None = None
        """The cards as text, created on first use."""
        self.error_state = EmptyState("canvas", "", "", [NextStep(self.tr("Try again"), self.reload)])
        self.body = QStackedWidget()
        self.body.addWidget(self.view)
        self.body.addWidget(self.error_state)
        self.status = PlainLabel("", "muted", "small")
        self.as_list = PlainButton(self.tr("As a list"), icon_name="list", small=True)
        self.as_list.setCheckable(True)
        self.as_list.toggled.connect(self._show_list)
        self.whole = IconButton("expand", self.tr("Show all of it"), keys="0", role="text2")
        self.whole.clicked.connect(self.view.fit)
        self.outside = PlainButton(self.tr("Open in its program"), icon_name="arrow-up-right", small=True)
        self.outside.clicked.connect(self._open_outside)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(0)
        column.addLayout(self._head())
        column.addWidget(self.body, 1)
        self.view.opened.connect(self._open_card)
        self.view.target_requested.connect(self._open_target)
        self.view.web_requested.connect(self.web_requested)

    def reload(self) -> None:
        """Read the file again."""
        start(self._load(), self)

    def show_passage(self, words: str) -> None:
        """Show the card that contains *words*, now or once it is loaded."""
        self._search_text = words
        self._find()

    def showEvent(self, event: QShowEvent) -> None:
        """Reload the file if it changed."""
        super().showEvent(event)
        self.reload()

    def focusInEvent(self, event: QFocusEvent) -> None:
        """Forward the focus to the shown view."""
        super().focusInEvent(event)
        shown = self.body.currentWidget()
        if shown is not None:
            shown.setFocus(event.reason())

    def paintEvent(self, _event: QPaintEvent) -> None:
        QPainter(self).fillRect(self.rect(), theme().color("surface"))

    def _head(self) -> QHBoxLayout:
        px = theme().px
        head = QHBoxLayout()
        head.setContentsMargins(px(16), px(4), px(10), px(4))
        head.setSpacing(px(8))
        head.addWidget(ElidedLabel(self.path.replace("/", "  ›  "), Qt.TextElideMode.ElideMiddle, "muted"), 1)
        for widget in (self.status, self.as_list, self.outside, self.whole):
            head.addWidget(widget)
        return head

    async def _load(self) -> None:
        try:
            path = NotePath.parse(self.path)
            text, board = await asyncio.to_thread(self._read, path)
        except VaultDeskError as error:
            self._text = None
            self._show_error(translate(error.title), translate(error.hint))
            return
        if text == self._text:
            return
        self._text = text
        if board.broken:
            self.as_list.setChecked(True)
            self.as_list.setEnabled(False)
            return
        self.as_list.setEnabled(True)
        if not board.cards:
            self._show_error(self.tr("This canvas is empty"), self.tr("Cards are added in its own program."))
            return
        self.view.show_board(board)
        left = self.tr("{n} cards are not shown").format(n=format_number(board.left_out))
        self.status.setText(left if board.left_out else "")
        if not self.as_list.isChecked():
            self.body.setCurrentWidget(self.view)
        self._find()
        await self._read_contents(board)

    async def _read_contents(self, board: CanvasFile) -> None:
        parts = read_contents(self._files, board)
        while (found := await asyncio.to_thread(next, parts, None)) is not None:
            if board is not self.view.board:
                return
            self.view.add_contents({place: content for place, content in found.items() if not content.picture})
            for place, content in found.items():
                if content.picture:
                    start(self._draw_card(board, place, content.picture), self)

    async def _draw_card(self, board: CanvasFile, place: int, data: bytes) -> None:
        content = await drawn_content(data)
        if board is self.view.board:
            self.view.add_contents({place: content})

    def _read(self, path: NotePath) -> tuple[str, CanvasFile]:
        text = self._files.read_text(path, MAX_FILE_BYTES).text
        return text, parse_canvas(text)

    def _show_error(self, title: str, text: str) -> None:
        self.error_state.set_text(title, text)
        self.body.setCurrentWidget(self.error_state)

    def _find(self) -> None:
        wanted = comparable_letters(self._search_text)
        if not wanted or self._text is None:
            return
        self._search_text = ""
        cards = [comparable_letters(card.text) for card in self.view.board.cards]
        for size in SEARCH_LENGTHS:
            found = next((place for place, text in enumerate(cards) if wanted[:size] in text), None)
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
            self.body.setCurrentWidget(self.view if self.view.board.cards else self.error_state)
        self.setFocus()

    def _open_card(self, place: int) -> None:
        card = self.view.board.cards[place]
        if card.kind == "file" and card.text:
            self.open_requested.emit(card.text, card.subpath.removeprefix("#"))
        elif card.kind == "link":
            self.web_requested.emit(card.text)
        else:
            self.view.zoom_to(place)

    def _open_target(self, target: str) -> None:
        name, _, part = target.partition("#")
        self.open_requested.emit(name, part)

    def _open_outside(self) -> None:
        file = self._files.root / self.path
        if not QDesktopServices.openUrl(QUrl.fromLocalFile(str(file))):
            self.status.setText(self.tr("No program on this computer opens this file."))
