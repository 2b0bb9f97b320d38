"""Page that shows a canvas or a base as a list of readable blocks."""

import asyncio
import json
from collections.abc import Callable, Iterator, Mapping
from typing import Literal

from msgspec import Struct
from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QPalette
from PySide6.QtWidgets import QFrame, QHBoxLayout, QScrollArea, QWidget

from vaultdesk.ui.formatting import format_number
from vaultdesk.ui.notes.file_page import FilePage
from vaultdesk.ui.rendering.render_plan import comparable_letters
from vaultdesk.ui.theme.theme import theme
from vaultdesk.ui.widgets.buttons import LinkButton
from vaultdesk.ui.widgets.frames import Card
from vaultdesk.ui.widgets.labels import PlainLabel
from vaultdesk.ui.widgets.layouts import column_layout
from vaultdesk.ui.widgets.menu import literal_menu_text
from vaultdesk.vault.disk.vault_listing import FileState
from vaultdesk.vault.note_path import CANVAS_SUFFIX, NotePath
from vaultdesk.vault.vault import Vault

BASE_SUFFIX = ".base"

CARD_FILE_SUFFIXES = (CANVAS_SUFFIX, BASE_SUFFIX)
"""Suffixes of files that are searched by their text and are not notes."""

MAX_BLOCKS = 400
"""Maximum number of blocks shown; each is a widget."""

MAX_TOTAL_LENGTH = 200_000
"""Maximum number of characters of all blocks, about fifty pages, which are laid out in one step."""

MAX_BLOCK_LENGTH = 8_000
"""Maximum number of characters of one block."""


class ListedBlock(Struct, frozen=True):
    """One card of a canvas, or the text of a base."""

    kind: Literal["text", "file", "link", "group", "code"]
    text: str


class BlockList(Struct, frozen=True):
    """The shown blocks of a file, and the total number of blocks."""

    blocks: tuple[ListedBlock, ...]
    total: int
    broken: bool = False
    """Whether the file is not a readable canvas and its source is shown."""


def is_canvas_or_base(path: str) -> bool:
    """Return whether *path* names a canvas or a base."""
    return path.lower().endswith(CARD_FILE_SUFFIXES)


def block_list_of(path: str, text: str) -> BlockList:
    """Return the blocks of the file at *path*. Never raises: the source of an invalid canvas is shown."""
    if not path.lower().endswith(CANVAS_SUFFIX):
        return BlockList((ListedBlock("code", text[:MAX_BLOCK_LENGTH].rstrip()),) if text.strip() else (), 1)
    if not text.strip():
        return BlockList((), 0)
    try:
        canvas = json.loads(text)
    except (ValueError, RecursionError):
        canvas = None
    nodes = canvas.get("nodes", []) if isinstance(canvas, dict) else None
    if not isinstance(nodes, list):
        return BlockList((ListedBlock("code", text[:MAX_BLOCK_LENGTH]),), 1, broken=True)
    placed = [
        (_reading_position(node), block)
        for node in nodes
        if isinstance(node, dict) and (block := _block(node)) is not None
    ]
    placed.sort(key=lambda item: item[0])
    shown: list[ListedBlock] = []
    for _, block in placed[:MAX_BLOCKS]:
        if sum(len(item.text) for item in shown) > MAX_TOTAL_LENGTH:
            break
        shown.append(block)
    return BlockList(tuple(shown), len(placed))


def _reading_position(node: Mapping[str, object]) -> tuple[float, float]:
    """Return a sort key for the node, rows before columns: cards within the same 100 pixels vertically form one row."""
    x, y = (value if isinstance(value := node.get(key), int | float) else 0 for key in "xy")
    return (min(max(y, -1e9), 1e9) // 100, x)


def _block(node: Mapping[str, object]) -> ListedBlock | None:
    keys: tuple[tuple[str, Literal["text", "file", "link", "group"]], ...] = (
        ("text", "text"), ("file", "file"), ("url", "link"), ("label", "group"),
    )  # fmt: skip
    for key, kind in keys:
        text = node.get(key)
        if isinstance(text, str) and text.strip():
            return ListedBlock(kind, text.strip()[:MAX_BLOCK_LENGTH])
    return None


MAX_FILE_BYTES = 8_000_000
"""Maximum number of bytes of a file that are read; enough for a canvas of thousands of cards."""

COLUMN_WIDTH = 640
"""Maximum width of a block in design pixels."""

OpenNote = Callable[[str], object]

SEARCH_LENGTHS = (40, 20, 12)
"""Numbers of characters of a passage searched for, in decreasing order: a passage may continue in the next card."""

SEARCH_SPAN = 120
"""Number of characters of a passage that are considered."""


class TextFilePage(FilePage):
    """Base of the pages of canvases and bases: the text of the file, with a search for a passage."""

    has_text_button = True

    def __init__(self, vault: Vault, path: str) -> None:
        super().__init__(vault, path)
        self.text: str | None = None
        """The text of the file; None if it is not shown."""
        self.passage = ""
        """The passage to show once the file is read."""

    def find_passage(self) -> None:
        """Show the part that contains `passage` and clear it, unless the file is not read yet."""
        raise NotImplementedError

    def show_passage(self, passage: str) -> None:
        """Show the part that contains *passage*, now or once it is loaded."""
        self.passage = passage
        self.find_passage()

    def show_problem(self, title: str, hint: str = "") -> None:
        self.text = None
        super().show_problem(title, hint)


def _read_blocks(vault: Vault, path: NotePath) -> tuple[str, BlockList]:
    text = vault.files.read_text(path, MAX_FILE_BYTES).text
    return text, block_list_of(path.text, text)


class BlockListPage(TextFilePage):
    """Page that lists the blocks of one file, which is read when shown; read-only."""

    open_requested = Signal(str)
    """Path or name of a card's note that should be opened."""

    def __init__(self, vault: Vault, path: str) -> None:
        super().__init__(vault, path)
        self._blocks: list[tuple[str, BlockCard]] = []
        self.area = QScrollArea()
        self.area.setFrameShape(QFrame.Shape.NoFrame)
        self.area.setWidgetResizable(True)
        self.area.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.area.setAccessibleName(self.accessibleName())
        self.body.addWidget(self.area)
        theme().changed.connect(self._apply_theme)
        self._apply_theme()

    async def show_file(self, path: NotePath, state: FileState) -> None:
        text, block_list = await asyncio.to_thread(_read_blocks, self.vault, path)
        if text != self.text:
            self.text = text
            self._show(block_list)
        self.show_content(self.area)
        self.find_passage()

    def _show(self, block_list: BlockList) -> None:
        px = theme().px
        content = QWidget()
        row = QHBoxLayout(content)
        row.setContentsMargins(px(24), px(16), px(24), px(24))
        column = column_layout(spacing=10)
        row.addStretch(1)
        row.addLayout(column, 100)
        row.addStretch(1)
        name = self.path.rpartition("/")[2]
        column.addWidget(PlainLabel(name.rpartition(".")[0] or name, "text", "page", wrap=True))
        column.addWidget(
            PlainLabel(self._description(block_list), "warning" if block_list.broken else "muted", "small", wrap=True)
        )
        self._blocks = []
        for block in block_list.blocks:
            card = BlockCard(block, self.open_requested.emit)
            card.setMaximumWidth(px(COLUMN_WIDTH))
            self._blocks.append((comparable_letters(block.text), card))
            column.addWidget(card)
        hidden_count = block_list.total - len(block_list.blocks)
        if hidden_count > 0:
            column.addWidget(
                PlainLabel(self.tr("and {n} more").format(n=format_number(hidden_count)), "muted", "small")
            )
        if not block_list.blocks:
            column.addWidget(PlainLabel(self.tr("It contains no text."), "muted"))
        column.addStretch(1)
        self.area.setWidget(content)
        self._apply_theme()

    def _description(self, block_list: BlockList) -> str:
        if block_list.broken:
            return self.tr("This canvas is not valid. Its source text is shown.")
        if self.path.lower().endswith(".canvas"):
            return self.tr("The cards of a canvas as a list. Open it in another program to see their layout.")
        return self.tr("The source text of a base. Open it in another program to see the table.")

    def find_passage(self) -> None:
        if not self.passage or self.text is None:
            return
        found = next(
            (
                card
                for substring in _substrings(comparable_letters(self.passage))
                for text, card in self._blocks
                if substring in text
            ),
            None,
        )
        for _, card in self._blocks:
            card.set_highlighted(card is found)
        self.passage = ""
        if found is not None and (content := self.area.widget()) is not None:
            content.adjustSize()  # New widgets have no geometry yet.
            self.area.ensureWidgetVisible(found, 0, theme().px(40))

    def _apply_theme(self) -> None:
        palette = QPalette(self.palette())
        palette.setColor(QPalette.ColorRole.Window, theme().color("surface"))
        self.area.setPalette(palette)


class BlockCard(Card):
    """One card of a canvas: its text, or a link to its file."""

    def __init__(self, block: ListedBlock, open_note: OpenNote) -> None:
        super().__init__(12)
        match block.kind:
            case "file":
                link = LinkButton(literal_menu_text(block.text), icon_name="file")
                link.clicked.connect(lambda: open_note(block.text))
                self.content.addWidget(link, 0, Qt.AlignmentFlag.AlignLeft)
            case "group":
                self.content.addWidget(PlainLabel(block.text, "muted", "strong", wrap=True))
            case "code":
                self.content.addWidget(PlainLabel(block.text, "text", "fixed", wrap=True, selectable=True))
            case _:
                self.content.addWidget(PlainLabel(block.text, "text", wrap=True, selectable=True))

    def set_highlighted(self, highlighted: bool) -> None:
        """Highlight the card as the searched passage."""
        self._background = "accent_soft" if highlighted else "surface"
        self.set_line("accent" if highlighted else "border")


def _substrings(letters: str) -> Iterator[str]:
    """Yield substrings to search for, longest first, from increasing positions."""
    if letters and len(letters) <= SEARCH_LENGTHS[0]:
        yield letters
    for size in SEARCH_LENGTHS:
        for begin in range(0, min(len(letters), SEARCH_SPAN) - size + 1, size // 2):
            yield letters[begin : begin + size]
