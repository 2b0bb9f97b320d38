"""Copying: what a selection in rendered text becomes on the clipboard: plain text, with bullets and numbers."""

from bisect import bisect_right

from PySide6.QtGui import QTextBlock, QTextCursor

from vaultdesk.ui.markdown.document import RenderedDocument
from vaultdesk.ui.markdown.formula_runs import source_at
from vaultdesk.ui.markdown.plan import Block, Table


def selected_text(document: RenderedDocument, selection: QTextCursor) -> str:
    """The selected text; pieces are parted as they are seen, signs painted beside a line are written before it."""
    start, end = selection.selectionStart(), selection.selectionEnd()
    lines: list[str] = []
    row_before = (-1, -1)
    block = document.findBlock(start)
    while block.isValid() and block.position() <= end:
        piece = bisect_right(document.starts, block.position()) - 1
        text = _part(block, start, end)
        row = _row(document, piece, block)
        if row != (-1, -1) and row == row_before:
            lines[-1] += "\t" + text
        elif piece >= 0:
            begins = start <= block.position() == document.starts[piece]
            lines.append((_marker(document, piece) if begins else "") + text)
        row_before = row
        block = block.next()
    return "\n".join(lines).strip("\n")


def _part(block: QTextBlock, start: int, end: int) -> str:
    first = max(0, start - block.position())
    text = block.text()[first : max(0, end - block.position())]
    if "\ufffc" in text:
        cursor = QTextCursor(block)
        at = block.position() + first
        text = "".join(source_at(cursor, at + n) if sign == "\ufffc" else sign for n, sign in enumerate(text))
    return text.replace("\u2028", "\n")


def _marker(document: RenderedDocument, number: int) -> str:
    piece = document.pieces[number]
    if not isinstance(piece, Block) or not piece.marker:
        return ""
    sign = "-" if piece.marker == "•" else f"- {piece.marker}" if piece.marker.startswith("[") else piece.marker
    return "  " * (piece.place.depth - 1) + sign + " "


def _row(document: RenderedDocument, number: int, block: QTextBlock) -> tuple[int, int]:
    if number < 0 or not isinstance(document.pieces[number], Table):
        return -1, -1
    table = QTextCursor(block).currentTable()
    return (number, table.cellAt(block.position()).row()) if table is not None else (-1, -1)
