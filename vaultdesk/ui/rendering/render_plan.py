"""The render plan: blocks, tables, code and text runs of a rendered text as frozen values, with note addresses and
lookup of passages."""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from enum import Flag, auto
from itertools import accumulate
from typing import Literal, TypeAlias
from urllib.parse import quote, unquote

from vaultdesk.index.search.snippet import displayed_heading
from vaultdesk.ui.translation import reads_right_to_left

NOTE_SCHEME = "note:"
"""An internal scheme, which is never passed to the system."""


def note_href(target: str) -> str:
    """Return *target* (`Folder/Name#Heading`) as an address that Qt's URL class does not change."""
    return NOTE_SCHEME + quote(target, safe="")


def note_target(href: str) -> str:
    """Return the target in *href*; empty if it is not a note link."""
    return unquote(href.removeprefix(NOTE_SCHEME)) if href.startswith(NOTE_SCHEME) else ""


class TextStyle(Flag):
    """How a run of text differs from the text around it."""

    PLAIN = 0
    STRONG = auto()
    EMPHASIS = auto()
    STRIKE = auto()
    CODE = auto()
    MARK = auto()
    LINK = auto()
    UNRESOLVED = auto()
    TAG = auto()
    MUTED = auto()
    RAISED = auto()
    WORD = auto()  # a keyword of a programming language
    NUMBER = auto()
    STRING = auto()
    REMARK = auto()  # a comment in code


@dataclass(frozen=True, slots=True)
class TextRun:
    """Text in one style; `href` makes it a link, `image` is an image of the vault."""

    text: str
    style: TextStyle = TextStyle.PLAIN
    href: str = ""
    image: str = ""
    width: int = 0
    math: str = ""
    """The formula whose source `text` is; empty if it should not be rendered."""
    display: bool = False
    """Whether it is set in display style."""
    embed: bool = False
    """Whether the link's target should be embedded in its place."""


@dataclass(frozen=True, slots=True)
class Box:
    """A background or rule behind several pieces, `depth` lists deep, with a unique `number`.

    A quote, a callout, or a frame around embedded content.
    """

    number: int
    kind: Literal["quote", "callout", "embed"]
    callout: str = ""
    """The callout's kind, or the icon of an embed."""
    depth: int = 0


@dataclass(frozen=True, slots=True)
class Nesting:
    """The boxes that contain a piece, and its list depth."""

    boxes: tuple[Box, ...] = ()
    depth: int = 0


BlockKind: TypeAlias = Literal["paragraph", "h1", "h2", "h3", "h4", "h5", "h6", "title", "rule", "footnote", "math"]


@dataclass(frozen=True, slots=True)
class TextBlock:
    """One paragraph-like piece. `marker` is the bullet, number or check box in front of it."""

    kind: BlockKind
    runs: tuple[TextRun, ...] = ()
    place: Nesting = field(default_factory=Nesting)
    marker: str = ""
    anchor: str = ""
    continued: bool = False

    @property
    def text(self) -> str:
        """The text without styles."""
        return "".join(run.text for run in self.runs)

    @property
    def right_to_left(self) -> bool:
        """Whether it is right-to-left: its first letter is Arabic, Hebrew or similar."""
        return texts_right_to_left(run.text for run in self.runs)


@dataclass(frozen=True, slots=True)
class CodeBlock:
    """A block of code. `text` is the original for Copy; `lines` is displayed, highlighted once the block is closed."""

    language: str
    text: str
    lines: tuple[tuple[TextRun, ...], ...]
    place: Nesting = field(default_factory=Nesting)
    closed: bool = True


Align: TypeAlias = Literal["left", "center", "right"]
Row: TypeAlias = tuple[tuple[TextRun, ...], ...]


@dataclass(frozen=True, slots=True)
class Table:
    """A table; the first row is its head if `headed`."""

    aligns: tuple[Align, ...]
    rows: tuple[Row, ...]
    place: Nesting = field(default_factory=Nesting)
    headed: bool = True

    @property
    def text(self) -> str:
        """The cells as tab-separated lines."""
        return "\n".join("\t".join("".join(run.text for run in cell) for cell in row) for row in self.rows)


Piece: TypeAlias = TextBlock | CodeBlock | Table
RenderPlan: TypeAlias = tuple[Piece, ...]


def texts_right_to_left(texts: Iterable[str]) -> bool:
    """Whether the first letter of *texts* that has a direction is right-to-left."""
    return next((found for text in texts if (found := reads_right_to_left(text)) is not None), False)


def is_embedded_piece(piece: Piece) -> bool:
    """Whether *piece* is from another note: its headings, blocks and tasks do not belong to the note that shows it."""
    return any(box.kind == "embed" for box in piece.place.boxes)


def plan_line_count(plan: RenderPlan) -> int:
    """Return the approximate number of lines of *plan*, which determines the cost of showing it."""
    return sum(
        len(piece.rows) * len(piece.aligns)
        if isinstance(piece, Table)
        else len(piece.lines)
        if isinstance(piece, CodeBlock)
        else 1
        for piece in plan
    )


def plan_link_targets(plan: RenderPlan) -> set[str]:
    """Return the targets of all links to notes in *plan*, as written."""
    return {run.href for piece in plan for run in runs_of(piece) if run.href.startswith("note:")}


def plan_images(plan: RenderPlan) -> set[str]:
    """Return all images of the vault in *plan*."""
    return {run.image for piece in plan for run in runs_of(piece) if run.image}


def runs_of(piece: Piece) -> list[TextRun]:
    """Return every run of *piece* that may be a link or an image (code contains neither)."""
    match piece:
        case TextBlock():
            return list(piece.runs)
        case Table():
            return [run for row in piece.rows for cell in row for run in cell]
        case CodeBlock():
            return []


LONGEST_SEARCH = 96
"""Number of letters of quoted words that must match; a model or a snippet may have changed later ones."""

SHORTEST_SEARCH = 12
"""Minimum number of letters; a shorter match could be accidental."""


def find_target_piece(plan: RenderPlan, subpath: str) -> int | None:
    """Return the number of the piece that `Heading`, `Heading#Sub` or `^id` names, or None."""
    if subpath.startswith("^"):
        return next(
            (
                number
                for number, piece in enumerate(plan)
                if isinstance(piece, TextBlock) and piece.anchor == subpath[1:] and not is_embedded_piece(piece)
            ),
            None,
        )
    found: int | None = None
    for part in (part for part in subpath.split("#") if part.strip()):
        found = _heading(plan, part, 0 if found is None else found + 1)
        if found is None:
            return _heading(plan, subpath, 0)  # It may be a heading that contains this character.
    return found


def _heading(plan: RenderPlan, written: str, start: int) -> int | None:
    """Return the first heading from number *start* on with the text *written*, with or without Markdown's markers."""
    names = {comparable_letters(written), comparable_letters(displayed_heading(written))}
    return next(
        (n for n in range(start, len(plan)) if _is_heading(plan, n) and comparable_letters(plan[n].text) in names), None
    )


def find_passage(plan: RenderPlan, words: str, after: int = 0) -> range | None:
    """Return the pieces from number *after* on that contain *words*, compared by letters; None if there are none.

    Words of the note itself have priority over the same words in embedded notes.
    """
    own = _Letters(["" if is_embedded_piece(piece) else comparable_letters(piece.text) for piece in plan])
    whole = _Letters([comparable_letters(piece.text) for piece in plan])
    for part in _parts(comparable_letters(words)):
        for text in (own, whole):
            found = text.find(part, after)
            if found is not None:
                return found
    return None


class _Letters:
    """The concatenated letters of consecutive pieces."""

    def __init__(self, parts: list[str]) -> None:
        self._starts = list(accumulate(map(len, parts[:-1]), initial=0)) if parts else []
        self._text = "".join(parts)

    def find(self, part: str, after: int) -> range | None:
        """Return the pieces that contain *part*: from number *after* on, else before it."""
        starts = self._starts
        first = starts[after] if after < len(starts) else 0
        begin = self._text.find(part, first)
        begin = self._text.find(part) if begin < 0 and first else begin
        if begin < 0:
            return None
        return range(_piece_at(starts, begin), _piece_at(starts, begin + len(part) - 1) + 1)


def _parts(wanted: str) -> Iterator[str]:
    """Yield what to search for, longest first: all of it, then shorter parts from later positions."""
    if wanted:
        yield wanted
    size = LONGEST_SEARCH
    while size >= SHORTEST_SEARCH:
        for start in range(0, min(len(wanted) - size, 3 * LONGEST_SEARCH) + 1, size // 2):
            yield wanted[start : start + size]
        size //= 2


def section_pieces(plan: RenderPlan, number: int) -> range:
    """Return the pieces under the heading *number*, without those of deeper headings."""
    end = number + 1
    while end < len(plan) and not _is_heading(plan, end):
        end += 1
    return range(number, max(number + 1, min(end, number + 4)))


def comparable_letters(text: str) -> str:
    """Return *text* for comparison: letters and digits, casefolded."""
    return "".join(character for character in text.casefold() if character.isalnum())


def _is_heading(plan: RenderPlan, number: int) -> bool:
    piece = plan[number]
    return isinstance(piece, TextBlock) and piece.kind[0] == "h" and not is_embedded_piece(piece)


def _piece_at(starts: list[int], offset: int) -> int:
    low, high = 0, len(starts) - 1
    while low < high:
        middle = (low + high + 1) // 2
        if starts[middle] <= offset:
            low = middle
        else:
            high = middle - 1
    return low
