"""The text of a passage in parts that can be laid out separately: literal, with tables and code marked."""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from vaultdesk.tools.blank_runs import is_blank_line
from vaultdesk.tools.text_sanitizer import KEPT_CONTROLS, sanitize_text
from vaultdesk.ui.formatting import format_number
from vaultdesk.ui.translation import translator

_tr = translator("PassageText")

PIECE_CHARACTERS = 1_500
"""Maximum number of characters of a part, so that it is laid out within a millisecond."""

KEPT_BLANK_LINES = 2
"""Number of consecutive empty lines that are shown; more are replaced by their number."""

_FENCE = re.compile(r" {0,3}(`{3,}|~{3,})")

_TABLE = re.compile(r"\s*\|")


@dataclass(frozen=True, slots=True)
class PassagePiece:
    """Some lines of a passage, all in one font."""

    text: str
    """With invisible characters escaped."""
    marks: tuple[tuple[int, int], ...]
    """Positions of matches in `text`."""
    fixed: bool = False
    """Whether it is a table or code, shown in the fixed-width font."""


def text_pieces(text: str, marks: Sequence[tuple[int, int]] = ()) -> Iterator[PassagePiece]:
    """Yield the parts of *text*; *marks* are in order and do not overlap. Parts are prepared only when taken."""
    place, start, fence = 0, 0, ""
    kind: bool | None = None
    while place < len(text):
        end = text.find("\n", place)
        end = len(text) if end < 0 else end + 1
        line = text[place:end]
        if is_blank_line(line):
            run_end, number = _blank_run(text, place)
            if number > KEPT_BLANK_LINES:
                if start < place:
                    yield _piece(text, start, place, marks, fixed=bool(kind))
                yield PassagePiece(_blank_text(number), ())
                place = start = run_end
                kind = None
                continue
        fixed = bool(fence) or bool(_TABLE.match(line)) or bool(_FENCE.match(line))
        found = _FENCE.match(line)
        if found is not None:
            opening = found[1]
            if not fence:
                fence = opening
            elif opening[0] == fence[0] and len(opening) >= len(fence):
                fence = ""
        different = kind is not None and fixed != kind and line.strip()
        if start < place and (different or end - start > PIECE_CHARACTERS):
            yield _piece(text, start, place, marks, fixed=bool(kind))
            start = place
            kind = fixed if line.strip() else kind
        if kind is None or line.strip():
            kind = fixed
        while end - start > PIECE_CHARACTERS:
            cut = _cut(text, start, start + PIECE_CHARACTERS)
            yield _piece(text, start, cut, marks, fixed=bool(kind))
            start = cut
        place = end
    if start < len(text):
        yield _piece(text, start, len(text), marks, fixed=bool(kind))


def _blank_run(text: str, place: int) -> tuple[int, int]:
    """Return the end of the run of empty lines at *place*, and their number."""
    number = 0
    while place < len(text):
        end = text.find("\n", place)
        end = len(text) if end < 0 else end + 1
        if text[place:end].strip():
            break
        place, number = end, number + 1
    return place, number


def _blank_text(number: int) -> str:
    return _tr("({n} empty lines)").format(n=format_number(number))


def _cut(text: str, start: int, end: int) -> int:
    """Return where to break a long line: after a space near *end*, else at *end*."""
    space = text.rfind(" ", start + (end - start) // 2, end)
    return space + 1 if space >= 0 else end


def _piece(text: str, start: int, end: int, marks: Sequence[tuple[int, int]], *, fixed: bool) -> PassagePiece:
    """Return *text* from *start* to *end* escaped for display, with its marks at the resulting positions."""
    end -= text[start:end].endswith("\n")
    shown: list[str] = []
    kept: list[tuple[int, int]] = []
    length, place = 0, start
    for first, last in marks:
        first, last = max(first, place), min(last, end)
        if first >= last:
            continue
        for part, marked in ((text[place:first], False), (text[first:last], True)):
            fit = _fit(part)
            if marked:
                kept.append((length, length + len(fit)))
            shown.append(fit)
            length += len(fit)
        place = last
    shown.append(_fit(text[place:end]))
    return PassagePiece("".join(shown), tuple(kept), fixed)


def _fit(text: str) -> str:
    # Testing each character is about a hundred times slower, and most text needs no escaping.
    bare = text.replace("\n", "").replace("\t", "")
    if bare.isascii() and (bare.isprintable() or not bare):
        return text
    return sanitize_text(text.replace("\r\n", "\n"), KEPT_CONTROLS)
