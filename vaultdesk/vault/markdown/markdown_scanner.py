"""Scans Markdown in one pass, in time linear in its length, for headings, links, tags, block ids and comments."""

import re
from bisect import bisect_right
from collections.abc import Callable, Sequence
from typing import ClassVar, NamedTuple

from msgspec import Struct

from vaultdesk.vault.frontmatter.frontmatter import read_frontmatter
from vaultdesk.vault.markdown.link_syntax import (
    Link,
    parse_definition,
    parse_destination,
    parse_markdown_link,
    parse_wikilink,
    wikilink_bounds,
)

INLINE_TAG_NAMES = (
    "abbr|a|big|br|button|b|center|cite|code|del|dfn|em|font|ins|i|kbd|mark|q|samp|small|span|strike|strong|sub|sup|s|"
    "u|var|wbr"
)
"""Inline HTML tags common in Markdown. Tags that may contain or load something stay as text."""

INLINE_TAG = re.compile(
    rf"<(?P<end>/?)(?P<name>{INLINE_TAG_NAMES})(?P<rest>[ \t][^<>\n\x00-\x08]{{0,500}})?/?>", re.IGNORECASE
)
"""One such tag. Its end is searched only on the same line and within a limit, so that a single `<` is cheap.

It contains no control characters: they mark search hits (index/search/snippet.py), which must stay visible.
"""

MEDIA_TAG = re.compile(r"<(?P<end>/?)(?P<name>img|iframe)(?P<rest>[ \t][^<>\n\x00-\x08]{0,1000})?/?>", re.IGNORECASE)
"""A tag that embeds external content."""

_VALUE = re.compile(r"[ \t\"'](src|alt|title)=(?:\"([^\"]*)\"|'([^']*)'|([^ \t\"'/]+))", re.IGNORECASE)


def tag_attributes(rest: str) -> dict[str, str]:
    """Return the attributes in *rest*, the text after a tag's name, each name once."""
    found: dict[str, str] = {}
    for name, *values in _VALUE.findall(rest):
        found.setdefault(name.lower(), "".join(values).strip())
    return found


_AFTER_BLANK = re.compile(r"\n[ \t]*+\n(?: {4}| {0,3}\t)")
_INDENTED = re.compile(r" {4}| {0,3}\t")
_LIST_OR_FOOTNOTE = re.compile(r" {0,3}(?:(?:[-*+]|[0-9]{1,9}[.)])(?: {1,4}(?![ \t])|[ \t])|\[\^)")


class LineCounter:
    """Counts lines for mostly increasing positions; each range is counted once."""

    def __init__(self, text: str, first_line: int) -> None:
        self._text = text
        self._position = 0
        self._line = first_line

    def line_at(self, position: int) -> int:
        """Return the line that *position* is on."""
        if position >= self._position:
            self._line += self._text.count("\n", self._position, position)
        else:
            self._line -= self._text.count("\n", position, self._position)
        self._position = position
        return self._line


def without_indented_code(text: str) -> str:
    """Return *text* with indented code replaced by spaces of the same length.

    Indented code has four columns, follows a blank line, and is not part of a list or footnote.
    """
    # Most notes have neither, which a substring search detects at memory speed; the pattern checks every line.
    if ("\n    " not in text and "\t" not in text) or not _AFTER_BLANK.search(text):
        return text
    lines = text.split("\n")
    blank_before, in_list, in_code = True, False, False
    item_column = 0
    """The column from which lines belong to the last list item, with or without blank lines before them."""
    for number, line in enumerate(lines):
        if not line or line.isspace():
            blank_before = True
            continue
        if not _INDENTED.match(line):
            list_start = _LIST_OR_FOOTNOTE.match(line)
            if list_start is not None:
                item_column = list_start.end()
            continues_item = not blank_before or len(line) - len(line.lstrip(" ")) >= item_column
            in_list = list_start is not None or (in_list and continues_item)
            in_code = False
        elif in_code or (blank_before and not in_list):
            in_code = True
            lines[number] = " " * len(line)
        blank_before = False
    return "\n".join(lines)


# Each is searched separately, at memory speed: a pattern that tries all at every character takes five times as long on
# prose.

SYNTAX_MARKERS = ("\\", "`", "[", "]", "#", "$", "<", "^", "%%", "://")
"""Everything that can have a meaning, besides the line patterns below."""

LIST_MARKERS = r"(?:(?:[-*+]|[0-9]{1,9}[.)])[ \t]++)*+"
"""The markers of list items, of nested ones too, before the first word of the innermost."""

LINE_MARKER = re.compile(rf"\n(?: {{0,3}}(?:=++|-++)(?=[ \t]*+(?:\n|\Z))|[ \t>]*+{LIST_MARKERS}~~~)")
# A heading's underline, and a fence of tildes.

SCAN_WINDOW = 65_536
"""Number of characters whose markers are found together: nearly every note is one window, and memory stays bounded."""


class MarkerPositions:
    """The markers of one text. Windows must be requested in increasing order."""

    def __init__(self, text: str) -> None:
        self._text = text
        self._lines = LINE_MARKER.finditer(text)
        self._line = next(self._lines, None)
        # A single character is found ten times as fast as two.
        self._markers = [sign for sign in SYNTAX_MARKERS if len(sign) == 1 or sign[-1] in text]

    def between(self, lower: int, upper: int) -> list[int]:
        """Return the positions of markers from *lower* up to *upper*, in order."""
        find = self._text.find
        positions: list[int] = []
        for marker in self._markers:
            limit = upper + len(marker) - 1
            position = find(marker, lower, limit)
            while position >= 0:
                positions.append(position)
                position = find(marker, position + 1, limit)
        while self._line is not None and self._line.start() < upper:
            if self._line.start() >= lower:
                positions.append(self._line.start())
            self._line = next(self._lines, None)
        positions.sort()
        return positions


# Searching again at each marker would take quadratic time on malicious text; results, also negative ones, are stored
# until the scan has passed them. Positions must be requested in increasing order.

_TICKS = re.compile(r"`+")
_BLOCK_END = re.compile(r"\n(?=[ \t>]*+(?:\n|[-*+][ \t]|[0-9]{1,9}[.)][ \t]|#{1,6}[ \t]|`{3}|~{3}|\||\Z))")
_FENCE_HEAD = re.compile(rf"[ \t>]*+{LIST_MARKERS}")
_CLOSING_FENCE = r"[ \t>]*+(`{3,}|~{3,})(?=[ \t]*+(?:\n|\Z))"
_FENCE_END = re.compile(rf"\n{_CLOSING_FENCE}")
_QUOTED_FENCE_END = re.compile(rf"\n(?:(?![ \t]*+>)|{_CLOSING_FENCE})")
_ITEM_FENCE_END = re.compile(rf"\n(?:(?![ \t]*+(?:\n|\Z)|  | ?\t)|{_CLOSING_FENCE})")
# Lines where fenced code can end: those with a fence, and the first one outside of its quote or list item.

FENCE_PREFIX = 200
"""Maximum number of characters of quote marks, list marker and indentation before a fence."""


class Lookahead:
    """Cached searches ahead in *text*."""

    def __init__(self, text: str) -> None:
        self._text = text
        self._line_end = -1
        self._block_end = -1
        self._ticks: dict[int, list[int]] | None = None
        """Runs of backticks in the current block: positions by length; None until requested."""
        self._missing: dict[str, int] = {}
        """Closing marks known to be absent, and up to which position."""

    def line_end(self, position: int) -> int:
        """Return the next line end."""
        if position > self._line_end:
            found = self._text.find("\n", position)
            self._line_end = found if found >= 0 else len(self._text)
        return self._line_end

    def closing(self, mark: str, position: int, limit: int) -> int:
        """Return the next position of *mark* before *limit*; -1 if there is none."""
        if position < self._missing.get(mark, -1):
            return -1
        found = self._text.find(mark, position, limit)
        if found < 0:
            self._missing[mark] = limit
        return found

    def enters_block(self, position: int) -> bool:
        """Whether *position* is in a new block of text: neither code nor a link extends from one into the next."""
        if position < self._block_end:
            return False
        found = _BLOCK_END.search(self._text, position)
        self._block_end = found.start() if found else len(self._text)
        self._ticks = None
        return True

    @property
    def block_end(self) -> int:
        """The end of the block of text at the position that `enters_block` was called for last."""
        return self._block_end

    def code_end(self, position: int, length: int) -> int:
        """Return the end of the code that a run of *length* backticks opens at *position*; 0 if none closes it.

        `enters_block` must have been called for *position*.
        """
        if self._ticks is None:
            self._ticks = {}
            for run in _TICKS.finditer(self._text, position, self._block_end):
                self._ticks.setdefault(run.end() - run.start(), []).append(run.start())
        runs = self._ticks.get(length, ())
        following = bisect_right(runs, position)
        return runs[following] + length if following < len(runs) else 0

    def begins_line(self, position: int) -> bool:
        """Whether only quote and list marks are before *position* on its line."""
        line = self._text.rfind("\n", max(0, position - FENCE_PREFIX), position)
        head = _FENCE_HEAD.match(self._text, line + 1) if line >= 0 else None
        return head is not None and head.end() == position

    def is_fence(self, position: int, after: int) -> bool:
        return self.begins_line(position) and self._text.find("`", after, self.line_end(after)) < 0

    def fence_end(self, position: int, mark: str, length: int) -> int:
        """Return the end of the code fenced at *position*: at its closing line, or at the end of its quote, of its list
        item, or of the text.
        """
        lead = self._text[self._text.rfind("\n", 0, position) + 1 : position]
        for found in self._fence_ending(lead, position).finditer(self._text, position):
            if found[1] is None:
                return found.start()
            if found[1].startswith(mark * length):
                return found.end()
        return len(self._text)

    def _fence_ending(self, lead: str, position: int) -> re.Pattern[str]:
        """Return the pattern of lines where code can end whose fence is at *position*, after *lead* on its line.

        Its group 1 is a fence.
        """
        return _QUOTED_FENCE_END if ">" in lead else _ITEM_FENCE_END if lead.strip() else _FENCE_END


# The positions of all markers are found first, at memory speed; small anchored patterns then parse at each. No pattern
# reads a range more than a few times, so malicious text takes no longer than other text (vaultdesk/vault/README.md,
# "Patterns over note text").

_BLOCK_ID = re.compile(r"\^[A-Za-z0-9\-]+(?=[ \t]*+(?:\n|\Z))")

_SIMPLE_BRACKETS = re.compile(r"\[([^\[\]\\`<$%#:\n]*+)\](?:\(([^\s()\\<]++)\))?")
# Brackets without special content, and a simple destination: nearly all links.

_HEADING_MARKS = re.compile(r"(#{1,6}+)(?!#)(?:[ \t]++|(?=\n|\Z))")
TAG_CHARACTER = r"(?:[^\s#\u2000-\u206f\u2e00-\u2e7f'!\"$%&()*+,.:;<=>?@^`{|}~\[\]\\]|\u200d)"
"""Characters of a tag (vaultdesk/vault/README.md, "Tags"), including combining marks and emoji."""

_TAG = re.compile(rf"#({TAG_CHARACTER}+)")


def tag_at(text: str, position: int, end: int) -> str:
    """Return the name of the tag whose `#` is at *position*, up to *end*; empty if there is none.

    The characters before it are not checked.
    """
    found = _TAG.match(text, position, end)
    return _tag_name(found) if found is not None else ""


def _tag_name(found: re.Match[str]) -> str:
    name = found[1].rstrip("/")
    return "" if name.isdigit() else name


_URL = re.compile(r"://[^\s<>\[\]\"`|]+")
_HTML_TAG = re.compile(
    r"</?[A-Za-z][A-Za-z0-9\-]*+"
    r"(?:\s++[A-Za-z_:@][\w.:\-]*+(?:\s*+=\s*+(?:\"[^\"]*+\"|'[^']*+'|[^\s\"'=<>`]++))?)*+\s*+/?>"
)
_AUTOLINK = re.compile(r"<((?:https?|ftp|mailto|obsidian):[^\s<>]*+)>", re.IGNORECASE)
_RAW_HTML = re.compile(r"<(script|style|pre|textarea)[\s>]", re.IGNORECASE)
_HTML_BLOCK = re.compile(
    r"</?(?:address|article|aside|blockquote|body|caption|center|col|colgroup|dd|details|dialog|dir|div|dl|dt|fieldset|"
    r"figcaption|figure|footer|form|frame|h[1-6]|head|header|hr|html|iframe|legend|li|link|main|menu|nav|ol|optgroup|"
    r"option|p|param|section|summary|table|tbody|td|tfoot|th|thead|title|tr|track|ul)(?=[\s/>])",
    re.IGNORECASE,
)
_BLANK_LINE = re.compile(r"\n[ \t]*+(?=\n|\Z)")
_RAW_HTML_END = re.compile(r"</(?:script|style|pre|textarea)>", re.IGNORECASE)
_NO_PARAGRAPH = re.compile(r"[ \t]*+(?:\Z|[-*+>|<]|#{1,6}(?:[ \t]|\Z)|[0-9]{1,9}[.)][ \t]|`{3}|~{3}|\$\$|%%)")
_IN_CONTAINER = re.compile(r"[ \t]*+(?:[-*+][ \t]|[0-9]{1,9}[.)][ \t]|[>|<])")


class Heading(NamedTuple):
    """A heading, as written but without its markers."""

    level: int
    text: str
    line: int
    """Its line; the note's first line is 1."""
    start: int
    """Start of its line in the note's text."""


class BlockId(NamedTuple):
    """A block id."""

    id: str
    line: int
    start: int
    """Position of the `^`."""


class Scan(Struct, frozen=True):
    """The results of one scan, in the order of the text."""

    headings: tuple[Heading, ...]
    links: tuple[Link, ...]
    tags: tuple[str, ...]
    """Every occurrence of a tag, without `#`."""
    blocks: tuple[BlockId, ...]
    tag_starts: tuple[int, ...] = ()
    """Position of the `#` of each of them."""


def scan(text: str, start: int = 0) -> Scan:
    """Scan the Markdown in *text* from *start*; offsets and lines count from the beginning of *text*."""
    return _Scanner(text, start).run()


_DEFINITION_LEAD = re.compile(r"(?:[ \t>]*+(?:[-*+][ \t]++|[0-9]{1,9}[.)][ \t]++)?)")
"""What may precede a link definition on its line."""

MAX_LABEL = 999
"""Maximum number of characters of the label of a link definition, as in CommonMark."""


def _body(text: str, start: int) -> str:
    """Return *text* from *start*, preceded by a line end, with line ends of one kind and the same length."""
    body = "\n" + text[start:]
    return body.replace("\r\n", " \n") if "\r" in body else body


class _Scanner:
    """One scan. `_text` is the body preceded by a line end, so that each line has one; positions count in it."""

    handlers: ClassVar["dict[str, Callable[[_Scanner, int, int], int]]"]
    """The handler of each marker. A class attribute: an instance attribute would create a reference cycle with the
    text.
    """

    def __init__(self, text: str, start: int) -> None:
        self._text = without_indented_code(_body(text, start))
        self._offset = start - 1
        self._lines = LineCounter(self._text, text.count("\n", 0, start))
        self._headings: list[Heading] = []
        self._links: list[Link] = []
        self._tags: list[str] = []
        self._tag_starts: list[int] = []
        self._blocks: list[BlockId] = []
        self._open_brackets: list[int] = []
        """Positions of `[` without a `]` so far, in the current block of text."""
        self._ahead = Lookahead(self._text)
        self._escaped = -1
        """Position of the character that the last backslash escaped."""
        self._defined = 0
        """End of the last link definition."""
        self._underlined = 0
        """End of the last line that could underline a heading: no paragraph extends over it."""

    def run(self) -> Scan:
        text, handlers, markers = self._text, self.handlers, MarkerPositions(self._text)
        lower = after = 0
        while lower < len(text):
            upper = lower + SCAN_WINDOW
            for position in markers.between(lower, upper):
                if position >= after:
                    after = handlers[text[position]](self, position, position + 1)
            lower = max(upper, after)
        return Scan(
            tuple(self._headings), tuple(self._links), tuple(self._tags), tuple(self._blocks), tuple(self._tag_starts)
        )

    # Each handler gets the position of its marker and the position after it, and returns where to continue.

    def _escape(self, position: int, end: int) -> int:
        self._escaped = end
        return end if self._text[end : end + 1] == "\n" else end + 1

    def _code(self, position: int, end: int) -> int:
        text = self._text
        if text[end : end + 1] != "`":
            # The usual case: a single backtick, closed by a single one on the same line.
            close = text.find("`", end, self._ahead.line_end(end))
            if close > 0 and text[close + 1 : close + 2] != "`":
                return close + 1
        run = _TICKS.match(text, position)
        after = run.end() if run else end
        if after - position >= 3 and self._ahead.is_fence(position, after):
            return self._ahead.fence_end(position, "`", after - position)
        self._enter_block(position)
        return self._ahead.code_end(position, after - position) or after

    def _open(self, position: int, end: int) -> int:
        if self._text[end : end + 1] == "[":
            after = self._wikilink(position)
            if after:
                return after
        else:
            simple = _SIMPLE_BRACKETS.match(self._text, position)
            if simple is not None:
                display, destination = simple.groups()
                if destination is None:
                    return self._link_to(position, simple.end() - 1)
                return self._add_link(position, display, destination, simple.end())
        self._enter_block(position)
        self._open_brackets.append(position)
        return end

    def _wikilink(self, position: int) -> int:
        """Parse the wikilink whose `[[` is at *position*; return its end, 0 if it is not one."""
        text = self._text
        close = self._ahead.closing("]]", position + 2, self._ahead.line_end(position))
        if close < 0:
            return 0
        begin, close = wikilink_bounds(text, position, close)
        inner = text[begin:close]
        embed = text[begin - 3] == "!" and self._escaped != begin - 3
        start = begin - 2 - embed + self._offset
        link = parse_wikilink(inner, embed=embed, start=start, end=close + 2 + self._offset)
        if link is not None:
            self._links.append(link)
        return close + 2

    def _close(self, position: int, end: int) -> int:
        self._enter_block(position)
        if not self._open_brackets:
            return end
        return self._link_to(self._open_brackets.pop(), position)

    def _link_to(self, opened: int, position: int) -> int:
        """Parse the link whose text is between the brackets at *opened* and *position*, if it is one."""
        end = position + 1
        marker = self._text[end : end + 1]
        if marker == ":":
            return self._definition(opened, position)
        found = parse_destination(self._text, end) if marker == "(" else None
        if found is None:
            return end
        return self._add_link(opened, self._text[opened + 1 : position], *found)

    def _definition(self, opened: int, position: int) -> int:
        """Parse the link definition `[label]: file` whose label is between the brackets, if it is one.

        The definition is the link: references to it have no address. Web addresses are also recorded.
        """
        text, end = self._text, position + 1
        label = text[opened + 1 : position]
        line = text.rfind("\n", max(0, opened - FENCE_PREFIX), opened) + 1
        if not label.strip() or label.startswith("^") or len(label) > MAX_LABEL or not line:
            return end
        begins = _DEFINITION_LEAD.fullmatch(text, line, opened) is not None and self._begins_block(line)
        found = parse_definition(text, end) if begins else None
        link = found and parse_markdown_link(found[0], label, embed=False, start=opened + self._offset, end=0)
        if not found or not link or link.external:
            return end
        self._links.append(link._replace(end=found[1] + self._offset))
        self._defined = found[1]
        return found[1]

    def _begins_block(self, line: int) -> bool:
        """Whether the line at *line* does not continue a paragraph: there is no definition within one."""
        before = self._text.rfind("\n", 0, line - 1) + 1
        return line - 1 in (0, self._defined) or _NO_PARAGRAPH.match(self._text, before, line - 1) is not None

    def _add_link(self, opened: int, display: str, destination: str, end: int) -> int:
        embed = self._text[opened - 1] == "!" and self._escaped != opened - 1
        start = opened - embed + self._offset
        link = parse_markdown_link(destination, display, embed=embed, start=start, end=end + self._offset)
        if link is not None:
            self._links.append(link)
        return end

    def _hash(self, position: int, end: int) -> int:
        text = self._text
        before = text[position - 1]
        if before in "\n ":
            line = text.rfind("\n", max(0, position - 4), position)
            if line >= 0 and (line == position - 1 or not text[line + 1 : position].strip(" ")):
                marks = _HEADING_MARKS.match(text, position)
                if marks is not None:
                    after = marks.end()
                    self._heading(marks.end(1) - position, text[after : self._ahead.line_end(after)], line + 1)
                    return after
        elif not before.isspace():
            return end
        tag = _TAG.match(text, position)
        if tag is None:
            return end
        name = _tag_name(tag)
        if name:
            self._tags.append(name)
            self._tag_starts.append(position + self._offset)
        return tag.end()

    def _heading(self, level: int, written: str, position: int) -> None:
        written = written.strip()
        if written.endswith("#"):
            stripped = written.rstrip("#")
            if stripped[-1:] in ("", " ", "\t"):
                written = stripped.rstrip()
        self._headings.append(Heading(level, written, self._lines.line_at(position), position + self._offset))

    def _math(self, position: int, end: int) -> int:
        text = self._text
        if text.startswith("$$", position):
            # Within a line it ends with the block of text: one `$$` too many would hide the rest of the note.
            self._enter_block(position)
            limit = len(text) if self._ahead.begins_line(position) else self._ahead.block_end
            close = self._ahead.closing("$$", position + 2, limit)
            return close + 2 if close >= 0 else position + 2
        close = text.find("$", end, self._ahead.line_end(position))
        if close < 0 or text[end].isspace() or text[close - 1] in " \t\\" or text[close + 1 : close + 2].isdigit():
            return end
        return close + 1

    def _angle(self, position: int, end: int) -> int:
        text = self._text
        if text.startswith("!--", end):
            close = self._ahead.closing("-->", position + 4, len(text))
            if close >= 0:
                return close + 3
            return len(text) if text[position - 1] == "\n" else position + 4
        if not text[end : end + 1].isalpha() and not text.startswith(("/", "!"), end):
            return end
        address = _AUTOLINK.match(text, position)
        if address is not None:
            self._address(address[1], address.start(1))
            return address.end()
        if text[position - 1] == "\n" and _RAW_HTML.match(text, position):
            close_tag = _RAW_HTML_END.search(text, position)
            return close_tag.end() if close_tag else len(text)
        line = text.rfind("\n", max(0, position - 4), position)
        if line >= 0 and not text[line + 1 : position].strip(" ") and _HTML_BLOCK.match(text, position):
            # Markdown inside HTML has no meaning (vaultdesk/vault/README.md, "Markdown the parser leaves alone"); a
            # blank line ends it.
            blank = _BLANK_LINE.search(text, position)
            return blank.start() if blank else len(text)
        tag = _HTML_TAG.match(text, position)
        return tag.end() if tag else end

    def _comment(self, position: int, end: int) -> int:
        end = position + 2
        close = self._ahead.closing("%%", end, len(self._text))
        if close >= 0:
            return close + 2
        # An unclosed comment at the start of a line hides the rest, as in Obsidian; "100%% sure" hides nothing.
        return len(self._text) if self._text[position - 1] == "\n" else end

    def _url(self, position: int, end: int) -> int:
        found = _URL.match(self._text, position)
        if found is None:
            return end
        for scheme in ("https", "http", "ftp"):
            begin = position - len(scheme)
            if self._text[max(begin, 0) : position].lower() == scheme and not self._text[begin - 1].isalnum():
                address = self._text[begin : found.end()].rstrip(".,;:!?*_~'")
                if address.endswith(")") and address.count("(") < address.count(")"):
                    address = address[:-1]
                self._address(address, begin)
                return begin + len(address)
        return found.end()

    def _address(self, address: str, begin: int) -> None:
        begin += self._offset
        self._links.append(Link("url", address, external=True, start=begin, end=begin + len(address)))

    def _block(self, position: int, end: int) -> int:
        found = _BLOCK_ID.match(self._text, position)
        if found is None:
            return end
        if self._text[position - 1].isspace():
            self._blocks.append(BlockId(found[0][1:], self._lines.line_at(position), position + self._offset))
        return found.end()

    def _line_mark(self, position: int, end: int) -> int:
        """Parse what has a meaning only at the start of a line: a fence of tildes, or a heading's underline."""
        text = self._text
        found = LINE_MARKER.match(text, position)
        assert found is not None
        end = found.end()
        if text[end - 1] == "~":
            length = 3
            while text[end - 3 + length : end - 2 + length] == "~":
                length += 1
            return self._ahead.fence_end(end - 3, "~", length)
        start, lower_bound, self._underlined = position, self._underlined, self._ahead.line_end(end)
        while start > lower_bound:
            line = text.rfind("\n", 0, start) + 1
            if _NO_PARAGRAPH.match(text, line, start):
                if _IN_CONTAINER.match(text, line, start):
                    return end
                break
            start = line - 1
        written = " ".join(text[start + 1 : position].split())
        if written:
            self._heading(1 if text[end - 1] == "=" else 2, written, start + 1)
        return end

    def _enter_block(self, position: int) -> None:
        """Discard open brackets if *position* is in a new block of text."""
        if self._ahead.enters_block(position):
            self._open_brackets.clear()


_Scanner.handlers = {
    "\\": _Scanner._escape, "`": _Scanner._code, "[": _Scanner._open, "]": _Scanner._close, "#": _Scanner._hash,
    "$": _Scanner._math, "<": _Scanner._angle, "%": _Scanner._comment, ":": _Scanner._url, "^": _Scanner._block,
    "\n": _Scanner._line_mark,
}  # fmt: skip


# If two readings of a note differ over what is a comment, as with a `%%` inside an address, both count: what one
# reading hides may be private, and a reading that is off by one mark would show what the user hid. The readings differ
# over where code ends, too: at its closing line only, with its container by CommonMark, or at the first line that is
# less indented.

COMMENT_PLACEHOLDER = "%% kept back %%"
"""Replacement of a comment. It is a comment itself, so that removing it again changes nothing."""

COMMENT_MARK = "%%"
"""Start and end mark of a comment."""


class Comment(Struct, frozen=True):
    """One comment with its marks; `start` and `end` count in the whole text of the note."""

    start: int
    end: int


def comments_in(text: str, body_start: int | None = None) -> tuple[Comment, ...]:
    """Return the comments of the note *text* in order, not overlapping; none in properties or code.

    *body_start* is the start of the text after the properties, if known. An unclosed comment at the start of a line
    extends to the end of the text, as in Obsidian.
    """
    if COMMENT_MARK not in text:
        return ()
    start = read_frontmatter(text).body_start if body_start is None else body_start
    scanners = [_CommentScanner(text, start), _PlainScanner(text, start)]
    has_fence = "```" in text or "~~~" in text
    if has_fence or "\n    " in text or "\t" in text:
        scanners += [_ContainerScanner(text, start), _PlainContainerScanner(text, start)]
    if has_fence and _INDENTED_FENCE.search(text, start):
        scanners += [scanner(text, start, _ShortFences) for scanner in (_CommentScanner, _PlainScanner)]
    found = [comment for scanner in scanners for comment in scanner.comments()]
    return tuple(_merged(sorted(found, key=lambda comment: comment.start)))


def without_comments(text: str) -> str:
    """Return the note *text* with each comment replaced by a placeholder of the same number of lines."""
    return replace_comments(text, comments_in(text))


def replace_comments(text: str, comments: Sequence[Comment]) -> str:
    """Return *text* with each of *comments* replaced by a placeholder of the same number of lines."""
    parts, position = list[str](), 0
    for comment in comments:
        inner = text[comment.start : comment.end]
        # The number of lines is preserved, because sources and headings are identified by line.
        replacement = COMMENT_PLACEHOLDER + "\n" * inner.count("\n") if inner.strip("%").strip() else inner
        parts += [text[position : comment.start], replacement]
        position = comment.end
    return "".join([*parts, text[position:]])


class _CommentScanner(_Scanner):
    """The usual scan, which also records comments."""

    handlers = _Scanner.handlers | {"%": lambda scanner, position, end: scanner._comment(position, end)}

    def __init__(self, text: str, start: int, lookahead: type[Lookahead] = Lookahead) -> None:
        super().__init__(text, start)
        self._ahead = lookahead(self._text)
        self._comments: list[Comment] = []

    def comments(self) -> list[Comment]:
        self.run()
        return self._comments

    def _comment(self, position: int, end: int) -> int:
        after = super()._comment(position, end)
        if after > position + len(COMMENT_MARK):
            self._comments.append(Comment(position + self._offset, after + self._offset))
        return after


def _skip(scanner: _Scanner, position: int, end: int) -> int:
    """Ignore the marker at *position*."""
    return end


class _PlainScanner(_CommentScanner):
    """A scan that recognizes code and comments only: no link, address, formula or HTML hides a comment mark."""

    handlers = _CommentScanner.handlers | dict.fromkeys("[]$<:", _skip)


_INDENTED_FENCE = re.compile(r"\n[ \t]++(?:`{3}|~{3})")

_ITEM_OR_FOOTNOTE = re.compile(r"\n[ \t>]*+(?:(?:[-*+]|[0-9]{1,9}[.)])(?=[ \t\n])|\[\^)")


class _ShortFences(Lookahead):
    """Lookahead by which code below an indented fence ends at the first line that is less indented than the fence.

    Programs differ over the indentation that makes a fence part of a list item or footnote. A fence with neither above
    it is part of none.
    """

    def __init__(self, text: str) -> None:
        super().__init__(text)
        found = _ITEM_OR_FOOTNOTE.search(text)
        self._first_item = found.start() if found else len(text)

    def _fence_ending(self, lead: str, position: int) -> re.Pattern[str]:
        columns = len(lead.expandtabs(TAB_STOP))
        if lead.strip() or not columns or position < self._first_item:
            return super()._fence_ending(lead, position)
        return re.compile(rf"\n(?:{_CLOSING_FENCE}| {{0,{columns - 1}}}(?=[^ \t\n]))")


class _NoFences(Lookahead):
    """Lookahead that recognizes no fence."""

    def is_fence(self, position: int, after: int) -> bool:
        return False


TAB_STOP = 4
"""Columns from one tab stop to the next, as in CommonMark."""

MAX_INDENT = 3
"""Maximum number of columns before the mark of a block; more are indented code."""

MAX_CONTAINERS = 100
"""Maximum number of containers within each other. Text in more of them is not read as code."""

_QUOTE = 0
"""A block quote among widths of containers."""

_FOOTNOTE_WIDTH = 4
"""Indentation of the blocks of a footnote in columns."""

_SPACES = re.compile(r" *+")
_ITEM_MARK = re.compile(r"(?:[-*+]|([0-9]{1,9})[.)])(?= |\Z)")
_FOOTNOTE_MARK = re.compile(r"\[\^[^\]\s]{1,60}\]: *+")
_FENCE_LINE = re.compile(r"(`{3,})[^`]*+\Z|(~{3,})")
_NO_LAZY_LINE = re.compile(r"#{1,6}(?: |\Z)|(?:(?:\* *){3,}+|(?:- *){3,}+|(?:_ *){3,}+)\Z")
# A heading or a thematic break. Like a fence, it does not continue a paragraph.

_THEMATIC_BREAK = re.compile(r"(?:(?:\* *){3,}+|(?:- *){3,}+)\Z")
_UNDERLINE = re.compile(r"(?:=++|-++)\Z")


class _CodeBlocks:
    """The fenced and indented code of *text* by the block structure of CommonMark 0.31 (sections 4.4, 4.5 and 5), with
    footnotes as a further kind of container. Lines are read as far as positions are requested, in increasing order.

    A Markdown library parses a text as a whole; here a fence within a comment must begin no code, and where a comment
    ends is known only during the scan.
    """

    def __init__(self, text: str) -> None:
        self._text = text
        self._next = 0
        """Start of the first line that has not been read."""
        self._open: list[int] = []
        """The open containers: the width by which the content of an item or footnote is indented, or `_QUOTE`."""
        self._in_paragraph = False
        self._in_empty_item = False
        """Whether the last line is a list item's mark without text: a blank line ends such an item."""
        self._code_end = 0
        """End of the last code."""

    def code_end(self, position: int) -> int:
        """Return the end of the code that the line of *position* is part of; 0 if it is not code."""
        while self._next <= position:
            self._read_line()
        return self._code_end if position < self._code_end else 0

    def skip(self, position: int) -> None:
        """Do not read further lines up to that of *position*: they are part of one element, such as a comment."""
        if position >= self._next:
            self._next = self._line_end(position) + 1

    def _line_end(self, position: int) -> int:
        found = self._text.find("\n", position)
        return found if found >= 0 else len(self._text)

    def _read_line(self) -> None:
        start, end = self._next, self._line_end(self._next)
        self._next = end + 1
        if not self._open and (start == end or self._text[start].isalpha()):
            self._in_paragraph = start < end  # The usual line.
            return
        line = self._expanded(start, end)
        matched, column = self._continued(line)
        is_paragraph_level = self._in_paragraph and matched == len(self._open)
        opened, column = self._opened(line, column, matched, is_paragraph_level)
        first = _text_column(line, column)
        blank = first == len(line)
        fence = _FENCE_LINE.match(line, first) if first - column <= MAX_INDENT else None
        interrupts = fence or (first - column <= MAX_INDENT and _NO_LAZY_LINE.match(line, first))
        if self._in_paragraph and not (is_paragraph_level or opened or blank or interrupts):
            return  # A lazy continuation line (section 5.1): the paragraph and its containers stay open.
        if blank and self._in_empty_item and matched == len(self._open) and not opened:
            matched -= 1
        self._open[matched:] = opened
        continues = is_paragraph_level and not opened and not blank
        may_be_code = len(self._open) < MAX_CONTAINERS
        self._in_empty_item = blank and bool(opened) and opened[-1] != _QUOTE
        self._in_paragraph = continues or not (blank or interrupts or first - column > MAX_INDENT)
        if fence is not None and may_be_code:
            self._code_end = self._fence_end(end, fence[1] or fence[2])
            self._next = self._code_end + 1
        elif first - column > MAX_INDENT and not (continues or opened) and line[first] != ">" and may_be_code:
            # Parsers differ over the columns after a container's mark, and over quote marks that are indented as code.
            self._code_end = end
        if interrupts or (continues and first - column <= MAX_INDENT and _UNDERLINE.match(line, first)):
            self._in_paragraph = False

    def _expanded(self, start: int, end: int) -> str:
        """Return the line with one character for each column and without blanks at its end."""
        return self._text[start:end].expandtabs(TAB_STOP).rstrip(" ")

    def _continued(self, line: str) -> tuple[int, int]:
        """Return how many of the open containers *line* continues, and the column where their content begins."""
        column = matched = 0
        for width in self._open:
            first = _text_column(line, column)
            if width == _QUOTE:
                if first - column > MAX_INDENT or not line.startswith(">", first):
                    break
                column = first + 1 + line.startswith(" ", first + 1)
            elif first < len(line):
                if first - column < width:
                    break
                column += width
            matched += 1
        return matched, column

    def _opened(self, line: str, column: int, matched: int, in_paragraph: bool) -> tuple[list[int], int]:
        """Return the containers that *line* opens after those that it continues, and the column of their content.

        *in_paragraph* is whether the line could continue a paragraph, which only some list items interrupt (section
        5.2).
        """
        opened = list[int]()
        while matched + len(opened) < MAX_CONTAINERS:
            first = _text_column(line, column)
            if first - column > MAX_INDENT or first == len(line):
                break
            footnote = _FOOTNOTE_MARK.match(line, first)
            item = _ITEM_MARK.match(line, first)
            if line[first] == ">":
                opened.append(_QUOTE)
                column = first + 1 + line.startswith(" ", first + 1)
            elif footnote is not None:
                opened.append(_FOOTNOTE_WIDTH)
                column = footnote.end()
            elif item is not None and not _THEMATIC_BREAK.match(line, first):
                is_empty = item.end() == len(line)
                if in_paragraph and not opened and (is_empty or (item[1] and int(item[1]) != 1)):
                    break
                spaces = _text_column(line, item.end()) - item.end()
                content = item.end() + (spaces if not is_empty and spaces <= MAX_INDENT + 1 else 1)
                opened.append(content - column)
                column = min(content, len(line))
            else:
                break
        return opened, column

    def _fence_end(self, end: int, fence: str) -> int:
        """Return the end of the code below *fence*, whose line ends at *end*."""
        while end < len(self._text):
            following = self._line_end(end + 1)
            line = self._expanded(end + 1, following)
            matched, column = self._continued(line)
            if matched < len(self._open):
                return end
            end = following
            first = _text_column(line, column)
            marks = line[first:]
            if first - column <= MAX_INDENT and marks.startswith(fence) and not marks.strip(fence[0]):
                break
        return end


def _text_column(line: str, column: int) -> int:
    """Return the first column from *column* on that is not blank; the length of *line* if there is none."""
    found = _SPACES.match(line, column)
    return found.end() if found is not None else len(line)


_Handler = Callable[[_Scanner, int, int], int]


def _outside_code(handlers: dict[str, _Handler]) -> dict[str, _Handler]:
    """Return *handlers* for the markers of a `_ContainerScanner` that are not in code."""
    return {marker: _handler_outside_code(handler) for marker, handler in (handlers | {"\n": _skip}).items()}


def _handler_outside_code(handler: _Handler) -> _Handler:
    def handle(scanner: _Scanner, position: int, end: int) -> int:
        assert isinstance(scanner, _ContainerScanner)
        code_end = scanner.code_blocks.code_end(position)
        if code_end:
            return code_end
        after = handler(scanner, position, end)
        scanner.code_blocks.skip(after - 1)
        return after

    return handle


class _ContainerScanner(_CommentScanner):
    """A scan by which fenced code ends with its container, and in which code is what it is by CommonMark."""

    handlers = _outside_code(_CommentScanner.handlers)

    def __init__(self, text: str, start: int) -> None:
        super().__init__(text, start)
        self._text = _body(text, start)
        self._ahead = _NoFences(self._text)
        self.code_blocks = _CodeBlocks(self._text)


class _PlainContainerScanner(_ContainerScanner):
    """The same for code and comments only."""

    handlers = _outside_code(_PlainScanner.handlers)


def _merged(comments: Sequence[Comment]) -> list[Comment]:
    joined: list[Comment] = []
    for comment in comments:
        if joined and comment.start < joined[-1].end:
            joined[-1] = Comment(joined[-1].start, max(joined[-1].end, comment.end))
        else:
            joined.append(comment)
    return joined
