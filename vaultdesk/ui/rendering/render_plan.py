"""The render plan: blocks, tables, code and text runs of a rendered text as frozen values, with note addresses and
lookup of passages."""

from collections.abc import Iterable, Iterator
from enum import Flag, auto
from itertools import accumulate
from typing import Literal, TypeAlias
from urllib.parse import quote, unquote

from msgspec import Struct, field

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
    SUPERSCRIPT = auto()
    KEYWORD = auto()  # in code
    NUMBER = auto()
    STRING = auto()
    COMMENT = auto()  # in code


class TextRun(Struct, frozen=True):
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


class Box(Struct, frozen=True):
    """A background or rule behind several elements, inside `depth` lists, with a unique `number`.

    A quote, a callout, or a frame around embedded content.
    """

    number: int
    kind: Literal["quote", "callout", "embed"]
    callout: str = ""
    """The callout's kind, or the icon of an embed."""
    depth: int = 0


class Nesting(Struct, frozen=True):
    """The boxes that contain a element, and its list depth."""

    boxes: tuple[Box, ...] = ()
    depth: int = 0


BlockKind: TypeAlias = Literal["paragraph", "h1", "h2", "h3", "h4", "h5", "h6", "title", "rule", "footnote", "math"]


class TextBlock(Struct, frozen=True):
    """A paragraph, heading or similar line of text. `marker` is the bullet, number or check box before it."""

    kind: BlockKind
    runs: tuple[TextRun, ...] = ()
    nesting: Nesting = field(default_factory=Nesting)
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


class CodeBlock(Struct, frozen=True):
    """A block of code. `text` is the original for Copy; `lines` is displayed, highlighted once the block is closed."""

    language: str
    text: str
    lines: tuple[tuple[TextRun, ...], ...]
    nesting: Nesting = field(default_factory=Nesting)
    closed: bool = True


Align: TypeAlias = Literal["left", "center", "right"]
Row: TypeAlias = tuple[tuple[TextRun, ...], ...]


class Table(Struct, frozen=True):
    """A table; the first row is its header if `has_header`."""

    aligns: tuple[Align, ...]
    rows: tuple[Row, ...]
    nesting: Nesting = field(default_factory=Nesting)
    has_header: bool = True

    @property
    def text(self) -> str:
        """The cells as tab-separated lines."""
        return "\n".join("\t".join("".join(run.text for run in cell) for cell in row) for row in self.rows)


RenderElement: TypeAlias = TextBlock | CodeBlock | Table
"""A block-level element: one or more text blocks of the `QTextDocument`."""

RenderPlan: TypeAlias = tuple[RenderElement, ...]


def texts_right_to_left(texts: Iterable[str]) -> bool:
    """Whether the first letter of *texts* that has a direction is right-to-left."""
    return next((found for text in texts if (found := reads_right_to_left(text)) is not None), False)


def is_embedded_element(element: RenderElement) -> bool:
    """Whether *element* is from another note, so that its headings, blocks and tasks are not those of this note."""
    return any(box.kind == "embed" for box in element.nesting.boxes)


def plan_line_count(plan: RenderPlan) -> int:
    """Return the approximate number of lines of *plan*, which determines the cost of showing it."""
    return sum(
        len(element.rows) * len(element.aligns)
        if isinstance(element, Table)
        else len(element.lines)
        if isinstance(element, CodeBlock)
        else 1
        for element in plan
    )


def plan_link_targets(plan: RenderPlan) -> set[str]:
    """Return the targets of all links to notes in *plan*, as written."""
    return {run.href for element in plan for run in runs_of(element) if run.href.startswith("note:")}


def plan_images(plan: RenderPlan) -> set[str]:
    """Return all images of the vault in *plan*."""
    return {run.image for element in plan for run in runs_of(element) if run.image}


def runs_of(element: RenderElement) -> list[TextRun]:
    """Return every run of *element* that may be a link or an image (code contains neither)."""
    match element:
        case TextBlock():
            return list(element.runs)
        case Table():
            return [run for row in element.rows for cell in row for run in cell]
        case CodeBlock():
            return []


MAX_SEARCH_LENGTH = 96
"""Number of letters of quoted words that must match; a model or a snippet may have changed later ones."""

MIN_SEARCH_LENGTH = 12
"""Minimum number of letters; a shorter match could be accidental."""


def find_target_element(plan: RenderPlan, subpath: str) -> int | None:
    """Return the number of the element that `Heading`, `Heading#Sub` or `^id` names, or None."""
    if subpath.startswith("^"):
        return next(
            (
                number
                for number, element in enumerate(plan)
                if isinstance(element, TextBlock) and element.anchor == subpath[1:] and not is_embedded_element(element)
            ),
            None,
        )
    found: int | None = None
    for part in (part for part in subpath.split("#") if part.strip()):
        found = _heading(plan, part, 0 if found is None else found + 1)
        if found is None:
            return _heading(plan, subpath, 0)  # It may be a heading that contains this character.
    return found


def _heading(plan: RenderPlan, text: str, start: int) -> int | None:
    """Return the first heading from number *start* on with the text *text*, with or without Markdown's markers."""
    keys = {comparable_letters(text), comparable_letters(displayed_heading(text))}
    return next(
        (n for n in range(start, len(plan)) if _is_heading(plan, n) and comparable_letters(plan[n].text) in keys), None
    )


def find_passage(plan: RenderPlan, passage: str, after: int = 0) -> range | None:
    """Return the elements from number *after* on that contain *passage*, compared by letters; None if it is not found.

    Words of the note itself have priority over the same words in embedded notes.
    """
    own_letters = _Letters(
        ["" if is_embedded_element(element) else comparable_letters(element.text) for element in plan]
    )
    all_letters = _Letters([comparable_letters(element.text) for element in plan])
    for substring in _substrings(comparable_letters(passage)):
        for letters in (own_letters, all_letters):
            found = letters.find(substring, after)
            if found is not None:
                return found
    return None


class _Letters:
    """The concatenated letters of consecutive elements."""

    def __init__(self, parts: list[str]) -> None:
        self._starts = list(accumulate(map(len, parts[:-1]), initial=0)) if parts else []
        self._text = "".join(parts)

    def find(self, substring: str, after: int) -> range | None:
        """Return the elements that contain *substring*: from number *after* on, else before it."""
        starts = self._starts
        first = starts[after] if after < len(starts) else 0
        begin = self._text.find(substring, first)
        begin = self._text.find(substring) if begin < 0 and first else begin
        if begin < 0:
            return None
        return range(_element_at(starts, begin), _element_at(starts, begin + len(substring) - 1) + 1)


def _substrings(letters: str) -> Iterator[str]:
    """Yield *letters*, then shorter and shorter substrings from increasing positions."""
    if letters:
        yield letters
    size = MAX_SEARCH_LENGTH
    while size >= MIN_SEARCH_LENGTH:
        for start in range(0, min(len(letters) - size, 3 * MAX_SEARCH_LENGTH) + 1, size // 2):
            yield letters[start : start + size]
        size //= 2


def section_elements(plan: RenderPlan, number: int) -> range:
    """Return the elements under the heading *number*, without those of deeper headings."""
    end = number + 1
    while end < len(plan) and not _is_heading(plan, end):
        end += 1
    return range(number, max(number + 1, min(end, number + 4)))


def comparable_letters(text: str) -> str:
    """Return *text* for comparison: letters and digits, casefolded."""
    return "".join(character for character in text.casefold() if character.isalnum())


def _is_heading(plan: RenderPlan, number: int) -> bool:
    element = plan[number]
    return isinstance(element, TextBlock) and element.kind[0] == "h" and not is_embedded_element(element)


def _element_at(starts: list[int], offset: int) -> int:
    low, high = 0, len(starts) - 1
    while low < high:
        middle = (low + high + 1) // 2
        if starts[middle] <= offset:
            low = middle
        else:
            high = middle - 1
    return low
