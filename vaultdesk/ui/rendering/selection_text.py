"""The selection in rendered text as plain text for the clipboard, or as Markdown."""

from bisect import bisect_right

from PySide6.QtGui import QTextBlock, QTextCursor

from vaultdesk.ui.rendering.planner import LINE_BREAK
from vaultdesk.ui.rendering.render_plan import CodeBlock, Piece, Table, TextBlock, TextRun, TextStyle, note_target
from vaultdesk.ui.rendering.rendered_document import RenderedDocument
from vaultdesk.ui.rendering.text_document_writer import source_at


def selected_text(document: RenderedDocument, selection: QTextCursor) -> str:
    """Return the selected text; pieces are separated as displayed, and painted markers are written before their
    line.
    """
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
    if not isinstance(piece, TextBlock) or not piece.marker:
        return ""
    sign = "-" if piece.marker == "•" else f"- {piece.marker}" if piece.marker.startswith("[") else piece.marker
    return "  " * (piece.place.depth - 1) + sign + " "


def _row(document: RenderedDocument, number: int, block: QTextBlock) -> tuple[int, int]:
    if number < 0 or not isinstance(document.pieces[number], Table):
        return -1, -1
    table = QTextCursor(block).currentTable()
    return (number, table.cellAt(block.position()).row()) if table is not None else (-1, -1)


SIGNS = ((TextStyle.STRONG, "**"), (TextStyle.EMPHASIS, "*"), (TextStyle.STRIKE, "~~"), (TextStyle.MARK, "=="))

FENCE = "```"


def selected_markdown(document: RenderedDocument, selection: QTextCursor) -> str:
    """Return *selection* in *document* as Markdown.

    Within one table or one block of code it is the text alone; of a paragraph only the selected part is taken.
    """
    start, end = selection.selectionStart(), selection.selectionEnd()
    first = max(0, bisect_right(document.starts, start) - 1)
    last = max(first, bisect_right(document.starts, max(start, end - 1)) - 1)
    pieces = document.pieces[first : last + 1]
    if len(pieces) == 1 and isinstance(pieces[0], Table | CodeBlock):
        return selection.selectedText().replace("\u2029", "\n").replace(LINE_BREAK, "\n")
    parts: list[str] = []
    for number, piece in enumerate(pieces, first):
        text = _piece(piece, *_inside(document, number, start, end))
        tight = parts and _one_list(document.pieces[number - 1], piece)
        parts.append(text if not parts else ("\n" if tight else "\n\n") + text)
    return "".join(parts).strip("\n")


def _one_list(above: Piece, below: Piece) -> bool:
    """Return whether two items are adjacent without an empty line."""
    if not (isinstance(above, TextBlock) and isinstance(below, TextBlock) and above.marker and below.marker):
        return False
    alike = above.marker[0].isdigit() == below.marker[0].isdigit()
    return alike or below.place.depth > above.place.depth


def _inside(document: RenderedDocument, number: int, start: int, end: int) -> tuple[int, int]:
    """Return the selected range of piece *number*, in its own characters."""
    begin = document.starts[number]
    return max(0, start - begin), max(0, end - begin)


def _piece(piece: Piece, start: int, end: int) -> str:
    match piece:
        case TextBlock():
            text = _before(piece, start) + _runs(_cut(piece.runs, start, end))
        case CodeBlock():
            text = f"{FENCE}{piece.language}\n{piece.text.rstrip(chr(10))}\n{FENCE}"
        case Table():
            rows = ["| " + " | ".join(_runs(cell).replace("|", "\\|") for cell in row) + " |" for row in piece.rows]
            text = "\n".join([rows[0], "|" + "---|" * len(piece.aligns), *rows[1:]])
    quoted = "> " * len(piece.place.boxes)
    return "\n".join(quoted + line for line in text.split("\n")) if quoted else text


def _before(block: TextBlock, start: int) -> str:
    """Return the markers before a block if its beginning is selected."""
    if start:
        return ""
    if block.kind.startswith("h") and block.kind[1:].isdigit():
        return "#" * int(block.kind[1:]) + " "
    if block.kind == "rule":
        return "---"
    if not block.marker:
        return "    " * block.place.depth
    sign = "-" if block.marker == "•" else f"- {block.marker}" if block.marker.startswith("[") else block.marker
    return "    " * (block.place.depth - 1) + sign + " "


def _cut(runs: tuple[TextRun, ...], start: int, end: int) -> list[tuple[TextRun, str]]:
    """Return the runs with the selected parts of their texts, in Qt's units; rendered ones are whole or absent."""
    taken: list[tuple[TextRun, str]] = []
    place = 0
    for run in runs:
        units = run.text.encode("utf-16-le", "surrogatepass")
        length = 1 if run.image or run.math else len(units) // 2
        first, last = max(0, start - place), min(length, end - place)
        place += length
        if first >= last:
            continue
        whole = run.image or run.math
        taken.append((run, run.text if whole else units[2 * first : 2 * last].decode("utf-16-le", "replace")))
    return taken


def _runs(runs: list[tuple[TextRun, str]] | tuple[TextRun, ...]) -> str:
    pairs = [run if isinstance(run, tuple) else (run, run.text) for run in runs]
    return "".join(_run(run, text) for run, text in pairs if not run.style & TextStyle.RAISED)


def _run(run: TextRun, text: str) -> str:
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
    signs = [sign for look, sign in SIGNS if run.style & look]
    return before + "".join(signs) + inner + "".join(reversed(signs)) + after
