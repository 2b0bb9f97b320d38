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
"""Our own scheme; what stands behind it never reaches the system's opener."""


def note_href(target: str) -> str:
    """Write *target* (`Folder/Name#Heading`) as an address that survives Qt's URL class unchanged."""
    return NOTE_SCHEME + quote(target, safe="")


def note_target(href: str) -> str:
    """Read the target back out of *href*; empty where it is no note link."""
    return unquote(href.removeprefix(NOTE_SCHEME)) if href.startswith(NOTE_SCHEME) else ""


class TextStyle(Flag):
    """How a piece of text differs from the text around it."""

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
    WORD = auto()  # a word of a programming language
    NUMBER = auto()
    STRING = auto()
    REMARK = auto()  # a comment in code


@dataclass(frozen=True, slots=True)
class TextRun:
    """A piece of text in one look; `href` makes it a link, `image` stands for a picture of the vault."""

    text: str
    style: TextStyle = TextStyle.PLAIN
    href: str = ""
    image: str = ""
    width: int = 0
    math: str = ""
    """The formula that `text` is the source of; empty where it is not to be drawn."""
    display: bool = False
    """Whether it is set as on a line of its own."""
    embed: bool = False
    """Whether what the link leads to is to be shown in its place."""


@dataclass(frozen=True, slots=True)
class Box:
    """A ground or rule behind several pieces, `depth` lists deep; `number` is its own.

    A quote, a callout, or a frame around what is embedded from elsewhere.
    """

    number: int
    kind: Literal["quote", "callout", "embed"]
    callout: str = ""
    """The callout's kind, or the icon of an embed."""
    depth: int = 0


@dataclass(frozen=True, slots=True)
class Nesting:
    """Where a piece stands: in which boxes, how deep in lists."""

    boxes: tuple[Box, ...] = ()
    depth: int = 0


BlockKind: TypeAlias = Literal["paragraph", "h1", "h2", "h3", "h4", "h5", "h6", "title", "rule", "footnote", "math"]


@dataclass(frozen=True, slots=True)
class TextBlock:
    """One paragraph-like piece. `marker` is the bullet, number or task box in front of it."""

    kind: BlockKind
    runs: tuple[TextRun, ...] = ()
    place: Nesting = field(default_factory=Nesting)
    marker: str = ""
    anchor: str = ""
    continued: bool = False

    @property
    def text(self) -> str:
        """The text without looks."""
        return "".join(run.text for run in self.runs)

    @property
    def right_to_left(self) -> bool:
        """Whether it is read from the right: its first letter is Arabic, Hebrew or alike."""
        return texts_right_to_left(run.text for run in self.runs)


@dataclass(frozen=True, slots=True)
class CodeBlock:
    """A block of code. `text` is what was written, for Copy; `lines` what is shown, coloured once it is closed."""

    language: str
    text: str
    lines: tuple[tuple[TextRun, ...], ...]
    place: Nesting = field(default_factory=Nesting)
    closed: bool = True


Align: TypeAlias = Literal["left", "center", "right"]
Row: TypeAlias = tuple[tuple[TextRun, ...], ...]


@dataclass(frozen=True, slots=True)
class Table:
    """A table; the first row is its head where `headed`."""

    aligns: tuple[Align, ...]
    rows: tuple[Row, ...]
    place: Nesting = field(default_factory=Nesting)
    headed: bool = True

    @property
    def text(self) -> str:
        """The cells as lines with tabs."""
        return "\n".join("\t".join("".join(run.text for run in cell) for cell in row) for row in self.rows)


Piece: TypeAlias = TextBlock | CodeBlock | Table
RenderPlan: TypeAlias = tuple[Piece, ...]


def texts_right_to_left(texts: Iterable[str]) -> bool:
    """Whether the first letter of *texts* that has a direction goes to the left."""
    return next((found for text in texts if (found := reads_right_to_left(text)) is not None), False)


def is_embedded_piece(piece: Piece) -> bool:
    """Whether *piece* is another note's: its headings, blocks and tasks are not those of the note it is shown in."""
    return any(box.kind == "embed" for box in piece.place.boxes)


def plan_line_count(plan: RenderPlan) -> int:
    """About how many lines *plan* has, which is what showing it costs."""
    return sum(
        len(piece.rows) * len(piece.aligns)
        if isinstance(piece, Table)
        else len(piece.lines)
        if isinstance(piece, CodeBlock)
        else 1
        for piece in plan
    )


def plan_link_targets(plan: RenderPlan) -> set[str]:
    """All notes that links in *plan* point at, as they are written."""
    return {run.href for piece in plan for run in runs_of(piece) if run.href.startswith("note:")}


def plan_images(plan: RenderPlan) -> set[str]:
    """All pictures of the vault that *plan* wants to show."""
    return {run.image for piece in plan for run in runs_of(piece) if run.image}


def runs_of(piece: Piece) -> list[TextRun]:
    """Every run of *piece* that may be a link or a picture (code holds neither)."""
    match piece:
        case TextBlock():
            return list(piece.runs)
        case Table():
            return [run for row in piece.rows for cell in row for run in cell]
        case CodeBlock():
            return []


LONGEST_SEARCH = 96
"""Letters of quoted words that must agree; a model or a snippet may have changed what comes later."""

SHORTEST_SEARCH = 12
"""Letters below which a find would be by chance."""


def find_target_piece(plan: RenderPlan, subpath: str) -> int | None:
    """The number of the piece that `Heading`, `Heading#Sub` or `^id` names, or None."""
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
            return _heading(plan, subpath, 0)  # Perhaps a heading with that sign in it.
    return found


def _heading(plan: RenderPlan, written: str, start: int) -> int | None:
    """The first heading from number *start* on that is called *written*, with Markdown's signs or without."""
    names = {comparable_letters(written), comparable_letters(displayed_heading(written))}
    return next(
        (n for n in range(start, len(plan)) if _is_heading(plan, n) and comparable_letters(plan[n].text) in names), None
    )


def find_passage(plan: RenderPlan, words: str, after: int = 0) -> range | None:
    """The pieces from number *after* on that hold *words*, by their letters alone; None where they are not there.

    Words of the note itself come before the same words in what it embeds.
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
    """The letters of pieces behind one another."""

    def __init__(self, parts: list[str]) -> None:
        self._starts = list(accumulate(map(len, parts[:-1]), initial=0)) if parts else []
        self._text = "".join(parts)

    def find(self, part: str, after: int) -> range | None:
        """The pieces that hold *part*: from number *after* on, else before it."""
        starts = self._starts
        first = starts[after] if after < len(starts) else 0
        begin = self._text.find(part, first)
        begin = self._text.find(part) if begin < 0 and first else begin
        if begin < 0:
            return None
        return range(_piece_at(starts, begin), _piece_at(starts, begin + len(part) - 1) + 1)


def _parts(wanted: str) -> Iterator[str]:
    """What to look for, longest first: all of it, then ever shorter parts from ever later places."""
    if wanted:
        yield wanted
    size = LONGEST_SEARCH
    while size >= SHORTEST_SEARCH:
        for start in range(0, min(len(wanted) - size, 3 * LONGEST_SEARCH) + 1, size // 2):
            yield wanted[start : start + size]
        size //= 2


def section_pieces(plan: RenderPlan, number: int) -> range:
    """The pieces under the heading *number*, without those of deeper headings."""
    end = number + 1
    while end < len(plan) and not _is_heading(plan, end):
        end += 1
    return range(number, max(number + 1, min(end, number + 4)))


def comparable_letters(text: str) -> str:
    """*text* as it is compared: letters and digits, case folded."""
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
