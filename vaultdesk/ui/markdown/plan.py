"""Plan: what a rendered text consists of, as frozen values. Knows no Qt, no Markdown syntax and no colour."""

from collections.abc import Iterable
from dataclasses import dataclass, field
from enum import Flag, auto
from typing import Literal, TypeAlias

from vaultdesk.ui.reading_direction import from_right


class Look(Flag):
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
class Run:
    """A piece of text in one look; `href` makes it a link, `image` stands for a picture of the vault."""

    text: str
    look: Look = Look.PLAIN
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
class Place:
    """Where a piece stands: in which boxes, how deep in lists."""

    boxes: tuple[Box, ...] = ()
    depth: int = 0


BlockKind: TypeAlias = Literal["paragraph", "h1", "h2", "h3", "h4", "h5", "h6", "title", "rule", "footnote", "math"]


@dataclass(frozen=True, slots=True)
class Block:
    """One paragraph-like piece. `marker` is the bullet, number or task box in front of it."""

    kind: BlockKind
    runs: tuple[Run, ...] = ()
    place: Place = field(default_factory=Place)
    marker: str = ""
    anchor: str = ""
    continued: bool = False

    @property
    def text(self) -> str:
        """The text without looks."""
        return "".join(run.text for run in self.runs)

    @property
    def turned(self) -> bool:
        """Whether it is read from the right: its first letter is Arabic, Hebrew or alike."""
        return reads_from_right(run.text for run in self.runs)


@dataclass(frozen=True, slots=True)
class Code:
    """A block of code. `text` is what was written, for Copy; `lines` what is shown, coloured once it is closed."""

    language: str
    text: str
    lines: tuple[tuple[Run, ...], ...]
    place: Place = field(default_factory=Place)
    closed: bool = True


Align: TypeAlias = Literal["left", "center", "right"]
Row: TypeAlias = tuple[tuple[Run, ...], ...]


@dataclass(frozen=True, slots=True)
class Table:
    """A table; the first row is its head where `headed`."""

    aligns: tuple[Align, ...]
    rows: tuple[Row, ...]
    place: Place = field(default_factory=Place)
    headed: bool = True

    @property
    def text(self) -> str:
        """The cells as lines with tabs."""
        return "\n".join("\t".join("".join(run.text for run in cell) for cell in row) for row in self.rows)


Piece: TypeAlias = Block | Code | Table
Plan: TypeAlias = tuple[Piece, ...]


def reads_from_right(texts: Iterable[str]) -> bool:
    """Whether the first letter of *texts* that has a direction goes to the left."""
    return next((found for text in texts if (found := from_right(text)) is not None), False)


def embedded(piece: Piece) -> bool:
    """Whether *piece* is another note's: its headings, blocks and tasks are not those of the note it is shown in."""
    return any(box.kind == "embed" for box in piece.place.boxes)


def weight(plan: Plan) -> int:
    """About how many lines *plan* has, which is what showing it costs."""
    return sum(
        len(piece.rows) * len(piece.aligns)
        if isinstance(piece, Table)
        else len(piece.lines)
        if isinstance(piece, Code)
        else 1
        for piece in plan
    )


def targets(plan: Plan) -> set[str]:
    """All notes that links in *plan* point at, as they are written."""
    return {run.href for piece in plan for run in runs_of(piece) if run.href.startswith("note:")}


def images(plan: Plan) -> set[str]:
    """All pictures of the vault that *plan* wants to show."""
    return {run.image for piece in plan for run in runs_of(piece) if run.image}


def runs_of(piece: Piece) -> list[Run]:
    """Every run of *piece* that may be a link or a picture (code holds neither)."""
    match piece:
        case Block():
            return list(piece.runs)
        case Table():
            return [run for row in piece.rows for cell in row for run in cell]
        case Code():
            return []
