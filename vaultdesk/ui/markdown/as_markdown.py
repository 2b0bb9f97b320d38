"""As Markdown: what is selected of a rendered text, written as Markdown again. Knows no widget."""

from bisect import bisect_right

from PySide6.QtGui import QTextCursor

from vaultdesk.ui.markdown.document import RenderedDocument
from vaultdesk.ui.markdown.hrefs import note_target
from vaultdesk.ui.markdown.plan import Block, Code, Look, Piece, Run, Table
from vaultdesk.ui.markdown.runs import LINE_BREAK

SIGNS = ((Look.STRONG, "**"), (Look.EMPHASIS, "*"), (Look.STRIKE, "~~"), (Look.MARK, "=="))

FENCE = "```"


def selected_markdown(document: RenderedDocument, selection: QTextCursor) -> str:
    """Return what *selection* holds of *document* as Markdown.

    Within one table or one block of code it is the words alone; of a paragraph that is cut its part is taken.
    """
    start, end = selection.selectionStart(), selection.selectionEnd()
    first = max(0, bisect_right(document.starts, start) - 1)
    last = max(first, bisect_right(document.starts, max(start, end - 1)) - 1)
    pieces = document.pieces[first : last + 1]
    if len(pieces) == 1 and isinstance(pieces[0], Table | Code):
        return selection.selectedText().replace("\u2029", "\n").replace(LINE_BREAK, "\n")
    parts: list[str] = []
    for number, piece in enumerate(pieces, first):
        text = _piece(piece, *_inside(document, number, start, end))
        tight = parts and _one_list(document.pieces[number - 1], piece)
        parts.append(text if not parts else ("\n" if tight else "\n\n") + text)
    return "".join(parts).strip("\n")


def _one_list(above: Piece, below: Piece) -> bool:
    """Tell whether two items follow each other without an empty line."""
    if not (isinstance(above, Block) and isinstance(below, Block) and above.marker and below.marker):
        return False
    alike = above.marker[0].isdigit() == below.marker[0].isdigit()
    return alike or below.place.depth > above.place.depth


def _inside(document: RenderedDocument, number: int, start: int, end: int) -> tuple[int, int]:
    """Return from where to where piece *number* is selected, in its own characters."""
    begin = document.starts[number]
    return max(0, start - begin), max(0, end - begin)


def _piece(piece: Piece, start: int, end: int) -> str:
    match piece:
        case Block():
            text = _before(piece, start) + _runs(_cut(piece.runs, start, end))
        case Code():
            text = f"{FENCE}{piece.language}\n{piece.text.rstrip(chr(10))}\n{FENCE}"
        case Table():
            rows = ["| " + " | ".join(_runs(cell).replace("|", "\\|") for cell in row) + " |" for row in piece.rows]
            text = "\n".join([rows[0], "|" + "---|" * len(piece.aligns), *rows[1:]])
    quoted = "> " * len(piece.place.boxes)
    return "\n".join(quoted + line for line in text.split("\n")) if quoted else text


def _before(block: Block, start: int) -> str:
    """Return the signs before a block, where its beginning is selected."""
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


def _cut(runs: tuple[Run, ...], start: int, end: int) -> list[tuple[Run, str]]:
    """Return the runs with what is selected of their texts, counted as Qt does; drawn ones are whole or not there."""
    taken: list[tuple[Run, str]] = []
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


def _runs(runs: list[tuple[Run, str]] | tuple[Run, ...]) -> str:
    pairs = [run if isinstance(run, tuple) else (run, run.text) for run in runs]
    return "".join(_run(run, text) for run, text in pairs if not run.look & Look.RAISED)


def _run(run: Run, text: str) -> str:
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
    if run.look & Look.CODE:
        return f"`{text}`"
    inner = text.strip()
    if not inner:
        return text
    before, after = text[: len(text) - len(text.lstrip())], text[len(text.rstrip()) :]
    signs = [sign for look, sign in SIGNS if run.look & look]
    return before + "".join(signs) + inner + "".join(reversed(signs)) + after
